"""Reading a strategy by states of the rules engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..errors import TrucoLabError
from ..rules import Accept, Action, Fold, Hand, HandState, Play, Put, Raise, Seat, hand_winner, round_winner
from ..tree.betting import RAISE, STAY, Betting
from ..tree.tree import HIDDEN, OPEN, Group, Tree

if TYPE_CHECKING:
    from .engine import Engine
    from .state import Solving

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
            OffTreeError: only an action that the tree leaves out leads there; never in an unpruned tree.
        """
        seat = state.to_act
        assert seat is not None
        hand = state.hands[seat]
        assert hand is not None
        if state.eleven_pending:
            fold, accept = _shares(self.round_one("eleven")[:, self.tree.held.hands.index(hand), 0, 0])
            return {Fold(): fold, Accept(): accept}
        if len(state.table) < 2:
            return self._first_round(state, seat, hand)
        return self._later(state, seat, hand)

    def _first_round(self, state: HandState, seat: Seat, hand: Hand) -> dict[Action, float]:
        bettings = (self.tree.round_one.lead, self.tree.round_one.reply)
        turn, held = len(state.table), self.tree.held
        node = 0 if turn == 0 else state.table[0].card
        if seat is Seat.MAO and turn == 1:
            holding = held.pairs.index(_without(hand, state.table[0].card))
        else:
            holding = held.hands.index(hand)
        line = _Line.of(state, self.tree.pruned, bettings)
        bets = _bets(self.round_one, str(turn), line, seat, holding, node)
        if state.pending is not None:
            return bets
        exist = held.hand_cell[:, holding] >= 0
        return _then(bets, self.round_one(f"{turn}.card")[:, holding, node, line.end], [*map(Play, hand)], exist)

    def _later(self, state: HandState, seat: Seat, hand: Hand) -> dict[Action, float]:
        first = tuple(put.card for put in state.table[:2])
        number, group = next((g, x) for g, x in enumerate(self.tree.groups) if x.winner is state.results[0])
        read = self.outcome(number, int(np.flatnonzero((group.outcomes == first).all(1))[0]))
        turn, kind = len(state.table), HIDDEN if any(put.hidden for put in state.table[2:3]) else OPEN
        if kind not in group.kinds or (group.pruned and any(put.hidden for put in state.table[3:])):
            raise OffTreeError("off-tree-face-down")
        round_one = self.tree.round_one
        bettings = (round_one.lead, round_one.reply, group.lead, group.reply, group.third, group.last)
        line = _Line.of(state, group.pruned, bettings)
        if turn == 5:
            last = _pruned_last if group.pruned else _last
            return last(read, group, kind, line, state, seat, hand)
        table, node = group.replies[kind], _node(group, kind, state)
        name = "2" if turn == 2 else f"{turn}{kind}"
        in_hand = _without(hand, *state.played(seat))
        holding = group.axis(seat, turn, kind).place(*_unseen(group, turn, kind, state, seat, hand))
        bets = _bets(read, name, line, seat, holding, node)
        if state.pending is not None:
            return bets
        if turn == 4:
            weights = np.ones(1) if group.pruned else read(f"{name}.card")[:, holding, node, line.end]
            plays = [Play(in_hand[0]), Play(in_hand[0], hidden=True)]
            return _then(bets, weights, plays[: len(weights)], np.ones(len(weights), bool))
        plays = [Play(card, hidden) for hidden in (False, True) for card in in_hand]
        if turn == 2:
            slots = group.lead_slots[:, holding]
            plays = plays if len(slots) == len(plays) else [*plays[:2], plays[3]][: len(slots)]
            return _then(bets, read("2.card")[:, holding, 0, line.end], plays, slots)
        cell = holding * len(table.leads) + node
        actions = len(table.legal)
        certain = int(table.certain[cell])
        if certain < 0:
            q = int(np.flatnonzero(table.choices == cell)[0])
            return _then(bets, read(f"{name}.card")[:, q, 0, line.end], plays[:actions], table.legal[:, q])
        if group.pruned:
            return _then(bets, np.ones(1), [plays[certain]], np.ones(1, bool))
        exist = np.array([True, in_hand[0] != in_hand[1]] * 2)
        return _then(bets, np.eye(actions)[certain], plays, exist)


@dataclass(frozen=True)
class _Line:
    """The betting of a line up to its last card turn.

    Attributes:
        turn: the betting of that turn.
        incoming: its incoming path.
        raises: raises so far at that turn, in its chain and in its second stage.
        again: whether the second stage has begun.
        state: the state.
    """

    turn: Betting
    incoming: int
    raises: tuple[int, int]
    again: bool
    state: HandState

    @classmethod
    def of(cls, state: HandState, pruned: bool, bettings: Sequence[Betting]) -> _Line:
        """Pruned, a re-raise that is spelt as accepting and raising at once is the re-raise."""
        raises, last = [[0, 0]], None
        for action in state.history:
            if isinstance(action, Play):
                raises.append([0, 0])
            elif isinstance(action, Raise):
                raises[-1][not pruned and (isinstance(last, Accept) or raises[-1][1] > 0)] += 1
            last = action
        path = 0
        for turn, (chain, again) in zip(bettings, raises[:-1], strict=False):
            if chain > turn.chain(path):
                raise OffTreeError("off-tree-raise")
            path = turn.end(path, (chain, again))
        turn, (chain, again) = bettings[len(raises) - 1], raises[-1]
        if chain > turn.chain(path):
            raise OffTreeError("off-tree-raise")
        accepted = state.pending is None and chain > 0 and state.to_act is turn.actor
        return cls(turn, path, (chain, again), turn.again is not None and (again > 0 or accepted), state)

    @property
    def end(self) -> int:
        """The path on which the card is played."""
        return self.turn.end(self.incoming, self.raises)


