"""The lab in JupyterLab and in Notebook 7: a real server, a real kernel, a real browser."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.lab.served import PATIENCE, needed, serving, shared

CELLS = ('from truco_lab import Lab\n\nlab = Lab("11x11 v4 : 3 j")\nlab', "print(lab.line, len(lab.last_error) > 0)")

FRONTS = {"lab": "lab/tree/hand.ipynb", "notebook": "notebooks/hand.ipynb"}
"""Where a front end opens the notebook."""

HEIGHT = 1000

FIELD = ".tl-field input"
KEYS = ("d", "d", "ArrowDown", "a", "b", "x", "ArrowUp", "Enter")
"""Each does something to a notebook in command mode: deletes, walks, inserts, cuts, goes to edit mode."""


def notebook() -> dict[str, Any]:
    cells = [
        {
            "cell_type": "code",
            "id": f"cell-{k}",
            "metadata": {},
            "execution_count": None,
            "outputs": [],
            "source": source,
        }
        for k, source in enumerate(CELLS)
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


@pytest.fixture(scope="module")
def server(solved: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One server for both front ends, with nothing of the user's."""
    share = shared(needed("jupyterlab"))
    needed("notebook")
    folder = tmp_path_factory.mktemp("jupyter")
    root = folder / "root"
    root.mkdir()
    (root / "hand.ipynb").write_text(json.dumps(notebook()), encoding="utf-8")
    quiet = folder / "config/lab/user-settings/@jupyterlab/apputils-extension/notification.jupyterlab-settings"
    quiet.parent.mkdir(parents=True)
    quiet.write_text(json.dumps({"fetchNews": "false", "checkForUpdates": False}), encoding="utf-8")
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1"),
        *("--ServerApp.port={port}", "--ServerApp.port_retries=0", f"--ServerApp.root_dir={root}"),
        *("--IdentityProvider.token=", "--ServerApp.jpserver_extensions=notebook=True"),
    ]
    folders = {f"JUPYTER_{name.upper()}_DIR": str(folder / name) for name in ("config", "data", "runtime")}
    folders |= {"JUPYTER_PATH": str(share), "JUPYTERLAB_DIR": str(share / "lab")}
    with serving(command, folder / "log", **folders) as address:
        yield address


def state(page: Any) -> tuple[list[str], str]:
    """The notebook's cells and its mode."""
    return page.evaluate(
        """() => [
          [...document.querySelectorAll(".jp-Notebook .jp-Cell .cm-content")].map((cell) => cell.innerText),
          document.querySelector(".jp-Notebook").className.match(/jp-mod-(command|edit)Mode/)[0],
        ]"""
    )


def run_cell(page: Any, k: int) -> None:
    """Run a cell and wait for its end; a front end that is still connecting forgets what it was to run."""
    cell = page.locator(".jp-Notebook .jp-Cell").nth(k)
    cell.locator(".cm-content").click()
    for turn in range(5 * PATIENCE):
        prompt = cell.locator(".jp-InputArea-prompt").inner_text()
        if re.search(r"\d", prompt):
            return
        if "*" not in prompt and turn % 25 == 0:
            page.keyboard.press("Control+Enter")
        page.wait_for_timeout(200)
    pytest.fail(f"cell {k} does not run")


@pytest.mark.parametrize("front", FRONTS)
def test_the_lab_is_at_home_in(front: str, server: str, browser: Any) -> None:
    context = browser.new_context(viewport={"width": 1400, "height": HEIGHT})
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server)
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    errors: list[str] = []
    requests: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: requests.append(request.url))
    page.on("websocket", lambda socket: requests.append(socket.url))
    page.goto(server + FRONTS[front])
    page.wait_for_selector(".jp-Notebook-ExecutionIndicator[data-status=idle]")
    errors.clear()  # what a front end says of itself while it starts is not of the lab
    run_cell(page, 0)
    page.wait_for_selector(".tl-picture [data-cell]")
    assert page.input_value(FIELD) == "11x11 v4 : 3 j"

    # what opens is on the screen
    page.click("[data-key=guide]")
    box = page.locator(".tl-guide").bounding_box()
    assert box is not None
    assert 0 < box["y"] < box["y"] + box["height"] < HEIGHT
    page.keyboard.press("Escape")

    # keys on the chart and in the field are the lab's alone
    page.focus(".tl-picture")
    before = state(page)
    assert len(before[0]) == len(CELLS)
    for key in KEYS[:-1]:
        page.keyboard.press(key)
    assert page.locator(".tl-focus").count() == 1
    page.keyboard.press("Enter")
    page.wait_for_function(f"document.querySelector('{FIELD}').value.includes('mao[')")
    assert state(page) == before
    page.click(FIELD)
    page.fill(FIELD, "")
    for key in KEYS:
        page.keyboard.press(key)
    page.wait_for_selector(".tl-problem")
    assert page.input_value(FIELD) == "ddabx"
    assert state(page) == before

    # the error left the line alone; a click plays
    page.keyboard.press("Escape")
    page.click("[data-key=clear-draft]")
    page.wait_for_function(f"document.querySelector('{FIELD}').value === '11x11 v4 : 3 j'")
    page.click("[data-key='take-a']")
    page.wait_for_function(f"document.querySelector('{FIELD}').value === '11x11 v4 : 3 j / a'")

    page.evaluate(
        """() => new MutationObserver(() => {
          window.copied ||= document.querySelector("[data-key=copy]").textContent.includes("✓");
        }).observe(document.querySelector(".tl"), { childList: true, subtree: true })"""
    )
    page.click("[data-key=copy]")
    page.wait_for_function("window.copied")
    link = urlsplit(page.evaluate("navigator.clipboard.readText()"))
    assert (f"{link.scheme}://{link.netloc}/{link.path[1:]}") == server + FRONTS[front]
    assert parse_qs(link.query)["s"] == ["11x11 v4 : 3 j / a"]
    assert state(page) == before

    run_cell(page, 1)
    page.wait_for_selector(".jp-OutputArea-output pre")
    assert page.inner_text(".jp-OutputArea-output pre").strip() == "11x11 v4 : 3 j / a False"

    # outside the lab the same keys are the notebook's
    page.keyboard.press("Escape")
    page.keyboard.press("b")
    page.wait_for_function(f"document.querySelectorAll('.jp-Notebook .jp-Cell').length === {len(CELLS) + 1}")
    context.close()
    assert errors == []
    assert [
        url for url in requests if not url.startswith((server, server.replace("http", "ws"), "data:", "blob:"))
    ] == []
