// From the sheet into a form, and from an answer onto the sheet.

import { linked, SHEETS } from "./address.js";
import { button, element } from "./element.js";
import { equal, instead, keyOf, under } from "./pairs.js";
import { drawParty } from "./party.js";
import { keepFocus, redraw } from "./redraw.js";
import { python } from "./section.js";
import { act, character, characters, chooseCharacter, nameOf } from "./sheets.js";

/**
 * @typedef {import("./section.js").Section} Section
 * @typedef {import("./address.js").Pairs} Pairs
 * @typedef {import("./messages.js").Fill} Fill
 * @typedef {import("./messages.js").Offer} Offer
 * @typedef {import("./messages.js").Offered} Offered
 */

const EITHER = new Intl.ListFormat("en", { type: "disjunction" });
/** @type {Filling[]} */
let here = [];

/**
 * Sections that have just come, with their page or into the drawer; the sheet itself is not filled from a sheet.
 * @param {Section[]} sections
 */
export function openFilling(sections) {
  const came = sections.filter(({ name, sheet }) => name !== sheet).map((section) => new Filling(section));
  here = [...here.filter(({ section }) => section.root.isConnected), ...came];
  came.forEach((one) => one.refresh());
}

document.addEventListener("felloe:characters", () => here.forEach((one) => one.refresh()));

class Filling {
  /** @param {Section} section */
  constructor(section) {
    this.section = section;
    /** Whose values these are. @type {import("./sheets.js").Sheet | null} */
    this.of = null;
    /** What the sheet offers, by field, and what of it fills the form before anybody chooses. @type {Record<string, Offer[]>} */
    this.offers = {};
    /** @type {Fill[]} */
    this.fills = [];
    /** What fields ask for by its name and the sheet has not, by the fields. @type {Record<string, string>} */
    this.lacks = {};
    /** Which row of the sheet a field was filled from, by its name. @type {Record<string, string>} */
    this.filled = {};
    /** The names of what the reader has typed here. @type {Set<string>} */
    this.typed = new Set();
    /** The fields that are tried already, so that what the engine will not have is not tried for ever. @type {Set<string>} */
    this.tried = new Set();
    /** Which fields the sheet is to fill: null stands for all. @type {string[] | null} */
    this.wanted = null;
    this.linked = false;
    this.want(section.resumed ? {} : linked(section.root.id));
    this.everything = false;
    /** What was last done to sheets from here: in words, and the entries that undo it. */
    this.did = { words: "", entries: /** @type {string[]} */ ([]) };
    this.asked = 0;
    this.bar = element("div", "fl-sheet");
    this.who = element("details", "fl-sheet__who");
    this.name = element("summary", "");
    this.party = element("div", "fl-scroll fl-sheet__party", { role: "group", "aria-label": "For whom" });
    this.who.append(this.name, this.party);
    this.party.addEventListener("click", ({ target }) => this.choose(/** @type {HTMLElement} */ (target)));
    this.more = button("More fields", () => {
      this.everything = !this.everything;
      this.refresh();
    });
    this.plain = button("The plain case", () => {});
    this.plain.dataset.tool = "reset";
    this.again = button("", () => this.begin(true));
    this.note = element("span", "fl-sheet__note", {}, "The link’s values stand.");
    this.missing = element("span", "fl-sheet__note");
    this.bar.append(this.who, this.plain, this.again, this.note, this.missing, this.more);
    this.named = element("span", "fl-for", { "data-kept": "" });
    this.writes = element("div", "fl-writes", { role: "group", "aria-label": "Onto the sheet" });
    this.writes.addEventListener("click", (event) => this.clicked(/** @type {Element} */ (event.target)));
    this.writes.addEventListener("input", (event) => event.stopPropagation());
    /** In the pinned bar: the first thing that can be done to a known row of the sheet, or the undoing of it. */
    this.mark = button("", () => {
      this.marked = this.mark.dataset.effect !== undefined;
      this.clicked(this.mark);
    });
    this.marked = false;
    /** Whether the next answer only follows what has changed on the sheet. */
    this.follows = false;
    section.over = (held) => this.over(held);
    section.root.addEventListener("felloe:held", () => {
      this.marked = this.marked && this.follows;
      this.follows = false;
      this.fill();
      this.place();
      this.sign();
      this.write();
    });
    section.form.addEventListener("input", ({ target }) => this.changed(/** @type {HTMLInputElement} */ (target)));
    section.root.addEventListener("click", ({ target }) => this.left(/** @type {Element} */ (target)));
    section.root.addEventListener("click", ({ target }) => this.keeps(/** @type {Element} */ (target)));
    section.all.addEventListener("click", ({ target }) => this.chosen(/** @type {Element} */ (target)));
    if (character(section.sheet) && !this.wanted && !this.played && section.form.querySelector("[data-sheet]")) {
      section.wait();
    }
  }

