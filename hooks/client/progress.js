// What a section shows while its answer takes long: how far it is, and a way to stop it.

import { python } from "./section.js";

/** @typedef {import("./python.js").Progress} Progress */

const LINE = ".fl-progress";

/** @param {Progress} progress */
function show({ key, state, share, seconds }) {
  const root = document.getElementById(key);
  const shown = root?.querySelector(LINE);
  if (!root || state === "over") {
    shown && remove(shown);
    return;
  }
  const line = shown ?? made(root);
  const words = state === "running" ? "Working it out" : "Waiting for its turn";
  const done = share === null ? "" : `${Math.floor(100 * share)} % · `;
  const [text, bar] = /** @type {[HTMLElement, HTMLProgressElement]} */ ([...line.children]);
  if (share === null) {
    bar.removeAttribute("value");
  } else {
    bar.value = share;
  }
  text.textContent = `${words}: ${done}${seconds} s`;
}

/**
 * A text, a bar and a button. The text changes every moment, so it is not read aloud; that it takes long is said once.
 * @param {HTMLElement} root
 */
function made(root) {
  const line = document.createElement("div");
  line.className = LINE.slice(1);
  const bar = document.createElement("progress");
  bar.setAttribute("aria-label", "How far the calculation is");
  const text = document.createElement("span");
  text.setAttribute("aria-hidden", "true");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "fl-button";
  button.textContent = "Cancel";
  button.addEventListener("click", () => python.cancel(root.id));
  button.addEventListener("focus", ({ relatedTarget }) => (came = relatedTarget));
  line.append(text, bar, button);
  root.prepend(line);
  const say = root.querySelector("[data-say]");
  if (say) {
    say.textContent = "This takes a while; Escape or the Cancel button stops it.";
  }
  return line;
}

/** Where the focus was before it came to the Cancel button. @type {EventTarget | null} */
let came = null;

/**
 * The focus goes back to where it was when its button goes away.
 * @param {Element} line
 */
function remove(line) {
  const focused = line.contains(document.activeElement);
  line.remove();
  if (focused && came instanceof HTMLElement) {
    came.focus({ preventScroll: true });
  }
}

document.addEventListener("keydown", ({ key, target }) => {
  const root = key === "Escape" && target instanceof Element ? target.closest("section.fl") : null;
  if (root?.querySelector(LINE)) {
    python.cancel(root.id);
  }
});
python.addEventListener("progress", (event) => show(/** @type {CustomEvent<Progress>} */ (event).detail));
