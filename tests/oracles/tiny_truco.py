"""Tiny truco in sequence form: every deal walked by the rules engine, solved exactly by linear programming."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import coo_array, csr_array

from truco_lab.rules import Action, Deck, Hand, HandState, Score, Seat

from .sequence_form import Player, SequenceForm, solve
from .walk import (
    Deal,
    InformationState,
    Payoff,
    Policy,
    Prune,
    Spot,
    deals,
    masked,
    pruner,
    seen_by,
    uniform,
)

Strategy = dict[InformationState, dict[Action, float]]
"""Probabilities at each information state that has a choice."""


class TrucoForm:
    """The sequences and leaves of a deck at a score, for any payoff.

    An information state with a single action is no information set: it has nothing to decide.

    Args:
        deck: a tiny one.
        score: role-ordered.
        prune: why an action is left out, or None to leave out nothing.
    """

    def __init__(self, deck: Deck, score: Score, prune: Prune | None):
        self.players = (Player(), Player())
        self._sights: list[tuple[int, object]] = []
        self._numbers: dict[tuple[int, object], int] = {}
        self._choices: tuple[dict[int, tuple[Action, ...]], ...] = ({}, {})
        self._met: dict[int, HandState] = {}
        self._leaves: dict[tuple[Seat, int], tuple[list[int], list[int], list[float]]] = {}
        for mao, pe, chance in deals(deck):
            root = Deal(deck, score, mao, pe, prune).root
            sights = (self._sight(-1, (Seat.MAO, mao)), self._sight(-1, (Seat.PE, pe)))
            self._walk(root, sights, (0, 0), chance)

    def _sight(self, before: int, seen: object) -> int:
        """The number of what a seat knows after it knew `before` and then saw `seen`."""
        key = (before, seen)
        number = self._numbers.setdefault(key, len(self._sights))
        if number == len(self._sights):
            self._sights.append(key)
        return number

    def _walk(self, spot: Spot, sights: tuple[int, int], own: tuple[int, int], chance: float) -> None:
        state = spot.state
        seat = state.to_act
        if seat is None:
            assert state.winner is not None
            rows, columns, chances = self._leaves.setdefault((state.winner, state.points), ([], [], []))
            rows.append(own[0])
            columns.append(own[1])
            chances.append(chance)
            return
        moves = spot.moves
        sequences: list[int] | range = [own[seat]]
        if len(moves) > 1:
            key = sights[seat]
            sequences = self.players[seat].information_set(key, own[seat], len(moves))
            if key not in self._choices[seat]:
                self._met[key] = state
                self._choices[seat][key] = tuple(action for action, _ in moves)
        for (action, after), sequence in zip(moves, sequences, strict=True):
            seen = masked(action)
            if seat is Seat.MAO:
                self._walk(
                    after, (self._sight(sights[0], action), self._sight(sights[1], seen)), (sequence, own[1]), chance
                )
            else:
                self._walk(
                    after, (self._sight(sights[0], seen), self._sight(sights[1], action)), (own[0], sequence), chance
                )

    def with_payoff(self, payoff: Payoff) -> SequenceForm:
        """The game when hands pay mão like this."""
        shape = (self.players[0].size, self.players[1].size)
        matrix = csr_array(shape)
        for (winner, points), (rows, columns, chances) in self._leaves.items():
            matrix = matrix + payoff(winner, points) * csr_array(coo_array((chances, (rows, columns)), shape=shape))
        return SequenceForm(self.players, matrix)

    def information_state(self, sight: int) -> InformationState:
        """The hand and the history behind a number."""
        seen = []
        while sight >= 0:
            sight, last = self._sights[sight]
            seen.append(last)
        (_, hand), *history = reversed(seen)
        return hand, tuple(history)

    def lock(self, seat: Seat, history: tuple[Action, ...], policy: Callable[[Hand], Mapping[Action, float]]) -> int:
        """Leave a seat no choice where its hand went like this; returns at how many information sets."""
        player, before = self.players[seat], len(self.players[seat].locked)
        for sight, actions in self._choices[seat].items():
            hand, met = self.information_state(sight)
            if met == history:
                assert isinstance(hand, tuple)
                chances = policy(hand)
                player.locked[player.keys[sight]] = np.array([chances.get(action, 0.0) for action in actions])
        return len(player.locked) - before

    def plan(self, seat: Seat, policy: Policy) -> np.ndarray:
        """The realisation plan of a policy; the policy gets a state with no more than the hand and the history."""
        player = self.players[seat]
        chance = np.ones(player.size)
        for sight, actions in self._choices[seat].items():
            met = seen_by(replace(self._met[sight], history=()), seat)
            chances = policy(replace(met, history=self.information_state(sight)[1]), actions)
            chance[player.sequences[player.keys[sight]]] = [chances.get(action, 0.0) for action in actions]
        return player.plan(chance)

    def strategy(self, seat: Seat, plan: np.ndarray) -> Strategy:
        """The behaviour strategy of a realisation plan; uniform where the seat itself never goes."""
        player = self.players[seat]
        chance = player.behaviour(plan)
        return {
            self.information_state(sight): dict(
                zip(actions, chance[player.sequences[player.keys[sight]]].tolist(), strict=True)
            )
            for sight, actions in self._choices[seat].items()
        }


@dataclass(frozen=True)
class TrucoSolution:
    """Value to mão and both optimal strategies, with the sizes of the program.

    Attributes:
        value: what mão gets, in the payoff's unit.
        strategies: of mão and pé.
        sequences: number of sequences of each.
        nonzeros: of the payoff matrix.
    """

    value: float
    strategies: tuple[Strategy, Strategy]
    sequences: tuple[int, int]
    nonzeros: int

    def policy(self, seat: Seat) -> Policy:
        return as_policy(self.strategies[seat])


def solve_truco(deck: Deck, score: Score, payoff: Payoff, pruned: bool) -> TrucoSolution:
    """The exact value and optimal strategies of a tiny game."""
    form = TrucoForm(deck, score, pruner(pruned))
    game = form.with_payoff(payoff)
    solution = solve(game)
    strategies = (form.strategy(Seat.MAO, solution.plans[0]), form.strategy(Seat.PE, solution.plans[1]))
    return TrucoSolution(solution.value, strategies, game.sequences, game.payoff.nnz)


def as_policy(strategy: Strategy) -> Policy:
    """A strategy as a policy; states that it does not list (no choice, or pruned away) play uniformly."""

    def policy(state: HandState, actions: tuple[Action, ...]) -> dict[Action, float]:
        assert state.to_act is not None
        hand = state.hands[state.to_act]
        assert hand is not None
        return strategy.get((hand, state.history)) or uniform(state, actions)

    return policy
