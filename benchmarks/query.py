"""Times of the query layer, and how far to trust its answers: `python -m benchmarks.query [PART ...] [--json]`.

views       every view at some spots of 10x10 v4: first time, and again
deep        the same at 0x0 v4, with stand-in match values
resolve     answers after dominated actions and off the solution's play: seconds (of the clock, and of the processor,
            which other work slows down less), local exploitability, what coming there may gain
gaps        local best-response gaps over all hands at the spots of random legal lines, 11x11 v4 and 10x10 v4,
            as the solution has them and as they are shown
show        the whole process `truco-lab show` on a solution kept in memory-mapped arrays
"""

from __future__ import annotations

import argparse
import json
import pickle
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from truco_lab.notation import Spot
from truco_lab.query import VIEWS, Below, Study
from truco_lab.query.expectations import expectation, highest, read_values
from truco_lab.query.passes import BEST, MATCH
from truco_lab.rules import HandState, Play, Score, TurnUp, dominated, start
from truco_lab.solve.policy import Policy
from truco_lab.solve.solved import Solved
from truco_lab.tree.tree import tree_of
from truco_lab.values import ValueTable, load

TURN_UP = TurnUp("4")
TARGETS = {Score(11, 11): 1e-5, Score(10, 10): 2.5e-4}
DEEP, DEEP_TARGET = Score(0, 0), 1e-2
SPOTS = ("", " : 3", " : 3 4", " : 3 4 / 7", " : 3 4 / 7 q", " : 3 r")
OFF = (
    "10x10 v4 : r",
    "10x10 v4 : r r6",
    "10x10 v4 : r a 3 r6 a",
    "10x10 v4 : 5c",
    "10x10 v4 : 5c r",
    "10x10 v4 : 5c 4 / 3",
    "10x10 v4 : 5h j / r",
    "10x10 v4 : k 5d / 2",
    "10x10 v4 : 3 3 / 4*",
    "10x10 v4 : 5c 4 / 5h",
    "10x10 v4 : 5c 4 / 5h* r",
    "10x10 v4 : 3 2 / 4 6 / 5d*",
    "10x10 v4 : 3 2 / 4 6 / q r r6",
)
SHOWN = ("", " : 3 4", " : 3 4 / 7 q", " : 3")


@cache
def solved(score: Score) -> Solved:
    """A solution to its target."""
    from truco_lab.solve import Config, prepare, solve

    prepare()
    table, target = (load(), TARGETS[score]) if score in TARGETS else (ValueTable(stand_in=True), DEEP_TARGET)
    return solve(score, [TURN_UP.turn_up_class], table.payoffs(score), Config(target=target)).solved()


def milliseconds(call: Any) -> float:
    """Of one call."""
    begin = time.perf_counter()
    call()
    return 1e3 * (time.perf_counter() - begin)


def views(score: Score) -> dict[str, Any]:
    """Every view at some spots."""
    study = Study(solved(score))
    fill = milliseconds(study.passes.fill_below)
    study = Study(study.solved, study.passes.below)
    VIEWS["values"](study.at(f"{score} v4 : 2"))  # tables of the deck are made once
    first, again = {}, {}
    for line in SPOTS:
        node = study.at(f"{score} v4{line}")
        for name, view in VIEWS.items():
            first[f"{name}{line}"] = milliseconds(lambda view=view, node=node: view(node))
            again[f"{name}{line}"] = statistics.median(
                milliseconds(lambda view=view, node=node: view(node)) for _ in range(5)
            )
    return {"fill_below_ms": fill, "first_ms": first, "again_ms": again}


def resolve() -> dict[str, Any]:
    """Answers where the solution says nothing."""
    study, found = Study(solved(Score(10, 10))), {}
    study.passes.fill_below()
    for line in OFF:
        node, begin = study.at(line), time.process_time()
        seconds = milliseconds(lambda node=node: node.answer) / 1e3
        result = node.answer.resolved
        found[line] = {
            "seconds": seconds,
            "processor_s": time.process_time() - begin,
            "gap_pp": None if result is None else result.gap_pp,
            "excess_pp": None if result is None else result.excess_pp,
            "iterations": None if result is None else result.iterations,
            "source": sorted(set(map(str, node.answer.source[node.here]))),
        }
    return found


def decisions(score: Score, lines: int, seed: int) -> Iterator[HandState]:
    """The public states with a choice along random legal hands: first the kind of action, then which, each evenly."""
    rng, deck = random.Random(seed), TURN_UP.deck
    cards = [c for c, copies in enumerate(deck.counts) for _ in range(copies)]
    for _ in range(lines):
        dealt = rng.sample(cards, 6)
        state, public = start(deck, score, tuple(dealt[:3]), tuple(dealt[3:])), start(deck, score)
        while not state.finished:
            if len(state.legal) > 1:
                yield public
            kinds: dict[Any, list[Any]] = {}
            for action in state.legal:
                kinds.setdefault((type(action), isinstance(action, Play) and action.hidden), []).append(action)
            action = rng.choice(kinds[rng.choice(list(kinds))])
            state, public = state.apply(action), public.apply(action)


