"""What the HAND field shows of a text while it is typed: kinds and meanings of tokens, the first error, what may come
next."""

from __future__ import annotations

from typing import Any

from ..notation import Spot, SpotError, check, explain, parse
from ..rules import dominated

MOST_COMPLETIONS = 40


def reading(text: str, base: Spot) -> dict[str, Any]:
    """Everything about a text; sentences come in English and Portuguese.

    Args:
        text: as typed.
        base: what omitted sections keep.

    Returns:
        `tokens`: start, end, kind and meaning. `error`: where, what and a line that mends it, or None. `next`: what may
        be written from `from` on, each with its meaning.
    """
    faults = check(text, base)
    return {
        "text": text,
        "tokens": [[t.start, t.end, t.kind, t.en, t.pt] for t in explain(text, base)],
        "error": None if not faults else _error(faults[0]),
        **completions(text, base),
    }


def _error(fault: SpotError) -> dict[str, Any]:
    return {
        "start": fault.start,
        "end": max(fault.end, fault.start + 1),
        "say": [fault.en, fault.pt],
        "suggestion": fault.suggestion,
    }


def completions(text: str, base: Spot) -> dict[str, Any]:
    """What may be written at the end of a text: the actions that are legal there and begin as it does."""
    start = max(text.rfind(" "), text.rfind(":"), text.rfind("/")) + 1
    head, begun = text[:start], text[start:].lower()
    try:
        spot = parse(head, base) if ":" in head else None
    except SpotError:
        spot = None
    if spot is None:
        return {"from": len(text), "next": []}
    kept = [(word, action) for word, action in spot.legal.items() if word.startswith(begun) and word != begun]
    words = []
    for word, action in kept[:MOST_COMPLETIONS]:
        line = f"{head} {word}"
        meaning = explain(line, base)[-1]
        words.append([word, meaning.en, meaning.pt, dominated(spot.state, action) is not None])
    return {"from": start, "next": words}
