// From the sheet into a form, and from an answer onto the sheet.

import { button, element } from "./element.js";
import { act, character, characters, chooseCharacter, nameOf } from "./sheets.js";
import { python } from "./section.js";

/**
 * @typedef {import("./section.js").Section} Section
 * @typedef {import("./section.js").Offered} Offered
 * @typedef {{words: string, pairs: Record<string, string>, row: Record<string, string>, ability: string}} Offer
 */

/** @type {Filling[]} */
let here = [];

/**
 * The sections of a page that has just been opened; the sheet itself is not filled from a sheet.
 * @param {Section[]} sections
 */
export function openFilling(sections) {
  here = sections.filter(({ name }) => name !== "character-sheet").map((section) => new Filling(section));
  here.forEach((one) => one.refresh());
}

document.addEventListener("felloe:characters", () => here.forEach((one) => one.refresh()));

class Filling {
  /** @param {Section} section */
  constructor(section) {
    this.section = section;
    /** What the sheet offers, by field. @type {Record<string, Offer[]>} */
    this.offers = {};
    /** Which ability of the sheet a field was filled from. @type {Record<string, string>} */
    this.abilities = {};
    this.everything = false;
    /** What was last done to the sheet from here: in words, and the entry that undoes it. */
    this.did = { words: "", entry: "" };
    this.asked = 0;
    this.bar = element("div", "fl-sheet");
    this.writes = element("div", "fl-writes", { role: "group", "aria-label": "Onto the sheet" });
    section.root.addEventListener("felloe:held", () => this.write());
    section.form.addEventListener("input", ({ target }) => this.typed(/** @type {HTMLInputElement} */ (target)));
    new MutationObserver(() => this.place()).observe(section.all, { childList: true });
  }

