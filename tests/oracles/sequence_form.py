"""Zero-sum games in sequence form, and their exact solution by linear programming.

A sequence is a player's own past: the empty one (number 0), or an information set with one of its actions. The game
is a matrix A[i, j], the chance-weighted payoff to the first player of all leaves that end sequences i and j, and two
trees of information sets. Koller, Megiddo & von Stengel 1996.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array, csr_array, hstack


@dataclass
class Player:
    """One player's information sets, each after the sequence that leads to it (so parents come first).

    Attributes:
        parents: for each information set, the player's last sequence before it.
        sequences: for each information set, the sequences of its actions: consecutive numbers.
        keys: what each information set is called.
        size: number of sequences, the empty one included.
        locked: chances of the actions at information sets that leave no choice, by number.
    """

    parents: list[int] = field(default_factory=list)
    sequences: list[range] = field(default_factory=list)
    keys: dict[Hashable, int] = field(default_factory=dict)
    size: int = 1
    locked: dict[int, np.ndarray] = field(default_factory=dict)

    def information_set(self, key: Hashable, parent: int, actions: int) -> range:
        """The sequences of an information set; a new one is added.

        Perfect recall is checked: one key, one own past, one number of actions.
        """
        number = self.keys.setdefault(key, len(self.parents))
        if number == len(self.parents):
            self.parents.append(parent)
            self.sequences.append(range(self.size, self.size + actions))
            self.size += actions
        assert self.parents[number] == parent
        assert len(self.sequences[number]) == actions
        return self.sequences[number]

    def constraints(self) -> csr_array:
        """[., size] E with E x = (1, 0, 0, ...) for exactly the realisation plans x: a row for each information set
        after the first row, for a locked one a row for each action."""
        rows, columns, values, count = [0], [0], [1.0], 1
        for number, (parent, own) in enumerate(zip(self.parents, self.sequences, strict=True)):
            if number in self.locked:
                for sequence, chance in zip(own, self.locked[number], strict=True):
                    rows += [count, count]
                    columns += [parent, sequence]
                    values += [-chance, 1.0]
                    count += 1
                continue
            rows += [count] * (len(own) + 1)
            columns += [parent, *own]
            values += [-1.0] + [1.0] * len(own)
            count += 1
        return csr_array(coo_array((values, (rows, columns)), shape=(count, self.size)))

    def behaviour(self, plan: np.ndarray) -> np.ndarray:
        """[size] chance of each sequence's last action given its information set; uniform where never reached."""
        chance = np.ones(self.size)
        for own in self.sequences:
            mass = np.maximum(plan[own.start : own.stop], 0)
            total = mass.sum()
            chance[own.start : own.stop] = mass / total if total > 1e-12 else 1 / len(own)
        return chance

    def plan(self, chance: np.ndarray) -> np.ndarray:
        """[size] realisation plan of a behaviour strategy."""
        plan = np.ones(self.size)
        for parent, own in zip(self.parents, self.sequences, strict=True):
            plan[own.start : own.stop] = plan[parent] * chance[own.start : own.stop]
        return plan

    def best_value(self, gradient: np.ndarray) -> float:
        """The most that any plan earns when sequence i earns `gradient[i]`."""
        earned = gradient.astype(float).copy()
        for number in reversed(range(len(self.parents))):
            below = earned[self.sequences[number].start : self.sequences[number].stop]
            earned[self.parents[number]] += self.locked[number] @ below if number in self.locked else below.max()
        return float(earned[0])


@dataclass
class SequenceForm:
    """Two players and A [first.size, second.size], the payoff to the first; the second gets its negative."""

    players: tuple[Player, Player]
    payoff: csr_array

    @property
    def sequences(self) -> tuple[int, int]:
        return self.players[0].size, self.players[1].size

    def value(self, plans: tuple[np.ndarray, np.ndarray]) -> float:
        return float(plans[0] @ (self.payoff @ plans[1]))

    def best_responses(self, plans: tuple[np.ndarray, np.ndarray]) -> tuple[float, float]:
        """What each player would earn, for itself, by a best response to the other's plan."""
        first, second = self.players
        return first.best_value(self.payoff @ plans[1]), second.best_value(-(self.payoff.T @ plans[0]))


class Leaves:
    """Collects chance-weighted payoffs by pair of sequences."""

    def __init__(self) -> None:
        self.rows: list[int] = []
        self.columns: list[int] = []
        self.values: list[float] = []

    def add(self, first: int, second: int, value: float) -> None:
        self.rows.append(first)
        self.columns.append(second)
        self.values.append(value)

    def form(self, players: tuple[Player, Player]) -> SequenceForm:
        shape = (players[0].size, players[1].size)
        return SequenceForm(players, csr_array(coo_array((self.values, (self.rows, self.columns)), shape=shape)))


@dataclass(frozen=True)
class Solution:
    """Value to the first player, and the two optimal realisation plans."""

    value: float
    plans: tuple[np.ndarray, np.ndarray]


def solve(form: SequenceForm) -> Solution:
    """Max over x, q of q[0] with E x = e, F'q <= A'x, x >= 0. The second player's plan is read off the duals."""
    first, second = form.players
    E, F = first.constraints(), second.constraints()
    free = F.shape[0]
    objective = np.zeros(first.size + free)
    objective[first.size] = -1
    right = np.zeros(E.shape[0])
    right[0] = 1
    answer = linprog(
        objective,
        A_ub=hstack([-form.payoff.T, F.T], format="csr"),
        b_ub=np.zeros(second.size),
        A_eq=hstack([E, csr_array((E.shape[0], free))], format="csr"),
        b_eq=right,
        bounds=[(0, None)] * first.size + [(None, None)] * free,
        method="highs",
    )
    if not answer.success:
        raise ArithmeticError(f"the linear program failed: {answer.message}")
    return Solution(-answer.fun, (answer.x[: first.size], -answer.ineqlin.marginals))
