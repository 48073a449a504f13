// A first look in seven steps, and what each view shows.
import { escape } from "./dom.js";

/** What each step is about, and where it points. */
const STEPS = [
  ["welcome", null],
  ["spot", "[data-tour=score]"],
  ["line", ".tl-field"],
  ["rail", "[data-part=rail]"],
  ["choices", "[data-tour=choices]"],
  ["chart", "[data-part=chart]"],
  ["hand", "[data-part=hand]"],
];

const GAP = 14;

export function guide(lab) {
  const step = lab.ui.step;
  if (step === null) return "";
  const [name] = STEPS[step];
  const last = step === STEPS.length - 1;
  return (
    `<div class="tl-guide" role="dialog" aria-label="${escape(lab.say("guide"))}"><span class="tl-soft">${step + 1} / ${STEPS.length}</span>` +
    `<h3>${escape(lab.say(`guide-${name}`))}</h3><p>${escape(lab.say(`guide-${name}-more`))}</p><div>` +
    `<button class="tl-button" data-do="guide_end" data-key="guide-end">${escape(lab.say("guide-skip"))}</button>` +
    (step > 0 ? `<button class="tl-button" data-do="guide_step" data-arg="-1" data-key="guide-back">${escape(lab.say("guide-back"))}</button>` : "") +
    `<button class="tl-button tl-main" data-do="${last ? "guide_end" : "guide_step"}" data-arg="1" data-key="guide-next">${escape(lab.say(last ? "guide-done" : "guide-next"))}</button></div></div>`
  );
}

/** Lights up what a step is about, and puts the step beside it: what sticks to the screen does not in a notebook. */
export function pointAt(lab, root) {
  root.querySelectorAll(".tl-lit").forEach((element) => element.classList.remove("tl-lit"));
  const { step, pointed } = lab.ui;
  lab.ui.pointed = step;
  if (step === null) return;
  const box = root.querySelector(".tl-guide");
  const target = STEPS[step][1] && root.querySelector(STEPS[step][1]);
  target?.classList.add("tl-lit");
  const edge = root.getBoundingClientRect();
  const about = (target || root).getBoundingClientRect();
  const [above, below] = [about.top - edge.top - box.offsetHeight - GAP, about.bottom - edge.top + GAP];
  const over = about.height > 500; // as a chart or the whole lab: beside it would be too far away
  const fits = below + box.offsetHeight < edge.height;
  box.style.top = `${over ? about.top - edge.top + 90 : fits ? below : above}px`;
  box.style.left = `${Math.max(4, Math.min(about.left - edge.left, edge.width - box.offsetWidth - 6))}px`;
  box.style.scrollMargin = `${over || !fits ? GAP : about.height + 2 * GAP}px 0 ${over || fits ? GAP : about.height + 2 * GAP}px`;
  if (step === pointed) return;
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  box.scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
}

export const help = (lab) =>
  lab.ui.help ? `<div class="tl-help" role="note"><b>${escape(lab.say(`view-${lab.get("view")}`))}</b> ${escape(lab.say(`help-${lab.get("view")}`))} ${escape(lab.say("help-keys"))}</div>` : "";
