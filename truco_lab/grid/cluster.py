"""Workers of a dask scheduler, on any number of machines.

Each job is a task whose key is the job's name: two drivers that ask for the same work share it, until the one that
began it stops. What a job tells on the way goes through a topic of the scheduler; its rows come back as the task's
result as well, should a message be lost.
"""

from __future__ import annotations

import pickle
import threading
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any

from distributed import CancelledError, Client, KilledWorker, get_worker
from distributed import Event as Flag
from distributed.comm.addressing import resolve_address

from ..errors import BadInputError, TrucoLabError
from ..values import ClassValue
from ..words import Sentence
from .bench import Bench, carry_out
from .job import Job, Told, forget
from .workers import Done, Event, Failed, Lost

ASK_SECONDS = 2.0
"""Between two questions of a job whether to stop."""


class ClusterWorkers:
    """Jobs as tasks of a scheduler; one at a time on each worker.

    Args:
        address: of the scheduler, such as `tcp://127.0.0.1:8786`.

    Raises:
        BadInputError: nobody answers there.
        TrucoLabError: by what is asked for later: the scheduler is gone.
    """

    def __init__(self, address: str):
        try:
            resolve_address(address)  # else a client is left that closes for twenty seconds
            self._client = Client(address, timeout=10, set_as_default=False)
        except (OSError, ValueError) as error:
            raise BadInputError("cluster-silent", address=address or "''") from error
        self._address = address
        self._topic = f"truco-lab-{uuid.uuid4().hex}"
        self._stop = Flag(self._topic, client=self._client)
        self._told: SimpleQueue[bytes] = SimpleQueue()
        self._client.subscribe_topic(self._topic, lambda event: self._told.put(event[1]))
        self._tasks: dict[str, tuple[Job, Any]] = {}
        self._spent: set[str] = set()

    @property
    def count(self) -> int:
        with self._reaching():
            return len(self._client.ncores())

    def begin(self, ready: Sequence[Job]) -> list[Job]:
        begun = list(ready[: max(0, self.count - len(self._tasks))])
        for job in begun:
            # what was lost, or stopped by another driver, stays so under its key
            key = f"{job.name}-{uuid.uuid4().hex}" if job.name in self._spent else job.name
            task = self._client.submit(_task, job, self._topic, key=key, pure=False)
            self._tasks[job.name] = (job, task)
        return begun

    def events(self, seconds: float) -> Iterator[tuple[Job, Event]]:
        with suppress(Empty):
            message = self._told.get(timeout=seconds)
            while True:
                name, event = pickle.loads(message)
                if name in self._tasks:
                    yield self._tasks[name][0], event
                message = self._told.get_nowait()
        yield from self._ended()

    def _ended(self) -> Iterator[tuple[Job, Event]]:
        for name, (job, task) in list(self._tasks.items()):
            if not task.done():
                continue
            del self._tasks[name]
            self._spent.add(name)
            try:
                outcome = task.result()
            except (KilledWorker, CancelledError):
                yield job, Lost()
            except Exception as error:
                if isinstance(error, OSError) and task.status != "error":
                    raise self._gone() from error
                yield job, Failed(f"{type(error).__name__}: {error}")
            else:
                for rows in outcome.rows:
                    yield job, rows
                yield job, Done(stopped=outcome.stopped) if outcome.error is None else Failed(outcome.error)

    def forget(self, places: str) -> None:
        with self._reaching():
            self._client.run(forget, places, on_error="ignore")

    def stop(self) -> None:
        with self._reaching():
            self._stop.set()

    def close(self) -> None:
        with suppress(OSError):  # it is gone: that has been said
            if self._client.status == "running":
                self._stop.set()
            self._client.close()

    @contextmanager
    def _reaching(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise self._gone() from error

    def _gone(self) -> TrucoLabError:
        return TrucoLabError("cluster-gone", address=self._address)


@dataclass(frozen=True)
class _Outcome:
    """What a task found: rows by solve; whether it was stopped; what went wrong."""

    rows: list[list[ClassValue]]
    stopped: bool
    error: Sentence | None = None


@dataclass
class _Desk:
    """What a dask worker keeps between tasks."""

    bench: Bench = field(default_factory=Bench)
    lock: threading.Lock = field(default_factory=threading.Lock)


def _task(job: Job, topic: str) -> _Outcome:
    """Runs on a worker."""
    worker: Any = get_worker()
    desk = worker.__dict__.setdefault("truco_lab_desk", _Desk())
    stop, asked = Flag(topic), [0.0, False]
    rows: list[list[ClassValue]] = []

    def tell(what: Told | list[ClassValue]) -> None:
        if isinstance(what, list):
            rows.append(what)
        worker.log_event(topic, pickle.dumps((job.name, what)))

    def cancelled() -> bool:
        if time.monotonic() - asked[0] > ASK_SECONDS:
            asked[:] = [time.monotonic(), stop.is_set()]
        return bool(asked[1])

    with desk.lock:
        from ..solve.runtime import prepare

        prepare()
        try:
            return _Outcome(rows, stopped=not carry_out(job, desk.bench, tell, cancelled))
        except TrucoLabError as error:
            return _Outcome(rows, stopped=True, error=error.sentence)
