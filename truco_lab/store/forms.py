"""How numbers are stored: as float32, bit for bit, or as bfloat16 in half the space.

bfloat16 is the upper half of a float32: its range, with 8 bits of precision. Averages keep their mass, zeros stay
zeros, and small probabilities are as precise as large ones (within 0.4 %); rows are normalised by whoever reads them,
in either form.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

import numpy as np


class Form(Enum):
    """The values are what meta.json and the command line say."""

    FULL = "float32"
    COMPACT = "bfloat16"

    @property
    def dtype(self) -> np.dtype[Any]:
        """Of the arrays on disk; NumPy has no bfloat16, so its bits are kept as whole numbers."""
        return np.dtype("<f4" if self is Form.FULL else "<u2")

    def encode(self, numbers: np.ndarray) -> np.ndarray:
        """Non-negative float32 as they are stored, rounded to the nearest (ties to even)."""
        bits = np.ascontiguousarray(numbers, "<f4").view("<u4")
        if self is Form.FULL:
            return bits.view("<f4")
        return ((bits + (0x7FFF + (bits >> 16 & 1))) >> 16).astype("<u2")

    def decode(self, stored: np.ndarray) -> np.ndarray:
        """Stored numbers as float32."""
        return stored if self is Form.FULL else (stored.astype("<u4") << 16).view("<f4")


def rounded(numbers: np.ndarray) -> np.ndarray:
    """What is read back of numbers that are stored in the compact form."""
    return Form.COMPACT.decode(Form.COMPACT.encode(numbers))
