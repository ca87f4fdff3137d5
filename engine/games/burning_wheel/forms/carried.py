"""The weapons that someone carries: rows of the sheet, also as lines that one types, and as other forms take them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any, Self

from engine import forms, wording
from engine.forms import LONGEST_TEXT, Among, Asked, Unusable, branch, row
from engine.games.burning_wheel.forms.hurting import Shot
from engine.games.burning_wheel.forms.missiles import Gun, Missile, Thrown, Tip
from engine.games.burning_wheel.forms.ranges import RangeWeapon
from engine.games.burning_wheel.forms.weapons import GRADED, Weapon
from engine.games.burning_wheel.rules import thrown
from engine.games.burning_wheel.rules.missiles import MISSILES, Kind
from engine.games.burning_wheel.rules.weapons import WEAPONS, Grade, Length, Speed
from engine.refused import Refused

AWAY = "put away"
BOTH, GREAT = "both hands", "Great Strike"
NONE_GIVEN = "not given"
Own = Weapon | Missile | Thrown


@dataclass(frozen=True, slots=True)
class _Numbers:
    """Numbers that a line says of a weapon of one's own: "die 2/4"."""

    label: str
    fields: tuple[str, ...]

    def of(self, weapon: Own) -> str:
        said = (getattr(weapon, name) for name in self.fields)
        each = (NONE_GIVEN if one is None else str(one).replace("-", wording.MINUS) for one in said)
        return f"{self.label} {'/'.join(each)}"


POWER, DIE = _Numbers("Power", ("power",)), _Numbers("die", ("to_incidental", "to_mark"))
NUMBERS: Mapping[type[Own], tuple[_Numbers, ...]] = {
    Weapon: (POWER, _Numbers("Add", ("add",)), _Numbers("VA", ("va",))),
    Missile: (
        _Numbers("damage", ("incidental", "mark", "superb")),
        DIE,
        _Numbers("VA", ("va_close", "va", "va_extreme")),
        _Numbers("actions", ("prepare", "ready")),
        _Numbers("range dice", ("optimal", "extreme")),
        _Numbers("paces", ("paces",)),
    ),
    Thrown: (POWER, DIE, _Numbers("VA", ("va",)), _Numbers("paces", ("paces",))),
}
WORDED: Mapping[str, tuple[str, Any]] = {
    **{one.words.casefold(): ("speed", one) for one in Speed},
    **{one.words.casefold(): ("length", one) for one in Length},
    BOTH.casefold(): ("two_handed", True),
    GREAT.casefold(): ("great_strike", True),
}
OWN: Mapping[str, tuple[type[Own], Mapping[str, Any]]] = {
    "own weapon": (Weapon, {}),
    **{f"own {kind.value}": (Missile, {"kind": kind}) for kind in Kind},
    "own thrown weapon": (Thrown, {}),
}
TIPS = {tip.words: tip for tip in Tip if tip is not Tip.USUAL}


@branch("a melee weapon")
class Held:
    """A melee weapon."""

    weapon: Annotated[Among[Weapon], Asked("Weapon")] = Weapon.of(WEAPONS["sword"])


@branch("a bow, crossbow or gun")
class Shooting:
    """What shoots, with the head that its arrows or bolts have."""

    missile: Annotated[Among[Missile], Asked("Weapon")] = Missile.of(MISSILES["hunting-bow"])
    tip: Annotated[Tip, Asked("Arrowhead or bolt head")] = Tip.USUAL

    def __post_init__(self) -> None:
        """Raises `Refused` for a head that does not go on what this shoots."""
        if self.tip.head is not None and self.tip.head.kind is not self.missile.kind:
            called = (self.missile.name or self.missile.kind.words).lower()
            raise Refused(f"The {self.tip.words} does not go with the {called}.")


@branch("something thrown")
class Throwing:
    """What is thrown."""

    thrown: Annotated[Among[Thrown], Asked("Weapon")] = Thrown.of(thrown.THROWN[thrown.KNIFE])


