// A link as a QR code.

import { generate } from "./lean-qr.js";

/** Finer ones are hard to read from a screen: 97 modules each way. */
const FINEST = 20;
const QUIET = 4;
const SVG = "http://www.w3.org/2000/svg";

/**
 * The code of a link to somebody's rulings. Raises where it would be too fine for a phone to read.
 * @param {string} link
 * @param {string} named whose they are
 */
export function drawing(link, named) {
  const code = generate(link, { maxVersion: FINEST });
  const box = document.createElementNS(SVG, "svg");
  const side = code.size + 2 * QUIET;
  box.setAttribute("class", "fl-qr");
  box.setAttribute("viewBox", `${-QUIET} ${-QUIET} ${side} ${side}`);
  box.setAttribute("role", "img");
  box.setAttribute("aria-label", `QR code: a link to the rulings of ${named}, which stands beside it`);
  const [ground, dark] = ["rect", "path"].map((name) => box.appendChild(document.createElementNS(SVG, name)));
  Object.entries({ x: -QUIET, y: -QUIET, width: side, height: side }).forEach(([name, value]) =>
    ground.setAttribute(name, String(value)),
  );
  dark.setAttribute("d", outline(code));
  return box;
}

/**
 * The dark modules, each run of a line as one stroke.
 * @param {import("./lean-qr.js").Code} code
 */
function outline(code) {
  let path = "";
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0, run = 0; x <= code.size; x += 1) {
      if (code.get(x, y)) {
        run += 1;
      } else if (run) {
        path += `M${x - run} ${y}h${run}v1h-${run}z`;
        run = 0;
      }
    }
  }
  return path;
}
