"""Origin (BSC-08 to BSC-11)."""

from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Cell, Fact, Grid, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, flatten, kind_of
from engine.games.bastard_sword.blocks import package as shown
from engine.games.bastard_sword.forms.origins import City, Origin
from engine.games.bastard_sword.forms.people import EVERYONE, Born, HighMan, race_of
from engine.games.bastard_sword.readings.making import origin_fault, origin_price
from engine.games.bastard_sword.rules.origins import APART, NAMES, PRICES, Place, Settlement, priced
from engine.games.bastard_sword.rules.packages import Package
from engine.games.bastard_sword.rules.people import name
from engine.rulings import Rulings
from engine.working import Mark

TONES = {0: "heat-0", 3: "heat-1", 10: "heat-2", 30: "heat-3", 60: "heat-4"}
PRICED = (Place.CITY, Place.VILLAGE, Place.CITADEL, Place.WILDERNESS)
ORIGIN = Asked("You grew up in")
DESERT_CITY = City()


@calculator("bs-origin-cost", rules="BSC-08")
def origin_cost(
    born: Annotated[Born, Asked("You are")] = HighMan(),
    origin: Annotated[Origin, ORIGIN] = DESERT_CITY,
    *,
    ask: Rulings,
) -> Answer:
    """What does it cost to come from there?"""
    settled = origin.settled
    people, place = name(born.people), settled.place.words
    found = origin_price(born.people.value, settled, ask)
    if found is None:
        said = f"{people}: no list has a price for that place."
        top = Verdict("No price", (Fact(place),), said, Mark.MISSING)
        return Answer({"cost": None, "entry": ""}, (top, _heat(born)))
    cost, entry = found
    said = f"{people}: {entry.words} costs {cost}."
    rows = tuple((one.words, one.cost) for one in PRICES[born.people.value])
    at = PRICES[born.people.value].index(entry)
    blocks: list[Block] = [
        Verdict(f"Cost {cost}", (Fact(entry.words), Fact(race_of(born).words)), said),
        _heat(born, settled.place),
        Table(f"Every price for {people}", ("Place", "Cost"), rows, at),
    ]
    if entry.corrected is not None:
        text = "Printed as 60, where three like it say 0."
        blocks.append(Note(text, Mark.RULING if cost == entry.cost else Mark.CORRECTED, "BSC-08"))
    return Answer({"cost": cost, "entry": entry.words}, tuple(blocks))


def _heat(born: Born, place: Place | None = None) -> Grid:
    """What all peoples pay for each plain place."""
    cells = []
    for one in EVERYONE:
        priced_at = {place: priced(str(one.people.value), place, ())[0].cost for place in PRICED}
        sets = dict(flatten({"born": kind_of(Born).write(one)}))
        cells.append(
            tuple(
                Cell(
                    str(cost),
                    f"{name(one.people)} in a plain {place.words}: {cost}",
                    {**sets, "origin.is": place.value},
                    TONES[cost],
                )
                for place, cost in priced_at.items()
            )
        )
    names = tuple(f"{name(one.people)} ({race_of(one).words})" for one in EVERYONE)
    legend = tuple((tone, str(cost)) for cost, tone in TONES.items())
    at = (EVERYONE.index(born), PRICED.index(place)) if place in PRICED else None
    columns = tuple(one.words.removeprefix("Highland ") for one in PRICED)
    return Grid("Prices of plain places", "Place", "People", columns, names, tuple(cells), legend, at)


@calculator("bs-origin", rules="BSC-09 BSC-10 BSC-11")
def origins(origin: Annotated[Origin, ORIGIN] = DESERT_CITY, *, ask: Rulings) -> Answer:
    """What does growing up there give?"""
    settled = origin.settled
    fault = origin_fault(settled, ask)
    said = settled.packages
    attributes = {one.words: amount for one, amount in shown.attributes(said).items()}
    total = sum(one.xp for one in said)
    values = {
        "allowed": not fault,
        "fault": fault,
        "attributes": attributes,
        "aspects": shown.aspects(said),
        "skills": shown.skills(said),
        "experience": total,
        "traits": list(settled.traits),
    }
    if not said:
        text = f"{settled.place.words}: the source has prices for it, and no more."
        top = Verdict("Not allowed" if fault else "Not written", (), fault or text, Mark.MISSING)
        return Answer(values, (top,))
    figure = "Not allowed" if fault else f"{total} on skills"
    facts = [Fact(shown.counted(attributes)), *(Fact(trait, "trait") for trait in settled.traits)]
    spoken = f"{_called(settled)}: {total} experience of skills, and {shown.counted(attributes)}."
    blocks: list[Block] = [
        Verdict(figure, tuple(facts), fault or spoken),
        shown.together(_named(settled)),
        *shown.doubts(said, "BSC-10"),
    ]
    if settled.place is Place.CITY:
        rows = tuple(tuple(sorted(NAMES[key] for key in pair)) for pair in APART)
        blocks.append(Table("Features that do not go together", ("One", "The other"), rows))
    return Answer(values, tuple(blocks))


def _called(settled: Settlement) -> str:
    """As in "City: Desert and Port"."""
    features = wording.listed(NAMES[one] for one in settled.features)
    return f"{settled.place.words}: {features}" if features else settled.place.words


def _named(settled: Settlement) -> list[tuple[str, Package]]:
    """The packages of a place by their names."""
    names = (settled.place.words, *(NAMES[one] for one in settled.features))
    return list(zip(names, settled.packages, strict=True))
