"""The later edition's guided test on its way: what is known, what may be said, and what each move changes (HUB-90)."""

from dataclasses import dataclass, replace
from typing import Annotated

from engine import wording
from engine.forms import Asked, Between, sheet
from engine.games.burning_wheel.calculators.editions.guided_moves import (
    DONE,
    ENDS,
    GM,
    MAY_PASS,
    NEEDED,
    PLAYER,
    STAYS,
    BaseObstacle,
    Bonus,
    CallOn,
    CheatDeath,
    Consequence,
    Declare,
    Defends,
    Double,
    Forked,
    GoOn,
    Graduated,
    Harder,
    Helped,
    IgnoreScrapes,
    Length,
    Linked,
    Luck,
    MarkArtha,
    MarkTest,
    RerollTraitors,
    Rethink,
    RollAgainst,
    RollDice,
    Settle,
    SettleVersus,
    Standard,
    Summon,
    TestAnother,
    TestPlanned,
    ToolsMissing,
    ToolsUsedBefore,
    Untrained,
    Versus,
    WardOff,
    WinBack,
)
from engine.games.burning_wheel.calculators.editions.procedure import QUICK_ABILITIES
from engine.games.burning_wheel.dice import MOST_DICE, MOST_OBSTACLE, Shade, ob
from engine.games.burning_wheel.forms.learning import ChallengingMarked, DifficultMarked, RoutineMarked
from engine.games.burning_wheel.forms.tested import Tested
from engine.games.burning_wheel.forms.wounds import Borne
from engine.games.burning_wheel.name import NAME
from engine.games.burning_wheel.readings.classes import classes_of
from engine.games.burning_wheel.readings.elements import helpable
from engine.games.burning_wheel.rules import advancement, building, procedure, test_class
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import CAP as HIGHEST
from engine.games.burning_wheel.rules.advancement import Marks
from engine.games.burning_wheel.rules.building import Before, Built, Fork, Helper, House, Logged, Task
from engine.games.burning_wheel.rules.elements import Nature
from engine.games.burning_wheel.rules.epiphany import full
from engine.games.burning_wheel.rules.obstacles import Increase
from engine.games.burning_wheel.rules.procedure import ARISTEIA, LAST, ROLL, Aristeia, Way
from engine.games.burning_wheel.rules.spending import Purse, lighter
from engine.games.burning_wheel.rules.test_class import Classes, TestClass
from engine.games.burning_wheel.rules.wounds import Wounds, together
from engine.refused import Refused
from engine.rulings import Rulings
from engine.session import Dice as Falling

TALLY = Between(0, 99)
MARKS = Between(0, 20)
SIX = 6


@dataclass(frozen=True, slots=True)
class Setup:
    """What is known before the test: the character, and the readings in force."""

    ability: Ability
    tested: Tested
    fast: bool
    wounds: Borne
    marks: Marks
    tally: Purse
    wallet: tuple[int | None, int | None, int | None]
    readings: tuple[tuple[str, str], ...]

    @property
    def rulings(self) -> Rulings:
        return Rulings(NAME, dict(self.readings))

    def reads(self, ruling: str, reading: str) -> bool:
        """Whether a ruling was chosen so at the start."""
        return dict(self.readings).get(ruling) == reading


