"""The other side of the view `compare`: the same decision elsewhere, solved first if that is quick."""

from __future__ import annotations

from collections.abc import Callable

from ..notation import Spot, parse, rebase
from ..query import Study
from ..query.charts import same_decision
from . import scene
from .scene import Scene
from .solving import AT_ONCE_SECONDS, Job, Library, Status, key_of, name_of, outlook


class Beside:
    """What stands beside a spot.

    Args:
        library: where solutions are, and where one that is solved for this goes.
        changed: called from the thread of a solve, after each of its steps.
    """

    def __init__(self, library: Library, changed: Callable[[Status], None]):
        self._library, self._changed = library, changed
        self._job: Job | None = None

    def scene(self, study: Study | None, viewed: Spot, other: str) -> Scene | None:
        """The scene beside a spot: see `scene.beside`, or why there is none; None too while it is being solved.

        Args:
            study: of the spot.
            viewed: the spot.
            other: a line that begins with the other score and turn-up; "" for none.
        """
        if not other or study is None or viewed.finished:
            return None
        base = parse(other)
        there = rebase(viewed, base.score, base.turn_up)
        if not same_decision(viewed, there):
            return {"missing": name_of(base)}
        known = self._library.get(there)
        if known is not None:
            return scene.beside(study.at(viewed), known.at(there))
        begin = outlook(there)
        if not begin.can_start or begin.estimate > AT_ONCE_SECONDS:
            return {"unsolved": name_of(base)}
        if self._job is None or key_of(self._job.spot) != key_of(there):
            if self._job is not None:
                self._job.cancel()
            self._job = Job(there, begin, self._stepped, after=self._job)
            self._job.start()
        return None

    def _stepped(self, job: Job, status: Status, study: Study | None) -> None:
        """From the thread of a solve."""
        if status.stage in ("solved", "failed") and job is self._job:
            self._job = None
        if status.stage == "solved" and study is not None:
            self._library.put(study, job.spot)
        self._changed(status)
