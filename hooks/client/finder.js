// The search box: what it finds stands in the index of the site (see lookup.js), and what it answers is the engine's.
// Whoever opens it says where the index comes from and how a place is addressed, so that the site, the handbook and a
// folder of files search alike.

import { element } from "./element.js";
import { forget, pinned, toggle, visit, visited } from "./places.js";
import { openPreviews } from "./previewing.js";

/**
 * @typedef {import("./lookup.js").Entry} Entry
 * @typedef {import("./lookup.js").Found} Found
 * @typedef {import("./lookup.js").Index} Index
 * @typedef {import("./lookup.js").Learnt} Learnt
 * @typedef {import("./messages.js").Found} Answered
 * @typedef {{typed: string, answer: Promise<Answered | null | undefined>}} Asking a question, and what comes of it
 */

const SHOWN = 12;
const SNIPPET = 160;
/** How long an answer may take before a word stands in its place. */
const SLOW_MS = 300;
const ON_THE_WAY = "The calculators are on their way; the answer will stand here.";

/**
 * The part of a text around the first word that was asked for.
 * @param {string} text
 * @param {string[]} asked
 */
function snippet(text, asked) {
  const at = asked.map((word) => text.toLowerCase().search(new RegExp(`(?<![\\p{L}\\p{N}])${word}`, "u")));
  const first = Math.min(...at.filter((place) => place >= 0));
  const from = Number.isFinite(first) && first > SNIPPET / 2 ? text.indexOf(" ", first - SNIPPET / 4) + 1 : 0;
  const cut = text.slice(from, from + SNIPPET);
  return `${from ? "… " : ""}${from + SNIPPET < text.length ? `${cut.slice(0, cut.lastIndexOf(" "))} …` : cut}`;
}

/**
 * What the engine says to a question, null where it does not understand it. The page that has Python listens.
 * @param {string} typed
 * @returns {Promise<Answered | null | undefined>}
 */
function answered(typed) {
  /** @type {Asking} */
  const detail = { typed, answer: Promise.resolve(null) };
  document.dispatchEvent(new CustomEvent("felloe:ask", { detail }));
  return detail.answer;
}

/** @param {Entry} one whether it is no row */
function section(one) {
  return one.table === undefined;
}

