// The reader's characters: one document in the browser's storage, which only the engine understands and changes.

import { notify } from "./notice.js";
import { rulings } from "./rulings.js";
import { python } from "./section.js";
import { alone, keepAside, left, mine, store, stored, storedText, storeMine, texts } from "./storage.js";

/**
 * @typedef {import("./messages.js").AskSheets} AskSheets
 * @typedef {import("./messages.js").Characters} Characters
 * @typedef {import("./messages.js").Fault} Fault
 * @typedef {import("./messages.js").Noted} Told
 * @typedef {import("./messages.js").Sheet} Sheet
 * @typedef {{sheet: string, calculator?: string, pairs: Record<string, string>, gone: string[]}} Typed on a sheet, and not read by the engine yet
 */

/** Where other tabs keep writing, the engine works while they wait. */
const TRIES = 2;
const LOCK = "felloe.characters";
const NEW = "new ";
/** @type {import("./storage.js").Kept} */
const KEPT = {
  key: "felloe.characters",
  words: "The characters kept on this device",
  without: "you begin without any",
  readable: ({ characters }) => Array.isArray(characters?.sheets) && Array.isArray(characters?.done),
};
/** Which of them this tab is about, and which is chosen `of` each kind. @type {import("./storage.js").Kept} */
const CHOSEN = {
  key: "felloe.character",
  words: "The choice of a character",
  without: "the first one is shown",
  readable: ({ id, of = {} }) => typeof id === "string" && texts(of),
  where: () => sessionStorage,
};
/** What was typed on this page and is on its way to a sheet: as text, so that nobody need wait for Python. */
const TYPED = mine({
  key: "felloe.typed-on-sheets",
  words: "What was typed on a sheet",
  without: "the sheet stands as it was",
  readable: ({ typed }) =>
    Array.isArray(typed) &&
    typed.every(({ sheet, pairs, gone } = {}) => typeof sheet === "string" && texts(pairs) && Array.isArray(gone)),
});
/** @type {Typed[]} */
let typed = [];
let reading = false;
/** Names this page in what it has typed. */
const by = TYPED.key.split(" ")[1];
/** What holds where nothing can be stored, until the page is left. @type {Characters | null} */
let unstored = null;
/** @type {{id: string, of?: Record<string, string>}} */
let chosen = { id: "" };
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

/**
 * The characters, in the order in which they came.
 * @param {string} [kind] those of this calculator alone
 */
export function characters(kind) {
  return (kept()?.sheets ?? []).filter(({ calculator }) => kind === undefined || calculator === kind);
}

/**
 * The character that this tab is about: the chosen one, else the first.
 * @param {string} [kind] of this calculator
 */
export function character(kind) {
  const all = characters(kind);
  const { id, of = {} } = choice();
  return all.find((one) => one.id === id) ?? all.find((one) => one.id === of[kind ?? ""]) ?? all[0] ?? null;
}

/** @param {string} id */
export function chooseCharacter(id) {
  const kind = characters().find((one) => one.id === id)?.calculator ?? "";
  chosen = { id, of: { ...choice().of, [kind]: id } };
  store(CHOSEN, chosen);
  announce();
}

/** @returns {typeof chosen} */
function choice() {
  return chosen.id ? chosen : (stored(CHOSEN) ?? chosen);
}

/** What a character is called. @param {Sheet} sheet */
export function nameOf({ inputs }) {
  return String(inputs.name || "Without a name");
}

function announce() {
  document.dispatchEvent(new CustomEvent("felloe:characters"));
}

/** The engine has refused something, in a sentence. */
class Refused extends Error {
  /** @param {Fault} fault */
  constructor({ field, message, report }) {
    super(message);
    this.field = field;
    this.report = report;
  }
}

/**
 * Have the engine do something to the characters (see `engine.app._sheets`), one thing after another. Where another tab
 * has written in the meantime, it is done again to what stands there now, so that both changes are kept. Rejects with
 * the engine's sentence.
 * @param {Omit<AskSheets, "do" | "document">} asked
 * @param {(told: Told) => void} written called in the moment in which it is kept
 * @returns {Promise<Told>}
 */
export function act(asked, written = () => {}) {
  const mine = last.then(() => done(asked, written));
  last = mine.catch(() => {});
  if (asked.op === "apply" || asked.op === "undo") {
    mine.then(
      ({ words }) => document.dispatchEvent(new CustomEvent("felloe:noted", { detail: words })),
      () => {}, // whoever asked says why not
    );
  }
  return mine;
}

