"""Races and people (BSC-02 to BSC-07)."""

from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Cell, Fact, Grid, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked
from engine.games.bastard_sword.blocks import package as shown
from engine.games.bastard_sword.forms.people import Born, HighMan, race_of
from engine.games.bastard_sword.readings.making import package
from engine.games.bastard_sword.rules.attributes import Attribute
from engine.games.bastard_sword.rules.people import BLOCKS, LISTED, OPENED, PEOPLE, Civilisation, Race, name
from engine.rulings import Rulings
from engine.working import Mark

TONES = {0: "heat-0", 8: "heat-2", 20: "heat-4"}
LEGEND = (("heat-0", "0, for rank 1"), ("heat-2", "8, for rank 2"), ("heat-4", "20, for rank 3"))


@calculator("bs-races", rules="BSC-02")
def races(
    of: Annotated[frozenset[Civilisation], Asked("Civilisation")] = frozenset(Civilisation),
    written: Annotated[bool, Asked("Only races that the source describes")] = False,
) -> Answer:
    """Which races are there, and which can you make?"""
    found = [one for one in LISTED if one.civilisation in of and (one.race in BLOCKS or not written)]
    known = [one for one in found if one.race in BLOCKS]
    figure = wording.count(len(found), "race") if found else "None"
    said = f"{figure}, of which the source describes {len(known)}." if found else "No race of that kind."
    rows = tuple(
        (
            one.race.words,
            one.about.capitalize(),
            f"{'described' if one.race in BLOCKS else 'named only'}; {one.elsewhere}",
        )
        for one in found
    )
    blocks: list[Block] = [Verdict(figure, (Fact(len(known), "described"),), said)]
    if rows:
        blocks.append(Table("Races", ("Race", "They are", "In the source"), rows))
    if len(known) < len(found):
        blocks.append(Note("What is named only has no numbers in the source: we add none.", Mark.MISSING, "BSC-02"))
    values = {"races": [one.race.value for one in found], "described": [one.race.value for one in known]}
    return Answer(values, tuple(blocks))


@calculator("bs-race", rules="BSC-03")
def race(which: Annotated[Race, Asked("Race")] = Race.HIGH_MAN) -> Answer:
    """What does a race give?"""
    block = BLOCKS.get(which)
    if block is None:
        said = f"{which.words}: the source names this race and stops there."
        return Answer({"described": False}, (Verdict("Not written", (), said, Mark.MISSING), _compared(None)))
    total = sum(block.exp.values())
    traits = wording.listed(block.traits)
    body = (
        ("Size", block.size.words),
        ("Height", f"{block.height[0]} to {block.height[1]} cm"),
        ("Weight", f"{block.weight[0]} to {block.weight[1]} kg"),
        ("Adult at", block.adult),
        ("Rarely lives past", block.lives),
        ("Movement", f"{block.steps} steps a round"),
        ("Virtue", f"+1 {block.package.aspect.words}"),
        ("Traits" if len(block.traits) > 1 else "Trait", traits),
        ("Cost", None),
    )
    facts = (
        Fact(block.size.words, "size"),
        Fact(block.steps, "steps a round"),
        Fact(block.adult, "years old"),
        Fact(traits),
    )
    spoken = f"{which.words}: {total} experience of attributes, {block.package.xp} of skills."
    values = {
        "described": True,
        **{one.value: block.exp[one] for one in Attribute},
        "total": total,
        **{one: getattr(block, one) for one in ("adult", "lives", "steps")},
        "size": block.size.value,
        "height": list(block.height),
        "weight": list(block.weight),
        "traits": list(block.traits),
        **{key: said for key, said in shown.values(block.package).items() if key != "attribute"},
    }
    blocks = (
        Verdict(f"{total} experience", facts, spoken),
        _compared(which),
        *shown.gives(block.package, "BSC-03"),
        Table("The rest of it", ("What", "Is"), body),
        Note("The cost of a race is a blank to fill in the source.", Mark.MISSING, "BSC-03"),
    )
    return Answer(values, blocks)


def _compared(which: Race | None) -> Grid:
    """The described races by what they give to each attribute."""
    cells = tuple(
        tuple(
            Cell(str(exp), f"{one.words}: {exp} for {attribute.words}", {"which": one.value}, TONES[exp])
            for attribute, exp in block.exp.items()
        )
        for one, block in BLOCKS.items()
    )
    at = list(BLOCKS).index(which) if which else None
    letters = tuple(attribute.letter for attribute in Attribute)
    across = wording.listed([attribute.words for attribute in Attribute]).capitalize()
    names = tuple(one.words for one in BLOCKS)
    return Grid(
        "Experience of attributes, race by race",
        across,
        "Race",
        letters,
        names,
        cells,
        LEGEND,
        None if at is None else (at, 0),
    )


@calculator("bs-people", rules="BSC-04 BSC-05 BSC-06 BSC-07")
def people(born: Annotated[Born, Asked("You are")] = HighMan(), *, ask: Rulings) -> Answer:
    """What does your people give?"""
    printed = PEOPLE[born.people.value]
    given = package(printed, ask)
    called = f"{name(born.people)}, {race_of(born).words}"
    opened = [one for one in OPENED if one.caste is born.people]
    meant = bool(opened) and ask["making.castes"] == "meant"
    classes = [(one.means if meant else one.printed, one.cost) for one in opened]
    said = f"{called}: 1 experience of {given.attribute.words if given.attribute else ''}, {given.xp} of skills."
    blocks: list[Block] = [
        Verdict(name(born.people), shown.facts(given), said),
        *shown.gives(given, "BSC-07", put_right=given is not printed),
    ]
    if classes:
        blocks.append(Table("Social classes that the caste opens", ("Class", "Cost"), tuple(classes)))
    opens = {"classes": [list(one) for one in classes], "opens": wording.listed(one for one, _ in classes)}
    return Answer({**shown.values(given), **opens}, tuple(blocks))
