"""The notation's page in the documentation, written from the grammar and the catalogue themselves.

`python -m truco_lab.notation.document docs/notation.md` writes it; a test fails when the page and the code differ.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import pyparsing as pp

from ..rules import RANKS, SUITS, TARGET
from .catalogue import ILLEGAL_ERRORS, NOTES, SYNTAX_ERRORS, UNSOLVED_ERRORS, Entry
from .errors import unsolved
from .meaning import explain
from .read import check, parse
from .spot import START
from .tokens import GRAMMAR, STRAY_NAME, Needed
from .urls import to_query

EXPLAINED = (
    "10x10 v4 mão[5c 3 ?] pe![5d .,?] : 3 j / r a 5c 4",
    "11x8 v2 : a 3c a / 2* k / q j",
    "0x0 vk : r r6 f",
)
"""Lines whose every token the page explains."""


def _quoted(words: Iterable[str]) -> str:
    return " | ".join(f'"{word}"' for word in words)


LEAVES = {
    "N": _quoted(map(str, range(TARGET))),
    "rank": _quoted(RANKS.lower()),
    "role": '"mao" | "mão" | "pe" | "pé"',
    "card": f'rank [suit] | "m" suit        suit = {_quoted(SUITS)}',
}
"""The words of the grammar that are read by regular expressions."""

INTRODUCTION = f"""# The HAND notation

One line names one exact study state: the score, the card turned up, drafted hands, and what has been played.

    10x10 v4 pe![5d 3 ?] : 3 j / r a
    11x8 v4 mao![5d 3 ?] : a 5d 7 / 3* j

```python
from truco_lab import parse

spot = parse("10x10 v4 pe![5d 3 ?] : 3 j / r a")
str(spot)  # the canonical line
```

Capitals, accents and surrounding spaces do not matter. What a line leaves out stays as it was in the spot it is read
over (`parse(text, base)`); without one that is `{START}`, with nothing drafted and nothing played. What stays is
checked against what is new, and dropped with a note when it no longer fits. An empty line changes nothing, a bare `:`
clears the history, and `mao[? ? ?]` clears that draft. The canonical line leaves out what is empty, so it names its
spot when it is read without a base.

This page is generated: `python -m truco_lab.notation.document docs/notation.md`.
"""

MEANING = """
- The points of mão come first, then those of pé. Mão leads round 1; seats are never written.
- A plain card has no suit. A manilha has one (`5d` under `v4`) or is written `md ms mh mc`, weakest to strongest.
- A draft has three slots, strongest card first; `?` and `.` are unknown. A comma may stand between two slots. The deck
  must be able to deal it, in that order, beside the turn-up, the cards the other seat has shown and the other draft. It
  must hold whatever its seat plays. What the other seat played face down is never counted against it.
- `!` pins a draft and touches the seat's name.
- `a` answers a raise or the hand of eleven; when nothing is pending it is the ace. `f` folds what is pending.
- In a hand of eleven a history that begins with a card has its accept supplied, so an ace led there is `a a`.
- `r` (or `r3`) is truco; then come `r6 r9 r12`, one rung at a time, by the seat that has the right.
- `3*` is a 3 face down, from round 2 on.
- `/` says that a round was completed right there. It is optional; the canonical line has it between rounds.
- While the turn-up may still be typed (none is written yet, and no colon), an error that hangs on the turn-up reaches
  to the end of the line.
- At another turn-up plain cards stay the rank they are and manilhas keep their suit. A card whose rank has become the
  manilha rank cannot stay.
