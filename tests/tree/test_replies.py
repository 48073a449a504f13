"""The second card of round 2 against the rules engine."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from truco_lab.rules import Deck, HandState, Play, Score, dominated, start
from truco_lab.tree.holdings import holdings
from truco_lab.tree.replies import Result, replies

DECK = Deck((4, 4, 4), 2)
TOP = DECK.size - 1


def after_lead(lead: int | None, pair: tuple[int, int], tied: bool) -> HandState | None:
    """Round 1 tied or won by mão, then the lead; None if the deck has not these cards."""
    first = (0, 0) if tied else (1, 0)
    hidden = lead is None
    for extra in range(DECK.size):
        mao, pe = (first[0], 0 if hidden else lead, extra), (first[1], *pair)
        if hidden and extra < 1:
            continue
        try:
            state = start(DECK, Score(11, 11), mao, pe)
        except ValueError:
            continue
        for card in first:
            state = state.apply(Play(card))
        return state.apply(Play(0, hidden=True) if hidden else Play(lead))
    return None


def outcome(state: HandState, card: int) -> Result:
    seat = state.to_act
    after = state.apply(Play(card))
    if not after.finished:
        return Result.GOES_ON
    return Result.WINS if after.winner is seat else Result.LOSES


@pytest.mark.parametrize(
    ("leads", "tied"), [((0, 1, 2, 3, 4), False), ((0, 1, 2, 3, 4), True), ((None,), False)], ids=str
)
def test_replies_are_those_of_the_rules(leads, tied):
    held = holdings(DECK)
    table = replies(held, leads, tied)
    nodes, n = len(table.next_card), DECK.size
    starts = {Result.GOES_ON: 0, Result.WINS: n * nodes}
    cells = len(held.pairs) * len(leads)
    starts[Result.LOSES] = starts[Result.WINS] + cells * (table.won_weight is not None)
    size = starts[Result.LOSES] + cells * (table.lost_weight is not None)
    met = Counter()

    def decoded(value: int, cell: int) -> tuple[Result, int | None]:
        """What happens, and the reply if the hand goes on."""
        if value < starts[Result.WINS]:
            kept, node = divmod(value, nodes)
            assert table.next_lead[node] == cell % len(leads)
            assert sorted((kept, table.next_card[node])) == sorted(held.pairs[cell // len(leads)])
            return Result.GOES_ON, int(table.next_card[node])
        won = table.won_weight is not None and value < starts[Result.WINS] + cells
        assert value - starts[Result.WINS if won else Result.LOSES] == cell
        return (Result.WINS if won else Result.LOSES), None

    for p, pair in enumerate(held.pairs):
        for i, lead in enumerate(leads):
            state = after_lead(lead, pair, tied)
            if state is None:
                continue
            cell = p * len(leads) + i
            cards = [a.card for a in state.legal if isinstance(a, Play) and not dominated(state, a)]
            expected = {(outcome(state, c), c if outcome(state, c) is Result.GOES_ON else None): None for c in cards}
            place = np.flatnonzero(table.choices == cell)
            if len(place):
                assert table.cell_value[cell] == size + place[0]
                found = [decoded(int(table.choice_value[slot, place[0]]), cell) for slot in range(2)]
                assert found == [(outcome(state, c), c if outcome(state, c) is Result.GOES_ON else None) for c in pair]
                met["choice"] += 1
            else:
                found = [decoded(int(table.cell_value[cell]), cell)]
                met[found[0][0]] += 1
            assert set(found) == set(expected)
    assert met["choice"] > 3
    assert met[Result.GOES_ON] > 2
    assert (met[Result.WINS] > 3) is tied
    assert (met[Result.LOSES] > 3) is (leads != (None,))


@pytest.mark.parametrize(("leads", "tied"), [((0, 1, 2), False), ((0, 1, 2), True), ((None,), False)], ids=str)
def test_every_probability_goes_somewhere(leads, tied):
    """With any choice probabilities, what leaves a cell sums to one."""
    held = holdings(Deck((4, 4), 1))
    table = replies(held, leads, tied)
    first = np.random.default_rng(0).random(len(table.choices))
    pool = np.concatenate([first, 1 - first, [1, 0]])
    leaving = np.zeros(len(held.pairs) * len(leads))
    np.add.at(leaving, table.source, pool[table.weight])
    for weight in (table.won_weight, table.lost_weight):
        if weight is not None:
            leaving += pool[weight].sum(0)
    np.testing.assert_allclose(leaving, 1)
