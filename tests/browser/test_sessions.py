"""Every word of a form's vocabulary, and a session played from move to move, on pages of their own."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.looking import LISTEN, PHONE, WIDE, settled, touch
from tests.browser.server import Server

Visit = Callable[..., Page]


@pytest.fixture
def words(sample: Server, visit: Visit) -> Locator:
    """The section with every word, Python running."""
    return section_of(visit(**WIDE), sample.url)


def section_of(page: Page, url: str, name: str = "") -> Locator:
    page.add_init_script(LISTEN)
    page.goto(url)
    section = page.locator(f"#{name}" if name else "section.fl").first
    touch(page, f"#{section.get_attribute('id')}")
    settled(page)
    return section


def tap(inside: Locator, name: str, value: str) -> None:
    """Press a chip."""
    inside.locator(f".fl-chip:has([name='{name}'][value='{value}'])").click()


def inputs(section: Locator) -> dict[str, Any]:
    """The canonical inputs of the last answer."""
    settled(section.page)
    return json.loads(section.page.evaluate("told.filter(({ type }) => type === 'answer').at(-1).answer"))["inputs"]


def values(section: Locator) -> dict[str, Any]:
    settled(section.page)
    return json.loads(section.page.evaluate("told.filter(({ type }) => type === 'answer').at(-1).answer"))["values"]


def test_a_switch_chips_and_many(words: Locator) -> None:
    words.get_by_label("A switch").check()
    tap(words, "size", "large")
    tap(words, "sizes", "small")
    tap(words, "sizes", "large")
    said = inputs(words)
    assert (said["switch"], said["size"], said["sizes"], said["counts"]) == (True, "large", ["small", "large"], [2])
    tap(words, "sizes", "small")
    tap(words, "counts", "2")
    said = inputs(words)
    assert (said["sizes"], said["counts"]) == (["large"], [])


def test_a_choice_shows_the_fields_of_its_branch_alone(words: Locator) -> None:
    way = words.locator("[data-field=way]")
    beast, crew = way.locator("[name='way.beast']"), way.get_by_role("button", name="Add hand")
    expect(beast).to_be_hidden()
    expect(crew).to_be_hidden()
    tap(way, "way.is", "ride")
    expect(beast).to_be_visible()
    expect(crew).to_be_hidden()
    beast.fill("goat")
    assert inputs(words)["way"] == {"is": "ride", "beast": "goat", "hours": 6}
    tap(way, "way.is", "sail-far")
    expect(beast).to_be_hidden()
    expect(crew).to_be_visible()
    assert inputs(words)["way"] == {"is": "sail-far", "crew": []}
    tap(way, "way.is", "walk")
    assert inputs(words)["way"] == {"is": "walk"}


def test_rows_are_added_filled_and_removed(words: Locator) -> None:
    rows = words.locator("[data-field=hands]")
    add = rows.get_by_role("button", name="Add hand")
    for number, name in enumerate(["Ada", "Bo", "Cy"]):
        add.click()
        box = rows.locator(f"[name='hands.{number}.name']")
        expect(box).to_be_focused()
        box.fill(name)
    rows.locator("[name='hands.1.skill']").fill("G5")
    tap(rows, "hands.1.sizes", "large")
    said = inputs(words)["hands"]
    assert [row["name"] for row in said] == ["Ada", "Bo", "Cy"]
    assert (said[1]["skill"], said[1]["sizes"]) == ("G5", ["large"])
    rows.get_by_role("button", name="Remove hand 1").click()
    expect(rows.locator(".fl-row")).to_have_count(2)
    expect(rows.locator("[name='hands.0.name']")).to_have_value("Bo")
    expect(rows.locator("[name='hands.0.sizes'][value=large]")).to_be_checked()
    assert [row["name"] for row in inputs(words)["hands"]] == ["Bo", "Cy"]
    assert words.page.evaluate("document.activeElement !== document.body"), "the focus is lost with the row"


def test_rows_inside_a_branch(words: Locator) -> None:
    way = words.locator("[data-field=way]")
    tap(way, "way.is", "sail-far")
    way.get_by_role("button", name="Add hand").click()
    box = way.locator("[name='way.crew.0.name']")
    box.fill("Dee")
    assert inputs(words)["way"]["crew"][0]["name"] == "Dee"
    way.get_by_role("button", name="Add hand").click()
    expect(way.locator(".fl-row")).to_have_count(2)
    way.get_by_role("button", name="Remove hand 2").click()
    expect(way.locator(".fl-row")).to_have_count(1)
    assert [row["name"] for row in inputs(words)["way"]["crew"]] == ["Dee"]


def test_a_row_of_the_table_or_one_of_your_own(words: Locator) -> None:
    beast = words.locator("[data-field=beast]")
    select, legs = beast.locator("select"), beast.locator("[name='beast.legs']")
    expect(legs).to_be_hidden()
    select.select_option("snake")
    assert inputs(words)["beast"] == "snake"
    select.select_option("own")
    expect(legs).to_be_visible()
    beast.locator("[name='beast.name']").fill("millipede")
    legs.fill("100")
    assert inputs(words)["beast"] == {"is": "own", "name": "millipede", "legs": 100, "size": "small"}
    assert values(words)["legs"] == 100


def test_what_may_be_left_empty(words: Locator) -> None:
    words.locator("[name=perhaps]").fill("3")
    words.locator("[name=maybe]").fill("W2")
    said = inputs(words)
    assert (said["perhaps"], said["maybe"]) == (3, "W2")
    words.locator("[name=perhaps]").fill("")
    words.locator("[name=maybe]").fill("")
    said = inputs(words)
    assert (said["perhaps"], said["maybe"]) == (None, None)


def test_more_counts_what_is_set_inside(words: Locator) -> None:
    more = words.locator("details.fl-more")
    expect(more.locator("[data-more]")).to_have_text("")
    more.locator("summary").click()
    more.locator("[name=text]").fill("something")
    expect(more.locator("[data-more]")).to_have_text("(1 set)")
    expect(more).to_have_attribute("open", "")
    words.locator(".fl-examples button").first.click()
    expect(words.locator("[data-more]")).to_have_text("")


def test_an_example_fills_the_whole_form(words: Locator) -> None:
    words.get_by_role("button", name="A ride with two hands").click()
    expect(words.locator("[name='way.beast']")).to_have_value("mare")
    expect(words.locator("[name='hands.1.name']")).to_have_value("Bo")
    expect(words.locator("[name='hands.1.sizes'][value=large]")).to_be_checked()
    assert inputs(words)["hands"][1] == {"name": "Bo", "skill": "G5", "sizes": ["large"]}


def test_fields_that_do_not_fit_each_other(words: Locator) -> None:
    words.locator("[name='span.first']").fill("9")
    told = words.locator("[data-field=span] > .fl-error")
    expect(told).to_have_text("A span ends where it begins or later; this goes from 9 to 5.")
    words.locator("[name='span.last']").fill("11")
    expect(told).to_be_hidden()
    assert values(words)["span"] == [9, 11]


def test_a_link_with_everything(sample: Server, visit: Visit) -> None:
    page = visit(**WIDE)
    page.add_init_script(LISTEN)
    link = "way.is=ride&way.beast=goat&hands.0.name=Ada&hands.1.name=Bo&beast=snake&sizes=small,large&number=-2"
    page.goto(sample.url + "?" + "&".join(f"sample-everything.{part}" for part in link.split("&")))
    section = page.locator("section.fl")
    expect(section.locator("[name='way.beast']")).to_have_value("goat")
    expect(section.locator(".fl-figure").first).to_have_text("1")
    said = inputs(section)
    assert [row["name"] for row in said["hands"]] == ["Ada", "Bo"]
    assert (said["beast"], said["sizes"], said["number"]) == ("snake", ["small", "large"], -2)


# --- A session ------------------------------------------------------------------------------------------------------


def log_of(section: Locator) -> dict[str, Any]:
    """What is kept of a session, a moment after its last step."""
    settled(section.page)
    section.page.wait_for_timeout(500)
    key = section.evaluate("(root) => `felloe.session ${location.pathname} ${root.id}`")
    kept: dict[str, Any] = json.loads(section.page.evaluate(f"localStorage['{key}']"))["log"]
    return kept


def rest(race: Locator) -> None:
    """One step without dice."""
    settled(race.page)
    tap(race.locator("form.fl-move"), "move.is", "rest")
    race.get_by_role("button", name="Rest", exact=True).click()
    settled(race.page)


def tool(race: Locator, name: str) -> Locator:
    """A button of the course; what leaves the session stands behind a fold."""
    if name not in ("Undo", "Redo"):
        race.locator(".fl-leave").evaluate("(fold) => { fold.open = true; }")
    return race.locator(".fl-course").get_by_role("button", name=name)


def set_goal(race: Locator, goal: str) -> None:
    """Change the set-up of a race that may have begun."""
    race.locator(".fl-setup").evaluate("(fold) => { fold.open = true; }")
    race.locator("[name=goal]").fill(goal)


def test_a_session_is_played_to_its_end(sample: Server, visit: Visit) -> None:
    race = section_of(visit(**PHONE), f"{sample.url}race/", "sample-race")
    for number in range(60):
        move = race.locator("form.fl-move")
        if not move.count():
            break
        expect(move).to_have_count(1)
        assert move.get_attribute("data-side") == ("hare", "tortoise")[number % 2]
        if move.locator("[value=run]").count():
            tap(move, "move.is", "run")
            expect(move.locator("[name='move.dice']")).to_be_visible()
            move.get_by_role("button", name="one more").click()
        move.locator("button[type=submit]").click()
        expect(race.locator("[data-at]")).to_have_text(f"Step {number + 1}")
    log = log_of(race)
    assert max(values(race)["hare"], values(race)["tortoise"]) >= 25
    assert not race.locator("form.fl-move").count()
    for step in log["steps"]:
        assert len(step["faces"]) == (2 if step["move"]["is"] == "run" else 0)
        assert all(1 <= face <= 6 for face in step["faces"])
    assert [step["side"] for step in log["steps"][:2]] == ["hare", "tortoise"]
    expect(race.locator(".fl-figure").first).to_have_text(str(max(values(race)["hare"], values(race)["tortoise"])))


def test_the_branch_of_a_move_shows_its_own_fields(sample: Server, visit: Visit) -> None:
    race = section_of(visit(**WIDE), f"{sample.url}race/", "sample-race")
    move = race.locator("form.fl-move")
    expect(move.locator("[name='move.dice']")).to_be_visible()
    tap(move, "move.is", "rest")
    expect(move.locator("[name='move.dice']")).to_be_hidden()
    move.get_by_role("button", name="Rest", exact=True).click()
    expect(race.locator("form.fl-move")).to_have_attribute("data-side", "tortoise")
    assert [step["move"] for step in log_of(race)["steps"]] == [{"is": "rest"}]


def test_a_bad_move_is_told_beside_its_field(sample: Server, visit: Visit) -> None:
    race = section_of(visit(**WIDE), f"{sample.url}race/", "sample-race")
    race.locator("form.fl-move [name='move.dice']").fill("9")
    race.get_by_role("button", name="Run", exact=True).click()
    told = race.locator("[data-field='move.dice'] > .fl-error")
    expect(told).to_have_text("This takes a whole number from 1 to 3; this says “9”.")
    expect(race.locator("[name='move.dice']")).to_have_value("9")
    expect(race.locator("[name='move.dice']")).to_have_attribute("aria-invalid", "true")
    race.locator("[name='move.dice']").fill("1")
    race.get_by_role("button", name="Run", exact=True).click()
    expect(race.locator("form.fl-move")).to_have_attribute("data-side", "tortoise")
    assert len(log_of(race)["steps"]) == 1


def test_two_sessions_on_a_page_do_not_disturb_each_other(sample: Server, visit: Visit) -> None:
    race = section_of(visit(**WIDE), f"{sample.url}race/", "sample-race")
    other = race.page.locator("#sample-race-2")
    race.get_by_role("button", name="Run", exact=True).click()
    expect(race.locator("form.fl-move")).to_have_attribute("data-side", "tortoise")
    expect(other.locator("form.fl-move")).to_have_attribute("data-side", "hare")
    other.get_by_role("button", name="Run", exact=True).click()
    expect(other.locator("form.fl-move")).to_have_attribute("data-side", "tortoise")
    assert len(log_of(other)["steps"]) == 1


def test_a_ruling_changed_in_the_middle_loses_no_move(sample: Server, visit: Visit) -> None:
    race = section_of(visit(**WIDE), f"{sample.url}race/", "sample-race")
    tap(race, "move.is", "rest")
    race.get_by_role("button", name="Rest", exact=True).click()
    expect(race.locator("form.fl-move")).to_have_attribute("data-side", "tortoise")
    set_goal(race, "35")
    settled(race.page)
    expect(race.locator(".fl-complaint, form.fl-move[data-side=tortoise]").first).to_be_visible()


def test_undo_redo_and_from_the_start(sample: Server, visit: Visit) -> None:
    race = section_of(visit(**WIDE), f"{sample.url}race/", "sample-race")
    place, move = race.locator("[data-at]"), race.locator("form.fl-move")
    expect(tool(race, "Undo")).to_be_disabled()
    for _ in range(3):
        rest(race)
    expect(place).to_have_text("Step 3")
    expect(race.locator(".fl-story li").first).to_contain_text("hare: rests")
    asked = race.page.evaluate("asked.length")
    tool(race, "Undo").click()
    expect(place).to_have_text("Step 2 of 3")
    expect(move).to_have_attribute("data-side", "hare")
    assert "log" not in json.loads(race.page.evaluate(f"asked.slice({asked}).at(-1).request")), "the whole log was sent"
    tool(race, "From the start").click()
    expect(place).to_have_text("Step 0 of 3")
    tool(race, "Redo").click()
    tool(race, "Redo").click()
    expect(place).to_have_text("Step 2 of 3")
    tap(move, "move.is", "run")
    race.get_by_role("button", name="Run", exact=True).click()
    expect(place).to_have_text("Step 3")
    expect(tool(race, "Redo")).to_be_disabled()
    assert [step["move"]["is"] for step in log_of(race)["steps"]] == ["rest", "rest", "run"]


def test_dice_of_the_table(sample: Server, visit: Visit) -> None:
    race = section_of(visit(**WIDE), f"{sample.url}race/", "sample-race")
    move = race.locator("form.fl-move")
    move.get_by_role("button", name="one more").click()
    move.get_by_label("with your own dice").check()
    move.get_by_role("button", name="Run", exact=True).click()
    faces = move.get_by_label("The hare’s run: 2\N{NO-BREAK SPACE}dice.")
    fell = move.get_by_role("button", name="These fell")
    faces.fill("6 5 4")
    fell.click()
    expect(move.locator("[data-field=faces] > .fl-error")).to_contain_text("takes 2\N{NO-BREAK SPACE}dice; 3 faces")
    expect(faces).to_have_value("6 5 4")
    faces.fill("6")
    fell.click()
    expect(move.get_by_label("The hare’s run: 2\N{NO-BREAK SPACE}dice; 1 missing.")).to_have_value("6")
    expect(move.get_by_role("button", name="Roll 1D")).to_be_visible()
    assert race.locator("[data-at]").inner_text() == "No step yet"
    move.locator("[name=faces]").fill("65")
    fell.click()
    expect(race.locator("form.fl-move")).to_have_attribute("data-side", "tortoise")
    assert values(race)["hare"] == 11
    expect(move.get_by_label("with your own dice")).to_be_checked()


def test_the_machine_throws_a_roll_that_is_waited_for(sample: Server, visit: Visit) -> None:
    race = section_of(visit(**WIDE), f"{sample.url}race/", "sample-race")
    move = race.locator("form.fl-move")
    move.get_by_label("with your own dice").check()
    move.get_by_role("button", name="Run", exact=True).click()
    move.get_by_role("button", name="Another move").click()
    expect(move.locator("[name='move.dice']")).to_be_visible()
    move.get_by_role("button", name="Run", exact=True).click()
    move.get_by_role("button", name="Roll 1D").click()
    expect(race.locator("form.fl-move")).to_have_attribute("data-side", "tortoise")
    assert len(log_of(race)["steps"][0]["faces"]) == 1


def test_the_button_says_what_is_chosen(sample: Server, visit: Visit) -> None:
    race = section_of(visit(**WIDE), f"{sample.url}race/", "sample-race")
    rest(race)
    expect(race.locator("form.fl-move button[type=submit]")).to_have_text("Run")
    tap(race.locator("form.fl-move"), "move.is", "rest")
    expect(race.locator("form.fl-move button[type=submit]")).to_have_text("Rest")


def test_a_session_is_taken_up_where_it_was_left(sample: Server, visit: Visit, tmp_path: Path) -> None:
    race = section_of(visit(**WIDE), f"{sample.url}race/", "sample-race")
    set_goal(race, "35")
    for _ in range(3):
        rest(race)
    tool(race, "Undo").click()
    expect(race.locator("[data-at]")).to_have_text("Step 2 of 3")
    log_of(race)
    with race.page.expect_download() as download:
        tool(race, "Save to a file").click()
    download.value.save_as(tmp_path / "race.json")
    later = race.page.context.new_page()
    race.page.close()
    later.add_init_script(LISTEN)
    later.goto(f"{sample.url}race/")
    again = later.locator("#sample-race")
    expect(again.locator("[data-at]")).to_have_text("Step 2 of 3")
    expect(again.locator("[name=goal]")).to_have_value("35")
    expect(again.locator(".fl-status")).to_contain_text("Taken up where you left it.")
    again.get_by_role("button", name="Begin anew").click()
    expect(again.locator("[data-at]")).to_have_text("No step yet")
    expect(again.locator("[name=goal]")).to_have_value("25")
    chooser = again.locator(".fl-course input[type=file]")
    chooser.set_input_files(tmp_path / "race.json")
    expect(again.locator("[data-at]")).to_have_text("Step 2 of 3")
    (tmp_path / "race.json").write_text('{"kind": "felloe session", "calculator": "duel"}', encoding="utf-8")
    chooser.set_input_files(tmp_path / "race.json")
    expect(again.locator(".fl-status")).to_contain_text("This is no file of a session “sample-race”")
    expect(again.locator("[data-at]")).to_have_text("Step 2 of 3")


def test_what_no_link_can_carry_becomes_a_file(sample: Server, visit: Visit, tmp_path: Path) -> None:
    race = section_of(visit(**WIDE), f"{sample.url}race/", "sample-race")
    steps = [{"side": ("hare", "tortoise")[number % 2], "move": {"is": "rest"}, "faces": []} for number in range(1600)]
    log = {"format": 1, "version": "", "setup": {"goal": 25}, "steps": steps}
    file = tmp_path / "long.json"
    file.write_text(json.dumps({"kind": "felloe session", "calculator": "sample-race", "at": 1600, "log": log}))
    race.locator(".fl-course input[type=file]").set_input_files(file)
    expect(race.locator("[data-at]")).to_have_text("Step 1600")
    assert "sample-race.log" not in race.page.url
    with race.page.expect_download() as download:
        race.get_by_role("button", name="Copy link").click()
    saved = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert (saved["at"], len(saved["log"]["steps"])) == (1600, 1600)
    expect(race.locator(".fl-status")).to_contain_text("too long for a link")
    tool(race, "Undo").click()
    expect(race.locator("[data-at]")).to_have_text("Step 1599 of 1600")


def test_another_python_is_told_all_of_it(sample: Server, visit: Visit) -> None:
    race = section_of(visit(**WIDE), f"{sample.url}race/", "sample-race")
    rest(race)
    race.page.evaluate("import('../assets/felloe.js').then(({ python }) => (python.cancel(''), python))")
    race.page.evaluate("globalThis.python.terminate()")
    race.page.evaluate("globalThis.python.dispatchEvent(new ErrorEvent('error'))")
    rest(race)
    expect(race.locator("[data-at]")).to_have_text("Step 2")


@pytest.mark.parametrize("kept", ["{", '{"version": 1}', '{"version": 1, "log": {"steps": 7}, "at": 0}', "5"])
def test_a_damaged_session_is_set_aside(kept: str, sample: Server, visit: Visit) -> None:
    page = visit(**WIDE)
    key = "felloe.session /race/ sample-race"
    page.add_init_script(f"localStorage['{key}.set-aside'] ?? (localStorage['{key}'] = `{kept}`)")
    race = section_of(page, f"{sample.url}race/", "sample-race")
    expect(page.locator(".fl-notice")).to_contain_text("The session kept here could not be read")
    assert page.evaluate(f"localStorage['{key}.set-aside']") == kept
    rest(race)
    expect(race.locator("[data-at]")).to_have_text("Step 1")


def test_a_session_that_no_longer_replays_says_so(sample: Server, visit: Visit) -> None:
    page = visit(**WIDE)
    log = {"format": 1, "version": "0.0.1", "setup": {"goal": 25}, "steps": [{"side": "fox", "move": {}}]}
    stored = json.dumps({"version": 1, "log": log, "at": 1})
    page.add_init_script(f"localStorage['felloe.session /race/ sample-race'] ??= {json.dumps(stored)}")
    race = section_of(page, f"{sample.url}race/", "sample-race")
    expect(race.locator(".fl-complaint")).to_contain_text("Step 1 could not be replayed")
    rest(race)
    expect(race.locator("[data-at]")).to_have_text("Step 1")
