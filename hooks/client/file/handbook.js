// The site in one file: its pages lie in it compressed, chapter by chapter, and are unpacked when one is opened. The build
// puts this module in the place of python.js, so that felloe.js finds Python, and Material's `document$`, as online.

import { parts, placed } from "./address.js";
import { Book } from "./book.js";
import { Finder } from "./finder.js";
import { fromText } from "./from-text.js";
import { file, held, unpacked, whole } from "./inside.js";
import { Python as Online } from "./python.js";

/**
 * @typedef {import("./worker.js").Runtime} Runtime
 * @typedef {{title: string, main: string}} Page
 */

const REACHED = 100; // a section is being read once its heading is so near to the top, in pixels
const PALETTE = "felloe.palette";

/**
 * The pages of a chapter by path, of the one that was read last: who turns pages or prints them stays in it.
 * @type {{name: string, pages: Promise<Record<string, Page>>}}
 */
let chapter = { name: "", pages: Promise.resolve({}) };

/**
 * A page of the handbook, undefined where it has none at this path.
 * @param {string} path
 * @returns {Promise<Page | undefined>}
 */
async function read(path) {
  const name = path.split("/").slice(0, 3).join("/");
  if (chapter.name !== name) {
    chapter = { name, pages: held(`pages:${name}`) ? unpacked(`pages:${name}`) : Promise.resolve({}) };
  }
  return (await chapter.pages)[path];
}

/**
 * A page that the handbook has.
 * @param {string} path
 */
async function known(path) {
  return /** @type {Page} */ (await read(path));
}

// --- Python, without a network --------------------------------------------------------------------------------------

export class Python extends Online {
  constructor() {
    super(new URL(".", document.baseURI));
  }

  async cached() {
    return true;
  }

  /** @returns {Promise<Runtime>} */
  async describe() {
    await whole;
    const runtime = JSON.parse(held("runtime"));
    return {
      ...runtime,
      given: Object.fromEntries(runtime.inside.map((/** @type {string} */ name) => [name, file(`runtime:${name}`)])),
    };
  }

  worker() {
    return fromText(JSON.parse(held("worker")));
  }
}

// --- Pages ----------------------------------------------------------------------------------------------------------

/** @type {(() => void)[]} */
const listeners = [];
/** The page that is shown, and the place on it. */
let [shown, there] = ["", ""];
let opening = 0;
/** How far each entry of the history was scrolled. @type {Map<string, number>} */
const scrolled = new Map();
let clicked = false;

Reflect.set(window, "document$", {
  subscribe: (/** @type {() => void} */ next) => {
    listeners.push(next);
    if (shown) {
      next();
    }
  },
});

/** What the address asks for: a page and a place on it (`#/ferries/crossing/#fer-04`). */
function asked() {
  const { inside, path, place } = parts();
  return { path: inside ? path : "/", place };
}

/**
 * Open what the address asks for.
 * @param {number | undefined} to how far to scroll where the address names no place
 */
async function open(to) {
  const { path, place } = asked();
  if (path !== shown) {
    opening += 1;
    const turn = opening;
    const found = await read(path);
    const page = found ?? (await known("/"));
    if (turn !== opening) {
      return;
    }
    const side = document.querySelector(".md-sidebar--primary .md-sidebar__scrollwrap")?.scrollTop ?? 0;
    const main = /** @type {HTMLElement} */ (document.querySelector("main"));
    main.outerHTML = page.main;
    document.querySelector(".md-sidebar--primary .md-sidebar__scrollwrap")?.scrollTo(0, side);
    document.title = page.title;
    document.querySelector(".md-skip")?.setAttribute("href", `#${path}#${document.querySelector("h1")?.id ?? ""}`);
    shown = path;
    listeners.forEach((next) => next());
    if (!found) {
      document.querySelector("article")?.prepend(notice(`This handbook has no page “${path}”; here is its first one.`));
    }
  }
  there = place;
  document.documentElement.classList.remove("fl-elsewhere");
  const target = place && placed(place);
  if (target && to === undefined) {
    target.scrollIntoView();
  } else {
    scrollTo(0, to ?? 0);
  }
  // The link that was followed may be gone with its page; reading goes on where it led.
  const heading = target || document.querySelector("h1");
  if (heading && document.activeElement === document.body) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
}

/** @param {string} message */
function notice(message) {
  const bar = document.createElement("p");
  bar.className = "fl-notice";
  bar.setAttribute("role", "alert");
  bar.textContent = message;
  return bar;
}

