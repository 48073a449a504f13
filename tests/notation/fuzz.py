"""Fuzzes the notation with hypothesis: `python -m tests.notation.fuzz --inputs 200000 --seed 0`.

Half of the inputs are valid lines with a few random edits, half are random text. Each must come out as a spot that
survives being written and read again, or as a `SpotError` whose suggestion, if any, parses. Every fifth is also read
leniently and explained. Prints how many came out as what, and the longest answer.
"""

from __future__ import annotations

import argparse
import random
import time
import timeit
from collections import Counter

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from truco_lab.notation import SpotError, check, explain, parse

from .test_properties import ALPHABET
from .walks import random_spot, respelled, seeds

BATCH = 5_000
PIECES = ("10x10", "11x8", "v4", "vk", "mao[", "pe![", "5d", "3", "?", "]", ":", "r", "r6", "r12", "a", "f", "/", "3*")
LONG = 10_000


class Tally:
    """Outcomes by error code, and the longest time one `check` took, in seconds of this process."""

    def __init__(self) -> None:
        self.outcomes: Counter[str] = Counter()
        self.suggestions = 0
        self.slowest_seconds = 0.0
        self.slowest = ""

    def take(self, text: str) -> None:
        started = time.process_time()
        errors = check(text)
        if time.process_time() - started > self.slowest_seconds:
            # Once more: collecting the garbage of 200,000 examples now and then takes far longer than any answer.
            seconds = min(timeit.repeat(lambda: check(text), timer=time.process_time, repeat=3, number=1))
            if seconds > self.slowest_seconds:
                self.slowest_seconds, self.slowest = seconds, text
        self.outcomes[errors[0].code if errors else "a spot"] += 1
        for error in errors:
            assert 0 <= error.start <= error.end <= len(text)
            assert error.en
            assert error.pt
        if not errors:
            spot = parse(text)
            assert parse(str(spot)) == spot
        elif errors[0].suggestion is not None:
            self.suggestions += 1
            parse(errors[0].suggestion)
        if self.outcomes.total() % 5 == 0:
            _take_at_length(text, errors)


def _take_at_length(text: str, errors: tuple[SpotError, ...]) -> None:
    lenient = parse(text, lenient=True)
    assert parse(str(lenient)) == lenient
    for token in explain(text):
        assert text[token.start : token.end] == token.text
        assert token.en
        assert token.pt
    if errors:
        with pytest.raises(SpotError) as raised:
            parse(text)
        assert raised.value.code == errors[0].code


def random_input(rng: random.Random) -> str:
    """A mutated valid line, pieces of lines strung together, or characters at random; one in fifty is long."""
    kind = rng.random()
    if kind < 0.5:
        return mutated(rng)
    if kind < 0.8:
        return rng.choice(("", " ")).join(rng.choices(PIECES, k=rng.randrange(20)))
    if kind < 0.98:
        return "".join(random_character(rng) for _ in range(rng.randrange(60)))
    piece = mutated(rng) if rng.random() < 0.5 else "".join(random_character(rng) for _ in range(rng.randrange(1, 9)))
    return (piece * (LONG // max(1, len(piece)) + 1))[:LONG]


def mutated(rng: random.Random) -> str:
    """A valid line, canonical or not, with up to four characters or stretches changed."""
    spot = random_spot(rng)
    line = str(spot) if rng.random() < 0.5 else respelled(rng, spot)
    for _ in range(rng.randrange(5)):
        at = rng.randrange(len(line) + 1)
        to = min(len(line), at + rng.randrange(4))
        new = rng.choice(("", random_character(rng), rng.choice(PIECES), line[at:to] * 2, line[: rng.randrange(9)]))
        line = line[:at] + new + line[to:]
    return line


def random_character(rng: random.Random) -> str:
    if rng.random() < 0.8:
        return rng.choice(ALPHABET)
    return chr(rng.randrange(0x110000))


def main() -> None:
    """Runs the inputs in batches and prints the tally."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    tally = Tally()
    started = time.perf_counter()
    for batch in range(-(-arguments.inputs // BATCH)):

        @seed(arguments.seed + batch)
        @settings(
            max_examples=BATCH,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(seeds.map(random_input))
        def one_batch(text: str) -> None:
            tally.take(text)

        one_batch()
    print(f"{tally.outcomes.total()} inputs in {time.perf_counter() - started:.0f} s, no other exception")
    for outcome, times in tally.outcomes.most_common():
        print(f"{times:8d}  {outcome}")
    print(f"{tally.suggestions:8d}  suggestions, each of which parses")
    print(f"longest check: {1e3 * tally.slowest_seconds:.1f} ms, {len(tally.slowest)} characters")
    print(f"               {tally.slowest[:120]!r}")


if __name__ == "__main__":
    main()
