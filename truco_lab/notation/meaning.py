"""What each token of a line means, in words: for colouring, for help on hover, for learning to read the line."""

from __future__ import annotations

from dataclasses import dataclass

from ..rules import SUITS, Accept, Fold, Play, Raise, Seat, TurnUp
from ..words import Lang
from .drafts import read_card
from .errors import SpotError
from .messages import Sentence, sentence
from .read import Reading, Step, read
from .spot import START, Spot
from .tokens import Kind, Part, Section, Token, role_is_mao

PLAIN_MEANINGS = {
    Kind.TIMES: "means-times",
    Kind.VIRA: "means-vira",
    Kind.PIN: "means-pin",
    Kind.OPEN: "means-open",
    Kind.CLOSE: "means-close",
    Kind.COMMA: "means-comma",
    Kind.COLON: "means-colon",
}


@dataclass(frozen=True)
class Explained:
    """One token in words.

    Attributes:
        text: as typed, `line[start:end]`.
        start, end: where it stands.
        kind: what it is, for colouring; the letter `a` is told apart as `accept` or `card`.
        meaning: what it means here, or what is wrong with it.
    """

    text: str
    start: int
    end: int
    kind: str
    meaning: Sentence

    def say(self, lang: Lang = "en") -> str:
        return self.meaning.say(lang)

    @property
    def en(self) -> str:
        return self.say("en")

    @property
    def pt(self) -> str:
        return self.say("pt")


def explain(text: str, base: Spot | None = None) -> tuple[Explained, ...]:
    """Every token of a line in reading order, with its span, its kind and its meaning. Never raises.

    Args:
        text: the line; where it is wrong, the token concerned is explained by the error.
        base: what omitted sections keep, as for `parse`.
    """
    reading = read(text, START if base is None else base, alternatives=False)
    explained: list[Explained] = []
    for section in reading.sections.found:
        for token in section.tokens:
            fault = next((f for f in reading.faults if f.start <= token.start < f.end), None)
            explained.append(_explained(token, section, reading, fault))
    return tuple(explained)


def _explained(token: Token, section: Section, reading: Reading, fault: SpotError | None) -> Explained:
    step = next((step for step in reading.steps if step.token == token), None)
    kind = token.kind.value
    if token.kind is Kind.LETTER_A:
        is_card = step is not None and isinstance(step.action, Play)
        kind = "card" if is_card else "accept"
    if fault is not None:
        meaning = fault.reason
    elif section.part is Part.HISTORY and token.kind is not Kind.COLON:
        meaning = _mark(token, reading) if token.kind is Kind.MARK else _action(step, reading.spot.turn_up)
    else:
        meaning = _in_head(token, section, reading.spot.turn_up)
    return Explained(token.text, token.start, token.end, kind, meaning)


def _in_head(token: Token, section: Section, turn_up: TurnUp) -> Sentence:
    if token.kind in PLAIN_MEANINGS:
        return sentence(PLAIN_MEANINGS[token.kind])
    if token.kind is Kind.NUMBER:
        code = "means-number-mao" if token is section.tokens[0] else "means-number-pe"
        return sentence(code, points=token.text)
    if token.kind is Kind.RANK:
        shown = TurnUp(token.text)
        return sentence("means-rank", rank=_rank(shown.rank), manilha=_rank(shown.manilha_rank))
    seat = Seat.MAO if role_is_mao(section.tokens[0]) else Seat.PE
    if token.kind is Kind.ROLE:
        return sentence("means-role", seat=seat)
    slot = section.get(Kind.CARD, Kind.UNKNOWN).index(token) + 1
    if token.kind is Kind.UNKNOWN:
        return sentence("means-unknown", slot=slot, seat=seat)
    card = read_card(turn_up, token.text)
    if isinstance(card, Sentence):
        return card
    return sentence("means-slot", slot=slot, seat=seat, card=_card(card, turn_up))


def _action(step: Step | None, turn_up: TurnUp) -> Sentence:
    if step is None:
        return sentence("means-unreached")
    seat, after = step.before.to_act, step.after
    assert seat is not None
    match step.action:
        case Play(card, hidden):
            code = "means-hide" if hidden else "means-play"
            return sentence(code, round=step.before.round + 1, seat=seat, card=_card(card, turn_up))
        case Raise(to):
            return sentence("means-raise", seat=seat, rung=sentence(f"rung-{to}"), to=to)
        case Accept():
            code = "means-accept-11" if step.before.eleven_pending else "means-accept"
            return sentence(code, seat=seat, stake=after.stake)
        case Fold():
            return sentence("means-fold", seat=seat, other=seat.other, points=after.points)


def _mark(token: Token, reading: Reading) -> Sentence:
    """A mark between rounds: which round it ends, and who won that."""
    last = next((step for step in reversed(reading.steps) if step.token.end <= token.start), None)
    if last is None or any(last.token.end <= fault.start < token.start for fault in reading.faults):
        return sentence("means-unreached")
    results = last.after.results
    winner = results[-1]
    if winner is None:
        return sentence("means-mark-tied", round=len(results))
    return sentence("means-mark-won", round=len(results), seat=winner)


def _card(card: int, turn_up: TurnUp) -> Sentence:
    plain = len(turn_up.plain_ranks)
    if card < plain:
        return sentence("card-plain", rank=_rank(turn_up.plain_ranks[card]))
    suit = SUITS[card - plain]
    rank = _rank(turn_up.manilha_rank)
    return sentence("card-manilha", rank=rank, suit=sentence(f"suit-{suit}"), name=sentence(f"name-{suit}"))


def _rank(rank: str) -> Sentence:
    return sentence(f"rank-{rank.lower()}")
