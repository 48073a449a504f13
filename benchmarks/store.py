"""What storing costs: `python -m benchmarks.store [PART ...] [--json]`.

Parts (all by default; the last takes minutes):

    disk      for every ladder, with averages made up at random, in both forms: bytes, seconds to write and to verify
              (best of three); then in fresh processes, with the files out of and in the page cache, milliseconds to
              open the subgame, to read one information set after round 1 (checking its outcome), to read another one
              there, and to read one of round 1 (median of seven)
    rounding  11x11 v4 and 10x10 v4 with exact match values, 0x0 v4 with stand-ins: what the compact form adds to the
              exploitability, and seconds to write both forms from a solver's state
"""

from __future__ import annotations

import dataclasses
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.parts import run
from truco_lab.rules import Score
from truco_lab.store import Entry, Form, Store

LADDERS = ("11x11", "10x10", "9x6", "8x8", "5x5", "0x0")
TARGETS = (("11x11", "exact", 1e-5), ("10x10", "exact", 1e-3), ("10x10", "exact", 2.5e-4), ("0x0", "stand-in", 1e-2))
REPEATS = 7


def disk() -> list[dict[str, Any]]:
    """Both forms of every ladder."""
    rows = []
    for name in LADDERS:
        for form in Form:
            with tempfile.TemporaryDirectory() as folder:
                rows.append(_disk(name, form, Path(folder)))
    return rows


def _disk(name: str, form: Form, root: Path) -> dict[str, Any]:
    store, entry, policy = Store(root), *made_up(score_of(name), form)
    row: dict[str, Any] = {"score": name, "form": form.value}
    row["write_seconds"] = round(min(seconds(lambda: store.write(entry, policy)) for _ in range(3)), 3)
    found = store.found()[0]
    row["verify_seconds"] = round(min(seconds(lambda: store.problems(found)) for _ in range(3)), 3)
    row["bytes"] = found.bytes
    for cache in ("cold", "warm"):
        times = []
        for _ in range(REPEATS):
            if cache == "cold":
                forget(found.folder)
            times.append(_child("look", name, str(root)))
        row[cache] = {key: statistics.median(each[key] for each in times) for key in times[0]}
    return row


def rounding() -> list[dict[str, Any]]:
    """Each in a process of its own."""
    return [_child("round_off", *map(str, target)) for target in TARGETS]


PARTS: dict[str, Callable[[], list[dict[str, Any]]]] = {"disk": disk, "rounding": rounding}


# -- in a process of its own -------------------------------------------------------------------------------------


def look(name: str, root: str) -> dict[str, Any]:
    """Milliseconds of a reader."""
    began = time.perf_counter()
    solved = Store(Path(root)).open(score_of(name), 0)
    opened = time.perf_counter()
    assert solved is not None
    solved.policy.outcome(0, 40)("3open.card")[:, 100].tolist()
    read = time.perf_counter()
    solved.policy.outcome(0, 40)("3open.card")[:, 101].tolist()
    again = time.perf_counter()
    solved.policy.round_one("0.card")[:, 200].tolist()
    first = time.perf_counter()
    assert "jax" not in sys.modules
    moments = {"open_ms": (began, opened), "read_ms": (opened, read), "another_ms": (read, again)}
    moments["round_one_ms"] = (again, first)
    return {key: round(1e3 * (end - begin), 2) for key, (begin, end) in moments.items()}


def round_off(name: str, continuation: str, target: str) -> dict[str, Any]:
    """What the compact form costs."""
    from truco_lab.values.fill import fill

    from truco_lab.solve import Config, prepare, solve
    from truco_lab.store.compact import evaluate_rounded, with_certificate
    from truco_lab.values import ValueTable, load

    prepare()
    score = score_of(name)
    table = load() if continuation == "exact" else ValueTable(stand_in=True)
    fill(table, score)
    solution = solve(score, [0], table.payoffs(score), Config(target=float(target)))
    entry = Entry.of(solution.solved(0, continuation), rule=str(solution.rule), seconds=solution.seconds)
    measuring = time.perf_counter()
    compact = with_certificate(entry, evaluate_rounded(solution.engine, solution.state), 0)
    measuring = time.perf_counter() - measuring
    row = {
        "score": name,
        "continuation": continuation,
        "iterations": solution.iterations,
        "exploitability": entry.exploitability,
        "extra_exploitability": compact.extra_exploitability,
        "value_difference": compact.value - entry.value,
        "measuring_seconds": round(measuring, 2),
    }
    with tempfile.TemporaryDirectory() as folder:
        for each in (entry, compact):
            writing = min(
                seconds(lambda each=each: Store(Path(folder)).write(each, solution.policy())) for _ in range(3)
            )
            row[f"write_seconds_{each.form.value}"] = round(writing, 3)
    return row


# -- common ------------------------------------------------------------------------------------------------------


def made_up(score: Score, form: Form) -> tuple[Entry, Any]:
    """An entry and random averages; those after round 1 are alike for all outcomes that a seat won."""
    from truco_lab.rules import real_deck
    from truco_lab.solve.policy import Policy
    from truco_lab.solve.solved import Solved
    from truco_lab.tree.tree import Block, tree_of

    tree, rng = tree_of(real_deck(0), score), np.random.default_rng(0)

    def drawn(blocks: Mapping[str, Block]) -> dict[str, np.ndarray]:
        return {name: rng.random(block.shape, np.float32) for name, block in blocks.items()}

    first, after = drawn(tree.round_one.blocks), [drawn(group.blocks) for group in tree.groups]
    policy = Policy(tree, first.__getitem__, lambda group, _: after[group].__getitem__)
    solved = Solved(score, real_deck(0), np.zeros((2, 5)), "stand-in", policy, 0.0, 0.0, 0.0, 1)
    return dataclasses.replace(Entry.of(solved, rule="none", seconds=0.0), form=form), policy


def score_of(name: str) -> Score:
    """Of a name like 10x10."""
    mao, pe = map(int, name.split("x"))
    return Score(mao, pe)


def seconds(function: Callable[[], Any]) -> float:
    """Of one call."""
    begin = time.perf_counter()
    function()
    return time.perf_counter() - begin


def forget(folder: Path) -> None:
    """Ask the system to drop a folder's files from its page cache."""
    for path in folder.iterdir():
        handle = os.open(path, os.O_RDONLY)
        os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(handle)


def _child(task: str, *arguments: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.store", "--task", task, *arguments]
    root = Path(__file__).resolve().parents[1]
    done = subprocess.run(command, cwd=root, check=True, stdout=subprocess.PIPE, text=True)
    row: dict[str, Any] = json.loads(done.stdout)
    return row


if __name__ == "__main__":
    run(__doc__, PARTS, {"look": look, "round_off": round_off})
