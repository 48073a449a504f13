"""The public tree of a hand as arrays: what is decided where, and how large it is, before anything is allocated.

Six card turns: 0 and 1 make round 1, 2 and 3 round 2, 4 and 5 round 3. A block of information sets is one array

    [actions, holdings, nodes, paths, B]

`holdings` runs over what the actor can hold, `nodes` over the public cards of the block (leads, or nodes of round 3),
`paths` over betting histories (for card decisions) or betting decisions, and B over turn-up classes in round 1, over
(class, round-1 outcome) items later. Holdings first: a sum over them is one matrix product, and moving a card from a
hand to the table is a gather of whole rows. B last: rows are long. Letters: N classes, P pairs, H hands.

Turns 2 to 5 are alike for all outcomes won by the same seat, so they come in three `Group`s. In a group the leader of
round 2 is L, the second player S. Round 3 is led by S if L won round 1 (S has then won round 2), else by L again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np

from ..rules import Deck, Score, Seat
from .betting import Betting, Ladder, Path, betting, ladder_of, last_betting
from .holdings import Axis, Holdings, holdings
from .replies import Replies, replies

OPEN, HIDDEN = "open", "hidden"


@dataclass(frozen=True)
class Block:
    """Information sets of one seat at one point of the tree.

    Attributes:
        seat: who decides.
        shape: (actions, holdings, nodes, paths).
        legal: bool[actions, holdings] where some holding lacks an action, else None.
    """

    seat: Seat
    shape: tuple[int, int, int, int]
    legal: np.ndarray | None = None

    @property
    def entries(self) -> int:
        """Information set x action pairs; actions that a holding lacks are not counted."""
        return self.slots if self.legal is None else int(self.legal.sum()) * self.shape[2] * self.shape[3]

    @property
    def slots(self) -> int:
        """Numbers stored."""
        return prod(self.shape)


@dataclass(frozen=True)
class Group:
    """Turns 2 to 5 after round 1 was won by `winner` (None: tied), for all its outcomes.

    Attributes:
        winner: of round 1.
        pruned: whether dominated actions are left out.
        hides_either: whether the leader of round 2 may have put either card face down; else it is the weaker one.
        outcomes: classes played by mão and by pé in round 1, i[O, 2].
        kinds: how round 2 can be led: open and face down; pruned, the latter after a won round 1 only.
        lead, reply, third, last: betting of turns 2 to 5; pruned, the last is a single raise.
        replies: per kind, turn 3's cards.
    """

    winner: Seat | None
    pruned: bool
    hides_either: bool
    held: Holdings
    outcomes: np.ndarray
    lead: Betting
    reply: Betting
    third: Betting
    last: Betting
    replies: dict[str, Replies]

    @property
    def leader(self) -> Seat:
        """Who leads round 2."""
        return Seat.MAO if self.winner is None else self.winner

    @property
    def last_player(self) -> Seat:
        """Who plays the last card of round 3."""
        return self.last.actor

    @property
    def last_raises(self) -> int:
        """Paths on which the last player may raise before its card."""
        return sum(self.last.layers[:1])

    @property
    def tie_wins(self) -> bool:
        """Whether a tied round 3 wins the hand for the last player."""
        return self.winner is self.last_player

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(self.replies)

    def axis(self, seat: Seat, turn: int, kind: str) -> Axis:
        """A seat's private axis at turns 2 to 4: its cards that the other has not seen."""
        if turn == 2 or (turn == 3 and seat is not self.leader):
            return self.held.pair
        if seat is not self.leader:
            return self.replies[kind].left
        if kind == OPEN:
            return self.held.single
        return self.held.hidden if self.hides_either else self.held.pair

    def axes(self, turn: int, kind: str) -> tuple[Axis, Axis]:
        """Those of mão and pé."""
        return self.axis(Seat.MAO, turn, kind), self.axis(Seat.PE, turn, kind)

    def endings(self, kind: str) -> dict[str, Ending]:
        """Unpruned, turn 5 by how the card of turn 4 lies."""
        axes, nodes, last = self.axes(4, kind), self.replies[kind].nodes, self.last_player
        own, other = axes[last].width, axes[last.other].width
        shown = Ending(last, 2, 1, 1, self.held.classes * nodes, by_class=True)
        if axes[last.other] is self.held.hidden:
            shown = Ending(last, own, self.held.classes, own, self.held.classes * nodes)
        return {OPEN: shown, HIDDEN: Ending(last, own, other, 0 if self.tie_wins else own, nodes)}

    @property
    def lead_slots(self) -> np.ndarray:
        """Which pairs have which actions at turn 2, bool[actions, P]: either card open, then face down.

        Pruned, the one card that may go face down is the weaker one.
        """
        two_cards = self.held.pair_cell[1] >= 0
        slots = [two_cards | True, two_cards]
        if not self.pruned:
            slots *= 2
        elif HIDDEN in self.kinds:
            slots.append(two_cards | True)
        return np.array(slots)

    @cached_property
    def blocks(self) -> dict[str, Block]:
        """The group's arrays by name."""
        pairs, n, slots = len(self.held.pairs), self.held.classes, self.lead_slots
        found = dict(bet_blocks("2", self.lead, 1, (pairs, pairs)))
        found["2.card"] = Block(self.leader, (len(slots), pairs, 1, len(self.lead.ends)), slots)
        for kind, table in self.replies.items():
            widths = [(mao.width, pe.width) for mao, pe in (self.axes(turn, kind) for turn in (3, 4))]
            found.update(bet_blocks(f"3{kind}", self.reply, len(table.leads), widths[0]))
            actions = (*table.legal.shape, 1, len(self.reply.ends))
            found[f"3{kind}.card"] = Block(self.leader.other, actions, None if table.legal.all() else table.legal)
            found.update(bet_blocks(f"4{kind}", self.third, table.nodes, widths[1]))
            if self.pruned:
                for seat in Seat:
                    found[f"5{kind}.{seat.name}"] = Block(seat, (2, n, table.nodes, self.last_raises))
                continue
            actor = self.third.actor
            found[f"4{kind}.card"] = Block(actor, (2, widths[1][actor], table.nodes, len(self.third.ends)))
            for how, end in self.endings(kind).items():
                found.update(bet_blocks(f"5{kind}.{how}", self.last, end.nodes, end.widths))
                choosing = (2, end.choosing, end.nodes, len(self.last.ends))
                found[f"5{kind}.{how}.card"] = Block(self.last_player, choosing)
        return {name: block for name, block in found.items() if block.slots}


