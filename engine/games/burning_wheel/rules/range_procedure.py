"""Range and Cover from the starting test to its end: a frozen state, and what may be done in it (RNC-41).

Each method of a `Conflict` gives the conflict after it, or raises `Refused` with the sentence why it is not allowed.
Dice come from outside, by a `Throw`. What the last step brought is its `came`, a record without words, and `thrown` are
the dice that fell in it. What a hit does is worked out elsewhere, and told here (`harm`). The sides are 0 and 1.

A bot plays it like this:

>>> from random import Random
>>> from engine.games.burning_wheel.dice import roll
>>> from engine.games.burning_wheel.rules.ability import Ability
>>> from engine.games.burning_wheel.rules.range_dice import WEAPONS
>>> chance = Random(3)
>>> def throw(cast):
...     return roll(cast.pool, chance, cast.chain)
>>> ines = Fighter("Ines", WEAPONS["hunting-bow"], skill=Ability.parse("B5"))
>>> conflict = begin(ines, Fighter("Bertram", WEAPONS["crossbow"])).start((Means.SPEED, Means.PERCEPTION), throw)
>>> if conflict.phase is Phase.PICK:
...     conflict = conflict.pick(Category.OPTIMAL)
>>> while conflict.phase is not Phase.OVER and conflict.exchange < 9:
...     conflict = bot_step(conflict, throw)
>>> conflict.ending
<Ending.BEATEN: 'beaten'>
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from engine.games.burning_wheel.dice import Chain, Pool
from engine.games.burning_wheel.dice import Roll as Fallen
from engine.games.burning_wheel.rules import (
    bombs,
    maneuvers,
    margin,
    positioning_at_range,
    quickness,
    range_charms,
    range_dice,
    range_endings,
    range_shot,
    range_spells,
    range_track,
)
from engine.games.burning_wheel.rules.charms import Charm, Works
from engine.games.burning_wheel.rules.failed_casting import Failure
from engine.games.burning_wheel.rules.fight_distance import Positioning
from engine.games.burning_wheel.rules.fight_state import Made
from engine.games.burning_wheel.rules.maneuver_odds import Contender
from engine.games.burning_wheel.rules.maneuvers import CARDS, Maneuver, Means, Result, Way
from engine.games.burning_wheel.rules.margin import Held, Spend
from engine.games.burning_wheel.rules.positioning_at_range import Away, Extra
from engine.games.burning_wheel.rules.range_charms import Spelled
from engine.games.burning_wheel.rules.range_dice import Category, Ending
from engine.games.burning_wheel.rules.range_shot import Basis
from engine.games.burning_wheel.rules.range_state import (
    B4,
    Act,
    Came,
    Cast,
    Declared,
    Fighter,
    Harm,
    Harmed,
    House,
    Lost,
    Paid,
    Phase,
    Picked,
    Placed,
    Reacted,
    Revealed,
    Scripted,
    Shot,
    Shots,
    Side,
    Spotted,
    Started,
    Throw,
    Won,
    lying,
)
from engine.games.burning_wheel.rules.range_track import Intent, Reaches, Stop
from engine.games.burning_wheel.rules.saddle import Doing
from engine.games.burning_wheel.rules.steel import Reaction
from engine.refused import Refused
from engine.working import Line, Worked

__all__ = [
    "B4",
    "Act",
    "Came",
    "Cast",
    "Conflict",
    "Declared",
    "Fighter",
    "Harm",
    "Harmed",
    "House",
    "Lost",
    "Paid",
    "Phase",
    "Picked",
    "Placed",
    "Reacted",
    "Revealed",
    "Scripted",
    "Shot",
    "Shots",
    "Side",
    "Spotted",
    "Started",
    "Throw",
    "Won",
    "begin",
    "bot_step",
    "lying",
]
"""The procedure with all that stands between its steps, which is `range_state`."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Range and Cover between two steps. Source: RNC-41.

    `harder` are the lines of light and weather. `pair` is what both do in a volley once it is revealed, `stunned` who
    hesitates in it, `won` how its test ended. `options` are the stops that a winner may choose among in PLACE, `picks`
    is who chooses the starting range.
    """

    sides: tuple[Side, Side]
    house: House = House()
    harder: tuple[Line, ...] = ()
    phase: Phase = Phase.START
    stop: Stop = Stop.APART
    exchange: int = 1
    volley: int = 1
    pair: tuple[Maneuver | None, Maneuver | None] | None = None
    stunned: tuple[bool, bool] = (False, False)
    picks: int | None = None
    won: Won | None = None
    options: tuple[Stop, ...] = ()
    ending: Ending | None = None
    came: Came | None = None
    thrown: tuple[tuple[Cast, Fallen], ...] = field(default=(), compare=False)

    # Where everyone stands

    @property
    def reaches(self) -> Reaches:
        """The track of the two weapons. Source: RNC-30."""
        paces = [_paces(side.fighter) for side in self.sides]
        return range_track.compare(paces[0], paces[1])

    def category(self, place: int, stop: Stop | None = None) -> Category:
        """How far the enemy is for a side's weapon, now or at another stop. Source: RNC-30."""
        return self.reaches.categories(stop or self.stop)[place]

    def maneuver(self, place: int) -> Maneuver | None:
        """What a side does in this volley; None for one that hesitates and stays. Source: RNC-36, RNC-37."""
        if self.pair:
            return self.pair[place]
        side = self.sides[place]
        if side.lost:
            return None if side.lost.behavior.loses else side.lost.runs
        return side.script[self.volley - 1]

    def way(self, place: int) -> Way:
        """How a side that maneuvers rolls. Raises `Refused` for one that does not. Source: RNC-27."""
        own, other = self.maneuver(place), self.maneuver(1 - place)
        if own is None:
            raise Refused(f"{self.sides[place].fighter.name} hesitates and rolls nothing.")
        return maneuvers.meeting(own, other or Maneuver.SPEED_MAINTAIN, covered=self.house.covered_withdraw).sides[0]

    def dice(self, place: int) -> Worked:
        """The dice of a side's positioning test in this volley, line by line. Source: RNC-09."""
        side, way, own = self.sides[place], self.way(place), self.maneuver(place)
        fighter, card = side.fighter, CARDS[own or Maneuver.SPEED_MAINTAIN]
        maintains = card.intent is Intent.MAINTAIN
        fort = positioning_at_range.fortification(
            fighter.fort, maintains=maintains, away=side.away, returns=self.house.fort_returns
        )
        extra = Extra(
            self._range(place),
            *self._behind(place, fort),
            self._quick(place),
            bool(card.dice),
            0,
            way.tests is Means.STEEL,
            fighter.other,
            self.stunned[place],
            self.house.fort_stacks,
        )
        lost, _ = fighter.wounds(way.tests)
        return positioning_at_range.dice(fighter.ability(way.tests).exponent, way.tests.words, extra, lost)

    def _range(self, place: int) -> Line:
        side, weapon = self.sides[place], self.sides[place].fighter.weapon
        foe = self.sides[1 - place].fighter.weapon
        own, their = self.reaches.categories(self.stop)[place], self.reaches.categories(self.stop)[1 - place]
        against = range_dice.dice(foe.reach, their).amount if foe and their.shoots else 0
        if side.fighter.charm:
            return range_charms.dice(
                side.fighter.charm, self.sides[1 - place].fighter.charm, against, self.house.charms
            )
        if weapon is None:
            return Line(0, "No missile weapon", "RNC-05")
        return range_dice.dice(
            weapon.reach,
            own,
            their if foe else None,
            loaded=side.loaded,
            foe=against,
            bomb=weapon.kind is range_dice.Kind.BOMB,
            out=self.house.out,
        )

    def _behind(self, place: int, fort: Line) -> tuple[int, Line]:
        """The dice of cover and of defenses that the other side's weapon leaves: a bomb takes one. Source: WPN-32."""
        held, foe = self.sides[place].held.cover, self.sides[1 - place].fighter.weapon
        spell = self.sides[1 - place].fighter.charm
        if spell:
            left = partial(range_spells.cover_left, range_charms.cancels(spell))
            return left(held), fort if held else replace(fort, amount=left(fort.amount))
        if foe is None or foe.kind is not range_dice.Kind.BOMB:
            return held, fort
        return bombs.cover_dice(held), fort if held else replace(fort, amount=bombs.cover_dice(fort.amount))

    def _quick(self, place: int) -> tuple[Line, ...]:
        reflexes, strides = zip(*(side.fighter.pace for side in self.sides), strict=True)
        found = quickness.dice(reflexes, strides)[place]
        return tuple(line for line in found.lines if line.amount)

    # The start

    def start(self, means: tuple[Means, Means], throw: Throw) -> "Conflict":
        """Both test Speed or Perception for the starting range. Source: RNC-07."""
        self._at(Phase.START)
        if any(one not in (Means.SPEED, Means.PERCEPTION) for one in means):
            raise Refused("For the starting range one tests Speed or Perception.")
        thrown, totals = [], []
        for place, one in enumerate(means):
            fighter = self.sides[place].fighter
            extra = Extra(self._start_range(place), quick=self._quick(place), other=fighter.other)
            ability, (lost, harder) = fighter.ability(one), fighter.wounds(one)
            dice = positioning_at_range.dice(ability.exponent, one.words, extra, lost).total
            cast, fell = self._throw(place, "start", Pool.of(dice, ability.shade, self._opens(one)), throw)
            thrown.append((cast, fell))
            totals.append(max(0, fell.count.successes - harder))
        winner = None if totals[0] == totals[1] else int(totals[1] > totals[0])
        came = Started((totals[0], totals[1]), winner)
        after = replace(self, came=came, thrown=tuple(thrown), picks=winner)
        if winner is None and not self.house.gm_on_start_tie:
            return replace(after, phase=Phase.SCRIPT, stop=Stop.APART)
        return replace(after, phase=Phase.PICK)

    def _start_range(self, place: int) -> Line:
        weapon, foe = (self.sides[one].fighter.weapon for one in (place, 1 - place))
        if charm := self.sides[place].fighter.charm:
            return range_charms.dice(charm, self.sides[1 - place].fighter.charm, 0, self.house.charms)
        if weapon is None:
            return Line(0, "No missile weapon", "RNC-07")
        full = partial(range_dice.start_dice, optimal=self.house.optimal_start)
        bomb = weapon.kind is range_dice.Kind.BOMB
        return full(weapon.reach, foe=full(foe.reach).amount if foe else 0, bomb=bomb)

    def pick(self, own: Category, stop: Stop | None = None) -> "Conflict":
        """The winner of the starting test, or the GM, picks a range for side `picks` (0 for the GM). Source: RNC-07.

        `stop` chooses among several that the range may mean.
        """
        self._at(Phase.PICK)
        reaches = self.reaches
        found = range_track.starts(reaches.track, reaches.mover(self.picks or 0), own)
        if stop is not None and stop not in found:
            raise Refused("That is not where this range begins; choose one of those offered.")
        chosen = stop or found[0]
        return replace(self, phase=Phase.SCRIPT, stop=chosen, came=Picked(chosen), thrown=())

    # Scripts

    def script(self, place: int, moves: Sequence[Maneuver]) -> "Conflict":
        """A side's maneuvers for all three volleys, in secret. Source: RNC-17."""
        self._at(Phase.SCRIPT)
        side = self.sides[place]
        if side.script:
            raise Refused(f"{side.fighter.name} has scripted already.")
        after = self._put(place, replace(side, script=maneuvers.script(moves, side.fighter.owned)))
        ready = all(one.script for one in after.sides)
        return replace(after, phase=Phase.REVEAL if ready else Phase.SCRIPT, came=Scripted(place), thrown=())

    def forfeit(self, place: int, second: Maneuver) -> "Conflict":
        """Another second volley, paid for with the third, in which one stands and drools. Source: RNC-37."""
        self._at(Phase.REVEAL)
        if self.volley != maneuvers.VOLLEYS - 1:
            raise Refused("A script is changed between the first volley and the second.")
        side = self.sides[place]
        first, _, third = side.script
        if third is None:
            raise Refused(f"{side.fighter.name} has given up the third volley already.")
        maneuvers.script((second,) * maneuvers.VOLLEYS, side.fighter.owned)
        after = self._put(place, replace(side, script=(first, second, None)))
        return replace(after, came=Scripted(place, forfeits=True), thrown=())

    def reveal(self) -> "Conflict":
        """Both maneuvers are turned over. Source: RNC-41."""
        self._at(Phase.REVEAL)
        pair = self.maneuver(0), self.maneuver(1)
        # A volley that was given up is one of hesitation, too (RNC-37).
        stunned = [side.lost is not None or own is None for side, own in zip(self.sides, pair, strict=True)]
        return replace(
            self, phase=Phase.ROLL, pair=pair, stunned=(stunned[0], stunned[1]), came=Revealed(pair), thrown=()
        )

    def observe(self, place: int) -> "Conflict":
        """A Perception Maintain becomes one of Observation, against someone who sneaks. Source: RNC-26."""
        self._at(Phase.ROLL)
        side, other = self.sides[place], self.maneuver(1 - place)
        sneaks = other is not None and CARDS[other].tests is Means.STEALTHY
        if not self.house.observe or not sneaks or self.maneuver(place) is not Maneuver.PERCEPTION_MAINTAIN:
            raise Refused("Observation takes the place of a Perception Maintain, against Stealthy alone.")
        side.fighter.ability(Means.OBSERVATION)
        pair = [self.maneuver(0), self.maneuver(1)]
        pair[place] = Maneuver.OBSERVATION_MAINTAIN
        return replace(self, pair=(pair[0], pair[1]), thrown=())

    # The positioning test

    def roll(self, throw: Throw) -> "Conflict":
        """Both sides roll for position; who is ahead, and whose nerve held. Source: RNC-10, RNC-21, RNC-36."""
        self._at(Phase.ROLL)
        if any(side.broken for side in self.sides):
            return self._paid(throw)
        found = [self._rolled(place, throw) for place in (0, 1)]
        thrown = tuple(one for rolled in found for one in rolled.thrown)
        won = self.decided((found[0].total, found[1].total), (found[0].failed, found[1].failed))
        fates = [self._fate(place, won, throw) for place in (0, 1)]
        thrown += tuple(one for one in fates if one)
        burst = [bool(one and one[1].faces[0] == 1) for one in fates]
        return replace(self.settled(replace(won, burst=(burst[0], burst[1]))), thrown=thrown)

    def contender(self, place: int) -> Contender:
        """The dice of a side that maneuvers, as the odds take them. Source: RNC-09, RNC-20, RNC-21."""
        fighter, way = self.sides[place].fighter, self.way(place)
        ability, dice = fighter.ability(way.tests), self.dice(place).total
        lost, harder = fighter.wounds(way.tests)
        own = min(dice, max(0, ability.exponent - lost))
        opens = self._opens(way.tests)
        if way.fixed:
            return Contender(Pool.of(dice - own, ability.shade, opens), own, harder)
        nerve = fighter.hesitates if way.nerve else 0
        if way.nerve and self.house.nerve_own:
            apart = Pool.of(dice - own, ability.shade, opens)
            return Contender(Pool.of(own, ability.shade, opens), 0, harder, nerve, apart)
        return Contender(Pool.of(dice, ability.shade, opens), 0, harder, nerve)

    def settled(self, won: Won) -> "Conflict":
        """The conflict once the test ended so, whoever wins moved. Source: RNC-14, RNC-28, RNC-34."""
        sides = [self._after_test(place, won) for place in (0, 1)]
        return replace(self, sides=(sides[0], sides[1]), won=won, came=won)._moved()

    def _rolled(self, place: int, throw: Throw) -> "_Rolled":
        """What one side rolls for position; nothing where it hesitates and stays."""
        if self.maneuver(place) is None:
            return _Rolled(None, 0, ())
        one, way = self.contender(place), self.way(place)
        reined = self._reined(place, throw)
        if reined and not self.listens(place, reined[1]):
            return _Rolled(None, 0, (reined,))
        split = way.nerve and self.house.nerve_own
        parts = [("nerve", one.pool), ("position", one.more)] if split else [("position", one.pool)]
        thrown = [self._throw(place, name, pool, throw) for name, pool in parts]
        rolled = sum(fell.count.successes for _, fell in thrown)
        nerve = thrown[0][1].count.successes if split else rolled
        before = (reined,) if reined else ()
        return _Rolled(one.side.total(rolled), max(0, one.nerve - nerve), (*before, *thrown))

    def _reined(self, place: int, throw: Throw) -> tuple[Cast, Fallen] | None:
        """The Riding test before a Close or Withdraw by Steel in the saddle; else the animal bolts or shies. RID-15."""
        own = self.maneuver(place)
        if self.sides[place].fighter.rider is None or own is None or self.stunned[place]:
            return None
        if self.way(place).tests is not Means.STEEL or CARDS[own].intent is Intent.MAINTAIN:
            return None
        return self._throw(place, "riding", self.reins(place)[0], throw)

    def reins(self, place: int) -> tuple[Pool, int]:
        """Riding of a side, and what it has to reach to hold its mount to a maneuver by Steel. Source: RID-15."""
        own = self.maneuver(place)
        moves = Positioning.of((CARDS[own].intent if own else Intent.MAINTAIN).value)
        return self.sides[place].fighter.reins(moves)

    def listens(self, place: int, fell: Fallen) -> bool:
        """Whether such a throw of Riding holds the mount. Source: RID-15."""
        return fell.count.successes >= self.reins(place)[1]

    def _fate(self, place: int, won: Won, throw: Throw) -> tuple[Cast, Fallen] | None:
        """The die of a bomber who does not win: on a 1 it goes off in the hand. Source: WPN-32."""
        weapon = self.sides[place].fighter.weapon
        safe = won.winner == place or (won.tied and not self.house.tie_risks_bomb)
        if weapon is None or weapon.kind is not range_dice.Kind.BOMB or safe:
            return None
        return self._throw(place, "fate", Pool.of(1), throw)

    def _free(self, place: int, failed: int) -> bool:
        """Whether a side has a shot for nothing, since the other side trusts to Steel. Source: RNC-21, RNC-24."""
        if self.maneuver(1 - place) is None or (failed and self.house.shot_at_broken):
            return False
        other = self.maneuver(1 - place)
        card = CARDS[other or Maneuver.SPEED_MAINTAIN]
        spared = self.house.covered_withdraw and card.intent is Intent.WITHDRAW
        return card.tests is Means.STEEL and not spared

    def decided(self, totals: tuple[int | None, int | None], failed: tuple[int, int]) -> Won:
        """Who gets a way, and by how much: `failed` are volleys that nerve costs. Source: RNC-10, 20, 21, 36."""
        free = self._free(0, failed[1]), self._free(1, failed[0])
        ended = partial(Won, totals, failed=failed, free=free, before=self.stop)
        one, other = totals
        if one is None or other is None:
            # Whoever hesitates loses without a roll; of two nobody gets anything.
            if one is None and other is None:
                return ended(None, 0, still=True)
            place = 0 if other is None else 1
            return ended(None, 0, still=True) if failed[place] else ended(place, max(one or 0, other or 0))
        ahead = one - other
        if all(failed):
            return ended(None, 0, still=True)
        if any(failed):
            braver = int(failed[0] > 0)
            lead = ahead if braver == 0 else -ahead
            if lead > 0:
                return ended(braver, lead)
            return ended(None, 0, still=True) if self.house.nerve_stays else ended(braver, 0)
        if ahead:
            return ended(int(ahead < 0), abs(ahead))
        fixed = [self.way(place).fixed for place in (0, 1)]
        if self.house.stealthy_found and any(fixed):
            return ended(int(fixed[0]), 0)
        return ended(None, 0)

    def _after_test(self, place: int, won: Won) -> Side:
        """A side once the test is decided: aim that is gone, defenses that are left. Source: RNC-14, RNC-29, RNC-34."""
        side, own = self.sides[place], self.maneuver(place)
        beaten = won.winner == 1 - place or won.failed[place] > 0
        held = replace(side.held, aim=0) if beaten or own is None else side.held
        leaves = bool(side.fighter.fort) and own is not None and CARDS[own].intent is not Intent.MAINTAIN
        away = Away.LEFT if leaves else side.away
        burst = won.burst[place]
        after = replace(side, held=held, away=away, act=None, shaken=won.failed[place], hurt=burst)
        return after.broken_off() if won.failed[place] or self.stunned[place] else after

    def _moved(self) -> "Conflict":
        """The move of whoever won, or of both on a tie of like maneuvers. Source: RNC-28, RNC-31."""
        won = self.won
        assert won
        pair = self.maneuver(0), self.maneuver(1)
        intents = [CARDS[one].intent if one else Intent.MAINTAIN for one in pair]
        if won.winner is not None:
            place, intent = won.winner, intents[won.winner]
            if intent is Intent.MAINTAIN:
                return self._to(self.stop)
            reaches = self.reaches
            options = range_track.landings(
                reaches.track, self.stop, reaches.mover(place), intent, strict=self.house.strict_track
            )
            if len(options) > 1:
                return replace(self, phase=Phase.PLACE, options=options)
            return self._to(options[0])
        if won.tied and intents[0] is intents[1] is not Intent.MAINTAIN:
            steps = self.house.like_steps
            return self._to(range_track.together(self.reaches.track, self.stop, intents[0], steps=steps))
        return self._to(self.stop)

    def place(self, stop: Stop) -> "Conflict":
        """The winner says where the move ends. Source: RNC-31."""
        self._at(Phase.PLACE)
        if stop not in self.options:
            raise Refused("The move does not end there; choose one of the ranges offered.")
        return replace(self._to(stop), came=Placed(stop), thrown=())

    def _to(self, stop: Stop) -> "Conflict":
        after = replace(self, stop=stop, options=(), phase=Phase.ACT)
        return after if after.acting else after._acted()

    # Acts and shots

    @property
    def withdrew(self) -> bool:
        """Whether a Withdraw has just brought the pair where it stands."""
        won = self.won
        if won is None or (won.winner is None and not won.tied):
            return False
        places = (0, 1) if won.winner is None else (won.winner,)
        moved = [self.maneuver(place) for place in places]
        return all(one is not None and CARDS[one].intent is Intent.WITHDRAW for one in moved)

    @property
    def acting(self) -> tuple[int, ...]:
        """The sides that have something to declare and have not yet. Source: RNC-41."""
        return tuple(place for place in (0, 1) if self.sides[place].act is None and len(self.acts(place)) > 1)

    def shot_from(self, place: int) -> Category | None:
        """The range of a shot that a side could take now; None where it has none. Source: RNC-12, 16, 21, 33."""
        won, side = self.won, self.sides[place]
        other = self.sides[1 - place]
        if won is None or side.fighter.weapon is None or not side.loaded or self.stunned[place] or won.burst[place]:
            return None
        if self.stunned[1 - place] and other.lost and other.lost.hidden:
            return None
        result, free = won.result(place), won.free[place]
        if not (result is Result.WIN or won.tied or free):
            return None
        escaped = self.stop is Stop.APART and self.withdrew
        if escaped or (result is not Result.WIN and not won.tied):
            back = free and (escaped or not self.house.steel_shot_after)
            where = self.category(place, won.before if back else self.stop) if free else Category.OUT
        elif won.tied and self.house.tie_before:
            where = self.category(place, won.before)
        else:
            where = self.category(place)
        if where is Category.TOO_CLOSE:
            # The last arrow, by whoever Closed and won or tied.
            where = Category.OPTIMAL if result is not Result.LOSE else where
        return where if where.shoots else None

    def acts(self, place: int) -> tuple[Act, ...]:
        """Every act that a side may declare, but for other acts bought with what is left. Source: RNC-11, RNC-16."""
        won, side, own = self.won, self.sides[place], self.maneuver(place)
        if won is None or side.down:
            return (Act(),)
        shoots = self.shot_from(place) is not None
        if won.tied:
            runs = own is Maneuver.SPEED_WITHDRAW and not self.house.running_tie
            ducks, casts = not self.stunned[place], self.casts_from(place)
            offered = (
                (Act(), True),
                (Act(shoots=True), shoots and not runs),
                (Act(ducks=True), ducks),
                (Act(casts=True), casts and not runs),
            )
            return tuple(one for one, may in offered if may)
        free = shoots and won.free[place]
        if won.winner != place or own is None:
            return (Act(), Act(shoots=True)) if free else (Act(),)
        found = [
            Act(one.shot, aim=one.aim, cover=one.cover, casts=one.cast)
            for one in self._spends(place, shoots and not free)
        ]
        return (*found, *(replace(one, shoots=True) for one in found if free))

    def _spends(self, place: int, shoots: bool) -> tuple[Spend, ...]:
        side, own, won = self.sides[place], self.maneuver(place), self.won
        assert own
        assert won
        card = CARDS[own]
        means = margin.Means(
            won.margin,
            side.held,
            side.held.aim if self.stunned[place] else side.most_aim,
            shoots,
            self.casts_from(place),
            maintains=card.keeps_cover,
            hasty=card.price == margin.HASTY,
            triple_dice=self.house.dear_dice,
            pairs=self.house.cover_pairs,
        )
        found = margin.spends(means)
        # Whoever runs screaming keeps no cover: there is none to buy (RNC-36).
        return tuple(one for one in found if not one.cover) if self.stunned[place] else found

    def act(self, place: int, act: Act) -> "Conflict":
        """A side declares what it does; once all have, the shots fall. Source: RNC-11, RNC-16, RNC-21."""
        self._at(Phase.ACT)
        side = self.sides[place]
        if place not in self.acting:
            raise Refused(f"{side.fighter.name} has nothing to declare.")
        if replace(act, other=0) not in self.acts(place):
            raise Refused("That cannot be done with this result; choose one of the acts offered.")
        if act.other > self.left_for_others(place, act):
            raise Refused(f"The margin does not pay for {act.other} other acts beside that.")
        after = replace(self._put(place, replace(side, act=act)), came=Declared(place), thrown=())
        return after if after.acting else after._acted()

    def declared(self, acts: tuple[Act, Act]) -> "Conflict":
        """Both acts at once, of which it is known that they are lawful; their shots come next. Source: RNC-41."""
        sides = [
            replace(side, act=act, held=self.holding(place, act))
            for place, (side, act) in enumerate(zip(self.sides, acts, strict=True))
        ]
        return replace(self, sides=(sides[0], sides[1]), phase=Phase.SHOOT)

    def holding(self, place: int, act: Act) -> Held:
        """The aim and cover that a side holds once it has declared an act. Source: RNC-13, RNC-14."""
        side, maneuver = self.sides[place], self.maneuver(place)
        keeps = maneuver is not None and CARDS[maneuver].keeps_cover
        cover = margin.cover_after(side.held.cover, keeps, act.cover, hesitates=self.stunned[place])
        return Held(min(side.most_aim, side.held.aim + act.aim), cover)

    def left_for_others(self, place: int, act: Act) -> int:
        """How many other acts the margin still pays for beside this one. Source: RNC-15."""
        won, own = self.won, self.maneuver(place)
        if won is None or won.winner != place or own is None:
            return 0
        price = partial(margin.price, hasty=CARDS[own].price == margin.HASTY, triple_dice=self.house.dear_dice)
        paid = act.shoots and not won.free[place]
        cost = price(margin.Purchase.CAST) * act.casts
        cost += price(margin.Purchase.SHOT) * paid + price(margin.Purchase.AIM) * act.aim
        cost += price(margin.Purchase.COVER) * act.cover
        return max(0, won.margin - cost) // price(margin.Purchase.OTHER)

    def _acted(self) -> "Conflict":
        """Everyone has declared: purchases are held, and shots are rolled next, where there are any."""
        after = self.declared((self.sides[0].act or Act(), self.sides[1].act or Act()))
        if any(side.act and (side.act.shoots or side.act.casts) for side in after.sides):
            return after
        return replace(after, phase=Phase.HARM) if any(side.hurt for side in after.sides) else after._closed()

    def obstacle(self, place: int) -> Worked:
        """What a side's shot has to reach. Raises `Refused` where it has none. Source: RNC-03, RNC-04, RNC-38."""
        where, side, other = self.shot_from(place), self.sides[place], self.sides[1 - place]
        weapon = side.fighter.weapon
        if where is None or weapon is None or where.band is None:
            raise Refused(f"{side.fighter.name} has no shot.")
        theirs = other.act or Act()
        found = range_shot.sheltered(
            other.fighter.cover,
            other.fighter.shield,
            weapon.va.at(where.band),
            basis=self._basis(1 - place),
            shooting_back=theirs.shoots,
            any_maneuver=self.house.shield_always,
            past_heavy=self.house.shield_past_heavy,
        )
        hurt = (Line(side.fighter.harder, "Wounds", "HUB-18"),) if side.fighter.harder else ()
        more = (*found.added, *self.harder, *hurt, *self._saddle(place, Doing.SHOOT))
        return range_shot.obstacle(where, found.cover, ducks=theirs.ducks, more=more)

    def _saddle(self, place: int, doing: Doing) -> tuple[Line, ...]:
        """What the saddle adds to a shot or a casting, by what the mount does. Source: RID-12, RID-23."""
        rider, own = self.sides[place].fighter.rider, self.maneuver(place)
        if rider is None:
            return ()
        moves = Positioning.of((CARDS[own].intent if own else Intent.MAINTAIN).value)
        return tuple(line for line in rider.penalty(moves, doing).lines if line.amount)

    def _basis(self, place: int) -> Basis:
        own = self.maneuver(place)
        tests = CARDS[own].tests if own else None
        return {Means.SPEED: Basis.SPEED, Means.STEEL: Basis.STEEL}.get(tests or Means.PERCEPTION, Basis.OTHER)

    def shooting_dice(self, place: int) -> Pool:
        """The dice of a side's shot, with the aim that it holds. Source: RNC-12, RNC-14."""
        side, foe = self.sides[place], self.sides[1 - place].fighter
        more = side.held.aim + side.fighter.aiming - side.fighter.lost
        if side.fighter.rider:
            more += side.fighter.rider.shoots_down(mounted=foe.rider is not None)
        return side.fighter.skill.pool(more)

    def shoot(self, throw: Throw) -> "Conflict":
        """All shots of the volley, which fall together. Source: RNC-12."""
        self._at(Phase.SHOOT)
        found, thrown = [], []
        for place, side in enumerate(self.sides):
            if side.act and side.act.shoots:
                where = self.shot_from(place)
                assert where
                cast, fell = self._throw(place, "shot", self.shooting_dice(place), throw)
                thrown.append((cast, fell))
                found.append(Shot(place, where, self.obstacle(place), fell.count.successes))
        spelled = self._spelled(throw, thrown)
        hit = {1 - shot.side for shot in found if shot.hits}
        hit |= {1 - one.side for one in spelled if one.works and one.hit is not None}
        hit |= {place for place, side in enumerate(self.sides) if side.hurt}
        sides = [_struck(replace(side, hurt=place in hit), place, spelled) for place, side in enumerate(self.sides)]
        came = Shots(tuple(found), spelled)
        after = replace(self, sides=(sides[0], sides[1]), came=came, thrown=tuple(thrown))
        return replace(after, phase=Phase.HARM) if hit else after._closed()

    def casts_from(self, place: int) -> bool:
        """Whether a side may let a spell go, or end a prayer, with the result of this volley. Source: SOR-39, 45."""
        side, won = self.sides[place], self.won
        charm = side.fighter.charm
        if charm is None or won is None or self.stunned[place] or won.burst[place]:
            return False
        if range_charms.waits(charm, side.chanted, self.house.charms):
            return False
        reaches = range_charms.paces(charm) is None or self.category(place).shoots
        return reaches and (won.winner == place or won.tied)

    def _chanting(self, place: int) -> int:
        """The volleys that a spell has had when this one is over: it takes Maintains in a row. Source: SOR-39."""
        side, own = self.sides[place], self.maneuver(place)
        charm = side.fighter.charm
        holds = own is not None and CARDS[own].intent is Intent.MAINTAIN and not self.stunned[place]
        if charm is None or side.shaken or (side.act and side.act.casts) or not holds:
            return 0
        return side.chanted + 1 if range_charms.waits(charm, side.chanted, self.house.charms) else side.chanted

    def _spelled(self, throw: Throw, thrown: list[tuple[Cast, Fallen]]) -> tuple[Spelled, ...]:
        """The spells and prayers of a volley, counter-spells first. Source: SOR-45, SOR-46."""

        def falls(place: int, what: str, pool: Pool) -> Fallen:
            thrown.append(self._throw(place, what, pool, throw))
            return thrown[-1][1]

        casting = [place for place, side in enumerate(self.sides) if side.act and side.act.casts]
        casting.sort(key=lambda place: not _counters(self.sides[place].fighter.charm))
        wards: list[int | None] = [None, None]
        found = []
        for place in casting:
            charm = self.sides[place].fighter.charm
            assert charm
            seat = sum(line.amount for line in self._saddle(place, Doing.OTHER))
            bodies = replace(self.sides[place].body, saddle=seat), self.sides[1 - place].body
            found.append(range_charms.cast(place, charm, *bodies, wards[1 - place], falls))
            wards[place] = found[-1].over if _counters(charm) else None
        return tuple(found)

    def _paid(self, throw: Throw) -> "Conflict":
        """The Tax of spells that were broken off, before anything else is rolled. Source: SOR-33."""
        after, found = self, []
        thrown: list[tuple[Cast, Fallen]] = []

        def falls(place: int, what: str, pool: Pool) -> Fallen:
            thrown.append(self._throw(place, what, pool, throw))
            return thrown[-1][1]

        for place, side in enumerate(self.sides):
            charm = side.fighter.charm
            if not side.broken or charm is None:
                continue
            part = range_charms.broken(charm, side.broken)
            failure = None if charm.prayer else Failure.by(falls(place, "fate", range_charms.DIE).faces[0])
            made: list[Made] = []
            taxed = range_charms.tax(place, charm, part, side.body, falls, made) if part else None
            spelled = Spelled(place, charm, 0, 0, None, failure, taxed=taxed, made=tuple(made))
            found.append(spelled)
            after = after._put(place, _struck(replace(side, broken=0), place, (spelled,)))
        after = replace(after, came=Paid(tuple(found)), thrown=tuple(thrown))
        return replace(after, phase=Phase.OVER, ending=Ending.BEATEN) if any(one.down for one in after.sides) else after

    def harm(self, place: int, harm: Harm) -> "Conflict":
        """What a hit did to a side, worked out elsewhere. Source: RNC-41."""
        self._at(Phase.HARM)
        side = self.sides[place]
        if not side.hurt:
            raise Refused(f"{side.fighter.name} was not hit.")
        fighter = side.fighter
        if harm.mount and fighter.rider is None:
            raise Refused(f"{fighter.name} rides nothing that could be hit.")
        if harm.mount and harm.down:
            fighter = replace(fighter, rider=None, beast_lost=0, beast_harder=0)
        elif harm.mount:
            worse = max(fighter.beast_harder, harm.harder)
            fighter = replace(fighter, beast_lost=fighter.beast_lost + harm.lost, beast_harder=worse)
        else:
            fighter = replace(fighter, lost=fighter.lost + harm.lost, harder=max(fighter.harder, harm.harder))
        shaken = max(side.shaken, harm.volleys)
        if harm.volleys or (harm.lost and not harm.mount):
            side = side.broken_off()
        aim = 0 if harm.volleys else side.held.aim
        down = side.down or (harm.down and not harm.mount)
        hit = replace(side, fighter=fighter, down=down, hurt=False, shaken=shaken)
        after = self._put(place, replace(hit, held=replace(side.held, aim=aim)))
        after = replace(after, came=Harmed(place, harm), thrown=())
        return after if any(one.hurt for one in after.sides) else after._closed()

    # The end of a volley

    def _closed(self) -> "Conflict":
        """The bookkeeping of a volley, and what comes after it. Source: RNC-06, RNC-13, RNC-14, RNC-36, RNC-40."""
        won = self.won
        assert won
        end = self._end()
        sides = [self._kept(place) for place in (0, 1)]
        after = replace(self, sides=(sides[0], sides[1]))
        if end is Phase.SPOT:
            return replace(self, phase=Phase.SPOT)
        if isinstance(end, Ending):
            return replace(after, phase=Phase.OVER, ending=end)
        last = self.volley == maneuvers.VOLLEYS
        fresh = [replace(side, act=None, script=() if last else side.script) for side in after.sides]
        after = replace(after, sides=(fresh[0], fresh[1]), won=None, pair=None, stunned=(False, False))
        volley, exchange = (1, self.exchange + 1) if last else (self.volley + 1, self.exchange)
        return replace(after, volley=volley, exchange=exchange)._waiting()

    def _kept(self, place: int) -> Side:
        """A side after a volley: its aim, whether it is loaded, and how long it still hesitates."""
        side = self.sides[place]
        act = side.act or Act()
        aim = 0 if act.shoots else act.aim if self.house.aim_expires else side.held.aim
        loaded = side.loaded
        if side.fighter.weapon:
            volley = range_dice.Volley(shot=act.shoots, hesitates=self.stunned[place])
            kind, anyhow = side.fighter.weapon.kind, self.house.reloads_hesitating
            loaded = range_dice.loaded_after(kind, side.loaded, volley, while_hesitating=anyhow)
        held, lost = replace(side.held, aim=aim), side.lost
        side = replace(side, chanted=self._chanting(place))
        if lost:
            held = held if lost.volleys > 1 else replace(held, cover=lost.behavior.cover)
            lost = replace(lost, volleys=lost.volleys - 1) if lost.volleys > 1 else None
        if side.shaken:
            lost = replace(lost or Lost(1), volleys=max(side.shaken, lost.volleys if lost else 0))
            held = Held()
        return replace(side, held=held, loaded=loaded, lost=lost, shaken=0)

    def _end(self) -> Ending | Phase | None:
        """How it ends, or whether a swooner has to be found first. Source: RNC-40."""
        running = [self.stunned[place] and self.maneuver(place) is not None for place in (0, 1)]
        own, their = self.reaches.categories(self.stop)
        if any(side.down for side in self.sides):
            return Ending.BEATEN
        if self.stop is Stop.TOUCHING and self.swooned is not None:
            return Phase.SPOT
        if self.withdrew and ((running[0] and their is Category.OUT) or (running[1] and own is Category.OUT)):
            return Ending.FLED
        return range_dice.ending(own, their, withdrew=self.withdrew)

    @property
    def swooned(self) -> int | None:
        """The side that has swooned out of sight, if one has. Source: RNC-36."""
        found = (place for place, one in enumerate(self.sides) if one.lost and one.lost.hidden)
        return next(found, None)

    def spot(self, throw: Throw, *, perception: bool = False) -> "Conflict":
        """The other side looks for the swooner, with Observation or with Perception. Source: RNC-36."""
        self._at(Phase.SPOT)
        place = self.swooned
        assert place is not None
        seeker, lost = self.sides[1 - place].fighter, self.sides[place].lost
        assert lost
        means = Means.PERCEPTION if perception or seeker.observation is None else Means.OBSERVATION
        plain = means is Means.PERCEPTION
        hidden = range_endings.spotting(lost.hidden, perception=plain, doubled=self.house.hard_to_spot)
        obstacle = hidden + seeker.harder
        ability = seeker.ability(means)
        cast, fell = self._throw(1 - place, "spot", ability.pool(-seeker.lost, self._opens(means)), throw)
        found = fell.count.successes >= obstacle
        came = Spotted(1 - place, obstacle, fell.count.successes)
        ending = Ending.MELEE if found else Ending.LOST
        return replace(self, phase=Phase.OVER, ending=ending, came=came, thrown=((cast, fell),))

    @property
    def reacting(self) -> tuple[int, ...]:
        """The sides that hesitate and have not said how. Source: RNC-36."""
        return tuple(place for place, one in enumerate(self.sides) if one.lost and one.lost.reaction is Reaction.OPEN)

    def react(
        self, place: int, reaction: Reaction, throw: Throw, runs: Maneuver = Maneuver.SPEED_WITHDRAW
    ) -> "Conflict":
        """Someone who hesitates chooses how; a swoon rolls Stealthy, or Speed without it. Source: RNC-36."""
        self._at(Phase.REACT)
        side = self.sides[place]
        if place not in self.reacting or side.lost is None:
            raise Refused(f"{side.fighter.name} does not hesitate, or has said how.")
        does = range_endings.reaction(reaction)
        if runs not in range_endings.RUNS:
            raise Refused("Whoever runs screaming does a Speed or a Steel Withdraw.")
        hidden, thrown = 0, []
        if does.hides:
            skill = side.fighter.stealthy
            pool = (skill or side.fighter.speed).pool(-side.fighter.lost)
            cast, fell = self._throw(place, "hide", pool, throw)
            thrown.append((cast, fell))
            rolled = fell.count.successes if skill else fell.count.successes // 2
            hidden = max(0, rolled - side.fighter.harder)
        lost = replace(side.lost, reaction=reaction, runs=runs, hidden=hidden)
        after = self._put(place, replace(side, lost=lost, held=Held()))
        return replace(after._waiting(), came=Reacted(place, reaction, hidden), thrown=tuple(thrown))

    def _waiting(self) -> "Conflict":
        """What is waited for between two volleys."""
        if self.reacting:
            return replace(self, phase=Phase.REACT)
        scripted = all(side.script for side in self.sides)
        return replace(self, phase=Phase.REVEAL if scripted else Phase.SCRIPT)

    def give_up(self, place: int) -> "Conflict":
        """A side gives up. Source: RNC-40."""
        if self.phase is Phase.OVER:
            raise Refused("It is over already.")
        after = self._put(place, replace(self.sides[place], down=True))
        return replace(after, phase=Phase.OVER, ending=Ending.BEATEN, thrown=())

    # Dice and sides

    def _opens(self, means: Means) -> bool:
        return means.open_ended and (means is not Means.PERCEPTION or self.house.perception_opens)

    def _throw(self, place: int, what: str, pool: Pool, throw: Throw) -> tuple[Cast, Fallen]:
        cast = Cast(place, what, pool, self.house.chain if pool.open_ended else Chain.CHAIN)
        return cast, throw(cast)

    def _put(self, place: int, side: Side) -> "Conflict":
        return replace(self, sides=(side, self.sides[1]) if place == 0 else (self.sides[0], side))

    def _at(self, *phases: Phase) -> None:
        if self.phase not in phases:
            raise Refused(f"This is not the time for it: {self.phase.words}.")


