"""What is known of a stored subgame without reading its averages: the contents of meta.json."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .. import __version__
from ..rules import TURN_UP_CLASSES, Deck, Score, real_deck
from ..solve.solved import Solved
from ..tree.digest import digest
from .forms import Form


@dataclass(frozen=True)
class Entry:
    """A stored subgame; values in +-1 match space.

    Attributes:
        score, deck: which.
        form: how its averages are stored.
        payoffs: what mão got when a seat won a rung, [winner][rung].
        continuation: what the pay-offs rest on: "exact" or "stand-in".
        value, best_response_mao, best_response_pe: of the averages as they are stored, each best response from its
            own seat's side.
        extra_exploitability: what rounding to the compact form cost, measured; None in the full form.
        iterations, rule, seconds: of the solve, compilation included.
        tree: digest of the tree that the averages are for.
        version: of truco_lab.
        date: UTC, ISO 8601.
    """

    score: Score
    deck: Deck
    form: Form
    payoffs: list[list[float]]
    continuation: str
    value: float
    best_response_mao: float
    best_response_pe: float
    extra_exploitability: float | None
    iterations: int
    rule: str
    seconds: float
    tree: str
    version: str
    date: str

    @classmethod
    def of(cls, solved: Solved, *, rule: str, seconds: float) -> Entry:
        """An entry in the full form, dated now.

        Args:
            rule: the update rule.
            seconds: spent solving, compilation included.
        """
        return cls(
            score=solved.score,
            deck=solved.deck,
            form=Form.FULL,
            payoffs=solved.payoffs.tolist(),
            continuation=solved.continuation,
            value=solved.value,
            best_response_mao=solved.best_response_mao,
            best_response_pe=solved.best_response_pe,
            extra_exploitability=None,
            iterations=solved.iterations,
            rule=rule,
            seconds=seconds,
            tree=digest(solved.tree),
            version=__version__,
            date=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        )

    @property
    def exploitability(self) -> float:
        """(BR_mão + BR_pé) / 2."""
        return (self.best_response_mao + self.best_response_pe) / 2

    @property
    def turn_up_class(self) -> int | None:
        """0..8, None for a deck that is not the real one."""
        return turn_up_class_of(self.deck)

    def better_than(self, other: Entry) -> bool:
        """Exact match values before stand-ins, then by exploitability."""
        return _rank(self) < _rank(other)

    def to_meta(self) -> dict[str, Any]:
        """As JSON has it; redundant keys are for readers of the file."""
        score = {"score": [self.score.mao, self.score.pe], "turn_up_class": self.turn_up_class}
        deck = {"copies": list(self.deck.copies), "manilhas": self.deck.manilhas}
        rest = {name: value for name, value in vars(self).items() if name not in ("score", "deck", "form")}
        return {**score, "deck": deck, "dtype": self.form.value, "exploitability": self.exploitability, **rest}

    @classmethod
    def of_meta(cls, meta: Mapping[str, Any]) -> Entry:
        """Back from JSON."""
        named: dict[str, Any] = {
            "score": Score(*meta["score"]),
            "deck": Deck(tuple(meta["deck"]["copies"]), meta["deck"]["manilhas"]),
            "form": Form(meta["dtype"]),
        }
        return cls(**named, **{name: meta[name] for name in cls.__dataclass_fields__ if name not in named})


def turn_up_class_of(deck: Deck) -> int | None:
    """The turn-up class that a deck belongs to, None if it is not a real one."""
    return next((k for k in range(TURN_UP_CLASSES) if real_deck(k) == deck), None)


def _rank(entry: Entry) -> tuple[bool, float]:
    return entry.continuation != "exact", entry.exploitability
