"""Where a link or a ruling asks for another answer than the built one, the built one is never shown as the reader's."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.looking import (
    CIRCLES,
    DICE_RULINGS,
    FRAMES,
    LISTEN,
    ODDS,
    RULINGS,
    SMALL,
    WIDE,
    settled,
    touch,
    until,
)
from tests.browser.server import Server

Visit = Callable[..., Page]
STORE = "felloe.rulings"
RULING, READING = "burning-wheel.dice.chain", "once"
RESTS = f".fl[data-rests~='{RULING}']"


class Gate:
    """Holds back Python's description, and with it Python, until it is opened."""

    def __init__(self, page: Page) -> None:
        self.held: list[Route] | None = []
        page.route("**/runtime/runtime.json", lambda route: self._came(route))

    def _came(self, route: Route) -> None:
        if self.held is None:
            route.continue_()
        else:
            self.held.append(route)

    def open(self) -> None:
        held, self.held = self.held or [], None
        for route in held:
            route.continue_()


def stored(page: Page, chosen: Any) -> None:
    """What an earlier visit left in local storage, there before the page's first script runs."""
    text = chosen if isinstance(chosen, str) else json.dumps({"version": 1, "chosen": chosen})
    page.add_init_script(f"localStorage.setItem({json.dumps(STORE)}, {json.dumps(text)})")


def marked(page: Page) -> list[str]:
    """The sections whose answer is faded and said to be waiting, as a reader sees it."""
    return page.evaluate(
        """[...document.querySelectorAll("section.fl")].filter((section) =>
             Number(getComputedStyle(section.querySelector(".fl-out")).opacity) < 0.5
             && section.querySelector(".fl-wait").checkVisibility()).map((section) => section.id)"""
    )


def never_passed_off(page: Page, sections: list[str], before: int = 0) -> None:
    """In no frame did a section show its answer as the reader's while Python had given no more than `before`."""
    frames = page.evaluate("frames_")
    assert any(section in seen for seen, _ in frames for section in sections)
    wrong = [
        (number, section)
        for number, (seen, answers) in enumerate(frames)
        for section in sections
        if section in seen and not seen[section] and answers == before
    ]
    assert not wrong, f"of {len(frames)} frames these showed a stale answer: {wrong}"


def opened(visit: Visit, **options: Any) -> Page:
    page = visit(**(options or SMALL))
    page.add_init_script(LISTEN + FRAMES)
    return page


def test_a_link(site: Server, visit: Visit) -> None:
    page = opened(visit)
    gate = Gate(page)
    page.goto(f"{site.url}{CIRCLES}?circles-obstacle.station=highest")
    page.wait_for_timeout(300)
    assert marked(page) == ["circles-obstacle"]
    expect(page.locator("#circles-obstacle .fl-wait")).to_have_text(
        "This is for the default rulings and values; yours in a moment."
    )
    expect(page.locator("#circles-obstacle .fl-status")).to_contain_text("you can go on typing")
    gate.open()
    expect(page.locator("#circles-obstacle .fl-figure").first).to_have_text("Ob 4")
    expect(page.locator("#circles-obstacle-station-highest")).to_be_checked()
    settled(page)
    assert marked(page) == []
    expect(page.locator("#circles-obstacle .fl-status")).to_have_text("")
    never_passed_off(page, ["circles-obstacle"])


@pytest.mark.parametrize("way", ["stored", "linked"])
def test_a_ruling(site: Server, visit: Visit, way: str) -> None:
    page = opened(visit)
    gate = Gate(page)
    if way == "stored":
        stored(page, {RULING: READING})
    page.goto(f"{site.url}{CIRCLES}" + (f"?ruling.{RULING}={READING}" if way == "linked" else ""))
    resting = page.evaluate(f'[...document.querySelectorAll("{RESTS}")].map(({{ id }}) => id)')
    others = page.locator("section.fl").count() - len(resting)
    assert resting
    assert others
    page.wait_for_timeout(300)
    assert marked(page) == resting
    gate.open()
    settled(page)
    assert marked(page) == []
    never_passed_off(page, resting)
    assert sorted(json.loads(call["request"])["instance"] for call in calls(page)) == sorted(resting)
    chosen = page.locator(f"#{resting[0]} [data-ruling='{RULING}'][value='{READING}']")
    assert chosen.is_checked()
    assert (page.evaluate(f"localStorage.getItem('{STORE}')") is not None) == (way == "stored")


