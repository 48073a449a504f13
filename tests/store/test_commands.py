"""`truco-lab store`, and what `truco-lab solve` puts there."""

from __future__ import annotations

import json
import shutil
import socket
from pathlib import Path

import numpy as np
import pytest

from truco_lab import whole_folder
from truco_lab.cli import main
from truco_lab.commands.arguments import size
from truco_lab.errors import StoreError
from truco_lab.rules import Score, real_deck
from truco_lab.solve import compiling
from truco_lab.store import Form, Store
from truco_lab.whole_folder import META

from .common import DECK, SCORE, contents, made_up, stored

OPTIONS = {key: value for key, value in compiling.CPU_OPTIONS.items() if key != "xla_backend_optimization_level"}
"""As a user has them: quick compilation makes the real deck slow."""

LEFTOVER = f".11x10-c0.new-{socket.gethostname()}-99999999-0123abcd"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Three subgames, one of them made with stand-in values."""
    store = Store(tmp_path / "store")
    for score, changes in [
        (Score(11, 11), {"date": "2026-01-01T00:00:00+00:00"}),
        (Score(11, 10), {"date": "2026-01-02T00:00:00+00:00", "form": Form.COMPACT, "extra_exploitability": 2e-6}),
        (Score(10, 11), {"date": "2026-01-03T00:00:00+00:00", "continuation": "stand-in"}),
    ]:
        store.write(*made_up(real_deck(0), score, **changes))
    return store.root


def answer(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> dict[str, list]:
    assert main(["store", *arguments, "--json"]) == status
    return json.loads(capsys.readouterr().out)


def names(root: Path) -> set[str]:
    return {path.name for path in root.iterdir()}


def damage(path: Path) -> None:
    rows = np.load(path, mmap_mode="r+")
    rows[0, 0] += 1
    rows.flush()


def test_list(root, capsys):
    found = answer(capsys, "list", "--store", str(root))
    assert found["store"] == str(root)
    by_score = {entry["score"]: entry for entry in found["entries"]}
    assert set(by_score) == {"11x11", "11x10", "10x11"}
    assert by_score["10x11"]["continuation"] == "stand-in"
    entry = by_score["11x10"]
    assert (entry["form"], entry["turn_up_class"], entry["iterations"]) == ("uint16", 0, 7)
    assert entry["exploitability"] == pytest.approx(0.00075)
    assert entry["extra_exploitability"] == 2e-6
    assert entry["bytes"] == sum(map(len, contents(Path(entry["folder"])).values()))
    assert main(["store", "list", "--store", str(root)]) == 0
    shown = capsys.readouterr().out
    assert "11x10 v4" in shown
    assert "uint16 (+2.0e-06)" in shown
    assert "stand-in" in shown
    assert "7.50e-04" in shown


def test_list_shows_what_cannot_be_read(root, capsys):
    (root / "11x11-c0" / "tied.npy").unlink()
    stored(root)
    by_folder = {entry["folder"]: entry for entry in answer(capsys, "list", "--store", str(root))["entries"]}
    assert "tied.npy" in by_folder[str(root / "11x11-c0")]["problem"]
    assert by_folder[str(root / "11x10-c0")]["problem"] is None
    assert main(["store", "list", "--store", str(root)]) == 0
    shown = capsys.readouterr().out
    assert "tied.npy" in shown
    assert Store(root).folder(SCORE, DECK).name in shown, "a deck that is not the real one is shown by its folder"


def test_an_empty_store(tmp_path, monkeypatch, capsys):
    """The user's own need not be there yet, another one must be: its name may be a slip."""
    monkeypatch.setenv("TRUCO_LAB_DATA", str(tmp_path / "nothing"))
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("")
    for command in ("list", "verify", "prune"):
        assert answer(capsys, command)["store"] == str(tmp_path / "nothing" / "store")
        assert main(["store", command, "--store", str(tmp_path / "empty")]) == 0
        assert str(tmp_path / "empty") in capsys.readouterr().out
        for wrong in ("slip", "file"):
            assert main(["store", command, "--store", str(tmp_path / wrong)]) == 2
            assert f"{tmp_path / wrong} is no folder" in capsys.readouterr().err
    assert names(tmp_path) == {"empty", "file"}


