"""The lab in a browser, over Voila: `python -m benchmarks.lab [PART ...] [--json]`.

click    10x10 v4, solved to 1e-2 and stored: from a click on an action to the animation frame after its chart is in the
         page; clicks at once after each other, and a second apart
first    11x11 v4, not stored, with kept programs and without: from the start of a process until `Lab` has its first
         chart, and from asking for the page, which starts a kernel, until it is shown
cancel   10x10 v4: from the click on cancel until the thread of the solve is over, while it compiles and while it solves
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from typing import Any

import psutil

from benchmarks.page import cpu_seconds, kernel, page, served, threads
from benchmarks.parts import Rows, run

CLICKS = 40
LINE = "10x10 v4"
PLAYED = "[...document.querySelectorAll('[data-do=take]:enabled:not(.tl-rare)')].map((button) => button.dataset.key)"


def click() -> Rows:
    """Rows of milliseconds: the whole, and what it consists of."""
    with tempfile.TemporaryDirectory() as data, tempfile.TemporaryDirectory() as cache:
        solve = [sys.executable, "-m", "truco_lab", "solve", LINE, "--target", "1e-2"]
        folders = {"TRUCO_LAB_DATA": data, "TRUCO_LAB_CACHE": cache}
        subprocess.run(solve, env=os.environ | folders, stdout=subprocess.DEVNULL, check=True)
        with served(LINE, data, cache) as (address, server), page() as opened:
            opened.goto(address)
            opened.wait_for_selector(".tl-badge")
            return [_walk(opened, server, pause) for pause in (0.0, 1.0)]


def _walk(opened: Any, server: int, pause: float) -> dict[str, Any]:
    """Random actions that the solution takes, one after the other; the next hand's beginning is not counted."""
    draw = random.Random(str(pause))
    process = kernel(server)
    clicks: list[dict[str, Any]] = []
    spent = 0.0
    while len(clicks) < CLICKS:
        time.sleep(pause)
        keys = opened.evaluate(PLAYED)
        if not keys:
            opened.evaluate("benchmark.click('clear')")
            continue
        before = cpu_seconds(process)
        found = opened.evaluate("benchmark.click", draw.choice(keys))
        if not found["ended"]:
            spent += cpu_seconds(process) - before
            clicks.append(found)
    whole = sorted(found["end"] for found in clicks)

    def median(numbers: Any) -> float:
        return round(statistics.median(numbers), 1)

    return {
        "pause_s": pause,
        "clicks": len(clicks),
        "median_ms": median(whole),
        "p95_ms": round(whole[int(0.95 * len(whole))], 1),
        "longest_ms": round(whole[-1], 1),
        "until_sent_ms": median(found["sent"] for found in clicks),
        "until_last_message_ms": median(found["got"][-1][0] - found["sent"] for found in clicks),
        "until_in_page_ms": median(found["there"] - found["got"][-1][0] for found in clicks),
        "until_frame_ms": median(found["end"] - found["there"] for found in clicks),
        "kernel_cpu_ms": round(1000 * spent / len(clicks), 1),
        "messages": median(len(found["got"]) for found in clicks),
        "kilobytes": median(sum(size for _, size in found["got"]) / 1000 for found in clicks),
    }


def first() -> Rows:
    """Seconds in a process without a page, and over Voila."""
    rows = []
    with tempfile.TemporaryDirectory() as first_cache, tempfile.TemporaryDirectory() as cache:
        for programs in ("none", "kept"):
            task = [sys.executable, "-m", "benchmarks.lab", "--task", "chart"]
            with tempfile.TemporaryDirectory() as data:
                folders = {"TRUCO_LAB_DATA": data, "TRUCO_LAB_CACHE": first_cache}
                alone = subprocess.run(task, env=os.environ | folders, stdout=subprocess.PIPE, text=True, check=True)
            with (
                tempfile.TemporaryDirectory() as data,
                served("11x11 v4", data, cache) as (address, _),
                page() as opened,
            ):
                opened.goto(address)
                opened.wait_for_function("benchmark.first !== null")
                shown = opened.evaluate("benchmark.first / 1000")
                opened.wait_for_selector(".tl-badge")
            rows.append({"programs": programs, "process_s": json.loads(alone.stdout), "page_s": round(shown, 2)})
    return rows


def chart() -> float:
    """Seconds from the start of this process until a lab has a chart."""
    from truco_lab import Lab

    there = threading.Event()
    lab = Lab("11x11 v4")
    lab.observe(lambda change: there.set() if change["new"] else None, "play")
    if lab.play is None:
        there.wait()
    seconds = time.time() - psutil.Process().create_time()
    _ = lab.node  # once it is solved: a process must not end with its thread at work
    return round(seconds, 2)


def cancel() -> Rows:
    """Seconds from a click on cancel until the thread of the solve is over."""
    rows = []
    with tempfile.TemporaryDirectory() as cache, page() as opened:
        for stage, sign, wait in (("compiling", "…", 8), ("solving", "iterations", 1)):
            with tempfile.TemporaryDirectory() as data, served("11x11 v4", data, cache) as (address, server):
                opened.goto(address)
                opened.wait_for_selector(".tl-badge")
                process = kernel(server)
                before = threads(process)
                opened.fill(".tl-field input", LINE)
                opened.press(".tl-field input", "Enter")
                opened.wait_for_selector("[data-key=solve], [role=progressbar]")
                if opened.locator("[data-key=solve]").count():
                    opened.click("[data-key=solve]")
                opened.wait_for_selector("[role=progressbar]")
                solve = min(threads(process) - before)
                opened.wait_for_function(f"document.querySelector('.tl-progress span')?.textContent.includes('{sign}')")
                time.sleep(wait)
                begin = time.perf_counter()
                opened.evaluate("document.querySelector('[data-key=cancel]').click()")
                opened.wait_for_selector("[data-key=solve]")
                said = time.perf_counter() - begin
                while solve in threads(process):
                    time.sleep(0.005)
                rows.append(
                    {"while": stage, "said_s": round(said, 2), "thread_over_s": round(time.perf_counter() - begin, 2)}
                )
    return rows


PARTS = {"click": click, "first": first, "cancel": cancel}


if __name__ == "__main__":
    run(__doc__, PARTS, {"chart": chart})
