"""Every page, visited once on a phone: its answer first, right as built, still, within the screen, and fit for all.

A page that passed is not looked at again as long as nothing has changed on which that rests (see `verdicts`). What
depends on the kind of a control or block, and not on what a page says, is proved on specimens, here and in
test_access.py: how a page arrives, and what reading it costs.
"""

import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, Request, expect

from hooks import unused
from tests.browser import server, verdicts
from tests.browser.looking import (
    CIRCLES,
    FOLLOW,
    HERE,
    LISTEN,
    PAGES,
    PHONE,
    SHIFTS,
    SHOWS,
    SMALL,
    SPECIMENS,
    TARGETS,
    WIDE,
    WIDER,
    WITH_CONTROLS,
    awake,
    followed,
    load_axe,
    named,
    reader,
    settled,
    touch,
    uncompared,
    unfolded,
    unopposed,
    until,
    violations,
)
from tests.browser.server import Server
from tests.browser.tabs import Browsers
from tests.browser.tabs import until as until_in

Visit = Callable[..., Page]
PYTHON = ("worker.js", "/runtime/")
MINE = "at-the-table/my-characters/"


# What came back for each section, and, from the browser's Python for the same inputs, all of it as a build draws it.
AGAIN = """(built) => Promise.all(asked.filter(
  ({ type, request }) => type === "call" && built.includes(JSON.parse(request).instance),
).map(async ({ run, request }) => {
  const read = JSON.parse(request);
  const answer = JSON.parse(told.find((one) => one.run === run && "answer" in one).answer);
  const form = { ...read, do: "form", inputs: read.inputs ?? read.log.setup, compare: true };
  python.postMessage({ type: "call", run: `form ${run}`, request: JSON.stringify(form) });
  for (const end = Date.now() + 60000; !told.some((one) => one.run === `form ${run}` && "answer" in one); ) {
    if (Date.now() > end) throw new Error(`No form came for ${request}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const drawn = JSON.parse(told.find((one) => one.run === `form ${run}` && "answer" in one).answer);
  const { html, rest, form: controls } = drawn;
  return [read.instance, answer.html + answer.rest, { html, rest, pin: answer.pin, form: controls }];
}))"""

STARTED = "globalThis.told?.find(({ type }) => type === 'ready')"

# A browser that has been here before starts Python by itself; this one forgets that it has until `here` is true.
FIRST_VISIT = """
const keys = CacheStorage.prototype.keys;
CacheStorage.prototype.keys = function () {
  return globalThis.here ? keys.call(this) : Promise.resolve([]);
};
"""
STARTED_WELL = {"type": "ready", "how": "snapshot", "fault": ""}
FETCHED = "performance.getEntriesByType('resource').map(({ name }) => name)"

# Each answer in the page, with the addresses of its links written out (Material does so to those that it finds).
SHOWN = """() => Object.fromEntries([...document.querySelectorAll(".fl-out")].map((out) => {
  const section = out.closest("section");
  const html = [out, section.querySelector(".fl-from")].map((part) => {
    const copy = part.cloneNode(true);
    [...part.querySelectorAll("a")].forEach((link, at) => (copy.querySelectorAll("a")[at].href = link.href));
    return copy.innerHTML;
  });
  return [section.id, html.join("")];
}))"""


FAR = 1.3 * 640
ON_SPECIMENS = ("scrollable-region-focusable", "color-contrast", "link-in-text-block", "target-size")
PARTS = 2
"""Visits, a worker each."""
NARROWEST: dict[str, Any] = {"viewport": {"width": 320, "height": 640}}
PLAYED = {
    "shopping-trip": "the purse and the prices stand before the first step",
    "character-sheet": "its abilities stand first, each a link that tests it",
}
"""Where what is seen first is what one has come for."""

# How far below its headline the first control of each section is, those of its examples and of its roll apart. Where a
# section of a page holds several calculators, the question of each but the first is its headline.
FROM_HEADLINE = """() => {
  const headlines = new Set();
  const shown = [...document.querySelectorAll("section.fl")].filter((one) => !one.closest(".fl-panel:not([open])"));
  return shown.map((section) => {
    const above = [...document.querySelectorAll("article > :is(h1, h2)")].filter(
      (one) => one.compareDocumentPosition(section) & Node.DOCUMENT_POSITION_FOLLOWING);
    const title = above.at(-1);
    const headline = headlines.has(title) ? section.querySelector("h3") : title;
    headlines.add(title);
    const controls = section.querySelectorAll(":is(.fl-all, .fl-move) :is(button, input, select, textarea, summary)");
    const first = [...controls].map((one) => one.closest("label") ?? one).find((one) => one.getClientRects().length);
    return [section.id, Math.round(first.getBoundingClientRect().top - headline.getBoundingClientRect().top)];
  });
}"""


