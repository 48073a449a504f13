"""What the lab looks like: pictures that are kept, and that a broken page does not match.

`make pictures` renews them after a change that is meant: look at them before they are committed.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.lab.pictures import difference, pixels, reduced
from truco_lab.lab import Lab

FOLDER = Path(__file__).parent / "baselines"

RENEW = bool(os.environ.get("TRUCO_LAB_RENEW_PICTURES"))

MOST_BYTES = 60_000


@dataclass(frozen=True)
class Scene:
    """A picture: what the lab shows, on how large a page, and which part is taken (selector, width, height).

    `tolerance` is the share of its tiles that may be another picture's. Other fonts were measured at up to 0.8 % on a
    wide page and 3.8 % on a narrow one, where they break lines elsewhere; what is broken on purpose, at 1.6 % and more.
    """

    line: str
    width: int = 1240
    height: int = 820
    language: str = "en"
    theme: str = "light"
    view: str = "strategy"
    typed: str = ""
    part: tuple[str, int, int] | None = None
    tolerance: float = 0.0125


SCENES = {
    "blocks": Scene("11x11 v4 mao[3 2 4] :"),
    "triangle": Scene("11x11 v4 mao[5d 3 ?] : 3 j", language="pt", theme="dark", view="value"),
    "strip": Scene("11x11 v4 : 3 j / a 5c", height=720, view="range"),
    "narrow": Scene("11x11 v4 : 3 j", width=360, height=1200, language="pt", tolerance=0.05),
    "table": Scene("11x11 v4 mao[5d 3 ?] : 3 j / a*", theme="dark", part=("[data-part=table]", 330, 300)),
    "error": Scene("11x11 v4 : 3", height=420, typed=" 8"),
}


@pytest.fixture
def opened(lab: Lab, show: Callable[..., Any]) -> Callable[[Scene], Any]:
    """Opens a scene on a page."""

    def opened(scene: Scene) -> Any:
        lab.line, lab.language, lab.theme, lab.view = scene.line, scene.language, scene.theme, scene.view
        screen = show(lab, viewport={"width": scene.width, "height": scene.height})
        screen.settled()
        if scene.typed:
            screen.page.focus(".tl-field input")
            screen.page.keyboard.press("End")
            screen.page.keyboard.type(scene.typed)
            screen.page.wait_for_selector(".tl-wrong u")
        screen.page.add_style_tag(content=".tl input { caret-color: transparent !important }")
        return screen

    return opened


def taken(screen: Any, scene: Scene, css: str = "") -> bytes:
    """A picture of a scene, with a style sheet of one's own added meanwhile."""
    style = screen.page.add_style_tag(content=css or "/* none */")
    screen.quiet()
    clip = None
    if scene.part is not None:
        selector, width, height = scene.part
        box = screen.page.locator(selector).bounding_box()
        clip = {"x": box["x"], "y": box["y"], "width": width, "height": height}
    png = screen.page.screenshot(clip=clip, animations="disabled")
    style.evaluate("style => style.remove()")
    return png


def apart(name: str, png: bytes) -> float:
    """How far a picture is from the kept one."""
    return difference(pixels((FOLDER / f"{name}.png").read_bytes()), pixels(png))


@pytest.mark.parametrize("name", SCENES)
def test_the_lab_looks_as_it_did(name: str, opened: Callable[[Scene], Any], tmp_path: Path) -> None:
    scene, file = SCENES[name], FOLDER / f"{name}.png"
    png = taken(opened(scene), scene)
    if RENEW:
        file.write_bytes(reduced(png))
    (tmp_path / file.name).write_bytes(png)
    assert apart(name, png) <= scene.tolerance, f"look at {tmp_path / file.name}; `make pictures` if it is meant"
    assert file.stat().st_size <= MOST_BYTES


BROKEN = {
    "no card table": "[data-part=table] { display: none }",
    "no rail": "[data-part=rail] { display: none }",
    "no chart": ".tl-picture { visibility: hidden }",
    "no hand": "[data-part=hand] { visibility: hidden }",
    "other colours": ".tl-picture svg { filter: hue-rotate(90deg) }",
    "one column": ".tl .tl-main-row { display: block }",
    "no grounds": ".tl, .tl * { background: none !important }",
}


def test_another_font_is_the_same_picture_and_a_broken_page_is_not(opened: Callable[[Scene], Any]) -> None:
    scene = SCENES["blocks"]
    screen = opened(scene)
    for family in ("serif", "Liberation Sans", "DejaVu Sans"):
        png = taken(screen, scene, f".tl, .tl * {{ font-family: {family} !important }}")
        assert apart("blocks", png) <= scene.tolerance, family
    for what, css in BROKEN.items():
        assert apart("blocks", taken(screen, scene, css)) > scene.tolerance, what
