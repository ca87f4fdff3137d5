"""The folder: the built site as a zip of files that work from file://, and from any static host under any path.

``python -m hooks.commands.folder SITE FILE`` reads the folder of a built site and writes the zip. Links name files, and
what the site fetches or imports (the client's modules, Python and its worker) comes as text in classic scripts: file://
has no other way, and a host needs no second. folder-first.js and folder.js in hooks/client/file/ are the page's part in
it.
"""

import json
import re
import sys
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from hooks import policy
from hooks.assets import CLIENT, ENTRY
from hooks.commands import bundle
from hooks.commands.progress import Failure, tell
from hooks.commands.rewriting import Attributes, Rewriter, start_tag

SCRIPTS = CLIENT / "file"
TOP = "felloe-site"
BASE = "https://folder.invalid/"  # where the pages stand while their links are read
FIRST = "assets/folder-first.js"
WAITING = "assets/waiting.js"
MODULES = "assets/modules.js"
SEARCH = "search/search_index"
LEFT_OUT = ("offline.js",)  # what only a server can offer
LINKS = ("stylesheet", "icon")
CONFIG = re.compile(r'(?<=<script id="__config" type="application/json">)[^<]*')
INSTANT = "navigation.instant"
START = """globalThis.felloe = {given};
const map = document.createElement("script");
map.type = "importmap";
map.textContent = {map};
document.currentScript.after(map);
"""
QUOTED = str.maketrans({'"': r"\"", "\\": r"\\"})
POLICY = (
    "default-src 'none'; script-src 'self' data: {hashes} 'wasm-unsafe-eval'; worker-src blob:; connect-src 'self'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src data:; base-uri 'none'; form-action 'none'"
)


class _Folder:
    """The files of the folder, from those of the site."""

    def __init__(self, site: Path) -> None:
        self._site = site
        self._needed: set[str] = set()

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Each file's path and content. Raises `Failure` for a link or script that leads nowhere."""
        pages = sorted(self._site.rglob("index.html"))
        if self._site / "index.html" not in pages:
            raise Failure(f"There is no built site in {self._site}: run make site.")
        copied = {page.relative_to(self._site).as_posix(): self._page(page) for page in pages}
        sources: dict[str, str] = {}
        client = self._site / "assets" / "client"
        modules = [name for name in bundle.imported((client / ENTRY).read_text("utf-8")) if name not in LEFT_OUT]
        for module in modules:
            sources |= bundle.modules((SCRIPTS, client), module, {"python.js": "folder.js"})
        imported = bundle.import_map(sources)
        for name, text in copied.items():
            yield name, _ruled(text, imported).encode()
        for name in sorted(self._needed):
            path = self._site / name
            yield name, bundle.style(path).encode() if path.suffix == ".css" else path.read_bytes()
        yield FIRST, (SCRIPTS / Path(FIRST).name).read_bytes()
        index = (self._site / f"{SEARCH}.json").read_bytes()
        yield f"{SEARCH}.json", index
        yield f"{SEARCH}.js", b"var __index = %b;\n" % index.strip()
        described, packed = bundle.python(self._site / "assets")
        given = json.dumps({"runtime": described, "worker": bundle.worker(self._site / "assets")})
        imports = "".join(f'import("{name}");\n' for name in modules)
        yield MODULES, (START.format(given=given, map=json.dumps(imported)) + imports).encode()
        for name, content in packed.items():
            text = bundle.as_text(content).translate(QUOTED)
            script = f'dispatchEvent(new CustomEvent("felloe:{name}", {{ detail: "{text}" }}));\n'
            yield f"assets/runtime/{name}.js", script.encode()

    def _page(self, page: Path) -> str:
        path = page.parent.relative_to(self._site).as_posix().removeprefix(".")
        here = f"{BASE}{path}/" if path else BASE
        text = Rewriter(lambda tag, said, own: self._changed(here, tag, said, own)).copy(page.read_text("utf-8"))
        return CONFIG.sub(lambda found: _config(found[0]), text)

    def _changed(self, here: str, tag: str, said: Attributes, text: str) -> str | None:
        if tag == "a" and said.get("href"):
            href = self._href(here, said["href"] or "")
            return text if href == said["href"] else start_tag(tag, {**said, "href": href})
        if "data-ahead" in said:  # which file:// would not fetch
            return start_tag(tag, {name: value for name, value in said.items() if name != "data-ahead"})
        if tag == "link":
            return self._loaded(here, said["href"], text) if said.get("rel") in LINKS else ""
        if tag == "img":
            return self._loaded(here, said["src"], text)
        if tag == "script" and "src" in said:
            return self._script(here, said, text)
        return "" if tag == "meta" and _of_server(said) else text

    def _script(self, here: str, said: Attributes, text: str) -> str | None:
        """A script that a page loads: before the first of ours comes the folder's, and the modules come as text."""
        name, way = _name(here, said["src"]), str(said["src"])
        root = way.removesuffix(name)
        if said.get("type") == "module":
            return start_tag("script", {"src": f"{root}{MODULES}"})
        before = f'<script src="{root}{FIRST}"></script>' if name == WAITING else ""
        return before + self._loaded(here, said["src"], text)

    def _loaded(self, here: str, address: str | None, text: str) -> str:
        name = _name(here, address)
        if not (self._site / name).is_file():
            raise Failure(f"The page /{here.removeprefix(BASE)} needs {name}, which is not in the site.")
        self._needed.add(name)
        return text

    def _href(self, here: str, href: str) -> str:
        """A link as file:// needs it: to a file, where a server would find the folder's."""
        name = _name(here, href)
        if not urljoin(here, href).startswith(BASE) or href.startswith("#"):
            return href
        if not name.endswith("/") and name:
            self._loaded(here, href, "")
        elif not (self._site / _file(name)).is_file():
            raise Failure(f"The page /{here.removeprefix(BASE)} links to {name}, which is not in the site.")
        parts = urlsplit(href)
        slash = "/" if parts.path.endswith(".") else ""
        return parts._replace(path=_file(parts.path + slash)).geturl()


