"""Strike and Great Strike in Fight!: what a roll brings against a defense, and force against point (FGT-43, FGT-47)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Odds, Table, Verdict, Working
from engine.calculators import calculator
from engine.effects import Effect
from engine.forms import Among, Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.blow import SetUp, set_up
from engine.games.burning_wheel.blocks.fighting import left_over
from engine.games.burning_wheel.blocks.hits import Force, force
from engine.games.burning_wheel.blocks.test import Test, checked
from engine.games.burning_wheel.dice import DiceCount, Group, Obstacle, Pool, Shade, ob
from engine.games.burning_wheel.forms.armor import CHAINMAIL, ArmorRow, suit_of
from engine.games.burning_wheel.forms.blows import Swung
from engine.games.burning_wheel.forms.fighting import QUICK_DICE, SkillDice, YourStance, stanced
from engine.games.burning_wheel.forms.weapons import (
    POWER,
    QUICK_WEAPONS,
    Weapon,
    WeaponShade,
    Wielded,
    YourPower,
    wielded,
)
from engine.games.burning_wheel.forms.wounds import Own, Preset
from engine.games.burning_wheel.readings import fight_attacks as read
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.readings.striking import doubled
from engine.games.burning_wheel.rules import blow as blows
from engine.games.burning_wheel.rules import fight_attacks as rules
from engine.games.burning_wheel.rules import fight_odds, striking
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.armor import Suit
from engine.games.burning_wheel.rules.blow import WOUNDS, End, odds
from engine.games.burning_wheel.rules.damage import LANDED, GreatStrike, Stage, over_needed
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.games.burning_wheel.rules.shields import Maneuver
from engine.games.burning_wheel.rules.stances import Stance
from engine.games.burning_wheel.rules.striking import Disadvantage, Inside
from engine.games.burning_wheel.rules.weapons import WEAPONS
from engine.games.burning_wheel.rules.wounds import Level
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked

B4, B5 = Ability.parse("B4"), Ability.parse("B5")
SWORD, MACE = Weapon.of(WEAPONS["sword"]), Weapon.of(WEAPONS["mace"])
GREAT = ("sword", "mace", "spear", "polearm-axe", "great-mace")
PENALTY = Between(0, 12)

Theirs = Annotated[
    Ability | None,
    Asked("Their dice to defend", "Avoid, Block or Counterstrike, all told. Empty: no defense.", quick=QUICK_DICE),
]
Eats = Annotated[int, PENALTY, Asked("Their +Ob", more=True, quick=(0, 1, 2))]
AgainstYou = Annotated[frozenset[Disadvantage], Asked("Against you", more=True, gm=True)]
OnInside = Annotated[Inside, Asked("On the inside, with", more=True, gm=True)]
More = Annotated[int, Between(-10, 20), Asked("Other dice: FoRKs, advantage; a Lock takes some", more=True)]
OtherOb = Annotated[int, Between(-10, 20), Asked("Something else: obstacle", more=True, gm=True)]


@dataclass(frozen=True, slots=True)
class _Struck:
    """A Strike of Fight! before the dice fall."""

    test: Test
    obstacle: Worked
    dice: Worked
    held: Wielded
    found: Force
    defenses: tuple[Roll, ...]

    @property
    def defended(self) -> Mapping[Stage, Fraction]:
        """The chance of each stage against the defense."""
        return fight_odds.stages(Roll(self.test.pool), self.test.obstacle, self.held.add, self.defenses)

    @property
    def free(self) -> Mapping[Stage, Fraction]:
        """The same against none."""
        return fight_odds.stages(Roll(self.test.pool), self.test.obstacle, self.held.add)

    @property
    def table(self) -> Table:
        """The stages, where they land, and how likely they are."""
        rows: list[tuple[Entry, ...]] = []
        for stage, chance in self.defended.items():
            landed = stage in LANDED
            needs = self.test.obstacle + over_needed(stage, self.held.add) if landed else None
            place = str(self.found.damage.at(stage)) if landed else None
            free = (self.free[stage],) if self.defenses else ()
            rows.append((stage, place, needs, chance, *free))
        columns = ("Stage", "Lands at", "Successes left", "Chance", *(("Undefended",) if self.defenses else ()))
        return Table("What the Strike may bring", columns, tuple(rows), None, Mark.DERIVED)


@calculator("fight-strike", rules="FGT-47")
def fight_strike(
    skill: SkillDice = B5,
    weapon: Annotated[Among[Weapon], Asked("Your weapon", quick=QUICK_WEAPONS), sheet("weapons", at_once=True)] = SWORD,
    defense: Theirs = B4,
    stance: YourStance = Stance.NEUTRAL,
    power: Annotated[int, POWER, Asked("Your Power", more=True, quick=(3, 4, 5, 6)), sheet("power")] = 4,
    eats: Eats = 0,
    second: Annotated[Ability | None, Asked("A second defense: dice", more=True)] = None,
    disadvantages: AgainstYou = frozenset(),
    inside: OnInside = Inside.NO,
    avoided: Annotated[bool, Asked("You Avoid in this volley as well", more=True)] = False,
    staggered: Annotated[bool, Asked("You are off balance, or your weapon was beaten", more=True)] = False,
    unskilled: Annotated[bool, Asked("You have no such skill and test Agility", more=True)] = False,
    bonus: More = 0,
    balance: Annotated[int, Between(0, 5), Asked("Balance dice", more=True)] = 0,
    other: OtherOb = 0,
    weapon_shade: WeaponShade = Shade.BLACK,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """I Strike. How well does it land?"""
    hurt = feels(wounds, skill, ask, ELEMENTS["agility" if unskilled else "skill"], beginner=unskilled)
    if hurt.gone:
        return no_test(hurt.gone)
    favors, hampers = stanced(stance, Act.STRIKE)
    plain = striking.obstacle(disadvantages, inside, unskilled=unskilled, doubled=doubled(unskilled, ask), other=other)
    fight = (
        hampers,
        Line(int(avoided), "An Avoid in the same volley", "FGT-35"),
        Line(int(staggered), "Off balance, or beaten", "FGT-38"),
        hurt.obstacle,
    )
    worked = Worked((*plain.lines, *(line for line in fight if line.amount)))
    called = "Agility" if unskilled else "Skill"
    more = (favors, Line(bonus, "Other dice", "HUB-18"), Line(balance, "Balance dice", "WPN-19"), hurt.dice)
    dice = Worked((Line(skill.exponent, f"{called} {skill}", "FGT-47"), *(line for line in more if line.amount)))
    own = max(0, dice.total - balance)
    checked(own + balance, worked.total, "bonus")
    pool = Pool.of(own, skill.shade) + Group(balance, weapon_shade)
    held = wielded(weapon, ask)
    blow = force(power, held.weapon.power, ask, weapon_words=held.words, weapon_shade=weapon_shade)
    defenses = tuple(Roll(one.pool(), eats) for one in (defense, second) if one)
    struck = _Struck(Test(pool, worked.total, ask), worked, dice, held, blow, defenses)
    return _answered(struck, unskilled)


def _answered(struck: _Struck, unskilled: bool) -> Answer:
    """Stages, ledgers, and, where nothing was defended, what it leaves in the log."""
    test, chances = struck.test, struck.defended
    hits = 1 - chances[Stage.MISS]
    facts = [
        Fact(Obstacle(test.obstacle), "obstacle"),
        Fact(DiceCount(test.dice), "dice"),
        Fact(struck.found.words, "damage"),
    ]
    if struck.defenses:
        facts.append(Fact(1 - struck.free[Stage.MISS], "undefended"))
    shown = wording.percent(hits)
    said = f"You hit {shown} of the time; the three stages lie at {struck.found.words}."
    blocks: list[Block] = [
        Verdict(shown, tuple(facts), said, Mark.DERIVED),
        struck.table,
        _bars(struck, hits) if struck.defenses else test.odds(),
        Working(struck.obstacle.lines, struck.obstacle.total, "Obstacle"),
        Working(struck.dice.lines, struck.dice.total, "Dice", "D"),
        *struck.held.note,
    ]
    values = {
        "obstacle": test.obstacle,
        "dice": test.dice,
        "hits": hits,
        "undefended": 1 - struck.free[Stage.MISS],
        "add": struck.held.add,
        **{f"chance_{stage.value}": chance for stage, chance in chances.items()},
    }
    effects: tuple[Effect, ...] = ()
    if struck.defenses:
        words = "What their defense takes off counts with the obstacle: log the test against both together."
        blocks.append(Note(words, rule="FGT-09"))
    elif unskilled:
        blocks.append(Note("A test of a stat without the skill has its own way into the log.", rule="HUB-56"))
    else:
        effects = test.marks("skill", Kind.SKILL)
    return Answer(values, tuple(blocks), effects)


def _bars(struck: _Struck, hits: Fraction) -> Odds:
    """What a defense leaves of the successes."""
    said = f"{wording.often(hits)} enough is left for {ob(struck.test.obstacle)}."
    return left_over(Roll(struck.test.pool), struck.defenses, struck.test.obstacle, said, "undefended")


TheirArmor = Annotated[
    tuple[ArmorRow, ...],
    Asked("What they wear", "A location on each line: “Torso: chainmail, superior, −1D”. Nothing: bare.", lines=True),
    sheet("armor", at_once=False),
]


@calculator("great-strike-odds", rules="FGT-43")
def great_strike_odds(
    skill: SkillDice = B5,
    weapon: Annotated[Among[Weapon], Asked("Your weapon", quick=GREAT), sheet("weapons", at_once=False)] = MACE,
    power: YourPower = 4,
    armor: TheirArmor = CHAINMAIL,
    tolerances: Annotated[
        Preset | Own, Asked("Their tolerances", more=True), sheet("tolerances", at_once=False)
    ] = Preset(),
    defense: Annotated[
        Ability | None, Asked("Their Avoid or Counterstrike: dice", "Empty: no defense.", more=True, quick=QUICK_DICE)
    ] = None,
    eats: Eats = 0,
    stance: Annotated[Stance, Asked("Your stance", more=True)] = Stance.NEUTRAL,
    disadvantages: AgainstYou = frozenset(),
    inside: OnInside = Inside.NO,
    over: Annotated[bool, Asked("The Set ended the exchange before", more=True)] = False,
    bonus: More = 0,
    other: OtherOb = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Great Strike: +1 Power or +1 VA?"""
    held = wielded(weapon, ask)
    if not held.weapon.great_strike:
        raise Unusable("weapon", f"The table has no Great Strike for this weapon ({held.words}).")
    hurt = feels(wounds, skill, ask, ELEMENTS["skill"])
    if hurt.gone:
        return no_test(hurt.gone)
    actions = rules.great_actions(held.weapon.speed)
    if over and not read.carries_over(ask):
        said = "The Set belongs in the exchange of the blow: Set again, then Great Strike."
        return Answer({"possible": False, "actions": actions.total}, (Verdict("No Great Strike", (), said),))
    favors, hampers = stanced(stance, Act.GREAT_STRIKE)
    worked = striking.obstacle(disadvantages, inside, other=other)
    obstacle = worked.total + hampers.amount
    aimed = defense.pool() if defense else None
    suit = suit_of(armor)
    ways = {
        great: set_up(
            Swung(weapon, power, defense=aimed, great_strike=great, penalty=eats, maneuver=Maneuver.AVOID),
            skill,
            bonus + favors.amount,
            obstacle,
            tolerances.placed,
            suit,
            (),
            ask,
            hurt,
        )
        for great in GreatStrike
    }
    lines = Worked((*worked.lines, *(line for line in (hampers, hurt.obstacle) if line.amount)))
    more = (favors, Line(bonus, "Other dice", "HUB-18"), hurt.dice)
    dice = Worked((Line(skill.exponent, f"Skill {skill}", "FGT-43"), *(line for line in more if line.amount)))
    return _compared(ways, suit, actions, (lines, dice), held)


