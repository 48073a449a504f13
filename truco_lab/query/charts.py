"""One row per hand: what the lab's chart and its list show of a decision, view by view.

The tables of `views` have a row per hand and action, or every hand that the cards allow; these have what one cell of a
chart says. `never` marks hands that the solution practically never holds here, which a chart draws faintly.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ..errors import BadInputError
from ..notation import Spot, spell
from ..rules import Accept, Action, Play
from .kinds import KINDS, kinds_of
from .node import Node, win
from .tables import Table
from .views import hand_names, opponent_range, range_, trust

CHARTS = ("strategy", "range", "opponent", "value", "cost", "compare", "trust")
"""The views of a chart."""

WORST, MOST_PLAYED = "worst", "most played"
COST_OF = (WORST, MOST_PLAYED, *KINDS)
"""Which action a hand loses by, in the view of costs."""

ABSENT = 1.5e-7
"""A hand of the other seat with a smaller share is not here: shares on the screen have seven decimals."""


def chart(
    node: Node,
    view: str = "strategy",
    *,
    other: Node | None = None,
    cost_of: str = WORST,
    face_down: bool = True,
) -> Table:
    """What one view says of every hand.

    Args:
        node: the decision.
        view: one of `CHARTS`.
        other: for the view `compare`, the same decision at another score or turn-up.
        cost_of: for the view `cost`, one of `COST_OF`: the action that a hand takes instead of its best one.
        face_down: for the view `cost`, whether face-down plays take part.

    Raises:
        BadInputError: no such view or action, or `other` is missing or another decision.
    """
    if view not in CHARTS:
        raise BadInputError("chart-unknown", view=view, views=", ".join(CHARTS))
    if cost_of not in COST_OF:
        raise BadInputError("cost-unknown", action=cost_of, actions=", ".join(COST_OF))
    match view:
        case "strategy":
            return _strategy(node)
        case "range":
            return Table({**range_(node).columns, "never": node.never[_rows(node)]}, node.notes)
        case "opponent":
            table = opponent_range(node)
            return table.where(table["share"] > ABSENT)
        case "value":
            return _ranged(node, {"win": win(node.answer.value[_rows(node)])})
        case "cost":
            return _cost(node, cost_of, face_down)
        case "compare":
            return _compared(node, other)
        case _:
            return trust(node)


def same_decision(here: Spot, there: Spot) -> bool:
    """Whether two spots are one decision at different scores or turn-ups; the answer to a hand of eleven is no step."""
    return _asked(here) == _asked(there)


def _asked(spot: Spot) -> tuple[object, ...]:
    """What makes a decision, whatever the score and turn-up."""
    steps = len(spot.history) - (spot.score.decider is not None and bool(spot.history))
    return steps, spot.acting, len(spot.state.table), spot.state.eleven_pending


def _rows(node: Node) -> np.ndarray:
    return np.flatnonzero(node.here)


def _ranged(node: Node, columns: Mapping[str, np.ndarray]) -> Table:
    rows = _rows(node)
    return Table(
        {**hand_names(node, rows), **columns, "share": node.share[rows], "never": node.never[rows]}, node.notes
    )


def _strategy(node: Node) -> Table:
    rows, order = _rows(node), [a for a in node.spot.state.legal if a in node.answer.mix]
    chances = np.array([node.answer.mix[a][rows] for a in order])
    columns = {column: np.zeros(len(rows)) for column in KINDS.values()}
    for action, chance in zip(order, chances, strict=True):
        for kind, mask in kinds_of(node, action).items():
            columns[KINDS[kind]] += chance * mask[rows]
    most, written = chances.argmax(0), np.array([spell(a, node.spot.turn_up) for a in order], object)
    return _ranged(node, columns | {"most_played": written[most], "probability": chances.max(0)})


def _cost(node: Node, cost_of: str, face_down: bool) -> Table:
    kept = [a for a in node.spot.state.legal if a in node.answer.values and (face_down or not _hides(a))]
    match = {action: 50 * node.answer.values[action] for action in kept}
    points = {action: node.answer.points[action] for action in kept}
    rows = _rows(node)
    lost = {"cost_pp": _lost(node, match, cost_of)[rows], "cost_points": _lost(node, points, cost_of)[rows]}
    return _ranged(node, lost)


def _hides(action: Action) -> bool:
    return isinstance(action, Play) and action.hidden


def _lost(node: Node, worth: Mapping[Action, np.ndarray], cost_of: str) -> np.ndarray:
    """What each hand loses by the action in question against its best one, f[H]; nan where it has no such action."""
    stacked = np.array(list(worth.values()))
    known = ~np.isnan(stacked)
    best = np.where(known, stacked, -np.inf).max(0)
    if cost_of == WORST:
        return np.where(known.any(0), best - np.where(known, stacked, np.inf).min(0), np.nan)
    if cost_of == MOST_PLAYED:
        order = [a for a in node.spot.state.legal if a in node.answer.mix]
        played = np.array([node.answer.mix[a] for a in order]).argmax(0)
        index = np.array([list(worth).index(a) if a in worth else -1 for a in order])[played]
        return np.where(index >= 0, best - np.take_along_axis(stacked, index[None], 0)[0], np.nan)
    lost = np.full(len(best), np.nan)
    for action, value in worth.items():
        mask = kinds_of(node, action).get(cost_of)
        if mask is not None:
            lost = np.where(mask & np.isnan(lost), best - value, lost)
    return lost


def _compared(node: Node, other: Node | None) -> Table:
    if other is None:
        raise BadInputError("nothing-beside")
    if not same_decision(node.spot, other.spot):
        raise BadInputError("other-decision", line=node.spot, other=other.spot)
    number = {hand: k for k, hand in enumerate(other.dealing.hands)}
    rows = _rows(node)
    there = np.array([number.get(node.dealing.hands[h], -1) for h in rows])
    known = (there >= 0) & other.here[there]
    ours, theirs = node.answer.mix, other.answer.mix
    gaps = {a: _chance(theirs, a, there) - _chance(ours, a, rows) for a in dict.fromkeys([*ours, *theirs])}
    variation = np.abs(list(gaps.values())).sum(0) / 2
    told = Accept() in node.spot.state.legal
    signed = gaps[Accept()] if told else np.full(len(rows), np.nan)
    blank = np.where(known, 0, np.nan)
    return _ranged(node, {"variation": variation + blank, "signed": signed + blank})


def _chance(mix: Mapping[Action, np.ndarray], action: Action, hands: np.ndarray) -> np.ndarray:
    return mix[action][hands] if action in mix else np.zeros(len(hands))