def _of_server(meta: Attributes) -> bool:
    """Whether a page says here what only its server can answer for: its policy, and its address for pasted links."""
    about = str(meta.get("property") or meta.get("name"))
    return "http-equiv" in meta or about == "site" or about.startswith(("og:", "twitter:"))


def _name(here: str, address: str | None) -> str:
    return urlsplit(urljoin(here, address or "")).path[1:]


def _file(path: str) -> str:
    """The file that a server finds at a path."""
    return f"{path}index.html" if not path or path.endswith("/") else path


def _config(text: str) -> str:
    """Material's configuration, with pages opened and not fetched."""
    config = json.loads(text)
    config["features"] = [name for name in config["features"] if not name.startswith(INSTANT)]
    return json.dumps(config)


def _ruled(page: str, imported: str) -> str:
    """The page with its policy, under which its own scripts run, the import map, and what that holds."""
    hashes = policy.hashes([*policy.scripts(page), imported])
    meta = start_tag("meta", {"http-equiv": "Content-Security-Policy", "content": POLICY.format(hashes=hashes)})
    return page.replace(policy.CHARSET, f"{policy.CHARSET}{meta}", 1)


def write(site: Path, file: Path) -> None:
    """Write the built site in the folder `site` into the zip `file`, the same bytes each time, whole or not at all.

    Raises `Failure` where the site is not whole, or was built without a snapshot of Python.
    """
    files = list(_Folder(site).files())
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(".part")
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            entry = zipfile.ZipInfo(f"{TOP}/{name}")
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    part.replace(file)


def main(arguments: Sequence[str]) -> None:
    """Write the zip and say how large it is."""
    site, file = map(Path, arguments)
    write(site, file)
    print(f"{file}: {file.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    tell(lambda: main(sys.argv[1:]))
