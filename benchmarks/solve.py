"""What solving costs: `python -m benchmarks.solve [PART ...] [--json]`.

Parts (all by default; the last three take minutes):

    process   truco-lab solve "11x11 v4" as a whole process, with an empty and with a warm compilation cache
    ladders   for every ladder: entries, compilation cold and cached, seconds per iteration, and that time over the
              floor: entries x 16 bytes (regrets and averages read and written once, float32) / copy bandwidth, the
              latter measured in the same process on arrays of the state's size
    exact     10x10 v4 with exact match values down to 2.5e-4
    deep      0x0 v4 with stand-in values down to 1e-3
    curve     10x10 v4, stand-in free, 600 iterations in float32 and in float64
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.parts import run

LADDERS = ("11x11", "10x11", "11x10", "10x10", "9x6", "8x8", "5x5", "0x0")


def process() -> list[dict[str, Any]]:
    """Cold, then warm twice."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for cache in ("empty", "warm", "warm"):
            begin = time.perf_counter()
            result = _cli(folder, "solve", "11x11 v4", "--target", "1e-5")
            wall = time.perf_counter() - begin
            names = ("value_mao", "exploitability", "iterations", "compile_seconds", "peak_rss_bytes")
            rows.append({"cache": cache, "wall_seconds": round(wall, 2), **{name: result[name] for name in names}})
    return rows


def ladders() -> list[dict[str, Any]]:
    """Each in processes of its own, with an empty and then a warm cache."""
    rows = []
    for score in LADDERS:
        with tempfile.TemporaryDirectory() as folder:
            cold = _child("measure", score, folder)
            warm = _child("measure", score, folder)
        faster = min(cold, warm, key=lambda row: row["seconds_per_iteration"])
        rows.append(
            faster | {"compile_seconds": cold["compile_seconds"], "cached_compile_seconds": warm["compile_seconds"]}
        )
    return rows


def exact() -> list[dict[str, Any]]:
    """The eleven-row values it needs are solved first and not counted."""
    with tempfile.TemporaryDirectory() as folder:
        _cli(folder, "solve", "10x10 v4", "--max-iterations", "1")
        return [_child("converge", "10x10", folder, "2.5e-4", "exact")]


def deep() -> list[dict[str, Any]]:
    """With an empty cache."""
    with tempfile.TemporaryDirectory() as folder:
        return [_child("converge", "0x0", folder, "1e-3", "stand-in")]


def curve() -> list[dict[str, Any]]:
    """The same iterations in two precisions."""
    with tempfile.TemporaryDirectory() as folder:
        _cli(folder, "solve", "10x10 v4", "--max-iterations", "1")
        return [_child("trace", "10x10", folder, dtype) for dtype in ("float32", "float64")]


PARTS: dict[str, Callable[[], list[dict[str, Any]]]] = {
    "process": process,
    "ladders": ladders,
    "exact": exact,
    "deep": deep,
    "curve": curve,
}


# -- in a process of its own -------------------------------------------------------------------------------------


