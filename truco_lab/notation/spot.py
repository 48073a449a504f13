"""A spot: one exact study state, and the canonical line that names it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, total_ordering

from ..rules import RANKS, Accept, Action, Fold, HandState, Play, Raise, Score, Seat, TurnUp
from .actions import may_write, opening, spell
from .drafts import Drafts, fits
from .messages import Sentence

SEAT_NAMES = ("mao", "pe")
"""How the seats are written in canonical lines."""


@total_ordering
@dataclass(frozen=True, repr=False)
class Spot:
    """One exact study state. `parse` makes it from a line; `str(spot)` is its canonical line.

    Immutable and hashable, equal when it names the same state, ordered by score, turn-up, drafts and history.

    Attributes:
        score: points of mão and pé before the hand.
        turn_up: the card turned up, by rank.
        drafts: the hands drafted for mão and pé, or None.
        history: all actions so far, cards by class.
        notes: what was supplied or dropped when the spot was made; no part of what it is.

    Raises:
        IllegalActionError: the rules do not allow this history.
        ValueError: the deck cannot deal these drafts with these plays.
    """

    score: Score
    turn_up: TurnUp
    drafts: Drafts = (None, None)
    history: tuple[Action, ...] = ()
    notes: tuple[Sentence, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if not fits(self.state.deck, self.drafts, self.state.table):
            raise ValueError(f"the deck cannot deal these drafts with these plays: {self.drafts}, {self.history}")

    @classmethod
    def at(cls, state: HandState, turn_up: TurnUp, drafts: Drafts, notes: tuple[Sentence, ...] = ()) -> Spot:
        """The spot of a state that the rules engine has already reached, so that it need not walk there again.

        Args:
            state: reached with unknown hands.
            turn_up, drafts, notes: as the attributes.
        """
        spot = object.__new__(cls)
        fields = {"score": state.score, "turn_up": turn_up, "drafts": drafts, "history": state.history, "notes": notes}
        spot.__dict__.update(fields, state=state)
        spot.__post_init__()
        return spot

    # -- reading -------------------------------------------------------------------------------------------------

    @cached_property
    def state(self) -> HandState:
        """The rules' state after the history."""
        state = opening(self.score, self.turn_up)
        for action in self.history:
            state = state.apply(action)
        return state

    @property
    def acting(self) -> Seat | None:
        """Whose decision it is, or None when the hand is over."""
        return self.state.to_act

    @property
    def stake(self) -> int:
        """What the hand is worth as agreed so far."""
        return self.state.stake

    @property
    def finished(self) -> bool:
        return self.state.finished

    @property
    def legal(self) -> dict[str, Action]:
        """What may be written next: every action that the rules and the drafts allow, by its spelling."""
        return may_write(self.state, self.turn_up, self.drafts)

    def upto(self, actions: int) -> Spot:
        """The same spot when only the first `actions` actions had been taken."""
        return replace(self, history=self.history[:actions], notes=())

    # -- writing -------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        head = [str(self.score), f"v{self.turn_up.rank.lower()}"]
        for name, draft in zip(SEAT_NAMES, self.drafts, strict=True):
            if draft is not None:
                head.append(f"{name}{'!' if draft.pinned else ''}[{draft.spell(self.turn_up)}]")
        return " ".join(head) + (f" : {' '.join(self.written_history)}" if self.history else "")

    def __repr__(self) -> str:
        return f"parse({str(self)!r})"

    @property
    def written_history(self) -> tuple[str, ...]:
        """The history as it is written, with the marks between rounds."""
        pieces: list[str] = []
        cards = 0
        round_over = False
        for action in self.history:
            if round_over:
                pieces.append("/")
            pieces.append(spell(action, self.turn_up))
            cards += isinstance(action, Play)
            round_over = isinstance(action, Play) and cards % 2 == 0
        return tuple(pieces)

    # -- comparing, copying --------------------------------------------------------------------------------------

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Spot):
            return NotImplemented
        return self._key < other._key

    @cached_property
    def _key(self) -> tuple[object, ...]:
        drafts = tuple(
            (-1,) if draft is None else (*(-1 if c is None else c for c in draft.slots), draft.pinned)
            for draft in self.drafts
        )
        return (self.score, RANKS.index(self.turn_up.rank), drafts, tuple(map(_action_key, self.history)))

    def __reduce__(self) -> tuple[type[Spot], tuple[object, ...]]:
        return Spot, (self.score, self.turn_up, self.drafts, self.history, self.notes)


def _action_key(action: Action) -> tuple[int, int, bool]:
    """Orders actions of different kinds: answers, raises, cards."""
    match action:
        case Fold():
            return (0, 0, False)
        case Accept():
            return (1, 0, False)
        case Raise(to):
            return (2, to, False)
        case Play(card, hidden):
            return (3, card, hidden)


START = Spot(Score(11, 11), TurnUp("4"))
"""What omitted sections keep when no other spot is given: 11 x 11, a 4 turned up, nothing drafted, nothing played."""
