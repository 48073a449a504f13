"""`truco-lab show LINE`: what the solution says at a spot."""

from __future__ import annotations

import argparse
import json
import math
import sys
from typing import Any

from ..errors import BadInputError
from ..notation import Spot, SpotError, parse
from ..notation.command import pointed
from ..notation.spot import SEAT_NAMES
from ..query import Node
from ..query.kept import remember
from ..query.source import find
from ..query.tables import Table
from ..query.views import BEST, VIEWS, costs
from ..store import Store
from .arguments import add_store, subgame
from .report import Reporter

FORMATS = ("table", "csv", "json")


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "show",
        help="what the solution says at a spot",
        description="Who acts at a spot, how often play gets there, what it is worth, and one view of it. "
        "A subgame that is not solved yet is solved first if that is quick.",
    )
    parser.add_argument("line", metavar="LINE", help="the spot, for example '10x10 v4 : 3 j / r'")
    parser.add_argument("--view", choices=list(VIEWS), default="frequencies", help="which view (default frequencies)")
    parser.add_argument(
        "--hand", metavar="HAND", help="only these hands of the acting seat, strongest card first: '5d 3 ?'"
    )
    parser.add_argument(
        "--against",
        default=BEST,
        metavar="ACTION",
        help="what costs are counted against: best (default), 'most played', or an action as it is written",
    )
    parser.add_argument("--format", choices=FORMATS, default="table", help="how it is written (default table)")
    add_store(parser)
    parser.set_defaults(func=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the view."""
    spot = subgame(arguments.line)
    if spot.acting is not None and arguments.hand:
        spot = drafted(spot, arguments.hand)
    if spot.finished:
        raise BadInputError("no-decision", line=spot)
    reporter = Reporter(sys.stderr, quiet=arguments.format != "table")
    study = find(spot, Store(arguments.store), reporter.progress)
    node = study.at(spot)
    table = view(node, arguments.view, arguments.against, bool(arguments.hand))
    if arguments.format == "csv":
        print(table.to_csv(), end="")
    elif arguments.format == "json":
        print(json.dumps({**about(node), "view": arguments.view, **json.loads(table.to_json())}, allow_nan=False))
    else:
        print(heading(node))
        print()
        print(table.to_text())
    remember(study.solved, study.passes.below)
    return 0


def drafted(spot: Spot, hand: str) -> Spot:
    """The spot with a hand drafted for the acting seat.

    Raises:
        BadInputError: it is no hand, or not one that this seat can have here.
    """
    assert spot.acting is not None
    line = f"{SEAT_NAMES[spot.acting]}![{hand}]"
    try:
        found = parse(line, spot)
    except SpotError as error:
        raise BadInputError(f"--hand {hand!r} cannot be read as a hand here:\n{pointed(error, 'en')}") from error
    if found.notes:
        raise BadInputError(f"--hand {hand!r} does not fit '{spot}': {'; '.join(note.en for note in found.notes)}")
    return found


def view(node: Node, name: str, against: str, only_drafted: bool) -> Table:
    """One of the views."""
    if name == "costs":
        return costs(node, against, drafted=only_drafted)
    return VIEWS[name](node) if name == "opponent_range" else VIEWS[name](node, drafted=only_drafted)


def about(node: Node) -> dict[str, Any]:
    """The spot in numbers; one that does not exist is None."""
    mao, pe = node.value
    numbers = {
        "probability": node.probability,
        "given_previous": node.given_previous,
        "win_mao": mao,
        "win_pe": pe,
        "gap_pp": node.gap_pp,
    }
    known = {name: None if value is None or math.isnan(value) else value for name, value in numbers.items()}
    return {"line": str(node.spot), "acting": SEAT_NAMES[node.actor], **known}


def heading(node: Node) -> str:
    """The spot in words."""
    mao, pe = node.value
    given = node.given_previous
    often = f"{100 * node.probability:.4g} % of all deals"
    lines = [
        f"spot              {node.spot}",
        f"to act            {node.actor}",
        f"how often         {often}" + ("" if given is None else f", {100 * given:.4g} % given the decision before"),
        f"match             mão wins {mao:.3f} %, pé {pe:.3f} %",
        f"trust             a best response from here on gains {max(node.gap_pp, 0):.4f} pp",
    ]
    return "\n".join(lines + [f"note              {note}" for note in node.notes])
