// The reader's characters: one document in the browser's storage, which only the engine understands and changes.

import { rulings } from "./rulings.js";
import { python } from "./section.js";
import { keepAside, store, stored, storedText } from "./storage.js";
import { notify } from "./notice.js";

/**
 * @typedef {{id: string, calculator: string, inputs: Record<string, any>, typed?: Record<string, string>}} Sheet
 * @typedef {{id: string, sheet: string, words: string}} Entry something that was done, and can be undone
 * @typedef {{format: number, sheets: Sheet[], done: Entry[], edits?: Entry[]}} Characters
 * @typedef {import("./section.js").Fault} Fault
 * @typedef {{document: Characters, words: string, sheet: string, entry: string, error?: Fault}} Told
 */

const TRIES = 5;
/** @type {import("./storage.js").Kept} */
const KEPT = {
  key: "felloe.characters",
  words: "The characters kept on this device",
  without: "you begin without any",
  readable: ({ characters }) => Array.isArray(characters?.sheets) && Array.isArray(characters?.done),
};
/** Which of them this tab is about. @type {import("./storage.js").Kept} */
const CHOSEN = {
  key: "felloe.character",
  words: "The choice of a character",
  without: "the first one is shown",
  readable: ({ id }) => typeof id === "string",
  where: () => sessionStorage,
};
/** What holds where nothing can be stored, until the page is left. @type {Characters | null} */
let unstored = null;
let chosen = "";
let calls = 0;
/** @type {Promise<unknown>} */
let last = Promise.resolve();

/** All that is kept, or null. @returns {Characters | null} */
export function kept() {
  return unstored ?? stored(KEPT)?.characters ?? null;
}

/** What was done and typed, the latest first. */
export function entries() {
  const { done = [], edits = [] } = kept() ?? {};
  return [...done, ...edits].sort((one, other) => Number(other.id) - Number(one.id));
}

/** The characters, in the order in which they came. */
export function characters() {
  return kept()?.sheets ?? [];
}

/** The character that this tab is about: the chosen one, else the first. */
export function character() {
  const all = characters();
  const id = chosen || stored(CHOSEN)?.id;
  return all.find((one) => one.id === id) ?? all[0] ?? null;
}

/** @param {string} id */
export function chooseCharacter(id) {
  chosen = id;
  store(CHOSEN, { id });
  announce();
}

/** What a character is called. @param {Sheet} sheet */
export function nameOf({ inputs }) {
  return String(inputs.name || "Without a name");
}

function announce() {
  document.dispatchEvent(new CustomEvent("felloe:characters"));
}

/**
 * Have the engine do something to the characters (see `engine.app._sheets`), one thing after another. Where another tab
 * has written in the meantime, it is done again to what stands there now, so that both changes are kept. Rejects with
 * the engine's sentence.
 * @param {{op: string} & Record<string, unknown>} asked
 * @returns {Promise<Told>}
 */
export function act(asked) {
  const mine = last.then(() => done(asked));
  last = mine.catch(() => {});
  return mine;
}

/**
 * @param {{op: string} & Record<string, unknown>} asked
 * @returns {Promise<Told>}
 */
async function done(asked) {
  for (let tries = 1; ; tries += 1) {
    const before = storedText(KEPT);
    calls += 1;
    const request = { do: "sheets", document: kept(), rulings, ...asked };
    const told = /** @type {Told} */ (await python.ask(`characters ${calls}`, request));
    if (told.error) {
      refused(told.error);
      throw new Error(told.error.message);
    }
    if (storedText(KEPT) === before || tries === TRIES) {
      unstored = store(KEPT, { characters: told.document }) ? null : told.document;
      announce();
      return told;
    }
  }
}

/**
 * What is stored cannot be read by the engine: it is set aside, and said.
 * @param {Fault} fault
 */
function refused({ field, message }) {
  if (field === "document") {
    keepAside(KEPT);
    unstored = null;
    store(KEPT, null);
    notify(`The characters kept on this device could not be read; they were set aside. ${message}`);
    announce();
  }
}

addEventListener("storage", ({ key }) => key === KEPT.key && announce());
