"""Every page before Python: readable as built, right as built, still, and free of charge."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, Request, expect

from tests.browser import server
from tests.browser.looking import (
    CIRCLES,
    IDS,
    LISTEN,
    PAGES,
    PHONE,
    SHIFTS,
    SMALL,
    WIDE,
    awake,
    reader,
    settled,
    touch,
    uncompared,
    until,
)
from tests.browser.server import Server
from tests.browser.tabs import Browsers

Visit = Callable[..., Page]
each_page = pytest.mark.parametrize("path", PAGES, ids=IDS)
PYTHON = ("worker.js", "/runtime/")


# What came back for each section, and, from the browser's Python for the same inputs, all of it as a build draws it.
AGAIN = """() => Promise.all(asked.filter(({ type }) => type === "call").map(async ({ run, request }) => {
  const read = JSON.parse(request);
  const answer = JSON.parse(told.find((message) => message.run === run).answer);
  const form = { ...read, do: "form", inputs: read.inputs ?? read.log.setup, compare: true };
  python.postMessage({ type: "call", run: `form ${run}`, request: JSON.stringify(form) });
  for (const end = Date.now() + 60000; !told.some((message) => message.run === `form ${run}`); ) {
    if (Date.now() > end) throw new Error(`No form came for ${request}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const drawn = JSON.parse(told.find((message) => message.run === `form ${run}`).answer);
  return [read.instance, answer.html, { html: drawn.html, pin: answer.pin, form: drawn.form }];
}))"""

STARTED = "globalThis.told?.find(({ type }) => type === 'ready')"

# Each answer in the page, with the addresses of its links written out (Material does so to those that it finds).
SHOWN = """() => Object.fromEntries([...document.querySelectorAll(".fl-out")].map((out) => {
  const copy = out.cloneNode(true);
  [...out.querySelectorAll("a")].forEach((link, at) => (copy.querySelectorAll("a")[at].href = link.href));
  return [out.closest("section").id, copy.innerHTML];
}))"""


def python_bytes(site: Server) -> list[str]:
    return [path for path in site.requests if any(part in path for part in PYTHON)]


def built_sections(file: Path) -> dict[str, dict[str, str]]:
    """Answer, form and pinned bar of each section as they stand in the file, byte for byte."""
    found = {}
    for part in file.read_text(encoding="utf-8").split('<section class="fl"')[1:]:
        _, _, answer = part.partition('<div class="fl-out"')
        answer, _, _ = answer[answer.index(">") + 1 :].partition('</div></fieldset><fieldset class="fl-asleep"')
        answer, _, _ = answer.partition('</div></fieldset></div><form class="fl-form"')
        _, _, form = part.partition('<div class="fl-all">')
        form, _, rest = form.partition('</div></fieldset><p class="fl-pin" aria-hidden="true">')
        name = part.partition(' id="')[2].partition('"')[0]
        found[name] = {"html": answer, "form": form, "pin": rest.partition("</p>")[0]}
    return found


@pytest.fixture(scope="module")
def unscripted(all_browsers: Browsers) -> Iterator[BrowserContext]:
    with reader(all_browsers.browser("chromium"), java_script_enabled=False, **SMALL) as context:
        yield context


@each_page
def test_without_javascript(unscripted: BrowserContext, site: Server, path: str) -> None:
    page = unscripted.new_page()
    page.goto(site.url + path)
    sections = page.locator("section.fl")
    for section in sections.all():
        expect(section.locator(".fl-figure").first).to_be_visible()
        expect(section.locator(".fl-unscripted")).to_be_visible()
        expect(section.locator(".fl-unscripted")).to_contain_text("Without JavaScript")
    controls = page.locator(":is(section.fl, form.fl-rulings) :is(input, select, button, textarea)")
    awake_ones = page.locator(":is(section.fl, form.fl-rulings) :is(input, select, button, textarea):enabled")
    assert awake_ones.count() == 0, [control.evaluate("(one) => one.outerHTML") for control in awake_ones.all()]
    assert controls.count() > 0 or sections.count() == 0
    expect(page.locator("article h1")).to_be_visible()
    assert not python_bytes(site)
    page.close()


@pytest.fixture(scope="module")
def warm(all_browsers: Browsers, running_site: Server) -> Iterator[BrowserContext]:
    """A browser that has been here before: Python lies in its cache."""
    with reader(all_browsers.browser("chromium")) as context:
        context.add_init_script(LISTEN + SHIFTS)
        page = context.new_page()
        page.goto(running_site.url + CIRCLES)
        touch(page)
        settled(page)
        until(page, "caches.keys().then((names) => names.length > 0)")
        until(page, "caches.match(new URL(`/assets/runtime/whole?v=${asked.find(({ type }) => type === 'start')"
                    ".runtime.version}`, location)).then(Boolean)")  # fmt: skip
        page.close()
        yield context


@dataclass(frozen=True)
class Woken:
    """A page, its sections as they stand in the file, and the answers that it showed before Python."""

    page: Page
    built: dict[str, dict[str, str]]
    shown: dict[str, str]


@pytest.fixture(
    scope="module",
    params=[(screen, path) for screen in (SMALL, WIDE) for path in PAGES],
    ids=[f"{width}-{name}" for width in (360, 1280) for name in IDS],
)
def woken(request: pytest.FixtureRequest, warm: BrowserContext, running_site: Server) -> Iterator[Woken]:
    """A page that came piece by piece, and whose calculators were then all asked for what they show.

    Where a busy browser could not read its cache, Python starts the slow way and says so; then once more.
    """
    screen, path = request.param
    built = built_sections(running_site.folder / path / "index.html")
    for _ in range(2):
        page = warm.new_page()
        page.set_viewport_size(screen["viewport"])
        with pytest.MonkeyPatch.context() as slow:
            slow.setattr(server, "CHUNK", 4000)  # a page that comes piece by piece is drawn piece by piece
            slow.setattr(running_site, "bytes_per_second", 2_500_000)
            page.goto(running_site.url + path)
        shown = page.evaluate(SHOWN)
        for name in built:
            touch(page, f"#{name}")
        if built:
            settled(page)
        started = page.evaluate(STARTED)
        if not built or not started["fault"]:
            break
        print(f"{path}: {started}")
        page.close()
    if path == CIRCLES:
        page.wait_for_timeout(800)  # the answer is read aloud a moment later, by the same line on every page
    yield Woken(page, built, shown)
    page.close()


def test_nothing_moves(woken: Woken) -> None:
    assert woken.page.evaluate("shifts") == []


def test_the_awakened_answer_is_the_built_one(woken: Woken) -> None:
    if not woken.built:
        pytest.skip("no calculator on this page")
    answers = woken.page.evaluate(AGAIN)
    assert [name for name, *_ in answers] == list(woken.built)
    for name, html, compared in answers:
        assert compared == woken.built[name], name
        assert html == uncompared(compared["html"]), name
    shown = {name: uncompared(html) for name, html in woken.shown.items()}
    assert woken.page.evaluate(SHOWN) == shown
    assert woken.page.evaluate(STARTED) == {"type": "ready", "how": "snapshot", "fault": ""}


@pytest.fixture(scope="module")
def cold(all_browsers: Browsers) -> Iterator[BrowserContext]:
    """A browser in which no calculator was ever used."""
    with reader(all_browsers.browser("chromium"), **PHONE) as context:
        yield context


@each_page
def test_reading_costs_no_byte_of_python(cold: BrowserContext, site: Server, path: str) -> None:
    page = cold.new_page()
    strange = strangers(page, site)
    page.goto(site.url + path)
    page.mouse.wheel(0, 3000)
    page.wait_for_timeout(400)
    assert not python_bytes(site)
    assert not strange
    assert [path for path in site.requests if not there(site, path)] == []
    page.close()


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
