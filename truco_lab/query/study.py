"""The way in: a solution that can be asked about any spot."""

from __future__ import annotations

from collections import OrderedDict

from ..errors import BadInputError
from ..notation import Spot, parse
from ..solve.solved import Solved
from .hands import dealing
from .node import Node
from .passes import Below, Passes

KEPT_NODES = 64
"""Spots remembered."""


class Study:
    """One solved subgame, asked spot by spot; what was worked out is remembered.

    Args:
        solved: the solution.
        below: what round 1 needs from the turns below it, if it is kept with the solution (`Passes.fill_below`).
    """

    def __init__(self, solved: Solved, below: Below | None = None):
        self.solved = solved
        self.passes = Passes(solved, below)
        self._nodes: OrderedDict[Spot, Node] = OrderedDict()

    def at(self, spot: Spot | str) -> Node:
        """The node of a spot, or of the spot that a line names.

        Raises:
            SpotError: the line names none.
            BadInputError: the spot belongs to another subgame, the hand is over there, or no deal leads there.
        """
        spot = parse(spot) if isinstance(spot, str) else spot
        if spot.score != self.solved.score or spot.turn_up.deck != self.solved.deck:
            turn_up_class = spot.turn_up.turn_up_class
            raise BadInputError("other-subgame", line=spot, score=spot.score, turn_up_class=turn_up_class)
        if spot not in self._nodes:
            self._nodes[spot] = Node(spot, self.passes, dealing(self.solved.deck))
            while len(self._nodes) > KEPT_NODES:
                self._nodes.popitem(last=False)
        self._nodes.move_to_end(spot)
        return self._nodes[spot]
