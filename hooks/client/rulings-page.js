// The pages of rulings: which book is played, then the list of all, in a fold a chapter; and for each chapter a page with
// its readings. They show what holds, and hand on what is chosen; house notes are written here.

import { address, pairs, place, placed } from "./address.js";
import { button, element } from "./element.js";
import { house, keepHouse, noted, notes } from "./house.js";
import { forgetRulings, looking, rulings } from "./rulings.js";
import { wake } from "./section.js";
import { openSending } from "./table.js";

const LONGEST_NOTE = 600;
const LISTED = ".fl-listed > li";
const RULINGS = `.fl-ruling, ${LISTED}`;
/** What the rulings of the list say, once it has been asked for. @type {typeof import("./ruled.js").RULED | undefined} */
let ruled;

/** Shows anew what holds, where the page is open. */
export let showRulings = () => {};

/** @param {(box: HTMLInputElement) => void} chosen keeps what was chosen */
export function openRulings(chosen) {
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form.fl-rulings"));
  showRulings = form ? () => show(form) : () => {};
  if (!form) {
    return;
  }
  wake(form);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.dataset.ruling) {
      chosen(target);
      show(form);
    }
  });
  form.querySelector("[data-rulings-reset]")?.addEventListener("click", () => {
    forgetRulings();
    document.dispatchEvent(new CustomEvent("felloe:rulings"));
  });
  for (const name of ["input", "change"]) {
    form.querySelector(".fl-sieve")?.addEventListener(name, () => sift(form));
  }
  form.addEventListener("toggle", ({ target }) => dressed(/** @type {HTMLElement} */ (target)), true);
  form.addEventListener("click", ({ target }) => edits(/** @type {HTMLElement} */ (target)));
  const sending = /** @type {HTMLElement | null} */ (form.querySelector(".fl-sending"));
  sending && openSending(sending);
  reveal();
  show(form);
}

/** The ruling that the address names lies in a fold; or it has a page of its own by now, and older links lead there. */
export function reveal() {
  const at = placed(place());
  const link = at?.closest(LISTED)?.querySelector("a");
  const fold = at?.closest("details.fl-chapter");
  if (link) {
    const query = pairs();
    history.replaceState(history.state, "", address(query, "")); // Back leads to the list, and not to here again
    link.setAttribute("href", link.getAttribute("href") + (query.size ? `?${query}` : ""));
    // Not by instant navigation, which keeps for the new page how far this one is scrolled at the moment.
    link.setAttribute("target", "_self");
    link.click();
  } else if (fold && !fold.hasAttribute("open")) {
    fold.setAttribute("open", "");
    at?.scrollIntoView();
  }
}

/** @param {HTMLElement} form */
function show(form) {
  const waits = !ruled && Object.keys(rulings).length > 0 && form.querySelector(LISTED) !== null;
  let all = 0;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(".fl-chapter, .fl-books"))) {
    let ours = 0;
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (part.querySelectorAll(RULINGS))) {
      const differs = one.matches(LISTED) ? named(one) : ticked(one);
      one.classList.toggle("fl-ruling--ours", differs || one.id in notes());
      ours += Number(differs);
    }
    all += ours;
    const count = part.querySelector("[data-ours]");
    if (count) {
      count.textContent = ours ? `${ours} ${looking ? "theirs" : "ours"}` : "";
    }
    dressed(part);
  }
  const kept = form.querySelector("[data-rulings-kept]");
  if (kept) {
    const [whose, hold] = looking ? ["theirs", "Their rulings hold."] : ["yours", "Your rulings hold."];
    const counted = `${all} of these rulings ${all === 1 ? "is" : "are"} ${whose}.`;
    kept.textContent = waits ? hold : all ? counted : "The defaults hold.";
  }
  for (const control of /** @type {NodeListOf<HTMLElement>} */ (
    form.querySelectorAll(".fl-sending, [data-rulings-reset]")
  )) {
    control.hidden = looking !== null; // what goes out, and what is given up, is one's own
  }
  const name = /** @type {HTMLInputElement | null} */ (form.querySelector(".fl-sending input"));
  if (name && name !== document.activeElement) {
    name.value = house().name;
  }
  sift(form);
  if (waits) {
    learn(form, show);
  }
}

/**
 * Do what needs to know what the listed rulings say, once that has come.
 * @param {HTMLElement} form
 * @param {(form: HTMLElement) => void} then
 */
async function learn(form, then) {
  try {
    const { RULED } = await import("./ruled.js");
    ruled = RULED;
    then(form);
  } catch {
    // Without it the list has its questions, and says that the reader's rulings hold, but not which.
  }
}

/**
 * The boxes of a ruling show the reading that holds. Says whether that is another than the default.
 * @param {HTMLElement} ruling
 */
