// The worker in which Python lives. It boots Pyodide, from the build's snapshot or else plainly, and passes JSON
// text to `engine.app.call` and back. python.js alone speaks with it.

/**
 * @typedef {object} Snapshot
 * @property {string} file
 * @property {number} bytes its length once unpacked
 * @property {number} packed its length as it is fetched
 * @property {number} heap the memory that it was taken from, in bytes
 * @property {number} known how much of it, from its front, is XORed with what the WebAssembly module itself puts there
 *
 * What stands in runtime.json.
 * @typedef {object} Runtime
 * @property {string} version a hash of the content of all files
 * @property {string} build a hash of all that they were made of, which a snapshot remembers
 * @property {Record<string, string>} files the hash of each file's content, by its name
 * @property {object} lock Pyodide's lock file, without packages
 * @property {Snapshot | null} snapshot
 * @property {Record<string, Uint8Array<ArrayBuffer>>} [given] where nothing can be fetched: what zstd made of the
 *   files; `UNPACKING` was gzipped
 *
 * @typedef {{type: "start", base: string, store: string, runtime: Runtime, plain: boolean}
 *   | {type: "call", run: number, request: string}
 *   | {type: "wake", request: string}} Asked what is to be at hand is not waited for
 * @typedef {{type: "progress", share: number}
 *   | {type: "ready", how: "snapshot" | "plain", fault: string}
 *   | {type: "report", run: number, share: number}
 *   | {type: "answer", run: number, answer: string}
 *   | {type: "woken"}
 *   | {type: "fatal", message: string, moved?: boolean}} Told where the site has `moved` on, it has another runtime now
 */

const LIBRARY = "/lib/felloe";
// Of the calculators those are imported that are asked for, as after a snapshot.
const PLAINLY = `
import json, pathlib, sys
sys.path.insert(0, "${LIBRARY}")
from engine import calculators
found = json.loads(pathlib.Path("${LIBRARY}/homes.json").read_text())
calculators.HOMES.update(found["homes"])
from engine import app
app.load(found["games"])
`;
const PROGRESS_MS = 250;
const HASH_LETTERS = 16;
const UNPACKING = "zstddec.mjs";
const EMPTY_ZIP = new Uint8Array(22);
EMPTY_ZIP.set([0x50, 0x4b, 5, 6]);

const scope = /** @type {{postMessage(told: Told): void, onmessage: ((event: MessageEvent<Asked>) => void) | null,
  fetch: typeof fetch}} */ (/** @type {unknown} */ (self));

// Pyodide is given another `fetch` while it starts.
const network = scope.fetch.bind(self);

/** @type {(request: string, listener: (done: number, of: number) => void) => string} */
let call;

/** Once Python's files are put away for the next visit, or cannot be. @type {Promise<void> | undefined} */
let kept;

scope.onmessage = async ({ data }) => {
  if (data.type === "start") {
    try {
      scope.postMessage({ type: "ready", ...(await start(data)) });
    } catch (error) {
      scope.postMessage({ type: "fatal", message: sentence(error), moved: error instanceof Moved });
    }
    return;
  }
  try {
    if (data.type === "wake") {
      await kept; // whoever leaves at once is to find them
      call(data.request, () => {});
      scope.postMessage({ type: "woken" });
      return;
    }
    scope.postMessage({ type: "answer", run: data.run, answer: call(data.request, reporter(data.run)) });
  } catch (error) {
    // What a calculator raises is an answer, too; this is an abort, or memory out of bounds.
    scope.postMessage({ type: "fatal", message: sentence(error) });
  }
};

/**
 * What a calculator tells how far it has come; the page hears of it now and then.
 * @param {number} run
 */
function reporter(run) {
  let told = performance.now();
  return (/** @type {number} */ done, /** @type {number} */ of) => {
    if (performance.now() - told > PROGRESS_MS) {
      told = performance.now();
      scope.postMessage({ type: "report", run, share: done / of });
    }
  };
}

/**
 * The last line of an error, which in Python's tracebacks is the one that says what happened.
 * @param {unknown} error
 */
function sentence(error) {
  return (error instanceof Error ? error.message : String(error)).trim().split("\n").pop() ?? "";
}

/**
 * Boot Python and set `call`.
 * @param {{base: string, store: string, runtime: Runtime, plain: boolean}} asked
 * @returns {Promise<{how: "snapshot" | "plain", fault: string}>} `fault` says why a snapshot was not used
 */
