"""The views of a spot as tidy tables: strategy, ranges, values, costs, trust.

Hands are written as the reader does, in the turn-up's own ranks, strongest first, and come in that order; only those
that the cards allow are listed. `drafted` keeps those that the acting seat's draft describes. Units: `Table.units`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from ..errors import BadInputError
from ..notation import spell
from ..rules import Action, Play
from . import texts
from .hands import holders, without
from .node import Node, win, win_of
from .reading import shown
from .tables import Table

BEST, MOST_PLAYED = "best", "most played"


def strategy(node: Node, *, drafted: bool = False) -> Table:
    """One row per hand and action: its probability, the hand's share of the range, and where it comes from."""
    hands = _rows(node, drafted)
    mix = node.answer.mix
    held = {action: _held(node, action) for action in mix}
    columns = _long(node, hands, mix, "probability", held)
    source = columns.pop("_row")
    share = node.share[source]
    return Table(columns | {"share": share, "source": _text(node.answer.source[source])}, node.notes)


def frequencies(node: Node, *, drafted: bool = False) -> Table:
    """One row per legal action: its frequency over the range (or the draft's hands), what those win who take it (where
    nobody does, those who could), and why it may be left out."""
    weight = np.where(node.drafted, node.weight, 0) if drafted else node.weight
    weight = weight / max(weight.sum(), 1e-300)
    rows, mix = node.choices, node.answer.mix
    wins = [win_of(node, c.action, weight) for c in rows]
    chances = [float(weight @ mix[c.action]) if c.action in mix else 0.0 for c in rows]
    return Table(
        {
            "action": _text([c.written for c in rows]),
            "frequency": np.array(chances),
            "win": np.array(wins),
            "dominated": _text(["" if c.dominated is None else texts.REASONS[c.dominated] for c in rows]),
        },
        node.notes,
    )


def range_(node: Node, *, drafted: bool = False) -> Table:
    """Who is here: one row per hand of the acting seat."""
    own, _ = node.arrival.reaches(node.actor)
    played = node.spot.state.played(node.actor)
    return _ranged(node, _rows(node, drafted), node.share, node.reach(node.actor), own, played)


def opponent_range(node: Node) -> Table:
    """Who the other seat is here: one row per hand that the cards allow it, whatever lies face down."""
    _, other = node.arrival.reaches(node.actor)
    state, seat, deck = node.spot.state, node.actor.other, node.dealing.deck
    open_cards = shown(state, seat)
    hands = node.dealing.possible(holders(deck, open_cards), holders(deck, state.played(node.actor)))
    return _ranged(node, np.flatnonzero(hands), node.opponent_share, node.reach(seat), other, open_cards)


def values(node: Node, *, drafted: bool = False) -> Table:
    """One row per hand and action: win % and points if it is taken and play goes on as it does."""
    hands = _rows(node, drafted)
    worth = node.answer.values
    columns = _long(node, hands, worth, "win", {a: ~np.isnan(v) for a, v in worth.items()})
    row = columns.pop("_row")
    columns["win"] = win(columns["win"])
    points = _long(node, hands, node.answer.points, "points", {a: ~np.isnan(v) for a, v in worth.items()})
    return Table(
        columns | {"points": points["points"], "share": node.share[row], "source": _text(node.answer.source[row])},
        node.notes,
    )


def costs(node: Node, against: str = BEST, *, face_down: bool = True, drafted: bool = False) -> Table:
    """One row per hand and action: what it loses against a baseline.

    Args:
        node: the spot.
        against: "best" (in each currency), "most played", or an action as it is written.
        face_down: whether face-down plays take part.
        drafted: only the draft's hands.

    Raises:
        BadInputError: no such baseline, or one without a value here.
    """
    kept = {a: v for a, v in node.answer.values.items() if face_down or not (isinstance(a, Play) and a.hidden)}
    points = {a: node.answer.points[a] for a in kept}
    some = {a: ~np.isnan(v) for a, v in kept.items()}
    hands = _rows(node, drafted)
    columns = _long(node, hands, {a: 50 * (_base(node, against, kept) - v) for a, v in kept.items()}, "cost_pp", some)
    row = columns.pop("_row")
    lost = {a: _base(node, against, points) - v for a, v in points.items()}
    columns["cost_points"] = _long(node, hands, lost, "cost_points", some)["cost_points"]
    return Table(columns | {"share": node.share[row], "source": _text(node.answer.source[row])}, node.notes)


