"""The duel of wits played out in each browser, two devices with sealed scripts, and a purchase that fails."""

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from engine import app, sheets
from tests.browser.looking import LISTEN, PHONE, WIDE, everywhere, load_axe, settled, until, violations
from tests.browser.server import Server
from tests.browser.tabs import Tab
from tests.browser.tabs import until as tab_until
from tests.browser.test_access import COLORS, look
from tests.browser.test_journeys import SPACE, Hand, beside, hand
from tests.browser.test_links import CLIPBOARD
from tests.unit.test_secrets import unpacked

Visit = Callable[..., Page]
DUEL = "burning-wheel/duel-of-wits/play-a-duel/"
SHOP = "burning-wheel/money/buying-something/"
WORK = "burning-wheel/money/living-costs-and-finding-work/"
STEEL = "burning-wheel/steel/steel-tests-and-hesitation/"
MOST_MOVES = 80
# One move of whoever is first to move, with the first kind that is offered; false when nobody moves any more.
MOVE = """(() => {
  const form = document.querySelector('#duel form.fl-move');
  globalThis.place = document.querySelector('#duel [data-at]').textContent;
  form?.requestSubmit();
  return Boolean(form);
})()"""
MOVED = "document.querySelector('#duel [data-at]').textContent !== place"
SCORE = "document.querySelector('#duel .fl-post').textContent"
FIGURE = "document.querySelector('#duel .fl-figure').textContent"


def play(tab: Tab, moves: int) -> int:
    """Make moves as they are offered; how many it took until nobody moved any more."""
    for made in range(moves):
        if not tab.run(MOVE):
            return made
        tab_until(tab, MOVED)
    return moves


@everywhere("webkit")
def test_from_set_up_to_compromise(start: str, tab: Tab) -> None:
    """Scripts, reveals, dice and Steel, closed in the middle of an exchange and taken up again, to what is owed."""
    address = start + DUEL
    tab.open(address)
    tab_until(tab, "document.querySelector('#duel .fl-asleep')?.disabled === false")
    tab.run("void document.querySelector('#duel [data-example]').click()")
    tab_until(tab, f"{FIGURE} === 'Oda scripts' && !document.querySelector('#duel .fl-setup').open")
    assert tab.run(SCORE) == "7 : 6"
    assert play(tab, 4) == 4
    left, step = tab.run(f"{FIGURE} + {SCORE}"), tab.run("document.querySelector('#duel [data-at]').textContent")
    tab_until(tab, "Object.keys(localStorage).some((key) => key.startsWith('felloe.session'))")
    tab.open("about:blank")
    tab.open(address)
    tab_until(tab, f"document.querySelector('#duel [data-at]')?.textContent === '{step}'")
    assert tab.run(f"{FIGURE} + {SCORE}") == left
    assert not tab.run("document.querySelector('#duel .fl-setup').open")
    assert play(tab, MOST_MOVES) < MOST_MOVES
    over = tab.run("document.querySelector('#duel .fl-from').innerText")
    assert "wins" in tab.run(FIGURE) or "tie" in tab.run(FIGURE)
    assert "marks" in over


def scripts(thumb: Hand, **volleys: str) -> None:
    """A side scripts its exchange: a tap for each volley that is no Point, and one that seals."""
    form = thumb.section.locator("form.fl-move").first
    for volley, action in volleys.items():
        thumb.tap(form.locator(f".fl-chip:has([name='move.{volley}'][value='{action}'])"))
    act(thumb, "Seal the script")


def act(thumb: Hand, does: str) -> None:
    """The one button of the move, by its name; what it brought is in view without scrolling."""
    button = thumb.section.locator("form.fl-move").first.locator("button[type=submit]")
    expect(button).to_have_text(does)
    before = thumb.section.locator("[data-at]").inner_text()
    thumb.tap(button)
    expect(thumb.section.locator("[data-at]")).not_to_have_text(before)
    settled(thumb.page)
    expect(thumb.section.locator(".fl-turn")).to_be_in_viewport()


MOST_TAPS = 20
SAME_DICE = "crypto.getRandomValues = (array) => array.fill(4);"


