"""The command line `truco-lab`. Exit status: 0 done, 1 failed, 2 bad input, 130 interrupted."""

from __future__ import annotations

import argparse
import contextlib
import errno
import sys
from collections.abc import Sequence
from importlib import import_module

from . import __version__
from .errors import TrucoLabError

DONE, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130

NAMES = ("solve", "show", "serve", "info", "grid", "values", "store", "check", "doctor")
COMMANDS = {name: f"truco_lab.commands.{name}" for name in NAMES} | {"check": "truco_lab.notation.command"}
"""Where each command is defined: only the one that is asked for is imported."""

UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""What the system says of an output that it does not take."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; errors that a user can mend are one sentence on the error stream."""
    arguments = sys.argv[1:] if arguments is None else arguments
    parser = argparse.ArgumentParser(prog="truco-lab", description="Solve heads-up Truco Paulista.")
    parser.add_argument("--version", action="version", version=f"truco_lab {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    asked = [name for name in COMMANDS if name in arguments[:1]]
    for name in asked or COMMANDS:
        import_module(COMMANDS[name]).add_parser(commands)
    chosen = parser.parse_args(arguments)
    try:
        status = _status(chosen)
        if sys.stdout:
            sys.stdout.flush()  # or it would fail while Python ends
        return status
    except BrokenPipeError:  # the reader has seen enough
        problem = ""
    except UnicodeEncodeError as error:
        missing = error.object[error.start]
        problem = f"the output is {error.encoding}, which has no {missing!r}; set PYTHONIOENCODING=utf-8"
    except OSError as error:
        if error.errno not in UNWRITABLE:
            raise
        problem = f"the output cannot be written: {error.strerror}"
    with contextlib.suppress(OSError):
        sys.stdout.close()  # with what could not be written, or Python would try again
    if problem:
        print(f"truco-lab: {problem}", file=sys.stderr)
    return FAILED


def _status(chosen: argparse.Namespace) -> int:
    """Run a command; its exit status."""
    try:
        return int(chosen.func(chosen))
    except TrucoLabError as error:
        print(f"truco-lab: {error}", file=sys.stderr)
        return error.status
    except KeyboardInterrupt:
        print("truco-lab: interrupted", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