@row("weapon")
class WeaponRow:
    """A weapon that someone carries, as a row of the form."""

    name: Annotated[str, Asked("What you call it")] = ""
    arm: Annotated[Held | Shooting | Throwing, Asked("The weapon")] = Held()
    away: Annotated[bool, Asked("Put away")] = False

    @property
    def weapon(self) -> Own:
        """The weapon by itself, under the name that it has on the sheet if it is none of the table."""
        match self.arm:
            case Held(weapon):
                found: Own = weapon
            case Shooting(missile, _):
                found = missile
            case Throwing(flung):
                found = flung
        return found if found in _names() or not self.name else replace(found, name=self.name)

    @property
    def tip(self) -> Tip:
        """The head of what it shoots; of anything else the usual one."""
        return self.arm.tip if isinstance(self.arm, Shooting) else Tip.USUAL

    @property
    def called(self) -> str:
        """Its name: "Oathkeeper", "Sword, superior", "Hunting bow, bodkin"."""
        known = _names().get(self.weapon, self.weapon.name) or "Weapon"
        return self.name or (known if self.tip is Tip.USUAL else f"{known}, {self.tip.words}")

    @property
    def line(self) -> str:
        """As `of_line` reads it: "Oathkeeper: Sword, superior, put away"."""
        weapon, known = self.weapon, _names().get(self.weapon)
        name = self.name or ("" if known else weapon.name)
        said = [known] if known else list(_own(weapon))
        said += [] if self.tip is Tip.USUAL else [self.tip.words]
        said += [AWAY] if self.away else []
        return f"{f'{name}: ' if name else ''}{', '.join(said)}"

    @property
    def figures(self) -> str:
        """What a sheet says of it: "Power +3, Add 2, VA 0, slow, long"."""
        return ", ".join((*_figures(self.weapon), *([AWAY] if self.away else [])))

    @classmethod
    def of_line(cls, line: str, before: Self | None = None) -> Self:
        """The weapon that is typed in a line: one of the table, or one's own with its numbers.

        Raises `Refused` for a line that has neither.

        >>> WeaponRow.of_line("oathkeeper: sword, superior").line
        'oathkeeper: Sword, superior'
        >>> WeaponRow.of_line("Cleaver: own weapon, power 3, VA 1, slow, both hands").figures
        'Power +3, Add 2, VA 1, slow, short, both hands'
        """
        named, _, rest = line.rpartition(":")
        name = " ".join(named.split())[:LONGEST_TEXT]
        parts = [" ".join(part.split()) for part in rest.split(",")]
        away = _folded(parts[-1]) == AWAY
        parts = parts[:-1] if away else parts
        own = OWN.get(_folded(parts[0]))
        if own:
            return cls(name, _typed(*own, parts[1:]), away)
        for count in range(len(parts), 0, -1):
            found = _called().get(_folded(", ".join(parts[:count])))
            if found:
                return cls(name, _of_the_table(found, parts[count:]), away)
        own_words = wording.listed((wording.quoted(one) for one in OWN), "or")
        raise Refused(
            f"A weapon is one of the tables, like “Sword” or “Hunting bow, bodkin”, or {own_words} with its numbers; "
            f"this says {wording.quoted(line)}."
        )

    def asked(self, cls: type) -> object | None:
        """This weapon as a field of this class takes it; None where it is of another kind."""
        weapon = self.weapon
        if cls is Shot and isinstance(weapon, Missile):
            return Shot.of(weapon.name, weapon.row.damage)
        if cls is Gun and isinstance(weapon, Missile) and weapon.kind is Kind.GUN:
            return Gun(**{name: getattr(weapon, name) for name in Missile.__dataclass_fields__})
        if cls is RangeWeapon:
            return RangeWeapon.carried(weapon)
        return weapon if type(weapon) is cls else None


@cache
def _names() -> Mapping[Own, str]:
    """What each weapon of the tables is called, with its grade where that says something."""
    melee: dict[Own, str] = {
        one: f"{one.words}, {WEAPONS[key].grade.value}" if WEAPONS[key].grade in GRADED else one.words
        for key, one in Weapon.table().items()
    }
    return {**melee, **{one: one.words for table in (Missile, Thrown) for one in table.table().values()}}


@cache
def _called() -> Mapping[str, Own]:
    """The weapons of the tables by what one may call them; a name alone is run of the mill where there is such."""
    found = {_folded(name): weapon for weapon, name in _names().items()}
    by_grade = sorted(Weapon.table().items(), key=lambda item: WEAPONS[item[0]].grade is not Grade.RUN)
    for _, weapon in by_grade:
        found.setdefault(_folded(weapon.words), weapon)
    return found


def _folded(said: str) -> str:
    return said.casefold().replace("'", "’").strip()


