"""Pages and tables that ask for what is not there: the build stops and says where, and what was meant."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.site.building import ROOT, build, configured

URL = "http://127.0.0.1:8000/"
TOP = "# A page\n\nA line.\n\n"  # the fence that follows opens on line 5


def fence(language: str, body: str) -> str:
    return f"{TOP}```{language}\n{body}\n```\n"


def line_of(words: str) -> int:
    """The line of the module of mistakes that has these words."""
    lines = (ROOT / "tests" / "mistaken.py").read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if words in line)


BAD = {
    "unknown calculator": (
        fence("calculator", 'use = "circles-obstacel"'),
        "docs/page.md:5: circles-obstacel: There is no calculator called “circles-obstacel”."
        " The nearest is “circles-obstacle”.",
    ),
    "unknown field": (
        fence("calculator", 'use = "circles-obstacle"\nstatoin = "highest"'),
        "docs/page.md:5: circles-obstacle: statoin: There is no field “statoin” here; this takes occupation, station,",
    ),
    "nearest field": (
        fence("calculator", 'use = "circles-obstacle"\nstatoin = "highest"'),
        "The nearest is “station”.",
    ),
    "unknown value": (
        fence("calculator", 'use = "circles-obstacle"\nstation = "hihgest"'),
        "docs/page.md:5: circles-obstacle: station: This takes “same”, “step”, “lowest” or “highest”;"
        " this says “hihgest”. The nearest is “highest”.",
    ),
    "bad value in an example": (
        fence("calculator", 'use = "circles-obstacle"\n\n[examples."Too many dice"]\nfamous = 9'),
        "docs/page.md:5: circles-obstacle: famous: This takes a whole number from 0 to 5; this says “9”.",
    ),
    "misspelt key": (
        fence("calculator", 'sue = "odds"'),
        "docs/page.md:5: a calculator fence says use = “…” first; this one does not. The nearest is “use”.",
    ),
    "no name": (
        fence("calculator", 'use = "odds"\nas = "My odds"'),
        "docs/page.md:5: as = “…” takes a name such as “quick-odds”; this is “My odds”.",
    ),
    "a field that is not there": (
        fence("calculator", 'use = "odds"\nfields = ["pool", "obstacel"]'),
        "docs/page.md:5: odds has no field “obstacel” to show. The nearest is “obstacle”.",
    ),
    "fields that are no list": (
        fence("calculator", 'use = "odds"\nfields = "pool"'),
        "docs/page.md:5: fields = [“…”] lists names of the calculator’s fields.",
    ),
    "misspelt language": (
        fence("calculater", 'use = "odds"'),
        "docs/page.md:5: there is no fence called “calculater”. The nearest is “calculator”.",
    ),
    "language with something behind it": (
        fence("calculator odds", 'use = "odds"'),
        "docs/page.md:5: there is no fence called “calculator odds”. The nearest is “calculator”.",
    ),
    "fence in a list": (
        f'{TOP}- First:\n\n    ```calculator\n    use = "odds"\n    ```\n',
        "docs/page.md:7: a calculator fence stands at top level, not inside a list or quote.",
    ),
    "fence in a quote": (
        f'{TOP}> ```calculator\n> use = "odds"\n> ```\n',
        "docs/page.md:5: a calculator fence stands at top level, not inside a list or quote.",
    ),
    "fence without an end": (
        f'{TOP}```calculator\nuse = "odds"',
        "docs/page.md:5: this fence has no end; a line of its own with ``` closes it.",
    ),
    "examples without titles": (
        fence("calculator", 'use = "circles-obstacle"\n\n[examples]\nfamous = 2'),
        'docs/page.md:5: an example has a line of its own before its inputs: [examples."A title"].',
    ),
    "refusal of a rule": (
        fence("calculator", 'use = "sample-mistaken"\nway = "refused"'),
        "docs/page.md:5: sample-mistaken: This is refused.",
    ),
    "mistake in a calculator": (
        fence("calculator", 'use = "sample-mistaken"\nway = "value"'),
        "docs/page.md:5: sample-mistaken: a mistake in the code, not on this page: "
        f"tests/mistaken.py:{line_of('max(())')}: ValueError: max() ",
    ),
    "mistake in an example": (
        fence("calculator", 'use = "sample-mistaken"\n\n[examples."Wrong"]\nway = "key"'),
        "docs/page.md:5: sample-mistaken: a mistake in the code, not on this page: "
        f"tests/mistaken.py:{line_of('}[way]')}: KeyError: ",
    ),
    "mistake in a table": (
        fence("data-table", 'use = "sample-mistaken"'),
        "docs/page.md:5: data-table: a mistake in the code, not on this page: "
        f"tests/mistaken.py:{line_of('1 // 0')}: ZeroDivisionError: ",
    ),
    "body that is no TOML": (
        fence("calculator", "use = odds"),
        "docs/page.md:5: the fence's body is not TOML: Invalid value (at line 1, column 7).",
    ),
    "empty fence": (
        fence("calculator", ""),
        "docs/page.md:5: this fence is empty; it takes lines such as use = “odds”.",
    ),
    "unknown table": (
        fence("data-table", 'use = "no-such-table"'),
        "docs/page.md:5: there is no table called “no-such-table”.",
    ),
    "rulings of no chapter": (
        fence("rulings", 'chapter = "wuonds"'),
        "docs/page.md:5: there are no rulings of a chapter “wuonds”. The nearest is “wounds”.",
    ),
    "rulings with something else": (
        fence("rulings", 'chapters = {}\nuse = "odds"'),
        "docs/page.md:5: a rulings fence takes chapter = “…”, or a table [chapters], and nothing else.",
    ),
    "a chapter of rulings without a title": (
        fence("rulings", "[chapters]\nwounds = 3"),
        "docs/page.md:5: [chapters] has the title of each chapter by its folder, as a text.",
    ),
    "a chapter of rulings without a page": (
        fence("rulings", '[chapters]\nwounds = "Wounds"'),
        "docs/page.md:5: [chapters] names wounds, and there is no page page/wounds/.",
    ),
    "broken link": (
        f"{TOP}[elsewhere](elsewhere.md)\n",
        "Doc file 'page.md' contains a link 'elsewhere.md', but the target is not found among documentation files.",
    ),
    "broken anchor": (
        f"{TOP}[elsewhere](index.md#nowhere)\n",
        "Doc file 'page.md' contains a link 'index.md#nowhere', but the doc 'index.md' does not contain an anchor",
    ),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_page_stops_the_build(tmp_path: Path, kind: str) -> None:
    page, expected = BAD[kind]
    assert expected in stopped(tmp_path, page)


HOOKS = {
    "before": (
        "return markdown.replace('A line.', '')",
        "docs/page.md: fences are found by their lines, and another hook has changed those before.",
    ),
    "after": (
        "return 'Nothing.'",
        "docs/page.md: of 1 fences not each became a section; another hook has changed the page behind ours.",
    ),
}


@pytest.mark.parametrize("when", HOOKS)
def test_a_hook_that_takes_a_fence_away_stops_the_build(tmp_path: Path, when: str) -> None:
    body, expected = HOOKS[when]
    other = tmp_path / "other.py"
    other.write_text(f"def on_page_markdown(markdown, **_):\n    {body}\n", encoding="utf-8")
    hooks = [str(other), "fences.py"] if when == "before" else ["fences.py", str(other)]
    assert expected in stopped(tmp_path, fence("calculator", 'use = "odds"'), hooks)


def stopped(folder: Path, page: str, hooks: Sequence[str] = ("fences.py", "games.py")) -> str:
    """What a build with this page says; it has to stop, with a sentence."""
    docs = folder / "docs"
    docs.mkdir()
    (docs / "index.md").write_text("# Home\n", encoding="utf-8")
    (docs / "page.md").write_text(page, encoding="utf-8")
    done = build(folder / "site", URL, configured(folder, docs, ["tests.mistaken"], hooks))
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    return done.stderr


TABLE = "engine/games/burning_wheel/rules/weapons.toml"


def test_a_table_with_a_missing_column_stops_the_build(tmp_path: Path) -> None:
    for name in ("engine", "hooks"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    table = tmp_path / TABLE
    lines = table.read_text(encoding="utf-8").splitlines(keepends=True)
    first = next(number for number, line in enumerate(lines) if line.startswith("[["))
    column = lines[first + 1].partition("=")[0].strip()
    del lines[first + 1]
    table.write_text("".join(lines), encoding="utf-8")
    docs = tmp_path / "pages" / "docs"
    docs.mkdir(parents=True)
    (docs / "index.md").write_text("# Home\n", encoding="utf-8")
    config = configured(docs.parent, docs, hooks=("fences.py",), root=tmp_path)
    done = build(tmp_path / "site", URL, config, tmp_path)
    assert done.returncode != 0
    assert f"{TABLE}: {lines[first].strip()} row 1 lacks {column}; a row has {column}, " in done.stderr
    assert "Traceback" not in done.stderr
