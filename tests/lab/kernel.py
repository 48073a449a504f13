"""A kernel for tests: real widgets, whose messages are recorded, handed on to a page, and fed back."""

from __future__ import annotations

import json
from collections import deque
from typing import Any

import comm.base_comm

HOST = """
import front from "./front.js";
const values = %(state)s;
const listeners = new Map();
const tell = (name, ...more) => (listeners.get(name) ?? []).forEach((act) => act(...more));
const dirty = {};
let last = Promise.resolve();
let held = Promise.resolve();
window.hold = () => { held = new Promise((done) => (window.release = done)); };
const call = (message) => (last = last.then(() => held).then(() => window.kernel(JSON.stringify(message))));
window.host = {
  get: (name) => values[name],
  set(name, value) { values[name] = value; dirty[name] = value; tell(`change:${name}`); },
  save_changes() {
    call({ method: "update", state: { ...dirty } });
    for (const name in dirty) delete dirty[name];
  },
  send(content) { call({ method: "custom", content }); },
  on(name, act) { listeners.set(name, [...(listeners.get(name) ?? []), act]); },
  off(name, act) { listeners.set(name, (listeners.get(name) ?? []).filter((other) => other !== act)); },
  listening: () => [...listeners.values()].reduce((n, acts) => n + acts.length, 0),
};
const hear = (message) => {
  if (message.method === "custom") return tell("msg:custom", message.content);
  for (const [name, value] of Object.entries(message.state)) values[name] = value;
  for (const name of Object.keys(message.state)) tell(`change:${name}`);
};
let told = Promise.resolve();
const listen = () => (told = told.then(async () => {
  const messages = JSON.parse(await window.heard());
  messages.forEach(hear);
  return messages.length;
}));
const [start, stop] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)];
const soon = new Set();
window.setTimeout = (act, delay = 0) => {
  const timer = start(() => { soon.delete(timer); act(); }, delay);
  if (delay < 1000) soon.add(timer);
  return timer;
};
window.clearTimeout = (timer) => { soon.delete(timer); stop(timer); };
const pause = () => new Promise((done) => start(done, 15));
const frame = () => new Promise((done) => requestAnimationFrame(done));
(async () => { for (;;) { await listen(); await pause(); } })();
window.quiet = async () => {
  for (;;) {
    while (soon.size) await pause();
    const asked = last;
    await asked;
    const heard = await listen();
    await frame();
    await frame();
    if (!heard && !soon.size && last === asked) return;
  }
};
window.leave = front.render({ model: window.host, el: document.getElementById("lab") });
"""
"""A host as a notebook's, in a few lines: what a widget's front end may ask of one."""

PAGE = """<!doctype html><html><head><meta charset="utf-8"><style>%(style)s
body { margin: 0; padding: 16px; background: %(ground)s; }</style></head>
<body><div id="lab"></div><script type="module" src="./host.js"></script></body></html>"""


class RecordingComm(comm.base_comm.BaseComm):
    """Keeps what a widget publishes."""

    def __init__(self, *arguments: Any, **named: Any):
        self.sent: deque[dict[str, Any]] = deque()
        super().__init__(*arguments, **named)

    def publish_msg(self, msg_type: str, data: Any = None, **_rest: Any) -> None:
        if msg_type == "comm_msg" and data and data.get("method") in ("update", "custom", "echo_update"):
            self.sent.append(json.loads(json.dumps(data)))

    def hear(self, data: dict[str, Any]) -> None:
        """A message from the front end."""
        self.handle_msg({"content": {"data": data}, "buffers": [], "parent_header": {}})

    def drain(self) -> list[dict[str, Any]]:
        """What was sent since the last time."""
        found = []
        while self.sent:
            found.append(self.sent.popleft())
        return found
