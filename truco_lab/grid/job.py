"""What a worker does: solve one score, and certify it for the hand and for the whole match."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from .. import __version__
from ..errors import CancelledError
from ..folders import data_folder
from ..rules import Seat
from ..solve.engine import Engine
from ..solve.solver import Config, Solution, WarmStart, solve
from ..tree.betting import Ladder, ladder_of
from ..values import ClassValue, ValueTable
from .plan import Step

SOURCE = 4
"""With live raises this turn-up class is solved first, and the others go on from its regrets: 40 % fewer iterations."""

Numbers = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Job:
    """A step with all it rests on: it can be carried out anywhere.

    Attributes:
        step: what to solve.
        payoffs: f[winner, rung], see `ValueTable.payoffs`.
        match_payoffs: for the best response of the match by mão and by pé, see `ValueTable.match_payoffs`.
        basis: their digest.
    """

    step: Step
    payoffs: Numbers
    match_payoffs: tuple[Numbers, Numbers]
    basis: str

    @classmethod
    def of(cls, step: Step, table: ValueTable) -> Job:
        """The job of a step, now that what it rests on is known."""
        mao, pe = (_frozen(table.match_payoffs(step.score, seat)) for seat in Seat)
        return cls(step, _frozen(table.payoffs(step.score)), (mao, pe), table.basis(step.score))

    @property
    def name(self) -> str:
        """The same for the same work."""
        classes = "".join(map(str, self.step.classes))
        return f"{self.step.score}-c{classes}-{self.basis}-{self.step.target:g}"


@dataclass(frozen=True)
class Told:
    """How far a job is: the classes in hand, and the latest certificate."""

    classes: tuple[int, ...]
    iteration: int
    exploitability: float


@dataclass
class Bench:
    """What a worker keeps between jobs: an engine for each ladder and number of subgames, compiled."""

    engines: dict[tuple[Ladder, int], Engine] = field(default_factory=dict)


def carry_out(
    job: Job, bench: Bench, tell: Callable[[Told | list[ClassValue]], None], cancelled: Callable[[], bool]
) -> bool:
    """Do a job; rows are told as soon as they are certified, all those of one solve at once.

    The state is saved on the way, so that the same job goes on where it was, on this machine.

    Returns:
        Whether it was done; False if it was cancelled.
    """
    folder = data_folder() / "grid" / job.name
    source: Solution | None = None
    for classes in _batches(job.step):
        try:
            solution = _solved(job, classes, folder, bench, source, tell, cancelled)
        except CancelledError:
            return False
        if solution.stopped == "cancelled":
            return False
        matches, solution = _against_the_match(job, solution)
        if set(classes) <= set(job.step.classes):
            tell(list(_rows(job, classes, solution, matches, warm=source is not None)))
        if source is None and _one_by_one(job.step):
            source = solution
    shutil.rmtree(folder, ignore_errors=True)
    return True


def _one_by_one(step: Step) -> bool:
    """Without raises a subgame is so small that all are done at once; on an accelerator all are in any case."""
    import jax

    return ladder_of(step.score).bets and jax.devices()[0].platform == "cpu"


def _batches(step: Step) -> list[tuple[int, ...]]:
    """The source first, even if its row is not asked for: what a job finds does not depend on what was there before."""
    if not _one_by_one(step):
        return [step.classes]
    return [(SOURCE,), *((k,) for k in step.classes if k != SOURCE)]


def _solved(
    job: Job,
    classes: Sequence[int],
    folder: Path,
    bench: Bench,
    source: Solution | None,
    tell: Callable[[Told], None],
    cancelled: Callable[[], bool],
) -> Solution:
    key = (ladder_of(job.step.score), len(classes))
    solution = solve(
        job.step.score,
        classes,
        np.array(job.payoffs),
        Config(target=job.step.target),
        progress=lambda progress: tell(Told(tuple(classes), progress.iteration, progress.exploitability)),
        cancelled=cancelled,
        folder=folder / f"c{''.join(map(str, classes))}",
        warm=None if source is None else WarmStart(f"class {SOURCE}", source.state, source.iterations),
        like=bench.engines.get(key),
    )
    bench.engines[key] = solution.engine
    return solution


def _against_the_match(job: Job, solution: Solution) -> tuple[list[np.ndarray], Solution]:
    """For each seat the best response of the match, [C]; and the solution, its state given away for an equal one."""
    state, matches = solution.state, []
    for seat in Seat:
        payoffs = np.repeat(np.array(job.match_payoffs[seat])[:, :, None], len(solution.decks), 2)
        best, state = solution.engine.again(solution.decks, payoffs).earned(seat, state, greedy=True)
        matches.append(best)
    return matches, dataclasses.replace(solution, state=state)


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


def _frozen(payoffs: np.ndarray) -> Numbers:
    return tuple(map(tuple, payoffs.tolist()))
