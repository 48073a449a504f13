"""What an error says: layer, alternatives, both languages; several errors at once; lenient reading."""

from __future__ import annotations

import pickle
import string

import pytest

from truco_lab.notation import (
    IllegalSpotError,
    SpotError,
    SpotSyntaxError,
    UnsolvedSpotError,
    check,
    parse,
    unsolved,
)
from truco_lab.notation.catalogue import ILLEGAL_ERRORS, NOTES, SYNTAX_ERRORS, Entry
from truco_lab.notation.messages import ENTRIES

from .test_table import ERRORS


def blanks(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


@pytest.mark.parametrize("code", ENTRIES)
def test_both_languages_fill_the_same_blanks(code: str) -> None:
    entry = ENTRIES[code]
    assert blanks(entry.en) >= blanks(entry.pt) or blanks(entry.pt) >= blanks(entry.en)
    assert entry.en.strip() == entry.en
    assert entry.pt.strip() == entry.pt


@pytest.mark.parametrize(("code", "entry"), [*SYNTAX_ERRORS.items(), *ILLEGAL_ERRORS.items()])
def test_every_error_has_a_true_example(code: str, entry: Entry) -> None:
    assert entry.example is not None
    assert code in [error.code for error in check(entry.example, parse(entry.base or ""))]


@pytest.mark.parametrize(("code", "entry"), NOTES.items())
def test_every_note_has_a_true_example(code: str, entry: Entry) -> None:
    assert entry.example is not None
    spot = parse(entry.example, parse(entry.base or ""), lenient=code == "ignored")
    assert code in [note.code for note in spot.notes]


def test_a_bare_manilha_names_its_four_spellings() -> None:
    (error,) = check("v4 : 5")
    assert error.legal == ("5d", "5s", "5h", "5c")
    assert error.en == (
        "Under v4 the card `5` is the manilha and must name its suit: 5d 5s 5h 5c; legal here: 5d, 5s, 5h or 5c."
    )
    assert error.pt == ("Com v4 a carta `5` é manilha e precisa do naipe: 5d 5s 5h 5c; aqui valem: 5d, 5s, 5h ou 5c.")
    assert str(error) == error.en


def test_a_bare_manilha_face_down_names_them_face_down() -> None:
    (error,) = check("v4 : 3 j 5*")
    assert error.legal == ("5d*", "5s*", "5h*", "5c*")
    assert error.en.endswith("legal here: 5d*, 5s*, 5h* or 5c*.")
    (error,) = check("v4 : 5c 5h 5s 5*")
    assert error.legal == ("5d*",)
    assert error.suggestion == "v4 : 5c 5h 5s 5d*"
    (error,) = check("v4 : 5*")
    assert error.legal == ("5d", "5s", "5h", "5c")


def test_alternatives_are_those_of_the_rules_and_the_drafts() -> None:
    (error,) = check("0x0 v4 pe[5d 3 2] : 3 j")
    assert error.legal == ("r", "5d", "3", "2")
    (error,) = check("0x0 v4 mao[5d 3 2] : 3 j / r6")
    assert error.legal == ("r", "5d", "2", "5d*", "2*")
    assert error.en.endswith("legal here: r, 5d, 2, 5d* or 2*.")
    (error,) = check("0x0 v4 mao[5d 3 ?] : 5d j / r6")
    assert error.en.endswith("7, 6, 4 or the same cards face down (3*).")
    assert error.pt.endswith("7, 6, 4 ou as mesmas cartas encobertas (3*).")
    (error,) = check("11x8 : r")
    assert error.legal == ("a", "f")


HISTORY_ROWS = [(marked, base, code) for marked, base, code in ERRORS if ":" in marked.split("«")[0]]


@pytest.mark.parametrize(("marked", "base", "code"), HISTORY_ROWS)
def test_every_alternative_in_the_history_is_legal_there(marked: str, base: str, code: str) -> None:
    line = marked.replace("«", "").replace("»", "")
    first = check(line, parse(base))[0]
    for piece in first.legal:
        gap = "" if line[: first.start].endswith((" ", ":")) else " "
        assert parse(line[: first.start] + gap + piece, parse(base))


HEAD_ROWS = [(marked, base) for marked, base, _ in ERRORS if ":" not in marked.split("«")[0]]


@pytest.mark.parametrize(("marked", "base"), HEAD_ROWS)
def test_every_alternative_in_the_head_is_legal_there(marked: str, base: str) -> None:
    """What follows it is another matter: the line is read up to there, and may lack its end."""
    line = marked.replace("«", "").replace("»", "")
    first = check(line, parse(base))[0]
    for piece in first.legal:
        begun = line[: first.start] + piece
        assert all(error.end == len(begun) for error in check(begun, parse(base))), begun


@pytest.mark.parametrize(
    ("line", "legal"),
    [
        ("v4 v5", ("11x11", "mao[? ? ?]", "pe[? ? ?]", ":")),
        ("10x10 v4 mao[3 2 ?] mao[3 2 ?]", ("pe[? ? ?]", ":")),
        ("pe[3 2 a k]", ("]",)),
        ("pe[3 2 ?,]", ("]",)),
        ("pe[a,,2 ?]", ("a", "k", "j", "q", "7", "6", "4", "?")),
        ("pe[q x ?]", ("q", "7", "6", "4", "?")),
        ("pe[7 6]", ("6", "4", "?")),
        ("pe[7 6", ("6", "4", "?")),
        ("v4 pe[4 2 3]", ("4", "?")),
    ],
)
def test_the_head_says_what_would_be_legal(line: str, legal: tuple[str, ...]) -> None:
    assert check(line)[0].legal == legal


def test_layers() -> None:
    assert issubclass(SpotSyntaxError, SpotError)
    assert issubclass(IllegalSpotError, SpotError)
    assert issubclass(UnsolvedSpotError, SpotError)
    assert issubclass(SpotError, ValueError)
    error = unsolved("11x3 v7", solved=("11x11 v4", "11x10 v4"))
    assert isinstance(error, UnsolvedSpotError)
    assert error.code == "not-solved"
    assert error.en == "`11x3 v7` is a legal spot, but it has not been solved; legal here: `11x11 v4` or `11x10 v4`."
    assert (error.start, error.end) == (0, 7)


def test_errors_are_picklable() -> None:
    (error,) = check("v4 : 3*")
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is IllegalSpotError
    assert (again.text, again.start, again.end, again.code) == ("v4 : 3*", 5, 7, "hidden-in-round-1")
    assert (again.legal, again.suggestion, again.pt) == (error.legal, "v4 : 3", error.pt)


def test_check_finds_everything_that_can_be_told() -> None:
    errors = check("12x3 v4 pe[5 x 2] mao[3 5c ?] : 3 j* zz / r7")
    assert [error.code for error in errors] == [
        "score-range",
        "bare-manilha",
        "slot-unreadable",
        "draft-order",
        "hidden-in-round-1",
        "action-unreadable",
        "action-unreadable",
    ]
    assert all(error.suggestion is None for error in errors)


def test_only_the_first_error_carries_the_suggestion() -> None:
    errors = check("v4 pe ![3 2 ?] : 3 zz")
    assert [error.suggestion for error in errors] == [None, None]
    errors = check("10-10 v4 : 3")
    assert [error.suggestion for error in errors] == ["10x10 v4 : 3", None]


def test_a_draft_that_is_wrong_changes_nothing() -> None:
    base = parse("10x10 v4 pe[3 2 ?] : 3")
    with pytest.raises(SpotError):
        parse("pe[3 x ?]", base)
    assert str(base) == "10x10 v4 pe[3 2 ?] : 3"


@pytest.mark.parametrize(
    ("line", "canonical", "ignored"),
    [
        ("10x10 hello v4 : 3", "10x10 v4 : 3", 1),
        ("10x10 v4 v5 : 3", "10x10 v4 : 3", 1),
        (": 3 j* 3", "11x11 v4 : 3", 1),
        (": 3 j / r a 2", "11x11 v4 : 3 j", 1),
        (": 3 / j 2", "11x11 v4 : 3 j / 2", 1),
        ("99x99 v8 pe[3", "11x11 v4", 3),
        ("pe[3 x ?] mao[3 2 ?] : 3 zz", "11x11 v4 mao[3 2 ?] : 3", 2),
    ],
)
def test_lenient_reading_leaves_out_what_is_wrong(line: str, canonical: str, ignored: int) -> None:
    spot = parse(line, lenient=True)
    assert str(spot) == canonical
    notes = [note for note in spot.notes if note.code == "ignored"]
    assert len(notes) == ignored
    assert all(note.en != note.pt for note in notes)


@pytest.mark.parametrize(
    ("line", "ignored"),
    [
        ("v4 pe[3 2", "pe[3 2"),
        ("v4 pe[3 2 : 3", "pe[3 2"),
        ("pe[3,,2 ?] : 3", "pe[3,,2 ?]"),
        ("pe[3 2] v4", "pe[3 2]"),
        ("pe[3 5d ?] : 3", "pe[3 5d ?]"),
        (": 3 j 8 a", "8 a"),
        (": 3 j* 2", "j* 2"),
        (": 3 / j", "/"),
        ("pe[3 2 ?] v8 : 3", "v8"),
        ("mao[3 2 ?] hello : 3", "hello"),
    ],
)
def test_lenient_reading_says_all_that_it_left_out(line: str, ignored: str) -> None:
    (note,) = parse(line, lenient=True).notes
    assert note.en.startswith(f"`{ignored}` was ignored: ")


def test_what_cannot_be_printed_is_not() -> None:
    (error,) = check("\ud800\0")
    error.en.encode("utf-8")
    assert len(check("x" * 150)[0].en) < 150