def _paces(fighter: Fighter) -> int | None:
    """How far someone reaches; None where nothing does, or nothing ends it. Source: RNC-30, SOR-42."""
    if fighter.charm:
        return range_charms.paces(fighter.charm)
    return fighter.weapon.reach.paces if fighter.weapon else None


def _counters(charm: Charm | None) -> bool:
    return charm is not None and charm.works is Works.COUNTER


def _struck(side: Side, place: int, spelled: Iterable[Spelled]) -> Side:
    """A side after the spells of a volley: what its own took, what the other’s did beside a hit. Source: SOR-13."""
    for one in spelled:
        if one.side == place and one.taxed:
            down = side.down or one.taxed.unconscious
            side = replace(side, drained=side.drained + one.taxed.lost, down=down)
        puts_up = one.charm.works is Works.SHIELD
        if one.shield is not None and puts_up is (one.side == place):
            side = replace(side, shield=one.shield)
            side = side if one.shield or puts_up else side.broken_off()
        if one.side != place and one.works:
            side = replace(side, shaken=max(side.shaken, one.volleys))
            if one.volleys:
                side = side.broken_off()
            elif one.charm.works is Works.BREAK:
                side = side.broken_off() if one.charm.hard else replace(side, chanted=0)
    return side


@dataclass(frozen=True, slots=True)
class _Rolled:
    """One side's roll: its total (None for none), the volleys its nerve costs, and the dice."""

    total: int | None
    failed: int
    thrown: tuple[tuple[Cast, Fallen], ...]


