"""A Fight! of two from the first positioning test to its end: a frozen state, and what may be done in it (FGT-67).

Each method of a `Fight` gives the fight after it, or raises `Refused` with the sentence why it is not allowed. Dice
come from outside: a `Throw` says how many successes a `Cast` came to. What the last step brought stands in `came`.
Sides are numbered 0 and 1. What is sung is announced and costs its actions; what it does comes from outside, by
`hesitate`. A spell or a prayer is a `Charm` in someone's hand, and does what that says; a bow or something to throw is
a `Ranged`. So a bot fights it out:

>>> from random import Random
>>> from engine.games.burning_wheel.dice import roll
>>> chance = Random(3)
>>> throw = lambda cast: roll(cast.pool, chance).count.successes
>>> fight = begin(Fighter("Wenna", skill=B5), Fighter("Grim"))
>>> fight = fight.start(throw, Distance.OPTIMAL)
>>> defends = {1: [Act.BLOCK], 2: [Act.STRIKE], 3: [Act.BLOCK]}
>>> strikes = {1: [Act.STRIKE], 2: [Act.BLOCK], 3: [Act.STRIKE]}
>>> while fight.phase is not Phase.OVER:
...     for side, acts in enumerate((defends, strikes)):
...         fight = fight.write(side, bot_script(fight.sides[side].actions, acts))
...     while fight.phase not in (Phase.SCRIPT, Phase.OVER):
...         fight = fight.announce().position(throw)
...         while fight.phase is Phase.ACT:
...             fight = fight.act(throw)
>>> fight.exchange, [level.value for level in fight.sides[0].state.levels], fight.came[-1].words
(2, ['midi', 'midi'], 'Midi wound')
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice

from engine import wording
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import (
    ambush,
    eaten,
    fight_attacks,
    fight_beast,
    fight_bids,
    fight_charms,
    fight_defenses,
    fight_disarm,
    fight_lance,
    fight_positioning,
    fight_posture,
    fight_push,
    fight_reach,
    fight_shots,
    fight_surprise,
    locks,
    saddle,
    shields,
    stances,
)
from engine.games.burning_wheel.rules.bids import Auction, open_auction
from engine.games.burning_wheel.rules.charms import Works
from engine.games.burning_wheel.rules.exchange import VOLLEYS, layouts
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_blows import Choice, Effect, Landing, held_against, wounded
from engine.games.burning_wheel.rules.fight_distance import Distance, Places, Positioning, Track, between, landings
from engine.games.burning_wheel.rules.fight_matrix import Meets, Met, against, met
from engine.games.burning_wheel.rules.fight_missiles import LOOSES, Flies, Ready
from engine.games.burning_wheel.rules.fight_positioning import Outcome
from engine.games.burning_wheel.rules.fight_posture import Doing, Posture
from engine.games.burning_wheel.rules.fight_script import TASKS, Deed, Script, State, check, word
from engine.games.burning_wheel.rules.fight_state import (
    B4,
    B5,
    Cast,
    Event,
    Fell,
    Fighter,
    House,
    Made,
    Part,
    Phase,
    Side,
    Standing,
    Table,
    Tells,
    Throw,
    quick_dice,
)
from engine.games.burning_wheel.rules.lance import Timing
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.plan_changes import Change, Clock, Plan, Spot, hesitates, spots
from engine.games.burning_wheel.rules.saddle import Fright
from engine.games.burning_wheel.rules.stances import Stance
from engine.games.burning_wheel.rules.steel import Reaction
from engine.games.burning_wheel.rules.striking import BASE, may_offer
from engine.games.burning_wheel.rules.weapon_speed import With
from engine.records import changed
from engine.refused import Refused
from engine.working import Line

__all__ = [
    "B4",
    "B5",
    "Cast",
    "Choice",
    "Event",
    "Fell",
    "Fight",
    "Fighter",
    "House",
    "Made",
    "Part",
    "Phase",
    "Side",
    "Standing",
    "Table",
    "Tells",
    "Throw",
    "begin",
    "bot_script",
    "harder",
    "hindered",
]
"""The procedure with all that stands between its steps, which is `fight_state`."""

OBSTACLES = (Met.STRIKE, Met.GREAT_STRIKE, Met.DISARM)
"""Attacks whose +Ob raises an obstacle; that of the others eats successes. Source: FGT-09."""
ARMED = frozenset(
    (Met.STRIKE, Met.GREAT_STRIKE, Met.FEINT, Met.BEAT, Met.DISARM, Met.BLOCK, Met.TO_DEFENSIVE, Met.COUNTERSTRIKE)
)
"""Actions with the weapon in hand, which a Beat makes harder. Source: FGT-36."""
FOOLED = (Met.BLOCK, Met.COUNTERSTRIKE, Met.TO_DEFENSIVE)
"""What a Feint makes hesitate. Source: FGT-42."""
REINS = Deed(Act.PHYSICAL, With.MOUNT)
"""What a rider does who takes a frightened mount in hand. Source: RID-24."""
PLAYED = (Phase.FIRST, Phase.POSITION, Phase.HALT, Phase.ACT)
"""Phases of a volley that is announced."""
SCRIPTED = (Meets.AVOID, Meets.BLOCK, Meets.PLAIN_BLOCK, Meets.COUNTER)


@dataclass(frozen=True)  # changed ten thousand times an answer
class Fight:
    """A fight of two between two steps. `thrown` are the dice of the last one, `came` what it brought.

    `tests` are those made so far with Speed for position, with attacks and with scripted defenses.
    `picks` is the side that picks the distance at the start; `options` are the places among which the winner of a
    positioning test, `won`, may halt, the farthest that the rule goes first; `yielded` is the side that gave up, and
    `bids` are those of this exchange. `lurk` is the ambush that it begins with.
    Source: FGT-67.
    """

    sides: tuple[Side, Side]
    house: House = House()
    phase: Phase = Phase.START
    exchange: int = 1
    volley: int = 1
    slot: int = 1
    moved: tuple[Positioning, Positioning] = (Positioning.STAND, Positioning.STAND)
    rushed: tuple[bool, bool] = (False, False)
    came: tuple[Event, ...] = ()
    thrown: tuple[tuple[Cast, int], ...] = ()
    picks: int | None = None
    won: int | None = None
    options: tuple[Places, ...] = ()
    tests: tuple[Made, ...] = ()
    yielded: int | None = None
    bids: fight_bids.Bidding = fight_bids.Bidding()
    lurk: ambush.Lurk | None = None

    @property
    def prevails(self) -> int | None:
        """The side that has its way in the end; None while both fight on, or where it breaks off. Source: FGT-67."""
        down = [side.state.out or self.yielded == place for place, side in enumerate(self.sides)]
        return 1 - down.index(True) if sum(down) == 1 else None

    @property
    def clock(self) -> Clock:
        """How far the exchange is, for changes of plan. Source: FGT-55."""
        return Clock(self.volley, is_out=self.phase in PLAYED)

    @property
    def places(self) -> Places:
        """Where both stand."""
        return self.sides[0].state.at, self.sides[1].state.at

    @property
    def track(self) -> Track:
        """The distances that their weapons give them. Source: FGT-20."""
        one, two = (side.weapon.length for side in self.sides)
        return between(one, two, shared=self.house.shared)

    def lurking(self, lurk: ambush.Lurk | None) -> "Fight":
        """The same with an ambush before the first positioning test. Source: FGT-62."""
        self._need(Phase.START)
        return changed(self, phase=Phase.AMBUSH, lurk=lurk) if lurk else self

    def surprise(self, throw: Throw) -> "Fight":
        """The ambush is sprung, before the first positioning test: noticed in time, or a Steel test. Source: FGT-62."""
        self._need(Phase.AMBUSH)
        assert self.lurk
        table = Table(throw)
        done = _applied(self, table, fight_surprise.sprung(self.sides, table, self.lurk))
        return changed(done, phase=Phase.START, thrown=table.all, tests=(*self.tests, *table.made))

    def start(self, throw: Throw, pick: Distance | None = None, *, more: tuple[int, int] = (0, 0)) -> "Fight":
        """The first positioning test; the winner picks the distance, at once or with `picked`. Source: FGT-18.

        A tie goes to side 1, who defends, unless the table reads it otherwise. `more` are dice of each side besides
        Speed, quickness, length and traits.
        """
        self._need(Phase.START)
        table = Table(throw)
        frozen = [bool(side.state.lost) for side in self.sides]
        pools = [Pool.of(0) if frozen[place] else self._speed(place, None, more[place]) for place in (0, 1)]
        fallen = [table.cast(Cast(place, Part.POSITION, pools[place])) for place in (0, 1)]
        eats = [side.state.hurts for side in self.sides]
        won = _outcome(self, fallen, frozen, eats).won
        if won is None and self.house.tie == "reroll":
            return changed(self, came=(Event(0, "a tie: roll again", "FGT-18"),), thrown=table.all)
        if won is None and self.house.tie == "out":
            told = Event(0, "a tie: out of reach", "FGT-18")
            return self._with(places=self.track.states[0], phase=Phase.SCRIPT, came=(told,), thrown=table.all)
        place = 0 if won else 1
        told = Event(place, "wins and picks the distance", "FGT-18")
        fight = changed(self, phase=Phase.PICK, picks=place, came=(told,), thrown=table.all)
        fight = _positions(fight, fallen, pools, won, eats)
        return fight if pick is None else changed(fight.picked(pick), thrown=table.all)

    def picked(self, pick: Distance) -> "Fight":
        """The winner of the first test picks the distance for the own weapon. Raises `Refused` inside. FGT-18."""
        self._need(Phase.PICK)
        place = self.picks or 0
        places = self.track.started(pick, mine=place == 0)
        told = Event(place, f"picks {pick.words}", "FGT-18")
        return self._with(places=places, phase=Phase.SCRIPT, came=(told,))

    def set_at(self, places: Places) -> "Fight":
        """The GM says where both begin, without a test. Source: FGT-20."""
        self._need(Phase.START)
        return self._with(places=places, phase=Phase.SCRIPT, came=(Event(0, "the GM sets the distance", "FGT-20"),))

    def placed(self, places: Places) -> "Fight":
        """The same with both where the GM puts them. Source: FGT-20."""
        return self._with(places=places)

    def hesitate(self, place: int, actions: int, *, running: bool = False) -> "Fight":
        """Something from outside costs a side so many actions, the next one first. Source: FGT-61."""
        return self._side(place, self.sides[place].state.shaken(actions, running=running))

    def react(self, place: int, reaction: Reaction) -> "Fight":
        """Someone who hesitates says how: on the ground without a weapon, in a swoon, or running. Source: FGT-61.

        Raises `Refused` for someone who does not hesitate, or runs already.
        """
        state = self.sides[place].state
        if not state.lost:
            raise Refused("Only someone who hesitates chooses how.")
        if reaction is Reaction.RUN:
            new = changed(state, running=True)
        elif reaction in (Reaction.PRONE, Reaction.SWOON):
            new = changed(state, posture=Posture.GROUND, running=False)
            new = new.dropped(0) if self.sides[place].armed else new
        else:
            new = changed(state, running=False)
        fight = self._side(place, new)
        return fight._with(
            places=fight.track.states[fight.track.stop(fight.places)], came=(Event(place, reaction.words, "FGT-61"),)
        )

    def give_up(self, place: int) -> "Fight":
        """A side yields, which ends it. Source: FGT-67."""
        return changed(self, phase=Phase.OVER, yielded=place, came=(Event(place, "gives up", "FGT-67"),), thrown=())

    def to_divide(self, place: int) -> int:
        """The dice of a Counterstrike that meets an attack now and wants to be divided; 0 for none. Source: FGT-39."""
        if self.phase is not Phase.ACT:
            return 0
        deed, attack = _deed(self, place), _deed(self, 1 - place)
        if deed is None or attack is None or deed.act is not Act.COUNTERSTRIKE:
            return 0
        parts = against(met(attack.act), Met.COUNTERSTRIKE, house=self.house.matrix)
        dice = _pool(self, place, deed).dice
        return dice if dice > 1 and (Meets.COUNTER in parts or Meets.RIPOSTE in parts) else 0

    def doing(self, place: int) -> Deed | None:
        """What a side really does in this slot, once a volley is announced; None without an action. Source: FGT-67."""
        if self.phase is Phase.FIRST:
            return _deed(self, place) if self.bids.first == place else None
        return _deed(self, place) if self.phase is Phase.ACT else None

    def may_spring(self, place: int) -> bool:
        """Whether a condition that a side has set may be met now, with its action in this slot. Source: FGT-63."""
        state = self.sides[place].state
        waits = self.phase is Phase.ACT and bool(state.waits) and state.ready is not None and not state.sprung
        return waits and _deed(self, place) is not None

    def spring(self, place: int) -> "Fight":
        """The condition that a side has set is met: what it has ready is done in this slot.

        What it has scripted after that is played in the volleys that are left, as many as there are, from its first one
        on. Raises `Refused` where it waits for nothing. Source: FGT-63.
        """
        if not self.may_spring(place):
            raise Refused("Nobody waits for a condition here.")
        state = self.sides[place].state
        assert state.ready
        assert state.plan
        script, written = state.plan.script, state.ready[1]
        if written and written != self.volley:
            for number, volley in enumerate(ambush.what_ifs(self.volley), written + 1):
                script = script.changed(volley, state.plan.script.volleys[number - 1])
            now = script.volleys[self.volley - 1]
            idle = ((Deed(Act.NOTHING),),) * (len(now.slots) - self.slot)
            script = script.changed(self.volley, replace(now, slots=(*now.slots[: self.slot], *idle)))
        told = Event(place, f"the condition is met: {state.ready[0].words}", "FGT-63")
        new = changed(state, sprung=True, plan=replace(state.plan, script=script))
        return changed(self._side(place, new), came=(told,), thrown=())

    def may_hold(self, place: int) -> bool:
        """Whether a side may hold back the spell that this action would let go. Source: SOR-38."""
        side, charm = self.sides[place], self.sides[place].fighter.charm
        return bool(charm and charm.free) and _is_done(side, self.doing(place)) and not side.state.holds

    def hold(self, place: int) -> "Fight":
        """A side holds back the last syllable in this action: the spell is not out with it, and goes on.

        A Will test falls with the action, where one is due. Raises `Refused` for who has no spell done. Source: SOR-38.
        """
        if not self.may_hold(place):
            raise Refused("Only a spell that is done with this action is held back.")
        told = Event(place, "does not say the last syllable yet", "SOR-38")
        return changed(self._side(place, changed(self.sides[place].state, holds=True)), came=(told,), thrown=())

    def may_rein(self, place: int) -> bool:
        """Whether a rider may take a frightened mount in hand, with his action in this slot. Source: RID-24."""
        side = self.sides[place]
        free = self.phase is Phase.ACT and side.rider is not None and bool(side.state.beast.lost)
        own = _deed(self, place) if free and side.state.beast.reins is None else None
        return own is not None and not own.act.hesitates and not side.state.waits

    def rein(self, place: int, fright: Fright) -> "Fight":
        """A rider takes his frightened mount in hand: his action in this slot is a Riding test. Source: RID-24.

        If it holds, the mount does what he wants of `fright` from here on. Raises `Refused` where there is no such
        action.
        """
        if not self.may_rein(place):
            raise Refused("This takes a frightened mount, and an action in this slot.")
        state = self.sides[place].state
        told = Event(place, "takes the mount in hand", "RID-24")
        new = changed(state, beast=replace(state.beast, reins=fright))
        return changed(self._side(place, new), came=(told,), thrown=())

    def spook(self, place: int, fright: Fright, throw: Throw) -> "Fight":
        """Someone says what a frightened mount does; one that rears or rolls may throw its rider. Source: RID-24.

        Raises `Refused` for a mount that is not frightened.
        """
        side = self.sides[place]
        if side.rider is None or not side.state.beast.lost:
            raise Refused("Only a frightened mount bolts, shies, rears or rolls.")
        beast = replace(side.state.beast, fright=fright)
        fight, table = self._side(place, changed(side.state, beast=beast)), Table(throw)
        done = _applied(fight, table, fight_beast.startled(fight.sides[place], table, place))
        told = Event(place, f"the mount: {fright.words}", "RID-24")
        done = changed(done, came=(told, *done.came), thrown=table.all)
        return changed(done, tests=(*done.tests, *table.made))

    def choose(self, place: int, choice: Choice) -> "Fight":
        """A side says what it offers, what it wants to hit, and what its Great Strikes gain. Source: WPN-05, FGT-43.

        Raises `Refused` for legs that someone on foot offers to a rider, and for a part of a beast that nobody rides
        (RID-22).
        """
        for part, of in ((choice.offers, place), (choice.wants, 1 - place)):
            if isinstance(part, saddle.Spot) and (self.sides[of].rider is None or not part.beast):
                raise Refused(f"{self.sides[of].fighter.name} rides no beast: a blow lands on a part of the body.")
        down = self.sides[1 - place].rider is not None and self.sides[place].rider is None
        if isinstance(choice.offers, Target) and not may_offer(choice.offers, from_horseback=down):
            raise Refused("On foot nobody offers the legs to a rider: head, torso or arms.")
        return self._side(place, changed(self.sides[place].state, choice=choice))

    def write(self, place: int, script: Script) -> "Fight":
        """A side hands in its script. Raises `Refused` with the first fault of an unlawful one. Source: FGT-07.

        Actions that hesitation takes are crossed off as they come, so that a script has all of them.
        """
        self._need(Phase.SCRIPT)
        side = self.sides[place]
        found = check(script, side.asks)
        if not found.lawful:
            raise Refused(found.faults[0].words)
        for placed in script.placed:
            if placed.deed.using is With.OFF and side.other is None:
                raise Refused(f"{placed.words}: there is nothing in the other hand.")
        ready = side.state.ready or (_next(script, (1, 0)) if side.state.waits else None)
        fight = self._side(place, changed(side.state, plan=Plan(script, house=self.house.plans), ready=ready))
        written = all(one.state.plan for one in fight.sides)
        return changed(fight, phase=Phase.ANNOUNCE if written else Phase.SCRIPT, came=(), thrown=())

    def trade(self, place: int, given: Spot, changed: Spot, change: Change) -> "Fight":
        """A side gives up an action to change another. Raises `Refused` where it is too late. Source: FGT-54.

        Raises it as well for a word to a mount that cannot do it. Source: RID-14.
        """
        if change.deed.mounts:
            rider, side = self.sides[place].rider, self.sides[place]
            moves = change.positioning or side.volley(changed.volley).positioning
            if why := word(change.deed.act, moves, rider.mount if rider else None):
                raise Refused(f"{why[:1].upper()}{why[1:]}")
        return self._replan(place, lambda plan: plan.trade(given, changed, change))

    def drool(self, place: int, spot: Spot) -> "Fight":
        """A side drops an action of its own will. Raises `Refused` where it is too late. Source: FGT-56."""
        return self._replan(place, lambda plan: plan.drool(spot))

    def may_save(self, place: int) -> tuple[Spot, ...]:
        """The announced actions that a side may still turn into an Avoid or a Block: those to come. Source: FGT-57.

        None that hesitation takes, that came before all others, or that a Charge has been; nor while a side stays ready
        for a condition.
        """
        state = self.sides[place].state
        if self.phase not in PLAYED or state.plan is None or not state.plan.may_pay or state.out or state.waits:
            return ()
        leads = self.volley == 1 and self.bids.first == place and (self.bids.done or self.phase is Phase.FIRST)
        rushed = self.phase in (Phase.ACT, Phase.HALT) and self.rushed[place]
        first = self.slot + state.lost + (self.slot == 1 and (leads or rushed))
        return tuple(
            spot
            for spot in spots(state.plan.script)
            if spot.volley == self.volley and spot.action >= first and not hesitates(state.plan.script, spot)
        )

    def save(self, place: int, current: Spot, lost: Spot, act: Act) -> "Fight":
        """A side gives up an action of a later volley, and an announced one becomes an Avoid or a Block.

        Raises `Refused` where the table does not play it, where it is too late, and where its stance bars the Avoid.
        Source: FGT-57.
        """
        plan = self.sides[place].state.plan
        if self.phase not in PLAYED or plan is None:
            raise Refused("This changes what is announced, and nothing is announced now.")
        new = plan.emergency(current, lost, act)
        if current not in (found := self.may_save(place)):
            may = wording.listed([one.words for one in found], "or")
            raise Refused(f"What may still be changed is {may}." if may else "Nothing of it can be changed any more.")
        if stances.effect(self.sides[place].state.stance, act).barred:
            raise Refused(f"In {self.sides[place].state.stance.words} stance there is no {act.words}.")
        told = Event(place, f"turns {current.words} into {act.words}, and gives up {lost.words}", "FGT-57")
        fight = self._side(place, changed(self.sides[place].state, plan=new))
        return changed(fight, came=(told,), thrown=())

    def may_bid(self, place: int) -> bool:
        """Whether a side may throw in an action more: before volley 1 is announced. Source: FGT-58."""
        if self.phase is not Phase.ANNOUNCE or self.volley != 1 or not self._auction.may(place):
            return False
        return bool(self._strikes(place, self._auction.bid(place)))

    def may_strike(self, place: int) -> tuple[Spot, ...]:
        """The actions that a side may strike out next for what it has bid. Source: FGT-58."""
        owes = self.phase is Phase.ANNOUNCE and self.bids.owes(place)
        return self._strikes(place, self._auction) if owes else ()

    def bid(self, place: int, actions: int = 1) -> "Fight":
        """A side throws in so many actions more, to act first; the other may answer. Source: FGT-58, FGT-59.

        Raises `Refused` where it is too late, for more than it may bid, and where no lawful script is left.
        """
        self._need(Phase.ANNOUNCE)
        if self.volley != 1:
            raise Refused("Actions are bid at the start of an exchange, before anything is announced.")
        auction = self._auction.bid(place, actions)
        if not self._strikes(place, auction):
            few = wording.count(auction.actions[place], "action")
            raise Refused(f"With {few} nothing lawful is left of the script.")
        total = wording.count(auction.totals[place], "action")
        told = Event(place, f"has bid {total} to go first", "FGT-58" if auction.holder == place else "FGT-59")
        return changed(self, bids=replace(self.bids, auction=auction), came=(told,), thrown=())

    def strike_out(self, place: int, spot: Spot) -> "Fight":
        """A side strikes out an action that it has bid. Raises `Refused` where nothing lawful would be left. FGT-58."""
        self._need(Phase.ANNOUNCE)
        if spot not in (found := self.may_strike(place)):
            may = wording.listed([one.words for one in found], "or")
            raise Refused(f"Strike out {may}, not {spot.words}." if may else "There is no bid to be paid.")
        return changed(self, bids=self.bids.without(place, spot), came=(), thrown=())

    def wait(self) -> "Fight":
        """The side that goes first acts after the positioning tests. Raises `Refused` when they are over. FGT-58."""
        self._need(Phase.FIRST)
        if self.bids.late:
            raise Refused("Positioning has been tested; the first action comes now.")
        return changed(self, bids=replace(self.bids, late=True), phase=Phase.POSITION, came=(), thrown=())

    @property
    def _auction(self) -> Auction:
        one, two = self.sides
        fresh = ((one.fighter.name, one.actions), (two.fighter.name, two.actions))
        return self.bids.auction or open_auction(*fresh)

    def _strikes(self, place: int, auction: Auction) -> tuple[Spot, ...]:
        """What a side may strike out next once bids stand like that."""
        side, away = self.sides[place], self.bids.struck[place]
        assert side.state.plan
        owed, leads = auction.totals[place] - len(away), auction.holder == place
        return fight_bids.may_strike(side.state.plan.script, away, owed, side.asks, leads=leads)

    def announce(self) -> "Fight":
        """Both announce the volley; from here on nothing of it changes. Source: FGT-54, FGT-67.

        Raises `Refused` for a side that has not struck out what it bid.
        """
        self._need(Phase.ANNOUNCE)
        for place, side in enumerate(self.sides):
            if owed := self.bids.owes(place):
                left = wording.count(owed, "action")
                raise Refused(f"{side.fighter.name} has bid {left} more than are struck out.")
        fight = _bids_paid(self)
        for place, side in enumerate(fight.sides):
            assert side.state.plan
            plan = replace(side.state.plan, clock=Clock(self.volley, is_out=True))
            fight = fight._side(place, changed(side.state, plan=plan))
        return changed(_first(fight), came=(), thrown=())

    def position(
        self, throw: Throw | Table, *, more: tuple[int, int] = (0, 0), near: bool = False, halts: bool = False
    ) -> "Fight":
        """The positioning tests of the volley, Charges and Tackles among them. Source: FGT-10, FGT-19, FGT-38.

        `more` are dice of each side for terrain, spells and the like; with `near` a winner by two or more moves one
        distance alone. With `halts` a winner who has a choice of places is asked for it, and goes on with `halt`.
        """
        self._need(Phase.POSITION)
        return _positioned(self, Table.of(throw), more, near=near, halts=halts)

    def halt(self, places: Places) -> "Fight":
        """The winner says where the move ends. Raises `Refused` where it cannot end there. Source: FGT-19, FGT-20."""
        self._need(Phase.HALT)
        if places not in self.options:
            raise Refused("The move does not end there.")
        place = self.won or 0
        told = Event(place, f"stops at {places[place].words}", "FGT-19")
        return _after(changed(self._with(places=places, came=(told,)), options=()))

    def act(
        self,
        throw: Throw | Table,
        *,
        defending: tuple[int | None, int | None] = (None, None),
        pushing: tuple[int, int] = (0, 0),
    ) -> "Fight":
        """The next actions of both meet, and everything they do is applied at once. Source: FGT-08, FGT-67.

        `defending` are the dice of a Counterstrike that defend, the larger half where nobody says; `pushing` says which
        of `fight_push.ways` a Push takes. Raises `Refused` for a Counterstrike with an empty half. An action that was
        bid for meets no action, and comes by itself. Source: FGT-60.
        """
        if self.phase is Phase.FIRST:
            return _led(self, Table.of(throw), pushing)
        self._need(Phase.ACT)
        return _acted(self, Table.of(throw), defending, pushing)

    def speed(self, place: int) -> Pool:
        """The dice with which a side would test for position, whatever it plans but a Charge. Source: FGT-11."""
        return changed(self, phase=Phase.START)._speed(place, self.sides[place].state.at, 0)

    def _need(self, phase: Phase) -> None:
        if self.phase is not phase:
            raise Refused(f"That does not come now; next: {self.phase.words}.")

    def _replan(self, place: int, change: Callable[[Plan], Plan]) -> "Fight":
        if self.phase not in PLAYED:
            self._need(Phase.ANNOUNCE)
        plan = self.sides[place].state.plan
        assert plan
        new = change(replace(plan, clock=self.clock))
        return self._side(place, changed(self.sides[place].state, plan=new))

    def _side(self, place: int, state: Standing) -> "Fight":
        sides = list(self.sides)
        if sides[place].rider and state.posture is not Posture.STANDING:
            state = changed(state, afoot=True)
        sides[place] = changed(sides[place], state=state)
        return changed(self, sides=(sides[0], sides[1]))

    def _with(
        self,
        *,
        places: Places,
        phase: Phase | None = None,
        came: tuple[Event, ...] = (),
        thrown: tuple[tuple[Cast, int], ...] = (),
    ) -> "Fight":
        one, two = (
            changed(side, state=changed(side.state, at=at)) for side, at in zip(self.sides, places, strict=True)
        )
        return changed(self, sides=(one, two), phase=phase or self.phase, came=came, thrown=thrown)

    def _speed(
        self, place: int, at: Distance | None, more: int, *, rush: Act | None = None, braced: bool = False
    ) -> Pool:
        """The dice of a positioning test: Speed, or Power and a die for a Charge. Source: FGT-11, FGT-38.

        Who is `braced` stands off a Charge and Maintains, and may do so with Power.
        """
        side = self.sides[place]
        quick = _quick(self.sides)[place]
        volley = None if self.phase is Phase.START else self.volley
        length = fight_charms.length(self.sides, place, at, volley, self.house)
        bonus = quick + length + side.fighter.traits + more
        if rush is None:
            speed = side.moving(bonus)
            return max(speed, side.dice(side.fighter.power, more=bonus), key=lambda one: one.dice) if braced else speed
        closed = self.moved[place] is Positioning.CLOSE
        more = fight_attacks.rushing(0, closed=closed, bonus=bonus).total
        if _by_mount(side, self.volley):
            return fight_beast.dice(side, Act.PUSH).plus(more)
        return side.dice(side.fighter.power, more=more)


def _by_mount(side: Side, volley: int) -> bool:
    """Whether it is the mount that Charges in a volley. Source: RID-14."""
    deeds = side.volley(volley).deeds
    return bool(deeds) and deeds[0].mounts and side.rider is not None


def _quick(sides: tuple[Side, Side]) -> tuple[int, int]:
    """The dice of each side for Reflexes and stride, a mount’s among them. Source: FGT-11, RID-15."""
    (one, stride), (two, other) = (side.pace for side in sides)
    return quick_dice((one, two), (stride, other))


def begin(one: Fighter, other: Fighter, house: House = House(), lurk: ambush.Lurk | None = None) -> Fight:
    """A fight that nobody has positioned for yet, and that may begin with an ambush. Source: FGT-67, FGT-62."""
    return Fight((Side(one), Side(other)), house).lurking(lurk)


def bot_script(actions: int, acts: Mapping[int, Sequence[Act]], positioning: str = "maintain") -> Script:
    """A lawful script for so many actions: the acts of each volley, filled up with Assess."""
    layout = layouts(actions)[0]
    rows = [(*acts.get(number, ()), *[Act.ASSESS] * count)[:count] for number, count in enumerate(layout, 1)]
    return Script.of(positioning, *rows)


def usual_script(asks: State) -> Script:
    """A lawful script to start from: Strike and Block by turns, or else Assess."""
    turns = cycle((Act.STRIKE, Act.BLOCK))
    idle = bot_script(asks.actions, {})
    acts = {number: tuple(islice(turns, count)) for number, count in enumerate(idle.layout, 1)}
    script = bot_script(asks.actions, acts)
    return script if check(script, asks).lawful else idle


def _bids_paid(fight: Fight) -> Fight:
    """Both scripts without what was bid, and who has bid the most. Source: FGT-58, FGT-59."""
    auction = fight.bids.auction
    if auction is None or fight.volley != 1:
        return fight
    for place, side in enumerate(fight.sides):
        away = fight.bids.struck[place]
        if away and side.state.plan:
            script = fight_bids.paid(side.state.plan.script, away, every_slot=fight.house.every_bid)
            fight = fight._side(place, changed(side.state, plan=replace(side.state.plan, script=script)))
    return changed(fight, bids=replace(fight.bids, first=auction.holder))


def _leads(fight: Fight) -> bool:
    """Whether a first action comes now by itself: a Charge is a positioning test instead. Source: FGT-60, FGT-61."""
    place = fight.bids.first
    if place is None or fight.bids.done or fight.volley != 1:
        return False
    side = fight.sides[place]
    idle = bool(side.state.lost or side.state.waits) or side.state.out
    return not idle and side.volley(1).deeds[0].act not in stances.CHARGES


def _first(fight: Fight) -> Fight:
    """An announced volley, which a first action may lead. Source: FGT-60."""
    return changed(fight, phase=Phase.FIRST if _leads(fight) else Phase.POSITION)


def _led(fight: Fight, table: Table, pushing: tuple[int, int]) -> Fight:
    """The first action of the side that has bid the most: nothing scripted stands against it. Source: FGT-60.

    Before positioning nobody has moved in this volley.
    """
    still = fight if fight.bids.late else changed(fight, moved=(Positioning.STAND,) * 2, rushed=(False, False))
    done = _met(still, table, (still.doing(0), still.doing(1)), (None, None), pushing)
    done = changed(done, moved=fight.moved, rushed=fight.rushed, bids=replace(fight.bids, done=True))
    return _skipped(changed(done, phase=Phase.ACT if fight.bids.late else Phase.POSITION))


def _next(script: Script, after: tuple[int, int]) -> tuple[Deed, int] | None:
    """The first action of a script after a place, with its volley; None where there is none. Source: FGT-63."""
    later = (placed for placed in script.placed if (placed.volley, placed.action) > after)
    found = next(later, None)
    return (found.deed, found.volley) if found else None


def _rush(fight: Fight, place: int) -> Act | None:
    """The Charge or Tackle that a side leads the volley with, if it may. Source: FGT-38.

    Another's that was bid for comes before it. Source: FGT-60.
    """
    if _charges_first(fight, 1 - place):
        return None
    side = fight.sides[place]
    volley = side.volley(fight.volley)
    first = volley.deeds[0].act if volley.deeds else None
    idle = side.state.lost or side.state.waits
    may = first in stances.CHARGES and not idle and side.state.at is not Distance.OUT
    return first if may else None


def _charges_first(fight: Fight, place: int) -> bool:
    """Whether a side has bid for the Charge or Tackle that leads this volley. Source: FGT-60."""
    if fight.bids.first != place or fight.bids.done or fight.volley != 1:
        return False
    return _rush(changed(fight, bids=fight_bids.Bidding()), place) is not None


def hindered(fight: Fight, place: int, rush: Act | None) -> tuple[Line, ...]:
    """The +Ob of a positioning test, line by line; a Charge pays for the way, too. Source: FGT-11, FGT-38."""
    side, state = fight.sides[place], fight.sides[place].state
    start = fight_attacks.From.of(state.at.value)
    carried = _by_mount(side, fight.volley) if rush else side.carried
    return (
        Line(state.beast.hurts if carried else state.hurts, "wounds", "INJ-09"),
        side.slipping,
        fight_posture.line(state.posture, Doing.POSITION),
        Line(fight_push.STAGGERED if state.staggered else 0, "off balance", "FGT-46"),
        *(fight_attacks.far(fight_attacks.Rush.of(rush.value), start).lines if rush else ()),
    )


def _scripted(fight: Fight, place: int) -> Positioning:
    """What a side does for its position: who hesitates Maintains, or runs. Source: FGT-61."""
    state = fight.sides[place].state
    if fight.sides[place].rider and state.beast.lost:
        return Positioning.WITHDRAW if state.beast.bolts else Positioning.MAINTAIN
    if state.lost:
        return Positioning.WITHDRAW if state.running else Positioning.MAINTAIN
    wants = fight.sides[place].volley(fight.volley).positioning
    return Positioning.MAINTAIN if state.lock and wants is Positioning.WITHDRAW else wants


def _frozen(fight: Fight, place: int) -> bool:
    """Whether a side has no dice to position: it hesitates, or gave up all of the volley. Source: FGT-56, FGT-61."""
    side = fight.sides[place]
    if side.rider and side.state.beast.lost:
        return side.state.beast.stands
    return (bool(side.state.lost) and not side.state.running) or side.volley(fight.volley).idle


def _flees(fight: Fight, place: int) -> bool:
    """Whether a side runs, or a mount with its rider. Source: FGT-61, RID-24."""
    side = fight.sides[place]
    return side.state.beast.bolts if side.rider and side.state.beast.lost else bool(side.state.lost)


def _positioned(fight: Fight, table: Table, more: tuple[int, int], *, near: bool, halts: bool) -> Fight:
    fight, told = _uneasy(fight, table)
    wants = (_scripted(fight, 0), _scripted(fight, 1))
    for place, moves in enumerate(wants):
        if fight.sides[place].fighter.rider:
            state = fight.sides[place].state
            withdrawn = replace(state.beast, couched=state.beast.couched and moves is not Positioning.WITHDRAW)
            fight = fight._side(place, changed(state, mount=moves, beast=withdrawn))
    fight, rushes, orders = _rushes(fight, table)
    done = _tested(fight, table, wants, rushes, more, near=near, halts=halts)
    return changed(done, came=(*told, *orders, *done.came), thrown=table.all, tests=(*done.tests, *table.made))


def _uneasy(fight: Fight, table: Table) -> tuple[Fight, list[Event]]:
    """Both sides once mounts have tested Steel that learned no Mounted Combat, at the start of an exchange. RID-10."""
    came: list[Event] = []
    for place in (0, 1) if fight.volley == 1 else ():
        state, told = fight_beast.uneasy(fight.sides[place], table, place)
        fight, came = fight._side(place, state), [*came, *told]
    return fight, came


def _rushes(fight: Fight, table: Table) -> tuple[Fight, tuple[Act | None, Act | None], list[Event]]:
    """The Charges of a volley; one that the mount is to run takes a word to it first. Source: FGT-38, RID-14."""
    rushes, came = [_rush(fight, 0), _rush(fight, 1)], list[Event]()
    for place in (0, 1):
        if rushes[place] is None or not _by_mount(fight.sides[place], fight.volley):
            continue
        state, heeds, told = fight_beast.told(fight.sides[place], table, place, Act.CHARGE)
        fight, came = fight._side(place, state), [*came, *(Event(one.side, one.words, one.rule) for one in told)]
        rushes[place] = rushes[place] if heeds else None
    return fight, (rushes[0], rushes[1]), came


def _tested(
    fight: Fight,
    table: Table,
    wants: tuple[Positioning, Positioning],
    rushes: tuple[Act | None, Act | None],
    more: tuple[int, int],
    *,
    near: bool,
    halts: bool,
) -> Fight:
    """The positioning test of a volley for which both know what they want. Source: FGT-10, FGT-19."""
    pools = [_positioning(fight, place, wants[place], rushes, more[place]) for place in (0, 1)]
    eats = [_sum(hindered(fight, place, rushes[place])) for place in (0, 1)]
    if not any(rushes) and fight_lance.jousts(fight.sides, fight.volley):
        found = [fight_lance.position(fight.sides, place, more[place]) for place in (0, 1)]
        pools, eats = [pool for pool, _ in found], [less for _, less in found]
    rushed = bool(rushes[0]), bool(rushes[1])
    fight = changed(fight, moved=wants, rushed=rushed, slot=1, phase=Phase.ACT, came=(), thrown=(), won=None)
    still = fight_positioning.automatic(*wants) if not any(rushes) else None
    if still is not None:
        done = _moved(fight, still, wants, near=True)
        return _after(changed(done, came=(*done.came, Event(0, "someone stands still", "FGT-22"))))
    frozen = [_frozen(fight, place) for place in (0, 1)]
    fallen = _thrown(fight, table, pools, rushes, lambda found: _outcome(fight, found, frozen, eats), eats)
    outcome = _outcome(fight, fallen, frozen, eats)
    for place in (0, 1):
        state = fight.sides[place].state
        fight = fight._side(place, changed(state, staggered=False, beaten=False, avoided=False))
    if any(rushes):
        rolled = [eaten.left(one, less) for one, less in zip(fallen, eats, strict=True)]
        return _after(_rushed(changed(fight, thrown=table.all), table, rushes, rolled))
    fight = _positions(_moved(fight, outcome, wants, near=near, halts=halts), fallen, pools, outcome.won, eats)
    return _after(changed(fight, thrown=table.all))


def _thrown(
    fight: Fight,
    table: Table,
    pools: Sequence[Pool],
    rushes: tuple[Act | None, Act | None],
    outcome: Callable[[Sequence[int]], Outcome],
    eats: Sequence[int],
) -> list[int]:
    """The successes of both positioning tests, none for who stands still. Source: FGT-10, FGT-19."""
    moving = [place for place in (0, 1) if fight.moved[place] is not Positioning.STAND]
    gains = any(want.moves for want in fight.moved) or any(side.state.away for side in fight.sides)

    def both(fell: Sequence[int]) -> list[int]:
        found = [0, 0]
        for place, number in zip(moving, fell, strict=True):
            found[place] = number
        return found

    def tells(fell: Fell) -> Hashable:
        found = both(fell)
        if any(rushes):
            return eaten.left(found[0], eats[0]) - eaten.left(found[1], eats[1])
        return gains and outcome(found)

    return both(table.together([Cast(place, Part.POSITION, pools[place], rushes[place]) for place in moving], tells))


def _positions(
    fight: Fight, fallen: Sequence[int], pools: Sequence[Pool], won: bool | None, eats: Sequence[int]
) -> Fight:
    """The same with both positioning tests noted, but for a mount’s: the other’s successes, and the own +Ob. HUB-46."""
    against = [eaten.left(fallen[1 - place], eats[1 - place]) + eats[place] for place in (0, 1)]
    made = tuple(
        Made(place, "speed", pools[place].dice, against[place], won is (place == 0))
        for place in (0, 1)
        if pools[place].dice and not fight.sides[place].carried
    )
    return changed(fight, tests=(*fight.tests, *made))


def _positioning(
    fight: Fight, place: int, wants: Positioning, rushes: tuple[Act | None, Act | None], more: int
) -> Pool:
    """The dice of one side's positioning test. Source: FGT-11, FGT-38, FGT-61."""
    if wants is Positioning.WITHDRAW and _flees(fight, place):
        return _fleeing(fight, place)
    if _frozen(fight, place):
        return Pool.of(0)
    braced = bool(rushes[1 - place]) and not rushes[place] and wants is Positioning.MAINTAIN
    return fight._speed(place, fight.sides[place].state.at, more, rush=rushes[place], braced=braced)


