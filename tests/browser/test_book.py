"""The book for paper, all of the handbook in one document, and the PDF that Chromium makes of its specimens.

Paper knows a page by what kinds of things stand on it, as a screen does; to print and read all of them takes minutes.
"""

import functools
import io
import re
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from mkdocs.utils.yaml import yaml_load
from playwright.sync_api import Page, expect
from pypdf import PageObject, PdfReader
from pypdf.generic import Destination

from tests.browser.looking import PHONE, SPECIMENS, WIDE, load_axe, until, violations
from tests.browser.tabs import Browsers, Tab
from tests.browser.tabs import until as wait
from tests.site.building import CONFIG, pages

FIND = "#/burning-wheel/people/find-someone/"
# Printing is only counted: nobody is here to close the browser's own window.
COUNT = "Object.assign(globalThis, { printed: 0, print: () => void (printed += 1) })"
ASK = "document.querySelector('.fl-print').click()"
ANSWERS = ".fl-figure, .fl-sentence, :is(.fl-out, .fl-from) :is(td, th):not(form *)"  # a grid of choices is a control
LEAVES = [path for path in pages() if path in SPECIMENS]
"""The pages that are printed, in the order of the book."""
PRINTED = f""".fl-leaf:is({", ".join(f"[id='/{path}']" for path in LEAVES)})"""
CONTROLS = "button, input, select, textarea, summary, details, form, label, fieldset, script, [contenteditable]"

# Chromium takes its time to print so many sheets with their outline, and a busy machine longer.
pytestmark = pytest.mark.patience(450)

CONTRAST = {"type": "rule", "values": ["color-contrast"]}


def bound(page: Page, address: str) -> Page:
    """The page with the book lying over it."""
    page.add_init_script(COUNT)
    page.goto(address)
    until(page, "document.querySelector('.fl-print') !== null")
    page.evaluate(ASK)
    until(page, "printed === 1")
    return page


@pytest.fixture(scope="module")
def printed(book: Path, all_browsers: Browsers) -> Iterator[Page]:
    """The book, put together by a reader of the dark palette."""
    context = all_browsers.browser("chromium").new_context(color_scheme="dark", **WIDE)
    yield bound(context.new_page(), book.as_uri())
    context.close()


@pytest.fixture(scope="module")
def pdf(printed: Page) -> PdfReader:
    others = printed.add_style_tag(content=f".fl-leaf:not({PRINTED}) {{ display: none }}")
    made = printed.pdf(format="A4", outline=True, tagged=True)
    others.evaluate("(style) => style.remove()")
    return PdfReader(io.BytesIO(made))


@pytest.fixture(scope="module")
def text(pdf: PdfReader) -> Callable[[int], str]:
    """What a sheet says, by its number, without its spaces, which a PDF may set anywhere.

    Chromium makes the book in a tenth of the time that it takes to read all of its sheets.
    """
    return functools.cache(lambda number: plain(said(pdf.pages[number])))


def headings(outline: Any, depth: int = 0) -> Iterator[tuple[int, Destination]]:
    for one in outline:
        if isinstance(one, list):
            yield from headings(one, depth + 1)
        else:
            yield depth, one


def entries(nav: Any, depth: int = 0) -> Iterator[tuple[int, str, str]]:
    """Depth, words and source file ("" for a group without a page) of every line of the navigation."""
    for item in nav:
        ((words, under),) = item.items()
        own, *others = [under] if isinstance(under, str) else under if isinstance(under[0], str) else ["", *under]
        yield depth, words, own
        yield from entries(others, depth + 1)


def navigation() -> list[tuple[int, str, str]]:
    with CONFIG.open(encoding="utf-8") as file:
        return list(entries(yaml_load(file)["nav"]))


def said(sheet: PageObject) -> str:
    """What a sheet says, letter by letter where its font joins some."""
    return unicodedata.normalize("NFKC", sheet.extract_text())


def plain(text: str) -> str:
    return re.sub(r"\s", "", text)


