"""Conflicts on two devices without a server: each seals on its own page, and the codes go there by links or by hand."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.games.burning_wheel.rules import sealed
from tests.browser.looking import LISTEN, PHONE, WIDE, settled, until
from tests.browser.server import Server
from tests.browser.test_links import CLIPBOARD
from tests.unit.test_secrets import unpacked

Visit = Callable[..., Page]
HUNT = "burning-wheel/range-and-cover/play-range-and-cover/"
FIGHT = "burning-wheel/fight/play-a-fight/"
DRAWN = bytes(range(sealed.NONCE_BYTES))
MEANT, OTHER = (
    sealed.seal(sealed.Where(f"hunt: Side A {dice}, Side B B4 B4 B4", 1, "Side A", 0, "hunt"), {}, DRAWN)
    for dice in ("B4 B4 B4", "B5 B4 B4")
)


@pytest.fixture
def devices(visit: Visit) -> tuple[Page, Page]:
    """A wide page and a phone."""
    pages = visit(**WIDE), visit(**PHONE)
    for page in pages:
        page.add_init_script(LISTEN + CLIPBOARD)
    return pages


def stage(page: Page) -> Locator:
    """The conflict that is played on a page."""
    return page.locator("#range-play, #fight-play")


def does(page: Page, name: str) -> None:
    """Press the first button of the conflict with this name, and wait for what it brings."""
    before = stage(page).locator("[data-at]").inner_text()
    stage(page).get_by_role("button", name=name, exact=True).first.click()
    expect(stage(page).locator("[data-at]")).not_to_have_text(before)
    settled(page)


def sent(page: Page, name: str) -> str:
    """The link that a button sends."""
    stage(page).get_by_role("button", name=name, exact=True).click()
    until(page, "copied.length")
    link: str = page.evaluate("copied.pop()")
    return link


def opened(page: Page, link: str) -> None:
    """Open a link from the other device."""
    page.goto("about:blank")
    page.goto(link)


def take_over(page: Page, link: str) -> None:
    """Open a link from the other device, and make the step that it brings."""
    opened(page, link)
    page.get_by_role("button", name="Take it over").click()
    expect(stage(page).locator(".fl-status").first).to_have_text("")
    settled(page)


def shows(page: Page, words: str) -> None:
    """What the stage says."""
    expect(stage(page).locator(".fl-figure").first).to_have_text(words)


def swap(here: Page, there: Page, seals: tuple[str, str], thing: str) -> str:
    """Both choose unseen: a seal goes there, then each sends what opens its own; the link that goes first."""
    does(here, seals[0])
    seal = sent(here, "Send Side A’s seal")
    take_over(there, seal)
    does(there, seals[1])
    shows(there, "Side A opens")
    take_over(here, sent(there, f"Send what opens Side B’s {thing}"))
    take_over(there, sent(here, f"Send what opens Side A’s {thing}"))
    return seal


def told(pages: tuple[Page, Page]) -> str:
    """The last thing that happened, which both pages tell alike."""
    one, other = (stage(page).locator(".fl-column").first.text_content() or "" for page in pages)
    assert one.split() == other.split()
    return one


def test_a_hunt_by_links(site: Server, devices: tuple[Page, Page]) -> None:
    """The start is a link, scripts and acts go under seal, and the dice of a step go as they fell."""
    here, there = devices
    here.goto(site.url + HUNT)
    hunt = here.locator("#range-play")
    hunt.locator(".fl-else > summary").first.click()
    hunt.locator("form.fl-move--aside .fl-chip:has([name='move.stop'][value='3'])").click()
    does(here, "Start there")
    shows(here, "Side A and Side B to script")
    opened(there, sent(here, "Copy link"))
    shows(there, "Side A and Side B to script")
    seal = swap(here, there, ("Seal the script", "Seal the script"), "script")
    assert "maintain" not in unpacked(seal)
    for page in devices:
        shows(page, "Roll for position")
    tie(here)
    take_over(there, sent(here, "Send this step"))
    swap(here, there, ("Seal it", "Seal it"), "act")
    for page in devices:
        shows(page, "Shoot")
    does(there, "Roll the shots")
    take_over(here, sent(there, "Send this step"))
    assert "Ob" in told(devices)


def test_a_fight_by_links(site: Server, devices: tuple[Page, Page]) -> None:
    """The start is a link, scripts go under seal, and positions and blows go as their dice fell."""
    here, there = devices
    here.goto(site.url + FIGHT)
    stage(here).locator(".fl-else > summary").first.click()
    does(here, "Start there")
    opened(there, sent(here, "Copy link"))
    expect(stage(there).locator("[data-at]")).to_have_text("Step 1")
    settled(there)
    seal = swap(here, there, ("Seal Side A’s script", "Seal Side B’s script"), "script")
    assert "strike" not in unpacked(seal).lower()
    for page, button in ((here, "Announce volley 1"), (there, "Roll for position"), (here, "Play action 1")):
        does(page, button)
        other = there if page is here else here
        take_over(other, sent(page, "Send this step"))
        assert told(devices)


def tie(page: Page) -> None:
    """Both roll for position, with dice of their own: two successes each."""
    hunt = page.locator("#range-play")
    hunt.get_by_label("with your own dice").check()
    hunt.get_by_role("button", name="Roll 5D and 5D").click()
    for side in ("Side A", "Side B"):
        expect(hunt.locator("form.fl-move").first).to_contain_text(f"{side}’s position")
        hunt.locator("[name=faces]").fill("5 4 3 2 1")
        hunt.get_by_role("button", name="These fell").click()
    shows(page, "Declare")
    settled(page)


def test_a_code_that_is_not_meant_stays_as_it_was_typed(site: Server, devices: tuple[Page, Page]) -> None:
    """Cut, of another hunt, then whole: one sentence each, and the code stays in its field until it is taken."""
    _, page = devices
    page.goto(site.url + HUNT)
    hunt = page.locator("#range-play")
    hunt.locator(".fl-else > summary").first.click()
    does(page, "Start there")
    move = hunt.locator("form.fl-move[data-side='side A']:has([name='move.seal']):not(:has([name='move.opened']))")
    box = move.locator("[name='move.seal']")
    for code, sentence in ((MEANT[:50], "cut short"), (OTHER, "another hunt")):
        box.fill(code)
        move.get_by_role("button", name="Take Side A’s seal over").click()
        expect(move.locator(".fl-error:visible")).to_contain_text(sentence)
        expect(box).to_have_value(code)
        expect(hunt.locator("[data-at]")).to_have_text("Step 1")
    box.fill(MEANT)
    move.get_by_role("button", name="Take Side A’s seal over").click()
    expect(hunt.locator(".fl-story")).to_contain_text("has sealed a script for exchange 1")
    shows(page, "Side B to script")
    does(page, "Seal the script")
    own = hunt.locator("[data-peeked='side B']")
    hunt.get_by_role("button", name="Show and hide").click()
    expect(own).to_contain_text("What it was opened with: 1R")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "a long code widens no phone"
