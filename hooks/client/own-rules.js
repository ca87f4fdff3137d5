// Rules of the reader's own: what the form on the page writes is tried below it, kept on the device, and sent as a link.
// The engine reads them as data and draws their sections. One that a link brings is shown first, and asked only after a
// yes; what it comes to reaches nothing else of the reader's.

import { abroad, linked, pairs, put, write } from "./address.js";
import { share } from "./clipboard.js";
import { button, element } from "./element.js";
import { came } from "./elsewhere.js";
import { notify } from "./notice.js";
import { store, stored } from "./storage.js";

/**
 * @typedef {import("./section.js").Section} Section
 * @typedef {import("./address.js").Pairs} Pairs
 * @typedef {{name: string, code: string}} Rule
 *
 * @typedef {object} Site what the page that is open has for this
 * @property {import("./python.js").Python} python
 * @property {typeof import("./section.js").Section} kind of its sections
 * @property {Section} writer the form that writes a rule
 */

const PAGE = "at-the-table/your-own-rule/";
const PREFIX = "own-rule:";
/** In a link: the code of a rule, and what is typed into it. */
const [RULE, TYPED] = ["rule", "own"];
const MOST = 100;
/** @type {import("./storage.js").Kept} */
const KEPT = {
  key: "felloe.own-rules",
  words: "Your own rules",
  without: "none is kept",
  readable: ({ rules }) => Array.isArray(rules) && rules.every((one) => one && texts(one.name, one.code)),
};
/** How many sections were drawn: each has an id of its own. */
let drawn = 0;

/** @param {unknown[]} values */
function texts(...values) {
  return values.every((value) => typeof value === "string");
}

/** @type {WeakMap<HTMLElement, OwnRules>} */
const opened = new WeakMap();

/**
 * Open the rules in their place, or what another link to the same page brings.
 * @param {HTMLElement} place
 * @param {Site} site
 */
export function open(place, site) {
  const there = opened.get(place);
  if (there) {
    there.linked();
  } else {
    opened.set(place, new OwnRules(place, site));
  }
}

class OwnRules {
  /**
   * @param {HTMLElement} place
   * @param {Site} site
   */
  constructor(place, site) {
    this.site = site;
    /** Where nothing can be stored, until the page is left. @type {Rule[] | null} */
    this.unstored = null;
    /** What was kept before the last change, for Undo. @type {Rule[] | null} */
    this.before = null;
    /** @type {Map<string, HTMLElement>} */
    this.rows = new Map();
    /** The rule in the form, and its section. @type {{code: string, section: Section | null}} */
    this.trial = { code: "", section: null };
    this.tried = element("div", "fl-own__trial");
    this.list = element("div", "fl-own__kept");
    this.status = element("p", "fl-note", { role: "status" });
    this.undo = button("Undo", () => {
      this.keep(this.before ?? []);
      this.before = null;
      this.draw("Taken back.");
    });
    const heading = element("h2", "", { id: "your-rules" }, "Your rules");
    place.replaceChildren(this.tools(), this.tried, heading, this.status, this.list);
    site.writer.root.addEventListener("felloe:held", () => this.written());
    addEventListener("storage", ({ key }) => place.isConnected && key === KEPT.key && this.draw());
    this.draw();
    this.linked();
  }

  /** @returns {Rule[]} */
  get kept() {
    return this.unstored ?? stored(KEPT)?.rules ?? [];
  }

  /** @param {Rule[]} rules */
  keep(rules) {
    this.unstored = store(KEPT, rules.length ? { rules: rules.slice(-MOST) } : null) ? null : rules;
  }

  // --- What is being written -------------------------------------------------------------------------------------------

  tools() {
    const made = element("p", "fl-tools");
    made.append(
      button("Try it", async () => (await this.settled()) && this.tried.scrollIntoView({ block: "nearest" })),
      button("Keep it on this device", async () => {
        const rule = await this.settled();
        rule && this.add(rule);
      }),
      button("Send it", (pressed) => share(this.sent(), pressed), { "data-send": "link" }),
    );
    return made;
  }

  async sent() {
    const rule = await this.settled();
    return rule ? this.linkTo(rule.code) : "";
  }

  /** The rule that the form says, once that is read; nothing where it is none. @returns {Promise<Rule | null>} */
  async settled() {
    const { writer } = this.site;
    await writer.rested();
    if (writer.values.code === undefined) {
      await writer.ask();
    }
    await this.drawing;
    return writer.old ? null : this.rule;
  }

  /** What stands in the form, as the last answer read it. @returns {Rule} */
  get rule() {
    const { values, answered } = this.site.writer;
    return { name: String(Reflect.get(answered ?? {}, "name") ?? ""), code: String(values.code ?? "") };
  }

  /** An answer stands in the form: the section below it is that of the rule as it is now, with what was typed there. */
  written() {
    const { code } = this.rule;
    if (code && code !== this.trial.code) {
      this.trial.code = code;
      this.drawing = this.try(code);
    }
  }

  /** @param {string} code */
  async try(code) {
    const before = this.trial.section?.inputs() ?? {};
    const section = await this.section(code, this.tried);
    if (section) {
      this.trial.section = section;
      const now = section.inputs();
      const still = Object.entries(before).filter(([name, text]) => name in now && now[name] !== text);
      still.length && section.fill(Object.fromEntries(still));
    }
  }

