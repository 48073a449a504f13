"""Kuhn and Leduc poker in sequence form, and a driver that solves any such game by the package's update rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import permutations

import jax
import jax.numpy as jnp
import numpy as np

from truco_lab.solve.regret import Discounts, UpdateRule, regret_matching, updated_regrets

from .sequence_form import Leaves, Player, SequenceForm

KUHN_VALUE = -1 / 18
LEDUC_VALUE = -0.085606424
"""Value to the first player, with two raises a round of 2 and 4 (performance.md, section 8)."""


def kuhn() -> SequenceForm:
    """Three cards, one each; ante 1, one bet of 1; the first player acts first."""
    players, leaves = (Player(), Player()), Leaves()

    def walk(cards: tuple[int, int], line: str, own: tuple[int, int]) -> None:
        if line in ("pp", "bp", "pbp", "bb", "pbb"):
            if line.endswith("b") or line == "pp":
                stake = 2 if line.endswith("b") else 1
                result = stake if cards[0] > cards[1] else -stake
            else:
                result = 1 if line == "bp" else -1
            leaves.add(*own, result / 6)
            return
        seat = len(line) % 2
        for action, sequence in zip(
            "pb", players[seat].information_set((cards[seat], line), own[seat], 2), strict=True
        ):
            walk(cards, line + action, (sequence, own[1]) if seat == 0 else (own[0], sequence))

    for cards in permutations(range(3), 2):
        walk(cards, "", (0, 0))
    return leaves.form(players)


def leduc() -> SequenceForm:
    """Two suits of three ranks, one card each, then one for both; ante 1, bets of 2 then 4, two raises a round."""
    players, leaves = (Player(), Player()), Leaves()

    def boards(cards: tuple[int, int]) -> Iterator[tuple[int, float]]:
        for rank in range(3):
            if left := 2 - cards.count(rank):
                yield rank, left / 4

    def showdown(cards: tuple[int, int], board: int) -> int:
        strength = [3 if card == board else card for card in cards]
        return (strength[0] > strength[1]) - (strength[0] < strength[1])

    def walk(cards, board, paid, raises, seat, line, own, chance) -> None:
        def end_round(paid: tuple[int, int], line: str, own: tuple[int, int]) -> None:
            if board is None:
                for rank, share in boards(cards):
                    walk(cards, rank, paid, 0, 0, f"{line}{rank}", own, chance * share)
            else:
                leaves.add(*own, chance * paid[0] * showdown(cards, board))

        facing = paid[0] != paid[1]
        actions = ("fcr" if raises < 2 else "fc") if facing else "cr"
        sequences = players[seat].information_set((cards[seat], line), own[seat], len(actions))
        for action, sequence in zip(actions, sequences, strict=True):
            after = (sequence, own[1]) if seat == 0 else (own[0], sequence)
            if action == "f":
                leaves.add(*after, chance * (-paid[0] if seat == 0 else paid[1]))
            elif action == "c" and (facing or seat == 1):
                end_round((max(paid), max(paid)), line + "c", after)
            elif action == "c":
                walk(cards, board, paid, raises, 1, line + "c", after, chance)
            else:
                put = max(paid) + (2 if board is None else 4)
                now = (put, paid[1]) if seat == 0 else (paid[0], put)
                walk(cards, board, now, raises + 1, 1 - seat, line + "r", after, chance)

    for first in range(3):
        for second in range(3):
            walk((first, second), None, (1, 1), 0, 0, "", (0, 0), (1 if first == second else 2) / 15)
    return leaves.form(players)


@dataclass(frozen=True)
class Layout:
    """One player's sequences as padded arrays.

    Attributes:
        legal: [actions, sets] bool.
        sequence: [actions, sets] numbers, 0 where there is no action.
        parent: [sets] the sequence before each set.
        levels: sets by their number of own choices before them; all of one level can be done at once.
    """

    legal: np.ndarray
    sequence: np.ndarray
    parent: np.ndarray
    levels: tuple[np.ndarray, ...]

    @classmethod
    def of(cls, player: Player) -> Layout:
        widest = max(map(len, player.sequences))
        legal = np.array([[a < len(own) for own in player.sequences] for a in range(widest)])
        sequence = np.array([[own[a] if a < len(own) else 0 for own in player.sequences] for a in range(widest)])
        depth_of_sequence = np.zeros(player.size, int)
        depth = np.zeros(len(player.parents), int)
        for i, (parent, own) in enumerate(zip(player.parents, player.sequences, strict=True)):
            depth[i] = depth_of_sequence[parent]
            depth_of_sequence[own] = depth[i] + 1
        levels = tuple(np.flatnonzero(depth == d) for d in range(depth.max() + 1))
        return cls(legal, sequence, np.array(player.parents), levels)

    def plan(self, strategy: np.ndarray, size: int) -> np.ndarray:
        """[size] realisation plan of a strategy [actions, sets]."""
        plan = np.zeros(size, strategy.dtype)
        plan[0] = 1
        for sets in self.levels:
            legal = self.legal[:, sets]
            plan[self.sequence[:, sets][legal]] = (plan[self.parent[sets]] * strategy[:, sets])[legal]
        return plan

    def instantaneous(self, strategy: np.ndarray, gradient: np.ndarray) -> np.ndarray:
        """[actions, sets] counterfactual regret: each action's value less the strategy's; 0 where illegal."""
        worth = gradient.copy()
        regret = np.zeros_like(strategy)
        for sets in reversed(self.levels):
            values = np.where(self.legal[:, sets], worth[self.sequence[:, sets]], 0)
            mean = (strategy[:, sets] * values).sum(0)
            regret[:, sets] = np.where(self.legal[:, sets], values - mean, 0)
            np.add.at(worth, self.parent[sets], mean)
        return regret


Match = Callable[[np.ndarray], Callable[[np.ndarray], np.ndarray]]
"""Mask of legal actions [actions, sets] -> regrets [actions, sets] -> strategy of the same shape."""

Update = Callable[[np.ndarray, np.ndarray, Discounts], np.ndarray]


def package_match(legal: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    """The package's regret matching, operation by operation."""
    return lambda regrets: np.asarray(regret_matching(jnp.asarray(regrets), legal))


