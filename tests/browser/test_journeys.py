"""Journeys at the table, on a phone, with every tap counted; two of them in each browser."""

import re
import time
from collections.abc import Callable
from statistics import median

import pytest
from playwright.sync_api import Locator, Page, expect

from engine import app
from engine.answer import Verdict
from engine.wording import shown
from tests.browser.looking import CIRCLES, LISTEN, PHONE, settled, touch
from tests.browser.server import Server
from tests.browser.tabs import Tab, until
from tests.browser.test_characters import keeping, sheet
from tests.unit.test_sheets import HANNEKE as SHE

Visit = Callable[..., Page]
HANNEKE = {**SHE, "abilities": [*SHE["abilities"], {"name": "Siege-wise", "ability": "B3"}]}
HANNEKE["abilities"] = [{**one, "difficult": 0} for one in HANNEKE["abilities"]]
CLASS = "burning-wheel/getting-better/routine-difficult-challenging/"
MINE = "at-the-table/my-characters/"
WOUND = "burning-wheel/wounds/taking-a-wound/"
BUILD = "burning-wheel/rolling-dice/build-a-test/"
AFTER = "burning-wheel/rolling-dice/after-the-roll/"
AWARDS = "burning-wheel/beliefs-traits-artha/earning-artha/"
MATRIX = "burning-wheel/fight/action-against-action/"
SPACE = "\N{NO-BREAK SPACE}"


class Hand:
    """A thumb on a phone: presses what it is told, and counts."""

    def __init__(self, page: Page, section: str) -> None:
        self.page = page
        self.section = page.locator(f"#{section}")
        self.taps = 0

    def tap(self, what: Locator) -> None:
        expect(what).to_be_visible()
        what.tap()
        self.taps += 1

    def chip(self, name: str, value: str) -> None:
        self.tap(self.section.locator(f".fl-chip:has([name='{name}'][value='{value}'])"))

    def pick(self, field: str, value: str) -> None:
        self.tap(self.section.locator(f"[data-field='{field}'] > .fl-picks [data-pick='{value}']"))

    @property
    def figure(self) -> Locator:
        return self.section.locator(".fl-figure").first

    @property
    def out(self) -> Locator:
        return self.section.locator(".fl-body")


def beside(verdict: Verdict) -> str:
    """The facts as they stand beside the figure: each value with its name."""
    return " ".join(f"{shown(fact.value)} {fact.name}".strip() for fact in verdict.facts)


def hand(visit: Visit, url: str, section: str) -> Hand:
    page = visit(**PHONE)
    page.add_init_script(LISTEN)
    page.goto(url)
    return Hand(page, section)


def pinned(thumb: Hand) -> str:
    """What the pinned bar says, which the reader sees without scrolling back."""
    bar = thumb.section.locator(".fl-pin")
    expect(bar).to_be_in_viewport()
    return bar.text_content() or ""


def test_1_what_class_is_that(site: Server, visit: Visit) -> None:
    thumb = hand(visit, site.url + CLASS, "test-class")
    thumb.pick("dice", "5")
    thumb.pick("obstacle", "4")
    expect(thumb.figure).to_have_text("Difficult")
    assert thumb.taps == 2
    assert "Difficult" in pinned(thumb)
    expect(thumb.out).to_contain_text(f"One die fewer: still Difficult; Ob{SPACE}3: Routine.")
    current = thumb.out.locator(".fl-grid [aria-current]")
    expect(current).to_have_count(1)
    assert current.evaluate("(cell) => JSON.parse(cell.dataset.sets)") == {"dice": 5, "obstacle": 4}
    expect(thumb.out).to_contain_text("artha")  # which dice do not count
    thumb.pick("dice", "1")
    thumb.pick("obstacle", "1")
    expect(thumb.figure).to_have_text("Routine or Difficult")


def test_1_by_a_cell_of_the_grid(site: Server, visit: Visit) -> None:
    thumb = hand(visit, site.url + CLASS, "test-class")
    thumb.tap(thumb.out.locator("""[data-sets='{"dice":5,"obstacle":4}']"""))
    expect(thumb.figure).to_have_text("Difficult")
    expect(thumb.section.locator("[name=dice]")).to_have_value("5")
    expect(thumb.section.locator("[name=obstacle]")).to_have_value("4")
    assert thumb.taps == 1


