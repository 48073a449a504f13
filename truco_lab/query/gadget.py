"""Safe re-solving: the seat that came to a spot may take what it gets anyway instead.

Solved from one pair of ranges alone, what is left of a hand can be exploited by hands that those ranges leave out: they
would come to the spot because of it. So before the remainder there is a choice, hand by hand: to come, or to take what
the hand gets by its best play in the solution (Burch, Johanson & Bowling 2014, "Solving Imperfect Information Games
Using Decomposition"). Where it takes it, the other seat's new strategy cannot be exploited by coming here. In a share
of the deals (`FORCED`) the seat has to come, with its range: here we differ from the paper.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ..rules import Seat
from ..solve.book import Book, Pass, State
from ..tree.tree import Block
from .hands import dealing, holders
from .outcome import Plain, evaluating
from .reading import shown
from .remainder import Remainder, States

FORCED = 0.25
"""Share of the deals in which the bounded seat has to come; without them nothing would be learnt about hands that do
not want to."""


@dataclass(frozen=True)
class Bound:
    """What the seat that came here gets anyway, by its best play in the solution.

    Attributes:
        seat: who came.
        values: expectation of each of its hands, f[H] in +-1 match space from its side; nan where it is not known.
    """

    seat: Seat
    values: np.ndarray


@dataclass(frozen=True)
class Gadget:
    """A remainder with the choice before it. Its states are the choice's and then the remainder's.

    Attributes:
        rest: the remainder.
        bound: what may be taken instead; a hand without a value always comes.
    """

    rest: Remainder
    bound: Bound

    @cached_property
    def blocks(self) -> dict[str, Block]:
        """The choice: take or come, by hand."""
        return {"enter": Block(self.bound.seat, (2, len(self.bound.values), 1, 1))}

    def start(self) -> States:
        """Zero regrets and averages."""
        regrets, averages = ({"enter": np.zeros((*self.blocks["enter"].shape, 1))} for _ in range(2))
        return [State(regrets, averages), *self.rest.start()]

    def walk(self, seat: Seat, states: States, run: Pass) -> tuple[np.ndarray, list[Book]]:
        """One pass for a seat: as `Remainder.walk`, but values are by hand, [H], and weighted by how likely each hand
        and what it faces are (`totals`)."""
        book, bounded = Plain(self.blocks, states[0], run), self.bound.seat
        take, come = strategy = book.strategy("enter")
        anyway = np.nan_to_num(self.bound.values, nan=-1.0)
        other = self.rest.reach[seat.other] if seat is bounded else self._arriving(come[:, 0, 0, 0])
        reach = (self.rest.reach[seat], other)
        value, books = self.rest.walk(seat, states[1:], run, reach=reach if seat is Seat.MAO else reach[::-1])
        found = np.nan_to_num(self.rest.root(seat, value, other=other))
        if seat is bounded:
            options = np.stack([anyway, found])[:, :, None, None, None]
            chosen = book.decide("enter", strategy, options, np.ones_like(take))[:, 0, 0, 0]
            return self._facing * (self._forced * found + (1 - FORCED) * self._there * chosen), [book, *books]
        taken = (1 - FORCED) * self._there * take[:, 0, 0, 0] * anyway
        return self._joint @ other * found - self._joint @ taken, [book, *books]

    def totals(self, seat: Seat) -> np.ndarray:
        """Factors that make the values of `walk` the mean over all deals of the gadget, [H]."""
        every = float(self._facing @ (self._forced + (1 - FORCED) * self._there))
        return (np.ones(len(self._there)) if seat is self.bound.seat else self.rest.reach[seat]) / every

    def arrived(self, averages: States) -> Remainder:
        """What is left, with the bounded seat's range as its average choice makes it."""
        _, come = Plain(self.blocks, averages[0], evaluating(greedy=False)).strategy("enter")[:, :, 0, 0, 0]
        arriving, (mao, pe) = self._arriving(come), self.rest.reach
        return replace(self.rest, reach=(arriving, pe) if self.bound.seat is Seat.MAO else (mao, arriving))

    def _arriving(self, come: np.ndarray) -> np.ndarray:
        """Reach of the bounded seat's hands at the remainder, [H]."""
        return self._forced + (1 - FORCED) * self._there * come

    @cached_property
    def _there(self) -> np.ndarray:
        """Which of the bounded seat's hands the cards allow, [H]."""
        return holders(self.rest.tree.deck, shown(self.rest.state, self.bound.seat)).astype(float)

    @cached_property
    def _forced(self) -> np.ndarray:
        """Reach of the hands that have to come, [H]: the range, made as frequent as all hands together."""
        reach = self.rest.reach[self.bound.seat]
        chance = self._joint @ holders(self.rest.tree.deck, shown(self.rest.state, self.bound.seat.other))
        return FORCED * reach * (chance @ self._there) / (chance @ reach)

    @property
    def _joint(self) -> np.ndarray:
        return dealing(self.rest.tree.deck).joint

    @cached_property
    def _facing(self) -> np.ndarray:
        """How likely each of the bounded seat's hands is beside the other seat's range, [H]."""
        return self._joint @ self.rest.reach[self.bound.seat.other]
