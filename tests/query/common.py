"""Solutions that nobody solved, and what a slow walk through the rules engine says of them.

Any policy will do to check how it is read: random weights, some of them zero, need no solving, and no two of their
numbers are alike by accident.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import numpy as np

from tests.oracles.walk import deals, masked
from truco_lab.query.answer import answer
from truco_lab.query.arrival import Arrival, Plain, arrivals
from truco_lab.query.hands import dealing
from truco_lab.query.passes import Passes
from truco_lab.rules import RUNGS, Action, Deck, Hand, HandState, Score, Seat, dominated, start
from truco_lab.solve.policy import Policy
from truco_lab.solve.solved import Solved
from truco_lab.tree.tree import tree_of

TWO_RANKS = Deck((4, 4), 0)
ONE_MANILHA = Deck((3, 3), 1)
THREE_RANKS = Deck((2, 2, 2), 1)
TINY = [
    (TWO_RANKS, Score(10, 10)),
    (TWO_RANKS, Score(0, 0)),
    (TWO_RANKS, Score(0, 9)),
    (ONE_MANILHA, Score(11, 11)),
    (ONE_MANILHA, Score(10, 11)),
    (ONE_MANILHA, Score(11, 10)),
    (ONE_MANILHA, Score(9, 6)),
    (THREE_RANKS, Score(11, 11)),
    (THREE_RANKS, Score(10, 10)),
]
"""Every kind of ladder, on decks whose deals can all be walked."""


def smooth(score: Score) -> np.ndarray:
    """Pay-offs f[winner, rung] that grow with the points, and end the match where they must."""
    from tests.oracles.payoffs import smooth_payoff

    pay = smooth_payoff(score)
    return np.array([[pay(winner, points) for points in RUNGS] for winner in Seat])


@cache
def random_solved(deck: Deck, score: Score, seed: int = 0, zeros: float = 0.1) -> Solved:
    """A solution of random average strategies."""
    tree, rng = tree_of(deck, score), np.random.default_rng(seed)

    def arrays(blocks) -> dict[str, np.ndarray]:
        found = {}
        for name, block in blocks.items():
            legal = True if block.legal is None else block.legal[:, :, None, None]
            kept = rng.random(block.shape) >= zeros
            found[name] = (rng.uniform(0.05, 1, block.shape) * kept * legal).astype(np.float32)
        return found

    first = arrays(tree.round_one.blocks)
    later = [[arrays(group.blocks) for _ in group.outcomes] for group in tree.groups]
    policy = Policy(tree, first.__getitem__, lambda g, o: later[g][o].__getitem__)
    return Solved(score, deck, smooth(score), "exact", policy, 0.0, 0.0, 0.0, 1)


def walks(deck: Deck, score: Score, seed: int, pruned: bool = True) -> Iterator[HandState]:
    """The public states of one random hand at which somebody has a choice."""
    rng = random.Random(seed)
    cards = [c for c, n in enumerate(deck.counts) for _ in range(n)]
    dealt = rng.sample(cards, 6)
    state, public = start(deck, score, tuple(dealt[:3]), tuple(dealt[3:])), start(deck, score)
    while not state.finished:
        yield public
        actions = [a for a in state.legal if not pruned or dominated(state, a) is None]
        kinds = sorted({type(a).__name__ for a in actions})
        kind = rng.choice(kinds)
        action = rng.choice([a for a in actions if type(a).__name__ == kind])
        state, public = state.apply(action), public.apply(action)


def arrived(solved: Solved, state: HandState) -> Arrival:
    """How a state was reached."""
    *_, last = arrivals(solved.policy, dealing(solved.deck), state)
    return last


def answered(solved: Solved, state: HandState):
    """What is played at a state."""
    return answer(Passes(solved), dealing(solved.deck), arrived(solved, state))


class SlowWalk:
    """A solution and a line, by enumeration of deals.

    Attributes:
        here: by (mão's hand, pé's hand, state there), the chance that deal and play lead to the line as the acting seat
            knows it: the other's face-down cards may be any.
    """

    def __init__(self, solved: Solved, line: HandState):
        self._values: dict[object, float] = {}
        self.solved, self.seat = solved, line.to_act
        assert self.seat is not None
        history = Plain.of(line).history
        self.here: list[tuple[Hand, Hand, HandState, float]] = []
        for mao, pe, chance in deals(solved.deck):
            self._follow(start(solved.deck, solved.score, mao, pe), history, chance, (mao, pe))

    def _follow(self, state: HandState, history: tuple[Action, ...], chance: float, hands: tuple[Hand, Hand]) -> None:
        if chance == 0:
            return
        if not history:
            self.here.append((*hands, state, chance))
            return
        seat = state.to_act
        assert seat is not None
        for action, p in self.solved.policy(state).items():
            same = action == history[0] if seat is self.seat else masked(action) == masked(history[0])
            if same:
                self._follow(state.apply(action), history[1:], chance * p, hands)

    def expect(self, state: HandState, points: bool = False) -> float:
        """What mão gets when both go on as the solution does."""
        if state.finished:
            assert state.winner is not None
            if points:
                return state.points if state.winner is Seat.MAO else -state.points
            return float(self.solved.payoffs[state.winner, RUNGS.index(state.points)])
        key = (state.hands, state.history, points)
        if key not in self._values:
            chances = self.solved.policy(state).items()
            self._values[key] = sum(p * self.expect(state.apply(a), points) for a, p in chances if p > 0)
        return self._values[key]

    def ranges(self) -> tuple[dict[Hand, float], dict[Hand, float]]:
        """Chance of each hand of mão and of pé together with the line."""
        found: tuple[dict[Hand, float], dict[Hand, float]] = ({}, {})
        for mao, pe, _, p in self.here:
            found[0][mao] = found[0].get(mao, 0) + p
            found[1][pe] = found[1].get(pe, 0) + p
        return found

    def value(self, hand: Hand, action: Action, points: bool = False) -> float:
        """What the acting seat expects of an action with a hand, from its own side."""
        sign = 1 if self.seat is Seat.MAO else -1
        mine = [(state, p) for mao, pe, state, p in self.here if (mao, pe)[self.seat] == hand]
        total = sum(p for _, p in mine)
        return sign * sum(p * self.expect(state.apply(action), points) for state, p in mine) / total
