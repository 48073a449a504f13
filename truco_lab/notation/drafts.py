"""Drafted hands, and whether the deck can deal them: counted exactly, with the unknown slots filled in.

What a seat holds is a multiset of three card classes, strongest first. Everything a draft and the plays say leaves a
set of hands it may be (of the 403 there are); two seats fit together when one hand of each can be dealt at once. Where
a seat has no draft only the cards it showed are gone: what it played face down the other seat does not know.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise, product

from ..rules import HAND_SIZE, Deck, Hand, Put, Seat, TurnUp, real_deck
from .messages import Sentence, sentence

Slots = tuple[int | None, ...]
"""Three card classes, strongest first; None where the card is unknown."""


@dataclass(frozen=True)
class Draft:
    """A hand as drafted.

    Attributes:
        slots: three card classes, strongest first; None where the card is unknown. At least one is known.
        pinned: whether the hand is pinned, so that charts show its own numbers.

    Raises:
        ValueError: not three slots, or nothing known (then there is no draft: use None).
    """

    slots: Slots
    pinned: bool = False

    def __post_init__(self) -> None:
        if len(self.slots) != HAND_SIZE or all(slot is None for slot in self.slots):
            raise ValueError(f"a draft has {HAND_SIZE} slots and at least one known card, not {self.slots}")

    @property
    def known(self) -> Hand:
        """The cards that are known, strongest first."""
        return tuple(slot for slot in self.slots if slot is not None)

    @property
    def full(self) -> bool:
        return None not in self.slots

    def spell(self, turn_up: TurnUp) -> str:
        """The slots as they are written, without the seat: `5d 3 ?`."""
        return " ".join("?" if slot is None else turn_up.labels[slot] for slot in self.slots)


Drafts = tuple[Draft | None, Draft | None]
"""What is drafted for mão and for pé."""


@cache
def deck_of(turn_up: TurnUp) -> Deck:
    """The deck beside a turn-up, made once."""
    return real_deck(turn_up.turn_up_class)


def fits(deck: Deck, drafts: Drafts, table: tuple[Put, ...] = ()) -> bool:
    """Whether the deck can deal two hands that these drafts and the cards on the table describe."""
    if drafts == (None, None):
        return True
    mao, pe = (_possible(deck, drafts[seat], table, seat) for seat in Seat)
    # Counts per class sit in four bits each; with this added, the top bit of a class shows that it is overdrawn.
    room = sum((7 - copies) << 4 * c for c, copies in enumerate(deck.counts))
    overdrawn = sum(8 << 4 * c for c in range(deck.size))
    return any((a + b + room) & overdrawn == 0 for a in mao for b in pe)


def own_draft_lacks(deck: Deck, drafts: Drafts, table: tuple[Put, ...], seat: Seat) -> bool:
    """Whether it is this seat's own draft, taken alone, that cannot hold what the seat has played."""
    return drafts[seat] is not None and not _possible(deck, drafts[seat], table, seat)


@dataclass(frozen=True)
class Misfit:
    """Why a draft cannot be dealt.

    Attributes:
        reason: in words.
        slots: the offending slots, first and last (inclusive), counted from 0.
    """

    reason: Sentence
    slots: tuple[int, int]


def misfit(turn_up: TurnUp, drafts: Drafts, seat: Seat) -> Misfit | None:
    """Why the deck cannot deal this seat's draft beside the other one (before anything is played), or None if it can.

    Args:
        turn_up: names the cards and takes one copy.
        drafts: both drafts; the other seat's is held to be sound.
        seat: whose draft is judged.
    """
    draft, other = drafts[seat], drafts[seat.other]
    if draft is None or fits(deck_of(turn_up), drafts):
        return None
    deck, labels = deck_of(turn_up), turn_up.labels
    known = [(i, slot) for i, slot in enumerate(draft.slots) if slot is not None]
    for (_, before), (i, slot) in pairwise(known):
        if slot > before:
            return Misfit(sentence("draft-order", card=labels[slot], slot=i + 1, before=labels[before]), (i, i))
    elsewhere = () if other is None else other.known
    for nth, (i, slot) in enumerate(known):
        wanted = sum(c == slot for _, c in known[: nth + 1])
        left = deck.counts[slot] - elsewhere.count(slot)
        if wanted > left:
            reason = sentence(
                "draft-copies-other" if elsewhere.count(slot) else "draft-copies",
                card=labels[slot],
                slot=i + 1,
                wanted=wanted,
                elsewhere=elsewhere.count(slot),
                other=seat.other,
                copies=deck.counts[slot],
                turn_up=turn_up.rank.lower(),
            )
            return Misfit(reason, (i, i))
    alone = (draft, None) if seat is Seat.MAO else (None, draft)
    if fits(deck, alone):
        return Misfit(sentence("draft-together", seat=seat.other), (0, HAND_SIZE - 1))
    i, slot = next((i, slot) for i, slot in known if i > 0 and not fits(deck, _cut(alone, seat, i + 1)))
    return Misfit(sentence("draft-gap", card=labels[slot], slot=i + 1), (i, i))


def _cut(drafts: Drafts, seat: Seat, length: int) -> Drafts:
    """The draft of a seat with only its first slots kept known."""
    draft = drafts[seat]
    assert draft is not None
    cut = Draft(draft.slots[:length] + (None,) * (HAND_SIZE - length))
    return (cut, None) if seat is Seat.MAO else (None, cut)


def _possible(deck: Deck, draft: Draft | None, table: tuple[Put, ...], seat: Seat) -> tuple[int, ...]:
    """The hands a seat may hold, each as its packed counts."""
    if draft is None:
        return (_packed(put.card for put in table if put.seat is seat and not put.hidden),)
    return _matching(deck, draft.slots, tuple(sorted(put.card for put in table if put.seat is seat)))


@lru_cache(maxsize=4096)
def _matching(deck: Deck, slots: Slots, played: Hand) -> tuple[int, ...]:
    options = [range(deck.size) if slot is None else (slot,) for slot in slots]
    return tuple(
        _packed(hand)
        for hand in product(*options)
        if hand[0] >= hand[1] >= hand[2]
        and all(hand.count(card) >= played.count(card) for card in played)
        and all(hand.count(card) <= deck.counts[card] for card in hand)
    )


def _packed(cards: Iterable[int]) -> int:
    """How many cards of each class, four bits a class."""
    return sum(1 << 4 * card for card in cards)


def read_card(turn_up: TurnUp, written: str) -> int | Sentence:
    """The class of a card as written (`3`, `5d`, `md`), or why it is none under this turn-up.

    A manilha must name its suit, a plain card must not.
    """
    written = written.lower()
    rank, suit = written[0].upper(), written[1:]
    manilha = turn_up.manilha_rank
    if rank == "M":
        return turn_up.class_of(manilha, suit)
    if (rank == manilha) != bool(suit):
        if not suit:
            return sentence("bare-manilha", card=written, turn_up=turn_up.rank.lower(), four=four_manilhas(turn_up))
        return sentence(
            "suit-on-plain", card=written, rank=written[0], turn_up=turn_up.rank.lower(), four=four_manilhas(turn_up)
        )
    return turn_up.class_of(rank, suit)


def four_manilhas(turn_up: TurnUp) -> tuple[str, ...]:
    """The four manilhas as they are written, weakest first."""
    return turn_up.labels[len(turn_up.plain_ranks) :]
