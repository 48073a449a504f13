"""Values after one round-1 outcome: one pass of the walk in NumPy, with the values of every decision kept.

The policies are the solution's, or the walking seat's best response to them; pay-offs are match values or points.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from ..rules import RUNGS, Seat
from ..solve.arrays import Array
from ..solve.bets import Facing, Payoffs, Reach, Step, bets
from ..solve.book import Book, Pass, State
from ..solve.facing import Dense
from ..solve.policy import Reader
from ..solve.regret import Discounts, advantages, expected, updated_regrets
from ..solve.walk import GroupWalk, RoundOneWalk
from ..tree.betting import Betting
from ..tree.deals import Deals, pair_joint
from ..tree.tree import OPEN, Group, RoundOne

Kept = dict[str, np.ndarray]
"""Values by name, [actions, holdings, nodes, paths, B] of decisions and [holdings, nodes, paths, B] of card turns."""


class Plain(Book):
    """A book of NumPy's: what this kind of pass does not need is not worked out, and averages grow in place."""

    def worth(self, strategy: Array, values: Array, name: str = "") -> Array:
        if not self.run.greedy:
            return expected(strategy, values)
        legal = self._legal(name) if name else None
        return (values if legal is None else np.where(legal, values, -np.inf)).max(0)

    def learn(self, name: str, strategy: Array, values: Array, reach: Array) -> None:
        if self.run.evaluating:
            return
        regrets, averages, discounts = self.state.regrets[name], self.state.averages[name], self.run.discounts
        self.learnt.regrets[name] = updated_regrets(regrets, advantages(strategy, values), discounts)
        averages *= discounts.average
        averages += reach * strategy


@dataclass
class Recording(Plain):
    """A book that keeps the values of the walking seat's decisions."""

    values: Kept = field(default_factory=dict)

    def learn(self, name: str, strategy: Array, values: Array, reach: Array) -> None:
        self.values[name] = values


@dataclass(frozen=True)
class LaterWalk(GroupWalk):
    """Turns 2 to 5, from whichever of the first three on.

    Into a `Recording` book it also writes the value of each turn after its betting, by the name of the turn.
    """

    def begin(self, turn: int, kind: str, reach: Reach) -> Array:
        """The value of the seat's holdings when a turn begins, [X, nodes, paths, B], from reaches alike."""
        if turn == 2:
            return self._bets("2", self.group.lead, self.facing(2, OPEN), reach, self._lead)
        return self._reply(kind, reach) if turn == 3 else self._third(kind, reach)

    def _bets(self, name: str, turn: Betting, facing: Facing, reach: Reach, rest: Step) -> Array:
        def kept(reach: Reach) -> Array:
            value = rest(reach)
            if isinstance(self.book, Recording):
                self.book.values[name] = value
            return value

        return super()._bets(name, turn, facing, reach, kept)


@dataclass(frozen=True)
class FirstWalk(RoundOneWalk):
    """Turns 0 and 1, from either on; it records as `LaterWalk` does."""

    def facing(self, turn: int) -> Dense:
        """What holdings face at a turn."""
        return self.hands if turn == 0 else self.led

    def begin(self, turn: int, reach: Reach, rest: Step) -> Array:
        """The value of the seat's holdings when a turn begins, [X, nodes, paths, 1], from reaches alike."""
        if turn == 0:
            return self._lead(reach, rest)

        def reply_card(reach: Reach) -> Array:
            return self._reply_card(reach, rest)

        return bets(self.book, self.seat, "1", self.tree.reply, self.led, self.pay, reach, reply_card)

    def _lead_card(self, reach: Reach, rest: Step) -> Array:
        return self._kept("0", super()._lead_card(reach, rest))

    def _reply_card(self, reach: Reach, rest: Step) -> Array:
        return self._kept("1", super()._reply_card(reach, rest))

    def _kept(self, name: str, value: Array) -> Array:
        if isinstance(self.book, Recording):
            self.book.values[name] = value
        return value


def evaluating(greedy: bool) -> Pass:
    """A pass that learns nothing."""
    return Pass(np.asarray(True), np.asarray(greedy), Discounts(1.0, 1.0, 1.0))


def payoffs(match: np.ndarray, seat: Seat, points: bool = False) -> Payoffs:
    """Pay-offs from a seat's side, [rungs, 1].

    Args:
        match: what mão gets when a seat wins a rung, f[winner, rung] (`Solved.payoffs`).
        points: the points of the hand instead, won or lost.
    """
    sign = 1 if seat is Seat.MAO else -1
    both = np.array([RUNGS, np.negative(RUNGS)]) if points else sign * match[[seat, seat.other]]
    return Payoffs(both[0][:, None].astype(np.float32), both[1][:, None].astype(np.float32))


def averages(blocks: Iterable[str], read: Reader) -> State:
    """Average strategies of one outcome in the place of regrets, so that regret matching normalises them."""
    arrays = {name: read(name)[..., None] for name in blocks}
    return State(arrays, arrays)


def later_walk(
    group: Group,
    counts: np.ndarray,
    outcomes: np.ndarray,
    book: Book,
    seat: Seat,
    pay: Payoffs,
    joint: np.ndarray | None = None,
) -> LaterWalk:
    """The walk over some outcomes of a group.

    Args:
        counts: copies of the deck, [N].
        outcomes: classes played in round 1, i[B, 2].
        joint: ordered draws of two pairs, [B, P, P], if an earlier walk made them.
    """
    left = counts - np.eye(len(counts))[outcomes].sum(1)
    if joint is None:
        joint = pair_joint(left, group.held).astype(np.float32)
    return LaterWalk(group, book, seat, pay, left.T.astype(np.float32), joint)


def first_walk(tree: RoundOne, dealt: Deals, book: Book, seat: Seat, pay: Payoffs) -> FirstWalk:
    """The walk over round 1 of one deck."""

    def single(array: np.ndarray) -> np.ndarray:
        return array.astype(np.float32)

    hands = single(dealt.hands_own)[:, None, None, None]
    pairs, answers = (single(own).T[:, :, None, None] for own in dealt.lead_own)
    return FirstWalk(
        tree=tree,
        book=book,
        seat=seat,
        pay=pay,
        counts=single(dealt.counts)[:, None],
        hands=Dense(single(dealt.hands_joint)[None, None], (hands, hands)),
        led=Dense(single(dealt.lead_joint)[None], (pairs, answers)),
    )
