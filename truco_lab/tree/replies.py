"""The second card of round 2: what each pair can do against each lead, as index tables.

The second player answers lead a with one card of a pair. A reply wins the hand at once, loses it at once, or goes on
to round 3. Pruned, replies that are thrown away (`Dominated.THROWN_ROUND`) or face down are left out; only pairs whose
replies then still differ are information sets. With L leads and C nodes of round 3, a *cell* is pair * L + lead and a
*continuation* y * C + node, where y is what the second player has left.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from .holdings import Axis, Holdings


class Result(IntEnum):
    """What a reply does to the hand, for the player who makes it."""

    LOSES = 0
    WINS = 1
    GOES_ON = 2


@dataclass(frozen=True)
class Replies:
    """Tables for L leads (open ones, or the one that lies face down).

    Values that a cell can take form a *pool*: the Y C continuations, then the P L cells won at once (if any reply
    does that), then the P L cells lost at once (if any). Probabilities of getting there form another: the choices'
    actions one after the other, then 1, then 0. Actions are the pair's slots, open, then (unpruned) face down.

    Attributes:
        leads: the led classes, or (None,) for a card face down.
        next_lead, next_card: for each node of round 3 its lead (index into `leads`) and the reply's class; i[C],
            sorted by lead. No class (None) where the reply lies face down as well.
        left: what the second player can hold in round 3, Y of them.
        choices: cells with a real choice, i[Q].
        legal: which actions they have, bool[A, Q].
        choice_value: index of each action's value in the value pool, i[A, Q].
        certain: the action taken in every other cell, i[P L]; -1 for choices.
        cell_value: index of each cell's value in the pool with the Q choices appended, i[P L].
        source, weight: for each continuation the cell it comes from and the index of its probability, i[Y C].
        won_weight, lost_weight: indices of the probabilities with which a cell is won or lost at once, to be added,
            i[., P L]; None if none is.
    """

    leads: tuple[int | None, ...]
    next_lead: np.ndarray
    next_card: np.ndarray | None
    left: Axis
    choices: np.ndarray
    legal: np.ndarray
    choice_value: np.ndarray
    certain: np.ndarray
    cell_value: np.ndarray
    source: np.ndarray
    weight: np.ndarray
    won_weight: np.ndarray | None
    lost_weight: np.ndarray | None

    @property
    def nodes(self) -> int:
        """C."""
        return len(self.next_lead)

    def node(self, lead: int, card: int | None) -> int:
        """Node of round 3 after a lead (index) and a reply (None: face down)."""
        same = self.next_lead == lead
        return int(np.flatnonzero(same if self.next_card is None else same & (self.next_card == card))[0])


def result(lead: int | None, reply: int | None, tied: bool) -> Result:
    """What a reply does to the hand, None being a card face down; `tied`: round 1 was (else the leader won it)."""
    led, put = (-1 if card is None else card for card in (lead, reply))
    if put > led:
        return Result.WINS if tied else Result.GOES_ON
    return Result.GOES_ON if put == led and tied else Result.LOSES


def replies(held: Holdings, leads: tuple[int | None, ...], tied: bool, pruned: bool = True) -> Replies:
    """The tables for a set of leads after a round 1 that was tied or that the leader won."""
    n, actions = held.classes, 2 if pruned else 4
    cards = [*range(n), *([] if pruned else [None])]
    nodes = [(i, b) for i, lead in enumerate(leads) for b in cards if result(lead, b, tied) is Result.GOES_ON]
    node = {key: c for c, key in enumerate(nodes)}
    face_down = {b is None for _, b in nodes} == {True}
    assert face_down or None not in {b for _, b in nodes}
    left = held.hidden if face_down else held.single

    # the replies that are kept, per cell: (action, result, continuation or cell)
    kept: list[list[tuple[int, Result, int]]] = []
    for p, (high, low) in enumerate(held.pairs):
        for i, lead in enumerate(leads):
            options = []
            for action in range(actions):
                hidden, slot = divmod(action, 2)
                if slot and high == low:
                    continue
                card, other = (low, high) if slot else (high, low)
                shown = None if hidden else card
                outcome, place = result(lead, shown, tied), len(kept)
                if outcome is Result.GOES_ON:
                    place = int(held.hidden_place[slot, p] if hidden else other) * len(nodes) + node[i, shown]
                options.append((action, outcome, place))
            if pruned:
                options = [option for option in options if option[1] is not Result.LOSES] or options
            kept.append(options if len({option[1:] for option in options}) > 1 else options[:1])

    used = {outcome for options in kept for _, outcome, _ in options}
    start = {Result.GOES_ON: 0, Result.WINS: left.width * len(nodes)}
    start[Result.LOSES] = start[Result.WINS] + len(kept) * (Result.WINS in used)
    pool = start[Result.LOSES] + len(kept) * (Result.LOSES in used)
    choices = [cell for cell, options in enumerate(kept) if len(options) > 1]
    number = {cell: q for q, cell in enumerate(choices)}
    one, zero = actions * len(choices), actions * len(choices) + 1
    source, weight = np.zeros(left.width * len(nodes), int), np.full(left.width * len(nodes), zero)
    at_once: dict[Result, list[list[int]]] = {outcome: [[] for _ in kept] for outcome in (Result.WINS, Result.LOSES)}
    legal = np.zeros((actions, len(choices)), bool)
    choice_value = np.zeros((actions, len(choices)), int)
    for cell, options in enumerate(kept):
        for action, outcome, place in options:
            probability = one
            if cell in number:
                probability = action * len(choices) + number[cell]
                legal[action, number[cell]] = True
                choice_value[action, number[cell]] = start[outcome] + place
            if outcome is Result.GOES_ON:
                source[place], weight[place] = cell, probability
            else:
                at_once[outcome][cell].append(probability)
    return Replies(
        leads=leads,
        next_lead=np.array([i for i, _ in nodes], int),
        next_card=None if face_down else np.array([b for _, b in nodes], int),
        left=left,
        choices=np.array(choices, int),
        legal=legal,
        choice_value=choice_value,
        certain=np.array([-1 if cell in number else options[0][0] for cell, options in enumerate(kept)], int),
        cell_value=np.array(
            [pool + number[c] if c in number else start[o[0][1]] + o[0][2] for c, o in enumerate(kept)], int
        ),
        source=source,
        weight=weight,
        won_weight=_padded(at_once[Result.WINS], zero) if Result.WINS in used else None,
        lost_weight=_padded(at_once[Result.LOSES], zero) if Result.LOSES in used else None,
    )


def _padded(lists: list[list[int]], fill: int) -> np.ndarray:
    """Lists as the columns of an array."""
    depths = range(max(map(len, lists)))
    return np.array([[one[depth] if depth < len(one) else fill for one in lists] for depth in depths])
