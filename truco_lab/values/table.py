"""Match values: what a hand's result is worth, and how well that is known.

U(mão, pé) is mão's expected result of the match in [-1, 1] when a hand begins at that score, averaged over turn-ups;
the chance of winning is (1 + U) / 2. A hand won by mão for v points is worth -U(pé, mão + v) to the player who was
mão (roles turn), or 1 if that ends the match; likewise for pé. No hand leaves the score as it was, so values follow
from 11 x 11 down by exact dynamic programming.

The certificate of a whole match goes by the same recursion. Let B(s, r) be what a player gets from score s on, being
seat r there, who answers the published strategies best in every hand. In the hand at s the pay-offs of that best
response are the B of the scores it leads to (in the other seat), so one more pass over each subgame, with pay-offs
`match_payoffs(s, r)`, gives B(s, r) exactly. `match_exploitability` is (B(s, mão) + B(s, pé)) / 2.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator

import numpy as np

from ..errors import InconsistentValuesError, MissingValuesError
from ..rules import RUNGS, SCORES, TARGET, TURN_UP_CLASSES, TURN_UP_WEIGHTS, Score, Seat
from ..tree.betting import Ladder, ladder_of
from .rows import ClassValue

STAND_IN = "stand-in"


class ValueTable:
    """Class values by score and turn-up class.

    Of several rows of one subgame that one counts which was solved with the pay-offs that the table has now, and among
    those the one of the lowest exploitability. Where none was, the best stands, and the score is `stale`; so is all
    that rests on it.
    """

    def __init__(self, rows: Iterable[ClassValue] = (), *, stand_in: bool = False):
        self.stand_in = stand_in
        self._found: dict[Score, dict[int, list[ClassValue]]] = {}
        self._chosen: dict[Score, dict[int, ClassValue]] | None = None
        self._stale: dict[Score, list[int]] = {}
        for row in rows:
            self.add(row)

    def add(self, row: ClassValue) -> None:
        """Take a row into account."""
        found = self._found.setdefault(row.score, {}).setdefault(row.turn_up_class, [])
        if row not in found:
            found.append(row)
            self._chosen = None

    def _rows(self, score: Score) -> dict[int, ClassValue]:
        if self._chosen is None:
            self._chosen, self._stale = {}, {}
            for each in downwards(self._found):
                basis, below = self._basis(each), any(self._stale.get(following) for following in successors(each))
                counting = {
                    k: min(rows, key=lambda row: (row.basis != basis, row.exploitability))
                    for k, rows in self._found[each].items()
                }
                self._chosen[each] = counting
                self._stale[each] = [k for k, row in sorted(counting.items()) if below or row.basis != basis]
        return self._chosen.get(score, {})

    def __iter__(self) -> Iterator[ClassValue]:
        """The rows that count, most points first."""
        for score in downwards(self._found):
            yield from (row for _, row in sorted(self._rows(score).items()))

    def row(self, score: Score, turn_up_class: int) -> ClassValue | None:
        """What is known of a subgame."""
        return self._rows(score).get(turn_up_class)

    def missing_classes(self, score: Score) -> list[int]:
        """Turn-up classes of a score that are not solved."""
        return [k for k in range(TURN_UP_CLASSES) if k not in self._rows(score)]

    def solved(self, score: Score) -> bool:
        """Whether all nine classes of a score are solved."""
        return self.stand_in or not self.missing_classes(score)

    def stale(self, score: Score) -> list[int]:
        """Classes of a score that were solved with other pay-offs than the table has now; all of them where the
        score can lead to a stale one."""
        return self._stale[score] if self._rows(score) else []

    def missing(self, score: Score) -> list[Score]:
        """Scores to be solved before a hand at `score` has its pay-offs, in the order to solve them."""
        wanted, todo = set(), [score]
        while todo:
            for following in successors(todo.pop()):
                if following not in wanted and not self.solved(following):
                    wanted.add(following)
                    todo.append(following)
        return list(downwards(wanted))

    # -- values, averaged over turn-ups ----------------------------------------------------------------------------

    def value(self, score: Score) -> float:
        """U(mão, pé).

        Raises:
            MissingValuesError: some class of the score is not solved; this and the following alike.
        """
        return self._mean(score, lambda row: row.value, stand_in_value(score))

    def match_best_response(self, score: Score, seat: Seat) -> float:
        """B(score, seat), from that seat's side."""
        sign = 1 if seat is Seat.MAO else -1
        return self._mean(score, lambda row: row.match_best_response(seat), sign * stand_in_value(score))

    def match_exploitability(self, score: Score) -> float:
        """What perfect opponents gain over the whole match from this score on, the mean of both seats."""
        return (self.match_best_response(score, Seat.MAO) + self.match_best_response(score, Seat.PE)) / 2

    def exploitability(self, score: Score) -> float:
        """The largest exploitability of one hand behind the value of a score."""
        return max(row.exploitability for row in self._rows(score).values())

    def _mean(self, score: Score, measure: Callable[[ClassValue], float], stand_in: float) -> float:
        if self.stand_in:
            return stand_in
        if not self.solved(score):
            raise MissingValuesError("values-unsolved", score=score)
        rows = self._rows(score)
        return sum(weight * measure(rows[k]) for k, weight in enumerate(TURN_UP_WEIGHTS))

    # -- pay-offs ---------------------------------------------------------------------------------------------------

    def payoffs(self, score: Score) -> np.ndarray:
        """What mão gets when a seat wins a rung, f[winner, rung] in +-1 match space.

        Rungs that the hand cannot reach repeat the nearest that it can.

        Raises:
            MissingValuesError: a value it needs is not solved.
            InconsistentValuesError: winning for more would be worth less, so that the tree's pruning does not hold.
        """
        return _payoffs(score, lambda following: -self.value(following))

    def match_payoffs(self, score: Score, seat: Seat) -> np.ndarray:
        """The same for the best response of a match by who is `seat` here; from mão's side too.

        Raises:
            MissingValuesError, InconsistentValuesError: as `payoffs`.
        """
        sign = 1 if seat is Seat.MAO else -1
        return _payoffs(score, lambda following: sign * self.match_best_response(following, seat.other))

    def basis(self, score: Score) -> str:
        """A digest of all pay-offs that a row of this score rests on."""
        resting = [self.payoffs(score), *(self.match_payoffs(score, seat) for seat in Seat)]
        return hashlib.sha256(b"".join(pays.tobytes() for pays in resting)).hexdigest()[:12]

    def _basis(self, score: Score) -> str | None:
        """The basis of a score, None while there is none."""
        try:
            return self.basis(score)
        except (MissingValuesError, InconsistentValuesError):
            return None


def _payoffs(score: Score, worth: Callable[[Score], float]) -> np.ndarray:
    result = np.zeros((2, len(RUNGS)))
    reachable = live_rungs(ladder_of(score))
    for winner in Seat:
        sign = 1 if winner is Seat.MAO else -1
        for rung in range(len(RUNGS)):
            nearest = min(reachable, key=lambda r: abs(r - rung))
            following = score.after(winner, RUNGS[nearest])
            result[winner, rung] = worth(following) if isinstance(following, Score) else sign
        if (sign * np.diff(result[winner]) < 0).any():
            values = sign * result[winner]
            raise InconsistentValuesError("values-inconsistent", score=score, winner=winner, values=values)
    return result


def downwards(scores: Iterable[Score]) -> list[Score]:
    """Scores in the order of the dynamic programming: most points first."""
    return sorted(scores, key=lambda score: (-score.mao - score.pe, -score.mao))


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


ALL_SCORES = tuple(downwards(SCORES))
"""The 144 scores, most points first."""
