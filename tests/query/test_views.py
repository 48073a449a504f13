"""A real solution as a reader meets it: 11 x 11 under a 4; views, the command line, aggregates, locks, samples."""

from __future__ import annotations

import csv
import io
import json
import random
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from truco_lab import parse
from truco_lab.cli import main
from truco_lab.commands import show
from truco_lab.errors import BadInputError
from truco_lab.notation import Spot
from truco_lab.query import Node, Study, aggregates, source, views
from truco_lab.query.answer import Source
from truco_lab.query.hands import without
from truco_lab.query.locking import Lock, reply, resolve
from truco_lab.query.node import win
from truco_lab.query.sampling import hand_result, play_match
from truco_lab.query.tables import Table
from truco_lab.rules import RUNGS, Play, Score, Seat, TurnUp
from truco_lab.solve.solver import Config, Solution, solve
from truco_lab.values import ValueTable

SCORE = Score(11, 11)
LINES = tuple(f"11x11 v4{line}" for line in ("", " : 3", " : 3 a", " : 3 a 4*", " : 3 a / 7 q", " : 3 a / 4* 4 q"))


@pytest.fixture(scope="module")
def eleven(prepared: None) -> Solution:
    return solve(SCORE, [0], ValueTable().payoffs(SCORE), Config(target=2e-5))


def by_hand(table: Table, hand: str, column: str) -> dict[str, float]:
    rows = table["hand"] == hand
    return dict(zip(table["action"][rows], table[column][rows], strict=True))


