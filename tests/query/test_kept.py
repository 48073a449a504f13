"""What round 1 needs from below, kept between processes; solutions from the store."""

from __future__ import annotations

import numpy as np
import pytest

from tests.store.common import stored
from truco_lab.errors import MissingValuesError
from truco_lab.notation import parse
from truco_lab.query import Study, source
from truco_lab.query.kept import recall, remember
from truco_lab.rules import Score, real_deck
from truco_lab.store import Store

from .common import TWO_RANKS, random_solved


@pytest.fixture(autouse=True)
def folders(tmp_path, monkeypatch):
    monkeypatch.setenv("TRUCO_LAB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("TRUCO_LAB_DATA", str(tmp_path / "data"))
    return tmp_path


def filled() -> Study:
    study = Study(random_solved(TWO_RANKS, Score(10, 10)))
    study.passes.fill_below()
    return study


def test_what_is_remembered_is_recalled_bit_for_bit(folders):
    study = filled()
    assert recall(study.solved).arrays == {}
    remember(study.solved, study.passes.below)
    found = recall(study.solved).arrays
    assert found.keys() == study.passes.below.arrays.keys() != set()
    for name, array in study.passes.below.arrays.items():
        assert found[name].dtype == np.float32
        np.testing.assert_array_equal(found[name], array)
    other = random_solved(TWO_RANKS, Score(0, 9))
    assert recall(other).arrays == {}, "another solution has its own"


def test_less_does_not_take_the_place_of_more(folders):
    study = filled()
    remember(study.solved, study.passes.below)
    before = {path: path.read_bytes() for path in (folders / "cache").rglob("*.npy")}
    name, array = next(iter(study.passes.below.arrays.items()))
    part = type(study.passes.below)({name: np.full_like(array, np.nan)})
    remember(study.solved, part)
    assert {path: path.read_bytes() for path in (folders / "cache").rglob("*.npy")} == before


def test_a_damaged_set_counts_as_none_and_is_made_anew(folders):
    study = filled()
    remember(study.solved, study.passes.below)
    path = next((folders / "cache").rglob("*.npy"))
    path.write_bytes(path.read_bytes()[:-3])
    assert recall(study.solved).arrays == {}
    remember(study.solved, study.passes.below)
    assert recall(study.solved).arrays.keys() == study.passes.below.arrays.keys()


def test_a_folder_that_cannot_be_written_is_done_without(folders):
    (folders / "cache").write_text("a file")
    study = filled()
    remember(study.solved, study.passes.below)
    assert recall(study.solved).arrays == {}


def test_a_subgame_is_solved_once_and_then_found_in_the_store(monkeypatch):
    spot, store, told = parse("11x11 v4"), Store(), []
    monkeypatch.setitem(source.TARGETS, False, 1e-3)
    first = source.find(spot, store, told.append)
    assert told
    count = len(told)
    second = source.find(spot, store, told.append)
    assert len(told) == count, "it was not solved again"
    assert second.solved.exploitability == first.solved.exploitability
    np.testing.assert_array_equal(second.at(spot).share, first.at(spot).share)


def test_a_solution_of_stand_in_values_is_not_taken_for_one_of_the_match(folders, monkeypatch):
    """`show` gave its numbers without a word, also where the real ones take seconds."""
    spot = parse("11x9 v4")
    store, *_ = stored(folders / "store", deck=real_deck(0), score=spot.score, continuation="stand-in")
    exact = random_solved(spot.turn_up.deck, spot.score)
    monkeypatch.setattr(source, "_solved", lambda *_: exact)
    study = source.find(spot, store)
    assert study.solved is exact
    assert study.at(spot).notes == ()

    def missing(*_):
        raise MissingValuesError("values-unsolved", score=spot.score)

    monkeypatch.setattr(source, "_solved", missing)
    [note] = source.find(spot, store).at(spot).notes
    assert note == "stand-in match values: a benchmark, not a solution of the real match"
    with pytest.raises(MissingValuesError):
        source.find(spot, Store(folders / "empty"))
