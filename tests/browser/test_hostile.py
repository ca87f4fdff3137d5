"""Hostile and damaged links and stored state on real pages: one sentence, the page's own values, and nothing executes.

What the engine alone makes of 10,000 such requests stands in tests/unit/test_hostile.py. Here some hundreds of them
take the whole way through the address or the browser's storage. Most come to a page that is open already, as Material's
instant navigation brings one; the worst arrive with a load of the page.
"""

import base64
import itertools
import json
import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

import pytest
from playwright.sync_api import Page

from engine import app, links, rulings
from tests.browser.looking import CIRCLES, LISTEN, ODDS, WIDE, settled, touch, until
from tests.browser.server import Server
from tests.unit.test_hostile import LONG, MARKUP, SEED, Generator, assert_one_sentence

Visit = Callable[..., Page]
SESSION = "burning-wheel/getting-better/who-marks-what/"
LINKS = 16
RULINGS = 40
MOST_RULINGS = 1000
LONGEST = 20_000
UNUSED = "The link could not be used, so these are the page’s own values. "
# Opens the page anew with this query and this storage, without loading it, and says what the reader then has.
ATTEMPT = """
async ([query, local, session]) => {
  globalThis.fresh ??= document.querySelector("article").cloneNode(true);
  for (const [storage, texts] of [[localStorage, local], [sessionStorage, session]]) {
    storage.clear();
    Object.entries(texts).forEach(([key, text]) => storage.setItem(key, text));
  }
  document.querySelector(".fl-notice")?.remove();
  document.querySelector("article").replaceWith(fresh.cloneNode(true));
  history.replaceState(null, "", location.pathname + query);
  document$.next(document);
  return seen();
}
"""
SEEN = """
globalThis.seen = async () => {
  const count = (messages, ...types) => messages.filter(({ type }) => types.includes(type)).length;
  const busy = () => count(asked, "call") > count(told, "answer", "error", "fatal")
    || document.querySelector(".fl[data-waiting]");
  for (let calm = 0; calm < 2; calm += busy() ? -calm : 1) {
    await new Promise((next) => setTimeout(next, 10));
  }
  const text = (selector, root = document) =>
    [...root.querySelectorAll(selector)].map((one) => one.textContent).filter(Boolean);
  const sections = [...document.querySelectorAll("section.fl")];
  const article = [...document.querySelectorAll("article, article *")];
  return {
    sections: Object.fromEntries(sections.map((one) => [one.id, one.dataset.calculator])),
    told: Object.fromEntries(sections.map((one) => [one.id, text(".fl-status, .fl-error:not([hidden])", one)])),
    notice: text(".fl-notice").join(""),
    old: document.querySelectorAll(".fl[data-old]").length,
    figures: sections.filter((one) => text(".fl-out", one).join("").length > 20).length,
    foreign: article.filter((one) => one.matches("script, iframe, img, object, embed, base, meta, link, style")).length,
    handlers: article.flatMap((one) => one.getAttributeNames()).filter((name) => name.startsWith("on")),
    canary: typeof globalThis.canary,
    storage: { ...localStorage, ...sessionStorage },
  };
};
"""


@pytest.fixture
def page(visit: Visit) -> Iterator[Page]:
    """A page on which nothing may go wrong unseen."""
    opened = visit(**WIDE)
    wrong: list[str] = []
    opened.on("dialog", lambda dialog: wrong.append(dialog.message))
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    opened.add_init_script(LISTEN + SEEN)
    yield opened
    assert not wrong, "\n".join(wrong)


def start(page: Page, url: str) -> dict[str, Any]:
    """Open the page, with Python running, and say what it has by itself."""
    page.goto(url)
    touch(page)
    settled(page)
    own = page.evaluate(ATTEMPT, ["", {}, {}])
    assert_harmless(own, own)
    assert own["notice"] == ""
    assert not any(own["told"].values())
    assert isinstance(own, dict)
    return own


def assert_harmless(seen: dict[str, Any], own: dict[str, Any]) -> None:
    """Nothing of what was sent is anything but text, and every section has an answer that is not an old one."""
    assert seen["canary"] == "undefined"
    assert seen["foreign"] == own["foreign"]
    assert seen["handlers"] == []
    assert seen["old"] == 0
    assert seen["sections"] == own["sections"]
    assert seen["figures"] >= len(own["sections"])


def assert_usable(page: Page) -> None:
    """Whatever was stored or linked, someone who now types gets an answer."""
    before = page.evaluate("answersSoFar()")
    touch(page)
    until(page, f"answersSoFar() > {before}")
    seen = page.evaluate("seen()")
    assert (seen["old"], next(iter(seen["told"].values()))) == (0, [])