def _compared(
    ways: Mapping[GreatStrike, SetUp], suit: Suit, actions: Worked, ledgers: tuple[Worked, Worked], held: Wielded
) -> Answer:
    """Force against point, with a plain Strike beside them."""
    found = {great: odds(way.attack, way.foe) for great, way in ways.items()}
    power, va = found[GreatStrike.POWER], found[GreatStrike.VA]
    best = max((GreatStrike.POWER, GreatStrike.VA), key=lambda great: _worth(found[great]))
    even = _worth(power) == _worth(va)
    words = "It is the same" if even else f"+1 {best.words}"
    rows = tuple(_row(great, ways[great], found[great], suit) for great in GreatStrike)
    through = ("Armor holds",) if suit.pieces else ()
    columns = ("You add", "I / M / S", "VA", "Hits", *through, "Wounds", "Midi or worse")
    values = {
        "possible": True,
        "best": "even" if even else best.value,
        "actions": actions.total,
        "dice": ledgers[1].total,
        "obstacle": ledgers[0].total,
        **{f"{great.value}_{name}": value for great, one in found.items() for name, value in _named(one).items()},
    }
    wounded = found[best].wounded
    said = f"{words}: a wound {wording.often(wounded)}, Midi or worse {_midi(found[best])}."
    facts = (
        Fact(wounded, "a wound"),
        Fact(found[best].at_least(Level.MIDI), "Midi or worse"),
        Fact.count(actions.total, "action"),
    )
    blocks: list[Block] = [
        Verdict(words, facts, said, Mark.DERIVED),
        Table("Chosen before the roll", columns, rows, list(GreatStrike).index(best), Mark.DERIVED),
        _wounds(found),
        Working(actions.lines, actions.total, "Actions"),
        Working(ledgers[0].lines, ledgers[0].total, "Obstacle"),
        Working(ledgers[1].lines, ledgers[1].total, "Dice", "D"),
        *held.note,
    ]
    return Answer(values, tuple(blocks))


