"""The abstractions of cards, deals and turn-ups, each proven by enumerating what it stands for."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations, product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.referee import ORDER_OF_RANKS, ORDER_OF_SUITS, beats
from truco_lab.rules import (
    TURN_UP_CLASSES,
    TURN_UP_WEIGHTS,
    TURN_UPS,
    Deck,
    Put,
    Seat,
    TurnUp,
    real_deck,
    repeats,
    round_winner,
)

CARDS = list(product(ORDER_OF_RANKS, ORDER_OF_SUITS))


def rest_of(turn_up: TurnUp, suit: str = "d") -> list[int]:
    """Classes of the 39 cards beside the turn-up."""
    return [turn_up.class_of(*card) for card in CARDS if card != (turn_up.rank, suit)]


@pytest.mark.parametrize("turn_up", TURN_UPS, ids=lambda t: t.rank)
def test_thirteen_classes_under_every_turn_up(turn_up):
    assert len(CARDS) == 40
    for suit in ORDER_OF_SUITS:
        counted = Counter(rest_of(turn_up, suit))
        assert sorted(counted) == list(range(13))
        assert tuple(counted[c] for c in range(13)) == turn_up.deck.counts
        assert turn_up.deck == real_deck(turn_up.turn_up_class)
    assert sorted(turn_up.deck.copies) == [3] + [4] * 8
    assert turn_up.deck.copies.index(3) == turn_up.turn_up_class == turn_up.class_of(turn_up.rank, "h")


@pytest.mark.parametrize("turn_up", TURN_UPS, ids=lambda t: t.rank)
def test_classes_compare_as_the_cards_do(turn_up):
    """All 1,600 pairs: so the suit of a plain card never matters, and ties are exactly plain cards of one rank."""
    for first, second in product(CARDS, CARDS):
        on_table = (
            Put(Seat.MAO, turn_up.class_of(*first), hidden=False),
            Put(Seat.PE, turn_up.class_of(*second), hidden=False),
        )
        expected = {True: Seat.MAO, False: Seat.PE, None: None}[beats(first, second, turn_up.rank)]
        assert round_winner(*on_table) is expected


@pytest.mark.parametrize("turn_up", TURN_UPS, ids=lambda t: t.rank)
def test_permuting_the_suits_of_plain_cards_changes_no_result(turn_up):
    plain = [card for card in CARDS if card[0] != turn_up.manilha_rank]
    for order in permutations(ORDER_OF_SUITS):
        moved = dict(zip(ORDER_OF_SUITS, order, strict=True))
        assert all(turn_up.class_of(rank, moved[suit]) == turn_up.class_of(rank, suit) for rank, suit in plain)


@pytest.mark.parametrize("turn_up", TURN_UPS, ids=lambda t: t.rank)
def test_labels_name_the_cards_of_each_class(turn_up):
    for rank, suit in CARDS:
        label = turn_up.labels[turn_up.class_of(rank, suit)]
        assert label == (rank.lower() + suit if rank == turn_up.manilha_rank else rank.lower())
    assert len(set(turn_up.labels)) == 13


def test_manilha_ranks_go_round():
    assert [t.manilha_rank for t in TURN_UPS] == ["5", "6", "7", "Q", "J", "K", "A", "2", "3", "4"]


def test_turn_up_two_is_turn_up_three():
    """Move every rank up by one (3 becomes 4): the turn-up 2 becomes 3, and no pair of cards compares otherwise."""
    up = dict(zip(ORDER_OF_RANKS, ORDER_OF_RANKS[1:] + ORDER_OF_RANKS[:1], strict=True))
    cards = [card for card in CARDS if card != ("2", "d")]
    moved = [(up[rank], suit) for rank, suit in cards]
    assert sorted(moved) == sorted(card for card in CARDS if card != ("3", "d"))
    for i, j in product(range(39), range(39)):
        assert beats(cards[i], cards[j], "2") == beats(moved[i], moved[j], "3")
    assert TurnUp("2").deck == TurnUp("3").deck
    assert [TurnUp("2").class_of(*c) for c in cards] == [TurnUp("3").class_of(*c) for c in moved]


def test_no_other_turn_ups_are_the_same_game():
    """The copies of each class, in order of strength, are all a game depends on: they differ."""
    profiles = {}
    for turn_up in TURN_UPS:
        counted = Counter(rest_of(turn_up))
        profiles.setdefault(tuple(counted[c] for c in sorted(counted)), []).append(turn_up.rank)
    assert sorted(profiles.values(), key=len) == [["4"], ["5"], ["6"], ["7"], ["Q"], ["J"], ["K"], ["A"], ["2", "3"]]


def test_weights_of_turn_up_classes():
    """By counting which of the forty cards is turned up."""
    counted = Counter(TurnUp(rank).turn_up_class for rank, _ in CARDS)
    assert len(counted) == TURN_UP_CLASSES == 9
    assert [counted[k] / 40 for k in range(9)] == pytest.approx(TURN_UP_WEIGHTS)
    assert pytest.approx([0.1] * 8 + [0.2]) == TURN_UP_WEIGHTS


# -- hands and deals ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=range(TURN_UP_CLASSES))
def physical(request):
    """(deck, hands [9139, 39] of cards as 0/1, number of each one's abstract hand [9139])."""
    deck = real_deck(request.param)
    classes = [c for c, copies in enumerate(deck.counts) for _ in range(copies)]
    number = {hand: i for i, hand in enumerate(deck.hands)}
    triples = list(combinations(range(39), 3))
    holds = np.zeros((len(triples), 39), np.float32)
    holds[np.arange(len(triples))[:, None], np.array(triples)] = 1
    abstract = np.array([number[tuple(sorted((classes[c] for c in t), reverse=True))] for t in triples])
    return deck, holds, abstract


def test_403_hands_9139_physical_140118_deals_65252460_physical(physical):
    """Count the hands disjoint from one physical hand of each abstract one: which one does not matter by symmetry."""
    deck, holds, abstract = physical
    assert len(holds) == comb(39, 3) == 9139
    sizes = np.bincount(abstract, minlength=len(deck.hands))
    assert len(deck.hands) == 403
    assert (sizes > 0).all()
    assert sizes.tolist() == [deck.ways(hand) for hand in deck.hands]

    one_each = holds[np.unique(abstract, return_index=True)[1]]
    disjoint = (one_each @ holds.T == 0).astype(np.float32)  # [403, 9139]
    kind = np.zeros((len(holds), 403), np.float32)
    kind[np.arange(len(holds)), abstract] = 1
    deals = (disjoint @ kind).astype(np.int64) * sizes[:, None]  # [403, 403] physical deals of two abstract hands
    assert np.count_nonzero(deals) == 140_118
    assert deals.sum() == comb(39, 3) * comb(36, 3) == 65_252_460
    assert (deals == deals.T).all()
    rng = np.random.default_rng(0)
    for a, b in rng.integers(403, size=(2000, 2)):
        assert deals[a, b] == deck.ways(deck.hands[a], deck.hands[b])


def test_weights_of_all_deals_of_one_turn_up_sum_to_the_physical_deals():
    deck = real_deck(0)
    ways = [deck.ways(a, b) for a in deck.hands for b in deck.hands]
    assert sum(map(bool, ways)) == 140_118
    assert sum(ways) == 65_252_460


def test_weights_of_a_small_deck_by_dealing_its_cards():
    """Every ordered pair of disjoint physical hands, one by one."""
    deck = Deck((2, 3, 1), 2)
    classes = [c for c, copies in enumerate(deck.counts) for _ in range(copies)]
    dealt: Counter = Counter()
    for first in combinations(range(len(classes)), 3):
        for second in combinations(sorted(set(range(len(classes))) - set(first)), 3):
            hands = [tuple(sorted((classes[c] for c in hand), reverse=True)) for hand in (first, second)]
            dealt[tuple(hands)] += 1
    for a, b in product(deck.hands, deck.hands):
        assert deck.ways(a, b) == dealt[a, b]
    assert {a for a, _ in dealt} == set(deck.hands)


decks = st.builds(Deck, st.lists(st.integers(2, 4), min_size=2, max_size=9).map(tuple), st.integers(2, 4))


@given(st.data(), decks)
def test_weight_of_a_deal_is_ordered_draws_over_repeats(data, deck):
    a, b = (data.draw(st.sampled_from(deck.hands)) for _ in range(2))
    assert deck.ways(a, b) * repeats(a) * repeats(b) == deck.draws(a + b)
    assert deck.draws(a + b) == deck.draws(a) * deck.draws(b, gone=a)


@given(st.data(), decks)
def test_ordered_draws_of_the_cards_left_count_them(data, deck):
    """Whatever three cards are known, the compatible hands weigh as much as the physical ones that are left."""
    gone = data.draw(st.sampled_from(deck.hands))
    left = sum(deck.counts) - 3
    assert sum(deck.draws(hand, gone) // repeats(hand) for hand in deck.hands) == comb(left, 3)


def test_hands_run_from_the_strongest():
    hands = real_deck(3).hands
    assert hands[0] == (12, 11, 10)
    assert hands[-1] == (0, 0, 0)
    assert list(hands) == sorted(hands, reverse=True)
    assert all(list(hand) == sorted(hand, reverse=True) for hand in hands)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: TurnUp("8"), "no rank is written '8'"),
        (lambda: TurnUp(""), "no rank is written ''"),
        (lambda: TurnUp("4567"), "no rank is written '4567'"),
        (lambda: Deck((4, -1, 4), 4), "no negative number"),
        (lambda: Deck((2, 2), 1), "needs 6 cards"),
        (lambda: real_deck(9), "from 0 to 8"),
        (lambda: real_deck(-1), "from 0 to 8"),
    ],
)
def test_impossible_cards_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_a_turn_up_is_typed_in_either_case():
    assert TurnUp("q") == TurnUp("Q")