def _fleeing(fight: Fight, place: int) -> Pool:
    """The dice of a side that runs screaming: neither weapon nor terrain counts. Source: FGT-61."""
    side = fight.sides[place]
    return side.moving(_quick(fight.sides)[place] + side.fighter.traits)


def _outcome(fight: Fight, fallen: Sequence[int], frozen: Sequence[bool], eats: Sequence[int]) -> Outcome:
    """How positioning ends by what +Ob leaves of both rolls, or what fell against no dice. Source: FGT-19, FGT-61."""
    if frozen[0] is frozen[1]:
        rolled = [eaten.left(one, less) for one, less in zip(fallen, eats, strict=True)]
        return Outcome.by(rolled[0] - rolled[1])
    place = int(frozen[0])
    found = fight_positioning.over_hesitating(fallen[place], eats[place])
    return list(Outcome)[::-1][list(Outcome).index(found)] if place else found


def _moved(
    fight: Fight, outcome: Outcome, wants: tuple[Positioning, Positioning], *, near: bool, halts: bool = False
) -> Fight:
    """Both where the winner takes them, as far as he may. Source: FGT-19, FGT-20."""
    won = outcome.won
    if won is not None:
        fight = _nearer(fight, 0 if won else 1)
    if any(side.state.lock for side in fight.sides):
        return changed(fight, came=(Event(0, "the Lock keeps both inside", "FGT-44"),))
    if won is None:
        return changed(fight, came=(Event(0, "a tie: nobody moves", "FGT-19"),))
    place = 0 if won else 1
    steps = 1 if near else outcome.steps
    found = landings(fight.track, fight.places, wants[place], mine=won, steps=steps, strict=fight.house.strict)
    fight = changed(fight, won=place)
    if halts and len(found) > 1:
        return changed(fight, options=found, came=(Event(place, "wins position and may halt on the way", "FGT-19"),))
    words = f"wins position: {found[0][place].words}"
    return fight._with(places=found[0], came=(Event(place, words, "FGT-19"),))


