"""The navigation is drawn once for pages of one folder, and is what the theme alone would draw into each."""

from pathlib import Path
from typing import Any

import material
import yaml
from mkdocs.commands.build import build
from mkdocs.config import load_config

from hooks import navigation
from tests.site.building import ROOT

PAGES = (
    "index.md",
    "road/carts/index.md",
    "road/carts/axles.md",
    "road/carts/wheels/index.md",
    "road/carts/wheels/hubs.md",
    "road/mules/feeding.md",
    "road/mules/loads.md",
    "river/boats/oars.md",
    "river/boats/sails.md",
    "river/locks.md",
    "about.md",
)
NAV: list[Any] = [
    "index.md",
    {
        "Road": [
            {"Carts": ["road/carts/index.md", "road/carts/axles.md"]},
            # Below the address of a page that stands in another chapter.
            {"Wheels": ["road/carts/wheels/index.md", "road/carts/wheels/hubs.md"]},
            {"Mules": ["road/mules/feeding.md", "road/mules/loads.md"]},
        ]
    },
    {"River": [{"Boats": ["river/boats/oars.md", "river/boats/sails.md"]}, "river/locks.md"]},
    "about.md",
]


def built(folder: Path, hooks: list[str]) -> dict[str, str]:
    """The pages of a small site that is built with these hooks, by path."""
    for page in PAGES:
        path = folder / "docs" / page
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# {page}\n", encoding="utf-8")
    features = ["navigation.sections", "navigation.indexes"]
    theme = {"name": "material", "font": False, "features": features}
    said = {"site_name": "Carts", "site_url": "https://example.org/carts/", "theme": theme, "nav": NAV, "hooks": hooks}
    (folder / "mkdocs.yml").write_text(yaml.safe_dump(said), encoding="utf-8")
    build(load_config(str(folder / "mkdocs.yml"), site_dir=str(folder / "site")))
    pages = sorted((folder / "site").rglob("*.html"))
    return {str(page.relative_to(folder / "site")): page.read_text(encoding="utf-8") for page in pages}


def test_each_page_is_as_the_theme_draws_it(tmp_path: Path) -> None:
    plain = built(tmp_path / "plain", [])
    once = built(tmp_path / "once", [str(ROOT / "hooks" / "navigation.py")])
    assert len(plain) == len(PAGES) + 1
    assert once == plain


def test_the_theme_still_draws_chapters_where_the_hook_asks() -> None:
    templates = Path(str(material.__file__)).parent / "templates"
    assert navigation.DRAWS_A_CHILD in (templates / navigation.TEMPLATE).read_text(encoding="utf-8")
