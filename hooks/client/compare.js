// An answer that stays, pinned, beside the live one while the form changes.

import { element } from "./element.js";

/**
 * @typedef {import("./section.js").Section} Section
 * @typedef {import("./messages.js").Answer} Answer
 *
 * @typedef {object} Page what of the open page is needed here
 * @property {import("./python.js").Python} python
 * @property {() => Record<string, string>} rulings those that the reader has chosen
 * @property {typeof import("./redraw.js").redraw} redraw
 */

/** The one answer that a section may pin. */
export class Pin {
  /** What was asked for, as the form says it: labels with values. @type {[string, string][]} */
  said = [];

  /**
   * @param {Section} section
   * @param {Page} page
   */
  constructor(section, page) {
    const id = `${section.root.id}-pinned`;
    this.section = section;
    this.page = page;
    this.box = element("div", "fl-pinned", { role: "region", "aria-labelledby": id });
    this.title = element("p", "fl-pinned__title", { id });
    this.button = element("button", "fl-button", { type: "button", "data-tool": "unpin" }, "Unpin");
    this.button.addEventListener("click", () => this.unpin());
    section.root.addEventListener("felloe:held", () => this.named());
  }

  unpin() {
    const { root, say } = this.section;
    this.box.parentElement?.classList.remove("fl-body--pinned");
    this.box.remove();
    say.textContent = "Unpinned.";
    /** @type {HTMLElement | null} */ (root.querySelector("[data-tool=pin]"))?.focus();
  }

  /** Ask for the answer of now under another name, so that no id stands on the page twice. */
  async pin() {
    const { root, status } = this.section;
    await this.section.rested();
    const rulings = this.page.rulings();
    const request = { ...this.section.asked(), rulings, instance: `${root.id}-pinned`, base: root.dataset.base };
    try {
      const answer = await this.page.python.ask(`${root.id} pin`, request);
      if (answer?.error) {
        this.section.blame(answer.error);
      } else if (answer) {
        this.show(answer);
      }
    } catch (error) {
      status.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /**
   * A pinned answer is looked at and not changed: its controls are gone or disabled.
   * @param {Answer} answer
   */
  show(answer) {
    const whole = /** @type {HTMLFieldSetElement} */ (element("fieldset", "", { disabled: "" }));
    this.page.redraw(whole, answer.html + answer.rest);
    whole.querySelectorAll(".fl-roll, .fl-rests, .fl-move").forEach((control) => control.remove());
    const rest = /** @type {HTMLDetailsElement} */ (element("details", "fl-fold"));
    rest.append(element("summary", "", {}, "All of it"), ...[...whole.children].slice(2));
    rest.open = matchMedia("(min-width: 60em)").matches;
    whole.append(...(rest.children.length > 1 ? [rest] : []));
    this.said = answer.said;
    const head = element("div", "fl-pinned__head");
    head.append(this.title, this.button);
    this.box.replaceChildren(head, whole);
    this.section.root.querySelector(".fl-top")?.before(this.box);
    this.box.parentElement?.classList.add("fl-body--pinned");
    this.named();
    head.scrollIntoView({ block: "nearest" });
    this.section.say.textContent = "Pinned; change the form to compare.";
  }

  /** The title says in what the pinned answer differs from that of now. */
  named() {
    const now = new Map(this.section.said ?? this.said);
    const other = this.said.filter(([label, value]) => now.get(label) !== value).map((pair) => pair.join(" "));
    this.title.textContent = `Pinned: ${other.join(" · ") || "the same as now"}`;
  }
}
