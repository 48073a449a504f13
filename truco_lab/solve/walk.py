"""Walking the tree: reaches go down, counterfactual values of one seat come up.

Each step is a function of the reaches of both seats (mão's first, each [X, nodes, paths, B]) that returns the value of
the walking seat's holdings at that point, in +-1 match space from that seat's side; it calls the next step for what
lies below. `GroupWalk` are turns 2 to 5, `RoundOneWalk` turns 0 and 1; `bets.bets` is one card turn's betting.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..rules import Seat
from ..tree.betting import Betting
from ..tree.holdings import Axis
from ..tree.replies import Replies
from ..tree.tree import HIDDEN, OPEN, Group, RoundOne
from .arrays import Array, broadcast_to, materialised, maximum, split, stack, take
from .bets import (
    Facing,
    Payoffs,
    Reach,
    Step,
    added,
    bets,
    by_seat,
    cut,
    inverse,
    joined,
    node_sums,
    reordered,
    rows,
)
from .book import Book
from .ending import ending
from .facing import Classes, Counted, Dense, draws_of


@dataclass(frozen=True)
class GroupWalk:
    """Turns 2 to 5 of a group for the walking seat.

    Attributes:
        left: copies left after round 1, [N, B].
        joint: ordered draws of two pairs from them, [B, P, P].
    """

    group: Group
    book: Book
    seat: Seat
    pay: Payoffs
    left: Array
    joint: Array

    def value(self, reach: Reach) -> Array:
        """From the reaches of both seats' pairs after round 1, [P, paths, B], the value of the seat's pairs."""
        start = (reach[0][:, None], reach[1][:, None])
        return self._bets("2", self.group.lead, self.facing(2, OPEN), start, self._lead)[:, 0]

    def _bets(self, name: str, turn: Betting, facing: Facing, reach: Reach, rest: Step) -> Array:
        return bets(self.book, self.seat, name, turn, facing, self.pay, reach, rest)

    def _by_role(self, leader: Array, second: Array) -> Reach:
        return by_seat(self.group.leader, leader, second)

    def facing(self, turn: int, kind: str) -> Dense | Counted:
        """What holdings face at turns 2 to 4, at all nodes of the turn."""
        table, axes = self.group.replies[kind], self.group.axes(turn, kind)
        shown = [np.array(table.leads)] if turn > 2 and kind == OPEN else []
        if turn == 4 and table.next_card is not None:
            shown = [*(leads[table.next_lead] for leads in shown), table.next_card]
        return Counted(self._left(*shown), axes) if shown else self._two_against_two(axes)

    def _two_against_two(self, axes: tuple[Axis, Axis]) -> Dense:
        held, joint, own = self.group.held, self.joint, []
        for seat, axis in zip(Seat, axes, strict=True):
            if axis is held.hidden:
                joint = take(joint, held.hidden_source % len(held.pairs), 1 + seat)
            own.append(draws_of(self.left, axis)[:, None, None])
        return Dense(joint[:, None], (own[0], own[1]))

    def _left(self, *cards: np.ndarray) -> Array:
        """Copies left at nodes where these classes were shown: [N, nodes, 1, B]."""
        gone = sum(np.eye(self.group.held.classes)[shown] for shown in cards)
        return maximum(self.left[:, None, None] - np.asarray(gone.T, self.left.dtype)[:, :, None, None], 0)

    # -- turn 2: the leader's card -------------------------------------------------------------------------------

    def _lead(self, reach: Reach) -> Array:
        group, held, book, seat = self.group, self.group.held, self.book, self.seat
        n, pairs = held.classes, len(held.pairs)
        leader, second = reach[group.leader], reach[group.leader.other]
        strategy = book.strategy("2.card")
        led = materialised(strategy * leader)  # [slots, P, 1, paths, B]
        kept = rows(led[:2].reshape(2 * pairs, *led.shape[3:]), held.cell_pair.T)  # [kept, lead, paths, B]
        facing_all = broadcast_to(second, (pairs, n, *second.shape[2:]))
        values = [self._reply(OPEN, materialised(self._by_role(kept, facing_all)))]
        if HIDDEN in group.kinds:
            hidden = led[2] if group.pruned else led[2:].reshape(2 * pairs, *led.shape[2:])[held.hidden_source]
            values.append(self._reply(HIDDEN, self._by_role(hidden, second)))
        if seat is not group.leader:
            beside = self.left[None, :, None] - np.asarray(held.pair_counts.T, kept.dtype)[:, :, None, None]
            return added([(beside * values[0]).sum(1, keepdims=True), *values[1:]])
        cells = values[0].reshape(n * n, *values[0].shape[2:])  # kept * N + lead
        card, rest = np.divmod(held.pair_cell, n)
        slots = cells[np.where(held.pair_cell >= 0, rest * n + card, 0)][:, :, None]  # [2, P, 1, paths, B]
        hiding = [v[None] if group.pruned else v[np.maximum(held.hidden_place, 0)] for v in values[1:]]
        return book.decide("2.card", strategy, joined([slots, *hiding], 0), leader)

    # -- turn 3: the second player's card ------------------------------------------------------------------------

    def _reply(self, kind: str, reach: Reach) -> Array:
        facing = self.facing(3, kind)
        return self._bets(f"3{kind}", self.group.reply, facing, reach, lambda r: self._reply_card(kind, facing, r))

    def _reply_card(self, kind: str, facing: Facing, reach: Reach) -> Array:
        group, book, seat = self.group, self.book, self.seat
        table, second_seat = group.replies[kind], group.leader.other
        leader, second = reach[group.leader], reach[second_seat]
        tail = second.shape[2:]
        cells = second.reshape(-1, *tail)  # pair * L + lead
        name = f"3{kind}.card"
        has_choice = len(table.choices) > 0
        weights = self._certain(tail, cells.dtype)
        if has_choice:
            strategy = book.strategy(name)
            weights = materialised(joined([strategy.reshape(-1, *tail), weights], 0))
        flow = (cells[table.source] * weights[table.weight]).reshape(table.left.width, -1, *tail)
        below = self._third(kind, materialised(self._by_role(leader[:, table.next_lead], flow)))
        rungs = [path.rung for path in group.reply.ends]
        results = ((True, table.won_weight), (False, table.lost_weight))
        at_once = [(won, weight) for won, weight in results if weight is not None]

        if seat is not second_seat:
            value = node_sums(self._beside(kind, table) * below, table.next_lead, len(table.leads))
            for won, weight in at_once:
                over = (cells * added([weights[index] for index in weight])).reshape(second.shape)
                value = value + self.pay.of(not won, rungs) * facing.mass(seat, over)
            return value

        pool = [below.reshape(-1, *tail)]
        if at_once:
            mass = facing.mass(seat, leader)
            pool += [(self.pay.of(won, rungs) * mass).reshape(-1, *tail) for won, _ in at_once]
        values = joined(pool, 0)
        if has_choice:
            values = materialised(values)
            chosen = book.decide(name, strategy, values[table.choice_value][:, :, None], cells[table.choices][:, None])
            values = joined([values, chosen[:, 0]], 0)
        return values[table.cell_value].reshape(second.shape)

    @staticmethod
    def _certain(tail: tuple[int, ...], dtype: np.dtype) -> Array:
        """The probabilities 1 and 0, as rows."""
        return broadcast_to(np.array([1, 0], dtype)[:, None, None], (2, *tail))

    def _beside(self, kind: str, table: Replies) -> Array | float:
        """Copies of the reply's class left beside the walking leader's holdings: [X, nodes, 1, B]; 1 if face down."""
        shown = table.next_card
        if shown is None:
            return 1.0
        left = self.left[shown]
        if kind == OPEN:
            same = np.array(table.leads)[table.next_lead] == shown
            left = left - np.asarray(same, left.dtype)[:, None]
        own = self.group.axis(self.seat, 4, kind).counts
        return left[None, :, None] - np.asarray(own[:, shown], left.dtype)[:, :, None, None]

    # -- turn 4: the card that leads round 3 ---------------------------------------------------------------------

    def _third(self, kind: str, reach: Reach) -> Array:
        facing = self.facing(4, kind)
        return self._bets(f"4{kind}", self.group.third, facing, reach, lambda r: self._third_card(kind, facing, r))

    def _third_card(self, kind: str, facing: Facing, reach: Reach) -> Array:
        """Pruned, the card is shown; else it may be put face down."""
        if self.group.pruned:
            assert isinstance(facing, Counted)
            return self._reveal(kind, facing, reach)
        actor, name = self.group.third.actor, f"4{kind}.card"
        strategy = self.book.strategy(name)
        led = materialised(strategy * reach[actor])
        shown, face_down = (by_seat(actor, part, reach[actor.other]) for part in led)
        ways = [
            self._reveal(kind, facing, shown) if isinstance(facing, Counted) else self._reveal_one(kind, shown),
            self._face_down(kind, facing, face_down),
        ]
        return self.book.decide(name, strategy, stack(ways), reach[actor]) if self.seat is actor else added(ways)

    def _reveal(self, kind: str, facing: Counted, reach: Reach) -> Array:
        """The leader of round 3 shows its card s; the last player knows whether its own wins."""
        group, last = self.group, self.group.last_player
        kept, classes = facing.axes[last].cards[0], np.arange(group.held.classes)
        beats = kept[:, None] > classes
        if group.tie_wins:
            beats = beats | (kept[:, None] == classes)
        sides = np.concatenate([beats, ~beats], axis=1)  # [X, 2 N]: holding x beats the shown card s, or does not
        winning, losing = split(facing.seen_by_card(last, reach[last], sides), 2)
        winning, losing = materialised((winning, losing))
        turn = self._last if group.pruned else self._last_classes
        if self.seat is not last:
            return turn(kind, reach[last.other], winning, losing)
        value = turn(kind, facing.left * reach[last.other], winning, losing)
        return facing.seen_by_holding(last, materialised(value), sides)

    # -- turn 5, pruned ------------------------------------------------------------------------------------------

    def _last(self, kind: str, shown: Array, winning: Array, losing: Array) -> Array:
        """A winner raises if it can, a loser may bluff, the other folds or accepts.

        Args:
            shown: reach of the leader of round 3, by the card s it shows, [N, nodes, paths, B]; weighted by the draws
                of s when the last player walks.
            winning, losing: mass of the last player's holdings that beat s or do not.

        Returns:
            For the leader of round 3 its value at s; for the last player its values with a winning and with a losing
            holding, [2 N, nodes, paths, B].
        """
        group, book, seat, pay = self.group, self.book, self.seat, self.pay
        order = group.last.order
        shown, winning, losing = (reordered(array, order) for array in (shown, winning, losing))
        rungs = [path.rung for path in group.last.paths]
        win, lose = pay.of(True, rungs), pay.of(False, rungs)
        is_last = seat is group.last_player
        values = [shown * win, shown * lose] if is_last else [lose * winning + win * losing]
        if group.last_raises:
            live = slice(0, group.last_raises)
            more = [rung + 1 for rung in rungs[live]]
            win, lose, win_more, lose_more = win[live], lose[live], pay.of(True, more), pay.of(False, more)
            s, won, lost = cut(shown, live), cut(winning, live), cut(losing, live)
            bluff = book.strategy(f"5{kind}.{group.last_player.name}")
            answer = book.strategy(f"5{kind}.{group.last_player.other.name}")
            name = f"5{kind}.{seat.name}"
            if is_last:
                folds, accepts = s * answer[0], s * answer[1]
                loser = book.decide(name, bluff, stack([s * lose, folds * win + accepts * lose_more]), lost)
                raising = [folds * win + accepts * win_more, loser]
            else:
                bluffed = lost * bluff[1]
                options = stack([lose * (won + bluffed), lose_more * won + win_more * bluffed])
                raising = [book.decide(name, answer, options, s) + win * (lost * bluff[0])]
            rest = slice(group.last_raises, None)
            values = [joined([new, cut(old, rest)]) for new, old in zip(raising, values, strict=True)]
        return reordered(joined(values, 0), inverse(order))

    # -- turn 5, unpruned ----------------------------------------------------------------------------------------

    def _last_classes(self, kind: str, shown: Array, winning: Array, losing: Array) -> Array:
        """As `_last`, with every raise, and a winner that may put its card face down."""
        last = self.group.last_player
        s, won, lost = (array.reshape(1, -1, *array.shape[2:]) for array in (shown, winning, losing))  # s * C + node
        wins = np.ones((1, s.shape[1]), bool)
        value = self._ending(f"5{kind}.{OPEN}", Classes(last), wins, by_seat(last, joined([won, lost], 0), s))
        return value.reshape(-1, *shown.shape[1:])

    def _reveal_one(self, kind: str, reach: Reach) -> Array:
        """After two cards face down in round 2 the leader of round 3 shows one of its two cards, s: a node."""
        group, held, last = self.group, self.group.held, self.group.last_player
        table, axis, n = held.hidden, group.axis(last, 4, kind), held.classes
        kept, hidden = table.cards
        place = np.full((n, n), -1)
        place[hidden, kept] = np.arange(table.width)
        other = rows(reach[last.other][:, 0], place)  # [hidden, s, paths, B]
        mine = broadcast_to(reach[last], (axis.width, n, *other.shape[2:]))
        axes = (axis, held.single) if last is Seat.MAO else (held.single, axis)
        facing = Counted(self._left(np.arange(n)), axes)
        wins = axis.cards[0][:, None] > np.arange(n)
        value = self._ending(f"5{kind}.{OPEN}", facing, wins, by_seat(last, mine, other))
        if self.seat is last:
            beside = self.left[None, :, None] - np.asarray(axis.counts, value.dtype)[:, :, None, None]
            return (beside * value).sum(1, keepdims=True)
        return value.reshape(n * n, *value.shape[2:])[hidden * n + kept][:, None]

    def _face_down(self, kind: str, facing: Facing, reach: Reach) -> Array:
        """The leader of round 3 puts its card face down: nothing more is shown, and any open card beats it."""
        width = self.group.axis(self.group.last_player, 4, kind).width
        wins = np.ones((0 if self.group.tie_wins else width, 1), bool)
        return self._ending(f"5{kind}.{HIDDEN}", facing, wins, reach)

    def _ending(self, name: str, facing: Facing, wins: np.ndarray, reach: Reach) -> Array:
        return ending(self.book, self.seat, name, self.group.last, facing, self.pay, wins, reach)


@dataclass(frozen=True)
class RoundOneWalk:
    """The hand of eleven and turns 0 and 1 for the walking seat; B runs over turn-up classes.

    Attributes:
        counts: copies, [N, B].
        hands: hands against hands, one node.
        led: mão's pairs against pé's hands once a card is led, N nodes.
    """

    tree: RoundOne
    book: Book
    seat: Seat
    pay: Payoffs
    counts: Array
    hands: Dense
    led: Dense

    def value(self, reach: Array, rest: Step) -> Array:
        """Value of the seat's hands, [H, B].

        Args:
            reach: initial reach of the hands, [H, B].
            rest: from the reaches of pairs after both cards, mão's [P, lead, paths, B] and pé's
                [P, reply, lead, paths, B], to the values of the seat's pairs, [P, reply, lead, paths, B].
        """
        start = reach[:, None, None]
        decider, seat, book = self.tree.decider, self.seat, self.book
        if decider is None:
            return self._lead((start, start), rest)[:, 0, 0]
        no, yes = strategy = book.strategy("eleven")
        accepted = self._lead((start * yes, start) if decider is Seat.MAO else (start, start * yes), rest)
        folding = start if decider is seat else start * no
        folded = self.pay.of(decider is not seat, [0]) * self.hands.mass(seat, folding)
        if decider is not seat:
            return (folded + accepted)[:, 0, 0]
        return book.decide("eleven", strategy, stack([folded, accepted]), start)[:, 0, 0]

    def _lead(self, reach: Reach, rest: Step) -> Array:
        def lead_card(reach: Reach) -> Array:
            return self._lead_card(reach, rest)

        return bets(self.book, self.seat, "0", self.tree.lead, self.hands, self.pay, reach, lead_card)

    def _lead_card(self, reach: Reach, rest: Step) -> Array:
        held, book, seat = self.tree.held, self.book, self.seat
        n, hands = held.classes, len(held.hands)
        strategy = book.strategy("0.card")
        played = strategy * reach[0]  # [slots, H, 1, paths, B]
        kept = rows(played.reshape(-1, *played.shape[3:]), held.cell_hand.T)  # [P, lead, paths, B]
        waiting = broadcast_to(reach[1], (hands, n, *reach[1].shape[2:]))

        def reply_card(reach: Reach) -> Array:
            return self._reply_card(reach, rest)

        value = bets(book, seat, "1", self.tree.reply, self.led, self.pay, (kept, waiting), reply_card)
        if seat is Seat.PE:
            beside = self.counts[None, :, None] - np.asarray(held.hand_counts.T, value.dtype)[:, :, None, None]
            return (beside * value).sum(1, keepdims=True)
        cells = value.swapaxes(0, 1).reshape(-1, *value.shape[2:])  # lead * P + pair
        slots = rows(cells, held.hand_cell)[:, :, None]
        return book.decide("0.card", strategy, slots, reach[0])

    def _reply_card(self, reach: Reach, rest: Step) -> Array:
        held, book, seat = self.tree.held, self.book, self.seat
        n = held.classes
        strategy = book.strategy("1.card")
        played = strategy * reach[1]
        kept = rows(played.reshape(-1, *played.shape[2:]), held.cell_hand.T)  # [P, reply, lead, paths, B]
        below = rest((reach[0], kept))
        if seat is Seat.MAO:
            led = self.counts[:, None] - np.eye(n, dtype=below.dtype)[:, :, None]  # [reply, lead, B]
            beside = led[None, :, :, None] - np.asarray(held.pair_counts.T, below.dtype)[:, :, None, None, None]
            return (beside * below).sum(1)
        cells = below.swapaxes(0, 1).reshape(-1, *below.shape[2:])  # reply * P + pair
        slots = rows(cells, held.hand_cell)
        return book.decide("1.card", strategy, slots, reach[1])
