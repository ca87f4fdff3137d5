"""The client's modules for a page from file://: each once, and every import leads to one of them."""

import base64
import hashlib
import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from hooks.commands import bundle
from tests import seven_bits

SHARED = 'export const kept = [];\n/** @type {import("./far.js").Far} */\n'
LEFT = 'import { kept } from "./shared.js";\nexport { kept };\n'
RIGHT = 'import {\n  kept,\n} from "./shared.js";\nimport "./python.js";\n'
ENTRY = 'import { Left } from "./left.js";\nimport "./right.js";\n'
OURS = 'import { Python as Online } from "./python.js";\nexport * from "./shared.js";\n'


def written(folder: Path) -> Path:
    for name, source in {"shared": SHARED, "left": LEFT, "right": RIGHT, "entry": ENTRY, "ours": OURS}.items():
        (folder / f"{name}.js").write_text(source, encoding="utf-8")
    (folder / "python.js").write_text("export class Python {}\n", encoding="utf-8")
    return folder


def test_a_module_that_several_import_stands_there_once(tmp_path: Path) -> None:
    found = bundle.modules([written(tmp_path)], "entry.js")
    assert list(found) == ["entry.js", "left.js", "python.js", "right.js", "shared.js"]
    assert found["entry.js"] == 'import { Left } from "left.js";\nimport "right.js";\n'
    assert found["right.js"] == 'import {\n  kept,\n} from "shared.js";\nimport "python.js";\n'
    assert found["shared.js"] == SHARED


def test_a_module_that_is_imported_when_it_is_needed_stands_there_too(tmp_path: Path) -> None:
    (written(tmp_path) / "late.js").write_text('  const { kept } = await import("./shared.js");\n', encoding="utf-8")
    found = bundle.modules([tmp_path], "late.js")
    assert list(found) == ["late.js", "shared.js"]
    assert found["late.js"] == '  const { kept } = await import("shared.js");\n'


def test_a_module_that_the_build_made_stands_in_another_folder(tmp_path: Path) -> None:
    (tmp_path / "built").mkdir()
    first = written(tmp_path)
    (first / "shared.js").rename(tmp_path / "built" / "shared.js")
    found = bundle.modules([first, tmp_path / "built"], "entry.js")
    assert found["shared.js"] == SHARED


def test_one_module_takes_the_place_of_another(tmp_path: Path) -> None:
    found = bundle.modules([written(tmp_path)], "entry.js", {"python.js": "ours.js"})
    assert 'import "ours.js";' in found["right.js"]
    assert found["ours.js"] == 'import { Python as Online } from "python.js";\nexport * from "shared.js";\n'
    assert "python.js" in found


def test_the_import_map_holds_the_sources(tmp_path: Path) -> None:
    found = bundle.modules([written(tmp_path)], "entry.js")
    text = bundle.import_map(found)
    assert "<" not in text
    addresses = json.loads(text)["imports"]
    assert {name: base64.b64decode(data.partition(",")[2]).decode() for name, data in addresses.items()} == found


@given(st.binary())
def test_bytes_are_text_that_a_script_keeps(content: bytes) -> None:
    text = bundle.as_text(content)
    assert seven_bits.read(text) == content
    assert not {"\0", "\n", "\r", "<"} & set(text)
    assert all(ord(letter) < 256 for letter in text)


def test_bytes_as_text_take_little_more_than_themselves() -> None:
    content = b"".join(hashlib.sha256(bytes([number])).digest() for number in range(256))  # as even as packed bytes
    assert len(bundle.as_text(content).encode()) < 1.19 * len(content)
