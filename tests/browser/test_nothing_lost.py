"""What was shown as done is there when the reader comes back, whenever the tab was lost, however many tabs there were.

A tab that is killed leaves what is stored, so most tests look at screen and storage in the same moment, again and again
after each act: whatever the screen says by then, the engine must find in the storage.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from engine import app, forms, sheets
from tests.browser.looking import LISTEN, WIDE, awake, settled, until
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


RULINGS = "rulings-and-sources/our-tables-rulings/"
RULING = ("dice.chain", "once")


def rule(page: Page) -> None:
    page.evaluate("([id, value]) => document.querySelector(`[data-ruling='${id}'][value=${value}]`).click()", RULING)


def ruling_holds(seen: dict[str, Any]) -> None:
    assert list(RULING) in seen["checked"]
    assert json.loads(seen["stored"]["felloe.rulings"])["chosen"] == dict([RULING])


MARKED = sheets.apply(one(), "1", sheets.LogTest("ability", "Routine"), "Agility", sheets.Rulings({})).document
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
    "choose a ruling": Act(RULINGS, {}, rule, ruling_holds),
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
    if not cold and act.page != RULINGS:
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
