"""A reader who is faster than the kernel, or changes their mind: nothing is lost, and nothing happens twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from truco_lab.lab import Lab
from truco_lab.lab import lab as lab_module
from truco_lab.lab.solving import Library

FIELD = ".tl-field input"

Show = Callable[..., Any]


def value(screen: Any) -> str:
    return screen.page.input_value(FIELD)


def focused(screen: Any) -> str:
    return screen.page.evaluate("document.activeElement.dataset.key ?? document.activeElement.className")


def begin_typing(screen: Any, text: str) -> None:
    """At the end of the line."""
    screen.page.click(FIELD)
    screen.page.keyboard.press("End")
    screen.page.keyboard.type(text)


# -- clicks ---------------------------------------------------------------------------------------------------------


def test_a_double_click_plays_once(lab: Lab, show: Show) -> None:
    screen = show(lab)
    screen.settled()
    screen.page.dblclick("[data-key='take-3']")
    screen.quiet()
    assert lab.line == "11x11 v4 : 3"
    screen.settled()
    screen.page.dblclick(".tl-picture [data-cell='0']")
    screen.quiet()
    assert lab.line.startswith("11x11 v4 pe[")


def test_a_click_counts_at_the_decision_it_was_made_on(lab: Lab, show: Show) -> None:
    screen = show(lab)
    screen.settled()
    with screen.busy():
        screen.page.click("[data-key='take-3']")
        screen.page.click("[data-key='take-j']")
    assert lab.line == "11x11 v4 : 3"
    assert lab.last_error == ""


def test_points_add_up(lab: Lab, show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_module, "AT_ONCE_SECONDS", -1)  # nothing needs solving here
    screen = show(lab)
    screen.settled()
    with screen.busy():
        for key in ("us-less", "us-less", "us-less", "them-less"):
            screen.page.click(f"[data-key={key}]")
    assert lab.line == "8x10 v4"


def test_slots_add_up(lab: Lab, show: Show) -> None:
    screen = show(lab)
    screen.settled()
    with screen.busy():
        for slot, card in enumerate((12, 10)):
            screen.page.click(f"[data-key=slot-{slot}]")
            screen.page.click(f"[data-key=draft-{card}]")
    assert lab.line == "11x11 v4 mao[5c 5s ?]"


def test_steps_add_up(lab: Lab, show: Show) -> None:
    lab.line = "11x11 v4 : 3 j / a 5c"
    screen = show(lab)
    screen.settled()
    screen.page.focus(".tl")
    with screen.busy():
        for _ in range(3):
            screen.page.keyboard.press("ArrowLeft")
    assert lab.position == 1


def test_what_is_pressed_is_not_drawn_anew(
    recorded: None, prepared: None, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A button drawn anew between press and release would get no click."""
    monkeypatch.setattr(Library, "get", lambda *_: None)
    monkeypatch.setattr(lab_module.Job, "_solve", lambda job: job._stop.wait())
    lab = Lab("11x10 v6")
    job = lab._job
    assert job is not None
    screen = show(lab)
    screen.page.hover("[data-key=cancel]")
    screen.page.mouse.down()
    lab.status = {**lab.status, "stage": "solving", "exploitability": 1.0, "iteration": 10, "trail": [1.0]}
    screen.quiet()
    assert screen.page.get_attribute("[role=progressbar]", "aria-valuenow") == "0"
    screen.page.mouse.up()
    screen.page.wait_for_selector("[data-key=solve]")
    assert lab.status["stage"] == "cancelled"
    job.wait()


# -- typing ---------------------------------------------------------------------------------------------------------


def test_what_is_typed_on_stays(lab: Lab, show: Show) -> None:
    screen = show(lab)
    with screen.busy():
        begin_typing(screen, " : 3")
        screen.page.keyboard.press("Enter")
        screen.page.keyboard.type(" j /")
    assert (lab.line, value(screen)) == ("11x11 v4 : 3", "11x11 v4 : 3 j /")
    screen.page.keyboard.press("Enter")
    screen.quiet()
    assert (lab.line, value(screen)) == ("11x11 v4 : 3 j", "11x11 v4 : 3 j")


