// Wakes the previews of rules (see previews.js) when a link to one is first pointed at, touched, or has the focus.

/**
 * @typedef {import("./lookup.js").Entry} Entry
 * @typedef {import("./previews.js").Previews} Previews
 */

/** Rules in prose, ledgers and marks; not what leads around on a page. */
const LINKS = "article a[href*='#']:not(.headerlink, .fl-button, .fl-preview__to)";
/** By a finger, what stands in a calculator opens a sheet, so that nobody leaves it by accident; in prose links lead on. */
const TOUCHED = "section.fl a[href*='#']:not(.fl-button, .fl-preview__to, [href*='?'])";

/**
 * @param {() => Promise<Map<string, Entry>>} places the sections of the index by their locations
 * @param {(link: HTMLAnchorElement) => string} locate the location that a link leads to, or nothing
 */
export function openPreviews(places, locate) {
  let finger = false;
  /** @type {Previews | undefined} */
  let awake;
  /** @type {Promise<Previews> | undefined} */
  let waking;
  const wake = async () => {
    const { Previews } = await import("./previews.js");
    awake = new Previews(places, locate, LINKS);
    return awake;
  };
  const previews = () => {
    waking ??= wake();
    return waking;
  };
  const first = (/** @type {Event} */ { target }) => !awake && target instanceof Element && target.closest(LINKS);
  document.addEventListener("pointerdown", ({ pointerType }) => {
    finger = pointerType === "touch";
  });
  document.addEventListener("pointerover", (event) => first(event) && previews().then((one) => one.pointed(event)));
  document.addEventListener("focusin", (event) => {
    if (first(event)) {
      previews().then((one) => one.focused(/** @type {Element} */ (event.target)));
    }
  });
  document.addEventListener(
    "click",
    (event) => {
      const link = event.target instanceof Element ? event.target.closest(TOUCHED) : null;
      if (finger && link instanceof HTMLAnchorElement && awake?.link !== link && locate(link)) {
        event.preventDefault();
        event.stopPropagation();
        previews()
          .then((one) => one.show(link))
          .then((shown) => shown || location.assign(link.href));
      }
    },
    true,
  );
}
