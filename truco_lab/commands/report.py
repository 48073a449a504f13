"""What `truco-lab solve` says while it runs and when it is done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TextIO

import numpy as np

from ..rules import Score, Seat, TurnUp
from ..solve.estimate import Estimate
from ..tree.betting import RAISE
from .info import described

if TYPE_CHECKING:
    from ..grid.job import Job
    from ..grid.workers import Event
    from ..solve.solver import Progress, Solution


FURTHEST = 1000
"""How many times the time spent the time to the target may be for a guess."""


class Reporter:
    """Progress on one stream; silent when `quiet`."""

    def __init__(self, stream: TextIO, quiet: bool = False):
        self._stream, self._quiet = stream, quiet
        self._target: float | None = None
        self._trail: list[tuple[float, float]] = []

    def say(self, text: str) -> None:
        """A line, even when quiet."""
        print(text, file=self._stream)

    def resting(self, scores: Sequence[Score]) -> None:
        """Scores are solved first for their match values."""
        if not self._quiet:
            self.say(f"match values of {', '.join(map(str, scores))} are solved first")

    def event(self, job: Job, event: Event) -> None:
        """Something happened while they are."""
        if isinstance(event, list) and not self._quiet:
            self.say(
                f"match value of {job.step.score} solved, exploitability {max(r.exploitability for r in event):.1e}"
            )

    def begin(self, name: str, needs: Estimate, target: float) -> None:
        """The subgame asked for begins."""
        self._target, self._trail = target, []
        if not self._quiet:
            self.say(described(name, needs, target))

    def progress(self, progress: Progress) -> None:
        """A certificate."""
        if self._quiet:
            return
        self._trail.append((progress.seconds, progress.exploitability))
        left = self._remaining()
        eta = "" if left is None else f"  about {left:,.0f} s left"
        self.say(
            f"iteration {progress.iteration:>5}  exploitability {progress.exploitability:.2e}"
            f"  {progress.seconds:7.1f} s{eta}"
        )

    def _remaining(self) -> float | None:
        """Seconds to the target if the error goes on falling as a power of time, as over the second half so far; None
        where that cannot be said, or is beyond reason."""
        if self._target is None or len(self._trail) < 3:
            return None
        (s0, e0), (s1, e1) = self._trail[len(self._trail) // 2 - 1], self._trail[-1]
        if e1 <= self._target or not e0 > e1 > 0 or not s1 > s0 > 0:
            return None
        slope = np.log(e0 / e1) / np.log(s1 / s0)
        growth = np.log(e1 / self._target) / slope
        return float(s1 * np.expm1(growth)) if growth < np.log(FURTHEST) else None

    @staticmethod
    def result(result: Mapping[str, Any]) -> str:
        """The outcome in words."""
        if result["continuation"] == "exact":
            basis = f"exact match values (exploitability up to {result['continuation_exploitability']:.1e})"
        else:
            basis = "STAND-IN match values: a benchmark, not a solution of the real match"
        stopped = {
            "target": "target reached",
            "iterations": "stopped at the limit of iterations",
            "cancelled": "INTERRUPTED",
        }[result["stopped"]]
        lines = [
            f"mão wins          {result['win_mao']:.3f} %   (value {result['value_mao']:+.5f})",
            f"pé wins           {result['win_pe']:.3f} %",
            f"exploitability    {result['exploitability']:.2e}   = {50 * result['exploitability']:.4f} pp",
            f"best responses    mão {result['best_response_mao']:+.6f}, pé {result['best_response_pe']:+.6f}",
            f"pay-offs          {basis}",
            f"cost              {result['iterations']} iterations, {result['solve_seconds']:.1f} s and "
            f"{result['compile_seconds']:.1f} s of compilation, peak {result['peak_rss_bytes'] / 2**20:,.0f} MiB, "
            f"{result['device']} ({stopped})",
        ]
        if result["massless"]:
            lines.append(f"note              {result['massless']} information sets play their current strategy")
        if result["saved"]:
            lines.append(f"saved             {result['saved']}")
        if result["stored"] is not None:
            lines.append(f"stored            {result['stored']}")
        return "\n".join(lines)


def opening_table(solution: Solution, turn_up: TurnUp) -> str:
    """The first decisions of the hand, by how many manilhas the deciding hand holds.

    Shares are weighted by the deal; those of the lead also by mão's own earlier choices.
    """
    engine, read = solution.engine, solution.policy().round_one
    held = engine.tree.held
    plain = turn_up.deck.plain
    chance = engine.chance[:, 0]
    manilhas = np.array([sum(card >= plain for card in hand) for hand in held.hands])
    rows: list[tuple[str, np.ndarray]] = []
    weight = chance.copy()
    decider = engine.tree.ladder.decider
    if decider is not None:
        accept = _normalised(read("eleven")[:, :, 0, 0])[1]
        rows.append((f"{decider} accepts the hand of eleven", accept))
        if decider is Seat.MAO:
            weight = weight * accept
    lead = engine.tree.round_one.lead
    if lead.layers:
        where = lead.decisions(Seat.MAO)[0, RAISE]
        ask = _normalised(read("0.MAO")[:, :, 0, where.start])[1]
        rows.append(("mão asks truco before leading", ask))
    cards = _normalised(read("0.card")[:, :, 0, 0])
    legal = held.hand_cell >= 0
    rank = np.cumsum(legal, 0) - 1
    last = legal.sum(0) - 1
    rows += [
        ("mão leads its highest card", (cards * (rank == 0) * legal).sum(0)),
        ("    a card between", (cards * (rank > 0) * (rank < last) * legal).sum(0)),
        ("    its lowest", (cards * (rank == last) * (rank > 0) * legal).sum(0)),
    ]
    groups = [
        ("all hands", manilhas >= 0),
        ("no manilha", manilhas == 0),
        ("one", manilhas == 1),
        ("two or more", manilhas > 1),
    ]
    width = max(len(name) for name, _ in rows) + 2
    lines = [
        f"opening strategy under v{turn_up.rank.lower()} (% of hands)",
        " " * width + "".join(f"{n:>13}" for n, _ in groups),
    ]
    for name, share in rows:
        w = chance if "accepts" in name else weight
        cells = [f"{100 * (share * w * mask).sum() / max((w * mask).sum(), 1e-30):13.1f}" for _, mask in groups]
        lines.append(f"{name:<{width}}" + "".join(cells))
    return "\n".join(lines)


def _normalised(weights: np.ndarray) -> np.ndarray:
    total = weights.sum(0)
    return np.where(total > 0, weights / np.where(total > 0, total, 1), 1 / len(weights))
