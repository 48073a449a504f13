"""The real front end in Chromium, with a real lab as its kernel."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from truco_lab.lab import Lab, hearing, solving
from truco_lab.lab import lab as lab_module
from truco_lab.lab.solving import Library
from truco_lab.query.charts import CHARTS

FIELD = ".tl-field input"


def typed(screen: Any, text: str) -> None:
    screen.page.click(FIELD)
    screen.page.fill(FIELD, text)
    screen.page.keyboard.press("Enter")
    screen.quiet()


def shown(screen: Any) -> str:
    return screen.page.input_value(FIELD)


def address(screen: Any) -> str:
    return screen.page.evaluate("new URLSearchParams(location.search).get('s')")


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("10x10 v4 pe![5d 3 ?] : 3 j / r a", "10x10 v4 pe![5d 3 ?] : 3 j / r a"),
        ("11x8 v4 mao![5d 3 ?] : a 5d 7 / 3* j", "11x8 v4 mao![5d 3 ?] : a 5d 7 / 3* j"),
    ],
)
def test_the_lines_of_the_notation_are_typed_and_shown(
    lab: Lab, show: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, line: str, canonical: str
) -> None:
    monkeypatch.setattr(lab_module, "AT_ONCE_SECONDS", -1)
    screen = show(lab)
    typed(screen, line)
    assert shown(screen) == lab.line == canonical == address(screen)
    written = [word for word in lab.spot.written_history if word != "/"]
    assert screen.page.locator(".tl-plate").count() == len(written) + (not lab.spot.finished)


def test_controls_move_the_line_and_back(lab: Lab, show: Callable[..., Any]) -> None:
    screen = show(lab)
    screen.settled()
    for selector, line in (
        ("[data-key=rank-5]", "11x11 v5"),
        ("[data-key='take-3']", "11x11 v4 : 3"),
    ):
        screen.click(selector)
        assert (shown(screen), address(screen)) == (line, line)
        screen.click("[data-key=undo]")
        assert (shown(screen), address(screen)) == ("11x11 v4", "11x11 v4")
    screen.click("[data-key='take-3']")
    screen.click("[data-key='take-j']")
    screen.click("[data-key=plate-1]")
    assert shown(screen) == "11x11 v4 : 3 j"
    assert screen.page.locator("[data-key='take-j'][aria-pressed=true]").count() == 1
    screen.click("[data-key='take-j']")
    assert shown(screen) == "11x11 v4 : 3"
    screen.click("[data-key=slot-0]")
    screen.click("[data-key=draft-12]")
    assert shown(screen) == "11x11 v4 pe[5c ? ?] : 3"
    screen.click("[data-key=pin]")
    assert shown(screen) == "11x11 v4 pe![5c ? ?] : 3"
    screen.click("[data-key=clear]")
    assert shown(screen) == "11x11 v4"


def test_a_deep_link_opens_its_spot_and_reload_keeps_it(lab: Lab, show: Callable[..., Any]) -> None:
    screen = show(lab, "?x=1&s=11x11%20v4%20%3A%203%20j")
    screen.page.wait_for_function(f"document.querySelector('{FIELD}').value === '11x11 v4 : 3 j'")
    screen.settled()
    screen.click("[data-key='take-a']")
    assert address(screen) == "11x11 v4 : 3 j / a"
    assert "x=1" in screen.page.url
    query = "?" + screen.page.url.partition("?")[2]
    reloaded = show(Lab(), query)  # a reload is a fresh kernel
    reloaded.page.wait_for_function(f"document.querySelector('{FIELD}').value === '11x11 v4 : 3 j / a'")
    elsewhere = show(Lab("11x11 v5"), query)  # a lab that begins elsewhere stays there
    elsewhere.quiet()
    assert shown(elsewhere) == "11x11 v5"


def test_the_field_colours_explains_underlines_and_completes(lab: Lab, show: Callable[..., Any]) -> None:
    screen = show(lab)
    screen.page.click(FIELD)
    screen.page.keyboard.press("End")
    screen.page.keyboard.type(" : 3 8", delay=5)
    screen.page.wait_for_selector(".tl-wrong u")
    assert screen.page.inner_text(".tl-wrong u") == "8"
    assert "8" in screen.page.inner_text(".tl-error")
    assert screen.page.get_attribute(FIELD, "aria-invalid") == "true"
    screen.page.keyboard.press("Enter")
    screen.page.wait_for_selector(".tl-problem")
    assert lab.line == "11x11 v4"
    screen.page.keyboard.press("Backspace")
    screen.page.wait_for_selector(".tl-next [role=option]")
    words = screen.page.locator(".tl-next code").all_inner_texts()
    assert words == list(lab_module.parse("11x11 v4 : 3").legal)
    screen.page.keyboard.press("ArrowDown")
    screen.page.keyboard.press("Enter")
    assert screen.page.input_value(FIELD) == "11x11 v4 : 3 5c "
    screen.page.keyboard.press("Enter")
    screen.quiet()
    assert lab.line == "11x11 v4 : 3 5c"
    screen.page.hover(".tl-t-card >> nth=0", force=True)
    assert "mão plays the 3" in screen.page.inner_text(".tl-hover")
    assert screen.page.locator(".tl-t-vira").count() == 1


def test_a_line_read_again_is_not_drawn_again(lab: Lab, show: Callable[..., Any]) -> None:
    """What the pointer is on stays under it."""
    lab.line = "11x11 v4 : 3 j / a"
    screen = show(lab)
    tokens = screen.page.query_selector_all(".tl-t")
    heard = []
    lab.on_msg(lambda _lab, message, _buffers: heard.append(message["do"]))
    screen.page.click(FIELD)
    screen.quiet()
    assert heard == ["read"]
    assert len(tokens) > 5
    assert all(token.evaluate("token => token.isConnected") for token in tokens)
    words = [token.inner_text() for token in tokens]
    screen.page.evaluate("host.send = () => {}")  # what is yet to be read keeps its colours as well
    screen.page.keyboard.press("Backspace")
    assert screen.page.locator(".tl-t").all_inner_texts() == words[:-1]


def test_what_is_typed_and_what_is_wrong_with_it_stay(lab: Lab, show: Callable[..., Any]) -> None:
    """Whatever else is drawn meanwhile."""
    screen = show(lab)
    typed(screen, "11x11 v4 : 8")
    said = lab.last_error
    assert said
    assert screen.page.inner_text(".tl").count(said) == 1
    assert screen.page.inner_text(".tl-problem").startswith(said)
    assert screen.page.locator(".tl-error [data-key=suggest]").count() == 1
    screen.page.keyboard.press("Backspace")
    screen.page.wait_for_selector(".tl-problem", state="detached")
    screen.page.fill(FIELD, "")
    screen.quiet()
    lab.theme = "dark"
    screen.page.wait_for_selector(".tl[data-theme=dark]")
    assert shown(screen) == ""


def test_every_view_is_drawn_in_both_languages_and_themes(lab: Lab, show: Callable[..., Any]) -> None:
    lab.line = "11x11 v4 : 3 j /"
    for language, theme in (("en", "light"), ("pt", "dark")):
        lab.language, lab.theme = language, theme
        screen = show(lab)
        screen.settled()
        for view in CHARTS:
            screen.click(f"[data-key=view-{view}]")
            assert lab.view == view
            cells = screen.page.locator(".tl-picture [data-cell]").count()
            assert cells == len(
                [s for s in lab.play["opponent"]["share"] if s > 1e-7] if view == "opponent" else lab.play["hands"]
            )
            screen.click("[data-key=arrange]")
            assert screen.page.locator(".tl-list tbody tr").count() == cells
            screen.click("[data-key=arrange]")
        lab.view = "strategy"


def test_the_legend_filters(lab: Lab, show: Callable[..., Any]) -> None:
    screen = show(lab)
    screen.settled()
    screen.click("[data-key=key-lowest]")
    texts = screen.page.locator(".tl-picture [data-cell] text").all_text_contents()
    assert len(texts) == len(lab.play["hands"])
    assert {"100", "·"} <= set(texts)
    screen.click("[data-key=key-lowest]")
    assert screen.page.locator("[data-key=key-lowest][aria-pressed=true]").count() == 0


LONG = "11x11 v4 mao![5c 3 ?] pe[q 7 ?] : 3 q / 5c"


@pytest.mark.parametrize("line", ["11x11 v4", "11x11 v4 : 3 j / a 5c", LONG])
def test_a_narrow_page_does_not_scroll_sideways(lab: Lab, show: Callable[..., Any], line: str) -> None:
    lab.line = line
    screen = show(lab, viewport={"width": 360, "height": 800})
    screen.settled()
    assert screen.page.evaluate("document.documentElement.scrollWidth") <= 360
    screen.page.click(FIELD)
    screen.page.keyboard.press("End")
    screen.quiet()
    ink, field = (screen.page.evaluate(f"document.querySelector('{s}').scrollLeft") for s in (".tl-ink", FIELD))
    assert ink == field
    assert (field > 0) == (line == LONG)


def test_files_are_saved(lab: Lab, show: Callable[..., Any]) -> None:
    screen = show(lab)
    screen.settled()
    found = {}
    for kind in ("csv", "svg", "png"):
        with screen.page.expect_download() as download:
            screen.page.click(f"[data-key=download-{kind}]")
        assert download.value.suggested_filename == f"11x11-v4-strategy.{kind}"
        found[kind] = download.value.path().read_bytes()
    lines = found["csv"].decode().splitlines()
    assert len(lines) == len(lab.play["hands"]) + 1
    assert found["svg"].startswith(b"<svg xmlns=")
    assert found["png"].startswith(b"\x89PNG")
    with screen.page.expect_download() as download:
        screen.page.click("[data-key=save]")
    assert download.value.path().read_text() == "11x11 v4\n"


def test_a_link_that_cannot_be_copied_is_shown(lab: Lab, show: Callable[..., Any]) -> None:
    lab.line = "11x11 v4 : 3"
    screen = show(lab)
    screen.page.evaluate("navigator.clipboard.writeText = () => Promise.reject(); document.execCommand = () => false")
    screen.settled()
    screen.page.click("[data-key=copy]")
    screen.page.wait_for_selector(".tl-note code")
    assert screen.page.inner_text(".tl-note code").endswith("?s=11x11%20v4%20%3A%203")
    screen.click("[data-key='take-j']")
    assert screen.page.locator(".tl-note").count() == 0


@pytest.mark.parametrize(("width", "height", "language"), [(1240, 800, "en"), (360, 740, "en"), (360, 740, "pt")])
def test_the_guide_goes_through_and_can_be_skipped(
    lab: Lab, show: Callable[..., Any], width: int, height: int, language: str
) -> None:
    lab.language = language
    screen = show(lab, viewport={"width": width, "height": height}, reduced_motion="reduce")
    screen.settled()
    assert "tl-main" in screen.page.get_attribute("[data-key=guide]", "class")
    screen.click("[data-key=guide]")
    titles = []
    while screen.page.locator(".tl-guide").count():
        titles.append(screen.page.inner_text(".tl-guide h3"))
        box = screen.page.locator(".tl-guide").bounding_box()
        assert 0 <= box["x"] <= box["x"] + box["width"] <= width
        assert 0 <= box["y"] <= box["y"] + box["height"] <= height, titles
        lit = screen.page.locator(".tl-lit")
        if lit.count():
            about = lit.bounding_box()
            assert -about["height"] < about["y"] < height, titles
            apart = about["y"] + about["height"] <= box["y"] or box["y"] + box["height"] <= about["y"]
            assert apart or about["height"] > 500, titles
        screen.click("[data-key=guide-next]")
    assert len(titles) == len(set(titles)) == 7
    assert "tl-main" not in screen.page.get_attribute("[data-key=guide]", "class")
    screen.click("[data-key=guide]")
    screen.click("[data-key=guide-end]")
    assert screen.page.locator(".tl-guide, .tl-lit").count() == 0


def test_a_solve_is_stopped_from_the_screen(
    recorded: None, prepared: None, show: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab_module, "LIBRARY", Library())
    monkeypatch.setattr(solving, "SNAPSHOT_SECONDS", 0)
    monkeypatch.setattr(solving, "TARGETS", {True: 1e-9, False: 1e-9})
    lab = Lab("11x6 v6")
    job = lab._job
    assert job is not None
    screen = show(lab)
    screen.page.wait_for_selector("[role=progressbar]", timeout=60_000)
    screen.page.wait_for_selector(".tl-picture [data-cell]", timeout=60_000)
    screen.page.click("[data-key=cancel]")
    screen.page.wait_for_selector("[data-key=solve]")
    assert lab.status["stage"] == "cancelled"
    assert screen.page.locator(".tl-picture [data-cell]").count() > 0
    job.wait(60)


def test_a_stray_exception_is_on_the_screen(
    lab: Lab, show: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise ZeroDivisionError("a stray exception")

    screen = show(lab)
    monkeypatch.setattr(hearing.moves, "to_turn_up", broken)
    screen.click("[data-key=rank-5]")
    assert "a stray exception" in screen.page.inner_text(".tl-problem")
    assert shown(screen) == "11x11 v4"


def test_leaving_cleans_up(lab: Lab, show: Callable[..., Any]) -> None:
    screen = show(lab)
    screen.settled()
    assert screen.page.evaluate("host.listening()") > 0
    screen.page.evaluate("leave()")
    assert screen.page.evaluate("host.listening()") == 0
    assert screen.page.locator(".tl").count() == 0
    lab.line = "11x11 v4 : 3"
    screen.page.wait_for_timeout(100)


def test_the_export_works_alone(lab: Lab, browser: Any, tmp_path: Any) -> None:
    lab.line = "11x11 v4 : 3 j / a"
    file = lab.export(tmp_path)
    assert file.name == "11x11-v4-3-j-a.html"
    page = browser.new_page()
    errors: list[str] = []
    requests: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: requests.append(request.url))
    page.goto(file.as_uri())
    page.wait_for_selector(".tl-picture [data-cell]")
    page.click("[data-key=plate-0]")
    page.wait_for_function("document.querySelectorAll('.tl-picture [data-cell]').length === 403")
    for view in CHARTS:
        page.click(f"[data-key=view-{view}]")
    page.click("[data-key=view-value]")
    page.click(".tl-picture [data-cell='0']")
    page.wait_for_function("document.querySelectorAll('[data-part=hand] .tl-values tbody tr').length === 3")
    for key, here in (("ArrowRight", 1), ("ArrowLeft", 0), ("ArrowLeft", 0)):
        page.focus(".tl")
        page.keyboard.press(key)
        page.wait_for_selector(f".tl-here[data-key=plate-{here}]")
    page.click("[data-key=language]")
    page.wait_for_selector("[data-key=language][lang=en]")
    assert page.locator("[data-key=take-3]:disabled").count() == 1
    page.close()
    assert errors == []
    assert [url for url in requests if not url.startswith(("file:", "blob:", "data:"))] == []
    carried = json.loads(file.read_text().split('id="state">')[1].split("</script>")[0])
    assert len(carried["positions"]) == 4
