"""The strategies of one pass over the tree, and what becomes of the values of the walking seat's decisions."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from ..tree.tree import Block
from .arrays import Array, materialised, maximum, where
from .regret import Discounts, advantages, expected, regret_matching, updated_regrets

Arrays = dict[str, Any]
"""JAX's arrays or NumPy's by block name, [actions, holdings, nodes, paths, B]."""


class State(NamedTuple):
    """Regrets and average strategy (unnormalised) of some blocks."""

    regrets: Arrays
    averages: Arrays


class Pass(NamedTuple):
    """What one pass over the tree is for. All fields are traced, so one compiled program serves every kind of pass.

    Attributes:
        evaluating: nothing is learnt; else the walking seat's regrets and averages are renewed. To evaluate averages
            hand them in as regrets: they are never negative, so regret matching normalises them.
        greedy: the walking seat takes the best action at each of its decisions: a best response.
        discounts: factors of this iteration, for an update.
    """

    evaluating: Array | np.ndarray
    greedy: Array | np.ndarray
    discounts: Discounts


@dataclass
class Book:
    """The state of a set of blocks during one pass.

    Attributes:
        blocks: what the arrays mean.
        state: regrets and averages.
        run: what the pass is for.
        learnt: the walking seat's new state, filled in by `learn`.
    """

    blocks: Mapping[str, Block]
    state: State
    run: Pass
    learnt: State = field(default_factory=lambda: State({}, {}))

    def strategy(self, name: str) -> Array:
        """Action probabilities of a block."""
        return materialised(regret_matching(self.state.regrets[name], self._legal(name)))

    def worth(self, strategy: Array, values: Array, name: str = "") -> Array:
        """The value of the walking seat's decisions: of its strategy, or of the best action in a greedy pass.

        Args:
            strategy, values: [A, X, nodes, paths, B].
            name: block whose legal actions count; by default all do.
        """
        legal = self._legal(name) if name else None
        possible = values if legal is None else where(legal, values, -np.inf)
        best = functools.reduce(maximum, [possible[k] for k in range(len(possible))])
        return where(self.run.greedy, best, expected(strategy, values))

    def learn(self, name: str, strategy: Array, values: Array, reach: Array) -> None:
        """In an update, renew a block of the walking seat.

        Args:
            strategy, values: [A, X, nodes, paths, B], the former as `strategy` gave it.
            reach: the seat's own, [X, nodes, paths, B].
        """
        regrets, averages = self.state.regrets[name], self.state.averages[name]
        keep, discounts = self.run.evaluating, self.run.discounts
        renewed = updated_regrets(regrets, advantages(strategy, values), discounts)
        self.learnt.regrets[name] = where(keep, regrets, renewed)
        self.learnt.averages[name] = where(keep, averages, averages * discounts.average + reach * strategy)

    def decide(self, name: str, strategy: Array, values: Array, reach: Array) -> Array:
        """`learn`, then `worth`."""
        values, reach = materialised((values, reach))
        self.learn(name, strategy, values, reach)
        return self.worth(strategy, values, name)

    def renewed(self) -> State:
        """The state after the pass."""
        return State(self.state.regrets | self.learnt.regrets, self.state.averages | self.learnt.averages)

    def _legal(self, name: str) -> np.ndarray | None:
        legal = self.blocks[name].legal
        return None if legal is None else legal[:, :, None, None, None]
