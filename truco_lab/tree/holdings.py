"""What a player can hold, and which card of it can be played: index tables on the private axes.

Private axes, by cards still in hand: H hands of three, P pairs, N single cards (403, 87, 13 with the real deck). A
*cell* (card, rest) names a play by what it puts down and what it keeps; tables run both ways between cells and
(slot, holding), where slot 0 is the strongest card of the holding. -1 marks what does not exist.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from ..rules import HAND_SIZE, Deck, Hand


@dataclass(frozen=True)
class Axis:
    """A private axis of rounds 2 and 3: the cards of a seat that the other has not seen.

    Attributes:
        cards: their classes, i[k, X]: of two in hand the stronger first, else the one in hand before the one that lies
            face down.
        classes: N.
    """

    cards: np.ndarray
    classes: int

    @property
    def width(self) -> int:
        """X."""
        return self.cards.shape[1]

    @cached_property
    def counts(self) -> np.ndarray:
        """Copies of each class in each holding, i[X, N]."""
        return (self.cards[:, :, None] == np.arange(self.classes)).sum(0)

    def place(self, *cards: int) -> int:
        """Where a holding stands."""
        return int(np.flatnonzero((self.cards == np.array(cards)[:, None]).all(0))[0])


@dataclass(frozen=True)
class Holdings:
    """The tables of one deck.

    Attributes:
        hands, pairs: the holdings, in axis order; [H], [P].
        pair_cards: classes of a pair, stronger first, i[2, P].
        pair_counts: copies of each class in each pair, i[N, P].
        hand_counts: copies of each class in each hand, i[N, H].
        hand_cell: slot of a hand -> cell card * P + pair, i[3, H]; equal cards share the first slot.
        cell_hand: cell (card, pair) -> slot * H + hand, i[N, P].
        pair_cell: slot of a pair -> cell card * N + kept, i[2, P].
        cell_pair: cell (card, kept) -> slot * P + pair, i[N, N].
    """

    hands: tuple[Hand, ...]
    pairs: tuple[Hand, ...]
    pair_cards: np.ndarray
    pair_counts: np.ndarray
    hand_counts: np.ndarray
    hand_cell: np.ndarray
    cell_hand: np.ndarray
    pair_cell: np.ndarray
    cell_pair: np.ndarray

    @property
    def classes(self) -> int:
        """N."""
        return len(self.pair_counts)

    @cached_property
    def single(self) -> Axis:
        """One card."""
        return Axis(np.arange(self.classes)[None], self.classes)

    @cached_property
    def pair(self) -> Axis:
        """Two cards in hand, or one in hand and a weaker one face down."""
        return Axis(self.pair_cards, self.classes)

    @cached_property
    def hidden(self) -> Axis:
        """One card in hand and any other face down: [2, Y], the cells of `cell_pair` that exist."""
        card, kept = np.nonzero(self.cell_pair >= 0)
        return Axis(np.stack([kept, card]), self.classes)

    @cached_property
    def hidden_source(self) -> np.ndarray:
        """Holding with a card face down -> slot * P + pair before it was put there, i[Y]."""
        kept, card = self.hidden.cards
        return self.cell_pair[card, kept]

    @cached_property
    def hidden_place(self) -> np.ndarray:
        """Slot of a pair -> the holding once that card lies face down, i[2, P]."""
        place = np.full(2 * len(self.pairs), -1)
        place[self.hidden_source] = np.arange(self.hidden.width)
        return place.reshape(2, -1)


@cache
def holdings(deck: Deck) -> Holdings:
    """The tables of a deck; decks whose classes have three copies or more share their values."""
    n = deck.size
    hands, pairs = deck.hands, tuple(deck.holdings(2))
    pair_index = {pair: i for i, pair in enumerate(pairs)}
    hand_cell = np.full((HAND_SIZE, len(hands)), -1)
    cell_hand = np.full((n, len(pairs)), -1)
    for h, hand in enumerate(hands):
        for slot, card in enumerate(hand):
            if hand.index(card) == slot:
                p = pair_index[hand[:slot] + hand[slot + 1 :]]
                hand_cell[slot, h] = card * len(pairs) + p
                cell_hand[card, p] = slot * len(hands) + h
    pair_cell = np.full((2, len(pairs)), -1)
    cell_pair = np.full((n, n), -1)
    for p, pair in enumerate(pairs):
        for slot, card in enumerate(pair):
            if pair.index(card) == slot:
                kept = pair[1 - slot]
                pair_cell[slot, p] = card * n + kept
                cell_pair[card, kept] = slot * len(pairs) + p
    return Holdings(
        hands=hands,
        pairs=pairs,
        pair_cards=np.array(pairs).T,
        pair_counts=_counts(pairs, n),
        hand_counts=_counts(hands, n),
        hand_cell=hand_cell,
        cell_hand=cell_hand,
        pair_cell=pair_cell,
        cell_pair=cell_pair,
    )


def draws(counts: np.ndarray, *held: Sequence[Hand]) -> np.ndarray:
    """Ordered draws of holdings together, card by card: the copies left of each card's class, multiplied.

    Args:
        counts: copies left, [..., N].
        held: one or two lists of holdings, X and Y of them.

    Returns:
        [..., X], or [..., X, Y] for two lists, in the type of `counts`; see `Deck.draws`.
    """
    first, *others = held
    cards = np.array(first).T
    result = np.ones((*counts.shape[:-1], len(first)), counts.dtype)
    for k, card in enumerate(cards):
        result *= np.maximum(counts[..., card] - (cards[:k] == card).sum(0, dtype=counts.dtype), 0)
    if not others:
        return result
    beside = counts[..., None, :] - _counts(first, counts.shape[-1]).T.astype(counts.dtype)
    return result[..., None] * draws(beside, *others)


def _counts(held: Sequence[Hand], classes: int) -> np.ndarray:
    return np.array([[hand.count(c) for hand in held] for c in range(classes)])
