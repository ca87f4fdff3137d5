// Where the reader has been and what they pinned, on this device alone: locations of the index, or questions as they
// were typed, which begin with "?".

import { store, stored } from "./storage.js";

const MOST = { pinned: 24, visited: 9 };

/** @param {any} list */
const texts = (list) => Array.isArray(list) && list.every((one) => typeof one === "string");
/** @type {import("./storage.js").Kept} */
const PLACES = {
  key: "felloe.places",
  words: "The pinned and last visited places",
  without: "the search begins without them",
  readable: ({ pinned, visited }) => texts(pinned) && texts(visited),
};

/** @returns {{pinned: string[], visited: string[]}} */
function places() {
  const { pinned = [], visited = [] } = stored(PLACES) ?? {};
  return { pinned, visited };
}

export const pinned = () => places().pinned;
export const visited = () => places().visited;

/**
 * Pin a place, or let it go. Says whether it is pinned now.
 * @param {string} place
 */
export function toggle(place) {
  const held = places();
  const on = !held.pinned.includes(place);
  const others = held.pinned.filter((one) => one !== place);
  store(PLACES, { ...held, pinned: on ? [place, ...others].slice(0, MOST.pinned) : others });
  return on;
}

/**
 * The reader is at a place: it is the first of those visited.
 * @param {string} place
 */
export function visit(place) {
  const held = places();
  if (place && held.visited[0] !== place) {
    const others = held.visited.filter((one) => one !== place);
    store(PLACES, { ...held, visited: [place, ...others].slice(0, MOST.visited) });
  }
}

/** Forget where the reader has been; what is pinned stays. */
export function forget() {
  store(PLACES, { ...places(), visited: [] });
}
