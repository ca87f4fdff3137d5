// The address beside the page, in all its forms.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { address, linked, pairs, parts, put, renew, taken, write } from "../../hooks/client/address.js";

const HOME = "https://example.org/felloe/";
/** @type {string[]} */
let told = [];
/** @type {string[][]} */
let entries = [];
let full = false;

/** @param {string} href */
function at(href) {
  globalThis.location = /** @type {any} */ (new URL(href, HOME));
}

beforeEach(() => {
  [told, entries, full] = [[], [], false];
  const bar = {
    set textContent(/** @type {string} */ message) {
      told.push(message);
    },
  };
  const written = (/** @type {string} */ how) => (/** @type {any} */ _state, /** @type {any} */ _title, to) => {
    if (full) {
      throw new DOMException("too many", "SecurityError");
    }
    entries.push([how, to]);
    at(to);
  };
  Object.assign(globalThis, {
    document: { querySelector: () => bar },
    history: { state: null, pushState: written("push"), replaceState: written("replace") },
  });
});

test("a page of the site", () => {
  at("people/#cir-04?circles.station=highest");
  assert.deepEqual(parts(), {
    inside: false,
    path: "/felloe/people/",
    old: "",
    place: "#cir-04",
    query: "?circles.station=highest",
  });
});

test("a page of the handbook stands behind the #", () => {
  at("felloe.html#/people/#cir-04?circles.station=highest");
  const { inside, path, place, query } = parts();
  assert.deepEqual([inside, path, place, query], [true, "/people/", "#cir-04", "?circles.station=highest"]);
  assert.equal(address(new URLSearchParams("a.b=c")), `${HOME}felloe.html#/people/#cir-04?a.b=c`);
});

test("an older link is read, and written anew without a query that servers see", () => {
  at("people/?circles.station=highest#cir-04");
  assert.deepEqual(linked("circles"), { station: "highest" });
  renew();
  assert.deepEqual(entries, [["replace", `${HOME}people/#cir-04?circles.station=highest`]]);
  assert.deepEqual(linked("circles"), { station: "highest" });
});

test("a link of a later format says so, and nothing of it is used", () => {
  at("people/#cir-04?v=2&circles.station=highest");
  assert.equal(pairs().size, 0);
  assert.match(told.join(), /format “2”/);
});

test("a calculator's pairs are its own, and not those of one whose name begins so", () => {
  at("people/#?circles-two.station=low&circles.station=highest&circles=");
  assert.deepEqual(linked("circles"), { station: "highest" });
  const query = pairs();
  put(query, "circles", { "": "1code" });
  assert.equal(String(query), "circles-two.station=low&circles=1code");
  put(query, "circles", {});
  assert.equal(String(query), "circles-two.station=low&circles=");
  put(query, "circles", null);
  assert.equal(String(query), "circles-two.station=low");
});

test("steps are entries of the history, and what is typed is none", () => {
  at("people/#cir-04");
  write(new URLSearchParams("a.b=1"));
  write(new URLSearchParams("a.b=2"), true);
  write(new URLSearchParams("a.b=2"), true);
  assert.deepEqual(entries, [
    ["replace", `${HOME}people/#cir-04?a.b=1`],
    ["push", `${HOME}people/#cir-04?a.b=2`],
  ]);
});

test("where the browser takes no more for a while, it is written later", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  at("people/");
  full = true;
  write(new URLSearchParams("a.b=1"), true);
  assert.deepEqual(entries, []);
  full = false;
  context.mock.timers.tick(5000);
  assert.deepEqual(entries, [["replace", `${HOME}people/#?a.b=1`]]);
});

test("a step from another device is no input of the calculator", () => {
  at("play/#duel?duel.name=Oda&duel.take=%7B%22side%22%3A%22a%22%7D&other.take=1");
  assert.deepEqual(linked("duel"), { name: "Oda" });
  assert.equal(taken("duel"), '{"side":"a"}');
  at("play/#duel?duel.take=x");
  assert.deepEqual(linked("duel"), {}, "it is for the setup of the page");
  at("play/#duel");
  assert.equal(taken("duel"), null);
  assert.equal(linked("duel"), null);
});
