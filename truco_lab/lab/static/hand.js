// The hand panel: one hand, or a few, of the seat that acts.
import { HUES, escape, number, percent } from "./dom.js";
import { cardFace, cardPlace } from "./cards.js";
import { KINDS, actionName, cardName, cut, drafted, handName, kindOf, kindShares, seatName } from "./spot.js";

export function handPanel(lab) {
  const { board, live } = lab.all();
  if (board.actor === null) return "";
  const seat = board.actor;
  const draft = board.drafts[seat];
  const slots = draft?.slots ?? [null, null, null];
  const off = live ? "" : " disabled";
  const places = slots.map((slot, k) => {
    const card = slot === null ? cardPlace("?") : cardFace(board.labels[slot], lab.ui.suit, cardName(lab, slot));
    const open = lab.ui.slot === k;
    return (
      `<button class="tl-slot" data-do="slot" data-arg="${k}" data-key="slot-${k}" aria-expanded="${open}"${off} ` +
      `aria-label="${escape(lab.say("slot", { slot: k + 1, card: slot === null ? "?" : cardName(lab, slot) }))}">${card}</button>`
    );
  });
  const known = slots.some((slot) => slot !== null);
  const tools = known
    ? `<button class="tl-button" data-do="pin" data-key="pin" aria-pressed="${draft.pinned}"${off} title="${escape(lab.say("pin-more"))}">${escape(lab.say(draft.pinned ? "unpin" : "pin"))}</button>` +
      `<button class="tl-button" data-do="clear_draft" data-key="clear-draft"${off}>${escape(lab.say("clear-hand"))}</button>`
    : "";
  return (
    `<h3>${escape(lab.say("hand-of", { seat: seatName(lab, seat) }))}</h3><div class="tl-slots">${places.join("")}<span class="tl-tools">${tools}</span></div>` +
    (lab.ui.slot === null ? "" : picker(lab, slots)) + (known ? about(lab, draft) : `<p class="tl-soft">${escape(lab.say("hand-hint"))}</p>`)
  );
}

function picker(lab, slots) {
  const { labels, copies } = lab.get("board");
  const counts = (card) => slots.filter((slot, k) => slot === card && k !== lab.ui.slot).length;
  const cards = labels.map((_, card) => card).reverse().map(
    (card) => `<button data-do="draft" data-arg="${card}" data-key="draft-${card}"${counts(card) >= copies[card] ? " disabled" : ""}>${escape(cardName(lab, card))}</button>`,
  );
  return `<div class="tl-picker" role="group" aria-label="${escape(lab.say("pick-card"))}">${cards.join("")}<button data-do="draft" data-arg="" data-key="draft-none">?</button></div>`;
}

function about(lab, draft) {
  const rows = lab.rows().filter((row) => drafted(draft, row.dealt));
  const { play } = lab.all();
  if (!play?.hands) return "";
  if (!rows.length) return `<p class="tl-soft">${escape(lab.say("hand-never"))}</p>`;
  const share = rows.reduce((all, row) => all + row.share, 0);
  const reach = play.rail?.[lab.get("board").position]?.[0] ?? 0;
  const never = rows.every((row) => row.never);
  const replied = rows.every((row) => row.replied);
  const often = `<p>${escape(lab.say("hand-often", { all: percent(lab, share * reach), range: percent(lab, share) }))}</p>`;
  const warning = never ? `<p class="tl-warning">${escape(lab.say(replied ? "hand-replied" : "hand-rare"))}</p>` : "";
  return often + warning + (rows.length === 1 ? exact(lab, rows[0]) : several(lab, rows, draft));
}

export function mixBar(shares) {
  const parts = KINDS.filter((kind) => shares[kind] > 0.001).map((kind) => `<i style="background:${HUES[kind]};flex:${shares[kind]}"></i>`);
  return `<div class="tl-mix" aria-hidden="true">${parts.join("")}</div>`;
}

