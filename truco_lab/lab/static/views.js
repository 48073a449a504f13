// What each view says of a hand: the fill of its cell, the number in it, and the legend. `plots/paint.py` says the same.
import { HUES, escape, inkOn, mixed, number, percent } from "./dom.js";
import { KINDS, kindOf, kindShares, shortName } from "./spot.js";

export const VIEWS = ["strategy", "range", "opponent", "value", "cost", "compare", "trust"];

const WINNING = "#0072B2";
const LOSING = "#D55E00";
const RANGE = "#009E73";

/** How a row is painted in a view: bands of colour (shares of the cell), a text, and whether it is faded. */
export function painter(lab, view, list, paper) {
  const isolated = lab.ui.isolated;
  const shaded = (hue, strength, text) => {
    const colour = mixed(paper.paper, hue, Math.max(0, Math.min(1, strength)));
    return { bands: [[colour, 1]], text, ink: inkOn(colour) };
  };
  const blank = { bands: [[paper.paper, 1]], text: "", ink: paper.soft };
  const painters = {
    strategy(row) {
      if (!row.mix.length) return blank;
      if (isolated) {
        const chance = row.mix.reduce((total, part) => total + (part.kind === isolated ? part.chance : 0), 0);
        return shaded(HUES[isolated], chance, chance < 0.005 ? "·" : number(lab, 100 * chance, 0));
      }
      const bands = KINDS.map((kind) => [HUES[kind], row.mix.reduce((t, part) => t + (part.kind === kind ? part.chance : 0), 0)]);
      const most = row.mix.reduce((a, b) => (b.chance > a.chance ? b : a));
      const kept = bands.filter(([, share]) => share > 0.002);
      const choice = lab.get("board").choices[most.action];
      const text = choice.card !== null ? shortName(lab, choice) : kept.length > 1 ? number(lab, 100 * most.chance, 0) : "";
      return { bands: kept, text, ink: kept.length === 1 ? inkOn(kept[0][0]) : null, small: true };
    },
    range: (row) => ranged(row),
    opponent: (row) => ranged(row),
    value(row) {
      if (row.win === null) return blank;
      const [low, high] = extent(list);
      const reach = Math.max(high - 50, 50 - low, 5);
      const strength = Math.abs(row.win - 50) / reach;
      return shaded(row.win >= 50 ? WINNING : LOSING, 0.06 + 0.84 * strength, number(lab, row.win, 0));
    },
    cost(row) {
      const lost = costOf(lab, row);
      if (lost === null) return blank;
      const strength = Math.sqrt(lost / (lab.ui.unit === "pp" ? 20 : 3));
      return shaded(LOSING, strength, lost < 0.05 ? "·" : number(lab, lost, lost < 9.95 ? 1 : 0));
    },
    compare(row) {
      const change = changeOf(lab, row);
      if (change === null) return blank;
      return shaded(change.signed === null || change.signed >= 0 ? WINNING : LOSING, change.size, change.size < 0.005 ? "·" : (change.signed < 0 ? "−" : "") + number(lab, 100 * change.size, 0));
    },
    trust(row) {
      if (row.best === null) return blank;
      const gap = Math.max(0, row.best - row.win);
      return shaded(gap <= 1 ? RANGE : gap <= 5 ? HUES.lowest : LOSING, gap <= 1 ? 0.25 + 0.35 * gap : 0.75, gap < 0.05 ? "·" : number(lab, gap, 1));
    },
  };
  const most = Math.max(1e-9, ...list.map((row) => row.share));
  function ranged(row) {
    if (row.share <= 0) return blank;
    return shaded(RANGE, 0.04 + 0.9 * Math.sqrt(row.share / most), row.share < 5e-4 ? "·" : number(lab, 100 * row.share, row.share < 0.0995 ? 1 : 0));
  }
  return (row) => (row.never && view !== "opponent" ? faint(painters[view](row), paper) : painters[view](row));
}

/** A cell that says little: its colours are mostly paper. */
function faint(cell, paper) {
  const bands = cell.bands.map(([fill, share]) => [mixed(fill, paper.paper, 0.72), share]);
  return { ...cell, bands, ink: bands.length === 1 ? inkOn(bands[0][0]) : cell.ink };
}

function extent(list) {
  const wins = list.map((row) => row.win).filter((win) => win !== null);
  return [Math.min(...wins), Math.max(...wins)];
}

/** What a hand loses: against its best action, by the worst, the most played or a chosen one. */
export function costOf(lab, row) {
  if (!row.values) return null;
  const { choices } = lab.get("board");
  const worth = (value) => (lab.ui.unit === "pp" ? value.win : value.points);
  const kept = row.values.filter((v) => worth(v) !== null && (lab.ui.faceDown || choices[v.action].kind !== "hidden"));
  if (!kept.length) return null;
  const best = Math.max(...kept.map(worth));
  if (lab.ui.against === "worst") return best - Math.min(...kept.map(worth));
  if (lab.ui.against === "played") {
    const most = row.mix.reduce((a, b) => (b.chance > a.chance ? b : a), { chance: -1, action: -1 });
    const played = kept.find((v) => v.action === most.action);
    return played ? best - worth(played) : null;
  }
  const chosen = kept.find((v) => kindOf(choices[v.action], row.left) === lab.ui.against);
  return chosen ? best - worth(chosen) : null;
}

