// Before anything else on a page of the folder, which opens from file:// too. Tells how far this browser's storage
// reaches, in `data-keeps` of <html> ("site", "page" where each file has a storage of its own, or "nothing"), and takes
// over what a link from another page carried. folder.js goes on from there.
(() => {
  const LINKED = "ruling.";
  const [, place, query] = location.hash.match(/^#?([^?]*)\??(.*)$/s) ?? ["", "", ""]; // as in address.js
  const asked = new URLSearchParams(query);
  const write = () => {
    const hash = asked.size ? `#${place}?${asked}` : place && `#${place}`;
    history.replaceState(history.state, "", location.pathname + location.search + hash);
  };
  const linked = [...asked].filter(([name]) => name.startsWith(LINKED));
  let keeps = "nothing";
  try {
    // What another page has written here can be seen only where the pages share one storage.
    const last = localStorage.getItem("felloe.page");
    const alone = location.protocol === "file:" && (last === null || last === location.pathname);
    localStorage.setItem("felloe.page", alone ? location.pathname : "*");
    keeps = alone ? "page" : "site";
    if (asked.has("carried")) {
      if (alone) {
        const chosen = Object.fromEntries(linked.map(([name, value]) => [name.slice(LINKED.length), value]));
        localStorage.setItem("felloe.rulings", JSON.stringify({ version: 1, chosen }));
        localStorage.setItem(`${Reflect.get(window, "__md_scope").pathname}.__palette`, asked.get("palette") ?? "null");
      }
      ["carried", "palette", ...linked.map(([name]) => name)].forEach((name) => asked.delete(name));
      write();
    }
  } catch {
    // Where nothing can be stored, the address keeps the rulings; "rulings=these" has it name all that are in force.
    asked.set("rulings", "these");
    write();
  }
  document.documentElement.dataset.keeps = keeps;
})();
