"""Opponents that test a pruning: arbitrary inside the pruned tree, sensible after what is not in it.

An action is dominated if it never earns more than what is left, whatever the other does. "Whatever" is any play in
the tree that the pruning leaves, together with some answer to the pruned action; the answer used here is the one in
the pruning's own reason.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from truco_lab.rules import (
    TARGET,
    Accept,
    Action,
    Deck,
    Dominated,
    Fold,
    HandState,
    Play,
    Put,
    Raise,
    Score,
    Seat,
    dominated,
    hand_winner,
    round_winner,
)
from truco_lab.rules.dominance import LAST_TURN

from .payoffs import random_payoff
from .tiny_truco import TrucoForm
from .walk import Prune, uniform


class SensibleStranger:
    """Plays at random in the tree, another way for each seed. Outside of it:

    - takes accepting and raising at once for the raise (`ACCEPT_THEN_RAISE`);
    - accepts a raise whose refusal would give the match away, and goes on as if it had never been made (`DEAD_RAISE`);
    - with the last card, answers a raise knowing whether it wins (`LAST_RERAISE`);
    - led a face-down card that cannot win, asks for all it can get, never folds, and wins (`FACE_DOWN`).
    """

    def __init__(self, seed: int):
        self._seed = seed

    def __call__(self, state: HandState, actions: tuple[Action, ...]) -> dict[Action, float]:
        seat = state.to_act
        assert seat is not None
        if state.pending is not None:
            if len(state.table) == LAST_TURN and state.card_turn is seat:
                return {Accept() if _last_card_wins(state, seat) else Fold(): 1.0}
            if _thrown_lead(state) or state.score[seat.other] + state.stake >= TARGET:
                return {Accept(): 1.0}
        elif _thrown_lead(state):
            return uniform(state, tuple(a for a in actions if isinstance(a, Raise)) or actions)
        history, dead = in_the_tree(state)
        if dead:
            actions = tuple(a for a in actions if not isinstance(a, Raise)) or actions
        draw = random.Random(repr((self._seed, state.hands[seat], history)))
        weights = [draw.choice((0.0, 0.2, 1.0, 1.0)) for _ in actions]
        total = sum(weights)
        return {a: w / total for a, w in zip(actions, weights, strict=True)} if total else uniform(state, actions)


def _last_card_wins(state: HandState, seat: Seat) -> bool:
    (card,) = (c for c, n in enumerate(state.copies_left(seat)) if n)
    last = round_winner(state.table[-1], Put(seat, card, hidden=False))
    return hand_winner((*state.results, last)) is seat


def _thrown_lead(state: HandState) -> bool:
    """Whether the card to beat is a face-down one that the tree does not have."""
    if len(state.table) % 2 == 0 or not state.table[-1].hidden:
        return False
    return not (len(state.table) == 3 and state.results[0] is state.table[-1].seat)


def in_the_tree(state: HandState) -> tuple[list[Action], bool]:
    """The history as the tree would have it, and whether a dead raise was taken out of it."""
    history: list[Action] = []
    stake, asked, asker, plays, dead, answered = state.score.first_stake, None, None, 0, False, True
    for action in state.history:
        match action:
            case Raise(to):
                turn = state.table[plays].seat if plays < len(state.table) else state.card_turn
                raiser = turn if asker is None else asker.other
                secured = stake if asked is None else asked
                if state.score[raiser] + secured >= TARGET:
                    dead, answered = True, False
                    history += [Accept()] if asked else []
                else:
                    if history and isinstance(history[-1], Accept) and asked is None:
                        history.pop()
                    history.append(action)
                stake, asked, asker = secured, to, raiser
            case Accept() if asked is not None:
                stake, asked, asker = asked, None, None
                if answered:
                    history.append(action)
                answered = True
            case _:
                plays += isinstance(action, Play)
                history.append(action)
    return history, dead


def best_replies(deck: Deck, score: Score, seat: Seat, prune: Prune, seeds: Iterable[int]) -> list[float]:
    """What the best replies of `seat`, pruned by `prune`, earn against strangers who keep to the tree.

    One for each seed, with another payoff each.
    """

    def one_sided(state: HandState, action: Action) -> Dominated | None:
        return prune(state, action) if state.to_act is seat else dominated(state, action)

    form = TrucoForm(deck, score, one_sided)
    values = []
    for seed in seeds:
        matrix = form.with_payoff(random_payoff(score, seed)).payoff
        stranger = form.plan(seat.other, SensibleStranger(seed))
        gradient = matrix @ stranger if seat is Seat.MAO else -(matrix.T @ stranger)
        values.append(form.players[seat].best_value(gradient))
    return values
