"""Solving what is left on the spot: discounted regret matching over a remainder, with its own certificate."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ..rules import Hand, HandState, Seat
from ..solve.book import Book, Pass, State
from ..solve.regret import DCFR_4, Discounts
from .gadget import Bound, Gadget
from .outcome import Plain, evaluating
from .reading import Mix
from .remainder import Remainder
from .threads import single_threaded

TARGET_PP = 0.1
"""Local exploitability at which a re-solve stops, in percentage points of the match."""

MAX_SECONDS = 1.2
"""After so long it stops in any case, and says what it reached."""

MAX_ITERATIONS = 2_000


class Game(Protocol):
    """What is left of a hand: a `Remainder` or a `SmallGame`."""

    @property
    def state(self) -> HandState: ...

    @property
    def reach(self) -> tuple[np.ndarray, np.ndarray]: ...

    def start(self) -> list[State]: ...

    def walk(
        self, seat: Seat, states: list[State], run: Pass, kind: type[Book] = Plain, points: bool = False
    ) -> tuple[np.ndarray, list[Book]]: ...

    def totals(self, seat: Seat) -> np.ndarray: ...

    def root(self, seat: Seat, value: np.ndarray, hidden: Hand = ()) -> np.ndarray: ...

    def mix(self, states: list[State], hidden: Hand = ()) -> Mix: ...

    def values(self, books: Sequence[Book], hidden: Hand = ()) -> Mix: ...


@dataclass(frozen=True)
class Resolved:
    """A remainder solved.

    Attributes:
        game: what is left of the hand, from the ranges that the strategies answer: with a bound, that of the bounded
            seat is what comes by its choice.
        states: average strategies in the place of regrets, ready for evaluating passes.
        gap_pp: local exploitability: half of what both seats' best responses gain from here on, in percentage points
            of the match and averaged over the ranges it was solved from; with a bound, over all deals of the `Gadget`.
        iterations, seconds: what it took.
        excess_pp: the most that a hand of the seat that came here gains, against the other's new strategy, over what it
            gets anyway in the solution; None if that is not known.
    """

    game: Game
    states: list[State]
    gap_pp: float
    iterations: int
    seconds: float
    excess_pp: float | None = None

    @property
    def converged(self) -> bool:
        """Whether it reached `TARGET_PP`."""
        return self.gap_pp <= TARGET_PP


def resolve(game: Game, bound: Bound | None = None, iterations: int | None = None) -> Resolved:
    """Solve a remainder until it is good or the time is over.

    Args:
        game: what is left.
        bound: of the seat that came, if it is known (then a `Remainder` is left).
        iterations: stop after so many instead, however long they take.
    """
    with single_threaded():
        if bound is None:
            return _resolved(game, iterations)
        assert isinstance(game, Remainder)
        return _resolved(Gadget(game, bound), iterations)


def _resolved(game: Game | Gadget, iterations: int | None) -> Resolved:
    begin = time.perf_counter()
    states, done, check, last = game.start(), 0, 8, iterations or MAX_ITERATIONS
    while True:
        done += 1
        factors = map(np.float32, DCFR_4.discounts(done))  # in double precision they would draw all arrays along
        run = Pass(np.asarray(False), np.asarray(False), Discounts(*factors))
        for seat in Seat:
            _, books = game.walk(seat, states, run)
            states = [book.renewed() for book in books]
        late = iterations is None and time.perf_counter() - begin > MAX_SECONDS
        if late or done in (check, last):
            check = done + max(8, done // 2)
            averages = [State(state.averages, state.averages) for state in states]
            gap = local_gap(game, averages)
            if gap <= TARGET_PP or late or done == last:
                seconds = time.perf_counter() - begin
                if isinstance(game, Gadget):
                    return Resolved(game.arrived(averages), averages[1:], gap, done, seconds)
                return Resolved(game, averages, gap, done, seconds)


def local_gap(game: Game | Gadget, averages: list[State]) -> float:
    """Local exploitability, in percentage points."""
    best = 0.0
    for seat in Seat:
        value, _ = game.walk(seat, averages, evaluating(greedy=True))
        best += float(value @ game.totals(seat))
    return 50 * best / 2
