"""Which file and row holds which averages.

    round-1.npy                                   [1, numbers]           round 1 and the hand of eleven
    won-by-mao.npy, won-by-pe.npy, tied.npy       [outcomes, numbers]    rounds 2 and 3, a row per outcome of round 1

A row holds its blocks one after the other, each [actions, holdings, nodes, paths] in C order (see `tree.tree`): what is
needed after one outcome lies together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..rules import Seat
from ..solve.policy import Reader
from ..tree.tree import Block, Tree
from .forms import Form

ROUND_ONE = "round-1.npy"
AFTER_ROUND_ONE: dict[Seat | None, str] = {Seat.MAO: "won-by-mao.npy", Seat.PE: "won-by-pe.npy", None: "tied.npy"}
"""By who won it."""


@dataclass(frozen=True)
class Layout:
    """One file.

    Attributes:
        name: of the file.
        rows: how many it has.
        blocks: of each row, in order.
    """

    name: str
    rows: int
    blocks: Mapping[str, Block]

    @cached_property
    def places(self) -> dict[str, slice]:
        """Where the blocks stand in a row."""
        ends = np.cumsum([block.slots for block in self.blocks.values()]).tolist()
        return {
            name: slice(end - block.slots, end) for (name, block), end in zip(self.blocks.items(), ends, strict=True)
        }

    @property
    def numbers(self) -> int:
        """Length of a row."""
        return sum(block.slots for block in self.blocks.values())

    def row(self, read: Reader, form: Form) -> np.ndarray:
        """The row that holds these blocks, as it is stored; [numbers]."""
        return np.concatenate([form.encode(read(name)).ravel() for name in self.blocks])

    def block(self, name: str, row: np.ndarray, form: Form) -> np.ndarray:
        """A block of a stored row, f32[actions, holdings, nodes, paths]."""
        return form.decode(row[self.places[name]].reshape(self.blocks[name].shape))


def layouts(tree: Tree) -> list[Layout]:
    """Round 1, then the tree's groups in order."""
    groups = [Layout(AFTER_ROUND_ONE[group.winner], len(group.outcomes), group.blocks) for group in tree.groups]
    return [Layout(ROUND_ONE, 1, tree.round_one.blocks), *groups]