def test_two_exchanges_in_twenty_taps(site: Server, visit: Visit) -> None:
    """A hot seat: the example, four scripts, six volleys rolled, two Rebuttals divided, one of them by its slider."""
    page = visit(**PHONE)
    page.add_init_script(LISTEN + SAME_DICE)
    page.goto(site.url + DUEL)
    thumb = Hand(page, "duel")
    score, says = thumb.section.locator(".fl-post"), thumb.section.locator(".fl-move__says").first
    thumb.tap(thumb.section.get_by_role("button", name="The granary"))
    expect(thumb.figure).to_have_text("Oda scripts")
    expect(says).to_have_text("Harl, look away.")
    barred = thumb.section.locator("form.fl-move").first.locator(".fl-barred")
    expect(barred).to_contain_text(
        "Feint tests Soothing Platitudes, Seduction, Falsehood or Rhetoric; you have no dice"
    )
    expect(barred.locator("input")).to_have_count(0)
    scripts(thumb, second="rebuttal", third="incite")
    expect(thumb.figure).to_have_text("Harl scripts")
    expect(says).to_have_text("Oda, hand the screen to Harl and look away.")
    scripts(thumb, third="avoid")
    expect(thumb.figure).to_have_text("Point against Point")
    act(thumb, "Roll 5D and 4D")
    expect(thumb.section.locator(".fl-column").first.locator(".fl-dice")).to_have_count(2)
    expect(thumb.figure).to_have_text("Rebuttal against Point")
    halves = thumb.section.locator("form.fl-move output")
    expect(halves).to_have_text(["2", "3"])
    thumb.tap(thumb.section.get_by_role("button", name="Defense: one more"))
    expect(halves).to_have_text(["3", "2"])
    act(thumb, "Divide: 3 and 2")
    act(thumb, "Roll 4D and 5D")
    act(thumb, "Roll 3D and 4D")
    expect(score).to_have_text("6 : 4")
    expect(thumb.figure).to_have_text("Oda scripts")
    scripts(thumb, first="avoid", second="rebuttal")
    scripts(thumb, third="avoid")
    act(thumb, "Roll 8D and 5D")
    act(thumb, "Divide: 2 and 3")
    act(thumb, "Roll 4D and 5D")
    act(thumb, "Roll 5D and 4D")
    expect(score).to_have_text("5 : 3")
    expect(thumb.figure).to_have_text("Oda scripts")
    assert thumb.taps <= MOST_TAPS


def test_the_scripts_stay_unseen(site: Server, visit: Visit) -> None:
    page = visit(**WIDE)
    page.add_init_script(LISTEN)
    page.goto(site.url + DUEL)
    duel = page.locator("#duel")
    move = duel.locator("form.fl-move").first
    press(move, "move.first", "dismiss")
    move.get_by_role("button", name="Seal the script").click()
    expect(duel.locator("[data-at]")).to_have_text("Step 1")
    settled(page)
    assert "Dismiss" not in duel.locator(".fl-story").inner_text()
    assert "Dismiss" not in duel.locator(".fl-verdict").inner_text()


SCRIPTED = """document.querySelector('#duel .fl-body').textContent.includes('has scripted exchange 1')"""
AWAKE = "document.querySelector('#duel .fl-asleep')?.disabled === false"


def test_a_sealed_script_stays_on_the_device_and_lives(site: Server, tab: Tab) -> None:
    """The address says that there is one; after Back and Forward, and when it is opened anew, the script is there."""
    tab.open(site.url + DUEL)
    tab_until(tab, AWAKE)
    start = tab.run("location.href")
    tab.run("""(() => {
      const form = document.querySelector("#duel form.fl-move[data-side='side A']");
      form.querySelector("[name='move.first'][value=dismiss]").click();
      form.requestSubmit();
    })()""")
    tab_until(tab, SCRIPTED)
    sealed = tab.run("location.href")
    assert sealed != start
    tab.run("void history.back()")
    tab_until(tab, f"!{SCRIPTED}")
    tab.run("void history.forward()")
    tab_until(tab, SCRIPTED)
    tab_until(tab, "Object.keys(localStorage).some((key) => key.startsWith('felloe.session'))")
    tab.open("about:blank")
    tab.open(sealed)
    tab_until(tab, f"{AWAKE} && {SCRIPTED}")
    assert tab.run("location.href") == sealed
    tab.run("""document.querySelector("#duel form.fl-move[data-side='side B']").requestSubmit()""")
    tab_until(tab, "document.querySelector('#duel .fl-story').textContent.includes('Dismiss')")


