"""The store: a folder with one sub-folder per solved subgame, such as `10x10-c0`."""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from .. import __version__, array_folder, whole_folder
from ..array_folder import Kind, Opened, Rows
from ..errors import CorruptBlockError, OtherTreeError, StoreError
from ..folders import store_folder
from ..rules import Deck, Score, real_deck
from ..solve.policy import Policy, Reader
from ..solve.solved import Solved
from ..tree.betting import Ladder, ladder_of
from ..tree.digest import digest
from ..tree.tree import Tree
from ..words import sentence
from .entry import Entry, turn_up_class_of
from .forms import Form
from .layout import AFTER_ROUND_ONE, ROUND_ONE, Layout, layouts

KIND = Kind(
    name="stored strategy",
    format=1,
    files="|".join(map(re.escape, [ROUND_ONE, *AFTER_ROUND_ONE.values()])),
    option="--store",
    remedy="remedy-prune",
)

_NAME = re.compile(r"\d+x\d+-(c\d|[\d.]+\+\d+)")
"""What `_name` may give."""


@dataclass(frozen=True)
class Found:
    """A sub-folder of the store.

    Attributes:
        folder: where it is.
        entry: what it holds, None where that cannot be read.
        problem: why it cannot be read; None where it can.
    """

    folder: Path
    entry: Entry | None
    problem: StoreError | None

    @property
    def bytes(self) -> int:
        """On disk."""
        return whole_folder.size(self.folder)

    @property
    def misnamed(self) -> bool:
        """Whether it holds another subgame than its name says."""
        return self.entry is not None and self.folder.name != _name(self.entry.score, self.entry.deck)


