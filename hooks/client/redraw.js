// Drawing by difference: what is drawn anew replaces only what differs, so that caret and selection, text that is being
// composed, open folds, the scroll and the focus stay as they are.

import { Idiomorph } from "./idiomorph.js";

/**
 * @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control
 * @typedef {Map<Control, string>} Stood what stood in controls when they were read for a request
 */

const FOCUSABLE = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']";
/** Where a text is being composed, by an input method or a phone's keyboard. @type {Node | null} */
let composing = null;
document.addEventListener("compositionstart", ({ target }) => (composing = /** @type {Node} */ (target)), true);
document.addEventListener("compositionend", () => (composing = null), true);

/**
 * Done when no text is being composed in this element, and whoever listens has heard of what it came to.
 * @param {Element} element
 */
export async function composed(element) {
  while (composing?.isConnected && element.contains(composing)) {
    await new Promise((done) => document.addEventListener("compositionend", () => setTimeout(done), { once: true }));
  }
}

/**
 * What stands in the controls of this element now.
 * @param {Element} element
 * @returns {Stood}
 */
export function stand(element) {
  const boxes = /** @type {NodeListOf<Control>} */ (
    element.querySelectorAll("input:not([type=file]), select, textarea")
  );
  return new Map([...boxes].map((box) => [box, held(box, false)]));
}

/**
 * What stands in a control, or what was drawn into it; of a radio button, which of its group is chosen.
 * @param {Control} box
 * @param {boolean} drawn
 */
function held(box, drawn) {
  if (box instanceof HTMLSelectElement) {
    const option = [...box.options].find(({ defaultSelected }) => defaultSelected) ?? box.options[0];
    return drawn ? (option?.value ?? "") : box.value;
  }
  if (box instanceof HTMLTextAreaElement) {
    return drawn ? box.defaultValue : box.value;
  }
  if (box.type === "radio") {
    const group = box.form ?? box.closest("section") ?? document;
    const chosen = `[name="${CSS.escape(box.name)}"]${drawn ? "[checked]" : ":checked"}`;
    return /** @type {HTMLInputElement | null} */ (group.querySelector(chosen))?.value ?? "";
  }
  if (box.type === "checkbox") {
    return String(drawn ? box.defaultChecked : box.checked);
  }
  return drawn ? box.defaultValue : box.value;
}

/**
 * Draw an element's content anew. What was typed since a request was sent stays; so does a text that the reader is in
 * where nothing else was asked for, and what was typed where nothing was sent. A fold stays as it is, and so does an
 * element with `data-kept`, which someone else has put there. Gives the controls that hold what the reader made of them.
 * @param {Element} element
 * @param {string | Node[]} content
 * @param {{stood?: Stood, sent?: Record<string, string>}} request what stood in the controls that were read for it, and
 *   what it said, by name
 * @returns {Control[]}
 */
export function redraw(element, content, { stood = new Map(), sent = {} } = {}) {
  const here = stand(element);
  const typed = [...here].filter(([box, text]) => text !== (stood.get(box) ?? held(box, true))).map(([box]) => box);
  const kept = new Set(/** @type {(Element | null)[]} */ (typed));
  const active = /** @type {Control | null} */ (document.activeElement);
  if (active && here.has(active) && stood.has(active) && sent[active.name] === here.get(active)) {
    kept.add(active);
  }
  keepFocus(element.closest("section.fl, .fl-characters") ?? element, () => {
    Idiomorph.morph(element, content, {
      morphStyle: "innerHTML",
      callbacks: {
        beforeNodeRemoved: (node) => !(node instanceof HTMLElement && node.dataset.kept !== undefined),
        beforeAttributeUpdated: (name, part) =>
          !(name === "open" && part instanceof HTMLDetailsElement) &&
          !(["value", "checked"].includes(name) && kept.has(part)) &&
          !(name === "selected" && kept.has(part.closest("select"))),
      },
    });
  });
  // A radio button that changes its place leaves its form on the way, comes back pressed, and lets go of what is drawn so.
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (element.querySelectorAll("[type=radio][checked]"))) {
    box.checked ||= !held(box, false);
  }
  return typed.filter((box) => box.isConnected);
}

/**
 * Whatever changes, the focus does not fall out of `root`: it stays where it is or, where that is gone, goes to what
 * stands beside it.
 * @param {Element} root
 * @param {() => void} change
 */
export function keepFocus(root, change) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const all = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(FOCUSABLE)]);
  const at = focused ? all.indexOf(focused) : -1;
  const row = focused?.parentElement;
  change();
  if (!focused || at < 0) {
    return;
  }
  const [before, after] = [all.slice(0, at).reverse(), all.slice(at + 1)];
  const beside = [...before, ...after].filter(({ parentElement }) => row && parentElement === row);
  const next = [focused, ...beside, ...after, ...before].find(usable);
  if (!usable(document.activeElement)) {
    next?.focus({ preventScroll: true });
  }
}

/**
 * Lead the reader on: the focus goes to the first control of this element, which comes into view.
 * @param {Element} element
 */
export function lead(element) {
  const controls = /** @type {HTMLElement[]} */ ([...element.querySelectorAll(FOCUSABLE)].filter(usable));
  const [first] = controls.filter((one) => !one.matches("[type=radio]:not(:checked)"));
  first?.focus({ preventScroll: true });
  first?.scrollIntoView({ block: "nearest" });
}

/**
 * Whether an element can have the focus, and the reader sees it there.
 * @param {Element | null} element
 */
function usable(element) {
  return Boolean(
    element?.isConnected &&
      element !== document.body &&
      !element.matches(":disabled") &&
      element.getClientRects().length,
  );
}
