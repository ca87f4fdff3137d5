"""Links, the history and a reload: each leads back to the same answer, and Back undoes the steps of one calculator."""

import json
import re
import tomllib
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from engine import app, links
from tests.browser.looking import CIRCLES, LISTEN, ODDS, SMALL, WIDE, settled, until
from tests.browser.server import Server
from tests.browser.tabs import Tab
from tests.browser.tabs import until as tab_until
from tests.browser.test_waiting import RULING, stored
from tests.unit.test_links import KEPT

Visit = Callable[..., Page]
LOG = "burning-wheel/getting-better/who-marks-what/"
# No real clipboard: what is written to it is kept, or refused as on a page without https.
CLIPBOARD = """
globalThis.copied = [];
const write = async ([item]) => void copied.push(await (await item.getType("text/plain")).text());
const writeText = async (text) => void copied.push(text);
Object.defineProperty(navigator, "clipboard", { value: { write, writeText } });
"""
REFUSED = 'Object.defineProperty(navigator, "clipboard", { value: undefined });'
OUT = "document.querySelector('#circles-obstacle .fl-out')"


def opened(visit: Visit, url: str, clipboard: str = CLIPBOARD) -> Page:
    page = visit(**SMALL)
    page.add_init_script(LISTEN + clipboard)
    page.goto(url)
    return page


def figure(page: Page, text: str, section: str = "circles-obstacle") -> None:
    expect(page.locator(f"#{section} .fl-figure").first).to_have_text(text)


def query(page: Page) -> dict[str, list[str]]:
    return query_of(page.url)


def query_of(link: str) -> dict[str, list[str]]:
    """What a link carries, all of it behind its place."""
    assert not urlsplit(link).query
    return parse_qs(urlsplit(link).fragment.partition("?")[2], keep_blank_values=True)


def place_of(link: str) -> str:
    return urlsplit(link).fragment.partition("?")[0]


def fetched(site: Server) -> list[str]:
    """What was asked for, but for the icon, for which Chromium asks at every change of the address."""
    return [path for path in site.requests if not path.endswith("mark.svg")]


def test_a_copied_link_gives_the_same_answer_elsewhere(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + CIRCLES)
    section = page.locator("#circles-obstacle")
    section.locator("label", has_text="highest").first.click()
    section.get_by_role("button", name="Add reputation").click()
    section.locator("[name='reputations.0.name']").fill("<b>the & fire</b>")
    section.locator(".fl-rests > summary").click()
    section.locator(f"[data-ruling='{RULING}'][value='once']").check()
    figure(page, "Ob 4")
    settled(page)
    section.get_by_role("button", name="Copy link").click()
    expect(section.get_by_role("button", name="Copied")).to_be_visible()
    (link,) = page.evaluate("copied")
    assert place_of(link) == "circles-obstacle"
    assert query_of(link)[f"ruling.{RULING}"] == ["once"]
    there = opened(visit, "about:blank")
    stored(there, {RULING: "chain", "circles.linked-wise": "no"})
    there.goto(link)
    settled(there)
    there.locator("#circles-obstacle .fl-rests > summary").click()
    until(there, "!document.querySelector('#circles-obstacle .fl-under:empty')")
    answers = [one.locator("#circles-obstacle .fl-out").inner_html() for one in (page, there)]
    # Attributes say how a fold or a choice was drawn; how it stands now, the reader may have changed on one of the two.
    assert len({re.sub(' (open|checked)=""', "", html) for html in answers}) == 1
    chosen = "[...document.querySelectorAll('#circles-obstacle .fl-from :checked')].map(({ id, value }) => [id, value])"
    assert page.evaluate(chosen) == there.evaluate(chosen)
    expect(there.locator("[name='reputations.0.name']")).to_have_value("<b>the & fire</b>")
    expect(there.locator(".fl-notice")).to_contain_text("This link brings its own rulings. Yours are kept")
    assert json.loads(there.evaluate("localStorage.getItem('felloe.rulings')"))["chosen"][RULING] == "chain"


def test_a_link_of_an_untouched_calculator_is_short(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + CIRCLES)
    page.locator("#circles-wise").get_by_role("button", name="Copy link").click()
    until(page, "copied.length")
    assert page.evaluate("copied[0]").removeprefix(site.url) in (
        f"{CIRCLES}#circles-wise?rulings=these",
        f"{CIRCLES}#circles-wise",
    )
    assert not site.asked("/runtime/")


