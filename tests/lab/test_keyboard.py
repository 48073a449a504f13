"""The lab without a mouse, and for those who hear it: order of the keys' stops, names and roles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from truco_lab.lab import Lab
from truco_lab.lab import lab as lab_module
from truco_lab.lab.lab import CHARTS

MOST_STOPS = 200


def at(screen: Any) -> str:
    """The key of what has the focus; "lab" for the whole, "field" for the line, "" outside."""
    return screen.page.evaluate(
        """() => {
          const { activeElement: one } = document;
          return one.dataset.key ?? (one.matches(".tl") ? "lab" : one.matches(".tl-field input") ? "field" : "");
        }"""
    )


def tab_to(screen: Any, key: str, back: bool = False) -> None:
    """Press Tab until the focus is there."""
    for _ in range(MOST_STOPS):
        screen.page.keyboard.press("Shift+Tab" if back else "Tab")
        if at(screen) == key:
            return
    pytest.fail(f"Tab does not come to {key}")


def press(screen: Any, *keys: str) -> None:
    for key in keys:
        screen.page.keyboard.press(key)
        screen.quiet()


def test_the_whole_lab_is_walked_by_keys(lab: Lab, show: Callable[..., Any]) -> None:
    screen = show(lab)
    screen.settled()
    tab_to(screen, "lab")

    # turn-up: one stop, arrows within
    tab_to(screen, "rank-4")
    press(screen, "ArrowRight")
    assert (at(screen), lab.line) == ("rank-5", "11x11 v4")
    press(screen, "Enter")
    assert (at(screen), lab.line) == ("rank-5", "11x11 v5")
    press(screen, "ArrowLeft", " ")
    assert (at(screen), lab.line) == ("rank-4", "11x11 v4")

    # the first look: opens with the focus in it, and gives it back
    tab_to(screen, "guide")
    press(screen, "Enter")
    assert at(screen) == "guide-next"
    press(screen, "Enter")
    assert (at(screen), screen.page.inner_text(".tl-guide .tl-soft")) == ("guide-next", "2 / 7")
    press(screen, "Escape")
    assert (at(screen), screen.page.locator(".tl-guide").count()) == ("guide", 0)

    # an action is played, and the focus stays in the lab
    tab_to(screen, "take-3")
    press(screen, "Enter")
    assert lab.line == "11x11 v4 : 3"
    assert at(screen) != ""
    tab_to(screen, "take-j")
    press(screen, "Enter")
    assert lab.line == "11x11 v4 : 3 j"
    screen.page.focus(".tl")
    press(screen, "ArrowLeft")
    assert (lab.line, lab.position) == ("11x11 v4 : 3 j", 1)
    tab_to(screen, "plate-2")
    press(screen, "Enter")
    assert lab.position == 2

    # views: one stop, arrows within, round the end
    tab_to(screen, "view-strategy")
    press(screen, "ArrowLeft")
    assert (at(screen), lab.view) == (f"view-{CHARTS[-1]}", "strategy")
    press(screen, "ArrowRight", "ArrowRight", "Enter")
    assert (at(screen), lab.view) == ("view-range", "range")
    tab_to(screen, "help")
    press(screen, "Enter")
    assert screen.page.get_attribute("[data-key=help]", "aria-expanded") == "true"
    tab_to(screen, "picture")
    press(screen, "ArrowDown", "ArrowRight", "Enter")
    assert lab.line.startswith("11x11 v4 mao[")
    press(screen, "Enter")
    assert lab.line == "11x11 v4 : 3 j"

    # a slot opens, takes a card and has the focus again
    tab_to(screen, "slot-0")
    press(screen, "Enter")
    assert screen.page.get_attribute("[data-key=slot-0]", "aria-expanded") == "true"
    tab_to(screen, "draft-12")
    press(screen, "Enter")
    assert (at(screen), lab.line) == ("slot-0", "11x11 v4 mao[5c ? ?] : 3 j")

    # back up: undone to the beginning, where the button that did it is off
    tab_to(screen, "undo", back=True)
    while lab.can["undo"]:
        press(screen, "Enter" if at(screen) == "undo" else "Shift+Tab")
    assert lab.line == "11x11 v4"
    assert at(screen) == "lab"
    press(screen, "/")
    assert at(screen) == "field"
    screen.page.keyboard.type(" : 3")
    press(screen, "Enter")
    assert lab.line == "11x11 v4 : 3"

    # and out at both ends
    tab_to(screen, "lab", back=True)
    tab_to(screen, "", back=True)


def test_keys_never_reach_the_notebook(lab: Lab, show: Callable[..., Any]) -> None:
    screen = show(lab)
    screen.settled()
    screen.page.evaluate("window.keys = []; document.addEventListener('keydown', (e) => window.keys.push(e.key))")
    screen.page.focus(".tl-picture")
    for key in ("d", "d", "ArrowDown", "ArrowRight", "a", "Escape"):
        screen.page.keyboard.press(key)
    assert screen.page.evaluate("window.keys") == []
    for selector in (".tl", ".tl-picture", ".tl-field input", "[data-key=copy]", "[data-key='take-3']"):
        screen.page.focus(selector)
        assert screen.page.get_attribute(selector, "data-lm-suppress-shortcuts") == "true", selector


def test_the_chart_is_walked_and_picked_by_keys(lab: Lab, show: Callable[..., Any]) -> None:
    screen = show(lab)
    screen.settled()
    screen.page.focus(".tl-picture")
    screen.page.keyboard.press("ArrowDown")
    assert screen.page.locator(".tl-focus").count() == 1
    first = screen.page.inner_text(".tl-heard")
    screen.page.keyboard.press("ArrowRight")
    assert screen.page.inner_text(".tl-heard") != first
    assert screen.page.locator(".tl-hover tbody tr").count() >= 2
    screen.page.keyboard.press("Enter")
    screen.quiet()
    assert lab.line.startswith("11x11 v4 mao[")
    screen.page.keyboard.press("Enter")
    screen.quiet()
    assert lab.line == "11x11 v4"
    screen.page.keyboard.press("Escape")
    assert screen.page.evaluate("document.activeElement.className") == "tl"
    lab.line = "11x11 v4 : 3 j"
    screen.quiet()
    screen.page.focus(".tl")
    screen.page.keyboard.press("ArrowLeft")
    screen.quiet()
    assert lab.position == 1
    screen.page.keyboard.press("/")
    assert screen.page.evaluate("document.activeElement.tagName") == "INPUT"


def test_the_score_is_changed_by_keys(lab: Lab, show: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_module, "AT_ONCE_SECONDS", -1)  # nothing needs solving here
    screen = show(lab)
    screen.settled()
    tab_to(screen, "us-less")
    press(screen, "Enter")
    assert (at(screen), lab.line) == ("us-less", "10x11 v4")
    tab_to(screen, "us-more")
    press(screen, "Enter")
    assert lab.line == "11x11 v4"
    assert at(screen) == "lab"  # the button is off at 11


def tree(screen: Any) -> list[dict[str, str]]:
    """What the browser tells those who hear the lab: role and name of all that takes the focus."""
    client = screen.page.context.new_cdp_session(screen.page)
    nodes = client.send("Accessibility.getFullAXTree")["nodes"]
    client.detach()
    found = []
    for node in nodes:
        properties = {p["name"]: p["value"].get("value") for p in node.get("properties", [])}
        if not node.get("ignored") and properties.get("focusable"):
            found.append({"role": node["role"]["value"], "name": node.get("name", {}).get("value", "").strip()})
    return found


ROLES = {"button", "radio", "tab", "textbox", "combobox", "checkbox", "group", "region", "option", "MenuListPopup"}


@pytest.mark.parametrize("language", ["en", "pt"])
def test_everything_that_can_be_used_has_a_name_and_a_role(lab: Lab, show: Callable[..., Any], language: str) -> None:
    lab.line, lab.language, lab.other = "11x11 v4 mao[5d 3 ?] : 3 j", language, "11x11 v5"
    screen = show(lab)
    screen.settled()
    for key in ("help", "guide", "slot-0"):
        screen.click(f"[data-key={key}]")
    for lab.view, lab.as_list in (*((view, False) for view in CHARTS), ("strategy", True)):
        screen.quiet()
        found = [node for node in tree(screen) if node["role"] != "RootWebArea"]
        assert len(found) > 60
        assert [node for node in found if not node["name"] or node["role"] not in ROLES] == [], lab.view
    used = screen.page.locator("button:enabled, select, input, [tabindex='0']").count()
    assert len(found) >= used - screen.page.locator("[hidden] *").count()
    for role in ("radiogroup", "tablist", "tabpanel", "dialog"):
        assert screen.page.get_by_role(role).get_attribute("aria-label"), role
    assert screen.page.get_by_role("tab", selected=True).count() == 1
    assert screen.page.get_attribute(".tl", "lang") == {"en": "en", "pt": "pt-BR"}[language]


def test_what_the_cursor_is_on_is_marked(lab: Lab, show: Callable[..., Any]) -> None:
    screen = show(lab)
    screen.settled()
    tab_to(screen, "lab")
    for _ in range(MOST_STOPS):
        screen.page.keyboard.press("Tab")
        if at(screen) == "":
            return
        assert screen.page.evaluate(
            """() => {
              const one = document.activeElement.closest(".tl-field") ?? document.activeElement;
              const { outlineStyle, boxShadow } = getComputedStyle(one);
              return outlineStyle !== "none" || boxShadow !== "none";
            }"""
        ), at(screen)
    pytest.fail("Tab does not leave the lab")
