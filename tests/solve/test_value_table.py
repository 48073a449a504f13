"""Match values: pay-offs, what is missing, what is kept on disk."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from truco_lab.errors import MissingValuesError, StoreError
from truco_lab.rules import RUNGS, SCORES, TURN_UP_WEIGHTS, Score, Seat
from truco_lab.values import ClassValue, ValueTable, load, remember, stand_in_value, successors


def row(score: Score, turn_up_class: int, value: float, exploitability: float = 1e-6) -> ClassValue:
    return ClassValue(
        mao=score.mao,
        pe=score.pe,
        turn_up_class=turn_up_class,
        value=value,
        best_response_mao=value + exploitability,
        best_response_pe=-value + exploitability,
        exploitability=exploitability,
        iterations=10,
        seconds=1.5,
        configuration="test",
        version="0",
    )


def table(**values: float) -> ValueTable:
    """All nine classes of a score, by names such as `s11x10`."""
    rows = []
    for name, value in values.items():
        rows += [row(Score(*map(int, name[1:].split("x"))), k, value) for k in range(9)]
    return ValueTable(rows)


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("TRUCO_LAB_DATA", str(tmp_path))
    return tmp_path / "values.csv"


def test_a_fold_in_the_hand_of_eleven():
    """At 10 x 11 a fold by pé makes it 11 x 11, and the old pé leads next."""
    pays = table(s11x11=-0.1).payoffs(Score(10, 11))
    assert pays[Seat.MAO, 0] == pytest.approx(0.1)
    assert pays[Seat.MAO, 1] == 1
    assert pays[Seat.PE, 1] == -1
    assert (pays[Seat.PE] == -1).all()


def test_payoffs_turn_the_roles():
    known = table(s11x11=-0.1, s11x10=0.3, s10x11=-0.25)
    pays = known.payoffs(Score(10, 10))
    # mão wins one point: it is on 11, deals next, and the other leads at 10 x 11
    assert pays[Seat.MAO].tolist() == pytest.approx([0.25, 1, 1, 1, 1])
    # pé wins one: it leads next, on 11
    assert pays[Seat.PE].tolist() == pytest.approx([-0.3, -1, -1, -1, -1])


def test_values_are_averages_over_turn_ups():
    score, values = Score(11, 11), np.linspace(-0.2, 0.2, 9)
    known = ValueTable([row(score, k, value, k * 1e-6) for k, value in enumerate(values)])
    assert known.value(score) == pytest.approx(values @ np.array(TURN_UP_WEIGHTS))
    assert known.value(score) != pytest.approx(values.mean(), abs=1e-3)
    assert known.exploitability(score) == 8e-6


def test_unsolved_values_are_refused():
    score = Score(11, 11)
    known = ValueTable([row(score, k, 0.0) for k in range(8)])
    assert known.missing_classes(score) == [8]
    with pytest.raises(MissingValuesError, match="11x11"):
        known.value(score)
    with pytest.raises(MissingValuesError, match="11x11"):
        known.payoffs(Score(10, 11))


def test_a_win_worth_less_for_more_is_refused():
    values = {"s9x9": -0.4, "s9x11": -0.5, "s10x8": 0.0}
    assert table(**values).payoffs(Score(8, 9))[Seat.MAO].tolist() == pytest.approx([0.4, 0.5, 1, 1, 1])
    with pytest.raises(ValueError, match="8x9"):
        table(**{**values, "s9x9": -0.9}).payoffs(Score(8, 9))


@pytest.mark.parametrize("score", SCORES, ids=str)
def test_scores_are_missing_after_their_successors(score):
    order = ValueTable().missing(score)
    assert score not in order
    for k, each in enumerate(order):
        assert set(successors(each)) <= set(order[:k])
    assert set(successors(score)) <= set(order)
    assert all(sum((s.mao, s.pe)) > score.mao + score.pe for s in order)


def test_what_is_solved_is_not_missing():
    assert ValueTable().missing(Score(11, 11)) == []
    assert ValueTable().missing(Score(10, 11)) == [Score(11, 11)]
    assert table(s11x11=0.0).missing(Score(10, 11)) == []
    assert table(s11x11=0.0).missing(Score(10, 10)) == [Score(11, 10), Score(10, 11)]
    assert ValueTable(stand_in=True).missing(Score(0, 0)) == []


def test_the_better_row_stays():
    score = Score(11, 11)
    known = ValueTable([row(score, 0, 0.5, 1e-4)])
    known.add(row(score, 0, 0.4, 1e-3))
    assert known.row(score, 0).value == 0.5
    known.add(row(score, 0, 0.3, 1e-5))
    assert known.row(score, 0).value == 0.3


def test_remembered_rows_come_back(data):
    first, second = row(Score(3, 2), 4, 0.1 + 0.2, 1e-9), row(Score(3, 2), 5, -1 / 3)
    remember([first])
    remember([second])
    known = load()
    assert known.row(Score(3, 2), 4) == first
    assert known.row(Score(3, 2), 5) == second
    assert data.exists()
    assert [path.name for path in data.parent.iterdir()] == ["values.csv"]


@pytest.mark.parametrize("damage", ["x,", "3,2,4,zero", "12,2,4,0.1"], ids=str)
def test_a_damaged_table_is_told(data, damage):
    remember([row(Score(3, 2), 4, 0.25)])
    text = data.read_text()
    data.write_text(text + damage + "\n")
    with pytest.raises(StoreError, match="line 3"):
        load()
    with pytest.raises(StoreError, match=r"values\.csv"):
        remember([row(Score(3, 2), 4, 0.25)])
    assert data.read_text() == text + damage + "\n"


def test_a_table_without_a_column_is_told(data):
    remember([row(Score(3, 2), 4, 0.25)])
    data.write_text(data.read_text().replace("exploitability", "gap"))
    with pytest.raises(StoreError, match="line 2"):
        load()


def test_an_unwritable_folder_is_told(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TRUCO_LAB_DATA", str(tmp_path / "file" / "below"))
    with pytest.raises(StoreError, match="cannot write"):
        remember([row(Score(3, 2), 4, 0.25)])


def test_shipped_rows_are_certificates():
    for each in ValueTable(load()):
        assert 0 <= each.turn_up_class < 9
        assert -1 <= each.value <= 1
        assert each.exploitability == pytest.approx((each.best_response_mao + each.best_response_pe) / 2, abs=1e-6)
        assert each.exploitability >= -1e-6


def test_csv_has_every_field_in_order():
    known = table(s11x11=0.5, s3x2=0.25)
    lines = known.to_csv().splitlines()
    assert lines[0].split(",") == [field.name for field in dataclasses.fields(ClassValue)]
    assert [line.split(",")[:3] for line in lines[1:3]] == [["11", "11", "0"], ["11", "11", "1"]]
    assert len(lines) == 19


def test_the_stand_in_is_monotone_and_antisymmetric():
    for score in SCORES:
        value = stand_in_value(score)
        assert -1 < value < 1
        assert value == -stand_in_value(score.swapped)
        if score.mao < 11:
            assert stand_in_value(Score(score.mao + 1, score.pe)) > value
    known = ValueTable(stand_in=True)
    for score in SCORES:
        pays = known.payoffs(score)
        assert (np.diff(pays[Seat.MAO]) >= 0).all()
        assert (np.diff(pays[Seat.PE]) <= 0).all()
        np.testing.assert_allclose(pays, -known.payoffs(score.swapped)[::-1], atol=1e-12)
        assert pays.shape == (2, len(RUNGS))
