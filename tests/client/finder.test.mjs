// What the search finds, and in which order.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { find, learn } from "../../hooks/client/finder.js";

const { spellings, entries, questions } = JSON.parse(readFileSync(new URL("finder.json", import.meta.url), "utf-8"));
const known = learn({ docs: entries, spellings });

for (const { about, asked, found, alias } of questions) {
  test(`${about}: “${asked}”`, () => {
    const all = find(known, asked);
    assert.deepEqual(
      all.map(({ one }) => one.location),
      found,
    );
    assert.equal(all[0]?.alias, found.length ? (alias ?? "") : undefined);
  });
}

test("a section is told with its page, and a row with its table", () => {
  assert.equal(find(known, "ptgs")[0].page, "Taking a wound");
  assert.equal(find(known, "mace")[0].page, "Melee weapons");
});
