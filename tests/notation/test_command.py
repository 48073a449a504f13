"""`truco-lab check`."""

from __future__ import annotations

import argparse
import json

import pytest

from truco_lab.notation.command import add_parser


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    add_parser(parser.add_subparsers())
    parsed = parser.parse_args(["check", *arguments])
    status: int = parsed.func(parsed)
    return status


def test_a_spot(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("11X8 v4 : 3 j") == 0
    shown = capsys.readouterr()
    assert shown.out == "11x8 v4 : a 3 j\n"
    assert shown.err.startswith("(mão accepted the hand of eleven")


def test_an_error_has_a_caret_under_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("v4 : 3 j*") == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    lines = shown.err.splitlines()
    assert lines[0] == "v4 : 3 j*"
    assert lines[1] == "       ^^"
    assert lines[2].startswith("No card is played face down in round 1; legal here: ")
    assert lines[3] == "Perhaps: v4 : 3 j"


def test_in_portuguese(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("v4 : 3 j*", "--lang", "pt") == 2
    lines = capsys.readouterr().err.splitlines()
    assert lines[2].startswith("Ninguém joga carta encoberta na primeira rodada; aqui valem: ")
    assert lines[3] == "Talvez: v4 : 3 j"


def test_the_caret_stands_under_what_is_seen(capsys: pytest.CaptureFixture[str]) -> None:
    run("ma\u0303o[3 2 ?]\tpe\u0301[3 \0 ?]")
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "ma\u0303o[3 2 ?] pe\u0301[3 \ufffd ?]"
    assert lines[1] == " " * 16 + "^"
    run("pe[3")
    lines = capsys.readouterr().err.splitlines()
    assert lines[:2] == ["pe[3", "    ^"]


def test_base(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("10x9", "--base", "10x10 v7 : 3 j") == 0
    assert capsys.readouterr().out == "10x9 v7 : 3 j\n"
    assert run("10x9", "--base", "10x10 v8") == 2
    assert "v8" in capsys.readouterr().err


def test_json_of_a_spot(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("11x8 v3 mao![4c ? ?] : 4c 7 / 2*", "--json") == 0
    assert json.loads(capsys.readouterr().out) == {
        "ok": True,
        "canonical": "11x8 v3 mao![4c ? ?] : a 4c 7 / 2*",
        "spot": {
            "mao": 11,
            "pe": 8,
            "turn_up": "3",
            "turn_up_class": 8,
            "drafts": {"mao": {"slots": ["4c", "?", "?"], "pinned": True}, "pe": None},
            "history": ["a", "4c", "7", "/", "2*"],
            "acting": "pe",
            "stake": 3,
            "finished": False,
        },
        "notes": ["mão accepted the hand of eleven: the line begins with a card, so that was supplied"],
        "errors": [],
    }


def test_json_of_errors(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("v4 : 3 j* \ud800", "--json", "--lang", "pt") == 2
    answer = json.loads(capsys.readouterr().out)
    assert (answer["ok"], answer["canonical"], answer["spot"], answer["notes"]) == (False, None, None, [])
    assert [(error["code"], error["start"], error["end"]) for error in answer["errors"]] == [
        ("hidden-in-round-1", 7, 9),
        ("action-unreadable", 10, 11),
    ]
    first = answer["errors"][0]
    assert first["in"] == "line"
    assert set(first) == {"in", "code", "start", "end", "message", "legal", "suggestion"}
    assert first["message"].startswith("Ninguém")
    assert first["legal"][0] == "5c"


def test_json_says_when_the_error_is_in_the_base(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("", "--base", "zz", "--json") == 2
    (error,) = json.loads(capsys.readouterr().out)["errors"]
    assert (error["in"], error["start"], error["end"]) == ("base", 0, 2)


def test_a_finished_hand(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("0x0 : r f", "--json") == 0
    spot = json.loads(capsys.readouterr().out)["spot"]
    assert (spot["acting"], spot["finished"], spot["stake"]) == (None, True, 1)
