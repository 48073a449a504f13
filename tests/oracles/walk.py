"""What every slow oracle shares: the moves of a deal, what a seat can see, and two fixed policies.

All of it asks the rules engine; nothing here knows a rule of truco.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache

from truco_lab.rules import Action, Deck, Dominated, Fold, Hand, HandState, Play, Put, Score, Seat, dominated, start

FACE_DOWN = -1
"""The class that a seat reads on the other's face-down card."""

Payoff = Callable[[Seat, int], float]
"""(winner, points) -> what the hand pays mão; pé pays it."""

Policy = Callable[[HandState, tuple[Action, ...]], Mapping[Action, float]]
"""(state as the actor sees it, the actions to choose from) -> probabilities; an action left out has none."""

InformationState = tuple[Hand, tuple[Action, ...]]
"""A seat's own hand as dealt, and the history with the other's face-down cards as `Play(FACE_DOWN, True)`."""

Prune = Callable[[HandState, Action], Dominated | None]


class Spot:
    """A point of one deal, however the betting got there; `moves` asks the engine once."""

    __slots__ = ("_cards", "_deal", "_moves", "state")

    def __init__(self, deal: Deal, state: HandState, cards: tuple):
        self._deal, self.state, self._cards = deal, state, cards
        self._moves: tuple[tuple[Action, Spot], ...] | None = None

    @property
    def moves(self) -> tuple[tuple[Action, Spot], ...]:
        """Actions in the engine's order, with where they lead."""
        if self._moves is None:
            self._moves = tuple((a, self._deal.after(self, a)) for a in self._deal.actions(self.state))
        return self._moves


class Deal:
    """The graph of one deal: spots with the same cards put down and the same stakes are one object.

    The history of a spot's state is that of the first way there; only its last action is the same for all of them,
    because one of the prunings reads it.
    """

    def __init__(self, deck: Deck, score: Score, mao: Hand, pe: Hand, prune: Prune | None = None):
        self._prune = prune
        self._spots: dict[tuple, Spot] = {}
        self.root = Spot(self, start(deck, score, mao, pe), ())

    def actions(self, state: HandState) -> tuple[Action, ...]:
        """Legal actions less the pruned ones: never none while the hand runs."""
        legal = state.legal
        if self._prune is None:
            return legal
        kept = tuple(action for action in legal if self._prune(state, action) is None)
        assert kept or not legal, f"every action is pruned after {state}"
        return kept

    def after(self, spot: Spot, action: Action) -> Spot:
        state = spot.state.apply(action)
        played = isinstance(action, Play)
        cards = (spot._cards, action) if played else spot._cards
        last = None if played else action
        stakes = (state.stake, state.pending, state.raiser_allowed, state.eleven_pending)
        key = (cards, last, stakes, state.to_act, state.winner)
        found = self._spots.get(key)
        if found is None:
            found = self._spots[key] = Spot(self, state, cards)
        return found


def deals(deck: Deck) -> Iterator[tuple[Hand, Hand, float]]:
    """(mão's hand, pé's hand, chance of both), summing to one."""
    ways = {(mao, pe): deck.ways(mao, pe) for mao in deck.hands for pe in deck.hands}
    total = sum(ways.values())
    for (mao, pe), n in ways.items():
        if n:
            yield mao, pe, n / total


def pruner(pruned: bool) -> Prune | None:
    """The package's prunings, or none."""
    return dominated if pruned else None


@cache
def masked(action: Action) -> Action:
    """An action as the other seat sees it."""
    return Play(FACE_DOWN, hidden=True) if isinstance(action, Play) and action.hidden else action


def seen_by(state: HandState, seat: Seat) -> HandState:
    """The state with all that `seat` cannot know taken out: the other's hand and face-down cards."""
    players = iter(put.seat for put in state.table)
    history = tuple(
        masked(action) if isinstance(action, Play) and next(players) is not seat else action for action in state.history
    )
    table = tuple(Put(put.seat, FACE_DOWN, True) if put.hidden and put.seat is not seat else put for put in state.table)
    hands = (state.hands[0], None) if seat is Seat.MAO else (None, state.hands[1])
    return replace(state, hands=hands, history=history, table=table)


def information_state(state: HandState, seat: Seat) -> InformationState:
    """What a seat knows: the key of its decision."""
    hand = state.hands[seat]
    assert hand is not None
    return hand, seen_by(state, seat).history


def uniform(state: HandState, actions: tuple[Action, ...]) -> dict[Action, float]:
    """Every action alike."""
    return dict.fromkeys(actions, 1 / len(actions))


def always_fold(state: HandState, actions: tuple[Action, ...]) -> dict[Action, float]:
    """Folds whenever it can, else every action alike."""
    return {Fold(): 1.0} if Fold() in actions else uniform(state, actions)
