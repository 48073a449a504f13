"""The command line `truco-lab`. Exit status: 0 done, 1 failed, 2 bad input, 130 interrupted."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from . import __version__
from .commands import doctor, info, serve, show, solve
from .errors import TrucoLabError
from .notation import command as check

DONE, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; errors that a user can mend are one sentence on the error stream."""
    parser = argparse.ArgumentParser(prog="truco-lab", description="Solve heads-up Truco Paulista.")
    parser.add_argument("--version", action="version", version=f"truco_lab {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for command in (solve, show, serve, info, check, doctor):
        command.add_parser(commands)
    chosen = parser.parse_args(arguments)
    try:
        return int(chosen.func(chosen))
    except TrucoLabError as error:
        print(f"truco-lab: {error}", file=sys.stderr)
        return error.status
    except KeyboardInterrupt:
        print("truco-lab: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        return FAILED


if __name__ == "__main__":
    sys.exit(main())