async function start({ base, store, runtime, plain }) {
  const files = runtime.given ? new Given(base, runtime.given) : new Files(base, store, runtime);
  let fault = runtime.snapshot && plain ? "The snapshot did not lead to a start before." : "";
  if (runtime.snapshot && (runtime.given || !plain)) {
    try {
      const pyodide = await restore(files, runtime, runtime.snapshot);
      call = pyodide.pyimport("engine.app").call;
      kept = files.keep();
      return { how: "snapshot", fault };
    } catch (error) {
      if (runtime.given) {
        throw error; // a plain boot would need what is not in the file
      }
      fault = sentence(error);
      await files.drop();
      await stays(base, runtime);
    }
  }
  const pyodide = await boot(files, runtime);
  call = pyodide.pyimport("engine.app").call;
  kept = files.keep();
  return { how: "plain", fault };
}

/** The files belong to another runtime than the one that was described: a new site has come in between. */
class Moved extends Error {}

/**
 * Raises where the server has another runtime by now.
 * @param {string} base
 * @param {Runtime} runtime
 */
async function stays(base, runtime) {
  const now = await network(`${base}runtime.json`, { cache: "no-cache" })
    .then((response) => response.json())
    .catch(() => runtime);
  if (now.version !== runtime.version) {
    throw new Moved("The site has just been changed on its server.");
  }
}

/**
 * Python as the build left it, with the engine in memory. The file system is not in a snapshot, so the library is empty.
 * @param {Files} files
 * @param {Runtime} runtime
 * @param {Snapshot} snapshot
 */
async function restore(files, runtime, snapshot) {
  // Pyodide gets the array at once and looks into it when the module stands; until then it is filled.
  const memory = new Uint8Array(snapshot.bytes);
  const filled = fill(files, snapshot, memory);
  filled.catch(() => {});
  /**
   * CPython keeps one address that is not the same everywhere: the trampoline that Pyodide adds to the function table.
   * What this browser has just put there must outlive the copy; WebKit's is not Node's, and iOS has none.
   * @param {any} module
   * @param {Uint8Array} first
   */
  const adapt = async (module, first) => {
    await filled;
    const [, heapAt] = new Uint32Array(memory.buffer, 0, 2);
    for (let at = 0; at < snapshot.known; at += 1) {
      memory[heapAt + at] ^= first[at];
    }
    const trampoline = module.__PyRuntime + module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET / 4];
    new Int32Array(memory.buffer)[(heapAt + trampoline) / 4] = module.HEAP32[trampoline / 4];
  };
  const pyodide = await load(files, runtime, snapshot, { _loadSnapshot: memory }, Promise.resolve(EMPTY_ZIP), adapt);
  if (pyodide.globals.get("runtime_version") !== runtime.build) {
    throw new Error("The snapshot belongs to another build.");
  }
  return pyodide;
}

/**
 * Python from the start, with the engine's sources unpacked and imported.
 * @param {Files} files
 * @param {Runtime} runtime
 */
async function boot(files, runtime) {
  const sources = files.bytes("engine.zip");
  sources.catch(() => {});
  const pyodide = await load(files, runtime, null, {}, files.bytes("python_stdlib.zip"));
  pyodide.unpackArchive(await sources, "zip", { extractDir: LIBRARY });
  pyodide.runPython(PLAINLY);
  return pyodide;
}

/**
 * Call loadPyodide, compiling its WebAssembly while everything else is on its way.
 * @param {Files} files
 * @param {Runtime} runtime
 * @param {Snapshot | null} snapshot what is to be restored, if anything
 * @param {object} options
 * @param {Promise<Uint8Array>} library the archive of the standard library
 * @param {(module: any, first: Uint8Array) => Promise<void>} adapt what to do once the module stands; `first` is what
 *   was in memory before it ran
 */
