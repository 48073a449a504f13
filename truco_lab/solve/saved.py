"""An unfinished solve on disk (see `array_folder`), to be resumed bit for bit.

    DIR/part-000.npy ...   float32[1, .], the regrets then the averages of a part, its blocks in order of name
    DIR/meta.json          what the parts belong to, how far the solve is

The parts are round 1 and the engine's chunks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from .. import array_folder
from ..array_folder import Kind, Rows
from ..errors import CorruptBlockError, FormatVersionError, OtherTreeError
from ..folders import DATA_VARIABLE
from ..tree.digest import digest
from .arrays import Array
from .book import State
from .engine import Engine
from .state import Solving

KIND = Kind(
    name="saved solve",
    format=2,
    files=r"part-\d+\.npy|\.?result\.json.*",
    option="--out",
    remedy="remedy-afresh",
)
"""In a folder that the user has chosen."""

SCRATCH = replace(KIND, option=DATA_VARIABLE)
"""In one of the program's own: what cannot be gone on from there is of no use."""


def save(folder: Path, kind: Kind, state: Solving, identity: Mapping[str, Any], progress: Mapping[str, Any]) -> None:
    """Write a solve.

    Args:
        kind: `KIND` or `SCRATCH`.
        identity: what must be the same for the parts to make sense (see `identity_of`).
        progress: anything else worth keeping: iteration, history.

    Raises:
        StoreError: the folder cannot be written.
    """
    parts = {f"part-{k:03d}.npy": _rows(part) for k, part in enumerate([state.round_one, *state.chunks])}
    array_folder.write(folder, kind, {"identity": dict(identity), "progress": dict(progress)}, parts)


def claim(folder: Path, kind: Kind) -> None:
    """Make sure that a solve can be saved here.

    Raises:
        StoreError: it cannot.
    """
    array_folder.claim(folder, kind)


def load(
    folder: Path, kind: Kind, engine: Engine, identity: Mapping[str, Any]
) -> tuple[Solving, dict[str, Any]] | None:
    """Read a solve back, bit for bit; None if there is none, or in a scratch folder none to go on from.

    Raises:
        FormatVersionError, CorruptBlockError, OtherTreeError: with the file and what to do.
    """
    try:
        return _load(folder, kind, engine, identity)
    except (FormatVersionError, CorruptBlockError, OtherTreeError):
        if kind != SCRATCH:
            raise
        return None


def _load(
    folder: Path, kind: Kind, engine: Engine, identity: Mapping[str, Any]
) -> tuple[Solving, dict[str, Any]] | None:
    opened = array_folder.read(folder, kind)
    if opened is None:
        return None
    meta = opened.meta
    if meta["identity"] != dict(identity):
        differing = [key for key in identity if meta["identity"].get(key) != identity[key]]
        raise OtherTreeError("saved-other-solve", folder=folder, differing=", ".join(differing))
    shapes = engine.shapes
    parts = [
        _unflat(np.array(opened.row(f"part-{k:03d}.npy", 0, np.dtype(engine.dtype))), part)
        for k, part in enumerate([shapes.round_one, *shapes.chunks])
    ]
    return engine.placed(Solving(parts[0], tuple(parts[1:]))), meta["progress"]


def identity_of(engine: Engine, **more: Any) -> dict[str, Any]:
    """What a saved solve belongs to: digests of the tree with its layout and decks, and of the pay-offs; whatever else
    is given."""
    layout = [(c.group, c.subgames.tolist(), c.outcomes.tolist()) for c in engine.chunks]
    tree = digest(engine.tree), [d.counts for d in engine.decks], layout
    digests = {
        name: hashlib.sha256(repr(what).encode()).hexdigest()
        for name, what in (("tree", tree), ("pay-offs", engine.payoffs.tolist()))
    }
    return {**digests, "dtype": np.dtype(engine.dtype).name, **more}


def _rows(part: State) -> Rows:
    arrays = [half[name] for half in part for name in sorted(half)]
    size = sum(array.size for array in arrays)
    return Rows((1, size), np.dtype(arrays[0].dtype), map(_flat, [arrays]))


def _flat(arrays: list[Array]) -> np.ndarray:
    return np.concatenate([np.asarray(array).ravel() for array in arrays])


def _unflat(flat: np.ndarray, shapes: State) -> State:
    halves, begin = [], 0
    for half in shapes:
        filled = {}
        for name in sorted(half):
            shape = half[name].shape
            filled[name] = flat[begin : begin + prod(shape)].reshape(shape)
            begin += prod(shape)
        halves.append({name: filled[name] for name in half})
    assert begin == len(flat)
    return State(*halves)
