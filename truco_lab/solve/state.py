"""The state of a solve, and what an evaluation of it finds."""

from __future__ import annotations

from typing import NamedTuple

import jax
import numpy as np

from .book import State

TRACE = 1e-30
"""Mass given to an average that has none."""


class Solving(NamedTuple):
    """The state of a solve: round 1, and one state per chunk."""

    round_one: State
    chunks: tuple[State, ...]


class Evaluation(NamedTuple):
    """Exact values of the average strategies, from mão's side where not said otherwise; each [C].

    Attributes:
        value: of both averages against each other.
        best_response_mao, best_response_pe: what each seat gets by answering the other's average best, from its side.
    """

    value: np.ndarray
    best_response_mao: np.ndarray
    best_response_pe: np.ndarray

    @property
    def exploitability(self) -> np.ndarray:
        """(BR_mão + BR_pé) / 2."""
        return (self.best_response_mao + self.best_response_pe) / 2


def massless(state: Solving) -> int:
    """Information sets whose average has no mass."""
    parts = (state.round_one, *state.chunks)
    return sum(int((np.asarray(a).sum(0) <= 0).sum()) for part in parts for a in part.averages.values())


def with_stand_ins(state: Solving) -> Solving:
    """Averages without mass get a trace of the current strategy, which any later mass outweighs."""

    def stood_in(part: State) -> State:
        averages = {}
        for name, array in part.averages.items():
            average, regret = np.asarray(array), np.maximum(np.asarray(part.regrets[name]), 0)
            trace = regret * (TRACE / np.maximum(regret.sum(0), TRACE))
            patched = np.where(average.sum(0) > 0, average, trace)
            averages[name] = patched if isinstance(array, np.ndarray) else jax.device_put(patched, array.sharding)
        return State(part.regrets, averages)

    return Solving(stood_in(state.round_one), tuple(map(stood_in, state.chunks)))


def swapped(state: Solving) -> Solving:
    """Averages in the place of regrets, and the other way round."""

    def swap(part: State) -> State:
        return State(part.averages, part.regrets)

    return Solving(swap(state.round_one), tuple(map(swap, state.chunks)))
