"""One hand of truco: who acts, what is legal, what happens.

This engine is the judge of the notation and the oracle of the tree. It plays with the hands known (then only held
cards are legal) or unknown (then any card that the deck still has for that seat). Nothing is pruned here
(see `dominance`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from .cards import HAND_SIZE, Deck, Hand
from .match import RUNGS, Score, Seat, next_rung


@dataclass(frozen=True, order=True)
class Play:
    """Put down a card (its class), from round 2 on possibly face down."""

    card: int
    hidden: bool = False


@dataclass(frozen=True, order=True)
class Raise:
    """Ask for the next rung: truco (3), seis (6), nove (9), doze (12)."""

    to: int


@dataclass(frozen=True, order=True)
class Accept:
    """Accept a pending raise, or play the hand of eleven."""


@dataclass(frozen=True, order=True)
class Fold:
    """Give up a pending raise, or the hand of eleven."""


Action = Play | Raise | Accept | Fold


class IllegalActionError(ValueError):
    """An action that the rules do not allow here; `legal` lists those they do."""

    def __init__(self, action: Action, reason: str, legal: tuple[Action, ...]):
        self.action, self.reason, self.legal = action, reason, legal
        allowed = ", ".join(map(describe, legal)) if legal else "nothing: the hand is over"
        super().__init__(f"{describe(action)} is not legal: {reason}; legal here: {allowed}")


def describe(action: Action) -> str:
    """An action in words, cards by class number."""
    match action:
        case Play(card, hidden):
            return f"card {card} face down" if hidden else f"card {card}"
        case Raise(to):
            return f"raise to {to}"
        case Accept():
            return "accept"
        case Fold():
            return "fold"


@dataclass(frozen=True)
class Put:
    """A card on the table: who put it, its class, whether it lies face down."""

    seat: Seat
    card: int
    hidden: bool


@dataclass(frozen=True)
class HandState:
    """The state of one hand. Make one with `start`, go on with `apply`.

    Attributes:
        deck: the cards that were dealt from.
        score: role-ordered score before the hand.
        hands: the two hands as dealt, or None where a hand is unknown.
        table: cards in the order they were put down.
        stake: what the hand is worth as agreed so far.
        raiser_allowed: the only seat that may raise next, or None while both may.
        pending: the rung somebody asked for and the other has to answer, or None.
        to_act: whose decision it is, or None when the hand is over.
        history: all actions so far.
        winner: who won the hand, or None while it runs.
        points: what the winner scores (0 while the hand runs).
    """

    deck: Deck
    score: Score
    hands: tuple[Hand | None, Hand | None]
    table: tuple[Put, ...]
    stake: int
    raiser_allowed: Seat | None
    pending: int | None
    eleven_pending: bool
    to_act: Seat | None
    history: tuple[Action, ...]
    winner: Seat | None = None
    points: int = 0

    # -- reading -------------------------------------------------------------------------------------------------

    @property
    def finished(self) -> bool:
        return self.to_act is None

    @property
    def round(self) -> int:
        """The round being played, 0, 1 or 2 (the last one played once the hand is over)."""
        return min(len(self.table) // 2, HAND_SIZE - 1) if not self.finished else max(len(self.table) - 1, 0) // 2

    @property
    def results(self) -> tuple[Seat | None, ...]:
        """The winner of each complete round; None is a tie."""
        return tuple(round_winner(self.table[i], self.table[i + 1]) for i in range(0, len(self.table) - 1, 2))

    @property
    def card_turn(self) -> Seat:
        """Whose turn it is to put down a card (whatever is being asked and answered meanwhile)."""
        leader = Seat.MAO
        for result in self.results:
            leader = leader if result is None else result
        return leader if len(self.table) % 2 == 0 else self.table[-1].seat.other

    def played(self, seat: Seat) -> Hand:
        """Classes that a seat has put down, in order, face down or not."""
        return tuple(put.card for put in self.table if put.seat is seat)

    def copies_left(self, seat: Seat) -> tuple[int, ...]:
        """How many cards of each class a seat can still have in hand, by what that seat itself knows.

        Its own hand if known; else the deck less its own plays, the other's open plays and the other's known hand.
        """
        own = self.hands[seat]
        if own is not None:
            held = list(own)
            for card in self.played(seat):
                held.remove(card)
            return tuple(held.count(c) for c in range(self.deck.size))
        other = self.hands[seat.other]
        if other is None:
            other = tuple(put.card for put in self.table if put.seat is not seat and not put.hidden)
        gone = self.played(seat) + other
        return tuple(n - gone.count(c) for c, n in enumerate(self.deck.counts))

    @property
    def legal(self) -> tuple[Action, ...]:
        """All legal actions: raise, answers, then cards, strongest first, open before face down."""
        if self.to_act is None:
            return ()
        if self.eleven_pending:
            return (Accept(), Fold())
        if self.pending is not None:
            rung = next_rung(self.pending)
            return (Accept(), Fold()) + ((Raise(rung),) if rung else ())
        actions: list[Action] = []
        if self._why_no_raise() is None:
            actions.append(Raise(RUNGS[RUNGS.index(self.stake) + 1]))
        left = self.copies_left(self.to_act)
        cards = [c for c in range(self.deck.size - 1, -1, -1) if left[c] > 0]
        actions += [Play(c) for c in cards]
        if self.round > 0:
            actions += [Play(c, hidden=True) for c in cards]
        return tuple(actions)

    def _why_no_raise(self) -> str | None:
        """Why the seat whose card turn it is may not raise, or None if it may."""
        if not self.score.raises_allowed:
            return "nobody raises when a player has 11"
        if next_rung(self.stake) is None:
            return "the hand is already worth 12"
        if self.raiser_allowed not in (None, self.to_act):
            return "the right to raise belongs to the other player, who accepted the last raise"
        return None

    def _why_illegal(self, action: Action) -> str:
        """The rule that a not legal action breaks."""
        if self.finished:
            return "the hand is over"
        match action:
            case Accept() | Fold():
                return "there is no raise to answer"
            case _ if self.eleven_pending:
                return "the hand of eleven must be accepted or folded first"
            case Raise(to) if self.pending is not None:
                return f"raises go one rung at a time, not to {to}" if next_rung(self.pending) else "12 is the top rung"
            case Raise(to):
                return self._why_no_raise() or f"raises go one rung at a time, not to {to}"
            case Play() if self.pending is not None:
                return "the raise must be answered first"
            case Play(card, hidden):
                if hidden and self.round == 0:
                    return "no card is played face down in round 1"
                if not 0 <= card < self.deck.size:
                    return f"there is no class {card}"
                return "no copy of that card is left for this seat"

    # -- going on ------------------------------------------------------------------------------------------------

    def apply(self, action: Action) -> HandState:
        """The state after a legal action.

        Raises:
            IllegalActionError: with the rule that forbids it and what is legal.
        """
        if action not in self.legal:
            raise IllegalActionError(action, self._why_illegal(action), self.legal)
        assert self.to_act is not None
        actor = self.to_act
        after = replace(self, history=(*self.history, action))
        match action:
            case Fold():
                points = RUNGS[0] if self.eleven_pending else self.stake
                return replace(
                    after, winner=actor.other, points=points, to_act=None, pending=None, eleven_pending=False
                )
            case Accept() if self.eleven_pending:
                return replace(after, eleven_pending=False, to_act=Seat.MAO)
            case Accept():
                assert self.pending is not None
                return replace(after, stake=self.pending, pending=None, raiser_allowed=actor, to_act=self.card_turn)
            case Raise(to):
                stake = self.stake if self.pending is None else self.pending
                return replace(after, stake=stake, pending=to, to_act=actor.other)
            case Play(card, hidden):
                after = replace(after, table=(*self.table, Put(actor, card, hidden)))
                winner = hand_winner(after.results)
                if winner is not None:
                    return replace(after, winner=winner, points=self.stake, to_act=None)
                return replace(after, to_act=after.card_turn)


def start(deck: Deck, score: Score, mao: Hand | None = None, pe: Hand | None = None) -> HandState:
    """The hand as dealt: with one player on 11 that player decides first, else mão leads.

    Raises:
        ValueError: hands that are not three cards or that the deck cannot deal together.
    """
    hands = tuple(None if hand is None else tuple(sorted(hand, reverse=True)) for hand in (mao, pe))
    known = [hand for hand in hands if hand is not None]
    if any(len(hand) != HAND_SIZE for hand in known):
        raise ValueError(f"a hand has {HAND_SIZE} cards")
    if any(not 0 <= c < deck.size for hand in known for c in hand) or not deck.ways(*known):
        raise ValueError(f"the deck cannot deal these hands: {known}")
    return HandState(
        deck=deck,
        score=score,
        hands=(hands[0], hands[1]),
        table=(),
        stake=score.first_stake,
        raiser_allowed=None,
        pending=None,
        eleven_pending=score.decider is not None,
        to_act=Seat.MAO if score.decider is None else score.decider,
        history=(),
    )


def round_winner(first: Put, second: Put) -> Seat | None:
    """Higher open card wins; a face-down card loses to any open one; equals tie."""
    strength = [-1 if put.hidden else put.card for put in (first, second)]
    if strength[0] == strength[1]:
        return None
    return first.seat if strength[0] > strength[1] else second.seat


def hand_winner(results: tuple[Seat | None, ...]) -> Seat | None:
    """Who has won the hand after these rounds, or None while it is open.

    Two rounds win. A win and a tie win, in either order. One each, then a tie: the winner of round 1. Three ties: mão.
    """
    wins = [result for result in results if result is not None]
    if len(results) < 2 or (len(results) == 2 and (not wins or (len(wins) == 2 and wins[0] is not wins[1]))):
        return None
    if not wins:
        return Seat.MAO
    if len(wins) == 3:
        return wins[2]
    return wins[0]
