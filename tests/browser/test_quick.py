"""Quick roll in its drawer on any page, and the session log that rolls and sheets write."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.looking import CIRCLES, LISTEN, PHONE, WIDE, load_axe, settled, until, violations
from tests.browser.server import Server
from tests.browser.test_characters import keeping, kept
from tests.unit.test_sheets import HANNEKE

Visit = Callable[..., Page]
QUICK = "at-the-table/quick-roll/"
LOG = "at-the-table/session-log/"
BASTARD_SWORD = "bastard-sword/combat/shooting/"
LINES = ".fl-evening__lines span"


def opened(visit: Visit, url: str, **options: object) -> Page:
    page = visit(**(options or PHONE))
    page.add_init_script(LISTEN)
    page.goto(url)
    return page


def drawer(page: Page) -> Locator:
    """Press the die in the head of the page."""
    page.get_by_role("link", name="Quick roll").and_(page.locator("[data-quick]")).click()
    shown = page.locator("dialog.fl-quick")
    expect(shown).to_be_visible()
    return shown


def test_a_roll_from_any_page_goes_into_the_log(site: Server, visit: Visit) -> None:
    """Whoever is chosen fills it; the page behind it keeps its address and what stands in it."""
    page = visit(**PHONE)
    page.add_init_script(LISTEN)
    keeping(page, HANNEKE)
    page.goto(site.url + CIRCLES)
    address = page.url
    quick = drawer(page)
    quick.locator(".fl-offers button", has_text="Carpentry").first.tap()
    quick.locator("[data-field=obstacle] [data-pick='3']").tap()
    quick.locator("[data-field=advantage] [data-pick='1']").tap()
    expect(quick.locator(".fl-figure").first).to_have_text("5D")
    quick.get_by_role("button", name="Roll 5D").tap()
    quick.locator(".fl-rolled").get_by_role("button", name="Log it").tap()
    expect(quick.locator(".fl-rolled").get_by_role("button", name="Logged")).to_be_disabled()
    expect(quick.locator(".fl-rolls li").first.get_by_role("button", name="Logged")).to_be_disabled()
    quick.locator(".fl-writes").get_by_role("button", name=re.compile("Mark")).first.tap()
    expect(quick.locator(".fl-write__done")).to_contain_text("Hanneke")
    quick.evaluate("(drawer) => drawer.scrollTo(0, 0)")
    load_axe(page)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    quick.get_by_role("button", name="Close").tap()
    expect(quick).to_be_hidden()
    assert page.url == address
    page.goto(site.url + LOG)
    expect(page.locator(".fl-evening__lines li")).to_have_count(2)
    rolled, marked = page.locator(LINES).all_text_contents()
    assert re.fullmatch(r"Hanneke: [\d ]+ – \d\ssuccess(es)? with B5 against Ob\s3: .+", rolled), rolled
    assert kept(page)["done"][-1]["words"] == marked


def test_the_drawer_shows_the_dice_of_the_game_that_is_read(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + BASTARD_SWORD, **WIDE)
    quick = drawer(page)
    expect(quick.locator("#quick-bs")).to_be_visible()
    expect(quick.locator("#quick")).to_be_hidden()
    quick.get_by_role("button", name="Burning Wheel").click()
    expect(quick.locator("#quick")).to_be_visible()
    quick.locator("#quick [name=obstacle]").fill("x")
    expect(quick.locator("#quick [data-field=obstacle] > .fl-error")).to_be_visible()
    page.keyboard.press("Escape")
    expect(quick).to_be_hidden()
    expect(drawer(page).locator("#quick")).to_be_visible()  # what was chosen stays chosen


def test_few_fields_show_and_the_others_stand_under_more(site: Server, visit: Visit) -> None:
    """Also where the form is drawn anew, and in what a sheet fills."""
    page = opened(visit, site.url + CIRCLES, **WIDE)
    quick = drawer(page).locator("#quick")
    shown = quick.locator(".fl-all > .fl-field")
    rare = quick.locator(".fl-all > .fl-more")
    for _ in range(2):
        names = shown.evaluate_all("(all) => all.map((one) => one.dataset.field)")
        assert names == ["ability", "obstacle", "helpers", "forks", "advantage"]
        expect(rare.locator("[data-field=careful]")).to_have_count(1)
        quick.get_by_role("button", name="Add helper").click()
        settled(page)
    rare.locator("summary").first.click()
    rare.locator("[name=careful]").check()
    expect(rare.locator("[data-more]").first).to_have_text("(1 set)")


def test_links_of_the_drawer_lead_where_they_led_on_their_page(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + CIRCLES)
    quick = drawer(page)
    links = quick.locator("a[href]").evaluate_all("(all) => all.map((link) => link.href)")
    assert links
    served = [link for link in links if link.startswith(site.url)]
    assert served == links
    for link in sorted({link.split("#")[0] for link in links}):
        assert page.request.get(link).ok, link


def test_the_drawer_follows_the_rulings_and_makes_way_for_its_page(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + CIRCLES, **WIDE)
    quick = drawer(page)
    quick.get_by_role("button", name="Burning Wheel").click()
    quick.locator("[data-field=advantage] [data-pick='2']").click()
    expect(quick.locator("#quick .fl-figure").first).to_have_text("6D")
    once = {"version": 1, "chosen": {"burning-wheel.dice.chain": "once"}}
    page.evaluate("(text) => localStorage.setItem('felloe.rulings', text)", json.dumps(once))
    page.evaluate("document.dispatchEvent(new Event('felloe:rulings'))")
    expect(quick.locator("#quick .fl-rests summary")).to_contain_text("yours")
    quick.get_by_role("button", name="Close").click()
    page.evaluate(f"location.assign('{site.url + QUICK}')")
    page.wait_for_url(site.url + QUICK)
    expect(page.locator("[id=quick]")).to_have_count(1)
    page.locator("[data-quick]").click()
    expect(page.locator("dialog.fl-quick")).to_have_count(0)


def test_a_page_that_cannot_be_fetched_is_gone_to(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + CIRCLES)
    page.evaluate("() => { window.fetch = () => Promise.reject(new Error('offline')); }")
    page.locator("[data-quick]").click()
    page.wait_for_url(site.url + QUICK)


def test_the_log_is_written_struck_out_saved_and_begun_anew(site: Server, visit: Visit) -> None:
    page = visit(**WIDE)
    duel = {"version": 1, "log": {"setup": {}, "steps": [{}]}, "at": 1, "title": "Play a duel", "stands": "5 to 3"}
    page.add_init_script(f"localStorage['felloe.session /duel/ play-a-duel'] = {json.dumps(json.dumps(duel))}")
    page.goto(site.url + LOG)
    expect(page.locator("[data-go-on] a")).to_have_text("Play a duel5 to 3 · step 1")
    log = page.locator("[data-evening]")
    for line in ("Bram burns the bridge", "The abbot leaves", "Odo swears an oath"):
        page.get_by_label("What happened").fill(line)
        page.keyboard.press("Enter")
    expect(page.locator(LINES)).to_have_text(["Bram burns the bridge", "The abbot leaves", "Odo swears an oath"])
    log.get_by_role("button", name="Strike out: The abbot leaves").click()
    expect(page.locator(LINES)).to_have_text(["Bram burns the bridge", "Odo swears an oath"])
    page.reload()
    expect(page.locator(LINES)).to_have_text(["Bram burns the bridge", "Odo swears an oath"])
    with page.expect_download() as saved:
        log.get_by_role("button", name="Save as text").click()
    text = saved.value.path().read_text(encoding="utf-8")
    day, first, second, *stands = text.splitlines()
    assert re.fullmatch(r"\w+ \d+, \d{4}", day)
    assert re.fullmatch(r"\d\d:\d\d  Bram burns the bridge", first)
    assert re.fullmatch(r"\d\d:\d\d  Odo swears an oath", second)
    assert stands == ["", "How it stands", "Play a duel: 5 to 3 · step 1"]
    log.get_by_role("button", name="Begin anew").click()
    expect(log).to_contain_text("Nothing yet.")
    log.get_by_role("button", name="Undo").click()
    expect(page.locator(LINES)).to_have_text(["Bram burns the bridge", "Odo swears an oath"])
    load_axe(page)
    assert violations(page) == []


@pytest.mark.parametrize("content", ["{", '{"version": 9}', '{"version": 1, "lines": [{"at": "never", "text": "x"}]}'])
def test_a_damaged_log_is_set_aside(content: str, site: Server, visit: Visit) -> None:
    page = visit(**WIDE)
    page.add_init_script(f"localStorage['felloe.evening'] ??= {json.dumps(content)}")
    page.goto(site.url + LOG)
    expect(page.locator(".fl-notice")).to_contain_text("The session log could not be read")
    page.get_by_label("What happened").fill("Anew")
    page.keyboard.press("Enter")
    expect(page.locator(LINES)).to_have_text(["Anew"])
    assert page.evaluate("localStorage['felloe.evening.set-aside']") == content


def test_what_two_taps_bring_is_all_there(site: Server, visit: Visit) -> None:
    """A row and a skill of the sheet, tapped before the form of the first tap has come."""
    page = visit(**WIDE)
    page.add_init_script(LISTEN)
    keeping(page, {**HANNEKE, "abilities": [*HANNEKE["abilities"], {"name": "Siege-wise", "ability": "B3"}]})
    page.goto(site.url + "burning-wheel/rolling-dice/build-a-test/")
    expect(page.locator("#test-builder [data-field=forks] .fl-offers button").first).to_be_visible()
    page.evaluate("""() => {
      const builder = document.querySelector("#test-builder");
      builder.querySelector("[data-add=helpers]").click();
      const offers = [...builder.querySelectorAll("[data-field=forks] .fl-offers button")];
      offers.find((one) => one.textContent.includes("Siege-wise")).click();
      offers[0].click();
    }""")
    rows = "document.querySelectorAll('#test-builder [data-field={}] .fl-row').length"
    until(page, f"{rows.format('helpers')} === 1 && {rows.format('forks')} === 2")
