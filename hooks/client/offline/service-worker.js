// Keeps the whole site for readers without a network: every file, by its hash, in one cache. The build puts the list of
// files above this text, so that another build is another worker, which the browser starts beside the one in use.
// A worker answers with files of its own build alone, whatever the server has by now.

/**
 * @typedef {object} Site
 * @property {Record<string, [hash: string, bytes: number]>} files by the path below the site's root; a page's ends in /
 */

const worker = /** @type {ServiceWorkerGlobalScope & {site: Site}} */ (/** @type {unknown} */ (self));
const files = new Map(Object.entries(worker.site.files));
const ROOT = new URL("./", location.href);
const RUNTIME = "assets/runtime/";
// One origin may hold several sites, so the address is in the names.
const STORE = `felloe-offline ${ROOT.pathname}`;
const VISITED = `felloe-runtime ${ROOT.pathname}assets/ `;
const AT_ONCE = 6;
const TELL_MS = 200;

const channel = new BroadcastChannel(STORE);
const stopping = new AbortController();

// --- Fetching ---------------------------------------------------------------------------------------------------------

/** Get whatever is not kept yet. What an attempt has kept before it was cut off serves the next one. */
async function fill() {
  const store = await caches.open(STORE);
  const total = [...files.values()].reduce((sum, [, bytes]) => sum + bytes, 0);
  let done = 0;
  let told = 0;
  const came = (/** @type {number} */ bytes) => {
    done += bytes;
    if (performance.now() - told > TELL_MS) {
      told = performance.now();
      channel.postMessage({ share: done / total });
    }
  };
  const waiting = [...files.keys()];
  const fetchThem = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      await fetchOne(store, path, came);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, fetchThem));
  } catch (error) {
    waiting.length = 0;
    channel.postMessage({ fault: stopping.signal.aborted ? "" : sentence(error) });
    throw error;
  }
}

/**
 * @param {Cache} store
 * @param {string} path
 * @param {(bytes: number) => void} came
 */
async function fetchOne(store, path, came) {
  const [hash, bytes] = files.get(path) ?? ["", 0];
  if (await store.match(key(path))) {
    return came(bytes);
  }
  const found = (await visited(path, hash, came)) ?? (await network(path, hash, came));
  await store.put(key(path), new Response(found.body, { headers: { "Content-Type": found.type } }));
}

/**
 * A file of Python's that an earlier visit has left in the browser.
 * @param {string} path
 * @param {string} hash
 * @param {(bytes: number) => void} came
 */
async function visited(path, hash, came) {
  if (path.startsWith(RUNTIME)) {
    for (const name of await caches.keys()) {
      const response = name.startsWith(VISITED)
        ? await caches.match(new URL(path, ROOT), { cacheName: name, ignoreSearch: true })
        : undefined;
      const body = await response?.arrayBuffer();
      if (body && (await digest(body)) === hash) {
        came(body.byteLength);
        return { body, type: response?.headers.get("Content-Type") ?? "" };
      }
    }
  }
  return undefined;
}

/**
 * A file from the server; where some cache on the way has another build's, a second time past all of them.
 * @param {string} path
 * @param {string} hash
 * @param {(bytes: number) => void} came
 */
async function network(path, hash, came) {
  for (const cache of /** @type {RequestCache[]} */ (["no-cache", "reload"])) {
    const response = await fetch(new URL(path, ROOT), { cache, signal: stopping.signal });
    const counted = response.body?.pipeThrough(
      new TransformStream({
        transform(part, out) {
          came(part.length);
          out.enqueue(part);
        },
      }),
    );
    const body = await new Response(counted).arrayBuffer();
    if (response.ok && (await digest(body)) === hash) {
      return { body, type: response.headers.get("Content-Type") ?? "" };
    }
  }
  throw new Error("The site is just being changed on its server; try again in a minute.");
}

