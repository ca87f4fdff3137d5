"""What a site of one's own begins with, and the release of Felloe that it stands on."""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from mkdocs.config import load_config
from mkdocs.plugins import CombinedEvent

from hooks import places, plugin
from hooks.commands import new, release
from hooks.commands.progress import Failure
from tests.site.building import CONFIG, ROOT, all_hooks

GAMES = re.compile(r"burning[-_ ]?wheel|melee|bastard[-_ ]?sword", re.IGNORECASE)
LONGEST = "the-very-long-road-of-salt-and-silver-over-the-hills"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return release.write(tmp_path_factory.mktemp("release"))


def said(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_a_release_has_no_game_and_no_page(wheel: Path) -> None:
    held = said(wheel)
    assert {name for name in held if name.startswith("engine/games/")} == {"engine/games/", "engine/games/__init__.py"}
    assert {name.partition("/")[0] for name in held} == {
        "engine",
        "hooks",
        f"{wheel.name.partition('-py3')[0]}.dist-info",
    }
    whose = [
        name for name, content in held.items() if "licenses" not in name and GAMES.search(content.decode("latin-1"))
    ]
    assert whose == []
    assert not [name for name in held if "__pycache__" in name or name.endswith(".jinja") or "share.png" in name]


def test_a_release_has_all_that_a_site_asks_for(wheel: Path) -> None:
    held = said(wheel)
    assert b"felloe = hooks.plugin:Felloe" in held[f"{wheel.name.partition('-py3')[0]}.dist-info/entry_points.txt"]
    for lock in ("requirements.txt", "requirements-dev.txt"):
        assert held[f"hooks/{lock}"] == (ROOT / lock).read_bytes()
    files = [path for path in (ROOT / "hooks" / "client").rglob("*") if path.is_file()]
    assert {path.relative_to(ROOT).as_posix() for path in files} <= held.keys()
    asked = set(
        re.findall(r"-m hooks\.commands\.(\w+)", (new.TEMPLATES / "Makefile.jinja").read_text(encoding="utf-8"))
    )
    assert {f"hooks/commands/{name}.py" for name in asked} <= held.keys()
    assert {"address", "environment", "fetch", "handbook", "folder"} == asked


def test_the_same_sources_give_the_same_release(wheel: Path, tmp_path: Path) -> None:
    assert release.write(tmp_path).read_bytes() == wheel.read_bytes()


def test_a_release_reads_itself_and_keeps_what_it_makes_with_the_site(wheel: Path, tmp_path: Path) -> None:
    """Its own folder is only read; what is fetched may lie elsewhere."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "felloe")
    site = tmp_path / "site"
    site.mkdir()
    asked = "from hooks import places, plugin; print(places.KEPT, places.FETCHED, places.LOCKS, *plugin.SAID['hooks'])"
    for shared, fetched in (("", site / ".cache"), (str(tmp_path / "shared"), tmp_path / "shared")):
        variables = {**os.environ, "PYTHONPATH": str(tmp_path / "felloe"), "FELLOE_CACHE": shared}
        done = subprocess.run(
            [sys.executable, "-c", asked], cwd=site, env=variables, capture_output=True, encoding="utf-8", check=True
        )
        expected = [site / ".cache", fetched, tmp_path / "felloe" / "hooks"]
        assert done.stdout.split() == [*map(str, expected), *(Path(name).stem for name in all_hooks())]
    code = "from engine import app, our_table as t; print(app.names(), t.read(t.write(t.OurTable('T'))))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=site, env=variables, capture_output=True, encoding="utf-8", check=True
    )
    own = "['write-a-rule'] (OurTable(name='T'"
    assert done.stdout.startswith(own), "no calculator of a game, and codes that read what they write"


def test_the_plugin_says_what_our_configuration_says(tmp_path: Path) -> None:
    """A short mkdocs.yml with the plugin comes to what ours spells out."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "mkdocs.yml").write_text("site_name: X\ntheme: { name: material }\nplugins: []\n", encoding="utf-8")
    theirs, ours = plugin.settle(load_config(str(tmp_path / "mkdocs.yml"))), load_config(str(CONFIG))
    assert dict(theirs.theme) == dict(ours.theme)
    assert theirs.theme.dirs[0] == ours.theme.dirs[0] == str(ROOT / "hooks" / "theme")
    assert theirs.theme.static_templates == ours.theme.static_templates
    assert theirs.extra_css == ours.extra_css
    assert list(map(dict, theirs.extra_javascript)) == list(map(dict, ours.extra_javascript))
    snippets = "pymdownx.snippets"
    assert set(theirs.markdown_extensions) == set(ours.markdown_extensions) - {snippets}
    assert {name: said for name, said in theirs.mdx_configs.items() if said} == {
        name: said for name, said in ours.mdx_configs.items() if said and name != snippets
    }
    assert theirs.extra["generator"] is False


def test_what_a_site_says_of_the_theme_goes_before(tmp_path: Path) -> None:
    """But fonts from elsewhere would be a request to a stranger."""
    (tmp_path / "docs").mkdir()
    own = "theme: { name: material, favicon: mine.svg, features: [navigation.top], font: { text: Roboto } }"
    (tmp_path / "mkdocs.yml").write_text(f"site_name: X\n{own}\nplugins: []\nextra_css: [mine.css]\n", encoding="utf-8")
    theirs = plugin.settle(load_config(str(tmp_path / "mkdocs.yml")))
    assert theirs.theme["favicon"] == "mine.svg"
    assert {"navigation.top", "navigation.instant"} <= set(theirs.theme["features"])
    assert theirs.theme["font"] is False
    assert theirs.extra_css == ["assets/felloe.css", "mine.css"]


def test_the_plugin_has_each_event_of_each_hook() -> None:
    assert [hook.__name__ for hook in plugin.HOOKS] == [f"hooks.{Path(name).stem}" for name in all_hooks()]
    instance = plugin.Felloe()
    for name in {name for hook in plugin.HOOKS for name in dir(hook) if name.startswith("on_")}:
        event = getattr(instance, name)
        assert isinstance(event, CombinedEvent)
        hooks = [getattr(hook, name) for hook in plugin.HOOKS if hasattr(hook, name)]
        assert [one for one in event.methods if one is not plugin.settle] == hooks


@pytest.mark.parametrize(
    ("folder", "sentence"),
    [
        ("Salt Road", "The folder’s name is the game’s in links: small letters and digits with single hyphens between"),
        ("salt--road", "The folder’s name is the game’s in links"),
        ("engine", "The name “engine” is taken by a part of the site or of Python"),
        ("json", "The name “json” is taken"),
        ("class", "The name “class” is taken"),
        ("rulings-and-sources", "The name “rulings-and-sources” is taken"),
        ("full", "There is something in "),
    ],
)
def test_a_folder_that_cannot_be_used(tmp_path: Path, folder: str, sentence: str) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(Failure, match=re.escape(sentence)):
        new.write(tmp_path / folder, "")
    assert [path.name for path in tmp_path.rglob("*")] == ["full", "mine.txt"]


def test_a_folder_inside_ours() -> None:
    with pytest.raises(Failure, match=r"lies in Felloe’s own folder: name one outside it, as in \.\./salt-road"):
        new.write(places.FELLOE / "docs" / "salt-road", "")
    assert not (places.FELLOE / "docs" / "salt-road").exists()


def test_a_title_with_signs(tmp_path: Path) -> None:
    with pytest.raises(Failure, match="A title has 1 to 60 letters and no signs of Markdown"):
        new.write(tmp_path / "salt-road", 'The "Salt" Road')


@pytest.mark.parametrize(("name", "id"), [("salt-road", "SR"), ("marsh", "MAR"), ("x", "X"), ("a-2-b", "A2B")])
def test_ids_begin_with_initials(name: str, id: str) -> None:
    assert new._id(name) == id


@pytest.mark.parametrize(
    ("name", "title", "owner"),
    [
        ("x", "X", "is mine."),
        (LONGEST, "L’été " * 10, "belongs to “us”, and 'you' & \\ them."),
        ("alpha", "", "is free."),
    ],
)
def test_what_is_written_is_whole(tmp_path: Path, name: str, title: str, owner: str) -> None:
    """Whatever it is called: Python in its usual form, and tables and settings that say the name."""
    folder = tmp_path / name
    written = new.write(folder, title, owner)
    package = name.replace("-", "_")
    templates = {path.relative_to(new.TEMPLATES) for path in new.TEMPLATES.rglob(f"*{new.ENDING}")}
    assert len(written) == len(templates) + len(new.OURS) + 1
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix != ".whl":
            text = path.read_text(encoding="utf-8")
            assert "{{" not in text, path
            assert text.endswith("\n"), path
            assert not GAMES.search(text), path
    for command in (["check"], ["format", "--check"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--no-cache", package, "tests"],
            cwd=folder,
            capture_output=True,
            encoding="utf-8",
        )
        assert done.returncode == 0, done.stdout
    code = f"import json, {package} as one; print(json.dumps([one.GAME.name, one.GAME.title, one.GAME.books]))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    called = " ".join(title.split()) or "Alpha"
    assert json.loads(done.stdout) == [name, called, owner]
    assert load_config(str(folder / "mkdocs.yml"), plugins=[]).site_name == called
    shutil.rmtree(folder)
