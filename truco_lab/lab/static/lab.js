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
  const drawIfDue = guarded(() => {
    if (due && !stop.signal.aborted) screen.draw();
    due = false;
  });
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
      screen.field.taken();
    }
    redraw();
    queueMicrotask(drawIfDue); // a move waits for no frame
  };
  const told = (message) => { if (message.kind === "reading") screen.field.heard(message); };
  const listeners = [...TRAITS.map((name) => [`change:${name}`, name === "board" ? moved : redraw]), ["msg:custom", told]];
  for (const [event, act] of listeners) model.on(event, act);
  const size = new ResizeObserver(([entry]) => { if (screen.widened(entry.contentRect.width)) redraw(); });
  size.observe(screen.part.chart);
  const themes = new MutationObserver(redraw);
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
