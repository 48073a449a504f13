"""Rounding to bfloat16."""

from __future__ import annotations

import ml_dtypes
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from truco_lab.store.forms import Form, rounded

weights = st.lists(st.floats(0, 2.0**100, width=32), min_size=1, max_size=50).map(lambda row: np.array(row, np.float32))


@given(weights)
def test_full_is_bit_for_bit(row):
    assert Form.FULL.decode(Form.FULL.encode(row)).tobytes() == row.tobytes()


@given(weights)
def test_compact_is_bfloat16_to_the_nearest(row):
    """As another implementation has it."""
    np.testing.assert_array_equal(rounded(row), row.astype(ml_dtypes.bfloat16).astype(np.float32))


@given(weights)
def test_compact_keeps_zeros_and_shares(row):
    found = rounded(row)
    assert ((found == 0) <= (row < 1e-37)).all()
    normal = row > 1e-37
    assert (np.abs(found - row)[normal] <= row[normal] * 2.0**-8).all()
    np.testing.assert_array_equal(rounded(found), found)
