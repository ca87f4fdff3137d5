"""From the blow to the day one is well again: journey 5 with every tap counted, and a wound by keyboard alone."""

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from engine import app
from tests.browser.looking import LISTEN, PHONE, WIDE, everywhere, load_axe, settled, violations
from tests.browser.server import Server
from tests.browser.tabs import Tab, until
from tests.browser.test_characters import keeping, kept, sheet
from tests.browser.test_journeys import WOUND, Hand, beside

Visit = Callable[..., Page]
STEEL = "burning-wheel/steel/steel-tests-and-hesitation/"
TRACKER = "burning-wheel/wounds/wound-tracker/"
PLACES = {"superficial": "B3", "light": "B6", "midi": "B7", "severe": "B9", "traumatic": "B10", "mortal": "B11"}
RENSKE: dict[str, Any] = {
    "name": "Renske",
    "persona": 1,
    "abilities": [
        *({"name": name, "tested": "will", "ability": "B5"} for name in ("Power", "Forte", "Agility", "Speed")),
        {"name": "Will", "tested": "will", "ability": "B4"},
        {"name": "Perception", "tested": "perception", "ability": "B4"},
        {"name": "Health", "tested": "health", "ability": "B5"},
        {"name": "Steel", "tested": "steel", "ability": "B6"},
    ],
    "tolerances": {"is": "own", **PLACES},
}
TAB_STOPS = 400
"""More than the page of the tracker has."""


def test_5_he_hits_me_whole(site: Server, visit: Visit) -> None:
    """Two taps for weapon and margin, the sheet fills the rest; one registers the wound, and Steel feels it."""
    page = visit(**PHONE)
    page.add_init_script(LISTEN)
    keeping(page, RENSKE)
    page.goto(site.url + WOUND)
    thumb = Hand(page, "blow")
    expect(thumb.section.locator("[name='tolerances.midi']")).to_have_value("B7")
    began = time.monotonic()
    thumb.pick("weapon", "sword")
    thumb.pick("over", "2")
    settled(page)
    done = app.run(
        "blow",
        {"weapon": "sword", "over": 2, "tolerances": {"is": "own", **PLACES}, "forte": "B5", "health": "B5"},
    )
    verdict = done.answer.verdict
    assert verdict is not None
    expect(thumb.figure).to_have_text(verdict.figure)
    assert thumb.taps <= 3
    assert time.monotonic() - began < 10
    expect(thumb.section.locator(".fl-facts").first).to_have_text(beside(verdict))
    for said in ("B4", "B7", "B10", "Steel test", "Will, Perception, Power"):
        expect(thumb.out).to_contain_text(said)
    expect(thumb.out.locator(".fl-track").first).to_be_visible()
    expect(thumb.out.locator(".fl-clocks")).to_contain_text("Midi")
    assert done.answer.values["bleeds_for"] == 600
    register = thumb.section.locator(".fl-writes button").first
    thumb.tap(register)
    expect(thumb.section.locator(".fl-write__done")).to_contain_text("B7")
    assert [one["hit"] for one in sheet(page)["wounds"]] == ["B7"]
    assert thumb.taps <= 4
    load_axe(page)
    assert violations(page) == []
    page.goto(site.url + STEEL)
    steel = page.locator("#steel-test")
    expect(steel.locator("[name='wounds.dice']")).to_have_value("2")
    page.goto(site.url + WOUND)
    thumb = Hand(page, "blow")
    thumb.chip("tolerances.is", "preset")
    expect(thumb.figure).to_contain_text("wound")  # an opponent has a ready row


@everywhere("firefox")
def test_5_in_every_browser(start: str, tab: Tab) -> None:
    """Three taps from the blow to the name of the wound, the Steel test and the clock; from a file as well."""
    done = app.run("blow", {"weapon": "sword", "over": 2, "tolerances": {"is": "preset", "stat": "B3"}})
    verdict = done.answer.verdict
    assert verdict is not None
    tab.open(start + WOUND)
    until(tab, "document.querySelector('#blow .fl-figure')")
    began = time.monotonic()
    for field, value in (("weapon", "sword"), ("over", "2")):
        tab.run(f"void document.querySelector(`#blow [data-field={field}] > .fl-picks [data-pick='{value}']`).click()")
    tab.run("void document.querySelector(`#blow [name='tolerances.stat'][value=B3]`).click()")
    until(tab, f"document.querySelector('#blow .fl-figure').textContent === '{verdict.figure}'", 60)
    took = f"{time.monotonic() - began:.1f} s"
    print(f"\n{tab.kind}, {start}: three taps to the wound in {took}, Python started among them")
    said = tab.run("document.querySelector('#blow .fl-body').textContent")
    assert all(one in said for one in ("B4", "B7", "B10", "Steel test"))
    assert tab.run("document.querySelectorAll('#blow .fl-clock__cell').length") >= 3


def tabbed(page: Page, what: Locator) -> Locator:
    """Press Tab until this has the focus."""
    for _ in range(TAB_STOPS):
        if what.evaluate_all("([one]) => one === document.activeElement"):
            return what.first
        page.keyboard.press("Tab")
    raise AssertionError(f"no Tab comes to {what}")


