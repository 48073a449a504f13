"""What goes wrong in any layer is said on the screen in the reader's language, and said again when that is changed."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import psutil
import pytest

from truco_lab.errors import TrucoLabError
from truco_lab.grid.drive import JobFailedError
from truco_lab.lab import Lab, solving
from truco_lab.lab import lab as lab_module
from truco_lab.lab.lab import LIBRARY
from truco_lab.lab.solving import Job, Library
from truco_lab.notation import parse
from truco_lab.query import Study
from truco_lab.rules import Score
from truco_lab.store import Entry, Store
from truco_lab.values.ledger import values_folder
from truco_lab.words import sentence


@pytest.fixture
def stored(solved: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A store of the test's own with 11 x 11 under a 4, which no lab has opened yet; the folder of that."""
    study = LIBRARY.get(parse("11x11 v4"))
    assert isinstance(study, Study)
    monkeypatch.setenv("TRUCO_LAB_DATA", str(tmp_path))
    store = Store()
    if store.entry(Score(11, 11), 0) is None:
        store.put(Entry.of(study.solved, rule="test", seconds=0.0), study.solved.policy)
    monkeypatch.setattr(lab_module, "LIBRARY", Library())
    return store.folder(Score(11, 11), 0)


def harmed(folder: Path, how: str) -> None:
    """Damage a stored subgame."""
    meta, first = folder / "meta.json", next(iter(sorted(folder.glob("*.npy"))))
    match how:
        case "meta":
            meta.write_text("{")
        case "format":
            meta.write_text(re.sub(r'"format": \d+', '"format": 99', meta.read_text()))
        case "missing":
            first.unlink()
        case "empty":
            first.write_bytes(b"")
        case "length":
            first.write_bytes(first.read_bytes()[:-8])
        case "contents":
            for path in folder.glob("*.npy"):
                data = bytearray(path.read_bytes())
                data[len(data) // 2 :] = np.random.default_rng(0).bytes(len(data) - len(data) // 2)
                path.write_bytes(bytes(data))
        case "unreadable":
            meta.unlink()
            meta.mkdir()
        case "name":
            shutil.copytree(folder, folder.with_name("11x11-c1"))


def said(lab: Lab) -> Iterator[str]:
    """What is on the screen in Portuguese, then in English."""
    for lang in ("pt", "en"):
        lab.language = lang
        yield lab.last_error


STORE = {
    "meta": "meta.json está danificado (não dá para ler)",
    "format": "está no formato 99, e esta versão lê o formato 1",
    "missing": "está danificado (ele falta)",
    "empty": "está danificado (está vazio)",
    "length": "está danificado (o tamanho ou o cabeçalho não confere)",
    "contents": "está danificado (a soma de verificação não confere)",
    "unreadable": "é uma pasta; libere a leitura",
}


@pytest.mark.parametrize(("how", "words"), STORE.items(), ids=STORE)
def test_what_is_stored_cannot_be_read(stored: Path, recorded: None, how: str, words: str) -> None:
    harmed(stored, how)
    lab = Lab("11x10 v4", language="pt")
    lab.cancel()
    lab.comm.hear({"method": "custom", "content": {"do": "points", "seat": 1, "by": 1}})
    portuguese, english = said(lab)
    assert words in portuguese
    assert words not in english
    assert lab.line == lab.board["line"] == "11x11 v4"
    assert lab.can["undo"]
    lab.cancel()


def test_a_folder_under_the_wrong_name(stored: Path, recorded: None) -> None:
    harmed(stored, "name")
    lab = Lab("11x11 v4", language="pt")
    lab.comm.hear({"method": "custom", "content": {"do": "turn_up", "rank": "5"}})
    portuguese, english = said(lab)
    assert "guarda 11x11-c0, e não o que diz o nome" in portuguese
    assert "not what its name says" in english


def test_match_values_are_damaged(lab: Lab, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TRUCO_LAB_DATA", str(tmp_path))
    values_folder().mkdir(parents=True)
    (values_folder() / "broken.csv").write_text("nothing\nof the sort\n")
    lab.language = "pt"
    lab.comm.hear({"method": "custom", "content": {"do": "points", "seat": 0, "by": -1}})
    portuguese, english = said(lab)
    assert "a linha 2 dos valores em" in portuguese
    assert "line 2 of the values in" in english


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (
            {"do": "take", "action": "r", "line": "11x11 v4", "position": 0},
            "'r' não é permitido em '11x11 v4'; valem 5c, 5h",
        ),
        ({"do": "pin", "seat": 0}, "não há cartas anotadas para o mão"),
        ({"do": "dance"}, "o laboratório não conhece o comando 'dance'"),
        ({"do": "enter", "text": "11x11 v4 : 8"}, "não é uma jogada"),
    ],
)
def test_what_the_reader_does(lab: Lab, message: dict[str, Any], words: str) -> None:
    lab.language = "pt"
    lab.comm.hear({"method": "custom", "content": message})
    portuguese, english = said(lab)
    assert words in portuguese
    assert words not in english
    lab.language = "pt"
    assert lab.last_error == portuguese


def test_what_cannot_be_solved(recorded: None, monkeypatch: pytest.MonkeyPatch) -> None:
    lab = Lab("0x0 v4", language="pt")
    lab.comm.hear({"method": "custom", "content": {"do": "solve"}})
    portuguese, english = said(lab)
    assert portuguese.startswith("0x0 v4 depende dos valores de partida de")
    assert english.startswith("0x0 v4 needs the match values of")
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=2**29))
    lab.line = "11x4 v7"
    assert [words[:12] for words in lab.status["error"]] == ["this solve n", "esta resoluç"]
    assert "0,5 GiB" in lab.status["error"][1]
    lab.comm.hear({"method": "custom", "content": {"do": "solve"}})
    portuguese, english = said(lab)
    assert "feche outros programas ou escolha um placar com menos aumentos" in portuguese
    assert "close other programs or choose" in english


FAILURES = [
    TrucoLabError("values-unsolved", score=Score(10, 10)),
    JobFailedError("job-failed", score=Score(11, 10), classes="0, 4", reason=sentence("worker-memory")),
    JobFailedError("job-lost", score=Score(11, 10), classes="0, 4", tries=3),
]


@pytest.mark.parametrize("error", FAILURES, ids=str)
def test_a_solve_fails_in_its_thread(recorded: None, monkeypatch: pytest.MonkeyPatch, error: TrucoLabError) -> None:
    def broken(_job: Job) -> None:
        raise error

    monkeypatch.setattr(lab_module, "LIBRARY", Library())
    monkeypatch.setattr(Job, "_solve", broken)
    lab = Lab("11x7 v6", language="pt")
    assert lab._last is not None
    lab._last.wait()
    assert lab.status["error"] == [error.message("en"), error.message("pt")]
    assert list(said(lab)) == [error.message("pt"), error.message("en")]
    assert error.message("pt") != error.message("en")
    with pytest.raises(TrucoLabError, match=re.escape(str(error))):
        _ = lab.node


def test_the_screen_shows_a_status_in_its_language(
    recorded: None, show: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solving, "check_memory", _full)
    lab = Lab("11x4 v7", language="pt")
    screen = show(lab)
    assert "acabou a memória" in screen.page.inner_text(".tl-progress")
    lab.language = "en"
    screen.page.wait_for_function("document.querySelector('.tl-progress').innerText.includes('out of memory')")


def _full(_needs: object) -> None:
    from truco_lab.errors import MemoryShortError

    raise MemoryShortError("worker-memory")
