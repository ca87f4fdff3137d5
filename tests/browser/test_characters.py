"""Characters: kept on the device, filling any form, taking down what answers mean; files, two tabs, damage, paper."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from playwright.sync_api import Locator, Page, expect

from engine import app, schema
from tests.browser.looking import CIRCLES, LISTEN, PHONE, SMALL, WIDE, everywhere, load_axe, settled, until, violations
from tests.browser.server import Server
from tests.browser.tabs import Tab
from tests.browser.tabs import until as tab_until
from tests.browser.test_access import COLORS, look
from tests.unit.test_sheets import HANNEKE, WHOLE, fills, one

MANY = {
    **WHOLE,
    "concept": "She builds bridges and wants to cross them",
    "abilities": [
        *WHOLE["abilities"],
        *({"name": f"Skill {letter}", "ability": "B4", "routine": 2, "difficult": 1} for letter in "ABCDEFGHIJKLMNO"),
    ],
    "beliefs": [{"text": f"{text} {text}"} for text in ("The bridge at Corve shall stand before the snow comes.",) * 3],
    "instincts": [{"text": "Always look down before I step onto anything that somebody else has built."}] * 3,
    "traits": [{"name": f"Trait {number}", "kind": "call-on", "effect": "on roofs"} for number in range(10)],
    "relationships": [{"name": f"Relation {number}", "note": "family, and in the way"} for number in range(5)],
    "reputations": [{"name": f"Known for {number}", "dice": 1} for number in range(3)],
    "affiliations": [{"name": f"Guild {number}", "dice": 1} for number in range(2)],
    "gear": [{"name": f"Tool {number}", "note": "well used"} for number in range(10)],
}
"""A full character, as after a long campaign."""
Visit = Callable[..., Page]
MINE = "at-the-table/my-characters/"
BUILD = "burning-wheel/rolling-dice/build-a-test/"
STEEL = "burning-wheel/steel/steel-tests-and-hesitation/"
WOUND = "burning-wheel/wounds/taking-a-wound/"
KEY = "felloe.characters"
REFUSING = f"""
const set = Storage.prototype.setItem;
Storage.prototype.setItem = function (key, text) {{
  if (key.startsWith("{KEY}")) {{
    throw new DOMException("full", "QuotaExceededError");
  }}
  set.call(this, key, text);
}};
"""


def keeping(page: Page, *people: dict[str, Any]) -> None:
    """As if these characters had been made on an earlier visit."""
    document: dict[str, Any] = {**one({}), "sheets": []}
    for number, inputs in enumerate(people, 1):
        document["sheets"].append({**one(inputs)["sheets"][0], "id": str(number)})
    stored = json.dumps({"version": 1, "characters": {**document, "next": len(people) + 1}})
    page.add_init_script(f"localStorage['{KEY}'] ??= {json.dumps(stored)}")


def opened(visit: Visit, url: str, *people: dict[str, Any], **options: Any) -> Page:
    page = visit(**(options or WIDE))
    page.add_init_script(LISTEN)
    if people:
        keeping(page, *people)
    page.goto(url)
    return page


def kept(page: Page) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(page.evaluate(f"localStorage['{KEY}']"))["characters"]
    return document


def sheet(page: Page, place: int = 0) -> dict[str, Any]:
    inputs: dict[str, Any] = kept(page)["sheets"][place]["inputs"]
    return inputs


def shell(page: Page) -> Locator:
    return page.locator(".fl-characters")


def press(page: Page, name: str) -> None:
    if not shell(page).locator(".fl-tools").is_visible():
        shell(page).locator("summary").first.click()
    shell(page).get_by_role("button", name=name, exact=True).click()


def name_box(page: Page) -> Locator:
    return page.locator("#character-sheet [name=name]")


@everywhere("webkit")
def test_build_roll_spend_log_advance(start: str, tab: Tab) -> None:
    """A test built from the sheet, rolled, paid for, marked until the skill rises; in each browser, and from file://."""
    query = "document.querySelector.bind(document)"
    tab.open(start + MINE)
    tab_until(tab, "document.querySelector('.fl-characters fieldset')?.disabled === false")
    tab.run("void document.querySelector('#character-sheet [data-example]').click()")
    tab_until(tab, f"JSON.parse(localStorage['{KEY}'] ?? 'null')?.characters.sheets.length === 1")
    tab.run(f"void (globalThis.there = {query}('a[href$=\"build-a-test/#hub-18\"]'), there.click())")
    field = "#test-builder [data-field=ability] .fl-offers"
    tab_until(tab, f"document.querySelector('{field}')")
    pick = f"[...document.querySelectorAll('{field} button')].find((one) => one.textContent.startsWith('Carpentry'))"
    tab.run(f"void {pick}.click()")
    mark = "[...document.querySelectorAll('#test-builder .fl-writes button')]"
    tab_until(tab, f"{mark}.some((one) => one.textContent === 'Mark a Routine test: Carpentry')")
    set_field(tab, "obstacle", "4")
    set_field(tab, "boon", "1")
    tab_until(tab, f"{mark}.some((one) => one.textContent === 'Mark a Difficult test: Carpentry')")
    tab.run("void document.querySelector('#test-builder .fl-roll button').click()")
    tab_until(tab, "document.querySelector('#test-builder .fl-rolled')?.innerText.includes('success')")
    tab.run(f"void {mark}.find((one) => one.textContent.startsWith('Spend 1 Persona')).click()")
    said = "document.querySelector('#test-builder .fl-write__done').textContent"
    tab_until(tab, f"{said}.includes('1 Persona spent on Carpentry')")
    tab.run(f"void {mark}[0].click()")
    tab_until(tab, f"{said}.includes('marked a Difficult test for Carpentry')")
    tab_until(tab, f"{pick}?.textContent === 'Carpentry B4'")
    set_field(tab, "obstacle", "2")
    tab_until(tab, f"{mark}[0].textContent === 'Mark a Routine test: Carpentry'")
    tab.run(f"void {mark}[0].click()")
    tab_until(tab, f"{said}.includes('Carpentry has all its tests and is B5 now')")
    stored = f"JSON.parse(localStorage['{KEY}']).characters.sheets[0].inputs"
    assert tab.run(f"{stored}.persona") == 0
    carpentry = tab.run(f"{stored}.abilities.find((one) => one.name === 'Carpentry')")
    assert (carpentry["ability"], carpentry["routine"], carpentry["persona"]) == ("B5", 0, 1)
    tab.run("void document.querySelector('#test-builder .fl-write__done button').click()")
    tab_until(tab, f"{stored}.abilities.find((one) => one.name === 'Carpentry').ability === 'B4'")


