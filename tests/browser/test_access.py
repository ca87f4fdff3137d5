"""Every kind of control and block for every reader: touch, keyboard, dark, still, and on paper.

Each specimen (see `SPECIMENS`) is opened once for a pointer and once for a finger, from the one before, and all tests
look at it there. What depends on what a page says is in test_pages.py, for every page.
"""

import io
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.browser.looking import (
    ANSWERED,
    CIRCLES,
    FOCUSABLE,
    LISTEN,
    PHONE,
    SMALL,
    SPECIMENS,
    TARGETS,
    WIDE,
    WIDER,
    WITH_CONTROLS,
    followed,
    load_axe,
    named,
    settled,
    touch,
    unfolded,
    unopposed,
    until,
    violations,
)
from tests.browser.server import Server
from tests.browser.tabs import Browsers

Visit = Callable[..., Page]
NARROW: dict[str, Any] = {"viewport": {"width": 320, "height": 640}}
COLORS = ["color-contrast", "link-in-text-block"]
"""All that axe looks at that can differ between the schemes."""
POINTER = ["scrollable-region-focusable", "target-size"]
"""And that a pointer changes; the rest is in test_pages.py, for every page."""


@pytest.fixture(scope="module", params=SPECIMENS, ids=named)
def specimen(request: pytest.FixtureRequest) -> str:
    """Of the module, so that all tests of a page come one after the other."""
    return str(request.param)


@pytest.fixture
def page(request: pytest.FixtureRequest, specimen: str, all_browsers: Browsers, running_site: Server) -> Iterator[Page]:
    """Each specimen; what a test needs of its screen it sets itself, with `look`."""
    yield from loaded(request, all_browsers, "pointer", SMALL, running_site.url + specimen)


@pytest.fixture
def phone(
    request: pytest.FixtureRequest, specimen: str, all_browsers: Browsers, running_site: Server
) -> Iterator[Page]:
    """Each specimen on a phone."""
    yield from loaded(request, all_browsers, "finger", PHONE, running_site.url + specimen)


def loaded(
    request: pytest.FixtureRequest, all_browsers: Browsers, name: str, screen: dict[str, Any], url: str
) -> Iterator[Page]:
    """The page as the test before has left it, where that looked at the same."""
    context, new = all_browsers.kept(name, reduced_motion="reduce", **screen)
    if new:
        context.add_init_script(LISTEN)
    with unopposed(context):
        first = not context.pages
        page = context.new_page() if first else context.pages[0]
        if first or getattr(request.node, "execution_count", 1) > 1:  # it failed, and runs once more
            page.goto("about:blank")
            page.goto(url)
        elif page.url.partition("#")[0] != url:
            page.emulate_media(media="screen")
            followed(page, url)
            page.wait_for_timeout(100)  # Python is there already, and what a page asks it for at once comes back
            until(page, ANSWERED)
        yield page


def look(page: Page, screen: dict[str, Any], scheme: str = "default", media: Any = "screen") -> None:
    """From the top of the page, on a screen of that size, in that color scheme of Material, or on paper."""
    page.set_viewport_size(screen["viewport"])
    page.emulate_media(media=media)
    page.evaluate(
        """(scheme) => {
          document.querySelector(`input[data-md-color-scheme=${scheme}]`).click();
          scrollTo({ top: 0, behavior: "instant" });
        }""",
        scheme,
    )
    assert page.evaluate("document.body.dataset.mdColorScheme") == scheme


def opened(visit: Visit, url: str, **options: Any) -> Page:
    page = visit(**options)
    page.add_init_script(LISTEN)
    page.goto(url)
    return page


def calculate(page: Page) -> None:
    """Ask every section of the page again."""
    for section in page.locator("section.fl").all():
        touch(page, f"#{section.get_attribute('id')}")
    if page.locator("section.fl").count():
        settled(page)


