"""One row per solved subgame, and rows as text: CSV with a checksum per line."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields

from ..errors import FormatVersionError, StoreError
from ..rules import Score, Seat
from ..words import sentence

CHECKSUM = "checksum"


@dataclass(frozen=True)
class ClassValue:
    """What was measured of one subgame; values in +-1 match space.

    Attributes:
        mao, pe: role-ordered score.
        turn_up_class: 0..8.
        value: to mão, of both average strategies.
        best_response_mao, best_response_pe: from each seat's own side, against the other's average strategy in this
            hand, with the pay-offs that the hand was solved for.
        exploitability: (BR_mão + BR_pé) / 2.
        match_best_response_mao, match_best_response_pe: what a player gets, from its side, who is mão (or pé) in this
            hand and answers the published strategies best in this hand and in all that follow.
        iterations: of both seats.
        seconds: spent on this subgame, compilation included.
        configuration: update rule, storage, target, start.
        basis: digest of the pay-offs (`ValueTable.basis`).
        version: of truco_lab.
    """

    mao: int
    pe: int
    turn_up_class: int
    value: float
    best_response_mao: float
    best_response_pe: float
    exploitability: float
    match_best_response_mao: float
    match_best_response_pe: float
    iterations: int
    seconds: float
    configuration: str
    basis: str
    version: str

    @property
    def score(self) -> Score:
        return Score(self.mao, self.pe)

    @property
    def subgame(self) -> tuple[Score, int]:
        """Score and turn-up class."""
        return self.score, self.turn_up_class

    @property
    def match_exploitability(self) -> float:
        """Half of what perfect opponents in either seat gain over the whole match."""
        return (self.match_best_response_mao + self.match_best_response_pe) / 2

    def match_best_response(self, seat: Seat) -> float:
        return (self.match_best_response_mao, self.match_best_response_pe)[seat]


NAMES = tuple(field.name for field in fields(ClassValue))


def written(rows: Iterable[ClassValue]) -> str:
    """Rows as CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*NAMES, CHECKSUM])
    for row in rows:
        cells = [str(getattr(row, name)) for name in NAMES]
        writer.writerow([*cells, _checksum(cells)])
    return text.getvalue()


def read(text: str, name: str) -> list[ClassValue]:
    """Rows from CSV.

    Args:
        name: of the file, for the error.

    Raises:
        FormatVersionError: its columns are not those of this version.
        StoreError: a line cannot be read, or its checksum differs; or there are no rows.
    """
    rows: list[ClassValue] = []
    try:
        records = csv.DictReader(io.StringIO(text))
        header = [*(records.fieldnames or ())]
        if header[-1:] == [CHECKSUM] and header != [*NAMES, CHECKSUM]:
            raise FormatVersionError("values-format", name=sentence(name))
        rows.extend(map(_row, records))
    except (csv.Error, KeyError, TypeError, ValueError) as error:
        raise damaged(rows, name) from error
    if not rows:
        raise damaged(rows, name)
    return rows


def damaged(rows: Sequence[ClassValue], name: str) -> StoreError:
    """What to raise when the line after these rows is not what was written."""
    return StoreError("values-damaged", line=len(rows) + 2, name=sentence(name))


def _row(record: Mapping[str, str]) -> ClassValue:
    kinds: Mapping[str, type] = {"int": int, "float": float, "str": str}
    cells = [record[name] for name in NAMES]
    if record[CHECKSUM] != _checksum(cells):
        raise ValueError("the checksum differs")
    row = ClassValue(*(kinds[str(f.type)](cell) for f, cell in zip(fields(ClassValue), cells, strict=True)))
    row.score  # noqa: B018 - outside 0..11 it raises
    return row


def _checksum(cells: list[str]) -> str:
    return hashlib.sha256(",".join(cells).encode()).hexdigest()[:8]