def python_bytes(site: Server) -> list[str]:
    return [path for path in site.requests if any(part in path for part in PYTHON)]


def built_sections(file: Path) -> dict[str, dict[str, str]]:
    """Answer, form and pinned bar of each section as they stand in the file, byte for byte."""
    found = {}
    for part in file.read_text(encoding="utf-8").split('<section class="fl"')[1:]:
        _, _, answer = part.partition('<div class="fl-out"')
        answer, _, _ = answer[answer.index(">") + 1 :].partition('</div></fieldset><fieldset class="fl-asleep"')
        answer, _, _ = answer.partition('</div></fieldset></div><form class="fl-form"')
        _, _, form = part.partition('<div class="fl-all')
        _, _, form = form.partition(">")
        form, _, pin = form.partition(
            '</div></fieldset><div class="fl-pin"><p class="fl-pin__said" aria-hidden="true">'
        )
        _, _, rest = pin.partition('<div class="fl-from">')
        rest, _, _ = rest.partition('</div></fieldset></div></div><fieldset class="fl-asleep"')
        name = part.partition(' id="')[2].partition('"')[0]
        found[name] = {"html": answer, "form": form, "pin": pin.partition("</p>")[0], "rest": rest}
    return found


@pytest.fixture
def warm(all_browsers: Browsers, site: Server) -> Iterator[BrowserContext]:
    """A phone in whose cache Python lies, to be asked for and not to be started unasked."""
    context, new = all_browsers.kept("warm", **PHONE)
    with unopposed(context):
        if new:
            context.add_init_script(LISTEN + SHIFTS + FIRST_VISIT)
            page = context.new_page()
            page.goto(site.url + CIRCLES)
            page.evaluate("globalThis.here = true")
            touch(page)
            settled(page)
            until(page, "caches.keys().then((names) => names.length > 0)")
            until(page, "caches.match(new URL(`/assets/runtime/whole?v=${asked.find(({ type }) => type === 'start')"
                        ".runtime.version}`, location)).then(Boolean)")  # fmt: skip
            page.close()
            site.requests.clear()
        yield context


Faults = dict[str, Any]
"""What is wrong with a page, by what was looked at; what is right has an empty list."""


def arrived(context: BrowserContext, site: Server, path: str, screen: dict[str, Any]) -> Page:
    """A page that came piece by piece, and is drawn piece by piece."""
    page = context.new_page()
    page.set_viewport_size(screen["viewport"])
    with pytest.MonkeyPatch.context() as slow:
        slow.setattr(server, "CHUNK", 4000)
        slow.setattr(site, "bytes_per_second", 2_500_000)
        page.goto(site.url + path)
    return page


def before_python(page: Page, site: Server) -> Faults:
    """Reading to the end costs no byte of Python, and asks for nothing that is not here."""
    page.mouse.wheel(0, 3000)
    page.wait_for_timeout(300)
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    return {
        "bytes of Python before use": [*python_bytes(site), *page.evaluate("asked")],
        "requests for what is not there": [path for path in site.requests if not there(site, path)],
    }


def first_screen(page: Page) -> Faults:
    """The first answer stands on the first screen of a phone; Home asks first what is needed."""
    figure = page.locator("article:not(:has(> .fl-tiles)) section.fl .fl-figure").first
    if not figure.count():
        return {}
    box = figure.bounding_box()
    assert box is not None
    inside = box["y"] >= 48 and box["y"] + box["height"] <= 640 and box["x"] >= 0 and box["x"] + box["width"] <= 360
    return {"the first figure is not on the first screen": [] if inside else [box]}


def form_first(page: Page) -> Faults:
    """The form of every section begins at most 1.3 screens below the section's headline."""
    far = page.evaluate(FROM_HEADLINE)
    return {"a form far below its headline": [(name, away) for name, away in far if away > FAR and name not in PLAYED]}


