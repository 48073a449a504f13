"""Tables: columns by name, with units, made without pandas; a DataFrame where one is asked for."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from .texts import UNITS

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Table:
    """A tidy table.

    Attributes:
        columns: by name, all of one length; text as object arrays. Units: `texts.UNITS`.
        notes: what a reader must know of it.
    """

    columns: Mapping[str, np.ndarray]
    notes: tuple[str, ...] = field(default=())

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()))) if self.columns else 0

    def __getitem__(self, column: str) -> np.ndarray:
        return self.columns[column]

    def where(self, rows: np.ndarray) -> Table:
        """Some of the rows."""
        return Table({name: column[rows] for name, column in self.columns.items()}, self.notes)

    @property
    def units(self) -> dict[str, str]:
        """What each column means, with its unit."""
        return {name: UNITS[name] for name in self.columns}

    def frame(self) -> pd.DataFrame:
        """As a DataFrame; `attrs` has the units and the notes. Needs pandas."""
        import pandas as pd

        frame = pd.DataFrame(dict(self.columns))
        frame.attrs.update(units=self.units, notes=list(self.notes))
        return frame

    def records(self) -> Iterator[dict[str, Any]]:
        """Row by row; a number that does not exist is None."""
        plain = {name: _plain(column) for name, column in self.columns.items()}
        for values in zip(*plain.values(), strict=True):
            yield dict(zip(plain, values, strict=True))

    def to_csv(self) -> str:
        """As text with a heading line."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(["" if v is None else v for v in row.values()] for row in self.records())
        return text.getvalue()

    def to_json(self) -> str:
        """As one object: rows, units and notes."""
        return json.dumps({"rows": list(self.records()), "units": self.units, "notes": list(self.notes)})

    def to_text(self) -> str:
        """As aligned columns under their names."""
        rows = [[_shown(v) for v in row.values()] for row in self.records()]
        widths = [max(map(len, column)) for column in zip(list(self.columns), *rows, strict=True)]
        number = [column.dtype.kind in "fiu" for column in self.columns.values()]

        def line(cells: Iterable[str]) -> str:
            aligned = (c.rjust(w) if n else c.ljust(w) for c, w, n in zip(cells, widths, number, strict=True))
            return "  ".join(aligned).rstrip()

        return "\n".join(map(line, [list(self.columns), *rows]))


def _plain(column: np.ndarray) -> list[Any]:
    if column.dtype.kind == "f":
        return [None if np.isnan(v) else float(f"{v:.9g}") for v in column.tolist()]
    return [str(v) if isinstance(v, str) else v for v in column.tolist()]


def _shown(value: Any) -> str:
    """As text; a number that rounds to nothing has no sign."""
    if isinstance(value, bool):
        return "yes" if value else ""
    return "" if value is None else f"{round(value, 3) + 0.0:.3f}" if isinstance(value, float) else str(value)
