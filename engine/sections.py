"""A fence becomes a section: the form and the answer to what the fence asks, in HTML, before Python is alive."""

import importlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine import app, calculators, forms, games, pages, rulings, views, wording
from engine.app import Keep
from engine.pages import BadPage, Fence
from engine.sheet import Sheet


def render(markdown: str, name: str, base: str, *, quick: bool = False, keep: Keep = app.anew) -> list[str]:
    """The HTML of every fence of a page, in order; `base` leads from the page up to the site's root ("../../").

    A calculator that stands on a page twice is told apart by a number among its own kind, or by what its fence says
    `as`, so that a fence added elsewhere on the page breaks no link. `quick` as in `engine.pages.read_calculator`;
    `keep` may have what a fence became before. Raises `BadPage` with file, line and the nearest valid name.
    """
    seen: Counter[str] = Counter()
    fences = pages.fences(markdown, name)
    page = _Page(name, base, quick, keep, seen, fences)
    return [page.fence(fence) for fence in fences]


@dataclass(frozen=True, slots=True)
class _Page:
    """What the fences of a page have in common."""

    name: str
    base: str
    quick: bool
    keep: Keep
    seen: Counter[str]
    fences: Sequence[Fence]

    def fence(self, fence: Fence) -> str:
        with pages.faults(fence, self.name):
            match fence.language:
                case pages.CALCULATOR:
                    return self.calculator(fence)
                case pages.TABLE:
                    return self.table(fence)
                case pages.CHARACTERS:
                    return views.characters(self.sheets())
                case pages.RULINGS:
                    return self.rulings(fence)
                case _:
                    return views.rule_index(views.Place("rules", self.base))

    def sheets(self) -> list[Sheet]:
        """The games' sheets that stand on the page."""
        used = [pages.use_of(fence, self.name) for fence in self.fences if fence.language == pages.CALCULATOR]
        return [sheet for sheet in games.sheets() if sheet.calculator in used]

    def rulings(self, fence: Fence) -> str:
        """The rulings of a chapter; or all in a list, with the forms of those that have no page of their own."""
        asked, place = pages.read_rulings(fence, self.name), views.Place("rulings", self.base)
        chapters = rulings.by_chapter()
        if asked.chapter:
            chosen = chapters[asked.chapter]
            return views.rulings_of_chapter(place, app.worked_readings(self.keep, chosen), chosen)
        here = [one for folder, chosen in chapters.items() if folder not in asked.titles for one in chosen]
        worked = app.worked_readings(self.keep, [*rulings.books().values(), *here])
        return views.all_rulings(place, worked, asked.titles)

    def place(self, name: str, fields: tuple[str, ...] = ()) -> views.Place:
        self.seen[name] += 1
        instance = name if self.seen[name] == 1 else f"{name}-{self.seen[name]}"
        return views.Place(instance, self.base, fields=fields)

    def calculator(self, fence: Fence) -> str:
        use = pages.calculator_of(fence, self.name)
        place = self.place(pages.instance_of(fence, self.name), pages.fields_of(fence, self.name))
        with pages.faults(fence, self.name, use):
            home = app.home(use)
        game = games.of(home)
        homes = [home, app.home(game.sheet.calculator)] if game and game.sheet else [home]
        asked = [fence.language, fence.body, place.instance, place.base, game.colored if game else None]
        return str(self.keep(homes, asked, lambda: self.drawn(fence, place)))

    def drawn(self, fence: Fence, place: views.Place) -> str:
        asked = pages.read_calculator(fence, self.name, quick=self.quick)
        return app.section(app.entry(asked.use), asked.opened, place, asked.examples)

    def table(self, fence: Fence) -> str:
        use = pages.read_table(fence, self.name)
        homes = {**{name: make.__module__ for name, make in calculators.TABLES.items()}, **calculators.TABLE_HOMES}
        if use not in homes:
            near = forms.closest(use, homes)
            raise BadPage(f"{self.name}:{fence.line}: there is no table called {wording.quoted(use)}.{near}")
        place = self.place(f"table-{use}")

        def drawn() -> str:
            importlib.import_module(homes[use])
            return views.table(calculators.TABLES[use](), place)

        return str(self.keep([homes[use]], [fence.language, use, place.instance, place.base], drawn))
