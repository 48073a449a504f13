"""What is said in English and Brazilian Portuguese beside the notation's own sentences (`truco_lab.notation`)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from .screen import SCREEN

Lang: TypeAlias = Literal["en", "pt"]
"""English or Brazilian Portuguese."""

LANGS: tuple[Lang, ...] = ("en", "pt")


def say(key: str, lang: Lang, **blanks: object) -> str:
    """A text of the screen with its blanks filled."""
    return SCREEN[key][LANGS.index(lang)].format(**blanks)


def number(value: float, digits: int, lang: Lang) -> str:
    """A number with a fixed count of decimals; what rounds to nothing has no sign."""
    text = f"{0.0 if abs(value) < 0.5 * 10**-digits else value:,.{digits}f}"
    return text.translate(str.maketrans(",.", ".,")) if lang == "pt" else text


def percent(chance: float, lang: Lang) -> str:
    """A chance (0 to 1) in %, as precisely as it is worth reading."""
    value = 100 * chance
    if 0 < value < 0.005:
        return f"< {number(0.01, 2, lang)} %"
    digits = 0 if value == 0 or value >= 99.95 else 2 if value < 1 else 1
    return f"{number(value, digits, lang)} %"
