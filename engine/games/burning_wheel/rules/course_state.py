"""The later edition's test between two steps: all that was said, and what it comes to (HUB-91 to HUB-102).

The steps themselves stand in `rules.course`. Nothing here knows a form.
"""

from dataclasses import dataclass

from engine.games.burning_wheel.dice import Chain, Die, Pool, Roll, Shade, ob
from engine.games.burning_wheel.rules import advancement, building, procedure, test_class
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import CAP as HIGHEST
from engine.games.burning_wheel.rules.advancement import Kind, Marks
from engine.games.burning_wheel.rules.building import Before, Built, Fork, Helper, Logged, Task
from engine.games.burning_wheel.rules.elements import Element, Nature
from engine.games.burning_wheel.rules.epiphany import full
from engine.games.burning_wheel.rules.obstacles import Increase
from engine.games.burning_wheel.rules.procedure import ARISTEIA, Aristeia, At, Way
from engine.games.burning_wheel.rules.rescue import Manner
from engine.games.burning_wheel.rules.spending import Purse, lighter
from engine.games.burning_wheel.rules.test_class import Classes, TestClass
from engine.games.burning_wheel.rules.wounds import SUPERFICIALS_TO_A_LIGHT, Level, Wounds, together
from engine.option import Option

Chains = tuple[tuple[int, ...], ...]
"""Dice as they lie, every one with the extra dice that its sixes brought."""


class Result(Option):
    """How a test ends. Source: HUB-99."""

    PASSED = "passed", "passed"
    FAILED = "failed", "failed"
    WON = "won", "won"
    LOST = "lost", "lost"
    TIED = "tied", "tied"


@dataclass(frozen=True, slots=True)
class House:
    """The readings of such a test; each field's first value is the default.

    `task` are those under which it is built. `emotions_closed`: Grief, Greed and Hatred are not open-ended.
    `doubled_early`: Deeds double at the step of the ability alone. Of tools: `tools_last_on_one` and on nothing else,
    `tools_last_the_test` in which they wear out. `each_wound` gives a die back to Persona. Artha `wounds_apart` and
    `late_apart` (after a failure) is under no cap; `no_complications`: none of it saves anything then. Artha against
    wounds is `both_credited`, to Health and the ability; `any_shifts`: any ability may become a shade lighter. Of dice:
    `extras_stand`, `rerolls_closed`, `luck_opens`. Of call-ons: `one_call_on` a session, `call_on_failed` tests only.
    `printed_tables` of advancement hold. Obstacle 0 and no dice earn the classes `of_obstacle_0` and `of_no_dice`.
    """

    task: building.House = building.House(later=True)
    chain: Chain = Chain.CHAIN
    emotions_closed: bool = False
    doubled_early: bool = False
    tools_last_on_one: bool = False
    tools_last_the_test: bool = False
    each_wound: bool = False
    wounds_apart: bool = False
    late_apart: bool = False
    no_complications: bool = False
    both_credited: bool = False
    any_shifts: bool = False
    extras_stand: bool = False
    rerolls_closed: bool = False
    luck_opens: bool = False
    one_call_on: bool = False
    call_on_failed: bool = False
    printed_tables: bool = False
    of_obstacle_0: TestClass | None = TestClass.ROUTINE
    of_no_dice: TestClass | None = TestClass.CHALLENGING


@dataclass(frozen=True, slots=True)
class Subject:
    """What is tested: an ability, and as which element it behaves."""

    ability: Ability
    element: Element

    @property
    def kind(self) -> Kind:
        """As what it advances."""
        return advancement.kind_of(self.element)


@dataclass(frozen=True, slots=True)
class Setup:
    """What is known before the test: whom it is about, and the readings in force.

    `subject` is what the player expects to test, `marks` and `tally` are the tests and the artha that it has beside it.
    A `fast` test stops only where something has to be said. `wallet` is the artha left, None where nobody counts it.
    """

    subject: Subject
    fast: bool = False
    wounds: tuple[Level, ...] = ()
    marks: Marks = Marks()
    tally: Purse = Purse()
    wallet: tuple[int | None, int | None, int | None] = (None, None, None)
    house: House = House()

    @property
    def scrapes(self) -> int:
        """Superficial wounds that have not joined with two others. Source: HUB-74, INJ-10."""
        return self.wounds.count(Level.SUPERFICIAL) % SUPERFICIALS_TO_A_LIGHT


@dataclass(frozen=True, slots=True)
class Bonus:
    """Bonus dice of one's own: of the situation and of a trait (0 to 2 each), careful work, Persona. Source: HUB-96."""

    situation: int = 0
    trait: int = 0
    careful: bool = False
    persona: int = 0


