"""The inks: contrasts as WCAG 2.2 computes them, in light and dark, and for readers who ask for more."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import material
import pytest

from engine.games import GAMES
from hooks.assets import CLIENT
from tests.site.building import ROOT

NAMES = "main", "palette"
"""Material's style sheets."""
TEXT, PART = 4.5, 3.0
GROUNDS = ("paper", "plate", "tint")
WRITTEN = ("ink", "quiet", "accent", "theirs", "bad", "link")
"""Inks in which words stand on each ground."""
DRAWN = ("edge", "accent", "theirs", "bad", "ink")
"""Inks of what has to be seen and is no word: frames of controls, bars, the outline of a bar that fails."""
MEDIA = {
    "light": ("",),
    "dark": ("", "screen"),
    "light, more": ("", "(prefers-contrast: more)"),
    "dark, more": ("", "(prefers-contrast: more)", "screen", "screen and (prefers-contrast: more)"),
}
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
NAMED = re.compile(r"var\(--([\w-]+)\)")
Colour = tuple[float, float, float]


def rules(path: Path) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Each rule of a style sheet: its media (empty where it has none), its selector, what it says."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    apart = re.compile(r"@media ([^{]+)\{((?:[^{}]*\{[^{}]*\})*)\s*\}")
    for media, inside in [*((one[1].strip(), one[2]) for one in apart.finditer(text)), ("", apart.sub("", text))]:
        for selector, body in RULE.findall(inside):
            lines = (line.partition(":") for line in body.split(";") if ":" in line)
            yield media, selector.strip(), {name.strip(): value.strip() for name, _, value in lines}


def palette(view: str) -> dict[str, str]:
    """The inks of a view, by their names without the --."""
    found: dict[str, str] = {}
    for media in MEDIA[view]:
        for place in (":root", '[data-md-color-scheme="slate"]')[: 2 if view.startswith("dark") else 1]:
            for its, selector, said in rules(CLIENT / "style" / "ink.css"):
                if its == media and place in selector:
                    found |= {name.removeprefix("--"): value for name, value in said.items() if name.startswith("--")}
    return found


def colour(value: str, inks: Mapping[str, str], under: Colour = (1, 1, 1)) -> Colour | None:
    """A colour as sRGB in 0 to 1, laid over what is `under` it; None for what is no plain colour."""
    seen = 0
    while (found := NAMED.fullmatch(value)) and seen < 5:
        value, seen = inks.get(found[1], ""), seen + 1
    digits = value.removeprefix("#")
    if not re.fullmatch(r"#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})", value):
        return None
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    red, green, blue, alpha = (int(f"{digits}ff"[start : start + 2], 16) / 255 for start in (0, 2, 4, 6))
    mixed = (one * alpha + other * (1 - alpha) for one, other in zip((red, green, blue), under, strict=True))
    return tuple(mixed)  # type: ignore[return-value]


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of two colours, 1 to 21."""

    def luminance(colour: Colour) -> float:
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def pairs(view: str) -> dict[str, tuple[float, float]]:
    """Each pair of inks that pages use: its contrast, and the least that it needs."""
    inks = palette(view)

    def ink(name: str, under: Colour = (1, 1, 1)) -> Colour:
        found = colour(f"var(--fl-{name})", inks, under)
        assert found, f"{name} is no colour in {view}"
        return found

    wanted = {f"{ink} on {ground}": (ink, ground, TEXT) for ground in GROUNDS for ink in WRITTEN}
    wanted |= {f"{ink} beside {ground}": (ink, ground, PART) for ground in GROUNDS for ink in DRAWN}
    wanted["text on the one button"] = ("on-accent", "accent", TEXT)
    wanted["text on what is chosen"] = ("plate", "ink", TEXT)
    wanted["chosen against unchosen"] = ("ink", "plate", PART)
    found = {words: (contrast(ink(one), ink(other)), least) for words, (one, other, least) in wanted.items()}
    for ground in GROUNDS:
        for soft in ("accent-soft", "theirs-soft"):
            found[f"ink on {soft} over {ground}"] = (contrast(ink("ink"), ink(soft, ink(ground))), TEXT)
    return found


@pytest.mark.parametrize("view", MEDIA)
def test_every_pair_is_readable(view: str) -> None:
    short = {words: round(ratio, 2) for words, (ratio, least) in pairs(view).items() if ratio < least}
    assert short == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_more_contrast_is_more(scheme: str) -> None:
    plain, more = pairs(scheme), pairs(f"{scheme}, more")
    least = min(ratio for ratio, _ in plain.values())
    assert [words for words, (ratio, _) in more.items() if ratio < least] == []
    for words in ("quiet on tint", "quiet on paper", "edge beside tint", "edge beside plate", "accent on tint"):
        assert more[words][0] > plain[words][0] * 1.2, words
    assert more["ink on paper"][0] > plain["ink on paper"][0]


def styles() -> list[Path]:
    return sorted([*(CLIENT / "style").glob("*.css"), *(ROOT / "engine" / "games").glob("*/style.css")])


@pytest.mark.parametrize("view", MEDIA)
def test_what_names_its_colour_and_its_ground_is_readable(view: str) -> None:
    inks, short, seen = palette(view), [], 0
    for path in styles():
        local = {name[2:]: value for _, _, said in rules(path) for name, value in said.items() if name[:2] == "--"}
        known = {**local, **inks} if path.name != "ink.css" else inks
        for media, selector, said in rules(path):
            grounds = re.findall(
                r"var\(--[\w-]+\)|#[0-9a-f]{3,8}\b", said.get("background", said.get("background-color", ""))
            )
            front = colour(said.get("color", ""), known)
            under = [colour(f"var(--fl-{ground})", inks) or (1, 1, 1) for ground in GROUNDS]
            laid = [ground for one in under if grounds and (ground := colour(grounds[-1], known, one))]
            if front and laid and "print" not in media:
                seen += 1
                if (least := min(contrast(front, ground) for ground in laid)) < TEXT:
                    short.append(f"{path.name} {selector}: {least:.2f}")
    assert short == []
    assert seen > 10


def test_a_games_accent_is_an_ink_too() -> None:
    for game in GAMES.values():
        for view, value in {"light": game.accent.light, "dark": game.accent.dark}.items() if game.accent else ():
            front, inks = colour(value, {}), palette(view)
            for ground in GROUNDS:
                under = colour(f"var(--fl-{ground})", inks)
                assert front
                assert under
                assert contrast(front, under) >= TEXT, f"{game.name} on {ground}, {view}"


def test_the_formula() -> None:
    assert contrast((0, 0, 0), (1, 1, 1)) == pytest.approx(21)
    assert contrast((1, 1, 1), (1, 1, 1)) == 1
    grey = colour("#767676", {})
    assert grey
    assert contrast(grey, (1, 1, 1)) == pytest.approx(4.54, abs=0.01)
    assert colour("#00000080", {}, (1, 1, 1)) == pytest.approx((0.498, 0.498, 0.498), abs=0.001)


def test_no_container_is_a_grid() -> None:
    """Within another container such a grid loses its height in Chromium when something is drawn into it."""
    grids = {
        selector for path in styles() for _, selector, said in rules(path) if said.get("display") in ("grid", "flex")
    }
    found = {
        selector
        for path in styles()
        for _, selector, said in rules(path)
        if {"container", "container-type"} & set(said)
    }
    assert len(found) > 2
    assert found & grids == set()


def test_what_material_colors_in_the_dark_our_inks_color() -> None:
    """Its file of palettes is left out: a color set by it alone would stay that of the light page."""
    sheets = Path(material.__file__).parent / "templates" / "assets" / "stylesheets"
    (main,), (palettes,) = ([path.read_text("utf-8") for path in sheets.glob(f"{name}.*.css")] for name in NAMES)
    slate = re.search(r"\[data-md-color-scheme=slate\]\{([^}]*)\}", palettes)
    assert slate
    dark = set(re.findall(r"(--md-[\w-]+):", slate[1])) & set(re.findall(r"var\((--md-[\w-]+)", main))
    assert len(dark) > 20
    assert dark <= {name for _, _, said in rules(CLIENT / "style" / "ink.css") for name in said}
