"""The plots of scripts are the lab's charts: the same places, colours, texts and words, asked of the real front end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from truco_lab.lab import Lab
from truco_lab.lab.front import module
from truco_lab.lab.lab import LIBRARY
from truco_lab.notation import parse, rebase
from truco_lab.plots.colours import DARK, HUES, LIGHT
from truco_lab.plots.layout import BLOCKS, arrange
from truco_lab.plots.naming import action_name, card_name, decision_name
from truco_lab.plots.paint import Asked, Paint, paints
from truco_lab.query import CHARTS, chart
from truco_lab.rules import TurnUp
from truco_lab.words import say

LINES = ("11x11 v4 : 3", "11x11 v4 : 3 j /", "11x11 v4 : 3 j / 4* a / 5d")

ASK = """async ([source, view, blocks, theme, ui]) => {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const front = await import(url);
  const lab = {
    ui, get: host.get, all: () => ({ board: host.get("board"), play: host.get("play"), worth: host.get("worth") }),
    say(key, values = {}) {
      const said = host.get("words")[key][host.get("language") === "pt" ? 1 : 0];
      return said.replace(/\\{(\\w+)\\}/g, (_, name) => values[name]);
    },
    rows: () => front.rows(lab),
  };
  const list = view === "opponent" ? front.opponentRows(lab).filter((row) => row.share > 1e-7) : lab.rows();
  const plan = front.layout(lab, list, 965, blocks);
  const paint = front.painter(lab, view, list, front.PAPERS[theme]);
  const board = host.get("board");
  return {
    hues: front.HUES, paper: front.PAPERS[theme], heading: front.heading(lab), labels: plan.labels,
    actions: board.choices.map((choice) => front.actionName(lab, choice)),
    cells: plan.cells.map(({ row, x, y, w, h }) => ({ left: row.left, box: [x, y, w, h], ...paint(row) })),
  };
}"""
"""What the front end would draw, with its own modules."""

EXPORTS = "\nexport { HUES, PAPERS, actionName, heading, layout, opponentRows, painter, rows };"

UI = {"isolated": None, "against": "worst", "unit": "pp", "faceDown": True}


@pytest.mark.parametrize("line", LINES)
def test_the_plots_are_the_labs_charts(lab: Lab, show: Callable[..., Any], line: str) -> None:
    lab.line, lab.other = line, str(rebase(parse(line), turn_up=TurnUp("5")))
    node, spot = lab.node, lab.viewed
    study = LIBRARY.get(parse("11x11 v5"))
    assert study is not None
    other, labels = study.at(lab.other), spot.turn_up.labels
    screen = show(lab)
    screen.settled()
    asked = [(view, "lowest", "en", "light", {}) for view in CHARTS]
    asked += [("strategy", "middle", "pt", "dark", {}), ("value", "highest", "pt", "dark", {})]
    asked += [("strategy", "lowest", "en", "light", {"isolated": "lowest"})]
    asked += [("cost", "lowest", "pt", "light", {"against": "highest", "unit": "points", "faceDown": False})]
    asked += [("cost", "lowest", "en", "light", {"against": "played"})]
    for view, blocks, language, theme, choice in asked:
        lab.language = language
        screen.quiet()
        ui, paper = UI | choice, DARK if theme == "dark" else LIGHT
        found = screen.page.evaluate(ASK, [module() + EXPORTS, view, blocks, theme, ui])
        assert {kind: hue.lower() for kind, hue in found["hues"].items()} == {k: v.lower() for k, v in HUES.items()}
        assert [found["paper"][name] for name in ("paper", "ink", "soft", "line")] == list(vars(paper).values())
        assert decision_name(spot.state, language).lower() in found["heading"].lower()
        assert found["actions"] == [action_name(spot, action, language) for action in spot.state.legal]
        cost_of = {"worst": "worst", "played": "most played"}.get(ui["against"], ui["against"])
        table = chart(node, view, other=other, cost_of=cost_of, face_down=ui["faceDown"])
        hands = [tuple(labels.index(card) for card in left.split()) for left in table["left"]]
        plan = arrange(
            hands,
            lambda card: card_name(spot, card),
            lambda card, by=blocks, lang=language: say(f"block-{by}", lang, card=card_name(spot, card)),
            blocks,
            say("no-cards-left", language),
        )
        assert [(mark["text"], mark["anchor"], mark["strong"]) for mark in map(with_weight, found["labels"])] == [
            (mark.text, mark.anchor, mark.strong) for mark in plan.labels
        ]
        cells = {tuple(cell["left"]): cell for cell in found["cells"]}
        assert set(cells) == set(hands)
        drawn = paints(Asked(table, spot, view, paper, language, ui["unit"], cost_of, ui["isolated"], other.spot))
        rounded = 0
        for hand, box, paint in zip(hands, plan.boxes, drawn, strict=True):
            cell = cells[hand]
            assert cell["box"] == pytest.approx(list(box), abs=0.51)
            assert (cell["ink"], bool(cell.get("small"))) == (paint.ink, paint.small), hand
            if cell["text"] != paint.text:  # chances are sent with five decimals, numbers with three
                rounded += 1
                mixed = view == "strategy" and ui["isolated"] is None
                assert tied(paint) if mixed else one_apart(cell["text"], paint.text), (view, hand)
            assert [share for _, share in cell["bands"]] == pytest.approx([share for _, share in paint.bands], abs=1e-4)
            for (colour, _), (ours, _) in zip(cell["bands"], paint.bands, strict=True):
                assert channels(colour) == pytest.approx(channels(ours), abs=3)
        assert rounded <= 0.02 * len(hands)
    assert set(BLOCKS) == {blocks for _, blocks, *_ in asked}


def with_weight(label: dict[str, Any]) -> dict[str, Any]:
    return {"strong": False} | label


def tied(paint: Paint) -> bool:
    """Whether the two actions played most are so as often as each other."""
    second, first = sorted(share for _, share in paint.bands)[-2:]
    return first - second < 2e-5


def one_apart(first: str, second: str) -> bool:
    """Whether two numbers differ in the last place alone."""
    one, two = (
        int(text.replace("·", "0").replace("−", "-").replace(",", "").replace(".", "")) for text in (first, second)
    )
    return abs(one - two) <= 1


def channels(colour: str) -> list[int]:
    return [int(colour[k : k + 2], 16) for k in (1, 3, 5)]
