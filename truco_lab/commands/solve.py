"""`truco-lab solve LINE`: solve a subgame to a certified exploitability."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import time
from typing import TYPE_CHECKING, Any

from ..errors import BadInputError, CancelledError, StoreError
from ..folders import data_folder, write_whole
from ..grid.plan import needed
from ..query.source import TARGETS
from ..rules import Score
from ..solve.estimate import check_memory, estimate
from ..store import Entry, Store
from ..tree.tree import tree_of
from ..values import load
from ..values.table import STAND_IN, ValueTable, successors
from .arguments import INTERRUPTED, Interruption, add_line, add_store, count, directory, positive, subgame
from .report import Reporter, opening_table

if TYPE_CHECKING:
    from ..solve.solver import Solution
    from ..solve.state import Evaluation


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "solve",
        help="solve a subgame and certify the result",
        description="Solves one hand at a score, pay-offs being the match values of the scores it leads to. "
        "Match values that are missing are solved first if that is quick. The strategies go into the store.",
    )
    add_line(parser)
    parser.add_argument(
        "--target",
        type=positive,
        metavar="EPS",
        help="stop at this exploitability in +-1 match space, 0.01 being half a percentage point "
        "(default 1e-5 without live raises, 1e-3 with)",
    )
    parser.add_argument("--max-iterations", type=count, default=5000, metavar="N", help="stop after N (default 5000)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--out", type=directory, metavar="DIR", help="save there at intervals and at the end; resume from it"
    )
    parser.add_argument(
        "--stand-in",
        action="store_true",
        help="smooth stand-in match values: for benchmarks of deep ladders only, never for play",
    )
    add_store(parser)
    parser.set_defaults(func=run)


def run(arguments: argparse.Namespace) -> int:
    """Solve and report."""
    spot = subgame(arguments.line)
    score, mine = spot.score, spot.turn_up.turn_up_class
    if spot.history or any(spot.drafts):
        print("note: solve reads score and turn-up only; hands and history are left out", file=sys.stderr)
    table = ValueTable(stand_in=True) if arguments.stand_in else load()
    tree = tree_of(spot.turn_up.deck, score)
    target = arguments.target or TARGETS[tree.ladder.bets]
    needs = estimate(tree, target)
    check_memory(needs)
    folder = arguments.out
    if folder is not None and folder.exists() and not folder.is_dir():
        raise BadInputError(f"{folder} is a file; --out takes a folder")
    store = Store(arguments.store)
    store.check_writable()  # better now than after the solve

    from ..solve.runtime import describe, peak_rss_bytes, prepare
    from ..solve.solver import Config, solve

    prepare()
    reporter = Reporter(sys.stderr, quiet=arguments.json)
    with Interruption() as interruption:
        begin = time.perf_counter()
        if not _rest(table, score, reporter, interruption):
            reporter.say("interrupted while solving match values; those that were finished are kept")
            return INTERRUPTED
        reporter.begin(f"{score} v{spot.turn_up.rank.lower()}", needs, target)
        rescue = folder or data_folder() / "interrupted" / f"{score}-{mine}"
        resumable = folder is not None or (rescue / "meta.json").exists()
        try:
            solution = solve(
                score,
                [mine],
                table.payoffs(score),
                Config(target=target, max_iterations=arguments.max_iterations),
                progress=reporter.progress,
                cancelled=interruption.asked,
                folder=rescue if resumable else None,
                rescue=rescue,
                own=folder is None,
            )
        except CancelledError as error:
            reporter.say(str(error))
            return INTERRUPTED
    if resumable and folder is None and solution.stopped == "target":
        shutil.rmtree(rescue, ignore_errors=True)
    continuation = STAND_IN if arguments.stand_in else "exact"
    stored, failure = _store(store, solution, continuation)
    result: dict[str, Any] = {
        "score": str(score),
        "turn_up": spot.turn_up.rank.lower(),
        "turn_up_class": mine,
        **_values(solution.evaluation),
        "iterations": solution.iterations,
        "stopped": solution.stopped,
        "target": target,
        "entries": tree.entries,
        "state_bytes": needs.state_bytes,
        "seconds": round(time.perf_counter() - begin, 3),
        "solve_seconds": round(solution.seconds, 3),
        "compile_seconds": round(solution.compile_seconds, 3),
        "peak_rss_bytes": peak_rss_bytes(),
        "device": describe(),
        "continuation": continuation,
        "continuation_exploitability": _continuation(table, score),
        "massless": solution.massless,
        "saved": str(rescue) if folder or solution.stopped == "cancelled" else None,
        "stored": stored,
    }
    if folder:
        write_whole(folder / "result.json", json.dumps(result, indent=1) + "\n")
    if arguments.json:
        print(json.dumps(result))
    else:
        print(reporter.result(result))
        print(opening_table(solution, spot.turn_up))
    if failure:
        raise failure
    return INTERRUPTED if solution.stopped == "cancelled" else 0


def _store(store: Store, solution: Solution, continuation: str) -> tuple[str | None, StoreError | None]:
    """Put what was reached into the store, short of the target or not: its certificate says what it is worth.

    Returns:
        The folder where it is, or one as good or better that was there; None if there was nothing to store or it went
        wrong; and what went wrong, so that the result can be told first.
    """
    if not solution.iterations:
        return None, None
    seconds = round(solution.seconds + solution.compile_seconds, 3)
    entry = Entry.of(solution.solved(0, continuation), rule=str(solution.rule), seconds=seconds)
    try:
        store.put(entry, solution.policy())
    except StoreError as error:
        return None, error
    return str(store.folder(solution.score, solution.decks[0])), None


def _values(evaluation: Evaluation) -> dict[str, float]:
    """What was measured of the one subgame."""
    value, best_response_mao, best_response_pe = (float(numbers[0]) for numbers in evaluation)
    return {
        "value_mao": value,
        "win_mao": 50 + 50 * value,
        "win_pe": 50 - 50 * value,
        "best_response_mao": best_response_mao,
        "best_response_pe": best_response_pe,
        "exploitability": float(evaluation.exploitability[0]),
    }


def _rest(table: ValueTable, score: Score, reporter: Reporter, interruption: Interruption) -> bool:
    """Solve what the score rests on, if that is quick; False if it was interrupted."""
    steps = needed(table, score)
    if not steps:
        return True
    from ..grid.drive import drive
    from ..grid.workers import LocalWorkers

    crew = LocalWorkers(1)
    reporter.resting([step.score for step in steps])
    try:
        return drive(steps, table, crew, report=reporter.event, cancelled=interruption.asked)
    finally:
        crew.close()


def _continuation(table: ValueTable, score: Score) -> float | None:
    """The largest exploitability behind the pay-offs; None with stand-in values."""
    if table.stand_in:
        return None
    return max((table.exploitability(following) for following in successors(score)), default=0.0)
