"""What someone rides, as forms ask for it and as rows of the sheet: a mount of the table, or one's own."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any, Self

from engine import wording
from engine.forms import LONGEST_TEXT, Among, Asked, row, sheet
from engine.games.burning_wheel.rules import mounts as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.mounts import ABILITIES, MOUNTS, Breed
from engine.games.burning_wheel.rules.pace import Multiplier
from engine.option import Option
from engine.refused import Refused

QUICK_MOUNTS = ("horse", "warhorse", "wolf", "spider")
QUICK = ("B3", "B4", "B5", "B6", "B7")
B3, B4, B6 = (Ability.parse(said) for said in ("B3", "B4", "B6"))


@dataclass(frozen=True, slots=True)
class Mount:
    """A mount as the form asks for it: one of the table, or one of the reader's own."""

    name: Annotated[str, Asked("Name")] = ""
    breed: Annotated[Breed, Asked("It is")] = Breed.HORSE
    will: Annotated[Ability, Asked("Will", quick=QUICK)] = B3
    perception: Annotated[Ability, Asked("Perception", quick=QUICK)] = B4
    agility: Annotated[Ability, Asked("Agility", quick=QUICK)] = B3
    speed: Annotated[Ability, Asked("Speed", quick=QUICK)] = B6
    power: Annotated[Ability, Asked("Power", quick=QUICK)] = B6
    forte: Annotated[Ability, Asked("Forte", quick=QUICK)] = B6
    reflexes: Annotated[Ability, Asked("Reflexes", quick=QUICK)] = B4
    steel: Annotated[Ability, Asked("Steel", quick=QUICK)] = B4
    multiplier: Annotated[Multiplier, Asked("Speed multiplier")] = Multiplier.HORSE
    trained: Annotated[bool, Asked("It has Rider Training")] = True
    fights: Annotated[bool, Asked("It has Mounted Combat training")] = False
    stealth: Annotated[Ability | None, Asked("Its Stealthy or Inconspicuous", "Empty: neither")] = None

    @classmethod
    def of(cls, mount: rules.Mount) -> Self:
        """A mount of the rules."""
        return cls(mount.words, *(getattr(mount, name) for name in cls.__dataclass_fields__ if name != "name"))

    @classmethod
    def table(cls) -> Mapping[str, "Mount"]:
        """The mounts of the table by key."""
        return _forms()

    @property
    def words(self) -> str:
        """Its name."""
        return self.name or "your own mount"

    @property
    def mount(self) -> rules.Mount:
        """What the rules know of it: the row of the table, or the reader's own."""
        key = _keys().get(self)
        if key:
            return MOUNTS[key]
        fields = {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "name"}
        return rules.Mount("own", self.words, **fields)


@cache
def _forms() -> Mapping[str, Mount]:
    return {key: Mount.of(one) for key, one in MOUNTS.items()}


@cache
def _keys() -> Mapping[Mount, str]:
    return {mount: key for key, mount in _forms().items()}


HORSE = Mount.of(MOUNTS["horse"])
YourMount = Annotated[Among[Mount], Asked("Your mount", quick=QUICK_MOUNTS), sheet("mounts", at_once=True)]
TheirMount = Annotated[Among[Mount], Asked("Their mount", quick=QUICK_MOUNTS), sheet("mounts", at_once=False)]

OWN = "own mount"
BREEDS: Mapping[str, Breed] = {one.value: one for one in Breed}
FLAGS: Mapping[str, str] = {"rider training": "trained", "mounted combat": "fights"}
NUMBERS = (*ABILITIES, "stealthy")


@row("mount")
class MountRow:
    """A mount that someone has, as a row of the form."""

    name: Annotated[str, Asked("What you call it")] = ""
    mount: Annotated[Among[Mount], Asked("The mount")] = HORSE

    @property
    def called(self) -> str:
        """Its name."""
        return self.name or self.mount.words

    @property
    def known(self) -> Mount:
        """The mount under the name that it has on the sheet, if it is the reader's own."""
        return self.mount if self.mount in _keys() or not self.name else replace(self.mount, name=self.name)

    @property
    def figures(self) -> str:
        """What a sheet says of it: "Will B3, Speed B6, multiplier 8, Rider Training"."""
        one = self.mount
        said = [f"{name.capitalize()} {getattr(one, name)}" for name in ("will", "speed", "power")]
        return ", ".join((*said, f"multiplier {one.multiplier.words}", *_learned(one)))

    @property
    def line(self) -> str:
        """As `of_line` reads it: "Bramble: Riding horse"."""
        own = self.mount not in _keys()
        named = self.name or (self.mount.name if own else "")
        said = [OWN, *_said(self.mount)] if own else [self.mount.name]
        return f"{f'{named}: ' if named else ''}{', '.join(said)}"

    @classmethod
    def of_line(cls, line: str, before: Self | None = None) -> Self:
        """The mount that is typed in a line: one of the table, or one's own with its numbers.

        Raises `Refused` for a line that has neither.

        >>> MountRow.of_line("bramble: riding horse").line
        'bramble: Riding horse'
        >>> MountRow.of_line("Tusk: own mount, other, will B4, speed B5, multiplier 4, mounted combat").figures
        'Will B4, Speed B5, Power B6, multiplier 4, Mounted Combat'
        """
        named, _, rest = line.rpartition(":")
        name = " ".join(named.split())[:LONGEST_TEXT]
        parts = [" ".join(part.split()) for part in rest.split(",")]
        if parts[0].casefold() == OWN:
            return cls(name, _typed(parts[1:]))
        found = next((one for one in _forms().values() if one.words.casefold() == parts[0].casefold()), None)
        if found is None or len(parts) > 1:
            known = wording.listed((wording.quoted(one.words) for one in _forms().values()), "or")
            raise Refused(
                f"A mount is {known}, or “Tusk: own mount, horse, Will B4, Speed B5”; this says {wording.quoted(line)}."
            )
        return cls(name, found)


def _learned(mount: Mount) -> Iterator[str]:
    if mount.trained:
        yield "Rider Training"
    if mount.fights:
        yield "Mounted Combat"


def _said(mount: Mount) -> Iterator[str]:
    """A mount of one's own as the parts of its line."""
    yield mount.breed.value
    yield from (f"{name.capitalize()} {getattr(mount, name)}" for name in ABILITIES)
    yield f"multiplier {mount.multiplier.value}"
    yield from _learned(mount)
    if mount.stealth is not None:
        yield f"Stealthy {mount.stealth}"


def _typed(parts: list[str]) -> Mount:
    """A mount of one's own from the parts of its line. Raises `Refused` for one that no mount has."""
    found: dict[str, Any] = {"trained": False}
    for part in parts:
        said = part.casefold()
        name, _, number = said.rpartition(" ")
        if said in BREEDS:
            found["breed"] = BREEDS[said]
        elif said in FLAGS:
            found[FLAGS[said]] = True
        elif name in NUMBERS:
            found["stealth" if name == "stealthy" else name] = Ability.parse(number)
        elif name == "multiplier" and (one := _one(Multiplier, number.replace("½", ".5"))):
            found["multiplier"] = one
        else:
            raise Refused(
                f"This says {wording.quoted(part)}; a mount of your own has {wording.listed(BREEDS, 'or')}, “Will B3” "
                "and other abilities, “multiplier 8”, “Rider Training”, “Mounted Combat”."
            )
    return Mount(**found)


def _one(of: type[Option], value: str) -> Any:
    return next((one for one in of if one.value == value), None)
