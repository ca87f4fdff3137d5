"""A bow, a crossbow or something to throw in a Fight! played out: how far it is, action by action (FGT-27, FGT-29).

`Ranged` is what someone has, `Ready` how far it is between two actions. All numbers come from the weapons' tables.

>>> from engine.games.burning_wheel.rules.missiles import MISSILES, Band, shot
>>> bow = Ranged.of(MISSILES["hunting-bow"], shot(MISSILES["hunting-bow"], Band.CLOSE), Ability.parse("B4"))
>>> now = Ready()
>>> for act, busy in ((Act.NOCK, 1), (Act.NOCK, 2), (Act.NOCK, 3), (Act.DRAW_BOW, 1), (Act.DRAW_BOW, 2), (Act.AIM, 1)):
...     now = bow.after(now, act, busy, power=4)
>>> now.acquired, now.aimed, bow.flies(now, Act.RELEASE, None)
(True, 1, <Flies.AIMED: 'aimed'>)
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.action_costs import most_aiming
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_positioning import Wields
from engine.games.burning_wheel.rules.missiles import Kind, Missile, Readiness
from engine.games.burning_wheel.rules.shots import Shot
from engine.games.burning_wheel.rules.thrown import ACQUIRE, Carried
from engine.option import Option

LOOSES = frozenset({Act.RELEASE, Act.SNAPSHOT, Act.THROW_OBJECT})
"""Actions with which something flies. Source: FGT-29, FGT-30."""
HANDLES = LOOSES | {Act.DRAW_BOW, Act.ACQUIRE, Act.AIM}
"""Actions with what is ready to fly; a volley with one of them has its length. Source: FGT-14, FGT-15."""
HOLDS = frozenset({Act.ASSESS, Act.CONDITION, Act.COMMAND, Act.INTIMIDATE, Act.NOTHING})
"""Actions beside which one holds what is drawn and acquired."""


class Flies(Option):
    """What comes of an action that looses. Source: FGT-29, FGT-30."""

    NOTHING = "nothing", "nothing is ready to fly"
    SNAP = "snap", "a snapshot"
    AIMED = "aimed", "at a target acquired"


@dataclass(frozen=True, slots=True)
class Ready:
    """How far a shot or throw is: nocked, loaded or in hand (`loaded`), at a target `acquired`, with dice of aiming.

    `held` are the actions for which a drawn bow has been held. Source: FGT-29.
    """

    loaded: bool = False
    acquired: bool = False
    aimed: int = 0
    held: int = 0

    @property
    def lowered(self) -> "Ready":
        """The same without target and aim: a bow that is let down stays nocked."""
        return Ready(self.loaded)


@dataclass(frozen=True, slots=True)
class Ranged:
    """What someone shoots or throws: `shot` is what hits at this distance, with so many `dice` beside the skill.

    `prepare` are the actions to nock or reload it, or to have the next one to throw in hand, and `acquire` those to
    draw the bow or to acquire a target. `kind` is None for what is thrown. `most` actions go into aiming. `harder` is
    what the GM sees in the way, beside movement. With `lunging` a target at that distance is harder to hit.
    Source: FGT-29, FGT-30, FGT-66.
    """

    shot: Shot
    skill: Ability
    kind: Kind | None
    prepare: int
    acquire: int
    ready: Readiness = Readiness.EMPTY
    most: int = 2
    harder: int = 0
    lunging: bool = False

    @classmethod
    def of(
        cls, weapon: Missile, shot: Shot, skill: Ability, ready: Readiness = Readiness.EMPTY, perception: int = 4
    ) -> "Ranged":
        """A bow or crossbow of the table. Source: WPN-23."""
        return cls(shot, skill, weapon.kind, weapon.prepare, weapon.ready, ready, most_aiming(perception))

    @classmethod
    def thrown(cls, shot: Shot, skill: Ability, carried: Carried, perception: int = 4) -> "Ranged":
        """Something to throw, and more of it: one that is in hand has the next on a strap. Source: WPN-23."""
        ready = Readiness.LOADED if carried is Carried.IN_HAND else Readiness.EMPTY
        draws = carried.amount or Carried.READY.amount or 0
        return cls(shot, skill, None, draws, ACQUIRE, ready, most_aiming(perception))

    @property
    def begins(self) -> Ready:
        """How far it is as the fight begins."""
        return Ready(self.ready is not Readiness.EMPTY, self.ready is Readiness.DRAWN)

    @property
    def tasks(self) -> Mapping[Act, int]:
        """What takes how many actions in a row with it. Source: FGT-23, FGT-29."""
        if self.kind is Kind.BOW:
            return {Act.NOCK: self.prepare, Act.DRAW_BOW: self.acquire}
        return {self._prepares: self.prepare}

    @property
    def wields(self) -> Wields:
        """What it counts as in positioning while it is ready. Source: FGT-14."""
        return Wields.LOADED if self.kind else Wields.THROWN

    @property
    def _prepares(self) -> Act:
        if self.kind is None:
            return Act.DRAW_WEAPON
        return Act.NOCK if self.kind is Kind.BOW else Act.RELOAD

    @property
    def _acquires(self) -> Act:
        return Act.DRAW_BOW if self.kind is Kind.BOW else Act.ACQUIRE

    def after(self, now: Ready, act: Act, busy: int, power: int) -> Ready:
        """How far it is after an action that looses nothing, with which one was busy for so many in a row.

        A drawn bow is held for as many actions as `power`, while one does nothing else with it. Source: FGT-29.
        """
        if act is self._prepares:
            return now if now.loaded else Ready(busy >= self.prepare)
        if act is self._acquires:
            return replace(now, acquired=now.loaded and (now.acquired or busy >= self.acquire))
        if act is Act.AIM and now.acquired:
            return self._held(replace(now, aimed=min(self.most, now.aimed + 1)), power)
        return self._held(now, power) if act in HOLDS else now.lowered

    def _held(self, now: Ready, power: int) -> Ready:
        if self.kind is not Kind.BOW or not now.acquired:
            return now
        return replace(now, held=now.held + 1) if now.held < power else now.lowered

    def flies(self, now: Ready, act: Act, task: tuple[Act, int] | None) -> Flies:
        """What comes of loosing it with such an action; `task` is what one was busy with before, and for how many.

        A bow that lacks one action of drawing is a snapshot; anything else is one without a target acquired. FGT-29.
        """
        throws = act is Act.THROW_OBJECT
        if not now.loaded or (act is not Act.SNAPSHOT and throws is not (self.kind is None)):
            return Flies.NOTHING
        if now.acquired:
            return Flies.AIMED
        if self.kind is not Kind.BOW:
            return Flies.SNAP
        drawn = task[1] if task and task[0] is Act.DRAW_BOW else 0
        return Flies.SNAP if act is Act.SNAPSHOT and drawn >= self.acquire - 1 else Flies.NOTHING
