"""`truco-lab grid`: solve match values by backward induction, with any number of workers."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from itertools import groupby
from typing import TYPE_CHECKING, Any

from ..grid.plan import MAX_ITERATIONS, Step, duration, plan, read_classes, read_scores, short
from ..solve.estimate import check_memory
from ..tree.betting import ladder_of
from ..values import ClassValue, ValueTable, load
from .arguments import FAILED, INTERRUPTED, Interruption, count, positive

if TYPE_CHECKING:
    from ..grid.job import Job
    from ..grid.workers import Event, Workers

REPORT_SECONDS = 15.0
"""Between two lines about a job in hand."""

NOTHING_TO_DO = "nothing to do: all of it has been solved"


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "grid",
        help="solve the match values of many scores",
        description="Solves scores by backward induction, all nine turn-up classes each, with whatever they rest on "
        "first. What is known already is left out; what was interrupted goes on where it was.",
    )
    parser.add_argument("--scores", default="*x*", metavar="EXPR", help="such as 10x10, 11x*, 9-10x9-10 (default: all)")
    parser.add_argument("--classes", default="0-8", metavar="EXPR", help="turn-ups or classes, such as v4,vq or 0-8")
    parser.add_argument(
        "--target",
        type=positive,
        metavar="EPS",
        help="exploitability to reach (default 1e-5 without live raises, 2.5e-4 with)",
    )
    parser.add_argument(
        "--workers", type=count, metavar="N", help="processes, of one thread each (default: as many as cores)"
    )
    parser.add_argument("--scheduler", metavar="ADDRESS", help="use the workers of a dask scheduler instead")
    parser.add_argument("--dry-run", action="store_true", help="say what would be done and what it will take")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(func=run)


def run(arguments: argparse.Namespace) -> int:
    """Plan, then drive."""
    table = load()
    asked = read_scores(arguments.scores), read_classes(arguments.classes), arguments.target
    steps = plan(table, *asked)
    with closing(_crew(arguments)) as crew:
        workers = crew.count
        if arguments.dry_run:
            print(json.dumps(_planned(steps, workers)) if arguments.json else _described(steps, workers))
            return 0
        progress = _Progress(steps, workers, quiet=arguments.json)
        if steps:
            if arguments.scheduler is None:
                check_memory(max((step.needs for step in steps), key=lambda needs: needs.peak_bytes), workers)
            progress.say(_described(steps, workers))
        done = not steps or _driven(steps, table, crew, progress)
        outcome = progress.outcome(done, short(table, *asked) if done else [], crew.count)
    print(json.dumps(outcome) if arguments.json else _told(outcome))
    return INTERRUPTED if not done else FAILED if outcome["short"] else 0


def _crew(arguments: argparse.Namespace) -> Workers:
    if arguments.scheduler is not None:
        from ..grid.cluster import ClusterWorkers

        return ClusterWorkers(arguments.scheduler)
    from ..grid.workers import LocalWorkers, cores

    return LocalWorkers(arguments.workers or len(cores()))


def _driven(steps: Sequence[Step], table: ValueTable, crew: Workers, progress: _Progress) -> bool:
    """Carry out a plan; False if it was interrupted."""
    from ..grid.drive import drive

    with Interruption() as interruption:
        return drive(steps, table, crew, report=progress.report, cancelled=interruption.asked)


class _Progress:
    """What `grid` says while it runs, and what it measured."""

    def __init__(self, steps: Sequence[Step], workers: int, quiet: bool):
        self._quiet = quiet
        self._begin = time.perf_counter()
        self._all = sum(len(step.classes) for step in steps)
        self._estimate = sum(step.needs.seconds for step in steps)
        self._expected = _seconds(steps, workers)
        self._landed: dict[tuple[Any, int], ClassValue] = {}
        self._done = 0.0  # estimated seconds of what has landed
        self._said: dict[str, float] = {}
        self._lost = 0

    def say(self, text: str) -> None:
        if not self._quiet:
            print(text, file=sys.stderr, flush=True)

    def report(self, job: Job, event: Event) -> None:
        from ..grid.job import Told
        from ..grid.workers import Lost

        now = time.perf_counter()
        if isinstance(event, list):
            new = [row for row in event if row.subgame not in self._landed]
            if not new:
                return
            self._landed |= {row.subgame: row for row in new}
            self._done += job.step.needs.seconds * len(new) / len(job.step.classes)
            worst = max(row.exploitability for row in event)
            self.say(
                f"{job.step.score} {_classes([row.turn_up_class for row in event])}  exploitability {worst:.1e}  "
                f"{event[0].iterations} iterations  {sum(row.seconds for row in event):.1f} s  "
                f"|  {len(self._landed)} of {self._all} subgames{self._left()}"
            )
        elif isinstance(event, Told) and now - self._said.setdefault(job.name, now) > REPORT_SECONDS:
            self._said[job.name] = now
            self.say(
                f"{job.step.score} {_classes(event.classes)}  iteration {event.iteration}  "
                f"exploitability {event.exploitability:.1e}"
            )
        elif isinstance(event, Lost):
            self._lost += 1
            self.say(f"{job}: its worker is gone; it goes on from its last save")

    def _left(self) -> str:
        """Time left if the rest goes as what is done, by the estimates."""
        spent = time.perf_counter() - self._begin
        if self._done <= 0 or len(self._landed) == self._all:
            return ""
        return f", about {duration((self._estimate - self._done) * spent / self._done)} left"

    def outcome(self, done: bool, missed: Sequence[ClassValue], workers: int) -> dict[str, Any]:
        rows = list(self._landed.values())
        return {
            "subgames": len(rows),
            "planned": self._all,
            "finished": done and not missed,
            "short": {
                str(score): {row.turn_up_class: row.exploitability for row in found}
                for score, found in groupby(missed, key=lambda row: row.score)
            },
            "seconds": round(time.perf_counter() - self._begin, 1),
            "worker_seconds": round(sum(row.seconds for row in rows), 1),
            "estimated_seconds": round(self._expected, 1),
            "workers": workers,
            "workers_lost": self._lost,
            "exploitability": max((row.exploitability for row in rows), default=None),
            "match_exploitability": max((row.match_exploitability for row in rows), default=None),
        }


def _classes(classes: Sequence[int]) -> str:
    return f"class {classes[0]}" if len(classes) == 1 else f"classes {classes[0]}-{classes[-1]}"


def _told(outcome: dict[str, Any]) -> str:
    missed = [
        f"{score} (turn-up classes {', '.join(map(str, found))}): exploitability {max(found.values()):.1e}"
        for score, found in outcome["short"].items()
    ]
    if missed:
        missed.insert(0, f"short of the target, at the limit of {MAX_ITERATIONS:,} iterations:")
    if not outcome["planned"]:
        return "\n".join([NOTHING_TO_DO, *missed])
    if missed:
        state = "done, but not all of it to the target"
    else:
        state = "done" if outcome["finished"] else "interrupted; the same command goes on from here"
    lines = [f"{state}: {outcome['subgames']} of {outcome['planned']} subgames in {duration(outcome['seconds'])}"]
    if outcome["subgames"]:
        lines.append(
            f"exploitability at most {outcome['exploitability']:.1e} in a hand, "
            f"{outcome['match_exploitability']:.1e} over the match"
        )
    return "\n".join([*lines, *missed])


def _planned(steps: Sequence[Step], workers: int) -> dict[str, Any]:
    return {
        "subgames": sum(len(step.classes) for step in steps),
        "entries": sum(len(step.classes) * step.needs.entries for step in steps),
        "peak_bytes": max((step.needs.peak_bytes for step in steps), default=0),
        "worker_seconds": round(sum(step.needs.seconds for step in steps)),
        "workers": workers,
        "seconds": round(_seconds(steps, workers)),
        "compile_seconds": round(_compile_seconds(steps)),
        "steps": [
            {
                "wave": step.wave,
                "score": str(step.score),
                "classes": list(step.classes),
                "target": step.target,
                "entries": step.needs.entries,
                "peak_bytes": step.needs.peak_bytes,
                "seconds": round(step.needs.seconds, 1),
            }
            for step in steps
        ],
    }


def _described(steps: Sequence[Step], workers: int) -> str:
    """The plan in words: a line a wave."""
    if not steps:
        return NOTHING_TO_DO
    lines = []
    for wave in sorted({step.wave for step in steps}):
        here = [step for step in steps if step.wave == wave]
        seconds, peak = sum(step.needs.seconds for step in here), max(step.needs.peak_bytes for step in here)
        names = ", ".join(str(step.score) for step in here)
        lines.append(f"{seconds:>9,.0f} s  {peak / 2**20:>6,.0f} MiB  {names}")
    total = sum(step.needs.seconds for step in steps)
    lines.append(
        f"{total:>9,.0f} s of one worker for {sum(len(step.classes) for step in steps)} subgames; "
        f"about {duration(_seconds(steps, workers))} with {workers or 1} worker{'s' * (workers > 1)}, "
        f"and {duration(_compile_seconds(steps))} of compiling the first time"
    )
    if not workers:
        lines.append("the scheduler has no workers yet; it waits for them: 'dask worker ADDRESS', on any machine")
    return "\n".join(lines)


def _compile_seconds(steps: Sequence[Step]) -> float:
    """Of all ladders, one after the other; all workers compile at the same time."""
    return sum({ladder_of(step.score): step.needs.compile_seconds for step in steps}.values())


def _seconds(steps: Sequence[Step], workers: int) -> float:
    """Time with so many workers, or the first one while there are none: of each wave all of it shared out, or its
    longest step alone if that is more."""
    workers, total = workers or 1, 0.0
    for wave in {step.wave for step in steps}:
        here = [step for step in steps if step.wave == wave]
        shared = sum(step.needs.seconds for step in here) / workers
        total += max(shared, *(step.alone + (step.needs.seconds - step.alone) / workers for step in here))
    return total
