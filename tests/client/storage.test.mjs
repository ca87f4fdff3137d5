// What is kept in the browser: read back, set aside where it cannot be read, and told where it cannot be kept.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

/** As a browser's storage, with room for `room` characters. */
class Storage {
  /** @type {Map<string, string>} */
  held = new Map();
  room = Infinity;
  blocked = false;

  /** @param {string} key */
  getItem(key) {
    this.#open();
    return this.held.get(key) ?? null;
  }

  /**
   * @param {string} key
   * @param {string} text
   */
  setItem(key, text) {
    this.#open();
    const others = [...this.held].filter(([other]) => other !== key).map(([, kept]) => kept.length);
    if (others.reduce((sum, length) => sum + length, text.length) > this.room) {
      throw new DOMException("full", "QuotaExceededError");
    }
    this.held.set(key, text);
  }

  /** @param {string} key */
  removeItem(key) {
    this.#open();
    this.held.delete(key);
  }

  #open() {
    if (this.blocked) {
      throw new DOMException("blocked", "SecurityError");
    }
  }
}

/** @type {string[]} */
let told = [];
let device = new Storage();
const bar = {
  set textContent(/** @type {string} */ message) {
    told.push(message);
  },
};
Object.assign(globalThis, { addEventListener: () => {}, document: { querySelector: () => bar } });
const { keepAside, store, stored, storedText, texts } = await import("../../hooks/client/storage.js");

const KEPT = {
  key: "felloe.rulings",
  words: "The rulings stored here",
  without: "the defaults hold",
  readable: (/** @type {any} */ { chosen }) => texts(chosen),
};

beforeEach(() => {
  told = [];
  device = new Storage();
  Object.assign(globalThis, { localStorage: device });
});

test("what was stored is there again, with its version", () => {
  assert.equal(stored(KEPT), null);
  assert.equal(store(KEPT, { chosen: { "dice.chain": "once" } }), true);
  assert.deepEqual(stored(KEPT), { version: 1, chosen: { "dice.chain": "once" } });
  assert.equal(storedText(KEPT), '{"version":1,"chosen":{"dice.chain":"once"}}');
  store(KEPT, null);
  assert.equal(storedText(KEPT), null);
  assert.deepEqual(told, []);
});

for (const damaged of ["{", "null", '{"version":2,"chosen":{}}', '{"version":1,"chosen":{"a":1}}', "[]"]) {
  test(`what cannot be read is set aside and reported: ${damaged}`, () => {
    device.held.set(KEPT.key, damaged);
    assert.equal(stored(KEPT), null);
    assert.deepEqual([...device.held], [[`${KEPT.key}.set-aside`, damaged]]);
    assert.deepEqual(told, ["The rulings stored here could not be read; they were set aside and the defaults hold."]);
  });
}

test("what finds no room is told, and what was kept stays", () => {
  store(KEPT, { chosen: {} });
  device.room = 30;
  assert.equal(store(KEPT, { chosen: { "dice.chain": "once" } }), false);
  assert.deepEqual(stored(KEPT), { version: 1, chosen: {} });
  assert.match(told.join(), /keeps nothing more for this site/);
});

test("where storage is blocked nothing is kept and nothing breaks", () => {
  device.blocked = true;
  assert.equal(stored(KEPT), null);
  assert.equal(storedText(KEPT), null);
  assert.equal(store(KEPT, { chosen: {} }), false);
  keepAside(KEPT);
});

test("a copy lies aside", () => {
  store(KEPT, { chosen: {} });
  keepAside(KEPT);
  assert.equal(device.held.get(`${KEPT.key}.set-aside`), storedText(KEPT));
});

test("a group of texts", () => {
  assert.equal(texts({ a: "b" }), true);
  for (const other of [null, [], ["a"], { a: 1 }, "a", undefined]) {
    assert.equal(texts(other), false);
  }
});