def test_the_default_is_in_the_data_folder(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("TRUCO_LAB_DATA", str(tmp_path))
    assert answer(capsys, "list")["store"] == str(tmp_path / "store")


def test_verify_names_every_damaged_file(root, capsys):
    assert answer(capsys, "verify", "--store", str(root)) == {"store": str(root), "verified": 3, "problems": []}
    damage(root / "11x11-c0" / "tied.npy")
    damage(root / "11x11-c0" / "round-1.npy")
    damage(root / "10x11-c0" / "won-by-pe.npy")
    problems = answer(capsys, "verify", "--store", str(root), status=1)["problems"]
    assert len(problems) == 3
    assert main(["store", "verify", "--store", str(root)]) == 1
    shown = capsys.readouterr().out
    for name in ("11x11-c0/tied.npy", "11x11-c0/round-1.npy", "10x11-c0/won-by-pe.npy"):
        assert name in shown
    assert answer(capsys, "verify", "11x10 v4", "--store", str(root))["verified"] == 1
    assert len(answer(capsys, "verify", "11x11 v4", "--store", str(root), status=1)["problems"]) == 2


def test_verify_of_what_is_not_there(root, capsys):
    assert main(["store", "verify", "9x9 v4", "--store", str(root)]) == 1
    assert "9x9 v4 is not in" in capsys.readouterr().err
    assert main(["store", "verify", "9y9", "--store", str(root)]) == 2


def test_prune_deletes_what_is_damaged_or_left_over_and_nothing_else(root, capsys):
    damage(root / "11x11-c0" / "tied.npy")
    (root / "11x10-c0" / META).unlink()
    (root / LEFTOVER).mkdir()
    (root / LEFTOVER / "tied.npy").write_bytes(b"half")
    newer = root / "9x9-c0"
    newer.mkdir()
    (newer / META).write_text(json.dumps({"kind": "stored strategy", "format": 2}))
    foreign = root / "8x8-c0"
    foreign.mkdir()
    (foreign / "tied.npy").write_bytes(b"mine")
    (foreign / "notes.txt").write_text("mine")
    link = root / "7x7-c0"
    link.symlink_to(root.parent)
    (root / "readme.txt").write_text("mine")
    (root / "folder").mkdir()
    (root.parent / "11x11-c0").mkdir()
    before = contents(root.parent)

    dry = answer(capsys, "prune", "--dry-run", "--store", str(root), status=1)
    assert contents(root.parent) == before
    wet = answer(capsys, "prune", "--store", str(root), status=1)
    assert (dry["dry_run"], wet["dry_run"]) == (True, False)
    assert dry["told"] == wet["told"]
    told = {Path(each["folder"]).name: each["what"] for each in wet["told"]}
    assert told == {
        "11x11-c0": "deleted",
        "11x10-c0": "deleted",
        LEFTOVER: "deleted",
        "8x8-c0": "left",
        "7x7-c0": "left",
    }
    assert names(root) == {"10x11-c0", "9x9-c0", "8x8-c0", "7x7-c0", "readme.txt", "folder"}
    assert names(foreign) == {"tied.npy", "notes.txt"}
    assert (root.parent / "11x11-c0").exists()


def test_what_the_system_refuses_does_not_hide_the_rest(root, capsys):
    """A link that leads to itself, and a meta.json that is no file."""
    (root / "8x8-c1").symlink_to("8x8-c1")
    (root / "9x9-c1" / META).mkdir(parents=True)
    damage(root / "11x11-c0" / "tied.npy")
    listed = {each["folder"]: each["problem"] for each in answer(capsys, "list", "--store", str(root))["entries"]}
    assert "Is a directory" in listed[str(root / "9x9-c1")]
    problems = answer(capsys, "verify", "--store", str(root), status=1)["problems"]
    assert len(problems) == 2
    told = answer(capsys, "prune", "--store", str(root))["told"]
    assert [Path(each["folder"]).name for each in told] == ["11x11-c0"]
    with pytest.raises(StoreError, match="Too many levels of symbolic links"):
        Store(root).open(Score(8, 8), 1)
    with pytest.raises(StoreError, match="cannot save to"):
        Store(root).write(*made_up(real_deck(1), Score(8, 8)))


def test_a_leftover_that_goes_meanwhile_is_not_found(root, monkeypatch):
    """Its writer, on another machine, removes it between two looks."""
    elsewhere = root / ".11x10-c0.new-elsewhere-1-0123abcd"
    elsewhere.mkdir()

    def removed(path: Path) -> bool:
        path.rmdir()
        return True

    assert whole_folder.leftovers(root, kind=removed) == []
    assert whole_folder.size(elsewhere) == 0


@pytest.mark.parametrize("ready", [False, True])
def test_prune_brings_back_what_a_killed_writer_moved_out_of_the_way(root, capsys, ready):
    """Killed between its two renames, when nothing has the strategy's name, whether or not the new one was complete."""
    before = contents(root)
    if ready:
        shutil.copytree(root / "11x10-c0", root / LEFTOVER)
    (root / "11x10-c0").rename(root / LEFTOVER.replace("new", "old"))
    told = answer(capsys, "prune", "--store", str(root))["told"]
    assert [Path(each["folder"]).name for each in told] == [LEFTOVER] * ready
    assert contents(root) == before


def test_the_only_version_of_a_folder_is_not_left_over(tmp_path):
    """Nobody has brought it back yet; what is half deleted has a successor somewhere."""
    old = tmp_path / LEFTOVER.replace("new", "old")
    old.mkdir()
    (old / META).write_text("{}")
    assert whole_folder.leftovers(tmp_path) == []
    (tmp_path / "11x10-c0").mkdir()
    assert whole_folder.leftovers(tmp_path) == [old]
    (tmp_path / "11x10-c0").rmdir()
    (old / META).unlink()
    assert whole_folder.leftovers(tmp_path) == [old]


def test_prune_keeps_to_a_size(root, capsys):
    """Stand-ins go first, then the oldest."""
    sizes = {path.name: sum(map(len, contents(path).values())) for path in root.iterdir()}
    room = sizes["11x11-c0"] + sizes["11x10-c0"]
    assert answer(capsys, "prune", "--keep", "1GB", "--store", str(root))["told"] == []
    told = answer(capsys, "prune", "--keep", str(room), "--dry-run", "--store", str(root))["told"]
    assert [Path(each["folder"]).name for each in told] == ["10x11-c0"]
    assert main(["store", "prune", "--keep", str(room - 1), "--dry-run", "--store", str(root)]) == 0
    shown = capsys.readouterr().out
    assert shown.index("would be deleted: ") < shown.index("10x11-c0") < shown.index("11x11-c0")
    assert len(names(root)) == 3
    answer(capsys, "prune", "--keep", str(room - 1), "--store", str(root))
    assert names(root) == {"11x10-c0"}


def test_prune_counts_only_what_it_can_delete_as_room(root, capsys):
    """The oldest is a link to elsewhere: it stays, and another goes in its place."""
    sizes = {path.name: sum(map(len, contents(path).values())) for path in root.iterdir()}
    (root / "10x11-c0").rename(root.parent / "elsewhere")
    (root / "10x11-c0").symlink_to(root.parent / "elsewhere")
    room = sizes["10x11-c0"] + sizes["11x10-c0"]
    told = answer(capsys, "prune", "--keep", str(room), "--store", str(root), status=1)["told"]
    assert [(each["what"], Path(each["folder"]).name) for each in told] == [
        ("left", "10x11-c0"),
        ("deleted", "11x11-c0"),
    ]
    assert names(root) == {"10x11-c0", "11x10-c0"}


@pytest.mark.parametrize("copied", [False, True])
def test_a_folder_whose_name_is_wrong_is_listed_by_it(root, capsys, copied):
    """Otherwise two lines were alike, and neither named the folder to rename or delete."""
    if copied:
        shutil.copytree(root / "11x11-c0", root / "11x10-c3")
    else:
        (root / "11x11-c0").rename(root / "11x10-c3")
    assert main(["store", "list", "--store", str(root)]) == 0
    subgames = [line.split("  ")[0] for line in capsys.readouterr().out.splitlines()[1:-1]]
    assert sorted(subgames) == sorted(["10x11 v4", "11x10 v4", "11x10-c3", *["11x11 v4"] * copied])
    (problem,) = answer(capsys, "verify", "--store", str(root), status=1)["problems"]
    assert f"{root / '11x10-c3'} holds 11x11-c0" in problem
    assert "rename it, or delete it if 11x11-c0 is there as well" in problem
    told = answer(capsys, "prune", "--compact", "--dry-run", "--store", str(root))["told"]
    assert "11x10-c3" not in [Path(each["folder"]).name for each in told]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["store"], "COMMAND"),
        (["store", "prune", "--keep", "much"], "such as 500MB"),
        (["store", "prune", "--keep", "1GB", "--compact"], "not allowed with"),
        (["store", "burn"], "burn"),
    ],
)
def test_bad_input(arguments, said, capsys):
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert said in capsys.readouterr().err


