"""Counts of legal lines against the files, and against counts made without the engine."""

from __future__ import annotations

import pytest

from tests.rules.perft import DECKS, FOLDER, SLOW, counts, text
from tests.rules.referee import rule
from truco_lab.rules import Deck, Score


@pytest.mark.parametrize("name", DECKS)
def test_counts_are_those_of_the_files(name):
    assert text(name) == (FOLDER / f"{name}.txt").read_text(), "if this is meant: python -m tests.rules.perft"


def test_every_file_has_a_deck():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(DECKS | SLOW)


@pytest.mark.parametrize("score", [(0, 0), (11, 3), (11, 11)])
def test_counts_are_those_of_the_referee(score):
    """The referee plays with a deck that never runs out, as the engine's then does: any class, any time."""
    endless = {seat: [0, 1] * 3 for seat in "MP"}
    expected, lines = [], {(): [[]]}
    for _ in range(5):
        longer: dict[tuple, list[list[str]]] = {}
        for line, histories in lines.items():
            for history in histories:
                for word in rule(score, endless, history).legal:
                    longer.setdefault((*line, "h" if word[0] == "h" else word), []).append([*history, word])
        over = {line: rule(score, endless, histories[0]).turn is None for line, histories in longer.items()}
        expected.append((len(longer), sum(over.values())))
        lines = {line: histories for line, histories in longer.items() if not over[line]}
    assert counts(Deck((6, 6), 0), Score(*score), 5, pruned=False) == expected


def test_without_raises_the_real_deck_counts_on_paper():
    """Round 1: 13 cards, then 165 pairs (13 x 13 less the four manilhas twice), then each of them again or hidden."""
    (first, _), (second, _), (third, ended) = counts(DECKS["turn-up-4"][0], Score(11, 11), 3, pruned=False)
    assert (first, second, ended) == (13, 13 * 13 - 4, 0)
    both_plain, one_manilha, two_manilhas = 9 * 9, 2 * 9 * 4, 4 * 3
    assert third == both_plain * (13 + 1) + one_manilha * (12 + 1) + two_manilhas * (11 + 1)
