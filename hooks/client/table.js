// One scan for the whole table: the rulings, the edition among them, and the house notes of a table go out as one link
// and as a QR code of it. Whoever opens it takes them over, or only looks; and is told whose they are while they look.

import { abroad, pairs, write } from "./address.js";
import { copy, share } from "./clipboard.js";
import { button, element } from "./element.js";
import { called, house, keepHouse, noted } from "./house.js";
import { notify } from "./notice.js";
import { keep, look, looking, own } from "./rulings.js";
import { python } from "./section.js";
import { store, stored } from "./storage.js";

/**
 * @typedef {import("./messages.js").Table} Table
 * @typedef {import("./messages.js").AskTable} AskTable
 */

const TABLE = "table";
/** Says in an address that the table is looked at already: where pages share no storage, their links carry that on. */
const LOOK = "look";
const PAGE = "rulings-and-sources/our-tables-rulings/";
/** What this tab has taken over last, and what was there before. @type {import("./storage.js").Kept} */
const TAKEN = {
  key: "felloe.taken",
  words: "What you had before you took a table’s rulings over",
  without: "it cannot be undone",
  readable: ({ name, own, house }) => typeof name === "string" && own?.chosen && house?.notes,
  where: () => sessionStorage,
};

/**
 * Ask the engine for the reader's own table, or for what another one's code says beside it. Rejects with a sentence.
 * @param {Partial<AskTable>} asked
 * @returns {Promise<Table>}
 */
async function told(asked = {}) {
  const request = /** @type {AskTable} */ ({ do: TABLE, ...house(), rulings: own().chosen, ...asked });
  const answer = await python.ask(TABLE, request);
  if (!answer || answer.error) {
    throw new Error(answer?.error.message ?? "");
  }
  return answer;
}

/** All that rests on rulings is to be asked anew. */
function changed() {
  document.dispatchEvent(new CustomEvent("felloe:rulings"));
}

// --- What a link brings -----------------------------------------------------------------------------------------------

/** Say whose rulings a page shows, and ask what is to become of those that its link brings. */
export function openTable() {
  headline();
  const code = pairs().get(TABLE);
  if (code !== null) {
    offer(code);
  } else if (stored(TAKEN)) {
    taken();
  }
}

/**
 * A plate at the head of the page.
 * @param {(Node | string)[]} parts
 */
function plate(...parts) {
  document.querySelector(".fl-offer")?.remove();
  const made = element("div", "fl-offer", { role: "region", "aria-label": "A table’s rulings" });
  made.append(...parts);
  document.querySelector("article")?.prepend(made);
  return made;
}

/** The link has done what it was for. */
function done() {
  const query = pairs();
  query.delete(TABLE);
  query.delete(LOOK);
  write(query);
}

/** @param {string} code */
async function offer(code) {
  const waits = element("p", "", { role: "status" }, "This link brings a table’s rulings. Reading them …");
  const shown = plate(waits);
  try {
    const table = await told({ code });
    if (shown.isConnected && pairs().has(LOOK)) {
      lookAt(table);
    } else if (shown.isConnected) {
      shown.replaceChildren(...asks(table));
    }
  } catch (error) {
    if (shown.isConnected) {
      shown.remove();
      done();
      notify(error instanceof Error ? error.message : String(error));
    }
  }
}

/**
 * What a table plays by, and what may become of it.
 * @param {Table} table
 */
function asks(table) {
  const { name, differs, notes, complaints } = table;
  const many = differs.length === 1 ? "1 differs from yours" : `${differs.length} differ from yours`;
  const line = element("p", "", { role: "status" });
  line.append("These are the rulings of ", element("b", "", {}, called(name)));
  line.append(differs.length ? `: ${many}.` : ". They are the same as yours.");
  const parts = [line, ...complaints.map((words) => element("p", "fl-note", {}, words))];
  if (differs.length) {
    parts.push(differences(table));
  }
  const texts = Object.values(notes);
  if (texts.length) {
    const box = element("div", "fl-house");
    box.append(
      element("b", "", {}, texts.length === 1 ? "Their house note" : "Their house notes"),
      ...texts.map(noted),
    );
    parts.push(box);
  }
  const tools = element("p", "fl-tools");
  tools.append(
    button("Take these over", () => take(table), { class: "fl-button fl-button--first" }),
    button("Look only", () => lookAt(table)),
    button("Not now", () => {
      done();
      document.querySelector(".fl-offer")?.remove();
    }),
  );
  return [...parts, tools];
}

