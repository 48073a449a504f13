"""What the controls do to the line: each takes the spot as it is and gives the one that it becomes.

A move that would drop something says so in the notes of the new spot; one that the rules forbid raises and changes
nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

from ..errors import BadInputError
from ..notation import Draft, Spot, SpotError, edit, parse, rebase, spell
from ..notation.spot import SEAT_NAMES
from ..rules import Score, Seat, TurnUp
from ..words import sentence

Slots = Sequence[int | None]


def to_score(spot: Spot, mao: int, pe: int) -> Spot:
    """The same spot at another score."""
    return rebase(spot, score=Score(mao, pe))


def to_turn_up(spot: Spot, rank: str) -> Spot:
    """The same spot under another turn-up."""
    return rebase(spot, turn_up=TurnUp(rank))


def take(spot: Spot, position: int, written: str) -> tuple[Spot, int]:
    """Take an action at a decision of the line; the one that is taken there already is taken back, with what follows.

    Args:
        spot: the line.
        position: how many of its actions come before the decision.
        written: the action.

    Returns:
        The spot, and the position to look at.

    Raises:
        BadInputError: no such action is legal there.
    """
    before = spot.upto(position)
    if written not in before.legal:
        legal = ", ".join(before.legal) or sentence("none")
        raise BadInputError("action-illegal", action=written, line=before, legal=legal)
    if position < len(spot.history) and spell(spot.history[position], spot.turn_up) == written:
        return before, position
    return edit(spot, position, before.legal[written]), position + 1


def cleared(spot: Spot) -> Spot:
    """The score and the turn-up alone."""
    return Spot(spot.score, spot.turn_up)


def drafted(spot: Spot, seat: Seat, slots: Slots, pinned: bool) -> Spot:
    """A hand drafted for a seat, its known cards put strongest first; without a known card the draft goes.

    Raises:
        SpotError: the deck cannot deal it, or it lacks what the seat has played.
    """
    if all(slot is None for slot in slots):
        return parse(f"{SEAT_NAMES[seat]}[? ? ?]", spot)
    mark = "!" if pinned else ""
    first: SpotError | None = None
    for order in _orders(slots):
        draft = Draft(order, pinned)
        try:
            return parse(f"{SEAT_NAMES[seat]}{mark}[{draft.spell(spot.turn_up)}]", spot)
        except SpotError as error:
            first = first or error
    assert first is not None
    raise first


def _orders(slots: Slots) -> list[tuple[int | None, ...]]:
    """The orders a draft may be meant in: as it is with its cards sorted, then with its unknown slots elsewhere."""
    known = sorted((s for s in slots if s is not None), reverse=True)
    orders = []
    for places in dict.fromkeys([tuple(s is None for s in slots), *permutations([s is None for s in slots])]):
        cards = iter(known)
        orders.append(tuple(None if unknown else next(cards) for unknown in places))
    return orders


def pinned(spot: Spot, seat: Seat) -> Spot:
    """A draft pinned, or no longer.

    Raises:
        BadInputError: nothing is drafted for the seat.
    """
    draft = spot.drafts[seat]
    if draft is None:
        raise BadInputError("nothing-to-pin", seat=seat)
    turned = Draft(draft.slots, not draft.pinned)
    both = (turned, spot.drafts[Seat.PE]) if seat is Seat.MAO else (spot.drafts[Seat.MAO], turned)
    return replace(spot, drafts=both, notes=())
