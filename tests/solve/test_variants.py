"""The same subgame run in other ways: two devices, chunks, batches, float64, no compilation."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from truco_lab.rules import Deck, HandState, Score, start
from truco_lab.solve.chunks import chunk_size
from truco_lab.solve.compiling import CPU_OPTIONS, CPU_QUICK_OPTIONS
from truco_lab.solve.engine import Engine
from truco_lab.solve.regret import DCFR_PLUS
from truco_lab.solve.runtime import supported
from truco_lab.solve.solver import Config, solve
from truco_lab.tree.tree import tree_of

from .common import ONE_MANILHA, fresh, payoffs

SCORE = Score(11, 11)
SHORT = Config(target=1e-12, max_iterations=12, check_every=12)


def numbers(solution) -> np.ndarray:
    return np.array(solution.evaluation)[:, 0]


@pytest.fixture(scope="module")
def plain():
    return solve(SCORE, [ONE_MANILHA], payoffs(SCORE), SHORT)


def test_two_devices_are_one(plain):
    devices = jax.devices()[:2]
    assert len(devices) == 2
    both = solve(SCORE, [ONE_MANILHA], payoffs(SCORE), SHORT, engine_options={"devices": devices})
    assert {chunk.device for chunk in both.engine.chunks} == set(devices)
    np.testing.assert_allclose(numbers(both), numbers(plain), atol=1e-6)
    opening = _opening(ONE_MANILHA)
    assert both.policy()(opening) == pytest.approx(plain.policy()(opening), abs=1e-5)


def _opening(deck: Deck) -> HandState:
    return start(deck, SCORE, mao=(2, 1, 0))


def test_chunks_are_one_piece():
    deck = Deck((2, 2), 3)  # more outcomes than go into one vector
    config = Config(target=1e-12, max_iterations=5, check_every=5)
    whole = solve(SCORE, [deck], payoffs(SCORE), config)
    cut = solve(SCORE, [deck], payoffs(SCORE), config, engine_options={"chunk_entries": 1})
    assert len(cut.engine.chunks) > len(whole.engine.chunks) == 3
    np.testing.assert_allclose(numbers(cut), numbers(whole), atol=1e-6)


@given(st.integers(1, 400), st.integers(1, 100_000), st.integers(1, 3_000_000))
def test_chunks_are_as_large_as_they_may_be(items, per_item, limit):
    size = chunk_size(items, per_item, limit)
    sizes = [k for k in range(1, items + 1) if items % k == 0 and k * per_item <= limit]
    assert size == max(sizes, default=1)


def test_the_impossible_is_counted_once_for_the_same_decks(monkeypatch):
    decks = [Deck((3, 4), 1)], [Deck((4, 3), 1)]
    first, _ = engines = [Engine(tree_of(deck, SCORE), [deck], payoffs(SCORE)[:, :, None]) for (deck,) in decks]
    counts = [engine.impossible for engine in engines]
    other = first.again(decks[1], first.payoffs)
    assert [first.impossible, other.impossible] == counts
    monkeypatch.setattr(Engine, "iterate", None)
    assert [first.again(deck, 2 * first.payoffs).impossible for deck in decks] == counts


def test_batched_decks_are_one_by_one():
    """Three decks alike in structure, unlike in copies."""
    decks = [Deck((3, 4), 1), Deck((4, 3), 1), Deck((4, 4), 1)]
    batch = solve(SCORE, decks, payoffs(SCORE), SHORT)
    for k, deck in enumerate(decks):
        alone = solve(SCORE, [deck], payoffs(SCORE), SHORT)
        np.testing.assert_allclose(np.array(batch.evaluation)[:, k], numbers(alone), atol=1e-6)
        assert batch.policy(k)(_opening(deck)) == pytest.approx(alone.policy()(_opening(deck)), abs=1e-5)
    assert len(np.unique(batch.evaluation.value.round(2))) > 1


def test_float64_finds_the_same(plain):
    with jax.enable_x64(True):
        exact = solve(SCORE, [ONE_MANILHA], payoffs(SCORE), SHORT, engine_options={"dtype": jnp.float64})
        assert exact.state.round_one.averages["0.card"].dtype == jnp.float64
    np.testing.assert_allclose(numbers(exact), numbers(plain), atol=2e-6)
    assert (numbers(exact) != numbers(plain)).any()


@pytest.mark.parametrize("score", [SCORE, Score(10, 11), Score(9, 6)], ids=str)
def test_numpy_finds_what_the_compiled_programs_find(score):
    """An iteration from random regrets, and a best response, by the same formulas run step by step in NumPy."""
    engine = fresh(ONE_MANILHA, score)
    by_numpy = Engine(engine.tree, [ONE_MANILHA], engine.payoffs)  # not compiled
    rng = np.random.default_rng(5)
    plain = jax.tree.map(lambda a: rng.uniform(0.1, 1, a.shape).astype(np.float32), engine.start())
    state = engine.iterate(jax.tree.map(jnp.asarray, plain), DCFR_PLUS, 3)
    plain = by_numpy.iterate(plain, DCFR_PLUS, 3)
    for compiled, expected in zip(jax.tree.leaves(state), jax.tree.leaves(plain), strict=True):
        assert isinstance(expected, np.ndarray)
        assert expected.dtype == np.float32
        np.testing.assert_allclose(np.asarray(compiled), expected, atol=1e-5)
    for found, expected in zip(engine.evaluate(state)[0], by_numpy.evaluate(plain)[0], strict=True):
        np.testing.assert_allclose(found, expected, atol=1e-6)


def test_options_that_xla_does_not_know_are_left_out():
    known = {"xla_backend_optimization_level": 1}
    assert supported(known | {"xla_cpu_option_of_another_version": True}) == known
    assert supported(CPU_OPTIONS | CPU_QUICK_OPTIONS), "none is known to this version"
