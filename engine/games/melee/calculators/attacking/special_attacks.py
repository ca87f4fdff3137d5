"""The seven special attacks side by side; Beat Aside and Disarm (MEL-21 to MEL-23)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable, branch, sheet
from engine.games.burning_wheel.dice import Obstacle
from engine.games.burning_wheel.forms.rolled import Ahead, Seeded
from engine.games.burning_wheel.readings.hurt import UNHURT, Hurt, Wounded, no_test
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.damage import LANDED
from engine.games.melee.calculators.attacking.maneuver import Attempt, attempt, stagger_note
from engine.games.melee.forms.foe import (
    PLAINLY,
    QUICK_STATS,
    STANDS,
    STAT,
    Acted,
    Bigger,
    Fell,
    OfTarget,
    OfYours,
    Shield,
    Target,
    Untaught,
    WeaponSkill,
    YourPower,
    Yours,
)
from engine.games.melee.forms.people import B3, B4, B5
from engine.games.melee.readings import special as read
from engine.games.melee.rules import shields, special
from engine.games.melee.rules.shields import Kind
from engine.games.melee.rules.special import COMPASS, ROWS, Edge, Guarded, Maneuver
from engine.rulings import Rulings
from engine.working import Mark

EIGHT = len(COMPASS)
STRIDE = Between(1, 20)


# --- All seven side by side ---


@dataclass(frozen=True, slots=True)
class Foe:
    """The target's stats, and what it fights with, a group of fields. Source: MEL-21."""

    agility: Annotated[int, STAT, Asked("Agility", quick=QUICK_STATS)] = 4
    speed: Annotated[int, STAT, Asked("Speed", quick=QUICK_STATS)] = 4
    perception: Annotated[int, STAT, Asked("Perception", quick=QUICK_STATS)] = 4
    power: Annotated[int, STAT, Asked("Power", quick=QUICK_STATS)] = 4
    forte: Annotated[int, STAT, Asked("Forte", quick=QUICK_STATS)] = 4
    armed: Annotated[bool, Asked("Has a weapon in hand")] = True
    weapon_skill: Annotated[
        Annotated[int, Between(1, 20)] | None, Asked("Skill with that weapon", "Empty: none.", quick=QUICK_STATS)
    ] = 4
    guarded: Annotated[Guarded, Asked("The weapon has")] = Guarded.NONE

    @property
    def strongest(self) -> int:
        """The highest physical stat, which resists a throw. Source: MEL-24."""
        return max(self.agility, self.speed, self.power, self.forte)

    @property
    def weakest(self) -> int:
        """The lowest physical stat, which pressure brings to 0 first. Source: MEL-27."""
        return min(self.agility, self.speed, self.power, self.forte)

    def stat(self, maneuver: Maneuver) -> int:
        """What of the target counts against a maneuver."""
        match maneuver:
            case Maneuver.DISARM:
                return special.unskilled(self.agility) if self.weapon_skill is None else self.weapon_skill
            case Maneuver.THROW:
                return self.strongest
        return int(getattr(self, ROWS[maneuver].stat.lower()))


@dataclass(frozen=True, slots=True)
class Skills:
    """The attacker's skills; an empty one is not known. A group of fields. Source: MEL-21."""

    weapon: Annotated[Untaught, Asked("Skill with the weapon in hand"), sheet("skill", at_once=False)] = B4
    brawling: Annotated[Untaught, Asked("Brawling"), sheet("skill", at_once=False)] = B3
    martial_arts: Annotated[Untaught, Asked("Martial Arts"), sheet("skill", at_once=False)] = None
    savage_attack: Annotated[Untaught, Asked("Savage Attack"), sheet("skill", at_once=False)] = None
    tactics: Annotated[Untaught, Asked("Tactics"), sheet("skill", at_once=False)] = None


@dataclass(frozen=True, slots=True)
class Hands:
    """What the attacker's hands and body are free for, a group of fields. Source: MEL-21."""

    shield: Shield = Kind.NONE
    two_handed: Annotated[bool, Asked("Both hands on the weapon")] = False
    free: Annotated[bool, Asked("A hand free")] = True
    horns: Annotated[bool, Asked("Horns")] = False
    leap: Annotated[bool, Asked("You move first, then tackle")] = False
    stride: Annotated[int, STRIDE, Asked("Your Stride", quick=(5, 7, 11))] = 7
    their_stride: Annotated[int, STRIDE, Asked("Their Stride", quick=(5, 7, 11))] = 7


