"""Weights of deals: together they are the physical deals, whatever was shown."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest

from truco_lab.rules import Deck, real_deck, repeats
from truco_lab.tree.deals import deals, pair_joint
from truco_lab.tree.holdings import holdings

SMALL = [Deck((4, 4), 0), Deck((3, 3), 1), Deck((2, 2, 2), 2), Deck((1, 1, 2), 3)]


def test_the_real_deck_has_its_deals():
    for turn_up_class in (0, 8):
        deck = real_deck(turn_up_class)
        held = holdings(deck)
        found = deals(deck, held)
        repeat = np.array([repeats(hand) for hand in held.hands])
        ways = found.hands_joint / repeat[:, None] / repeat
        assert ways.sum() == 65_252_460
        assert (ways > 0).sum() == 140_118
        assert ways[5, 17] == deck.ways(held.hands[5], held.hands[17])
        assert found.chance.sum() == pytest.approx(1, abs=1e-12)
        assert found.reach @ (found.hands_joint / found.hands_own[:, None]).mean(0) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("deck", SMALL, ids=str)
def test_weights_count_physical_cards(deck):
    held = holdings(deck)
    found = deals(deck, held)
    cards = [c for c, copies in enumerate(deck.counts) for _ in range(copies)]
    expected = np.zeros_like(found.hands_joint)
    index = {hand: h for h, hand in enumerate(held.hands)}
    everything = range(len(cards))
    for mine in combinations(everything, 3):
        for yours in combinations([k for k in everything if k not in mine], 3):
            mao, pe = (tuple(sorted((cards[k] for k in hand), reverse=True)) for hand in (mine, yours))
            expected[index[mao], index[pe]] += 1
    repeat = np.array([repeats(hand) for hand in held.hands])
    np.testing.assert_allclose(found.hands_joint / repeat[:, None] / repeat, expected, atol=1e-9)
    np.testing.assert_allclose(found.chance, expected.sum(1) / expected.sum(), atol=1e-12)
    # a hand's opponents together have weight one
    facing = np.where(expected.sum(1) > 0, (found.hands_joint @ found.reach) / found.hands_own, 1)
    np.testing.assert_allclose(facing, 1, atol=1e-12)


@pytest.mark.parametrize("deck", [*SMALL, real_deck(2)], ids=str)
def test_weights_after_every_set_of_shown_cards(deck):
    held, n, cards = holdings(deck), deck.size, sum(deck.counts)
    found = deals(deck, held)
    pair_repeat = np.array([repeats(pair) for pair in held.pairs])
    hand_repeat = np.array([repeats(hand) for hand in held.hands])
    for lead in range(n):
        joint = found.lead_joint[lead] / pair_repeat[:, None] / hand_repeat
        assert joint.sum() == pytest.approx(comb(cards - 1, 2) * comb(cards - 3, 3), rel=1e-12)
        for reply in range(n):
            left = np.array(deck.counts) - np.eye(n, dtype=int)[lead] - np.eye(n, dtype=int)[reply]
            if (left < 0).any():
                continue
            pairs = pair_joint(left[None], held)[0] / pair_repeat[:, None] / pair_repeat
            assert pairs.sum() == pytest.approx(comb(cards - 2, 2) * comb(cards - 4, 2), rel=1e-12)
            np.testing.assert_array_equal(pairs, pairs.T)
