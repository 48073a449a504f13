"""Worker processes on this machine: each takes one job at a time and keeps what it has compiled."""

from __future__ import annotations

import multiprocessing
import os
import signal
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from multiprocessing.util import Finalize
from typing import Any, Protocol

from ..errors import TrucoLabError
from ..values import ClassValue
from ..words import Sentence, sentence
from .job import Job, Told, forget


@dataclass(frozen=True)
class Done:
    """A job came to its end; `stopped`: because it was asked to."""

    stopped: bool


@dataclass(frozen=True)
class Lost:
    """A job's worker is gone: the job can be given to another."""


@dataclass(frozen=True)
class Failed:
    """A job cannot be done."""

    reason: Sentence | str


Event = Told | list[ClassValue] | Done | Lost | Failed


class Workers(Protocol):
    """Whoever carries out jobs, near or far."""

    @property
    def count(self) -> int:
        """How many there are; of a cluster, now."""

    def begin(self, ready: Sequence[Job]) -> list[Job]:
        """Hand out as many of these as there are workers free, as a rule the first ones; returns those handed out."""

    def events(self, seconds: float) -> Iterator[tuple[Job, Event]]:
        """What has happened, after waiting for it at most so long."""

    def forget(self, places: str) -> None:
        """Remove what jobs have saved: see `job.forget`."""

    def stop(self) -> None:
        """Ask all jobs in hand to save and end; each is then `Done`."""

    def close(self) -> None:
        """Let go of the workers."""


class LocalWorkers:
    """Spawned processes that compute in one thread each: so they do not wait for each other, and sums come out the same
    however many there are. As many as there are cores have one each; fewer share them with whatever else runs.

    A worker ends when its pipe does, and by nothing milder than a kill: none outlives the process that began it.
    """

    def __init__(self, count: int):
        self._cores: Sequence[int | None] = cores() if count == len(cores()) else [None] * count
        self._slots: list[_Slot | None] = [None] * count
        Finalize(self, _end, [self._slots], exitpriority=0)  # before Python waits for them at its exit

    @property
    def count(self) -> int:
        return len(self._slots)

    def begin(self, ready: Sequence[Job]) -> list[Job]:
        left = list(ready)
        free = [k for k, slot in enumerate(self._slots) if slot is None or slot.job is None]
        for k in sorted(free, key=lambda k: self._slots[k] is None):
            if not left:
                break
            slot = self._slots[k] = self._slots[k] or _Slot.spawned(self._cores[k])
            slot.job = next((job for job in left if job.shelf == slot.shelf), left[0])  # its source is at hand
            slot.shelf = slot.job.shelf
            left.remove(slot.job)
            with suppress(OSError):  # it is gone: `events` finds the pipe's end
                slot.pipe.send(slot.job)
        return [job for job in ready if job not in left]

    def events(self, seconds: float) -> Iterator[tuple[Job, Event]]:
        busy = {slot.pipe: k for k, slot in enumerate(self._slots) if slot and slot.job}
        for pipe in wait(list(busy), seconds) if busy else ():
            k = busy[pipe]  # type: ignore[index]
            slot = self._slots[k]
            assert slot is not None
            assert slot.job is not None
            job = slot.job
            try:
                event: Event = slot.pipe.recv()
            except (EOFError, OSError):
                event = Lost()
                slot.end()
                self._slots[k] = None
            if isinstance(event, Done | Failed):
                slot.job = None
            yield job, event

    def forget(self, places: str) -> None:
        forget(places)

    def stop(self) -> None:
        for slot in self._slots:
            if slot and slot.job:
                with suppress(OSError):
                    slot.pipe.send(None)

    def close(self) -> None:
        _end(self._slots)

    @property
    def processes(self) -> list[int]:
        """Ids of the processes that have a job in hand."""
        return [slot.process.pid for slot in self._slots if slot and slot.job and slot.process.pid]


@dataclass
class _Slot:
    """One worker process, its pipe, the job that it has in hand, and the shelf of its last one."""

    process: BaseProcess
    pipe: Connection
    job: Job | None = None
    shelf: str = ""

    @classmethod
    def spawned(cls, core: int | None) -> _Slot:
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(target=_serve, args=(there, core), daemon=True)
        with _huge_pages(), _deaf():
            process.start()
        there.close()
        return cls(process, here)

    def end(self) -> None:
        self.pipe.close()
        self.process.join(timeout=60)
        if self.process.is_alive():
            self.process.kill()
        self.process.join()


def _end(slots: Sequence[_Slot | None]) -> None:
    spawned = [slot for slot in slots if slot]
    for slot in spawned:
        slot.pipe.close()  # all end at once
    for slot in spawned:
        slot.end()


@contextmanager
def _huge_pages() -> Iterator[None]:
    """Processes begun in it have glibc ask Linux for huge pages, which it can be told at the start only: an iteration
    takes an eighth less time."""
    if "GLIBC_TUNABLES" in os.environ:
        yield
        return
    os.environ["GLIBC_TUNABLES"] = "glibc.malloc.hugetlb=1"
    try:
        yield
    finally:
        del os.environ["GLIBC_TUNABLES"]


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes begun in it never hear of a Ctrl-C or a SIGTERM, which go to the driver's whole group: it asks them."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # else begun on the way, with these signals on again afterwards
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pipe: Any, core: int | None) -> None:
    """The life of a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where `_deaf` cannot block it
    os.environ["PJRT_NPROC"] = "1"  # or XLA starts as many threads as there are cores
    if core is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, [core])
    from ..solve.runtime import prepare
    from .bench import Bench, carry_out

    prepare()
    bench = Bench()

    def cancelled() -> bool:
        return bool(pipe.poll())  # asked to stop, or the driver is gone

    while True:
        try:
            job = pipe.recv()
            if job is None:
                continue  # asked to stop when it had just ended
            try:
                done = carry_out(job, bench, pipe.send, cancelled)
                pipe.send(Done(stopped=not done))
            except TrucoLabError as error:
                pipe.send(Failed(error.sentence))
            except MemoryError:
                pipe.send(Failed(sentence("worker-memory")))
            except OSError:
                raise
            except Exception:
                pipe.send(Failed(traceback.format_exc()))
        except (EOFError, OSError):
            return


def cores() -> list[int]:
    """Those that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))
