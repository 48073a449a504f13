"""A solve on disk: one folder, one file per part of the state, `meta.json` as the mark that it is complete.

    DIR/part-000.npy ...   float32[.], the regrets then the averages of a part, its blocks in order of name
    DIR/meta.json          format, what the parts belong to, how far the solve is, sha256 of every file

A folder is written under another name and renamed, so that there is always an old or a new one, never half of one.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import CorruptBlockError, FormatVersionError, OtherTreeError, StoreError
from .book import State
from .engine import Engine, Solving

FORMAT = 1


def save(folder: Path, state: Solving, identity: Mapping[str, Any], progress: Mapping[str, Any]) -> None:
    """Write a solve.

    Args:
        identity: what must be the same for the parts to make sense (see `identity_of`).
        progress: anything else worth keeping: iteration, history.

    Raises:
        StoreError: the folder cannot be written.
    """
    fresh = folder.with_name(f".{folder.name}.new-{os.getpid()}")
    try:
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(parents=True)
        files = {}
        for k, part in enumerate([state.round_one, *state.chunks]):
            name = f"part-{k:03d}.npy"
            with open(fresh / name, "wb") as file:
                np.save(file, _flat(part))
                file.flush()
                os.fsync(file.fileno())
            files[name] = _digest(fresh / name)
        meta = {"format": FORMAT, "identity": dict(identity), "progress": dict(progress), "files": files}
        with open(fresh / "meta.json", "w", encoding="utf-8") as text:
            json.dump(meta, text, indent=1)
            text.flush()
            os.fsync(text.fileno())
        old = folder.with_name(f".{folder.name}.old")
        shutil.rmtree(old, ignore_errors=True)
        if folder.exists():
            folder.rename(old)
        fresh.rename(folder)
        shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        shutil.rmtree(fresh, ignore_errors=True)
        raise _unwritable(folder, error) from error


def claim(folder: Path) -> None:
    """Make sure that a solve can be saved here.

    Raises:
        StoreError: it cannot.
    """
    fresh = folder.with_name(f".{folder.name}.new-{os.getpid()}")
    try:
        fresh.mkdir(parents=True, exist_ok=True)
        fresh.rmdir()
    except OSError as error:
        raise _unwritable(folder, error) from error


def load(folder: Path, engine: Engine, identity: Mapping[str, Any]) -> tuple[Solving, dict[str, Any]] | None:
    """Read a solve back, bit for bit; None if there is none.

    Raises:
        FormatVersionError, CorruptBlockError, OtherTreeError: with the file and what to do.
    """
    old = folder.with_name(f".{folder.name}.old")
    if not folder.exists() and (old / "meta.json").exists():
        old.rename(folder)  # the process ended between the two renames
    try:
        meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:
        raise CorruptBlockError(f"{folder / 'meta.json'} cannot be read; delete the folder to start afresh") from error
    if meta.get("format") != FORMAT:
        raise FormatVersionError(
            f"{folder} is in format {meta.get('format')}, this version reads format {FORMAT}: "
            "use the version that wrote it, or another folder"
        )
    if meta["identity"] != dict(identity):
        differing = [key for key in identity if meta["identity"].get(key) != identity[key]]
        raise OtherTreeError(
            f"{folder} holds another solve (it differs in {', '.join(differing)}); choose another folder with --out"
        )
    state = engine.start()
    parts = []
    for k, part in enumerate([state.round_one, *state.chunks]):
        path = folder / f"part-{k:03d}.npy"
        try:
            if _digest(path) != meta["files"][path.name]:
                raise ValueError("checksum")
            flat = np.load(path)
        except (OSError, ValueError, KeyError) as error:
            raise CorruptBlockError(
                f"{path} is damaged or cut short (its checksum differs); delete {folder} to start afresh"
            ) from error
        parts.append(_unflat(flat, part))
    return Solving(parts[0], tuple(parts[1:])), meta["progress"]


def identity_of(engine: Engine, **more: Any) -> dict[str, Any]:
    """What a saved solve belongs to: a digest of tree, layout, decks and pay-offs, and whatever else is given."""
    layout = [(c.group, c.subgames.tolist(), c.outcomes.tolist()) for c in engine.chunks]
    found = [engine.tree.round_one.blocks, *(group.blocks for group in engine.tree.groups)]
    blocks = [{name: block.shape for name, block in part.items()} for part in found]
    what = (str(engine.tree.ladder), [d.counts for d in engine.decks], engine.payoffs.tolist(), layout, blocks)
    return {"tree": hashlib.sha256(repr(what).encode()).hexdigest(), "dtype": np.dtype(engine.dtype).name, **more}


def _flat(part: State) -> np.ndarray:
    arrays = [np.asarray(half[name]).ravel() for half in part for name in sorted(half)]
    return np.concatenate(arrays) if arrays else np.zeros(0, np.float32)


def _unflat(flat: np.ndarray, like: State) -> State:
    import jax

    halves, begin = [], 0
    for half in like:
        filled = {}
        for name in sorted(half):
            array = half[name]
            filled[name] = jax.device_put(flat[begin : begin + array.size].reshape(array.shape), array.sharding)
            begin += array.size
        halves.append({name: filled[name] for name in half})
    if begin != len(flat):
        raise CorruptBlockError("a part has another length than its tree")
    return State(*halves)


def _unwritable(folder: Path, error: OSError) -> StoreError:
    return StoreError(f"cannot save to {folder}: {error.strerror}; choose another folder with --out or free some space")


def _digest(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
