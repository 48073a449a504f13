"""The chart of all hands at a decision, in one view, as the lab draws it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..errors import BadInputError
from ..notation import Draft
from ..query import Node, chart
from ..query.charts import WORST
from ..query.kinds import KINDS
from ..rules import Hand
from ..words import LANGS, Lang, say
from .colours import DARK, LIGHT, Paper, luminance
from .drawing import PIXELS_PER_INCH, Drawing, text_width
from .layout import BLOCKS, Box, Plan, arrange
from .legend import Key, legend
from .naming import card_name, decision_name
from .paint import COST_SCALE, Asked, Paint, paints

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MARGIN = 16.0

TITLE_SIZE, WORDS_SIZE = 17.0, 12.5

ROOMY = 34.0
"""In narrower cells there is no text that a chart can do without."""


def plot(
    node: Node,
    view: str = "strategy",
    *,
    other: Node | None = None,
    cost_of: str = WORST,
    face_down: bool = True,
    unit: str = "pp",
    only: str | None = None,
    blocks: str = "lowest",
    language: Lang = "en",
    ax: Axes | None = None,
) -> Axes:
    """Draw one view of every hand at a decision.

    Args:
        node: the decision: `solution.at(line)` or `lab.node`. Hands that it drafts are framed.
        view: one of `query.CHARTS`.
        other, cost_of, face_down: as `query.chart` has them, whose table is drawn.
        unit: of costs, "pp" of the match or "points" of the hand.
        only: in the view `strategy`, one of `query.kinds.KINDS` alone.
        blocks: with three cards left, one block per "lowest", "middle" or "highest" card.
        language: "en" or "pt".
        ax: where; by default a figure is made. Dark if the axes are, as in the style "dark_background".

    Returns:
        The axes; their units are pixels of the lab's screen, y running down.

    Raises:
        BadInputError: there is no such view, unit, kind, block or language, or nothing to compare with.
    """
    check("unit", unit, COST_SCALE)
    check("only", only, (None, *KINDS))
    check("blocks", blocks, BLOCKS)
    check("language", language, LANGS)
    table = chart(node, view, other=other, cost_of=cost_of, face_down=face_down)
    spot, seat = node.spot, node.actor.other if view == "opponent" else node.actor
    classes = {label: card for card, label in enumerate(spot.turn_up.labels)}
    dealt, left = (
        [tuple(classes[card] for card in hand.split()) for hand in table[column]] for column in ("hand", "left")
    )
    plan = arrange(
        left,
        name=lambda card: card_name(spot, card),
        title=lambda card: say(f"block-{blocks}", language, card=card_name(spot, card)),
        blocks=blocks,
        empty=say("no-cards-left", language),
    )
    paper, drawing = paper_of(ax), Drawing()
    beside = None if other is None else other.spot
    asked = Asked(table, spot, view, paper, language, unit, cost_of, only, beside)
    wide = _heading(drawing, node, f"{say(f'view-{view}', language)} · {spot}", paper, language)
    width = max(plan.width + 2 * MARGIN, wide)
    top = _legend(drawing, legend(asked), paper, width)
    _cells(drawing, plan, paints(asked), paper, top)
    for box, hand in zip(plan.boxes, dealt, strict=True):
        if _describes(spot.drafts[seat], hand):
            drawing.frame(_placed(box, top), paper.ink, 2.0)
    height = top + plan.height + MARGIN
    ax = _axes(width, height, paper) if ax is None else ax
    drawing.onto(ax, width, height)
    return ax


def check(name: str, given: object, known: Iterable[object]) -> None:
    """Refuse an argument that is none of those known.

    Raises:
        BadInputError: it is not.
    """
    known = list(known)
    if given not in known:
        raise BadInputError("choice-unknown", name=name, known=", ".join(map(repr, known)), given=repr(given))


def paper_of(ax: Axes | None) -> Paper:
    """What suits the axes, or those that the style would make."""
    import matplotlib as mpl
    from matplotlib.colors import to_hex

    ground = mpl.rcParams["axes.facecolor"] if ax is None else ax.get_facecolor()
    return DARK if luminance(to_hex(ground)) < 0.2 else LIGHT


def _axes(width: float, height: float, paper: Paper) -> Axes:
    """Axes that fill a figure of their own."""
    import matplotlib.pyplot as plt

    figure = plt.figure(figsize=(width / PIXELS_PER_INCH, height / PIXELS_PER_INCH), facecolor=paper.paper)
    return figure.add_axes((0, 0, 1, 1))


def _heading(drawing: Drawing, node: Node, about: str, paper: Paper, language: Lang) -> float:
    """Who decides what, and what is shown of it. Returns how wide that is."""
    x = MARGIN + drawing.text(MARGIN, 32, decision_name(node.spot.state, language), TITLE_SIZE, paper.ink, strong=True)
    return x + 14 + drawing.text(x + 14, 32, about, WORDS_SIZE, paper.soft) + MARGIN


def _legend(drawing: Drawing, keys: Sequence[Key], paper: Paper, width: float) -> float:
    """The keys in lines under the heading. Returns where the chart begins."""
    x, y = MARGIN, 60.0
    for before, colours, after in keys:
        wide = 13.0 if len(colours) == 1 else 150.0 if colours else 0.0
        gap = 7.0 if before and colours else 0.0
        whole = text_width(before, WORDS_SIZE) + gap + wide + 7 + text_width(after, WORDS_SIZE)
        if x > MARGIN and x + whole > width - MARGIN:
            x, y = MARGIN, y + 22
        x += drawing.text(x, y, before, WORDS_SIZE, paper.ink) + gap if before else 0.0
        step = wide / max(len(colours), 1)
        for k, colour in enumerate(colours):
            drawing.fill(Box(x + k * step, y - 11, step, 13), colour)
        if len(colours) > 1:
            drawing.frame(Box(x, y - 11, wide, 13), paper.line, 1.0)
        x += wide + 7
        x += drawing.text(x, y, after, WORDS_SIZE, paper.ink) + 20 if after else 13.0
    return y + 22


def _cells(drawing: Drawing, plan: Plan, colours: Iterable[Paint], paper: Paper, top: float) -> None:
    for label in plan.labels:
        ink = paper.ink if label.strong else paper.soft
        drawing.text(label.x + MARGIN, label.y + top, label.text, label.size, ink, label.anchor, label.strong)
    for box, paint in zip(plan.boxes, colours, strict=True):
        x, y, wide, tall = _placed(box, top)
        at = x
        for colour, share in paint.bands:
            drawing.fill(Box(at, y, wide * share, tall), colour)
            at += wide * share
        drawing.frame(Box(x, y, wide, tall), paper.line, 0.6)
        if paint.text and not (paint.small and wide < ROOMY):
            size = _fitted(paint.text, plan.text, wide)
            drawing.text(x + wide / 2, y + tall / 2 + 0.36 * plan.text, paint.text, size, paint.ink, "middle")


def _placed(box: Box, top: float) -> Box:
    return Box(box.x + MARGIN, box.y + top, box.width, box.height)


def _fitted(text: str, size: float, width: float) -> float:
    """The size at which a text fits into a cell."""
    return min(size, size * (width - 3) / text_width(text, size))


def _describes(draft: Draft | None, hand: Hand) -> bool:
    return draft is not None and all(slot in (None, card) for slot, card in zip(draft.slots, hand, strict=True))
