"""A melee of any number of people, state by state: whose turn it is, what is stored, what is done with it (MEL-55).

Nothing here rolls: successes and faces are handed in. What a state knows is enough for every step that follows.

>>> from engine.games.melee.rules.combatant import Fighter
>>> fight = Encounter.of([Fighter("Ana", "ours"), Fighter("Brigand", "theirs")]).begins([7, 4], [11, 7])
>>> fight.ones[fight.now].name
'Brigand'
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.damage import stage
from engine.games.burning_wheel.rules.stats import Stat
from engine.games.burning_wheel.rules.steel import Reaction
from engine.games.burning_wheel.rules.wounds import Level
from engine.games.melee.rules import damage, hitting, lock, order, shields, special
from engine.games.melee.rules.arms import Gear
from engine.games.melee.rules.combatant import Fate, Fighter, Flank, Hesitation, One
from engine.games.melee.rules.damage import Route
from engine.games.melee.rules.hitting import Defense, Edge, Target
from engine.games.melee.rules.morale import HESITATING, Importance
from engine.games.melee.rules.order import Order, Rolled, Way
from engine.games.melee.rules.special import Effect, Maneuver
from engine.games.melee.rules.turn import Standing
from engine.option import Option
from engine.refused import Refused
from engine.working import Line, Worked


class Phase(Option):
    """What is waited for. Source: MEL-55."""

    BEGIN = "begin", "disposition and initiative"
    ORDER = "order", "the order of the round"
    TURN = "turn", "a turn"
    WINDOW = "window", "whether someone acts before their turn"
    RESOLVE = "resolve", "results to be applied"
    OVER = "over", "nothing more"
    CONVERTED = "converted", "Range and Cover"


@dataclass(frozen=True, slots=True)
class House:
    """The readings of this game's rulings, as the encounter takes them; each is off by default.

    `cancel`: a way up and a way down on one combatant in a round cancel. `three`: gray and white have a bracket each.
    `absolute`: the surprised leave the upper bracket. `free_swaps`: places may be traded more than once. `top`:
    newcomers join the highest bracket. `beyond`: by how much lengths and Strides have to differ. `tie_escapes`: a tied
    dash gets away. `fixed`: special attacks on whoever hesitates or is locked are at base 1. `shielded`: shields count
    against special attacks. `reduced`: pressure lowers the obstacle of the next Lock. `at_once`: a stagger tells on an
    action of the same round. `immediate`: disposition falls as it is hit, which may wound in the same round. `zero`:
    no disposition tests an individual's nerve. `paid`: successes of a Command are paid off. `one_six`: exactly one six
    breaks a run of the mill shield. `alone`: the best of two dice counts without the margin. `direct`: margin is read
    off as a stage. `command_surprised`: a Command frees whoever is surprised. `forced`: cover counts whether or not its
    bearer blocks. `apart`: a missile has dice of aim or of help, whichever are more.
    """

    cancel: bool = False
    three: bool = False
    absolute: bool = False
    free_swaps: bool = False
    top: bool = False
    beyond: int = 0
    tie_escapes: bool = False
    fixed: bool = False
    shielded: bool = False
    reduced: bool = False
    at_once: bool = False
    immediate: bool = False
    zero: bool = False
    paid: bool = False
    one_six: bool = False
    alone: bool = False
    direct: bool = False
    command_surprised: bool = True
    forced: bool = False
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Strike:
    """Damage that wounds by itself: a weapon's `stage` is worked out as it is applied.

    `margin` is that of the attack. `place` is where it falls on the grayscale, if that is known already, with the VA
    that it has against armor. `far` asks for the Die of Fate. Source: MEL-19.
    """

    margin: int = 0
    place: int | None = None
    va: int = 0
    far: bool = False
    bypass: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """What an act has stored, until all results are applied. Source: MEL-54.

    `loss` is disposition of the one `at` whom it went; `strike` is what wounds. `shield` is rating that their shield
    loses, `moves` who goes where, in order. `threat` forces a Steel test, harder by it. `slain` is a last blow. `ready`
    is what is done by the end of a round unless it is interrupted, with the dice that it `aims` for. `leaves` is
    someone on the run, `magic` what armor does not help against.
    """

    by: int
    at: int | None
    says: str
    rule: str = "MEL-40"
    hit: bool = False
    loss: int = 0
    strike: Strike | None = None
    shield: int = 0
    moves: tuple[tuple[int, Way], ...] = ()
    prone: tuple[int, ...] = ()
    stagger: int = 0
    next_die: int = 0
    disarmed: bool = False
    flank: bool = False
    pressure: int | None = None
    threat: int | None = None
    slain: bool = False
    ready: str = ""
    aims: int = 0
    leaves: bool = False
    magic: bool = False


@dataclass(frozen=True, slots=True)
class Grip:
    """Someone who holds another, with so much pressure, since a round. Source: MEL-27."""

    by: int
    at: int
    pressure: int
    since: int


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack with what bears on it beside the two combatants. Source: MEL-16, MEL-17.

    `early`: an opportunity attack with its +1 Ob. `moved`: the attacker moved first; `rose`: they got up first.
    `surroundings` are light, sight, room and ground. `rival` and `brawling` are skills that are FoRKed in; `more` are
    other dice, `forks` those of further FoRKs, `other` what else adds to the obstacle, `cover` what the target may duck
    behind. `bare` hands strike in place of the weapon.
    """

    by: int
    at: int
    defense: Defense = Defense.NONE
    early: bool = False
    moved: bool = False
    rose: bool = False
    surroundings: int = 0
    cover: int = 0
    help: int = 0
    rival: int | None = None
    brawling: bool = False
    two_weapons: bool = False
    more: int = 0
    other: int = 0
    bare: bool = False
    forks: int = 0


