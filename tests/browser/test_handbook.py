"""The one file: opened from file://, where browsers allow least, it does what the site does and fetches nothing."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hooks.commands import handbook
from hooks.commands.progress import Failure
from tests import seven_bits, zstd
from tests.browser.looking import SMALL, WIDE, load_axe, uncompared, violations
from tests.browser.tabs import Browsers, Tab, until
from tests.site.building import pages

CLASS = "#/burning-wheel/getting-better/routine-difficult-challenging/"
FIND = "#/burning-wheel/people/find-someone/"
RULINGS = "#/rulings-and-sources/our-tables-rulings/"
READY = "document.documentElement.dataset.python === 'ready'"
OUTSIDE = (
    "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => !/^(data|blob):/.test(name))"
)
BLOCK = re.compile(r'<script type="application/octet-stream" data-of="(pages:[^"]*|search)">([^<]*)</script>')
MOST_BYTES = 18_000_000


@pytest.fixture(scope="module")
def blocks(book: Path) -> dict[str, Any]:
    """What lies compressed in the file: every page, and what the search knows."""
    texts: dict[str, str] = {}
    for name, piece in BLOCK.findall(book.read_text(encoding="utf-8")):
        texts[name] = texts.get(name, "") + piece
    unpacked = zstd.each_unpacked([seven_bits.read(text) for text in texts.values()])
    return {name: json.loads(text) for name, text in zip(texts, unpacked, strict=True)}


@pytest.fixture(scope="module")
def mains(blocks: dict[str, Any]) -> dict[str, str]:
    """What each page has between header and footer, by its path."""
    chapters = [block for name, block in blocks.items() if name != "search"]
    return {path: page["main"] for chapter in chapters for path, page in chapter.items()}


@pytest.fixture
def opened(book: Path, visit: Callable[..., Page]) -> Iterator[Page]:
    """The file in Chromium; nothing may be asked of the network, and no script may complain."""
    page = visit()
    asked: list[str] = []
    faults: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type in ("error", "warning") else None)
    page.goto(book.as_uri())
    yield page
    assert [url for url in asked if not url.startswith((book.as_uri(), "data:", "blob:"))] == []
    assert faults == []


def turn(tab: Tab, address: str) -> None:
    """Open a page of the handbook and wait for its first calculator."""
    tab.run(f"void (location.hash = '{address}')")
    until(tab, f"document.querySelector('main a.md-nav__link--active')?.hash === '{address}'")


def answered(tab: Tab) -> str:
    """Change the first number of the page's first calculator; what it says once that has been worked out."""
    tab.run("void (globalThis.out = document.querySelector('section.fl .fl-out'), globalThis.before = out.innerHTML)")
    tab.run("void document.querySelector('section.fl [data-step=\"1\"]').click()")
    return until(tab, "out.innerHTML !== before && !('waiting' in out.dataset) && out.innerText")


def test_it_is_alive_from_file(tab: Tab, book: Path) -> None:
    tab.open(book.as_uri())
    assert "What do you need?" in tab.run("document.querySelector('h1').innerText")
    turn(tab, CLASS)
    assert answered(tab)
    turn(tab, FIND)
    assert "Find someone" in tab.run("document.title")
    assert answered(tab)
    assert tab.run(READY)
    assert tab.run("document.querySelector('section.fl .fl-out a').getAttribute('href')").startswith("#/")
    assert tab.run("document.querySelectorAll('main').length") == 1
    assert tab.run(OUTSIDE) == []


