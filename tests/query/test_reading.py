"""Reading all hands at once is reading each of them, and a spot's numbers are those of a slow walk."""

from __future__ import annotations

import numpy as np
import pytest

from tests.oracles.enumeration import slow_best_response
from tests.solve.common import slow
from truco_lab.query.expectations import expectation, hid_the_higher, read_values, small_values
from truco_lab.query.hands import dealing, left
from truco_lab.query.passes import BEST, Passes
from truco_lab.query.reading import strategies
from truco_lab.rules import RUNGS, Play, Raise, Score, Seat, real_deck, start

from .common import TINY, SlowWalk, answered, arrived, random_solved, walks

REAL = [Score(11, 11), Score(10, 11), Score(10, 10), Score(0, 9)]


@pytest.mark.parametrize(("deck", "score"), [*TINY, *((real_deck(3), s) for s in REAL)], ids=str)
def test_all_hands_at_once_are_one_by_one(deck, score):
    solved = random_solved(deck, score)
    hands, rng = dealing(deck).hands, np.random.default_rng(1)
    for seed in range(6):
        for public in walks(deck, score, seed):
            mix, seat = strategies(solved.policy, public), public.to_act
            there = np.flatnonzero(left(deck, public.played(seat)) >= 0)
            for h in rng.choice(there, min(3, len(there)), replace=False):
                both = (hands[h], None) if seat is Seat.MAO else (None, hands[h])
                try:
                    state = start(deck, score, *both)
                    for action in public.history:
                        state = state.apply(action)
                except ValueError:
                    continue  # not beside what the other seat showed
                one = solved.policy(state)
                for action in set(one) | set(mix):
                    assert mix.get(action, np.zeros(len(hands)))[h] == pytest.approx(one.get(action, 0), abs=1e-6)


@pytest.mark.usefixtures("all_read")
@pytest.mark.parametrize(("deck", "score"), TINY, ids=str)
def test_spots_of_tiny_decks_are_what_a_slow_walk_says(deck, score):
    """Probability, both ranges, win and points of every action for every hand, at random spots."""
    solved, hands = random_solved(deck, score), dealing(deck).hands
    joint, compared = dealing(deck).joint, 0
    for seed in range(4):
        for public in walks(deck, score, seed):
            walk, arrival = SlowWalk(solved, public), arrived(solved, public)
            own, other = arrival.reaches(arrival.actor)
            assert own @ joint @ other == pytest.approx(sum(p for *_, p in walk.here), abs=1e-12)
            ranges = walk.ranges()
            mine, theirs = own * (joint @ other), other * (joint @ own)
            for found, expected in ((mine, ranges[arrival.actor]), (theirs, ranges[arrival.actor.other])):
                assert found == pytest.approx([expected.get(hand, 0) for hand in hands], abs=1e-12)
            if not public.table or not mine.any():
                continue  # the values of the first decision are looked at with the best responses
            result = answered(solved, public)
            for action, worth in result.values.items():
                for h in np.flatnonzero((mine > 0) & ~np.isnan(worth)):
                    assert worth[h] == pytest.approx(walk.value(hands[h], action), abs=2e-5)
                    gained = walk.value(hands[h], action, points=True)
                    assert result.points[action][h] == pytest.approx(gained, abs=2e-4)
                    compared += 1
            average = sum(p * (1, -1)[arrival.actor] * walk.expect(state) for *_, state, p in walk.here)
            assert (mine * np.nan_to_num(result.value)).sum() == pytest.approx(average, abs=1e-5)
    assert compared >= 10


@pytest.mark.usefixtures("all_read")
@pytest.mark.parametrize(("deck", "score"), TINY, ids=str)
def test_children_sum_to_their_parent(deck, score):
    """Face-down cards are one child to the seat that does not see which."""
    solved, joint = random_solved(deck, score), dealing(deck).joint
    for seed in range(8):
        for public in walks(deck, score, seed):
            arrival, total, face_down = arrived(solved, public), 0.0, False
            own, other = arrival.reaches(arrival.actor)
            for action in strategies(solved.policy, public):
                hidden = isinstance(action, Play) and action.hidden
                if action not in public.legal or (hidden and face_down):
                    continue
                face_down |= hidden
                played = arrived(solved, public.apply(action)).played
                after = played[arrival.actor].seen if hidden else played[arrival.actor].known
                total += after @ joint @ other
            assert total == pytest.approx(own @ joint @ other, abs=1e-12)


