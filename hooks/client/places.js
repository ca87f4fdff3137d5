// Where the reader has been and what they pinned, on this device alone: locations of the index, or questions as they
// were typed, which begin with "?".

import { store, stored } from "./storage.js";

const MOST_PINNED = 24;
const MOST_VISITED = 9;

/** @param {any} content */
const readable = ({ places }) =>
  Array.isArray(places) && places.every((/** @type {unknown} */ one) => typeof one === "string");
/** @type {import("./storage.js").Kept} */
const PINNED = {
  key: "felloe.pinned",
  words: "What you pinned in the search",
  without: "nothing is pinned",
  readable,
};
/** @type {import("./storage.js").Kept} */
const VISITED = {
  key: "felloe.visited",
  words: "The places visited last",
  without: "the search begins without them",
  readable,
  quiet: true,
};

/**
 * @param {import("./storage.js").Kept} kept
 * @returns {string[]}
 */
const places = (kept) => stored(kept)?.places ?? [];

export const pinned = () => places(PINNED);
export const visited = () => places(VISITED);

/**
 * Pin a place, or let it go. Says whether it is pinned now.
 * @param {string} place
 */
export function toggle(place) {
  const held = pinned();
  const others = held.filter((one) => one !== place);
  const on = others.length === held.length;
  store(PINNED, { places: on ? [place, ...others].slice(0, MOST_PINNED) : others });
  return on;
}

/**
 * The reader is at a place: it is the first of those visited.
 * @param {string} place
 */
export function visit(place) {
  const held = visited();
  if (place && held[0] !== place) {
    store(VISITED, { places: [place, ...held.filter((one) => one !== place)].slice(0, MOST_VISITED) });
  }
}

/** Forget where the reader has been; what is pinned stays. */
export function forget() {
  store(VISITED, null);
}
