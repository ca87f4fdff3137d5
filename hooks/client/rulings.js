// The rulings in force: kept as text, understood only by the engine. They are the reader's own, those of a link, or those
// of another table that this tab looks at.

import { pairs } from "./address.js";
import { UNPREFIXED } from "./games.js";
import { notify } from "./notice.js";
import { keepAside, store, stored, texts } from "./storage.js";

/**
 * @typedef {Record<string, string>} Readings by the ids of rulings
 * @typedef {Record<string, [day: string, text: string]>} Notes by the ids of rulings
 * @typedef {object} Own what the reader has chosen
 * @property {Readings} chosen
 * @property {string[]} [plain] the rulings among them whose default was chosen
 * @property {string[]} [asked] those that need not be asked about again
 * @typedef {object} Looked another table, and where it differs from the reader's
 * @property {string} code
 * @property {string} name
 * @property {Readings} chosen
 * @property {Notes} notes
 * @property {string[]} differs ids of rulings
 */

const MOST = 1000;
/** @type {import("./storage.js").Kept} */
const KEPT = {
  key: "felloe.rulings",
  words: "The rulings stored on this device",
  without: "the defaults hold",
  readable: ({ chosen, plain = [], asked = [] }) =>
    texts(chosen) && Object.keys(chosen).length <= MOST && areIds(plain) && areIds(asked),
};
/** @type {import("./storage.js").Kept} */
const LOOKED = {
  key: "felloe.looked",
  words: "The other table’s rulings",
  without: "yours hold",
  readable: ({ code, name, chosen, notes, differs }) =>
    texts({ code, name }) && texts(chosen) && areNotes(notes) && areIds(differs),
  where: () => sessionStorage,
};
const LINKED = "ruling.";
const ALONE = "rulings";

/** The readings in force: those chosen here and, over them, those of the link. @type {Readings} */
export let rulings = {};
/** The table that this tab looks at. @type {Looked | null} */
export let looking = null;
/** What was chosen since the site was opened where nothing can be stored. @type {Own} */
let made = { chosen: {} };

/** @param {unknown} ids */
function areIds(ids) {
  return Array.isArray(ids) && texts({ ...ids });
}

/**
 * Whether these are house notes: a day and a text each.
 * @param {unknown} notes
 */
export function areNotes(notes) {
  const group = notes !== null && typeof notes === "object";
  return group && Object.values(notes).every((note) => areIds(note) && note.length === 2);
}

/**
 * Some rulings had no game in their ids once: older stores and links name them so.
 * @param {string} id
 */
function ofNow(id) {
  const [first] = id.split(".");
  return Object.hasOwn(UNPREFIXED, first) ? `${UNPREFIXED[first]}.${id}` : id;
}

/** What the reader has chosen. @returns {Required<Own>} */
export function own() {
  const { chosen = {}, plain = [], asked = [] } = stored(KEPT) ?? {};
  const kept = Object.fromEntries(Object.entries(chosen).map(([id, value]) => [ofNow(id), value]));
  const later = made.plain ?? [];
  return {
    chosen: { ...kept, ...made.chosen },
    plain: [...plain.filter((/** @type {string} */ id) => !(id in made.chosen)), ...later],
    asked: [...new Set([...asked, ...(made.asked ?? [])])],
  };
}

/** How many of the reader's rulings are not the default. */
export function ours() {
  const { chosen, plain } = own();
  return Object.keys(chosen).filter((id) => !plain.includes(id)).length;
}

/** Take the readings in force from device and address. A link that says `rulings=these` lets no others hold. */
export function readRulings() {
  const query = pairs();
  const alone = query.has(ALONE);
  looking = stored(LOOKED) ?? looking;
  const { chosen } = looking ?? own();
  rulings = alone ? {} : { ...chosen };
  for (const [name, value] of query) {
    if (name.startsWith(LINKED)) {
      rulings[ofNow(name.slice(LINKED.length))] = value;
    }
  }
  if (alone && Object.keys(chosen).some((id) => chosen[id] !== rulings[id])) {
    notify("This link brings its own rulings. Yours are kept, and hold again on the next page.");
  }
}

/**
 * @param {string} id
 * @param {string} value
 * @param {boolean} plain whether that is the default
 */
export function choose(id, value, plain) {
  rulings[id] = value;
  if (looking) {
    notify("You read as another table does: this choice holds on this page only. Go back to yours to keep one.");
    return;
  }
  const before = own();
  const others = before.plain.filter((one) => one !== id);
  keep({
    ...before,
    chosen: { ...before.chosen, [id]: value },
    plain: plain ? [...others, id] : others,
  });
}

/**
 * Keep this as the reader's choice.
 * @param {Required<Own>} choice
 */
export function keep(choice) {
  // What another tab chooses from now on is later, but where nothing can be stored, this is all there is.
  made = store(KEPT, tidy(choice)) ? { chosen: {} } : choice;
}

/** What is stored says no more than there is to say. @param {Required<Own>} choice */
function tidy({ chosen, plain, asked }) {
  return { chosen, ...(plain.length && { plain }), ...(asked.length && { asked }) };
}

/** Look at another table's rulings in this tab, or at one's own again. @param {Looked | null} table */
export function look(table) {
  looking = table;
  store(LOOKED, table);
}

/**
 * Where an address names rulings, it names those in force.
 * @param {URLSearchParams} query
 */
export function putRulings(query) {
  for (const [name, value] of [...query]) {
    const now = name.startsWith(LINKED) ? LINKED + ofNow(name.slice(LINKED.length)) : name;
    if (now !== name) {
      query.delete(name);
      query.set(now, value);
    }
  }
  for (const [id, value] of Object.entries(rulings)) {
    if (query.has(ALONE) || query.has(LINKED + id)) {
      query.set(LINKED + id, value);
    }
  }
  for (const name of [...query.keys()]) {
    if (name.startsWith(LINKED) && !(name.slice(LINKED.length) in rulings)) {
      query.delete(name);
    }
  }
}

export function forgetRulings() {
  store(KEPT, null);
  rulings = {};
  made = { chosen: {} };
}

/**
 * Readings that the engine does not know (any more) are reported once; of stored ones, a copy is kept.
 * @param {Record<string, string>} complaints
 */
export function setAside(complaints) {
  const names = Object.keys(complaints).filter((name) => Object.hasOwn(rulings, name));
  const [first] = names;
  if (first === undefined) {
    return;
  }
  const choice = own();
  if (names.some((name) => Object.hasOwn(choice.chosen, name))) {
    keepAside(KEPT);
  }
  for (const name of names) {
    delete rulings[name];
    delete choice.chosen[name];
    delete made.chosen[name];
  }
  store(KEPT, tidy(choice));
  const more = names.length - 1;
  notify(complaints[first] + (more ? ` ${more} ${more === 1 ? "other was" : "others were"} set aside with it.` : ""));
}
