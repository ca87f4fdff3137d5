"""The search is the real navigation: a key, six letters and Enter bring the answer onto the screen of a phone."""

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import tabs
from tests.browser.looking import CIRCLES, ODDS, RULINGS, WIDE, load_axe, until, violations
from tests.browser.server import Server
from tests.browser.tabs import Tab

Visit = Callable[..., Page]
ALIASES = Path(__file__).parent.parent / "site" / "aliases.toml"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
INDEX = "rulings-and-sources/index-of-rules/"
WOUNDS = "burning-wheel/wounds/taking-a-wound/"

# The best location for each question, and for each alias, id and title of the index the location that it belongs to.
BEST = """async (asked) => {
  const { learn, find } = await import(new URL("/assets/client/lookup.js", location));
  const index = await (await fetch("/search/search_index.json")).json();
  const known = learn(index);
  const first = (question, here) => find(known, question, here)[0]?.one.location ?? "";
  const own = index.docs.filter((one) => one.table === undefined).flatMap((one) =>
    [...(one.aliases ?? []), one.title].map((name) => [name, one.location, first(name, one.location)]));
  return { found: asked.map((question) => first(question)), own };
}"""

# Where a search has led: the section of the address with its answer below the header and above the screen's edge, the
# search closed, and the focus there: a page that was loaded has it at the place of its address, on no element.
ARRIVED = """([section, path, loaded]) => {
  const heading = document.getElementById(section);
  const header = document.querySelector(".md-header")?.getBoundingClientRect().bottom;
  const figure = [...document.querySelectorAll("section.fl .fl-figure")].find(
    (one) => heading?.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
  if (!figure || location.hash !== `#${section}` || !location.pathname.endsWith(path)) {
    return false;
  }
  const [{ top }, { top: high, bottom: low }] = [heading, figure].map((one) => one.getBoundingClientRect());
  return top >= header && high > top && low <= innerHeight
    && !document.getElementById("__search").checked && document.activeElement === (loaded ? document.body : heading);
}"""
PATIENCE = 30_000
"""Milliseconds within which Python answers on a busy machine."""
OPEN = "document.getElementById('__search').checked"


def arrived(page: Page, section: str, path: str = "", *, loaded: bool = False) -> None:
    """Wait until the section's answer is on the screen, and see that it stays there."""
    until(page, f"({ARRIVED})({json.dumps([section, path, loaded])})")
    page.wait_for_timeout(250)  # Material's own search gives the page its old place back a moment later
    assert page.evaluate(ARRIVED, [section, path, loaded])


def tap_the_glass(page: Page) -> None:
    """Tap where the button stands; Playwright's own way to it scrolls the page."""
    box = page.locator("header label[for=__search]").first.bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tap_until(page, lambda: page.touchscreen.tap(*middle), OPEN)


def tap_until(page: Page, tap: Callable[[], None], script: str) -> None:
    """A browser that is busy between finger down and finger up takes a tap for a long press; then one taps again."""
    for _ in range(5):
        tap()
        page.wait_for_timeout(500)
        if page.evaluate(script):
            return
    raise AssertionError(f"not true after five taps: {script}")


def test_every_alias_finds_its_section_first(site: Server, visit: Visit) -> None:
    page = visit()
    page.goto(site.url + INDEX)
    wanted = [pair for table in tomllib.loads(ALIASES.read_text("utf-8")).values() for pair in table.items()]
    answer = page.evaluate(BEST, [question for question, _ in wanted])
    found = [place.rstrip("/").rpartition("#" if "#" in place else "/")[2] for place in answer["found"]]
    wrong = [
        f"{question}: {best} comes before {section}"
        for (question, section), best in zip(wanted, found, strict=True)
        if best != section
    ]
    assert not wrong, "\n".join(wrong)
    taken = {"Obstacles", "◆ Ruling"}  # titles that are an alias elsewhere
    stray = [
        (title, place, best)
        for title, place, best in answer["own"]
        if best != place and not best.startswith(f"{place}#") and title not in taken
    ]
    assert not stray, "\n".join(map(str, stray))
    assert len(answer["own"]) > 300


@pytest.mark.parametrize("instant", [True, False], ids=["instant navigation", "page loads"])
def test_a_key_six_letters_and_enter(site: Server, visit: Visit, instant: bool) -> None:
    page = visit(**PHONE)
    if not instant:
        page.route("**/sitemap.xml", lambda route: route.abort())  # which says what may come without a load
    page.goto(site.url)
    page.evaluate("globalThis.kept = true")
    page.keyboard.press("/")
    page.keyboard.type("tolera")
    page.keyboard.press("Enter")
    arrived(page, "inj-03", WOUNDS, loaded=not instant)
    assert page.evaluate("globalThis.kept === true") == instant, "the page came in the other way"
    page.keyboard.press("s")  # on the same page, upwards
    page.keyboard.type("wounds")
    page.keyboard.press("Enter")
    arrived(page, "inj-04", WOUNDS)
    page.evaluate("scrollTo(0, 4000)")
    page.keyboard.press("f")  # where it has been already
    page.keyboard.type("wounds")
    page.keyboard.press("Enter")
    arrived(page, "inj-04", WOUNDS)
    for path, query, section in (
        (RULINGS, "circle", "cir-04"),
        (INDEX, "infamo", "cir-09"),
        (ODDS, "advanc", "hub-37"),
    ):
        page.goto(site.url + path)
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        page.keyboard.press("/")
        page.keyboard.type(query)
        page.keyboard.press("Enter")
        arrived(page, section, loaded=not instant)


