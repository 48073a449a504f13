"""Public lines of the trees against the counts that the rules engine made."""

from __future__ import annotations

from functools import cache
from itertools import groupby

import numpy as np
import pytest

from tests.rules.perft import DECKS, FOLDER, SLOW
from truco_lab.rules import Deck, Score, real_deck
from truco_lab.tree.betting import Ladder
from truco_lab.tree.deals import deals, pair_joint
from truco_lab.tree.holdings import Axis
from truco_lab.tree.tree import OPEN, Tree, tree_of

from .lines import Census

Counts = list[tuple[int, int]]


@cache
def census(deck: Deck, ladder: Ladder, pruned: bool) -> Census:
    return Census(Tree(deck, ladder, pruned))


def written(name: str) -> dict[tuple[str, str], Counts]:
    """The counts of a file by (score, "whole" or "pruned")."""
    rows = [row.split() for row in (FOLDER / f"{name}.txt").read_text().splitlines() if not row.startswith("#")]
    return {
        (score, tree): [(int(lines), int(ended)) for _, _, _, lines, ended in found]
        for (score, tree), found in groupby(rows, key=lambda row: (row[0], row[1]))
    }


@pytest.mark.parametrize("name", DECKS | SLOW)
def test_lines_of_the_trees_are_those_of_the_rules(name):
    deck, depth, scores = (DECKS | SLOW)[name]
    found = written(name)
    assert len(found) == 2 * len(scores)
    for (points, which), expected in found.items():
        tree = tree_of(deck, Score(*map(int, points.split("x"))), pruned=which == "pruned")
        assert census(deck, tree.ladder, tree.pruned).first(depth) == expected, (points, which)


def test_every_line_ends():
    """Whatever is not ended goes on: a line one shorter than the longest ones has an end one action later."""
    for score in (Score(11, 11), Score(9, 6)):
        for pruned in (True, False):
            found = census(real_deck(0), tree_of(real_deck(0), score, pruned).ladder, pruned)
            longest = max(found.lines)
            assert found.lines[longest] == found.ended[longest] > 0
            assert all(found.lines[length] > found.ended[length] for length in range(1, longest))


def test_nodes_of_all_deals_are_those_of_the_reference():
    """At 11x11, over the 140,118 deals: 49,588,022 by baixada-cards/truco-solver, which walks one tree per deal."""
    tree = tree_of(real_deck(0), Score(11, 11), pruned=False)
    held, found = tree.held, deals(real_deck(0), tree.held)
    # a node is a deal's cards that can be: before the first card, after it, then turn by turn from each outcome
    nodes = int((found.hands_joint > 0).sum()) + int((found.lead_joint > 0).sum())
    one, pairs = np.eye(held.classes, dtype=int), len(held.pairs)
    for group in tree.groups:
        plays = group.lead_slots.sum(0)  # open or face down, by pair: as many for the second player
        goes_on = np.zeros((pairs, pairs), int)  # [leader's, second player's]: ways into round 3
        for kind, table in group.replies.items():
            reached = table.source[table.weight < table.legal.size + 1]  # not those of probability 0
            per_lead = np.bincount(reached, minlength=pairs * len(table.leads)).reshape(pairs, -1)
            for pair, (high, low) in enumerate(held.pairs):
                for card in {high, low}:
                    goes_on[pair] += per_lead[:, card if kind == OPEN else 0]
        each = 1 + plays[:, None] + plays[:, None] * plays + goes_on * (2 + 2 * 2)
        for outcome in group.outcomes:
            left = np.array(tree.deck.counts) - one[outcome].sum(0)
            nodes += int((each * (pair_joint(left[None], held)[0] > 0)).sum())
    assert nodes == 49_588_022


def test_information_sets_are_those_of_the_reference():
    """At 11x11: 5,611,123 of both seats by baixada-cards/truco-solver, those with one action for each hand included."""
    tree = tree_of(real_deck(0), Score(11, 11), pruned=False)
    one = np.eye(tree.held.classes, dtype=int)

    def holdings(axis: Axis, left: np.ndarray) -> int:
        """What can be held when so much is left, [..., N], summed over the places that can be."""
        possible = left[(left >= 0).all(-1)]
        return int((axis.counts <= possible[..., None, :]).all(-1).sum())

    sets = len(tree.held.hands) + int((deals(real_deck(0), tree.held).lead_own[1] > 0).sum())
    for group in tree.groups:
        for outcome in group.outcomes:
            left = np.array(tree.deck.counts) - one[outcome].sum(0)
            sets += holdings(group.axis(group.leader, 2, OPEN), left[None])
            for kind, table in group.replies.items():
                led = np.array([0 * left if lead is None else one[lead] for lead in table.leads])
                answers = 0 if table.next_card is None else one[table.next_card]
                after_two = left - led[table.next_lead] - answers
                last = group.axis(group.last_player, 4, kind)
                sets += holdings(group.axis(group.leader.other, 3, kind), left - led)
                sets += holdings(group.axis(group.third.actor, 4, kind), after_two)
                sets += holdings(last, after_two)  # led face down
                sets += holdings(last, after_two[(after_two >= 0).all(-1)][:, None] - one)
    assert sets == 5_611_123
