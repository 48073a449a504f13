"""Fixed policies on the real deck, where the answer is known without the arrays. Engines run in NumPy."""

from __future__ import annotations

from functools import cache
from math import perm

import numpy as np
import pytest

from tests.oracles.enumeration import slow_best_response
from tests.oracles.payoffs import smooth_payoff
from truco_lab.rules import Score, Seat, real_deck
from truco_lab.solve.engine import Engine
from truco_lab.solve.policy import Policy
from truco_lab.tree.tree import Block, tree_of

from .common import payoffs, policy_of
from .test_values import uniform_state

DECK = real_deck(0)


@cache
def engine_of(score: Score) -> Engine:
    return Engine(tree_of(DECK, score), [DECK], payoffs(score)[:, :, None])


def timid(engine: Engine) -> Policy:
    """Never bluffs, folds to every raise, and puts its cards down in any order, whichever physical cards they are."""
    tree, held = engine.tree, engine.tree.held
    copies = np.array([[hand.count(card) for hand in held.hands] for card in range(held.classes)])
    held_so_often = np.where(held.hand_cell >= 0, copies[np.array(held.hands).T, np.arange(len(held.hands))], 0)

    def weights(name: str, block: Block) -> np.ndarray:
        found = np.ones(block.shape)
        if name in ("0.card", "1.card"):
            found *= held_so_often[:, :, None, None]
        elif name == "2.card":
            found *= block.legal[:, :, None, None]
            found[2:] = 0
        elif not name.endswith(".card"):
            found[1] = 0
        return found

    def outcome(number: int, _: int):
        return lambda name: weights(name, tree.groups[number].blocks[name])

    return Policy(tree, lambda name: weights(name, tree.round_one.blocks[name]), outcome)


def test_who_always_folds_loses_the_point_and_no_more():
    """Raising at the first card turn wins it for certain."""
    score = Score(10, 10)
    engine, pay = engine_of(score), smooth_payoff(score)
    state = engine.state_of([timid(engine)])
    assert engine.earned(Seat.MAO, state, greedy=True)[0] == pytest.approx(pay(Seat.MAO, 1), abs=1e-6)
    assert engine.earned(Seat.PE, state, greedy=True)[0] == pytest.approx(-pay(Seat.PE, 1), abs=1e-6)


def test_cards_in_any_order_win_as_often_as_on_paper():
    """All ordered draws of six cards, with the rounds compared anew."""
    score = Score(10, 10)
    engine, pay = engine_of(score), smooth_payoff(score)
    won = chance_of_mao()
    expected = won * pay(Seat.MAO, 1) + (1 - won) * pay(Seat.PE, 1)
    state = engine.state_of([timid(engine)])
    assert engine.earned(Seat.MAO, state)[0] == pytest.approx(expected, abs=1e-6)
    assert engine.earned(Seat.PE, state)[0] == pytest.approx(-expected, abs=1e-6)


def chance_of_mao() -> float:
    """Mão's chance when both put down their cards in the order drawn; the second of round 2 keeps alive if it can."""
    counts = np.array(DECK.counts)
    axes = np.arange(len(counts))
    m1, p1, m2, p2, m3, p3 = np.ix_(*[axes] * 6)
    weight, before = np.ones(()), []
    for card in (m1, p1, m2, p2, m3, p3):
        gone = sum(((card == other).astype(np.int8) for other in before), np.zeros((), np.int8))
        weight = weight * np.maximum(counts[card] - gone, 0)
        before.append(card)

    def second(lead, first, other, enough):
        """The reply and the card kept."""
        swapped = ~enough(first, lead) & enough(other, lead)
        return np.where(swapped, other, first), np.where(swapped, first, other)

    reply, kept = second(m2, p2, p3, np.greater)
    ahead = (reply <= m2) | (m3 >= kept)  # mão won round 1
    reply, kept = second(p2, m2, m3, np.greater)
    behind = (reply > p2) & (kept > p3)  # pé won it
    reply, kept = second(m2, p2, p3, np.greater_equal)
    tied = (reply < m2) | ((reply == m2) & (m3 >= kept))
    wins = np.where(m1 > p1, ahead, np.where(m1 < p1, behind, tied))
    assert weight.sum() == perm(39, 6)
    return float((weight * wins).sum() / weight.sum())


def test_best_response_of_a_hand_to_uniform_play():
    """One hand against all that it can face, by recursion over information states of the rules engine."""
    score, hand = Score(10, 10), (3, 3, 3)
    engine = engine_of(score)
    state = uniform_state(engine)
    policy = policy_of(engine, state)
    values, _ = engine.hand_values(Seat.PE, state, greedy=True)
    ways = {other: DECK.ways(hand, other) for other in DECK.hands}
    dealt = [(other, hand, count / sum(ways.values())) for other, count in ways.items() if count]
    slow = slow_best_response(DECK, score, smooth_payoff(score), policy, Seat.PE, pruned=True, dealt=dealt)
    assert values[engine.tree.held.hands.index(hand), 0] == pytest.approx(slow, abs=1e-5)
