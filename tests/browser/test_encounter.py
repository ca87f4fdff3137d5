"""Bastard Sword at the table: journey 10 with its taps, and a fight of three against five on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import LISTEN, PHONE, everywhere, load_axe, settled, until, violations
from tests.browser.server import Server
from tests.browser.tabs import Tab
from tests.browser.tabs import until as tab_until
from tests.browser.test_journeys import Hand, hand, pinned

Visit = Callable[..., Page]
SHOP = "bastard-sword/combat/melee-and-what-hits-buy/"
FIGHT = "bastard-sword/combat/run-an-encounter/"
STEPS = 16
AWAKE = "document.querySelector('#bs-encounter .fl-asleep')?.disabled === false"
AT = "document.querySelector('#bs-encounter [data-at]').textContent"
# The move that the form starts with, as it stands; false when nobody moves any more.
MOVE = f"""(() => {{
  const form = document.querySelector('#bs-encounter form.fl-move');
  globalThis.place = {AT};
  form?.requestSubmit();
  return Boolean(form);
}})()"""
# Whatever order the moves come in, one of them is chosen; those set aside are buttons with a move each.
CHOSEN = """document.querySelectorAll(
  '#bs-encounter .fl-move:not(.fl-move--aside) [name="move.is"]:is(:checked, [type=hidden])'
).length"""


def test_the_forecast_of_this_very_fight(site: Server, visit: Visit) -> None:
    """From the prepared fight, before it is played, to its section on the page."""
    page = visit(**PHONE)
    page.add_init_script(LISTEN)
    page.goto(site.url + FIGHT)
    section = page.locator("#bs-encounter")
    section.get_by_role("button", name="Three against five").tap()
    expect(section.locator(".fl-post")).to_have_text("3 : 5")
    section.get_by_role("link", name="How it will go").tap()
    expect(page.locator("#bs-forecast tbody tr", has_text="Their chief")).to_be_attached()
    until(page, "location.hash.startsWith('#how-will-this-go')")


def test_10_three_hits_left(site: Server, visit: Visit) -> None:
    """By itself in two taps: what is bought, what is left, and what that still pays for."""
    thumb = hand(visit, site.url + SHOP, "bs-hit-shop")
    thumb.pick("damage", "2")
    thumb.pick("shift", "1")
    expect(thumb.figure).to_have_text("0 left")
    assert thumb.taps == 2
    settled(thumb.page)
    assert "0 left" in pinned(thumb)
    expect(thumb.out).to_contain_text("2 dice of damage")


def test_10_from_the_encounter(site: Server, visit: Visit) -> None:
    """Whoever has hits sees prices, what each type does past this armour, and the row; two taps spend them."""
    page = visit(**PHONE)
    page.add_init_script(LISTEN + "crypto.getRandomValues = (array) => array.fill(7);")
    page.goto(site.url + FIGHT)
    thumb = Hand(page, "bs-encounter")
    for does in ("Roll initiative", "goes", "strikes", "lets it come", "Roll it"):
        form = thumb.section.locator("form.fl-move").first
        if does in ("goes", "strikes", "lets it come"):
            chip = form.locator(".fl-chip", has_text=does).first
            if chip.count():
                chip.tap()
        before = thumb.section.locator("[data-at]").inner_text()
        form.locator("button[type=submit]").tap()
        expect(thumb.section.locator("[data-at]")).not_to_have_text(before)
    expect(thumb.out).to_contain_text("What it does to")
    expect(thumb.out).to_contain_text("Still affordable")
    thumb.tap(thumb.section.locator("form.fl-move").first.locator("button[type=submit]"))
    expect(thumb.out).to_contain_text("past the armour")
    assert thumb.taps == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_three_against_five_on_a_phone(scheme: str, site: Server, visit: Visit) -> None:
    """Move after move as it is offered: nothing to the side, and nothing that axe finds."""
    page = visit(**PHONE, color_scheme=scheme)
    page.add_init_script(LISTEN + "crypto.getRandomValues = (array) => array.fill(7);")
    page.goto(site.url + FIGHT)
    section = page.locator("#bs-encounter")
    section.get_by_role("button", name="Three against five").tap()
    expect(section.locator(".fl-post")).to_have_text("3 : 5")
    for _ in range(STEPS):
        before = section.locator("[data-at]").inner_text()
        section.locator("form.fl-move").first.locator("button[type=submit]").tap()
        expect(section.locator("[data-at]")).not_to_have_text(before)
    settled(page)
    until(page, "document.documentElement.scrollWidth <= innerWidth")
    load_axe(page)
    assert not violations(page)


@everywhere("firefox")
def test_a_fight_in_every_browser(start: str, tab: Tab) -> None:
    """Played on from what is offered, left in the middle, and taken up where it was."""
    address = start + FIGHT
    tab.open(address)
    tab_until(tab, AWAKE)
    for _ in range(STEPS):
        assert tab.run(MOVE)
        tab_until(tab, f"{AT} !== place")
        assert tab.run(CHOSEN) == 1
    left = tab.run(f"{AT} + document.querySelector('#bs-encounter .fl-figure').textContent")
    tab_until(tab, "Object.keys(localStorage).some((key) => key.startsWith('felloe.session'))")
    tab.open("about:blank")
    tab.open(address)
    tab_until(tab, f"{AWAKE} && {AT} + document.querySelector('#bs-encounter .fl-figure').textContent === {left!r}")
