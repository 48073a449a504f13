"""What can be wrong with a line: not readable, not legal, not solved."""

from __future__ import annotations

from typing import ClassVar

from ..words import Lang
from .messages import Sentence, Value, legal_words, sentence


class SpotError(ValueError):
    """A line that names no spot one can look at.

    Attributes:
        text: the whole line, as typed.
        start: where the offending part begins: an index into `text`.
        end: where it ends (exclusive); equal to `start` where something is missing.
        reason: what is wrong, as a sentence of the catalogue; `code` is its stable name.
        legal: what could be written there instead, piece by piece; empty where that cannot be listed.
        suggestion: the whole line with one edit that mends it, or None where no single edit does.
    """

    layer: ClassVar[str] = "spot"

    def __init__(
        self,
        text: str,
        start: int,
        end: int,
        reason: Sentence,
        legal: tuple[str, ...] = (),
        suggestion: str | None = None,
    ):
        super().__init__(text, start, end, reason, legal, suggestion)
        self.text, self.start, self.end = text, start, end
        self.reason, self.legal, self.suggestion = reason, legal, suggestion

    @property
    def code(self) -> str:
        return self.reason.code

    def message(self, lang: Lang = "en") -> str:
        """One sentence: what is wrong and what would be legal there."""
        what = self.reason.say(lang)
        what = what[0].upper() + what[1:]
        if not self.legal:
            return f"{what}."
        return sentence(
            "here-only" if len(self.legal) == 1 else "here-legal", what=what, legal=legal_words(self.legal, lang)
        ).say(lang)

    @property
    def en(self) -> str:
        return self.message("en")

    @property
    def pt(self) -> str:
        return self.message("pt")

    def __str__(self) -> str:
        return self.en

    def with_suggestion(self, suggestion: str | None) -> SpotError:
        """The same error with a line that mends it."""
        return type(self)(self.text, self.start, self.end, self.reason, self.legal, suggestion)


class SpotSyntaxError(SpotError):
    """The line cannot be read."""

    layer = "syntax"


class IllegalSpotError(SpotError):
    """The line can be read, but the rules do not allow what it says."""

    layer = "illegal"


class UnsolvedSpotError(SpotError):
    """The spot is legal, but nobody has solved it. Raised by whoever looks spots up, not by the notation."""

    layer = "unsolved"


def unsolved(line: str, solved: tuple[str, ...] = ()) -> UnsolvedSpotError:
    """The error for a legal spot that has no solution.

    Args:
        line: the spot's canonical line.
        solved: scores and turn-ups near it that are solved, as they are written.
    """
    return UnsolvedSpotError(line, 0, len(line), sentence("not-solved", line=line), solved)


def syntax_error(text: str, start: int, end: int, code: str, legal: tuple[str, ...] = (), **values: Value) -> SpotError:
    """A `SpotSyntaxError` with a sentence of the catalogue."""
    return SpotSyntaxError(text, start, end, sentence(code, **values), legal)
