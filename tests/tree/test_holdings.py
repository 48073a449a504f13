"""Index tables of the private axes."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from truco_lab.rules import Deck, real_deck
from truco_lab.tree.holdings import draws, holdings

DECKS = [Deck((4, 4), 0), Deck((3, 3), 1), Deck((2, 2, 2), 2), Deck((1, 1, 2), 3), real_deck(0), real_deck(8)]


def test_sizes_of_the_real_deck():
    for turn_up_class in range(9):
        held = holdings(real_deck(turn_up_class))
        assert (len(held.hands), len(held.pairs), held.classes) == (403, 87, 13)


@pytest.mark.parametrize("deck", DECKS, ids=str)
def test_cells_and_slots_are_inverse(deck):
    held = holdings(deck)
    hands, pairs, n = len(held.hands), len(held.pairs), held.classes
    for table, back, width in ((held.hand_cell, held.cell_hand, hands), (held.pair_cell, held.cell_pair, pairs)):
        flat, back = table.ravel(), back.ravel()
        for place in np.flatnonzero(flat >= 0):
            assert back[flat[place]] == place
        for cell in np.flatnonzero(back >= 0):
            assert flat[back[cell]] == cell
        assert (flat >= 0).sum() == (back >= 0).sum() > width
    for h, hand in enumerate(held.hands):
        slots = [s for s in range(3) if held.hand_cell[s, h] >= 0]
        assert [hand[s] for s in slots] == sorted(set(hand), reverse=True)
        for slot in slots:
            card, pair = divmod(int(held.hand_cell[slot, h]), pairs)
            assert tuple(sorted((card, *held.pairs[pair]), reverse=True)) == hand
    for p, pair in enumerate(held.pairs):
        assert tuple(held.pair_cards[:, p]) == pair
        for slot in range(2):
            if held.pair_cell[slot, p] >= 0:
                assert divmod(int(held.pair_cell[slot, p]), n) == (pair[slot], pair[1 - slot])
    np.testing.assert_array_equal(held.hand_counts.sum(0), 3)
    np.testing.assert_array_equal(held.pair_counts.sum(0), 2)


@pytest.mark.parametrize("deck", DECKS, ids=str)
def test_axes_hold_what_the_deck_can_deal(deck):
    held = holdings(deck)
    for axis, cards in ((held.single, 1), (held.pair, 2), (held.hidden, 2)):
        assert [axis.place(*holding) for holding in axis.cards.T] == list(range(axis.width))
        np.testing.assert_array_equal(axis.counts.sum(1), cards)
    # every card of every pair can be put face down, and nothing else
    for slot in range(2):
        for p, pair in enumerate(held.pairs):
            place = int(held.hidden_place[slot, p])
            assert (place >= 0) == (held.pair_cell[slot, p] >= 0)
            if place >= 0:
                assert tuple(held.hidden.cards[:, place]) == (pair[1 - slot], pair[slot])
                assert held.hidden_source[place] == slot * len(held.pairs) + p


@pytest.mark.parametrize("deck", DECKS, ids=str)
def test_draws_are_those_of_the_deck(deck):
    held, counts = holdings(deck), np.array(deck.counts)
    np.testing.assert_array_equal(draws(counts, held.hands), [deck.draws(hand) for hand in held.hands])
    joint = draws(counts, held.pairs, held.hands)
    for p, pair in enumerate(held.pairs):
        for h, hand in list(enumerate(held.hands))[:: max(1, len(held.hands) // 20)]:
            assert joint[p, h] == deck.draws(pair + hand) == deck.draws(pair) * deck.draws(hand, pair)
    cards = sum(deck.counts)
    repeats = np.where(held.pair_cards[0] == held.pair_cards[1], 2, 1)
    assert (draws(counts, held.pairs) / repeats).sum() == comb(cards, 2)
