"""Reading a solution at a public state: the probabilities of every action for all hands at once.

The counterpart of `Policy`, which reads one hand: `strategies` gives [H] vectors by action. A state here has unknown
hands, and cards face down may be unknown too: in the tree it is the lower of the two left.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from ..rules import Accept, Action, Fold, HandState, Play, Put, Raise, Seat
from ..solve.policy import OffTreeError, Policy, Reader
from ..tree.betting import RAISE, STAY, Betting
from ..tree.replies import Result, result
from ..tree.tree import HIDDEN, OPEN, Group, Tree
from .hands import left, scattered

Mix = dict[Action, np.ndarray]
"""A number for each action and hand, [H]; actions that the tree leaves out may lack. As probabilities they are zero for
hands that cannot be there."""

UNKNOWN = -1
"""The class that a seat reads on the other's face-down card."""

LAST_TURN = 5


@dataclass(frozen=True)
class Place:
    """Where a decision of turns 0 to 4 stands in the arrays of a tree.

    Attributes:
        turn: card turn, 0..4.
        kind: how round 2 was led.
        group: of the round-1 outcome, None in round 1.
        node: on the axis of nodes of the turn's betting.
        stay: block and index (on the axis of decisions) of "fold or stay", where a raise is pending.
        more: likewise of "or raise", where another raise is live.
        incoming: the path on which the turn begins.
        outgoing: the path on which a card is played if nobody raises (any more).
    """

    turn: int
    kind: str
    group: Group | None
    node: int
    stay: tuple[str, int] | None
    more: tuple[str, int] | None
    incoming: int
    outgoing: int


@dataclass(frozen=True)
class Last:
    """Where a decision of turn 5 stands: path index, and whether the last player may raise there."""

    kind: str
    group: Group
    node: int
    path: int
    live: bool


def strategies(policy: Policy, state: HandState) -> Mix:
    """The average strategy of the acting seat at a public state.

    Raises:
        OffTreeError: only a dominated action leads there.
    """
    assert state.to_act is not None
    if state.eleven_pending:
        fold, accept = _shares(policy.round_one("eleven")[:, :, 0, 0])
        return {Accept(): accept, Fold(): fold}
    read = reader(policy, state)
    place = locate(policy.tree, state)
    if isinstance(place, Last):
        return _last(read, policy.tree, place, state)
    return mix_at(read, policy.tree, place, state, holdings_of(policy.tree, state, state.to_act))


def reader(policy: Policy, state: HandState) -> Reader:
    """Of the blocks that a state's turn belongs to."""
    return policy.round_one if len(state.table) < 2 else policy.outcome(*outcome_of(policy.tree, state))


def outcome_of(tree: Tree, state: HandState) -> tuple[int, int]:
    """The group of the round-1 outcome, and the outcome in it."""
    played = tuple(put.card for put in state.table[:2])
    number, group = next((g, x) for g, x in enumerate(tree.groups) if x.winner is state.results[0])
    return number, int(np.flatnonzero((group.outcomes == played).all(1))[0])


def locate(tree: Tree, state: HandState) -> Place | Last:
    """Where a running state stands, once the cards are played (not the hand of eleven).

    Raises:
        OffTreeError: only a dominated action leads there.
    """
    seat, turn = state.to_act, len(state.table)
    assert seat is not None
    raises = raises_by_turn(state)
    group, kind, node = None, OPEN, 0
    bettings: tuple[Betting, ...] = (tree.round_one.lead, tree.round_one.reply)
    if turn == 1:
        node = state.table[0].card
    if turn >= 2:
        group = tree.groups[outcome_of(tree, state)[0]]
        bettings += (group.lead, group.reply, group.third)
        kind = _kind(group, state)
        node = _node(group, kind, state)
    incoming, layer = _path(bettings[:turn], raises), raises[turn]
    if turn == LAST_TURN:
        assert group is not None
        path = group.last.order.index(incoming)
        live = path < group.last_raises
        if layer > live:
            raise OffTreeError("off-tree-raise")
        return Last(kind, group, node, path, live and not layer)
    here = bettings[turn]
    outgoing = _path((here,), [layer], incoming)
    name = f"{turn_name(turn, kind)}.{seat.name}"
    questions = here.decisions(seat)

    def asked(layer: int, question: str) -> tuple[str, int] | None:
        where, place = questions.get((layer, question)), here.order.index(incoming)
        return None if where is None or place >= where.stop - where.start else (name, where.start + place)

    answering = state.pending is not None
    stay = asked(layer, STAY) if answering else None
    more = asked(layer, RAISE) if answering or not layer else None
    return Place(turn, kind, group, node, stay, more, incoming, outgoing)


