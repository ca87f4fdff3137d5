// Sessions: each is kept on the device, taken up where it was left, and goes into a file that any page like it reads.
// The device keeps what is sealed too; no link and no file does.

import { linked, parts, path, taken } from "./address.js";
import { button, element, wordsOf } from "./element.js";
import { saveFile } from "./file.js";
import { notify } from "./notice.js";
import { same } from "./pairs.js";
import { keepAside, keys, store, stored, storedText } from "./storage.js";

/**
 * @typedef {import("./section.js").Section} Section
 * @typedef {import("./section.js").Log} Log
 * @typedef {import("./storage.js").Kept} Place
 * @typedef {{log: Log, at: number, link?: import("./address.js").Pairs | null, origin?: import("./address.js").Pairs, title?: string, stands?: string, waits?: Waits | null}} Content
 * `link` is what its address says, `origin` what it would say of the setup alone, `title` the page that it is on, `stands`
 * how it stands, in a line, and `waits` the step that lacks dice
 * @typedef {{side: string, move: object, given: number[], faces: string}} Waits
 */

const REST_MS = 400;
/** Steps up to which a log is written at once, and not when the moves rest. */
const SHORT = 100;
const KIND = "felloe session";
/** Where one is kept: on which page, in which section. */
const OWN = /^felloe\.session (\/.*) ([^ .]+)$/;

/**
 * The sections of a page that has just been opened.
 * @param {Section[]} sections
 */
export function openSessions(sections) {
  sections.filter(({ log }) => log).forEach((section) => new Kept(section));
}

/**
 * Where one session is kept: the reader's own, and beside it one from a link, or one that another tab went on with
 * differently. What is kept is only replaced by what goes on from it, and nothing is written before it was read whole.
 */
class Kept {
  /** @param {Section} section */
  constructor(section) {
    this.section = section;
    const at = section.home ?? path(); // wherever it is played, it is the one of its own page
    /** @type {Place} */
    this.own = {
      key: `felloe.session ${at} ${section.root.id}`,
      words: "The session kept here",
      without: "it begins anew",
      readable,
    };
    /** @type {Place} */
    this.beside = {
      key: `felloe.session.beside ${at} ${section.root.id}`,
      words: "The session kept beside this one",
      without: "this one goes on",
      readable,
    };
    /** Where this one is written; nowhere until what is kept there was read. @type {Place | null} */
    this.place = null;
    /** What is being read: where from, and the log that stood here before. @type {{place: Place, content: Content, before: Log | null} | null} */
    this.coming = null;
    /** What this tab last read or wrote, and the text that was stored then. */
    this.kept = "";
    /** @type {string | null} */
    this.seen = null;
    /** Says how this session has come here. @type {(() => void) | undefined} */
    this.first = undefined;
    this.taking = false;
    /** The step that a link brings. @type {string | null} */
    this.step = null;
    /** Whether a link has just been opened: what is only looked at is not kept. */
    this.looking = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.rest = undefined;
    const { root } = section;
    const file = /** @type {HTMLInputElement} */ (root.querySelector(".fl-course input[type=file]"));
    root.querySelector("[data-tool=save]")?.addEventListener("click", () => this.save());
    root.querySelector("[data-tool=read]")?.addEventListener("click", () => file.click());
    file.addEventListener("input", (event) => event.stopPropagation());
    file.addEventListener("change", () => this.read(file));
    root.addEventListener("felloe:held", () => this.held());
    root.addEventListener("input", ({ target }) => this.typed(/** @type {Element} */ (target)));
    addEventListener("pagehide", () => this.keep());
    addEventListener("hashchange", () => root.isConnected && taken(root.id) && location.reload());
    addEventListener("storage", ({ key }) => key === this.place?.key && this.written());
    this.begin();
  }

