"""Three browsers with one way to open a page and ask it something.

Chromium and Firefox run through Playwright; WebKit is WebKitGTK through Selenium, or Playwright's own where that is
installed instead. Nothing waits with Playwright's ``wait_for_function``, which a Content-Security-Policy refuses.

Nothing waits for ever: a command to WebKitGTK has a time limit, and the browsers of a test that takes too long are
killed (`Browsers.kill`), so that whatever waits for them fails, and the next test starts them anew.
"""

import inspect
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, Protocol, Self

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright
from playwright.sync_api import Error as PlaywrightError
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.webkitgtk.options import Options as WebKitOptions
from selenium.webdriver.webkitgtk.service import Service as WebKitService

from hooks.commands.browsers import browsers

SCRIPT_SECONDS = 45
COMMAND_SECONDS = 60
"""What one command to WebKitGTK may take; a script is given up before, so that its page is named."""
INSECURE = "insecure.test"  # a host name of this machine which Chromium does not trust as it trusts 127.0.0.1
STRICT = {"security.fileuri.strict_origin_policy": True}  # as Firefox has it, and under automation has not
# Every window loads two pages of Chromium's own for the suggestions below its address bar, which cost as much as one of
# ours. What comes before them is Playwright's list, repeated because only the last such switch counts.
WITHOUT = [
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "BoundaryEventDispatchTracksNodeRemoval"),
    *("DestroyProfileOnBrowserClose", "DialMediaRouteProvider", "GlobalMediaControls", "HttpsUpgrades", "LensOverlay"),
    *("MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning", "Translate", "AutoDeElevate", "RenderDocument"),
    *("OptimizationHints", "msForceBrowserSignIn", "msEdgeUpdateLaunchServicesPreferredVersion"),
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
    "LocalNetworkAccessChecks",  # which at times refuses the icon of a page of this machine
]
CHROMIUM = [
    "--no-sandbox",
    "--disable-gpu",
    "--font-render-hinting=none",  # without a window letters are as wide as a grid of whole dots has them, else
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {INSECURE} 127.0.0.1",
    f"--disable-features={','.join(WITHOUT)}",
]
# A picture that goes to a screen in memory by way of a graphics card's buffers costs a quarter of a page's load.
PLAINLY = {"WEBKIT_DISABLE_DMABUF_RENDERER": "1"}
# WebKit's last compiler is at work on Python's own loop for five to ten seconds, of which a test sees nothing: it asks
# for less than that in all. What is measured has it.
BRIEFLY = {"JSC_useOMGJIT": "0"}
# Playwright looks at the stack in every call, and `inspect` then goes over all modules for a frame without a file. To
# be told whose that is takes off half of what a call costs.
inspect.modulesbyfile.update({"<frozen runpy>": "runpy", "<string>": "__main__"})


class Tab(Protocol):
    """One page of any browser, with storage of its own."""

    kind: str

    def open(self, url: str) -> None:
        """Go to an address and wait for its load event."""

    def run(self, script: str) -> Any:
        """The value of a JavaScript expression, awaited."""

    def press(self, key: str) -> None:
        """One key, to whatever has the focus: a letter, or "Backspace"."""

    def narrow(self) -> None:
        """Make the window as narrow as a phone, or as it can be made."""


def until(tab: Tab, script: str, seconds: float = 30) -> Any:
    """The first true value of an expression, asked for again and again. Raises AssertionError when time is up."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if value := tab.run(script):
                return value
        except PlaywrightError as error:
            if "navigation" not in error.message:  # under which the page asked may go away
                raise
        time.sleep(0.02)
    raise AssertionError(f"{tab.kind}: not true within {seconds} s: {script}")


class PlaywrightTab:
    """A page of a browser that Playwright steers."""

    def __init__(self, kind: str, page: Page) -> None:
        self.kind = kind
        self.page = page

    def open(self, url: str) -> None:
        self.page.goto(url)

    def run(self, script: str) -> Any:
        return self.page.evaluate(script)

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def narrow(self) -> None:
        self.page.set_viewport_size({"width": 360, "height": 640})


class SeleniumTab:
    """The page of WebKitGTK's MiniBrowser."""

    kind = "webkit"

    def __init__(self, driver: webdriver.Remote) -> None:
        self.driver = driver

    def open(self, url: str) -> None:
        self.driver.get(url)
        until(self, "document.readyState === 'complete'")  # the driver comes back a little early now and then

    def run(self, script: str) -> Any:
        # A node may be gone by the time that the driver takes hold of it: that there is one is all that is asked.
        answer = self.driver.execute_async_script(
            f"const done = arguments[0]; (async () => ({script}))()"
            ".then((value) => done({value: value instanceof Node || value}), (error) => done({error: String(error)}));"
        )
        if "error" in answer:
            raise AssertionError(answer["error"])
        return answer["value"]

    def press(self, key: str) -> None:
        keys = ActionChains(self.driver, duration=0)
        keys.send_keys(getattr(Keys, key.upper()) if len(key) > 1 else key).perform()

    def narrow(self) -> None:
        self.driver.set_window_size(360, 640)  # it stays 447 wide


