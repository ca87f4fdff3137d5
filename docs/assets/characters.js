// The page with the reader's characters: one form, which shows and keeps the one that is chosen.

import { element } from "./element.js";
import { saveFile } from "./file.js";
import { keepFocus, redraw } from "./redraw.js";
import { act, character, characters, chooseCharacter, entries, kept, nameOf } from "./sheets.js";
import { same, wake } from "./section.js";

/** @typedef {import("./section.js").Section} Section */

const GROUP = 5;

/**
 * The sections of a page that has just been opened.
 * @param {Section[]} sections
 */
export function openCharacters(sections) {
  const shell = /** @type {HTMLElement | null} */ (document.querySelector(".fl-characters"));
  const section = sections.find(({ name }) => name === "character-sheet");
  page = shell && section ? new Page(shell, section) : null;
  page?.draw();
  goOn();
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

class Page {
  /**
   * @param {HTMLElement} shell
   * @param {Section} section
   */
  constructor(shell, section) {
    this.shell = shell;
    this.section = section;
    section.ours = true;
    /** Whose sheet stands in the form. */
    this.id = "";
    this.inputs = section.own;
    /** How much of what was done here the engine has not yet answered. */
    this.pending = 0;
    wake(shell);
    this.list = part(shell, ".fl-characters__list");
    this.status = part(shell, ".fl-status");
    this.done = part(shell, ".fl-characters__done");
    const file = /** @type {HTMLInputElement} */ (part(shell, "input[type=file]"));
    file.addEventListener("change", () => this.read(file));
    /** @type {Record<string, () => unknown>} */
    const tools = {
      new: () => this.add({}),
      opponent: () => this.add({ opponent: true, name: "Guard" }),
      group: () => this.add(this.answered, GROUP),
      copy: () => this.add({ ...this.answered, name: `${this.answered.name} again` }),
      remove: () => this.act({ op: "remove", sheet: this.id }),
      save: () => this.save(),
      read: () => file.click(),
      print: () => print(),
    };
    shell.addEventListener("click", ({ target }) => {
      const { do: tool, choose, undo } = /** @type {HTMLElement} */ (target).dataset;
      if (tool) {
        tools[tool]();
      } else if (choose) {
        chooseCharacter(choose);
      } else if (undo) {
        this.act({ op: "undo", entry: undo });
      }
    });
    section.root.addEventListener("felloe:held", () => this.keep());
  }

  /** The inputs of the last answer, as the engine writes them. */
  get answered() {
    return /** @type {Record<string, any>} */ (this.section.answered ?? {});
  }

  /** Draw what is kept; the form is drawn anew only where it says something else. */
  draw() {
    const now = character();
    redraw(this.list, characters().map((one) => {
      const attributes = { type: "button", "data-choose": one.id, "aria-pressed": String(one.id === now?.id) };
      return element("button", "fl-pick", attributes, nameOf(one));
    }));
    const all = entries();
    redraw(this.done, [element("summary", "", {}, `What was done (${all.length})`), ...all.map((entry) => {
      const line = element("p", "fl-done", {}, `${entry.words} `);
      const attributes = { type: "button", "data-undo": entry.id, "aria-label": `Undo: ${entry.words}` };
      line.append(element("button", "fl-button", attributes, "Undo"));
      return line;
    })]);
    keepFocus(this.shell, () => (this.done.hidden = !all.length));
    if (!this.pending && same(this.section.inputs(), this.inputs)) {
      this.form(now);
    }
  }

  /**
   * The form shows what is kept of this character, where it does not do so already.
   * @param {import("./sheets.js").Sheet | null} now
   */
  form(now) {
    if (now && (now.id !== this.id || JSON.stringify(now.inputs) !== JSON.stringify(this.answered))) {
      this.show(now);
    } else if (!now && this.id) {
      this.id = "";
      this.section.open(this.section.own);
    }
  }

  /**
   * What was typed meanwhile has joined the form that is being drawn, and goes onto the sheet when that is held.
   * @param {import("./sheets.js").Sheet} sheet
   */
  async show(sheet) {
    this.id = "";
    this.pending += 1;
    const before = this.section.inputs();
    const shown = await this.section.open(sheet.inputs);
    this.pending -= 1;
    this.id = sheet.id;
    const typed = !same(this.answered, sheet.inputs);
    this.inputs = shown && !typed ? this.section.inputs() : before;
    if (shown && typed) {
      this.keep();
    } else if (shown && !same(character(), sheet)) {
      this.draw();
    }
  }

  /** Where nobody is kept yet, what was typed becomes the first character; typing may go on meanwhile. */
  async adopt() {
    await this.act({ op: "add", inputs: this.answered }, (id) => (this.id = id));
    this.keep();
  }

  /** What was typed goes onto the sheet: only what differs, so that what another tab has changed stays. */
  keep() {
    const now = this.section.inputs();
    if (same(now, this.inputs)) {
      return;
    }
    if (!this.id) {
      if (!characters().length && !this.pending) {
        this.inputs = now;
        this.adopt();
      }
      return;
    }
    const pairs = Object.fromEntries(Object.entries(now).filter(([path, text]) => this.inputs[path] !== text));
    const gone = Object.keys(this.inputs).filter((path) => !(path in now));
    this.inputs = now;
    this.act({ op: "change", sheet: this.id, pairs, gone });
  }

  /**
   * @param {Record<string, any>} inputs
   * @param {number} copies
   */
  add(inputs, copies = 1) {
    return this.act({ op: "add", inputs, copies }, chooseCharacter);
  }

  /**
   * @param {{op: string} & Record<string, unknown>} asked
   * @param {(id: string) => void} done what follows where it could be done; it is told whom it concerned
   */
  async act(asked, done = () => {}) {
    this.pending += 1;
    try {
      const { words, sheet } = await act(asked);
      this.status.textContent = words;
      done(sheet);
    } catch (error) {
      this.status.textContent = error instanceof Error ? error.message : String(error);
    }
    this.pending -= 1;
    this.draw();
  }

  save() {
    saveFile("felloe-characters.json", { ...kept(), done: [], edits: [] });
  }

  /** @param {HTMLInputElement} file */
  async read(file) {
    const text = await file.files?.[0]?.text();
    file.value = "";
    if (text !== undefined) {
      this.act({ op: "merge", file: text });
    }
  }
}
