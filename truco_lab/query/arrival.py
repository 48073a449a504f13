"""How a line was reached: what each seat's hands would have done on the way.

A *reach* is the product of a seat's own action probabilities along a line, one number per hand, [H]. Where a seat hid
a card there are two of them: with the card known, as that seat itself sees it, and with any card, as the other does.

Two kinds are kept. `played` is the solution's own. `stated` is what a re-solve starts from where the solution says
nothing: each action's probability is mixed with a trace of the even one, and from the action on that a seat
practically never takes there (`PRACTICALLY_NEVER`, or not in the tree at all) nothing more is read into what it does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..rules import Accept, Action, HandState, Play, Raise, Seat
from ..solve.policy import OffTreeError, Policy
from .hands import Dealing, holders
from .reading import Mix, shown, strategies

PRACTICALLY_NEVER = 1e-3
"""A share below which the solution practically never does something: a seat that takes a line with fewer of the hands
that could, weighted by the deal; or a hand whose own reach is smaller. What the average strategy says there was
learnt from next to nothing."""

TRACE = 1e-3
"""Share of even play mixed into what `stated` reaches are made of."""


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
        state: with unknown hands; accepting and raising at once is written as the raise.
        played, stated: see above.
        before: the arrival one action earlier, None at the start.
        mix: what the acting seat does here by the solution; None off the tree and when the hand is over.
        read: for each seat, whether the solution practically goes here with it.
    """

    state: HandState
    played: Reaches
    stated: Reaches
    before: Arrival | None
    mix: Mix | None
    read: tuple[bool, bool]

    @property
    def actor(self) -> Seat:
        seat = self.state.to_act
        assert seat is not None
        return seat

    def reaches(self, seat: Seat, stated: bool = False) -> tuple[np.ndarray, np.ndarray]:
        """The reach of a seat's own hands and of the other's, as that seat knows the line."""
        both = self.stated if stated else self.played
        return both[seat].known, both[seat.other].seen


def arrivals(policy: Policy, dealing: Dealing, state: HandState) -> Iterator[Arrival]:
    """The arrivals along a state's history, from the deal to the state itself.

    Args:
        policy: of the subgame.
        dealing: of its deck.
        state: with unknown hands.
    """
    everybody = np.ones(len(dealing.hands))
    every = (Reach(everybody, everybody), Reach(everybody, everybody))
    here = _at(policy, opened(state), every, every, None, (True, True))
    yield here
    for action in plainly(state.history):
        here = _after(policy, dealing, here, action)
        yield here


def opened(state: HandState) -> HandState:
    """The hand that a state belongs to, as dealt and with unknown hands."""
    from ..rules import start

    return start(state.deck, state.score)


def plainly(history: tuple[Action, ...]) -> tuple[Action, ...]:
    """The history with accepting a raise and raising at once written as the raise (`Dominated.ACCEPT_THEN_RAISE`)."""
    kept: list[Action] = []
    for action in history:
        if isinstance(action, Raise) and kept and isinstance(kept[-1], Accept):
            kept.pop()
        kept.append(action)
    return tuple(kept)


def _at(
    policy: Policy,
    state: HandState,
    played: Reaches,
    stated: Reaches,
    before: Arrival | None,
    read: tuple[bool, bool],
) -> Arrival:
    mix = None
    if not state.finished:
        try:
            mix = strategies(policy, state)
        except OffTreeError:
            mix = None
    return Arrival(state, played, stated, before, mix, read)


def _after(policy: Policy, dealing: Dealing, here: Arrival, action: Action) -> Arrival:
    seat, hands = here.actor, len(dealing.hands)
    after = here.state.apply(action)
    nobody = np.zeros(hands)
    chance, any_card = nobody, nobody
    even = holders(dealing.deck, shown(after, seat)).astype(float)
    known = holders(dealing.deck, after.played(seat)).astype(float)
    if here.mix is not None:
        chance = here.mix.get(action, nobody)
        any_card = chance
        if isinstance(action, Play) and action.hidden:
            any_card = sum((p for a, p in here.mix.items() if isinstance(a, Play) and a.hidden), nobody)
    played = here.played[seat].then(chance, any_card)
    options = max(len(here.mix or ()), 2)
    readable = here.mix is not None and here.read[seat] and any_card.any()
    if readable:
        trace = TRACE / options
        stated = here.stated[seat].then(((1 - TRACE) * chance + trace) * known, ((1 - TRACE) * any_card + trace) * even)
    else:
        stated = here.stated[seat].then(known, even)
    weights = dealing.chance * even
    share = (played.seen * weights).sum() / max(weights.sum(), 1e-300)
    read = (readable and share >= PRACTICALLY_NEVER) or (here.read[seat] and _forced(here, action))
    both = [here.read[s] for s in Seat]
    both[seat] = bool(read)
    return _at(
        policy,
        after,
        _with(here.played, seat, played),
        _with(here.stated, seat, stated),
        here,
        (both[0], both[1]),
    )


def _forced(here: Arrival, action: Action) -> bool:
    return here.mix is not None and len(here.mix) == 1


def _with(both: Reaches, seat: Seat, reach: Reach) -> Reaches:
    return (reach, both[1]) if seat is Seat.MAO else (both[0], reach)
