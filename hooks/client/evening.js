// What happened at the table: rolls that the reader logs, what was done to sheets, and lines of their own, as a text to
// take away.

import { copy } from "./clipboard.js";
import { saveFile } from "./file.js";
import { redraw } from "./redraw.js";
import { kept } from "./sessions.js";
import { store, stored } from "./storage.js";

/** @typedef {{at: string, text: string}} Line when it was written (ISO 8601), and what happened */

const MOST = 1000;
const LONGEST = 1000;
/** @type {import("./storage.js").Kept} */
const KEPT = {
  key: "felloe.evening",
  words: "The session log",
  without: "it begins anew",
  readable: ({ lines }) => Array.isArray(lines) && lines.every(readable),
};
/** What holds where nothing can be stored, until the page is left. @type {Line[] | null} */
let unstored = null;

/** @param {any} line */
function readable({ at, text } = {}) {
  return typeof at === "string" && !Number.isNaN(Date.parse(at)) && typeof text === "string" && text.length <= LONGEST;
}

/** @returns {Line[]} */
function lines() {
  return unstored ?? stored(KEPT)?.lines ?? [];
}

/** @param {Line[]} now */
function keep(now) {
  unstored = store(KEPT, now.length ? { lines: now.slice(-MOST) } : null) ? null : now;
  openEvening();
}

/**
 * Write a line into the session log.
 * @param {string} text
 */
export function log(text) {
  keep([...lines(), { at: new Date().toISOString(), text: text.slice(0, LONGEST) }]);
}

/** The log on the page that is open, if it has a place for one. */
export async function openEvening() {
  const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-evening]"));
  if (place) {
    const { show } = await import("./evening-page.js");
    show(place, { lines, keep, log, longest: LONGEST, conflicts: kept, redraw, copy, saveFile });
  }
}

document.addEventListener("felloe:noted", (event) => log(/** @type {CustomEvent<string>} */ (event).detail));
addEventListener("storage", ({ key }) => key === KEPT.key && openEvening());
