"""What a tab holds in memory at full size, beside stock Pyodide: ``python -m tests.bench.memory``."""

import json
import tempfile
from pathlib import Path
from typing import Any

from tests.bench import boot
from tests.browser.server import Server
from tests.browser.tabs import Browsers, Tab, until

ALL = """import("./ours.js").then(async ({ ask }) => {
  const { names } = await ask({ do: "names" });
  for (const calculator of names) {
    await ask({ do: "answer", calculator, inputs: {}, compare: false });
  }
})"""


def measure() -> dict[str, Any]:
    """Megabytes of a tab of Chromium, what it shares counted in parts: empty, after the first answer, and after one of
    every calculator; and stock after its first answer."""
    figures = {}
    with tempfile.TemporaryDirectory() as folder, Browsers() as browsers, Server(boot.site(Path(folder))) as server:
        for name in ("ours", "stock"):
            with browsers.tab("chromium") as tab:
                tab.open(f"{server.url}{name}.html")
                until(tab, "globalThis.waited", 60)
                figures[f"tab_mb_{name}"] = _held(browsers, tab)
                if name == "ours":
                    tab.run(ALL)
                    figures["tab_mb_ours_all_asked"] = _held(browsers, tab)
    figures["tab_ratio"] = round(figures["tab_mb_ours"] / figures["tab_mb_stock"], 2)
    return figures


def _held(browsers: Browsers, tab: Tab) -> float:
    """The largest process that draws pages: the tab's, with its workers."""
    tab.run("new Promise((next) => setTimeout(next, 1000))")
    session = browsers.browser("chromium").new_browser_cdp_session()
    told = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return max(_share(process["id"]) for process in told if process["type"] == "renderer")


def _share(process: int) -> float:
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8")
    line = next(line for line in rollup.splitlines() if line.startswith("Pss:"))
    return round(int(line.split()[1]) * 1024 / 1e6, 1)


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))