@dataclass(frozen=True, slots=True)
class Course:
    """A test on its way: the step that it stands at, and all that was said.

    `chains` are dice with their extra dice. `spent` is all artha but for Aristeia, `apart` what of it no cap counts,
    `on_wounds` what of it went against wounds.
    """

    setup: Setup
    at: int = 1
    rounds: int = 0
    intent: str = ""
    task: str = ""
    way: Way = Way.STANDARD
    linked: Before = Before.NONE
    base: int | None = None
    time: str = ""
    failure: str | None = None
    ability: Ability | None = None
    tested: Tested = Tested.SKILL
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
    chains: tuple[tuple[int, ...], ...] | None = None
    opened: bool = False
    changed: tuple[str, ...] = ()
    called: tuple[str, ...] = ()
    graced: bool = False
    result: str = ""
    warded: bool = False
    price: str | None = None
    about: str = ""
    earlier: int = 0
    spent: Purse = Purse()
    apart: Purse = Purse()
    on_wounds: Purse = Purse()

    @property
    def tests(self) -> Ability:
        """The ability that is tested, or the one expected while none is named."""
        return self.ability or self.setup.ability

    @property
    def element(self) -> Tested:
        return self.tested if self.ability else self.setup.tested

    @property
    def shade(self) -> Shade:
        """The shade of the dice, one lighter under such an Aristeia."""
        shade = self.tests.shade
        return lighter(shade) if self.aristeia is Aristeia.SHADE else shade

    @property
    def wounded(self) -> bool:
        return self.element.element.wounds or self.beginner

    @property
    def naturally_open(self) -> bool:
        implied = not self.setup.reads("elements.emotions-open", "no")
        return self.element.element.open_ended(later=True, implied=implied) and not self.beginner

    @property
    def passed(self) -> bool:
        return self.result in ("passed", "won")

    @property
    def house(self) -> House:
        reads = self.setup.reads
        return House(
            later=True,
            fork_stats=dict(self.setup.readings)["tests.forks-into-stats"],
            doubled_after_wounds=reads("tests.doubled-wounded", "wounded"),
            tools_add=reads("tests.no-tools", "three"),
            wounded_obstacle_everywhere=reads("wounds.obstacle-scope", "all"),
            beginner_bare=reads("tests.beginner-dice", "stat"),
            beginner_whole=reads("tests.beginner-obstacle", "whole"),
            one_advantage=reads("linked.advantage", "same"),
            helper_doubled=self.beginner and reads("advancement.helper-beginner", "doubled"),
        )

    def reached(self, step: int) -> bool:
        """Whether what a step brings is counted: once the test stands there, in a fast one from the start."""
        return self.at >= step or self.setup.fast

    @property
    def whole(self) -> Task:
        """The test as far as it is known."""
        effect = together(self.setup.wounds.levels)
        counted = self.wounded and self.reached(11) and self.aristeia is not Aristeia.PENALTIES
        scrapes = self.setup.wounds.alone if self.reached(9) else 0
        base = 1 if self.way is Way.GRADUATED else self.theirs if self.way is Way.VERSUS else self.base or 0
        return Task(
            self.tests.exponent,
            helpable(self.element.element, self.setup.rulings),
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
                scrapes,
                self.won_back if counted else 0,
                self.scrapes_ignored,
            ),
            boon=self.bonus.persona,
            doubled=self.doubled,
        )

    @property
    def built(self) -> Built:
        return building.build(self.whole, self.house)

    @property
    def successes(self) -> int:
        """The dice that reach the shade's number, extra dice included."""
        return sum(face >= self.shade.target for chain in self.chains or () for face in chain)

    @property
    def traitors(self) -> int:
        return sum(len(chain) for chain in self.chains or ()) - self.successes

    @property
    def again(self) -> list[int]:
        """The places of the dice that a reroll takes: the traitors, extra dice among them where the table reads so."""
        extras = self.setup.reads("rolls.extra-traitors", "yes")
        return [
            place
            for place, chain in enumerate(self.chains or ())
            if chain[-1] < self.shade.target and (extras or len(chain) == 1)
        ]

    @property
    def capped(self) -> Purse:
        """The artha that the cap counts. Source: HUB-95."""
        return self.spent.less(self.apart)


RULINGS = (
    "dice.chain",
    "tests.forks-into-stats",
    "linked.advantage",
    "advancement.helper-beginner",
    "steel.help",
    "tests.doubled-wounded",
    "tests.no-tools",
    "tests.beginner-dice",
    "tests.beginner-obstacle",
    "advancement.obstacle-0",
    "advancement.no-dice",
    "later.doubling",
    "later.tools-wear",
    "later.tools-when",
    "later.tables",
    "rolls.reroll-opens",
    "rolls.extra-traitors",
    "rolls.call-on-session",
    "rolls.call-on-passed",
    "rolls.luck-later",
    "artha.persona-cap",
    "artha.complications",
    "artha.epiphany-scope",
)
OF_WOUNDS = ("wounds.obstacle-scope", "later.one-die", "later.health-credit", "artha.reaction-cap")
OF_EMOTIONS = ("elements.emotions-open",)


