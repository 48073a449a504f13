"""A policy of the pruned tree as one of the unpruned tree, with an answer to every dominated action.

Where the pruned tree has a decision its probabilities stay, and the dominated actions there get none. A re-raise spelt
as accepting and raising at once is answered as the re-raise. What only a dominated action leads to is answered as the
reason for leaving it out says (`rules.dominance`), which is why nobody gains by one against an embedded policy:

- a dead raise, whose maker wins the match with what is agreed: accept, and go on as if it had not been made;
- a card face down that cannot win: raise as far as it goes, never fold, then put an open card;
- a re-raise of the last raise: stay with a card that wins, fold with one that loses.

Where the seat itself left the tree, its weights say nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from ..rules import Seat
from ..tree.betting import STAY, Betting
from ..tree.tree import HIDDEN, Block, Group, Tree
from .policy import Policy, Reader

NO, YES, EVEN, FIRST = 0, 1, 2, 3
"""Rows of decisions that the pruned tree does not have, before its own (from FIRST): never, always, half and half."""


@dataclass(frozen=True)
class _Paths:
    """The unpruned tree's paths at one point.

    Attributes:
        place: for each the pruned tree's path with the same raises, dead ones left out; i[K].
        dead: whether a dead raise was made on it, bool[K].
    """

    place: np.ndarray
    dead: np.ndarray


Rows = dict[tuple[str, Seat], np.ndarray]
"""For each stage ("" and ".again") and seat, the row of each of its decisions; see NO."""


@dataclass(frozen=True)
class _Turn:
    """The betting of one card turn in both trees.

    Attributes:
        ends: its outgoing paths.
        rows: its decisions.
    """

    ends: _Paths
    rows: Rows


def embedded(policy: Policy, sensible: bool = True) -> Policy:
    """A policy of a pruned tree on the unpruned one.

    Args:
        policy: of a pruned tree.
        sensible: whether dominated actions are answered as above; else half and half in each step, or any card alike.
    """
    assert policy.tree.pruned
    tree = policy.tree.unpruned
    embedding = _Embedding(tree, policy, sensible)
    return Policy(tree, embedding.round_one, embedding.outcome)


@dataclass(frozen=True)
class _Embedding:
    tree: Tree
    policy: Policy
    sensible: bool

    def round_one(self, name: str) -> np.ndarray:
        """A block of round 1, [actions, holdings, nodes, paths]."""
        head, *rest = name.split(".")
        read = _probabilities(self.policy.round_one, self.policy.tree.round_one.blocks)
        if not rest:
            return read(name)
        block, turn = self.tree.round_one.blocks[name], self._first_turns[int(head)]
        if rest == ["card"]:
            return self._on_paths(read(name), turn.ends, block)
        return self._bets(block, rest, turn.rows, read(f"{head}.{block.seat.name}"))

    def outcome(self, number: int, outcome: int) -> Reader:
        """Reads the blocks of a group after a round-1 outcome."""
        whole, pruned, turns = self.tree.groups[number], self.policy.tree.groups[number], self._turns[number]
        read = _probabilities(self.policy.outcome(number, outcome), pruned.blocks)

        @cache
        def block_of(name: str) -> np.ndarray:
            head, *rest = name.split(".")
            turn, kind, block = int(head[0]), head[1:], whole.blocks[name]
            if kind and kind not in pruned.kinds:
                return self._against_a_thrown_card(whole.leader.other, block, rest)
            if turn == 5 and rest[0] == HIDDEN:
                return self._against_a_thrown_card(whole.last_player, block, rest)
            if rest[-1] == "card":
                if turn > 3:
                    return _always(0, block)
                cards = _leads(read(name), whole) if turn == 2 else _replies(read(name), whole, pruned, kind)
                return self._on_paths(cards, turns[turn - 2].ends, block)
            own = read(f"{head}.{block.seat.name}")
            rows = turns[turn - 2].rows
            if turn < 5:
                return self._bets(block, rest, rows, own)
            own = own.reshape(2, 1, -1, own.shape[-1])  # s * C + node
            if block.seat is not whole.last_player:
                return self._bets(block, rest, rows, own)
            return np.concatenate([self._bets(block, rest, made, own, 1) for made in self._last_rows(whole, rows)], 1)

        return block_of

    # -- paths ---------------------------------------------------------------------------------------------------

    @cached_property
    def _first_turns(self) -> tuple[_Turn, _Turn]:
        whole, pruned = self.tree.round_one, self.policy.tree.round_one
        lead = self._turn(whole.lead, pruned.lead, _Paths(np.zeros(1, int), np.zeros(1, bool)))
        return lead, self._turn(whole.reply, pruned.reply, lead.ends)

    @cached_property
    def _turns(self) -> list[list[_Turn]]:
        """Turns 2 to 5 of every group."""
        found = []
        for whole, pruned in zip(self.tree.groups, self.policy.tree.groups, strict=True):
            turns = [self._first_turns[1]]
            for name in ("lead", "reply", "third", "last"):
                turns.append(self._turn(getattr(whole, name), getattr(pruned, name), turns[-1].ends))
            found.append(turns[1:])
        return found

    def _turn(self, whole: Betting, pruned: Betting, paths: _Paths) -> _Turn:
        stages = {"": whole} | ({} if whole.again is None else {".again": whole.again})
        origins = [(k, 0) for k in range(len(whole.paths))]  # incoming path and raises so far, by path of the stage
        rows = {}
        for suffix, stage in stages.items():
            for seat in Seat:
                rows[suffix, seat] = np.array(
                    [
                        self._row(pruned, seat, paths, *origins[k], layer, question, bool(suffix))
                        for (layer, question), where in stage.decisions(seat).items()
                        for k in stage.order[: where.stop - where.start]
                    ],
                    int,
                )
            reached = [(k, 0) for k in stage.order]
            reached += [(k, layer) for layer, count in enumerate(stage.layers, start=1) for k in stage.order[:count]]
            origins = [(origins[k][0], origins[k][1] + layer) for k, layer in reached]
        place = [pruned.accepted(paths.place[k], min(made, pruned.chain(paths.place[k]))) for k, made in origins]
        dead = [bool(paths.dead[k]) or made > pruned.chain(paths.place[k]) for k, made in origins]
        return _Turn(_Paths(np.array(place), np.array(dead)), rows)

    def _row(
        self, pruned: Betting, seat: Seat, paths: _Paths, k: int, made: int, layer: int, question: str, again: bool
    ) -> int:
        """The row of a decision on incoming path k, `made` raises into its turn before this stage."""
        place, raised = paths.place[k], made + layer
        own = pruned.decisions(seat).get((raised, question))
        at = pruned.order.index(place)
        if own is not None and at < own.stop - own.start and not (again and layer == 0):
            return FIRST + own.start + at
        off = bool(paths.dead[k]) or raised > pruned.chain(place)
        if off and not self.sensible:
            return EVEN
        return YES if question == STAY else NO

    def _last_rows(self, whole: Group, rows: Rows) -> list[Rows]:
        """The rows with a winning and with a losing card: the former raises if it can, and stays after a re-raise."""
        last, made = whole.last_player, []
        for wins in (True, False):
            mine = dict(rows)
            for (suffix, seat), row in rows.items():
                if seat is last and self.sensible:
                    stage = whole.last.again if suffix else whole.last
                    assert stage is not None
                    row = row.copy()
                    for (_, question), where in stage.decisions(last).items():
                        if question == STAY:
                            row[where] = YES if wins else NO
                if seat is last and wins:
                    row = np.where(row >= FIRST, YES, row)
                mine[suffix, seat] = row
            made.append(mine)
        return made

    # -- arrays --------------------------------------------------------------------------------------------------

    def _bets(self, block: Block, rest: Sequence[str], rows: Rows, own: np.ndarray, width: int = 0) -> np.ndarray:
        """A seat's binary decisions, from its rows in the pruned tree."""
        holdings = width or block.shape[1]
        if not own.size:
            own = np.zeros((2, holdings, block.shape[2], 0))
        if own.shape[1] != holdings:  # a card face down: by (kept, hidden) here, by pair there
            held = self.tree.held
            own = own[:, held.hidden_source % len(held.pairs)]
        fixed = np.array([[1, 0, 0.5], [0, 1, 0.5]])[:, None, None]
        pool = np.concatenate([np.broadcast_to(fixed, (2, *own.shape[1:3], 3)), own], 3)
        return pool[..., rows[".again" if "again" in rest else "", block.seat]]

    def _on_paths(self, cards: np.ndarray, ends: _Paths, block: Block) -> np.ndarray:
        """A decision between cards, from that on the pruned tree's paths."""
        found = cards[..., ends.place]
        if not self.sensible:
            found[..., ends.dead] = _uniform(block)[..., ends.dead]
        return found

    def _against_a_thrown_card(self, winner: Seat, block: Block, rest: Sequence[str]) -> np.ndarray:
        """Whoever was led a card that cannot win asks for all it can get, and wins."""
        if not self.sensible or block.seat is not winner:
            return _uniform(block)
        return _always(0 if rest[-1] == "card" else 1, block)


