"""All measurements, side by side in one run: ``python -m tests.bench [--json] [NAME …]``.

A ratio compares ours with something else under the same load in the same run; nothing here passes or fails, but beside
a figure that has an aim stands whether it is met. Full size is that of `tests.full_size`.
"""

import argparse
import importlib
import json
from typing import Any

PARTS = (
    *(
        "odds",
        "unlike",
        "pages",
        "runtime",
        "answers",
        "search",
        "boot",
        "visits",
        "ahead",
        "cancel",
        "memory",
        "serve",
    ),
    *("handbook", "folder", "sessions", "duel", "fight", "melee", "encounter", "cost"),
)
AIMS = {
    "boot_ratio_chromium": 0.15,
    "boot_ratio_firefox": 0.2,
    "boot_ratio_webkit": 0.15,
    "first_visit_real_ratio": 1,
    "first_visit_full_ratio": 1,
    "first_tap_ms": 100,
    "runtime_mib_brotli": 11,
    "handbook_mb": 18,
    "handbook_open_ratio": 0.5,
    "handbook_first_paint_ms": 1000,
    "recompute_p95_ms": 16,
    "asleep_first_ms": 60,
    "near_first_ms": 60,
    "cancel_p95_ms": 1000,
    "undo_of_10000_ms": 100,
    "search_letter_ms": 50,
    "page_kib_brotli_most": 150,
    "build_ratio_warm": 2,
    "build_ratio_cold": 3,
    "serve_page_s": 3,
    "serve_rule_s": 3,
    "odds_ratio": 0.1,
    "unlike_ratio": 0.1,
    "duel_exchange_ms": 100,
    "fight_exchange_ms": 300,
    "fight_sampled_ms": 1000,
    "melee_1000_s": 10,
    "encounter_1000_s": 10,
}
"""The most that a figure shall be whose name begins so."""

LINE = "{:60}  {:>12}  {:>8}  {}"
"""A figure, what was measured, its aim, and whether it is met."""


def rows(measured: dict[str, Any], prefix: str = "") -> list[tuple[str, str, str, str]]:
    """Every figure as (name, value, aim, whether it is met), nested ones by dotted names."""
    found = []
    for name, value in measured.items():
        path = f"{prefix}{name}"
        if isinstance(value, dict):
            found += rows(value, f"{path}.")
        else:
            aim = next((aim for known, aim in AIMS.items() if name.startswith(known)), None)
            met = "" if aim is None else "met" if value <= aim else "missed"
            shown = f"{value:.4g}" if isinstance(value, float) else str(value)
            found.append((path, shown, "" if aim is None else f"{aim:g}", met))
    return found


def main() -> None:
    """Measure the parts named, or all, and print them as a table or as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="NAME", help=f"of {', '.join(PARTS)}; all by default")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"there is no part called {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    measured = {}
    for part in options.parts or PARTS:
        measured[part] = importlib.import_module(f"tests.bench.{part}").measure()
        if not options.json:
            print("\n".join(LINE.format(*row).rstrip() for row in rows({part: measured[part]})), flush=True)
    if options.json:
        print(json.dumps(measured, indent=1))


if __name__ == "__main__":
    main()
