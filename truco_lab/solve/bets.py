"""One card turn's betting, and the small array operations of the walk.

Arrays are [X, nodes, paths, B]: what a seat can hold, public cards, betting paths, items; reaches come in pairs, mão's
first. A step takes reaches and returns the value of the walking seat's holdings there.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ..rules import Seat
from ..tree.betting import RAISE, STAY, Betting
from .arrays import Array, broadcast_to, concatenate, materialised, matmul, stack, take, where, zeros_like
from .book import Book
from .facing import Classes, Counted, Dense

Facing = Dense | Counted | Classes
Reach = tuple[Array, Array]
Step = Callable[[Reach], Array]

PATHS = -2
"""The axis of betting paths (or decisions); B comes after it."""


@dataclass(frozen=True)
class Payoffs:
    """What the walking seat gets for winning or losing each rung, [rungs, B], in +-1 match space from its side."""

    win: Array
    lose: Array

    def of(self, won: bool, rungs: Sequence[int]) -> Array:
        """Pay-offs at rungs, one per path: [paths, B]."""
        return (self.win if won else self.lose)[np.array(rungs, int)]

    def where(self, won: np.ndarray, rungs: Sequence[int]) -> Array:
        """Pay-offs of paths that are won or lost each: [paths, B]."""
        return where(won[:, None], self.of(True, rungs), self.of(False, rungs))


def by_seat(seat: Seat, own: Array, other: Array) -> Reach:
    """The reaches of a seat and of the other, mão's first."""
    return (own, other) if seat is Seat.MAO else (other, own)


def cut(array: Array, paths: slice) -> Array:
    """Some of the paths."""
    return array[..., paths, :]


def joined(parts: Sequence[Array], axis: int = PATHS) -> Array:
    """Concatenation that leaves a single part alone."""
    return parts[0] if len(parts) == 1 else concatenate(parts, axis)


def reordered(array: Array, order: Sequence[int]) -> Array:
    """Paths in another order."""
    return array if list(order) == list(range(len(order))) else take(array, np.array(order), PATHS)


def inverse(order: Sequence[int]) -> list[int]:
    """The order that undoes an order."""
    return [int(k) for k in np.argsort(order)]


def rows(array: Array, index: np.ndarray) -> Array:
    """Rows of the first axis; the index may have any shape, and -1 gives zeros."""
    if (index >= 0).all():
        return array[index]
    return concatenate([array, zeros_like(array[:1])])[np.where(index >= 0, index, len(array))]


def node_sums(array: Array, group: np.ndarray, count: int) -> Array:
    """Sums over the nodes of each group: [X, nodes, paths, B] -> [X, count, paths, B], as a product (fast on CPUs)."""
    member = np.asarray(np.arange(count)[:, None] == group, array.dtype)
    flat = array.reshape(*array.shape[:2], -1)
    sums = matmul(broadcast_to(member, (len(flat), *member.shape)), flat)
    return sums.reshape(len(flat), count, *array.shape[2:])


def added(parts: Sequence[Array]) -> Array:
    """Sum of arrays."""
    return functools.reduce(operator.add, parts)


def bets(
    book: Book, seat: Seat, name: str, turn: Betting, facing: Facing, pay: Payoffs, reach: Reach, rest: Step
) -> Array:
    """One card turn's betting: the chain of raise and answers, then `rest` on the outgoing paths.

    Returns:
        Value of the walking seat's holdings on the incoming paths, [X, nodes, K, B].
    """
    if turn.again is not None:
        rest = _again(book, seat, f"{name}.again", turn.again, facing, pay, rest)
    reach = (reordered(reach[0], turn.order), reordered(reach[1], turn.order))
    back = inverse(turn.order)
    if not turn.layers:
        return reordered(rest(reach), back)
    actor, first = turn.actor, slice(0, turn.layers[0])
    places = {who: turn.decisions(who) for who in Seat}
    strategy = {who: book.strategy(f"{name}.{who.name}") for who in Seat if places[who]}

    def played(who: Seat, layer: int, question: str) -> Array:
        return cut(strategy[who], places[who][layer, question])

    # down: reaches where each layer's answer is due, of those who fold, and on the outgoing paths
    out: list[list[Array]] = [[], []]
    play, ask = played(actor, 0, RAISE)
    asker = cut(reach[actor], first)
    out[actor].append(joined([asker * play, cut(reach[actor], slice(first.stop, None))]))
    out[actor.other].append(reach[actor.other])
    here = {actor: asker * ask, actor.other: cut(reach[actor.other], first)}
    own: dict[tuple[int, str], Array] = {(0, RAISE): asker}
    folds = []
    for layer in range(1, len(turn.layers) + 1):
        who = turn.answerer(layer)
        fold, stay = played(who, layer, STAY)
        stays = here[who] * stay
        folds.append(here[seat.other] if who is seat else here[who] * fold)
        own[layer, STAY] = here[who]
        out[who.other].append(here[who.other])
        if layer < len(turn.layers):
            on = slice(0, turn.layers[layer])
            accept, more = played(who, layer, RAISE)
            own[layer, RAISE] = cut(stays, on)
            out[who].append(joined([own[layer, RAISE] * accept, cut(stays, slice(on.stop, None))]))
            here = {who: own[layer, RAISE] * more, who.other: cut(here[who.other], on)}
        else:
            out[who].append(stays)
    folding, out_reach = materialised((joined(folds), (joined(out[Seat.MAO]), joined(out[Seat.PE]))))

    below = rest(out_reach)

    # up: the values of each of the walking seat's decisions, from the last layer to the first
    rungs = [path.rung + layer for layer, count in enumerate(turn.layers) for path in turn.paths[:count]]
    lost = np.repeat([turn.answerer(layer) is seat for layer in range(1, len(turn.layers) + 1)], turn.layers)
    folded = pay.where(~lost, rungs) * facing.mass(seat, folding)
    below, folded = materialised((below, folded))
    values: dict[tuple[int, str], Array] = {}

    def decided(layer: int, question: str, no: Array, yes: Array) -> Array:
        values[layer, question] = stack([no, yes])
        return book.worth(played(seat, layer, question), values[layer, question])

    raised: Array | None = None
    for layer in range(len(turn.layers), 0, -1):
        mine = turn.answerer(layer) is seat
        begin = sum(turn.layers[: layer - 1])
        fold = cut(folded, slice(begin, begin + turn.layers[layer - 1]))
        value = cut(below, turn.block(layer))
        if raised is not None:
            on = slice(0, turn.layers[layer])
            accept = cut(value, on)
            both = decided(layer, RAISE, accept, raised) if mine else accept + raised
            value = joined([both, cut(value, slice(on.stop, None))])
        raised = decided(layer, STAY, fold, value) if mine else fold + value
    assert raised is not None
    unraised = cut(below, first)
    opened = decided(0, RAISE, unraised, raised) if actor is seat else unraised + raised
    if values:
        order = places[seat]
        chosen, arrived = materialised((joined([values[key] for key in order]), joined([own[key] for key in order])))
        book.learn(f"{name}.{seat.name}", strategy[seat], chosen, arrived)
        if actor is seat:
            opened = book.worth(played(seat, 0, RAISE), cut(chosen, order[0, RAISE]))
    return reordered(materialised(joined([opened, cut(below, slice(first.stop, len(turn.paths)))])), back)


def _again(book: Book, seat: Seat, name: str, turn: Betting, facing: Facing, pay: Payoffs, rest: Step) -> Step:
    """The second stage of a card turn's betting as the first one's `rest`."""
    return lambda reach: bets(book, seat, name, turn, facing, pay, reach, rest)
