"""The GM screen: what panels say while they are closed, and that they lie as the reader has put them."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.looking import LISTEN, PHONE, WIDE, load_axe, settled, until, violations
from tests.browser.server import Server
from tests.browser.test_nothing_lost import stored
from tests.unit.test_sheets import WHOLE

Visit = Callable[..., Page]
SCREEN = "at-the-table/gm-screen/"
SCREENS = [SCREEN, "at-the-table/gm-screen-melee/", "at-the-table/gm-screen-bastard-sword/"]
SAID = "[...document.querySelectorAll('.fl-panel')].map((one) => one.querySelector('.fl-panel__said').textContent)"
ORDER = "[...document.querySelectorAll('.fl-panel:not([hidden]) h2')].map((one) => one.textContent)"
TALL = "document.querySelector('[data-party]').getBoundingClientRect().height"
GROUNDS = "(all) => all.map((one) => getComputedStyle(one).backgroundColor)"
GONE = """() => {
  localStorage.removeItem("felloe.characters");
  dispatchEvent(new StorageEvent("storage", { key: "felloe.characters" }));
}"""
"""What another tab of the reader's does."""
COLUMNS = "getComputedStyle(document.querySelector('.fl-screen')).gridTemplateColumns.split(' ').length"


def opened(visit: Visit, site: Server, path: str = SCREEN, **options: object) -> Page:
    page = visit(**(options or WIDE))
    page.add_init_script(LISTEN)
    page.goto(site.url + path)
    expect(page.locator("[data-arrange] .fl-arrange")).to_be_visible()
    return page


def panel(page: Page, title: str) -> Locator:
    return page.locator(".fl-panel").filter(has=page.get_by_role("heading", name=title, exact=True))


@pytest.mark.parametrize("path", SCREENS)
def test_every_panel_says_its_answer_while_it_is_closed(path: str, site: Server, visit: Visit) -> None:
    page = opened(visit, site, path, **PHONE)
    page.locator("[data-arrange] .fl-arrange > summary").tap()
    page.get_by_role("button", name="Close all").tap()
    expect(page.locator(".fl-panel[open]")).to_have_count(0)
    assert all(page.evaluate(SAID))
    load_axe(page)
    assert violations(page, without=["scrollable-region-focusable"]) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("path", SCREENS)
def test_on_a_phone_it_is_a_list_of_answers_until_one_is_opened(path: str, site: Server, visit: Visit) -> None:
    page = opened(visit, site, path, **PHONE)
    panels = page.locator(".fl-panel")
    opens = page.locator(".fl-panel[open]")
    expect(opens).to_have_count(1)
    expect(panels.first).to_have_attribute("open", "")
    assert page.evaluate("document.documentElement.scrollHeight") < 5000
    panels.last.locator("summary").first.tap()
    expect(opens).to_have_count(2)
    page.reload()
    expect(page.locator("[data-arrange] .fl-arrange")).to_be_visible()
    expect(opens).to_have_count(2)


@pytest.mark.parametrize("place", ["screen-steel-test", "steel-test"])
def test_on_a_phone_a_link_to_a_panel_opens_it(place: str, site: Server, visit: Visit) -> None:
    page = opened(visit, site, f"{SCREEN}#{place}", **PHONE)
    expect(panel(page, "Steel").locator("section.fl")).to_be_visible()


def test_the_line_of_a_closed_panel_follows_its_form(site: Server, visit: Visit) -> None:
    page = opened(visit, site)
    odds = panel(page, "Odds")
    said = odds.locator(".fl-panel__said")
    expect(said).to_contain_text("Ob 2")
    odds.locator("[name=obstacle]").fill("3")
    settled(page)
    expect(said).to_contain_text("Ob 3")
    odds.locator("summary").first.focus()
    page.keyboard.press("Enter")
    expect(odds.locator("section.fl")).to_be_hidden()
    expect(said).to_be_visible()


def test_the_panels_lie_as_they_were_put(site: Server, visit: Visit) -> None:
    page = opened(visit, site)
    assert page.evaluate(ORDER)[:3] == ["Odds", "Class", "Obstacle"]
    page.locator("[data-arrange] .fl-arrange > summary").click()
    page.get_by_role("button", name="Class: up").click()
    expect(page.get_by_role("button", name="Class: up")).to_be_focused()
    page.get_by_role("checkbox", name="Obstacle").uncheck()
    expect(panel(page, "Obstacle")).to_be_hidden()
    panel(page, "Steel").locator("summary").first.click()
    page.reload()
    expect(page.locator("[data-arrange] .fl-arrange")).to_be_visible()
    assert page.evaluate(ORDER)[:3] == ["Class", "Odds", "Who is the exception?"]
    expect(panel(page, "Steel").locator("section.fl")).to_be_hidden()
    expect(panel(page, "Odds").locator("section.fl")).to_be_visible()


