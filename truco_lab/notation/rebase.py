"""The same spot elsewhere: at another score or turn-up, or with one of its actions changed."""

from __future__ import annotations

from ..rules import Action, HandState, Score, Seat, TurnUp
from .actions import Refused, spell, take
from .carry import carry_drafts, carry_history, cut_note, renamed
from .messages import Sentence, sentence
from .spot import Spot


def rebase(spot: Spot, score: Score | None = None, turn_up: TurnUp | None = None) -> Spot:
    """The same spot at another score or turn-up; its notes say what could not stay.

    The answer to a hand of eleven is added or removed, the history is cut at the first action that is not legal there,
    and a draft is kept if it fits. Plain cards stay the rank they are and manilhas the suit they are.

    Args:
        spot: the spot as it is.
        score, turn_up: where to; None leaves it as it is.
    """
    score = spot.score if score is None else score
    turn_up = spot.turn_up if turn_up is None else turn_up
    state, notes = carry_history(spot, score, turn_up, (None, None))
    drafts, dropped = carry_drafts(spot, tuple(Seat), (None, None), turn_up, state.table)
    notes += dropped + renamed(spot.turn_up, turn_up, drafts, state.history)
    return Spot.at(state, turn_up, drafts, tuple(notes))


def edit(spot: Spot, index: int, action: Action) -> Spot:
    """The spot with one action changed or added; later ones stay while they are the same steps as before.

    A later action stays if it is legal, taken by the same seat, in the same round, and the same kind of step (a card, a
    raise, an answer to a raise, an answer to the hand of eleven). At the first that is not, the history is cut. A draft
    that the new history contradicts is dropped. The notes say both.

    Args:
        spot: the spot as it is.
        index: which action of `spot.history`, from 0; `len(spot.history)` adds one at the end.
        action: the action to put there.

    Raises:
        IndexError: there is no such action.
        IllegalActionError: the rules do not allow it there.
    """
    if not 0 <= index <= len(spot.history):
        raise IndexError(f"the history has {len(spot.history)} actions: there is none to edit at {index}")
    before = spot.upto(index).state
    old, new = before, before.apply(action)
    notes: list[Sentence] = []
    for nth, later in enumerate(spot.history[index:]):
        after = old.apply(later)
        if nth > 0:
            try:
                new = _same_step(old, new, later, spot.turn_up)
            except Refused as refused:
                notes.append(cut_note(spell(later, spot.turn_up), refused.reason))
                break
        old = after
    drafts, dropped = carry_drafts(spot, tuple(Seat), (None, None), spot.turn_up, new.table)
    return Spot.at(new, spot.turn_up, drafts, (*notes, *dropped))


def _same_step(old: HandState, new: HandState, action: Action, turn_up: TurnUp) -> HandState:
    """The state after an action that was taken at `old` and is to be taken at `new`.

    Raises:
        Refused: it is not legal there, or not the same step.
    """
    if not new.finished and (old.to_act, old.round, _asked(old)) != (new.to_act, new.round, _asked(new)):
        raise Refused(sentence("turn-changes"))
    return take(new, action, turn_up, (None, None))


def _asked(state: HandState) -> str:
    """What the seat to act is asked for."""
    if state.eleven_pending:
        return "eleven"
    return "card" if state.pending is None else "answer"
