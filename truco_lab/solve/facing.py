"""What a seat's holdings face: sums over the opponent's holdings, weighted by the cards still there.

`mass(seat, reach)` takes the opponent's reach [Y, nodes, paths, B] and gives, for each holding x of `seat`, the sum
over y of draws(y | cards left, x out) reach(y): [X, nodes, paths, B]. See `tree.deals` for the convention.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..rules import Seat
from ..tree.holdings import Axis
from .arrays import Array, broadcast_to, concatenate, materialised, matmul, maximum, product, split, transpose, where


@dataclass(frozen=True)
class Dense:
    """Weights as a matrix per node.

    Attributes:
        joint: draws of both holdings, [B, nodes, mão's, pé's]; symmetric if both seats hold alike.
        own: draws of each seat's holdings alone, [X, nodes, 1, B].
    """

    joint: Array
    own: tuple[Array, Array]

    def mass(self, seat: Seat, reach: Array) -> Array:
        own, joint = self.own[seat], self.joint
        if seat is Seat.PE and joint.shape[2] != joint.shape[3]:
            joint = joint.swapaxes(2, 3)
        opposite = transpose(reach, (3, 1, 0, 2))  # [B, nodes, Y, paths]
        against = transpose(matmul(joint, opposite), (2, 1, 3, 0))
        return against * where(own > 0, 1 / maximum(own, 1), 0)


@dataclass(frozen=True)
class Counted:
    """Weights from the copies left: one seat holds one unseen card, the other one or two.

    Inclusion-exclusion would be "all weights less those that share my card". In float32 that leaves rounding noise
    where the opponent's reach sits on a card that I hold, and regret matching then plays noise there. Splitting by how
    many copies of the card in question are shared (0, 1 or 2) has only positive terms, as one product.

    Attributes:
        left: copies left at each node, [N, nodes, 1, B].
        axes: what each seat holds unseen, one of them single cards.
    """

    left: Array
    axes: tuple[Axis, Axis]

    def mass(self, seat: Seat, reach: Array) -> Array:
        if len(self.axes[seat].cards) == 1:
            return self.seen_by_card(seat.other, reach, np.ones_like(self.axes[seat.other].counts))
        return self.seen_by_holding(seat, self.left * reach, np.ones_like(self.axes[seat].counts))

    def seen_by_card(self, other: Seat, reach: Array, selected: np.ndarray) -> Array:
        """For one card s: the sum over the other's holdings y of draws(y | s out) reach(y), where `selected`.

        Args:
            reach: of the other seat, [Y, nodes, paths, B].
            selected: which pairs (y, s) count, [Y, N], or [Y, k N] for k selections at once.

        Returns:
            [N, nodes, paths, B], or [k N, ...].
        """
        axis = self.axes[other]
        times = selected.shape[1] // axis.classes
        counts = np.tile(axis.counts, times)
        if len(axis.cards) == 1:
            apart = product((selected * (counts == 0)).T, self.left * reach)
            return apart + self._where_equal(selected, maximum(self.left - 1, 0) * reach)
        shared = [(selected * (counts == k)).T for k in range(len(axis.cards) + 1)]
        alone = materialised(draws_of(self.left, axis))
        parts = split(product(np.concatenate(shared), alone * reach), len(shared))
        total = parts[0]
        for k, part in enumerate(parts[1:], start=1):
            total = total + part * concatenate([self._rest(k)] * times)
        return total

    def seen_by_holding(self, seat: Seat, values: Array, selected: np.ndarray) -> Array:
        """For a holding x: the sum over the other's cards s of values(s) (draws of s | x out) / (draws of s).

        Args:
            values: by card, weighted by its draws, [N, nodes, paths, B] or [k N, ...].
            selected: which pairs (x, s) count, [X, N] or [X, k N].

        Returns:
            [X, nodes, paths, B].
        """
        axis = self.axes[seat]
        times = selected.shape[1] // axis.classes
        counts = np.tile(axis.counts, times)
        if len(axis.cards) == 1:
            parts = split(values, times)
            equal = [mask * part for mask, part in zip(self._equal(selected, values), parts, strict=True)]
            return product(selected * (counts == 0), values) + self._rest(1) * sum(equal[1:], equal[0])
        shared = [selected * (counts == k) for k in range(len(axis.cards) + 1)]
        rests = [concatenate([self._rest(k)] * times) * values for k in range(1, len(shared))]
        return product(np.concatenate(shared, 1), concatenate([values, *rests]))

    def _rest(self, k: int) -> Array:
        """What is left of a class' draws once k copies are out, as a share: [N, nodes, 1, B]."""
        return maximum(self.left - k, 0) / maximum(self.left, 1)

    def _equal(self, selected: np.ndarray, like: Array) -> np.ndarray:
        """Which of k selections count (s, s): [k, N, 1, 1, 1], for single cards."""
        n = len(self.left)
        equal = np.stack([np.diag(part) for part in np.split(selected, selected.shape[1] // n, 1)])
        return np.asarray(equal, like.dtype)[:, :, None, None, None]

    def _where_equal(self, selected: np.ndarray, array: Array) -> Array:
        """The array for each selection that counts (s, s), zero else: [N, ...] -> [k N, ...]."""
        return concatenate([mask * array for mask in self._equal(selected, array)])


@dataclass(frozen=True)
class Classes:
    """Turn 5 when all cards but the last player's are shown: its winning and its losing holdings against nobody's.

    Reaches hold their weights already, so that masses are sums.

    Attributes:
        last: whose two classes there are.
    """

    last: Seat

    def mass(self, seat: Seat, reach: Array) -> Array:
        if seat is self.last:
            return broadcast_to(reach, (2, *reach.shape[1:]))
        return reach[:1] + reach[1:]


def draws_of(left: Array, axis: Axis) -> Array:
    """Ordered draws of each holding from the copies left: [N, ...] -> [X, ...]."""
    first, *more = axis.cards
    if not more:
        return left[first]
    (second,) = more
    same = np.expand_dims(first == second, tuple(range(1, left.ndim)))
    return left[first] * maximum(left[second] - np.asarray(same, left.dtype), 0)