def test_a_party_stands_above_the_panels_and_a_tap_fills_them(site: Server, visit: Visit) -> None:
    harl = {"name": "Harl", "abilities": [{"name": "Steel", "tested": "steel", "ability": "B3"}]}
    page = visit(**WIDE)
    page.add_init_script(LISTEN)
    page.add_init_script(f"localStorage['felloe.characters'] ??= {json.dumps(stored(WHOLE, harl))}")
    page.goto(site.url + SCREEN)
    place = page.locator("[data-party]")
    expect(place.locator("summary")).to_have_text("Who is here (2)")
    assert page.evaluate(TALL) == 46, "as tall as the line that it takes the place of"
    place.locator("summary").click()
    expect(place.locator("thead")).to_have_text("WillPerceptionSteelWoundsF P D")
    steel = panel(page, "Steel")
    expect(steel.locator("[name=steel]")).to_have_value("B6")
    place.get_by_role("button", name="Harl").click()
    expect(steel.locator("[name=steel]")).to_have_value("B3")
    expect(place.get_by_role("button", name="Harl")).to_have_attribute("aria-pressed", "true")
    assert len(set(place.locator("tbody button").evaluate_all(GROUNDS))) == 2, "whose sheet it is can be seen"
    page.evaluate(GONE)
    expect(place.locator("p")).to_be_visible()
    expect(place.locator("summary")).to_be_hidden()


@pytest.mark.parametrize("path", SCREENS)
def test_without_a_party_a_link_leads_to_where_one_is_kept(path: str, site: Server, visit: Visit) -> None:
    page = opened(visit, site, path)
    assert page.evaluate(TALL) == 46
    page.locator("[data-party] a").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("My characters")


def test_a_damaged_order_is_set_aside_and_reported(site: Server, visit: Visit) -> None:
    page = opened(visit, site)
    key = "felloe.screen /" + SCREEN
    for text in ('{"version": 1, "order": "Odds"}', "{"):
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, text])
        page.reload()
        expect(page.locator(".fl-notice")).to_have_text(
            "The order of the panels stored here could not be read; they were set aside and they lie as they came."
        )
        assert page.evaluate(ORDER)[:2] == ["Odds", "Class"]


@pytest.mark.parametrize(("width", "columns"), [(390, 1), (800, 2), (1280, 3)])
def test_columns_come_with_the_width(width: int, columns: int, site: Server, visit: Visit) -> None:
    page = opened(visit, site, viewport={"width": width, "height": 900})
    assert page.evaluate(COLUMNS) == columns


def test_on_paper_it_is_two_pages_at_most(site: Server, visit: Visit) -> None:
    """All panels that are open, without their forms."""
    page = opened(visit, site)
    paper = page.pdf(prefer_css_page_size=True)
    sheets = [(int(wide), int(high)) for wide, high in re.findall(rb"/MediaBox \[0 0 (\d+) (\d+)\]", paper)]
    assert all(wide > high for wide, high in sheets), "every sheet is landscape"
    assert 1 <= len(sheets) <= 2


WOUND = "burning-wheel/wounds/taking-a-wound/"
LEDGER = "burning-wheel/getting-better/who-marks-what/"


def test_a_section_is_put_onto_the_screen_of_its_game_and_taken_off(site: Server, visit: Visit) -> None:
    page = visit(**WIDE)
    page.add_init_script(LISTEN)
    page.goto(site.url + WOUND)
    blow = page.locator("#blow")
    blow.get_by_role("button", name="Onto the GM screen").click()
    title = re.search(r"“(.+)” is on your GM screen", blow.locator(".fl-status").inner_text())
    assert title
    assert page.evaluate("getComputedStyle(document.querySelector('[data-screen-of]')).display") == "none"
    blow.locator(".fl-status a").click()
    pinned = panel(page, title[1])
    expect(pinned.locator("#blow .fl-figure").first).to_be_visible()
    pinned.locator("[data-field=power] [data-pick='6']").click()
    settled(page)
    pinned.get_by_role("button", name="Pin to compare").click()
    expect(pinned.locator(".fl-pinned")).to_be_visible()
    pinned.get_by_role("button", name="Unpin").click()
    said = pinned.locator(".fl-panel__said")
    held = pinned.locator(".fl-figure").first.inner_text()
    pinned.locator("summary").first.click()
    expect(said).to_contain_text(held)
    page.reload()
    expect(pinned.locator(".fl-figure").first).to_have_text(held)  # closed, and as it was left
    expect(pinned.locator("section.fl")).to_be_hidden()
    page.locator("[data-arrange] .fl-arrange > summary").click()
    expect(page.get_by_role("checkbox", name=title[1])).to_be_checked()
    page.get_by_role("checkbox", name=title[1]).uncheck()
    expect(pinned).to_be_hidden()
    page.get_by_role("checkbox", name=title[1]).check()
    pinned.locator("summary").first.click()
    links = pinned.locator("a[href]").evaluate_all("(all) => all.map((link) => link.href)")
    assert all(link.startswith(site.url) and page.request.get(link).ok for link in links)
    load_axe(page)
    assert violations(page, without=["scrollable-region-focusable"]) == []
    pinned.get_by_role("button", name="Take it off").click()
    expect(pinned).to_have_count(0)
    page.goto(site.url + "at-the-table/gm-screen-bastard-sword/")
    expect(page.locator(".fl-panel")).to_have_count(10)
    page.goto(site.url + WOUND)
    expect(blow.get_by_role("button", name="Onto the GM screen")).to_be_visible()


