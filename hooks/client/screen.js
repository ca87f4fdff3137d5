// The GM screen: panels that say their answer in one line while they are closed, and lie as the reader has put them; with
// sections of other pages that the reader has put here, and what one panel found sent to another.

import { path } from "./address.js";
import { button, element } from "./element.js";
import { bring, came, hrefOf, pageAt } from "./elsewhere.js";
import { drawParty } from "./party.js";
import { pin, pinnedOn } from "./pinned.js";
import { characters, chooseCharacter } from "./sheets.js";
import { store, stored } from "./storage.js";

/**
 * @typedef {object} Lying how the panels of a page lie
 * @property {string[]} order their names, the first one first
 * @property {string[]} closed those that show one line
 * @property {string[]} hidden those that do not show
 * @property {boolean} [safe] whether players may look: what is marked secret does not show
 *
 * @typedef {import("./section.js").Section} Section
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
    sends(panel);
  }
  document.querySelector("[data-arrange]")?.replaceChildren(arrangement(screen));
  openParty();
}

// --- Sections of other pages ------------------------------------------------------------------------------------------

/**
 * A panel with a section of another page, which is fetched; a link to it where that cannot be.
 * @param {HTMLElement} screen
 * @param {import("./pinned.js").Pinned} one
 */
function pinnedPanel(screen, one) {
  const { id, title } = one;
  const href = hrefOf(`${one.path}#${id}`);
  const panel = /** @type {HTMLDetailsElement} */ (
    element("details", "fl-panel", { id: `screen-pinned-${one.path.replaceAll("/", "-")}${id}`, open: "" })
  );
  const summary = element("summary", "");
  summary.append(element("h2", "", {}, title));
  const body = element("div", "fl-panel__pinned");
  const foot = element("p", "fl-panel__rule");
  const off = button("Take it off", () => {
    pin(one);
    panel.remove();
    keep(screen);
    document.querySelector("[data-arrange]")?.replaceChildren(arrangement(screen));
  });
  foot.append(element("a", "", { href }, "Its page"), " ", off);
  panel.append(summary, body, foot);
  const fill = async () => {
    const page = await pageAt(href);
    const root = page.getElementById(id);
    if (root && !document.getElementById(id) && panel.isConnected) {
      const section = bring(root, href, body);
      all.push(section);
      repeat(panel);
      sends(panel);
      came([section]);
    } else {
      body.append(element("p", "fl-panel__rule", {}, "It stands on this screen already, or no longer on its page."));
    }
  };
  fill().catch(() => body.append(element("p", "fl-panel__rule", {}, "It cannot be fetched here; its page has it.")));
  return panel;
}

// --- From one panel to another ----------------------------------------------------------------------------------------

/** The sections of the screen. @type {Section[]} */
let all = [];

/**
 * What both sections know by one name: what one found or was asked, for a field of the other.
 * @param {Section} from
 * @param {Section} to
 * @returns {Record<string, string>}
 */
function common(from, to) {
  const known = Object.entries({ ...from.inputs(), ...from.answered, ...from.values });
  const fields = Object.keys(to.inputs());
  const plain = known.filter(([name, value]) => fields.includes(name) && ["string", "number"].includes(typeof value));
  return Object.fromEntries(plain.map(([name, value]) => [name, String(value)]));
}

/**
 * A panel can send what it knows to those that ask for the same.
 * @param {HTMLDetailsElement} panel
 */
function sends(panel) {
  const section = (/** @type {Element} */ of) => all.find(({ root }) => of.contains(root));
  const screen = panel.parentElement;
  const [own, foot] = [section(panel), panel.querySelector(":scope > .fl-panel__rule")];
  if (!own || !foot || !screen || foot.querySelector("select")) {
    return;
  }
  const choice = /** @type {HTMLSelectElement} */ (element("select", "fl-panel__send", { "aria-label": "Send to" }));
  const titleOf = (/** @type {Element} */ one) => one.querySelector("h2")?.textContent ?? "";
  const offer = () => {
    const others = panelsOf(/** @type {HTMLElement} */ (screen)).filter((one) => one !== panel);
    const takers = others.filter((one) => {
      const to = section(one);
      return to && Object.keys(common(own, to)).length;
    });
    choice.replaceChildren(new Option("Send to …", ""), ...takers.map((one) => new Option(titleOf(one), one.id)));
    choice.disabled = !takers.length;
  };
  choice.addEventListener("change", () => {
    const taker = /** @type {HTMLDetailsElement | null} */ (document.getElementById(choice.value));
    const to = taker && section(taker);
    if (taker && to) {
      const sent = common(own, to);
      to.open((now) => ({ ...now, ...sent }), to.logged(), true);
      taker.open = true;
      own.status.textContent = `Sent to ${titleOf(taker)}: ${Object.values(sent).join(", ")}.`;
    }
    choice.value = "";
  });
  for (const event of ["pointerdown", "focus"]) {
    choice.addEventListener(event, offer);
  }
  offer();
  foot.append(" ", choice);
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
