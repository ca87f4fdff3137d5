"""What was shown as done is there when the reader comes back, whenever the tab was lost, however many tabs there were.

A tab that is killed leaves what is stored, so most tests look at screen and storage in the same moment, again and again
after each act: whatever the screen says by then, the engine must find in the storage.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from engine import app, forms, sheets
from engine.games.burning_wheel.sheet.effects import LogTest
from engine.rulings import Rulings
from tests.browser.looking import LISTEN, WIDE, everywhere, settled, until
from tests.browser.server import Server
from tests.browser.tabs import Tab
from tests.browser.tabs import until as tab_until
from tests.unit.test_sheets import HANNEKE, one

Visit = Callable[..., Page]
MINE = "at-the-table/my-characters/"
LOG = "burning-wheel/getting-better/who-marks-what/"
CHARACTERS = "felloe.characters"
MOMENTS = (0, 30, 80, 150, 300, 500, 800, 1200, 2000)
"""Milliseconds after an act at which the tab may be lost."""

# What the page shows and what is stored, in one moment.
SEEN = """() => {
  const form = document.querySelector("#character-sheet .fl-form");
  const shown = Object.fromEntries([...form?.elements ?? []].filter(({ name, type }) => name && type === "text")
    .map(({ name, value }) => [name, value]));
  return {
    shown,
    people: [...document.querySelectorAll(".fl-characters__list button")].map((one) => one.textContent),
    step: document.querySelector("#experience-log [data-at]")?.textContent ?? "",
    checked: [...document.querySelectorAll("form.fl-rulings input:checked")]
      .map(({ dataset, value }) => [dataset.ruling, value]),
    stored: { ...localStorage },
  };
}"""
TYPE = """([name, text]) => {
  const box = document.querySelector(`#character-sheet [name="${name}"]`);
  box.value = text;
  box.dispatchEvent(new Event("input", { bubbles: true }));
}"""


def stored(*people: dict[str, Any]) -> str:
    """What an earlier visit has left."""
    document = sheets.empty()
    for inputs in people:
        document = dict(sheets.add(document, inputs).document)
    return json.dumps({"version": 1, "characters": document})


def session(steps: int, **setup: Any) -> str:
    """A session of so many steps, as an earlier visit has left it."""
    log: dict[str, Any] = {"setup": setup}
    for _ in range(steps):
        done = app.step("experience-log", log, {"move": {"is": "next-session"}})
        assert done.tape is not None
        log = done.tape.log()
    return json.dumps({"version": 1, "log": log, "at": steps})


def found(seen: dict[str, Any]) -> sheets.Document:
    """The characters that the next visit finds: what is kept, and what was typed and not read by then."""
    kept = json.loads(seen["stored"].get(CHARACTERS, "null"))
    document: sheets.Document = sheets.read(kept["characters"]) if kept else sheets.empty()
    for key, text in seen["stored"].items():
        if key.startswith("felloe.typed-on-sheets "):
            for entry in json.loads(text)["typed"]:
                sheet = "" if entry["sheet"].startswith("new ") else entry["sheet"]
                document = sheets.change(document, sheet, entry["pairs"], entry["gone"]).document
    return document


def texts(document: sheets.Document, place: int = 0) -> dict[str, str]:
    row = document["sheets"][place]
    return dict(forms.flatten(row["inputs"])) | row.get("typed", {})


@dataclass(frozen=True)
class Act:
    """One thing that a reader does, on a page, to what an earlier visit has left; and what must then be found."""

    page: str
    left: dict[str, str]
    do: Callable[[Page], None]
    holds: Callable[[dict[str, Any]], None]
    cold: bool = True


def key(page: str, section: str, beside: str = "") -> str:
    return f"felloe.session{beside} /{page} {section}"


def names(document: sheets.Document) -> list[str]:
    return [row["inputs"]["name"] for row in document["sheets"]]


def all_typed(seen: dict[str, Any], *fields: str) -> None:
    kept = texts(found(seen))
    assert {field: kept[field] for field in fields} == {field: seen["shown"][field] for field in fields}


def typing(*pairs: tuple[str, str]) -> Callable[[Page], None]:
    def do(page: Page) -> None:
        for pair in pairs:
            page.evaluate(TYPE, list(pair))

    return do


def press(name: str) -> Callable[[Page], None]:
    """A button of the page with the characters, wherever it is folded away."""
    return lambda page: page.evaluate(
        """(name) => [...document.querySelectorAll(".fl-characters button")]
          .find((one) => [one.textContent, one.ariaLabel].includes(name)).click()""",
        name,
    )


def people_hold(seen: dict[str, Any]) -> None:
    assert names(found(seen)) == seen["people"]


def undone_holds(seen: dict[str, Any]) -> None:
    document = found(seen)
    marks = [row["routine"] for row in document["sheets"][0]["inputs"]["abilities"] if row["name"] == "Agility"]
    assert len(document["done"]) == (2 if marks == [1] else 1), "half undone"


FILE = json.dumps(sheets.add(sheets.empty(), {"name": "Marit"}).document).encode()


def import_file(page: Page) -> None:
    page.set_input_files(
        ".fl-characters input[type=file]", {"name": "people.json", "mimeType": "application/json", "buffer": FILE}
    )


def step(page: Page) -> None:
    page.evaluate("document.querySelector('#experience-log form.fl-move').requestSubmit()")


def steps_hold(seen: dict[str, Any]) -> None:
    kept = json.loads(seen["stored"][key(LOG, "experience-log")])
    assert len(kept["log"]["steps"]) >= 3
    if seen["step"] != "No step yet":  # which is what stands there until the session has been taken up
        assert seen["step"] == f"Step {kept['at']}"


DICE_RULINGS = "rulings-and-sources/our-tables-rulings/rolling-dice/"
RULING = ("burning-wheel.dice.chain", "once")


def rule(page: Page) -> None:
    page.evaluate("([id, value]) => document.querySelector(`[data-ruling='${id}'][value=${value}]`).click()", RULING)


def ruling_holds(seen: dict[str, Any]) -> None:
    assert list(RULING) in seen["checked"]
    assert json.loads(seen["stored"]["felloe.rulings"])["chosen"] == dict([RULING])


MARKED = sheets.apply(one(), "1", LogTest("ability", "Routine"), "Agility", Rulings("burning-wheel")).document
ACTS = {
    "type on a first sheet": Act(
        MINE, {}, typing(("name", "Odo"), ("concept", "A smith")), lambda seen: all_typed(seen, "name", "concept")
    ),
    "type on a sheet": Act(
        MINE,
        {CHARACTERS: stored(HANNEKE)},
        typing(("concept", "A builder"), ("fate", "7")),
        lambda seen: all_typed(seen, "concept", "fate"),
    ),
    "type what cannot be used, and more": Act(
        MINE,
        {CHARACTERS: stored(HANNEKE)},
        typing(("fate", "lots"), ("concept", "A builder"), ("persona", "4")),
        lambda seen: all_typed(seen, "fate", "concept", "persona"),
    ),
    "remove a character": Act(MINE, {CHARACTERS: stored(HANNEKE, {"name": "Odo"})}, press("Remove this"), people_hold),
    "undo": Act(
        MINE,
        {CHARACTERS: json.dumps({"version": 1, "characters": MARKED})},
        press("Undo: Hanneke: marked a Routine test for Agility."),
        undone_holds,
    ),
    "read a file": Act(MINE, {CHARACTERS: stored(HANNEKE)}, import_file, people_hold),
    "make a move": Act(LOG, {key(LOG, "experience-log"): session(3)}, step, steps_hold),
    "choose a ruling": Act(DICE_RULINGS, {}, rule, ruling_holds),
}


def hang(_: Route) -> None:
    """An answer that never comes."""


def opened(page: Page, url: str, left: dict[str, str], *, cold: bool = False) -> Page:
    """A page as an earlier visit has left the storage; cold, Python never comes up."""
    page.add_init_script(LISTEN)
    page.add_init_script(
        f"if (!sessionStorage.seen) {{ sessionStorage.seen = 1; Object.assign(localStorage, {json.dumps(left)}); }}"
    )
    if cold:
        page.route("**/runtime.json*", hang)
    page.goto(url)
    until(page, "document.querySelector('.fl-asleep')?.disabled === false")
    return page


@pytest.fixture(scope="module")
def readers(all_browsers: Any) -> Iterator[Any]:
    """One reader of Chromium, whose browser keeps Python from the first visit on."""
    context = all_browsers.browser("chromium").new_context(**WIDE)
    yield context
    context.close()


@pytest.mark.parametrize("cold", [True, False], ids=["cold", "warm"])
@pytest.mark.parametrize("name", ACTS)
def test_a_lost_tab_loses_nothing(name: str, cold: bool, site: Server, readers: Any) -> None:
    act = ACTS[name]
    page = readers.new_page()
    page.goto(site.url + "404.html")
    page.evaluate("localStorage.clear()")
    opened(page, site.url + act.page, act.left, cold=cold)
    if not cold and act.page != DICE_RULINGS:
        page.evaluate(
            "document.querySelector('section.fl .fl-form').dispatchEvent(new Event('input', { bubbles: true }))"
        )
        settled(page)
    act.do(page)
    last = 0
    for moment in MOMENTS[:4] if cold else MOMENTS:
        page.wait_for_timeout(moment - last)
        last = moment
        act.holds(page.evaluate(SEEN))
    page.close()


def clear(page: Page, url: str) -> None:
    """An empty storage, as the next reader finds it."""
    page.goto(url + "404.html")
    page.evaluate("localStorage.clear()")


def shown(page: Page, name: str) -> str:
    return page.locator(f"#character-sheet [name='{name}']").input_value()


CLOSED = {
    "typed while Python is not up": ("type what cannot be used, and more", True, 0),
    "typed a moment before": ("type on a sheet", False, 0),
    "typed a second before": ("type on a sheet", False, 1000),
    "a first sheet": ("type on a first sheet", True, 100),
}


@pytest.mark.parametrize("way", ["closed", "Back"])
@pytest.mark.parametrize("name", CLOSED)
def test_what_was_typed_is_on_the_sheet_when_the_reader_comes_back(
    name: str, way: str, site: Server, readers: Any
) -> None:
    act, cold, moment = CLOSED[name]
    page = readers.new_page()
    clear(page, site.url)
    opened(page, site.url + MINE, ACTS[act].left, cold=cold)
    if not cold:
        settled(page)
    ACTS[act].do(page)
    page.wait_for_timeout(moment)
    fields = {"type on a first sheet": ("name", "concept")}.get(act, ("concept", "fate"))
    before = {field: shown(page, field) for field in fields}
    if way == "Back":
        page.unroute("**/runtime.json*")
        page.evaluate("history.back()")
        page.wait_for_url("**/404.html")
    else:
        page.close()
    later = readers.new_page()
    later.goto(site.url + MINE)
    for field, text in before.items():
        expect(later.locator(f"#character-sheet [name='{field}']")).to_have_value(text)
    if "used" in act:
        expect(later.locator("[data-field=fate] > .fl-error")).to_be_visible()
    later.close()
    page.close()


# --- Several tabs -----------------------------------------------------------------------------------------------------

TYPED = {"concept": "She builds bridges and wants to cross them", "name": "Hanneke of the Ford", "fate": "1234567"}
TYPE_ON = """([name, text, wait]) => {
  const box = document.querySelector(`#character-sheet [name="${name}"]`);
  let length = 0;
  globalThis.typing = setInterval(() => {
    length += 1;
    box.value = text.slice(0, length);
    box.dispatchEvent(new Event("input", { bubbles: true }));
    if (length === text.length) {
      clearInterval(typing);
    }
  }, wait);
}"""


@pytest.mark.parametrize("tabs", [2, 3])
def test_tabs_that_type_on_one_character_at_once(tabs: int, site: Server, readers: Any) -> None:
    pages = [readers.new_page() for _ in range(tabs)]
    clear(pages[0], site.url)
    for page in pages:
        opened(page, site.url + MINE, {CHARACTERS: stored(HANNEKE)} if page is pages[0] else {})
        settled(page)
    typed = dict(zip([*TYPED][:tabs], [*TYPED.values()], strict=False))
    for page, (name, text) in zip(pages, typed.items(), strict=True):
        page.evaluate(TYPE_ON, [name, "8" if name == "fate" else text, 60])
    for page in pages:
        for name, text in typed.items():
            expect(page.locator(f"#character-sheet [name='{name}']")).to_have_value("8" if name == "fate" else text)
    document = found(pages[0].evaluate(SEEN))
    kept = texts(document)
    assert {name: kept[name] for name in typed} == {**typed, **({"fate": "8"} if "fate" in typed else {})}
    assert len(document["edits"]) <= 2 * tabs, "a field's edits are one"
    for page in pages:
        page.close()


def test_of_two_tabs_with_one_session_the_one_with_less_does_not_win(site: Server, readers: Any) -> None:
    first, second = readers.new_page(), readers.new_page()
    clear(first, site.url)
    for page in (first, second):
        opened(page, site.url + LOG, {key(LOG, "experience-log"): session(3)} if page is first else {})
        expect(page.locator("#experience-log [data-at]")).to_have_text("Step 3")
    for number in (4, 5):
        step(first)
        expect(first.locator("#experience-log [data-at]")).to_have_text(f"Step {number}")
    first.close()
    expect(second.locator("#experience-log .fl-status")).to_contain_text("Another tab has gone on with this session.")
    second.goto(site.url + LOG)  # it is left with three steps, and finds five
    expect(second.locator("#experience-log [data-at]")).to_have_text("Step 5")
    second.close()


def test_of_two_tabs_that_go_on_differently_both_are_kept(site: Server, readers: Any) -> None:
    first, second = readers.new_page(), readers.new_page()
    clear(first, site.url)
    for page in (first, second):
        opened(page, site.url + LOG, {key(LOG, "experience-log"): session(3)} if page is first else {})
        expect(page.locator("#experience-log [data-at]")).to_have_text("Step 3")
    step(first)
    expect(first.locator("#experience-log [data-at]")).to_have_text("Step 4")
    second.locator("#experience-log form.fl-move .fl-chip:has([value=next-session])").click()
    for number in (4, 5):
        step(second)
        expect(second.locator("#experience-log [data-at]")).to_have_text(f"Step {number}")
    status = second.locator("#experience-log .fl-status")
    second.reload()
    expect(second.locator("#experience-log [data-at]")).to_have_text("Step 5")
    first.reload()
    expect(first.locator("#experience-log [data-at]")).to_have_text("Step 4")
    second.goto(site.url + LOG)
    expect(second.locator("#experience-log [data-at]")).to_have_text("Step 4")
    status.get_by_role("button", name="Go to it").click()
    expect(second.locator("#experience-log [data-at]")).to_have_text("Step 5")
    first.close()
    second.close()


def test_a_link_leaves_the_readers_own_session(site: Server, readers: Any) -> None:
    page = readers.new_page()
    clear(page, site.url)
    opened(page, site.url + LOG + "?experience-log.ability=B5", {key(LOG, "experience-log"): session(3)})
    section = page.locator("#experience-log")
    expect(section.locator(".fl-status")).to_contain_text("This one comes from a link; yours is kept.")
    step(page)
    expect(section.locator("[data-at]")).to_have_text("Step 1")
    steps_hold(page.evaluate(SEEN) | {"step": "No step yet"})
    page.reload()
    expect(section.locator("[data-at]")).to_have_text("Step 1")
    section.get_by_role("button", name="Go back to it").click()
    expect(section.locator("[data-at]")).to_have_text("Step 3")
    page.goto("about:blank")
    page.goto(site.url + LOG)
    expect(section.locator("[data-at]")).to_have_text("Step 3")
    section.get_by_role("button", name="Go to it").click()
    expect(section.locator("[data-at]")).to_have_text("Step 1")
    page.close()


def test_a_ruling_of_another_tab_is_not_taken_back(site: Server, readers: Any) -> None:
    first, second = readers.new_page(), readers.new_page()
    clear(first, site.url)
    for page in (first, second):
        opened(page, site.url + DICE_RULINGS, {})
    choose = "([id, value]) => document.querySelector(`[data-ruling='${id}'][value='${value}']`).click()"
    boxes = "form.fl-rulings [data-ruling]:not([data-default]):not([data-ruling='burning-wheel.dice.chain'])"
    box = f'document.querySelector("{boxes}")'
    other = first.evaluate(f"(({{ dataset, value }}) => [dataset.ruling, value])({box})")
    own = first.evaluate("document.querySelector('[data-ruling=\"burning-wheel.dice.chain\"][data-default]').value")
    first.evaluate(choose, list(RULING))
    second.reload()
    second.evaluate(choose, [RULING[0], own])
    until(first, f"JSON.parse(localStorage['felloe.rulings']).chosen['{RULING[0]}'] === '{own}'")
    first.evaluate(choose, other)
    chosen = json.loads(first.evaluate("localStorage['felloe.rulings']"))["chosen"]
    assert chosen == {RULING[0]: own, other[0]: other[1]}
    first.close()
    second.close()


# --- Storage that is full, blocked, damaged, or of a later version ----------------------------------------------------

FULL = """
const set = Storage.prototype.setItem;
Storage.prototype.setItem = function (key, text) {
  if (key.startsWith("felloe.") && !key.startsWith("felloe.full")) {
    throw new DOMException("full", "QuotaExceededError");
  }
  set.call(this, key, text);
};
"""
BLOCKED = """
Object.defineProperty(window, "localStorage", { get() { throw new DOMException("blocked", "SecurityError"); } });
"""
NOTHING_MORE = "This browser keeps nothing more for this site."
STORAGES = {
    "full, on a sheet": (MINE, {CHARACTERS: stored(HANNEKE)}, FULL, NOTHING_MORE),
    "blocked, on a sheet": (MINE, {}, BLOCKED, NOTHING_MORE),
    "full, in a session": (LOG, {key(LOG, "experience-log"): session(3)}, FULL, NOTHING_MORE),
    "blocked, in a session": (LOG, {}, BLOCKED, NOTHING_MORE),
    "damaged, a session": (LOG, {key(LOG, "experience-log"): "{"}, "", "could not be read; they were set aside"),
    "later, a session": (LOG, {key(LOG, "experience-log"): '{"version": 9}'}, "", "could not be read"),
    "of a later engine, a session": (
        LOG,
        {key(LOG, "experience-log"): '{"version": 1, "at": 1, "log": {"format": 9, "setup": {}, "steps": [{}]}}'},
        "",
        "could not be read; it was set aside",
    ),
    "later, typed text": (
        MINE,
        {CHARACTERS: stored(HANNEKE), "felloe.typed-on-sheets 1-2": '{"version": 9}'},
        "",
        "What was typed on a sheet could not be read",
    ),
}


@pytest.mark.parametrize("name", STORAGES)
def test_one_sentence_says_what_is_not_kept(name: str, site: Server, readers: Any) -> None:
    url, left, script, sentence = STORAGES[name]
    page = readers.new_page()
    clear(page, site.url)
    page.evaluate("(left) => Object.assign(localStorage, left)", left)
    if script:
        page.add_init_script(script)
    page.goto(site.url + url)
    until(page, "document.querySelector('.fl-asleep')?.disabled === false")
    if script:
        settle_and_act(page, url)
    expect(page.locator(".fl-notice")).to_contain_text(sentence)
    if script == BLOCKED:
        page.close()
        return
    there = page.evaluate("({ ...localStorage })")
    for place, text in left.items():
        assert text in (there.get(place), there.get(f"{place}.set-aside")), "what cannot be used is not thrown away"
    page.close()


def settle_and_act(page: Page, url: str) -> None:
    awake_or_asked = "document.documentElement.dataset.python === 'ready'"
    page.evaluate("document.querySelector('section.fl .fl-form').dispatchEvent(new Event('input', { bubbles: true }))")
    until(page, awake_or_asked)
    if url == MINE:
        page.evaluate(TYPE, ["concept", "A smith"])
    else:
        until(page, "!('waiting' in document.querySelector('#experience-log .fl-out').dataset)")
        step(page)


# --- In each browser --------------------------------------------------------------------------------------------------


@everywhere("webkit")
def test_what_is_running_outlives_a_page_that_is_left_before_python_is_up(start: str, tab: Tab) -> None:
    tab.open(start + MINE)
    tab_until(tab, "document.querySelector('.fl-characters fieldset')?.disabled === false")
    path = "/" + LOG
    left = {key(LOG, "experience-log"): session(3), CHARACTERS: stored(HANNEKE)}
    tab.run(f"void Object.assign(localStorage, {json.dumps(left)})")
    for _ in range(2):
        tab.open("about:blank")
        tab.open(start + LOG)
        tab_until(tab, "document.querySelector('#experience-log .fl-asleep')?.disabled === false")
    tab.open("about:blank")
    tab.open(start + MINE)
    tab_until(tab, "document.querySelector('.fl-characters fieldset')?.disabled === false")
    tab.run(f"void ({TYPE})(['concept', 'A builder'])")
    tab.open("about:blank")
    tab.open(start + LOG)
    tab_until(tab, "document.querySelector('#experience-log [data-at]')?.textContent === 'Step 3'")
    assert json.loads(tab.run(f"localStorage['felloe.session {path} experience-log']"))["at"] == 3
    tab_until(tab, f"JSON.parse(localStorage['{CHARACTERS}']).characters.sheets[0].inputs.concept === 'A builder'")
