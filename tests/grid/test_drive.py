"""The driver with workers that do as they are told: losses, duplicates, late results, failures, stops."""

from __future__ import annotations

from collections import deque

import pytest

from tests.values.test_table import row
from truco_lab.errors import StoreError
from truco_lab.grid.drive import TRIES, JobFailedError, accept, drive
from truco_lab.grid.job import Job, Told
from truco_lab.grid.plan import ALL_CLASSES, SOURCE, plan
from truco_lab.grid.workers import Done, Event, Failed, Lost
from truco_lab.rules import Score
from truco_lab.values import ValueTable, load, successors

SCORES = [Score(11, 11), Score(11, 10), Score(10, 11), Score(11, 9)]


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("TRUCO_LAB_DATA", str(tmp_path))
    monkeypatch.setattr("truco_lab.values.ledger.shipped", list)
    return tmp_path / "values"


def rows(job: Job, value: float | None = None):
    """What a worker finds; values that make sense next to each other."""
    score = job.step.score
    found = (score.mao - score.pe) / 23 - 0.05 if value is None else value
    classes = job.step.classes if job.turn_up_class is None else [job.turn_up_class]
    return [row(score, k, found, 1e-6, job.basis) for k in classes]


def source(job: Job):
    """A first job that solves the source only."""
    return [[each for each in rows(job) if each.turn_up_class == SOURCE], Done(stopped=False)]


class Script:
    """Workers that answer each job by a script: its text -> the events of its tries, the last one for all that follow.

    The text is the score of a first job, and `10x10 class 3` of another.
    """

    def __init__(self, tries=None, workers: int = 2):
        self._tries = tries or {}
        self._workers = workers
        self.begun: list[str] = []
        self.forgotten: list[str] = []
        self._queue: deque = deque()
        self._busy: dict[str, Job] = {}
        self.most = 0
        self.stopped = False

    def begin(self, ready):
        begun = ready[: self._workers - len(self._busy)]
        for job in begun:
            text = str(job.step.score) if job.turn_up_class is None else str(job)
            self.begun.append(text)
            self._busy[job.name] = job
            self.most = max(self.most, len(self._busy))
            script = self._tries.get(text, [lambda j: [rows(j), Done(stopped=False)]])
            events = script[min(self.begun.count(text), len(script)) - 1](job)
            self._queue.extend((job, event) for event in events)
        return begun

    def forget(self, places):
        assert not any(places in (job.shelves, job.place([job.turn_up_class])) for job in self._busy.values())
        shelf, _, classes = places.partition("/")
        self.forgotten.append(f"{shelf.split('-')[0]} {classes}".rstrip())

    def events(self, seconds):
        if self._queue:
            job, event = self._queue.popleft()
            if isinstance(event, Done | Failed | Lost):
                self._busy.pop(job.name, None)
            yield job, event

    def stop(self):
        self.stopped = True
        self._queue = deque((job, Done(stopped=True)) for job in self._busy.values())

    def close(self):
        pass


def driven(script: Script, table: ValueTable | None = None, **more) -> ValueTable:
    table = table or ValueTable()
    drive(plan(table, SCORES), table, script, **more)
    return table


def same(first: ValueTable, second: ValueTable) -> bool:
    return list(first) == list(second)


def test_steps_wait_for_what_they_rest_on_and_no_longer():
    script = Script()
    table = driven(script)
    assert [score for score in SCORES if not table.solved(score)] == []
    for k, score in enumerate(map(Score, *zip(*(map(int, s.split("x")) for s in script.begun), strict=True))):
        assert {str(s) for s in successors(score)} <= set(script.begun[:k])
    assert script.most == 2, "11x10 and 10x11 do not need each other"
    assert same(load(), table), "what counts is on disk"


def test_what_a_first_job_leaves_is_shared_out():
    script = Script({"11x11": [source]})
    table = driven(script)
    others = [f"11x11 class {k}" for k in ALL_CLASSES if k != SOURCE]
    assert script.begun == ["11x11", *others, "11x10", "10x11", "11x9"], "what rests on 11x11 waits for all nine"
    assert script.forgotten == [*(f"11x11 c{k}" for k in ALL_CLASSES[:-1] if k != SOURCE), *map(str, SCORES)]
    assert script.most == 2
    assert same(table, driven(Script()))


def test_first_jobs_go_before_what_others_leave():
    script = Script({"11x10": [source], "10x11": [source]}, workers=1)
    driven(script)
    assert script.begun[1:4] == ["11x10", "10x11", "11x10 class 0"]


def test_a_lost_class_is_begun_again():
    script = Script(
        {"11x11": [source], "11x11 class 3": [lambda j: [Lost()], lambda j: [rows(j), Done(stopped=False)]]}
    )
    assert same(driven(script), driven(Script()))
    assert script.begun.count("11x11") == 1
    assert script.begun.count("11x11 class 3") == 2


def test_classes_that_have_landed_are_not_solved_again():
    table, script = ValueTable(), Script({"11x11": [source]}, workers=1)
    asked = iter([False] * 5)
    assert not drive(plan(table, SCORES), table, script, cancelled=lambda: next(asked, True))
    landed = [each.turn_up_class for each in table]
    assert SOURCE in landed
    assert 1 < len(landed) < 9
    again = Script({"11x11": [lambda j: [Done(stopped=False)]]}, workers=1)  # the source, which was not asked for
    assert same(driven(again, load()), driven(Script()))
    left = [f"11x11 class {k}" for k in ALL_CLASSES if k not in landed]
    assert again.begun[: 1 + len(left)] == ["11x11", *left]


