"""What is played at a spot, and where the answer comes from: read, a best response, or solved on the spot.

The rule. Where both seats practically get to the spot (`arrival.PRACTICALLY_NEVER`) the solution is read. A hand that
its own earlier choices practically never bring there, or that then faces practically nothing (`FACES_NOTHING`), answers
with a best response to the solution instead: what the average strategy says of it was never learnt, and as it is never
there, nobody else's play depends on it. Where one of the seats practically never gets to the spot, or only by an action
that the tree leaves out, what is left of the hand is solved on the spot from the stated ranges. If time does not allow
that (`POOR_PP`), every hand answers with its best response to the solution where there is one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, cached_property

import numpy as np

from ..rules import RUNGS, Accept, Fold, Hand, HandState, Score, Seat
from ..solve.book import State
from ..solve.solved import Solved
from ..tree.betting import ladder_of
from ..tree.tree import Tree
from ..values import ValueTable, load
from ..values.table import STAND_IN, live_rungs
from .arrival import PRACTICALLY_NEVER, Arrival, Reaches
from .hands import Dealing, holders, scattered, without
from .outcome import Kept, Recording, evaluating
from .passes import BEST, MATCH, POINTS, Passes
from .reading import LAST_TURN, Last, Mix, Place, holdings_of, locate, outcome_of, shown, turn_name
from .remainder import Bound, Remainder, full_ladder
from .resolve import MAX_SECONDS, Game, Resolved, resolve
from .small import SmallGame
from .threads import single_threaded
from .worth import values_at, weights_of

FACES_NOTHING = 1e-6
"""A hand faces practically nothing where the other seat gets to the spot with less than this share of the hands that
the cards allow against it."""

POOR_PP = 1.0
"""Local exploitability above which a re-solve is not shown where the solution can be answered instead."""

SAFE_PP = 0.5
"""A re-solve is safe if no hand gains more by coming to the spot, in percentage points of the match."""


class Source(StrEnum):
    """Where what is said of a hand comes from."""

    SOLUTION = "solution"
    BEST_RESPONSE = "best response"
    RESOLVED = "re-solved"


@dataclass(frozen=True)
class Answer:
    """What the acting seat does at a spot.

    Attributes:
        mix: probability of each action for each hand, [H].
        source: of what is said of each hand, [H] of `Source`.
        own, other: reach of the actor's hands and of the other seat's, as the actor knows the line, f[H].
        resolved: the re-solve, if there was one.
        expect: gives the value of each action for each hand, [H]: match value or points of the answer's policy, or the
            match value when the actor's best response goes on; nan where a hand lacks the action or faces nothing.
        scale: of the points, where idle raises have raised the stake and nothing else.
    """

    mix: Mix
    source: np.ndarray
    own: np.ndarray
    other: np.ndarray
    resolved: Resolved | None
    expect: Callable[[str], Mix]
    scale: float = 1.0

    @cached_property
    def values(self) -> Mix:
        """Match value of each action, from the actor's side."""
        return self._follow(self.expect(MATCH), self.expect(BEST) if self._replied.any() else {})

    @cached_property
    def points(self) -> Mix:
        """Expected points of each action, from the actor's side; of the solution's or the re-solve's policy."""
        return {action: self.scale * points for action, points in self.expect(POINTS).items()}

    @cached_property
    def best(self) -> np.ndarray:
        """Match value of the actor's best response from here on, [H]."""
        return highest(self.expect(BEST))

    @cached_property
    def value(self) -> np.ndarray:
        """Match value of each hand, [H]."""
        return expectation(self.mix, self.values)

    @property
    def _replied(self) -> np.ndarray:
        return self.source == Source.BEST_RESPONSE

    def _follow(self, played: Mix, best: Mix) -> Mix:
        return {a: np.where(self._replied, best[a], v) if a in best else v for a, v in played.items()}