def test_2_shall_i_take_the_help(site: Server, visit: Visit) -> None:
    """From the sheet: ability, obstacle, help and FoRK are four taps; without and with them on one ladder."""
    page = visit(**PHONE)
    page.add_init_script(LISTEN)
    keeping(page, HANNEKE)
    page.goto(site.url + BUILD)
    thumb = Hand(page, "test-builder")
    thumb.tap(offer(thumb, "ability", "Carpentry"))
    thumb.pick("obstacle", "3")
    thumb.tap(thumb.section.get_by_role("button", name="Add helper"))
    thumb.tap(offer(thumb, "forks", "Siege-wise"))
    assert thumb.taps == 4
    expect(thumb.figure).to_have_text("6D")
    ladder = thumb.out.locator("table", has_text="Win or learn").first
    rows = [" ".join(row.inner_text().split()) for row in ladder.locator("tbody tr").all()[:3]]
    assert rows == [
        f"4D 2 fewer 31.3{SPACE}% Difficult still 1 Difficult or 1 Challenging".replace(SPACE, " "),
        "5D 1 fewer 50 % Routine no use; still 2 Difficult or 1 Challenging",
        "6D as it is 65.6 % Routine no use; still 2 Difficult or 1 Challenging",
    ]
    expect(ladder.locator(".fl-current")).to_contain_text("6D")


ABILITIES = (
    "Will B4, Agility B4, Speed B3, Steel B5, Circles B3, Carpentry B4 4R (Agility), Siege-wise B3, Bow learning"
)


def test_2_a_character_is_made_and_tested_by_a_tap(site: Server, visit: Visit) -> None:
    """In at most twenty taps besides typing (54 before); then a tap tests an ability, and one marks it, with undo."""
    thumb = hand(visit, site.url + MINE, "character-sheet")
    page, sheet_ = thumb.page, thumb.section
    for name, text in (
        ("name", "Hanneke"),
        ("beliefs", "The bridge shall stand.\nNobody pays twice. [1F]"),
        ("instincts", "Always look down first."),
        ("traits", "Sure-Footed (die): on scaffolds\nStubborn"),
    ):
        box = sheet_.locator(f"[name={name}]")
        thumb.tap(box)
        box.fill(text)
    several = sheet_.locator(".fl-several textarea")
    thumb.tap(several)
    several.fill(ABILITIES)
    thumb.tap(sheet_.get_by_role("button", name="Add these"))
    thumb.pick("fate", "1")
    more = sheet_.locator(".fl-all > .fl-more > summary")
    thumb.tap(more)
    thumb.tap(sheet_.get_by_role("button", name="Add reputation"))
    reputation = sheet_.locator("[name='reputations.0.name']")
    expect(reputation).to_be_focused()
    reputation.fill("Bridge builder")
    thumb.chip("tolerances.is", "power-and-forte")
    settled(page)
    made = sheet(page)
    assert [made["name"], made["fate"], made["reputations"][0]["name"]] == ["Hanneke", 1, "Bridge builder"]
    assert [(one["text"], one["fate"]) for one in made["beliefs"]] == [
        ("The bridge shall stand.", 0),
        ("Nobody pays twice.", 1),
    ]
    assert [(one["name"], one["kind"], one["effect"]) for one in made["traits"]] == [
        ("Sure-Footed", "die", "on scaffolds"),
        ("Stubborn", "character", ""),
    ]
    carpentry = next(one for one in made["abilities"] if one["name"] == "Carpentry")
    assert [carpentry[name] for name in ("ability", "routine", "roots")] == ["B4", 4, "Agility"]
    assert [one["learning"] for one in made["abilities"] if one["name"] == "Bow"] == [True]
    assert [one["ability"] for one in made["abilities"] if one["name"] == "Steel"] == ["B5"], "no second one"
    assert thumb.taps <= 20
    row = sheet_.locator("tr", has_text="Carpentry")
    thumb.tap(row.get_by_role("button", name="mark a Difficult test"))
    expect(sheet_.locator(".fl-did")).to_contain_text("Hanneke: marked a Difficult test for Carpentry.")
    assert [one["difficult"] for one in sheet(page)["abilities"] if one["name"] == "Carpentry"] == [1]
    thumb.tap(sheet_.locator(".fl-did").get_by_role("button", name="Undo"))
    expect(sheet_.locator(".fl-did")).to_contain_text("Undone")
    assert [one["difficult"] for one in sheet(page)["abilities"] if one["name"] == "Carpentry"] == [0]
    thumb.tap(row.get_by_role("link", name="Carpentry"))
    test = page.locator("#test-builder")
    expect(test.locator("[name=ability]")).to_have_value("B4")
    expect(test.locator("[name=routine]")).to_have_value("4")
    expect(test.locator(".fl-question")).to_contain_text("for Hanneke")
    assert "B4" not in page.url
    page.reload()
    expect(test.locator("[name=routine]")).to_have_value("4")