SHARING = "globalThis.shared = []; navigator.share = async (what) => void shared.push(what);"


def test_where_the_device_shares_a_link_is_handed_over(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + CIRCLES, CLIPBOARD + SHARING)
    page.locator("#circles-obstacle").get_by_role("button", name="Share", exact=True).click()
    until(page, "shared.length")
    (handed,) = page.evaluate("shared")
    assert handed["title"] == page.title()
    assert place_of(handed["url"]) == "circles-obstacle"
    assert page.evaluate("copied") == []


def test_where_nothing_can_be_copied_the_link_is_shown(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + CIRCLES, REFUSED)
    page.locator("#circles-obstacle").get_by_role("button", name="Copy link").click()
    box = page.get_by_label("Copy link: copy this by hand")
    expect(box).to_be_focused()
    assert place_of(box.input_value()) == "circles-obstacle"
    assert page.evaluate("getSelection().toString() || document.activeElement.selectionEnd > 0")


def test_typing_replaces_and_steps_add_entries(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + CIRCLES)
    entries = page.evaluate("history.length")
    section = page.locator("#circles-obstacle")
    section.locator("[name=circles]").fill("B6")
    until(page, "location.hash.includes('circles-obstacle.circles=B6')")
    section.locator("label", has_text="highest").first.click()
    figure(page, "Ob 4")
    assert page.evaluate("history.length") == entries
    section.locator("[data-example]").first.click()
    settled(page)
    until(page, f"history.length === {entries + 1}")
    example = page.locator("#circles-obstacle .fl-out").inner_html()
    other = page.locator("#circles-wise")
    other.locator("[name=wise]").fill("B7")
    until(page, "location.hash.includes('circles-wise.wise=B7')")
    page.evaluate("scrollTo(0, 900)")
    site.requests.clear()
    page.evaluate("document.querySelector('#circles-wise [name=wise]').dataset.same = 'yes'")
    page.go_back()
    figure(page, "Ob 4")
    expect(section.locator("[name=circles]")).to_have_value("B6")
    expect(other.locator("[name=wise]")).to_have_value("B7")
    assert page.evaluate("document.querySelector('#circles-wise [name=wise]').dataset.same") == "yes"
    # The browser keeps in place what is seen while lines above it go; the page jumps nowhere.
    assert page.evaluate("scrollY") == pytest.approx(900, abs=60)
    assert fetched(site) == []
    assert query(page)["circles-wise.wise"] == ["B7"], "the entry keeps what the other calculator holds now"
    page.go_forward()
    until(page, f"{OUT}.innerHTML === {json.dumps(example)}")
    expect(other.locator("[name=wise]")).to_have_value("B7")
    assert fetched(site) == []


def test_back_from_another_page_finds_everything(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + CIRCLES)
    page.set_viewport_size(WIDE["viewport"])
    page.locator("#circles-obstacle label", has_text="highest").first.click()
    figure(page, "Ob 4")
    page.locator(f"a[href$='{ODDS}']").first.evaluate("(link) => link.click()")
    page.wait_for_url(f"{site.url}{ODDS}**")
    until(page, "document.querySelector('#odds')")
    page.go_back()
    page.wait_for_url(f"{site.url}{CIRCLES}**")
    figure(page, "Ob 4")
    expect(page.locator("#circles-obstacle-station-highest")).to_be_checked()


def test_a_place_on_the_page_keeps_what_was_typed(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + CIRCLES)
    page.set_viewport_size(WIDE["viewport"])
    page.locator("#circles-obstacle label", has_text="highest").first.click()
    figure(page, "Ob 4")
    page.evaluate("document.querySelector('#circles-obstacle').dataset.same = 'yes'")
    site.requests.clear()
    page.locator(".md-sidebar--secondary a[href*='#']").last.click()
    until(page, "!location.hash.startsWith('#?')")
    until(page, "scrollY > 0")
    assert query(page)["circles-obstacle.station"] == ["highest"]
    page.go_back()
    until(page, "location.hash.startsWith('#?')")
    page.wait_for_timeout(200)
    assert page.evaluate("document.querySelector('#circles-obstacle')?.dataset.same") == "yes"
    assert fetched(site) == []
    figure(page, "Ob 4")


