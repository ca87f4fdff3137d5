"""The first visit at 20 Mbit/s and the second one, from opening a page to the first live answer, beside stock Pyodide.

A page asks as soon as it stands. The server behaves as static hosts do: it compresses HTML, scripts, JSON and
WebAssembly with gzip and no other types, and lets browsers cache everything; 20 Mbit/s are shared by all connections,
and each answer begins after 40 ms. Stock is the npm package as it is, with the engine as a zip of sources. Sizes are
the real engine and one as large as the whole inventory will be.

Why the snapshot is shipped, without what the WebAssembly module brings along: on two cores that were busy otherwise (a
load of 6 to 9), its 9.3 MB, then packed by gzip, gave the first answer after 5.0, 5.9 and 4.6 s in Chromium, Firefox
and WebKit, stock's 6.7 MB after 13.9, 21.9 and 20.1 s. A plain boot of 5.6 MB, with the library cut to what is imported
and all of it compiled, took 9.2 s in Chromium and 5.1 s in Firefox where the snapshot took 5.0 and 5.1; a snapshot made
in the browser afterwards would cost the reader a second boot. At full size 5.4 s in each browser stand against stock's
11.1, 10.9 and 22.9 s, and a plain boot's 9.1 and 7.2 s against 5.9 and 6.2. However fast the machine is, 20 Mbit/s
alone take 3.7 s for ours and 2.7 s for stock.

``python -m tests.bench.visits`` prints the figures alone.
"""

import json
import statistics
import tempfile
from pathlib import Path
from typing import Any

from hooks.commands.browsers import KINDS
from tests.bench import boot
from tests.browser.server import Server
from tests.browser.tabs import Browsers, Tab, until

RUNS = 3
BYTES_PER_SECOND = 20_000_000 // 8
LATENCY_S = 0.04
WAYS = ("ours", "stock")
SIZES: dict[str, dict[str, Any]] = {
    "real": {"modules": (), "calculator": "odds", "field": "obstacle"},
    "full": {},
}


def measure(runs: int = RUNS) -> dict[str, Any]:
    """Medians of alternating visits in each browser, at each size."""
    figures: dict[str, Any] = {}
    with Browsers() as browsers:
        for size, options in SIZES.items():
            with tempfile.TemporaryDirectory() as folder:
                site = boot.site(Path(folder), **options)
                with Server(site, bytes_per_second=BYTES_PER_SECOND, latency=LATENCY_S, static_host=True) as server:
                    for kind in KINDS:
                        figures |= _visits(server, browsers, kind, size, runs)
    return figures


def _visits(server: Server, browsers: Browsers, kind: str, size: str, runs: int) -> dict[str, float]:
    waits: dict[str, dict[str, list[float]]] = {visit: {way: [] for way in WAYS} for visit in ("first", "second")}
    for _ in range(runs):
        for way in WAYS:
            with browsers.tab(kind) as tab:
                waits["first"][way].append(_wait(tab, f"{server.url}{way}.html"))
                if way == "ours":
                    until(tab, "import('./python.js').then(({ Python }) => new Python().cached())", 60)
                # Another address, because WebKit's session in memory drops its caches with their only page.
                waits["second"][way].append(_wait(tab, f"{server.url}{way}.html?again"))
    figures: dict[str, float] = {}
    for visit, by_way in waits.items():
        ours, stock = (statistics.median(by_way[way]) for way in WAYS)
        name = f"{visit}_visit_{size}"
        figures |= {f"{name}_ms_{kind}": round(ours), f"{name}_ms_stock_{kind}": round(stock)}
        figures[f"{name}_ratio_{kind}"] = round(ours / stock, 3)
    return figures


def _wait(tab: Tab, url: str) -> float:
    tab.open(url)
    return float(until(tab, "globalThis.waited", 60))


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))