/** The search box of the header, and what it finds and answers. */
export class Finder {
  /**
   * @param {() => Promise<Index>} load where the index comes from; asked once, when the search is first opened
   * @param {(location: string) => string} address the link to a location
   * @param {(url: URL | Location) => string} locate the location of an address, or nothing
   */
  constructor(load, address, locate) {
    this.load = load;
    this.address = address;
    this.locate = locate;
    /** @type {Promise<Index> | undefined} */
    this.raw = undefined;
    /** What is known of the index, and what asks it. @type {ReturnType<typeof this.learn> | undefined} */
    this.index = undefined;
    /** What is typed is being answered, or may be. @type {Promise<void>} */
    this.asking = Promise.resolve();
    /** Where the reader was. @type {Element | null} */
    this.before = null;
    this.box = /** @type {HTMLInputElement} */ (document.getElementById("__search"));
    this.root = /** @type {HTMLElement} */ (document.querySelector(".md-search"));
    this.query = /** @type {HTMLInputElement} */ (this.root.querySelector(".md-search__input"));
    this.results = /** @type {HTMLElement} */ (this.root.querySelector(".md-search-result__list"));
    this.told = /** @type {HTMLElement} */ (this.root.querySelector(".md-search-result__meta"));
    this.query.addEventListener("input", () => this.search());
    this.query.addEventListener("focus", () => this.open());
    this.query.form?.addEventListener("reset", () => setTimeout(() => this.open()));
    this.query.form?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.enter();
    });
    this.root.addEventListener("focusout", (event) => {
      if (event.relatedTarget instanceof Element && !this.root.contains(event.relatedTarget)) {
        this.show(false);
      }
    });
    document.addEventListener("click", (event) => this.clicked(event));
    addEventListener("keydown", (event) => this.pressed(event));
    addEventListener("hashchange", () => this.arrived());
    this.arrived();
    if (document.activeElement === this.query) {
      this.open(); // a reader was faster than this module
    }
    openPreviews(
      async () => new Map((await this.read()).docs.filter(section).map((one) => [one.location, one])),
      (link) => (link.hash ? locate(new URL(link.href)) : ""),
    );
  }

  /** The index as it stands there; where it cannot be read, it is asked for again. */
  read() {
    this.raw ??= this.load().catch((error) => {
      this.raw = undefined;
      throw error;
    });
    return this.raw;
  }

  /** The index, with what searches it, which comes when it does. */
  async learn() {
    const asks = async () => await import("./lookup.js");
    const [raw, { answerable, learn, search }] = await Promise.all([this.read(), asks()]);
    return { learnt: learn(raw), answerable, search };
  }

  /** The location of the page and place that are shown. */
  here() {
    return this.locate(location);
  }

  /** The page behind it does not scroll meanwhile. @param {boolean} shown */
  show(shown) {
    this.box.checked = shown;
    document.documentElement.toggleAttribute("data-searching", shown);
  }

  open() {
    if (!this.box.checked) {
      this.before = document.activeElement === this.query ? null : document.activeElement;
    }
    this.show(true);
    this.query.focus({ preventScroll: true });
    this.search();
  }

  /** Close it; the focus leaves the box, which is out of sight on a phone. */
  close() {
    this.show(false);
    if (document.activeElement instanceof HTMLElement && this.root.contains(document.activeElement)) {
      document.activeElement.blur();
    }
  }

  /** The reader has come to a page or a place on it. */
  arrived() {
    visit(this.here());
  }

  /** Follow the first of what is shown, once what was typed has been answered. */
  async enter() {
    const typed = this.query.value;
    await this.search();
    await this.asking;
    if (typed.trim() && this.query.value === typed) {
      this.results.querySelector("a")?.click();
    }
  }

  async search() {
    this.index ??= this.learn();
    try {
      const { learnt, answerable, search } = await this.index;
      const question = this.query.value;
      const asked = learnt.words(question);
      if (!asked.length) {
        this.told.textContent = "Type to search, or ask";
        this.results.replaceChildren(...this.begin(learnt));
        return;
      }
      const { found, instead } = search(learnt, question, this.here());
      const many = found.length ? `${found.length} found` : "Nothing found";
      this.told.textContent = instead.length ? `${many} for “${instead.join(" ")}”` : many;
      const lines = found.slice(0, SHOWN).map((one) => this.result(one, asked));
      const before = answerable(learnt, question) ? this.results.querySelector(":scope > .fl-asked") : null;
      this.results.replaceChildren(...(before ? [before] : []), ...lines);
      this.asking = answerable(learnt, question) ? this.ask(question, many) : Promise.resolve();
    } catch {
      this.index = undefined;
      this.told.textContent = "The search could not read its index; type on to try again.";
    }
  }

  /**
   * Put what the engine answers before what was found; until Python has started, a word about it.
   * @param {string} question
   * @param {string} many what was found besides
   */
  async ask(question, many) {
    const put = (/** @type {Element | null} */ entry) => {
      if (this.query.value === question) {
        this.results.querySelector(":scope > .fl-asked")?.remove();
        this.results.prepend(...(entry ? [entry] : []));
      }
    };
    const coming = answered(question);
    const wait = () => {
      const item = element("li", "md-search-result__item fl-asked");
      item.append(element("p", "fl-asked__wait", { role: "status" }, ON_THE_WAY));
      put(item);
    };
    const later = setTimeout(wait, document.documentElement.dataset.python === "ready" ? SLOW_MS : 0);
    const answer = await coming.catch(() => null);
    clearTimeout(later);
    if (answer !== undefined) {
      put(answer ? this.answer(answer, question) : null);
      if (answer && this.query.value === question) {
        this.told.textContent = `Answered; ${many.toLowerCase()}`;
      }
    }
  }

  /**
   * The answer to a question as an entry that leads to its filled calculator.
   * @param {Answered} answer
   * @param {string} typed
   */
  answer({ figure, line, question, said, assumed, missing, link }, typed) {
    const item = element("li", "md-search-result__item fl-asked");
    const to = element("a", "md-search-result__link", { href: this.address(link) });
    const head = element("p", "fl-asked__figure", {}, figure || question);
    const rest = figure ? [line, question] : [];
    const read = said.map(([words, value]) => `${words}: ${value}`).join(" · ");
    const taken = assumed.length ? `Taken for granted: ${assumed.join(", ")}.` : "";
    const lacks = missing.length ? `Say as well: ${missing.join(", ")}.` : "";
    to.append(head, ...[...rest, read, lacks || taken].filter(Boolean).map((words) => element("p", "", {}, words)));
    to.addEventListener("click", () => visit(`?${typed}`));
    item.append(to, this.pin(`?${typed}`, typed));
    return item;
  }

  /**
   * What stands there before anything is typed: what is pinned, where the reader was, and how to ask.
   * @param {Learnt} learnt
   */
  begin(learnt) {
    const here = this.here();
    const lines = (/** @type {string[]} */ places) =>
      places.filter((place) => place !== here).flatMap((place) => this.place(learnt, place) ?? []);
    const [kept, held] = [pinned(), visited()];
    const pins = lines(kept);
    const been = lines(held.filter((place) => !kept.includes(place)));
    const away = element("button", "fl-found__forget", { type: "button" }, "Forget these");
    away.addEventListener("click", () => {
      forget();
      this.search();
      this.query.focus();
    });
    const head = (/** @type {string} */ words) => element("li", "fl-found__head", {}, words);
    const last = head("Visited last");
    last.append(away);
    return [
      ...(pins.length ? [head("Pinned"), ...pins] : []),
      ...(been.length ? [last, ...been] : []),
      ...(learnt.examples.length ? [head("Ask as you would aloud")] : []),
      ...learnt.examples.map((typed) => this.question(typed, false)),
    ];
  }

  /**
   * The entry of a place that is kept; nothing where the site has it no more.
   * @param {Learnt} learnt
   * @param {string} place
   */
  place(learnt, place) {
    if (place.startsWith("?")) {
      return this.question(place.slice(1), true);
    }
    const one = learnt.places.get(place);
    const page = place.includes("#") ? (learnt.places.get(place.split("#")[0])?.title ?? "") : "";
    return one && this.result({ one: { ...one, text: "" }, page, game: "", alias: "" }, []);
  }

  /**
   * A question that can be asked by a touch.
   * @param {string} typed
   * @param {boolean} pins whether it can be pinned here
   */
  question(typed, pins) {
    const item = element("li", "md-search-result__item fl-question");
    const link = element("button", "md-search-result__link", { type: "button" }, typed);
    link.addEventListener("click", () => {
      this.query.value = typed;
      this.query.focus();
      this.search();
    });
    item.append(link, ...(pins ? [this.pin(`?${typed}`, typed)] : []));
    return item;
  }

  /**
   * @param {Found} found
   * @param {string[]} asked
   */
  result({ one, page, game, alias }, asked) {
    const item = element("li", "md-search-result__item");
    const link = element("a", "md-search-result__link", { href: this.address(one.location) });
    const article = link.appendChild(element("article", "md-search-result__article md-typeset"));
    const where = [alias, page, game].filter(Boolean).join(" · ");
    const text = [where, one.text && snippet(one.text, asked)].filter(Boolean).join(": ");
    article.append(element("h2", "", {}, one.title), ...(text ? [element("p", "", {}, text)] : []));
    item.append(link, ...(one.table === undefined ? [this.pin(one.location, one.title)] : []));
    return item;
  }

  /**
   * The button that pins a place, and lets it go.
   * @param {string} place
   * @param {string} title
   */
  pin(place, title) {
    const held = pinned().includes(place);
    const button = element("button", "fl-pinned", { type: "button", "aria-pressed": String(held) });
    button.append(element("span", "fl-pinned__words", {}, `Pin ${title}`));
    button.addEventListener("click", () => button.setAttribute("aria-pressed", String(toggle(place))));
    return button;
  }

  /**
   * Material would lock the page where it is when its own switch is touched, and scroll back to there later.
   * @param {MouseEvent} event
   */
  clicked(event) {
    const at = /** @type {Element} */ (event.target);
    if (at.closest("label[for=__search]")) {
      event.preventDefault();
      this.box.checked ? this.close() : this.open();
    } else if (at.closest("[data-find]")) {
      this.open();
    } else if (this.results.contains(at) && at.closest("a") && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      this.close();
    }
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const shown = this.root.getClientRects().length > 0;
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing || !shown) {
      return;
    }
    const at = /** @type {Element} */ (event.target);
    const typing = at.closest(
      "select, textarea, [contenteditable], input:not([type=radio], [type=checkbox], [type=button])",
    );
    if (this.box.checked && event.key === "Escape") {
      this.close();
      if (this.before instanceof HTMLElement && this.before.isConnected) {
        this.before.focus();
      }
    } else if (this.box.checked && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      this.walk(event.key === "ArrowDown" ? 1 : -1);
    } else if (!typing && ["f", "s", "/"].includes(event.key)) {
      event.preventDefault();
      this.open();
      this.query.select();
    }
  }

  /** @param {number} by */
  walk(by) {
    const all = this.results.querySelectorAll(".md-search-result__link");
    const links = /** @type {HTMLElement[]} */ ([this.query, ...all]);
    const at = links.indexOf(/** @type {HTMLElement} */ (document.activeElement?.closest("li")?.firstElementChild));
    links[(Math.max(0, at) + by + links.length) % links.length].focus();
  }
}
