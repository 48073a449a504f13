"""The same subgame run in other ways: two devices, chunks, batches, float64, no compilation."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from truco_lab.rules import Deck, Score, Seat
from truco_lab.solve.engine import Engine, Solving
from truco_lab.solve.regret import DCFR_PLUS, UpdateRule
from truco_lab.solve.solver import Config, solve
from truco_lab.tree.tree import tree_of

from .common import ONE_MANILHA, payoffs

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
    again = both.policy()(both_start := _opening(ONE_MANILHA))
    assert again == pytest.approx(plain.policy()(both_start), abs=1e-5)


def _opening(deck: Deck):
    from truco_lab.rules import start

    return start(deck, SCORE, mao=(2, 1, 0))


def test_chunks_are_one_piece():
    deck = Deck((2, 2, 2), 4)  # more outcomes than go into one vector
    config = Config(target=1e-12, max_iterations=5, check_every=5)
    whole = solve(SCORE, [deck], payoffs(SCORE), config)
    cut = solve(SCORE, [deck], payoffs(SCORE), config, engine_options={"chunk_entries": 1})
    assert len(whole.engine.chunks) == 3
    assert len(cut.engine.chunks) > 5
    np.testing.assert_allclose(numbers(cut), numbers(whole), atol=1e-6)


def test_batched_decks_are_one_by_one():
    """Three decks alike in structure, unlike in copies."""
    decks = [Deck((3, 4), 1), Deck((4, 3), 1), Deck((4, 4), 1)]
    batch = solve(SCORE, decks, payoffs(SCORE), SHORT)
    for k, deck in enumerate(decks):
        alone = solve(SCORE, [deck], payoffs(SCORE), SHORT)
        np.testing.assert_allclose(np.array(batch.evaluation)[:, k], numbers(alone), atol=1e-6)
        assert batch.policy(k)(_opening(deck)) == pytest.approx(alone.policy()(_opening(deck)), abs=1e-5)
    assert len(np.unique(batch.evaluation.value.round(4))) == 3


def test_float64_finds_the_same(plain):
    with jax.enable_x64(True):
        exact = solve(SCORE, [ONE_MANILHA], payoffs(SCORE), SHORT, engine_options={"dtype": jnp.float64})
        assert exact.state.round_one.averages["0.card"].dtype == jnp.float64
    np.testing.assert_allclose(numbers(exact), numbers(plain), atol=2e-6)
    assert (numbers(exact) != numbers(plain)).any()


def test_uncompiled_passes_are_the_compiled_ones():
    engine = Engine(tree_of(ONE_MANILHA, SCORE), [ONE_MANILHA], payoffs(SCORE)[:, :, None])
    engine.compile()
    compiled = engine.iterate(engine.start(), DCFR_PLUS, 1)
    value, compiled = engine._walk(Seat.MAO, compiled, engine._run(UpdateRule(0, 0, 0), 1, evaluating=True, greedy=False))
    with jax.disable_jit():
        keys = {key: None for key in engine._programs if key not in ("down", ("up", Seat.MAO), ("up", Seat.PE))}
        for key in keys:
            group, seat, *_ = key
            engine._programs[key] = lambda *a, g=group, s=seat: engine._chunk(g, s, *a)
        engine._programs["down"] = engine._down
        for seat in Seat:
            engine._programs["up", seat] = lambda *a, s=seat: engine._up(s, *a)
        plain = engine.iterate(engine.start(), DCFR_PLUS, 1)
        run = engine._run(UpdateRule(0, 0, 0), 1, evaluating=True, greedy=False)
        expected, plain = engine._walk(Seat.MAO, plain, run)
    np.testing.assert_allclose(np.asarray(value), np.asarray(expected), atol=1e-5)
    _equal(compiled, plain)


def _equal(first: Solving, second: Solving) -> None:
    pairs = zip(jax.tree.leaves(first), jax.tree.leaves(second), strict=True)
    for a, b in pairs:
        np.testing.assert_allclose(np.asarray(a), np.asarray(b), atol=1e-5)
    assert any(np.asarray(leaf).any() for leaf in jax.tree.leaves(first))
