"""Locking decisions: the best reply to a policy somebody is known to play, and the equilibrium around what is locked.

A lock fixes what one seat does at a spot, for some or all of its hands. `reply` leaves everything else as the solution
has it and gives the other seat's exact best response. `resolve` solves the whole hand again with the locks in place:
regret matching plays the locked probabilities because they are put in the place of regrets after every iteration.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ..errors import BadInputError
from ..notation import Spot
from ..rules import Accept, Action, Fold, Play, Raise, Seat
from ..solve.policy import OffTreeError
from ..tree.holdings import Holdings
from ..tree.replies import Result, result
from ..tree.tree import Tree
from .keeping import Fixed, best_keeping
from .reading import LAST_TURN, Place, holdings_of, lead_of, locate, outcome_of, reply_rows

if TYPE_CHECKING:
    from ..solve.engine import Engine
    from ..solve.solver import Solution
    from ..solve.state import Evaluation, Solving


ROUNDING = 1e-6
"""What a chance may be off by."""


@dataclass(frozen=True)
class Lock:
    """What a seat does at a spot.

    Attributes:
        spot: where; the seat is the one to act.
        chances: probability of each action, one number or one per hand, [H]; they sum to one.
        hands: which hands are locked, bool[H]; None locks all.
    """

    spot: Spot
    chances: Mapping[Action, float | np.ndarray]
    hands: np.ndarray | None = None


@dataclass(frozen=True)
class Reply:
    """The best response to a policy with locks.

    Attributes:
        seat: who replies.
        value: what the replying seat gets when it goes on as the solution does, in +-1 match space from its side.
        best: what the best response gets.
    """

    seat: Seat
    value: float
    best: float

    @property
    def gain_pp(self) -> float:
        """What replying gains, in percentage points of the match."""
        return 50 * (self.best - self.value)


@dataclass(frozen=True)
class Relocked:
    """The hand solved again around its locks.

    Attributes:
        solution: with the new state; its certificate is of a hand in which the locked seat is free again, so that its
            best response says what the lock costs it against this very opponent.
        value: to mão, of both average strategies.
        best_mao, best_pe: what each seat gets by answering the other's average best, from its side; the locked one
            keeps its locks. Exact.
    """

    solution: Solution
    value: float
    best_mao: float
    best_pe: float

    @property
    def gap_pp(self) -> float:
        """Exploitability of the hand with its locks, in pp of the match: half of what both best responses gain."""
        return 50 * (self.best_mao + self.best_pe) / 2


def reply(solution: Solution, locks: Sequence[Lock], subgame: int = 0) -> Reply:
    """The other seat's exact best response to the solution with locks.

    Raises:
        BadInputError: a lock that cannot be set.
    """
    seat = _locked_seat(locks)
    evaluation = _evaluated(solution, solution.state, subgame, _places(solution, locks, subgame))
    value = float(evaluation.value[subgame])
    best = (evaluation.best_response_mao, evaluation.best_response_pe)[seat.other]
    return Reply(seat.other, value if seat.other is Seat.MAO else -value, float(best[subgame]))


def resolve(solution: Solution, locks: Sequence[Lock], iterations: int = 200, subgame: int = 0) -> Relocked:
    """The equilibrium of the hand with locks: the same iterations as a solve, from the start.

    Raises:
        BadInputError: a lock that cannot be set.
    """
    seat, engine = _locked_seat(locks), solution.engine
    places = _places(solution, locks, subgame)
    state = _patched(solution, engine.start(), subgame, places, averages=False)
    for t in range(1, iterations + 1):
        state = _patched(solution, engine.iterate(state, solution.rule, t), subgame, places, averages=False)
    state = _patched(solution, state, subgame, places, averages=True)
    evaluation = _evaluated(solution, state, subgame, places)
    again = replace(solution, evaluation=evaluation, iterations=iterations, state=state, _studies={})
    free = float((evaluation.best_response_mao, evaluation.best_response_pe)[seat.other][subgame])
    keeping = best_keeping(again.solved(subgame), seat, places)
    mao, pe = (keeping, free) if seat is Seat.MAO else (free, keeping)
    return Relocked(again, float(evaluation.value[subgame]), mao, pe)


# -- where a lock stands in the arrays ------------------------------------------------------------------------------


def _locked_seat(locks: Sequence[Lock]) -> Seat:
    if not locks:
        raise BadInputError("locks-none")
    seats = {lock.spot.acting for lock in locks}
    if len(seats) != 1 or None in seats:
        raise BadInputError("locks-two-seats")
    (seat,) = seats
    assert seat is not None
    return seat


def _places(solution: Solution, locks: Sequence[Lock], subgame: int) -> list[Fixed]:
    for lock in locks:
        state = lock.spot.state
        if (state.score, state.deck) != (solution.score, solution.decks[subgame]):
            turn_up_class = lock.spot.turn_up.turn_up_class
            raise BadInputError("other-subgame", line=lock.spot, score=state.score, turn_up_class=turn_up_class)
    return [fixed for lock in locks for fixed in _fixed(solution.tree, lock)]


def _fixed(tree: Tree, lock: Lock) -> list[Fixed]:
    """Everything one lock fixes."""
    state, seat = lock.spot.state, lock.spot.acting
    assert seat is not None
    here = holdings_of(tree, state, seat)
    given = [*lock.chances.values(), True if lock.hands is None else lock.hands]
    if any(np.shape(numbers) not in ((), here.shape) for numbers in given):
        raise BadInputError("lock-other-hands", line=lock.spot, count=len(here))
    hands = (here >= 0) & (True if lock.hands is None else lock.hands)
    chances = {action: np.asarray(p, float) * _held(lock, tree.held, action) for action, p in lock.chances.items()}
    total = np.asarray(sum(chances.values(), np.zeros(len(here))))
    if len(state.table) == LAST_TURN:
        raise BadInputError("lock-last-card", line=lock.spot)
    if not np.allclose(total[hands], 1, atol=ROUNDING) or any((p[hands] < -ROUNDING).any() for p in chances.values()):
        raise BadInputError("lock-no-chances", line=lock.spot)

    def of(*actions: Action) -> np.ndarray:
        return np.asarray(sum((chances.get(a, np.zeros(len(here))) for a in actions), np.zeros(len(here))))

    if state.eleven_pending:
        xs = np.flatnonzero(hands)
        return [Fixed(None, "eleven", (xs, 0, 0), np.array([of(Fold())[xs], of(Accept())[xs]]))]
    try:
        place = locate(tree, state)
    except OffTreeError as error:
        raise BadInputError("lock-off-tree", line=lock.spot) from error
    assert isinstance(place, Place)
    outcome = None if place.turn < 2 else outcome_of(tree, state)
    raises = [a for a in chances if isinstance(a, Raise)]
    stay = 1 - of(Fold())
    asked = of(*raises) / np.maximum(stay, 1e-12)
    fixed = []
    for where, yes, some in ((place.stay, stay, hands), (place.more, asked, hands & (stay > 0))):
        if where is not None:
            xs = here[some]
            fixed.append(Fixed(outcome, where[0], (xs, place.node, where[1]), np.array([1 - yes[some], yes[some]])))
    if place.more is None and raises and of(*raises)[hands].any():
        raise BadInputError("lock-dominated", line=lock.spot)
    if state.pending is None:
        fixed += _cards(lock, tree, place, here, hands & (asked < 1), of, outcome)
    return fixed


def _held(lock: Lock, held: Holdings, action: Action) -> np.ndarray:
    """Which hands have an action, bool[H]."""
    if not isinstance(action, Play):
        return np.ones(len(held.hands), bool)
    state, seat = lock.spot.state, lock.spot.acting
    assert seat is not None
    return held.hand_counts[action.card] > state.played(seat).count(action.card)


def _cards(
    lock: Lock,
    tree: Tree,
    place: Place,
    here: np.ndarray,
    hands: np.ndarray,
    of: Callable[..., np.ndarray],
    outcome: tuple[int, int] | None,
) -> list[Fixed]:
    """What a lock fixes among the cards.

    Raises:
        BadInputError: a hand is locked to a card, or to a side of it, that the tree leaves out.
    """
    held, state = tree.held, lock.spot.state
    cards = range(tree.deck.size)
    played = of(*(action for action in lock.chances if isinstance(action, Play)))

    def check(kept: np.ndarray) -> None:
        if (kept[hands] < played[hands] - ROUNDING).any():
            raise BadInputError("lock-dominated", line=lock.spot)

    if place.turn == 4:
        check(of(*map(Play, cards)))
        return []
    if place.turn < 2:
        slots = np.where(held.hand_cell >= 0, held.hand_cell // len(held.pairs), -1)
        weights = np.array([sum(of(Play(c)) * (slot == c) for c in cards) for slot in slots])
        xs = np.flatnonzero(hands)
        check(weights.sum(0))
        return [Fixed(outcome, f"{place.turn}.card", (xs, place.node, place.outgoing), weights[:, xs])]
    high, low = (np.where(here >= 0, side[np.maximum(here, 0)], -1) for side in held.pair_cards)
    first = np.asarray(sum(of(Play(c)) * (high == c) for c in cards))
    second = np.asarray(sum(of(Play(c)) * ((low == c) & (low != high)) for c in cards))
    assert place.group is not None
    if place.turn == 2:
        hidden = np.asarray(sum(of(Play(c, hidden=True)) * (low == c) for c in cards))
        rows = [first, second, hidden][: place.group.blocks["2.card"].shape[0]]
        check(sum(rows, np.zeros(len(here))))
        index = (here[hands], 0, place.outgoing)
        return [Fixed(outcome, "2.card", index, np.array(rows)[:, hands])]
    lead, tied = lead_of(state), place.group.winner is None
    row, _ = reply_rows(place.group, place.kind, lead)
    choosing = hands & (row[np.maximum(here, 0)] >= 0)
    alive = np.array([result(lead, card, tied) is not Result.LOSES for card in cards])
    thrown = first * (alive[low] & ~alive[high]) + second * (alive[high] & ~alive[low])
    check(first + second - np.where(choosing, 0, thrown))
    index = (row[here[choosing]], 0, place.outgoing)
    return [Fixed(outcome, f"3{place.kind}.card", index, np.array([first, second])[:, choosing])]


def _patched(solution: Solution, state: Solving, subgame: int, places: Sequence[Fixed], averages: bool) -> Solving:
    """The state with the locked numbers in the place of regrets, or of averages."""
    parts = [state.round_one, *state.chunks]
    for fixed in places:
        k, item = (0, subgame) if fixed.outcome is None else _item(solution.engine, fixed.outcome, subgame)
        half = dict(parts[k].averages if averages else parts[k].regrets)
        half[fixed.name] = half[fixed.name].at[(slice(None), *fixed.index, item)].set(fixed.weights)
        parts[k] = parts[k]._replace(**{"averages" if averages else "regrets": half})
    return type(state)(parts[0], tuple(parts[1:]))


def _item(engine: Engine, outcome: tuple[int, int], subgame: int) -> tuple[int, int]:
    """Which part of a state has an outcome (the first is round 1), and its place in it."""
    for k, chunk in enumerate(engine.chunks, start=1):
        found = np.flatnonzero((chunk.outcomes == outcome[1]) & (chunk.subgames == subgame))
        if chunk.group == outcome[0] and len(found):
            return k, int(found[0])
    raise AssertionError(outcome)


def _evaluated(solution: Solution, state: Solving, subgame: int, places: Sequence[Fixed]) -> Evaluation:
    """Exact values with the locks in the averages; the state is left as it was."""
    import jax

    copied = jax.tree.map(lambda array: array.copy(), state)
    evaluation, _, _ = solution.engine.evaluate(_patched(solution, copied, subgame, places, averages=True))
    return evaluation