def set_field(tab: Tab, name: str, text: str) -> None:
    box = f"document.querySelector('#test-builder [name={name}]')"
    tab.run(f"void ({box}.value = '{text}', {box}.dispatchEvent(new Event('input', {{ bubbles: true }})))")


def test_what_is_typed_first_becomes_a_character(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + MINE)
    name_box(page).fill("Marit")
    until(page, f"'{KEY}' in localStorage")
    until(page, "document.querySelector('.fl-characters__list').innerText.includes('Marit')")
    name_box(page).fill("Marit of the Ford")
    until(page, "document.querySelector('.fl-characters__list').innerText.includes('Ford')")
    settled(page)
    page.reload()
    expect(name_box(page)).to_have_value("Marit of the Ford")
    assert "?" not in page.url, "a sheet is kept on the device and not in the address"


def test_a_group_its_wounds_and_what_was_done(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + MINE)
    page.locator("#character-sheet [data-example]").nth(1).click()
    until(page, "document.querySelector('.fl-characters__list').innerText.includes('Guard')")
    settled(page)
    press(page, "Five like this")
    until(page, "document.querySelectorAll('.fl-characters__list button').length === 6")
    press(page, "Guard 3")
    settled(page)
    page.goto(site.url + WOUND)
    wound = page.locator("#grayscale")
    expect(wound.locator(".fl-party [aria-pressed=true]")).to_have_text("Guard 3")
    expect(wound.locator("[data-field=tolerances] > fieldset > legend")).to_contain_text("from the sheet of Guard 3")
    wound.locator(".fl-writes button").first.click()
    expect(wound.locator(".fl-write__done")).to_contain_text("Guard 3: add to wounds")
    assert [len(one["inputs"]["wounds"]) for one in kept(page)["sheets"]] == [0, 0, 0, 1, 0, 0]
    page.goto(site.url + MINE)
    done = shell(page).locator(".fl-characters__done")
    done.locator("summary").click()
    done.get_by_role("button").first.click()
    until(page, f"JSON.parse(localStorage['{KEY}']).characters.sheets[3].inputs.wounds.length === 0")
    press(page, "Remove this")
    until(page, "document.querySelectorAll('.fl-characters__list button').length === 5")


