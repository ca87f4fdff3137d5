// Before the first paint: where a link or a stored ruling asks for something else than the built answers, mark those
// answers as waiting, so that no stale number is ever shown as the reader's. felloe.js takes over from there.
(() => {
  // Lines would move when the faces in the style are read: until then nothing shows, for a second at most.
  const root = document.documentElement;
  const shown = () => delete root.dataset.faces;
  const faces = ["600 1em 'Felloe Display'", "1em 'Felloe Text'", "700 1em 'Felloe Text'", "1em 'Felloe Sans'"];
  root.dataset.faces = "";
  Promise.all(faces.map((face) => document.fonts.load(face))).finally(shown);
  setTimeout(shown, 1000);
  const MOST = 1000; // more are damage, and would take their time
  const marked = [];
  const answered = []; // questions of the first page that are asked no more
  const kept = [
    () => localStorage.getItem("felloe.rulings"),
    () => sessionStorage.getItem("felloe.looked"), // another table's, which this tab looks at
  ];
  for (const read of kept) {
    try {
      const { chosen, asked = [] } = JSON.parse(read() || "{}");
      const ids = chosen && typeof chosen === "object" ? Object.keys(chosen).slice(0, MOST) : [];
      marked.push(...ids.map((id) => `[data-rests~="${CSS.escape(id)}"]`));
      answered.push(...[...ids, ...asked].slice(0, MOST).map((id) => `[data-which="${CSS.escape(id)}"]`));
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
    marked.push(instance === "ruling" ? `[data-rests~="${CSS.escape(name.slice(7))}"]` : `#${CSS.escape(instance)}`);
  }
  if (marked.length || answered.length) {
    const style = document.createElement("style");
    style.id = "felloe-waiting";
    const which = `:is(${marked.join(",")})`;
    const gone = `.md-typeset :is(${answered.join(",")})`;
    style.textContent = `${which} :is(.fl-out,.fl-from){opacity:.15}.md-typeset ${which} .fl-wait{display:block}${gone}{display:none}`;
    document.head.append(style);
  }
})();
