// What the reader does: the acts that buttons name (`data-do`), and the choices that inputs name (`data-change`).
import { csv } from "./list.js";
import { askForLine, fileName, save, toPng, withPaper } from "./download.js";
import { addressOf, toClipboard } from "./address.js";

export function makeActs(lab, screen) {
  const acts = {
    points(arg) {
      const [seat, change] = arg.split(":").map(Number);
      const score = [...lab.get("board").score];
      score[seat] += change;
      lab.send("score", { mao: score[0], pe: score[1] });
    },
    deal: () => lab.send("deal"),
    turn_up: (rank) => lab.send("turn_up", { rank }),
    take: (action) => lab.send("take", { action }),
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
      const { board } = lab.all();
      const slots = [...(board.drafts[board.actor]?.slots ?? [null, null, null])];
      screen.focusOn(`slot-${lab.ui.slot}`); // the picker closes
      slots[lab.ui.slot] = card === "" ? null : Number(card);
      lab.ui.slot = null;
      lab.send("draft", { seat: board.actor, slots });
    },
    compare() {
      const { board } = lab.all();
      lab.send("compare", lab.ui.compare ?? { mao: board.score[0], pe: board.score[1], rank: board.turn_up });
    },
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
    compareMao: (value) => other("mao", Number(value)),
    comparePe: (value) => other("pe", Number(value)),
    compareRank: (value) => other("rank", value),
  };
  function other(name, value) {
    const { board } = lab.all();
    lab.ui.compare = { mao: board.score[0], pe: board.score[1], rank: board.turn_up, ...lab.ui.compare, [name]: value };
  }

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
