"""Our best response and values against those of OpenSpiel, on the same rules engine."""

from __future__ import annotations

import pytest

from tests.oracles.enumeration import slow_best_response, slow_value
from tests.oracles.payoffs import smooth_payoff
from tests.oracles.tiny_truco import solve_truco
from tests.oracles.walk import always_fold, uniform
from truco_lab.rules import Deck, Score, Seat

pytest.importorskip("pyspiel", reason="OpenSpiel is a development extra")

from open_spiel.python.algorithms import cfr, exploitability

from tests.oracles.openspiel_truco import SpielPolicy, as_policy, spiel_game

TWO_RANKS = Deck((4, 4), 0)
WITH_MANILHA = Deck((3, 3), 1)


@pytest.mark.parametrize(
    ("deck", "score", "pruned"),
    [
        (TWO_RANKS, Score(11, 11), True),
        (TWO_RANKS, Score(11, 11), False),
        (TWO_RANKS, Score(10, 11), False),
        (TWO_RANKS, Score(9, 10), True),
        (WITH_MANILHA, Score(11, 10), True),
    ],
    ids=str,
)
def test_exploitability_is_the_same_in_both_houses(deck, score, pruned):
    payoff = smooth_payoff(score)
    game = spiel_game(deck, score, payoff, pruned)
    optimal = solve_truco(deck, score, payoff, pruned)
    for mao, pe in ((uniform, uniform), (always_fold, uniform), (optimal.policy(Seat.MAO), optimal.policy(Seat.PE))):
        theirs = exploitability.nash_conv(game, SpielPolicy(game, mao, pe)) / 2
        ours = sum(
            slow_best_response(deck, score, payoff, policy, seat, pruned)
            for policy, seat in ((pe, Seat.MAO), (mao, Seat.PE))
        )
        assert theirs == pytest.approx(ours / 2, abs=1e-12)


def test_their_cfr_plus_finds_our_value():
    score = Score(11, 11)
    payoff = smooth_payoff(score)
    solver = cfr.CFRPlusSolver(spiel_game(TWO_RANKS, score, payoff, pruned=True))
    for _ in range(25):
        solver.evaluate_and_update_policy()
    game = spiel_game(TWO_RANKS, score, payoff, pruned=True)
    average = as_policy(game, solver.average_policy().action_probabilities)
    value = solve_truco(TWO_RANKS, score, payoff, pruned=True).value
    assert slow_value(TWO_RANKS, score, payoff, average, average, pruned=True) == pytest.approx(value, abs=3e-3)
