"""What the grid driver gains: `python -m benchmarks.grid [PART ...] [--json]`.

    workers   the wave 10x8, 8x10 (all nine turn-ups, to the grid's own target) with one worker and with two, each on
              one core, twice; and what the machine's memory gives one core and two (a quarter of an hour)
    warm      10x10: each turn-up class from nothing and from the regrets of class 4, to 1e-3 and to 2.5e-4

What they rest on is shipped.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from typing import Any

import numpy as np

from benchmarks.parts import run

COPIED_BYTES, COPY_SECONDS = 256 << 20, 3.0

WAVE = "10x8,8x10"
"""Scores that do not need each other, rest on what is shipped, and are not shipped themselves."""


def workers() -> list[dict[str, Any]]:
    """In processes that load their programs: the first run, which compiles them, is not counted."""
    with tempfile.TemporaryDirectory() as cache:
        _grid(cache, 2, "--target", "0.9")
        rows = [_grid(cache, count) for count in (1, 2, 1, 2)]
    one, two = (min(row["seconds"] for row in rows if row["workers"] == count) for count in (1, 2))
    copied = [_copied(1), _copied(2)]
    memory = {"gigabytes_per_second": copied, "memory_ratio": round(copied[1] / copied[0], 2)}
    pairs = [round(a["seconds"] / b["seconds"], 2) for a, b in zip(rows[::2], rows[1::2], strict=True)]
    return [*rows, memory, {"ratio": round(one / two, 2), "of_each_pair": pairs}]


def _copied(count: int) -> float:
    """Gigabytes that processes on so many cores read and write in a second, all together."""
    begin = str(time.time() + 2)
    command = [sys.executable, "-m", "benchmarks.grid", "--task", "copy"]
    children = [subprocess.Popen([*command, str(k), begin], stdout=subprocess.PIPE) for k in range(count)]
    return round(sum(json.loads(child.communicate()[0]) for child in children), 1)


def copy(core: str, begin: str) -> float:
    """Gigabytes in a second on one core, with arrays that fit into no cache."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, [sorted(os.sched_getaffinity(0))[int(core)]])
    here = np.ones(COPIED_BYTES // 4, np.float32)
    there = here.copy()
    time.sleep(max(0.0, float(begin) - time.time()))
    done, start = 0, time.perf_counter()
    while time.perf_counter() - start < COPY_SECONDS:
        np.multiply(here, np.float32(1.001), out=there)
        done += 1
    return done * 2 * COPIED_BYTES / (time.perf_counter() - start) / 1e9


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


PARTS = {"workers": workers, "warm": warm}


if __name__ == "__main__":
    run(__doc__, PARTS, {"copy": copy})
