// The whole: a screen that keeps in step with what the kernel says.
import { TRAITS, makeLab } from "./model.js";
import { makeScreen } from "./screen.js";
import { makeActs } from "./acts.js";
import { listenTo } from "./listen.js";
import { lineOfPage, writeAddress } from "./address.js";

function render({ model, el }) {
  const lab = makeLab(model);
  const screen = makeScreen(lab);
  const stop = new AbortController();
  el.append(screen.root);

  /** The same, saying on the screen what goes wrong in it. */
  const guarded = (act) => (event) => {
    try {
      act(event)?.catch?.(screen.failed);
    } catch (error) {
      screen.failed(error);
    }
  };
  listenTo(lab, screen, makeActs(lab, screen), guarded, stop.signal);

  let due = false;
  let pressed = false;
  const drawIfDue = guarded(() => {
    if (pressed) return; // what is drawn anew under the pointer would lose its click
    if (due && !stop.signal.aborted) screen.draw();
    due = false;
  });
  const released = () => setTimeout(() => { pressed = false; drawIfDue(); });
  const presses = (event) => (pressed = !event.target.closest("select")); // its list keeps the release to itself
  screen.root.addEventListener("pointerdown", presses, { signal: stop.signal });
  for (const kind of ["pointerup", "pointercancel"]) window.addEventListener(kind, released, { signal: stop.signal });
  const redraw = () => {
    lab.stale();
    if (!due) requestAnimationFrame(drawIfDue);
    due = true;
  };
  let line = null;
  const moved = () => {
    const now = lab.get("board")?.line;
    if (now && now !== line) {
      if (line !== null) setTimeout(() => writeAddress(now)); // after the chart: it takes as long as that
      line = now;
      lab.ui.isolated = null;
      lab.ui.slot = null;
      lab.ui.link = null;
      lab.hover(null);
      screen.field.moved();
    }
    redraw();
    queueMicrotask(drawIfDue); // a move waits for no frame
  };
  const compares = () => { lab.ui.compare = null; redraw(); };
  const told = (message) => screen.field[message.kind](message);
  const own = { board: moved, other: compares };
  const listeners = [...TRAITS.map((name) => [`change:${name}`, own[name] ?? redraw]), ["msg:custom", told]];
  for (const [event, act] of listeners) model.on(event, act);
  const size = new ResizeObserver(([entry]) => { if (screen.widened(entry.contentRect.width)) redraw(); });
  size.observe(screen.part.chart);
  const themes = new MutationObserver(redraw);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw, { signal: stop.signal });
  themes.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  screen.widened(screen.part.chart.clientWidth);
  moved();
  screen.draw();
  const asked = lineOfPage();
  if (asked !== null && lab.get("can").open) lab.send("open", { text: asked });

  return () => {
    stop.abort();
    size.disconnect();
    themes.disconnect();
    for (const [event, act] of listeners) model.off(event, act);
    screen.root.remove();
  };
}

export default { render };