/**
 * @param {Omit<AskSheets, "do" | "document">} asked
 * @param {(told: Told) => void} written
 * @returns {Promise<Told>}
 */
async function done(asked, written) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const told = await attempt(asked, written, (write) => alone(LOCK, write));
    if (told) {
      return told;
    }
  }
  return alone(LOCK, async () => {
    for (;;) {
      const told = await attempt(asked, written, async (write) => write());
      if (told) {
        return told;
      }
    }
  });
}

/**
 * Gives nothing where another tab was faster.
 * @param {Omit<AskSheets, "do" | "document">} asked
 * @param {(told: Told) => void} written
 * @param {(write: () => Promise<boolean>) => Promise<boolean>} guarded
 * @returns {Promise<Told | null>}
 */
async function attempt(asked, written, guarded) {
  const before = storedText(KEPT);
  calls += 1;
  /** @type {AskSheets} */
  const request = { do: "sheets", document: kept(), rulings, ...asked };
  const answer = await python.ask(`characters ${calls}`, request);
  const told = /** @type {NonNullable<typeof answer>} */ (answer); // no other request has its key
  if (told.error) {
    refused(told.error);
    throw new Refused(told.error);
  }
  const write = async () => {
    if (storedText(KEPT) !== before) {
      return false;
    }
    unstored = store(KEPT, { characters: told.document }) ? null : told.document;
    written(told);
    return true;
  };
  if (!(await guarded(write))) {
    return null;
  }
  announce();
  return told;
}

// --- What is typed ----------------------------------------------------------------------------------------------------

/** A name for a sheet that is not there yet: what is typed on it becomes one. */
export function newcomer() {
  return NEW + crypto.getRandomValues(new Uint32Array(1))[0];
}

/**
 * Keep what was typed on a sheet, at once and as text. The engine reads it when it can; then "felloe:typed" tells.
 * @param {string} sheet
 * @param {Record<string, string>} pairs
 * @param {string[]} gone
 * @param {string} calculator
 */
export function type(sheet, pairs, gone, calculator) {
  const one = typed.find((entry) => entry.sheet === sheet);
  const before = Object.fromEntries(Object.entries(one?.pairs ?? {}).filter(([path]) => !gone.includes(path)));
  const now = {
    sheet,
    calculator,
    pairs: { ...before, ...pairs },
    gone: [...(one?.gone ?? []).filter((path) => !(path in pairs)), ...gone],
  };
  typed = one ? typed.map((entry) => (entry === one ? now : entry)) : [...typed, now];
  keepTyped();
  readTyped();
}

/**
 * Whether something that was typed on a sheet is not on it yet.
 * @param {string} sheet
 */
export function unread(sheet) {
  return typed.some((entry) => entry.sheet === sheet);
}

/** What was typed on pages that were left before the engine had read it is read now. */
export function readLeft() {
  left(TYPED, (content) => {
    typed.push(...content.typed);
    keepTyped();
    readTyped();
  });
}

function keepTyped() {
  storeMine(TYPED, typed.length ? { typed } : null);
}

/** Have the engine read what was typed, until there is nothing more. */
async function readTyped() {
  if (reading) {
    return;
  }
  reading = true;
  for (let [one] = typed; one; [one] = typed) {
    const { sheet, calculator, pairs, gone } = one;
    /**
     * @param {string} id the sheet that it has gone to
     * @param {string} words
     */
    const read = (id, words) => {
      // What was typed since then stays, on the sheet that this has become.
      typed = typed
        .map((entry) => (entry.sheet === sheet ? { ...less(entry, one), sheet: id } : entry))
        .filter((entry) => Object.keys(entry.pairs).length || entry.gone.length);
      keepTyped();
      document.dispatchEvent(new CustomEvent("felloe:typed", { detail: { words, sheet, id } }));
    };
    try {
      const to = sheet.startsWith(NEW) ? "" : sheet;
      await act({ op: "change", sheet: to, calculator, pairs, gone, by }, (told) => read(to || told.sheet, told.words));
    } catch (error) {
      if (!(error instanceof Refused)) {
        break; // it is kept, and read once there is a Python
      }
      if (error.field !== "document") {
        // which is set aside, so that it can be read without it
        read(sheet, error.message);
        announce();
      }
    }
  }
  reading = false;
}

/**
 * What was typed, without what has been read of it.
 * @param {Typed} entry
 * @param {Typed} read
 */
function less(entry, read) {
  return {
    pairs: Object.fromEntries(Object.entries(entry.pairs).filter(([path, text]) => read.pairs[path] !== text)),
    gone: entry.gone.filter((path) => !read.gone.includes(path)),
  };
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
