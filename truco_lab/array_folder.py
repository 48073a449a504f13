"""A folder of arrays on disk: written whole or not at all, every byte under a checksum.

    DIR/NAME.npy ...   arrays [rows, numbers]
    DIR/meta.json      format, what the writer says of the arrays, sha256 of every row and of meta.json itself

A folder is filled under a name beside its own (`.DIR.new-HOST-PID-TOKEN`), then renamed; the one that was there makes
room under a third (`.DIR.old-...`). So there is always an old or a new folder, never half of one, whatever process is
killed when, and of several writers at once the last one stands. `leftovers` finds what killed ones leave behind.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import io
import json
import os
import re
import secrets
import socket
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import psutil

from .errors import CorruptBlockError, FormatVersionError, OtherTreeError, StoreError

META = "meta.json"

PATIENCE = 50
"""Milliseconds that a reader waits for a writer that has moved the old folder away and the new one not yet in place."""

FOREIGN_WRITER_SECONDS = 24 * 3600.0
"""A folder that another machine began and did not touch for so long is left over."""


@dataclass(frozen=True)
class Kind:
    """What a folder is for.

    Attributes:
        name: of what it holds, in the singular.
        format: its version.
        files: regular expression of the names of its files; a folder with others is not replaced or removed.
        option: of the command line, to choose another place.
        remedy: what to do about damage; {folder} stands for the path.
    """

    name: str
    format: int
    files: str
    option: str
    remedy: str


class Rows(NamedTuple):
    """An array to write, row by row: its shape [rows, numbers], its type, its rows in order."""

    shape: tuple[int, int]
    dtype: np.dtype[Any]
    rows: Iterable[np.ndarray]


# -- writing -----------------------------------------------------------------------------------------------------


def write(folder: Path, kind: Kind, meta: Mapping[str, Any], arrays: Mapping[str, Rows]) -> None:
    """Write a folder, replacing the one that is there.

    Args:
        meta: anything worth keeping, as JSON has it.
        arrays: by file name.

    Raises:
        StoreError: it cannot be written, or holds files of another kind. What was there stays as it was.
    """
    folder = folder.resolve()  # where a link leads, not the link, is replaced
    fresh = _beside(folder, "new")
    try:
        foreign = foreign_files(folder, kind)
        if foreign:
            raise StoreError(
                f"{folder} holds {foreign[0]}, which is no part of a {kind.name}; "
                f"choose another folder with {kind.option}"
            )
        fresh.mkdir(parents=True)
        files = {name: _write_array(fresh / name, array) for name, array in arrays.items()}
        token = secrets.token_hex(8)  # no two writes have the same meta.json
        body = {"kind": kind.name, "format": kind.format, "write": token, **meta, "files": files}
        _write_pieces(fresh / META, [json.dumps(body | {"sha256": _meta_digest(body)}, indent=1).encode()])
        _sync(fresh)
        _replace(folder, fresh, kind)
    except OSError as error:
        raise StoreError(
            f"cannot save to {folder}: {error.strerror}; choose another folder with {kind.option} or free some space"
        ) from error
    finally:
        remove(fresh, kind)


def _write_array(path: Path, array: Rows) -> dict[str, Any]:
    """Write an array; returns the digests of its header and rows."""
    header = io.BytesIO()
    descr = np.lib.format.dtype_to_descr(array.dtype)
    np.lib.format.write_array_header_1_0(header, {"descr": descr, "fortran_order": False, "shape": array.shape})
    row_bytes = array.shape[1] * array.dtype.itemsize

    def pieces() -> Iterator[Any]:
        yield header.getvalue()
        for row in array.rows:
            assert (row.nbytes, row.dtype) == (row_bytes, array.dtype)
            yield np.ascontiguousarray(row)

    first, *rows = _write_pieces(path, pieces())
    assert len(rows) == array.shape[0]
    return {"row_bytes": row_bytes, "header": first, "rows": rows}


def _write_pieces(path: Path, pieces: Iterable[Any]) -> list[str]:
    """Write a file; returns the digest of each piece."""
    digests = []
    with open(path, "wb") as file:
        for piece in pieces:
            file.write(piece)
            digests.append(_digest(piece))
        file.flush()
        os.fsync(file.fileno())
    return digests


def _replace(folder: Path, fresh: Path, kind: Kind) -> None:
    """Rename, however many writers do the same."""
    replaced = []
    while True:
        try:
            fresh.rename(folder)
            break
        except OSError as error:
            if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                raise
        with contextlib.suppress(FileNotFoundError):  # another writer moved it first
            replaced.append(folder.rename(_beside(folder, "old")))
    _sync(folder.parent)
    for old in [*replaced, *leftovers(folder.parent, folder.name)]:
        remove(old, kind)


def _sync(folder: Path) -> None:
    """Make renames last through a power cut, where the system has a way to say so."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _beside(folder: Path, what: str) -> Path:
    """A name that `_BESIDE` reads."""
    return folder.with_name(f".{folder.name}.{what}-{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}")


