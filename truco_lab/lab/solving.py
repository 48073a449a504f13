"""Solutions for the lab: from where they are kept, or solved in a thread while the reader looks on.

The thread sets nothing but a `Status` and, now and then, a solution that is better than the one before; whoever shows
them decides how.
"""

from __future__ import annotations

import threading
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

import psutil

from ..errors import CancelledError, MemoryShortError, TrucoLabError
from ..grid.plan import QUICK_TOP, Step, needed
from ..notation import Spot
from ..query import Study
from ..query.kept import recall
from ..query.source import TARGETS, kept
from ..rules import Score, real_deck
from ..solve.estimate import Estimate, check_memory, estimate
from ..store import Store
from ..tree.betting import ladder_of
from ..tree.tree import tree_of
from ..values import ValueTable, load
from ..values.table import STAND_IN
from ..words import LANGS

if TYPE_CHECKING:
    from ..solve.solver import Progress

AT_ONCE_SECONDS = 30
"""A subgame that takes longer is solved only when the reader asks for it."""

SNAPSHOT_SECONDS = 0.7
"""Least time between two solutions shown while it converges."""

KEPT_STUDIES = 8

Key = tuple[Score, int]
"""A subgame: score and turn-up class."""


class Library:
    """Solutions by subgame: those used last stay at hand, the others are in the store."""

    def __init__(self) -> None:
        self._studies: OrderedDict[Key, Study] = OrderedDict()
        self._unreadable: set[Key] = set()

    def get(self, spot: Spot) -> Study | None:
        """The solution of a spot's subgame, if there is one; of the real match, not of stand-in values.

        Raises:
            StoreError: what is stored cannot be read.
        """
        if key_of(spot) not in self._studies and key_of(spot) not in self._unreadable:
            solved = Store().open(*key_of(spot))
            if solved is not None and solved.continuation != STAND_IN:
                self.put(Study(solved, recall(solved)), spot)
        return self._studies.get(key_of(spot))

    def put(self, study: Study, spot: Spot) -> None:
        """Keep a solution."""
        self._unreadable.discard(key_of(spot))
        self._studies[key_of(spot)] = study
        self._studies.move_to_end(key_of(spot))
        while len(self._studies) > KEPT_STUDIES:
            self._studies.popitem(last=False)

    def drop(self, spot: Spot) -> None:
        """What is stored cannot be read: as good as none, until it is solved again."""
        self._studies.pop(key_of(spot), None)
        self._unreadable.add(key_of(spot))


def key_of(spot: Spot) -> Key:
    """The subgame of a spot."""
    return spot.score, spot.turn_up.turn_up_class


def name_of(spot: Spot) -> str:
    """The subgame of a spot as a line begins with it."""
    return f"{spot.score} v{spot.turn_up.rank.lower()}"


@dataclass(frozen=True)
class Status:
    """How far a subgame is.

    Attributes:
        stage: "solved", "asking" (it takes long, or cannot be solved: see `error`), "values" (scores that come first
            are being solved), "compiling", "solving", "cancelled" or "failed".
        subgame: score and turn-up, as a line begins.
        iteration, exploitability: of the last certificate; exploitability in percentage points of the match.
        target: where it stops, in the same unit.
        seconds: since the solve began.
        estimate: seconds it may take, without compilation.
        compile: seconds that compilation may take the first time.
        memory: bytes it may take.
        free: bytes of memory that are free.
        missing: how many scores are to be solved before it, where that is not quick.
        error: why it cannot be solved, or went wrong.
        first: the score that is solved first, and which it is of how many.
        trail: exploitability at the certificates so far.
    """

    stage: str
    subgame: str
    iteration: int = 0
    exploitability: float | None = None
    target: float = 0.0
    seconds: float = 0.0
    estimate: float = 0.0
    compile: float = 0.0
    memory: int = 0
    free: int = 0
    missing: int = 0
    error: TrucoLabError | None = None
    first: str = ""
    trail: tuple[float, ...] = ()

    @property
    def can_start(self) -> bool:
        """Whether nothing stands in the way of solving it."""
        return not self.error and not self.missing

    def as_dict(self) -> dict[str, Any]:
        """As the front end reads it; an error in both languages."""
        error = None if self.error is None else [self.error.message(lang) for lang in LANGS]
        return asdict(replace(self, error=None)) | {"error": error, "trail": list(self.trail)}


