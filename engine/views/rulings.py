"""The rulings: of a chapter as a form, each with a worked number under every reading; all of them as a list; and the
index of rules.
"""

from collections.abc import Iterable, Mapping, Sequence

from engine import our_table, rules, rulings, wording
from engine.views import marks
from engine.views.chip import chip
from engine.views.markup import Html, tag, text
from engine.views.place import Place
from engine.working import Mark

Worked = Mapping[str, Mapping[str, str]]
"""By the ids of rulings, the worked number under each reading."""


def rulings_of_chapter(place: Place, worked: Worked, chosen: Sequence[rulings.Ruling]) -> Html:
    """These rulings as a form, the default reading of each chosen; the page’s script keeps what a reader chooses."""
    drawn = [_ruling(ruling, worked[ruling.id], place, noted=True) for ruling in chosen]
    sieve = [SIEVE] if len(chosen) > FEW else []
    return _form([*sieve, tag("div", drawn, class_="fl-chapter"), *([NONE] if sieve else [])])


def all_rulings(place: Place, worked: Worked, titles: Mapping[str, str]) -> Html:
    """Every ruling. Which book is played stands on top; the others lie in a fold for each chapter.

    The chapters among the `titles`, by their folders and in this order, have a page of their own below this one: here
    their rulings are links. The others have their forms here.
    """
    chapters = rulings.by_chapter()
    books = [_ruling(ruling, worked[ruling.id], place, noted=True) for ruling in rulings.books().values()]
    first = tag("div", books, class_="fl-books") if books else None
    parts = [_listed(folder, titles[folder], chapters[folder]) for folder in titles if folder in chapters]
    for folder in [folder for folder in chapters if folder not in titles]:
        drawn = [_ruling(ruling, worked[ruling.id], place, noted=False) for ruling in chapters[folder]]
        parts.append(_fold(folder.replace("-", " ").capitalize(), len(drawn), drawn))
    reset = tag("button", "Back to the defaults", type="button", class_="fl-button", data_rulings_reset=True)
    return _form([first, SENDING, SIEVE, parts, NONE, reset])


def _form(controls: Sequence[object]) -> Html:
    kept = tag("p", "The defaults hold.", class_="fl-note", data_rulings_kept=True, role="status")
    unscripted = tag("noscript", tag("p", "Without JavaScript the defaults hold everywhere.", class_="fl-note"))
    legend = tag("legend", "Rulings", class_="fl-hidden")
    asleep = tag("fieldset", legend, controls, class_="fl-asleep", disabled=True)
    return tag("form", unscripted, kept, asleep, class_="fl-rulings", data_search_exclude=True, autocomplete="off")


FEW = 10
"""So many rulings of a page need no filter."""

SENDING = tag(
    "div",
    tag(
        "label",
        tag("span", "Your table’s name"),
        tag("input", type="text", maxlength=our_table.LONGEST_NAME, placeholder="The Tuesday table"),
        class_="fl-named",
    ),
    tag("button", "Copy link", type="button", class_="fl-button", data_send="link"),
    tag("button", "Show as QR code", type="button", class_="fl-button", data_send="code"),
    tag("p", "One scan and everyone at the table plays by these rulings and house notes.", class_="fl-hint"),
    tag("div", class_="fl-code", data_code=True),
    class_="fl-sending",
)
SIEVE = tag(
    "div",
    tag("label", tag("span", "Filter"), tag("input", type="search", data_sieve=True), class_="fl-named"),
    chip("Only ours", class_="fl-chip", type="checkbox", data_only=True),
    class_="fl-sieve",
)
NONE = tag("p", "No ruling is like that.", class_="fl-note", data_none=True, hidden=True, role="status")


def _listed(folder: str, title: str, chosen: Sequence[rulings.Ruling]) -> Html:
    """The rulings of a chapter as links to its page; each has the ids by which it was reached here before."""
    links = [
        tag("li", tag("a", text(one.question), href=f"{folder}/#{one.id}", id=one.was or None), id=one.id)
        for one in chosen
    ]
    whole = tag("p", tag("a", "Their readings, with numbers and reasons", href=f"{folder}/"), class_="fl-hint")
    return _fold(title, len(chosen), [whole, tag("ul", links, class_="fl-listed")])


def _fold(title: str, many: int, drawn: Iterable[Html]) -> Html:
    count = tag("span", wording.count(many, "ruling"), class_="fl-chapter__count")
    ours = tag("span", class_="fl-chapter__ours", data_ours=True)
    return tag("details", tag("summary", tag("b", title), " ", count, " ", ours), [*drawn], class_="fl-chapter")


def _ruling(ruling: rulings.Ruling, worked: Mapping[str, str], place: Place, *, noted: bool) -> Html:
    """A ruling with its readings. Where it is seen at once, the button for a house note is `noted` in the page; in a
    fold the script puts it there when the fold opens.
    """
    readings = [
        chip(
            text(reading.words),
            tag("small", worked[reading.value], class_="fl-under"),
            class_="fl-reading",
            type="radio",
            name=ruling.id,
            value=reading.value,
            checked=reading.value == ruling.default,
            data_ruling=ruling.id,
            data_default=reading.value == ruling.default,
        )
        for reading in ruling.readings
    ]
    where = [part for rule in ruling.rules for part in (" ", place.rule(rule, rule))]
    why = tag("p", text(ruling.why), where, " ", marks.mark(Mark.RULING, place), class_="fl-hint")
    legend = tag("legend", tag("span", id=ruling.was) if ruling.was else None, text(ruling.question))
    note = tag("button", "Add a house note", type="button", class_="fl-button fl-house__edit", data_note=ruling.id)
    house = tag("div", note, class_="fl-house") if noted else None
    return tag("fieldset", legend, readings, why, house, class_="fl-ruling", id=ruling.id)


def rule_index(place: Place) -> Html:
    """Every rule that the site covers so far, by id, linked to its section."""
    rows = [
        tag(
            "tr",
            tag("th", place.rule(rule.id, rule.id), scope="row"),
            tag("td", rule.title),
            tag("td", f"{rule.game}, {rule.chapter}"),
        )
        for rule in rules.REGISTRY.values()
    ]
    head = tag("thead", tag("tr", [tag("th", column, scope="col") for column in ("Id", "Rule", "Where it stands")]))
    return tag(
        "div",
        tag("table", head, tag("tbody", rows), class_="fl-table fl-table--long"),
        class_="fl-scroll",
        tabindex="0",
    )
