"""Solving while the reader looks on: stages, better and better solutions, cancelling, failing."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from tests.store.common import stored
from truco_lab.errors import TrucoLabError
from truco_lab.lab import Lab, solving
from truco_lab.lab import lab as lab_module
from truco_lab.lab.solving import Job, Library, Status, outlook
from truco_lab.notation import parse
from truco_lab.query import Study
from truco_lab.rules import real_deck
from truco_lab.store import Store

SPOT = parse("11x10 v6")


def stages(statuses: list[Status]) -> list[str]:
    """The stages in order, each once."""
    return [s.stage for k, s in enumerate(statuses) if k == 0 or statuses[k - 1].stage != s.stage]


def test_a_solve_tells_how_far_it_is_and_gets_better(prepared: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "SNAPSHOT_SECONDS", 0)
    said: list[Status] = []
    studies: list[Study] = []

    def changed(_job: Job, status: Status, study: Study | None) -> None:
        said.append(status)
        if study is not None:
            studies.append(study)

    Job(SPOT, outlook(SPOT), changed).start().wait()
    assert stages(said) == ["compiling", "solving", "solved"]
    gaps = [study.solved.exploitability for study in studies]
    assert len(studies) >= 3
    assert gaps[-1] < gaps[0]
    assert 50 * gaps[-1] <= said[-1].target
    nodes = [study.at(SPOT) for study in studies[:2]]
    before, after = (node.answer.mix for node in nodes)
    assert any((before[action] != after[action]).any() for action in before)


def test_cancelling_stops_and_keeps_what_there_is(
    recorded: None, prepared: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab_module, "LIBRARY", Library())
    monkeypatch.setattr(solving, "SNAPSHOT_SECONDS", 0)
    monkeypatch.setattr(solving, "TARGETS", {True: 1e-9, False: 1e-9})
    lab = Lab("11x9 v6")
    drawn = threading.Event()
    lab.observe(lambda change: drawn.set() if change["new"] else None, "play")
    assert drawn.wait(120)
    job = lab._job
    assert job is not None
    lab.comm.hear({"method": "custom", "content": {"do": "cancel"}})
    assert lab.status["stage"] == "cancelled"
    job.wait(60)
    assert not job._thread.is_alive()
    assert lab.status["stage"] == "cancelled"
    assert lab.play["hands"]
    assert lab.node.choices
    lab_module.WORKER.submit(lambda: None).result(60)
    assert lab.worth["best"]
    assert lab_module.LIBRARY.get(lab.spot) is None


def test_a_solve_cancelled_before_it_begins_ends_without_a_word(prepared: None) -> None:
    said: list[Status] = []

    def changed(job: Job, status: Status, _study: Study | None) -> None:
        said.append(status)
        job.cancel()

    job = Job(SPOT, outlook(SPOT), changed).start()
    job.wait(120)
    assert not job._thread.is_alive()
    assert stages(said) == ["compiling"]


def test_one_solve_begins_when_the_one_before_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else each of them takes its memory, though only one was asked about."""
    go_on = threading.Event()
    order = []

    def slow(job: Job) -> None:
        order.append(("begins", job))
        go_on.wait()
        order.append(("ends", job))

    monkeypatch.setattr(Job, "_solve", slow)
    jobs: list[Job] = []
    for _ in range(3):
        jobs.append(Job(SPOT, outlook(SPOT), lambda *_: None, after=jobs[-1] if jobs else None).start())
    jobs[1].cancel()
    go_on.set()
    for job in jobs:
        job.wait()
    assert order == [(what, job) for job in (jobs[0], jobs[2]) for what in ("begins", "ends")]


def test_asking_twice_solves_once(recorded: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Library, "get", lambda *_: None)
    monkeypatch.setattr(Job, "_solve", lambda job: job._stop.wait())
    lab = Lab("11x10 v6")
    job = lab._job
    lab.comm.hear({"method": "custom", "content": {"do": "solve"}})
    assert lab._job is job is not None
    lab.cancel()
    job.wait()


def test_moving_on_leaves_the_solve(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "TARGETS", {True: 1e-9, False: 1e-9})
    lab.line = "11x8 v6"
    job = lab._job
    assert job is not None
    lab.line = "11x11 v4"
    assert job.cancelled
    assert lab.status["stage"] == "solved"
    job.wait(120)
    assert lab.board["line"] == "11x11 v4"
    assert lab.node.spot == parse("11x11 v4")


def test_what_cannot_be_solved_says_why(recorded: None) -> None:
    lab = Lab("0x0 v4")
    assert lab.status["stage"] == "asking"
    assert lab.status["missing"] > 100
    assert lab.play is None
    with pytest.raises(TrucoLabError, match="0x0 v4 needs the match values"):
        lab.solve()


def test_a_failure_in_the_thread_is_shown(recorded: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Job) -> None:
        raise ZeroDivisionError("a stray exception")

    monkeypatch.setattr(lab_module, "LIBRARY", Library())
    monkeypatch.setattr(Job, "_solve", broken)
    lab = Lab("11x7 v6")
    assert lab._last is not None
    lab._last.wait()
    assert lab.status["stage"] == "failed"
    assert lab.last_error.startswith("ZeroDivisionError: a stray exception")


def test_the_library_forgets_what_was_used_longest_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "KEPT_STUDIES", 2)
    library = Library()
    lines = [parse(f"{k}x11 v4") for k in (1, 2, 3)]
    for spot in lines:
        library.put(object(), spot)  # type: ignore[arg-type]
    assert [library.get(spot) is None for spot in lines] == [True, False, False]


def test_a_solution_of_stand_in_values_is_not_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TRUCO_LAB_DATA", str(tmp_path))
    for values, known in (("stand-in", False), ("exact", True)):
        stored(Store().root, deck=real_deck(0), score=parse("11x10 v4").score, continuation=values)
        assert (Library().get(parse("11x10 v4")) is not None) == known
