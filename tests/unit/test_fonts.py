"""The typefaces: small, and with every letter that the site needs."""

import base64
import re
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont

from hooks import fonts
from hooks.commands import bundle, fetch

MOST_KIB = 60
MOST_KIB_IN_STYLE = 38
NARROWER = 0.021
"""By so many ems the seven of Brygada is narrower than its other figures; tables are set in the other two."""
DIGITS = "0123456789"


INSIDE = re.compile(r'url\("data:font/woff2;base64,([^"]+)"\)')


@cache
def parts(face: fonts.Face) -> dict[str, bytes]:
    """The two parts of a face: that in the style, and the file of further letters."""
    folder = fonts.made()
    inside = INSIDE.findall((folder / fonts.RULES).read_text(encoding="utf-8"))
    assert len(inside) == len(fonts.FACES)
    further = next(folder.glob(f"{face.file}-further.*.woff2"))
    return {"": base64.b64decode(inside[fonts.FACES.index(face)]), "further": further.read_bytes()}


def opened(content: bytes) -> Any:
    return TTFont(BytesIO(content))


def source(face: fonts.Face) -> Path:
    return fetch.site() / face.package / "files" / f"{face.file}.woff2"


each_face = pytest.mark.parametrize("face", fonts.FACES, ids=lambda face: face.file)


def test_they_are_small() -> None:
    sizes = [{name: len(content) / 1024 for name, content in parts(face).items()} for face in fonts.FACES]
    assert sum(sum(size.values()) for size in sizes) <= MOST_KIB
    assert sum(size[""] for size in sizes) <= MOST_KIB_IN_STYLE


@each_face
def test_each_has_all_letters(face: fonts.Face) -> None:
    drawn = {end: {chr(code) for code in opened(content).getBestCmap()} for end, content in parts(face).items()}
    assert drawn == {"": set(fonts.LETTERS), "further": set(fonts.FURTHER)}


def test_a_sign_that_a_face_could_draw_is_a_letter() -> None:
    everywhere = set.intersection(
        *({chr(code) for code in opened(source(face).read_bytes()).getBestCmap()} for face in fonts.FACES)
    )
    assert not set(fonts.SIGNS) & everywhere


@each_face
def test_figures_stand_on_the_line_and_may_be_equally_wide(face: fonts.Face) -> None:
    font = opened(parts(face)[""])
    names = font.getBestCmap()
    outlines = font["glyf"]
    capital = outlines[names[ord("H")]]
    for digit in DIGITS:
        glyph = outlines[names[ord(digit)]]
        assert glyph.yMin >= -0.03 * font["head"].unitsPerEm, digit
        assert glyph.yMax >= 0.85 * capital.yMax, digit
    table = font["GSUB"].table
    wide = [one.Feature for one in table.FeatureList.FeatureRecord if one.FeatureTag == "tnum"]
    mapping = {
        name: other
        for feature in wide
        for index in feature.LookupListIndex
        for part in table.LookupList.Lookup[index].SubTable
        for name, other in part.mapping.items()
    }
    chosen = [mapping.get(names[ord(digit)], names[ord(digit)]) for digit in DIGITS]
    advances = [font["hmtx"][name][0] / font["head"].unitsPerEm for name in chosen]
    assert max(advances) - min(advances) <= NARROWER


def test_rules_name_files_that_are_there_and_every_file_is_named() -> None:
    folder = fonts.made()
    rules = (folder / fonts.RULES).read_text(encoding="utf-8")
    named = re.findall(rf'url\("{fonts.FOLDER}/([^"]+)"\)', rules)
    assert sorted(named) == sorted(path.name for path in folder.glob("*.woff2"))
    assert rules.count("font-display: optional") == 2 * len(fonts.FACES) == 2 * len(named)
    for face in fonts.FACES:
        assert "SIL Open Font License" in (folder / f"{face.package.rpartition('/')[2]}.OFL.txt").read_text("utf-8")


def test_the_same_font_gives_the_same_bytes() -> None:
    face = fonts.FACES[0]
    assert fonts.subset(source(face), fonts.LETTERS, face.weight) == parts(face)[""]


def test_ranges() -> None:
    assert fonts.ranges("cabz") == "U+61-63, U+7A"


def test_a_style_from_a_disk_has_its_fonts_in_it(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "a.woff2").write_bytes(b"font")
    style = tmp_path / "style.css"
    for named in ('"fonts/a.woff2"', "fonts/a.woff2"):
        style.write_text(f'a {{ src: url({named}) }} b {{ background: url("data:image/png;base64,AA==") }}', "utf-8")
        assert bundle.style(style).startswith('a { src: url("data:')
        assert bundle.style(style).endswith(';base64,Zm9udA==") } b { background: url("data:image/png;base64,AA==") }')
