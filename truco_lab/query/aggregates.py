"""What a range does on the whole: rates, leads by rank of the card, equity by hand class, purity, what a habit costs.

All of it weighted by the range of the acting seat (`Node.weight`), so a pinned draft narrows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from ..errors import BadInputError
from ..rules import Accept, Action, Fold, Play, Raise
from .kinds import ends
from .node import Node, average, win
from .tables import Table

PURE = 0.99
"""A decision is pure if one action is taken more often than this."""

CLASSES = ("all hands", "no manilha", "one manilha", "two or more")


def rates(nodes: Iterable[Node]) -> Table:
    """One row per spot: how often it is reached, and how often the acting seat raises, accepts, folds or hides."""
    rows = list(nodes)
    kinds: Mapping[str, Callable[[Action], bool]] = {
        "raises": lambda a: isinstance(a, Raise),
        "accepts": lambda a: isinstance(a, Accept),
        "folds": lambda a: isinstance(a, Fold),
        "hides": lambda a: isinstance(a, Play) and a.hidden,
    }
    columns: dict[str, np.ndarray] = {
        "spot": np.array([str(node.spot) for node in rows], object),
        "probability": np.array([node.probability for node in rows]),
    }
    for name, kind in kinds.items():
        columns[name] = np.array([_frequency(node, kind) for node in rows])
    columns["win"] = win(np.array([average(node.answer.value, node.weight) for node in rows]))
    return Table(columns, tuple(note for node in rows for note in node.notes))


def by_rank(node: Node) -> Table:
    """How often the strongest, a middle or the lowest card is played among those who play one, by hand class.

    Equal cards are one; of two cards the lower is the lowest. Face-down plays count by their card.
    """
    ranked = _ranked(node)
    playing = sum(ranked.values(), np.zeros(len(node.weight)))
    columns: dict[str, np.ndarray] = {"class": np.array(CLASSES, object), "share": np.zeros(len(CLASSES))}
    for name in ranked:
        columns[name] = np.full(len(CLASSES), np.nan)
    for row, mask in enumerate(_classes(node)):
        weight = node.weight * mask
        columns["share"][row] = weight.sum()
        for name, chance in ranked.items():
            total = float(weight @ playing)
            columns[name][row] = float(weight @ chance) / total if total > 0 else np.nan
    return Table(columns, node.notes)


def equity(node: Node) -> Table:
    """Win % and share of the range by hand class."""
    masks = _classes(node)
    return Table(
        {
            "class": np.array(CLASSES, object),
            "share": np.array([float((node.weight * mask).sum()) for mask in masks]),
            "win": win(np.array([average(node.answer.value, node.weight * mask) for mask in masks])),
        },
        node.notes,
    )


def purity(nodes: Iterable[Node]) -> Table:
    """Share of decisions, and of play, in which one action is taken more than `PURE` of the time.

    Only hands that have a choice count. A decision is one hand at one spot; play weighs it by how often it comes about.
    """
    decisions = pure = played = pure_play = 0.0
    for node in nodes:
        options = np.sum([~np.isnan(v) for v in node.answer.values.values()], axis=0)
        choosing = node.here & (options > 1)
        one = np.max(list(node.answer.mix.values()), axis=0) > PURE
        weight = node.probability * node.share * choosing
        decisions, pure = decisions + choosing.sum(), pure + (choosing & one).sum()
        played, pure_play = played + weight.sum(), pure_play + (weight * one).sum()
    return Table(
        {
            "measure": np.array(["decisions", "play"], object),
            "value": np.array([pure / decisions if decisions else np.nan, pure_play / played if played else np.nan]),
            "unit": np.array([f"share above {PURE:.0%}"] * 2, object),
        }
    )


Habit = Callable[[Sequence[Action]], Action | None]
"""Given the actions a hand has, strongest card first, the one that the habit takes; None leaves the hand alone."""


def habit_cost(node: Node, habit: str | Habit) -> float:
    """What a habit costs at a spot, in pp of the match, averaged over the range: the play after it stays as it is.

    Args:
        node: the spot.
        habit: one of `HABITS`, or a function.

    Raises:
        BadInputError: no such habit.
    """
    if isinstance(habit, str) and habit not in HABITS:
        raise BadInputError("habit-unknown", habit=habit, habits=", ".join(HABITS))
    choose = HABITS[habit] if isinstance(habit, str) else habit
    values, order = node.answer.values, [a for a in node.spot.state.legal if a in node.answer.values]
    cost = np.full(len(node.weight), np.nan)
    for h in np.flatnonzero(node.weight > 0):
        taken = choose([a for a in order if not np.isnan(values[a][h])])
        cost[h] = 0.0 if taken is None else 50 * (node.answer.value[h] - values[taken][h])
    return average(cost, node.weight)


def _open(actions: Sequence[Action]) -> list[Action]:
    return [a for a in actions if isinstance(a, Play) and not a.hidden]


def _first(actions: Sequence[Action], kind: type) -> Action | None:
    return next((a for a in actions if isinstance(a, kind)), None)


HABITS: Mapping[str, Habit] = {
    "strongest": lambda actions: next(iter(_open(actions)), None),
    "lowest": lambda actions: next(reversed(_open(actions)), None),
    "fold": lambda actions: _first(actions, Fold),
    "accept": lambda actions: _first(actions, Accept),
    "raise": lambda actions: _first(actions, Raise),
}
"""Always the strongest card, always the lowest, always fold, accept, raise; where a hand can."""


def _frequency(node: Node, kind: Callable[[Action], bool]) -> float:
    """How often an action of a kind is taken; nan where none is legal."""
    if not any(kind(action) for action in node.spot.state.legal):
        return float("nan")
    return float(sum(node.weight @ p for a, p in node.answer.mix.items() if kind(a)))


def _ranked(node: Node) -> dict[str, np.ndarray]:
    """How often each hand plays its strongest card left, one between, or its lowest, [H] each."""
    highest, lowest = ends(node.dealing, node.spot.state.played(node.actor))
    found = {name: np.zeros(len(node.weight)) for name in ("strongest", "middle", "lowest")}
    for action, chance in node.answer.mix.items():
        if isinstance(action, Play):
            top, bottom = action.card == highest, (action.card == lowest) & (lowest < highest)
            for name, mask in (("strongest", top), ("lowest", bottom), ("middle", ~(top | bottom))):
                found[name] = found[name] + chance * mask
    return found


def _classes(node: Node) -> list[np.ndarray]:
    """Hands by number of manilhas, bool[H] each, in the order of `CLASSES`."""
    manilhas = node.dealing.held.hand_counts[node.dealing.deck.plain :].sum(0)
    return [manilhas >= 0, manilhas == 0, manilhas == 1, manilhas > 1]
