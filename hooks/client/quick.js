// Quick roll: a drawer on every page with the sections of one page, alive, each after the heading of its game. Where that
// page cannot be fetched, as from a disk, its link leads there.

import { parts, path } from "./address.js";
import { button, element } from "./element.js";
import { python, Section } from "./section.js";

/** @typedef {{path: string, main?: Promise<string>}} Wanted a page, and its HTML where somebody has that at hand */
/** @typedef {{game: string, title: string, section: Section}} Part */

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
        body.append(moved(/** @type {HTMLElement} */ (one), href));
        this.parts.push(this.part(heading, /** @type {HTMLElement} */ (one)));
      }
    }
    document.body.append(this.box);
  }

  /**
   * @param {Element} heading
   * @param {HTMLElement} root
   * @returns {Part}
   */
  part(heading, root) {
    const [game, title] = [heading.id, heading.firstChild?.textContent?.trim() ?? ""];
    const section = new Section(root);
    section.ours = true; // no address of another page says what stands here
    const pick = element("button", "fl-pick", { type: "button" }, title);
    pick.addEventListener("click", () => {
      this.chosen = game;
      this.show(game);
    });
    this.games.append(pick);
    return { game, title, section };
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
    const [, game] = path().match(/([^/]+)\/[^/]+\/(?:[^/]+\/)?$/) ?? [];
    this.show(this.chosen || game);
    this.box.showModal();
    python.start();
  }
}

/**
 * A section of another page, whose links lead from here to where they led from there.
 * @param {HTMLElement} root
 * @param {string} href
 */
function moved(root, href) {
  const whole = (/** @type {string} */ to) => (to.startsWith("#") ? to : new URL(to, href).href);
  root.dataset.base = whole(root.dataset.base ?? "");
  delete root.dataset.ahead;
  for (const link of root.querySelectorAll("a[href]")) {
    link.setAttribute("href", whole(link.getAttribute("href") ?? ""));
  }
  return root;
}

/**
 * @param {string} href
 * @returns {Promise<Drawer>}
 */
async function made(href) {
  /** @type {Wanted} */
  const wanted = { path: parts(new URL(href)).path };
  document.dispatchEvent(new CustomEvent("felloe:page", { detail: wanted }));
  const text = await (wanted.main ?? fetched(href));
  drawer = new Drawer(new DOMParser().parseFromString(text, "text/html"), href);
  const sections = drawer.parts.map(({ section }) => section);
  document.dispatchEvent(new CustomEvent("felloe:sections", { detail: sections }));
  return drawer;
}

/** @param {string} href */
async function fetched(href) {
  const answer = await fetch(href);
  if (!answer.ok) {
    throw new Error(`${href}: ${answer.status}`);
  }
  return answer.text();
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