def woken(page: Page, path: str, site: Server) -> Faults:
    """Each calculator, asked for what it shows, answers what was built, byte for byte, and nothing moves."""
    built = built_sections(site.folder / path / "index.html")
    shown = {name: uncompared(html) for name, html in page.evaluate(SHOWN).items()}
    for name in built:
        touch(page, f"#{name}")
    if not built:
        return {"shifts of the layout": page.evaluate("shifts")}
    settled(page)
    if path == CIRCLES:
        page.wait_for_timeout(800)  # the answer is read aloud a moment later, by the same line on every page
    answers = page.evaluate(AGAIN, [*built])
    now = page.evaluate(SHOWN)
    return {
        "shifts of the layout": page.evaluate("shifts"),
        "sections": sorted({*built} ^ {name for name, *_ in answers}),
        "another answer than the built one": [
            (name, part, compared[part], built[name][part])
            for name, _, compared in answers
            for part in compared
            if compared[part] != built[name][part]
        ],
        "another answer than the full one": [
            (name, html) for name, html, compared in answers if html != uncompared(compared["html"] + compared["rest"])
        ],
        "another answer than was shown": [(name, now[name], html) for name, html in shown.items() if now[name] != html],
    }


def fitting(page: Page, path: str) -> Faults:
    """With all folds open, on the narrowest phone: targets for a finger, nothing wider, nothing that axe finds."""
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    with unfolded(page):
        small = page.evaluate(TARGETS, 44)
        # What stands around an article is the same on every page. What the other rules of axe look at stands on the
        # specimens, for test_access.py: every ink is there, and the keyboard comes into code that scrolls only where
        # something can hover (by Material). Targets are measured here, for a finger.
        within = "html" if path in SPECIMENS else "article"
        found = violations(page, without=ON_SPECIMENS, within=within)
        sideways = page.evaluate("document.documentElement.scrollWidth") > 320
        wide = page.evaluate(WIDER)
    return {
        "targets too small for a finger": small,
        "a page that scrolls sideways": [320] if sideways else [],
        "wider than a phone": wide,
        "axe": found,
        "styled by what is left out": page.evaluate("unstyled.filter((one) => document.querySelector(one))"),
    }


def found(faults: Faults) -> Faults:
    """What is wrong at all."""
    return {kind: said for kind, said in faults.items() if said}


@pytest.mark.parametrize(
    ("path", "screen"),
    [
        *(pytest.param(path, PHONE, id=f"{named(path)}-phone") for path in SPECIMENS),
        *(pytest.param(path, WIDE, id=f"{named(path)}-wide") for path in WITH_CONTROLS),
    ],
)
def test_a_page_that_wakes(path: str, screen: dict[str, Any], warm: BrowserContext, site: Server) -> None:
    """It arrives piece by piece and is read for nothing; then it wakes.

    Where a busy browser could not read its cache, which it says, once more.
    """
    for attempt in (1, 2):
        site.requests.clear()
        page = arrived(warm, site, path, screen)
        faults = before_python(page, site)
        strange = [url for url in page.evaluate(FETCHED) if not url.startswith((site.url, "data:", "blob:"))]
        faults |= {"requests of other hosts": strange} | woken(page, path, site)
        started = page.evaluate(STARTED) or STARTED_WELL
        if attempt == 2 or not started["fault"]:
            break
        print(f"{path}: {started}")
        page.close()
    page.close()
    assert started == STARTED_WELL
    assert not found(faults)


@pytest.mark.parametrize("path", SPECIMENS, ids=named)
def test_without_javascript(all_browsers: Browsers, site: Server, path: str) -> None:
    """What test_built.py finds in the files of all pages is what a reader sees."""
    context, _ = all_browsers.kept("unscripted", java_script_enabled=False, **SMALL)
    with unopposed(context):
        page = context.new_page()
        page.goto(site.url + path)
        for section in page.locator("section.fl").all():
            expect(section.locator(".fl-figure").first).to_be_visible()
            expect(section.locator(".fl-unscripted")).to_be_visible()
            expect(section.locator(".fl-unscripted")).to_contain_text("Without JavaScript")
        awake_ones = page.locator(":is(section.fl, form.fl-rulings) :is(input, select, button, textarea):enabled")
        assert awake_ones.count() == 0, [control.evaluate("(one) => one.outerHTML") for control in awake_ones.all()]
        expect(page.locator("article h1")).to_be_visible()
        assert not python_bytes(site)
        page.close()