def test_a_line_from_elsewhere_leaves_what_is_being_typed(lab: Lab, show: Show) -> None:
    screen = show(lab)
    begin_typing(screen, " : q ")
    lab.line = "11x11 v4 : 3"
    screen.page.wait_for_selector(".tl-next [role=option]")
    assert value(screen) == "11x11 v4 : q "
    screen.page.keyboard.press("Escape")
    assert not screen.page.is_visible(".tl-next")
    assert value(screen) == "11x11 v4 : q "
    screen.page.keyboard.press("Escape")
    assert (value(screen), focused(screen)) == ("11x11 v4 : 3", "tl")


def test_what_comes_to_the_same_line_is_written_out(lab: Lab, show: Show) -> None:
    screen = show(lab)
    screen.page.fill(FIELD, "11X11   V4")
    screen.page.keyboard.press("Enter")
    screen.quiet()
    assert value(screen) == "11x11 v4"


def test_what_is_typed_outlasts_the_focus_until_the_line_moves(lab: Lab, show: Show) -> None:
    screen = show(lab)
    screen.settled()
    begin_typing(screen, " : 8")
    screen.click("[data-key=theme]")
    assert value(screen) == "11x11 v4 : 8"
    assert screen.page.inner_text(".tl-wrong u") == "8"
    assert screen.page.locator(".tl-field.tl-typed").count() == 1
    screen.click("[data-key='take-3']")
    assert value(screen) == "11x11 v4 : 3"
    assert screen.page.locator(".tl-field.tl-typed").count() == 0


def test_a_suggestion_is_taken_by_a_slow_click_and_by_keys(lab: Lab, show: Show) -> None:
    screen = show(lab)
    for _ in range(2):
        begin_typing(screen, " : 8")
        screen.page.wait_for_selector("[data-key=suggest]")
        suggested = screen.page.inner_text("[data-key=suggest] code")
        screen.page.hover("[data-key=suggest]")
        screen.page.mouse.down()
        screen.page.wait_for_timeout(200)  # longer than the field waits before it is drawn without the focus
        screen.page.mouse.up()
        screen.quiet()
        assert lab.line == value(screen) == str(lab_module.parse(suggested))
    begin_typing(screen, " : 8")
    screen.page.wait_for_selector("[data-key=suggest]")
    for _ in range(12):
        screen.page.keyboard.press("Tab")
        screen.page.wait_for_timeout(30)
        if focused(screen) == "suggest":
            break
    assert focused(screen) == "suggest"
    screen.page.keyboard.press("Enter")
    screen.quiet()
    assert lab.line == str(lab_module.parse(suggested))


def test_the_list_takes_no_focus_and_only_writes_at_the_end(lab: Lab, show: Show) -> None:
    screen = show(lab)
    begin_typing(screen, " : 3 ")
    screen.page.wait_for_selector(".tl-next [role=option]")
    screen.page.hover(".tl-t-card >> nth=0", force=True)
    assert not screen.page.is_visible(".tl-hover"), "the list is in its place"
    for _ in range(4):
        screen.page.keyboard.press("ArrowLeft")
    screen.page.keyboard.type("1")
    screen.quiet()
    assert not screen.page.is_visible(".tl-next"), "the caret is elsewhere"
    screen.page.keyboard.press("Backspace")
    screen.page.keyboard.press("End")
    screen.page.keyboard.type("j ")
    screen.page.keyboard.press("Backspace")
    screen.page.keyboard.press("Backspace")
    screen.page.wait_for_selector(".tl-next [role=option]")
    screen.page.keyboard.press("ArrowDown")
    screen.page.keyboard.press("Enter")
    assert value(screen).startswith("11x11 v4 : 3 5c")
    screen.page.keyboard.press("Control+z")
    assert value(screen) == "11x11 v4 : 3 "
    screen.page.wait_for_selector(".tl-next [role=option]")
    screen.page.keyboard.press("Tab")
    screen.quiet()
    assert focused(screen) == "copy"


