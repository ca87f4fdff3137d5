// The page with the reader's characters: for each game's sheet a form, which shows and keeps the one that is chosen.

import { inWords } from "./clipboard.js";
import { element } from "./element.js";
import { saveFile } from "./file.js";
import { flat, same } from "./pairs.js";
import { drawParty } from "./party.js";
import { keepFocus, redraw } from "./redraw.js";
import { wake } from "./section.js";
import {
  act,
  character,
  characters,
  chooseCharacter,
  entries,
  kept,
  nameOf,
  newcomer,
  readLeft,
  type,
  unread,
} from "./sheets.js";

/**
 * @typedef {import("./section.js").Section} Section
 * @typedef {import("./sheets.js").Sheet} Sheet
 */

const GROUP = 5;

/**
 * The sections of a page that has just been opened.
 * @param {Section[]} sections
 */
export function openCharacters(sections) {
  const shell = /** @type {HTMLElement | null} */ (document.querySelector(".fl-characters"));
  const sheets = sections.filter(({ name, sheet }) => name && name === sheet);
  page = shell && sheets.length ? new Page(shell, sheets) : null;
  page?.draw();
  goOn();
  readLeft();
}

/** On the first page: the way to the character that this tab is about. */
function goOn() {
  const line = /** @type {HTMLElement | null} */ (document.querySelector(".fl-continue"));
  const [link, sheet] = [line?.querySelector("a"), character()];
  if (line && link && sheet) {
    link.textContent = `Go on with ${nameOf(sheet)}`;
  }
}

/**
 * @param {HTMLElement} shell
 * @param {string} selector
 */
function part(shell, selector) {
  return /** @type {HTMLElement} */ (shell.querySelector(selector));
}

/** @type {Page | null} */
let page = null;
document.addEventListener("felloe:characters", () => {
  page?.draw();
  goOn();
});

document.addEventListener("felloe:typed", (event) => page?.read(/** @type {CustomEvent} */ (event).detail));

class Page {
  /**
   * @param {HTMLElement} shell
   * @param {Section[]} sections
   */
  constructor(shell, sections) {
    this.shell = shell;
    this.forms = sections.map((section) => new Form(this, section));
    wake(shell);
    this.list = part(shell, ".fl-characters__list");
    this.status = part(shell, ".fl-status");
    this.done = part(shell, ".fl-characters__done");
    const file = /** @type {HTMLInputElement} */ (part(shell, "input[type=file]"));
    file.addEventListener("change", () => this.readFile(file));
    /** @type {Record<string, () => unknown>} */
    const tools = {
      group: () => this.add(this.shown.answered, GROUP),
      copy: () => this.add({ ...this.shown.answered, name: `${this.shown.answered.name} again` }, 1),
      remove: () => this.act({ op: "remove", sheet: this.shown.id }),
      save: () => this.save(),
      read: () => file.click(),
      print: () => print(),
    };
    shell.addEventListener("click", ({ target }) => {
      const { do: tool, choose, undo, calculator, inputs } = /** @type {HTMLElement} */ (target).dataset;
      if (calculator) {
        this.add(JSON.parse(inputs ?? "{}"), 1, calculator);
      } else if (tool) {
        tools[tool]();
      } else if (choose) {
        chooseCharacter(choose);
      } else if (undo) {
        this.act({ op: "undo", entry: undo });
      }
    });
  }

  /** The form of the character that this tab is about. */
  get shown() {
    const { calculator } = character() ?? {};
    return this.forms.find(({ section }) => section.name === calculator) ?? this.forms[0];
  }

  /** Draw what is kept; a form is drawn anew only where it says something else. */
  draw() {
    drawParty(
      this.list,
      this.forms.map(({ section }) => section.name),
    );
    const all = entries();
    redraw(this.done, [
      element("summary", "", {}, `What was done (${all.length})`),
      ...all.map((entry) => {
        const line = element("p", "fl-done", {}, `${entry.words} `);
        const attributes = { type: "button", "data-undo": entry.id, "aria-label": `Undo: ${entry.words}` };
        line.append(element("button", "fl-button", attributes, "Undo"));
        return line;
      }),
    ]);
    keepFocus(this.shell, () => (this.done.hidden = !all.length));
    this.forms.forEach((form) => form.draw());
  }

  /**
   * The engine has read what was typed on a sheet.
   * @param {{words: string, sheet: string, id: string}} told
   */
  read(told) {
    this.forms.forEach((form) => form.read(told));
    this.status.textContent = told.words || this.status.textContent;
  }

  /**
   * @param {Record<string, any>} inputs
   * @param {number} copies
   * @param {string} calculator what draws the sheet
   */
  add(inputs, copies, calculator = this.shown.section.name) {
    return this.act({ op: "add", inputs, copies, calculator }, chooseCharacter);
  }

  /**
   * @param {Parameters<typeof act>[0]} asked
   * @param {(id: string, told: import("./messages.js").Noted) => void} done what follows where it could be done; it is
   *   told whom it concerned
   */
  async act(asked, done = () => {}) {
    try {
      const told = await act(asked);
      this.status.textContent = told.words;
      done(told.sheet, told);
    } catch (error) {
      this.status.replaceChildren(...(error instanceof Error ? inWords(error) : [String(error)]));
    }
    this.draw();
  }

  save() {
    saveFile("felloe-characters.json", { ...kept(), done: [], edits: [] });
  }

  /** @param {HTMLInputElement} file */
  async readFile(file) {
    const text = await file.files?.[0]?.text();
    file.value = "";
    if (text !== undefined) {
      this.act({ op: "merge", file: text });
    }
  }
}