def test_a_sheet_that_an_answer_has_ready_is_kept_and_taken_back(site: Server, visit: Visit) -> None:
    page = opened(visit, f"{site.url}burning-wheel/running-it/ready-made-rogues/")
    section = page.locator("#ready-made")
    section.get_by_role("button", name="Keep 5 like this").click()
    done = section.locator(".fl-write__done")
    expect(done).to_contain_text("Added 5 times Seasoned footman.")
    names = [one["inputs"]["name"] for one in kept(page)["sheets"]]
    assert names == [f"Seasoned footman {number}" for number in range(1, 6)]
    assert sheet(page)["tolerances"]["midi"] == "B8"
    done.get_by_role("button", name="Undo").click()
    until(page, f"JSON.parse(localStorage['{KEY}']).characters.sheets.length === 0")
    section.get_by_role("button", name="Keep as a sheet").click()
    until(page, f"JSON.parse(localStorage['{KEY}']).characters.sheets.length === 1")


def test_two_tabs_on_one_character(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + MINE, HANNEKE)
    expect(name_box(page)).to_have_value("Hanneke")
    other = page.context.new_page()
    other.add_init_script(LISTEN)
    other.goto(site.url + MINE)
    expect(name_box(other)).to_have_value("Hanneke")
    page.locator("[name=fate]").fill("3")
    until(page, f"JSON.parse(localStorage['{KEY}']).characters.sheets[0].inputs.fate === 3")
    other.locator("[name=persona]").fill("2")
    until(other, f"JSON.parse(localStorage['{KEY}']).characters.sheets[0].inputs.persona === 2")
    assert sheet(page)["fate"] == 3, "the other tab's change to another field is kept"
    expect(page.locator("[name=persona]")).to_have_value("2")
    expect(other.locator("[name=fate]")).to_have_value("3")
    other.locator("[name=fate]").fill("5")
    until(page, f"JSON.parse(localStorage['{KEY}']).characters.sheets[0].inputs.fate === 5")
    expect(page.locator("[name=fate]")).to_have_value("5")
    shell(page).locator(".fl-characters__done summary").click()
    shell(page).get_by_role("button", name="Undo: Hanneke: Fate 3 → 5.").click()
    expect(page.locator("[name=fate]")).to_have_value("3")


def test_what_is_typed_while_a_form_is_filled_joins_it(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + BUILD, HANNEKE)
    offers = page.locator("#test-builder [data-field=ability] .fl-offers button")
    expect(offers.filter(has_text="Carpentry")).to_have_text("Carpentry B4")
    settled(page)
    page.evaluate(
        """() => {
          const form = document.querySelector("#test-builder .fl-form");
          const offers = [...form.querySelectorAll("[data-field=ability] .fl-offers button")];
          offers.find((one) => one.textContent.startsWith("Carpentry")).click();
          form.elements.obstacle.value = "3";
          form.elements.obstacle.dispatchEvent(new Event("input", { bubbles: true }));
        }"""
    )
    ladder = page.locator("#test-builder table", has_text="Win or learn")
    expect(ladder).to_contain_text("still 1 Difficult or 1 Challenging")
    assert page.locator("#test-builder [name=obstacle]").input_value() == "3"
    assert page.locator("#test-builder [name=routine]").input_value() == "4"


