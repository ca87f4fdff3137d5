// From the sheet into a form, and from an answer onto the sheet.

import { button, element } from "./element.js";
import { keyOf } from "./pairs.js";
import { keepFocus, redraw } from "./redraw.js";
import { python } from "./section.js";
import { act, character, characters, chooseCharacter, nameOf } from "./sheets.js";

/**
 * @typedef {import("./section.js").Section} Section
 * @typedef {import("./messages.js").Offer} Offer
 * @typedef {import("./messages.js").Offered} Offered
 */

/** @type {Filling[]} */
let here = [];

/**
 * The sections of a page that has just been opened; the sheet itself is not filled from a sheet.
 * @param {Section[]} sections
 */
export function openFilling(sections) {
  here = sections.filter(({ name, sheet }) => name !== sheet).map((section) => new Filling(section));
  here.forEach((one) => one.refresh());
}

document.addEventListener("felloe:characters", () => here.forEach((one) => one.refresh()));

class Filling {
  /** @param {Section} section */
  constructor(section) {
    this.section = section;
    /** What the sheet offers, by field. @type {Record<string, Offer[]>} */
    this.offers = {};
    /** Which row of the sheet a field was filled from, by its name. @type {Record<string, string>} */
    this.filled = {};
    this.everything = false;
    /** What was last done to the sheet from here: in words, and the entry that undoes it. */
    this.did = { words: "", entry: "" };
    this.asked = 0;
    const id = `${section.root.id}-character`;
    this.bar = element("div", "fl-sheet");
    this.choice = /** @type {HTMLSelectElement} */ (element("select", "", { id }));
    this.choice.addEventListener("change", (event) => {
      event.stopPropagation();
      this.filled = {};
      chooseCharacter(this.choice.value);
    });
    this.choice.addEventListener("input", (event) => event.stopPropagation());
    this.more = button("More fields", () => {
      this.everything = !this.everything;
      this.refresh();
    });
    this.bar.append(element("label", "", { for: id }, "From the sheet of"), this.choice, this.more);
    this.writes = element("div", "fl-writes", { role: "group", "aria-label": "Onto the sheet" });
    this.writes.addEventListener("click", (event) => this.clicked(/** @type {Element} */ (event.target)));
    this.writes.addEventListener("input", (event) => event.stopPropagation());
    /** In the pinned bar: the first thing that can be done to a known row of the sheet, or the undoing of it. */
    this.mark = button("", () => {
      this.marked = this.mark.dataset.effect !== undefined;
      this.clicked(this.mark);
    });
    this.marked = false;
    section.root.addEventListener("felloe:held", () => {
      this.marked = false;
      this.place();
      this.write();
    });
    section.form.addEventListener("input", ({ target }) => this.typed(/** @type {HTMLInputElement} */ (target)));
    section.all.addEventListener("click", ({ target }) => this.picked(/** @type {Element} */ (target)));
  }

  /** Ask anew what the sheet offers, and draw it. */
  async refresh() {
    const { asked: before, section } = this;
    const sheet = character(section.sheet);
    if (!sheet) {
      this.bar.remove();
      this.writes.remove();
      this.mark.remove();
      this.offers = {};
      this.place();
      return;
    }
    this.asked = before + 1;
    const { asked } = this;
    const { inputs, calculator } = sheet;
    /** @type {import("./messages.js").AskOffers} */
    const request = { do: "offers", calculator: section.name, sheet: inputs, of: calculator, all: this.everything };
    try {
      const told = await python.ask(`${section.root.id} offers`, request);
      if (told && asked === this.asked) {
        this.offers = told.error ? {} : told.offers;
      }
    } catch {
      this.offers = {}; // Python says in the section itself why it does not answer
    }
    this.draw();
    this.place();
    this.write();
  }

  /** The line above the form: whose sheet this is. */
  draw() {
    redraw(
      this.choice,
      characters(this.section.sheet).map((one) => new Option(nameOf(one), one.id)),
    );
    this.choice.value = character(this.section.sheet)?.id ?? "";
    this.more.setAttribute("aria-pressed", String(this.everything));
    if (!this.bar.isConnected) {
      this.section.form.prepend(this.bar);
    }
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
  picked(target) {
    const pick = target.closest(".fl-offers > button");
    const line = /** @type {HTMLElement | null | undefined} */ (pick?.parentElement);
    const field = line?.closest(".fl-field");
    const path = line?.dataset.offers ?? "";
    if (pick && line && field) {
      this.fill(path, this.offers[path][[...line.children].indexOf(pick)], field);
    }
  }

  /**
   * @param {string} path
   * @param {Offer} offer
   * @param {Element} field
   */
  fill(path, offer, field) {
    const pairs = { ...this.section.inputs(), ...offer.pairs };
    const count = field.querySelectorAll(".fl-row").length;
    for (const [name, text] of Object.entries(offer.row)) {
      pairs[`${path}.${count}.${name}`] = text;
    }
    if (offer.name && !Object.keys(offer.row).length) {
      this.filled[path] = offer.name;
    }
    this.section.open(pairs, this.section.logged(), true);
  }

  /**
   * What is typed over is no longer the sheet's.
   * @param {HTMLInputElement} box
   */
  typed({ name }) {
    if (name in this.filled) {
      delete this.filled[name];
      this.place();
    }
  }

  /** What the answer can do to the sheet, below it. */
  write() {
    const { effects, root } = this.section;
    const sheet = character(this.section.sheet);
    this.pin(sheet);
    if (!sheet || !effects.length) {
      keepFocus(root, () => this.writes.remove());
      return;
    }
    redraw(this.writes, [
      element("span", "", {}, `${nameOf(sheet)}: `),
      ...effects.map((one, index) => this.writer(one, index, sheet)),
      this.undoer(),
    ]);
    if (!this.writes.isConnected) {
      root.querySelector(".fl-rest")?.append(this.writes);
    }
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
    const undoes = this.marked && this.did.entry !== "";
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
    const { entry } = this.did;
    const offered = this.section.effects[Number(number)];
    const name = number && (this.known(offered, sheet) ?? pressed.parentElement?.querySelector("select")?.value ?? "");
    try {
      const done = await act(
        number ? { op: "apply", sheet: sheet.id, effect: offered.effect, name } : { op: "undo", entry },
      );
      this.told(done.words, number ? done.entry : "");
    } catch (error) {
      this.told(error instanceof Error ? error.message : String(error), "");
    }
  }

  undoer() {
    const { entry, words } = this.did;
    const line = element("span", "fl-write__done", {}, words);
    if (entry) {
      line.append(" ", element("button", "fl-button", { type: "button" }, "Undo"));
    }
    return line;
  }

  /**
   * @param {string} words
   * @param {string} entry
   */
  told(words, entry) {
    this.did = { words, entry };
    this.section.say.textContent = words;
    this.write();
  }
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
