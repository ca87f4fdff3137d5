"""One blow played: each roll from the table's dice or thrown here, up to the wound, its pain and its blood (WPN-42)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Table, Told, Verdict
from engine.effects import AddRow, Effect
from engine.forms import Asked, Between, Unusable, branch, sheet
from engine.games.burning_wheel.blocks import bleeding
from engine.games.burning_wheel.blocks.blow import SetUp, aim_at, bars, set_up
from engine.games.burning_wheel.blocks.odds import drawn
from engine.games.burning_wheel.blocks.wounds import strip
from engine.games.burning_wheel.calculators.weapons_and_armor.one_blow import B4, PLATED
from engine.games.burning_wheel.dice import Chain, Shade, ob
from engine.games.burning_wheel.fall import fall
from engine.games.burning_wheel.forms.armor import Armor, suit_of
from engine.games.burning_wheel.forms.blows import (
    How,
    Part,
    Swung,
    TheirDice,
    TheirOb,
    TheirSkill,
    YourTolerances,
    YourWounds,
)
from engine.games.burning_wheel.forms.wounds import QUICK_STATS, Preset
from engine.games.burning_wheel.name import NAME
from engine.games.burning_wheel.readings import missiles as flying
from engine.games.burning_wheel.readings import steel as nerve
from engine.games.burning_wheel.readings.bleeding import blood_of
from engine.games.burning_wheel.readings.blow import foe_of
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.armor import ARMS, LEGS, Quality, Suit
from engine.games.burning_wheel.rules.blow import Blast, End, Flight, Nerve, Strike, covering, odds
from engine.games.burning_wheel.rules.blow_course import Course, Fell, Played, Step, begin
from engine.games.burning_wheel.rules.firearms import Powder
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.stats import Stat
from engine.games.burning_wheel.rules.striking import target_of
from engine.games.burning_wheel.rules.wounded import Condition, collapse
from engine.games.burning_wheel.rules.wounds import Level
from engine.games.burning_wheel.sheet.effects import BatterArmor, BatterShield
from engine.games.burning_wheel.views.blocks import Blow
from engine.refused import Refused
from engine.rulings import Rulings
from engine.session import Dice, Offer, session

THEY, YOU = "they", "you"
B5 = Ability.parse("B5")
AIMING = ("striking.aim-not-printed", "striking.aim-when", "striking.defense-takes")
SHOOTING = ("missile.aim-elsewhere", "missile.mounted-head")
BLEEDING = ("wounds.half-forte", "wounds.dying-shade", "wounds.bleeding-together")
LIMBS = ("blow.limb",)
SHADED = ("armor.shade-gate",)
SUPERIOR = ("armor.superior-reroll",)


@branch("Roll")
class RollNext:
    """The next dice fall."""

    rolls: ClassVar[bool] = True


@branch("Aim")
class AimAt:
    """The successes over the obstacle go where the attacker wants them; what is left of them does damage."""

    part: Annotated[Part, Asked("They want")] = Part.TORSO


@branch("Another blow like it")
class Again:
    """The next blow of the same kind, with the armor as it is now, and the wound on top."""


@dataclass(frozen=True, slots=True)
class Body:
    """What decides what a wound does: the six stats, and Health."""

    health: Annotated[Ability, Asked("Health", quick=QUICK_STATS), sheet("health")] = B4
    power: Annotated[Ability, Asked("Power", quick=QUICK_STATS), sheet("power")] = B4
    forte: Annotated[Ability, Asked("Forte", quick=QUICK_STATS), sheet("forte")] = B4
    agility: Annotated[Ability, Asked("Agility", quick=QUICK_STATS), sheet("agility")] = B4
    speed: Annotated[Ability, Asked("Speed", quick=QUICK_STATS), sheet("speed")] = B4
    perception: Annotated[Ability, Asked("Perception", quick=QUICK_STATS), sheet("perception")] = B4

    def stats(self, will: Ability) -> dict[Stat, int]:
        """The exponents of the six."""
        return {stat: will.exponent if stat is Stat.WILL else getattr(self, stat.value).exponent for stat in Stat}


@dataclass(frozen=True, slots=True)
class Kept:
    """A blow on a page: how it was set up, how far it is, and whose body it meets."""

    blow: SetUp
    course: Course
    swung: Swung | None
    body: Body
    will: Ability
    ask: Rulings
    told: tuple[Told, ...] = ()


def start(
    skill: TheirSkill = B4,
    how: How = Swung(),
    tolerances: YourTolerances = Preset(),
    armor: Armor = PLATED,
    obstacle: TheirOb = None,
    will: Annotated[Ability, Asked("Your Will", quick=QUICK_STATS), sheet("will")] = B4,
    steel: Annotated[Ability, Asked("Your Steel", quick=("B3", "B4", "B5", "B6")), sheet("steel")] = B5,
    traits: Annotated[int, Between(-10, 10), Asked("Traits change hesitation by", more=True)] = 0,
    dice: TheirDice = 0,
    body: Annotated[Body, Asked("Your body", more=True)] = Body(),
    wounds: YourWounds = (),
    *,
    ask: Rulings,
) -> Kept:
    """They strike. What becomes of you?"""
    placed = tolerances.placed
    levels = [placed.level(wound.hit) for wound in wounds]
    blow = set_up(how, skill, dice, obstacle, placed, suit_of(armor), levels, ask)
    hesitation = nerve.hesitation_of(will, traits, None, ask).total
    foe = replace(blow.foe, nerve=Nerve(steel, max(0, hesitation)))
    swung, attack = how if isinstance(how, Swung) else None, _shielded(blow.attack, ask)
    kept = Rulings(NAME, {name: ask[name] for name in _later(attack, swung, foe.suit)})
    return Kept(replace(blow, attack=attack, foe=foe), begin(attack, foe), swung, body, will, kept)


def _shielded(attack: Played, ask: Rulings) -> Played:
    """The blow with what a worn shield is to the next missile; asked for only where it may wear. Source: ARM-31."""
    if not isinstance(attack, Flight) or attack.guard is None or not attack.guard.wears:
        return attack
    return replace(attack, guard=replace(attack.guard, whole=ask["shields.missile-dice"] == "whole"))


def _later(attack: Played, swung: Swung | None, suit: Suit) -> Iterator[str]:
    """The rulings that may decide something in a later step of this blow."""
    if isinstance(attack, Flight):
        yield from SHOOTING
    elif swung is not None:
        yield from AIMING
    yield from BLEEDING
    if any(covering(suit, first) != covering(suit, second) for first, second in (ARMS, LEGS)):
        yield from LIMBS
    if any(piece.shade is not Shade.WHITE for piece in suit) and swung and swung.weapon_shade is not Shade.BLACK:
        yield from SHADED
    if any(piece.quality is Quality.SUPERIOR for piece in suit):
        yield from SUPERIOR


SIDES = {
    Step.COVER: YOU,
    Step.DEFENSE: YOU,
    Step.SHIELD: YOU,
    Step.SPEED: YOU,
    Step.LIMB: YOU,
    Step.ARMOR: YOU,
    Step.AGAIN: YOU,
    Step.STEEL: YOU,
}
"""Whose dice fall; all others are the attacker's."""
DOES = {
    Step.POWDER: "Throw the gunpowder die",
    Step.MISFIRE: "Throw it again",
    Step.COVER: "Raise the shield",
    Step.HIT: "Roll to hit",
    Step.BLAST: "The bomb goes off",
    Step.SPEED: "Roll Speed",
    Step.DEFENSE: "Roll the defense",
    Step.SHIELD: "Roll the shield’s 1 again",
    Step.FATE: "Throw the Die of Fate",
    Step.LIMB: "Throw for the limb",
    Step.ARMOR: "Roll the armor",
    Step.AGAIN: "Roll the 1 again",
    Step.STEEL: "Test Steel",
}


