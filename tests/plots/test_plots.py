"""What is drawn is what the tables say, in every view and layout, in both languages."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection, PolyCollection
from matplotlib.colors import to_hex

from tests.query.common import random_solved
from truco_lab.errors import BadInputError
from truco_lab.plots import plot, plot_frequencies
from truco_lab.plots.colours import DARK, HUES, LIGHT, contrast
from truco_lab.plots.layout import BLOCKS, arrange
from truco_lab.plots.paint import Asked, paints
from truco_lab.query import CHARTS, Node, Study, chart
from truco_lab.query.kinds import KINDS
from truco_lab.query.views import frequencies
from truco_lab.rules import Score, real_deck
from truco_lab.words import LANGS, number, percent

mpl.use("Agg")

LINES = {"blocks": "10x10 v4 : r", "triangle": "10x10 v4 : 3 j /", "strip": "10x10 v4 : 3 j / 2 5d /"}


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    import matplotlib.pyplot as plt

    plt.close("all")


@pytest.fixture(scope="module")
def study() -> Study:
    return Study(random_solved(real_deck(0), Score(10, 10), zeros=0.0))


@pytest.fixture(params=LINES.values(), ids=LINES)
def node(study: Study, request: pytest.FixtureRequest) -> Node:
    return study.at(request.param)


def fills(ax: Axes) -> list[tuple[str, float, float, float, float]]:
    """The coloured boxes: colour, x, y, width, height."""
    [boxes] = [c for c in ax.collections if isinstance(c, PolyCollection) and len(c.get_facecolor())]
    found = []
    for path, colour in zip(boxes.get_paths(), boxes.get_facecolor(), strict=True):
        box = path.get_extents()
        found.append((to_hex(colour), box.x0, box.y0, box.width, box.height))
    return found


def texts(ax: Axes) -> int:
    """How many texts there are."""
    return sum(len(c.get_paths()) for c in ax.collections if isinstance(c, PathCollection) and len(c.get_facecolor()))


@pytest.mark.parametrize("language", LANGS)
@pytest.mark.parametrize("view", CHARTS)
def test_every_view_is_drawn(node: Node, view: str, language: str) -> None:
    ax = plot(node, view, other=node, language=language)
    table = chart(node, view, other=node)
    rows = len(fills(ax))
    assert rows >= len(table)
    assert texts(ax) > 3
    ax.figure.canvas.draw()
    width, height = ax.get_xlim()[1], ax.get_ylim()[0]
    for _, x, y, wide, tall in fills(ax):
        assert 0 <= x <= x + wide <= width + 1e-6
        assert 0 <= y <= y + tall <= height + 1e-6


def test_bands_are_as_wide_as_the_chances(node: Node) -> None:
    table, ax = chart(node), plot(node)
    seen: dict[tuple[float, float], dict[str, float]] = {}
    cell = {3: 25.0, 2: 52.0, 1: 64.0}[len(table["left"][0].split())]
    drawn = [box for box in fills(ax) if box[4] >= cell]  # the keys of the legend are smaller
    at = 0
    for row in range(len(table)):
        chances = {
            HUES[kind].lower(): table[column][row] for kind, column in KINDS.items() if table[column][row] > 0.002
        }
        bands = drawn[at : at + len(chances)]
        at += len(chances)
        assert {colour: width / cell for colour, _, _, width, _ in bands} == pytest.approx(chances)
        assert sum(table[column][row] for column in KINDS.values()) == pytest.approx(1)
        assert len({y for _, _, y, _, _ in bands}) == 1
        seen[bands[0][1], bands[0][2]] = chances
    assert (at, len(seen)) == (len(drawn), len(table))


@pytest.mark.parametrize("language", LANGS)
def test_numbers_in_cells_are_those_of_the_table(node: Node, language: str) -> None:
    def cells(view: str, unit: str = "pp", only: str | None = None) -> list[str]:
        table = chart(node, view, other=node)
        asked = Asked(table, node.spot, view, LIGHT, language, unit, "worst", only, node.spot)
        return [paint.text for paint in paints(asked)]

    def written(values: np.ndarray, digits: int, least: float) -> list[str]:
        return ["·" if v < least else number(v, digits, language) for v in values]

    assert cells("value") == written(chart(node, "value")["win"], 0, -1)
    assert cells("trust") == written(chart(node, "trust")["gap_pp"], 1, 0.05)
    assert cells("strategy", only="lowest") == written(100 * chart(node)["plays_lowest"], 0, 0.5)
    for unit in ("pp", "points"):
        lost = chart(node, "cost")[f"cost_{unit}"]
        assert cells("cost", unit) == [number(v, 1 if v < 9.95 else 0, language) if v >= 0.05 else "·" for v in lost]
    shares = 100 * chart(node, "range")["share"]
    assert cells("range") == [number(v, 1 if v < 9.95 else 0, language) if v >= 0.05 else "·" for v in shares]


def test_hands_stand_in_order_from_the_strongest(node: Node) -> None:
    labels = node.spot.turn_up.labels
    hands = [tuple(labels.index(c) for c in left.split()) for left in chart(node)["left"]]
    for blocks, (block, row, column) in BLOCKS.items():
        plan = arrange(hands, labels.__getitem__, labels.__getitem__, blocks, "")
        assert len(set(plan.boxes)) == len(hands)
        assert all(box.x + box.width <= plan.width and box.y + box.height <= plan.height for box in plan.boxes)
        placed = dict(zip(hands, plan.boxes, strict=True))
        for hand, box in placed.items():
            for other, there in placed.items():
                if len(hand) < 3:
                    later = (other[0] < hand[0], len(hand) == 2 and other[1] < hand[1])
                    assert len(hand) == 1 or later == (there.y > box.y, there.x > box.x)
                    assert len(hand) == 2 or later[0] == (there.x > box.x)
                elif other[block] == hand[block]:
                    assert (other[row] < hand[row], other[column] < hand[column]) == (there.y > box.y, there.x > box.x)


def test_bars_are_the_frequencies(node: Node) -> None:
    table = frequencies(node)
    for language in LANGS:
        ax = plot_frequencies(node, language=language)
        assert [bar.get_width() for bar in ax.patches] == pytest.approx(list(100 * table["frequency"]))
        assert len(ax.get_yticklabels()) == len(table)
        words = {text.get_text() for text in ax.texts}
        assert {percent(chance, language) for chance in table["frequency"] if chance > 5e-4} <= words
        ax.figure.canvas.draw()


def test_languages_differ(study: Study) -> None:
    titles = {plot_frequencies(study.at("10x10 v4 : r"), language=lang).get_title("left") for lang in LANGS}
    assert titles == {"Pé answers: truco! · 10x10 v4 : r", "O pé responde: truco! · 10x10 v4 : r"}
    labels = [plot_frequencies(study.at("10x10 v4 : r"), language=lang).get_yticklabels() for lang in LANGS]
    assert [[label.get_text() for label in side] for side in labels] == [
        ["accept", "fold", "seis (dominated)"],
        ["aceitar", "correr", "seis (dominada)"],
    ]


def test_a_drafted_hand_is_framed(study: Study) -> None:
    def marks(line: str, view: str) -> int:
        ax = plot(study.at(line), view)
        return sum(
            len(c.get_paths()) for c in ax.collections if to_hex((*c.get_edgecolor(), (0, 0, 0))[0]) == LIGHT.ink
        )

    assert marks("10x10 v4 : 3 j /", "strategy") == 0
    assert marks("10x10 v4 mao[5c 3 2] : 3 j /", "strategy") == 1
    assert marks("10x10 v4 mao[5c 3 ?] : 3 j /", "range") > 8
    assert marks("10x10 v4 mao[5c 3 2] : 3 j /", "opponent") == 0
    assert marks("10x10 v4 pe[5c 2 j] : 3 j /", "opponent") == 1


def test_axes_and_styles_are_the_callers(study: Study) -> None:
    import matplotlib.pyplot as plt

    node = study.at("10x10 v4 : 3 j /")
    figure, (first, second) = plt.subplots(1, 2)
    assert plot(node, "range", ax=first) is first
    assert plot_frequencies(node, ax=second) is second
    assert len(figure.axes) == 2
    assert not plt.get_fignums()[1:]
    with plt.style.context("dark_background"):
        ax = plot(node, "range")
        assert to_hex(ax.figure.get_facecolor()) == DARK.paper
    inks = {to_hex(c.get_facecolor()[0]) for c in ax.collections if isinstance(c, PathCollection)}
    assert DARK.ink in inks
    assert contrast(DARK.ink, DARK.paper) > 4.5


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"view": "colours"}, "no chart is called 'colours'"),
        ({"view": "cost", "unit": "euros"}, "unit is one of 'pp', 'points', not 'euros'"),
        ({"only": "seis"}, "only is one of None, 'highest', .* not 'seis'"),
        ({"blocks": "suit"}, "blocks is one of 'lowest', 'middle', 'highest', not 'suit'"),
        ({"language": "fr"}, "language is one of 'en', 'pt', not 'fr'"),
        ({"view": "compare"}, "other=study.at"),
    ],
)
def test_what_cannot_be_drawn_is_said(study: Study, arguments: dict[str, str], said: str) -> None:
    import matplotlib.pyplot as plt

    with pytest.raises(BadInputError, match=said):
        plot(study.at("10x10 v4"), **arguments)  # type: ignore[arg-type]
    assert not plt.get_fignums()


def test_matplotlib_comes_when_something_is_drawn() -> None:
    code = "import sys, truco_lab.plots; sys.exit(any(m in sys.modules for m in ('jax', 'pandas', 'matplotlib')))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