def test_3_one_short(site: Server, visit: Visit) -> None:
    """Four taps for the faces; each lawful spend with its chance, the cheapest first; one tap spends, one undoes."""
    page = visit(**PHONE)
    page.add_init_script(LISTEN)
    keeping(page, {**HANNEKE, "fate": 1, "deeds": 1})
    page.goto(site.url + AFTER)
    thumb = Hand(page, "post-roll")
    for face in "6521":
        thumb.tap(thumb.section.locator(f"[data-field=faces] [data-append='{face}']"))
    assert thumb.taps == 4
    expect(thumb.section.locator("[name=faces]")).to_have_value("6 5 2 1")
    expect(thumb.figure).to_have_text("1 short")
    spends = thumb.out.locator("table", has_text="What may still be done").first.locator("tbody tr")
    said = [" ".join(row.inner_text().split()) for row in spends.all()]
    assert said == ["Luck 1 Fate 50 %", "Call-on 1 use this session 75 %", "Saving Grace 1 Deeds 75 %"]
    spend = thumb.section.locator(".fl-writes button", has_text="1 Fate")
    thumb.tap(spend)
    expect(thumb.section.locator(".fl-write__done")).to_contain_text("1 Fate spent")
    assert sheet(page)["fate"] == 0
    thumb.tap(thumb.section.locator(".fl-write__done button"))
    expect(thumb.section.locator(".fl-write__done")).to_contain_text("Undone")
    assert sheet(page)["fate"] == 1
    assert thumb.taps == 6


def test_a_failed_roll_leads_to_what_may_be_spent_on_it(site: Server, visit: Visit) -> None:
    thumb = hand(visit, site.url + BUILD, "test-builder")
    thumb.pick("obstacle", "4")
    settled(thumb.page)
    roll = thumb.out.locator(".fl-roll")
    roll.locator("input").fill("6 5 2 1")
    roll.get_by_role("button").click()
    thumb.tap(thumb.section.get_by_role("link", name="What can still be spent on this roll?"))
    after = thumb.page.locator("#post-roll")
    expect(after.locator(".fl-figure").first).to_have_text("2 short")
    expect(after.locator("[name=faces]")).to_have_value("6 5 2 1")


def test_the_pinned_bar_rolls_and_the_dice_come_into_view(site: Server, visit: Visit) -> None:
    thumb = hand(visit, site.url + BUILD, "test-builder")
    thumb.pick("obstacle", "4")
    settled(thumb.page)
    thumb.tap(thumb.section.locator(".fl-pin .fl-pin__roll"))
    expect(thumb.out.locator(".fl-rolled svg")).to_be_in_viewport()
    assert thumb.taps == 2


def test_the_end_of_a_session_for_five(site: Server, visit: Visit) -> None:
    """Names down, awards across with one tap each, two of them by vote: all wallets in one table, in twelve taps."""
    thumb = hand(visit, site.url + AWARDS, "end-of-session")
    thumb.chip("ends", "scenario")
    for _ in range(2):
        thumb.tap(thumb.section.get_by_role("button", name="Add player"))
    expect(thumb.section.locator("[name='players.4.name']")).to_be_visible()
    for number, name in enumerate(("Ilse", "Bram", "Odo", "Marit", "Jonas")):
        thumb.section.locator(f"[name='players.{number}.name']").fill(name)
    for number, award in (
        (2, "belief"),
        (2, "humor"),
        (3, "trait"),
        (3, "personal-goal"),
        (4, "belief"),
        (4, "instinct"),
    ):
        thumb.chip(f"players.{number}.awards", award)
    thumb.chip("players.4.awards", "workhorse")
    thumb.chip("players.1.awards", "mvp")
    settled(thumb.page)
    done = app.run(
        "end-of-session",
        {
            "ends": "scenario",
            "players": [
                {"name": "Ilse", "awards": ["belief"]},
                {"name": "Bram", "awards": ["instinct", "embodiment", "mvp"]},
                {"name": "Odo", "awards": ["belief", "humor"]},
                {"name": "Marit", "awards": ["trait", "personal-goal"]},
                {"name": "Jonas", "awards": ["belief", "instinct", "workhorse"]},
            ],
        },
    )
    verdict = done.answer.verdict
    assert verdict is not None
    expect(thumb.figure).to_have_text(verdict.figure)
    expect(thumb.out.locator("table", has_text="Into the wallets")).to_contain_text("Jonas")
    assert thumb.taps <= 12