def linked(made: Generator, sections: dict[str, str]) -> tuple[str, dict[str, dict[str, str]]]:
    """A query with something for each of the sections (names by id), and what is read from it for each."""
    pairs: dict[str, str] = {}
    for section, name in sections.items():
        said = made.inputs(name)
        for key, text in said.items() if isinstance(said, dict) else ():
            if isinstance(text, str) and len(text) < LONGEST and not key.isdecimal():
                pairs[f"{section}.{key}"] = text
    query = urlencode(pairs, errors="replace")
    read = dict(parse_qsl(query, keep_blank_values=True))
    named = [(name, section) for name in read for section in sections if name.startswith(f"{section}.")]
    return f"?{query}", {
        section: {name.removeprefix(f"{section}."): read[name] for name, of in named if of == section}
        for section in dict.fromkeys(section for _, section in named)
    }


def fault_in(name: str, pairs: dict[str, str]) -> list[str]:
    """What the page has to say of the pairs of a link, as this machine's Python sees it."""
    answered = json.loads(app.call(json.dumps({"do": "form", "calculator": name, "inputs": pairs})))
    return [UNUSED + answered["error"]["message"]] if "error" in answered else []


@pytest.mark.parametrize("path", [CIRCLES, ODDS, SESSION])
def test_links(site: Server, page: Page, path: str) -> None:
    own = start(page, site.url + path)
    made, refused, used = Generator(SEED), 0, 0
    for _ in range(LINKS):
        query, pairs = linked(made, own["sections"])
        seen = page.evaluate(ATTEMPT, [query, {}, {}])
        assert_harmless(seen, own)
        for section, name in own["sections"].items():
            told = fault_in(name, pairs[section]) if section in pairs else []
            assert seen["told"][section] == told, query
            refused += bool(told)
            used += not told
    assert refused > LINKS
    assert used > LINKS / 2
    assert_usable(page)


DEVICE = ("felloe.rulings", "felloe.house", "felloe.visited")
TAB = ("felloe.typed", "felloe.rolls", "felloe.looked")
KEPT = {
    key: f"The {words} could not be read; they were set aside and {without}."
    for key, words, without in (
        ("felloe.rulings", "rulings stored on this device", "the defaults hold"),
        ("felloe.visited", "places visited last", "the search begins without them"),
        ("felloe.typed", "inputs kept for a reload", "the page’s own values stand"),
        ("felloe.rolls", "last rolls of this tab", "the list begins anew"),
        ("felloe.looked", "other table’s rulings", "yours hold"),
    )
} | {
    "felloe.house": (
        "Your table’s name and house notes could not be read; they were set aside and you begin without any."
    )
}
ELSEWHERE = (
    *("felloe.characters", "felloe.character", "felloe.typed-on-sheets"),
    *("felloe.session", "felloe.session.beside"),
    *("felloe.pinned", "felloe.taken", "felloe.screen", "felloe.screen.pinned", "felloe.evening"),
    "felloe.own-rules",
)
"""Kept too, and tried damaged where they are used: in the tests of characters, sessions, the search, the table, the GM
screen and rules of one's own."""
VISITED = f'{{"version":1,"places":["{ODDS}"]}}'
UNREADABLE = [
    *("", " ", "{", "null", "[]", '"x"', "5", "1e999", "true", "undefined", '{"version": 1}', '{"version": "1"}'),
    *(
        LONG[0],
        "[" * 100_000,
        "<img src=x onerror=canary=1>",
        '{"version": 2, "chosen": {}, "inputs": {}, "rolls": []}',
    ),
    *(
        json.dumps({"version": 1, "at": "", "chosen": odd, "inputs": odd, "rolls": odd})
        for odd in (None, 5, "x" * 100_000, [[]], {"a": None} | {str(number): 1 for number in range(2000)})
    ),
]


def test_the_kept_are_all(built: Path) -> None:
    scripts = [path.read_text(encoding="utf-8") for path in (built / "assets").glob("*.js")]
    found = {key for script in scripts for key in re.findall(r'key: ?[`"](felloe\.[a-z.-]+)', script)}
    assert found == set(KEPT) | set(ELSEWHERE)


def test_stored_state_that_cannot_be_read(site: Server, page: Page) -> None:
    own = start(page, site.url + ODDS)
    for text in UNREADABLE:
        seen = page.evaluate(ATTEMPT, ["", dict.fromkeys(DEVICE, text), dict.fromkeys(TAB, text)])
        assert_harmless(seen, own)
        assert seen["notice"] in KEPT.values(), text[:100]
        aside = {f"{key}.set-aside": text for key in KEPT}
        assert seen["storage"] == {**aside, "felloe.visited": VISITED}, text[:100]
    assert_usable(page)