def _nearer(fight: Fight, place: int) -> Fight:
    """A won positioning test takes the winner to a weapon that was knocked away. Source: FGT-41."""
    state = fight.sides[place].state
    return fight._side(place, changed(state, away=max(0, state.away - 1)))


def _rushed(fight: Fight, table: Table, rushes: tuple[Act | None, Act | None], rolled: Sequence[int]) -> Fight:
    """One Charge, or two against each other: the larger has its way. Source: FGT-38."""
    both = all(rushes)
    if both and rolled[0] == rolled[1]:
        for place in (0, 1):
            fight = fight._side(place, fight.sides[place].state.shaken(1))
        return changed(fight, came=(Event(0, "both run into each other: the next action of both is lost", "FGT-38"),))
    place = 0 if rushes[0] and (not rushes[1] or rolled[0] > rolled[1]) else 1
    rush, other = rushes[place], 1 - place
    assert rush
    over = rolled[place] - rolled[other]
    hits = fight_attacks.landed(over - _avoided(fight, table, other), over)
    fight = changed(fight, thrown=table.all)
    if both:
        fight = fight._side(other, fight.sides[other].state.shaken(1))
    if not hits.works:
        fight = fight._side(place, changed(fight.sides[place].state, stance=Stance.NEUTRAL).shaken(1))
        if hits is fight_attacks.Hits.BEATEN:
            fight = _moved(fight, Outcome.by(over if place == 0 else -over), fight.moved, near=False)
        told = Event(place, f"{rush.words} fails: the next action is lost", "FGT-38")
        return changed(fight, came=(told, *fight.came))
    return _ran(fight, place, rush, hits)


