"""`truco-lab doctor`: is this installation sound?"""

from __future__ import annotations

import argparse
import platform
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import psutil

from .. import __version__
from ..folders import cache_folder, data_folder


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser("doctor", help="check the installation and say what the machine offers")
    parser.set_defaults(func=run)


def run(arguments: argparse.Namespace) -> int:
    """Print one line per check; status 1 if one fails."""
    failed = 0
    for name, check in CHECKS.items():
        try:
            print(f"ok      {name:<14}{check()}")
        except Exception as error:  # whatever goes wrong is what the user wants to see
            failed += 1
            print(f"FAILED  {name:<14}{error}")
    return 1 if failed else 0


def _versions() -> str:
    import jax
    import numpy
    from jaxlib.version import __version__ as jaxlib_version

    return (
        f"truco_lab {__version__}, Python {platform.python_version()}, jax {jax.__version__}, "
        f"jaxlib {jaxlib_version}, numpy {numpy.__version__}"
    )


def _devices() -> str:
    import jax

    return ", ".join(f"{device.platform} {device.device_kind}" for device in jax.devices())


def _memory() -> str:
    memory = psutil.virtual_memory()
    return f"{memory.available / 2**30:.1f} of {memory.total / 2**30:.1f} GiB free"


def _allocator() -> str:
    from ..solve.runtime import tune_allocator

    return "tuned" if tune_allocator() else "not tuned (Linux with glibc only): solving is slower"


def _writable(folder: Path) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder):
        return str(folder)


def _values() -> str:
    from ..values import load

    table = load()
    return f"{sum(1 for _ in table)} of 1,296 subgames solved"


def _solve() -> str:
    import numpy as np

    from ..rules import Deck, Score
    from ..solve.runtime import prepare
    from ..solve.solver import Config, solve

    prepare()
    payoffs = np.array([[1.0] * 5, [-1.0] * 5])
    solution = solve(Score(11, 11), [Deck((2, 1, 1), 2)], payoffs, Config(target=1e-4, max_iterations=200))
    exploitability = float(solution.evaluation.exploitability[0])
    if not exploitability <= 1e-4:
        raise RuntimeError(f"a tiny game stopped at exploitability {exploitability:.1e}")
    return f"a tiny game to exploitability {exploitability:.1e} in {solution.iterations} iterations"


CHECKS: dict[str, Callable[[], str]] = {
    "versions": _versions,
    "devices": _devices,
    "memory": _memory,
    "allocator": _allocator,
    "cache folder": lambda: _writable(cache_folder()),
    "data folder": lambda: _writable(data_folder()),
    "match values": _values,
    "solver": _solve,
}

if __name__ == "__main__":
    sys.exit(run(argparse.Namespace()))