def offer(thumb: Hand, field: str, words: str) -> Locator:
    """What the sheet offers under a field."""
    return thumb.section.locator(f"[data-field={field}] .fl-offers button", has_text=words).first


def test_4_i_know_a_captain(site: Server, visit: Visit) -> None:
    thumb = hand(visit, site.url + CIRCLES, "circles-obstacle")
    thumb.chip("station", "step")
    thumb.chip("time", "now")
    expect(thumb.figure).to_have_text(f"Ob{SPACE}5")
    assert thumb.taps == 2
    assert f"Ob{SPACE}5" in pinned(thumb)
    lines = thumb.out.locator(".fl-ledger").first
    amounts = [amount.strip() for amount in lines.locator("tbody td").all_text_contents()]
    assert [amount for amount in amounts if amount not in ("0", "+0")] == ["+1", "+1", "+3"]
    assert lines.locator("tfoot td").text_content() == "5"
    done = app.run("circles-obstacle", {"station": "step", "time": "now"})
    assert done.answer.verdict is not None
    expect(thumb.section.locator(".fl-facts").first).to_have_text(beside(done.answer.verdict))
    expect(thumb.out.locator("svg.fl-odds")).to_be_visible()
    expect(thumb.out.get_by_text("They turn up as an enemy").first).to_be_visible()  # before anyone rolls


def test_4_by_a_preset_sentence(site: Server, visit: Visit) -> None:
    thumb = hand(visit, site.url + CIRCLES, "circles-obstacle")
    thumb.tap(thumb.section.locator(".fl-examples button").first)
    touched = thumb.section.locator(".fl-form :checked")
    expect(touched.first).to_be_attached()
    settled(thumb.page)
    assert thumb.taps == 1
    prices = thumb.section.locator("[data-field=station] .fl-chip small").all_text_contents()
    assert prices == ["+0", "+1", "+2", "+3"]


def test_5_he_hits_me(site: Server, visit: Visit) -> None:
    thumb = hand(visit, site.url + WOUND, "blow")
    thumb.pick("weapon", "sword")
    thumb.pick("over", "2")
    thumb.chip("tolerances.stat", "B5")
    settled(thumb.page)
    assert thumb.taps == 3
    inputs = {"weapon": "sword", "over": 2, "tolerances": {"is": "preset", "stat": "B5"}}
    done = app.run("blow", inputs)
    verdict = done.answer.verdict
    assert verdict is not None
    expect(thumb.figure).to_have_text(verdict.figure)
    assert verdict.figure in pinned(thumb)
    for stage in ("B4", "B7", "B10"):
        expect(thumb.out).to_contain_text(stage)
    expect(thumb.out).to_contain_text("Steel")
    expect(thumb.out.locator(".fl-track").first).to_be_visible()


BOTH_WAYS = (
    "Your riposte hits back 75 % of the time. "
    "Their Great Strike meets the defending half of your Counterstrike: it hits 50 % of the time."
)


def test_8_counterstrike_against_great_strike(site: Server, visit: Visit) -> None:
    """Two picks: who rolls what against what, in both directions, and how often each lands."""
    thumb = hand(visit, site.url + MATRIX, "fight-matrix")
    thumb.chip("mine", "counterstrike")
    thumb.chip("theirs", "great-strike")
    expect(thumb.figure).to_have_text("Attack and riposte")
    assert thumb.taps == 2
    assert "Attack and riposte" in pinned(thumb)
    settled(thumb.page)
    assert BOTH_WAYS in (thumb.out.text_content() or "").replace(SPACE, " ")
    rows = thumb.out.locator("table", has_text="Who rolls what").first.locator("tbody tr").all()
    said = [" ".join(row.inner_text().split()) for row in rows]
    assert [said[0].split()[:3], said[1].split()[:4]] == [
        ["You", "Counterstrike", "B2"],
        ["They", "Great", "Strike", "B4"],
    ]
    current = thumb.out.locator(".fl-grid [aria-current]")
    expect(current).to_have_count(1)
    assert current.evaluate("(cell) => JSON.parse(cell.dataset.sets)") == {
        "mine": "counterstrike",
        "theirs": "great-strike",
    }


