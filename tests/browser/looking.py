"""What the tests of pages share: screens, what to open, and scripts that watch a page from its first moment."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect
from playwright.sync_api import Error as PlaywrightError

from tests.site.building import pages

PAGES = pages()
IDS = [page.rstrip("/") or "home" for page in PAGES]
ODD = """100% of größer "two" & 'more'? [1] #2; 字"""
"""A folder's name in which everything stands that an address has to escape."""
SMALL: dict[str, Any] = {"viewport": {"width": 360, "height": 640}}
PHONE: dict[str, Any] = {**SMALL, "has_touch": True, "is_mobile": True}
WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
CIRCLES = "burning-wheel/people/find-someone/"
ODDS = "burning-wheel/rolling-dice/dice-shades-and-odds/"
RULINGS = "rulings-and-sources/our-tables-rulings/"

# Everything that goes to Python's worker and comes back.
LISTEN = """
globalThis.asked = [];
globalThis.told = [];
globalThis.Worker = class extends Worker {
  constructor(url, options) {
    super(url, options);
    this.python = options?.name === "python";
    if (this.python) {
      globalThis.python = this;
      this.addEventListener("message", (event) => told.push(event.data));
    }
  }
  postMessage(message, ...rest) {
    if (this.python) {
      asked.push(message);
    }
    super.postMessage(message, ...rest);
  }
};
globalThis.answersSoFar = () => told.filter((message) => message.type === "answer").length;
"""

# Every shift of the layout, whether the reader just touched something or not.
SHIFTS = """
globalThis.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    shifts.push([entry.value, ...entry.sources.map(({ node }) => (node?.outerHTML ?? String(node)).slice(0, 120))]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""

# In every frame from the first on: which answers are marked as waiting, and how many Python had given by then.
FRAMES = """
globalThis.frames_ = [];
const look = () => {
  const seen = {};
  for (const section of document.querySelectorAll("section.fl")) {
    const out = section.querySelector(".fl-out");
    const told = section.querySelector(".fl-wait");
    seen[section.id] = !out || (Number(getComputedStyle(out).opacity) < 0.5 && told.checkVisibility());
  }
  frames_.push([seen, answersSoFar()]);
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""


@contextmanager
def reader(chromium: Browser, **options: Any) -> Iterator[BrowserContext]:
    """A context of Chromium with empty storage, in which nothing may be against the pages' policy."""
    refused: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            refused.append(message.text)

    context = chromium.new_context(**options)
    context.on("console", listen)
    try:
        yield context
    finally:
        context.close()
    assert not refused, "\n".join(refused)


def touch(page: Page, section: str = "section.fl") -> None:
    """An input event without a change: the calculator is asked for the values that it shows."""
    page.locator(f"{section} .fl-form").first.evaluate(
        "(form) => form.dispatchEvent(new Event('input', { bubbles: true }))"
    )


def until(page: Page, script: str, seconds: float = 30) -> None:
    """Wait for an expression to become true."""
    expect(page.locator("html")).to_be_attached()
    for _ in range(int(seconds * 50)):
        try:
            if page.evaluate(script):
                return
        except PlaywrightError as error:
            if "navigation" not in error.message:  # under which the page asked may go away
                raise
        page.wait_for_timeout(20)
    raise AssertionError(f"not true within {seconds} s: {script}")


def uncompared(html: str) -> str:
    """An answer before someone looks at its rulings: without the verdicts under other readings."""
    return re.sub(r'(<small class="fl-under">)[^<]*', r"\1", html)


def settled(page: Page) -> None:
    """Wait until Python has started and every call has come back."""
    until(page, "document.documentElement.dataset.python === 'ready'")
    until(page, "asked.filter((message) => message.type === 'call').length === answersSoFar()")


def awake(page: Page) -> None:
    """Wait until Python is ready."""
    until(page, "document.documentElement.dataset.python === 'ready'")
