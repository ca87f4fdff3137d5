"""The site's typefaces: subsets of open fonts from npm, and the rules of style by which pages ask for them.

No hook itself. Each face is cut in two. `LETTERS`, what a page of ours is written with, stand in the style itself: the
first thing that a browser draws has them, so that no line moves when they come. `FURTHER`, what names that a reader
types may have besides, are a file that a browser fetches only for a page that shows such a letter. What a page shows of
`SIGNS` comes from the reader's system. There is no italic: browsers slant the upright.
"""

import base64
import hashlib
import os
import string
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from hooks import places
from hooks.commands import fetch

CACHE = places.KEPT / "fonts"
FOLDER = "fonts"
RULES = "faces.css"
FEATURES = ("ccmp", "kern", "liga", "tnum")
LICENCE = "SIL Open Font License 1.1, https://openfontlicense.org"
RULE = """\
@font-face {{
  font-family: "{family}";
  src: url("{address}") format("woff2");
  font-weight: {weight};
  font-display: optional;
  unicode-range: {letters};
}}

"""
LINING = "lnum"
RARE = frozenset("\\`{|}~@$")
"""Punctuation that stands in code alone, which has a face of the reader’s system."""
LETTERS = "".join(
    letter
    for letter in string.digits + string.ascii_letters + string.punctuation + " \u00a0¶·×½–—‘’“”…−"
    if letter not in RARE
)
FURTHER = "".join(map(chr, range(0xC0, 0x100))).replace("×", "").replace("÷", "") + "Œœ"
SIGNS = "→↓⇐†‡∴≠≤≥◆○●△▲▦☐✎✓"


@dataclass(frozen=True, slots=True)
class Face:
    """One face: its `family` in the style, the npm `package` and the `file` in it, without what every file's name ends
    with. `weight` is what a page may ask for, from and to."""

    family: str
    package: str
    file: str
    weight: tuple[int, int]


GRENZE = "@fontsource/grenze"
BRYGADA = "@fontsource-variable/brygada-1918"
ATKINSON = "@fontsource-variable/atkinson-hyperlegible-next"
FACES = (
    Face("Felloe Display", GRENZE, "grenze-latin-600-normal", (600, 600)),
    Face("Felloe Text", BRYGADA, "brygada-1918-latin-wght-normal", (400, 700)),
    Face("Felloe Sans", ATKINSON, "atkinson-hyperlegible-next-latin-wght-normal", (400, 700)),
)


def made() -> Path:
    """The finished folder of the fonts: what lies in the site's assets/fonts/, and `RULES`.

    It appears by a rename, under a hash of all that goes into it. Raises `Failure` if npm fails.
    """
    modules = fetch.site()
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for face in FACES:
        digest.update((modules / face.package / "files" / f"{face.file}.woff2").read_bytes())
    folder = CACHE / digest.hexdigest()[:16]
    if folder.is_dir():
        return folder
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE, prefix="part.") as temporary:
        part = Path(temporary, "fonts")
        part.mkdir()
        with (part / RULES).open("w", encoding="utf-8") as rules:
            for face in FACES:
                licence = (modules / face.package / "LICENSE").read_text(encoding="utf-8")
                (part / f"{face.package.rpartition('/')[2]}.OFL.txt").write_text(licence, encoding="utf-8")
                rules.write(f"/* {licence.partition(')')[0]}); {LICENCE} */\n")
                rules.writelines(_cut(face, modules, part))
        try:
            os.rename(part, folder)
        except OSError:
            if not folder.is_dir():  # else another process was faster, with the same content
                raise
    return folder


def _cut(face: Face, modules: Path, folder: Path) -> Iterator[str]:
    """The rules for a face; of its parts the one that few pages need becomes a file."""
    source = modules / face.package / "files" / f"{face.file}.woff2"
    weight = " ".join(map(str, dict.fromkeys(face.weight)))
    further = subset(source, FURTHER, face.weight)
    name = f"{face.file}-further.{hashlib.sha256(further).hexdigest()[:8]}.woff2"
    (folder / name).write_bytes(further)
    inside = base64.b64encode(subset(source, LETTERS, face.weight)).decode()
    for address, letters in ((f"data:font/woff2;base64,{inside}", LETTERS), (f"{FOLDER}/{name}", FURTHER)):
        yield RULE.format(family=face.family, address=address, weight=weight, letters=ranges(letters))


def subset(source: Path, letters: str, weight: tuple[int, int]) -> bytes:
    """The font cut down to these letters and weights, as WOFF2: the same bytes each time."""
    from fontTools import subset as cutter

    font = _opened(source, weight)
    _line_up(font)
    options = cutter.Options(layout_features=list(FEATURES), name_IDs=[], hinting=False, notdef_outline=False)
    options.drop_tables += ["STAT", "gasp", "meta"]
    work = cutter.Subsetter(options)
    work.populate(text=letters)
    work.subset(font)
    font.flavor = "woff2"
    packed = BytesIO()
    font.save(packed)
    return packed.getvalue()


def _opened(source: Path, weight: tuple[int, int]) -> Any:
    from fontTools.ttLib import TTFont
    from fontTools.varLib import instancer

    font = TTFont(source, recalcTimestamp=False)
    if "fvar" not in font:
        return font
    low, high = weight
    instancer.instantiateVariableFont(font, {"wght": low if low == high else weight}, inplace=True)
    plain = BytesIO()  # what the one library has limited, the other reads from a file
    font.flavor = None
    font.save(plain)
    return TTFont(BytesIO(plain.getvalue()), recalcTimestamp=False)


def _line_up(font: Any) -> None:
    """Figures stand on the line and are as high as capitals, without being asked for in each rule of style."""
    table = font["GSUB"].table
    features = [record.Feature for record in table.FeatureList.FeatureRecord if record.FeatureTag == LINING]
    for index in {index for feature in features for index in feature.LookupListIndex}:
        for part in table.LookupList.Lookup[index].SubTable:
            for characters in font["cmap"].tables:
                characters.cmap = {code: part.mapping.get(name, name) for code, name in characters.cmap.items()}


def ranges(letters: str) -> str:
    """The letters as a ``unicode-range``."""
    found: list[list[int]] = []
    for code in sorted(map(ord, letters)):
        if found and code == found[-1][1] + 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return ", ".join(f"U+{first:X}" if first == last else f"U+{first:X}-{last:X}" for first, last in found)
