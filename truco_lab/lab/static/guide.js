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

/** Lights up what a step is about. */
export function pointAt(lab, root) {
  root.querySelectorAll(".tl-lit").forEach((element) => element.classList.remove("tl-lit"));
  const target = lab.ui.step === null ? null : STEPS[lab.ui.step][1];
  const element = target && root.querySelector(target);
  if (!element) return;
  element.classList.add("tl-lit");
  element.scrollIntoView({ block: "nearest", behavior: "smooth" });
}

export const help = (lab) =>
  lab.ui.help ? `<div class="tl-help" role="note"><b>${escape(lab.say(`view-${lab.get("view")}`))}</b> ${escape(lab.say(`help-${lab.get("view")}`))} ${escape(lab.say("help-keys"))}</div>` : "";
