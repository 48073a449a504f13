// Solving: what it will take, how far it is, and what stands in its way.
import { escape, number } from "./dom.js";

/** How far the solution is, while there is none or only a rough one. */
export function progress(lab) {
  const status = lab.get("status") ?? {};
  if (!status.stage || status.stage === "solved") return "";
  const say = (key, values) => escape(lab.say(key, values));
  const needs = () => say("solve-needs", { seconds: number(lab, status.estimate, 0), compile: number(lab, status.compile, 0), memory: number(lab, status.memory / 2 ** 30, 1), free: number(lab, status.free / 2 ** 30, 1) });
  if (status.stage === "asking" || status.stage === "cancelled" || status.stage === "failed") {
    const why = `<p>${status.error ? escape(status.error[lab.get("language") === "pt" ? 1 : 0]) : status.missing ? say("solve-missing", { count: status.missing, score: status.subgame.split(" ")[0] }) : needs()}</p>`;
    const head = status.stage === "cancelled" ? say("solve-cancelled", { subgame: status.subgame }) : say("solve-not", { subgame: status.subgame });
    const button = status.error || status.missing ? "" : `<button class="tl-button tl-main" data-do="solve" data-key="solve">${say("solve-do")}</button>`;
    return `<div class="tl-progress"><b>${head}</b>${why}${button}</div>`;
  }
  const gap = status.exploitability;
  const from = status.trail?.[0] ?? gap;
  const done = gap === null || gap === undefined || !(from > status.target) ? 0 : Math.max(0, Math.min(1, Math.log(from / gap) / Math.log(from / status.target)));
  const what = status.stage === "values" ? say("solve-values", { score: status.first }) : status.stage === "compiling" ? say("solve-compiling") : say("solve-solving", { gap: number(lab, gap, gap < 0.1 ? 4 : 2), iteration: status.iteration });
  return (
    `<div class="tl-progress"><b>${say("solve-now", { subgame: status.subgame })}</b> <span>${what}</span>` +
    `<div class="tl-bar-outer" role="progressbar" aria-valuenow="${Math.round(100 * done)}" aria-valuemin="0" aria-valuemax="100" aria-label="${say("solve-now", { subgame: status.subgame })}"><i style="width:${(100 * done).toFixed(1)}%"></i></div>` +
    `<button class="tl-button" data-do="cancel" data-key="cancel">${say("solve-stop")}</button></div>`
  );
}