def test_a_lost_worker_s_job_is_begun_again():
    script = Script({"11x10": [lambda j: [Lost()], lambda j: [rows(j), Done(stopped=False)]]})
    assert same(driven(script), driven(Script()))
    assert script.begun.count("11x10") == 2


def test_a_job_that_loses_every_worker_ends_the_run_and_keeps_the_rest():
    script = Script({"11x10": [lambda j: [Lost()]]})
    with pytest.raises(JobFailedError, match=r"11x10 .* fewer workers"):
        driven(script)
    assert script.begun.count("11x10") == TRIES
    assert load().solved(Score(11, 11))


def test_losses_of_a_job_that_gets_further_are_not_its_own_fault():
    """Regression: a long job on machines that come and go ended with the third loss, however far it had come."""

    def tries(last: int):
        return [lambda j, k=k: [Told(j.step.classes, min(k, last), 0.1), Lost()] for k in range(1, 10)]

    script = Script({"11x10": [*tries(9), lambda j: [rows(j), Done(stopped=False)]]})
    assert same(driven(script), driven(Script()))
    assert script.begun.count("11x10") == 10
    script = Script({"11x10": tries(4)})
    with pytest.raises(JobFailedError, match="lost its worker 3 times"):
        driven(script)
    assert script.begun.count("11x10") == 4 + TRIES - 1, "the fourth certificate again and again"


def test_a_duplicate_result_changes_nothing(data):
    twice = Script({str(s): [lambda j: [rows(j), rows(j), Done(stopped=False), rows(j)]] for s in SCORES})
    assert same(driven(twice), driven(Script()))
    assert len(list(data.iterdir())) == len(SCORES)


def test_a_late_result_of_other_values_is_not_taken(data):
    table = driven(Script())
    step = plan(ValueTable(), [Score(11, 10)])[-1]
    older = ValueTable()
    for k in range(9):
        older.add(row(Score(11, 11), k, -0.4))
    late = Job.first(step, older)
    before = list(table), sorted(data.iterdir())
    assert not accept(rows(late, 0.9), late, table)
    assert (list(table), sorted(data.iterdir())) == before
    assert accept(rows(Job.first(step, table)), Job.first(step, table), table)


def test_a_failure_names_the_job_and_keeps_the_rest():
    script = Script({"11x10": [lambda j: [Failed("no memory")]]})
    with pytest.raises(JobFailedError, match=r"11x10 \(turn-up classes 0, 1, .* 8\) failed: no memory"):
        driven(script)
    assert load().solved(Score(11, 11))


def test_a_stop_ends_the_jobs_in_hand_and_the_same_plan_goes_on():
    table, script = ValueTable(), Script(workers=1)
    asked = iter([False, False, False, True, True, True, True, True])
    assert not drive(plan(table, SCORES), table, script, cancelled=lambda: next(asked))
    assert script.stopped
    assert table.solved(Score(11, 11))
    assert not all(table.solved(score) for score in SCORES)
    assert same(driven(Script(), load()), driven(Script()))


def test_a_job_that_another_driver_stops_is_begun_again():
    """Regression: it was dropped, and the run waited for it for ever or said that all was done."""
    stopped = [lambda j: [Done(stopped=True)], lambda j: [rows(j), Done(stopped=False)]]
    script = Script({"11x10": stopped, "11x9": stopped})
    assert same(driven(script), driven(Script()))
    assert [script.begun.count(text) for text in ("11x11", "11x10", "11x9")] == [1, 2, 2]


def test_a_stop_as_the_last_job_ends_is_no_interruption():
    """Regression: it was said to be interrupted though all was done."""
    table, script = ValueTable(), Script()
    script.stop = lambda: None
    assert drive(plan(table, SCORES), table, script, cancelled=lambda: script.begun[-1:] == ["11x9"])
    assert same(table, driven(Script()))


def test_a_full_disk_ends_the_run(monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    table = ValueTable()
    told: list[Event] = []
    script = Script()
    monkeypatch.setattr("truco_lab.folders.os.fsync", full)
    with pytest.raises(StoreError, match="No space left on device"):
        drive(plan(table, SCORES), table, script, report=lambda job, event: told.append(event))
    assert list(table) == told == script.forgotten == [], "what is not kept does not count"


def test_a_folder_of_values_that_cannot_be_written_is_told_before_anything_is_solved(data):
    data.write_text("a file, not a folder")
    script = Script()
    with pytest.raises(StoreError, match=r"cannot save to .*values: File exists.* with TRUCO_LAB_DATA"):
        driven(script)
    assert script.begun == []


def test_half_a_score_keeps_others_waiting():
    """A worker that told some classes and was lost: what rests on the score waits for all nine."""
    script = Script({"11x11": [lambda j: [rows(j)[:4], Lost()], lambda j: [rows(j), Done(stopped=False)]]})
    assert same(driven(script), driven(Script()))
    assert script.begun[:2] == ["11x11", "11x11"]