def _probabilities(read: Reader, blocks: dict[str, Block]) -> Reader:
    """Normalised; even where there is no mass; no rows where there is no block."""

    def reader(name: str) -> np.ndarray:
        if name not in blocks:
            return np.zeros((2, 1, 1, 0))
        weights = np.asarray(read(name), float)
        total = weights.sum(0)
        return np.where(total > 0, weights / np.where(total > 0, total, 1), _uniform(blocks[name]))

    return reader


def _uniform(block: Block) -> np.ndarray:
    legal = np.ones(block.shape[:2]) if block.legal is None else block.legal.astype(float)
    return np.broadcast_to((legal / legal.sum(0))[:, :, None, None], block.shape)


def _always(action: int, block: Block) -> np.ndarray:
    found = np.zeros(block.shape)
    found[action] = 1
    return found


def _leads(own: np.ndarray, whole: Group) -> np.ndarray:
    """Turn 2: the one card that the pruned tree puts face down is the weaker one."""
    found = np.zeros((4, *own.shape[1:]))
    found[:2] = own[:2]
    if len(own) > 2:
        equal = whole.held.pair_cell[1] < 0
        found[2, equal], found[3, ~equal] = own[2, equal], own[2, ~equal]
    return found


def _replies(own: np.ndarray, whole: Group, pruned: Group, kind: str) -> np.ndarray:
    """Turn 3: what the pruned tree chooses, or does not need to."""
    few, all_ = pruned.replies[kind], whole.replies[kind]
    found = np.zeros((4, len(all_.choices), 1, len(pruned.reply.ends)))
    certain = few.certain[all_.choices]
    sure, free = np.flatnonzero(certain >= 0), np.flatnonzero(certain < 0)
    found[certain[sure], sure] = 1
    if len(free):
        found[:2, free] = own[:, np.searchsorted(few.choices, all_.choices[free])]
    return found
