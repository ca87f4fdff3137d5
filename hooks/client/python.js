// The page's handle on Python: one worker a tab, started when it is first needed, one call at a time.
// Importing this module and making a `Python` fetches nothing.

/**
 * @typedef {import("./worker.js").Runtime} Runtime
 * @typedef {import("./worker.js").Asked} Asked
 * @typedef {import("./worker.js").Told} Told
 * @typedef {import("./messages.js").Answers} Answers
 * @typedef {import("./messages.js").Request} Request
 *
 * @typedef {object} Status what the listeners of "status" find in `event.detail`
 * @property {"idle" | "starting" | "ready" | "restarting" | "failed"} state
 * @property {"snapshot" | "plain" | ""} how the way Python came up; empty until it is ready
 * @property {string} message a sentence for the reader; empty where there is nothing to say
 *
 * @typedef {object} Progress what the listeners of "progress" find in `event.detail`, from when a call takes long
 * @property {string} key
 * @property {"waiting" | "running" | "over"} state waiting is what stands behind another call
 * @property {number | null} share how much is done, from 0 to 1, where the calculator says so
 * @property {number} seconds how long it has been waiting or running, in whole seconds
 *
 * @typedef {object} Pending
 * @property {string} key
 * @property {string} request
 * @property {number} since when it was asked, and later when it was sent, as `performance.now()` has it
 * @property {number | null} share
 * @property {number} tries
 * @property {(answer: any) => void} resolve
 * @property {(error: Error) => void} reject
 */

const ANSWER_MS = 20_000;
const START_MS = 60_000;
const SLOW_MS = 400;
const BEAT_MS = 200;
const OUTDATED_MS = 2000;
const TRIES = 3;
const STOPPED = "Stopped: your values are kept, and the answer is the one from before; the next change asks anew.";

