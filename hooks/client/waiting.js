// Before the first paint: where a link or a stored ruling asks for something else than the built answers, mark those
// answers as waiting, so that no stale number is ever shown as the reader's. felloe.js takes over from there.
(() => {
  const MOST = 1000; // more are damage, and would take their time
  const marked = [];
  const kept = [
    () => localStorage.getItem("felloe.rulings"),
    () => sessionStorage.getItem("felloe.looked"), // another table's, which this tab looks at
  ];
  for (const read of kept) {
    try {
      const { chosen } = JSON.parse(read() || "{}");
      const ids = chosen && typeof chosen === "object" ? Object.keys(chosen) : [];
      marked.push(...ids.slice(0, MOST).map((id) => `[data-rests~="${CSS.escape(id)}"]`));
    } catch {
      // Damaged or blocked storage is reported by felloe.js; the defaults hold.
    }
  }
  try {
    document.documentElement.toggleAttribute("data-rolled", sessionStorage.getItem("felloe.rolls") !== null);
  } catch {
    // Without storage there are no rolls to make room for.
  }
  const query = `${location.search.slice(1)}&${location.hash.match(/\?([^#]*)/)?.[1] ?? ""}`; // as in address.js
  for (const name of [...new URLSearchParams(query).keys()].slice(0, MOST)) {
    const instance = name.split(".")[0];
    marked.push(
      instance === "ruling" ? `[data-rests~="${CSS.escape(name.slice(7))}"]` : `#${CSS.escape(instance)} .fl-out`,
    );
  }
  if (marked.length) {
    const style = document.createElement("style");
    style.id = "felloe-waiting";
    const which = `:is(${marked.join(",")})`;
    style.textContent = `${which},.fl-body:has(${which}) .fl-from{opacity:.15}.md-typeset :has(> ${which}) > .fl-wait{display:block}`;
    document.head.append(style);
  }
})();
