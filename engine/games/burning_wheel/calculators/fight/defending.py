"""Defending in Fight!: what +Ob eats, Natural Defenses, Avoid and Block (FGT-09, FGT-34, FGT-35, FGT-37)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable, branch, sheet
from engine.games.burning_wheel.blocks.fighting import left_over
from engine.games.burning_wheel.blocks.test import checked
from engine.games.burning_wheel.dice import DiceCount, Obstacle, Pool, ob
from engine.games.burning_wheel.forms.fighting import (
    QUICK_DICE,
    AgainstYou,
    Harder,
    OtherDice,
    OtherOb,
    SkillDice,
    SpeedDice,
    TheirAttack,
    YourPosture,
    YourStance,
    hampered,
    stanced,
)
from engine.games.burning_wheel.forms.rolled import COUNTED, QUICK_SUCCESSES
from engine.games.burning_wheel.forms.shields import VA, KeptShield, ShieldLost
from engine.games.burning_wheel.forms.weapons import ADD
from engine.games.burning_wheel.readings import fight_defenses as read
from engine.games.burning_wheel.readings import fight_stances
from engine.games.burning_wheel.readings import shields as on_arm
from engine.games.burning_wheel.readings.fight_attacks import runner_rolls
from engine.games.burning_wheel.readings.hurt import UNHURT, Hurt, Wounded, feels, no_test
from engine.games.burning_wheel.rules import eaten, fight_odds, shields, stances
from engine.games.burning_wheel.rules import fight_defenses as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.damage import Stage
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_attacks import standing
from engine.games.burning_wheel.rules.fight_defenses import Blocked, By, Grip, Held
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.games.burning_wheel.rules.fight_posture import Doing, Posture
from engine.games.burning_wheel.rules.stances import Reply, Stance
from engine.games.burning_wheel.rules.striking import Inside
from engine.games.burning_wheel.rules.wounds import Felt
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked

B3, B4, B5, B6 = (Ability.parse(said) for said in ("B3", "B4", "B5", "B6"))
PENALTY = Between(0, 12)
DICE = "D"


@branch("a Strike or a Disarm: against an obstacle")
class AgainstOb:
    """What has an obstacle keeps it: +Ob is in it, and the defense comes off the successes."""

    obstacle: Annotated[Obstacle, Asked("Their obstacle", "With all their +Ob in it.", quick=(1, 2, 3, 4))] = Obstacle(
        1
    )


@branch("a Lock, Push, Throw, Beat or Charge")
class AgainstRoll:
    """What is rolled against another roll pays its +Ob first."""

    eats: Annotated[int, PENALTY, Asked("Their +Ob", quick=(0, 1, 2, 4))] = 0


@calculator("what-is-left", rules="FGT-09")
def what_is_left(
    attack: Annotated[int, COUNTED, Asked("Their successes", quick=QUICK_SUCCESSES)] = 5,
    how: Annotated[AgainstOb | AgainstRoll, Asked("It is")] = AgainstOb(),
    defense: Annotated[int, COUNTED, Asked("Your successes", quick=QUICK_SUCCESSES)] = 3,
    penalty: Annotated[int, PENALTY, Asked("+Ob on your roll", quick=(0, 1, 2))] = 0,
    second: Annotated[int, COUNTED, Asked("A second roll of yours: successes", more=True)] = 0,
    second_penalty: Annotated[int, PENALTY, Asked("+Ob on the second", more=True)] = 0,
) -> Answer:
    """What is left of the attack?"""
    obstacle = how.obstacle if isinstance(how, AgainstOb) else 0
    eats = how.eats if isinstance(how, AgainstRoll) else 0
    came = eaten.left(attack, eats)
    taken = eaten.left(defense, penalty), eaten.left(second, second_penalty)
    answered = isinstance(how, AgainstOb) or eaten.answered(attack, eats)
    net = came - sum(taken) if answered else 0
    margin = net - obstacle
    through = margin >= 0 if isinstance(how, AgainstOb) else net > 0
    lines = [*eaten.worked(attack, eats, "Their successes").lines]
    if answered:
        lines += [
            Line(-one, words, "FGT-09") for one, words in zip(taken, ("Your roll", "Your second roll"), strict=True)
        ]
    values = {
        "attack": came,
        "defense": taken[0],
        "second": taken[1],
        "answered": answered,
        "net": net,
        "margin": margin,
        "through": through,
    }
    blocks: list[Block] = [
        _left(through, answered, net, margin, strike=isinstance(how, AgainstOb), eats=eats),
        Working(tuple(lines), sum(line.amount for line in lines), "What is left"),
    ]
    if penalty and answered:
        own = eaten.worked(defense, penalty, "Your successes")
        blocks.append(Working(own.lines, own.total, "Your roll"))
    return Answer(values, tuple(blocks))


def _left(through: bool, answered: bool, net: int, margin: int, *, strike: bool, eats: int) -> Verdict:
    """What came of it, as the figure."""
    if not answered:
        why = "Their +Ob eats it all" if eats else "They have no success"
        return Verdict("No effect", (Fact("nothing to roll against"),), f"{why}: you need not even roll.")
    over = Fact(margin, "over the obstacle") if strike else Fact(net, "left")
    if through:
        said = f"It gets through, {margin} over the obstacle." if strike else f"It gets through with {net}."
        return Verdict("It gets through", (over,), said)
    short = Fact(-margin, "short") if strike else Fact(max(0, net), "left")
    return Verdict("Stopped", (short,), f"It misses by {-margin}." if strike else "Nothing is left of it.")


@dataclass(frozen=True, slots=True)
class _Option:
    """One way to answer: what is rolled, its ledgers, and what it is worth."""

    by: By
    dice: Worked
    penalty: Worked
    roll: Roll
    foiled: Fraction
    by_two: Fraction

    @property
    def words(self) -> str:
        """What it is called."""
        return self.by.words[:1].upper() + self.by.words[1:]


@dataclass(frozen=True, slots=True)
class _Defender:
    """Whoever has Natural Defenses, with all that touches them."""

    grip: Grip
    abilities: Mapping[By, Ability | None]
    wounds: Hurt
    bonus: int
    locked: int
    stance: Stance
    posture: Posture
    against: frozenset[Harder]
    other: int
    ask: Rulings

    def felt(self, by: By) -> Felt:
        """What this roll feels of wounds."""
        ability = self.abilities[by]
        assert ability is not None
        element = {By.SKILL: "skill", By.BRAWLING: "skill", By.BOXING: "skill"}.get(by)
        named = {By.POSITION: "speed", By.SPEED: "speed", By.POWER: "power", By.AGILITY: "agility"}.get(by)
        return feels(self.wounds, ability, self.ask, ELEMENTS[element or named or "skill"])

    def dice(self, by: By, hurt: Felt) -> Worked:
        """The dice of one way, line by line."""
        ability = self.abilities[by]
        assert ability is not None
        if by is By.POWER and self.grip is Grip.CHARGE:
            bare = read.power_alone(self.bonus, self.ask)
            lines = [*standing(ability.exponent, bonus=self.bonus, bare=bare).lines]
        else:
            lines = [Line(ability.exponent, f"{by.words[:1].upper()}{by.words[1:]} {ability}", "FGT-34")]
            lines += [Line(self.bonus, "Positioning dice", "FGT-11")] if by is By.POSITION else []
        if self.locked:
            lines.append(rules.locked(self.grip, by, self.locked))
        return Worked((*lines, *((hurt.dice,) if hurt.lost else ())))

    def penalty(self, by: By, hurt: Felt) -> Worked:
        """The +Ob of one way, line by line."""
        doing = Doing.POSITION if by is By.POSITION else Doing.NATURAL
        move = Reply.BY_SPEED if by is By.SPEED else Reply.BY_POWER
        stance = stanced(self.stance, move)[1]
        if by is By.POSITION:
            stance = self._charged()
        lines = [*hampered(doing, self.posture, self.against, self.ask), stance]
        lines += [hurt.obstacle] if hurt.added else []
        lines += [Line(self.other, "Something else", "FGT-65")] if self.other else []
        return Worked(tuple(line for line in lines if line.amount))

    def _charged(self) -> Line:
        """What the stance adds to the positioning roll of someone who is Charged. Source: FGT-50."""
        house = fight_stances.charged(self.stance, self.ask)
        return stances.lines(self.stance, stances.against_charge(self.stance, house))[1]

    def option(self, by: By, attack: Roll, besides: tuple[Roll, ...]) -> _Option | None:
        """One way, or None where wounds leave nothing of it."""
        hurt, ability = self.felt(by), self.abilities[by]
        assert ability is not None
        if hurt.gone:
            return None
        dice, penalty = self.dice(by, hurt), self.penalty(by, hurt)
        checked(dice.total, penalty.total, "bonus")
        roll = Roll(Pool.of(max(0, dice.total), ability.shade), penalty.total)
        left = fight_odds.margin(attack, (roll, *besides))
        return _Option(by, dice, penalty, roll, left.below(1), left.at_least(2))


Unarmed = Annotated[Ability | None, Asked("Your Brawling or Boxing, the better", more=True), sheet("skill")]


@calculator("natural-defenses", rules="FGT-34")
def natural_defenses(
    grip: Annotated[Grip, Asked("They try a")] = Grip.PUSH,
    attack: TheirAttack = B5,
    speed: SpeedDice = B5,
    power: Annotated[Ability, Asked("Your Power", quick=QUICK_DICE), sheet("power")] = B4,
    held: Annotated[Held, Asked("You position by", more=True)] = Held.MAINTAIN,
    bonus: Annotated[int, Between(0, 10), Asked("Your positioning dice, against a Charge", more=True)] = 0,
    skill: Annotated[Ability | None, Asked("Your weapon skill, against a Beat", more=True), sheet("skill")] = B4,
    unarmed: Unarmed = None,
    agility: Annotated[Ability | None, Asked("Your Agility", more=True), sheet("agility")] = None,
    besides: Annotated[Ability | None, Asked("Dice of a scripted defense that joins", more=True)] = None,
    eats: Annotated[int, PENALTY, Asked("Their +Ob", more=True, quick=(0, 2, 4))] = 0,
    stance: Annotated[Stance, Asked("Your stance", more=True)] = Stance.NEUTRAL,
    posture: YourPosture = Posture.STANDING,
    locked: Annotated[int, Between(0, 10), Asked("Dice that a Lock takes from you", more=True)] = 0,
    against: AgainstYou = frozenset(),
    other: OtherOb = 0,
    hesitating: Annotated[bool, Asked("You hesitate", more=True)] = False,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What do I roll without an action of mine?"""
    came = Roll(attack.pool(), eats)
    scripted = (*hampered(Doing.DEFEND, posture, against, ask), Line(other, "Something else", "FGT-65"))
    joins = (_joined(besides, scripted, wounds, locked, ask),) if besides else ()
    abilities = {
        By.POSITION: speed,
        By.SPEED: speed,
        By.POWER: power,
        By.SKILL: skill,
        By.AGILITY: agility,
        By.BRAWLING: unarmed,
        By.BOXING: None,
    }
    may = rules.natural(grip, held, armed=skill is not None, still_power=read.stands_on_power(grip, held, ask))
    if hesitating or not may:
        return _undefended(grip, came, joins, hesitating, ask)
    who = _Defender(grip, abilities, wounds, bonus, locked, stance, posture, against, other, ask)
    known = [by for by in may if abilities[by] is not None]
    if not known:
        raise Unusable("agility", "Without a weapon skill a Beat is answered with Agility: say what yours is.")
    found = [option for by in known if (option := who.option(by, came, joins))]
    if not found:
        return no_test(who.felt(known[0]).gone)
    return _answered(grip, came, found, joins)


