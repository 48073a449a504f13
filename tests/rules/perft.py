"""Counts of legal public lines by length, as plain text.

A public line is what both players hear and see: a face-down card is only face down. Hands are unknown, so a card is
legal while the deck can have it. `python -m tests.rules.perft` writes the files of tests/perft anew.
"""

from __future__ import annotations

from pathlib import Path

from tests.oracles.walk import masked
from truco_lab.rules import Deck, HandState, Score, dominated, real_deck, start

FOLDER = Path(__file__).parent.parent / "perft"

EVERY_BAND = tuple(
    Score(mao, pe) for mao, pe in ((11, 11), (11, 4), (4, 11), (10, 10), (9, 6), (3, 9), (8, 7), (5, 3), (2, 0))
)
"""One score of each band, and two of mixed ones."""

FEW = (Score(11, 11), Score(4, 11), Score(9, 6), Score(2, 0))

DECKS: dict[str, tuple[Deck, int, tuple[Score, ...]]] = {
    "two-ranks": (Deck((4, 4), 0), 6, EVERY_BAND),
    "one-manilha": (Deck((3, 3), 1), 5, EVERY_BAND),
    "three-ranks-two-manilhas": (Deck((2, 2, 2), 2), 4, EVERY_BAND),
    "turn-up-4": (real_deck(0), 3, FEW),
    "turn-up-3": (real_deck(8), 2, FEW),
}
"""Name of the file, the deck, how many actions deep, at which scores."""

SLOW: dict[str, tuple[Deck, int, tuple[Score, ...]]] = {"turn-up-4-deeper": (real_deck(0), 4, FEW)}
"""Files that take minutes to write: the tests do not write them again, only count the lines of the tree."""


def counts(deck: Deck, score: Score, depth: int, pruned: bool) -> list[tuple[int, int]]:
    """For each length 1..depth: how many public lines are that long, and how many of them end the hand.

    Pruned lines leave out what is dominated whatever the hands are.
    """
    result = []
    lines: dict[tuple, list[HandState]] = {(): [start(deck, score)]}
    for _ in range(depth):
        longer: dict[tuple, list[HandState]] = {}
        for line, states in lines.items():
            for state in states:
                for action in state.legal:
                    if not (pruned and dominated(state, action)):
                        longer.setdefault((*line, masked(action)), []).append(state.apply(action))
        result.append((len(longer), sum(states[0].finished for states in longer.values())))
        lines = {line: states for line, states in longer.items() if not states[0].finished}
    return result


def text(name: str) -> str:
    """The content of one file."""
    deck, depth, scores = (DECKS | SLOW)[name]
    rows = [
        f"# copies {deck.copies}, {deck.manilhas} manilhas: public lines by length, and those that end the hand",
        "# score tree length lines ended",
    ]
    for score in scores:
        for tree in ("whole", "pruned"):
            for length, (lines, ended) in enumerate(counts(deck, score, depth, tree == "pruned"), start=1):
                rows.append(f"{score} {tree} {length} {lines} {ended}")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    for name in DECKS | SLOW:
        (FOLDER / f"{name}.txt").write_text(text(name))
