"""Expected value and best response by plain enumeration: slow, simple, independent of the linear program."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from truco_lab.rules import Action, Deck, Hand, Score, Seat

from .walk import Deal, Payoff, Policy, Spot, deals, masked, pruner, seen_by

History = tuple[Action, ...]


class _Asked:
    """A policy, asked once per information state."""

    def __init__(self, policy: Policy):
        self._policy = policy
        self._known: dict[tuple[Hand, History], dict[Action, float]] = {}

    def __call__(self, spot: Spot, seen: History, history: History) -> dict[Action, float]:
        """Chances at a spot; `seen` is the history as the actor sees it, `history` the whole."""
        actions = tuple(action for action, _ in spot.moves)
        if len(actions) == 1:
            return {actions[0]: 1.0}
        seat = spot.state.to_act
        assert seat is not None
        key = (spot.state.hands[seat], seen)
        found = self._known.get(key)
        if found is None:
            chances = self._policy(seen_by(replace(spot.state, history=history), seat), actions)
            assert set(chances) <= set(actions), f"{set(chances) - set(actions)} is not among {actions}"
            assert abs(sum(chances.values()) - 1) < 1e-5
            found = self._known[key] = {action: p for action, p in chances.items() if p > 0}
        return found


def slow_value(
    deck: Deck, score: Score, payoff: Payoff, policy_mao: Policy, policy_pe: Policy, pruned: bool = False
) -> float:
    """What mão expects when both play fixed policies, over all deals."""
    policies = (_Asked(policy_mao), _Asked(policy_pe))

    def expect(spot: Spot, histories: tuple[History, History, History]) -> float:
        state = spot.state
        seat = state.to_act
        if seat is None:
            assert state.winner is not None
            return payoff(state.winner, state.points)
        chances = policies[seat](spot, histories[seat], histories[2])
        total = 0.0
        for action, after in spot.moves:
            if chance := chances.get(action, 0.0):
                seen = [(*history, action) for history in histories]
                seen[seat.other] = (*histories[seat.other], masked(action))
                total += chance * expect(after, (seen[0], seen[1], seen[2]))
        return total

    return sum(
        chance * expect(Deal(deck, score, mao, pe, pruner(pruned)).root, ((), (), ()))
        for mao, pe, chance in deals(deck)
    )


def slow_best_response(
    deck: Deck,
    score: Score,
    payoff: Payoff,
    policy: Policy,
    seat: Seat,
    pruned: bool = False,
    dealt: Iterable[tuple[Hand, Hand, float]] | None = None,
) -> float:
    """What `seat` gets, for itself, by the best reply to the other seat's fixed policy.

    Recursion over the responder's information states: a state is the list of deals (and of the other's face-down
    cards) that it cannot tell apart, each with the chance that nature and the other give it.

    Args:
        dealt: (mão's hand, pé's hand, chance); by default all deals.
    """
    asked = _Asked(policy)
    sign = 1 if seat is Seat.MAO else -1

    def best(alike: list[tuple[Spot, float, History, History]]) -> float:
        """`alike`: (spot, chance, history as the other sees it, whole history)."""
        state = alike[0][0].state
        if state.to_act is None:
            return sum(p * sign * payoff(spot.state.winner, spot.state.points) for spot, p, _, _ in alike)
        if state.to_act is seat:
            return max(
                best(
                    [
                        (spot.moves[i][1], p, (*seen, masked(action)), (*history, action))
                        for spot, p, seen, history in alike
                    ]
                )
                for i, (action, _) in enumerate(alike[0][0].moves)
            )
        groups: defaultdict[Action, list[tuple[Spot, float, History, History]]] = defaultdict(list)
        for spot, p, seen, history in alike:
            chances = asked(spot, seen, history)
            for action, after in spot.moves:
                if chance := chances.get(action, 0.0):
                    groups[masked(action)].append((after, p * chance, (*seen, action), (*history, action)))
        return sum(map(best, groups.values()))

    by_hand: defaultdict[Hand, list[tuple[Spot, float, History, History]]] = defaultdict(list)
    for mao, pe, chance in deals(deck) if dealt is None else dealt:
        root = Deal(deck, score, mao, pe, pruner(pruned)).root
        by_hand[(mao, pe)[seat]].append((root, chance, (), ()))
    return sum(map(best, by_hand.values()))
