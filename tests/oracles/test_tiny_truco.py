"""Exact solutions of tiny truco: what the prunings cost (nothing), and what the oracles say of each other."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

from tests.oracles.enumeration import slow_best_response, slow_value
from tests.oracles.payoffs import random_payoff, smooth_payoff
from tests.oracles.sequence_form import solve
from tests.oracles.small_games import Driver
from tests.oracles.strangers import best_replies
from tests.oracles.tiny_truco import TrucoForm, solve_truco
from tests.oracles.walk import Deal, always_fold, deals, information_state, seen_by, uniform
from truco_lab.rules import (
    TARGET,
    Action,
    Deck,
    Dominated,
    Fold,
    HandState,
    Play,
    Raise,
    Score,
    Seat,
    dominated,
    start,
)
from truco_lab.rules.dominance import LAST_TURN
from truco_lab.solve.regret import DCFR_PLUS

TWO_RANKS = Deck((4, 4), 0)
ONE_MANILHA = Deck((3, 3), 1)
THREE_RANKS = Deck((2, 2, 2), 1)
TWO_MANILHAS = Deck((2, 2, 2), 2)
NEEDS_HIDING = Deck((3, 3), 2)
"""Small, and yet leading face down is worth something here (about 7e-6 at 9 x 9; nothing on the decks above)."""
MOSTLY_MANILHAS = Deck((1, 1, 2), 3)
ELEVENS = [Score(11, 11), Score(10, 11), Score(11, 10), Score(11, 2), Score(0, 11)]
LADDERS = [Score(9, 10), Score(8, 6), Score(9, 6), Score(3, 5), Score(0, 9), Score(0, 2)]
"""Every band, and mixed ones in which the rungs that make sense differ between the players."""


@cache
def unpruned(deck: Deck, score: Score) -> TrucoForm:
    return TrucoForm(deck, score, None)


def whole_tree(deck: Deck, score: Score) -> TrucoForm:
    """Nothing pruned: what is legal depends on the score only through 11, so one tree serves all ladders."""
    return unpruned(deck, score if 11 in (score.mao, score.pe) else Score(0, 0))


# -- the prunings ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", [TWO_RANKS, ONE_MANILHA, THREE_RANKS, TWO_MANILHAS], ids=str)
def test_prunings_cost_nothing_with_a_player_on_eleven(deck):
    for score in ELEVENS if deck in (TWO_RANKS, ONE_MANILHA) else ELEVENS[:1]:
        pruned = TrucoForm(deck, score, dominated)
        for payoff in (smooth_payoff(score), random_payoff(score, 1), random_payoff(score, 2)):
            whole = solve(whole_tree(deck, score).with_payoff(payoff)).value
            assert solve(pruned.with_payoff(payoff)).value == pytest.approx(whole, abs=1e-9)


@pytest.mark.parametrize("score", LADDERS, ids=str)
def test_prunings_cost_nothing_on_any_ladder(score):
    payoff = smooth_payoff(score) if score.mao % 2 else random_payoff(score, score.pe)
    whole = solve(whole_tree(TWO_RANKS, score).with_payoff(payoff)).value
    assert solve(TrucoForm(TWO_RANKS, score, dominated).with_payoff(payoff)).value == pytest.approx(whole, abs=1e-9)


def test_every_reason_prunes_something():
    """A pruning that never fires would pass all of the above."""
    fired = set()
    for mao, pe in [((1, 1, 0), (1, 0, 0)), ((1, 0, 0), (1, 1, 0))]:
        todo, seen = [Deal(TWO_RANKS, Score(6, 0), mao, pe).root], set()
        while todo:
            spot = todo.pop()
            if id(spot) not in seen:
                seen.add(id(spot))
                fired |= {dominated(spot.state, action) for action, _ in spot.moves}
                todo += [after for _, after in spot.moves]
    assert fired == {None, *Dominated}


def test_hiding_the_lead_is_worth_something():
    """Leading face down after a won first round is worth something."""
    score = Score(9, 9)

    def no_hidden_lead(state: HandState, action: Action) -> Dominated | None:
        hidden = isinstance(action, Play) and action.hidden
        return Dominated.FACE_DOWN if hidden else dominated(state, action)

    payoff = smooth_payoff(score)
    right = solve(TrucoForm(NEEDS_HIDING, score, dominated).with_payoff(payoff)).value
    wrong = solve(TrucoForm(NEEDS_HIDING, score, no_hidden_lead).with_payoff(payoff)).value
    assert abs(right - wrong) > 5e-6


@pytest.mark.parametrize("seat", Seat, ids=str)
@pytest.mark.parametrize(
    ("deck", "score"),
    [(TWO_RANKS, Score(0, 0)), (TWO_RANKS, Score(9, 3)), (ONE_MANILHA, Score(10, 9)), (THREE_RANKS, Score(11, 11))],
    ids=str,
)
def test_nobody_misses_a_pruned_action_against_anybody(deck, score, seat):
    """Far sharper than equal values: in equilibrium most actions of a tiny game are worth nothing to begin with."""
    seeds = range(8)
    free = best_replies(deck, score, seat, lambda state, action: None, seeds)
    pruned = best_replies(deck, score, seat, dominated, seeds)
    assert pruned == pytest.approx(free, abs=1e-12)


def no_raising_back(state: HandState, action: Action) -> bool:
    return isinstance(action, Raise) and state.pending is not None


def no_last_raise(state: HandState, action: Action) -> bool:
    return isinstance(action, Raise) and len(state.table) == LAST_TURN


def no_hidden_card(state: HandState, action: Action) -> bool:
    return isinstance(action, Play) and action.hidden


def no_raise_for_a_leader_of_the_match(state: HandState, action: Action) -> bool:
    secured = state.stake if state.pending is None else state.pending
    return isinstance(action, Raise) and max(state.score.mao, state.score.pe) + secured >= TARGET


@pytest.mark.parametrize(
    "wrongly", [no_raising_back, no_last_raise, no_hidden_card, no_raise_for_a_leader_of_the_match]
)
def test_one_prune_too_many_is_missed_by_somebody(wrongly):
    score, seat, seeds = Score(3, 6), Seat.MAO, range(6)

    def prune(state: HandState, action: Action) -> Dominated | None:
        if wrongly(state, action):
            return Dominated.DEAD_RAISE
        reason = dominated(state, action)
        return None if reason is Dominated.WINNER_PASSES else reason

    right = best_replies(TWO_RANKS, score, seat, dominated, seeds)
    wrong = best_replies(TWO_RANKS, score, seat, prune, seeds)
    assert all(w <= r + 1e-12 for w, r in zip(wrong, right, strict=True))
    assert any(w < r - 1e-4 for w, r in zip(wrong, right, strict=True))


# -- the oracles among themselves -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "score", "pruned"),
    [
        (TWO_RANKS, Score(11, 11), False),
        (ONE_MANILHA, Score(3, 11), False),
        (ONE_MANILHA, Score(3, 11), True),
        (TWO_RANKS, Score(6, 9), True),
    ],
    ids=str,
)
def test_optimal_strategies_leave_nothing_to_gain(deck, score, pruned):
    payoff = smooth_payoff(score)
    best = solve_truco(deck, score, payoff, pruned)
    mao, pe = best.policy(Seat.MAO), best.policy(Seat.PE)
    assert slow_value(deck, score, payoff, mao, pe, pruned) == pytest.approx(best.value, abs=1e-9)
    assert slow_best_response(deck, score, payoff, pe, Seat.MAO, pruned) == pytest.approx(best.value, abs=1e-9)
    assert slow_best_response(deck, score, payoff, mao, Seat.PE, pruned) == pytest.approx(-best.value, abs=1e-9)
    for strategy in best.strategies:
        for chances in strategy.values():
            assert sum(chances.values()) == pytest.approx(1, abs=1e-9)


def random_policy(state: HandState, actions: tuple[Action, ...]) -> dict[Action, float]:
    """Arbitrary, full of zeros, and a function of what the actor sees alone."""
    assert state.to_act is not None
    draw = random.Random(repr((state.hands[state.to_act], state.history)))
    weights = [draw.choice((0.0, 1.0, 2.0)) for _ in actions]
    total = sum(weights)
    return {a: w / total for a, w in zip(actions, weights, strict=True)} if total else uniform(state, actions)


@pytest.mark.parametrize("policy", [uniform, always_fold, random_policy], ids=lambda p: p.__name__)
@pytest.mark.parametrize(("score", "pruned"), [(Score(11, 10), False), (Score(9, 9), True)], ids=str)
def test_best_response_agrees_with_the_sequence_form(score, pruned, policy):
    """Two ways to the same numbers: recursion over information states, and the matrix of sequences."""
    payoff = smooth_payoff(score)
    form = TrucoForm(ONE_MANILHA, score, dominated if pruned else None)
    game = form.with_payoff(payoff)
    plans = (form.plan(Seat.MAO, policy), form.plan(Seat.PE, policy))
    value = slow_value(ONE_MANILHA, score, payoff, policy, policy, pruned)
    slow = [slow_best_response(ONE_MANILHA, score, payoff, policy, seat, pruned) for seat in Seat]
    assert game.value(plans) == pytest.approx(value, abs=1e-12)
    assert game.best_responses(plans) == pytest.approx(slow, abs=1e-12)
    assert slow[Seat.MAO] >= value
    assert slow[Seat.PE] >= -value


def test_a_best_response_that_sees_the_deal_earns_strictly_more():
    """The bug it guards against: a maximum per deal instead of per information state."""
    score = Score(11, 11)
    payoff = smooth_payoff(score)
    per_information_state = slow_best_response(THREE_RANKS, score, payoff, uniform, Seat.MAO)

    def clairvoyant(spot) -> float:
        state = spot.state
        if state.to_act is None:
            return payoff(state.winner, state.points)
        values = [clairvoyant(after) for _, after in spot.moves]
        return max(values) if state.to_act is Seat.MAO else sum(values) / len(values)

    per_deal = sum(p * clairvoyant(Deal(THREE_RANKS, score, mao, pe).root) for mao, pe, p in deals(THREE_RANKS))
    assert per_deal > per_information_state + 0.01


def folds_and_never_raises(state: HandState, actions: tuple[Action, ...]) -> dict[Action, float]:
    return always_fold(state, tuple(action for action in actions if not isinstance(action, Raise)))


def test_best_responses_with_closed_form_answers():
    """From one that folds to any raise and never raises, no more than the point is to be had, and it can always be."""
    for score in (Score(0, 0), Score(9, 4)):
        payoff = smooth_payoff(score)
        for seat, result in ((Seat.MAO, payoff(Seat.MAO, 1)), (Seat.PE, -payoff(Seat.PE, 1))):
            best = slow_best_response(TWO_RANKS, score, payoff, folds_and_never_raises, seat, pruned=True)
            if seat is Seat.MAO:
                assert best == pytest.approx(result, abs=1e-12)
            else:
                assert best <= result + 1e-12
    for score, seat, other in ((Score(4, 11), Seat.MAO, 1), (Score(11, 4), Seat.PE, -1)):
        payoff = smooth_payoff(score)
        best = slow_best_response(ONE_MANILHA, score, payoff, always_fold, seat)
        assert best == pytest.approx(other * payoff(seat, 1), abs=1e-12)


@pytest.mark.parametrize("score", [Score(11, 11), Score(9, 9), Score(9, 6)], ids=str)
def test_update_rules_find_the_value_of_the_linear_program(score):
    payoff = smooth_payoff(score)
    game = TrucoForm(ONE_MANILHA, score, dominated).with_payoff(payoff)
    driver = Driver(game, DCFR_PLUS).run(150)
    gap = driver.exploitability()
    assert 0 <= gap < 2e-3
    assert driver.value() == pytest.approx(solve(game).value, abs=2 * gap + 1e-9)


# -- the walk itself ------------------------------------------------------------------------------------------------


def test_spots_that_are_one_object_differ_in_nothing_but_history():
    rng = random.Random(0)
    hands = [(mao, pe) for mao, pe, _ in deals(TWO_RANKS)]
    for _ in range(40):
        mao, pe = rng.choice(hands)
        deal = Deal(TWO_RANKS, Score(0, 0), mao, pe)
        for _ in range(40):
            spot, state = deal.root, start(TWO_RANKS, Score(0, 0), mao, pe)
            while not state.finished:
                assert tuple(a for a, _ in spot.moves) == state.legal
                action, spot = rng.choice(spot.moves)
                state = state.apply(action)
                met = spot.state
                assert (met.table, met.stake, met.raiser_allowed, met.pending) == (
                    state.table,
                    state.stake,
                    state.raiser_allowed,
                    state.pending,
                )
                assert (met.to_act, met.winner, met.points) == (state.to_act, state.winner, state.points)


def test_what_a_seat_sees_hides_the_other_hand_and_hidden_cards():
    state = start(TWO_RANKS, Score(11, 11), (1, 1, 0), (0, 0, 0))
    for action in (Play(1), Play(0), Play(0, hidden=True), Play(0)):
        state = state.apply(action)
    assert information_state(state, Seat.PE) == ((0, 0, 0), (Play(1), Play(0), Play(-1, hidden=True), Play(0)))
    assert information_state(state, Seat.MAO) == ((1, 1, 0), state.history)
    seen = seen_by(state, Seat.PE)
    assert seen.hands == (None, (0, 0, 0))
    assert [put.card for put in seen.table] == [1, 0, -1, 0]
    assert seen.legal == state.legal


def test_chances_of_deals_sum_to_one_and_plans_are_plans():
    assert sum(p for _, _, p in deals(MOSTLY_MANILHAS)) == pytest.approx(1)
    form = whole_tree(ONE_MANILHA, Score(11, 11))
    solution = solve(form.with_payoff(smooth_payoff(Score(11, 11))))
    for player, plan in zip(form.players, solution.plans, strict=True):
        expected = np.zeros(len(player.parents) + 1)
        expected[0] = 1
        np.testing.assert_allclose(player.constraints() @ plan, expected, atol=1e-9)


def test_always_fold_folds():
    raised = start(TWO_RANKS, Score(0, 0), (1, 1, 0), (0, 0, 0)).apply(Raise(3))
    assert always_fold(raised, raised.legal) == {Fold(): 1.0}
