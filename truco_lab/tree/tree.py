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

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np

from ..rules import Deck, Score, Seat
from .betting import Betting, Ladder, Path, betting, ladder_of
from .holdings import Holdings, holdings
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
        outcomes: classes played by mão and by pé in round 1, i[O, 2].
        kinds: how round 2 can be led: open, and after a won round 1 face down as well.
        lead, reply, third: betting of turns 2, 3, 4.
        last: paths at turn 5, those on which the last player may raise first; `last_order` reorders turn 4's.
        last_raises: how many they are.
        replies: per kind, turn 3's cards.
    """

    winner: Seat | None
    held: Holdings
    outcomes: np.ndarray
    lead: Betting
    reply: Betting
    third: Betting
    last: tuple[Path, ...]
    last_order: tuple[int, ...]
    last_raises: int
    replies: dict[str, Replies]

    @property
    def leader(self) -> Seat:
        """Who leads round 2."""
        return Seat.MAO if self.winner is None else self.winner

    @property
    def last_player(self) -> Seat:
        """Who plays the last card of round 3."""
        return self.third.actor.other

    @property
    def tie_wins(self) -> bool:
        """Whether a tied round 3 wins the hand for the last player."""
        return self.winner is self.last_player

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(self.replies)

    def holding(self, seat: Seat, turn: int, kind: str) -> int:
        """Cards of a seat that the other has not seen at a turn: 1 or 2 (a card face down counts)."""
        if turn == 2 or (turn == 3 and seat is not self.leader):
            return 2
        return 2 if kind == HIDDEN and seat is self.leader else 1

    def width(self, seat: Seat, turn: int, kind: str) -> int:
        """Length of a seat's private axis at a turn."""
        return len(self.held.pairs) if self.holding(seat, turn, kind) == 2 else self.held.classes

    @cached_property
    def blocks(self) -> dict[str, Block]:
        """The group's arrays by name."""
        pairs, n = len(self.held.pairs), self.held.classes
        found = dict(bet_blocks("2", self.lead, 1, (pairs, pairs)))
        two_cards = self.held.pair_cell[1] >= 0
        slots = np.array([two_cards | True, two_cards, two_cards | True][: 2 + (HIDDEN in self.kinds)])
        found["2.card"] = Block(self.leader, (len(slots), pairs, 1, len(self.lead.out)), slots)
        for kind, table in self.replies.items():
            leads, nodes = len(table.leads), len(table.next_card)
            widths = [(self.width(Seat.MAO, t, kind), self.width(Seat.PE, t, kind)) for t in (3, 4)]
            found.update(bet_blocks(f"3{kind}", self.reply, leads, widths[0]))
            found[f"3{kind}.card"] = Block(self.leader.other, (2, len(table.choices), 1, len(self.reply.out)))
            found.update(bet_blocks(f"4{kind}", self.third, nodes, widths[1]))
            for seat in Seat:
                found[f"5{kind}.{seat.name}"] = Block(seat, (2, n, nodes, self.last_raises))
        return {name: block for name, block in found.items() if block.slots}


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
        found["0.card"] = Block(Seat.MAO, (len(legal), hands, 1, len(self.lead.out)), legal)
        found.update(bet_blocks("1", self.reply, n, (pairs, hands)))
        found["1.card"] = Block(Seat.PE, (len(legal), hands, n, len(self.reply.out)), legal)
        return {name: block for name, block in found.items() if block.slots}


def bet_blocks(turn: str, bets: Betting, nodes: int, widths: tuple[int, int]) -> Iterator[tuple[str, Block]]:
    """One turn's betting: a block per seat, its binary decisions one after the other (`Betting.decisions`)."""
    for seat in Seat:
        count = sum(part.stop - part.start for part in bets.decisions(seat).values())
        yield f"{turn}.{seat.name}", Block(seat, (2, widths[seat], nodes, count))


@dataclass(frozen=True)
class Tree:
    """The pruned public tree of one hand.

    Args:
        deck: any deck; trees of decks with the same classes and at least three plain copies have the same arrays.
        ladder: what betting is live.
    """

    deck: Deck
    ladder: Ladder

    @cached_property
    def held(self) -> Holdings:
        return holdings(self.deck)

    @cached_property
    def round_one(self) -> RoundOne:
        lead = betting([Path(self.ladder.first, None)], Seat.MAO, self.ladder)
        return RoundOne(self.held, self.ladder.decider, lead, betting(lead.out, Seat.PE, self.ladder))

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

    def _group(self, winner: Seat | None, outcomes: np.ndarray) -> Group:
        leader = Seat.MAO if winner is None else winner
        lead = betting(self.round_one.reply.out, leader, self.ladder)
        reply = betting(lead.out, leader.other, self.ladder)
        third = betting(reply.out, leader if winner is None else leader.other, self.ladder)
        chains = [self.ladder.chain(path, third.actor.other) > 0 for path in third.out]
        last_order = sorted(range(len(chains)), key=lambda k: not chains[k])
        tables = {OPEN: replies(self.held, tuple(range(self.deck.size)), winner is None)}
        if winner is not None:
            tables[HIDDEN] = replies(self.held, (None,), False)
        return Group(
            winner=winner,
            held=self.held,
            outcomes=outcomes,
            lead=lead,
            reply=reply,
            third=third,
            last=tuple(third.out[k] for k in last_order),
            last_order=tuple(last_order),
            last_raises=sum(chains),
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


def tree_of(deck: Deck, score: Score) -> Tree:
    """The tree of a subgame."""
    return Tree(deck, ladder_of(score))
