"""Hitting and hurting: Incidental, Mark and Superb, the price of each, and the weapons (WPN-02, 03, 08, 09, 34)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, ClassVar

from engine import wording
from engine.answer import Answer, Block, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Among, Asked, Between, Unusable, sheet
from engine.games.burning_wheel.calculators.rolling_dice.dice import chain
from engine.games.burning_wheel.dice import Chain, Obstacle, Pool, Shade
from engine.games.burning_wheel.rules import damage as rules
from engine.games.burning_wheel.rules import weapons as arms
from engine.games.burning_wheel.rules.damage import LANDED, Damage, Stage
from engine.games.burning_wheel.rules.weapons import Grade, Length, Speed
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark, Worked

MOST_POWER = 48
MOST_OVER = 60
MOST_ADD = 10
POWER = Between(0, MOST_POWER)
WEAPON_POWER = Between(-5, 20)
ADD = Between(1, MOST_ADD)
AIMED = Between(0, 4)
NO_ADD = {"two": 2, "one": 1}
HOW = {
    Stage.INCIDENTAL: "Half, rounded up",
    Stage.MARK: "All the Power",
    Stage.SUPERB: "1½ times, rounded down",
}


@dataclass(frozen=True, slots=True)
class Weapon:
    """A melee weapon as the form asks for it: a row of the table, or one of the reader's own."""

    name: Annotated[str, Asked("Name")] = ""
    power: Annotated[int, WEAPON_POWER, Asked("Weapon Power")] = 0
    add: Annotated[int | None, ADD, Asked("Add", hint="Empty: not given", quick=(1, 2))] = 2
    speed: Annotated[Speed, Asked("Speed")] = Speed.FAST
    va: Annotated[int, Between(0, 6), Asked("VA")] = 0
    length: Annotated[Length, Asked("Length")] = Length.SHORT
    two_handed: Annotated[bool, Asked("Takes both hands")] = False
    great_strike: Annotated[bool, Asked("May Great Strike")] = False

    @classmethod
    def of(cls, row: arms.Weapon) -> "Weapon":
        """A row of the rules' table."""
        return cls(
            row.name,
            row.power,
            row.add,
            row.speed,
            row.va,
            row.length,
            row.two_handed is True,
            row.great_strike,
        )

    @classmethod
    def table(cls) -> Mapping[str, "Weapon"]:
        """All rows by key, in the order of the book."""
        return _forms()

    @property
    def words(self) -> str:
        """The weapon's name."""
        return self.name

    @property
    def group(self) -> str:
        """The grade it stands under in the list."""
        key = _keys().get(self)
        return arms.WEAPONS[key].grade.words if key else ""


@cache
def _forms() -> Mapping[str, Weapon]:
    return {key: Weapon.of(row) for key, row in arms.WEAPONS.items()}


@cache
def _keys() -> Mapping[Weapon, str]:
    return {weapon: key for key, weapon in _forms().items()}


FIST = Weapon.of(arms.WEAPONS[arms.FIST])
SWORD = Weapon.of(arms.WEAPONS["sword"])
MACE = Weapon.of(arms.WEAPONS["mace"])


@dataclass(frozen=True, slots=True)
class Wielded:
    """A weapon with the table's readings applied: its Add is known, and `row` is where it stands, if in the table."""

    weapon: Weapon
    add: int
    row: arms.Weapon | None

    @property
    def words(self) -> str:
        """What to call it in a sentence."""
        return self.weapon.name or "the weapon"

    @property
    def note(self) -> tuple[Note, ...]:
        """What the table says about its row, if anything."""
        return _notes((self.row,)) if self.row else ()


def wielded(weapon: Weapon, ask: Rulings) -> Wielded:
    """A weapon as this table reads it."""
    key = _keys().get(weapon)
    if key == arms.POLEARM and ask["damage.superior-polearm"] == "printed":
        weapon = replace(weapon, power=arms.POLEARM_PRINTED_POWER)
    if key == arms.CLUB and ask["damage.club-length"] == "short":
        weapon = replace(weapon, length=Length.SHORT)
    if key == arms.FIST and ask["damage.fist-great-strike"] == "yes":
        weapon = replace(weapon, great_strike=True)
    add = NO_ADD[ask["damage.add-not-given"]] if weapon.add is None else weapon.add
    return Wielded(weapon, add, arms.WEAPONS[key] if key else None)


