"""Walking the tree: reaches go down, counterfactual values of one seat come up.

Each step is a function of the reaches of both seats (mão's first, each [B, paths, nodes, X]) that returns the value of
the walking seat's holdings at that point, in +-1 match space from that seat's side; it calls the next step for what
lies below. `bets` is one card turn's betting; `GroupWalk` are turns 2 to 5, `RoundOneWalk` turns 0 and 1.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np

from ..rules import Seat
from ..tree.betting import Betting
from ..tree.tree import HIDDEN, OPEN, Group, RoundOne
from .book import ACTIONS, Book
from .facing import Counted, Dense, pair_draws

Reach = tuple[jax.Array, jax.Array]
Step = Callable[[Reach], jax.Array]
PATHS = 1


@dataclass(frozen=True)
class Payoffs:
    """What the walking seat gets for winning or losing each rung, [B, rungs], in +-1 match space from its side."""

    win: jax.Array
    lose: jax.Array

    def of(self, won: bool, rungs: Sequence[int]) -> jax.Array:
        """Pay-offs at rungs, one per path: [B, paths, 1, 1]."""
        return (self.win if won else self.lose)[:, np.array(rungs, int), None, None]


def reordered(array: jax.Array, order: Sequence[int]) -> jax.Array:
    """Paths in another order."""
    return array if list(order) == list(range(len(order))) else array[:, np.array(order)]


def inverse(order: Sequence[int]) -> list[int]:
    """The order that undoes an order."""
    return [int(k) for k in np.argsort(order)]


def joined(parts: Sequence[jax.Array], axis: int = PATHS) -> jax.Array:
    """Concatenation that leaves a single part alone."""
    return parts[0] if len(parts) == 1 else jnp.concatenate(parts, axis)


def bets(
    book: Book, seat: Seat, name: str, turn: Betting, facing: Dense | Counted, pay: Payoffs, reach: Reach, rest: Step
) -> jax.Array:
    """One card turn's betting: the chain of raise and answers, then `rest` on the outgoing paths.

    Returns:
        Value of the walking seat's holdings on the incoming paths, [B, K, nodes, X].
    """
    reach = (reordered(reach[0], turn.order), reordered(reach[1], turn.order))
    back = inverse(turn.order)
    if not turn.layers:
        return reordered(rest(reach), back)
    actor, first = turn.actor, turn.layers[0]
    opening = book.strategy(f"{name}.raise")
    asker = reach[actor][:, :first]
    out: list[list[jax.Array]] = [[], []]
    out[actor] = [joined([asker * opening[:, :, 0], reach[actor][:, first:]])]
    out[actor.other] = [reach[actor.other]]
    here = {actor: asker * opening[:, :, 1], actor.other: reach[actor.other][:, :first]}
    answers = []
    for layer, count in enumerate(turn.layers, start=1):
        who = turn.answerer(layer)
        on = turn.layers[layer] if layer < len(turn.layers) else 0
        names = [(f"{name}.answer{layer}+", slice(0, on)), (f"{name}.answer{layer}", slice(on, count))]
        parts = [(block, paths, book.strategy(block)) for block, paths in names if book.has(block)]
        fold, accept = (joined([strategy[:, :, a] for _, _, strategy in parts]) for a in range(2))
        answers.append((who, on, parts, dict(here), fold))
        out[who].append(here[who] * accept)
        out[who.other].append(here[who.other])
        if on:
            here = {who: here[who][:, :on] * parts[0][2][:, :, 2], who.other: here[who.other][:, :on]}

    below = rest((joined(out[Seat.MAO]), joined(out[Seat.PE])))

    raised: jax.Array | None = None
    for layer in range(len(turn.layers), 0, -1):
        who, on, parts, here, fold = answers[layer - 1]
        count = turn.layers[layer - 1]
        rungs = [path.rung + layer - 1 for path in turn.paths[:count]]
        facing_reach = here[seat.other] if who is seat else here[who] * fold
        folded = pay.of(who is not seat, rungs) * facing.mass(seat, facing_reach)
        accepted = below[:, turn.block(layer)]
        if who is seat:
            values = []
            for block, paths, strategy in parts:
                options = [folded[:, paths], accepted[:, paths]]
                if block.endswith("+"):
                    assert raised is not None
                    options.append(raised)
                values.append(book.decide(block, strategy, jnp.stack(options, ACTIONS), here[seat][:, paths]))
            raised = joined(values)
        else:
            both = folded + accepted
            raised = both if not on else joined([both[:, :on] + raised, both[:, on:]])
    assert raised is not None
    if actor is seat:
        options = jnp.stack([below[:, :first], raised], ACTIONS)
        opened = book.decide(f"{name}.raise", opening, options, asker)
    else:
        opened = below[:, :first] + raised
    return reordered(joined([opened, below[:, first : len(turn.paths)]]), back)


@dataclass(frozen=True)
class GroupWalk:
    """Turns 2 to 5 of a group for the walking seat.

    Attributes:
        left: copies left after round 1, [B, N].
        joint: ordered draws of two pairs from them, [B, P, P].
    """

    group: Group
    book: Book
    seat: Seat
    pay: Payoffs
    left: jax.Array
    joint: jax.Array

    def value(self, reach: Reach) -> jax.Array:
        """From the reaches of both seats' pairs after round 1, [B, paths, P], the value of the seat's pairs."""
        pairs = pair_draws(self.left, self.group.held)[:, None]
        facing = Dense(self.joint[:, None], (pairs, pairs))
        start = (reach[0][:, :, None], reach[1][:, :, None])
        return self._bets("2", self.group.lead, facing, start, self._lead)[:, :, 0]

    def _bets(self, name: str, turn: Betting, facing: Dense | Counted, reach: Reach, rest: Step) -> jax.Array:
        return bets(self.book, self.seat, name, turn, facing, self.pay, reach, rest)

    def _by_role(self, leader: jax.Array, second: jax.Array) -> Reach:
        return (leader, second) if self.group.leader is Seat.MAO else (second, leader)

    def _left(self, *cards: np.ndarray) -> jax.Array:
        """Copies left at nodes where these classes were shown: [B, 1, nodes, N]."""
        gone = sum(np.eye(self.group.held.classes)[shown] for shown in cards)
        return jnp.maximum(self.left[:, None, None] - jnp.asarray(gone, self.left.dtype), 0)

    # -- turn 2: the leader's card -------------------------------------------------------------------------------

    def _lead(self, reach: Reach) -> jax.Array:
        group, held, book, seat = self.group, self.group.held, self.book, self.seat
        n, pairs = held.classes, len(held.pairs)
        leader, second = reach[group.leader], reach[group.leader.other]
        strategy = book.strategy("2.card")  # [B, paths, slots, 1, P]
        spread = strategy * leader[:, :, None]
        flat = spread[:, :, :2].reshape(*spread.shape[:2], 2 * pairs)
        kept = jnp.where(held.cell_pair >= 0, flat[..., np.maximum(held.cell_pair, 0)], 0)  # [B, paths, N, N]
        led = [self._reply(OPEN, self._by_role(kept, jnp.broadcast_to(second, (*second.shape[:2], n, pairs))))]
        if HIDDEN in group.kinds:
            led.append(self._reply(HIDDEN, self._by_role(spread[:, :, 2], second)))
        if seat is not group.leader:
            beside = self.left[:, None, :, None] - jnp.asarray(held.pair_counts, flat.dtype)
            return functools.reduce(operator.add, [(beside * led[0]).sum(2, keepdims=True), *led[1:]])
        cells = led[0].reshape(*led[0].shape[:2], n * n)
        slots = jnp.where(held.pair_cell >= 0, cells[..., np.maximum(held.pair_cell, 0)], 0)[:, :, :, None]
        return book.decide("2.card", strategy, joined([slots, *(v[:, :, None] for v in led[1:])], ACTIONS), leader)

    # -- turn 3: the second player's card ------------------------------------------------------------------------

    def _reply(self, kind: str, reach: Reach) -> jax.Array:
        group = self.group
        table = group.replies[kind]
        if kind == HIDDEN:
            pairs = pair_draws(self.left, group.held)[:, None]
            facing: Dense | Counted = Dense(self.joint[:, None], (pairs, pairs))
        else:
            facing = Counted(self._left(np.array(table.leads)), group.held, self._cards(3, kind))
        return self._bets(
            f"3{kind}", group.reply, facing, reach, lambda r: self._reply_card(kind, facing, r)
        )

    def _cards(self, turn: int, kind: str) -> tuple[int, int]:
        return self.group.holding(Seat.MAO, turn, kind), self.group.holding(Seat.PE, turn, kind)

    def _reply_card(self, kind: str, facing: Dense | Counted, reach: Reach) -> jax.Array:
        group, book, seat = self.group, self.book, self.seat
        table, n = group.replies[kind], group.held.classes
        second_seat = group.leader.other
        leader, second = reach[group.leader], reach[second_seat]
        batch, dtype = second.shape[:2], second.dtype
        shape = second.shape
        cells = second.reshape(*batch, -1)
        name = f"3{kind}.card"
        strategy = book.strategy(name)  # [B, paths, 2, 1, Q]
        certain = jnp.broadcast_to(jnp.array([1, 0], dtype), (*batch, 2))
        weights = joined([strategy.reshape(*batch, -1), certain], 2)
        flow = jnp.where(
            table.next_source >= 0, cells[..., np.maximum(table.next_source, 0)] * weights[..., table.next_weight], 0
        ).reshape(*batch, -1, n)
        below = self._third(kind, self._by_role(leader[:, :, table.next_lead], flow))  # [B, paths, nodes, X]
        rungs = [path.rung for path in group.reply.out]

        if seat is not second_seat:
            beside = self._beside(kind, table.next_card, (table.next_lead,) if kind == OPEN else ())
            arriving = beside * below
            parts = [arriving[:, :, table.nodes_of(lead)].sum(2, keepdims=True) for lead in range(len(table.leads))]
            value = joined(parts, 2)
            for decides, index, won in (
                (table.wins_at_once, table.won_weight, False),
                (table.loses_at_once, table.lost_weight, True),
            ):
                if decides:
                    over = (cells * weights[..., index]).reshape(shape)
                    value = value + self.pay.of(won, rungs) * facing.mass(seat, over)
            return value

        options = [below.reshape(*batch, -1)]
        if table.wins_at_once or table.loses_at_once:
            mass = facing.mass(seat, leader)
            options += [(self.pay.of(won, rungs) * mass).reshape(*batch, -1) for won in (True, False)]
        pool = joined(options, 2)
        values = pool[..., table.choice_value][:, :, :, None]
        chosen = book.decide(name, strategy, values, cells[..., table.choices][:, :, None])
        return joined([pool, chosen[:, :, 0]], 2)[..., self._cell_value(table, pool.shape[-1])].reshape(shape)

    @staticmethod
    def _cell_value(table, pool: int) -> np.ndarray:  # type: ignore[no-untyped-def]
        """Where a cell's value lies in [pool, choices]."""
        full = len(table.next_source) + 2 * len(table.cell_value)
        return np.where(table.cell_value >= full, table.cell_value - full + pool, table.cell_value)

    def _beside(self, kind: str, shown: np.ndarray, before: tuple[np.ndarray, ...]) -> jax.Array:
        """Copies of the opponent's shown card left beside the walking seat's holdings: [B, 1, nodes, X]."""
        held = self.group.held
        left = self._left(*before) if before else self.left[:, None, None]
        copies = jnp.take_along_axis(
            jnp.broadcast_to(left, (left.shape[0], 1, len(shown), held.classes)), shown[None, None, :, None], 3
        )
        own = np.eye(held.classes) if self._cards(4, kind)[self.seat] == 1 else held.pair_counts
        return copies - jnp.asarray(own[shown], left.dtype)

    # -- turns 4 and 5: round 3 ----------------------------------------------------------------------------------

    def _third(self, kind: str, reach: Reach) -> jax.Array:
        table = self.group.replies[kind]
        shown = (np.array(table.leads)[table.next_lead], table.next_card) if kind == OPEN else (table.next_card,)
        facing = Counted(self._left(*shown), self.group.held, self._cards(4, kind))
        return self._bets(f"4{kind}", self.group.third, facing, reach, lambda r: self._reveal(kind, facing, r))

    def _reveal(self, kind: str, facing: Counted, reach: Reach) -> jax.Array:
        """The leader of round 3 shows its card s; the last player knows whether its own wins."""
        group, held, seat = self.group, self.group.held, self.seat
        last, dtype = group.last_player, facing.left.dtype
        shown, hidden = reach[last.other], reach[last]
        kept = np.arange(held.classes) if facing.cards[last] == 1 else held.pair_cards[0]
        beats = kept[:, None] > np.arange(held.classes)
        if group.tie_wins:
            beats = beats | (kept[:, None] == np.arange(held.classes))
        wins = beats.astype(float)  # [X, N]: holding x beats the shown card s
        own = np.eye(held.classes) if facing.cards[last] == 1 else held.pair_counts.T
        sides = np.concatenate([wins, 1 - wins], axis=1)  # [X, 2 N]
        removed = np.concatenate([wins * own, (1 - wins) * own], axis=1)
        left = jnp.tile(facing.left, 2)
        if facing.cards[last] == 1:
            mass = (facing.left * hidden) @ jnp.asarray(sides, dtype) - hidden @ jnp.asarray(removed, dtype)
        else:
            weighted = facing.pair_draws * hidden
            mass = weighted @ jnp.asarray(sides, dtype)
            mass -= weighted @ jnp.asarray(removed, dtype) * jnp.tile(facing.inverse, 2)
        value = self._last(kind, shown, mass[..., : held.classes], mass[..., held.classes :])
        if seat is not last:
            return value
        # [B, paths, nodes, 2 N]: value against each shown card, for a winning and for a losing holding
        return (left * value) @ jnp.asarray(sides.T, dtype) - value @ jnp.asarray(removed.T, dtype)

    def _last(self, kind: str, shown: jax.Array, winning: jax.Array, losing: jax.Array) -> jax.Array:
        """Turn 5: a winner raises if it can, a loser may bluff, the other folds or accepts.

        Args:
            shown: reach of the leader of round 3, by the card s it shows, [B, paths, nodes, N].
            winning, losing: mass of the last player's holdings that beat s or do not.

        Returns:
            For the leader of round 3 its value at s; for the last player its values with a winning and with a losing
            holding, [B, paths, nodes, 2 N].
        """
        group, book, seat, pay = self.group, self.book, self.seat, self.pay
        order, count = group.last_order, group.last_raises
        shown, winning, losing = (reordered(array, order) for array in (shown, winning, losing))
        rungs = [path.rung for path in group.last]
        win, lose = pay.of(True, rungs), pay.of(False, rungs)
        is_last = seat is group.last_player
        plain = [shown * win, shown * lose] if is_last else [lose * winning + win * losing]
        if count:
            more = [rung + 1 for rung in rungs[:count]]
            win_more, lose_more = pay.of(True, more), pay.of(False, more)
            win, lose, s = win[:, :count], lose[:, :count], shown[:, :count]
            bluff, answer = book.strategy(f"5{kind}.raise"), book.strategy(f"5{kind}.answer")
            won, lost = winning[:, :count], losing[:, :count]
            if is_last:
                folds, accepts = s * answer[:, :, 0], s * answer[:, :, 1]
                raised = folds * win + accepts * lose_more
                loser = book.decide(f"5{kind}.raise", bluff, jnp.stack([s * lose, raised], ACTIONS), lost)
                raising = [folds * win + accepts * win_more, loser]
            else:
                bluffed = lost * bluff[:, :, 1]
                fold = lose * (won + bluffed)
                accept = lose_more * won + win_more * bluffed
                called = book.decide(f"5{kind}.answer", answer, jnp.stack([fold, accept], ACTIONS), s)
                raising = [called + win * (lost * bluff[:, :, 0])]
            plain = [joined([new, old[:, count:]]) for new, old in zip(raising, plain, strict=True)]
        return reordered(joined(plain, 3), inverse(order))