@dataclass(frozen=True, slots=True)
class Marking:
    """What the test leaves in the logs: its classes, whose they are, why nothing is marked if so, and what rises.

    `marks` are those of the ability afterwards, and `needed` the routes to its next exponent, none where nobody knows.
    """

    classes: Classes
    logged: Logged
    why: str
    needed: tuple[Marks, ...]
    marks: Marks
    advances: bool

    @property
    def test_class(self) -> TestClass | None:
        """The one class that is marked, if any."""
        return None if self.why else self.classes[0]


@dataclass(frozen=True, slots=True)
class State:
    """A test between two steps: the one that it stands at, and all that was said.

    `named` is what is tested, once that was said, and `planned` whether it is what the player expected. `chains` are
    the dice that lie there, `opened` whether their sixes bring more, and `changed` what has changed them. `spent` is
    all artha but for Aristeia, `apart` what of it no cap counts, `on_wounds` what of it went against wounds.
    """

    setup: Setup
    at: At = At.INTENT
    rounds: int = 0
    intent: str = ""
    task: str = ""
    way: Way = Way.STANDARD
    linked: Before = Before.NONE
    base: int | None = None
    time: str = ""
    failure: str | None = None
    named: Subject | None = None
    planned: bool = True
    doubled: bool = False
    late: bool = False
    beginner: bool = False
    lacks_tools: bool = False
    fate_face: int = 0
    harder: tuple[Increase, ...] = ()
    scrapes_ignored: bool = False
    bonus: Bonus = Bonus()
    helpers: tuple[Helper, ...] = ()
    forks: tuple[Fork, ...] = ()
    won_back: int = 0
    aristeia: Aristeia = Aristeia.NONE
    theirs: int = 0
    chains: Chains | None = None
    opened: bool = False
    changed: tuple[str, ...] = ()
    called: tuple[str, ...] = ()
    graced: bool = False
    result: Result | None = None
    warded: bool = False
    price: str | None = None
    about: str = ""
    earlier: int = 0
    spent: Purse = Purse()
    apart: Purse = Purse()
    on_wounds: Purse = Purse()

    # What is known of it

    @property
    def house(self) -> House:
        """The readings in force."""
        return self.setup.house

    @property
    def subject(self) -> Subject:
        """What is tested, or what is expected while nothing is named."""
        return self.named or self.setup.subject

    @property
    def shade(self) -> Shade:
        """The shade of the dice, one lighter under such an Aristeia. Source: HUB-97."""
        shade = self.subject.ability.shade
        return lighter(shade) if self.aristeia is Aristeia.SHADE else shade

    @property
    def wounded(self) -> bool:
        """Whether wounds take dice from what is tested."""
        return self.subject.element.wounds or self.beginner

    @property
    def scraped(self) -> bool:
        """Whether Superficial wounds are felt at all, ignored or not. Source: HUB-74."""
        return bool(self.setup.scrapes) and (self.wounded or self.house.task.wounded_obstacle_everywhere)

    @property
    def naturally_open(self) -> bool:
        """Whether its dice are open-ended by themselves. Source: HUB-98."""
        implied = not self.house.emotions_closed
        return self.subject.element.open_ended(later=True, implied=implied) and not self.beginner

    @property
    def passed(self) -> bool:
        return self.result in (Result.PASSED, Result.WON)

    @property
    def whole(self) -> Task:
        """The test as far as it is known."""
        effect = together(self.setup.wounds)
        counted = self.wounded and self._reached(At.WOUNDS) and self.aristeia is not Aristeia.PENALTIES
        base = 1 if self.way is Way.GRADUATED else self.theirs if self.way is Way.VERSUS else self.base or 0
        return Task(
            self.subject.ability.exponent,
            self.subject.element,
            base,
            self.beginner,
            self.lacks_tools,
            advantage=self.bonus.situation,
            trait=self.bonus.trait,
            careful=self.bonus.careful,
            before=self.linked,
            helpers=self.helpers,
            forks=self.forks,
            disadvantages=self.harder,
            wounds=Wounds(
                -effect.dice.total if counted else 0,
                self.setup.scrapes if self._reached(At.OBSTACLE) else 0,
                self.won_back if counted else 0,
                self.scrapes_ignored,
            ),
            boon=self.bonus.persona,
            doubled=self.doubled,
        )

    @property
    def built(self) -> Built:
        """Its dice and its obstacle as far as they are known. Source: HUB-91 to HUB-97."""
        return building.build(self.whole, self.house.task)

    @property
    def capped(self) -> Purse:
        """The artha that the cap counts. Source: HUB-95."""
        return self.spent.less(self.apart)

    @property
    def paid(self) -> Purse:
        """All artha that the test has taken, Aristeia with it."""
        return self.spent + (ARISTEIA if self.aristeia is not Aristeia.NONE else Purse())

    def _reached(self, step: At) -> bool:
        """Whether what a step brings is counted: once the test stands there, in a fast one from the start."""
        return self.at >= step or self.setup.fast

    # The dice that lie there

    @property
    def successes(self) -> int:
        """The dice that reach the shade's number, extra dice included."""
        return sum(face >= self.shade.target for chain in self.chains or () for face in chain)

    @property
    def traitors(self) -> int:
        """The dice that do not."""
        return sum(len(chain) for chain in self.chains or ()) - self.successes

    @property
    def again(self) -> list[int]:
        """The places of the dice that a reroll takes: the traitors, extra dice among them where the table reads so."""
        return [
            place
            for place, chain in enumerate(self.chains or ())
            if chain[-1] < self.shade.target and (len(chain) == 1 or not self.house.extras_stand)
        ]

    @property
    def lying(self) -> Roll:
        """The dice as a roll, first those picked up and then the extra ones, round after round."""
        chains = self.chains or ()
        fell: list[Die] = []
        places: dict[tuple[int, int], int] = {}
        for depth in range(max((len(chain) for chain in chains), default=0)):
            for number, chain in enumerate(chains):
                if depth < len(chain):
                    opens = self.opened and (depth == 0 or self.house.chain is Chain.CHAIN)
                    begot_by = places.get((number, depth - 1))
                    places[number, depth] = len(fell)
                    fell.append(Die(chain[depth], self.shade, opens, begot_by))
        return Roll(Pool.of(len(chains), self.shade, self.opened), tuple(fell))

    @property
    def manner(self) -> Manner:
        """How these dice behave, for the chances of what may still change them."""
        return Manner(
            natural=self.naturally_open,
            chain=self.house.chain,
            rerolls_open=not self.house.rerolls_closed,
            extras=not self.house.extras_stand,
            luck_closed=not self.house.luck_opens,
        )

    # What it leaves behind

    @property
    def marking(self) -> Marking:
        """Steps 16 and 17. Source: HUB-101, HUB-102."""
        house, kind = self.house, self.subject.kind
        dice, against = building.counting(self.whole, self.built, house.task)
        classes = test_class.OF_OPEN_TEST
        if self.way is not Way.GRADUATED:
            classes = test_class.classes(
                dice, against, choice=False, of_obstacle_0=house.of_obstacle_0, of_no_dice=house.of_no_dice
            )
        logged = building.logged_for(self.beginner, classes, all_to_skill=house.task.beginner_all)
        # Only the log of what the player expected to test is known.
        known = self.planned and logged is not Logged.SKILL
        exponent = self.subject.ability.exponent
        needed: tuple[Marks, ...] = ()
        if known and exponent < HIGHEST:
            needed = advancement.routes(kind, exponent, later=True, printed=house.printed_tables)
        before = self.setup.marks if known else Marks()
        lifts = bool(classes) and advancement.filled(needed, before.plus(classes[0]))
        if not classes:
            why = "nothing was asked of you"
        elif not building.earned(classes, logged, passed=self.passed, success_only=kind.success_only):
            why = f"{kind.words} marks only tests that succeed"
        elif self.earlier and self.built.obstacle.total <= self.earlier and not lifts:
            why = f"{ob(self.earlier)} is marked for this conflict already"
        else:
            why = ""
        return Marking(classes, logged, why, needed, before if why else before.plus(classes[0]), lifts and not why)

    @property
    def noted(self) -> tuple[Purse, Purse]:
        """The artha that is noted beside the tested ability and beside Health. Source: HUB-100."""
        summoned = ARISTEIA if self.aristeia is not Aristeia.NONE else Purse()
        return procedure.marked(self.spent, self.on_wounds, summoned, both=self.house.both_credited)

    @property
    def tally(self) -> Purse:
        """All artha noted beside the ability after this test. Source: HUB-100."""
        own, health = self.noted
        own = own + health if self.subject.kind is Kind.HEALTH else own
        return self.setup.tally + own if self.planned else own

    @property
    def shifts(self) -> bool:
        """Whether the ability becomes a shade lighter: any, or a stat, a skill and Health only. Source: HUB-100."""
        listed = self.subject.element.nature in (Nature.STAT, Nature.SKILL) or self.subject.kind is Kind.HEALTH
        shade = self.subject.ability.shade
        return (listed or self.beginner or self.house.any_shifts) and full(self.tally) and lighter(shade) is not shade
