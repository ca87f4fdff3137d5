"""A release of Felloe: what a site of one's own stands on, as one file.

``python -m hooks.commands.release FOLDER`` writes it there and prints its path. It is a wheel, so that Python can
install it, and MkDocs knows it as the plugin ``felloe`` (`hooks.plugin`); a site keeps it beside its pages and unpacks
it, so that no index need hold it. In it are the engine and the hooks, the lock files, and what our mkdocs.yml says for
every site; no game, no page, and nothing that only a clone can do. The same sources give the same bytes.
"""

import json
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mkdocs.utils.yaml import yaml_load

from hooks import places
from hooks.commands.environment import LOCKS
from hooks.commands.progress import Failure, step, tell

GAMES = "games"
CLONES = ("new", "new.py", "release.py", "lock.py", "messages.py", "scripts.py", "browsers.py", "share.png")
"""Commands that work on a clone, by the names of their files; and the picture of our own site."""
TAUGHT = {"links-1.toml": "known", "our_table-1.toml": "known", "our_table-2.toml": "readings"}
"""What codes need not spell out, by its file, is of our games; a site of one's own begins its codes without."""
PICTURE = "\n!["
"""What our README says before its picture is so of every site."""
BARE = (
    "# What a code need not spell out. A site of one's own begins with nothing, and its codes are whole all the same.\n"
)
EVERYWHERE = ("theme", "extra_css", "extra_javascript", "markdown_extensions")
OURS = ("custom_dir", "pymdownx.snippets")
"""What mkdocs.yml says there for our own pages."""


def settings() -> dict[str, Any]:
    """What our mkdocs.yml says for every site, and its hooks by the names of their modules, in order."""
    with (places.FELLOE / "mkdocs.yml").open(encoding="utf-8") as file:
        said = yaml_load(file)
    found = {key: said[key] for key in EVERYWHERE}
    found["theme"] = {key: value for key, value in found["theme"].items() if key not in OURS}
    listed = [one if isinstance(one, dict) else {one: {}} for one in found["markdown_extensions"]]
    found["markdown_extensions"] = [one for one in listed if not one.keys() & set(OURS)]
    return {**found, "hooks": [Path(hook).stem for hook in said["hooks"]]}


def write(folder: Path) -> Path:
    """Write the release into a folder and return its file. Raises `Failure` where it cannot be made."""
    with tempfile.TemporaryDirectory() as temporary:
        staged, made = Path(temporary, "felloe"), Path(temporary, "made")
        _stage(staged)
        said = step("Packing Felloe", [sys.executable, "-m", "uv", "build", "--wheel", "--offline", "-o", made, staged])
        if said is not None:
            raise Failure(f"The release could not be packed: {' '.join(said.split())}")
        folder.mkdir(parents=True, exist_ok=True)
        (wheel,) = made.glob("*.whl")
        return Path(shutil.copyfile(wheel, folder / wheel.name))


def _stage(folder: Path) -> None:
    """Lay there what a release holds."""
    for name in ("engine", "hooks"):
        shutil.copytree(places.FELLOE / name, folder / name, ignore=_left_out)
    for name, key in TAUGHT.items():
        (folder / "engine" / name).write_text(f"{BARE}\n{key} = []\n", encoding="utf-8")
    (folder / "hooks" / places.SETTINGS.name).write_text(json.dumps(settings(), indent=1) + "\n", encoding="utf-8")
    for name in dict.fromkeys(lock for locks in LOCKS.values() for lock in locks):
        shutil.copyfile(places.FELLOE / name, folder / places.SETTINGS.parent.name / name)
    for name in ("pyproject.toml", "LICENSE"):
        shutil.copyfile(places.FELLOE / name, folder / name)
    about = (places.FELLOE / "README.md").read_text(encoding="utf-8").partition(PICTURE)[0]
    (folder / "README.md").write_text(about, encoding="utf-8")


def _left_out(parent: str, names: Sequence[str]) -> set[str]:
    games = Path(parent) == places.FELLOE / "engine" / GAMES
    return {name for name in names if name == "__pycache__" or name in CLONES or (games and name != "__init__.py")}


if __name__ == "__main__":
    tell(lambda: print(write(Path(sys.argv[1]))))