  /** Whether steps of a session rest on what stands in the form. */
  get played() {
    const { log, resumed } = this.section;
    return Boolean(log && (resumed || log.steps.length));
  }

  /** Ask anew what the sheet offers, fill the form with it, and draw it. */
  async refresh() {
    const { asked: before, section } = this;
    const sheet = character(section.sheet);
    this.asked = before + 1;
    const { asked } = this;
    /** @type {Partial<import("./messages.js").Offers>} */
    let told = {};
    if (sheet) {
      const { inputs, calculator } = sheet;
      const party = characters(calculator).map((one) => one.inputs);
      /** @type {import("./messages.js").AskOffers} */
      const request = {
        do: "offers",
        calculator: section.name,
        sheet: inputs,
        of: calculator,
        all: this.everything,
        party,
      };
      try {
        const answer = await python.ask(`${section.root.id} offers`, request);
        told = answer && !answer.error ? answer : {};
      } catch {
        told = {}; // Python says in the section itself why it does not answer
      }
      await section.rested();
    }
    if (asked !== this.asked || !section.root.isConnected) {
      return;
    }
    const other = this.of && this.of.id !== sheet?.id;
    if (!this.of && this.wanted?.length !== 0) {
      this.own();
    }
    this.of = sheet;
    Object.assign(this, { offers: told.offers ?? {}, fills: told.fills ?? [], lacks: told.lacks ?? {} });
    this.begin(Boolean(other && sheet), Boolean(other));
    this.follows = section.undone > 0;
    this.draw();
    this.place();
    this.sign();
    this.write();
  }

  /**
   * Take from an address which fields the sheet is to fill, and from which of its rows.
   * @param {Pairs | null} held
   */
  want(held) {
    const said = (held?.[SHEETS] ?? "").split(" ").filter(Boolean);
    const rows = said.filter((token) => token.includes(":")).map((token) => token.split(":"));
    this.section.chosen = Object.fromEntries(rows);
    this.wanted = !held || said.includes(SHEETS) ? null : said.map((token) => token.split(":")[0]);
    this.linked = Boolean(held && !said.length);
  }

  /** What differs here from the page's own values is the reader's. */
  own() {
    const { own } = this.section;
    const now = Object.entries(this.section.inputs());
    this.typed = new Set(now.filter(([name, text]) => own[name] !== text).map(([name]) => name));
  }

  /**
   * Fill all that the sheet can fill.
   * @param {boolean} [step] whether the reader has asked for that: then Back undoes it
   * @param {boolean} [other] whether the sheet is of someone else than before
   */
  begin(step = false, other = false) {
    this.tried.clear();
    if (step) {
      Object.assign(this, { wanted: null, linked: false });
    }
    if (step && !other) {
      this.typed.clear();
    }
    const { section } = this;
    const { fillable: before } = section;
    section.fillable = this.played ? [] : this.fills.flatMap((fill) => Object.keys(byField(fill)));
    const picks = this.picks();
    const gone = section
      .filled(section.inputs())
      .filter((path) => (other || before.includes(path)) && !section.fillable.includes(path) && !(path in picks));
    for (const path of Object.keys(section.chosen).filter((path) => this.of && !(path in picks))) {
      delete section.chosen[path];
      delete this.filled[path];
    }
    for (const path of gone) {
      delete section.theirs[path];
    }
    this.fill(step, Object.fromEntries(gone.map((path) => [path, under(section.own, path)])));
  }

  /** What the sheet says of the rows that the reader has chosen: of an ability, all that is known with it. */
  picks() {
    /** @type {Record<string, Pairs>} */
    const fields = {};
    for (const [path, key] of Object.entries(this.section.chosen)) {
      const offer = this.offers[path]?.find(({ name, row }) => keyOf(name) === key && !Object.keys(row).length);
      if (offer) {
        this.filled[path] = offer.name;
        Object.assign(fields, byField({ path, pairs: offer.pairs }));
      }
    }
    return fields;
  }