def _notes(rows: tuple[arms.Weapon, ...]) -> tuple[Note, ...]:
    """The notes of rows, those of one wording together."""
    names: dict[tuple[str, Mark | None], list[str]] = {}
    for row in rows:
        if row.note:
            names.setdefault((row.note, row.mark), []).append(row.name)
    return tuple(Note(f"*{wording.listed(said)}:* {note}", mark) for (note, mark), said in names.items())


@dataclass(frozen=True, slots=True)
class Force:
    """The Power behind a blow with its working, and where its three stages fall."""

    worked: Worked
    damage: Damage

    @property
    def words(self) -> str:
        """The three places: "B4 / B7 / B10"."""
        return places(self.damage)

    @property
    def ledger(self) -> Working:
        """The Power as a ledger."""
        return Working(self.worked.lines, self.worked.total, "Power behind the blow")

    @property
    def values(self) -> dict[str, Any]:
        """Power and stages for programs."""
        return {"power": self.worked.total, **{stage.value: str(self.damage.at(stage)) for stage in LANDED}}


def places(damage: Damage) -> str:
    """The three places of a blow, never broken between number and slash."""
    return f"{wording.NO_BREAK}/{wording.NO_BREAK}".join(str(damage.at(stage)) for stage in LANDED)


def force(
    own: int,
    weapon: int,
    ask: Rulings,
    *,
    whose: str = "your",
    weapon_words: str = "Weapon Power",
    power_shade: Shade = Shade.BLACK,
    weapon_shade: Shade = Shade.BLACK,
    great_strike: bool = False,
    other: int = 0,
) -> Force:
    """The Power and the stages of a blow, under the table's readings."""

    def worked(least: int | None) -> Worked:
        return rules.power(
            own,
            weapon,
            power_words=f"{whose.capitalize()} Power",
            weapon_words=weapon_words,
            power_shade=power_shade,
            weapon_shade=weapon_shade,
            great_strike=great_strike,
            other=other,
            least=least,
        )

    found = worked(None)
    if found.total < 1:
        found = worked(0 if ask["damage.least"] == "zero" else 1)
    damage = rules.ims(found.total, weapon_shade)
    capped = rules.ims(found.total, weapon_shade, rolls_over=False)
    if damage != capped and ask["damage.next-shade"] == "stay":
        damage = capped
    return Force(found, damage)


def stages(found: Force, add: int, aimed: int, landed: Stage | None, obstacle: int | None = None) -> Table:
    """The three stages: how each comes from Power, where it falls, and what it takes to roll at an obstacle."""
    rows = []
    for stage in LANDED:
        over = rules.over_needed(stage, add) + (aimed if stage is not Stage.INCIDENTAL else 0)
        rolled = () if obstacle is None else (str(obstacle + over),)
        rows.append((stage.words, str(found.damage.at(stage)), HOW[stage], str(over), *rolled))
    rolls = () if obstacle is None else (f"Successes at {wording.obstacle(obstacle)}",)
    columns = ("Stage", "Lands at", "Comes from", "Over the obstacle", *rolls)
    current = LANDED.index(landed) if landed in LANDED else None
    return Table(f"Three stages, Add {add}", columns, tuple(rows), current)


def odds_table(
    chances: Mapping[Stage, Fraction], found: Force, pool: Pool, obstacle: int, landed: Stage | None
) -> Table:
    """The chance of a miss and of each stage."""
    rows = tuple(
        (stage.words, str(found.damage.at(stage)) if stage in LANDED else "", wording.percent(chance))
        for stage, chance in chances.items()
    )
    caption = f"{pool} against {wording.obstacle(obstacle)}"
    current = list(chances).index(landed) if landed else None
    return Table(caption, ("Stage", "Lands at", "Chance"), rows, current, Mark.DERIVED)


