"""The certificate of a whole match against a slow computation: a tiny deck, from 10 x 10 on.

The slow one knows no seats' tables: a player against fixed strategies, hand after hand, by the rules engine.
"""

from __future__ import annotations

import dataclasses
from functools import cache

import pytest

from tests.oracles.enumeration import slow_best_response, slow_value
from tests.oracles.walk import Policy
from tests.solve.common import ONE_MANILHA, slow
from truco_lab.rules import Score, Seat
from truco_lab.solve.solver import Config, Solution, solve
from truco_lab.values import ClassValue, ValueTable

pytestmark = pytest.mark.usefixtures("quick")

SCORES = [Score(11, 11), Score(11, 10), Score(10, 11), Score(10, 10)]
ROUGH = Config(target=1e-12, max_iterations=12, check_every=12)
"""Few iterations: strategies with something to exploit in every hand."""


@pytest.fixture(scope="module")
def match(quick: None) -> tuple[ValueTable, dict[Score, Solution]]:
    """The four scores solved roughly, with rows for nine turn-ups that are all this one deck."""
    table, solutions = ValueTable(), {}
    for score in SCORES:
        solution = solve(score, [ONE_MANILHA], table.payoffs(score), ROUGH)
        state, best = solution.state, []
        for seat in Seat:
            engine = solution.engine.again(solution.decks, table.match_payoffs(score, seat)[:, :, None])
            found, state = engine.earned(seat, state, greedy=True)
            best.append(float(found[0]))
        solutions[score] = dataclasses.replace(solution, state=state)
        value, mao, pe = (float(numbers[0]) for numbers in solution.evaluation)
        for k in range(9):
            table.add(
                ClassValue(
                    *(score.mao, score.pe, k, value, mao, pe, (mao + pe) / 2, *best, 12, 1.0, "rough"),
                    basis=table.basis(score),
                    version="0",
                )
            )
    return table, solutions


def test_match_best_responses_are_those_of_a_player_hand_by_hand(match):
    table, solutions = match
    policies = {score: slow(solution.policy()) for score, solution in solutions.items()}

    @cache
    def player(score: Score, seat: Seat) -> float:
        """What a player gets who is `seat` at this score and answers best from here to the end."""

        def payoff(winner: Seat, points: int) -> float:
            after = score.after(winner, points)
            mine = (1.0 if after is seat else -1.0) if isinstance(after, Seat) else player(after, seat.other)
            return mine if seat is Seat.MAO else -mine  # pay-offs are mão's

        return slow_best_response(ONE_MANILHA, score, payoff, policies[score], seat, True)

    for score in SCORES:
        for seat in Seat:
            assert table.match_best_response(score, seat) == pytest.approx(player(score, seat), abs=2e-6)
        assert table.match_exploitability(score) >= solutions[score].evaluation.exploitability[0] - 1e-6
    first = Score(10, 10)
    gap = table.match_exploitability(first) - float(solutions[first].evaluation.exploitability[0])
    assert gap > 1e-4, "the hands that follow can be exploited as well"


def test_values_are_those_of_a_whole_match(match):
    table, solutions = match
    policies: dict[Score, Policy] = {score: slow(solution.policy()) for score, solution in solutions.items()}

    @cache
    def mao(score: Score) -> float:
        def payoff(winner: Seat, points: int) -> float:
            after = score.after(winner, points)
            return (1.0 if after is Seat.MAO else -1.0) if isinstance(after, Seat) else -mao(after)

        return slow_value(ONE_MANILHA, score, payoff, policies[score], policies[score], True)

    for score in SCORES:
        assert table.value(score) == pytest.approx(mao(score), abs=2e-6)
