// The page's address: `?s=` carries the line, both ways; other keys stay.

const KEY = "s";
const READ = "__trucoLabRead";

/** The line that the page was opened with, once per page: for a lab that is still where it began. */
export function lineOfPage() {
  if (window[READ]) return null;
  window[READ] = true;
  const from = (query) => new URLSearchParams(query).get(KEY);
  const here = from(window.location.search);
  if (here !== null) return here;
  const entry = performance.getEntriesByType?.("navigation")?.[0]; // JupyterLab takes the query off the address
  return entry ? from(new URL(entry.name).search) : null;
}

/** The page's own address with a line in it. */
export function addressOf(line) {
  const url = new URL(window.location.href);
  const others = [...url.searchParams].filter(([key]) => key !== KEY);
  const query = [...others.map(([k, v]) => `${encodeURIComponent(k)}=${encodeURIComponent(v)}`), `${KEY}=${encodeURIComponent(line)}`].join("&");
  return `${url.origin === "null" ? "file://" : url.origin}${url.pathname}?${query}${url.hash}`;
}

/** Copies a text; false where the browser does not let a page do that. */
export async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = Object.assign(document.createElement("textarea"), { value: text });
    document.body.append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    return copied;
  }
}

/** Writes the line into the address bar; JupyterLab's is its own. */
export function writeAddress(line) {
  if (document.querySelector(".jp-LabShell") && !document.body.dataset.voila) return;
  try {
    window.history.replaceState(window.history.state, "", addressOf(line));
  } catch {
    // a page without an address of its own (a frame of another site) has nothing to write to
  }
}
