"""How long a reader waits for the first answer of Python at full size, beside stock Pyodide.

``python -m tests.bench.boot`` prints the figures alone.
"""

import json
import shutil
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hooks import runtime
from hooks.assets import CLIENT
from hooks.commands import fetch
from hooks.commands.browsers import KINDS
from tests import full_size
from tests.bench import full
from tests.browser.server import Server
from tests.browser.tabs import Browsers, until

RUNS = 5
# Both pages are the same but for the module that answers: at DOMContentLoaded an input event asks, and the answer's
# arrival is timed from the start of the navigation.
PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Boot</title>
<input value="4"><output>Ob 3</output>
<script type="module">
import { ask } from "./{ask}";
const input = document.querySelector("input");
input.addEventListener("input", async () => {
  const { values } = await ask({ do: "answer", calculator: "{calculator}", inputs: { {field}: input.value } });
  document.querySelector("output").textContent = Object.values(values).join(", ");
  globalThis.waited = performance.now();
});
document.addEventListener("DOMContentLoaded", () => {
  input.value = "5";
  input.dispatchEvent(new Event("input"));
});
</script>
"""
OURS = """
import { Python } from "./python.js";
const python = new Python();
export const ask = (request) => python.ask("", request);
export const how = () => python.status.how;
"""
STOCK = """
export const ask = (request) => new Promise((resolve) => {
  const worker = new Worker("stock-worker.js", { type: "module" });
  worker.onmessage = ({ data }) => resolve(JSON.parse(data));
  worker.postMessage(JSON.stringify(request));
});
"""
STOCK_WORKER = """
import { loadPyodide } from "./stock/pyodide.mjs";
const started = (async () => {
  const sources = fetch("./engine.zip").then((response) => response.arrayBuffer());
  const pyodide = await loadPyodide();
  pyodide.unpackArchive(await sources, "zip", { extractDir: "/lib/felloe" });
  pyodide.runPython('import sys; sys.path.insert(0, "/lib/felloe")');
  const app = pyodide.pyimport("engine.app");
  app.load(pyodide.toPy({modules}));
  return app;
})();
onmessage = async ({ data }) => postMessage((await started).call(data));
"""


def measure(runs: int = RUNS) -> dict[str, Any]:
    """Medians of alternating first visits, in each browser."""
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, Browsers() as browsers, Server(site(Path(folder))) as server:
        for kind in KINDS:
            waits: dict[str, list[float]] = {"ours": [], "stock": []}
            for _ in range(runs):
                for name, times in waits.items():
                    with browsers.tab(kind) as tab:
                        tab.open(f"{server.url}{name}.html")
                        times.append(until(tab, "globalThis.waited", 60))
                        if name == "ours":
                            assert tab.run("import('./ours.js').then(({ how }) => how())") == "snapshot"
            ours, stock = (statistics.median(times) for times in waits.values())
            figures[f"boot_ms_{kind}"] = round(ours)
            figures[f"boot_ms_stock_{kind}"] = round(stock)
            figures[f"boot_ratio_{kind}"] = round(ours / stock, 3)
    return figures


def site(
    folder: Path,
    modules: Sequence[str] = full_size.MODULES,
    calculator: str = full_size.COPIES[0].calculator("bs-odds"),
    field: str = "difficulty",
) -> Path:
    """A folder whose pages ours.html and stock.html ask a calculator of these modules the same, by default of an engine
    of full size."""
    full.sources()
    bundle = runtime.build(modules, snapshot=True)
    shutil.copytree(bundle, folder / "runtime")
    shutil.copytree(fetch.pyodide(), folder / "stock")
    shutil.copy(bundle / "engine.zip", folder / "engine.zip")
    for name in ("python.js", "worker.js"):
        shutil.copy(CLIENT / name, folder / name)
    for name, script in (("ours", OURS), ("stock", STOCK)):
        (folder / f"{name}.js").write_text(script, encoding="utf-8")
        page = PAGE.replace("{ask}", f"{name}.js").replace("{calculator}", calculator).replace("{field}", field)
        (folder / f"{name}.html").write_text(page, encoding="utf-8")
    worker = STOCK_WORKER.replace("{modules}", json.dumps([*modules]))
    (folder / "stock-worker.js").write_text(worker, encoding="utf-8")
    return folder


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))
