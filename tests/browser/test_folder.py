"""The folder: unpacked and opened from file://, or on any server under any path, it does what the site does.

Firefox keeps a storage for each file there, and so the links between the pages carry the rulings.
"""

import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from playwright.sync_api import Error, Page, expect
from selenium.common.exceptions import WebDriverException

from hooks.commands import folder
from hooks.commands.progress import Failure
from tests.browser.looking import ODD, PAGES, WIDE
from tests.browser.looking import until as true
from tests.browser.server import Server
from tests.browser.tabs import Browsers, Tab, until

FIND = "burning-wheel/people/find-someone/index.html"
RULINGS = "rulings-and-sources/our-tables-rulings/index.html"
DICE_RULINGS = "rulings-and-sources/our-tables-rulings/rolling-dice/index.html"
AWAKE = "document.readyState === 'complete' && !document.querySelector('.fl-asleep:disabled')"
KEEPS = "document.documentElement.dataset.keeps"
OUTSIDE = (
    "performance.getEntriesByType('resource').map(({ name }) => name)"
    ".filter((name) => !/^(file|data|blob):/.test(name))"
)
OTHER = "document.querySelector('[data-ruling=\"burning-wheel.dice.chain\"][value=once]')"
OURS = f"{OTHER}?.checked"
ALONE = "Opened from a file, pages may each keep their own rulings."
SAID = "document.querySelector('form.fl-rulings').previousElementSibling.textContent"
LINKS = "[...document.querySelectorAll('section.fl :is(.fl-out, .fl-from) a')]"  # of answers
OWN = "(link) => new URL('.', link).href === new URL('.', location).href"
NO_STORAGE = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('blocked', 'SecurityError'); } })"
)