def start(
    ability: Annotated[
        Ability, Asked("The ability that you expect to test", quick=QUICK_ABILITIES), sheet("ability")
    ] = Ability(Shade.BLACK, 4),
    tested: Annotated[Tested, Asked("Kind of ability"), sheet("tested")] = Tested.SKILL,
    fast: Annotated[bool, Asked("Fast: stop only where something is said")] = False,
    wounds: Annotated[Borne, Asked("Your wounds", more=True)] = Borne(),
    routine: RoutineMarked = 0,
    difficult: DifficultMarked = 0,
    challenging: ChallengingMarked = 0,
    spent_fate: Annotated[int, TALLY, Asked("Fate spent on it so far", more=True), sheet("spent-fate")] = 0,
    spent_persona: Annotated[int, TALLY, Asked("Persona spent on it so far", more=True), sheet("spent-persona")] = 0,
    spent_deeds: Annotated[int, TALLY, Asked("Deeds spent on it so far", more=True), sheet("spent-deeds")] = 0,
    fate: Annotated[int | None, TALLY, Asked("Fate you have", "Empty: not counted.", more=True), sheet("fate")] = None,
    persona: Annotated[
        int | None, TALLY, Asked("Persona you have", "Empty: not counted.", more=True), sheet("persona")
    ] = None,
    deeds: Annotated[
        int | None, TALLY, Asked("Deeds you have", "Empty: not counted.", more=True), sheet("deeds")
    ] = None,
    *,
    ask: Rulings,
) -> Course:
    """What comes next in this test?"""
    asked = (
        *RULINGS,
        *(OF_WOUNDS if wounds.levels else ()),
        *(OF_EMOTIONS if tested is Tested.EMOTION else ()),
    )
    return Course(
        Setup(
            ability,
            tested,
            fast,
            wounds,
            Marks(routine, difficult, challenging),
            Purse(spent_fate, spent_persona, spent_deeds),
            (fate, persona, deeds),
            tuple((name, ask[name]) for name in asked),
        )
    )


def moves(state: Course) -> dict[str, tuple[type, ...]]:
    """What may be said now: at this step, or, in a fast test, up to the next one that it has to stop at."""
    open_now: list[tuple[str, type]] = []
    if state.at == ROLL and state.chains is not None:
        open_now = _after_the_roll(state)
    elif state.at == ROLL + 1:
        open_now = [*rescues(state), (PLAYER, GoOn)]
    elif state.at <= LAST:
        last = next((step for step in NEEDED if step >= state.at), state.at) if state.setup.fast else state.at
        for step in range(state.at, last + 1):
            open_now += _at(state, step)
        if not state.setup.fast and state.at in MAY_PASS and (state.at != 5 or state.failure is not None):
            open_now.append((PLAYER if state.at in (5, 10, 11) else GM, GoOn))
    open_now = [(side, move) for side, move in open_now if move not in WEIGHED or _possible(state, move)]
    return {
        side: tuple(move for of, move in open_now if of == side) for side in dict.fromkeys(side for side, _ in open_now)
    }


WEIGHED = frozenset((Double, IgnoreScrapes, Helped, Forked, WinBack, Summon, Luck, RerollTraitors, WardOff, CheatDeath))
"""Moves that the wallet, a cap or the ability can forbid, which then are not offered."""


def _possible(state: Course, move: type) -> bool:
    try:
        _fits(_said(state, move(), Falling(seed=0)))
    except Refused:
        return False
    return True


