"""The game that is left at a public state, as arrays: the same walk over a smaller tree, in NumPy.

A remainder begins at a decision of turns 0 to 4 with one betting path and given reaches of both seats' hands, however
they came about. A pending raise is answered first ("stay": fold or not); who stays may raise on, which is a betting
whose layer 0 is that seat's. From then on it is the tree of `tree.tree`, at the stakes that stand. What the solution's
own tree lacks it may have: a stake that was raised for nothing and accepted, rights that changed hands so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from ..rules import RUNGS, TARGET, Accept, Hand, HandState, Score, Seat
from ..solve.arrays import Array, stack, zeros_like
from ..solve.bets import Payoffs, Reach, Step
from ..solve.book import Book, Pass, State
from ..solve.facing import Counted, Dense
from ..tree.betting import Betting, Ladder, Path, betting, last_betting
from ..tree.deals import Deals
from ..tree.replies import replies
from ..tree.tree import HIDDEN, OPEN, Block, Group, RoundOne, Tree
from .hands import dealing, gathered, left, left_hiding, scattered
from .outcome import LaterWalk, Plain, Recording, first_walk, later_walk, payoffs
from .reading import Mix, Place, mix_at, shown, turn_name
from .worth import values_at, weights_of

BATCH = 78
"""Outcomes per walk at most: with live raises few enough follow one card that all fit the cache, and without any the
arrays are small."""

States = list[State]
"""Of the first part of a remainder, and of each group that follows round 1."""


def full_ladder(score: Score) -> Ladder:
    """The ladder of a score with all rungs a seat may usefully ask for, reachable in the solution's tree or not."""
    first = RUNGS.index(score.first_stake)
    tops = tuple(sum(score[seat] + worth < TARGET for worth in RUNGS[:-1]) for seat in Seat)
    return Ladder(first, (tops[0], tops[1]) if score.raises_allowed else (first, first), score.decider)


def betting_at(state: HandState, ladder: Ladder) -> Betting:
    """What of a turn's betting is left at a state: of the answerer that stays, or of the player to play a card."""
    seat = state.to_act
    assert seat is not None
    path = Path(RUNGS.index(state.pending or state.stake), seat if state.pending else state.raiser_allowed)
    if state.pending is None and state.history and isinstance(state.history[-1], Accept) and state.score.raises_allowed:
        return Betting(seat, (0,), (path,), (), (path,))  # to raise now would be to raise instead of accepting
    return betting([path], seat, ladder)


def group_at(group: Group, ladder: Ladder, turn: int, here: Betting, state: HandState) -> Group:
    """What of a group is left when a turn of it begins with this betting."""
    winner, leader = group.winner, group.leader
    lead, reply, third, tables = group.lead, group.reply, group.third, group.replies
    if turn <= 2:
        lead = here if turn == 2 else betting(here.out, leader, ladder)
    if turn <= 3:
        reply = here if turn == 3 else betting(lead.out, leader.other, ladder)
    third_actor = leader if winner is None else leader.other
    third = here if turn == 4 else betting(reply.out, third_actor, ladder)
    if turn >= 3:
        card = None if state.table[2].hidden else state.table[2].card
        kind = HIDDEN if card is None else OPEN
        tables = {kind: replies(group.held, (card,), winner is None)}
        group = replace(group, hides_either=card is None)
        if turn == 4:
            answer = np.array([state.table[3].card])
            tables = {kind: replace(tables[kind], next_lead=np.zeros(1, int), next_card=answer)}
    return replace(
        group,
        lead=lead,
        reply=reply,
        third=third,
        last=last_betting(third.out, third_actor.other, ladder),
        replies=tables,
    )


