"""Everything on the screen as DataFrames, for code that stands beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..query import VIEWS

if TYPE_CHECKING:
    import pandas as pd

    from ..query import Node


class Frames:
    """The views of the decision that is looked at; units and notes are in `attrs`. Whoever has them has its node."""

    if TYPE_CHECKING:

        @property
        def node(self) -> Node: ...

    def _frame(self, name: str) -> pd.DataFrame:
        return VIEWS[name](self.node).frame()

    @property
    def strategy(self) -> pd.DataFrame:
        """What every hand plays here."""
        return self._frame("strategy")

    @property
    def frequencies(self) -> pd.DataFrame:
        """How often each action is taken here."""
        return self._frame("frequencies")

    @property
    def range(self) -> pd.DataFrame:
        """Who is here."""
        return self._frame("range")

    @property
    def opponent_range(self) -> pd.DataFrame:
        """Who the other seat is."""
        return self._frame("opponent_range")

    @property
    def values(self) -> pd.DataFrame:
        """What every action of every hand is worth."""
        return self._frame("values")

    @property
    def costs(self) -> pd.DataFrame:
        """What every action of every hand loses against the best."""
        return self._frame("costs")

    @property
    def trust(self) -> pd.DataFrame:
        """What a best response would gain, hand by hand."""
        return self._frame("trust")
