"""Solving subgames to a certified exploitability."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import jax
import numpy as np

from ..notation import Spot, parse
from ..rules import Deck, Score, real_deck
from ..tree.tree import Tree, tree_of
from . import saved
from .book import State
from .engine import Engine
from .policy import Policy
from .regret import DCFR_4, UpdateRule
from .solved import Solved
from .state import Evaluation, Solving

if TYPE_CHECKING:
    from ..query import Node, Study

SAVE_SECONDS, SAVE_SHARE = 10.0, 20
"""Between two saves are ten seconds at least, and saving takes at most a twentieth of the time."""


@dataclass(frozen=True)
class Config:
    """How to solve.

    Attributes:
        target: stop at this exploitability, in +-1 match space (0.01 is half a percentage point).
        max_iterations: stop after so many in any case.
        check_every: iterations between certificates.
        rule: the update rule.
    """

    target: float = 1e-3
    max_iterations: int = 5_000
    check_every: int = 10
    rule: UpdateRule = DCFR_4

    def __post_init__(self) -> None:
        if not self.target > 0:
            raise ValueError(f"the target must be above 0, not {self.target}")
        if self.max_iterations < 1 or self.check_every < 1:
            raise ValueError("iterations are counted from 1")


@dataclass(frozen=True)
class Progress:
    """Where a solve is, at a certificate.

    Attributes:
        iteration: done so far.
        exploitability: the largest of the batch.
        seconds: since the start, compilation apart.
        evaluation: all values.
        solved: copies one subgame as it is now; to be asked before the solve goes on.
    """

    iteration: int
    exploitability: float
    seconds: float
    evaluation: Evaluation
    solved: Callable[[int], Solved]


@dataclass(frozen=True)
class WarmStart:
    """Regrets of a neighbouring subgame of the same ladder to go on from; averages begin afresh.

    Attributes:
        name: of the neighbour, for the records.
        state: its state, for as many subgames as are to be solved.
        iteration: how far it was; discounts and weights go on from there.
    """

    name: str
    state: Solving
    iteration: int


@dataclass(frozen=True)
class Solution:
    """What a solve reached.

    Attributes:
        score, decks: the subgames, C of them.
        evaluation: values and best responses, [C] each.
        iterations, seconds, compile_seconds: what it cost. Earlier runs of a resumed solve are included but for their
            compilation, which is counted apart; iterations before a warm start are not.
        history: (iteration, exploitability, seconds) at every certificate of this run.
        stopped: "target", "iterations" or "cancelled".
        rule: the update rule.
        massless: information sets whose average has no mass, where the current strategy stands in.
        tree, state, engine: the arrays.
    """

    score: Score
    decks: tuple[Deck, ...]
    evaluation: Evaluation
    iterations: int
    seconds: float
    compile_seconds: float
    history: tuple[tuple[int, float, float], ...]
    stopped: str
    massless: int
    rule: UpdateRule
    engine: Engine = field(repr=False)
    state: Solving = field(repr=False)
    _studies: dict[int, Study] = field(default_factory=dict, repr=False, compare=False)

    @property
    def tree(self) -> Tree:
        return self.engine.tree

    def policy(self, subgame: int = 0) -> Policy:
        """The average strategy of one subgame, by state of the rules engine."""
        return Policy.of(self.engine, self.state, subgame)

    def at(self, spot: Spot | str) -> Node:
        """The spot in the solution of its turn-up's class: see `truco_lab.query`.

        Raises:
            SpotError: the line names no spot.
            BadInputError: the spot belongs to another subgame, or the hand is over there.
        """
        from ..query import Study

        spot = parse(spot) if isinstance(spot, str) else spot
        number = self.decks.index(spot.turn_up.deck) if spot.turn_up.deck in self.decks else 0
        if number not in self._studies:
            self._studies[number] = Study(self.solved(number))
        return self._studies[number].at(spot)

    def solved(self, subgame: int = 0, continuation: str = "exact") -> Solved:
        """One of the subgames by itself."""
        return _solved(self.engine, self.state, self.evaluation, self.score, self.iterations, subgame, continuation)


def _solved(
    engine: Engine,
    state: Solving,
    evaluation: Evaluation,
    score: Score,
    iterations: int,
    subgame: int,
    continuation: str = "exact",
) -> Solved:
    value, best_response_mao, best_response_pe = (float(numbers[subgame]) for numbers in evaluation)
    return Solved(
        score=score,
        deck=engine.decks[subgame],
        payoffs=engine.payoffs[:, :, subgame],
        continuation=continuation,
        policy=Policy.of(engine, state, subgame),
        value=value,
        best_response_mao=best_response_mao,
        best_response_pe=best_response_pe,
        iterations=iterations,
    )


def _snapshot(
    engine: Engine, state: Solving, evaluation: Evaluation, score: Score, iterations: int, subgame: int
) -> Solved:
    """One subgame with its averages copied to where the next iteration does not overwrite them."""
    first, *chunks = (
        State({}, {name: np.array(array) for name, array in part.averages.items()})
        for part in (state.round_one, *state.chunks)
    )
    return _solved(engine, Solving(first, tuple(chunks)), evaluation, score, iterations, subgame)


def solve(
    score: Score,
    decks: Sequence[Deck] | Sequence[int],
    payoffs: np.ndarray,
    config: Config = Config(),
    *,
    pruned: bool = True,
    progress: Callable[[Progress], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    folder: Path | None = None,
    rescue: Path | None = None,
    own: bool = False,
    warm: WarmStart | None = None,
    like: Engine | None = None,
    engine_options: Mapping[str, Any] = MappingProxyType({}),
) -> Solution:
    """Solve a score for some turn-up classes (or decks) at once.

    Args:
        score: role-ordered.
        decks: decks alike in structure, or turn-up classes of the real one; [C].
        payoffs: what mão gets when a seat wins a rung, f[winner, rung] (see `ValueTable.payoffs`).
        config: when to stop, how to update.
        pruned: whether the tree leaves the dominated actions out; with them it is up to ninety times as large.
        progress: called at every certificate.
        cancelled: asked at every iteration; True stops the solve and keeps what was reached. Asked before each program
            that is compiled too.
        folder: where to save at intervals and at the end, and to resume from, bit for bit.
        rescue: where to save if the solve is cancelled and there is no folder.
        own: whether these are the program's own: what is there of another solve, damaged or in another format is then
            replaced instead of refused.
        warm: where to start from, instead of from nothing.
        like: an engine for as many subgames of this ladder, whose compiled programs are used again.
        engine_options: passed on to `Engine`.

    Raises:
        CancelledError: it was cancelled before the first iteration; a folder has what it had.
        StoreError: the folder cannot be used; nothing in it is touched.
    """
    real = tuple(deck if isinstance(deck, Deck) else real_deck(deck) for deck in decks)
    each = np.repeat(payoffs[:, :, None], len(real), 2)
    engine = like.again(real, each) if like else Engine(tree_of(real[0], score, pruned), real, each, **engine_options)
    identity = saved.identity_of(
        engine,
        score=str(score),
        rule=list(map(str, dataclasses.astuple(config.rule))),
        start=f"{warm.name} after {warm.iteration} iterations" if warm else "cold",
    )
    kind = saved.SCRATCH if own else saved.KIND
    resumed = saved.load(folder, kind, engine, identity) if folder else None
    if folder and not resumed:
        saved.claim(folder, kind)  # unwritable? better now than later
    compile_seconds = 0.0 if like else engine.compile(cancelled or (lambda: False))
    assert engine.impossible >= 0  # counted before there is a state, for it takes another
    before = warm.iteration if warm else 0
    if resumed:
        state, done = resumed[0], resumed[1]["iteration"]
    else:
        state, done = (engine.going_on_from(warm.state) if warm else engine.start()), before

    kept = done if resumed else -1

    def save(where: Path | None) -> None:
        nonlocal kept
        if where and done != kept:
            spent = time.perf_counter() - begin
            saved.save(where, kind, state, identity, {"iteration": done, "seconds": spent})
            kept = done

    begin = time.perf_counter() - (resumed[1]["seconds"] if resumed else 0)
    save_at = time.perf_counter() + SAVE_SECONDS
    history: list[tuple[int, float, float]] = []
    evaluation, massless, stopped = None, 0, ""
    # where it goes on, a resumed solve may be done already; elsewhere a certificate is no part of what is saved, for it
    # leaves a trace in averages without mass
    due = done > before and (done - before) % config.check_every == 0
    while not stopped:
        if due or done - before >= config.max_iterations:
            if not due:
                save(folder)
            evaluation, state, massless = engine.evaluate(state)
            seconds, worst = time.perf_counter() - begin, float(evaluation.exploitability.max())
            history.append((done - before, worst, seconds))
            if progress:
                now = partial(_snapshot, engine, state, evaluation, score, done - before)
                progress(Progress(done - before, worst, seconds, evaluation, now))
            if worst <= config.target:
                stopped = "target"
            elif done - before >= config.max_iterations:
                stopped = "iterations"
            due = False
        elif cancelled and cancelled():
            stopped = "cancelled"
        else:
            done += 1
            state = engine.iterate(state, config.rule, done)
            jax.block_until_ready(state.round_one)
            due = (done - before) % config.check_every == 0
            if folder and time.perf_counter() > save_at:
                started = time.perf_counter()
                save(folder)
                save_at = time.perf_counter() + max(SAVE_SECONDS, SAVE_SHARE * (time.perf_counter() - started))
    save(folder or (rescue if stopped == "cancelled" else None))
    if evaluation is None or history[-1][0] != done - before:
        evaluation, state, massless = engine.evaluate(state)
    return Solution(
        score=score,
        decks=real,
        evaluation=evaluation,
        iterations=done - before,
        seconds=time.perf_counter() - begin,
        compile_seconds=compile_seconds,
        history=tuple(history),
        stopped=stopped,
        massless=massless,
        rule=config.rule,
        engine=engine,
        state=state,
    )
