"""The second card of round 2: what each pair can do against each lead, as index tables.

The second player answers lead a with one card of a pair. A reply wins the hand at once, loses it at once, or goes on
to round 3; only pairs with two replies that differ and of which none is thrown away (`Dominated.THROWN_ROUND`) are
information sets. All tables run over flat cells lead * P + pair.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from .holdings import Holdings


class Result(IntEnum):
    """What a reply does to the hand, for the player who makes it."""

    LOSES = 0
    WINS = 1
    GOES_ON = 2


@dataclass(frozen=True)
class Replies:
    """Tables for L leads (open, or the one face-down lead).

    Attributes:
        leads: the led classes, or (None,) for a card face down.
        next_lead, next_card: for each node of round 3, its lead (index into `leads`) and the reply's class; i[C],
            sorted by lead.
        choices: cells with a real choice, i[Q]; their two actions are the pair's slots.
        choice_value: where each action leads, i[2, Q]: C * N cells (node, kept), then L * P won, then L * P lost.
        cell_value: the same for every cell, forced or not, i[L * P]; choices follow as values L * P on: see `place`.
        next_source: cell that feeds (node, kept), i[C * N]; -1 where no pair does.
        next_weight, won_weight, lost_weight: with which probability: index into [2 Q action probabilities, 1, 0];
            i[C * N], i[L * P], i[L * P].
    """

    leads: tuple[int | None, ...]
    next_lead: np.ndarray
    next_card: np.ndarray
    choices: np.ndarray
    choice_value: np.ndarray
    cell_value: np.ndarray
    next_source: np.ndarray
    next_weight: np.ndarray
    won_weight: np.ndarray
    lost_weight: np.ndarray

    @property
    def wins_at_once(self) -> bool:
        return bool((self.won_weight != 2 * len(self.choices) + 1).any())

    @property
    def loses_at_once(self) -> bool:
        return bool((self.lost_weight != 2 * len(self.choices) + 1).any())

    def nodes_of(self, lead: int) -> slice:
        """Nodes of round 3 that follow a lead."""
        begin, end = np.searchsorted(self.next_lead, [lead, lead + 1])
        return slice(int(begin), int(end))


def result(lead: int | None, reply: int, lead_side_won: bool | None) -> Result:
    """What an open reply does; `lead_side_won`: who won round 1, None after a tie."""
    if lead is None or reply > lead:
        return Result.WINS if lead_side_won is None else Result.GOES_ON
    if reply == lead and lead_side_won is None:
        return Result.GOES_ON
    return Result.LOSES


def replies(held: Holdings, leads: tuple[int | None, ...], lead_side_won: bool | None) -> Replies:
    """The tables for a set of leads; `lead_side_won` is True after a won round 1, None after a tie."""
    n, pairs = held.classes, len(held.pairs)
    nodes = [
        (l, b) for l, lead in enumerate(leads) for b in range(n) if result(lead, b, lead_side_won) is Result.GOES_ON
    ]
    if lead_side_won is None:  # a tie needs two copies
        nodes = [(l, b) for l, b in nodes if (b, b) in held.pairs]
    node_index = {node: c for c, node in enumerate(nodes)}
    cells = len(leads) * pairs
    won, lost = len(nodes) * n, len(nodes) * n + cells
    one_of: dict[int, list[tuple[int, int]]] = {}
    for l, lead in enumerate(leads):
        for p, (high, low) in enumerate(held.pairs):
            cell = l * pairs + p
            options = []
            for slot, (card, kept) in enumerate([(high, low), (low, high)][: 1 + (high != low)]):
                outcome = result(lead, card, lead_side_won)
                if outcome is Result.GOES_ON and (l, card) in node_index:
                    options.append((slot, node_index[l, card] * n + kept))
                else:
                    options.append((slot, (won if outcome is Result.WINS else lost) + cell))
            alive = [option for option in options if option[1] != lost + cell] or options
            one_of[cell] = alive if len({value for _, value in alive}) > 1 else alive[:1]
    choices = [cell for cell, alive in one_of.items() if len(alive) == 2]
    one, zero = 2 * len(choices), 2 * len(choices) + 1
    weight = {
        (cell, slot): slot * len(choices) + q for q, cell in enumerate(choices) for slot in range(2)
    }
    next_source, next_weight = np.full(len(nodes) * n, -1), np.full(len(nodes) * n, zero)
    won_weight, lost_weight = np.full(cells, zero), np.full(cells, zero)
    for cell, alive in one_of.items():
        for slot, value in alive:
            index = weight.get((cell, slot), one)
            if value >= lost:
                lost_weight[cell] = index
            elif value >= won:
                won_weight[cell] = index
            else:
                next_source[value], next_weight[value] = cell, index
    place = {cell: lost + cells + q for q, cell in enumerate(choices)}
    return Replies(
        leads=leads,
        next_lead=np.array([l for l, _ in nodes], int),
        next_card=np.array([b for _, b in nodes], int),
        choices=np.array(choices, int),
        choice_value=np.array([[one_of[cell][slot][1] for cell in choices] for slot in range(2)], int).reshape(2, -1),
        cell_value=np.array([place.get(cell, alive[0][1]) for cell, alive in one_of.items()], int),
        next_source=next_source,
        next_weight=next_weight,
        won_weight=won_weight,
        lost_weight=lost_weight,
    )