def _joined(ability: Ability, harder: tuple[Line, ...], wounds: Hurt, locked: int, ask: Rulings) -> Roll:
    """A second roll of the same defender: wounds, a Lock and +Ob weigh on it as on the first. Source: FGT-09."""
    hurt = feels(wounds, ability, ask, ELEMENTS["speed"])
    pool = hurt.leaves(ability.pool())
    return Roll(pool.plus(-min(locked, pool.dice)), sum(line.amount for line in harder) + hurt.added)


def _undefended(grip: Grip, came: Roll, joins: tuple[Roll, ...], hesitating: bool, ask: Rulings) -> Answer:
    """Where there are no Natural Defenses: a hesitating defender, or one who did not position when Charged."""
    against = () if hesitating else joins
    foiled = fight_odds.foiled(came, against)
    why = "You did not position, so nothing but an Avoid stops a Charge."
    if hesitating:
        runs = grip is Grip.CHARGE and runner_rolls(ask)
        why = "Whoever hesitates has none" + (", but running and screaming you roll your Withdraw." if runs else ".")
    values = {"best": "", "dice": 0, "penalty": 0, "foiled": foiled, "options": 0}
    facts = (Fact(foiled, "they fail all the same"),)
    return Answer(values, (Verdict("None", facts, f"No Natural Defenses against a {grip.words}. {why}"),))