def _ran(fight: Fight, place: int, rush: Act, hits: fight_attacks.Hits) -> Fight:
    """A Charge or Tackle that comes through. Source: FGT-38."""
    floored, tackle = hits is fight_attacks.Hits.FLOORED, rush is Act.TACKLE
    mine, theirs = fight.sides[place].state, fight.sides[1 - place].state
    mine = changed(mine, stance=Stance.NEUTRAL, posture=Posture.GROUND if floored and tackle else mine.posture)
    theirs = (
        changed(theirs, posture=Posture.GROUND)
        if floored
        else changed(theirs, unsteady=theirs.unsteady + fight_push.STAGGERED)
    )
    fight = fight._side(place, mine)._side(1 - place, theirs)
    places = fight.places
    if tackle:
        places = fight.track.states[-1]
    elif mine.at is not Distance.OPTIMAL:
        places = fight.track.started(Distance.OPTIMAL, mine=place == 0)
    return fight._with(places=places, came=(Event(1 - place, hits.words.lower(), "FGT-38"),), thrown=fight.thrown)


def _avoided(fight: Fight, table: Table, place: int) -> int:
    """What an Avoid as first action takes from a Charge. Source: FGT-35, FGT-38."""
    side = fight.sides[place]
    deeds = side.volley(fight.volley).deeds
    deed = deeds[0] if deeds else None
    if side.state.waits or deed is None or deed.act is not Act.AVOID or side.state.lost or _barred(fight, place, deed):
        return 0
    if _charges_first(fight, 1 - place):
        return 0
    fell = table.cast(Cast(place, Part.DEFENSE, _pool(fight, place, deed), Act.AVOID))
    return eaten.left(fell, _penalty(fight, place, deed, Doing.DEFEND))


