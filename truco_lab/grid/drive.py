"""Driving a plan: hand out what is ready, land what comes back, go on after losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from ..errors import TrucoLabError
from ..rules import TURN_UP_CLASSES
from ..values import ClassValue, ValueTable, land, successors
from .job import Job, Told
from .plan import Step
from .workers import Done, Event, Failed, Lost, Workers

TRIES = 3
"""How often a job is begun before its losses are taken for its own fault."""


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
        report: told of everything that happens.
        cancelled: asked a few times a second; True saves all jobs in hand and ends.

    Returns:
        Whether all was done; False if it was cancelled.

    Raises:
        JobFailedError: with the reason; what has landed is kept.
        StoreError: a result cannot be kept.
    """
    waiting, tries, stopping = list(steps), Counter[str](), False
    running: dict[str, Step] = {}
    while running or (waiting and not stopping):
        if not stopping and cancelled and cancelled():
            stopping = True
            workers.stop()
        if not stopping:
            for step in _ready(waiting, running)[: workers.free()]:
                job = Job.of(step, table)
                waiting.remove(step)
                running[job.name] = step
                tries[job.name] += 1
                workers.begin(job)
        for job, event in workers.events(0.2):
            if report:
                report(job, event)
            if job.name not in running:
                continue  # told twice, or left over from another run
            match event:
                case list() as rows:
                    accept(rows, job, table)
                case Done(stopped=stopped):
                    del running[job.name]
                    assert stopped or table.row(job.step.score, job.step.classes[-1])
                case Lost():
                    waiting.insert(0, running.pop(job.name))
                    if tries[job.name] >= TRIES:
                        raise JobFailedError("job-lost", tries=TRIES, **_about(job))
                case Failed(reason=reason):
                    raise JobFailedError("job-failed", reason=reason, **_about(job))
                case Told():
                    pass
    return not stopping


def accept(rows: list[ClassValue], job: Job, table: ValueTable) -> bool:
    """Land rows, unless they rest on other values than the table has now (the late result of an earlier run)."""
    if job.basis != table.basis(job.step.score):
        return False
    land(rows)
    for row in rows:
        table.add(row)
    return True


def _about(job: Job) -> dict[str, object]:
    return {"score": job.step.score, "count": len(job.step.classes), "all": TURN_UP_CLASSES}


def _ready(waiting: Sequence[Step], running: dict[str, Step]) -> list[Step]:
    """Steps that rest on none which is still to be done."""
    undone = {step.score for step in waiting} | {step.score for step in running.values()}
    return [step for step in waiting if undone.isdisjoint(successors(step.score))]
