"""Folders that are replaced as a whole: readers see an old or a new one, never half of one.

A folder DIR is filled under another name (`.DIR.new-HOST-PID-TOKEN`) and renamed; the one that was there makes room
under a third (`.DIR.old-...`). Whatever process is killed when, one of the two is complete, and of several writers at
once the last one stands. What killed ones leave behind goes with the next write, or is found by `leftovers`.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil

from .errors import StoreError
from .words import Sentence, sentence

META = "meta.json"
"""Written last into a folder, deleted first: the mark that it is complete."""

FOREIGN_WRITER_SECONDS = 24 * 3600.0
"""A folder that another machine began and did not touch for so long is left over."""

PATIENCE = 50
"""Milliseconds that a reader waits for a folder that is being replaced."""

_BESIDE = re.compile(r"\.(?P<folder>.+)\.(?P<what>new|old)-(?P<host>.+)-(?P<pid>\d+)-[0-9a-f]{8}")


# -- writing -----------------------------------------------------------------------------------------------------


def name_beside(folder: Path, what: str) -> Path:
    """A name that nobody else uses, for the "new" or the "old" version of a folder (or a file)."""
    return folder.with_name(f".{folder.name}.{what}-{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}")


def replace(folder: Path, fresh: Path, own: str) -> None:
    """Rename `fresh`, however many writers do the same, and delete what it replaces.

    Args:
        own: see `foreign_files`.
    """
    sync(fresh)
    replaced = []
    while True:
        try:
            fresh.rename(folder)
            break
        except OSError as error:
            if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                raise
        with contextlib.suppress(FileNotFoundError):  # another writer moved it first
            replaced.append(folder.rename(name_beside(folder, "old")))
    sync(folder.parent)
    for old in [*replaced, *leftovers(folder.parent, folder.name)]:
        remove(old, own)


def sync(folder: Path) -> None:
    """Make what was created or renamed in a folder last through a power cut, where the system offers that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def remove(folder: Path, own: str) -> bool:
    """Delete a folder; one that holds anything but its own files stays. Returns whether it is gone."""
    try:
        if folder.is_symlink() or foreign_files(folder, own):
            return False
        for path in sorted(folder.iterdir(), key=lambda path: path.name != META):
            path.unlink()
        folder.rmdir()
    except OSError:
        return not folder.exists()
    return True


def foreign_files(folder: Path, own: str) -> list[str]:
    """What lies in a folder beside meta.json and the files whose names match the regular expression `own`."""
    if not folder.is_dir():
        return []
    return sorted(path.name for path in folder.iterdir() if path.name != META and not re.fullmatch(own, path.name))


# -- reading -----------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def reading(path: Path) -> Iterator[None]:
    """Says what is wrong when the system refuses to read.

    Raises:
        StoreError: it does.
    """
    try:
        yield
    except OSError as error:
        raise StoreError("file-unreadable", path=path, reason=reason(error)) from error


def reason(error: OSError) -> Sentence:
    """What the operating system says."""
    return sentence(error.strerror or str(error))


def resolved(folder: Path) -> Path:
    """Where a folder's links lead; links in a circle lead to themselves, which `Path.resolve` takes for an error."""
    return Path(os.path.realpath(folder))


def meta_text(folder: Path) -> bytes | None:
    """meta.json as it is now, None if there is none; a reader waits while a writer is between its two renames."""
    busy = True
    for _ in range(PATIENCE):
        with reading(folder / META), contextlib.suppress(FileNotFoundError, NotADirectoryError):
            return (folder / META).read_bytes()
        if not busy:
            break
        busy = _being_replaced(folder)
        time.sleep(0.001 if busy else 0)
    return None


def _being_replaced(folder: Path) -> bool:
    """Whether a writer is at work beside a folder, or was killed there; a version that made room is brought back."""
    beside = [(path, name["what"]) for path, name in _beside(folder.parent) if name["folder"] == folder.name]
    with contextlib.suppress(OSError):  # it is gone, or another one is in place by now
        old = [path for path, what in beside if what == "old" and (path / META).exists()]
        if old:
            max(old, key=lambda path: (path / META).stat().st_mtime).rename(folder)
    return bool(beside)


def names(parent: Path) -> list[str]:
    """Of the folders in a folder, those included that are just being replaced."""
    with reading(parent):
        paths = parent.iterdir() if parent.is_dir() else ()
        plain = {path.name for path in paths if not _BESIDE.fullmatch(path.name)}
    return sorted(plain | {name["folder"] for _, name in _beside(parent)})


def leftovers(parent: Path, folder: str | None = None, kind: Callable[[Path], bool] = Path.is_dir) -> list[Path]:
    """What writers of one folder, or of any in `parent`, left unfinished or unremoved: their process is gone.

    A complete version that made room for none is not left over: it may be the only one.

    Args:
        kind: `Path.is_file` for what writers of files left (see `folders.write_whole`).
    """
    found = []
    for path, name in _beside(parent, kind):
        if folder not in (None, name["folder"]):
            continue
        if name["what"] == "old" and (path / META).exists() and not path.with_name(name["folder"]).exists():
            continue
        with contextlib.suppress(FileNotFoundError):  # its writer has just finished
            if name["host"] == socket.gethostname():
                gone = not psutil.pid_exists(int(name["pid"]))
            else:
                gone = time.time() - path.stat().st_mtime > FOREIGN_WRITER_SECONDS
            if gone:
                found.append(path)
    return found


def _beside(parent: Path, kind: Callable[[Path], bool] = Path.is_dir) -> list[tuple[Path, re.Match[str]]]:
    """Folders, or files, whose names `name_beside` made."""
    with reading(parent):
        paths = sorted(parent.iterdir()) if parent.is_dir() else []
        named = [(path, _BESIDE.fullmatch(path.name)) for path in paths]
        return [(path, name) for path, name in named if name and kind(path)]


def size(folder: Path) -> int:
    """Bytes of the files in a folder; none if it has just been deleted or cannot be read."""
    with contextlib.suppress(OSError):
        return sum(path.stat().st_size for path in folder.iterdir())
    return 0
