// A page of this site: wakes its sections when it is opened, by the browser or by Material's instant navigation.

import "./grid.js";
import "./progress.js";
import { linked, pairs, path, place, placed, put, reach, renew, write } from "./address.js";
import { near } from "./ahead.js";
import { openCharacters } from "./characters.js";
import { nameSharing } from "./clipboard.js";
import { openEvening } from "./evening.js";
import { openFilling } from "./filling.js";
import { dress } from "./house.js";
import { same } from "./pairs.js";
import { openPinned } from "./pinned.js";
import { openQuick } from "./quick.js";
import { redraw } from "./redraw.js";
import { openRolls } from "./rolls.js";
import { choose, putRulings, readRulings, rulings } from "./rulings.js";
import { openRulings, reveal, showRulings } from "./rulings-page.js";
import { openScreen } from "./screen.js";
import { python, Section } from "./section.js";
import { goOn, openSessions } from "./sessions.js";
import { store, stored, texts } from "./storage.js";
import { openTable } from "./table.js";
import { openTold } from "./told.js";
import { Trail } from "./trail.js";
import { openWhich, showWho } from "./who.js";

/** @type {import("./storage.js").Kept} */
const TYPED = {
  key: "felloe.typed",
  words: "The inputs kept for a reload",
  without: "the page’s own values stand",
  readable: ({ at, inputs }) =>
    typeof at === "string" && typeof inputs === "object" && Object.values(inputs).every(texts),
  where: () => sessionStorage,
};
/** @type {Section[]} */
let sections = [];
/** The page that is shown, the steps taken on it, and its present address. */
let [page, trail, here] = ["", new Trail(), ""];
/** Whether this is not the first page that the browser has loaded. */
let visited = false;

/**
 * Say in the address what the sections hold.
 * @param {boolean} entry whether Back is to lead to what the address says now
 */
function keep(entry = false) {
  const query = pairs();
  sections.forEach((section) => put(query, section.root.id, section.ours ? null : section.held));
  putRulings(query);
  write(query, entry);
  here = location.href;
}

/**
 * A ruling chosen anywhere on the page; all that rests on it is asked anew.
 * @param {HTMLInputElement} box
 */
function chosen(box) {
  choose(box.dataset.ruling ?? "", box.value, box.dataset.default !== undefined);
  ruled([box.dataset.ruling ?? ""]);
}

/**
 * Other readings hold of these rulings: what rests on them is asked anew, and all that says whose they are follows.
 * @param {string[]} ids
 */
function ruled(ids) {
  for (const section of sections) {
    if (section.rests.some((id) => ids.includes(id))) {
      section.wait();
      section.ask();
    } else {
      dress(section.root, section.rests);
    }
  }
  keep();
  showRulings();
  showWho();
}

/** Whether a section belongs to no page. @param {Section} section */
function inDrawer({ root }) {
  return root.isConnected && root.closest("dialog") !== null;
}

/** A page has been opened, by the browser or by Material's instant navigation. */
async function opened() {
  renew();
  [page, trail, here] = [path(), new Trail(), location.href];
  readRulings();
  openRulings(chosen);
  openTable();
  openWhich();
  showWho();
  openQuick();
  const roots = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("article section.fl"));
  const came = [...roots].map((root) => new Section(root));
  sections = [...came, ...sections.filter(inDrawer)];
  openPinned(came);
  openScreen(came);
  openSessions(came);
  goOn();
  openEvening();
  openCharacters(came);
  openOwnRules(came);
  nameSharing(document);
  near(came, (section) => section.near());
  const asked = live(came);
  reach();
  arrived();
  document.getElementById("felloe-waiting")?.remove();
  if (sections.length && !asked && (await python.cached())) {
    python.start();
  }
}

/** Where rules of the reader's own are written. @param {Section[]} came */
async function openOwnRules(came) {
  const here = /** @type {HTMLElement | null} */ (document.querySelector("[data-own-rules]"));
  const writer = here && came.find(({ name }) => name === here.dataset.ownRules);
  if (writer) {
    const { open } = await import("./own-rules.js");
    open(here, { python, kind: Section, writer });
  }
}

/** An answer stays beside the live one once somebody pins it. @param {Section[]} came */
function openPins(came) {
  for (const section of came) {
    /** @type {import("./compare.js").Pin | undefined} */
    let pin;
    section.root.addEventListener("click", async ({ target }) => {
      if (/** @type {Element} */ (target).closest("[data-tool=pin]")) {
        const { Pin } = await import("./compare.js");
        pin ??= new Pin(section, { python, rulings: () => rulings, redraw });
        pin.pin();
      }
    });
  }
}

