"""The game that is left at a public state, node by node: for the last turn, and for cards face down off the tree.

Every public state is a node with vectors over both seats' rows; a row is a hand together with the cards of it that
were hidden. What lies face down never wins anything, so a showdown's pay-off is public, and a hidden card matters
only because it cannot be anywhere else. The rules engine makes the nodes; dominated actions are left out where the
public state alone says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations

import numpy as np

from ..rules import RUNGS, Action, Hand, HandState, Play, Seat, dominated
from ..solve.book import Book, Pass, State
from ..solve.policy import Policy
from ..tree.tree import Block
from .hands import Dealing, without
from .outcome import Plain, Recording, evaluating
from .reading import Mix, masked, shown, strategies


@dataclass(frozen=True)
class Rows:
    """What a seat may have at a public state.

    Attributes:
        hands: index of each row's hand, i[X].
        hidden: the cards of it that were put face down, in order.
    """

    hands: np.ndarray
    hidden: tuple[Hand, ...]

    def __len__(self) -> int:
        return len(self.hands)


@dataclass(frozen=True)
class Option:
    """An action, where it leads, and the row there of each row here, i[X]; -1 for rows that lack it."""

    action: Action
    child: int
    rows: np.ndarray


@dataclass(frozen=True)
class Decision:
    """A public state where somebody acts; `options` may share a child, as face-down cards do."""

    state: HandState
    seat: Seat
    rows: tuple[Rows, Rows]
    options: tuple[Option, ...]


@dataclass(frozen=True)
class End:
    """The end of the hand."""

    winner: Seat
    rung: int
    rows: tuple[Rows, Rows]


@dataclass(frozen=True)
class SmallGame:
    """What is left at a running state, small enough to be walked node by node.

    Attributes:
        dealing: of the deck.
        state: the public state; classes face down are not looked at.
        reach: of the hands of each seat, as the other seat sees the line, f[H].
        match: pay-offs, f[winner, rung].
    """

    dealing: Dealing
    state: HandState
    reach: tuple[np.ndarray, np.ndarray]
    match: np.ndarray

    @property
    def actor(self) -> Seat:
        assert self.state.to_act is not None
        return self.state.to_act

    @cached_property
    def rows(self) -> tuple[Rows, Rows]:
        """Both seats' rows at the root."""
        mao, pe = (self._rows(seat) for seat in Seat)
        return mao, pe

    def _rows(self, seat: Seat) -> Rows:
        hands, hidden, face_down = [], [], len(self.state.played(seat)) - len(shown(self.state, seat))
        for h, hand in enumerate(self.dealing.hands):
            rest = without(hand, shown(self.state, seat))
            for cards in sorted(set(permutations(rest, face_down))) if rest is not None else ():
                hands.append(h)
                hidden.append(cards)
        return Rows(np.array(hands, int), tuple(hidden))

    @cached_property
    def start_reach(self) -> tuple[np.ndarray, np.ndarray]:
        """Reach of the rows at the root, [X] each."""
        mao, pe = (self.reach[seat][self.rows[seat].hands] * self._share(seat) for seat in Seat)
        return mao, pe

    def _share(self, seat: Seat) -> np.ndarray:
        """How a hand's reach is shared by what it may have hidden: the lower card in the tree, else evenly."""
        rows = self.rows[seat]
        if not any(rows.hidden):
            return np.ones(len(rows))
        table = self.state.table
        in_tree = table[2].hidden and table[2].seat is seat and self.state.results[0] is seat
        if in_tree and len(rows.hidden[0]) == 1:
            rest = [without(self.dealing.hands[h], shown(self.state, seat)[:1]) for h in rows.hands]
            return np.array([float(r is not None and c == (min(r),)) for r, c in zip(rest, rows.hidden, strict=True)])
        return 1 / np.bincount(rows.hands)[rows.hands]

    def row_of(self, seat: Seat, hidden: Hand) -> np.ndarray:
        """The row of each hand that hid these cards, i[H]; -1 for hands without them."""
        rows = self.rows[seat]
        found = np.full(len(self.dealing.hands), -1)
        for x, (h, cards) in enumerate(zip(rows.hands, rows.hidden, strict=True)):
            if cards == hidden:
                found[h] = x
        return found

    # -- nodes ---------------------------------------------------------------------------------------------------

    @cached_property
    def nodes(self) -> tuple[Decision | End, ...]:
        """All nodes, the root last."""
        found: list[Decision | End] = []
        self._grow(masked(masked(self.state, Seat.MAO), Seat.PE), self.rows, found)
        return tuple(found)

    def _grow(self, state: HandState, rows: tuple[Rows, Rows], found: list[Decision | End]) -> int:
        if state.to_act is None:
            assert state.winner is not None
            found.append(End(state.winner, RUNGS.index(state.points), rows))
            return len(found) - 1
        options = tuple(self._options(state, state.to_act, rows, found))
        found.append(Decision(state, state.to_act, rows, options))
        return len(found) - 1

    def _options(
        self, state: HandState, seat: Seat, rows: tuple[Rows, Rows], found: list[Decision | End]
    ) -> Iterator[Option]:
        kept = [action for action in state.legal if dominated(state, action) is None]
        mine = rows[seat]
        face_down: tuple[int, Rows] | None = None
        for action in kept:
            if not isinstance(action, Play):
                yield Option(action, self._grow(state.apply(action), rows, found), np.arange(len(mine)))
                continue
            has = self._has(mine, action.card, state, seat)
            if not has.any():
                continue
            if not action.hidden:
                child = self._grow(state.apply(action), rows, found)
                yield Option(action, child, np.where(has, np.arange(len(mine)), -1))
                continue
            if face_down is None:
                after = _hiding(self.dealing, state, seat, mine)
                both = (after, rows[1]) if seat is Seat.MAO else (rows[0], after)
                face_down = self._grow(masked(state.apply(action), seat.other), both, found), after
            place = {key: x for x, key in enumerate(zip(face_down[1].hands.tolist(), face_down[1].hidden, strict=True))}
            keys = zip(mine.hands.tolist(), mine.hidden, strict=True)
            yield Option(
                action, face_down[0], np.array([place.get((h, (*cards, action.card)), -1) for h, cards in keys])
            )

    def _has(self, rows: Rows, card: int, state: HandState, seat: Seat) -> np.ndarray:
        """Which rows still have a card, bool[X]."""
        gone = np.array([cards.count(card) for cards in rows.hidden]) + shown(state, seat).count(card)
        return self.dealing.held.hand_counts[card, rows.hands] > gone

    # -- a pass --------------------------------------------------------------------------------------------------

    @cached_property
    def blocks(self) -> dict[str, Block]:
        """One block per decision, by the number of its node."""
        return {
            str(k): Block(
                node.seat,
                (len(node.options), len(node.rows[node.seat]), 1, 1),
                np.array([option.rows >= 0 for option in node.options]),
            )
            for k, node in enumerate(self.nodes)
            if isinstance(node, Decision)
        }

    def start(self) -> list[State]:
        """Zero regrets and averages."""
        halves = [{n: np.zeros((*b.shape, 1), np.float64) for n, b in self.blocks.items()} for _ in range(2)]
        return [State(*halves)]

    def policy(self, policy: Policy) -> list[State]:
        """The solution's strategies in the place of regrets.

        Raises:
            OffTreeError: the solution has none for some state.
        """
        known = {}
        for k, node in enumerate(self.nodes):
            if isinstance(node, Decision):
                mix = strategies(policy, node.state)
                hands = node.rows[node.seat].hands
                rows = [mix[o.action][hands] if o.action in mix else np.zeros(len(hands)) for o in node.options]
                known[str(k)] = np.array(rows)[:, :, None, None, None]
        return [State(known, known)]

    def walk(
        self, seat: Seat, states: list[State], run: Pass, kind: type[Book] = Plain, points: bool = False
    ) -> tuple[np.ndarray, list[Book]]:
        """One pass for a seat, as `Remainder.walk`: the value of its rows at the root, [X], weighted by the chance of
        both hands together."""
        book = kind(self.blocks, states[0], run)
        reach = list(self.start_reach)
        reach[seat] = np.ones(len(reach[seat]))
        worth = np.array(RUNGS) * np.array([[1], [-1]]) if points else self.match
        sign = 1 if seat is Seat.MAO else -1

        def value(k: int, reach: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
            node = self.nodes[k]
            if isinstance(node, End):
                facing = self._joint(node.rows[seat], node.rows[seat.other]) @ reach[seat.other]
                return sign * worth[node.winner, node.rung] * facing
            strategy = book.strategy(str(k))
            chances = strategy[:, :, 0, 0, 0]
            values, total = np.zeros(chances.shape), np.zeros(len(node.rows[seat]))
            for child in dict.fromkeys(option.child for option in node.options):
                arriving = np.zeros(len(self.nodes[child].rows[node.seat]))
                leading = [(a, o, o.rows >= 0) for a, o in enumerate(node.options) if o.child == child]
                for a, option, some in leading:
                    arriving[option.rows[some]] = (reach[node.seat] * chances[a])[some]
                below = value(child, _replaced(reach, node.seat, arriving))
                if node.seat is seat:
                    for a, option, some in leading:
                        values[a, some] = below[option.rows[some]]
                else:
                    total = total + below
            if node.seat is not seat:
                return total
            wide = (slice(None), None, None, None)
            decided = book.decide(str(k), strategy, values[(slice(None), *wide)], reach[seat][wide])
            can_be_here = np.any([option.rows >= 0 for option in node.options], axis=0)
            return np.where(can_be_here, decided[:, 0, 0, 0], 0)

        return value(len(self.nodes) - 1, (reach[0], reach[1])), [book]

    def _joint(self, mine: Rows, other: Rows) -> np.ndarray:
        key = (id(mine), id(other))
        if key not in self._joints:
            self._joints[key] = self.dealing.joint[np.ix_(mine.hands, other.hands)]
        return self._joints[key]

    @cached_property
    def _joints(self) -> dict[tuple[int, int], np.ndarray]:
        return {}

    # -- reading -------------------------------------------------------------------------------------------------

    def weights(self, seat: Seat) -> np.ndarray:
        """What the values of a seat's rows at the root are to be divided by, [X]; nan for rows that face nothing."""
        facing = self._joint(self.rows[seat], self.rows[seat.other]) @ self.start_reach[seat.other]
        return np.where(facing > 0, facing, np.nan)

    def totals(self, seat: Seat) -> np.ndarray:
        """Factors that make the values of a seat's rows the mean over both ranges, [X]."""
        mine, joint = self.start_reach[seat], self._joint(self.rows[seat], self.rows[seat.other])
        return mine / (mine @ joint @ self.start_reach[seat.other])

    def to_hands(self, seat: Seat, rows: np.ndarray, hidden: Hand) -> np.ndarray:
        """A seat's values by row, [X], as values of the hands that hid these cards, [H]; nan elsewhere."""
        place = self.row_of(seat, hidden)
        return np.where(place >= 0, rows[np.maximum(place, 0)], np.nan)

    def root(self, seat: Seat, value: np.ndarray, hidden: Hand = ()) -> np.ndarray:
        """What each hand of a seat expects at the root, [H], from the value of its rows there, [X]."""
        return self.to_hands(seat, value / self.weights(seat), hidden)

    def mix(self, states: list[State], hidden: Hand = ()) -> Mix:
        """The acting seat's strategy at the root, from averages in the place of regrets; it has hidden these cards."""
        root, book = self._root, Plain(self.blocks, states[0], evaluating(greedy=False))
        strategy = book.strategy(str(len(self.nodes) - 1))[:, :, 0, 0, 0]
        return {
            o.action: np.nan_to_num(self.to_hands(self.actor, strategy[a], hidden)) for a, o in enumerate(root.options)
        }

    def values(self, books: Sequence[Book], hidden: Hand = ()) -> Mix:
        """The acting seat's expectation of each action at the root, from a book that recorded a pass of it."""
        assert isinstance(books[0], Recording)
        values = books[0].values[str(len(self.nodes) - 1)][:, :, 0, 0, 0] / self.weights(self.actor)
        options = enumerate(self._root.options)
        worth = {o.action: np.where(o.rows >= 0, values[a], np.nan) for a, o in options}
        return {action: self.to_hands(self.actor, rows, hidden) for action, rows in worth.items()}

    @property
    def _root(self) -> Decision:
        root = self.nodes[-1]
        assert isinstance(root, Decision)
        return root


def _hiding(dealing: Dealing, state: HandState, seat: Seat, rows: Rows) -> Rows:
    """The rows once one more card of each was put face down, whichever it was."""
    hands, hidden = [], []
    for h, cards in zip(rows.hands.tolist(), rows.hidden, strict=True):
        for card in sorted(set(without(dealing.hands[h], (*shown(state, seat), *cards)) or ())):
            hands.append(h)
            hidden.append((*cards, card))
    return Rows(np.array(hands, int), tuple(hidden))


def _replaced(reach: tuple[np.ndarray, np.ndarray], seat: Seat, array: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return (array, reach[1]) if seat is Seat.MAO else (reach[0], array)
