"""What dominated actions gain: `python -m benchmarks.unpruned [SCORE TARGET ITERATIONS] [--json]`.

A pruned solve of turn-up 4 with exact match values, put into the unpruned tree, and both best responses there; then, if
ITERATIONS are given, so many from nothing in the unpruned tree itself. By default 11x11 to 1e-5 and 10x10 to 1e-3.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

DEFAULT = (("11x11", "1e-5", "0"), ("10x10", "1e-3", "0"))


def measure(name: str, target: str, iterations: str) -> dict[str, Any]:
    """One score."""
    import jax

    from truco_lab.rules import Score, TurnUp
    from truco_lab.solve import DCFR_4, Config, Engine, embedded, prepare, solve
    from truco_lab.solve.runtime import describe, peak_rss_bytes
    from truco_lab.values import load

    prepare()
    score, turn_up = Score(*map(int, name.split("x"))), TurnUp("4")
    payoffs = load().payoffs(score)
    pruned = solve(score, [turn_up.turn_up_class], payoffs, Config(target=float(target)))
    whole = Engine(pruned.tree.unpruned, pruned.decks, pruned.engine.payoffs)
    row: dict[str, Any] = {
        "score": name,
        "entries": [pruned.tree.entries, whole.tree.entries],
        "state_bytes": whole.tree.state_bytes,
        "exploitability": float(pruned.evaluation.exploitability[0]),
        "iterations": pruned.iterations,
        "compile_seconds": round(whole.compile(), 1),
    }
    for answers, sensible in (("sensible", True), ("half_and_half", False)):
        begin = time.perf_counter()
        state = whole.state_of([embedded(pruned.policy(), sensible)])
        row["embedding_seconds"], begin = round(time.perf_counter() - begin, 1), time.perf_counter()
        found, state, _ = whole.evaluate(state)
        row["evaluation_seconds"] = round(time.perf_counter() - begin, 1)
        gains = [float(ours[0] - theirs[0]) for ours, theirs in zip(found[1:], pruned.evaluation[1:], strict=True)]
        row[f"gain_{answers}"] = [float(f"{gain:.2g}") for gain in gains]
        del state
    if int(iterations):
        state, times = whole.start(), []
        for t in range(1, int(iterations) + 1):
            begin = time.perf_counter()
            state = whole.iterate(state, DCFR_4, t)
            jax.block_until_ready(state)
            times.append(time.perf_counter() - begin)
        found, state, _ = whole.evaluate(state)
        row |= {
            "unpruned_iterations": len(times),
            "seconds_per_iteration": round(sorted(times)[len(times) // 2], 3),
            "unpruned_value": float(found.value[0]),
            "unpruned_exploitability": float(found.exploitability[0]),
        }
    return row | {"peak_rss_bytes": peak_rss_bytes(), "device": describe()}


def main() -> None:
    """One row each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("one", nargs="*", metavar="SCORE TARGET ITERATIONS")
    parser.add_argument("--json", action="store_true", help="one JSON object per row")
    arguments = parser.parse_args()
    if arguments.one and len(arguments.one) != 3:
        parser.error("give a score, a target and a number of iterations, such as 11x11 1e-5 100, or nothing")
    for one in [arguments.one] if arguments.one else DEFAULT:
        row = measure(*one)
        print(json.dumps(row) if arguments.json else "  ".join(f"{k} {v}" for k, v in row.items()), flush=True)


if __name__ == "__main__":
    main()