/** How a hand's play differs at the other spot: total variation, and the signed change of accepting. */
export function changeOf(lab, row) {
  const there = lab.get("beside")?.mix?.[row.k];
  if (!there) return null;
  const { choices } = lab.get("board");
  const here = new Map(row.mix.map((part) => [part.action, part.chance]));
  const other = new Map();
  for (let k = 0; k < there.length; k += 2) other.set(there[k], (other.get(there[k]) ?? 0) + there[k + 1]);
  let size = 0;
  for (const action of new Set([...here.keys(), ...other.keys()])) size += Math.abs((here.get(action) ?? 0) - (other.get(action) ?? 0)) / 2;
  const told = choices.findIndex((choice) => choice.kind === "accept");
  const signed = told < 0 ? null : (other.get(told) ?? 0) - (here.get(told) ?? 0);
  return { size: told < 0 ? size : Math.abs(signed), signed, variation: size };
}

/** The legend of a view; in the strategy view it filters. */
export function legend(lab, view, list) {
  if (view === "strategy") {
    const shares = kindShares(list);
    const items = KINDS.filter((kind) => shares[kind] > 0).map((kind) => {
      const on = lab.ui.isolated === kind;
      return (
        `<button class="tl-key" data-do="isolate" data-arg="${kind}" data-key="key-${kind}" aria-pressed="${on}">` +
        `<i style="background:${HUES[kind]}"></i>${escape(lab.say(`kind-${kind}`))} <b>${percent(lab, shares[kind])}</b></button>`
      );
    });
    return `<div class="tl-legend" role="group" aria-label="${escape(lab.say("legend"))}">${items.join("")}</div>`;
  }
  if (view === "cost") return costControls(lab, list);
  if (view === "compare") return compareControls(lab);
  const scales = {
    range: [[RANGE, 0.04], [RANGE, 0.94], "scale-none", "scale-most"],
    opponent: [[RANGE, 0.04], [RANGE, 0.94], "scale-none", "scale-most"],
    value: [[LOSING, 0.9], [WINNING, 0.9], "scale-loses", "scale-wins"],
    trust: [[RANGE, 0.4], [LOSING, 0.8], "scale-exact", "scale-rough"],
  };
  const [from, to, low, high] = scales[view];
  const paper = lab.paper().paper;
  const colours = [mixed(paper, ...from), view === "trust" ? HUES.lowest : mixed(paper, to[0], 0.08), mixed(paper, ...to)];
  return (
    `<div class="tl-legend"><span>${escape(lab.say(low))}</span><i class="tl-scale" style="background:linear-gradient(90deg,${colours.join(",")})"></i>` +
    `<span>${escape(lab.say(high))}</span></div>`
  );
}

function costControls(lab, list) {
  const kinds = KINDS.filter((kind) => list.some((row) => row.values?.some((v) => kindOf(lab.get("board").choices[v.action], row.left) === kind)));
  const options = ["worst", "played", ...kinds].map((against) => {
    const words = against === "worst" ? lab.say("cost-worst") : against === "played" ? lab.say("cost-played") : lab.say("cost-of", { action: lab.say(`kind-${against}`) });
    return `<option value="${against}"${lab.ui.against === against ? " selected" : ""}>${escape(words)}</option>`;
  });
  const hides = lab.get("board").choices.some((choice) => choice.kind === "hidden");
  return (
    `<div class="tl-legend"><label>${escape(lab.say("cost-loses"))} <select data-change="against" data-key="against">${options.join("")}</select></label>` +
    `<label>${escape(lab.say("cost-in"))} <select data-change="unit" data-key="unit"><option value="pp"${lab.ui.unit === "pp" ? " selected" : ""}>${escape(lab.say("unit-pp"))}</option>` +
    `<option value="points"${lab.ui.unit === "points" ? " selected" : ""}>${escape(lab.say("unit-points"))}</option></select></label>` +
    (hides ? `<label><input type="checkbox" data-change="faceDown" data-key="faceDown"${lab.ui.faceDown ? " checked" : ""}> ${escape(lab.say("cost-hidden"))}</label>` : "") +
    "</div>"
  );
}

/** The score and turn-up to compare with: what was chosen, else what stands beside now, else the lab's own. */
export function compared(lab) {
  if (lab.ui.compare) return lab.ui.compare;
  const { board, other } = lab.all();
  const [, mao, pe, rank] = /^(\d+)x(\d+) v(\w)/.exec(other) ?? [null, ...board.score, board.turn_up];
  return { mao: Number(mao), pe: Number(pe), rank: rank.toUpperCase() };
}

function compareControls(lab) {
  const { beside } = lab.all();
  const chosen = compared(lab);
  const points = (name) =>
    `<select data-change="${name}" data-key="${name}" aria-label="${escape(lab.say(name === "compareMao" ? "points-mao" : "points-pe"))}">` +
    Array.from({ length: 12 }, (_, k) => `<option${k === (name === "compareMao" ? chosen.mao : chosen.pe) ? " selected" : ""}>${k}</option>`).join("") +
    "</select>";
  const ranks = [..."4567QJKA23"].map((rank) => `<option${rank === chosen.rank ? " selected" : ""}>${rank}</option>`).join("");
  const stage = beside?.status?.stage;
  const state = beside?.missing ? lab.say("compare-missing", { subgame: beside.missing })
    : beside?.unsolved ? lab.say("compare-unsolved", { subgame: beside.unsolved })
    : beside?.line ? lab.say("compare-with", { line: beside.line }) : stage && stage !== "failed" ? lab.say("compare-solving") : lab.say("compare-none");
  return (
    `<div class="tl-legend"><span>${escape(lab.say("compare-pick"))}</span>${points("compareMao")}×${points("comparePe")}` +
    `<label>${escape(lab.say("turn-up"))} <select data-change="compareRank" data-key="compareRank">${ranks}</select></label>` +
    `<button data-do="compare" data-key="compare" class="tl-button">${escape(lab.say("compare-do"))}</button><span class="tl-soft">${escape(state)}</span></div>`
  );
}
