"""Guns: the gunpowder die, and a shot from the powder to its damage at every range (WPN-21, WPN-22)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.effects import AddRow
from engine.forms import Among, Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.hits import hit_words
from engine.games.burning_wheel.blocks.shots import Flight, aimed, flown
from engine.games.burning_wheel.forms.missiles import Bonus, FinalOb, Gun, Skill, Wanted, row_notes
from engine.games.burning_wheel.forms.wounds import Own, Preset
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.readings.missiles import loosed, shot_of
from engine.games.burning_wheel.rules import firearms, missiles
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.damage import LANDED, Stage
from engine.games.burning_wheel.rules.firearms import BACKFIRE, Powder
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.missiles import MISSILES, Band, Kind
from engine.games.burning_wheel.rules.shots import Landing
from engine.games.burning_wheel.rules.wounds import EFFECTS, Level
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked

B4 = Ability.parse("B4")
PISTOL = Gun.of(MISSILES["pistol"])
FACE = Between(1, 6)
FACES = (1, 2, 3, 4, 5, 6)
TheGun = Annotated[Among[Gun], Asked("Gun", quick=("pistol", "arquebus")), sheet("weapons", at_once=True)]


@calculator("gunpowder", rules="WPN-21")
def gunpowder(
    weapon: TheGun = PISTOL,
    first: Annotated[
        Annotated[int, FACE] | None, Asked("Gunpowder die", hint="Empty: not rolled yet", quick=FACES)
    ] = None,
    second: Annotated[Annotated[int, FACE] | None, Asked("After a 1: second die", quick=FACES)] = None,
    die: Annotated[Annotated[int, FACE] | None, Asked("If it hurts you: Die of Fate", quick=FACES)] = None,
    tolerances: Annotated[Preset | Own, Asked("Your tolerances", more=True), sheet("tolerances")] = Preset(),
    *,
    ask: Rulings,
) -> Answer:
    """Does the gun go off?"""
    row = loosed(weapon.row, ask)
    placed = tolerances.placed
    came = _came(first, second, die)
    values: dict[str, Any] = {
        **{one.value: chance for one, chance in firearms.powder_chances().items()},
        **{f"self_{stage.value}": chance for stage, chance in firearms.backfires(row.bands).items()},
        "powder": came.value if came else "",
    }
    if came is Powder.HURTS:
        armored = ask["gun.backfire"] == "armor"
        values |= {
            "reload": ask["gun.reload"] == "yes",
            "armor": f"VA {row.va.at(BACKFIRE)}" if armored else "none",
            "location": Target.TORSO.value,
        }
        stage = row.bands.stage(die) if die else None
        if stage is None:
            return Answer(values, (_hurts(values), _outcomes(row, came), _armor(armored, row)))
        hit = row.damage.at(stage)
        level = placed.level(hit)
        values |= {"stage": stage.value, "hit": str(hit), "level": level.value}
        takes = _takes(level)
        said = f"{hit_words(stage)} at {hit}, in your own torso: {level.wound}."
        verdict = Verdict(level.wound, (Fact(str(hit), f"{stage.words} hit"), *takes), said)
        effects = () if level is Level.NONE else (AddRow("wounds", {"hit": str(hit)}),)
        return Answer(values, (verdict, _outcomes(row, came), _armor(armored, row)), effects)
    values |= {"reload": came is not None and came.reload}
    return Answer(values, (_powder(came, first), _outcomes(row, came)))


def _takes(level: Level) -> tuple[Fact, ...]:
    """What the wound takes, beside it."""
    if level is Level.NONE:
        return ()
    return (Fact("down, dying") if level is Level.MORTAL else Fact(EFFECTS[level].takes, "penalty"),)


def _came(first: int | None, second: int | None, die: int | None) -> Powder | None:
    """What the dice brought so far. Raises `Unusable` where a die was not to be rolled."""
    if second is not None and first != firearms.MISFIRES:
        raise Unusable("second", "The second die falls only after a 1 on the gunpowder die.")
    came = None if first is None else firearms.powder(first, second)
    if die is not None and came is not Powder.HURTS:
        raise Unusable("die", "The Die of Fate falls here only where the gun hurts you: a 1, and then 1 to 3.")
    return came


def _powder(came: Powder | None, first: int | None) -> Verdict:
    if came is Powder.FIRES:
        return Verdict("Fires", (Fact("roll to hit"),), "The powder catches: roll to hit.")
    if came is Powder.JAMS:
        return Verdict("Jams", (Fact("no shot"), Fact("reload")), "It jams or flashes: no shot, and a full reload.")
    if first is not None:
        facts = (Fact("1 to 3", "hurts you"), Fact("4 to 6", "jams"))
        return Verdict("Misfire", facts, "A misfire: roll a second die. 1 to 3 hurts you, on 4 to 6 the gun jams.")
    chances = firearms.powder_chances()
    shown = wording.percent(chances[Powder.FIRES])
    facts = (Fact(chances[Powder.JAMS], "jams"), Fact(chances[Powder.HURTS], "hurts you"))
    return Verdict(shown, facts, f"The gun fires {shown} of the time; else it jams or hurts you.", Mark.DERIVED)


def _hurts(values: dict[str, Any]) -> Verdict:
    facts = (Fact("torso"), Fact(values["armor"], "armor"), *((Fact("reload"),) if values["reload"] else ()))
    return Verdict("Hits you", facts, "The gun hits its shooter: roll the Die of Fate, with nothing added.")


def _armor(armored: bool, row: missiles.Missile) -> Note:
    said = (
        f"Armor on the torso may stop it, against VA {row.va.at(BACKFIRE)}."
        if armored
        else "No armor helps against one’s own gun."
    )
    return Note(said, Mark.RULING, "WPN-21")


def _outcomes(row: missiles.Missile, came: Powder | None) -> Table:
    """What the gunpowder die may bring, with the chance of each."""
    found = firearms.powder_chances()
    rows: list[tuple[Entry, ...]] = [
        ("2 to 6", Powder.FIRES, None, found[Powder.FIRES]),
        ("1, then 4 to 6", Powder.JAMS, None, found[Powder.JAMS]),
    ]
    for stage, chance in firearms.backfires(row.bands).items():
        rows.append(("1, then 1 to 3", f"Hits you: {stage.words}", str(row.damage.at(stage)), chance))
    current = None if came is None else list(Powder).index(came)
    columns = ("Dice", "What happens", "Lands at", "Chance")
    shown = None if came is Powder.HURTS else current
    return Table(f"The powder of the {row.name.lower()}", columns, tuple(rows), shown, Mark.DERIVED)


@calculator("gun-shot", rules="WPN-22")
def gun_shot(
    skill: Skill = B4,
    weapon: TheGun = PISTOL,
    band: Annotated[Band, Asked("Range")] = Band.OPTIMAL,
    aim: Wanted = Target.TORSO,
    obstacle: FinalOb = None,
    bonus: Bonus = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What does a gun do, all in all?"""
    hurt = feels(wounds, skill, ask)
    if hurt.gone:
        return no_test(hurt.gone)
    row = weapon.row
    found = shot_of(row, band, None, ask)
    plain = missiles.obstacle(band) if obstacle is None else Worked((Line(obstacle, "Obstacle", "WPN-18"),))
    test, dice, against = flown(skill, hurt, bonus, plain, ask)
    flight = Flight(test, found, aimed(aim, frozenset(), False, ask))
    fired = firearms.fired(flight.landings)
    chances = {stage: _share(fired, stage) for stage in Stage}
    powder = firearms.powder_chances()
    harms = sum((chances[stage] for stage in LANDED), Fraction(0))
    shown = wording.percent(harms)
    rows: list[tuple[Entry, ...]] = [
        (stage, None if stage is Stage.MISS else str(found.damage.at(stage)), chance)
        for stage, chance in chances.items()
    ]
    rows += [(one, None, powder[one]) for one in (Powder.JAMS, Powder.HURTS)]
    blocks: list[Block] = [
        Verdict(
            shown,
            (Fact(found.va, "VA"), Fact(powder[Powder.HURTS], "hits you"), Fact(powder[Powder.JAMS], "jams")),
            f"It goes off and hits {shown} of the time.",
            Mark.DERIVED,
        ),
        Table("From the powder to the hit", ("Ends as", "Lands at", "Chance"), tuple(rows), mark=Mark.DERIVED),
        flight.needs,
        *(Working(flight.fate.lines, flight.fate.total, "On the Die of Fate") for _ in flight.fate.lines[:1]),
        Working(against.lines, against.total, "Obstacle"),
        Working(dice.lines, dice.total, "Dice", "D"),
        *row_notes((row,)),
    ]
    values: dict[str, Any] = {f"chance_{stage.value}": chance for stage, chance in chances.items()}
    values |= {f"va_{one.value}": row.va.at(one) for one in Band}
    values |= {one.value: powder[one] for one in (Powder.JAMS, Powder.HURTS)}
    return Answer({**test.values, **values, "va": found.va, "harms": harms}, tuple(blocks), test.marks("skill"))


def _share(fired: Mapping[Landing, Fraction], stage: Stage) -> Fraction:
    return sum((chance for landing, chance in fired.items() if landing.stage is stage), Fraction(0))


@table("gun-va")
def gun_va() -> Table:
    """The VA of guns by range (WPN-22)."""
    guns = [row for row in MISSILES.values() if row.kind is Kind.GUN]
    where = {Band.CLOSE: "Too close to shoot, and in Fight!", Band.OPTIMAL: "Optimal", Band.EXTREME: "Extreme"}
    rows: tuple[tuple[Entry, ...], ...] = tuple((where[band], *(row.va.at(band) for row in guns)) for band in Band)
    return Table("VA of guns", ("Range", *(row.name for row in guns)), rows)
