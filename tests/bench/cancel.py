"""How soon after Cancel the next answer stands, while a calculation without end runs; the runtime is in the cache.

``python -m tests.bench.cancel`` prints the figures alone: of 20 cancels in each browser, at full size. The machine
needs a core for the old worker, which a browser lets run on for a moment, and one for the new.
"""

import json
from typing import Any

from hooks.commands.browsers import KINDS
from tests import full_size
from tests.bench import full
from tests.bench.alone import python_alone
from tests.browser import probe
from tests.browser.tabs import Browsers

CANCELS = 20
CALCULATOR = full_size.COPIES[0].calculator("bs-odds")
START = f"""
import("./python.js").then(({{ Python }}) => {{
  globalThis.python = new Python("./");
  globalThis.ask = (calculator, inputs) => python.ask("", {{ do: "answer", calculator, inputs }});
  return ask("{CALCULATOR}", {{}});
}})
"""
# A browser may take two seconds to stop a worker: the one of the last time is gone when this one is cancelled.
CANCEL = f"""
(async () => {{
  const stopped = ask("probe-endless", {{ go: true }}).catch(() => {{}});
  await new Promise((next) => setTimeout(next, 2500));
  const from = performance.now();
  python.cancel("");
  await stopped;
  const {{ values }} = await ask("{CALCULATOR}", {{ difficulty: 5 }});
  return [performance.now() - from, values !== undefined && python.status.how === "snapshot"];
}})()
"""


def measure(cancels: int = CANCELS) -> dict[str, Any]:
    """Median and 95th percentile in each browser, in milliseconds."""
    figures: dict[str, Any] = {}
    full.sources()
    with python_alone([*full_size.MODULES, probe.PROBE]) as server, Browsers() as browsers:
        for kind in KINDS:
            with browsers.tab(kind) as tab:
                tab.open(server.url)
                tab.run(START)
                told = [tab.run(CANCEL) for _ in range(cancels)]
            assert all(whole for _, whole in told), "no answer, or a start without the snapshot"
            waits = sorted(wait for wait, _ in told)
            figures[f"cancel_p50_ms_{kind}"] = round(waits[cancels // 2])
            figures[f"cancel_p95_ms_{kind}"] = round(waits[-(-95 * cancels // 100) - 1])
    return figures


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))
