"""What can go from a store: leftovers, what is damaged, and what does not fit into a size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .. import whole_folder
from ..errors import CorruptBlockError
from .entry import Entry
from .store import KIND, Found, Store


@dataclass(frozen=True)
class Deletion:
    """A folder that can go.

    Attributes:
        folder: which.
        bytes: on disk.
        reason: why.
    """

    folder: Path
    bytes: int
    reason: str

    @property
    def possible(self) -> bool:
        """Whether nothing but the store's own files is in it."""
        return not whole_folder.foreign_files(self.folder, KIND.files) and not self.folder.is_symlink()

    def carry_out(self) -> bool:
        """Delete it; returns whether it is gone."""
        return whole_folder.remove(self.folder, KIND.files)


def deletions(store: Store, keep_bytes: int | None = None) -> Iterator[Deletion]:
    """What can go, each as soon as it is found: carried out at once, nothing that another process has just mended goes.

    Every file is read to see whether it is damaged. What a newer version wrote is not known to be, and stays.

    Args:
        keep_bytes: of what is sound, keep no more than so much: stand-ins go first, then the oldest.
    """
    there = store.found()  # which brings back what a killed writer had moved out of the way
    for folder in whole_folder.leftovers(store.root):
        yield Deletion(folder, whole_folder.size(folder), "left over from a write")
    sound: list[tuple[Entry, Found]] = []
    for found in there:
        if any(isinstance(error, CorruptBlockError) for error in store.problems(found)):
            yield Deletion(found.folder, found.bytes, "damaged")
        elif found.entry:
            sound.append((found.entry, found))
    total = sum(found.bytes for _, found in sound)
    for _, found in sorted(sound, key=lambda pair: (pair[0].continuation == "exact", pair[0].date)):
        if keep_bytes is not None and total > keep_bytes:
            deletion = Deletion(found.folder, found.bytes, "beyond the size to keep")
            total -= deletion.bytes if deletion.possible else 0
            yield deletion
