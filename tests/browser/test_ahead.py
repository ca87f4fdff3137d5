"""The first tap never waits: what it makes of a section was worked out by the build, and Python later says the same."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.server import Server
from tests.browser.tabs import Tab, until
from tests.browser.test_waiting import READING, RULING, Gate, stored

PYTHON = "document.documentElement.dataset.python"
# Python's description waits for `release`; `walk` makes every single tap, each taken back, and says what is shown then.
HOLD = """(() => {
  const network = fetch;
  const released = new Promise((release) => (globalThis.release = release));
  globalThis.fetch = (url, options) =>
    (String(url).includes("runtime.json") ? released : Promise.resolve()).then(() => network(url, options));
  const root = document.getElementById("sample-everything");
  const [out, from, pin] = [".fl-out", ".fl-from", ".fl-pin"].map((part) => root.querySelector(part));
  const said = (box) => box.dispatchEvent(new Event("input", { bubbles: true }));
  const write = (box, text) => { box.value = text; said(box); };
  const enabled = (part) =>
    [...root.querySelectorAll(`.fl-all :is(${part})`)].filter((one) => !one.matches(":disabled"));
  const taps = () => [
    ...enabled("[type=radio]:not(:checked)").map((box) => {
      const before = root.querySelector(`[name="${box.name}"]:checked`);
      return [box.id, () => box.click(), () => before.click()];
    }),
    ...enabled("[type=checkbox]").map((box) => [box.id, () => box.click(), () => box.click()]),
    ...enabled("option:not(:checked)").map((option) => {
      const box = option.closest("select");
      const before = box.value;
      return [option.value, () => write(box, option.value), () => write(box, before)];
    }),
    ...enabled("button:is([data-step], [data-pick], [data-letter])").map((button) => {
      const box = button.closest(".fl-field").querySelector("input[type=text], select");
      const before = box.value;
      return [button.ariaLabel, () => button.click(), () => write(box, before)];
    }),
  ];
  globalThis.shown = () => [
    root.dataset.waiting === undefined, root.querySelector(".fl-error:not([hidden])")?.textContent ?? "",
    out.innerHTML, from.innerHTML, pin.innerHTML, location.hash, root.querySelector("[data-more]").textContent,
  ];
  globalThis.walk = async (step, every) => {
    const seen = {};
    for (const [name, tap, back] of taps().filter((_, index) => index % every === 0)) {
      await step(tap);
      seen[name] = shown();
      await step(back);
      seen[`${name} back`] = shown();
    }
    return seen;
  };
  globalThis.framed = async (tap) => {
    await new Promise(requestAnimationFrame);
    tap();
    await new Promise(requestAnimationFrame); // the first that a reader sees
  };
  globalThis.answered = (tap) => new Promise((done) => {
    root.addEventListener("felloe:held", done, { once: true });
    new MutationObserver(() => root.dataset.old !== undefined && done())
      .observe(root, { attributeFilter: ["data-old"] }); // what cannot be used
    tap();
  });
  globalThis.moved = [];
  globalThis.watch = () => new MutationObserver((records) => {
    moved.push(...records.filter(({ type, target, attributeName, oldValue }) =>
      type !== "attributes" || target.getAttribute(attributeName) !== oldValue).map(({ target }) => target.outerHTML));
  }).observe(root.querySelector(".fl-body"), {
    subtree: true, childList: true, attributes: true, attributeOldValue: true,
  });
})()"""
AT_ADDRESS = 5
"""Where the address stands among what is `shown`."""
SOME = 4
"""Of so many taps one is made where another browser has made them all."""
TAP = "document.getElementById('sample-everything-size-%s').click()"


def test_each_single_tap_shows_its_answer_in_the_first_frame_and_python_says_the_same(sample: Server, tab: Tab) -> None:
    every = 1 if tab.kind == "chromium" else SOME
    sample.requests.clear()
    tab.open(sample.url)
    until(tab, "performance.getEntriesByType('resource').some(({ name }) => name.includes('/ahead/'))")
    tab.run(HOLD)
    tab.run("new Promise((rest) => setTimeout(rest, 300))")
    early = tab.run(f"walk(framed, {every})")
    late = [name for name, (shown, *_) in early.items() if not shown]
    assert not late
    assert every > 1 or any(fault for _, fault, *_ in early.values())
    assert len({json.dumps(parts) for parts in early.values()}) > len(early) / 3
    assert tab.run(PYTHON) == "starting"
    tab.run(f"framed(() => {TAP % 'large'}).then(() => 0)")
    tab.run("watch(), void 0")
    tab.run("answered(release).then(() => 0)")
    assert tab.run(PYTHON) == "ready"
    assert tab.run("moved") == []
    tab.run(f"answered(() => {TAP % 'small'}).then(() => 0)")
    said = tab.run(f"walk(answered, {every})")
    if tab.kind == "webkit":  # it takes 100 new addresses in half a minute, and this walk makes more
        for parts in (*said.values(), *early.values()):
            del parts[AT_ADDRESS]
    assert said == early
    assert len(sample.asked("assets/ahead/")) == 1


@pytest.mark.parametrize("ruled", [False, True])
def test_what_is_more_than_one_tap_waits_as_before(sample: Server, visit: Callable[..., Page], ruled: bool) -> None:
    page = visit()
    gate = Gate(page)
    if ruled:  # by a ruling that the second member of this choice rests on, and the first does not
        stored(page, {RULING: READING})
    with page.expect_response("**/ahead/*"):
        page.goto(sample.url)
    page.wait_for_timeout(300)
    section = page.locator("#sample-everything")
    any_ = re.compile("")
    page.locator("#sample-everything-size-large").check(force=True)
    expect(section).not_to_have_attribute("data-waiting", any_)
    page.locator("#sample-everything-size-small").check(force=True)
    page.locator("#sample-everything-count-2").check(force=True)
    if ruled:
        expect(section).to_have_attribute("data-waiting", "")
    else:
        expect(section).not_to_have_attribute("data-waiting", any_)
        page.locator("#sample-everything-size-large").check(force=True)
        expect(section).to_have_attribute("data-waiting", "")
    gate.open()
    expect(section).not_to_have_attribute("data-waiting", any_)