export class Python extends EventTarget {
  /** @type {Status} */
  status = { state: "idle", how: "", message: "" };
  #store;
  /** What the last start was made of; one that follows it needs no network. @type {Runtime | null} */
  #runtime = null;
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Map<string, Pending>} one call a key, in the order in which they were asked */
  #waiting = new Map();
  /** @type {Pending | null} */
  #running = null;
  #run = 0;
  #starts = 0;
  /** Whether this start follows one that was made of a site which has changed meanwhile. */
  #moved = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #watch;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #tick;
  /** The keys of which the listeners of "progress" have heard. @type {Set<string>} */
  #slow = new Set();
  /** Calculators that are to be at hand, and those of them that are yet to wake. @type {Set<string>} */
  #wanted = new Set();
  /** @type {Set<string>} */
  #asleep = new Set();
  /** The one that the worker is at, or nothing. */
  #waking = "";

  /**
   * @param {string | URL} base the folder that holds worker.js and runtime/
   * @param {{answerMs?: number}} patience how long one call may take before Python is given up, in milliseconds
   */
  constructor(base = new URL(".", import.meta.url), { answerMs = ANSWER_MS } = {}) {
    super();
    this.base = new URL(base, document.baseURI).href;
    this.answerMs = answerMs;
    // One origin may hold several sites, so the address is in the name.
    this.#store = `felloe-runtime ${new URL(this.base).pathname} `;
  }

  /** Whether the reader keeps the site for offline: our service worker then hands out all of Python. */
  async #offline() {
    const root = new URL("..", this.base);
    return (
      navigator.serviceWorker?.controller?.scriptURL === new URL("service-worker.js", root).href &&
      caches.has(`felloe-offline ${root.pathname}`)
    );
  }

  /** Whether an earlier visit has left this site's present runtime in Cache Storage. Fetches no byte of Python. */
  async cached() {
    try {
      if (await this.#offline()) {
        return true;
      }
      const any = (await caches.keys()).some((name) => name.startsWith(this.#store));
      const { version } = any ? await this.describe() : { version: "" };
      const mark = await caches.match(`${this.base}runtime/whole?v=${version}`, { cacheName: this.#store + version });
      return mark !== undefined;
    } catch {
      return false;
    }
  }

  /** Start Python, unless it runs or is starting. `ask` does this by itself. */
  start() {
    if (!this.#worker) {
      this.#starts = 0;
      this.#launch("starting", "The calculators are starting; you can go on typing.");
    }
  }

  /**
   * Send a request to `engine.app.call`. A newer request for the same key takes the place of an older one, whose
   * promise then gives undefined; where the older one takes its time, it is not waited for. Rejects with a sentence for
   * the reader where Python cannot answer.
   * @template {Request} Asked
   * @param {string} key
   * @param {Asked} request
   * @returns {Promise<import("./messages.js").Reply<Answers[Asked["do"]]> | undefined>}
   */
  ask(key, request) {
    return new Promise((resolve, reject) => {
      this.#waiting.get(key)?.resolve(undefined);
      if (this.#running?.key === key) {
        this.#outdate(this.#running);
      }
      this.#waiting.delete(key);
      const text = JSON.stringify(request);
      this.#waiting.set(key, { key, request: text, since: performance.now(), share: null, tries: 0, resolve, reject });
      this.#tick ??= setInterval(() => this.#progress(), BEAT_MS);
      this.start();
      this.#next();
    });
  }

  /**
   * Have the rules of a calculator at hand before it is asked: they wake once Python runs and nobody waits for it.
   * @param {string} calculator
   */
  wake(calculator) {
    if (!this.#wanted.has(calculator)) {
      this.#wanted.add(calculator);
      this.#asleep.add(calculator);
      this.#next();
    }
  }

  /**
   * Drop what was asked for this key: its promise rejects with a sentence that says so. A call that Python is at work on
   * ends with its worker, and a new one takes its place.
   * @param {string} key
   */
  cancel(key) {
    const calls = this.#pending().filter((call) => call.key === key);
    this.#waiting.delete(key);
    if (this.#running?.key === key) {
      this.#replace();
    }
    this.#settled();
    calls.forEach((call) => call.reject(new Error(STOPPED)));
  }

  /** A new worker takes the place of one that is still at work; other calls that were asked for go to it. */
  #replace() {
    this.#running = null;
    this.#starts = 0;
    this.#launch("restarting", "");
  }

  /**
   * Nobody waits for this call any more: soon, Python does not either.
   * @param {Pending} call
   */
  #outdate(call) {
    call.resolve(undefined);
    call.tries = TRIES;
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#replace(), call.since + OUTDATED_MS - performance.now());
  }

  /**
   * @param {Worker | null} worker
   * @param {Asked} message
   */
  #post(worker, message) {
    worker?.postMessage(message);
  }

  /**
   * What the runtime is made of. The handbook, which has it inside, answers otherwise.
   * @returns {Promise<Runtime>}
   */
  async describe() {
    const response = await fetch(`${this.base}runtime/runtime.json`, { cache: "no-cache" });
    if (!response.ok) {
      throw new Error(`runtime.json: ${response.status}`);
    }
    return response.json();
  }

  /** A worker in which nothing runs yet. */
  worker() {
    return new Worker(new URL("worker.js", this.base), { type: "module", name: "python" });
  }

  #pending() {
    return [...(this.#running ? [this.#running] : []), ...this.#waiting.values()];
  }

  /** Tell of every call that takes long. */
  #progress() {
    const newest = new Map(this.#pending().map((call) => [call.key, call]));
    for (const call of newest.values()) {
      const since = performance.now() - call.since;
      if (since > SLOW_MS && this.status.state !== "starting") {
        this.#slow.add(call.key);
        const state = call === this.#running ? "running" : "waiting";
        this.#tellProgress({ key: call.key, state, share: call.share, seconds: Math.floor(since / 1000) });
      }
    }
  }

  /** Tell of every call that took long and is over. */
  #settled() {
    const keys = new Set(this.#pending().map((call) => call.key));
    for (const key of [...this.#slow].filter((slow) => !keys.has(slow))) {
      this.#slow.delete(key);
      this.#tellProgress({ key, state: "over", share: null, seconds: 0 });
    }
    if (!keys.size) {
      clearInterval(this.#tick);
      this.#tick = undefined;
    }
  }

  /** @param {Progress} detail */
  #tellProgress(detail) {
    this.dispatchEvent(new CustomEvent("progress", { detail }));
  }

  /**
   * A new worker in place of the present one. From the second start in a row on, Python boots without the snapshot.
   * @param {"starting" | "restarting"} state
   * @param {string} message
   */
  #launch(state, message) {
    this.#worker?.terminate();
    this.#starts += 1;
    const plain = this.#starts > 1;
    const worker = this.worker();
    [this.#worker, this.#asleep, this.#waking] = [worker, new Set(this.#wanted), ""];
    this.#tell(state, "", message);
    this.#patience(START_MS, "The calculators did not start within a minute");
    worker.onmessage = (/** @type {MessageEvent<Told>} */ event) => this.#worker === worker && this.#told(event.data);
    worker.onerror = worker.onmessageerror = () => this.#worker === worker && this.#broken("The calculators stopped");
    const known = plain ? null : this.#runtime;
    Promise.all([known ?? this.describe(), this.#offline()]).then(
      ([runtime, offline]) => {
        this.#runtime = runtime;
        const store = offline ? "" : this.#store;
        this.#post(worker, { type: "start", base: `${this.base}runtime/`, store, runtime, plain });
      },
      () => this.#worker === worker && this.#fail("The calculators could not be fetched; is there a connection?"),
    );
  }

  /** @param {Told} told */
  #told(told) {
    if (told.type === "fatal") {
      console.warn(`Python: ${told.message}`);
      if (told.moved && !this.#moved) {
        [this.#moved, this.#runtime, this.#starts] = [true, null, 0];
      }
      this.#broken("The calculators stopped");
    } else if (told.type === "progress") {
      this.#patience(START_MS, "The calculators did not start within a minute");
      if (this.status.state === "starting") {
        const share = Math.floor(100 * told.share);
        this.#tell("starting", "", `The calculators are on their way, ${share} %; you can go on typing.`);
      }
    } else if (told.type === "ready") {
      clearTimeout(this.#watch);
      [this.#moved, this.#starts] = [false, 0];
      if (told.fault) {
        console.warn(`Python: ${told.fault}`);
      }
      this.#tell("ready", told.how, told.fault ? "The calculators took the slow way to start, and are ready." : "");
      this.#next();
    } else if (told.type === "woken") {
      this.#waking = "";
      this.#next();
    } else if (told.run === this.#run && this.#running) {
      this.#heard(told, this.#running);
    }
  }

  /**
   * @param {Extract<Told, {run: number}>} told
   * @param {Pending} call
   */
  #heard(told, call) {
    if (told.type === "report") {
      call.share = told.share;
      if (call.tries < TRIES) {
        this.#patience(this.answerMs, this.#unanswered);
      }
      return;
    }
    clearTimeout(this.#watch);
    this.#running = null;
    call.resolve(JSON.parse(told.answer));
    this.#settled();
    this.#next();
  }

  /** Send the next call, if Python is free; where nobody waits, one calculator more may wake. */
  #next() {
    const [call] = this.#waiting.values();
    const [calculator] = this.#asleep;
    const free = this.status.state === "ready" && !this.#running;
    if (free && !call && calculator && !this.#waking) {
      this.#asleep.delete(calculator);
      this.#waking = calculator;
      this.#post(this.#worker, { type: "wake", request: JSON.stringify({ do: "wake", calculator }) });
    }
    if (free && call) {
      this.#waiting.delete(call.key);
      this.#running = call;
      Object.assign(call, { since: performance.now(), share: null });
      this.#run += 1;
      this.#post(this.#worker, { type: "call", run: this.#run, request: call.request });
      this.#patience(this.answerMs, this.#unanswered);
    }
  }

  get #unanswered() {
    return `The calculator gave no answer for ${Math.round(this.answerMs / 1000)} seconds`;
  }

  /**
   * @param {number} within
   * @param {string} fault
   */
  #patience(within, fault) {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#broken(fault), within);
  }

  /**
   * The worker is lost: start another one, and ask again what it owed, as long as there is hope.
   * @param {string} fault
   */
  #broken(fault) {
    const call = this.#running;
    this.#running = null;
    this.#wanted.delete(this.#waking); // it may be what the worker fell over
    if (call) {
      call.tries += 1;
      if (call.tries < TRIES) {
        this.#waiting = new Map([[call.key, call], ...this.#waiting]);
      } else {
        call.reject(new Error(`${fault}, and not for the first time; try other values.`));
        this.#settled();
      }
    }
    if (this.#starts >= TRIES) {
      this.#fail(`${fault}, three times over; reload the page to try again.`);
    } else {
      this.#launch("restarting", `${fault} and are starting again.`);
    }
  }

  /**
   * Give up until the next `ask` or `start`.
   * @param {string} message
   */
  #fail(message) {
    clearTimeout(this.#watch);
    this.#worker?.terminate();
    this.#worker = null;
    const calls = this.#pending();
    this.#running = null;
    this.#waiting.clear();
    this.#settled();
    this.#tell("failed", "", message);
    calls.forEach((call) => call.reject(new Error(message)));
  }

  /**
   * @param {Status["state"]} state
   * @param {Status["how"]} how
   * @param {string} message
   */
  #tell(state, how, message) {
    this.status = { state, how, message };
    this.dispatchEvent(new CustomEvent("status", { detail: this.status }));
  }
}