def test_what_is_copied_and_saved_has_no_sealed_script(site: Server, visit: Visit, tmp_path: Path) -> None:
    page = visit(**WIDE)
    page.add_init_script(LISTEN + CLIPBOARD)
    page.goto(site.url + DUEL)
    duel = page.locator("#duel")
    move = duel.locator("form.fl-move").first
    press(move, "move.first", "dismiss")
    move.locator("button[type=submit]").click()
    expect(duel.locator("[data-at]")).to_have_text("Step 1")
    settled(page)
    for name in ("Copy link", "Copy with working"):
        duel.get_by_role("button", name=name).click()
    until(page, "copied.length === 2")
    link, text = page.evaluate("copied")
    assert link in text
    assert "1. side A: script, sealed" in text
    with page.expect_download() as download:
        duel.locator(".fl-leave summary").click()
        duel.get_by_role("button", name="Save to a file").click()
    download.value.save_as(tmp_path / "duel.json")
    file = (tmp_path / "duel.json").read_text(encoding="utf-8")
    assert json.loads(file)["log"]["sealed"] == [{"side": "side A", "move": {"is": "script"}}]
    for leaving in (page.url, link, text, file):
        assert "dismiss" not in unpacked(leaving).lower().replace("dismiss 4d", "")
    friend = visit(**WIDE)
    friend.goto(link)
    expect(friend.locator("#duel .fl-complaint")).to_contain_text("Side A has made a sealed move")
    expect(friend.locator("#duel .fl-verdict")).to_contain_text("Side A scripts")


def test_with_the_keyboard_alone(site: Server, visit: Visit) -> None:
    page = visit(**WIDE)
    page.add_init_script(LISTEN)
    page.goto(site.url + DUEL)
    duel = page.locator("#duel")
    for step, keys in enumerate((("ArrowUp",), ("ArrowDown", "ArrowUp"), ()), 1):
        button = duel.locator("form.fl-move button[type=submit]").first
        if keys:
            duel.locator("form.fl-move [name='move.first']:checked").first.focus()
        for key in keys:
            page.keyboard.press(key)
        button.focus()
        page.keyboard.press("Enter")
        expect(duel.locator("[data-at]")).to_have_text(f"Step {2 * step - 1}")
        settled(page)
    undo = duel.get_by_role("button", name="Undo")
    undo.focus()
    page.keyboard.press("Enter")
    expect(duel.locator("[data-at]")).to_have_text("Step 3 of 5")


def sent(page: Page, name: str) -> str:
    """The link that a button sends."""
    page.locator("#duel").get_by_role("button", name=name).click()
    until(page, "copied.length")
    link: str = page.evaluate("copied.pop()")
    return link


def take_over(page: Page, link: str) -> None:
    """Open a link from the other device, and make the step that it brings."""
    page.goto("about:blank")
    page.goto(link)
    page.get_by_role("button", name="Take it over").click()
    expect(page.locator("#duel .fl-status")).to_have_text("")
    settled(page)


def test_two_devices_by_links(site: Server, visit: Visit) -> None:
    """A seal goes there, two scripts are opened, dice are rolled here: each device keeps its own side unseen."""
    here, there = visit(**WIDE), visit(**PHONE)
    for page in (here, there):
        page.add_init_script(LISTEN + CLIPBOARD)
    here.goto(site.url + DUEL)
    press(here.locator("#duel form.fl-move").first, "move.third", "dismiss")
    here.get_by_role("button", name="Seal the script").click()
    expect(here.locator("#duel [data-at]")).to_have_text("Step 1")
    seal = sent(here, "Send Side A’s seal")
    assert "dismiss" not in unpacked(seal).lower()
    take_over(there, seal)
    figure = there.locator("#duel .fl-figure").first
    expect(figure).to_have_text("Side B scripts")
    press(there.locator("#duel form.fl-move").first, "move.first", "avoid")
    there.get_by_role("button", name="Seal the script").click()
    expect(figure).to_have_text("Side A opens")
    take_over(here, sent(there, "Send what opens Side B’s script"))
    expect(here.locator("#duel .fl-figure").first).to_have_text("Point against Avoid the Topic")
    take_over(there, sent(here, "Send what opens Side A’s script"))
    expect(figure).to_have_text("Point against Avoid the Topic")
    here.get_by_role("button", name="Roll 4D and 4D").click()
    expect(here.locator("#duel .fl-column").first.locator(".fl-dice")).to_have_count(2)
    settled(here)
    take_over(there, sent(here, "Send this step"))
    assert there.locator("#duel .fl-post").inner_text() == here.locator("#duel .fl-post").inner_text()
    told = [page.locator("#duel .fl-column").first.text_content() or "" for page in (here, there)]
    assert told[0].split() == told[1].split()


