"""What the tests of pages share: screens, what to open, and scripts that watch a page from its first moment."""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page
from playwright.sync_api import Error as PlaywrightError

from hooks.commands import fetch
from hooks.commands.browsers import KINDS
from tests.site.building import pages

PAGES = pages()


def everywhere(handbook: str) -> pytest.MarkDecorator:
    """A test runs with its `tab` in each browser and its `start` on the site, and once in the handbook, in one browser.

    That the handbook is alive in all of them is proved in test_handbook.py.
    """
    places = [*((kind, "site") for kind in KINDS), (handbook, "handbook")]
    return pytest.mark.parametrize(("tab", "start"), places, indirect=True, ids=map("-".join, places))


def named(page: str) -> str:
    """The name of a page in the names of tests."""
    return page.rstrip("/") or "home"


ODD = """100% of größer "two" & 'more'? [1] #2; 字"""
"""A folder's name in which everything stands that an address has to escape."""
SMALL: dict[str, Any] = {"viewport": {"width": 360, "height": 640}}
PHONE: dict[str, Any] = {**SMALL, "has_touch": True, "is_mobile": True}
WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
# Pages that between them hold every kind of element of every page, which tests/site/test_built.py proves: what depends
# on the kind of a control or block is looked at here.
SPECIMENS = [
    "",
    "at-the-table/chapter-cards-melee/",
    "at-the-table/gm-screen-melee/",
    "at-the-table/my-characters/",
    "bastard-sword/combat/injuries-bleeding-death/",
    "bastard-sword/core-rules/attributes-dice-successes/",
    "bastard-sword/core-rules/virtues/",
    "bastard-sword/gear/armour/",
    "bastard-sword/gear/burden-and-packs/",
    "burning-wheel/duel-of-wits/play-a-duel/",
    "burning-wheel/fight/fights-in-one-roll/",
    "burning-wheel/fight/script-sheets-and-cards/",
    "burning-wheel/getting-better/routine-difficult-challenging/",
    "burning-wheel/getting-better/tests-needed-to-advance/",
    "burning-wheel/range-and-cover/play-range-and-cover/",
    "burning-wheel/range-and-cover/range-tracks/",
    "burning-wheel/rolling-dice/dice-shades-and-odds/",
    "burning-wheel/rolling-dice/versus-open-and-linked-tests/",
    "burning-wheel/sorcery-and-prayer/when-a-spell-goes-wrong/",
    "burning-wheel/weapons-and-armor/armor/",
    "burning-wheel/weapons-and-armor/one-blow/",
    "burning-wheel/wounds/bleeding-and-dying/",
    "burning-wheel/wounds/taking-a-wound/",
    "burning-wheel/wounds/wound-tracker/",
    "rulings-and-sources/add-a-rule/",
    "rulings-and-sources/examples-melee-bastard-sword/",
    "rulings-and-sources/for-maintainers/",
    "rulings-and-sources/index-of-rules/",
    "rulings-and-sources/our-tables-rulings/",
    "rulings-and-sources/our-tables-rulings/rolling-dice/",
]
FOCUSABLE = "button, input:not([type=hidden]), select, textarea, summary, a, [tabindex='0']"
WITH_CONTROLS = [
    "",
    "at-the-table/my-characters/",
    "burning-wheel/getting-better/routine-difficult-challenging/",
    "burning-wheel/range-and-cover/play-range-and-cover/",
    "burning-wheel/rolling-dice/versus-open-and-linked-tests/",
    "burning-wheel/weapons-and-armor/armor/",
    "rulings-and-sources/index-of-rules/",
    "rulings-and-sources/our-tables-rulings/",
]
"""Of these the pages that between them hold every kind of control."""
CIRCLES = "burning-wheel/people/find-someone/"
ODDS = "burning-wheel/rolling-dice/dice-shades-and-odds/"
RULINGS = "rulings-and-sources/our-tables-rulings/"
DICE_RULINGS = f"{RULINGS}rolling-dice/"
"""The page on which the ruling burning-wheel.dice.chain stands."""

# Everything that goes to Python's worker and comes back; what only wakes calculators is apart.
LISTEN = """
globalThis.asked = [];
globalThis.waking = [];
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
      (message.type === "wake" ? waking : asked).push(message);
    }
    super.postMessage(message, ...rest);
  }
};
globalThis.answersSoFar = () => told.filter((message) => message.type === "answer").length;
"""

# Every call has come back.
ANSWERED = "asked.filter((message) => message.type === 'call').length === answersSoFar()"

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

# To another page by a link, and what says that it has come, and that its sections are awake.
FOLLOW = """(() => {
  const link = Object.assign(document.createElement("a"), { href: %s });
  document.querySelector("article").append(link);
  link.click();
})()"""
SHOWS = 'document.querySelector("link[rel=canonical]").href === %s'
HERE = f"""{SHOWS}
  && document.querySelector("section.fl .fl-asleep")?.disabled !== true"""

# What is wider than the narrowest phone.
WIDER = """() => [...document.querySelectorAll("article *")].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.width && box.right > innerWidth + 0.5 && one.checkVisibility()
    && !one.closest(".fl-scroll, .fl-examples, .fl-leads, .fl-hidden, pre")
    && !one.parentElement.closest("svg");
}).map((one) => one.outerHTML.slice(0, 120))"""