def turn_name(turn: int, kind: str) -> str:
    """How the blocks of a turn are named."""
    return str(turn) if turn < 3 else f"{turn}{kind}"


def raises_by_turn(state: HandState) -> list[int]:
    """How many raises each card turn had so far, the current one included."""
    raises = [0]
    for action in state.history:
        if isinstance(action, Play):
            raises.append(0)
        elif isinstance(action, Raise):
            raises[-1] += 1
    return raises


def holdings_of(tree: Tree, state: HandState, seat: Seat) -> np.ndarray:
    """Index of each hand on the private axis of a seat at a state of the tree, i[H]; -1 for hands that lack its plays.

    A card that the seat hid counts as held, as in the tree; which one it was makes no difference to the index.
    """
    return left(tree.deck, shown(state, seat))


def shown(state: HandState, seat: Seat) -> tuple[int, ...]:
    """The cards that a seat has put down openly."""
    return tuple(put.card for put in state.table if put.seat is seat and not put.hidden)


def masked(state: HandState, seat: Seat) -> HandState:
    """The state with the classes taken out that lie face down where `seat` cannot see them."""
    table = tuple(Put(put.seat, UNKNOWN, True) if put.hidden and put.seat is not seat else put for put in state.table)
    return state if table == state.table else replace(state, table=table)


def mix_at(read: Reader, tree: Tree, place: Place, state: HandState, here: np.ndarray) -> Mix:
    """The probabilities of all actions at a place, from the weights that `read` gives for its blocks.

    Args:
        here: index of each hand on the acting seat's private axis, i[H]; -1 for hands that cannot be there.
    """
    seat = state.to_act
    assert seat is not None
    there = (here >= 0).astype(float)

    def yes(where: tuple[str, int] | None) -> np.ndarray:
        """Probability of the second answer, 0 where the question is not asked."""
        if where is None:
            return np.zeros(len(here))
        name, decision = where
        return scattered(here, _shares(read(name)[:, :, place.node, decision])[1])

    raising = [action for action in state.legal if isinstance(action, Raise)]
    more = yes(place.more)
    raised: Mix = {raising[0]: more} if place.more is not None else {}
    if state.pending is not None:
        stay = yes(place.stay)
        answers: Mix = {Accept(): stay * (1 - more), Fold(): there - stay}
        return {action: stay * share for action, share in raised.items()} | answers
    cards = _cards(read, tree, place, state, seat, here)
    return raised | {play: share * (1 - more) for play, share in cards.items()}


def _cards(read: Reader, tree: Tree, place: Place, state: HandState, seat: Seat, here: np.ndarray) -> Mix:
    """Shares of the cards among those who play one."""
    held, cards = tree.held, range(tree.deck.size - 1, -1, -1)
    if place.turn < 2:
        exist = held.hand_cell >= 0
        shares = _shares(read(f"{place.turn}.card")[:, :, place.node, place.outgoing], exist)
        slots = held.hand_cell // len(held.pairs)
        there = here >= 0
        return {Play(c): (shares * (exist & (slots == c))).sum(0) * there for c in cards}
    high, low = held.pair_cards
    if place.turn == 2:
        weights = read("2.card")[:, :, 0, place.outgoing]
        exist = np.array([high >= 0, high != low, high >= 0][: len(weights)])
        shares = scattered(here, _shares(weights, exist).T).T
        high, low = scattered(here, high), scattered(here, low)
        mix: Mix = {Play(c): shares[0] * (high == c) + shares[1] * (low == c) for c in cards}
        if len(weights) == 3:
            mix |= {Play(c, hidden=True): shares[2] * (low == c) for c in cards}
        return mix
    if place.turn == 3:
        assert place.group is not None
        row, slot = reply_rows(place.group, place.kind, lead_of(state))
        first, some = (slot == 0).astype(float), row >= 0
        if some.any():
            first[some] = _shares(read(f"3{place.kind}.card")[:, :, 0, place.outgoing])[0, row[some]]
        there = here >= 0
        high, low, first = scattered(here, high), scattered(here, low), scattered(here, first)
        return {Play(c): (first * (high == c) + (1 - first) * (low == c)) * there for c in cards}
    kept = kept_cards(tree, state, seat)
    return {Play(c): (kept == c).astype(float) for c in cards}


