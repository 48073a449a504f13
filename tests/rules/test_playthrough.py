"""Whole hands, regenerated and compared."""

from tests.rules.playthrough import FILE, text


def test_whole_hands_read_as_before():
    assert text() == FILE.read_text(encoding="utf-8"), "if this is meant: python -m tests.rules.playthrough"
