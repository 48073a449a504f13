"""The grammar of the line, and nothing else: text goes in, tokens with kinds and spans come out.

The grammar reads any text at all. A part that must be there but is not (`Needed`) leaves a hole, and characters that
fit nowhere become tokens of the kind `STRAY`, so that `written` can say what is missing or out of place and where.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

import pyparsing as pp

from ..rules import RANKS, SUITS

SPACES = (
    " \t\n\r\f\v\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u200b\u2028\u2029\u202f\u205f\u2060\u3000\ufeff"
)
"""What separates, and is ignored at the ends: Unicode white space, and the spaces of no width that pasting leaves."""

SUIT_SIGNS = "♦♢♠♤♥♡♣♧"
"""Suits as no card is written here, but as people paste them: diamonds, spades, hearts, clubs, two signs each."""

LONGEST = 200
"""Characters other than spaces that are read. The longest legal line has fewer than 100."""


class Kind(StrEnum):
    """What a token is. The values are stable names, for colouring."""

    NUMBER = "number"
    TIMES = "times"
    VIRA = "vira"
    RANK = "rank"
    ROLE = "role"
    PIN = "pin"
    LOOSE_PIN = "loose-pin"
    OPEN = "open"
    CLOSE = "close"
    COMMA = "comma"
    UNKNOWN = "unknown"
    CARD = "card"
    HIDDEN = "hidden"
    COLON = "colon"
    RAISE = "raise"
    LETTER_A = "letter-a"
    FOLD = "fold"
    MARK = "mark"
    STRAY = "stray"


class Part(StrEnum):
    """The sections of a line."""

    SCORE = "score"
    VIRA = "vira"
    DRAFT = "draft"
    HISTORY = "history"
    STRAY = "stray"


STRAY_NAME = Part.STRAY.value
"""The name in the grammar of everything that is read only to be reported."""


@dataclass(frozen=True)
class Token:
    """One token: `text[start:end]` of the line, as it was typed."""

    kind: Kind
    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Section:
    """The tokens of one section, in reading order; never empty."""

    part: Part
    tokens: tuple[Token, ...]

    @property
    def start(self) -> int:
        return self.tokens[0].start

    @property
    def end(self) -> int:
        return self.tokens[-1].end

    def get(self, *kinds: Kind) -> tuple[Token, ...]:
        """The tokens of these kinds."""
        return tuple(token for token in self.tokens if token.kind in kinds)


@dataclass(frozen=True)
class Sections:
    """A line as the grammar sees it; `unread` is where reading stopped because the line is too long, or None."""

    found: tuple[Section, ...]
    unread: int | None


class Needed(pp.Opt):
    """A part the line must have; where it is missing the grammar goes on, for the sake of a better message."""


_GAP = re.escape(SPACES)
_ENOUGH = re.compile(f"(?:[{_GAP}]*[^{_GAP}]){{{LONGEST}}}")
_CARD = f"[{RANKS.lower()}][{SUITS}]?|m[{SUITS}]"
SLOT = re.compile(f"(?:{_CARD})|[?.]", re.IGNORECASE | re.ASCII)
"""One slot of a draft, as it is written."""

_WORD_ENDS = f"(?=[{_GAP}/]|\\Z)"


def _token(kind: Kind, pattern: str, name: str) -> pp.ParserElement:
    def make(_line: str, start: int, found: pp.ParseResults) -> Token:
        text: str = found[0]
        return Token(kind, text, start, start + len(text))

    element = pp.Regex(pattern, flags=re.IGNORECASE | re.ASCII).set_parse_action(make).set_name(name)
    return element.set_whitespace_chars(SPACES)


def _section(part: Part, element: pp.ParserElement) -> pp.ParserElement:
    def make(_line: str, _start: int, found: pp.ParseResults) -> Section:
        return Section(part, tuple(found))

    return element.add_parse_action(make).set_name(part.value).set_whitespace_chars(SPACES)


_number = _token(Kind.NUMBER, f"[0-9]+(?![0-9{SUITS}*])", "N")
_rank = _token(Kind.RANK, f"[{RANKS.lower()}]", "rank")
_role = _token(Kind.ROLE, "(?:m(?:a\u0303?|\u00e3|\u00c3)o|p(?:e\u0301?|\u00e9|\u00c9))(?![a-z])", "role")
_pin = _token(Kind.PIN, "!", '"!"').leave_whitespace()
_loose_pin = _token(Kind.LOOSE_PIN, "!", STRAY_NAME)
_slot = _token(Kind.CARD, f"(?:{_CARD})(?![{SUIT_SIGNS}])", "card") | _token(Kind.UNKNOWN, "[?.]", '"?" | "."')
_in_draft = _slot | _token(Kind.COMMA, ",", '","')
_stray_rank = _token(Kind.STRAY, f"[^{_GAP}:\\[\\]]+", STRAY_NAME).leave_whitespace()
_stray_slot = _token(Kind.STRAY, f"[^{_GAP}:,\\[\\]]+|\\[", STRAY_NAME)
_stray_head = _token(Kind.STRAY, f"\\[[^:\\]]*\\]?|\\]|[^{_GAP}:\\[\\]]+", STRAY_NAME)
_stray_action = _token(Kind.STRAY, f"[^{_GAP}/]+", STRAY_NAME)

_score = _section(Part.SCORE, _number + Needed(_token(Kind.TIMES, "x", '"x"') + Needed(_number)))
_vira = _section(Part.VIRA, _token(Kind.VIRA, "v", '"v"') + Needed(_rank | _stray_rank))
_draft = _section(
    Part.DRAFT,
    _role
    + pp.Opt(_pin | _loose_pin)
    + Needed(
        _token(Kind.OPEN, r"\[", '"["')
        + pp.ZeroOrMore(_in_draft | _stray_slot)
        + Needed(_token(Kind.CLOSE, r"\]", '"]"'))
    ),
)
_action = (
    _token(Kind.LETTER_A, f"a{_WORD_ENDS}", '"a"')
    | _token(Kind.HIDDEN, f"(?:{_CARD})\\*{_WORD_ENDS}", 'card "*"')
    | _token(Kind.CARD, f"(?:{_CARD}){_WORD_ENDS}", "card")
    | _token(Kind.RAISE, f"r(?:3|6|9|12)?{_WORD_ENDS}", '"r" | "r3" | "r6" | "r9" | "r12"')
    | _token(Kind.FOLD, f"f{_WORD_ENDS}", '"f"')
)
_history = _section(
    Part.HISTORY,
    _token(Kind.COLON, ":", '":"') + pp.ZeroOrMore(_action | _token(Kind.MARK, "/", '"/"') | _stray_action),
)
GRAMMAR = (
    pp.ZeroOrMore(_score | _vira | _draft | _section(Part.STRAY, _stray_head))
    + pp.Opt(_history)
    + pp.StringEnd().set_whitespace_chars(SPACES)
)
GRAMMAR.set_name("line").parse_with_tabs().streamline()
"""The whole grammar; parsing with it gives the sections."""


def tokenize(line: str) -> Sections:
    """The sections of a line and their tokens, spans counted in characters of the line as typed."""
    enough = _ENOUGH.match(line)
    unread = None
    if enough is not None and line[enough.end() :].strip(SPACES):
        unread = enough.end()
    return Sections(tuple(GRAMMAR.parse_string(line[:unread])), unread)


def role_is_mao(token: Token) -> bool:
    """Whether a token of the kind `ROLE` names mão."""
    return token.text[0] in "mM"