def test_sizes_are_read():
    assert [size(text) for text in ("7", "500MB", "1.5 GB", "20G", "3kB")] == [
        7,
        5 * 10**8,
        15 * 10**8,
        2 * 10**10,
        3000,
    ]


# -- what solve puts there -----------------------------------------------------------------------------------------


def test_solve_stores_and_prune_compacts_the_real_game(tmp_path, monkeypatch, capsys):
    """11 x 11 under a 4: stored as it was certified, left alone by a worse solve, then halved."""
    monkeypatch.setenv("TRUCO_LAB_DATA", str(tmp_path))
    monkeypatch.setattr(compiling, "CPU_OPTIONS", OPTIONS)

    def solve(*arguments: str) -> dict:
        assert main(["solve", "11x11 v4", "--json", *arguments]) == 0
        return json.loads(capsys.readouterr().out)

    assert solve("--max-iterations", "2")["stored"] == str(tmp_path / "store" / "11x11-c0")
    result = solve()
    store = Store()
    assert result["stored"] == str(store.folder(Score(11, 11), 0))
    solve("--max-iterations", "2")
    entry, found = store.entry(Score(11, 11), 0), store.open(Score(11, 11), 0)
    assert entry is not None
    assert found is not None
    assert (entry.exploitability, entry.value) == (result["exploitability"], result["value_mao"])
    assert (entry.iterations, entry.rule) == (result["iterations"], "DCFR(1.5, 0.0, 4.0)")
    assert entry.continuation == "exact"
    full = sum(map(len, contents(store.root).values()))

    assert answer(capsys, "prune", "--compact", "--dry-run")["told"][0]["what"] == "rewritten"
    assert store.entry(Score(11, 11), 0) == entry
    assert answer(capsys, "prune", "--compact")["told"][0]["what"] == "rewritten"
    compact = store.entry(Score(11, 11), 0)
    assert compact is not None
    assert compact.form is Form.COMPACT
    assert compact.extra_exploitability is not None
    assert abs(compact.extra_exploitability) < 1e-6
    assert compact.exploitability <= 1.1e-5
    assert sum(map(len, contents(store.root).values())) < 0.55 * full
    assert answer(capsys, "prune", "--compact")["told"] == []
    assert answer(capsys, "verify")["problems"] == []


def test_a_store_that_cannot_be_written_is_told_before_solving(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["solve", "11x11 v4", "--store", str(tmp_path / "file" / "store")]) == 1
    told = capsys.readouterr()
    assert "cannot write to the store" in told.err
    assert "iteration" not in told.err


def test_a_result_is_told_even_if_it_cannot_be_stored(tmp_path, monkeypatch, capsys):
    def full(*_: object) -> None:
        raise StoreError("cannot save to there: No space left on device")

    monkeypatch.setenv("TRUCO_LAB_DATA", str(tmp_path))
    monkeypatch.setattr(Store, "write", full)
    assert main(["solve", "11x11 v4", "--max-iterations", "1", "--json"]) == 1
    told = capsys.readouterr()
    assert json.loads(told.out)["stored"] is None
    assert "No space left" in told.err