def test_a_script_is_seen_again_while_it_is_held(site: Server, visit: Visit) -> None:
    """Or by a plain button. What is typed for a roll outlives a reload, Home leads back, a new set-up loses nothing."""
    page = visit(**WIDE)
    page.add_init_script(LISTEN)
    page.goto(site.url + DUEL)
    duel = page.locator("#duel")
    press(duel.locator("form.fl-move").first, "move.third", "dismiss")
    duel.get_by_role("button", name="Seal the script").click()
    expect(duel.locator("[data-at]")).to_have_text("Step 1")
    own, hold = duel.locator(".fl-peek"), duel.get_by_role("button", name="Hold to see Side A’s own")
    expect(own).to_be_hidden()
    hold.hover()
    page.mouse.down()
    expect(own).to_contain_text("Volley 3: Dismiss")
    page.mouse.up()
    expect(own).to_be_hidden()
    assert own.inner_text() == ""
    show = duel.get_by_role("button", name="Show and hide")
    show.press("Enter")
    expect(own).to_contain_text("Volley 3: Dismiss")
    show.press("Enter")
    expect(own).to_be_hidden()
    duel.get_by_role("button", name="Seal the script").click()
    duel.get_by_label("with your own dice").check()
    duel.get_by_role("button", name="Roll 4D and 4D").click()
    faces = duel.locator("[name=faces]")
    faces.fill("6 5 4")
    page.wait_for_timeout(600)
    page.reload()
    expect(faces).to_have_value("6 5 4")
    page.goto(site.url)
    line = page.locator("[data-go-on] a")
    expect(line).to_contain_text("Play a duel")
    expect(line).to_contain_text("Side A 7 : Side B 7 · Point against Point")
    line.click()
    expect(duel.locator("[data-at]")).to_have_text("Step 3")
    duel.locator(".fl-setup > summary").click()
    duel.locator("[name='a.name']").fill("Oda")
    expect(duel.locator(".fl-complaint")).to_contain_text("comes out differently")
    expect(duel.locator(".fl-status")).to_contain_text("The session as it was is kept beside this one.")
    duel.get_by_role("button", name="Go back to it").click()
    expect(duel.locator("[data-at]")).to_have_text("Step 3")
    expect(duel.locator(".fl-figure").first).to_have_text("Point against Point")


def test_two_devices_and_sealed_codes(site: Server, visit: Visit) -> None:
    """One seals and sends, the other opens it in the duel; a changed script is caught."""
    page = visit(**WIDE)
    page.add_init_script(LISTEN)
    page.goto(site.url + sealed_page(site))
    seal = page.locator("#sealed-script")
    seal.get_by_role("button", name="Draw one").click()
    secret = seal.locator("[name='step.nonce']").input_value()
    assert len(secret) == 32
    seal.locator("[name='duel']").fill("ford")
    settled(page)
    codes = seal.locator(".fl-table").first.locator("td").all_inner_texts()
    there = visit(**PHONE)
    there.add_init_script(LISTEN)
    there.goto(site.url + DUEL)
    duel = there.locator("#duel")
    duel.locator(".fl-else > summary").click()
    move = duel.locator("form.fl-move[data-side='side B']:has([name='move.opened'])")
    move.locator("[name='move.seal']").fill(codes[0])
    move.locator("[name='move.opened']").fill(codes[1][:-8] + "00000000")
    move.locator("[name='move.called']").fill("ford")
    move.get_by_role("button", name="Open Side B’s sealed script").click()
    expect(move.locator(".fl-error:visible")).to_contain_text("mistyped")
    move.locator("[name='move.opened']").fill(codes[1])
    move.get_by_role("button", name="Open Side B’s sealed script").click()
    expect(duel.locator("[data-at]")).to_have_text("Step 1")
    expect(duel.locator(".fl-story")).to_contain_text("has scripted exchange 1")


