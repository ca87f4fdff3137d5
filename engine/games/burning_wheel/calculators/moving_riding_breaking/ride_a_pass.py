"""Lance against lance roll by roll, from the charge to the wound through armor (RID-17 to RID-19)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Table, Told, Verdict
from engine.effects import AddRow, Effect
from engine.forms import Asked, Between, Unusable, branch, sheet
from engine.games.burning_wheel.blocks.hits import force
from engine.games.burning_wheel.blocks.odds import drawn
from engine.games.burning_wheel.calculators.moving_riding_breaking.common import made_up
from engine.games.burning_wheel.calculators.moving_riding_breaking.lance import LANCE, TheGround, charge_of, obstacle_of
from engine.games.burning_wheel.dice import ob
from engine.games.burning_wheel.fall import fall
from engine.games.burning_wheel.forms.armor import CHAINMAIL, Armor, ArmorRow, suit_of
from engine.games.burning_wheel.forms.blows import YourTolerances, YourWounds
from engine.games.burning_wheel.forms.mounts import HORSE, TheirMount, YourMount
from engine.games.burning_wheel.forms.saddle import B4, QUICK
from engine.games.burning_wheel.forms.weapons import wielded
from engine.games.burning_wheel.forms.wounds import Preset, Stats
from engine.games.burning_wheel.readings import saddle as read
from engine.games.burning_wheel.readings.blow import foe_of
from engine.games.burning_wheel.readings.steel import hesitation_of
from engine.games.burning_wheel.rules import joust_procedure as rules
from engine.games.burning_wheel.rules import lance, saddle
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.armor import versus_armor
from engine.games.burning_wheel.rules.blow import Foe, Nerve, Strike
from engine.games.burning_wheel.rules.blow_course import Course, Step
from engine.games.burning_wheel.rules.joust_procedure import Hold, Knight, Phase, Ran, Tilt
from engine.games.burning_wheel.rules.lance import Seat
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.mounts import Mount
from engine.games.burning_wheel.rules.striking import Aim
from engine.games.burning_wheel.rules.throws import Ground
from engine.games.burning_wheel.rules.wounds import PRESETS, Level
from engine.games.burning_wheel.sheet.effects import BatterArmor
from engine.refused import Refused
from engine.rulings import Rulings
from engine.session import Dice, Offer, session
from engine.working import Worked

SIDES = ("you", "they")
B5 = Ability.parse("B5")


@branch("Charge")
class Charge:
    """Both roll for position."""

    rolls: ClassVar[bool] = True


@branch("Roll")
class RollNext:
    """The next dice fall."""

    rolls: ClassVar[bool] = True


@branch("Stay in the saddle")
class StayOn:
    """Riding or Power against the Push, as the one who was struck prefers."""

    rolls: ClassVar[bool] = True
    hold: Annotated[Hold, Asked("With")] = Hold.RIDING


@branch("Aim")
class AimAt:
    """The successes over the obstacle go where the lancer wants them; what is left of them does damage."""

    part: Annotated[Target, Asked("The lance is for")] = Target.TORSO


@branch("Ride again")
class RideAgain:
    """Another pass, with wounds and armor as they are."""


@dataclass(frozen=True, slots=True)
class Jouster:
    """A rider with a lance as the form asks for them; `lance`, `riding` and `power` with the sheet's words."""

    lance: Annotated[Ability, Asked("Lance", quick=QUICK), sheet("skill")] = B4
    riding: Annotated[Ability, Asked("Riding", quick=QUICK), sheet("riding")] = B4
    power: Annotated[Ability, Asked("Power", quick=QUICK), sheet("power")] = B4
    will: Annotated[Ability, Asked("Will", quick=QUICK, more=True), sheet("will")] = B4
    steel: Annotated[Ability, Asked("Steel", quick=QUICK, more=True), sheet("steel")] = B5
    reflexes: Annotated[int, Between(0, 20), Asked("Reflexes", quick=(3, 4, 5, 6), more=True)] = 4
    forks: Annotated[int, Between(0, 10), Asked("FoRKs of the charge", quick=(0, 1, 2), more=True)] = 0
    more: Annotated[int, Between(-10, 10), Asked("Other dice of the charge", gm=True, quick=(0, 1, 2), more=True)] = 0
    mount_lost: Annotated[int, Between(0, 20), Asked("Dice the mount’s wounds take", quick=(0, 1, 2), more=True)] = 0


