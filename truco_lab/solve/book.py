"""The strategies of one pass over the tree, and what becomes of the values of the walking seat's decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from ..tree.tree import Block
from .regret import Actions, Discounts, expected, materialised, regret_matching, sum_of, updated_regrets

Arrays = dict[str, Actions]
"""By block name, one array per action, each [holdings, nodes, paths, B]."""


class State(NamedTuple):
    """Regrets and average strategy (unnormalised) of some blocks."""

    regrets: Arrays
    averages: Arrays


class Pass(NamedTuple):
    """What one pass over the tree is for. All fields are traced, so one compiled program serves every kind of pass.

    Attributes:
        evaluating: both seats play their average and nothing is learnt; else both play regret matching and the walking
            seat's regrets and averages are renewed.
        greedy: the walking seat takes the best action at each of its decisions: a best response.
        discounts: factors of this iteration, for an update.
    """

    evaluating: jax.Array | bool
    greedy: jax.Array | bool
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

    def strategy(self, name: str) -> Actions:
        """Action probabilities of a block; in an evaluation the current strategy where the average has no mass."""
        regrets, averages = self.state.regrets[name], self.state.averages[name]
        averaged = self.run.evaluating & (sum_of(averages) > 0)
        weights = tuple(jnp.where(averaged, a, r) for a, r in zip(averages, regrets, strict=True))
        return materialised(regret_matching(weights, self._legal(name)))

    def worth(self, strategy: Sequence[jax.Array], values: Sequence[jax.Array], name: str = "") -> jax.Array:
        """The value of the walking seat's decisions: of its strategy, or of the best action in a greedy pass.

        Args:
            strategy, values: per action, arrays that broadcast.
            name: block whose legal actions count; by default all do.
        """
        legal = self._legal(name) if name else None
        best = values[0]
        for k, value in enumerate(values[1:], start=1):
            best = jnp.maximum(best, value if legal is None else jnp.where(legal[k], value, -jnp.inf))
        return jnp.where(self.run.greedy, best, expected(strategy, values))

    def learn(self, name: str, strategy: Actions, values: Actions, reach: jax.Array) -> None:
        """In an update, renew a block of the walking seat.

        Args:
            strategy: as `strategy` gave it.
            values: of each action, same shapes.
            reach: the seat's own, same shape.
        """
        values, reach = materialised((values, reach))
        value = expected(strategy, values)
        keep, discounts = self.run.evaluating, self.run.discounts
        self.learnt.regrets[name] = tuple(
            jnp.where(keep, regret, updated_regrets(regret, action - value, discounts))
            for regret, action in zip(self.state.regrets[name], values, strict=True)
        )
        self.learnt.averages[name] = tuple(
            jnp.where(keep, average, average * discounts.average + reach * played)
            for average, played in zip(self.state.averages[name], strategy, strict=True)
        )

    def decide(self, name: str, strategy: Actions, values: Actions, reach: jax.Array) -> jax.Array:
        """`learn`, then `worth`."""
        self.learn(name, strategy, values, reach)
        return self.worth(strategy, values, name)

    def renewed(self) -> State:
        """The state after the pass."""
        return State(self.state.regrets | self.learnt.regrets, self.state.averages | self.learnt.averages)

    def _legal(self, name: str) -> tuple[np.ndarray, ...] | None:
        """Masks per action; the first action is always legal."""
        legal = self.blocks[name].legal
        return None if legal is None else tuple(mask[:, None, None, None] for mask in legal)
