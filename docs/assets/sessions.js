// Sessions: each is kept on the device, taken up where it was left, and goes into a file that any page like it reads.
// The device keeps what is sealed too; no link and no file does.

import { linked, path } from "./address.js";
import { button } from "./element.js";
import { saveFile } from "./file.js";
import { same } from "./section.js";
import { store, stored } from "./storage.js";

/**
 * @typedef {import("./section.js").Section} Section
 * @typedef {import("./section.js").Log} Log
 */

const REST_MS = 400;
const KIND = "felloe session";

/**
 * The sections of a page that has just been opened.
 * @param {Section[]} sections
 */
export function openSessions(sections) {
  sections.filter(({ log }) => log).forEach((section) => new Kept(section));
}

/** Where one session is kept. */
class Kept {
  /** @param {Section} section */
  constructor(section) {
    this.section = section;
    /** @type {import("./storage.js").Kept} */
    this.place = {
      key: `felloe.session ${path()} ${section.root.id}`,
      words: "The session kept here",
      without: "it begins anew",
      readable,
    };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.rest = undefined;
    const { root } = section;
    const file = /** @type {HTMLInputElement} */ (root.querySelector(".fl-course input[type=file]"));
    root.querySelector("[data-tool=save]")?.addEventListener("click", () => this.save());
    root.querySelector("[data-tool=read]")?.addEventListener("click", () => file.click());
    file.addEventListener("input", (event) => event.stopPropagation());
    file.addEventListener("change", () => this.read(file));
    root.addEventListener("felloe:held", () => {
      clearTimeout(this.rest);
      this.rest = setTimeout(() => this.keep(), REST_MS);
    });
    addEventListener("pagehide", () => this.keep());
    this.resume();
  }

  /** What was left here goes on, unless a link says otherwise; a link to it without what is sealed does not. */
  async resume() {
    const { section } = this;
    const link = linked(section.root.id);
    const held = stored(this.place);
    const kept = link && !(held?.link && same(link, held.link)) ? null : held;
    if (kept) {
      section.resumed = true;
      section.wait();
      await section.take(kept.log, kept.at);
      if (!section.status.textContent) {
        section.status.append("Taken up where you left it. ", button("Begin anew", () => section.open(section.own)));
      }
    }
  }

  /** A session in which nothing has happened is forgotten. */
  keep() {
    clearTimeout(this.rest);
    const { log, at, held, sealed, root } = this.section;
    if (root.isConnected && log) {
      log.steps.length ? store(this.place, { log, at, ...(sealed.length ? { link: held } : {}) }) : stored(this.place) && store(this.place, null);
    }
  }

  async save() {
    await this.section.rested();
    const { log, at, name, leaves, sealed } = this.section;
    const steps = log?.steps.slice(0, leaves);
    const content = { ...log, steps, ...(sealed.length ? { sealed } : {}) };
    saveFile(`${name}.json`, { kind: KIND, calculator: name, at: Math.min(at, leaves), log: content });
  }

  /** @param {HTMLInputElement} file */
  async read(file) {
    const { section } = this;
    const text = (await file.files?.[0]?.text()) ?? "";
    file.value = "";
    try {
      const said = JSON.parse(text);
      if (said.kind !== KIND || said.calculator !== section.name || !readable(said)) {
        throw new Error("another file");
      }
      await section.take(said.log, said.at, true);
    } catch {
      section.status.textContent = `This is no file of a session “${section.name}”, so nothing has changed.`;
    }
  }
}

/** @param {any} said */
function readable({ log, at }) {
  return typeof log === "object" && log !== null && Array.isArray(log.steps) && Number.isInteger(at);
}
