"""What the audit of a table finds."""

from __future__ import annotations

import dataclasses

from truco_lab.rules import Score
from truco_lab.values import ValueTable
from truco_lab.values.audit import audit

from .test_table import row, table


def test_a_sound_table():
    found = audit(table(s11x11=-0.1, s11x10=0.3, s10x11=-0.25))
    assert len(found.missing) == 141
    assert found.not_monotone == ()
    assert found.contradictory == ()
    assert found.stale == ("11x11", "11x10", "10x11"), "rows made for a test rest on nothing"


def test_a_point_that_is_worth_less_is_reported():
    found = audit(table(s11x11=-0.1, s10x11=-0.05))
    ((more, less, by),) = found.not_monotone
    assert (more, less) == ("11x11", "10x11")
    assert round(by, 6) == 0.05
    assert "11x11 and 10x11" in str(found)
    ((more, less, by),) = audit(table(s11x11=0.4, s11x10=0.3)).not_monotone
    assert (more, less, round(by, 6)) == ("11x11", "11x10", 0.1)


def test_a_best_response_below_the_value_is_reported():
    good = row(Score(11, 11), 3, 0.2)
    for wrong in (
        {"best_response_mao": 0.1},
        {"best_response_pe": -0.3},
        {"match_best_response_pe": -0.3},
        {"exploitability": 0.1},
    ):
        found = audit(ValueTable([dataclasses.replace(good, **wrong)]))
        assert found.contradictory == ("11x11 class 3",)
    assert audit(ValueTable([good])).contradictory == ()
