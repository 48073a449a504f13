"""Sentences in the reader's language, filled in from the one catalogue that the documentation is made from too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from ..rules import Seat
from ..words import Lang
from .catalogue import ILLEGAL_ERRORS, NOTES, PIECES, SYNTAX_ERRORS, UNSOLVED_ERRORS, Entry
from .meanings import MEANINGS

Value: TypeAlias = "str | int | Seat | tuple[str, ...] | Sentence"

ENTRIES: Mapping[str, Entry] = SYNTAX_ERRORS | ILLEGAL_ERRORS | UNSOLVED_ERRORS | NOTES | PIECES | MEANINGS
"""The whole catalogue, by code."""

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
        entry = ENTRIES[self.code]
        template = entry.en if lang == "en" else entry.pt
        return template.format_map({name: _render(value, lang) for name, value in self.values})

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
    """What would be legal, in words: `r, 3, 2, a or the same cards face down (3*)`.

    Args:
        legal: what may be written, piece by piece.
        lang: the reader's language.
    """
    words: Mapping[str, str] = {
        "en": {"or": " or ", "hidden": "the same cards face down ({})"},
        "pt": {"or": " ou ", "hidden": "as mesmas cartas encobertas ({})"},
    }[lang]
    hidden = [piece for piece in legal if piece.endswith("*")]
    groups = [piece if piece.isalnum() or piece in hidden else f"`{piece}`" for piece in legal]
    if len(hidden) > 2 and all(piece.removesuffix("*") in legal for piece in hidden):
        groups = [piece for piece in groups if piece not in hidden] + [words["hidden"].format(hidden[0])]
    *head, last = groups
    return (", ".join(head) + words["or"] if head else "") + last


def _render(value: Value, lang: Lang) -> str:
    match value:
        case Sentence():
            return value.say(lang)
        case tuple():
            return " ".join(value)
        case _:
            return str(value)
