"""Scores: who may do what at which, and what a hand's result leads to."""

from __future__ import annotations

from itertools import product

import pytest

from truco_lab.rules import RUNGS, SCORES, Deck, Score, Seat, next_rung, start

DECK = Deck((2, 2, 2), 2)


def test_all_144_role_ordered_scores():
    assert len(SCORES) == len(set(SCORES)) == 144
    assert {(s.mao, s.pe) for s in SCORES} == set(product(range(12), range(12)))


@pytest.mark.parametrize("points", RUNGS)
def test_a_hand_moves_points_and_turns_the_deal(points):
    """Against a ledger by player: two people with names, of whom one deals."""
    for score in SCORES:
        for winner in Seat:
            ledger = {"leads": score.mao, "deals": score.pe}
            who = "leads" if winner is Seat.MAO else "deals"
            ledger[who] += points
            after = score.after(winner, points)
            if ledger[who] >= 12:
                assert after is winner
            else:
                assert after == Score(mao=ledger["deals"], pe=ledger["leads"])  # who dealt now leads


def test_no_hand_leaves_the_score_as_it_was():
    for score, winner, points in product(SCORES, Seat, RUNGS):
        after = score.after(winner, points)
        if isinstance(after, Score):
            assert after.mao + after.pe == score.mao + score.pe + points


def test_swapping_the_roles_swaps_the_result():
    for score, winner, points in product(SCORES, Seat, RUNGS):
        after, mirrored = score.after(winner, points), score.swapped.after(winner.other, points)
        if isinstance(after, Seat):
            assert mirrored is after.other
        else:
            assert mirrored == after.swapped


def test_example_of_the_page():
    """At 10 x 11 a fold by pé makes it 11-11, and the old pé leads next."""
    assert Score(10, 11).after(Seat.MAO, 1) == Score(11, 11)


def test_who_decides_and_what_is_played_for():
    for score in SCORES:
        state = start(DECK, score)
        elevens = (score.mao == 11) + (score.pe == 11)
        assert score.raises_allowed == (elevens == 0)
        assert state.stake == (3 if elevens else 1)
        if elevens == 1:
            assert score.decider is state.to_act
            assert score[state.to_act] == 11
            assert state.eleven_pending
        else:
            assert score.decider is None
            assert state.to_act is Seat.MAO
            assert not state.eleven_pending


@pytest.mark.parametrize(("mao", "pe"), [(12, 0), (0, 12), (-1, 3), (3, -1), (100, 100)])
def test_impossible_scores_are_refused(mao, pe):
    with pytest.raises(ValueError, match="between 0 and 11"):
        Score(mao, pe)


def test_rungs():
    assert [next_rung(rung) for rung in RUNGS] == [3, 6, 9, 12, None]
    assert str(Score(10, 11)) == "10x11"
    assert [str(seat) for seat in Seat] == ["mão", "pé"]