def test_every_heading_of_the_navigation_is_in_the_pdf(
    pdf: PdfReader, text: Callable[[int], str], printed: Page
) -> None:
    """In the contents, in the outline with all that stand below it, and on the sheet that the outline leads to."""
    outlined = [
        (depth, plain(str(one.title)), pdf.get_destination_page_number(one)) for depth, one in headings(pdf.outline)
    ]
    contents, at = "".join(text(number) for number in range(1, outlined[2][2])), 0
    for _, words, _ in navigation():
        at = contents.find(plain(words), at)
        assert at >= 0, f"{words} is not among the contents, or not in its place"
    shown, everywhere = (
        printed.evaluate(
            "(leaves) => [...document.querySelectorAll(`${leaves} :is(h1, h2, h3, h4, h5, h6)`)]"
            ".map((one) => [Number(one.tagName[1]) - 1, one.textContent])",
            leaves,
        )
        for leaves in (PRINTED, ".fl-leaf")
    )
    assert [one[:2] for one in outlined[2:]] == [*((depth, plain(words)) for depth, words in shown), (1, "Index")]
    groups = [(depth, plain(words)) for depth, words, source in navigation() if not source]
    assert [one for depth, words in everywhere if (one := (depth, plain(words))) in groups] == groups
    opening = {number for depth, _, number in outlined if depth <= 2}  # of a group, of a page in it or by itself
    assert len(opening) > len(LEAVES)
    for _, words, number in outlined:
        assert number not in opening or words in text(number), words


def test_each_chapter_begins_a_new_page(pdf: PdfReader, text: Callable[[int], str], printed: Page) -> None:
    assert printed.locator(".fl-leaf [data-deep='1']").count() == len(pages())
    titles = [plain(title) for title in printed.locator(f"{PRINTED} [data-deep='1']").all_text_contents()]
    assert len(titles) == len(LEAVES)
    deep = printed.locator(f"{PRINTED} :is(h1, h2, h3, h4, h5, h6)").evaluate_all(
        "(all) => all.map((one) => one.dataset.deep)"
    )
    outlined = [one for _, one in headings(pdf.outline)][2:-1]  # the title, the contents and the index are no chapters
    begun = [one for one, depth in zip(outlined, deep, strict=True) if depth == "1"]
    numbers = [pdf.get_destination_page_number(one) or 0 for one in begun]
    assert len(numbers) == len(titles)
    assert numbers == sorted(set(numbers)), "in their order, and never two on one sheet"
    for title, number in zip(titles, numbers, strict=True):
        assert title in text(number)[:200], f"something stands above {title}"
    contents, at = " ".join(text(number) for number in range(1, numbers[0])), 0
    places = [pages().index(path) + 1 for path in LEAVES]
    for place, title, number in zip(places, titles, numbers, strict=True):
        # On the sheet, the number of the page and that of the sheet stand side by side.
        assert f"§{place}{number + 1}" in text(number)[:200], f"{title} has no number to be found by"
        at = contents.find(f"§{place}", at)
        assert at >= 0, f"{title} has no number in the contents, or not in its place"


def test_its_index_leads_from_what_readers_say_to_a_number(printed: Page) -> None:
    entries = printed.evaluate(
        """() => {
          const leaves = [...document.querySelectorAll(".fl-leaf")].map(({ id }) => id);
          return [...document.querySelectorAll(".fl-volume__index li")].map((line) => {
            const link = line.querySelector("a").getAttribute("href").slice(1);
            const leaf = document.getElementById(link)?.closest(".fl-leaf")?.id;
            return [line.textContent, line.querySelector("a").textContent, `${leaves.indexOf(leaf) + 1}`];
          });
        }"""
    )
    assert all(said.endswith(f" {number}") and number != "0" for said, _, number in entries)
    terms = [words.lower() for _, words, _ in entries]
    assert {"versus test", "find someone", "steel"} <= {*terms}
    assert len(terms) > 3000
    assert not [words for words in terms if re.fullmatch(r"[a-z]{3}-\d+", words)], (
        "rules by id have a page of their own"
    )
    assert len({said for said, _, _ in entries}) == len(entries)


