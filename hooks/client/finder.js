// The search: what it knows lies in search_index.json, which hooks/search.py describes. Whoever opens it says where that
// comes from and how a place is addressed, so that the site, the handbook and a folder of files search alike.

/**
 * @typedef {{location: string, title: string, text: string, aliases?: string[], table?: string}} Entry a section or a row
 * @typedef {{docs: Entry[], spellings: Record<string, string>}} Index
 * @typedef {(text: string) => string[]} Words
 * @typedef {{own: string, key: string, words: string}} Name as it is written; all of it in one; word for word
 * @typedef {{one: Entry, page: string, names: Name[], near: string, text: string, all: string, row: boolean}} Known
 * @typedef {{known: Known[], words: Words}} Learnt
 * @typedef {{one: Entry, page: string, alias: string}} Found the page that it is on, and the alias that was typed
 */

const SHOWN = 12;
const SNIPPET = 160;
/** How well a name fits that is what was asked, begins with it, or has words that begin with its words. */
const SAME = 400,
  BEGINS = 270,
  HOLDS = 150;
/** What one word counts that stands in the name, in the page's or table's name, or in the text; more if not cut short. */
const IN_NAME = 9,
  NEAR = 3,
  IN_TEXT = 1,
  WHOLE = 0.5;
const ALIAS = 10,
  ROW = -20,
  ALSO = 15;

/**
 * What reads the words of a text: small and without plural, hyphens, accents and leading zeros, spelt in one way; joined
 * they are what `alias_key` in engine/pages.py makes of it.
 * @param {Record<string, string>} spellings how words begin that are spelt in two ways, and what stands for both
 * @returns {Words}
 */
