// The answers to each single tap on a section, which the build has worked out: shown while Python is still on its way.

/**
 * @typedef {import("./messages.js").Answer} Answer
 * @typedef {import("./messages.js").Reply<Answer>} Reply
 * @typedef {import("./address.js").Pairs} Pairs
 *
 * What hooks/taps.py packs: the keys of all taps, and for each part of an answer its values and which is whose.
 * @typedef {{taps: string[], parts: Record<string, [any[], number[]]>}} Packed
 */

const NEAR = "600px";

export class Ahead {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {Packed | null} */
    this.packed = null;
    /** @type {Promise<void> | null} */
    this.coming = null;
  }

  /** Fetch them, unless they are here or on their way. */
  fetch() {
    const { ahead } = this.root.dataset;
    const kept = navigator.serviceWorker?.controller; // with the site Python is kept here, too
    this.coming ??= ahead && !kept ? this.take(ahead) : null;
    return this.coming;
  }

  /** @param {string} name */
  async take(name) {
    try {
      this.packed = await fetched(name);
    } catch {
      // What cannot be fetched Python answers all the same.
    }
  }

  /**
   * The answer to what stands in the form after one tap, if it was one.
   * @param {Pairs} own what the page itself says there
   * @param {Pairs} now
   * @returns {Reply | undefined}
   */
  find(own, now) {
    const at = this.packed?.taps.indexOf(key(own, now)) ?? -1;
    const parts = Object.entries(this.packed?.parts ?? {}).filter(([, [, whose]]) => whose[at] >= 0);
    const answer = Object.fromEntries(parts.map(([part, [values, whose]]) => [part, values[whose[at]]]));
    return at < 0 ? undefined : structuredClone(/** @type {Reply} */ (/** @type {unknown} */ (answer)));
  }
}

/**
 * Call this for each section that comes near, once.
 * @template {{root: HTMLElement}} Section
 * @param {Section[]} sections
 * @param {(section: Section) => void} came
 */
export function near(sections, came) {
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target } of entries.filter(({ isIntersecting }) => isIntersecting)) {
        watch.unobserve(target);
        came(/** @type {Section} */ (sections.find(({ root }) => root === target)));
      }
    },
    { rootMargin: NEAR },
  );
  sections.forEach(({ root }) => watch.observe(root));
}

/**
 * @param {string} name
 * @returns {Promise<Packed>}
 */
async function fetched(name) {
  const { body, ok } = await fetch(new URL(`ahead/${name}.gz`, import.meta.url), { priority: "low" });
  if (!ok || !body) {
    throw new Error(name);
  }
  return new Response(body.pipeThrough(new DecompressionStream("gzip"))).json();
}

/**
 * What is another text than the page's own, or not there, as hooks/taps.py writes it.
 * @param {Pairs} own
 * @param {Pairs} now
 */
function key(own, now) {
  const names = Object.keys({ ...own, ...now }).filter((name) => own[name] !== now[name]);
  return JSON.stringify(names.sort().map((name) => [name, now[name] ?? null]));
}
