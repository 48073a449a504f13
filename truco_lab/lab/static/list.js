// The list layout: one line per hand, sorted by any column. The same columns are saved as CSV.
import { escape, number, sum } from "./dom.js";
import { KINDS, actionName, handName } from "./spot.js";
import { changeOf, costOf } from "./views.js";

/** The columns of a view: a name, what it is of a row, how many decimals. `apart` has one per action, else per kind. */
export function columns(lab, view, apart = false) {
  const { choices } = lab.get("board");
  const hand = { name: lab.say("column-hand"), of: (row) => handName(lab, row.left), key: (row) => row.left.reduce((a, c) => a * 13 + c, 0) };
  const share = { name: lab.say("column-share"), of: (row) => 100 * row.share, digits: 3 };
  if (view === "opponent") return [hand, share];
  const own = { name: lab.say("column-own"), of: (row) => 100 * row.own, digits: 1 };
  if (view === "range") return [hand, share, own];
  const win = { name: lab.say("column-win"), of: (row) => row.win, digits: 2 };
  if (view === "strategy") {
    const chance = (name, fits) => ({ name, of: (row) => 100 * sum(row.mix.filter(fits).map((part) => part.chance)), digits: 1, blank: true });
    const used = (fits) => lab.rows().some((row) => row.mix.some(fits));
    const columns = apart
      ? choices.map((choice, k) => [actionName(lab, choice), (part) => part.action === k])
      : KINDS.map((kind) => [lab.say(`kind-${kind}`), (part) => part.kind === kind]);
    return [hand, share, ...columns.filter(([, fits]) => used(fits)).map(([name, fits]) => chance(name, fits))];
  }
  if (view === "value") return [hand, share, win];
  if (view === "cost") return [hand, share, { name: lab.say("column-cost"), of: (row) => costOf(lab, row), digits: 2 }];
  if (view === "compare") return [hand, share, { name: lab.say("column-variation"), of: (row) => changeOf(lab, row)?.variation ?? null, digits: 3 }, { name: lab.say("column-signed"), of: (row) => changeOf(lab, row)?.signed ?? null, digits: 3 }];
  return [hand, share, win, { name: lab.say("column-best"), of: (row) => row.best, digits: 2 }, { name: lab.say("column-gap"), of: (row) => (row.best === null ? null : Math.max(0, row.best - row.win)), digits: 3 }];
}

export function sorted(list, columns, by, descending) {
  const column = columns[by] ?? columns[0];
  const key = column.key ?? column.of;
  return [...list].sort((a, b) => ((key(a) ?? -Infinity) - (key(b) ?? -Infinity)) * (descending ? -1 : 1));
}

export function table(lab, view, list) {
  const shown = columns(lab, view);
  const { by, descending } = lab.ui.order;
  const head = shown.map((column, k) => {
    const mark = k === by ? (descending ? " ↓" : " ↑") : "";
    const sort = k === by ? (descending ? "descending" : "ascending") : "none";
    return `<th aria-sort="${sort}"><button data-do="sort" data-arg="${k}" data-key="sort-${k}">${escape(column.name)}${mark}</button></th>`;
  });
  const lines = sorted(list, shown, by, descending).map((row) => {
    const cells = shown.map((column, k) => {
      const value = column.of(row);
      const text = typeof value === "string" ? value : value === null || (column.blank && value === 0) ? "" : number(lab, value, column.digits);
      return k === 0 ? `<th scope="row"><button data-do="hand" data-arg="${row.k}" data-key="row-${row.k}">${escape(text)}</button></th>` : `<td>${text}</td>`;
    });
    return `<tr${row.never && view !== "opponent" ? ' class="tl-never"' : ""}>${cells.join("")}</tr>`;
  });
  return `<div class="tl-list" tabindex="0" role="region" aria-label="${escape(lab.say("list-label", { view: lab.say(`view-${view}`) }))}"><table><thead><tr>${head.join("")}</tr></thead><tbody>${lines.join("")}</tbody></table></div>`;
}

/** The same as comma-separated values, with a heading line and a point in numbers. */
export function csv(lab, view, list) {
  const shown = columns(lab, view, true);
  const quoted = (text) => `"${String(text).replace(/"/g, '""')}"`;
  const lines = list.map((row) => shown.map((column) => { const v = column.of(row); return typeof v === "string" ? quoted(v) : v === null ? "" : +v.toFixed(6); }).join(","));
  return [shown.map((column) => quoted(column.name)).join(","), ...lines].join("\n") + "\n";
}