def _after(fight: Fight) -> Fight:
    """On to the actions of the volley, or to the end where both are out of reach. Source: FGT-16, FGT-67."""
    if fight.options:
        return changed(fight, phase=Phase.HALT)
    if fight_reach.over(fight.places):
        return changed(fight, phase=Phase.OVER)
    if fight.bids.late and _leads(fight):
        return changed(fight, phase=Phase.FIRST)
    return _skipped(changed(fight, phase=Phase.ACT))


def _moving(fight: Fight, place: int) -> int:
    """What moving costs every action of the volley; the saddle has a price of its own. Source: FGT-21, RID-12."""
    if fight.sides[place].rider:
        return 0
    return fight_reach.moving(fight.moved[place], fight.moved[1 - place], fight_reach.Doing.MELEE).total


def _deed(fight: Fight, place: int) -> Deed | None:
    """What a side really does in this slot: nothing where it has no action there. Source: FGT-61, FGT-67."""
    side = fight.sides[place]
    slots = side.volley(fight.volley).slots
    if fight.slot > len(slots) or side.state.out:
        return None
    if fight.slot == 1 and fight.volley == 1 and fight.bids.done and fight.bids.first == place:
        return None  # It came before all others.
    deed = slots[fight.slot - 1][0]
    if fight.slot == 1 and fight.rushed[place]:
        return deed  # It was the positioning of this volley; what it cost comes after it.
    if side.state.lost:
        return Deed(Act.DROOL)
    if side.state.beast.reins:
        return REINS
    if fight_lance.outridden(fight.sides, place, deed, fight.volley, fight.won):
        return Deed(Act.NOTHING)
    if side.state.waits:
        if not (side.state.sprung and side.state.ready):
            return Deed(Act.NOTHING)
        deed = side.state.ready[0]
    if deed.act is Act.GREAT_STRIKE and side.state.sets < fight_attacks.SETS[side.held(deed.using).speed]:
        deed = replace(deed, act=Act.STRIKE)
    return Deed(Act.NOTHING) if _barred(fight, place, deed) else deed


def _barred(fight: Fight, place: int, deed: Deed) -> bool:
    """Whether distance or stance rules an action out by now. Source: FGT-16, FGT-50."""
    side = fight.sides[place]
    part = fight_reach.PARTS.get(deed.act)
    if deed.mounts:
        mount = side.rider.mount if side.rider else None
        if word(deed.act, side.state.mount, mount):
            return True
        return bool(part) and deed.act not in stances.CHARGES and _reach(fight, place, deed, part).barred
    if deed.act in LOOSES and side.fighter.ranged:
        return _reach(fight, place, deed, fight_reach.Part.SHOT).barred
    if stances.effect(side.state.stance, deed.act).barred:
        return True
    return bool(part) and deed.act not in stances.CHARGES and _reach(fight, place, deed, part).barred


def _reach(fight: Fight, place: int, deed: Deed, part: fight_reach.Part | None) -> fight_reach.Allowed:
    """What the distance makes of a part of an action. Source: FGT-16, FGT-17."""
    assert part
    side = fight.sides[place]
    held = side.held(deed.using)
    theirs = fight.sides[1 - place].state.at
    grip = fight_reach.handy(held.length, held)
    own = side.state.at
    if deed.mounts and own is not Distance.OUT:
        own = Distance.INSIDE  # It goes as near as its teeth and hooves take it.
    return fight_reach.allowed(part, own, grip, fight.house.reach, theirs=theirs)


def harder(
    fight: Fight, place: int, deed: Deed, doing: Doing, *, part: fight_reach.Part | None = None
) -> tuple[Line, ...]:
    """All +Ob of an action, line by line: wounds, moving, posture, distance, stance, and what was done to it. FGT-09.

    `part` is what of it is rolled, where that is not all.
    """
    state = fight.sides[place].state
    if deed.mounts:
        return fight_beast.harder(fight.sides[place], deed.act) if deed.act in saddle.ORDERS else ()
    part = part or fight_reach.PARTS.get(deed.act)
    return (
        Line(state.hurts, "wounds", "INJ-09"),
        Line(_moving(fight, place), "moving", "FGT-21"),
        fight_posture.line(state.posture, doing),
        Line(stances.effect(state.stance, deed.act).obstacle, "stance", "FGT-50"),
        Line(state.hampered if met(deed.act) in ARMED else 0, "weapon beaten aside", "FGT-36"),
        Line(state.unsteady + (fight_push.STAGGERED if state.staggered else 0), "off balance", "FGT-46"),
        Line(_reach(fight, place, deed, part).obstacle if part else 0, "distance", "FGT-16"),
        Line(_avoids(fight, place), "another Avoid in the volley", "FGT-35"),
        *fight.sides[place].saddle(_seat(deed.act)),
    )


def _seat(act: Act) -> saddle.Doing:
    """What an action is in the saddle. Source: RID-10 to RID-12."""
    kind = met(act)
    if kind is Met.AVOID:
        return saddle.Doing.AVOID
    if kind is Met.SHOOT:
        return saddle.Doing.SHOOT
    return saddle.Doing.MELEE if kind.attacks or kind in ARMED else saddle.Doing.OTHER


def _sum(lines: Sequence[Line]) -> int:
    return sum(line.amount for line in lines)


def _penalty(fight: Fight, place: int, deed: Deed, doing: Doing, *, part: fight_reach.Part | None = None) -> int:
    return _sum(harder(fight, place, deed, doing, part=part))


def _avoids(fight: Fight, place: int) -> int:
    """What another Avoid of the volley, done or to come, adds to an action. Source: FGT-35."""
    side = fight.sides[place]
    later = side.volley(fight.volley).slots[fight.slot :]
    comes = any(deed.act is Act.AVOID and not deed.mounts for slot in later for deed in slot)
    return fight_defenses.BESIDE_AVOID if side.state.avoided or comes else 0


def _pool(fight: Fight, place: int, deed: Deed) -> Pool:
    side = fight.sides[place]
    if deed.mounts:
        return fight_beast.dice(side, deed.act)
    more = stances.effect(side.state.stance, deed.act).dice
    kind = met(deed.act)
    if kind in (Met.STRIKE, Met.GREAT_STRIKE):
        more += side.stroke(deed.using).dice
    ability = {
        Met.LOCK: side.fighter.power,
        Met.PUSH: side.fighter.power,
        Met.THROW: side.fighter.hands,
        Met.AVOID: side.fighter.speed,
    }.get(kind, side.skill)
    return side.dice(ability, more=more)


def _ability(fight: Fight, place: int, act: Act) -> str:
    """The field of `Fighter` that an action is rolled with, as in `_pool`."""
    side = fight.sides[place]
    skill = "skill" if side.skill is side.fighter.skill else "hands"
    return {Met.LOCK: "power", Met.PUSH: "power", Met.THROW: "hands", Met.AVOID: "speed"}.get(met(act), skill)


_NATURAL = {
    fight_defenses.By.POWER: "power",
    fight_defenses.By.SPEED: "speed",
    fight_defenses.By.BRAWLING: "hands",
    fight_defenses.By.BOXING: "hands",
}