_BESIDE = re.compile(r"\.(?P<folder>.+)\.(?P<what>new|old)-(?P<host>.+)-(?P<pid>\d+)-[0-9a-f]{8}")


# -- reading -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Opened:
    """A folder that is being read. Sizes and headers are checked when it is opened, each row when it is first read.

    Attributes:
        folder, kind: which.
        meta: what its writer said, and the digests.
        files: every array's bytes, mapped into memory.
    """

    folder: Path
    kind: Kind
    meta: dict[str, Any]
    files: dict[str, np.ndarray] = field(repr=False)
    _checked: set[tuple[str, int]] = field(default_factory=set, repr=False)

    def row(self, name: str, number: int, dtype: np.dtype[Any]) -> np.ndarray:
        """One row of an array, read-only and still on disk.

        Raises:
            CorruptBlockError: its bytes are not those that were written.
        """
        about, data = self.meta["files"][name], self.files[name]
        begin = _header_bytes(about, data) + about["row_bytes"] * number
        row = np.asarray(data[begin : begin + about["row_bytes"]])
        if (name, number) not in self._checked:
            if _digest(row) != about["rows"][number]:
                raise _damaged(self.folder, self.kind, name, "its checksum differs")
            self._checked.add((name, number))
        return row.view(dtype)


def read(folder: Path, kind: Kind) -> Opened | None:
    """Open a folder; None if there is none.

    Raises:
        FormatVersionError: written in a format that this version does not know.
        OtherTreeError: it holds something else.
        CorruptBlockError: a file is missing or not what was written.
        StoreError: a file cannot be read.
    """
    with reading(folder):
        folder = folder.resolve()
    text = _meta_text(folder)
    while text is not None:
        problem = opened = None
        try:
            opened = _open(folder, kind, text)
        except StoreError as error:
            problem = error
        now = _meta_text(folder)
        if now == text:
            if problem:
                raise problem
            return opened
        text = now  # replaced meanwhile: all files must be those of one writer
    return None


def damage(folder: Path, kind: Kind) -> list[StoreError]:
    """Read everything: an error for each file that is missing or not what was written, or for meta.json as `read`'s."""
    text = _meta_text(folder)
    while text is not None:
        found = _damage(folder, kind, text)
        now = _meta_text(folder)
        if now == text or not found:
            return found
        text = now
    return [_damaged(folder, kind, META, "it is missing")]


def _damage(folder: Path, kind: Kind, text: bytes) -> list[StoreError]:
    try:
        meta = _meta(folder, kind, text)
    except StoreError as error:
        return [error]
    found = []
    for name, about in meta["files"].items():
        try:
            opened = Opened(folder, kind, meta, {name: _mapped(folder, kind, name, about)})
            for number in range(len(about["rows"])):
                opened.row(name, number, np.dtype(np.uint8))
        except StoreError as error:
            found.append(error)
    return found


def _open(folder: Path, kind: Kind, text: bytes) -> Opened:
    meta = _meta(folder, kind, text)
    files = {name: _mapped(folder, kind, name, about) for name, about in meta["files"].items()}
    return Opened(folder, kind, meta, files)


def _meta(folder: Path, kind: Kind, text: bytes) -> dict[str, Any]:
    try:
        meta: dict[str, Any] = json.loads(text)
        found, version, checksum = meta.get("kind", kind.name), meta["format"], meta.pop("sha256", None)
    except (ValueError, TypeError, AttributeError, KeyError) as error:
        raise _damaged(folder, kind, META, "it cannot be read") from error
    intact = checksum == _meta_digest(meta)
    if intact and found != kind.name:
        raise OtherTreeError(f"{folder} holds a {found}, not a {kind.name}; choose another folder with {kind.option}")
    if version != kind.format:
        raise FormatVersionError(
            f"{folder} is in format {version}, this version reads format {kind.format}: "
            "use the version that wrote it, or another folder"
        )
    if not intact:
        raise _damaged(folder, kind, META, "its checksum differs")
    return meta


