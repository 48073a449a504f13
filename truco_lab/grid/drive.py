"""Driving a plan: hand out what is ready, land what comes back, go on after losses."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import StoreError, TrucoLabError
from ..folders import DATA_VARIABLE
from ..values import ClassValue, ValueTable, land, successors
from ..values.ledger import values_folder
from ..whole_folder import reason
from .job import Job, Told
from .plan import Step
from .workers import Done, Event, Failed, Lost, Workers

TRIES = 3
"""How many losses of a job that gets no further in between are taken for its own fault."""


class JobFailedError(TrucoLabError):
    """A job cannot be done."""


def drive(
    steps: Sequence[Step],
    table: ValueTable,
    workers: Workers,
    *,
    report: Callable[[Job, Event], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> bool:
    """Carry out a plan, most points first, each step as soon as what it rests on has landed.

    Args:
        steps: see `plan`; in order.
        table: is renewed; rows are kept on disk too, before they count.
        workers: who carries out the jobs.
        report: told of everything that happens, of rows once they have landed.
        cancelled: asked a few times a second; True saves all jobs in hand and ends.

    Returns:
        Whether all was done; False if it was cancelled before.

    Raises:
        JobFailedError: with the reason; what has landed is kept.
        StoreError: a result cannot be kept.
    """
    _check_writable(values_folder())  # better now than after the first solve
    agenda, running = _Agenda(steps), dict[str, Job]()
    losses, furthest, stopping = Counter[str](), Counter[tuple[str, tuple[int, ...]]](), False
    while running or (agenda and not stopping):
        if not stopping and cancelled and cancelled():
            stopping = True
            workers.stop()
        if not stopping:
            for job in workers.begin(agenda.ready(table)):
                agenda.begun(job)
                running[job.name] = job
        for job, event in workers.events(0.2):
            if job.name not in running:
                continue  # told twice, or left over from another run
            if isinstance(event, list) and not accept(event, job, table):
                continue
            if report:
                report(job, event)
            match event:
                case list() as rows:
                    agenda.landed(job, rows)
                case Done(stopped=True):  # if not by this driver, then by another that had begun the same work
                    agenda.again(running.pop(job.name))
                case Done():
                    del running[job.name]
                    if agenda.done(job):
                        workers.forget(job.shelves)  # and what runs to other targets left, for nobody else does
                    elif job.turn_up_class is not None:  # what a first job has saved is the source of the others
                        workers.forget(job.place((job.turn_up_class,)))
                case Lost():
                    agenda.again(running.pop(job.name))
                    losses[job.name] += 1
                    if losses[job.name] >= TRIES:
                        raise JobFailedError("job-lost", tries=TRIES, **_about(job))
                case Failed(reason=reason):
                    raise JobFailedError("job-failed", reason=reason, **_about(job))
                case Told(classes=classes, iteration=iteration) if iteration > furthest[job.name, classes]:
                    furthest[job.name, classes] = iteration
                    del losses[job.name]
    assert stopping or not agenda
    return not agenda


def accept(rows: list[ClassValue], job: Job, table: ValueTable) -> bool:
    """Land rows, unless they rest on other values than the table has now (the late result of an earlier run)."""
    if job.basis != table.basis(job.step.score):
        return False
    land(rows)
    for row in rows:
        table.add(row)
    return True


def _check_writable(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise StoreError("folder-unwritable", folder=folder, reason=reason(error), option=DATA_VARIABLE) from error


def _about(job: Job) -> dict[str, object]:
    classes = job.step.classes if job.turn_up_class is None else (job.turn_up_class,)
    return {"score": job.step.score, "classes": ", ".join(map(str, classes))}


@dataclass
class _InHand:
    """A step that has begun: the classes that have not landed, and the names of its jobs that are not done."""

    step: Step
    lacking: set[int]
    jobs: set[str]


class _Agenda:
    """What is left of a plan, true while there is anything: steps that wait, steps in hand, and jobs of these that can
    begin."""

    def __init__(self, steps: Sequence[Step]):
        self._waiting = list(steps)
        self._in_hand: dict[str, _InHand] = {}
        self._ready: list[Job] = []

    def __bool__(self) -> bool:
        return bool(self._waiting or self._in_hand)

    def ready(self, table: ValueTable) -> list[Job]:
        """Jobs that can begin: of each step that rests on none which is still to be done; those that keep most others
        waiting first."""
        undone = {step.score for step in (*self._waiting, *(part.step for part in self._in_hand.values()))}
        for step in [step for step in self._waiting if undone.isdisjoint(successors(step.score))]:
            job = Job.first(step, table)
            self._waiting.remove(step)
            self._in_hand[job.shelf] = _InHand(step, set(step.classes), {job.name})
            self._ready.append(job)
        return sorted(self._ready, key=lambda job: job.turn_up_class is not None)

    def begun(self, job: Job) -> None:
        self._ready.remove(job)

    def again(self, job: Job) -> None:
        """It has to begin once more."""
        self._ready.append(job)

    def landed(self, job: Job, rows: list[ClassValue]) -> None:
        self._in_hand[job.shelf].lacking.difference_update(row.turn_up_class for row in rows)

    def done(self, job: Job) -> bool:
        """Whether that was the last job of its step; after the first one, what it has left can begin."""
        part = self._in_hand[job.shelf]
        part.jobs.remove(job.name)
        if job.turn_up_class is None:
            following = [job.then(k) for k in sorted(part.lacking)]
            part.jobs.update(each.name for each in following)
            self._ready += following
        if not part.jobs:
            assert not part.lacking, f"{job} is done without a result"
            del self._in_hand[job.shelf]
        return not part.jobs
