"""Sentences in the reader's language, filled in from the one catalogue that the documentation is made from too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..rules import Seat

Lang: TypeAlias = Literal["en", "pt"]
LANGS: tuple[Lang, ...] = ("en", "pt")

Value: TypeAlias = "str | int | Seat | tuple[str, ...] | Sentence"

LONGEST_QUOTE = 24
"""Characters of the line that a sentence repeats."""


@dataclass(frozen=True)
class Sentence:
    """One entry of the catalogue with its blanks filled: what errors, notes and explanations are made of.

    Attributes:
        code: the entry's stable name.
        values: what goes into its blanks, by name.
    """

    code: str
    values: tuple[tuple[str, Value], ...] = ()

    def say(self, lang: Lang = "en") -> str:
        """The sentence in English or Brazilian Portuguese, without a final stop."""
        from .catalogue import entry

        return entry(self.code, lang).format_map({name: _render(value, lang) for name, value in self.values})

    @property
    def en(self) -> str:
        return self.say("en")

    @property
    def pt(self) -> str:
        return self.say("pt")

    def __str__(self) -> str:
        return self.en


def sentence(code: str, **values: Value) -> Sentence:
    """A sentence of the catalogue with these values."""
    return Sentence(code, tuple(values.items()))


def quote(text: str) -> str:
    """A piece of a line as a sentence shows it: shortened, and with nothing in it that could not be printed."""
    if len(text) > LONGEST_QUOTE:
        text = text[: LONGEST_QUOTE - 1] + "…"
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


def legal_words(legal: tuple[str, ...], lang: Lang) -> str:
    """What would be legal, in words: `3 2 a, any of them face down (3*), or r`.

    Args:
        legal: what may be written, piece by piece.
        lang: the reader's language.
    """
    words: Mapping[str, str] = {
        "en": {"or": " or ", "hidden": "the same cards face down ({})", "or_hidden": "{} or face down, {}"},
        "pt": {"or": " ou ", "hidden": "as mesmas cartas viradas ({})", "or_hidden": "{} ou virada, {}"},
    }[lang]
    hidden = [piece for piece in legal if piece.endswith("*")]
    shown = [piece for piece in legal if not piece.endswith("*")]
    if len(hidden) < 3:
        groups = [*shown, *hidden]
        head, tail = groups[:-1], groups[-1]
        return (", ".join(head) + words["or"] if head else "") + tail
    return ", ".join(shown) + words["or"] + words["hidden"].format(hidden[0])


def _render(value: Value, lang: Lang) -> str:
    match value:
        case Sentence():
            return value.say(lang)
        case tuple():
            return " ".join(value)
        case _:
            return str(value)
