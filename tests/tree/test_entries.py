"""Sizes known before anything is allocated, and what they count."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.oracles.walk import deals, information_state, masked
from truco_lab.rules import Action, Deck, HandState, Play, Raise, Score, Seat, dominated, real_deck, start
from truco_lab.tree.tree import OPEN, Tree, tree_of

REAL = {
    Score(11, 11): 170_931,
    Score(11, 10): 171_737,
    Score(10, 11): 171_737,
    Score(10, 10): 3_126_207,
    Score(9, 6): 7_293_447,
    Score(8, 8): 11_251_172,
    Score(5, 5): 27_442_615,
    Score(0, 0): 55_813_139,
}
"""Regret entries of one turn-up class of the real deck."""

UNPRUNED = {
    Score(11, 11): 1_359_780,
    Score(11, 10): 1_360_586,
    Score(10, 11): 1_360_586,
    Score(10, 10): 286_394_652,
    Score(9, 6): 286_394_652,
    Score(0, 0): 286_394_652,
}
"""With every legal action; what is legal depends on the score through 11 only."""

TWO = Deck((6, 6), 0)
THREE = Deck((6, 6, 6), 0)
"""Copies enough for every holding to face every other, so that no array holds the impossible."""


@pytest.mark.parametrize("score", REAL, ids=str)
def test_census_of_the_ladders(score):
    assert tree_of(real_deck(0), score).entries == REAL[score]
    assert tree_of(real_deck(8), score).entries == REAL[score]


@pytest.mark.parametrize("score", UNPRUNED, ids=str)
def test_census_of_the_unpruned_trees(score):
    assert tree_of(real_deck(0), score, pruned=False).entries == UNPRUNED[score]
    assert tree_of(real_deck(8), score, pruned=False).entries == UNPRUNED[score]


def test_scores_of_one_ladder_share_a_tree():
    for score in (Score(8, 6), Score(6, 8), Score(7, 7)):
        assert tree_of(real_deck(3), score).ladder == tree_of(real_deck(3), Score(8, 8)).ladder
    for score in (Score(9, 8), Score(9, 9), Score(5, 8), Score(11, 8)):
        assert tree_of(real_deck(3), score).ladder != tree_of(real_deck(3), Score(8, 8)).ladder
    blocks = [tree_of(real_deck(3), Score(9, pe)).groups[0].blocks for pe in (0, 3, 6)]
    assert {name: block.shape for name, block in blocks[0].items()} == {n: b.shape for n, b in blocks[2].items()}


def test_bytes_cover_the_entries():
    """Two float32 numbers an entry, and little more for actions that a holding lacks."""
    trees = [tree_of(real_deck(0), score) for score in REAL]
    for tree in [*trees, *(tree_of(real_deck(0), score, pruned=False) for score in UNPRUNED)]:
        assert 8 * tree.entries <= tree.state_bytes < 8.5 * tree.entries


def _moves(state: HandState, pruned: bool) -> list[Action]:
    return [action for action in state.legal if not (pruned and dominated(state, action))]


def _running(deck: Deck, score: Score, pruned: bool = True) -> Iterator[HandState]:
    """Every state of every deal of the pruned or of the whole game."""
    todo = [start(deck, score, mao, pe) for mao, pe, _ in deals(deck)]
    while todo:
        state = todo.pop()
        if not state.finished:
            yield state
            todo += [state.apply(action) for action in _moves(state, pruned)]


def _binary_entries(state: HandState, pruned: bool = True) -> int:
    """Entries of one information set: raising and answering are binary steps, a card is one step."""
    moves = _moves(state, pruned)
    raising = any(isinstance(action, Raise) for action in moves)
    if state.pending is not None or state.eleven_pending:
        return 2 + 2 * raising
    cards = [action for action in moves if isinstance(action, Play)]
    turn = len(state.table)
    if turn == 5 and pruned:
        return 2 * (len(moves) > 1)
    entries = 2 * raising
    ends = [state.apply(card) for card in cards]
    if turn <= 2 or (len(cards) > 1 and not all(end.finished and end.winner is ends[0].winner for end in ends)):
        entries += len(cards)
    return entries


def _counted(deck: Deck, score: Score) -> int:
    """Entries by the rules engine; at the last card turn only winning or losing counts, not the actor's own cards."""
    found: dict[tuple, int] = {}
    for state in _running(deck, score):
        seat = state.to_act
        key = (seat, *information_state(state, seat))
        if len(state.table) == 5:
            key = (seat, tuple(map(masked, state.history)))
        found[key] = max(found.get(key, 0), _binary_entries(state))
    return sum(found.values())


def _counted_whole(deck: Deck, score: Score) -> int:
    """Likewise with every legal action; holdings are apart at the last turn if the other seat has a card face down."""
    found: dict[tuple, int] = {}
    for state in _running(deck, score, pruned=False):
        seat = state.to_act
        key = (seat, *information_state(state, seat))
        entries = _binary_entries(state, pruned=False)
        if len(state.table) == 5:
            before = state.table[4].seat
            if not any(put.hidden for put in state.table if put.seat is before):
                last = [state.apply(play).winner is seat for play in state.legal if isinstance(play, Play)]
                key = (seat, tuple(map(masked, state.history)), any(last))
            elif not state.table[4].hidden and seat is not before:
                entries = max(entries, 2)  # held apart from those that can still win
        found[key] = max(found.get(key, 0), entries)
    return sum(found.values())


def _never_behind(tree: Tree) -> int:
    """Entries of bluffs against the weakest card where a tie wins: nobody can be behind there."""
    total = 0
    for group in tree.groups:
        for kind, table in group.replies.items():
            if group.tie_wins and f"5{kind}.{group.last_player.name}" in group.blocks:
                total += 2 * len(group.outcomes) * len(table.next_card) * group.last_raises
    return total


def _never_ahead(tree: Tree) -> int:
    """Entries of throwing away a card that beats the strongest one where a tie does not win: nobody has it."""
    return sum(2 * len(group.outcomes) * group.replies[OPEN].nodes for group in tree.groups if not group.tie_wins)


@pytest.mark.parametrize(
    ("deck", "score"),
    [
        (TWO, Score(11, 11)),
        (TWO, Score(11, 3)),
        (TWO, Score(4, 11)),
        (TWO, Score(10, 10)),
        (TWO, Score(9, 6)),
        (TWO, Score(0, 9)),
        (TWO, Score(8, 7)),
        (THREE, Score(11, 11)),
        (THREE, Score(10, 9)),
    ],
    ids=str,
)
def test_entries_are_the_decisions_of_the_pruned_game(deck, score):
    tree = tree_of(deck, score)
    assert tree.entries == _counted(deck, score) + _never_behind(tree)


@pytest.mark.parametrize(("deck", "score"), [(TWO, Score(11, 3)), (TWO, Score(4, 11)), (THREE, Score(11, 11))], ids=str)
def test_entries_are_the_decisions_of_the_whole_game(deck, score):
    tree = tree_of(deck, score, pruned=False)
    assert tree.entries == _counted_whole(deck, score) + _never_ahead(tree)


def test_impossible_holdings_only_add():
    """With few copies some holdings cannot face each other: the arrays hold them all the same."""
    for score in (Score(11, 11), Score(10, 10)):
        deck = Deck((3, 3), 1)
        assert _counted(deck, score) < tree_of(deck, score).entries < 3 * _counted(deck, score)


def test_all_seats_decide_something():
    for group in tree_of(TWO, Score(10, 10)).groups:
        assert {block.seat for block in group.blocks.values()} == set(Seat)
