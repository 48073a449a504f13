"""Sums over the opponent's holdings against plain float64 sums, above all where little is left of much."""

from __future__ import annotations

from itertools import product

import jax.numpy as jnp
import numpy as np
import pytest

from truco_lab.rules import Deck, Seat, real_deck
from truco_lab.solve.facing import Counted
from truco_lab.tree.holdings import Holdings, holdings


def single_or_pair(held: Holdings, cards: int) -> list[tuple[int, ...]]:
    return [(c,) for c in range(held.classes)] if cards == 1 else list(held.pairs)


def slow_mass(left: np.ndarray, held: Holdings, cards: tuple[int, int], seat: Seat, reach: np.ndarray) -> np.ndarray:
    """sum over y of draws(y | left, x out) reach(y), in float64, one term at a time."""
    mine, yours = single_or_pair(held, cards[seat]), single_or_pair(held, cards[seat.other])
    result = np.zeros((len(mine), *reach.shape[1:]))
    for (x, own), (y, other) in product(enumerate(mine), enumerate(yours)):
        rest = left.astype(float).copy()  # [N, nodes]
        for card in own:
            rest[card] -= 1
        draws = np.ones(rest.shape[1:])
        for card in other:
            draws = draws * np.maximum(rest[card], 0)
            rest[card] -= 1
        result[x] += draws[:, None, None] * reach[y].astype(float)
    return result


@pytest.mark.parametrize("seat", Seat, ids=str)
@pytest.mark.parametrize("cards", [(1, 1), (1, 2), (2, 1)], ids=str)
@pytest.mark.parametrize("deck", [Deck((4, 4), 1), real_deck(0)], ids=["small", "real"])
def test_mass_concentrated_on_a_card_that_the_seat_holds(deck, cards, seat):
    """All the opponent's reach on what shares a card, and a millionth elsewhere: no noise, nothing below zero."""
    held, n = holdings(deck), deck.size
    rng = np.random.default_rng(3)
    left = np.array(deck.counts)[:, None] - (rng.random((n, 5)) < 0.2)
    left[-1] = 1  # the strongest card is still somewhere: whoever holds it faces next to nothing
    yours = single_or_pair(held, cards[seat.other])
    for focus in (0, n - 1):
        heavy = np.array([focus in holding for holding in yours])
        reach = rng.random((len(yours), 5, 2, 1)) * np.where(heavy, 1, 1e-6)[:, None, None, None]
        reach = reach.astype(np.float32)
        axes = tuple(held.single if count == 1 else held.pair for count in cards)
        facing = Counted(jnp.asarray(left[:, :, None, None], jnp.float32), axes)
        found = np.asarray(facing.mass(seat, jnp.asarray(reach)))
        expected = slow_mass(left, held, cards, seat, reach)
        assert (found >= 0).all()
        possible = np.ones(expected.shape[:2], bool)
        for x, own in enumerate(single_or_pair(held, cards[seat])):
            for card in set(own):
                possible[x] &= left[card] >= own.count(card)
        # holdings that cannot be there have no mass to speak of
        np.testing.assert_allclose(found[possible], expected[possible], rtol=1e-6, atol=0)
        assert focus == 0 or expected[possible].min() < 3e-5 * expected.max()
