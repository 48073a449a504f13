"""One action: how it is spelled, what may be written at a state, and which rule forbids what the engine refuses.

Whether an action is legal is for the rules engine alone to say; a draft then limits the cards further, since a drafted
hand must hold what its seat plays.
"""

from __future__ import annotations

from functools import lru_cache

from ..rules import (
    RUNGS,
    Accept,
    Action,
    Fold,
    HandState,
    IllegalActionError,
    Play,
    Put,
    Raise,
    Score,
    TurnUp,
    next_rung,
    start,
)
from .drafts import Drafts, deck_of, fits, own_draft_lacks, read_card
from .messages import Sentence, sentence
from .tokens import Kind, Token

TRUCO = RUNGS[1]


class Refused(Exception):  # noqa: N818 (a signal between the modules of this package, not an error anyone sees)
    """An action that may not be written here, and why."""

    def __init__(self, reason: Sentence):
        super().__init__(reason)
        self.reason = reason


@lru_cache(maxsize=2048)
def opening(score: Score, turn_up: TurnUp) -> HandState:
    """The hand as dealt, with both hands unknown to the engine."""
    return start(deck_of(turn_up), score)


def spell(action: Action, turn_up: TurnUp) -> str:
    """An action as it is written."""
    match action:
        case Play(card, hidden):
            return turn_up.labels[card] + ("*" if hidden else "")
        case Raise(to):
            return "r" if to == TRUCO else f"r{to}"
        case Accept():
            return "a"
        case Fold():
            return "f"


def may_write(state: HandState, turn_up: TurnUp, drafts: Drafts) -> dict[str, Action]:
    """Every action that is legal at a state and inside the drafts, by its spelling."""
    seat = state.to_act
    return {
        spell(action, turn_up): action
        for action in state.legal
        if seat is None
        or not isinstance(action, Play)
        or fits(state.deck, drafts, (*state.table, Put(seat, action.card, action.hidden)))
    }


def meant(token: Token, state: HandState, turn_up: TurnUp) -> Action:
    """The action that a token of the history means at a state, legal there or not.

    Raises:
        Refused: a card that this turn-up does not have as it is spelled, or any card while a raise is pending.
    """
    written = token.text.lower()
    if state.pending is not None and token.kind in (Kind.CARD, Kind.HIDDEN):
        raise Refused(why_illegal(state, Play(0), turn_up))
    if token.kind is Kind.FOLD:
        return Fold()
    if token.kind is Kind.RAISE:
        return Raise(int(written[1:] or TRUCO))
    if token.kind is Kind.LETTER_A and (state.pending is not None or state.eleven_pending):
        return Accept()
    card = read_card(turn_up, written.removesuffix("*"))
    if isinstance(card, Sentence):
        raise Refused(card)
    return Play(card, hidden=token.kind is Kind.HIDDEN)


def take(state: HandState, action: Action, turn_up: TurnUp, drafts: Drafts) -> HandState:
    """The state after an action.

    Raises:
        Refused: the engine forbids it, or the drafts cannot hold it.
    """
    try:
        after = state.apply(action)
    except IllegalActionError as error:
        raise Refused(why_illegal(state, action, turn_up)) from error
    if isinstance(action, Play) and not fits(state.deck, drafts, after.table):
        assert state.to_act is not None
        seat, card = state.to_act, turn_up.labels[action.card]
        draft = drafts[seat]
        if draft is not None and own_draft_lacks(state.deck, drafts, after.table, seat):
            raise Refused(sentence("not-in-draft", seat=seat, card=card, draft=draft.spell(turn_up)))
        raise Refused(sentence("drafted-elsewhere", seat=seat, card=card, other=seat.other))
    return after


def why_illegal(state: HandState, action: Action | None, turn_up: TurnUp) -> Sentence:
    """Which rule forbids an action that the engine refuses.

    Args:
        state: where it was refused.
        action: what was refused; None for anything at all, once the hand is over.
        turn_up: names the cards.
    """
    if state.finished:
        folded = bool(state.history) and isinstance(state.history[-1], Fold)
        assert state.winner is not None
        if folded:
            return sentence("hand-folded", seat=state.winner.other)
        return sentence("hand-decided", seat=state.winner)
    actor = state.to_act
    assert actor is not None
    match action:
        case Raise(to):
            return _why_no_raise(state, to)
        case Play() if state.pending is not None:
            return sentence("answer-first", seat=actor, to=state.pending)
        case Play(_, hidden) if hidden and state.round == 0:
            return sentence("hidden-in-round-1")
        case Play(card):
            copies = state.deck.counts[card]
            return sentence("no-copies", card=turn_up.labels[card], copies=copies, seat=actor)
        case _:
            return sentence("nothing-pending", seat=actor)


def _why_no_raise(state: HandState, to: int) -> Sentence:
    actor = state.to_act
    assert actor is not None
    if not state.score.raises_allowed:
        return sentence("no-raise-at-11")
    due = next_rung(state.stake if state.pending is None else state.pending)
    if due is None:
        return sentence("top-rung")
    if state.pending is None and state.raiser_allowed not in (None, actor):
        return sentence("not-your-raise", seat=actor, other=actor.other)
    return sentence("wrong-rung", to=to, due=due)
