"""Turn 5 of the unpruned tree: the betting, then the last card, open or face down."""

from __future__ import annotations

import numpy as np

from ..rules import Seat
from ..tree.betting import Betting
from .arrays import Array, stack, where, zeros_like
from .bets import Facing, Payoffs, Reach, bets, joined
from .book import Book


def ending(
    book: Book, seat: Seat, name: str, turn: Betting, facing: Facing, pay: Payoffs, wins: np.ndarray, reach: Reach
) -> Array:
    """The value of the walking seat's holdings when turn 5 begins (see `tree.Ending`), [X, nodes, paths, B].

    Args:
        wins: whether an open card wins the hand, for those of the last player's holdings that have a choice,
            bool[Y, nodes]; face down it loses. The other holdings lose whatever they do; where none has a choice, all
            win whatever they do.
        reach: of both seats, mão's first, each [X, nodes, paths, B].
    """

    def card(reach: Reach) -> Array:
        return last_card(book, seat, f"{name}.card", turn, facing, pay, wins, reach)

    return bets(book, seat, name, turn, facing, pay, reach, card)


def last_card(
    book: Book, seat: Seat, name: str, turn: Betting, facing: Facing, pay: Payoffs, wins: np.ndarray, reach: Reach
) -> Array:
    """After the betting; arguments as for `ending`."""
    last, choosing = turn.actor, len(wins)
    rungs = [path.rung for path in turn.ends]
    win, lose = pay.of(True, rungs), pay.of(False, rungs)
    mine = reach[last]
    if not choosing:
        return (win if seat is last else lose) * facing.mass(seat, reach[seat.other])
    strategy, open_wins = book.strategy(name), wins[:, :, None, None]
    if seat is last:
        mass = facing.mass(seat, reach[seat.other])
        chance = mass[:choosing]
        options = stack([where(open_wins, win, lose) * chance, lose * chance])
        value = book.decide(name, strategy, options, mine[:choosing])
        return joined([value, lose * mass[choosing:]], 0)
    shown, face_down = strategy * mine[:choosing]
    others = mine[choosing:]
    won = joined([where(open_wins, shown, 0), zeros_like(others)], 0)
    lost = joined([where(open_wins, 0, shown) + face_down, others], 0)
    return lose * facing.mass(seat, won) + win * facing.mass(seat, lost)
