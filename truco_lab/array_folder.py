"""A folder of arrays on disk: written whole or not at all, every byte under a checksum.

    DIR/NAME.npy ...   arrays [rows, numbers]
    DIR/meta.json      format, what the writer says of the arrays, sha256 of every row and of meta.json itself

Writing and reading go by `whole_folder`, so that all files are always those of one writer.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from .errors import CorruptBlockError, FormatVersionError, OtherTreeError, StoreError
from .whole_folder import META, foreign_files, meta_text, name_beside, reading, reason, remove, replace, resolved
from .words import sentence


@dataclass(frozen=True)
class Kind:
    """What a folder is for.

    Attributes:
        name: of what it holds, in the singular; `words.errors` has it in both languages.
        format: its version.
        files: regular expression of the names of its files; a folder with others is not replaced or removed.
        option: of the command line, to choose another place.
        remedy: what to do about damage: the key of a sentence, whose blank is the folder.
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
    folder = resolved(folder)  # where a link leads, not the link, is replaced
    fresh = name_beside(folder, "new")
    try:
        _begin(folder, fresh, kind)
        files = {name: _write_array(fresh / name, array) for name, array in arrays.items()}
        token = secrets.token_hex(8)  # no two writes have the same meta.json
        body = {"kind": kind.name, "format": kind.format, "write": token, **meta, "files": files}
        _write_pieces(fresh / META, [json.dumps(body | {"sha256": _meta_digest(body)}, indent=1).encode()])
        replace(folder, fresh, kind.files)
    except OSError as error:
        raise _unwritable(folder, kind, error) from error
    finally:
        remove(fresh, kind.files)


def claim(folder: Path, kind: Kind) -> None:
    """Before long work: make sure that its result can be written.

    Raises:
        StoreError: as `write`.
    """
    folder = resolved(folder)
    fresh = name_beside(folder, "new")
    try:
        _begin(folder, fresh, kind)
    except OSError as error:
        raise _unwritable(folder, kind, error) from error
    finally:
        remove(fresh, kind.files)


def _begin(folder: Path, fresh: Path, kind: Kind) -> None:
    foreign = foreign_files(folder, kind.files)
    if foreign:
        named = sentence(kind.name)
        raise StoreError("folder-foreign", folder=folder, file=foreign[0], kind=named, option=kind.option)
    fresh.mkdir(parents=True)


def _unwritable(folder: Path, kind: Kind, error: OSError) -> StoreError:
    return StoreError("folder-unwritable", folder=folder, reason=reason(error), option=kind.option)


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
                raise _damaged(self.folder, self.kind, name, "checksum")
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
    folder = resolved(folder)
    text = meta_text(folder)
    while text is not None:
        problem = opened = None
        try:
            opened = _open(folder, kind, text)
        except StoreError as error:
            problem = error
        now = meta_text(folder)
        if now == text:
            if problem:
                raise problem
            return opened
        text = now  # replaced meanwhile: all files must be those of one writer
    return None


def damage(folder: Path, kind: Kind) -> list[StoreError]:
    """Read everything: an error for each file that is missing or not what was written, or for meta.json as `read`'s."""
    try:
        text = meta_text(folder)
        while text is not None:
            found = _damage(folder, kind, text)
            now = meta_text(folder)
            if now == text or not found:
                return found
            text = now
    except StoreError as error:  # the system refuses
        return [error]
    return [_damaged(folder, kind, META, "missing")]


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
        raise _damaged(folder, kind, META, "unreadable") from error
    intact = checksum == _meta_digest(meta)
    if intact and found != kind.name:
        kinds = {"found": sentence(found), "kind": sentence(kind.name)}
        raise OtherTreeError("folder-other-kind", folder=folder, option=kind.option, **kinds)
    if version != kind.format:
        raise FormatVersionError("folder-format", folder=folder, found=version, known=kind.format)
    if not intact:
        raise _damaged(folder, kind, META, "checksum")
    return meta


def _mapped(folder: Path, kind: Kind, name: str, about: Mapping[str, Any]) -> np.ndarray:
    """A file's bytes, once its length and header are those that were written."""
    with reading(folder / name):
        try:
            data = np.memmap(folder / name, np.uint8, "r")
        except FileNotFoundError as error:
            raise _damaged(folder, kind, name, "missing") from error
        except ValueError as error:
            raise _damaged(folder, kind, name, "empty") from error
    if _digest(data[: _header_bytes(about, data)]) != about["header"]:
        raise _damaged(folder, kind, name, "length")
    return data


def _header_bytes(about: Mapping[str, Any], data: np.ndarray) -> int:
    """Where the rows of a file begin, if it is as long as it was."""
    return max(len(data) - about["row_bytes"] * len(about["rows"]), 0)


def _damaged(folder: Path, kind: Kind, name: str, how: str) -> CorruptBlockError:
    remedy = sentence(kind.remedy, folder=folder)
    return CorruptBlockError("file-damaged", file=folder / name, how=sentence(f"damage-{how}"), remedy=remedy)


def _meta_digest(meta: Mapping[str, Any]) -> str:
    return _digest(json.dumps(meta, sort_keys=True).encode())


def _digest(data: bytes | np.ndarray) -> str:
    return hashlib.sha256(data).hexdigest()  # type: ignore[arg-type]
