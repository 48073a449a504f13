// Small things everybody uses: escaping, numbers in the reader's language, colours and their contrast.

export const escape = (text) => String(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

export const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

const formats = new Map(); // making one takes longer than drawing a cell

/** A number in the reader's language with a fixed number of decimals. */
export function number(lab, value, digits = 1) {
  const key = `${lab.get("language") === "pt" ? "pt-BR" : "en-GB"} ${digits}`;
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(key.split(" ")[0], { minimumFractionDigits: digits, maximumFractionDigits: digits }));
  return formats.get(key).format(Math.abs(value) < 0.5 * 10 ** -digits ? 0 : value);
}

/** A chance (0 to 1) in %, as precisely as it is worth reading; a dot for next to nothing. */
export function percent(lab, chance, digits) {
  const value = 100 * chance;
  if (value > 0 && value < 0.005) return "< 0.01 %".replace(".", lab.get("language") === "pt" ? "," : ".");
  const shown = digits ?? (value === 0 || value >= 99.95 ? 0 : value < 1 ? 2 : 1);
  return `${number(lab, value, shown)} %`;
}

/** Okabe and Ito's colours, one per kind of action: told apart with any colour vision. `plots/colours.py` has them too. */
export const HUES = {
  highest: "#0072B2",
  middle: "#56B4E9",
  lowest: "#F0C53A",
  hidden: "#CC79A7",
  raise: "#D55E00",
  accept: "#009E73",
  fold: "#7F7F7F",
};

/** The chart's own colours, so that a saved picture looks as it does on the screen. */
export const PAPERS = {
  light: { paper: "#ffffff", ground: "#f3efe6", ink: "#22262b", soft: "#5d6168", line: "#d9d3c7" },
  dark: { paper: "#1b2023", ground: "#262c30", ink: "#ece8df", soft: "#a9a89f", line: "#3b4247" },
};

const channels = (hex) => [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16));

/** Two colours mixed: `share` of the second. */
export function mixed(first, second, share) {
  const [a, b] = [channels(first), channels(second)];
  return `#${a.map((v, k) => Math.round(v + (b[k] - v) * share).toString(16).padStart(2, "0")).join("")}`;
}

function luminance(hex) {
  const [r, g, b] = channels(hex).map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast of two colours, 1 to 21, as WCAG counts it. */
export function contrast(first, second) {
  const [high, low] = [luminance(first), luminance(second)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

/** Black or white, whichever reads better on a fill: one of them has a contrast of 4.5 with any colour. */
export const inkOn = (fill) => (contrast(fill, "#000000") >= contrast(fill, "#ffffff") ? "#000000" : "#ffffff");

const held = new WeakMap();

/** Replaces what an element holds, if that is something else. */
export function fill(element, html) {
  if (held.get(element) === html) return;
  element.innerHTML = html;
  held.set(element, html);
}

/** Draws in an element; the focus stays on what has the same `data-key`, else on the element. */
export function keepingFocus(element, draw) {
  const root = element.getRootNode();
  const active = root.activeElement;
  const inside = active && element.contains(active);
  draw();
  if (!inside || active.isConnected) return;
  element.querySelector(`[data-key="${CSS.escape(active.dataset.key ?? "")}"]`)?.focus({ preventScroll: true });
  if (!element.contains(root.activeElement)) element.focus({ preventScroll: true });
}
