"""The site kept for offline: without a network all of it is there, and a newer build never mixes with an older one."""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, Page, expect

from hooks import offline, runtime
from tests.browser.looking import CIRCLES
from tests.browser.server import Reply, Server
from tests.browser.tabs import INSECURE, Tab, until

Visit = Callable[..., Page]
PRESS = "document.querySelector('.fl-offline button').click()"
READY = "document.querySelector('.fl-offline [role=status]')?.textContent === 'Ready offline.'"
KEPT = "caches.keys()"
HIGHEST = "document.querySelector('#circles-obstacle-station-highest').click()"
FIGURE = "document.querySelector('#circles-obstacle .fl-figure').textContent.replace(/\\s+/, ' ')"
FIND = """(() => {
  const box = document.querySelector(".md-search__input");
  box.focus();
  box.value = "superficial";
  box.dispatchEvent(new Event("input", { bubbles: true }));
  box.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true }));
})()"""
FOUND = "document.querySelector('.md-search-result__list a')?.href"
UPDATE = "navigator.serviceWorker.getRegistration().then((registration) => registration.update())"
NEWER = "navigator.serviceWorker.getRegistration().then((one) => [Boolean(one.installing), Boolean(one.waiting)])"
VERSION = """fetch("/assets/runtime/runtime.json", { cache: "no-cache" })
  .then((response) => response.json()).then(({ version }) => version)"""
LEAVE = """
Object.defineProperty(document, "visibilityState", { value: "hidden" });
document.dispatchEvent(new Event("visibilitychange"));
"""
OLD, NEW = "What do you need?", "What do you need now?"
UNKNOWN = "burning-wheel/people/new/"
LARGE = "assets/runtime/pyodide.asm.mjs"


@pytest.fixture
def cut(site: Server) -> Iterator[Server]:
    """Our site, whose network can be cut."""
    yield site
    site.down = False


