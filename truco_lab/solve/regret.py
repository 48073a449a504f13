"""Regret matching and its discounted family.

One parametrisation covers CFR, CFR+, LCFR, DCFR and DCFR+ (Brown & Sandholm 2019, "Solving Imperfect-Information
Games via Discounted Regret Minimization", eq. 1-3). At iteration t = 1, 2, ...

    R_t = d_{t-1} R_{t-1} + r_t,        d_s = s^alpha / (s^alpha + 1) where R > 0, s^beta / (s^beta + 1) elsewhere
    S_t = ((t-1)/t)^gamma S_{t-1} + pi_t sigma_t

that is: *discount, then add*. r_t is the instantaneous regret, pi_t the player's own reach, sigma_t the strategy that
was played in iteration t (not the next one). `alpha = inf, beta = -inf` is CFR+: negative regret is forgotten.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import jax
import jax.numpy as jnp


class Discounts(NamedTuple):
    """Factors of one iteration, f32 scalars: for positive regret, other regret, and the average so far."""

    positive: jax.Array | float
    negative: jax.Array | float
    average: jax.Array | float


@dataclass(frozen=True)
class UpdateRule:
    """A member of the discounted family, by its three exponents."""

    alpha: float
    beta: float
    gamma: float

    def discounts(self, t: int) -> Discounts:
        """Factors for iteration t, counted from 1."""
        return Discounts(_discount(t - 1, self.alpha), _discount(t - 1, self.beta), ((t - 1) / t) ** self.gamma)


def _discount(s: int, exponent: float) -> float:
    if math.isinf(exponent):
        return 1.0 if exponent > 0 else 0.0
    weight = float(s) ** exponent if s > 0 else float(exponent == 0)
    return weight / (weight + 1.0)


CFR = UpdateRule(math.inf, math.inf, 0.0)
CFR_PLUS = UpdateRule(math.inf, -math.inf, 1.0)
DCFR = UpdateRule(1.5, 0.0, 2.0)
DCFR_PLUS = UpdateRule(1.5, -math.inf, 4.0)
"""Positive regrets discounted with exponent 1.5, negative ones forgotten, average weighted by t^4."""


def regret_matching(regrets: jax.Array, legal: jax.Array | None = None, axis: int = -3) -> jax.Array:
    """The strategy that plays each action in proportion to its positive regret, or uniformly where none is positive.

    Args:
        regrets: [..., actions, nodes, holdings], or any shape with the actions on `axis`.
        legal: mask that broadcasts against `regrets`, 1 where the action exists; None where all do.
        axis: the axis of actions.

    Returns:
        Probabilities of the same shape; they sum to one over `axis` (to zero where nothing is legal).
    """
    positive = jnp.maximum(regrets, 0)
    if legal is None:
        uniform = jnp.asarray(1 / regrets.shape[axis], regrets.dtype)
    else:
        legal = legal.astype(regrets.dtype)
        positive = positive * legal
        uniform = legal / jnp.maximum(legal.sum(axis, keepdims=True), 1)
    return normalised(positive, uniform, axis)


def normalised(weights: jax.Array, otherwise: jax.Array, axis: int = -3) -> jax.Array:
    """`weights` divided by their sum over `axis`; `otherwise` where that sum is zero."""
    total = weights.sum(axis, keepdims=True)
    return jnp.where(total > 0, weights / jnp.where(total > 0, total, 1), otherwise)


def updated_regrets(regrets: jax.Array, instantaneous: jax.Array, discounts: Discounts) -> jax.Array:
    """Discount, then add."""
    return regrets * jnp.where(regrets > 0, discounts.positive, discounts.negative) + instantaneous
