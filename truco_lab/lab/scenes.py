"""Scenes of one solution, remembered, and made ahead of the reader: what a click asks for is mostly there already."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from ..errors import BadInputError
from ..notation import Spot
from ..query import Study
from . import moves, scene
from .scene import Scene

T = TypeVar("T")

KEPT_SCENES = 512

LIKELY = 5e-4
"""Actions that are taken less often are not prepared for."""


def _pinned(spot: Spot) -> Spot:
    """A spot with its pinned drafts alone: the others say nothing of the ranges."""
    mao, pe = (draft if draft is not None and draft.pinned else None for draft in spot.drafts)
    return replace(spot, drafts=(mao, pe))


class Scenes:
    """What is on the screen at the spots of a solution; without one, what the rules alone say.

    A line is looked at from a position: how many of its actions come before the decision.
    """

    def __init__(self, study: Study | None = None):
        self.study = study
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()

    def board(self, line: Spot, position: int) -> Scene:
        """See `scene.board`."""
        return self._once(("board", line, line.notes, position), lambda: scene.board(line, position))

    def play(self, line: Spot, position: int) -> Scene | None:
        """See `scene.play`; `rail` is `scene.reach` of each decision of the line. None without a solution."""
        study, viewed = self.study, line.upto(position)
        if study is None:
            return None
        decisions = [line.upto(k) for k in range(len(line.history) + (not line.finished))]
        rail = {"rail": [self._once(("reach", s), partial(self._reach, study, s)) for s in map(_pinned, decisions)]}
        viewed = _pinned(viewed)
        return rail if viewed.finished else self._once(("play", viewed), lambda: scene.play(study.at(viewed))) | rail

    @staticmethod
    def _reach(study: Study, spot: Spot) -> list[float | None]:
        return scene.reach(study.at(spot))

    def worth(self, line: Spot, position: int) -> Scene | None:
        """See `scene.worth`, which takes a moment; None without a solution or at the end of the hand."""
        study, viewed = self.study, _pinned(line.upto(position))
        if study is None or viewed.finished:
            return None
        return self._once(("worth", viewed), lambda: scene.worth(study.at(viewed)))

    def weighed(self, line: Spot, position: int) -> bool:
        """Whether `worth` is at hand."""
        return ("worth", _pinned(line.upto(position))) in self._kept

    def ahead(self, line: Spot, position: int) -> Iterator[Scene | None]:
        """What everything is worth here, then the decisions that may come next, step by step.

        Yields:
            After each step None, or what everything is worth.
        """
        viewed = line.upto(position)
        if self.study is None or viewed.finished:
            return
        node = self.study.at(_pinned(viewed))
        if not self.weighed(line, position):
            for what in ("values", "points", "best"):
                getattr(node.answer, what)
                yield None
            yield self.worth(line, position)
        for choice in sorted(node.choices, key=lambda choice: -choice.frequency):
            if choice.frequency >= LIKELY and choice.written in viewed.legal:
                with suppress(BadInputError):  # no deal may lead there
                    yield from self._prepared(self.study, *moves.take(line, position, choice.written))

    def _prepared(self, study: Study, line: Spot, position: int) -> Iterator[None]:
        viewed = line.upto(position)
        self.board(line, position)
        yield
        if viewed.finished or study.at(_pinned(viewed)).arrival.readable:  # else it takes seconds
            self.play(line, position)
            yield

    def _once(self, key: Hashable, make: Callable[[], T]) -> T:
        if key not in self._kept:
            self._kept[key] = make()
            while len(self._kept) > KEPT_SCENES:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        made: T = self._kept[key]
        return made