  /**
   * The live section of a rule in its place.
   * @param {string} code
   * @param {HTMLElement} place
   */
  async section(code, place) {
    const { python, kind, writer } = this.site;
    drawn += 1;
    const [calculator, instance, base] = [PREFIX + code, `own-rule-${drawn}`, writer.root.dataset.base ?? ""];
    try {
      const told = await python.ask(`own ${place.className}`, { do: "section", calculator, instance, base });
      if (!told || "error" in told) {
        told?.error && notify(told.error.message);
        return null;
      }
      const page = new DOMParser().parseFromString(told.html, "text/html");
      const root = /** @type {HTMLElement} */ (page.querySelector("section.fl"));
      // A GM screen fetches its sections from pages, and what is wrong with a rule is its author's to mend.
      root.querySelectorAll("[data-tool=screen], [data-tool=wrong]").forEach((tool) => tool.remove());
      place.replaceChildren(root);
      const section = new kind(root);
      section.ours = true;
      section.link = () => this.linkTo(code, section.passed);
      came([section]);
      return section;
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error));
      return null;
    }
  }

  // --- What is kept -----------------------------------------------------------------------------------------------------

  /** Keep a rule; it takes the place of one that has its name. @param {Rule} rule */
  add(rule) {
    const called = (/** @type {Rule} */ { name }) => name.toLowerCase() === rule.name.toLowerCase();
    const { kept } = this;
    if (kept.some(({ code }) => code === rule.code)) {
      this.draw(`${rule.name} is kept already.`);
      return;
    }
    this.before = kept;
    const there = kept.some(called);
    this.keep(there ? kept.map((one) => (called(one) ? rule : one)) : [...kept, rule]);
    this.draw(there ? `${rule.name} is changed.` : `${rule.name} is kept on this device.`);
  }

  /** @param {Rule} rule */
  forget({ name, code }) {
    this.before = this.kept;
    this.keep(this.before.filter((one) => one.code !== code));
    this.draw(`${name} is forgotten.`);
    this.undo.focus();
  }

  /** The list of all that are kept; a section that is open stays as it is. @param {string} [said] */
  draw(said = "") {
    const { kept, before, status, undo } = this;
    const nothing = element("p", "", {}, "None yet. What you keep stands here on every visit.");
    this.rows = new Map(kept.map((rule) => [rule.code, this.rows.get(rule.code) ?? this.row(rule)]));
    this.list.replaceChildren(...(kept.length ? this.rows.values() : [nothing]));
    status.replaceChildren(said, ...(before ? [" ", undo] : []));
    status.hidden = !said && !before;
  }

  /** @param {Rule} rule */
  row(rule) {
    const fold = /** @type {HTMLDetailsElement} */ (element("details", "fl-chapter"));
    const [place, tools] = [element("div", `fl-own__section-${rule.code.slice(-12)}`), element("p", "fl-tools")];
    tools.append(
      button("Change it", () => this.change(rule)),
      button("Send it", (pressed) => share(this.linkTo(rule.code), pressed), { "data-send": "link" }),
      button("Forget it", () => this.forget(rule)),
    );
    const summary = element("summary", "");
    summary.append(element("b", "", {}, rule.name));
    fold.append(summary, place, tools);
    fold.addEventListener("toggle", () => fold.open && !place.firstChild && this.section(rule.code, place));
    return fold;
  }

  /** Into the form with it. @param {Rule} rule */
  change({ code }) {
    const { writer } = this.site;
    writer.open({ "": code }, {}, true);
    writer.root.scrollIntoView();
    /** @type {HTMLElement | null} */ (writer.form.querySelector("input"))?.focus({ preventScroll: true });
  }

  // --- What goes out, and what a link brings ----------------------------------------------------------------------------

  /**
   * @param {string} code
   * @param {Pairs | null} [typed] what stands in its section
   */
  linkTo(code, typed = null) {
    const query = new URLSearchParams({ [RULE]: code });
    put(query, TYPED, typed);
    return abroad(query, PAGE);
  }

  /** A link leads here: what it brings is read, and asked about, unless it is kept already. */
  async linked() {
    const { python } = this.site;
    const code = pairs().get(RULE);
    if (code === null) {
      return;
    }
    const typed = linked(TYPED);
    const had = this.kept.find((one) => one.code === code);
    if (had) {
      this.use(had, typed);
      return;
    }
    document.querySelector(".fl-offer")?.remove(); // of the same link, gone back to
    const plate = element("div", "fl-offer", { role: "region", "aria-label": "A rule that someone sent" });
    plate.append(element("p", "", { role: "status" }, "This link brings a rule. Reading it …"));
    document.querySelector("article")?.prepend(plate);
    const told = await python.ask("own link", { do: "rule", code }).catch((error) => ({ error }));
    if (!told || "error" in told) {
      plate.remove();
      this.done();
      told && notify(told.error.message);
      return;
    }
    const [line, list, answers] = [element("p", ""), element("ul", ""), element("p", "fl-tools")];
    line.append("This link brings a rule, ", element("b", "", {}, told.name), ". Nothing of it has been asked yet.");
    list.append(...told.lines.map((words) => element("li", "", {}, words)));
    const yes = button("Use it", () => {
      plate.remove();
      this.add({ name: told.name, code });
      this.use({ name: told.name, code }, typed);
    });
    yes.classList.add("fl-button--first");
    const no = button("Not now", () => {
      plate.remove();
      this.done();
    });
    answers.append(yes, no);
    plate.replaceChildren(line, list, answers);
  }

  /** The link has done what it was for. */
  done() {
    const query = pairs();
    query.delete(RULE);
    put(query, TYPED, null);
    write(query);
  }

  /**
   * Open a rule that is kept, with what a link says of it.
   * @param {Rule} rule
   * @param {Pairs | null} typed
   */
  async use({ code }, typed) {
    this.done();
    const fold = /** @type {HTMLDetailsElement} */ (this.rows.get(code));
    const place = /** @type {HTMLElement} */ (fold.querySelector(":scope > div"));
    const section = await this.section(code, place);
    fold.open = true;
    fold.scrollIntoView();
    typed && section?.follow(typed);
  }
}
