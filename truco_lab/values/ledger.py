"""The values ledger on disk: the rows that the package ships, and the user's own, one small file per result.

A file is written whole, so results land from any number of processes without a lock; its name holds what the result is
of, what it rests on and how it was made, so that the same result lands in the same file.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from ..errors import StoreError
from ..folders import data_folder, write_whole
from .rows import ClassValue, damaged, read, written
from .table import ValueTable

_NAME = re.compile(r"\d+x\d+-c\d+-\w+-[0-9a-f]{8}\.csv")
"""What `land` calls its files: others may lie beside them, whatever their names."""


def values_folder() -> Path:
    """The user's own rows."""
    return data_folder() / "values"


def shipped() -> list[ClassValue]:
    """The rows that come with the package."""
    file = resources.files("truco_lab.values").joinpath("values.csv")
    return read(file.read_text(encoding="utf-8"), "the installed package")


def load() -> ValueTable:
    """All rows, shipped and the user's.

    Raises:
        StoreError: a file is damaged or cut short; it is named.
    """
    table = ValueTable(shipped())
    for path in sorted(values_folder().glob("*.csv")):
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise StoreError("values-unreadable", path=path) from error
        rows = read(text, str(path))
        if _NAME.fullmatch(path.name) and path.name != _name(rows):
            raise damaged(rows, str(path))
        for row in rows:
            table.add(row)
    return table


def land(rows: Sequence[ClassValue]) -> Path:
    """Keep the rows of one solve: turn-up classes of one score.

    Raises:
        StoreError: the folder cannot be written.
    """
    path = values_folder() / _name(rows)
    write_whole(path, written(rows))
    return path


def _name(rows: Sequence[ClassValue]) -> str:
    """Of the file that holds these rows."""
    first, classes = rows[0], "".join(str(row.turn_up_class) for row in rows)
    made = hashlib.sha256(f"{first.configuration} {first.version}".encode()).hexdigest()[:8]
    return f"{first.score}-c{classes}-{first.basis}-{made}.csv"
