// The decisions of the line as plates, and what may be done at the one that is looked at.
import { HUES, escape, number, percent } from "./dom.js";
import { actionName, cardName, seatName } from "./spot.js";

function verb(lab, step) {
  if (step.asked === "end") return lab.say("step-end");
  if (step.asked === "eleven") return lab.say("step-eleven");
  if (step.asked === "answer") return lab.say("step-answer");
  return lab.say(step.leads ? "step-leads" : "step-follows");
}

export function rail(lab) {
  const { board, play } = lab.all();
  const plates = [];
  let round = -1;
  board.steps.forEach((step, k) => {
    if (step.asked !== "end" && step.round !== round) {
      round = step.round;
      plates.push(`<li class="tl-round" aria-hidden="true">${escape(lab.say("round", { round: round + 1 }))}</li>`);
    }
    const reach = play?.rail?.[k];
    const here = k === board.position;
    const pinned = step.seat !== null && board.drafts[step.seat]?.pinned;
    const done = step.written === null ? (step.asked === "end" ? endTitle(lab) : lab.say("to-act")) : `<b>${escape(stepName(lab, step))}</b>`;
    plates.push(
      `<li><button class="tl-plate${here ? " tl-here" : ""} tl-seat-${step.seat ?? "end"}" data-do="position" data-arg="${k}" data-key="plate-${k}" ` +
        `${here ? 'aria-current="step"' : ""}><span class="tl-who">${step.seat === null ? "" : `<i></i>${escape(seatName(lab, step.seat))}`}${pinned ? ` <b class="tl-pinned" title="${escape(lab.say("pinned"))}">!</b>` : ""} ` +
        `<span class="tl-soft">${escape(verb(lab, step))}</span></span><span class="tl-did">${done}</span>` +
        `<span class="tl-reach" title="${escape(lab.say("reach-title"))}">${reach ? percent(lab, reach[0]) + (reach[1] === null ? "" : ` · ${percent(lab, reach[1])}`) : "&nbsp;"}</span></button></li>`,
    );
  });
  return `<ol class="tl-plates" aria-label="${escape(lab.say("rail"))}">${plates.join("")}</ol>`;
}

function endTitle(lab) {
  const { state } = lab.get("board");
  return state.winner === null ? "" : escape(lab.say("end-short", { seat: seatName(lab, state.winner), points: state.points }));
}

function stepName(lab, step) {
  const word = step.written;
  if (step.action === "open" || step.action === "hidden") {
    const card = lab.get("board").labels.indexOf(word.replace("*", ""));
    return actionName(lab, { card, kind: step.action });
  }
  if (step.action === "raise") return lab.say(`rung-${word === "r" ? 3 : +word.slice(1)}`);
  return step.asked === "eleven" ? lab.say(step.action === "accept" ? "play-eleven" : "fold-eleven") : lab.say(step.action);
}

