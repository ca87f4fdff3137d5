// Sections that the reader has put onto a game's screen, from any page of that game.

import { path } from "./address.js";
import { labelOf } from "./clipboard.js";
import { element, wordsOf } from "./element.js";
import { store, stored } from "./storage.js";
import { gameHere } from "./who.js";

/** @typedef {{game: string, path: string, id: string, title: string}} Pinned a section of a page, and what it is called */

const MOST = 24;
/** @type {import("./storage.js").Kept} */
const KEPT = {
  key: "felloe.screen.pinned",
  words: "The sections on your GM screens",
  without: "the screens have their own alone",
  readable: ({ sections }) => Array.isArray(sections) && sections.every(readable),
};

/** @param {any} one */
function readable({ game, path, id, title } = {}) {
  return [game, path, id, title].every((text) => typeof text === "string");
}

/**
 * What was put onto a game's screen, in the order in which it came.
 * @param {string} game
 * @returns {Pinned[]}
 */
export function pinnedOn(game) {
  return all().filter((one) => one.game === game);
}

/** @returns {Pinned[]} */
function all() {
  return stored(KEPT)?.sections ?? [];
}

/**
 * @param {Pinned} one
 * @param {Pinned} other
 */
function alike(one, other) {
  return one.path === other.path && one.id === other.id;
}

/**
 * Put a section onto its game's screen, or take it off. Says whether it is there now.
 * @param {Pinned} one
 */
export function pin(one) {
  const others = all().filter((other) => !alike(one, other));
  const on = others.length === all().length;
  const now = on ? [...others, one].slice(-MOST) : others;
  store(KEPT, now.length ? { sections: now } : null);
  return on;
}

/**
 * Sections of a page that has just been opened: each has a button, where its game has a screen.
 * @param {import("./section.js").Section[]} sections
 */
export function openPinned(sections) {
  const game = document.querySelector("[data-screen]") ? "" : gameHere();
  const to = /** @type {HTMLAnchorElement | null} */ (document.querySelector(`[data-screen-of="${CSS.escape(game)}"]`));
  for (const { root, status } of sections) {
    const tool = /** @type {HTMLButtonElement | null} */ (root.querySelector("[data-tool=screen]"));
    const one = { game, path: path(), id: root.id, title: titleOf(root) };
    if (tool && !to) {
      tool.hidden = true;
    } else if (tool && to) {
      const says = (/** @type {boolean} */ on) =>
        (labelOf(tool).textContent = on ? "Off the GM screen" : "Onto the GM screen");
      says(all().some((other) => alike(one, other)));
      tool.addEventListener("click", () => {
        const on = pin(one);
        says(on);
        status.replaceChildren(on ? `“${one.title}” is on your ` : `“${one.title}” is off your `);
        status.append(element("a", "", { href: to.href }, "GM screen"), ".");
      });
    }
  }
}

/** What a section stands under on its page. @param {HTMLElement} root */
function titleOf(root) {
  const heads = [...document.querySelectorAll("article :is(h1, h2, section.fl)")];
  const above = heads.slice(0, heads.indexOf(root)).filter((one) => !one.matches("section"));
  return wordsOf(above.at(-1)) || root.id;
}