@dataclass(frozen=True, slots=True)
class Encounter:
    """The fight between two steps. `turns` counts acts, so that everyone knows who has had their turn.

    `declared` is a move that others may answer before it is made, `chasers` are those who give chase to it. `fallen`
    are those who were brought to no disposition in the round that is being ended, `wounds` the wounds it brought.
    """

    ones: tuple[One, ...]
    phase: Phase = Phase.BEGIN
    round: int = 0
    order: Order = Order(((), ()))
    pending: tuple[Result, ...] = ()
    grips: tuple[Grip, ...] = ()
    turns: int = 0
    declared: object | None = None
    chasers: tuple[int, ...] = ()
    house: House = House()
    winner: str = ""
    fallen: frozenset[int] = frozenset()
    wounds: tuple[tuple[int, Level], ...] = ()
    threats: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(
        cls, fighters: Iterable[Fighter], house: House = House(), hurt: Sequence[tuple[Level, ...]] = ()
    ) -> "Encounter":
        """Everyone before the fight; `hurt` are the wounds that the first of them bring along."""
        people = list(fighters)
        wounds = [*hurt, *[()] * (len(people) - len(hurt))]
        return cls(tuple(One.of(one, levels) for one, levels in zip(people, wounds, strict=True)), house=house)

    # --- Who is who ---

    def put(self, at: int, one: One) -> "Encounter":
        """The same with one of them changed; who is out of it, or helpless, lets go of whom they hold."""
        found = replace(self, ones=(*self.ones[:at], one, *self.ones[at + 1 :]))
        if one.there and not one.swooned:
            return found
        return replace(found, grips=tuple(grip for grip in found.grips if at not in (grip.by, grip.at)))

    def names(self, places: Iterable[int]) -> dict[str, str]:
        """Their names, by their places as a form says them."""
        return {str(at): self.ones[at].name for at in places}

    def foes(self, one: int) -> list[int]:
        """All of other sides who are still in the fight."""
        side = self.ones[one].side
        return [at for at, other in enumerate(self.ones) if other.there and other.side != side]

    def friends(self, one: int) -> list[int]:
        """Those of one's own side who are still in the fight, without oneself."""
        side = self.ones[one].side
        return [at for at, other in enumerate(self.ones) if at != one and other.there and other.side == side]

    @property
    def sides(self) -> list[str]:
        """The sides that came to the fight, in the order of the set-up."""
        return list(dict.fromkeys(one.side for one in self.ones))

    @property
    def standing(self) -> list[str]:
        """The sides that still have someone who can fight. Source: MEL-47."""
        return [side for side in self.sides if any(one.there and one.side == side for one in self.ones)]

    def pressure(self, at: int) -> int:
        """What all who hold someone take off their dice. Source: MEL-27."""
        return sum(grip.pressure for grip in self.grips if grip.at == at)

    def held(self, at: int) -> bool:
        """Whether someone is held by another."""
        return any(grip.at == at for grip in self.grips)

    def holding(self, at: int) -> bool:
        """Whether someone holds another."""
        return any(grip.by == at for grip in self.grips)

    def out_cold(self, at: int) -> bool:
        """Whether pressure and wounds leave no die of some stat of the body. Source: MEL-27."""
        one = self.ones[at]
        stats = {stat: ability.exponent for stat, ability in one.fighter.stats.items()}
        return bool(lock.passes_out(stats, self.pressure(at), one.pain.lost))

    def able(self, at: int) -> bool:
        """Whether a turn comes to someone: they are there, and awake. Source: MEL-55."""
        return self.ones[at].there and not self.out_cold(at)

    # --- The round ---

    def begins(
        self, dispositions: Sequence[int], rolled: Sequence[int], again: Sequence[tuple[int, ...]] = ()
    ) -> "Encounter":
        """The first round: everyone's disposition, and Reflexes with 2d6. Source: MEL-04, MEL-06, MEL-09.

        `again` are the further 2d6 of those who were tied, where the table has them roll again.
        """
        ones = tuple(
            replace(one, most=number, disposition=number) for one, number in zip(self.ones, dispositions, strict=True)
        )
        ones = tuple(
            replace(one, hesitation=Hesitation(0, 1, self.house.command_surprised)) if one.fighter.surprised else one
            for one in ones
        )
        found = order.ordered(
            initiatives(ones, rolled, again),
            three=self.house.three,
            absolute=self.house.absolute,
        )
        return replace(self, ones=ones, order=found)._round(1)

    def next_round(self) -> "Encounter":
        """The round after this one. Source: MEL-03."""
        return self._round(self.round + 1)

    def _round(self, number: int) -> "Encounter":
        ones = tuple(one.begins_round(number) for one in self.ones)
        found = replace(self, ones=ones, round=number, phase=Phase.ORDER, pending=(), fallen=frozenset(), wounds=())
        found = replace(found, threats=(), declared=None, chasers=())
        return found if found.waiting else replace(found, phase=Phase.RESOLVE)

    @property
    def waiting(self) -> list[int]:
        """Those whose turn is still to come, the next one first. Source: MEL-55."""
        return list(self._waiting())

    @property
    def now(self) -> int | None:
        """The one whose turn it is; None where nobody is left."""
        return next(self._waiting(), None)

    def _waiting(self) -> Iterator[int]:
        return (at for at in self.order.all if self.ones[at].acted is None and self.able(at))

    @property
    def fresh(self) -> bool:
        """Whether nobody has done anything in this round yet."""
        return self.phase is Phase.ORDER

    def acts(self, at: int, *, early: bool = False, moved: bool = False) -> "Encounter":
        """Someone has had their turn, by their own act or `early`, by one before it. Source: MEL-11, MEL-55."""
        one = replace(self.ones[at], acted=self.turns + 1, early=early, moved=moved, stagger=0, next_die=0)
        found = replace(self.put(at, one), turns=self.turns + 1, phase=Phase.TURN)
        return found if found.waiting else replace(found, phase=Phase.RESOLVE)

    def standing_of(self, at: int) -> Standing:
        """How someone stands whose turn has come, as far as it says what they may do. Source: MEL-10."""
        one = self.ones[at]
        return Standing(
            one.early,
            self.held(at),
            self.holding(at),
            one.form is Reaction.OPEN,
            not one.there,
            one.swooned,
            one.prone,
            one.fighter.rider,
        )

    @property
    def neighbors(self) -> list[tuple[int, int]]:
        """Player characters of one side who stand next to each other and may trade places. Source: MEL-08."""
        found = []
        for members in self.order.brackets:
            for pair in itertools.pairwise(members):
                ones = [self.ones[at] for at in pair]
                players = all(one.fighter.importance is Importance.PLAYER for one in ones)
                free = self.house.free_swaps or not any(one.swapped for one in ones)
                if players and free and ones[0].side == ones[1].side:
                    found.append(pair)
        return found

    def swaps(self, one: int, other: int) -> "Encounter":
        """Two of one side trade places. Raises `Refused` where they may not. Source: MEL-08."""
        if (one, other) not in self.neighbors:
            raise Refused("Player characters of one side trade places, neighbors in the order, once a round each.")
        found = replace(self, order=self.order.swapped(one, other))
        for at in (one, other):
            found = found.put(at, replace(found.ones[at], swapped=True))
        return found

    def joins(
        self,
        fighters: Sequence[Fighter],
        dispositions: Sequence[int],
        rolled: Sequence[int],
        again: Sequence[tuple[int, ...]] = (),
    ) -> "Encounter":
        """Reinforcements: above all who are there, in the order of their own rolls. Source: MEL-46."""
        first = len(self.ones)
        new = [
            replace(One.of(fighter), most=number, disposition=number, at_start=number)
            for fighter, number in zip(fighters, dispositions, strict=True)
        ]
        own = order.ordered(initiatives(new, rolled, again), three=self.house.three)
        top = len(self.order.brackets) - 1
        among = [
            (first + at, top if self.house.top else bracket)
            for bracket, members in enumerate(own.brackets)
            for at in members
        ]
        return replace(self, ones=(*self.ones, *new), order=self.order.joined(among))

    def moved(self, at: int, way: Way) -> "Encounter":
        """Someone is moved in the order at once. Source: MEL-07."""
        return replace(self, order=self.order.moved(at, way))

    # --- Attacks ---

    def target(self, attack: Attack) -> Target:
        """How the target of an attack stands against it. Source: MEL-16, MEL-28, MEL-44."""
        other = self.ones[attack.at]
        steady = any(attack.at in (grip.by, grip.at) and grip.since < self.round for grip in self.grips)
        if other.hesitates and other.form is not None:
            base = HESITATING[other.form].obstacle(self._speed(attack.at)) if other.form in HESITATING else 1
            return Target(base=base, hesitates=True)
        if steady:
            return Target(locked=True)
        cover, defense = max(other.cover, attack.cover), attack.defense
        if self.house.forced and cover and defense is Defense.NONE:
            defense = Defense.BLOCK
        return Target(defense, cover, other.dodge or 0)

    def arms(self, attack: Attack) -> tuple[Gear, Ability]:
        """What an attack is made with, and the skill. Raises `Refused` for bare hands without any. Source: MEL-18."""
        one = self.ones[attack.by]
        if not attack.bare:
            return one.fighter.gear, one.fighter.skill
        if one.unarmed is None:
            raise Refused(f"Bare hands take Martial Arts or Brawling; {one.name} has neither.")
        return one.unarmed

    def _speed(self, at: int) -> int:
        return self.ones[at].fighter.stats[Stat.SPEED].exponent

    def obstacle(self, attack: Attack) -> Worked:
        """The obstacle of an attack, line by line. Source: MEL-16."""
        one = self.ones[attack.by]
        early = attack.early and not self.flanked(attack.at, one.side)
        return hitting.obstacle(
            self.target(attack),
            surroundings=attack.surroundings,
            early=early,
            lying=one.prone,
            staggered=bool(one.stagger),
            wounded=bool(one.pain.obstacle),
            splinters=one.splinters,
            other=attack.other + max(0, one.stagger - 1),
        )

    def flanked(self, at: int, side: str, *, early: bool = True) -> bool:
        """Whether a flank lays someone open to a side: to opportunity attacks at once, to all from the next round on.

        Source: MEL-26.
        """
        return any(flank.side == side and (early or flank.until == self.round) for flank in self.ones[at].flanks)

    def dice(self, attack: Attack) -> Worked:
        """The dice of an attack, line by line. Source: MEL-17."""
        one, other = self.ones[attack.by], self.ones[attack.at]
        gear, skill = self.arms(attack)
        had_turn = other.acted is not None
        aim, help = one.aim if one.aim_at == attack.at and gear.far else 0, attack.help
        if self.house.apart and gear.far:
            aim, help = (aim, 0) if aim >= help else (0, help)
        edge = Edge(
            va=gear.va,
            aim=aim,
            help=help,
            charge=attack.moved,
            stride=one.fighter.stride,
            their_stride=other.fighter.stride,
            still=had_turn and not (attack.moved or attack.rose),
            length=0 if attack.bare else one.reach,
            their_length=other.reach,
            two_handed=one.both_hands and one.armed and not (attack.two_weapons or attack.bare),
            two_weapons=attack.two_weapons,
            rival=attack.rival,
            brawling=one.fighter.brawling.exponent
            if attack.brawling and one.fighter.brawling and not attack.bare
            else None,
            prone=other.prone,
            flanked=self.flanked(attack.at, one.side, early=attack.early),
            beaten=bool(one.next_die),
        )
        taken = one.pain.lost + self.pressure(attack.by)
        found = hitting.dice(skill.exponent, self._defense(attack), edge, taken, far=gear.far, beyond=self.house.beyond)
        more = (Line(attack.forks, "Other FoRKs", "MEL-17"), Line(attack.more, "Other dice", "MEL-17"))
        return Worked((*found.lines, *(line for line in more if line.amount)))

    def _defense(self, attack: Attack) -> Defense:
        """The defense as far as it counts: not for whoever hesitates, nor in a Lock."""
        return self.target(attack).defense

    def dodges(self, at: int, successes: int) -> "Encounter":
        """Someone dodges every attack of the round from now on; that is their turn. Source: MEL-12."""
        found = self if self.ones[at].acted is not None else self.acts(at, early=self.now != at)
        return found.put(at, replace(found.ones[at], dodge=successes))

    def attacked(self, at: int) -> "Encounter":
        """Someone is attacked: the chance to dodge goes by. Source: MEL-12."""
        return self.put(at, replace(self.ones[at], attacked=True))

    def may_dodge(self, at: int) -> bool:
        """Whether the one attacked may declare a dodge now. Source: MEL-11, MEL-12, MEL-28."""
        one = self.ones[at]
        free = not (one.hesitates or one.swooned or self.held(at) or self.holding(at))
        return self.able(at) and free and one.dodge is None and one.acted is None and not one.attacked

    def stores(self, result: Result) -> "Encounter":
        """A result is stored until all are applied. Source: MEL-02, MEL-40."""
        at = result.at
        if at is None or not result.hit:
            return replace(self, pending=(*self.pending, result))
        other = replace(self.ones[at], hit=True)
        if self.house.immediate:
            other, result = other.loses(result.loss), replace(result, loss=0)
        return replace(self.put(at, other), pending=(*self.pending, result))

    def struck(self, attack: Attack, successes: int, loss: int, va_faces: Sequence[int], again: int = 0) -> "Encounter":
        """An attack is rolled: what it does is stored, and the missile is gone. Source: MEL-18, MEL-19, MEL-49.

        `loss` is what it takes off disposition if it hits; `again` are successes of dice that sixes of VA brought.
        """
        one, other = self.ones[attack.by], self.ones[attack.at]
        obstacle = self.obstacle(attack).total
        margin, hit = successes - obstacle, successes >= obstacle
        gear, _ = self.arms(attack)
        defended = self._defense(attack)
        worn = 0
        if defended is Defense.BLOCK and other.cover:
            worn = shields.lost(other.fighter.quality, va_faces, again=again, one_six=self.house.one_six)
        says = f"{one.name} at {other.name}: {_margin(margin)}" if hit else f"{one.name} misses {other.name}"
        where = damage.route(other.disposition if self.house.immediate else other.at_start)
        wounds = hit and where is Route.WOUND
        pierces = gear.pierces(one.fighter.stats[Stat.POWER])
        place = gear.damage(one.fighter.stats[Stat.POWER]).at(stage(margin, gear.add)).place if attack.bare else None
        strike = Strike(margin, place, pierces, gear.far) if wounds else None
        result = Result(attack.by, attack.at, says, "MEL-18", hit, loss if hit and not wounds else 0, strike, worn)
        found = self.stores(result)
        if defended is Defense.DODGE:
            best = max(other.dodged, successes)
            found = found.put(attack.at, replace(found.ones[attack.at], dodged=best))
        if gear.far:
            found = found.put(attack.by, replace(found.ones[attack.by], loaded=not gear.reloads, aim=0, aim_at=None))
        return found

    # --- Special attacks ---

    def against(self, maneuver: Maneuver, attack: Attack) -> Worked:
        """The obstacle of a special attack, with what the attacker's own state adds. Source: MEL-16, MEL-21."""
        one, other = self.ones[attack.by], self.ones[attack.at]
        stat = other.fighter.against(maneuver)
        if maneuver is Maneuver.LOCK and self.house.reduced:
            stat = lock.pressed(stat, self.pressure(attack.at))
        target = self.target(attack)
        base = special.against(
            maneuver,
            stat,
            shield=one.cover,
            dodge=target.dodge if target.defense is Defense.DODGE else 0,
            cover=self._cover(attack),
            other=attack.other,
            plain=self.house.fixed and (target.hesitates or target.locked),
        )
        early = attack.early and not self.flanked(attack.at, one.side)
        own = hitting.own_obstacle(
            lying=one.prone,
            staggered=bool(one.stagger),
            wounded=bool(one.pain.obstacle),
            splinters=one.splinters,
            other=int(early) + max(0, one.stagger - 1),
        )
        return Worked((*base.lines, *(line for line in own if line.amount)))

    def force(self, maneuver: Maneuver, attack: Attack) -> int:
        """The dice of a special attack. Source: MEL-21, MEL-25, MEL-29."""
        one, other = self.ones[attack.by], self.ones[attack.at]
        ability = one.fighter.ability(maneuver)
        if ability is None:
            raise Refused(f"{maneuver.words} takes {special.ROWS[maneuver].tests}, and {one.name} has none of it.")
        edge = special.Edge(
            stature=one.fighter.stature - other.fighter.stature,
            two_handed=one.both_hands and one.armed,
            shield=one.rating if one.strapped else 0,
            charge=attack.moved,
            stride=one.fighter.stride,
            their_stride=other.fighter.stride,
            va=one.fighter.gear.va if self._cover(attack) else 0,
            help=attack.help,
            prone=other.prone,
            flanked=self.flanked(attack.at, one.side, early=attack.early),
            beaten=bool(one.next_die),
            other=attack.more,
        )
        pressure = 0 if maneuver is Maneuver.FLANK else self.pressure(attack.by)
        beyond = self.house.beyond
        return max(0, special.dice(maneuver, ability.exponent, edge, one.pain.lost + pressure, beyond=beyond).total)

    def _cover(self, attack: Attack) -> int:
        """What cover counts against a special attack, where any does. Source: MEL-21."""
        target = self.target(attack)
        return target.cover if self.house.shielded and target.defense is Defense.BLOCK else 0

    def barred(self, maneuver: Maneuver, attack: Attack) -> str:
        """Why someone may not try it, as a sentence; empty where they may. Source: MEL-21 to MEL-29."""
        one, other = self.ones[attack.by], self.ones[attack.at]
        if one.fighter.ability(maneuver) is None:
            return f"It takes {special.ROWS[maneuver].tests}."
        if maneuver in (Maneuver.BEAT_ASIDE, Maneuver.DISARM) and not one.armed and not one.fighter.gear.natural:
            return f"{one.name} has no weapon in hand."
        if maneuver is Maneuver.DISARM and (other.fighter.gear.natural or not other.armed):
            return f"{other.name} has nothing in hand that could be knocked away."
        grabbing = maneuver in (Maneuver.THROW, Maneuver.LOCK)
        if grabbing and one.both_hands and one.armed:
            return f"{one.name} has both hands on the weapon."
        if maneuver in (Maneuver.PUSH, Maneuver.TACKLE) and one.both_hands and one.armed and not one.strapped:
            return f"{one.name} has both hands on the weapon."
        return ""

    def tried(
        self, maneuver: Maneuver, attack: Attack, successes: int, strike: Strike | None = None, loss: int = 0
    ) -> "Encounter":
        """A special attack is rolled: what works at once is done, and the rest stored. Source: MEL-21 to MEL-29.

        Its margin may be spent on a `strike` that wounds, or on a `loss` of disposition.
        """
        one, other = self.ones[attack.by], self.ones[attack.at]
        margin = successes - self.against(maneuver, attack).total
        found = special.effect(maneuver, margin)
        by, at = attack.by, attack.at
        moves = [(by, found.own)] if found.own and not found.at_once else []
        moves += [(at, found.target)] if found.target else []
        says = f"{one.name}, {maneuver.words} at {other.name}: {_margin(margin) if found.success else 'it fails'}"
        down = [*([by] if found.own_prone else []), *([at] if found.prone else [])]
        flat = damage.route(other.disposition if self.house.immediate else other.at_start, weapon=False)
        result = Result(
            by,
            at,
            says,
            special.ROWS[maneuver].against,
            found.success,
            (found.damage + loss) * (flat is Route.DISPOSITION) if found.success else 0,
            strike if found.success else None,
            moves=tuple(moves),
            prone=tuple(down),
            stagger=int(found.staggered and not self.house.at_once),
            next_die=int(found.next_die),
            disarmed=found.disarmed,
            pressure=found.pressure if found.grapples else None,
        )
        after = self.stores(result)
        return after._at_once(attack, found)

    def _at_once(self, attack: Attack, found: Effect) -> "Encounter":
        """What does not wait: a way down for the one who tried, a flank's opening, a grip that stops whoever waits."""
        by, at, after = attack.by, attack.at, self
        if found.at_once and found.own:
            after = after.moved(by, found.own)
        if found.flanked:
            flank = Flank(self.ones[by].side, self.round + 1)
            after = after.put(at, replace(after.ones[at], flanks=(*after.ones[at].flanks, flank)))
        if found.grapples:
            after = after.grips_at(by, at, found.pressure)
        if found.staggered and self.house.at_once:
            after = after.put(at, replace(after.ones[at], stagger=after.ones[at].stagger + 1))
        return after

    def grips_at(self, by: int, at: int, pressure: int) -> "Encounter":
        """A Lock takes hold, or tightens: whoever has not acted is stopped in their tracks. Source: MEL-27, MEL-28."""
        old = next((grip for grip in self.grips if (grip.by, grip.at) == (by, at)), None)
        rest = tuple(grip for grip in self.grips if grip is not old)
        grip = Grip(by, at, pressure + (old.pressure if old else 0), old.since if old else self.round)
        found = replace(self, grips=(*rest, grip))
        return found.put(at, replace(found.ones[at], stopped=True))

    def breaks(self, by: int, at: int, over: int, *, counter: bool) -> "Encounter":
        """Someone held `by` another gets out, which staggers them, or turns what is left on them. Source: MEL-28."""
        found = replace(self, grips=tuple(grip for grip in self.grips if (grip.by, grip.at) != (by, at)))
        holder = found.ones[by]
        found = found.put(by, replace(holder, stagger=holder.stagger + 1))
        return found.grips_at(at, by, over) if counter else found

    def eases(self, by: int, at: int, pressure: int) -> "Encounter":
        """The pressure of a grip is what it is now. Source: MEL-28."""
        grips = tuple(
            replace(grip, pressure=pressure) if (grip.by, grip.at) == (by, at) else grip for grip in self.grips
        )
        return replace(self, grips=grips)

    # --- Hesitating ---

    def takes_form(self, at: int, form: Reaction) -> "Encounter":
        """Someone hesitates in one of the four ways. Source: MEL-44."""
        one, row = self.ones[at], HESITATING[form]
        after = replace(one, form=form, prone=one.prone or row.prone, swooned=form is Reaction.SWOON)
        if form is Reaction.RUN:
            after = replace(after, armed=one.fighter.gear.natural)
        return self.put(at, after).acts(at, moved=form is Reaction.RUN)

    def running(self, at: int) -> bool:
        """Whether someone runs screaming in this round, whom only missiles hit. Source: MEL-44."""
        return self.ones[at].form is Reaction.RUN

    def freed(self, at: int) -> "Encounter":
        """A Command pulls someone together: up at once, and a turn of their own in this round. Source: MEL-36."""
        one = replace(self.ones[at], form=None, hesitation=None, swooned=False, acted=None)
        return replace(self.put(at, one).moved(at, Way.UP), phase=Phase.TURN)

    def hesitating(self, by: int) -> list[int]:
        """The friends of someone whom a Command may reach. Source: MEL-36."""
        found = []
        for at in self.friends(by):
            one = self.ones[at]
            running = one.form is Reaction.RUN and one.acted is not None
            open_to = one.hesitation is None or one.hesitation.free
            if (one.hesitates or one.swooned) and not running and open_to:
                found.append(at)
        return found

    def leaves(self, at: int, fate: Fate) -> "Encounter":
        """Someone is out of the fight. Source: MEL-14, MEL-47."""
        found = self.put(at, replace(self.ones[at], fate=fate))
        return replace(found, order=found.order.without(at))


def initiatives(ones: Sequence[One], rolled: Sequence[int], again: Sequence[tuple[int, ...]] = ()) -> list[Rolled]:
    """Everyone with what they rolled, and rolled again. Source: MEL-06."""
    found = []
    for one, total, more in zip(ones, rolled, again or [()] * len(ones), strict=True):
        fighter = one.fighter
        speed = fighter.stats[Stat.SPEED].exponent
        found.append(Rolled(total, fighter.reflexes.exponent, speed, fighter.reflexes.shade, fighter.surprised, more))
    return found


def _margin(margin: int) -> str:
    return f"a hit by {margin}" if margin else "a hit"


def crowd(fighter: Fighter, many: int) -> list[Fighter]:
    """The people of one line of the set-up, numbered where there are several."""
    if many == 1:
        return [fighter]
    return [replace(fighter, name=f"{fighter.name} {number}") for number in range(1, many + 1)]
