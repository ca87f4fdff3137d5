// The steps that Back undoes: which calculator each was of. An entry of the history holds what all calculators of the
// page held when it was left, but going back over a step concerns only the one that took it.

export class Trail {
  /** @type {{id: string, before: string, after: string}[]} each step, and the addresses on its two sides */
  #steps = [];
  #at = 0;

  /**
   * A step of the calculator with this id, from one address to the next.
   * @param {string} id
   * @param {string} before
   */
  add(id, before) {
    this.#steps.splice(this.#at, Infinity, { id, before, after: "" });
    this.#at += 1;
  }

  /**
   * The calculators whose steps lie between two addresses, after Back or Forward; null where the trail knows nothing.
   * @param {string} from
   * @param {string} to
   * @returns {Set<string> | null}
   */
  went(from, to) {
    const back = this.#steps.slice(0, this.#at).findLastIndex((step) => step.before === to);
    const on = this.#steps.slice(this.#at).findIndex((step) => step.after === to);
    const next = back >= 0 ? back : this.#at + on + 1;
    if (back < 0 && on < 0) {
      return null;
    }
    if (this.#steps[this.#at]) {
      this.#steps[this.#at].before = from;
    }
    if (this.#steps[this.#at - 1]) {
      this.#steps[this.#at - 1].after = from;
    }
    const passed = this.#steps.slice(Math.min(next, this.#at), Math.max(next, this.#at));
    this.#at = next;
    return new Set(passed.map((step) => step.id));
  }
}
