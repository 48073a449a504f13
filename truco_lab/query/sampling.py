"""Playing hands and matches between policies, by a seeded generator."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..rules import TARGET, TURN_UPS, Action, Deck, HandState, Score, Seat, start

Policy = Callable[[HandState], Mapping[Action, float]]
"""Probabilities of the acting seat's actions; it must not look at the other hand, which the state shows."""

Player = Callable[[Score, Deck], Policy]
"""The policy of a player for a hand: `lambda score, deck: study_of(score, deck).solved.policy`."""

NORMAL_95 = 1.959964
"""Half the width of a 95 % interval, in standard errors."""


@dataclass(frozen=True)
class Estimate:
    """A mean from samples with its 95 % confidence interval."""

    mean: float
    low: float
    high: float
    samples: int

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


def play_hand(deck: Deck, score: Score, policies: tuple[Policy, Policy], rng: random.Random) -> HandState:
    """One hand from a shuffled deck; the state at its end.

    Args:
        policies: mão's and pé's.
    """
    cards = [c for c, copies in enumerate(deck.counts) for _ in range(copies)]
    dealt = rng.sample(cards, 6)
    state = start(deck, score, tuple(dealt[:3]), tuple(dealt[3:]))
    while state.to_act is not None:
        chances = policies[state.to_act](state)
        state = state.apply(rng.choices(list(chances), list(chances.values()))[0])
    return state


def play_match(
    score: Score,
    players: tuple[Player, Player],
    rng: random.Random,
    turn_up: Callable[[random.Random], Deck] | None = None,
) -> int:
    """One match from a score; the player who wins it, 0 or 1.

    Args:
        score: player 0 is mão of the first hand.
        players: roles turn after every hand.
        turn_up: draws a hand's deck; by default a turn-up of the real one.
    """
    draw = turn_up or (lambda rng: rng.choice(TURN_UPS).deck)
    mao = 0
    while True:
        deck = draw(rng)
        policies = (players[mao](score, deck), players[1 - mao](score, deck))
        state = play_hand(deck, score, policies, rng)
        assert state.winner is not None
        after = score.after(state.winner, state.points)
        if isinstance(after, Seat):
            return mao if after is Seat.MAO else 1 - mao
        score, mao = after, 1 - mao


def win_rate(
    score: Score,
    players: tuple[Player, Player],
    matches: int,
    seed: int,
    turn_up: Callable[[random.Random], Deck] | None = None,
) -> Estimate:
    """Share of matches that player 0 wins from a score at which it is mão; Wilson's interval."""
    rng = random.Random(seed)
    wins = sum(play_match(score, players, rng, turn_up) == 0 for _ in range(matches))
    rate, z2 = wins / matches, NORMAL_95**2 / matches
    centre, half = (rate + z2 / 2) / (1 + z2), math.sqrt(z2 * (rate * (1 - rate) + z2 / 4)) / (1 + z2)
    return Estimate(rate, centre - half, centre + half, matches)


def hand_result(
    deck: Deck,
    score: Score,
    policies: tuple[Policy, Policy],
    worth: Callable[[Seat, int], float],
    hands: int,
    seed: int,
) -> Estimate:
    """The mean result of a hand, `worth(winner, points)`, with its normal interval."""
    rng, results = random.Random(seed), []
    for _ in range(hands):
        state = play_hand(deck, score, policies, rng)
        assert state.winner is not None
        results.append(worth(state.winner, min(state.points, TARGET)))
    mean = sum(results) / hands
    spread = math.sqrt(sum((r - mean) ** 2 for r in results) / max(hands - 1, 1) / hands)
    return Estimate(mean, mean - NORMAL_95 * spread, mean + NORMAL_95 * spread, hands)