def expectation(mix: Mix, values: Mix) -> np.ndarray:
    """Probability times value, over the actions; nan where an action that is played has none, and where none is."""
    total = np.zeros(len(next(iter(mix.values()))))
    for action, chance in mix.items():
        total = total + np.where(chance > 0, chance * values.get(action, np.nan), 0)
    return np.where(sum(mix.values()) > 0, total, np.nan)


def highest(values: Mix) -> np.ndarray:
    """The largest value of any action, [H]; nan where none has one."""
    stacked = np.array(list(values.values()))
    some = ~np.isnan(stacked).all(0)
    return np.where(some, np.where(np.isnan(stacked), -np.inf, stacked).max(0), np.nan)


def answer(passes: Passes, dealing: Dealing, arrival: Arrival) -> Answer:
    """What is played at a running state."""
    if arrival.idle:
        return _idle(passes, dealing, arrival)
    if arrival.mix is not None and all(arrival.read):
        return _read(passes, dealing, arrival)
    found = safely_resolved(passes, dealing, arrival)
    if arrival.mix is not None and found.gap_pp > POOR_PP:
        replying = replace(_read(passes, dealing, arrival, replying=True), resolved=found)
        if np.isfinite(replying.best[replying.own > 0]).any():
            return replying
    return _resolved(arrival, found)


# -- read -----------------------------------------------------------------------------------------------------------


def _read(passes: Passes, dealing: Dealing, arrival: Arrival, *, replying: bool = False) -> Answer:
    """What the solution has; `replying`: best responses to it for all hands."""
    actor, mix = arrival.actor, arrival.mix
    assert mix is not None
    own, other = arrival.reaches(actor)
    source = np.full(len(own), Source.SOLUTION, object)
    expect = read_values(passes, dealing, arrival)
    here = np.array(list(mix.values())).sum(0) > 0
    rare = here & (replying | (own < PRACTICALLY_NEVER) | (_faced(dealing, arrival) < FACES_NOTHING))
    if rare.any() and len(mix) > 1:
        best = expect(BEST)
        actions, stacked = list(best), np.array(list(best.values()))
        known = rare & ~np.isnan(stacked).all(0)
        first = np.where(np.isnan(stacked), -np.inf, stacked).argmax(0)
        every = dict.fromkeys([*mix, *actions])
        mix = {
            a: np.where(known, (first == actions.index(a)) if a in actions else 0.0, mix.get(a, np.zeros(len(own))))
            for a in every
        }
        source[known] = Source.BEST_RESPONSE
    return Answer(mix, source, own, other, None, expect, scale=arrival.stake[0] / arrival.state.stake)


def read_values(passes: Passes, dealing: Dealing, arrival: Arrival) -> Callable[[str], Mix]:
    """Values of the actions at a state that the solution is read at."""
    state, tree, actor = arrival.state, passes.solved.tree, arrival.actor
    weights = weights_of(dealing, state, actor, arrival.reaches(actor)[1])
    if state.eleven_pending:

        def eleven(what: str) -> Mix:
            fold, accept = passes.first(actor, what)["eleven"][:, :, 0, 0, 0] / weights
            return {Accept(): accept, Fold(): fold}

        return eleven
    place = locate(tree, state)
    if isinstance(place, Last):
        return _small(passes, dealing, arrival)
    of_others = cache(lambda: _small(passes, dealing, arrival)(BEST))

    def expect(what: str) -> Mix:
        found = values_at(kept_at(passes, arrival, place, what), tree, place, state)
        values = {action: value / weights for action, value in found.items()}
        wrong = _hid_the_higher(passes.solved.tree, dealing, arrival)
        return values if not wrong.any() else _replaced(values, wrong, of_others() if what != POINTS else {})

    return expect


def kept_at(passes: Passes, arrival: Arrival, place: Place, what: str) -> Kept:
    """The values of the actor's decisions on the pass that covers a place."""
    state, actor, tree = arrival.state, arrival.actor, passes.solved.tree
    if place.turn < 2:
        return passes.first(actor, what, state.table[0].card if state.table else None)
    begin = arrival
    while begin.before is not None and len(begin.before.state.table) >= 2:
        begin = begin.before
    second = locate(tree, begin.state)
    assert isinstance(second, Place)
    return passes.later(outcome_of(tree, state), second.incoming, begin.played[actor.other].seen, actor, what)