  /**
   * What was left here goes on, and whatever is sealed in it; where a link leads to another session, both are kept.
   */
  begin() {
    const { id } = this.section.root;
    const [link, step] = [linked(id), taken(id)];
    const kept = /** @type {Content | null} */ (stored(this.own));
    this.step = step;
    if (kept && (!link || same(link, (step ? kept.origin : kept.link) ?? null))) {
      this.section.resumed = true;
      this.take(this.own, kept);
    } else if (kept) {
      this.settle(this.beside);
      this.looking = true;
      this.first = () => this.offer("This one comes from a link; yours is kept. ", "Go back to it", this.own);
    } else {
      this.settle(this.own);
      this.first = () => this.offerOther();
    }
  }

  /**
   * From now on this is where the session is written.
   * @param {Place} place
   */
  settle(place) {
    this.coming = null;
    this.place = place;
    this.kept = this.text();
    this.seen = storedText(place);
  }

  /**
   * Go on with what is kept at a place.
   * @param {Place} place
   * @param {Content} content
   */
  async take(place, content) {
    const { section } = this;
    this.keep();
    this.place = null;
    this.coming = { place, content, before: section.log };
    section.wait();
    this.taking = true;
    await section.take(content.log, content.at);
    if (content.waits && this.coming?.content !== content) {
      await section.lacking(content.waits);
    }
    this.taking = false;
    this.speak();
    if (this.coming?.content === content && !section.doing) {
      // it was refused, which the section says
      keepAside(place);
      store(place, null);
      this.settle(place);
      notify(`${place.words} could not be read; it was set aside.`);
    }
  }

  /** An answer stands in the section. */
  held() {
    const { section, coming } = this;
    if (coming && section.log !== coming.before) {
      if ((section.log?.steps.length ?? 0) < coming.content.log.steps.length) {
        keepAside(coming.place); // the answer says where its replay ended, and why
      }
      this.settle(coming.place);
      this.first = () => this.said();
    }
    this.kept = this.looking ? this.text() : this.kept;
    this.looking = false;
    setTimeout(() => this.speak()); // when the section has said what it has to say
    clearTimeout(this.rest);
    if ((section.log?.steps.length ?? 0) > SHORT) {
      this.rest = setTimeout(() => this.keep(), REST_MS);
    } else {
      this.keep();
    }
  }

  /** Say once how this session has come here. */
  speak() {
    const { first } = this;
    if (first && !this.coming && !this.taking) {
      this.first = undefined;
      first();
    }
    if (this.step && !this.coming && !this.taking && this.section.remembered) {
      this.bring(this.step);
      this.step = null;
    }
  }

  /**
   * A link has brought a step from another device, which is made when the reader says so.
   * @param {string} text
   */
  bring(text) {
    const { status } = this.section;
    try {
      const { side, move, faces } = JSON.parse(text);
      status.replaceChildren("A step has come from another device. ");
      status.append(button("Take it over", () => this.section.made({ side, move, faces })));
    } catch {
      status.textContent = "The step in this link cannot be read; it may have been cut short.";
    }
  }

  /**
   * Faces that are typed for a roll are kept as they are typed.
   * @param {Element} target
   */
  typed(target) {
    if (target.closest("form[data-given]")) {
      clearTimeout(this.rest);
      this.rest = setTimeout(() => this.keep(), REST_MS);
    }
  }

  /** A session was taken up. */
  said() {
    const { section, place, own } = this;
    if (!section.status.textContent && place === own) {
      section.status.append(
        "Taken up where you left it. ",
        button("Begin anew", () => section.open(section.own)),
      );
    }
    this.offerOther();
  }

  /** The one of the two that does not stand here, where there is one. */
  offerOther() {
    const [other, words] =
      this.place === this.beside ? [this.own, "Yours is kept. "] : [this.beside, " Another one is kept beside it. "];
    if (stored(other)) {
      this.offer(words, "Go to it", other);
    }
  }

  /**
   * @param {string} words
   * @param {string} action
   * @param {Place} place
   */
  offer(words, action, place) {
    this.section.status.append(
      words,
      button(action, () => {
        const content = stored(place);
        content && this.take(place, content);
      }),
    );
  }

