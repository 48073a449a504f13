"""The rules a second time, straight from the page: slow, flat, sharing nothing with the engine.

Seats are "M" and "P"; a hand's history is a list of words: `c5` (card of class 5), `h5` (the same face down), `+6`
(raise to 6), `yes`, `no`. Everything is worked out again from the whole list each time.
"""

from __future__ import annotations

from dataclasses import dataclass, field

ORDER_OF_RANKS = ["4", "5", "6", "7", "Q", "J", "K", "A", "2", "3"]
ORDER_OF_SUITS = ["d", "s", "h", "c"]


def beats(first: tuple[str, str], second: tuple[str, str], turn_up: str) -> bool | None:
    """Whether the first card (rank, suit) beats the second under a turn-up; None when they tie."""
    after = ORDER_OF_RANKS.index(turn_up) + 1
    manilha = ORDER_OF_RANKS[0 if after == len(ORDER_OF_RANKS) else after]
    if first[0] == manilha and second[0] == manilha:
        a, b = ORDER_OF_SUITS.index(first[1]), ORDER_OF_SUITS.index(second[1])
    elif manilha in (first[0], second[0]):
        return first[0] == manilha
    else:
        a, b = ORDER_OF_RANKS.index(first[0]), ORDER_OF_RANKS.index(second[0])
    return None if a == b else a > b


def winner_of_hand(rounds: list[str]) -> str | None:
    """Winner of the hand after rounds written M, P or = (tie); None while it is open."""
    m, p, ties = rounds.count("M"), rounds.count("P"), rounds.count("=")
    if m == 2 or (m == 1 and p == 0 and ties >= 1):
        return "M"
    if p == 2 or (p == 1 and m == 0 and ties >= 1):
        return "P"
    if ties == 3:
        return "M"
    if len(rounds) == 3:  # one each, then a tie
        return rounds[0]
    return None


@dataclass
class Ruling:
    """What the referee says after a history.

    Attributes:
        turn: whose decision it is, or None when the hand is over.
        legal: the words it may say.
        winner, points: of a hand that is over.
    """

    turn: str | None
    legal: set[str] = field(default_factory=set)
    winner: str | None = None
    points: int = 0


def rule(score: tuple[int, int], hands: dict[str, list[int]], history: list[str]) -> Ruling:
    """Replays a history that was legal so far."""
    on_eleven = [seat for seat, points in zip("MP", score, strict=True) if points == 11]
    worth = 3 if on_eleven else 1
    hands = {seat: list(cards) for seat, cards in hands.items()}
    words = list(history)
    if len(on_eleven) == 1:
        if not words:
            return Ruling(on_eleven[0], {"yes", "no"})
        if words.pop(0) == "no":
            return Ruling(None, winner="P" if on_eleven == ["M"] else "M", points=1)
    leader, rounds, table = "M", [], []
    last_raiser: str | None = None  # whose accepted raise was the last: it cannot raise again
    asked: list[tuple[str, int]] = []  # raises not yet answered, in order
    while True:
        player = leader if not table else ("P" if leader == "M" else "M")
        if asked:
            asker, rung = asked[-1]
            answerer = "P" if asker == "M" else "M"
            if not words:
                return Ruling(answerer, {"yes", "no"} | ({f"+{rung + 3}"} if rung < 12 else set()))
            word = words.pop(0)
            if word == "yes":
                worth, last_raiser, asked = rung, asker, []
            elif word == "no":
                agreed = asked[-2][1] if len(asked) > 1 else worth
                return Ruling(None, winner=asker, points=agreed)
            else:
                asked.append((answerer, int(word[1:])))
            continue
        if not words:
            legal = {f"c{card}" for card in hands[player]}
            if rounds:
                legal |= {f"h{card}" for card in hands[player]}
            if not on_eleven and worth < 12 and last_raiser != player:
                legal.add(f"+{3 if worth == 1 else worth + 3}")
            return Ruling(player, legal)
        word = words.pop(0)
        if word[0] == "+":
            asked.append((player, int(word[1:])))
            continue
        card = int(word[1:])
        hands[player].remove(card)
        table.append((player, card if word[0] == "c" else None))
        if len(table) < 2:
            continue
        (first, a), (second, b) = table
        if a == b:
            rounds.append("=")
        elif b is None or (a is not None and a > b):
            rounds.append(first)
        else:
            rounds.append(second)
        if rounds[-1] != "=":
            leader = rounds[-1]
        table = []
        if won := winner_of_hand(rounds):
            return Ruling(None, winner=won, points=worth)
