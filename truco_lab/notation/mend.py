"""The one edit that mends a line, where there is one.

For each error there are a few edits worth trying, in groups; an edit counts when the whole line parses with it. The
first group in which exactly one does gives the suggestion: where several would, the reader has to choose.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from itertools import permutations

from ..rules import RANKS, SUITS
from .errors import SpotError
from .tokens import SLOT, SPACES, SUIT_SIGNS

LONGEST_MENDED = 400
"""Characters of a line that somebody may have typed by hand; longer ones get no suggestion."""

LONGEST_PAIR = len("5d*5c*")
"""Characters of two actions with no space between them."""

OTHER_SPELLINGS = {
    "truco": "r",
    "seis": "r6",
    "nove": "r9",
    "doze": "r12",
    "t": "r",
    "accept": "a",
    "aceito": "a",
    "quero": "a",
    "fold": "f",
    "corro": "f",
    "fujo": "f",
    "ás": "a",
    "ace": "a",
    "rei": "k",
    "king": "k",
    "valete": "j",
    "jack": "j",
    "dama": "q",
    "queen": "q",
    "três": "3",
    "zap": "mc",
    "espadilha": "ms",
}
OTHER_SUITS = str.maketrans(SUIT_SIGNS, "ddsshhcc", "\N{VARIATION SELECTOR-16}")
"""Also without what makes a sign a picture."""

PORTUGUESE_SUIT = re.compile(f"([{RANKS.lower()}m])([poe])([*]?)")
"""A card with the letter of ouros, espadas or paus; that of copas is the one of clubs here."""

ACTION = re.compile(f"(?:[{RANKS}][{SUITS}]?|M[{SUITS}])[*]?|R(?:3|6|9|12)?|F", re.IGNORECASE)
ACTIONS_TOGETHER = re.compile(f"^(?:{ACTION.pattern})+$", re.IGNORECASE)
"""A word of actions with no spaces between them."""

DELETED = ("slot-unreadable", "stray-comma", "mark-misplaced", "nothing-pending")
"""Errors that leaving out what they point at may mend."""

QUOTES = "\"'`´“”‘’«»"
"""What a line may be pasted in."""

BETWEEN_WORDS = re.compile("[^\\w*]+")
"""Commas and the like, which no action has in it."""

LIKE_ACTION = re.compile(f"[{RANKS}{SUITS}mrf*]", re.IGNORECASE)
"""What a word has in it that may have been an action."""

LIKE_SECTION = re.compile(f"[0-9]|v[{RANKS}]|^.[a-z]$", re.IGNORECASE)
"""A word that may have been a score or a turn-up."""

RAISES = ("no-raise-at-11", "top-rung", "not-your-raise")
"""Errors of a raise that leaving it out may mend, and if no other raise is pending its answer with it."""

_GAPS = f"[{re.escape(SPACES)}]*"
TWO_NUMBERS = re.compile(f"([0-9]+)(?![0-9])[^0-9a-z]*(?:(?:x+|a|to){_GAPS})?([0-9]+)", re.IGNORECASE)
"""A score with something else than an x in the middle."""

ANSWER = re.compile(rf"{_GAPS}[af](?![^/{re.escape(SPACES)}])", re.IGNORECASE)
"""What answers a raise, behind it."""

COMMAS = re.compile(f"{_GAPS}[,;]+{_GAPS}")
"""What people put between sections."""

SLOTS_APART = re.compile(
    rf"{_GAPS}(?:[:=]?{_GAPS}[(\[{{])?{_GAPS}((?:(?:{SLOT.pattern})[{re.escape(SPACES)},]*){{3}})[)\]}}]?", SLOT.flags
)
"""Three slots behind a seat's name, in other brackets or none."""

Edit = tuple[int, int, str]
"""Put this text in place of `text[start:end]`."""


def suggestion(error: SpotError, parses: Callable[[str], bool]) -> str | None:
    """The whole line with one edit that mends it, or None.

    Args:
        error: the first error of the line.
        parses: whether a line has no error.
    """
    text = error.text
    if len(text) > LONGEST_MENDED:
        return None
    for group in _edits(error):
        lines = dict.fromkeys(text[:start] + new + text[end:] for start, end, new in group)
        mended = [line for line in lines if line != text and parses(line)]
        if mended:
            return mended[0] if len(mended) == 1 else None
    return None