/** The form of one game's sheet. */
class Form {
  /**
   * @param {Page} page
   * @param {Section} section
   */
  constructor(page, section) {
    this.page = page;
    this.section = section;
    section.ours = true;
    /** Whose sheet stands in the form, or is about to. */
    this.id = "";
    /** What stood in the form when all of it was kept, and what was kept of the sheet, by the paths of its fields. */
    this.inputs = section.own;
    /** @type {Record<string, string>} */
    this.texts = {};
    /** The sheet that the form is being drawn with. @type {Sheet | null} */
    this.opening = null;
    /** The paths of what was typed since then. @type {Set<string>} */
    this.meanwhile = new Set();
    /** What was last done from its answer, with the way back. */
    this.did = element("p", "fl-did", { role: "status" });
    section.root.addEventListener("click", ({ target }) => this.clicked(/** @type {Element} */ (target)));
    section.root.addEventListener("input", () => this.keep());
    section.root.addEventListener("felloe:held", () => this.held());
  }

  /** The inputs of the last answer, as the engine writes them. */
  get answered() {
    return /** @type {Record<string, any>} */ (this.section.answered ?? {});
  }

  /**
   * A circle of a log is marked, on the sheet as it is kept; or that is undone.
   * @param {Element} target
   */
  async clicked(target) {
    const { mark, entry } =
      /** @type {HTMLElement | null} */ (target.closest("[data-mark], [data-entry]"))?.dataset ?? {};
    const { effects = "[]" } = /** @type {HTMLElement | null} */ (target.closest("[data-effects]"))?.dataset ?? {};
    const { row: name = "" } = /** @type {HTMLElement | null} */ (target.closest("[data-row]"))?.dataset ?? {};
    if (mark !== undefined) {
      await this.kept();
      this.do({ op: "apply", sheet: this.id, effect: JSON.parse(effects)[Number(mark)], name });
    } else if (entry) {
      this.do({ op: "undo", entry });
    }
  }

  /** Whoever stands in the form is kept from now on. */
  async kept() {
    if (!this.id) {
      await this.page.add(this.section.inputs(), 1, this.section.name);
      this.id = character(this.section.name)?.id ?? "";
    }
  }

  /** @param {Parameters<typeof act>[0]} asked */
  do(asked) {
    return this.page.act(asked, (_, { words, entry }) => {
      const way = entry ? [" ", element("button", "fl-button", { type: "button", "data-entry": entry }, "Undo")] : [];
      this.did.replaceChildren(words, ...way);
      this.section.root.append(this.did);
    });
  }

  /** Show the character of this kind that is chosen, unless it is on its way. */
  draw() {
    if (!this.opening && !unread(this.id)) {
      this.form(character(this.section.name));
    }
  }

  /**
   * The form shows what is kept of this character, where it does not do so already.
   * @param {Sheet | null} now
   */
  form(now) {
    const [texts, shown] = [now ? textsOf(now) : {}, this.section.inputs()];
    const changed = Object.keys({ ...this.texts, ...texts }).filter((path) => texts[path] !== this.texts[path]);
    if (!now) {
      this.id &&
        !characters(this.section.name).length &&
        this.show({ id: "", calculator: "", inputs: this.section.own });
    } else if (
      now.id !== this.id ||
      (changed.some((path) => texts[path] !== shown[path]) && !same(now.inputs, this.answered))
    ) {
      this.show(now);
    } else {
      this.texts = texts;
    }
  }

  /**
   * Draw the form with a sheet. What is typed meanwhile is that sheet's, and joins the form.
   * @param {Sheet} sheet
   */
  show(sheet) {
    this.id = sheet.id;
    this.inputs = this.section.inputs();
    this.opening = sheet;
    this.meanwhile.clear();
    this.section.open(sheet.inputs);
  }

  /** An answer stands below the form. */
  held() {
    const sheet = this.opening;
    if (!sheet) {
      this.keep();
      return;
    }
    this.opening = null;
    const [there, answered] = [flat(sheet.inputs), flat(this.answered)];
    if (sheet.id && Object.keys(there).some((path) => there[path] !== answered[path] && !this.meanwhile.has(path))) {
      this.show(character(this.section.name) ?? sheet); // what was typed meanwhile could not be used, so that the form was not drawn
      return;
    }
    if (sheet.typed) {
      this.section.fill(sheet.typed);
    }
    this.inputs = this.section.inputs();
    this.texts = sheet.id ? textsOf(sheet) : {};
    this.page.draw();
  }

  /** What was typed goes onto the sheet: only what differs, so that what another tab has changed stays. */
  keep() {
    const now = this.section.inputs();
    if (same(now, this.inputs)) {
      return;
    }
    const { inputs } = this;
    this.inputs = now;
    if (!this.id) {
      // where nobody is kept yet, it becomes the first character
      this.id = newcomer();
      type(this.id, now, [], this.section.name);
      return;
    }
    const pairs = Object.fromEntries(Object.entries(now).filter(([path, text]) => inputs[path] !== text));
    Object.keys(pairs).forEach((path) => this.meanwhile.add(path));
    type(
      this.id,
      pairs,
      Object.keys(inputs).filter((path) => !(path in now)),
      this.section.name,
    );
  }

  /**
   * The engine has read what was typed on a sheet.
   * @param {{sheet: string, id: string}} told `id` is the sheet that a newcomer has become
   */
  read({ sheet, id }) {
    this.id = this.id === sheet ? id : this.id;
  }
}

/**
 * A sheet's texts by the paths of its fields, as the engine's `forms.flatten` writes them, and those that cannot be used.
 * @param {Sheet} sheet
 */
function textsOf({ inputs, typed }) {
  return { ...flat(inputs), ...typed };
}
