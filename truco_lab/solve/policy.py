"""Reading a strategy by states of the rules engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..errors import TrucoLabError
from ..rules import Accept, Action, Fold, HandState, Play, Raise, Seat
from ..tree.betting import RAISE, STAY, Betting
from ..tree.replies import Result, result
from ..tree.tree import HIDDEN, OPEN, Group, Tree

if TYPE_CHECKING:
    from .engine import Engine, Solving

Reader = Callable[[str], np.ndarray]
"""A block's weights, [actions, holdings, nodes, paths]."""


class OffTreeError(TrucoLabError):
    """A state that only a dominated action leads to."""


@dataclass(frozen=True)
class Policy:
    """The average strategies of both seats in one subgame.

    Attributes:
        tree: what the arrays mean.
        round_one: reads the blocks of round 1.
        outcome: gives the reader of a group's blocks after a round-1 outcome (group, outcome).
    """

    tree: Tree
    round_one: Reader
    outcome: Callable[[int, int], Reader]

    @classmethod
    def of(cls, engine: Engine, state: Solving, subgame: int) -> Policy:
        """The policy in an engine's state."""
        places = {
            (chunk.group, outcome): (k, b)
            for k, chunk in reversed(list(enumerate(engine.chunks)))
            for b, (item, outcome) in reversed(list(enumerate(zip(chunk.subgames, chunk.outcomes, strict=True))))
            if item == subgame
        }

        def round_one(name: str) -> np.ndarray:
            return np.asarray(state.round_one.averages[name])[..., subgame]

        def outcome(group: int, number: int) -> Reader:
            k, b = places[group, number]
            return lambda name: np.asarray(state.chunks[k].averages[name])[..., b]

        return cls(engine.tree, round_one, outcome)

    def __call__(self, state: HandState) -> dict[Action, float]:
        """Probabilities of the acting seat's actions; actions the tree leaves out are not listed.

        Args:
            state: running, with the actor's hand known.

        Raises:
            OffTreeError: only a dominated action leads there.
        """
        seat = state.to_act
        assert seat is not None
        hand = state.hands[seat]
        assert hand is not None
        if state.eleven_pending:
            fold, accept = _shares(self.round_one("eleven")[:, self.tree.held.hands.index(hand), 0, 0])
            return {Fold(): fold, Accept(): accept}
        walk = _walk(state)
        turn = len(state.table)
        if turn < 2:
            return self._first_round(state, seat, walk)
        return self._later(state, seat, walk)

    def _first_round(self, state: HandState, seat: Seat, raises: list[int]) -> dict[Action, float]:
        bettings = (self.tree.round_one.lead, self.tree.round_one.reply)
        turn, held = len(state.table), self.tree.held
        incoming = _path(bettings[:turn], raises)
        node = 0 if turn == 0 else state.table[0].card
        hand = state.hands[seat]
        assert hand is not None
        if seat is Seat.MAO and turn == 1:
            holding = held.pairs.index(_without(hand, state.table[0].card))
        else:
            holding = held.hands.index(hand)
        bets = _bets(self.round_one, str(turn), bettings[turn], seat, holding, node, incoming, state, raises[turn])
        if state.pending is not None:
            return bets
        weights = self.round_one(f"{turn}.card")[:, holding, node, bettings[turn].accepted(incoming, raises[turn])]
        exist = held.hand_cell[:, holding] >= 0
        cards: dict[Action, float] = {
            Play(card): share
            for card, share, exists in zip(hand, _shares(weights, exist), exist, strict=True)
            if exists
        }
        return _then(bets, cards)

    def _later(self, state: HandState, seat: Seat, raises: list[int]) -> dict[Action, float]:
        first = tuple(put.card for put in state.table[:2])
        number, group = next((g, x) for g, x in enumerate(self.tree.groups) if x.winner is state.results[0])
        outcome = int(np.flatnonzero((group.outcomes == first).all(1))[0])
        read = self.outcome(number, outcome)
        bettings = (self.tree.round_one.lead, self.tree.round_one.reply, group.lead, group.reply, group.third)
        turn = len(state.table)
        if any(put.hidden for put in state.table[3:]) or (
            turn > 2 and state.table[2].hidden and HIDDEN not in group.kinds
        ):
            raise OffTreeError("a face-down card that the tree leaves out was played")
        kind = HIDDEN if turn > 2 and state.table[2].hidden else OPEN
        if turn == 5:
            return _last(read, group, kind, _path(bettings, raises), seat, state, raises[5])
        node = self._node(group, kind, state)
        hand = state.hands[seat]
        assert hand is not None
        own = state.played(seat)
        known = 1 + (turn > 2 and seat is not group.leader and turn == 4) + (turn > 2 and seat is group.leader)
        if kind == HIDDEN and seat is group.leader and turn > 2:
            known = 1
        left = _without(hand, *own[:known])
        held = self.tree.held
        holding = held.pairs.index(left) if len(left) == 2 else left[0]
        incoming = _path(bettings[:turn], raises)
        name = str(turn) if turn == 2 else f"{turn}{kind}"
        bets = _bets(read, name, bettings[turn], seat, holding, node, incoming, state, raises[turn])
        if state.pending is not None:
            return bets
        path = bettings[turn].accepted(incoming, raises[turn])
        if turn == 2:
            weights = read("2.card")[:, holding, 0, path]
            exist = np.array([True, left[0] != left[1], True][: len(weights)])
            plays = (Play(left[0]), Play(left[1]), Play(left[1], hidden=True))
            shares = zip(plays, _shares(weights, exist), exist, strict=False)
            cards: dict[Action, float] = {play: share for play, share, exists in shares if exists}
        elif turn == 3:
            cards = self._reply(read, group, kind, holding, path, state)
        else:
            cards = {Play(left[0]): 1.0}
        return _then(bets, cards)

    def _node(self, group: Group, kind: str, state: HandState) -> int:
        if len(state.table) == 2 or (len(state.table) == 3 and kind == HIDDEN):
            return 0
        table = group.replies[kind]
        lead = 0 if kind == HIDDEN else table.leads.index(state.table[2].card)
        if len(state.table) == 3:
            return lead
        reply = state.table[3].card
        return int(np.flatnonzero((table.next_lead == lead) & (table.next_card == reply))[0])

    def _reply(
        self, read: Reader, group: Group, kind: str, holding: int, path: int, state: HandState
    ) -> dict[Action, float]:
        table = group.replies[kind]
        shown = None if kind == HIDDEN else state.table[2].card
        cell = holding * len(table.leads) + table.leads.index(shown)
        high, low = self.tree.held.pairs[holding]
        place = np.flatnonzero(table.choices == cell)
        if len(place):
            first, second = _shares(read(f"3{kind}.card")[:, int(place[0]), 0, path])
            return {Play(high): first, Play(low): second}
        keeps = [c for c in (high, low) if result(shown, c, group.winner is None) is not Result.LOSES]
        return {Play(keeps[0] if keeps else high): 1.0}


