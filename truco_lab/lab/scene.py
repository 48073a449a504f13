"""What is on the screen at a spot, as plain lists and numbers that travel as JSON.

Three parts, because they take different times. `board` needs the rules alone. `play` needs a solution: who is here and
what is played. `worth` needs passes over it: what everything is worth. Seats are 0 for mão and 1 for pé, cards are
classes (weakest 0), a hand is its three classes as dealt, chances run from 0 to 1, win chances are in %.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ..notation import Spot, explain, spell
from ..query import Node
from ..query.answer import Source
from ..query.kinds import sort_of
from ..query.node import dealt, win_of
from ..query.resolve import Resolved
from ..rules import TARGET, Action, HandState, Play, Raise, Score, dominated

Scene = dict[str, Any]

DIGITS = 5
"""Digits after the point of every chance that is sent."""


def board(spot: Spot, position: int) -> Scene:
    """The spot itself.

    Args:
        spot: the whole line.
        position: how many of its actions come before the decision that is looked at.
    """
    viewed = spot.upto(position)
    here, turn_up = viewed.state, spot.turn_up
    fits = viewed.legal if not here.finished else {}
    return {
        "line": str(spot),
        "tokens": [[t.start, t.end, t.kind, t.en, t.pt] for t in explain(str(spot))],
        "history": list(spot.written_history),
        "position": position,
        "score": [spot.score.mao, spot.score.pe],
        "turn_up": turn_up.rank,
        "manilha": turn_up.manilha_rank,
        "labels": list(turn_up.labels),
        "copies": list(spot.state.deck.counts),
        "drafts": [None if d is None else {"slots": list(d.slots), "pinned": d.pinned} for d in spot.drafts],
        "steps": steps(spot),
        "state": _state(here),
        "actor": here.to_act,
        "choices": [choice(here, action, viewed, fits) for action in here.legal],
        "notes": [[note.en, note.pt] for note in spot.notes],
    }


def steps(spot: Spot) -> list[Scene]:
    """The decisions of the line, and where it stands: a decision still to be taken, or the end."""
    found = []
    for k, action in enumerate(spot.history):
        before = spot.upto(k).state
        found.append({**_step(before), "written": spell(action, spot.turn_up), "action": sort_of(action)})
    return [*found, {**_step(spot.state), "written": None, "action": None}]


def _step(state: HandState) -> Scene:
    return {"seat": state.to_act, "round": state.round, "asked": _asked(state), "leads": len(state.table) % 2 == 0}


def _asked(state: HandState) -> str:
    if state.finished:
        return "end"
    if state.eleven_pending:
        return "eleven"
    return "card" if state.pending is None else "answer"


def _state(state: HandState) -> Scene:
    after = state.score.after(state.winner, state.points) if state.winner is not None else None
    return {
        "table": [[int(put.seat), put.card, put.hidden] for put in state.table],
        "results": [None if winner is None else int(winner) for winner in state.results],
        "round": state.round,
        "stake": state.stake,
        "pending": state.pending,
        "eleven": state.eleven_pending,
        "raiser": _raisers(state),
        "asked": _asked(state),
        "winner": None if state.winner is None else int(state.winner),
        "points": state.points,
        "next": [after.mao, after.pe] if isinstance(after, Score) else None,
    }


def _raisers(state: HandState) -> list[int]:
    """Who may raise, now or at a decision of theirs to come."""
    if state.pending is not None:
        assert state.to_act is not None
        return [int(state.to_act)] if any(isinstance(action, Raise) for action in state.legal) else []
    if not state.score.raises_allowed or state.stake == TARGET:
        return []
    return [0, 1] if state.raiser_allowed is None else [int(state.raiser_allowed)]


def choice(state: HandState, action: Action, spot: Spot, fits: Mapping[str, Action]) -> Scene:
    """A legal action, whatever the solution says of it; it `fits` if the drafts and the cards face down allow it."""
    written, reason = spell(action, spot.turn_up), dominated(state, action)
    return {
        "written": written,
        "kind": sort_of(action),
        "card": action.card if isinstance(action, Play) else None,
        "to": action.to if isinstance(action, Raise) else None,
        "fits": written in fits and dealt(state.apply(action)),
        "dominated": None if reason is None else reason.name,
    }


# -- what is played -------------------------------------------------------------------------------------------------


def play(node: Node) -> Scene:
    """Who is here and what is played: the board's choices in their order, with numbers.

    Returns:
        `choices`: frequency and reason per choice. `hands`: the actor's possible hands as dealt. `mix`: per hand, pairs
        of a choice's number and its probability, flat. `share`, `own`: of the range, and of the hand's own choices.
        `never`: numbers of hands that are practically never here; `replied`: that answer by a best response.
        `played`: the actor's cards on the table. `opponent`: hands, shares, and what they have shown.
    """
    state, found = node.spot.state, node.answer
    order = [found.mix.get(action) for action in state.legal]
    rows = np.flatnonzero(node.here)
    own, _ = node.arrival.reaches(node.actor)
    other = np.flatnonzero(found.other > 0)
    shown = [p.card for p in state.table if p.seat is node.actor.other and not p.hidden]
    never = node.never
    return {
        "choices": [
            {"frequency": _round(c.frequency), "dominated": None if c.dominated is None else c.dominated.name}
            for c in node.choices
        ],
        "hands": _hands(node, rows),
        "mix": [_pairs(order, h) for h in rows.tolist()],
        "share": _rounded(node.share[rows], 7),
        "own": _rounded(own[rows]),
        "never": [k for k, h in enumerate(rows) if never[h]],
        "replied": [k for k, h in enumerate(rows) if found.source[h] == Source.BEST_RESPONSE],
        "played": list(state.played(node.actor)),
        "opponent": {
            "hands": _hands(node, other),
            "share": _rounded(node.opponent_share[other], 7),
            "shown": shown,
        },
        "resolved": None if found.resolved is None else _resolved(found.resolved, Source.RESOLVED in found.source),
    }


def _resolved(found: Resolved, shown: bool) -> Scene:
    """How well the rest was solved on the spot, and whether that is what is shown (else replies to the solution)."""
    return {"gap": _round(found.gap_pp), "iterations": found.iterations, "shown": shown}


def _hands(node: Node, rows: np.ndarray) -> list[list[int]]:
    return [list(node.dealing.hands[h]) for h in rows]


def _pairs(order: list[np.ndarray | None], hand: int) -> list[float]:
    pairs: list[float] = []
    for k, chance in enumerate(order):
        if chance is not None and chance[hand] >= 10.0**-DIGITS:
            pairs += [k, _round(float(chance[hand]))]
    return pairs


def reach(node: Node) -> list[float | None]:
    """How often play gets here: of all deals, and given the decision before."""
    given = node.given_previous
    return [_round(node.probability, 9), None if given is None else _round(given)]


# -- what it is worth -----------------------------------------------------------------------------------------------


def worth(node: Node) -> Scene:
    """What everything is worth, in the order of `play`.

    Returns:
        `actions`: per hand, triples of a choice's number, win % and points, flat. `best`: win % of the best response
        from here on; `win`: of what is played. `choices`: see `win_of`. `value`:
        mão's and pé's win %. `gap`: see `Node.gap_pp`.
    """
    state, found = node.spot.state, node.answer
    rows, order = np.flatnonzero(node.here), list(state.legal)
    values = [found.values.get(action) for action in order]
    points = [found.points.get(action) for action in order]
    return {
        "actions": [_triples(values, points, h) for h in rows.tolist()],
        "best": _rounded(50 + 50 * found.best[rows], 3),
        "win": _rounded(50 + 50 * found.value[rows], 3),
        "choices": _rounded((win_of(node, action, node.weight) for action in order), 3),
        "value": [_round(v, 3) for v in node.value],
        "gap": _round(max(node.gap_pp, 0.0), 4),
    }


def _triples(values: list[np.ndarray | None], points: list[np.ndarray | None], hand: int) -> list[float | None]:
    triples: list[float | None] = []
    for k, (value, point) in enumerate(zip(values, points, strict=True)):
        if value is not None and not np.isnan(value[hand]):
            some = point is not None and not np.isnan(point[hand])
            triples += [k, _round(50 + 50 * float(value[hand]), 3), _round(float(point[hand]), 3) if some else None]  # type: ignore[index]
    return triples


# -- another spot beside it -----------------------------------------------------------------------------------------


def beside(node: Node, other: Node) -> Scene:
    """What the same hands do at another spot, hand for hand by strength; for the view that compares.

    Returns:
        `line`; `mix`: per hand of `play`, as there, the numbers being this spot's choices; None where the other spot
        has no such hand. Actions that only the other spot has count under the number -1.
    """
    order = {action: k for k, action in enumerate(node.spot.state.legal)}
    there = {hand: h for h, hand in enumerate(other.dealing.hands)}
    mixes: list[list[float] | None] = []
    for h in np.flatnonzero(node.here):
        k = there.get(node.dealing.hands[h])
        if k is None or not other.here[k]:
            mixes.append(None)
            continue
        pairs: list[float] = []
        for action, chance in other.answer.mix.items():
            if chance[k] >= 10.0**-DIGITS:
                pairs += [order.get(action, -1), _round(float(chance[k]))]
        mixes.append(pairs)
    return {"line": str(other.spot), "mix": mixes}


def _round(value: float, digits: int = DIGITS) -> float:
    return round(float(value), digits)


def _rounded(values: Iterable[float], digits: int = DIGITS) -> list[float | None]:
    return [None if np.isnan(v) else round(float(v), digits) for v in values]