def _natural(fight: Fight, place: int, act: Act, *, tandem: bool = False) -> tuple[Cast, int]:
    """What a side rolls by nature against an action, with the largest pool that it may, and its +Ob. FGT-34.

    In `tandem` with a mount it is the mount that answers. Source: RID-14.
    """
    side = fight.sides[place]
    moved = fight.moved[place]
    held = fight_defenses.Held.MOVE if moved.moves else fight_defenses.Held.MAINTAIN
    grip = fight_defenses.Grip.of(act.value)
    found = [
        fight_beast.natural(side, by)
        if tandem
        else _by_nature(side, by, free=grip is fight_defenses.Grip.LOCK and by is fight_defenses.By.POWER)
        for by in fight_defenses.natural(grip, held)
    ]
    pool, eats = max(found, key=lambda one: one[0].dice - 2 * one[1])
    return Cast(place, Part.NATURAL, pool, act), eats


def _by_nature(side: Side, by: fight_defenses.By, *, free: bool) -> tuple[Pool, int]:
    """The dice of one kind of Natural Defenses and its +Ob. Source: FGT-34, FGT-50."""
    ability = side.skill if by is fight_defenses.By.SKILL else getattr(side.fighter, _NATURAL[by])
    reply = stances.Reply.BY_SPEED if by is fight_defenses.By.SPEED else stances.Reply.BY_POWER
    effect = stances.effect(side.state.stance, reply)
    down = fight_posture.penalty(side.state.posture, Doing.NATURAL)
    eats = side.state.hurts + down + effect.obstacle + side.slipping.amount
    return side.dice(ability, free=free, more=effect.dice), eats


def _acted(fight: Fight, table: Table, defending: tuple[int | None, int | None], pushing: tuple[int, int]) -> Fight:
    before, between = _interrupts(fight), _between(fight)
    if between is not None:
        done = _met(fight, table, (_deed(fight, 0), _deed(fight, 1)), defending, pushing, ripostes=False)
        done = _late_riposte(fight, done, table, 1 - between, defending)
    elif before is not None:
        early = _deed(fight, before)
        fight = _met(fight, table, (early, None) if before == 0 else (None, early), defending, pushing)
        came, table.made = fight.came, []
        late = _deed(fight, 1 - before)
        deeds = (None, late) if before == 0 else (late, None)
        done = _met(fight, table, deeds, defending, pushing, chants=False)
        done = changed(done, came=(*came, *done.came))
    else:
        done = _met(fight, table, (_deed(fight, 0), _deed(fight, 1)), defending, pushing)
    return _skipped(_let_go(_calmer(changed(done, slot=fight.slot + 1)), table))


def _let_go(fight: Fight, table: Table) -> Fight:
    """Spells take effect for which no counter-spell comes any more in this volley. Source: SOR-46."""
    for place, side in enumerate(fight.sides):
        if side.state.pending is None or _counter_comes(fight, 1 - place):
            continue
        table.made = []
        done = _applied(fight, table, fight_charms.let_go(fight.sides, table, place, None))
        done = changed(done, came=(*fight.came, *done.came), thrown=table.all, tests=(*fight.tests, *table.made))
        fight = done._side(place, changed(done.sides[place].state, pending=None))
    return fight


def _counter_comes(fight: Fight, place: int) -> bool:
    """Whether a side ends a counter-spell later in this volley, if nothing breaks it off. Source: SOR-46."""
    side = fight.sides[place]
    if not _counters(fight, place) or side.state.idle or side.state.waits:
        return False
    done = side.state.incanted
    for slot in side.volley(fight.volley).slots[fight.slot - 1 :]:
        if slot[0].act is not Act.INCANT:
            return False
        done += 1
        if done >= side.casts:
            return True
    return False


def _calmer(fight: Fight) -> Fight:
    """Both sides once their mounts have had an action of fright. Source: RID-24."""
    for place, side in enumerate(fight.sides):
        if side.rider and (side.state.beast.lost or side.state.beast.reins):
            fight = fight._side(place, changed(side.state, beast=side.state.beast.calmer()))
    return fight


def _between(fight: Fight) -> int | None:
    """The side whose lance strikes between the two halves of a Counterstrike. Source: RID-20."""
    return _lancer(fight, Timing.BETWEEN)


def _lancer(fight: Fight, timing: Timing) -> int | None:
    """The side whose lance strikes at such a time, if one does. Source: RID-20."""
    for place in (0, 1):
        deed = _deed(fight, place) if fight.sides[place].lancer else None
        other = _deed(fight, 1 - place) if deed else None
        if deed and fight_lance.timing(fight.sides, place, deed, other, fight.won) is timing:
            return place
    return None


def _late_riposte(
    before: Fight, fight: Fight, table: Table, place: int, defending: tuple[int | None, int | None]
) -> Fight:
    """The riposte of whoever lives and keeps his nerve once a lance has struck between its halves. Source: RID-20."""
    answer, attack = _deed(before, place), _deed(before, 1 - place)
    if answer is None or attack is None or fight.sides[place].state.idle:
        return fight
    table.made = []
    meets = against(met(attack.act), Met.COUNTERSTRIKE, house=fight.house.matrix)
    if Meets.RIPOSTE not in meets or _reach(fight, place, answer, fight_reach.Part.RIPOSTE).barred:
        return fight
    state = fight.sides[place].state
    fresh = before._side(place, changed(before.sides[place].state, levels=state.levels))
    done = _applied(fight, table, _riposte(fresh, table, place, answer, defending[place]))
    return changed(done, came=(*fight.came, *done.came), thrown=table.all, tests=(*done.tests, *table.made))


def _interrupts(fight: Fight) -> int | None:
    """The side whose attack comes first: a readied one, or a lance that won the Close. Source: FGT-63, RID-20."""
    first = _lancer(fight, Timing.FIRST)
    if first is not None:
        return first
    ready = [place for place in (0, 1) if fight.sides[place].state.sprung]
    if len(ready) != 1 or fight.house.together:
        return None
    deeds = _deed(fight, 0), _deed(fight, 1)
    return ready[0] if all(deed is not None and met(deed.act).attacks for deed in deeds) else None


def _met(
    fight: Fight,
    table: Table,
    deeds: tuple[Deed | None, Deed | None],
    defending: tuple[int | None, int | None],
    pushing: tuple[int, int],
    *,
    chants: bool = True,
    ripostes: bool = True,
) -> Fight:
    """What two actions do to each other, applied at once, and what is chanted. Source: FGT-08, FGT-67.

    What a mount does again by itself comes beside its rider's own action. Source: RID-14.
    """
    fight, deeds, effects = _commanded(fight, table, deeds)
    acts = (_does(fight, 0, deeds[0]), _does(fight, 1, deeds[1]))
    beasts = [_repeats(fight, place, deeds[place]) for place in (0, 1)]
    if chants:
        fight, chanted = _chanted(fight, table, deeds)
        effects += chanted
    for place in (0, 1):
        other = _answers(acts[1 - place], deeds[1 - place], beasts[1 - place])
        for deed in (deeds[place], beasts[place]):
            if deed is None:
                continue
            if met(deed.act).attacks and deed.act not in stances.CHARGES:
                effects += _attacked(fight, table, place, deed, other, defending, pushing[place], ripostes=ripostes)
            elif not deed.mounts:
                effects += _alone(fight, table, place, deed, acts[1 - place])
    for place in (0, 1):
        deed = deeds[place]
        if deed is not None:
            spent = _spent(fight.sides[place], COMMAND if deed.mounts else deed, acts[1 - place])
            if fight.sides[place].couches(deed):
                spent = changed(spent, beast=replace(spent.beast, couched=True))
            now = _stays_ready(fight, place, deed, spent)
            if now.lost > spent.lost:
                effects.append(Effect(place, "waited in vain: the next action is lost", "FGT-63"))
            fight = fight._side(place, now)
    done = _paid(_applied(fight, table, effects), table)
    return changed(done, thrown=table.all, tests=(*fight.tests, *table.made))


COMMAND = Deed(Act.ASSESS)
"""What a rider is busy with who gives a word to his mount: nothing that matters for weapon, stance or task."""


def _commanded(
    fight: Fight, table: Table, deeds: tuple[Deed | None, Deed | None]
) -> tuple[Fight, tuple[Deed | None, Deed | None], list[Effect]]:
    """Words to mounts: what is really done then, and what is told of it. Source: RID-14, RID-24."""
    found, effects = list(deeds), list[Effect]()
    for place, deed in enumerate(deeds):
        if deed is None or not deed.mounts or deed.act in stances.CHARGES:
            continue
        side = fight.sides[place]
        if side.state.beast.reins:
            state, told = fight_beast.reined(side, table, place)
            heeds = False
        else:
            state, heeds, told = fight_beast.told(side, table, place, deed.act)
        fight = fight._side(place, state)
        effects += told
        found[place] = deed if heeds else replace(deed, act=Act.NOTHING)
    return fight, (found[0], found[1]), effects


def _repeats(fight: Fight, place: int, deed: Deed | None) -> Deed | None:
    """What a mount does again beside its rider, if anything. Source: RID-14."""
    if fight.phase is not Phase.ACT:
        return None
    again = fight_beast.repeats(fight.sides[place], fight.volley, fight.slot, deed)
    return None if again is None or _barred(fight, place, again) else again


def _answers(act: Act, deed: Deed | None, beast: Deed | None) -> tuple[Act, Deed | None]:
    """What a side has against an attack: its own action, or what its mount does again to defend it. Source: RID-14."""
    if beast is None or beast.act not in (Act.AVOID, Act.COUNTERSTRIKE) or met(act) in DEFENSES:
        return act, deed
    return beast.act, beast


DEFENSES = (Met.AVOID, Met.BLOCK, Met.COUNTERSTRIKE, Met.TO_DEFENSIVE)
"""Actions that defend by themselves."""


def _stays_ready(fight: Fight, place: int, deed: Deed, spent: Standing) -> Standing:
    """A state after an action, with the condition that it sets, that it meets, or that comes a moment later. FGT-63."""
    side = fight.sides[place]
    if deed.act is Act.CONDITION:
        found = ambush.wait(side.fighter.will, ambush.SETTING, None)
        ready = _next(side.state.plan.script, (fight.volley, fight.slot)) if side.state.plan else None
        return changed(spent, waits=found.last - found.set_on, ready=ready, sprung=False)
    if side.state.sprung:
        return spent.at_ease()
    if not spent.waits:
        return spent
    left = changed(spent, waits=spent.waits - 1)
    return left if left.waits else changed(spent, waits=1).shaken(1)