def _at(state: Course, step: int) -> list[tuple[str, type]]:
    """The moves of one step that make a difference here."""
    found = [*STAYS.get(step, ()), *ENDS.get(step, ())]
    task = state.whole
    out: set[type] = set()
    if not _scraped(state):
        out.add(IgnoreScrapes)
    if state.won_back >= _most_won_back(state):
        out.add(WinBack)
    if state.aristeia is not Aristeia.NONE:
        out.add(Summon)
    if step == 5 and state.failure is not None:
        found.append((PLAYER, Rethink))
    if procedure.may_double(step, any_time=state.setup.reads("later.doubling", "roll")) and state.ability:
        found += [(PLAYER, Double)] if not task.doubled and (step == ROLL or not state.setup.fast) else []
    if step == ROLL:
        found.append((PLAYER, RollAgainst if state.way is Way.VERSUS else RollDice))
    return [(side, move) for side, move in found if move not in out]


def _scraped(state: Course) -> bool:
    """Whether Superficial wounds add to the obstacle and no Fate was spent on them."""
    reached = state.wounded or state.setup.reads("wounds.obstacle-scope", "all")
    return bool(state.setup.wounds.alone) and reached and not state.scrapes_ignored


def _most_won_back(state: Course) -> int:
    if not state.wounded or state.aristeia is Aristeia.PENALTIES:
        return 0
    return procedure.won_back(state.setup.wounds.levels, each=state.setup.reads("later.one-die", "each"))


def _after_the_roll(state: Course) -> list[tuple[str, type]]:
    """What may still change the dice that lie there, and the result."""
    found: list[tuple[str, type]] = [(GM, SettleVersus if state.way is Way.VERSUS else Settle)]
    sixes = any(chain[-1] == SIX for chain in state.chains or ())
    if not state.capped.fate and (state.again if state.naturally_open else sixes):
        found.append((PLAYER, Luck))
    if state.again:
        found += [(PLAYER, RerollTraitors)] if not state.graced else []
        spent = bool(state.called) and state.setup.reads("rolls.call-on-session", "character")
        passed = state.successes >= state.built.obstacle.total and state.setup.reads("rolls.call-on-passed", "failed")
        found += [(PLAYER, CallOn)] if not (spent or passed) else []
    return found


def rescues(state: Course) -> list[tuple[str, type]]:
    """What Persona may still save after a failure."""
    found: list[tuple[str, type]] = []
    if state.result in ("failed", "lost"):
        found += [(PLAYER, WardOff)] if state.bonus.careful and not state.warded else []
        plays = state.setup.reads("artha.complications", "yes")
        found += [(PLAYER, CheatDeath)] if plays and state.price is None else []
    return found


def step(state: Course, side: str, move: object, dice: Falling) -> Course:
    """The test after one move. Raises `Refused` with the sentence why it cannot be made."""
    if isinstance(move, Rethink):
        return Course(state.setup, rounds=state.rounds + 1)
    after = _fits(_said(state, move, dice))
    number = next((step for step, ending in ENDS.items() if type(move) in [one for _, one in ending]), None)
    if isinstance(move, GoOn):
        after = replace(after, at=state.at + 1)
    elif isinstance(move, (Settle, SettleVersus)):
        after = replace(after, at=ROLL + 1)
    elif isinstance(move, (RollDice, RollAgainst)):
        after = replace(after, at=ROLL)
    elif number is not None:
        fast = state.setup.fast
        after = replace(after, at=state.at if fast and number not in (2, 3, 6) else number + 1)
    return _forward(after)


def _fits(state: Course) -> Course:
    """The state as it is, or `Refused` where its numbers leave what is counted here."""
    built = state.built
    if built.rolled > MOST_DICE:
        raise Refused(f"A pool has at most {MOST_DICE} dice; this comes to {built.rolled}.")
    if built.obstacle.total > MOST_OBSTACLE:
        raise Refused(f"An obstacle is at most {MOST_OBSTACLE} here; this comes to {built.obstacle.total}.")
    return state


