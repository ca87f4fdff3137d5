// Sections of another page, alive on this one.

import { parts } from "./address.js";

/** @typedef {import("./section.js").Section} Section */
/** @typedef {{path: string, main?: Promise<string>}} Wanted a page, and its HTML where somebody has that at hand */

/**
 * Another page; rejects where it cannot be fetched, as from a disk.
 * @param {string} href
 */
export async function pageAt(href) {
  /** @type {Wanted} */
  const wanted = { path: parts(new URL(href)).path };
  document.dispatchEvent(new CustomEvent("felloe:page", { detail: wanted }));
  return new DOMParser().parseFromString(await (wanted.main ?? fetched(href)), "text/html");
}

/** @param {string} href */
async function fetched(href) {
  const answer = await fetch(href);
  if (!answer.ok) {
    throw new Error(`${href}: ${answer.status}`);
  }
  return answer.text();
}

/**
 * Put a section of another page here, and wake it: its links lead to where they led from there.
 * @param {HTMLElement} root
 * @param {string} href where its page is
 * @param {HTMLElement} place
 * @param {typeof import("./section.js").Section} kind of sections of the page that is open: there is one Python for all of them
 */
export function bring(root, href, place, kind) {
  const whole = (/** @type {string} */ to) => (to.startsWith("#") ? to : new URL(to, href).href);
  root.dataset.base = whole(root.dataset.base ?? "");
  delete root.dataset.ahead;
  for (const link of root.querySelectorAll("a[href]")) {
    link.setAttribute("href", whole(link.getAttribute("href") ?? ""));
  }
  place.append(root);
  const section = new kind(root);
  section.home = parts(new URL(href)).path;
  return section;
}

/**
 * Sections have come from elsewhere: the page wakes them as it does its own.
 * @param {Section[]} sections
 */
export function came(sections) {
  document.dispatchEvent(new CustomEvent("felloe:sections", { detail: sections }));
}

/** Where this page or another one is, seen from here. @param {string} at a page's path */
export function hrefOf(at) {
  return new URL(`${parts().inside ? "#" : ""}${at}`, location.href).href;
}
