"""Reading a line: `parse` (a spot or the first error), `check` (every error), `read` (everything at once).

Reading never stops at an error: what is wrong is noted and left out, so that every other part can be judged too. A
strict parse raises the first error in reading order; a lenient one turns each into a note.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..rules import Accept, Action, HandState, Seat
from .actions import Refused, may_write, meant, opening, take, why_illegal
from .carry import carry_drafts, carry_history, renamed
from .drafts import Draft, Drafts, Slots, deck_of, fits, four_manilhas, misfit, read_card
from .errors import IllegalSpotError, SpotError, syntax_error
from .mend import suggestion
from .messages import Sentence, quote, sentence
from .spot import START, Spot
from .tokens import Kind, Part, Sections, Token, tokenize
from .written import Written, WrittenDraft, read_written


@dataclass(frozen=True)
class Step:
    """One token of the history that was taken: the action it means and the states around it."""

    token: Token
    before: HandState
    action: Action
    after: HandState


@dataclass(frozen=True)
class Reading:
    """Everything a line says.

    Attributes:
        sections: its tokens.
        spot: what it names once everything wrong with it is left out; its notes do not mention the faults.
        steps: its history as far as it is legal, token by token.
        faults: everything wrong with it, in reading order, without suggestions.
    """

    sections: Sections
    spot: Spot
    steps: tuple[Step, ...]
    faults: tuple[SpotError, ...]


def parse(text: str, base: Spot | None = None, *, lenient: bool = False) -> Spot:
    """The spot that a line names.

    Args:
        text: the line. Any text at all; what is no spot raises.
        base: what omitted sections keep; by default `START`: 11 x 11, a 4 turned up, nothing drafted, nothing played.
        lenient: for links of another lab: leave out what is wrong with a note for each thing, and never raise.
            After an action that is not legal the rest of the history is left out too.

    Raises:
        SpotSyntaxError: it cannot be read.
        IllegalSpotError: the rules do not allow it.
    """
    base = START if base is None else base
    reading = read(text, base)
    if not reading.faults:
        return reading.spot
    if not lenient:
        first = reading.faults[0]
        raise _with_suggestion(first, base)
    ignored = tuple(
        sentence("ignored", found=quote(_left_out(reading, fault)), reason=fault.reason) for fault in reading.faults
    )
    return replace(reading.spot, notes=ignored + reading.spot.notes)


def check(text: str, base: Spot | None = None) -> tuple[SpotError, ...]:
    """Everything wrong with a line, in reading order; empty when `parse` would read it.

    After an illegal action the rest of the history is only checked for what cannot be read. The suggestion, if one edit
    mends the whole line, is with the first error.
    """
    base = START if base is None else base
    faults = read(text, base).faults
    if not faults:
        return ()
    return (_with_suggestion(faults[0], base), *faults[1:])


def read(text: str, base: Spot, *, alternatives: bool = True) -> Reading:
    """Everything a line says, wrong or right.

    Args:
        text: the line.
        base: what omitted sections keep.
        alternatives: whether the faults say what would be legal; without it a wrong line is told much sooner.
    """
    sections = tokenize(text)
    return _Reading(text, base, read_written(text, sections, base.turn_up), alternatives).read(sections)


def _with_suggestion(error: SpotError, base: Spot) -> SpotError:
    return error.with_suggestion(suggestion(error, lambda line: not read(line, base, alternatives=False).faults))


def _left_out(reading: Reading, fault: SpotError) -> str:
    """What a lenient reading ignores for a fault: a whole draft, all the history from there, else what is at fault."""
    end = fault.end
    for section in reversed(reading.sections.found):
        if section.part is Part.DRAFT and section.start <= fault.start:
            if fault.start < section.end or fault.code == "draft-unclosed":
                return fault.text[section.start : section.end]
            break
        if section.part is Part.HISTORY and section.start < fault.start and fault.code != "mark-misplaced":
            end = section.end
    return fault.text[fault.start : end]


class _Reading:
    """The work of one `read`."""

    def __init__(self, text: str, base: Spot, written: Written, alternatives: bool):
        self.text, self.base, self.written, self.alternatives = text, base, written, alternatives
        self.score = base.score if written.score is None else written.score
        self.turn_up = base.turn_up if written.turn_up is None else written.turn_up
        self.faults = list(written.faults)
        self.notes: list[Sentence] = []
        self.steps: list[Step] = []

    def read(self, sections: Sections) -> Reading:
        drafts, seats_kept = self._written_drafts()
        new_drafts = drafts
        if self.written.history is None:
            state, cuts = carry_history(self.base, self.score, self.turn_up, drafts)
            self.notes += cuts
            history_kept = state.history
        else:
            state = self._play(self.written.history, drafts)
            history_kept = ()
        drafts, dropped = carry_drafts(self.base, seats_kept, drafts, self.turn_up, state.table)
        self.notes += dropped
        kept = [now for now, new in zip(drafts, new_drafts, strict=True) if now is not new]
        self.notes += renamed(self.base.turn_up, self.turn_up, kept, history_kept)
        spot = Spot.at(state, self.turn_up, drafts, tuple(self.notes))
        faults = tuple(sorted(self.faults, key=lambda fault: (fault.start, fault.end)))
        return Reading(sections, spot, tuple(self.steps), faults)

    def _fault(self, start: int, end: int, reason: Sentence, legal: tuple[str, ...] = ()) -> None:
        self.faults.append(IllegalSpotError(self.text, start, end, reason, legal))

    # -- drafts --------------------------------------------------------------------------------------------------

    def _written_drafts(self) -> tuple[Drafts, list[Seat]]:
        """The drafts that the line writes, and the seats whose draft it leaves as it was."""
        drafts: Drafts = (None, None)
        kept = list(Seat)
        for written in self.written.drafts:
            slots = self._slots(written)
            if slots is None:
                continue
            if all(slot is None for slot in slots):
                kept.remove(written.seat)
                if written.pinned:
                    self.notes.append(sentence("nothing-to-pin", seat=written.seat))
                continue
            both = _with(drafts, written.seat, Draft(slots, written.pinned))
            wrong = misfit(self.turn_up, both, written.seat)
            if wrong is None:
                kept.remove(written.seat)
                drafts = both
            else:
                first, last = wrong.slots
                legal = self._fitting(both, written.seat, first) if first == last else ()
                self._draft_fault(written.slots[first].start, written.slots[last].end, wrong.reason, legal)
        return drafts, kept

    def _slots(self, written: WrittenDraft) -> Slots | None:
        """The slots of a draft as classes, or None if it cannot be used."""
        slots: list[int | None] = []
        sound = written.whole
        for token in written.slots:
            card = None if token.kind is Kind.UNKNOWN else read_card(self.turn_up, token.text)
            if isinstance(card, Sentence):
                self._draft_fault(token.start, token.end, card, self._respelled(card, token))
                sound = False
            else:
                slots.append(card)
        return tuple(slots) if sound else None

    def _draft_fault(self, start: int, end: int, reason: Sentence, legal: tuple[str, ...]) -> None:
        """A fault that hangs on the turn-up. While that may still be written, at the end, the fault reaches there."""
        self._fault(start, len(self.text) if self.written.open_head else end, reason, legal)

    def _respelled(self, reason: Sentence, token: Token) -> tuple[str, ...]:
        """The cards that a misspelled one may be."""
        return four_manilhas(self.turn_up) if reason.code == "bare-manilha" else (token.text[0].lower(),)

    def _fitting(self, drafts: Drafts, seat: Seat, slot: int) -> tuple[str, ...]:
        """What may stand in a slot, strongest first: the slots after it count unless nothing fits them."""
        if not self.alternatives:
            return ()
        draft = drafts[seat]
        assert draft is not None
        deck = deck_of(self.turn_up)
        after = draft.slots[slot + 1 :]
        for rest in (after, (None,) * len(after)):
            fitting = []
            for card in (*range(deck.size - 1, -1, -1), None):
                slots = (*draft.slots[:slot], card, *rest)
                if any(c is not None for c in slots) and fits(deck, _with(drafts, seat, Draft(slots))):
                    fitting.append("?" if card is None else self.turn_up.labels[card])
            if fitting:
                return tuple(fitting)
        return ()

    # -- history -------------------------------------------------------------------------------------------------

    def _play(self, tokens: tuple[Token, ...], drafts: Drafts) -> HandState:
        """The state after the history as far as it is legal; every step of it is kept."""
        state = opening(self.score, self.turn_up)
        round_over = False
        for i, token in enumerate(tokens):
            if token.kind is Kind.STRAY:
                self._unreadable(tokens[i:], self._legal(state, drafts))
                break
            if token.kind is Kind.MARK:
                if not round_over:
                    self._fault(token.start, token.end, sentence("mark-misplaced"), self._legal(state, drafts))
                round_over = False
                continue
            if state.eleven_pending and token.kind in (Kind.CARD, Kind.HIDDEN):
                assert state.to_act is not None
                self.notes.append(sentence("accept-supplied", seat=state.to_act))
                state = state.apply(Accept())
            try:
                if state.finished:
                    raise Refused(why_illegal(state, None, self.turn_up))
                action = meant(token, state, self.turn_up)
                after = take(state, action, self.turn_up, drafts)
            except Refused as refused:
                legal = self._legal(state, drafts)
                if refused.reason.code == "bare-manilha":
                    legal = self._with_suit(token, legal)
                self._fault(token.start, token.end, refused.reason, legal)
                self._unreadable(tokens[i:], ())
                break
            self.steps.append(Step(token, state, action, after))
            round_over = len(after.table) > len(state.table) and len(after.table) % 2 == 0
            state = after
        return state

    def _with_suit(self, token: Token, legal: tuple[str, ...]) -> tuple[str, ...]:
        """The manilhas among what may be written: face down if the token is and they may be, else open."""
        four = four_manilhas(self.turn_up)
        hidden = tuple(f"{card}*" for card in four if f"{card}*" in legal)
        return hidden if token.kind is Kind.HIDDEN and hidden else tuple(card for card in four if card in legal)

    def _unreadable(self, tokens: tuple[Token, ...], legal: tuple[str, ...]) -> None:
        """Faults for the tokens that cannot be read; what would be legal is known only if the first is one of them."""
        for token in tokens:
            if token.kind is Kind.STRAY:
                found = quote(token.text)
                self.faults.append(
                    syntax_error(self.text, token.start, token.end, "action-unreadable", legal, found=found)
                )
                legal = ()

    def _legal(self, state: HandState, drafts: Drafts) -> tuple[str, ...]:
        """What may be written at a state; told only with the first fault of the history."""
        history = self.written.history
        if not self.alternatives or not history or any(fault.start >= history[0].start for fault in self.faults):
            return ()
        return tuple(may_write(state, self.turn_up, drafts))


def _with(drafts: Drafts, seat: Seat, draft: Draft) -> Drafts:
    return (draft, drafts[Seat.PE]) if seat is Seat.MAO else (drafts[Seat.MAO], draft)
