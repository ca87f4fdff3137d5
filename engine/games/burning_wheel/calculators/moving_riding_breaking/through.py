"""Who is hurt behind a wall, and who is thrown into one (MAT-03 to MAT-05)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.materials import Force, flown, swung
from engine.games.burning_wheel.blocks.shots import flown as tested
from engine.games.burning_wheel.dice import Chain, Obstacle, ob
from engine.games.burning_wheel.forms.armor import ArmorRow, suit_of
from engine.games.burning_wheel.forms.materials import Barrier, Hurl, Loose, Swing, What
from engine.games.burning_wheel.forms.weapons import POWER
from engine.games.burning_wheel.forms.wounds import Own, Preset
from engine.games.burning_wheel.readings import materials as read
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.rules import armor, armor_wear, damage, shots, throws
from engine.games.burning_wheel.rules import materials as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.damage import LANDED, Stage, ims
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.fight_throw import PLACED
from engine.games.burning_wheel.rules.location import Location
from engine.games.burning_wheel.rules.materials import SECTIONS, THROUGH, Behind, Section, Seen
from engine.games.burning_wheel.rules.missiles import Band
from engine.games.burning_wheel.rules.missiles import obstacle as at_range
from engine.games.burning_wheel.rules.throws import Ground
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked

B4 = Ability.parse("B4")
YourSkill = Annotated[Ability, Asked("Your skill", quick=("B3", "B4", "B5", "B6")), sheet("skill")]
Other = Annotated[int, Between(0, 20), Asked("Other dice: advantage, FoRKs, help", more=True)]
Rolled = Annotated[
    Annotated[int, Between(0, 40)] | None, Asked("Your successes", "Empty: not rolled yet", quick=(1, 2, 3, 4, 5))
]


@calculator("strike-through", rules="MAT-03")
def strike_through(
    what: What = Barrier.THIN_WALL,
    how: Annotated[Swing, Asked("With")] = Swing(),
    skill: YourSkill = B4,
    rolled: Rolled = None,
    harder: Annotated[
        int, Between(THROUGH, 10), Asked("Through it: obstacle", "Two at least", gm=True, quick=(2, 3, 4))
    ] = THROUGH,
    obstacle: Annotated[Obstacle, Asked("Obstacle without it", gm=True, quick=(1, 2, 3), more=True)] = Obstacle(1),
    dice: Other = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Do you hurt whoever is behind it?"""
    hurt = feels(wounds, skill, ask, ELEMENTS["skill"])
    if hurt.gone:
        return no_test(hurt.gone)
    section, force = SECTIONS[what.material], swung(how, ask)
    lines = (Line(obstacle, "To hit them", "WPN-04"), Line(harder, f"Through {what.words}", "MAT-03"))
    test, own, against = tested(skill, hurt, dice, Worked(lines), ask)
    add, passes = force.add + section.strength, rules.passes(section, force.damage.mark)
    values: dict[str, Any] = {"passes": passes, "mark": str(force.damage.mark), "add": add, **test.values}
    if not passes:
        return Answer(values, (_held(section, force),))
    opens = chain(ask) if test.pool.open_ended else Chain.CHAIN
    chances = damage.chances(test.pool, test.obstacle, add, 0, opens)
    values |= {f"chance_{stage.value}": chance for stage, chance in chances.items()}
    landed = None if rolled is None else damage.stage(rolled - test.obstacle, add)
    if landed is not None:
        values |= {"stage": landed.value, "hit": str(force.damage.at(landed))}
    rows = tuple(
        (stage, str(force.damage.at(stage)) if stage in LANDED else None, _needs(stage, test.obstacle, add), chance)
        for stage, chance in chances.items()
    )
    adds = (
        Line(force.add, f"Add of {force.words.lower()}", "WPN-09"),
        Line(section.strength, "Its Strength", "MAT-03"),
    )
    current = list(Stage).index(landed) if landed is not None else None
    blocks: list[Block] = [
        _struck(landed, force, chances) if landed is not None else _ahead(test, chances),
        Table("What the roll may bring", ("Stage", "Lands at", "Successes", "Chance"), rows, current, Mark.DERIVED),
        Working(adds, add, "Add"),
        Working(against.lines, against.total, "Obstacle"),
        Working(own.lines, own.total, "Dice", "D"),
    ]
    passed = None if rolled is None else landed is not Stage.MISS
    return Answer(values, tuple(blocks), test.marks("skill", passed=passed))


def _held(section: Section, force: Force) -> Verdict:
    """It does not go through."""
    mark = force.damage.mark
    facts = (Fact(str(mark), "Mark"), Fact(str(section.breach), "Breach"))
    said = f"{force.words} has Mark {mark} and would need {section.breach}: nothing goes through."
    return Verdict("Not through", facts, said)