def _answered(grip: Grip, came: Roll, found: list[_Option], joins: tuple[Roll, ...]) -> Answer:
    """The ways side by side, the best of them as the figure."""
    best = max(found, key=lambda option: (option.foiled, -option.by_two))
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (one.words, DiceCount(one.roll.pool.dice), one.penalty.total, one.foiled, one.by_two) for one in found
    )
    columns = ("Roll", "Dice", "+Ob", "They fail", "They win by 2 or more")
    values = {
        "best": best.by.value,
        "options": len(found),
        "dice": best.roll.pool.dice,
        "penalty": best.penalty.total,
        "foiled": best.foiled,
        "by_two": best.by_two,
        **{f"{one.by.value}_foiled": one.foiled for one in found},
    }
    joined = [act.words for act in grip.joined_by]
    sentence = (
        f"Roll {best.words} against the {grip.words}: with {wording.count(best.roll.pool.dice, 'die', 'dice')}"
        f" you stop it {wording.often(best.foiled)}."
    )
    facts = (Fact(DiceCount(best.roll.pool.dice), "dice"), Fact(best.foiled, "they fail"))
    blocks: list[Block] = [
        Verdict(best.words, facts, sentence, Mark.DERIVED),
        Table("What you may roll", columns, rows, found.index(best), Mark.DERIVED),
        left_over(came, (best.roll, *joins), 1, f"Something is left of it {wording.often(1 - best.foiled)}."),
        Working(best.dice.lines, best.dice.total, f"Dice: {best.words}", DICE),
        *((Working(best.penalty.lines, best.penalty.total, "+Ob, each eats a success"),) if best.penalty.lines else ()),
    ]
    if not eaten.answered(came.pool.dice, came.penalty):
        blocks.append(Note("Their +Ob eats every success they can roll: you need not roll.", rule="FGT-09"))
    blocks.append(
        Note(f"Scripted in the same slot, its successes join: {wording.listed(joined, 'or')}.", rule="FGT-34")
    )
    return Answer(values, tuple(blocks))