/** @param {ArrayBuffer} body */
async function digest(body) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return [...bytes.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {unknown} error */
function sentence(error) {
  if (error instanceof DOMException && error.name === "QuotaExceededError") {
    return "This browser has no room left for it.";
  }
  if (error instanceof TypeError || error instanceof DOMException) {
    return "The network was lost; what has come so far is kept.";
  }
  return error instanceof Error ? error.message : String(error);
}

/**
 * Where a file lies in the cache.
 * @param {string} path
 */
function key(path) {
  return new URL(`${path}?${files.get(path)?.[0]}`, ROOT).href;
}

/** Forget what belongs to other builds, and what the page itself has kept of Python. */
async function tidy() {
  const store = await caches.open(STORE);
  const ours = new Set([...files.keys()].map(key));
  for (const request of await store.keys()) {
    if (!ours.has(request.url)) {
      await store.delete(request);
    }
  }
  for (const name of await caches.keys()) {
    if (name.startsWith(VISITED)) {
      await caches.delete(name);
    }
  }
}

/** Whether every file is kept. */
async function whole() {
  const kept = new Set((await (await caches.open(STORE)).keys()).map((request) => request.url));
  return [...files.keys()].every((path) => kept.has(key(path)));
}

// --- Answering ----------------------------------------------------------------------------------------------------------

/**
 * The path of a file of this build; undefined for every other address.
 * @param {string} address
 */
function own(address) {
  const { origin, pathname, searchParams } = new URL(address);
  if (origin !== ROOT.origin || !pathname.startsWith(ROOT.pathname)) {
    return undefined;
  }
  const path = decodeURIComponent(pathname.slice(ROOT.pathname.length)).replace(/(^|\/)index\.html$/, "$1");
  const hash = path.startsWith(RUNTIME) ? searchParams.get("v") : null;
  return files.get(path)?.[0].startsWith(hash ?? "") ? path : undefined;
}

/**
 * A file as it is kept, else as the network has it.
 * @param {Request} request
 * @param {string} path
 */
async function kept(request, path) {
  return (await caches.match(key(path), { cacheName: STORE })) ?? fetch(request);
}

/**
 * A page that is not in this build: the network may know it.
 * @param {Request} request
 */
async function elsewhere(request) {
  const { pathname, search } = new URL(request.url);
  const folder = own(new URL(`${pathname}/`, ROOT).href);
  if (folder !== undefined) {
    return Response.redirect(new URL(folder + search, ROOT));
  }
  return fetch(request).catch(async (error) => {
    const missing = await caches.match(key("404.html"), { cacheName: STORE });
    if (!missing) {
      throw error;
    }
    return new Response(missing.body, { status: 404, headers: missing.headers });
  });
}

/**
 * What a page loads comes from the build that the page comes from. One that is not in this build came from the network.
 * @param {FetchEvent} event
 * @param {string} path
 */
async function answer({ request, clientId }, path) {
  const client = request.mode === "navigate" ? undefined : await worker.clients.get(clientId);
  if (client?.type === "window" && own(client.url) === undefined) {
    return fetch(request).catch(() => kept(request, path));
  }
  return kept(request, path);
}

worker.oninstall = (event) => event.waitUntil(fill());
worker.onactivate = (event) => event.waitUntil(tidy().then(() => worker.clients.claim()));

worker.onfetch = (event) => {
  const { request } = event;
  const path = request.method === "GET" ? own(request.url) : undefined;
  if (path !== undefined) {
    event.respondWith(answer(event, path));
  } else if (request.mode === "navigate" && request.method === "GET") {
    event.respondWith(elsewhere(request));
  }
};

worker.onmessage = (event) => {
  const answers = {
    stop: async () => stopping.abort(),
    "whole?": async () => event.ports[0].postMessage(await whole()),
    begin: () => worker.skipWaiting(),
    "begin if alone": async () => {
      const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
      if (tabs.filter(({ url }) => url.startsWith(ROOT.href)).length === 1) {
        await worker.skipWaiting();
      }
    },
  };
  event.waitUntil(answers[/** @type {keyof typeof answers} */ (event.data)]());
};
