"""How a line was reached: what each seat's hands would have done on the way.

A *reach* is the product of a seat's own action probabilities along a line, one number per hand, [H]. Where a seat hid
a card there are two of them: with the card known, as that seat itself sees it, and with any card, as the other does.

Two kinds are kept. `played` is the solution's own. `stated` is what a re-solve starts from where the solution says
nothing: each action's probability is mixed with a trace of the even one, and from the action on that a seat
practically never takes there (`PRACTICALLY_NEVER`, or not in the tree at all) nothing more is read into what it does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from ..rules import TARGET, Accept, Action, HandState, Play, Raise, Seat, start
from ..solve.policy import OffTreeError, Policy
from .hands import Dealing, holders
from .reading import Mix, masked, shown, strategies

PRACTICALLY_NEVER = 1e-3
"""A share below which the solution practically never does something: a seat that takes a line with fewer of the hands
that could, weighted by the deal beside what the other has shown; or a hand whose own reach is smaller. What the average
strategy says there was learnt from next to nothing."""

TRACE = 1e-5
"""Share of even play mixed into what `stated` reaches are made of, so that every hand has something to answer to: more
than an average strategy keeps of its first iterations, less than of anything it means."""


class Reach(NamedTuple):
    """One seat's, [H] each.

    Attributes:
        known: of the line with the seat's own face-down cards.
        seen: of the line as the other seat sees it, any card face down.
    """

    known: np.ndarray
    seen: np.ndarray

    def then(self, chance: np.ndarray, any_card: np.ndarray) -> Reach:
        """After an action taken with these probabilities."""
        return Reach(self.known * chance, self.seen * any_card)


Reaches = tuple[Reach, Reach]
"""Mão's and pé's."""


@dataclass(frozen=True)
class Arrival:
    """A public state and how likely each seat's hands get there.

    Attributes:
        state: with unknown hands, in the plain words of `Plain`.
        stake: what the hand is really worth as agreed, and once a pending raise is accepted: idle raises count.
        to_act: whose decision it is: the state's, or the seat that is to answer an idle raise; None at the end.
        played, stated: see above.
        before: the arrival one action earlier, None at the start.
        mix: what the acting seat does here by the solution; None off the tree and when the hand is over.
        read: for each seat, whether the solution practically goes here with it.
        idle: whether an idle raise is to be answered.
        never: whether one was made, which the solution does not do.
    """

    state: HandState
    stake: tuple[int, int]
    to_act: Seat | None
    played: Reaches
    stated: Reaches
    before: Arrival | None
    mix: Mix | None
    read: tuple[bool, bool]
    idle: bool = False
    never: bool = False

    @property
    def actor(self) -> Seat:
        """Whose decision it is, while there is one."""
        assert self.to_act is not None
        return self.to_act

    @property
    def readable(self) -> bool:
        """Whether the solution says what is played here: it is in the tree, and both seats practically go there."""
        return self.mix is not None and all(self.read)

    def reaches(self, seat: Seat, stated: bool = False) -> tuple[np.ndarray, np.ndarray]:
        """The reach of a seat's own hands and of the other's, as that seat knows the line."""
        both = self.stated if stated else self.played
        return both[seat].known, both[seat.other].seen


@dataclass(frozen=True)
class Plain:
    """A history in plain words, so that lines that come to the same are read at the same place.

    Accepting a raise and raising at once is written as the raise (`Dominated.ACCEPT_THEN_RAISE`). A raise is *idle*
    where the stake already agreed wins the match for either seat: then it changes nothing at all, and neither it nor
    its answer is written.

    Attributes:
        history: what is left.
        idle: whether an idle raise is still to be answered.
        never: whether there was one.
    """

    history: tuple[Action, ...]
    idle: bool
    never: bool

    @classmethod
    def of(cls, state: HandState) -> Plain:
        """The plain history of a state."""
        kept: list[Action] = []
        now, idle, never = opened(state), False, False
        for action in state.history:
            agreed = now.stake if now.pending is None else now.pending
            if isinstance(action, Raise) and min(state.score.mao, state.score.pe) + agreed >= TARGET:
                if now.pending is not None and not idle:
                    kept.append(Accept())  # to raise is to accept what was asked
                idle = never = True
            elif idle and isinstance(action, Accept):
                idle = False
            else:
                if isinstance(action, Raise) and kept and isinstance(kept[-1], Accept):
                    kept.pop()
                kept.append(action)
            now = now.apply(action)
        return cls(tuple(kept), idle, never)


def arrivals(policy: Policy, dealing: Dealing, state: HandState) -> Iterator[Arrival]:
    """The arrivals along a state's history, from the deal to the state itself.

    Args:
        policy: of the subgame.
        dealing: of its deck.
        state: with unknown hands.
    """
    everybody = np.ones(len(dealing.hands))
    every = (Reach(everybody, everybody), Reach(everybody, everybody))
    plain, dealt = Plain.of(state), opened(state)
    here = Arrival(dealt, _stake(dealt), dealt.to_act, every, every, None, _mix(policy, dealt), (True, True))
    for action in plain.history:
        yield here
        here = _after(policy, dealing, here, action)
    yield replace(here, stake=_stake(state), to_act=state.to_act, idle=plain.idle, never=plain.never)


def _stake(state: HandState) -> tuple[int, int]:
    return state.stake, state.stake if state.pending is None else state.pending


def opened(state: HandState) -> HandState:
    """The hand that a state belongs to, as dealt and with unknown hands."""
    return start(state.deck, state.score)


def _mix(policy: Policy, state: HandState) -> Mix | None:
    if state.finished:
        return None
    try:
        return strategies(policy, state)
    except OffTreeError:
        return None


def _after(policy: Policy, dealing: Dealing, here: Arrival, action: Action) -> Arrival:
    seat, mix = here.actor, here.mix
    after = here.state.apply(action)
    with_any = holders(dealing.deck, shown(after, seat)).astype(float)
    with_these = holders(dealing.deck, after.played(seat)).astype(float)
    nobody = np.zeros(len(with_any))
    chance = any_card = nobody
    if mix is not None:
        seen = masked(here.state, seat.other)
        as_seen = mix if seen is here.state else strategies(policy, seen)
        chance, any_card = mix.get(action, nobody), as_seen.get(action, nobody)
        if isinstance(action, Play) and action.hidden:
            any_card = np.sum([p for a, p in mix.items() if isinstance(a, Play) and a.hidden] or [nobody], axis=0)
    played = here.played[seat].then(chance, any_card)
    reading = mix is not None and here.read[seat] and bool(any_card.any())
    stated = here.stated[seat].then(with_these, with_any)
    if reading:
        even = TRACE / max(len(mix or ()), 2)
        known, others = ((1 - TRACE) * p + even for p in (chance, any_card))
        stated = here.stated[seat].then(known * with_these, others * with_any)
    beside = holders(dealing.deck, shown(after, seat.other)).astype(float)
    weights = (dealing.joint @ beside) * with_any  # of hands that the cards forbid nothing was learnt
    share = float((played.seen * weights).sum() / weights.sum())
    read = reading and share >= PRACTICALLY_NEVER
    return Arrival(
        state=after,
        stake=_stake(after),
        to_act=after.to_act,
        played=_with(here.played, seat, played),
        stated=_with(here.stated, seat, stated),
        before=here,
        mix=_mix(policy, after),
        read=(read, here.read[1]) if seat is Seat.MAO else (here.read[0], read),
    )


def _with(both: Reaches, seat: Seat, reach: Reach) -> Reaches:
    return (reach, both[1]) if seat is Seat.MAO else (both[0], reach)
