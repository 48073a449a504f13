"""The widget: one line, everything that is known of it, and what the reader does to it."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from ..errors import StoreError, TrucoLabError
from ..notation import START, Spot, file_name, parse
from ..query import Node, Study
from ..query.charts import CHARTS
from ..query.node import check_dealt
from ..words import Number
from ..words.screen import SCREEN
from .beside import Beside
from .export import page
from .frames import Frames
from .front import module, style
from .hearing import Hearing
from .history import History
from .scenes import Scenes
from .solving import AT_ONCE_SECONDS, Job, Key, Library, Status, key_of, name_of, outlook

LIBRARY = Library()
"""Solutions of this process, for every lab in it."""

WORKER = ThreadPoolExecutor(1, "truco-lab values")
"""Works out what takes a moment, for every lab one after the other."""

WORDS = {key: list(pair) for key, pair in SCREEN.items()}
"""The words of the screen as the front end reads them."""

PAUSE_SECONDS, BREATH_SECONDS = 0.1, 0.002
"""The worker waits until what was asked for is drawn, and between steps lets in whoever waits."""


class Lab(Hearing, Frames, anywidget.AnyWidget):
    """The lab at a line. Displayed as the last expression of a cell.

    Args:
        line: the spot to begin at, read over 11x11 v4.
        language: "en" or "pt".
        theme: "auto" (the notebook's), "light" or "dark".

    Attributes:
        line: the canonical line; setting it moves the lab.
        position: how many actions of the line come before the decision that is looked at.
        view: one of `CHARTS`.
        as_list: whether it is laid out as a list.
        dealer: who deals, "us" or "them"; the other one is mão.
        other: the line that the view `compare` looks at, or "".
        last_error: what went wrong last, or "".

    Raises:
        SpotError: the line names no spot.
        BadInputError: no deal leads there.
    """

    _esm = module()
    _css = style()

    line = traitlets.Unicode(str(START)).tag(sync=True)
    position = traitlets.Int(0).tag(sync=True)
    view = traitlets.Enum(CHARTS, "strategy").tag(sync=True)
    as_list = traitlets.Bool(False).tag(sync=True)
    language = traitlets.Enum(("en", "pt"), "en").tag(sync=True)
    theme = traitlets.Enum(("auto", "light", "dark"), "auto").tag(sync=True)
    dealer = traitlets.Enum(("us", "them"), "them").tag(sync=True)
    other = traitlets.Unicode("").tag(sync=True)
    last_error = traitlets.Unicode("").tag(sync=True)

    board = traitlets.Dict().tag(sync=True)
    play = traitlets.Any(None).tag(sync=True)
    worth = traitlets.Any(None).tag(sync=True)
    beside = traitlets.Any(None).tag(sync=True)
    status = traitlets.Dict().tag(sync=True)
    can = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict(WORDS).tag(sync=True)

    def __init__(self, line: str | Spot = START, *, language: str = "en", theme: str = "auto"):
        spot = line if isinstance(line, Spot) else parse(line)
        super().__init__(language=language, theme=theme)
        self._lock = threading.RLock()
        self._job: Job | None = None
        self._last: Job | None = None
        self._beside = Beside(LIBRARY, self._solved_beside)
        self._scenes = Scenes()
        self._subgame: Key | None = None
        self._status = Status(stage="", subgame="")
        self._error = None
        self._history = History(((spot, self.dealer),))
        self._moving = False
        self.last_traceback = ""
        self.on_msg(self._heard)
        self._show(spot)

    def __repr__(self) -> str:
        return f"Lab({self.line!r})"

    # -- from code -----------------------------------------------------------------------------------------------

    @property
    def spot(self) -> Spot:
        """The spot of the line."""
        return self._history.spot

    @property
    def viewed(self) -> Spot:
        """The spot of the decision that is looked at."""
        return self.spot.upto(self.position)

    @property
    def node(self) -> Node:
        """What the solution says there; waits for a solve under way.

        Raises:
            TrucoLabError: there is no solution, or the hand is over.
        """
        study = self._waited().study
        assert study is not None
        with self._lock:
            return study.at(self.viewed)

    def _waited(self) -> Scenes:
        """The scenes of a solution, after a solve under way."""
        job = self._job
        if job is not None:
            job.wait()
        if self._scenes.study is None:
            raise _unsolved(self._status)
        return self._scenes

    def solve(self) -> None:
        """Solve the line's subgame, however long it takes; in the background."""
        if self._job is None or key_of(self._job.spot) != key_of(self.spot):
            self._begin(outlook(self.spot))

    def cancel(self) -> None:
        """Stop a solve; what it has reached stays on the screen."""
        with self._lock:
            job, self._job = self._job, None
            if job is not None:
                job.cancel()
                self._stands(replace(job.status, stage="cancelled"))
                self._read()

    def export(self, path: str | Path) -> Path:
        """Write the lab as one file that opens in any browser, without kernel or network.

        It has every decision of the line, with all views; other actions and scores need a live lab.

        Args:
            path: the file, or a folder in which it is named after the line.

        Raises:
            TrucoLabError: there is no solution.
        """
        path = Path(path)
        path = path / Path(file_name(self.spot)).with_suffix(".html") if path.is_dir() else path
        scenes, line = self._waited(), self.spot
        with self._lock:
            pages = [
                {"board": scenes.board(line, k), "play": scenes.play(line, k), "worth": scenes.worth(line, k)}
                for k in range(len(line.history) + 1)
            ]
        state = {key: self.trait_values()[key] for key in EXPORTED}
        path.write_text(page(state, pages), encoding="utf-8")
        return path

    # -- traits set from outside ---------------------------------------------------------------------------------

    @traitlets.validate("line")
    def _canonical(self, proposal: Any) -> str:
        spot = parse(proposal["value"])
        check_dealt(spot)
        return str(spot)

    @traitlets.observe("line")
    def _line_set(self, change: Any) -> None:
        if not self._moving:
            self._go(parse(change["new"]))

    @traitlets.observe("position")
    def _position_set(self, change: Any) -> None:
        if not self._moving:
            self._show(self.spot, max(0, min(change["new"], len(self.spot.history))))

    @traitlets.observe("other")
    def _other_set(self, _change: Any) -> None:
        self._guarded(self._compare)

    # -- moving --------------------------------------------------------------------------------------------------

    def _go(self, spot: Spot, position: int | None = None) -> None:
        """Move to a spot, so that undo can come back; position as the decision before the end if it is None."""
        check_dealt(spot)
        self._history = self._history.then(spot, self.dealer)
        self._show(spot, None if position is None else min(position, len(spot.history)))

    def _back_to(self, history: History) -> None:
        """To one of the spots of the past, with the dealer of then."""
        self._history, self.dealer = history, history.dealer
        self._show(history.spot)

    def _show(self, spot: Spot, position: int | None = None) -> None:
        """Everything that a move changes, in one message."""
        with self._lock, self.hold_sync():
            self._moving = True
            try:
                with self.hold_trait_notifications():
                    self.line, self.position = str(spot), len(spot.history) if position is None else position
            finally:
                self._moving = False
            known, elsewhere = self._known(spot), self._subgame != key_of(spot)
            if elsewhere or known is not None:
                self._subgame = key_of(spot)  # else what a solve has reached so far stays
                self._rest_on(known)
            self._read()
            solved = self._scenes.study is not None and self._status.stage == "solved"
            if elsewhere or (known is not None and not solved):
                self._find(spot)
            self._compare_again()

    def _known(self, spot: Spot) -> Study | None:
        """The solution that is kept."""
        try:
            return LIBRARY.get(spot)
        except StoreError as error:
            self._drop(spot, error)
            return None

    def _drop(self, spot: Spot, error: StoreError) -> None:
        """What is kept cannot be read: that is said, and it is as good as none."""
        LIBRARY.drop(spot)
        self._rest_on(None)
        self.fails(error)

    def _rest_on(self, study: Study | None) -> None:
        """What is shown comes from this solution."""
        if study is not self._scenes.study:
            self._scenes = Scenes(study)

    def _read(self) -> None:
        """Everything on the screen, from the solution at hand; what takes a moment follows."""
        line, position = self.spot, self.position
        try:
            self._scenes.play(line, position)
        except StoreError as error:  # what is stored is checked part by part, when it is read
            self._drop(line, error)
        scenes = self._scenes
        with self.hold_sync():
            self.board, self.play = scenes.board(line, position), scenes.play(line, position)
            self.worth = scenes.worth(line, position) if scenes.weighed(line, position) else None
            can = self._history.can
            self.can = {"undo": can["undo"], "redo": can["redo"], "open": line == START and can["fresh"]}
        if self._job is None:
            WORKER.submit(self._look_ahead, scenes, line, position)

    def _look_ahead(self, scenes: Scenes, line: Spot, position: int) -> None:
        """In the worker: what everything is worth and what may be asked for next, unless the reader has gone on."""

        def here() -> bool:
            return (scenes, line, position) == (self._scenes, self.spot, self.position)

        steps, pause = scenes.ahead(line, position), PAUSE_SECONDS
        try:
            while here():
                time.sleep(pause)
                pause = BREATH_SECONDS
                with self._lock:
                    worth = next(steps, self) if here() else self
                    if worth is self:
                        return
                    if worth is not None:
                        self.worth = worth
        except Exception as error:  # a worker's exception would be lost
            self.fails(error)

    # -- solving -------------------------------------------------------------------------------------------------

    def _find(self, spot: Spot) -> None:
        """See to it that a spot's subgame gets solved, if that does not take long."""
        self._leave()
        if self._scenes.study is not None:
            gap = 50 * self._scenes.study.solved.exploitability
            self._stands(Status(stage="solved", subgame=name_of(spot), exploitability=gap))
            return
        begin = outlook(spot)
        if not begin.can_start or begin.estimate > AT_ONCE_SECONDS:
            self._stands(begin)
        else:
            self._begin(begin)

    def _begin(self, begin: Status) -> None:
        self._leave()
        if not begin.can_start:
            self._stands(begin)
            raise _unsolved(begin)
        self._job = self._last = Job(self.spot, begin, self._changed, after=self._last)
        self._stands(self._job.status)
        self._job.start()

    def _stands(self, status: Status) -> None:
        """How far the subgame is, on the screen."""
        self._status = status
        self.status = status.as_dict()

    def _leave(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _changed(self, job: Job, status: Status, study: Study | None) -> None:
        """From the thread of a solve."""
        with self._lock:
            if job is not self._job:
                return
            if status.stage in ("solved", "failed"):
                self._job = None
            if status.error is not None:
                self.fails(status.error)
            if study is not None:
                if status.stage == "solved":
                    LIBRARY.put(study, job.spot)
                self._rest_on(study)
                self._read()
            self._stands(status)
        if status.stage == "solved":
            self._compare_again()

    # -- comparing -----------------------------------------------------------------------------------------------

    def _compare_again(self) -> None:
        if self.other:
            self._guarded(self._compare, forgetting=False)

    def _compare(self) -> None:
        self.beside = self._beside.scene(self._scenes.study, self.viewed, self.other)

    def _solved_beside(self, status: Status) -> None:
        """From the thread of a solve for the spot beside this one."""
        with self._lock:
            if status.stage == "solved":
                self._compare_again()
            elif status.error is not None:
                self.fails(status.error)
            self.beside = self.beside or {"status": status.as_dict()}


def _unsolved(status: Status) -> TrucoLabError:
    """Why there is no solution to look at."""
    if status.error is not None:
        return status.error
    if status.missing:
        score = status.subgame.split()[0]
        return TrucoLabError("lab-missing", subgame=status.subgame, missing=status.missing, score=score)
    return TrucoLabError("lab-unsolved", subgame=status.subgame, estimate=Number(status.estimate, 0))


EXPORTED = ("line", "position", "view", "as_list", "language", "theme", "dealer", "words")
"""Traits that an export begins with."""
