"""All rulings as one form, each with a worked number under every reading; and the index of rules."""

from collections.abc import Mapping, Sequence

from engine import our_table, rules, rulings, wording
from engine.views import marks
from engine.views.chip import chip
from engine.views.markup import Html, tag, text
from engine.views.place import Place
from engine.working import Mark


def rulings_form(
    place: Place, worked: Mapping[str, Mapping[str, str]], titles: Mapping[str, str] | None = None
) -> Html:
    """The registry, the default reading of each chosen; the page's script applies and keeps what the reader chooses.

    Which book is played stands on top; the others lie in a fold for each chapter, which `titles` name by its folder.
    """

    def drawn(chosen: Sequence[rulings.Ruling], *, noted: bool = False) -> list[Html]:
        return [_ruling(ruling, worked[ruling.id], place, noted=noted) for ruling in chosen]

    books = list(rulings.books().values())
    kept = tag("p", "The defaults hold.", class_="fl-note", data_rulings_kept=True, role="status")
    unscripted = tag("noscript", tag("p", "Without JavaScript the defaults hold everywhere.", class_="fl-note"))
    first = tag("div", drawn(books, noted=True), class_="fl-books") if books else None
    chapters = [_chapter(title, drawn(chosen), len(chosen)) for title, chosen in _chapters(books, titles or {})]
    reset = tag("button", "Back to the defaults", type="button", class_="fl-button", data_rulings_reset=True)
    legend = tag("legend", "Rulings", class_="fl-hidden")
    controls = tag("fieldset", legend, first, SENDING, SIEVE, chapters, NONE, reset, class_="fl-asleep", disabled=True)
    return tag("form", unscripted, kept, controls, class_="fl-rulings", data_search_exclude=True, autocomplete="off")


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


def _chapters(books: Sequence[rulings.Ruling], titles: Mapping[str, str]) -> list[tuple[str, list[rulings.Ruling]]]:
    """The other rulings by the folder in which the first rule stands that they concern, in the order of the titles."""
    found: dict[str, list[rulings.Ruling]] = {folder: [] for folder in titles}
    for ruling in rulings.REGISTRY.values():
        if ruling not in books:
            rule = rules.REGISTRY.get(ruling.rules[0]) if ruling.rules else None
            folder = rule.page.split("/")[-2] if rule and "/" in rule.page else "others"
            found.setdefault(folder, []).append(ruling)
    words = {folder: titles.get(folder) or folder.replace("-", " ").capitalize() for folder in found}
    return [(words[folder], chosen) for folder, chosen in found.items() if chosen]


def _chapter(title: str, drawn: Sequence[Html], many: int) -> Html:
    count = tag("span", wording.count(many, "ruling"), class_="fl-chapter__count")
    ours = tag("span", class_="fl-chapter__ours", data_ours=True)
    return tag("details", tag("summary", tag("b", title), " ", count, " ", ours), drawn, class_="fl-chapter")


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
    return tag("div", tag("table", head, tag("tbody", rows), class_="fl-table"), class_="fl-scroll", tabindex="0")
