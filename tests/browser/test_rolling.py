"""Dice rolled where their odds stand, the last rolls of a tab, an answer in words, and one pinned to compare."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.looking import (
    CIRCLES,
    LISTEN,
    ODDS,
    PHONE,
    SHIFTS,
    SMALL,
    WIDE,
    load_axe,
    settled,
    until,
    violations,
)
from tests.browser.server import Server
from tests.browser.test_access import COLORS, look
from tests.browser.test_waiting import Gate

Visit = Callable[..., Page]
STORE = "felloe.rolls"
DICE = ".fl-rolled svg.fl-dice"
# No real clipboard: what is written to it is kept.
CLIPBOARD = """
globalThis.copied = [];
const write = async ([item]) => void copied.push(await (await item.getType("text/plain")).text());
Object.defineProperty(navigator, "clipboard", { value: { write } });
"""


def opened(visit: Visit, url: str, section: str = "circles-obstacle", **options: Any) -> Locator:
    page = visit(**(options or SMALL))
    page.add_init_script(LISTEN + SHIFTS + CLIPBOARD)
    page.goto(url)
    return page.locator(f"#{section}")


def rolls(section: Locator) -> list[str]:
    """The last rolls under a section, newest first."""
    return [
        text.replace("\N{NO-BREAK SPACE}", " ") for text in section.locator(".fl-rolls li span").all_text_contents()
    ]


def calls(page: Page, do: str) -> list[dict[str, Any]]:
    """What Python was asked to do."""
    sent = page.evaluate("asked.filter(({ type }) => type === 'call').map(({ request }) => request)")
    return [request for request in map(json.loads, sent) if request["do"] == do]


def type_dice(section: Locator, faces: str) -> None:
    section.get_by_label("or your own dice").fill(faces)
    section.locator(".fl-roll").get_by_role("button", name="Use these dice").click()
    settled(section.page)


def test_a_roll_waits_for_python_and_outlives_new_answers(site: Server, visit: Visit) -> None:
    section = opened(visit, site.url + CIRCLES)
    page = section.page
    gate = Gate(page)
    button = section.locator(".fl-roll button")
    assert button.text_content() == "Roll 3D"
    button.click()
    expect(section.locator(".fl-rolled")).to_have_text("The dice fall as soon as the calculators have started.")
    gate.open()
    settled(page)
    expect(section.locator(DICE)).to_be_visible()
    expect(section.locator(".fl-rolled figcaption")).to_contain_text("with B3 against Ob 1")
    expect(section.locator(".fl-roll + .fl-rolled")).to_have_count(1)
    expect(section.locator("[data-say]")).to_have_text(section.locator(".fl-rolled figcaption").inner_text())
    assert len(calls(page, "roll")) == 1
    fell = rolls(section)
    assert len(fell) == 1

    # A new answer keeps the dice, the faces being typed, the focus and the button's word.
    section.get_by_label("or your own dice").fill("6 5")
    section.locator("label", has_text="highest").first.click()
    expect(section.locator(".fl-figure").first).to_have_text("Ob 4")
    expect(section.locator(DICE)).to_be_visible()
    expect(section.locator(".fl-roll + .fl-rolled")).to_have_count(1)
    expect(section.get_by_label("or your own dice")).to_have_value("6 5")
    expect(button).to_have_text("Use these dice")
    assert rolls(section) == fell

    # What cannot be read is told beside the dice that were typed, and is no roll.
    section.get_by_label("or your own dice").press("Enter")
    told = section.locator(".fl-rolled .fl-error")
    expect(told).to_have_text("B3 takes 3\N{NO-BREAK SPACE}faces; this has 2.")
    box = section.get_by_label("or your own dice")
    expect(box).to_be_focused()
    expect(box).to_have_attribute("aria-invalid", "true")
    assert box.get_attribute("aria-describedby") == told.get_attribute("id")
    expect(section.locator(DICE)).to_have_count(0)
    type_dice(section, "651")
    expect(section.locator(".fl-rolled figcaption")).to_have_text("2 successes with B3 against Ob 4: fails by 2.")
    expect(box).to_have_value("")
    expect(button).to_have_text("Roll 3D")
    assert section.locator(".fl-rolled .fl-die--success").count() == 2
    assert rolls(section) == ["6 5 1 – 2 successes with B3 against Ob 4: fails by 2.", *fell]

    # Without an obstacle there is nothing to roll, and the dice still lie there.
    section.locator("[name=circles]").fill("B0")
    expect(section.locator(".fl-roll")).to_have_count(0)
    expect(section.locator(DICE)).to_be_visible()


def test_sixes_that_open_and_a_ruling(site: Server, visit: Visit) -> None:
    section = opened(visit, f"{site.url}{ODDS}?odds.pool=B3&odds.open_ended=true&odds.obstacle=3", "odds")
    settled(section.page)
    type_dice(section, "6 2 1")
    expect(section.locator(".fl-rolled .fl-note")).to_contain_text("Your sixes bring 1 more die")
    expect(section.get_by_label("or your own dice")).to_have_value("6 2 1")
    expect(section.locator(".fl-rolls")).to_have_count(0)
    type_dice(section, "6 2 1 6")
    type_dice(section, "6 2 1 6 5")
    assert section.locator(".fl-rolled .fl-die__tie").count() == 2
    assert rolls(section) == ["6 2 1 6 5 – 3 successes with B3* against Ob 3: meets the obstacle."]
    # The focus of what stands behind the dice stays where it is, whatever links the dice bring.
    type_dice(section, "6 2 1")
    section.locator(".fl-rests summary").click()
    ruling = section.locator("[data-ruling='burning-wheel.dice.chain'][value=once]")
    ruling.check()
    settled(section.page)
    expect(ruling).to_be_focused()
    type_dice(section, "6 2 1 6")
    assert len(rolls(section)) == 2


def test_the_last_rolls_of_the_tab(site: Server, visit: Visit) -> None:
    earlier = [
        {
            "roll": {"roller": "roll", "pool": f"B{number}", "obstacle": "2"},
            "faces": "6 <b>5</b>",
            "text": f"<img src=x> {number}",
        }
        for number in range(1, 11)
    ]
    page = visit(**PHONE)
    page.add_init_script(LISTEN + SHIFTS)
    page.add_init_script(
        f"sessionStorage.getItem('{STORE}') ?? sessionStorage.setItem('{STORE}', "
        f"{json.dumps(json.dumps({'version': 1, 'rolls': earlier}))})"
    )
    page.goto(site.url + CIRCLES)
    section = page.locator("#circles-obstacle")
    expect(section.locator(".fl-rolls summary")).to_have_text("Last rolls in this tab: 10")
    assert rolls(section)[:2] == ["<img src=x> 1", "<img src=x> 2"]
    assert section.locator(".fl-rolls img").count() == 0
    page.wait_for_timeout(300)
    assert page.evaluate("shifts") == []
    assert page.evaluate("asked.length") == 0, "a stored roll starts no Python"

    section.locator(".fl-rolls summary").click()
    section.get_by_role("button", name="Roll again").nth(1).tap()
    settled(page)
    expect(section.locator(DICE)).to_be_visible()
    assert calls(page, "roll")[0]["roll"] == earlier[1]["roll"]
    assert "with B2 against Ob 2" in rolls(section)[0]
    assert rolls(section)[1:] == [one["text"] for one in earlier[:9]]
    expect(section.locator(".fl-rolls")).to_have_attribute("open", "")
    expect(section.get_by_role("button", name="Roll again").first).to_be_focused()

    # A reload and another page show the same list, and roll nothing.
    fell = rolls(section)
    page.reload()
    expect(section.locator(".fl-rolls li")).to_have_count(10)
    assert rolls(section) == fell
    until(page, "document.documentElement.dataset.python === 'ready'")
    page.locator(f"a[href$='{ODDS.split('/')[-2]}/']").first.evaluate("(link) => link.click()")
    odds = page.locator("#odds")
    expect(odds.locator(".fl-rolls li")).to_have_count(10)
    assert rolls(odds) == fell
    assert calls(page, "roll") == []


def test_a_damaged_list_is_set_aside_and_reported(site: Server, visit: Visit) -> None:
    page = visit(**SMALL)
    page.add_init_script(LISTEN)
    page.goto(site.url + CIRCLES)
    broken = ['{"version": 1, "rolls": [{}]}', '{"version": 1, "rolls": "' + "x" * 100_000 + '"}']
    for text in broken:
        page.evaluate("([key, text]) => sessionStorage.setItem(key, text)", [STORE, text])
        page.reload()
        expect(page.locator(".fl-notice")).to_have_text(
            "The last rolls of this tab could not be read; they were set aside and the list begins anew."
        )
        kept = page.evaluate(f"[sessionStorage.getItem('{STORE}'), sessionStorage.getItem('{STORE}.set-aside')]")
        assert kept == [None, text]
        expect(page.locator(".fl-rolls")).to_have_count(0)


def test_an_answer_in_words(site: Server, visit: Visit) -> None:
    section = opened(visit, site.url + CIRCLES)
    page = section.page
    section.locator("[name=circles]").fill("B4")
    settled(page)
    type_dice(section, "6 5 2 1")
    section.get_by_role("button", name="Copy with working").click()
    until(page, "copied.length === 1")
    text = page.evaluate("copied[0]").replace("\N{NO-BREAK SPACE}", " ")
    assert text.startswith("How hard is it to find this person?\nOb 1  4D · ")
    for line in (
        "  Your Circles: B4\n",
        "     4D  Dice that count\n",
        "\nRulings:\n",
        "\nFelloe 0.1.0, circles-obstacle\n",
    ):
        assert line in text
    assert "\nRolled: 6 5 2 1 – 2 successes with B4 against Ob 1: passes with 1 over.\n" in text
    link = text.rsplit("\n", 1)[1]
    assert link.startswith(f"{site.url}{CIRCLES}#circles-obstacle?circles-obstacle.circles=B4&")
    expect(section.get_by_role("button", name="Copied")).to_be_visible()

    section.get_by_role("button", name="Something wrong?").click()
    until(page, "copied.length === 2")
    report = page.evaluate("copied[1]").replace("\N{NO-BREAK SPACE}", " ")
    assert report.startswith("Something wrong?\nWhat I expected, and where it stands in the book:\n\n")
    assert text in report
    assert report.endswith(page.evaluate("navigator.userAgent"))

    # Dice that were thrown for another answer say nothing about this one.
    section.locator("label", has_text="highest").first.click()
    settled(page)
    section.locator("[data-tool=text]").click()
    until(page, "copied.length === 3")
    assert "Rolled" not in page.evaluate("copied[2]")
    section.locator("[name=circles]").fill("4B")
    section.locator("[data-tool=text]").click()
    settled(page)
    expect(section.locator("[data-field=circles] > .fl-error")).to_contain_text("this says “4B”")
    assert page.evaluate("copied.length") == 3


def test_an_answer_pinned_to_compare(site: Server, visit: Visit) -> None:
    section = opened(visit, site.url + CIRCLES, **WIDE)
    page = section.page
    section.get_by_role("button", name="Pin to compare").click()
    settled(page)
    pinned = section.locator(".fl-pinned[role=region]")
    expect(pinned).to_have_accessible_name("Pinned: the same as now")
    section.locator("[name=circles]").fill("B6")
    section.locator("label", has_text="highest").first.click()
    expect(section.locator(".fl-out .fl-figure").first).to_have_text("Ob 4")
    expect(pinned.locator(".fl-figure")).to_have_text("Ob 1")
    expect(pinned).to_have_accessible_name("Pinned: Their rank is your own · Your Circles B3")
    assert page.evaluate(
        "[...document.querySelectorAll('[id]')].every((one) => document.querySelectorAll("
        '`[id="${CSS.escape(one.id)}"]`).length === 1)'
    )
    assert pinned.locator("input, .fl-roll, .fl-rests").count() == 0
    here, there = pinned.bounding_box(), section.locator(".fl-top").bounding_box()
    assert here is not None
    assert there is not None
    assert here["y"] == there["y"]
    assert here["x"] + here["width"] <= there["x"]

    # One pin a section; on a narrow screen the pinned verdict stands right above the live one.
    section.get_by_role("button", name="Pin to compare").click()
    expect(pinned).to_have_accessible_name("Pinned: the same as now")
    expect(pinned).to_have_count(1)
    page.set_viewport_size({"width": 390, "height": 844})
    here, there = pinned.bounding_box(), section.locator(".fl-top").bounding_box()
    assert here is not None
    assert there is not None
    assert here["y"] + here["height"] <= there["y"]
    assert page.evaluate("document.documentElement.scrollWidth") == 390

    # Nobody is shut out from any of it, in light or in the dark.
    type_dice(section, "6 5 4 3 2 1")
    section.locator(".fl-rolls summary").click()
    pinned.locator("summary", has_text="All of it").click()
    load_axe(page)
    assert violations(page) == []
    look(page, SMALL, "slate")
    assert violations(page, COLORS) == []

    pinned.get_by_role("button", name="Unpin").click()
    expect(pinned).to_have_count(0)
    expect(section.get_by_role("button", name="Pin to compare")).to_be_focused()
