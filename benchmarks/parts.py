"""The command line that benchmarks share: some parts, each a list of rows, and tasks of child processes."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from typing import Any

Rows = list[dict[str, Any]]


def run(
    about: str | None, parts: Mapping[str, Callable[[], Rows]], tasks: Mapping[str, Callable[..., Any]] | None = None
) -> None:
    """Run the parts asked for (all by default), or one task of a child process.

    Args:
        about: what `--help` says.
        parts: by name.
        tasks: by name; each takes what is left of the command line and gives what is printed as JSON.
    """
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART")
    parser.add_argument("--json", action="store_true", help="one JSON object per row")
    parser.add_argument("--task", choices=tuple(tasks or ()), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.task and tasks:
        print(json.dumps(tasks[arguments.task](*arguments.parts)))
        return
    unknown = set(arguments.parts) - set(parts)
    if unknown:
        parser.error(f"no part is called {', '.join(unknown)}: there are {', '.join(parts)}")
    for part in arguments.parts or parts:
        for row in parts[part]():
            row = {"part": part, **row}
            print(json.dumps(row) if arguments.json else "  ".join(f"{k} {v}" for k, v in row.items()), flush=True)
