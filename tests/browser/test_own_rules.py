"""A reader's own rule: written, tried, kept, changed and forgotten; sent as a link, read there first, and damaged."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from engine import app, own_rule
from engine.own_rule import OwnRule, RuleLine
from tests.browser.looking import LISTEN, PHONE, WIDE, everywhere, load_axe, settled, until, violations
from tests.browser.server import Server
from tests.browser.tabs import Tab
from tests.browser.tabs import until as tab_until
from tests.browser.test_links import CLIPBOARD

Visit = Callable[..., Page]
PAGE = "at-the-table/your-own-rule/"
KEY = "felloe.own-rules"
LOCKS = OwnRule("Breaking in", "Ob #", 1, (RuleLine("Dogs", 2), RuleLine("Locks", 1, times=4)))
CODE = own_rule.code(LOCKS)
OURS = "section.fl[id^=own-rule]"


def opened(visit: Visit, url: str, **options: object) -> Page:
    page = visit(**(options or PHONE))
    page.add_init_script(LISTEN + CLIPBOARD)
    page.goto(url)
    return page


def write(page: Page, lines: str) -> None:
    page.locator("#write-a-rule [name=lines]").fill(lines)


def trial(page: Page) -> Locator:
    return page.locator(f".fl-own__trial {OURS}")


def kept(page: Page) -> list[str]:
    found: list[str] = page.evaluate(
        "(key) => (JSON.parse(localStorage.getItem(key))?.rules ?? []).map(({ name }) => name)", KEY
    )
    return found


def test_a_rule_is_written_tried_kept_changed_and_forgotten(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + PAGE)
    write(page, "Dogs +2\nLocks +1 each up to 4\nBy: night +0\nBy: day +2")
    expect(trial(page).locator(".fl-figure")).to_have_text("3 days")
    trial(page).get_by_text("day (+2)").tap()
    trial(page).locator("[data-field=locks] [data-step='1']").tap()
    expect(trial(page).locator(".fl-figure")).to_have_text("6 days")
    write(page, "Dogs +3\nLocks +2 each up to 4")  # what was typed below stays
    expect(trial(page).locator(".fl-figure")).to_have_text("5 days")
    assert "own-rule-" not in page.url, "the address holds what is written, and not what is tried"
    write(page, "Dogs")
    expect(page.locator("#write-a-rule [data-field=lines] .fl-error")).to_contain_text("this says “Dogs”")
    page.get_by_role("button", name="Keep it on this device").tap()
    settled(page)
    assert kept(page) == []
    write(page, "Dogs +3\nLocks +2 each up to 4")
    page.get_by_role("button", name="Keep it on this device").tap()
    expect(page.locator("details.fl-chapter summary")).to_have_text("Days on the road")
    page.reload()
    page.locator("details.fl-chapter summary").tap()
    ours = page.locator(f"details.fl-chapter {OURS}")
    ours.get_by_text("Dogs (+3)").tap()
    expect(ours.locator(".fl-figure")).to_have_text("6 days")
    load_axe(page)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Change it").tap()
    expect(page.locator("#write-a-rule [name=lines]")).to_have_value("Dogs +3\nLocks +2 each up to 4")
    write(page, "Dogs +4")
    page.get_by_role("button", name="Keep it on this device").tap()
    expect(page.get_by_text("Days on the road is changed.")).to_be_visible()
    assert kept(page) == ["Days on the road"]
    page.get_by_role("button", name="Undo").tap()
    page.locator("details.fl-chapter summary").tap()
    expect(ours.get_by_text("Dogs (+3)")).to_be_visible()
    page.get_by_role("button", name="Forget it").tap()
    expect(page.locator("details.fl-chapter")).to_have_count(0)
    assert kept(page) == []
    page.get_by_role("button", name="Undo").tap()
    assert kept(page) == ["Days on the road"]
    stored = page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('felloe.'))")
    assert sorted(stored) == [KEY, "felloe.visited"], "nothing of it reaches what else is kept"


def asked(page: Page) -> list[str]:
    """What was asked of Python that has to do with rules of someone's own."""
    calls = page.evaluate("asked.filter(({ type }) => type === 'call').map(({ request }) => request)")
    return [one["do"] for one in map(json.loads, calls) if "own-rule" in one.get("calculator", "") or "code" in one]


