"""What a page from file:// needs, which may import and fetch no file beside it: the client's modules, and Python.

Each module stands in the page once, in an import map, as a data: address under its file's name; a module that several
import is one module still. The page's own module then says ``import "felloe.js"``, and its policy allows ``data:``.
"""

import base64
import gzip
import hashlib
import json
import mimetypes
import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hooks import places
from hooks.commands import fetch
from hooks.commands.progress import Failure, step
from hooks.runtime import PACKING, UNPACKING

RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
CACHE = places.KEPT / "packed"
SMALLEST = 19  # a level of zstd that takes its time
LOW = bytes(byte & 0x7F for byte in range(256))
HIGH = [bytes((byte >> 7) << bit for byte in range(256)) for bit in range(7)]
TOLD = bytes(byte | 0x80 if byte in b"\0\n\r<" else byte for byte in range(256))
FILE = re.compile(r'url\("?(?!data:)([^")#]+)"?\)')
IMPORT = re.compile(r'^((?:(?:import|export|\}) ?|.*\bawait import\()[^"\n]*)"\./([\w-]+\.js)"', re.MULTILINE)


def modules(folders: Sequence[Path], entry: str, instead: Mapping[str, str] | None = None) -> dict[str, str]:
    """The source of the module `entry` and of all that it needs, by file name, imports under bare names.

    Each is looked for in the `folders`, in their order. `instead` says which module takes another one's place; only the
    one that does so still imports that other.
    """
    found: dict[str, str] = {}
    wanted = [entry]
    while wanted:
        name = wanted.pop()
        if name in found:
            continue
        path = next((folder / name for folder in folders if (folder / name).is_file()), folders[0] / name)
        source = path.read_text(encoding="utf-8")
        places = {old: new for old, new in (instead or {}).items() if new != name}

        def bare(line: re.Match[str], places: Mapping[str, str] = places) -> str:
            other = places.get(line[2], line[2])
            wanted.append(other)
            return f'{line[1]}"{other}"'

        found[name] = IMPORT.sub(bare, source)
    return dict(sorted(found.items()))


def imported(entry: str) -> list[str]:
    """The modules that a module does nothing but import, by file name."""
    return re.findall(r'^import "\./([\w-]+\.js)";$', entry, re.MULTILINE)


def import_map(sources: Mapping[str, str]) -> str:
    """What stands in ``<script type="importmap">`` for these modules; it holds no ``<``."""
    addresses = {
        name: f"data:text/javascript;base64,{base64.b64encode(source.encode()).decode()}"
        for name, source in sources.items()
    }
    return json.dumps({"imports": addresses}, separators=(",", ":"))


def python(assets: Path) -> tuple[dict[str, Any], dict[str, bytes]]:
    """What runtime.json says of Python in a site's folder `assets`, and each file that its snapshot needs, packed.

    What unpacks the others is itself gzipped, which every browser inflates. Raises `Failure` where the site was built
    without a snapshot.
    """
    folder = assets / "runtime"
    described: dict[str, Any] = json.loads((folder / "runtime.json").read_text(encoding="utf-8"))
    if described["snapshot"] is None:
        raise Failure("Pages from file:// need a site with a snapshot of Python: run make site.")
    snapshot = described["snapshot"]["file"]
    packed = {
        UNPACKING: zipped((folder / UNPACKING).read_bytes()),
        **{name: _kept(folder / name) for name in RUNTIME},
        snapshot: (folder / snapshot).read_bytes(),
    }
    return {**described, "inside": list(packed)}, packed


def _kept(path: Path) -> bytes:
    """What zstd makes of a file that seldom changes, worked out once for its content."""
    content = path.read_bytes()
    kept = CACHE / f"{hashlib.sha256(content + PACKING.read_bytes()).hexdigest()[:16]}.zst"
    if not kept.is_file():
        CACHE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE) as folder:
            part = Path(folder, path.name)
            [small] = packed(f"Packing {path.name}", [content], SMALLEST)
            part.write_bytes(small)
            part.replace(kept)
    return kept.read_bytes()


def packed(doing: str, contents: Sequence[bytes], level: int) -> list[bytes]:
    """What zstd makes of each of these; `doing` tells what is being done. Raises `Failure` where Node cannot."""
    with tempfile.TemporaryDirectory() as folder:
        pairs = [(Path(folder, f"{number}"), Path(folder, f"{number}.zst")) for number in range(len(contents))]
        for (whole, _), content in zip(pairs, contents, strict=True):
            whole.write_bytes(content)
        said = step(doing, [fetch.node(), PACKING, str(level), *(path for pair in pairs for path in pair)])
        if said is not None:
            raise Failure(f"{doing} failed: {said.strip()}")
        return [small.read_bytes() for _, small in pairs]


def as_text(content: bytes) -> str:
    """Bytes as text with seven bits a letter, which in UTF-8 takes a sixth more than they do; base64 takes a third.

    Of each eight letters, the first has the high bits of the seven others. What a script in HTML may not hold, or would
    not keep on every way that a file goes (NUL, ends of lines, ``<``), has an eighth bit, which counts for nothing.
    hooks/client/file/seven-bits.js reads it.
    """
    groups = -(-len(content) // 7)
    padded = content.ljust(7 * groups, b"\0")
    high = 0
    letters = bytearray(8 * groups)
    for bit in range(7):
        column = padded[bit::7]
        letters[bit + 1 :: 8] = column.translate(LOW)
        high |= int.from_bytes(column.translate(HIGH[bit]), "big")
    letters[::8] = high.to_bytes(groups, "big")
    return letters[: len(content) + groups].translate(TOLD).decode("latin-1")


def style(path: Path) -> str:
    """The text of a style sheet, with the files that it names in it as data: addresses."""

    def inside(found: re.Match[str]) -> str:
        return f'url("{data(path.parent / found[1])}")'

    return FILE.sub(inside, path.read_text(encoding="utf-8"))


def data(path: Path) -> str:
    """A file as a data: address."""
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return f"data:{kind};base64,{base64.b64encode(path.read_bytes()).decode()}"


def worker(assets: Path) -> str:
    """The text of Python's worker as a classic script, which file:// allows where it comes from a blob: address."""
    return (assets / "worker.js").read_text(encoding="utf-8").replace("export {};\n", "")


def zipped(content: bytes) -> bytes:
    """What gzip makes of it, the same each time."""
    return gzip.compress(content, 9, mtime=0)