def lead_of(state: HandState) -> int | None:
    """The class led in round 2, None if it lies face down."""
    return None if state.table[2].hidden else state.table[2].card


def kept_cards(tree: Tree, state: HandState, seat: Seat) -> np.ndarray:
    """The class of the last card of each hand in round 3, i[H]; -1 for hands that lack the seat's plays.

    Of a seat that hid an unknown card it is the higher of the two left.
    """
    if UNKNOWN not in state.played(seat):
        return left(tree.deck, state.played(seat))
    here = holdings_of(tree, state, seat)
    return np.where(here >= 0, tree.held.pair_cards[0][np.maximum(here, 0)], -1)


def reply_rows(group: Group, kind: str, lead: int | None) -> tuple[np.ndarray, np.ndarray]:
    """How each pair answers a lead in round 2: its row among the choices or -1, and the slot it plays without one."""
    table = group.replies[kind]
    row = np.full(len(group.held.pairs), -1)
    cells = np.flatnonzero(table.choices % len(table.leads) == table.leads.index(lead))
    row[table.choices[cells] // len(table.leads)] = cells
    return row, _forced_slots(group.held.pairs, lead, group.winner is None)


@cache
def _forced_slots(pairs: tuple[tuple[int, int], ...], lead: int | None, tied: bool) -> np.ndarray:
    """The first slot of each pair that keeps the hand alive, else 0."""
    alive = [[result(lead, card, tied) is not Result.LOSES for card in pair] for pair in pairs]
    return np.array([int(not first and second) for first, second in alive])


def _last(read: Reader, tree: Tree, place: Last, state: HandState) -> Mix:
    """Turn 5: raise or show, and the answer."""
    seat, group = state.to_act, place.group
    assert seat is not None
    card = state.table[4].card
    there = holdings_of(tree, state, seat) >= 0
    name = f"5{place.kind}.{seat.name}"
    if state.pending is not None:
        fold, accept = _shares(read(name)[:, card, place.node, place.path])
        return {Accept(): accept * there, Fold(): fold * there}
    kept = kept_cards(tree, state, seat)
    raising = [action for action in state.legal if isinstance(action, Raise)]
    ask = np.zeros(len(kept))
    if place.live:
        wins = (kept > card) | ((kept == card) & group.tie_wins)
        ask = np.where(wins, 1.0, _shares(read(name)[:, card, place.node, place.path])[1]) * there
    asked: Mix = {raising[0]: ask} if place.live else {}
    return asked | {Play(c): (kept == c) * (1 - ask) for c in range(tree.deck.size - 1, -1, -1)}


def _kind(group: Group, state: HandState) -> str:
    hidden = [put.hidden for put in state.table]
    if any(hidden[3:]) or (any(hidden) and HIDDEN not in group.kinds):
        raise OffTreeError("off-tree-face-down")
    return HIDDEN if any(hidden) else OPEN


def _node(group: Group, kind: str, state: HandState) -> int:
    if len(state.table) == 2 or (len(state.table) == 3 and kind == HIDDEN):
        return 0
    table = group.replies[kind]
    lead = table.leads.index(lead_of(state))
    if len(state.table) == 3:
        return lead
    return int(np.flatnonzero((table.next_lead == lead) & (table.next_card == state.table[3].card))[0])


def _path(bettings: tuple[Betting, ...], raises: list[int], path: int = 0) -> int:
    """The path that comes out of these turns, as an index into the last one's `out`."""
    for turn, count in zip(bettings, raises, strict=False):
        if count and (count > len(turn.layers) or turn.order.index(path) >= turn.layers[count - 1]):
            raise OffTreeError("off-tree-raise")
        path = turn.accepted(path, count)
    return path


def _shares(weights: np.ndarray, exist: np.ndarray | None = None) -> np.ndarray:
    """Weights [A, X] as probabilities in float64; equal ones, among actions that exist, where there is no mass."""
    weights = np.asarray(weights, float)
    even = np.ones_like(weights) if exist is None else exist.astype(float)
    weights = weights if exist is None else weights * exist
    weights = np.where(weights.sum(0) > 0, weights, even)
    return weights / np.maximum(weights.sum(0), 1e-300)
