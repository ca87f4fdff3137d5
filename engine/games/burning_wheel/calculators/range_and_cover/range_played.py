"""Range and Cover on a page, between two moves, with the tests that were made (RNC-41)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from engine.answer import Block, Told
from engine.games.burning_wheel.calculators.range_and_cover import range_sparring
from engine.games.burning_wheel.calculators.range_and_cover.range_setup import FIELDS, Shooter
from engine.games.burning_wheel.calculators.range_and_cover.range_stage import THEN, Past, name_of
from engine.games.burning_wheel.calculators.range_and_cover.range_told import brought
from engine.games.burning_wheel.forms import partner
from engine.games.burning_wheel.forms.partner import Partner, Spar
from engine.games.burning_wheel.forms.sealing import SIDES, Seals
from engine.games.burning_wheel.forms.spells_in_conflict import IN_LOG as SPELL_LOG
from engine.games.burning_wheel.forms.spells_in_conflict import TESTED as SPELLED
from engine.games.burning_wheel.readings.maneuvers import element_of
from engine.games.burning_wheel.rules import range_procedure as rules
from engine.games.burning_wheel.rules.advancement import Kind, kind_of
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.fight_beast import RIDING
from engine.games.burning_wheel.rules.maneuvers import Means
from engine.games.burning_wheel.rules.range_charms import Spelled
from engine.games.burning_wheel.rules.range_procedure import Conflict, Phase, Shots, Won
from engine.games.burning_wheel.rules.sealed import Where
from engine.rulings import Rulings

TESTED = {**SPELLED, RIDING: "Riding"}
IN_LOG = {**SPELL_LOG, RIDING: "skill"}


def where_of(state: Conflict, place: int) -> Where:
    """Where the codes of what a side scripts or declares now belong. Names and dice tell one hunt from another."""
    fighters = [side.fighter for side in state.sides]
    called = ", ".join(f"{one.name} {one.skill} {one.speed} {one.perception}" for one in fighters)
    volley = state.volley if state.phase is Phase.ACT else 0
    return Where(f"hunt: {called}", state.exchange, fighters[place].name, volley, "hunt")


@dataclass(frozen=True, slots=True)
class Tested:
    """A test that someone made: whose, of what, with how many dice, against what, and whether it passed.

    `spelled` is the input that holds what a spell or a prayer tests, or a rider; empty for all others.
    """

    side: int
    means: Means | None
    dice: int
    obstacle: int
    passed: bool
    spelled: str = ""

    @property
    def words(self) -> str:
        """What was tested; None stands for the skill with the weapon."""
        if self.spelled:
            return TESTED[self.spelled]
        return self.means.words if self.means else "the weapon’s skill"

    @property
    def field(self) -> str:
        """The input that holds it."""
        return f"{FIELDS[self.side]}.{self.spelled or (self.means.value if self.means else 'skill')}"

    @property
    def kind(self) -> Kind:
        """How it advances. Source: HUB-37 to HUB-41."""
        if self.spelled:
            return kind_of(ELEMENTS[IN_LOG.get(self.spelled, self.spelled)])
        return kind_of(element_of(self.means)) if self.means else Kind.SKILL


@dataclass(frozen=True, slots=True)
class Played:
    """A conflict on a page: both sides as they were set up, the volleys of this exchange that were rolled, what wounds
    take, the setup in a line, the tests that were made, the seals that have come from other devices, how many volleys
    were rolled in all, the partner that plays a side, and what it says."""

    conflict: Conflict
    both: tuple[Shooter, Shooter]
    borne: tuple[Block, ...]
    setup: str
    ask: Rulings
    past: tuple[Past, ...] = ()
    side: int | None = None
    tests: tuple[Tested, ...] = ()
    seals: Seals = Seals()
    rolled: int = 0
    partner: Partner | None = None
    said: tuple[Told, ...] = ()
    joined: bool = False

    def sealed(self, place: int, seal: str) -> "Played":
        """The same with the seal of what a side scripts or declares. Raises `Refused` where it belongs elsewhere."""
        seals = self.seals.with_seal(place, seal, where_of(self.conflict, place))
        return replace(self, seals=seals, side=place, past=() if self.conflict.phase is Phase.SCRIPT else self.past)

    def after(self, state: Conflict, place: int | None) -> "Played":
        """The same, one step later."""
        past, tests, rolled = self.past, (*self.tests, *_tested(self.conflict, state)), self.rolled
        match state.came:
            case Won() as won if state.came is not self.conflict.came:
                pair = self.conflict.maneuver(0), self.conflict.maneuver(1)
                past, rolled = (*past, Past(pair, won, state.thrown, state.stop)), rolled + 1
            case Shots(shots, spelled) if past and state.came is not self.conflict.came:
                past = (*past[:-1], replace(past[-1], shots=shots, spelled=spelled))
            case rules.Scripted(_, forfeits) if not forfeits:
                past = ()
        seals = self.seals.settled(kept=state.phase is self.conflict.phase)
        said = range_sparring.said(self.conflict, state, self.partner, self.ask)
        return replace(
            self,
            conflict=state,
            past=past,
            side=place,
            tests=tests,
            seals=seals,
            rolled=rolled,
            said=said,
            joined=False,
        )

    def sparring(self, place: int, move: Spar) -> "Played":
        """The same with a partner who plays a side from now on."""
        said = partner.joins(move, name_of(self.conflict, place), "RNC-41")
        return replace(self, partner=Partner(place, move.strength, move.seed), said=(said,), joined=True)

    @property
    def told(self) -> tuple[Told, ...]:
        """What the last step brought."""
        if self.seals.came is not None:
            where = where_of(self.conflict, self.seals.came)
            when = f"volley {where.volley}" if where.volley else f"exchange {where.exchange}"
            said = f"has sealed {'an act' if where.volley else 'a script'} for {when}."
            return (Told(0, said, "RNC-11" if where.volley else "RNC-17", where.side),)
        if self.joined:
            return self.said
        found = [Told(0, text, rule, name) for name, text, rule in brought(self.conflict)]
        found += self.said
        if self.conflict.phase is Phase.OVER and self.conflict.ending:
            found.append(Told(0, THEN[self.conflict.ending], "RNC-40"))
        return tuple(found)


def _tested(then: Conflict, now: Conflict) -> Iterator[Tested]:
    """The tests of a step: positions, shots and what spells test. What is certain is no test. Source: HUB-46."""
    if now.came is then.came:
        return
    match now.came:
        case Won() as won:
            for cast, fell in now.thrown:
                if cast.what == "riding":
                    against = then.reins(cast.side)[1]
                    yield Tested(cast.side, None, cast.pool.dice, against, then.listens(cast.side, fell), RIDING)
            for place in (0, 1):
                total, other = won.totals[place], won.totals[1 - place]
                if total is None or then.way(place).fixed:
                    continue
                way = then.way(place)
                if then.sides[place].fighter.carried(way.tests):
                    continue
                nerve = then.sides[place].fighter.hesitates if way.nerve else 0
                obstacle = max(other or 0, nerve)
                yield Tested(place, way.tests, then.dice(place).total, obstacle, won.winner == place)
        case rules.Paid(spelled):
            yield from _by_spells(spelled)
        case Shots(shots, spelled):
            yield from _by_spells(spelled)
            for shot in shots:
                dice = then.shooting_dice(shot.side).dice
                yield Tested(shot.side, None, dice, shot.obstacle.total, shot.hits)


def _by_spells(spelled: Iterable[Spelled]) -> Iterator[Tested]:
    """What spells and prayers have tested: the casting, Tax, Steel against it. Source: SOR-10, SOR-13, FAI-03."""
    for one in spelled:
        for made in one.made:
            yield Tested(made.side, None, made.dice, made.obstacle, made.passed, made.field)


def both_act(state: Conflict) -> bool:
    """Whether both sides declare in this volley; what one alone declares is no secret."""
    return len(state.acting) + sum(side.act is not None for side in state.sides) == len(SIDES)
