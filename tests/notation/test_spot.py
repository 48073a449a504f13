"""Spots as values, what is kept of them, explanations, addresses and files."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from truco_lab.notation import (
    START,
    Draft,
    Spot,
    SpotError,
    edit,
    explain,
    file_name,
    from_query,
    line_in,
    load,
    parse,
    rebase,
    save,
    to_query,
)
from truco_lab.notation.document import page
from truco_lab.rules import (
    SCORES,
    TURN_UPS,
    Accept,
    Action,
    Fold,
    IllegalActionError,
    Play,
    Raise,
    Score,
    Seat,
    TurnUp,
)

ROOT = Path(__file__).parents[2]


def notes(spot: Spot) -> list[str]:
    return [note.code for note in spot.notes]


def test_what_a_spot_holds() -> None:
    spot = parse("10x9 v4 pe![5d 3 ?] : 3 j / r a")
    assert spot.score == Score(10, 9)
    assert spot.turn_up == TurnUp("4")
    assert spot.drafts == (None, Draft((9, 8, None), pinned=True))
    assert spot.history == (Play(8), Play(4), Raise(3), Accept())
    assert spot.acting is Seat.MAO
    assert (spot.stake, spot.finished, spot.notes) == (3, False, ())
    assert list(spot.legal)[:3] == ["5c", "5h", "5s"]
    assert str(spot.upto(2)) == "10x9 v4 pe![5d 3 ?] : 3 j"
    assert repr(spot) == "parse('10x9 v4 pe![5d 3 ?] : 3 j / r a')"


def test_a_spot_does_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        START.score = Score(1, 1)  # type: ignore[misc]


def test_notes_are_no_part_of_a_spot() -> None:
    supplied, written = parse("11x8 : 3"), parse("11x8 : a 3")
    assert notes(supplied) == ["accept-supplied"]
    assert written.notes == ()
    assert supplied == written
    assert hash(supplied) == hash(written)


def test_same_cards_of_turn_ups_2_and_3_stay_apart() -> None:
    assert parse("v2") != parse("v3")
    assert str(parse("v2 : 3c")) == "11x11 v2 : 3c"


def test_a_spot_must_be_possible() -> None:
    with pytest.raises(IllegalActionError):
        Spot(Score(11, 11), TurnUp("4"), history=(Raise(3),))
    with pytest.raises(ValueError, match="cannot deal"):
        Spot(Score(11, 11), TurnUp("4"), drafts=(None, Draft((9, 9, None))))
    with pytest.raises(ValueError, match="3 slots"):
        Draft((9, 8))
    with pytest.raises(ValueError, match="at least one"):
        Draft((None, None, None))


def test_spots_order_by_score_turn_up_drafts_history() -> None:
    lines = ["0x0 v4", "0x0 v4 : r", "0x0 v4 : 3", "0x1 v4", "0x1 v5", "0x1 v5 pe[3 2 ?]", "0x1 v5 mao[3 2 ?]"]
    spots = [parse(line) for line in lines]
    assert sorted([*spots[3:], *spots[:3]]) == spots
    with pytest.raises(TypeError):
        assert START < "11x11 v4"


@pytest.mark.parametrize(
    ("line", "where", "canonical", "said"),
    [
        ("10x10 : 3 j", {"score": Score(11, 8)}, "11x8 v4 : a 3 j", ["accept-added"]),
        ("11x8 : a 3 j", {"score": Score(10, 8)}, "10x8 v4 : 3 j", ["answer-removed"]),
        ("11x8 : f", {"score": Score(10, 8)}, "10x8 v4", ["answer-removed"]),
        ("11x8 : f", {"score": Score(8, 11)}, "8x11 v4 : f", []),
        ("10x10", {"score": Score(11, 8)}, "11x8 v4", []),
        ("10x10 : 3 j / r a q", {"score": Score(11, 8)}, "11x8 v4 : a 3 j", ["accept-added", "history-cut"]),
        ("v4 pe![5d 3 ?] : 3 j", {"turn_up": TurnUp("7")}, "11x11 v7 pe![qd 3 ?] : 3 j", ["manilhas-renamed"]),
        ("v4 pe[k 7 ?] : 3 k", {"turn_up": TurnUp("J")}, "11x11 vj : 3", ["history-cut", "draft-dropped"]),
        ("v2 mao[3c 2 ?]", {"turn_up": TurnUp("3")}, "11x11 v3 mao[4c 2 ?]", ["manilhas-renamed"]),
    ],
)
def test_rebase(line: str, where: dict[str, object], canonical: str, said: list[str]) -> None:
    moved = rebase(parse(line), **where)  # type: ignore[arg-type]
    assert str(moved) == canonical
    assert notes(moved) == said


@pytest.mark.parametrize(
    ("line", "index", "action", "canonical", "said"),
    [
        ("0x0 : 3 j / 2 q", 0, Play(7), "0x0 v4 : 2 j / 2 q", []),
        ("0x0 : 3 j / 2 q", 1, Play(8), "0x0 v4 : 3 3 / 2 q", []),
        ("0x0 : 3 j / 2 q", 1, Play(9), "0x0 v4 : 3 5d", ["history-cut"]),
        ("0x0 : 3 j / r a 2", 1, Play(5), "0x0 v4 : 3 k / r a 2", []),
        ("0x0 : r a 3", 1, Fold(), "0x0 v4 : r f", ["history-cut"]),
        ("0x0 : r a 3", 1, Raise(6), "0x0 v4 : r r6", ["history-cut"]),
        ("0x0 : 5d j / 5c", 1, Play(12), "0x0 v4 : 5d 5c", ["history-cut"]),
        ("0x0 : 3 j / 5d 4", 0, Play(9), "0x0 v4 : 5d j", ["history-cut"]),
        ("0x0 mao[3 2 ?] : 3 j", 0, Play(9), "0x0 v4 : 5d j", ["draft-dropped"]),
        ("0x0 : 3", 1, Play(4), "0x0 v4 : 3 j", []),
        ("11x8 : a 3 j", 0, Fold(), "11x8 v4 : f", ["history-cut"]),
    ],
)
def test_edit(line: str, index: int, action: Action, canonical: str, said: list[str]) -> None:
    edited = edit(parse(line), index, action)
    assert str(edited) == canonical
    assert notes(edited) == said


def test_edit_says_why_it_cuts() -> None:
    first = edit(parse("0x0 : 3 j / 2 q"), 1, Play(9)).notes[0]
    assert first.en == (
        "the history ends before 2: it would no longer be the same step of the same player in the same round"
    )
    second = edit(parse("0x0 : 3 j / 5d 4"), 0, Play(9)).notes[0]
    assert "5d" in second.en
    assert second.en != second.pt


def test_edit_refuses_what_is_not_there_or_not_legal() -> None:
    with pytest.raises(IndexError):
        edit(parse(": 3"), 2, Play(4))
    with pytest.raises(IndexError):
        edit(parse(": 3"), -1, Play(4))
    with pytest.raises(IllegalActionError):
        edit(parse(": 3"), 0, Play(4, hidden=True))


def test_explain_covers_the_line_with_spans_and_kinds() -> None:
    line = "11x8 v4 mão![5d 3 ?] : a a 7 / 3* j"
    tokens = explain(line)
    assert "".join(token.text for token in tokens) == line.replace(" ", "")
    assert " ".join(token.kind for token in tokens) == (
        "number times number vira rank role pin open card card unknown close colon accept card card mark hidden card"
    )
    by_text = {token.start: token for token in tokens}
    assert by_text[23].en == "mão plays the hand of eleven, worth 3"
    assert by_text[25].en == "round 1: mão plays the ace"
    assert by_text[13].pt == "carta 1 do mão: cinco de ouros, manilha (pica-fumo)"
    assert by_text[29].pt == "fim da rodada 1: o mão fez"


def test_explain_tells_what_is_wrong_and_what_is_not_reached() -> None:
    tokens = explain("v4 : 3 j* k / r")
    said = {token.text: token.en for token in tokens}
    assert said["3"] == "round 1: mão plays the 3"
    assert said["j*"] == "no card is played face down in round 1"
    assert said["k"] == said["/"] == said["r"] == "cannot be told: something before it is not legal"


def test_explain_says_who_raises_answers_and_folds() -> None:
    said = [token.en for token in explain("0x0 v4 : 3 3 / r r6 a") if token.start >= 9]
    assert said == [
        "round 1: mão plays the 3",
        "round 1: pé plays the 3",
        "round 1 is over: it was tied",
        "mão asks for truco: the hand would be worth 3",
        "pé asks for six: the hand would be worth 6",
        "mão accepts: the hand is worth 6",
    ]
    assert explain("0x0 : r r6 f")[-1].en == "mão folds: pé scores 3"
    assert explain("11x8 : f")[-1].pt == "o mão corre: o pé marca 1"


def test_query() -> None:
    spot = parse("10x10 v4 pe![5d 3 ?] : 3 j / r a")
    query = to_query(spot)
    assert query == "?s=10x10%20v4%20pe%21%5B5d%203%20%3F%5D%20%3A%203%20j%20%2F%20r%20a"
    assert from_query(f"https://example.org/lab{query}&b=h#top") == spot
    assert from_query("https://example.org/lab?b=h", spot) == spot
    assert from_query("?s=10x10+v4+%3A+3+j") == parse("10x10 v4 : 3 j")
    assert line_in("http://[") == ""
    assert line_in("?s=%ff%fe") == "\ufffd\ufffd"
    assert from_query("?s=:%203%20zz", lenient=True) == parse(": 3")
    with pytest.raises(SpotError):
        from_query("?s=%00%ff")


def test_files(tmp_path: Path) -> None:
    spot = parse("10x10 v4 pe![5d 3 ?] : 3 j / r a")
    assert file_name(spot) == "10x10-v4-pe-5d-3-_-3-j-r-a.truco"
    path = save(spot, tmp_path)
    assert path.read_bytes() == f"{spot}\n".encode()
    assert load(path) == spot
    other = save(spot, tmp_path / "x.truco")
    assert load(other) == spot
    other.write_bytes(b"\xef\xbb\xbf10x10 v4 : 3\r\nanything\n")
    assert load(other) == parse("10x10 v4 : 3")
    other.write_bytes(b"\xff\xfe\x00" * 50_000)
    with pytest.raises(SpotError):
        load(other)


def test_every_score_and_turn_up_is_written() -> None:
    for score in SCORES:
        for turn_up in TURN_UPS:
            line = f"{score} v{turn_up.rank.lower()}"
            spot = parse(line)
            assert (str(spot), spot.score, spot.turn_up) == (line, score, turn_up)


def test_the_page_in_the_documentation_is_the_generated_one() -> None:
    assert (ROOT / "docs" / "notation.md").read_text(encoding="utf-8") == page()


def test_the_notation_is_light() -> None:
    code = (
        "import sys, truco_lab.notation; "
        "print([name for name in ('jax', 'numpy', 'pandas', 'matplotlib', 'ipywidgets') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"
