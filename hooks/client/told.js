// "Copy with working": an answer with all that it came from, as text for a chat or a bug report.

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
  }
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
