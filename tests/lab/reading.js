// How many texts are to be seen on the lab, and every pair of a colour and what it stands on, with a text that has it.
() => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const known = new Map();

  /** [r, g, b, alpha] of any colour of a style sheet. */
  const rgba = (colour) => {
    if (!known.has(colour)) {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
      known.set(colour, [r, g, b, a / 255]);
    }
    return known.get(colour);
  };
  const mixed = (under, over, share) => under.map((v, k) => v + (over[k] - v) * share);
  const laid = (colour, under) => mixed(under, colour.slice(0, 3), colour[3]);

  const kept = new Map();

  /**
   * What the letters of an element stand on: a ground, and what becomes of a colour on it where something around lets
   * through what is behind. A gradient counts with each of its colours.
   */
  const ways = (element) => {
    if (!element) return [{ ground: [255, 255, 255], last: (colour) => colour }];
    if (!kept.has(element)) {
      const style = getComputedStyle(element);
      const [own, opacity] = [rgba(style.backgroundColor), Number(style.opacity)];
      const stops = (style.backgroundImage.match(/rgba?\([^)]*\)|color\([^)]*\)/g) ?? ["transparent"]).map(rgba);
      const found = ways(element.parentElement).flatMap(({ ground, last }) =>
        stops.map((stop) => ({ ground: laid(stop, laid(own, ground)), last: (colour) => last(mixed(ground, colour, opacity)) })),
      );
      kept.set(element, found);
    }
    return kept.get(element);
  };
  const written = (element) => {
    const ink = rgba(getComputedStyle(element).color);
    return ways(element).map(({ ground, last }) => [last(ground), last(laid(ink, ground))]);
  };

  const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(".tl-heard");

  const paint = (style, what) => {
    const colour = rgba(style[what]);
    return [...colour.slice(0, 3), colour[3] * Number(style[`${what}Opacity`])];
  };

  /** What letters of a picture stand on: their halo, or whatever was painted before them under their ends and middle. */
  const drawn = (text) => {
    const style = getComputedStyle(text);
    const ink = paint(style, "fill");
    if (style.stroke !== "none" && style.paintOrder.startsWith("stroke")) return [[rgba(style.stroke).slice(0, 3), ink.slice(0, 3)]];
    const box = text.getBoundingClientRect();
    const before = [...(text.closest("[data-cell]") ?? text.closest("svg")).querySelectorAll("rect, circle")].filter(
      (shape) => text.compareDocumentPosition(shape) & Node.DOCUMENT_POSITION_PRECEDING && getComputedStyle(shape).fill !== "none",
    );
    const y = box.top + box.height / 2;
    return ways(text).flatMap(({ ground: paper, last }) =>
      [0.05, 0.5, 0.95].map((part) => {
        const x = box.left + part * box.width;
        const ground = before.reduce((under, shape) => {
          const { left, right, top, bottom } = shape.getBoundingClientRect();
          return left <= x && x <= right && top <= y && y <= bottom ? laid(paint(getComputedStyle(shape), "fill"), under) : under;
        }, paper);
        return [last(ground), last(laid(ink, ground))];
      }),
    );
  };

  let count = 0;
  const found = new Map();
  const add = (text, pairs) => {
    count += 1;
    for (const pair of pairs) {
      const [ground, ink] = pair.map((colour) => colour.map(Math.round));
      found.set(`${ink} ${ground}`, [text.trim().slice(0, 40), ink, ground]);
    }
  };
  const walk = document.createTreeWalker(document.querySelector(".tl"), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || element.closest("select") || !shown(element)) continue;
    if (element.closest("svg")) add(walk.currentNode.data, drawn(element));
    else if (rgba(getComputedStyle(element).color)[3] > 0) add(walk.currentNode.data, written(element));
  }
  for (const select of document.querySelectorAll(".tl select")) if (shown(select)) add(select.selectedOptions[0].text, written(select));
  return [count, [...found.values()]];
}