def test_8_is_looked_up_without_a_script(site: Server, visit: Visit) -> None:
    """The matrix is a list of pairs first: each says in words what is rolled, before anything runs."""
    page = visit(**PHONE, java_script_enabled=False)
    page.goto(site.url + MATRIX)
    pair = page.locator("""#fight-matrix [data-sets='{"mine":"counterstrike","theirs":"great-strike"}']""")
    expect(pair).to_have_attribute("aria-label", re.compile("Counterstrike against Great Strike: .*off, a riposte"))
    other = page.locator("""#fight-matrix [data-sets='{"mine":"great-strike","theirs":"counterstrike"}']""")
    expect(other).to_have_attribute("aria-label", re.compile("Great Strike against Counterstrike: .*Counterstrike"))


def test_from_tap_to_answer(site: Server, visit: Visit, capsys: pytest.CaptureFixture[str]) -> None:
    """How long Python, running, takes from a tap to the drawn answer: printed, not judged."""
    spent: list[float] = []
    for path, section, name in (
        (CIRCLES, "circles-obstacle", "station"),
        (CLASS, "test-class", "layout"),
        (WOUND, "blow", "tolerances.stat"),
    ):
        thumb = hand(visit, site.url + path, section)
        touch(thumb.page, f"#{section}")
        settled(thumb.page)
        spent += thumb.page.evaluate(
            """async ([section, name]) => {
              const [out, times] = [document.querySelector(`#${section} .fl-body`), []];
              const boxes = [...document.querySelectorAll(`#${section} [name="${name}"]`)];
              for (let turn = 0; turn < 10; turn += 1) {
                const drawn = new Promise((done, fail) => {
                  new MutationObserver((_, watch) => (watch.disconnect(), done()))
                    .observe(out, { childList: true, characterData: true, subtree: true });
                  setTimeout(() => fail(new Error(`nothing was drawn for ${name}`)), 20000);
                });
                const start = performance.now();
                boxes.find((box) => !box.checked).click();
                await drawn;
                times.push(performance.now() - start);
              }
              return times;
            }""",
            [section, name],
        )
    with capsys.disabled():
        print(f"\nFrom a tap to the answer: median {median(spent):.0f} ms, longest {max(spent):.0f} ms")


def test_4_in_every_browser(tab: Tab, site: Server) -> None:
    tab.open(site.url + CIRCLES)
    start = time.monotonic()
    assert tab.run("document.querySelector('#circles-obstacle .fl-figure').textContent") == f"Ob{SPACE}1"
    for name, value in (("station", "step"), ("time", "now")):
        tab.run(f"document.querySelector(\"#circles-obstacle [name='{name}'][value='{value}']\").click()")
    until(tab, f"document.querySelector('#circles-obstacle .fl-figure').textContent === 'Ob{SPACE}5'")
    assert time.monotonic() - start < 20
    tab.run("document.querySelector('#circles-obstacle [data-add=reputations]').click()")
    until(tab, "document.querySelector('#circles-obstacle .fl-row')")
    tab.run(
        """((box) => {
          box.value = "2";
          box.dispatchEvent(new Event("input", { bubbles: true }));
        })(document.querySelector("#circles-obstacle [name='reputations.0.dice']"))"""
    )
    until(tab, "document.querySelector('#circles-obstacle .fl-facts').textContent.includes('5D')")
    tab.run("document.querySelector('#circles-obstacle .fl-examples button').click()")
    until(tab, "!document.querySelector('#circles-obstacle .fl-row')")
    assert tab.run("document.documentElement.dataset.python") == "ready"
    assert len(site.asked("assets/worker.js")) == 1


def test_8_in_every_browser(tab: Tab, site: Server) -> None:
    tab.open(site.url + MATRIX)
    for name, value in (("mine", "counterstrike"), ("theirs", "great-strike")):
        tab.run(f"document.querySelector(\"#fight-matrix [name='{name}'][value='{value}']\").click()")
    said = "document.querySelector('#fight-matrix .fl-body').textContent.replace(/\\u00a0/g, ' ')"
    until(tab, f"{said}.includes('{BOTH_WAYS}')")
