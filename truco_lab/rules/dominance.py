"""Which legal actions the tree leaves out, and why that loses nothing.

Each is weakly dominated once earlier ones are gone (iterated weak dominance in a zero-sum game, so the value stays),
provided that winning or losing a hand for more is never worse or better for the loser: `ValueTable.payoffs` checks it.
The rules engine accepts these actions; whoever shows them shows them as dominated.
"""

from __future__ import annotations

from enum import StrEnum

from .hand import Accept, Action, HandState, Play, Raise
from .match import TARGET

LAST_TURN = 5
"""Cards on the table when the last one is to be played."""


class Dominated(StrEnum):
    """Why an action is never needed."""

    DEAD_RAISE = "the stake already agreed wins the match: a higher one only helps the other player"
    ACCEPT_THEN_RAISE = "the same as raising at once instead of accepting"
    FACE_DOWN = "an open card does at least as well"
    FACE_DOWN_HIGH = "hiding the lower card and keeping the higher one does at least as well"
    THROWN_ROUND = "a card that keeps the hand alive does at least as well"
    WINNER_PASSES = "the last card wins for certain: raising costs nothing"
    LAST_RERAISE = "the last player knows who wins: only a winner would accept"


def dominated(state: HandState, action: Action) -> Dominated | None:
    """Why the tree leaves out this legal action, or None if it keeps it.

    Args:
        state: a running hand; where the reason needs the actor's own hand and it is unknown, the action is kept.
        action: a legal action there.
    """
    match action:
        case Raise():
            return _dominated_raise(state, action)
        case Play():
            return _dominated_play(state, action)
        case _:
            return None


def _dominated_raise(state: HandState, action: Raise) -> Dominated | None:
    seat = state.to_act
    assert seat is not None
    secured = state.stake if state.pending is None else state.pending
    if state.score[seat] + secured >= TARGET:
        return Dominated.DEAD_RAISE
    if state.pending is None and state.history and isinstance(state.history[-1], Accept):
        return Dominated.ACCEPT_THEN_RAISE
    if state.pending is not None and len(state.table) == LAST_TURN:
        return Dominated.LAST_RERAISE
    return None


def _dominated_play(state: HandState, action: Play) -> Dominated | None:
    seat = state.to_act
    assert seat is not None
    if action.hidden and not (len(state.table) == 2 and state.results[0] is seat):
        return Dominated.FACE_DOWN
    if state.hands[seat] is None:
        return None
    held = [c for c, n in enumerate(state.copies_left(seat)) for _ in range(n)]
    if action.hidden and action.card > min(held):
        return Dominated.FACE_DOWN_HIGH
    if len(state.table) == 3 and _loses_at_once(state, action.card):
        return None if all(_loses_at_once(state, c) for c in held) else Dominated.THROWN_ROUND
    if len(state.table) == LAST_TURN and state.apply(action).winner is seat:
        raises = [a for a in state.legal if isinstance(a, Raise)]
        if raises and _dominated_raise(state, raises[0]) is None:
            return Dominated.WINNER_PASSES
    return None


def _loses_at_once(state: HandState, card: int) -> bool:
    after = state.apply(Play(card))
    return after.finished and after.winner is not state.to_act