# All controls that are too small, but for links inside a line of text.
TARGETS = """(least) => [...document.querySelectorAll(
  "article :is(button, input:not([type=hidden]), select, summary, a)"
)].filter((one) => one.checkVisibility() && !one.matches(".headerlink"))
  .filter((one) => !(one.matches("a") && getComputedStyle(one).display === "inline"))
  .filter((one) => !(one.matches(".fl-mark") && least > 24))
  .map((one) => one.closest("label") ?? one)
  .map((one) => [one.getBoundingClientRect(), one])
  .filter(([box]) => box.width && (box.width < least - 0.1 || box.height < least - 0.1))
  .map(([box, one]) => `${box.width.toFixed(1)} x ${box.height.toFixed(1)} ${one.outerHTML.slice(0, 120)}`)"""

# What stays where it is while the rest scrolls under it.
PINNED = ".fl-pin, .md-header, .md-nav__title"
# axe goes through the whole page to look at a part of it: what stands around an article is away meanwhile.
AXE = """async ([within, options]) => {
  const around = within === "article" ? [...document.querySelectorAll(".md-header, .md-sidebar, .md-footer")] : [];
  const places = around.map((one) => [one, one.parentNode, one.nextSibling]);
  around.forEach((one) => one.remove());
  try {
    return await axe.run(within, options);
  } finally {
    places.reverse().forEach(([one, parent, next]) => parent.insertBefore(one, next));
  }
}"""
STANDARDS = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]}


@contextmanager
def reader(chromium: Browser, **options: Any) -> Iterator[BrowserContext]:
    """A context of Chromium with empty storage, in which nothing may be against the pages' policy."""
    context = chromium.new_context(**options)
    with unopposed(context):
        try:
            yield context
        finally:
            context.close()


@contextmanager
def unopposed(context: BrowserContext) -> Iterator[None]:
    """Raises AssertionError if anything that the pages of a context did meanwhile was against their policy."""
    refused: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            refused.append(message.text)

    context.on("console", listen)
    try:
        yield
    finally:
        context.remove_listener("console", listen)
    assert not refused, "\n".join(refused)


def touch(page: Page, section: str = "section.fl") -> None:
    """An input event without a change: the calculator is asked for the values that it shows."""
    page.locator(f"{section} .fl-form").first.evaluate(
        "(form) => form.dispatchEvent(new Event('input', { bubbles: true }))"
    )


def until(page: Page, script: str, seconds: float = 30) -> None:
    """Wait for an expression to become true."""
    for _ in range(int(seconds * 50)):
        try:
            if page.evaluate(f"document.body && ({script})"):
                return
        except PlaywrightError as error:
            if "navigation" not in error.message:  # under which the page asked may go away
                raise
        page.wait_for_timeout(20)
    raise AssertionError(f"not true within {seconds} s: {script}")


def followed(page: Page, url: str, arrival: str = HERE) -> None:
    """To a page by a link, as the reader of another page goes: Python stays."""
    page.evaluate(FOLLOW % json.dumps(url))
    until(page, arrival % json.dumps(url))


def uncompared(html: str) -> str:
    """An answer before someone looks at its rulings: without the verdicts under other readings."""
    return re.sub(r'(<small class="fl-under">)[^<]*', r"\1", html)


@contextmanager
def unfolded(page: Page) -> Iterator[None]:
    """All that can be folded stands open meanwhile."""
    page.evaluate(
        """() => {
          globalThis.folded = [...document.querySelectorAll("article details:not([open])")];
          folded.forEach((fold) => (fold.open = true));
        }"""
    )
    yield
    page.evaluate("folded.forEach((fold) => (fold.open = false))")


def load_axe(page: Page) -> None:
    """Once for all pages of a visit. As a script element it would be refused by the page's policy."""
    if page.evaluate("globalThis.axe === undefined"):
        page.evaluate((fetch.tools() / "axe-core" / "axe.min.js").read_text(encoding="utf-8"))


def violations(
    page: Page, rules: dict[str, Any] = STANDARDS, *, without: Sequence[str] = (), within: str = "html"
) -> list[str]:
    """What axe finds in a part of the page by its rules, but for some; what is pinned stands still meanwhile."""
    unpin = f"(how) => document.querySelectorAll('{PINNED}').forEach((pin) => (pin.style.position = how))"
    page.evaluate(unpin, "static")
    options = {"runOnly": rules, "resultTypes": ["violations"], "rules": {name: {"enabled": False} for name in without}}
    found = page.evaluate(AXE, [within, options])["violations"]
    page.evaluate(unpin, "")
    return [
        f"{one['id']}: {node['target']} {node['html'][:160]} {node['failureSummary']}"
        for one in found
        for node in one["nodes"]
    ]


def settled(page: Page) -> None:
    """Wait until Python has started and every call has come back."""
    until(page, "document.documentElement.dataset.python === 'ready'")
    until(page, ANSWERED)


def awake(page: Page) -> None:
    """Wait until Python is ready."""
    until(page, "document.documentElement.dataset.python === 'ready'")