def _tested(power: Ability, skills: Skills) -> Mapping[Maneuver, Sequence[tuple[str, Ability]]]:
    """What each attack may be tested with, as far as someone has it. Source: MEL-21."""
    weapon, arts = ("weapon skill", skills.weapon), ("Martial Arts", skills.martial_arts)
    brawling = ("Brawling", skills.brawling)
    may: dict[Maneuver, tuple[tuple[str, Ability | None], ...]] = {
        Maneuver.BEAT_ASIDE: (weapon,),
        Maneuver.DISARM: (weapon, arts),
        Maneuver.THROW: (arts,),
        Maneuver.PUSH: (("Power", power), brawling),
        Maneuver.FLANK: (("Tactics", skills.tactics),),
        Maneuver.LOCK: (("Power", power), brawling, ("Savage Attack", skills.savage_attack), arts),
        Maneuver.TACKLE: (("Power", power), arts),
    }
    return {one: [(words, ability) for words, ability in may[one] if ability is not None] for one in Maneuver}


def _listed(
    made: Mapping[Maneuver, tuple[str, Attempt]], barred: Mapping[Maneuver, str], best: Maneuver | None
) -> Table:
    """All seven: what is rolled, or why nothing is."""
    rows: list[tuple[Entry, ...]] = [
        (one.words, made[one][0], made[one][1].test.dice, made[one][1].test.obstacle, made[one][1].chance)
        if one in made
        else (one.words, barred[one], None, None, None)
        for one in Maneuver
    ]
    columns = ("Attack", "You roll", "Dice", "Ob", "Works")
    at = list(Maneuver).index(best) if best else None
    return Table("Against this foe", columns, tuple(rows), at, Mark.DERIVED)


