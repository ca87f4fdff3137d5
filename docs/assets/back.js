// Back and Forward between two states of one page are ours, and so are links to a place on it: Material would fetch the
// page again, drop what was typed and scroll. These listeners come before Material's, because this script does.
addEventListener("popstate", (event) => {
  // felloe.js decides whether both are states of one page.
  if (!dispatchEvent(new Event("felloe:back", { cancelable: true }))) {
    event.stopImmediatePropagation();
  }
});
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const plain = !(event.button || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);
  if (plain && link?.hash && link.href.split(/[?#]/)[0] === location.href.split(/[?#]/)[0] && !link.search) {
    event.preventDefault();
    event.stopPropagation();
    if (link.hash === location.hash) {
      document.getElementById(decodeURIComponent(link.hash.slice(1)))?.scrollIntoView();
    }
    location.hash = link.hash; // the query stays as it is
  }
}, { capture: true });