  /** Another tab has written where this one does. */
  written() {
    const { place, section } = this;
    const theirs = place && stored(place);
    if (theirs && section.log && storedText(place) !== this.seen && goesOn(theirs.log, section.log)) {
      section.status.replaceChildren();
      this.offer("Another tab has gone on with this session. ", "Take it up", place);
    }
  }

  /** What there is to keep, as text; empty for a session in which nothing has happened. */
  text() {
    const { log, at, held, waits } = this.section;
    return log?.steps.length || waits ? JSON.stringify({ log, at, link: held, waits }) : "";
  }

  /** A session in which nothing has happened is forgotten, and nothing is written where nothing has changed. */
  keep() {
    clearTimeout(this.rest);
    const { section } = this;
    const { log, at, held, root } = section;
    const text = this.text();
    if (!this.place || !root.isConnected || !log || text === this.kept) {
      return;
    }
    const there = /** @type {Content | null} */ (stored(this.place));
    const theirs = storedText(this.place) === this.seen ? null : there;
    if (theirs && goesOn(theirs.log, log)) {
      return; // it has all of ours
    }
    if (theirs && this.place === this.own && !goesOn(log, theirs.log)) {
      this.place = this.beside;
      section.status.textContent = "Another tab has gone on with this session differently. ";
      this.offer("Both are kept. ", "Go to that one", this.own);
    }
    const beside = this.place === this.beside ? stored(this.beside) : null;
    if (beside && !goesOn(log, beside.log)) {
      keepAside(this.beside);
    }
    if (section.complaint && there && there.log.steps.length > log.steps.length && this.place === this.own) {
      store(this.beside, there); // what no longer fits is not lost
      const words = "Not all steps fit any more. The session as it was is kept beside this one. ";
      this.first = () => this.offer(words, "Go back to it", this.beside);
    }
    const title = section.home ? there?.title : wordsOf(document.querySelector("h1"));
    const { origin, stands, waits } = section;
    store(this.place, text ? { log, at, link: held, origin, title, stands, waits } : null);
    this.kept = text;
    this.seen = storedText(this.place);
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
      this.keep();
      const [before, kept] = [section.log, stored(this.own)];
      await section.take(said.log, said.at, true);
      if (section.log !== before && kept && this.place === this.own && !goesOn(said.log, kept.log)) {
        store(this.beside, kept);
        this.offer("The one from before is kept beside it. ", "Go back to it", this.beside);
      }
    } catch {
      section.status.textContent = `This is no file of a session “${section.name}”, so nothing has changed.`;
    }
  }
}

/** The reader's own sessions that are kept here: the page of each, and how it stands. */
export function kept() {
  const own = keys().filter((key) => OWN.test(key));
  return own.sort().flatMap((key) => {
    const [, at, id] = key.match(OWN) ?? [];
    /** @type {Content | null} */
    const content = stored({ key, words: "A session kept here", without: "it is not offered", readable });
    const stands = [content?.stands, `step ${content?.at}`].filter(Boolean).join(" · ");
    return content ? [{ href: `${parts().inside ? "#" : ""}${at}#${id}`, title: content.title || at, stands }] : [];
  });
}

/** Where a page offers to go on (`data-go-on`): each session that is kept here, with how it stands. */
export function goOn() {
  const place = document.querySelector("[data-go-on]");
  const lines = (place ? kept() : []).map(({ href, title, stands }) => {
    const link = element("a", "", { href }, title);
    link.append(element("small", "", {}, stands));
    const line = element("li", "");
    line.append(link);
    return line;
  });
  if (place && lines.length) {
    const list = element("ul", "fl-going");
    list.append(...lines);
    place.replaceChildren(element("p", "fl-going__title", {}, "Go on"), list);
  }
}

/** @param {any} said */
function readable({ log, at }) {
  return typeof log === "object" && log !== null && Array.isArray(log.steps) && Number.isInteger(at);
}

/**
 * Whether one log has all of another one in it.
 * @param {Log} longer
 * @param {Log} shorter
 */
function goesOn(longer, shorter) {
  return same(longer.setup, shorter.setup) && shorter.steps.every((step, at) => same(step, longer.steps[at]));
}
