"""Random spots: legal walks with drafts that fit them, and other ways to write the same line."""

from __future__ import annotations

import random
from collections.abc import Callable

from hypothesis import strategies as st

from truco_lab.notation import Draft, Spot
from truco_lab.notation.actions import may_write, opening
from truco_lab.notation.drafts import Drafts, deck_of, fits
from truco_lab.rules import SCORES, TURN_UPS, Action, Fold, HandState, Play, Raise, Score, Seat, TurnUp

BANDS = ((11, 11), (11, 8), (8, 11), (11, 10), (10, 10), (9, 10), (6, 6), (0, 0), (3, 9))
"""Scores of every kind: hand of iron, of eleven either way, raises dead or alive."""


def random_spot(rng: random.Random) -> Spot:
    """A legal spot: any score and turn-up, a walk of any length, no, partial or full drafts, pinned or not."""
    score = Score(*rng.choice(BANDS)) if rng.random() < 0.7 else rng.choice(SCORES)
    turn_up = rng.choice(TURN_UPS)
    state = random_walk(rng, opening(score, turn_up), turn_up)
    drafts: Drafts = (None, None)
    for seat in Seat:
        if rng.random() < 0.6:
            drafts = with_random_draft(rng, turn_up, drafts, state, seat)
    return Spot.at(state, turn_up, drafts)


def random_walk(rng: random.Random, state: HandState, turn_up: TurnUp) -> HandState:
    """A state some steps on; every kind of action has a fair chance, ending ones a smaller one."""
    for _ in range(rng.choice((0, 1, 2, 3, 4, 6, 9, 16))):
        if state.finished:
            break
        kinds: dict[object, list[Action]] = {}
        for action in may_write(state, turn_up, (None, None)).values():
            kinds.setdefault((type(action), getattr(action, "hidden", False)), []).append(action)
        weights = [0.15 if kind[0] is Fold else 0.8 if kind[0] is Raise else 1.0 for kind in kinds]
        state = state.apply(rng.choice(rng.choices(list(kinds.values()), weights)[0]))
    return state


def with_random_draft(rng: random.Random, turn_up: TurnUp, drafts: Drafts, state: HandState, seat: Seat) -> Drafts:
    """The drafts with one more for a seat that fits the cards on the table, if one is found soon."""
    deck = deck_of(turn_up)
    played = sorted(state.played(seat))
    for _ in range(40):
        others = rng.choices(range(deck.size), k=3 - len(played))
        hand = tuple(sorted([*played, *others], reverse=True))
        slots = tuple(None if rng.random() < 0.4 else card for card in hand)
        if all(slot is None for slot in slots):
            continue
        draft = Draft(slots, pinned=rng.random() < 0.3)
        both: Drafts = (draft, drafts[1]) if seat is Seat.MAO else (drafts[0], draft)
        if fits(deck, both, state.table):
            return both
    return drafts


def respelled(rng: random.Random, spot: Spot) -> str:
    """Another way to write a spot whose line does not begin with a card in a hand of eleven."""
    head = str(spot).split(" : ")[0]
    gap = rng.choice((" ", "  ", "\t", "\xa0", "\u2003 "))
    sections = _sections(head)
    if rng.random() < 0.6:
        rng.shuffle(sections)
    sections = [_respell_draft(rng, section) if "[" in section else section for section in sections]
    mangle: Callable[[str], str] = rng.choice((str.lower, str.upper, str.title))
    line = gap.join(map(mangle, sections))
    pieces = list(spot.written_history)
    if spot.score.decider is not None and len(pieces) > 1 and isinstance(spot.history[1], Play) and rng.random() < 0.4:
        # The supplied accept: possible unless the lead is an ace, which would then read as the accept.
        pieces = pieces if pieces[1] == "a" else pieces[1:]
    if rng.random() < 0.4:
        pieces = [piece for piece in pieces if piece != "/"]
    pieces = ["r3" if piece == "r" and rng.random() < 0.5 else piece for piece in pieces]
    history = gap.join(map(mangle, pieces))
    if rng.random() < 0.5:
        history = history.replace(f"{gap}/{gap}", "/")
    return rng.choice(("", " ", "\n")) + line + (f"{rng.choice((' ', ''))}:{history}" if pieces else "")


def _sections(head: str) -> list[str]:
    """The head's sections apart; only drafts have spaces inside."""
    sections: list[str] = []
    for word in head.split(" "):
        if sections and "[" in sections[-1] and "]" not in sections[-1]:
            sections[-1] += " " + word
        else:
            sections.append(word)
    return sections


def _respell_draft(rng: random.Random, draft: str) -> str:
    name = rng.choice({"m": ("mao", "mão", "ma\u0303o"), "p": ("pe", "pé", "pe\u0301")}[draft[0]])
    slots = draft[draft.index("[") + 1 : -1].replace("?", rng.choice("?."))
    slots = slots.replace(" ", rng.choice((" ", ",", ", ", "", "  ")))
    return f"{name}{'!' if '!' in draft else ''}{rng.choice(('', ' '))}[{slots}]"


seeds = st.integers(min_value=0, max_value=2**32 - 1).map(random.Random)
spots = seeds.map(random_spot)
