"""What the grid driver gains: `python -m benchmarks.grid [PART ...] [--json]`.

    workers   the wave 10x8, 8x10 (all nine turn-ups, to the grid's own target) with one worker and with two, each in
              one thread, twice; and what the machine's memory gives one core and two (a quarter of an hour)
    chunks    an iteration at 8x8 on one core by the number of round-1 outcomes in a chunk: alone, and while another
              process does the same on another core
    warm      10x10: each turn-up class from nothing and from the regrets of class 4, to 1e-3 and to 2.5e-4

What they rest on is shipped.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.parts import run

COPIED_BYTES, SECONDS = 256 << 20, 4.0

CHUNKED, OUTCOMES = "8x8", (78, 39, 26, 13, 6)
"""A score that a worker takes in several chunks, and how many outcomes these may have."""

WAVE = "10x8,8x10"
"""Scores that do not need each other, rest on what is shipped, and are not shipped themselves."""


def workers() -> list[dict[str, Any]]:
    """In processes that load their programs: the first run, which compiles them, is not counted."""
    with tempfile.TemporaryDirectory() as cache:
        _grid(cache, 2, "--target", "0.9")
        rows = [_grid(cache, count) for count in (1, 2, 1, 2)]
    one, two = (min(row["seconds"] for row in rows if row["workers"] == count) for count in (1, 2))
    copied = [round(sum(_side_by_side(count, "copy")), 1) for count in (1, 2)]
    memory = {"gigabytes_per_second": copied, "memory_ratio": round(copied[1] / copied[0], 2)}
    pairs = [round(a["seconds"] / b["seconds"], 2) for a, b in zip(rows[::2], rows[1::2], strict=True)]
    return [*rows, memory, {"ratio": round(one / two, 2), "of_each_pair": pairs}]


def chunks() -> list[dict[str, Any]]:
    """Largest first; each compiled, or its programs loaded, before anything is timed."""
    rows = []
    for outcomes in OUTCOMES:
        alone, both = (_side_by_side(count, "iterate", str(outcomes)) for count in (1, 2))
        rows.append({"outcomes": outcomes, "alone_ms": alone[0], "both_ms": both})
    return rows


def _side_by_side(count: int, task: str, *arguments: str) -> list[Any]:
    """What a task gives in so many processes, each on a core of its own, that begin together once all are ready."""
    command = [sys.executable, "-m", "benchmarks.grid", "--task", task]
    options: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    options["env"] = os.environ | {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}  # as workers are begun
    children = [subprocess.Popen([*command, str(core), *arguments], **options) for core in range(count)]
    for child in children:
        assert child.stdout is not None
        child.stdout.readline()
    for child in children:
        assert child.stdin is not None
        print("go", file=child.stdin, flush=True)
    return [json.loads(child.communicate()[0]) for child in children]


def _take(core: str) -> None:
    """Run on one core only."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, [sorted(os.sched_getaffinity(0))[int(core)]])


def _again_and_again(step: Callable[[], Any]) -> list[float]:
    """Say that all is ready, wait for the word, and take the seconds of a step again and again."""
    print("ready", flush=True)
    sys.stdin.readline()
    taken: list[float] = []
    while sum(taken) < SECONDS:
        begin = time.perf_counter()
        step()
        taken.append(time.perf_counter() - begin)
    return taken


def copy(core: str) -> float:
    """Gigabytes that one core reads and writes in a second, with arrays that fit into no cache."""
    _take(core)
    here = np.ones(COPIED_BYTES // 4, np.float32)
    there = here.copy()
    taken = _again_and_again(lambda: np.multiply(here, np.float32(1.001), out=there))
    return len(taken) * 2 * COPIED_BYTES / sum(taken) / 1e9


def iterate(core: str, outcomes: str) -> float:
    """Milliseconds of an iteration on one core, with so many outcomes a chunk at most."""
    _take(core)
    import jax

    from benchmarks.solve import prepared_engine
    from truco_lab.solve import DCFR_4

    _, whole = prepared_engine(CHUNKED, "stand-in")
    per_outcome = max(sum(block.slots for block in group.blocks.values()) for group in whole.tree.groups)
    _, engine = prepared_engine(CHUNKED, "stand-in", chunk_entries=int(outcomes) * per_outcome)
    engine.compile()
    state, t = engine.start(), 0

    def step() -> None:
        nonlocal state, t
        t += 1
        state = jax.block_until_ready(engine.iterate(state, DCFR_4, t))

    step()
    return round(1e3 * statistics.median(_again_and_again(step)), 1)


def _grid(cache: str, count: int, *options: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "truco_lab", "grid", "--scores", WAVE, *options]
        done = subprocess.run(
            [*command, "--workers", str(count), "--json"],
            env=os.environ | {"TRUCO_LAB_DATA": data, "TRUCO_LAB_CACHE": cache},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    return json.loads(done.stdout)


def warm() -> list[dict[str, Any]]:
    """One process, so that all are compiled once."""
    from truco_lab.grid.plan import SOURCE
    from truco_lab.rules import TURN_UP_CLASSES, Score
    from truco_lab.solve import Config, prepare, solve
    from truco_lab.solve.solver import WarmStart
    from truco_lab.values import load

    prepare()
    score = Score(10, 10)
    payoffs = load().payoffs(score)
    rows, like, source = [], None, None
    for k in (SOURCE, *(k for k in range(TURN_UP_CLASSES) if k != SOURCE)):
        for start in (None, source) if source else (None,):
            solution = solve(score, [k], payoffs, Config(target=2.5e-4), warm=start, like=like)
            like = solution.engine
            first = next(iteration for iteration, exploitability, _ in solution.history if exploitability <= 1e-3)
            rows.append(
                {
                    "turn_up_class": k,
                    "start": "warm" if start else "cold",
                    "iterations_to_1e-3": first,
                    "iterations_to_2.5e-4": solution.iterations,
                    "seconds": round(solution.seconds, 1),
                }
            )
            source = source or WarmStart(f"class {SOURCE}", solution.state, solution.iterations)
    cold = sum(row["iterations_to_2.5e-4"] for row in rows if row["start"] == "cold")
    used = sum(r["iterations_to_2.5e-4"] for r in rows if r["start"] == "warm" or r["turn_up_class"] == SOURCE)
    return [*rows, {"all_cold_iterations": cold, "with_warm_starts": used, "ratio": round(used / cold, 3)}]


PARTS = {"workers": workers, "chunks": chunks, "warm": warm}


if __name__ == "__main__":
    run(__doc__, PARTS, {"copy": copy, "iterate": iterate})
