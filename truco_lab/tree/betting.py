"""Betting in the public tree: who may usefully raise, and the paths that betting makes.

A *path* is a betting history: (rung agreed, who may raise next). At each card turn every path on which the seat to
play may raise branches into a chain: layer 0 is its choice to play or raise, layer k >= 1 the answer to the k-th
raise, seats alternating. All paths share one axis; those with the longest chain come first, so that every layer is a
prefix of the one before and no index list is needed.

Every betting decision is binary: play or raise; fold or stay; and for who stays where another raise is live, accept
or raise on. Two such decisions in a row are one choice among three, taken in two steps by the same seat.

Unpruned, all rungs are live for both seats, and the seat to play that has just accepted a re-raise may raise once more
before its card: a second stage of the same form (`Betting.again`). A third would need a rung above 12.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from ..rules import RUNGS, TARGET, Score, Seat

TOP = len(RUNGS) - 1

RAISE, STAY = "raise", "stay"
"""The two questions of betting: raise (or play on)? stay (or fold)?"""


class Path(NamedTuple):
    """Rung agreed (index into `RUNGS`) and the only seat that may raise, None while both may."""

    rung: int
    right: Seat | None


@dataclass(frozen=True)
class Ladder:
    """What of the betting is left to decide at a score; all scores with one ladder share one tree.

    Attributes:
        first: rung of the first stake.
        tops: for each seat, how many rungs it may ask for: it raises from rung r if r < tops[seat].
        decider: who accepts or folds the hand of eleven, None in other hands.
    """

    first: int
    tops: tuple[int, int]
    decider: Seat | None

    @property
    def bets(self) -> bool:
        return max(self.tops) > self.first

    @property
    def unpruned(self) -> Ladder:
        """With every raise that the rules allow."""
        return replace(self, tops=(TOP, TOP)) if self.bets else self

    def chain(self, path: Path, seat: Seat) -> int:
        """How many raises in a row are possible when it is `seat`'s card turn."""
        if path.right not in (None, seat):
            return 0
        rung, raises = path.rung, 0
        while rung < TOP and rung < self.tops[seat]:
            rung, raises, seat = rung + 1, raises + 1, seat.other
        return raises


def ladder_of(score: Score) -> Ladder:
    """The ladder of a score: a seat whose points and the stake agreed make 12 never raises.

    The right to raise alternates, so a seat gets at most one rung beyond the other's last: 9 x 6 and 9 x 0 are alike.
    """
    first = RUNGS.index(score.first_stake)
    if not score.raises_allowed:
        return Ladder(first, (first, first), score.decider)
    tops = tuple(sum(score[seat] + worth < TARGET for worth in RUNGS[:TOP]) for seat in Seat)
    mao, pe = tops
    return Ladder(first, (min(mao, pe + 1), min(pe, mao + 1)), None)


@dataclass(frozen=True)
class Betting:
    """The betting of one card turn, for all paths at once.

    Attributes:
        actor: whose card turn it is.
        order: incoming paths in the order used here (longest chain first), i[K].
        paths: the K incoming paths, in that order.
        layers: number of paths whose chain has a k-th raise, for k = 1, 2, ...; non-increasing.
        out: paths after the chain: the K unraised ones, then for each layer those whose k-th raise was accepted.
        again: unpruned, the second stage: who accepted a re-raise before its own card may raise; comes in by `out`.
    """

    actor: Seat
    order: tuple[int, ...]
    paths: tuple[Path, ...]
    layers: tuple[int, ...]
    out: tuple[Path, ...]
    again: Betting | None = None

    @property
    def ends(self) -> tuple[Path, ...]:
        """Paths when the card is due."""
        return self.out if self.again is None else self.again.out

    def decisions(self, seat: Seat) -> dict[tuple[int, str], slice]:
        """A seat's binary decisions by (layer, question), and where they stand on that seat's axis of decisions."""
        counts = {(0, RAISE): self.layers[0]} if self.layers and seat is self.actor else {}
        for layer, count in enumerate(self.layers, start=1):
            if self.answerer(layer) is seat:
                counts[layer, STAY] = count
                if layer < len(self.layers):
                    counts[layer, RAISE] = self.layers[layer]
        ends = np.cumsum(list(counts.values())).tolist()
        return {key: slice(end - count, end) for (key, count), end in zip(counts.items(), ends, strict=True)}

    def answerer(self, layer: int) -> Seat:
        """Who answers the raise of a layer >= 1."""
        return self.actor.other if layer % 2 else self.actor

    def block(self, layer: int) -> slice:
        """Where the accepted raises of a layer stand among the outgoing paths."""
        begin = len(self.paths) + sum(self.layers[: layer - 1])
        return slice(begin, begin + self.layers[layer - 1])

    def chain(self, incoming: int) -> int:
        """How many raises in a row an incoming path (before reordering) has here."""
        place = self.order.index(incoming)
        return sum(place < count for count in self.layers)

    def accepted(self, incoming: int, layer: int) -> int:
        """Path in `out` of an incoming one (before reordering) after the raise of a layer was accepted; 0: no raise."""
        place = self.order.index(incoming)
        return place if layer == 0 else self.block(layer).start + place

    def end(self, incoming: int, raises: tuple[int, int]) -> int:
        """Path in `ends` of an incoming one after so many raises in the chain and in the second stage were accepted."""
        path = self.accepted(incoming, raises[0])
        return path if self.again is None else self.again.accepted(path, raises[1])


def last_betting(incoming: Sequence[Path], actor: Seat, ladder: Ladder, pruned: bool = True) -> Betting:
    """The betting of turn 5; pruned, nobody re-raises there (`Dominated.LAST_RERAISE`)."""
    if not pruned:
        return betting(incoming, actor, ladder, pruned)
    return chains(incoming, actor, [min(ladder.chain(path, actor), 1) for path in incoming])


def betting(incoming: Sequence[Path], actor: Seat, ladder: Ladder, pruned: bool = True) -> Betting:
    """The betting of one card turn over the paths that come in."""
    first = chains(incoming, actor, [ladder.chain(path, actor) for path in incoming])
    own = {
        k for layer in range(2, len(first.layers) + 1, 2) for k in range(*first.block(layer).indices(len(first.out)))
    }
    more = [ladder.chain(path, actor) if k in own else 0 for k, path in enumerate(first.out)]
    return first if pruned or not any(more) else replace(first, again=chains(first.out, actor, more))


def chains(incoming: Sequence[Path], actor: Seat, lengths: Sequence[int]) -> Betting:
    """One stage of betting, by the length of each path's chain."""
    order = sorted(range(len(incoming)), key=lambda k: -lengths[k])
    paths = [incoming[k] for k in order]
    layers = [sum(length >= k for length in lengths) for k in range(1, max(lengths, default=0) + 1)]
    out = list(paths)
    for k, count in enumerate(layers, start=1):
        answerer = actor.other if k % 2 else actor
        out += [Path(path.rung + k, answerer) for path in paths[:count]]
    return Betting(actor, tuple(order), tuple(paths), tuple(layers), tuple(out))