  /**
   * Fill what the sheet is to fill and has not been filled yet, such as the fields of a branch that has just come.
   * @param {boolean} [step]
   * @param {Record<string, Pairs>} [fields] what is to be filled besides
   */
  fill(step = false, fields = {}) {
    const { section, tried, wanted } = this;
    if (this.played) {
      this.unwaited();
      return;
    }
    const now = section.inputs();
    const picks = this.picks();
    const open = (/** @type {string} */ path) =>
      !tried.has(path) &&
      (path in picks || !wanted || wanted.includes(path)) &&
      Object.keys(under(now, path)).length &&
      ![...this.typed].some((name) => name === path || name.startsWith(`${path}.`));
    for (const fill of this.fills) {
      for (const [path, pairs] of Object.entries(byField(fill)).filter(([path]) => open(path) && !(path in picks))) {
        fields[path] = section.theirs[path] = pairs;
        this.filled = fill.name && path === fill.path ? { ...this.filled, [path]: fill.name } : this.filled;
      }
    }
    for (const [path, pairs] of Object.entries(picks).filter(([path]) => open(path))) {
      fields[path] = section.theirs[path] = pairs;
    }
    Object.keys(fields).forEach((path) => tried.add(path));
    if (equal(instead(now, fields), now)) {
      const unasked = Object.keys(fields).length && !section.answered; // nobody knows yet what it can do to the sheet
      step || unasked ? section.ask() : this.unwaited();
    } else {
      section.open((now) => instead(now, fields), section.logged(), step);
    }
  }

  /** Where nothing is asked for, the answer is the reader's as it stands. */
  unwaited() {
    if (!this.section.pending) {
      delete this.section.root.dataset.waiting;
    }
  }

  /**
   * What the form holds where the address says this; what that leaves to the sheet is filled when it stands there.
   * @param {Pairs | null} held
   */
  over(held) {
    const { own } = this.section;
    const { [SHEETS]: _, ...said } = held ?? own;
    this.want(held);
    Object.assign(this, { filled: {}, linked: false });
    this.typed = new Set(Object.keys(said).filter((name) => own[name] !== said[name]));
    this.tried.clear();
    this.section.theirs = {};
    return said;
  }

  /** The line above the form: whose sheet this is, and whether it fills what it can. */
  draw() {
    const { of, section } = this;
    if (!of) {
      keepFocus(section.root, () => this.bar.remove());
      return;
    }
    drawParty(this.party, [section.sheet], (glances) => {
      const facts = (glances[of.id] ?? []).map(([name, value]) => element("small", "", {}, `${name} ${value}`));
      redraw(
        this.name,
        ["For ", element("b", "", {}, nameOf(of)), ...facts].map((one) => (one instanceof Node ? one : new Text(one))),
      );
    });
    this.more.setAttribute("aria-pressed", String(this.everything));
    this.again.textContent = `Fill it for ${nameOf(of)}`;
    if (!this.bar.isConnected) {
      section.form.prepend(this.bar);
    }
  }

  /**
   * Someone else of the party fills the page.
   * @param {HTMLElement} target
   */
  choose({ dataset: { choose } }) {
    if (choose) {
      /** @type {HTMLDetailsElement} */ (this.who).open = false;
      this.name.focus();
      chooseCharacter(choose);
    }
  }

