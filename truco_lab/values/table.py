"""Match values: what a hand's result is worth, and how well that is known.

U(mão, pé) is mão's expected result of the match in [-1, 1] when a hand begins at that score, averaged over turn-ups;
the chance of winning is (1 + U) / 2. A hand won by mão for v points is worth -U(pé, mão + v) to the player who was
mão (roles turn), or 1 if that ends the match; likewise for pé. No hand leaves the score as it was, so values follow
from 11 x 11 down by exact dynamic programming.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from importlib import resources
from pathlib import Path

import numpy as np

from ..errors import MissingValuesError, StoreError
from ..folders import data_folder, write_whole
from ..rules import RUNGS, TARGET, TURN_UP_CLASSES, TURN_UP_WEIGHTS, Score, Seat
from ..tree.betting import Ladder, ladder_of

STAND_IN = "stand-in"


@dataclass(frozen=True)
class ClassValue:
    """What was measured of one subgame; values in +-1 match space.

    Attributes:
        mao, pe: role-ordered score.
        turn_up_class: 0..8.
        value: to mão, of both average strategies.
        best_response_mao, best_response_pe: from each seat's own side.
        exploitability: (BR_mão + BR_pé) / 2.
        iterations: of both seats.
        seconds: spent solving, compilation included.
        configuration: update rule and continuation.
        version: of truco_lab.
    """

    mao: int
    pe: int
    turn_up_class: int
    value: float
    best_response_mao: float
    best_response_pe: float
    exploitability: float
    iterations: int
    seconds: float
    configuration: str
    version: str

    @property
    def score(self) -> Score:
        return Score(self.mao, self.pe)


class ValueTable:
    """Class values by score and turn-up class."""

    def __init__(self, rows: Iterable[ClassValue] = (), *, stand_in: bool = False):
        self._rows: dict[tuple[Score, int], ClassValue] = {}
        self.stand_in = stand_in
        for row in rows:
            self.add(row)

    def add(self, row: ClassValue) -> None:
        """Keep a row, unless a better one of that subgame (lower exploitability) is there."""
        known = self._rows.get((row.score, row.turn_up_class))
        if known is None or row.exploitability <= known.exploitability:
            self._rows[row.score, row.turn_up_class] = row

    def __iter__(self) -> Iterator[ClassValue]:
        return iter(sorted(self._rows.values(), key=lambda row: (-row.mao, -row.pe, row.turn_up_class)))

    def row(self, score: Score, turn_up_class: int) -> ClassValue | None:
        """What is known of a subgame."""
        return self._rows.get((score, turn_up_class))

    def missing_classes(self, score: Score) -> list[int]:
        """Turn-up classes of a score that are not solved."""
        return [k for k in range(TURN_UP_CLASSES) if (score, k) not in self._rows]

    def value(self, score: Score) -> float:
        """U(mão, pé), averaged over turn-ups.

        Raises:
            MissingValuesError: some class of the score is not solved.
        """
        if self.stand_in:
            return stand_in_value(score)
        if self.missing_classes(score):
            raise MissingValuesError(f"the match value of {score} is not solved yet")
        return sum(w * self._rows[score, k].value for k, w in enumerate(TURN_UP_WEIGHTS))

    def exploitability(self, score: Score) -> float:
        """The largest exploitability behind the value of a score."""
        return max(self._rows[score, k].exploitability for k in range(TURN_UP_CLASSES))

    def missing(self, score: Score) -> list[Score]:
        """Scores to be solved before a hand at `score` has its pay-offs, in the order to solve them."""
        if self.stand_in:
            return []
        wanted, todo = set(), [score]
        while todo:
            for following in successors(todo.pop()):
                if following not in wanted and self.missing_classes(following):
                    wanted.add(following)
                    todo.append(following)
        return sorted(wanted, key=lambda s: (-s.mao - s.pe, -s.mao))

    def payoffs(self, score: Score) -> np.ndarray:
        """What mão gets when a seat wins a rung, f[winner, rung] in +-1 match space.

        Rungs that the hand cannot reach repeat the highest that it can.

        Raises:
            MissingValuesError: a value it needs is not solved.
            ValueError: winning for more would be worth less, so that the tree's pruning does not hold.
        """
        result = np.zeros((2, len(RUNGS)))
        reachable = live_rungs(ladder_of(score))
        for winner in Seat:
            sign = 1 if winner is Seat.MAO else -1
            for rung in reachable:
                following = score.after(winner, RUNGS[rung])
                value = -self.value(following) if isinstance(following, Score) else float(sign)
                result[winner, rung] = value
            for rung in range(len(RUNGS)):
                if rung not in reachable:
                    nearest = min(reachable, key=lambda r: abs(r - rung))
                    result[winner, rung] = result[winner, nearest]
            if (sign * np.diff(result[winner]) < 0).any():
                raise ValueError(f"at {score} winning more points would be worth less: {result[winner]}")
        return result

    def to_csv(self) -> str:
        """All rows as text, most points first."""
        text = io.StringIO()
        names = [f.name for f in fields(ClassValue)]
        writer = csv.DictWriter(text, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows({name: getattr(row, name) for name in names} for row in self)
        return text.getvalue()


def live_rungs(ladder: Ladder) -> list[int]:
    """Rungs that a hand can end on, including the fold of a hand of eleven."""
    played = range(ladder.first, max(*ladder.tops, ladder.first) + 1)
    return sorted({*played, *([0] if ladder.decider is not None else [])})


def successors(score: Score) -> list[Score]:
    """Scores that a hand at this score can lead to."""
    ends = [score.after(winner, RUNGS[rung]) for rung in live_rungs(ladder_of(score)) for winner in Seat]
    return sorted({end for end in ends if isinstance(end, Score)})


def stand_in_value(score: Score) -> float:
    """A smooth stand-in for U, for benchmarks of deep ladders only: (b - a) / (a + b), with a and b the points that mão
    and pé still lack. Monotone in both, zero at level scores."""
    lacks_mao, lacks_pe = TARGET - score.mao, TARGET - score.pe
    return (lacks_pe - lacks_mao) / (lacks_mao + lacks_pe)


def user_table() -> Path:
    """The user's own table."""
    return data_folder() / "values.csv"


def load() -> ValueTable:
    """The shipped rows and the user's.

    Raises:
        StoreError: the user's table is damaged.
    """
    table = ValueTable(read_rows(resources.files("truco_lab.values").joinpath("values.csv").read_text(), "shipped"))
    path = user_table()
    if path.exists():
        for row in read_rows(path.read_text(encoding="utf-8"), str(path)):
            table.add(row)
    return table


def read_rows(text: str, name: str) -> list[ClassValue]:
    """Rows of a CSV table.

    Raises:
        StoreError: a line cannot be read.
    """
    kinds: Mapping[str, type] = {"int": int, "float": float, "str": str}
    rows = []
    for number, record in enumerate(csv.DictReader(io.StringIO(text)), start=2):
        try:
            rows.append(ClassValue(**{f.name: kinds[str(f.type)](record[f.name]) for f in fields(ClassValue)}))
        except (KeyError, TypeError, ValueError) as error:
            raise StoreError(
                f"line {number} of the value table {name} cannot be read; mend it or delete the file"
            ) from error
    return rows


def remember(rows: Iterable[ClassValue]) -> None:
    """Add rows to the user's table."""
    path = user_table()
    table = ValueTable(read_rows(path.read_text(encoding="utf-8"), str(path)) if path.exists() else ())
    for row in rows:
        table.add(row)
    write_whole(path, table.to_csv())
