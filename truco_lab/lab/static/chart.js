// The chart as one picture: blocks for three cards, a triangle for two, a strip for one. The picture that is saved is
// the one on the screen.
import { escape } from "./dom.js";
import { cardName, handName } from "./spot.js";

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/**
 * Where every hand goes. Cells are { row, x, y, w, h } in pixels; labels are { x, y, text, anchor, size, strong }.
 * Rows and columns run from the strongest card.
 */
export function layout(lab, list, width, fixed) {
  const size = list.length ? list[0].left.length : 0;
  if (size === 3) return blocks(lab, list, width, fixed);
  if (size === 2) return triangle(lab, list, width);
  return strip(lab, list, width, size);
}

const FIXED = {
  lowest: { at: 2, rows: 0, columns: 1 },
  middle: { at: 1, rows: 0, columns: 2 },
  highest: { at: 0, rows: 1, columns: 2 },
};

function blocks(lab, list, width, fixed) {
  const { at, rows, columns } = FIXED[fixed];
  const groups = new Map();
  for (const row of list) {
    const card = row.left[at];
    if (!groups.has(card)) groups.set(card, []);
    groups.get(card).push(row);
  }
  const inOrder = [...groups.keys()].sort((a, b) => (fixed === "lowest" ? a - b : b - a));
  const across3 = width > 660 ? 38.6 : width > 480 ? 27 : 13.6; // units in the first row: three blocks, two, one
  const cell = Math.max(16, Math.min(25, width / across3));
  const [cells, labels] = [[], []];
  const gap = cell * 0.8;
  let [x, y, tall] = [0, 0, 0];
  for (const card of inOrder) {
    const members = groups.get(card);
    const down = [...new Set(members.map((row) => row.left[rows]))].sort((a, b) => b - a);
    const across = [...new Set(members.map((row) => row.left[columns]))].sort((a, b) => b - a);
    const [w, h] = [(across.length + 1) * cell, (down.length + 1) * cell];
    const title = lab.say(`block-${fixed}`, { card: cardName(lab, card) });
    const least = Math.max(w, title.length * 6.4);
    if (x > 0 && x + least > width) [x, y, tall] = [0, y + tall + gap, 0];
    const top = y + 16;
    labels.push({ x: x + 2, y: y + 10, text: title, anchor: "start", size: 11.5, strong: true });
    across.forEach((c, k) => labels.push({ x: x + (k + 1.5) * cell, y: top + cell * 0.72, text: cardName(lab, c), anchor: "middle", size: cell * 0.42 }));
    down.forEach((c, k) => {
      const first = Math.min(...members.filter((row) => row.left[rows] === c).map((row) => across.indexOf(row.left[columns])));
      labels.push({ x: x + (first + 1) * cell - 4, y: top + (k + 1.66) * cell, text: cardName(lab, c), anchor: "end", size: cell * 0.42 });
    });
    for (const row of members) {
      const [i, j] = [down.indexOf(row.left[rows]), across.indexOf(row.left[columns])];
      cells.push({ row, x: x + (j + 1) * cell, y: top + (i + 1) * cell, w: cell, h: cell });
    }
    x += least + gap;
    tall = Math.max(tall, h + 16);
  }
  return { cells, labels, width, height: y + tall + 4, text: cell * 0.44 };
}

function triangle(lab, list, width) {
  const cards = [...new Set(list.flatMap((row) => row.left))].sort((a, b) => b - a);
  const cell = Math.max(18, Math.min(52, Math.floor(width / (cards.length + 1.2))));
  const labels = [];
  cards.forEach((card, k) => {
    labels.push({ x: (k + 1.5) * cell, y: cell * 0.7, text: cardName(lab, card), anchor: "middle", size: Math.min(15, cell * 0.4), strong: true });
    labels.push({ x: (k + 1) * cell - 6, y: (k + 1.6) * cell, text: cardName(lab, card), anchor: "end", size: Math.min(15, cell * 0.4), strong: true });
  });
  const cells = list.map((row) => ({
    row, x: (cards.indexOf(row.left[1]) + 1) * cell, y: (cards.indexOf(row.left[0]) + 1) * cell, w: cell, h: cell,
  }));
  return { cells, labels, width: (cards.length + 1) * cell + 2, height: (cards.length + 1) * cell + 4, text: Math.min(14, Math.max(8, cell * 0.36)) };
}

