"""The second card of round 2: what each pair can do against each lead, as index tables.

The second player answers lead a with one card of a pair. A reply wins the hand at once, loses it at once, or goes on
to round 3; only pairs with two replies that differ and of which none is thrown away (`Dominated.THROWN_ROUND`) are
information sets. With L leads and C nodes of round 3, a *cell* is pair * L + lead and a *continuation* kept * C + node.
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
    """Tables for L leads (open ones, or the one that lies face down).

    Values that a cell can take form a *pool*: the N C continuations, then the P L cells won at once (if any reply
    does that), then the P L cells lost at once (if any). Probabilities of getting there form another: the choices'
    first and second actions, then 1, then 0.

    Attributes:
        leads: the led classes, or (None,) for a card face down.
        next_lead, next_card: for each node of round 3 its lead (index into `leads`) and the reply's class; i[C],
            sorted by lead.
        choices: cells with a real choice, i[Q]; their two actions are the pair's slots.
        choice_value: index of each action's value in the value pool, i[2, Q].
        cell_value: index of each cell's value in the pool with the Q choices appended, i[P L].
        source, weight: for each continuation the cell it comes from and the index of its probability, i[N C].
        won_weight, lost_weight: index of the probability that a cell is won or lost at once, i[P L]; None if none is.
    """

    leads: tuple[int | None, ...]
    next_lead: np.ndarray
    next_card: np.ndarray
    choices: np.ndarray
    choice_value: np.ndarray
    cell_value: np.ndarray
    source: np.ndarray
    weight: np.ndarray
    won_weight: np.ndarray | None
    lost_weight: np.ndarray | None


def result(lead: int | None, reply: int, tied: bool) -> Result:
    """What an open reply does to the hand; `tied`: round 1 was (else the leader won it)."""
    if lead is None or reply > lead:
        return Result.WINS if tied else Result.GOES_ON
    if reply == lead and tied:
        return Result.GOES_ON
    return Result.LOSES


def replies(held: Holdings, leads: tuple[int | None, ...], tied: bool) -> Replies:
    """The tables for a set of leads after a round 1 that was tied or that the leader won."""
    n = held.classes
    nodes = [(i, b) for i, lead in enumerate(leads) for b in range(n) if result(lead, b, tied) is Result.GOES_ON]
    node = {key: c for c, key in enumerate(nodes)}

    # the replies that are kept, per cell: (slot, result, continuation or cell)
    kept: list[list[tuple[int, Result, int]]] = []
    for high, low in held.pairs:
        for i, lead in enumerate(leads):
            options = []
            for slot, (card, other) in enumerate([(high, low), (low, high)][: 1 + (high != low)]):
                outcome = result(lead, card, tied)
                place = other * len(nodes) + node[i, card] if outcome is Result.GOES_ON else len(kept)
                options.append((slot, outcome, place))
            alive = [option for option in options if option[1] is not Result.LOSES] or options
            kept.append(alive if len({option[1:] for option in alive}) > 1 else alive[:1])

    used = {outcome for alive in kept for _, outcome, _ in alive}
    start = {Result.GOES_ON: 0, Result.WINS: n * len(nodes)}
    start[Result.LOSES] = start[Result.WINS] + len(kept) * (Result.WINS in used)
    pool = start[Result.LOSES] + len(kept) * (Result.LOSES in used)
    choices = [cell for cell, alive in enumerate(kept) if len(alive) > 1]
    one, zero = 2 * len(choices), 2 * len(choices) + 1
    weights = {
        Result.GOES_ON: np.full(n * len(nodes), zero),
        Result.WINS: np.full(len(kept), zero),
        Result.LOSES: np.full(len(kept), zero),
    }
    source = np.zeros(n * len(nodes), int)
    for cell, alive in enumerate(kept):
        for slot, outcome, place in alive:
            weights[outcome][place] = one if len(alive) == 1 else slot * len(choices) + choices.index(cell)
            if outcome is Result.GOES_ON:
                source[place] = cell
    chosen = {cell: pool + q for q, cell in enumerate(choices)}
    return Replies(
        leads=leads,
        next_lead=np.array([i for i, _ in nodes], int),
        next_card=np.array([b for _, b in nodes], int),
        choices=np.array(choices, int),
        choice_value=np.array(
            [[start[kept[cell][slot][1]] + kept[cell][slot][2] for cell in choices] for slot in range(2)], int
        ).reshape(2, len(choices)),
        cell_value=np.array([chosen.get(c, start[alive[0][1]] + alive[0][2]) for c, alive in enumerate(kept)], int),
        source=source,
        weight=weights[Result.GOES_ON],
        won_weight=weights[Result.WINS] if Result.WINS in used else None,
        lost_weight=weights[Result.LOSES] if Result.LOSES in used else None,
    )