function ticked(ruling) {
  let differs = false;
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (ruling.querySelectorAll("[data-ruling]"))) {
    const held = rulings[box.dataset.ruling ?? ""];
    box.checked = held === undefined ? box.dataset.default !== undefined : held === box.value;
    differs ||= box.checked && box.dataset.default === undefined;
  }
  return differs;
}

/**
 * Beside its question, a ruling of the list has the reading that holds where that is not the default, and the house note.
 * Says whether it is another.
 * @param {HTMLElement} one
 */
function named(one) {
  const [readings = []] = ruled?.[one.id] ?? [];
  const at = readings.findIndex(([value]) => value === rulings[one.id]);
  const note = notes()[one.id];
  [...one.children].slice(1).forEach((old) => old.remove());
  if (at > 0) {
    one.append(element("span", "fl-listed__held", {}, `${looking ? "Theirs" : "Ours"}: ${readings[at][1]}`));
  }
  if (note) {
    const box = element("div", "fl-house");
    box.append(element("b", "", {}, looking ? "Their house note" : "House note"), noted(note));
    one.append(box);
  }
  return at > 0;
}

/**
 * Show the rulings that have what was typed, or that are the reader's; their chapters open.
 * @param {HTMLElement} form
 */
function sift(form) {
  const sieve = form.querySelector(".fl-sieve");
  if (!sieve) {
    return;
  }
  const words = folded(/** @type {HTMLInputElement} */ (sieve.querySelector("[data-sieve]")).value);
  const only = /** @type {HTMLInputElement} */ (sieve.querySelector("[data-only]")).checked;
  const sifted = words !== "" || only;
  let found = 0;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(".fl-chapter"))) {
    let here = 0;
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (part.querySelectorAll(RULINGS))) {
      const ours = !only || one.classList.contains("fl-ruling--ours");
      one.hidden = !(ours && folded(said(one)).includes(words));
      here += Number(!one.hidden);
    }
    part.hidden = !here;
    if (sifted !== part.hasAttribute("data-sifted")) {
      part.toggleAttribute("data-sifted", sifted);
      part.toggleAttribute("open", sifted && part.matches("details"));
    }
    found += here;
  }
  /** @type {HTMLElement} */ (form.querySelector("[data-none]")).hidden = found > 0;
  if (words && !ruled && form.querySelector(LISTED)) {
    learn(form, sift);
  }
}

/**
 * All that a ruling says.
 * @param {HTMLElement} one
 */
function said({ id, textContent }) {
  const [readings = [], why = ""] = ruled?.[id] ?? [];
  return [id, textContent, ...readings.map(([, words]) => words), why].join(" ");
}

/** @param {string} text */
function folded(text) {
  return text.toLowerCase().replace(/[’']/g, "").trim();
}

// --- House notes ------------------------------------------------------------------------------------------------------

/**
 * The rulings of an open chapter show their house notes, and take them.
 * @param {HTMLElement} part
 */
function dressed(part) {
  if (part.matches("details:not([open])")) {
    return;
  }
  for (const one of part.querySelectorAll(".fl-ruling")) {
    const note = notes()[one.id];
    one.querySelector(".fl-house")?.remove();
    const box = element("div", "fl-house");
    if (note) {
      box.append(element("b", "", {}, looking ? "Their house note" : "House note"), noted(note));
    }
    if (!looking) {
      const words = note ? "Change the note" : "Add a house note";
      box.append(element("button", "fl-button fl-house__edit", { type: "button", "data-note": one.id }, words));
    }
    if (box.childElementCount) {
      one.append(box);
    }
  }
}

/** @param {HTMLElement} target */
function edits(target) {
  const pressed = target.closest("button[data-note]");
  const box = pressed?.parentElement;
  const id = pressed?.getAttribute("data-note") ?? "";
  const part = /** @type {HTMLElement | null} */ (pressed?.closest(".fl-chapter, .fl-books"));
  if (!box || !part) {
    return;
  }
  const { name, notes: kept } = house();
  const text = /** @type {HTMLTextAreaElement} */ (
    element("textarea", "", { rows: "3", maxlength: String(LONGEST_NOTE), "aria-label": "House note" })
  );
  text.value = kept[id]?.[1] ?? "";
  const close = () => {
    dressed(part);
    /** @type {HTMLElement | null} */ (part.querySelector(`[data-note="${CSS.escape(id)}"]`))?.focus();
  };
  const keeps = button("Keep it", () => {
    const { [id]: _, ...others } = kept;
    const said = text.value.trim();
    const day = new Date().toLocaleDateString("sv"); // as in 2026-05-03, in the reader's own time
    keepHouse({ name, notes: said ? { ...others, [id]: [day, said] } : others });
    document.dispatchEvent(new CustomEvent("felloe:rulings"));
    close();
  });
  const tools = element("p", "fl-tools");
  tools.append(keeps, button("Leave it", close));
  box.replaceChildren(text, tools);
  text.focus();
}
