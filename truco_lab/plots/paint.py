"""What each view says of a hand: the fill of its cell and the text in it. `static/views.js` has the same for
the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import isnan, sqrt
from typing import Any

from ..notation import Spot, spell
from ..query import Table
from ..query.kinds import KINDS
from ..rules import Play
from ..words import Lang, number
from .colours import HERE, HUES, LOSING, WINNING, Paper, ink_on, mixed
from .naming import card_name

COST_SCALE = {"pp": 20.0, "points": 3.0}
"""The loss that is drawn in full colour, by unit."""

FADED = 0.72
"""How much of a cell is paper where the solution practically never holds the hand."""

NOBODY = 5e-8
"""A hand with a smaller share leaves its cell empty: shares on the screen have seven decimals."""

DOT = "·"
"""In the place of a number that is next to nothing."""

Row = dict[str, Any]


@dataclass(frozen=True)
class Asked:
    """What is to be drawn.

    Attributes:
        table: see `query.chart`.
        spot: the decision.
        view: one of `query.CHARTS`.
        paper, lang: what it is drawn on, and in which language.
        unit, cost_of, only: see `plot`.
        beside: the spot that this one is compared with.
    """

    table: Table
    spot: Spot
    view: str
    paper: Paper
    lang: Lang
    unit: str
    cost_of: str
    only: str | None
    beside: Spot | None

    @cached_property
    def rows(self) -> list[Row]:
        """One per hand."""
        columns = self.table.columns
        return [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]

    @cached_property
    def most(self) -> float:
        """The largest share."""
        return max((row["share"] for row in self.rows), default=0.0)

    @cached_property
    def swing(self) -> float:
        """The distance from 50 % to win that is drawn in full colour."""
        return max([5.0, *(abs(row["win"] - 50) for row in self.rows if not isnan(row["win"]))])

    @cached_property
    def cards(self) -> dict[str, str]:
        """How a cell names the cards that may be played, by how a line writes them; one face down has a star."""
        plays = [action for action in self.spot.state.legal if isinstance(action, Play)]
        return {spell(a, self.spot.turn_up): card_name(self.spot, a.card) + "*" * a.hidden for a in plays}


@dataclass(frozen=True)
class Paint:
    """One cell.

    Attributes:
        bands: colours with their shares of the width, from the left.
        text: in the middle.
        ink: of the text; None where it stands on several colours.
        small: whether a small cell goes without the text.
    """

    bands: tuple[tuple[str, float], ...]
    text: str = ""
    ink: str | None = None
    small: bool = False


def paints(asked: Asked) -> Iterator[Paint]:
    """The cells, row by row."""
    paint, needs = VIEWS[asked.view]
    needs = needs.format(unit=asked.unit)
    for row in asked.rows:
        cell = _blank(asked) if isnan(row[needs]) else paint(asked, row)
        yield _faint(cell, asked.paper) if row.get("never") else cell


def _strategy(asked: Asked, row: Row) -> Paint:
    if asked.only is not None:
        chance = row[KINDS[asked.only]]
        return _shaded(asked, HUES[asked.only], chance, DOT if chance < 0.005 else number(100 * chance, 0, asked.lang))
    bands = tuple((HUES[kind], row[column]) for kind, column in KINDS.items() if row[column] > 0.002)
    if not bands:
        return _blank(asked)
    text = asked.cards.get(row["most_played"], "")
    if not text and len(bands) > 1:
        text = number(100 * row["probability"], 0, asked.lang)
    return Paint(bands, text, ink_on(bands[0][0]) if len(bands) == 1 else None, small=True)


def _ranged(asked: Asked, row: Row) -> Paint:
    share = row["share"]
    if share < NOBODY:
        return _blank(asked)
    text = DOT if share < 5e-4 else number(100 * share, 1 if share < 0.0995 else 0, asked.lang)
    return _shaded(asked, HERE, 0.04 + 0.9 * sqrt(share / asked.most), text)


def _value(asked: Asked, row: Row) -> Paint:
    strength = 0.06 + 0.84 * abs(row["win"] - 50) / asked.swing
    return _shaded(asked, WINNING if row["win"] >= 50 else LOSING, strength, number(row["win"], 0, asked.lang))


def _cost(asked: Asked, row: Row) -> Paint:
    lost = row[f"cost_{asked.unit}"]
    text = DOT if lost < 0.05 else number(lost, 1 if lost < 9.95 else 0, asked.lang)
    return _shaded(asked, LOSING, sqrt(max(lost, 0) / COST_SCALE[asked.unit]), text)


def _compared(asked: Asked, row: Row) -> Paint:
    signed = row["signed"]
    size = row["variation"] if isnan(signed) else abs(signed)
    text = DOT if size < 0.005 else ("−" if signed < 0 else "") + number(100 * size, 0, asked.lang)
    return _shaded(asked, LOSING if signed < 0 else WINNING, size, text)


def _trust(asked: Asked, row: Row) -> Paint:
    gap = row["gap_pp"]
    hue = HERE if gap <= 1 else HUES["lowest"] if gap <= 5 else LOSING
    strength = 0.25 + 0.35 * gap if gap <= 1 else 0.75
    return _shaded(asked, hue, strength, DOT if gap < 0.05 else number(gap, 1, asked.lang))


VIEWS: Mapping[str, tuple[Callable[[Asked, Row], Paint], str]] = {
    "strategy": (_strategy, "probability"),
    "range": (_ranged, "share"),
    "opponent": (_ranged, "share"),
    "value": (_value, "win"),
    "cost": (_cost, "cost_{unit}"),
    "compare": (_compared, "variation"),
    "trust": (_trust, "gap_pp"),
}
"""How each view paints a row, and the column without which its cell is blank."""


def _blank(asked: Asked) -> Paint:
    return Paint(((asked.paper.paper, 1.0),))


def _shaded(asked: Asked, hue: str, strength: float, text: str) -> Paint:
    """A cell between paper (0) and a hue (1)."""
    colour = mixed(asked.paper.paper, hue, max(0.0, min(1.0, strength)))
    return Paint(((colour, 1.0),), text, ink_on(colour))


def _faint(cell: Paint, paper: Paper) -> Paint:
    bands = tuple((mixed(fill, paper.paper, FADED), share) for fill, share in cell.bands)
    return replace(cell, bands=bands, ink=ink_on(bands[0][0]) if len(bands) == 1 else cell.ink)
