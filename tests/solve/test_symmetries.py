"""Games that are one game: seats swapped from round 2 on, classes without cards."""

from __future__ import annotations

import numpy as np
import pytest

from truco_lab.rules import Deck, Score, Seat
from truco_lab.solve.bets import Payoffs
from truco_lab.solve.book import Book, Pass, State
from truco_lab.solve.engine import Engine
from truco_lab.solve.regret import DCFR_4, Discounts
from truco_lab.solve.walk import GroupWalk
from truco_lab.tree.deals import pair_joint
from truco_lab.tree.tree import Group, tree_of

from .common import payoffs

DECK = Deck((3, 3), 2)


def group_values(group: Group, outcome: tuple[int, int], seat: Seat, lead, second, greedy: bool) -> np.ndarray:
    """Of a seat's pairs against uniform play, [P, paths]; reaches [P] of the leader of round 2 and of the other."""
    left = np.array(DECK.counts, float)
    left[list(outcome)] -= 1
    paths, leader = len(group.lead.paths), group.leader
    reach = [np.broadcast_to(r[:, None, None], (len(r), paths, 1)) for r in (lead, second)]
    zeros = {name: np.zeros((*block.shape, 1)) for name, block in group.blocks.items()}
    run = Pass(np.asarray(True), np.asarray(greedy), Discounts(1.0, 1.0, 1.0))
    walk = GroupWalk(
        group=group,
        book=Book(group.blocks, State(zeros, zeros), run),
        seat=seat,
        pay=Payoffs(np.array([[0.1, 0.3, 0.6, 0.8, 1.0]]).T, np.array([[-0.2, -0.3, -0.5, -0.9, -1.0]]).T),
        left=left[:, None],
        joint=pair_joint(left[None], group.held),
    )
    return np.asarray(walk.value((reach[leader is Seat.PE], reach[leader is Seat.MAO])))[..., 0]


@pytest.mark.parametrize("greedy", [False, True], ids=["uniform", "best"])
@pytest.mark.parametrize("pruned", [True, False], ids=["pruned", "unpruned"])
@pytest.mark.parametrize("score", [Score(11, 11), Score(10, 10), Score(9, 6), Score(0, 5)], ids=str)
def test_after_round_one_the_seats_are_alike(score, pruned, greedy):
    """(a, b) and (b, a) are two games, for mão leads round 1 and takes what is tied throughout. But with round 1 won by
    mão at (a, b), what is left is what is left at (b, a) with round 1 won by pé, seats swapped."""
    here, there = tree_of(DECK, score, pruned), tree_of(DECK, score.swapped, pruned)
    ours, theirs = (
        next(group for group in tree.groups if group.winner is winner)
        for tree, winner in ((here, Seat.MAO), (there, Seat.PE))
    )
    rng = np.random.default_rng(7)
    lead, second = rng.random((2, len(here.held.pairs)))
    mine = incoming(ours)
    other = {
        (path.rung, None if path.right is None else path.right.other): k for k, path in enumerate(incoming(theirs))
    }
    both = [(k, other[path.rung, path.right]) for k, path in enumerate(mine) if (path.rung, path.right) in other]
    assert len(both) > len(mine) // 3
    outcome = (3, 1)
    for seat in Seat:
        found = group_values(ours, outcome, seat, lead, second, greedy)
        swapped = group_values(theirs, outcome[::-1], seat.other, lead, second, greedy)
        assert np.abs(found).max() > 0.1
        for k, same in both:
            np.testing.assert_allclose(found[:, k], swapped[:, same], atol=1e-9)


def incoming(group: Group) -> list:
    """Paths that come in, in the order of the reaches."""
    paths = [None] * len(group.lead.paths)
    for place, k in enumerate(group.lead.order):
        paths[k] = group.lead.paths[place]
    return paths


def numbers(deck: Deck, score: Score) -> np.ndarray:
    """Value and best responses after some iterations."""
    engine = Engine(tree_of(deck, score), [deck], payoffs(score)[:, :, None])
    state = engine.start()
    for t in range(1, 11):
        state = engine.iterate(state, DCFR_4, t)
    return np.array(engine.evaluate(state)[0])[:, 0]


@pytest.mark.parametrize("score", [Score(11, 11), Score(10, 11), Score(9, 6)], ids=str)
def test_a_class_without_cards_changes_nothing(score):
    expected = numbers(Deck((3, 3), 1), score)
    for deck in (Deck((0, 3, 3), 1), Deck((3, 0, 3), 1), Deck((3, 3, 0), 1)):
        np.testing.assert_allclose(numbers(deck, score), expected, atol=1e-5)
    assert np.abs(numbers(Deck((3, 2), 1), score) - expected).max() > 1e-3


def test_one_plain_copy_above_all_is_a_manilha():
    """What sets manilhas apart is that they never tie."""
    expected = numbers(Deck((3, 3), 2), Score(11, 11))
    np.testing.assert_array_equal(numbers(Deck((3, 3, 1), 1), Score(11, 11)), expected)