def test_what_is_typed_while_another_tab_writes_is_kept_too(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + MINE, HANNEKE)
    expect(name_box(page)).to_have_value("Hanneke")
    settled(page)
    page.evaluate(
        """(key) => {
          const kept = JSON.parse(localStorage[key]);
          kept.characters.sheets[0].inputs.fate = 3;
          localStorage[key] = JSON.stringify(kept);
          dispatchEvent(new StorageEvent("storage", { key }));
          const box = document.querySelector("[name=persona]");
          box.value = "2";
          box.dispatchEvent(new Event("input", { bubbles: true }));
        }""",
        KEY,
    )
    until(page, f"JSON.parse(localStorage['{KEY}']).characters.sheets[0].inputs.persona === 2")
    assert sheet(page)["fate"] == 3
    expect(page.locator("[name=fate]")).to_have_value("3")
    expect(page.locator("[name=persona]")).to_have_value("2")


@pytest.mark.parametrize(
    ("stored", "sentence"),
    [
        ("{", "they were set aside"),
        ('{"version": 7}', "they were set aside"),
        ('{"version": 1, "characters": {"format": 2, "sheets": [{}], "done": []}}', "format 1; these say “2”"),
    ],
)
def test_damaged_storage_is_set_aside(stored: str, sentence: str, site: Server, visit: Visit) -> None:
    page = opened(visit, "about:blank")
    page.add_init_script(f"sessionStorage.seen ? 0 : (sessionStorage.seen = 1, localStorage['{KEY}'] = `{stored}`)")
    page.goto(site.url + MINE)
    name_box(page).fill("Odo")
    if "format" in stored:
        press(page, "New character")
    expect(page.locator(".fl-notice")).to_contain_text(sentence)
    assert page.evaluate(f"localStorage['{KEY}.set-aside']") == stored
    press(page, "New character")
    until(page, f"JSON.parse(localStorage['{KEY}'] ?? 'null')?.characters.sheets.length > 0")


def test_full_or_blocked_storage_is_said_and_the_page_goes_on(site: Server, visit: Visit) -> None:
    page = opened(visit, "about:blank")
    page.add_init_script(REFUSING)
    page.goto(site.url + MINE)
    page.locator("#character-sheet [data-example]").first.click()
    expect(page.locator(".fl-notice")).to_contain_text("This browser keeps nothing more for this site")
    expect(shell(page).locator(".fl-characters__list button")).to_have_text(["Hanneke"])
    page.locator("a[href$='build-a-test/#hub-18']").click()
    offers = page.locator("#test-builder [data-field=ability] .fl-offers button")
    expect(offers.filter(has_text="Carpentry")).to_have_text("Carpentry B4")


def test_a_file_goes_out_and_comes_in(site: Server, visit: Visit, tmp_path: Path) -> None:
    page = opened(visit, site.url + MINE, HANNEKE)
    expect(name_box(page)).to_have_value("Hanneke")
    with page.expect_download() as download:
        press(page, "Save to a file")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    document = json.loads(file.read_text(encoding="utf-8"))
    jsonschema.validate(document, schema.schema(), cls=jsonschema.Draft202012Validator)
    published = page.request.get(f"{site.url}assets/characters.schema.json").json()
    assert published == schema.schema()
    there = opened(visit, site.url + MINE)
    there.locator(".fl-characters input[type=file]").set_input_files(file)
    expect(shell(there).locator(".fl-characters__list button")).to_have_text(["Hanneke"])
    file.write_text(file.read_text(encoding="utf-8")[:300], encoding="utf-8")
    there.locator(".fl-characters input[type=file]").set_input_files(file)
    expect(shell(there).locator(".fl-status")).to_have_text("This is not a file of characters: it is no whole JSON.")
    assert len(kept(there)["sheets"]) == 1


