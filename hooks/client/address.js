// The address beside the page: what its calculators hold, and rulings. It is the only place where that is kept, so that
// a link, a reload and Back all lead to the same. All of it stands behind the `#`, which no server is ever asked for:
// `#fer-04?pairs`, and in the handbook, whose pages stand there too, `#/ferries/crossing/#fer-04?pairs`. Older links,
// with `?pairs#fer-04`, are read and written anew.
//
// `crossing.depth=3` is a field that differs from the calculator's own defaults; `crossing=1…` is a code of the engine's
// for all of them, and `crossing=` says that none does; `crossing.*=hand:ferry-boats oil` names the fields that whoever is
// chosen fills, and the row of the sheet that was chosen for one; no address says their values.
// `ruling.ferries.tide=low` is a ruling, and `rulings=these` lets no others hold. What would change the meaning of these
// needs another format, as in `v=2`.

import { notify } from "./notice.js";

const FORMAT = "1";
/** Beside the fields of a calculator, the names of those that are left to whoever is chosen; by itself all of them. */
export const SHEETS = "*";
const PARTS = /^([^?#]*)(\?[^#]*)?(?:#([^?]*)(\?.*)?)?$/s;
/** A step that was made on another device. */
export const TAKE = "take";
const AGAIN_MS = 5000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let later;

/** @typedef {Record<string, string>} Pairs dotted names and texts of one calculator, as the engine reads them */

/**
 * Of an address: whether its page stands behind the `#`, the page, the pairs of an older link, place, and pairs.
 * @param {URL | Location} [url]
 */
export function parts({ hash, pathname, search } = location) {
  const inside = hash.startsWith("#/");
  const whole = inside ? hash.slice(1) : pathname + search + hash;
  const [, path = "/", old = "", place = "", query = ""] = whole.match(PARTS) ?? [];
  return { inside, path, old, place: place && `#${place}`, query };
}

/** Which page the address names. */
export function path() {
  return parts().path;
}

/**
 * The place on the page that an address names, as in “#fer-04”, or nothing.
 * @param {string} at
 */
export function place(at = location.href) {
  return parts(new URL(at)).place;
}

/** All that stands in the address; nothing, and a word about it, where a later version has written it. */
export function pairs() {
  const { old, query } = parts();
  const all = new URLSearchParams(`${old.slice(1)}&${query.slice(1)}`);
  const format = all.get("v") ?? FORMAT;
  if (format !== FORMAT) {
    notify(
      `This link is of format “${format.slice(0, 20)}” and this page reads format ${FORMAT}, so its own values stand.`,
    );
    return new URLSearchParams();
  }
  return all;
}

/**
 * Whether a pair belongs to this calculator of the page.
 * @param {string} name
 * @param {string} id
 */
function belongs(name, id) {
  return name === id || name.startsWith(`${id}.`);
}

/**
 * What the address says of the calculator with this id, or null.
 * @param {string} id
 * @returns {Pairs | null}
 */
export function linked(id) {
  const found = [...pairs()].filter(([name]) => belongs(name, id)).filter(([name]) => name !== `${id}.${TAKE}`);
  const said = found.filter(([name, text]) => name !== id || text);
  return found.length || taken(id)
    ? Object.fromEntries(said.map(([name, text]) => [name.slice(id.length + 1), text]))
    : null;
}

/**
 * The step that a link brings to a session that may be kept here, as text, or null.
 * @param {string} id
 */
export function taken(id) {
  return pairs().get(`${id}.${TAKE}`);
}

/**
 * Say in a query what the calculator with this id holds; null where that is what the page says itself.
 * @param {URLSearchParams} query
 * @param {string} id
 * @param {Pairs | null} held
 */
export function put(query, id, held) {
  for (const name of [...query.keys()].filter((name) => belongs(name, id))) {
    query.delete(name);
  }
  for (const [name, text] of Object.entries(held ?? {})) {
    query.set(name ? `${id}.${name}` : id, text);
  }
  if (held && !Object.keys(held).length) {
    query.set(id, "");
  }
}

/**
 * A page's address with other pairs.
 * @param {URLSearchParams} query
 * @param {string} at a place on the page, as in “#fer-04”
 * @param {string} page its path; this one's, if nobody says
 */
export function address(query, at = place(), page = path()) {
  const { inside } = parts();
  const whole = page + (query.size ? `${at || "#"}?${query}` : at);
  return new URL(inside ? `#${whole}` : whole, location.href).href;
}

/**
 * This page's address for someone else. From a file, which is nobody else's, it leads to the site that it was made of.
 * @param {URLSearchParams} query
 * @param {string} page its path from the root of the site
 */
export function abroad(query, page) {
  const site = document.querySelector("meta[name=site]")?.getAttribute("content");
  return location.protocol === "file:" && site ? `${new URL(page, site)}#?${query}` : address(query, "");
}

/**
 * Write the pairs into the address: in place of the present entry of the history, or as a new one.
 * @param {URLSearchParams} query
 * @param {boolean} entry
 */
export function write(query, entry = false) {
  clearTimeout(later);
  const to = address(query);
  if (to === location.href) {
    return;
  }
  try {
    if (entry) {
      history.scrollRestoration = "manual"; // Back undoes a step; it does not scroll
      history.pushState(null, "", to);
    } else {
      history.replaceState(history.state, "", to);
    }
  } catch {
    later = setTimeout(() => write(query), AGAIN_MS); // Safari takes 100 in half a minute
  }
}

/** An older link becomes one of today: no reload, and nobody to whom the address is passed on, asks a server for it. */
export function renew() {
  const query = pairs();
  if (parts().old && query.size) {
    write(query);
  }
}

/** @param {string} at a place on this page, as in “#fer-04” */
export function placed(at) {
  try {
    return document.getElementById(decodeURIComponent(at.slice(1)));
  } catch {
    return null; // escapes that are broken name nothing
  }
}

/** Show the place that the address names, which browsers do by themselves only where nothing stands behind it. */
export function reach() {
  const { place: at, query } = parts();
  if (query && !history.state?.y) {
    placed(at)?.scrollIntoView();
  }
}
