"""What can go from a store: leftovers, what is damaged, and what does not fit into a size."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .. import array_folder
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
        return not array_folder.foreign_files(self.folder, KIND) and not self.folder.is_symlink()

    def carry_out(self) -> bool:
        """Delete it; returns whether it is gone."""
        return array_folder.remove(self.folder, KIND)


def deletions(store: Store, keep_bytes: int | None = None) -> list[Deletion]:
    """What can go. Every file is read to see whether it is damaged.

    What a newer version wrote is not known to be damaged and stays.

    Args:
        keep_bytes: of what is sound, keep no more than so much: stand-ins go first, then the oldest.
    """
    gone = [
        Deletion(folder, array_folder.size(folder), "left over from a write")
        for folder in array_folder.leftovers(store.root)
    ]
    sound: list[tuple[Found, Entry]] = []
    for found in store.found():
        if any(isinstance(error, CorruptBlockError) for error in store.problems(found)):
            gone.append(Deletion(found.folder, found.bytes, "damaged"))
        elif found.entry:
            sound.append((found, found.entry))
    if keep_bytes is not None:
        total = sum(found.bytes for found, _ in sound)
        for found, _ in sorted(sound, key=lambda pair: (pair[1].continuation == "exact", pair[1].date)):
            if total > keep_bytes:
                gone.append(Deletion(found.folder, found.bytes, "beyond the size to keep"))
                total -= found.bytes
    return gone
