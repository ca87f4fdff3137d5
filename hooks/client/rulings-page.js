// The page with all rulings: which book is played, then the chapters in folds, with a filter. It shows what holds, and
// hands on what is chosen; house notes are written here.

import { place, placed } from "./address.js";
import { button, element } from "./element.js";
import { house, keepHouse, noted, notes } from "./house.js";
import { forgetRulings, looking, rulings } from "./rulings.js";
import { wake } from "./section.js";
import { openSending } from "./table.js";

const LONGEST_NOTE = 600;

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
  openSending(/** @type {HTMLElement} */ (form.querySelector(".fl-sending")));
  reveal();
  show(form);
}

/** The ruling that the address names lies in a fold. */
export function reveal() {
  const fold = placed(place())?.closest("details.fl-chapter");
  if (fold && !fold.hasAttribute("open")) {
    fold.setAttribute("open", "");
    placed(place())?.scrollIntoView();
  }
}

/** @param {HTMLElement} form */
function show(form) {
  let all = 0;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(".fl-chapter, .fl-books"))) {
    let ours = 0;
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (part.querySelectorAll(".fl-ruling"))) {
      let differs = false;
      for (const box of boxes(one)) {
        const held = rulings[box.dataset.ruling ?? ""];
        box.checked = held === undefined ? box.dataset.default !== undefined : held === box.value;
        differs ||= box.checked && box.dataset.default === undefined;
      }
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
    const whose = looking ? "theirs" : "yours";
    kept.textContent = all ? `${all} of these rulings ${all === 1 ? "is" : "are"} ${whose}.` : "The defaults hold.";
  }
  for (const control of /** @type {NodeListOf<HTMLElement>} */ (
    form.querySelectorAll(".fl-sending, [data-rulings-reset]")
  )) {
    control.hidden = looking !== null; // what goes out, and what is given up, is one's own
  }
  const name = /** @type {HTMLInputElement} */ (form.querySelector(".fl-sending input"));
  name.value = name === document.activeElement ? name.value : house().name;
  sift(form);
}

/** @param {Element} ruling */
function boxes(ruling) {
  return /** @type {NodeListOf<HTMLInputElement>} */ (ruling.querySelectorAll("[data-ruling]"));
}

/**
 * Show the rulings that have what was typed, or that are the reader's; their chapters open.
 * @param {HTMLElement} form
 */
function sift(form) {
  const words = folded(/** @type {HTMLInputElement} */ (form.querySelector("[data-sieve]")).value);
  const only = /** @type {HTMLInputElement} */ (form.querySelector("[data-only]")).checked;
  const sifted = words !== "" || only;
  let found = 0;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(".fl-chapter"))) {
    let here = 0;
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (part.querySelectorAll(".fl-ruling"))) {
      const ours = !only || one.classList.contains("fl-ruling--ours");
      one.hidden = !(ours && folded(`${one.id} ${one.textContent}`).includes(words));
      here += Number(!one.hidden);
    }
    part.hidden = !here;
    if (sifted !== part.hasAttribute("data-sifted")) {
      part.toggleAttribute("data-sifted", sifted);
      part.toggleAttribute("open", sifted);
    }
    found += here;
  }
  /** @type {HTMLElement} */ (form.querySelector("[data-none]")).hidden = found > 0;
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
