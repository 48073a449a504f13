"""The widget: one line, everything that is known of it, and what the reader does to it."""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from ..errors import BadInputError, TrucoLabError
from ..notation import START, Spot, SpotError, file_name, parse, rebase
from ..query import Node, Study
from ..query.charts import CHARTS, same_decision
from ..rules import Seat
from ..words import Number
from ..words.screen import SCREEN
from . import field, moves, scene
from .export import page
from .frames import Frames
from .front import module, style
from .solving import AT_ONCE_SECONDS, Job, Key, Library, Status, key_of, name_of, outlook

LIBRARY = Library()
"""Solutions of this process, for every lab in it."""

WORKER = ThreadPoolExecutor(1, "truco-lab values")
"""Works out what takes a moment, for every lab one after the other."""

WORDS = {key: list(pair) for key, pair in SCREEN.items()}
"""The words of the screen as the front end reads them."""

KEPT_SPOTS = 200
"""Spots that undo can go back to."""


class Lab(Frames, anywidget.AnyWidget):
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
        self._aside: Job | None = None
        self._study: Study | None = None
        self._subgame: Key | None = None
        self._status = Status(stage="", subgame="")
        self._error: SpotError | TrucoLabError | None = None
        self._past: list[tuple[Spot, str]] = [(spot, self.dealer)]
        self._now = 0
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
        return self._past[self._now][0]

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
        job = self._job
        if job is not None:
            job.wait()
        if self._study is None:
            raise _unsolved(self._status)
        with self._lock:
            return self._study.at(self.viewed)

    def solve(self) -> None:
        """Solve the line's subgame, however long it takes; in the background."""
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
        positions = range(len(self.spot.history) + 1)
        pages = [{"board": scene.board(self.spot, k), **self._numbers(k)} for k in positions]
        state = {key: self.trait_values()[key] for key in EXPORTED}
        path.write_text(page(state, pages), encoding="utf-8")
        return path

    def _numbers(self, position: int) -> dict[str, Any]:
        spot = self.spot.upto(position)
        if spot.finished:
            return {"play": self._ended(), "worth": None}
        _ = self.node  # waits, or says why there is nothing
        assert self._study is not None
        with self._lock:
            node = self._study.at(spot)
            return {
                "play": {**scene.play(node), "rail": scene.rail(self._study, self.spot)},
                "worth": scene.worth(node),
            }

    def _ended(self) -> dict[str, Any] | None:
        return None if self._study is None else {"rail": scene.rail(self._study, self.spot)}

    # -- traits set from outside ---------------------------------------------------------------------------------

    @traitlets.validate("line")
    def _canonical(self, proposal: Any) -> str:
        return str(parse(proposal["value"]))

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

    # -- messages from the front end -----------------------------------------------------------------------------

    def _heard(self, _widget: Any, content: dict[str, Any], _buffers: Any) -> None:
        """Every message that comes in; whatever goes wrong is said on the screen."""
        self._guarded(lambda: self._obey(dict(content)))

    def _guarded(self, act: Callable[[], None]) -> None:
        try:
            with self._lock:
                self.last_error = ""
                act()
        except Exception as error:  # the widget's machinery would swallow it
            self.fails(error)

    def fails(self, error: Exception) -> None:
        """Say what went wrong, in the reader's language."""
        if isinstance(error, SpotError | TrucoLabError):
            self._error = error
        else:
            self.last_traceback = traceback.format_exc()
            self._error = TrucoLabError(f"{type(error).__name__}: {error}")
        self.last_error = self._error.message("pt" if self.language == "pt" else "en")

    @traitlets.observe("language")
    def _language_set(self, _change: Any) -> None:
        if self.last_error and self._error is not None:
            self.fails(self._error)

    def _obey(self, message: dict[str, Any]) -> None:
        do = message.pop("do", None)
        obey = getattr(self, f"_do_{do}", None)
        if obey is None:
            raise BadInputError("command-unknown", command=repr(do))
        obey(**message)

    def _do_read(self, text: str, number: int) -> None:
        self.send({"kind": "reading", "number": number, **field.reading(text, self.spot)})

    def _do_enter(self, text: str) -> None:
        self._go(parse(text, self.spot))

    def _do_open(self, text: str) -> None:
        self._go(parse(text))

    def _do_score(self, mao: int, pe: int) -> None:
        self._go(moves.to_score(self.spot, mao, pe), self.position)

    def _do_turn_up(self, rank: str) -> None:
        self._go(moves.to_turn_up(self.spot, rank), self.position)

    def _do_deal(self) -> None:
        self.dealer = "us" if self.dealer == "them" else "them"
        self._do_score(self.spot.score.pe, self.spot.score.mao)

    def _do_take(self, action: str) -> None:
        self._go(*moves.take(self.spot, self.position, action))

    def _do_position(self, position: int) -> None:
        self._show(self.spot, max(0, min(position, len(self.spot.history))))

    def _do_clear(self) -> None:
        self._go(moves.cleared(self.spot))

    def _do_draft(self, seat: int, slots: list[int | None]) -> None:
        draft = self.spot.drafts[seat]
        self._go(moves.drafted(self.spot, Seat(seat), slots, draft is not None and draft.pinned), self.position)

    def _do_pin(self, seat: int) -> None:
        self._go(moves.pinned(self.spot, Seat(seat)), self.position)

    def _do_undo(self) -> None:
        self._back_to(max(self._now - 1, 0))

    def _do_redo(self) -> None:
        self._back_to(min(self._now + 1, len(self._past) - 1))

    def _do_compare(self, mao: int, pe: int, rank: str) -> None:
        base = parse(f"{mao}x{pe} v{rank.lower()} :")
        self.other = str(rebase(self.viewed, base.score, base.turn_up))

    def _do_solve(self) -> None:
        self.solve()

    def _do_cancel(self) -> None:
        self.cancel()

    # -- moving --------------------------------------------------------------------------------------------------

    def _go(self, spot: Spot, position: int | None = None) -> None:
        """Move to a spot, so that undo can come back; position as the decision before the end if it is None."""
        if spot != self.spot:
            self._past = [*self._past[: self._now + 1], (spot, self.dealer)][-KEPT_SPOTS:]
            self._now = len(self._past) - 1
        else:
            self._past[self._now] = spot, self.dealer
        self._show(spot, None if position is None else min(position, len(spot.history)))

    def _back_to(self, which: int) -> None:
        """To one of the spots of the past, with the dealer of then."""
        self._now = which
        spot, self.dealer = self._past[which]
        self._show(spot)

    def _show(self, spot: Spot, position: int | None = None) -> None:
        with self._lock:
            self._moving = True
            try:
                with self.hold_trait_notifications():
                    self.line, self.position = str(spot), len(spot.history) if position is None else position
            finally:
                self._moving = False
            known, elsewhere = LIBRARY.get(spot), self._subgame != key_of(spot)
            if elsewhere or known is not None:
                self._study, self._subgame = known, key_of(spot)  # else what a solve has reached so far stays
            self._read()
            if elsewhere or (known is not None and self.status["stage"] != "solved"):
                self._find(spot)
        self._compare_again()

    def _read(self) -> None:
        """Everything on the screen, from the solution at hand; what takes a moment follows."""
        board = scene.board(self.spot, self.position)
        play = self._played()
        with self.hold_sync():
            self.board, self.play, self.worth = board, play, None
            untouched = self.spot == START and len(self._past) == 1
            self.can = {"undo": self._now > 0, "redo": self._now + 1 < len(self._past), "open": untouched}
        if self._study is not None and not self.viewed.finished and self._job is None:
            WORKER.submit(self._weigh, self._study, self.viewed)

    def _played(self) -> dict[str, Any] | None:
        if self._study is None:
            return None
        rail = {"rail": scene.rail(self._study, self.spot)}
        return rail if self.viewed.finished else scene.play(self._study.at(self.viewed)) | rail

    def _weigh(self, study: Study, spot: Spot) -> None:
        """In the worker: what everything is worth, in steps, unless the reader has gone on."""
        try:
            for step in (lambda a: a.values, lambda a: a.points, lambda a: a.best, None):
                with self._lock:
                    if study is not self._study or spot != self.viewed:
                        return
                    if step is None:
                        self.worth = scene.worth(study.at(spot))
                    else:
                        step(study.at(spot).answer)
                time.sleep(0.002)  # whoever waits for the lock gets it
        except Exception as error:  # a worker's exception would be lost
            self.fails(error)

    # -- solving -------------------------------------------------------------------------------------------------

    def _find(self, spot: Spot) -> None:
        """See to it that a spot's subgame gets solved, if that does not take long."""
        self._leave()
        if self._study is not None:
            gap = 50 * self._study.solved.exploitability
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
        self._job = Job(self.spot, begin, self._changed)
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
                self._study = study
                self._read()
            self._stands(status)
        if status.stage == "solved":
            self._compare_again()

    # -- comparing -----------------------------------------------------------------------------------------------

    def _compare_again(self) -> None:
        if self.other:
            self._guarded(self._compare)

    def _compare(self) -> None:
        """The same decision at the other score or turn-up, solved first if that is quick."""
        self.beside = None
        if not self.other or self._study is None or self.viewed.finished:
            return
        base = parse(self.other)
        there = rebase(self.viewed, base.score, base.turn_up)
        study = LIBRARY.get(there)
        if not same_decision(self.viewed, there):
            self.beside = {"missing": name_of(base)}
        elif study is not None:
            self.beside = scene.beside(self._study.at(self.viewed), study.at(there))
        elif not (begin := outlook(there)).can_start or begin.estimate > AT_ONCE_SECONDS:
            self.beside = {"unsolved": name_of(base)}
        elif self._aside is None or key_of(self._aside.spot) != key_of(there):
            self._aside = Job(there, begin, self._solved_beside)
            self._aside.start()

    def _solved_beside(self, job: Job, status: Status, study: Study | None) -> None:
        """From the thread of a solve for the spot beside this one."""
        with self._lock:
            if status.stage in ("solved", "failed") and job is self._aside:
                self._aside = None
            if status.stage == "solved" and study is not None:
                LIBRARY.put(study, job.spot)
                self._compare_again()
            elif status.error is not None:
                self.fails(status.error)
            self.beside = self.beside or {"status": status.as_dict()}


def _unsolved(status: Status) -> TrucoLabError:
    """Why there is no solution to look at."""
    if status.error is not None:
        return status.error
    if status.missing:
        return TrucoLabError("lab-missing", subgame=status.subgame, missing=status.missing)
    return TrucoLabError("lab-unsolved", subgame=status.subgame, estimate=Number(status.estimate, 0))


EXPORTED = ("line", "position", "view", "as_list", "language", "theme", "dealer", "words")
"""Traits that an export begins with."""
