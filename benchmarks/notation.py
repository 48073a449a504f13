"""Times of the notation: `python -m benchmarks.notation`.

For lines as people write them the best and the median of many parses; for long garbage those of a few checks; for the
import the best of a few fresh interpreters, with and without the notation.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
import timeit

from truco_lab.notation import check, explain, parse

LINES = (
    "11x11 v4",
    "10x10 v4 pe![5d 3 ?] : 3 j / r a",
    "11x8 v4 mao![5d 3 ?] : a 5d 7 / 3* j",
    "9x9 vk mao[ac 3 ?] pe[ah 2 j] : r r6 a 3 2 / r9 a 4* j / r12 a ah ac",
)
WRONG = ("v4 : 5", "10-10 v4", "0x0 v4 pe[5d 3 2] : 3 j / 2 q")
LENGTH = 10_000
LONG = {
    "spaces": " ",
    "brackets": "[",
    "drafts": "pe[? ",
    "cards": ": 3 ",
    "marks": ":/",
    "nuls": "\0",
    "words": "xyz ",
    "raises": "0x0 : r r6 ",
}


def milliseconds(statement: str, names: dict[str, object], repeats: int, number: int) -> tuple[float, float]:
    """Best and median time of one execution."""
    times = [
        seconds / number * 1e3 for seconds in timeit.repeat(statement, globals=names, repeat=repeats, number=number)
    ]
    return min(times), statistics.median(times)


def import_seconds(statement: str) -> float:
    """Best time of a fresh interpreter that executes a statement."""
    times = []
    for _ in range(7):
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", statement], check=True)
        times.append(time.perf_counter() - started)
    return min(times)


def main() -> None:
    """Prints one line a measurement."""
    print("parse, best and median ms")
    for line in LINES:
        best, median = milliseconds("parse(line)", {"parse": parse, "line": line}, repeats=40, number=25)
        print(f"  {best:7.3f} {median:7.3f}  {line}")
    best, median = milliseconds("explain(line)", {"explain": explain, "line": LINES[1]}, repeats=20, number=10)
    print(f"  {best:7.3f} {median:7.3f}  explain {LINES[1]}")
    print("check of a wrong line with its suggestion, best and median ms")
    for line in WRONG:
        best, median = milliseconds("check(line)", {"check": check, "line": line}, repeats=20, number=10)
        print(f"  {best:7.3f} {median:7.3f}  {line}")
    print(f"check of {LENGTH} characters, best and median ms")
    for name, piece in LONG.items():
        text = (piece * LENGTH)[:LENGTH]
        best, median = milliseconds("check(text)", {"check": check, "text": text}, repeats=7, number=1)
        print(f"  {best:7.3f} {median:7.3f}  {name}")
    bare, whole = import_seconds("pass"), import_seconds("import truco_lab.notation")
    parser = import_seconds("import pyparsing")
    print(
        f"import: {1e3 * (whole - bare):.0f} ms over a bare interpreter, of which pyparsing {1e3 * (parser - bare):.0f}"
    )


if __name__ == "__main__":
    main()
