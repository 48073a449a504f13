"""Errors speak both languages, from one catalogue that has what is raised and nothing else."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import truco_lab
from truco_lab.errors import BadInputError, CorruptBlockError, StoreError, TrucoLabError
from truco_lab.words import LANGS, Number, Sentence, number, percent, sentence
from truco_lab.words.errors import ERRORS

ROOT = Path(truco_lab.__file__).parent
FILES = [path for path in ROOT.rglob("*.py") if path.parent.name not in ("words", "commands", "notation")]
"""All but the catalogues and the command line, whose own errors are in English alone."""

CLASSES = {
    node.name
    for path in ROOT.rglob("*.py")
    for node in ast.walk(ast.parse(path.read_text()))
    if isinstance(node, ast.ClassDef) and node.name.endswith("Error")
}
SPOKEN_BY_THE_NOTATION = {"SpotError", "SpotSyntaxError", "IllegalSpotError", "UnsolvedSpotError"}
OF_THE_ENGINE = {"IllegalActionError"}


def blanks_of(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Every place where an error or a sentence is made, with where it is."""
    names = (CLASSES - SPOKEN_BY_THE_NOTATION - OF_THE_ENGINE) | {"TrucoLabError", "sentence"}
    for path in set(FILES) - {ROOT / "errors.py"}:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node


def keys_of(argument: ast.expr) -> list[str] | None:
    """The keys that an argument may be; None where it is put together when it runs."""
    if isinstance(argument, ast.Constant):
        return [argument.value]
    if isinstance(argument, ast.IfExp):
        return [key for side in (argument.body, argument.orelse) for key in keys_of(side) or []]
    return None


CALLS = sorted(calls(), key=lambda call: call[0])

PUT_TOGETHER = (
    *("found", "kind.name", "kind.remedy", "KIND.remedy", "name", "f'damage-{how}'", "error.strerror or str(error)"),
    *("f'{type(error).__name__}: {error}'", r"f'{type(error).__name__}: {error}\n{traceback.format_exc()}'"),
)
"""Names of things, which may be in the catalogue, and stray exceptions, which are said as they are."""


@pytest.mark.parametrize(("place", "call"), CALLS, ids=[place for place, _ in CALLS])
def test_every_error_that_is_raised_has_its_sentence_and_its_blanks(place: str, call: ast.Call) -> None:
    keys = keys_of(call.args[0])
    if keys is None:
        assert ast.unparse(call.args[0]) in PUT_TOGETHER, place
        return
    given = {keyword.arg for keyword in call.keywords}
    for key in keys:
        assert key in ERRORS, place
        if None not in given:
            assert given == blanks_of(ERRORS[key][0]), place


def test_there_are_many() -> None:
    assert len(CALLS) > 60


def test_every_sentence_is_used() -> None:
    text = "\n".join(path.read_text() for path in FILES)
    quoted = set(re.findall(r'"([^"\n]+)"', text)) | {
        f"damage-{how}" for how in re.findall(r'kind, \w+, "(\w+)"', text)
    }
    system = {key for key in ERRORS if key[0].isupper()}
    assert set(ERRORS) - system - quoted == set()


@pytest.mark.parametrize("key", ERRORS)
def test_languages_agree(key: str) -> None:
    english, portuguese = ERRORS[key]
    assert english.strip() == english != ""
    assert portuguese.strip() == portuguese != ""
    assert english != portuguese
    assert blanks_of(english) == blanks_of(portuguese)


def test_an_error_speaks_english_unless_it_is_asked() -> None:
    error = CorruptBlockError(
        "file-damaged", file="x.npy", how=sentence("damage-empty"), remedy=sentence("remedy-delete", folder="x")
    )
    assert isinstance(error, StoreError)
    assert str(error) == error.message("en") == "x.npy is damaged (it is empty); delete x"
    assert error.message("pt") == "x.npy está danificado (está vazio); apague x"


def test_what_is_no_key_is_said_as_it_is() -> None:
    error = BadInputError("--hand '{' cannot be read")
    assert {error.message(lang) for lang in LANGS} == {str(error)} == {"--hand '{' cannot be read"}


def test_errors_cross_processes() -> None:
    error = TrucoLabError("lab-unsolved", subgame="0x0 v4", estimate=Number(1234.4, 0))
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.message("pt")) == (TrucoLabError, error.message("pt"))
    assert "1.234 s" in again.message("pt")
    assert pickle.loads(pickle.dumps(error.sentence)) == error.sentence
    assert isinstance(error.sentence, Sentence)


def test_numbers_are_written_as_the_reader_does() -> None:
    assert [number(1234.56, 1, lang) for lang in LANGS] == ["1,234.6", "1.234,6"]
    assert number(-0.04, 1, "en") == "0.0"
    assert [percent(chance, "pt") for chance in (0, 1e-6, 0.0012, 0.123, 1)] == [
        "0 %",
        "< 0,01 %",
        "0,12 %",
        "12,3 %",
        "100 %",
    ]