def _forward(state: Course) -> Course:
    """Past steps that ask for nothing: the base obstacle of some tests, and in a fast one all that adds itself up."""
    if state.at == 3 and not state.way.has_base:
        state = replace(state, at=4)
    if state.at == ROLL + 1 and not rescues(state):
        state = replace(state, at=ROLL + 2)
    if state.setup.fast and state.at > ROLL + 1:
        state = replace(state, at=DONE)
    return state


def _pay(state: Course, more: Purse, *, wounds: bool = False, late: bool = False) -> Course:
    """The test with more artha spent, against `wounds` or `late`, after it has failed.

    Raises `Refused` where the cap or the wallet forbids it.
    """
    apart = (wounds and state.setup.reads("artha.reaction-cap", "other")) or (
        late and state.setup.reads("artha.persona-cap", "boons")
    )
    if not apart and (sentence := procedure.refused(state.capped, more)):
        raise Refused(sentence)
    return _held(
        replace(
            state,
            spent=state.spent + more,
            apart=state.apart + more if apart else state.apart,
            on_wounds=state.on_wounds + more if wounds else state.on_wounds,
        )
    )


def _held(state: Course) -> Course:
    """The same, or `Refused` where the wallet does not hold what was spent."""
    paid = all_spent(state)
    for (what, amount), has in zip(paid.parts.items(), state.setup.wallet, strict=True):
        if has is not None and amount > has:
            raise Refused(f"You have {has} {what.capitalize()}; this test would take {amount}.")
    return state


def _said(state: Course, move: object, dice: Falling) -> Course:
    """What a move changes, before the test goes on."""
    match move:
        case Declare(intent, task):
            return replace(state, intent=intent, task=task)
        case Standard() | Linked() | Graduated() | Versus():
            linked = move.before if isinstance(move, Linked) else Before.NONE
            return replace(state, way=Way.of(type(move).__name__.lower()), linked=linked, base=None)
        case BaseObstacle(base):
            return replace(state, base=int(base))
        case Length(time):
            return replace(state, time=time)
        case Consequence(failure):
            return replace(state, failure=failure)
        case TestPlanned(doubled):
            named = replace(state, ability=state.setup.ability, tested=state.setup.tested)
            return _pay(replace(named, doubled=True), Purse(deeds=1)) if doubled else named
        case TestAnother(ability, tested, doubled):
            named = replace(state, ability=ability, tested=tested, planned=False)
            return _pay(replace(named, doubled=True), Purse(deeds=1)) if doubled else named
        case Double():
            return _pay(replace(state, doubled=True, late=True), Purse(deeds=1))
        case Untrained():
            return replace(state, beginner=True)
        case ToolsMissing():
            return replace(state, lacks_tools=True)
        case ToolsUsedBefore():
            return _tools(state, *dice.roll("The Die of Fate", 1))
        case Harder(words, amount):
            return replace(state, harder=(*state.harder, Increase(words, amount)))
        case IgnoreScrapes():
            return _pay(replace(state, scrapes_ignored=True), Purse(fate=1), wounds=True)
        case Bonus():
            less = state.spent.less(Purse(persona=state.bonus.persona))
            return _pay(replace(state, bonus=move, spent=less), Purse(persona=move.persona))
        case Helped(name, exponent, stat):
            helper = Helper(name, exponent, stat)
            return _welcome(state, replace(state, helpers=(*state.helpers, helper)))
        case Forked(name, exponent):
            return _welcome(state, replace(state, forks=(*state.forks, Fork(name, exponent))))
        case WinBack():
            return _pay(replace(state, won_back=state.won_back + 1), Purse(persona=1), wounds=True)
        case Summon(effect):
            return _summoned(state, effect)
        case RollDice():
            return _rolled(state, 0, dice)
        case RollAgainst(theirs):
            return _rolled(state, int(theirs), dice)
        case Luck():
            return _lucky(_pay(state, Purse(fate=1)), dice)
        case RerollTraitors():
            return _rerolled(_pay(replace(state, graced=True), Purse(deeds=1)), "Deeds", dice)
        case CallOn(trait):
            return _called(state, trait or "a call-on", dice)
        case Settle():
            return replace(state, result=_result(state, Defends.NOBODY, called=False))
        case SettleVersus(defends, called):
            return replace(state, result=_result(state, defends, called=called))
        case WardOff():
            return _pay(replace(state, warded=True), Purse(persona=1), late=True)
        case CheatDeath(price):
            return _pay(replace(state, price=price), Purse(persona=1), late=True)
        case MarkArtha(about):
            return replace(state, about=about)
        case MarkTest(earlier):
            return replace(state, earlier=int(earlier))
    return state