def test_a_rule_that_a_link_brings_is_read_before_anything_of_it_runs(site: Server, visit: Visit) -> None:
    link = f"{site.url}{PAGE}#?rule={CODE}&own.locks=3"
    page = opened(visit, link, **WIDE)
    plate = page.get_by_role("region", name="A rule that someone sent")
    expect(plate.locator("li")).to_have_text([*own_rule.told(LOCKS)])
    load_axe(page)
    assert violations(page) == []
    settled(page)
    assert asked(page) == ["rule"]
    assert kept(page) == []
    plate.get_by_role("button", name="Not now").click()
    expect(plate).to_have_count(0)
    assert page.url == site.url + PAGE
    assert page.locator(OURS).count() == 0
    page.evaluate("(link) => void (location.href = link)", link)
    plate.get_by_role("button", name="Use it").click()
    ours = page.locator(f"details[open] {OURS}")
    expect(ours.locator(".fl-figure")).to_have_text("Ob 4")
    assert page.url == site.url + PAGE
    ours.get_by_text("Dogs (+2)").click()
    expect(ours.locator(".fl-figure")).to_have_text("Ob 6")
    ours.get_by_role("button", name="Copy link").click()
    until(page, "copied.length === 1")
    page.goto("about:blank")
    page.goto(link)  # it is kept: whoever said yes to it is not asked again
    expect(ours.locator(".fl-figure")).to_have_text("Ob 4")
    expect(plate).to_have_count(0)


def test_the_link_says_what_the_form_says(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + PAGE, **WIDE)
    page.get_by_role("button", name="Breaking in").click()
    trial(page).get_by_text("day (+2)").click()
    trial(page).locator("[data-field=each-lock] [data-step='1']").click()
    expect(trial(page).locator(".fl-figure")).to_have_text("Ob 4")
    settled(page)
    trial(page).get_by_role("button", name="Copy link").click()
    until(page, "copied.length === 1")
    link = page.evaluate("copied[0]")
    other = opened(visit, link)
    other.get_by_role("button", name="Use it").tap()
    expect(other.locator(f"{OURS} .fl-figure")).to_have_text("Ob 4")
    code = str(other.evaluate("(key) => JSON.parse(localStorage.getItem(key)).rules[0].code", KEY))
    inputs = {"by": "1", "each-lock": 1}
    assert app.run(own_rule.PREFIX + code, inputs).answer.values["total"] == 4


@pytest.mark.parametrize("code", ["", CODE[:-6], "9" + CODE[1:], "1AAAA", "<img src=x onerror=canary=1>"])
def test_a_damaged_link_is_told_and_taken_off(site: Server, visit: Visit, code: str) -> None:
    page = visit(**WIDE)
    page.goto(site.url + PAGE)
    page.evaluate("(code) => void (location.hash = `?${new URLSearchParams({ rule: code })}`)", code)
    expect(page.locator(".fl-notice")).to_contain_text("this link")
    assert page.url == site.url + PAGE
    assert page.evaluate("typeof canary") == "undefined"
    expect(page.locator(".fl-offer")).to_have_count(0)


def test_what_is_stored_and_damaged_is_set_aside(site: Server, visit: Visit) -> None:
    page = visit(**WIDE)
    page.goto(site.url)
    for text in ("{", '{"version": 1}', '{"version": 1, "rules": [null]}', '{"version": 1, "rules": [{"name": 5}]}'):
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, text])
        page.goto(site.url + PAGE)
        expect(page.locator(".fl-notice")).to_have_text(
            "Your own rules could not be read; they were set aside and none is kept."
        )
        assert page.evaluate("(key) => localStorage.getItem(`${key}.set-aside`)", KEY) == text
        expect(page.get_by_text("None yet.")).to_be_visible()
    rules = [{"name": "Broken", "code": CODE[:-6]}, {"name": "Whole", "code": CODE}]
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, json.dumps({"version": 1, "rules": rules})])
    page.goto(site.url + PAGE)
    page.locator("summary", has_text="Broken").click()
    expect(page.locator(".fl-notice")).to_contain_text("damaged or cut short")
    page.locator("summary", has_text="Whole").click()
    expect(page.locator(f"{OURS} .fl-figure")).to_have_text("Ob 1")


@everywhere("chromium")
def test_it_is_alive_in_each_browser(start: str, tab: Tab) -> None:
    tab.open(start + PAGE)
    tab_until(tab, "document.querySelector('[data-own-rules] button')")
    tab.run("void [...document.querySelectorAll('[data-own-rules] button')][0].click()")
    ours = f"document.querySelector('.fl-own__trial {OURS}')"
    tab_until(tab, f"{ours}?.querySelector('.fl-figure')?.textContent === '2 days'")
    tab.run(f"void {ours}.querySelector('[name=carts]').click()")
    tab_until(tab, f"{ours}.querySelector('.fl-figure').textContent === '3 days'")
