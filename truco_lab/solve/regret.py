"""Regret matching and its discounted family.

One parametrisation covers CFR, CFR+, LCFR, DCFR and DCFR+ (Brown & Sandholm 2019, "Solving Imperfect-Information
Games via Discounted Regret Minimization", eq. 1-3). At iteration t = 1, 2, ...

    R_t = d_{t-1} R_{t-1} + r_t,        d_s = s^alpha / (s^alpha + 1) where R > 0, s^beta / (s^beta + 1) elsewhere
    S_t = ((t-1)/t)^gamma S_{t-1} + pi_t sigma_t

that is: *discount, then add*. r_t is the instantaneous regret, pi_t the player's own reach, sigma_t the strategy that
was played in iteration t (not the next one). `alpha = inf, beta = -inf` is CFR+: negative regret is forgotten.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import jax
import jax.numpy as jnp
import numpy as np

T = TypeVar("T")

Actions = tuple[jax.Array, ...]
"""One array per action."""

Masks = Sequence[np.ndarray]
"""One boolean array per action."""


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


def regret_matching(regrets: Actions, legal: Masks | None = None) -> Actions:
    """The strategy that plays each action in proportion to its positive regret, or uniformly where none is positive.

    Args:
        regrets: one array per action.
        legal: masks that broadcast against them, where an action does not exist everywhere.

    Returns:
        Probabilities, one array per action; they sum to one wherever an action is legal.
    """
    positive = tuple(jnp.maximum(regret, 0) for regret in regrets)
    if legal is None:
        return normalised(positive, (1 / len(regrets),) * len(regrets))
    count = functools.reduce(operator.add, [np.asarray(mask, int) for mask in legal])
    uniform = tuple(jnp.asarray(mask / np.maximum(count, 1), regrets[0].dtype) for mask in legal)
    kept = zip(positive, legal, strict=True)
    return normalised(tuple(regret * jnp.asarray(mask, regret.dtype) for regret, mask in kept), uniform)


def normalised(weights: Actions, otherwise: Sequence[jax.Array | float]) -> Actions:
    """Weights divided by their sum over the actions; `otherwise` where that sum is zero."""
    total = sum_of(weights)
    some = total > 0
    inverse = 1 / jnp.where(some, total, 1)
    return tuple(jnp.where(some, w * inverse, other) for w, other in zip(weights, otherwise, strict=True))


def updated_regrets(regrets: jax.Array, instantaneous: jax.Array, discounts: Discounts) -> jax.Array:
    """Discount, then add."""
    return regrets * jnp.where(regrets > 0, discounts.positive, discounts.negative) + instantaneous


def sum_of(actions: Actions) -> jax.Array:
    """Sum over actions."""
    return functools.reduce(operator.add, actions)


def expected(strategy: Sequence[jax.Array], values: Sequence[jax.Array]) -> jax.Array:
    """Sum over actions of probability times value."""
    total = strategy[0] * values[0]
    for probability, value in zip(strategy[1:], values[1:], strict=True):
        total = total + probability * value
    return total


def materialised(tree: T) -> T:
    """Compute this once and keep it: XLA's CPU fusion would else recompute it in each consumer."""
    return jax.lax.optimization_barrier(tree)
