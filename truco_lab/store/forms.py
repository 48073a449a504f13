"""How averages are stored: as float32, bit for bit, or in 16 bits a number.

The compact form keeps what an information set plays apart from how often it is reached: the shares of all actions but
the first as whole 65535ths, and in the place of the first its mass (the sum of its weights, which matters by orders of
magnitude) as bfloat16, the upper half of a float32. What has no mass stays without, an action that does not exist or is
never played stays at zero, and a pure strategy stays pure.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

import numpy as np

WHOLE = 0xFFFF
"""The share of an action that is always played."""


class Form(Enum):
    """The values are what meta.json and the command line call them."""

    FULL = "float32"
    COMPACT = "uint16"

    @property
    def dtype(self) -> np.dtype[Any]:
        """Of the arrays on disk."""
        return np.dtype("<f4" if self is Form.FULL else "<u2")

    @property
    def meaning(self) -> str:
        """Of the numbers along the axis of actions, for readers of meta.json."""
        if self is Form.FULL:
            return "average strategy, weighted by reach and not normalised"
        return "0: bits of the mass in bfloat16; others: share of the action x 65535, the first action has the rest"

    def encode(self, weights: np.ndarray) -> np.ndarray:
        """Averages as they are stored.

        Args:
            weights: f32[actions, ...], none negative.
        """
        if self is Form.FULL:
            return np.asarray(weights, "<f4")
        mass = weights.sum(0, dtype=np.float32)
        shares = weights[1:] / np.where(mass > 0, mass, 1).astype(np.float64)
        whole = np.floor(shares * WHOLE + 0.5)  # two halves round up both, and leave nothing to an action without share
        return np.concatenate([_upper_half(mass)[None], whole.astype("<u2")])

    def decode(self, stored: np.ndarray) -> np.ndarray:
        """Stored averages as weights, f32[actions, ...]."""
        if self is Form.FULL:
            return stored
        mass = (stored[0].astype("<u4") << 16).view("<f4")
        others = stored[1:].astype(np.int32)
        shares = np.concatenate([np.maximum(WHOLE - others.sum(0, keepdims=True), 0), others])
        return np.asarray(shares * (mass / np.float32(WHOLE)), np.float32)


def rounded(weights: np.ndarray) -> np.ndarray:
    """What is read back of averages that are stored in the compact form."""
    return Form.COMPACT.decode(Form.COMPACT.encode(weights))


def _upper_half(numbers: np.ndarray) -> np.ndarray:
    """The bits of float32 numbers as bfloat16, to the nearest (ties to even)."""
    bits = np.ascontiguousarray(numbers, "<f4").view("<u4")
    return ((bits + (0x7FFF + (bits >> 16 & 1))) >> 16).astype("<u2")
