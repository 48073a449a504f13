"""What a player can hold, and which card of it can be played: index tables on the private axes.

Private axes, by cards still in hand: H hands of three, P pairs, N single cards (403, 87, 13 with the real deck). A
*cell* (card, rest) names a play by what it puts down and what it keeps; tables run both ways between cells and
(slot, holding), where slot 0 is the strongest card of the holding. -1 marks what does not exist.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import perm

import numpy as np

from ..rules import HAND_SIZE, Deck, Hand


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


def _counts(held: tuple[Hand, ...], classes: int) -> np.ndarray:
    return np.array([[hand.count(c) for hand in held] for c in range(classes)])


def falling(copies: np.ndarray, taken: np.ndarray) -> np.ndarray:
    """copies (copies - 1) ... `taken` factors, for taken <= 6; zero once it runs out. Elementwise, broadcasting.

    Looked up: the weights of all pairs of hands are what takes the time when a single spot is read.
    """
    whole = np.maximum(np.asarray(copies), 0).astype(np.int64)
    most = 2 * HAND_SIZE + 1
    table = np.array([[perm(n, k) for k in range(most)] for n in range(int(whole.max(initial=0)) + 1)], float)
    return table.ravel().take(whole * most + taken)


def draws(counts: np.ndarray, *held: np.ndarray) -> np.ndarray:
    """Ordered draws of holdings together: the product over classes of falling factorials.

    Args:
        counts: copies left, [..., N].
        held: one or two count tables [N, X] and [N, Y].

    Returns:
        [..., X], or [..., X, Y] for two tables; see `Deck.draws`.
    """
    if len(held) == 1:
        return np.prod([falling(counts[..., c, None], held[0][c]) for c in range(len(held[0]))], axis=0)
    first, second = held
    result = np.ones((*counts.shape[:-1], first.shape[1], second.shape[1]))
    for c in range(len(first)):
        result *= falling(counts[..., c, None, None], first[c][:, None] + second[c][None, :])
    return result