def test_links_lead_to_places_in_the_book(pdf: PdfReader, printed: Page) -> None:
    unprinted = printed.locator(f".fl-leaf:not({PRINTED})").evaluate_all(
        "(leaves) => leaves.flatMap((one) => [one, ...one.querySelectorAll('[id]')].map(({ id }) => id))"
    )
    places = {*pdf.named_destinations, *(f"/{one}" for one in unprinted)}
    inside = outside = 0
    for page in pdf.pages:
        for link in page.get("/Annots", []):
            one = link.get_object()
            if "/Dest" in one:
                assert one["/Dest"] in places or one["/Dest"].lstrip("/") in places, one["/Dest"]
                inside += 1
            else:
                assert one["/A"]["/URI"].startswith("https://"), one["/A"]
                outside += 1
    assert inside > 4 * len(LEAVES)


def test_the_title_page(pdf: PdfReader) -> None:
    title = " ".join(said(pdf.pages[0]).split())
    assert re.search(
        r"Felloe .*Version \d+\.\d+\.\d+, printed on .*default rulings.*Unofficial\..*does not replace", title
    )
    assert "Back to reading" not in title


def test_it_holds_every_answer_and_no_control(printed: Page, built: Path) -> None:
    wanted: list[str] = []
    for path in pages():
        page = (built / path / "index.html").read_text(encoding="utf-8")
        wanted += printed.evaluate(
            "([page, answers]) => [...new DOMParser().parseFromString(page, 'text/html').querySelectorAll(answers)]"
            ".map((one) => one.textContent)",
            [page, ANSWERS],
        )
    assert len(wanted) > 1000
    assert printed.locator(f".fl-leaf :is({ANSWERS})").all_text_contents() == wanted
    assert printed.locator(f".fl-leaf :is({CONTROLS})").count() == 0
    assert printed.locator(".fl-leaf :is(.fl-out, .fl-said, svg, td):not(:visible)").count() == 0


def test_inputs_are_text(printed: Page) -> None:
    fields = printed.locator("[id='/burning-wheel/people/find-someone/'] .fl-said").first
    expect(fields).to_contain_text(
        re.compile(r"Their rank is\s*your own \+0 or one step up or down \+1 · the lowest \+2")
    )
    expect(fields).to_contain_text("Your CirclesB3")
    expect(fields).to_contain_text("Reputations that matter to themnone")
    expect(fields).to_contain_text("FoRK dice0")
    rests = printed.locator("[id='/rulings-and-sources/our-tables-rulings/wounds/'] .fl-reading--held").first
    assert rests.evaluate("(one) => getComputedStyle(one, '::before').content") == '"●"', "not by colour alone"


def test_ids_are_unique_and_found(printed: Page) -> None:
    assert (
        printed.evaluate(
            """() => {
          const ids = [...document.querySelectorAll(".fl-volume [id]")].map((one) => one.id);
          const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
          const values = (name, start) => [...document.querySelectorAll(`.fl-volume [${name}]`)]
            .map((one) => one.getAttribute(name)).filter((value) => value.startsWith(start))
            .map((value) => value.replace(start, "").replace(/[)]$/, ""));
          const named = ["aria-labelledby", "aria-details"].flatMap((name) => values(name, ""));
          const asked = [...named, ...values("href", "#")];
          return [...twice, ...asked.filter((id) => !ids.includes(id))];
        }"""
        )
        == []
    )