@pytest.fixture
def asked(eleven: Solution, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command finds this solution."""
    monkeypatch.setattr(show, "find", lambda spot, store, progress: Study(eleven.solved()))


# -- what the game says ---------------------------------------------------------------------------------------------


def test_known_hands(eleven):
    """With the strongest card, a queen and a 7 the 7 is led; three 4s win nothing whatever is led."""
    lead = views.strategy(eleven.at("11x11 v4"))
    assert by_hand(lead, "5c q 7", "probability")["7"] > 0.99
    dead = by_hand(views.values(eleven.at("11x11 v4 : 3")), "6 6 4", "win")
    assert max(dead.values()) - min(dead.values()) < 1.0
    node = eleven.at("11x11 v4 : 5d 3 / 5c")  # a lead that nothing beats: round 1 and 2 are mão's
    lost = views.costs(node)
    assert np.abs(lost["cost_pp"]).max() < 1e-6


def test_value_of_the_opening_is_the_solution(eleven):
    mao, pe = eleven.at("11x11 v4").value
    assert mao == pytest.approx(50 + 50 * eleven.evaluation.value[0], abs=1e-4)
    assert mao + pe == pytest.approx(100)
    node = eleven.at("11x11 v4")
    best = 50 * (eleven.evaluation.best_response_mao[0] - eleven.evaluation.value[0])
    assert node.gap_pp == pytest.approx(best, abs=1e-3)


# -- the views ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", LINES)
def test_views_agree_with_each_other(eleven, line):
    node = eleven.at(line)
    strategy, worth, trust = views.strategy(node), views.values(node), views.trust(node)
    for hand in dict.fromkeys(strategy["hand"].tolist()):
        assert sum(by_hand(strategy, hand, "probability").values()) == pytest.approx(1)
    ranged, opponent = views.range_(node), views.opponent_range(node)
    for table in (ranged, opponent):
        assert table["share"].sum() == pytest.approx(1)
        assert table["reach"].sum() == pytest.approx(node.probability)
    mean = float(np.nansum(trust["share"] * trust["win"]) / trust["share"].sum())
    assert node.value[node.actor] == pytest.approx(mean)
    frequency, wins = (views.frequencies(node)[column] for column in ("frequency", "win"))
    assert frequency.sum() == pytest.approx(1)
    assert np.nansum(frequency * wins) == pytest.approx(mean, abs=1e-5), "it was the mean of those who could"
    assert np.nanmax(trust["gap_pp"] * trust["share"]) < 0.05
    for column in (worth["win"], trust["win"], trust["best"], wins):
        assert 0 <= np.nanmin(column) <= np.nanmax(column) <= 100
    lost = views.costs(node)
    assert np.nanmin(lost["cost_pp"]) >= -1e-9
    assert len(lost) == len(worth)
    order = [node.dealing.hands.index(_cards(node, hand)) for hand in trust["hand"]]
    assert order == sorted(order), "hands are listed strongest first"


def _cards(node: Node, hand: str) -> tuple[int, ...]:
    return tuple(node.spot.turn_up.labels.index(card) for card in hand.split())


def test_labels_are_those_of_the_turn_up(eleven):
    """Under another turn-up of the same class nothing but the writing differs; there is none for a 4, so 2 and 3."""
    two, three = (parse(f"11x11 v{rank}") for rank in "23")
    assert two.turn_up.deck == three.turn_up.deck
    with pytest.raises(BadInputError, match="turn-up class 8"):
        eleven.at(two)


def test_costs_against_other_baselines(eleven):
    node = eleven.at("11x11 v4")
    best, played, chosen = (views.costs(node, against) for against in ("best", "most played", "7"))
    hand = "5c q 7"
    assert by_hand(best, hand, "cost_pp")["7"] == pytest.approx(0, abs=1e-3)
    assert by_hand(played, hand, "cost_pp")["7"] == 0
    assert by_hand(chosen, hand, "cost_pp")["7"] == 0
    assert np.isnan(list(by_hand(chosen, "5c 5h 5s", "cost_pp").values())).all()
    with pytest.raises(BadInputError, match="worst"):
        views.costs(node, "worst")
    with pytest.raises(BadInputError, match="'4\\*' has no value at '11x11 v4 : 3 3'"):
        views.costs(eleven.at("11x11 v4 : 3 3"), "4*")  # dominated: an open card does as well
    second = eleven.at("11x11 v4 : 3 a")
    with pytest.raises(BadInputError, match="has no value"):
        views.costs(second, "4*", face_down=False)
    assert any(a.endswith("*") for a in views.costs(second)["action"])
    assert not any(a.endswith("*") for a in views.costs(second, face_down=False)["action"])


def test_a_draft_filters_and_a_pin_narrows(eleven):
    node = eleven.at("11x11 v4 mao[5d 3 ?]")
    rows = views.strategy(node, drafted=True)
    assert {hand[:4] for hand in rows["hand"]} == {"5d 3"}
    whole = eleven.at("11x11 v4")
    mask = np.array([hand[:2] == _cards(whole, "5d 3") for hand in whole.dealing.hands])
    expected = np.where(mask, whole.share, 0) / whole.share[mask].sum()
    pinned = eleven.at("11x11 v4 mao![5d 3 ?]")
    np.testing.assert_allclose(pinned.weight, expected)
    leads = dict(zip(views.frequencies(pinned)["action"], views.frequencies(pinned)["frequency"], strict=True))
    assert leads["5d"] == pytest.approx(float(expected @ whole.answer.mix[Play(whole.spot.turn_up.labels.index("5d"))]))


def test_a_pin_of_the_other_seat_blocks_cards(eleven):
    free, blocked = eleven.at("11x11 v4"), eleven.at("11x11 v4 pe![5c 5h 3]")
    hands = free.dealing.hands
    strongest = free.dealing.deck.size - 1
    holds = np.array([strongest in hand for hand in hands])
    assert free.share[holds].sum() > 0.05
    assert blocked.share[holds].sum() == 0
    ways = np.array([free.dealing.deck.ways(hand, _cards(free, "5c 5h 3")) for hand in hands], float)
    np.testing.assert_allclose(blocked.share, ways / ways.sum())


def test_values_beside_a_pinned_hand_are_said_not_to_know_it(eleven):
    """Pé wins for certain with these cards; the match's chances beside them were shown as if they were given them."""
    pinned = eleven.at("11x11 v4 pe![5h 5s 5d]")
    assert pinned.value[Seat.PE] < 70
    [note] = pinned.notes
    assert "not those given the pinned hand" in note
    assert eleven.at("11x11 v4 pe![5h 5s 5d] : 4").value[Seat.PE] == pytest.approx(100)
    for line in ("11x11 v4 pe![5h 5s 5d] : 4", "11x11 v4 mao![5h 5s 5d]", "11x11 v4 pe[5h 5s 5d]"):
        assert eleven.at(line).notes == ()


def test_rare_hands_answer_with_a_best_response(eleven):
    """A hand that never leads its 5c still has an answer after it led it, and a sound one."""
    node = eleven.at("11x11 v4 : 5c 4")
    found = views.trust(node)
    assert Source.SOLUTION not in set(found["source"]) or (found["source"] == Source.BEST_RESPONSE).any()
    assert np.nanmax(found["gap_pp"]) < 0.5


def test_the_opponents_range_is_of_hands_that_the_cards_allow(eleven):
    """It had hands with a card that the other seat has on the table."""
    node = eleven.at("11x11 v4 : 5s 3")
    strongest_first = [" ".join(node.spot.turn_up.labels[c] for c in hand) for hand in node.dealing.hands]
    expected = [hand for hand in strongest_first if "3" in hand.split() and "5s" not in hand.split()]
    table = views.opponent_range(node)
    assert table["hand"].tolist() == expected
    assert table["share"].sum() == pytest.approx(1)


def test_dominated_actions_are_named(eleven):
    table = views.frequencies(eleven.at("11x11 v4 : 3 a / 7"))
    reasons = dict(zip(table["action"], table["dominated"], strict=True))
    assert reasons["4*"] == "an open card does at least as well"
    assert reasons["4"] == ""


def test_a_dominated_line_is_solved_on_the_spot(eleven):
    node = eleven.at("11x11 v4 : 3 3 / 4*")  # face down after a tied round 1
    assert node.probability == 0
    assert node.answer.resolved.converged
    assert "solved on the spot" in node.notes[0]
    assert node.value[Seat.PE] == pytest.approx(100), "any open card wins"


# -- tables and the command line ------------------------------------------------------------------------------------


def test_tables_as_frames_text_and_json(eleven):
    table = views.costs(eleven.at("11x11 v4 : 3 a"))
    frame = table.frame()
    assert list(frame.columns) == list(table.columns)
    assert set(frame.attrs["units"]) == set(frame.columns)
    rows = list(csv.DictReader(io.StringIO(table.to_csv())))
    assert len(rows) == len(table) == len(json.loads(table.to_json())["rows"])
    assert float(rows[3]["cost_pp"]) == pytest.approx(table["cost_pp"][3], abs=1e-6)


def test_float_dust_is_not_shown():
    assert win(np.array([1 + 2e-7, -1 - 2e-7, 0.5])).tolist() == [100, 0, 75]
    assert Table({"win": np.array([-1e-5, -0.25])}).to_text().split() == ["win", "0.000", "-0.250"]


@pytest.mark.usefixtures("asked")
def test_show(capsys):
    assert main(["show", "11x11 v4"]) == 0
    assert "mão wins          44" not in (shown := capsys.readouterr().out)
    assert "mão wins 44.59" in shown
    assert main(["show", "11x11 v4 : 3", "--view", "costs", "--against", "most played", "--format", "csv"]) == 0
    assert capsys.readouterr().out.startswith("hand,left,action,cost_pp")
    assert main(["show", "11x11 v4", "--hand", "5c q 7", "--view", "strategy", "--format", "json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["line"] == "11x11 v4 mao![5c q 7]"
    assert [row["action"] for row in result["rows"]] == ["5c", "q", "7"]
    for view in views.VIEWS:
        assert main(["show", "11x11 v4 : 3 a", "--view", view, "--hand", "3 2 ?"]) == 0


@pytest.mark.usefixtures("asked")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["11x11 v4 : 5d 2 / 5c 4"], "take back its last action"),
        (["11x11 v4 : 3 3", "--hand", "5c 2 ?"], "does not fit"),
        (["11x11 v4", "--hand", "5c 7 q"], "strongest first"),
        (["11x11 v4", "--view", "costs", "--against", "worst"], "most played"),
        (["11x11 v9"], "v9"),
        (["11x11 v4 : 5s 4 / 5h* a / 5h"], "mão hid a card"),
    ],
)
def test_show_says_what_is_wrong(arguments, said, capsys):
    assert main(["show", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_number_that_does_not_exist_is_none_in_json():
    """It was NaN, which is no JSON."""
    node = SimpleNamespace(
        spot="", actor=Seat.MAO, probability=0.0, given_previous=None, value=(np.nan, np.nan), gap_pp=np.nan
    )
    assert set(show.about(node).values()) == {"", "mao", 0.0, None}


def test_what_is_not_solved_and_not_quick_is_said(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("TRUCO_LAB_DATA", str(tmp_path))
    assert main(["show", "0x0 v4"]) == 1
    assert "'truco-lab grid --scores 0x0'" in capsys.readouterr().err
    monkeypatch.setattr(source, "QUICK_SECONDS", 0)
    assert main(["show", "11x11 v4"]) == 1
    assert 'truco-lab solve "11x11 v4"' in capsys.readouterr().err


# -- aggregates -----------------------------------------------------------------------------------------------------


def test_aggregates(eleven):
    node = eleven.at("11x11 v4")
    leads = aggregates.by_rank(node)
    every = [leads[name][0] for name in ("strongest", "middle", "lowest")]
    assert sum(every) == pytest.approx(1)
    frequencies = views.frequencies(node)
    assert leads["share"].tolist() == pytest.approx([1, *(leads["share"][1:])])
    assert leads["share"][1:].sum() == pytest.approx(1)
    equity = aggregates.equity(node)
    assert equity["win"][1] < equity["win"][2] < equity["win"][3]
    assert (equity["share"][1:] @ equity["win"][1:]) == pytest.approx(node.value[0])
    assert aggregates.habit_cost(node, "strongest") > 0.5
    assert aggregates.habit_cost(node, lambda actions: None) == 0
    pure = aggregates.purity([node])
    assert 0 < pure["value"][0] < 1
    rates = aggregates.rates([node, eleven.at("11x11 v4 : 3")])
    assert np.isnan(rates["raises"]).all(), "nobody raises at 11 x 11"
    assert rates["probability"].tolist() == pytest.approx([1, frequencies["frequency"][4]])
    with pytest.raises(BadInputError, match="lowest"):
        aggregates.habit_cost(node, "always win")


# -- locks ----------------------------------------------------------------------------------------------------------


def strongest_led(eleven: Solution) -> Lock:
    hands = eleven.at("11x11 v4").dealing.hands
    top = np.array([hand[0] for hand in hands])
    return Lock(parse("11x11 v4"), {Play(c): (top == c).astype(float) for c in range(13)})


def test_the_reply_to_a_lock(eleven):
    """Locking what is played anyway changes nothing; a habit is worth an answer, and less to the one who has it."""
    node = eleven.at("11x11 v4")
    same = reply(eleven, [Lock(node.spot, node.answer.mix)])
    certificate = eleven.evaluation
    assert same.seat is Seat.PE
    assert same.value == pytest.approx(-certificate.value[0], abs=1e-6)
    assert same.best == pytest.approx(certificate.best_response_pe[0], abs=1e-6)
    habit = reply(eleven, [strongest_led(eleven)])
    assert -habit.value < certificate.value[0] - 0.01
    assert habit.gain_pp > 0.1
    cost = aggregates.habit_cost(node, "strongest")
    assert 50 * (certificate.value[0] + habit.value) == pytest.approx(cost, abs=1e-3), "two routes to one number"


def test_the_hand_solved_around_a_lock(eleven):
    """The locked seat gets at least what the other's reply leaves to a solution that is not ready for its own habit."""
    habit = reply(eleven, [strongest_led(eleven)])
    found = resolve(eleven, [strongest_led(eleven)], iterations=60)
    assert 0 <= found.gap_pp < 0.05
    assert found.value >= -habit.best - 1e-4
    assert found.value <= eleven.evaluation.value[0] + 1e-4
    node = found.solution.at("11x11 v4")
    assert node.answer.mix[Play(12)][0] == pytest.approx(1), "5c 5h 5s leads the 5c"


def test_locks_that_cannot_be_set(eleven):
    spot = parse("11x11 v4")
    with pytest.raises(BadInputError, match="sum to one"):
        reply(eleven, [Lock(spot, {Play(12): 1.0})])
    with pytest.raises(BadInputError, match="one seat"):
        reply(eleven, [strongest_led(eleven), Lock(parse("11x11 v4 : 3"), {Play(0): 1.0})])
    with pytest.raises(BadInputError, match="winners and losers"):
        reply(eleven, [Lock(parse("11x11 v4 : 3 a / 7 q k"), {})])


def test_locks_of_another_solution_or_of_no_chances_are_refused(eleven):
    """They were taken in silence, or failed in the middle."""
    spot, ace = parse("11x11 v4"), parse("11x11 v4").legal["a"]
    for line in ("11x11 v5", "10x10 v4", "11x10 v4"):
        with pytest.raises(BadInputError, match="which this solution does not cover"):
            reply(eleven, [replace(strongest_led(eleven), spot=parse(line))])
    habit = strongest_led(eleven).chances
    others = (habit[ace] == 0) & [ace.card in hand for hand in eleven.at("11x11 v4").dealing.hands]
    negative = {action: 2 * p for action, p in habit.items()} | {ace: -1.0}
    for lock in (Lock(spot, negative, hands=others), Lock(spot, {ace: np.nan})):
        with pytest.raises(BadInputError, match="0 or more and sum to one"):
            reply(eleven, [lock])
    for lock in (Lock(spot, {ace: np.ones(3)}), Lock(spot, habit, hands=np.ones(3, bool))):
        with pytest.raises(BadInputError, match="one for each of the"):
            reply(eleven, [lock])
    with pytest.raises(BadInputError, match="no lock in the list"):
        resolve(eleven, [])


def lock_of_card(eleven: Solution, line: str, number: int, *, hidden: bool = False) -> Lock:
    """Every hand plays its card of this number among those left, strongest first, or hides it."""
    spot = parse(line)
    assert spot.acting is not None
    left = [without(hand, spot.state.played(spot.acting)) for hand in eleven.at("11x11 v4").dealing.hands]
    chosen = np.array([-1 if cards is None else cards[number] for cards in left])
    return Lock(spot, {Play(c, hidden=hidden): (chosen == c).astype(float) for c in range(13)})


@pytest.mark.parametrize(
    ("line", "number", "hidden", "dominated"),
    [
        ("11x11 v4", -1, True, True),
        ("11x11 v4 : 3 3", -1, False, False),
        ("11x11 v4 : 3 3", -1, True, True),
        ("11x11 v4 : 3 j", -1, True, False),
        ("11x11 v4 : 3 j", 0, True, True),
        ("11x11 v4 : 3 j / 7", 0, False, False),
        ("11x11 v4 : 3 j / 7", -1, False, True),
        ("11x11 v4 : 3 j / 7", -1, True, True),
        ("11x11 v4 : 3 3 / 7", -1, False, True),
        ("11x11 v4 : 3 j / 4 q", -1, False, False),
        ("11x11 v4 : 3 j / 4 q", -1, True, True),
    ],
)
def test_a_lock_that_the_tree_cannot_hold_is_refused(eleven, line, number, hidden, dominated):
    """It was dropped in silence, and the reply was that to the free solution."""
    lock = lock_of_card(eleven, line, number, hidden=hidden)
    if dominated:
        with pytest.raises(BadInputError, match="is dominated"):
            reply(eleven, [lock])
    else:
        assert reply(eleven, [lock]).gain_pp > -1e-3


def test_a_lock_on_hands_that_lose_either_way_is_none_to_the_tree(eleven):
    """Two cards that lose the hand at once are one to it."""
    lock = lock_of_card(eleven, "11x11 v4 : 3 j / 5c", -1)
    assert reply(eleven, [lock]).value == pytest.approx(eleven.evaluation.value[0], abs=1e-6)


# -- samples --------------------------------------------------------------------------------------------------------


def test_sampled_hands_agree_with_the_exact_value(eleven):
    policy, pay = eleven.policy(), ValueTable().payoffs(SCORE)
    found = hand_result(
        eleven.decks[0],
        SCORE,
        (policy, policy),
        lambda seat, points: float(pay[seat, RUNGS.index(points)]),
        6000,
        seed=4,
    )
    assert abs(found.mean - eleven.evaluation.value[0]) < found.high - found.low < 0.06  # four standard errors
    assert found.mean in found
    matches = random.Random(1)
    wins = sum(
        play_match(SCORE, ((lambda s, d: policy),) * 2, matches, lambda rng: eleven.decks[0]) == 0 for _ in range(400)
    )
    assert wins / 400 == pytest.approx(0.5 + 0.5 * eleven.evaluation.value[0], abs=0.08)


def test_turn_up_is_kept_for_labels():
    assert Spot(SCORE, TurnUp("2")).turn_up.labels != Spot(SCORE, TurnUp("3")).turn_up.labels
