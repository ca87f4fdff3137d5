// A page of this site: wakes its sections when it is opened, by the browser or by Material's instant navigation.

import "./progress.js";
import { choose, forgetRulings, readRulings, rulings } from "./rulings.js";
import { Section, python, wake } from "./section.js";

/** @type {Section[]} */
let sections = [];

/**
 * A ruling chosen anywhere on the page; all that rests on it is asked anew.
 * @param {HTMLInputElement} box
 */
function chosen(box) {
  const id = box.dataset.ruling ?? "";
  choose(id, box.value);
  for (const section of sections) {
    if (section.rests.includes(id)) {
      section.wait();
      section.ask();
    }
  }
}

/** The page with all rulings: shows what is stored, keeps what is chosen. */
function openRulings() {
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form.fl-rulings"));
  if (!form) {
    return;
  }
  wake(form);
  const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-ruling]"));
  const show = () => {
    let ours = 0;
    for (const box of boxes) {
      const held = rulings[box.dataset.ruling ?? ""];
      box.checked = held === undefined ? box.dataset.default !== undefined : held === box.value;
      ours += Number(box.checked && box.dataset.default === undefined);
    }
    const kept = form.querySelector("[data-rulings-kept]");
    if (kept) {
      kept.textContent = ours ? `${ours} of these rulings ${ours === 1 ? "is" : "are"} yours.` : "The defaults hold.";
    }
  };
  form.addEventListener("change", (event) => {
    const box = /** @type {HTMLInputElement} */ (event.target);
    chosen(box);
    show();
  });
  form.querySelector("[data-rulings-reset]")?.addEventListener("click", () => {
    forgetRulings();
    show();
  });
  show();
}

/** A page has been opened, by the browser or by Material's instant navigation. */
async function opened() {
  readRulings();
  openRulings();
  const roots = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("section.fl"));
  sections = [...roots].map((root) => new Section(root));
  let asked = false;
  for (const section of sections) {
    const linked = section.linked();
    if (linked) {
      section.wait();
      section.follow(linked);
    } else if (section.rests.some((id) => id in rulings)) {
      section.wait();
      section.ask();
    }
    asked ||= Boolean(linked);
  }
  document.getElementById("felloe-waiting")?.remove();
  if (sections.length && !asked && (await python.cached())) {
    python.start();
  }
}

document.addEventListener("felloe:ruling", (event) => chosen(/** @type {CustomEvent<HTMLInputElement>} */ (event).detail));
let told = "";
python.addEventListener("status", (event) => {
  const { state, message } = /** @type {CustomEvent<import("./python.js").Status>} */ (event).detail;
  document.documentElement.dataset.python = state;
  for (const { status } of sections) {
    if (message || status.textContent === told) {
      status.textContent = message;
    }
  }
  told = message;
});

const pages = /** @type {{subscribe?: (next: () => void) => void} | undefined} */ (Reflect.get(window, "document$"));
if (pages?.subscribe) {
  pages.subscribe(() => opened());
} else {
  opened();
}
