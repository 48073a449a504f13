"""What the controls do to the line, and what the field says of a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.notation.walks import random_spot
from truco_lab.errors import BadInputError
from truco_lab.lab import field, moves
from truco_lab.notation import SpotError, parse, rebase
from truco_lab.query.charts import same_decision
from truco_lab.rules import RANKS, Score, Seat, TurnUp

SPOTS = st.randoms(use_true_random=False).map(random_spot)


@given(SPOTS, st.data())
def test_an_action_taken_and_taken_again_is_taken_back(spot, data) -> None:
    position = data.draw(st.integers(0, len(spot.history)))
    before = spot.upto(position)
    if not before.legal:
        return
    written = data.draw(st.sampled_from(sorted(before.legal)))
    taken, after = moves.take(before, position, written)
    assert (after, taken.history[:-1]) == (position + 1, before.history)
    assert moves.take(taken, position, written) == (before, position)


@given(SPOTS, st.integers(0, 11), st.integers(0, 11), st.sampled_from(RANKS))
def test_score_and_turn_up_move_and_the_line_can_be_written(spot, mao, pe, rank) -> None:
    there = moves.to_turn_up(moves.to_score(spot, mao, pe), rank)
    assert (there.score.mao, there.score.pe, there.turn_up.rank) == (mao, pe, rank)
    assert parse(str(there)) == there


def test_an_illegal_action_changes_nothing() -> None:
    with pytest.raises(BadInputError, match="'r' is not legal"):
        moves.take(parse("11x11 v4"), 0, "r")


def test_drafts_are_sorted_and_their_unknown_slots_moved() -> None:
    spot = parse("11x11 v4")
    three, zap, four = (spot.turn_up.class_of(*card) for card in (("3", "d"), ("5", "c"), ("4", "d")))
    assert str(moves.drafted(spot, Seat.MAO, [four, three, zap], False)) == "11x11 v4 mao[5c 3 4]"
    assert str(moves.drafted(spot, Seat.PE, [None, zap, None], False)) == "11x11 v4 pe[5c ? ?]"
    drafted = moves.drafted(spot, Seat.MAO, [zap, None, None], True)
    assert str(drafted) == "11x11 v4 mao![5c ? ?]"
    assert moves.drafted(drafted, Seat.MAO, [None, None, None], True) == spot
    assert str(moves.pinned(drafted, Seat.MAO)) == "11x11 v4 mao[5c ? ?]"
    with pytest.raises(SpotError):
        moves.drafted(spot, Seat.MAO, [zap, zap, None], False)
    with pytest.raises(BadInputError, match="nothing is drafted for pé"):
        moves.pinned(spot, Seat.PE)


def test_field_reads_tokens_errors_and_what_comes_next() -> None:
    base = parse("11x11 v4")
    good = field.reading("11x11 v4 : 3 j / 5", base)
    assert [word for word, *_ in good["next"]] == ["5c", "5h", "5s", "5d", "5c*", "5h*", "5s*", "5d*"]
    assert good["from"] == len("11x11 v4 : 3 j / ")
    wrong = field.reading("11x11 v4 : 3 8", base)
    assert (wrong["error"]["start"], wrong["error"]["end"]) == (13, 14)
    assert all("8" in said for said in wrong["error"]["say"])
    assert field.reading("10x10 v4", base)["error"] is None


@given(st.text(max_size=60))
def test_field_answers_any_text(text: str) -> None:
    said = field.reading(text, parse("11x11 v4"))
    assert all(0 <= start < end <= len(text) for start, end, *_ in said["tokens"])
    for word, *_ in said["next"]:
        assert parse(f"{text[: said['from']]} {word}", parse("11x11 v4"))


@given(SPOTS, st.integers(0, 11), st.integers(0, 11), st.sampled_from(RANKS))
def test_a_spot_elsewhere_is_the_same_decision_unless_it_was_cut(spot, mao, pe, rank) -> None:
    there = rebase(spot, Score(mao, pe), TurnUp(rank))
    cut = any(note.code == "history-cut" for note in there.notes)
    if same_decision(spot, there):
        assert not cut
        assert there.state.results == spot.state.results or rank != spot.turn_up.rank
    elif not cut and spot.score.decider is there.score.decider:
        assert spot.finished or there.acting is not spot.acting


def test_a_decision_that_another_score_does_not_have() -> None:
    here = parse("9x9 v4 : r")
    assert same_decision(here, rebase(here, Score(9, 8)))
    assert not same_decision(here, rebase(here, Score(11, 11)))
    assert same_decision(parse("9x9 v4 : 3"), rebase(parse("9x9 v4 : 3"), Score(11, 9)))