@pytest.mark.parametrize("path", WITH_CONTROLS, ids=named)
def test_reading_costs_no_byte_of_python_at_first_either(path: str, all_browsers: Browsers, site: Server) -> None:
    """In a browser in which no calculator was ever used, and with none of the pages' policies taken off."""
    with reader(all_browsers.browser("chromium"), **PHONE) as context:
        page = context.new_page()
        strange = strangers(page, site)
        page.goto(site.url + path)
        page.mouse.wheel(0, 3000)
        page.wait_for_timeout(300)
        assert not python_bytes(site)
        assert not strange
        assert [path for path in site.requests if not there(site, path)] == []


def test_the_first_touch_fetches_python_once_and_from_here(site: Server, visit: Visit) -> None:
    """The counterpart: Python's bytes would have been seen."""
    page = visit(**PHONE)
    strange = strangers(page, site)
    page.goto(site.url + CIRCLES)
    touch(page)
    awake(page)
    assert len(site.asked("worker.js")) == 1
    assert site.asked("snapshot")
    assert not strange
    assert [path for path in site.requests if not there(site, path)] == []


def test_calculators_in_sight_wake_before_they_are_asked(visit: Visit, site: Server) -> None:
    """Once Python is there for another; those further down as they come near."""
    page = visit(**PHONE)
    page.add_init_script(LISTEN)
    page.goto(site.url + CIRCLES)
    touch(page)
    settled(page)
    names = page.locator("article section.fl").evaluate_all("(all) => all.map((one) => one.dataset.calculator)")
    woken = "waking.map(({ request }) => JSON.parse(request).calculator)"
    until(page, f"{woken}.includes('{names[0]}')")
    assert names[-1] not in page.evaluate(woken)
    page.locator("article section.fl").last.scroll_into_view_if_needed()
    until(page, f"{woken}.includes('{names[-1]}') && told.filter(({{ type }}) => type === 'woken').length")
    assert len(page.evaluate(woken)) == len(set(page.evaluate(woken)))


WATCH = """
globalThis.broken = [];
addEventListener("error", (event) => broken.push(String(event.message)));
addEventListener("unhandledrejection", (event) => broken.push(String(event.reason)));
"""
A_PAGE = 0.4
"""Seconds that a reader stays at least: WebKit lets an address be written 100 times in 10 seconds, and Material writes
it some four times a page."""
ASKED = """(async () => {
  const { python } = await import("/assets/felloe.js");
  const sections = [...document.querySelectorAll("section.fl")];
  const without = (selector) => sections.filter((one) => !one.querySelector(selector)?.textContent.trim());
  for (const section of sections) {
    section.querySelector(".fl-form").dispatchEvent(new Event("input", { bubbles: true }));
  }
  for (let turn = 0; turn < 4; turn += 1) {
    await python.ask("idle", { do: "names" });
    await new Promise((done) => setTimeout(done));
  }
  return {
    answered: sections.length,
    "without a figure": without(".fl-figure").map(({ id }) => id),
    "styled by what is left out": unstyled.filter((selector) => document.querySelector(selector)),
    refused: sections.filter((one) => one.querySelector("[aria-invalid=true]")).map(({ id }) => id),
    sideways: document.documentElement.scrollWidth > innerWidth,
    broken: broken.splice(0),
  };
})()"""


STATE = re.compile(r"::[\w-]+|:(?:after|before|checked|disabled|focus|focus-within|hover|target)(?![\w-])")


def unstyled(site: Path) -> list[str]:
    """The selectors of Material's that the site's style leaves out, in whatever state something may be."""
    gone = unused.left_out(unused.sheet(site), unused.classes(site))
    assert len(gone) > 500
    return sorted({STATE.sub(":not(none)", selector) for selector in gone})


@pytest.mark.parametrize("kind", ["firefox", "webkit"])
def test_pages_in_one_visit(all_browsers: Browsers, site: Server, kind: str) -> None:
    """From page to page as a reader goes, with one Python: what depends on the browser, on every kind of block.

    What every calculator answers there is proved in test_same_bytes.py.
    """
    answered, faults = 0, {}
    with all_browsers.tab(kind) as tab:
        tab.narrow()
        tab.open(site.url)
        tab.run(f"(() => {{ {WATCH} globalThis.unstyled = {json.dumps(unstyled(site.folder))}; }})()")
        for path in SPECIMENS:
            since = time.monotonic()
            tab.run(FOLLOW % json.dumps(site.url + path))
            until_in(tab, HERE % json.dumps(site.url + path))
            said = tab.run(ASKED)
            answered += said.pop("answered")
            if found(said):
                faults[path] = found(said)
            if kind == "webkit":
                time.sleep(max(0.0, since + A_PAGE - time.monotonic()))
    assert not faults
    assert answered > 50
    assert len(site.asked("assets/worker.js")) == 1, "pages came by full loads, with a Python each"


