"""The page that `truco-lab serve` opens, end to end."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from truco_lab.cli import main

PATIENCE = 120


@pytest.fixture
def address(prepared: None) -> Iterator[str]:
    """Where a lab is served."""
    voila = pytest.importorskip("voila")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    shared = Path(voila.__file__).parents[4] / "share/jupyter"  # where its own templates are, whatever runs this
    environment = os.environ | {"JUPYTER_PATH": str(shared)}
    command = [sys.executable, "-m", "truco_lab", "serve", "11x11 v4 : 3", "--port", str(port), "--no-browser"]
    server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)


def wait_for(address: str) -> None:
    """Until something answers there."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            urllib.request.urlopen(address + "static/none", timeout=5).close()
        except urllib.error.HTTPError as answer:
            answer.close()
            return
        except OSError:
            time.sleep(0.3)
    pytest.fail("the page was not served")


def test_the_page_is_a_live_lab(browser: Any, address: str, tmp_path: Path) -> None:
    wait_for(address)
    page = browser.new_page(viewport={"width": 1240, "height": 1000})
    page.set_default_timeout(PATIENCE * 1000)
    errors: list[str] = []
    requests: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: requests.append(request.url))
    page.goto(address + "?x=1&s=11x11%20v4%20%3A%203%20j")
    page.wait_for_selector(".tl-picture [data-cell]")
    assert page.input_value(".tl-field input") == "11x11 v4 : 3 j"
    page.click("[data-key='take-a']")
    page.wait_for_function("new URLSearchParams(location.search).get('s') === '11x11 v4 : 3 j / a'")
    assert "x=1" in page.url
    page.wait_for_selector(".tl-badge")
    page.reload()
    page.wait_for_selector(".tl-picture [data-cell]")
    assert page.input_value(".tl-field input") == "11x11 v4 : 3 j / a"
    page.screenshot(path=str(tmp_path / "page.png"))
    page.close()
    assert errors == []
    assert [
        url for url in requests if not url.startswith((address, "data:", "blob:", address.replace("http", "ws")))
    ] == []


def test_a_line_that_names_no_spot_is_not_served(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "11x11 v9"]) == 2
    assert "v9" in capsys.readouterr().err
