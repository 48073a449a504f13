"""What a plan holds, and in which order."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.values.test_table import row
from truco_lab.errors import BadInputError, MissingValuesError
from truco_lab.grid.plan import (
    ALL_CLASSES,
    MAX_ITERATIONS,
    duration,
    needed,
    plan,
    read_classes,
    read_scores,
    short,
)
from truco_lab.rules import SCORES, Score
from truco_lab.tree.betting import ladder_of
from truco_lab.values import ValueTable, successors
from truco_lab.values.table import ALL_SCORES


def known(*scores: Score, exploitability: float = 1e-6) -> ValueTable:
    """A table where these are solved, each on the ones before."""
    table = ValueTable()
    for score in scores:
        value, basis = (score.mao - score.pe) / 23 - 0.05, table.basis(score)
        for k in ALL_CLASSES:
            table.add(row(score, k, value, exploitability, basis))
    return table


ELEVEN = [Score(11, 11), Score(11, 10), Score(10, 11)]


def test_the_whole_grid_is_1296_subgames_each_after_what_it_rests_on():
    steps = plan(ValueTable())
    assert sorted(step.score for step in steps) == sorted(SCORES)
    assert sum(len(step.classes) for step in steps) == 1296
    for k, step in enumerate(steps):
        assert set(successors(step.score)) <= {before.score for before in steps[:k]}
        assert step.target == (2.5e-4 if ladder_of(step.score).bets else 1e-5)
    assert [step.wave for step in steps] == sorted(step.wave for step in steps)


def test_what_others_rest_on_comes_with_all_classes():
    steps = plan(ValueTable(), [Score(10, 10)], [4], 1e-2)
    assert [str(step.score) for step in steps] == ["11x11", "11x10", "10x11", "10x10"]
    assert [step.classes for step in steps] == [ALL_CLASSES] * 3 + [(4,)]
    assert steps[-1].target == 1e-2


def test_what_is_known_at_the_target_is_left_out():
    table = known(*ELEVEN)
    assert plan(table, ELEVEN) == []
    assert [str(step.score) for step in plan(table, [Score(10, 10)])] == ["10x10"]
    assert [step.score for step in plan(known(*ELEVEN, exploitability=1e-4), [Score(11, 10)])] == [Score(11, 10)]
    assert plan(known(*ELEVEN, exploitability=1e-4), [Score(11, 10)], target=1e-3) == []
    # what is only rested on stands at whatever exploitability it has
    assert [s.score for s in plan(known(*ELEVEN, exploitability=1e-4), [Score(10, 10)])] == [Score(10, 10)]


def test_what_ended_at_the_limit_of_iterations_is_not_solved_again():
    """Regression: an unreachable target was taken for reached, and the same was solved again in every run."""
    table, score = ValueTable(), Score(11, 11)
    for k in ALL_CLASSES:
        found = row(score, k, -0.1, 1e-8, table.basis(score))
        table.add(replace(found, iterations=MAX_ITERATIONS) if k in (3, 5) else found)
    assert [step.classes for step in plan(table, [score], target=1e-9)] == [(0, 1, 2, 4, 6, 7, 8)]
    assert plan(table, [score], [3, 5], target=1e-12) == []
    assert [each.turn_up_class for each in short(table, [score], [3, 5], 1e-9)] == [3, 5]
    assert short(table, [score], [3, 5], 1e-7) == short(table, [score], [3, 5]) == []
    for k in ALL_CLASSES:
        table.add(replace(row(score, k, -0.2, 1e-7, "other"), iterations=MAX_ITERATIONS))
    assert len(plan(table, [score], target=1e-9)[0].classes) == 7, "with other pay-offs it would be another solve"


def test_what_rests_on_renewed_values_is_renewed():
    table = known(*ELEVEN)
    for k in ALL_CLASSES:
        table.add(row(Score(11, 11), k, -0.2, 1e-9, table.basis(Score(11, 11))))
    assert [str(step.score) for step in plan(table, ELEVEN)] == ["11x10", "10x11"]
    assert [str(step.score) for step in plan(table, [Score(10, 10)])] == ["11x10", "10x11", "10x10"]
    assert plan(table, [Score(11, 11)]) == []


def test_values_that_rest_on_stale_ones_far_below_are_renewed():
    """11 x 11 is better known now: 9 x 10 rests on it by way of scores whose own pay-offs have not changed."""
    table = known(*ALL_SCORES[:10])
    for k in ALL_CLASSES:
        table.add(row(Score(11, 11), k, -0.06, 1e-9, table.basis(Score(11, 11))))
    steps = [str(step.score) for step in plan(table, [Score(9, 10)], target=1e-3)]
    assert steps == ["11x10", "10x11", "11x9", "10x10", "9x10"]


def test_a_renewed_score_draws_the_asked_ones_after_it():
    table = known(*ELEVEN)
    assert [str(step.score) for step in plan(table, ELEVEN, target=1e-7)] == ["11x11", "11x10", "10x11"]


def test_slow_values_are_not_solved_unasked():
    assert [str(step.score) for step in needed(ValueTable(), Score(10, 10))] == ["11x11", "11x10", "10x11"]
    assert needed(known(*ELEVEN), Score(10, 10)) == []
    with pytest.raises(MissingValuesError, match=r"0x0 .* 1287 subgames at 143 scores, about .* --scores 0x0"):
        needed(ValueTable(), Score(0, 0))


@pytest.mark.parametrize(
    ("text", "scores"),
    [
        ("10x10", "10x10"),
        ("10x10, 11X11", "11x11 10x10"),
        ("9-10x10", "10x10 9x10"),
        ("11x10-11,10x11", "11x11 11x10 10x11"),
        ("9×9", "9x9"),
    ],
)
def test_scores_that_are_read(text, scores):
    assert " ".join(map(str, read_scores(text))) == scores


def test_stars():
    assert len(read_scores("*x*")) == 144
    assert len(read_scores("11x*,*x11")) == 23


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("12x3", "'12' in '12x3' must go upwards and lie between 0 and 11"),
        ("9-7x3", "'9-7' in '9-7x3' must go upwards"),
        ("10", "'10' names no scores"),
        ("10x10,", "'' names no scores"),
        ("1-2-3x4", "'1-2-3' in '1-2-3x4' is not a number"),
        ("axb", "'axb' names no scores"),
    ],
)
def test_scores_that_are_not(text, said):
    with pytest.raises(BadInputError) as caught:
        read_scores(text)
    assert said in str(caught.value)


def test_classes():
    assert read_classes("0-8") == list(range(9))
    assert read_classes("v4, vQ,v2,v3") == [0, 4, 8]
    assert read_classes("8,1-2") == [1, 2, 8]
    for text, said in (("9", "between 0 and 8"), ("v8", "'v8' is not a turn-up"), ("x", "'x' in 'x' is not a number")):
        with pytest.raises(BadInputError, match=said):
            read_classes(text)


def test_durations():
    assert [str(duration(s)) for s in (4, 300, 7200)] == ["4 seconds", "5 minutes", "2.0 hours"]