  /** Ask anew what the sheet offers, and draw it. */
  async refresh() {
    const sheet = character();
    if (!sheet) {
      this.bar.remove();
      this.writes.remove();
      this.offers = {};
      this.place();
      return;
    }
    this.asked += 1;
    const { asked, section } = this;
    const request = { do: "offers", calculator: section.name, sheet: sheet.inputs, all: this.everything };
    try {
      const told = /** @type {any} */ (await python.ask(`${section.root.id} offers`, request));
      if (told && asked === this.asked) {
        this.offers = told.offers ?? {};
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
    const { form, root } = this.section;
    const id = `${root.id}-character`;
    const choice = /** @type {HTMLSelectElement} */ (element("select", "", { id }));
    choice.append(...characters().map((one) => new Option(nameOf(one), one.id, false, one.id === character()?.id)));
    choice.addEventListener("change", (event) => {
      event.stopPropagation();
      this.abilities = {};
      chooseCharacter(choice.value);
    });
    choice.addEventListener("input", (event) => event.stopPropagation());
    const more = button("More fields", () => {
      this.everything = !this.everything;
      this.refresh();
    }, { "aria-pressed": String(this.everything) });
    this.bar.replaceChildren(element("label", "", { for: id }, "From the sheet of"), choice, more);
    if (!this.bar.isConnected) {
      form.prepend(this.bar);
    }
  }

  /** Buttons under the fields that the sheet can fill. */
  place() {
    this.section.all.querySelectorAll(".fl-offers").forEach((old) => old.remove());
    for (const [path, offers] of Object.entries(this.offers)) {
      const field = this.section.all.querySelector(`[data-field="${CSS.escape(path)}"]`);
      if (field instanceof HTMLElement) {
        const words = `From the sheet: ${field.querySelector("label, legend")?.textContent?.trim() ?? path}`;
        const line = element("div", "fl-picks fl-offers", { role: "group", "aria-label": words });
        line.append(...offers.map((offer) => this.pick(path, offer, field)));
        (field.querySelector(":scope > fieldset") ?? field).append(line);
        const pressed = /** @type {HTMLElement | null} */ (line.querySelector("[aria-pressed=true]"));
        line.scrollLeft = pressed ? pressed.offsetLeft - line.offsetLeft : 0;
      }
    }
  }

  /**
   * @param {string} path
   * @param {Offer} offer
   * @param {HTMLElement} field
   */
  pick(path, offer, field) {
    const rows = Object.keys(offer.row).length > 0;
    const pick = button(`${rows ? "+ " : ""}${offer.words}`, () => this.fill(path, offer, field));
    pick.classList.replace("fl-button", "fl-pick");
    if (!rows) {
      pick.setAttribute("aria-pressed", String(this.abilities[path] !== undefined && this.abilities[path] === offer.ability));
    }
    return pick;
  }

  /**
   * @param {string} path
   * @param {Offer} offer
   * @param {HTMLElement} field
   */
  fill(path, offer, field) {
    const pairs = { ...this.section.inputs(), ...offer.pairs };
    const count = field.querySelectorAll(".fl-row").length;
    for (const [name, text] of Object.entries(offer.row)) {
      pairs[`${path}.${count}.${name}`] = text;
    }
    if (offer.ability && !Object.keys(offer.row).length) {
      this.abilities[path] = offer.ability;
    }
    this.section.steps = true;
    this.section.open(pairs, this.section.logged());
  }

  /**
   * What is typed over is no longer the sheet's.
   * @param {HTMLInputElement} box
   */
  typed({ name }) {
    if (name in this.abilities) {
      delete this.abilities[name];
      this.place();
    }
  }

  /** What the answer can do to the sheet, below it. */
  write() {
    const { effects, root } = this.section;
    const sheet = character();
    if (!sheet || !effects.length) {
      this.writes.remove();
      return;
    }
    this.writes.replaceChildren(
      element("span", "", {}, `${nameOf(sheet)}: `),
      ...effects.map((one) => this.writer(one, sheet)),
      this.undoer(),
    );
    if (!this.writes.isConnected) {
      root.querySelector(".fl-side")?.append(this.writes);
    }
  }

  /**
   * @param {Offered} offered
   * @param {import("./sheets.js").Sheet} sheet
   */
  writer({ words, effect }, sheet) {
    const where = effect.ability ?? effect.on;
    const known = this.abilities[where] ?? named(sheet, where);
    const line = element("span", "fl-write");
    const choice = /** @type {HTMLSelectElement} */ (element("select", "", { "aria-label": `${words}: for which ability` }));
    if (effect.ability !== undefined && !known) {
      choice.append(...abilities(sheet).map((name) => new Option(name)));
      choice.addEventListener("input", (event) => event.stopPropagation());
    }
    const name = () => known ?? choice.value;
    line.append(button(known ? `${words}: ${known}` : words, () => this.apply(effect, name())));
    if (choice.options.length) {
      line.append(choice);
    }
    return line;
  }

  /**
   * @param {object} effect
   * @param {string} ability
   */
  async apply(effect, ability) {
    const sheet = character();
    try {
      const { words, entry } = await act({ op: "apply", sheet: sheet?.id, effect, ability });
      this.told(words, entry);
    } catch (error) {
      this.told(error instanceof Error ? error.message : String(error), "");
    }
  }

  undoer() {
    const { entry, words } = this.did;
    const line = element("span", "fl-write__done", {}, words);
    if (entry) {
      line.append(" ", button("Undo", async () => {
        try {
          this.told((await act({ op: "undo", entry })).words, "");
        } catch (error) {
          this.told(error instanceof Error ? error.message : String(error), "");
        }
      }));
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

/** @param {import("./sheets.js").Sheet} sheet */
function abilities({ inputs }) {
  return /** @type {{name: string}[]} */ (inputs.abilities).map(({ name }) => name).filter(Boolean);
}

/**
 * The ability that stands on the sheet under this key of a field, if one does.
 * @param {import("./sheets.js").Sheet} sheet
 * @param {string} key
 */
function named(sheet, key) {
  return abilities(sheet).find((name) => name.toLowerCase().replace(/[^\p{L}\p{N}_]+/gu, "-") === key);
}
