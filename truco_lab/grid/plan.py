"""What is to be solved, in order, and what it will take."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ..errors import BadInputError, MissingValuesError
from ..notation import SpotError, parse
from ..rules import SCORES, TARGET, TURN_UP_CLASSES, Score, real_deck
from ..solve.estimate import Estimate, estimate
from ..tree.betting import ladder_of
from ..tree.tree import Tree
from ..values import ClassValue, ValueTable, successors
from ..values.table import ALL_SCORES
from ..words import Number, Sentence, sentence

TARGETS = {True: 2.5e-4, False: 1e-5}
"""Exploitability aimed for with and without live raises, unless another is asked for."""

MAX_ITERATIONS = 5_000
"""A solve ends after so many, short of its target or not; to a lower one it would be the same solve."""

QUICK_TOP = 1
"""Scores where at most truco can be asked for are solved on demand."""

ONE_CORE = 1.4
"""Time of a solve on one core, against the two that estimates are made for."""

WARM = 0.6
"""Time of a warm start against one from nothing, to the same target (see `benchmarks/grid.py`)."""

SOURCE = 4
"""With live raises this turn-up class is solved first, and the others go on from its regrets."""

ALL_CLASSES = tuple(range(TURN_UP_CLASSES))


@dataclass(frozen=True)
class Step:
    """One score to solve.

    Attributes:
        score: role-ordered.
        classes: turn-up classes, in order.
        target: exploitability to reach.
        needs: the estimate, for one worker.
        alone: seconds of it before a second worker can help.
    """

    score: Score
    classes: tuple[int, ...]
    target: float
    needs: Estimate
    alone: float

    @property
    def wave(self) -> int:
        """Points both still lack, counted from 11 x 11: steps of one wave do not need each other."""
        return 2 * (TARGET - 1) - self.score.mao - self.score.pe

    def __str__(self) -> str:
        return f"{self.score} ({len(self.classes)} of {TURN_UP_CLASSES} turn-up classes)"


def plan(
    table: ValueTable,
    scores: Iterable[Score] = ALL_SCORES,
    classes: Sequence[int] = ALL_CLASSES,
    target: float | None = None,
) -> list[Step]:
    """The steps that make `classes` of `scores` known to `target`, and before them what they rest on.

    A subgame is left out if the table has it at the target or at the limit of iterations, solved with the pay-offs that
    the table has. Scores that others rest on are taken with all nine classes, at whatever exploitability is there.
    """
    asked = set(scores)
    resting: set[Score] = set()
    for score in reversed(ALL_SCORES):
        if score in asked or (score in resting and not _sound(table, score)):
            resting.update(successors(score))
    renewed: set[Score] = set()
    steps = []
    for score in ALL_SCORES:
        aim = target or TARGETS[ladder_of(score).bets]
        wanted = set(ALL_CLASSES if score in resting else ()) | set(classes if score in asked else ())
        if renewed.isdisjoint(successors(score)):
            wanted = {k for k in wanted if _lacking(table, score, k, aim if score in asked and k in classes else 1.0)}
        if wanted:
            renewed.add(score)
            steps.append(step(score, sorted(wanted), aim))
    return steps


def short(
    table: ValueTable, scores: Iterable[Score], classes: Sequence[int], target: float | None = None
) -> list[ClassValue]:
    """What of a plan that has been carried out did not reach the target within the limit of iterations."""
    rows = [row for score in scores for k in classes if (row := table.row(score, k))]
    return [row for row in rows if row.exploitability > (target or TARGETS[ladder_of(row.score).bets])]


def step(score: Score, classes: Iterable[int], target: float) -> Step:
    """A step with its estimate, for a worker on one core."""
    chosen, tree = tuple(classes), Tree(real_deck(0), ladder_of(score))
    if not tree.ladder.bets:
        needs = estimate(tree, target, len(chosen))
        seconds = ONE_CORE * needs.seconds
        return Step(score, chosen, target, replace(needs, seconds=seconds), seconds)
    # one after the other: in memory are the state in hand, the one that it started from, and one to count in
    source = ONE_CORE * estimate(tree, target).seconds
    seconds = source * (1 + WARM * len(set(chosen) - {SOURCE}))
    return Step(score, chosen, target, replace(estimate(tree, target, 3), seconds=seconds), source)


def _sound(table: ValueTable, score: Score) -> bool:
    """Whether it can be rested on as it is: nothing below has to be renewed either."""
    return table.solved(score) and not table.stale(score)


def _lacking(table: ValueTable, score: Score, turn_up_class: int, target: float) -> bool:
    row = table.row(score, turn_up_class)
    if row is None or turn_up_class in table.stale(score):
        return True
    return row.exploitability > target and row.iterations < MAX_ITERATIONS


def needed(table: ValueTable, score: Score) -> list[Step]:
    """Steps before `score` has its pay-offs, when all of them are quick.

    Raises:
        MissingValuesError: some are not; with their number, an estimate of the time, and the command.
    """
    steps = [step(s, table.missing_classes(s), TARGETS[ladder_of(s).bets]) for s in table.missing(score)]
    if any(ladder_of(s.score).bets and max(ladder_of(s.score).tops) > QUICK_TOP for s in steps):
        subgames, seconds = sum(len(s.classes) for s in steps), sum(s.needs.seconds for s in steps)
        work = {"subgames": subgames, "scores": len(steps), "time": duration(seconds)}
        raise MissingValuesError("values-missing", score=score, **work)
    return steps


def duration(seconds: float) -> Sentence:
    """A time in words."""
    if seconds > 5400:
        return sentence("hours", count=Number(seconds / 3600, 1))
    if seconds > 90:
        return sentence("minutes", count=Number(seconds / 60, 0))
    return sentence("seconds", count=Number(seconds, 0))


# -- what to select ------------------------------------------------------------------------------------------------


def read_scores(text: str) -> list[Score]:
    """Scores such as `10x10`, `11x*`, `9-10x9-10`, several with commas between them.

    Raises:
        BadInputError: with the part that cannot be read.
    """
    chosen: set[Score] = set()
    for part in text.split(","):
        sides = re.fullmatch(r"\s*([\d*-]+)\s*[x×]\s*([\d*-]+)\s*", part, re.IGNORECASE)
        if not sides:
            raise BadInputError("scores-unreadable", part=repr(part.strip()))
        mao, pe = (_numbers(side, TARGET - 1, part) for side in sides.groups())
        chosen.update(score for score in SCORES if score.mao in mao and score.pe in pe)
    return [score for score in ALL_SCORES if score in chosen]


def read_classes(text: str) -> list[int]:
    """Turn-up classes: turn-ups such as `v4`, or numbers and ranges such as `0-8`, with commas between them.

    Raises:
        BadInputError: with the part that cannot be read.
    """
    chosen: set[int] = set()
    for part in (piece.strip() for piece in text.split(",")):
        if part[:1].lower() == "v":
            try:
                chosen.add(parse(f"11x11 {part}").turn_up.turn_up_class)
            except SpotError as error:
                raise BadInputError("turn-up-unreadable", part=repr(part)) from error
        else:
            chosen.update(_numbers(part, TURN_UP_CLASSES - 1, part))
    return sorted(chosen)


def _numbers(text: str, most: int, part: str) -> range:
    """A number, a range or a star, all from 0 to `most`."""
    if text == "*":
        return range(most + 1)
    ends = re.fullmatch(r"(\d+)(?:-(\d+))?", text)
    if not ends:
        raise BadInputError("range-unreadable", text=repr(text), part=repr(part.strip()))
    first, last = int(ends[1]), int(ends[2] or ends[1])
    if not first <= last <= most:
        raise BadInputError("range-outside", text=repr(text), part=repr(part.strip()), most=most)
    return range(first, last + 1)
