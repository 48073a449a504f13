"""Public lines of the trees against the counts that the rules engine made."""

from __future__ import annotations

from functools import cache
from itertools import groupby

import pytest

from tests.rules.perft import DECKS, FOLDER, SLOW
from truco_lab.rules import Deck, Score, real_deck
from truco_lab.tree.betting import Ladder
from truco_lab.tree.tree import Tree, tree_of

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
