"""The built site as files: what it holds, where its links lead, and that it needs no other host."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from bs4 import Tag
from bs4.element import PreformattedString

from engine import pages as sources
from engine import rules, rulings
from hooks import fonts
from tests.browser.looking import FOCUSABLE, SPECIMENS, WITH_CONTROLS
from tests.browser.server import Server
from tests.site.building import DOCS, pages
from tests.site.reading import ids, kinds, page_bytes, read

MOST_WORDS = 900
GROW = (
    "at-the-table/chapter-cards/",
    "at-the-table/chapter-cards-bastard-sword/",
    "rulings-and-sources/examples-fights-wounds-magic/",
    "rulings-and-sources/examples-melee-bastard-sword/",
    "rulings-and-sources/examples-tests-and-people/",
    "rulings-and-sources/what-changed/",
    "rulings-and-sources/what-the-sources-lack/",
)
"""The changelog, lists and a register, which nobody reads from end to end."""
MOST_SECTIONS = 5
MOST_BYTES = 150 * 1024
RULINGS = "rulings-and-sources/our-tables-rulings/"
APART = {"fl", "fl-leads", "fl-rulings", "headerlink"}
"""Classes of what is no prose: a calculator, the form of all rulings, the mark beside a heading."""
LOADING = {
    "script": ("src",),
    "img": ("src", "srcset"),
    "source": ("src", "srcset"),
    "iframe": ("src",),
    "embed": ("src",),
    "object": ("data",),
    "video": ("src", "poster"),
    "audio": ("src",),
}
LINKS_THAT_LOAD = {"stylesheet", "icon", "preload", "modulepreload", "prefetch", "preconnect", "dns-prefetch"}
CSS_URL = re.compile(r"""(?:url\(\s*|@import\s+)["']?([^"')\s;]+)""")
each_page = pytest.mark.parametrize("page", pages(), ids=lambda page: page.rstrip("/") or "home")


def source_of(page: str) -> Path:
    alone = DOCS / f"{page.rstrip('/')}.md"
    return alone if alone.is_file() else DOCS / page / "index.md"


def files(built: Path) -> list[Path]:
    return sorted(built.rglob("*.html"))


def address(server: Server, file: Path) -> str:
    return server.url + file.relative_to(server.folder).as_posix().removesuffix("index.html")


def loaded(soup: Tag) -> Iterator[str]:
    """Whatever a browser fetches by itself for a page."""
    for name, attributes in LOADING.items():
        for element in soup.find_all(name):
            for attribute in attributes:
                value = element.get(attribute)
                if value:
                    yield from (part.split()[0] for part in value.split(",")) if attribute == "srcset" else [value]
    for link in soup.find_all("link"):
        if LINKS_THAT_LOAD & set(link.get("rel", [])):
            yield link["href"]
    for style in soup.find_all("style"):
        yield from CSS_URL.findall(style.get_text())
    for element in soup.find_all(style=True):
        yield from CSS_URL.findall(element["style"])


def test_every_page_of_the_navigation_is_built_and_no_other(built: Path) -> None:
    there = {file.parent.relative_to(built).as_posix() for file in built.rglob("index.html")}
    assert there == {page.rstrip("/") or "." for page in pages()}


def test_every_link_and_anchor_resolves(running_site: Server) -> None:
    broken, seen = [], 0
    for file in files(running_site.folder):
        here = address(running_site, file)
        for link in read(file).find_all("a", href=True):
            target = urlsplit(urljoin(here, link["href"]))
            if f"{target.scheme}://{target.netloc}/" != running_site.url:
                continue
            seen += 1
            found = running_site.folder / unquote(target.path).lstrip("/")
            found = found / "index.html" if found.is_dir() else found
            if not found.is_file():
                broken.append(f"{file}: {link['href']}: no such file")
            elif (
                (at := target.fragment.partition("?")[0]) and found.suffix == ".html" and unquote(at) not in ids(found)
            ):
                broken.append(f"{file}: {link['href']}: no such anchor")
    assert not broken, "\n".join(broken)
    assert seen > 100


def test_nothing_is_loaded_from_another_host(running_site: Server) -> None:
    ours = urlsplit(running_site.url).netloc
    strange, seen = [], 0
    for file in files(running_site.folder):
        for reference in loaded(read(file)):
            seen += 1
            target = urlsplit(urljoin(address(running_site, file), reference))
            if target.scheme != "data" and target.netloc != ours:
                strange.append(f"{file}: {reference}")
    for file in sorted(running_site.folder.rglob("*.css")):
        for reference in CSS_URL.findall(file.read_text(encoding="utf-8")):
            seen += 1
            target = urlsplit(urljoin(address(running_site, file), reference))
            if target.scheme != "data" and target.netloc != ours:
                strange.append(f"{file}: {reference}")
    assert not strange, "\n".join(strange)
    assert seen > 20


@each_page
def test_every_loaded_file_is_there(running_site: Server, page: str) -> None:
    for reference in loaded(read(running_site.folder / page / "index.html")):
        target = urlsplit(urljoin(running_site.url + page, reference))
        if target.scheme != "data":
            assert (running_site.folder / unquote(target.path).lstrip("/")).is_file(), reference


@each_page
def test_every_fence_is_one_section(built: Path, page: str) -> None:
    source = source_of(page)
    fences = [
        fence
        for section in sources.sections(source.read_text(encoding="utf-8"), str(source))
        for fence in section.fences
    ]
    soup = read(built / page / "index.html")
    asked = [tomllib.loads(fence.body)["use"] for fence in fences if fence.language == sources.CALCULATOR]
    assert [section["data-calculator"] for section in soup.select("section.fl")] == asked
    assert len(soup.select("form.fl-rulings")) == sum(fence.language == sources.RULINGS for fence in fences)
    for section in soup.select("section.fl"):
        assert section.select_one(".fl-out .fl-figure"), "a section is built without its answer"
        assert section.has_attr("data-search-exclude")


def test_every_rule_stands_where_it_says(built: Path) -> None:
    lost = []
    for rule in rules.REGISTRY.values():
        file = built / rule.page / "index.html"
        if not file.is_file() or rule.id.lower() not in ids(file):
            lost.append(f"{rule.id}: {rule.page}/#{rule.id.lower()}")
    assert not lost, "\n".join(lost)
    assert len(rules.REGISTRY) > 40


@each_page
def test_no_id_twice(built: Path, page: str) -> None:
    found = Counter(element["id"] for element in read(built / page / "index.html").find_all(id=True))
    assert not [name for name, count in found.items() if count > 1]


@each_page
def test_labels_and_references_lead_somewhere(built: Path, page: str) -> None:
    file = built / page / "index.html"
    for attribute in ("for", "aria-labelledby", "aria-describedby", "aria-controls"):
        for element in read(file).select(f"section.fl [{attribute}], form.fl-rulings [{attribute}]"):
            named = element[attribute]
            for name in named if isinstance(named, list) else named.split():
                assert name in ids(file), f"{attribute}={name}"


def test_titles_and_descriptions(built: Path) -> None:
    titles, descriptions = Counter[str](), Counter[str]()
    for page in pages():
        soup = read(built / page / "index.html")
        assert soup.title is not None
        titles[soup.title.get_text()] += 1
        described = soup.find("meta", attrs={"name": "description"})
        assert isinstance(described, Tag), page
        descriptions[str(described["content"])] += 1
    assert [text for text, count in (titles | descriptions).items() if count > 1 or not text.strip()] == []


@each_page
def test_a_page_is_short(built: Path, page: str) -> None:
    article = read(built / page / "index.html").select_one("article")
    assert article is not None
    assert len(article.select("h1")) == 1
    assert page in GROW or len(article.select("h2:not(.fl-panel h2)")) <= MOST_SECTIONS
    assert page in GROW or len(list(prose(article))) <= MOST_WORDS


def prose(element: Tag) -> Iterator[str]:
    """The words of an article that are to be read one after the other."""
    for child in element.children:
        if not isinstance(child, Tag):
            yield from "" if isinstance(child, PreformattedString) else child.get_text().split()
        elif child.name not in ("table", "pre", "code") and not APART & set(child.get_attribute_list("class")):
            yield from prose(child)


CONTROLS = "section.fl :is(input, select, button, textarea), form.fl-rulings :is(input, select, button, textarea)"


def enabled(control: Tag) -> bool:
    """Whether a reader could use a control before any script has run."""
    return not control.has_attr("disabled") and control.find_parent("fieldset", disabled=True) is None


def test_a_page_stays_light_with_all_that_it_loads(built: Path) -> None:
    """Packed as a host packs once and for all; that is slow, so first a little less well, for some percent more."""
    heavy = [page for page, size in page_bytes(built, quality=9).items() if size > MOST_BYTES]
    sizes = page_bytes(built, among=heavy)
    assert {page: size for page, size in sizes.items() if size > MOST_BYTES} == {}


def test_each_ruling_has_its_form_on_one_page(built: Path) -> None:
    forms = {page: read(built / page / "index.html").select("form.fl-rulings .fl-ruling") for page in pages()}
    assert [page for page, found in forms.items() if found and not page.startswith(RULINGS)] == []
    assert Counter(form["id"] for found in forms.values() for form in found) == Counter(list(rulings.REGISTRY))
    on_top = forms[RULINGS]
    assert {form["id"] for form in on_top} == set(rulings.books()), "a chapter has no page of its own"
    for page, found in forms.items():
        for form in found:
            said = rulings.REGISTRY[str(form["id"])]
            boxes = form.select(f"input[data-ruling='{said.id}']")
            assert [box["value"] for box in boxes] == [reading.value for reading in said.readings]
            assert all(one.get_text(strip=True) for one in form.select(".fl-under")), f"{page}#{said.id}"


def test_older_addresses_of_rulings_name_the_way_to_them(built: Path) -> None:
    """Once all stood on one page, and before that they were called by no game: there, their ids are links."""
    listed = read(built / RULINGS / "index.html")
    for one in rulings.REGISTRY.values():
        for name in filter(None, (one.id, one.was)):
            there = listed.find(id=name)
            assert there is not None, name
            link = there if there.name == "a" else there.find("a")
            if one.books:
                assert there.find_parent("form"), name
            else:
                assert isinstance(link, Tag), name
                page, _, anchor = str(link["href"]).partition("#")
                assert anchor == one.id
                assert one.id in ids(built / RULINGS / page / "index.html"), name
                assert link.get_text() == one.question


@each_page
def test_without_javascript_nothing_pretends_to_work(built: Path, page: str) -> None:
    """As a browser shows it: test_without_javascript in browser/test_pages.py."""
    soup = read(built / page / "index.html")
    controls = soup.select(CONTROLS)
    assert [str(control)[:160] for control in controls if enabled(control)] == []
    for section in soup.select("section.fl"):
        said = section.select_one(".fl-unscripted")
        assert said is not None
        assert "Without JavaScript" in said.get_text()
    assert controls or not soup.select("section.fl")


@each_page
def test_every_chart_has_words_and_a_table(built: Path, page: str) -> None:
    """A picture has a name and a caption, and a table or list behind it, dice apart, whose name spells them out."""
    soup = read(built / page / "index.html")
    for chart in soup.select(".fl-body svg, .fl-body [role=img]"):
        if chart.get("aria-hidden") == "true" or chart.find_parent("svg") or chart.find_parent(role="img"):
            continue
        labels = [soup.find(id=name) for name in str(chart.get("aria-labelledby", "")).split()]
        assert chart.get("aria-label") or any(label and label.get_text() for label in labels), str(chart)[:160]
        figure = chart.find_parent("figure")
        assert figure is not None, str(chart)[:160]
        caption = figure.find("figcaption")
        assert caption is not None, str(chart)[:160]
        assert caption.get_text().strip(), str(chart)[:160]
        details = soup.find(id=str(chart.get("aria-details", "")))
        behind = details if isinstance(details, Tag) else figure
        assert "fl-dice" in chart.get_attribute_list("class") or behind.find(["table", "ul", "ol"]), str(chart)[:160]


def test_nothing_of_this_machine_is_in_the_site(built: Path) -> None:
    text_files = [path for path in built.rglob("*") if path.suffix in (".html", ".js", ".css", ".json", ".xml")]
    for path in text_files:
        assert str(DOCS.parent) not in path.read_text(encoding="utf-8"), path


CODE = ("pre", "code", "script", "style")


def test_every_letter_is_in_the_fonts_or_named_as_a_sign(built: Path) -> None:
    drawn = {*fonts.LETTERS, *fonts.FURTHER, *fonts.SIGNS, "\n", "\t"}
    texts = [text for file in files(built) for text in read(file).body.find_all(string=True)]
    shown = {letter for text in texts for letter in text}
    assert shown - drawn <= fonts.RARE
    assert not {letter for text in texts if fonts.RARE & set(text) and not text.find_parent(CODE) for letter in text}


def test_every_typeface_is_named_with_its_licence(built: Path) -> None:
    about = read(built / "rulings-and-sources" / "about" / "index.html").get_text()
    licences = sorted((built / "assets" / fonts.FOLDER).glob("*.OFL.txt"))
    assert len(licences) == len(fonts.FACES)
    for licence in licences:
        assert licence.name.partition(".")[0].replace("-", " ").title() in about


def test_labels_of_forms_are_not_searched(built: Path) -> None:
    index = (built / "search" / "search_index.json").read_text(encoding="utf-8")
    assert "Side A scripts exchange 1" not in index
    assert "fl-" not in index


def test_every_footer_says_whose_the_books_are(built: Path) -> None:
    wheel, sword = (
        "<em>Burning Wheel</em> belongs to Luke Crane and Burning Wheel HQ.",
        "<em>Bastard Sword</em> belongs to",
    )
    for path in files(built):
        game = path.relative_to(built).parts[0]
        said = path.read_text(encoding="utf-8")
        assert (f"Unofficial. {wheel}" in said) == (game != "bastard-sword"), path
        assert (sword in said) == (game not in ("burning-wheel", "melee")), path


def lacking(built: Path, specimens: Sequence[str], among: str = "*") -> dict[str, list[str]]:
    """What of some elements stands on each page and on no specimen."""
    shown = frozenset[str]().union(*(kinds(built / page / "index.html", among) for page in specimens))
    return {page: new for page in pages() if (new := sorted(kinds(built / page / "index.html", among) - shown))}


def test_no_page_has_a_kind_that_no_specimen_has(built: Path) -> None:
    """What test_access.py proves of each kind of control and block on the specimens then holds on every page."""
    found = lacking(built, SPECIMENS)
    assert not found, f"make one of these pages a specimen (SPECIMENS in tests/browser/looking.py): {found}"
    assert lacking(built, SPECIMENS[1:]), "the first specimen shows nothing of its own, so this would notice nothing"
    assert set(WITH_CONTROLS) < set(SPECIMENS)
    found = lacking(built, WITH_CONTROLS, FOCUSABLE)
    assert not found, f"make one of these pages a specimen with controls (WITH_CONTROLS there): {found}"
    assert lacking(built, WITH_CONTROLS[1:], FOCUSABLE)