def test_axe_finds_nothing_in_light_and_dark(page: Page) -> None:
    load_axe(page)
    look(page, SMALL, "slate")
    with unfolded(page):
        calculate(page)
        dark = violations(page, {"type": "rule", "values": COLORS})
        assert not dark, "\n".join(dark)
        look(page, SMALL)
        light = violations(page, {"type": "rule", "values": [*POINTER, *COLORS]})
        assert not light, "\n".join(light)


def test_axe_finds_nothing_in_a_fault(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + CIRCLES, reduced_motion="reduce", **WIDE)
    load_axe(page)
    section = page.locator("#circles-obstacle")
    section.get_by_role("button", name="Add reputation").click()
    expect(section.locator(".fl-row")).to_have_count(1)
    section.locator("[name=circles]").fill("4B")
    expect(section.locator("[data-field=circles] > .fl-error")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")  # what lies behind the header would be measured against what is in it
    assert not violations(page)


def test_the_first_figure_is_on_the_first_screen(phone: Page) -> None:
    look(phone, PHONE)
    figure = phone.locator("section.fl .fl-figure").first
    if not figure.count() or phone.locator(".fl-tiles").is_visible():
        pytest.skip("no calculator on this page, or questions come first")
    box = figure.bounding_box()
    assert box is not None
    assert box["y"] >= 48, "under the header"
    assert box["y"] + box["height"] <= 640
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360


PINNED = """([name, top]) => {
  const form = document.getElementById(name).querySelector(".fl-form");
  scrollBy({ top: form.getBoundingClientRect().top - top, behavior: "instant" });
  const pin = form.querySelector(".fl-pin");
  const [outer, inner] = [form.getBoundingClientRect(), pin.getBoundingClientRect()];
  const hit = document.elementFromPoint(inner.left + inner.width / 2, inner.top + inner.height / 2);
  return {
    form: outer.bottom, pin: inner.bottom, height: inner.height, width: inner.width - outer.width,
    seen: pin.contains(hit), text: pin.textContent, top: outer.top,
  };
}"""


def test_the_answer_is_pinned_while_its_form_is_in_view(phone: Page) -> None:
    look(phone, PHONE)
    for section in phone.locator("section.fl:not(.fl--session):visible").all():
        name = section.get_attribute("id")
        figure = section.locator(".fl-figure").first.text_content() or ""
        for top in (400, 60):
            seen = phone.evaluate(PINNED, [name, top])
            if seen["top"] > 520:
                continue  # the page ends here
            assert abs(seen["pin"] - min(seen["form"], 640)) <= 1, (name, top, seen)
            assert seen["seen"], (name, top, seen)
            assert figure in seen["text"], name
            assert seen["height"] < 120, "the pinned bar takes more than its share"


def test_no_sideways_scrolling(page: Page) -> None:
    look(page, NARROW)
    with unfolded(page):
        calculate(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        wide = page.evaluate(WIDER)
        assert not wide, "\n".join(wide)


def test_no_sideways_scrolling_with_letters_of_twice_the_size(page: Page) -> None:
    look(page, {"viewport": {"width": 390, "height": 844}})
    page.evaluate("document.documentElement.style.fontSize = '250%'")  # Material's own is 125 %
    try:
        with unfolded(page):
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, "\n".join(page.evaluate(WIDER))
    finally:
        page.evaluate("document.documentElement.style.fontSize = ''")


def test_targets_are_large_enough_for_a_pointer(page: Page) -> None:
    look(page, WIDE)
    with unfolded(page):
        small = page.evaluate(TARGETS, 24)
        assert not small, "\n".join(small)


def test_targets_are_large_enough_for_a_finger(phone: Page) -> None:
    look(phone, PHONE)
    with unfolded(phone):
        assert phone.evaluate("matchMedia('(pointer: coarse)').matches")
        small = phone.evaluate(TARGETS, 44)
        assert not small, "\n".join(small)


FOCUS = """() => {
  const one = document.activeElement;
  if (!one || one === document.body || !one.closest("article")) {
    return null;
  }
  const before = globalThis.focusedBefore ?? document.querySelector("article");
  globalThis.focusedBefore = one;
  const shown = one.closest(".fl-chip, .fl-switch, .fl-reading") ?? one;
  const box = shown.getBoundingClientRect();
  // A table may be taller than the screen: what counts is the part of it that the screen holds.
  const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
  const points = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.15], [0.5, 0.85]].map(([across, down]) =>
    document.elementFromPoint(box.left + box.width * across, top + (bottom - top) * down));
  const ringed = (of) => {
    const style = getComputedStyle(of);
    return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1) || style.boxShadow !== "none";
  };
  return {
    html: one.outerHTML.slice(0, 140),
    seen: points.some((hit) => hit && (shown.contains(hit) || hit.contains(shown))
                      && !hit.closest(".md-header") && hit.closest(".fl-pin") === one.closest(".fl-pin")),
    ringed: ringed(one) || ringed(shown),
    onwards: !before.isConnected || before.compareDocumentPosition(one) === Node.DOCUMENT_POSITION_FOLLOWING
      || before.compareDocumentPosition(one) === Node.DOCUMENT_POSITION_FOLLOWING + Node.DOCUMENT_POSITION_CONTAINED_BY,
  };
}"""

# The page itself looks at each stop, as the next Tab comes, which leads nowhere once the article is left.
WALK = f"""() => {{
  const look = {FOCUS};
  const walk = new AbortController();
  let begun = false;
  globalThis.stops = [];
  globalThis.left = false;
  globalThis.walked = () => (walk.abort(), stops);
  addEventListener("keydown", (event) => {{
    const stop = begun && !left ? look() : undefined;
    begun = true;
    left ||= stop === null;
    if (left) {{
      event.preventDefault();
    }} else if (stop) {{
      stops.push(stop);
    }}
  }}, {{ capture: true, signal: walk.signal }});
}}"""
# Of a long list some rows are as good as all of them.
SHORTER = """() => {
  for (const list of document.querySelectorAll("article :is(ul, ol, dl, tbody)")) {
    [...list.children].slice(40).forEach((row) => row.remove());
  }
}"""
AT_ONCE = 25
"""So many Tabs come before the page is asked whether the article is left."""


def test_keyboard_alone(page: Page, specimen: str) -> None:
    if specimen not in WITH_CONTROLS:
        pytest.skip("other specimens have its controls")
    page.reload()
    look(page, SMALL)
    page.evaluate(SHORTER)
    expected = page.evaluate(
        f"""() => {{
          const groups = new Set();
          return [...document.querySelectorAll("article :is({FOCUSABLE})")].filter((one) => {{
            if (one.disabled || one.tabIndex < 0 || !one.checkVisibility({{ visibilityProperty: true }})) {{
              return false;
            }}
            if (one.type !== "radio" || !one.name) {{
              return true;
            }}
            const fresh = !groups.has(one.name);
            groups.add(one.name);
            return fresh;
          }}).length;
        }}"""
    )
    page.locator("article h1").evaluate("(heading) => { heading.tabIndex = -1; heading.focus(); }")
    page.evaluate(WALK)
    for _ in range(2000 // AT_ONCE):
        for _ in range(AT_ONCE):
            page.keyboard.press("Tab")
        if page.evaluate("left"):
            break
    stops: list[dict[str, Any]] = page.evaluate("walked()")
    assert all(stop["onwards"] for stop in stops), "focus jumps"
    hidden = [stop["html"] for stop in stops if not stop["seen"]]
    bare = [stop["html"] for stop in stops if not stop["ringed"]]
    assert not hidden, "covered while focused:\n" + "\n".join(hidden)
    assert not bare, "no focus ring:\n" + "\n".join(bare)
    assert len(stops) >= expected, "some controls cannot be reached"


def test_arrows_space_and_enter(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + CIRCLES, **WIDE)
    section = page.locator("#circles-obstacle")
    page.locator("#circles-obstacle-station-same").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#circles-obstacle-station-step")).to_be_checked()
    expect(section.locator(".fl-figure").first).to_have_text("Ob 2")
    expect(page.locator("#circles-obstacle-station-step")).to_be_focused()
    example = section.locator(".fl-examples button").nth(1)
    example.focus()
    page.keyboard.press("Enter")
    expect(section.locator(".fl-figure").first).not_to_have_text("Ob 2")
    expect(example).to_be_focused()
    add = section.get_by_role("button", name="Add reputation")
    add.focus()
    page.keyboard.press("Space")
    expect(section.locator("[name='reputations.0.name']")).to_be_focused()
    fold = section.locator(".fl-more > summary")
    fold.focus()
    page.keyboard.press("Enter")
    expect(section.locator("details.fl-more")).to_have_attribute("open", "")
    rests = section.locator(".fl-rests > summary")
    rests.focus()
    page.keyboard.press("Enter")
    section.locator(".fl-rests input:checked").first.focus()
    chosen = section.locator(".fl-rests input:checked").first.get_attribute("value")
    page.keyboard.press("ArrowDown")
    expect(rests).to_contain_text("1 of them yours")
    assert section.locator(".fl-rests input:checked").first.get_attribute("value") != chosen
    assert page.evaluate("document.activeElement.matches('.fl-rests input:checked')"), "the focus is lost"


def test_arrows_in_a_grid(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + "burning-wheel/duel-of-wits/action-against-action/", **WIDE)
    cells = (
        page.locator(".fl-grid")
        .first.locator("tbody tr")
        .evaluate_all("(rows) => rows.map((row) => [...row.querySelectorAll('.fl-cell')].length)")
    )
    assert len(cells) >= 7
    assert len(set(cells)) == 1
    place = """() => {
      const row = document.activeElement.closest("tr");
      return [[...row.parentElement.children].indexOf(row),
        [...row.querySelectorAll(".fl-cell")].indexOf(document.activeElement)];
    }"""
    page.locator(".fl-grid .fl-cell").first.focus()
    for key, at in (
        ("ArrowRight", [0, 1]),
        ("ArrowDown", [1, 1]),
        ("End", [1, cells[0] - 1]),
        ("ArrowRight", [1, cells[0] - 1]),
        ("ArrowUp", [0, cells[0] - 1]),
        ("ArrowUp", [0, cells[0] - 1]),
        ("Home", [0, 0]),
        ("ArrowLeft", [0, 0]),
    ):
        page.keyboard.press(key)
        assert page.evaluate(place) == at, key


def test_the_focus_comes_along_to_the_next_page(site: Server, visit: Visit) -> None:
    """Instant navigation leaves it on nothing; it goes to the heading, or to what the link names."""
    page = opened(visit, site.url + CIRCLES, **WIDE)
    page.locator(".md-nav--primary a", has_text="From contact to relationship").evaluate("(link) => link.click()")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    left = page.url
    page.locator("article a[href*='find-someone/#cir-']:visible").first.evaluate("(link) => link.click()")
    until(page, f"location.href !== '{left}' && location.hash.startsWith('#cir-')")
    until(page, "document.activeElement.id === location.hash.slice(1)")


MOVING = """() => [...document.querySelectorAll("*")].flatMap((one) => [null, "::before", "::after"].map((part) => {
  const style = getComputedStyle(one, part);
  const turns = style.animationName !== "none" && style.animationDuration !== "0s";
  const slides = style.transitionDuration.split(", ").some((time) => parseFloat(time) > 0);
  return turns || slides || style.scrollBehavior === "smooth" ? one.outerHTML.slice(0, 100) + (part ?? "") : null;
})).filter(Boolean)"""


def test_nothing_is_animated_under_reduced_motion(page: Page) -> None:
    look(page, SMALL)
    moving = page.evaluate(MOVING)
    assert not moving, "\n".join(moving[:20])


def test_otherwise_something_is(site: Server, visit: Visit) -> None:
    """The counterpart: the test above can fail."""
    assert opened(visit, site.url + CIRCLES, reduced_motion="no-preference", **SMALL).evaluate(MOVING)


PRINTED = """() => {
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  return {
    buttons: seen("button:not(.fl-marks, .fl-doll__part), [role=button], .md-header, .md-sidebar, .fl-pin, .fl-wait")
      .map((one) => one.outerHTML),
    controls: seen("section.fl :is(form, input, select, textarea)").map((one) => one.outerHTML),
    figures: seen("section.fl .fl-figure").length,
    ground: getComputedStyle(document.body).backgroundColor,
  };
}"""


def test_on_paper(page: Page) -> None:
    look(page, WIDE, "slate", media="print")
    printed = page.evaluate(PRINTED)
    assert printed["ground"] == "rgb(255, 255, 255)"
    assert not printed["buttons"], "\n".join(one[:200] for one in printed["buttons"])
    assert not printed["controls"], "\n".join(one[:200] for one in printed["controls"])
    sections = page.locator("section.fl")
    assert printed["figures"] >= sections.count()


def test_a_page_of_rules_prints_on_few_sheets(site: Server, visit: Visit) -> None:
    page = opened(visit, site.url + CIRCLES, **WIDE)
    assert len(PdfReader(io.BytesIO(page.pdf(format="A4"))).pages) <= 5


SHEETS = "burning-wheel/fight/script-sheets-and-cards/"


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("duel-of-wits/sheets-and-cards/", [("Volley 3", 2), ("Countered by", 3)]),
        ("getting-better/test-logs-to-print/", [("a skill, exponent", 9)]),
    ],
    ids=["duel", "logs"],
)
def test_pages_for_paper_print_sheets_and_cards_alone(
    path: str, said: list[tuple[str, int]], site: Server, visit: Visit
) -> None:
    """A page of paper for each kind, and how often each of these has something."""
    pdf = PdfReader(io.BytesIO(opened(visit, f"{site.url}burning-wheel/{path}", **WIDE).pdf(format="A4")))
    printed = [" ".join(page.extract_text().split()) for page in pdf.pages]
    assert [text.count(words) for text, (words, _) in zip(printed, said, strict=True)] == [count for _, count in said]
    assert not [text for text in printed if "Example" in text or "Where it leads" in text]


@pytest.mark.parametrize(
    ("page", "sheets", "cards"),
    [
        ("chapter-cards", 4, ["Rolling dice", "Wounds", "Running it"]),
        ("chapter-cards-melee", 1, ["The fight", "Attacking"]),
        ("chapter-cards-bastard-sword", 1, ["Core rules", "Characters", "Combat", "Gear"]),
    ],
)
def test_chapter_cards_print_on_few_sheets(
    page: str, sheets: int, cards: list[str], site: Server, visit: Visit
) -> None:
    pdf = PdfReader(io.BytesIO(opened(visit, f"{site.url}at-the-table/{page}/", **WIDE).pdf(format="A4")))
    said = [one.extract_text() for one in pdf.pages]
    assert len(said) <= sheets
    assert not [card for card in cards if card not in "".join(said)]
    assert "What is looked up most" not in said[0]


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_script_sheets_and_cards_print_on_five_pages(site: Server, visit: Visit, paper: str) -> None:
    """Two sheets of each kind a page, nine cards a page, and nothing of the prose."""
    pdf = PdfReader(io.BytesIO(opened(visit, site.url + SHEETS, **WIDE).pdf(format=paper)))
    said = [" ".join(page.extract_text().split()) for page in pdf.pages]
    assert len(said) == 5
    assert [text.count("Volley 3") for text in said] == [2, 2, 0, 0, 0]
    assert [sum(name in text for name in ("Avoid Defensive", "Lock Neutral")) for text in said] == [0, 0, 2, 0, 0]
    assert ["Throw Opponent Neutral" in text for text in said] == [False, False, False, True, False]
    assert "Observation Maintain" in said[4]
    assert not [text for text in said if "Example" in text or "Where it leads" in text]
