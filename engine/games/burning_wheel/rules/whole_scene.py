"""A whole scene played again from the dice it was told with: a watcher, a spell, a run, a fight, a sign (NPC-08).

The fight in its middle is that of `first_fight`; what comes before and after it stands here and in the table beside.
What a changed roll leads to goes on into the fight: Forte that the first spell has cost is not there for the second.

>>> last = replay().moments[-1]
>>> last.rolls[-1].number, last.rolls[-1].classes.short, last.words
(33, 'Routine', 'he knows the sign')
>>> replay(changes={5: 0}).moments[-1].forte
3
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine import tables
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import first_fight, retold, steel, test_class, versus
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.fight_procedure import Event
from engine.games.burning_wheel.rules.first_fight import BEAST, CRAWLER, HEDGE_WIZARD, JOOST
from engine.games.burning_wheel.rules.let_it_ride import Came, Ledger, Ride
from engine.games.burning_wheel.rules.retold import Besides, Dice, Printed, Replay, Told
from engine.games.burning_wheel.rules.steel import Reaction
from engine.games.burning_wheel.rules.test_class import Sources
from engine.games.burning_wheel.rules.versus import Contest, Result, Role, Side
from engine.option import Option

AALTJE = 2
SENSE = "Perception"
FILE = "whole_scene.toml"


class Step(Option):
    """A step of the scene, in order; those between the run and the sign are the fight’s. Source: NPC-08."""

    SHADOW = "shadow", "the shadow"
    FEAR = "fear", "the spell"
    VOICE = "voice", "the voice"
    STREET = "street", "the run"
    START = "start", "the fight begins"
    E1V1_MOVE = "e1v1-move", "1/1 moves"
    E1V1_ACT = "e1v1-act", "1/1 acts"
    E1V2 = "e1v2", "1/2"
    E1V3 = "e1v3", "1/3"
    E2V1_MOVE = "e2v1-move", "2/1 moves"
    E2V1_ACT = "e2v1-act", "2/1 acts"
    E2V2_MOVE = "e2v2-move", "2/2 moves"
    E2V2_FIRST = "e2v2-first", "2/2 first acts"
    E2V2_SECOND = "e2v2-second", "2/2 second acts"
    E2V3_MOVE = "e2v3-move", "2/3 moves"
    E2V3_ACT = "e2v3-act", "2/3 acts"
    RANGE = "range", "the chase"
    KNIFE = "knife", "the knife"
    SIGN = "sign", "the sign"

    @property
    def fights(self) -> bool:
        """Whether it is one of the fight’s."""
        return self.value in FIGHT


FIGHT = {step.value for step in first_fight.Step}


@dataclass(frozen=True, slots=True)
class Bystander:
    """Someone of whom the scene needs three numbers."""

    will: Ability
    speed: Ability
    steel: Ability

    @property
    def hesitation(self) -> int:
        """From Will. Source: STE-02."""
        return steel.hesitation(self.will).total


def _bystander(row: Mapping[str, Any]) -> Bystander:
    return Bystander(*(Ability.parse(row[name]) for name in BYSTANDER))


@dataclass(frozen=True, slots=True)
class Asked:
    """What the GM asks for: the obstacle of knowing a voice, and of reading the sign."""

    voice: int
    sign: int


BYSTANDER = tuple(Bystander.__dataclass_fields__)
(TOLL_KEEPER,) = tables.rows(__file__, FILE, "bystander", BYSTANDER, _bystander)
(ASKED,) = tables.rows(__file__, FILE, "asked", tuple(Asked.__dataclass_fields__), lambda row: Asked(**row))
OWN: Mapping[str, Told] = dict(
    tables.rows(
        __file__,
        FILE,
        "step",
        ("key", "title", "rule", "tale"),
        lambda row: (row["key"], Told(row["title"], row["tale"], row["rule"], row.get("differs", ""))),
        ("differs",),
    )
)
TALE: Mapping[Step, Told] = {
    step: first_fight.TALE[first_fight.Step.of(step.value)] if step.fights else OWN[step.value] for step in Step
}
DEPARTURES = retold.departures(__file__, FILE)


def _printed() -> tuple[Printed, ...]:
    """All rolls of the scene, in order."""
    rolls = (*retold.printed(__file__, FILE), *first_fight.PRINTED)
    return tuple(one for step in Step for one in rolls if one.step == step.value)


PRINTED = _printed()


@dataclass(slots=True)
class Course(first_fight.Course):
    """The scene on its way. `ledger` has what rides; `runs` is whether someone runs from him."""

    ledger: Ledger = field(default_factory=lambda: Ledger("the canal by night"))
    runs: bool = False

    def tale(self, step: Option) -> Told:
        """A step as it is told."""
        return TALE[Step.of(step.value)]

    def after(self, step: Option) -> Option | None:
        """Whatever ends the fight, the sign is still there for him, unless it ended him."""
        gone = self.fight.sides[JOOST].state.out or self.fight.yielded == JOOST
        return None if gone or step is Step.SIGN else Step.SIGN

    def shadow(self) -> None:
        """One hides, the other has no skill for it and looks. Source: HUB-13, HUB-33."""
        hides = BEAST.ability("Stealthy").pool(DEPARTURES.get((self.dice.step, CRAWLER), 0))
        looks = HEDGE_WIZARD.figures.perception.ability.pool()
        hidden = self.dice.fall(CRAWLER, Besides.SNEAK, hides)
        seen = self.dice.fall(JOOST, Besides.NOTICE, looks)
        contest = Contest(Side(looks, beginner=True), Side(hides), Role.DEFEND)
        number = self.dice.done
        self.dice.says(number - 1, against=versus.needed(contest.theirs, contest.mine, seen).total)
        # Under Beginner's Luck a test counts for the skill that is missing, and so has no class here.
        self.dice.says(number, against=versus.needed(contest.mine, contest.theirs, hidden).total, marked=False)
        result, _ = versus.decided(contest.mine, contest.theirs, seen, hidden, contest.role, contest.call_on)
        self.words = "he sees it" if result is Result.WIN else "he sees nothing"
        self.came.append(Event(JOOST, self.words, "HUB-33"))
        self.ledger = self.ledger.record(Ride(SENSE, seen))

    def fear(self) -> None:
        """He casts at a shadow. Source: SOR-10, STE-03, SOR-13."""
        self.words = "nobody runs"
        if self.casts():
            gone = self.shakes(AALTJE, TOLL_KEEPER.steel.pool(), TOLL_KEEPER.hesitation)
            self.runs = bool(gone)
            run = f"fails by {gone}: {Reaction.RUN.words}" if gone else "stands her ground"
            self.words = "she runs" if gone else "she stands"
            self.came.append(Event(AALTJE, run, "STE-05"))
        self.bears()

    def voice(self) -> None:
        """He wants to look once more; what he rolled stands, and answers. Source: HUB-25."""
        again = self.ledger.record(Ride(SENSE))
        assert again.came is Came.REFUSED
        found = self.ledger.check(SENSE, "", ASKED.voice)
        self.words = "he knows the voice" if found.came is Came.PASSES else "he does not know the voice"
        self.came += [Event(JOOST, again.came.words, "HUB-25"), Event(JOOST, self.words, "HUB-25")]

    def street(self) -> None:
        """He runs after her, if she runs. Source: HUB-13."""
        if not self.runs:
            self.words = "nobody runs"
            return
        mine, theirs = Side(HEDGE_WIZARD.figures.speed.pool()), Side(TOLL_KEEPER.speed.pool())
        ran = self.dice.fall(JOOST, Besides.RUN, mine.pool)
        fled = self.dice.fall(AALTJE, Besides.RUN, theirs.pool)
        number = self.dice.done
        self.dice.says(number - 1, against=versus.needed(mine, theirs, fled).total)
        self.dice.says(number, against=versus.needed(theirs, mine, ran).total)
        result, tied = versus.decided(mine, theirs, ran, fled, Role.ATTACK, versus.CallOn.NONE)
        self.words = (
            "he catches her" if result is Result.WIN else "a tie: she keeps her lead" if tied else "she is gone"
        )
        self.came.append(Event(JOOST if result is Result.WIN else AALTJE, self.words, "HUB-13"))

    def sign(self) -> None:
        """What hangs in the light, with what he knows of the streets. Source: HUB-32, HUB-35."""
        state = self.fight.sides[JOOST].state
        learned = HEDGE_WIZARD.ability("Symbology")
        forks = sum(
            test_class.fork_dice(HEDGE_WIZARD.ability(name).exponent) for name in ("Streetwise", "Trouble-wise")
        )
        dice = test_class.counted(Sources(learned.exponent, lost=state.taken, forks=forks)).total
        against = ASKED.sign + state.hurts
        fell = self.dice.fall(JOOST, Besides.SIGN, Pool.of(max(0, dice), learned.shade), against=against)
        self.words = "he knows the sign" if fell >= against else "it means nothing to him"
        alone = test_class.classes(learned.exponent - state.taken, against)
        self.came += [
            Event(JOOST, self.words, "HUB-05"),
            Event(JOOST, f"without the FoRKs: {alone.article}", "HUB-35"),
        ]


def _in_fight(go: Callable[[first_fight.Course], None]) -> Callable[[Course], None]:
    return lambda course: go(course)


COURSE: Mapping[Step, Callable[[Course], None]] = {
    Step.SHADOW: Course.shadow,
    Step.FEAR: Course.fear,
    Step.VOICE: Course.voice,
    Step.STREET: Course.street,
    **{Step.of(step.value): _in_fight(go) for step, go in first_fight.COURSE.items()},
    Step.SIGN: Course.sign,
}
"""What each step plays."""


def replay(until: Step = Step.SIGN, changes: Mapping[int, int] | None = None, anew: int = 0, seed: int = 1) -> Replay:
    """The scene up to and with a step. `changes` are successes by the number of the roll, from 1.

    From roll `anew` on, unless it is 0, chance decides by the `seed`, and wherever the tale has no such roll. Raises
    `Refused` for a Die of Fate that has no such face. Source: NPC-08.
    """
    return retold.play(Course(Dice(PRINTED, changes or {}, anew, seed)), COURSE, until)
