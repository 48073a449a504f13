"""Every text on the lab can be read: WCAG's contrast of 4.5 in both themes, whatever it stands on.

No text is let off: large letters, the card table, coloured cells and disabled buttons (which WCAG leaves aside, but a
saved file is all disabled buttons with figures in them) are held to the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from truco_lab.lab import Lab
from truco_lab.lab import lab as lab_module
from truco_lab.lab.lab import CHARTS

LEAST = 4.5

READING = (Path(__file__).parent / "reading.js").read_text(encoding="utf-8")

Colour = Sequence[float]
"""Red, green, blue, 0 to 255."""


def contrast(first: Colour, second: Colour) -> float:
    """WCAG's contrast of two colours, 1 to 21."""

    def luminance(colour: Colour) -> float:
        parts = [channel / 255 for channel in colour]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def faint(page: Any, least: int = 60) -> list[tuple[str, float]]:
    """Texts that are hard to read, with their contrast; of at least so many that are to be seen."""
    count, found = page.evaluate(READING)
    assert count >= least
    read = [(text, round(contrast(ink, ground), 2)) for text, ink, ground in found]
    return [(text, how) for text, how in read if how < LEAST]


THEMES = pytest.mark.parametrize("theme", ["light", "dark"])


def test_contrast_is_that_of_wcag() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.005)


@THEMES
def test_every_view_can_be_read(lab: Lab, show: Callable[..., Any], theme: str) -> None:
    lab.line, lab.other, lab.theme = "11x11 v4 mao[5d 3 ?] : 3 j / a*", "11x11 v5", theme
    screen = show(lab)
    screen.settled()
    for position, views, listed in (
        (0, ("strategy", "value"), False),
        (3, CHARTS, False),
        (3, ("strategy", "trust"), True),
    ):
        lab.position, lab.as_list = position, listed
        screen.settled()
        for lab.view in views:
            screen.quiet()
            assert faint(screen.page, 100) == [], (position, lab.view, listed)


@THEMES
def test_everything_that_opens_can_be_read(lab: Lab, show: Callable[..., Any], theme: str) -> None:
    lab.line, lab.theme = "11x11 v4 mao![5d 3 ?] : 3 j", theme
    screen = show(lab)
    screen.settled()
    for key in ("key-lowest", "help", "guide", "slot-0"):
        screen.click(f"[data-key={key}]")
        assert faint(screen.page) == [], key
    screen.page.focus(".tl-picture")
    screen.page.keyboard.press("ArrowDown")
    assert "%" in screen.page.inner_text(".tl-hover")
    assert faint(screen.page) == []
    for typed, appears in ((" a", ".tl-next [role=option]"), (" 8", ".tl-wrong u")):
        screen.page.focus(".tl-field input")
        screen.page.keyboard.press("End")
        screen.page.keyboard.type(typed)
        screen.page.wait_for_selector(appears)
        assert faint(screen.page) == [], typed
    screen.page.keyboard.press("Enter")
    screen.page.wait_for_selector(".tl-problem")
    assert faint(screen.page) == []


@THEMES
def test_other_states_can_be_read(
    lab: Lab, show: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, theme: str
) -> None:
    monkeypatch.setattr(lab_module, "AT_ONCE_SECONDS", -1)  # nothing needs solving here
    lab.theme = theme
    screen = show(lab)
    for line in ("11x11 v4 : 3 j / a 4", "9x10 v4 : r", "11x8 v4 mao![5d 3 ?] : a 5d 7 / 3* j", "0x0 v4 : r r6 r9"):
        lab.line = line
        screen.quiet()
        assert faint(screen.page) == [], line
    lab.line = "9x10 v4 : r"
    for stage in ("compiling", "solving", "cancelled", "failed"):
        lab.status = lab.status | {"stage": stage, "exploitability": 0.5, "iteration": 10, "trail": [1.0, 0.5]}
        screen.quiet()
        assert screen.page.locator(".tl-progress").count() == 1
        assert faint(screen.page) == [], stage
    lab.line = "11x11 v4 : 3"
    for gap in (0.1, 3.0, 8.0):
        screen.settled()
        lab.worth = lab.worth | {"gap": gap}
        screen.quiet()
        assert faint(screen.page) == [], gap


@THEMES
def test_a_saved_file_can_be_read(lab: Lab, browser: Any, tmp_path: Path, theme: str) -> None:
    lab.line, lab.theme = "11x11 v4 : 3 j", theme
    page = browser.new_page(viewport={"width": 1240, "height": 1000})
    page.goto(lab.export(tmp_path).as_uri())
    page.wait_for_selector(".tl-picture [data-cell]")
    assert page.locator(".tl-choice:disabled").count() > 5
    assert faint(page) == []
    page.close()


def test_faint_letters_are_found(lab: Lab, show: Callable[..., Any]) -> None:
    lab.line = "11x11 v4 : 3 j"
    screen = show(lab)
    screen.settled()
    for css in (
        ".tl .tl-did { color: #999 }",
        ".tl .tl-did { opacity: 0.5 }",
        ".tl .tl-plate { background: #444 }",
        ".tl .tl-felt { background: linear-gradient(#111, #999) }",
        ".tl-card text { fill-opacity: 0.4 }",
        ".tl .tl-picture text { fill: #d9d3c7 }",
    ):
        style = screen.page.add_style_tag(content=css)
        assert faint(screen.page) != [], css
        style.evaluate("style => style.remove()")
    assert faint(screen.page) == []