@pytest.mark.patience(450)
@pytest.mark.parametrize("part", range(PARTS))
def test_all_pages_on_a_phone(part: int, site: Server, visit: Visit) -> None:
    """With Python asleep: whether all of it fits.

    Nothing on any page would be shown by the part of Material's style that is left out.
    """
    page = visit(reduced_motion="reduce", **PHONE | NARROWEST)
    page.goto(site.url)
    load_axe(page)
    page.evaluate("(left_out) => (globalThis.unstyled = left_out)", unstyled(site.folder))
    browser, faults = page.context.browser, {}
    for path in PAGES[part::PARTS]:
        verdict = verdicts.of_page(site.folder, site.url, path, browser.version if browser else "")
        if verdict.exists():
            continue
        followed(page, site.url + path, SHOWS)
        if wrong := found(fitting(page, path)):
            faults[path] = wrong
        else:
            verdict.touch()
    assert not faults
    assert not python_bytes(site)


@pytest.mark.patience(450)
def test_all_pages_wake_in_one_visit(site: Server, visit: Visit) -> None:
    """In Chromium, on a phone: the first answer, the way to the form, and each answer byte for byte as built."""
    page = visit(**PHONE)
    page.add_init_script(LISTEN + SHIFTS)
    page.goto(site.url + CIRCLES)
    touch(page)
    settled(page)
    faults = {}
    for path in PAGES:
        page.evaluate("[shifts, asked, told].forEach((list) => list.splice(0))")
        followed(page, site.url + path)
        settled(page)
        if wrong := found(first_screen(page) | form_first(page) | woken(page, path, site)):
            faults[path] = wrong
    assert not faults
    assert len(site.asked("assets/worker.js")) == 1, "pages came by full loads, with a Python each"


def strangers(page: Page, site: Server) -> list[str]:
    """Will list all that the page asks of other hosts."""
    asked: list[str] = []

    def listen(request: Request) -> None:
        if not request.url.startswith((site.url, "data:", "blob:")):
            asked.append(request.url)

    page.on("request", listen)
    return asked


def there(site: Server, asked: str) -> bool:
    found = site.folder / urlsplit(asked).path.lstrip("/")
    return asked == "/favicon.ico" or (found / "index.html" if found.is_dir() else found).is_file()


def test_a_second_visit_starts_python_from_the_cache(site: Server, visit: Visit) -> None:
    page = visit(**WIDE)
    page.goto(site.url + CIRCLES)
    touch(page)
    awake(page)
    until(page, "caches.keys().then((names) => names.length > 0)")
    page.wait_for_timeout(1000)
    site.requests.clear()
    page.goto(site.url + CIRCLES)
    awake(page)
    assert not site.asked("snapshot")
    assert not site.asked(".wasm")


def test_one_worker_across_instant_navigation(site: Server, visit: Visit) -> None:
    page = visit(**WIDE)
    page.add_init_script(LISTEN)
    page.goto(site.url + CIRCLES)
    touch(page)
    settled(page)
    with_calculators = [path for path in PAGES if built_sections(site.folder / path / "index.html")]
    for path in [*with_calculators[:3], CIRCLES]:
        before = page.evaluate("answersSoFar()")
        page.locator(f".md-nav--primary a[href='{site.url + path}'], .md-nav--primary a").evaluate_all(
            "(links, url) => links.find((link) => link.href.split('#')[0] === url).click()", site.url + path
        )
        page.wait_for_url(site.url + path)
        until(page, f"document.querySelector('link[rel=canonical]').href === '{site.url + path}'")
        page.wait_for_timeout(100)
        touch(page)
        until(page, f"answersSoFar() > {before}")
    assert len(site.asked("assets/worker.js")) == 1
    assert len([worker for worker in page.workers if "assets/worker.js" in worker.url]) == 1
    loaded = [request for request in site.requests if request == "/" + CIRCLES]
    assert loaded, "the pages came by full loads, so this proves nothing"
