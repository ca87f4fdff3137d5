// Elements made by script, in one call.

/**
 * @param {string} name
 * @param {string} className
 * @param {Record<string, string>} attributes
 * @param {string} text
 */
export function element(name, className, attributes = {}, text = "") {
  const made = document.createElement(name);
  if (className) {
    made.className = className;
  }
  made.textContent = text;
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  return made;
}

/**
 * @param {string} words
 * @param {(button: HTMLButtonElement) => void} clicked
 * @param {Record<string, string>} attributes
 */
export function button(words, clicked, attributes = {}) {
  const made = /** @type {HTMLButtonElement} */ (
    element("button", "fl-button", { type: "button", ...attributes }, words)
  );
  made.addEventListener("click", () => clicked(made));
  return made;
}

/** What a heading says, without the marks and links in it. @param {Element | null | undefined} heading */
export function wordsOf(heading) {
  const own = [...(heading?.childNodes ?? [])].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
  return own
    .map(({ textContent }) => textContent)
    .join("")
    .trim();
}