def _bets(read: Reader, name: str, line: _Line, seat: Seat, holding: int, node: int) -> dict[Action, float]:
    """Shares of the betting actions; a card turn's remaining share is that of playing a card."""
    stage, incoming, layer, state = line.turn, line.incoming, line.raises[0], line.state
    if line.again:
        assert stage.again is not None
        name, stage, incoming, layer = f"{name}.again", stage.again, stage.accepted(incoming, layer), line.raises[1]
    place, questions = stage.order.index(incoming), stage.decisions(seat)

    def yes(question: str) -> float | None:
        """Probability of the second answer, None where the question is not asked."""
        where = questions.get((layer, question))
        if where is None or place >= where.stop - where.start:
            return None
        return _shares(read(f"{name}.{seat.name}")[:, holding, node, where.start + place])[1]

    raising = [action for action in state.legal if isinstance(action, Raise)]
    if state.pending is not None:
        stay, more = yes(STAY), yes(RAISE)
        assert stay is not None
        answers: dict[Action, float] = {Fold(): 1 - stay, Accept(): stay * (1 - (more or 0.0))}
        return answers if more is None else answers | {raising[0]: stay * more}
    ask = yes(RAISE) if layer == 0 else None
    return {} if ask is None else {raising[0]: ask}


def _node(group: Group, kind: str, state: HandState) -> int:
    """Public cards of round 2, as the blocks of turns 2 to 4 count them."""
    if len(state.table) == 2:
        return 0
    table = group.replies[kind]
    lead = table.leads.index(None if state.table[2].hidden else state.table[2].card)
    if len(state.table) == 3:
        return lead
    return table.node(lead, None if state.table[3].hidden else state.table[3].card)


def _unseen(group: Group, turn: int, kind: str, state: HandState, seat: Seat, hand: Hand) -> tuple[int, ...]:
    """A seat's cards on its private axis; from its second card on the one of round 3, then one face down."""
    if turn == 2 or (turn == 3 and seat is not group.leader):
        return _without(hand, state.played(seat)[0])
    hidden = tuple(put.card for put in state.table[2:4] if put.seat is seat and put.hidden)
    cards = (*_without(hand, *state.played(seat)[:2]), *hidden)
    return tuple(sorted(cards, reverse=True)) if group.pruned else cards


def _last(
    read: Reader, group: Group, kind: str, line: _Line, state: HandState, seat: Seat, hand: Hand
) -> dict[Action, float]:
    """Turn 5 of the unpruned tree."""
    led = state.table[4]
    how = HIDDEN if led.hidden else OPEN
    name, end, last = f"5{kind}.{how}", group.endings(kind)[how], group.last_player
    unseen, node = _unseen(group, 4, kind, state, seat, hand), _node(group, kind, state)
    if how == OPEN:
        node += led.card * group.replies[kind].nodes
    if how == OPEN and seat is not last:
        holding = 0 if end.by_class else group.held.single.place(*unseen[1:])
    elif end.by_class:
        holding = 0 if _wins(state, seat, unseen[0]) else 1
    else:
        holding = group.axis(seat, 4, kind).place(*unseen)
    bets = _bets(read, name, line, seat, holding, node)
    if state.pending is not None:
        return bets
    choice = holding < end.choosing
    weights = read(f"{name}.card")[:, holding, node, line.end] if choice else np.array([1, 0])
    return _then(bets, weights, [Play(unseen[0]), Play(unseen[0], hidden=True)], np.ones(2, bool))


def _pruned_last(
    read: Reader, group: Group, kind: str, line: _Line, state: HandState, seat: Seat, hand: Hand
) -> dict[Action, float]:
    """Turn 5 of the pruned tree: raise or show, and the answer."""
    place, layer = group.last.order.index(line.incoming), line.raises[0]
    node, shown = _node(group, kind, state), state.table[4].card
    if state.pending is not None:
        fold, accept = _shares(read(f"5{kind}.{seat.name}")[:, shown, node, place])
        return {Fold(): fold, Accept(): accept}
    card = _without(hand, *state.played(seat))[0]
    if layer or place >= group.last_raises:
        return {Play(card): 1.0}
    bluff = 1.0 if _wins(state, seat, card) else _shares(read(f"5{kind}.{seat.name}")[:, shown, node, place])[1]
    raising = next(action for action in state.legal if isinstance(action, Raise))
    return {raising: bluff, Play(card): 1 - bluff}


def _wins(state: HandState, seat: Seat, card: int) -> bool:
    """Whether the last card wins the hand if it is put down open."""
    return hand_winner((*state.results, round_winner(state.table[-1], Put(seat, card, hidden=False)))) is seat


def _then(
    bets: dict[Action, float], weights: np.ndarray, plays: Sequence[Play], exist: np.ndarray
) -> dict[Action, float]:
    """Raise first, else a card, of those that exist."""
    playing = 1 - sum(bets.values())
    shares = zip(plays, _shares(weights, exist), exist, strict=True)
    return bets | {play: share * playing for play, share, exists in shares if exists}


def _shares(weights: np.ndarray, exists: np.ndarray | None = None) -> list[float]:
    """Weights as probabilities; equal ones, among actions that exist, if there is no mass."""
    weights = np.asarray(weights, float) if weights.any() else np.ones(len(weights))
    if exists is not None:
        weights = weights * exists
    return (weights / weights.sum()).tolist()


def _without(hand: Hand, *cards: int) -> Hand:
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)