def check_aim(margin: int, aimed: int) -> None:
    """Raises `Unusable` where more successes are spent on aiming than there are over the obstacle."""
    if aimed and aimed > max(0, margin):
        over = wording.count(max(0, margin), "success", "successes")
        raise Unusable("aimed", f"You aim with successes over the obstacle; there are {over}, and this spends {aimed}.")


def hit_words(stage: Stage) -> str:
    """ "An Incidental hit", "A Mark hit"."""
    return f"{'An' if stage is Stage.INCIDENTAL else 'A'} {stage.words} hit"


def next_stage(stage: Stage, missing: int) -> str:
    """What is missing for more, in a few words."""
    if stage is Stage.MISS:
        return f"{missing} short of the obstacle"
    if stage is Stage.SUPERB:
        return "nothing lies beyond"
    return f"{missing} more for {LANDED[LANDED.index(stage) + 1].words}"


def shade_notes(power_shade: Shade, weapon_shade: Shade, whose: str = "your") -> tuple[Note, ...]:
    """What a gray or white Power, yours or theirs (`whose`), does and does not do."""
    if power_shade is Shade.BLACK:
        return ()
    if weapon_shade is not Shade.BLACK:
        text = f"What strikes is {weapon_shade.words} itself, so {whose} {power_shade.words} Power adds nothing."
        return (Note(text, rule="WPN-03"),)
    text = (
        "An ordinary weapon swung with this bonus breaks for good when the action comes to no success. "
        "You may leave it out: set the shade of the Power to black."
    )
    return (Note(text, rule="WPN-03"),)


@calculator("ims", rules="WPN-02 WPN-03 WPN-08 WPN-09")
def ims(
    power: Annotated[int, POWER, Asked("Your Power", quick=(3, 4, 5, 6)), sheet("power")] = 4,
    weapon_power: Annotated[int, WEAPON_POWER, Asked("Weapon Power", hint="Bare hands: 0", quick=(0, 1, 2, 3, 4))] = 0,
    add: Annotated[int, ADD, Asked("Add", quick=(1, 2, 3))] = 2,
    margin: Annotated[
        Annotated[int, Between(-MOST_OVER, MOST_OVER)] | None,
        Asked("Successes over the obstacle", hint="Empty: not rolled yet", quick=(0, 1, 2, 3, 4)),
    ] = None,
    obstacle: Annotated[Obstacle, Asked("Obstacle to hit", more=True)] = Obstacle(1),
    pool: Annotated[Pool | None, Asked("Dice you roll", quick=("B3", "B4", "B5", "B6"), more=True)] = None,
    aimed: Annotated[int, AIMED, Asked("Successes spent on where it lands", more=True)] = 0,
    great_strike: Annotated[bool, Asked("Great Strike: +1 Power", more=True)] = False,
    other: Annotated[int, WEAPON_POWER, Asked("Other Power, such as a mount’s", more=True)] = 0,
    weapon_shade: Annotated[Shade, Asked("Shade of the weapon or fist", more=True)] = Shade.BLACK,
    power_shade: Annotated[Shade, Asked("Shade of your Power", more=True)] = Shade.BLACK,
    *,
    ask: Rulings,
) -> Answer:
    """How hard does it hit?"""
    found = force(
        power,
        weapon_power,
        ask,
        power_shade=power_shade,
        weapon_shade=weapon_shade,
        great_strike=great_strike,
        other=other,
    )
    values = {
        **found.values,
        "add": add,
        **{
            f"successes_{stage.value}": obstacle + rules.over_needed(stage, add) + (aimed if stage in LANDED[1:] else 0)
            for stage in LANDED
        },
    }
    landed = None
    if margin is None:
        line = f"Incidental / Mark / Superb · Power {found.worked.total}"
        mark, superb = (rules.over_needed(stage, add) + aimed for stage in LANDED[1:])
        verdict = Verdict(
            found.words,
            line,
            f"Incidental {found.damage.incidental}, Mark {found.damage.mark}, Superb {found.damage.superb}: "
            f"Mark takes {mark} over the obstacle, Superb {superb}.",
        )
    else:
        check_aim(margin, aimed)
        landed = rules.stage(margin - aimed, add)
        missing = rules.to_next(margin - aimed, add)
        values |= {"stage": landed.value, "hit": str(found.damage.at(landed)), "missing": missing}
        verdict = _landed(landed, missing, found)
    blocks: list[Block] = [verdict, stages(found, add, aimed, landed, obstacle)]
    if pool is not None:
        chances = rules.chances(pool, obstacle, add, aimed, chain(ask) if pool.open_ended else Chain.CHAIN)
        values |= {f"chance_{stage.value}": chance for stage, chance in chances.items()}
        blocks.append(odds_table(chances, found, pool, obstacle, landed))
    blocks += [found.ledger, *shade_notes(power_shade, weapon_shade)]
    return Answer(values=values, blocks=tuple(blocks))


