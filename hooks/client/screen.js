// The GM screen: panels that say their answer in one line while they are closed, and lie as the reader has put them; with
// sections of other pages that the reader has put here, and what one panel found sent to another.

import { path, place } from "./address.js";
import { button, element } from "./element.js";
import { drawParty } from "./party.js";
import { pin, pinnedOn } from "./pinned.js";
import { Section } from "./section.js";
import { characters, chooseCharacter } from "./sheets.js";
import { store, stored } from "./storage.js";

/**
 * @typedef {object} Lying how the panels of a page lie
 * @property {string[]} order their names, the first one first
 * @property {string[]} closed those that show one line
 * @property {string[]} hidden those that do not show
 * @property {boolean} [safe] whether players may look: what is marked secret does not show
 */

const LISTS = ["order", "closed", "hidden"];

/** @returns {import("./storage.js").Kept} */
function kept() {
  return {
    key: `felloe.screen ${path()}`,
    words: "The order of the panels stored here",
    without: "they lie as they came",
    readable: (content) =>
      LISTS.every((list) => Array.isArray(content[list]) && content[list].every((one) => typeof one === "string")),
  };
}

/** @param {HTMLElement} screen */
function panelsOf(screen) {
  return [.../** @type {NodeListOf<HTMLDetailsElement>} */ (screen.querySelectorAll(".fl-panel"))];
}

document.addEventListener("felloe:characters", openParty);

/** Everyone who is kept, folded to a line above the panels; a tap on a name fills the panels from that sheet. */
function openParty() {
  const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-party]"));
  const kinds = place?.dataset.party?.split(" ") ?? [];
  const many = kinds.flatMap((kind) => characters(kind)).length;
  if (!place) {
    return;
  }
  if (!place.querySelector("details")) {
    const fold = element("details", "fl-arrange");
    fold.append(element("summary", ""), element("div", "fl-sheet__party"));
    fold.addEventListener("click", ({ target }) => {
      const { choose } = /** @type {HTMLElement} */ (target).dataset;
      choose && chooseCharacter(choose);
    });
    place.append(fold);
  }
  const [nobody, fold, summary, table] = /** @type {NodeListOf<HTMLElement>} */ (
    place.querySelectorAll("p, details, summary, .fl-sheet__party")
  );
  [nobody.hidden, fold.hidden] = [many > 0, !many];
  summary.textContent = `Who is here (${many})`;
  drawParty(table, kinds);
}

/**
 * The panels of the page that is open, if it has any.
 * @param {Section[]} sections
 */
export function openScreen(sections) {
  const screen = /** @type {HTMLElement | null} */ (document.querySelector("[data-screen]"));
  delete document.documentElement.dataset.safe;
  if (!screen) {
    return;
  }
  all = [...sections];
  for (const one of pinnedOn(screen.dataset.screen ?? "")) {
    screen.append(pinnedPanel(screen, one));
  }
  const lies = stored(kept());
  if (lies) {
    lay(screen, lies);
  } else if (!matchMedia("(min-width: 50em)").matches) {
    const asked = document.getElementById(place().slice(1));
    for (const panel of panelsOf(screen).slice(1)) {
      panel.open = panel.contains(asked); // in one column it is a list of answers
    }
  }
  for (const panel of panelsOf(screen)) {
    let { open } = panel;
    panel.addEventListener("toggle", () => {
      if (open !== panel.open) {
        open = panel.open;
        keep(screen);
      }
    });
    repeat(panel);
  }
  sending(screen);
  document.querySelector("[data-arrange]")?.replaceChildren(arrangement(screen));
  openParty();
}

/**
 * A panel for a section of another page, whose content comes later.
 * @param {HTMLElement} screen
 * @param {import("./pinned.js").Pinned} one
 */
function pinnedPanel(screen, one) {
  const id = `screen-pinned-${one.path.replaceAll("/", "-")}${one.id}`;
  const panel = /** @type {HTMLDetailsElement} */ (element("details", "fl-panel", { id, open: "" }));
  const summary = element("summary", "");
  summary.append(element("h2", "", {}, one.title));
  panel.append(summary);
  const off = button("Take it off", () => {
    pin(one);
    panel.remove();
    keep(screen);
    document.querySelector("[data-arrange]")?.replaceChildren(arrangement(screen));
  });
  import("./panels.js").then(async ({ fill }) => {
    const section = await fill(panel, one, off, Section);
    if (section) {
      all.push(section);
      repeat(panel);
    }
  });
  return panel;
}

