"""What a seat's holdings face: sums over the opponent's holdings, weighted by the cards still there.

`mass(seat, reach)` takes the opponent's reach [B, paths, nodes, Y] and gives, for each holding x of `seat`, the sum
over y of draws(y | cards left, x out) reach(y): [B, paths, nodes, X]. See `tree.deals` for the convention.
"""

from __future__ import annotations

from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np

from ..rules import Seat
from ..tree.holdings import Holdings


@dataclass(frozen=True)
class Dense:
    """Weights as a matrix per node.

    Attributes:
        joint: draws of both holdings, [B, nodes, mão's, pé's].
        own: draws of each seat's holdings alone, [B, nodes, X].
    """

    joint: jax.Array
    own: tuple[jax.Array, jax.Array]

    def mass(self, seat: Seat, reach: jax.Array) -> jax.Array:
        own = self.own[seat]
        inverse = jnp.where(own > 0, 1 / jnp.maximum(own, 1), 0)
        equation = "bnxy,bpny->bpnx" if seat is Seat.MAO else "bnxy,bpnx->bpny"
        return jnp.einsum(equation, self.joint, reach, precision="highest") * inverse[:, None]


@dataclass(frozen=True)
class Counted:
    """Weights from the copies left: one seat holds one unseen card, the other one or two (inclusion-exclusion).

    Attributes:
        left: copies left at each node, [B, 1, nodes, N].
        held: index tables.
        cards: how many unseen cards each seat holds, (1, 1), (1, 2) or (2, 1).
    """

    left: jax.Array
    held: Holdings
    cards: tuple[int, int]

    def mass(self, seat: Seat, reach: jax.Array) -> jax.Array:
        if self.cards[seat.other] == 2:
            weighted = self.pair_draws * reach
            sums = weighted @ one_and(self.held.pair_counts.T, reach.dtype)
            return sums[..., :1] - sums[..., 1:] * self.inverse
        total = (self.left * reach).sum(-1, keepdims=True)
        if self.cards[seat] == 2:
            return total - reach @ jnp.asarray(self.held.pair_counts, reach.dtype)
        return total - reach

    @property
    def pair_draws(self) -> jax.Array:
        """Ordered draws of each pair, [B, 1, nodes, P]."""
        return pair_draws(self.left, self.held)

    @property
    def inverse(self) -> jax.Array:
        """1 / copies left, [B, 1, nodes, N]; classes that are gone hold nothing that counts."""
        return 1 / jnp.maximum(self.left, 1)


def pair_draws(left: jax.Array, held: Holdings) -> jax.Array:
    """Ordered draws of each pair from the copies left: [..., N] -> [..., P]."""
    high, low = held.pair_cards
    return left[..., high] * jnp.maximum(left[..., low] - jnp.asarray(high == low, left.dtype), 0)


def one_and(matrix: np.ndarray, dtype: jnp.dtype) -> jax.Array:
    """A column of ones, then the matrix: one product gives a sum and its parts."""
    return jnp.asarray(np.concatenate([np.ones((len(matrix), 1)), matrix], axis=1), dtype)
