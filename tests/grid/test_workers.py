"""Real worker processes on a real subgame: kills, stops, and what a job finds."""

from __future__ import annotations

import dataclasses
import os
import shutil
import signal
import subprocess
import sys
from functools import partial
from itertools import product

import pytest

from truco_lab.errors import StoreError
from truco_lab.grid.drive import JobFailedError, drive
from truco_lab.grid.job import Job, Told, forget
from truco_lab.grid.plan import SOURCE, plan, step
from truco_lab.grid.workers import Done, LocalWorkers, Lost
from truco_lab.rules import Score
from truco_lab.values import ClassValue, ValueTable

SCORE, CLASSES = Score(11, 11), (0, 8)

TARGET = 1e-7
"""Far enough off for a kill or a stop that comes late to come before the end."""


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("TRUCO_LAB_DATA", str(tmp_path))
    monkeypatch.setattr("truco_lab.values.ledger.shipped", list)
    return tmp_path


def run(count: int = 1, target: float = TARGET, **more) -> tuple[bool, list[ClassValue]]:
    table, workers = ValueTable(), LocalWorkers(count)
    try:
        return drive(plan(table, [SCORE], CLASSES, target), table, workers, **more), list(table)
    finally:
        workers.close()


def without_cost(rows: list[ClassValue]) -> list[ClassValue]:
    return [dataclasses.replace(row, seconds=0.0) for row in rows]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory) -> list[ClassValue]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TRUCO_LAB_DATA", str(tmp_path_factory.mktemp("data")))
        done, rows = run()
    assert done
    return rows


def test_rows_are_certified(undisturbed):
    assert [row.turn_up_class for row in undisturbed] == list(CLASSES)
    for row in undisturbed:
        assert row.exploitability <= TARGET
        # nothing follows an 11 x 11: the hand is the match
        assert row.match_best_response_mao == row.best_response_mao
        assert row.match_best_response_pe == row.best_response_pe
        assert row.basis == ValueTable().basis(SCORE)
    assert undisturbed[0].value == pytest.approx(-0.1080, abs=2e-4)


def test_killed_workers_change_nothing(undisturbed, data):
    """Not even a worker that has taken over from one."""
    workers, kills, events = LocalWorkers(1), [], []

    def report(job: Job, event) -> None:
        events.append(event)
        alive = [process for process in workers.processes if process not in kills]  # who died may have told more before
        if isinstance(event, Told) and len(kills) < 2 and alive:
            os.kill(alive[0], signal.SIGKILL)
            kills.append(alive[0])

    table = ValueTable()
    try:
        assert drive(plan(table, [SCORE], CLASSES, TARGET), table, workers, report=report)
    finally:
        workers.close()
    assert len(kills) == 2
    assert sum(isinstance(event, Lost) for event in events) == 2
    assert without_cost(list(table)) == without_cost(undisturbed)
    assert list((data / "grid").iterdir()) == [], "a job that is done leaves nothing"


def test_signals_to_the_whole_group_are_the_driver_s(undisturbed):
    """Regression: a Ctrl-C while a worker was starting, or a SIGTERM at any time, killed it unsaved."""

    class Disturbed(LocalWorkers):
        def begin(self, ready):
            begun = super().begin(ready)
            disturb(self)
            return begun

    def disturb(workers: LocalWorkers) -> None:
        for process, number in product(workers.processes, (signal.SIGINT, signal.SIGTERM)):
            os.kill(process, number)

    def report(job: Job, event) -> None:
        assert not isinstance(event, Lost)
        disturb(workers)

    table, workers = ValueTable(), Disturbed(1)
    try:
        assert drive(plan(table, [SCORE], CLASSES, TARGET), table, workers, report=report)
    finally:
        workers.close()
    assert without_cost(list(table)) == without_cost(undisturbed)