@dataclass(frozen=True)
class RoundOneWalk:
    """The hand of eleven and turns 0 and 1 for the walking seat; B runs over turn-up classes.

    Attributes:
        counts: copies, [B, N].
        hands: hands against hands, nodes 1.
        led: mão's pairs against pé's hands once a card is led, nodes N.
    """

    tree: RoundOne
    book: Book
    seat: Seat
    pay: Payoffs
    counts: jax.Array
    hands: Dense
    led: Dense

    def value(self, reach: jax.Array, rest: Step) -> jax.Array:
        """Value of the seat's hands, [B, H].

        Args:
            reach: initial reach of the hands, [B, H].
            rest: from the reaches of pairs after both cards, mão's [B, paths, N, P] and pé's [B, paths, N, N, P], to
                the values of the seat's pairs, [B, paths, N, N, P].
        """
        start = (reach[:, None, None], reach[:, None, None])
        decider, seat, book = self.tree.decider, self.seat, self.book
        if decider is None:
            return self._lead(start, rest)[:, 0, 0]
        strategy = book.strategy("eleven")
        playing = tuple(r * strategy[:, :, 1] if s is decider else r for s, r in zip(Seat, start, strict=True))
        accepted = self._lead((playing[0], playing[1]), rest)
        folding = start[decider] * strategy[:, :, 0]
        folded = self.pay.of(decider is not seat, [0]) * self.hands.mass(
            seat, start[seat.other] if decider is seat else folding
        )
        if decider is seat:
            return book.decide("eleven", strategy, jnp.stack([folded, accepted], ACTIONS), start[seat])[:, 0, 0]
        return (folded + accepted)[:, 0, 0]

    def _lead(self, reach: Reach, rest: Step) -> jax.Array:
        return bets(
            self.book, self.seat, "0", self.tree.lead, self.hands, self.pay, reach, lambda r: self._lead_card(r, rest)
        )

    def _lead_card(self, reach: Reach, rest: Step) -> jax.Array:
        held, book, seat = self.tree.held, self.book, self.seat
        n, pairs, hands = held.classes, len(held.pairs), len(held.hands)
        strategy = book.strategy("0.card")
        kept = self._kept(strategy, reach[0])[:, :, 0]  # [B, paths, N, P]
        waiting = jnp.broadcast_to(reach[1], (*kept.shape[:2], n, hands))
        value = bets(
            book, seat, "1", self.tree.reply, self.led, self.pay, (kept, waiting), lambda r: self._reply_card(r, rest)
        )
        if seat is Seat.PE:
            beside = self.counts[:, None, :, None] - jnp.asarray(held.hand_counts, value.dtype)
            return (beside * value).sum(2, keepdims=True)
        slots = self._slots(value.reshape(*value.shape[:2], 1, n * pairs))
        return book.decide("0.card", strategy, slots, reach[0])

    def _reply_card(self, reach: Reach, rest: Step) -> jax.Array:
        held, book, seat = self.tree.held, self.book, self.seat
        n, pairs = held.classes, len(held.pairs)
        strategy = book.strategy("1.card")
        below = rest((reach[0], self._kept(strategy, reach[1])))  # [B, paths, N, N, P]
        if seat is Seat.MAO:
            led = self.counts[:, None] - jnp.eye(n, dtype=below.dtype)  # [B, lead, N]
            beside = led[:, None, :, :, None] - jnp.asarray(held.pair_counts, below.dtype)
            return (beside * below).sum(3)
        slots = self._slots(below.reshape(*below.shape[:3], n * pairs))
        return book.decide("1.card", strategy, slots, reach[1])

    def _kept(self, strategy: jax.Array, reach: jax.Array) -> jax.Array:
        """Reach of the pairs that remain after each card: [B, paths, nodes, N, P]."""
        table = self.tree.held.cell_hand
        spread = jnp.moveaxis(strategy * jnp.expand_dims(reach, ACTIONS), ACTIONS, 3)  # [B, paths, nodes, slots, H]
        flat = spread.reshape(*spread.shape[:3], -1)
        return jnp.where(table >= 0, flat[..., np.maximum(table, 0)], 0)

    def _slots(self, cells: jax.Array) -> jax.Array:
        """Values of a hand's slots from those of (card, pair): [B, paths, nodes, N P] -> [B, paths, 3, nodes, H]."""
        table = self.tree.held.hand_cell
        slots = jnp.where(table >= 0, cells[..., np.maximum(table, 0)], 0)
        return jnp.moveaxis(slots, 3, ACTIONS)
