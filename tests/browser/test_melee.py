"""Melee! at the table: journey 9 with its taps, the players' own screen, and a fight in every browser."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import LISTEN, PHONE, WIDE, everywhere, load_axe, settled, until, violations
from tests.browser.server import Server
from tests.browser.tabs import Tab
from tests.browser.tabs import until as tab_until
from tests.browser.test_journeys import Hand

Visit = Callable[..., Page]
FIGHT = "melee/the-fight/run-a-melee/"
SAME = "crypto.getRandomValues = (array) => array.fill(7);"
STEPS = 14
AWAKE = "document.querySelector('#mel-encounter .fl-asleep')?.disabled === false"
AT = "document.querySelector('#mel-encounter [data-at]').textContent"
FIGURE = "document.querySelector('#mel-encounter .fl-figure').textContent"
# The move that the form starts with, as it stands; false when nobody moves any more.
MOVE = f"""(() => {{
  const form = document.querySelector('#mel-encounter form.fl-move');
  globalThis.place = {AT};
  form?.requestSubmit();
  return Boolean(form);
}})()"""
# Of each group of chips that a reader sees, one is chosen.
UNCHOSEN = """[...document.querySelectorAll('#mel-encounter .fl-move:not(.fl-move--aside) .fl-chips')]
  .filter((chips) => chips.querySelector('[type=radio]') && !chips.closest('[hidden]'))
  .filter((chips) => !chips.querySelector(':checked')).length"""


def played(page: Page, section: str = "#mel-encounter") -> None:
    """The move that the form starts with, pressed as it stands."""
    at = page.locator(f"{section} [data-at]")
    before = at.inner_text()
    page.locator(f"{section} form.fl-move").first.locator("button[type=submit]").tap()
    expect(at).not_to_have_text(before)


def opened(visit: Visit, url: str, **options: object) -> Page:
    page = visit(**PHONE, **options)
    page.add_init_script(LISTEN + SAME)
    page.goto(url)
    return page


def test_9_eight_brigands_four_of_us(site: Server, visit: Visit) -> None:
    """Set up by one example or by one number in one line; a turn in three taps; the round ends by one."""
    page = opened(visit, site.url + FIGHT)
    thumb = Hand(page, "mel-encounter")
    section = thumb.section
    thumb.tap(section.get_by_role("button", name="Four of us, eight brigands"))
    expect(section.locator(".fl-bar-of").nth(1)).to_contain_text("8 of 8")
    thumb.tap(section.locator("form.fl-move").first.locator("button[type=submit]"))
    expect(section.locator(".fl-column--now")).to_be_visible()
    assert thumb.taps == 2
    for _ in range(24):
        name = section.locator(".fl-figure").first.inner_text()
        if name.startswith("Round"):
            break
        form = section.locator("form.fl-move").first
        if form.locator("[name='move.target']").count():
            thumb.taps = 0
            thumb.tap(form.locator(".fl-branch:not([hidden]) [data-field='move.target'] .fl-chip").last)
            at = section.locator("[data-at]").inner_text()
            thumb.tap(form.locator("button[type=submit]"))
            expect(section.locator("[data-at]")).not_to_have_text(at)
            assert thumb.taps == 2, "who it is stands there; whom, and go"
        else:
            played(page)
    expect(section.locator(".fl-figure").first).to_have_text("Round 1 is done")
    expect(thumb.out).to_contain_text("What it comes to")
    thumb.taps = 0
    thumb.tap(section.get_by_role("button", name="Apply round 1"))
    expect(section.locator(".fl-turn")).to_contain_text("round 2")
    assert thumb.taps == 1


def test_9_a_locked_phone_and_the_first_round(site: Server, visit: Visit) -> None:
    """What was played stands there when the page comes back; undo reaches the time before the first roll."""
    page = opened(visit, site.url + FIGHT)
    for _ in range(6):
        played(page)
    figure = page.locator("#mel-encounter .fl-figure").first.inner_text()
    until(page, "Object.keys(localStorage).some((key) => key.startsWith('felloe.session'))")
    page.reload()
    expect(page.locator("#mel-encounter .fl-figure").first).to_have_text(figure)
    settled(page)
    for _ in range(6):
        at = page.locator("#mel-encounter [data-at]").inner_text()
        page.locator("#mel-encounter [data-tool=undo]").first.tap()
        expect(page.locator("#mel-encounter [data-at]")).not_to_have_text(at)
    expect(page.locator("#mel-encounter .fl-figure").first).to_have_text("Before the fight")


def test_the_players_screen_has_nothing_of_the_others(site: Server, visit: Visit) -> None:
    """A link under the fight leads to it, filled in: our side whole, of theirs the names alone."""
    page = opened(visit, site.url + FIGHT)
    for _ in range(3):
        played(page)
    link = page.locator("#mel-encounter").get_by_role("link", name="what they may see")
    address = link.get_attribute("href")
    assert address
    other = opened(visit, site.url + FIGHT + address.partition("run-a-melee/")[2])
    section = other.locator("#mel-players")
    expect(section.locator("table")).to_contain_text("Brigand 1")
    rows = section.locator("tbody tr")
    theirs = rows.filter(has_text="Brigand 1").locator("td, th")
    assert theirs.nth(2).inner_text() == "–"
    ours = rows.filter(has_text="Ana").locator("td, th")
    assert ours.nth(2).inner_text().isdecimal()


def test_the_fight_told_is_one_tap_away(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + FIGHT)
    played(page)
    page.locator("#mel-encounter [data-tool=undo]").first.tap()
    page.locator("#mel-encounter").get_by_role("link", name="Ana and Bo against two orcs").tap()
    expect(page.locator("#mel-encounter .fl-figure").first).to_have_text("It is over")
    expect(page.locator("#mel-encounter")).to_contain_text("Orc 1 gets away")


def test_the_forecast_of_this_very_fight(site: Server, visit: Visit) -> None:
    """From the prepared fight, before it is played."""
    page = opened(visit, site.url + FIGHT)
    section = page.locator("#mel-encounter")
    section.get_by_role("button", name="Three sides").tap()
    expect(section.locator(".fl-bars--many")).to_be_visible()
    section.get_by_role("link", name="How it will go").tap()
    expect(page.locator("#mel-forecast tbody tr", has_text="a third side")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_round_on_a_phone(scheme: str, site: Server, visit: Visit) -> None:
    """Move after move as it is offered: nothing to the side, one chip chosen in each group, and axe finds nothing."""
    page = opened(visit, site.url + FIGHT, color_scheme=scheme)
    for _ in range(STEPS):
        played(page)
        assert page.evaluate(UNCHOSEN) == 0
    settled(page)
    until(page, "document.documentElement.scrollWidth <= innerWidth")
    load_axe(page)
    assert not violations(page)


def test_by_keyboard_alone(site: Server, visit: Visit) -> None:
    """Through the branches of a move with arrow keys, and Enter makes it."""
    page = visit(**WIDE)
    page.add_init_script(LISTEN + SAME)
    page.goto(site.url + FIGHT)
    section = page.locator("#mel-encounter")
    button = section.locator("form.fl-move").first.locator("button[type=submit]")
    button.focus()
    page.keyboard.press("Enter")
    chosen = section.locator("form.fl-move").first.locator("[name='move.is']:checked")
    expect(chosen).to_have_value("attack")
    chosen.focus()
    page.keyboard.press("ArrowRight")
    expect(section.locator("form.fl-move").first.locator("[name='move.is']:checked")).to_have_value("special")
    assert page.evaluate(UNCHOSEN) == 0, "the branch that shows now has its own start"
    page.keyboard.press("Enter")
    expect(section).to_contain_text("Beat Aside at")


@everywhere("webkit")
def test_a_melee_in_every_browser(start: str, tab: Tab) -> None:
    """Played on from what is offered, left in the middle, and taken up where it was."""
    address = start + FIGHT
    tab.open(address)
    tab_until(tab, AWAKE)
    for _ in range(STEPS):
        assert tab.run(MOVE)
        tab_until(tab, f"{AT} !== place")
        assert tab.run(UNCHOSEN) == 0
    left = tab.run(f"{AT} + {FIGURE}")
    tab_until(tab, "Object.keys(localStorage).some((key) => key.startsWith('felloe.session'))")
    tab.open("about:blank")
    tab.open(address)
    tab_until(tab, f"{AWAKE} && {AT} + {FIGURE} === {left!r}")