def measure(name: str) -> dict[str, Any]:
    """One ladder."""
    import jax

    from truco_lab.solve import DCFR_4
    from truco_lab.solve.runtime import describe, peak_rss_bytes
    from truco_lab.tree.tree import tree_of

    score, engine = prepared_engine(name, "stand-in")
    compiling = engine.compile()
    state = engine.start()
    times = []
    for t in range(1, 13):
        begin = time.perf_counter()
        state = engine.iterate(state, DCFR_4, t)
        jax.block_until_ready(state)
        times.append(time.perf_counter() - begin)
    steady = sorted(times[2:])
    entries = tree_of(engine.decks[0], score).entries
    bandwidth = copy_bandwidth(8 * entries)
    floor = 16 * entries / bandwidth
    median = steady[len(steady) // 2]
    return {
        "score": name,
        "entries": entries,
        "compile_seconds": round(compiling, 2),
        "seconds_per_iteration": round(median, 5),
        "fastest_iteration": round(steady[0], 5),
        "copy_gb_per_second": round(bandwidth / 1e9, 1),
        "floor_seconds": round(floor, 5),
        "over_floor": round(median / floor, 1),
        "peak_rss_bytes": peak_rss_bytes(),
        "device": describe(),
    }


def copy_bandwidth(size: int) -> float:
    """Bytes read and written per second by a plain copy of arrays of so many bytes, already touched; best of many."""
    import numpy as np

    source = np.ones(max(size // 4, 1), np.float32)
    target = np.zeros_like(source)
    best = float("inf")
    for _ in range(max(5, min(200, int(4e8 // size)))):
        begin = time.perf_counter()
        np.copyto(target, source)
        best = min(best, time.perf_counter() - begin)
    return 2 * source.nbytes / best


def converge(name: str, target: str, continuation: str) -> dict[str, Any]:
    """When which exploitability is reached, compilation included."""
    from truco_lab.solve import Config, solve
    from truco_lab.solve.runtime import peak_rss_bytes

    score, payoffs = _payoffs(name, continuation)
    solution = solve(score, [0], payoffs, Config(target=float(target)))
    reached = {}
    for level in (1e-2, 1e-3, 2.5e-4):
        hit = next((row for row in solution.history if row[1] <= level), None)
        if hit:
            reached[f"{level:g}"] = {
                "iterations": hit[0],
                "seconds": round(hit[2] + solution.compile_seconds, 1),
                "solve_seconds": round(hit[2], 1),
            }
    return {
        "score": name,
        "continuation": continuation,
        "value_mao": float(solution.evaluation.value[0]),
        "exploitability": float(solution.evaluation.exploitability[0]),
        "compile_seconds": round(solution.compile_seconds, 1),
        "reached": reached,
        "peak_rss_bytes": peak_rss_bytes(),
    }


def trace(name: str, dtype: str) -> dict[str, Any]:
    """Exploitability every twenty iterations."""
    import jax

    from truco_lab.solve import Config, solve

    if dtype == "float64":
        jax.config.update("jax_enable_x64", True)
    score, payoffs = _payoffs(name, "exact")
    config = Config(target=1e-9, max_iterations=600, check_every=20)
    solution = solve(score, [0], payoffs, config, engine_options={"dtype": dtype})
    points = {iteration: float(f"{value:.3g}") for iteration, value, _ in solution.history}
    return {"score": name, "dtype": dtype, "exploitability": points}


def _payoffs(name: str, continuation: str) -> tuple[Any, Any]:
    from truco_lab.rules import Score
    from truco_lab.solve import prepare
    from truco_lab.values import ValueTable, load

    prepare()
    score = Score(*map(int, name.split("x")))
    table = load() if continuation == "exact" else ValueTable(stand_in=True)
    return score, table.payoffs(score)


def prepared_engine(name: str, continuation: str, **options: Any) -> tuple[Any, Any]:
    from truco_lab.rules import TurnUp
    from truco_lab.solve import Engine
    from truco_lab.tree.tree import tree_of

    score, payoffs = _payoffs(name, continuation)
    deck = TurnUp("4").deck
    return score, Engine(tree_of(deck, score), [deck], payoffs[:, :, None], **options)


# -- starting processes ------------------------------------------------------------------------------------------


def _environment(folder: str) -> dict[str, str]:
    return os.environ | {"TRUCO_LAB_CACHE": f"{folder}/cache", "TRUCO_LAB_DATA": f"{folder}/data"}


def _cli(folder: str, *arguments: str) -> dict[str, Any]:
    return _run([sys.executable, "-m", "truco_lab", *arguments, "--json"], folder)


def _child(task: str, score: str, folder: str, *more: str) -> dict[str, Any]:
    return _run([sys.executable, "-m", "benchmarks.solve", "--task", task, score, *more], folder)


def _run(command: list[str], folder: str) -> dict[str, Any]:
    root = Path(__file__).resolve().parents[1]
    done = subprocess.run(command, env=_environment(folder), cwd=root, check=True, stdout=subprocess.PIPE, text=True)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


if __name__ == "__main__":
    run(__doc__, PARTS, {"measure": measure, "converge": converge, "trace": trace})
