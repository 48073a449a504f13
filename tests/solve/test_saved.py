"""Saving, resuming, and what is said of damaged folders."""

from __future__ import annotations

import json
import socket

import jax
import numpy as np
import pytest

from truco_lab.errors import CorruptBlockError, FormatVersionError, OtherTreeError, StoreError
from truco_lab.rules import Score
from truco_lab.solve.regret import CFR_PLUS
from truco_lab.solve.solver import Config, Progress, Solution, WarmStart, solve

from .common import TWO_RANKS, payoffs

SCORE = Score(11, 11)


def run(folder, iterations: int, *, score: Score = SCORE, **more) -> Solution:
    config = Config(target=1e-12, max_iterations=iterations, check_every=5)
    return solve(score, [TWO_RANKS], payoffs(score), config, folder=folder, **more)


def same(first: Solution, second: Solution) -> bool:
    leaves = zip(jax.tree.leaves(first.state), jax.tree.leaves(second.state), strict=True)
    return all(np.asarray(a).tobytes() == np.asarray(b).tobytes() for a, b in leaves)


@pytest.fixture
def folder(tmp_path):
    """A saved solve of five iterations."""
    run(tmp_path / "solve", 5)
    return tmp_path / "solve"


def test_twenty_iterations_are_ten_and_ten_more(tmp_path):
    straight = run(None, 20)
    half = run(tmp_path / "solve", 10)
    assert not same(straight, half)
    resumed = run(tmp_path / "solve", 20)
    assert (half.iterations, resumed.iterations) == (10, 20)
    assert same(straight, resumed)
    np.testing.assert_array_equal(np.array(straight.evaluation), np.array(resumed.evaluation))
    assert [k for k, *_ in resumed.history] == [10, 15, 20]


def test_cancelling_keeps_what_was_reached(tmp_path):
    told: list[Progress] = []
    answers = iter([False, False, True])
    stopped = run(tmp_path / "solve", 20, progress=told.append, cancelled=lambda: bool(told) and next(answers))
    assert (stopped.stopped, stopped.iterations) == ("cancelled", 7)
    assert stopped.evaluation.exploitability[0] >= -1e-6
    assert same(run(tmp_path / "solve", 20), run(None, 20))


def test_a_cancelled_solve_stops_where_an_undisturbed_one_does(tmp_path):
    """Regression: a resumed solve certified where it had been cancelled too, so that it could end at once."""
    straight = run(None, 20)
    answers = iter([False] * 7)
    run(tmp_path / "solve", 20, cancelled=lambda: next(answers, True))
    resumed = run(tmp_path / "solve", 20)
    assert [told[:2] for told in resumed.history] == [told[:2] for told in straight.history[1:]]


@pytest.mark.parametrize("limit", [7, 20])
def test_a_certificate_out_of_turn_leaves_nothing_in_what_is_saved(tmp_path, limit):
    """Regression: the one at the end of a cancelled solve, or at the limit, left traces in averages without mass."""
    first = run(None, 50)
    warm = WarmStart("another", first.state, first.iterations)
    straight = run(None, 40, warm=warm)
    answers = iter([False] * 7)
    stopped = run(tmp_path / "solve", limit, warm=warm, cancelled=lambda: next(answers, True))
    assert stopped.massless > 0
    assert stopped.iterations == 7
    assert same(run(tmp_path / "solve", 40, warm=warm), straight)


def test_progress_is_told_at_every_certificate():
    told: list[Progress] = []
    solution = run(None, 12, progress=told.append)
    assert [p.iteration for p in told] == [5, 10, 12]
    assert told[-1].evaluation.value == solution.evaluation.value
    assert [p.exploitability for p in told] == [e for _, e, _ in solution.history]


def test_a_flipped_bit_is_seen(folder):
    for part in sorted(folder.glob("part-*.npy")):
        intact = part.read_bytes()
        data = bytearray(intact)
        data[-3] ^= 0x10
        part.write_bytes(data)
        with pytest.raises(CorruptBlockError, match=part.name):
            run(folder, 6)
        part.write_bytes(intact)
    assert run(folder, 6).iterations == 6


def test_a_file_cut_short_or_gone_is_seen(folder):
    part = folder / "part-001.npy"
    part.write_bytes(part.read_bytes()[:-4])
    with pytest.raises(CorruptBlockError, match=part.name):
        run(folder, 6)
    part.unlink()
    with pytest.raises(CorruptBlockError, match=part.name):
        run(folder, 6)