async function load(files, runtime, snapshot, options, library, adapt = async () => {}) {
  const compiled = files
    .get("pyodide.asm.wasm")
    .then((response) =>
      response.headers.get("content-type")?.startsWith("application/wasm")
        ? WebAssembly.compileStreaming(response)
        : response.arrayBuffer().then((bytes) => WebAssembly.compile(bytes)),
    );
  compiled.catch(() => {});
  const [{ loadPyodide }, { default: create }] = await Promise.all(
    ["pyodide.mjs", "pyodide.asm.mjs"].map(async (name) => import(await files.module(name))),
  );

  /**
   * What Pyodide would do itself, but with our module, and with the memory grown to what a snapshot was taken from:
   * Pyodide copies a snapshot in without growing, and fails where it is larger than the first 30 MiB.
   * @param {any} settings
   */
  const createPyodideModule = (settings) =>
    new Promise((resolve, reject) => {
      let first = new Uint8Array();
      settings.instantiateWasm = (/** @type {any} */ imports, /** @type {any} */ done) => {
        const marker = Symbol("error");
        imports.env.Jsv_GetError_import = () => marker;
        imports.env.JsvError_Check = (/** @type {unknown} */ value) => value === marker;
        compiled
          .then((module) =>
            WebAssembly.instantiate(module, imports).then((instance) => {
              const memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
              first = new Uint8Array(memory.buffer).slice(0, snapshot?.known ?? 0);
              memory.grow(Math.max(0, Math.ceil(((snapshot?.heap ?? 0) - memory.buffer.byteLength) / 65536)));
              done(instance, module);
            }),
          )
          .catch(reject);
        return {};
      };
      create(settings)
        .then((/** @type {any} */ module) => adapt(module, first).then(() => resolve(module)))
        .catch(reject);
    });

  // Pyodide fetches two files by itself. The library comes from us, and its WebAssembly is never read.
  scope.fetch = async (input, init) => {
    const name = new URL(String(input), files.base).pathname.split("/").pop();
    if (name === "pyodide.asm.wasm") {
      return new Response();
    }
    return name === "python_stdlib.zip" ? new Response(/** @type {BodyInit} */ (await library)) : network(input, init);
  };
  try {
    return await loadPyodide({ indexURL: files.base, lockFileContents: runtime.lock, createPyodideModule, ...options });
  } finally {
    scope.fetch = network;
  }
}

/**
 * Unpack a snapshot into an array of its length, telling how far its fetching has come. Raises where the lengths differ.
 * @param {Files} files
 * @param {Snapshot} snapshot
 * @param {Uint8Array} target
 */
async function fill(files, snapshot, target) {
  const [{ body }, unpack] = await Promise.all([files.get(snapshot.file), files.unpacking()]);
  const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (body).getReader();
  const packed = new Uint8Array(snapshot.packed);
  let at = 0;
  let told = performance.now();
  for (let part = await reader.read(); part.value; part = await reader.read()) {
    if (at + part.value.length > packed.length) {
      throw new Error(`The snapshot should have ${packed.length} bytes; this one has more.`);
    }
    packed.set(part.value, at);
    at += part.value.length;
    if (performance.now() - told > PROGRESS_MS) {
      told = performance.now();
      scope.postMessage({ type: "progress", share: at / packed.length });
    }
  }
  if (at !== packed.length) {
    throw new Error(`The snapshot should have ${packed.length} bytes; this one has ${at}.`);
  }
  const whole = unpack(packed, target.length);
  if (whole.length !== target.length) {
    throw new Error(`The snapshot should unpack to ${target.length} bytes; this one has ${whole.length}.`);
  }
  target.set(whole);
}

/** The runtime's files: from Cache Storage where an earlier visit left them, else from the network. */
class Files {
  /** @type {Map<string, Response>} */
  #fetched = new Map();
  /** @type {Promise<string[]> | undefined} */
  #whole;

  /**
   * @param {string} base the folder's address
   * @param {string} store how the names of this site's caches begin; the version follows. Empty: nothing is to be kept
   * @param {{version: string, files: Record<string, string>}} runtime
   */
  constructor(base, store, { version, files }) {
    this.base = base;
    this.store = store;
    /** @type {Record<string, string>} */
    this.hashes = files;
    this.version = version;
    this.cache = store + version;
  }

  /**
   * The content's hash in the address keeps caches from mixing two builds, and what both have is fetched once.
   * @param {string} name
   */
  url(name) {
    return `${this.base}${name}?v=${this.hashes[name]?.slice(0, HASH_LETTERS)}`;
  }

  /**
   * The address from which a module is imported.
   * @param {string} name
   */
  async module(name) {
    return this.url(name);
  }