@dataclass(frozen=True, slots=True)
class Rival:
    """The same of the other one, whom no sheet fills."""

    lance: Annotated[Ability, Asked("Their Lance", quick=QUICK)] = B4
    riding: Annotated[Ability, Asked("Their Riding", quick=QUICK)] = B4
    power: Annotated[Ability, Asked("Their Power", quick=QUICK)] = B4
    will: Annotated[Ability, Asked("Their Will", quick=QUICK, more=True)] = B4
    steel: Annotated[Ability, Asked("Their Steel", quick=QUICK, more=True)] = B5
    reflexes: Annotated[int, Between(0, 20), Asked("Their Reflexes", quick=(3, 4, 5, 6), more=True)] = 4
    forks: Annotated[int, Between(0, 10), Asked("Their FoRKs of the charge", quick=(0, 1, 2), more=True)] = 0
    more: Annotated[
        int, Between(-10, 10), Asked("Their other dice of the charge", gm=True, quick=(0, 1, 2), more=True)
    ] = 0
    mount_lost: Annotated[int, Between(0, 20), Asked("Dice their mount’s wounds take", quick=(0, 1, 2), more=True)] = 0


@dataclass(frozen=True, slots=True)
class Kept:
    """A pass on a page, and what the last step told."""

    tilt: Tilt
    told: tuple[Told, ...] = ()


def start(
    you: Annotated[Jouster, Asked("You")] = Jouster(),
    mount: YourMount = HORSE,
    armor: Armor = CHAINMAIL,
    tolerances: YourTolerances = Preset(),
    they: Annotated[Rival, Asked("They")] = Rival(),
    their_mount: TheirMount = HORSE,
    their_armor: Annotated[
        tuple[ArmorRow, ...],
        Asked("What they wear", "A location on each line: “Torso: full plate”.", lines=True),
    ] = CHAINMAIL,
    their_stats: Annotated[Stats, Asked("All their stats")] = Stats.B4,
    ground: TheGround = Ground.ROAD,
    wounds: YourWounds = (),
    *,
    ask: Rulings,
) -> Kept:
    """Lance against lance, roll by roll: who bleeds, and who falls?"""
    mine = [tolerances.placed.level(wound.hit) for wound in wounds]
    beasts = (mount.mount, their_mount.mount)
    quick = lance.quick((beasts[0], you.reflexes, you.mount_lost), (beasts[1], they.reflexes, they.mount_lost))
    strikes = (_strike(you, ask), _strike(they, ask))
    foes = (
        foe_of(strikes[1], tolerances.placed, suit_of(armor), mine, ask),
        foe_of(strikes[0], PRESETS[their_stats.value], suit_of(their_armor, "their_armor"), (), ask),
    )
    knights = (
        _knight(you, beasts[0], charge_of(you, beasts[0], quick[0], ask), strikes[0], foes[0], ask),
        _knight(they, beasts[1], charge_of(they, beasts[1], quick[1], ask), strikes[1], foes[1], ask),
    )
    for place, field in enumerate(("wounds", "they")):
        if not knights[place].rides:
            raise Unusable(field, "A lancer has a die left for the lance, Riding and Power each; here one has none.")
    over = read.pushes_over(obstacle_of(ask).total, ask)
    return Kept(rules.begin(*knights, ground, over=over))


def _knight(one: Jouster | Rival, mount: Mount, charge: Worked, strike: Strike, foe: Foe, ask: Rulings) -> Knight:
    nerve = Nerve(one.steel, max(0, hesitation_of(one.will, 0, None, ask).total))
    pool = Ability(mount.speed.shade, charge.total).pool()
    return Knight(mount, pool, strike, one.riding, one.power, replace(foe, nerve=nerve))


def _strike(one: Jouster | Rival, ask: Rulings) -> Strike:
    """Their lance, before any wound. Source: RID-17, WPN-08."""
    held = wielded(LANCE, ask)
    found = force(one.power.exponent, held.weapon.power, ask, weapon_words=held.words, power_shade=one.power.shade)
    va = versus_armor(held.weapon.va, power=one.power.exponent, weapon_words=held.words).total
    return Strike(one.lance.pool(), obstacle_of(ask).total, found.damage, held.add, va)