/** Every legal action with how often it is taken. */
export function choices(lab) {
  const { board, play, worth, live } = lab.all();
  if (board.actor === null) return ended(lab);
  const taken = board.steps[board.position]?.written ?? null;
  const shares = play?.choices;
  const most = shares ? Math.max(...shares.map((choice) => choice.frequency)) : 0;
  const buttons = board.choices.map((choice, k) => {
    const frequency = shares?.[k].frequency ?? null;
    const reason = shares ? shares[k].dominated : choice.dominated;
    const on = choice.written === taken;
    const hue = choice.kind === "open" ? HUES.highest : HUES[choice.kind];
    const win = worth?.choices?.[k];
    const title = reason ? lab.say(`dominated-${reason}`) : !choice.fits ? lab.say("choice-unfit") : win === null || win === undefined ? "" : lab.say("choice-wins", { win: number(lab, win, 1) });
    const rare = frequency !== null && frequency < 0.0005;
    return (
      `<button class="tl-choice tl-kind-${choice.kind}${on ? " tl-on" : ""}${rare ? " tl-rare" : ""}${reason ? " tl-pruned" : ""}" data-do="take" data-arg="${escape(choice.written)}" ` +
      `data-key="take-${escape(choice.written)}" aria-label="${escape(actionName(lab, choice))}${frequency === null ? "" : ` ${percent(lab, frequency)}`}" aria-pressed="${on}" title="${escape(title)}"${choice.fits && live ? "" : " disabled"} style="--hue:${hue};--share:${frequency && most ? (100 * frequency) / most : 0}%">` +
      `<span>${escape(choice.kind === "hidden" ? cardName(lab, choice.card) : actionName(lab, choice))}</span><b>${frequency === null ? "" : rare ? "–" : percent(lab, frequency)}</b>${reason ? `<em>${escape(lab.say("pruned"))}</em>` : ""}</button>`
    );
  });
  const group = (hidden) => buttons.filter((_, k) => (board.choices[k].kind === "hidden") === hidden).join("");
  const below = group(true);
  return (
    `<div data-tour="choices" role="group" aria-label="${escape(lab.say("legal-actions"))}"><div class="tl-choices">${group(false)}</div>` +
    (below ? `<div class="tl-choices tl-below"><span class="tl-cap">${escape(lab.say("face-down"))}</span>${below}</div>` : "") + "</div>"
  );
}

function ended(lab) {
  const { state } = lab.get("board");
  const seat = seatName(lab, state.winner);
  const next = state.next ? lab.say("end-next", { score: state.next.join("×") }) : lab.say("end-match", { seat });
  return `<div class="tl-ended"><b>${escape(lab.say("end-wins", { seat, points: state.points }))}</b> <span class="tl-soft">${escape(next)}</span></div>`;
}

/** Title, chance of winning, reach and trust of the decision that is looked at. */
export function heading(lab) {
  const { board, play, worth } = lab.all();
  if (board.actor === null) return `<div class="tl-title"><h2>${escape(lab.say("step-end"))}</h2></div>`;
  const seat = seatName(lab, board.actor);
  const state = board.state;
  const title =
    state.asked === "eleven" ? lab.say("title-eleven", { seat })
    : state.asked === "answer" ? lab.say("title-answer", { seat, rung: lab.say(`rung-${state.pending}`) })
    : lab.say(state.table.length % 2 ? "title-follows" : "title-leads", { seat, round: state.round + 1 });
  const reach = play?.rail?.[board.position]?.[0];
  const stats = [];
  if (worth) {
    const [mao, pe] = worth.value;
    stats.push([lab.say("stat-wins", { seat }), `${number(lab, board.actor === 0 ? mao : pe, 1)} %`]);
  }
  if (reach !== undefined) stats.push([lab.say("stat-reach"), percent(lab, reach)]);
  const trust = worth ? badge(lab, worth.gap) : "";
  const again = play?.resolved ? onTheSpot(lab, play.resolved) : "";
  return (
    `<div class="tl-title"><h2>${escape(title)}</h2>` +
    stats.map(([name, value]) => `<span class="tl-stat">${escape(name)} <b>${value}</b></span>`).join("") +
    `${trust}${again}</div>`
  );
}

/** That the solution practically never gets here, and what is shown instead. */
function onTheSpot(lab, { gap, iterations, shown }) {
  const more = shown ? lab.say("resolved-more", { gap: number(lab, gap, 3), iterations }) : lab.say("replying-more");
  return `<span class="tl-badge tl-caution" title="${escape(more)}">${escape(lab.say(shown ? "resolved" : "replying"))}</span>`;
}

/** How far the answer is from a best response. */
export function badge(lab, gap) {
  const grade = gap <= 1 ? "good" : gap <= 5 ? "caution" : "poor";
  return `<span class="tl-badge tl-${grade}" title="${escape(lab.say("trust-more", { gap: number(lab, gap, 3) }))}">${escape(lab.say(`trust-${grade}`))} · ${number(lab, gap, gap < 0.1 ? 3 : 1)} ${escape(lab.say("pp"))}</span>`;
}

