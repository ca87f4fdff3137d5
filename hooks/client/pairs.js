// Inputs as dotted names and texts, as forms and links hold them, and how names become keys: what needs no page. What the
// engine does in the same way is held to tests/client/agreement.json, as the engine is.

/** @typedef {import("./address.js").Pairs} Pairs */

/**
 * Inputs with what was typed meanwhile, in place of what cannot stand beside it.
 * @param {Pairs} inputs
 * @param {[string, string][]} typed
 * @returns {Pairs}
 */
export function joined(inputs, typed) {
  const left = Object.entries(inputs).filter(
    ([name, text]) =>
      !typed.some(([other, said]) => (text && other.startsWith(`${name}.`)) || (said && name.startsWith(`${other}.`))),
  );
  return { ...Object.fromEntries(left), ...Object.fromEntries(typed) };
}

/**
 * Inputs as dotted names and texts, as a form holds them.
 * @param {Record<string, any>} inputs
 * @returns {Pairs}
 */
export function flat(inputs) {
  const pairs = Object.entries(inputs).flatMap(([name, value]) => {
    const rows = Array.isArray(value) && value.some((one) => typeof one === "object");
    const whole = value !== null && typeof value === "object" && (rows || !Array.isArray(value));
    const parts = whole ? Object.entries(flat({ ...value })).map(([part, text]) => [`${name}.${part}`, text]) : [];
    return whole ? [...(rows ? [[name, ""]] : []), ...parts] : [[name, String(value ?? "")]];
  });
  return Object.fromEntries(pairs);
}

/**
 * @param {unknown} one
 * @param {unknown} other
 */
export function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Of inputs, those of one field: the field itself, and what stands in its rows or branches.
 * @param {Pairs} inputs
 * @param {string} path
 * @returns {Pairs}
 */
export function under(inputs, path) {
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => name === path || name.startsWith(`${path}.`)));
}

/**
 * Inputs in which these fields hold other pairs, whatever stood in them before.
 * @param {Pairs} inputs
 * @param {Record<string, Pairs>} fields
 * @returns {Pairs}
 */
export function instead(inputs, fields) {
  const left = Object.entries(inputs).filter(
    ([name]) => !Object.keys(fields).some((path) => name === path || name.startsWith(`${path}.`)),
  );
  return Object.assign(Object.fromEntries(left), ...Object.values(fields));
}

/**
 * Whether two forms hold the same, in whatever order.
 * @param {Pairs} one
 * @param {Pairs} other
 */
export function equal(one, other) {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

/**
 * What a name of the sheet is called where a form asks for it, as `key_of` in engine/filling.py says: "oil-left".
 * @param {string} name
 */
export function keyOf(name) {
  const joined = name.toLowerCase().replace(/[^\p{L}\p{N}_]+/gu, "-");
  return joined.replace(/^-+|-+$/g, "");
}