def calls(page: Page) -> list[dict[str, Any]]:
    return page.evaluate("asked.filter(({ type }) => type === 'call')")


def test_a_ruling_on_which_nothing_rests(site: Server, visit: Visit) -> None:
    page = opened(visit)
    stored(page, {"duel.rebuttal-test": "halves"})
    page.goto(site.url + CIRCLES)
    page.wait_for_timeout(600)
    assert marked(page) == []
    assert not site.asked("/runtime/")


def test_marked_before_our_script_runs(site: Server, visit: Visit) -> None:
    page = visit(**SMALL)
    stored(page, {RULING: READING})
    page.route("**/felloe.js", lambda route: route.abort())
    page.goto(f"{site.url}{CIRCLES}?circles-wise.wise=B5")
    assert "circles-wise" in marked(page)
    assert "circles-obstacle" in marked(page)
    assert "circles-reach" not in marked(page)


def test_a_ruling_chosen_on_its_page_follows_everywhere(site: Server, visit: Visit) -> None:
    page = opened(visit, **WIDE)
    page.goto(site.url + DICE_RULINGS)
    page.locator(f"[data-ruling='{RULING}'][value='{READING}']").check()
    expect(page.locator("[data-rulings-kept]")).to_have_text("1 of these rulings is yours.")
    page.locator(f"article a[href*='{CIRCLES}'], a[href*='find-someone']").first.evaluate("(link) => link.click()")
    page.wait_for_url(f"{site.url}{CIRCLES}**")
    expect(page.locator(f"#circles-obstacle [data-ruling='{RULING}'][value='{READING}']")).to_be_checked()
    settled(page)
    assert page.evaluate("frames_").count([{}, 0]) > 0, "the page came by a full load, so this proves nothing"
    never_passed_off(page, ["circles-obstacle"])
    expect(page.locator("#circles-obstacle .fl-rests > summary")).to_contain_text("1 of them yours")
    page.reload()
    expect(page.locator("#circles-obstacle .fl-rests > summary")).to_contain_text("1 of them yours")
    page.goto(site.url + RULINGS)
    page.locator("[data-rulings-reset]").click()
    expect(page.locator("[data-rulings-kept]")).to_have_text("The defaults hold.")
    assert page.evaluate(f"localStorage.getItem('{STORE}')") is None


def test_a_ruling_follows_to_the_next_page_with_python_running(site: Server, visit: Visit) -> None:
    page = opened(visit, **WIDE)
    page.goto(site.url + CIRCLES)
    section = page.locator("#circles-obstacle")
    section.locator(".fl-rests > summary").click()
    section.locator(f"[data-ruling='{RULING}'][value='{READING}']").check()
    settled(page)
    before = page.evaluate("answersSoFar()")
    page.locator(f"a[href$='{ODDS}']").first.evaluate("(link) => link.click()")
    page.wait_for_url(f"{site.url}{ODDS}**")
    expect(page.locator("#odds-3 .fl-rests > summary")).to_contain_text("1 of them yours")
    settled(page)
    never_passed_off(page, ["odds-3"], before)


def test_a_ruling_chosen_under_an_answer_changes_all_that_rest_on_it(site: Server, visit: Visit) -> None:
    page = opened(visit)
    page.goto(site.url + CIRCLES)
    section = page.locator("#circles-obstacle")
    section.locator(".fl-rests > summary").click()
    section.locator(f"[data-ruling='{RULING}'][value='{READING}']").check()
    for other in ("circles-obstacle", "circles-obstacle-2"):
        expect(page.locator(f"#{other} .fl-rests > summary")).to_contain_text("1 of them yours")
    expect(section.locator(f"[data-ruling='{RULING}'][value='{READING}']")).to_be_visible()
    assert json.loads(page.evaluate(f"localStorage.getItem('{STORE}')"))["chosen"] == {RULING: READING}


