"""A lab whose messages are recorded, and one on a page of a real browser."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import comm
import pytest

from tests.lab.kernel import HOST, PAGE, RecordingComm
from truco_lab.lab import Lab
from truco_lab.lab.front import module, style
from truco_lab.lab.solving import Job, outlook
from truco_lab.notation import parse

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

ADDRESS = "http://localhost:1/lab/"


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Widgets made from here on have comms that record."""
    monkeypatch.setattr(comm, "create_comm", RecordingComm)


@pytest.fixture(scope="session")
def solved(prepared: None) -> None:
    """11 x 11 under a 4 and under a 5, solved once and kept in the lab's library."""
    from truco_lab.lab.lab import LIBRARY

    for line in ("11x11 v4", "11x11 v5"):
        spot = parse(line)
        Job(spot, outlook(spot), lambda job, _, study: LIBRARY.put(study, job.spot) if study else None).start().wait()
        assert LIBRARY.get(spot) is not None


@pytest.fixture
def lab(recorded: None, solved: None) -> Iterator[Lab]:
    """The lab at 11x11 v4."""
    from truco_lab.lab.lab import WORKER

    yield Lab("11x11 v4")
    WORKER.submit(lambda: None).result()  # nothing is left to the next test's worker


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium."""
    if CHROMIUM is None:
        assert not os.environ.get("CI"), "continuous integration must have a browser: .ci/run installs one"
        pytest.skip("no chromium on this machine")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


class Screen:
    """A lab on a page; `page` is Playwright's."""

    def __init__(self, browser: Any, lab: Lab, query: str = "", **options: Any):
        self.lab, self.errors, self.requests = lab, [], []
        self.comm = lab.comm
        self.page = browser.new_page(**{"viewport": {"width": 1240, "height": 1000}, **options})
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda m: self.errors.append(m.text) if m.type == "error" else None)
        self.page.expose_function("kernel", lambda text: self.comm.hear(json.loads(text)))
        self.page.expose_function("heard", lambda: json.dumps(self.comm.drain()))
        self.page.route(ADDRESS + "**", self._answer)
        self.comm.drain()
        self.page.goto(ADDRESS + query)
        self.page.wait_for_selector(".tl .tl-plate")

    def _answer(self, route: Any) -> None:
        name = route.request.url.removeprefix(ADDRESS).partition("?")[0]
        if name == "front.js":
            route.fulfill(content_type="text/javascript", body=module())
        elif name == "host.js":
            state = {key: value for key, value in self.lab.get_state().items() if not key.startswith("_")}
            route.fulfill(content_type="text/javascript", body=HOST % {"state": json.dumps(state, default=str)})
        else:
            ground = "#111" if self.lab.theme == "dark" else "#ece7db"
            route.fulfill(content_type="text/html", body=PAGE % {"style": style(), "ground": ground})

    def settled(self) -> None:
        """Until everything that was asked for is on the screen."""
        self.quiet()
        self.page.wait_for_function("host.get('worth') !== null || host.get('board').actor === null")
        self.quiet()

    def quiet(self) -> None:
        """Until the kernel has answered everything and the page has drawn it."""
        self.page.evaluate("quiet()")

    def click(self, selector: str) -> None:
        self.page.click(selector)
        self.quiet()

    @contextmanager
    def busy(self) -> Iterator[None]:
        """The kernel hears of nothing until the end; then it hears everything."""
        self.page.evaluate("hold()")
        yield
        self.page.evaluate("release()")
        self.quiet()

    def shot(self, path: Path) -> None:
        self.page.screenshot(path=str(path), full_page=True)


@pytest.fixture
def show(browser: Any) -> Iterator[Callable[..., Screen]]:
    """Opens labs on pages; every page must have stayed free of errors and of requests elsewhere."""
    screens: list[Screen] = []

    def opened(lab: Lab, query: str = "", **options: Any) -> Screen:
        screens.append(Screen(browser, lab, query, **options))
        return screens[-1]

    yield opened
    for screen in screens:
        screen.page.close()
        assert screen.errors == []
        assert all(url.startswith((ADDRESS, "data:", "blob:")) for url in screen.requests)
