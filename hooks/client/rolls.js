// Dice thrown right where their odds stand, and the last rolls of this tab.

import { inWords } from "./clipboard.js";
import { button, element } from "./element.js";
import { log } from "./evening.js";
import { keepFocus, redraw } from "./redraw.js";
import { rulings } from "./rulings.js";
import { python, seed } from "./section.js";
import { store, stored } from "./storage.js";

/**
 * @typedef {import("./section.js").Section} Section
 * @typedef {import("./messages.js").Rolled} Rolled
 * @typedef {import("./messages.js").Thrown} Thrown
 * @typedef {{roll: Thrown, faces: string, text: string, whose?: string, logged?: boolean}} Roll one that fell: what, how,
 * what it came to and for whom, and whether it stands in the session log
 */

const MOST = 10;
/** The roll calculator takes so many bits less as its number. */
const SMALLER = 3;
const LONGEST = 1000;
/** What the buttons of the forms say by themselves. @type {WeakMap<HTMLButtonElement, string>} */
const WORDS = new WeakMap();

/** @type {import("./storage.js").Kept} */
const KEPT = {
  key: "felloe.rolls",
  words: "The last rolls of this tab",
  without: "the list begins anew",
  readable: ({ rolls }) => Array.isArray(rolls) && rolls.length <= MOST && rolls.every(readable),
  where: () => sessionStorage,
};

/** @param {any} one */
function readable(one) {
  const texts = [
    one?.text,
    one?.faces,
    one?.roll?.roller,
    one?.roll?.pool,
    one?.roll?.obstacle,
    one?.roll?.onward ?? "",
    one?.whose ?? "",
  ];
  return texts.every((text) => typeof text === "string" && text.length <= LONGEST);
}

/** The last rolls, newest first. Another page finds them in the tab's storage. @type {Roll[]} */
let rolls = [];
/** @type {Rolling[]} */
let here = [];

/**
 * Sections that have just come, with their page or into the drawer.
 * @param {Section[]} sections
 */
export function openRolls(sections) {
  rolls = stored(KEPT)?.rolls ?? rolls;
  here = [
    ...here.filter(({ section }) => section.root.isConnected),
    ...sections.map((section) => new Rolling(section)),
  ];
}

/**
 * What lies on a section's table, as the engine is told of it, if it was thrown for the answer of now.
 * @param {Section} section
 */
export function lastRoll(section) {
  const { last, form } = here.find((one) => one.section === section) ?? {};
  const { roller, pool, obstacle } = form?.dataset ?? {};
  const same = last?.roll.roller === roller && last?.roll.pool === pool && last?.roll.obstacle === obstacle;
  return last && same ? { roll: last.roll, faces: last.faces } : {};
}

/** @param {Roll} roll */
function remember(roll) {
  rolls = [roll, ...rolls].slice(0, MOST);
  keepRolls();
}

function keepRolls() {
  store(KEPT, { rolls });
  here.forEach((one) => one.list(true));
}

/** Write a roll into the session log, once. @param {Roll} roll */
function logRoll(roll) {
  roll.logged = true;
  log([roll.whose, roll.text].filter(Boolean).join(": "));
  keepRolls();
}

/** Rolling in one section. */
export class Rolling {
  /** What lies on the table, or null. @type {Roll | null} */
  last = null;
  #throws = 0;

  /** @param {Section} section */
  constructor(section) {
    this.section = section;
    this.box = document.createElement("div");
    this.box.className = "fl-rolled";
    this.box.id = `${section.root.id}-rolled`;
    this.box.dataset.kept = "";
    this.rolls = document.createElement("details");
    this.rolls.className = "fl-rolls";
    this.rolls.open = section.root.closest("dialog") !== null;
    /** In the pinned bar: rolls what the form under the odds rolls, and leads to the dice. */
    this.quick = button("", () => {
      this.leads = true;
      this.form?.requestSubmit();
    });
    this.quick.classList.add("fl-pin__roll");
    this.leads = false;
    /** Under the dice, until the roll is in the session log. */
    this.logs = button("Log it", () => this.last && logRoll(this.last));
    section.root.addEventListener("submit", (event) => this.submitted(event));
    section.root.addEventListener("input", (event) => this.typed(/** @type {HTMLElement} */ (event.target)));
    this.rolls.addEventListener("click", (event) => this.again(/** @type {HTMLElement} */ (event.target)));
    section.root.addEventListener("felloe:held", () => this.redrawn());
    this.pin();
    this.list();
  }

  get form() {
    return /** @type {HTMLFormElement | null} */ (this.section.out.querySelector(".fl-roll"));
  }

