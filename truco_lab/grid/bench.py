"""What a worker does: solve subgames of one score, and certify them for the hand and for the whole match."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import jax
import numpy as np

from .. import __version__
from ..errors import CancelledError
from ..rules import Seat
from ..solve.engine import Engine
from ..solve.solver import Config, Solution, WarmStart, solve
from ..tree.betting import Ladder, ladder_of
from ..values import ClassValue
from .job import Cancelled, Job, Tell, Told
from .plan import MAX_ITERATIONS, SOURCE


@dataclass
class Bench:
    """What a worker keeps between jobs: an engine for each ladder and number of subgames, compiled; and the source that
    it used last, by shelf."""

    engines: dict[tuple[Ladder, int], Engine] = field(default_factory=dict)
    source: tuple[str, Solution] | None = None


def carry_out(job: Job, bench: Bench, tell: Tell, cancelled: Cancelled) -> bool:
    """Do a job; rows are told as soon as they are certified, all those of one solve at once.

    States are saved on the way and at the end, so that the same job goes on where it was, on this machine, until the
    driver has its rows and lets go of them. There too a source is found that another worker has solved; who does not
    find it solves it again, to the same numbers.

    Returns:
        Whether it was done; False if it was cancelled.
    """
    try:
        _carry_out(job, bench, tell, cancelled)
    except CancelledError:
        return False
    return True


def _carry_out(job: Job, bench: Bench, tell: Tell, cancelled: Cancelled) -> None:
    if _at_once(job):
        solution = _solved(job, job.step.classes, bench, None, tell, cancelled)
        _certified(job, job.step.classes, solution, tell)
        return
    if bench.source is None or bench.source[0] != job.shelf:
        bench.source = None
        bench.source = job.shelf, _solved(job, (SOURCE,), bench, None, tell, cancelled)
    shelf, source = bench.source
    if job.turn_up_class is not None:
        classes = (job.turn_up_class,)
        _certified(job, classes, _solved(job, classes, bench, source, tell, cancelled), tell, warm=True)
    elif SOURCE in job.step.classes:
        bench.source = shelf, _certified(job, (SOURCE,), source, tell)


def _at_once(job: Job) -> bool:
    """Without raises a subgame is so small that all are done at once; on an accelerator all are in any case."""
    small = not ladder_of(job.step.score).bets
    return job.turn_up_class is None and (small or jax.devices()[0].platform != "cpu")


def _solved(
    job: Job, classes: Sequence[int], bench: Bench, source: Solution | None, tell: Tell, cancelled: Cancelled
) -> Solution:
    key = (ladder_of(job.step.score), len(classes))
    solution = solve(
        job.step.score,
        classes,
        np.array(job.payoffs),
        Config(target=job.step.target, max_iterations=MAX_ITERATIONS),
        progress=lambda progress: tell(Told(tuple(classes), progress.iteration, progress.exploitability)),
        cancelled=cancelled,
        folder=job.folder(classes),
        own=True,
        warm=None if source is None else WarmStart(f"class {SOURCE}", source.state, source.iterations),
        like=bench.engines.get(key),
    )
    bench.engines[key] = solution.engine
    if solution.stopped == "cancelled":
        raise CancelledError("solve-cancelled")
    return solution


def _certified(job: Job, classes: Sequence[int], solution: Solution, tell: Tell, *, warm: bool = False) -> Solution:
    """Tell the rows of a solution, with the best responses of the match; the state is given away for an equal one."""
    state, matches = solution.state, []
    for seat in Seat:
        payoffs = np.repeat(np.array(job.match_payoffs[seat])[:, :, None], len(solution.decks), 2)
        best, state = solution.engine.again(solution.decks, payoffs).earned(seat, state, greedy=True)
        matches.append(best)
    tell(list(_rows(job, classes, solution, matches, warm=warm)))
    return dataclasses.replace(solution, state=state)


def _rows(
    job: Job, classes: Sequence[int], solution: Solution, matches: list[np.ndarray], *, warm: bool
) -> Iterator[ClassValue]:
    began = f"from class {SOURCE}" if warm else "cold"
    for k, turn_up_class in enumerate(classes):
        yield ClassValue(
            mao=job.step.score.mao,
            pe=job.step.score.pe,
            turn_up_class=turn_up_class,
            value=float(solution.evaluation.value[k]),
            best_response_mao=float(solution.evaluation.best_response_mao[k]),
            best_response_pe=float(solution.evaluation.best_response_pe[k]),
            exploitability=float(solution.evaluation.exploitability[k]),
            match_best_response_mao=float(matches[Seat.MAO][k]),
            match_best_response_pe=float(matches[Seat.PE][k]),
            iterations=solution.iterations,
            seconds=round((solution.seconds + solution.compile_seconds) / len(classes), 3),
            configuration=f"{solution.rule} float32 to {job.step.target:g} {began}",
            basis=job.basis,
            version=__version__,
        )
