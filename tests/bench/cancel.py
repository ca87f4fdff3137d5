"""How soon after Cancel the next answer stands, while a calculation without end runs; the runtime is in the cache.

``python -m tests.bench.cancel`` prints the figures alone: of 20 cancels in each browser, with the dummy engine of full
size. WebKit cannot stop WebAssembly that loops, not even in a worker that was ended: there the old calculation runs on
beside the new one until its 10 s are over.
"""

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hooks import runtime
from hooks.browsers import KINDS
from tests.browser import dummy
from tests.browser.server import Server
from tests.browser.tabs import Browsers

ASSETS = Path(__file__).parent.parent.parent / "docs" / "assets"
CANCELS = 20
SCRIPT = """
(async () => {
  const { Python } = await import("./python.js");
  const python = new Python("./");
  const ask = (calculator, inputs = {}) => python.ask("", { do: "answer", calculator, inputs });
  await ask("dummy-007");
  const waits = [];
  for (let cancel = 0; cancel < CANCELS; cancel += 1) {
    const stopped = ask("probe-endless", { go: true }).catch(() => {});
    await new Promise((next) => setTimeout(next, 600));
    const from = performance.now();
    python.cancel("");
    await stopped;
    const { values } = await ask("dummy-007", { dice: cancel });
    waits.push(performance.now() - from);
    if (!values || python.status.how !== "snapshot") {
      throw new Error(`no answer, or the slow way: ${python.status.how}`);
    }
  }
  return waits;
})()
"""


def measure(cancels: int = CANCELS) -> dict[str, Any]:
    """Median and 95th percentile in each browser, in milliseconds."""
    figures: dict[str, Any] = {}
    with dummy.importable(), tempfile.TemporaryDirectory() as temporary, Browsers() as browsers:
        folder = Path(temporary)
        shutil.copytree(runtime.build([dummy.FULL_SIZE, dummy.PROBE], snapshot=True), folder / "runtime")
        for name in ("python.js", "worker.js"):
            shutil.copy(ASSETS / name, folder / name)
        (folder / "index.html").write_text("<!doctype html><title>Cancel</title>", encoding="utf-8")
        with Server(folder) as server:
            for kind in KINDS:
                with browsers.tab(kind) as tab:
                    tab.open(server.url)
                    waits = sorted(tab.run(SCRIPT.replace("CANCELS", str(cancels))))
                figures[f"cancel_p50_ms_{kind}"] = round(waits[cancels // 2])
                figures[f"cancel_p95_ms_{kind}"] = round(waits[-(-95 * cancels // 100) - 1])
    return figures


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))
