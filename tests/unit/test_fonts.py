"""The typefaces: small, with every letter that the site needs, and stood in for by what is as wide and as high."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont

from hooks import fonts
from hooks.commands import bundle, fetch

MOST_KIB = 60
MOST_KIB_EARLY = 38
NARROWER = 0.021
"""By so many ems the seven of Brygada is narrower than its other figures; tables are set in the other two."""
DIGITS = "0123456789"


@cache
def opened(path: Path) -> Any:
    return TTFont(path)


def files(face: fonts.Face) -> dict[str, Path]:
    """The file of each part of a face, by what its name says behind the face's."""
    found = fonts.made().glob(f"{face.file}*.woff2")
    return {path.name.removeprefix(face.file).partition(".")[0]: path for path in found}


def source(face: fonts.Face) -> Path:
    return fetch.site() / face.package / "files" / f"{face.file}.woff2"


each_face = pytest.mark.parametrize("face", fonts.FACES, ids=lambda face: face.file)


def test_they_are_small() -> None:
    folder = fonts.made()
    assert sum(path.stat().st_size for path in folder.glob("*.woff2")) <= MOST_KIB * 1024
    assert sum((folder / name).stat().st_size for name in fonts.early(folder)) <= MOST_KIB_EARLY * 1024
    assert len(set(fonts.early(folder))) == len(fonts.FACES)


@each_face
def test_each_has_all_letters(face: fonts.Face) -> None:
    drawn = {end: {chr(code) for code in opened(path).getBestCmap()} for end, path in files(face).items()}
    assert drawn == {"": set(fonts.LETTERS), "-further": set(fonts.FURTHER)}


def test_a_sign_that_a_face_could_draw_is_a_letter() -> None:
    everywhere = set.intersection(*({chr(code) for code in opened(source(face)).getBestCmap()} for face in fonts.FACES))
    assert not set(fonts.SIGNS) & everywhere


@each_face
def test_figures_stand_on_the_line_and_may_be_equally_wide(face: fonts.Face) -> None:
    font = opened(files(face)[""])
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


@each_face
def test_what_stands_in_fills_the_same_lines(face: fonts.Face) -> None:
    for weight, systems in face.systems:
        metrics = fonts.measured(source(face), weight)
        for system in fonts.SYSTEMS[systems]:
            said = {
                name: float(value.rstrip("%")) / 100 for name, value in fonts.stand_in(metrics, system.width).items()
            }
            scale = said["size-adjust"]
            assert scale * system.width == pytest.approx(metrics.width, rel=0.001)
            assert scale * said["ascent-override"] == pytest.approx(metrics.ascent, rel=0.001)
            assert scale * said["descent-override"] == pytest.approx(metrics.descent, rel=0.001)


def test_rules_name_files_that_are_there_and_every_file_is_named() -> None:
    folder = fonts.made()
    rules = (folder / fonts.RULES).read_text(encoding="utf-8")
    named = re.findall(rf'url\("{fonts.FOLDER}/([^"]+)"\)', rules)
    assert sorted(named) == sorted(path.name for path in folder.glob("*.woff2"))
    assert rules.count("font-display: swap") == len(named)
    for face in fonts.FACES:
        assert "SIL Open Font License" in (folder / f"{face.package.rpartition('/')[2]}.OFL.txt").read_text("utf-8")


def test_the_same_font_gives_the_same_bytes() -> None:
    face = fonts.FACES[0]
    assert fonts.subset(source(face), fonts.LETTERS, face.weight) == files(face)[""].read_bytes()


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
