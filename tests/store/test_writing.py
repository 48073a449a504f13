"""Full disks, killed processes and several writers: the old strategy or the new one, never a mix."""

from __future__ import annotations

import errno
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from truco_lab.errors import StoreError
from truco_lab.store.pruning import deletions

from .common import DECK, SCORE, contents, made_up, numbers, same, stored


class Counted:
    """A function that does something else at its n-th call."""

    def __init__(self, function, number, instead):
        self._function, self._number, self._instead, self.calls = function, number, instead, 0

    def __call__(self, *arguments, **options):
        self.calls += 1
        return (self._instead if self.calls == self._number else self._function)(*arguments, **options)


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_leaves_what_was_there(tmp_path, monkeypatch):
    """Wherever the space runs out, up to the moment when the new strategy is in place."""
    store, _, _ = stored(tmp_path, seed=1)
    entry, policy = made_up(seed=2)
    before = contents(tmp_path)
    sync = os.fsync
    for number in range(1, 6):  # four arrays, meta.json
        monkeypatch.setattr(os, "fsync", Counted(sync, number, full))
        with pytest.raises(StoreError, match=rf"cannot save to .*{SCORE}.*: No space left .*--store or free some"):
            store.write(entry, policy)
        assert contents(tmp_path) == before
    monkeypatch.setattr(os, "fsync", Counted(sync, 6, full))  # some file systems cannot do it with folders
    store.write(entry, policy)
    found = store.open(SCORE, DECK)
    assert found is not None
    assert same(found.policy, policy)


CHILD = """
import os, resource, signal, sys
from pathlib import Path
from tests.store.common import made_up
from tests.store.test_writing import Counted
from truco_lab.errors import StoreError
from truco_lab.store import Store
store, (entry, policy) = Store(Path(sys.argv[1])), made_up(seed=int(sys.argv[2]))
"""


def child(what: str, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", CHILD + what, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2])


def test_files_that_may_not_grow_are_told(tmp_path):
    """The system itself refuses, in the middle of an array."""
    stored(tmp_path, seed=1)
    before = contents(tmp_path)
    running = child(
        "resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))\n"
        "try: store.write(entry, policy)\n"
        "except StoreError as error: print(error)\n",
        tmp_path,
        2,
    )
    told, _ = running.communicate(timeout=60)
    assert "cannot save to" in told
    assert "File too large" in told
    assert contents(tmp_path) == before


@pytest.mark.parametrize(
    ("function", "number"),
    [("os.fsync", 1), ("os.fsync", 4), ("os.fsync", 6), *(("Path.rename", n) for n in (1, 2, 3)), ("Path.unlink", 2)],
)
def test_a_killed_writer_leaves_the_old_or_the_new(tmp_path, function, number):
    """Killed before a file is safe, before each rename, and while the old strategy is deleted."""
    store, _, old = stored(tmp_path, seed=1)
    _, new = made_up(seed=2)
    running = child(
        f"{function} = Counted({function}, {number}, lambda *_: os.kill(os.getpid(), signal.SIGKILL))\n"
        f"if '{function}'.startswith('Path'):\n"
        f"    counted = {function}\n"
        f"    {function} = lambda self, *rest, **options: counted(self, *rest, **options)\n"
        "store.write(entry, policy)\n",
        tmp_path,
        2,
    )
    running.communicate(timeout=60)
    assert running.returncode == -signal.SIGKILL
    found = store.open(SCORE, DECK)
    assert found is not None
    assert same(found.policy, new if function == "Path.unlink" else old)

    gone = list(deletions(store))
    assert all(each.folder.name.startswith(".") for each in gone)
    assert all(each.carry_out() for each in gone)
    assert [path.name for path in tmp_path.iterdir()] == [store.folder(SCORE, DECK).name]
    found = store.open(SCORE, DECK)
    assert found is not None
    assert same(found.policy, new if function == "Path.unlink" else old)


def test_a_running_writer_is_not_tidied_away(tmp_path):
    store, _, _ = stored(tmp_path)
    mine = tmp_path / f".11x10-c0.new-{socket.gethostname()}-{os.getpid()}-0123abcd"
    elsewhere = tmp_path / ".11x10-c0.new-elsewhere-1-0123abcd"
    mine.mkdir()
    elsewhere.mkdir()
    assert list(deletions(store)) == []
    os.utime(elsewhere, (0, 0))
    assert [each.folder for each in deletions(store)] == [elsewhere]


def test_two_writers_and_a_reader(tmp_path):
    """Every reading is all of one writer's; at the end one strategy stands and nothing is left over."""
    store, _, _ = stored(tmp_path, seed=2)
    versions = {seed: [block.tobytes() for block in numbers(made_up(seed=seed)[1])] for seed in (2, 3)}
    writers = [child("for _ in range(25): store.write(entry, policy)\n", tmp_path, seed) for seed in versions]
    seen = set()
    try:
        while any(writer.poll() is None for writer in writers):
            found = store.open(SCORE, DECK)
            assert found is not None
            read = [block.tobytes() for block in numbers(found.policy)]
            seen |= {seed for seed, blocks in versions.items() if blocks == read} or {None}
    finally:
        for writer in writers:
            writer.kill()
            writer.communicate()
    assert [writer.returncode for writer in writers] == [0, 0]
    assert seen <= set(versions)
    assert [path.name for path in tmp_path.iterdir()] == [store.folder(SCORE, DECK).name]
    assert [store.problems(found) for found in store.found()] == [[]]
