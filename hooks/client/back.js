// Back and Forward between two states of one page are ours, and so are links to a place on it: Material would fetch the
// page again, drop what was typed and scroll. These listeners come before Material's, because this script does.
addEventListener("popstate", (event) => {
  // felloe.js decides whether both are states of one page.
  if (!dispatchEvent(new Event("felloe:back", { cancelable: true }))) {
    event.stopImmediatePropagation();
  }
});
document.addEventListener(
  "click",
  (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const plain = !(event.button || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);
    if (plain && link?.hash && link.href.split(/[?#]/)[0] === location.href.split(/[?#]/)[0] && !link.search) {
      event.preventDefault();
      event.stopPropagation();
      const held = location.hash.match(/\?.*$/s)?.[0] ?? ""; // what the calculators hold stays as it is
      location.hash = link.hash.includes("?") ? link.hash : link.hash + held;
      reach();
    }
  },
  { capture: true },
);

// Browsers find the place that an address names only where nothing stands behind it, so we do, before anything is drawn.
function reach() {
  try {
    document.getElementById(decodeURIComponent(location.hash.slice(1).split("?")[0]))?.scrollIntoView();
  } catch {
    // Escapes that are broken name nothing.
  }
}
document.addEventListener("readystatechange", () => {
  if (document.readyState === "interactive" && location.hash.includes("?") && !history.state?.y) {
    reach();
  }
});
