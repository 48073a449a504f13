"""A digest of what gives stored arrays their meaning: the same for two trees only if their blocks can be exchanged."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from .betting import Betting
from .tree import Block, Group, Tree


def digest(tree: Tree) -> str:
    """sha256 over deck and `structure`."""
    return hashlib.sha256(repr((tree.deck.copies, tree.deck.manilhas, structure(tree))).encode()).hexdigest()


def structure(tree: Tree) -> str:
    """sha256 over ladder, holdings, outcomes, order of paths and nodes, and the shape of every block: alike for decks
    that differ in how many copies they have."""
    first, held = tree.round_one, tree.held
    what: list[Any] = [
        (str(tree.ladder), tree.pruned, held.hands, held.pairs),
        (_betting(first.lead), _betting(first.reply), _blocks(first.blocks)),
        *map(_group, tree.groups),
    ]
    return hashlib.sha256(repr(what).encode()).hexdigest()


def _group(group: Group) -> tuple[Any, ...]:
    return (
        str(group.winner),
        group.outcomes.tolist(),
        [_betting(turn) for turn in (group.lead, group.reply, group.third, group.last)],
        [(kind, *map(_listed, vars(table).values())) for kind, table in group.replies.items()],
        _blocks(group.blocks),
    )


def _listed(part: Any) -> Any:
    return part.tolist() if isinstance(part, np.ndarray) else str(part)


def _betting(turn: Betting) -> tuple[Any, ...]:
    return str(turn.actor), turn.order, [tuple(map(str, path)) for path in turn.paths], turn.layers


def _blocks(blocks: Mapping[str, Block]) -> list[Any]:
    return [
        (name, str(block.seat), block.shape, None if block.legal is None else block.legal.tolist())
        for name, block in blocks.items()
    ]
