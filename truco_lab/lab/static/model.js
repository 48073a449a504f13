// What the kernel keeps, as the front end reads it; with what only this screen knows (`ui`).
import { opponentRows, rows } from "./spot.js";

export const TRAITS = ["line", "position", "view", "as_list", "language", "theme", "dealer", "other", "last_error", "board", "play", "worth", "beside", "status", "can", "words"];

/** A number that no other lab on the page has; each of them may have loaded this file anew. */
const numbered = () => (globalThis.trucoLabs = (globalThis.trucoLabs ?? 0) + 1);

export function makeLab(model) {
  const ui = {
    isolated: null, suit: "", slot: null, against: "worst", unit: "pp", faceDown: true, fixed: "lowest",
    order: { by: 1, descending: true }, compare: null, step: null, pointed: null, help: false, focus: -1, copied: false, link: null, toured: false,
  };
  let kept = {};
  const cached = (name, make) => (kept[name] ??= make());
  const lab = {
    ui, id: `tl-${numbered()}`,
    get: (name) => (name === "live" ? model.get("live") !== false : model.get(name)),
    all: () => Object.fromEntries([...TRAITS, "live"].map((name) => [name, lab.get(name)])),
    set(name, value) {
      model.set(name, value);
      model.save_changes();
    },
    send: (act, values = {}) => model.send({ do: act, ...values }),
    say(key, values = {}) {
      const pair = model.get("words")[key];
      if (!pair) throw new Error(`no message is called ${key}`);
      return pair[model.get("language") === "pt" ? 1 : 0].replace(/\{(\w+)\}/g, (_, name) => values[name]);
    },
    /** The actor's hands. */
    rows: () => cached("rows", () => rows(lab)),
    /** The hands of the chart, and whose they are. */
    shown: () => cached("shown", () => (lab.get("view") === "opponent" ? opponentRows(lab).filter((row) => row.share > 1e-7) : lab.rows())),
    seat: () => (lab.get("view") === "opponent" ? 1 - lab.get("board").actor : lab.get("board").actor),
    /** Something has changed. */
    stale: () => (kept = {}),
  };
  return lab;
}
