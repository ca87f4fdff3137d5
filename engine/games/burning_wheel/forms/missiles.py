"""What shoots, what is thrown and what is put on an arrow, as a form asks for it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from engine.answer import Note
from engine.forms import Among, Asked, Between, Unusable, branch, sheet
from engine.games.burning_wheel.dice import MOST_OBSTACLE
from engine.games.burning_wheel.rules import bombs, thrown
from engine.games.burning_wheel.rules import missiles as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.damage import Damage
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.missiles import HEADS, Hampered, Head, Kind, Penetration, Reach, Readiness
from engine.games.burning_wheel.rules.shots import Bands
from engine.games.burning_wheel.rules.thrown import Carried
from engine.option import Option
from engine.working import Line, Worked

VA = Between(0, 8)
FACE = Between(1, 5)
DIE = Between(1, 6)
POWER = Between(-5, 20)
ACTIONS = Between(0, 60)
PACES = Between(0, 1000)
RANGE_DICE = Between(0, 10)
OTHER = Between(0, 20)
QUICK_ROLLED = (1, 2, 3, 4, 5)

Skill = Annotated[Ability, Asked("Your skill", quick=("B3", "B4", "B5", "B6")), sheet("ability")]
Bonus = Annotated[int, OTHER, Asked("Other dice: aiming, FoRKs, help", quick=(0, 1, 2), more=True)]
Balance = Annotated[
    bool, Asked("Superior make: a balance die", "A weapon may be superior and still have none.", more=True)
]
Rolled = Annotated[
    Annotated[int, Between(0, MOST_OBSTACLE)] | None,
    Asked("Successes", hint="Empty: not rolled yet", quick=QUICK_ROLLED),
]
Die = Annotated[
    Annotated[int, DIE] | None, Asked("Die of Fate", hint="Empty: not rolled yet", quick=(1, 2, 3, 4, 5, 6))
]
Wanted = Annotated[Target, Asked("You aim at")]
Hidden = Annotated[frozenset[Target], Asked("Hidden from you", gm=True, more=True)]
Mounted = Annotated[bool, Asked("They are in the saddle", more=True)]
Snapshot = Annotated[bool, Asked("Snapshot: no target acquired")]
InTheWay = Annotated[frozenset[Hampered], Asked("In the way", gm=True)]
FinalOb = Annotated[
    Annotated[int, Between(1, 30)] | None, Asked("Obstacle", hint="Empty: in the open", quick=(1, 2, 3, 4, 5))
]


@dataclass(frozen=True, slots=True)
class Missile:
    """A bow, crossbow or gun as the form asks for it: a row of the table, or one of the reader's own."""

    name: Annotated[str, Asked("Name")] = ""
    kind: Annotated[Kind, Asked("Kind")] = Kind.BOW
    incidental: Annotated[Coordinate, Asked("Incidental")] = Coordinate(4)
    mark: Annotated[Coordinate, Asked("Mark")] = Coordinate(8)
    superb: Annotated[Coordinate, Asked("Superb")] = Coordinate(12)
    to_incidental: Annotated[int, FACE, Asked("Incidental up to a die of")] = 2
    to_mark: Annotated[int, FACE, Asked("Mark up to a die of")] = 4
    va: Annotated[int, VA, Asked("VA")] = 1
    va_close: Annotated[int, VA, Asked("VA in Fight!")] = 1
    va_extreme: Annotated[int, VA, Asked("VA at extreme range")] = 1
    prepare: Annotated[int, ACTIONS, Asked("Actions to nock or reload")] = 3
    ready: Annotated[int, ACTIONS, Asked("Actions to draw or acquire")] = 2
    optimal: Annotated[int, RANGE_DICE, Asked("Range dice, optimal")] = 1
    extreme: Annotated[int, RANGE_DICE, Asked("Range dice, extreme")] = 2
    paces: Annotated[int, PACES, Asked("Farthest paces")] = 100

    @classmethod
    def of(cls, row: rules.Missile) -> "Missile":
        """A row of the rules' table."""
        va = row.va
        return cls(
            row.name,
            row.kind,
            row.damage.incidental,
            row.damage.mark,
            row.damage.superb,
            row.bands.incidental,
            row.bands.mark,
            va.optimal,
            va.close,
            va.extreme,
            row.prepare,
            row.ready,
            row.reach.optimal,
            row.reach.extreme,
            row.reach.paces,
        )

    @classmethod
    def table(cls) -> Mapping[str, "Missile"]:
        """All rows by key, in the order of the book."""
        return _missiles()

    @property
    def words(self) -> str:
        """The weapon's name."""
        return self.name or "your own"

    @property
    def row(self) -> rules.Missile:
        """What the rules know of it."""
        for key, form in type(self).table().items():
            if form == self:
                return rules.MISSILES[key]
        return rules.Missile(
            "own",
            self.name or "Missile",
            self.kind,
            Bands(self.to_incidental, self.to_mark),
            Damage(self.incidental, self.mark, self.superb),
            Penetration(self.va_close, self.va, self.va_extreme),
            self.prepare,
            self.ready,
            Reach(self.optimal, self.extreme, self.paces),
            None,
            "",
        )


@cache
def _missiles() -> Mapping[str, Missile]:
    return {key: Missile.of(row) for key, row in rules.MISSILES.items()}