@dataclass(frozen=True)
class Remainder:
    """What is left at a state of turns 0 to 4 (not the hand of eleven).

    Attributes:
        tree: of the solution, for its tables.
        state: with unknown hands; no card lies face down but a lead of round 2 after a won round 1.
        reach: of mão's and pé's hands, f[H] each.
        match: pay-offs, f[winner, rung].
    """

    tree: Tree
    state: HandState
    reach: tuple[np.ndarray, np.ndarray]
    match: np.ndarray
    _joint: dict[int, np.ndarray] = field(default_factory=dict, repr=False)

    # -- what there is -------------------------------------------------------------------------------------------

    @property
    def actor(self) -> Seat:
        assert self.state.to_act is not None
        return self.state.to_act

    @property
    def turn(self) -> int:
        return len(self.state.table)

    @cached_property
    def betting(self) -> Betting:
        """Of the turn at which the remainder begins."""
        return betting_at(self.state, full_ladder(self.state.score))

    @cached_property
    def kind(self) -> str:
        return HIDDEN if self.turn > 2 and self.state.table[2].hidden else OPEN

    @property
    def name(self) -> str:
        """Of the first turn's blocks."""
        return turn_name(self.turn, self.kind)

    @cached_property
    def round_one(self) -> RoundOne | None:
        """Turns 0 and 1, if the remainder begins there."""
        if self.turn > 1:
            return None
        ladder = full_ladder(self.state.score)
        lead = self.betting if self.turn == 0 else self.tree.round_one.lead
        reply = self.betting if self.turn == 1 else betting(lead.out, Seat.PE, ladder)
        return RoundOne(self.tree.held, None, lead, reply)

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The groups that can follow, each with at most `BATCH` of its outcomes that can."""
        ladder, found = full_ladder(self.state.score), []
        put = [card.card for card in self.state.table[:2]]
        for group in self.tree.groups:
            kept = np.array([all(a == b for a, b in zip(o, put, strict=False)) for o in group.outcomes.tolist()])
            if not kept.any():
                continue
            here = self.betting if self.round_one is None else self.round_one.reply
            rest = group_at(group, ladder, max(self.turn, 1), here, self.state)
            outcomes = group.outcomes[kept]
            found += [replace(rest, outcomes=outcomes[k : k + BATCH]) for k in range(0, len(outcomes), BATCH)]
        return tuple(found)

    def holdings(self, seat: Seat, hidden: Hand = ()) -> np.ndarray:
        """Index of each hand on the seat's private axis, i[H]; -1 for hands that lack its plays.

        Args:
            hidden: the card that the seat has face down; if it has one, by default the lower of the two left.
        """
        put = shown(self.state, seat)
        if self.kind == HIDDEN and self.state.table[2].seat is seat:
            return left_hiding(self.tree.deck, put, *hidden)
        return left(self.tree.deck, put)

    def width(self, seat: Seat) -> int:
        """Length of that axis."""
        held = self.tree.held
        if self.round_one is not None:
            return (len(held.hands), len(held.pairs))[len(shown(self.state, seat))]
        return self.groups[0].axis(seat, self.turn, self.kind).width

    @property
    def node(self) -> int:
        """Where the state stands on the first turn's axis of nodes: the lead at turn 1, else the only place."""
        return self.state.table[0].card if self.turn == 1 else 0

    @property
    def nodes(self) -> int:
        """Length of that axis."""
        return self.tree.deck.size if self.turn == 1 else 1

    @cached_property
    def blocks(self) -> list[dict[str, Block]]:
        """Of the first part and of each group after round 1."""
        first: dict[str, Block] = {}
        if self.state.pending is not None:
            first["stay"] = Block(self.actor, (2, self.width(self.actor), self.nodes, 1))
        begin = self.round_one.blocks if self.round_one is not None else self.groups[0].blocks
        first |= {name: block for name, block in begin.items() if int(name[0]) >= self.turn}
        return [first] if self.round_one is None else [first, *(group.blocks for group in self.groups)]

    def start(self) -> States:
        """Zero regrets and averages."""
        batches = [1, *(len(group.outcomes) for group in self.groups)]
        states = []
        for blocks, batch in zip(self.blocks, batches, strict=False):
            shapes = {name: (*block.shape, batch) for name, block in blocks.items()}
            regrets, sums = ({name: np.zeros(shape, np.float32) for name, shape in shapes.items()} for _ in range(2))
            states.append(State(regrets, sums))
        return states

    # -- a pass --------------------------------------------------------------------------------------------------

    def walk(
        self,
        seat: Seat,
        states: States,
        run: Pass,
        kind: type[Book] = Plain,
        points: bool = False,
        reach: Reach | None = None,
    ) -> tuple[np.ndarray, list[Book]]:
        """One pass for a seat. Its averages are not weighted by its reach so far, which makes no difference to any of
        its hands but those that never get here: so these have one too.

        Args:
            states: regrets and averages.
            run: what the pass is for.
            kind: `Plain` to learn, `Recording` to read.
            points: pay the points of the hand, not the match.
            reach: of mão's and pé's hands instead of those it was made with.

        Returns:
            The value of the seat's holdings, [X]; and the books.
        """
        books = [kind(blocks, state, run) for blocks, state in zip(self.blocks, states, strict=True)]
        pay = payoffs(self.match, seat, points)
        begin, facing = (self._later if self.round_one is None else self._first)(seat, books, pay)
        mao, pe = (self._start(who, None if who is seat else (reach or self.reach)[who]) for who in Seat)
        return self._answered(seat, books[0], pay, begin, facing, (mao, pe))[:, self.node, 0, 0], books

    def _answered(
        self, seat: Seat, book: Book, pay: Payoffs, begin: Step, facing: Dense | Counted, reaches: Reach
    ) -> Array:
        """The value of the seat's holdings at the root, the pending raise answered first; [X, nodes, 1, 1]."""
        mao, pe = reaches
        actor = self.actor
        if self.state.pending is None:
            return begin((mao, pe))
        fold, stay = strategy = book.strategy("stay")
        reach = mao if actor is Seat.MAO else pe
        on = begin((mao * stay, pe) if actor is Seat.MAO else (mao, pe * stay))
        rung = [RUNGS.index(self.state.stake)]
        if seat is actor:
            folded = pay.of(False, rung) * facing.mass(seat, pe if actor is Seat.MAO else mao)
            return book.decide("stay", strategy, stack([folded, on]), reach)
        return on + pay.of(True, rung) * facing.mass(seat, reach * fold)

    def _start(self, seat: Seat, reach: np.ndarray | None) -> np.ndarray:
        """The reach of a seat's holdings, [X, nodes, 1, 1], from that of its hands; 1 for the walking one's (None).

        As the other seat sees it, a card face down is the lower one.
        """
        width = self.width(seat)
        found = np.zeros((width, self.nodes, 1, 1), np.float32)
        by_holding = 1 if reach is None else gathered(self.holdings(seat), reach * self._deals.reach, width)
        found[:, self.node, 0, 0] = by_holding
        return found

    @property
    def _deals(self) -> Deals:
        return dealing(self.tree.deck).weights

    def _walk(self, k: int, book: Book, seat: Seat, pay: Payoffs) -> LaterWalk:
        group = self.groups[k]
        walk = later_walk(group, self._deals.counts, group.outcomes, book, seat, pay, self._joint.get(k))
        self._joint[k] = walk.joint
        return walk

    def _later(self, seat: Seat, books: Sequence[Book], pay: Payoffs) -> tuple[Step, Dense | Counted]:
        """What follows at turns 2 to 4 when a pending raise was not folded, and what the holdings face here."""
        walk = self._walk(0, books[0], seat, pay)
        return lambda reach: walk.begin(self.turn, self.kind, reach), walk.facing(self.turn, self.kind)

    def _first(self, seat: Seat, books: Sequence[Book], pay: Payoffs) -> tuple[Step, Dense | Counted]:
        """The same in round 1."""
        tree, fixed = self.round_one, self._deals
        assert tree is not None
        walk = first_walk(tree, fixed, books[0], seat, pay)
        later = [self._walk(k, book, seat, pay) for k, book in enumerate(books[1:])]

        def rest(reach: Reach) -> Array:
            cells = zeros_like(reach[1])
            for after in later:
                lead, reply = after.group.outcomes.T
                mao = reach[0].transpose(0, 2, 1, 3)[:, :, lead, 0]
                pe = reach[1].transpose(0, 3, 1, 2, 4)[:, :, reply, lead, 0]
                cells[:, reply, lead, :, 0] = after.value((mao, pe)).transpose(2, 0, 1)
            return cells

        return lambda reach: walk.begin(self.turn, reach, rest), walk.facing(self.turn)

    # -- reading -------------------------------------------------------------------------------------------------

    @property
    def place(self) -> Place:
        """Where the decision stands in the arrays."""
        more = (f"{self.name}.{self.actor.name}", 0) if self.betting.layers else None
        stay = ("stay", 0) if self.state.pending is not None else None
        group = None if self.round_one is not None else self.groups[0]
        return Place(self.turn, self.kind, group, self.node, stay, more, 0, 0)

    def totals(self, seat: Seat) -> np.ndarray:
        """Factors that make the values of a seat's holdings the mean over both ranges, [X]."""
        by_hand = self.reach[seat] * (dealing(self.tree.deck).joint @ self.reach[seat.other])
        each = np.nan_to_num(by_hand / self._weights(seat, self.reach[seat.other])) / by_hand.sum()
        return gathered(self.holdings(seat), each, self.width(seat))

    def _weights(self, seat: Seat, other: np.ndarray) -> np.ndarray:
        return weights_of(dealing(self.tree.deck), self.state, seat, other)

    def root(self, seat: Seat, value: np.ndarray, hidden: Hand = (), other: np.ndarray | None = None) -> np.ndarray:
        """What each hand of a seat expects at the root, [H], from its value there, [X].

        Args:
            seat, value: as `walk` has them.
            hidden: as for `holdings`.
            other: reach of the other seat's hands if the walk was given one, f[H].
        """
        held, faced = self.holdings(seat, hidden), self.reach[seat.other] if other is None else other
        values = scattered(held, np.asarray(value, float)) / self._weights(seat, faced)
        return np.where(held >= 0, values, np.nan)

    def mix(self, states: States, hidden: Hand = ()) -> Mix:
        """The acting seat's strategy at the root, from averages in the place of regrets; `hidden` as for `holdings`."""
        here = self.holdings(self.actor, hidden)
        return mix_at(lambda name: states[0].averages[name][..., 0], self.tree, self.place, self.state, here)

    def values(self, books: Sequence[Book], hidden: Hand = ()) -> Mix:
        """The acting seat's expectation of each action at the root, from books that recorded a pass of it."""
        assert isinstance(books[0], Recording)
        weights = self._weights(self.actor, self.reach[self.actor.other])
        here = self.holdings(self.actor, hidden)
        found = values_at(books[0].values, self.tree, self.place, self.state, here)
        return {action: value / weights for action, value in found.items()}