def trust(node: Node, *, drafted: bool = False) -> Table:
    """One row per hand: what is played wins, what the best response from here on would, and the gap between them."""
    hands = _rows(node, drafted)
    found = node.answer
    played, best = win(found.value[hands]), win(found.best[hands])
    return Table(
        {
            **hand_names(node, hands),
            "win": played,
            "best": best,
            "gap_pp": np.maximum(best - played, 0),
            "share": node.share[hands],
            "never": node.never[hands],
            "source": _text(found.source[hands]),
        },
        node.notes,
    )


VIEWS: Mapping[str, Callable[..., Table]] = {
    "strategy": strategy,
    "frequencies": frequencies,
    "range": range_,
    "opponent_range": opponent_range,
    "values": values,
    "costs": costs,
    "trust": trust,
}
"""By name."""


def hand_names(node: Node, hands: np.ndarray, played: tuple[int, ...] | None = None) -> dict[str, np.ndarray]:
    """The columns that name hands: as dealt, and what is left without the actor's plays or the cards `played`."""
    labels = node.spot.turn_up.labels
    gone = node.spot.state.played(node.actor) if played is None else played
    dealt = [node.dealing.hands[h] for h in hands]
    return {
        "hand": _text([" ".join(labels[c] for c in hand) for hand in dealt]),
        "left": _text([" ".join(labels[c] for c in without(hand, gone) or ()) for hand in dealt]),
    }


def _rows(node: Node, drafted: bool) -> np.ndarray:
    return np.flatnonzero(node.here & node.drafted if drafted else node.here)


def _held(node: Node, action: Action) -> np.ndarray:
    """Which hands can take an action, bool[H]."""
    if not isinstance(action, Play):
        return node.here
    left = node.dealing.held.hand_counts[action.card].copy()
    left -= node.spot.state.played(node.actor).count(action.card)
    return node.here & (left > 0)


def _long(
    node: Node, hands: np.ndarray, by_action: Mapping[Action, np.ndarray], name: str, held: Mapping[Action, np.ndarray]
) -> dict[str, np.ndarray]:
    """One row per hand and action it has, in the engine's order; `_row` is the hand's index."""
    order = [a for a in node.spot.state.legal if a in by_action]
    written = [spell(a, node.spot.turn_up) for a in order]
    has = np.array([held[a][hands] for a in order]).T.reshape(len(hands), len(order))
    numbers = np.array([by_action[a][hands] for a in order]).T.reshape(len(hands), len(order))
    h, a = np.nonzero(has)
    names = hand_names(node, hands)
    columns = {key: column[h] for key, column in names.items()}
    return columns | {"action": _text(written)[a], name: numbers[h, a], "_row": hands[h]}


def _ranged(
    node: Node, hands: np.ndarray, share: np.ndarray, reach: np.ndarray, own: np.ndarray, played: tuple[int, ...]
) -> Table:
    return Table(
        hand_names(node, hands, played) | {"share": share[hands], "reach": reach[hands], "own": own[hands]}, node.notes
    )


def _base(node: Node, against: str, worth: Mapping[Action, np.ndarray]) -> np.ndarray:
    stacked = np.array(list(worth.values()))
    filled = np.where(np.isnan(stacked), -np.inf, stacked)
    if against == BEST:
        best = filled.max(0)
        return np.where(np.isfinite(best), best, np.nan)
    actions = list(worth)
    if against == MOST_PLAYED:
        chances = np.array([node.answer.mix.get(a, np.zeros(stacked.shape[1])) for a in actions])
        return np.take_along_axis(stacked, chances.argmax(0)[None], 0)[0]
    action = next((a for a in node.spot.state.legal if spell(a, node.spot.turn_up) == against), None)
    if action is None:
        raise BadInputError("baseline-unknown", against=against)
    if action not in worth:
        raise BadInputError("baseline-worthless", against=against, line=node.spot)
    return worth[action]


def _text(words: object) -> np.ndarray:
    return np.array([str(w) for w in words], object)  # type: ignore[attr-defined]
