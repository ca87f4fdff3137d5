"""Traits, body and skills (BSC-19 to BSC-21)."""

from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between
from engine.games.bastard_sword.rules import traits
from engine.games.bastard_sword.rules.movement import metres
from engine.games.bastard_sword.rules.people import BLOCKS, Race
from engine.games.bastard_sword.rules.skills import FAMILIES, PAIRS, Family
from engine.games.bastard_sword.rules.traits import TRAITS
from engine.working import Mark

YourRace = Annotated[Race, Asked("Your race")]
PARTS = "Part of a word"


@calculator("bs-traits", rules="BSC-19")
def trait(race: YourRace = Race.HIGH_MAN, city: Annotated[bool, Asked("You grew up in a city")] = True) -> Answer:
    """Which traits do you have?"""
    own = traits.of(race, city=city)
    known = race in BLOCKS
    figure = wording.listed(own) if own else "None known"
    said = f"You have {figure}." if own else "The source gives you no trait."
    if not known:
        said += f" Of {race.words} it says nothing."
    rows = tuple((one.name, one.comes, "yours" if one.name in own else None) for one in TRAITS)
    at = next((place for place, one in enumerate(TRAITS) if one.name in own), None)
    blocks = (
        Verdict(figure, (Fact.count(len(own), "trait"),), said, Mark.MISSING),
        Table("Traits that the source names", ("Trait", "From", "You"), rows, at),
        Note("No trait has any text. Write what it does at your table on the sheet.", Mark.MISSING, "BSC-19"),
    )
    return Answer({"traits": list(own)}, blocks)


@calculator("bs-body", rules="BSC-20")
def bodies(
    race: YourRace = Race.HIGH_MAN,
    years: Annotated[int, Between(0, 200), Asked("Years of an occupation", quick=(0, 1, 4, 14))] = 0,
    height: Annotated[int, Between(1, 400), Asked("Height in centimetres", quick=(120, 130, 170, 180))] = 180,
) -> Answer:
    """How old are you, and how far do you get in a round?"""
    block = BLOCKS.get(race)
    if block is None:
        said = f"{race.words}: the source gives no age, height or movement."
        return Answer({"age": None, "metres": None}, (Verdict("Not written", (), said, Mark.MISSING),))
    age, far = block.adult + years, metres(block.steps, height)
    left = block.lives - age
    least, most = block.height
    facts = (
        Fact(max(0, left), f"years to {block.lives}"),
        Fact(block.steps, "steps a round"),
        Fact(f"{wording.decimal(far)}{wording.NO_BREAK}m", "a round"),
    )
    blocks: list[Block] = [
        Verdict(f"Age {age}", facts, f"You are {age}, and make {wording.decimal(far)} metres in a round."),
        Table(
            "The body, race by race",
            ("Race", "Size", "Height", "Weight", "Adult", "Lives to", "Steps"),
            _bodies(),
            list(BLOCKS).index(race),
        ),
    ]
    if not least <= height <= most:
        blocks.append(Note(f"A height of {height} cm is outside the {least} to {most} of that race.", rule="BSC-20"))
    if left < 0:
        blocks.append(
            Note(f"That is past {block.lives}, which few reach. No rule makes you pay for it.", rule="BSC-20")
        )
    return Answer({"age": age, "left": left, "steps": block.steps, "metres": far}, tuple(blocks))


def _bodies() -> tuple[tuple[str | int, ...], ...]:
    return tuple(
        (
            race.words,
            one.size.words,
            f"{one.height[0]} to {one.height[1]} cm",
            f"{one.weight[0]} to {one.weight[1]} kg",
            one.adult,
            one.lives,
            one.steps,
        )
        for race, one in BLOCKS.items()
    )


@calculator("bs-skill-register", rules="BSC-21")
def register(
    families: Annotated[frozenset[Family], Asked("Families")] = frozenset({Family.CRAFTING, Family.KNOWLEDGE}),
    about: Annotated[str, Asked("About", PARTS, quick=("resist", "sw"))] = "",
) -> Answer:
    """Which skills can “any of” a family be?"""
    sought = about.casefold()
    shown = [one for one in FAMILIES if one.family in families or not families]
    found = [(one.family, skill) for one in shown for skill in one.skills if sought in skill]
    figure = wording.count(len(found), "skill") if found else "None"
    whole = [one.family.words for one in shown if one.whole]
    rows = tuple((skill.capitalize(), family.words.capitalize(), _pair(skill)) for family, skill in found)
    said = f"{figure} in {wording.count(len(shown), 'family', 'families')}, as far as the source names them."
    blocks: list[Block] = [Verdict(figure, (Fact.count(len(shown), "family", "families"),), said, Mark.MISSING)]
    if rows:
        blocks.append(Table("Skills that the source names", ("Skill", "Family", "Attributes"), rows))
    missing = "The source’s own list stands on a character sheet that it lacks: four to six skills a family."
    if whole:
        missing += f" Whole here: {wording.listed(whole)}."
    blocks.append(Note(missing, Mark.MISSING, "BSC-21"))
    return Answer({"skills": [f"{skill} [{family.words}]" for family, skill in found], "whole": whole}, tuple(blocks))


def _pair(skill: str) -> str | None:
    """The two attributes of a skill, where the source gives them away."""
    return wording.listed(one.words for one in PAIRS[skill]) if skill in PAIRS else None
