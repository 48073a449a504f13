"""How the items of turns 2 to 5, (subgame, round-1 outcome), are cut into chunks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import jax
import numpy as np

from ..tree.tree import Tree

CPU_CHUNK_ENTRIES = 2_200_000
"""Entries of a chunk on a CPU: few enough that its temporaries, some three times as large, stay in the cache with those
of a second worker; enough to outweigh the dispatch."""

MOST_UNUSED = 0.02
"""Share of the items of all chunks of a group that may be there to fill up the last one only."""


@dataclass(frozen=True)
class Chunk:
    """Items of one group: indices of their subgame and round-1 outcome, i[B], and where they live."""

    group: int
    subgames: np.ndarray
    outcomes: np.ndarray
    device: jax.Device


def cut(tree: Tree, subgames: int, devices: Sequence[jax.Device], limit: int) -> list[Chunk]:
    """Chunks of equal size within each group; the last is filled up with copies of the first item.

    Args:
        subgames: how many, C.
        devices: dealt out in turn.
        limit: entries of a chunk, at most.
    """
    chunks: list[Chunk] = []
    for g, group in enumerate(tree.groups):
        items = np.array([(c, o) for c in range(subgames) for o in range(len(group.outcomes))])
        per_item = sum(block.slots for block in group.blocks.values())
        size = _size(len(items), max(1, limit // per_item))
        count = -(-len(items) // size)
        items = np.concatenate([items, np.repeat(items[:1], count * size - len(items), 0)])
        for part in np.split(items, count):
            device = devices[len(chunks) % len(devices)]
            chunks.append(Chunk(g, part[:, 0], part[:, 1], device))
    return chunks


def item_grid(tree: Tree, subgames: int, chunks: Sequence[Chunk]) -> np.ndarray:
    """Position of (subgame, lead, reply) among the items of all chunks, the number of items where impossible;
    i[C, N, N]."""
    n = tree.deck.size
    total = sum(len(chunk.subgames) for chunk in chunks)
    grid = np.full((subgames, n, n), total)
    place = total
    for chunk in reversed(chunks):  # so that an item's first place counts, not a copy's
        for subgame, outcome in zip(chunk.subgames[::-1], chunk.outcomes[::-1], strict=True):
            place -= 1
            grid[subgame, *tree.groups[chunk.group].outcomes[outcome]] = place
    return grid


def _size(items: int, most: int) -> int:
    """The largest size of at most so many items that leaves little unused."""
    sizes = range(min(items, most), 0, -1)
    return next(size for size in sizes if -(-items // size) * size * (1 - MOST_UNUSED) <= items)
