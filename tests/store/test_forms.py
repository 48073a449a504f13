"""Averages in 16 bits."""

from __future__ import annotations

import ml_dtypes
import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from truco_lab.store.forms import WHOLE, Form, rounded

sizes = st.one_of(st.just(0.0), st.floats(2.0**-100, 2.0**100, width=32))
weights = st.tuples(st.integers(2, 3), array_shapes(max_dims=2, max_side=4)).flatmap(
    lambda shape: arrays(np.float32, (shape[0], *shape[1]), elements=sizes)
)
"""[actions, ...], of all sizes."""


@given(weights)
def test_full_is_bit_for_bit(block):
    assert Form.FULL.decode(Form.FULL.encode(block)).tobytes() == block.tobytes()


@given(weights)
def test_compact_keeps_shares_to_a_65535th(block):
    found, mass = rounded(block), block.sum(0, dtype=float)
    assert (found.shape, found.dtype) == (block.shape, np.float32)
    np.testing.assert_array_equal(found.any(0), mass > 0)
    there = np.where(mass > 0, mass, 1)
    total = np.where(mass > 0, found.sum(0, dtype=float), 1)
    # an action's own share is within half a step, that of the first within half a step of each of the others
    assert (np.abs(found / total - block / there) <= 1.01 * (len(block) - 1) / 2 / WHOLE).all()


def test_two_halves_leave_nothing_to_the_third():
    """Regression: rounded to even, both went down and the first action had a 65535th."""
    halves = np.array([[0], [3], [2 * WHOLE - 3]], np.float32) / 2
    assert rounded(halves)[0] == 0


@given(weights)
def test_compact_keeps_what_is_never_played_at_zero(block):
    found = rounded(block)
    assert (found[block == 0] == 0).all()
    alone = (block > 0).sum(0) == 1
    np.testing.assert_array_equal(((found > 0) == (block > 0))[:, alone], True)


@given(weights)
def test_compact_keeps_the_mass_as_bfloat16(block):
    """As another implementation rounds it."""
    mass = block.sum(0, dtype=np.float32)
    expected = mass.astype(ml_dtypes.bfloat16).astype(np.float32)
    np.testing.assert_allclose(rounded(block).sum(0), expected, rtol=1.1 / WHOLE)  # two halves make a step too much


@given(weights)
def test_rounding_twice_is_rounding_once(block):
    np.testing.assert_array_equal(rounded(rounded(block)), rounded(block))