def _midi(found: blows.Odds) -> str:
    return wording.percent(found.at_least(Level.MIDI))


def _worth(found: blows.Odds) -> tuple[Fraction, ...]:
    """What tells two ways apart: first the wounds that end a fight, Midi and worse, then any wound, then the deeper."""
    deeper = tuple(found.at_least(level) for level in (Level.SEVERE, Level.TRAUMATIC, Level.MORTAL))
    return (found.at_least(Level.MIDI), found.wounded, *deeper)


def _named(found: blows.Odds) -> dict[str, Fraction]:
    """One way for programs."""
    return {
        "hit": found.hit,
        "stopped": found.ends[End.STOPPED],
        "wounded": found.wounded,
        "midi": found.at_least(Level.MIDI),
    }


def _row(great: GreatStrike, way: SetUp, found: blows.Odds, suit: Suit) -> tuple[Entry, ...]:
    """One way of the comparison."""
    named = "A plain Strike" if great is GreatStrike.NONE else f"+1 {great.words}"
    damage = " / ".join(str(way.attack.damage.at(stage)) for stage in LANDED)
    holds = (found.ends[End.STOPPED] or None,) if suit.pieces else ()
    return (named, damage, way.va.total, found.hit, *holds, found.wounded or None, found.at_least(Level.MIDI) or None)


def _wounds(found: Mapping[GreatStrike, blows.Odds]) -> Table:
    """Each wound under each way."""
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (end, *(one.ends[end] or None for one in found.values())) for end in WOUNDS
    )
    columns = ("Wound", *("Plain" if great is GreatStrike.NONE else f"+1 {great.words}" for great in found))
    return Table("Each wound", columns, rows, mark=Mark.DERIVED, folded=True)