def test_pinned_places_that_cannot_be_read(site: Server, visit: Visit) -> None:
    page = visit(**PHONE)
    page.goto(site.url)
    page.evaluate("localStorage['felloe.pinned'] = '{'")
    page.keyboard.press("/")
    expect(page.locator(".fl-notice")).to_have_text(
        "What you pinned in the search could not be read; they were set aside and nothing is pinned."
    )
    assert page.evaluate("localStorage['felloe.pinned.set-aside']") == "{"
    page.keyboard.type("tolera")
    page.keyboard.press("Enter")
    arrived(page, "inj-03", WOUNDS)


def test_on_a_phone_by_touch(site: Server, visit: Visit) -> None:
    page = visit(**PHONE)
    page.goto(f"{site.url}{CIRCLES}#cir-07")
    page.wait_for_timeout(500)  # until the sections have woken
    before = page.evaluate("scrollY")
    assert before > 0
    tap_the_glass(page)
    query = page.locator(".md-search__input")
    expect(query).to_be_focused()
    query.fill("open e")
    results = page.locator(".md-search-result__list a")
    expect(results.first).to_contain_text("Open-ended dice")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    tap_until(page, page.locator(".md-search__form label[for=__search]").tap, f"!{OPEN}")
    assert page.evaluate("scrollY") == before
    assert page.evaluate("document.activeElement === document.body")
    tap_the_glass(page)
    query.fill("mortal wound")
    results.first.tap()
    arrived(page, "inj-07", WOUNDS)


def test_on_a_wide_screen_by_key(site: Server, visit: Visit) -> None:
    page = visit(**WIDE)
    page.goto(site.url + CIRCLES)
    assert site.asked("search_index") == [], "someone who only reads fetches no index"
    chip = page.locator("section.fl .fl-form input[type=radio]").first
    chip.focus()
    page.keyboard.press("/")
    query = page.locator(".md-search__input")
    expect(query).to_be_focused()
    page.keyboard.type("mace")
    results = page.locator(".md-search-result__list a")
    expect(results.first).to_contain_text("Every weapon")
    expect(results.filter(has_text="Mace").first).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="found")).to_have_text(re.compile(r"^\d\d? found$"))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(results.nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(results.first).to_be_focused()
    page.keyboard.press("Escape")
    until(page, f"!{OPEN}")
    expect(chip).to_be_focused()
    page.keyboard.press("/")
    page.keyboard.type("zzzzzz")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="found")).to_have_text("Nothing found")
    assert page.evaluate(OPEN)
    page.locator(".md-search__overlay").click(position={"x": 5, "y": 400})
    until(page, f"!{OPEN}")
    box = page.locator("[name=circles]").first
    box.focus()
    page.keyboard.press("s")
    assert not page.evaluate(OPEN), "a letter typed into a field is the field's"
    page.locator("h1").click()
    page.keyboard.press("s")
    page.keyboard.type("greysc")
    page.keyboard.press("Enter")
    arrived(page, "inj-01", WOUNDS)
    assert len(site.asked("search_index")) == 1


def test_a_question_is_answered_first_and_enter_leads_to_its_calculator(site: Server, visit: Visit) -> None:
    page = visit(**PHONE)
    page.goto(site.url + INDEX)
    page.keyboard.press("/")
    page.keyboard.type("4d ob 4")
    answer = page.locator(".md-search-result__list > .fl-asked:first-child")
    expect(answer).to_be_visible()
    page.keyboard.press("Enter")  # while Python may still be on its way
    until(page, "location.hash.startsWith('#hub-08?') && !document.getElementById('__search').checked")
    expect(page.locator("section.fl .fl-figure").first).to_have_text("6.3\xa0%", timeout=PATIENCE)
    page.keyboard.press("/")
    query = page.locator(".md-search__input")
    query.fill("B5 ob 3")
    expect(answer.locator(".fl-asked__figure")).to_have_text("50\xa0%", timeout=PATIENCE)
    page.keyboard.press("Enter")  # on the same page
    expect(page.locator("section.fl .fl-figure").first).to_have_text("50\xa0%", timeout=PATIENCE)
    page.keyboard.press("/")
    for typed, figure, words in (
        ("power 5 sword", "B4 / B8 / B12", "Taken for granted: run of the mill."),
        ("advnace B4 2 routine 1 difficult", "Still 2 Routine", "Difficult tests marked: 1"),
        ("help 4D", "What do I roll, against what, and what will I mark?", "Say as well: your ability, the obstacle."),
    ):
        query.fill(typed)
        expect(answer.locator(".fl-asked__figure")).to_have_text(figure, timeout=PATIENCE)
        expect(answer).to_contain_text(words)
    expect(page.get_by_role("status").filter(has_text="Answered")).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    answer.get_by_role("button", name="Pin help 4D").tap()
    query.fill("4d ob 4 tomorrow")
    expect(answer).to_have_count(0)
    query.fill("tolerances")
    page.locator(".fl-pinned").first.tap()
    page.goto(site.url + INDEX)
    page.keyboard.press("/")
    heads = page.locator(".fl-found__head")
    expect(heads.first).to_have_text("Pinned")
    entries = page.locator(".md-search-result__link")
    expect(entries.nth(1)).to_have_text("help 4D")
    assert "#inj-03" in (entries.first.get_attribute("href") or "")
    page.get_by_role("button", name="Forget these").tap()
    expect(heads.filter(has_text="Visited last")).to_have_count(0)
    load_axe(page)
    page.wait_for_timeout(500)  # it fades in
    assert not violations(page)
    entries.nth(1).tap()
    expect(answer).to_contain_text("Say as well", timeout=PATIENCE)
    assert not violations(page)


