"""Boxes and texts in pixels, gathered and put into axes as few collections.

Texts are outlines in the units of the axes: a chart stays the same picture at any size.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from .layout import Box

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.path import Path

PIXELS_PER_INCH = 96

HALO = 3.0
"""Width of the edge around a text on several colours."""

ON_COLOURS = "#111111"
"""Ink of such a text; its edge is white."""


class Drawing:
    """A picture in the making; y runs down.

    Attributes:
        fills: boxes with their colours.
        frames: boxes by colour and width of the line around them.
        texts: outlines by ink, see `text`.
    """

    def __init__(self) -> None:
        self.fills: list[tuple[Box, str]] = []
        self.frames: dict[tuple[str, float], list[Box]] = defaultdict(list)
        self.texts: dict[str | None, list[Path]] = defaultdict(list)

    def fill(self, box: Box, colour: str) -> None:
        """A box of one colour."""
        self.fills.append((box, colour))

    def frame(self, box: Box, colour: str, width: float) -> None:
        """A line around a box."""
        self.frames[colour, width].append(box)

    def text(
        self, x: float, y: float, text: str, size: float, ink: str | None, anchor: str = "start", strong: bool = False
    ) -> float:
        """A text at its baseline, in an ink or (None) so that it reads on several colours. Returns its width."""
        if not text:
            return 0.0
        outline, width = _outline(text, round(size, 1), strong)
        left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * width
        self.texts[ink].append(_moved(outline, left, y))
        return width

    def onto(self, ax: Axes, width: float, height: float) -> None:
        """Put everything into axes, which then show just this."""
        from matplotlib.collections import PathCollection, PolyCollection

        ax.set(xlim=(0, width), ylim=(height, 0), aspect="equal", anchor="NW")
        ax.set_axis_off()
        ax.apply_aspect()
        corners = ax.transData.transform([(0, 0), (1, 0)])
        points = 72 / ax.figure.dpi * float(np.ptp(corners[:, 0]))  # of one pixel of the drawing
        ax.add_collection(
            PolyCollection(
                [_corners(box) for box, _ in self.fills],
                facecolors=[colour for _, colour in self.fills],
                edgecolors="none",
                antialiaseds=False,
            ),
            autolim=False,
        )
        for (colour, wide), boxes in self.frames.items():
            lines = PolyCollection(
                [_corners(box) for box in boxes], facecolors="none", edgecolors=colour, linewidths=wide * points
            )
            ax.add_collection(lines, autolim=False)
        for ink, outlines in self.texts.items():
            if ink is None:
                edge = PathCollection(outlines, facecolors="none", edgecolors="white", linewidths=HALO * points)
                edge.set_joinstyle("round")
                ax.add_collection(edge, autolim=False)
            words = PathCollection(outlines, facecolors=ink or ON_COLOURS, edgecolors="none")
            ax.add_collection(words, autolim=False)


def text_width(text: str, size: float, strong: bool = False) -> float:
    """How wide a text is."""
    return _outline(text, round(size, 1), strong)[1] if text else 0.0


@lru_cache(2048)
def _outline(text: str, size: float, strong: bool) -> tuple[Path, float]:
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath, text_to_path

    font = FontProperties(size=size, weight="bold" if strong else "normal")
    width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return TextPath((0, 0), text, prop=font, usetex=False), width


def _moved(outline: Path, x: float, y: float) -> Path:
    from matplotlib.path import Path

    return Path(np.asarray(outline.vertices) * (1, -1) + (x, y), outline.codes)


def _corners(box: Box) -> list[tuple[float, float]]:
    x, y, width, height = box
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
