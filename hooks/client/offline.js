// The control with which a reader keeps the site for offline. The service worker does the keeping; a reader who does not
// ask for it fetches nothing. Where a browser has no service workers (plain http, some private windows), nothing shows.

const WORKER = new URL("../service-worker.js", import.meta.url).href;
const ROOT = new URL("./", WORKER);
const STORE = `felloe-offline ${ROOT.pathname}`;
const HIDDEN_MS = 1000;
const CUT = "It was cut off; what has come so far is kept.";

/** @type {ServiceWorkerContainer} */
const container = navigator.serviceWorker;
/** @type {ServiceWorkerRegistration | undefined} */
let registration;
/** @type {"none" | "coming" | "ready"} */
let state = "none";
let said = "";
let fresh = false;
let controlled = Boolean(container?.controller);

const control = document.createElement("div");
control.className = "fl-offline";
const status = control.appendChild(document.createElement("span"));
status.setAttribute("role", "status");
const button = control.appendChild(document.createElement("button"));
button.type = "button";

const bar = document.createElement("p");
bar.className = "fl-fresh";
bar.setAttribute("role", "status");

/**
 * Whether a worker has every file of its build.
 * @param {ServiceWorker} worker
 * @returns {Promise<boolean>}
 */
function whole(worker) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage("whole?", [port2]);
  });
}

/** Show the control where the page has a place for it, else in its footer; instant navigation draws both anew. */
function draw() {
  const place = document.querySelector("[data-offline]") ?? document.querySelector(".md-footer-meta__inner");
  if (place && !place.contains(control)) {
    place.append(control);
  }
  const words = {
    none: ["Keep this site for offline (as much as the build says)", said],
    coming: ["Stop", said],
    ready: ["Remove", "Ready offline."],
  };
  [button.textContent, status.textContent] = words[state];
  const content = document.querySelector("article");
  if (fresh && content && !content.contains(bar)) {
    const reload = document.createElement("button");
    reload.type = "button";
    reload.textContent = "Reload";
    reload.addEventListener("click", () => registration?.waiting?.postMessage("begin"));
    content.prepend(bar);
    bar.replaceChildren("A new version of this site is ready. ", reload);
  }
}

/**
 * @param {typeof state} next
 * @param {string} sentence
 */
function tell(next, sentence = "") {
  state = next;
  said = sentence;
  draw();
}

async function keep() {
  tell("coming", "Beginning …");
  navigator.storage?.persist?.().catch(() => {});
  try {
    registration = await container.register(WORKER, { scope: ROOT.pathname, updateViaCache: "none" });
    follow();
  } catch {
    tell("none", "This browser could not begin; it may be set to keep nothing, or there is no connection.");
  }
}

/** Keep nothing any more. */
async function remove() {
  registration?.installing?.postMessage("stop");
  await registration?.unregister();
  await caches.delete(STORE);
  registration = undefined;
  fresh = false;
  bar.remove();
  tell("none");
}

/** Watch the worker that is being installed: the first one, or a newer build's. */
function follow() {
  const coming = registration?.installing;
  coming?.addEventListener("statechange", () => {
    if (coming.state === "installed" && registration?.active) {
      fresh = true;
      draw();
    } else if (coming.state === "redundant" && state === "coming") {
      tell("none", CUT);
    }
  });
}

/** Begin anew with a newer build while nobody looks. A page that is left goes hidden too, but its timers end with it. */
function renew() {
  if (document.visibilityState === "hidden") {
    registration?.waiting?.postMessage("begin if alone");
  }
}

/** What the browser keeps of this site by now. A worker whose cache was cleared behind its back is of no use. */
async function look() {
  const found = await container.getRegistration(ROOT.href);
  registration = found?.scope === ROOT.href ? found : undefined;
  if (registration) {
    registration.onupdatefound = follow;
    follow();
  }
  fresh = Boolean(registration?.waiting);
  if (registration?.active && !(await whole(registration.active))) {
    await remove();
  } else {
    tell(registration?.active ? "ready" : registration?.installing ? "coming" : "none");
  }
}

if (container) {
  button.addEventListener("click", (event) => {
    if (event.detail < 2) {
      state === "none" ? keep() : remove();
    }
  });
  // A tab that another worker takes over would get another build's files beside its own: it begins anew.
  container.addEventListener("controllerchange", () => {
    controlled ? location.reload() : look();
    controlled = true;
  });
  new BroadcastChannel(STORE).onmessage = ({ data }) => {
    if (data.fault && state !== "ready") {
      tell("none", data.fault);
    } else if (data.share && state === "coming") {
      tell("coming", `${Math.floor(100 * data.share)} % kept …`);
    }
  };
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") {
      registration?.update().catch(() => {}); // without a network there is no newer build to be had
    } else {
      setTimeout(renew, HIDDEN_MS);
    }
  });
  const pages = /** @type {{subscribe?: (next: () => void) => void} | undefined} */ (Reflect.get(window, "document$"));
  look().then(
    () => pages?.subscribe?.(draw),
    () => {},
  );
}
