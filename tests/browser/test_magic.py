"""A spell cast, garbled and survived: by keyboard on a phone, and in every browser; a lance on foot."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.looking import LISTEN, PHONE, everywhere, load_axe, settled, violations
from tests.browser.server import Server
from tests.browser.tabs import Tab, until
from tests.browser.test_injury import tabbed

Visit = Callable[..., Page]
CASTING = "burning-wheel/sorcery-and-prayer/play-a-casting/"
LANCES = "burning-wheel/moving-riding-breaking/lances/"
FALLS = ("1 1 1 1 1 1 1 1 1 1", "4 4 4 4 1", "2", "2 3")
"""Ten dice that fail, Forte that bears the Tax, a Die of Fate that garbles, and two that turn the Wheel."""


def test_a_spell_garbled_and_survived_by_keyboard(site: Server, visit: Visit) -> None:
    """Not one touch: cast, fail, bear the Tax, turn the Wheel, and cast again with what is left."""
    page = visit(**PHONE)
    page.add_init_script(LISTEN)
    page.goto(site.url + CASTING)
    section = page.locator("section#cast-a-spell")
    form = section.locator("form.fl-move").first
    tabbed(page, form.locator("[name=own]"))
    page.keyboard.press("Space")
    for number, fell in enumerate(FALLS, 1):
        faces = form.locator("[name=faces]")
        if not faces.count():
            tabbed(page, form.locator("button[type=submit]"))
            page.keyboard.press("Enter")
            expect(faces).to_be_visible()
        tabbed(page, faces)
        page.keyboard.press("Control+A")
        page.keyboard.type(fell)
        page.keyboard.press("Enter")
        expect(section.locator("[data-at]")).to_have_text(f"Step {number}")
        settled(page)
    expect(section.locator(".fl-wheel")).to_be_visible()
    expect(section).to_contain_text("arbled")
    load_axe(page)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    tabbed(page, section.get_by_role("button", name="Cast again"))
    page.keyboard.press("Enter")
    expect(section.locator("[data-at]")).to_have_text(f"Step {len(FALLS) + 1}")
    expect(section.locator(".fl-wheel")).to_have_count(0)


@everywhere("chromium")
def test_garbled_in_every_browser(start: str, tab: Tab) -> None:
    """The same dice come to the same end, from the site and from the one file."""
    tab.open(start + CASTING)
    move = "#cast-a-spell form.fl-move"
    until(tab, f"document.querySelector('{move} [name=own]')")
    tab.run(f"void document.querySelector('{move} [name=own]').click()")
    for number, fell in enumerate(FALLS, 1):
        if not tab.run(f"Boolean(document.querySelector('{move} [name=faces]'))"):
            tab.run(f"void document.querySelector('{move}').requestSubmit()")
        until(tab, f"document.querySelector('{move} [name=faces]')", 60)
        tab.run(f"void (document.querySelector('{move} [name=faces]').value = '{fell}')")
        tab.run(f"void document.querySelector('{move}').requestSubmit()")
        until(tab, f"document.querySelector('#cast-a-spell [data-at]').textContent === 'Step {number}'", 60)
    until(tab, "document.querySelector('#cast-a-spell .fl-wheel')")


def test_a_lance_on_foot_is_refused_and_nothing_is_lost(site: Server, visit: Visit) -> None:
    """One sentence beside the field; what was chosen before stays."""
    page = visit(**PHONE)
    page.add_init_script(LISTEN)
    page.goto(site.url + LANCES)
    section = page.locator("section#lanced-charge")
    section.locator("[data-field=power] .fl-picks [data-pick='5']").first.tap()
    settled(page)
    section.get_by_label("You are mounted").uncheck()
    settled(page)
    expect(section.locator(".fl-error:visible").first).to_contain_text("A lance is ridden home")
    expect(section.locator("[name=power]").first).to_have_value("5")