/** One hand: what it plays, what each action wins and loses against the best. */
export function exact(lab, row) {
  const { choices } = lab.get("board");
  const chances = new Map(row.mix.map((part) => [part.action, part.chance]));
  const values = new Map((row.values ?? []).map((v) => [v.action, v]));
  const best = Math.max(...[...values.values()].map((v) => v.win));
  const points = Math.max(...[...values.values()].map((v) => v.points ?? -Infinity));
  const actions = [...new Set([...chances.keys(), ...values.keys()])].sort((a, b) => (chances.get(b) ?? 0) - (chances.get(a) ?? 0) || (values.get(b)?.win ?? 0) - (values.get(a)?.win ?? 0));
  const lines = actions.map((action) => {
    const value = values.get(action);
    const lost = value ? best - value.win : null;
    const lostPoints = value && value.points !== null ? points - value.points : null;
    const kind = kindOf(choices[action], row.left);
    return (
      `<tr><th scope="row"><i style="background:${HUES[kind]}"></i>${escape(actionName(lab, choices[action]))}</th><td>${percent(lab, chances.get(action) ?? 0)}</td>` +
      (value ? `<td>${number(lab, value.win, 2)}</td><td class="${lost < 0.05 ? "tl-best" : ""}">${lost < 0.005 ? "–" : `−${number(lab, lost, 2)}`}</td><td>${lostPoints === null || lostPoints < 0.005 ? "–" : `−${number(lab, lostPoints, 2)}`}</td>` : "<td></td><td></td><td></td>") +
      "</tr>"
    );
  });
  const heads = ["played", "wins", "loses-pp", "loses-points"].map((name) => `<th scope="col">${escape(lab.say(`head-${name}`))}</th>`);
  return mixBar(kindShares([{ ...row, share: 1 }])) + `<table class="tl-values"><thead><tr><th></th>${heads.join("")}</tr></thead><tbody>${lines.join("")}</tbody></table>` + remark(lab, row, values);
}

/** What the numbers come to, in a sentence. */
function remark(lab, row, values) {
  const wins = [...values.values()].map((v) => v.win).sort((a, b) => b - a);
  if (wins.length < 2) return "";
  const spread = wins[0] - wins[wins.length - 1];
  const mixes = row.mix.filter((part) => part.chance > 0.01).length > 1;
  const say = spread < 0.3 ? lab.say("remark-same") : mixes && wins[0] - wins[1] < 0.1 ? lab.say("remark-mixes") : lab.say("remark-gap", { gap: number(lab, wins[0] - wins[1], 1) });
  return `<p class="tl-soft">${escape(say)}</p>`;
}

/** A few hands: their mix together, and one line each; with one slot unknown those are the cards it may be. */
function several(lab, rows, draft) {
  const total = rows.reduce((all, row) => all + row.share, 0) || 1;
  const unknown = draft.slots.indexOf(null);
  const one = draft.slots.filter((slot) => slot === null).length === 1;
  const most = Math.max(...rows.map((row) => row.share)) || 1;
  const lines = [...rows].sort((a, b) => b.share - a.share || a.k - b.k).slice(0, 16).map((row) => {
    const name = one ? cardName(lab, row.dealt[unknown]) : handName(lab, row.dealt);
    return (
      `<button class="tl-may" data-do="hand" data-arg="${row.k}" data-key="may-${row.k}"><span>${escape(name)}</span>` +
      `<span class="tl-may-bar" style="width:${10 + (60 * row.share) / most}%">${mixBar(kindShares([{ ...row, share: 1 }]))}</span><b>${percent(lab, row.share / total)}</b></button>`
    );
  });
  const more = rows.length > 16 ? `<p class="tl-soft">${escape(lab.say("hands-more", { count: rows.length - 16 }))}</p>` : "";
  return mixBar(kindShares(rows)) + `<h4>${escape(lab.say(one ? "may-be-card" : "may-be-hand"))}</h4>${lines.join("")}${more}`;
}

/** What hovers beside a cell. */
export function hoverCard(lab, row, view) {
  const title = `<b>${escape(handName(lab, row.left))}</b>`;
  if (view === "opponent") return `${title}<p>${escape(lab.say("hover-share", { share: percent(lab, row.share) }))}</p>`;
  const other = lab.get("beside")?.mix?.[row.k];
  const beside = view === "compare" && other
    ? `<p class="tl-soft">${escape(lab.say("hover-there"))}: ${cut(other, 2).map(([action, chance]) => `${escape(action < 0 ? "…" : actionName(lab, lab.get("board").choices[action]))} ${percent(lab, chance)}`).join(", ")}</p>`
    : "";
  const trust = row.best === null ? "" : `<p class="tl-soft">${escape(lab.say("hover-trust", { gap: number(lab, Math.max(0, row.best - row.win), 2) }))}</p>`;
  const rare = row.never ? `<p class="tl-warning">${escape(lab.say(row.replied ? "hand-replied" : "hand-rare"))}</p>` : "";
  return `${title}<p class="tl-soft">${escape(lab.say("hover-share", { share: percent(lab, row.share) }))}</p>${exact(lab, row)}${beside}${trust}${rare}`;
}