  /** Whose the answer is, in its headline; which fields are theirs; and the way to the plain case and back. */
  sign() {
    const { of, section } = this;
    const now = section.inputs();
    const marked = new Set(of ? section.filled(now) : []);
    const name = of ? nameOf(of) : "";
    for (const mark of section.all.querySelectorAll(".fl-theirs")) {
      const field = /** @type {HTMLElement | null} */ (mark.closest("[data-field]"));
      marked.has(field?.dataset.field ?? "") || mark.remove();
    }
    for (const path of marked) {
      const label = section.all.querySelector(`[data-field="${CSS.escape(path)}"]`)?.querySelector("label, legend");
      const mark = label?.querySelector(".fl-theirs") ?? element("span", "fl-theirs", { "data-kept": "" });
      mark.replaceChildren(element("span", "fl-hidden", {}, " from the sheet of "), name);
      label?.append(mark);
    }
    this.named.textContent = name && ` for ${name}`;
    const head = section.root.querySelector(".fl-head .fl-question");
    marked.size ? head?.append(this.named) : this.named.remove();
    const missing = Object.entries(this.lacks).filter(
      ([path]) => !this.typed.has(path) && section.all.querySelector(`[data-field="${CSS.escape(path)}"]`),
    );
    const missed = EITHER.format(new Set(missing.map(([, one]) => one)));
    this.missing.textContent = missed && `${name} has no ${missed} on the sheet; what the form says stands.`;
    const left = section.fillable.some((path) => !marked.has(path) && Object.keys(under(now, path)).length);
    for (const line of /** @type {NodeListOf<HTMLElement>} */ (section.all.querySelectorAll(".fl-offers"))) {
      const path = line.dataset.offers ?? "";
      keepFocus(section.root, () => (line.hidden = marked.has(path) && this.offers[path]?.length === 1));
    }
    keepFocus(section.root, () => {
      this.plain.hidden = !marked.size;
      this.again.hidden = !left;
      this.note.hidden = !this.linked;
      this.missing.hidden = !missed || this.wanted?.length === 0;
    });
  }

  /** Buttons under the fields that the sheet can fill. */
  place() {
    const { all, root } = this.section;
    for (const line of /** @type {NodeListOf<HTMLElement>} */ (all.querySelectorAll(".fl-offers"))) {
      if (!this.offers[line.dataset.offers ?? ""]) {
        keepFocus(root, () => line.remove());
      }
    }
    for (const [path, offers] of Object.entries(this.offers)) {
      const field = all.querySelector(`[data-field="${CSS.escape(path)}"]`);
      if (field) {
        const line = this.line(path, field);
        const before = line.querySelector("[aria-pressed=true]");
        redraw(
          line,
          offers.map((offer) => this.pick(path, offer)),
        );
        const pressed = /** @type {HTMLElement | null} */ (line.querySelector("[aria-pressed=true]"));
        if (pressed && pressed !== before) {
          line.scrollLeft = pressed.offsetLeft - line.offsetLeft;
        }
      }
    }
  }

  /**
   * The line of buttons under a field, which stays there when the form is drawn anew.
   * @param {string} path
   * @param {Element} field
   */
  line(path, field) {
    const id = `${this.section.root.id}-offers-${path.replaceAll(".", "-")}`;
    const words = `From the sheet: ${field.querySelector("label, legend")?.textContent?.trim() ?? path}`;
    const line =
      document.getElementById(id) ??
      element("div", "fl-picks fl-offers", {
        role: "group",
        "aria-label": words,
        id,
        "data-kept": "",
        "data-offers": path,
      });
    if (!line.isConnected) {
      (field.querySelector(":scope > fieldset") ?? field).append(line);
    }
    return line;
  }

  /**
   * @param {string} path
   * @param {Offer} offer
   */
  pick(path, offer) {
    const rows = Object.keys(offer.row).length > 0;
    const pressed = String(this.filled[path] !== undefined && this.filled[path] === offer.name);
    const words = `${rows ? "+ " : ""}${offer.words}`;
    return element("button", "fl-pick", { type: "button", ...(rows ? {} : { "aria-pressed": pressed }) }, words);
  }

  /** @param {Element} target */
  chosen(target) {
    const pick = target.closest(".fl-offers > button");
    const line = /** @type {HTMLElement | null | undefined} */ (pick?.parentElement);
    const path = line?.dataset.offers ?? "";
    if (pick && line) {
      this.take(path, this.offers[path][[...line.children].indexOf(pick)]);
    }
  }

  /**
   * @param {string} path
   * @param {Offer} offer
   */
  take(path, offer) {
    const { section } = this;
    const fields = byField({ path, pairs: offer.pairs });
    /** Of a list, the new row: others may be on their way. @type {() => Pairs} */
    let row = () => ({});
    if (offer.everyone) {
      this.typed.add(path); // of nobody's sheet alone, so the reader's
    } else if (Object.keys(offer.row).length) {
      row = () => {
        const count = section.all.querySelectorAll(`[data-field="${CSS.escape(path)}"] .fl-row`).length;
        const pairs = Object.entries(offer.row).map(([name, text]) => [`${path}.${count}.${name}`, text]);
        return Object.fromEntries(pairs);
      };
      [path, ...Object.keys(fields)].forEach((name) => this.typed.add(name)); // from now on the reader's
    } else {
      Object.assign(section.theirs, fields);
      this.typed = new Set([...this.typed].filter((name) => !(name in offer.pairs)));
      if (offer.name) {
        this.filled[path] = offer.name;
        section.chosen[path] = keyOf(offer.name);
      }
    }
    section.open((now) => ({ ...instead(now, fields), ...row() }), section.logged(), true);
  }

