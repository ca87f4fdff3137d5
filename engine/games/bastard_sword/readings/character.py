"""A whole new character, as the table reads the source (BSC-01)."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.games.bastard_sword.readings.careers import Step, career
from engine.games.bastard_sword.readings.making import class_price, origin_fault, origin_price, package
from engine.games.bastard_sword.rules import worksheet
from engine.games.bastard_sword.rules.attributes import Attribute
from engine.games.bastard_sword.rules.classes import PACKAGES, SPECIALS, SocialClass
from engine.games.bastard_sword.rules.creation import Gained
from engine.games.bastard_sword.rules.occupations import LEVELS, Level, Standing
from engine.games.bastard_sword.rules.origins import NAMES, Settlement
from engine.games.bastard_sword.rules.packages import Aspect, Grant, Package
from engine.games.bastard_sword.rules.people import BLOCKS, PEOPLE, RACE_OF, Block, Caste, Race, name
from engine.games.bastard_sword.rules.worksheet import Picks
from engine.option import Option
from engine.rulings import Rulings


@dataclass(frozen=True, slots=True)
class Choices:
    """All that is chosen: people, origin, class with its specialisation ("" where it has none), skills, levels."""

    people: Option
    settled: Settlement
    kind: SocialClass
    special: str
    picks: Picks
    levels: tuple[Level, ...] = ()

    @property
    def race(self) -> Race:
        """The race of the people."""
        return RACE_OF[type(self.people)]

    @property
    def block(self) -> Block:
        """What the race sets."""
        return BLOCKS[self.race]


@dataclass(frozen=True, slots=True)
class Made:
    """What the choices come to. `costs` has None where the source prints no price; `faults` say what is not allowed."""

    packages: tuple[tuple[str, Package], ...]
    exp: Mapping[Attribute, int]
    skills: tuple[Gained, ...]
    to_choose: tuple[Grant, ...]
    aspects: Mapping[Aspect, int]
    steps: tuple[Step, ...]
    end: Standing
    costs: Mapping[str, int | None]
    faults: tuple[str, ...]


def made(choices: Choices, ask: Rulings) -> Made:
    """The worksheet of a new character, package by package. Source: BSC-01."""
    named = _packages(choices, ask)
    given = [one for _, one in named]
    grants = [grant for one in given for grant in one.grants]
    exp = worksheet.attributes(choices.block.exp, given)
    steps = _career(choices, exp, grants, ask)
    end = steps[-1].standing if steps else _begun(choices, exp, grants)
    exp[Attribute.ERUDITION] = end.exp["erudition"]
    grants += [grant for level in end.taken for grant in LEVELS[level].grants]
    gains, to_choose = choices.picks.resolved(grants)
    price = class_price(choices.race, _caste(choices), choices.settled.place, choices.kind, choices.special, ask)
    origin = origin_price(str(choices.people.value), choices.settled, ask)
    costs = {
        "race": None,
        "origin": origin[0] if origin else None,
        "class": price.to(choices.special) if choices.special else None,
        "occupation": sum(one.paid for one in steps),
    }
    faults = (
        origin_fault(choices.settled, ask),
        "" if costs["class"] is not None else _shut(choices),
        *(one.fault for one in steps),
    )
    return Made(
        tuple(named),
        exp,
        tuple(worksheet.summed(gains)),
        tuple(to_choose),
        worksheet.tally(given),
        tuple(steps),
        end,
        costs,
        tuple(one for one in faults if one),
    )


def _packages(choices: Choices, ask: Rulings) -> list[tuple[str, Package]]:
    """The packages in the order of the chapter, each with its name."""
    settled = choices.settled
    places = (settled.place.words, *(NAMES[one] for one in settled.features))
    classes = [(choices.kind.words, choices.kind.value), (SPECIALS.get(choices.special, ""), choices.special)]
    return [
        (choices.race.words, choices.block.package),
        (name(choices.people), package(PEOPLE[str(choices.people.value)], ask)),
        *zip(places, settled.packages, strict=False),
        *((words, package(PACKAGES[key], ask)) for words, key in classes if key),
    ]


def _begun(choices: Choices, exp: Mapping[Attribute, int], grants: list[Grant]) -> Standing:
    """Where an occupation begins: all experience so far, and the age of an adult."""
    gains = {one.skill: one.xp for one in worksheet.summed(choices.picks.resolved(grants)[0])}
    known = {skill: gains.get(skill, 0) for skill in ("physics", "history")}
    return Standing({"erudition": exp[Attribute.ERUDITION], **known}, choices.block.adult)


def _career(choices: Choices, exp: Mapping[Attribute, int], grants: list[Grant], ask: Rulings) -> list[Step]:
    begun = _begun(choices, exp, grants)
    return career(choices.levels, begun, scholar=choices.kind is SocialClass.SCHOLAR, ask=ask)


def _caste(choices: Choices) -> Caste:
    """The caste, which only the prices of Highland Halfmen turn on."""
    return choices.people if isinstance(choices.people, Caste) else Caste.PATRICIAN


def _shut(choices: Choices) -> str:
    """Why the class is not open."""
    if not choices.special:
        return f"{choices.race.words}: the source has no culture of nobles for that race."
    called = f"{choices.kind.words} ({SPECIALS[choices.special]})"
    if choices.race is Race.HIGHLANDER:
        return f"{called} is not open to the caste {name(choices.people)}."
    return f"{called} is not open to the race {choices.race.words} from there."