def test_what_was_typed_comes_back_after_a_reload(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + CIRCLES)
    section = page.locator("#circles-obstacle")
    section.locator("label", has_text="highest").first.click()
    section.get_by_role("button", name="Add reputation").click()
    figure(page, "Ob 4")
    section.locator("[name=circles]").fill("4B")
    expect(section.locator("[data-field=circles] > .fl-error")).to_contain_text("this says “4B”")
    page.reload()
    expect(section.locator("[name=circles]")).to_have_value("4B")
    expect(section.locator("[data-field=circles] > .fl-error")).to_contain_text("this says “4B”")
    expect(page.locator("#circles-obstacle-station-highest")).to_be_checked()
    expect(section.locator(".fl-row")).to_have_count(1)
    figure(page, "Ob 4")
    section.get_by_role("button", name="Back to the example").click()
    figure(page, "Ob 1")
    until(page, "!location.hash")
    expect(section.get_by_role("button", name="Back to the example")).to_be_disabled()
    page.go_back()
    figure(page, "Ob 4")


def test_a_session_is_in_the_link(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + LOG)
    section = page.locator("section[data-log]").first
    name = section.get_attribute("id")
    entries = page.evaluate("history.length")
    for _ in range(2):
        before = page.evaluate("location.hash")
        section.locator("form.fl-move button[type=submit]").first.click()
        until(page, f"location.hash !== {json.dumps(before)}")
    assert page.evaluate("history.length") == entries + 2
    after = section.locator(".fl-out").inner_html()
    address = page.url
    there = opened(visit, address)
    settled(there)
    until(there, f"document.querySelector('#{name} .fl-out').innerHTML === {json.dumps(after)}")
    page.go_back()
    until(page, f"document.querySelector('#{name} .fl-out').innerHTML !== {json.dumps(after)}")
    page.go_forward()
    until(page, f"document.querySelector('#{name} .fl-out').innerHTML === {json.dumps(after)}")


def test_a_link_of_a_later_format_is_reported(site: Server, visit: Visit) -> None:
    page = opened(visit, f"{site.url}{CIRCLES}?v=2&circles-obstacle.station=highest&ruling.{RULING}=once")
    expect(page.locator(".fl-notice")).to_have_text(
        "This link is of format “2” and this page reads format 1, so its own values stand."
    )
    figure(page, "Ob 1")
    page.wait_for_timeout(200)
    assert not site.asked("/runtime/")


def below_the_top(place: str) -> str:
    """Whether the section stands where a link to it brings the reader."""
    return f"Math.abs(document.getElementById('{place}').getBoundingClientRect().top) < 160"


def test_an_older_link_is_written_anew_and_no_server_is_asked_for_what_it_holds(site: Server, tab: Tab) -> None:
    tab.open(f"{site.url}{CIRCLES}?circles-wise.wise=B7&ruling.{RULING}=once#circles-wise")
    figure = "document.querySelector('#circles-wise .fl-figure').textContent"
    own = app.run("circles-wise", {"wise": "B7"}, {RULING: "once"}).answer.verdict
    assert own is not None
    tab_until(tab, f"{figure} === {json.dumps(own.figure)}")
    assert tab.run("location.search") == ""
    assert tab.run("location.hash") == f"#circles-wise?circles-wise.wise=B7&ruling.{RULING}=once"
    assert tab.run(below_the_top("circles-wise"))
    site.requests.clear()
    address = tab.run("location.href")
    tab.open("about:blank")
    tab.open(address)
    tab_until(tab, f"{figure} === {json.dumps(own.figure)}")
    assert not [path for path in site.requests if "wise=" in path or RULING in path]


