// The drawer of quick.js: the sections of one page, alive, each after the heading of its game.

import { button, element, wordsOf } from "./element.js";
import { bring, came, pageAt } from "./elsewhere.js";

/**
 * @typedef {import("./section.js").Section} Section
 * @typedef {{game: string, section: Section}} Part
 */

export class Drawer {
  /**
   * @param {Document} page
   * @param {string} href where that page is
   * @param {typeof import("./section.js").Section} kind of its sections
   */
  constructor(page, href, kind) {
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
        this.parts.push(this.part(heading, bring(/** @type {HTMLElement} */ (one), href, body, kind)));
      }
    }
  }

  /**
   * @param {Element} heading
   * @param {Section} section
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

  /**
   * The drawer with the sections of a page, which the page that is open wakes; rejects where it cannot be fetched.
   * @param {string} href
   * @param {typeof import("./section.js").Section} kind
   */
  static async of(href, kind) {
    const drawer = new Drawer(await pageAt(href), href, kind);
    came(drawer.parts.map(({ section }) => section));
    return drawer;
  }

  /**
   * Open it at what was chosen here, else at this game.
   * @param {string} game
   */
  open(game) {
    this.show(this.chosen || game);
    this.box.showModal();
  }
}
