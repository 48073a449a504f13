"""The spots that the reader has been at, for undo and redo."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..notation import Spot

KEPT_SPOTS = 200


@dataclass(frozen=True)
class History:
    """Spots in the order of the reader's moves, each with who dealt then.

    Attributes:
        past: the spots, and "us" or "them".
        now: which of them the lab is at.
    """

    past: tuple[tuple[Spot, str], ...]
    now: int = 0

    @property
    def spot(self) -> Spot:
        return self.past[self.now][0]

    @property
    def dealer(self) -> str:
        return self.past[self.now][1]

    def then(self, spot: Spot, dealer: str) -> History:
        """After a move; what was undone before it is gone. A move to the same spot may change the dealer and notes."""
        if spot == self.spot:
            return replace(self, past=(*self.past[: self.now], (spot, dealer), *self.past[self.now + 1 :]))
        past = (*self.past[: self.now + 1], (spot, dealer))[-KEPT_SPOTS:]
        return History(past, len(past) - 1)

    def undone(self) -> History:
        return replace(self, now=max(self.now - 1, 0))

    def redone(self) -> History:
        return replace(self, now=min(self.now + 1, len(self.past) - 1))

    @property
    def can(self) -> dict[str, bool]:
        """Whether there is something to undo or redo, and whether nothing has been done at all."""
        return {"undo": self.now > 0, "redo": self.now + 1 < len(self.past), "fresh": len(self.past) == 1}
