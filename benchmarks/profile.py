"""Where an iteration's time goes: `python -m benchmarks.profile 10x10 [--top 20]`.

Runs one chunk pass of each kind (group of round-1 outcomes x walking seat) under jax's profiler and lists its kernels
by time, with the shape they give and nanoseconds per element. Stand-in match values; the shapes do not depend on them.
"""

from __future__ import annotations

import argparse
import math
import re
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

PASSES = 5


def kernels(program: Any) -> dict[str, tuple[str, tuple[int, ...]]]:
    """Kind and shape of each kernel of a compiled program."""
    found = {}
    for line in program.as_text().splitlines():
        match = re.match(r"\s*(?:ROOT )?%?([\w.\-]+) = \w+\[([\d,]*)\]\S* ([\w\-]+)\(", line)
        if match:
            found[match[1]] = (match[3], tuple(int(n) for n in match[2].split(",") if n))
    return found


def profile(score: str, top: int) -> None:
    """Print the profile of a ladder."""
    import jax
    from jax.profiler import ProfileData

    from benchmarks.solve import prepared_engine
    from truco_lab.rules import Seat
    from truco_lab.solve import DCFR_4

    _, engine = prepared_engine(score, "stand-in")
    engine.compile()
    state = engine.iterate(engine.start(), DCFR_4, 1)
    for key, program, run in engine.chunk_passes(state, DCFR_4):
        names = kernels(program)
        run()
        with tempfile.TemporaryDirectory() as folder:
            with jax.profiler.trace(folder):
                for _ in range(PASSES):
                    run()
            path = next(Path(folder).rglob("*.xplane.pb"))
            events = [
                (event.name, event.duration_ns)
                for plane in ProfileData.from_file(str(path)).planes
                for line in plane.lines
                for event in line.events
                if event.name in names
            ]
        spent: Counter[str] = Counter()
        for name, duration in events:
            spent[name] += duration
        kinds: Counter[str] = Counter()
        for name, duration in spent.items():
            kinds[names[name][0]] += duration
        total = sum(spent.values()) / PASSES / 1e6
        winner = engine.tree.groups[key[0]].winner
        shares = ", ".join(f"{kind} {share / PASSES / 1e6:.1f} ms" for kind, share in kinds.most_common())
        print(f"\nround 1 {'tied' if winner is None else f'to {winner}'}, {Seat(key[1])} walks, {key[2]} outcomes:")
        print(f"    {len(spent)} kernels, {total:.1f} ms ({shares})")
        for name, duration in spent.most_common(top):
            kind, shape = names[name]
            each = duration / PASSES
            print(f"    {each / 1e6:8.3f} ms {each / max(math.prod(shape), 1):6.1f} ns/element  {kind:<8} {shape}")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("score", help="for example 10x10")
    parser.add_argument("--top", type=int, default=12, help="kernels to list (default 12)")
    arguments = parser.parse_args()
    profile(arguments.score, arguments.top)


if __name__ == "__main__":
    main()
