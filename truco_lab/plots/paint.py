"""What each view says of a hand: the fill of its cell and the text in it. `static/views.js` has the same for
the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
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


def paints(
    table: Table, spot: Spot, view: str, paper: Paper, lang: Lang, unit: str, only: str | None
) -> Iterator[Paint]:
    """The cells of a chart's table (`query.chart`), row by row.

    Args:
        spot: the decision.
        unit: of costs, "pp" or "points".
        only: in the view `strategy`, the one kind of action that is shown.
    """
    blank = Paint(((paper.paper, 1.0),))

    def shaded(hue: str, strength: float, text: str) -> Paint:
        colour = mixed(paper.paper, hue, max(0.0, min(1.0, strength)))
        return Paint(((colour, 1.0),), text, ink_on(colour))

    def strategy(row: Row) -> Paint:
        bands = [(HUES[kind], row[column]) for kind, column in KINDS.items()]
        if only is not None:
            chance = row[KINDS[only]]
            return shaded(HUES[only], chance, DOT if chance < 0.005 else number(100 * chance, 0, lang))
        kept = tuple((hue, share) for hue, share in bands if share > 0.002)
        if not kept:
            return blank
        text = cards.get(row["most_played"], "")
        if not text and len(kept) > 1:
            text = number(100 * row["probability"], 0, lang)
        return Paint(kept, text, ink_on(kept[0][0]) if len(kept) == 1 else None, small=True)

    def ranged(row: Row) -> Paint:
        share = row["share"]
        if share < NOBODY:
            return blank
        text = DOT if share < 5e-4 else number(100 * share, 1 if share < 0.0995 else 0, lang)
        return shaded(HERE, 0.04 + 0.9 * sqrt(share / max(most, 1e-9)), text)

    def value(row: Row) -> Paint:
        strength = abs(row["win"] - 50) / swing
        return shaded(WINNING if row["win"] >= 50 else LOSING, 0.06 + 0.84 * strength, number(row["win"], 0, lang))

    def cost(row: Row) -> Paint:
        lost = row[f"cost_{unit}"]
        text = DOT if lost < 0.05 else number(lost, 1 if lost < 9.95 else 0, lang)
        return shaded(LOSING, sqrt(max(lost, 0) / COST_SCALE[unit]), text)

    def compared(row: Row) -> Paint:
        signed = row["signed"]
        size = row["variation"] if isnan(signed) else abs(signed)
        text = DOT if size < 0.005 else ("−" if signed < 0 else "") + number(100 * size, 0, lang)
        return shaded(LOSING if signed < 0 else WINNING, size, text)

    def trust(row: Row) -> Paint:
        gap = row["gap_pp"]
        hue = HERE if gap <= 1 else HUES["lowest"] if gap <= 5 else LOSING
        return shaded(hue, 0.25 + 0.35 * gap if gap <= 1 else 0.75, DOT if gap < 0.05 else number(gap, 1, lang))

    views: dict[str, tuple[Callable[[Row], Paint], str]] = {
        "strategy": (strategy, "probability"),
        "range": (ranged, "share"),
        "opponent": (ranged, "share"),
        "value": (value, "win"),
        "cost": (cost, f"cost_{unit}"),
        "compare": (compared, "variation"),
        "trust": (trust, "gap_pp"),
    }
    paint, needs = views[view]
    rows = [dict(zip(table.columns, cells, strict=True)) for cells in zip(*table.columns.values(), strict=True)]
    cards = {spell(a, spot.turn_up): _short(spot, a) for a in spot.state.legal if isinstance(a, Play)}
    most = max((row["share"] for row in rows), default=0.0)
    swing = swing_of(table) if view == "value" else 0.0
    for row in rows:
        cell = blank if isnan(row[needs]) else paint(row)
        yield _faint(cell, paper) if row.get("never") else cell


def swing_of(table: Table) -> float:
    """The distance from 50 % that is drawn in full colour."""
    wins = table["win"][~_nan(table["win"])]
    return max([5.0, *abs(wins - 50)])


def _nan(column: Any) -> Any:
    return column != column


def _short(spot: Spot, action: Play) -> str:
    return card_name(spot, action.card) + "*" * action.hidden


def _faint(cell: Paint, paper: Paper) -> Paint:
    bands = tuple((mixed(fill, paper.paper, FADED), share) for fill, share in cell.bands)
    return replace(cell, bands=bands, ink=ink_on(bands[0][0]) if len(bands) == 1 else cell.ink)
