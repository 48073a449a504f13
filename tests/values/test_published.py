"""The published views of the shipped values."""

from __future__ import annotations

from ledger.values.publish import SCORES, scores_csv
from truco_lab.rules import Score
from truco_lab.values import ValueTable
from truco_lab.values.audit import audit
from truco_lab.values.ledger import shipped


def test_the_averaged_table_is_that_of_the_shipped_rows():
    assert SCORES.read_text(encoding="utf-8") == scores_csv(ValueTable(shipped()))


def test_the_shipped_table_is_whole_and_sound():
    table = ValueTable(shipped())
    for other in range(12):
        assert table.solved(Score(11, other))
        assert table.solved(Score(other, 11))
    found = audit(table)
    assert (found.stale, found.not_monotone, found.contradictory) == ((), (), ())
