// Copying a text, where the browser lets us; where not, the text is shown, selected, to be copied by hand.

const TOLD_MS = 2000;

/**
 * Copy `text`; the button says for a while that it was done.
 * @param {string} text
 * @param {HTMLButtonElement} button
 */
export async function copy(text, button) {
  const words = button.dataset.words ?? button.textContent ?? "";
  button.dataset.words = words;
  try {
    await navigator.clipboard.writeText(text);
    button.style.minWidth = `${button.offsetWidth}px`;
    button.textContent = "Copied";
    const say = button.closest("section")?.querySelector("[data-say]");
    if (say) {
      say.textContent = "Copied.";
    }
    setTimeout(() => (button.textContent = words), TOLD_MS);
  } catch {
    byHand(text, button);
  }
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
