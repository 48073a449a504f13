"""What is stored is what is read, without reading more."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.solve.common import TWO_RANKS, payoffs
from truco_lab.rules import Score, real_deck
from truco_lab.store import Entry, Form, Store
from truco_lab.store.forms import rounded
from truco_lab.tree.digest import digest
from truco_lab.tree.tree import tree_of

from .common import DECK, SCORE, contents, made_up, numbers, same, stored


@pytest.mark.parametrize(
    ("deck", "score"), [(DECK, SCORE), (TWO_RANKS, Score(0, 9)), (real_deck(3), Score(11, 11))], ids=str
)
def test_float32_comes_back_bit_for_bit(deck, score, tmp_path):
    store, entry, policy = stored(tmp_path, deck=deck, score=score)
    found = store.open(score, deck)
    assert found is not None
    assert same(found.policy, policy)
    assert store.entry(score, deck) == entry
    for name in ("score", "deck", "continuation", "value", "best_response_mao", "best_response_pe", "iterations"):
        assert getattr(found, name) == getattr(entry, name)
    assert found.exploitability == entry.exploitability
    np.testing.assert_array_equal(found.payoffs, payoffs(score))


def test_the_compact_form_comes_back_rounded_from_half_the_space(tmp_path):
    deck, score = real_deck(0), Score(11, 11)
    store, _, policy = stored(
        tmp_path / "compact", deck=deck, score=score, form=Form.COMPACT, extra_exploitability=2e-6
    )
    found = store.open(score, deck)
    entry = store.entry(score, deck)
    assert found is not None
    assert entry is not None
    assert entry.extra_exploitability == 2e-6
    for read, given_ in zip(numbers(found.policy), numbers(policy), strict=True):
        np.testing.assert_array_equal(read, rounded(given_))
    stored(tmp_path / "full", deck=deck, score=score)
    compact, full = (
        sum(len(data) for name, data in contents(tmp_path / form).items() if name.endswith(".npy"))
        for form in ("compact", "full")
    )
    assert compact < 0.501 * full


@settings(max_examples=25)
@given(st.builds(Score, st.integers(0, 11), st.integers(0, 11)), st.integers(0, 8))
def test_meta_round_trips(score, turn_up_class):
    """Any score and class, through text."""
    entry, _ = made_up()
    entry = dataclasses.replace(entry, score=score, deck=real_deck(turn_up_class))
    assert Entry.of_meta(json.loads(json.dumps(entry.to_meta()))) == entry
    assert entry.turn_up_class == turn_up_class


def test_turn_up_class_and_deck_name_the_same_folder(tmp_path):
    store = Store(tmp_path)
    assert store.folder(Score(10, 9), 4) == store.folder(Score(10, 9), real_deck(4)) == tmp_path / "10x9-c4"
    names = {store.folder(SCORE, deck).name for deck in (real_deck(0), real_deck(1), DECK, TWO_RANKS)}
    assert len(names) == 4


def test_what_is_not_there_is_none(tmp_path):
    store, _, _ = stored(tmp_path)
    assert store.open(SCORE, TWO_RANKS) is None
    assert Store(tmp_path / "nowhere").open(SCORE, 0) is None
    assert Store(tmp_path / "nowhere").found() == []


def test_one_outcome_is_read_without_the_rest(tmp_path):
    """Everything else is overwritten with noise: what is asked for is still there, and noise is never handed out."""
    store, _, policy = stored(tmp_path)
    found = store.open(SCORE, DECK)
    assert found is not None
    folder = store.folder(SCORE, DECK)
    for path in folder.glob("*.npy"):
        rows = np.load(path, mmap_mode="r+")  # the same file, so that it changes under the open map
        for number in range(len(rows)):
            if (path.name, number) != ("won-by-mao.npy", 2):
                rows[number] = np.random.default_rng(number).random(rows.shape[1])
        rows.flush()
    read = found.policy.outcome(0, 2)
    for name in found.tree.groups[0].blocks:
        assert read(name).tobytes() == policy.outcome(0, 2)(name).tobytes()
    with pytest.raises(Exception, match=r"won-by-mao\.npy"):
        found.policy.outcome(0, 1)("2.card")
    with pytest.raises(Exception, match=r"round-1\.npy"):
        found.policy.round_one("0.card")


def test_averages_are_mapped_and_cannot_be_written(tmp_path):
    store, _, _ = stored(tmp_path)
    found = store.open(SCORE, DECK)
    assert found is not None
    block = found.policy.outcome(1, 0)("2.card")
    base = block
    while base.base is not None and not isinstance(base, np.memmap):
        base = base.base
    assert isinstance(base, np.memmap)
    with pytest.raises(ValueError, match="read-only"):
        block[...] = 0


def test_jax_is_not_needed(tmp_path):
    stored(tmp_path)
    program = (
        "import sys; from pathlib import Path\n"
        "from truco_lab.rules import Deck, Score\n"
        "from truco_lab.store import Store\n"
        f"found = Store(Path({str(tmp_path)!r})).open({SCORE!r}, {DECK!r})\n"
        "assert found.policy.outcome(0, 0)('2.card').size\n"
        "sys.exit(', '.join({'jax', 'pandas', 'scipy'} & set(sys.modules)) or 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_digests_tell_trees_apart():
    trees = [
        tree_of(real_deck(k), Score(*points))
        for k in (0, 5)
        for points in [(11, 11), (10, 11), (11, 10), (10, 10), (9, 6), (0, 0)]
    ]
    assert len({digest(tree) for tree in trees}) == len(trees)
    assert digest(tree_of(real_deck(0), Score(1, 2))) == digest(tree_of(real_deck(0), Score(0, 0)))