def test_links_and_steps(tab: Tab, book: Path) -> None:
    figure = "document.querySelector('#circles-obstacle .fl-figure')?.textContent.replace('\\u00a0', ' ')"
    tab.open(f"{book.as_uri()}{FIND}?circles-obstacle.station=highest#circles-obstacle")
    until(tab, f"{figure} === 'Ob 4'")
    tab.run("void (document.querySelector('main').dataset.same = 'yes')")
    tab.run("void document.querySelector('#circles-obstacle [data-tool=reset]').click()")
    until(tab, f"{figure} === 'Ob 1'")
    assert tab.run("location.hash") == f"{FIND}#circles-obstacle"
    tab.run("void scrollTo(0, 300)")
    tab.run("void history.back()")
    until(tab, f"{figure} === 'Ob 4'")
    assert tab.run("location.hash") == f"{FIND}#circles-obstacle?circles-obstacle.station=highest"
    tab.run("void history.forward()")
    until(tab, f"{figure} === 'Ob 1'")
    assert tab.run("document.querySelector('main').dataset.same") == "yes", "the page was opened anew"
    assert round(tab.run("scrollY")) == 300


def test_a_page_that_fetches_fails(tab: Tab, tmp_path: Path) -> None:
    """Were it allowed to, the handbook's tests would not notice a handbook that reads files beside it."""
    (tmp_path / "beside.json").write_text("{}", encoding="utf-8")
    page = tmp_path / "control.html"
    page.write_text('<!doctype html><meta charset="utf-8"><title>Control</title>', encoding="utf-8")
    tab.open(page.as_uri())
    assert tab.run("fetch('beside.json').then(() => 'read', () => 'refused')") == "refused"


def test_the_answer_on_opening_is_the_built_one(all_browsers: Browsers, book: Path, mains: dict[str, str]) -> None:
    with all_browsers.tab("chromium") as tab:
        tab.open(f"{book.as_uri()}{FIND}")
        until(tab, READY)
        main = mains[FIND[1:]]
        section = "document.querySelector('section.fl')"
        shown = tab.run(f"{section}.querySelector('.fl-out').innerHTML")
        tab.run(f"void ({section}.querySelector('.fl-out').innerHTML = '')")
        tab.run(f"void {section}.querySelector('form').dispatchEvent(new Event('input', {{ bubbles: true }}))")
        shown = uncompared(shown)
        assert until(tab, f"{section}.querySelector('.fl-out').innerHTML") == shown
        first = tab.run(
            "new DOMParser().parseFromString(" + json.dumps(main) + ", 'text/html')"
            ".querySelector('section.fl .fl-out').innerHTML"
        )
        assert uncompared(first) == shown


def test_without_javascript(book: Path, visit: Callable[..., Page]) -> None:
    page = visit(java_script_enabled=False)
    page.goto(book.as_uri())
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("What do you need"))
    expect(page.locator("footer")).to_contain_text("Unofficial")
    expect(page.locator("noscript .fl-unscripted").first).to_contain_text("JavaScript")


def test_every_link_leads_somewhere(blocks: dict[str, Any], mains: dict[str, str]) -> None:
    assert set(mains) == {f"/{path}" for path in pages()}
    places = {path: set(re.findall(r'\sid="([^"]+)"', main)) for path, main in mains.items()}
    links = {link for main in mains.values() for link in re.findall(r'<a [^>]*href="([^"]*)"', main)}
    links |= {f"#/{entry['location']}" for entry in blocks["search"]["docs"]}
    assert len(links) > len(mains)
    for link in sorted(links):
        if link.startswith("#"):
            _, path, *place = link.split("#")
            assert path in places, link
            assert not place or place[0].partition("?")[0] in places[path], link
        else:
            assert link.startswith("https://"), link


def test_nothing_in_it_is_fetched(book: Path, blocks: dict[str, Any]) -> None:
    text = book.read_text(encoding="utf-8") + "".join(json.dumps(block) for block in blocks.values())
    assert re.findall(r'<(?:img|script|iframe)[^>]*\ssrc="(?!data:)', text) == []
    assert re.findall(r'<link(?![^>]*href="data:)', text) == []
    assert "connect-src" not in text
    assert book.stat().st_size < MOST_BYTES


