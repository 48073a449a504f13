// Files the reader takes along: pictures, tables, lines.

export function save(name, content, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** A picture as it is drawn, on paper of its own colour. */
export function withPaper(svg, paper) {
  return svg.replace(/(<svg[^>]*>)/, `$1<rect width="100%" height="100%" fill="${paper}"/>`);
}

/** The same in pixels, twice as fine. */
export function toPng(svg) {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [2 * image.width, 2 * image.height];
      const context = canvas.getContext("2d");
      context.scale(2, 2);
      context.drawImage(image, 0, 0);
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
    };
    image.onerror = () => reject(new Error("the picture cannot be drawn"));
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  });
}

/** A file name that says what is in it. */
export const fileName = (line, ending) => `${line.replace(/[^\p{L}\p{N}?]+/gu, "-").replace(/\?/g, "_").replace(/^-+|-+$/g, "")}.${ending}`;

/** Asks for a text file and gives its first line. */
export function askForLine(done) {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".truco,.txt,text/plain";
  input.addEventListener("change", async () => {
    const text = await input.files[0]?.slice(0, 100000).text();
    if (text !== undefined) done(text.replace(/^\uFEFF/, "").split(/\r?\n/)[0]);
  });
  input.click();
}
