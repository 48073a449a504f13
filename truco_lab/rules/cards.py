"""Cards, the turn-up and the thirteen card classes it makes.

A *class* is a small integer, weakest first: plain ranks 0..n-1, then the manilhas one by one. Two cards of one
plain class tie; suits of plain cards never matter. Everything below this module speaks in classes; ranks and
suits are labels that a `TurnUp` gives them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb, factorial, prod

RANKS = "4567QJKA23"
"""The ten ranks, weakest first."""

SUITS = "dshc"
"""Diamonds, spades, hearts, clubs: the order of the manilhas, weakest first."""

HAND_SIZE = 3

Hand = tuple[int, ...]
"""Card classes held by one player, strongest first."""


@dataclass(frozen=True)
class Deck:
    """The cards left beside the turn-up: `copies[c]` of plain class c, and `manilhas` single cards above them."""

    copies: tuple[int, ...]
    manilhas: int

    def __post_init__(self) -> None:
        if any(c < 0 for c in self.copies) or self.manilhas < 0:
            raise ValueError(f"a deck has no negative number of cards: {self.copies}, {self.manilhas} manilhas")
        if sum(self.counts) < 2 * HAND_SIZE:
            raise ValueError(f"a deck needs {2 * HAND_SIZE} cards for two hands, this one has {sum(self.counts)}")

    @property
    def plain(self) -> int:
        """Number of plain classes."""
        return len(self.copies)

    @property
    def size(self) -> int:
        """Number of classes."""
        return len(self.copies) + self.manilhas

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """Copies of every class, manilhas included."""
        return self.copies + (1,) * self.manilhas

    @cached_property
    def hands(self) -> tuple[Hand, ...]:
        """All distinct hands, strongest cards first within a hand and among hands (403 with the real deck)."""
        return tuple(self.holdings(HAND_SIZE))

    def holdings(self, cards: int) -> Iterator[Hand]:
        """All multisets of `cards` classes that the deck can deal, in descending order."""
        for held in combinations_with_replacement(range(self.size - 1, -1, -1), cards):
            if all(held.count(c) <= self.counts[c] for c in set(held)):
                yield held

    def ways(self, *hands: Hand) -> int:
        """In how many ways physical cards make these hands at once: the weight of the deal.

        Multivariate hypergeometric: the product over classes of the multinomial of its copies.
        """
        total = 1
        for c, copies in enumerate(self.counts):
            left = copies
            for hand in hands:
                total *= comb(left, hand.count(c))
                left -= hand.count(c)
        return total

    def draws(self, hand: Hand, gone: Hand = ()) -> int:
        """Ordered draws of `hand` once the cards `gone` are out: the falling factorial of each class, multiplied.

        `ways(a, b) == draws(a + b) / (repeats(a) * repeats(b))`, which is how the tree splits the weight of a deal.
        """
        return prod(max(self.counts[c] - gone.count(c) - hand[:i].count(c), 0) for i, c in enumerate(hand))


def repeats(hand: Hand) -> int:
    """Product of k! over the classes held k times: orders of a hand that look the same."""
    return prod(factorial(hand.count(c)) for c in set(hand))


@dataclass(frozen=True)
class TurnUp:
    """The card that was turned up, by rank: it names the manilhas and orders the classes.

    Args:
        rank: one of `RANKS`, upper or lower case.

    Raises:
        ValueError: no such rank.
    """

    rank: str

    def __post_init__(self) -> None:
        rank = self.rank.upper()
        if len(rank) != 1 or rank not in RANKS:
            raise ValueError(f"no rank is written {self.rank!r}: the ranks are {' '.join(RANKS)}")
        object.__setattr__(self, "rank", rank)

    @property
    def manilha_rank(self) -> str:
        """The next rank; after 3 comes 4."""
        return RANKS[(RANKS.index(self.rank) + 1) % len(RANKS)]

    @cached_property
    def plain_ranks(self) -> str:
        """The nine plain ranks, weakest first."""
        return RANKS.replace(self.manilha_rank, "")

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """How each class is written: `4 6 7 q j k a 2 3 5d 5s 5h 5c` under a 4."""
        return tuple(self.plain_ranks.lower()) + tuple(self.manilha_rank.lower() + s for s in SUITS)

    @property
    def turn_up_class(self) -> int:
        """Which plain position has three copies left: 0..7 for 4..A, 8 for 2 and for 3 (the same game)."""
        return self.plain_ranks.index(self.rank)

    @property
    def deck(self) -> Deck:
        """The 39 cards left, as classes."""
        return real_deck(self.turn_up_class)

    def class_of(self, rank: str, suit: str) -> int:
        """The class of a physical card."""
        if rank == self.manilha_rank:
            return len(self.plain_ranks) + SUITS.index(suit)
        return self.plain_ranks.index(rank)


TURN_UPS = tuple(TurnUp(rank) for rank in RANKS)
TURN_UP_CLASSES = 9
TURN_UP_WEIGHTS = tuple(sum(t.turn_up_class == k for t in TURN_UPS) / len(TURN_UPS) for k in range(TURN_UP_CLASSES))
"""Chance of each turn-up class: one in ten each, two in ten for the last."""


def real_deck(turn_up_class: int) -> Deck:
    """The deck of a turn-up class 0..8: nine plain ranks of four copies, that one of three, four manilhas."""
    if not 0 <= turn_up_class < TURN_UP_CLASSES:
        raise ValueError(f"turn-up classes run from 0 to {TURN_UP_CLASSES - 1}, not {turn_up_class}")
    return Deck(tuple(3 if c == turn_up_class else 4 for c in range(TURN_UP_CLASSES)), len(SUITS))
