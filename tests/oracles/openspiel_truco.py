"""The tiny game as an OpenSpiel game: a second house's best response and CFR on our rules.

Chance deals both hands at once, weighted by the ways to deal them. Numbers of actions encode those of the rules:
see `ActionCodes`. Needs open_spiel, a development extra.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pyspiel
from open_spiel.python import policy as spiel_policy

from truco_lab.rules import RUNGS, Accept, Action, Deck, Fold, Hand, HandState, Play, Raise, Score, Seat, start

from .walk import Payoff, Policy, Prune, deals, information_state, pruner, seen_by

LONGEST_HAND = 40


class ActionCodes:
    """Accept 0, fold 1, raise to the k-th rung 1 + k, card c open 6 + 2c, face down 7 + 2c."""

    def __init__(self, deck: Deck):
        actions: list[Action] = [Accept(), Fold(), *(Raise(rung) for rung in RUNGS[1:])]
        actions += [Play(c, hidden) for c in range(deck.size) for hidden in (False, True)]
        self.actions = tuple(actions)
        self.codes = {action: code for code, action in enumerate(actions)}


@dataclass(frozen=True)
class Setup:
    """What never changes in a game. OpenSpiel copies states deeply: this and `Spot` copy as themselves."""

    deck: Deck
    score: Score
    payoff: Payoff
    prune: Prune | None
    codes: ActionCodes
    deals: tuple[tuple[Hand, Hand, float], ...]

    def __deepcopy__(self, memo: dict) -> Setup:
        return self


@dataclass(frozen=True)
class Spot:
    """A hand, or None before the deal."""

    hand: HandState | None

    def __deepcopy__(self, memo: dict) -> Spot:
        return self


class TrucoState(pyspiel.State):
    """A hand within a game."""

    def __init__(self, game: TrucoGame):
        super().__init__(game)
        self._setup = game.setup
        self._spot = Spot(None)

    @property
    def hand(self) -> HandState | None:
        """None before the deal."""
        return self._spot.hand

    def current_player(self) -> int:
        if self.hand is None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.hand.to_act is None else int(self.hand.to_act)

    def actions(self) -> tuple[Action, ...]:
        """What the rules engine allows, less what is pruned."""
        assert self.hand is not None
        prune = self._setup.prune
        return tuple(a for a in self.hand.legal if prune is None or prune(self.hand, a) is None)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._setup.codes.codes[action] for action in self.actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(i, chance) for i, (_, _, chance) in enumerate(self._setup.deals)]

    def _apply_action(self, action: int) -> None:
        setup = self._setup
        if self.hand is None:
            mao, pe, _ = setup.deals[action]
            self._spot = Spot(start(setup.deck, setup.score, mao, pe))
        else:
            self._spot = Spot(self.hand.apply(setup.codes.actions[action]))

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else repr(self._setup.codes.actions[action])

    def is_terminal(self) -> bool:
        return self.hand is not None and self.hand.finished

    def returns(self) -> list[float]:
        if self.hand is None or self.hand.winner is None:
            return [0.0, 0.0]
        result = self._setup.payoff(self.hand.winner, self.hand.points)
        return [result, -result]

    def information_state_string(self, player: int | None = None) -> str:
        assert self.hand is not None
        return repr(information_state(self.hand, Seat(self.current_player() if player is None else player)))

    def __str__(self) -> str:
        return "deal" if self.hand is None else f"{self.hand.hands} {self.hand.history}"


class TrucoGame(pyspiel.Game):
    """A deck at a score, with what a hand pays mão."""

    def __init__(self, setup: Setup):
        self.setup = setup
        kind = pyspiel.GameType(
            short_name="tiny_truco",
            long_name="Tiny truco",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
        )
        size = pyspiel.GameInfo(
            num_distinct_actions=len(setup.codes.actions),
            max_chance_outcomes=len(setup.deals),
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST_HAND,
        )
        super().__init__(kind, size, {})

    def new_initial_state(self) -> TrucoState:
        return TrucoState(self)


def spiel_game(deck: Deck, score: Score, payoff: Payoff, pruned: bool) -> TrucoGame:
    """The game as OpenSpiel knows it."""
    return TrucoGame(Setup(deck, score, payoff, pruner(pruned), ActionCodes(deck), tuple(deals(deck))))


class SpielPolicy(spiel_policy.Policy):
    """Two policies of ours, mão's and pé's, as one of OpenSpiel's."""

    def __init__(self, game: TrucoGame, mao: Policy, pe: Policy):
        super().__init__(game, [0, 1])
        self._codes = game.setup.codes.codes
        self._policies = (mao, pe)

    def action_probabilities(self, state: TrucoState, player_id: int | None = None) -> dict[int, float]:
        actions = state.actions()
        if len(actions) == 1:
            return {self._codes[actions[0]]: 1.0}
        assert state.hand is not None
        seat = Seat(state.current_player())
        chances = self._policies[seat](seen_by(state.hand, seat), actions)
        return {self._codes[action]: chances.get(action, 0.0) for action in actions}


def as_policy(game: TrucoGame, probabilities: Callable[[TrucoState], dict[int, float]]) -> Policy:
    """One of OpenSpiel's policies (its `action_probabilities`) as one of ours, for information states of the game."""
    known: dict[str, dict[Action, float]] = {}

    def collect(state: TrucoState) -> None:
        if state.is_terminal():
            return
        if state.is_chance_node():
            codes = [code for code, _ in state.chance_outcomes()]
        else:
            codes = state.legal_actions()
            chances = probabilities(state)
            known[state.information_state_string()] = {game.setup.codes.actions[c]: chances.get(c, 0.0) for c in codes}
        for code in codes:
            collect(state.child(code))

    collect(game.new_initial_state())

    def policy(state: HandState, actions: tuple[Action, ...]) -> dict[Action, float]:
        assert state.to_act is not None
        return known[repr((state.hands[state.to_act], state.history))]

    return policy