  /**
   * What is typed over is no longer the sheet's.
   * @param {HTMLInputElement} box
   */
  changed({ name }) {
    const { filled, section } = this;
    if (!name) {
      return;
    }
    this.typed.add(name);
    for (const fields of [filled, section.chosen, section.theirs]) {
      for (const path of Object.keys(fields).filter((path) => name === path || name.startsWith(`${path}.`))) {
        delete fields[path];
      }
    }
    this.place();
    this.sign();
  }

  /**
   * What a button changes is no longer the sheet's: a row, a cell of a grid; and with an example, or the page's own
   * values, nothing is until the reader asks for it.
   * @param {Element} target
   */
  left(target) {
    const { add, drop, sets } =
      /** @type {HTMLElement | null} */ (target.closest("button, [data-sets]"))?.dataset ?? {};
    for (const name of [add, drop?.replace(/\.\d+$/, ""), ...Object.keys(JSON.parse(sets ?? "{}"))]) {
      name && this.typed.add(name);
    }
    if (target.closest("[data-example], [data-tool=reset]")) {
      Object.assign(this, { wanted: [], filled: {}, linked: false });
      Object.assign(this.section, { theirs: {}, chosen: {} });
      this.typed.clear();
    }
  }

  /** What the answer can do to the sheet, below it. */
  write() {
    const { root } = this.section;
    const sheet = character(this.section.sheet);
    this.pin(sheet);
    const theirs = sheet ? this.doable(sheet) : [];
    if (!sheet || !(theirs.length || this.did.entries.length)) {
      keepFocus(root, () => this.writes.remove());
      return;
    }
    redraw(this.writes, [
      ...(theirs.some(({ one }) => !one.whose) ? [element("span", "", {}, `${nameOf(sheet)}: `)] : []),
      ...theirs.map(({ one, index }) => this.writer(one, index, sheet)),
      ...this.together(theirs.filter(({ one }) => one.whose).length),
      this.undoer(),
    ]);
    if (!this.writes.isConnected) {
      root.querySelector(".fl-rest")?.append(this.writes);
    }
  }

  /**
   * What the answer can do to the sheets that are here: each effect with its place and the sheet that it is for.
   * @param {import("./sheets.js").Sheet} sheet the chosen one
   */
  doable(sheet) {
    const party = characters(sheet.calculator);
    const called = (/** @type {string} */ name) =>
      party.find((one) => nameOf(one).toLowerCase() === name.toLowerCase()) ?? null;
    return this.section.effects.flatMap((one, index) => {
      const of = one.whose ? called(one.whose) : sheet;
      return of ? [{ one, index, of }] : [];
    });
  }

  /**
   * One button for the sheets of all whom the answer names.
   * @param {number} count
   */
  together(count) {
    const all = element("button", "fl-button", { type: "button", "data-together": "" }, `All ${count} at once`);
    return count > 1 ? [all] : [];
  }

  /**
   * The pinned bar has a button for what concerns one row of the sheet, where it is known which.
   * @param {import("./sheets.js").Sheet | null | undefined} sheet
   */
  pin(sheet) {
    const { effects, root, pin } = this.section;
    const index = sheet ? effects.findIndex((one) => one.names && this.known(one, sheet)) : -1;
    if (!sheet || index < 0) {
      keepFocus(root, () => this.mark.remove());
      return;
    }
    const undoes = this.marked && this.did.entries.length > 0;
    this.mark.textContent = undoes ? "Undo" : effects[index].words;
    this.mark.title = undoes ? this.did.words : String(this.known(effects[index], sheet));
    if (undoes) {
      delete this.mark.dataset.effect;
    } else {
      this.mark.dataset.effect = String(index);
    }
    if (!this.mark.isConnected) {
      pin.append(this.mark);
    }
  }

