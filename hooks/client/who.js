// Which book is played, and how many rulings are the reader's, in the head of every page; and the question on the first
// page, which is asked once.

import { BOOKS, GAMES } from "./games.js";
import { choose, keep, looking, ours, own, rulings } from "./rulings.js";

/** The book that holds for a ruling, as it is called in short. @param {string} id */
function book(id) {
  const [first] = Object.keys(BOOKS[id]);
  return BOOKS[id][rulings[id]] ?? BOOKS[id][first];
}

/** The game whose page or screen is open, or nothing. */
export function gameHere() {
  const screen = /** @type {HTMLElement | null} */ (document.querySelector("[data-screen]"));
  return screen?.dataset.screen ?? GAMES.find((name) => location.href.includes(`/${name}/`)) ?? "";
}

/** Show in the head whose rulings hold. */
export function showWho() {
  const part = /** @type {HTMLElement | null} */ (document.querySelector(".fl-who"));
  if (!part) {
    return;
  }
  const ids = Object.keys(BOOKS);
  const game = gameHere();
  const here = ids.filter((id) => !game || id.startsWith(`${game}.`));
  const said = (/** @type {string} */ name, /** @type {string} */ words) => {
    const one = /** @type {HTMLElement | null} */ (part.querySelector(`[data-who=${name}]`));
    if (one) {
      one.textContent = words;
      one.hidden = !words;
    }
  };
  const many = ours() - ids.filter((id) => own().chosen[id] && !own().plain.includes(id)).length;
  said("book", here.map(book).join(", ") || "Rulings");
  said("rulings", many && !looking ? `${many} ${many === 1 ? "ruling" : "rulings"} ours` : "");
  part.classList.toggle("fl-who--theirs", looking !== null);
}

/** The question which book someone owns: it goes once it is answered, or waved away. */
export function openWhich() {
  const part = /** @type {HTMLElement | null} */ (document.querySelector("[data-which]"));
  if (!part) {
    return;
  }
  const id = part.dataset.which ?? "";
  const { chosen, asked } = own();
  part.hidden = id in chosen || asked.includes(id);
  part.addEventListener("click", ({ target }) => {
    const pressed = /** @type {HTMLElement} */ (target).closest("button");
    if (!pressed) {
      return;
    }
    const { reading } = pressed.dataset;
    const before = own();
    if (reading) {
      choose(id, reading, reading === Object.keys(BOOKS[id] ?? {})[0]);
    } else {
      keep({ ...before, asked: [...before.asked, id] });
    }
    part.replaceChildren(
      reading ? `Noted: ${book(id)}. Every answer follows it.` : "Fine. The head of the page says what holds.",
    );
    document.dispatchEvent(new CustomEvent("felloe:rulings"));
  });
}
