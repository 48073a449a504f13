"""`truco-lab info LINE`: how large a subgame is and what solving it will take."""

from __future__ import annotations

import argparse
import dataclasses
import json

from ..errors import MissingValuesError
from ..grid.plan import needed
from ..query.source import TARGETS
from ..rules import Score
from ..solve.estimate import Estimate, estimate
from ..tree.tree import tree_of
from ..values import ValueTable, load
from .arguments import add_line, positive, subgame


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser("info", help="tree size, memory and time of a subgame, before solving it")
    add_line(parser)
    parser.add_argument(
        "--target",
        type=positive,
        metavar="EPS",
        help="exploitability in +-1 match space (default as solve's: 1e-5 without live raises, 1e-3 with)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(func=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the estimate."""
    spot = subgame(arguments.line)
    table = load()
    tree = tree_of(spot.turn_up.deck, spot.score)
    target = arguments.target or TARGETS[tree.ladder.bets]
    needs = estimate(tree, target)
    missing = table.missing(spot.score)
    if arguments.json:
        about = {"score": str(spot.score), "turn_up": spot.turn_up.rank.lower(), "target": target}
        about["turn_up_class"] = spot.turn_up.turn_up_class
        about["missing_values"] = [str(score) for score in missing]
        print(json.dumps(about | dataclasses.asdict(needs)))
    else:
        print(described(f"{spot.score} v{spot.turn_up.rank.lower()}", needs, target))
        print(f"match values      {_values(table, spot.score)}")
    return 0


def described(name: str, needs: Estimate, target: float) -> str:
    """The estimate in words."""
    return "\n".join(
        [
            f"subgame           {name}",
            f"tree              {needs.entries:,} regret entries",
            f"memory            {needs.state_bytes / 2**20:,.0f} MiB of state, about "
            f"{needs.peak_bytes / 2**20:,.0f} MiB in all",
            f"time to {target:g}".ljust(18)
            + f"about {needs.seconds:,.0f} s ({needs.iterations} iterations), and up to "
            f"{needs.compile_seconds:.0f} s of compilation the first time",
        ]
    )


def _values(table: ValueTable, score: Score) -> str:
    try:
        missing = needed(table, score)
    except MissingValuesError as error:
        return str(error)
    if not missing:
        return "all known"
    return f"{len(missing)} scores are solved first: {', '.join(str(step.score) for step in missing)}"