def _small(passes: Passes, dealing: Dealing, arrival: Arrival) -> Callable[[str], Mix]:
    """The same node by node."""
    game = SmallGame(dealing, arrival.state, _seen(arrival.played), passes.solved.payoffs)
    return _played_out(game, game.policy(passes.solved.policy))


def _played_out(game: Game, states: list[State]) -> Callable[[str], Mix]:
    """Values of the actions at the root of a game by a pass over it."""
    actor = game.state.to_act
    assert actor is not None

    def expect(what: str) -> Mix:
        with single_threaded():
            _, books = game.walk(actor, states, evaluating(what == BEST), Recording, what == POINTS)
        return game.values(books, hidden_by(game.state, actor))

    return expect


def _hid_the_higher(tree: Tree, dealing: Dealing, arrival: Arrival) -> np.ndarray:
    """Hands of the actor that hid the higher of two cards, bool[H]: the tree has no values for them, so they get those
    of a best response, node by node."""
    hidden = hidden_by(arrival.state, arrival.actor)
    if not hidden:
        return np.zeros(len(dealing.hands), bool)
    rest = [without(hand, shown(arrival.state, arrival.actor)) for hand in dealing.hands]
    return np.array([cards is not None and hidden[0] in cards and hidden[0] > min(cards) for cards in rest])


def _replaced(values: Mix, wrong: np.ndarray, theirs: Mix) -> Mix:
    nothing = np.full(len(wrong), np.nan)
    every = dict.fromkeys([*values, *theirs])
    return {a: np.where(wrong, theirs.get(a, nothing), values.get(a, nothing)) for a in every}


def hidden_by(state: HandState, seat: Seat) -> Hand:
    """The cards that a seat put face down, in order."""
    return tuple(put.card for put in state.table if put.seat is seat and put.hidden)


# -- an idle raise --------------------------------------------------------------------------------------------------


def _idle(passes: Passes, dealing: Dealing, arrival: Arrival) -> Answer:
    """An idle raise is accepted: to fold loses the match, and accepting changes nothing."""
    state, actor = arrival.state, arrival.actor
    readable = arrival.mix is not None and all(arrival.read)
    found = None if readable else resolve(game_of(passes.solved, dealing, arrival))
    if found is not None and arrival.mix is not None and found.gap_pp > POOR_PP:
        found = None
    own, other = arrival.reaches(actor, stated=found is not None)
    here = holders(dealing.deck, state.played(actor))

    def later(what: str) -> np.ndarray:
        """What the actor's hands expect at the state itself."""
        if found is not None:
            return _root(found.game, found.states, actor, what)
        if isinstance(place := locate(passes.solved.tree, state), Place):
            kept = kept_at(passes, arrival, place, what)[turn_name(place.turn, place.kind)]
            value = kept[:, place.node, place.outgoing, 0]
            index = holdings_of(passes.solved.tree, state, actor)
            return scattered(index, np.asarray(value, float)) / weights_of(dealing, state, actor, other)
        game = SmallGame(dealing, state, _seen(arrival.played), passes.solved.payoffs)
        return _root(game, game.policy(passes.solved.policy), actor, what)

    def expect(what: str) -> Mix:
        agreed, asked = arrival.stake
        scale, lost = (asked / state.stake, -float(agreed)) if what == POINTS else (1.0, -1.0)
        return {Accept(): np.where(here, scale * later(what), np.nan), Fold(): np.where(here, lost, np.nan)}

    source = np.full(len(own), Source.SOLUTION if found is None else Source.RESOLVED, object)
    if found is None:
        source[here & ((own < PRACTICALLY_NEVER) | (not readable))] = Source.BEST_RESPONSE
    mix: Mix = {Accept(): here.astype(float), Fold(): np.zeros(len(own))}
    return Answer(mix, source, own, other, found, expect)


