// What the reader does: the acts that buttons name (`data-do`), and the choices that inputs name (`data-change`).
import { csv } from "./list.js";
import { askForLine, fileName, save, toPng, withPaper } from "./download.js";
import { compared } from "./views.js";
import { addressOf, toClipboard } from "./address.js";

export function makeActs(lab, screen) {
  const acts = {
    points(arg) {
      const [seat, by] = arg.split(":").map(Number);
      lab.send("points", { seat, by });
    },
    deal: () => lab.send("deal"),
    turn_up: (rank) => lab.send("turn_up", { rank }),
    take(action) {
      const { line, position } = lab.get("board");
      lab.send("take", { action, line, position });
    },
    position: (k) => lab.send("position", { position: Number(k) }),
    undo: () => lab.send("undo"),
    redo: () => lab.send("redo"),
    clear: () => lab.send("clear"),
    solve: () => lab.send("solve"),
    cancel: () => lab.send("cancel"),
    pin: () => lab.send("pin", { seat: lab.get("board").actor }),
    clear_draft: () => lab.send("draft", { seat: lab.get("board").actor, slots: [null, null, null] }),
    hand: (k) => pickHand(lab.shown().find((row) => row.k === Number(k))),
    slot(k) {
      lab.ui.slot = lab.ui.slot === Number(k) ? null : Number(k);
      screen.draw();
    },
    draft(card) {
      const { slot } = lab.ui;
      screen.focusOn(`slot-${slot}`); // the picker closes
      lab.ui.slot = null;
      lab.send("slot", { seat: lab.get("board").actor, slot, card: card === "" ? null : Number(card) });
    },
    compare: () => lab.send("compare", compared(lab)),
    view: (name) => lab.set("view", name),
    arrange: () => lab.set("as_list", !lab.get("as_list")),
    language: () => lab.set("language", lab.get("language") === "en" ? "pt" : "en"),
    theme: () => lab.set("theme", screen.root.dataset.theme === "dark" ? "light" : "dark"),
    forget: () => lab.set("last_error", ""),
    isolate(kind) {
      lab.ui.isolated = lab.ui.isolated === kind ? null : kind;
      screen.drawChart();
    },
    sort(k) {
      lab.ui.order = { by: Number(k), descending: lab.ui.order.by === Number(k) ? !lab.ui.order.descending : true };
      screen.drawChart();
    },
    suit(suit) {
      lab.ui.suit = suit;
      screen.draw();
    },
    help() {
      lab.ui.help = !lab.ui.help;
      screen.draw();
    },
    guide() {
      lab.ui.toured = true;
      lab.ui.step = 0;
      screen.draw();
      screen.focusOn("guide-next");
    },
    guide_step(by) {
      lab.ui.step += Number(by);
      screen.draw();
    },
    guide_end() {
      lab.ui.step = null;
      screen.draw();
      screen.focusOn("guide");
    },
    suggest: () => screen.field.suggest(),
    async copy() {
      const text = addressOf(lab.get("board").line);
      if (!(await toClipboard(text))) lab.ui.link = text;
      else {
        lab.ui.copied = true;
        setTimeout(() => { lab.ui.copied = false; screen.draw(); }, 1500);
      }
      screen.draw();
      screen.focusOn("copy"); // copying may have taken the focus
    },
    save: () => save(fileName(lab.get("board").line, "truco"), `${lab.get("board").line}\n`, "text/plain"),
    load: () => askForLine((text) => lab.send("open", { text })),
    async download(kind) {
      const { board, view } = lab.all();
      const name = fileName(`${board.line} ${view}`, kind);
      if (kind === "csv") return save(name, csv(lab, view, lab.shown()), "text/csv");
      const drawn = withPaper(screen.svg(), lab.paper().paper);
      save(name, kind === "svg" ? drawn : await toPng(drawn), "image/svg+xml");
    },
  };
  const changes = {
    against: (value) => (lab.ui.against = value),
    unit: (value) => (lab.ui.unit = value),
    faceDown: (_, input) => (lab.ui.faceDown = input.checked),
    fixed: (value) => (lab.ui.fixed = value),
    compareMao: (value) => (lab.ui.compare = { ...compared(lab), mao: Number(value) }),
    comparePe: (value) => (lab.ui.compare = { ...compared(lab), pe: Number(value) }),
    compareRank: (value) => (lab.ui.compare = { ...compared(lab), rank: value }),
  };

  /** Draft a hand for the seat whose chart it is; the one that is drafted already is put back. */
  function pickHand(row) {
    if (!row) return;
    const seat = lab.seat();
    const draft = lab.get("board").drafts[seat];
    const same = draft !== null && draft.slots.every((slot, k) => slot === row.dealt[k]);
    lab.send("draft", { seat, slots: same ? [null, null, null] : row.dealt });
  }

  return { acts, changes, pickHand };
}