def _chanted(fight: Fight, table: Table, deeds: Sequence[Deed | None]) -> tuple[Fight, list[Effect]]:
    """Spells that are done in this slot, and prayers that are out with its volley; counter-spells first. SOR-46."""
    if not any(side.fighter.charm for side in fight.sides):
        return fight, []
    effects: list[Effect] = []
    wards = [side.state.ward for side in fight.sides]
    places = sorted((0, 1), key=lambda place: not _counters(fight, place))
    for place in places:
        if fight.slot == 1 and fight.phase is Phase.ACT:
            fight = fight._side(place, fight_charms.praying(fight.sides[place], fight.volley))
        if fight.sides[place].state.holds and _is_done(fight.sides[place], deeds[place]):
            done = _busy(fight.sides[place].state, Act.INCANT)
            effects += fight_charms.held_back(fight.sides[place], table, place, done)
            continue
        if not _is_out(fight, place, deeds[place]):
            continue
        waits = wards[1 - place] is None and _counter_comes(fight, 1 - place)
        found, ward = fight_charms.cast(fight.sides, table, place, wards[1 - place], waits=waits)
        wards[place] = ward if ward is not None else wards[place]
        effects += found
        if ward is not None and fight.sides[1 - place].state.pending is not None:
            effects += fight_charms.let_go(fight.sides, table, 1 - place, ward)
    return fight, effects


def _counters(fight: Fight, place: int) -> bool:
    charm = fight.sides[place].fighter.charm
    return charm is not None and charm.works is Works.COUNTER


def _is_out(fight: Fight, place: int, deed: Deed | None) -> bool:
    """Whether a side’s spell is done with this action, or its prayer with this volley. Source: SOR-11, FAI-09."""
    side = fight.sides[place]
    charm = side.fighter.charm
    if charm is None:
        return False
    if charm.prayer:
        return fight.phase is Phase.ACT and fight.slot == 1 and side.state.prayed == charm.volleys
    return _is_done(side, deed)


def _is_done(side: Side, deed: Deed | None) -> bool:
    """Whether this action ends a spell that a side casts, or has one in hand that is held back. Source: SOR-11."""
    return deed is not None and deed.act is Act.INCANT and 0 < side.casts <= _busy(side.state, Act.INCANT)


def _paid(fight: Fight, table: Table) -> Fight:
    """What is due for spells that were broken off. Source: SOR-33."""
    for place in (0, 1):
        effects = fight_charms.broken_off(fight.sides[place], table, place)
        if effects:
            fight = changed(done := _applied(fight, table, effects), came=(*fight.came, *done.came))
    return fight


def _does(fight: Fight, place: int, deed: Deed | None) -> Act:
    """What a side counts as doing; who hesitates has no defense, action or not. Source: FGT-61.

    In an action that it gave up for a change a table may leave it Natural Defenses. Source: FGT-54.
    """
    if deed:
        state = fight.sides[place].state
        given = deed.act is Act.DROOL and not state.lost and state.plan is not None
        kept = given and state.plan and state.plan.natural(Spot(fight.volley, fight.slot))
        return Act.NOTHING if kept else deed.act
    return Act.DROOL if fight.sides[place].state.lost else Act.NOTHING


def _applied(fight: Fight, table: Table, effects: Sequence[Effect]) -> Fight:
    """Everything that the actions of a slot have done, at once. Source: FGT-08, FGT-67."""
    came = []
    for effect in effects:
        came.append(Event(effect.side, effect.words, effect.rule))
        if effect.state:
            fight = fight._side(effect.side, effect.state(fight.sides[effect.side].state))
    for effect in effects:
        if effect.wound:
            hurts = fight_beast.wounded if effect.wound.beast else wounded
            state, told = hurts(fight.sides[effect.side], table, effect.side, effect.wound)
            fight = fight._side(effect.side, state)
            came += told
    for place, side in enumerate(fight.sides):
        if side.immobile and not side.state.out:
            fight = fight._side(place, changed(side.state, out=True, stance=Stance.NEUTRAL))
            came.append(Event(place, "immobilized, and at the other’s mercy", "FGT-44"))
    for place, side in enumerate(fight.sides):
        if side.rider and side.state.beast.down:
            fight = _applied(fight, table, fight_beast.collapses(side, table, place))
            came += fight.came
    return changed(_placed(fight, effects), came=tuple(came))


def _placed(fight: Fight, effects: Sequence[Effect]) -> Fight:
    """Both where a Lock, a Push or a lost weapon leaves them. Source: FGT-44, FGT-46, FGT-20."""
    track = fight.track
    if any(side.state.lock for side in fight.sides):
        return fight._with(places=track.states[-1], thrown=fight.thrown)
    places = track.states[track.stop(fight.places)]
    for effect in effects:
        mine = effect.side == 1
        if effect.back:
            ends = fight_push.ends(track.place(mine, places), effect.back)
            places = next(found for found in track.states if track.place(mine, found) is ends)
    return fight._with(places=places, thrown=fight.thrown)


def _spent(side: Side, deed: Deed, theirs: Act) -> Standing:
    """A state once one of its actions is over: hesitation runs down, and what hampered it is gone."""
    act, state = deed.act, side.state
    if act in stances.CHARGES:
        return changed(state, stance=Stance.NEUTRAL, sets=0, struck=False, shot=state.shot.lowered, holds=False)
    if state.lost:
        left, shot = state.lost - 1, state.shot.lowered
        return changed(
            state,
            lost=left,
            running=state.running and bool(left),
            sets=0,
            struck=False,
            task=None,
            shot=shot,
            holds=False,
        )
    fooled = theirs is Act.FEINT and met(act) in FOOLED
    wasted = act is Act.FEINT and Meets.WASTED in against(Met.FEINT, met(theirs))
    return changed(
        state,
        stance=stances.after(state.stance, stances.Step(act, feinted=fooled or wasted)),
        hampered=0 if met(act) in ARMED else state.hampered,
        unsteady=0,
        staggered=False,
        sets=state.sets + 1 if act is Act.SET else 0,
        struck=act in (Act.STRIKE, Act.GREAT_STRIKE) and deed.using is With.MAIN,
        avoided=state.avoided or act is Act.AVOID,
        task=_task(side, act),
        shot=_readied(side, act),
        holds=False,
    )


def _readied(side: Side, act: Act) -> Ready:
    """How far what one shoots or throws is after an action. Source: FGT-29."""
    state, ranged = side.state, side.fighter.ranged
    if ranged is None:
        return state.shot
    if act in LOOSES:
        return state.shot if fight_shots.flies(side, act) is Flies.NOTHING else Ready()
    return ranged.after(state.shot, act, _busy(state, act), side.fighter.power.exponent)


def _task(side: Side, act: Act) -> tuple[Act, int] | None:
    """What someone is busy with after an action; a spell that is out is no more. Source: FGT-23, SOR-11, SOR-38."""
    if act in TASKS:
        return act, _busy(side.state, act)
    busy = _busy(side.state, act)
    return (act, busy) if act is Act.INCANT and (busy < side.casts or side.state.holds) else None


def _busy(state: Standing, act: Act) -> int:
    """For how many actions in a row someone is busy with a task, this one among them. Source: FGT-23."""
    return (state.task[1] if state.task and state.task[0] is act else 0) + 1


def _attacked(
    fight: Fight,
    table: Table,
    place: int,
    deed: Deed,
    theirs: tuple[Act, Deed | None],
    defending: tuple[int | None, int | None],
    pushing: int,
    *,
    ripostes: bool = True,
) -> list[Effect]:
    """One side's attack against what the other does; its riposte may have to wait. Source: FGT-49, FGT-09."""
    (act, answer), mine, other = theirs, met(deed.act), 1 - place
    blow = held_against(fight.sides[place], fight.sides[other], deed)
    guard = fight.sides[other].fighter.guard
    full = guard is not None and guard.stops(blow)
    meets = against(mine, met(act), full_shield=full, house=fight.house.matrix)
    if mine is Met.SHOOT:
        return _shot(fight, table, place, deed, act)
    if Meets.WASTED in meets:
        return [Effect(place, "the Feint is wasted", "FGT-42")]
    if mine in (Met.DISARM, Met.BEAT) and not (fight.sides[other].armed and fight.sides[place].armed):
        return [Effect(place, f"{deed.act.words}: it takes a weapon on either side", "FGT-36")]
    free = Meets.FREE in meets
    kind = Met.STRIKE if free else mine
    attack = Cast(place, Part.MOUNT if deed.mounts else Part.ATTACK, _pool(fight, place, deed), deed.act)
    defenses = [] if free else _defenses(fight, other, meets, deed, answer, defending[other], blow)
    found = _fought(fight, table, deed, kind, attack, defenses, pushing, fooled=free)
    back = answer if ripostes and Meets.RIPOSTE in meets else None
    if back and not _reach(fight, other, back, fight_reach.Part.RIPOSTE).barred:
        found += _riposte(fight, table, other, back, defending[other])
    return found


def _shot(fight: Fight, table: Table, place: int, deed: Deed, theirs: Act) -> list[Effect]:
    """A shot or a throw; what is not on the setup is rolled beside. Source: FGT-30."""
    if fight.sides[place].fighter.ranged is None:
        return [Effect(place, "shoots: roll it by the rules on missiles", "FGT-30")]
    mine, foe, rides = fight.moved[place], fight.moved[1 - place], fight.sides[place].rider is not None
    avoids = theirs is Act.AVOID or bool(_avoids(fight, 1 - place))
    shot = fight_reach.moving(mine, foe, fight_reach.Doing.SHOT, avoids=avoids).lines
    paid = (fight_reach.MOVED, fight_reach.SHOOTS) if rides else (fight_reach.MOVED,)
    more = (*harder(fight, place, deed, Doing.ATTACK), *(line for line in shot if line not in paid))
    return fight_shots.loosed(fight.sides, table, place, deed, [line for line in more if line.amount])


def _fought(
    fight: Fight,
    table: Table,
    deed: Deed,
    kind: Met,
    attack: Cast,
    defenses: Sequence[tuple[Cast, int]],
    pushing: int,
    *,
    fooled: bool,
) -> list[Effect]:
    """An attack rolled against what the other side has. Source: FGT-09, FGT-49."""
    place, other = attack.side, 1 - attack.side
    landing = Landing(fight.sides[place], fight.sides[other], deed, kind, fight.house, fooled=fooled)
    eats, raises = _penalty(fight, place, deed, Doing.ATTACK), kind in OBSTACLES
    base = _obstacle(fight, other, kind)
    obstacle = base + (0 if deed.mounts else fight.sides[place].bareback(base)) + eats if raises else 0

    def taken(fell: Fell) -> int:
        return sum(eaten.left(one, less) for one, (_, less) in zip(fell[1:], defenses, strict=True))

    def net(fell: Fell) -> int:
        return (fell[0] - obstacle if raises else eaten.left(fell[0], eats)) - taken(fell)

    def fails(fell: int) -> bool:
        return not (raises or eaten.answered(fell, eats))

    casts = [attack, *(cast for cast, _ in defenses)]
    fell = table.together(casts, lambda found: _tells(landing, net(found), taken(found)), enough=fails)
    if fails(fell[0]):
        return [Effect(place, f"{deed.act.words} fails by itself", "FGT-09")]
    lands = net(fell) >= (0 if raises else 1)
    against_all = taken(fell) + (obstacle if raises else eats)
    if not deed.mounts:
        table.made.append(Made(place, _ability(fight, place, deed.act), attack.pool.dice, against_all, lands))
    left = eaten.left(fell[0], eats)
    for cast, less in defenses:
        if cast.part is Part.DEFENSE and cast.act:
            ability = _ability(fight, other, cast.act)
            table.made.append(Made(other, ability, cast.pool.dice, left + less, not lands))
    found = _lands(fight, place, landing, net(fell), taken(fell), pushing)
    rider_hit = net(fell) >= 0 and isinstance(landing.struck(landing.lands(net(fell), taken(fell))), Target)
    if landing.unseats and rider_hit:
        found += fight_lance.unseats(fight.sides, table, place, fell[0] - taken(fell), obstacle)
    return found


