// Stands in for the kernel in a saved file: it knows every decision of one line, and the hands the reader marks.
const { state, positions } = JSON.parse(document.getElementById("state").textContent);
const values = { ...state, live: false, last_error: "", other: "", beside: null, can: {}, status: { stage: "solved" }, ...positions[state.position] };
const listeners = new Map();
const drafts = positions[0].board.drafts;
const host = {
  get: (name) => values[name],
  set(name, value) {
    values[name] = value;
    for (const act of listeners.get(`change:${name}`) ?? []) act();
  },
  save_changes() {},
  on: (name, act) => listeners.set(name, [...(listeners.get(name) ?? []), act]),
  off: (name, act) => listeners.set(name, (listeners.get(name) ?? []).filter((other) => other !== act)),
  send({ do: act, position, by, seat, slots }) {
    if (act === "step") return host.send({ do: "position", position: Math.max(0, Math.min(values.position + by, positions.length - 1)) });
    if (act === "position") {
      for (const [name, value] of Object.entries(positions[position])) host.set(name, value);
      values.position = position;
    } else if (act === "draft") drafts[seat] = slots.every((slot) => slot === null) ? null : { slots: [...slots].sort((a, b) => (b ?? -1) - (a ?? -1)), pinned: false };
    host.set("board", { ...values.board, drafts });
  },
};
render({ model: host, el: document.getElementById("lab") });
