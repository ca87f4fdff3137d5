// What this site keeps in the browser: versioned JSON, which is reported and set aside where it cannot be read.

import { notify } from "./notice.js";

/**
 * @typedef {object} Kept a place in the browser's storage, for one thing that the reader keeps
 * @property {string} key
 * @property {string} words what it is called in a sentence that begins with it, as in "The rulings stored here"
 * @property {string} without what holds without it, as in "the defaults hold"
 * @property {(content: any) => boolean} readable whether an object of our version is what was once written here
 * @property {() => Storage} [where] the reader's device, unless it says otherwise
 * @property {boolean} [quiet] whether nobody need hear that it cannot be kept
 */

const VERSION = 1;
const ASIDE = ".set-aside";
const device = () => localStorage;

/**
 * Whether this is an object whose values are all texts.
 * @param {unknown} value
 */
export function texts(value) {
  const group = value !== null && typeof value === "object" && !Array.isArray(value);
  return group && Object.values(value).every((text) => typeof text === "string");
}

/**
 * What is stored here, or null; what cannot be read is set aside and reported.
 * @param {Kept} kept
 * @returns {any}
 */
export function stored({ key, words, without, readable, where = device }) {
  let text = null;
  try {
    text = where().getItem(key);
    const content = JSON.parse(text ?? "null");
    if (text === null || (content?.version === VERSION && readable(content))) {
      return content;
    }
    throw new Error("unknown version");
  } catch {
    if (text !== null) {
      write(where, key, null); // which makes room
      if (!write(where, `${key}${ASIDE}`, text)) {
        write(where, key, text);
      }
      notify(`${words} could not be read; they were set aside and ${without}.`);
    }
    return null;
  }
}

/**
 * The text that is stored here, as it stands; null where nothing is, or nothing can be read.
 * @param {Kept} kept
 */
export function storedText({ key, where = device }) {
  try {
    return where().getItem(key);
  } catch {
    return null;
  }
}

/**
 * Keep a copy of what is stored here beside it, for someone who looks for what was lost.
 * @param {Kept} kept
 */
export function keepAside({ key, where = device }) {
  try {
    write(where, `${key}${ASIDE}`, where().getItem(key));
  } catch {
    // Where nothing can be read, nothing is lost.
  }
}

/**
 * Store this, or forget what is stored where it is null. Says whether that was possible.
 * @param {Kept} kept
 * @param {object | null} content
 */
export function store({ key, words, where = device, quiet = false }, content) {
  const text = content === null ? null : JSON.stringify({ version: VERSION, ...content });
  const written = write(where, key, text);
  if (!written && !quiet) {
    notify(`This browser keeps nothing more for this site. ${words} hold until you leave the page.`);
  }
  return written;
}

/**
 * @param {() => Storage} where
 * @param {string} key
 * @param {string | null} text
 */
function write(where, key, text) {
  try {
    text === null ? where().removeItem(key) : where().setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

// --- Several tabs -----------------------------------------------------------------------------------------------------

/** In Chromium, what one tab writes reaches the memory of another a little later than a lock does. */
const SPREAD_MS = 40;
/** Lets go of the lock by which others see that this page is still there. @type {(() => void) | null} */
let letGo = null;

/**
 * Do something while no other tab does the like; where tabs cannot agree (no locks), at once.
 * @template Value
 * @param {string} name
 * @param {() => Promise<Value>} work
 * @returns {Promise<Value>}
 */
export function alone(name, work) {
  return new Promise((resolve, reject) => {
    const locked = async () => {
      await work().then(resolve, reject);
      await new Promise((done) => setTimeout(done, SPREAD_MS));
    };
    const unlocked = () => work().then(resolve, reject);
    navigator.locks ? navigator.locks.request(name, locked).catch(unlocked) : unlocked();
  });
}

/**
 * A place like this one for this page alone. What it holds when the page is left is found by `left`.
 * @param {Kept} kept
 * @returns {Kept}
 */
export function mine(kept) {
  return { ...kept, key: `${kept.key} ${crypto.getRandomValues(new Uint32Array(2)).join("-")}` };
}

/**
 * Take over what other pages leave in places like this one, each as soon as it is gone.
 * @param {Kept} own this page's
 * @param {(content: any) => void} take
 */
export function left(own, take) {
  const start = own.key.split(" ")[0];
  for (const key of keys().filter((key) => key.startsWith(`${start} `) && !key.endsWith(ASIDE) && key !== own.key)) {
    const there = { ...own, key };
    const found = () => {
      const content = stored(there);
      if (content) {
        take(content);
        store(there, null);
      }
    };
    navigator.locks ? navigator.locks.request(key, async () => found()).catch(found) : found();
  }
}

/**
 * Store this in a place of this page's own, or forget it. While it holds something, a lock says that the page is there.
 * @param {Kept} own
 * @param {object | null} content
 */
export function storeMine(own, content) {
  store(own, content);
  if (!content) {
    release();
  } else if (!letGo) {
    const until = new Promise((done) => (letGo = () => done(null)));
    navigator.locks?.request(own.key, () => until).catch(() => {});
  }
}

function release() {
  letGo?.();
  letGo = null;
}

addEventListener("pagehide", release); // a browser may keep a page that is left, and its locks

/** The keys of all that this browser keeps for the site; none where nothing can be read. */
export function keys() {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}