def _root(game: Game, states: list[State], seat: Seat, what: str) -> np.ndarray:
    """What each hand of a seat expects at the root of a game, [H]."""
    with single_threaded():
        value, _ = game.walk(seat, states, evaluating(what == BEST), points=what == POINTS)
    return game.root(seat, value, hidden_by(game.state, seat))


# -- solved on the spot ---------------------------------------------------------------------------------------------


def _resolved(arrival: Arrival, found: Resolved) -> Answer:
    state, actor = arrival.state, arrival.actor
    own, other = arrival.reaches(actor, stated=True)
    source = np.full(len(own), Source.RESOLVED, object)
    mix = found.game.mix(found.states, hidden_by(state, actor))
    scale = arrival.stake[0] / arrival.state.stake
    return Answer(mix, source, own, other, found, _played_out(found.game, found.states), scale)


def safely_resolved(passes: Passes, dealing: Dealing, arrival: Arrival) -> Resolved:
    """Re-solved from the stated ranges; again with a bound where that would let somebody gain by coming here.

    A bound is at hand where the solution is read up to one action, and that action is in its tree.
    """
    game, before = game_of(passes.solved, dealing, arrival), arrival.before
    found = resolve(game)
    if arrival.mix is None or before is None or not all(before.read) or not isinstance(game, Remainder):
        return found
    bound = bound_of(passes, dealing, before)
    excess = excess_pp(found, bound)
    if excess > SAFE_PP:
        again = resolve(replace(game, bound=bound), max(MAX_SECONDS - found.seconds, 0.1))
        if (less := excess_pp(again, bound)) < excess:
            found, excess = again, less
    return replace(found, excess_pp=excess)


def bound_of(passes: Passes, dealing: Dealing, before: Arrival) -> Bound:
    """What the acting seat's hands get from a decision that is read; nan for hands that practically face nothing."""
    seat = before.actor
    faced = _faced(dealing, before) >= PRACTICALLY_NEVER
    return Bound(seat, np.where(faced, highest(read_values(passes, dealing, before)(BEST)), np.nan))


def _faced(dealing: Dealing, arrival: Arrival) -> np.ndarray:
    """With what share of the hands that the cards allow against each of the actor's the other seat gets here, [H]."""
    _, other = arrival.reaches(arrival.actor)
    could = dealing.joint @ holders(dealing.deck, shown(arrival.state, arrival.actor.other))
    return np.where(could > 0, dealing.joint @ other / np.maximum(could, 1e-300), 0)


def excess_pp(found: Resolved, bound: Bound) -> float:
    """The most that a hand of the bounded seat gains over its bound: see `Resolved`."""
    best = _root(found.game, found.states, bound.seat, BEST)
    excess = best - bound.values
    return float(50 * max(excess[~np.isnan(excess)].max(initial=0.0), 0.0))


def game_of(solved: Solved, dealing: Dealing, arrival: Arrival) -> Game:
    """What is left at a state, from the stated ranges."""
    reach, match = _seen(arrival.stated), match_values(solved, arrival.state)
    rest = Remainder(solved.tree, arrival.state, reach, match)
    in_arrays = _in_arrays(rest) and not _hid_the_higher(solved.tree, dealing, arrival).any()
    return rest if in_arrays else SmallGame(dealing, arrival.state, reach, match)


def _in_arrays(rest: Remainder) -> bool:
    """Whether the arrays can say it: round 3 is still ahead, and nothing lies face down but a lead of round 2 by the
    winner of round 1."""
    state = rest.state
    hidden = [k for k, put in enumerate(state.table) if put.hidden]
    in_tree = not hidden or (hidden == [2] and state.results[0] is state.table[2].seat)
    if len(state.table) >= LAST_TURN or not in_tree:
        return False
    return rest.turn < 3 or len(rest.groups[0].replies[rest.kind].next_card) > 0


def _seen(reaches: Reaches) -> tuple[np.ndarray, np.ndarray]:
    mao, pe = (reach.seen for reach in reaches)
    return mao, pe


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
