"""What is said in English and Brazilian Portuguese beside the notation's own sentences (`truco_lab.notation`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from .errors import ERRORS
from .screen import SCREEN

Lang: TypeAlias = Literal["en", "pt"]
"""English or Brazilian Portuguese."""

LANGS: tuple[Lang, ...] = ("en", "pt")


@dataclass(frozen=True)
class Sentence:
    """What an error says, its blanks filled.

    Attributes:
        key: of `ERRORS`; anything else is said as it is.
        blanks: what goes into them, by name; sentences in the same language.
    """

    key: str
    blanks: tuple[tuple[str, object], ...] = ()

    def say(self, lang: Lang = "en") -> str:
        """The sentence in a language."""
        if self.key not in ERRORS:
            return self.key
        said = {name: value.say(lang) if isinstance(value, Sentence | Number) else value for name, value in self.blanks}
        return ERRORS[self.key][LANGS.index(lang)].format(**said)

    def __str__(self) -> str:
        return self.say()


@dataclass(frozen=True)
class Number:
    """A number in a sentence, with a fixed count of decimals."""

    value: float
    digits: int

    def say(self, lang: Lang = "en") -> str:
        """The number in a language."""
        return number(self.value, self.digits, lang)


def sentence(key: str, /, **blanks: object) -> Sentence:
    """A sentence of `ERRORS` with these blanks."""
    return Sentence(key, tuple(blanks.items()))


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
