// The HAND field: the line with its tokens in colour, explained on hover, checked and completed while it is typed.
import { escape, fill } from "./dom.js";

/** Builds the field once, so that the caret stays where it is; `show` brings it up to date. */
export function makeField(lab, element) {
  element.innerHTML =
    '<label class="tl-cap"></label><div class="tl-field"><div class="tl-ink" aria-hidden="true"></div>' +
    '<input type="text" spellcheck="false" autocomplete="off" autocapitalize="off" role="combobox" aria-autocomplete="list" aria-expanded="false">' +
    '<div class="tl-next" role="listbox" tabindex="-1" hidden></div></div><div class="tl-tools"></div><div class="tl-error" role="alert" hidden></div>';
  const [label, input, ink, next, tools, error] = ["label", "input", ".tl-ink", ".tl-next", ".tl-tools", ".tl-error"].map((s) => element.querySelector(s));
  input.id = `${lab.id}-line`;
  label.htmlFor = input.id;
  next.id = `${lab.id}-next`;
  input.setAttribute("aria-controls", next.id);
  let reading = null;
  let asked = 0;
  let timer = 0;
  let picked = -1;
  let typed = false; // what stands in the field is the reader's, not the line
  let closed = false; // the reader has closed the list of what may come next
  const editing = () => element.ownerDocument.activeElement === input || input.getRootNode().activeElement === input;
  const words = (pair) => pair[lab.get("language") === "pt" ? 1 : 0];

  /** What a text is made of; of one that is yet to be read, the tokens that stand as they stood. */
  function knownOf(text) {
    if (reading?.text === text) return reading;
    const { line, tokens } = lab.get("board");
    const before = text === line || !reading ? { text: line, tokens } : reading;
    let same = 0;
    while (same < text.length && text[same] === before.text[same]) same += 1;
    return { tokens: before.tokens.filter(([, end]) => end <= same), error: null };
  }

  function paint() {
    const text = input.value;
    const known = knownOf(text);
    let html = "";
    let at = 0;
    for (const [start, end, kind] of known.tokens) {
      html += escape(text.slice(at, start)) + `<span class="tl-t tl-t-${kind}">${escape(text.slice(start, end))}</span>`;
      at = end;
    }
    html += escape(text.slice(at));
    const wrong = known.error;
    if (wrong) {
      const [a, b] = [Math.min(wrong.start, text.length), wrong.end];
      html += `<span class="tl-wrong" aria-hidden="true">${escape(text.slice(0, a))}<u>${escape(text.slice(a, b) || " ")}</u></span>`;
    }
    fill(ink, html);
    follow();
    input.setAttribute("aria-invalid", String(Boolean(wrong)));
    input.parentElement.classList.toggle("tl-has-error", Boolean(wrong));
    input.parentElement.classList.toggle("tl-typed", typed && !editing());
    const said = wrong && words(wrong.say) !== lab.get("last_error") ? escape(words(wrong.say)) : ""; // not twice on one screen
    const mend = wrong && wrong.suggestion !== null ? ` <button class="tl-link" data-do="suggest" data-key="suggest">${escape(lab.say("field-mend"))} <code>${escape(wrong.suggestion)}</code></button>` : "";
    error.hidden = !(said || mend);
    fill(error, said + mend);
    offer(known);
  }

  /** The colours lie under what the field shows of a long line. */
  const follow = () => (ink.scrollLeft = input.scrollLeft);

  function offer(known) {
    const open = editing() && !closed && lab.get("live") && input.selectionStart === input.value.length;
    const list = (open && known.next) || [];
    next.hidden = list.length === 0;
    input.setAttribute("aria-expanded", String(list.length > 0));
    picked = Math.min(picked, list.length - 1);
    fill(
      next,
      list.map(([word, en, pt, pruned], k) =>
        `<div role="option" id="${next.id}-${k}" aria-selected="${k === picked}" data-word="${escape(word)}"${pruned ? ' class="tl-pruned"' : ""}><code>${escape(word)}</code> ${escape(words([en, pt]))}</div>`).join(""),
    );
    if (picked >= 0) {
      input.setAttribute("aria-activedescendant", `${next.id}-${picked}`);
      next.children[picked]?.scrollIntoView({ block: "nearest" });
    } else input.removeAttribute("aria-activedescendant");
  }

  /** Written as if it were typed, so that the browser can undo it. */
  function complete(word) {
    const [from, end] = [reading.from, input.value.length];
    const text = `${/[ /]$/.test(input.value.slice(0, from)) ? "" : " "}${word} `;
    picked = -1;
    input.setSelectionRange(from, end);
    if (document.execCommand("insertText", false, text)) return;
    input.setRangeText(text, from, end, "end");
    type();
  }

  function ask(delay = 60) {
    clearTimeout(timer);
    timer = setTimeout(() => lab.send("read", { text: input.value, number: ++asked }), delay);
    paint();
  }

  function type() {
    typed = input.value !== lab.get("board").line;
    closed = false;
    lab.hover(null);
    ask();
  }

  /** The field holds the line. */
  function takeLine() {
    input.value = lab.get("board").line;
    typed = false;
    closed = false;
    reading = null;
    picked = -1;
  }

  const enter = (text) => lab.send("enter", { text });
  input.addEventListener("input", type);
  input.addEventListener("focus", () => ask(0));
  input.addEventListener("scroll", follow);
  input.addEventListener("blur", () => setTimeout(() => { if (!editing()) show(); }, 120));
  input.addEventListener("keydown", (event) => {
    const count = next.hidden ? 0 : next.children.length;
    if (event.key === "Enter") {
      if (picked >= 0 && count) complete(next.children[picked].dataset.word);
      else enter(input.value);
    } else if (event.key === "Escape" && count) {
      closed = true;
      picked = -1;
      paint();
    } else if (event.key === "Escape") {
      takeLine();
      element.closest(".tl").focus({ preventScroll: true });
      paint();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && count) {
      picked = event.key === "ArrowDown" ? (picked + 1) % count : (picked <= 0 ? count : picked) - 1;
      offer(reading);
    } else if (event.key === "Tab" && count && !event.shiftKey && picked >= 0) complete(next.children[picked].dataset.word);
    else return;
    event.preventDefault();
  });
  next.addEventListener("mousedown", (event) => {
    event.preventDefault();
    const option = event.target.closest("[data-word]");
    if (option) complete(option.dataset.word);
  });
  element.querySelector(".tl-field").addEventListener("mousemove", (event) => {
    const { tokens } = knownOf(input.value);
    const spans = [...ink.querySelectorAll(".tl-t")];
    const k = spans.findIndex((span) => { const box = span.getBoundingClientRect(); return event.clientX >= box.left && event.clientX <= box.right; });
    if (k < 0 || !next.hidden) return lab.hover(null);
    const [, , , en, pt] = tokens[k] ?? [];
    if (en) lab.hover(`<code>${escape(spans[k].textContent)}</code> ${escape(words([en, pt]))}`, spans[k].getBoundingClientRect());
  });
  element.querySelector(".tl-field").addEventListener("mouseleave", () => lab.hover(null));

  function show() {
    const { board, can, live } = lab.all();
    label.textContent = lab.say("field");
    next.setAttribute("aria-label", lab.say("field-next"));
    input.readOnly = !live;
    if (!editing() && !typed) takeLine();
    const button = (act, sign, off) =>
      `<button class="tl-button" data-do="${act}" data-key="${act}" title="${escape(lab.say(`tool-${act}`))}" aria-label="${escape(lab.say(`tool-${act}`))}"${off ? " disabled" : ""}>${sign}</button>`;
    fill(
      tools,
      button("undo", "↶", !live || !can?.undo) + button("redo", "↷", !live || !can?.redo) + button("clear", "⌫", !live || !(board.history.length || board.drafts.some(Boolean))) +
        `<button class="tl-button" data-do="copy" data-key="copy">${escape(lab.say(lab.ui.copied ? "copied" : "tool-copy"))}</button>` +
        `<button class="tl-button" data-do="save" data-key="save">${escape(lab.say("tool-save"))}</button>` +
        (live ? `<button class="tl-button" data-do="load" data-key="load">${escape(lab.say("tool-load"))}</button>` : ""),
    );
    paint();
  }

  return {
    show,
    /** The line is another one. What is being typed stays; to be shown. */
    moved() {
      if (!typed || !editing()) takeLine();
      if (editing()) ask(0);
    },
    /** What was entered is the line now, unless the reader has typed on. */
    entered({ text }) {
      if (text !== input.value) return;
      takeLine();
      if (editing()) ask(0);
      else paint();
    },
    reading(message) {
      if (message.number !== asked) return;
      reading = message;
      paint();
    },
    suggest() {
      if (reading?.error?.suggestion) {
        input.value = reading.error.suggestion;
        enter(input.value);
      }
    },
    focus() {
      input.focus();
      input.setSelectionRange(input.value.length, input.value.length);
    },
  };
}
