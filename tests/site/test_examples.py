"""The pages of examples: each case that the books work out, once, with an answer, and a link that gives it again."""

from collections import Counter
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from bs4 import Tag

from engine import app, links
from hooks import examples
from tests.site.building import DOCS, modules
from tests.site.reading import read

app.load(modules())
PAGES = sorted(path.stem for path in (DOCS / "rulings-and-sources").glob("examples-*.md"))
MARKED = examples.read(examples.CASES)


def listed(built: Path, page: str) -> list[Tag]:
    return list(read(built / "rulings-and-sources" / page / "index.html").select(".fl-listed > li"))


def told(done: app.Run) -> str:
    assert done.answer.verdict
    return done.answer.verdict.in_a_line


def same(text: str) -> str:
    return " ".join(text.split())


def test_each_marked_case_stands_on_one_of_the_pages(built: Path) -> None:
    rows = [row.select_one("a") for page in PAGES for row in listed(built, page)]
    shown = Counter(same(row.get_text()) for row in rows if row)
    assert shown == Counter(same(f"{case['title']} {case['rule']}") for case in MARKED)
    assert shown.total() > 400


@pytest.mark.parametrize("page", PAGES)
def test_each_link_gives_the_answer_beside_it(built: Path, page: str) -> None:
    wrong = []
    for row in listed(built, page):
        link, held = row.select_one("a"), row.select_one(".fl-listed__held")
        assert link
        assert held
        query = urlsplit(str(link["href"])).fragment.partition("?")[2]
        said = dict(parse_qsl(query, keep_blank_values=True))
        name = next(iter(said)).partition(".")[0]
        readings = {key.removeprefix("ruling."): said.pop(key) for key in list(said) if key.startswith("ruling.")}
        said = {key: text for key, text in said.items() if key not in ("rulings", name) or text not in ("these", "")}
        inputs, log = links.read({key.removeprefix(name).removeprefix("."): text for key, text in said.items()})
        done = app.step(name, {"setup": inputs, **log}, None, readings) if log else app.run(name, inputs, readings)
        if same(told(done)) != same(held.get_text()):
            wrong.append((link.get_text(), held.get_text(), told(done)))
    assert not wrong, wrong


def test_a_case_that_is_no_example_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "toll.toml").write_text('[[case]]\ntitle = "A goat"\n\n[[case]]\ntitle = "A cow"\nexample = true\n')
    assert [case["title"] for case in examples.read(tmp_path)] == ["A cow"]
