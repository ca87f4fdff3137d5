"""The handbook: the built site as one HTML file that opens by a double-click, with its pages and Python inside.

``python -m hooks.commands.handbook SITE FILE`` reads the folder of a built site and writes the file. The first page
stands in it as it is; all lie compressed in it, chapter by chapter, because pages of a chapter have much in common, and
hooks/client/file/handbook.js unpacks the chapter of which one is opened.
"""

import html
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from engine import __version__
from hooks import policy
from hooks.assets import CLIENT
from hooks.commands import bundle
from hooks.commands.progress import Failure, tell
from hooks.commands.rewriting import Attributes, Rewriter, start_tag

SCRIPTS = CLIENT / "file"
STYLE = SCRIPTS / "handbook.css"
ENTRY = 'import "felloe.js";'
BOOK = "https://book.invalid/"  # where the pages stand while their links are read
HOME = "/"
PIECE = 65536
LEVEL = 16  # of zstd, for the pages: a second or two
PALETTE = """
document.body.dataset.mdColorScheme = (() => {
  try {
    return localStorage.getItem("felloe.palette");
  } catch {
    return null;
  }
})() ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "slate" : "default");
"""
ELSEWHERE = """
if (location.hash.length > 2) {
  document.documentElement.classList.add("fl-elsewhere");
}
"""
UNSCRIPTED = (
    '<noscript><p class="fl-unscripted">Without JavaScript this file shows only its first page: the others, the search '
    "and the calculators need it.</p></noscript>"
)
POLICY = (
    "default-src 'none'; script-src {hashes} data: 'wasm-unsafe-eval'; worker-src blob:; style-src 'unsafe-inline'; "
    "img-src data:; font-src data:; base-uri 'none'; form-action 'none'"
)


class _Pages:
    """The pages of a built site, with links as they are within the one file."""

    def __init__(self, site: Path) -> None:
        self._site = site
        self.paths = [
            HOME if path == site / "index.html" else f"/{path.parent.relative_to(site).as_posix()}/"
            for path in sorted(site.rglob("index.html"))
        ]
        if HOME not in self.paths:
            raise Failure(f"There is no built site in {site}: run make site.")

    def read(self, path: str) -> str:
        """The page's whole HTML, links rewritten and scripts left out."""
        source = (self._site / path[1:] / "index.html").read_text(encoding="utf-8")
        return Rewriter(lambda tag, said, text: self._changed(path, tag, said, text)).copy(source)

    def _changed(self, path: str, tag: str, said: Attributes, text: str) -> str | None:
        if tag == "script":
            return None
        if tag == "link":
            return self._linked(path, said)
        if tag == "meta" and said.get("http-equiv") is not None:
            return ""  # the site's policy; the file has its own
        others = dict(said)
        if tag == "a" and said.get("href") is not None:
            others["href"] = self.address(path, said["href"] or "")
        elif tag == "img":
            others["src"] = self._data(urljoin(f"{BOOK}{path[1:]}", said.get("src") or ""))
        if "data-base" in said:
            others["data-base"] = "#/"
        others.pop("data-ahead", None)  # nothing is fetched here, and Python starts from the file itself
        return text if others == said else start_tag(tag, others)

    def address(self, path: str, href: str) -> str:
        """Where a link of the page at `path` leads in the file. Raises `Failure` for a page that is not in it."""
        target = urlsplit(urljoin(f"{BOOK}{path[1:]}", href))
        if target.netloc != urlsplit(BOOK).netloc:
            return href
        if target.path not in self.paths:
            raise Failure(f"The page {path} links to {target.path}, which is no page of the handbook.")
        return f"#{target.path}#{target.fragment}" if target.fragment else f"#{target.path}"

    def _linked(self, path: str, said: Attributes) -> str:
        address = urljoin(f"{BOOK}{path[1:]}", said.get("href") or "")
        if said.get("rel") == "stylesheet":
            style = bundle.style(self._site / urlsplit(address).path[1:])
            return f"<style>{re.sub(r'/[*]# sourceMappingURL=.*?[*]/', '', style)}</style>"
        if said.get("rel") == "icon":
            return start_tag("link", {"rel": "icon", "href": self._data(address)})
        return ""

    def _data(self, address: str) -> str:
        return bundle.data(self._site / urlsplit(address).path[1:])


