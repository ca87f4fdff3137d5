// What was typed while an answer was on its way joins the inputs that came.

import assert from "node:assert/strict";
import { test } from "node:test";
import { joined, same } from "../../hooks/client/pairs.js";

test("what was typed holds", () => {
  assert.deepEqual(joined({ ability: "B4", obstacle: "3" }, [["obstacle", "2"]]), { ability: "B4", obstacle: "2" });
  assert.deepEqual(joined({ ability: "B4" }, []), { ability: "B4" });
});

test("a text makes way for parts of the same field that were typed meanwhile; an empty one, which says a list, stays", () => {
  const typed = /** @type {[string, string][]} */ ([["how.faces", "1 6"]]);
  assert.deepEqual(joined({ how: "average", however: "1" }, typed), { however: "1", "how.faces": "1 6" });
  assert.deepEqual(joined({ how: "" }, typed), { how: "", "how.faces": "1 6" });
});

test("two are the same by what they say", () => {
  assert.equal(same({ a: ["1"] }, { a: ["1"] }), true);
  assert.equal(same({ a: "1" }, { a: 1 }), false);
  assert.equal(same(null, undefined), false);
});
