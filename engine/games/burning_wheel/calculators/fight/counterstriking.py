"""Counterstrike with its dice divided, and Beat and Bind (FGT-36, FGT-39)."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.test import checked
from engine.games.burning_wheel.dice import DiceCount, Obstacle, Pool
from engine.games.burning_wheel.forms.fighting import (
    QUICK_DICE,
    AgainstYou,
    OtherDice,
    OtherOb,
    SkillDice,
    TheirAttack,
    YourPosture,
    YourStance,
    hampered,
    stanced,
)
from engine.games.burning_wheel.forms.grips import TheyHesitate, resists
from engine.games.burning_wheel.forms.shields import VA, KeptShield, ShieldLost
from engine.games.burning_wheel.readings import fight_defenses as read
from engine.games.burning_wheel.readings import shields as on_arm
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.rules import fight_defenses as rules
from engine.games.burning_wheel.rules import fight_odds, shields
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_defenses import Beaten, Countered, Counterstrike
from engine.games.burning_wheel.rules.fight_distance import Distance
from engine.games.burning_wheel.rules.fight_odds import Roll, Split
from engine.games.burning_wheel.rules.fight_posture import Doing, Posture
from engine.games.burning_wheel.rules.fight_reach import Handy, Part
from engine.games.burning_wheel.rules.stances import Stance
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked

B4, B5 = Ability.parse("B4"), Ability.parse("B5")
MOST_RIPOSTE = 20


class Answered(Option):
    """What a Counterstrike meets. Source: FGT-39."""

    STRIKE = "strike", "a Strike, Great Strike or Disarm"
    PUSH = "push", "a Push"
    BEAT = "beat-and-bind", "a Beat and Bind"
    GRAPPLE = "grapple", "a Lock, Throw or Charge"
    FEINT = "feint", "a Feint"

    @property
    def act(self) -> Act:
        """One of them."""
        return Act.LOCK if self is Answered.GRAPPLE else Act.of(self.value)

    @property
    def versus(self) -> bool:
        """Whether it is rolled against another roll."""
        return self not in (Answered.STRIKE, Answered.FEINT)


@dataclass(frozen=True, slots=True)
class _Divided:
    """Every way to divide the dice; `riposte` is what the reader puts into the riposte, None for what does best."""

    splits: tuple[Split, ...]
    riposte: int | None
    countered: Countered

    @property
    def best(self) -> Split:
        """What most often hits without being hit."""
        return rules.best(self.splits)

    @property
    def chosen(self) -> Split:
        """What is looked at."""
        return next((one for one in self.splits if one.riposte == self.riposte), self.best)

    @property
    def values(self) -> dict[str, Any]:
        """The same for programs."""
        now = self.chosen
        return {
            "defend": now.defending,
            "riposte": now.riposte,
            "struck": now.struck,
            "hits": now.hits,
            "good": now.good,
            "best": self.best.riposte,
            "ways": len(self.splits),
        }

    @property
    def verdict(self) -> Verdict:
        """Dice and chances of the way that is looked at."""
        now, through = self.chosen, wording.percent(self.chosen.struck)
        if not self.countered.strikes:
            why = "You only defend" if self.countered.defends else "A Counterstrike does nothing against this"
            said = f"{why}: they get through {through} of the time."
            return Verdict("No riposte", (Fact(now.struck, "they get through"),), said, Mark.DERIVED)
        facts = [Fact(now.struck, "they get through"), Fact(now.hits, "you hit back"), Fact(now.good, "hit, not hit")]
        if self.best.good > now.good:
            facts.append(Fact(_words(self.best), "does better"))
        back = f"you hit back {wording.percent(now.hits)}" if now.hits else "you cannot hit back"
        said = (
            f"Defend with {now.defending}D, strike with {now.riposte}D: they get through {through} of the time, {back}."
        )
        return Verdict(_words(now), tuple(facts), said, Mark.DERIVED)

    @property
    def table(self) -> Table:
        """All ways side by side."""
        rows: tuple[tuple[Entry, ...], ...] = tuple(
            (_words(one), one.struck, one.hits, one.good) for one in self.splits
        )
        columns = ("Defend / strike", "They get through", "You hit back", "You hit, they do not")
        current = self.splits.index(self.chosen)
        return Table("Every way to divide the dice", columns, rows, current, Mark.DERIVED)


def _words(split: Split) -> str:
    """ "4D / 3D"."""
    return f"{split.defending}D / {split.riposte}D"


@calculator("counterstrike", rules="FGT-39")
def counterstrike(
    skill: SkillDice = B5,
    attack: TheirAttack = B4,
    riposte: Annotated[
        Annotated[int, Between(0, MOST_RIPOSTE)] | None,
        Asked("Dice in the riposte", "Empty: the split that most often hits and is not hit", quick=(1, 2, 3, 4)),
    ] = None,
    stance: YourStance = Stance.NEUTRAL,
    against: Annotated[Answered, Asked("They come with", more=True)] = Answered.STRIKE,
    obstacle: Annotated[Obstacle, Asked("Obstacle of their Strike", more=True, quick=(1, 2, 3))] = Obstacle(1),
    eats: Annotated[int, Between(0, 12), Asked("+Ob of their Push or Beat", more=True)] = 0,
    natural: Annotated[Ability, Asked("Your Natural Defenses, against a Push or Beat", more=True)] = B4,
    own: Annotated[Obstacle, Asked("Obstacle of your riposte, distance apart", more=True)] = Obstacle(1),
    shield: Annotated[KeptShield, Asked("Your shield", more=True), sheet("shield")] = KeptShield.NONE,
    lost: ShieldLost = 0,
    trained: Annotated[bool, Asked("You have Shield Training", more=True), sheet("shield-training")] = True,
    va: Annotated[int, VA, Asked("VA of their weapon", more=True), sheet("weapon-va", at_once=False)] = 0,
    distance: Annotated[Distance, Asked("Your distance", more=True)] = Distance.OPTIMAL,
    handy: Annotated[Handy, Asked("Your weapon, if on the inside", more=True)] = Handy.BLADE,
    articulated: Annotated[bool, Asked("They swing a flail or a three-section staff", more=True)] = False,
    bare: Annotated[bool, Asked("Your hands are bare, and they are armed", more=True)] = False,
    posture: YourPosture = Posture.STANDING,
    harder: AgainstYou = frozenset(),
    bonus: OtherDice = 0,
    other: OtherOb = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How do I divide a Counterstrike?"""
    hurt = feels(wounds, skill, ask, ELEMENTS["skill"])
    if hurt.gone:
        return no_test(hurt.gone)
    if against is Answered.FEINT:
        return _feinted()
    favors, hampers = stanced(stance, Act.COUNTERSTRIKE)
    extra = [favors, Line(bonus, "FoRKs and other dice", "HUB-18"), hurt.dice]
    dice = Worked((Line(skill.exponent, f"Skill {skill}", "FGT-39"), *(line for line in extra if line.amount)))
    eaten = [*hampered(Doing.DEFEND, posture, harder, ask, bare=bare), hampers, Line(other, "Something else", "FGT-65")]
    penalty = Worked(tuple(line for line in (*eaten, hurt.obstacle) if line.amount))
    blow = shields.Attack(va, articulated=articulated, inside=distance is Distance.INSIDE)
    guard = _guard(shield, lost, blow, trained, ask)
    nature = (*hampered(Doing.NATURAL, posture, harder, ask), Line(other, "Something else", "FGT-65"), hurt.obstacle)
    joins = Roll(hurt.leaves(natural.pool()), sum(line.amount for line in nature)) if against.versus else None
    guards, strikes = (read.at_distance(part, distance, handy, ask) for part in (Part.COUNTER, Part.RIPOSTE))
    countered = read.countered(against.act, ask)
    countered = replace(countered, strikes=countered.strikes and not strikes.barred)
    obstacles = own + strikes.obstacle
    if dice.total < 1:
        raise Unusable("bonus", "A Counterstrike takes at least one die; this leaves none.")
    checked(dice.total + guard.total, penalty.total + obstacles, "bonus")
    made = Counterstrike(
        dice.total, skill.shade, guard.total, penalty.total, guards.obstacle, obstacles, joins, countered
    )
    splits = made.splits(Roll(attack.pool(), eats if against.versus else 0), 1 if against.versus else obstacle)
    divided = _divided(splits, riposte, countered)
    blocks: list[Block] = [divided.verdict, divided.table, Working(dice.lines, dice.total, "Dice to divide", "D")]
    blocks += [Working(penalty.lines, penalty.total, "+Ob on both halves")] if penalty.lines else []
    blocks += [Working(guard.lines, guard.total, "Shield, in the defending half", "D")] if guard.lines else []
    return Answer(divided.values | _further(made), tuple(blocks))


