"""The lab on a page of a real browser over Voila, with clocks in the page; for `benchmarks.lab`."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

CLOCKS = """
const log = (window.benchmark = { sent: [], got: [], first: null });
const size = (data) => data.byteLength ?? data.size ?? data.length;
const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
  constructor(...all) {
    super(...all);
    this.addEventListener("message", (event) => log.got.push([performance.now(), size(event.data)]));
  }
  send(data) {
    log.sent.push([performance.now(), size(data)]);
    super.send(data);
  }
};
const look = new MutationObserver(() => {
  if (!document.querySelector(".tl-picture [data-cell]")) return;
  look.disconnect();
  requestAnimationFrame(() => (log.first = performance.now()));
});
look.observe(document, { childList: true, subtree: true });
const shown = () => {
  if (document.querySelector(".tl-ended, .tl-empty")) return "no chart";
  return document.querySelector(".tl-picture svg")?.getAttribute("aria-label");
};
log.click = (key) => new Promise((done, failed) => {
  const before = shown();
  setTimeout(() => failed(new Error(`no new chart after ${key} at ${before}`)), 30000);
  log.sent.length = log.got.length = 0;
  const begin = performance.now();
  const look = new MutationObserver(() => {
    const now = shown();
    if (!now || now === before) return;
    look.disconnect();
    const there = performance.now();
    requestAnimationFrame(() => {
      const end = performance.now();
      const got = log.got.filter(([at]) => at < there);
      done({ ended: now === "no chart", sent: log.sent[0][0] - begin, there: there - begin, end: end - begin,
             got: got.map(([at, bytes]) => [at - begin, bytes]) });
    });
  });
  look.observe(document.querySelector(".tl"), { childList: true, subtree: true });
  document.querySelector(`[data-key="${key}"]`).click();
});
"""
"""When messages go out and come in, when the first chart is there, and a click with all that follows; milliseconds."""


@contextmanager
def served(line: str, data: str, cache: str) -> Iterator[tuple[str, int]]:
    """The address of a lab, served with its own folders, and the server's process."""
    import voila

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    shared = Path(voila.__file__).parents[4] / "share/jupyter"  # where its own templates are, whatever runs this
    folders = {"JUPYTER_PATH": str(shared), "TRUCO_LAB_DATA": data, "TRUCO_LAB_CACHE": cache}
    command = [sys.executable, "-m", "truco_lab", "serve", line, "--port", str(port), "--no-browser"]
    quiet = subprocess.DEVNULL
    server = subprocess.Popen(command, env=os.environ | folders, stdout=quiet, stderr=quiet)
    address = f"http://127.0.0.1:{port}/"
    try:
        while not _answers(address):
            time.sleep(0.2)
        yield address, server.pid
    finally:
        server.terminate()
        server.wait(30)


def _answers(address: str) -> bool:
    try:
        urllib.request.urlopen(address + "static/none", timeout=5).close()
    except urllib.error.HTTPError as answer:
        answer.close()
    except OSError:
        return False
    return True


@contextmanager
def page() -> Iterator[Any]:
    """A page of Chromium with the clocks in it."""
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        opened = browser.new_page(viewport={"width": 1240, "height": 1000})
        opened.set_default_timeout(180_000)
        opened.add_init_script(CLOCKS)
        yield opened
        browser.close()


def kernel(server: int) -> psutil.Process:
    """The kernel that a server started last."""
    children = psutil.Process(server).children(recursive=True)
    return max((c for c in children if "ipykernel_launcher" in " ".join(c.cmdline())), key=lambda c: c.create_time())


def threads(process: psutil.Process) -> set[int]:
    """The numbers of a process's threads."""
    return {thread.id for thread in process.threads()}


def cpu_seconds(process: psutil.Process) -> float:
    """What the threads of a process have computed, to the nanosecond (Linux)."""
    files = Path(f"/proc/{process.pid}/task").glob("*/schedstat")
    return sum(int(file.read_text().split()[0]) for file in files) / 1e9