@pytest.mark.parametrize("text", ["{broken", "[]", "null", '"text"', '{"version": 9, "chosen": {}}', '{"version": 1}'])
def test_damaged_rulings_are_set_aside(site: Server, visit: Visit, text: str) -> None:
    page = visit(**SMALL)
    page.goto(site.url + "404.html")
    page.evaluate(f"localStorage.setItem('{STORE}', {json.dumps(text)})")
    page.add_init_script(LISTEN)
    page.goto(site.url + CIRCLES)
    expect(page.locator(".fl-notice")).to_have_text(
        "The rulings stored on this device could not be read; they were set aside and the defaults hold."
    )
    assert page.evaluate(f"localStorage.getItem('{STORE}')") is None
    assert page.evaluate(f"localStorage.getItem('{STORE}.set-aside')") == text
    assert marked(page) == []
    touch(page, "#circles-obstacle")
    settled(page)
    page.reload()
    expect(page.locator("#circles-obstacle .fl-figure").first).to_have_text("Ob 1")
    expect(page.locator(".fl-notice")).to_have_count(0)


def test_an_unknown_reading_is_reported_and_forgotten(site: Server, visit: Visit) -> None:
    page = opened(visit)
    page.goto(site.url + "404.html")
    kept = json.dumps({"version": 1, "chosen": {RULING: "gone", "no.such": "x"}})
    page.evaluate(f"localStorage.setItem('{STORE}', {json.dumps(kept)})")
    page.goto(site.url + CIRCLES)
    expect(page.locator(".fl-notice")).to_contain_text(f"The ruling {RULING} takes")
    expect(page.locator(".fl-notice")).to_contain_text("“gone” was set aside. 1 other was set aside with it.")
    settled(page)
    assert marked(page) == []
    assert json.loads(page.evaluate(f"localStorage.getItem('{STORE}')"))["chosen"] == {}
    assert page.evaluate(f"localStorage.getItem('{STORE}.set-aside')") == kept


DAMAGED = {
    "station=hihgest": "This takes “same”, “step”, “lowest” or “highest”; this says “hihgest”.",
    "statoin=highest": "There is no field “statoin” here;",
    "reputations.5.dice=1": "The rows here are numbered “5”; they count from 0.",
    "circles=4B": "An ability is a shade (B, G or W) and an exponent from 0 to 20, like B4; this says “4B”.",
    "station=step&circles-obstacle.station=highest&circles-obstacle.famous=9": "from 0 to 5; this says “9”.",
}


@pytest.mark.parametrize("link", DAMAGED)
def test_a_damaged_link_says_so_and_the_defaults_stand(site: Server, visit: Visit, link: str) -> None:
    page = opened(visit)
    page.goto(f"{site.url}{CIRCLES}?circles-obstacle.{link}")
    status = page.locator("#circles-obstacle .fl-status")
    expect(status).to_contain_text("The link could not be used, so these are the page’s own values.")
    expect(status).to_contain_text(DAMAGED[link])
    settled(page)
    assert marked(page) == []
    expect(page.locator("#circles-obstacle .fl-figure").first).to_have_text("Ob 1")
    expect(page.locator("#circles-obstacle-station-same")).to_be_checked()
    never_passed_off(page, ["circles-obstacle"])


def test_a_link_to_nothing_on_the_page_changes_nothing(site: Server, visit: Visit) -> None:
    page = opened(visit)
    page.goto(f"{site.url}{CIRCLES}?q=search&no-such.field=1&%5B%22=%3E")
    page.wait_for_timeout(500)
    assert marked(page) == []
    assert not site.asked("/runtime/")
    touch(page)
    until(page, "answersSoFar() === 1")
