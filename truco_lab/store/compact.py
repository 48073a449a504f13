"""The compact form, with its own certificate: what rounding costs is measured, not estimated."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from ..solve.estimate import check_memory, estimate
from ..solve.solved import Solved
from .entry import Entry
from .forms import Form, rounded
from .store import Store

if TYPE_CHECKING:
    from ..solve.book import State
    from ..solve.engine import Engine
    from ..solve.state import Evaluation, Solving

ACCEPTED_EXTRA = 1e-4
"""Exploitability that the compact form may add, in +-1 match space: half a hundredth of a percentage point."""


def compact(store: Store, entry: Entry) -> Entry:
    """Rewrite a stored subgame in the compact form, unless that adds more than `ACCEPTED_EXTRA`.

    Returns:
        The compact entry, written or not.

    Raises:
        MemoryShortError: measuring it takes as much memory as solving.
        StoreError: it cannot be read or written.
    """
    solved = store.open(entry.score, entry.deck)
    assert solved
    found = compact_entry(entry, solved)
    if acceptable(found):
        store.write(found, solved.policy)
    return found


def acceptable(entry: Entry) -> bool:
    """Whether a compact entry is worth its space."""
    return entry.extra_exploitability is not None and entry.extra_exploitability <= ACCEPTED_EXTRA


def compact_entry(entry: Entry, solved: Solved) -> Entry:
    """The entry of the same averages in the compact form.

    Raises:
        MemoryShortError: measuring it takes as much memory as solving.
    """
    engine, state = engine_of(solved)
    return with_certificate(entry, evaluate_rounded(engine, state), 0)


def with_certificate(entry: Entry, evaluation: Evaluation, subgame: int) -> Entry:
    """The entry in the compact form, with one subgame's part of what `evaluate_rounded` found."""
    value, best_response_mao, best_response_pe = (float(numbers[subgame]) for numbers in evaluation)
    return dataclasses.replace(
        entry,
        form=Form.COMPACT,
        value=value,
        best_response_mao=best_response_mao,
        best_response_pe=best_response_pe,
        extra_exploitability=(best_response_mao + best_response_pe) / 2 - entry.exploitability,
    )


def evaluate_rounded(engine: Engine, state: Solving) -> Evaluation:
    """Exact value and best responses of a state's averages as the compact form has them; all subgames, [C] each.

    Args:
        state: after `Engine.evaluate`, so that averages without mass have their stand-ins; it is not given away.
    """
    from ..solve.book import State
    from ..solve.state import Solving

    def part(old: State) -> State:
        averages = {name: rounded(np.asarray(array)).astype(engine.dtype) for name, array in old.averages.items()}
        return State({name: np.zeros_like(array) for name, array in averages.items()}, averages)

    evaluation, _, _ = engine.evaluate(engine.placed(Solving(part(state.round_one), tuple(map(part, state.chunks)))))
    return evaluation


def engine_of(solved: Solved) -> tuple[Engine, Solving]:
    """A compiled engine for one subgame, and its averages as the engine lays them out.

    Raises:
        MemoryShortError: there is too little memory for it.
    """
    check_memory(estimate(solved.tree, target=1))

    from ..solve.engine import Engine

    engine = Engine(solved.tree, [solved.deck], solved.payoffs[:, :, None])
    engine.compile()
    return engine, engine.state_of([solved.policy])