def moves(state: Kept) -> dict[str, Sequence[Any]]:
    """What is next. Source: WPN-42."""
    course = state.course
    match course.step:
        case Step.AIM:
            over = wording.count(course.over, "success", "successes")
            return {THEY: (Offer(AimAt(_pays(course)), "Spend the successes", says=f"{over} over the obstacle."),)}
        case Step.DONE:
            return {THEY: (Again,)}
    return {SIDES.get(course.step, THEY): (Offer(RollNext, DOES[course.step], says=_says(course)),)}


def _pays(course: Course) -> Part:
    """What is wanted, or what it hits by itself where the successes do not pay for that. Source: WPN-06, WPN-13."""
    attack = course.attack
    assert not isinstance(attack, Blast)
    if isinstance(attack, Strike):
        return Part.at(attack.aim.wanted if attack.aim.cost <= course.over else attack.aim.offered)
    return Part.at(attack.wanted if attack.cost <= course.over else attack.start)


def _says(course: Course) -> str:
    """The dice of the next roll, and what they are held against."""
    dice = wording.count(course.pool.dice, "die", "dice")
    against = f" against {ob(course.obstacle)}" if course.obstacle is not None else ""
    added = f", {wording.signed(course.modifier)}" if course.step is Step.FATE and course.modifier else ""
    return f"{dice}{against}{added}{_whose(course)}."


