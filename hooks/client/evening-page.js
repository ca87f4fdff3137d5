// The session log on its page: written, struck out, begun anew, and taken away as a text.

import { button, element } from "./element.js";

/**
 * @typedef {import("./evening.js").Line} Line
 * @typedef {object} Evening what the page that is open has for this
 * @property {() => Line[]} lines
 * @property {(lines: Line[]) => void} keep
 * @property {number} longest how many letters a line may have
 * @property {(text: string) => void} log
 * @property {typeof import("./sessions.js").kept} conflicts
 * @property {typeof import("./redraw.js").redraw} redraw
 * @property {typeof import("./clipboard.js").copy} copy
 * @property {typeof import("./file.js").saveFile} saveFile
 */

const NOTHING = "Nothing yet. What goes onto a sheet stands here by itself; rolls do once you log them.";

/** The log before lines were struck out last. @type {Line[] | null} */
let before = null;

/**
 * Draw the log into its place.
 * @param {HTMLElement} place
 * @param {Evening} evening
 */
export function show(place, evening) {
  if (!place.querySelector("form")) {
    place.replaceChildren(writing(evening), element("div", "fl-evening__days"), tools(evening));
    place.addEventListener("click", ({ target }) => {
      const { strike } = /** @type {HTMLElement} */ (target).dataset;
      strike && replace(evening, (lines) => lines.filter((_, index) => index !== Number(strike)));
    });
  }
  draw(place, evening);
}

/**
 * @param {Evening} evening
 * @param {(lines: Line[]) => Line[]} change
 */
function replace({ lines, keep }, change) {
  before = lines();
  keep(change(before));
}

/** A line of the reader's own. @param {Evening} evening */
function writing({ log, longest }) {
  const form = element("form", "fl-evening__add", { autocomplete: "off" });
  const box = /** @type {HTMLInputElement} */ (
    element("input", "fl-text", { type: "text", id: "evening-line", maxlength: String(longest) })
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

/** @param {Evening} evening */
function tools(evening) {
  const made = element("p", "fl-tools");
  const undo = button("Undo", () => {
    const back = before ?? [];
    const known = (/** @type {Line} */ line) => back.some(({ at, text }) => at === line.at && text === line.text);
    before = null;
    evening.keep([...back, ...evening.lines().filter((line) => !known(line))]);
  });
  undo.dataset.undoes = "";
  made.append(
    button("Copy as text", (pressed) => evening.copy(told(evening), pressed)),
    button("Save as text", () => evening.saveFile("session-log.txt", told(evening))),
    button("Begin anew", () => replace(evening, () => [])),
    undo,
  );
  return made;
}

/**
 * @param {HTMLElement} place
 * @param {Evening} evening
 */
function draw(place, evening) {
  const all = evening.lines();
  const parts = [...days(all)].flatMap(([day, lines]) => {
    const list = element("ol", "fl-evening__lines");
    list.append(...lines.map((line) => row(line, all.indexOf(line))));
    return [element("h3", "", {}, day), list];
  });
  const box = /** @type {HTMLElement} */ (place.querySelector(".fl-evening__days"));
  evening.redraw(box, parts.length ? parts : [element("p", "", {}, NOTHING)]);
  for (const tool of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll(".fl-tools button"))) {
    tool.hidden = tool.dataset.undoes === undefined ? !all.length : !before;
  }
}

/**
 * @param {Line} line
 * @param {number} index
 */
function row({ at, text }, index) {
  const made = element("li", "");
  const label = { type: "button", "aria-label": `Strike out: ${text}`, "data-strike": String(index) };
  const away = element("button", "fl-button", label, "\u00d7");
  made.append(element("time", "", { datetime: at }, hour(at)), element("span", "", {}, text), away);
  return made;
}

/** The log as a text, and how the conflicts stand that are kept here. @param {Evening} evening */
function told({ lines, conflicts }) {
  const written = [...days(lines())].map(([day, lines]) => [
    day,
    ...lines.map(({ at, text }) => `${hour(at)}  ${text}`),
  ]);
  const stands = conflicts().map(({ title, stands }) => `${title}: ${stands}`);
  const parts = [...written, ...(stands.length ? [["How it stands", ...stands]] : [])];
  return `${parts.map((part) => part.join("\n")).join("\n\n")}\n`;
}

/**
 * Lines by days.
 * @param {Line[]} all
 */
function days(all) {
  /** @type {Map<string, Line[]>} */
  const found = new Map();
  for (const line of all) {
    const day = new Date(line.at).toLocaleDateString("en", { dateStyle: "long" });
    found.set(day, [...(found.get(day) ?? []), line]);
  }
  return found;
}

/** @param {string} at */
function hour(at) {
  return new Date(at).toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}
