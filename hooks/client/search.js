// The search of a page that a server, or a folder, holds beside the others. Its index comes when the search is first
// opened, so that someone who only reads pays nothing; reading goes on where the search led.

import { parts, placed, place as placeOf } from "./address.js";
import { Finder } from "./finder.js";

/** @typedef {import("./lookup.js").Index} Index */

// Material's own word for where the site begins, seen from the page that was opened first.
const config = JSON.parse(document.getElementById("__config")?.textContent ?? '{"base": "."}');
const home = new URL(config.base, location.href);
let followed = false;

/** @returns {Promise<Index>} */
async function fetched() {
  const answer = await fetch(new URL("search/search_index.json", home));
  if (!answer.ok) {
    throw new Error(`The index of the search answered ${answer.status}.`);
  }
  return answer.json();
}

/** From file://, where nothing may be fetched, it comes as a script. @returns {Promise<Index>} */
function scripted() {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = new URL("search/search_index.js", home).href;
    script.onload = () => resolve(Reflect.get(window, "__index"));
    script.onerror = reject;
    document.head.append(script);
  });
}

const finder = new Finder(
  location.protocol === "file:" ? scripted : fetched,
  (place) => new URL(place, home).href,
  (url) => {
    const { path, place } = parts(url);
    const ours = url.origin === location.origin && path.startsWith(home.pathname);
    return ours ? path.slice(home.pathname.length) + place : "";
  },
);

/** The heading that the address names, or the page's own, has the focus, so that Tab goes on from there. */
function arrive() {
  if (followed) {
    followed = false;
    const place = placed(placeOf());
    place?.scrollIntoView(); // sections that woke on the way have grown
    const heading = /** @type {HTMLElement | null} */ (place ?? document.querySelector("h1"));
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  }
}

// Heard before Material hears it, which turns the address at once, while the page is still to come.
document.addEventListener(
  "click",
  (event) => {
    const link = /** @type {Element} */ (event.target).closest(".md-search-result__list a");
    if (link instanceof HTMLAnchorElement) {
      followed = true;
      if (link.pathname === location.pathname) {
        setTimeout(arrive);
      }
    }
  },
  true,
);

// Material's instant navigation tells of each page that it has put in the place of another.
const pages = /** @type {{subscribe?: (next: () => void) => void} | undefined} */ (Reflect.get(window, "document$"));
pages?.subscribe?.(() => {
  finder.arrived();
  arrive();
});