@dataclass(frozen=True)
class Ending:
    """Turn 5 of the unpruned tree, after the leader of round 3 has put its card open or face down.

    Where the leader of round 3 has shown all its cards, all that the last player's matter is whether they win: two
    classes, wins and loses. Nothing else tells its holdings apart, so those of a class have values in proportion, and
    the same actions are best for all of them whatever the other does: a solution in classes is one in cards.

    Put open a winning card wins, put face down it loses; a losing one loses either way. Led face down, the last player
    wins either way if it won round 1. Only where the two ways differ is there a choice.

    Attributes:
        last: who plays the last card.
        own, other: length of the last player's private axis, and of the other's.
        choosing: the first so many holdings of the last player have a choice of open or face down.
        nodes: public cards; after a card shown s * C + node of round 3.
        by_class: whether the last player's axis is wins, loses.
    """

    last: Seat
    own: int
    other: int
    choosing: int
    nodes: int
    by_class: bool = False

    @property
    def widths(self) -> tuple[int, int]:
        """Private axes of mão and pé."""
        return (self.own, self.other) if self.last is Seat.MAO else (self.other, self.own)


@dataclass(frozen=True)
class RoundOne:
    """Turns 0 and 1, and the decision of the hand of eleven before them."""

    held: Holdings
    decider: Seat | None
    lead: Betting
    reply: Betting

    @cached_property
    def blocks(self) -> dict[str, Block]:
        """The arrays of round 1 by name."""
        hands, pairs, n = len(self.held.hands), len(self.held.pairs), self.held.classes
        legal = self.held.hand_cell >= 0
        found = {} if self.decider is None else {"eleven": Block(self.decider, (2, hands, 1, 1))}
        found.update(bet_blocks("0", self.lead, 1, (hands, hands)))
        found["0.card"] = Block(Seat.MAO, (len(legal), hands, 1, len(self.lead.ends)), legal)
        found.update(bet_blocks("1", self.reply, n, (pairs, hands)))
        found["1.card"] = Block(Seat.PE, (len(legal), hands, n, len(self.reply.ends)), legal)
        return {name: block for name, block in found.items() if block.slots}


