"""Tiny subgames, solved once a session."""

from __future__ import annotations

from functools import cache

import numpy as np

from tests.oracles.payoffs import smooth_payoff
from tests.oracles.walk import Policy as SlowPolicy
from truco_lab.rules import RUNGS, Action, Deck, HandState, Score, Seat
from truco_lab.solve.engine import Engine
from truco_lab.solve.policy import Policy
from truco_lab.solve.solver import Config, Solution, solve
from truco_lab.solve.state import Solving
from truco_lab.tree.tree import tree_of

TWO_RANKS = Deck((4, 4), 0)
ONE_MANILHA = Deck((3, 3), 1)
THREE_RANKS = Deck((2, 2, 2), 1)

BANDS = {
    (TWO_RANKS, Score(10, 10)): 1e-4,
    (TWO_RANKS, Score(0, 9)): 1e-4,
    (ONE_MANILHA, Score(11, 11)): 1e-5,
    (ONE_MANILHA, Score(11, 10)): 1e-5,
    (ONE_MANILHA, Score(10, 11)): 1e-5,
    (ONE_MANILHA, Score(9, 6)): 1e-4,
    (THREE_RANKS, Score(11, 11)): 1e-5,
}
"""Deck and score, with the exploitability to reach."""


def payoffs(score: Score) -> np.ndarray:
    """Those of `smooth_payoff`, as an array."""
    pay = smooth_payoff(score)
    return np.array([[pay(winner, points) for points in RUNGS] for winner in Seat])


@cache
def solved(deck: Deck, score: Score) -> Solution:
    """A subgame of `BANDS`."""
    config = Config(target=BANDS[deck, score], max_iterations=2_000)
    return solve(score, [deck], payoffs(score), config)


@cache
def fresh(deck: Deck, score: Score) -> Engine:
    """A compiled engine to run by hand."""
    if (deck, score) in BANDS:
        return solved(deck, score).engine
    engine = Engine(tree_of(deck, score), [deck], payoffs(score)[:, :, None])
    engine.compile()
    return engine


def slow(policy: Policy) -> SlowPolicy:
    """A policy of ours as the oracles ask for it."""

    def ask(state: HandState, actions: tuple[Action, ...]) -> dict[Action, float]:
        return policy(state)

    return ask


def policy_of(engine: Engine, state: Solving) -> SlowPolicy:
    return slow(Policy.of(engine, state, 0))