def test_a_code_in_every_browser(site: Server, tab: Tab) -> None:
    """A link to a section far down, with a code, is followed to the section; another place keeps all of it."""
    inputs = {"reputations": [{"name": f"the fire {number}", "dice": "1"} for number in range(6)]}
    form = app.entry("circles-obstacle").form
    pairs = links.write(form, form.write(form.read(inputs)))
    assert [*pairs] == [links.CODE]
    tab.open(site.url + "404.html")
    tab.open(f"{site.url}{links.address(CIRCLES.rstrip('/'), 'cir-07', 'circles-obstacle', pairs, {})}")
    tab_until(tab, "document.querySelectorAll('#circles-obstacle .fl-row').length === 6")
    tab_until(tab, "scrollY > 0")
    before = tab.run("location.hash")
    assert tab.run("document.getElementById(location.hash.slice(1).split('?')[0]) !== null")
    tab.run("void document.querySelector('.md-sidebar--secondary a[href*=\"#\"]').click()")
    tab_until(tab, f"location.hash !== {json.dumps(before)}")
    assert tab.run("location.hash.split('?')[1]") == before.partition("?")[2]
    assert not [path for path in site.requests if "?" in path and "v=" not in path]


@pytest.mark.parametrize("how", ["cold", "warm"])
def test_a_link_copied_right_after_an_example_is_the_examples(site: Server, tab: Tab, how: str) -> None:
    tab.open(site.url + CIRCLES)
    tab_until(tab, "document.querySelector('#circles-obstacle .fl-asleep')?.disabled === false")
    tab.run("void (globalThis.copied = [])")
    clipboard = CLIPBOARD.replace("globalThis.copied = [];", "")
    tab.run(f"(() => {{ {clipboard} }})()")
    if how == "warm":
        form = "document.querySelector('#circles-obstacle .fl-form')"
        tab.run(f"void {form}.dispatchEvent(new Event('input', {{ bubbles: true }}))")
        tab_until(tab, "document.documentElement.dataset.python === 'ready'")
        tab_until(tab, "document.querySelector('#circles-obstacle').dataset.waiting === undefined")
    tab.run("""(() => {
      const section = document.querySelector("#circles-obstacle");
      section.querySelector("[data-example]").click();
      section.querySelector("[data-tool=link]").click();
    })()""")
    tab_until(tab, "copied.length")
    example = tab.run("JSON.parse(document.querySelector('#circles-obstacle [data-example]').dataset.example)")
    said = query_of(tab.run("copied[0]"))
    prefix = "circles-obstacle"
    pairs = {name.removeprefix(prefix).removeprefix("."): text for name, (text,) in said.items() if prefix in name}
    form = app.entry("circles-obstacle").form
    read, _ = links.read(pairs)
    assert form.write(form.read(read)) == form.write(form.read(example))


def test_of_what_cannot_be_used_no_link_is_copied(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + CIRCLES)
    section = page.locator("#circles-obstacle")
    section.locator("[name=circles]").fill("4B")
    expect(section.locator("[data-field=circles] > .fl-error")).to_be_visible()
    section.get_by_role("button", name="Copy link").click()
    expect(section.locator(".fl-status")).to_contain_text("Nothing was copied")
    assert page.evaluate("copied") == []


def test_a_kept_link_in_every_browser(site: Server, tab: Tab) -> None:
    link = tomllib.loads(KEPT.read_text(encoding="utf-8"))["link"][0]
    assert link["calculator"] == "circles-obstacle"
    flat = "&".join(f"{link['calculator']}.{name}={text}" for name, text in link["pairs"].items())
    tab.open(f"{site.url}{CIRCLES}?{flat}&" + "&".join(f"ruling.{id}={text}" for id, text in link["rulings"].items()))
    figure = "document.querySelector('#circles-obstacle .fl-figure').textContent.replace('\\u00a0', ' ')"
    tab_until(tab, f"{figure} === 'Ob {link['values']['obstacle']}'")
    line = tab.run("document.querySelector('#circles-obstacle .fl-facts').textContent")
    assert f"{link['values']['dice']}D" in line
    tab.run("document.querySelector('#circles-obstacle [data-tool=reset]').click()")
    tab_until(tab, f"{figure} === 'Ob 1'")
    tab.run("history.back()")
    tab_until(tab, f"{figure} === 'Ob {link['values']['obstacle']}'")


@pytest.mark.parametrize("written", ["circles-obstacle=", "circles-obstacle.station=same"])
def test_a_link_may_say_that_nothing_differs(site: Server, visit: Visit, written: str) -> None:
    page = opened(visit, f"{site.url}{CIRCLES}?{written}")
    settled(page)
    expect(page.locator("#circles-obstacle .fl-status")).to_have_text("")
    figure(page, "Ob 1")