  /**
   * The names of this site's caches that have their mark, its own before those of other versions. A page that is left
   * while its files are put away leaves none, and Firefox a file that ends in the middle.
   */
  async #caches() {
    if (!this.store) {
      return [];
    }
    const others = (await caches.keys()).filter((name) => name.startsWith(this.store) && name !== this.cache);
    const names = [this.cache, ...others];
    const marks = names.map((name) => caches.match(this.mark(name.slice(this.store.length)), { cacheName: name }));
    const marked = await Promise.all(marks);
    return names.filter((_, at) => marked[at]);
  }

  /**
   * What stands in a cache of a version once all of its files do.
   * @param {string} version
   */
  mark(version) {
    return `${this.base}whole?v=${version}`;
  }

  /**
   * @param {string} name
   * @returns {Promise<Response>}
   */
  async get(name) {
    const url = this.url(name);
    this.#whole ??= this.#caches().catch(() => []);
    for (const cacheName of await this.#whole) {
      const kept = await caches.match(url, { cacheName }).catch(() => undefined);
      if (kept) {
        if (cacheName !== this.cache) {
          this.#fetched.set(name, kept.clone());
        }
        return kept;
      }
    }
    const response = await network(url);
    if (!response.ok) {
      throw new Error(`${name} could not be fetched (${response.status}).`);
    }
    if (this.store && globalThis.caches) {
      this.#fetched.set(name, response.clone());
    }
    return response;
  }

  /**
   * What unpacks what zstd has packed to a known length, or to the one that it says where this is 0.
   * @returns {Promise<(packed: Uint8Array, length: number) => Uint8Array>}
   */
  async unpacking() {
    const { ZSTDDecoder } = await import(await this.module(UNPACKING));
    const decoder = new ZSTDDecoder();
    // It has its WebAssembly as a data: address, which it would fetch; no policy of ours allows that.
    const before = scope.fetch;
    scope.fetch = async (input) =>
      new Response(Uint8Array.from(atob(String(input).split(",")[1]), (letter) => letter.charCodeAt(0)));
    const ready = decoder.init();
    scope.fetch = before;
    await ready;
    return (packed, length) => decoder.decode(packed, length);
  }

  /** @param {string} name */
  async bytes(name) {
    return new Uint8Array(await (await this.get(name)).arrayBuffer());
  }

  /**
   * Keep what was fetched for the next visit, with a mark that it is whole, and forget other versions. Where that
   * cannot be, the next visit fetches again.
   */
  async keep() {
    if (!this.#fetched.size) {
      return;
    }
    try {
      const cache = await caches.open(this.cache);
      await Promise.all([...this.#fetched].map(([name, response]) => cache.put(this.url(name), response)));
      await cache.put(this.mark(this.version), new Response());
      for (const name of await caches.keys()) {
        if (name.startsWith(this.store) && name !== this.cache) {
          await caches.delete(name);
        }
      }
    } catch {
      await this.drop();
    }
  }

  /** Forget what is kept: a file may be broken. */
  async drop() {
    this.#fetched.clear();
    await globalThis.caches?.delete(this.cache).catch(() => false);
  }
}

/** The runtime's files where the page has them inside: from file://, nothing may be fetched. */
class Given extends Files {
  /** @type {Promise<(packed: Uint8Array, length: number) => Uint8Array> | undefined} */
  #unpack;

  /**
   * @param {string} base
   * @param {Record<string, Uint8Array<ArrayBuffer>>} given
   */
  constructor(base, given) {
    super(base, "", { version: "", files: {} });
    this.given = given;
  }

  /**
   * A data: address, because WebKit imports no blob: in such a worker.
   * @param {string} name
   */
  async module(name) {
    return `data:text/javascript;charset=utf-8,${encodeURIComponent(await (await this.get(name)).text())}`;
  }

  /** @param {string} name */
  async get(name) {
    if (!(name in this.given)) {
      throw new Error(`${name} is not in this file.`);
    }
    const packed = this.given[name];
    if (name === UNPACKING) {
      const body = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (new Response(packed).body);
      return new Response(body.pipeThrough(new DecompressionStream("gzip")));
    }
    if (name.endsWith(".zst")) {
      return new Response(packed);
    }
    this.#unpack ??= this.unpacking();
    return new Response(/** @type {BodyInit} */ ((await this.#unpack)(packed, 0)));
  }
}

export {};