def test_a_pinned_section_links_to_its_own_page(site: Server, visit: Visit) -> None:
    page = visit(**WIDE)
    page.add_init_script(LISTEN)
    page.add_init_script("navigator.clipboard.writeText = async (text) => { window.copied = await text; }")
    page.goto(site.url + WOUND)
    page.locator("#blow").get_by_role("button", name="Onto the GM screen").click()
    page.goto(site.url + SCREEN)
    page.locator("#blow [data-field=power] [data-pick='6']").click()
    settled(page)
    page.locator("#blow [data-tool=link]").click()
    until(page, "window.copied")
    link = page.evaluate("window.copied")
    assert link.startswith(f"{site.url}{WOUND}#blow?")
    held = page.locator("#blow .fl-figure").first.inner_text()
    page.goto(link)
    expect(page.locator("#blow .fl-figure").first).to_have_text(held)


def test_a_session_on_the_screen_is_the_one_of_its_page(site: Server, visit: Visit) -> None:
    page = visit(**WIDE)
    page.add_init_script(LISTEN)
    page.goto(site.url + LEDGER)
    ledger = page.locator("#experience-log")
    ledger.get_by_role("button", name="Onto the GM screen").click()
    page.goto(site.url + SCREEN)
    ledger.locator(".fl-move [type=submit]").first.click()
    expect(ledger.locator("[data-at]")).to_have_text("Step 1")
    page.reload()
    expect(ledger.locator("[data-at]")).to_have_text("Step 1")
    page.goto(site.url + LEDGER)
    expect(ledger.locator("[data-at]")).to_have_text("Step 1")


@pytest.mark.parametrize("content", ["[", '{"version": 1, "sections": [{"game": 1}]}'])
def test_damaged_pins_are_set_aside(content: str, site: Server, visit: Visit) -> None:
    page = visit(**WIDE)
    page.add_init_script(f"localStorage['felloe.screen.pinned'] ??= {json.dumps(content)}")
    page.goto(site.url + SCREEN)
    expect(page.locator(".fl-notice")).to_contain_text("The sections on your GM screens could not be read")
    expect(page.locator(".fl-panel")).to_have_count(13)


def test_a_section_that_is_gone_says_so(site: Server, visit: Visit) -> None:
    gone = [
        {"game": "burning-wheel", "path": f"/{WOUND}", "id": "nothing", "title": "Gone"},
        {"game": "burning-wheel", "path": "/burning-wheel/nowhere/", "id": "odds", "title": "Nowhere"},
    ]
    page = visit(**WIDE)
    kept = json.dumps({"version": 1, "sections": gone})
    page.add_init_script(f"localStorage['felloe.screen.pinned'] = {json.dumps(kept)}")
    page.goto(site.url + SCREEN)
    expect(panel(page, "Gone")).to_contain_text("no longer on its page")
    expect(panel(page, "Nowhere")).to_contain_text("cannot be fetched")


def test_what_a_panel_found_goes_to_another(site: Server, visit: Visit) -> None:
    page = opened(visit, site)
    obstacle = panel(page, "Obstacle")
    obstacle.locator("[data-field=base] [data-pick='5']").click()
    settled(page)
    obstacle.get_by_label("Send to").select_option(label="Odds")
    expect(panel(page, "Odds").locator("[name=obstacle]")).to_have_value("5")
    expect(panel(page, "Odds").locator(".fl-verdict")).to_contain_text("Ob 5".replace(" ", "\N{NO-BREAK SPACE}"))
    expect(obstacle.locator(".fl-status")).to_contain_text("Sent to Odds")
    page.evaluate("history.back()")
    expect(panel(page, "Odds").locator("[name=obstacle]")).to_have_value("2")


def test_players_may_look(site: Server, visit: Visit) -> None:
    page = visit(**WIDE)
    page.add_init_script(LISTEN)
    people = stored(WHOLE, {**WHOLE, "name": "The abbot", "opponent": True})
    page.add_init_script(f"localStorage['felloe.characters'] ??= {json.dumps(people)}")
    page.goto(site.url + SCREEN)
    page.locator("[data-party] summary").click()
    expect(page.locator("[data-party]").get_by_role("button", name="The abbot")).to_be_visible()
    page.locator("[data-arrange] .fl-arrange > summary").click()
    for _ in range(2):  # and so it stays
        safe = page.get_by_role("button", name="Player-safe")
        if safe.get_attribute("aria-pressed") == "false":
            safe.click()
        expect(panel(page, "Odds")).to_be_visible()
        expect(panel(page, "Hurt someone")).to_be_hidden()
        expect(page.locator("[data-party]").get_by_role("button", name="The abbot")).to_be_hidden()
        page.reload()
        page.locator("[data-arrange] .fl-arrange > summary").click()
        page.locator("[data-party] summary").click()
        expect(page.get_by_role("button", name="Player-safe")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Player-safe").click()
    expect(panel(page, "Hurt someone")).to_be_visible()
