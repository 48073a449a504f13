"""Locks with live raises, on tiny decks: the best reply is the enumeration's."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace

import jax
import numpy as np
import pytest

from tests.oracles.enumeration import slow_best_response, slow_value
from tests.oracles.payoffs import smooth_payoff
from tests.oracles.sequence_form import solve as solve_lp
from tests.oracles.tiny_truco import TrucoForm
from tests.solve.common import payoffs, slow
from truco_lab.query.hands import holders
from truco_lab.query.keeping import best_keeping
from truco_lab.query.locking import Lock, reply, resolve
from truco_lab.rules import RUNGS, Accept, Deck, Fold, Play, Raise, Score, Seat, dominated, start
from truco_lab.solve.policy import Policy
from truco_lab.solve.solver import Config, Solution, solve

from .common import ONE_MANILHA, TWO_RANKS


@cache
def begun(deck: Deck, score: Score) -> Solution:
    """A few iterations: any policy will do."""
    return solve(score, [deck], payoffs(score), Config(target=1e-9, max_iterations=6))


def at(deck, score, *actions):
    """What a lock needs of a spot, for a deck that no turn-up makes."""
    state = start(deck, score)
    for action in actions:
        state = state.apply(action)
    return SimpleNamespace(state=state, acting=state.to_act)


def cards(deck, state, chance):
    """A lock that leads the strongest card left with a chance, else the lowest."""
    hands = deck.hands
    found = {Play(c): np.zeros(len(hands)) for c in range(deck.size)}
    for h in np.flatnonzero(holders(deck, state.played(state.to_act))):
        left = list(hands[h])
        for card in state.played(state.to_act):
            left.remove(card)
        found[Play(left[0])][h] += chance
        found[Play(left[-1])][h] += 1 - chance
    return found


CASES = {
    "answer": (TWO_RANKS, Score(10, 10), (Raise(3),), lambda deck, state: {Fold(): 0.7, Accept(): 0.3}),
    "eleven": (ONE_MANILHA, Score(10, 11), (), lambda deck, state: {Fold(): 0.6, Accept(): 0.4}),
    "lead": (ONE_MANILHA, Score(11, 11), (), lambda deck, state: cards(deck, state, 0.3)),
    "second lead": (ONE_MANILHA, Score(11, 11), (Play(1), Play(0)), lambda deck, state: cards(deck, state, 0.9)),
}


@pytest.mark.parametrize("case", CASES)
def test_the_reply_is_the_enumeration(case):
    deck, score, actions, chances = CASES[case]
    solution, spot = begun(deck, score), at(deck, score, *actions)
    locked = chances(deck, spot.state)
    free = Policy.of(solution.engine, jax.tree.map(np.asarray, solution.state), 0)  # asked often: no slices of JAX's

    def policy(state):
        if state.history != spot.state.history or state.to_act is not spot.acting:
            return free(state)
        h = deck.hands.index(state.hands[spot.acting])
        found = {a: float(np.broadcast_to(p, len(deck.hands))[h]) for a, p in locked.items()}
        return {action: p for action, p in found.items() if p > 0}

    def payoff(winner, points):
        return float(solution.engine.payoffs[winner, RUNGS.index(points), 0])

    found = reply(solution, [Lock(spot, locked)])
    assert found.seat is spot.acting.other
    expected = slow_best_response(deck, score, payoff, slow(policy), found.seat, pruned=True)
    assert found.best == pytest.approx(expected, abs=2e-5)
    sign = 1 if found.seat is Seat.MAO else -1
    value = slow_value(deck, score, payoff, slow(policy), slow(policy), pruned=True)
    assert found.value == pytest.approx(sign * value, abs=2e-5)
    assert found.gain_pp >= -1e-3


@pytest.mark.parametrize("seat", Seat, ids=str)
@pytest.mark.parametrize("case", ["answer", "eleven"])
def test_without_locks_the_best_response_that_keeps_them_is_the_certificate(case, seat):
    solution = begun(*CASES[case][:2])
    best = (solution.evaluation.best_response_mao, solution.evaluation.best_response_pe)[seat][0]
    assert best_keeping(solution.solved(), seat, []) == pytest.approx(best, abs=1e-6)


@pytest.mark.parametrize("case", CASES)
def test_around_a_lock_both_certificates_are_the_linear_program(case):
    """The programme of the hand with its locks: its value, and each seat's best response to the other's average."""
    deck, score, actions, chances = CASES[case]
    solution, spot = begun(deck, score), at(deck, score, *actions)
    locked = chances(deck, spot.state)
    found = resolve(solution, [Lock(spot, locked)], iterations=10)
    form = TrucoForm(deck, score, dominated)

    def at_hand(hand):
        return {a: float(np.broadcast_to(p, len(deck.hands))[deck.hands.index(hand)]) for a, p in locked.items()}

    assert form.lock(spot.acting, spot.state.history, at_hand) > 0
    game = form.with_payoff(smooth_payoff(score))
    policy = Policy.of(solution.engine, jax.tree.map(np.asarray, found.solution.state), 0)
    mao, pe = (form.plan(seat, slow(policy)) for seat in Seat)
    assert game.best_responses((mao, pe)) == pytest.approx((found.best_mao, found.best_pe), abs=2e-5)
    assert game.value((mao, pe)) == pytest.approx(found.value, abs=2e-5)
    exact = solve_lp(game).value
    assert -found.best_pe - 1e-5 <= exact <= found.best_mao + 1e-5
    assert found.gap_pp >= -1e-4


def test_around_a_lock_the_other_seat_has_nothing_left_to_gain():
    deck, score, actions, chances = CASES["answer"]
    solution, spot = begun(deck, score), at(deck, score, *actions)
    lock = Lock(spot, chances(deck, spot.state))
    found = resolve(solution, [lock], iterations=150)
    assert 0 <= found.gap_pp < 0.2
    assert found.gap_pp < reply(solution, [lock]).gain_pp
    costs = 50 * (found.solution.evaluation.best_response_pe[0] - found.best_pe)
    assert costs > 0.1, "without the lock the seat would do better"
    state = start(deck, score, pe=deck.hands[0]).apply(Raise(3))
    assert found.solution.policy()(state) == pytest.approx({Fold(): 0.7, Accept(): 0.3})