def _landed(stage: Stage, missing: int, found: Force) -> Verdict:
    if stage is Stage.MISS:
        line = f"{next_stage(stage, missing)} · {found.words}"
        return Verdict(stage.words, line, f"A miss, {next_stage(stage, missing)}.")
    hit = found.damage.at(stage)
    line = f"of {found.words} · {next_stage(stage, missing)}"
    return Verdict(f"{stage.words} {hit}", line, f"{hit_words(stage)} at {hit}; {next_stage(stage, missing)}.")


class Hands(Option):
    """How many hands a weapon takes."""

    ANY = "any", "either"
    ONE = "one", "one"
    TWO = "two", "both"


@dataclass(frozen=True, slots=True)
class Everything:
    """All weapons that fit."""

    words: ClassVar[str] = "all that fit"


@dataclass(frozen=True, slots=True)
class Two:
    """Two weapons beside each other, whatever else is asked for."""

    first: Annotated[Among[Weapon], Asked("First")] = SWORD
    second: Annotated[Among[Weapon], Asked("Second")] = MACE

    words: ClassVar[str] = "two side by side"


@calculator("weapons", rules="WPN-34")
def weapons(
    power: Annotated[int, POWER, Asked("Your Power", quick=(3, 4, 5, 6)), sheet("power")] = 4,
    speed: Annotated[frozenset[Speed], Asked("Speed")] = frozenset(),
    va: Annotated[int, Between(0, 3), Asked("VA at least", quick=(0, 1, 2, 3))] = 0,
    with_shield: Annotated[bool, Asked("Leaves a hand for a shield")] = False,
    great_strike: Annotated[bool, Asked("May Great Strike")] = False,
    grade: Annotated[frozenset[Grade], Asked("Grade", more=True)] = frozenset(),
    length: Annotated[frozenset[Length], Asked("Length", more=True)] = frozenset(),
    hands: Annotated[Hands, Asked("Hands", more=True)] = Hands.ANY,
    compare: Annotated[Everything | Two, Asked("Show")] = Everything(),
    *,
    ask: Rulings,
) -> Answer:
    """Which weapon fits, and how hard does it hit?"""
    if isinstance(compare, Two):
        return _compared(power, wielded(compare.first, ask), wielded(compare.second, ask), ask)
    held = {key: wielded(weapon, ask) for key, weapon in _forms().items()}
    fitting = arms.fitting(
        (_as_read(key, one.weapon) for key, one in held.items()),
        grade,
        speed,
        length,
        va,
        two_handed=None if hands is Hands.ANY else hands is Hands.TWO,
        great_strike=great_strike,
        with_shield=with_shield,
    )
    shown = {row.key: held[row.key] for row in fitting}
    forces = {key: _force_of(power, one, ask) for key, one in shown.items()}
    values: dict[str, Any] = {"count": len(shown), "weapons": list(shown)}
    values |= {key: {**_row_values(one), **_stages_values(forces[key])} for key, one in shown.items()}
    if not shown:
        none = Verdict("None", "no weapon fits", "No weapon of the table fits all of that; ask for less.")
        return Answer(values=values, blocks=(none,))
    hardest = max(shown, key=lambda key: forces[key].damage.superb)
    names = wording.count(len(shown), "weapon")
    verdict = Verdict(
        names,
        f"Power {power} · hardest: {shown[hardest].words} {forces[hardest].words}",
        f"{names} fit; the hardest blow is that of the {shown[hardest].words}, Superb {forces[hardest].damage.superb}.",
    )
    rows = tuple(_row(one, forces[key]) for key, one in shown.items())
    listing = Table(f"Blows with Power {power}", COLUMNS, rows)
    return Answer(values=values, blocks=(verdict, listing, *_notes(fitting)))


