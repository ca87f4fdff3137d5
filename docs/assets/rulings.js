// The rulings in force: kept as text, understood only by the engine.

import { pairs } from "./address.js";
import { notify } from "./notice.js";
import { store, stored } from "./storage.js";

/** @type {import("./storage.js").Kept} */
const KEPT = {
  key: "felloe.rulings",
  words: "The rulings stored on this device",
  without: "the defaults hold",
  readable: ({ chosen }) => chosen !== null && typeof chosen === "object" && !Array.isArray(chosen),
};
const LINKED = "ruling.";

/** The readings chosen on this device and, over them, those of the link. @type {Record<string, string>} */
export let rulings = {};

/** @returns {Record<string, string>} */
function ours() {
  return stored(KEPT)?.chosen ?? {};
}

export function readRulings() {
  rulings = { ...rulings, ...ours() };
  for (const [name, value] of pairs()) {
    if (name.startsWith(LINKED)) {
      rulings[name.slice(LINKED.length)] = value;
    }
  }
}

/**
 * @param {string} id
 * @param {string} value
 */
export function choose(id, value) {
  store(KEPT, { chosen: { ...ours(), [id]: value } });
  rulings = { ...rulings, [id]: value };
}

export function forgetRulings() {
  store(KEPT, null);
  rulings = {};
}

/**
 * Readings that the engine does not know (any more) are reported once and forgotten.
 * @param {Record<string, string>} complaints
 */
export function setAside(complaints) {
  const names = Object.keys(complaints).filter((name) => name in rulings);
  if (names.length) {
    const chosen = ours();
    for (const name of names) {
      delete rulings[name];
      delete chosen[name];
    }
    store(KEPT, { chosen });
    notify(names.map((name) => complaints[name]).join(" "));
  }
}
