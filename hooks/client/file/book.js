// "Print the book": all pages of the handbook in the order of its navigation, as one document for paper. Forms are text
// in it, and nothing is folded. It covers the page that was being read and gives it back as it was.

/**
 * @typedef {{title: string, main: string}} Page
 * @typedef {{words: string, level: number, path: string}} Line a line of the contents; a group of pages has no path
 * @typedef {{location: string, title: string, aliases?: string[], table?: string}} Found a section, or a table's row
 * @typedef {{docs: Found[], games: Record<string, string>}} Searched what the search knows
 */

// What only works alive, or says so.
const LIVE =
  "script, noscript, .headerlink, .fl-status, .fl-wait, .fl-hidden:not(caption, figcaption), .fl-examples, .fl-out form, " +
  "button:not(.fl-cell, td > button)";
const WHERE =
  "Each number is that of a page of the handbook. On paper it stands at the top right of every sheet (§ 12).";
const RULE_ID = /^[A-Z]+-\d+$/;
const REFERRING = ["aria-labelledby", "aria-describedby", "aria-details"];
const HOW =
  "Each calculator stands here with the values that it starts with, under the default rulings; in smaller type, what could " +
  "be chosen instead. In the handbook itself every number is live.";

export class Book {
  #read;
  #searched;
  /** @type {HTMLElement | null} */
  #root = null;
  #leave = () => {};

  /**
   * @param {(path: string) => Promise<Page>} read gives a page of the handbook
   * @param {() => Promise<Searched>} searched gives what its search knows
   */
  constructor(read, searched) {
    this.#read = read;
    this.#searched = searched;
    addEventListener("popstate", (event) => this.#close(event));
    addEventListener("keydown", (event) => this.#root && event.key === "Escape" && history.back());
  }

  /**
   * Put the book together, show it and print it. Back, Escape and a button lead to where the reader was.
   * @param {HTMLElement} asked the button that asked for it
   */
  async print(asked) {
    const [top, title] = [scrollY, document.title];
    this.#leave = () => {
      document.title = title;
      scrollTo(0, top);
      asked.focus({ preventScroll: true });
    };
    history.pushState(history.state, "");
    const told = made("p", "", { role: "status", tabindex: "-1" });
    const again = made("button", "Print", { type: "button", class: "fl-button", disabled: "" });
    const back = made("button", "Back to reading", { type: "button", class: "fl-button" });
    again.addEventListener("click", () => print());
    back.addEventListener("click", () => history.back());
    const root = made("div", [made("div", [told, again, back], { class: "fl-volume__bar" })], {
      class: "fl-volume md-typeset",
    });
    root.addEventListener("click", (event) => follow(event));
    this.#root = root;
    document.body.append(root);
    document.documentElement.classList.add("fl-printing");
    scrollTo(0, 0);
    told.focus();
    try {
      const whole = await this.#bound((words) => (told.textContent = words));
      if (this.#root !== root) {
        return;
      }
      root.append(whole);
      document.title = name();
      told.textContent = "The book is ready to print.";
      again.removeAttribute("disabled");
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      if (this.#root === root) {
        print();
      }
    } catch (error) {
      const fault = error instanceof Error ? error.message : error;
      told.textContent = `The book could not be put together; this file may be damaged. (${fault})`;
    }
  }

  /** @param {Event} event an entry of the history that is the book's alone, and no state of the page */
  #close(event) {
    if (this.#root) {
      event.stopImmediatePropagation();
      this.#root.remove();
      this.#root = null;
      document.documentElement.classList.remove("fl-printing");
      this.#leave();
    }
  }

