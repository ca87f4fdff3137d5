"""The Content-Security-Policy on every page and every response: nothing that a page does is against it.

All other tests of our site run under it too (see `running_site`), and those that open its pages in Chromium fail where
something is refused (see `reader`).
"""

from collections.abc import Callable, Iterator
from html import escape

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.looking import CIRCLES, LISTEN, PAGES, SPECIMENS, WIDE, reader, settled, touch
from tests.browser.looking import until as true
from tests.browser.server import Reply, Server
from tests.browser.tabs import Tab, until

LISTENER = """addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile }) =>
  new BroadcastChannel("violations").postMessage(`${effectiveDirective} ${blockedURI} in ${sourceFile}`));
"""
COLLECTOR = """globalThis.violations = [];
globalThis.channel = new BroadcastChannel("violations");
channel.onmessage = ({ data }) => violations.push(data);
"""
FORBIDDEN = """(() => {
  globalThis.ran = [];
  const script = document.createElement("script");
  script.textContent = "ran.push('inline')";
  document.body.append(script);
  document.body.insertAdjacentHTML("beforeend", '<img src="data:," onerror="ran.push(\\'attribute\\')">');
  setTimeout(() => (0, eval)("ran.push('eval')"));
  fetch("http://127.0.0.2:9/").catch(() => {});
})()"""
EVAL_IN_WORKER = """
try {
  eval("1");
} catch (error) {
  new BroadcastChannel("violations").postMessage(`worker ${error.name}`);
}
"""


@pytest.fixture
def watched(site: Server) -> Iterator[Server]:
    """Our site, whose scripts tell of each violation: in the page before Material runs, and in Python's worker."""
    put_before(site, "waiting.js", COLLECTOR + LISTENER)
    put_before(site, "worker.js", LISTENER)
    yield site
    site.replies.clear()


def put_before(site: Server, name: str, script: str) -> None:
    """Serve one of our scripts with another before it."""
    site.replies[f"/assets/{name}"] = Reply(body=script.encode() + (site.folder / "assets" / name).read_bytes())


def test_every_page_has_the_policy_of_the_responses(site: Server) -> None:
    text = escape(site.headers["Content-Security-Policy"], quote=False)
    meta = f'<meta http-equiv="Content-Security-Policy" content="{text}">'
    files = sorted(site.folder.rglob("*.html"))
    assert len(files) == len(PAGES) + 1, "the pages of the navigation, and 404.html"
    for file in files:
        assert file.read_text(encoding="utf-8").count(meta) == 1, file


def test_nothing_on_any_specimen_is_against_it(watched: Server, visit: Callable[..., Page]) -> None:
    """One page after the other, as instant navigation brings them, the worker's script included.

    Every page, and its calculators: the visits in test_pages.py.
    """
    page = visit(**WIDE)
    page.add_init_script(COLLECTOR + LISTENER + LISTEN)
    for path in ("no/such/page/", ""):
        page.goto(watched.url + path)
        assert page.evaluate("typeof __md_scope") == "object", "Material's inline scripts do not run"
        assert page.evaluate("violations") == [], path
    page.get_by_title("Switch to dark").click()
    assert page.evaluate("document.body.dataset.mdColorScheme") == "slate"
    page.keyboard.press("s")
    page.keyboard.type("find someone")
    expect(page.locator(".md-search-result__item a").first).to_contain_text("Find someone")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{watched.url}{CIRCLES}**")
    page.locator("[name=circles]").first.press("Enter")
    for path in [path for path in SPECIMENS if path]:
        page.locator(".md-nav--primary a").evaluate_all(
            "(links, url) => links.find((link) => link.href.split('#')[0] === url).click()", watched.url + path
        )
        true(page, f"document.querySelector('link[rel=canonical]').href === '{watched.url + path}'")
        for section in page.locator("section.fl").all():
            touch(page, f"#{section.get_attribute('id')}")
            settled(page)
    assert page.evaluate("violations") == []
    assert len(watched.asked("assets/worker.js")) == 1, "the pages came by full loads"
    page.reload()
    assert page.evaluate("document.body.dataset.mdColorScheme") == "slate", "the palette's script was refused"


def test_a_calculator_under_it(tab: Tab, watched: Server) -> None:
    tab.open(watched.url + CIRCLES)
    tab.run("void document.querySelector('section.fl [data-step=\"1\"]').click()")
    until(tab, "document.documentElement.dataset.python === 'ready'")
    until(tab, "!('waiting' in document.querySelector('section.fl .fl-out').dataset)")
    assert tab.run("typeof __md_scope") == "object"
    assert tab.run("violations") == []


def test_what_it_forbids_is_refused_and_reported(tab: Tab, watched: Server) -> None:
    """The counterpart: the tests above would notice, in the page and in the worker."""
    put_before(watched, "worker.js", LISTENER + EVAL_IN_WORKER)
    tab.open(watched.url + CIRCLES)
    tab.run(FORBIDDEN)
    for told in ("script-src-elem inline", "script-src-attr inline", "script-src eval", "connect-src http://127.0.0.2"):
        until(tab, f"violations.filter((one) => one.startsWith('{told}')).length === 2")  # of the page and the header
    assert tab.run("ran") == []
    tab.run("void document.querySelector('section.fl [data-step=\"1\"]').click()")
    until(tab, "violations.includes('worker EvalError')")
    if tab.kind != "webkit":  # which refuses in a worker, but fires no event there
        until(tab, "violations.some((one) => one.startsWith('script-src eval') && one.includes('worker.js'))")


def test_every_test_in_chromium_would_notice(chromium: Browser, site: Server) -> None:
    def forbidden() -> None:
        with reader(chromium) as context:
            page = context.new_page()
            page.goto(site.url)
            page.evaluate(FORBIDDEN)
            page.wait_for_timeout(100)

    with pytest.raises(AssertionError, match="Content Security Policy"):
        forbidden()