export function reader(spellings) {
  const pairs = Object.entries(spellings);
  /** A site has few words, many times over. @type {Map<string, string>} */
  const folded = new Map();
  return (text) => {
    const found =
      text
        .normalize("NFKD")
        .toLowerCase()
        .replace(/[’']|\p{Mn}/gu, "")
        .match(/[\p{L}\p{N}]+/gu) ?? [];
    return found.map((word) => {
      let ours = folded.get(word);
      if (ours === undefined) {
        const [other, begin] = pairs.find(([begin]) => word.startsWith(begin)) ?? ["", ""];
        const spelt = begin + word.slice(other.length);
        ours = spelt.replace(/(?<!\d)0+(?=\d)/g, "").replace(/(?<=[\p{L}\p{N}]{2}[^s])s$/u, "");
        folded.set(word, ours);
      }
      return ours;
    });
  };
}

/** Words that only join others; they count where they stand in a name. */
const JOINING = new Set(
  reader({})(
    "a an and are at be can do does for how i if in is it me my of on or that the this to we what when where which who with you",
  ),
);

/**
 * What is known of each entry, ready to be asked. An entry's page is the last before it whose location is not a section.
 * @param {Index} index
 * @returns {Learnt}
 */
export function learn({ docs: entries, spellings }) {
  const words = reader(spellings);
  const titles = new Map(
    entries.filter(({ location }) => !location.includes("#")).map((one) => [one.location, one.title]),
  );
  const known = entries.map((one) => {
    const row = one.table !== undefined;
    const page = one.table || (row || one.location.includes("#") ? (titles.get(one.location.split("#")[0]) ?? "") : "");
    const names = [one.title, ...(one.aliases ?? [])].map((own) => {
      const parts = words(own);
      return { own, key: parts.join(""), words: spaced(parts) };
    });
    const near = spaced(words(page));
    const text = spaced(words(one.text));
    return { one, page, names, near, text, all: names.map((name) => name.words).join("") + near + text, row };
  });
  return { known, words };
}

/** @param {string[]} parts */
function spaced(parts) {
  return ` ${parts.join(" ")} `;
}

/**
 * What fits a question, best first. A name typed in full comes before one that only begins so, and both before words
 * found here and there; words may be cut short. A row is found by its name. Where nothing has all words, whatever has
 * most of them.
 * @param {Learnt} learnt
 * @param {string} question
 * @returns {Found[]}
 */
export function find({ known, words }, question) {
  const typed = words(question);
  const telling = typed.filter((word) => !JOINING.has(word));
  const asked = telling.length ? telling : typed;
  const found = known.map((one) => ({ known: one, ...fit(one, asked, typed) }));
  const most = Math.max(1, ...found.map(({ matched }) => matched));
  return found
    .filter(({ matched }) => matched === most)
    .sort((a, b) => b.value - a.value)
    .map(({ known: { one, page }, alias }) => ({ one, page, alias }));
}

/**
 * @param {Known} known
 * @param {string[]} asked the words that tell something
 * @param {string[]} typed all words
 */
function fit({ names, near, text, all, row }, asked, typed) {
  const key = typed.join("");
  let value = 0;
  let alias = "";
  names.forEach((name, index) => {
    const share = (100 * key.length) / Math.max(name.key.length, key.length);
    const base =
      name.key === key
        ? SAME
        : name.key.startsWith(key)
          ? BEGINS + share
          : asked.every((word) => name.words.includes(` ${word}`))
            ? HOLDS + Math.min(99, share / 2 + also(name, typed))
            : 0;
    const here = base && base + (row ? ROW : 0) + (index ? ALIAS : 0);
    if (here > value) {
      value = here;
      alias = index ? name.own : "";
    }
  });
  if (value) {
    return { value, alias, matched: asked.length };
  }
  let matched = 0;
  if (row && !asked.some((word) => names[0].words.includes(` ${word}`))) {
    return { value, alias, matched };
  }
  for (const word of asked) {
    const begun = ` ${word}`;
    const worth = names.some((name) => name.words.includes(begun))
      ? IN_NAME
      : near.includes(begun)
        ? NEAR
        : text.includes(begun)
          ? IN_TEXT
          : 0;
    value += worth + (worth && all.includes(`${begun} `) ? WHOLE : 0);
    matched += Number(worth > 0);
  }
  return { value, alias, matched };
}

/**
 * What a name gains by every word that stands in it whole.
 * @param {Name} name
 * @param {string[]} asked
 */
function also(name, asked) {
  return ALSO * asked.filter((word) => name.words.includes(` ${word} `)).length;
}

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

/** The search box of the header, and what it finds. */
export class Finder {
  /**
   * @param {() => Promise<Index>} load where the index comes from; asked once, when the search is first opened
   * @param {(location: string) => string} address the link to a location
   */
  constructor(load, address) {
    this.load = load;
    this.address = address;
    /** @type {Promise<Learnt> | undefined} */
    this.index = undefined;
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
      this.search().then(() => this.results.querySelector("a")?.click());
    });
    this.root.addEventListener("focusout", (event) => {
      if (event.relatedTarget instanceof Element && !this.root.contains(event.relatedTarget)) {
        this.box.checked = false;
      }
    });
    document.addEventListener("click", (event) => this.clicked(event));
    addEventListener("keydown", (event) => this.pressed(event));
  }

  open() {
    if (!this.box.checked) {
      this.before = document.activeElement === this.query ? null : document.activeElement;
    }
    this.box.checked = true;
    this.query.focus({ preventScroll: true });
    this.search();
  }

  /** Close it; the focus leaves the box, which is out of sight on a phone. */
  close() {
    this.box.checked = false;
    if (document.activeElement instanceof HTMLElement && this.root.contains(document.activeElement)) {
      document.activeElement.blur();
    }
  }

  async search() {
    this.index ??= this.load().then(learn);
    try {
      const learnt = await this.index;
      const question = this.query.value;
      const asked = learnt.words(question);
      const found = asked.length ? find(learnt, question) : [];
      this.told.textContent = !asked.length
        ? "Type to search"
        : found.length
          ? `${found.length} found`
          : "Nothing found";
      this.results.replaceChildren(...found.slice(0, SHOWN).map((one) => this.result(one, asked)));
    } catch {
      this.index = undefined;
      this.told.textContent = "The search could not read its index; type on to try again.";
    }
  }

  /**
   * @param {Found} found
   * @param {string[]} asked
   */
  result({ one, page, alias }, asked) {
    const item = document.createElement("li");
    item.className = "md-search-result__item";
    const link = item.appendChild(document.createElement("a"));
    link.className = "md-search-result__link";
    link.href = this.address(one.location);
    const article = link.appendChild(document.createElement("article"));
    article.className = "md-search-result__article md-typeset";
    article.appendChild(document.createElement("h2")).textContent = one.title;
    const text = article.appendChild(document.createElement("p"));
    const where = [alias, page].filter(Boolean).join(" · ");
    text.textContent = [where, snippet(one.text, asked)].filter(Boolean).join(": ");
    return item;
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
    const links = /** @type {HTMLElement[]} */ ([this.query, ...this.results.querySelectorAll("a")]);
    const at = links.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    links[(at + by + links.length) % links.length].focus();
  }
}
