// What the engine does in the same way: tests/unit/test_client.py holds Python to the same file.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { linked, pairs, path, place } from "../../hooks/client/address.js";
import { bytes } from "../../hooks/client/file/seven-bits.js";
import { forgiven, reader } from "../../hooks/client/lookup.js";
import { flat, keyOf } from "../../hooks/client/pairs.js";

const agreed = JSON.parse(readFileSync(new URL("agreement.json", import.meta.url), "utf-8"));

const words = reader(agreed.spellings);

for (const [text, key] of agreed.aliases) {
  test(`the alias “${text}”`, () => assert.equal(words(text).join(""), key));
}

for (const [word, other, slips] of agreed.slips) {
  test(`“${word}” for “${other}”`, () => assert.equal(forgiven(word, other), slips));
}

for (const [name, key] of agreed.keys) {
  test(`the key of “${name}”`, () => assert.equal(keyOf(name), key));
}

for (const [inputs, texts] of agreed.flat) {
  test(`inputs as texts: ${Object.keys(texts)}`, () => assert.deepEqual(flat(inputs), texts));
}

for (const [hex, text] of agreed["seven bits"]) {
  test(`seven bits a letter: ${hex.slice(0, 16)}`, () => assert.equal(Buffer.from(bytes(text)).toString("hex"), hex));
}

for (const one of agreed.addresses) {
  test(`the address ${one.address}`, () => {
    globalThis.location = /** @type {any} */ (new URL(one.address, "https://example.org/felloe/"));
    assert.equal(path(), `/felloe/${one.page}/`);
    assert.equal(place(), `#${one.place}`);
    assert.deepEqual(linked(one.instance), one.pairs);
    assert.equal(linked("another"), null);
    const ruled = [...pairs()].filter(([name]) => name.startsWith("ruling."));
    assert.deepEqual(Object.fromEntries(ruled.map(([name, value]) => [name.slice(7), value])), one.rulings);
    assert.equal(pairs().get("rulings"), "these");
  });
}