def _walk(state: HandState) -> list[int]:
    """How many raises each card turn had so far, the current one included."""
    raises = [0]
    for action in state.history:
        if isinstance(action, Play):
            raises.append(0)
        elif isinstance(action, Raise):
            raises[-1] += 1
    return raises


def _path(bettings: tuple[Betting, ...], raises: list[int]) -> int:
    """The path that comes out of these turns, as an index into the last one's `out`."""
    path = 0
    for turn, count in zip(bettings, raises, strict=False):
        if count and turn.order.index(path) >= (turn.layers[count - 1] if count <= len(turn.layers) else 0):
            raise OffTreeError("a raise that the tree leaves out was made")
        path = turn.accepted(path, count)
    return path


def _bets(
    read: Reader,
    name: str,
    turn: Betting,
    seat: Seat,
    holding: int,
    node: int,
    incoming: int,
    state: HandState,
    layer: int,
) -> dict[Action, float]:
    """Shares of the betting actions; a card turn's remaining share is that of playing a card."""
    place = turn.order.index(incoming)

    def yes(layer: int, question: str) -> float:
        """Probability of the second answer, 0 where the question is not asked."""
        where = turn.decisions(seat).get((layer, question))
        if where is None or place >= where.stop - where.start:
            return 0.0
        return _shares(read(f"{name}.{seat.name}")[:, holding, node, where.start + place])[1]

    raising = [action for action in state.legal if isinstance(action, Raise)]
    if state.pending is not None:
        if layer > len(turn.layers) or place >= turn.layers[layer - 1]:
            raise OffTreeError("a raise that the tree leaves out was made")
        stay, more = yes(layer, STAY), yes(layer, RAISE)
        answers: dict[Action, float] = {Fold(): 1 - stay, Accept(): stay * (1 - more)}
        return answers | ({raising[0]: stay * more} if more else {})
    ask = yes(0, RAISE) if layer == 0 else 0.0
    return {raising[0]: ask} if ask else {}


def _last(
    read: Reader, group: Group, kind: str, outgoing: int, seat: Seat, state: HandState, layer: int
) -> dict[Action, float]:
    """Turn 5: raise or show, and the answer."""
    place = group.last_order.index(outgoing)
    live = place < group.last_raises
    table, shown = group.replies[kind], state.table[4].card
    lead = 0 if kind == HIDDEN else table.leads.index(state.table[2].card)
    node = int(np.flatnonzero((table.next_lead == lead) & (table.next_card == state.table[3].card))[0])
    if state.pending is not None:
        if not live or layer != 1:
            raise OffTreeError("a raise that the tree leaves out was made")
        fold, accept = _shares(read(f"5{kind}.{seat.name}")[:, shown, node, place])
        return {Fold(): fold, Accept(): accept}
    hand = state.hands[seat]
    assert hand is not None
    play = Play(_without(hand, *state.played(seat))[0])
    if layer or not live:
        return {play: 1.0}
    wins = state.apply(play).winner is seat
    bluff = 1.0 if wins else _shares(read(f"5{kind}.{seat.name}")[:, shown, node, place])[1]
    raising = next(action for action in state.legal if isinstance(action, Raise))
    return {raising: bluff, play: 1 - bluff}


def _then(bets: dict[Action, float], cards: dict[Action, float]) -> dict[Action, float]:
    """Raise first, else a card."""
    playing = 1 - sum(bets.values())
    return bets | {play: share * playing for play, share in cards.items()}


def _shares(weights: np.ndarray, exists: np.ndarray | None = None) -> list[float]:
    """Weights as probabilities; equal ones, among actions that exist, if there is no mass."""
    weights = np.asarray(weights, float) if weights.any() else np.ones(len(weights))
    if exists is not None:
        weights = weights * exists
    return (weights / weights.sum()).tolist()


def _without(hand: tuple[int, ...], *cards: int) -> tuple[int, ...]:
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)
