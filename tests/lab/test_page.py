"""The page that `truco-lab serve` opens, end to end."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lab.served import PATIENCE, needed, serving, shared
from truco_lab.cli import main


@pytest.fixture
def address(prepared: None, tmp_path: Path) -> Iterator[str]:
    """Where a lab is served."""
    command = [sys.executable, "-m", "truco_lab", "serve", "11x11 v4 : 3", "--port", "{port}", "--no-browser"]
    with serving(command, tmp_path / "log", JUPYTER_PATH=str(shared(needed("voila")))) as address:
        yield address


def test_the_page_is_a_live_lab(browser: Any, address: str, tmp_path: Path) -> None:
    page = browser.new_page(viewport={"width": 1240, "height": 1000})
    page.set_default_timeout(PATIENCE * 1000)
    errors: list[str] = []
    requests: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: requests.append(request.url))
    page.goto(address + "?x=1&s=11x11%20v4%20%3A%203%20j")
    page.wait_for_selector(".tl-picture [data-cell]")
    assert page.input_value(".tl-field input") == "11x11 v4 : 3 j"
    page.wait_for_selector(".tl-badge")
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
