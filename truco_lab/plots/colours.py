"""The lab's colours and their contrast; `static/dom.js` has the same for the screen."""

from __future__ import annotations

from dataclasses import dataclass

HUES = {
    "highest": "#0072B2",
    "middle": "#56B4E9",
    "lowest": "#F0C53A",
    "hidden": "#CC79A7",
    "raise": "#D55E00",
    "accept": "#009E73",
    "fold": "#7F7F7F",
}
"""Okabe and Ito's colours, one per kind of action: told apart with any colour vision."""

WINNING, LOSING, HERE = HUES["highest"], HUES["raise"], HUES["accept"]
"""What wins (or is more), what loses (or is less), and who is here."""


@dataclass(frozen=True)
class Paper:
    """What a chart is drawn on.

    Attributes:
        paper: of empty cells.
        ink, soft: of what is read first, and of the rest.
        line: around cells.
    """

    paper: str
    ink: str
    soft: str
    line: str


LIGHT = Paper("#ffffff", "#22262b", "#5d6168", "#d9d3c7")
DARK = Paper("#1b2023", "#ece8df", "#a9a89f", "#3b4247")


def mixed(first: str, second: str, share: float) -> str:
    """Two colours mixed: `share` of the second."""
    pairs = zip(_channels(first), _channels(second), strict=True)
    return "#" + "".join(f"{int(a + (b - a) * share + 0.5):02x}" for a, b in pairs)


def ink_on(fill: str) -> str:
    """Black or white, whichever reads better on a fill: one of them has a contrast of 4.5 with any colour."""
    return "#000000" if contrast(fill, "#000000") >= contrast(fill, "#ffffff") else "#ffffff"


def contrast(first: str, second: str) -> float:
    """Contrast of two colours, 1 to 21, as WCAG counts it."""
    low, high = sorted(map(luminance, (first, second)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    """How bright a colour is, 0 to 1."""
    r, g, b = (
        (v / 255 / 12.92 if v / 255 <= 0.04045 else ((v / 255 + 0.055) / 1.055) ** 2.4) for v in _channels(colour)
    )
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def _channels(colour: str) -> tuple[int, int, int]:
    r, g, b = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
    return r, g, b