def _whose(course: Course) -> str:
    """Which dice of a defense are those of the shield, whose 1s wear it. Source: ARM-28."""
    attack = course.attack
    if course.step is not Step.DEFENSE or not isinstance(attack, Strike) or not attack.guarding:
        return ""
    mixed = attack.defense is not None and len(attack.defense.groups) > 1
    last = wording.count(len(attack.guarding), "black one" if mixed else "one")
    return f"; the shield’s {'is' if len(attack.guarding) == 1 else 'are'} the last {last}"


def step(state: Kept, side: str, move: object, dice: Dice) -> Kept:
    """The blow after one step."""
    course = state.course
    match move:
        case RollNext():
            chain = course.attack.chain if isinstance(course.attack, Blast) else Chain.CHAIN
            after = course.roll(lambda pool: fall(dice, _roll_words(course), pool, chain))
            return replace(state, course=after, told=tuple(_brought(course, after)))
        case AimAt(part):
            aimed, foe = _aimed(state, part), course.foe
            met = foe_of(aimed, foe.tolerances, foe.suit, foe.levels, state.ask)
            try:
                after = replace(course, foe=replace(met, nerve=foe.nerve)).aim(aimed)
            except Refused as error:
                raise Unusable("part", str(error)) from None
            return replace(state, course=after, told=tuple(_landed(after)))
        case Again():
            ended = course.ended
            foe = course.foe
            if ended is not None and ended.end.level is not Level.NONE:
                foe = replace(foe, levels=(*foe.levels, ended.end.level))
            if ended is not None and ended.lost and course.worn is not None:
                foe = replace(foe, suit=foe.suit.wearing(course.worn.less(ended.lost)))
            attack = course.attack.worn(course.worn_off)
            blow = replace(state.blow, attack=attack, foe=foe)
            return replace(state, blow=blow, course=begin(attack, foe), told=(Told(0, "Another blow.", "WPN-42"),))
    return state


def _roll_words(course: Course) -> str:
    return {Step.HIT: "To hit", Step.DEFENSE: "The defense", Step.ARMOR: "The armor", Step.STEEL: "Steel"}.get(
        course.step, course.step.words[:1].upper() + course.step.words[1:]
    )


def _aimed(state: Kept, part: Part) -> Played:
    """The blow with the aim that was chosen now."""
    attack = state.course.attack
    assert not isinstance(attack, Blast)
    if isinstance(attack, Flight):
        aim = flying.aim(target_of(part.spot), (), state.ask)
        return replace(attack, wanted=aim.wanted, cost=aim.cost or 0)
    assert state.swung is not None
    return replace(attack, aim=aim_at(state.swung, state.ask, part.spot))


