"""Fight! at the table: from an ambush to surrender by keyboard on a phone, and played on in every browser."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from engine import links
from engine.session import Tape
from tests.browser.looking import LISTEN, PHONE, everywhere, load_axe, settled, violations
from tests.browser.server import Server
from tests.browser.tabs import Tab, until
from tests.browser.test_injury import tabbed
from tests.unit.test_handoff import AXE, BOW, apart, met

Visit = Callable[..., Page]
FIGHT = "burning-wheel/fight/play-a-fight/"
HUNT = "burning-wheel/range-and-cover/play-range-and-cover/"
SECTION = "document.querySelector('#fight-play')"
AWAKE = f"{SECTION}.querySelector('.fl-asleep')?.disabled === false"
AT = f"{SECTION}.querySelector('[data-at]').textContent"
FIGURE = f"{SECTION}.querySelector('.fl-figure').textContent"
# What is to be done next as it stands: one move of those that do not stand behind others.
MOVE = f"""(() => {{
  globalThis.place = {AT};
  {SECTION}.querySelector('form.fl-move:not(.fl-move--aside)').requestSubmit();
}})()"""
STEPS = 9


def test_from_ambush_to_surrender_by_keyboard(site: Server, visit: Visit) -> None:
    """Surprise, first distance, sealed scripts, a volley with its positions and blows, and one side gives up."""
    page = visit(**PHONE)
    page.add_init_script(LISTEN + "crypto.getRandomValues = (array) => array.fill(7);")
    page.goto(site.url + FIGHT)
    section = page.locator("section#fight-play")
    tabbed(page, section.get_by_role("button", name="An ambush at the mill"))
    page.keyboard.press("Enter")
    at = section.locator("[data-at]")
    done = []
    for number in range(1, STEPS + 1):
        button = section.locator("form.fl-move:not(.fl-move--aside) button[type=submit]").first
        expect(button).to_be_enabled()
        settled(page)
        done.append(button.inner_text())
        tabbed(page, button)
        page.keyboard.press("Enter")
        expect(at).to_have_text(f"Step {number}")
    assert done[0] == "Spring the ambush"
    assert {"Announce volley 1", "Roll for position", "Play action 1"} <= set(done)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    load_axe(page)
    assert violations(page) == []
    tabbed(page, section.locator("details.fl-else > summary"))
    page.keyboard.press("Enter")
    tabbed(page, section.get_by_role("button", name="Corin gives up"))
    page.keyboard.press("Enter")
    expect(at).to_have_text(f"Step {STEPS + 1}")
    expect(section.locator(".fl-figure")).to_contain_text("Ysolde")


@everywhere("chromium")
def test_a_fight_in_every_browser(start: str, tab: Tab) -> None:
    """Played on from what is offered, left in the middle, and taken up where it was."""
    tab.open(start + FIGHT)
    until(tab, AWAKE)
    for _ in range(STEPS):
        tab.run(MOVE)
        until(tab, f"{AT} !== place")
    left = tab.run(f"{AT} + {FIGURE}")
    until(tab, "Object.keys(localStorage).some((key) => key.startsWith('felloe.session'))")
    tab.open("about:blank")
    tab.open(start + FIGHT)
    until(tab, f"{AWAKE} && {AT} + {FIGURE} === {left!r}")


def test_from_range_and_cover_into_a_fight_and_back(site: Server, visit: Visit) -> None:
    """Each conflict, at its end, leads to the other with the same two people in it."""
    page = visit(**PHONE)
    page.add_init_script(LISTEN)
    page.goto(site.url + ended(HUNT, met({"a": BOW, "b": AXE})))
    page.locator("#range-play").get_by_role("link", name="go on in Fight!").tap()
    section = page.locator("section#fight-play")
    expect(section.locator(".fl-setup > summary")).to_contain_text("Corvin")
    expect(section.locator("[data-at]")).to_have_text("No step yet")
    armed = {"is": "shooting", "weapon": "hunting-bow"}
    page.goto("about:blank")
    page.goto(site.url + ended(FIGHT, apart({"a": {"name": "Corvin", "ranged": armed}, "b": {"name": "Signe"}})))
    section.get_by_role("link", name="go on in Range and Cover").tap()
    expect(page.locator("#range-play .fl-setup > summary")).to_contain_text("Corvin: Hunting bow")


def ended(page: str, tape: Tape) -> str:
    """The address of a session that was played, on its page."""
    name = tape.entry.name
    return links.address(page.rstrip("/"), name, name, links.write(tape.entry.form, tape.setup, tape.log()))
