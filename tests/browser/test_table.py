"""One scan for the whole table: a link brings its rulings and house notes, to look at or to take over, and back."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine import app, our_table, rulings
from tests.browser.looking import DICE_RULINGS, LISTEN, ODDS, RULINGS, SMALL, settled, until
from tests.browser.server import Server

Visit = Callable[..., Page]
CHAIN = "burning-wheel.dice.chain"
ONCE = rulings.REGISTRY[CHAIN].reading("once").words
TUESDAY = our_table.OurTable(
    "The Tuesday table", {CHAIN: "once", "burning-wheel.edition": "later"}, {CHAIN: our_table.Note("All at once.")}
)
ASKED = {"do": "table", "name": TUESDAY.name, "rulings": TUESDAY.chosen, "notes": {CHAIN: ["", "All at once."]}}
LINK = f"{RULINGS}#?table={json.loads(app.call(json.dumps(ASKED)))['code']}"
OWN = {CHAIN: "chain", "burning-wheel.circles.forks": "yes"}
STORED = "JSON.parse(localStorage.getItem('felloe.rulings'))?.chosen ?? null"


def opened(visit: Visit, site: str, address: str, chosen: dict[str, str] | None = None) -> Page:
    page = visit(**SMALL)
    page.add_init_script(LISTEN)
    page.goto(site + "404.html")
    if chosen is not None:
        kept = json.dumps({"version": 1, "chosen": chosen})
        page.evaluate(f"localStorage.setItem('felloe.rulings', {json.dumps(kept)})")
    page.goto(site + address)
    return page


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_a_link_is_looked_at_taken_over_and_undone(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url, LINK, OWN)
    offer = page.get_by_role("region", name="A table’s rulings")
    expect(offer).to_contain_text("These are the rulings of “The Tuesday table”: 3 differ from yours.")
    expect(offer).to_contain_text("All at once.")
    assert page.evaluate(STORED) == OWN, "nothing changes before anyone says so"

    press(page, "Look only")
    head = page.locator("header .fl-looking")
    expect(head).to_contain_text("Read as “The Tuesday table” does.")
    expect(page.locator(".fl-who")).to_contain_text("Later edition")
    expect(page.locator("[data-rulings-kept]")).to_have_text("2 of these rulings are theirs.")
    assert "table=" not in page.url, "a reload goes on looking, and asks no more"
    page.goto(site.url + ODDS)
    section = page.locator("#odds-3")
    expect(section.locator(".fl-as")).to_have_text("Read as “The Tuesday table” does.")
    expect(section.locator(".fl-house")).to_contain_text("All at once.")
    expect(section.locator(".fl-rests > summary")).to_contain_text("1 of them theirs")
    settled(page)
    theirs = section.locator(".fl-figure").first.inner_text()
    press(page, "Back to ours")
    expect(section.locator(".fl-as, .fl-house")).to_have_count(0)
    settled(page)
    assert section.locator(".fl-figure").first.inner_text() != theirs
    expect(head).to_have_count(0)
    assert page.evaluate(STORED) == OWN

    page.goto(site.url + LINK)
    press(page, "Take these over")
    expect(offer).to_contain_text("The rulings of “The Tuesday table” are yours now.")
    assert page.evaluate(STORED) == TUESDAY.chosen
    expect(page.get_by_label("Your table’s name")).to_have_value("The Tuesday table")
    press(page, "Undo")
    assert page.evaluate(STORED) == OWN
    assert page.evaluate("localStorage.getItem('felloe.house')") is None
    expect(page.get_by_label("Your table’s name")).to_have_value("")
    expect(offer).to_have_count(0)
    page.evaluate("(to) => void (location.hash = to)", LINK.partition("#")[2])
    expect(offer).to_contain_text("3 differ from yours.")
    press(page, "Not now")
    expect(offer).to_have_count(0)
    assert page.evaluate(STORED) == OWN


def test_a_table_goes_out_as_a_code_and_a_link(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url, RULINGS, {"burning-wheel.edition": "later"})
    page.get_by_label("Your table’s name").fill("The Tuesday table")
    page.locator("summary", has_text="Rolling dice").click()
    page.locator(f"[id='{CHAIN}'] a").click()
    ruling = page.locator(f"fieldset[id='{CHAIN}']")
    ruling.locator("[value=once]").check()
    ruling.get_by_role("button", name="Add a house note").click()
    ruling.get_by_label("House note").fill("All at once.")
    press(page, "Keep it")
    expect(ruling.locator(".fl-house__note")).to_contain_text("All at once.")
    page.go_back()
    expect(page.locator(f"[id='{CHAIN}'] .fl-listed__held")).to_have_text(f"Ours: {ONCE}")
    expect(page.locator(f"[id='{CHAIN}'] .fl-house__note")).to_contain_text("All at once.")
    press(page, "Show as QR code")
    picture = page.get_by_role("img", name="QR code: a link to the rulings of “The Tuesday table”")
    expect(picture).to_be_visible()
    link = page.locator(".fl-qr__link a").inner_text()
    assert link.startswith(f"{site.url}{RULINGS}#?table=")
    table, complaints = our_table.read(link.partition("table=")[2])
    assert (table.name, table.chosen, complaints) == (TUESDAY.name, TUESDAY.chosen, [])
    assert table.notes[CHAIN].text == "All at once."
    side = picture.evaluate("(svg) => svg.viewBox.baseVal.width")
    assert 33 <= side <= 65, "fine enough for the link, coarse enough for a phone"
    assert drawn(picture.locator("path").get_attribute("d") or "", int(side) - 8) == three_corners(int(side) - 8)
    assert picture.evaluate("(svg) => [...svg.children].map((one) => getComputedStyle(one).fill)") == [
        "rgb(255, 255, 255)",
        "rgb(0, 0, 0)",
    ]


def drawn(path: str, side: int) -> list[str]:
    """The first seven rows of a code's modules, at both of its ends."""
    rows = [[" "] * side for _ in range(side)]
    for run in path.strip("M").split("M"):
        at, _, length = run.partition("h")
        x, y = map(int, at.split())
        for step in range(int(length.partition("v")[0])):
            rows[y][x + step] = "#"
    return ["".join(row[:7] + row[-7:]) for row in rows[:7]]