def value(page: Page, name: str) -> str:
    return page.locator(f"#steel-test [name='{name}']").input_value()


def test_whoever_is_chosen_fills_every_field_of_theirs(site: Server, visit: Visit) -> None:
    """At once and marked; over it what the reader types, a link, the plain case and back; the address says no value."""
    harl = {"name": "Harl", "abilities": [{"name": "Steel", "tested": "steel", "ability": "B3"}]}
    page = opened(visit, site.url + STEEL, WHOLE, harl)
    section = page.locator("#steel-test")
    marks, headline = section.locator(".fl-theirs:visible"), section.locator(".fl-question")
    expect(headline).to_have_text("Steel: do you stand, and what if you do not? for Hanneke")
    expect(marks).to_have_text([" from the sheet of Hanneke"] * 2)
    settled(page)
    assert (value(page, "will"), value(page, "steel"), page.url) == ("B5", "B6", site.url + STEEL)
    filled = {path: text for fill in fills("steel-test", WHOLE) for path, text in fill["pairs"].items()}
    typed = app.run("steel-test", filled).answer.verdict
    assert typed is not None
    expect(section.locator(".fl-figure").first).to_have_text(typed.figure)
    section.locator("[name=steel]").fill("B4")
    expect(marks).to_have_count(1)
    settled(page)
    said = page.url.partition("#")[2]
    assert ("steel-test.steel=B4" in said, "steel-test.will" in said) == (True, False), said
    page.reload()
    expect(marks).to_have_count(1)
    settled(page)
    assert (value(page, "will"), value(page, "steel"), page.url.partition("#")[2]) == ("B5", "B4", said)
    section.locator(".fl-sheet").get_by_role("button", name="The plain case").click()
    expect(marks).to_have_count(0)
    settled(page)
    assert (value(page, "will"), value(page, "steel")) == ("B4", "B5")
    page.go_back()
    expect(marks).to_have_count(1)
    settled(page)
    assert (value(page, "will"), value(page, "steel")) == ("B5", "B4")
    choose(section, "Harl")
    expect(headline).to_contain_text("for Harl")
    expect(section.locator(".fl-sheet__note:visible")).to_have_text(
        "Harl has no Will on the sheet; what the form says stands."
    )
    settled(page)
    assert (value(page, "will"), value(page, "steel")) == ("B4", "B4"), "what was typed here stays"
    page.goto(f"{site.url}#/")
    page.goto(f"{site.url}{STEEL}#?steel-test.will=B6")
    expect(section.locator(".fl-sheet__note:visible")).to_have_text("The link’s values stand.")
    settled(page)
    assert (value(page, "will"), value(page, "steel")) == ("B6", "B5")
    section.get_by_role("button", name="Fill it for Harl").click()
    expect(marks).to_have_count(1)
    settled(page)
    assert (value(page, "will"), value(page, "steel")) == ("B6", "B3"), "Harl has no Will"
    page.go_back()
    expect(section.locator("[name=steel]")).to_have_value("B5")


