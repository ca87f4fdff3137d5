// Which calculators Back and Forward concern.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Trail } from "../../hooks/client/trail.js";

let trail = new Trail();

beforeEach(() => {
  trail = new Trail();
  trail.add("circles", "one");
  trail.add("steel", "two");
});

/**
 * @param {string} from
 * @param {string} to
 */
const went = (from, to) => {
  const passed = trail.went(from, to);
  return passed && [...passed].sort();
};

test("Back over one step concerns the calculator that took it", () => {
  assert.deepEqual(went("three", "two"), ["steel"]);
  assert.deepEqual(went("two", "one"), ["circles"]);
});

test("Forward leads over the same steps again", () => {
  went("three", "two");
  went("two", "one");
  assert.deepEqual(went("one", "two"), ["circles"]);
  assert.deepEqual(went("two", "three"), ["steel"]);
});

test("several steps at once concern all that took them", () => {
  assert.deepEqual(went("three", "one"), ["circles", "steel"]);
  assert.deepEqual(went("one", "three"), ["circles", "steel"]);
});

test("what was typed since a step does not hide it", () => {
  went("three and typed", "two");
  assert.deepEqual(went("two and typed", "three and typed"), ["steel"]);
  assert.deepEqual(went("three and typed", "two and typed"), ["steel"]);
});

test("a new step takes the place of those that were undone", () => {
  went("three", "two");
  trail.add("beliefs", "two");
  assert.deepEqual(went("four", "two"), ["beliefs"]);
  assert.equal(went("two", "three"), null);
});

test("an address of before the trail is unknown to it", () => {
  assert.equal(went("three", "elsewhere"), null);
  assert.deepEqual(went("three", "two"), ["steel"]);
});
