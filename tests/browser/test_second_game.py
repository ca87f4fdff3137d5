"""A second game (tests/second_game) is alive beside Burning Wheel: its sheet, effect, dice, session and block."""

from typing import Any

from tests.browser.server import Server
from tests.browser.tabs import Tab, until

PEOPLE = "JSON.parse(localStorage['felloe.characters'] ?? 'null')?.characters.sheets"
READY = "document.documentElement.dataset.python === 'ready'"


def one(selector: str) -> str:
    return f"document.querySelector({selector!r})"


def press(tab: Tab, selector: str) -> None:
    until(tab, f"{one(selector)}?.matches(':enabled')")
    tab.run(f"void {one(selector)}.click()")


def fill(tab: Tab, selector: str, text: str) -> None:
    until(tab, one(selector) + " !== null")
    box = one(selector)
    tab.run(f"void ({box}.value = {text!r}, {box}.dispatchEvent(new Event('input', {{ bubbles: true }})))")


def said(tab: Tab, selector: str, text: str) -> None:
    until(tab, f"{one(selector)}?.innerText.includes({text!r})")


def names(tab: Tab, section: str) -> Any:
    return tab.run(
        f"[...document.querySelectorAll('#{section} .fl-sheet .fl-party button')].map((one) => one.textContent)"
    )


def accent(tab: Tab, section: str) -> Any:
    return tab.run(f"getComputedStyle({one('#' + section)}).getPropertyValue('--fl-accent').trim()")


def test_two_games_side_by_side(sample: Server, tab: Tab) -> None:
    tab.open(f"{sample.url}lanterns/keepers/")
    press(tab, ".fl-characters [data-calculator=lantern-sheet][data-inputs]")
    until(tab, f"{one('#lantern-sheet [name=hand]')}.value === '2d20'")
    assert tab.run(f"{one('#character-sheet [name=name]')}.value") == ""
    fill(tab, "#character-sheet [name=name]", "Hanneke")
    until(tab, f"{PEOPLE}.length === 2 && {PEOPLE}[1].inputs.name === 'Hanneke'")
    fill(tab, "#lantern-sheet [name=oil]", "2")
    until(tab, f"{PEOPLE}[0].inputs.oil === 2")
    assert tab.run(f"{PEOPLE}.map((one) => one.calculator)") == ["lantern-sheet", "character-sheet"]
    said(tab, ".fl-characters__list", "Hanneke")
    said(tab, ".fl-characters__list", "Ferryman")
    said(tab, "#lantern-sheet .fl-body", "2 oil of 6.")
    assert tab.run(f"getComputedStyle({one('#lantern-sheet .ln-lamp')}).display") == "flex"
    until(tab, f"{one('#test-builder .fl-offers button')} !== null")
    assert names(tab, "test-builder") == ["Hanneke"]

    assert [accent(tab, of) for of in ("lantern-sheet", "character-sheet")] == ["#7a5c00", "#9a3412"]

    tab.open(f"{sample.url}lanterns/tideway/")
    said(
        tab,
        ".md-copyright",
        "Unofficial. Lanterns on the Tideway is made up for tests, and has no books. This handbook",
    )
    press(tab, "#lantern-crossing [data-field=hand] .fl-offers button")
    until(tab, f"{one('#lantern-crossing [name=hand]')}.value === '2d20'")
    assert names(tab, "lantern-crossing") == ["Ferryman"]
    said(tab, "#lantern-crossing .fl-facts", "2d20")
    press(tab, "#lantern-crossing .fl-writes button[data-effect]")
    said(tab, "#lantern-crossing .fl-write__done", "Ferryman: 1 oil burnt, 1 left.")
    press(tab, "#lantern-crossing .fl-write__done button")
    until(tab, f"{PEOPLE}[0].inputs.oil === 2")

    said(tab, "#lantern-crossing .fl-roll button", "Roll 2d20")
    fill(tab, "#lantern-crossing .fl-roll [name=faces]", "12 7")
    press(tab, "#lantern-crossing .fl-roll button")
    said(tab, "#lantern-crossing .fl-rolled", "4 against 2: across.")
    assert tab.run(f"{one('#lantern-crossing .fl-rolled .ln-lamp')} !== null")

    press(tab, "#lantern-watch .fl-move [name=own]")
    press(tab, "#lantern-watch .fl-move button[type=submit]")
    said(tab, "#lantern-watch .fl-move", "The lamp: 2d12.")
    fill(tab, "#lantern-watch .fl-move [name=faces]", "12 7")
    press(tab, "#lantern-watch .fl-move button[type=submit]")
    said(tab, "#lantern-watch .fl-move", "The tide: 1d20.")
    fill(tab, "#lantern-watch .fl-move [name=faces]", "20")
    press(tab, "#lantern-watch .fl-move button[type=submit]")
    said(tab, "#lantern-watch .fl-figure", "−1")
    press(tab, "#lantern-watch [data-tool=undo]")
    said(tab, "#lantern-watch .fl-figure", "0")
