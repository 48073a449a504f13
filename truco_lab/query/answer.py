"""What is played at a spot, and where the answer comes from: read, a best response, or solved on the spot.

The rule. Where both seats practically get to the spot (`arrival.PRACTICALLY_NEVER`) the solution is read. A hand that
its own earlier choices practically never bring there, or that then faces practically nothing (`FACES_NOTHING`), answers
with a best response to the solution instead: what the average strategy says of it was never learnt, and as it is never
there, nobody else's play depends on it. Where one of the seats practically never gets to the spot, or only by an action
that the tree leaves out, what is left of the hand is solved on the spot from the stated ranges, where that can be so
that nobody gains by coming (`safe.bound_of`). If time does not allow that (`POOR_PP`), every hand answers with its best
response to the solution where there is one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

import numpy as np

from ..rules import Accept, Fold
from .arrival import PRACTICALLY_NEVER, Arrival
from .expectations import (
    expectation,
    faced,
    hidden_by,
    highest,
    kept_at,
    played_out,
    read_values,
    root_values,
    seen_reaches,
)
from .hands import Dealing, holders, scattered
from .passes import BEST, MATCH, POINTS, Passes
from .reading import Mix, Place, holdings_of, locate, turn_name
from .resolve import Resolved, resolve
from .safe import game_of, safely_resolved
from .small import SmallGame
from .worth import weights_of

FACES_NOTHING = 1e-6
"""A hand faces practically nothing where the other seat gets to the spot with less than this share of the hands that
the cards allow against it."""

POOR_PP = 1.0
"""Local exploitability above which a re-solve is not shown where the solution can be answered instead."""


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
        own, other: reach of the actor's hands and of the other seat's, as the actor knows the line, f[H]; if solved on
            the spot, the ranges that the strategies answer.
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


def answer(passes: Passes, dealing: Dealing, arrival: Arrival) -> Answer:
    """What is played at a running state."""
    if arrival.idle:
        return _idle(passes, dealing, arrival)
    if arrival.readable:
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
    rare = here & (replying | (own < PRACTICALLY_NEVER) | (faced(dealing, arrival) < FACES_NOTHING))
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


# -- an idle raise --------------------------------------------------------------------------------------------------


def _idle(passes: Passes, dealing: Dealing, arrival: Arrival) -> Answer:
    """An idle raise is accepted: to fold loses the match, and accepting changes nothing."""
    state, actor = arrival.state, arrival.actor
    found = None if arrival.readable else resolve(game_of(passes.solved, dealing, arrival))
    if found is not None and arrival.mix is not None and found.gap_pp > POOR_PP:
        found = None
    own, other = arrival.reaches(actor, stated=found is not None)
    here = holders(dealing.deck, state.played(actor))

    def later(what: str) -> np.ndarray:
        """What the actor's hands expect at the state itself."""
        if found is not None:
            return root_values(found.game, found.states, actor, what, hidden_by(state, actor))
        if isinstance(place := locate(passes.solved.tree, state), Place):
            kept = kept_at(passes, arrival, place, what)[turn_name(place.turn, place.kind)]
            value = kept[:, place.node, place.outgoing, 0]
            index = holdings_of(passes.solved.tree, state, actor)
            return scattered(index, np.asarray(value, float)) / weights_of(dealing, state, actor, other)
        game = SmallGame(dealing, state, seen_reaches(arrival.played), passes.solved.payoffs)
        return root_values(game, game.policy(passes.solved.policy), actor, what, hidden_by(state, actor))

    def expect(what: str) -> Mix:
        agreed, asked = arrival.stake
        scale, lost = (asked / state.stake, -float(agreed)) if what == POINTS else (1.0, -1.0)
        return {Accept(): np.where(here, scale * later(what), np.nan), Fold(): np.where(here, lost, np.nan)}

    source = np.full(len(own), Source.SOLUTION if found is None else Source.RESOLVED, object)
    if found is None:
        source[here & ((own < PRACTICALLY_NEVER) | (not arrival.readable))] = Source.BEST_RESPONSE
    mix: Mix = {Accept(): here.astype(float), Fold(): np.zeros(len(own))}
    return Answer(mix, source, own, other, found, expect)


# -- solved on the spot ---------------------------------------------------------------------------------------------


def _resolved(arrival: Arrival, found: Resolved) -> Answer:
    state, actor = arrival.state, arrival.actor
    (own, _), other = arrival.reaches(actor, stated=True), found.game.reach[actor.other]
    source = np.full(len(own), Source.RESOLVED, object)
    mix = found.game.mix(found.states, hidden_by(state, actor))
    scale = arrival.stake[0] / arrival.state.stake
    return Answer(mix, source, own, other, found, played_out(found.game, found.states), scale)
