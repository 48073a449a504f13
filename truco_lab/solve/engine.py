"""The arrays of one tree on their devices, and the compiled passes over them.

An engine holds a batch of C subgames that share a tree: turn-up classes, possibly at several scores of one ladder.
Turns 2 to 5 are cut into *chunks* of (subgame, round-1 outcome) items, so that a chunk's temporaries stay in a CPU's
cache; on a GPU a chunk is a whole group. A pass of one seat is: round 1 down, every chunk, round 1 up.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from ..rules import RUNGS, Deck, Seat
from ..tree.deals import deals, pair_joint
from ..tree.digest import structure
from ..tree.tree import Block, Tree
from .arrays import concatenate, transpose, zeros_like
from .bets import Payoffs
from .book import Arrays, Book, Pass, State
from .chunks import CPU_CHUNK_ENTRIES, Chunk, cut, item_grid
from .compiling import Jobs, asked_for
from .facing import Dense
from .policy import Policy, Reader
from .programs import Programs, keep, kept
from .regret import Discounts, UpdateRule
from .state import Evaluation, Solving, massless, swapped, with_stand_ins
from .walk import GroupWalk, RoundOneWalk


class Engine:
    """Compiled passes for a batch of subgames.

    Args:
        tree: the tree they share.
        decks: one deck per subgame, alike in structure; [C].
        payoffs: what mão gets when a seat wins a rung, f[winner, rung, C] in +-1 match space.
        devices: where to compute; chunks are dealt out in turn. Default: the first device.
        chunk_entries: at most so many entries per chunk; default by kind of device.
        dtype: of state and arithmetic.
    """

    def __init__(
        self,
        tree: Tree,
        decks: Sequence[Deck],
        payoffs: np.ndarray,
        *,
        devices: Sequence[jax.Device] | None = None,
        chunk_entries: int | None = None,
        dtype: Any = jnp.float32,
    ):
        assert payoffs.shape == (2, len(RUNGS), len(decks))
        self.tree, self.decks, self.dtype = tree, tuple(decks), dtype
        self.devices = tuple(devices or jax.devices()[:1])
        on_cpu = self.devices[0].platform == "cpu"
        self._limit = chunk_entries or (CPU_CHUNK_ENTRIES if on_cpu else 1 << 62)
        self.chunks = cut(tree, len(self.decks), self.devices, self._limit)
        self._deals = [deals(deck, tree.held) for deck in self.decks]
        self.chance = np.stack([d.chance for d in self._deals], -1)
        self.payoffs = payoffs
        self._programs: Programs = {}
        self._impossible: dict[tuple[Deck, ...], int] = {}
        self._round_one = self._round_one_constants()
        self._constants = [self._chunk_constants(chunk) for chunk in self.chunks]
        self._items = item_grid(tree, len(self.decks), self.chunks)

    # -- layout --------------------------------------------------------------------------------------------------

    def _put(self, array: np.ndarray, device: jax.Device) -> jax.Array:
        return jax.device_put(np.asarray(array, self.dtype), device)

    def _pay(self, subgames: np.ndarray | slice, device: jax.Device) -> list[tuple[jax.Array, jax.Array]]:
        """(win, lose) for each walking seat."""
        mao_wins, pe_wins = self.payoffs[:, :, subgames]
        both = [(mao_wins, pe_wins), (-pe_wins, -mao_wins)]
        return [(self._put(win, device), self._put(lose, device)) for win, lose in both]

    def _chunk_constants(self, chunk: Chunk) -> dict[str, Any]:
        n, held = self.tree.deck.size, self.tree.held
        lead, reply = self.tree.groups[chunk.group].outcomes[chunk.outcomes].T
        counts = np.array([self.decks[c].counts for c in chunk.subgames])
        left = counts - np.eye(n)[lead] - np.eye(n)[reply]
        put = partial(self._put, device=chunk.device)
        index = [jax.device_put(np.asarray(i, np.int32), chunk.device) for i in (chunk.subgames, lead, reply)]
        return {
            "left": put(left.T),
            "joint": put(pair_joint(left.astype(np.float32), held)),  # small whole numbers: exact
            "pay": self._pay(chunk.subgames, chunk.device),
            "index": tuple(index),
        }

    def _round_one_constants(self) -> dict[str, Any]:
        put = partial(self._put, device=self.devices[0])
        hands_own = put(np.stack([d.hands_own for d in self._deals], -1)[:, None, None])
        pairs_own, answers_own = (put(np.stack([d.lead_own[s].T for d in self._deals], -1)[:, :, None]) for s in Seat)
        return {
            "counts": put(np.stack([d.counts for d in self._deals], -1)),
            "reach": put(np.stack([d.reach for d in self._deals], -1)),
            "hands": (put(np.stack([d.hands_joint for d in self._deals])[:, None]), (hands_own, hands_own)),
            "led": (put(np.stack([d.lead_joint for d in self._deals])), (pairs_own, answers_own)),
            "pay": self._pay(slice(None), self.devices[0]),
        }

    @cached_property
    def shapes(self) -> Solving:
        """Shape, type and device of every array of a state."""

        def state(blocks: dict[str, Block], batch: int, device: jax.Device) -> State:
            on = jax.sharding.SingleDeviceSharding(device)
            found: Any = {
                name: jax.ShapeDtypeStruct((*block.shape, batch), self.dtype, sharding=on)
                for name, block in blocks.items()
            }
            return State(found, found)

        first = state(self.tree.round_one.blocks, len(self.decks), self.devices[0])
        chunks = [state(self.tree.groups[c.group].blocks, len(c.subgames), c.device) for c in self.chunks]
        return Solving(first, tuple(chunks))

    def start(self) -> Solving:
        """Zero regrets and averages, on their devices once the engine is compiled."""
        if not self._programs:
            return jax.tree.map(lambda shape: np.zeros(shape.shape, shape.dtype), self.shapes)
        first = self._programs["zeros", None, len(self.decks), self.devices[0].id]()
        keys = [("zeros", chunk.group, len(chunk.subgames), chunk.device.id) for chunk in self.chunks]
        return Solving(first, tuple(self._programs[key]() for key in keys))

    def going_on_from(self, state: Solving) -> Solving:
        """Copies of a state's regrets, and zero averages."""

        def part(old: State) -> State:
            regrets = {name: np.array(array) for name, array in old.regrets.items()}
            return State(regrets, {name: np.zeros_like(array) for name, array in regrets.items()})

        return self.placed(Solving(part(state.round_one), tuple(map(part, state.chunks))))

    def placed(self, state: Solving) -> Solving:
        """A state of NumPy arrays on its devices."""
        return jax.tree.map(lambda array, shape: jax.device_put(array, shape.sharding), state, self.shapes)

    def again(self, decks: Sequence[Deck], payoffs: np.ndarray) -> Engine:
        """An engine of the same tree and layout for other decks or pay-offs; what is compiled serves both."""
        assert len(decks) == len(self.decks)
        if tuple(decks) == self.decks:
            return self._paying(payoffs)
        other = Engine(self.tree, decks, payoffs, devices=self.devices, chunk_entries=self._limit, dtype=self.dtype)
        other._programs, other._impossible = self._programs, self._impossible
        return other

    def _paying(self, payoffs: np.ndarray) -> Engine:
        other = copy.copy(self)
        other.payoffs = payoffs
        other._round_one = self._round_one | {"pay": other._pay(slice(None), self.devices[0])}
        other._constants = [
            fixed | {"pay": other._pay(chunk.subgames, chunk.device)}
            for chunk, fixed in zip(self.chunks, self._constants, strict=True)
        ]
        return other

    def state_of(self, policies: Sequence[Policy]) -> Solving:
        """A state whose averages are these policies', one for each subgame, and whose regrets are zero."""
        assert all(policy.tree == self.tree for policy in policies)

        def filled(shapes: State, readers: Sequence[Reader]) -> State:
            averages: Arrays = {}
            for name, shape in shapes.averages.items():
                averages[name] = weights = np.empty(shape.shape, self.dtype)
                for b, read in enumerate(readers):
                    weights[..., b] = read(name)
            return State({name: np.zeros_like(array) for name, array in averages.items()}, averages)

        chunks = []
        for chunk, shapes in zip(self.chunks, self.shapes.chunks, strict=True):
            items = zip(chunk.subgames, chunk.outcomes, strict=True)
            chunks.append(
                filled(shapes, [policies[subgame].outcome(chunk.group, outcome) for subgame, outcome in items])
            )
        first = filled(self.shapes.round_one, [policy.round_one for policy in policies])
        return self.placed(Solving(first, tuple(chunks)))

    # -- the three programs --------------------------------------------------------------------------------------

    def _down(self, state: State, fixed: dict[str, Any], run: Pass) -> tuple[jax.Array, jax.Array]:
        """Reaches after round 1: mão's [P, lead, paths, C], pé's [P, reply, lead, paths, C]."""
        reaches: list[tuple[jax.Array, jax.Array]] = []

        def rest(reach: tuple[jax.Array, jax.Array]) -> jax.Array:
            reaches.append(reach)
            return zeros_like(reach[1])

        self._round_one_walk(Seat.MAO, state, fixed, run).value(fixed["reach"], rest)
        return reaches[0]

    def _up(
        self, seat: Seat, state: State, fixed: dict[str, Any], run: Pass, items: tuple[jax.Array, ...]
    ) -> tuple[jax.Array, State]:
        """From the values of all items, [P, paths, B] each, the seat's values of hands [H, C] and the new state."""
        values = concatenate([*items, zeros_like(items[0][..., :1])], -1)
        cells = transpose(values[..., self._items.transpose(2, 1, 0)], (0, 2, 3, 1, 4))  # [P, reply, lead, paths, C]
        walk = self._round_one_walk(seat, state, fixed, run)
        value = walk.value(fixed["reach"], lambda _: cells)
        return value, walk.book.renewed()

    def _round_one_walk(self, seat: Seat, state: State, fixed: dict[str, Any], run: Pass) -> RoundOneWalk:
        return RoundOneWalk(
            tree=self.tree.round_one,
            book=Book(self.tree.round_one.blocks, state, run),
            seat=seat,
            pay=Payoffs(*fixed["pay"][seat]),
            counts=fixed["counts"],
            hands=Dense(*fixed["hands"]),
            led=Dense(*fixed["led"]),
        )

    def _chunk(
        self, group: int, seat: Seat, state: State, fixed: dict[str, Any], run: Pass, reach: tuple[jax.Array, jax.Array]
    ) -> tuple[jax.Array, State]:
        """The seat's values of pairs after round 1, [P, paths, B], and the new state."""
        subgames, lead, reply = fixed["index"]
        mao = transpose(reach[0], (0, 2, 1, 3))[:, :, lead, subgames]
        pe = transpose(reach[1], (0, 3, 1, 2, 4))[:, :, reply, lead, subgames]
        walk = GroupWalk(
            group=self.tree.groups[group],
            book=Book(self.tree.groups[group].blocks, state, run),
            seat=seat,
            pay=Payoffs(*fixed["pay"][seat]),
            left=fixed["left"],
            joint=fixed["joint"],
        )
        value = walk.value((mao, pe))
        return value, walk.book.renewed()

    # -- compiling -----------------------------------------------------------------------------------------------

    def compile(self, cancelled: Callable[[], bool] = lambda: False) -> float:
        """Load the programs that a solve needs, or compile them, side by side, and keep them; returns the seconds.

        Without this the engine computes step by step in NumPy: at once on a tiny tree, far too slow on a large one.

        Args:
            cancelled: asked before each program that is compiled.

        Raises:
            CancelledError: the answer was True; the engine is as it was.
        """
        begin = time.perf_counter()
        identity = self._identity()
        self._programs = kept(identity) or {}
        if not self._programs:
            self._programs = self._compiled(cancelled)
            keep(identity, self._programs)
        return time.perf_counter() - begin

    def _identity(self) -> str:
        """All that the programs are made from but sources and machine."""
        layout = [(chunk.group, len(chunk.subgames), chunk.device.id) for chunk in self.chunks]
        devices = [device.id for device in self.devices]
        dtype = np.dtype(self.dtype).name
        return repr((structure(self.tree), len(self.decks), layout, devices, dtype, asked_for()))

    def _compiled(self, cancelled: Callable[[], bool]) -> Programs:
        state, run = self.shapes, self._run(UpdateRule(0, 0, 0), 1, evaluating=False, greedy=False)
        jobs = Jobs(cancelled)
        jobs.add(("zeros", None, len(self.decks), self.devices[0].id), _zeros_of(state.round_one), self.devices[0], ())
        for chunk, part in zip(self.chunks, state.chunks, strict=True):
            key = ("zeros", chunk.group, len(chunk.subgames), chunk.device.id)
            if key not in jobs.lowered:
                jobs.add(key, _zeros_of(part), chunk.device, ())
        down = jobs.add("down", self._down, self.devices[0], (), state.round_one, self._round_one, run)
        shapes, large = {}, set()
        for seat in Seat:
            for chunk, part, fixed in zip(self.chunks, state.chunks, self._constants, strict=True):
                key = self._chunk_key(chunk, seat)
                if key not in jobs.lowered:
                    walk = _bound(self._chunk, chunk.group, seat)
                    shapes[key], _ = jobs.add(key, walk, chunk.device, (0,), part, fixed, run, down)
                    if self.tree.pruned and self.tree.groups[chunk.group].winner is not None:
                        large.add(key)
            values = tuple(shapes[self._chunk_key(chunk, seat)] for chunk in self.chunks)
            up = _bound(self._up, seat)
            jobs.add(("up", seat), up, self.devices[0], (0,), state.round_one, self._round_one, run, values)

        return jobs.compiled(large)

    @staticmethod
    def _chunk_key(chunk: Chunk, seat: Seat) -> Any:
        return chunk.group, seat, len(chunk.subgames), chunk.device.id

    # -- running -------------------------------------------------------------------------------------------------

    def _run(self, rule: UpdateRule, t: int, *, evaluating: bool, greedy: bool) -> Pass:
        factors = (np.asarray(factor, self.dtype) for factor in rule.discounts(t))
        return Pass(np.asarray(evaluating), np.asarray(greedy), Discounts(*factors))

    def _walk(self, seat: Seat, state: Solving, run: Pass) -> tuple[jax.Array, Solving]:
        if not self._programs:
            return self._walk_in_numpy(seat, state, run)
        reach = self._programs["down"](state.round_one, self._round_one, run)
        values, parts = [], []
        for chunk, part, fixed in zip(self.chunks, state.chunks, self._constants, strict=True):
            here = jax.device_put(reach, chunk.device) if len(self.devices) > 1 else reach
            value, part = self._programs[self._chunk_key(chunk, seat)](part, fixed, run, here)
            values.append(jax.device_put(value, self.devices[0]) if len(self.devices) > 1 else value)
            parts.append(part)
        hands, first = self._programs["up", seat](state.round_one, self._round_one, run, tuple(values))
        return hands, Solving(first, tuple(parts))

    def _walk_in_numpy(self, seat: Seat, state: Solving, run: Pass) -> tuple[Any, Solving]:
        state, first, constants = jax.tree.map(np.asarray, (state, self._round_one, self._constants))
        reach = self._down(state.round_one, first, run)
        done = [
            self._chunk(chunk.group, seat, part, fixed, run, reach)
            for chunk, part, fixed in zip(self.chunks, state.chunks, constants, strict=True)
        ]
        hands, round_one = self._up(seat, state.round_one, first, run, tuple(value for value, _ in done))
        return hands, Solving(round_one, tuple(part for _, part in done))

    def iterate(self, state: Solving, rule: UpdateRule, t: int) -> Solving:
        """Iteration t, counted from 1: update mão, then pé against mão's new strategy. The old state is given away."""
        run = self._run(rule, t, evaluating=False, greedy=False)
        for seat in Seat:
            _, state = self._walk(seat, state, run)
        return state

    @property
    def impossible(self) -> int:
        """Information sets that no deal reaches: those that uniform play gives no mass. Takes a state to count, once
        for all engines of these decks that come from one another by `again`."""
        if self.decks not in self._impossible:
            self._impossible[self.decks] = massless(self.iterate(self.start(), UpdateRule(0, 0, 0), 1))
        return self._impossible[self.decks]

    def evaluate(self, state: Solving) -> tuple[Evaluation, Solving, int]:
        """Exact value and best responses of the average strategies. The old state is given away for an equal one.

        Returns:
            The evaluation, the state, and in how many information sets the average has no mass, so that the current
            strategy stands in for it (impossible holdings, which never have any, are not counted).
        """
        without = massless(state) - self.impossible
        if without > 0:
            state = with_stand_ins(state)
        results = []
        for seat, greedy in ((Seat.MAO, False), (Seat.MAO, True), (Seat.PE, True)):
            earned, state = self.earned(seat, state, greedy=greedy)
            results.append(earned)
        return Evaluation(*results), state, max(without, 0)

    def earned(self, seat: Seat, state: Solving, *, greedy: bool = False) -> tuple[np.ndarray, Solving]:
        """What a seat's average strategy, or its best response, earns against the other's average, [C], from its side.

        The old state is given away for an equal one.
        """
        hands, state = self.hand_values(seat, state, greedy=greedy)
        return (hands * self.chance).sum(0), state

    def hand_values(self, seat: Seat, state: Solving, *, greedy: bool = False) -> tuple[np.ndarray, Solving]:
        """`earned` by hand held, [H, C]. Averages without mass play uniformly."""
        run = self._run(UpdateRule(0, 0, 0), 1, evaluating=True, greedy=greedy)
        hands, state = self._walk(seat, swapped(state), run)
        return np.asarray(hands, np.float64), swapped(state)

    def chunk_passes(self, state: Solving, rule: UpdateRule) -> Iterator[tuple[Any, Any, Callable[[], None]]]:
        """For profiling: each chunk program once, as (key, program, a function that runs it to the end)."""
        run = self._run(rule, 2, evaluating=False, greedy=False)
        reach = self._programs["down"](state.round_one, self._round_one, run)
        seen = set()
        for seat in Seat:
            for chunk, part, fixed in zip(self.chunks, state.chunks, self._constants, strict=True):
                key = self._chunk_key(chunk, seat)
                if key not in seen:
                    seen.add(key)
                    box = [jax.tree.map(jnp.copy, part)]
                    program = self._programs[key]

                    def again(program: Any = program, box: list[Any] = box, fixed: Any = fixed) -> None:
                        value, box[0] = program(box[0], fixed, run, reach)
                        value.block_until_ready()

                    yield key, program, again


def _zeros_of(shapes: State) -> Callable[[], State]:
    """A program that makes a state of zeros."""

    def zeros() -> State:
        return jax.tree.map(lambda shape: jnp.zeros(shape.shape, shape.dtype), shapes)

    return zeros


def _bound(function: Callable[..., Any], *first: Any) -> Callable[..., Any]:
    """The function with its first arguments fixed, named for the profiler."""

    def bound(*rest: Any) -> Any:
        return function(*first, *rest)

    bound.__name__ = function.__name__.strip("_")
    return bound
