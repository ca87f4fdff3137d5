// A live section: reads its controls, asks Python, shows what comes back. It knows no rule and no calculator.

import { address, put } from "./address.js";
import { copy } from "./clipboard.js";
import { Python } from "./python.js";
import { rulings, setAside } from "./rulings.js";

/**
 * @typedef {{field: string, message: string}} Fault
 * @typedef {{html: string, pin: string, say: string, more: number, form?: string, error?: Fault, complaints?: Record<string, string>,
 *   inputs?: object, log?: Log, at?: number, of?: number, long?: boolean, step?: object, link: Pairs, said: [string, string][], rulings?: Record<string, string>, effects: Offered[]}} Answer
 * @typedef {{format: number, version: string, setup: object, steps: object[]}} Log of a session
 * @typedef {{words: string, effect: Record<string, any>}} Offered what an answer can do to a sheet
 * @typedef {import("./address.js").Pairs} Pairs
 */

const REST_MS = 700;
/** What can have the focus in an answer; dice that were rolled are not part of it. */
const FOCUSABLE = ":is(button, input, summary, a):not(.fl-rolled *)";
export const python = new Python();

export class Section {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.name = root.dataset.calculator ?? "";
    this.form = /** @type {HTMLFormElement} */ (root.querySelector(".fl-form"));
    this.all = /** @type {HTMLElement} */ (root.querySelector(".fl-all"));
    this.out = /** @type {HTMLElement} */ (root.querySelector(".fl-out"));
    this.status = /** @type {HTMLElement} */ (root.querySelector(".fl-status"));
    this.say = /** @type {HTMLElement} */ (root.querySelector("[data-say]"));
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.rest = undefined;
    /** Of a session: all its steps, those that were undone too. @type {Log | null} */
    this.log = root.dataset.log ? JSON.parse(root.dataset.log) : null;
    /** How many of its steps are done, and whether they are more than a link can carry. */
    this.at = 0;
    this.long = false;
    /** The name under which Python remembers the session, and whether it has heard of it. */
    this.tape = `${root.id} ${seed()}`;
    this.remembered = false;
    /**
     * What the form is being drawn anew with, what stood in it before, and the row to add or drop, until it is drawn.
     * @type {{inputs: Record<string, any>, before: Pairs, change: object | null} | null}
     */
    this.opening = null;
    /** Done when the rows that were asked for so far are there. */
    this.altered = Promise.resolve(true);
    /** Whether the answer says what it would be under the other readings of its rulings, as the page's own does. */
    this.compared = true;
    wake(root);
    /** What the page itself says here. */
    this.own = inputsOf(this.form);
    /** What stands in the form since the last answer. */
    this.settled = this.own;
    /** What the address says of this section; null where that is what the page says. @type {Pairs | null} */
    this.held = null;
    /** What the answer is for, in words. @type {[string, string][] | undefined} */
    this.said = undefined;
    /** What the answer can do to a sheet. @type {Offered[]} */
    this.effects = [];
    /** The inputs of the answer, whole, as the engine writes them. @type {object | undefined} */
    this.answered = undefined;
    /** Whether what stands here is kept as one of the reader's characters, and not in the address. */
    this.ours = false;
    /** Whether the next answer is a step, which Back undoes. */
    this.steps = false;
    root.addEventListener("input", (event) => this.changed(/** @type {Element} */ (event.target)));
    this.form.addEventListener("submit", (event) => event.preventDefault());
    root.addEventListener("click", (event) => this.clicked(/** @type {Element} */ (event.target)));
    root.addEventListener("change", (event) => this.ruled(/** @type {HTMLInputElement} */ (event.target)));
    root.addEventListener("submit", (event) => this.moved(event));
    root.addEventListener("toggle", () => this.comparing && !this.compared && this.ask(), true);
  }

  /** Whether the rulings under the answer stand open. */
  get comparing() {
    return /** @type {HTMLDetailsElement | null} */ (this.out.querySelector(".fl-rests"))?.open ?? false;
  }

  get rests() {
    return (this.out.dataset.rests ?? "").split(" ").filter(Boolean);
  }

  /** Mark the answer as not the reader's yet. */
  wait() {
    this.out.dataset.waiting = "";
  }

  /** The inputs as dotted names and texts, as the engine reads them. */
  inputs() {
    return inputsOf(this.form);
  }

  /** @param {Element} target */
  changed(target) {
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) {
      if (target.dataset.branches) {
        this.branch(target, target.dataset.branches);
      }
      this.press(target);
    }
    if (this.form.contains(target)) {
      this.ask();
    }
  }

  /**
   * Show the fields of the branch that is chosen; the others neither show nor count.
   * @param {HTMLInputElement | HTMLSelectElement} chosen
   * @param {string} path
   */
  branch(chosen, path) {
    const parts = chosen.form?.querySelectorAll(`[data-of="${CSS.escape(path)}"]`) ?? [];
    for (const part of /** @type {Iterable<HTMLFieldSetElement>} */ (parts)) {
      part.hidden = part.disabled = part.dataset.branch !== chosen.value;
    }
  }

  /**
   * The buttons beside a field show which of them holds.
   * @param {HTMLInputElement | HTMLSelectElement} box
   */
  press(box) {
    for (const pick of /** @type {NodeListOf<HTMLElement>} */ (
      box.closest(".fl-field")?.querySelectorAll(":scope > .fl-picks [data-pick]") ?? []
    )) {
      pick.setAttribute("aria-pressed", String(pick.dataset.pick === box.value));
    }
  }

  /** @param {Element} target */
  clicked(target) {
    const button = target.closest("button");
    if (!button || !this.root.contains(button)) {
      return;
    }
    const data = button.dataset;
    if (data.example) {
      this.steps = true;
      this.open(JSON.parse(data.example));
    } else if (data.tool === "reset") {
      this.steps = true;
      this.open(this.own);
    } else if (data.tool === "link" && this.long) {
      this.status.textContent = "This session is too long for a link, so it goes into a file.";
      /** @type {HTMLElement | null} */ (this.root.querySelector("[data-tool=save]"))?.click();
    } else if (data.tool === "link") {
      copy(this.link(), button);
    } else if (data.tool === "undo" || data.tool === "redo" || data.tool === "start") {
      this.go({ undo: this.at - 1, redo: this.at + 1, start: 0 }[data.tool]);
    } else if (data.add) {
      this.alter({ add: data.add });
    } else if (data.drop) {
      this.alter({ drop: data.drop });
    } else if (data.sets) {
      this.set(JSON.parse(data.sets));
    } else {
      this.nudge(button);
    }
  }

  /**
   * Steppers, picks and shade letters change the text of the field that they stand beside.
   * @param {HTMLButtonElement} button
   */
  nudge(button) {
    const field = button.closest(".fl-field");
    const box = /** @type {HTMLInputElement | HTMLSelectElement | null} */ (field?.querySelector("input[type=text], select"));
    if (!box) {
      return;
    }
    const { step, pick, letter, append, draw } = button.dataset;
    if (step) {
      const { least, most } = /** @type {HTMLElement} */ (button.parentElement).dataset;
      const found = box.value.match(/^(.*?)([-−]?\d+)(\D*)$/) ?? ["", box.value.trim(), least ?? "0", ""];
      const number = Number(found[2].replace("−", "-")) + Number(step);
      const kept = Math.min(Number(most ?? Infinity), Math.max(Number(least ?? 0), number));
      box.value = `${found[1]}${kept}${found[3]}`;
    } else if (letter) {
      box.value = letter + box.value.trim().replace(/^[A-Za-z]/, "");
    } else if (draw) {
      const bytes = [...crypto.getRandomValues(new Uint8Array(Number(draw)))];
      box.value = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
    } else if (append !== undefined) {
      const example = box.value === this.own[box.name]; // which makes way for what is the reader's
      box.value = `${example ? "" : box.value.trim()} ${append}`.trim();
    } else if (pick !== undefined) {
      box.value = pick;
    } else {
      return;
    }
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /**
   * A cell of a grid sets the inputs that it stands for.
   * @param {Record<string, number>} values
   */
  set(values) {
    for (const [name, value] of Object.entries(values)) {
      const box = /** @type {HTMLInputElement | null} */ (this.form.elements.namedItem(name));
      if (box) {
        box.value = String(value);
        this.press(box);
      }
    }
    this.ask();
  }

  /** @param {HTMLInputElement} box */
  ruled(box) {
    if (box.dataset.ruling && box.closest(".fl-rests")) {
      this.root.dispatchEvent(new CustomEvent("felloe:ruling", { bubbles: true, detail: box }));
    }
  }

  /**
   * One move of a session. Dice fall here, from the browser's own randomness, unless faces were typed.
   * @param {Event} event
   */
  moved(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.classList.contains("fl-move")) {
      return;
    }
    event.preventDefault();
    const { faces, ...inputs } = inputsOf(form);
    const move = Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name.replace(/^move\./, ""), value]));
    const dice = faces?.trim() ? { faces: faces.trim() } : { seed: seed() };
    this.steps = true;
    this.request({ ...this.asked(), move: { side: form.dataset.side, move, ...dice } });
  }

  /**
   * Go along the steps of a session, back or forth.
   * @param {number} at how many of them are done then
   */
  go(at) {
    this.steps = true;
    return this.request({ ...this.asked(), at });
  }

  /**
   * Take up a session with this log.
   * @param {Log} log
   * @param {number} [at]
   */
  async take(log, at = log.steps.length) {
    this.taken = { log, at };
    await this.request({ do: "form", inputs: log.setup, tape: this.tape, log });
    if (at < log.steps.length && this.remembered) {
      await this.go(at);
    }
  }

  /** The steps that are done, for a form that is drawn anew under them. */
  logged() {
    return this.log ? { log: { ...this.log, steps: this.log.steps.slice(0, this.at) } } : {};
  }

  /** A link to this answer, with the rulings that it rests on. */
  link() {
    const query = new URLSearchParams();
    put(query, this.root.id, this.held);
    if (this.rests.length) {
      query.set("rulings", "these");
    }
    for (const id of this.rests.filter((id) => id in rulings)) {
      query.set(`ruling.${id}`, rulings[id]);
    }
    return address(query, `#${this.root.id}`);
  }

  ask() {
    if (this.taken) {
      return this.take(this.taken.log, this.taken.at);
    }
    if (this.opening) {
      const { inputs, before, change } = this.opening;
      const typed = Object.entries(this.inputs()).filter(([name, text]) => before[name] !== text);
      return this.open({ ...inputs, ...Object.fromEntries(typed) }, change);
    }
    return this.request(this.asked());
  }

  /** What asks for the answer to what stands in the form. */
  asked() {
    const { name: calculator, log, tape, at } = this;
    const inputs = this.inputs();
    return log ? { do: "step", calculator, tape, at, inputs } : { do: "answer", calculator, inputs };
  }

  /**
   * A row more or less; of two that are asked for at once, the second waits for the first.
   * @param {object} change
   */
  alter(change) {
    this.altered = this.altered.then(() => this.open(this.inputs(), { ...change, ...this.logged() }));
  }

  /**
   * The form drawn anew with these inputs, and its answer. What is typed meanwhile joins them.
   * @param {Record<string, string>} inputs
   * @param {object | null} change
   */
  open(inputs, change = null) {
    this.opening = { inputs, before: this.inputs(), change };
    return this.request({ do: "form", inputs, ...(this.log ? { tape: this.tape } : {}), ...change });
  }

  /**
   * What a link asks for. One that cannot be used is reported, and the values of the page stand.
   * @param {Pairs} pairs
   */
  async follow(pairs) {
    await this.open(pairs);
    const fault = this.form.querySelector(".fl-error:not([hidden])")?.textContent || this.status.textContent;
    if (this.out.classList.contains("fl-out--old")) {
      this.wait();
      await this.ask();
      this.status.textContent = `The link could not be used, so these are the page’s own values. ${fault}`;
    }
  }

  /**
   * What an entry of the history says of this section; null stands for the values of the page.
   * @param {Pairs | null} held
   */
  restore(held) {
    this.held = held;
    return this.open(held ?? this.own);
  }

  /**
   * Type into the form what was typed before a reload, whether it can be used or not.
   * @param {Pairs} inputs
   */
  fill(inputs) {
    for (const box of this.form.elements) {
      if (!(box instanceof HTMLInputElement || box instanceof HTMLSelectElement) || !(box.name in inputs)) {
        continue;
      }
      const text = inputs[box.name];
      if (box.type === "radio" || box.type === "checkbox") {
        const { checkbox, many } = { checkbox: box.type === "checkbox", many: box.dataset.many !== undefined };
        box.checked = !checkbox || many ? text.split(",").includes(box.value) : text === "true";
      } else if (box.type !== "hidden") {
        box.value = text;
      }
      if (box.dataset.branches && (box.type !== "radio" || box.checked)) {
        this.branch(box, box.dataset.branches);
      }
      this.press(box);
    }
    return this.ask();
  }

  /**
   * Until Python has started, the answer on the page is marked: it is not yet what was asked for. Gives whether the
   * answer is shown, and not one that was asked for later.
   * @param {{do: string} & Record<string, unknown>} request
   * @returns {Promise<boolean>}
   */
  async request(request) {
    if (python.status.state !== "ready") {
      this.wait();
    }
    const focus = document.activeElement?.id;
    const log = request.do === "step" && !this.remembered ? { log: this.log } : {};
    const compare = this.comparing;
    const own = { calculator: this.name, rulings, instance: this.root.id, base: this.root.dataset.base, compare };
    try {
      const answer = /** @type {Answer | undefined} */ (await python.ask(this.root.id, { ...request, ...log, ...own }));
      if (answer?.error?.field === "tape") { // another Python has taken the place of the one that knew it
        this.remembered = false;
        return await this.request(request);
      }
      if (answer) {
        this.compared = compare;
        this.show(answer, focus);
      }
      return answer !== undefined;
    } catch (error) {
      delete this.out.dataset.waiting;
      this.out.classList.add("fl-out--old");
      this.status.textContent = error instanceof Error ? error.message : String(error);
      return true;
    }
  }

  /**
   * @param {Answer} answer
   * @param {string | undefined} focus
   */
  show(answer, focus) {
    this.opening = this.taken = null;
    delete this.out.dataset.waiting;
    for (const told of this.root.querySelectorAll(".fl-error")) {
      told.textContent = "";
      /** @type {HTMLElement} */ (told).hidden = true;
    }
    for (const box of this.root.querySelectorAll("[aria-invalid]")) {
      box.removeAttribute("aria-invalid");
    }
    this.out.classList.toggle("fl-out--old", Boolean(answer.error));
    if (answer.error) {
      this.steps = false;
      this.blame(answer.error);
      return;
    }
    if (answer.form !== undefined) {
      this.all.innerHTML = answer.form;
      this.refocus(focus);
    }
    this.keepOpen(() => (this.out.innerHTML = answer.html));
    this.out.dataset.rests = Object.keys(answer.rulings ?? {}).join(" ");
    const pin = this.form.querySelector(".fl-pin");
    if (pin) {
      pin.innerHTML = answer.pin;
    }
    const more = this.form.querySelector("[data-more]");
    if (more) {
      more.textContent = answer.more ? `(${answer.more} set)` : "";
    }
    this.keepCourse(answer);
    this.said = answer.said;
    this.effects = answer.effects;
    this.answered = answer.inputs;
    this.hold(answer.link);
    this.status.textContent = "";
    setAside(answer.complaints ?? {});
    clearTimeout(this.rest);
    this.rest = setTimeout(() => (this.say.textContent = answer.say), REST_MS);
    this.out.querySelector(".fl-scroll [aria-current]")?.closest(".fl-scroll")?.scrollTo({ left: this.reach() });
  }

  /**
   * Of a session: its steps, and where among them it is.
   * @param {Answer} answer
   */
  keepCourse({ log, at = 0, of = 0, long = false, step }) {
    if (!this.log) {
      return;
    }
    this.log = log ?? this.log;
    if (step) {
      this.log.steps.splice(at - 1, Infinity, step);
    }
    Object.assign(this, { at, long, remembered: true });
    const tool = (/** @type {string} */ name) =>
      /** @type {HTMLButtonElement | null} */ (this.root.querySelector(`[data-tool=${name}]`)) ?? document.createElement("button");
    tool("undo").disabled = tool("start").disabled = at === 0;
    tool("redo").disabled = at === of;
    const place = this.root.querySelector("[data-at]");
    if (place) {
      place.textContent = of ? `Step ${at}${at < of ? ` of ${of}` : ""}` : "No step yet";
    }
  }

  /**
   * Keep in the address what the answer is for.
   * @param {Pairs} link
   */
  hold(link) {
    const { own, steps } = this;
    this.settled = this.inputs();
    this.held = same(this.settled, own) && !link.log ? null : link;
    this.steps = false;
    /** @type {HTMLButtonElement} */ (this.root.querySelector("[data-tool=reset]")).disabled = this.held === null;
    this.root.dispatchEvent(new CustomEvent("felloe:held", { bubbles: true, detail: { id: this.root.id, step: steps } }));
  }

  /** How far a wide grid must scroll to show its current cell. */
  reach() {
    const cell = /** @type {HTMLElement | null} */ (this.out.querySelector(".fl-scroll [aria-current]"));
    const box = cell?.closest(".fl-scroll");
    return cell && box ? Math.max(0, cell.offsetLeft - box.clientWidth / 2) : 0;
  }

  /**
   * Drawing the answer anew keeps open what was open and the focus where it was.
   * @param {() => void} draw
   */
  keepOpen(draw) {
    const open = [...this.out.querySelectorAll("details")].map((one) => one.open);
    const focused = this.out.contains(document.activeElement)
      ? [...this.out.querySelectorAll(FOCUSABLE)].indexOf(/** @type {Element} */ (document.activeElement))
      : -1;
    draw();
    this.out.querySelectorAll("details").forEach((one, index) => (one.open = open[index] ?? false));
    const again = this.out.querySelectorAll(FOCUSABLE)[focused];
    if (focused >= 0 && again instanceof HTMLElement) {
      again.focus({ preventScroll: true });
    }
  }

  /** @param {string | undefined} focus */
  refocus(focus) {
    const rows = this.all.querySelectorAll(".fl-row:last-of-type input:not([type=hidden])");
    const again = (focus && document.getElementById(focus)) || rows[0];
    if (again instanceof HTMLElement && document.activeElement === document.body) {
      again.focus({ preventScroll: true });
    }
  }

  /**
   * One sentence beside the field; what was typed stays, and the answer of before is shown as such.
   * @param {Fault} fault
   */
  blame(fault) {
    const parts = fault.field.split(".");
    let field = null;
    while (parts.length && !field) {
      field = this.root.querySelector(`[data-field="${CSS.escape(parts.join("."))}"]`);
      parts.pop();
    }
    const told = field?.querySelector(":scope > .fl-error");
    if (!field || !(told instanceof HTMLElement)) {
      this.status.textContent = fault.message;
      return;
    }
    this.status.textContent = "";
    field.closest("details")?.setAttribute("open", "");
    told.textContent = fault.message;
    told.hidden = false;
    field.querySelector("input:not([type=hidden]), select")?.setAttribute("aria-invalid", "true");
    clearTimeout(this.rest);
    this.rest = setTimeout(() => (this.say.textContent = fault.message), REST_MS);
  }
}

