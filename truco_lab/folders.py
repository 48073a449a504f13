"""Where truco_lab keeps its files, and how it writes them: whole or not at all."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import platformdirs

from .errors import StoreError
from .whole_folder import leftovers, name_beside, reason, sync

DATA_VARIABLE = "TRUCO_LAB_DATA"
"""Folder for match values, the store and interrupted solves; by default the user's data folder."""

CACHE_VARIABLE = "TRUCO_LAB_CACHE"
"""Folder for compiled programs; by default the user's cache folder."""


def data_folder() -> Path:
    """Where match values, the store and interrupted solves are kept."""
    return Path(os.environ.get(DATA_VARIABLE) or platformdirs.user_data_dir("truco_lab", appauthor=False))


def store_folder() -> Path:
    """Where solved strategies are kept, unless `--store` says otherwise."""
    return data_folder() / "store"


def cache_folder() -> Path:
    """Where compiled programs are kept."""
    return Path(os.environ.get(CACHE_VARIABLE) or platformdirs.user_cache_dir("truco_lab", appauthor=False))


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file under a temporary name, then rename it; text as UTF-8. What killed writers left there goes.

    Raises:
        StoreError: the folder cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = name_beside(path, "new")
        try:
            with open(fresh, "xb") as file:
                file.write(content.encode() if isinstance(content, str) else content)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(path)
        except BaseException:
            fresh.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise StoreError("file-unwritable", path=path, reason=reason(error)) from error
    sync(path.parent)
    for left in leftovers(path.parent, kind=Path.is_file):
        with contextlib.suppress(OSError):  # another user's, or just removed by another process
            left.unlink()
