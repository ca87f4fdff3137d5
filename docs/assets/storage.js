// What this site keeps in the browser: versioned JSON, which is reported and set aside where it cannot be read.

import { notify } from "./notice.js";

/**
 * @typedef {object} Kept a place in the browser's storage, for one thing that the reader keeps
 * @property {string} key
 * @property {string} words what it is called in a sentence that begins with it, as in "The rulings stored here"
 * @property {string} without what holds without it, as in "the defaults hold"
 * @property {(content: any) => boolean} readable whether an object of our version is what was once written here
 * @property {() => Storage} [where] the reader's device, unless it says otherwise
 */

const VERSION = 1;
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
      write(where, `${key}.set-aside`, text);
      write(where, key, null);
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
 * Keep a copy of what is stored here beside it, for somebody who looks for what was lost.
 * @param {Kept} kept
 */
export function keepAside({ key, where = device }) {
  try {
    write(where, `${key}.set-aside`, where().getItem(key));
  } catch {
    // Where nothing can be read, nothing is lost.
  }
}

/**
 * Store this, or forget what is stored where it is null. Says whether that was possible.
 * @param {Kept} kept
 * @param {object | null} content
 */
export function store({ key, words, where = device }, content) {
  const text = content === null ? null : JSON.stringify({ version: VERSION, ...content });
  const written = write(where, key, text);
  if (!written) {
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
