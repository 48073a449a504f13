"""Whether a table of values makes sense: measured, not assumed."""

from __future__ import annotations

from dataclasses import dataclass

from ..rules import TARGET, Score
from .table import ALL_SCORES, ValueTable

TOLERANCE = 1e-6
"""Of float32 sums."""


@dataclass(frozen=True)
class Audit:
    """What was found; scores as text.

    Attributes:
        missing: scores that are not solved in all nine classes.
        stale: scores solved with other pay-offs than the table has now, and all that rest on them.
        not_monotone: pairs of scores (with a point more, without) where the point makes its owner's chance worse, and
            by how much of value.
        contradictory: subgames whose certificate contradicts itself: a best response below the value, or one of the
            match below what the strategies get against each other.
    """

    missing: tuple[str, ...]
    stale: tuple[str, ...]
    not_monotone: tuple[tuple[str, str, float], ...]
    contradictory: tuple[str, ...]

    def __str__(self) -> str:
        parts = []
        if self.stale:
            parts.append(f"Stale, 'truco-lab grid' renews them: {', '.join(self.stale)}.")
        if self.not_monotone:
            pairs = ", ".join(f"{more} and {less} ({by:.1e})" for more, less, by in self.not_monotone)
            parts.append(f"A point more is worth less at {pairs}.")
        if self.contradictory:
            parts.append(f"Certificates that contradict themselves: {', '.join(self.contradictory)}.")
        return " ".join(parts) or "A point more is worth more at all of them; none is stale."


def audit(table: ValueTable) -> Audit:
    """Completeness, monotony, provenance and certificates of a table."""
    solved = [score for score in ALL_SCORES if table.solved(score)]
    known = set(solved)
    worse = []
    for less in solved:
        for more, sign in ((_plus(less, 1, 0), 1), (_plus(less, 0, 1), -1)):
            if more in known:
                gain = sign * (table.value(more) - table.value(less))
                if gain < 0:
                    worse.append((str(more), str(less), -gain))
    contradictory = [
        f"{row.score} class {row.turn_up_class}"
        for row in table
        if min(
            row.best_response_mao - row.value,
            row.best_response_pe + row.value,
            row.match_best_response_mao - row.value,
            row.match_best_response_pe + row.value,
        )
        < -TOLERANCE
        or abs(row.exploitability - (row.best_response_mao + row.best_response_pe) / 2) > TOLERANCE
    ]
    return Audit(
        missing=tuple(str(score) for score in ALL_SCORES if score not in known),
        stale=tuple(str(score) for score in ALL_SCORES if table.stale(score)),
        not_monotone=tuple(worse),
        contradictory=tuple(contradictory),
    )


def _plus(score: Score, mao: int, pe: int) -> Score | None:
    more = (score.mao + mao, score.pe + pe)
    return Score(*more) if max(more) < TARGET else None
