"""A new character at random (BSC-01)."""

from itertools import combinations
from random import Random
from typing import Annotated

from engine import wording
from engine.answer import Answer, Table
from engine.calculators import calculator
from engine.forms import Asked, Between, kind_of
from engine.games.bastard_sword.calculators.characters.make import choices_of, worksheet
from engine.games.bastard_sword.forms.classes import Classed, Deprived, Labourer, Noble, Scholar, Tradesman
from engine.games.bastard_sword.forms.creation import PickRow
from engine.games.bastard_sword.forms.origins import Citadel, City, Origin, Village, Wilderness
from engine.games.bastard_sword.forms.people import EVERYONE, Born
from engine.games.bastard_sword.readings.character import Choices, made
from engine.games.bastard_sword.rules.classes import SPECIALS, Context, Expertise, Field, Specialty
from engine.games.bastard_sword.rules.origins import NAMES, CityFeature, VillageFeature, clashes
from engine.games.bastard_sword.rules.people import name
from engine.games.bastard_sword.rules.skills import FAMILIES
from engine.rulings import Rulings

CITIES = tuple(City(frozenset(pair)) for pair in combinations(CityFeature, 2) if not clashes(one.value for one in pair))
VILLAGES = tuple(Village(one) for one in VillageFeature if one is not VillageFeature.NONE)
PLACES: tuple[tuple[Origin, ...], ...] = (CITIES, VILLAGES, (Citadel(),), (Wilderness(),))
CLASSES: tuple[Classed, ...] = (
    *map(Deprived, Context),
    *map(Labourer, Field),
    Noble(),
    *map(Scholar, Expertise),
    *map(Tradesman, Specialty),
)
NAMED = {one.family: one.skills for one in FAMILIES}


@calculator("bs-at-random", rules="BSC-01")
def at_random(
    number: Annotated[int, Between(0, 999_999_999), Asked("Number", "One more is someone else")] = 1, *, ask: Rulings
) -> Answer:
    """Who is it this time?"""
    chance = Random(number)
    born, origin, of = _drawn(chance, ask)
    picks = _picked(chance, choices_of(born, origin, of, ()), ask)
    choices = choices_of(born, origin, of, picks)
    found = worksheet("", choices, ask)
    features = wording.listed(NAMES[one] for one in choices.settled.features)
    rows = (
        ("You are", f"{choices.race.words}: {name(choices.people)}"),
        ("You grew up in", f"{choices.settled.place.words}{f': {features}' if features else ''}"),
        ("Social class", f"{choices.kind.words}: {SPECIALS[choices.special]}"),
        *(("Your choice", row.line) for row in picks),
    )
    inputs = {
        "born": kind_of(Born).write(born),
        "origin": kind_of(Origin).write(origin),
        "of": kind_of(Classed).write(of),
        "picks": [{"family": row.family.value, "skill": row.skill} for row in picks],
    }
    top, *rest = found.blocks
    drawn = Table("Drawn; put it into the worksheet to change it", ("Step", "Choice"), rows)
    return Answer({**found.values, "inputs": inputs}, (top, drawn, *rest))


def _drawn(chance: Random, ask: Rulings) -> tuple[Born, Origin, Classed]:
    """People, origin and class, each with the same chance among what the ones before leave open."""
    while True:  # A High Man from any city has a class open to him under every reading.
        born, origin = chance.choice(EVERYONE), chance.choice(chance.choice(PLACES))
        sheets = [(of, made(choices_of(born, origin, of, ()), ask)) for of in CLASSES]
        if lawful := [of for of, found in sheets if not found.faults]:
            return born, origin, chance.choice(lawful)


def _picked(chance: Random, choices: Choices, ask: Rulings) -> list[PickRow]:
    """A skill that the source names for each that is left to choose."""
    return [PickRow(one.family, chance.choice(NAMED[one.family]).capitalize()) for one in made(choices, ask).to_choose]
