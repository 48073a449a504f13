"""What the colours of a view mean: keys with words, or a scale between two of them."""

from __future__ import annotations

from math import isnan
from typing import NamedTuple

import numpy as np

from ..query.charts import MOST_PLAYED, WORST
from ..query.kinds import KINDS
from ..words import Lang, number, percent, say
from .colours import HERE, HUES, LOSING, WINNING, mixed
from .paint import COST_SCALE, Asked

STEPS = 48
"""Colours of a scale."""


class Key(NamedTuple):
    """One entry: words, colours from left to right, words."""

    before: str
    colours: tuple[str, ...]
    after: str


def legend(asked: Asked) -> list[Key]:
    """The entries of a view."""
    lang = asked.lang
    match asked.view:
        case "strategy":
            return _kinds(asked)
        case "range" | "opponent":
            most = f"{say('scale-most', lang)}: {percent(asked.most, lang)}"
            return [_scale(asked, say("scale-none", lang), most, (HERE, 0.04), (HERE, 0.94))]
        case "value":
            low, high = (f"{number(50 + side * asked.swing, 0, lang)} %" for side in (-1, 1))
            low, high = f"{say('scale-loses', lang)}: {low}", f"{say('scale-wins', lang)}: {high}"
            return [_scale(asked, low, high, (LOSING, 0.9), (LOSING, 0.0), (WINNING, 0.9))]
        case "cost":
            stops = [(LOSING, step**0.5) for step in np.linspace(0, 1, 9).tolist()]
            most = f"{number(COST_SCALE[asked.unit], 0, lang)} {say(f'unit-{asked.unit}', lang)}"
            return [Key(f"{_action(asked.cost_of, lang)}:", (), ""), _scale(asked, "0", most, *stops)]
        case "compare":
            signed = any(not isnan(row["signed"]) for row in asked.rows)
            stops = [(LOSING, 1.0)] * signed + [(WINNING, 0.0), (WINNING, 1.0)]
            line = Key(say("compare-with", lang, line=asked.beside), (), "")
            return [line, _scale(asked, "−100 %" if signed else "0 %", "100 %", *stops)]
        case _:
            stops = [(HERE, 0.25), (HERE, 0.6), (HUES["lowest"], 0.75), (LOSING, 0.75)]
            return [_scale(asked, say("scale-exact", lang), say("scale-rough", lang), *stops)]


def _scale(asked: Asked, low: str, high: str, *stops: tuple[str, float]) -> Key:
    """Between two words, from hue to hue, each with its strength."""
    ends = [mixed(asked.paper.paper, hue, strength) for hue, strength in stops]
    pairs = list(zip(ends, [*ends[1:], ends[-1]], strict=True))
    steps = [divmod(step, 1) for step in np.linspace(0, len(ends) - 1, STEPS).tolist()]
    return Key(low, tuple(mixed(*pairs[int(k)], share) for k, share in steps), high)


def _kinds(asked: Asked) -> list[Key]:
    total = sum(row["share"] for row in asked.rows) or 1.0
    keys = []
    for kind, column in KINDS.items():
        chance = sum(row["share"] * row[column] for row in asked.rows) / total
        if chance > 0 and asked.only in (None, kind):
            words = f"{say(f'kind-{kind}', asked.lang)} {percent(chance, asked.lang)}"
            keys.append(Key("", (HUES[kind],), words))
    return keys


def _action(cost_of: str, lang: Lang) -> str:
    if cost_of in (WORST, MOST_PLAYED):
        return say("cost-worst" if cost_of == WORST else "cost-played", lang)
    return say("cost-of", lang, action=say(f"kind-{cost_of}", lang))
