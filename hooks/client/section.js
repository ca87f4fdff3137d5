// A live section: reads its controls, asks Python, shows what comes back. It knows no rule and no calculator.

import { address, put, SHEETS, TAKE } from "./address.js";
import { Ahead } from "./ahead.js";
import { inWords, share } from "./clipboard.js";
import { equal, flat, instead, joined, same, under } from "./pairs.js";
import { Python } from "./python.js";
import { composed, keepFocus, lead, redraw, stand } from "./redraw.js";
import { rulings, setAside } from "./rulings.js";
import { divide, intoView, peeking } from "./stage.js";

/**
 * @typedef {import("./messages.js").Answer} Answer
 * @typedef {import("./messages.js").AskAnswer} AskAnswer
 * @typedef {import("./messages.js").Fault} Fault
 * @typedef {import("./messages.js").Log} Log
 * @typedef {import("./messages.js").Offered} Offered
 * @typedef {import("./address.js").Pairs} Pairs
 * @typedef {Omit<AskAnswer, "calculator"> & {calculator?: string, inputs: Pairs}} Request
 * @typedef {{form: HTMLFormElement, stood: import("./redraw.js").Stood}} Made the form of a move, and what stood in it then
 */

const REST_MS = 700;
const NOTHING = { said: [], moves: [] };
export const python = new Python();

