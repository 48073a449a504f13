"""Messages from the front end, and what each does to the lab."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import traitlets

from ..errors import BadInputError, TrucoLabError
from ..notation import Spot, SpotError, parse, rebase
from ..rules import TARGET, Seat
from . import field, moves
from .history import History


class Hearing(traitlets.HasTraits):
    """Does what it hears, one thing at a time; whatever goes wrong is said on the screen."""

    _entered: str | None = None

    if TYPE_CHECKING:
        line: Any
        _lock: threading.RLock
        _history: History
        last_traceback: str
        position: Any
        dealer: Any
        other: Any
        language: Any
        last_error: Any
        _error: SpotError | TrucoLabError | None
        send: Any

        @property
        def spot(self) -> Spot: ...
        @property
        def viewed(self) -> Spot: ...
        def solve(self) -> None: ...
        def cancel(self) -> None: ...
        def _go(self, spot: Spot, position: int | None = None) -> None: ...
        def _back_to(self, history: History) -> None: ...
        def _show(self, spot: Spot, position: int | None = None) -> None: ...

    def _heard(self, _widget: Any, content: dict[str, Any], _buffers: Any) -> None:
        """Every message that comes in. An error stays while the text is read that it came with: what was entered (typed
        text is read a moment after the last key, which may be after the Enter), else the line."""
        entered = self.line if self._entered is None else self._entered
        stays = content.get("do") == "read" and content.get("text") == entered
        if not stays:
            self._entered = None
        self._guarded(lambda: self._obey(dict(content)), forgetting=not stays)

    def _guarded(self, act: Callable[[], None], *, forgetting: bool = True) -> None:
        try:
            with self._lock:
                if forgetting:
                    self.last_error = ""
                act()
        except Exception as error:  # the widget's machinery would swallow it
            self.fails(error)

    def fails(self, error: Exception) -> None:
        """Say what went wrong, in the reader's language."""
        if isinstance(error, SpotError | TrucoLabError):
            self._error = error
        else:
            self.last_traceback = "".join(traceback.format_exception(error))
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

    # -- what each does, by its name -----------------------------------------------------------------------------

    def _do_read(self, text: str, number: int) -> None:
        self.send({"kind": "reading", "number": number, **field.reading(text, self.spot)})

    def _do_enter(self, text: str) -> None:
        self._entered = text
        self._go(parse(text, self.spot))
        self._entered = None
        self.send({"kind": "entered", "text": text})

    def _do_open(self, text: str) -> None:
        self._go(parse(text))

    def _do_points(self, seat: int, by: int) -> None:
        points = [self.spot.score.mao, self.spot.score.pe]
        points[seat] = max(0, min(points[seat] + by, TARGET - 1))
        self._go(moves.to_score(self.spot, *points), self.position)

    def _do_turn_up(self, rank: str) -> None:
        self._go(moves.to_turn_up(self.spot, rank), self.position)

    def _do_deal(self) -> None:
        self.dealer = "us" if self.dealer == "them" else "them"
        self._go(moves.to_score(self.spot, self.spot.score.pe, self.spot.score.mao), self.position)

    def _do_take(self, action: str, line: str, position: int) -> None:
        """Unless the reader saw another decision than is shown now: a click may come late, or twice."""
        if (line, position) == (self.line, self.position):
            self._go(*moves.take(self.spot, position, action))

    def _do_position(self, position: int) -> None:
        self._show(self.spot, max(0, min(position, len(self.spot.history))))

    def _do_step(self, by: int) -> None:
        self._do_position(self.position + by)

    def _do_clear(self) -> None:
        self._go(moves.cleared(self.spot))

    def _do_draft(self, seat: int, slots: list[int | None]) -> None:
        draft = self.spot.drafts[seat]
        self._go(moves.drafted(self.spot, Seat(seat), slots, draft is not None and draft.pinned), self.position)

    def _do_slot(self, seat: int, slot: int, card: int | None) -> None:
        draft = self.spot.drafts[seat]
        slots: list[int | None] = [None, None, None] if draft is None else list(draft.slots)
        slots[slot] = card
        self._do_draft(seat, slots)

    def _do_pin(self, seat: int) -> None:
        self._go(moves.pinned(self.spot, Seat(seat)), self.position)

    def _do_undo(self) -> None:
        self._back_to(self._history.undone())

    def _do_redo(self) -> None:
        self._back_to(self._history.redone())

    def _do_compare(self, mao: int, pe: int, rank: str) -> None:
        base = parse(f"{mao}x{pe} v{rank.lower()} :")
        self.other = str(rebase(self.viewed, base.score, base.turn_up))

    def _do_solve(self) -> None:
        self.solve()

    def _do_cancel(self) -> None:
        self.cancel()