def _tells(landing: Landing, net: int, taken: int) -> Hashable:
    """What of a net matters, as `_lands` reads it: of a blow the stage that it reaches, and where it lands."""
    if landing.kind in (Met.STRIKE, Met.GREAT_STRIKE):
        return landing.tells(net, taken)
    return max(net, -1 if landing.kind in OBSTACLES else 0)


def _obstacle(fight: Fight, target: int, kind: Met) -> int:
    if kind is Met.DISARM:
        return fight_disarm.obstacle(fight.sides[target].fighter.skill.exponent).total
    return BASE


def _halves(fight: Fight, place: int, deed: Deed, defending: int | None) -> tuple[Pool, Pool]:
    """A Counterstrike divided. Raises `Refused` for an empty half. Source: FGT-39."""
    pool = _pool(fight, place, deed)
    first = (pool.dice + 1) // 2 if defending is None else defending
    least = min(1, pool.dice // 2)
    if not least <= first <= pool.dice - least:
        raise Refused(f"A Counterstrike of {pool.dice}D needs a die in both halves; this defends with {first}D.")
    return pool.plus(first - pool.dice), pool.plus(-first)


def _defenses(
    fight: Fight,
    place: int,
    meets: Sequence[Meets],
    attack: Deed,
    deed: Deed | None,
    defending: int | None,
    blow: shields.Attack,
) -> list[tuple[Cast, int]]:
    """What is rolled against an attack, each with its +Ob. Source: FGT-34 to FGT-39, FGT-49.

    A mount that is told something answers by nature, unless the blow is plainly meant for its rider. Source: RID-14.
    """
    meant = isinstance(fight.sides[1 - place].state.choice.wants, Target)
    tandem = deed is not None and deed.mounts and not meant
    found = [_natural(fight, place, attack.act, tandem=tandem)] if Meets.NATURAL in meets else []
    if deed and any(part in meets for part in SCRIPTED):
        pool = _halves(fight, place, deed, defending)[0] if Meets.COUNTER in meets else _pool(fight, place, deed)
        guard = fight.sides[place].fighter.guard
        if guard and pool.dice and not deed.mounts:
            pool = pool.plus(guard.dice(deed.act, blow))
        bare = fight_defenses.BARE_HANDED if _bare(fight, place, attack, deed) else 0
        eats = _penalty(fight, place, deed, Doing.DEFEND) + bare
        found.append((Cast(place, Part.MOUNT if deed.mounts else Part.DEFENSE, pool, deed.act), eats))
    return found


def _bare(fight: Fight, place: int, attack: Deed, deed: Deed) -> bool:
    """Whether bare hands Block or Counterstrike a blow with a weapon. Source: FGT-37, FGT-65."""
    if attack.mounts or deed.mounts:
        return False
    strikes = met(attack.act) in (Met.STRIKE, Met.GREAT_STRIKE)
    return strikes and fight.sides[1 - place].armed and not fight.sides[place].armed and deed.act is not Act.AVOID


def _riposte(fight: Fight, table: Table, place: int, deed: Deed, defending: int | None) -> list[Effect]:
    cast = Cast(place, Part.RIPOSTE, _halves(fight, place, deed, defending)[1], deed.act)
    obstacle = BASE + (0 if deed.mounts else fight.sides[place].bareback(BASE))
    obstacle += _penalty(fight, place, deed, Doing.ATTACK, part=fight_reach.Part.RIPOSTE)
    landing = Landing(fight.sides[place], fight.sides[1 - place], deed, Met.STRIKE, fight.house)
    (fell,) = table.together([cast], lambda fell: _tells(landing, fell[0] - obstacle, 0))
    return _lands(fight, place, landing, fell - obstacle, 0)


def _lands(fight: Fight, place: int, landing: Landing, net: int, taken: int, pushing: int = 0) -> list[Effect]:
    """What a net does: 0 or more over an obstacle, or 1 or more of what a versus maneuver has left."""
    other, deed, kind = 1 - place, landing.deed, landing.kind
    lost: list[Effect] = []
    if kind in (Met.STRIKE, Met.GREAT_STRIKE) and fight.sides[place].stroke(deed.using).lost:
        words = "the spear stays where it went" if net >= 0 else "the spear is dropped"
        lost = [Effect(place, words, "RID-21", state=lambda now: now.dropped(0))]
    if net < (0 if kind in OBSTACLES else 1):
        return [Effect(place, f"{deed.act.words} comes to nothing", "FGT-49"), *lost]
    if kind in (Met.STRIKE, Met.GREAT_STRIKE):
        return [landing.effect(other, net, taken), *lost]
    if kind is Met.LOCK:
        return [Effect(other, f"Locked by {net}D more", "FGT-44", state=lambda now: changed(now, lock=now.lock + net))]
    if kind is Met.PUSH:
        ways = fight_push.ways(net)
        spent = ways[min(max(pushing, 0), len(ways) - 1)]
        posture = Posture.GROUND if spent.down else None
        return [
            Effect(
                other,
                f"pushed: {spent.words}",
                "FGT-46",
                state=lambda now: changed(
                    now, posture=posture or now.posture, staggered=now.staggered or spent.staggered
                ),
                back=spent.back,
            )
        ]
    if kind is Met.THROW:
        return [Effect(other, "thrown down", "FGT-48", state=lambda now: changed(now, posture=Posture.GROUND))]
    if kind is Met.DISARM:
        away = fight_disarm.retrieval(fight_disarm.flies(net), each=fight.house.each).tests
        words = "disarmed" if not away else "disarmed, and the weapon lies farther off"
        return [Effect(other, words, "FGT-40", state=lambda now: now.dropped(away))]
    beaten = fight_defenses.beaten(net)
    weapon = beaten is fight_defenses.Beaten.WEAPON
    return [
        Effect(
            other,
            f"weapon beaten aside: {beaten.words}",
            "FGT-36",
            state=lambda now: changed(now, beaten=True, hampered=now.hampered + weapon),
        )
    ]


def _alone(fight: Fight, table: Table, place: int, deed: Deed, theirs: Act) -> list[Effect]:
    """What someone does by himself: escape, get up, change stance. Source: FGT-26, FGT-45, FGT-51."""
    side = fight.sides[place]
    wriggles = deed.act is Act.AVOID and not met(theirs).attacks
    if side.state.lock and (wriggles or deed.act is Act.ESCAPE):
        pool = _pool(fight, place, deed) if wriggles else side.dice(side.fighter.power, free=True)
        eats = _penalty(fight, place, deed, Doing.DEFEND)
        cast = Cast(place, Part.ATTACK, pool, deed.act)
        (fell,) = table.together([cast], lambda fell: locks.left(side.state.lock, eaten.left(fell[0], eats)))
        loose = eaten.left(fell, eats)
        rest = locks.left(side.state.lock, loose)
        return [
            Effect(
                place,
                f"the Lock is at {rest}D",
                "FGT-45",
                state=lambda now: changed(now, lock=locks.left(now.lock, loose)),
            )
        ]
    if deed.act is Act.GET_UP and side.rider and side.state.beast.loose:
        firm = replace(side.state.beast, loose=False)
        return [Effect(place, "sits firmly again", "RID-19", state=lambda now: changed(now, beast=firm))]
    if deed.act is Act.GET_UP:
        up = {Posture.GROUND: Posture.KNEES}.get(side.state.posture, Posture.STANDING)
        return [Effect(place, up.words, "FGT-26", state=lambda now: changed(now, posture=up))]
    if deed.act in (Act.RETRIEVE, Act.DRAW_WEAPON) and _busy(side.state, deed.act) >= TASKS[deed.act]:
        return _armed(side, place, deed.act)
    return []


def _armed(side: Side, place: int, act: Act) -> list[Effect]:
    """A weapon in hand again, picked up or drawn. Source: FGT-41, FGT-25."""
    state, bow = side.state, side.fighter.ranged is not None and side.fighter.ranged.kind is not None
    if act is Act.RETRIEVE and state.disarmed:
        if state.away:
            return [Effect(place, "the weapon lies too far off: win a positioning test first", "FGT-41")]
        return [
            Effect(
                place,
                "has the weapon again",
                "FGT-41",
                state=lambda now: changed(
                    now,
                    disarmed=False,
                    drawn=False,
                    gone=now.gone or now.drawn,
                    task=None,
                    shot=Ready() if bow else now.shot,
                ),
            )
        ]
    spare = side.fighter.spare
    if act is Act.DRAW_WEAPON and spare and not (state.drawn or state.gone):
        words = f"draws {spare.name}"
        return [Effect(place, words, "FGT-25", state=lambda now: changed(now, disarmed=True, drawn=True, task=None))]
    return []


def _skipped(fight: Fight) -> Fight:
    """On to the next slot in which anyone has an action, the next volley, the next exchange, or the end. FGT-67."""
    if all(side.state.idle for side in fight.sides) or any(side.state.out for side in fight.sides):
        return changed(fight, phase=Phase.OVER)
    most = max(max(len(side.volley(fight.volley).slots), fight_beast.slots(side, fight.volley)) for side in fight.sides)
    if fight.phase is Phase.POSITION or fight.slot <= most:
        return fight
    if any(side.state.ward is not None for side in fight.sides):
        for place in (0, 1):
            fight = fight._side(place, changed(fight.sides[place].state, ward=None))
    if fight.volley < VOLLEYS:
        return changed(fight, phase=Phase.ANNOUNCE, volley=fight.volley + 1, slot=1)
    one, two = (changed(side, state=_new_script(side.state)) for side in fight.sides)
    fight = changed(fight, sides=(one, two), bids=fight_bids.Bidding())
    return changed(fight, phase=Phase.SCRIPT, exchange=fight.exchange + 1, volley=1, slot=1)


def _new_script(state: Standing) -> Standing:
    """A state at the end of an exchange: what is ready stands in no script any more. Source: FGT-63, FGT-67."""
    return changed(state, plan=None, ready=(state.ready[0], 0) if state.ready else None)
