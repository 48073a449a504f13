"""How often each action is taken over the range, as bars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..query import Node
from ..query.kinds import sort_of
from ..query.views import frequencies
from ..words import LANGS, Lang, number, percent, say
from .chart import check, paper_of
from .colours import HUES
from .drawing import PIXELS_PER_INCH
from .naming import action_name, decision_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes

RARE = 5e-4
"""An action that is taken less often is written faintly, and has no number."""

BAR_PIXELS = 25


def plot_frequencies(node: Node, *, language: Lang = "en", ax: Axes | None = None) -> Axes:
    """Draw how often each legal action is taken, and what those who take it (or could, if nobody does) win.

    Args:
        node: the decision.
        language: "en" or "pt".
        ax: where; by default a figure is made. Dark if the axes are.

    Returns:
        The axes; x in %, one bar per legal action in the engine's order from the top.

    Raises:
        BadInputError: there is no such language.
    """
    check("language", language, LANGS)
    table, actions, paper = frequencies(node), node.spot.state.legal, paper_of(ax)
    if ax is None:
        import matplotlib.pyplot as plt

        size = 640 / PIXELS_PER_INCH, (BAR_PIXELS * len(actions) + 70) / PIXELS_PER_INCH
        ax = plt.subplots(figsize=size, facecolor=paper.paper, layout="constrained")[1]
    chances, places = 100 * table["frequency"], range(len(actions))
    hues = [HUES["highest"] if (sort := sort_of(action)) == "open" else HUES[sort] for action in actions]
    bars = ax.barh(places, chances, height=0.72, color=hues)
    inks = [paper.soft if chance < RARE else paper.ink for chance in table["frequency"]]
    names = [action_name(node.spot, action, language) for action in actions]
    dominated = say("pruned", language)
    ax.set_yticks(
        places, [f"{n} ({dominated})" if why else n for n, why in zip(names, table["dominated"], strict=True)]
    )
    for label, ink in zip(ax.get_yticklabels(), inks, strict=True):
        label.set_color(ink)
    shown = ["–" if chance < RARE else percent(chance, language) for chance in table["frequency"]]
    ax.bar_label(bars, shown, padding=4, color=paper.ink)
    for place, win, ink in zip(places, table["win"], inks, strict=True):
        text = "" if win != win else number(win, 1, language)
        ax.text(1.0, place, text, transform=ax.get_yaxis_transform(), ha="right", va="center", color=ink)
    ax.text(1.0, -0.9, say("head-wins", language), transform=ax.get_yaxis_transform(), ha="right", color=paper.soft)
    ax.set_title(f"{decision_name(node.spot.state, language)} · {node.spot}", loc="left", color=paper.ink)
    ax.set(xlim=(0, 1.45 * max(chances)), ylim=(len(actions) - 0.5, -0.6), facecolor=paper.paper, xticks=[])
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
    return ax