def test_stored_rulings_that_are_not_known(site: Server, page: Page) -> None:
    own = start(page, site.url + ODDS)
    made, reported = Generator(SEED), 0
    for _ in range(RULINGS):
        said = made.rulings()
        chosen = {name: text for name, text in said.items() if isinstance(text, str)} if isinstance(said, dict) else {}
        known, complaints = rulings.read(chosen)
        text = json.dumps({"version": 1, "chosen": chosen})
        page.evaluate(ATTEMPT, ["", {DEVICE[0]: text}, {}])
        touch(page)
        seen = page.evaluate("seen()")
        assert_harmless(seen, own)
        if len(chosen) > MOST_RULINGS:
            assert seen["notice"] == KEPT[DEVICE[0]]
        elif complaints:
            reported += 1
            assert_one_sentence(seen["notice"])
            assert json.loads(seen["storage"][DEVICE[0]])["chosen"] == known
            assert seen["storage"][f"{DEVICE[0]}.set-aside"] == text
        else:
            assert seen["notice"] == ""
    assert reported > RULINGS / 3
    assert_usable(page)


ROLL_AGAIN = """
async () => {
  document.querySelector(".fl-rolls button").click();
  await seen();
  return document.querySelector(".fl-rolled").textContent;
}
"""


def test_stored_state_that_holds_hostile_texts(site: Server, page: Page) -> None:
    """What was typed comes back as it was typed, and is refused where it stands; a roll is text until it is rolled."""
    own = start(page, site.url + ODDS)
    made, refused = Generator(SEED), 0
    for text in MARKUP:
        typed = {"version": 1, "at": site.url + ODDS, "inputs": linked(made, own["sections"])[1]}
        roll = {"text": text, "faces": text, "roll": {"roller": "roll", "pool": text, "obstacle": text}}
        rolls = {"version": 1, "rolls": [roll] * 10}
        seen = page.evaluate(ATTEMPT, ["", {}, {TAB[0]: json.dumps(typed), TAB[1]: json.dumps(rolls)}])
        assert_harmless({**seen, "old": 0}, own)
        assert seen["notice"] == ""
        for told in filter(None, seen["told"].values()):
            refused += 1
            assert_one_sentence(*told)
        assert_one_sentence(page.evaluate(ROLL_AGAIN))
    assert refused > len(MARKUP)
    page.evaluate(ATTEMPT, ["", {}, {}])
    assert_usable(page)


def code(packed: bytes) -> str:
    """Bytes as a link has them."""
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


SET_ASIDE = "{} others were set aside with it."
LOADS: dict[str, tuple[str, str, dict[str, str], str]] = {
    "thousands of names": (ODDS, "?" + "&".join(f"a{number}.b=1" for number in range(5000)), {}, ""),
    "thousands of fields": (ODDS, "?" + "&".join(f"odds.f{number}=1" for number in range(3000)), {}, "no field “f0”"),
    "thousands of parts": (ODDS, f"?odds.{'a.' * 10_000}a=1", {}, "has at most 12 parts"),
    "thousands of rulings": (
        ODDS,
        "?odds.pool=B5&" + "&".join(f"ruling.r{number}=1" for number in range(3000)),
        {},
        SET_ASIDE.format(2999),
    ),
    "a later format": (
        ODDS,
        "?v=%3Cscript%3Ecanary=1%3C/script%3E&odds.pool=B5",
        {},
        "This link is of format “<script>",
    ),
    "broken escapes": (ODDS, "?%E0%A4%A=1&odds.pool=%ZZ%00%ED%A0%80#%E0%A4%A", {}, "A pool is a shade"),
    "markup everywhere": (ODDS, "?odds.pool=%22%3E&" + "&".join(map(quote, MARKUP)), {}, 'this says “">”'),
    "a log of 30 MB": (SESSION, f"?experience-log.log={code(zlib.compress(b' ' * 30_000_000))}", {}, links.CUT),
    "a log without end": (SESSION, f"?experience-log.log={code(zlib.compress(b'[' * 900_000))}", {}, links.CUT),
    "a stored text": (ODDS, "", {DEVICE[0]: json.dumps({"version": 1, "chosen": LONG[0]})}, KEPT[DEVICE[0]]),
    "a stored crowd": (
        ODDS,
        "",
        {DEVICE[0]: json.dumps({"version": 1, "chosen": {f"<b>{number}": "x" for number in range(100_000)}})},
        KEPT[DEVICE[0]],
    ),
}


def test_loads(site: Server, page: Page) -> None:
    own: dict[str, dict[str, Any]] = {}
    for words, (path, query, stored, sentence) in LOADS.items():
        if path not in own:
            own[path] = start(page, site.url + path)
        page.evaluate("(texts) => { localStorage.clear(); Object.assign(localStorage, texts); }", stored)
        page.goto("about:blank")
        page.goto(site.url + path + query)
        until(page, "document.querySelector('section.fl fieldset:not([disabled])')")
        seen = page.evaluate("seen()")
        assert_harmless(seen, own[path])
        assert sentence in " ".join([seen["notice"], *itertools.chain(*seen["told"].values())]), words
        assert_usable(page)
