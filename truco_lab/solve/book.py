"""A seat's page in one pass: which strategy is played, and what is done with the values of its decisions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import jax
import jax.numpy as jnp

from ..tree.tree import Block
from .regret import Discounts, normalised, regret_matching, updated_regrets

Arrays = dict[str, jax.Array]
"""Arrays of a group by block name, each [B, paths, actions, nodes, holdings]."""

ACTIONS = -3
"""The axis of actions in an array."""


class Mode(StrEnum):
    """What a pass is for."""

    UPDATE = "update"
    BEST_RESPONSE = "best response"
    VALUE = "value"


@dataclass
class Book:
    """The strategies of one pass over a group of blocks.

    In an update both seats play regret matching and the walking seat's regrets and averages are renewed. Otherwise
    both play their average (their current strategy where the average has no mass), and the walking seat's decisions
    take the best action, or their own.

    Attributes:
        blocks: what the arrays mean.
        regrets, averages: the state.
        mode: what the pass is for.
        discounts: factors of this iteration, in an update.
        renewed: the walking seat's new (regrets, averages), filled in by `decide`.
    """

    blocks: Mapping[str, Block]
    regrets: Arrays
    averages: Arrays
    mode: Mode
    discounts: Discounts | None = None
    renewed: tuple[Arrays, Arrays] = field(default_factory=lambda: ({}, {}))

    def has(self, name: str) -> bool:
        """Whether there is such a block."""
        return name in self.blocks

    def strategy(self, name: str) -> jax.Array:
        """Action probabilities of a block, [B, paths, actions, nodes, holdings]."""
        legal = self.blocks[name].legal
        current = regret_matching(self.regrets[name], None if legal is None else jnp.asarray(legal), ACTIONS)
        if self.mode is Mode.UPDATE:
            return current
        return normalised(self.averages[name], current, ACTIONS)

    def decide(self, name: str, strategy: jax.Array, values: jax.Array, reach: jax.Array) -> jax.Array:
        """The value of the walking seat's decisions.

        Args:
            strategy: as `strategy` gave it.
            values: of each action, same shape.
            reach: the seat's own, [B, paths, nodes, holdings].

        Returns:
            [B, paths, nodes, holdings].
        """
        if self.mode is Mode.BEST_RESPONSE:
            legal = self.blocks[name].legal
            return (values if legal is None else jnp.where(jnp.asarray(legal), values, -jnp.inf)).max(ACTIONS)
        value = (strategy * values).sum(ACTIONS)
        if self.mode is Mode.UPDATE:
            assert self.discounts is not None
            regrets, averages = self.renewed
            regrets[name] = updated_regrets(self.regrets[name], values - jnp.expand_dims(value, ACTIONS), self.discounts)
            played = jnp.expand_dims(reach, ACTIONS) * strategy
            averages[name] = self.averages[name] * self.discounts.average + played
        return value