def moves(state: Kept) -> dict[str, Sequence[Any]]:
    """What may be done now. Source: RID-18, RID-19."""
    tilt = state.tilt
    match tilt.phase:
        case Phase.OVER:
            try:
                tilt.again()
            except Refused:
                return {}
            return {SIDES[0]: (RideAgain,)}
        case Phase.CHARGE:
            mine, theirs = (knight.charge.dice for knight in tilt.knights)
            return {SIDES[0]: (Offer(Charge, "Charge", says=f"{mine}D against {theirs}D."),)}
    striker, struck = _names(tilt)
    if tilt.phase is Phase.SEAT:
        dice = ", ".join(f"{hold.words} {tilt.target.guard(hold).dice}D" for hold in Hold)
        return {struck: (Offer(StayOn(_better(tilt.target)), "Stay in the saddle", says=f"{dice}."),)}
    course = tilt.course
    if course.step is Step.AIM:
        over = wording.count(course.over, "success", "successes")
        return {striker: (Offer(AimAt, "Spend the successes", says=f"{over} over the obstacle."),)}
    dice = wording.count(course.pool.dice, "die", "dice")
    against = f" against {ob(course.obstacle)}" if course.obstacle is not None else ""
    side = striker if course.step is Step.HIT else struck
    return {side: (Offer(RollNext, DOES[course.step], says=f"{dice}{against}."),)}


DOES = {
    Step.HIT: "Strike with the lance",
    Step.LIMB: "Throw for the limb",
    Step.ARMOR: "Roll the armor",
    Step.AGAIN: "Roll the 1 again",
    Step.STEEL: "Test Steel",
}


def _names(tilt: Tilt) -> tuple[str, str]:
    """Who strikes, and who is struck."""
    assert tilt.now is not None
    return SIDES[tilt.now.striker], SIDES[1 - tilt.now.striker]


def _better(one: Knight) -> Hold:
    return max(Hold, key=lambda hold: one.guard(hold).dice)


def step(state: Kept, side: str, move: object, dice: Dice) -> Kept:
    """The pass after one step."""
    tilt = state.tilt
    match move:
        case Charge():
            after = tilt.charge(lambda place, pool: fall(dice, ("Your charge", "Their charge")[place], pool))
        case StayOn(hold):
            after = tilt.hold(hold, lambda pool: fall(dice, hold.words, pool))
        case AimAt(part):
            assert isinstance(tilt.course.attack, Strike)
            aim = Aim(Target.TORSO, part, head=saddle.FAR)
            try:
                after = tilt.aim(replace(tilt.course.attack, aim=aim))
            except Refused as error:
                raise Unusable("part", str(error)) from None
        case RollNext():
            after = tilt.roll(lambda pool: fall(dice, _rolled_words(tilt), pool))
        case RideAgain():
            after = tilt.again()
        case _:
            return state
    return replace(state, tilt=after, told=tuple(_told(tilt, after, move)))


def _rolled_words(tilt: Tilt) -> str:
    words = DOES[tilt.course.step]
    return f"{words}, against the ground" if tilt.phase is Phase.FALL and tilt.course.step is Step.ARMOR else words


def _told(before: Tilt, after: Tilt, move: object) -> Iterator[Told]:
    """What a step brought, and what follows from it without dice."""
    if isinstance(move, RideAgain):
        yield Told(0, "Both turn, and ride again.", "RID-17", SIDES[0])
        return
    if isinstance(move, Charge):
        mine, theirs = (one.count.successes for one in after.rolled)
        assert after.who is not None
        yield Told(0, f"{mine} to {theirs}: {after.who.words.lower()}.", "RID-18", SIDES[0])
        return
    assert before.now is not None
    striker, struck = _names(before)
    now = after.now if after.now and after.now.striker == before.now.striker else after.ran[-1]
    if isinstance(move, StayOn):
        held = wording.count(now.held.count.successes if now.held else 0, "success", "successes")
        yield Told(0, f"{move.hold.words} rolls {held}, net {now.net}: {now.seat.words}.", "RID-19", struck)
    elif isinstance(move, RollNext):
        yield _fell(before, (now.fall if before.phase is Phase.FALL and now.fall else now.lance), striker, struck)
    if now.lance.location and not before.now.lance.location:
        yield _lands(now.lance, "RID-17", struck)
    if now.fall and not before.now.fall:
        yield _lands(now.fall, "RID-19", struck)
    for old, new, rule in ((before.now.lance, now.lance, "INJ-04"), (before.now.fall, now.fall, "INJ-04")):
        if new is not None and new.ended and not (old is not None and old.ended) and new.location:
            yield Told(0, f"{_whole(new)}.", rule, struck)