/**
 * The build leaves controls disabled, because nothing would answer them without this script.
 * @param {HTMLElement} root
 */
export function wake(root) {
  for (const part of /** @type {NodeListOf<HTMLFieldSetElement>} */ (root.querySelectorAll(".fl-asleep"))) {
    part.disabled = false;
  }
}

/**
 * @param {unknown} one
 * @param {unknown} other
 */
export function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A number that nobody foresees. */
export function seed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}

/** @param {HTMLFormElement} form */
function inputsOf(form) {
  /** @type {Record<string, string>} */
  const inputs = {};
  for (const box of form.elements) {
    if (!(box instanceof HTMLInputElement || box instanceof HTMLSelectElement) || !box.name || box.matches(":disabled")) {
      continue;
    }
    if (box instanceof HTMLInputElement && box.dataset.many !== undefined) {
      const rest = inputs[box.name] ?? "";
      inputs[box.name] = box.checked ? (rest ? `${rest},${box.value}` : box.value) : rest;
    } else if (box instanceof HTMLInputElement && box.type === "checkbox") {
      inputs[box.name] = String(box.checked);
    } else if (!(box instanceof HTMLInputElement && box.type === "radio" && !box.checked)) {
      inputs[box.name] ??= "";
      inputs[box.name] = box.type === "hidden" ? inputs[box.name] : box.value;
    }
  }
  return inputs;
}
