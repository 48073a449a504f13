"""What a line says, section by section, and everything in its head that cannot be read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..rules import HAND_SIZE, RANKS, SUITS, TARGET, Score, Seat, TurnUp
from .drafts import Draft, deck_of, fits, read_card
from .errors import SpotError, syntax_error
from .messages import Sentence, quote, sentence
from .tokens import SPACES, Kind, Part, Section, Sections, Token, role_is_mao

NUMBERS = {str(points): points for points in range(TARGET)}
VIRAS = tuple(f"v{rank.lower()}" for rank in RANKS)
DRAFT_SLOTS = "[? ? ?]"
LIKE_ACTION = re.compile(f"(?:[{RANKS}][{SUITS}]?|m[{SUITS}])\\*?|r(?:3|6|9|12)?|f|/", re.IGNORECASE | re.ASCII)
SECTION_WORDS = {"score": "11x11", "vira": "v4", "mao": f"mao{DRAFT_SLOTS}", "pe": f"pe{DRAFT_SLOTS}"}


@dataclass(frozen=True)
class WrittenDraft:
    """A draft as written.

    Attributes:
        seat: whose.
        pinned: whether it carries the `!`.
        slots: its readable slots, in order.
        whole: whether all of it could be read; one that is not whole is never used.
        section: where it stands.
    """

    seat: Seat
    pinned: bool
    slots: tuple[Token, ...]
    whole: bool
    section: Section


@dataclass(frozen=True)
class Written:
    """What a line says; None where it says nothing about it.

    Attributes:
        score, turn_up: the first of each that can be read.
        drafts: in reading order, at most one a seat.
        history: the tokens after the colon, those that cannot be read among them.
        faults: everything in the head that cannot be read, in no order.
        open_head: whether the turn-up may still be written behind what stands there.
    """

    score: Score | None
    turn_up: TurnUp | None
    drafts: tuple[WrittenDraft, ...]
    history: tuple[Token, ...] | None
    faults: tuple[SpotError, ...]
    open_head: bool


def read_written(text: str, sections: Sections, kept: TurnUp) -> Written:
    """What the sections of a line say.

    Args:
        text: the line, as typed.
        sections: what the grammar made of it.
        kept: the turn-up if the line does not write one; it only names the cards that could stand in a slot.
    """
    return _Reader(text).read(sections, kept)


class _Reader:
    def __init__(self, text: str):
        self.text = text
        self.faults: list[SpotError] = []

    def fault(self, start: int, end: int, code: str, legal: Sequence[str] = (), **values: str | int | Sentence) -> None:
        found = quote(self.text[start:end])
        self.faults.append(syntax_error(self.text, start, end, code, tuple(legal), found=found, **values))

    def read(self, sections: Sections, kept: TurnUp) -> Written:
        first: dict[str, Section] = {}
        score: Score | None = None
        turn_up: TurnUp | None = None
        history: tuple[Token, ...] | None = None
        for section in sections.found:
            name = _name(section)
            if section.part is Part.STRAY or self._is_card(section, first):
                self._stray(section, first)
                continue
            if name in first:
                code, named = "duplicate-section", sentence(f"section-{name}")
                self.fault(section.start, section.end, code, _still_free(first), section=named)
                continue
            first[name] = section
            match section.part:
                case Part.SCORE:
                    score = self._score(section)
                case Part.VIRA:
                    turn_up = self._vira(section)
                case Part.HISTORY:
                    history = section.tokens[1:]
        naming = kept if turn_up is None else turn_up
        drafts = [self._draft(section, naming) for section in first.values() if section.part is Part.DRAFT]
        if sections.unread is not None:
            self.fault(sections.unread, len(self.text), "too-long")
        open_head = turn_up is None and history is None
        return Written(score, turn_up, tuple(drafts), history, tuple(self.faults), open_head)

    def _reach(self, end: int) -> int:
        """The end of the line if only spaces follow, for a part that stops short; else `end`."""
        return end if self.text[end:].strip(SPACES) else len(self.text)

    def _is_card(self, section: Section, first: dict[str, Section]) -> bool:
        """Whether what was read as half a score is rather a card: more follows, or the score is already written."""
        if section.part is not Part.SCORE or len(section.tokens) > 1:
            return False
        is_card = LIKE_ACTION.fullmatch(section.tokens[0].text) and self.text[section.end :].strip(SPACES)
        return bool(is_card) or Part.SCORE.value in first

    def _stray(self, section: Section, first: dict[str, Section]) -> None:
        start, end = section.start, self._reach(section.end)
        if LIKE_ACTION.fullmatch(section.tokens[0].text):
            self.fault(start, end, "missing-colon", (":",))
            return
        self.fault(start, end, "head-unreadable", _still_free(first))

    def _score(self, section: Section) -> Score | None:
        numbers = section.get(Kind.NUMBER)
        for number in numbers:
            if number.text not in NUMBERS:
                self.fault(number.start, number.end, "score-range", tuple(NUMBERS))
                return None
        if len(numbers) < 2:
            legal = [f"{numbers[0].text}x{pe}" for pe in NUMBERS]
            self.fault(section.start, self._reach(section.end), "score-unfinished", legal)
            return None
        mao, pe = (NUMBERS[number.text] for number in numbers)
        return Score(mao, pe)

    def _vira(self, section: Section) -> TurnUp | None:
        rank = section.tokens[-1]
        if rank.kind is Kind.RANK:
            return TurnUp(rank.text)
        code = "vira-unfinished" if rank.kind is Kind.VIRA else "vira-rank"
        self.fault(section.start, self._reach(section.end), code, VIRAS)
        return None

    def _draft(self, section: Section, turn_up: TurnUp) -> WrittenDraft:
        seat = Seat.MAO if role_is_mao(section.tokens[0]) else Seat.PE
        before = len(self.faults)
        loose = section.get(Kind.LOOSE_PIN)
        if loose:
            self.fault(loose[0].start, loose[0].end, "pin-apart", role=section.tokens[0].text)
        slots = section.get(Kind.CARD, Kind.UNKNOWN)
        if not section.get(Kind.OPEN):
            role = section.tokens[0].text
            self.fault(section.start, self._reach(section.end), "draft-unopened", (f"{role}{DRAFT_SLOTS}",), role=role)
        else:
            self._slots(section, slots, turn_up)
        pinned = bool(section.get(Kind.PIN))
        return WrittenDraft(seat, pinned, slots, len(self.faults) == before, section)

    def _slots(self, section: Section, slots: tuple[Token, ...], turn_up: TurnUp) -> None:
        def legal(at: int) -> tuple[str, ...]:
            return _next_in_draft(turn_up, tuple(slot.text for slot in slots if slot.start < at))

        after_slot = False
        for token in section.tokens:
            if token.kind is Kind.STRAY:
                self.fault(token.start, token.end, "slot-unreadable", legal(token.start))
            if token.kind is Kind.COMMA and not (after_slot and any(slot.start > token.start for slot in slots)):
                waiting = after_slot and token is section.tokens[-1]  # for a slot, at the end of an open draft
                if not waiting:
                    self.fault(token.start, token.end, "stray-comma", legal(token.start))
            after_slot = token.kind in (Kind.CARD, Kind.UNKNOWN)
        last = section.tokens[-1]
        if len(slots) > HAND_SIZE:
            first_over = slots[HAND_SIZE].start
            self.fault(first_over, slots[-1].end, "slot-count", legal(first_over), slots=len(slots))
        if last.kind is not Kind.CLOSE:
            ahead = len(self.text) - len(self.text[section.end :].lstrip(SPACES))
            self.fault(ahead, min(ahead + 1, len(self.text)), "draft-unclosed", legal(ahead))
        elif len(slots) < HAND_SIZE and not section.get(Kind.STRAY):
            self.fault(last.start, last.end, "slot-count", legal(last.start), slots=len(slots))


@lru_cache(maxsize=1024)
def _next_in_draft(turn_up: TurnUp, before: tuple[str, ...]) -> tuple[str, ...]:
    """What may stand in a draft behind these slots: the cards that real hands go on with, or the closing bracket."""
    if len(before) >= HAND_SIZE:
        return ("]",)
    cards = (read_card(turn_up, slot) if slot not in "?." else None for slot in before)
    known = tuple(card if isinstance(card, int) else None for card in cards)
    deck, unknown = deck_of(turn_up), (None,) * (HAND_SIZE - len(before) - 1)
    fitting = (card for card in reversed(range(deck.size)) if fits(deck, (Draft((*known, card, *unknown)), None)))
    return (*(turn_up.labels[card] for card in fitting), "?")


def _still_free(first: dict[str, Section]) -> tuple[str, ...]:
    """What may stand in the head behind these sections: an example of each that is missing, or the colon."""
    return (*(word for name, word in SECTION_WORDS.items() if name not in first), ":")


def _name(section: Section) -> str:
    """What may stand only once: a part of the line, each seat's draft apart."""
    if section.part is Part.DRAFT:
        return "mao" if role_is_mao(section.tokens[0]) else "pe"
    return section.part.value