def _welcome(state: Course, helped: Course) -> Course:
    """The test with the help, or `Refused` where that help adds nothing."""
    refused = helped.built.refused
    if len(refused) > len(state.built.refused):
        raise Refused(refused[-1])
    return helped


def _tools(state: Course, face: int) -> Course:
    used_up = procedure.wears_out(face, on_one=state.setup.reads("later.tools-wear", "one"))
    return replace(state, fate_face=face, lacks_tools=used_up and state.setup.reads("later.tools-when", "before"))


def _summoned(state: Course, effect: Aristeia) -> Course:
    if effect is Aristeia.NONE:
        raise Refused("Aristeia ignores every die penalty or makes the ability a shade lighter; choose one of them.")
    if effect is Aristeia.SHADE and lighter(state.tests.shade) is state.tests.shade:
        raise Refused(f"White is the lightest shade; {state.tests} cannot become lighter.")
    return _held(replace(state, aristeia=effect))


def _rolled(state: Course, theirs: int, dice: Falling) -> Course:
    """The dice on the table. Raises `Refused` where nothing can be rolled."""
    ready = replace(state, at=ROLL, theirs=theirs)
    if ready.built.impossible:
        raise Refused(ready.built.impossible)
    fallen = tuple((face,) for face in dice.roll("Your roll", ready.built.rolled))
    opened = _opened(ready, fallen, dice) if ready.naturally_open else fallen
    return replace(ready, chains=opened, opened=ready.naturally_open)


def _opened(
    state: Course, chains: tuple[tuple[int, ...], ...], dice: Falling, words: str = ""
) -> tuple[tuple[int, ...], ...]:
    """The dice with one more for each six, round after round, as the table's reading of open-ended dice has it.

    They join the roll that is under way, or are one of their own, for what the `words` say.
    """
    chain_on = state.setup.reads("dice.chain", "chain")
    grown = list(chains)
    waiting = [place for place, chain in enumerate(grown) if chain[-1] == SIX and (chain_on or len(chain) == 1)]
    while waiting:
        fell = dice.roll(words, len(waiting)) if words else dice.more(len(waiting), "for sixes")
        words = ""
        for place, face in zip(waiting, fell, strict=True):
            grown[place] = (*grown[place], face)
        waiting = [place for place in waiting if grown[place][-1] == SIX and chain_on]
        if len(grown) + sum(len(chain) for chain in grown) > MOST_DICE * 4:
            break
    return tuple(grown)


def _lucky(state: Course, dice: Falling) -> Course:
    """Luck: every six brings a die; on an open-ended roll one traitor is rolled again."""
    chains = state.chains or ()
    if not state.naturally_open:
        opened = _opened(state, chains, dice, "Luck")
        return replace(state, chains=opened, opened=True, changed=(*state.changed, "Luck"))
    place = state.again[0]
    again = (*chains[place][:-1], *dice.roll("Luck", 1))
    if state.setup.reads("rolls.luck-later", "opens"):
        (again,) = _opened(state, (again,), dice)
    return replace(state, chains=(*chains[:place], again, *chains[place + 1 :]), changed=(*state.changed, "Luck"))


def _rerolled(state: Course, by: str, dice: Falling) -> Course:
    """Every traitor rolled once more; on an open-ended roll the sixes among them open."""
    chains = list(state.chains or ())
    again = state.again
    for place, face in zip(again, dice.roll(f"The traitors, for {by}", len(again)), strict=True):
        chains[place] = (*chains[place][:-1], face)
    if state.opened and state.setup.reads("rolls.reroll-opens", "yes"):
        fresh = _opened(state, tuple(chains[place] for place in again), dice)
        for place, chain in zip(again, fresh, strict=True):
            chains[place] = chain
    return replace(state, chains=tuple(chains), changed=(*state.changed, by))