def outlook(spot: Spot) -> Status:
    """What solving a spot's subgame will take; the stage is "asking"."""
    target = TARGETS[ladder_of(spot.score).bets]
    needs = _needs(*key_of(spot), target)
    missing = load().missing(spot.score)
    error: TrucoLabError | None = None
    try:
        check_memory(needs)
    except MemoryShortError as reason:
        error = reason
    return Status(
        stage="asking",
        subgame=name_of(spot),
        target=50 * target,
        estimate=needs.seconds,
        compile=needs.compile_seconds,
        memory=needs.peak_bytes,
        free=psutil.virtual_memory().available,
        missing=len(missing) if any(map(_slow, missing)) else 0,
        error=error,
    )


@cache
def _needs(score: Score, turn_up_class: int, target: float) -> Estimate:
    return estimate(tree_of(real_deck(turn_up_class), score), target)


def _slow(score: Score) -> bool:
    """Whether a score is left to the reader; unlike `plan.needed` this adds up no times, which takes seconds."""
    ladder = ladder_of(score)
    return ladder.bets and max(ladder.tops) > QUICK_TOP


class Job:
    """One subgame being solved in a thread.

    Args:
        spot: any spot of the subgame.
        begin: the outlook.
        changed: called from the thread with a status, and with a solution when there is a better one.
        after: one that was cancelled or is over; begins when that has ended, or both would take memory and time.
    """

    def __init__(
        self,
        spot: Spot,
        begin: Status,
        changed: Callable[[Job, Status, Study | None], None],
        after: Job | None = None,
    ):
        self.spot, self._changed, self._after, self._stop = spot, changed, after, threading.Event()
        self.status = replace(begin, stage="compiling")
        self._begin = self._shown = time.perf_counter()
        self._thread = threading.Thread(target=self._run, name="truco-lab solve", daemon=True)

    def start(self) -> Job:
        self._thread.start()
        return self

    def cancel(self) -> None:
        """Stop between two iterations, or between two programs while it compiles."""
        self._stop.set()

    @property
    def cancelled(self) -> bool:
        return self._stop.is_set()

    def wait(self, timeout: float | None = None) -> None:
        """Until it is over."""
        self._thread.join(timeout)

    # -- in the thread -------------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            self._say()
            if self._after is not None:
                self._after.wait()
                self._after = None
            study = None if self.cancelled else self._solve()
            if study is not None:
                self._say(study, stage="solved")
        except CancelledError:
            pass  # whoever cancelled knows
        except TrucoLabError as error:
            self._say(stage="failed", error=error)
        except Exception as error:  # a thread's exception would be lost
            stray = TrucoLabError(f"{type(error).__name__}: {error}\n{traceback.format_exc()}")
            self._say(stage="failed", error=stray)

    def _solve(self) -> Study | None:
        from ..solve import Config, prepare, solve

        prepare()
        table, score = load(), self.spot.score
        if not self._rest(table, needed(table, score)):
            return None
        self._say(stage="compiling")
        target = TARGETS[ladder_of(score).bets]
        classes, pay = [self.spot.turn_up.turn_up_class], table.payoffs(score)
        if self.cancelled:
            return None
        found = solve(score, classes, pay, Config(target=target), progress=self._progress, cancelled=self._stop.is_set)
        return None if self.cancelled else Study(kept(found, Store()))

    def _rest(self, table: ValueTable, steps: Sequence[Step]) -> bool:
        """Solve what the score rests on; False if it was cancelled."""
        if not steps:
            return True
        from ..grid.drive import drive
        from ..grid.workers import LocalWorkers

        def report(job: object, event: object) -> None:
            if isinstance(event, list):
                done.append(event)
                self._announce(steps, len(done))

        done: list[object] = []
        workers = LocalWorkers(1)
        self._announce(steps, 0)
        try:
            return drive(steps, table, workers, report=report, cancelled=self._stop.is_set)
        finally:
            workers.close()

    def _announce(self, steps: Sequence[Step], done: int) -> None:
        score = steps[min(done, len(steps) - 1)].score
        self._say(stage="values", first=f"{score} ({min(done + 1, len(steps))}/{len(steps)})")

    def _progress(self, progress: Progress) -> None:
        gap = 50 * progress.exploitability
        now = time.perf_counter()
        study = None
        if now - self._shown >= SNAPSHOT_SECONDS and not self.cancelled:
            study, self._shown = Study(progress.solved(0)), now
        trail = (*self.status.trail, gap)
        self._say(study, stage="solving", iteration=progress.iteration, exploitability=gap, trail=trail, first="")

    def _say(self, study: Study | None = None, **fields: Any) -> None:
        self.status = replace(self.status, seconds=time.perf_counter() - self._begin, **fields)
        self._changed(self, self.status, study)
