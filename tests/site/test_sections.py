"""Every rule section is whole, and the pages keep to how they are meant to read."""

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

import pytest
from markdown_it.token import Token

from engine import pages, rulings
from engine.pages import CALCULATOR, PARSER, Section
from engine.views.marks import PAGE as MARKS_PAGE
from engine.views.marks import SHAPES
from tests.site.building import DOCS

MOST_SENTENCES = 6
MOST_WORDS = 40
EXAMPLE, LEADS = "Example.", "Where it leads: "
RULINGS = "rulings-and-sources/our-tables-rulings/"
MARKS = f"{MARKS_PAGE.rstrip('/')}.md"
BOOKS = r"Burning Wheel, (?:revised|later) edition|Bastard Sword|Melee!"
BOOK = re.compile(rf'<p class="fl-book">(?:{BOOKS}) · [^·<]+(?: · [^·<]+)*</p>')
HOMEBREW = "homebrew/"
ATTRIBUTES = re.compile(r"\{[^{}]*\}")
SENTENCE_ENDS = re.compile(r"(?<=[.!?])[”’)]*\s+(?=\S)")
INCLUDED = "--8<--"  # a file that the build puts in the place of this line
HYPHEN_FOR_MINUS = re.compile(r"(?<!\w)-\s?\d")
UNWELCOME = re.compile(r"\b(?:obviously|simply|just)\b", re.IGNORECASE)
MARKED = {
    "HUB-07": {"ruling"},
    "HUB-08": {"derived"},
    "HUB-35": {"corrected", "derived", "ruling"},
    "HUB-37": {"corrected", "ruling"},
    "HUB-40": {"missing", "ruling"},
    "HUB-42": {"rebuilt"},
    "HUB-47": {"corrected", "ruling"},
    "HUB-49": {"derived"},
    "CIR-03": {"missing"},
    "CIR-11": {"missing", "ruling"},
    "WPN-02": {"corrected", "ruling"},
    "WPN-09": {"missing"},
    "WPN-34": {"corrected", "missing", "ruling"},
    "INJ-03": {"missing"},
    "INJ-06": {"ruling"},
}
"""The marks of trust that a rule's section carries: what the inventory calls doubtful, wrong, damaged or absent."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link of a page: its words and where it leads, from the root of the pages."""

    words: str
    page: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph or a list item: its words without any markup, its links, and where it stands."""

    words: str
    links: tuple[Link, ...]
    listed: bool
    brief: bool

    @property
    def sentences(self) -> list[str]:
        return [sentence for sentence in SENTENCE_ENDS.split(self.words) if sentence]


@dataclass(slots=True)
class Prose:
    """A section of a page, with its texts and its raw HTML."""

    page: str
    section: Section
    texts: list[Text] = field(default_factory=list)
    html: str = ""

    @property
    def at(self) -> str:
        return f"{self.page}#{self.section.anchor}"

    @property
    def links(self) -> list[Link]:
        return [link for text in self.texts for link in text.links]

    @property
    def marks(self) -> set[str]:
        """The kinds of marks of trust; a mark of a ruling leads to the ruling itself."""
        kinds = {link.anchor for link in self.links if link.page == MARKS}
        return kinds | ({"ruling"} if any(link.page.startswith(RULINGS) for link in self.links) else set())


def _text(inline: Token, page: str, *, listed: bool, brief: bool) -> Text:
    said, links, opened = "", [], None
    for token in inline.children or ():
        if token.type == "link_open":
            opened = (len(said), str(token.attrs["href"]))
        elif token.type == "link_close" and opened:
            start, href = opened
            target, _, anchor = href.partition("#")
            there = posixpath.normpath(posixpath.join(posixpath.dirname(page), target)) if target else page
            links.append(Link(said[start:], there, anchor))
        elif token.type in ("softbreak", "hardbreak"):
            said += " "
        elif token.type in ("text", "code_inline"):
            said += token.content
    words = " ".join(ATTRIBUTES.sub("", said).split())
    return Text(words, tuple(links), listed, brief)


def read(page: str, markdown: str) -> list[Prose]:
    """The sections of a page with what they say."""
    found = [Prose(page, section) for section in pages.sections(markdown, page)]
    here, lists, heading, brief = 0, 0, False, True
    for token in PARSER.parse(markdown):
        match token.type:
            case "heading_open":
                here, heading, brief = here + 1, True, True
            case "heading_close":
                heading = False
            case "fence":
                brief = False
            case "html_block":
                found[here].html += token.content
            case "bullet_list_open" | "ordered_list_open":
                lists += 1
            case "bullet_list_close" | "ordered_list_close":
                lists -= 1
            case "inline" if not heading:
                found[here].texts.append(_text(token, page, listed=lists > 0, brief=brief))
    return found


@cache
def whole_site() -> tuple[Prose, ...]:
    paths = sorted(DOCS.rglob("*.md"))
    return tuple(
        prose for path in paths for prose in read(path.relative_to(DOCS).as_posix(), path.read_text(encoding="utf-8"))
    )


@cache
def anchors() -> frozenset[tuple[str, str]]:
    """Every section that a link can lead to."""
    return frozenset((prose.page, prose.section.anchor) for prose in whole_site() if prose.section.anchor)


def lacks(prose: Prose) -> Iterator[str]:
    """What keeps a section from being whole, each in a few words."""
    section, texts = prose.section, prose.texts
    asked = [pages.read_calculator(fence, prose.page) for fence in section.fences if fence.language == CALCULATOR]
    if not asked:
        yield "a calculator"
    elif not any(one.examples for one in asked):
        yield "an example of one click"
    brief = sum(len(text.sentences) for text in texts if text.brief)
    if not 1 <= brief <= MOST_SENTENCES:
        yield f"a rule in brief of 1 to {MOST_SENTENCES} sentences (it has {brief})"
    if not any(text.words.startswith(f"{EXAMPLE} ") for text in texts if not text.listed):
        yield "an example with people"
    if not any(text.listed for text in texts):
        yield "edge cases as a list"
    if not prose.page.startswith(HOMEBREW) and not BOOK.fullmatch(prose.html.strip()):
        yield "chapter and heading of the book"
    yield from _lacks_leads([text for text in texts if text.words.startswith(LEADS)])


def _lacks_leads(leads: Sequence[Text]) -> Iterator[str]:
    if len(leads) != 1:
        yield f"one line of where it leads (it has {len(leads)})"
        return
    links = leads[0].links
    if not 1 <= len(links) <= 2:
        yield f"one or two links where it leads (it has {len(links)})"
    for link in links:
        if (link.page, link.anchor) not in anchors():
            yield f"a section behind “{link.words}” ({link.page}#{link.anchor})"


def ruled() -> list[Prose]:
    return [prose for prose in whole_site() if prose.section.rules]


each_section = pytest.mark.parametrize("prose", ruled(), ids=lambda prose: prose.at)
each_text_section = pytest.mark.parametrize("prose", whole_site(), ids=lambda prose: prose.at)


@each_section
def test_a_section_is_whole(prose: Prose) -> None:
    missing = list(lacks(prose))
    assert not missing, f"{prose.at} lacks {'; '.join(missing)}"


@each_section
def test_a_section_names_every_ruling_about_it(prose: Prose) -> None:
    linked = {link.anchor for link in prose.links if link.page.startswith(RULINGS)}
    concerned = {ruling.id for ruling in rulings.REGISTRY.values() if set(ruling.rules) & set(prose.section.rules)}
    assert not sorted(concerned - linked), f"{prose.at} does not link these rulings"


@each_section
def test_a_section_carries_its_marks_of_trust(prose: Prose) -> None:
    wanted = set().union(*(MARKED.get(rule, set()) for rule in prose.section.rules))
    assert not sorted(wanted - prose.marks), f"{prose.at} lacks these marks"


def test_marks_and_rulings_are_linked_as_the_engine_shows_them() -> None:
    shown = {which.value: f"{shape} {word}" for which, (shape, word) in SHAPES.items()}
    wrong = []
    for prose in whole_site():
        for link in prose.links:
            if link.page == MARKS and link.anchor and link.words != shown.get(link.anchor):
                wrong.append(f"{prose.at}: “{link.words}” for the mark {link.anchor}")
            if link.page.startswith(RULINGS) and link.anchor and link.anchor not in rulings.REGISTRY:
                wrong.append(f"{prose.at}: there is no ruling {link.anchor}")
    assert not wrong, "\n".join(wrong)


@each_text_section
def test_sentences_are_short(prose: Prose) -> None:
    long = [
        f"{len(sentence.split())} words: {sentence}"
        for text in prose.texts
        for sentence in text.sentences
        if len(sentence.split()) > MOST_WORDS
    ]
    assert not long, f"{prose.at}\n" + "\n".join(long)


@each_text_section
def test_no_unwelcome_word_and_no_hyphen_for_a_minus(prose: Prose) -> None:
    titles = [
        title
        for fence in prose.section.fences
        if fence.language == CALCULATOR
        for title in pages.read_calculator(fence, prose.page).examples
    ]
    said = [prose.section.title, *(text.words for text in prose.texts if not text.words.startswith(INCLUDED)), *titles]
    wrong = [words for words in said if UNWELCOME.search(words) or HYPHEN_FOR_MINUS.search(words)]
    assert not wrong, f"{prose.at}\n" + "\n".join(wrong)


@each_section
def test_the_examples_of_a_calculator_differ(prose: Prose) -> None:
    for fence in prose.section.fences:
        if fence.language == CALCULATOR:
            asked = pages.read_calculator(fence, prose.page)
            titles = [title.casefold() for title in asked.examples]
            assert len(set(titles)) == len(titles), f"{prose.at}: {asked.use} has an example twice"
            shown = list(asked.examples.values())
            same = [one for place, one in enumerate(shown) if one in shown[:place]]
            assert not same, f"{prose.at}: {asked.use} shows the same twice: {same}"


POOR = """# A page