def _called(state: Course, trait: str, dice: Falling) -> Course:
    if trait in state.called:
        raise Refused(f"Each call-on works once a session; {wording.quoted(trait)} has been used.")
    return _rerolled(replace(state, called=(*state.called, trait)), trait, dice)


def _result(state: Course, defends: Defends, *, called: bool) -> str:
    """ "passed", "failed", or in a versus test "won", "lost" or "tied". Source: HUB-99."""
    margin = state.successes - state.built.obstacle.total
    if state.way is not Way.VERSUS:
        return "passed" if margin >= 0 else "failed"
    if margin == 0:
        if defends is Defends.NOBODY:
            return "won" if called else "tied"
        if called:
            raise Refused("A call-on breaks a tie only where nobody defends; here the defender wins.")
        return "won" if defends is Defends.YOU else "lost"
    return "won" if margin > 0 else "lost"


@dataclass(frozen=True, slots=True)
class Marking:
    """What the test leaves in the logs: its classes, whose they are, why nothing is marked if so, and what rises."""

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


def marking_of(state: Course) -> Marking:
    """Steps 16 and 17. Source: HUB-101, HUB-102."""
    setup, kind = state.setup, state.element.kind
    dice, against = building.counting(state.whole, state.built, state.house)
    graduated = state.way is Way.GRADUATED
    classes = test_class.OF_OPEN_TEST if graduated else classes_of(dice, against, setup.rulings, later=True)
    logged = building.logged_for(state.beginner, classes, all_to_skill=state.house.beginner_all)
    known = state.planned and logged is not Logged.SKILL
    exponent = state.tests.exponent
    printed = setup.reads("later.tables", "printed")
    needed = advancement.routes(kind, exponent, later=True, printed=printed) if known and exponent < HIGHEST else ()
    marks = setup.marks if known else Marks()
    lifts = bool(classes) and advancement.filled(needed, marks.plus(classes[0]))
    if not classes:
        why = "nothing was asked of you"
    elif not building.earned(classes, logged, passed=state.passed, success_only=kind.success_only):
        why = f"{kind.words} marks only tests that succeed"
    elif state.earlier and state.built.obstacle.total <= state.earlier and not lifts:
        why = f"{ob(state.earlier)} is marked for this conflict already"
    else:
        why = ""
    marks = marks if why else marks.plus(classes[0])
    return Marking(classes, logged, why, needed, marks, bool(not why and lifts))


def artha_of(state: Course) -> tuple[Purse, Purse]:
    """The artha that is noted beside the tested ability and beside Health. Source: HUB-100."""
    summoned = ARISTEIA if state.aristeia is not Aristeia.NONE else Purse()
    both = state.setup.reads("later.health-credit", "both")
    return procedure.marked(state.spent, state.on_wounds, summoned, both=both)


def tally_of(state: Course) -> Purse:
    """All artha noted beside the ability after this test."""
    own, health = artha_of(state)
    own = own + health if state.element is Tested.HEALTH else own
    return state.setup.tally + own if state.planned else own


def shifts(state: Course) -> bool:
    """Whether the ability becomes a shade lighter: any of them, or stats, skills and Health only. Source: HUB-100."""
    nature = state.element.element.nature
    listed = nature in (Nature.STAT, Nature.SKILL) or state.element is Tested.HEALTH or state.beginner
    scope = listed or state.setup.reads("artha.epiphany-scope", "any")
    return scope and full(tally_of(state)) and lighter(state.tests.shade) is not state.tests.shade


def all_spent(state: Course) -> Purse:
    """All artha that the test has taken, Aristeia with it."""
    return state.spent + (ARISTEIA if state.aristeia is not Aristeia.NONE else Purse())
