// Python's worker where file:// allows no other: one that starts from its text.

/**
 * A classic worker; Pyodide takes it for a module's once `importScripts` throws.
 * @param {string} text
 */
export function fromText(text) {
  const source = `self.importScripts = () => { throw new TypeError("not in a module"); };${text}`;
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(address, { name: "python" });
  worker.addEventListener("message", () => URL.revokeObjectURL(address), { once: true });
  return worker;
}