/**
 * Wake sections that have just come. Says whether one of them asks Python at once, because the address, a reload or the
 * reader's rulings say more than the page does.
 * @param {Section[]} came
 */
function live(came) {
  openPins(came);
  openRolls(came);
  openTold(came);
  openFilling(came);
  const typed = stored(TYPED);
  let asked = false;
  for (const section of came) {
    dress(section.root, section.rests);
    const pairs = section.resumed ? null : linked(section.root.id);
    const inputs = typed?.at === here ? typed.inputs[section.root.id] : undefined;
    if (pairs || inputs || section.rests.some((id) => id in rulings)) {
      section.wait();
      asked = true;
      begin(section, pairs, inputs);
    }
  }
  return asked;
}

/**
 * Where a page has taken another's place, the focus goes to its heading, or to that which the address names: a screen
 * reader says it, and Tab goes on from there.
 */
function arrived() {
  const heading = placed(place()) ?? document.querySelector("h1");
  if (visited && heading && document.activeElement === document.body) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  visited = true;
}

/**
 * Let a section begin with what the address says, then with what was typed before a reload.
 * @param {Section} section
 * @param {import("./address.js").Pairs | null} pairs
 * @param {import("./address.js").Pairs | undefined} inputs
 */
async function begin(section, pairs, inputs) {
  if (pairs || !inputs) {
    await (pairs ? section.follow(pairs) : section.ask());
  }
  if (inputs) {
    await section.fill(inputs);
  }
}

/** Back or Forward has led to another entry of this page: what lies between is undone, or done again. */
function travelled() {
  const there = location.href;
  const [elsewhere, passed] = [place(here) !== place(), trail.went(here, there)];
  here = there;
  for (const section of sections.filter((section) => !inDrawer(section))) {
    const held = linked(section.root.id);
    // Without a trail, after a reload, what the address says holds; a link to a place says nothing.
    if (passed ? passed.has(section.root.id) : (held || !elsewhere) && !alike(held, section.held)) {
      section.restore(held);
    }
  }
  keep();
  if (pairs().has("table")) {
    openTable(); // a link to the page that is open already
  }
  if (pairs().has("rule")) {
    openOwnRules(sections);
  }
  if (elsewhere) {
    reveal();
    const { y } = history.state ?? {};
    y === undefined ? placed(place())?.scrollIntoView() : scrollTo(0, y);
  }
}

/**
 * @param {import("./address.js").Pairs | null} one
 * @param {import("./address.js").Pairs | null} other
 */
function alike(one, other) {
  return one && other ? same(one, other) : one === other;
}

document.addEventListener("felloe:ruling", (event) =>
  chosen(/** @type {CustomEvent<HTMLInputElement>} */ (event).detail),
);
document.addEventListener("felloe:held", (event) => {
  const { id, step } = /** @type {CustomEvent<{id: string, step: boolean}>} */ (event).detail;
  const held = sections.find((section) => section.root.id === id);
  held && dress(held.root, held.rests);
  const before = here;
  keep(step);
  if (step && here !== before) {
    trail.add(id, before);
  }
});
document.addEventListener("felloe:sections", (event) => {
  const came = /** @type {CustomEvent<Section[]>} */ (event).detail;
  sections = [...sections.filter(({ root }) => root.isConnected), ...came];
  openSessions(came);
  live(came);
});
document.addEventListener("felloe:rulings", () => {
  const before = { ...rulings };
  readRulings();
  const ids = new Set([...Object.keys(before), ...Object.keys(rulings)]);
  ruled([...ids].filter((id) => before[id] !== rulings[id]));
});
document.addEventListener("felloe:ask", (event) => {
  const { detail } = /** @type {CustomEvent<import("./finder.js").Asking>} */ (event);
  const asked = python.ask("finder", { do: "ask", typed: detail.typed, rulings });
  detail.answer = asked.then((said) => (said && "found" in said ? said.found : said && null));
});
addEventListener("felloe:back", (event) => {
  if (path() === page) {
    event.preventDefault();
    travelled();
  }
});
addEventListener("pagehide", () => {
  const loose = sections.filter((section) => !same(section.inputs(), section.settled));
  const inputs = Object.fromEntries(loose.map((section) => [section.root.id, section.inputs()]));
  store(TYPED, loose.length ? { at: location.href, inputs } : null);
});
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