@branch("a Strike, Great Strike or Disarm")
class Struck:
    """What has an obstacle, and what an Avoid takes successes off."""

    obstacle: Annotated[Obstacle, Asked("Their obstacle", quick=(1, 2, 3, 4))] = Obstacle(1)
    add: Annotated[
        int, ADD, Asked("Add of their weapon", quick=(1, 2), more=True), sheet("weapon-add", at_once=False)
    ] = 2


@branch("a Charge, Lock, Push, Throw or Beat")
class Grappled:
    """What Natural Defenses answer too; both rolls come off it."""

    natural: Annotated[Ability, Asked("Your Natural Defenses", quick=QUICK_DICE)] = B4
    eats: Annotated[int, PENALTY, Asked("Their +Ob", quick=(0, 2, 4))] = 0


@branch("a shot or a throw")
class ShotAt:
    """What nothing comes off: it is harder by one."""

    against: Annotated[Obstacle, Asked("Their obstacle without your Avoid", quick=(1, 2, 3, 4))] = Obstacle(2)


@calculator("avoid", rules="FGT-35")
def avoid(
    speed: SpeedDice = B4,
    attack: TheirAttack = B4,
    coming: Annotated[Struck | Grappled | ShotAt, Asked("They come with")] = Struck(),
    stance: Annotated[Stance, Asked("Your stance", more=True)] = Stance.NEUTRAL,
    again: Annotated[bool, Asked("You Avoid twice in this volley", more=True)] = False,
    attackers: Annotated[int, Between(1, 6), Asked("How many attack you like this", more=True, quick=(1, 2, 3))] = 1,
    posture: YourPosture = Posture.STANDING,
    against: AgainstYou = frozenset(),
    bonus: OtherDice = 0,
    other: OtherOb = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """They attack and I Avoid. What happens?"""
    dice_of_stance, _ = stanced(stance, Act.AVOID)
    hurt = feels(wounds, speed, ask, ELEMENTS["speed"])
    if hurt.gone:
        return no_test(hurt.gone)
    moving = Harder.MOVING in against
    own = [
        *read.harder_to_avoid(moving, again, ask).lines,
        *hampered(Doing.DEFEND, posture, against - {Harder.MOVING}, ask),
        Line(other, "Something else", "FGT-65"),
        hurt.obstacle,
    ]
    side = _Side(speed, (dice_of_stance, Line(bonus, "Other dice", "HUB-18")), own, hurt, "Speed", "FGT-35")
    natural: tuple[Roll, ...] = ()
    if isinstance(coming, Grappled):
        eats = (*hampered(Doing.NATURAL, posture, against, ask), Line(other, "Something else", "FGT-65"))
        natural = (_joined(coming.natural, eats, wounds, 0, ask),)
    return _avoided(side, natural, coming, attack, attackers, ask)


@dataclass(frozen=True, slots=True)
class _Side:
    """A scripted defense before it is rolled: the ability, what adds dice, and what eats successes."""

    ability: Ability
    more: tuple[Line, ...]
    harder: list[Line]
    hurt: Felt
    words: str
    rule: str
    guard: int = 0

    @property
    def dice(self) -> Worked:
        """The dice, line by line."""
        own = Line(self.ability.exponent, f"{self.words} {self.ability}", self.rule)
        lost = (self.hurt.dice,) if self.hurt.lost else ()
        return Worked((own, *(line for line in self.more if line.amount), *lost))

    @property
    def penalty(self) -> Worked:
        """The +Ob, line by line."""
        return Worked(tuple(line for line in self.harder if line.amount))

    @property
    def roll(self) -> Roll:
        """The same as a roll; dice of a shield are black."""
        total, penalty = self.dice.total, self.penalty.total
        checked(max(0, total), penalty, "bonus")
        pool = Pool.of(max(0, total - self.guard), self.ability.shade) + Pool.of(self.guard)
        return Roll(pool, penalty)

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Its ledgers."""
        dice, penalty = self.dice, self.penalty
        harder = (Working(penalty.lines, penalty.total, "+Ob, each eats a success"),) if penalty.lines else ()
        return (Working(dice.lines, dice.total, "Dice", DICE), *harder)


def _avoided(
    side: _Side,
    joins: tuple[Roll, ...],
    coming: Struck | Grappled | ShotAt,
    attack: Ability,
    attackers: int,
    ask: Rulings,
) -> Answer:
    """What an Avoid makes of what comes, with the Natural Defenses that join it."""
    roll = side.roll
    values: dict[str, Any] = {"dice": roll.pool.dice, "penalty": roll.penalty, "others": rules.BESIDE_AVOID}
    if isinstance(coming, ShotAt):
        return _shot(values, Roll(attack.pool()), coming.against, side)
    came = Roll(attack.pool(), coming.eats if isinstance(coming, Grappled) else 0)
    obstacle = coming.obstacle if isinstance(coming, Struck) else 1
    stopped = 1 - fight_odds.hits(came, (roll, *joins), obstacle)
    before = 1 - fight_odds.hits(came, joins, obstacle)
    values |= {"stopped": stopped, "without": before}
    facts = [Fact(DiceCount(roll.pool.dice), "dice"), Fact(before, "without it")]
    tables: tuple[Block, ...] = ()
    if isinstance(coming, Struck):
        found = (
            fight_odds.stages(came, obstacle, coming.add, (roll,)),
            fight_odds.stages(came, obstacle, coming.add),
        )
        values |= {f"chance_{stage.value}": chance for stage, chance in found[0].items()}
        tables = (_compared(found, attack, obstacle, "Avoid"),)
    if attackers > 1:
        none = rules.untouched(came, obstacle, roll, attackers, all_of_them=read.avoids_all(attackers, ask))
        values["untouched"] = none
        facts.append(Fact(none, f"none of {attackers} gets through"))
    said = f"You roll {wording.count(roll.pool.dice, 'die', 'dice')}; they fail {wording.often(stopped)}."
    verdict = Verdict(wording.percent(stopped), tuple(facts), said, Mark.DERIVED)
    return Answer(values, (verdict, *tables, *side.blocks, *_slower()))


def _shot(values: dict[str, Any], came: Roll, obstacle: int, side: _Side) -> Answer:
    """A shot at someone who Avoids."""
    harder = obstacle + rules.AT_AVOIDING
    missed, before = (1 - fight_odds.hits(came, (), at) for at in (harder, obstacle))
    said = f"Nothing comes off a shot, but it is at {ob(harder)}: it misses {wording.often(missed)}."
    facts = (Fact(Obstacle(harder), "their obstacle"), Fact(before, "without the Avoid"))
    verdict = Verdict(wording.percent(missed), facts, said, Mark.DERIVED)
    found = values | {"stopped": missed, "without": before, "obstacle": harder}
    return Answer(found, (verdict, *side.blocks, *_slower()))


def _slower() -> tuple[Block, ...]:
    return (Note("All your other actions of this volley, before and after it, are at +1 Ob.", rule="FGT-35"),)


def _compared(
    found: tuple[Mapping[Stage, Fraction], Mapping[Stage, Fraction]], attack: Ability, obstacle: int, words: str
) -> Table:
    """What becomes of a Strike with a defense and without."""
    rows = tuple((stage, found[0][stage], found[1][stage]) for stage in Stage)
    caption = f"What becomes of their Strike, {attack} against {ob(obstacle)}"
    return Table(caption, ("Their Strike", f"You {words}", "You do not"), rows, mark=Mark.DERIVED)


class Parried(Option):
    """What one Blocks. Source: FGT-37."""

    STRIKE = Act.STRIKE.value, "a Strike"
    GREAT_STRIKE = Act.GREAT_STRIKE.value, "a Great Strike"
    DISARM = Act.DISARM.value, "a Disarm"
    BEAT = Act.BEAT.value, "a Beat and Bind"
    PUSH = Act.PUSH.value, "a Push"
    LOCK = Act.LOCK.value, "a Lock"
    THROW = Act.THROW.value, "a Throw"
    CHARGE = Act.CHARGE.value, "a Charge"
    SHOT = Act.RELEASE.value, "a shot"

    @property
    def act(self) -> Act:
        """The same among all actions."""
        return Act.of(self.value)


@calculator("block", rules="FGT-37")
def block(
    skill: SkillDice = B4,
    coming: Annotated[Parried, Asked("They come with")] = Parried.STRIKE,
    attack: TheirAttack = B4,
    stance: YourStance = Stance.NEUTRAL,
    shield: Annotated[KeptShield, Asked("Your shield", more=True), sheet("shield")] = KeptShield.NONE,
    lost: ShieldLost = 0,
    trained: Annotated[bool, Asked("You have Shield Training", more=True), sheet("shield-training")] = True,
    va: Annotated[int, VA, Asked("VA of their weapon", more=True), sheet("weapon-va", at_once=False)] = 0,
    inside: Annotated[Inside, Asked("On the inside, with", more=True, gm=True)] = Inside.NO,
    articulated: Annotated[bool, Asked("They swing a flail or a three-section staff", more=True)] = False,
    bare: Annotated[bool, Asked("Your hands are bare, and they are armed", more=True)] = False,
    obstacle: Annotated[Obstacle, Asked("Their obstacle", more=True, quick=(1, 2, 3, 4))] = Obstacle(1),
    add: Annotated[int, ADD, Asked("Add of their weapon", quick=(1, 2), more=True), sheet("weapon-add")] = 2,
    attackers: Annotated[int, Between(1, 6), Asked("How many attack you like this", more=True, quick=(1, 2, 3))] = 1,
    posture: YourPosture = Posture.STANDING,
    against: AgainstYou = frozenset(),
    bonus: OtherDice = 0,
    other: OtherOb = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """They attack and I Block. What happens?"""
    hurt = feels(wounds, skill, ask, ELEMENTS["skill"])
    if hurt.gone:
        return no_test(hurt.gone)
    great = coming is Parried.GREAT_STRIKE
    blow = shields.Attack(va, great, articulated, inside is not Inside.NO)
    guard, useless = _shield(shield, lost, blow, trained, ask)
    stops = rules.blocks(coming.act)
    if stops is Blocked.NO or (stops is Blocked.SHIELD and useless):
        return _no_block(coming, attack, obstacle)
    favors, hampers = stanced(stance, Act.BLOCK)
    harder = [
        *hampered(Doing.DEFEND, posture, against, ask, bare=bare and shield is KeptShield.NONE),
        read.blocks_inside(inside, ask),
        hampers,
        Line(other, "Something else", "FGT-65"),
        hurt.obstacle,
    ]
    more = (favors, Line(bonus, "Other dice", "HUB-18"), Line(guard.total, "Shield", "ARM-24"))
    side = _Side(skill, more, harder, hurt, "Skill", "FGT-37", guard.total)
    natural: tuple[Roll, ...] = ()
    if coming is Parried.DISARM:
        # Whatever else makes it harder, they have to reach the skill that Blocks.
        obstacle = Obstacle(max(obstacle, skill.exponent))
    if coming is Parried.BEAT:
        again = Line(other, "Something else", "FGT-65"), hurt.obstacle
        nature = sum(line.amount for line in (*hampered(Doing.NATURAL, posture, against, ask), *again))
        natural = (Roll(Pool.of(max(0, skill.exponent - hurt.lost + bonus), skill.shade), nature),)
    return _blocked(side, natural, coming, attack, obstacle, add, attackers, guard, ask)


def _shield(shield: KeptShield, lost: int, blow: shields.Attack, trained: bool, ask: Rulings) -> tuple[Worked, bool]:
    """The dice of the shield against this blow, and whether it leaves a Great Strike unblocked."""
    if shield is KeptShield.NONE:
        return Worked(()), True
    held = on_arm.carried(shields.Kind.of(shield.value), lost, ask)
    useless = blow.great_strike and not on_arm.may_block(held, blow, trained, ask)
    return on_arm.added(held, shields.Maneuver.BLOCK, blow, trained, ask), useless


def _no_block(coming: Parried, attack: Ability, obstacle: int) -> Answer:
    """Where a Block does nothing."""
    misses = 1 - fight_odds.hits(Roll(attack.pool()), (), obstacle)
    great = coming is Parried.GREAT_STRIKE
    why = "Only a true shield Blocks it" if great else "A Block does nothing against it"
    instead = "Avoid it, or Counterstrike." if great else "Avoid it."
    values = {"may_block": False, "stopped": misses, "dice": 0, "shield": 0, "penalty": 0}
    facts = (Fact(f"{why[:1].lower()}{why[1:]}"), Fact(misses, "it fails by itself"))
    return Answer(values, (Verdict("No Block", facts, f"{why}: {coming.words} comes through a Block. {instead}"),))


def _blocked(
    side: _Side,
    natural: tuple[Roll, ...],
    coming: Parried,
    attack: Ability,
    obstacle: int,
    add: int,
    attackers: int,
    guard: Worked,
    ask: Rulings,
) -> Answer:
    """What a Block makes of what comes."""
    came, roll = Roll(attack.pool()), side.roll
    stopped = 1 - fight_odds.hits(came, (roll, *natural), obstacle)
    before = 1 - fight_odds.hits(came, natural, obstacle)
    values: dict[str, Any] = {
        "may_block": True,
        "obstacle": obstacle,
        "dice": roll.pool.dice,
        "shield": guard.total,
        "penalty": roll.penalty,
        "stopped": stopped,
        "without": before,
        "rolls": 1 + len(natural),
    }
    facts = [Fact(DiceCount(roll.pool.dice), "dice"), Fact(before, "without it")]
    tables: list[Block] = []
    if coming is Parried.DISARM:
        tables.append(Note(f"They Disarm at {ob(obstacle)}: your weapon skill, or more.", rule="FGT-40"))
    if coming in (Parried.STRIKE, Parried.GREAT_STRIKE):
        found = fight_odds.stages(came, obstacle, add, (roll,)), fight_odds.stages(came, obstacle, add)
        values |= {f"chance_{stage.value}": chance for stage, chance in found[0].items()}
        tables.append(_compared(found, attack, obstacle, "Block"))
    if natural:
        said = f"You roll your skill twice: the Block, and {natural[0].pool.dice}D of Natural Defenses."
        tables.append(Note(said, rule="FGT-37"))
    if attackers > 1:
        none = rules.untouched(came, obstacle, roll, attackers, all_of_them=read.blocks_all(attackers, ask))
        values["untouched"] = none
        facts.append(Fact(none, f"none of {attackers} gets through"))
    shown = wording.percent(stopped)
    said = f"You roll {wording.count(roll.pool.dice, 'die', 'dice')}; {coming.words} fails {shown} of the time."
    if guard.lines:
        tables.append(Working(guard.lines, guard.total, "Shield dice", DICE))
    return Answer(values, (Verdict(shown, tuple(facts), said, Mark.DERIVED), *tables, *side.blocks))