def _further(made: Counterstrike) -> dict[str, Any]:
    """What went into it, for programs."""
    return {"dice": made.dice, "penalty": made.penalty, "shield": made.guard, "obstacle": made.obstacle + made.penalty}


def _divided(splits: tuple[Split, ...], riposte: int | None, countered: Countered) -> _Divided:
    """The ways, and the one that is looked at. Raises `Unusable` for a riposte that leaves nothing to defend with."""
    may = sorted(one.riposte for one in splits)
    if riposte is not None and riposte not in may:
        dice = max(one.defending + one.riposte for one in splits)
        said = wording.listed([str(one) for one in may], "or") if len(may) == 2 else f"{may[0]} to {may[-1]}"
        raise Unusable("riposte", f"Of {dice}D, {said} go into the riposte; this says {riposte}.")
    return _Divided(splits, riposte, countered)


def _guard(shield: KeptShield, lost: int, blow: shields.Attack, trained: bool, ask: Rulings) -> Worked:
    """What a shield adds to the defending half."""
    if shield is KeptShield.NONE:
        return Worked(())
    held = on_arm.carried(shields.Kind.of(shield.value), lost, ask)
    return on_arm.added(held, shields.Maneuver.COUNTERSTRIKE, blow, trained, ask)


def _feinted() -> Answer:
    """Against a Feint nothing is rolled."""
    values = {"defend": 0, "riposte": 0, "struck": None, "hits": Fraction(0), "good": Fraction(0), "best": 0, "ways": 0}
    facts = (Fact("you roll nothing"), Fact("they strike freely"))
    said = "A Feint goes past a Counterstrike: neither half is rolled, you hesitate, and they have a free Strike."
    return Answer(values, (Verdict("Feinted", facts, said),))