  /**
   * The book's parts.
   * @param {(words: string) => void} tell
   */
  async #bound(tell) {
    const lines = contents(parsed((await this.#read("/")).main));
    const pages = lines.filter(({ path }) => path);
    const whole = document.createDocumentFragment();
    const list = made("ul", []);
    const rules = [];
    /** @type {string[]} */
    const above = [];
    /** @type {Element[]} */
    let groups = [];
    /** @type {Map<string, number>} the number of each page, by its path; a browser prints no other numbers of places */
    const numbers = new Map();
    for (const line of lines) {
      above.splice(line.level, Infinity, line.words);
      if (!line.path) {
        list.append(entry(line, "", line.level));
        groups.push(made(`h${Math.min(6, line.level + 1)}`, line.words, { class: "fl-group" }));
        continue;
      }
      const count = numbers.size + 1;
      numbers.set(line.path, count);
      tell(`Putting the book together: page ${count} of ${pages.length}.`);
      const parts = [...groups, ...bound(line, await this.#read(line.path))];
      const leaf = made("section", parts, { class: "fl-leaf", id: line.path });
      groups = [];
      leaf.style.setProperty("page", `leaf-${count}`);
      rules.push(
        `@page leaf-${count} { @top-left { content: ${JSON.stringify(above.join(" · "))} } ` +
          `@top-right { content: "§ ${count}" } }`,
      );
      const item = entry(line, line.path, line.level);
      item.append(" ", made("span", `§ ${count}`, { class: "fl-volume__number" }));
      list.append(item);
      for (const heading of leaf.querySelectorAll("[data-deep='2'][id]")) {
        list.append(entry({ ...line, words: wordsOf(heading) }, heading.id, line.level + 1));
      }
      whole.append(leaf);
    }
    const front = made("nav", [made("h2", "Contents"), list], {
      class: "fl-volume__contents",
      "aria-label": "Contents",
    });
    whole.prepend(made("style", rules.join("\n")), cover(), front);
    whole.append(alphabetical(await this.#searched(), numbers));
    return whole;
  }
}

/** What the book is called, with its version. */
function name() {
  return `${wordsOf(document.querySelector(".md-header__topic"))} ${said("version")}`;
}

function cover() {
  const date = new Date().toLocaleDateString("en", { dateStyle: "long" });
  return made(
    "header",
    [
      made("h1", wordsOf(document.querySelector(".md-header__topic"))),
      made("p", said("description"), { class: "fl-volume__what" }),
      made("p", `Version ${said("version")}, printed on ${date}`),
      made("p", HOW),
      made("p", wordsOf(document.querySelector(".md-copyright__highlight"))),
    ],
    { class: "fl-volume__cover" },
  );
}

/** @param {string} about */
function said(about) {
  return document.querySelector(`meta[name="${about}"]`)?.getAttribute("content") ?? "";
}

/**
 * The lines of the navigation, from top to bottom.
 * @param {Document} page
 */
function contents(page) {
  /** @type {Line[]} */
  const lines = [];
  /**
   * @param {Element | null} list
   * @param {number} level
   */
  const walk = (list, level) => {
    for (const item of list?.children ?? []) {
      const link = item.querySelector(":scope > a.md-nav__link, :scope > .md-nav__container > a.md-nav__link");
      const words = wordsOf(link ?? item.querySelector(":scope > label"));
      lines.push({ words, level, path: link?.getAttribute("href")?.slice(1) ?? "" });
      walk(item.querySelector(":scope > nav:not(.md-nav--secondary) > ul"), level + 1);
    }
  };
  walk(page.querySelector(".md-nav--primary > ul"), 0);
  return lines;
}

/**
 * @param {Line} line
 * @param {string} id the place in the book that it leads to, if any
 * @param {number} depth
 */
function entry({ words }, id, depth) {
  return made("li", [id ? made("a", words, { href: `#${id}` }) : made("strong", words)], {
    "data-depth": String(depth),
  });
}

/**
 * The index: titles of sections and what readers call them, from A to Z, each with its game where several know it.
 * @param {Searched} searched
 * @param {Map<string, number>} numbers of pages, by their path
 */
function alphabetical({ docs, games }, numbers) {
  const places = docs
    .filter(({ table }) => table === undefined)
    .flatMap(({ location, title, aliases = [] }) =>
      [title, ...aliases.filter((one) => !RULE_ID.test(one))].map((words) => ({ words, location })),
    );
  const folded = (/** @type {string} */ words) => words.toLowerCase().replace(/^[^\p{L}\p{N}]+/u, "");
  /** @type {Map<string, typeof places>} */
  const terms = new Map();
  for (const place of places) {
    const same = terms.get(folded(place.words)) ?? [];
    if (!same.some(({ location }) => location === place.location)) {
      terms.set(folded(place.words), [...same, place]);
    }
  }
  const order = new Intl.Collator("en", { ignorePunctuation: true, numeric: true });
  /** @type {Map<string, HTMLElement>} a list a letter; a single one of them all takes a browser long to lay in columns */
  const lists = new Map();
  for (const [term, found] of [...terms].sort(([one], [other]) => order.compare(one, other))) {
    const [letter = ""] = /[a-z0-9]/.exec(term.normalize("NFD")) ?? [];
    const heading = letter < "a" ? "0–9" : letter.toUpperCase();
    const list = lists.get(heading) ?? made("ul", []);
    lists.set(heading, list);
    for (const { words, location } of found) {
      const game = found.length > 1 ? games[location.split("/")[0]] : undefined;
      const link = made("a", words, { href: `#/${location}` });
      const number = made("span", `${numbers.get(`/${location.replace(/#.*/, "")}`)}`, { class: "fl-volume__number" });
      list.append(made("li", game ? [link, " ", made("small", game), " ", number] : [link, " ", number]));
    }
  }
  const lettered = [...lists].flatMap(([heading, list]) => [made("p", heading, { class: "fl-volume__letter" }), list]);
  return made("nav", [made("h2", "Index"), made("p", WHERE), ...lettered], {
    class: "fl-volume__index",
    "aria-label": "Index",
  });
}

/**
 * A page's article for the book. Its anchors are called what its links call them in the handbook: "/ferries/#fer-04".
 * @param {Line} line
 * @param {Page} page
 */
function bound({ path, level }, page) {
  const article = /** @type {HTMLElement} */ (parsed(page.main).querySelector("article"));
  flatten(article);
  for (const one of article.querySelectorAll("[id]")) {
    one.id = `${path}#${one.id}`;
  }
  for (const attribute of REFERRING) {
    for (const one of article.querySelectorAll(`[${attribute}]`)) {
      const ids = (one.getAttribute(attribute) ?? "").split(" ");
      one.setAttribute(attribute, ids.map((id) => `${path}#${id}`).join(" "));
    }
  }
  for (const link of article.querySelectorAll("a[href^='#/'][href*='?']")) {
    link.setAttribute("href", (link.getAttribute("href") ?? "").replace(/[?].*/, ""));
  }
  for (const heading of article.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    const deep = Number(heading.tagName[1]);
    renamed(heading, `h${Math.min(6, deep + level)}`).setAttribute("data-deep", String(deep));
  }
  return article.childNodes;
}

/**
 * Forms become text, and whatever can be folded lies open.
 * @param {HTMLElement} article
 */
function flatten(article) {
  for (const section of article.querySelectorAll("section.fl")) {
    const inputs = section.querySelector(".fl-all");
    const parts = [inputs && fields(inputs), section.querySelector(".fl-out"), section.querySelector(".fl-from")];
    section.querySelector(".fl-body")?.replaceChildren(...parts.filter((part) => part !== null));
  }
  article.querySelectorAll(":is(h2, h3, h4).fl-hidden").forEach((one) => one.classList.remove("fl-hidden"));
  article.querySelectorAll(LIVE).forEach((one) => one.remove());
  article.querySelectorAll(".fl-screen, .fl-panel").forEach((one) => one.classList.remove("fl-screen", "fl-panel"));
  for (const reading of article.querySelectorAll(".fl-reading")) {
    reading.classList.toggle("fl-reading--held", reading.querySelector("[checked]") !== null);
    renamed(reading, "p");
  }
  const others = {
    button: "span",
    summary: "p",
    details: "div",
    legend: "p",
    fieldset: "div",
    form: "div",
    label: "span",
  };
  for (const [selector, tag] of Object.entries(others)) {
    article.querySelectorAll(selector).forEach((one) => renamed(one, tag));
  }
  article.querySelectorAll("input, select, textarea").forEach((one) => one.remove());
}

/**
 * The fields of a form, or of a part of it, as terms and what they hold.
 * @param {Element} part
 * @returns {HTMLElement}
 */
function fields(part) {
  const within = part.closest(".fl-field");
  const own = [...part.querySelectorAll(".fl-field")].filter(
    (one) => one.parentElement?.closest(".fl-field") === within,
  );
  return made(
    "dl",
    own.map((field) => {
      const label = field.querySelector(
        ":scope > label:not(.fl-switch), :scope > fieldset > legend, :scope > .fl-switch > span",
      );
      const hint = field.querySelector(":scope > .fl-hint");
      return made("div", [
        made("dt", [...(label?.childNodes ?? [])]),
        made("dd", [...held(field), ...(hint ? [hint] : [])]),
      ]);
    }),
    { class: "fl-said" },
  );
}

/**
 * What a field holds: the value, what could be chosen instead, and the fields that belong to it.
 * @param {Element} field
 * @returns {(Node | string)[]}
 */
function held(field) {
  const own = (/** @type {string} */ selector) => [
    ...field.querySelectorAll(`:scope > ${selector}, :scope > fieldset > ${selector}`),
  ];
  const chips = own(".fl-chips > .fl-chip");
  const [chosen, others] = [true, false].map((on) =>
    chips.filter((chip) => (chip.querySelector("[checked]") !== null) === on).map(wordsOf),
  );
  const [box] = /** @type {HTMLInputElement[]} */ (
    own("input[type=text]").concat(own("textarea"), own(".fl-stepper > input"))
  );
  const [turned] = own(".fl-switch > input");
  const [option] = own("select").map((list) => list.querySelector("[selected]") ?? list.querySelector("option"));
  const parts = [...own(".fl-row"), ...own(".fl-branch:not([hidden])"), ...own(".fl-group")];
  const text = chips.length
    ? chosen.join(", ") || "none"
    : box
      ? box.value || "none"
      : turned
        ? turned.matches("[checked]")
          ? "yes"
          : "no"
        : option
          ? wordsOf(option)
          : parts.length
            ? ""
            : "none";
  const rest = others.length ? [" ", made("small", `or ${others.join(" · ")}`)] : [];
  return [text, ...rest, ...parts.map(fields)];
}

/** @param {Element | null | undefined} element */
function wordsOf(element) {
  return element?.textContent?.replace(/\s+/g, " ").trim() ?? "";
}

/** @param {string} main */
function parsed(main) {
  return new DOMParser().parseFromString(main, "text/html");
}

/**
 * @param {string} tag
 * @param {string | Iterable<Node | string>} content
 * @param {Record<string, string>} attributes
 */
function made(tag, content, attributes = {}) {
  const element = document.createElement(tag);
  element.append(...(typeof content === "string" ? [content] : content));
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, value);
  }
  return element;
}

/**
 * The same content in another element, which nobody can press or unfold.
 * @param {Element} element
 * @param {string} tag
 */
function renamed(element, tag) {
  const other = made(tag, element.childNodes);
  for (const attribute of ["id", "class", "aria-current"]) {
    if (element.hasAttribute(attribute)) {
      other.setAttribute(attribute, element.getAttribute(attribute) ?? "");
    }
  }
  element.replaceWith(other);
  return other;
}

/**
 * A link within the book leads to its place in the book, and leaves the address alone.
 * @param {Event} event
 */
function follow(event) {
  const link = /** @type {Element} */ (event.target).closest("a[href^='#']");
  if (link) {
    event.preventDefault();
    const place = document.getElementById(link.getAttribute("href")?.slice(1) ?? "");
    place?.scrollIntoView();
    if (place) {
      place.tabIndex = -1;
      place.focus({ preventScroll: true });
    }
  }
}