def test_enter_waits_for_an_index_that_comes_late_or_at_the_second_try(site: Server, visit: Visit) -> None:
    page = visit(**PHONE)
    held: list[Route] = []
    page.route("**/search_index.json", lambda route: held.append(route))
    page.goto(site.url)
    page.keyboard.press("/")
    until(page, OPEN)
    page.wait_for_timeout(50)
    held.pop().abort()
    expect(page.get_by_role("status").filter(has_text="index")).to_have_text(
        "The search could not read its index; type on to try again."
    )
    page.keyboard.type("infamo")
    page.keyboard.press("Enter")
    page.wait_for_timeout(50)
    held.pop().continue_()
    arrived(page, "cir-09")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_an_open_search(site: Server, visit: Visit, scheme: str) -> None:
    page = visit(color_scheme=scheme, reduced_motion="reduce", **PHONE)
    page.goto(site.url + INDEX)
    load_axe(page)
    page.keyboard.press("/")
    page.keyboard.type("wounds")
    expect(page.locator(".md-search-result__list a").first).to_be_visible()
    page.wait_for_timeout(500)  # it fades in
    assert not violations(page)


def test_in_each_browser(tab: Tab, site: Server) -> None:
    tab.open(site.url + CIRCLES)
    tab.run(
        "void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }))"
    )
    tabs.until(tab, "document.activeElement?.matches('.md-search__input')")
    tab.run("void (document.activeElement.value = 'tolera', document.activeElement.form.requestSubmit())")
    tabs.until(tab, f"({ARRIVED})(['inj-03', '{WOUNDS}'])")
    tab.open(site.url + CIRCLES)
    tab.run(
        "void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }))"
    )
    tabs.until(tab, "document.activeElement?.matches('.md-search__input')")
    tab.run("void (document.activeElement.value = 'B4 vs G3', document.activeElement.form.requestSubmit())")
    tabs.until(tab, "location.hash.startsWith('#hub-13?versus-test.')")


RULE_LINK = "section.fl a[href*='#']:visible"


def test_a_link_to_a_rule_shows_it_to_pointer_and_key(site: Server, visit: Visit) -> None:
    page = visit(**WIDE)
    page.goto(site.url + CIRCLES)
    page.wait_for_timeout(500)
    link = page.locator(RULE_LINK).first
    preview = page.locator(".fl-preview")
    link.scroll_into_view_if_needed()
    link.hover()
    expect(preview).to_be_visible()
    assert len(preview.locator(".fl-preview__text").inner_text()) > 20
    preview.hover()
    page.wait_for_timeout(600)
    expect(preview).to_be_visible()  # it stays while it is pointed at
    page.keyboard.press("Escape")
    expect(preview).to_have_count(0)
    page.mouse.move(2, 2)
    link.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(link).to_be_focused()
    expect(preview).to_be_visible()
    load_axe(page)
    assert not [one for one in violations(page) if "fl-preview" in one]
    page.keyboard.press("Tab")
    expect(preview.get_by_role("link", name="Go there")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the pin
    pinned = page.locator(".fl-previews .fl-preview")
    expect(pinned).to_have_count(1)
    expect(link).to_be_focused()
    page.evaluate("scrollTo(0, 0)")
    expect(pinned).to_be_in_viewport()
    pinned.get_by_role("button", name="Close").click()
    expect(pinned).to_have_count(0)
    assert len(site.asked("search_index")) == 1


def test_a_finger_on_a_rule_in_an_answer_opens_a_sheet(site: Server, visit: Visit) -> None:
    page = visit(**PHONE)
    page.goto(site.url + CIRCLES)
    page.wait_for_timeout(500)
    page.locator(RULE_LINK).first.tap()
    preview = page.locator(".fl-preview")
    expect(preview).to_be_visible()
    assert page.url == site.url + CIRCLES
    box = preview.bounding_box()
    assert box
    assert (box["x"], box["width"], box["y"] + box["height"]) == (0, 390, 844)
    to = preview.get_by_role("link", name="Go there")
    where = str(to.evaluate("(link) => link.href"))
    to.tap()
    until(page, f"location.href === {json.dumps(where)}")
    expect(preview).to_have_count(0)
