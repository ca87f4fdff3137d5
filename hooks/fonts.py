"""The site's typefaces: subsets of open fonts from npm, and the rules of style by which pages ask for them.

No hook itself. Each face is cut in two: `LETTERS`, what a page of ours is written with, and `FURTHER`, what names that
a reader types may have besides; a browser fetches the second only for a page that shows such a letter. What a page
shows of `SIGNS` comes from the reader's system. Where a face is still on its way, the text stands in a font of the
system, made as wide and as high as the face by what is measured here, so that little moves when it comes. There is no
italic: it would be fetched late and move lines; browsers slant the upright.
"""

import hashlib
import json
import os
import string
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from hooks.commands import fetch

CACHE = Path(__file__).parent.parent / ".cache" / "fonts"
FOLDER = "fonts"
RULES = "faces.css"
FEATURES = ("ccmp", "kern", "liga", "tnum")
LICENCE = "SIL Open Font License 1.1, https://openfontlicense.org"
LINING = "lnum"
LETTERS = string.digits + string.ascii_letters + string.punctuation + " \u00a0¶·×½–—‘’“”…−"
FURTHER = "".join(map(chr, range(0xC0, 0x100))).replace("×", "").replace("÷", "") + "Œœ"
SIGNS = "→↓∴≠≤≥◆○●△▲▦☐✎✓"
SAMPLE = (
    "As many successes as the obstacle and you meet it; roll more, and you exceed it. Roll fewer, and the test fails: "
    "what the others at the table had at stake comes to pass. Help and gear add dice; haste takes some of them away."
)


@dataclass(frozen=True, slots=True)
class Face:
    """One face: its `family` in the style, the npm `package` and the `file` in it, without what every file's name ends
    with. `weight` is what a page may ask for, from and to. `systems` are the fonts that stand in for it."""

    family: str
    package: str
    file: str
    weight: tuple[int, int]
    systems: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class System:
    """Fonts of systems that are equally wide, by the names under which these know them. `width` is the mean advance of
    a letter of `SAMPLE`, in ems: measured in Gelasio and Arimo, which have the widths of Georgia and Arial, and in the
    others themselves."""

    names: tuple[str, ...]
    width: float


# The last that a system has is taken.
SYSTEMS = {
    "serif": (
        System(("DejaVu Serif",), 0.5077),
        System(("Noto Serif",), 0.4680),
        System(("Georgia", "Gelasio", "Gelasio Regular"), 0.4331),
    ),
    "serif bold": (
        System(("DejaVu Serif Bold", "DejaVuSerif-Bold"), 0.5588),
        System(("Noto Serif Bold", "NotoSerif-Bold"), 0.4975),
        System(("Georgia Bold", "Georgia-Bold", "Gelasio Bold"), 0.5029),
    ),
    "sans": (
        System(("DejaVu Sans",), 0.5065),
        System(("Roboto", "Roboto Regular"), 0.4422),
        System(("Arial", "Liberation Sans", "Arimo"), 0.4442),
    ),
    "sans bold": (
        System(("DejaVu Sans Bold", "DejaVuSans-Bold"), 0.5700),
        System(("Roboto Bold", "Roboto-Bold"), 0.4476),
        System(("Arial Bold", "Arial-BoldMT", "Liberation Sans Bold", "Arimo Bold"), 0.4751),
    ),
}
GRENZE = "@fontsource/grenze"
BRYGADA = "@fontsource-variable/brygada-1918"
ATKINSON = "@fontsource-variable/atkinson-hyperlegible-next"
FACES = (
    Face("Felloe Display", GRENZE, "grenze-latin-600-normal", (600, 600), ((600, "serif bold"),)),
    Face("Felloe Text", BRYGADA, "brygada-1918-latin-wght-normal", (400, 700), ((400, "serif"),)),
    Face(
        *("Felloe Sans", ATKINSON, "atkinson-hyperlegible-next-latin-wght-normal", (400, 700)),
        ((400, "sans"), (700, "sans bold")),
    ),
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


def early(folder: Path) -> list[str]:
    """The names of the files that every page needs, in the folder that `made` gave."""
    return [next(path.name for path in folder.glob(f"{face.file}.*.woff2")) for face in FACES]


def _cut(face: Face, modules: Path, folder: Path) -> Iterator[str]:
    """Write the parts of a face, and give the rules for them and for the fonts that stand in for it."""
    source = modules / face.package / "files" / f"{face.file}.woff2"
    for end, letters in (("", LETTERS), ("-further", FURTHER)):
        content = subset(source, letters, face.weight)
        name = f"{face.file}{end}.{hashlib.sha256(content).hexdigest()[:8]}.woff2"
        (folder / name).write_bytes(content)
        said = {"font-family": json.dumps(face.family), "src": f'url("{FOLDER}/{name}") format("woff2")'}
        weight = " ".join(map(str, dict.fromkeys(face.weight)))
        shown = {"font-display": "swap", "unicode-range": ranges(letters)}
        yield _rule({**said, "font-weight": weight, **shown})
    for bold, systems in face.systems:
        metrics = measured(source, bold)
        for system in SYSTEMS[systems]:
            local = ", ".join(f'local("{name}")' for name in system.names)
            said = {"font-family": json.dumps(f"{face.family} Fallback"), "src": local, "font-weight": str(bold)}
            yield _rule({**said, **stand_in(metrics, system.width)})


def _rule(said: Mapping[str, str]) -> str:
    return "\n".join(["@font-face {", *(f"  {name}: {value};" for name, value in said.items()), "}\n\n"])


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


@dataclass(frozen=True, slots=True)
class Metrics:
    """The mean advance of a letter of `SAMPLE`, and how far lines reach over and under their base, in ems."""

    width: float
    ascent: float
    descent: float
    gap: float


def measured(source: Path, weight: int) -> Metrics:
    """The metrics of a font file at a weight."""
    font = _opened(source, (weight, weight))
    em, names, advances, lines = font["head"].unitsPerEm, font.getBestCmap(), font["hmtx"], font["hhea"]
    width = sum(advances[names[ord(letter)]][0] for letter in SAMPLE) / len(SAMPLE)
    return Metrics(width / em, lines.ascent / em, -lines.descent / em, lines.lineGap / em)


def stand_in(metrics: Metrics, width: float) -> dict[str, str]:
    """What makes a font of the system whose letters have this mean `width` fill the lines as the face would."""
    scale = metrics.width / width
    return {
        "size-adjust": f"{scale:.2%}",
        "ascent-override": f"{metrics.ascent / scale:.2%}",
        "descent-override": f"{metrics.descent / scale:.2%}",
        "line-gap-override": f"{metrics.gap / scale:.2%}",
    }


def ranges(letters: str) -> str:
    """The letters as a ``unicode-range``."""
    found: list[list[int]] = []
    for code in sorted(map(ord, letters)):
        if found and code == found[-1][1] + 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return ", ".join(f"U+{first:X}" if first == last else f"U+{first:X}-{last:X}" for first, last in found)