def test_a_party_on_one_strip(site: Server, visit: Visit) -> None:
    """Will, Perception, Steel, wounds and artha of each; a tap on a name chooses whose sheet fills the page."""
    harl = {"name": "Harl", "abilities": [{"name": "Steel", "tested": "steel", "ability": "B3"}]}
    page = opened(visit, site.url + MINE, WHOLE, harl)
    strip = shell(page).locator(".fl-party")
    expect(strip.locator("thead")).to_have_text("WillPerceptionSteelWoundsF P D")
    rows = [[cell.inner_text() for cell in row.locator("th, td").all()] for row in strip.locator("tbody tr").all()]
    assert rows == [
        ["Hanneke", "B5", "B4", "B6", "\N{MINUS SIGN}1D", "1 2 1"],
        ["Harl", "–", "–", "B3", "none", "0 0 0"],
    ]
    strip.get_by_role("button", name="Harl").click()
    expect(name_box(page)).to_have_value("Harl")
    settled(page)
    page.goto(site.url + STEEL)
    section = page.locator("#steel-test")
    expect(section.locator(".fl-sheet__who > summary")).to_contain_text("For Harl")
    expect(section.locator("[name=steel]")).to_have_value("B3")
    choose(section, "Hanneke")
    expect(section.locator("[name=steel]")).to_have_value("B6")
    assert section.locator(".fl-sheet__who > summary").evaluate("(one) => one === document.activeElement")


def test_a_character_prints_on_one_sheet(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + MINE, MANY)
    expect(name_box(page)).to_have_value("Hanneke")
    settled(page)
    printed = page.pdf(format="A4")
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", printed)) <= 2


def choose(section: Locator, name: str) -> None:
    """Let someone fill the calculators of the page."""
    section.locator(".fl-sheet__who > summary").click()
    section.locator(".fl-party").get_by_role("button", name=name).click()


def test_with_the_keyboard_alone(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + BUILD, HANNEKE)
    carpentry = page.locator("#test-builder [data-field=ability] .fl-offers button", has_text="Carpentry")
    expect(carpentry).to_be_visible()
    page.locator("#test-builder [data-field=ability] input").focus()
    for _ in range(40):
        page.keyboard.press("Tab")
        if carpentry.evaluate("(one) => one === document.activeElement"):
            break
    page.keyboard.press("Enter")
    mark = page.locator("#test-builder .fl-writes button").first
    expect(mark).to_have_text("Mark a Routine test: Carpentry")
    mark.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#test-builder .fl-write__done")).to_contain_text("marked a Routine test for Carpentry")


def test_on_a_phone_nobody_is_shut_out(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + BUILD, HANNEKE, **PHONE)
    section = page.locator("#test-builder")
    section.locator("[data-field=ability] .fl-offers button", has_text="Carpentry").tap()
    section.locator(".fl-writes button").first.tap()
    expect(section.locator(".fl-write__done")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    controls = section.locator(".fl-offers button, .fl-writes button, .fl-sheet__who > summary")
    boxes = [one.bounding_box() for one in controls.all() if one.is_visible()]
    assert all(box and box["height"] >= 44 for box in boxes)
    load_axe(page)
    assert violations(page) == []
    look(page, SMALL, "slate")
    assert violations(page, COLORS) == []
    page.goto(site.url + MINE)
    settled(page)
    load_axe(page)
    assert violations(page) == []


def test_on_paper_it_is_a_sheet(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + MINE, HANNEKE)
    expect(name_box(page)).to_have_value("Hanneke")
    settled(page)
    page.emulate_media(media="print")
    expect(page.locator("#character-sheet .fl-form")).to_be_hidden()
    expect(shell(page)).to_be_hidden()
    table = page.locator("#character-sheet .fl-table").first
    expect(table).to_contain_text("Carpentry")
    expect(table).to_contain_text("R ●●●●")


def test_the_pinned_bar_marks_and_takes_it_back(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + CIRCLES, WHOLE, **PHONE)
    section = page.locator("#circles-obstacle")
    section.locator("[data-field=station]").scroll_into_view_if_needed()
    mark = section.locator(".fl-pin button").last
    expect(mark).to_contain_text("Mark a")
    settled(page)
    before = sheet(page)
    mark.tap()
    expect(mark).to_have_text("Undo")
    expect(section.locator(".fl-write__done")).to_contain_text("for Circles")
    assert sheet(page) != before
    mark.tap()
    expect(mark).to_contain_text("Mark a")
    assert sheet(page) == before
