// The whole: parts, what is drawn in them, and what the reader's clicks and keys do.
import { PAPERS, escape, fill } from "./dom.js";
import { drafted, opponentRows, rows, seatName } from "./spot.js";
import { VIEWS, legend, painter } from "./views.js";
import { layout, neighbour, picture, spoken } from "./chart.js";
import { csv, table } from "./list.js";
import { controls } from "./controls.js";
import { makeField } from "./field.js";
import { choices, heading, rail } from "./rail.js";
import { tablePicture } from "./table.js";
import { handPanel, hoverCard } from "./hand.js";
import { guide, help, pointAt } from "./guide.js";
import { progress } from "./progress.js";
import { askForLine, fileName, save, toPng, withPaper } from "./download.js";
import { addressOf, lineOfPage, toClipboard, writeAddress } from "./address.js";

const TRAITS = ["line", "position", "view", "as_list", "language", "theme", "dealer", "other", "last_error", "board", "play", "worth", "beside", "status", "can", "words"];
const PARTS = ["head", "line", "error", "rail", "choices", "title", "tabs", "legend", "chart", "table", "hand", "guide"];
let count = 0;

function render({ model, el }) {
  const root = document.createElement("section");
  root.className = "tl";
  root.tabIndex = 0;
  root.innerHTML =
    '<header data-part="head"></header><div class="tl-bar" data-part="line"></div><div data-part="error" role="alert"></div>' +
    '<nav data-part="rail"></nav><div data-part="choices"></div><div class="tl-main-row"><div class="tl-chart"><div data-part="title"></div>' +
    '<div data-part="tabs"></div><div data-part="legend"></div><div data-part="chart" role="tabpanel"></div></div>' +
    '<aside><div data-part="table"></div><div data-part="hand"></div></aside></div><div data-part="guide"></div>' +
    '<div class="tl-hover" role="tooltip" hidden></div><div class="tl-heard" aria-live="polite"></div>';
  el.append(root);
  const part = Object.fromEntries(PARTS.map((name) => [name, root.querySelector(`[data-part=${name}]`)]));
  const [hovering, heard] = [root.querySelector(".tl-hover"), root.querySelector(".tl-heard")];
  const stop = new AbortController();
  const listen = (target, kind, act) => target.addEventListener(kind, guarded(act), { signal: stop.signal });
  const ui = {
    isolated: null, suit: "", slot: null, against: "worst", unit: "pp", faceDown: true, fixed: "lowest",
    order: { by: 1, descending: true }, compare: null, step: null, pointed: null, help: false, focus: -1, copied: false, link: null, toured: false,
  };
  const lab = {
    ui, id: `tl-${++count}`,
    get: (name) => (name === "live" ? model.get("live") !== false : model.get(name)),
    all: () => Object.fromEntries([...TRAITS, "live"].map((name) => [name, lab.get(name)])),
    send: (act, values = {}) => model.send({ do: act, ...values }),
    say(key, values = {}) {
      const pair = model.get("words")[key];
      if (!pair) throw new Error(`no message is called ${key}`);
      return pair[model.get("language") === "pt" ? 1 : 0].replace(/\{(\w+)\}/g, (_, name) => values[name]);
    },
    rows: () => cached("rows", () => rows(lab)),
    paper: () => PAPERS[root.dataset.theme],
    hover: (html, box) => hover(html, box),
  };
  part.chart.id = `${lab.id}-chart`;
  let kept = {};
  const cached = (name, make) => (kept[name] ??= make());
  let plan = null;
  let plateShown = null;

  /** The same, saying on the screen what goes wrong in it. */
  function guarded(act) {
    const failed = (error) => {
      console.error(error);
      fill(part.error, `<p class="tl-problem">${escape(error)}</p>`);
    };
    return (event) => {
      try {
        act(event)?.catch?.(failed);
      } catch (error) {
        failed(error);
      }
    };
  }

  // -- drawing

  function theme() {
    const chosen = lab.get("theme");
    const body = document.body.dataset.jpThemeLight ?? document.querySelector("[data-jp-theme-light]")?.dataset.jpThemeLight;
    const dark = body === undefined ? window.matchMedia("(prefers-color-scheme: dark)").matches : body === "false";
    root.dataset.theme = chosen === "auto" ? (dark ? "dark" : "light") : chosen;
    root.lang = lab.get("language") === "pt" ? "pt-BR" : "en";
  }

  const shownRows = () => cached("shown", () => (lab.get("view") === "opponent" ? opponentRows(lab).filter((row) => row.share > 1e-7) : lab.rows()));
  const chosenSeat = () => { const { actor } = lab.get("board"); return lab.get("view") === "opponent" ? 1 - actor : actor; };

  function draw() {
    theme();
    const { board, last_error: error, live } = lab.all();
    if (!board?.line) return;
    root.setAttribute("aria-label", lab.say("lab", { line: board.line }));
    fill(part.head, controls(lab));
    field.show();
    const notes = board.notes.map((note) => note[lab.get("language") === "pt" ? 1 : 0]);
    fill(
      part.error,
      (error ? `<p class="tl-problem">${escape(error)} <button class="tl-link" data-do="forget" data-key="forget">${escape(lab.say("close"))}</button></p>` : "") +
        notes.map((note) => `<p class="tl-note">${escape(note)}${live ? ` <button class="tl-link" data-do="undo" data-key="note-undo">${escape(lab.say("tool-undo"))}</button>` : ""}</p>`).join("") +
        (ui.link ? `<p class="tl-note"><code>${escape(ui.link)}</code></p>` : ""),
    );
    fill(part.rail, rail(lab));
    showPlate();
    fill(part.choices, choices(lab));
    fill(part.title, heading(lab));
    fill(part.tabs, tabs());
    fill(part.table, tablePicture(lab));
    fill(part.hand, handPanel(lab));
    fill(part.guide, guide(lab));
    drawChart();
    pointAt(lab, root);
  }

  const focusOn = (key) => root.querySelector(`[data-key="${key}"]`)?.focus({ preventScroll: true });

  /** The rail scrolls to the plate that is looked at, when that is another one. */
  function showPlate() {
    const plate = part.rail.querySelector(".tl-here");
    if (!plate || plate.dataset.key === plateShown) return;
    plateShown = plate.dataset.key;
    const list = plate.closest(".tl-plates");
    list.scrollLeft = plate.offsetLeft + plate.offsetWidth - list.clientWidth + 16;
  }

  function tabs() {
    if (lab.get("board").actor === null) return "";
    const view = lab.get("view");
    const buttons = VIEWS.map(
      (name) => `<button role="tab" aria-selected="${name === view}" aria-controls="${lab.id}-chart" tabindex="${name === view ? 0 : -1}" data-do="view" data-arg="${name}" data-key="view-${name}">${escape(lab.say(`view-${name}`))}</button>`,
    );
    const listed = lab.get("as_list");
    const three = lab.rows()[0]?.left.length === 3 && !listed && view !== "opponent";
    const by = three
      ? `<label class="tl-soft">${escape(lab.say("blocks-by"))} <select data-change="fixed" data-key="fixed">${["lowest", "middle", "highest"].map((f) => `<option value="${f}"${ui.fixed === f ? " selected" : ""}>${escape(lab.say(`by-${f}`))}</option>`).join("")}</select></label>`
      : "";
    return (
      `<div class="tl-tabs"><div role="tablist" aria-label="${escape(lab.say("views"))}">${buttons.join("")}</div><button class="tl-button tl-round-button" data-do="help" data-key="help" aria-expanded="${ui.help}" aria-label="${escape(lab.say("help"))}">?</button></div>` +
      help(lab) +
      `<div class="tl-tools tl-chart-tools">${by}<button class="tl-button" data-do="arrange" data-key="arrange" aria-pressed="${listed}">${escape(lab.say(listed ? "as-chart" : "as-list"))}</button>` +
      ["csv", "png", "svg"].map((kind) => `<button class="tl-button" data-do="download" data-arg="${kind}" data-key="download-${kind}" aria-label="${escape(lab.say("download", { kind: kind.toUpperCase() }))}">${kind.toUpperCase()}</button>`).join("") +
      "</div>"
    );
  }

  function drawChart() {
    const { board, view } = lab.all();
    const list = shownRows();
    const working = progress(lab);
    part.chart.setAttribute("aria-label", lab.say(`view-${view}`));
    if (board.actor === null) {
      fill(part.legend, "");
      return fill(part.chart, working);
    }
    if (!list.length) {
      fill(part.legend, "");
      return fill(part.chart, working || `<p class="tl-soft tl-empty">${escape(lab.say("no-hands"))}</p>`);
    }
    fill(part.legend, legend(lab, view, list));
    if (lab.get("as_list")) return fill(part.chart, working + table(lab, view, list));
    plan = layout(lab, list, Math.max(300, part.chart.clientWidth - 4 || 640), ui.fixed);
    fill(part.chart, `${working}<div class="tl-picture" tabindex="0" role="group" data-key="picture" aria-label="${escape(lab.say("chart-label", { view: lab.say(`view-${view}`), seat: seatName(lab, chosenSeat()) }))}">${svg()}</div>`);
  }

  const svg = () => {
    const { board, view } = lab.all();
    const draft = board.drafts[chosenSeat()];
    return picture(lab, plan, painter(lab, view, shownRows(), lab.paper()), {
      focus: ui.focus, chosen: (row) => draft !== null && drafted(draft, row.dealt), label: `${lab.say(`view-${view}`)}: ${board.line}`,
    });
  };

  function hover(html, box) {
    hovering.hidden = html === null;
    if (html === null) return;
    hovering.innerHTML = html;
    const edge = root.getBoundingClientRect();
    const [w, h] = [hovering.offsetWidth, hovering.offsetHeight];
    const below = box.bottom + h + 10 < window.innerHeight || box.top < h + 10;
    hovering.style.left = `${Math.max(4, Math.min(box.left - edge.left, edge.width - w - 6))}px`;
    hovering.style.top = `${below ? box.bottom - edge.top + 6 : box.top - edge.top - h - 6}px`;
  }

  // -- what the reader does

  const set = (name, value) => {
    model.set(name, value);
    model.save_changes();
  };
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
    hand: (k) => pickHand(shownRows().find((row) => row.k === Number(k))),
    slot(k) {
      ui.slot = ui.slot === Number(k) ? null : Number(k);
      draw();
    },
    draft(card) {
      const { board } = lab.all();
      const slots = [...(board.drafts[board.actor]?.slots ?? [null, null, null])];
      focusOn(`slot-${ui.slot}`); // the picker closes
      slots[ui.slot] = card === "" ? null : Number(card);
      ui.slot = null;
      lab.send("draft", { seat: board.actor, slots });
    },
    compare() {
      const { board } = lab.all();
      lab.send("compare", ui.compare ?? { mao: board.score[0], pe: board.score[1], rank: board.turn_up });
    },
    view: (name) => set("view", name),
    arrange: () => set("as_list", !lab.get("as_list")),
    language: () => set("language", lab.get("language") === "en" ? "pt" : "en"),
    theme: () => set("theme", root.dataset.theme === "dark" ? "light" : "dark"),
    forget: () => set("last_error", ""),
    isolate(kind) {
      ui.isolated = ui.isolated === kind ? null : kind;
      drawChart();
    },
    sort(k) {
      ui.order = { by: Number(k), descending: ui.order.by === Number(k) ? !ui.order.descending : true };
      drawChart();
    },
    suit(suit) {
      ui.suit = suit;
      draw();
    },
    help() {
      ui.help = !ui.help;
      draw();
    },
    guide() {
      ui.toured = true;
      ui.step = 0;
      draw();
      focusOn("guide-next");
    },
    guide_step(by) {
      ui.step += Number(by);
      draw();
    },
    guide_end() {
      ui.step = null;
      draw();
      focusOn("guide");
    },
    suggest: () => field.suggest(),
    async copy() {
      const text = addressOf(lab.get("board").line);
      if (!(await toClipboard(text))) ui.link = text;
      else {
        ui.copied = true;
        setTimeout(() => { ui.copied = false; field.show(); }, 1500);
      }
      draw();
      focusOn("copy"); // copying may have taken the focus
    },
    save: () => save(fileName(lab.get("board").line, "truco"), `${lab.get("board").line}\n`, "text/plain"),
    load: () => askForLine((text) => lab.send("open", { text })),
    async download(kind) {
      const { board, view } = lab.all();
      const name = fileName(`${board.line} ${view}`, kind);
      if (kind === "csv") return save(name, csv(lab, view, shownRows()), "text/csv");
      plan = layout(lab, shownRows(), Math.max(300, part.chart.clientWidth - 4 || 640), ui.fixed);
      const drawn = withPaper(svg(), lab.paper().paper);
      save(name, kind === "svg" ? drawn : await toPng(drawn), "image/svg+xml");
    },
  };
  const changes = {
    against: (value) => (ui.against = value),
    unit: (value) => (ui.unit = value),
    faceDown: (_, input) => (ui.faceDown = input.checked),
    fixed: (value) => (ui.fixed = value),
    compareMao: (value) => other("mao", Number(value)),
    comparePe: (value) => other("pe", Number(value)),
    compareRank: (value) => other("rank", value),
  };
  function other(name, value) {
    const { board } = lab.all();
    ui.compare = { mao: board.score[0], pe: board.score[1], rank: board.turn_up, ...ui.compare, [name]: value };
  }

  /** Draft a hand for the seat whose chart it is; the one that is drafted already is put back. */
  function pickHand(row) {
    if (!row) return;
    const seat = chosenSeat();
    const draft = lab.get("board").drafts[seat];
    const same = draft !== null && draft.slots.every((slot, k) => slot === row.dealt[k]);
    lab.send("draft", { seat, slots: same ? [null, null, null] : row.dealt });
  }

  listen(root, "click", (event) => {
    const button = event.target.closest("[data-do]");
    if (button && !button.disabled) return acts[button.dataset.do](button.dataset.arg ?? "");
    const cell = event.target.closest("[data-cell]");
    if (cell) {
      ui.focus = Number(cell.dataset.cell);
      pickHand(plan.cells[ui.focus].row);
    }
  });
  listen(root, "change", (event) => {
    const input = event.target.closest("[data-change]");
    if (!input) return;
    changes[input.dataset.change](input.value, input);
    draw();
  });
  let over = -1;
  listen(part.chart, "mousemove", (event) => {
    const cell = event.target.closest("[data-cell]");
    const k = cell ? Number(cell.dataset.cell) : -1;
    if (k === over) return;
    over = k;
    if (k < 0) hover(null);
    else hover(hoverCard(lab, plan.cells[k].row, lab.get("view")), cell.getBoundingClientRect());
  });
  listen(part.chart, "mouseleave", () => { over = -1; hover(null); });

  function focusCell(k) {
    ui.focus = k;
    drawChart();
    const element = root.querySelector(`#${lab.id}-cell-${k}`);
    if (!element) return;
    const { row } = plan.cells[k];
    heard.textContent = spoken(lab, row, painter(lab, lab.get("view"), shownRows(), lab.paper())(row).text);
    hover(hoverCard(lab, row, lab.get("view")), element.getBoundingClientRect());
  }

  listen(root, "keydown", (event) => {
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.closest("input, select, textarea");
    if (typing) return;
    const row = event.target.closest("[role=radiogroup], [role=tablist]");
    if (event.key === "/") field.focus();
    else if (event.key === "Escape") {
      const guided = ui.step !== null;
      ui.step = null;
      ui.focus = -1;
      hover(null);
      draw();
      if (guided) focusOn("guide");
      else root.focus();
    } else if (event.target.closest(".tl-picture")) {
      if (event.key.startsWith("Arrow")) focusCell(neighbour(plan.cells, ui.focus, event.key));
      else if ((event.key === "Enter" || event.key === " ") && ui.focus >= 0) pickHand(plan.cells[ui.focus].row);
      else return;
    } else if (row && event.key.startsWith("Arrow")) {
      const buttons = [...row.querySelectorAll("button:enabled")];
      const by = event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 1;
      buttons.at((buttons.indexOf(event.target) + by) % buttons.length)?.focus();
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      const to = lab.get("board").position + (event.key === "ArrowLeft" ? -1 : 1);
      if (to >= 0 && to <= lab.get("board").history.filter((word) => word !== "/").length) lab.send("position", { position: to });
    } else return;
    event.preventDefault();
  });
  // Lumino reads keys before the page does, and lets those pass whose target says so itself; its parents do not count
  listen(root, "focusin", (event) => { event.target.dataset.lmSuppressShortcuts = "true"; });
  for (const kind of ["keyup", "keypress", "paste", "copy", "cut"]) listen(root, kind, (event) => event.stopPropagation());

  // -- keeping in step

  const field = makeField(lab, part.line);
  let due = false;
  const redraw = () => {
    kept = {};
    if (due) return;
    due = true;
    requestAnimationFrame(guarded(() => { due = false; if (!stop.signal.aborted) draw(); }));
  };
  let line = null;
  const moved = () => {
    kept = {};
    const now = lab.get("board")?.line;
    if (now && now !== line) {
      if (line !== null) writeAddress(now);
      line = now;
      ui.isolated = null;
      ui.slot = null;
      ui.link = null;
      hover(null);
      field.taken();
    }
    redraw();
  };
  const told = (message) => { if (message.kind === "reading") field.heard(message); };
  for (const name of TRAITS) model.on(`change:${name}`, name === "board" ? moved : redraw);
  model.on("msg:custom", told);
  const size = new ResizeObserver(redraw);
  size.observe(part.chart);
  const themes = new MutationObserver(redraw);
  themes.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  moved();
  draw();
  const asked = lineOfPage();
  if (asked !== null && lab.get("can").open) lab.send("open", { text: asked });

  return () => {
    stop.abort();
    size.disconnect();
    themes.disconnect();
    for (const name of TRAITS) model.off(`change:${name}`, name === "board" ? moved : redraw);
    model.off("msg:custom", told);
    root.remove();
  };
}

export default { render };