def _needs(stage: Stage, obstacle: int, add: int) -> int | None:
    return None if stage is Stage.MISS else obstacle + damage.over_needed(stage, add)


def _struck(landed: Stage, force: Force, chances: Mapping[Stage, Fraction]) -> Verdict:
    if landed is Stage.MISS:
        return Verdict("Miss", (Fact("a hole all the same"),), "You break through, and miss whoever is behind it.")
    at = force.damage.at(landed)
    return Verdict(f"{landed.words} {at}", (Fact(force.words),), f"Through it, and {landed.words} at {at}.")


def _ahead(test: Any, chances: Mapping[Any, Fraction]) -> Verdict:
    shown = wording.percent(test.chance)
    worse = chances[Stage.MARK] + chances[Stage.SUPERB]
    facts = (Fact(ob(test.obstacle), "obstacle"), Fact(worse, "Mark or better"))
    return Verdict(
        shown, facts, f"It goes through, and you hit whoever is behind it {shown} of the time.", Mark.DERIVED
    )


@calculator("shoot-through", rules="MAT-04")
def shoot_through(
    what: What = Barrier.DOOR,
    how: Annotated[Loose | Hurl, Asked("With")] = Loose(),
    seen: Annotated[Seen, Asked("You see of them")] = Seen.KNOWN,
    skill: YourSkill = B4,
    band: Annotated[Band, Asked("Range")] = Band.CLOSE,
    rolled: Rolled = None,
    die: Annotated[
        Annotated[int, Between(1, 6)] | None, Asked("Die of Fate", "Empty: not thrown yet", more=True)
    ] = None,
    obstacle: Annotated[
        Annotated[int, Between(1, 30)] | None, Asked("Obstacle without it", "Empty: that of the range", more=True)
    ] = None,
    dice: Other = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Does the shot go through, and hurt?"""
    hurt = feels(wounds, skill, ask)
    if hurt.gone:
        return no_test(hurt.gone)
    section, force = SECTIONS[what.material], flown(how, band, ask)
    shot = force.shot
    assert shot is not None
    passes = rules.passes(section, force.damage.mark)
    values: dict[str, Any] = {"passes": passes, "mark": str(force.damage.mark), "va": shot.va}
    if not passes:
        return Answer(values, (_held(section, force),))
    head = () if not shot.obstacle else (Line(shot.obstacle, "Head of the shot", "WPN-39"),)
    plain = at_range(band).lines if obstacle is None else (Line(obstacle, "To hit them", "WPN-12"),)
    added = Line(seen.amount or 0, "What you do not see of them", "MAT-04")
    test, own, against = tested(skill, hurt, dice, Worked((*plain, *head, added)), ask)
    slowed = read.slowed(section, shot.va, ask)
    if die is not None and (rolled is None or rolled < test.obstacle):
        raise Unusable("die", "The Die of Fate falls once the shot hits: say the successes of a hit first.")
    hit = rolled is not None and rolled >= test.obstacle
    gained = shots.bonus(rolled or 0, test.obstacle) if hit else 0
    opens = chain(ask) if test.pool.open_ended else Chain.CHAIN
    if rolled is not None and not hit:
        chances: Mapping[Behind, Fraction] = {end: Fraction(end is Behind.MISS) for end in Behind}
    else:
        ahead = rules.chances(test.pool, test.obstacle, shot, slowed, opens)
        chances = rules.dealt(shot, slowed, gained) if hit else ahead
    ends = Behind.MISS if rolled is not None and not hit else None
    if die is not None:
        ends = rules.behind(shot, die + shot.fate.total + gained - slowed)
    values |= {**test.values, "slowed": slowed, **{f"chance_{end.value}": chance for end, chance in chances.items()}}
    values["end"] = ends.value if ends else ""
    rows = tuple((end, _at(force, end), chance) for end, chance in chances.items())
    fate = (*((Line(gained, "Successes over the obstacle", "WPN-16"),) if gained else ()), *shot.fate.lines)
    fate = (*fate, Line(-slowed, f"Strength {section.strength} of {what.words}, less VA {shot.va}", "MAT-04"))
    blocks: list[Block] = [
        _shot(ends, force, test, chances, hit=hit),
        Table("How it ends", ("End", "Lands at", "Chance"), rows, None, Mark.DERIVED),
        Working(fate, Worked(fate).total, "On the Die of Fate"),
        Working(against.lines, against.total, "Obstacle"),
        Working(own.lines, own.total, "Dice", "D"),
    ]
    return Answer(values, tuple(blocks), test.marks("skill", passed=None if rolled is None else hit))


def _at(force: Force, end: Behind) -> str | None:
    """Where an end lands."""
    return None if end in (Behind.MISS, Behind.SPENT) else str(force.damage.at(Stage.of(end.value)))


def _shot(ends: Behind | None, force: Force, test: Any, chances: Mapping[Behind, Fraction], *, hit: bool) -> Verdict:
    harms = 1 - chances[Behind.MISS] - chances[Behind.SPENT]
    if ends is not None:
        at = _at(force, ends)
        figure = f"{ends.words} {at}" if at else ends.words
        return Verdict(figure, (Fact(force.words),), f"Through it: {figure}." if at else f"{figure}.")
    shown = wording.percent(harms)
    facts = (Fact(ob(test.obstacle), "obstacle"), Fact(chances[Behind.SPENT], "hits, no harm"))
    said = "A hit: it hurts them" if hit else "It goes through, and hurts them"
    return Verdict(shown, facts, f"{said} {shown} of the time.", Mark.DERIVED)


TheirArmor = Annotated[
    tuple[ArmorRow, ...],
    Asked("What they wear", "A location on each line: “Head: chainmail”. Nothing: bare.", lines=True),
    sheet("armor", at_once=False),
]


@dataclass(frozen=True, slots=True)
class _Thrown:
    """A throw into something: its net successes, what is left once the fall is placed, and where they land."""

    net: int
    left: int
    stage: Stage
    where: Location


@calculator("wall-throw", rules="MAT-05")
def wall_throw(
    onto: Annotated[Ground, Asked("You throw them into", gm=True)] = Ground.BRICK,
    power: Annotated[int, POWER, Asked("Your Power", quick=(3, 4, 5, 6)), sheet("power")] = 4,
    yours: Annotated[int, Between(0, 40), Asked("Your successes", quick=(2, 3, 4, 5))] = 4,
    theirs: Annotated[int, Between(0, 40), Asked("Theirs", quick=(0, 1, 2, 3))] = 2,
    where: Annotated[Location, Asked("They land on", "The torso is their back, and costs nothing.")] = Location.TORSO,
    armor_worn: TheirArmor = (),
    tolerances: Annotated[Preset | Own, Asked("Their tolerances"), sheet("tolerances", at_once=False)] = Preset(),
    *,
    ask: Rulings,
) -> Answer:
    """What does the wall do to them?"""
    placed = where is not Location.TORSO
    net = yours - theirs
    if placed and 0 < net <= PLACED:
        raise Unusable("where", "To choose where they land takes one success more than it takes to hurt them.")
    left = net - PLACED * (placed and net > 0)
    thrown = _Thrown(net, left, throws.landed(max(0, left)), where)
    worked, va = throws.force(power, onto, "Your Power"), throws.va(power)
    dealt = ims(worked.total)
    hit = dealt.at(thrown.stage)
    level = tolerances.placed.level(hit)
    piece = suit_of(armor_worn, "armor_worn").at(where)
    against = armor.obstacle(armor.versus_armor(va))
    holds = Fraction(0)
    if piece is not None and piece.dice and throws.wards_off(piece):
        tests = armor_wear.outcomes(piece.pool, against.total, piece.quality)
        holds = sum((chance for held, chance in tests.items() if held.stopped), Fraction(0))
    values = {
        "net": max(0, net),
        "stage": thrown.stage.value,
        "hit": str(hit),
        "va": va,
        "armor_obstacle": against.total,
        "holds": holds,
        "level": level.value,
    }
    rows = tuple(
        (stage, _extra(stage), str(dealt.at(stage)), tolerances.placed.level(dealt.at(stage))) for stage in LANDED
    )
    current = LANDED.index(thrown.stage) if thrown.stage in LANDED else None
    soft = piece is not None and not throws.wards_off(piece)
    blocks: list[Block] = [
        _into(thrown, str(hit), level.wound, holds),
        Table("At each stage", ("Stage", "Successes left", "Lands at", "Wound"), rows, current),
        Working(worked.lines, worked.total, "Power behind it"),
        Working(against.lines, against.total, "Obstacle of armor"),
    ]
    if soft:
        blocks.append(Note("Only plates and helmets help here; what they wear there is neither.", rule="MAT-05"))
    return Answer(values, tuple(blocks))


def _extra(stage: Stage) -> int:
    """The successes that a stage takes."""
    return 1 + damage.over_needed(stage, throws.ADD)


def _into(thrown: _Thrown, hit: str, wound: str, holds: Fraction) -> Verdict:
    if thrown.stage is Stage.MISS:
        return Verdict(
            "Not thrown", (Fact(thrown.net, "net"),), "They keep their feet: it takes one net success to throw."
        )
    away = wording.count(thrown.net, "pace")
    where = thrown.where.words.lower() if thrown.where is not Location.TORSO else "back"
    facts = [Fact(wound), Fact(away, "thrown"), Fact(where, "lands on")]
    if holds:
        facts.append(Fact(holds, "armor holds"))
    return Verdict(f"{thrown.stage.words} {hit}", tuple(facts), f"Thrown {away}, onto their {where}: {hit}, {wound}.")
