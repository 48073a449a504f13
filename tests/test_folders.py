"""Files that are written whole: what killed writers left goes, others may read them, and a power cut undoes nothing."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from truco_lab import folders
from truco_lab.folders import write_whole

KILLED = """
import os, signal, sys
from pathlib import Path
from truco_lab.folders import write_whole
os.fsync = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
write_whole(Path(sys.argv[1]), "half")
"""


def test_what_a_killed_writer_left_goes_with_the_next_write(tmp_path: Path) -> None:
    """Whatever file it was writing there: that one may never be written again."""
    done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "first")], check=False)
    assert done.returncode == -signal.SIGKILL
    (left,) = tmp_path.iterdir()
    assert left.name.startswith(".first")
    write_whole(tmp_path / "second", "whole")
    assert [path.name for path in tmp_path.iterdir()] == ["second"]


def test_what_a_running_writer_is_at_stays(tmp_path: Path) -> None:
    mine = tmp_path / f".first.new-{socket.gethostname()}-{os.getpid()}-0123abcd"
    elsewhere = tmp_path / ".first.new-elsewhere-1-0123abcd"
    for path in (mine, elsewhere):
        path.write_text("half")
    write_whole(tmp_path / "second", "whole")
    assert set(tmp_path.iterdir()) == {mine, elsewhere, tmp_path / "second"}
    os.utime(elsewhere, (0, 0))
    write_whole(tmp_path / "second", "whole")
    assert set(tmp_path.iterdir()) == {mine, tmp_path / "second"}


@pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")
@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o002, 0o664), (0o077, 0o600)])
def test_who_may_read_a_file_is_for_the_umask_to_say(tmp_path: Path, mask: int, mode: int) -> None:
    """Several users share a folder of values."""
    before = os.umask(mask)
    try:
        write_whole(tmp_path / "file", "whole")
    finally:
        os.umask(before)
    assert (tmp_path / "file").stat().st_mode & 0o777 == mode


def test_the_name_too_is_made_to_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Checkpoints are deleted as soon as a result is kept."""
    synced: list[tuple[Path, list[str]]] = []
    monkeypatch.setattr(folders, "sync", lambda folder: synced.append((folder, os.listdir(folder))))
    write_whole(tmp_path / "file", "whole")
    assert synced == [(tmp_path, ["file"])]
