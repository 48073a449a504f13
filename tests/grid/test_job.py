"""A job that is cancelled before it has begun."""

from __future__ import annotations

from pathlib import Path

import pytest

from truco_lab.grid.bench import Bench, carry_out
from truco_lab.grid.job import Job
from truco_lab.grid.plan import step
from truco_lab.rules import Score
from truco_lab.values import load


def test_a_job_cancelled_while_programs_are_compiled_is_not_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRUCO_LAB_CACHE", str(tmp_path))
    job = Job.first(step(Score(11, 11), (4,), 1e-3), load())
    told: list[object] = []
    assert not carry_out(job, Bench(), told.append, lambda: True)
    assert told == []