@dataclass(frozen=True, slots=True)
class Gun(Missile):
    """A gun as the form asks for it."""

    kind: Annotated[Kind, Asked("Kind")] = Kind.GUN
    to_incidental: Annotated[int, FACE, Asked("Incidental up to a die of")] = 4
    to_mark: Annotated[int, FACE, Asked("Mark up to a die of")] = 5

    @classmethod
    def of(cls, row: rules.Missile) -> "Gun":
        made = Missile.of(row)
        return cls(**{name: getattr(made, name) for name in Missile.__dataclass_fields__})

    @classmethod
    def table(cls) -> Mapping[str, "Missile"]:
        """The guns of the table."""
        return _guns()


@cache
def _guns() -> Mapping[str, Missile]:
    return {key: Gun.of(row) for key, row in rules.MISSILES.items() if row.kind is Kind.GUN}


@dataclass(frozen=True, slots=True)
class Thrown:
    """A thrown weapon as the form asks for it: a row of the table, or one of the reader's own."""

    name: Annotated[str, Asked("Name")] = ""
    power: Annotated[int, POWER, Asked("Weapon Power")] = 0
    to_incidental: Annotated[int, FACE, Asked("Incidental up to a die of")] = thrown.GENERIC.incidental
    to_mark: Annotated[int, FACE, Asked("Mark up to a die of")] = thrown.GENERIC.mark
    va: Annotated[int, VA, Asked("VA")] = 0
    paces: Annotated[int, PACES, Asked("Farthest paces")] = 12

    @classmethod
    def of(cls, row: thrown.Thrown) -> "Thrown":
        """A row of the rules' table."""
        return cls(row.name, row.power, row.bands.incidental, row.bands.mark, row.va, row.paces)

    @classmethod
    def table(cls) -> Mapping[str, "Thrown"]:
        """All rows by key, in the order of the book."""
        return _thrown()

    @property
    def words(self) -> str:
        """The weapon's name."""
        return self.name or "your own"

    @property
    def row(self) -> thrown.Thrown:
        """What the rules know of it."""
        for key, form in _thrown().items():
            if form == self:
                return thrown.THROWN[key]
        bands = Bands(self.to_incidental, self.to_mark)
        return thrown.Thrown("own", self.name or "Thrown", self.power, bands, self.va, self.paces, "", None, "")


@cache
def _thrown() -> Mapping[str, Thrown]:
    return {key: Thrown.of(row) for key, row in thrown.THROWN.items()}


class Tip(Option):
    """A head other than the usual one, by its key in the rules. Source: WPN-39."""

    USUAL = "usual", "the usual one"
    BODKIN = "bodkin", "bodkin"
    LEAF = "leaf", "leaf head"
    FROG_CROTCH = "frog-crotch", "frog crotch"
    BLUNT = "blunt", "blunt head"
    BARBED = "barbed", "barbed tip"
    MALLET = "mallet", "mallet head"
    FISTED = "fisted", "fisted bolt"
    SPEAR_TIP = "spear-tip", "spear tip"

    @property
    def head(self) -> Head | None:
        """The head; None for the usual one, which changes nothing."""
        return HEADS.get(self.value)


TheTip = Annotated[Tip, Asked("Arrowhead or bolt head"), sheet("weapon-head")]


def tipped(tip: Tip, weapon: rules.Missile, at: str = "tip") -> Head | None:
    """The head on what a weapon shoots. Raises `Unusable` at the field where it does not fit."""
    if tip.head is None or rules.fits(tip.head, weapon):
        return tip.head
    what = {Kind.BOW: "arrows", Kind.CROSSBOW: "bolts"}[tip.head.kind]
    raise Unusable(at, f"A {tip.words} goes on {what}, and this weapon is a {weapon.name.lower()}.")


def row_notes(rows: Iterable[rules.Missile | thrown.Thrown]) -> tuple[Note, ...]:
    """What the tables say of rows that are more than copies of the book's."""
    return tuple(Note(f"*{row.name}:* {row.note}", row.mark) for row in rows if row.note)


QUICK_WEAPONS = ("hunting-bow", "great-bow", "crossbow", "heavy-crossbow")


@branch("a bow, crossbow or gun")
class Loosed:
    """What is shot."""

    weapon: Annotated[
        Among[Missile], Asked("Weapon", quick=(*QUICK_WEAPONS, "arquebus")), sheet("weapons", at_once=True)
    ] = Missile.of(rules.MISSILES["hunting-bow"])
    ready: Annotated[Readiness, Asked("To begin with")] = Readiness.EMPTY


@branch("a thrown weapon")
class Hurled:
    """What is thrown."""

    carried: Annotated[Carried, Asked("The weapon is")] = Carried.SHEATHED


@branch("a bomb")
class Bomb:
    """What is lit and thrown: its actions are printed as one number."""


def actions_of(weapon: Loosed | Hurled | Bomb, snapshot: bool, aiming: int) -> Worked:
    """The actions to and with the shot or throw, step by step.

    Raises `Unusable` at the field "snapshot" for one with what is drawn and acquired. Source: WPN-23.
    """
    if isinstance(weapon, Hurled):
        return thrown.actions(weapon.carried, snapshot=snapshot, aiming=aiming)
    if isinstance(weapon, Loosed):
        if snapshot and weapon.ready is Readiness.DRAWN:
            raise Unusable("snapshot", "What is drawn and acquired is no snapshot any more; choose one of the two.")
        return rules.actions(weapon.weapon.row, weapon.ready, snapshot=snapshot, aiming=aiming)
    less = [Line(-1, "Snapshot", "WPN-23")] if snapshot else []
    more = [Line(aiming, "Aim", "WPN-23")] if aiming else []
    return Worked((Line(bombs.ACTIONS, "Grab, light, acquire, throw", "WPN-25"), *less, *more))