def bet_blocks(turn: str, bets: Betting, nodes: int, widths: tuple[int, int]) -> Iterator[tuple[str, Block]]:
    """One turn's betting: a block per seat, its binary decisions one after the other (`Betting.decisions`)."""
    for seat in Seat:
        count = sum(part.stop - part.start for part in bets.decisions(seat).values())
        yield f"{turn}.{seat.name}", Block(seat, (2, widths[seat], nodes, count))
    if bets.again is not None:
        yield from bet_blocks(f"{turn}.again", bets.again, nodes, widths)


@dataclass(frozen=True)
class Tree:
    """The public tree of one hand.

    Args:
        deck: any deck; trees of decks with the same classes and at least three plain copies have the same arrays.
        ladder: what betting is live.
        pruned: whether the dominated actions (`rules.dominance`) are left out; else every legal action is in it.
    """

    deck: Deck
    ladder: Ladder
    pruned: bool = True

    @property
    def unpruned(self) -> Tree:
        """The same hand with every legal action."""
        return Tree(self.deck, self.ladder.unpruned, pruned=False)

    @cached_property
    def held(self) -> Holdings:
        return holdings(self.deck)

    @cached_property
    def round_one(self) -> RoundOne:
        lead = self._betting([Path(self.ladder.first, None)], Seat.MAO)
        return RoundOne(self.held, self.ladder.decider, lead, self._betting(lead.ends, Seat.PE))

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """Outcomes won by mão, won by pé, tied; groups without outcomes are left out."""
        n, counts = self.deck.size, self.deck.counts
        cards = [(a, b) for a in range(n) for b in range(n) if counts[a] and counts[b] - (a == b) > 0]
        groups = []
        for winner in (Seat.MAO, Seat.PE, None):
            outcomes = [(a, b) for a, b in cards if winner is (None if a == b else Seat.MAO if a > b else Seat.PE)]
            if outcomes:
                groups.append(self._group(winner, np.array(outcomes)))
        return tuple(groups)

    def _betting(self, incoming: Sequence[Path], actor: Seat) -> Betting:
        return betting(incoming, actor, self.ladder, self.pruned)

    def _group(self, winner: Seat | None, outcomes: np.ndarray) -> Group:
        leader = Seat.MAO if winner is None else winner
        lead = self._betting(self.round_one.reply.ends, leader)
        reply = self._betting(lead.ends, leader.other)
        third = self._betting(reply.ends, leader if winner is None else leader.other)
        tables = {OPEN: replies(self.held, tuple(range(self.deck.size)), winner is None, self.pruned)}
        if winner is not None or not self.pruned:
            tables[HIDDEN] = replies(self.held, (None,), winner is None, self.pruned)
        return Group(
            winner=winner,
            pruned=self.pruned,
            hides_either=not self.pruned,
            held=self.held,
            outcomes=outcomes,
            lead=lead,
            reply=reply,
            third=third,
            last=last_betting(third.ends, third.actor.other, self.ladder, self.pruned),
            replies=tables,
        )

    @cached_property
    def entries(self) -> int:
        """Regret entries of one turn-up class: information set x action."""
        return sum(times * block.entries for times, block in self._blocks())

    @property
    def state_bytes(self) -> int:
        """Bytes of regrets and average strategy in float32, one turn-up class."""
        return 2 * 4 * sum(times * block.slots for times, block in self._blocks())

    def _blocks(self) -> Iterator[tuple[int, Block]]:
        """All blocks, each with how many times it occurs."""
        yield from ((1, block) for block in self.round_one.blocks.values())
        yield from ((len(group.outcomes), block) for group in self.groups for block in group.blocks.values())


def tree_of(deck: Deck, score: Score, pruned: bool = True) -> Tree:
    """The tree of a subgame."""
    tree = Tree(deck, ladder_of(score))
    return tree if pruned else tree.unpruned
