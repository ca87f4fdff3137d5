// The site as a folder that opens from file:// too. The build puts this module in the place of python.js: Python's
// files come as scripts, because nothing else may be read there, and where the pages share no storage their links carry
// the rulings.

import { parts } from "./address.js";
import { fromText } from "./from-text.js";
import { notify } from "./notice.js";
import { Python as Online } from "./python.js";
import { looking, own, rulings } from "./rulings.js";
import { bytes } from "./seven-bits.js";

/** @typedef {import("./worker.js").Runtime} Runtime */

const SAID = {
  page: "Opened from a file, pages may each keep their own rulings. Go from page to page by links: they carry yours along.",
  nothing: "This browser keeps nothing for this site. Go from page to page by links: they carry your rulings along.",
};

const root = /** @type {URL} */ (Reflect.get(window, "__md_scope"));
/** @type {{runtime: Runtime & {inside: string[]}, worker: string}} */
const given = Reflect.get(window, "felloe");
const keeps = document.documentElement.dataset.keeps;

// --- Python, without a network --------------------------------------------------------------------------------------

export class Python extends Online {
  constructor() {
    super(new URL("assets/", root));
  }

  /** Each page starts Python anew, so none does before it is asked for something. */
  async cached() {
    return false;
  }

  /** @returns {Promise<Runtime>} */
  async describe() {
    const { runtime } = given;
    const files = runtime.inside.map(async (name) => [name, bytes(await held(name, runtime.version))]);
    return { ...runtime, given: Object.fromEntries(await Promise.all(files)) };
  }

  worker() {
    return fromText(given.worker);
  }
}

/**
 * The text that the script of one of Python's files hands over.
 * @param {string} name
 * @param {string} version keeps an HTTP cache from mixing two builds
 * @returns {Promise<string>}
 */
function held(name, version) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = new URL(`assets/runtime/${name}.js?v=${version}`, root).href;
    script.onload = () => script.remove();
    script.onerror = () => reject(new Error(`${name} is not in the folder.`));
    addEventListener(`felloe:${name}`, (event) => resolve(/** @type {CustomEvent<string>} */ (event).detail), {
      once: true,
    });
    document.head.append(script);
  });
}

// --- Links ----------------------------------------------------------------------------------------------------------

/**
 * The address with the rulings that are in force, and no others; while another table's are looked at, with one's own and
 * the code of those.
 * @param {string} address
 * @param {Record<string, string>} more
 */
function ruled(address, more) {
  const url = new URL(address);
  const { place, query } = parts(url);
  const asked = new URLSearchParams(query);
  for (const name of [...asked.keys()].filter((name) => name.startsWith("ruling."))) {
    asked.delete(name);
  }
  const pairs = Object.entries(looking ? own().chosen : rulings).map(([id, value]) => [`ruling.${id}`, value]);
  const table = looking ? { table: looking.code, look: "" } : {};
  [...Object.entries({ ...more, ...table }), ...pairs].forEach(([name, value]) => asked.set(name, value));
  url.hash = asked.size ? `${place || "#"}?${asked}` : place;
  return url.href;
}

/**
 * Before a link is followed or copied: it names a file, as file:// needs it, and carries what the next page cannot know.
 * @param {Event} event
 */
function complete({ target }) {
  const link = /** @type {HTMLAnchorElement | null} */ (target instanceof Element ? target.closest("a[href]") : null);
  if (!link?.href.startsWith(root.href)) {
    return;
  }
  if (link.pathname.endsWith("/")) {
    link.pathname += "index.html";
  }
  if (link.pathname === location.pathname) {
    return;
  }
  if (keeps === "page") {
    const palette = localStorage.getItem(`${root.pathname}.__palette`);
    link.href = ruled(link.href, { carried: "", ...(palette ? { palette } : {}) });
  } else if (keeps === "nothing") {
    link.href = ruled(link.href, { rulings: "these" });
  }
}

for (const name of ["click", "auxclick", "contextmenu", "dragstart"]) {
  addEventListener(name, complete, { capture: true });
}

// --- Rulings that one page cannot keep for the others ---------------------------------------------------------------

if (keeps === "page" || keeps === "nothing") {
  const said = SAID[keeps];
  const page = document.querySelector("form.fl-rulings");
  page?.before(Object.assign(document.createElement("p"), { className: "fl-note", textContent: said }));
  if (!page || keeps === "nothing") {
    addEventListener("change", ({ target }) => target instanceof HTMLElement && target.dataset.ruling && notify(said));
  }
}