def _edits(error: SpotError) -> Iterator[list[Edit]]:
    """Groups of edits worth trying, most telling first."""
    text, start, end = error.text, error.start, error.end
    found = text[start:end]
    yield [(0, len(text), unicodedata.normalize("NFKC", text).translate(OTHER_SUITS).strip(SPACES + QUOTES))]
    match error.code:
        case "score-unfinished":
            two = TWO_NUMBERS.match(text, start)
            yield [(start, two.end(), f"{two[1]}x{two[2]}")] if two else []
        case "score-range":
            yield [(start, end, found.lstrip("0") or "0")]
        case "vira-rank":
            yield [(start, start + len("vira"), "v")] if found.lower().startswith("vira") else []
            yield [(start, end, "v" + _respelled(found[1:].strip(SPACES)))]
        case "missing-colon":
            yield [(start, start, ": ")]
            yield [(start, start, "v")]
            yield [(start, end, ":")] if found.startswith("/") else []
        case "head-unreadable" if found.startswith("["):
            yield [(start, start, "mao"), (start, start, "pe")]
        case "head-unreadable" if text.startswith("[", end) and found[0] in "mMpP":
            yield [(start, end, ("mao" if found[0] in "mM" else "pe") + "!" * found.endswith("!"))]
        case "head-unreadable":
            head, colon, history = text[start:].partition(":")
            yield [(start, len(text), COMMAS.sub(" ", head) + colon + history)]
            joined = text[max(0, start - 1) : start + 1].isalnum() and start > 0
            if not joined and not LIKE_SECTION.search(found):  # or with it would go what a word, a score or a vira says
                yield from _left_out(text, start, end)
            yield [(start, end, re.sub("^[^\\w]+", ":", found))]
        case "draft-unopened":
            slots = SLOTS_APART.match(text, start + len(found.rstrip(SPACES)))
            yield [(slots.start(), slots.end(), f"[{slots[1].strip(SPACES)}]")] if slots else []
        case "duplicate-section" if re.search(rf"(?<!\w){re.escape(found)}(?!\w)", text[:start], re.IGNORECASE):
            yield [(_gap_start(text, start), end, "")]
        case "pin-apart":
            yield [(_gap_start(text, start), end, "!")]
        case "draft-unclosed":
            at = _gap_start(text, start)
            yield [(at, at, " ?" * missing + "]") for missing in range(3)]
        case "slot-count" if found == "]":
            at = _gap_start(text, start)
            unknown = [" ?" * missing for missing in range(1, 4)]
            yield [(at, start, slots.lstrip() if text[at - 1] == "[" else slots) for slots in unknown]
        case "slot-count" if not found.strip(SPACES + "?.,"):
            yield [(_gap_start(text, start), end, "")]
        case "draft-order":
            yield _reordered(text, start)
        case "suit-on-plain":
            yield [(start + 1, start + 2, "")]
        case "bare-manilha":
            yield [(start, start + 1, card.removesuffix("*")) for card in error.legal]
        case "hidden-in-round-1":
            yield [(end - 1, end, "")]
        case "wrong-rung":
            yield [(start, end, piece) for piece in error.legal if piece.startswith("r")]
        case "action-unreadable":
            yield [(start, end, new) for new in (_respelled(found), f"r{found}", *_parted(found))]
            rest = " / ".join(map(_words, text[start:].split("/"))).strip(SPACES)
            yield [(start if rest else _gap_start(text, start), len(text), rest)]
            if not text[end:].strip(SPACES) and not LIKE_ACTION.search(found):  # without an action others would shift
                yield [(_gap_start(text, start), len(text), "")]
        case "slot-unreadable":
            yield [(start, end, _respelled(found))]
            opening, closing = _inside(text, start)
            slots_only = re.sub(r"[^\w?.]+", " ", text[opening:closing]).strip(SPACES)
            yield [(opening, closing, slots_only)]
            yield [(opening, closing, re.sub("[-_*]+", "?", text[opening:closing]))]
        case "hand-decided" | "hand-folded":
            yield [(len(text[:start].rstrip(SPACES + "/")), len(text), "")]
    if error.code in RAISES:
        answer = None if "f" in error.legal else ANSWER.match(text, end)
        yield from _left_out(text, start, answer.end() if answer else end)
    if error.code in DELETED:
        yield from _left_out(text, start, end)


def _left_out(text: str, start: int, end: int) -> Iterator[list[Edit]]:
    """Without a part of the line, with or without the spaces before it."""
    yield [(_gap_start(text, start), end, "")]
    yield [(start, end, " ")]


def _respelled(word: str) -> str:
    """What a word that cannot be read may have meant."""
    word = word.lower().translate(OTHER_SUITS)
    if word.startswith("*"):
        word = word[1:] + "*"
    if suited := PORTUGUESE_SUIT.fullmatch(word):
        return suited[1] + {"o": "d", "e": "s", "p": "c"}[suited[2]] + suited[3]
    return OTHER_SPELLINGS.get(word, word)


def _words(text: str) -> str:
    """The words of a text, each respelled, with a space for whatever else stands between them."""
    words = filter(None, BETWEEN_WORDS.split(text.translate(OTHER_SUITS)))
    return " ".join(ACTIONS_TOGETHER.sub(_spaced, _respelled(word)) for word in words)


def _spaced(actions: re.Match[str]) -> str:
    """Actions written together, with spaces."""
    return " ".join(ACTION.findall(actions[0]))


def _parted(word: str) -> Iterator[str]:
    """A word that may be two actions, with a space put between them."""
    if len(word) <= LONGEST_PAIR:
        for i in range(1, len(word)):
            yield f"{word[:i]} {word[i:]}"


def _gap_start(text: str, end: int) -> int:
    """Where the spaces before `end` begin."""
    return len(text[:end].rstrip(SPACES))


def _inside(text: str, inside: int) -> tuple[int, int]:
    """Where the slots of the draft around an index begin and end."""
    closing = text.find("]", inside)
    return text.rfind("[", 0, inside) + 1, len(text) if closing < 0 else closing


def _reordered(text: str, inside: int) -> list[Edit]:
    """The draft around an index with its known cards in every other order; unknown slots stay where they are."""
    opening, closing = _inside(text, inside)
    slots = SLOT.findall(text[opening:closing])
    known = [slot for slot in slots if slot not in "?."]
    edits = []
    for order in permutations(known):
        cards = iter(order)
        edits.append((opening, closing, " ".join(slot if slot in "?." else next(cards) for slot in slots)))
    return edits
