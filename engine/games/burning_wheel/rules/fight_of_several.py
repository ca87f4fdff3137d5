"""The scripts of three fighters or more: written unseen, announced volley by volley, changed, cut short by a wound
(FGT-04 to FGT-08, FGT-10, FGT-54 to FGT-56).

`Several` is who fights, what each has scripted, and how far the exchange has come. Each step gives the next one:

>>> from engine.games.burning_wheel.rules.fight_script import Act, Script
>>> wenna, orm, grim = Scripter("Wenna", 2, "one"), Scripter("Orm", 2, "two"), Scripter("Grim", 1, "two")
>>> fight = Several.of((wenna, orm, grim))
>>> fight = fight.script(0, Script.of("close", (Act.STRIKE,), (Act.BLOCK,), ()))
>>> fight = fight.script(1, Script.of("close", (Act.BLOCK,), (Act.STRIKE,), ()))
>>> fight.choosing
(2,)
>>> fight = fight.script(2, Script.of("withdraw", (Act.STRIKE,), (), ())).announce()
>>> fight.meetings
((0, 1), (0, 2))
>>> fight.hurt(1, 1, at_once=True).plans[1].script.layout
(1, 0, 0)
"""

from dataclasses import dataclass, replace
from itertools import combinations

from engine.games.burning_wheel.rules import plan_changes
from engine.games.burning_wheel.rules.exchange import VOLLEYS
from engine.games.burning_wheel.rules.fight_script import (
    House,
    Script,
    State,
    Volley,
    actions_left,
    check,
    struck_from_the_end,
)
from engine.games.burning_wheel.rules.plan_changes import Change, Clock, Plan, Spot
from engine.games.burning_wheel.rules.weapon_speed import With
from engine.games.burning_wheel.rules.weapons import Speed
from engine.refused import Refused

MOST = 8
PLAIN = House()


@dataclass(frozen=True, slots=True)
class Scripter:
    """Someone who scripts: name, exponent of Reflexes, and whose `side` that is; who has none is everyone's foe.

    Shaded Reflexes do several maneuvers `at_once`. `wounds` are the dice that wounds have taken from Reflexes. Who is
    `out` of the fight scripts no more.
    """

    name: str
    reflexes: int
    side: str = ""
    at_once: int = 1
    speed: Speed = Speed.FAST
    wounds: int = 0
    out: bool = False

    @property
    def actions(self) -> int:
        """In an exchange that begins now. Source: FGT-05."""
        return 0 if self.out else actions_left(self.reflexes, self.wounds)

    @property
    def asks(self) -> State:
        """What the laws of scripting ask of him."""
        return State(self.actions, at_once=self.at_once, speeds={With.MAIN: self.speed})

    def foe_of(self, other: "Scripter") -> bool:
        """Whether the two fight each other."""
        return not (self.side and self.side == other.side) and not self.out and not other.out


