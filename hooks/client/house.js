// What a table calls itself, and what it adds to rulings: house notes, each with its day. Kept as text beside the
// rulings, and shown where an answer rests on a ruling that has one.

import { element } from "./element.js";
import { areNotes, looking, rulings } from "./rulings.js";
import { store, stored } from "./storage.js";

/**
 * @typedef {import("./rulings.js").Notes} Notes
 * @typedef {{name: string, notes: Notes}} House
 */

/** @type {import("./storage.js").Kept} */
const KEPT = {
  key: "felloe.house",
  words: "Your table’s name and house notes",
  without: "you begin without any",
  readable: ({ name, notes }) => typeof name === "string" && areNotes(notes),
};
/** What was written since the site was opened where nothing can be stored. @type {House | null} */
let unstored = null;

/** The reader's own. @returns {House} */
export function house() {
  const { name = "", notes = {} } = unstored ?? stored(KEPT) ?? {};
  return { name, notes };
}

/** @param {House} content */
export function keepHouse(content) {
  const empty = !content.name && !Object.keys(content.notes).length;
  unstored = store(KEPT, empty ? null : content) ? null : content;
}

/** The notes in force. */
export function notes() {
  return (looking ?? house()).notes;
}

/**
 * A table as a sentence names it.
 * @param {string} name
 * @param {string} [otherwise]
 */
export function called(name, otherwise = "another table") {
  return name ? `“${name}”` : otherwise;
}

/**
 * A note as it is shown, with its day.
 * @param {[day: string, text: string]} note
 */
export function noted([day, text]) {
  const made = element("p", "fl-house__note", {}, text);
  if (day) {
    const when = new Date(`${day}T12:00`).toLocaleDateString("en", { dateStyle: "medium" });
    made.append(" ", element("time", "", { datetime: day }, when));
  }
  return made;
}

/**
 * Say with an answer whose readings it rests on where another table's are not the reader's, and what house notes there
 * are on its rulings.
 * @param {HTMLElement} root of a section
 * @param {string[]} rests the rulings that its answer rests on
 */
export function dress(root, rests) {
  root.querySelectorAll(".fl-as, .fl-house").forEach((old) => old.remove());
  const place = root.querySelector(".fl-rests");
  const theirs = looking?.differs.some((id) => rests.includes(id) && rulings[id] === looking?.chosen[id]);
  const summary = place?.querySelector("summary");
  if (looking && summary) {
    summary.textContent = (summary.textContent ?? "").replace(" yours", " theirs");
  }
  if (looking && theirs) {
    root.querySelector(".fl-out")?.prepend(element("p", "fl-as", {}, `Read as ${called(looking.name)} does.`));
  }
  const all = notes();
  const found = rests.filter((id) => Object.hasOwn(all, id)).map((id) => noted(all[id]));
  if (found.length) {
    const box = element("div", "fl-house");
    box.append(element("b", "", {}, "House note"), ...found);
    place?.before(box);
  }
}