export class Section {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.name = root.dataset.calculator ?? "";
    /** The calculator that draws the sheet of its game, where that keeps one. */
    this.sheet = root.dataset.sheet ?? "";
    this.form = /** @type {HTMLFormElement} */ (root.querySelector(".fl-form"));
    this.all = /** @type {HTMLElement} */ (root.querySelector(".fl-all"));
    this.out = /** @type {HTMLElement} */ (root.querySelector(".fl-out"));
    this.from = /** @type {HTMLElement} */ (root.querySelector(".fl-from"));
    this.pin = /** @type {HTMLElement} */ (root.querySelector(".fl-pin"));
    this.status = /** @type {HTMLElement} */ (root.querySelector(".fl-status"));
    this.say = /** @type {HTMLElement} */ (root.querySelector("[data-say]"));
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.rest = undefined;
    /** Of a session: all its steps, those that were undone too. @type {Log | null} */
    this.log = root.dataset.log ? JSON.parse(root.dataset.log) : null;
    /** How many of its steps are done, and whether they are more than a link can carry. */
    this.at = 0;
    this.long = false;
    /** To how many of them Undo goes back, and Redo on. */
    this.back = 0;
    this.on = 0;
    /** How it stands, in a line. */
    this.stands = "";
    /** What a link says of its setup alone, whether some of it was done elsewhere, and why its log ended early. */
    this.origin = {};
    this.away = false;
    this.complaint = "";
    /** How many of its steps may leave the device, and what is sealed behind them. */
    this.leaves = 0;
    /** @type {object[]} */
    this.sealed = [];
    /** The last place with something sealed, which its link alone cannot lead back to. @type {{held: Pairs | null, log: Log, at: number} | null} */
    this.unseen = null;
    /** Whether it goes on as it was kept here, which is more than the address says. */
    this.resumed = false;
    /** The name under which Python remembers the session, and whether it has heard of it. */
    this.tape = `${root.id} ${seed()}`;
    this.remembered = false;
    /** Sends what is being done here, again with each input until it is answered. @type {(() => Promise<boolean>) | null} */
    this.doing = null;
    /** What was last to be done here, now or after what is being done. @type {(() => Promise<boolean>) | null} */
    this.newest = null;
    /** Done when all that was asked for so far is, and how much that still is. */
    this.done = Promise.resolve(true);
    this.undone = 0;
    /** For each form that waits to be drawn with other inputs: what was typed since, by name. @type {Set<Set<string>>} */
    this.typing = new Set();
    /** The request that was sent last, and how many there were. */
    this.sent = Promise.resolve(true);
    this.requests = 0;
    /** What the build has worked out of it, and the request that waits for Python and may be answered by that. */
    this.ahead = new Ahead(root);
    this.early = 0;
    /** How many of all these are not done yet. */
    this.pending = 0;
    /** The move that is being made. @type {HTMLFormElement | null} */
    this.moving = null;
    /** Whether the answer says what it would be under the other readings of its rulings, as the page's own does. */
    this.compared = true;
    wake(root);
    /** What the page itself says here. */
    this.own = inputsOf(this.form);
    /** What stands in the form since the last answer. */
    this.settled = this.own;
    /** What the address says of this section; null where that is what the page says. @type {Pairs | null} */
    this.held = null;
    /** The same with all that a sheet has filled, as a link that is passed on says it. @type {Pairs | null} */
    this.passed = null;
    /** What a sheet has filled at once, by field, and all fields that it would fill. @type {Record<string, Pairs>} */
    this.theirs = {};
    /** @type {string[]} */
    this.fillable = [];
    /** Of these, those that the reader has chosen a row of the sheet for, with its key. @type {Record<string, string>} */
    this.chosen = {};
    /** What the form holds where the address says this. @type {(held: Pairs | null) => Pairs} */
    this.over = (held) => (held ? said(held) : this.own);
    /** What the answer is for, in words. @type {[string, string][] | undefined} */
    this.said = undefined;
    /** What the answer can do to a sheet. @type {Offered[]} */
    this.effects = [];
    /** The inputs of the answer, whole, as the engine writes them. @type {object | undefined} */
    this.answered = undefined;
    /** The page that it is from, which its links lead to; this one, if nobody says. @type {string | undefined} */
    this.home = undefined;
    /** What the answer found, by name. @type {Record<string, unknown>} */
    this.values = {};
    /** Whether the address says nothing of it: it is one of the reader's characters, or stands in the drawer. */
    this.ours = false;
    /** Whether the next answer is a step, which Back undoes. */
    this.steps = false;
    /** Whether the reader's own dice fall in a session, and not the browser's. */
    this.ownDice = false;
    for (const touch of ["pointerdown", "focusin"]) {
      root.addEventListener(touch, () => this.near());
    }
    root.addEventListener("input", (event) => this.changed(/** @type {Element} */ (event.target)));
    this.form.addEventListener("submit", (event) => event.preventDefault());
    root.addEventListener("click", (event) => this.clicked(/** @type {Element} */ (event.target)));
    root.addEventListener("change", (event) => this.ruled(/** @type {HTMLInputElement} */ (event.target)));
    root.addEventListener("submit", (event) => this.moved(event));
    if (this.log) {
      peeking(root, async (side) => (await this.peek(side)).said);
    }
    root.addEventListener("toggle", () => this.comparing && !this.compared && this.ask(), true);
  }

  /** Whether the rulings under the answer stand open. */
  get comparing() {
    return /** @type {HTMLDetailsElement | null} */ (this.from.querySelector(".fl-rests"))?.open ?? false;
  }

  get rests() {
    return (this.root.dataset.rests ?? "").split(" ").filter(Boolean);
  }

  /** It is about to be used: until Python has started, what is worked out of it comes in handy. */
  near() {
    python.wake(this.name);
    return python.status.state === "ready" ? null : this.ahead.fetch();
  }

  /** Whether what stands in the form cannot be used, so that the answer is the one from before. */
  get old() {
    return this.root.dataset.old !== undefined;
  }

  set old(old) {
    this.root.toggleAttribute("data-old", old);
  }

  /** Mark the answer as not the reader's yet. */
  wait() {
    this.root.dataset.waiting = "";
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
      divide(target);
      this.ownDice = target.matches(".fl-move [name=own]")
        ? /** @type {HTMLInputElement} */ (target).checked
        : this.ownDice;
    }
    if (this.form.contains(target)) {
      this.typing.forEach((names) => names.add(target.getAttribute("name") ?? ""));
      this.ask();
    }
  }

  /**
   * Show the fields of the branch that is chosen; the others neither show nor count.
   * @param {import("./redraw.js").Control} chosen
   * @param {string} path
   */
  branch(chosen, path) {
    const parts = chosen.form?.querySelectorAll(`[data-of="${CSS.escape(path)}"]`) ?? [];
    for (const part of /** @type {Iterable<HTMLFieldSetElement>} */ (parts)) {
      part.hidden = part.disabled = part.dataset.branch !== chosen.value;
      if (!part.hidden) {
        first(part);
      }
    }
    const button = /** @type {HTMLButtonElement | null | undefined} */ (
      chosen.form?.querySelector("button[type=submit]")
    );
    if (button && chosen.dataset.does) {
      button.textContent = chosen.dataset.does;
      button.disabled = false;
    }
  }

  /**
   * The buttons beside a field show which of them holds.
   * @param {import("./redraw.js").Control} box
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
      this.open(JSON.parse(data.example), {}, true).then(() => this.log && this.begin());
    } else if (data.tool === "begin") {
      this.begin();
    } else if (data.hands && data.side) {
      const [{ side }, number] = [{ side: data.side }, Number(data.hands)];
      share(
        this.peek(side).then(({ moves }) => this.stepLink({ side, move: moves[number] })),
        button,
      );
    } else if (data.tool === "step" && this.log) {
      const { side, move, faces } = /** @type {any} */ (this.log.steps[this.back]);
      share(this.stepLink({ side, move, faces }), button);
    } else if (data.tool === "reset") {
      this.open(this.own, {}, true);
    } else if (data.tool === "link" && this.long) {
      this.status.textContent = "This session is too long for a link, so it goes into a file.";
      /** @type {HTMLElement | null} */ (this.root.querySelector("[data-tool=save]"))?.click();
    } else if (data.tool === "link") {
      share(this.pending ? this.rested().then(() => this.link()) : this.link(), button);
    } else if (data.tool === "undo" || data.tool === "redo" || data.tool === "start" || data.tool === "stay") {
      const { tool } = data;
      this.go((at) => ({ undo: this.back, redo: this.on, start: 0, stay: at })[tool]);
    } else if (data.add) {
      const typed = data.several === undefined ? null : button.parentElement?.querySelector("textarea");
      this.open(null, { add: data.add, ...(typed ? { several: typed.value } : {}) });
    } else if (data.drop) {
      this.open(null, { drop: data.drop });
    } else if (data.sets) {
      this.set(JSON.parse(data.sets));
    } else {
      this.nudge(button);
    }
  }

  /**
   * Steppers, picks and first letters change the text of the field that they stand beside.
   * @param {HTMLButtonElement} button
   */
  nudge(button) {
    const field = button.closest(".fl-field");
    const box = /** @type {HTMLInputElement | HTMLSelectElement | null} */ (
      field?.querySelector("input[type=text], input[type=range], select")
    );
    if (!box) {
      return;
    }
    const { step, pick, letter, append, draw } = button.dataset;
    if (step) {
      const { least, most, steps } = /** @type {HTMLElement} */ (button.parentElement).dataset;
      const counted = steps === "first" ? /^(\D*?)(\d+)(.*)$/ : /^(.*?)([-−]?\d+)(\D*)$/;
      const found = box.value.match(counted) ?? ["", box.value.trim(), least ?? "0", ""];
      const number = Number(found[2].replace("−", "-")) + Number(step);
      const kept = Math.min(Number(most ?? Infinity), Math.max(Number(least ?? 0), number));
      box.value = `${found[1]}${kept}${found[3]}`;
    } else if (letter) {
      box.value = letter + box.value.trim().replace(/^[A-Za-z]/, "");
    } else if (draw) {
      box.value = drawn(Number(draw));
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
   * One move of a session. Dice fall here, from the browser's own randomness, unless the reader brings them: then each
   * roll is asked for, and the browser throws one only where its button says so.
   * @param {SubmitEvent} event
   */
  moved(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.classList.contains("fl-move")) {
      return;
    }
    event.preventDefault();
    if (this.moving === form) {
      return; // a second tap is no second move
    }
    this.moving = form;
    for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-draws]"))) {
      box.value = drawn(Number(box.dataset.draws));
    }
    const made = { form, stood: stand(form) };
    const { own, faces = "", ...inputs } = inputsOf(form);
    const { side, move: waiting, given } = form.dataset;
    const said = Object.entries(inputs).map(([name, value]) => [name.replace(/^move\./, ""), value]);
    const move = waiting ? JSON.parse(waiting) : Object.fromEntries(said);
    const throws = given === undefined ? own !== "true" : event.submitter?.dataset.throw !== undefined;
    const dice = { faces, ...(given && { given: JSON.parse(given) }), ...(throws && { seed: seed() }) };
    this.perform(() => this.request({ ...this.asked(), follow: true, move: { side, move, ...dice } }, made), true);
  }

  /**
   * Go along the steps of a session, back or forth.
   * @param {(at: number) => number} to how many of them are done then, from how many are now
   */
  go(to) {
    /** @type {number | undefined} */
    let at;
    const act = () => {
      at ??= to(this.at);
      return this.request({ ...this.asked(), at });
    };
    return this.perform(act, true);
  }

  /**
   * Take up a session with this log.
   * @param {Log} log
   * @param {number} [at]
   * @param {boolean} [steps] whether Back undoes it
   */
  async take(log, at = log.steps.length, steps = false) {
    await this.open(log.setup, { log }, steps);
    if (at < log.steps.length && this.remembered) {
      await this.go(() => at);
    }
  }

  /**
   * What a side has said in its sealed move, for its own eyes.
   * @param {string} side
   * @returns {Promise<{said: [string, string][], moves: object[]}>} with the moves that make it on another device
   */
  async peek(side) {
    const { name: calculator, log, at } = this;
    const told = await python.ask(`${this.root.id} peek`, { do: "peek", calculator, log, at, rulings });
    return told && "sealed" in told ? { said: told.sealed[side] ?? [], moves: told.handed[side] ?? [] } : NOTHING;
  }

  /** The step that waits for dice, with the faces that were typed for it; null where none does. */
  get waits() {
    const form = /** @type {HTMLFormElement | null} */ (this.out.querySelector("form.fl-move[data-given]"));
    const { side = "", move = "{}", given = "[]" } = form?.dataset ?? {};
    return form ? { side, move: JSON.parse(move), given: JSON.parse(given), faces: inputsOf(form).faces } : null;
  }

  /**
   * Ask again for the dice that a step lacks, with the faces that were typed for it.
   * @param {{side: string, move: object, given: number[], faces: string}} waits
   */
  async lacking({ side, move, given, faces }) {
    await this.perform(() => this.request({ ...this.asked(), follow: true, move: { side, move, given, faces: "" } }));
    const box = /** @type {HTMLInputElement | null} */ (this.out.querySelector("form[data-given] [name=faces]"));
    if (box) {
      box.value = faces;
    }
  }

  /**
   * A link with which another device makes a step in its session of the same setup.
   * @param {{side: string, move: object, faces?: number[]}} step
   */
  stepLink(step) {
    const query = new URLSearchParams();
    put(query, this.root.id, { ...this.origin, [TAKE]: JSON.stringify(step) });
    return address(query, `#${this.root.id}`, this.home);
  }

  /**
   * Make a step that was made on another device.
   * @param {{side: string, move: object, faces?: number[]}} step
   */
  made({ side, move, faces = [] }) {
    return this.perform(() => this.request({ ...this.asked(), follow: true, move: { side, move, faces } }), true);
  }

  /** Of a session: its set-up folds to a line, and what is to be done first is in view. */
  begin() {
    const fold = /** @type {HTMLDetailsElement | null} */ (this.root.querySelector(".fl-setup"));
    if (fold) {
      fold.open = false;
    }
    lead(this.out.querySelector(".fl-move") ?? this.out);
    intoView(this.out);
  }

  /** The steps that are done, for a form that is drawn anew under them. */
  logged() {
    return this.log ? { log: { ...this.log, steps: this.log.steps.slice(0, this.at) } } : {};
  }

  /** Wait until the answer is for what stands in the form. */
  async rested() {
    while (this.pending) {
      await Promise.allSettled([this.done, this.sent]);
    }
  }

  /** A link to this answer, with the rulings that it rests on; nothing, and a word about it, where there is none. */
  link() {
    if (this.old) {
      this.status.textContent ||= "Nothing was copied, because what stands in the form cannot be used yet.";
      return "";
    }
    const query = new URLSearchParams();
    put(query, this.root.id, this.passed);
    if (this.rests.length) {
      query.set("rulings", "these");
    }
    for (const id of this.rests.filter((id) => id in rulings)) {
      query.set(`ruling.${id}`, rulings[id]);
    }
    return address(query, `#${this.root.id}`, this.home);
  }

  /** Ask for the answer to what stands in the form, and for all that is being done besides. */
  ask() {
    return this.doing ? this.doing() : this.request(this.asked());
  }

  /**
   * Do something here that is more than an input, after all that was asked for before it.
   * @param {() => Promise<boolean>} act sends it, with what stands in the form then
   * @param {boolean} steps whether Back undoes it
   */
  perform(act, steps = false) {
    this.newest = act;
    const acted = async () => {
      this.doing = act;
      this.steps = steps;
      act();
      for (;;) {
        const { sent } = this;
        const shown = await sent;
        if (this.doing !== act || this.sent === sent) {
          this.undone -= 1;
          return shown;
        }
      }
    };
    this.pending += 1;
    this.undone += 1;
    const done = this.undone > 1 ? this.done.then(acted) : acted();
    this.done = done.finally(() => (this.pending -= 1));
    return this.done;
  }

  /**
   * What asks for the answer to what stands in the form.
   * @returns {AskAnswer & {inputs: Pairs}}
   */
  asked() {
    const { name: calculator, log, tape, at } = this;
    const inputs = this.inputs();
    return log ? { do: "step", calculator, tape, at, inputs } : { do: "answer", calculator, inputs };
  }

  /**
   * The form drawn anew, and its answer. What is typed meanwhile joins its inputs.
   * @param {Record<string, any> | ((now: Pairs) => Pairs) | null} inputs what they become of those in the form when its
   *   turn comes; null stands for these
   * @param {object} change a row to add or to drop, or a session's log
   * @param {boolean} steps whether Back undoes it
   */
  open(inputs, change = {}, steps = false) {
    /** @type {Pairs | undefined} */
    let said;
    /** @type {Pairs} */
    let before = {};
    /** @type {Set<string>} */
    const names = new Set();
    this.typing.add(names);
    return this.perform(() => {
      const now = this.inputs();
      this.typing.delete(names);
      if (said) {
        const typed = Object.entries(now).filter(([name, text]) => before[name] !== text);
        const left = Object.entries(said).filter(([name]) => name in now || !(name in before));
        said = joined(Object.fromEntries(left), typed);
      } else {
        said = inputs
          ? joined(
              flat(typeof inputs === "function" ? inputs(now) : inputs),
              Object.entries(now).filter(([name]) => names.has(name)),
            )
          : now;
      }
      before = now;
      const tape = this.log ? { tape: this.tape } : {};
      return this.request({ do: "form", inputs: said, ...tape, ...(inputs ? {} : this.logged()), ...change });
    }, steps);
  }

  /**
   * What a link asks for. One that cannot be used is reported, and the values of the page stand.
   * @param {Pairs} pairs
   */
  async follow(pairs) {
    const opened = this.open(said(pairs));
    const act = this.newest;
    await opened;
    const fault = [...(this.form.querySelector(".fl-error:not([hidden])") ?? this.status).childNodes];
    if (this.old && [null, act].includes(this.doing)) {
      this.doing = null; // no input asks for the link again
      this.wait();
      await this.ask();
      this.status.replaceChildren("The link could not be used, so these are the page’s own values. ", ...fault);
    }
  }

  /**
   * What an entry of the history says of this section; null stands for the values of the page.
   * @param {Pairs | null} held
   */
  restore(held) {
    if (this.unseen && same(held, this.unseen.held)) {
      return this.take(this.unseen.log, this.unseen.at);
    }
    this.held = held;
    return this.open(this.over(held));
  }

  /**
   * The fields that hold what a sheet has filled them with.
   * @param {Pairs} inputs
   */
  filled(inputs) {
    if (this.log?.steps.length) {
      return []; // the steps rest on all that stands here
    }
    return Object.keys(this.theirs).filter((path) => equal(under(inputs, path), this.theirs[path]));
  }

  /**
   * What the address calls a field that a sheet fills, and the row of the sheet that was chosen for it.
   * @param {string} path
   */
  token(path) {
    return path in this.chosen ? `${path}:${this.chosen[path]}` : path;
  }

  /**
   * Inputs without what a sheet has filled at once: there the page's own values stand.
   * @param {Pairs} inputs
   */
  unfilled(inputs) {
    return instead(inputs, Object.fromEntries(this.filled(inputs).map((path) => [path, under(this.own, path)])));
  }

  /**
   * Type into the form what was typed before a reload, whether it can be used or not.
   * @param {Pairs} inputs
   */
  fill(inputs) {
    for (const box of this.form.elements) {
      if (!isControl(box) || !(box.name in inputs)) {
        continue;
      }
      const text = inputs[box.name];
      if (box instanceof HTMLInputElement && ["radio", "checkbox"].includes(box.type)) {
        const { checkbox, many } = { checkbox: box.type === "checkbox", many: box.dataset.many !== undefined };
        box.checked = !checkbox || many ? text.split(",").includes(box.value) : text === "true";
      } else if (box.type !== "hidden") {
        box.value = text;
      }
      if (box.dataset.branches && !box.matches("[type=radio]:not(:checked)")) {
        this.branch(box, box.dataset.branches);
      }
      this.press(box);
    }
    return this.ask();
  }

  /**
   * Until Python has started, the answer on the page is marked: it is not yet what was asked for. Gives whether the
   * answer is shown, and not one that was asked for later.
   * @param {Request} request
   * @param {Made} [made]
   */
  request(request, made) {
    this.pending += 1;
    this.sent = this.send(request, made).finally(() => (this.pending -= 1));
    return this.sent;
  }

  /**
   * @param {Request} request
   * @param {Made} [made]
   * @returns {Promise<boolean>}
   */
  async send(request, made) {
    if (python.status.state !== "ready") {
      this.wait();
    }
    this.requests += 1;
    const { requests } = this;
    const stood = new Map([...stand(this.form), ...(made?.stood ?? [])]);
    const log = request.do === "step" && !this.remembered ? { log: this.log } : {};
    const bare = this.filled(request.inputs).length ? { unfilled: this.unfilled(request.inputs) } : {};
    const compare = this.comparing;
    const { base, fields } = this.root.dataset;
    const own = { calculator: this.name, rulings, instance: this.root.id, base, fields, compare };
    try {
      const asked = python.ask(this.root.id, { ...request, ...log, ...bare, ...own });
      if (request.do === "answer" && !compare && python.status.state !== "ready") {
        this.early = requests;
        this.hasten(request, stood);
      }
      const answer = await asked;
      if (answer?.error?.field === "tape") {
        // another Python has taken the place of the one that knew it
        this.remembered = false;
        return await this.request(request, made);
      }
      await composed(this.root);
      if (!answer || requests !== this.requests) {
        return false;
      }
      this.compared = compare;
      this.early = 0;
      this.show(answer, request, stood, made?.form);
      return true;
    } catch (error) {
      const shown = this.early === requests && this.root.dataset.waiting === undefined;
      this.early = 0;
      this.moving = made?.form === this.moving ? null : this.moving;
      this.doing = request.do === "form" ? this.doing : null; // which the next input asks for again
      delete this.root.dataset.waiting;
      this.old ||= !shown;
      this.status.textContent = error instanceof Error ? error.message : String(error);
      return true;
    }
  }

  /**
   * Show what the build has worked out for the one tap that this request is for, if it is one and no ruling of the
   * reader's bears on it, until Python says the same.
   * @param {Request} request
   * @param {import("./redraw.js").Stood} stood what was in the controls when it was sent
   */
  async hasten(request, stood) {
    const { requests } = this;
    await this.near();
    await composed(this.root);
    const answer = this.ahead.find(this.own, request.inputs);
    const ruled = Object.keys(answer?.error ? {} : (answer?.rulings ?? {})).some((id) => id in rulings);
    if (answer && !ruled && this.early === requests && this.requests === requests) {
      this.show(answer, request, stood);
    }
  }

  /**
   * @param {import("./messages.js").Reply<Answer>} answer
   * @param {Request} request
   * @param {import("./redraw.js").Stood} stood what was in the controls when it was sent
   * @param {HTMLFormElement} [made] the form of the move that it made
   */
  show(answer, request, stood, made) {
    const { doing } = this;
    this.doing = null;
    this.moving = made === this.moving ? null : this.moving;
    delete this.root.dataset.waiting;
    for (const told of this.root.querySelectorAll(".fl-error")) {
      told.textContent = "";
      /** @type {HTMLElement} */ (told).hidden = true;
    }
    for (const box of this.root.querySelectorAll("[aria-invalid]")) {
      box.removeAttribute("aria-invalid");
    }
    this.old = Boolean(answer.error);
    if (answer.error) {
      this.steps = false;
      const field = /** @type {HTMLInputElement | null} */ (this.blame(answer.error, made));
      if (request.do === "form" && field && field.value === request.inputs[field.name]) {
        this.doing = doing; // done once that is mended
      }
      return;
    }
    const focused = document.activeElement;
    keepFocus(this.root, () => this.draw(answer, request, stood));
    if (doing !== this.newest) {
      return; // the reader is led on when all is done
    }
    const adds = request.add ? this.all.querySelector(`[data-add="${CSS.escape(request.add)}"]`) : null;
    if (adds && (focused === adds || focused === document.body)) {
      lead([...(adds.parentElement?.querySelectorAll(":scope > .fl-row") ?? [])].at(-1) ?? adds);
    } else if (made && (focused === document.body || made.contains(focused))) {
      lead(this.out.querySelector(".fl-move") ?? this.root.querySelector(".fl-course") ?? this.out);
      intoView(this.out);
    }
  }

  /**
   * Draw an answer over the one of before; what was typed since it was asked for is asked for in turn.
   * @param {Answer} answer
   * @param {Request} request
   * @param {import("./redraw.js").Stood} stood
   */
  draw(answer, request, stood) {
    const reached = this.reach();
    /** @type {import("./redraw.js").Control[]} */
    let typed = [];
    if (answer.form !== undefined) {
      const rows = request.drop?.replace(/\d+$/, ""); // which have other numbers now
      const sent = Object.entries(request.inputs).filter(([name]) => !rows || !name.startsWith(rows));
      typed = redraw(this.all, answer.form, { stood, sent: Object.fromEntries(sent) });
    }
    const [out, from] = [redraw(this.out, answer.html, { stood }), redraw(this.from, answer.rest, { stood })];
    for (const box of [...typed, ...out, ...from]) {
      if (box.dataset.branches && !box.matches("[type=radio]:not(:checked)")) {
        this.branch(box, box.dataset.branches);
      }
      this.press(box);
      divide(box);
    }
    for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (this.out.querySelectorAll(".fl-move [name=own]"))) {
      box.checked = this.ownDice;
    }
    this.root.dataset.rests = Object.keys(answer.rulings ?? {}).join(" ");
    const pin = this.pin.querySelector(".fl-pin__said");
    if (pin) {
      redraw(pin, answer.pin);
    }
    const more = this.form.querySelector("[data-more]");
    if (more) {
      more.textContent = answer.more ? `(${answer.more} set)` : "";
    }
    this.keepCourse(answer);
    this.said = answer.said;
    this.effects = answer.effects;
    this.answered = answer.inputs;
    this.values = answer.values;
    this.hold(answer.link, answer.unfilled);
    this.status.textContent = "";
    setAside(answer.complaints ?? {});
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.tell(answer.say), REST_MS);
    if (this.reach() !== reached) {
      this.current?.closest(".fl-scroll")?.scrollTo({ left: this.reach() });
    }
    if (typed.length) {
      this.ask();
    }
  }

  /**
   * Say a sentence aloud, once: what Python says after the build is the same.
   * @param {string} sentence
   */
  tell(sentence) {
    if (this.say.textContent !== sentence) {
      this.say.textContent = sentence;
    }
  }

  /**
   * Of a session: its steps, and where among them it is.
   * @param {Answer} answer
   */
  keepCourse({
    log,
    at = 0,
    of = 0,
    back = 0,
    on = 0,
    setup = "",
    stands = "",
    long = false,
    leaves = 0,
    sealed = [],
    steps = [],
    ...rest
  }) {
    if (!this.log) {
      return;
    }
    this.log = log ?? this.log;
    if (steps.length) {
      this.log.steps.splice(at - steps.length, Infinity, ...steps);
    }
    const fold = /** @type {HTMLDetailsElement | null} */ (this.root.querySelector(".fl-setup"));
    if (fold && at && !this.at) {
      fold.open = false;
    }
    const line = fold?.querySelector("[data-setup]");
    if (line) {
      line.textContent = setup;
    }
    const { origin = {}, away = false, complaint = "" } = rest;
    Object.assign(this, { at, back, on, stands, origin, away, complaint, long, leaves, sealed, remembered: true });
    const tool = (/** @type {string} */ name) =>
      /** @type {HTMLButtonElement | null} */ (this.root.querySelector(`[data-tool=${name}]`)) ??
      document.createElement("button");
    tool("undo").disabled = tool("start").disabled = at === 0;
    tool("redo").disabled = at === of;
    tool("step").hidden = !away || !at || sealed.length > 0;
    const place = this.root.querySelector("[data-at]");
    if (place) {
      place.textContent = of ? `Step ${at}${at < of ? ` of ${of}` : ""}` : "No step yet";
    }
  }

  /**
   * Keep in the address what the answer is for, but for what a sheet has filled.
   * @param {Pairs} link
   * @param {Pairs} [unfilled]
   */
  hold(link, unfilled) {
    const { own, steps } = this;
    const now = this.inputs();
    this.settled = now;
    const plain = !this.at || this.long;
    const filled = this.filled(now);
    const chosen = filled.some((path) => path in this.chosen);
    const all = this.fillable.every((path) => filled.includes(path) || !Object.keys(under(now, path)).length);
    /** @type {Pairs} */
    const sheets = filled.length ? { [SHEETS]: filled.map((path) => this.token(path)).join(" ") } : {};
    this.passed = same(now, own) && plain ? null : link;
    this.held =
      equal(this.unfilled(now), own) && all && !chosen && plain
        ? null
        : { ...((filled.length && unfilled) || link), ...sheets };
    if (this.log && this.sealed.length) {
      this.unseen = { held: this.held, log: structuredClone(this.log), at: this.at };
    }
    this.steps = false;
    /** @type {HTMLButtonElement} */ (this.root.querySelector(".fl-tools [data-tool=reset]")).disabled =
      this.passed === null;
    this.root.dispatchEvent(
      new CustomEvent("felloe:held", { bubbles: true, detail: { id: this.root.id, step: steps } }),
    );
  }

  /** The current cell of a wide grid. */
  get current() {
    const cell = ".fl-scroll [aria-current]";
    return /** @type {HTMLElement | null} */ (this.out.querySelector(cell) ?? this.from.querySelector(cell));
  }

  /** How far a wide grid must scroll to show its current cell. */
  reach() {
    const [cell, box] = [this.current, this.current?.closest(".fl-scroll")];
    return cell && box ? Math.max(0, cell.offsetLeft - box.clientWidth / 2) : 0;
  }

  /**
   * One sentence beside the field, or beside the button of a move; what was typed stays, and the answer of before is
   * shown as such. Gives the control that it lies in.
   * @param {Fault} fault
   * @param {HTMLElement | null} [move]
   */
  blame(fault, move) {
    const { field, told } = this.blamed(fault, move);
    if (!told) {
      this.status.replaceChildren(...inWords(fault));
      return null;
    }
    this.status.textContent = "";
    told.closest("details")?.setAttribute("open", "");
    told.replaceChildren(...inWords(fault));
    told.hidden = false;
    if (field) {
      field.setAttribute("aria-invalid", "true");
      const said = (field.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean);
      field.setAttribute("aria-describedby", [...new Set([...said, told.id])].join(" "));
    }
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.tell(fault.message), REST_MS);
    return field ?? null;
  }

  /**
   * Which control a fault lies in, and where that is told: in the move, if one was made, or among the inputs.
   * @param {Fault} fault
   * @param {HTMLElement | null} [move]
   * @returns {{field?: Element | null, told?: HTMLElement | null}}
   */
  blamed(fault, move) {
    const control = "input:not([type=hidden]), select, textarea[name]";
    for (const form of move ? [move, this.form] : [this.form]) {
      for (const parts = fault.field.split("."); parts.length; parts.pop()) {
        const field = form.querySelector(`[data-field="${CSS.escape(parts.join("."))}"]`);
        if (field) {
          return { field: field.querySelector(control), told: field.querySelector(":scope > .fl-error") };
        }
      }
    }
    const field = fault.field ? move?.querySelector(`[name="${CSS.escape(fault.field)}"]`) : null;
    return { field, told: move?.querySelector(":scope > .fl-error") };
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
 * What an address says of the fields, without the names of those that a sheet fills.
 * @param {Pairs} held
 * @returns {Pairs}
 */
function said({ [SHEETS]: _, ...pairs }) {
  return pairs;
}

/**
 * So many bytes that nobody foresees, as hexadecimal digits.
 * @param {number} bytes
 */
function drawn(bytes) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A number that nobody foresees. */
export function seed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}