COLUMNS = ("Weapon", "I / M / S", "Power", "Add", "Speed", "VA", "Length", "Hands", "Great Strike")


def _as_read(key: str, weapon: Weapon) -> arms.Weapon:
    """The table's row as this table reads it."""
    return replace(arms.WEAPONS[key], power=weapon.power, length=weapon.length, great_strike=weapon.great_strike)


def _force_of(power: int, one: Wielded, ask: Rulings) -> Force:
    return force(power, one.weapon.power, ask, weapon_words=one.words)


def _row_values(one: Wielded) -> dict[str, Any]:
    weapon = one.weapon
    return {
        "power": weapon.power,
        "add": one.add,
        "speed": weapon.speed.value,
        "va": weapon.va,
        "length": weapon.length.value,
        "two_handed": one.row.two_handed if one.row else weapon.two_handed,
        "great_strike": weapon.great_strike,
    }


def _stages_values(found: Force) -> dict[str, str]:
    return {stage.value: str(found.damage.at(stage)) for stage in LANDED}


def _hands(one: Wielded) -> str:
    both = one.row.two_handed if one.row else one.weapon.two_handed
    return "as its weapon" if both is None else "both" if both else "one"


def _row(one: Wielded, found: Force) -> tuple[str, ...]:
    weapon = one.weapon
    grade = f", {one.row.grade.value}" if one.row and one.row.grade in _GRADED else ""
    return (
        f"{one.words}{grade}",
        found.words,
        wording.signed(weapon.power),
        f"{one.add} (not given)" if weapon.add is None else str(one.add),
        weapon.speed.words,
        str(weapon.va) if weapon.va else "–",
        weapon.length.words,
        _hands(one),
        "yes" if weapon.great_strike else "no",
    )


_GRADED = (Grade.POOR, Grade.SUPERIOR)


def _compared(power: int, first: Wielded, second: Wielded, ask: Rulings) -> Answer:
    both = [(one, _force_of(power, one, ask)) for one in (first, second)]
    cells = [_row(one, found) for one, found in both]
    rows = tuple(
        (column, left, right) for column, left, right in zip(COLUMNS[1:], *(row[1:] for row in cells), strict=True)
    )
    names = [row[0] for row in cells]
    values = {
        side: {**_row_values(one), **_stages_values(found)}
        for side, (one, found) in zip(("first", "second"), both, strict=True)
    }
    figures = [found.words for _, found in both]
    difference = both[0][1].worked.total - both[1][1].worked.total
    harder = f"{names[0 if difference > 0 else 1]} hits harder" if difference else "both hit alike"
    verdict = Verdict(
        harder[:1].upper() + harder[1:],
        f"{figures[0]} against {figures[1]}",
        f"{names[0]}: {figures[0]}. {names[1]}: {figures[1]}.",
    )
    listing = Table(f"Side by side, Power {power}", ("Figure", *names), rows)
    return Answer(values=values, blocks=(verdict, listing, *first.note, *second.note))


@table("add-thresholds")
def add_thresholds() -> Table:
    """Successes that each stage takes, by obstacle and Add (WPN-09)."""
    adds, obstacles = (1, 2, 3), (1, 2, 3, 4)
    rows = tuple(
        (
            wording.obstacle(obstacle),
            *(" / ".join(str(obstacle + rules.over_needed(stage, add)) for stage in LANDED) for add in adds),
        )
        for obstacle in obstacles
    )
    columns = ("Obstacle", *(f"Add {add}" for add in adds))
    return Table("Successes for Incidental / Mark / Superb", columns, rows)


@table("stages-of-power")
def stages_of_power() -> Table:
    """Incidental, Mark and Superb of every Power up to 16 (WPN-02)."""
    rows = tuple((str(power), *(str(rules.ims(power).at(stage)) for stage in LANDED)) for power in range(1, 17))
    columns = ("Power", *(stage.words for stage in LANDED))
    return Table("Three stages of every Power", columns, rows, mark=Mark.DERIVED)