"""


def page() -> str:
    """The whole page, in Markdown."""
    parts = [
        INTRODUCTION,
        "## Grammar\n\n```bnf\n" + "\n".join(grammar()) + "\n```",
        "`{x}` is x any number of times, `[x]` is x or nothing. Each section stands at most once, and a draft has\n"
        "exactly three slots. Actions are separated by spaces; slots may be.",
        "## Meaning" + MEANING.rstrip(),
        "## Every token, explained",
        *(_explained(line) for line in EXPLAINED),
        "## Errors",
        "Every error says where it is (`start`, `end`), has a stable `code`, and says in English or Portuguese what\n"
        "is wrong and what would be legal there. If one edit mends the line, `suggestion` is the whole line with it.",
        "### The line cannot be read (`SpotSyntaxError`)",
        *_errors(SYNTAX_ERRORS),
        "### The line is not legal (`IllegalSpotError`)",
        *_errors(ILLEGAL_ERRORS),
        "### The spot is not solved (`UnsolvedSpotError`)",
        *(_unsolved(code) for code in UNSOLVED_ERRORS),
        "## Notes",
        "What was supplied or dropped, in `spot.notes`.",
        *_notes(),
        "## Addresses and files",
        f"A page address carries the canonical line in `?s=`, percent-encoded: `{to_query(parse(EXPLAINED[0]))}`.\n"
        "A `.truco` file holds the line and nothing else.",
    ]
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def grammar() -> Iterable[str]:
    """The grammar in Backus-Naur form, rule by rule, read off the parser itself."""
    rules: dict[str, str] = {}
    waiting: list[pp.ParserElement] = [GRAMMAR]
    while waiting:
        rule = waiting.pop(0)
        if rule.name not in rules:
            rules[rule.name] = LEAVES.get(rule.name) or _bnf(rule, waiting)
    width = max(map(len, rules))
    return (f"{name:<{width}} = {body}" for name, body in rules.items())


def _bnf(rule: pp.ParserElement, named: list[pp.ParserElement]) -> str:
    """What a rule consists of; the named rules it mentions are added to `named`."""

    def mention(element: pp.ParserElement) -> str:
        if isinstance(element, pp.StringEnd):
            return ""
        if isinstance(element, pp.Regex) or element.customName is not None:
            if element.name in LEAVES or not isinstance(element, pp.Regex):
                named.append(element)
            return element.name
        return body(element)

    def body(element: pp.ParserElement) -> str:
        match element:
            case pp.And():
                return " ".join(filter(None, map(mention, element.exprs)))
            case pp.MatchFirst():
                return " | ".join(mention(option) for option in element.exprs if option.name != STRAY_NAME)
            case pp.ZeroOrMore():
                return f"{{{mention(element.expr)}}}"
            case Needed():
                return mention(element.expr)
            case pp.Opt():
                return f"[{mention(element.expr)}]"
            case _:
                raise AssertionError(f"the page cannot write {element}")

    return body(rule)


def _explained(line: str) -> str:
    rows = ["| token | kind | English | Português |", "|---|---|---|---|"]
    rows += [f"| `{token.text}` | {token.kind} | {token.en} | {token.pt} |" for token in explain(line)]
    return f"    {line}\n\n" + "\n".join(rows)


def _errors(table: dict[str, Entry]) -> Iterable[str]:
    for code, entry in table.items():
        assert entry.example is not None, code
        base = parse(entry.base or "")
        error = next(error for error in check(entry.example, base) if error.code == code)
        if len(error.text) > 80:
            shown = f"    {error.text[:20]} … {error.text[-20:]}"
        else:
            shown = f"    {error.text}\n    {' ' * error.start}{'^' * max(1, error.end - error.start)}"
        lines = [f"#### `{code}`\n\n{shown}\n", f"- {error.en}", f"- {error.pt}"]
        if error.suggestion is not None:
            lines.append(f"- → `{error.suggestion}`")
        yield "\n".join(lines)


def _unsolved(code: str) -> str:
    error = unsolved("11x3 v7")
    return f"#### `{code}`\n\n    {error.text}\n\n- {error.en}\n- {error.pt}"


def _notes() -> Iterable[str]:
    for code, entry in NOTES.items():
        base = parse(entry.base or "")
        assert entry.example is not None, code
        spot = parse(entry.example, base, lenient=True)
        note = next(note for note in spot.notes if note.code == code)
        over = f" over `{base}`" if entry.base else ""
        yield f"#### `{code}`\n\n`{entry.example}`{over} gives `{spot}`.\n\n- {note.en}.\n- {note.pt}."


def main(arguments: list[str]) -> None:
    """Writes the page to the file named, or to standard output."""
    if arguments:
        Path(arguments[0]).write_text(page(), encoding="utf-8")
    else:
        sys.stdout.write(page())


if __name__ == "__main__":
    main(sys.argv[1:])
