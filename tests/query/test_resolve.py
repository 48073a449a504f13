"""What is left of a hand, solved on the spot: exact values, one game in two forms, an answer for every legal line."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.oracles.payoffs import smooth_payoff
from tests.oracles.tiny_truco import TrucoForm, solve
from truco_lab.query import arrival, gadget
from truco_lab.query import resolve as resolving
from truco_lab.query.answer import Source
from truco_lab.query.arrival import Plain
from truco_lab.query.expectations import root_values
from truco_lab.query.gadget import Bound, Gadget
from truco_lab.query.hands import dealing, holders, without
from truco_lab.query.outcome import evaluating
from truco_lab.query.passes import BEST, Passes
from truco_lab.query.reading import shown
from truco_lab.query.remainder import Remainder
from truco_lab.query.resolve import Game, resolve
from truco_lab.query.safe import bound_of, excess_pp, game_of, safely_resolved
from truco_lab.query.small import SmallGame
from truco_lab.rules import (
    Accept,
    Deck,
    Fold,
    HandState,
    Play,
    Raise,
    Score,
    Seat,
    dominated,
    real_deck,
    start,
)
from truco_lab.solve.book import Pass
from truco_lab.solve.regret import DCFR_4
from truco_lab.tree.tree import tree_of

from .common import ONE_MANILHA, THREE_RANKS, TWO_RANKS, answered, arrived, random_solved, smooth, walks


def whole(deck: Deck, score: Score) -> Game:
    """A whole hand."""
    state, every = start(deck, score), np.ones(len(deck.hands))
    return Remainder(tree_of(deck, score), state, (every, every), smooth(score))


def value(game: Game, states) -> float:
    """What mão gets."""
    found, _ = game.walk(Seat.MAO, states, evaluating(greedy=False))
    return float(found @ game.totals(Seat.MAO))


@pytest.mark.parametrize(
    ("deck", "score"),
    [(TWO_RANKS, Score(10, 10)), (TWO_RANKS, Score(0, 9)), (ONE_MANILHA, Score(11, 11))],
    ids=str,
)
def test_a_whole_hand_has_the_value_of_the_linear_program(deck, score, monkeypatch):
    monkeypatch.setattr(resolving, "TARGET_PP", 0.05)
    exact = solve(TrucoForm(deck, score, dominated).with_payoff(smooth_payoff(score))).value
    game = whole(deck, score)
    found = resolve(game, iterations=2_000)
    assert -1e-6 <= found.gap_pp <= 0.05
    assert value(game, found.states) == pytest.approx(exact, abs=2 * 0.05 / 50 + 1e-6)


LINES = {
    "an open lead answered": [Play(8), Play(7), Play(3), Play(5)],
    "a tied round 1": [Play(7), Play(7), Play(4)],
    "a raise in round 3": [Play(8), Play(7), Play(5), Play(6), Raise(3)],
    "a raise in round 3 after a hidden lead": [Play(8), Play(7), Play(5, hidden=True), Play(4), Raise(3)],
}


@pytest.mark.parametrize("line", LINES)
def test_both_forms_find_one_value_on_the_real_deck(line):
    """Also where a raise in round 3 is answered: there the arrays once took the answerer for its leader."""
    deck, score = real_deck(0), Score(10, 10)
    state = start(deck, score)
    for action in LINES[line]:
        state = state.apply(action)
    rng = np.random.default_rng(5)
    reach = tuple(rng.uniform(0.01, 1, len(deck.hands)) * holders(deck, shown(state, seat)) for seat in Seat)
    forms: list[Game] = [SmallGame(dealing(deck), state, reach, smooth(score))]
    forms.append(Remainder(tree_of(deck, score), state, reach, smooth(score)))
    small, arrays = (resolve(game, iterations=100) for game in forms)
    values = [value(game, found.states) for game, found in zip(forms, (small, arrays), strict=True)]
    assert max(small.gap_pp, arrays.gap_pp) <= 0.1
    assert values[0] == pytest.approx(values[1], abs=2 * max(small.gap_pp, arrays.gap_pp, 0.01) / 50)


@pytest.mark.parametrize("hidden", [2, 6, 8])
def test_a_raise_is_answered_by_hands_that_hid_the_higher_card(hidden, monkeypatch):
    """They are off the tree, so nobody expects them; what they do is as good as their best response. Not walked node
    by node: that took seconds."""
    monkeypatch.setattr("truco_lab.query.safe.SmallGame", None)
    monkeypatch.setattr("truco_lab.query.arrival.PRACTICALLY_NEVER", 2.0)  # nothing is read
    monkeypatch.setattr(resolving, "TARGET_PP", 0.001)
    monkeypatch.setattr(resolving, "MAX_ITERATIONS", 60)
    monkeypatch.setattr(resolving, "MAX_SECONDS", math.inf)
    deck, score = real_deck(0), Score(10, 10)
    solved, state = random_solved(deck, score), start(deck, score)
    for action in (Play(8), Play(7), Play(hidden, hidden=True), Raise(3)):
        state = state.apply(action)
    result = answered(solved, state)
    assert set(result.source) == {Source.RESOLVED}
    low = np.array([sorted(without(hand, (8,)) or (99, 99))[0] for hand in deck.hands])
    higher = holders(deck, state.played(Seat.MAO)) & (low < hidden) & ~np.isnan(result.value)
    assert higher.any()
    assert result.resolved.gap_pp < 0.1
    np.testing.assert_allclose(result.value[higher], result.best[higher], atol=2e-3)


def test_a_bound_keeps_a_re_solve_safe(monkeypatch):
    """Solved from one range of the seat that came, the game has values that the other seat can hold it to; solved from
    another, it gives that up for some hands, and with the bound for less."""
    monkeypatch.setattr(resolving, "TARGET_PP", 0.02)
    deck, score, seat = real_deck(0), Score(10, 10), Seat.PE
    state = start(deck, score)
    for action in (Play(8), Play(7), Play(3), Raise(3)):
        state = state.apply(action)
    strong = np.array([sum(hand) for hand in deck.hands]) > 15
    mao, pe = (holders(deck, state.played(s)).astype(float) for s in Seat)
    bluffing, honest = (
        Remainder(tree_of(deck, score), state, (mao, pe * np.where(strong, 1, share)), smooth(score))
        for share in (1.0, 0.01)
    )
    found = resolve(bluffing, iterations=100)
    bound = Bound(seat, root_values(bluffing, found.states, seat, BEST))
    free = excess_pp(resolve(honest, iterations=100), bound)
    bounded = resolve(honest, bound, iterations=100)
    assert free > 10
    assert excess_pp(bounded, bound) < 0.5
    assert -1e-6 <= bounded.gap_pp <= 0.02


def test_with_the_choice_before_it_a_remainder_is_zero_sum():
    """What one seat gets over all deals of the gadget the other loses; a best response gets no less."""
    deck, score = real_deck(0), Score(10, 10)
    rng, state = np.random.default_rng(6), start(deck, score)
    for action in (Play(8), Play(7), Play(3, hidden=True)):
        state = state.apply(action)
    reach = tuple(rng.uniform(0.01, 1, len(deck.hands)) * holders(deck, shown(state, seat)) for seat in Seat)
    bound = Bound(Seat.MAO, rng.uniform(-1, 1, len(deck.hands)))
    gadget = Gadget(Remainder(tree_of(deck, score), state, reach, smooth(score)), bound)
    states, both = gadget.start(), []
    for seat in Seat:
        _, books = gadget.walk(seat, states, Pass(np.asarray(False), np.asarray(False), DCFR_4.discounts(2)))
        states = [book.renewed() for book in books]
    for greedy in (False, True):
        found = [gadget.walk(seat, states, evaluating(greedy))[0] @ gadget.totals(seat) for seat in Seat]
        both.append(found)
    assert sum(both[0]) == pytest.approx(0, abs=1e-6)
    assert all(best > value + 1e-3 for best, value in zip(both[1], both[0], strict=True))


def test_where_nothing_is_read_a_re_solve_gives_away_no_more_than_the_solution_does(monkeypatch):
    """The theorem of the gadget, if almost nobody has to come: over all hands, for rare ones take longest to learn."""
    monkeypatch.setattr(gadget, "FORCED", 0.01)
    monkeypatch.setattr("truco_lab.query.resolve.TARGET_PP", 0.02)
    monkeypatch.setattr("truco_lab.query.arrival.PRACTICALLY_NEVER", 2.0)  # nothing is read
    monkeypatch.setattr(resolving, "MAX_ITERATIONS", 150)
    monkeypatch.setattr(resolving, "MAX_SECONDS", math.inf)
    deck, score = real_deck(0), Score(10, 10)
    solved, state = random_solved(deck, score), start(deck, score)
    for action in (Play(8), Play(7), Play(3), Raise(3)):
        state = state.apply(action)
    arrival = arrived(solved, state)
    bound = bound_of(Passes(solved), dealing(deck), arrival)
    found = safely_resolved(Passes(solved), dealing(deck), arrival)
    assert bound.seat is not state.to_act

    def given_away(states) -> float:
        """In pp, averaged over the hands."""
        more = root_values(found.game, states, bound.seat, BEST) - bound.values
        return 50 * float(
            np.average(np.maximum(more, 0)[~np.isnan(more)], weights=dealing(deck).chance[~np.isnan(more)])
        )

    free = resolve(game_of(solved, dealing(deck), arrival), iterations=50)
    assert 0 <= given_away(found.states) < 0.1
    assert given_away(free.states) > 1


@pytest.mark.parametrize(
    ("deck", "score"),
    [(TWO_RANKS, Score(0, 0)), (TWO_RANKS, Score(9, 3)), (ONE_MANILHA, Score(10, 10)), (THREE_RANKS, Score(11, 11))],
    ids=str,
)
def test_every_legal_line_has_an_answer(deck, score, monkeypatch):
    """Also after dominated actions: probabilities, and no action that the hand lacks."""
    monkeypatch.setattr(resolving, "MAX_ITERATIONS", 4)
    monkeypatch.setattr(resolving, "MAX_SECONDS", math.inf)
    monkeypatch.setattr("truco_lab.values.table.ValueTable.value", lambda self, after: 0.1 * (after.mao - after.pe))
    solved, seen = random_solved(deck, score), set()
    for seed in range(10):
        for public in walks(deck, score, seed, pruned=False):
            result = answered(solved, public)
            seen |= set(result.source)
            total, seat = sum(result.mix.values()), public.to_act
            mine, others = (holders(deck, public.played(s)) for s in (seat, seat.other))
            here = dealing(deck).possible(mine, others)
            assert all(a in public.legal for a, p in result.mix.items() if (p * here * (result.own > 0)).any())
            some = here & (result.own > 0) & ~np.isnan(result.value)
            np.testing.assert_allclose(total[some], 1, atol=1e-6)
            assert (result.best[some] >= result.value[some] - 1e-4).all()
    assert Source.RESOLVED in seen or score == Score(10, 10), "there every dead raise is idle"


def test_a_line_that_accepts_before_it_raises_reads_the_raise():
    deck, score = TWO_RANKS, Score(0, 0)
    solved, state = random_solved(deck, score), start(deck, score)
    for action in (Raise(3), Raise(6)):
        state = state.apply(action)
    long, short = state.apply(Accept()).apply(Raise(9)), state.apply(Raise(9))
    assert Plain.of(long) == Plain.of(short) == Plain(short.history, idle=False, never=False)
    for action, p in answered(solved, short).mix.items():
        np.testing.assert_array_equal(answered(solved, long).mix[action], p)


@pytest.mark.usefixtures("all_read")
def test_an_idle_raise_is_accepted_and_changes_nothing():
    """At 10 x 10 three points win the match for either seat: six change nothing."""
    deck, score = ONE_MANILHA, Score(10, 10)
    solved, state = random_solved(deck, score), start(deck, score)
    asked = state.apply(Raise(3)).apply(Raise(6))
    answer = answered(solved, asked)
    assert (answer.mix[Accept()] == 1).all()
    after, plain = asked.apply(Accept()), state.apply(Raise(3)).apply(Accept())
    assert Plain.of(after).history == plain.history
    raised, unraised = answered(solved, after), answered(solved, plain)
    for action, p in unraised.mix.items():
        np.testing.assert_array_equal(raised.mix[action], p)
        np.testing.assert_allclose(raised.points[action], 2 * unraised.points[action])
    held = answer.mix[Accept()] > 0
    assert (answer.values[Fold()][held] == -1).all()
    assert (answer.points[Fold()][held] == -3).all()
    np.testing.assert_allclose(answer.points[Accept()], 6 * answer.values[Accept()], atol=1e-5)


def test_a_dead_raise_is_solved_at_the_stakes_that_stand(monkeypatch):
    """At 9 x 3 mão asks for more than it needs: pé accepts at once, for a fold gives the match away."""
    deck, score = ONE_MANILHA, Score(9, 3)
    monkeypatch.setattr("truco_lab.values.table.ValueTable.value", lambda self, after: 0.05 * (after.mao - after.pe))
    solved, state = random_solved(deck, score), start(deck, score)
    for action in (Raise(3), Accept(), Play(1), Raise(6), Raise(9)):
        assert action in state.legal, action
        state = state.apply(action)
    assert dominated_last(state)
    answer = answered(solved, state)
    assert set(answer.source) == {Source.RESOLVED}
    assert answer.resolved.excess_pp < 0.1, "against pé's answers a dead raise gains nothing over what mão has anyway"
    worth = answer.values
    hopeful = worth[Accept()] > worth[Fold()] + 1e-3
    assert hopeful.any()
    assert (answer.mix[Fold()][hopeful] < 1e-2).all()
    assert (worth[Accept()] >= worth[Fold()] - 1e-6)[~np.isnan(worth[Fold()])].all()
    assert math.isfinite(answer.resolved.gap_pp)


def dominated_last(state: HandState) -> bool:
    """Whether the last action was one that the tree leaves out."""
    before = start(state.deck, state.score)
    for action in state.history[:-1]:
        before = before.apply(action)
    return dominated(before, state.history[-1]) is not None


def test_hands_that_the_cards_forbid_do_not_count_among_those_that_come_here(monkeypatch):
    """Pé's strategy with a card that lies before it was never learnt, and said that the solution comes here."""
    deck, score = real_deck(0), Score(11, 11)
    solved, state = random_solved(deck, score), start(deck, score).apply(Play(11)).apply(Play(9))
    forbidden = holders(deck, (11,)).astype(float)
    read = arrival.strategies

    def strategies(policy, state):
        mix = read(policy, state)
        return mix if not state.table else mix | {Play(9): forbidden * holders(deck, (9,))}

    monkeypatch.setattr(arrival, "strategies", strategies)
    assert arrived(solved, state).read == (True, False)


def test_hands_that_the_cards_forbid_do_not_count_among_those_that_have_to_come():
    deck, score = real_deck(0), Score(11, 11)
    state = start(deck, score).apply(Play(11)).apply(Play(9))
    mao, pe = (holders(deck, shown(state, seat)).astype(float) for seat in Seat)
    forced = []
    for unlearnt in (1, 50):
        reach = mao, 0.001 * pe * np.where(holders(deck, (11,)), unlearnt, 1)
        game = Remainder(tree_of(deck, score), state, reach, smooth(score))
        there = ~holders(deck, (11,))
        forced.append(Gadget(game, Bound(Seat.PE, np.zeros(len(pe))))._forced[there])
    np.testing.assert_allclose(*forced)