def _of_the_table(weapon: Own, more: Sequence[str]) -> Held | Shooting | Throwing:
    """A weapon of the tables with the head that a line says. Raises `Refused` for anything else."""
    tip = Tip.USUAL
    for said in more:
        if not isinstance(weapon, Missile) or _folded(said) not in TIPS:
            takes = "a head, or that it is put away" if isinstance(weapon, Missile) else "only that it is put away"
            raise Refused(f"Behind “{weapon.name}” stands {takes}; this says {wording.quoted(said)}.")
        tip = TIPS[_folded(said)]
    return _arm(weapon, tip)


def _arm(weapon: Own, tip: Tip) -> Held | Shooting | Throwing:
    if isinstance(weapon, Weapon):
        return Held(weapon)
    return Shooting(weapon, tip) if isinstance(weapon, Missile) else Throwing(weapon)


def _typed(cls: type[Own], known: Mapping[str, Any], parts: Sequence[str]) -> Held | Shooting | Throwing:
    """A weapon of one's own from the parts of its line. Raises `Refused` for one that it does not have."""
    fields = {one.name: one.kind for one in forms.kind_of(cls).fields}
    found, tip = dict(known), Tip.USUAL
    for part in parts:
        said = _folded(part)
        numbers = next((one for one in NUMBERS[cls] if said.startswith(f"{one.label.casefold()} ")), None)
        if cls is Weapon and said in WORDED:
            name, value = WORDED[said]
            found[name] = value
        elif cls is Missile and said in TIPS:
            tip = TIPS[said]
        elif numbers is not None:
            found |= _read(numbers, part[len(numbers.label) + 1 :], fields)
        else:
            raise Refused(f"This says {wording.quoted(part)}; a weapon of your own has {_takes(cls)}.")
    return _arm(cls(**found), tip)


def _takes(cls: type[Own]) -> str:
    more = ("its speed", "its length", BOTH, GREAT) if cls is Weapon else ()
    return wording.listed((*(one.of(cls()) for one in NUMBERS[cls]), *more))


def _read(numbers: _Numbers, said: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The numbers of one part of a line. Raises `Refused` where they are too few, too many, or out of bounds."""
    each = [one.strip().replace(wording.MINUS, "-") for one in said.split("/")]
    if len(each) != len(numbers.fields):
        count = wording.count(len(numbers.fields), "number")
        raise Refused(f"Behind “{numbers.label}” stand {count} with a slash between; this says {wording.quoted(said)}.")
    try:
        return {
            name: fields[name].read("" if one == NONE_GIVEN else one, name)
            for name, one in zip(numbers.fields, each, strict=True)
        }
    except Unusable as error:
        raise Refused(f"{numbers.label[:1].upper()}{numbers.label[1:]}: {error.message}") from None


def _own(weapon: Own) -> Iterator[str]:
    """A weapon of one's own as the parts of its line."""
    yield next(
        said
        for said, (cls, known) in OWN.items()
        if cls is type(weapon) and all(getattr(weapon, name) == value for name, value in known.items())
    )
    yield from (one.of(weapon) for one in NUMBERS[type(weapon)])
    if isinstance(weapon, Weapon):
        yield from (one.words.lower() for one in (weapon.speed, weapon.length))
        yield from (said for said in (BOTH, GREAT) if getattr(weapon, WORDED[said.casefold()][0]))


def _figures(weapon: Own) -> Iterator[str]:
    if isinstance(weapon, Missile):
        yield f"{wording.NO_BREAK}/{wording.NO_BREAK}".join(map(str, (weapon.incidental, weapon.mark, weapon.superb)))
    else:
        yield f"Power {wording.signed(weapon.power)}"
    if isinstance(weapon, Weapon):
        yield f"Add {NONE_GIVEN if weapon.add is None else weapon.add}"
    yield f"VA {weapon.va}"
    if isinstance(weapon, Weapon):
        yield from (one.words.lower() for one in (weapon.speed, weapon.length))
        yield from (BOTH,) if weapon.two_handed else ()


def row_of(key: str) -> WeaponRow | None:
    """The row of a weapon by its key in the tables; None for what no sheet keeps as a weapon."""
    for table in (Weapon, Missile, Thrown):
        if key in table.table():
            return WeaponRow(arm=_arm(table.table()[key], Tip.USUAL))
    return None
