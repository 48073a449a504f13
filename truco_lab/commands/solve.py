"""`truco-lab solve LINE`: solve a subgame to a certified exploitability."""

from __future__ import annotations

import argparse
import json
import shutil
import signal
import sys
import time
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from ..errors import BadInputError, StoreError
from ..folders import data_folder, write_whole
from ..rules import TURN_UP_CLASSES, TURN_UP_WEIGHTS, Score
from ..solve.estimate import check_memory, estimate
from ..store import Entry, Store
from ..tree.tree import tree_of
from ..values import load, remember
from ..values.table import STAND_IN, ValueTable, successors
from .arguments import add_line, add_store, count, positive, subgame

if TYPE_CHECKING:
    from ..solve.solver import Solution

INTERRUPTED = 130


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
        "--out", type=Path, metavar="DIR", help="save there at intervals and at the end; resume from it"
    )
    parser.add_argument("--all-classes", action="store_true", help="all nine turn-up classes at once, for match values")
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
    classes = list(range(TURN_UP_CLASSES)) if arguments.all_classes else [mine]
    tree = tree_of(spot.turn_up.deck, score)
    target = arguments.target or (1e-3 if tree.ladder.bets else 1e-5)
    needs = estimate(tree, target, len(classes))
    check_memory(needs)
    folder = arguments.out
    if folder is not None and folder.exists() and not folder.is_dir():
        raise BadInputError(f"{folder} is a file; --out takes a folder")
    store = Store(arguments.store)
    store.check_writable()  # better now than after the solve

    from ..solve.runtime import describe, peak_rss_bytes, prepare
    from ..solve.solver import Config, solve
    from ..values.fill import fill, rows_of
    from .report import Reporter, opening_table

    prepare()
    reporter = Reporter(sys.stderr, quiet=arguments.json)
    with Interruption() as interruption:
        begin = time.perf_counter()
        if not fill(table, score, announce=reporter.missing, progress=reporter.progress, cancelled=interruption.asked):
            reporter.say("interrupted while solving match values; those that were finished are kept")
            return INTERRUPTED
        reporter.begin(f"{score} v{spot.turn_up.rank.lower()}", needs, target)
        rescue = folder or data_folder() / "interrupted" / f"{score}-{'all' if arguments.all_classes else mine}"
        resumable = folder is not None or (rescue / "meta.json").exists()
        solution = solve(
            score,
            classes,
            table.payoffs(score),
            Config(target=target, max_iterations=arguments.max_iterations),
            progress=reporter.progress,
            cancelled=interruption.asked,
            folder=rescue if resumable else None,
            rescue=rescue,
        )
    if resumable and folder is None and solution.stopped == "target":
        shutil.rmtree(rescue, ignore_errors=True)
    continuation = STAND_IN if arguments.stand_in else "exact"
    if solution.stopped == "target" and not arguments.stand_in:
        remember(rows_of(solution, classes, continuation))
    stored, failure = _store(store, solution, continuation)
    result: dict[str, Any] = {
        "score": str(score),
        "turn_up": None if arguments.all_classes else spot.turn_up.rank.lower(),
        "turn_up_class": None if arguments.all_classes else mine,
        **_values(solution.evaluation, classes),
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
        if not arguments.all_classes:
            print(opening_table(solution, spot.turn_up))
    if failure:
        raise failure
    return INTERRUPTED if solution.stopped == "cancelled" else 0


def _store(store: Store, solution: Solution, continuation: str) -> tuple[list[str] | None, StoreError | None]:
    """Put what was reached into the store, short of the target or not: its certificate says what it is worth.

    Returns:
        The folders written (a subgame that is there as good or better is left alone), None if there was nothing to
        store or it went wrong; and what went wrong, so that the result can be told first.
    """
    stored: list[str] = []
    if not solution.iterations:
        return None, None
    seconds = round((solution.seconds + solution.compile_seconds) / len(solution.decks), 3)
    try:
        for k, deck in enumerate(solution.decks):
            entry = Entry.of(solution.solved(k, continuation), rule=str(solution.rule), seconds=seconds)
            if store.put(entry, solution.policy(k)):
                stored.append(str(store.folder(solution.score, deck)))
    except StoreError as error:
        return None, error
    return stored, None


def _values(evaluation: Any, classes: list[int]) -> dict[str, float]:
    """The measured values, averaged over turn-ups when there are all nine."""
    weights = TURN_UP_WEIGHTS if len(classes) > 1 else (1.0,)

    def mean(values: Any) -> float:
        return float(sum(w * v for w, v in zip(weights, values, strict=True)))

    value = mean(evaluation.value)
    return {
        "value_mao": value,
        "win_mao": 50 + 50 * value,
        "win_pe": 50 - 50 * value,
        "best_response_mao": mean(evaluation.best_response_mao),
        "best_response_pe": mean(evaluation.best_response_pe),
        "exploitability": float(evaluation.exploitability.max()),
    }


def _continuation(table: ValueTable, score: Score) -> float | None:
    """The largest exploitability behind the pay-offs; None with stand-in values."""
    if table.stand_in:
        return None
    return max((table.exploitability(following) for following in successors(score)), default=0.0)


class Interruption:
    """Turns the first Ctrl-C into a question that the solver asks between iterations; the second one is a Ctrl-C."""

    def __init__(self) -> None:
        self._asked = False

    def asked(self) -> bool:
        return self._asked

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self._asked:
            raise KeyboardInterrupt
        self._asked = True

    def __enter__(self) -> Interruption:
        self._before = [(kind, signal.signal(kind, self._handle)) for kind in (signal.SIGINT, signal.SIGTERM)]
        return self

    def __exit__(self, *_: object) -> None:
        for kind, handler in self._before:
            signal.signal(kind, handler)
