"""Hands of three cards and what is left of them: how the tree's private axes and the reader's hands go together.

Everything that a reader sees is on one axis, the H hands as dealt. The tree's blocks are on shorter axes, by what a
seat still holds; these index tables lead from the one to the other. -1 marks hands that lack the cards in question.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from ..rules import Deck, Hand, repeats
from ..tree.deals import Deals, deals
from ..tree.holdings import Holdings, holdings


@dataclass(frozen=True)
class Dealing:
    """The hands of one deck and how likely they are together."""

    deck: Deck

    @property
    def hands(self) -> tuple[Hand, ...]:
        """All hands, strongest first."""
        return self.deck.hands

    @property
    def held(self) -> Holdings:
        return holdings(self.deck)

    @cached_property
    def weights(self) -> Deals:
        """The weights of the walk."""
        return deals(self.deck, self.held)

    @cached_property
    def joint(self) -> np.ndarray:
        """Probability of dealing hand x to one seat and hand y to the other, f[H, H]; symmetric, sums to one."""
        repeat = np.array([repeats(hand) for hand in self.hands])
        ways = self.weights.hands_joint / repeat / repeat[:, None]
        return ways / ways.sum()

    @cached_property
    def chance(self) -> np.ndarray:
        """Probability of each hand, f[H]."""
        return self.joint.sum(1)

    def possible(self, first: np.ndarray, second: np.ndarray) -> np.ndarray:
        """Which of some hands x can be dealt beside some of the others: bool[H] from bool[H] and bool[H]."""
        return first & (self.joint @ second > 0)


@cache
def dealing(deck: Deck) -> Dealing:
    """The dealing of a deck, made once."""
    return Dealing(deck)


@cache
def left(deck: Deck, cards: Hand) -> np.ndarray:
    """What is left of each hand without these cards: an index of pairs for one card, of classes for two; i[H].

    Without any card it is the hand itself, without three 0.
    """
    held = holdings(deck)
    hands = len(held.hands)
    if not cards:
        return np.arange(hands)
    found = np.full(hands, -1)
    if len(cards) == 1:
        cells = held.cell_hand[cards[0]]  # by pair: slot * H + hand
        pairs = np.flatnonzero(cells >= 0)
        found[cells[pairs] % hands] = pairs
        return found
    if len(cards) == 2:
        before = left(deck, cards[:1])
        cells = held.cell_pair[cards[1]]  # by kept class: slot * P + pair
        kept = np.flatnonzero(cells >= 0)
        rest = np.full(len(held.pairs) + 1, -1)
        rest[cells[kept] % len(held.pairs)] = kept
        return rest[before]
    before = left(deck, cards[:2])
    return np.where(before == cards[2], 0, -1)


@cache
def left_hiding(deck: Deck, shown: Hand, hidden: int | None = None) -> np.ndarray:
    """What is left of each hand that has shown one card and put another face down: an index of `Holdings.hidden`, i[H].

    Args:
        hidden: the class face down; None is the lower one of each hand, as in the tree.
    """
    held, pairs = holdings(deck), left(deck, shown)
    high, low = held.pair_cards
    card = low if hidden is None else hidden
    slot = np.where(high == card, 0, np.where(low == card, 1, -1))
    place = np.where(slot >= 0, held.hidden_place[slot, np.arange(len(slot))], -1)
    return np.where(pairs >= 0, place[np.maximum(pairs, 0)], -1)


def holders(deck: Deck, cards: Hand) -> np.ndarray:
    """Which hands contain these cards (a card named twice must be held twice): bool[H]."""
    return left(deck, cards) >= 0


def without(hand: Hand, cards: Hand) -> Hand | None:
    """What is left of a hand, None if it lacks one of the cards."""
    rest = list(hand)
    for card in cards:
        if card not in rest:
            return None
        rest.remove(card)
    return tuple(rest)


def scattered(index: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Values [X, ...] of holdings as values of the hands they are left of, [H, ...]; zero for hands without them."""
    taken = values[np.maximum(index, 0)]
    return np.where((index >= 0).reshape(-1, *([1] * (taken.ndim - 1))), taken, 0)


def gathered(index: np.ndarray, values: np.ndarray, count: int) -> np.ndarray:
    """Values [H] of hands as values of what is left of them, [X] with X = count; zero where no hand leaves it."""
    found = np.zeros(count, values.dtype)
    some = index >= 0
    found[index[some]] = values[some]
    return found
