"""MkDocs hook: every page of a built site carries a Content-Security-Policy, which names its inline scripts by hash.

All pages carry the same one, because instant navigation keeps a page's policy while it shows the next. A host may send
it as a header besides, the worker's file included: ``python -m hooks.policy SITE`` prints it. A served site has none:
the script with which the server reloads a page is another one each time.
"""

import base64
import hashlib
import html
import re
import sys
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError

from hooks import serving

CHARSET = '<meta charset="utf-8">'
RUNNING = ("", "text/javascript", "module", "importmap")  # scripts of other types only hold data
POLICY = {
    "default-src": "'self'",  # Firefox fetches the page that <link rel="next"> names
    "script-src": "'self' {hashes} 'wasm-unsafe-eval'",  # Pyodide is WebAssembly
    "style-src": "'self' 'unsafe-inline'",  # what waits for a reader's rulings is marked before the first paint
    "img-src": "'self' data:",  # the icons in Material's style
    "font-src": "'self' data:",  # the faces of every page, in the style itself
    "object-src": "'none'",
    "frame-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
}
# Text, comments and tags up to the next script, what is in quotes being no tag: to read a page of thousands of tags one
# by one takes longer than to build it.
BETWEEN = re.compile(
    r"""(?:[^<]++|<!--.*?-->|<(?![a-z/!?])|<(?!!--|script\b)(?:[^"'>]++|"[^"]*+"|'[^']*+')*+>)++""",
    re.DOTALL | re.IGNORECASE,
)
END = re.compile(r"</script\s*>", re.IGNORECASE)


class _Scripts(HTMLParser):
    """The inline scripts of a page that run, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        self._inside = tag == "script" and "src" not in said and (said.get("type") or "") in RUNNING
        if self._inside:
            self.found.append("")

    def handle_endtag(self, tag: str) -> None:
        self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.found[-1] += data


def scripts(page: str) -> list[str]:
    """The text of each inline script of an HTML page that a browser would run, in order."""
    parser = _Scripts()
    at = 0
    while at < len(page):
        if skipped := BETWEEN.match(page, at):
            at = skipped.end()
            continue
        found = END.search(page, at)
        end = found.end() if found else len(page)
        parser.feed(page[at:end])
        at = end
    parser.close()
    return parser.found


def hashes(inline: Iterable[str]) -> str:
    """What a policy names as the sources of these inline scripts."""
    digests = (hashlib.sha256(script.encode()).digest() for script in inline)
    return " ".join(sorted({f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests}))


def policy(inline: Iterable[str]) -> str:
    """The policy, as a header's value, under which these inline scripts run and no others."""
    named = hashes(inline)
    return "; ".join(f"{name} {' '.join(value.format(hashes=named).split())}" for name, value in POLICY.items())


def of_site(site: Path) -> str:
    """The policy of all pages in the folder of a built site."""
    return policy(script for path in _pages(site) for script in scripts(path.read_text(encoding="utf-8")))


def _pages(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def on_post_build(config: Any, **_: Any) -> None:
    """Write the policy into each page, before anything that it rules. Raises `PluginError` where it has no place."""
    if serving.on():
        return
    site = Path(config.site_dir)
    meta = f'<meta http-equiv="Content-Security-Policy" content="{html.escape(of_site(site), quote=False)}">'
    for path in _pages(site):
        before, found, after = path.read_text(encoding="utf-8").partition(CHARSET)
        if not found:
            raise PluginError(f"{path.relative_to(site)} needs {CHARSET}, behind which its policy stands.")
        path.write_text(f"{before}{CHARSET}{meta}{after}", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    print(f"Content-Security-Policy: {of_site(Path(sys.argv[1]))}; frame-ancestors 'self'")
