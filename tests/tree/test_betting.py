"""Betting paths against the rules engine."""

from __future__ import annotations

from functools import cache

import pytest

from truco_lab.rules import SCORES, Accept, Deck, Fold, HandState, Play, Raise, Score, Seat, dominated, start
from truco_lab.tree.betting import RAISE, STAY, ladder_of
from truco_lab.tree.tree import Tree

DECK = Deck((4, 4, 4), 0)
LINES = {
    Seat.MAO: ((2, 1, 0), (1, 2, 0), [2, 1, 1, 2, 0, 0]),
    Seat.PE: ((1, 2, 0), (2, 1, 0), [1, 2, 1, 2, 0, 0]),
    None: ((1, 2, 0), (1, 2, 0), [1, 1, 2, 2, 0, 0]),
}
"""Hands and cards in order of play that go all the way, by the winner of round 1."""
SCORES_TRIED = [Score(*s) for s in [(11, 11), (10, 11), (10, 10), (9, 6), (6, 9), (8, 8), (5, 3), (2, 9), (0, 0)]]


@cache
def before_each_card(score: Score, winner: Seat | None, pruned: bool = True) -> list[list[HandState]]:
    """For each card turn the states in which the card is the next thing, once each for every way to bet."""
    mao, pe, cards = LINES[winner]
    states = [start(DECK, score, mao, pe)]
    if score.decider is not None:
        states = [states[0].apply(Accept())]
    turns = []
    for card in cards:
        ready, todo = [], states
        while todo:
            state = todo.pop()
            if state.pending is None:
                ready.append(state)
            raises = [a for a in state.legal if isinstance(a, Raise) and not (pruned and dominated(state, a))]
            answers = [Accept()] if state.pending is not None else []
            todo += [state.apply(action) for action in raises + answers]
        turns.append(ready)
        states = [state.apply(Play(card)) for state in ready]
    return turns


@pytest.mark.parametrize("winner", LINES, ids=str)
@pytest.mark.parametrize("score", SCORES_TRIED, ids=str)
def test_paths_are_the_ways_to_bet(score, winner):
    tree = Tree(DECK, ladder_of(score))
    group = next(g for g in tree.groups if g.winner is winner)
    ready = before_each_card(score, winner)
    bettings = (tree.round_one.lead, tree.round_one.reply, group.lead, group.reply, group.third)
    rungs = (1, 3, 6, 9, 12)
    for turn, states in zip(bettings, ready, strict=False):
        assert turn.actor is states[0].to_act
        assert sorted((rungs[p.rung], str(p.right)) for p in turn.out) == sorted(
            (s.stake, str(s.raiser_allowed)) for s in states
        )
    # at the last turn: the states in which a raise is live, before it
    live = [
        s
        for s in ready[5]
        if any(isinstance(a, Raise) and not dominated(s, a) for a in s.legal) and not isinstance(s.history[-1], Accept)
    ]
    assert group.last_raises == len(live)
    assert len(group.last.paths) == sum(isinstance(s.history[-1], Play) for s in ready[5])


@pytest.mark.parametrize("winner", LINES, ids=str)
@pytest.mark.parametrize("score", [Score(11, 4), Score(9, 6)], ids=str)
def test_unpruned_paths_are_all_the_ways_to_bet(score, winner):
    """Up to the last card, dead raises and raises at once after accepting included."""
    tree = Tree(DECK, ladder_of(score)).unpruned
    group = next(g for g in tree.groups if g.winner is winner)
    bettings = (tree.round_one.lead, tree.round_one.reply, group.lead, group.reply, group.third, group.last)
    rungs = (1, 3, 6, 9, 12)
    for turn, states in zip(bettings, before_each_card(score, winner, pruned=False), strict=True):
        assert turn.actor is states[0].to_act
        assert sorted((rungs[p.rung], str(p.right)) for p in turn.ends) == sorted(
            (s.stake, str(s.raiser_allowed)) for s in states
        )
    assert len(group.last.ends) == (1 if 11 in (score.mao, score.pe) else 135 if winner is None else 133)


@pytest.mark.parametrize("score", SCORES_TRIED, ids=str)
def test_layers_and_decisions_fit_together(score):
    tree = Tree(DECK, ladder_of(score))
    for turn in (tree.round_one.lead, tree.round_one.reply, *(t for g in tree.groups for t in (g.lead, g.reply))):
        assert sorted(turn.order) == list(range(len(turn.paths)))
        assert list(turn.layers) == sorted(turn.layers, reverse=True)
        assert len(turn.out) == len(turn.paths) + sum(turn.layers)
        outgoing = [turn.accepted(k, 0) for k in range(len(turn.paths))]
        for layer, count in enumerate(turn.layers, start=1):
            outgoing += [turn.accepted(turn.order[place], layer) for place in range(count)]
        assert sorted(outgoing) == list(range(len(turn.out)))
        asked = {seat: turn.decisions(seat) for seat in Seat}
        for seat in Seat:
            places = [k for part in asked[seat].values() for k in range(part.start, part.stop)]
            assert places == list(range(len(places)))
        stays = sum(part.stop - part.start for d in asked.values() for (_, q), part in d.items() if q == STAY)
        raises = sum(part.stop - part.start for d in asked.values() for (_, q), part in d.items() if q == RAISE)
        assert stays == sum(turn.layers) == raises


def test_nobody_raises_who_wins_the_match_anyway():
    """A seat's top rung is the first at which the stake agreed would end the match for it, and at most one above the
    other's: the right to raise alternates."""
    for score in SCORES:
        ladder = ladder_of(score)
        assert ladder.decider is score.decider
        assert ladder.bets is (Fold() not in start(DECK, score).legal and 11 not in (score.mao, score.pe))
        if ladder.bets:
            for seat in Seat:
                useful = [sum(score[s] + stake < 12 for stake in (1, 3, 6, 9)) for s in Seat]
                assert ladder.tops[seat] == min(useful[seat], useful[seat.other] + 1)