def sealed_page(site: Server) -> str:
    """On which page scripts are sealed."""
    entry = app.entry("sealed-script")
    assert entry.rules == ("DOW-06",)
    play_page = (site.folder / DUEL / "index.html").read_text(encoding="utf-8")
    return DUEL if 'id="sealed-script"' in play_page else "burning-wheel/duel-of-wits/group-and-haggling-duels/"


@everywhere("firefox")
def test_to_compromise_with_sealed_codes(start: str, tab: Tab, site: Server) -> None:
    """One seals a script and sends two codes; the other opens them in the duel, which then goes on to its end."""
    at(tab, start + sealed_page(site), "sealed-script")
    tab.run("void document.querySelector('#sealed-script [data-draw]').click()")
    enter(tab, "sealed-script", "duel", "ford")
    secret = tab.run("document.querySelector('#sealed-script [name=\"step.nonce\"]').value")
    done = app.run("sealed-script", {"duel": "ford", "step.is": "seal-it", "step.nonce": secret}).answer.values
    seal, opened = str(done["seal"]), str(done["opened"])
    tab_until(tab, f"document.querySelector('#sealed-script .fl-body').textContent.includes('{opened}')")
    at(tab, start + DUEL, "duel")
    form = """document.querySelector("#duel form.fl-move[data-side='side A']:has([name='move.opened'])")"""
    tab_until(tab, form)
    for name, text in (("seal", seal), ("opened", opened), ("called", "ford")):
        tab.run(f"void ({form}.elements['move.{name}'].value = '{text}')")
    tab.run(f"void {form}.requestSubmit()")
    tab_until(tab, "document.querySelector('#duel [data-at]').textContent === 'Step 1'")
    assert "has scripted exchange 1" in tab.run("document.querySelector('#duel .fl-story').textContent")
    assert play(tab, MOST_MOVES) < MOST_MOVES
    assert "wins" in tab.run(FIGURE) or "tie" in tab.run(FIGURE)


@everywhere("chromium")
def test_a_purchase_failed_taxed_and_recovered(start: str, tab: Tab) -> None:
    """Three ones buy nothing; the Tax goes onto the sheet, work is filled from it, and what it brings back is set."""
    tab.open(start)
    tab.run(f"void (localStorage['felloe.characters'] = {json.dumps(kept_with_resources())})")
    tab.open("about:blank")
    at(tab, start + SHOP, "shopping-trip")
    fill_from_sheet(tab, "shopping-trip", "resources", "Resources B3")
    move = "#shopping-trip form.fl-move"
    tab.run(f"void document.querySelector('{move} [name=own]').click()")
    tab.run(f"void document.querySelector('{move}').requestSubmit()")
    tab_until(tab, f"document.querySelector('{move} [name=faces]')")
    tab.run(f"void (document.querySelector('{move} [name=faces]').value = '1 1 1')")
    tab.run(f"void document.querySelector('{move}').requestSubmit()")
    tab_until(tab, "document.querySelector('#shopping-trip [data-at]').textContent === 'Step 1'")
    tab.run(f"void document.querySelector('{move} [value=no-gift]').click()")
    tab.run(f"void document.querySelector('{move}').requestSubmit()")
    tab_until(tab, "document.querySelector('#shopping-trip [data-at]').textContent === 'Step 2'")
    taxed = "JSON.parse(localStorage['felloe.characters']).characters.sheets[0].inputs.taxed"
    write(tab, "shopping-trip", "Set taxed to 2")
    tab_until(tab, f"{taxed} === 2")
    tab.open("about:blank")
    at(tab, start + WORK, "get-a-job")
    fill_from_sheet(tab, "get-a-job", "taxed", "2")
    enter(tab, "get-a-job", "rolled", "4")
    write(tab, "get-a-job", "Set taxed to 0")
    tab_until(tab, f"{taxed} === 0")
    tab_until(tab, "document.querySelector('#get-a-job [data-field=taxed] .fl-offers').textContent === '0'")