def test_a_broken_meta_file_is_seen(folder):
    meta = folder / "meta.json"
    text = meta.read_text()
    meta.write_text(text[: len(text) // 2])
    with pytest.raises(CorruptBlockError, match=r"meta\.json"):
        run(folder, 6)


def test_a_newer_format_is_refused(folder):
    meta = folder / "meta.json"
    meta.write_text(json.dumps({**json.loads(meta.read_text()), "format": 99}))
    with pytest.raises(FormatVersionError, match="99"):
        run(folder, 6)


def test_another_subgame_is_refused_and_nothing_lost(folder):
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(OtherTreeError, match="score"):
        run(folder, 6, score=Score(11, 10))
    with pytest.raises(OtherTreeError, match="rule"):
        solve(SCORE, [TWO_RANKS], payoffs(SCORE), Config(rule=CFR_PLUS), folder=folder)
    with pytest.raises(OtherTreeError, match=r"differs in pay-offs\)"):
        solve(SCORE, [TWO_RANKS], payoffs(SCORE) * 0.5, Config(), folder=folder)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def other_payoffs(folder):
    solve(SCORE, [TWO_RANKS], payoffs(SCORE) * 0.5, Config(max_iterations=5), folder=folder)


def cut_short(folder):
    part = folder / "part-001.npy"
    part.write_bytes(part.read_bytes()[:-4])


def flipped(folder):
    part = folder / "part-001.npy"
    part.write_bytes(part.read_bytes()[:-1] + b"?")


def newer(folder):
    meta = folder / "meta.json"
    meta.write_text(json.dumps({**json.loads(meta.read_text()), "format": 99}))


@pytest.mark.parametrize("spoil", [other_payoffs, cut_short, flipped, newer])
def test_what_is_of_no_use_in_a_folder_of_the_program_s_own_is_replaced(tmp_path, spoil):
    """Regression: every `solve` and `grid` after it was refused, with advice that could not be followed."""
    if spoil is not other_payoffs:
        run(tmp_path / "solve", 5)
    spoil(tmp_path / "solve")
    with pytest.raises(StoreError):
        run(tmp_path / "solve", 5)
    assert same(run(tmp_path / "solve", 5, own=True), run(None, 5))
    assert run(tmp_path / "solve", 6).history[0][0] == 5, "it is this solve's now"


def test_the_program_s_own_folder_is_moved_by_a_variable(tmp_path):
    """Regression: `grid` advised an option that it does not have."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"cannot save to .* with TRUCO_LAB_DATA or"):
        run(tmp_path / "file" / "solve", 5, own=True)


def test_an_unwritable_folder_is_told_at_once(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot save to"):
        run(tmp_path / "file" / "solve", 5)


def test_a_save_between_two_renames_is_found(folder):
    """The process ended after the old folder was moved away."""
    folder.rename(folder.with_name(f".{folder.name}.old-machine-1-0123abcd"))
    assert same(run(folder, 5), run(None, 5))


def test_what_a_killed_process_left_goes_with_the_next_save(folder):
    left = folder.with_name(f".{folder.name}.new-{socket.gethostname()}-99999999-0123abcd")
    left.mkdir()
    (left / "part-000.npy").write_bytes(b"half")
    run(folder, 6)
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]


def test_a_folder_with_other_files_is_not_taken(tmp_path):
    """Regression: --out with a folder of the user's replaced and deleted all that was in it."""
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(StoreError, match=r"holds thesis\.tex, which is no part of a saved solve"):
        run(tmp_path, 5)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]
    (tmp_path / "empty").mkdir()
    assert run(tmp_path / "empty", 5).iterations == 5


def test_a_link_is_followed(tmp_path):
    (tmp_path / "disk").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "disk")
    run(tmp_path / "link", 5)
    assert run(tmp_path / "link", 6).iterations == 6
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "disk" / "meta.json").exists()


def test_the_format_before_is_named(folder):
    """It had neither a kind nor a checksum of its own."""
    meta = folder / "meta.json"
    kept = {key: value for key, value in json.loads(meta.read_text()).items() if key not in ("kind", "sha256")}
    meta.write_text(json.dumps({**kept, "format": 1}))
    with pytest.raises(FormatVersionError, match="format 1, this version reads format 2"):
        run(folder, 6)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"target": 0}, "target must be above 0"),
        ({"target": -1e-3}, "target must be above 0"),
        ({"target": float("nan")}, "target must be above 0"),
        ({"max_iterations": 0}, "counted from 1"),
        ({"check_every": 0}, "counted from 1"),
    ],
    ids=str,
)
def test_settings_that_make_no_sense(wrong, said):
    with pytest.raises(ValueError, match=said):
        Config(**wrong)
