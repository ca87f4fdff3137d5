"""All rulings as one form, each with a worked number under every reading; and the index of rules."""

from collections.abc import Mapping

from engine import rules, rulings
from engine.views import marks
from engine.views.chip import chip
from engine.views.markup import Html, tag, text
from engine.views.place import Place
from engine.working import Mark


def rulings_form(place: Place, worked: Mapping[str, Mapping[str, str]]) -> Html:
    """The registry, the default reading of each chosen; the page's script applies and keeps what the reader chooses."""
    asked = [_ruling(ruling, worked[name], place) for name, ruling in rulings.REGISTRY.items()]
    kept = tag("p", "The defaults hold.", class_="fl-note", data_rulings_kept=True, role="status")
    reset = tag("button", "Back to the defaults", type="button", class_="fl-button", data_rulings_reset=True)
    legend = tag("legend", "Rulings", class_="fl-hidden")
    controls = tag("fieldset", legend, asked, reset, class_="fl-asleep", disabled=True)
    unscripted = tag("noscript", tag("p", "Without JavaScript the defaults hold everywhere.", class_="fl-note"))
    return tag("form", unscripted, kept, controls, class_="fl-rulings", data_search_exclude=True)


def _ruling(ruling: rulings.Ruling, worked: Mapping[str, str], place: Place) -> Html:
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
    return tag("fieldset", legend, readings, why, class_="fl-ruling", id=ruling.id)


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
