// The screen: its parts, and what is drawn in them.
import { PAPERS, escape, fill, keepingFocus } from "./dom.js";
import { drafted, seatName } from "./spot.js";
import { VIEWS, legend, painter } from "./views.js";
import { layout, picture, spoken } from "./chart.js";
import { table } from "./list.js";
import { controls } from "./controls.js";
import { makeField } from "./field.js";
import { choices, heading, rail } from "./rail.js";
import { tablePicture } from "./table.js";
import { handPanel, hoverCard } from "./hand.js";
import { guide, help, pointAt } from "./guide.js";
import { progress } from "./progress.js";

const PARTS = ["head", "line", "error", "rail", "choices", "title", "tabs", "legend", "chart", "table", "hand", "guide"];

/** Builds the parts. Nothing of the page is measured while they are drawn, or the browser lays it out again and again. */
export function makeScreen(lab) {
  const root = document.createElement("section");
  root.className = "tl";
  root.tabIndex = 0;
  root.innerHTML =
    '<header data-part="head"></header><div class="tl-bar" data-part="line"></div><div data-part="error" role="alert"></div>' +
    '<nav data-part="rail"></nav><div data-part="choices"></div><div class="tl-main-row"><div class="tl-chart"><div data-part="title"></div>' +
    '<div data-part="tabs"></div><div data-part="legend"></div><div data-part="chart" role="tabpanel"></div></div>' +
    '<aside><div data-part="table"></div><div data-part="hand"></div></aside></div><div data-part="guide"></div>' +
    '<div class="tl-hover" role="tooltip" hidden></div><div class="tl-heard" aria-live="polite"></div>';
  const part = Object.fromEntries(PARTS.map((name) => [name, root.querySelector(`[data-part=${name}]`)]));
  const [hovering, heard] = [root.querySelector(".tl-hover"), root.querySelector(".tl-heard")];
  part.chart.id = `${lab.id}-chart`;
  let plan = null;
  let plateShown = null;
  let width = 640;
  let about = null; // the decision and seat whose hands are charted
  let over = -1; // the cell that the pointer is on

  lab.paper = () => PAPERS[root.dataset.theme];
  lab.hover = hover;
  const field = makeField(lab, part.line);

  function theme() {
    const chosen = lab.get("theme");
    const body = document.body.dataset.jpThemeLight ?? document.querySelector("[data-jp-theme-light]")?.dataset.jpThemeLight;
    const dark = body === undefined ? window.matchMedia("(prefers-color-scheme: dark)").matches : body === "false";
    root.dataset.theme = chosen === "auto" ? (dark ? "dark" : "light") : chosen;
    root.lang = lab.get("language") === "pt" ? "pt-BR" : "en";
  }

  const draw = () => keepingScroll(drawAll);

  function drawAll() {
    theme();
    const { board } = lab.all();
    if (!board?.line) return;
    keepingFocus(root, () => {
      root.setAttribute("aria-label", lab.say("lab", { line: board.line }));
      fill(part.head, controls(lab));
      field.show();
      fill(part.error, problems());
      fill(part.rail, rail(lab));
      fill(part.choices, choices(lab));
      fill(part.title, heading(lab));
      fill(part.tabs, tabs());
      fill(part.table, tablePicture(lab));
      fill(part.hand, handPanel(lab));
      fill(part.guide, guide(lab));
      fillChart();
    });
    pointAt(lab, root);
    showPlate();
    if (over >= 0) hoverCell(over);
  }

  function problems() {
    const { board, last_error: error, live } = lab.all();
    const notes = board.notes.map((note) => note[lab.get("language") === "pt" ? 1 : 0]);
    return (
      (error ? `<p class="tl-problem">${escape(error)} <button class="tl-link" data-do="forget" data-key="forget">${escape(lab.say("close"))}</button></p>` : "") +
      notes.map((note) => `<p class="tl-note">${escape(note)}${live ? ` <button class="tl-link" data-do="undo" data-key="note-undo">${escape(lab.say("tool-undo"))}</button>` : ""}</p>`).join("") +
      (lab.ui.link ? `<p class="tl-note"><code>${escape(lab.ui.link)}</code></p>` : "")
    );
  }

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
      ? `<label class="tl-soft">${escape(lab.say("blocks-by"))} <select data-change="fixed" data-key="fixed">${["lowest", "middle", "highest"].map((f) => `<option value="${f}"${lab.ui.fixed === f ? " selected" : ""}>${escape(lab.say(`by-${f}`))}</option>`).join("")}</select></label>`
      : "";
    return (
      `<div class="tl-tabs"><div role="tablist" aria-label="${escape(lab.say("views"))}">${buttons.join("")}</div><button class="tl-button tl-round-button" data-do="help" data-key="help" aria-expanded="${lab.ui.help}" aria-label="${escape(lab.say("help"))}">?</button></div>` +
      help(lab) +
      `<div class="tl-tools tl-chart-tools">${by}<button class="tl-button" data-do="arrange" data-key="arrange" aria-pressed="${listed}">${escape(lab.say(listed ? "as-chart" : "as-list"))}</button>` +
      ["csv", "png", "svg"].map((kind) => `<button class="tl-button" data-do="download" data-arg="${kind}" data-key="download-${kind}"${lab.shown().length ? "" : " disabled"} aria-label="${escape(lab.say("download", { kind: kind.toUpperCase() }))}">${kind.toUpperCase()}</button>`).join("") +
      "</div>"
    );
  }

  const drawChart = () => keepingScroll(() => keepingFocus(root, fillChart));

  /** Draws; what scrolls in the chart stays where it was, if it shows the same hands. */
  function keepingScroll(draw) {
    const scroller = () => part.chart.querySelector(".tl-list, .tl-picture") ?? {};
    const [before, { scrollLeft, scrollTop }] = [about, scroller()];
    draw();
    if (about === before && (scrollLeft || scrollTop)) Object.assign(scroller(), { scrollLeft, scrollTop });
  }

  function fillChart() {
    const { board, view } = lab.all();
    const list = lab.shown();
    const working = progress(lab);
    const now = JSON.stringify([board.history, board.position, lab.seat(), list.length]);
    if (now !== about) [about, lab.ui.focus] = [now, -1]; // the cells are other hands
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
    fill(part.chart, `${working}<div class="tl-picture" tabindex="0" role="group" data-key="picture" aria-label="${escape(lab.say("chart-label", { view: lab.say(`view-${view}`), seat: seatName(lab, lab.seat()) }))}">${svg()}</div>`);
  }

  /** The chart as it is, or would be, drawn. */
  function svg() {
    const { board, view } = lab.all();
    const draft = board.drafts[lab.seat()];
    plan = layout(lab, lab.shown(), width, lab.ui.fixed);
    return picture(lab, plan, painter(lab, view, lab.shown(), lab.paper()), {
      focus: lab.ui.focus, chosen: (row) => draft !== null && drafted(draft, row.dealt), label: `${lab.say(`view-${view}`)}: ${board.line}`,
    });
  }

  /** The keyboard comes to a cell: it is marked, explained and said. */
  function focusCell(k) {
    lab.ui.focus = k;
    drawChart();
    const element = root.querySelector(`#${lab.id}-cell-${k}`);
    if (!element) return;
    const { row } = plan.cells[k];
    heard.textContent = spoken(lab, row, painter(lab, lab.get("view"), lab.shown(), lab.paper())(row).text);
    hover(hoverCard(lab, row, lab.get("view")), element.getBoundingClientRect());
  }

  /** The pointer is on a cell, or on none (-1). */
  function hoverCell(k) {
    const element = k < 0 ? null : root.querySelector(`#${lab.id}-cell-${k}`);
    if (!element) return hover(null);
    hover(hoverCard(lab, plan.cells[k].row, lab.get("view")), element.getBoundingClientRect());
    over = k;
  }

  function hover(html, box) {
    over = -1;
    hovering.hidden = html === null;
    if (html === null) return;
    hovering.innerHTML = html;
    const edge = root.getBoundingClientRect();
    const [w, h] = [hovering.offsetWidth, hovering.offsetHeight];
    const below = box.bottom + h + 10 < window.innerHeight || box.top < h + 10;
    hovering.style.left = `${Math.max(4, Math.min(box.left - edge.left, edge.width - w - 6))}px`;
    hovering.style.top = `${below ? box.bottom - edge.top + 6 : box.top - edge.top - h - 6}px`;
  }

  return {
    root, part, field, draw, drawChart, focusCell, hoverCell, svg,
    over: () => over,
    /** The focus goes to what has this `data-key`. */
    focusOn: (key) => root.querySelector(`[data-key="${key}"]`)?.focus({ preventScroll: true }),
    cells: () => plan.cells,
    failed(error) {
      console.error(error);
      fill(part.error, `<p class="tl-problem">${escape(error)}</p>`);
    },
    /** The chart has another width: whether that changes anything. */
    widened(to) {
      const now = Math.max(300, to - 4 || 640);
      const other = now !== width;
      width = now;
      return other;
    },
  };
}
