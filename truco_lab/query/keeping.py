"""The best response of a seat that keeps its locks: free where it has none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..rules import Seat
from ..solve.arrays import Array
from ..solve.policy import Policy, Reader
from ..solve.regret import regret_matching
from ..solve.solved import Solved
from ..tree.tree import Block
from .hands import dealing
from .outcome import Plain
from .passes import BEST, Passes


@dataclass(frozen=True)
class Fixed:
    """Numbers of one block that are locked.

    Attributes:
        outcome: group and number of the round-1 outcome, None in round 1.
        name: of the block.
        index: of the numbers, after the axis of actions: holdings, node, path or decision.
        weights: in the place of regrets or of averages, f[actions, holdings].
    """

    outcome: tuple[int, int] | None
    name: str
    index: tuple[np.ndarray | int, int, int]
    weights: np.ndarray


class Keeping(Plain):
    """For greedy passes. The blocks hold strategies, not regrets: the walking seat's are zero where it is free."""

    def strategy(self, name: str) -> Array:
        return self.state.regrets[name]

    def worth(self, strategy: Array, values: Array, name: str = "") -> Array:
        locked = strategy.sum(0) > 0
        return np.where(locked, (strategy * values).sum(0), super().worth(strategy, values, name))


def best_keeping(solved: Solved, seat: Seat, locks: Sequence[Fixed]) -> float:
    """What a seat gets by its best response to the other's average strategy that keeps these locks, in +-1 match space
    from its side."""
    deck = solved.deck
    passes = Passes(replace(solved, policy=_strategies(solved.policy, seat, locks)), kind=Keeping)
    return float(passes.hands(seat, BEST) @ dealing(deck).chance)


def _strategies(policy: Policy, seat: Seat, locks: Sequence[Fixed]) -> Policy:
    """The seat's locks, and zero elsewhere; the other seat's strategies."""
    tree = policy.tree

    def of(blocks: Mapping[str, Block], read: Reader, outcome: tuple[int, int] | None) -> Reader:
        def reader(name: str) -> np.ndarray:
            block = blocks[name]
            if block.seat is not seat:
                return regret_matching(read(name), None if block.legal is None else block.legal[:, :, None, None])
            found = np.zeros(block.shape, np.float32)
            for fixed in locks:
                if (fixed.outcome, fixed.name) == (outcome, name):
                    total = fixed.weights.sum(0)
                    found[(slice(None), *fixed.index)] = fixed.weights / np.where(total > 0, total, 1)
            return found

        return reader

    return Policy(
        tree,
        of(tree.round_one.blocks, policy.round_one, None),
        lambda group, number: of(tree.groups[group].blocks, policy.outcome(group, number), (group, number)),
    )