## Bare { #bare data-rules="HUB-01" }

One. Two. Three. Four. Five. Six. Seven.

```calculator
use = "odds"
```

Where it leads: [nowhere](nowhere.md#nothing).

## Empty { #empty data-rules="HUB-02" }
"""


def test_a_poor_section_is_found_out() -> None:
    _, _, bare, empty = read("burning-wheel/page.md", POOR)
    assert list(lacks(bare)) == [
        "an example of one click",
        "a rule in brief of 1 to 6 sentences (it has 7)",
        "an example with people",
        "edge cases as a list",
        "chapter and heading of the book",
        "a section behind “nowhere” (burning-wheel/nowhere.md#nothing)",
    ]
    assert "a calculator" in list(lacks(empty))
    assert "one line of where it leads (it has 0)" in list(lacks(empty))


@pytest.mark.parametrize("words", ["−1D", "10−3", "3-6", "well-known", "a two-handed 4"])
def test_no_minus_is_found_where_there_is_none(words: str) -> None:
    assert not HYPHEN_FOR_MINUS.search(words)


@pytest.mark.parametrize("words", ["-1D", "a penalty of -2", "(-3D)", "- 4"])
def test_a_hyphen_for_a_minus_is_found(words: str) -> None:
    assert HYPHEN_FOR_MINUS.search(words)


def test_there_are_sections_to_test() -> None:
    assert len(ruled()) > 35
