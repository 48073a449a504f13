"""A spot of a solution: who acts, what may be done, how often play gets there, what it is worth, and the views."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..errors import BadInputError
from ..notation import Draft, Spot, spell
from ..rules import Action, Dominated, HandState, Play, Seat, dominated
from ..values.table import STAND_IN
from . import texts
from .answer import Answer, Source, answer
from .arrival import PRACTICALLY_NEVER, Arrival, Plain, arrivals
from .hands import Dealing, holders
from .hands import dealing as dealing_of
from .passes import Passes
from .reading import shown
from .resolve import TARGET_PP


@dataclass(frozen=True)
class Choice:
    """An action at a spot.

    Attributes:
        action, written: the action, and how a line writes it.
        frequency: chance of it over the actor's range.
        dominated: why the tree leaves it out for every hand, or None.
    """

    action: Action
    written: str
    frequency: float
    dominated: Dominated | None


@dataclass(frozen=True)
class Node:
    """One spot of one solution; `views` has its tables.

    What a seat knows of a line includes its own face-down cards and not the other's: probabilities and ranges are
    those of the line as the acting seat knows it.

    Attributes:
        spot: with the drafts. A pinned draft of the other seat narrows the actor's range to what can be dealt beside
            it; one of the acting seat is what frequencies and values are averaged over.
        passes, dealing: of the solution.
    """

    spot: Spot
    passes: Passes
    dealing: Dealing

    def __post_init__(self) -> None:
        if self.spot.finished:
            raise BadInputError("no-decision", line=self.spot)
        if not self.here.any():
            raise BadInputError("no-deal", line=self.spot, seat=self.spot.acting)

    # -- who and how often ---------------------------------------------------------------------------------------

    @property
    def actor(self) -> Seat:
        """Whose decision it is."""
        return self.arrival.actor

    @cached_property
    def arrival(self) -> Arrival:
        """How the line got here."""
        *_, last = arrivals(self.passes.solved.policy, self.dealing, self.spot.state)
        return last

    @cached_property
    def answer(self) -> Answer:
        """What is played here, and what it is worth."""
        return answer(self.passes, self.dealing, self.arrival)

    @property
    def probability(self) -> float:
        """Chance of getting here, over all deals."""
        return float(self.reach(self.actor).sum())

    def reach(self, seat: Seat) -> np.ndarray:
        """Chance over all deals of getting here, by the hand of a seat, [H]."""
        own, other = self.arrival.reaches(self.actor)
        mine, theirs = (own, other) if seat is self.actor else (other, own)
        return np.zeros(len(own)) if self.arrival.never else mine * (self.dealing.joint @ theirs)

    @property
    def given_previous(self) -> float | None:
        """Chance of the last action where it was taken (any card, if face down); None at the start."""
        before = self.arrival.before
        if before is None:
            return None
        if self.arrival.idle:
            return 0.0
        if Plain.of(self.spot.upto(len(self.spot.history) - 1).state).idle:
            return 1.0  # an idle raise is accepted
        own, other = before.reaches(before.actor)
        after = (
            self.arrival.played[before.actor].seen if _hid(self.arrival) else self.arrival.played[before.actor].known
        )
        total = float(own @ self.dealing.joint @ other)
        return float(after @ self.dealing.joint @ other) / total if total > 0 else 0.0

    # -- hands ---------------------------------------------------------------------------------------------------

    @cached_property
    def share(self) -> np.ndarray:
        """The actor's range: share of each hand among those that get here, [H]; beside the other's pinned draft."""
        return _normalised(self.answer.own * (self.dealing.joint @ self._pinned(self.actor.other, self.answer.other)))

    @cached_property
    def opponent_share(self) -> np.ndarray:
        """The other seat's range here, [H]; beside the actor's pinned draft."""
        return _normalised(self.answer.other * (self.dealing.joint @ self._pinned(self.actor, self.answer.own)))

    @cached_property
    def drafted(self) -> np.ndarray:
        """Which hands the actor's draft describes, bool[H]; all of them if there is none."""
        return matching(self.dealing, self.spot.drafts[self.actor])

    @property
    def weight(self) -> np.ndarray:
        """What frequencies and values of the spot are averaged with, [H]: the range, of the draft's hands if pinned."""
        draft = self.spot.drafts[self.actor]
        if draft is None or not draft.pinned:
            return self.share
        share = np.where(self.drafted, self.share, 0)
        return _normalised(share if share.sum() > 0 else np.where(self.drafted & self.here, self.dealing.chance, 0))

    @cached_property
    def here(self) -> np.ndarray:
        """Which hands the actor can have here, by the cards, bool[H]."""
        return allowed(self.arrival.state, self.dealing)

    @property
    def deal_weight(self) -> np.ndarray:
        """Chance of each hand by the deal and the cards shown alone, whatever the seats would do, [H]."""
        other = holders(self.dealing.deck, shown(self.arrival.state, self.actor.other))
        return self.here * (self.dealing.joint @ other)

    def _pinned(self, seat: Seat, reach: np.ndarray) -> np.ndarray:
        """A seat's reach, of its pinned draft's hands only; if it never gets here with those, by the deal alone."""
        draft = self.spot.drafts[seat]
        if draft is None or not draft.pinned:
            return reach
        mask = matching(self.dealing, draft)
        kept = np.where(mask, reach, 0)
        return kept if kept.any() else mask.astype(float)

    # -- what is done and what it is worth -----------------------------------------------------------------------

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """Every legal action, in the engine's order."""
        state, mix = self.spot.state, self.answer.mix
        found = []
        for action in state.legal:
            chance = mix.get(action)
            frequency = 0.0 if chance is None else float(self.weight @ chance)
            reason = None if chance is not None and chance.any() else dominated(state, action)
            found.append(Choice(action, spell(action, self.spot.turn_up), frequency, reason))
        return tuple(found)

    @property
    def value(self) -> tuple[float, float]:
        """Chance of winning the match from here, mão's and pé's, in %.

        With the other seat's hand pinned it is not the chance given that hand: the mean over the actor's hands beside
        it of what each wins against the other's whole range, for the actor does not know it.
        """
        mine = float(win(average(self.answer.value, self.weight)))
        return (mine, 100 - mine) if self.actor is Seat.MAO else (100 - mine, mine)

    @property
    def gap_pp(self) -> float:
        """What the best response gains from here on over what is played, averaged over the range, in pp."""
        return 50 * average(self.answer.best - self.answer.value, self.weight)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know: that the pay-offs are not real; what a pinned hand does not change; that this was
        solved on the spot, and how well."""
        other = self.actor.other
        draft = self.spot.drafts[other]
        stand_in = (texts.STAND_IN,) if self.passes.solved.continuation == STAND_IN else ()
        pinned = (texts.PINNED.format(seat=other, actor=self.actor),) if draft is not None and draft.pinned else ()
        return stand_in + pinned + self._resolved

    @property
    def _resolved(self) -> tuple[str, ...]:
        """How what was solved on the spot is said."""
        found = self.answer.resolved
        if found is None:
            return ()
        if Source.RESOLVED not in self.answer.source:
            return (texts.REPLYING.format(gap=found.gap_pp, iterations=found.iterations, seconds=found.seconds),)
        ranges, after = texts.STATED_RANGES, "" if self.arrival.mix is not None else texts.AFTER_DOMINATED
        short = "" if found.converged else texts.NOT_CONVERGED.format(target=TARGET_PP)
        safe = texts.NOT_BOUNDED if found.excess_pp is None else texts.BOUNDED.format(excess=found.excess_pp)
        note = texts.RESOLVED.format(
            safe=safe,
            after=after,
            ranges=ranges,
            gap=found.gap_pp,
            iterations=found.iterations,
            seconds=found.seconds,
            short=short,
        )
        return (note,)

    @property
    def never(self) -> np.ndarray:
        """Hands that the solution practically never holds here, bool[H]."""
        own, _ = self.arrival.reaches(self.actor)
        return self.here & ((own < PRACTICALLY_NEVER) | (self.answer.source == Source.RESOLVED))


def allowed(state: HandState, dealing: Dealing) -> np.ndarray:
    """Which hands the seat to act can have, by its own cards and those that the other has shown, bool[H]."""
    seat = state.to_act
    assert seat is not None
    return dealing.possible(holders(dealing.deck, state.played(seat)), holders(dealing.deck, shown(state, seat.other)))


def dealt(state: HandState) -> bool:
    """Whether some deal leads to a decision, or to the end of the hand.

    The rules take the other seat's cards face down for any; so one seat may show the very card that the other hid.
    """
    hides = any(put.hidden for put in state.table)
    return state.finished or not hides or bool(allowed(state, dealing_of(state.deck)).any())


def check_dealt(spot: Spot) -> None:
    """See that some deal leads to every decision of a line.

    Raises:
        BadInputError: the seat to act can have no hand at one of them.
    """
    for k in range(len(spot.history) + 1):
        here = spot.upto(k)
        if not dealt(here.state):
            raise BadInputError("no-deal", line=here, seat=here.acting)


def matching(dealing: Dealing, draft: Draft | None) -> np.ndarray:
    """Which hands a draft describes, bool[H]."""
    if draft is None:
        return np.ones(len(dealing.hands), bool)
    slots = draft.slots
    return np.array([all(s is None or s == c for s, c in zip(slots, hand, strict=True)) for hand in dealing.hands])


def average(values: np.ndarray, weight: np.ndarray) -> float:
    """Weighted mean of the values that exist."""
    known = ~np.isnan(values) & (weight > 0)
    total = weight[known].sum()
    return float(weight[known] @ values[known] / total) if total > 0 else float("nan")


def win(value: np.ndarray | float) -> np.ndarray:
    """Win % of match values in +-1 space, which single precision may leave by a hair."""
    return np.clip(50 + 50 * np.asarray(value), 0, 100)


def win_of(node: Node, action: Action, weight: np.ndarray) -> float:
    """Mean win % of those who take an action: hands by weight and how often they do; of all that have it, where nobody
    takes it; nan where it has no value."""
    value, chance = node.answer.values.get(action), node.answer.mix.get(action)
    if value is None:
        return float("nan")
    taken = float("nan") if chance is None else average(value, weight * chance)
    return float(win(average(value, weight) if np.isnan(taken) else taken))


def _hid(arrival: Arrival) -> bool:
    last = arrival.state.history[-1]
    return isinstance(last, Play) and last.hidden


def _normalised(weights: np.ndarray) -> np.ndarray:
    total = weights.sum()
    return weights / total if total > 0 else weights
