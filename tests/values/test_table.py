"""Match values: pay-offs, what is missing, which row counts."""

from __future__ import annotations

import numpy as np
import pytest

from truco_lab.errors import InconsistentValuesError, MissingValuesError
from truco_lab.rules import RUNGS, SCORES, TURN_UP_WEIGHTS, Score, Seat
from truco_lab.values import ClassValue, ValueTable, stand_in_value, successors
from truco_lab.values.table import ALL_SCORES


def row(
    score: Score, turn_up_class: int, value: float, exploitability: float = 1e-6, basis: str = "test"
) -> ClassValue:
    return ClassValue(
        mao=score.mao,
        pe=score.pe,
        turn_up_class=turn_up_class,
        value=value,
        best_response_mao=value + exploitability,
        best_response_pe=-value + exploitability,
        exploitability=exploitability,
        match_best_response_mao=value + 2 * exploitability,
        match_best_response_pe=-value + 2 * exploitability,
        iterations=10,
        seconds=1.5,
        configuration="test",
        basis=basis,
        version="0",
    )


def table(**values: float) -> ValueTable:
    """All nine classes of a score, by names such as `s11x10`."""
    rows = []
    for name, value in values.items():
        rows += [row(Score(*map(int, name[1:].split("x"))), k, value) for k in range(9)]
    return ValueTable(rows)


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
    with pytest.raises(InconsistentValuesError, match="8x9"):
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


def test_the_better_row_counts():
    score, basis = Score(11, 11), ValueTable().basis(Score(11, 11))
    known = ValueTable([row(score, 0, 0.5, 1e-4, basis)])
    known.add(row(score, 0, 0.4, 1e-3, basis))
    assert known.row(score, 0).value == 0.5
    known.add(row(score, 0, 0.3, 1e-5, basis))
    assert known.row(score, 0).value == 0.3


def test_a_row_on_other_payoffs_never_displaces_one_on_these():
    """The late result of an older run, however exact, rests on values that no longer count."""
    score = Score(11, 11)
    known = ValueTable([row(score, 0, 0.5, 1e-4, ValueTable().basis(score))])
    known.add(row(score, 0, 0.4, 1e-9, "older"))
    assert known.row(score, 0).value == 0.5
    assert known.stale(score) == []


def test_a_new_value_makes_what_rests_on_it_stale():
    known = ValueTable([row(Score(11, 11), k, -0.1, 1e-6, ValueTable().basis(Score(11, 11))) for k in range(9)])
    basis = known.basis(Score(11, 10))
    for k in range(9):
        known.add(row(Score(11, 10), k, 0.3, 1e-6, basis))
    assert known.stale(Score(11, 10)) == []
    for k in range(9):
        known.add(row(Score(11, 11), k, -0.2, 1e-9, ValueTable().basis(Score(11, 11))))
    assert known.value(Score(11, 11)) == pytest.approx(-0.2)
    assert known.stale(Score(11, 10)) == list(range(9))
    assert known.solved(Score(11, 10)), "stale values still stand until they are renewed"


def test_what_rests_on_stale_values_is_stale():
    """Its own pay-offs are still those that it was solved with: they will change when what is below is renewed."""
    known = ValueTable()
    for score in ALL_SCORES[:10]:  # down to 9 x 10
        basis = known.basis(score)
        for k in range(9):
            known.add(row(score, k, stand_in_value(score), 1e-6, basis))
    assert [score for score in ALL_SCORES if known.stale(score)] == []
    basis = known.basis(Score(10, 10))
    for k in range(9):
        known.add(row(Score(11, 11), k, -0.01, 1e-9, known.basis(Score(11, 11))))
    assert known.basis(Score(10, 10)) == basis
    assert known.stale(Score(11, 11)) == []
    assert [score for score in ALL_SCORES if known.stale(score)] == list(ALL_SCORES[1:10])
    assert known.stale(Score(10, 10)) == list(range(9))


def test_the_basis_tells_payoffs_apart():
    assert table(s11x11=-0.1).basis(Score(11, 10)) != table(s11x11=-0.1000001).basis(Score(11, 10))
    assert table(s11x11=-0.1).basis(Score(11, 10)) == table(s11x11=-0.1, s3x3=0.5).basis(Score(11, 10))


def test_match_payoffs_turn_the_roles_of_the_responder():
    """Who is mão here is pé in the next hand, and the pay-offs are mão's in either case."""
    known = table(s11x11=-0.1, s11x10=0.3, s10x11=-0.25)  # rows' match best responses: value + 2e-6, -value + 2e-6
    score = Score(10, 10)
    mao, pe = known.match_payoffs(score, Seat.MAO), known.match_payoffs(score, Seat.PE)
    assert mao[Seat.MAO, 0] == pytest.approx(0.25 + 2e-6, abs=1e-12)  # as pé at 10 x 11
    assert mao[Seat.PE, 0] == pytest.approx(-0.3 + 2e-6, abs=1e-12)
    assert pe[Seat.MAO, 0] == pytest.approx(-(-0.25 + 2e-6), abs=1e-12)  # as mão at 10 x 11
    assert pe[Seat.PE, 0] == pytest.approx(-(0.3 + 2e-6), abs=1e-12)
    assert (mao[Seat.MAO, 1:] == 1).all()
    assert (pe[Seat.PE, 1:] == -1).all()


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
