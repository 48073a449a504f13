"""Strategies made up at random: nothing needs to be solved to be stored."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tests.oracles.payoffs import smooth_payoff
from truco_lab.rules import RUNGS, Deck, Score, Seat
from truco_lab.solve.policy import Policy
from truco_lab.solve.solved import Solved
from truco_lab.store import Entry, Store
from truco_lab.tree.tree import Block, Tree, tree_of

SCORE = Score(11, 10)
DECK = Deck((3, 3), 1)


def made_up(deck: Deck = DECK, score: Score = SCORE, *, seed: int = 0, **changes: Any) -> tuple[Entry, Policy]:
    """An entry and random averages: of all sizes, some information sets without mass, nothing where no action is."""
    tree, pay = tree_of(deck, score), smooth_payoff(score)
    rng = np.random.default_rng(seed)

    def drawn(blocks: Mapping[str, Block]) -> dict[str, np.ndarray]:
        averages = {}
        for name, block in blocks.items():
            mass = 10 ** rng.uniform(-30, 9, (1, *block.shape[1:])) * (rng.random((1, *block.shape[1:])) < 0.8)
            weights = mass * rng.random(block.shape)
            if block.legal is not None:
                weights *= block.legal[:, :, None, None]
            averages[name] = weights.astype(np.float32)
        return averages

    first = drawn(tree.round_one.blocks)
    after = [[drawn(group.blocks) for _ in group.outcomes] for group in tree.groups]
    policy = Policy(tree, first.__getitem__, lambda group, number: after[group][number].__getitem__)
    solved = Solved(
        score=score,
        deck=deck,
        payoffs=np.array([[pay(winner, points) for points in RUNGS] for winner in Seat]),
        continuation="exact",
        policy=policy,
        value=0.125,
        best_response_mao=0.126,
        best_response_pe=-0.1245,
        iterations=7,
    )
    return dataclasses.replace(Entry.of(solved, rule="DCFR", seconds=1.5), **changes), policy


def stored(root: Path, **options: Any) -> tuple[Store, Entry, Policy]:
    """A store that holds one made-up subgame."""
    store = Store(root)
    entry, policy = made_up(**options)
    store.write(entry, policy)
    return store, entry, policy


def numbers(policy: Policy) -> Iterator[np.ndarray]:
    """Every block of a policy."""
    tree: Tree = policy.tree
    yield from map(policy.round_one, tree.round_one.blocks)
    for g, group in enumerate(tree.groups):
        for outcome in range(len(group.outcomes)):
            yield from map(policy.outcome(g, outcome), group.blocks)


def same(first: Policy, second: Policy) -> bool:
    """Equal bit for bit."""
    pairs = zip(numbers(first), numbers(second), strict=True)
    return all((a.shape, a.dtype, a.tobytes()) == (b.shape, b.dtype, b.tobytes()) for a, b in pairs)


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
