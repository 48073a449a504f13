"""What round 1 needs from below, kept between processes: it takes seconds to work out and milliseconds to read.

It lies in the cache folder, one folder (see `array_folder`) per solution, and is made anew whenever it is gone.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np

from .. import array_folder
from ..array_folder import Kind, Rows
from ..errors import StoreError
from ..folders import cache_folder
from ..solve.solved import Solved
from ..tree.digest import digest
from .passes import Below

KIND = Kind(
    name="set of values below round 1",
    format=1,
    files=r"[a-z]+-[a-z]+-\d\.npy",
    option="TRUCO_LAB_CACHE",
    remedy="remedy-delete",
)

SINGLE = np.dtype(np.float32)


def recall(solved: Solved) -> Below:
    """What is kept for a solution; empty if nothing is, or if it is damaged."""
    try:
        opened = array_folder.read(_folder(solved), KIND)
        if opened is None:
            return Below()
        return Below({name: _array(opened, name, shape) for name, shape in opened.meta["shapes"].items()})
    except StoreError:
        return Below()


def remember(solved: Solved, below: Below) -> None:
    """Keep what has been worked out, if it is more than what is kept; where that is not possible, go on without."""
    if _known(below) <= _known(recall(solved)):
        return
    shapes = {name: list(array.shape) for name, array in below.arrays.items()}
    arrays = {
        f"{name}.npy": Rows((len(array), array[0].size), SINGLE, (row.ravel().astype(SINGLE) for row in array))
        for name, array in below.arrays.items()
    }
    try:
        array_folder.write(_folder(solved), KIND, {"shapes": shapes}, arrays)
    except StoreError:
        return


def _array(opened: array_folder.Opened, name: str, shape: list[int]) -> np.ndarray:
    rows = [opened.row(f"{name}.npy", number, SINGLE) for number in range(shape[0])]
    return np.stack(rows).reshape(shape)


def _known(below: Below) -> int:
    return sum(int((~np.isnan(array)).sum()) for array in below.arrays.values())


def _folder(solved: Solved) -> Path:
    """By the solution itself: its tree, pay-offs, certificate and averages in round 1."""
    certificate = (solved.value, solved.best_response_mao, solved.best_response_pe, solved.iterations)
    name = hashlib.sha256(repr((digest(solved.tree), solved.payoffs.tolist(), certificate)).encode())
    for block in solved.tree.round_one.blocks:
        name.update(np.ascontiguousarray(solved.policy.round_one(block)).tobytes())
    return cache_folder() / "below" / f"{solved.score}-{name.hexdigest()[:16]}"
