"""What is sent to the screen says the same as the query layer's tables."""

from __future__ import annotations

import json
from itertools import pairwise

import numpy as np
import pytest

from truco_lab.lab import Lab, scene
from truco_lab.lab.lab import LIBRARY
from truco_lab.notation import parse
from truco_lab.query.views import frequencies, opponent_range, strategy, values

LINES = ("11x11 v4", "11x11 v4 : 3", "11x11 v4 : 3 j /", "11x11 v4 : 3 j / a", "11x11 v4 : 3 j / 4* a / 5d")


@pytest.mark.parametrize("line", LINES)
def test_numbers_are_those_of_the_tables(lab: Lab, line: str) -> None:
    lab.line = line
    node, labels = lab.node, lab.spot.turn_up.labels
    board, play = scene.board(lab.spot, lab.position), scene.play(node)
    written = [choice["written"] for choice in board["choices"]]
    hands = [" ".join(labels[c] for c in hand) for hand in play["hands"]]
    sent = {
        (hand, written[int(k)]): chance
        for hand, flat in zip(hands, play["mix"], strict=True)
        for k, chance in zip(flat[::2], flat[1::2], strict=True)
    }
    table = strategy(node)
    for hand, action, chance in zip(table["hand"], table["action"], table["probability"], strict=True):
        assert sent.get((hand, action), 0) == pytest.approx(chance, abs=2e-5)
    assert sum(share for share in play["share"] if share) == pytest.approx(1, abs=1e-4)
    worth = scene.worth(node)
    sent_wins = {
        (hand, written[int(k)]): win
        for hand, flat in zip(hands, worth["actions"], strict=True)
        for k, win in zip(flat[::3], flat[1::3], strict=True)
    }
    table = values(node)
    assert len(sent_wins) == np.isfinite(table["win"]).sum()
    for hand, action, win in zip(table["hand"], table["action"], table["win"], strict=True):
        if np.isfinite(win):
            assert sent_wins[hand, action] == pytest.approx(win, abs=1e-3)
    other = dict(zip(map(tuple, play["opponent"]["hands"]), play["opponent"]["share"], strict=True))
    table = opponent_range(node)
    assert sum(share > 0 for share in other.values()) == (np.round(table["share"], 7) > 0).sum()
    assert sum(other.values()) == pytest.approx(1, abs=1e-4)
    for win, mean in zip(worth["choices"], frequencies(node)["win"], strict=True):
        assert win == (None if np.isnan(mean) else pytest.approx(mean, abs=1e-3))
    assert json.loads(json.dumps([board, play, worth])) == [board, play, worth]


def test_rail_goes_from_all_deals_down(lab: Lab) -> None:
    lab.line = "11x11 v4 : 3 j / a"
    study = LIBRARY.get(lab.spot)
    assert study is not None
    rail = [scene.reach(study.at(lab.spot.upto(k))) for k in range(4)]
    assert rail[0] == [1.0, None]
    for (before, _), (after, given) in pairwise(rail):
        assert 0 < after < before
        assert after == pytest.approx(before * given, rel=2e-3)


def test_board_says_who_may_raise_and_what_the_end_leads_to() -> None:
    both = scene.board(parse("9x9 v4"), 0)["state"]
    assert (both["raiser"], both["stake"], both["pending"]) == ([0, 1], 1, None)
    asked = scene.board(parse("9x9 v4 : r"), 1)["state"]
    assert (asked["pending"], asked["asked"]) == (3, "answer")
    answers = {": r": [1], ": r r6": [0], ": r r6 r9 r12": []}
    for line, raisers in answers.items():
        assert scene.board(parse(f"0x0 v4 {line}"), len(line.split()) - 1)["state"]["raiser"] == raisers, line
    accepted = scene.board(parse("9x9 v4 : r a"), 2)["state"]
    assert (accepted["raiser"], accepted["stake"]) == ([1], 3)
    folded = scene.board(parse("9x8 v4 : r f"), 2)["state"]
    assert (folded["winner"], folded["points"], folded["next"]) == (0, 1, [8, 10])
    assert scene.board(parse("11x9 v4 : f"), 1)["state"]["next"] == [10, 11]
    assert scene.board(parse("11x11 v4 : 3 j / a 4"), 4)["state"]["next"] is None


def test_a_card_that_the_other_seat_hid_is_no_choice() -> None:
    """Whoever acts may hold it for all they know; but then no deal leads on."""
    board = scene.board(parse("11x11 v4 : 5s 4 / 5h* a"), 4)
    assert {choice["written"]: choice["fits"] for choice in board["choices"]}.items() >= {
        "5h": False,
        "5d": True,
    }.items()


def test_dominated_actions_are_marked() -> None:
    choices = scene.board(parse("9x10 v4 : r"), 1)["choices"]
    assert {c["written"]: c["dominated"] for c in choices} == {"a": None, "f": None, "r6": "DEAD_RAISE"}