def _brought(before: Course, after: Course) -> Iterator[Told]:
    """What a roll brought, and what follows from it without dice."""
    fell = after.log[-1]
    side = SIDES.get(fell.step, THEY)
    yield Told(0, _fell(before, after, fell), RULES[fell.step], side)
    if fell.step in (Step.ARMOR, Step.AGAIN) and after.level is not Level.NONE:
        yield _wounded(after)
    if after.worn_off > before.worn_off:
        yield Told(0, _shield_lost(after), "ARM-28", YOU)
    if fell.step in BEFORE_IT_LANDS:
        return
    yield from _landed(after)


BEFORE_IT_LANDS = (Step.POWDER, Step.MISFIRE, Step.COVER, Step.BLAST, Step.SPEED, Step.ARMOR, Step.AGAIN, Step.STEEL)
"""Rolls that do not say where it lands."""
RULES = {
    Step.POWDER: "WPN-21",
    Step.MISFIRE: "WPN-21",
    Step.COVER: "ARM-30",
    Step.HIT: "WPN-01",
    Step.BLAST: "WPN-30",
    Step.SPEED: "WPN-30",
    Step.DEFENSE: "WPN-07",
    Step.SHIELD: "ARM-28",
    Step.FATE: "WPN-15",
    Step.LIMB: "WPN-05",
    Step.ARMOR: "ARM-05",
    Step.AGAIN: "ARM-10",
    Step.STEEL: "INJ-14",
}


def _fell(before: Course, after: Course, fell: Fell) -> str:
    """A roll in a sentence."""
    counted = wording.count(fell.successes, "success", "successes")
    match fell.step:
        case Step.POWDER | Step.MISFIRE:
            came = after.powder.words.lower() if after.powder else "a misfire; throw it again"
            return f"The gunpowder die shows {fell.face}: {came}."
        case Step.COVER:
            return f"The shield rolls {counted}: {wording.signed(after.raised) if after.raised else 'no'} Ob to hit."
        case Step.FATE:
            added = f" {wording.signed(before.modifier)}" if before.modifier else ""
            return f"The Die of Fate shows {fell.face}{added}."
        case Step.LIMB:
            where = after.location.words.lower() if after.location else ""
            return f"The die shows {fell.face}: the {where}."
        case Step.SHIELD:
            kept = "" if after.worn_off else ": the shield stays whole"
            return f"The shield’s 1 is rolled again and shows {fell.face}{kept}."
        case Step.AGAIN:
            return f"The 1 is rolled again and shows {fell.face}: {_armor(after)}."
        case Step.ARMOR:
            if after.step is Step.AGAIN:
                return f"The armor rolls {counted}, and a 1 that superior make rolls again."
            return f"The armor rolls {counted} against {ob(before.obstacle or 0)}: {_armor(after)}."
        case Step.STEEL:
            lost = after.heartbeats or 0
            stood = f"{wording.count(lost, 'heartbeat')} of hesitation" if lost else "you stand"
            return f"Steel rolls {counted} against {ob(before.obstacle or 0)}: {stood}."
        case Step.BLAST:
            return f"The explosion rolls {counted}."
        case Step.SPEED:
            got = "you get away" if after.step is Step.DONE else "you are caught"
            return f"Speed rolls {counted} against {before.successes}: {got}."
        case Step.DEFENSE:
            return f"The defense rolls {counted}."
    hits = "a hit" if after.over >= 0 else "a miss"
    return f"{_capital(counted)} against {ob(before.to_hit)}: {hits}."


def _shield_lost(course: Course) -> str:
    """What the roll took from the shield."""
    guard = course.attack.guard
    assert guard is not None
    left = guard.less(course.worn_off).shield
    end = "it is destroyed" if left.destroyed else f"{left.dice}D left"
    return f"The shield loses {course.worn_off}D: {end}."


def _armor(course: Course) -> str:
    held = course.held
    if held is None:
        return ""
    lost = f", and it loses {held.lost}D" if held.lost else ""
    return f"{'it holds' if held.stopped else 'the blow goes through'}{lost}"