@pytest.fixture(scope="module")
def newer(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A later build of the site: other words, another runtime, and a page that is new."""
    folder = shutil.copytree(built, tmp_path_factory.mktemp("newer") / "site")
    home = folder / "index.html"
    home.write_text(home.read_text(encoding="utf-8").replace(OLD, NEW), encoding="utf-8")
    shutil.copytree(folder / CIRCLES, folder / UNKNOWN)
    shutil.rmtree(folder / "assets" / "runtime")
    shutil.copytree(runtime.build([], snapshot=False), folder / "assets" / "runtime")
    with (folder / LARGE).open("a", encoding="utf-8") as file:
        file.write("\n// newer\n")
    offline.write(folder)
    return folder


def version(folder: Path) -> str:
    return str(json.loads((folder / "assets" / "runtime" / "runtime.json").read_text(encoding="utf-8"))["version"])


def test_everything_is_there_without_a_network(tab: Tab, cut: Server) -> None:
    tab.open(cut.url)
    until(tab, "document.querySelector('.fl-offline button')")
    assert "MB" in tab.run("document.querySelector('[data-offline]').textContent")
    assert not cut.asked("service-worker.js")
    assert not cut.asked("runtime/")
    tab.run(PRESS)
    until(tab, READY)
    cut.requests.clear()
    cut.down = True
    tab.open(cut.url + CIRCLES)
    assert tab.run("document.querySelector('h1').textContent").startswith("Find someone")
    until(tab, "document.documentElement.dataset.python === 'ready'")
    tab.run(HIGHEST)
    until(tab, f"{FIGURE} === 'Ob 4'")
    tab.run(FIND)
    assert "taking-a-wound" in until(tab, FOUND)
    tab.run("document.querySelector('a[href*=rolling-dice]').click()")
    until(tab, "location.pathname.includes('rolling-dice') && document.querySelector('section.fl h2, h1')")
    until(tab, READY)
    assert tab.run(KEPT) == ["felloe-offline /"], "Python lies in the browser twice"
    cut.down = False
    tab.run(PRESS)
    until(tab, "navigator.serviceWorker.getRegistration().then((registration) => !registration)")
    assert tab.run(KEPT) == []


def test_without_service_workers_only_the_control_is_missing(site: Server, visit: Visit) -> None:
    page = visit()
    errors: list[Any] = []
    page.on("pageerror", lambda error: errors.append(error))
    page.goto(site.url.replace("127.0.0.1", INSECURE))
    page.wait_for_load_state("networkidle")
    assert page.evaluate("[typeof caches, document.querySelectorAll('.fl-offline, .fl-fresh').length]") == [
        "undefined",
        0,
    ]
    assert not errors


def keep(page: Page) -> None:
    page.locator(".fl-offline button").click()
    expect(page.locator(".fl-offline")).to_contain_text("Ready offline.", timeout=30_000)


def wait(page: Page, script: str, value: Any) -> None:
    """Wait for an expression to have this value, in a page that may be loaded anew meanwhile."""
    for _ in range(300):
        with suppress(Error):
            if page.evaluate(script) == value:
                return
        page.wait_for_timeout(50)
    raise AssertionError(f"not {value}: {script}")


def test_a_newer_build_replaces_the_older_one_whole(
    serve: Callable[..., Server], visit: Visit, built: Path, newer: Path
) -> None:
    server = serve(built, static_host=True)
    first = visit()
    first.goto(server.url)
    keep(first)
    second = first.context.new_page()
    second.goto(server.url + CIRCLES.rstrip("/"))
    assert second.url == server.url + CIRCLES
    pages = [first, second]

    # The update breaks off twice: the network is cut, and the browser ends the worker, each in the middle of a file.
    server.folder = newer
    session = first.context.new_cdp_session(first)
    session.send("ServiceWorker.enable")
    for end in ("cut", "kill"):
        server.requests.clear()
        server.bytes_per_second = 100_000
        first.evaluate(UPDATE)
        for _ in range(1000):
            first.wait_for_timeout(20)
            if server.asked(LARGE):
                break
        assert server.asked(LARGE)
        if end == "cut":
            server.down = True
        else:
            session.send("ServiceWorker.stopAllWorkers")
        wait(first, NEWER, [False, False])
        first.reload()
        expect(first.locator("h1")).to_contain_text(OLD)
        assert [page.evaluate(VERSION) for page in pages] == [version(built)] * 2
        assert first.locator(".fl-fresh").count() == 0
        server.down = False
    server.bytes_per_second = None

    # All of it has come: open tabs are told, and go on with what they had.
    first.evaluate(UPDATE)
    for page in pages:
        expect(page.locator(".fl-fresh")).to_contain_text("A new version of this site is ready.")
    first.reload()
    expect(first.locator("h1")).to_contain_text(OLD)
    assert [page.evaluate(VERSION) for page in pages] == [version(built)] * 2
    # A page that only the newer build has comes from the network with all that belongs to it.
    first.goto(server.url + UNKNOWN)
    assert first.evaluate(VERSION) == version(newer)

    # The reader asks for it in one tab, and every tab begins anew with it.
    first.goto(server.url)
    first.locator(".fl-fresh button").click()
    expect(first.locator("h1")).to_contain_text(NEW)
    wait(second, VERSION, version(newer))
    assert first.evaluate(VERSION) == version(newer)
    server.down = True
    second.reload()
    assert second.evaluate(VERSION) == version(newer)
    server.down = False
    kept = first.evaluate("caches.open('felloe-offline /').then((store) => store.keys()).then((keys) => keys.length)")
    assert kept == len(json.loads((newer / offline.NAME).read_text().partition("= ")[2].partition(";\n")[0])["files"])

    # A tab that is alone begins anew by itself once nobody looks at it.
    second.close()
    server.folder = built
    first.evaluate(UPDATE)
    expect(first.locator(".fl-fresh")).to_be_visible()
    first.evaluate(LEAVE)
    expect(first.locator("h1")).to_contain_text(OLD)
    assert first.evaluate(VERSION) == version(built)


def test_two_sites_of_one_address_know_nothing_of_each_other(
    serve: Callable[..., Server], visit: Visit, built: Path, tmp_path: Path
) -> None:
    for name in ("one", "two"):
        shutil.copytree(built, tmp_path / name, copy_function=os.link)
    server = serve(tmp_path)
    page = visit()
    for name in ("one", "two"):
        page.goto(f"{server.url}{name}/")
        keep(page)
    assert sorted(page.evaluate(KEPT)) == ["felloe-offline /one/", "felloe-offline /two/"]
    page.locator(".fl-offline button").click()
    expect(page.locator(".fl-offline")).to_contain_text("Keep this site for offline")
    assert page.evaluate(KEPT) == ["felloe-offline /one/"]
    server.down = True
    page.goto(f"{server.url}one/{CIRCLES}")
    expect(page.locator(".fl-offline")).to_contain_text("Ready offline.")


def test_a_file_that_is_not_the_one_of_the_build_is_not_kept(
    serve: Callable[..., Server], visit: Visit, built: Path
) -> None:
    server = serve(built)
    page = visit()
    page.goto(server.url)
    server.replies[f"/{CIRCLES}"] = Reply(body=b"<p>Please sign in to this network.</p>")
    page.locator(".fl-offline button").click()
    expect(page.locator(".fl-offline")).to_contain_text("try again in a minute", timeout=30_000)
    server.replies.clear()
    server.requests.clear()
    keep(page)
    assert not server.asked(".wasm"), "what had come before was fetched again"


def test_what_an_earlier_visit_left_of_python_is_taken_over(
    serve: Callable[..., Server], visit: Visit, built: Path
) -> None:
    server = serve(built)
    page = visit()
    page.goto(server.url + CIRCLES)
    page.evaluate(HIGHEST)
    wait(page, "caches.match('/assets/runtime/whole', { ignoreSearch: true }).then(Boolean)", True)
    server.requests.clear()
    keep(page)
    assert server.asked("search_index.json")
    assert not server.asked(".wasm")
    assert not server.asked("snapshot")
    assert page.evaluate(KEPT) == ["felloe-offline /"]
