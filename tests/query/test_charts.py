"""One row per hand: what a chart says follows from the tables with a row per hand and action."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from truco_lab.errors import BadInputError
from truco_lab.notation import parse
from truco_lab.query import CHARTS, Node, Study, chart, views
from truco_lab.query.kinds import KINDS
from truco_lab.rules import Score, real_deck

from .common import random_solved

LINES = ("10x10 v4", "10x10 v4 : r", "10x10 v4 : 3 j /", "10x10 v4 : 3 j / 4* r", "10x10 v4 : 3 j / 2 5d / r")


@pytest.fixture(scope="module")
def study() -> Study:
    return Study(random_solved(real_deck(0), Score(10, 10), zeros=0.0))


@pytest.fixture(params=LINES)
def node(study: Study, request: pytest.FixtureRequest) -> Node:
    return study.at(request.param)


def kind_in_words(action: str, left: str, answering: bool) -> str:
    """The kind of an action as it is written, for what a hand has left."""
    if action.startswith("r"):
        return "raise"
    if answering:
        return {"a": "accept", "f": "fold"}[action]
    if action.endswith("*"):
        return "hidden"
    cards = left.split()
    return "highest" if action == cards[0] else "lowest" if action == cards[-1] else "middle"


def by_action(node: Node, frame: pd.DataFrame) -> pd.DataFrame:
    """A table with the kind of each action."""
    answering = node.spot.state.pending is not None
    kinds = [kind_in_words(a, left, answering) for a, left in zip(frame["action"], frame["left"], strict=True)]
    return frame.assign(kind=kinds)


def test_strategy_adds_up_by_kind(node: Node) -> None:
    long, frame = by_action(node, views.strategy(node).frame()), chart(node).frame().set_index("hand")
    by_kind = long.pivot_table(index="hand", columns="kind", values="probability", aggfunc="sum").fillna(0)
    for kind, column in KINDS.items():
        expected = by_kind[kind] if kind in by_kind else by_kind.iloc[:, 0] * 0
        assert frame[column].to_dict() == pytest.approx(expected.reindex(frame.index).to_dict())
    first = long.loc[long.groupby("hand")["probability"].idxmax()].set_index("hand")
    assert frame["probability"].to_dict() == pytest.approx(first["probability"].to_dict())
    assert frame["most_played"].to_dict() == first["action"].to_dict()


def test_what_those_win_who_take_an_action_adds_up_to_the_value(node: Node) -> None:
    table = views.frequencies(node)
    assert np.nansum(table["frequency"] * table["win"]) == pytest.approx(node.value[node.actor], abs=1e-4)


def test_an_idle_raise_is_never_reached_and_always_accepted(study: Study) -> None:
    """The reach of its ranges was that of the line without it, and what follows had the chance of the real raise."""
    given = []
    for line in ("10x10 v4 : 3 j / r r6", "10x10 v4 : 3 j / r r6 a", "10x10 v4 : 3 j / r r6 a a"):
        node = study.at(line)
        assert node.probability == views.range_(node)["reach"].sum() == views.opponent_range(node)["reach"].sum() == 0
        given.append(node.given_previous)
    assert given == [0, 1, study.at("10x10 v4 : 3 j / r a a").given_previous]


@pytest.mark.parametrize("face_down", [True, False])
def test_costs_are_losses_against_the_best(node: Node, face_down: bool) -> None:
    long = by_action(node, views.costs(node, face_down=face_down).frame()).dropna()
    chances = views.strategy(node).frame()
    played = chances.loc[chances.groupby("hand")["probability"].idxmax()][["hand", "action"]].merge(long)
    kinds = {kind: group.groupby("hand").first() for kind, group in long.groupby("kind")}
    for unit in ("cost_pp", "cost_points"):
        expected = {"worst": long.groupby("hand")[unit].max(), "most played": played.set_index("hand")[unit]}
        expected |= {kind: first[unit] for kind, first in kinds.items()}
        for action, losses in expected.items():
            frame = chart(node, "cost", cost_of=action, face_down=face_down).frame().set_index("hand")
            assert frame[unit].dropna().to_dict() == pytest.approx(losses.to_dict())


def test_shares_values_and_trust_are_those_of_the_tables(node: Node) -> None:
    trust, value = views.trust(node).frame(), chart(node, "value").frame()
    pd.testing.assert_frame_equal(value[["hand", "win", "share"]], trust[["hand", "win", "share"]])
    pd.testing.assert_frame_equal(chart(node, "trust").frame(), trust)
    range_ = views.range_(node).frame()
    pd.testing.assert_frame_equal(chart(node, "range").frame()[list(range_)], range_)
    opponent, here = views.opponent_range(node).frame(), chart(node, "opponent").frame()
    assert here["share"].sum() == pytest.approx(1, abs=1e-4)
    assert set(here["hand"]) <= set(opponent["hand"])


def test_every_chart_has_units(node: Node) -> None:
    for view in CHARTS:
        table = chart(node, view, other=node)
        assert set(table.units) == set(table.columns)


def test_comparing_is_a_distance_and_a_signed_gap() -> None:
    here, there = (
        Study(random_solved(real_deck(0), Score(10, 10), seed, 0.0)).at("10x10 v4 : 3 j / r") for seed in (0, 1)
    )
    forth, back = (chart(a, "compare", other=b).frame().set_index("hand") for a, b in ((here, there), (there, here)))
    assert forth["variation"].to_dict() == pytest.approx(back["variation"].to_dict())
    assert forth["signed"].to_dict() == pytest.approx((-back["signed"]).to_dict())
    assert forth["variation"].between(0, 1).all()
    assert forth["variation"].max() > 0.3
    one, two = (views.strategy(n).frame().set_index(["hand", "action"])["probability"] for n in (here, there))
    assert (one - two).abs().groupby("hand").sum().div(2).to_dict() == pytest.approx(forth["variation"].to_dict())
    accepts = (two - one).xs("a", level="action")
    assert accepts.to_dict() == pytest.approx(forth["signed"].to_dict())
    same = chart(here, "compare", other=here).frame()
    assert (same["variation"].abs().max(), same["signed"].abs().max()) == (0, 0)


def test_comparing_matches_hands_by_strength() -> None:
    """Under a 5 there are fewer 5s left than 4s under a 4: hands that are missing there have no number."""
    here = Study(random_solved(real_deck(0), Score(10, 10))).at("10x10 v4")
    there = Study(random_solved(real_deck(1), Score(10, 10))).at("10x10 v5")
    frame = chart(here, "compare", other=there).frame().set_index("left")
    assert len(frame) == len(here.dealing.hands)
    assert frame["signed"].isna().all()
    missing = {h for h in here.dealing.hands if h not in there.dealing.hands}
    named = {" ".join(here.spot.turn_up.labels[c] for c in hand) for hand in missing}
    assert set(frame.index[frame["variation"].isna()]) == named


def test_a_hand_of_eleven_is_not_compared_with_a_lead() -> None:
    eleven, lead = (Study(random_solved(real_deck(0), s)).at(f"{s} v4") for s in (Score(11, 10), Score(11, 11)))
    for here, there in ((eleven, lead), (lead, eleven)):
        with pytest.raises(BadInputError, match="not the decision of"):
            chart(here, "compare", other=there)
    assert len(chart(Study(eleven.passes.solved).at("11x10 v4 : a"), "compare", other=lead)) > 100


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"view": "colours"}, "no chart is called 'colours'; there are strategy, range"),
        ({"view": "cost", "cost_of": "best"}, "of worst, most played, highest.*not 'best'"),
        ({"view": "compare"}, "other=study.at"),
        ({"view": "compare", "other": "10x10 v4 : r"}, "not the decision of '10x10 v4'"),
    ],
)
def test_what_there_is_not_is_said(study: Study, arguments: dict[str, object], said: str) -> None:
    if "other" in arguments:
        arguments["other"] = study.at(parse(str(arguments["other"])))
    with pytest.raises(BadInputError, match=said):
        chart(study.at("10x10 v4"), **arguments)  # type: ignore[arg-type]
