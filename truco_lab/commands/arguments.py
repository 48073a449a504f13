"""What the arguments of several commands mean."""

from __future__ import annotations

import argparse
import math
import re
import signal
from pathlib import Path
from types import FrameType
from typing import Any

from ..errors import BadInputError
from ..notation import Spot, SpotError, parse
from ..notation.command import pointed

FAILED = 1
"""Exit status of what did not come out as it was asked for."""

HIGHEST_PORT = 65535

INTERRUPTED = 130
"""Exit status after Ctrl-C."""


def add_line(parser: argparse.ArgumentParser, **options: Any) -> None:
    """The score and turn-up a command is about."""
    help = "score (mão first) and turn-up, for example '10x10 v4'"
    parser.add_argument("line", metavar="LINE", help=help, **options)


def add_store(parser: argparse.ArgumentParser) -> None:
    """Where solved strategies are."""
    parser.add_argument(
        "--store", type=directory, metavar="DIR", help="folder of solved strategies (default: the user's)"
    )


def subgame(line: str) -> Spot:
    """The spot at the root of a line's subgame.

    Raises:
        BadInputError: the line is no spot, with a caret under what could not be read.
    """
    try:
        return parse(line)
    except SpotError as error:
        raise BadInputError(f"\n{pointed(error, 'en')}") from error


def positive(text: str) -> float:
    """A number above zero."""
    try:
        number = float(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from error
    if not (number > 0 and math.isfinite(number)):
        raise argparse.ArgumentTypeError(f"it must be above 0, not {text}")
    return number


def count(text: str) -> int:
    """A whole number from 1."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"it must be a whole number from 1, not {text!r}")
    return int(text)


def port(text: str) -> int:
    """The number of a TCP port."""
    number = count(text)
    if number > HIGHEST_PORT:
        raise argparse.ArgumentTypeError(f"it must be a port, at most {HIGHEST_PORT}, not {text!r}")
    return number


def size(text: str) -> int:
    """A number of bytes, such as 500MB or 20GB (powers of 1,000)."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?) ?([kMGT]?)B?", text, re.ASCII)
    if match is None:
        raise argparse.ArgumentTypeError(f"it must be a size such as 500MB or 20GB, not {text!r}")
    return int(float(match[1]) * 1000 ** " kMGT".index(match[2] or " "))


def directory(text: str) -> Path:
    """A path, not an empty one: that would be the working directory, where a shell variable is not set."""
    if not text.strip():
        raise argparse.ArgumentTypeError("it must be a folder, not an empty name")
    return Path(text)


class Interruption:
    """Turns the first Ctrl-C into a question that the solver asks between iterations; the second one is a Ctrl-C."""

    def __init__(self) -> None:
        self._asked = False

    def asked(self) -> bool:
        return self._asked

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self._asked:
            raise KeyboardInterrupt
        self._asked = True

    def __enter__(self) -> Interruption:
        self._before = [(kind, signal.signal(kind, self._handle)) for kind in (signal.SIGINT, signal.SIGTERM)]
        return self

    def __exit__(self, *_: object) -> None:
        for kind, handler in self._before:
            signal.signal(kind, handler)
