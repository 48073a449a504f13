"""Errors that tell a user what is wrong, where, and what to do."""

from __future__ import annotations

from .words import Lang, Sentence, sentence


class TrucoLabError(Exception):
    """Something a user can mend; the message says how. `status` is what the command line exits with.

    Args:
        key: of a sentence of `words.errors`; or the message itself, of the command line, which speaks English alone.
        blanks: what the sentence needs.
    """

    status = 1

    def __init__(self, key: str, /, **blanks: object):
        super().__init__(key)
        self.sentence: Sentence = sentence(key, **blanks)

    def message(self, lang: Lang = "en") -> str:
        """What is wrong, in English or Brazilian Portuguese."""
        return self.sentence.say(lang)

    def __str__(self) -> str:
        return self.message()


class BadInputError(TrucoLabError):
    """An argument that cannot be used."""

    status = 2


class MissingValuesError(TrucoLabError):
    """A subgame needs match values that nobody has solved yet."""


class InconsistentValuesError(TrucoLabError):
    """Match values that contradict each other."""


class MemoryShortError(TrucoLabError):
    """The estimate does not fit into the memory that is free."""


class CancelledError(TrucoLabError):
    """A solve was cancelled before it had begun: its programs were still being compiled."""


class StoreError(TrucoLabError):
    """A saved solve cannot be read or written."""


class FormatVersionError(StoreError):
    """Saved by a version whose format this one does not know."""


class CorruptBlockError(StoreError):
    """A file's checksum or length is not what was written."""


class OtherTreeError(StoreError):
    """Saved for another subgame, tree, rule or layout."""
