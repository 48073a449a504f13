"""Where every hand of a chart goes: blocks for three cards, a triangle for two, a strip for one.

Rows and columns run from the strongest card. Lengths are pixels of the lab's screen, y runs down.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..rules import Hand

WIDTH = 965.0
"""Three blocks beside each other."""

BLOCK_CELL, TRIANGLE_CELL, STRIP_CELL = 25.0, 52.0, 64.0
"""Widths of a cell."""


class Box(NamedTuple):
    """A cell."""

    x: float
    y: float
    width: float
    height: float


class Label(NamedTuple):
    """A text beside the cells: at its baseline, anchored "start", "middle" or "end"."""

    x: float
    y: float
    text: str
    anchor: str
    size: float
    strong: bool


@dataclass(frozen=True)
class Plan:
    """The whole.

    Attributes:
        boxes: of each hand.
        labels: names of blocks, rows and columns.
        width, height: of everything.
        text: size of the texts in the cells.
    """

    boxes: tuple[Box, ...]
    labels: tuple[Label, ...]
    width: float
    height: float
    text: float


class Blocks(NamedTuple):
    """One block per card: which of a hand's cards names the block, its row and its column."""

    block: int
    row: int
    column: int


BLOCKS = {"lowest": Blocks(2, 0, 1), "middle": Blocks(1, 0, 2), "highest": Blocks(0, 1, 2)}


def arrange(
    hands: Sequence[Hand], name: Callable[[int], str], title: Callable[[int], str], blocks: str, empty: str
) -> Plan:
    """The plan of some hands, all of one length.

    Args:
        hands: what is left of each.
        name: of a class.
        title: of the block of a class.
        blocks: one of `BLOCKS`.
        empty: what stands above a hand without cards.
    """
    size = len(hands[0]) if hands else 0
    if size == 3:
        return _blocks(hands, name, title, blocks)
    return _triangle(hands, name) if size == 2 else _strip(hands, name, empty)


def _blocks(hands: Sequence[Hand], name: Callable[[int], str], title: Callable[[int], str], blocks: str) -> Plan:
    which, cell, gap = BLOCKS[blocks], BLOCK_CELL, 0.8 * BLOCK_CELL
    boxes: dict[int, Box] = {}
    labels: list[Label] = []
    x = y = tall = 0.0
    for card in sorted({hand[which.block] for hand in hands}, reverse=blocks != "lowest"):
        members = [
            (k, hand[which.row], hand[which.column]) for k, hand in enumerate(hands) if hand[which.block] == card
        ]
        down = sorted({row for _, row, _ in members}, reverse=True)
        across = sorted({column for *_, column in members}, reverse=True)
        heading = title(card)
        wide = max((len(across) + 1) * cell, 6.4 * len(heading))
        if x > 0 and x + wide > WIDTH:
            x, y, tall = 0.0, y + tall + gap, 0.0
        top = y + 16
        labels.append(Label(x + 2, y + 10, heading, "start", 11.5, True))
        for k, c in enumerate(across):
            labels.append(Label(x + (k + 1.5) * cell, top + 0.72 * cell, name(c), "middle", 0.42 * cell, False))
        for k, c in enumerate(down):
            first = min(across.index(column) for _, row, column in members if row == c)
            labels.append(
                Label(x + (first + 1) * cell - 4, top + (k + 1.66) * cell, name(c), "end", 0.42 * cell, False)
            )
        for k, row, column in members:
            boxes[k] = Box(x + (across.index(column) + 1) * cell, top + (down.index(row) + 1) * cell, cell, cell)
        x += wide + gap
        tall = max(tall, (len(down) + 1) * cell + 16)
    return Plan(tuple(boxes[k] for k in range(len(hands))), tuple(labels), WIDTH, y + tall + 4, 0.44 * cell)


def _triangle(hands: Sequence[Hand], name: Callable[[int], str]) -> Plan:
    cards, cell = sorted({card for hand in hands for card in hand}, reverse=True), TRIANGLE_CELL
    labels = []
    for k, card in enumerate(cards):
        labels.append(Label((k + 1.5) * cell, 0.7 * cell, name(card), "middle", 15, True))
        labels.append(Label((k + 1) * cell - 6, (k + 1.6) * cell, name(card), "end", 15, True))
    boxes = [Box((cards.index(b) + 1) * cell, (cards.index(a) + 1) * cell, cell, cell) for a, b in hands]
    side = (len(cards) + 1) * cell
    return Plan(tuple(boxes), tuple(labels), side + 2, side + 4, 14)


def _strip(hands: Sequence[Hand], name: Callable[[int], str], empty: str) -> Plan:
    gap, cell = 4.0, STRIP_CELL
    order = sorted(range(len(hands)), key=lambda k: hands[k], reverse=True)
    boxes: dict[int, Box] = {}
    labels = []
    for place, k in enumerate(order):
        x = place * (cell + gap)
        text, anchor = (name(hands[k][0]), "middle") if hands[k] else (empty, "start")
        labels.append(Label(x + cell / 2, 15, text, anchor, 14, True))
        boxes[k] = Box(x, 24, cell, 1.9 * cell)
    ordered = tuple(boxes[k] for k in range(len(hands)))
    return Plan(ordered, tuple(labels), max(len(hands) * (cell + gap), 200.0), 1.9 * cell + 28, 15)
