"""Social class (BSC-12 to BSC-14)."""

from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Cell, Entry, Fact, Grid, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked
from engine.games.bastard_sword.blocks import package as shown
from engine.games.bastard_sword.forms.classes import Classed, Scholar, special_of
from engine.games.bastard_sword.readings.making import class_price, package
from engine.games.bastard_sword.rules.classes import PACKAGES, PRICES, SPECIALS, SocialClass, specials
from engine.games.bastard_sword.rules.origins import Place
from engine.games.bastard_sword.rules.packages import Package
from engine.games.bastard_sword.rules.people import OPENED, Caste, Race, name
from engine.rulings import Rulings
from engine.working import Mark

TONES = {0: "heat-0", 3: "heat-1", 10: "heat-2", 30: "heat-3", 60: "heat-4"}
LEGEND = (*((tone, str(cost)) for cost, tone in TONES.items()), ("–", "not open"), ("*", "slaves only"))
YourRace = Annotated[Race, Asked("Your race")]
YourClass = Annotated[Classed, Asked("Social class")]


@calculator("bs-class", rules="BSC-13 BSC-14")
def social_class(of: YourClass = Scholar(), race: YourRace = Race.HIGH_MAN, *, ask: Rulings) -> Answer:
    """What does a social class give?"""
    special = special_of(of, race)
    keys = (of.kind.value, special) if special else (of.kind.value,)
    printed = [PACKAGES[key] for key in keys]
    said = [package(one, ask) for one in printed]
    attributes = {one.words: amount for one, amount in shown.attributes(said).items()}
    total = sum(one.xp for one in said)
    fault = "" if special else f"{race.words}: the source has no culture of nobles for that race."
    called = f"{of.kind.words} ({SPECIALS[special]})" if special else of.kind.words
    spoken = f"{called}: {total} experience of skills, and {shown.counted(attributes)}."
    names = (of.kind.words, SPECIALS.get(special, ""))
    values = {
        "allowed": not fault,
        "attributes": attributes,
        "aspects": shown.aspects(said),
        "skills": shown.skills(said),
        "experience": total,
    }
    return Answer(
        values,
        (
            Verdict("Not allowed" if fault else f"{total} on skills", _facts(said, attributes), fault or spoken),
            shown.together(list(zip(names, said, strict=False))),
            *shown.doubts(printed, "BSC-14", put_right=said != printed),
        ),
    )


def _facts(said: list[Package], attributes: dict[str, int]) -> tuple[Fact, ...]:
    return (Fact(shown.counted(attributes)), Fact(shown.counted(shown.aspects(said))))


@calculator("bs-class-price", rules="BSC-12")
def price(
    race: YourRace = Race.HIGH_MAN,
    caste: Annotated[Caste, Asked("Caste", "Of a Highland Halfman")] = Caste.PATRICIAN,
    place: Annotated[Place, Asked("You grew up in")] = Place.CITY,
    of: YourClass = Scholar(),
    *,
    ask: Rulings,
) -> Answer:
    """Is the class open to you, and at what cost?"""
    special = special_of(of, race)
    found = class_price(race, caste, place, of.kind, special, ask)
    cost = found.to(special) if special else None
    who = f"{name(caste)}, {race.words}" if race is Race.HIGHLANDER else race.words
    called = f"{of.kind.words} ({SPECIALS[special]})" if special else of.kind.words
    where = Fact("by caste") if race is Race.HIGHLANDER else Fact(place.words)
    said = f"{who}: {called} costs {cost}." if cost is not None else f"{who}: {called} is not open."
    listed = _listed(race, caste, place, ask)
    blocks: list[Block] = [
        Verdict("Not open" if cost is None else f"Cost {cost}", (Fact(called), where), said),
        _matrix(of, race, place),
    ]
    if found.slaves:
        blocks.append(Note("With a star it is open to slaves alone, at 0.", rule="BSC-12"))
    if listed:
        blocks.append(Table("What is open to you from there", ("Class", "Specialisation", "Cost"), tuple(listed)))
    elif race is Race.HIGHLANDER:
        printed = wording.listed(f"{one.printed} {one.cost}" for one in OPENED if one.caste is caste)
        blocks.append(Note(f"The caste’s list as printed: {printed}.", Mark.RULING, "BSC-05"))
    values = {"cost": cost, "open": cost is not None, "listed": [list(one) for one in listed]}
    return Answer(values, tuple(blocks))


def _listed(race: Race, caste: Caste, place: Place, ask: Rulings) -> list[tuple[Entry, ...]]:
    """What is open to someone from a place, the cheapest first."""
    rows: list[tuple[int, str, str]] = []
    for kind in SocialClass:
        costs: dict[int, list[str]] = {}
        for special in specials(kind, race):
            cost = class_price(race, caste, place, kind, special, ask).to(special)
            if cost is not None:
                costs.setdefault(cost, []).append(SPECIALS[special])
        rows += ((cost, kind.words, wording.listed(names, "or")) for cost, names in costs.items())
    return [(kind, names, cost) for cost, kind, names in sorted(rows, key=lambda one: one[0])]


def _matrix(of: Classed, race: Race, place: Place) -> Grid:
    """What a class costs, race by place."""
    cells = []
    for one in Race:
        if one is Race.HIGHLANDER:
            cells.append(tuple(Cell("caste", f"{one.words}: as the caste has it", _sets(one, at)) for at in Place))
            continue
        cells.append(
            tuple(
                Cell(
                    found.words,
                    f"{one.words}, {at.words}: {found.words}",
                    _sets(one, at),
                    "" if found.cost is None else TONES[found.cost],
                )
                for at, found in PRICES[of.kind, one].items()
            )
        )
    columns = tuple(one.words.removeprefix("Highland ") for one in Place)
    names = tuple(one.words for one in Race)
    current = (list(Race).index(race), list(Place).index(place))
    return Grid(f"Prices of {of.kind.words}", "Place", "Race", columns, names, tuple(cells), LEGEND, current)


def _sets(race: Race, place: Place) -> dict[str, int | str]:
    return {"race": race.value, "place": place.value}
