// What lies in the one file: texts, Python's files, and JSON that zstd has packed.

import { bytes } from "./seven-bits.js";

const UNPACKING = "runtime:zstddec.mjs";

/** The whole file has been read: what stands at its end is there. */
export const whole = new Promise((resolve) => {
  document.readyState === "loading" ? document.addEventListener("DOMContentLoaded", resolve) : resolve(null);
});

/**
 * The text that lies in the file under this name, empty where there is none.
 * @param {string} name
 */
export function held(name) {
  return [...document.querySelectorAll(`script[data-of="${CSS.escape(name)}"]`)]
    .map((part) => part.textContent)
    .join("");
}

/**
 * The bytes that lie in the file under this name.
 * @param {string} name
 */
export function file(name) {
  return bytes(held(name));
}

/**
 * What the JSON says that lies in the file under this name.
 * @param {string} name
 * @returns {Promise<any>}
 */
export async function unpacked(name) {
  const packed = file(name);
  unpacking ??= unpacker();
  return JSON.parse(new TextDecoder().decode((await unpacking)(packed)));
}

/** @type {Promise<(packed: Uint8Array) => Uint8Array> | undefined} */
let unpacking;

/** @returns {Promise<(packed: Uint8Array) => Uint8Array>} */
async function unpacker() {
  const zipped = new Response(file(UNPACKING)).body?.pipeThrough(new DecompressionStream("gzip"));
  const source = encodeURIComponent(await new Response(zipped).text());
  const { ZSTDDecoder } = await import(`data:text/javascript;charset=utf-8,${source}`);
  const decoder = new ZSTDDecoder();
  // It would fetch its own WebAssembly, a data: address, which no policy of ours allows.
  const { fetch } = globalThis;
  globalThis.fetch = async (address) =>
    new Response(Uint8Array.from(atob(String(address).split(",")[1]), (letter) => letter.charCodeAt(0)));
  const ready = decoder.init();
  globalThis.fetch = fetch;
  await ready;
  return (packed) => decoder.decode(packed, 0);
}
