"""How the items of turns 2 to 5, (subgame, round-1 outcome), are cut into chunks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import jax
import numpy as np

from ..tree.tree import Tree

CPU_CHUNK_ENTRIES = 2_200_000
"""Entries of a chunk on a CPU: few enough for the cache, which its temporaries need three times over and workers share;
enough to outweigh the dispatch (measured: see ledger/README.md)."""


@dataclass(frozen=True)
class Chunk:
    """Items of one group: indices of their subgame and round-1 outcome, i[B], and where they live."""

    group: int
    subgames: np.ndarray
    outcomes: np.ndarray
    device: jax.Device


def cut(tree: Tree, subgames: int, devices: Sequence[jax.Device], limit: int) -> list[Chunk]:
    """Chunks of equal size within each group.

    Args:
        subgames: how many, C.
        devices: dealt out in turn.
        limit: entries of a chunk, at most.
    """
    chunks: list[Chunk] = []
    for g, group in enumerate(tree.groups):
        items = np.array([(c, o) for c in range(subgames) for o in range(len(group.outcomes))])
        per_item = sum(block.slots for block in group.blocks.values())
        for part in np.split(items, len(items) // chunk_size(len(items), per_item, limit)):
            device = devices[len(chunks) % len(devices)]
            chunks.append(Chunk(g, part[:, 0], part[:, 1], device))
    return chunks


def chunk_size(items: int, per_item: int, limit: int) -> int:
    """The largest number of items within the limit (one in any case) that leaves none over: for 78 of them 78, 39, 26,
    13, 6, 3, 2 or 1."""
    most = max(1, min(items, limit // per_item))
    return next(size for size in range(most, 0, -1) if items % size == 0)


def item_grid(tree: Tree, subgames: int, chunks: Sequence[Chunk]) -> np.ndarray:
    """Position of (subgame, lead, reply) among the items of all chunks, the number of items where impossible;
    i[C, N, N]."""
    n = tree.deck.size
    total = sum(len(chunk.subgames) for chunk in chunks)
    grid = np.full((subgames, n, n), total)
    place = 0
    for chunk in chunks:
        for subgame, outcome in zip(chunk.subgames, chunk.outcomes, strict=True):
            grid[subgame, *tree.groups[chunk.group].outcomes[outcome]] = place
            place += 1
    return grid
