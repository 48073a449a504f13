"""Where a solution comes from when a spot is asked about from outside."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from ..errors import MissingValuesError, StoreError, TrucoLabError
from ..grid.plan import needed
from ..notation import Spot
from ..solve.estimate import estimate
from ..solve.runtime import prepare
from ..solve.solved import Solved
from ..store import Entry, Store
from ..tree.betting import ladder_of
from ..tree.tree import tree_of
from ..values import load
from ..values.table import STAND_IN
from ..words import Number, sentence
from .kept import recall
from .study import Study

if TYPE_CHECKING:
    from ..solve.solver import Progress, Solution

QUICK_SECONDS = 30
"""A subgame that takes longer is not solved while somebody waits for a view."""

TARGETS = {True: 1e-3, False: 1e-5}
"""Exploitability aimed for, with and without live raises, unless another is asked for."""


def find(spot: Spot, store: Store, progress: Callable[[Progress], None] | None = None) -> Study:
    """The solution of a spot's subgame: from the store, else solved now, if that is quick, and stored.

    One that rests on stand-in match values is taken only where the real ones are not known.

    Raises:
        TrucoLabError: it would take too long, its pay-offs are not known, or what is stored cannot be read.
    """
    prepare()  # also to read: a pass over a deep ladder takes two thirds of the time
    solved = store.open(spot.score, spot.turn_up.turn_up_class)
    if solved is None or solved.continuation == STAND_IN:
        try:
            solved = _solved(spot, store, progress)
        except MissingValuesError:
            if solved is None:
                raise
    return Study(solved, recall(solved))


def _solved(spot: Spot, store: Store, progress: Callable[[Progress], None] | None) -> Solved:
    table = load()
    needed(table, spot.score)  # raises where pay-offs are missing and slow to get
    pay = table.payoffs(spot.score)
    target = TARGETS[ladder_of(spot.score).bets]
    seconds = estimate(tree_of(spot.turn_up.deck, spot.score), target).seconds
    if seconds > QUICK_SECONDS:
        name = f"{spot.score} v{spot.turn_up.rank.lower()}"
        time = sentence("seconds", count=Number(seconds, 0))
        raise TrucoLabError("subgame-slow", name=name, time=time)

    from ..solve import Config, solve

    found = solve(spot.score, [spot.turn_up.turn_up_class], pay, Config(target=target), progress=progress)
    return kept(found, store)


def kept(found: Solution, store: Store) -> Solved:
    """The first subgame of a solve, put into the store if that can be."""
    solved = found.solved()
    with suppress(StoreError):  # a full disk does not take the answer away
        store.put(Entry.of(solved, rule=str(found.rule), seconds=round(found.seconds, 3)), solved.policy)
    return solved
