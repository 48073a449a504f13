"""Seats, cards, actions and decisions in the reader's words, as the lab writes them."""

from __future__ import annotations

from ..notation import Spot
from ..rules import Accept, Action, Fold, HandState, Play, Raise, Seat
from ..words import Lang, say

SUIT_SIGNS = {"d": "♦", "s": "♠", "h": "♥", "c": "♣"}


def seat_name(seat: Seat, lang: Lang) -> str:
    return say("mao" if seat is Seat.MAO else "pe", lang)


def card_name(spot: Spot, card: int) -> str:
    """A class as people write it: 5♦, Q."""
    label = spot.turn_up.labels[card]
    return label[0].upper() + SUIT_SIGNS.get(label[1:], "")


def action_name(spot: Spot, action: Action, lang: Lang) -> str:
    """An action in a word or two."""
    match action:
        case Play(card, hidden):
            return card_name(spot, card) + (f" {say('face-down', lang)}" if hidden else "")
        case Raise(to):
            return say(f"rung-{to}", lang)
        case Accept():
            return say("play-eleven" if spot.state.eleven_pending else "accept", lang)
        case Fold():
            return say("fold-eleven" if spot.state.eleven_pending else "fold", lang)


def decision_name(state: HandState, lang: Lang) -> str:
    """Who decides what."""
    assert state.to_act is not None
    seat = seat_name(state.to_act, lang)
    if state.eleven_pending:
        text = say("title-eleven", lang, seat=seat)
    elif state.pending is not None:
        text = say("title-answer", lang, seat=seat, rung=say(f"rung-{state.pending}", lang))
    else:
        follows = len(state.table) % 2
        text = say("title-follows" if follows else "title-leads", lang, seat=seat, round=state.round + 1)
    return text[0].upper() + text[1:]