def test_workers_that_nobody_closed_do_not_hold_up_the_exit():
    program = (
        "from tests.grid.test_workers import *\n"
        "if __name__ == '__main__':\n"
        "    workers = LocalWorkers(1)\n"
        "    workers.begin([Job.first(step(SCORE, CLASSES, TARGET), ValueTable())])\n"
        "    print(*workers.processes)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, check=True)
    with pytest.raises(ProcessLookupError):
        os.kill(int(done.stdout), 0)


def test_a_stopped_run_goes_on_where_it_was(undisturbed, data):
    told = []

    def report(job: Job, event) -> None:
        if isinstance(event, Told):
            told.append(event.iteration)

    done, rows = run(report=report, cancelled=lambda: len(told) >= 2)
    assert not done
    assert rows == []
    reached = told[-1]
    told.clear()
    done, rows = run(report=report)
    assert done
    assert told[0] >= reached, "it did not begin again"
    assert without_cost(rows) == without_cost(undisturbed)


def test_a_step_leaves_nothing_not_even_of_other_targets(data):
    """Regression: what was saved on the way to another target stayed for ever."""
    job = Job.first(step(SCORE, CLASSES, 1e-9), ValueTable())
    for classes in (CLASSES, (SOURCE,)):
        job.folder(classes).mkdir(parents=True)
    other = job.folder(CLASSES).parent.with_name("1x11-0123456789ab-1e-05")
    other.mkdir()
    forget(job.place((SOURCE,)))
    assert [path.name for path in job.folder(CLASSES).parent.iterdir()] == ["c08"]
    run(target=1e-2)
    assert list((data / "grid").iterdir()) == [other]


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="it has no cores to choose from")
def test_one_worker_alone_takes_no_core_for_its_own(data):
    """Regression: the first workers of all drivers shared the first core."""
    workers, allowed = LocalWorkers(1), []

    def report(job: Job, event) -> None:
        allowed.extend(map(os.sched_getaffinity, workers.processes))

    try:
        drive(plan(ValueTable(), [SCORE], CLASSES, 1e-2), ValueTable(), workers, report=report)
    finally:
        workers.close()
    assert set(map(frozenset, allowed)) == {frozenset(os.sched_getaffinity(0))}


def test_what_cannot_be_landed_is_not_lost(undisturbed, monkeypatch):
    """Regression: the worker removed what it had saved as soon as it had told its rows."""
    told = []

    def report(job: Job, event) -> None:
        if isinstance(event, Told):
            told.append(event.iteration)

    with monkeypatch.context() as patch:
        patch.setattr("truco_lab.values.ledger.write_whole", full)
        with pytest.raises(StoreError, match="disk full"):
            run(report=report)
    reached = told[-1]
    told.clear()
    done, rows = run(report=report)
    assert done
    assert told == [reached], "nothing was left to solve"
    assert without_cost(rows) == without_cost(undisturbed)


def full(*_: object) -> None:
    raise StoreError("disk full")


def test_the_classes_of_a_score_are_shared_out(data, monkeypatch):
    """With live raises: one worker, against two that lose the source's state and one of them in mid-subgame."""
    monkeypatch.setenv("TRUCO_LAB_CACHE", str(data / "cache"))
    monkeypatch.setenv("XLA_FLAGS", "--xla_backend_optimization_level=1")  # compilation is most of it

    def solved(count: int, report=None) -> list[ClassValue]:
        table, workers = ValueTable(stand_in=True), LocalWorkers(count)
        try:
            steps = [step(Score(10, 10), (3, 4, 8), 0.2)]
            assert drive(steps, table, workers, report=report and partial(report, workers))
        finally:
            workers.close()
        assert list((data / "grid").iterdir()) == []
        return list(table)

    told, killed = set(), []

    def report(workers: LocalWorkers, job: Job, event) -> None:
        if isinstance(event, Done) and job.turn_up_class is None:
            shutil.rmtree(data / "grid" / job.shelf / f"c{SOURCE}")
        if isinstance(event, Told):
            told.add((job.turn_up_class, event.classes))
        if job.turn_up_class == 3 and isinstance(event, Told) and not killed:
            killed.extend(workers.processes)
            os.kill(killed[0], signal.SIGKILL)

    plain = solved(1)
    assert [row.turn_up_class for row in plain] == [3, 4, 8]
    assert ["cold" in row.configuration for row in plain] == [False, True, False]
    assert without_cost(solved(2, report)) == without_cost(plain)
    assert len(killed) == 2, "both were at work"
    assert (8, (SOURCE,)) in told, "the second worker did not find the source"


def test_a_folder_that_cannot_be_written_is_told(data):
    (data / "grid").write_text("a file, not a folder")
    with pytest.raises(JobFailedError, match=r"11x11 .* failed: cannot save to"):
        run()
