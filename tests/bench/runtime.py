"""Python at full size, as a browser fetches it: how long its snapshot takes to make, and what the first visit costs.

``python -m tests.bench.runtime`` prints the figures alone.
"""

import gzip
import json
import shutil
import time
from typing import Any

import brotli

from tests import full_size
from tests.bench import full
from tests.bench.alone import python_alone
from tests.browser.tabs import Browsers

MIB = 1024 * 1024


def measure() -> dict[str, Any]:
    """Seconds, megabytes, and MiB of what is asked for once a calculator is touched, as a compressing host sends it."""
    shutil.rmtree(full.bundle())
    full.bundle.cache_clear()
    start = time.perf_counter()
    bundle = full.bundle()
    seconds = time.perf_counter() - start
    described = json.loads((bundle / "runtime.json").read_text(encoding="utf-8"))["snapshot"]
    with python_alone(full_size.MODULES) as server, Browsers() as browsers, browsers.tab("chromium") as tab:
        tab.open(server.url)
        server.requests.clear()
        script = "import('./python.js').then(({ Python }) => new Python('./').ask('', { do: 'names' }))"
        names = tab.run(script)["names"]
        asked = {path.partition("?")[0].lstrip("/") for path in server.requests}
        fetched = [
            (server.folder / name).read_bytes() for name in sorted(asked) if name.startswith(("runtime/", "worker"))
        ]
    snapshot = (bundle / described["file"]).stat().st_size
    return {
        "calculators": len(names),
        "snapshot_s": seconds,
        "snapshot_mb_zstd": snapshot / 1e6,
        "snapshot_mb_heap": described["heap"] / 1e6,
        "engine_zip_mb": (bundle / "engine.zip").stat().st_size / 1e6,
        "runtime_mib_brotli": sum(min(len(file), len(brotli.compress(file))) for file in fetched) / MIB,
        "runtime_mib_gzip": sum(min(len(file), len(gzip.compress(file))) for file in fetched) / MIB,
    }


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))