/**
 * What a branch starts with is chosen once it shows: of radio buttons of one name a form can hold one alone.
 * @param {Element} part
 */
function first(part) {
  const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (part.querySelectorAll("[type=radio][data-first]"));
  for (const box of boxes) {
    const chosen = part.querySelector(`[name="${CSS.escape(box.name)}"]:checked`);
    box.checked ||= !chosen && !box.closest("fieldset[hidden]");
  }
}

/**
 * @param {Element} box
 * @returns {box is import("./redraw.js").Control}
 */
function isControl(box) {
  return box.matches("input, select, textarea");
}

/** @param {HTMLFormElement} form */
function inputsOf(form) {
  /** @type {Record<string, string>} */
  const inputs = {};
  for (const box of form.elements) {
    if (!isControl(box) || !box.name || box.matches(":disabled")) {
      continue;
    }
    if (box instanceof HTMLInputElement && box.dataset.many !== undefined) {
      const rest = inputs[box.name] ?? "";
      inputs[box.name] = box.checked ? (rest ? `${rest},${box.value}` : box.value) : rest;
    } else if (box instanceof HTMLInputElement && box.type === "checkbox") {
      inputs[box.name] = String(box.checked);
    } else if (!(box instanceof HTMLInputElement && box.type === "radio" && !box.checked)) {
      inputs[box.name] ??= "";
      inputs[box.name] = (box.type === "hidden" && inputs[box.name]) || box.value;
    }
  }
  return inputs;
}