/** @param {Table} table */
function differences({ differs }) {
  const fold = element("details", "fl-differs");
  const list = element("dl", "");
  for (const { question, theirs, ours } of differs) {
    const both = element("dd", "");
    both.append(element("span", "fl-theirs", {}, theirs), element("span", "fl-ours", {}, `Yours: ${ours}`));
    list.append(element("dt", "", {}, question), both);
  }
  fold.append(element("summary", "", {}, "What differs"), list);
  return fold;
}

/** @param {Table} table */
function lookAt({ code, name, rulings, notes, differs }) {
  look({ code, name, chosen: { ...rulings }, notes: { ...notes }, differs: differs.map(({ ruling }) => ruling) });
  document.querySelector(".fl-offer")?.remove();
  done();
  headline();
  changed();
}

/** While this tab looks at another table's rulings, its head says so, with the way back. */
function headline() {
  document.querySelector(".fl-looking")?.remove();
  if (looking) {
    const line = element("div", "fl-looking", { role: "status" });
    const back = button("Back to ours", () => {
      look(null);
      line.remove();
      changed();
    });
    line.append(element("span", "", {}, `Read as ${called(looking.name)} does.`), " ", back);
    document.querySelector("header.md-header")?.append(line);
  }
}

/** The table's rulings become the reader's; notes on other rulings stay. @param {Table} table */
function take({ name, rulings, notes }) {
  const before = { own: own(), house: house() };
  look(null);
  keep({ chosen: { ...rulings }, plain: [], asked: before.own.asked });
  keepHouse({ name, notes: { ...before.house.notes, ...notes } });
  store(TAKEN, { name, ...before });
  done();
  headline();
  taken();
  changed();
}

function taken() {
  const { name, own: chosen, house: notes } = stored(TAKEN) ?? {};
  const line = element("p", "", { role: "status" }, `The rulings of ${called(name)} are yours now.`);
  const tools = element("p", "fl-tools");
  const close = () => {
    store(TAKEN, null);
    shown.remove();
  };
  const undo = button("Undo", () => {
    keep({ plain: [], asked: [], ...chosen });
    keepHouse(notes);
    close();
    changed();
  });
  tools.append(undo, button("Good", close));
  const shown = plate(line, tools);
  undo.focus();
}

// --- What goes out ----------------------------------------------------------------------------------------------------

/** The link to a table's rulings. @param {string} code */
function linkTo(code) {
  return abroad(new URLSearchParams({ [TABLE]: code }), PAGE);
}

/** The link to the reader's own; nothing, and a word about it, where there is none. */
function link() {
  return told().then(
    ({ code }) => linkTo(code),
    (error) => {
      notify(error.message);
      return "";
    },
  );
}

/**
 * The part of the page with all rulings from which they go out.
 * @param {HTMLElement} part
 */
export function openSending(part) {
  const name = /** @type {HTMLInputElement} */ (part.querySelector("input"));
  const out = /** @type {HTMLElement} */ (part.querySelector("[data-code]"));
  name.addEventListener("change", () => {
    keepHouse({ ...house(), name: name.value.trim() });
    out.replaceChildren();
  });
  part.addEventListener("click", (event) => {
    const pressed = /** @type {HTMLElement} */ (event.target).closest("button");
    if (pressed?.dataset.send === "link") {
      share(link(), pressed);
    } else if (pressed?.dataset.send === "code") {
      drawn(out);
    }
  });
}

/** @param {HTMLElement} out */
async function drawn(out) {
  out.replaceChildren(element("p", "fl-note", { role: "status" }, "Drawing the code …"));
  try {
    const { drawing } = await import("./qr.js");
    const whole = await told();
    const named = called(house().name, "your table");
    const tried = [whole, { ...(await told({ notes: {} })), bare: true }];
    for (const one of tried) {
      const link = linkTo(one.code);
      try {
        out.replaceChildren(...shown(drawing(link, named), link, "bare" in one));
        return;
      } catch {
        // Too much for a code that a phone can read.
      }
    }
    out.replaceChildren(element("p", "fl-note", {}, "That is too much for a code: send the link."));
  } catch (error) {
    out.replaceChildren(element("p", "fl-note", {}, error instanceof Error ? error.message : String(error)));
  }
}

/**
 * The code, with the link beside it.
 * @param {Element} picture
 * @param {string} link
 * @param {boolean} bare without the house notes
 */
function shown(picture, link, bare) {
  const words = element("div", "fl-qr__words");
  const beside = element("a", "", { href: link }, link);
  const says = bare
    ? "With your house notes it would be too fine to scan, so this code leaves them out. The link carries them."
    : "Scan it, and the phone opens your rulings: to take over, or to look.";
  words.append(element("p", "", {}, says), element("p", "fl-qr__link"));
  words.lastElementChild?.append(beside);
  words.append(button("Copy link", (pressed) => copy(link, pressed)));
  return [picture, words];
}
