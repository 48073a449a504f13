"""A few whole hands as text, for eyes and for comparison. `python -m tests.rules.playthrough` writes the file anew."""

from __future__ import annotations

from pathlib import Path

from tests.oracles.walk import seen_by
from truco_lab.rules import (
    Accept,
    Action,
    Fold,
    HandState,
    Play,
    Raise,
    Score,
    Seat,
    TurnUp,
    describe,
    dominated,
    start,
)

FILE = Path(__file__).with_name("playthrough.txt")

HANDS: tuple[tuple[str, str, Score, tuple[int, int, int], tuple[int, int, int], tuple[Action, ...]], ...] = (
    (
        "mão hides after winning round 1, pé raises and is raised back",
        "4", Score(4, 7), (12, 6, 0), (8, 8, 3),
        (Play(6), Play(3), Play(0, hidden=True), Raise(3), Raise(6), Accept(), Play(8), Play(8), Play(12)),
    ),
    (
        "three ties go to mão",
        "3", Score(11, 11), (8, 5, 2), (8, 5, 2),
        (Play(2), Play(2), Play(8), Play(8), Play(5), Play(5)),
    ),
    (
        "hand of eleven for pé, accepted; one each, then a tie",
        "Q", Score(2, 11), (9, 4, 3), (7, 4, 1),
        (Accept(), Play(9), Play(1), Play(3), Play(7), Play(4), Play(4)),
    ),
    (
        "a raise in round 1, the next by who accepted, folded",
        "A", Score(0, 0), (11, 7, 7), (6, 5, 0),
        (Raise(3), Accept(), Play(7), Raise(6), Fold()),
    ),
)  # fmt: skip
"""Title, turn-up, score, hands, actions."""


def lines(state: HandState) -> list[str]:
    """One state: who acts on what, what it knows, what it may do (a star on the dominated)."""
    if state.finished:
        assert state.winner is not None
        return [f"  {state.winner} wins {state.points}: {state.score.after(state.winner, state.points)!s}"]
    assert state.to_act is not None
    seen = seen_by(state, state.to_act)
    table = " ".join(f"{put.seat}:{'?' if put.card < 0 else put.card}{'*' if put.hidden else ''}" for put in seen.table)
    legal = ", ".join(describe(a) + ("*" if dominated(state, a) else "") for a in state.legal)
    asked = f", asked {state.pending}" if state.pending else ""
    return [
        f"  {state.to_act} to act, round {state.round + 1}, worth {state.stake}{asked}",
        f"    holds {seen.hands[state.to_act]}, table [{table}]",
        f"    legal: {legal}",
    ]


def text() -> str:
    """The whole file."""
    rows = ["Whole hands by card class; * after an action: dominated; after a card on the table: face down."]
    for title, rank, score, mao, pe, actions in HANDS:
        state = start(TurnUp(rank).deck, score, mao, pe)
        rows += ["", f"{title} ({score}, turn-up {rank}, {Seat.MAO} {mao}, {Seat.PE} {pe})", *lines(state)]
        for action in actions:
            state = state.apply(action)
            rows += [f"> {describe(action)}", *lines(state)]
        assert state.finished, title
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
