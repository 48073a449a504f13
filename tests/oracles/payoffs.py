"""What hands pay mão in tests: any function that never rewards a winner less for more points."""

from __future__ import annotations

import math

import numpy as np

from truco_lab.rules import RUNGS, TARGET, Score, Seat

from .walk import Payoff


def smooth_payoff(score: Score, scale: float = 3.0) -> Payoff:
    """A logistic of the points ahead, from the view of who is mão in this hand; the match's end is worth 1."""

    def payoff(winner: Seat, points: int) -> float:
        after = score.after(winner, points)
        if isinstance(after, Seat):
            return 1.0 if after is Seat.MAO else -1.0
        old_mao, old_pe = after.pe, after.mao  # roles turn after a hand
        return math.tanh((old_mao - old_pe) / (2 * scale))

    return payoff


def random_payoff(score: Score, seed: int) -> Payoff:
    """Random and monotone: the ten results in order, from pé winning the most to mão winning the most.

    Some neighbours are equal, and results that end the match pay ±1, as they must.
    """
    draws = np.random.default_rng(seed)
    values = np.sort(np.round(draws.uniform(-1, 1, 2 * len(RUNGS)), 1))
    order = [(Seat.PE, points) for points in reversed(RUNGS)] + [(Seat.MAO, points) for points in RUNGS]
    table = dict(zip(order, values.tolist(), strict=True))

    def payoff(winner: Seat, points: int) -> float:
        if score[winner] + points >= TARGET:
            return 1.0 if winner is Seat.MAO else -1.0
        return table[winner, points]

    return payoff
