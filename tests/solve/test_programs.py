"""Compiled programs kept between processes."""

from __future__ import annotations

import numpy as np
import pytest

from truco_lab.errors import CancelledError
from truco_lab.rules import Score, Seat
from truco_lab.solve import compiling, programs, solve
from truco_lab.solve.engine import Engine
from truco_lab.solve.regret import DCFR_PLUS
from truco_lab.tree.tree import tree_of

from .common import TWO_RANKS, payoffs

SCORE = Score(11, 11)


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("TRUCO_LAB_CACHE", str(tmp_path))
    return tmp_path / "programs"


def fresh() -> Engine:
    return Engine(tree_of(TWO_RANKS, SCORE), [TWO_RANKS], payoffs(SCORE)[:, :, None])


def three_iterations(engine: Engine) -> list[np.ndarray]:
    state = engine.start()
    for t in (1, 2, 3):
        state = engine.iterate(state, DCFR_PLUS, t)
    evaluation, _, _ = engine.evaluate(state)
    return list(evaluation)


def compilations(monkeypatch) -> list[Engine]:
    """Engines that were compiled from now on."""
    compiled, plain = [], Engine._compiled

    def counting(self: Engine, cancelled):
        compiled.append(self)
        return plain(self, cancelled)

    monkeypatch.setattr(Engine, "_compiled", counting)
    return compiled


def test_programs_are_compiled_once_and_do_the_same(cache, monkeypatch):
    compiled = compilations(monkeypatch)
    first, second = fresh(), fresh()
    first.compile()
    second.compile()
    assert compiled == [first]
    assert len(list(cache.iterdir())) == 1
    np.testing.assert_array_equal(three_iterations(first), three_iterations(second))


@pytest.mark.parametrize("damage", ["cut short", "flipped", "a stranger's"], ids=str)
def test_a_damaged_file_counts_as_none(cache, monkeypatch, damage):
    expected = fresh()
    expected.compile()
    (path,) = cache.iterdir()
    data = bytearray(path.read_bytes())
    if damage == "flipped":
        data[-100] ^= 4
    path.write_bytes(data[:-10] if damage == "cut short" else b"what is this\n" if damage == "a stranger's" else data)
    compiled, again = compilations(monkeypatch), fresh()
    again.compile()
    assert compiled == [again]
    np.testing.assert_array_equal(three_iterations(again), three_iterations(expected))
    third = fresh()
    third.compile()
    assert compiled == [again], "the file was made anew"


def test_whatever_programs_are_made_from_tells_them_apart(cache, monkeypatch):
    fresh().compile()
    compiled = compilations(monkeypatch)
    wider = Engine(tree_of(TWO_RANKS, SCORE), [TWO_RANKS] * 2, np.repeat(payoffs(SCORE)[:, :, None], 2, 2))
    wider.compile()
    assert compiled == [wider]
    monkeypatch.setattr(compiling, "CPU_OPTIONS", {**compiling.CPU_OPTIONS, "xla_backend_optimization_level": 1})
    other = fresh()
    other.compile()
    assert compiled == [wider, other]
    monkeypatch.setattr(programs, "_surroundings", lambda: "another version")
    newer = fresh()
    newer.compile()
    assert compiled == [wider, other, newer]


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TRUCO_LAB_CACHE", str(tmp_path / "file"))
    engine = fresh()
    engine.compile()
    assert three_iterations(engine)[0].shape == (1,)


def test_an_engine_that_is_not_compiled_computes_in_numpy(cache):
    compiled, plain = fresh(), fresh()
    compiled.compile()
    state = plain.start()
    assert isinstance(next(iter(state.round_one.regrets.values())), np.ndarray)
    np.testing.assert_allclose(three_iterations(plain), three_iterations(compiled), atol=1e-6)
    earned, _ = plain.earned(Seat.MAO, state)
    assert isinstance(earned, np.ndarray)


def test_compiling_can_be_cancelled_between_two_programs(cache, monkeypatch):
    compiled = []

    def counting(jobs):
        return {key: job() for key, job in jobs.items() if not compiled.append(key)}

    monkeypatch.setattr(compiling, "side_by_side", counting)
    engine = fresh()
    with pytest.raises(CancelledError, match="nothing has been solved yet"):
        engine.compile(lambda: len(compiled) == 2)
    assert len(compiled) == 2, "the second was not compiled"
    assert not cache.exists()
    assert isinstance(next(iter(engine.start().round_one.regrets.values())), np.ndarray), "the engine is as it was"
    with pytest.raises(CancelledError):
        solve(SCORE, [TWO_RANKS], payoffs(SCORE), cancelled=lambda: True)
