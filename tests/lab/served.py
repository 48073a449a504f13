"""Servers for tests: on a free port of this machine, with what the test environment has, ended at the end."""

from __future__ import annotations

import importlib
import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest

PATIENCE = 120
"""Seconds that a server and a kernel may take on a busy machine."""


def needed(name: str) -> ModuleType:
    """A module that a test cannot do without; continuous integration must have it."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        assert not os.environ.get("CI"), f"continuous integration must have {name}: the test extra brings it"
        pytest.skip(f"{name} is not installed")


def shared(module: ModuleType) -> Path:
    """Where Jupyter's data of the environment that has a module are, whatever runs this."""
    assert module.__file__ is not None
    return Path(module.__file__).parents[4] / "share/jupyter"


@contextmanager
def serving(command: Sequence[str], log: Path, **variables: str) -> Iterator[str]:
    """The address at which a command serves, once something answers there.

    Args:
        command: in which "{port}" stands for the port.
        log: the file that takes what it prints.
        variables: of its environment.
    """
    for _ in range(3):  # somebody else may take the port before the server does
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        address = f"http://127.0.0.1:{port}/"
        with log.open("wb") as out:
            server = subprocess.Popen(
                [part.format(port=port) for part in command], env=os.environ | variables, stdout=out, stderr=out
            )
        try:
            if _answers(address, server):
                yield address
                return
        finally:
            server.terminate()
            server.wait(PATIENCE)
    pytest.fail(f"nothing is served at {address}:\n{log.read_text(errors='replace')[-3000:]}")


def _answers(address: str, server: subprocess.Popen[bytes]) -> bool:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        try:
            urllib.request.urlopen(address + "static/none", timeout=5).close()
        except urllib.error.HTTPError as answer:
            answer.close()
            return True
        except OSError:
            time.sleep(0.3)
    return False