def _mapped(folder: Path, kind: Kind, name: str, about: Mapping[str, Any]) -> np.ndarray:
    """A file's bytes, once its length and header are those that were written."""
    with reading(folder / name):
        try:
            data = np.memmap(folder / name, np.uint8, "r")
        except FileNotFoundError as error:
            raise _damaged(folder, kind, name, "it is missing") from error
        except ValueError as error:
            raise _damaged(folder, kind, name, "it is empty") from error
    if _digest(data[: _header_bytes(about, data)]) != about["header"]:
        raise _damaged(folder, kind, name, "its length or header differs")
    return data


def _header_bytes(about: Mapping[str, Any], data: np.ndarray) -> int:
    """Where the rows of a file begin, if it is as long as it was."""
    return max(len(data) - about["row_bytes"] * len(about["rows"]), 0)


def _damaged(folder: Path, kind: Kind, name: str, how: str) -> CorruptBlockError:
    return CorruptBlockError(f"{folder / name} is damaged ({how}); {kind.remedy.format(folder=folder)}")


def _meta_text(folder: Path) -> bytes | None:
    """meta.json as it is, None if there is none. Between the two renames of a writer there is one all the same."""
    for _ in range(PATIENCE):
        with reading(folder / META), contextlib.suppress(FileNotFoundError, NotADirectoryError):
            return (folder / META).read_bytes()
        if not _being_replaced(folder):
            break
        time.sleep(0.001)
    with reading(folder / META), contextlib.suppress(FileNotFoundError, NotADirectoryError):
        return (folder / META).read_bytes()
    return None


def _being_replaced(folder: Path) -> bool:
    """Whether a writer is at work beside a folder, or was killed there; the version that made room is brought back."""
    beside = [(path, name["what"]) for path, name in _beside_folders(folder.parent) if name["folder"] == folder.name]
    with contextlib.suppress(OSError):  # it is gone, or another one is in place by now
        whole = [
            ((path / META).stat().st_mtime, path) for path, what in beside if what == "old" and (path / META).exists()
        ]
        if whole:
            max(whole)[1].rename(folder)
    return bool(beside)


@contextlib.contextmanager
def reading(path: Path) -> Iterator[None]:
    """Says what is wrong when the system refuses to read."""
    try:
        yield
    except OSError as error:
        raise StoreError(f"cannot read {path}: {error.strerror}; make it readable, or choose another place") from error


def _meta_digest(meta: Mapping[str, Any]) -> str:
    return _digest(json.dumps(meta, sort_keys=True).encode())


def _digest(data: bytes | np.ndarray) -> str:
    return hashlib.sha256(data).hexdigest()  # type: ignore[arg-type]


# -- tidying up --------------------------------------------------------------------------------------------------


def foreign_files(folder: Path, kind: Kind) -> list[str]:
    """What lies in a folder and is no part of its kind."""
    if not folder.is_dir():
        return []
    return sorted(
        path.name for path in folder.iterdir() if not re.fullmatch(f"{kind.files}|{re.escape(META)}", path.name)
    )


def remove(folder: Path, kind: Kind) -> bool:
    """Delete a folder; one that holds files of another kind stays. Returns whether it is gone."""
    try:
        if folder.is_symlink() or foreign_files(folder, kind):
            return False
        for path in sorted(folder.iterdir(), key=lambda path: path.name != META):  # the commit mark first
            path.unlink()
        folder.rmdir()
    except OSError:
        return not folder.exists()
    return True


def names(parent: Path) -> list[str]:
    """Of the folders in a folder, those included that are just being replaced."""
    with reading(parent):
        paths = parent.iterdir() if parent.is_dir() else ()
        plain = {path.name for path in paths if not _BESIDE.fullmatch(path.name)}
        return sorted(plain | {name["folder"] for _, name in _beside_folders(parent)})


def size(folder: Path) -> int:
    """Bytes on disk; none if it has just been deleted."""
    with contextlib.suppress(FileNotFoundError):
        return sum(path.stat().st_size for path in folder.iterdir())
    return 0


def leftovers(parent: Path, folder: str | None = None) -> list[Path]:
    """What writers of one folder, or of any in `parent`, left unfinished or unremoved: their process is gone."""
    found = []
    for path, name in _beside_folders(parent):
        if folder not in (None, name["folder"]):
            continue
        if name["host"] == socket.gethostname():
            gone = not psutil.pid_exists(int(name["pid"]))
        else:
            gone = time.time() - path.stat().st_mtime > FOREIGN_WRITER_SECONDS
        if gone:
            found.append(path)
    return found


def _beside_folders(parent: Path) -> list[tuple[Path, re.Match[str]]]:
    """Folders whose names `_beside` made."""
    with reading(parent):
        paths = sorted(parent.iterdir()) if parent.is_dir() else []
        named = [(path, _BESIDE.fullmatch(path.name)) for path in paths]
        return [(path, name) for path, name in named if name and path.is_dir()]