def _landed(course: Course) -> Iterator[Told]:
    """Where the blow lands, and the wound where no armor is tested."""
    struck = course.struck
    if struck is None or struck.spot is None:
        if struck is not None and course.successes >= course.to_hit and course.defended is not None:
            yield Told(0, "The defense leaves too little: a miss.", "WPN-07", YOU)
        return
    where = course.location.words.lower() if course.location else struck.spot.words.lower()
    yield Told(0, f"{struck.stage.words} at {course.attack.damage.at(struck.stage)}, on the {where}.", "WPN-09", THEY)
    if course.step in (Step.DONE, Step.STEEL):
        yield _wounded(course)


def _wounded(course: Course) -> Told:
    ended = course.ended
    hit = ended.hit if ended else ""
    return Told(0, f"{hit}: {course.level.wound}.", "INJ-04", YOU)


def show(state: Kept) -> Answer:
    """How far the blow is."""
    course = state.course
    tolerances = course.foe.tolerances
    blocks: list[Block] = [_verdict(state)]
    ended = course.ended
    effects: list[Effect] = []
    if not course.log:
        blocks.append(bars(tolerances, odds(course.attack, course.foe), course.attack.damage))
    if ended is not None:
        landing = (Blow(ended.hit.place, "", f"{ended.hit}, {ended.end.words}"),) if ended.hit.place else ()
        before = [(tolerances.places[level], level) for level in course.foe.levels if level is not Level.NONE]
        blocks.append(strip(tolerances, f"The blow: {ended.hit}." if landing else "", landing, before))
        blocks += _after(state)
        if ended.end.level is not Level.NONE:
            effects.append(AddRow("wounds", {"hit": str(ended.hit)}))
        if ended.lost and ended.location:
            effects.append(BatterArmor(ended.location.value, ended.lost))
        if course.worn_off:
            effects.append(BatterShield(course.worn_off))
    if course.step is Step.AIM:
        blocks.append(_prices(state))
    if course.log:
        blocks.append(drawn(course.log[-1].rolled, len(course.log[-1].rolled.dice)))
        blocks.append(_rolls(course))
    return Answer(_values(state), tuple(blocks), tuple(effects) if course.step is Step.DONE else ())


def _prices(state: Kept) -> Table:
    """What every part costs now, and what would be left for damage."""
    course = state.course
    rows: list[tuple[Entry, ...]] = []
    for target in Target:
        attack = _aimed(state, Part.at(target))
        assert not isinstance(attack, Blast)
        cost = attack.aim.cost if isinstance(attack, Strike) else attack.cost
        left = course.over - cost
        rows.append((target, cost, left if left >= 0 else "too few"))
    return Table("What each part takes", ("Part", "Successes", "Left"), tuple(rows))


def _rolls(course: Course) -> Table:
    rows = tuple(
        (_capital(fell.step.words), " ".join(str(face) for face in fell.rolled.faces), fell.successes)
        for fell in course.log
    )
    return Table("Rolled so far", ("Roll", "Dice", "Successes"), rows)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _values(state: Kept) -> dict[str, Any]:
    course, ended = state.course, state.course.ended
    hurt = course.foe.hurt(course.level)
    done = course.step is Step.DONE
    found = None if course.log else odds(course.attack, course.foe)
    return {
        "step": course.step.value,
        "wounded": found.wounded if found else None,
        "stopped": found.ends[End.STOPPED] if found else None,
        "over": course.over if course.successes or course.struck else 0,
        "end": ended.end.value if ended else "",
        "stage": ended.stage.value if ended else "",
        "location": ended.location.value if ended and ended.location else "",
        "hit": str(ended.hit) if ended else "",
        "lost": ended.lost if ended else 0,
        "shield_lost": course.worn_off,
        "dice": -hurt.dice.total,
        "heartbeats": course.heartbeats,
        "bleeds": done and course.wound.effect.bleeds,
        "condition": _collapse(state).condition.value if done else "",
    }


def _collapse(state: Kept) -> Any:
    hurt = state.course.foe.hurt(state.course.level)
    return collapse(state.body.stats(state.will), -hurt.dice.total, dying=hurt.dying)


