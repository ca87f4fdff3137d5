// What was typed while an answer was on its way joins the inputs that came.

import assert from "node:assert/strict";
import { test } from "node:test";
import { equal, instead, joined, same, under } from "../../hooks/client/pairs.js";

test("what was typed holds", () => {
  assert.deepEqual(joined({ ability: "B4", obstacle: "3" }, [["obstacle", "2"]]), { ability: "B4", obstacle: "2" });
  assert.deepEqual(joined({ ability: "B4" }, []), { ability: "B4" });
});

test("a text makes way for parts of the same field that were typed meanwhile; an empty one, which says a list, stays", () => {
  const typed = /** @type {[string, string][]} */ ([["how.faces", "1 6"]]);
  assert.deepEqual(joined({ how: "average", however: "1" }, typed), { however: "1", "how.faces": "1 6" });
  assert.deepEqual(joined({ how: "" }, typed), { how: "", "how.faces": "1 6" });
});

test("a list that was typed as one text takes the place of its rows", () => {
  const rows = { beliefs: "", "beliefs.0.text": "old", "beliefs.0.fate": "1", fate: "2" };
  assert.deepEqual(joined(rows, [["beliefs", "new"]]), { beliefs: "new", fate: "2" });
});

test("one field with its rows or branches is told from another whose name begins alike", () => {
  const inputs = { how: "", "how.0.dice": "1", however: "2" };
  assert.deepEqual(under(inputs, "how"), { how: "", "how.0.dice": "1" });
  const filled = instead(inputs, { how: { "how.is": "average" } });
  assert.equal(equal(filled, { "how.is": "average", however: "2" }), true);
  assert.equal(equal(filled, inputs), false);
  assert.equal(equal({ a: "1", b: "2" }, { b: "2", a: "1" }), true);
});

test("two are the same by what they say", () => {
  assert.equal(same({ a: ["1"] }, { a: ["1"] }), true);
  assert.equal(same({ a: "1" }, { a: 1 }), false);
  assert.equal(same(null, undefined), false);
});
