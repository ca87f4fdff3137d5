"""What a reader types: the last input wins, nothing typed is lost, and what cannot be used is told beside its field."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.looking import CIRCLES, LISTEN, ODDS, SMALL, settled, until
from tests.browser.server import Reply, Server
from tests.browser.test_waiting import Gate, marked

Visit = Callable[..., Page]
WOUND = "burning-wheel/wounds/taking-a-wound/"


def started(visit: Visit, url: str, section: str) -> Locator:
    """A section of a page, with Python running."""
    page = visit(**SMALL)
    page.add_init_script(LISTEN)
    page.goto(url)
    found = page.locator(f"#{section}")
    found.locator(".fl-form").evaluate("(form) => form.dispatchEvent(new Event('input', { bubbles: true }))")
    settled(page)
    return found


def test_input_counts_while_python_starts(site: Server, visit: Visit) -> None:
    page = visit(**SMALL)
    page.add_init_script(LISTEN)
    gate = Gate(page)
    page.goto(site.url + CIRCLES)
    section = page.locator("#circles-obstacle")
    section.locator("label", has_text="highest").first.click()
    section.get_by_role("button", name="Add reputation").click()
    box = section.locator("[name=circles]")
    box.fill("")
    box.press_sequentially("B7", delay=20)
    expect(section.locator(".fl-status")).to_have_text("The calculators are starting; you can go on typing.")
    assert marked(page) == ["circles-obstacle"], "the built answer passes for that of what was typed"
    gate.open()
    expect(section.locator(".fl-figure").first).to_have_text("Ob 4")
    expect(section.locator(".fl-row")).to_have_count(1)
    expect(box).to_have_value("B7")
    expect(section.locator(".fl-facts").first).to_contain_text("8D")
    settled(page)
    assert marked(page) == []
    assert page.evaluate("answersSoFar()") == 1


def test_the_last_of_many_inputs_wins(site: Server, visit: Visit) -> None:
    section = started(visit, site.url + CIRCLES, "circles-obstacle")
    section.locator("[name=circles]").evaluate(
        """(box) => {
          for (let exponent = 1; exponent <= 9; exponent += 1) {
            box.value = `B${exponent}`;
            box.dispatchEvent(new Event("input", { bubbles: true }));
          }
        }"""
    )
    expect(section.locator(".fl-facts").first).to_contain_text("9D")
    settled(section.page)
    assert 1 < section.page.evaluate("answersSoFar()") < 9
    expect(section.locator(".fl-facts").first).to_contain_text("9D")


def test_a_start_that_fails_leaves_what_was_typed(site: Server, visit: Visit) -> None:
    page = visit(**SMALL)
    page.add_init_script(LISTEN)
    site.replies["/assets/runtime/runtime.json"] = Reply(404)
    page.goto(site.url + CIRCLES)
    section = page.locator("#circles-obstacle")
    section.locator("label", has_text="highest").first.click()
    expect(section.locator(".fl-status")).to_contain_text("could not be fetched; is there a connection?")
    expect(section).to_have_attribute("data-old", "")
    site.replies.clear()
    section.locator("[name=circles]").fill("B4")
    expect(section.locator(".fl-figure").first).to_have_text("Ob 4")
    expect(section.locator(".fl-facts").first).to_contain_text("4D")
    expect(section.locator(".fl-out")).to_have_class("fl-out")


def test_a_crash_is_told_and_repaired(site: Server, visit: Visit) -> None:
    section = started(visit, site.url + CIRCLES, "circles-obstacle")
    section.page.evaluate(
        """() => {
          globalThis.statuses = [];
          const status = document.querySelector("#circles-obstacle .fl-status");
          new MutationObserver(() => statuses.push(status.textContent)).observe(status, { childList: true });
          python.dispatchEvent(new Event("error"));
        }"""
    )
    section.locator("label", has_text="highest").first.click()
    expect(section.locator(".fl-figure").first).to_have_text("Ob 4")
    assert "The calculators stopped and are starting again." in section.page.evaluate("statuses")
    expect(section.locator(".fl-status")).to_have_text("")


ABILITY = "An ability is a shade (B, G or W) and an exponent from 0 to 20, like B4; this says "
OBSTACLE = "An obstacle is a whole number from 0 to 100; this says "
BAD = {
    "circles": {
        "B": ABILITY + "“B”.",
        "4B": ABILITY + "“4B”.",
        "G-1": ABILITY + "“G-1”.",
        "B21": ABILITY + "“B21”.",
        "X4": ABILITY + "“X4”.",
        "": ABILITY + "nothing.",
        "<b>B4</b>": ABILITY + "“<b>B4</b>”.",
    },
    "obstacle": {
        "1000000000": OBSTACLE + "“1000000000”.",
        "-1": OBSTACLE + "“-1”.",
        "": OBSTACLE + "nothing.",
        "two": OBSTACLE + "“two”.",
    },
}


@pytest.mark.parametrize("field", BAD)
def test_what_cannot_be_used(site: Server, visit: Visit, field: str) -> None:
    path, name = (CIRCLES, "circles-obstacle") if field == "circles" else (ODDS, "odds")
    section = started(visit, site.url + path, name)
    figure = section.locator(".fl-figure").first.text_content()
    box = section.locator(f"[name={field}]")
    good = box.input_value()
    told = section.locator(f"[data-field='{field}'] > .fl-error")
    for typed, sentence in BAD[field].items():
        box.fill(typed)
        expect(told).to_have_text(sentence)
        expect(told).to_be_visible()
        expect(section.locator(".fl-error:not([hidden])")).to_have_count(1)
        expect(box).to_have_value(typed)
        expect(box).to_be_focused()
        expect(box).to_have_attribute("aria-invalid", "true")
        assert told.get_attribute("id") in (box.get_attribute("aria-describedby") or "").split()
        expect(section).to_have_attribute("data-old", "")
        assert section.locator(".fl-figure").first.text_content() == figure
    expect(section.locator("[data-say]")).to_have_text(sentence)  # read aloud once the reader rests
    box.fill(good)
    expect(told).to_be_hidden()
    expect(section.locator(".fl-out")).to_have_class("fl-out")
    assert box.get_attribute("aria-invalid") is None


def test_an_unknown_weapon(site: Server, visit: Visit) -> None:
    section = started(visit, site.url + WOUND, "blow")
    select = section.locator("select[name='weapon.is']")
    select.evaluate(
        """(select) => {
          select.selectedOptions[0].value = "swrod";
          select.dispatchEvent(new Event("input", { bubbles: true }));
        }"""
    )
    told = section.locator("[data-field=weapon] > .fl-error")
    expect(told).to_have_text(
        "This takes a weapon of the table, or one of your own; this says “swrod”. The nearest is “sword”."
    )
    expect(select).to_have_attribute("aria-invalid", "true")
    assert told.get_attribute("id") in (select.get_attribute("aria-describedby") or "").split()


def test_what_can_be_understood_is(site: Server, visit: Visit) -> None:
    section = started(visit, site.url + CIRCLES, "circles-obstacle")
    for typed, read in {"b4 ": "4D", " B5": "5D", "b6": "6D"}.items():
        section.locator("[name=circles]").fill(typed)
        expect(section.locator(".fl-facts").first).to_contain_text(read)
        expect(section.locator("[name=circles]")).to_have_value(typed)
        expect(section.locator(".fl-error:not([hidden])")).to_have_count(0)


def test_a_fault_in_a_folded_field_opens_the_fold(site: Server, visit: Visit) -> None:
    section = started(visit, site.url + CIRCLES, "circles-obstacle")
    more = section.locator("details.fl-more")
    more.evaluate(
        """(more) => {
          const box = more.querySelector("[name=famous]");
          box.value = "9";
          box.dispatchEvent(new Event("input", { bubbles: true }));
        }"""
    )
    expect(more).to_have_attribute("open", "")
    expect(section.locator("[data-field=famous] > .fl-error")).to_be_visible()


def test_markup_in_a_name_stays_text(site: Server, visit: Visit) -> None:
    section = started(visit, site.url + CIRCLES, "circles-obstacle")
    section.get_by_role("button", name="Add reputation").click()
    name = section.locator("[name='reputations.0.name']")
    expect(name).to_be_focused()
    name.fill("<img src=x onerror=alert(1)> [a](javascript:alert(1)) **bold**")
    expect(section.locator(".fl-from")).to_contain_text("<img src=x onerror=alert(1)>")
    assert section.locator(".fl-body img, .fl-body a[href^='javascript']").count() == 0


def test_steppers_picks_letters_and_grid(site: Server, visit: Visit) -> None:
    section = started(visit, site.url + CIRCLES, "circles-obstacle")
    circles = section.locator("[data-field=circles]")
    circles.get_by_role("button", name="one more").click()
    expect(circles.locator("[name=circles]")).to_have_value("B4")
    circles.get_by_role("button", name="Gray", exact=False).first.click()
    expect(circles.locator("[name=circles]")).to_have_value("G4")
    for _ in range(25):
        circles.get_by_role("button", name="one less").click()
    expect(circles.locator("[name=circles]")).to_have_value("G0")
    until(section.page, "asked.filter(({ type }) => type === 'call').length === answersSoFar()")
    expect(section.locator(".fl-error:not([hidden])")).to_have_count(0)
    last = json.loads(section.page.evaluate("asked.at(-1).request"))
    assert last["inputs"]["circles"] == "G0"