def write(page: Page, form: Locator, name: str, text: str) -> None:
    """Fill a field of the step that is open; one that is folded under More is opened first."""
    opened, named = "fieldset.fl-branch:not([hidden])", f"[name='{name}']:not([type=radio])"
    box = form.locator(f"{opened} {named}")
    fold = form.locator(f"{opened} details.fl-more:not([open])", has=page.locator(named))
    if fold.count():
        tabbed(page, fold.locator("> summary"))
        page.keyboard.press("Enter")
    tabbed(page, box)
    page.keyboard.press("Control+A")
    page.keyboard.type(text)


def do(page: Page, step: str, **fields: str) -> None:
    """One step of the tracker: choose it by arrow keys, fill its fields, press Enter on its button."""
    section = page.locator("section#wound-tracker")
    form = section.locator("form.fl-move")
    tabbed(page, form.locator("[name='move.is']:checked"))
    for _ in range(12):
        if form.locator(f"[name='move.is'][value='{step}']").is_checked():
            break
        page.keyboard.press("ArrowRight")
    expect(form.locator(f"[name='move.is'][value='{step}']")).to_be_checked()
    for name, text in fields.items():
        write(page, form, f"move.{name}", text)
    tabbed(page, form.locator("button[type=submit]"))
    page.keyboard.press("Enter")
    settled(page)


def test_a_wound_by_keyboard_alone(site: Server, visit: Visit) -> None:
    """Registered, badly treated, treated, tested, healed; and the sheet told of it: not one click."""
    page = visit(**WIDE)
    page.add_init_script(LISTEN)
    keeping(page, RENSKE)
    page.goto(site.url + TRACKER)
    section = page.locator("section#wound-tracker")
    figure = section.locator(".fl-figure").first
    expect(figure).to_have_text("On your feet")
    do(page, "hit", hit="B9")
    wounds = section.locator("table", has_text="Care").first
    expect(wounds).to_contain_text("Severe")
    expect(wounds).to_contain_text("worse in 5")
    do(page, "treat-wound", successes="1")
    expect(section).to_contain_text("it fails")
    expect(wounds).to_contain_text("untended")
    do(page, "treat-wound", successes="6")
    expect(wounds).to_contain_text("treated: test Health")
    do(page, "test-health", time="2", successes="4")
    expect(section).to_contain_text("every die comes back")
    keep = section.locator(".fl-writes button").first
    tabbed(page, keep)
    page.keyboard.press("Enter")
    expect(section.locator(".fl-write__done")).to_be_visible()
    assert [(one["hit"], one["back"]) for one in sheet(page)["wounds"]] == [("B9", 1)]
    do(page, "time-passes", amount="60")
    for _ in range(24):
        if not section.locator("table", has_text="Care").count():
            break
        do(page, "time-passes", amount="60")
    expect(section).to_contain_text("is healed")
    expect(figure).to_have_text("On your feet")
    load_axe(page)
    assert violations(page) == []


def test_five_guards_one_tap_a_blow(site: Server, visit: Visit) -> None:
    """Five strips and five buttons; three blows are three taps, and a phone needs no sideways scroll for it."""
    page = visit(**PHONE)
    page.add_init_script(LISTEN)
    page.goto(site.url + TRACKER)
    section = page.locator("section[data-calculator='wound-tracker']").nth(1)
    expect(section.locator(".fl-track")).to_have_count(5)
    for taps, number in enumerate((1, 2, 2), 1):
        section.get_by_role("button", name=f"Guard {number} is hit").tap()
        expect(section.locator("[data-at]")).to_contain_text(f"Step {taps}")
        settled(page)
    expect(section.locator(".fl-figure").first).to_have_text("4 of 5 up")
    expect(section.locator(".fl-track")).to_have_count(5)
    rows = section.locator("table", has_text="Care").first.locator("tbody tr")
    expect(rows).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def hits(page: Page) -> list[list[str]]:
    """The wounds of everyone who is kept, in their order."""
    return [[wound["hit"] for wound in one["inputs"]["wounds"]] for one in kept(page)["sheets"]]


def test_everyone_is_hurt_with_one_tap_and_registered_with_another(site: Server, visit: Visit) -> None:
    """Three are kept: all join at once, each bears the wound on a sheet of their own, and undo is one tap."""
    page = visit(**PHONE)
    page.add_init_script(LISTEN)
    frail = {"tolerances": {"is": "preset", "stat": "B3"}}
    keeping(page, RENSKE, {**RENSKE, **frail, "name": "Ketil"}, {**RENSKE, "name": "Odile"})
    page.goto(site.url + "burning-wheel/wounds/hurt-someone/")
    section = page.locator("section[data-calculator='hurt-someone']").first
    section.get_by_role("button", name="Everyone (3)").tap()
    rows = section.locator("table", has_text="Bleeds").first.locator("tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.nth(1)).to_contain_text("Ketil")
    done = section.locator(".fl-write__done")
    taps = {
        "Ketil: add to wounds: B7": [[], ["B7"], []],
        "All 3 at once": [["B7"], ["B7"], ["B7"]],
    }
    for name, borne in taps.items():
        section.get_by_role("button", name=name).tap()
        expect(done).not_to_contain_text("Undone")
        expect(done).to_contain_text("Ketil: add to wounds: B7.")
        assert hits(page) == borne
        done.get_by_role("button").tap()
        expect(done).to_contain_text("Undone")
        assert hits(page) == [[], [], []]
