// A conflict on the page: two numbers that make up one, what its side may see of a sealed move, and the result in view.

/**
 * One slider for two numbers that make up a whole, to which other fields add: both halves show what it says.
 * @param {Element} control one of the form in which it may stand
 */
export function divide(control) {
  const form = control.closest("form");
  const part = /** @type {HTMLElement | null | undefined} */ (form?.querySelector(".fl-parts"));
  const slider = /** @type {HTMLInputElement | null | undefined} */ (part?.querySelector("input[type=range]"));
  if (!form || !part || !slider) {
    return;
  }
  const { whole = "0", least = "0", rest = "", adds = "" } = part.dataset;
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  const added = adds.split(" ").filter(Boolean);
  const all = added.reduce((sum, name) => sum + (Number.parseInt(field(name).value, 10) || 0), Number(whole));
  slider.max = String(all - Number(least));
  const halves = [slider.valueAsNumber, all - slider.valueAsNumber];
  field(rest).value = String(halves[1]);
  for (const [at, half] of part.querySelectorAll("[data-half]").entries()) {
    /** @type {HTMLElement} */ (half.querySelector("output")).textContent = String(halves[at]);
    const cells = Array.from({ length: halves[at] }, () => document.createElement("i"));
    half.querySelector(".fl-pips")?.replaceChildren(...cells);
  }
  const button = /** @type {HTMLElement | null} */ (form.querySelector("[data-divides]"));
  if (button) {
    button.textContent = halves.reduce((text, half) => text.replace("{}", String(half)), button.dataset.divides ?? "");
  }
}

/**
 * What has just happened comes into view: the headline of a stage, where it is not there already.
 * @param {Element} out
 */
export function intoView(out) {
  const turn = out.querySelector(".fl-turn");
  const { top } = turn?.getBoundingClientRect() ?? { top: 0 };
  if (turn && (top < 0 || top > innerHeight / 4)) {
    turn.scrollIntoView({ block: "start" });
  }
}

/**
 * Whoever has made a sealed move may look at it: as long as a button is held, or until another one is pressed again.
 * @param {HTMLElement} root
 * @param {(side: string) => Promise<[string, string][]>} asked
 */
export function peeking(root, asked) {
  /** @param {string} side */
  const box = (side) => /** @type {HTMLElement | null} */ (root.querySelector(`[data-peeked="${CSS.escape(side)}"]`));
  /** @type {string | null} */
  let held = null;
  const show = async (/** @type {string} */ side) => {
    const lines = await asked(side);
    const place = box(side);
    if (place && (held === side || pressed(side))) {
      place.replaceChildren(...lines.map(([words, value]) => line(words, value)));
      place.hidden = false;
    }
  };
  const pressed = (/** @type {string} */ side) =>
    root.querySelector(`[data-peek="${CSS.escape(side)}"]`)?.getAttribute("aria-pressed") === "true";
  const hide = (/** @type {string} */ side) => {
    const place = box(side);
    if (place && !pressed(side)) {
      place.replaceChildren();
      place.hidden = true;
    }
  };
  const of = (/** @type {Event} */ event, /** @type {"hold" | "peek"} */ name) =>
    /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(`[data-${name}]`));
  const release = () => {
    const side = held;
    held = null;
    side && hide(side);
  };
  root.addEventListener("pointerdown", (event) => {
    held = of(event, "hold")?.dataset.hold ?? null;
    held && show(held);
  });
  root.addEventListener("keydown", (event) => {
    const side = [" ", "Enter"].includes(event.key) && !event.repeat ? of(event, "hold")?.dataset.hold : null;
    if (side) {
      held = side;
      show(side);
    }
  });
  for (const name of ["pointerup", "pointercancel", "keyup", "blur", "visibilitychange"]) {
    addEventListener(name, release);
  }
  root.addEventListener("contextmenu", (event) => of(event, "hold") && event.preventDefault());
  root.addEventListener("click", (event) => {
    const button = of(event, "peek");
    const side = button?.dataset.peek;
    if (button && side) {
      const shown = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", String(shown));
      shown ? show(side) : hide(side);
    }
  });
}

/**
 * @param {string} words
 * @param {string} value
 */
function line(words, value) {
  const whole = document.createElement("p");
  const label = document.createElement("span");
  const said = document.createElement("b");
  [label.textContent, said.textContent] = [`${words}: `, value];
  whole.append(label, said);
  return whole;
}
