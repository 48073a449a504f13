"""One solved subgame, wherever it comes from: a solve that just ended, or the store."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ..rules import Deck, Score
from ..tree.tree import Tree
from .policy import Policy


@dataclass(frozen=True)
class Solved:
    """Average strategies of both seats, their certificate, and the pay-offs they were made for. JAX is not needed.

    Attributes:
        score, deck: the subgame.
        payoffs: what mão gets when a seat wins a rung, f[winner, rung] in +-1 match space (see `ValueTable.payoffs`).
        continuation: what the pay-offs rest on: "exact" or "stand-in".
        policy: reads the strategies.
        value, best_response_mao, best_response_pe: of the strategies, each best response from its own seat's side.
        iterations: done.
    """

    score: Score
    deck: Deck
    payoffs: np.ndarray
    continuation: str
    policy: Policy = field(repr=False)
    value: float
    best_response_mao: float
    best_response_pe: float
    iterations: int

    @property
    def tree(self) -> Tree:
        return self.policy.tree

    @property
    def exploitability(self) -> float:
        """(BR_mão + BR_pé) / 2."""
        return (self.best_response_mao + self.best_response_pe) / 2
