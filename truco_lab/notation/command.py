"""`truco-lab check LINE`: is this a spot, which one, and if not, what is wrong and where."""

from __future__ import annotations

import argparse
import json
import sys
import unicodedata
from typing import Any

from ..words import LANGS, Lang
from .errors import SpotError
from .messages import Sentence
from .read import check, parse
from .spot import SEAT_NAMES, START, Spot

OK, WRONG = 0, 2


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the sub-command; its `func` takes the parsed arguments and returns the exit status.

    Args:
        subparsers: what `ArgumentParser.add_subparsers` returned.
    """
    parser = subparsers.add_parser(
        "check",
        help="read one line of the HAND notation",
        description="Prints the canonical form of a spot (exit status 0), or what is wrong with the line (2).",
    )
    parser.add_argument("line", metavar="LINE", help="the spot, for example '10x10 v4 pe![5d 3 ?] : 3 j / r a'")
    parser.add_argument("--base", metavar="LINE", default="", help=f"the spot that omitted sections keep ({START})")
    parser.add_argument("--lang", choices=LANGS, default="en", help="language of the messages (en)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of text")
    parser.set_defaults(func=run)


def run(arguments: argparse.Namespace) -> int:
    """Checks the line and prints the answer.

    Args:
        arguments: `line`, `base`, `lang` and `json`, as `add_parser` defines them.

    Returns:
        The exit status: 0, or 2 if the line or the base is no spot.
    """
    lang: Lang = arguments.lang
    errors = check(arguments.base)
    place = "base" if errors else "line"
    spot = None
    if not errors:
        base = parse(arguments.base)
        errors = check(arguments.line, base)
        spot = None if errors else parse(arguments.line, base)
    if arguments.json:
        print(json.dumps(report(spot, errors, lang, place), ensure_ascii=True))
    elif spot is None:
        print(pointed(errors[0], lang), file=sys.stderr)
    else:
        print(spot)
        for note in spot.notes:
            print(f"({note.say(lang)})", file=sys.stderr)
    return WRONG if spot is None else OK


def pointed(error: SpotError, lang: Lang) -> str:
    """An error as text: the line, carets under the offending part, the message, and the suggestion."""
    line = "".join(map(_printable, error.text))
    indent = sum(map(_width, line[: error.start]))
    carets = max(1, sum(map(_width, line[error.start : error.end])))
    lines = [line, " " * indent + "^" * carets, error.message(lang)]
    if error.suggestion is not None:
        lines.append(f"{'Talvez' if lang == 'pt' else 'Perhaps'}: {error.suggestion}")
    return "\n".join(lines)


def report(spot: Spot | None, errors: tuple[SpotError, ...], lang: Lang, place: str) -> dict[str, Any]:
    """The answer as plain data, ready for JSON.

    Args:
        spot: what the line names, or None.
        errors: what is wrong with it, or with its base.
        lang: the language of messages and notes.
        place: where the errors are, `base` or `line`; their spans count from its beginning.
    """
    notes: tuple[Sentence, ...] = () if spot is None else spot.notes
    return {
        "ok": spot is not None,
        "canonical": None if spot is None else str(spot),
        "spot": None if spot is None else _spot_data(spot),
        "notes": [note.say(lang) for note in notes],
        "errors": [
            {
                "in": place,
                "code": error.code,
                "start": error.start,
                "end": error.end,
                "message": error.message(lang),
                "legal": list(error.legal),
                "suggestion": error.suggestion,
            }
            for error in errors
        ],
    }


def _spot_data(spot: Spot) -> dict[str, Any]:
    drafts = {
        name: None if draft is None else {"slots": draft.spell(spot.turn_up).split(), "pinned": draft.pinned}
        for name, draft in zip(SEAT_NAMES, spot.drafts, strict=True)
    }
    return {
        "mao": spot.score.mao,
        "pe": spot.score.pe,
        "turn_up": spot.turn_up.rank.lower(),
        "turn_up_class": spot.turn_up.turn_up_class,
        "drafts": drafts,
        "history": list(spot.written_history),
        "acting": None if spot.acting is None else SEAT_NAMES[spot.acting],
        "stake": spot.stake,
        "finished": spot.finished,
    }


def _printable(char: str) -> str:
    """A character that takes its place on a terminal: combining marks stay, what cannot be printed becomes a mark."""
    if char.isprintable() or unicodedata.combining(char):
        return char
    return " " if char.isspace() else "\N{REPLACEMENT CHARACTER}"


def _width(char: str) -> int:
    """Columns of a terminal that a character takes."""
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