def _lands(course: Course, rule: str, side: str) -> Told:
    assert course.struck is not None
    where = course.location.words.lower() if course.location else "body"
    place = course.attack.damage.at(course.struck.stage)
    what = "The ground" if rule == "RID-19" else "The lance"
    return Told(0, f"{what}: {course.struck.stage.words} at {place}, on the {where}.", rule, side)


def _whole(course: Course) -> str:
    """How a blow ended, in words."""
    ended = course.ended
    if ended is None:
        return ""
    return ended.end.words if ended.end.level is Level.NONE else f"{ended.hit}: {course.level.wound}"


def _fell(before: Tilt, after: Course, striker: str, struck: str) -> Told:
    """A roll in a sentence."""
    fell = after.log[-1]
    counted = wording.count(fell.successes, "success", "successes")
    against = ob(before.course.obstacle or 0)
    match fell.step:
        case Step.HIT:
            hits = "a hit" if after.over >= 0 else "a miss"
            return Told(0, f"The lance rolls {counted} against {against}: {hits}.", "RID-17", striker)
        case Step.LIMB | Step.AGAIN:
            return Told(0, f"The die shows {fell.face}.", "WPN-05" if fell.step is Step.LIMB else "ARM-10", struck)
        case Step.STEEL:
            gone = after.heartbeats or 0
            stood = f"{wording.count(gone, 'heartbeat')} of hesitation" if gone else "no hesitation"
            return Told(0, f"Steel rolls {counted} against {against}: {stood}.", "INJ-14", struck)
    lost = f", and it loses {after.held.lost}D" if after.held and after.held.lost else ""
    return Told(0, f"The armor rolls {counted} against {against}{lost}.", "ARM-05", struck)


def show(state: Kept) -> Answer:
    """How the pass stands."""
    tilt = state.tilt
    blocks: list[Block] = [_verdict(tilt)]
    last = _last(tilt)
    if last is not None:
        blocks.append(drawn(last, len(last.dice)))
    if tilt.rolled:
        blocks.append(_so_far(tilt))
    else:
        blocks += made_up(*(knight.mount for knight in tilt.knights))
    return Answer(_values(tilt), tuple(blocks), tuple(_effects(tilt)) if tilt.phase is Phase.OVER else ())


def _all(tilt: Tilt) -> tuple[Ran, ...]:
    return (*tilt.ran, *((tilt.now,) if tilt.now else ()))


def _last(tilt: Tilt) -> Any:
    """The roll that fell last; None before any."""
    ran = _all(tilt)[-1:] if tilt.now is None or tilt.now.lance.log else tilt.ran[-1:]
    if not ran:
        return tilt.rolled[0] if tilt.rolled else None
    one = ran[0]
    if one.fall and one.fall.log:
        return one.fall.log[-1].rolled
    after_seat = len(one.lance.log) > 1 or one.held is None
    return one.lance.log[-1].rolled if after_seat and one.lance.log else one.held or tilt.rolled[0]


def _so_far(tilt: Tilt) -> Table:
    """What each lance has come to."""
    rows: list[tuple[Entry, ...]] = []
    for one in _all(tilt):
        ended = one.lance.ended
        done = one.held is not None or ended is not None
        lands = _whole(one.lance) if ended else "on its way"
        ground = _whole(one.fall) if one.fall and one.fall.ended else "" if one.fall is None else "to come"
        rows.append((("Your lance", "Their lance")[one.striker], lands, one.seat.words if done else "", ground))
    return Table("So far", ("", "The blow", "Who was struck is", "The ground"), tuple(rows))