  /** @param {Event} event */
  submitted(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form === this.form) {
      event.preventDefault();
      const { roller = "", pool = "", obstacle = "", onward } = form.dataset;
      const faces = facesOf(form).value.trim();
      this.throw({ roller, pool, obstacle, onward }, faces ? { faces } : { seed: seed() >>> SMALLER });
    }
  }

  /** @param {HTMLElement} target */
  again(target) {
    const { roll, log } = target.closest("button")?.dataset ?? {};
    if (roll) {
      this.throw(rolls[Number(roll)].roll, { seed: seed() >>> SMALLER });
    } else if (log) {
      logRoll(rolls[Number(log)]);
    }
  }

  /**
   * The seed is drawn when the button is pressed, so Python may still have to start: the roll waits for it.
   * @param {Thrown} roll
   * @param {{seed: number} | {faces: string}} how
   */
  async throw(roll, how) {
    const { root, status } = this.section;
    const [typed, leads] = ["faces" in how, this.leads];
    this.leads = false;
    this.#throws += 1;
    const throws = this.#throws;
    if (python.status.state !== "ready") {
      this.show("The dice fall as soon as the calculators have started.");
    }
    /** @type {import("./messages.js").AskRoll} */
    const request = { do: "roll", roll, ...how, rulings, instance: `${root.id}-roll`, base: root.dataset.base };
    try {
      const rolled = await python.ask(`${root.id} roll`, request);
      if (rolled?.error) {
        const { error } = rolled;
        this.show(error.message, typed && !error.report, inWords(error));
      } else if (rolled) {
        this.fell(roll, rolled, typed);
      } else if (throws === this.#throws) {
        this.show(""); // cancelled
      }
    } catch (error) {
      this.show("");
      status.textContent = error instanceof Error ? error.message : String(error);
    }
    if (leads) {
      this.box.scrollIntoView({ block: "center" });
    }
  }

  /**
   * A roll that waits for the dice of its sixes is not done, and its faces stay to be added to.
   * @param {Thrown} roll
   * @param {Rolled} rolled
   * @param {boolean} typed
   */
  fell(roll, rolled, typed) {
    this.show("");
    redraw(this.box, rolled.html);
    this.section.say.textContent = rolled.say;
    const whose = this.section.root.querySelector(".fl-for")?.textContent?.replace(/^ for /, "");
    this.last = { roll, faces: rolled.faces.join(" "), text: rolled.text, whose };
    if (!rolled.waiting) {
      const form = this.form;
      if (typed && form) {
        facesOf(form).value = "";
        label(form);
      }
      this.box.append(this.logs);
      remember(this.last);
    }
  }

  /**
   * A sentence in place of the dice, which blames the faces that were typed, or does not.
   * @param {string} sentence
   * @param {boolean} blames
   * @param {(string | Node)[]} words what is shown of it
   */
  show(sentence, blames = false, words = [sentence]) {
    this.last = null;
    const told = document.createElement("p");
    told.append(...words);
    told.className = blames ? "fl-error" : "fl-note";
    told.id = `${this.section.root.id}-roll-told`;
    this.box.replaceChildren(...(sentence ? [told] : []));
    this.place();
    const form = this.form;
    if (form) {
      facesOf(form).setAttribute("aria-describedby", told.id);
      facesOf(form).toggleAttribute("aria-invalid", false);
      if (blames) {
        facesOf(form).setAttribute("aria-invalid", "true");
        this.section.say.textContent = sentence;
      }
    }
  }

  /** The pinned bar has a button too where there is something to roll. */
  pin() {
    const { form, quick, section } = this;
    if (form) {
      quick.textContent = form.querySelector("button")?.textContent ?? "";
      section.pin.append(quick);
    } else {
      keepFocus(section.root, () => quick.remove());
    }
  }

  /** The dice lie under the odds; where there are none any more, under the answer. */
  place() {
    const { out } = this.section;
    const above = this.form ?? [...out.children].filter((child) => child !== this.box).pop();
    if (above && above.nextElementSibling !== this.box) {
      above.after(this.box);
    }
  }

  /** A new answer has come: its button says what it rolls, and the dice that lie here stay. */
  redrawn() {
    const form = this.form;
    if (form) {
      WORDS.delete(/** @type {HTMLButtonElement} */ (form.querySelector("button")));
      label(form);
    }
    this.pin();
    if (this.box.hasChildNodes()) {
      this.place();
    }
    this.list();
  }

  /** @param {HTMLElement} target */
  typed(target) {
    const form = target.closest("form");
    if (form && form === this.form) {
      label(form);
      this.pin();
    }
  }

  /**
   * The last rolls under the section, where it has something to roll.
   * @param {boolean} fell whether one has just come to their head
   */
  list(fell = false) {
    const { root } = this.section;
    delete root.dataset.rolls; // which has kept their place
    this.logs.disabled = this.last?.logged === true;
    this.logs.textContent = this.logs.disabled ? "Logged" : "Log it";
    if (!this.form || !rolls.length) {
      this.rolls.remove();
      return;
    }
    const focused = fell && this.rolls.contains(document.activeElement) && document.activeElement?.tagName === "BUTTON";
    const summary = document.createElement("summary");
    summary.textContent = `Last rolls in this tab: ${rolls.length}`;
    const list = document.createElement("ol");
    list.append(...rolls.map((roll, index) => this.row(roll, index)));
    redraw(this.rolls, [summary, list]);
    if (!this.rolls.isConnected) {
      root.querySelector(".fl-body")?.after(this.rolls);
    }
    if (focused) {
      this.rolls.querySelector("button")?.focus({ preventScroll: true });
    }
  }

  /**
   * @param {Roll} roll
   * @param {number} index
   */
  row({ text, whose, logged }, index) {
    const row = document.createElement("li");
    const words = element("span", "", { id: `${this.section.root.id}-rolls-${index}` });
    words.append(...(whose ? [element("b", "", {}, whose), " "] : []), text);
    const tool = (/** @type {string} */ title, /** @type {Record<string, string>} */ data) =>
      element("button", "fl-button", { type: "button", "aria-describedby": words.id, ...data }, title);
    const logs = tool(logged ? "Logged" : "Log it", { "data-log": String(index), ...(logged ? { disabled: "" } : {}) });
    row.append(words, " ", tool("Roll again", { "data-roll": String(index) }), logs);
    return row;
  }
}
/** @param {HTMLFormElement} form */
function facesOf(form) {
  return /** @type {HTMLInputElement} */ (form.elements.namedItem("faces"));
}

/**
 * The button says what it does: roll, or take the dice that were typed.
 * @param {HTMLFormElement} form
 */
function label(form) {
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  const words = WORDS.get(button) ?? button.textContent ?? "";
  WORDS.set(button, words);
  button.textContent = facesOf(form).value.trim() ? "Use these dice" : words;
}
