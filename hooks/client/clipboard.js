// Copying a text, where the browser lets us; where not, the text is shown, selected, to be copied by hand. A link is shared
// where the device has a way to.

import { button } from "./element.js";

const TOLD_MS = 2000;

/**
 * What is told of a fault; a mistake of ours comes with a button that copies a report of it.
 * @param {{message: string, report?: string}} fault
 * @returns {(string | Node)[]}
 */
export function inWords({ message, report }) {
  return report ? [`${message} `, button("Copy a report", (pressed) => copy(report, pressed))] : [message];
}

/**
 * What holds a button's words: beside an icon they have an element of their own.
 * @param {Element} button
 */
export function labelOf(button) {
  return button.querySelector("span") ?? button;
}

/**
 * Copy `text`, at once or when it is there; the button says for a while that it was done. Nothing is copied where the
 * text turns out to be none.
 * @param {string | Promise<string>} text
 * @param {HTMLButtonElement} button
 */
export async function copy(text, button) {
  const label = labelOf(button);
  const words = button.dataset.words ?? label.textContent ?? "";
  button.dataset.words = words;
  if (text === "") {
    return;
  }
  try {
    await put(text);
    button.style.minWidth = `${button.offsetWidth}px`;
    label.textContent = "Copied";
    const say = button.closest("section")?.querySelector("[data-say]");
    if (say) {
      say.textContent = "Copied.";
    }
    setTimeout(() => (label.textContent = words), TOLD_MS);
  } catch {
    const whole = await Promise.resolve(text).catch(() => "");
    if (whole) {
      byHand(whole, button);
    }
  }
}

/** Whether this device hands links over to other apps. A page from a file has none that anybody else could open. */
export function shares() {
  return "share" in navigator && location.protocol.startsWith("http");
}

/**
 * Hand a link over to another app, at once or when it is there; where that cannot be, copy it.
 * @param {string | Promise<string>} link
 * @param {HTMLButtonElement} button
 */
export async function share(link, button) {
  if (!shares()) {
    return copy(link, button);
  }
  const url = await Promise.resolve(link).catch(() => "");
  if (!url) {
    return undefined;
  }
  try {
    return await navigator.share({ title: document.title, url });
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError" ? undefined : copy(url, button);
  }
}

/**
 * Where a link would be shared and not copied, the buttons say so.
 * @param {ParentNode} root
 */
export function nameSharing(root) {
  if (shares()) {
    root.querySelectorAll("[data-tool=link], [data-send=link]").forEach((one) => (labelOf(one).textContent = "Share"));
  }
}

/**
 * Some browsers let a page write only at once, so a text that is still on its way is promised to them.
 * @param {string | Promise<string>} text
 */
function put(text) {
  if (typeof text === "string") {
    return navigator.clipboard.writeText(text);
  }
  const blob = text.then((whole) =>
    whole ? new Blob([whole], { type: "text/plain" }) : Promise.reject(new Error("no text")),
  );
  blob.catch(() => {});
  return navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
}

/**
 * @param {string} text
 * @param {HTMLButtonElement} button
 */
function byHand(text, button) {
  const row = /** @type {HTMLElement} */ (button.parentElement);
  const box = row.querySelector("textarea") ?? row.appendChild(document.createElement("textarea"));
  box.className = "fl-copy";
  box.readOnly = true;
  box.rows = Math.min(8, text.split("\n").length);
  box.setAttribute("aria-label", `${button.dataset.words}: copy this by hand`);
  box.value = text;
  box.focus();
  box.select();
}