  /**
   * The name of the sheet's row that an effect is for, if that is known.
   * @param {Offered} offered
   * @param {import("./sheets.js").Sheet} sheet
   */
  known({ names, row }, sheet) {
    return this.filled[row] ?? namesIn(sheet, names).find((name) => keyOf(name) === row);
  }

  /**
   * @param {Offered} offered
   * @param {number} index
   * @param {import("./sheets.js").Sheet} sheet
   */
  writer(offered, index, sheet) {
    const { words, names, needs } = offered;
    const known = this.known(offered, sheet);
    const line = element("span", "fl-write");
    const choice = /** @type {HTMLSelectElement} */ (
      element("select", "", { "aria-label": `${words}: for which of the ${names}` })
    );
    if (needs && !known) {
      choice.append(...namesIn(sheet, names).map((name) => new Option(name)));
    }
    const attributes = { type: "button", "data-effect": String(index) };
    line.append(element("button", "fl-button", attributes, known ? `${words}: ${known}` : words));
    if (choice.options.length) {
      line.append(choice);
    }
    return line;
  }

  /**
   * Do to the sheet what the button says: an effect of the answer, or the undoing of the last one.
   * @param {Element} target
   */
  async clicked(target) {
    const pressed = target.closest("button");
    const [sheet, number] = [character(this.section.sheet), pressed?.dataset.effect];
    if (!pressed || !sheet) {
      return;
    }
    const { entries } = this.did;
    const together = pressed.dataset.together !== undefined;
    const undoes = !together && number === undefined;
    const doable = this.doable(sheet).filter(({ one, index }) => (together ? one.whose : String(index) === number));
    const named = pressed.parentElement?.querySelector("select")?.value ?? "";
    const wanted = doable.map(({ one, of }) => ({
      op: /** @type {const} */ ("apply"),
      sheet: of.id,
      effect: one.effect,
      name: this.known(one, sheet) ?? named,
    }));
    const undone = entries.map((entry) => ({ op: /** @type {const} */ ("undo"), entry }));
    const said = /** @type {string[]} */ ([]);
    const made = /** @type {string[]} */ ([]);
    try {
      for (const asked of undoes ? undone : wanted) {
        const done = await act(asked);
        said.push(done.words);
        made.push(...(undoes ? [] : [done.entry]));
      }
    } catch (error) {
      said.push(error instanceof Error ? error.message : String(error));
    }
    this.told(said.join(" "), made);
  }

  /**
   * Keep a sheet that the answer has ready, as often as its button says.
   * @param {Element} target
   */
  async keeps(target) {
    const { copies } = target.closest("button")?.dataset ?? {};
    const { keep } = /** @type {HTMLElement | null} */ (target.closest("[data-keep]"))?.dataset ?? {};
    if (!copies || !keep) {
      return;
    }
    const asked = { inputs: JSON.parse(keep), copies: Number(copies), calculator: this.section.sheet };
    try {
      const { words, entry } = await act({ op: "add", ...asked });
      this.told(words, [entry]);
    } catch (error) {
      this.told(error instanceof Error ? error.message : String(error), []);
    }
  }

  undoer() {
    const { entries, words } = this.did;
    const line = element("span", "fl-write__done", {}, words);
    if (entries.length) {
      line.append(" ", element("button", "fl-button", { type: "button" }, "Undo"));
    }
    return line;
  }

  /**
   * @param {string} words
   * @param {string[]} entries
   */
  told(words, entries) {
    this.did = { words, entries };
    this.section.say.textContent = words;
    this.write();
  }
}

/**
 * What fills a field, and the fields beside it that go with it.
 * @param {{path: string, pairs: Pairs}} fill
 */
function byField({ path, pairs }) {
  /** @type {Record<string, Pairs>} */
  const fields = {};
  for (const [name, text] of Object.entries(pairs)) {
    const field = name.startsWith(`${path}.`) ? path : name;
    fields[field] = { ...fields[field], [name]: text };
  }
  return fields;
}

/**
 * What the rows of one of the sheet's lists are called.
 * @param {import("./sheets.js").Sheet} sheet
 * @param {string} list
 */
function namesIn({ inputs }, list) {
  const rows = /** @type {{name: string}[]} */ (inputs[list] ?? []);
  return rows.map(({ name }) => name).filter(Boolean);
}
