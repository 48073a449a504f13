"""The match: role-ordered scores and what a hand's result leads to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

TARGET = 12
"""Points that win the match."""

RUNGS = (1, 3, 6, 9, 12)
"""What a hand can be worth: plain, truco, seis, nove, doze."""


class Seat(IntEnum):
    """The two roles of a hand."""

    MAO = 0
    PE = 1

    @property
    def other(self) -> Seat:
        return Seat(1 - self)

    def __str__(self) -> str:
        return ("mão", "pé")[self]


@dataclass(frozen=True, order=True)
class Score:
    """Points of the two roles, mão first, each 0..11.

    Raises:
        ValueError: a number outside 0..11.
    """

    mao: int
    pe: int

    def __post_init__(self) -> None:
        for points, seat in zip((self.mao, self.pe), Seat, strict=True):
            if not 0 <= points < TARGET:
                raise ValueError(f"the score of {seat} must lie between 0 and {TARGET - 1}, not {points}")

    def __getitem__(self, seat: Seat) -> int:
        return (self.mao, self.pe)[seat]

    def __str__(self) -> str:
        return f"{self.mao}x{self.pe}"

    @property
    def swapped(self) -> Score:
        """The same points with the other seat dealing."""
        return Score(self.pe, self.mao)

    @property
    def decider(self) -> Seat | None:
        """Who chooses in the hand of eleven (*mão de onze*): the only player on 11, if there is just one."""
        on_eleven = [seat for seat in Seat if self[seat] == TARGET - 1]
        return on_eleven[0] if len(on_eleven) == 1 else None

    @property
    def raises_allowed(self) -> bool:
        """Nobody raises when somebody is on 11."""
        return TARGET - 1 not in (self.mao, self.pe)

    @property
    def first_stake(self) -> int:
        """What the cards are played for at the start: 3 when somebody is on 11."""
        return RUNGS[0] if self.raises_allowed else RUNGS[1]

    def after(self, winner: Seat, points: int) -> Score | Seat:
        """The next hand's score, roles exchanged, or the winner of the match."""
        total = self[winner] + points
        if total >= TARGET:
            return winner
        return Score(self.pe, total) if winner is Seat.MAO else Score(total, self.mao)


SCORES = tuple(Score(m, p) for m in range(TARGET) for p in range(TARGET))
"""The 144 role-ordered scores."""


def next_rung(stake: int) -> int | None:
    """The rung above, or None at the top."""
    return RUNGS[RUNGS.index(stake) + 1] if stake < RUNGS[-1] else None
