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

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice

from engine import wording
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import (
    ambush,
    fight_beast,
    fight_bids,
    fight_course,
    fight_deeds,
    fight_positions,
    fight_slot,
    fight_surprise,
    saddle,
    stances,
)
from engine.games.burning_wheel.rules.bids import Auction, open_auction
from engine.games.burning_wheel.rules.exchange import layouts
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_blows import Choice
from engine.games.burning_wheel.rules.fight_distance import Distance, Places
from engine.games.burning_wheel.rules.fight_matrix import Meets, Met, against, met
from engine.games.burning_wheel.rules.fight_moment import PLAYED, Moment
from engine.games.burning_wheel.rules.fight_posture import Posture
from engine.games.burning_wheel.rules.fight_script import Deed, Script, State, check, word
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
)
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.plan_changes import Change, Clock, Plan, Spot, hesitates, spots
from engine.games.burning_wheel.rules.saddle import Fright
from engine.games.burning_wheel.rules.steel import Reaction
from engine.games.burning_wheel.rules.striking import may_offer
from engine.games.burning_wheel.rules.weapon_speed import With
from engine.records import changed
from engine.refused import Refused

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
]
"""The procedure with all that stands between its steps, which is `fight_state`."""


@dataclass(frozen=True)  # changed ten thousand times an answer
class Fight(Moment):
    """A fight of two, step by step.

    Source: FGT-67.
    """

    def lurking(self, lurk: ambush.Lurk | None) -> "Fight":
        """The same with an ambush before the first positioning test. Source: FGT-62."""
        self._need(Phase.START)
        return changed(self, phase=Phase.AMBUSH, lurk=lurk) if lurk else self

    def surprise(self, throw: Throw) -> "Fight":
        """The ambush is sprung, before the first positioning test: noticed in time, or a Steel test. Source: FGT-62."""
        self._need(Phase.AMBUSH)
        assert self.lurk
        table = Table(throw)
        done = fight_slot.applied(self, table, fight_surprise.sprung(self.sides, table, self.lurk))
        return changed(done, phase=Phase.START, thrown=table.all, tests=(*self.tests, *table.made))

    def start(self, throw: Throw, pick: Distance | None = None, *, more: tuple[int, int] = (0, 0)) -> "Fight":
        """The first positioning test; the winner picks the distance, at once or with `picked`. Source: FGT-18.

        A tie goes to side 1, who defends, unless the table reads it otherwise. `more` are dice of each side besides
        Speed, quickness, length and traits.
        """
        self._need(Phase.START)
        table = Table(throw)
        frozen = [bool(side.state.lost) for side in self.sides]
        pools = [
            Pool.of(0) if frozen[place] else fight_positions.speed_of(self, place, None, more[place])
            for place in (0, 1)
        ]
        fallen = [table.cast(Cast(place, Part.POSITION, pools[place])) for place in (0, 1)]
        eats = [side.state.hurts for side in self.sides]
        won = fight_positions.outcome_of(self, fallen, frozen, eats).won
        if won is None and self.house.tie == "reroll":
            return changed(self, came=(Event(0, "a tie: roll again", "FGT-18"),), thrown=table.all)
        if won is None and self.house.tie == "out":
            told = Event(0, "a tie: out of reach", "FGT-18")
            return self.with_places(places=self.track.states[0], phase=Phase.SCRIPT, came=(told,), thrown=table.all)
        place = 0 if won else 1
        told = Event(place, "wins and picks the distance", "FGT-18")
        fight = changed(self, phase=Phase.PICK, picks=place, came=(told,), thrown=table.all)
        fight = fight_positions.noted(fight, fallen, pools, won, eats)
        return fight if pick is None else changed(fight.picked(pick), thrown=table.all)

    def picked(self, pick: Distance) -> "Fight":
        """The winner of the first test picks the distance for the own weapon. Raises `Refused` inside. FGT-18."""
        self._need(Phase.PICK)
        place = self.picks or 0
        places = self.track.started(pick, mine=place == 0)
        told = Event(place, f"picks {pick.words}", "FGT-18")
        return self.with_places(places=places, phase=Phase.SCRIPT, came=(told,))

    def set_at(self, places: Places) -> "Fight":
        """The GM says where both begin, without a test. Source: FGT-20."""
        self._need(Phase.START)
        return self.with_places(
            places=places, phase=Phase.SCRIPT, came=(Event(0, "the GM sets the distance", "FGT-20"),)
        )

    def placed(self, places: Places) -> "Fight":
        """The same with both where the GM puts them. Source: FGT-20."""
        return self.with_places(places=places)

    def hesitate(self, place: int, actions: int, *, running: bool = False) -> "Fight":
        """Something from outside costs a side so many actions, the next one first. Source: FGT-61."""
        return self.with_state(place, self.sides[place].state.shaken(actions, running=running))

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
        fight = self.with_state(place, new)
        return fight.with_places(
            places=fight.track.states[fight.track.stop(fight.places)], came=(Event(place, reaction.words, "FGT-61"),)
        )

    def give_up(self, place: int) -> "Fight":
        """A side yields, which ends it. Source: FGT-67."""
        return changed(self, phase=Phase.OVER, yielded=place, came=(Event(place, "gives up", "FGT-67"),), thrown=())

    def to_divide(self, place: int) -> int:
        """The dice of a Counterstrike that meets an attack now and wants to be divided; 0 for none. Source: FGT-39."""
        if self.phase is not Phase.ACT:
            return 0
        deed, attack = fight_deeds.deed_of(self, place), fight_deeds.deed_of(self, 1 - place)
        if deed is None or attack is None or deed.act is not Act.COUNTERSTRIKE:
            return 0
        parts = against(met(attack.act), Met.COUNTERSTRIKE, house=self.house.matrix)
        dice = fight_deeds.pool_of(self, place, deed).dice
        return dice if dice > 1 and (Meets.COUNTER in parts or Meets.RIPOSTE in parts) else 0

    def doing(self, place: int) -> Deed | None:
        """What a side really does in this slot, once a volley is announced; None without an action. Source: FGT-67."""
        return fight_deeds.doing(self, place)

    def may_spring(self, place: int) -> bool:
        """Whether a condition that a side has set may be met now, with its action in this slot. Source: FGT-63."""
        state = self.sides[place].state
        waits = self.phase is Phase.ACT and bool(state.waits) and state.ready is not None and not state.sprung
        return waits and fight_deeds.deed_of(self, place) is not None

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
        return changed(self.with_state(place, new), came=(told,), thrown=())

    def may_hold(self, place: int) -> bool:
        """Whether a side may hold back the spell that this action would let go. Source: SOR-38."""
        side, charm = self.sides[place], self.sides[place].fighter.charm
        return bool(charm and charm.free) and fight_deeds.is_done(side, self.doing(place)) and not side.state.holds

    def hold(self, place: int) -> "Fight":
        """A side holds back the last syllable in this action: the spell is not out with it, and goes on.

        A Will test falls with the action, where one is due. Raises `Refused` for who has no spell done. Source: SOR-38.
        """
        if not self.may_hold(place):
            raise Refused("Only a spell that is done with this action is held back.")
        told = Event(place, "does not say the last syllable yet", "SOR-38")
        return changed(self.with_state(place, changed(self.sides[place].state, holds=True)), came=(told,), thrown=())

    def may_rein(self, place: int) -> bool:
        """Whether a rider may take a frightened mount in hand, with his action in this slot. Source: RID-24."""
        side = self.sides[place]
        free = self.phase is Phase.ACT and side.rider is not None and bool(side.state.beast.lost)
        own = fight_deeds.deed_of(self, place) if free and side.state.beast.reins is None else None
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
        return changed(self.with_state(place, new), came=(told,), thrown=())

    def spook(self, place: int, fright: Fright, throw: Throw) -> "Fight":
        """Someone says what a frightened mount does; one that rears or rolls may throw its rider. Source: RID-24.

        Raises `Refused` for a mount that is not frightened.
        """
        side = self.sides[place]
        if side.rider is None or not side.state.beast.lost:
            raise Refused("Only a frightened mount bolts, shies, rears or rolls.")
        beast = replace(side.state.beast, fright=fright)
        fight, table = self.with_state(place, changed(side.state, beast=beast)), Table(throw)
        done = fight_slot.applied(fight, table, fight_beast.startled(fight.sides[place], table, place))
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
        return self.with_state(place, changed(self.sides[place].state, choice=choice))

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
        ready = side.state.ready or (fight_deeds.next_deed(script, (1, 0)) if side.state.waits else None)
        fight = self.with_state(place, changed(side.state, plan=Plan(script, house=self.house.plans), ready=ready))
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
        fight = self.with_state(place, changed(self.sides[place].state, plan=new))
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
            fight = fight.with_state(place, changed(side.state, plan=plan))
        return changed(fight_course.first(fight), came=(), thrown=())

    def position(
        self, throw: Throw | Table, *, more: tuple[int, int] = (0, 0), near: bool = False, halts: bool = False
    ) -> "Fight":
        """The positioning tests of the volley, Charges and Tackles among them. Source: FGT-10, FGT-19, FGT-38.

        `more` are dice of each side for terrain, spells and the like; with `near` a winner by two or more moves one
        distance alone. With `halts` a winner who has a choice of places is asked for it, and goes on with `halt`.
        """
        self._need(Phase.POSITION)
        return fight_positions.positioned(self, Table.of(throw), more, near=near, halts=halts)

    def halt(self, places: Places) -> "Fight":
        """The winner says where the move ends. Raises `Refused` where it cannot end there. Source: FGT-19, FGT-20."""
        self._need(Phase.HALT)
        if places not in self.options:
            raise Refused("The move does not end there.")
        place = self.won or 0
        told = Event(place, f"stops at {places[place].words}", "FGT-19")
        return fight_course.after(changed(self.with_places(places=places, came=(told,)), options=()))

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
            return fight_slot.led(self, Table.of(throw), pushing)
        self._need(Phase.ACT)
        return fight_slot.acted(self, Table.of(throw), defending, pushing)

    def speed(self, place: int) -> Pool:
        """The dice with which a side would test for position, whatever it plans but a Charge. Source: FGT-11."""
        return fight_positions.speed_of(changed(self, phase=Phase.START), place, self.sides[place].state.at, 0)

    def _need(self, phase: Phase) -> None:
        if self.phase is not phase:
            raise Refused(f"That does not come now; next: {self.phase.words}.")

    def _replan(self, place: int, change: Callable[[Plan], Plan]) -> "Fight":
        if self.phase not in PLAYED:
            self._need(Phase.ANNOUNCE)
        plan = self.sides[place].state.plan
        assert plan
        new = change(replace(plan, clock=self.clock))
        return self.with_state(place, changed(self.sides[place].state, plan=new))


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
            fight = fight.with_state(place, changed(side.state, plan=replace(side.state.plan, script=script)))
    return changed(fight, bids=replace(fight.bids, first=auction.holder))