function strip(lab, list, width, size) {
  const sorted = [...list].sort((a, b) => (b.left[0] ?? 0) - (a.left[0] ?? 0));
  const gap = width > 500 ? 4 : 2;
  const cell = Math.max(18, Math.min(64, Math.floor(width / Math.max(sorted.length, 6)) - gap));
  const tall = Math.round(cell * 1.9);
  const labels = [];
  const cells = sorted.map((row, k) => {
    const x = k * (cell + gap);
    labels.push({ x: x + cell / 2, y: 15, text: size ? cardName(lab, row.left[0]) : lab.say("no-cards-left"), anchor: size ? "middle" : "start", size: Math.min(14, cell * 0.55), strong: true });
    return { row, x, y: 24, w: cell, h: tall };
  });
  return { cells, labels, width: Math.max(sorted.length * (cell + gap), 200), height: tall + 28, text: Math.min(15, cell * 0.3) };
}

/** The picture itself. `focus` is the number of the cell that the keyboard is at; `chosen` says which hands are marked. */
export function picture(lab, plan, paint, { focus = -1, chosen = () => false, label = "" } = {}) {
  const paper = lab.paper();
  const parts = plan.labels.map(
    (l) =>
      `<text x="${l.x}" y="${l.y}" text-anchor="${l.anchor}" font-size="${l.size}" fill="${l.strong ? paper.ink : paper.soft}"` +
      `${l.strong ? ' font-weight="600"' : ""}>${escape(l.text)}</text>`,
  );
  const [outlines, marks] = [[], []];
  plan.cells.forEach((cell, k) => {
    const { bands, text, ink, small } = paint(cell.row);
    let x = cell.x + 0.5;
    const [inner, tall] = [cell.w - 1, cell.h - 1];
    const strips = bands.map(([fill, share]) => {
      const w = inner * share;
      const rect = `<rect x="${x.toFixed(2)}" y="${cell.y + 0.5}" width="${w.toFixed(2)}" height="${tall}" fill="${fill}"/>`;
      x += w;
      return rect;
    });
    const roomy = !small || cell.w >= 34;
    const letters = text && roomy
      ? `<text x="${cell.x + cell.w / 2}" y="${cell.y + cell.h / 2 + plan.text * 0.36}" text-anchor="middle" font-size="${fitted(text, plan.text, cell.w)}"` +
        (ink ? ` fill="${ink}"` : ' fill="#111111" stroke="#ffffff" stroke-width="3" stroke-linejoin="round" paint-order="stroke"') +
        `>${escape(text)}</text>`
      : "";
    outlines.push(`M${cell.x + 0.5} ${cell.y + 0.5}h${inner}v${tall}h${-inner}z`);
    parts.push(`<g data-cell="${k}" id="${lab.id}-cell-${k}">${strips.join("")}${letters}</g>`);
    if (chosen(cell.row)) marks.push(`<rect x="${cell.x}" y="${cell.y}" width="${cell.w}" height="${cell.h}" fill="none" stroke="${paper.ink}" stroke-width="2"/>`);
    if (k === focus) marks.push(`<rect class="tl-focus" x="${cell.x - 1}" y="${cell.y - 1}" width="${cell.w + 2}" height="${cell.h + 2}" fill="none" stroke="${paper.ink}" stroke-width="2.5" stroke-dasharray="4 2"/>`);
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${plan.width} ${plan.height}" width="${plan.width}" height="${plan.height}" ` +
    `font-family="${FONT}" role="img" aria-label="${escape(label)}" style="font-variant-numeric:tabular-nums">` +
    `${parts.join("")}<g pointer-events="none"><path d="${outlines.join("")}" fill="none" stroke="${paper.line}" stroke-width=".6"/>${marks.join("")}</g></svg>`
  );
}

const fitted = (text, size, width) => (text.length * size * 0.58 > width - 3 ? Math.max(6.5, (width - 3) / (text.length * 0.58)) : size).toFixed(1);

/** The cell next to one in a direction: the nearest whose middle lies that way. */
export function neighbour(cells, from, key) {
  if (from < 0) return 0;
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  const here = cells[from];
  let [best, least] = [from, Infinity];
  cells.forEach((cell, k) => {
    const [x, y] = [cell.x - here.x, cell.y - here.y];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (along > 1 && along + 3 * aside < least) [best, least] = [k, along + 3 * aside];
  });
  return best;
}

/** A cell in words, for those who hear the chart. */
export function spoken(lab, row, said) {
  return `${handName(lab, row.left)}${said ? `: ${said}` : ""}`;
}
