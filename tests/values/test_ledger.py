"""Rows on disk: what lands comes back, and whatever is damaged is named."""

from __future__ import annotations

import dataclasses
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truco_lab.errors import FormatVersionError, StoreError
from truco_lab.rules import Score
from truco_lab.values import ClassValue, ValueTable, land, load
from truco_lab.values.ledger import shipped
from truco_lab.values.rows import NAMES, read, written

from .test_table import row

numbers = st.floats(-1, 1, allow_nan=False)
words = st.text("abcDCFR. (),\"'0123456789-", max_size=30)


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("TRUCO_LAB_DATA", str(tmp_path))
    return tmp_path / "values"


@st.composite
def rows(draw) -> ClassValue:
    kinds = {"int": st.integers(0, 8), "float": numbers, "str": words}
    return ClassValue(**{f.name: draw(kinds[str(f.type)]) for f in dataclasses.fields(ClassValue)})


@given(st.lists(rows(), min_size=1, max_size=3))
def test_rows_come_back_bit_for_bit(some):
    text = written(some)
    assert read(text, "here") == some
    assert text.splitlines()[0].split(",") == [*NAMES, "checksum"]


@given(rows(), st.data())
def test_no_flipped_bit_goes_unseen(some, data):
    text = written([some]).encode()
    begin = text.index(b"\n") + 1
    place = data.draw(st.integers(begin, len(text) - 2))
    damaged = bytearray(text)
    damaged[place] ^= 1 << data.draw(st.integers(0, 6))
    try:
        found = read(damaged.decode(), "here")
    except StoreError:
        return
    assert found == [some], "a changed number was read"


def test_what_lands_is_loaded(data):
    first, second = row(Score(3, 2), 4, 0.1 + 0.2, 1e-9), row(Score(3, 2), 5, -1 / 3)
    paths = {land([first]), land([second]), land([first])}
    assert set(data.iterdir()) == paths
    assert len(paths) == 2
    table = load()
    assert table.row(Score(3, 2), 4) == first
    assert table.row(Score(3, 2), 5) == second


@pytest.mark.parametrize("damage", ["x,", "3,2,4,zero", "\n3,2,4,0.25"], ids=str)
def test_a_damaged_file_is_named(data, damage):
    path = land([row(Score(3, 2), 4, 0.25)])
    path.write_text(path.read_text() + damage + "\n")
    with pytest.raises(StoreError, match=rf"line [34] of the values in .*{path.name}"):
        load()


def test_a_file_cut_short_or_unreadable_is_named(data):
    path = land([row(Score(3, 2), 4, 0.25)])
    whole = path.read_bytes()
    path.write_bytes(whole[:-6])
    with pytest.raises(StoreError, match=path.name):
        load()
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(StoreError, match=path.name):
        load()
    path.write_bytes(whole)
    assert load().row(Score(3, 2), 4).value == 0.25


def added(lines: list[list[str]]) -> list[list[str]]:
    """A column more, all checksums as they should be."""
    cells = [[*line[:-1], "cost" if k == 0 else "7"] for k, line in enumerate(lines)]
    return [[*cells[0], "checksum"], *([*line, sha256(",".join(line).encode()).hexdigest()[:8]] for line in cells[1:])]


def renamed(lines: list[list[str]]) -> list[list[str]]:
    return [["gap" if name == "exploitability" else name for name in lines[0]], *lines[1:]]


def dropped(lines: list[list[str]]) -> list[list[str]]:
    return [line[1:] for line in lines]


@pytest.mark.parametrize("change", [added, renamed, dropped])
def test_values_of_another_version_are_not_taken_for_damaged(data, change):
    """They are good results: nobody is told to delete them."""
    path = land([row(Score(3, 2), 4, 0.25)])
    lines = [line.split(",") for line in path.read_text().splitlines()]
    path.write_text("".join(",".join(line) + "\n" for line in change(lines)))
    with pytest.raises(FormatVersionError, match=rf"{path.name} are of another version.* use the version") as told:
        load()
    assert "delete" not in str(told.value)


@pytest.mark.parametrize("kept", range(10))
def test_a_file_that_lacks_lines_is_named_and_solving_again_mends_it(data, kept):
    """Emptied or cut between two lines: what is left is sound, but not all that the file's name says."""
    some = [row(Score(3, 2), k, 0.25) for k in range(9)]
    path = land(some)
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:kept]))
    with pytest.raises(StoreError, match=rf"line {max(kept, 1) + 1} of the values in .*{path.name} is missing"):
        load()
    assert land(some) == path
    assert load().missing_classes(Score(3, 2)) == []


def test_a_file_of_another_name_may_lie_beside_them(data):
    """Brought from another machine."""
    path = land([row(Score(3, 2), 4, 0.25)])
    path.rename(data / "brought.csv")
    assert load().row(Score(3, 2), 4).value == 0.25


def test_an_unwritable_folder_is_told(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TRUCO_LAB_DATA", str(tmp_path / "file" / "below"))
    with pytest.raises(StoreError, match="cannot write"):
        land([row(Score(3, 2), 4, 0.25)])


def test_a_full_disk_is_told_and_leaves_nothing(data, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("truco_lab.folders.os.fsync", full)
    with pytest.raises(StoreError, match="No space left on device"):
        land([row(Score(3, 2), 4, 0.25)])
    assert list(data.iterdir()) == []


def test_shipped_rows_are_certificates():
    table = ValueTable(shipped())
    for each in table:
        assert 0 <= each.turn_up_class < 9
        assert -1 <= each.value <= 1
        assert each.exploitability == pytest.approx((each.best_response_mao + each.best_response_pe) / 2, abs=1e-6)
        assert each.exploitability >= -1e-6
        assert each.match_exploitability >= each.exploitability - 1e-6
    assert len(list(table)) == len(shipped()), "two rows of one subgame"