@pytest.fixture(scope="module")
def unpacked(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp(ODD) / "felloe-site.zip"
    folder.write(built, place)
    print(f"\nthe folder's zip has {place.stat().st_size / 1e6:.1f} MB")
    with zipfile.ZipFile(place) as archive:
        archive.extractall(place.parent)
    return place.parent / "felloe-site"


def follow(tab: Tab, link: str) -> None:
    """Click on a link that is given as an expression, and wait until the page that it leads to is awake."""
    tab.run(f"void (globalThis.left = true, {link}.click())")
    for _ in range(600):
        try:
            if tab.run(f"!globalThis.left && {AWAKE}"):
                return
        except (Error, WebDriverException):
            pass  # between two pages there is none to ask
    raise AssertionError(f"{link} led nowhere")


def to(page: str) -> str:
    """The link of the navigation to a page."""
    return f"[...document.querySelectorAll('.md-nav a')].find((link) => link.href.endsWith('felloe-site/{page}'))"


def answered(tab: Tab) -> str:
    """Change the first number of the page's first calculator; what it says once that has been worked out."""
    tab.run("void (globalThis.out = document.querySelector('section.fl .fl-out'), globalThis.before = out.innerHTML)")
    tab.run("void document.querySelector('section.fl [data-step=\"1\"]').click()")
    return until(tab, "out.innerHTML !== before && !('waiting' in out.dataset) && out.innerText")


def search(tab: Tab, words: str) -> None:
    """Open the search, type, wait for a result and follow the first."""
    tab.run("void document.dispatchEvent(new KeyboardEvent('keydown', { key: 's', bubbles: true }))")
    tab.run(
        "void (globalThis.box = document.querySelector('.md-search__input'), box.focus(), "
        f"box.value = '{words}', box.dispatchEvent(new Event('input', {{ bubbles: true }})))"
    )
    until(tab, "document.querySelector('.md-search-result__list a')?.textContent")
    follow(tab, "document.querySelector('.md-search-result__list a')")


def test_it_is_alive_from_file(tab: Tab, unpacked: Path) -> None:
    tab.open((unpacked / "index.html").as_uri())
    assert "What do you need?" in tab.run("document.querySelector('h1').innerText")
    follow(tab, to(FIND))
    assert "Find someone" in tab.run("document.title")
    assert answered(tab)
    tab.run(f"void (globalThis.left = true, {LINKS}.find({OWN}).click())")
    assert tab.run("left && location.hash"), "a link to another place of the page keeps the page"
    follow(tab, f"{LINKS}.find((link) => !({OWN})(link))")
    assert tab.run("location.pathname").endswith("/index.html")
    search(tab, "tests needed")
    assert tab.run("location.pathname").endswith("index.html")
    tab.run("void document.querySelector('[for=__palette_1]').click()")
    assert tab.run("document.body.dataset.mdColorScheme") == "slate"
    follow(tab, to(RULINGS))
    assert tab.run("document.body.dataset.mdColorScheme") == "slate", "the choice goes on to the next page"
    assert tab.run(OUTSIDE) == []


def test_characters_are_kept(tab: Tab, unpacked: Path) -> None:
    """From whatever path, and in Firefox at least by the page that they were made on."""
    page = (unpacked / "at-the-table" / "my-characters" / "index.html").as_uri()
    box = "document.querySelector('#character-sheet [name=name]')"
    tab.open(page)
    until(tab, AWAKE)
    tab.run(f"void ({box}.value = 'Odo', {box}.dispatchEvent(new Event('input', {{ bubbles: true }})))")
    tab.open("about:blank")  # before Python is up
    tab.open(page)
    until(tab, f"document.querySelector('.fl-characters__list')?.innerText.includes('Odo') && {box}.value === 'Odo'")


def test_a_page_that_needs_a_server_fails(tab: Tab, tmp_path: Path) -> None:
    """Were it allowed to, these tests would not notice a folder whose pages fetch, or load modules."""
    (tmp_path / "beside.js").write_text("export {};", encoding="utf-8")
    page = tmp_path / "control.html"
    page.write_text('<!doctype html><meta charset="utf-8"><title>Control</title>', encoding="utf-8")
    tab.open(page.as_uri())
    assert tab.run("fetch('beside.js').then(() => 'read', () => 'refused')") == "refused"
    if tab.kind != "webkit":  # it imports what it does not fetch
        assert (
            tab.run("import(new URL('beside.js', document.baseURI)).then(() => 'read', () => 'refused')") == "refused"
        )


def test_a_ruling_goes_from_page_to_page(tab: Tab, unpacked: Path) -> None:
    tab.open((unpacked / DICE_RULINGS).as_uri())
    until(tab, AWAKE)
    assert tab.run(f"{SAID}.startsWith('{ALONE}')")
    tab.run(f"void {OTHER}.click()")
    follow(tab, to("index.html"))
    assert tab.run(KEEPS) == ("page" if tab.kind == "firefox" else "site")
    follow(tab, to(FIND))
    assert tab.run("location.search + location.hash") == "", "what was carried is in its place"
    until(tab, OURS)
    assert "burning-wheel.dice.chain" in tab.run("localStorage.getItem('felloe.rulings')"), "a reload finds it again"
    follow(tab, to(RULINGS))
    until(tab, "document.querySelector('[data-rulings-kept]').textContent === '1 of these rulings is yours.'")
    assert tab.run(f"{SAID}.startsWith('{ALONE}')") == (tab.kind == "firefox")
    tab.open((unpacked / RULINGS).as_uri() + "#burning-wheel.dice.chain")  # as it was called before
    until(tab, f"location.pathname.endsWith('/rolling-dice/index.html') && {AWAKE}")
    assert tab.run(OURS)
    follow(tab, to(RULINGS))
    tab.run("void document.querySelector('[data-rulings-reset]').click()")
    follow(tab, to(FIND))
    assert not tab.run("'waiting' in document.querySelector('section.fl .fl-out').dataset")
    assert tab.run(f"{OURS} === false"), "what was chosen before is not found again"


def test_a_notice_says_how_a_ruling_is_kept(all_browsers: Browsers, unpacked: Path) -> None:
    with all_browsers.tab("firefox") as tab:
        tab.open((unpacked / FIND).as_uri())
        until(tab, AWAKE)
        tab.run(f"void {OTHER}.click()")
        assert until(tab, "document.querySelector('.fl-notice')?.textContent").startswith(ALONE)


def test_rulings_where_nothing_is_stored(visit: Callable[..., Page], unpacked: Path) -> None:
    page = visit(**WIDE)
    page.add_init_script(NO_STORAGE)
    page.goto((unpacked / DICE_RULINGS).as_uri())
    true(page, AWAKE)
    page.evaluate(f"{OTHER}.click()")
    expect(page.locator(".fl-notice")).to_contain_text("they carry your rulings along")
    page.evaluate(f"{to(FIND)}.click()")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Find someone")
    assert "ruling.burning-wheel.dice.chain=once" in page.url
    true(page, OURS)
    page.evaluate(f"{to(RULINGS)}.click()")
    expect(page.locator("[data-rulings-kept]")).to_contain_text("1 of these")


def test_on_a_server_under_any_path(visit: Callable[..., Page], unpacked: Path, serve: Callable[..., Server]) -> None:
    server = serve(unpacked, prefix="/a/b/felloe-site/")
    page = visit(**WIDE)
    strange: list[str] = []
    page.on("request", lambda request: strange.append(request.url) if _strange(request.url, server) else None)
    page.goto(server.url)
    assert page.evaluate(KEEPS) == "site"
    page.evaluate(f"{to(FIND)}.click()")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Find someone")
    assert server.asked("runtime") == [], "someone who only reads fetches nothing of Python"
    before = page.locator("section.fl .fl-out").first.inner_text()
    page.locator("section.fl [data-step='1']").first.click()
    expect(page.locator("html[data-python=ready]")).to_be_attached(timeout=30_000)
    expect(page.locator("section.fl .fl-out").first).not_to_have_text(before)
    page.keyboard.press("Escape")
    page.locator("h1").click()
    page.keyboard.press("s")
    page.keyboard.type("routine", delay=5)
    expect(page.locator(".md-search-result__list a").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Routine, Difficult or Challenging?")
    assert strange == []
    assert len(server.asked("runtime")) == 5
    asked = {unquote(urlsplit(path).path).removeprefix(server.prefix) for path in server.requests}
    assert [path for path in asked if not (unpacked / path).exists()] == []


def _strange(url: str, server: Server) -> bool:
    return not url.startswith((server.url, "data:", "blob:"))


def test_links_lead_to_files(unpacked: Path) -> None:
    pages = {path: path.read_text(encoding="utf-8") for path in unpacked.rglob("*.html")}
    assert len(pages) == len(PAGES)
    ids = {path: set(re.findall(r'\sid="([^"]+)"', text)) for path, text in pages.items()}
    seen = 0
    for path, text in pages.items():
        for tag, link in re.findall(r'<(a|link|script|img)\s[^>]*?(?:href|src)="([^"]*)"', text):
            target = urlsplit(urljoin(path.as_uri(), link))
            if target.scheme != "file":
                assert (tag, target.scheme) == ("a", "https"), f"{path}: {link} would be fetched"
                continue
            seen += 1
            file = Path(unquote(target.path))
            assert file.is_file(), f"{path}: {link}"
            assert file.is_relative_to(unpacked), f"{path}: {link}"
            assert not target.fragment or unquote(target.fragment).partition("?")[0] in ids[file], f"{path}: {link}"
    assert seen > 1000


def test_pages_have_a_policy_and_nothing_of_the_server(unpacked: Path, running_site: Server) -> None:
    for path in unpacked.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        (policy,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)"', text)
        assert "unsafe-eval" not in policy.replace("wasm-unsafe-eval", "")
        assert "unsafe-inline" not in policy.partition("script-src")[2].partition(";")[0]
        assert running_site.url not in text
        assert not re.search(r'<script[^>]*type="module"', text)


def test_the_same_zip_each_time(built: Path, unpacked: Path, tmp_path: Path) -> None:
    again = tmp_path / "felloe-site.zip"
    folder.write(built, again)
    assert again.read_bytes() == unpacked.with_suffix(".zip").read_bytes()
    with zipfile.ZipFile(again) as archive:
        assert {name.partition("/")[0] for name in archive.namelist()} == {"felloe-site"}
    assert list(tmp_path.iterdir()) == [again]


def test_faults_of_a_site(tmp_path: Path) -> None:
    with pytest.raises(Failure, match="no built site"):
        folder.write(tmp_path, tmp_path / "felloe.zip")
    (tmp_path / "index.html").write_text('<a href="nowhere/">', encoding="utf-8")
    with pytest.raises(Failure, match="links to nowhere/"):
        folder.write(tmp_path, tmp_path / "felloe.zip")
    (tmp_path / "index.html").write_text('<img src="lost.png">', encoding="utf-8")
    with pytest.raises(Failure, match=re.escape("needs lost.png")):
        folder.write(tmp_path, tmp_path / "felloe.zip")
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]
