// Playing cards, drawn here: both suit colours, plain cards of any suit, backs.
import { escape } from "./dom.js";

export const SUIT_PATHS = {
  d: "M0-9.5 7 0 0 9.5-7 0Z",
  h: "M0 9C-13 0-10-9-5-9-2-9 0-7 0-4.4 0-7 2-9 5-9 10-9 13 0 0 9Z",
  s: "M0-9.5C13 0 10 7 5 7 3 7 1.6 6 .8 4.6 1 7 1.8 8.6 3.2 9.5H-3.2C-1.8 8.6-1 7-.8 4.6-1.6 6-3 7-5 7-10 7-13 0 0-9.5Z",
  c: "M0-9.5A4.3 4.3 0 0 1 3.4-2.5 4.3 4.3 0 1 1 1.2 3.5C1.3 6 2 8.4 3.3 9.5H-3.3C-2 8.4-1.3 6-1.2 3.5A4.3 4.3 0 1 1-3.4-2.5 4.3 4.3 0 0 1 0-9.5Z",
};
export const SUIT_SIGNS = { d: "♦", s: "♠", h: "♥", c: "♣" };
const RED = "#b3261e";
const BLACK = "#1d2126";
const FADED = "#8b8478";

export const suitColour = (suit) => (suit === "d" || suit === "h" ? RED : BLACK);

const PIPS = {
  A: [[0, 0]],
  2: [[0, -1], [0, 1]],
  3: [[0, -1], [0, 0], [0, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
  7: [[-1, -1], [1, -1], [0, -0.5], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};
const SUITS = "sdch";

const pip = (suit, x, y, size, colour) =>
  `<path d="${SUIT_PATHS[suit]}" transform="translate(${x} ${y}) scale(${size}${y > 44 ? ` ${-size}` : ""})" fill="${colour}"/>`;

/** Rank and suit of a class label: `5d` is a manilha, `q` a plain card. */
export const facesOf = (label) => ({ rank: label[0].toUpperCase(), suit: label[1] ?? null });

/** The face of a card, 60 by 84. A plain card has the reader's suit, or pips of all four where none is chosen. */
export function cardFace(label, plainSuit = "", title = "") {
  const { rank, suit } = facesOf(label);
  const own = suit ?? (plainSuit || null);
  const colour = own === null ? "#3d4147" : suitColour(own);
  const corner = (turn) =>
    `<g transform="${turn ? "rotate(180 30 42)" : ""}"><text x="8" y="16" text-anchor="middle" font-size="14" ` +
    `font-weight="700" font-family="Georgia, 'Times New Roman', serif" fill="${colour}">${rank}</text>` +
    `${own === null ? "" : pip(own, 8, 24, 0.42, colour)}</g>`;
  const pips = PIPS[rank];
  const large = rank === "A" ? 1.5 : 0.72;
  const middle = pips
    ? pips.map(([x, y], k) => pip(own ?? SUITS[k % 4], 30 + 11 * x, 42 + 22 * y, large, own === null ? FADED : colour)).join("")
    : `<rect x="16" y="17" width="28" height="50" rx="3" fill="none" stroke="${colour}" stroke-opacity=".45"/>` +
      `<path d="M22 31l4 5 4-8 4 8 4-5-1.5 9h-13z" fill="#c8962e"/>` +
      `<text x="30" y="60" text-anchor="middle" font-size="20" font-weight="700" font-family="Georgia, serif" fill="${colour}">${rank}</text>`;
  const frame = suit === null ? "" : '<rect x="3" y="3" width="54" height="78" rx="5" fill="none" stroke="#c8962e" stroke-width="1.3"/>';
  return (
    `<svg class="tl-card" viewBox="0 0 60 84" role="img" aria-label="${escape(title || label)}">` +
    '<rect x=".75" y=".75" width="58.5" height="82.5" rx="6.5" fill="#fffdf8" stroke="#cfc8ba" stroke-width="1.5"/>' +
    `${frame}${corner(false)}${corner(true)}${middle}</svg>`
  );
}

/** The back of a card. */
export function cardBack(title) {
  return (
    `<svg class="tl-card tl-back" viewBox="0 0 60 84" role="img" aria-label="${escape(title)}">` +
    '<rect x=".75" y=".75" width="58.5" height="82.5" rx="6.5" fill="#fffdf8" stroke="#cfc8ba" stroke-width="1.5"/>' +
    '<rect x="5" y="5" width="50" height="74" rx="4" fill="#7d2b33"/>' +
    `<g stroke="#d9a7a0" stroke-opacity=".5" fill="none">${weave()}</g>` +
    '<rect x="8" y="8" width="44" height="68" rx="3" fill="none" stroke="#f1d9b5" stroke-opacity=".75"/>' +
    `<circle cx="30" cy="42" r="9" fill="#7d2b33" stroke="#f1d9b5" stroke-opacity=".75"/>` +
    `<path d="${SUIT_PATHS.s}" transform="translate(30 42) scale(.5)" fill="#f1d9b5"/></svg>`
  );
}

/** Two families of slanted lines inside the back's border. */
function weave() {
  const lines = [];
  for (let offset = -60; offset <= 60; offset += 8) {
    const from = Math.max(8, 8 + offset);
    const to = Math.min(52, 76 + offset);
    if (from < to) lines.push(`M${from} ${from - offset}L${to} ${to - offset}M${60 - from} ${from - offset}L${60 - to} ${to - offset}`);
  }
  return `<path d="${lines.join("")}"/>`;
}

/** An empty place for a card. */
export const cardPlace = (text) =>
  '<svg class="tl-card" viewBox="0 0 60 84" aria-hidden="true"><rect x="1.5" y="1.5" width="57" height="81" rx="6.5" fill="none" ' +
  `stroke="currentColor" stroke-opacity=".35" stroke-width="1.5" stroke-dasharray="4 4"/><text x="30" y="49" text-anchor="middle" ` +
  `font-size="22" fill="currentColor" font-family="Georgia, serif">${escape(text)}</text></svg>`;