def gaps(score: Score, lines: int, seed: int = 0) -> dict[str, Any]:
    """Percentiles of local best-response gaps, every hand weighted by the deals that put it there."""
    study = Study(solved(score))
    read: list[tuple[np.ndarray, np.ndarray]] = []
    shown: list[tuple[np.ndarray, np.ndarray]] = []
    seconds, spots, off = [], set(), 0
    for state in decisions(score, lines, seed):
        node = study.at(Spot.at(state, TURN_UP, (None, None)))
        seconds.append(milliseconds(lambda node=node: node.answer.best) / 1e3)
        spots.add(state.history)
        off += after_dominated(state)
        weight = node.deal_weight
        some = weight > 0
        shown.append((50 * (node.answer.best - node.answer.value)[some], weight[some]))
        if node.arrival.mix is not None and not node.arrival.idle:
            values = read_values(study.passes, node.dealing, node.arrival)
            gap = highest(values(BEST)) - expectation(node.arrival.mix, values(MATCH))
            read.append((50 * gap[some], weight[some]))
    return {
        "decisions": len(shown),
        "distinct_spots": len(spots),
        "after_a_dominated_action": off,
        "as_the_solution_has_them": _percentiles(read),
        "as_shown": _percentiles(shown),
        "longest_s": max(seconds),
    }


def after_dominated(state: HandState) -> bool:
    """Whether a line has an action that the public state alone shows to be dominated."""
    now = start(state.deck, state.score)
    for action in state.history:
        if dominated(now, action) is not None:
            return True
        now = now.apply(action)
    return False


def _percentiles(samples: list[tuple[np.ndarray, np.ndarray]]) -> dict[str, float]:
    gap = np.concatenate([g for g, _ in samples])
    weight = np.concatenate([w / w.sum() for _, w in samples])
    known = ~np.isnan(gap)
    order = np.argsort(gap[known])
    below = np.cumsum(weight[known][order]) / weight[known].sum()
    found = {f"p{100 * q:g}_pp": float(gap[known][order][np.searchsorted(below, q)]) for q in (0.5, 0.9, 0.95, 0.99)}
    return found | {"max_pp": float(gap[known].max()), "without_a_value": float(weight[~known].sum() / weight.sum())}


def keep(found: Solved, folder: Path) -> None:
    """A solution and what round 1 needs from below, as memory-mapped arrays."""
    study = Study(found)
    study.passes.fill_below()
    tree = found.tree
    for name in tree.round_one.blocks:
        np.save(folder / f"first {name}.npy", found.policy.round_one(name))
    for g, group in enumerate(tree.groups):
        read = [found.policy.outcome(g, o) for o in range(len(group.outcomes))]
        for name in group.blocks:
            np.save(folder / f"{g} {name}.npy", np.stack([r(name) for r in read]))
    for name, array in study.passes.below.arrays.items():
        np.save(folder / f"below {name}.npy", array)
    about = (found.score, found.deck, found.payoffs, found.value, found.best_response_mao, found.best_response_pe)
    (folder / "about").write_bytes(pickle.dumps(about))


def kept(folder: Path) -> tuple[Solved, Below]:
    """What `keep` kept."""
    score, deck, pay, *values = pickle.loads((folder / "about").read_bytes())

    def array(name: str) -> np.ndarray:
        return np.load(folder / f"{name}.npy", mmap_mode="r")

    policy = Policy(tree_of(deck, score), lambda n: array(f"first {n}"), lambda g, o: lambda n: array(f"{g} {n}")[o])
    below = {path.stem.removeprefix("below "): np.load(path, mmap_mode="r") for path in folder.glob("below *.npy")}
    return Solved(score, deck, pay, "exact", policy, *values, 0), Below(below)


PROCESS = """
import sys
from pathlib import Path
from benchmarks.query import kept
from truco_lab.cli import main
from truco_lab.commands import show
from truco_lab.query import Study
show.find = lambda spot, store, progress: Study(*kept(Path(sys.argv[1])))
sys.exit(main(["show", *sys.argv[2:]]))
"""


def show() -> dict[str, Any]:
    """Wall seconds of the whole process, best and median of five."""
    found = {}
    for score in TARGETS:
        with tempfile.TemporaryDirectory() as name:
            keep(solved(score), Path(name))
            for line in SHOWN:
                for view in ("frequencies", "trust"):
                    command = [sys.executable, "-c", PROCESS, name, f"{score} v4{line}", "--view", view]
                    times = []
                    for _ in range(5):
                        begin = time.perf_counter()
                        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
                        times.append(time.perf_counter() - begin)
                    found[f"{score} v4{line} {view}"] = {"best_s": min(times), "median_s": statistics.median(times)}
    return found


def main() -> None:
    """Print what was asked for."""
    parts = {
        "views": lambda: views(Score(10, 10)),
        "deep": lambda: views(DEEP),
        "resolve": resolve,
        "gaps": lambda: {str(score): gaps(score, arguments.lines) for score in TARGETS},
        "show": show,
    }
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(parts))
    parser.add_argument("--lines", type=int, default=100, metavar="N", help="random hands for the gaps (default 100)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    unknown = set(arguments.parts) - set(parts)
    if unknown:
        parser.error(f"no part is called {', '.join(sorted(unknown))}")
    found = {name: parts[name]() for name in arguments.parts or parts}
    if arguments.json:
        print(json.dumps(found))
        return
    for part, results in found.items():
        print(part)
        for name, result in results.items():
            print(f"  {name}: {json.dumps(result) if isinstance(result, dict) else result}")


if __name__ == "__main__":
    main()
