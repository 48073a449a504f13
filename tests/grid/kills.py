"""Kill -9 at random moments over a run of the grid: `python -m tests.grid.kills --kills 30 [--scores EXPR]`.

The driver and its workers are killed together, again and again, then left to finish; the table must be that of an
undisturbed run, bit for bit but for the seconds.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from truco_lab.values import ClassValue
from truco_lab.values.rows import read

GRID = """
from truco_lab.cli import main
from truco_lab.values import ledger
ledger.shipped = list
raise SystemExit(main())
"""
"""The command as on a machine that knows no values yet."""


def run(data: Path, options: list[str], seconds: float | None = None) -> bool:
    """One run of the command; killed after some seconds if it is not done by then. Whether it was done."""
    command = [sys.executable, "-c", GRID, "grid", *options, "--json"]
    environment = os.environ | {"TRUCO_LAB_DATA": str(data)}
    process = subprocess.Popen(
        command, env=environment, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        _, errors = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)  # the workers are of its group
        process.communicate()
        return False
    assert process.returncode == 0, errors
    return True


def rows(data: Path) -> list[ClassValue]:
    """What has landed, the seconds left out."""
    found = [row for path in (data / "values").glob("*.csv") for row in read(path.read_text(), path.name)]
    found.sort(key=lambda row: (row.mao, row.pe, row.turn_up_class))
    return [dataclasses.replace(row, seconds=0.0) for row in found]


def disturbed(data: Path, options: list[str], kills: int, longest: float, seed: int) -> int:
    """Kill so often, if it lasts so long, then let it finish; how often it was killed."""
    dice, done = random.Random(seed), 0
    while done < kills:
        if run(data, options, dice.uniform(0.5, longest)):
            return done
        done += 1
    assert run(data, options)
    return done


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--scores", default="11x*,*x11")
    parser.add_argument("--workers", default="2")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    options = ["--scores", arguments.scores, "--workers", arguments.workers]
    with tempfile.TemporaryDirectory() as folder:
        begin = time.perf_counter()
        assert run(Path(folder) / "plain", options)
        plain = time.perf_counter() - begin
        kills = disturbed(Path(folder) / "killed", options, arguments.kills, plain / 12, arguments.seed)
        expected, found = rows(Path(folder) / "plain"), rows(Path(folder) / "killed")
    print(
        json.dumps(
            {
                "kills": kills,
                "rows": len(found),
                "same": found == expected,
                "undisturbed_seconds": round(plain, 1),
                "seconds": round(time.perf_counter() - begin - plain, 1),
            }
        )
    )
    if found != expected or not found or kills < arguments.kills:
        sys.exit(1)


if __name__ == "__main__":
    main()