@calculator("beat-and-bind", rules="FGT-36")
def beat_and_bind(
    skill: SkillDice = B5,
    theirs: Annotated[Ability, Asked("Their weapon skill", "Agility where they have none.", quick=QUICK_DICE)] = B4,
    defense: Annotated[
        Ability | None,
        Asked("Their scripted defense: dice", "Block, Avoid or half a Counterstrike. Empty: none.", quick=QUICK_DICE),
    ] = None,
    riposte: Annotated[bool, Asked("That defense is a Counterstrike", more=True)] = False,
    eats: Annotated[int, Between(0, 12), Asked("Their +Ob", more=True)] = 0,
    armed: Annotated[bool, Asked("They hold a weapon", more=True)] = True,
    hesitating: TheyHesitate = False,
    posture: YourPosture = Posture.STANDING,
    harder: AgainstYou = frozenset(),
    bonus: OtherDice = 0,
    other: OtherOb = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What does a Beat and Bind do?"""
    if not armed:
        raise Unusable("armed", "A Beat takes a weapon to knock aside, and they hold none.")
    hurt = feels(wounds, skill, ask, ELEMENTS["skill"])
    if hurt.gone:
        return no_test(hurt.gone)
    extra = (Line(bonus, "Other dice", "HUB-18"), hurt.dice)
    dice = Worked((Line(skill.exponent, f"Skill {skill}", "FGT-36"), *(line for line in extra if line.amount)))
    own = (*hampered(Doing.ATTACK, posture, harder, ask), Line(other, "Something else", "FGT-65"), hurt.obstacle)
    penalty = Worked(tuple(line for line in own if line.amount))
    checked(max(0, dice.total), penalty.total, "bonus")
    came = Roll(Pool.of(max(0, dice.total), skill.shade), penalty.total)
    resisting = resists(theirs.pool(), defense.pool() if defense else None, hesitating=hesitating, at="defense")
    rolls = tuple(Roll(one, eats) for one in resisting)
    found = rules.beats(came, rolls)
    works = 1 - found[Beaten.NOTHING]
    rows: tuple[tuple[Entry, ...], ...] = (
        (Beaten.LENGTH.words, "1", works),
        (Beaten.WEAPON.words, "2", found[Beaten.WEAPON]),
    )
    values = {
        "dice": came.pool.dice,
        "penalty": came.penalty,
        "works": works,
        "rolls": 0 if hesitating else len(rolls),
        **{f"chance_{one.value}": chance for one, chance in found.items()},
    }
    facts = (Fact(DiceCount(came.pool.dice), "dice"), Fact(found[Beaten.WEAPON], "by two or more"))
    said = f"You take their length dice {wording.often(works)}."
    blocks: list[Block] = [
        Verdict(wording.percent(works), facts, said, Mark.DERIVED),
        Table("What it does to them", ("Effect", "Win by", "Chance"), rows, mark=Mark.DERIVED),
        fight_chances(came, rolls),
        Working(dice.lines, dice.total, "Dice", "D"),
    ]
    blocks += [Working(penalty.lines, penalty.total, "+Ob, each eats a success")] if penalty.lines else []
    if riposte and defense:
        blocks.append(Note("Their riposte strikes you in the same moment, and you have no defense.", rule="FGT-39"))
    return Answer(values, tuple(blocks))


def fight_chances(came: Roll, defenses: tuple[Roll, ...]) -> Table:
    """The chance to win by each number of successes."""
    found = fight_odds.margin(came, defenses)
    most = max(1, min(5, found.last))
    rows = tuple((f"by {number} or more", found.at_least(number)) for number in range(1, most + 1))
    return Table("You win", ("Margin", "Chance"), rows, mark=Mark.DERIVED, folded=True)