def begin(
    first: Fighter, second: Fighter, house: House = House(), harder: Sequence[Line] = (), at: Stop | None = None
) -> Conflict:
    """A conflict about to begin: with the starting test, or at a stop that the GM names. Source: RNC-07, RNC-41."""
    conflict = Conflict((Side(first), Side(second)), house, tuple(harder))
    if at is None:
        return conflict
    range_track.state_of(conflict.reaches.track, at)
    return replace(conflict, stop=at, phase=Phase.SCRIPT)


BOT = (Maneuver.SPEED_CLOSE, Maneuver.PERCEPTION_MAINTAIN, Maneuver.PERCEPTION_MAINTAIN)


def bot_step(conflict: Conflict, throw: Throw) -> Conflict:
    """The next step by a bot that closes once, holds, shoots when it can, and drops whom it hits."""
    match conflict.phase:
        case Phase.SCRIPT:
            place = next(place for place in (0, 1) if not conflict.sides[place].script)
            return conflict.script(place, BOT)
        case Phase.REVEAL:
            return conflict.reveal()
        case Phase.ROLL:
            return conflict.roll(throw)
        case Phase.PLACE:
            return conflict.place(conflict.options[-1])
        case Phase.ACT:
            place = conflict.acting[0]
            return conflict.act(place, max(conflict.acts(place), key=lambda one: (one.shoots, one.aim, one.cover)))
        case Phase.SHOOT:
            return conflict.shoot(throw)
        case Phase.HARM:
            return conflict.harm(next(p for p in (0, 1) if conflict.sides[p].hurt), Harm(down=True))
        case Phase.REACT:
            return conflict.react(conflict.reacting[0], Reaction.PRONE, throw)
        case Phase.SPOT:
            return conflict.spot(throw)
        case _:
            raise Refused(f"A bot has nothing to do here: {conflict.phase.words}.")