@pytest.mark.usefixtures("all_read")
@pytest.mark.parametrize(("deck", "score"), TINY, ids=str)
def test_best_responses_are_those_of_the_enumeration(deck, score):
    """The gaps at the first decision of each seat add up to what the slow best response gains."""
    solved = random_solved(deck, score)
    opening = start(deck, score)
    result = answered(solved, opening)

    def payoff(winner, points):
        return float(solved.payoffs[winner, RUNGS.index(points)])

    seat = opening.to_act
    expected = slow_best_response(deck, score, payoff, slow(solved.policy), seat, pruned=True)
    assert (dealing(deck).chance * result.best).sum() == pytest.approx(expected, abs=1e-5)
    assert (result.best >= result.value - 1e-6).all()


@pytest.mark.usefixtures("all_read")
@pytest.mark.parametrize(("score", "lines"), [(Score(11, 11), 3), (Score(10, 10), 6)], ids=str)
def test_spots_of_the_real_deck_on_sampled_hands(score, lines):
    """Every opposing hand is walked, for a few hands of the acting seat, from the answer in round 2 on."""
    deck = real_deck(0)
    solved, rng = random_solved(deck, score), np.random.default_rng(3)
    hands, compared = dealing(deck).hands, 0
    for seed in range(lines):
        for public in walks(deck, score, seed):
            if len(public.table) < 3:
                continue
            result, arrival = answered(solved, public), arrived(solved, public)
            own, other = arrival.reaches(arrival.actor)
            facing = dealing(deck).joint * other
            h = int(rng.choice(np.flatnonzero(own * facing.sum(1) > 0)))
            total, mine = 0.0, facing[h] / facing[h].sum()
            for y in np.flatnonzero(mine):
                both = (hands[h], hands[y]) if arrival.actor is Seat.MAO else (hands[y], hands[h])
                total += mine[y] * _expected(solved, start(deck, score, *both), public.history)
            sign = 1 if arrival.actor is Seat.MAO else -1
            assert expectation(result.mix, result.values)[h] == pytest.approx(sign * total, abs=1e-4)
            compared += 1
    assert compared >= 3


@pytest.mark.usefixtures("all_read")
@pytest.mark.parametrize("later", [(Raise(3),), (Play(4), Raise(3))], ids=["in round 2", "in round 3"])
def test_hands_that_hid_the_higher_card_answer_a_raise_as_a_walk_node_by_node_does(later):
    deck, score = real_deck(0), Score(10, 10)
    solved, state = random_solved(deck, score), start(deck, score)
    for action in (Play(8), Play(7), Play(5, hidden=True), *later):
        state = state.apply(action)
    arrival, dealt, passes = arrived(solved, state), dealing(deck), Passes(solved)
    wrong = hid_the_higher(dealt, arrival)
    found = read_values(passes, dealt, arrival)(BEST)
    assert wrong.sum() >= 5
    for action, expected in small_values(passes, dealt, arrival)(BEST).items():
        np.testing.assert_allclose(found[action][wrong], expected[wrong], atol=1e-6)


def _expected(solved, state, history) -> float:
    """What mão expects in a deal once a line was played; a card face down is the lower one of the two left."""
    for action in history:
        if isinstance(action, Play) and action.hidden:
            left_over = [c for c, n in enumerate(state.copies_left(state.to_act)) for _ in range(n)]
            action = Play(min(left_over), hidden=True)
        state = state.apply(action)
    return SlowWalk.expect(_Walk(solved), state)


class _Walk(SlowWalk):
    def __init__(self, solved):
        self.solved, self._values = solved, {}


@pytest.mark.parametrize("seat", Seat, ids=str)
def test_what_round_one_needs_from_below_is_kept(seat):
    """Passes that start from kept values find what passes that work them out do."""
    solved = random_solved(real_deck(0), Score(11, 11))
    fresh = Passes(solved)
    whole = fresh.first(seat, BEST)
    again = Passes(solved, fresh.below)
    again._walked = None  # type: ignore[assignment]  (nothing is to be walked)
    for name, values in again.first(seat, BEST).items():
        np.testing.assert_array_equal(values, whole[name])