@calculator("mel-special-attacks", rules="MEL-21")
def special_attacks(
    power: YourPower = B4,
    skills: Annotated[Skills, Asked("Your skills")] = Skills(),
    foe: Annotated[Foe, Asked("The foe", gm=True)] = Foe(),
    bigger: Bigger = 0,
    hands: Annotated[Hands, Asked("Hands, horns, Stride", more=True)] = Hands(),
    target: OfTarget = STANDS,
    yours: OfYours = PLAINLY,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Which special attack is best against this foe?"""
    if hands.two_handed and hands.shield.rating:
        raise Unusable("hands.two_handed", "With a shield on one arm there is no second hand for the weapon.")
    edge = Edge(
        bigger,
        hands.two_handed,
        hands.shield.rating,
        hands.horns,
        hands.leap,
        hands.stride,
        hands.their_stride,
    )
    barred = {one: _barred(one, foe, hands) for one in Maneuver}
    made: dict[Maneuver, tuple[str, Attempt]] = {}
    for one, known in _tested(power, skills).items():
        tries = [(words, _try(one, ability, foe, edge, hands, target, yours, wounds, ask)) for words, ability in known]
        able = [pair for pair in tries if not pair[1].gone]
        if not barred[one] and able:
            made[one] = max(able, key=lambda pair: pair[1].chance)
        elif not barred[one]:
            barred[one] = "wounds leave nothing of it" if tries else f"takes {ROWS[one].tests}"
    further = {one: _further(one, attempt_, foe, power, ask) for one, (_, attempt_) in made.items()}
    best = max(made, key=lambda one: made[one][1].chance, default=None)
    listed = _listed(made, barred, best)
    values = {
        "best": best.value if best else "",
        "chances": {one.value: pair[1].chance for one, pair in made.items()},
        "obstacles": {one.value: pair[1].test.obstacle for one, pair in made.items()},
        "dice": {one.value: pair[1].test.dice for one, pair in made.items()},
        "further": {one.value: [chance for _, chance in found] for one, found in further.items()},
        "barred": [one.value for one in Maneuver if one not in made],
    }
    if best is None:
        return Answer(
            values, (Verdict("None", (Fact("nothing to roll"),), "None of the seven is open to you."), listed)
        )
    words, first = made[best]
    against, rolled = Fact(Obstacle(first.test.obstacle), "obstacle"), Fact(first.test.dice, f"dice of {words}")
    said = f"The surest is {best.words}: it works {wording.often(first.chance)}, and takes 1 off their disposition."
    effects = tuple((one.words, words, chance) for one, found in further.items() for words, chance in found)
    blocks: list[Block] = [
        Verdict(best.words, (Fact(first.chance, "works"), against, rolled), said, Mark.DERIVED),
        listed,
        Table("What else it does", ("Attack", "Effect", "Chance"), effects, mark=Mark.DERIVED),
        Note("Darkness, bad sight, a tight space and bad ground count for none of the seven.", rule="MEL-21"),
    ]
    return Answer(values, tuple(blocks))


def _try(
    maneuver: Maneuver,
    ability: Ability,
    foe: Foe,
    edge: Edge,
    hands: Hands,
    target: Target,
    yours: Yours,
    wounds: Hurt,
    ask: Rulings,
) -> Attempt:
    """One maneuver with one ability."""
    return attempt(
        maneuver,
        ability,
        foe.stat(maneuver),
        edge,
        target,
        yours,
        wounds,
        ask,
        guarded=foe.guarded,
        shield=shields.cover(hands.shield.rating),
    )


def _barred(maneuver: Maneuver, foe: Foe, hands: Hands) -> str:
    """Why a maneuver is out of the question, or nothing. Source: MEL-21."""
    if maneuver is Maneuver.DISARM and not foe.armed:
        return "they hold no weapon"
    if maneuver in (Maneuver.THROW, Maneuver.LOCK) and not hands.free:
        return "needs a free hand"
    if maneuver in (Maneuver.PUSH, Maneuver.TACKLE) and not (hands.free or hands.shield.rating):
        return "needs a free hand, or a shield"
    return ""


def _further(
    maneuver: Maneuver, one: Attempt, foe: Foe, power: Ability, ask: Rulings
) -> tuple[tuple[str, Fraction], ...]:
    """Each further effect of a maneuver with its chance. Source: MEL-22 to MEL-29."""
    two, three = one.by(special.BY_TWO), one.by(special.BY_THREE)
    match maneuver:
        case Maneuver.BEAT_ASIDE:
            moved = "you to the top, they to the bottom"
            return (moved, one.chance), ("they are staggered", two), ("+1D on your next action", three)
        case Maneuver.DISARM:
            return (("their weapon flies off; you to the top, they to the bottom", one.chance),)
        case Maneuver.THROW:
            direct = read.direct(ask)
            hits = tuple(
                (f"they take {stage.words} damage", one.by(special.margin_for(stage, direct=direct)))
                for stage in LANDED
            )
            return (("they fall and go to the bottom", one.chance), *hits)
        case Maneuver.PUSH:
            return ("they are staggered", one.chance), ("they fall and go to the bottom", three)
        case Maneuver.FLANK:
            return (("+1D against them next round", one.chance),)
        case Maneuver.LOCK:
            out = one.by(max(1, foe.weakest))
            return (
                ("they are held and go to the bottom", one.chance),
                ("under pressure", one.by(1)),
                ("passed out", out),
            )
    fall = one.chance - three
    return ("they fall and go to the bottom", one.chance), ("you fall too", fall), ("you stay on your feet", three)


@table("mel-seven-special-attacks")
def seven() -> Table:
    """What each special attack tests, against what, with which dice, and what it needs (MEL-21)."""
    rows = tuple(
        (one.maneuver.words, _capital(one.tests), _against(one.maneuver), _capital(one.bonuses), _capital(one.needs))
        for one in ROWS.values()
    )
    return Table("The seven special attacks", ("Attack", "Tests", "Obstacle", "Bonus dice", "Needs"), rows)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _against(maneuver: Maneuver) -> str:
    match maneuver:
        case Maneuver.DISARM:
            return "Their weapon skill; +1 for a knuckle bow, or +2 for a locked gauntlet"
        case Maneuver.THROW:
            return "Their highest physical stat"
        case Maneuver.LOCK:
            return "1 + half their Power; + the cover of a shield you keep"
    return f"1 + half their {ROWS[maneuver].stat}"


# --- Beat Aside ---


@calculator("mel-beat-aside", rules="MEL-22")
def beat_aside(
    skill: WeaponSkill = B5,
    agility: Annotated[int, STAT, Asked("Their Agility", quick=QUICK_STATS)] = 4,
    two_handed: Annotated[bool, Asked("Both hands on the weapon")] = False,
    bigger: Bigger = 0,
    successes: Fell = None,
    acted: Acted = False,
    target: OfTarget = STANDS,
    yours: OfYours = PLAINLY,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Do you beat their weapon aside, and what do you gain?"""
    edge = Edge(bigger, two_handed)
    one = attempt(Maneuver.BEAT_ASIDE, skill, agility, edge, target, yours, wounds, ask)
    if one.gone:
        return no_test(one.gone)
    if successes is not None:
        staggers = one.margin(successes) >= special.BY_TWO
        notes = (stagger_note(acted, ask),) if staggers else ()
        values = {"staggers_now": read.staggers_now(acted, ask) if staggers else None}
        return one.rolled(successes, ("Beaten aside", "You miss"), "skill", (), *notes, **values)
    two, three = one.by(special.BY_TWO), one.by(special.BY_THREE)
    said = f"It works {wording.often(one.chance)}, staggers them {wording.often(two)}, and gives you a die too "
    said += f"{wording.often(three)}."
    notes = (stagger_note(acted, ask),)
    return one.answer("skill", said, (Fact(two, "to stagger them"),), *notes, by_two=two, by_three=three)


# --- Disarm ---


@branch("I have rolled a d8")
class Eight:
    """The eight-sided die lies there."""

    face: Annotated[int, Between(1, EIGHT), Asked("The d8", quick=tuple(range(1, EIGHT + 1)))] = 1


@calculator("mel-disarm", rules="MEL-23")
def disarm(
    skill: Annotated[
        Ability, Asked("Your weapon skill or Martial Arts", quick=("B3", "B4", "B5")), sheet("skill")
    ] = B5,
    their_skill: Annotated[
        Annotated[int, Between(1, 20)] | None, Asked("Their weapon skill", "Empty: they have none.", quick=QUICK_STATS)
    ] = 3,
    guarded: Annotated[Guarded, Asked("Their weapon has")] = Guarded.NONE,
    bigger: Bigger = 0,
    successes: Fell = None,
    flies: Annotated[Ahead | Eight | Seeded, Asked("Where the weapon flies")] = Ahead(),
    agility: Annotated[int, STAT, Asked("Their Agility", quick=QUICK_STATS, more=True)] = 4,
    natural: Annotated[bool, Asked("They fight with claws, teeth or fists", more=True)] = False,
    target: OfTarget = STANDS,
    yours: OfYours = PLAINLY,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Do you strike the weapon from their hand, and where does it fly?"""
    if natural:
        said = "There is no weapon to strike from their hand: a Disarm does nothing to claws, teeth and fists."
        return Answer({"possible": False}, (Verdict("No Disarm", (Fact("no weapon"),), said),))
    stat = special.unskilled(agility) if their_skill is None else their_skill
    edge = Edge(bigger)
    one = attempt(Maneuver.DISARM, skill, stat, edge, target, yours, wounds, ask, guarded=guarded)
    if one.gone:
        return no_test(one.gone)
    face = _face(flies)
    back = Note("To get it back they move and take a simple action: a whole round.", rule="MEL-23")
    compass = Table(
        "Where it flies: a d8",
        ("d8", "Direction"),
        tuple((at, words) for at, words in enumerate(COMPASS, 1)),
        None if face is None else face - 1,
    )
    notes: tuple[Block, ...] = (back, compass)
    if their_skill is None:
        notes = (Note("Without the skill, half of their Agility stands in, at least 1.", Mark.RULING, "MEL-23"), *notes)
    if successes is not None:
        won = one.margin(successes) >= 0
        direction = COMPASS[face - 1] if won and face is not None else ""
        facts = (Fact(f"flies {direction}"),) if direction else ()
        return one.rolled(successes, ("Disarmed", "They hold on"), "skill", facts, *notes, direction=direction)
    said = f"Their weapon flies off {wording.often(one.chance)}."
    return one.answer("skill", said, (), *notes, direction="" if face is None else COMPASS[face - 1])


def _face(flies: Ahead | Eight | Seeded) -> int | None:
    """The face of the d8, None before it falls."""
    if isinstance(flies, Eight):
        return flies.face
    return Random(flies.seed).randint(1, EIGHT) if isinstance(flies, Seeded) else None