@dataclass(frozen=True, slots=True)
class Several:
    """A fight of several: each fighter's plan of this exchange, None until it is written, and how far that has come.

    Source: FGT-04, FGT-08.
    """

    fighters: tuple[Scripter, ...]
    plans: tuple[Plan | None, ...]
    exchange: int = 1
    clock: Clock = Clock()

    @classmethod
    def of(cls, fighters: tuple[Scripter, ...], exchange: int = 1) -> "Several":
        """An exchange that begins: nobody has scripted yet."""
        return cls(fighters, (None,) * len(fighters), exchange)

    @property
    def choosing(self) -> tuple[int, ...]:
        """Whoever has still to script, by place; without an action left there is nothing to write."""
        return tuple(
            place
            for place, one in enumerate(self.fighters)
            if one.actions and self.plans[place] is None and not self.begun
        )

    @property
    def begun(self) -> bool:
        """Whether a volley of this exchange has been announced."""
        return self.clock != Clock()

    @property
    def over(self) -> bool:
        """Whether nobody has a foe left."""
        return not any(one.foe_of(other) for one, other in combinations(self.fighters, 2))

    def volley_of(self, place: int, number: int | None = None) -> Volley:
        """What someone has scripted for a volley, that of now unless another is named; nothing where nothing is."""
        plan = self.plans[place]
        return plan.script.volleys[(number or self.clock.volley) - 1] if plan else Volley()

    def script(self, place: int, script: Script, house: House = PLAIN) -> "Several":
        """Someone's script. Raises `Refused` with the first fault of one that is unlawful, and for a second one."""
        if place not in self.choosing:
            raise Refused(f"{self.fighters[place].name} has no script to write now.")
        if faults := check(script, self.fighters[place].asks, house).faults:
            raise Refused(faults[0].words)
        return self._with(place, Plan(script))

    def announce(self) -> "Several":
        """The next volley is read out. Raises `Refused` while anyone still scripts. Source: FGT-08."""
        if self.choosing:
            raise Refused(f"{self.fighters[self.choosing[0]].name} has not scripted yet.")
        return replace(self, clock=Clock(self.clock.volley, is_out=True))

    def played(self) -> "Several":
        """The announced volley is over; after the third the next exchange begins, and everyone scripts anew."""
        if self.clock.volley < VOLLEYS:
            return replace(self, clock=Clock(self.clock.volley + 1))
        return Several.of(self.fighters, self.exchange + 1)

    def plan(self, place: int) -> Plan | None:
        """Someone's plan, as it may be changed now."""
        plan = self.plans[place]
        return replace(plan, clock=self.clock) if plan and not self.fighters[place].out else None

    def trade(
        self, place: int, lost: Spot, changed: Spot, change: Change, house: plan_changes.House = plan_changes.DEFAULT
    ) -> "Several":
        """Someone gives up an action to change another. Raises `Refused` as `Plan.trade` does. Source: FGT-54."""
        return self._with(place, replace(self._plan(place), house=house).trade(lost, changed, change))

    def drool(self, place: int, spot: Spot) -> "Several":
        """Someone drops an action. Raises `Refused` as `Plan.drool` does. Source: FGT-56."""
        return self._with(place, self._plan(place).drool(spot))

    def hurt(self, place: int, dice: int, *, at_once: bool) -> "Several":
        """A wound takes dice of someone's Reflexes: actions of the exchanges to come, and `at_once` the last of this.

        Source: FGT-05.
        """
        one = self.fighters[place]
        after = self._fighter(place, replace(one, wounds=one.wounds + dice))
        plan = self.plans[place]
        if not at_once or plan is None:
            return after
        layout = plan.script.layout
        had = sum(layout[: self.clock.volley - 1 + self.clock.is_out])
        left = struck_from_the_end(layout, one.actions - after.fighters[place].actions, had)
        script = plan.script
        for number, count in enumerate(left, 1):
            volley = script.volleys[number - 1]
            script = script.changed(number, replace(volley, slots=volley.slots[:count]))
        return after._with(place, replace(plan, script=script))

    def leave(self, place: int) -> "Several":
        """Someone is out of it."""
        return self._fighter(place, replace(self.fighters[place], out=True))

    @property
    def meetings(self) -> tuple[tuple[int, int], ...]:
        """The places of each two foes of whom one does something in the volley of now. Source: FGT-08, FGT-10."""
        pairs = combinations(range(len(self.fighters)), 2)
        return tuple((one, other) for one, other in pairs if self._meet(one, other))

    def _meet(self, one: int, other: int) -> bool:
        acts = self.volley_of(one).slots or self.volley_of(other).slots
        return bool(acts) and self.fighters[one].foe_of(self.fighters[other])

    def _plan(self, place: int) -> Plan:
        plan = self.plan(place)
        if plan is None:
            raise Refused(f"{self.fighters[place].name} has no script that could be changed.")
        return plan

    def _with(self, place: int, plan: Plan) -> "Several":
        plans = tuple(plan if at == place else other for at, other in enumerate(self.plans))
        return replace(self, plans=plans)

    def _fighter(self, place: int, fighter: Scripter) -> "Several":
        fighters = tuple(fighter if at == place else other for at, other in enumerate(self.fighters))
        return replace(self, fighters=fighters)