def _after(state: Kept) -> Iterator[Block]:
    """What the wound does: what all take together, the collapse, the blood."""
    course = state.course
    if course.level is Level.NONE:
        return
    wound, hurt = course.wound, course.foe.hurt(course.level)
    found = _collapse(state)
    rows: list[tuple[str, str]] = [("This wound takes", wound.taken.takes), ("All together", hurt.takes)]
    if course.heartbeats is not None:
        said = wording.count(course.heartbeats, "heartbeat") if course.heartbeats else "none: you stand"
        rows.append(("Hesitation", said))
    condition = found.condition.words
    if found.condition is Condition.UP:
        condition = f"{condition}; {wording.count(found.left, 'die', 'dice')} more bring you down"
    rows.append(("You are", condition))
    blood = blood_of(state.body.forte, state.body.health, [*course.foe.levels, course.level], state.ask)
    if wound.effect.bleeds:
        until = "dead" if course.level is Level.MORTAL else "worse"
        rows.append(("Bleeds", f"{until} in {bleeding.said(blood.span(course.level))}"))
    else:
        rows.append(("Bleeds", "no"))
    yield Table("What it does", ("What", "How"), tuple(rows))


def _verdict(state: Kept) -> Verdict:
    course, ended = state.course, state.course.ended
    shield = (Fact(f"{wording.signed(-course.worn_off)}D", "shield"),) if course.worn_off else ()
    if course.step is not Step.DONE:
        if ended is not None:
            facts = (Fact(str(ended.hit), f"{ended.stage.words} hit"), Fact("Steel test"))
            return Verdict(course.level.wound, facts, f"{course.level.wound}: test Steel.")
        return _next(course)
    if ended is None or ended.end is End.MISS:
        if course.powder in (Powder.JAMS, Powder.HURTS):
            return Verdict(course.powder.words, (Fact("no shot"),), f"{course.powder.words}: nothing hits you.")
        if isinstance(course.attack, Blast):
            beat = Fact(f"{course.defended} against {course.successes}", "Speed")
            return Verdict("You get away", (beat,), "The blast does not catch you: unharmed.")
        short = Fact(-course.over, "short") if course.over < 0 else Fact("nothing happens")
        return Verdict("No hit", (short, *shield), "It misses; nothing happens.")
    where = ended.location.words.lower() if ended.location else ""
    lost = (*((Fact(f"{wording.signed(-ended.lost)}D", "armor there"),) if ended.lost else ()), *shield)
    if ended.end is End.STOPPED:
        return Verdict("Armor holds", (Fact(where), *lost), f"The armor on the {where} stops it.")
    wound = course.wound
    takes = () if ended.end is End.NONE else (Fact(wound.taken.takes, "penalty"),)
    hesitates = () if not course.heartbeats else (Fact.count(course.heartbeats, "heartbeat lost", "heartbeats lost"),)
    facts = (Fact(f"{ended.hit}, {where}", f"{ended.stage.words} hit"), *takes, *hesitates, *lost)
    return Verdict(course.level.wound, facts[:4], f"{ended.hit} on the {where}: {course.level.wound}.")


def _next(course: Course) -> Verdict:
    """What is asked for now."""
    if course.step is Step.AIM:
        over = wording.count(course.over, "success", "successes")
        return Verdict(
            "A hit", (Fact(over, "over the obstacle"),), f"A hit with {over} over the obstacle: aim, or not."
        )
    whose = "You" if SIDES.get(course.step) == YOU else "They"
    dice = f"{course.pool.dice}D"
    against = (Fact(ob(course.obstacle), "obstacle"),) if course.obstacle is not None else ()
    if course.step is Step.SPEED:
        against = (Fact(course.successes, "of the explosion"),)
    facts = (Fact(course.step.words), *against)
    return Verdict(dice, facts, f"{whose} roll {_says(course)}")


session("play-a-blow", rules="WPN-42", start=start, moves=moves, step=step, show=show)
