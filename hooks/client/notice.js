// One sentence at the head of the page, for what concerns all of it.

/** @param {string} message */
export function notify(message) {
  let bar = document.querySelector(".fl-notice");
  if (!bar) {
    bar = document.createElement("p");
    bar.className = "fl-notice";
    bar.setAttribute("role", "alert");
    document.querySelector("article")?.prepend(bar);
  }
  bar.textContent = message;
}
