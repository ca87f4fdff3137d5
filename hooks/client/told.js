// "Copy with working": an answer with all that it came from, as text for a chat. "Something wrong?": the same as a bug
// report.

import { copy } from "./clipboard.js";
import { lastRoll } from "./rolls.js";
import { rulings } from "./rulings.js";
import { python } from "./section.js";

/** @typedef {import("./section.js").Section} Section */

/**
 * The sections of a page that has just been opened.
 * @param {Section[]} sections
 */
export function openTold(sections) {
  for (const section of sections) {
    section.root.querySelector("[data-tool=text]")?.addEventListener("click", (event) => {
      copy(told(section), /** @type {HTMLButtonElement} */ (event.currentTarget));
    });
    section.root.querySelector("[data-tool=wrong]")?.addEventListener("click", (event) => {
      copy(told(section).then(reported), /** @type {HTMLButtonElement} */ (event.currentTarget));
    });
  }
}

/**
 * The text as a report, with room for what the reader knows and this page does not.
 * @param {string} text
 */
function reported(text) {
  const head = "Something wrong?\nWhat I expected, and where it stands in the book:\n";
  return text && [head, text, navigator.userAgent].join("\n");
}

/**
 * The text; rejects with a sentence where there is none.
 * @param {Section} section
 */
async function told(section) {
  const { root } = section;
  await section.rested();
  const { calculator, inputs, tape, at } = section.asked();
  /** @type {import("./messages.js").AskText} */
  const request = { do: "text", calculator, inputs, tape, at, rulings, link: section.link(), ...lastRoll(section) };
  const answer = await python.ask(`${root.id} text`, request);
  if (answer?.error) {
    section.blame(answer.error);
    throw new Error(answer.error.message);
  }
  return answer?.text ?? "";
}