def test_on_a_phone(book: Path, visit: Callable[..., Page]) -> None:
    page = bound(visit(**PHONE), book.as_uri())
    bar = page.locator(".fl-volume__bar button")
    assert all(box is not None and box["height"] >= 44 for box in (one.bounding_box() for one in bar.all()))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator(".fl-volume__contents a", has_text="Find someone").click()
    top = "document.getElementById('/burning-wheel/people/find-someone/').getBoundingClientRect().top"
    until(page, f"Math.abs({top} - 100) < 100")
    page.go_back()
    expect(page.locator(".fl-volume")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_in_viewport()


def test_leaving_it_leads_back(book: Path, visit: Callable[..., Page]) -> None:
    page = visit(**WIDE)
    page.add_init_script(COUNT)
    page.goto(f"{book.as_uri()}{FIND}")
    page.locator("[name=circles]").first.fill("B7")
    until(page, "document.querySelector('section.fl .fl-from').textContent.includes('Circles B7')")
    page.evaluate("scrollTo({ top: 654, behavior: 'instant' })")
    title, entries = page.title(), page.evaluate("history.length")
    leave: list[Callable[[], object]] = [
        lambda: page.keyboard.press("Escape"),
        lambda: page.get_by_role("button", name="Back to reading").click(),
        page.go_back,
    ]
    for times, way in enumerate(leave, 1):
        page.locator(".md-nav .fl-print").evaluate("(button) => button.focus({ preventScroll: true })")
        page.keyboard.press("Enter")
        until(page, f"printed === {times}")
        expect(page.locator(".fl-volume__bar p")).to_have_text("The book is ready to print.")
        assert page.title() == "Felloe 0.1.0"
        assert page.locator("main").is_hidden()
        way()
        expect(page.locator(".fl-volume")).to_have_count(0)
        assert page.title() == title
        assert page.evaluate("scrollY") == 654
        expect(page.locator(".md-nav .fl-print")).to_be_focused()
        expect(page.locator("[name=circles]").first).to_have_value("B7")
    assert page.evaluate("history.length") == entries + 1
    page.get_by_role("button", name="Your Circles: one more").first.click()
    until(page, "document.querySelector('section.fl .fl-from').textContent.includes('Circles B8')")


def test_in_every_browser(tab: Tab, book: Path) -> None:
    tab.open(book.as_uri())
    wait(tab, "document.querySelector('.fl-print') !== null")
    tab.run(f"void ({COUNT}, {ASK})")
    wait(tab, "printed === 1")
    assert tab.run("document.querySelectorAll('.fl-leaf').length") == len(pages())
    assert tab.run("document.querySelectorAll('.fl-volume section.fl .fl-figure').length") > len(pages())
    tab.run("void history.back()")
    wait(tab, "document.querySelector('.fl-volume') === null")


def test_damage_is_said(book: Path, visit: Callable[..., Page], tmp_path: Path) -> None:
    mark = 'data-of="pages:/burning-wheel/people">'
    before, _, after = book.read_text(encoding="utf-8").partition(mark)
    damaged = tmp_path / "felloe.html"
    damaged.write_text(f"{before}{mark}{'A' * 400}{after[400:]}", encoding="utf-8")
    page = visit(**WIDE)
    page.goto(damaged.as_uri())
    page.locator("article .fl-button", has_text="Print the book").click()
    expect(page.locator(".fl-volume__bar p")).to_contain_text(
        "The book could not be put together; this file may be damaged."
    )
    page.get_by_role("button", name="Back to reading").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_axe_finds_nothing(printed: Page) -> None:
    """In what surrounds the chapters, and in one of them; on paper the palette is the light one."""
    load_axe(printed)
    printed.evaluate(
        "document.querySelectorAll('.fl-leaf:not([id$=\"/find-someone/\"])').forEach((leaf) => leaf.remove())"
    )
    found = violations(printed)
    printed.emulate_media(media="print")
    assert printed.evaluate("getComputedStyle(document.body).getPropertyValue('--fl-quiet')") == "#5c5046"
    found += violations(printed, CONTRAST)
    printed.emulate_media(media="screen")
    printed.add_style_tag(content="* { transition: none !important }")  # Material's links change their color slowly
    printed.evaluate("document.body.dataset.mdColorScheme = 'default'")
    found += violations(printed, CONTRAST)
    assert not found, "\n".join(found[:20])