def write(site: Path, file: Path) -> None:
    """Write the built site in the folder `site` into the one `file`; it appears only when it is whole.

    Raises `Failure` where the site is not whole, or was built without a snapshot of Python.
    """
    pages = _Pages(site)
    assets = site / "assets"
    shell = pages.read(HOME)
    hidden = {f"pages:{chapter}": found for chapter, found in _chapters(pages).items()}
    hidden["search"] = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    runtime = list(_runtime(assets))
    modules = bundle.import_map(bundle.modules((SCRIPTS, assets / "client"), "felloe.js", {"python.js": "handbook.js"}))
    scripts = [ELSEWHERE + (assets / "waiting.js").read_text(encoding="utf-8"), PALETTE, modules, ENTRY]
    head, palette, *_ = scripts
    ruled = POLICY.format(hashes=policy.hashes(scripts))
    meta = start_tag("meta", {"http-equiv": "Content-Security-Policy", "content": ruled})
    style = f"<style>{STYLE.read_text(encoding='utf-8')}</style><script>{head}</script></head>"
    version = f'<meta name="version" content="{__version__}">'
    shell = _placed(shell, '<meta charset="utf-8">', f'<meta charset="utf-8">{meta}{version}')
    shell = _placed(shell, "</head>", style)
    shell = _placed(shell, "</h1>", f"</h1>{UNSCRIPTED}")
    body = next(iter(re.findall("<body[^>]*>", shell)), "<body>")
    shell = _placed(shell, body, f"{body}<script>{palette}</script>")
    # The client runs as soon as it has been read, while the megabytes of Python are still on their way.
    client = f'<script type="importmap">{modules}</script><script type="module" async>{ENTRY}</script>'
    inside = [*_packed(hidden), client, *runtime]
    shell = _placed(shell, "</body>", "\n".join([*inside, "</body>"]))
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(".part")
    part.write_text(shell, encoding="utf-8", newline="")
    part.replace(file)


def _chapters(pages: _Pages) -> dict[str, dict[str, dict[str, str]]]:
    """The pages by path, below the first two folders of their paths."""
    chapters: dict[str, dict[str, dict[str, str]]] = {}
    for path in pages.paths:
        chapters.setdefault("/".join(path.split("/")[:3]), {})[path] = _page(pages.read(path))
    return chapters


def _page(source: str) -> dict[str, str]:
    title = html.unescape(source.partition("<title>")[2].partition("</title>")[0])
    return {"title": title, "main": _main(source)}


def _main(source: str) -> str:
    found = re.search("<main.*</main>", source, re.DOTALL)
    if found is None:
        raise Failure("A page of the site has no <main>.")
    return found[0]


def _runtime(assets: Path) -> Iterator[str]:
    """Python's files, its worker, and what runtime.json says of them."""
    described, packed = bundle.python(assets)
    for name, content in {"runtime": described, "worker": bundle.worker(assets)}.items():
        text = json.dumps(content, ensure_ascii=False).replace("<", "\\u003c")
        yield f'<script type="application/json" data-of="{name}">{text}</script>'
    for name, file in packed.items():
        yield _data(f"runtime:{name}", file)


def _packed(contents: Mapping[str, object]) -> list[str]:
    """What JSON says of each of these, under its name."""
    texts = [json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode() for content in contents.values()]
    return [_data(*block) for block in zip(contents, bundle.packed("Packing the pages", texts, LEVEL), strict=True)]


def _data(name: str, packed: bytes) -> str:
    """Bytes as text, cut in pieces: WebKit copies the text of a script anew for each that it reads of it."""
    text = bundle.as_text(packed)
    pieces = (text[start : start + PIECE] for start in range(0, len(text), PIECE))
    return "".join(f'<script type="application/octet-stream" data-of="{name}">{piece}</script>' for piece in pieces)


def _placed(text: str, mark: str, instead: str) -> str:
    before, found, after = text.rpartition(mark)
    if not found:
        raise Failure(f"The first page of the site has no {mark}.")
    return before + instead + after


def main(arguments: Sequence[str]) -> None:
    """Write the handbook and say how large it is."""
    site, file = map(Path, arguments)
    write(site, file)
    print(f"{file}: {file.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    tell(lambda: main(sys.argv[1:]))