/** The sections of the screen. @type {Section[]} */
let all = [];

/** Once somebody uses the screen, each panel can send what it knows to others. @param {HTMLElement} screen */
function sending(screen) {
  const offer = async () => {
    const { sends } = await import("./panels.js");
    panelsOf(screen).forEach((panel) => sends(panel, all));
  };
  for (const touch of ["pointerdown", "focusin"]) {
    screen.addEventListener(touch, offer); // again and again: panels may come
  }
}

// --- How they lie -----------------------------------------------------------------------------------------------------

/**
 * A closed panel says in its headline what its section answers.
 * @param {HTMLDetailsElement} panel
 */
function repeat(panel) {
  const pin = panel.querySelector(".fl-pin__said");
  if (pin) {
    const said = element("span", "fl-panel__said");
    panel.querySelector("summary")?.append(said);
    const show = () => said.replaceChildren(...[...pin.childNodes].map((node) => node.cloneNode(true)));
    new MutationObserver(show).observe(pin, { childList: true, subtree: true, characterData: true });
    show();
  }
}

/**
 * Put the panels as they lay; those that the reader has never seen come last.
 * @param {HTMLElement} screen
 * @param {Lying} lies
 */
function lay(screen, { order, closed, hidden, safe = false }) {
  document.documentElement.toggleAttribute("data-safe", safe);
  const place = (/** @type {HTMLElement} */ panel) => order.indexOf(panel.id) + 1 || order.length + 1;
  for (const panel of panelsOf(screen).sort((one, other) => place(one) - place(other))) {
    panel.open = !closed.includes(panel.id);
    panel.hidden = hidden.includes(panel.id);
    screen.append(panel);
  }
}

/** @param {HTMLElement} screen */
function keep(screen) {
  const panels = panelsOf(screen);
  const named = (/** @type {(panel: HTMLDetailsElement) => boolean} */ which) =>
    panels.filter(which).map(({ id }) => id);
  store(kept(), {
    order: named(() => true),
    closed: named(({ open }) => !open),
    hidden: named((one) => one.hidden !== false),
    safe: document.documentElement.hasAttribute("data-safe"),
  });
}

/**
 * A fold with a line for each panel: whether it shows, and where.
 * @param {HTMLElement} screen
 */
function arrangement(screen) {
  const list = element("ol", "fl-arrange__panels");
  const lines = () => list.replaceChildren(...panelsOf(screen).map(line));

  /** @param {HTMLDetailsElement} panel */
  function line(panel) {
    const title = panel.querySelector("h2")?.textContent ?? "";
    const shown = /** @type {HTMLInputElement} */ (element("input", "", { type: "checkbox" }));
    shown.checked = !panel.hidden;
    shown.addEventListener("change", () => {
      panel.hidden = !shown.checked;
      keep(screen);
    });
    const label = element("label", "");
    label.append(shown, title);
    const up = button("Up", () => moved(panel, "up"), { "aria-label": `${title}: up`, "data-up": "" });
    const down = button("Down", () => moved(panel, "down"), { "aria-label": `${title}: down`, "data-down": "" });
    const made = element("li", "");
    made.append(label, up, down);
    return made;
  }

  /**
   * @param {HTMLDetailsElement} panel
   * @param {"up" | "down"} way
   */
  function moved(panel, way) {
    way === "up" ? panel.previousElementSibling?.before(panel) : panel.nextElementSibling?.after(panel);
    keep(screen);
    lines();
    const pressed = list.children[panelsOf(screen).indexOf(panel)].querySelector(`[data-${way}]`);
    /** @type {HTMLElement | null} */ (pressed)?.focus();
  }

  const tools = element("p", "fl-tools");
  const every = (/** @type {boolean} */ open) => () => panelsOf(screen).forEach((panel) => (panel.open = open));
  const safe = button("Player-safe", () => {
    document.documentElement.toggleAttribute("data-safe");
    safe.setAttribute("aria-pressed", String(document.documentElement.hasAttribute("data-safe")));
    keep(screen);
  });
  safe.setAttribute("aria-pressed", String(document.documentElement.hasAttribute("data-safe")));
  tools.append(
    button("Close all", every(false)),
    button("Open all", every(true)),
    safe,
    button("Print", () => print()),
  );
  lines();
  const fold = element("details", "fl-arrange");
  fold.append(element("summary", "", {}, "Arrange"), tools, list);
  return fold;
}