def package_update(regrets: np.ndarray, instantaneous: np.ndarray, discounts: Discounts) -> np.ndarray:
    """The package's update, operation by operation."""
    return np.asarray(updated_regrets(jnp.asarray(regrets), jnp.asarray(instantaneous), discounts))


@cache
def _jit_match(mask: bytes, actions: int) -> Callable[..., jax.Array]:
    legal = np.frombuffer(mask, bool).reshape(actions, -1)
    return jax.jit(lambda regrets: regret_matching(regrets, legal))


def jitted_match(legal: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    """The package's regret matching, compiled once for each mask."""
    match = _jit_match(legal.tobytes(), len(legal))
    return lambda regrets: np.asarray(match(regrets))


_jit_update = jax.jit(updated_regrets)


def jitted_update(regrets: np.ndarray, instantaneous: np.ndarray, discounts: Discounts) -> np.ndarray:
    """The package's update, compiled."""
    return np.asarray(_jit_update(regrets, instantaneous, discounts))


class Driver:
    """Alternating updates: the first player's regrets, then the second's against the first's new strategy.

    Args:
        game: any sequence form.
        rule: the discounts.
        dtype: of all that is stored.
        match, update: the package's two functions, or something to compare them with.
    """

    def __init__(
        self,
        game: SequenceForm,
        rule: UpdateRule,
        dtype: type = np.float32,
        match: Match = jitted_match,
        update: Update = jitted_update,
    ):
        self.game, self.rule, self._update = game, rule, update
        self._payoff = (game.payoff.astype(dtype), (-game.payoff.T).tocsr().astype(dtype))
        self.layouts = tuple(Layout.of(player) for player in game.players)
        self._match = tuple(match(layout.legal) for layout in self.layouts)
        self.regrets = [np.zeros(layout.legal.shape, dtype) for layout in self.layouts]
        self.sums = [np.zeros(layout.legal.shape, dtype) for layout in self.layouts]
        self.iterations = 0

    def strategy(self, i: int) -> np.ndarray:
        """[actions, sets] current strategy of player i."""
        return self._match[i](self.regrets[i])

    def run(self, iterations: int) -> Driver:
        for _ in range(iterations):
            self.iterations += 1
            discounts = Discounts(*(self.sums[0].dtype.type(d) for d in self.rule.discounts(self.iterations)))
            for i, layout in enumerate(self.layouts):
                other = self.layouts[1 - i].plan(self.strategy(1 - i), self.game.players[1 - i].size)
                own = self.strategy(i)
                plan = layout.plan(own, self.game.players[i].size)
                reach = np.where(layout.legal, plan[layout.sequence], 0)
                regret = layout.instantaneous(own, self._payoff[i] @ other)
                self.sums[i] = self.sums[i] * discounts.average + reach
                self.regrets[i] = self._update(self.regrets[i], regret, discounts)
        return self

    def average_plans(self) -> tuple[np.ndarray, np.ndarray]:
        """Realisation plans of the average strategies, in float64."""
        plans = []
        for layout, total, player in zip(self.layouts, self.sums, self.game.players, strict=True):
            average = jitted_match(layout.legal)(total).astype(float)  # sums are never negative: matching normalises
            plans.append(layout.plan(average / average.sum(0), player.size))
        return plans[0], plans[1]

    def value(self) -> float:
        return self.game.value(self.average_plans())

    def exploitability(self) -> float:
        """Half of what both best responses together gain."""
        return sum(self.game.best_responses(self.average_plans())) / 2