def test_back_and_places(opened: Page) -> None:
    opened.locator("article a[href^='#/burning-wheel/']").first.click()
    expect(opened.locator("section.fl").first).to_be_attached()
    opened.evaluate("location.hash = '#/burning-wheel/people/find-someone/#cir-07'")
    expect(opened.get_by_role("heading", level=1)).to_contain_text("Find someone")
    top = opened.evaluate("document.getElementById('cir-07').getBoundingClientRect().top")
    header = opened.evaluate("document.querySelector('.md-header').getBoundingClientRect().bottom")
    assert header <= top < header + 100, "the heading is not under the header, and not far below it"
    opened.evaluate("scrollTo(0, 321)")
    opened.wait_for_timeout(100)
    opened.evaluate("location.hash = '#/rulings-and-sources/about/'")
    expect(opened.get_by_role("heading", level=1)).not_to_contain_text("Find someone")
    opened.go_back()
    expect(opened.get_by_role("heading", level=1)).to_contain_text("Find someone")
    assert opened.evaluate("scrollY") == 321
    opened.evaluate("location.hash = '#/no-such-page/'")
    expect(opened.get_by_role("alert")).to_contain_text("no page “/no-such-page/”")


def test_a_link_with_values(opened: Page, book: Path) -> None:
    opened.goto(f"{book.as_uri()}{FIND}?circles-obstacle.circles=B7#cir-04")
    expect(opened.locator("[name=circles]").first).to_have_value("B7", timeout=30_000)
    expect(opened.locator("section.fl .fl-from").first).to_contain_text("Circles B7", timeout=30_000)
    opened.evaluate(f"location.hash = '{FIND}?circles-obstacle.circles=B3'")
    expect(opened.locator("section.fl .fl-from").first).to_contain_text("Circles B3", timeout=30_000)


def test_search(opened: Page) -> None:
    opened.keyboard.press("s")
    opened.keyboard.type("routine", delay=5)
    expect(opened.locator(".md-search-result__item").first).to_contain_text("Routine, Difficult or Challenging?")
    opened.keyboard.press("Enter")
    expect(opened.get_by_role("heading", level=1)).to_contain_text("Routine, Difficult or Challenging?")
    expect(opened.locator("#__search")).not_to_be_checked()
    assert opened.evaluate("document.activeElement.id") == "hub-35", "reading goes on where the search led"
    opened.keyboard.press("/")
    opened.locator(".md-search__input").fill("dagger sup")
    expect(opened.locator(".md-search-result__item").first).to_contain_text("Every weapon")
    expect(opened.locator(".md-search-result__item", has_text="Dagger, superior").first).to_be_visible()
    opened.locator(".md-search__input").fill("light wound")
    expect(opened.locator(".md-search-result__item").first).to_contain_text("How bad is it?")
    opened.keyboard.press("ArrowDown")
    opened.keyboard.press("Enter")
    expect(opened.get_by_role("heading", level=1)).to_contain_text("Taking a wound")
    assert opened.evaluate("scrollY") > 0
    opened.keyboard.press("/")
    opened.locator(".md-search__input").fill("4d ob 4")
    opened.keyboard.press("Enter")
    expect(opened).to_have_url(re.compile("#hub-08[?]"), timeout=30_000)
    expect(opened.locator("section.fl .fl-figure").first).to_have_text("6.3\xa0%", timeout=30_000)


def test_the_contents_mark_where_the_reader_is(book: Path, visit: Callable[..., Page]) -> None:
    page = visit(**WIDE)
    page.goto(f"{book.as_uri()}{FIND}#cir-05")
    marked = page.locator(".md-sidebar--secondary .md-nav__link--active")
    expect(marked).to_have_text("A Wise first, or a famous name")
    page.evaluate("document.getElementById('cir-03').scrollIntoView()")
    expect(marked).to_have_text("Who is within reach")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(marked).to_have_text("The whole search")
    page.evaluate("scrollTo(0, 0)")
    expect(marked).to_have_count(0)


