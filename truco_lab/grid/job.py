"""What a worker is given to do, and what it tells: without JAX, which the driver does not need."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..folders import data_folder
from ..rules import Seat
from ..values import ClassValue, ValueTable
from .plan import Step

Numbers = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Job:
    """Part of a step with all it rests on: it can be carried out anywhere.

    The first job of a step solves all its classes at once if that is best. If not it solves the source alone, from
    which the others then begin, each a job of its own.

    Attributes:
        step: what is to be solved in all.
        turn_up_class: the one to solve from the source; None for the first job.
        payoffs: f[winner, rung], see `ValueTable.payoffs`.
        match_payoffs: for the best response of the match by mão and by pé, see `ValueTable.match_payoffs`.
        basis: their digest.
    """

    step: Step
    turn_up_class: int | None
    payoffs: Numbers
    match_payoffs: tuple[Numbers, Numbers]
    basis: str

    @classmethod
    def first(cls, step: Step, table: ValueTable) -> Job:
        """The first job of a step, now that what it rests on is known."""
        mao, pe = (_frozen(table.match_payoffs(step.score, seat)) for seat in Seat)
        return cls(step, None, _frozen(table.payoffs(step.score)), (mao, pe), table.basis(step.score))

    def then(self, turn_up_class: int) -> Job:
        """The job of a class that the first one has left."""
        return dataclasses.replace(self, turn_up_class=turn_up_class)

    @property
    def name(self) -> str:
        """The same for the same work."""
        classes = self.step.classes if self.turn_up_class is None else (self.turn_up_class,)
        return f"{self.shelf}-{'first' if self.turn_up_class is None else 'then'}-c{''.join(map(str, classes))}"

    @property
    def shelf(self) -> str:
        """Where the jobs of a step keep what they are doing: the same for all that can go on from the same source."""
        return f"{self.step.score}-{self.basis}-{self.step.target:g}"

    @property
    def shelves(self) -> str:
        """All shelves of its score, as a pattern: those of other targets and pay-offs too."""
        return f"{self.step.score}-*"

    def place(self, classes: Sequence[int]) -> str:
        """Where on the shelves the solve of some of its classes is kept."""
        return f"{self.shelf}/c{''.join(map(str, classes))}"

    def folder(self, classes: Sequence[int]) -> Path:
        """The same on this machine."""
        return _shelves() / self.place(classes)

    def __str__(self) -> str:
        return str(self.step) if self.turn_up_class is None else f"{self.step.score} class {self.turn_up_class}"


@dataclass(frozen=True)
class Told:
    """How far a job is: the classes in hand, and the latest certificate."""

    classes: tuple[int, ...]
    iteration: int
    exploitability: float


Tell = Callable[[Told | list[ClassValue]], None]
Cancelled = Callable[[], bool]


def forget(places: str) -> None:
    """Remove what was saved on this machine, at places on the shelves that match a pattern."""
    for folder in _shelves().glob(places):
        shutil.rmtree(folder, ignore_errors=True)


def _shelves() -> Path:
    return data_folder() / "grid"


def _frozen(payoffs: np.ndarray) -> Numbers:
    return tuple(map(tuple, payoffs.tolist()))
