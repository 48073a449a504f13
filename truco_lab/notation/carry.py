"""What stays of a spot when something else about it changes, and a note for everything that does not.

A plain card stays the rank it is, a manilha stays the manilha of its suit. A card whose rank has become the manilha
rank does not stay: nobody said its suit.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..rules import Accept, Action, Fold, HandState, Play, Put, Score, Seat, TurnUp
from .actions import Refused, opening, spell, take
from .drafts import Draft, Drafts, deck_of, fits
from .messages import Sentence, sentence
from .spot import Spot


def same_card(card: int, old: TurnUp, new: TurnUp) -> int | None:
    """The class that a card has under another turn-up, or None if it does not stay itself there."""
    plain = len(old.plain_ranks)
    if card >= plain:
        return card
    rank = old.plain_ranks[card]
    return None if rank == new.manilha_rank else new.plain_ranks.index(rank)


def carry_history(spot: Spot, score: Score, turn_up: TurnUp, drafts: Drafts) -> tuple[HandState, list[Sentence]]:
    """The history of a spot at another score and turn-up, as far as it stays legal and inside the drafts.

    Args:
        spot: whose history.
        score, turn_up: where to.
        drafts: drafts that are new, and so bind the cards played.

    Returns:
        The rules' state after that history, and what was added, removed or cut.
    """
    notes: list[Sentence] = []
    actions = list(spot.history)
    if actions and spot.score.decider is not None and score.decider is None:
        if isinstance(actions.pop(0), Fold):
            actions.clear()
        notes.append(sentence("answer-removed", score=str(score)))
    elif actions and spot.score.decider is None and score.decider is not None:
        actions.insert(0, Accept())
        notes.append(sentence("accept-added", score=str(score)))
    state = opening(score, turn_up)
    for action in actions:
        moved = _moved(action, spot.turn_up, turn_up)
        if moved is None:
            now = sentence("rank-now-manilha", card=turn_up.manilha_rank.lower(), turn_up=turn_up.rank.lower())
            notes.append(cut_note(spell(action, spot.turn_up), now))
            break
        try:
            state = take(state, moved, turn_up, drafts)
        except Refused as refused:
            notes.append(cut_note(spell(moved, turn_up), refused.reason))
            break
    return state, notes


def cut_note(written: str, reason: Sentence) -> Sentence:
    """The note that the history ends before an action, and why."""
    return sentence("history-cut", action=written, reason=reason)


def carry_drafts(
    spot: Spot, seats: Sequence[Seat], drafts: Drafts, turn_up: TurnUp, table: tuple[Put, ...]
) -> tuple[Drafts, list[Sentence]]:
    """The drafts of a spot that still fit, added to those that are new.

    Args:
        spot: whose drafts.
        seats: the seats whose draft is kept.
        drafts: what is new; empty at these seats.
        turn_up: the turn-up now.
        table: the cards played now.

    Returns:
        Both drafts, and what was dropped.
    """
    notes: list[Sentence] = []
    for seat in seats:
        old = spot.drafts[seat]
        if old is None:
            continue
        moved = _moved_draft(old, spot.turn_up, turn_up)
        both: Drafts = (moved, drafts[Seat.PE]) if seat is Seat.MAO else (drafts[Seat.MAO], moved)
        if moved is not None and fits(deck_of(turn_up), both, table):
            drafts = both
        else:
            notes.append(sentence("draft-dropped", seat=seat, draft=old.spell(spot.turn_up)))
    return drafts, notes


def renamed(old: TurnUp, new: TurnUp, drafts: Sequence[Draft | None], history: Sequence[Action]) -> list[Sentence]:
    """A note that manilhas kept from another turn-up have a new rank, if there are any.

    Args:
        old, new: the turn-ups.
        drafts, history: what was kept, in classes of the new one.
    """
    plain = len(new.plain_ranks)
    cards = [card for draft in drafts if draft is not None for card in draft.known]
    cards += [action.card for action in history if isinstance(action, Play)]
    if old.manilha_rank == new.manilha_rank or all(card < plain for card in cards):
        return []
    kept = sorted({card for card in cards if card >= plain})
    return [
        sentence("manilhas-renamed", old=tuple(old.labels[c] for c in kept), new=tuple(new.labels[c] for c in kept))
    ]


def _moved(action: Action, old: TurnUp, new: TurnUp) -> Action | None:
    if not isinstance(action, Play):
        return action
    card = same_card(action.card, old, new)
    return None if card is None else Play(card, action.hidden)


def _moved_draft(draft: Draft, old: TurnUp, new: TurnUp) -> Draft | None:
    slots: list[int | None] = []
    for slot in draft.slots:
        card = None if slot is None else same_card(slot, old, new)
        if slot is not None and card is None:
            return None
        slots.append(card)
    return Draft(tuple(slots), draft.pinned)
