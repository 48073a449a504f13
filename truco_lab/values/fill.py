"""Solving the scores that a hand's pay-offs need, when that is quick."""

from __future__ import annotations

from collections.abc import Callable

from .. import __version__
from ..errors import MissingValuesError
from ..rules import TURN_UP_CLASSES, Score, real_deck
from ..solve.estimate import estimate
from ..solve.solver import Config, Progress, Solution, solve
from ..tree.betting import ladder_of
from ..tree.tree import Tree
from .table import ClassValue, ValueTable, remember

QUICK_TOP = 1
"""Scores where at most truco can be asked for are solved on demand."""

TARGETS = {True: 2.5e-4, False: 1e-5}
"""Exploitability aimed for on demand, with and without live raises."""


def needed(table: ValueTable, score: Score) -> list[Score]:
    """Scores to be solved before `score`, in order, when all of them are quick.

    Raises:
        MissingValuesError: some are not; with their number, an estimate of the time, and the command.
    """
    missing = table.missing(score)
    slow = [s for s in missing if max(ladder_of(s).tops) > QUICK_TOP and ladder_of(s).bets]
    if slow:
        subgames = sum(len(table.missing_classes(s)) for s in missing)
        seconds = sum(_seconds(s, len(table.missing_classes(s))) for s in missing)
        raise MissingValuesError(
            f"{score} needs match values that are not solved yet: {subgames} subgames at {len(missing)} scores, "
            f"about {_duration(seconds)} on this kind of machine. Solve each with truco-lab solve, "
            f"beginning with 'truco-lab solve \"{missing[0]}\" --all-classes', or add --stand-in for a benchmark"
        )
    return missing


def _seconds(score: Score, classes: int) -> float:
    cost = estimate(Tree(real_deck(0), ladder_of(score)), TARGETS[ladder_of(score).bets], classes)
    return cost.seconds


def _duration(seconds: float) -> str:
    return f"{seconds / 3600:.1f} hours" if seconds > 5400 else f"{seconds / 60:.0f} minutes"


def fill(
    table: ValueTable,
    score: Score,
    *,
    announce: Callable[[Score, int, int], None] | None = None,
    progress: Callable[[Progress], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> bool:
    """Solve what `score` needs, all nine turn-up classes of each score at once, and remember it.

    Args:
        announce: called before each score with its place and how many there are.

    Returns:
        False if it was cancelled; what was solved by then is kept.

    Raises:
        MissingValuesError: see `needed`.
    """
    todo = needed(table, score)
    for place, missing in enumerate(todo, start=1):
        if announce:
            announce(missing, place, len(todo))
        classes = table.missing_classes(missing)
        config = Config(target=TARGETS[ladder_of(missing).bets])
        solution = solve(missing, classes, table.payoffs(missing), config, progress=progress, cancelled=cancelled)
        if solution.stopped == "cancelled":
            return False
        rows = rows_of(solution, classes, "exact")
        for row in rows:
            table.add(row)
        remember(rows)
    assert not table.missing(score)
    return True


def rows_of(solution: Solution, classes: list[int], continuation: str) -> list[ClassValue]:
    """A solution as rows of the value table."""
    rule = solution.rule
    assert len(classes) <= TURN_UP_CLASSES
    return [
        ClassValue(
            mao=solution.score.mao,
            pe=solution.score.pe,
            turn_up_class=turn_up_class,
            value=float(solution.evaluation.value[k]),
            best_response_mao=float(solution.evaluation.best_response_mao[k]),
            best_response_pe=float(solution.evaluation.best_response_pe[k]),
            exploitability=float(solution.evaluation.exploitability[k]),
            iterations=solution.iterations,
            seconds=round((solution.seconds + solution.compile_seconds) / len(classes), 3),
            configuration=f"DCFR({rule.alpha}, {rule.beta}, {rule.gamma}) float32 {continuation}",
            version=__version__,
        )
        for k, turn_up_class in enumerate(classes)
    ]
