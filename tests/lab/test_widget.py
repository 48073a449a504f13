"""The widget without a browser: traits, messages both ways, history, errors."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import truco_lab
from truco_lab.errors import BadInputError, TrucoLabError
from truco_lab.lab import Lab, hearing
from truco_lab.lab import lab as lab_module
from truco_lab.notation import SpotError


def say(lab: Lab, do: str, **values: Any) -> list[dict[str, Any]]:
    """A message from the front end, and what is sent back."""
    lab.comm.drain()
    lab.comm.hear({"method": "custom", "content": {"do": do, **values}})
    return lab.comm.drain()


def sent(messages: list[dict[str, Any]]) -> dict[str, Any]:
    """The traits in some messages, the last of each."""
    found: dict[str, Any] = {}
    for message in messages:
        found |= message.get("state", {})
    return found


def test_lab_is_exported_lazily() -> None:
    code = (
        "import sys, truco_lab; assert 'Lab' in truco_lab.__all__; "
        "sys.exit(any(m in sys.modules for m in ('jax', 'pandas', 'matplotlib', 'anywidget', 'ipywidgets')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    assert truco_lab.Lab is Lab


def test_repr_is_the_line(lab: Lab) -> None:
    lab.line = "11X11 V4 :3 j"
    assert repr(lab) == "Lab('11x11 v4 : 3 j')"


def test_setting_the_line_moves_the_lab(lab: Lab) -> None:
    lab.comm.drain()
    lab.line = "11x11 v4 : 3 j / a"
    state = sent(lab.comm.drain())
    assert state["board"]["line"] == "11x11 v4 : 3 j / a"
    assert state["position"] == lab.position == 3
    assert state["play"]["hands"]
    assert str(lab.spot) == lab.line
    with pytest.raises(SpotError):
        lab.line = "11x11 v4 : 3 3 3 3 3"
    assert lab.line == "11x11 v4 : 3 j / a"


def test_everything_is_a_frame(lab: Lab) -> None:
    lab.line = "11x11 v4 : 3"
    assert lab.frequencies["frequency"].sum() == pytest.approx(1)
    for name in ("strategy", "range", "opponent_range", "values", "costs", "trust"):
        frame = getattr(lab, name)
        assert len(frame) > 0
        assert set(frame.attrs["units"]) == set(frame.columns)


def test_every_control_moves_the_line_and_back(lab: Lab) -> None:
    start = lab.line
    moves: dict[str, dict[str, Any]] = {
        "11x11 v5": {"do": "turn_up", "rank": "5"},
        "11x11 v4 : 3": {"do": "take", "action": "3", "line": "11x11 v4", "position": 0},
        "11x11 v4 mao[5c 3 4]": {"do": "draft", "seat": 0, "slots": [8, 0, 12]},
        "11x11 v4 : 2 2": {"do": "enter", "text": ": 2 2"},
    }
    for line, message in moves.items():
        assert sent(say(lab, **message))["line"] == line
        assert sent(say(lab, "undo"))["line"] == start
        assert sent(say(lab, "redo"))["line"] == line
        say(lab, "undo")
    say(lab, "draft", seat=0, slots=[12, None, None])
    assert sent(say(lab, "pin", seat=0))["line"] == "11x11 v4 mao![5c ? ?]"
    assert sent(say(lab, "clear"))["line"] == start


def test_taking_an_action_twice_takes_it_back(lab: Lab) -> None:
    say(lab, "enter", text=": 3 j / a")
    say(lab, "position", position=1)
    assert (lab.line, lab.position) == ("11x11 v4 : 3 j / a", 1)
    say(lab, "take", action="j", line=lab.line, position=1)
    assert (lab.line, lab.position) == ("11x11 v4 : 3", 1)


def test_a_click_on_a_decision_that_is_gone_does_nothing(lab: Lab) -> None:
    seen = {"line": lab.line, "position": 0}
    say(lab, "take", action="3", **seen)
    say(lab, "take", action="3", **seen)
    assert (lab.line, lab.last_error) == ("11x11 v4 : 3", "")


def test_points_stay_on_the_scale(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_module, "AT_ONCE_SECONDS", -1)  # nothing needs solving here
    for _ in range(2):
        say(lab, "points", seat=1, by=1)
    assert lab.line == "11x11 v4"
    for _ in range(12):
        say(lab, "points", seat=0, by=-1)
    assert lab.line == "0x11 v4"


def test_an_error_stays_when_the_line_is_looked_at(lab: Lab) -> None:
    lab.fails(TrucoLabError("values-unsolved", score=lab.spot.score))
    say(lab, "read", text=lab.line, number=1)
    assert lab.last_error, "the field got the focus"
    lab.other = "11x11 v5"
    lab.fails(TrucoLabError("values-unsolved", score=lab.spot.score))
    lab._compare_again()
    assert lab.last_error, "a solve for something else is over"
    say(lab, "position", position=0)
    assert not lab.last_error, "the reader went on"


def test_what_is_entered_is_acknowledged(lab: Lab) -> None:
    """Also where it comes to the line that was there."""
    for text in ("11X11  V4", ": 3"):
        sent = [message["content"] for message in say(lab, "enter", text=text) if message["method"] == "custom"]
        assert sent == [{"kind": "entered", "text": text}]
    assert all(message["method"] != "custom" for message in say(lab, "enter", text="8"))


def test_an_edit_that_drops_something_says_so(lab: Lab) -> None:
    say(lab, "enter", text=": 3 j / a")
    say(lab, "position", position=0)
    state = sent(say(lab, "take", action="4", line=lab.line, position=0))
    assert state["line"] == "11x11 v4 : 4 j"
    [(english, portuguese)] = state["board"]["notes"]
    assert "ends before a" in english
    assert english != portuguese
    assert sent(say(lab, "undo"))["line"] == "11x11 v4 : 3 j / a"


def test_turning_the_dealer_keeps_each_sides_points(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_module, "AT_ONCE_SECONDS", -1)  # nothing needs solving here
    say(lab, "enter", text="9x10 v4 :")
    state = sent(say(lab, "deal"))
    assert (state["line"], state["dealer"]) == ("10x9 v4", "us")
    state = sent(say(lab, "deal"))
    assert (state["line"], state["dealer"]) == ("9x10 v4", "them")
    say(lab, "undo")
    assert (lab.line, lab.dealer) == ("10x9 v4", "us")
    state |= sent(say(lab, "undo"))
    assert (lab.line, lab.dealer) == ("9x10 v4", "them")
    assert state["status"]["stage"] == "asking"
    with pytest.raises(TrucoLabError, match="9x10 v4 is not solved"):
        _ = lab.node


def test_a_move_is_one_message(lab: Lab) -> None:
    say(lab, "enter", text=": 3")
    lab_module.WORKER.submit(lambda: None).result(60)
    first, *later = say(lab, "take", action="j", line=lab.line, position=1)
    assert set(first["state"]) >= {"line", "position", "board", "play"}
    assert all(set(message["state"]) == {"worth"} for message in later)


def test_errors_are_shown_and_change_nothing(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    say(lab, "enter", text=": 3")
    for message in (
        {"do": "enter", "text": "11x11 v4 : 8"},
        {"do": "take", "action": "r", "line": "11x11 v4 : 3", "position": 1},
        {"do": "draft", "seat": 0, "slots": [12, 12, None]},
        {"do": "no such thing"},
        {"do": "take"},
    ):
        assert sent(say(lab, **message))["last_error"] != ""
        assert lab.line == "11x11 v4 : 3"
    lab.language = "pt"
    assert "não é" in sent(say(lab, "enter", text="11x11 v4 : 8"))["last_error"]

    say(lab, "read", text="11x11 v4 : 8", number=1)
    assert lab.last_error, "read late, after the Enter"
    say(lab, "read", text="11x11 v4 : ", number=2)
    assert not lab.last_error, "something else is typed"

    def broken(*_: Any) -> None:
        raise ZeroDivisionError("a stray exception")

    monkeypatch.setattr(hearing.moves, "to_turn_up", broken)
    assert sent(say(lab, "turn_up", rank="5"))["last_error"] == "ZeroDivisionError: a stray exception"
    assert "broken" in lab.last_traceback
    assert sent(say(lab, "undo"))["last_error"] == ""


def test_a_line_that_no_deal_leads_to_is_refused(lab: Lab) -> None:
    """Mão hides the 5h, and pé then shows it: the screen had no hands, and numbers that were none."""
    line, shown = "11x11 v4 : 5s 4 / 5h* a", "11x11 v4 : 5s 4 / 5h* a / 5h"
    say(lab, "enter", text=line)
    board = lab.board
    for message in ({"do": "enter", "text": shown}, {"do": "take", "action": "5h", "line": line, "position": 4}):
        assert "mão hid a card" in sent(say(lab, **message))["last_error"]
        assert (lab.line, lab.position, lab.board) == (line, 4, board)
    for ask in (lambda: setattr(lab, "line", shown), lambda: Lab(shown + " 3")):
        with pytest.raises(BadInputError, match="mão hid a card"):
            ask()
    assert (lab.line, lab.board) == (line, board)
    assert sent(say(lab, "take", action="4", line=line, position=4))["line"] == line + " / 4"
    assert lab.board["line"] == lab.line
    assert lab.play["hands"]
    assert not lab.last_error


def test_the_field_is_answered_by_number(lab: Lab) -> None:
    [message] = [m["content"] for m in say(lab, "read", text="11x11 v4 : 3 8", number=7) if m["method"] == "custom"]
    assert (message["kind"], message["number"], message["error"]["start"]) == ("reading", 7, 13)
    assert lab.line == "11x11 v4"


def test_comparing_with_another_turn_up(lab: Lab) -> None:
    state = sent(say(lab, "compare", mao=11, pe=11, rank="5"))
    there = state["beside"]
    assert there["line"] == "11x11 v5"
    assert len(there["mix"]) == len(lab.play["hands"])
    same = sent(say(lab, "compare", mao=11, pe=11, rank="4"))["beside"]
    assert same["mix"] == lab.play["mix"]
    say(lab, "enter", text="11x11 v4 : 3")
    assert lab.beside["line"] == "11x11 v4 : 3"
