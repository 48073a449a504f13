"""Where a solution comes from when a spot is asked about from outside."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..errors import TrucoLabError
from ..notation import Spot
from ..solve.estimate import estimate
from ..tree.betting import ladder_of
from ..tree.tree import tree_of
from ..values import load
from .study import Study

if TYPE_CHECKING:
    from ..solve.solver import Progress

QUICK_SECONDS = 60
"""A subgame that takes longer is not solved while somebody waits for a view."""

TARGETS = {True: 1e-3, False: 1e-5}
"""Exploitability aimed for, with and without live raises; as `truco-lab solve` does."""


def find(spot: Spot, progress: Callable[[Progress], None] | None = None) -> Study:
    """The solution of a spot's subgame, solved now if that is quick.

    Raises:
        TrucoLabError: it would take too long, or its pay-offs are not known.
    """
    ladder = ladder_of(spot.score)
    target = TARGETS[ladder.bets]
    seconds = estimate(tree_of(spot.turn_up.deck, spot.score), target).seconds
    if seconds > QUICK_SECONDS:
        name = f"{spot.score} v{spot.turn_up.rank.lower()}"
        raise TrucoLabError(
            f'{name} is not solved, and solving it takes about {seconds:,.0f} s: truco-lab solve "{name}" does it'
        )
    pay = load().payoffs(spot.score)

    from ..solve import Config, prepare, solve

    prepare()
    found = solve(spot.score, [spot.turn_up.turn_up_class], pay, Config(target=target), progress=progress)
    return Study(found.solved())