# -- what is on the screen stays in step ----------------------------------------------------------------------------


def test_the_keyboards_cell_is_of_the_hands_on_the_screen(lab: Lab, show: Show) -> None:
    screen = show(lab)
    screen.settled()
    screen.page.click(".tl-picture [data-cell] >> nth=-1")
    screen.quiet()
    screen.page.focus(".tl-picture")
    screen.page.keyboard.press("ArrowLeft")
    assert screen.page.locator(".tl-focus").count() == 1
    for line, view in (("11x11 v4 : 3 j / a 5c / q", "strategy"), ("11x11 v4", "opponent")):
        lab.line, lab.view = line, view
        screen.settled()
        assert screen.page.locator(".tl-focus").count() == 0
        screen.page.focus(".tl-picture")
        screen.page.keyboard.press("ArrowRight")
        screen.page.keyboard.press("ArrowRight")
        assert screen.page.locator(".tl-focus").count() == 1
        assert screen.page.locator(".tl-problem").count() == 0


def test_a_picked_hand_leaves_the_list_where_it_is(lab: Lab, show: Show) -> None:
    lab.view, lab.as_list = "value", True
    screen = show(lab)
    screen.settled()
    numbers = screen.page.locator(".tl-list td").all_inner_texts()
    screen.page.evaluate("document.querySelector('.tl-list').scrollTop = 400")
    screen.page.evaluate("document.querySelectorAll('.tl-list tbody button')[25].click()")
    screen.quiet()
    assert lab.line.startswith("11x11 v4 mao[")
    assert screen.page.locator(".tl-list td").all_inner_texts() == numbers
    assert screen.page.evaluate("document.querySelector('.tl-list').scrollTop") == 400
    lab.line = "11x11 v4 : 3"
    screen.settled()
    assert screen.page.evaluate("document.querySelector('.tl-list').scrollTop") == 0


def test_the_card_under_the_pointer_tells_what_is_known_now(lab: Lab, show: Show) -> None:
    screen = show(lab)
    screen.settled()
    worth = lab.worth
    lab.worth = None
    screen.quiet()
    screen.page.hover(".tl-picture [data-cell='3']")
    cells = ".tl-hover tbody td:not(:empty)"
    before = screen.page.locator(cells).count()
    lab.worth = worth
    screen.quiet()
    assert screen.page.locator(cells).count() > before > 0


def test_two_labs_on_a_page_have_names_of_their_own(lab: Lab, show: Show) -> None:
    """A notebook loads the front end anew for each."""
    screen = show(lab)
    screen.page.evaluate(
        """async () => {
          const { default: front } = await import("./front.js?anew");
          front.render({ model: host, el: document.body.appendChild(document.createElement("div")) });
        }"""
    )
    screen.quiet()
    ids = screen.page.evaluate("[...document.querySelectorAll('.tl [id]')].map((element) => element.id)")
    assert screen.page.locator(".tl").count() == 2
    assert len(ids) == len(set(ids)) > 6


def test_the_theme_follows_the_system(lab: Lab, show: Show) -> None:
    screen = show(lab, color_scheme="light")
    screen.settled()
    assert screen.page.get_attribute(".tl", "data-theme") == "light"
    screen.page.emulate_media(color_scheme="dark")
    screen.page.wait_for_selector(".tl[data-theme=dark]")


def test_what_is_compared_with_is_what_stands_beside(lab: Lab, show: Show) -> None:
    lab.other, lab.view = "11x11 v5", "compare"
    screen = show(lab)
    screen.settled()
    names = ("compareMao", "comparePe", "compareRank")
    assert [screen.page.input_value(f"[data-key={name}]") for name in names] == ["11", "11", "5"]
    screen.page.select_option("[data-key=compareRank]", "6")
    assert screen.page.input_value("[data-key=compareRank]") == "6"
    lab.other = "11x11 v4"
    screen.quiet()
    assert screen.page.input_value("[data-key=compareRank]") == "4"
