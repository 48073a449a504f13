// Clicks, keys and the pointer, each handed to what it does.
import { neighbour } from "./chart.js";

/** Listens until the signal; whatever goes wrong is said on the screen. */
export function listenTo(lab, screen, { acts, changes, pickHand }, guarded, signal) {
  const { root, part, field } = screen;
  const listen = (target, kind, act) => target.addEventListener(kind, guarded(act), { signal });

  listen(root, "click", (event) => {
    const button = event.target.closest("[data-do]");
    const again = event.detail > 1; // of a double click, on what the first one has drawn
    if (again && event.target.closest("[data-do=take], [data-cell]")) return;
    if (button && !button.disabled) return acts[button.dataset.do](button.dataset.arg ?? "");
    const cell = event.target.closest("[data-cell]");
    if (cell) {
      lab.ui.focus = Number(cell.dataset.cell);
      pickHand(screen.cells()[lab.ui.focus].row);
    }
  });
  listen(root, "change", (event) => {
    const input = event.target.closest("[data-change]");
    if (!input) return;
    changes[input.dataset.change](input.value, input);
    screen.draw();
  });

  listen(part.chart, "mousemove", (event) => {
    const cell = event.target.closest("[data-cell]");
    const k = cell ? Number(cell.dataset.cell) : -1;
    if (k !== screen.over()) screen.hoverCell(k);
  });
  listen(part.chart, "mouseleave", () => screen.hoverCell(-1));

  listen(root, "keydown", (event) => {
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.closest("input, select, textarea");
    if (typing) return;
    const row = event.target.closest("[role=radiogroup], [role=tablist]");
    if (event.key === "/") field.focus();
    else if (event.key === "Escape") {
      const guided = lab.ui.step !== null;
      lab.ui.step = null;
      lab.ui.focus = -1;
      lab.hover(null);
      screen.draw();
      if (guided) screen.focusOn("guide");
      else root.focus();
    } else if (event.target.closest(".tl-picture")) {
      if (event.key.startsWith("Arrow")) screen.focusCell(neighbour(screen.cells(), lab.ui.focus, event.key));
      else if ((event.key === "Enter" || event.key === " ") && lab.ui.focus >= 0) pickHand(screen.cells()[lab.ui.focus].row);
      else return;
    } else if (row && event.key.startsWith("Arrow")) {
      const buttons = [...row.querySelectorAll("button:enabled")];
      const by = event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 1;
      buttons.at((buttons.indexOf(event.target) + by) % buttons.length)?.focus();
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") lab.send("step", { by: event.key === "ArrowLeft" ? -1 : 1 });
    else return;
    event.preventDefault();
  });
  // Lumino reads keys before the page does, and lets those pass whose target says so itself; its parents do not count
  listen(root, "focusin", (event) => { event.target.dataset.lmSuppressShortcuts = "true"; });
  for (const kind of ["keyup", "keypress", "paste", "copy", "cut"]) listen(root, kind, (event) => event.stopPropagation());
}
