"""Kinds of actions: what a chart of all hands colours alike, though the cards differ from hand to hand."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ..rules import Accept, Action, Fold, Play, Raise
from .hands import Dealing
from .node import Node

KINDS = {
    "highest": "plays_highest",
    "middle": "plays_middle",
    "lowest": "plays_lowest",
    "hidden": "hides",
    "raise": "raises",
    "accept": "accepts",
    "fold": "folds",
}
"""The kinds, each with the column of a table that has its chance. An open card is the highest, a middle or the lowest
that a hand has left."""


def sort_of(action: Action) -> str:
    """What an action is, whatever the hand: open, hidden, raise, accept or fold."""
    match action:
        case Play(_, hidden):
            return "hidden" if hidden else "open"
        case Raise():
            return "raise"
        case Accept():
            return "accept"
        case Fold():
            return "fold"


def kinds_of(node: Node, action: Action) -> Mapping[str, np.ndarray]:
    """The hands for which an action is of each kind that it can be, bool[H] by kind. Of equal cards all are highest."""
    every = np.ones(len(node.dealing.hands), bool)
    if not isinstance(action, Play) or action.hidden:
        return {sort_of(action): every}
    highest, lowest = ends(node.dealing, node.spot.state.played(node.actor))
    top, bottom = np.equal(highest, action.card), np.equal(lowest, action.card)
    return {"highest": top, "middle": every & ~top & ~bottom, "lowest": bottom & ~top}


def ends(dealing: Dealing, gone: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """The strongest and the lowest class that each hand has left once some cards are gone, i[H] each."""
    left = dealing.held.hand_counts.copy()
    for card in gone:
        left[card] -= 1
    held = left > 0
    classes = np.arange(len(held))[:, None]
    return np.where(held, classes, -1).max(0), np.where(held, classes, len(held)).min(0)