def three_corners(_side: int) -> list[str]:
    ring = ["#######", "#     #", "# ### #", "# ### #", "# ### #", "#     #", "#######"]
    return [row + row for row in ring]


def test_what_was_there_before_cannot_be_read(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url, "", OWN)
    page.evaluate("sessionStorage['felloe.taken'] = '[]'")
    page.goto(site.url + RULINGS)
    expect(page.locator(".fl-notice")).to_have_text(
        "What you had before you took a table’s rulings over could not be read; they were set aside and it cannot be "
        "undone."
    )
    expect(page.locator("[data-rulings-kept]")).to_have_text("1 of these rulings is yours.")
    assert page.evaluate("sessionStorage['felloe.taken.set-aside']") == "[]"


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("1.damaged", "damaged or cut short"),
        ("9.AAAA", "of format “9” and this page reads formats 1 and 2"),
        ("", "damaged"),
    ],
)
def test_a_damaged_link_is_reported_and_the_page_stays(site: Server, visit: Visit, code: str, told: str) -> None:
    page = opened(visit, site.url, f"{RULINGS}#?table={code}", OWN)
    expect(page.locator(".fl-notice")).to_contain_text(told)
    expect(page.locator("[data-rulings-kept]")).to_have_text("1 of these rulings is yours.")
    assert page.evaluate(STORED) == OWN
    assert "table=" not in page.url


def test_rulings_are_found_by_a_filter_and_the_book_is_asked_once(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url, "")
    question = page.locator("[data-which]")
    expect(question).to_contain_text("Which book do you own?")
    press(page, "Gold or Gold Revised")
    expect(page.locator(".fl-who")).to_contain_text("Later edition")
    page.reload()
    expect(question).to_be_hidden()
    page.goto(site.url + RULINGS)
    expect(page.locator(".fl-books [value=later]")).to_be_checked()
    shown: Any = page.locator(":is(.fl-ruling, .fl-listed > li):visible")
    expect(shown).to_have_count(1)
    page.get_by_label("Filter").fill("does it open another")
    expect(page.locator(f"[id='{CHAIN}']")).to_be_visible()
    assert shown.count() < 5
    page.get_by_label("Filter").fill(ONCE)
    expect(page.locator(f"[id='{CHAIN}']")).to_be_visible()
    expect(shown).to_have_count(2)  # and the book
    page.get_by_label("Filter").fill("no ruling says this")
    expect(page.locator("[data-none]")).to_be_visible()
    page.get_by_label("Filter").fill("")
    expect(shown).to_have_count(1)
    assert page.evaluate("asked") == [], "the list has no need of Python"


@pytest.mark.parametrize("name", [CHAIN, "dice.chain"])
def test_an_older_address_leads_to_the_page_of_a_ruling(site: Server, visit: Visit, name: str) -> None:
    page = opened(visit, site.url, f"{RULINGS}#{name}")
    until(page, f"location.href === '{site.url}{DICE_RULINGS}#{CHAIN}' && document.readyState === 'complete'")
    expect(page.locator(f"fieldset[id='{CHAIN}']")).to_be_in_viewport()
    page.go_back()
    until(page, f"location.href === '{site.url}{RULINGS}'")
    expect(page.get_by_label("Filter")).to_be_visible()


def test_only_ours_are_shown_and_their_pages_count_them(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url, RULINGS, OWN | {CHAIN: "once"})
    expect(page.locator("[data-rulings-kept]")).to_have_text("2 of these rulings are yours.")
    page.get_by_text("Only ours").click()
    shown = page.locator(".fl-listed > li:visible")
    expect(shown).to_have_count(2)
    assert {one.get_attribute("id") for one in shown.all()} == {CHAIN, "burning-wheel.circles.forks"}
    expect(page.locator(".fl-chapter:visible [data-ours]")).to_have_text(["1 ours", "1 ours"])
    page.goto(site.url + DICE_RULINGS)
    expect(page.locator("[data-rulings-kept]")).to_have_text("1 of these rulings is yours.")
    expect(page.locator(f"[data-ruling='{CHAIN}'][value=once]")).to_be_checked()
    page.get_by_text("Only ours").click()
    expect(page.locator(".fl-ruling:visible")).to_have_count(1)


def test_the_page_of_each_chapter_keeps_what_is_chosen_on_it(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url, "")
    kept = page.locator("[data-rulings-kept]")
    chapters = list(rulings.by_chapter())
    for folder in chapters:
        page.goto(f"{site.url}{RULINGS}{folder}/")
        page.locator("[data-ruling]:not([data-default])").last.check()
        expect(kept).to_have_text("1 of these rulings is yours.")
    page.goto(site.url + RULINGS)
    expect(kept).to_have_text(f"{len(chapters)} of these rulings are yours.")
    expect(page.locator("[data-ours]")).to_have_text(["1 ours"] * len(chapters))
    expect(page.locator(".fl-listed__held")).to_have_count(len(chapters))
    press(page, "Back to the defaults")
    expect(kept).to_have_text("The defaults hold.")
    expect(page.locator(".fl-listed__held")).to_have_count(0)