/** @param {string} id */
function box(id) {
  return /** @type {HTMLInputElement} */ (document.getElementById(id));
}

document.addEventListener("felloe:page", (event) => {
  const { detail } = /** @type {CustomEvent<import("./elsewhere.js").Wanted>} */ (event);
  detail.main = known(detail.path).then(({ main }) => main);
});
history.scrollRestoration = "manual";
addEventListener("scroll", () => scrolled.set(location.hash, scrollY), { passive: true });
addEventListener("hashchange", () => {
  const to = clicked ? undefined : scrolled.get(location.hash);
  const { path, place } = asked();
  clicked = false;
  if (path === shown) {
    dispatchEvent(new Event("felloe:back", { cancelable: true }));
  }
  if (path !== shown || place !== there) {
    open(to);
  }
});
document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest("a[href^='#/']");
  if (link && !event.defaultPrevented) {
    clicked = link.getAttribute("href") !== location.hash;
    box("__drawer").checked = false;
    finder.close();
    if (!clicked) {
      open(undefined);
    }
  }
});

// --- Around the page ------------------------------------------------------------------------------------------------

const book = new Book(known, () => unpacked("search"));
let following = 0;

/** @param {string} className */
function printer(className) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = className;
  button.textContent = "Print the book";
  button.addEventListener("click", () => {
    box("__drawer").checked = false;
    book.print(button);
  });
  return button;
}

/** The book is offered at the foot of the navigation, and on the first page. */
function offer() {
  const item = document.createElement("li");
  item.className = "md-nav__item";
  item.append(printer("md-nav__link fl-print"));
  document.querySelector(".md-nav--primary > ul")?.append(item);
  if (asked().path === "/") {
    const line = document.createElement("p");
    line.append(printer("fl-button"), " All pages in their order, for paper or a PDF.");
    document.querySelector("article")?.append(line);
  }
}

/** The contents beside the page mark the section that is being read. */
function follow() {
  following = 0;
  const links = /** @type {HTMLAnchorElement[]} */ ([
    ...document.querySelectorAll(".md-sidebar--secondary a.md-nav__link"),
  ]);
  const ended = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 1;
  const reached = links.filter((link) => {
    const place = document.getElementById(link.hash.split("#")[2] ?? "");
    return place && (ended || place.getBoundingClientRect().top < REACHED);
  });
  const current = reached.at(-1);
  for (const link of links) {
    link.classList.toggle("md-nav__link--active", link === current);
  }
  const list = current?.closest(".md-sidebar__scrollwrap");
  if (current && list) {
    const [line, frame] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
    if (line.top < frame.top || line.bottom > frame.bottom) {
      list.scrollTop += line.top - frame.top - frame.height / 2;
    }
  }
}

addEventListener("scroll", () => (following ||= requestAnimationFrame(follow)), { passive: true });
listeners.push(offer, follow);

// --- Light and dark -------------------------------------------------------------------------------------------------

/** @param {HTMLInputElement} chosen */
function paint(chosen) {
  chosen.checked = true;
  document.body.dataset.mdColorScheme = chosen.dataset.mdColorScheme;
  for (const label of document.querySelectorAll("[data-md-component=palette] label")) {
    label.toggleAttribute("hidden", label !== chosen.nextElementSibling);
  }
}

const palettes = /** @type {NodeListOf<HTMLInputElement>} */ (
  document.querySelectorAll("[data-md-component=palette] input")
);
for (const one of palettes) {
  one.addEventListener("change", () => {
    paint(one);
    try {
      localStorage.setItem(PALETTE, one.dataset.mdColorScheme ?? "");
    } catch {
      // Where nothing is kept, the choice holds until the file is closed.
    }
  });
  if (one.dataset.mdColorScheme === document.body.dataset.mdColorScheme) {
    paint(one);
  }
}

// --- Search ---------------------------------------------------------------------------------------------------------

const finder = new Finder(
  () => unpacked("search"),
  (location) => `#/${location}`,
  (url) => {
    const { inside, path, place } = parts(url);
    return inside ? path.slice(1) + place : "";
  },
);
listeners.push(() => finder.arrived());

document.documentElement.classList.replace("no-js", "js");
if (asked().path === "/") {
  shown = "/"; // it stands in the file as it is, for readers without JavaScript
  listeners.forEach((next) => next());
} else {
  await open(undefined);
}
