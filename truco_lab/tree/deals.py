"""How likely the cards are: weights of holdings against holdings, without pairs of hands where counts suffice.

Values are counterfactual *given one's own cards*: the value of a holding is the sum over what the opponent can hold of
the ordered draws of those cards from what is left, times the opponent's reach, times the pay-off. Dropping the own
cards' weight rescales each information set by a constant of its hand, which regret matching does not see. A card that
the opponent puts down is drawn at that moment: going up, a child is weighted by the copies left beside the own cards.

A hand's reach starts at 1 / (repeats * C(cards - 3, 3)), so that the weights of all opposing hands sum to one.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np

from ..rules import HAND_SIZE, Deck, repeats
from .holdings import Holdings, draws


@dataclass(frozen=True)
class Deals:
    """Numbers of one deck; float64, cast where they are used.

    Attributes:
        counts: copies, [N].
        reach: initial reach of each hand, [H].
        chance: probability of each hand, [H]; sums to one.
        hands_own, hands_joint: ordered draws of a hand [H] and of two hands [H, H].
        lead_own: draws once class a is out, of a pair [N, P] and of a hand [N, H].
        lead_joint: of both, [N, P, H].
    """

    counts: np.ndarray
    reach: np.ndarray
    chance: np.ndarray
    hands_own: np.ndarray
    hands_joint: np.ndarray
    lead_own: tuple[np.ndarray, np.ndarray]
    lead_joint: np.ndarray


def deals(deck: Deck, held: Holdings) -> Deals:
    """The weights of round 1 for a deck."""
    counts = np.array(deck.counts, float)
    repeat = np.array([repeats(hand) for hand in held.hands], float)
    hands_own = draws(counts, held.hands)
    led = counts - np.eye(deck.size)
    cards = sum(deck.counts)
    return Deals(
        counts=counts,
        reach=1 / (repeat * comb(cards - HAND_SIZE, HAND_SIZE)),
        chance=hands_own / repeat / comb(cards, HAND_SIZE),
        hands_own=hands_own,
        hands_joint=draws(counts, held.hands, held.hands),
        lead_own=(draws(led, held.pairs), draws(led, held.hands)),
        lead_joint=draws(led, held.pairs, held.hands),
    )


def pair_joint(counts: np.ndarray, held: Holdings) -> np.ndarray:
    """Ordered draws of two pairs from what is left after round 1; counts [B, N] -> [B, P, P]."""
    return draws(counts, held.pairs, held.pairs)