@pytest.mark.parametrize(("scheme", "screen"), [("light", WIDE), ("dark", SMALL)], ids=["wide", "small"])
def test_axe_finds_nothing(book: Path, visit: Callable[..., Page], scheme: str, screen: dict[str, Any]) -> None:
    page = visit(color_scheme=scheme, reduced_motion="reduce", **screen)
    page.goto(f"{book.as_uri()}{FIND}")
    expect(page.locator("section.fl").first).to_be_visible()
    load_axe(page)
    page.evaluate("document.querySelectorAll('article details').forEach((fold) => (fold.open = true))")
    found = violations(page)
    page.keyboard.press("s")
    page.locator(".md-search__input").fill("find")
    expect(page.locator(".md-search-result__item").first).to_be_visible()
    found += violations(page)
    assert not found, "\n".join(found)


def test_a_ruling_holds_on_other_pages_and_after_reopening(opened: Page, book: Path) -> None:
    opened.evaluate(f"location.hash = '{RULINGS}rolling-dice/'")
    box = opened.locator("[data-ruling]:not([data-default])").first
    box.check()
    stored = opened.evaluate("localStorage.getItem('felloe.rulings')")
    name = box.get_attribute("data-ruling")
    assert name in json.loads(stored)["chosen"]
    opened.goto(f"{book.as_uri()}{RULINGS}")
    expect(opened.locator(f"[id='{name}'] .fl-listed__held")).to_contain_text("Ours: ")
    opened.goto(f"{book.as_uri()}{RULINGS}#{name}")  # where it stood before
    expect(opened.locator(f"[data-ruling='{name}']:checked")).not_to_have_attribute("data-default", "")
    assert opened.evaluate("location.hash") == f"{RULINGS}rolling-dice/#{name}"


def test_light_and_dark(opened: Page) -> None:
    assert opened.evaluate("document.body.dataset.mdColorScheme") == "default"
    opened.get_by_title("Switch to dark").click()
    assert opened.evaluate("document.body.dataset.mdColorScheme") == "slate"
    opened.reload()
    assert opened.evaluate("document.body.dataset.mdColorScheme") == "slate"
    expect(opened.get_by_title("Switch to light")).to_be_visible()


def test_damage_is_said(book: Path, tmp_path: Path, all_browsers: Browsers) -> None:
    mark = 'data-of="runtime:snapshot.bin.zst">'
    before, _, after = book.read_text(encoding="utf-8").partition(mark)
    damaged = tmp_path / "felloe.html"
    damaged.write_text(f"{before}{mark}{'A' * 400}{after[400:]}", encoding="utf-8")
    with all_browsers.tab("chromium") as tab:
        tab.open(f"{damaged.as_uri()}{FIND}")
        until(tab, "document.documentElement.dataset.python === 'failed'")
        said = tab.run("document.querySelector('section.fl .fl-status').textContent")
        assert said == "The calculators stopped, three times over; reload the page to try again."


def test_faults_of_a_site(tmp_path: Path) -> None:
    with pytest.raises(Failure, match="no built site"):
        handbook.write(tmp_path, tmp_path / "felloe.html")


def test_a_table_goes_out_by_a_link_to_the_site_and_comes_in(opened: Page) -> None:
    opened.evaluate(f"location.hash = '{RULINGS}'")
    opened.get_by_label("Your table’s name").fill("The Tuesday table")
    opened.get_by_role("button", name="Show as QR code").click()
    link = opened.locator(".fl-qr__link a").inner_text()
    assert re.match(rf"https?://[^#]*/{RULINGS[2:]}#", link), "a phone that scans it cannot open this file"
    opened.evaluate("(to) => void (location.hash = to)", RULINGS + "#" + link.partition("#")[2])
    offer = opened.get_by_role("region", name="A table’s rulings")
    expect(offer).to_contain_text("These are the rulings of “The Tuesday table”. They are the same as yours.")
