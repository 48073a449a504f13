"""Whether drafts can be dealt, against plain enumeration with every unknown slot filled in."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from truco_lab.notation import parse
from truco_lab.notation.actions import opening
from truco_lab.notation.drafts import Draft, Drafts, deck_of, fits
from truco_lab.rules import TURN_UPS, Hand, Put, Score, Seat

from .walks import random_walk


def hands_of(draft: Draft | None, table: tuple[Put, ...], seat: Seat, classes: int) -> list[Hand]:
    """Every hand, strongest first, that a seat may hold; without a draft just the cards it showed."""
    if draft is None:
        return [tuple(put.card for put in table if put.seat is seat and not put.hidden)]
    options = [range(classes) if slot is None else [slot] for slot in draft.slots]
    played = Counter(put.card for put in table if put.seat is seat)
    return [(a, b, c) for a, b, c in product(*options) if a >= b >= c and not played - Counter((a, b, c))]


def can_be_dealt(counts: tuple[int, ...], drafts: Drafts, table: tuple[Put, ...]) -> bool:
    mao, pe = (hands_of(drafts[seat], table, seat, len(counts)) for seat in Seat)
    return any(all(n <= counts[card] for card, n in Counter([*a, *b]).items()) for a in mao for b in pe)


@pytest.mark.parametrize("seed", range(60))
def test_against_enumeration(seed: int) -> None:
    rng = random.Random(seed)
    turn_up = rng.choice(TURN_UPS)
    deck = deck_of(turn_up)
    for _ in range(12):
        table = random_walk(rng, opening(Score(0, 0), turn_up), turn_up).table
        # Few classes, and manilhas often, so that copies and order do run out.
        classes = [*rng.sample(range(9), 2), 9, 10, 11, 12]
        drafts = []
        for seat in Seat:
            slots = sorted(rng.choices(classes, k=3), reverse=True)
            if rng.random() < 0.5:
                slots[: len(table) // 2] = [put.card for put in table if put.seat is seat][: len(table) // 2]
            known = [None if rng.random() < 0.4 else slot for slot in slots[:3]]
            full = all(slot is None for slot in known)
            drafts.append(None if full or rng.random() < 0.2 else Draft(tuple(known)))
        both: Drafts = (drafts[0], drafts[1])
        assert fits(deck, both, table) == (both == (None, None) or can_be_dealt(deck.counts, both, table))


@pytest.mark.parametrize(
    "line",
    [
        # What mão played face down is not known to pé, so its copy is not missing from pé's draft.
        "v4 pe[5c ? ?] : 3 j 5c*",
        "v7 pe[4 4 4] : 3 4 4*",
        # A card shown from a drafted hand is charged once.
        "v4 mao[3 3 3] pe[3 ? ?] : 3 j",
        "v4 mao[5c ? ?] : 5c j",
        # An unknown slot takes a card played.
        "v4 mao[5c ? ?] : 3 j",
        "v4 mao[? ? 4] : 5c j",
    ],
)
def test_is_dealt(line: str) -> None:
    parse(line)
