"""What the colours of a view mean: keys with words, or a scale between two of them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..query import Node, Table
from ..query.charts import MOST_PLAYED, WORST
from ..query.kinds import KINDS
from ..words import Lang, number, percent, say
from .colours import HERE, HUES, LOSING, WINNING, Paper, mixed
from .paint import COST_SCALE, swing_of

STEPS = 48
"""Colours of a scale."""


class Key(NamedTuple):
    """One entry: words, colours from left to right, words."""

    before: str
    colours: tuple[str, ...]
    after: str


def legend(
    table: Table, view: str, paper: Paper, lang: Lang, unit: str, cost_of: str, other: Node | None, only: str | None
) -> list[Key]:
    """The entries of a view, for the arguments of `plot`."""

    def scale(low: str, high: str, *stops: tuple[str, float]) -> Key:
        ends = [mixed(paper.paper, hue, strength) for hue, strength in stops]
        steps = np.linspace(0, len(ends) - 1, STEPS)
        return Key(low, tuple(mixed(ends[int(s)], ends[min(int(s) + 1, len(ends) - 1)], s % 1) for s in steps), high)

    match view:
        case "strategy":
            return _kinds(table, lang, only)
        case "range" | "opponent":
            most = f"{say('scale-most', lang)}: {percent(max(table['share'], default=0.0), lang)}"
            return [scale(say("scale-none", lang), most, (HERE, 0.04), (HERE, 0.94))]
        case "value":
            low, high = (f"{number(50 + side * swing_of(table), 0, lang)} %" for side in (-1, 1))
            low, high = f"{say('scale-loses', lang)}: {low}", f"{say('scale-wins', lang)}: {high}"
            return [scale(low, high, (LOSING, 0.9), (LOSING, 0.0), (WINNING, 0.9))]
        case "cost":
            stops = [(LOSING, step**0.5) for step in np.linspace(0, 1, 9).tolist()]
            most = f"{number(COST_SCALE[unit], 0, lang)} {say(f'unit-{unit}', lang)}"
            return [Key(f"{_action(cost_of, lang)}:", (), ""), scale("0", most, *stops)]
        case "compare":
            signed = not np.isnan(table["signed"]).all()
            line = "" if other is None else say("compare-with", lang, line=other.spot)
            stops = [(LOSING, 1.0)] * signed + [(WINNING, 0.0), (WINNING, 1.0)]
            return [Key(line, (), ""), scale("−100 %" if signed else "0 %", "100 %", *stops)]
        case _:
            stops = [(HERE, 0.25), (HERE, 0.6), (HUES["lowest"], 0.75), (LOSING, 0.75)]
            return [scale(say("scale-exact", lang), say("scale-rough", lang), *stops)]


def _kinds(table: Table, lang: Lang, only: str | None) -> list[Key]:
    share = table["share"] / (table["share"].sum() or 1)
    chances = {kind: float(share @ table[column]) for kind, column in KINDS.items()}
    return [
        Key("", (HUES[kind],), f"{say(f'kind-{kind}', lang)} {percent(chance, lang)}")
        for kind, chance in chances.items()
        if chance > 0 and only in (None, kind)
    ]


def _action(cost_of: str, lang: Lang) -> str:
    if cost_of in (WORST, MOST_PLAYED):
        return say("cost-worst" if cost_of == WORST else "cost-played", lang)
    return say("cost-of", lang, action=say(f"kind-{cost_of}", lang))