class Browsers:
    """The browsers of this machine, each started when it is first asked for, and again after it was lost.

    With `brief`, WebKitGTK does without what pays only after a while.
    """

    def __init__(self, *, brief: bool = False) -> None:
        self._brief = brief

    def __enter__(self) -> Self:
        self._stack = ExitStack()
        self._started: dict[str, Browser] = {}
        self._kept: dict[str, BrowserContext] = {}
        self._drivers: set[int] = set()
        self._playwright: Playwright | None = None
        self._display = ""
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(PlaywrightError):  # of a browser that is gone
            self._stack.close()

    def browser(self, kind: str) -> Browser:
        """Playwright's handle on "chromium" or "firefox" (or on "webkit", where it is Playwright's own)."""
        if kind in self._started and self._started[kind].is_connected():
            return self._started[kind]
        if self._playwright is None:
            self._playwright = self._stack.enter_context(sync_playwright())
        path = browsers()[kind]
        if kind == "chromium":
            started = self._playwright.chromium.launch(executable_path=path, args=CHROMIUM)
        elif kind == "firefox":
            channel = "moz-firefox" if path else None
            started = self._playwright.firefox.launch(executable_path=path, channel=channel, firefox_user_prefs=STRICT)
        else:
            started = self._playwright.webkit.launch()
        self._stack.callback(started.close)
        self._started[kind] = started
        return started

    def kept(self, name: str, **options: Any) -> tuple[BrowserContext, bool]:
        """A context of Chromium that stays open from test to test under this name, and whether it is a new one."""
        browser = self.browser("chromium")
        if name in self._kept and self._kept[name].browser == browser:
            return self._kept[name], False
        self._kept[name] = browser.new_context(**options)
        return self._kept[name], True

    def kill(self) -> None:
        """From another thread: kill WebKitGTK, or else every other browser, so that whatever waits for it fails.

        Playwright's own process stays: through it, what waits is told that its browser is gone.
        """
        if self._drivers:
            for driver in list(self._drivers):
                _kill_group(driver)
            return
        command = ["ps", "-A", "-o", "pid=,ppid=,args="]
        table = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=True).stdout
        running = [
            (int(pid), int(parent), said) for pid, parent, said in (line.split(None, 2) for line in table.splitlines())
        ]
        ours = [pid for pid, parent, said in running if parent == os.getpid() and "playwright" in said]
        for pid in [pid for pid, parent, _ in running if parent in ours]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._started.clear()
        self._kept.clear()

    @contextmanager
    def tab(self, kind: str) -> Iterator[Tab]:
        """A fresh page with empty storage."""
        if kind == "webkit" and browsers()[kind]:
            with self._minibrowser() as driver:
                yield SeleniumTab(driver)
        else:
            context = self.browser(kind).new_context()
            try:
                yield PlaywrightTab(kind, context.new_page())
            finally:
                context.close()

    @contextmanager
    def _minibrowser(self) -> Iterator[webdriver.Remote]:
        """WebKitGTK with its driver, in a process group of their own, which is killed at the end.

        To be asked politely to close, a browser must still answer.
        """
        if not self._display:
            self._display = self._stack.enter_context(_screen())
        options = WebKitOptions()
        options.binary_location = str(browsers()["webkit"])
        options.add_argument("--automation")
        brief = BRIEFLY if self._brief else {}
        service = WebKitService(
            executable_path=str(shutil.which("WebKitWebDriver")),
            env={**os.environ, "DISPLAY": self._display, "GDK_BACKEND": "x11", **PLAINLY, **brief},
            popen_kw={"start_new_session": True},
        )
        service.start()
        group = service.process.pid
        self._drivers.add(group)
        try:
            once = {"init_args_for_pool_manager": {"retries": False}}
            config = ClientConfig(service.service_url, timeout=COMMAND_SECONDS, init_args_for_pool_manager=once)
            driver = webdriver.Remote(RemoteConnection(client_config=config), options=options)
            driver.set_script_timeout(SCRIPT_SECONDS)
            driver.set_page_load_timeout(SCRIPT_SECONDS)
            yield driver
        finally:
            _kill_group(group)
            self._drivers.discard(group)
            service.process.wait()


def _kill_group(leader: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


@contextmanager
def _screen() -> Iterator[str]:
    """A screen in memory, for a browser that has no headless mode."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as told:
        number = told.readline().strip()
    try:
        yield f":{number}"
    finally:
        server.kill()
        server.wait()
