"""What a solve will take, before anything is allocated.

Sizes are exact. Times follow a model fitted to `python -m benchmarks.solve` on two cores of a 2022 server processor
(see ledger/README.md): another machine is faster or slower by its own factor.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import psutil

from ..errors import MemoryShortError
from ..rules import RUNGS
from ..tree.tree import Tree
from ..words import Number, sentence

NANOSECONDS_PER_ENTRY = (15.0, 8.0, 8.0, 8.0, 8.0)
"""One iteration (both seats) of one regret entry, by number of rungs that can be asked for."""

SECONDS_PER_PASS = 0.002
"""One iteration of whatever does not grow with the tree."""

COMPILE_SECONDS = (3.5, 10.0, 15.0, 15.0, 16.0)
"""Cold compilation by number of rungs that can be asked for."""

ITERATIONS_TO_A_THOUSANDTH = (8, 140, 120, 90, 70)
"""Iterations to 1e-3 by number of rungs."""

ITERATIONS_EXPONENT = (0.28, 0.65, 0.65, 0.65, 0.65)
"""Iterations grow as (1e-3 / target) to this power (measured for none and one)."""

FIXED_BYTES = 350 << 20
"""The process with its libraries and compiled programs."""

TEMPORARY_BYTES = 250 << 20
"""Most that the temporaries of the chunks in flight take."""


@dataclass(frozen=True)
class Estimate:
    """The cost of a solve.

    Attributes:
        entries: information set x action pairs of one turn-up class.
        state_bytes: regrets and averages of all classes asked for.
        peak_bytes: the process at its largest.
        iterations: to the target.
        seconds: of all iterations.
        compile_seconds: the first time; later the programs are loaded.
    """

    entries: int
    state_bytes: int
    peak_bytes: int
    iterations: int
    seconds: float
    compile_seconds: float


def estimate(tree: Tree, target: float, classes: int = 1) -> Estimate:
    """The cost of solving `classes` turn-up classes of a tree to a target."""
    rungs = max(max(tree.ladder.tops) - tree.ladder.first, 0) if tree.ladder.bets else 0
    rungs = min(rungs, len(RUNGS) - 1)
    iterations = ITERATIONS_TO_A_THOUSANDTH[rungs] * (1e-3 / target) ** ITERATIONS_EXPONENT[rungs]
    per_iteration = SECONDS_PER_PASS + classes * tree.entries * NANOSECONDS_PER_ENTRY[rungs] * 1e-9
    count = max(10, math.ceil(iterations / 10) * 10)
    return Estimate(
        entries=tree.entries,
        state_bytes=classes * tree.state_bytes,
        peak_bytes=FIXED_BYTES + TEMPORARY_BYTES + classes * tree.state_bytes,
        iterations=count,
        seconds=count * per_iteration * 1.15,  # certificates every ten iterations
        compile_seconds=COMPILE_SECONDS[rungs],
    )


def check_memory(needs: Estimate, processes: int = 1) -> None:
    """Refuse what will not fit, in so many processes at once.

    Raises:
        MemoryShortError: the estimate is above the memory that is free.
    """
    free = psutil.virtual_memory().available
    peak = processes * needs.peak_bytes
    if peak > free:
        remedy = sentence("remedy-workers" if processes > 1 else "remedy-raises")
        sizes = {"needs": Number(peak / 2**30, 1), "free": Number(free / 2**30, 1)}
        raise MemoryShortError("memory-short", remedy=remedy, **sizes)