def kept_with_resources() -> str:
    """What the browser stores for one character who has Resources B3."""
    inputs = {"name": "Hanneke", "abilities": [{"name": "Resources", "ability": "B3", "tested": "resources"}]}
    return json.dumps({"version": 1, "characters": sheets.add(sheets.empty(), inputs).document})


def at(tab: Tab, address: str, section: str) -> None:
    """Go to a page and wait until a section of it can be used."""
    tab.open(address)
    tab_until(tab, f"document.querySelector('#{section} .fl-asleep')?.disabled === false")


def enter(tab: Tab, section: str, name: str, text: str) -> None:
    box = f"document.querySelector('#{section} [name={name}]')"
    tab.run(f"void ({box}.value = '{text}', {box}.dispatchEvent(new Event('input', {{ bubbles: true }})))")


def fill_from_sheet(tab: Tab, section: str, field: str, words: str) -> None:
    offers = f"[...document.querySelectorAll('#{section} [data-field={field}] .fl-offers button')]"
    tab_until(tab, f"{offers}.some((one) => one.textContent === '{words}')")
    tab.run(f"void {offers}.find((one) => one.textContent === '{words}').click()")
    tab_until(tab, f"{offers}.some((one) => one.textContent === '{words}')")
    tab_until(tab, f"!document.querySelector('#{section}').matches('[data-waiting], [data-old]')")


def write(tab: Tab, section: str, words: str) -> None:
    """Press what puts an answer onto the sheet."""
    buttons = f"[...document.querySelectorAll('#{section} .fl-writes button')]"
    tab_until(tab, f"{buttons}.some((one) => one.textContent.startsWith('{words}'))")
    tab.run(f"void {buttons}.find((one) => one.textContent.startsWith('{words}')).click()")


def press(inside: Locator, name: str, value: str) -> None:
    """Press a chip."""
    inside.locator(f".fl-chip:has([name='{name}'][value='{value}'])").click()


def test_6_steel(site: Server, visit: Visit) -> None:
    """Will B4, Steel B5, someone is killed in a Fight!: two taps to obstacle, chance, and what is lost there."""
    thumb = hand(visit, site.url + STEEL, "steel-test")
    thumb.chip("harder", "killed")
    thumb.chip("conflict.is", "fight")
    settled(thumb.page)
    assert thumb.taps == 2
    done = app.run("steel-test", {"harder": ["killed"], "conflict.is": "fight"})
    verdict = done.answer.verdict
    assert verdict is not None
    expect(thumb.figure).to_have_text(verdict.figure)
    expect(thumb.section.locator(".fl-facts").first).to_have_text(beside(verdict))
    assert "actions" in verdict.at_a_glance
    for reaction in ("Stand and drool", "Fall prone", "Run screaming", "Swoon"):
        expect(thumb.out).to_contain_text(reaction.split()[0])


def test_7_can_we_afford_it(site: Server, visit: Visit) -> None:
    """Chainmail with Resources B3, a helper and one die of cash: three taps to chance, Tax and ruin side by side."""
    thumb = hand(visit, site.url + SHOP, "purchase-builder")
    thumb.pick("price", "chainmail")
    thumb.tap(thumb.section.get_by_role("button", name="Add helper"))
    expect(thumb.section.locator("[name='helpers.0.exponent']")).to_be_visible()
    thumb.tap(thumb.section.locator("[data-field=cash] [data-pick='1']"))
    settled(thumb.page)
    assert thumb.taps == 3
    expect(thumb.figure).to_have_text(f"18.8{SPACE}%")
    expect(thumb.section.locator(".fl-facts").first).to_contain_text("2D Tax if not no ruin")
    expect(thumb.out).to_contain_text("near miss")


def test_axe_finds_nothing_in_a_duel(site: Server, visit: Visit) -> None:
    page = visit(reduced_motion="reduce", **WIDE)
    page.add_init_script(LISTEN)
    page.goto(site.url + DUEL)
    thumb = Hand(page, "duel")
    load_axe(page)
    for step in (1, 3, 5):
        thumb.section.locator("form.fl-move button[type=submit]").first.click()
        expect(thumb.section.locator("[data-at]")).to_have_text(f"Step {step}")
        settled(page)
        assert violations(page) == [], step
    look(page, WIDE, "slate")
    assert violations(page, COLORS) == []
