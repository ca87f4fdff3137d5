// Quick roll: a drawer on every page with the sections of one page, alive, each after the heading of its game. Where that
// page cannot be fetched, as from a disk, its link leads there.

import { button, element, wordsOf } from "./element.js";
import { bring, came, isHere, pageAt } from "./elsewhere.js";
import { python } from "./section.js";
import { gameHere } from "./who.js";

/** @typedef {{game: string, section: import("./section.js").Section}} Part */

const LINK = "a[data-quick]";

/** @type {Promise<Drawer> | null} */
let coming = null;
/** @type {Drawer | null} */
let drawer = null;

class Drawer {
  /**
   * @param {Document} page
   * @param {string} href where that page is
   */
  constructor(page, href) {
    this.box = /** @type {HTMLDialogElement} */ (element("dialog", "fl-quick", { "aria-label": "Quick roll" }));
    /** The game that the reader has chosen here, which stays chosen. */
    this.chosen = "";
    const body = element("div", "fl-quick__body md-typeset");
    this.games = element("div", "fl-picks fl-quick__games", { role: "group", "aria-label": "Game" });
    const head = element("div", "fl-quick__head md-typeset");
    head.append(
      this.games,
      button("Close", () => this.box.close()),
    );
    this.box.append(head, body);
    document.body.append(this.box);
    this.box.addEventListener("click", ({ target }) => {
      const away = target === this.box || /** @type {Element} */ (target).closest("a[href]");
      away && this.box.close();
    });
    /** @type {Part[]} */
    this.parts = [];
    let heading = /** @type {Element | null} */ (null);
    for (const one of page.querySelectorAll("article h2, article section.fl")) {
      if (one.matches("h2")) {
        heading = one;
      } else if (heading) {
        this.parts.push(this.part(heading, bring(/** @type {HTMLElement} */ (one), href, body)));
      }
    }
  }

  /**
   * @param {Element} heading
   * @param {import("./section.js").Section} section
   * @returns {Part}
   */
  part(heading, section) {
    const game = heading.id;
    section.ours = true; // no address of another page says what stands here
    const pick = element("button", "fl-pick", { type: "button" }, wordsOf(heading));
    pick.addEventListener("click", () => {
      this.chosen = game;
      this.show(game);
    });
    this.games.append(pick);
    return { game, section };
  }

  /**
   * Show the part of a game, or the first one.
   * @param {string} game
   */
  show(game) {
    const shown = this.parts.find((part) => part.game === game) ?? this.parts[0];
    this.parts.forEach((part, index) => {
      part.section.root.hidden = part !== shown;
      this.games.children[index].setAttribute("aria-pressed", String(part === shown));
    });
  }

  open() {
    this.show(this.chosen || gameHere());
    this.box.showModal();
    python.start();
  }
}

/**
 * @param {string} href
 * @returns {Promise<Drawer>}
 */
async function made(href) {
  const page = await pageAt(href);
  drawer = new Drawer(page, href);
  came(drawer.parts.map(({ section }) => section));
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
    if (plain && link instanceof HTMLAnchorElement && !isHere(link.href)) {
      event.preventDefault();
      event.stopPropagation();
      coming ??= made(link.href);
      coming.then(
        (drawer) => drawer.open(),
        () => {
          coming = null;
          location.assign(link.href);
        },
      );
    }
  },
  { capture: true },
);
