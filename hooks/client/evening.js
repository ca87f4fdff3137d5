// What happened at the table: rolls that the reader logs, what was done to sheets, and lines of their own, as a text to
// take away.

import { copy } from "./clipboard.js";
import { button, element } from "./element.js";
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
/** The log before lines were struck out last. @type {Line[] | null} */
let before = null;

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

/** @param {string} at */
function day(at) {
  return new Date(at).toLocaleDateString("en", { dateStyle: "long" });
}

/** @param {string} at */
function hour(at) {
  return new Date(at).toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

/**
 * Lines by days.
 * @param {Line[]} all
 */
function days(all) {
  /** @type {Map<string, Line[]>} */
  const found = new Map();
  for (const line of all) {
    found.set(day(line.at), [...(found.get(day(line.at)) ?? []), line]);
  }
  return found;
}

/** The log as a text, and how the conflicts stand that are kept here. */
function told() {
  const written = [...days(lines())].map(([day, lines]) => [
    day,
    ...lines.map(({ at, text }) => `${hour(at)}  ${text}`),
  ]);
  const stands = kept().map(({ title, stands }) => `${title}: ${stands}`);
  const parts = [...written, ...(stands.length ? [["How it stands", ...stands]] : [])];
  return `${parts.map((part) => part.join("\n")).join("\n\n")}\n`;
}

/** The log on the page that is open, if it has a place for one. */
export function openEvening() {
  const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-evening]"));
  if (place && !place.querySelector("form")) {
    place.replaceChildren(writing(), element("div", "fl-evening__days"), tools());
  }
  place && draw(place);
}

/** A line of the reader's own. */
function writing() {
  const form = element("form", "fl-evening__add", { autocomplete: "off" });
  const box = /** @type {HTMLInputElement} */ (
    element("input", "fl-text", { type: "text", id: "evening-line", maxlength: String(LONGEST) })
  );
  form.append(element("label", "", { for: box.id }, "What happened"), box);
  form.append(element("button", "fl-button", { type: "submit" }, "Write it down"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = box.value.trim();
    box.value = "";
    text && log(text);
  });
  return form;
}

function tools() {
  const made = element("p", "fl-tools");
  made.append(
    button("Copy as text", (pressed) => copy(told(), pressed)),
    button("Save as text", () => saveFile("session-log.txt", told())),
    button("Begin anew", () => {
      before = lines();
      keep([]);
    }),
    button("Undo", () => {
      const back = before ?? [];
      before = null;
      keep([...back, ...lines().filter((line) => !back.some(({ at, text }) => at === line.at && text === line.text))]);
    }),
  );
  return made;
}

/** @param {HTMLElement} place */
function draw(place) {
  const all = lines();
  const parts = [...days(all)].flatMap(([day, lines]) => {
    const list = element("ol", "fl-evening__lines");
    list.append(...lines.map((line) => row(line, all.indexOf(line))));
    return [element("h3", "", {}, day), list];
  });
  const none = element(
    "p",
    "",
    {},
    "Nothing yet. What goes onto a sheet stands here by itself; rolls do once you log them.",
  );
  redraw(/** @type {HTMLElement} */ (place.querySelector(".fl-evening__days")), parts.length ? parts : [none]);
  const [copies, saves, anew, undo] = place.querySelectorAll(".fl-tools button");
  for (const tool of /** @type {HTMLElement[]} */ ([copies, saves, anew])) {
    tool.hidden = !all.length;
  }
  /** @type {HTMLElement} */ (undo).hidden = !before;
}

/**
 * @param {Line} line
 * @param {number} index
 */
function row({ at, text }, index) {
  const made = element("li", "");
  const away = element("button", "fl-button", { type: "button", "aria-label": `Strike out: ${text}` }, "\u00d7");
  away.dataset.strike = String(index);
  made.append(element("time", "", { datetime: at }, hour(at)), element("span", "", {}, text), away);
  return made;
}

document.addEventListener("click", ({ target }) => {
  const { strike } =
    /** @type {HTMLElement | null} */ (target instanceof Element ? target.closest("[data-strike]") : null)?.dataset ??
    {};
  if (strike) {
    before = lines();
    keep(before.filter((_, index) => index !== Number(strike)));
  }
});
document.addEventListener("felloe:noted", (event) => log(/** @type {CustomEvent<string>} */ (event).detail));
addEventListener("storage", ({ key }) => key === KEPT.key && openEvening());
