"""From the counterfactual values of a pass to what a hand can expect from each action."""

from __future__ import annotations

import numpy as np

from ..rules import Accept, Fold, HandState, Play, Raise, Seat
from ..tree.tree import Tree
from .hands import Dealing, scattered
from .outcome import Kept
from .reading import Mix, Place, kept_cards, lead_of, reply_rows, shown, turn_name


def values_at(kept: Kept, tree: Tree, place: Place, state: HandState, here: np.ndarray) -> Mix:
    """The counterfactual value of each action of the tree for each hand, [H]; nan for hands that lack the action.

    Args:
        here: index of each hand on the acting seat's private axis, i[H]; -1 for hands that cannot be there.
    """
    seat = state.to_act
    assert seat is not None

    def of(where: tuple[str, int], action: int) -> np.ndarray:
        name, decision = where
        return _spread(here, kept[name][action, :, place.node, decision, 0])

    found: Mix = {}
    if place.more is not None:
        found[next(action for action in state.legal if isinstance(action, Raise))] = of(place.more, 1)
    if state.pending is not None:
        assert place.stay is not None
        found[Accept()] = of(place.stay, 1) if place.more is None else of(place.more, 0)
        found[Fold()] = of(place.stay, 0)
        return found
    return found | _cards(kept, tree, place, state, seat, here)


def _cards(kept: Kept, tree: Tree, place: Place, state: HandState, seat: Seat, here: np.ndarray) -> Mix:
    held, cards = tree.held, range(tree.deck.size - 1, -1, -1)
    name = turn_name(place.turn, place.kind)
    if place.turn < 2:
        slots = np.where((held.hand_cell >= 0) & (here >= 0), held.hand_cell // len(held.pairs), -1)
        values = kept[f"{name}.card"][:, :, place.node, place.outgoing, 0]
        return {Play(c): _by_slot(slots == c, values) for c in cards}
    if place.turn == 4:
        last, value = kept_cards(tree, state, seat), _spread(here, kept[name][:, place.node, place.outgoing, 0])
        return {Play(c): np.where(last == c, value, np.nan) for c in cards}
    if place.turn == 2:
        values = kept["2.card"][:, :, 0, place.outgoing, 0]
    else:
        assert place.group is not None
        values = _reply_values(kept, place, state)
    high, low = held.pair_cards
    slots = np.array([high, np.where(high == low, -1, low)])
    both = np.array([_spread(here, values[slot]) for slot in range(2)])
    placed = np.array([np.where(here >= 0, slot[np.maximum(here, 0)], -1) for slot in slots])
    found: Mix = {Play(c): _by_slot(placed == c, both) for c in cards}
    if len(values) == 3:
        hidden, lower = _spread(here, values[2]), np.where(here >= 0, low[np.maximum(here, 0)], -1)
        found |= {Play(c, hidden=True): np.where(lower == c, hidden, np.nan) for c in cards}
    return found


def _reply_values(kept: Kept, place: Place, state: HandState) -> np.ndarray:
    """Values of the two cards of each pair against a lead, [2, P]; nan for a card that the tree leaves out."""
    assert place.group is not None
    name = turn_name(3, place.kind)
    row, slot = reply_rows(place.group, place.kind, lead_of(state))
    forced = kept[name][:, place.node, place.outgoing, 0]
    values = np.where(slot == np.arange(2)[:, None], forced, np.nan)
    some = row >= 0
    if some.any():
        values[:, some] = kept[f"{name}.card"][:, row[some], 0, place.outgoing, 0]
    return values


def _by_slot(chosen: np.ndarray, values: np.ndarray) -> np.ndarray:
    """From values by slot, [S, H], that of the slot chosen for each hand; nan where none is."""
    picked = np.where(chosen, values, 0).sum(0)
    return np.where(chosen.any(0), picked, np.nan)


def _spread(index: np.ndarray, values: np.ndarray) -> np.ndarray:
    return np.where(index >= 0, scattered(index, np.asarray(values, float)), np.nan)


def weights_of(dealing: Dealing, state: HandState, seat: Seat, other: np.ndarray) -> np.ndarray:
    """What a hand's counterfactual values are to be divided by, [H]: how much of the other seat is here against it.

    The walk's values count the ordered draws of the other's unseen cards only; those it has shown are counted here.

    Args:
        dealing: of the deck.
        state: the public state.
        seat: whose hands.
        other: reach of the other seat's hands, [H].
    """
    facing = dealing.joint @ other / np.maximum(dealing.chance, 1e-300)
    counts = dealing.held.hand_counts
    left = np.array(dealing.deck.counts)[:, None] - counts  # [N, H]
    draws = np.ones(len(facing))
    for card in shown(state, seat.other):
        draws *= np.maximum(left[card], 0)
        left[card] -= 1
    return np.where((facing > 0) & (draws > 0), facing / np.maximum(draws, 1), np.nan)
