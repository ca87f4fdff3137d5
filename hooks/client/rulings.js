// The rulings in force: kept as text, understood only by the engine.

import { pairs } from "./address.js";
import { UNPREFIXED } from "./games.js";
import { notify } from "./notice.js";
import { keepAside, store, stored, texts } from "./storage.js";

const MOST = 1000;
/** @type {import("./storage.js").Kept} */
const KEPT = {
  key: "felloe.rulings",
  words: "The rulings stored on this device",
  without: "the defaults hold",
  readable: ({ chosen }) => texts(chosen) && Object.keys(chosen).length <= MOST,
};
const LINKED = "ruling.";
const ALONE = "rulings";

/** The readings in force: those chosen here and, over them, those of the link. @type {Record<string, string>} */
export let rulings = {};
/** Those chosen since the site was opened where nothing can be stored. @type {Record<string, string>} */
let made = {};

/**
 * Some rulings had no game in their ids once: older stores and links name them so.
 * @param {string} id
 */
function ofNow(id) {
  const [first] = id.split(".");
  return Object.hasOwn(UNPREFIXED, first) ? `${UNPREFIXED[first]}.${id}` : id;
}

/** @returns {Record<string, string>} */
function ours() {
  const kept = Object.entries(stored(KEPT)?.chosen ?? {}).map(([id, value]) => [ofNow(id), value]);
  return { ...Object.fromEntries(kept), ...made };
}

/** Take the readings in force from device and address. A link that says `rulings=these` lets no others hold. */
export function readRulings() {
  const query = pairs();
  const alone = query.has(ALONE);
  const chosen = ours();
  rulings = alone ? {} : chosen;
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
 */
export function choose(id, value) {
  made[id] = rulings[id] = value;
  if (store(KEPT, { chosen: ours() })) {
    made = {}; // what another tab chooses from now on is later
  }
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
  made = {};
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
  const chosen = ours();
  if (names.some((name) => Object.hasOwn(chosen, name))) {
    keepAside(KEPT);
  }
  for (const name of names) {
    delete rulings[name];
    delete chosen[name];
    delete made[name];
  }
  store(KEPT, { chosen });
  const more = names.length - 1;
  notify(complaints[first] + (more ? ` ${more} ${more === 1 ? "other was" : "others were"} set aside with it.` : ""));
}
