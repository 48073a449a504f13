"""Spots in page addresses (`?s=`) and in `.truco` files of one line."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qsl, quote

from .read import parse
from .spot import Spot

KEY = "s"
"""The key of the query that carries the line."""

SUFFIX = ".truco"

LONGEST_LINE_BYTES = 100_000
"""How much of a file is read; no line of a spot comes near."""


def to_query(spot: Spot) -> str:
    """The query of a page address that shows a spot: `?s=10x10%20v4%20...`."""
    return f"?{KEY}={quote(str(spot), safe='')}"


def line_in(address: str) -> str:
    """The line that a page address carries, or an empty one.

    Args:
        address: a whole address, or just its query with the question mark. Other keys are passed over.
    """
    query = address.partition("?")[2].partition("#")[0]
    return next((value for key, value in parse_qsl(query, keep_blank_values=True) if key == KEY), "")


def from_query(address: str, base: Spot | None = None, *, lenient: bool = False) -> Spot:
    """The spot that a page address names; without a line in it, what `base` is.

    Args:
        address: as for `line_in`.
        base, lenient: as for `parse`.

    Raises:
        SpotError: the line in it names no spot.
    """
    return parse(line_in(address), base, lenient=lenient)


def file_name(spot: Spot) -> str:
    """A name for the spot's file, with nothing in it that file systems refuse."""
    words = "".join(char if char.isalnum() or char == "?" else " " for char in str(spot)).replace("?", "_").split()
    return "-".join(words) + SUFFIX


def save(spot: Spot, path: Path) -> Path:
    """Writes the spot's line to a `.truco` file.

    Args:
        spot: what to write.
        path: the file, or a folder in which it is named after the spot.

    Returns:
        The file.
    """
    if path.is_dir():
        path = path / file_name(spot)
    path.write_text(f"{spot}\n", encoding="ascii")
    return path


def load(path: Path, base: Spot | None = None, *, lenient: bool = False) -> Spot:
    """The spot in the first line of a file.

    Args:
        path: a `.truco` file or any text file.
        base, lenient: as for `parse`.

    Raises:
        SpotError: its first line names no spot.
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        first = file.readline(LONGEST_LINE_BYTES)
    return parse(first.decode("utf-8-sig", errors="replace"), base, lenient=lenient)
