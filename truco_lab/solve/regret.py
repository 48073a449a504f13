"""Regret matching and its discounted family.

One parametrisation covers CFR, CFR+, LCFR, DCFR and DCFR+ (Brown & Sandholm 2019, "Solving Imperfect-Information
Games via Discounted Regret Minimization", eq. 1-3). At iteration t = 1, 2, ...

    R_t = d_{t-1} R_{t-1} + r_t,        d_s = s^alpha / (s^alpha + 1) where R > 0, s^beta / (s^beta + 1) elsewhere
    S_t = ((t-1)/t)^gamma S_{t-1} + pi_t sigma_t

that is: *discount, then add*. r_t is the instantaneous regret, pi_t the player's own reach, sigma_t the strategy that
was played in iteration t (not the next one). Arrays have actions first, [A, ...]. `alpha = inf, beta = -inf` is CFR+:
negative regret is forgotten.
"""

from __future__ import annotations

import functools
import math
import operator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from .arrays import Array, maximum, where


class Discounts(NamedTuple):
    """Factors of one iteration, f32 scalars: for positive regret, other regret, and the average so far."""

    positive: Array | np.ndarray | float
    negative: Array | np.ndarray | float
    average: Array | np.ndarray | float


@dataclass(frozen=True)
class UpdateRule:
    """A member of the discounted family, by its three exponents."""

    alpha: float
    beta: float
    gamma: float

    def __str__(self) -> str:
        return f"DCFR({self.alpha}, {self.beta}, {self.gamma})"

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
"""Negative regret forgotten, average weighted by t^4."""

DCFR_4 = UpdateRule(1.5, 0.0, 4.0)
"""DCFR with the average weighted by t^4: as fast as DCFR+ here, and its exploitability falls without bumps."""


def regret_matching(regrets: Array, legal: np.ndarray | None = None) -> Array:
    """The strategy that plays each action in proportion to its positive regret, or uniformly where none is positive.

    Args:
        regrets: [A, ...].
        legal: bool, broadcasts against `regrets`; None where every action exists.

    Returns:
        Probabilities, [A, ...]; they sum to one wherever an action is legal, and illegal actions have none.
    """
    positive = maximum(regrets, 0)
    uniform: float | np.ndarray = 1 / len(regrets)
    if legal is not None:
        positive = where(legal, positive, 0)
        uniform = np.asarray(legal / np.maximum(legal.sum(0, keepdims=True), 1), regrets.dtype)
    total = sum_of(positive)
    some = total > 0
    return where(some, positive / where(some, total, 1), uniform)


def updated_regrets(regrets: Array, instantaneous: Array, discounts: Discounts) -> Array:
    """Discount, then add."""
    return regrets * where(regrets > 0, discounts.positive, discounts.negative) + instantaneous


def sum_of(actions: Array) -> Array:
    """Sum over actions, [A, ...] -> [...]: as additions, for XLA's CPU reduces a short first axis very slowly."""
    return functools.reduce(operator.add, [actions[k] for k in range(len(actions))])


def expected(strategy: Array, values: Array) -> Array:
    """Sum over actions of probability times value, [...]."""
    return sum_of(strategy * values)


def advantages(strategy: Array, values: Array) -> Array:
    """Instantaneous regrets, [A, ...]: what each action is worth above the strategy.

    Written as the sum over b of sigma_b (v_a - v_b), not as v_a less the expectation. In float32 the probabilities of
    a pure strategy's expectation round, so that the action it plays would gain or lose 1e-7 of its value each time;
    where its regret is small that wears it down to zero, and the strategy jumps to uniform. The differences vanish.
    """
    return functools.reduce(operator.add, [strategy[b] * (values - values[b]) for b in range(len(values))])
