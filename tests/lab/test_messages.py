"""The catalogue of messages and the front end that asks for them agree."""

from __future__ import annotations

import re

import pytest

from truco_lab.lab.front import FILES, source
from truco_lab.rules import RUNGS, Dominated
from truco_lab.words.screen import SCREEN

SOURCE = "\n".join(map(source, FILES))

ASKED = {
    key
    for words in re.findall(r"say\(([^()`]*?)[,)]", SOURCE)
    for key in re.findall(r'"([a-zA-Z0-9-]+)"', re.sub(r'===? "[^"]*"', "", words))
}
"""Keys that are asked for in full."""

BEGUN = set(re.findall(r"`([a-z-]+-)\$\{", SOURCE)) | {"guide-"}
"""Beginnings of keys that are put together."""


def test_every_key_that_is_asked_for_exists() -> None:
    assert len(ASKED) > 80
    assert ASKED - set(SCREEN) == set()
    assert all(any(key.startswith(begin) for key in SCREEN) for begin in BEGUN if re.search(rf"say\(`{begin}", SOURCE))


def test_every_key_is_used() -> None:
    quoted = set(re.findall(r'"([a-zA-Z0-9-]+)"', SOURCE))
    unused = {key for key in SCREEN if key not in quoted and not any(key.startswith(begin) for begin in BEGUN)}
    assert unused == set()


def test_keys_put_together_are_complete() -> None:
    assert {f"dominated-{reason.name}" for reason in Dominated} <= set(SCREEN)
    assert {f"rung-{rung}" for rung in RUNGS[1:]} <= set(SCREEN)
    for prefix in ("view", "help"):
        assert {f"{prefix}-{name}" for name in re.findall(r'"(\w+)"', _views())} <= set(SCREEN)


def _views() -> str:
    found = re.search(r"export const VIEWS = \[(.*?)\]", SOURCE)
    assert found
    return found[1]


@pytest.mark.parametrize("key", SCREEN)
def test_languages_agree(key: str) -> None:
    english, portuguese = SCREEN[key]
    assert english.strip() == english != ""
    assert portuguese.strip() == portuguese != ""
    assert sorted(re.findall(r"\{(\w*)\}", english)) == sorted(re.findall(r"\{(\w*)\}", portuguese))


def test_what_is_filled_in_is_in_the_sentence() -> None:
    for key, names in re.findall(r'say\("([a-z0-9-]+)", \{([^{}]*)\}', SOURCE):
        given = {part.split(":")[0].strip() for part in names.split(",")}
        blanks = set(re.findall(r"\{(\w+)\}", SCREEN[key][0]))
        assert blanks <= given, key
