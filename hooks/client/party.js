// Everyone of one kind on a strip: what is seen of each at a glance, and a tap that chooses who fills the page.

import { element } from "./element.js";
import { redraw } from "./redraw.js";
import { python } from "./section.js";
import { character, characters, nameOf } from "./sheets.js";

/** @typedef {Record<string, [string, string][]>} Glances what is seen of each, by its id */

/** What was asked last, as text, and what came back. */
let [asked, glances] = ["", /** @type {Glances} */ ({})];
/** @type {Promise<unknown>} */
let asking = Promise.resolve();
let calls = 0;

/** What is seen of all characters; what was seen before, until Python says. @returns {Promise<Glances>} */
async function seen() {
  const sheets = characters();
  const text = JSON.stringify(sheets);
  if (sheets.length && text !== asked) {
    asked = text;
    calls += 1;
    asking = python.ask(`strip ${calls}`, { do: "strip", sheets }).then(
      (told) => (glances = told && !told.error ? told.strip : glances),
      () => (asked = ""), // Python says in the section itself why it does not answer
    );
  }
  await asking;
  return glances;
}

/**
 * Draw the strip of these kinds at once, and again with what is seen of each.
 * @param {HTMLElement} place
 * @param {string[]} kinds
 * @param {(glances: Glances) => void} [drawn]
 */
export async function drawParty(place, kinds, drawn = () => {}) {
  draw(place, kinds);
  drawn(glances);
  await seen();
  draw(place, kinds);
  drawn(glances);
}

/**
 * @param {HTMLElement} place
 * @param {string[]} kinds
 */
function draw(place, kinds) {
  const rows = kinds.flatMap((kind) => characters(kind).map((one) => ({ one, now: character(kind)?.id === one.id })));
  const names = [...new Set(rows.flatMap(({ one }) => (glances[one.id] ?? []).map(([name]) => name)))];
  const head = element("tr", "");
  head.append(element("td", ""), ...names.map((name) => element("th", "", { scope: "col" }, name)));
  const body = rows.map(({ one, now }) => {
    const row = element("tr", "", one.inputs.opponent ? { "data-secret": "" } : {});
    const name = element("th", "", { scope: "row" });
    const attributes = { type: "button", "data-choose": one.id, "aria-pressed": String(now) };
    name.append(element("button", "fl-pick", attributes, nameOf(one)));
    const facts = Object.fromEntries(glances[one.id] ?? []);
    row.append(name, ...names.map((fact) => element("td", "", {}, facts[fact] ?? "")));
    return row;
  });
  const table = element("table", "fl-party");
  const [top, under] = [element("thead", ""), element("tbody", "")];
  top.append(head);
  under.append(...body);
  table.append(...(names.length ? [top] : []), under);
  redraw(place, rows.length ? [table] : []);
}
