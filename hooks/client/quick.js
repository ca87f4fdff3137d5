// Quick roll: the die in the head of every page opens a drawer (see drawer.js), which comes when it is first asked for.
// Where its page cannot be fetched, as from a disk, the link leads there.

import { parts, path } from "./address.js";
import { python, Section } from "./section.js";
import { gameHere } from "./who.js";

/** @typedef {import("./drawer.js").Drawer} Drawer */

const LINK = "a[data-quick]";

/** @type {Promise<Drawer> | null} */
let coming = null;
/** @type {Drawer | null} */
let drawer = null;

/** @param {string} href */
async function made(href) {
  const later = await import("./drawer.js");
  drawer = await later.Drawer.of(href, Section);
  return drawer;
}

/** A page has been opened: the drawer is closed, and makes way where the page itself has its sections. */
export function openQuick() {
  drawer?.box.close();
  const here = drawer?.parts.some(({ section }) => document.querySelector(`article #${CSS.escape(section.root.id)}`));
  if (here) {
    drawer?.box.remove();
    [drawer, coming] = [null, null];
  }
}

document.addEventListener(
  "click",
  (event) => {
    const link = event.target instanceof Element ? event.target.closest(LINK) : null;
    const plain = !(event.button || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);
    if (plain && link instanceof HTMLAnchorElement && parts(new URL(link.href)).path !== path()) {
      event.preventDefault();
      event.stopPropagation();
      coming ??= made(link.href);
      coming.then(
        (drawer) => {
          drawer.open(gameHere());
          python.start();
        },
        () => {
          coming = null;
          location.assign(link.href);
        },
      );
    }
  },
  { capture: true },
);
