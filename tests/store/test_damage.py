"""Damaged, foreign and newer files: a clear error that names the file and says what to do, and nothing else harmed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from truco_lab import array_folder
from truco_lab.array_folder import Rows
from truco_lab.errors import CorruptBlockError, FormatVersionError, OtherTreeError, StoreError
from truco_lab.rules import Score
from truco_lab.solve import saved
from truco_lab.store import Store
from truco_lab.store import store as module

from .common import DECK, SCORE, contents, made_up, numbers, same, stored

ANYTHING = {"suppress_health_check": [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]}


def problems(store: Store) -> list[str]:
    return [str(error) for found in store.found() for error in store.problems(found)]


def read_all(store: Store) -> None:
    found = store.open(SCORE, DECK)
    assert found is not None
    for _ in numbers(found.policy):
        pass


def any_file(root: Path, data: st.DataObject) -> tuple[Store, Path]:
    """A store with one subgame, made the first time, and one of its files."""
    if not root.exists():
        stored(root)
    store = Store(root)
    folder = store.folder(SCORE, DECK)
    return store, folder / data.draw(st.sampled_from(sorted(path.name for path in folder.iterdir())))


@settings(max_examples=150, **ANYTHING)
@given(data=st.data())
def test_any_flipped_bit_is_seen(tmp_path, data):
    """Wherever it is: the file is named by a check, and reading everything stops at it."""
    store, path = any_file(tmp_path / "store", data)
    intact = path.read_bytes()
    bit = data.draw(st.integers(0, 8 * len(intact) - 1))
    flipped = bytearray(intact)
    flipped[bit // 8] ^= 1 << bit % 8
    path.write_bytes(flipped)
    try:
        told = problems(store)
        assert len(told) == 1
        # a flipped bit in the number of the format reads as another format
        assert path.name in told[0] or (path.name == "meta.json" and "this version reads format" in told[0])
        with pytest.raises(StoreError):
            read_all(store)
    finally:
        path.write_bytes(intact)
    assert problems(store) == []


@settings(max_examples=40, **ANYTHING)
@given(data=st.data())
def test_any_cut_or_addition_is_seen_when_it_is_opened(tmp_path, data):
    store, path = any_file(tmp_path / "store", data)
    intact = path.read_bytes()
    length = data.draw(st.integers(0, len(intact) + 20).filter(lambda n: n != len(intact)))
    path.write_bytes((intact + b"\0" * 20)[:length])
    try:
        with pytest.raises(CorruptBlockError, match=path.name.replace(".", r"\.")):
            store.open(SCORE, DECK)
    finally:
        path.write_bytes(intact)


def test_every_damaged_file_is_named(tmp_path):
    store, _, _ = stored(tmp_path)
    other, _ = made_up(score=Score(11, 11)), None
    store.write(*other)
    folder = store.folder(SCORE, DECK)
    (folder / "tied.npy").unlink()
    (folder / "round-1.npy").write_bytes(b"")
    rows = np.load(folder / "won-by-pe.npy", mmap_mode="r+")
    rows[-1, -1] += 1
    rows.flush()
    told = problems(store)
    assert len(told) == 3
    for name in ("tied.npy", "round-1.npy", "won-by-pe.npy"):
        assert sum(f"{folder / name} is damaged" in problem and "solve it again" in problem for problem in told) == 1
    assert store.open(Score(11, 11), DECK) is not None, "the subgame beside it is as it was"


def test_a_missing_meta_file_is_no_strategy(tmp_path):
    store, entry, policy = stored(tmp_path)
    (store.folder(SCORE, DECK) / "meta.json").unlink()
    assert store.open(SCORE, DECK) is None
    assert "meta.json" in problems(store)[0]
    assert store.put(entry, policy)
    assert problems(store) == []


def test_a_damaged_strategy_is_replaced_by_a_new_one(tmp_path):
    store, entry, policy = stored(tmp_path)
    (store.folder(SCORE, DECK) / "tied.npy").write_bytes(b"")
    assert store.put(entry, policy)
    assert problems(store) == []


def test_a_newer_format_is_refused_and_left_alone(tmp_path):
    store, entry, policy = stored(tmp_path)
    meta = store.folder(SCORE, DECK) / "meta.json"
    meta.write_text(json.dumps({**json.loads(meta.read_text()), "format": 99, "news": 1}))
    before = contents(tmp_path)
    for use in (lambda: store.open(SCORE, DECK), lambda: store.put(entry, policy)):
        with pytest.raises(FormatVersionError, match="format 99, this version reads format 1: use the version"):
            use()
    assert "format 99" in problems(store)[0]
    assert contents(tmp_path) == before


def test_another_tree_is_refused_and_replaced(tmp_path, monkeypatch):
    """Another version laid the arrays out in another way: its numbers would be read for other information sets."""
    store = Store(tmp_path)
    entry, policy = made_up(tree="another", best_response_mao=-1.0)
    with monkeypatch.context() as patch:
        patch.setattr(module, "digest", lambda tree: "another")
        store.write(entry, policy)
    with pytest.raises(OtherTreeError, match="solve it again"):
        store.open(SCORE, DECK)
    assert "another tree" in problems(store)[0]
    entry, policy = made_up()
    assert store.put(entry, policy), "what cannot be read is no better, whatever its certificate says"
    assert problems(store) == []


def test_a_renamed_folder_is_not_taken_for_another_subgame(tmp_path):
    store, _, _ = stored(tmp_path)
    shutil.copytree(store.folder(SCORE, DECK), store.folder(Score(11, 9), DECK))
    with pytest.raises(OtherTreeError, match="rename it"):
        store.open(Score(11, 9), DECK)


def test_something_else_is_refused(tmp_path):
    """A saved solve lies where a strategy would."""
    store, (entry, policy) = Store(tmp_path), made_up()
    numbers = Rows((1, 2), np.dtype(np.float32), [np.zeros(2, np.float32)])
    array_folder.write(store.folder(SCORE, DECK), saved.KIND, {}, {"part-000.npy": numbers})
    before = contents(tmp_path)
    for use in (lambda: store.open(SCORE, DECK), lambda: store.put(entry, policy)):
        with pytest.raises(OtherTreeError, match="holds a saved solve, not a stored strategy"):
            use()
    assert contents(tmp_path) == before


def test_an_unwritable_store_is_told(tmp_path):
    (tmp_path / "file").write_text("kept")
    store = Store(tmp_path / "file" / "store")
    entry, policy = made_up()
    with pytest.raises(StoreError, match=r"cannot write to the store .*--store"):
        store.check_writable()
    with pytest.raises(StoreError, match=r"cannot save to .*--store"):
        store.put(entry, policy)
    assert contents(tmp_path) == {"file": b"kept"}


def test_an_unreadable_file_is_told(tmp_path, monkeypatch):
    store, _, _ = stored(tmp_path)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(np, "memmap", refuse)
    with pytest.raises(StoreError, match=r"cannot read .*round-1\.npy: Permission denied; make it readable"):
        store.open(SCORE, DECK)


def test_better_is_never_replaced_by_worse(tmp_path):
    """Exact match values count first, then the certificate."""
    store = Store(tmp_path)
    exact, good, bad = {"continuation": "exact"}, {"best_response_mao": 0.13}, {"best_response_mao": 0.2}
    steps = [
        ({"continuation": "stand-in", **good}, True),
        ({"continuation": "stand-in", **bad}, False),
        ({**exact, **bad}, True),
        ({"continuation": "stand-in", **good}, False),
        ({**exact, **bad}, False),
        ({**exact, **good}, True),
        ({**exact, **bad}, False),
    ]
    for seed, (changes, taken) in enumerate(steps):
        entry, policy = made_up(seed=seed, **changes)
        before = contents(tmp_path)
        assert store.put(entry, policy) == taken
        if taken:
            found = store.open(SCORE, DECK)
            assert found is not None
            assert same(found.policy, policy)
        else:
            assert contents(tmp_path) == before
