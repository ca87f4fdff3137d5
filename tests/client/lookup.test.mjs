// What the search finds, and in which order.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { answerable, find, learn, search } from "../../hooks/client/lookup.js";

const { spellings, entries, questions } = JSON.parse(readFileSync(new URL("lookup.json", import.meta.url), "utf-8"));
const known = learn({ docs: entries, spellings });

for (const { about, asked, found, alias, instead } of questions) {
  test(`${about}: “${asked}”`, () => {
    const all = find(known, asked);
    assert.deepEqual(
      all.map(({ one }) => one.location),
      found,
    );
    assert.deepEqual(search(known, asked).instead, instead ? [instead] : []);
    assert.equal(all[0]?.alias, found.length ? (alias ?? "") : undefined);
  });
}

test("a section is told with its page, and a row with its table", () => {
  assert.equal(find(known, "ptgs")[0].page, "Taking a wound");
  assert.equal(find(known, "mace")[0].page, "Melee weapons");
});

const asks = learn({ docs: entries, spellings, asked: ["a", "d", "depth", "has", "my", "risen", "ship"] });

for (const [text, can] of [
  ["4d depth 3", true],
  ["4D depht3", true],
  ["has my ship risen", true],
  ["ship", false],
  ["my ship", false],
  ["4d tomorrow", false],
  ["", false],
]) {
  test(`“${text}” ${can ? "may be" : "is no"} question`, () => assert.equal(answerable(asks, text), can));
}

test("where nothing is answered, nothing is asked", () => assert.equal(answerable(known, "4d depth 3"), false));

const two = learn({
  docs: [
    { location: "rivers/boats/#fer-01", title: "A boat", text: "It floats.", aliases: ["ferry"] },
    { location: "hills/carts/#car-01", title: "A cart", text: "It rolls.", aliases: ["ferry"] },
  ],
  spellings: {},
  games: { rivers: "The River Game", hills: "The Hill Game" },
});

for (const [here, first, told] of [
  ["hills/carts/", "hills/carts/#car-01", ["", "The River Game"]],
  ["rivers/boats/#fer-01", "rivers/boats/#fer-01", ["", "The Hill Game"]],
  ["about/", "rivers/boats/#fer-01", ["The River Game", "The Hill Game"]],
]) {
  test(`a word of two games, read at ${here}`, () => {
    const found = find(two, "ferry", here);
    assert.equal(found[0].one.location, first);
    assert.deepEqual(
      found.map(({ game }) => game),
      told,
    );
  });
}
