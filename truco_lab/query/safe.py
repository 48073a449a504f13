"""Re-solving a spot from its arrival: which form, from which ranges and pay-offs, and whether it is safe."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..rules import RUNGS, HandState, Play, Score, Seat
from ..solve.solved import Solved
from ..tree.betting import ladder_of
from ..values import ValueTable, load
from ..values.table import STAND_IN, live_rungs
from .arrival import PRACTICALLY_NEVER, Arrival
from .expectations import faced, highest, read_values, root_values, seen_reaches
from .gadget import Bound
from .hands import Dealing
from .passes import BEST, Passes
from .reading import LAST_TURN
from .remainder import Remainder, full_ladder
from .resolve import Game, Resolved, resolve
from .small import SmallGame


def safely_resolved(passes: Passes, dealing: Dealing, arrival: Arrival) -> Resolved:
    """Re-solved from the stated ranges, with a bound where one is at hand, so that nobody gains by coming here."""
    game = game_of(passes.solved, dealing, arrival)
    bound = bound_of(passes, dealing, arrival) if isinstance(game, Remainder) else None
    if bound is None:
        return resolve(game)
    found = resolve(game, bound)
    return replace(found, excess_pp=excess_pp(found, bound))


def bound_of(passes: Passes, dealing: Dealing, arrival: Arrival) -> Bound | None:
    """What the seat that acted last gets anyway, by its best play against the solution; nan for hands that practically
    face nothing, and no bound if all do.

    Where the solution is read up to that action, also if the action is dominated, it is the best of all actions there.
    Further on it is that of the action itself: what the solution gives away to who comes here, it may give away again.
    """
    before = arrival.before
    if before is None or before.mix is None:
        return None
    values = read_values(passes, dealing, before)(BEST)
    if not all(before.read):
        last = arrival.state.history[-1]
        hid = isinstance(last, Play) and last.hidden  # whichever card it was: the other seat does not see it
        values = {a: v for a, v in values.items() if a == last or (hid and isinstance(a, Play) and a.hidden)}
    if not values:
        return None
    known = np.where(faced(dealing, before) >= PRACTICALLY_NEVER, highest(values), np.nan)
    return None if np.isnan(known).all() else Bound(before.actor, known)


def excess_pp(found: Resolved, bound: Bound) -> float:
    """The most that a hand of the bounded seat gains over its bound: see `Resolved`."""
    best = root_values(found.game, found.states, bound.seat, BEST)
    excess = best - bound.values
    return float(50 * max(excess[~np.isnan(excess)].max(initial=0.0), 0.0))


def game_of(solved: Solved, dealing: Dealing, arrival: Arrival) -> Game:
    """What is left at a state, from the stated ranges."""
    reach, match = seen_reaches(arrival.stated), match_values(solved, arrival.state)
    rest = Remainder(solved.tree, arrival.state, reach, match)
    return rest if _in_arrays(rest) else SmallGame(dealing, arrival.state, reach, match)


def _in_arrays(rest: Remainder) -> bool:
    """Whether the arrays can say it: round 3 is still ahead, and nothing lies face down but a lead of round 2 by the
    winner of round 1."""
    state = rest.state
    hidden = [k for k, put in enumerate(state.table) if put.hidden]
    in_tree = not hidden or (hidden == [2] and state.results[0] is state.table[2].seat)
    if len(state.table) >= LAST_TURN or not in_tree:
        return False
    return rest.turn < 3 or rest.groups[0].replies[rest.kind].nodes > 0


def match_values(solved: Solved, state: HandState) -> np.ndarray:
    """Pay-offs for what is left at a state, f[winner, rung]: the solution's, and those of rungs that it never reaches.

    Raises:
        MissingValuesError: a match value is not known.
    """
    now = RUNGS.index(state.pending or state.stake)
    if now <= max(live_rungs(ladder_of(state.score))):
        return solved.payoffs
    table = ValueTable(stand_in=True) if solved.continuation == STAND_IN else load()
    match = solved.payoffs.copy()
    for winner in Seat:
        for rung in range(now, max(now, *full_ladder(state.score).tops) + 1):
            after = state.score.after(winner, RUNGS[rung])
            sure = 1.0 if winner is Seat.MAO else -1.0
            match[winner, rung] = -table.value(after) if isinstance(after, Score) else sure
    return match
