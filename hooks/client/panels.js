// What panels of a GM screen have later: a section of another page, where the reader has put it there (see pinned.js), and
// a choice of the panels to which one sends what it knows.

import { element } from "./element.js";
import { bring, came, hrefOf, pageAt } from "./elsewhere.js";

/** @typedef {import("./section.js").Section} Section */

/**
 * Fetch the section into its panel; where that cannot be, say so and lead to its page.
 * @param {HTMLElement} panel
 * @param {import("./pinned.js").Pinned} one
 * @param {HTMLElement} off the button that takes it off
 * @param {typeof import("./section.js").Section} kind of section
 */
export async function fill(panel, { id, path }, off, kind) {
  const href = hrefOf(`${path}#${id}`);
  const body = element("div", "fl-panel__pinned");
  const foot = element("p", "fl-panel__rule");
  foot.append(element("a", "", { href }, "Its page"), " ", off);
  panel.append(body, foot);
  const page = await pageAt(href).catch(() => null);
  const root = page?.getElementById(id);
  if (root && !document.getElementById(id)) {
    const section = bring(root, href, body, kind);
    came([section]);
    return section;
  }
  const gone = "It stands on this screen already, or no longer on its page.";
  body.append(element("p", "fl-panel__rule", {}, page ? gone : "It cannot be fetched here; its page has it."));
  return null;
}

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
 * @param {Section[]} all of the screen, also those that come later
 */
export function sends(panel, all) {
  if (panel.querySelector(":scope > * > .fl-panel__send")) {
    return;
  }
  const section = (/** @type {Element} */ of) => all.find(({ root }) => of.contains(root));
  const titleOf = (/** @type {Element} */ one) => one.querySelector("h2")?.textContent ?? "";
  const choice = /** @type {HTMLSelectElement} */ (element("select", "fl-panel__send", { "aria-label": "Send to" }));
  const offer = () => {
    const own = section(panel);
    const others = [...(panel.parentElement?.children ?? [])].filter((one) => one !== panel);
    const takers = others.filter((one) => {
      const to = section(one);
      return own && to && Object.keys(common(own, to)).length;
    });
    choice.replaceChildren(new Option("Send to …", ""), ...takers.map((one) => new Option(titleOf(one), one.id)));
  };
  choice.addEventListener("change", () => {
    const taker = /** @type {HTMLDetailsElement | null} */ (document.getElementById(choice.value));
    const [own, to] = [section(panel), taker && section(taker)];
    if (own && taker && to) {
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
  panel.querySelector(":scope > .fl-panel__rule")?.append(" ", choice);
}