def _verdict(tilt: Tilt) -> Verdict:
    if tilt.phase is Phase.CHARGE:
        mine, theirs = (knight.charge.dice for knight in tilt.knights)
        facts = (Fact(f"{mine}D", "your charge"), Fact(f"{theirs}D", "theirs"))
        return Verdict("Charge", facts, f"Both roll for position: {mine} dice against {theirs}.")
    if tilt.phase is Phase.OVER:
        return _ridden(tilt)
    striker, struck = _names(tilt)
    if tilt.phase is Phase.SEAT:
        rolled = Fact.count(tilt.course.successes, "success of the lance", "successes of the lance")
        return Verdict("A hit", (rolled,), f"A hit: {struck} roll Riding or Power to stay in the saddle.")
    if tilt.course.step is Step.AIM:
        over = wording.count(tilt.course.over, "success", "successes")
        return Verdict(
            "A hit", (Fact(over, "over the obstacle"),), f"A hit with {over} over the obstacle: aim, or not."
        )
    course = tilt.course
    whose = striker if course.step is Step.HIT else struck
    facts = (Fact(course.step.words), *((Fact(ob(course.obstacle)),) if course.obstacle is not None else ()))
    said = f"{whose.capitalize()} roll {wording.count(course.pool.dice, 'die', 'dice')}: {course.step.words}."
    return Verdict(f"{course.pool.dice}D", facts, said)


def _ridden(tilt: Tilt) -> Verdict:
    """How a pass ended."""
    down = [one for one in tilt.ran if one.seat is Seat.DOWN]
    first = ("They are unhorsed", "You are unhorsed")
    title = "Both are unhorsed" if len(down) > 1 else first[down[0].striker] if down else "Both in the saddle"
    facts, said = [], []
    for one in tilt.ran:
        who = ("They", "You")[one.striker]
        facts.append(Fact(_whole(one.lance), f"{('your', 'their')[one.striker]} lance"))
        if one.fall:
            facts.append(Fact(_whole(one.fall), f"the ground, {who.lower()}"))
        said.append(f"{who} are {one.seat.words}, {_whole(one.lance).lower()}.")
    return Verdict(title, tuple(facts), " ".join(said))


def _values(tilt: Tilt) -> dict[str, Any]:
    by = {one.striker: one for one in _all(tilt)}
    values: dict[str, Any] = {
        "phase": tilt.phase.value,
        "who": tilt.who.value if tilt.who else "",
        "dice": tilt.knights[0].charge.dice,
        "their_dice": tilt.knights[1].charge.dice,
        "lance_dice": [knight.lance.pool.dice for knight in tilt.knights],
        "obstacle": [knight.lance.obstacle for knight in tilt.knights],
        "guards": [[knight.guard(hold).dice for hold in Hold] for knight in tilt.knights],
        "step": tilt.course.step.value if tilt.now else "",
    }
    for place, name in enumerate(("they", "you")):
        one = by.get(place)
        lance_end, ground_end = (one.lance.ended if one else None), (one.fall.ended if one and one.fall else None)
        values |= {
            f"{name}_seat": one.seat.value if one else "",
            f"{name}_net": one.net if one else 0,
            f"{name}_end": lance_end.end.value if lance_end else "",
            f"{name}_hit": str(lance_end.hit) if lance_end and lance_end.location else "",
            f"{name}_fall": ground_end.end.value if ground_end else "",
            f"{name}_fall_hit": str(ground_end.hit) if ground_end else "",
        }
    return values


def _effects(tilt: Tilt) -> Iterator[Effect]:
    """Your wounds, and what your armor has lost, for your sheet."""
    for one in tilt.ran:
        for course in (one.lance, one.fall):
            if one.striker == 0 or course is None or course.ended is None:
                continue
            if course.level is not Level.NONE:
                yield AddRow("wounds", {"hit": str(course.ended.hit)})
            if course.ended.lost and course.ended.location:
                yield BatterArmor(course.ended.location.value, course.ended.lost)


session("ride-a-pass", rules="RID-17 RID-18 RID-19", start=start, moves=moves, step=step, show=show)
