"""The three browsers of the tests: found, or else installed by ``python -m hooks.commands.browsers``.

Debian's own packages come first, Playwright's downloads second.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from hooks.commands.progress import Failure, step, tell

KINDS = ("chromium", "firefox", "webkit")
# Chromium without windows comes first: it does the same for a sixth less work.
EXECUTABLES = {
    "chromium": (("chromium-headless-shell",), ("chromium",)),
    "firefox": (("firefox-esr",),),
    "webkit": (("WebKitWebDriver", "Xvfb"),),
}
PACKAGES = ("chromium-headless-shell", "firefox-esr", "webkit2gtk-driver", "xvfb")


@cache
def browsers() -> Mapping[str, Path | None]:
    """The executable of each of `KINDS`: the system's, or None where Playwright's own is to be used.

    WebKit's is the MiniBrowser that WebKitGTK's driver steers. Raises `Failure` if a browser is neither here nor there.
    """
    found = {kind: _installed(kind) for kind in KINDS}
    missing = [kind for kind, path in found.items() if path is None and not _downloaded(kind)]
    if missing:
        raise Failure(f"Browsers that the tests need are missing ({', '.join(missing)}): run make browsers.")
    return found


def install() -> None:
    """Install what is missing. Raises `Failure` where this machine offers no way."""
    missing = [kind for kind in KINDS if not _installed(kind) and not _downloaded(kind)]
    if missing and shutil.which("apt-get") and os.geteuid() == 0:
        if step("Asking for Debian's packages", ["apt-get", "update", "--quiet"]) is None:
            command = ["apt-get", "install", "--yes", "--quiet", "--no-install-recommends", *PACKAGES]
            step("Installing Chromium, Firefox and WebKitGTK", ["env", "DEBIAN_FRONTEND=noninteractive", *command])
        missing = [kind for kind in missing if not _installed(kind)]
    if missing:
        command = [sys.executable, "-m", "playwright", "install", *missing]
        if step(f"Fetching Playwright's {', '.join(missing)}", command) is not None:
            raise Failure(
                f"The tests need {', '.join(missing)}, which could not be installed: on Debian or Ubuntu run as root "
                f"“apt-get install {' '.join(PACKAGES)}”, elsewhere "
                "“.venv/bin/python -m playwright install --with-deps”."
            )


def _installed(kind: str) -> Path | None:
    for names in EXECUTABLES[kind]:
        paths = [shutil.which(name) for name in names]
        if None not in paths:
            return _minibrowser() if kind == "webkit" else Path(str(paths[0]))
    return None


def _minibrowser() -> Path | None:
    places = ("lib/*/webkit*gtk-*", "lib*/webkit*gtk-*", "libexec/webkit*gtk-*")
    return min((path for place in places for path in Path("/usr").glob(f"{place}/MiniBrowser")), default=None)


def _downloaded(kind: str) -> bool:
    """Whether Playwright's own build of a browser stands where Playwright looks for it."""
    asked = f"from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.{kind}.executable_path)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, encoding="utf-8", check=False)
    return done.returncode == 0 and Path(done.stdout.strip()).exists()


if __name__ == "__main__":
    tell(install)
    for kind, path in browsers().items():
        print(f"{kind}: {path or 'Playwright’s own'}", file=sys.stderr)
