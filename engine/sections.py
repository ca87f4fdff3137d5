"""A fence becomes a section: the form and the answer to what the fence asks, in HTML, before Python is alive."""

from collections import Counter
from collections.abc import Sequence

from engine import app, calculators, forms, games, pages, views, wording
from engine.pages import Asked, BadPage, Fence
from engine.sheet import Sheet


def render(markdown: str, name: str, base: str, *, quick: bool = False) -> list[str]:
    """The HTML of every fence of a page, in order; `base` leads from the page up to the site's root ("../../").

    A calculator that stands on a page twice is told apart by a number among its own kind, so that a fence added
    elsewhere on the page breaks no link. `quick` as in `engine.pages.read_calculator`. Raises `BadPage` with file,
    line and the nearest valid name.
    """
    seen: Counter[str] = Counter()
    fences = pages.fences(markdown, name)
    return [_fence(fence, fences, name, base, seen, quick=quick) for fence in fences]


def _fence(fence: Fence, around: Sequence[Fence], name: str, base: str, seen: Counter[str], *, quick: bool) -> str:
    with pages.faults(fence, name):
        match fence.language:
            case pages.CALCULATOR:
                return _calculator(pages.read_calculator(fence, name, quick=quick), base, seen)
            case pages.TABLE:
                return _table(fence, name, base, seen)
            case pages.CHARACTERS:
                return views.characters(_sheets(around, name))
            case pages.RULINGS:
                return views.rulings_form(views.Place("rulings", base), app.worked_readings())
            case _:
                return views.rule_index(views.Place("rules", base))


def _sheets(fences: Sequence[Fence], name: str) -> list[Sheet]:
    """The games' sheets that stand on a page."""
    used = [pages.use_of(fence, name) for fence in fences if fence.language == pages.CALCULATOR]
    return [sheet for sheet in games.sheets() if sheet.calculator in used]


def _instance(use: str, seen: Counter[str]) -> str:
    seen[use] += 1
    return use if seen[use] == 1 else f"{use}-{seen[use]}"


def _calculator(asked: Asked, base: str, seen: Counter[str]) -> str:
    found = app.entry(asked.use)
    place = views.Place(_instance(asked.use, seen), base)
    done = asked.opened
    return views.section(
        place,
        name=found.name,
        question=found.question,
        answer=app.rendered(done, place, {}),
        pin=views.pin(done.answer),
        form=views.form(found.form, done.inputs, place),
        rests=done.rulings,
        examples=asked.examples,
        log=done.log,
        sheet=kind.calculator if (kind := games.sheet_of(found)) else None,
    )


def _table(fence: Fence, name: str, base: str, seen: Counter[str]) -> str:
    use = pages.read_table(fence, name)
    if use not in calculators.TABLES:
        near = forms.closest(use, calculators.TABLES)
        raise BadPage(f"{name}:{fence.line}: there is no table called {wording.quoted(use)}.{near}")
    return views.table(calculators.TABLES[use](), views.Place(_instance(f"table-{use}", seen), base))