class Store:
    """Solved subgames on disk, one for each score and turn-up class (or deck).

    Args:
        root: the folder; by default the user's (see `folders.store_folder`).
    """

    def __init__(self, root: str | Path | None = None):
        self.root = Path(root) if root else store_folder()

    def folder(self, score: Score, turn_up: int | Deck) -> Path:
        """Where a subgame is, or would be."""
        return self.root / _name(score, turn_up if isinstance(turn_up, Deck) else real_deck(turn_up))

    def check_writable(self) -> None:
        """Before a long solve.

        Raises:
            StoreError: nothing can be written there.
        """
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=self.root):
                pass
        except OSError as error:
            why = whole_folder.reason(error)
            raise StoreError("store-unwritable", folder=self.root, reason=why, option=KIND.option) from error

    def entry(self, score: Score, turn_up: int | Deck) -> Entry | None:
        """What is known of a subgame; None if it is not stored.

        Raises:
            StoreError: see `open`.
        """
        opened = array_folder.read(self.folder(score, turn_up), KIND)
        return None if opened is None else Entry.of_meta(opened.meta)

    def open(self, score: Score, turn_up: int | Deck) -> Solved | None:
        """A stored subgame; None if it is not stored.

        Averages stay on disk until they are read: those of round 1 as a whole, then those after each outcome of round
        1. Lengths are checked now, checksums when a row is first read.

        Raises:
            FormatVersionError, CorruptBlockError, OtherTreeError: with the file and what to do.
        """
        folder = self.folder(score, turn_up)
        opened = array_folder.read(folder, KIND)
        if opened is None:
            return None
        entry = Entry.of_meta(opened.meta)
        return Solved(
            score=entry.score,
            deck=entry.deck,
            payoffs=np.array(entry.payoffs),
            continuation=entry.continuation,
            policy=_policy(self._tree(entry, folder), opened, entry.form),
            value=entry.value,
            best_response_mao=entry.best_response_mao,
            best_response_pe=entry.best_response_pe,
            iterations=entry.iterations,
        )

    def put(self, entry: Entry, policy: Policy) -> bool:
        """Store a subgame, unless a better one is there (see `Entry.better_than`).

        Returns:
            Whether it was stored.

        Raises:
            FormatVersionError: a newer version wrote the one that is there.
            StoreError: it cannot be written. What was there stays as it was.
        """
        try:
            known = self.entry(entry.score, entry.deck)
        except CorruptBlockError:
            known = None
        if known and known.tree == entry.tree and not entry.better_than(known):
            return False
        self.write(entry, policy)
        return True

    def write(self, entry: Entry, policy: Policy) -> None:
        """Store a subgame in the form that its entry says, whatever is there.

        Raises:
            StoreError: it cannot be written. What was there stays as it was.
        """
        assert entry.tree == digest(policy.tree)
        first, *after = layouts(policy.tree)
        readers = [(first, [policy.round_one])]
        readers += [
            (layout, [policy.outcome(group, number) for number in range(layout.rows)])
            for group, layout in enumerate(after)
        ]
        arrays = {layout.name: _rows(layout, outcomes, entry.form) for layout, outcomes in readers}
        blocks = {layout.name: {name: block.shape for name, block in layout.blocks.items()} for layout, _ in readers}
        axes = ["outcome of round 1", "action", "holding", "node", "path"]
        meta = {**entry.to_meta(), "numbers": entry.form.meaning, "axes": axes, "blocks": blocks}
        array_folder.write(self.folder(entry.score, entry.deck), KIND, meta, arrays)

    def found(self) -> list[Found]:
        """All that is there, whether it can be read or not, by name."""
        folders = [self.root / name for name in whole_folder.names(self.root) if _NAME.fullmatch(name)]
        return [found for found in map(_found, folders) if found.folder.is_dir()]

    def problems(self, found: Found) -> list[StoreError]:
        """Read everything of a sub-folder: what is wrong with each file."""
        errors = array_folder.damage(found.folder, KIND)
        if found.entry:
            try:
                self._tree(found.entry, found.folder)
            except OtherTreeError as error:
                errors.append(error)
        return errors

    def _tree(self, entry: Entry, folder: Path) -> Tree:
        """The tree that an entry in a folder is for."""
        if folder != self.folder(entry.score, entry.deck):
            right = self.folder(entry.score, entry.deck).name
            raise OtherTreeError("store-misnamed", folder=folder, right=right)
        tree, found = _tree_and_digest(entry.deck, ladder_of(entry.score))
        if found != entry.tree:
            raise OtherTreeError("store-other-tree", folder=folder, wrote=entry.version, version=__version__)
        return tree


def _name(score: Score, deck: Deck) -> str:
    """Of the sub-folder for a subgame."""
    turn_up_class = turn_up_class_of(deck)
    copies = ".".join(map(str, deck.copies))
    cards = f"{copies}+{deck.manilhas}" if turn_up_class is None else f"c{turn_up_class}"
    return f"{score}-{cards}"


@lru_cache(maxsize=128)
def _tree_and_digest(deck: Deck, ladder: Ladder) -> tuple[Tree, str]:
    tree = Tree(deck, ladder)
    return tree, digest(tree)


def _found(folder: Path) -> Found:
    try:
        opened = array_folder.read(folder, KIND)
    except StoreError as error:
        return Found(folder, None, error)
    if opened is None:
        file, remedy = folder / whole_folder.META, sentence(KIND.remedy, folder=folder)
        return Found(folder, None, CorruptBlockError("file-missing", file=file, remedy=remedy))
    return Found(folder, Entry.of_meta(opened.meta), None)


def _rows(layout: Layout, outcomes: list[Reader], form: Form) -> Rows:
    return Rows((layout.rows, layout.numbers), form.dtype, (layout.row(read, form) for read in outcomes))


def _policy(tree: Tree, opened: Opened, form: Form) -> Policy:
    first, *after = layouts(tree)

    def reader(layout: Layout, number: int) -> Reader:
        def read(name: str) -> np.ndarray:
            return layout.block(name, opened.row(layout.name, number, form.dtype), form)

        return read

    return Policy(tree, reader(first, 0), lambda group, number: reader(after[group], number))
