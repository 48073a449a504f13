"""Passes of the walk over a solution, kept for the next question.

A pass at turns 2 to 4 covers one round-1 outcome. A pass over round 1 needs the values of pairs after every outcome
(`Below`): a second or two in NumPy the first time, and worth keeping with the solution.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from ..rules import Seat
from ..solve.arrays import Array, zeros_like
from ..solve.bets import Reach, by_seat
from ..solve.book import Book, State
from ..solve.solved import Solved
from ..tree.betting import Betting
from ..tree.deals import Deals
from ..tree.tree import HIDDEN, OPEN, Group
from .hands import dealing, gathered, left
from .outcome import Kept, LaterWalk, Plain, Recording, averages, evaluating, first_walk, later_walk, payoffs
from .threads import single_threaded

BATCH = 13
"""Outcomes per walk: enough to outweigh the calls, few enough for the cache."""

KEPT_PASSES = 24
"""Passes remembered; one of 0 x 0 takes some 10 MB."""

MATCH, POINTS, BEST = "match", "points", "best"
"""What a pass is for: match values or points of the solution, or match values of the best response to it."""


@dataclass
class Below:
    """The values of pairs after every round-1 outcome: what round 1 needs from the turns below it.

    Attributes:
        arrays: by `<what>-<seat>-<group>`, f32[outcomes, P, paths]: what = match, points or best; counterfactual, from
            the seat's side. Contiguous per outcome; nan where an outcome is not worked out yet.
    """

    arrays: dict[str, np.ndarray] = field(default_factory=dict)

    @staticmethod
    def name(what: str, seat: Seat, group: int) -> str:
        """How an array is called."""
        return f"{what}-{seat.name.lower()}-{group}"


class Passes:
    """The passes over one solution.

    Args:
        solved: the solution.
        below: values kept with it, if any.
        kind: how strategies and values are made of what the solution holds.
    """

    def __init__(self, solved: Solved, below: Below | None = None, kind: type[Plain] = Plain):
        self.solved = solved
        self.kind = kind
        self.below = below or Below()
        self._kept: OrderedDict[tuple[object, ...], Kept] = OrderedDict()
        self._joint: dict[tuple[int, int], np.ndarray] = {}

    def later(self, outcome: tuple[int, int], incoming: int, reach: np.ndarray, seat: Seat, what: str) -> Kept:
        """The values of a seat's decisions at turns 2 to 5 after an outcome, on one betting path.

        Args:
            outcome: group and number in it.
            incoming: path on which turn 2 begins.
            reach: of the other seat's hands when it begins, f[H].
            seat, what: whose values, and which.
        """
        key = (outcome, incoming, seat, what)
        if key not in self._kept:
            group = self.solved.tree.groups[outcome[0]]
            state = averages(group.blocks, self.solved.policy.outcome(*outcome))
            book = Recording(group.blocks, state, evaluating(what == BEST))
            walk = self._walk(group, outcome, book, seat, what)
            pairs = self._pairs(outcome, seat.other, group.lead, incoming, reach)
            with single_threaded():
                walk.begin(2, OPEN, (pairs, pairs))
            self._keep(key, book.values)
        self._kept.move_to_end(key)
        return self._kept[key]

    def after_hiding(self, outcome: tuple[int, int], incoming: int, reach: np.ndarray, seat: Seat) -> Kept:
        """Match values at turns 3 to 5 of the best play of the seat that led round 2 face down, whichever of its two
        cards that was: its holdings are those of `Holdings.hidden`.

        Args:
            outcome: group and number in it.
            incoming: path on which turn 3 begins.
            reach: of the other seat's hands when it begins, f[H].
            seat: who hid a card.
        """
        key = ("hiding", outcome, incoming, seat)
        if key not in self._kept:
            group = replace(self.solved.tree.groups[outcome[0]], hides_either=True)
            read = self.solved.policy.outcome(*outcome)
            blocks = {name: block for name, block in group.blocks.items() if HIDDEN in name}
            theirs = averages([name for name, block in blocks.items() if block.seat is not seat], read)
            mine = {
                name: np.zeros((*block.shape, 1), np.float32) for name, block in blocks.items() if block.seat is seat
            }
            book = Recording(blocks, State(theirs.regrets | mine, theirs.averages | mine), evaluating(greedy=True))
            walk = self._walk(group, outcome, book, seat, BEST)
            pairs = self._pairs(outcome, seat.other, group.reply, incoming, reach)
            own = np.ones((group.held.hidden.width, *pairs.shape[1:]), np.float32)
            with single_threaded():
                walk.begin(3, HIDDEN, by_seat(seat, own, pairs))
            self._keep(key, book.values)
        self._kept.move_to_end(key)
        return self._kept[key]

    def first(self, seat: Seat, what: str, lead: int | None = None) -> Kept:
        """The values of a seat's decisions in round 1.

        Args:
            seat, what: whose values, and which.
            lead: only at turn 1 after this lead; else all.
        """
        key = ("first", seat, what, lead)
        if key not in self._kept:
            book = Recording(self.solved.tree.round_one.blocks, self._first_averages, evaluating(what == BEST))
            self._first(book, seat, what, lead)
            self._keep(key, book.values)
        self._kept.move_to_end(key)
        return self._kept[key]

    def hands(self, seat: Seat, what: str) -> np.ndarray:
        """What each of a seat's hands gets in the whole hand, f[H]."""
        book = self.kind(self.solved.tree.round_one.blocks, self._first_averages, evaluating(what == BEST))
        return self._first(book, seat, what, None)

    def fill_below(self) -> Below:
        """Work out everything that round 1 needs from below, to be kept with the solution."""
        for seat in Seat:
            for what in (MATCH, POINTS, BEST):
                for g, group in enumerate(self.solved.tree.groups):
                    self._after(g, np.arange(len(group.outcomes)), seat, what)
        return self.below

    # -- the work ------------------------------------------------------------------------------------------------

    def _first(self, book: Book, seat: Seat, what: str, lead: int | None) -> np.ndarray:
        """A pass over round 1: the values of a seat's hands, [H]."""
        cells = zeros_like(self._down[1])
        for g, group in enumerate(self.solved.tree.groups):
            chosen = (
                np.flatnonzero(group.outcomes[:, 0] == lead) if lead is not None else np.arange(len(group.outcomes))
            )
            values = self._after(g, chosen, seat, what)
            a, b = group.outcomes[chosen].T
            cells[:, b, a, :, 0] = values
        pay = payoffs(self.solved.payoffs, seat, what == POINTS)
        walk = first_walk(self.solved.tree.round_one, self._deals, book, seat, pay)
        with single_threaded():
            found: np.ndarray = walk.value(self._hands, lambda _: cells)[:, 0]
        return found

    def _walk(self, group: Group, outcome: tuple[int, int], book: Recording, seat: Seat, what: str) -> LaterWalk:
        """The walk over one outcome."""
        pay, cards = payoffs(self.solved.payoffs, seat, what == POINTS), group.outcomes[outcome[1]][None]
        walk = later_walk(group, self._deals.counts, cards, book, seat, pay, self._joint.get(outcome))
        self._joint[outcome] = walk.joint
        return walk

    def _pairs(
        self, outcome: tuple[int, int], seat: Seat, turn: Betting, incoming: int, reach: np.ndarray
    ) -> np.ndarray:
        """The reach of a seat's pairs where a turn begins on one path, [P, 1, paths, 1], from that of its hands."""
        card = int(self.solved.tree.groups[outcome[0]].outcomes[outcome[1]][seat])
        pairs = np.zeros((len(self.solved.tree.held.pairs), 1, len(turn.paths), 1), np.float32)
        held = left(self.solved.deck, (card,))
        pairs[:, 0, incoming, 0] = gathered(held, reach * self._deals.reach, len(pairs))
        return pairs

    def _keep(self, key: tuple[object, ...], values: Kept) -> None:
        self._kept[key] = values
        while len(self._kept) > KEPT_PASSES:
            self._kept.popitem(last=False)

    @property
    def _deals(self) -> Deals:
        return dealing(self.solved.deck).weights

    @property
    def _hands(self) -> np.ndarray:
        return self._deals.reach[:, None].astype(np.float32)

    @cached_property
    def _first_averages(self) -> State:
        return averages(self.solved.tree.round_one.blocks, self.solved.policy.round_one)

    @cached_property
    def _down(self) -> Reach:
        """Reaches after round 1: mão's [P, lead, paths, 1], pé's [P, reply, lead, paths, 1]."""
        reaches: list[Reach] = []

        def rest(reach: Reach) -> Array:
            reaches.append(reach)
            return zeros_like(reach[1])

        tree = self.solved.tree.round_one
        book = self.kind(tree.blocks, self._first_averages, evaluating(False))
        first_walk(tree, self._deals, book, Seat.MAO, payoffs(self.solved.payoffs, Seat.MAO)).value(self._hands, rest)
        return reaches[0]

    def _after(self, number: int, outcomes: np.ndarray, seat: Seat, what: str) -> np.ndarray:
        """The values of a seat's pairs after some outcomes of a group, [outcomes, P, paths]."""
        group = self.solved.tree.groups[number]
        shape = (len(group.outcomes), len(group.held.pairs), len(group.lead.paths))
        array = self.below.arrays.setdefault(Below.name(what, seat, number), np.full(shape, np.nan, np.float32))
        missing = outcomes[np.isnan(array[outcomes, 0, 0])]
        for chosen in _batches(missing):
            array[chosen] = self._walked(number, group, chosen, seat, what).transpose(2, 0, 1)
        return array[outcomes]

    def _walked(self, number: int, group: Group, chosen: np.ndarray, seat: Seat, what: str) -> np.ndarray:
        read = [self.solved.policy.outcome(number, int(o)) for o in chosen]
        arrays = {name: np.stack([r(name) for r in read], -1) for name in group.blocks}
        book = self.kind(group.blocks, State(arrays, arrays), evaluating(what == BEST))
        lead, reply = group.outcomes[chosen].T
        mao = self._down[0].transpose(0, 2, 1, 3)[:, :, lead, 0]
        pe = self._down[1].transpose(0, 3, 1, 2, 4)[:, :, reply, lead, 0]
        pay = payoffs(self.solved.payoffs, seat, what == POINTS)
        with single_threaded():
            return later_walk(group, self._deals.counts, group.outcomes[chosen], book, seat, pay).value((mao, pe))


def _batches(items: np.ndarray) -> Iterator[np.ndarray]:
    for begin in range(0, len(items), BATCH):
        yield items[begin : begin + BATCH]
