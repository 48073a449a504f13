"""Scenes made ahead of the reader are those that would be made on demand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from truco_lab.lab import Lab, moves, scene, scenes
from truco_lab.lab.lab import LIBRARY
from truco_lab.lab.scenes import LIKELY, Scenes
from truco_lab.notation import parse
from truco_lab.query import Study


@pytest.fixture
def study(solved: None) -> Study:
    """11 x 11 under a 4."""
    found = LIBRARY.get(parse("11x11 v4"))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("line", "position"), [("11x11 v4", 0), ("11x11 v4 : 3 j / a", 1), ("11x11 v4 pe![5d ? ?] : 3", 1)]
)
def test_what_may_come_next_is_there(study: Study, monkeypatch: pytest.MonkeyPatch, line: str, position: int) -> None:
    ahead, fresh, spot = Scenes(study), Scenes(study), parse(line)
    worths = [made for made in ahead.ahead(spot, position) if made is not None]
    assert worths == [fresh.worth(spot, position)]
    assert ahead.weighed(spot, position)
    assert not Scenes(study).weighed(spot, position)
    node = study.at(spot.upto(position))
    taken = [c.written for c in node.choices if c.frequency >= LIKELY and c.written in spot.upto(position).legal]
    expected = {}
    for action in taken:
        there = moves.take(spot, position, action)
        expected[there] = fresh.board(*there), fresh.play(*there)
    assert len(expected) > 1

    def never(*_: Any) -> None:
        raise AssertionError("it should be there")

    for name in ("board", "play", "reach"):
        monkeypatch.setattr(scene, name, never)
    for there, found in expected.items():
        assert (ahead.board(*there), ahead.play(*there)) == found


def test_what_no_deal_leads_to_is_not_made_ahead(study: Study) -> None:
    """Pé may lead the 5c for all it knows, though it is the card that mão hid."""
    ahead, spot = Scenes(study), parse("11x11 v4 : 3 j / 5c* a")
    assert any(c.written == "5c" and c.frequency >= LIKELY for c in study.at(spot).choices)
    assert sum(made is not None for made in ahead.ahead(spot, 4)) == 1


def test_notes_are_those_of_this_move(study: Study) -> None:
    made = Scenes(study)
    plain = parse("11x11 v4 : 4 j")
    cut, position = moves.take(parse("11x11 v4 : 3 j / a"), 0, "4")
    assert cut == plain
    assert made.board(plain, position)["notes"] == []
    assert made.board(cut, position)["notes"] != []


def test_a_draft_that_is_not_pinned_changes_nothing(study: Study) -> None:
    made = Scenes(study)
    plain, drafted, pinned = (parse(f"11x11 v4 {draft}: 3") for draft in ("", "mao[5c 3 ?] ", "mao![5c 3 ?] "))
    assert made.worth(drafted, 1) is made.worth(plain, 1)
    assert made.play(drafted, 1) == made.play(plain, 1)
    assert made.play(pinned, 1) != made.play(plain, 1)


def test_only_so_many_are_kept(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenes, "KEPT_SCENES", 5)
    made = Scenes(study)
    for word in parse("11x11 v4").legal:
        made.play(parse(f"11x11 v4 : {word}"), 1)
    assert len(made._kept) == 5


def test_without_a_solution_the_rules_speak() -> None:
    made, spot = Scenes(), parse("11x11 v4 : 3")
    assert made.board(spot, 1)["history"] == ["3"]
    assert made.play(spot, 1) is None
    assert made.worth(spot, 1) is None
    assert list(made.ahead(spot, 1)) == []


def test_the_end_of_a_hand_is_exported_too(lab: Lab, tmp_path: Path) -> None:
    """It was refused: the last position of such a line has no decision."""
    lab.line = "11x11 v4 : 3 2 / 5c 5h"
    assert lab.spot.finished
    assert lab.export(tmp_path).stat().st_size > 100_000
