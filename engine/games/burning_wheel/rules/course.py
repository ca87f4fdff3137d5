"""The later edition's test from its intent to its advancement: a frozen state, and what may be done in it (HUB-90).

Each method of a `Course` gives the test after it, or raises `Refused` with the sentence why not. Dice come from
outside, by a `Throw`. What may be said now is its `open`. Nothing here knows a form.

A bot that is helped, spends a Persona, and asks Luck for a six:

>>> from random import Random
>>> from engine.games.burning_wheel.rules.ability import Ability
>>> from engine.games.burning_wheel.rules.elements import ELEMENTS
>>> chance = Random(90)
>>> throw = lambda cast: [chance.randint(1, 6) for _ in range(cast.dice)]
>>> course = begin(Subject(Ability.parse("B4"), ELEMENTS["skill"]), fast=True)
>>> course = course.set_base(4).test_planned().help(Helper("Ines", 5)).add(Bonus(persona=1)).roll(throw)
>>> if course.may(Move.LUCK):
...     course = course.luck(throw)
>>> course = course.settle()
>>> print(course.result.words, course.successes, course.marking.test_class.value, course.paid.points)
passed 6 Routine 2
"""

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from engine import wording
from engine.games.burning_wheel.dice import MOST_DICE, MOST_OBSTACLE, Chain
from engine.games.burning_wheel.dice.shade import SIDES
from engine.games.burning_wheel.rules import procedure
from engine.games.burning_wheel.rules.building import Before, Fork, Helper
from engine.games.burning_wheel.rules.course_state import Bonus, Chains, House, Result, Setup, State, Subject
from engine.games.burning_wheel.rules.obstacles import Increase
from engine.games.burning_wheel.rules.procedure import LAST, STEPS, Actor, Aristeia, At, Way
from engine.games.burning_wheel.rules.spending import Purse
from engine.option import Option
from engine.refused import Refused

MOST_LYING = MOST_DICE * 4
"""So many dice with their extra dice lie on the table at most: then even sixes bring no more."""


class Move(enum.Enum):
    """What may be said or done. Source: HUB-90."""

    DECLARE = enum.auto()
    WAY = enum.auto()
    BASE = enum.auto()
    LENGTH = enum.auto()
    CONSEQUENCE = enum.auto()
    RETHINK = enum.auto()
    PLANNED = enum.auto()
    ANOTHER = enum.auto()
    DOUBLE = enum.auto()
    UNTRAINED = enum.auto()
    TOOLS_MISSING = enum.auto()
    TOOLS_USED = enum.auto()
    HARDER = enum.auto()
    IGNORE_SCRAPES = enum.auto()
    BONUS = enum.auto()
    HELP = enum.auto()
    FORK = enum.auto()
    WIN_BACK = enum.auto()
    SUMMON = enum.auto()
    ROLL = enum.auto()
    LUCK = enum.auto()
    REROLL = enum.auto()
    CALL_ON = enum.auto()
    SETTLE = enum.auto()
    WARD_OFF = enum.auto()
    CHEAT_DEATH = enum.auto()
    NOTE_ARTHA = enum.auto()
    CHECK_EPIPHANY = enum.auto()
    MARK = enum.auto()
    CHECK_ADVANCEMENT = enum.auto()
    GO_ON = enum.auto()


ENDS: Mapping[At, tuple[Move, ...]] = {
    At.INTENT: (Move.DECLARE,),
    At.WAY: (Move.WAY,),
    At.BASE: (Move.BASE,),
    At.LENGTH: (Move.LENGTH,),
    At.ABILITY: (Move.PLANNED, Move.ANOTHER),
    At.BEGINNER: (Move.UNTRAINED,),
    At.TOOLS: (Move.TOOLS_MISSING, Move.TOOLS_USED),
    At.ARTHA: (Move.NOTE_ARTHA,),
    At.EPIPHANY: (Move.CHECK_EPIPHANY,),
    At.MARK: (Move.MARK,),
    At.ADVANCEMENT: (Move.CHECK_ADVANCEMENT,),
}
"""The moves that end a step."""
ENDED_BY = {move: step for step, moves in ENDS.items() for move in moves}
STAYS: Mapping[At, tuple[Move, ...]] = {
    At.CONSEQUENCE: (Move.CONSEQUENCE,),
    At.OBSTACLE: (Move.HARDER, Move.IGNORE_SCRAPES),
    At.BONUS: (Move.BONUS, Move.HELP, Move.FORK),
    At.WOUNDS: (Move.WIN_BACK, Move.SUMMON),
}
"""The moves after which a step goes on."""
MAY_PASS = (At.CONSEQUENCE, At.BEGINNER, At.TOOLS, At.OBSTACLE, At.BONUS, At.WOUNDS)
"""The steps at which there may be nothing to say, so that one may go on."""
PLAYER_PASSES = (At.CONSEQUENCE, At.BONUS, At.WOUNDS)
"""Those of them at which the player says so."""
NEEDED = (At.BASE, At.ABILITY, At.ROLL)
"""The steps that even a fast test stops at."""
LEADS_ON = (At.WAY, At.BASE, At.ABILITY)
"""The steps whose end leads even a fast test on; what other steps say may come in any order there."""
GMS = frozenset(
    (
        Move.WAY,
        Move.BASE,
        Move.LENGTH,
        Move.CONSEQUENCE,
        Move.PLANNED,
        Move.ANOTHER,
        Move.UNTRAINED,
        Move.TOOLS_MISSING,
        Move.TOOLS_USED,
        Move.HARDER,
        Move.SETTLE,
    )
)
"""What the GM says; anything else is the player's."""


class Defends(Option):
    """Who wins a tied versus test. Source: HUB-99."""

    NOBODY = "nobody", "nobody defends"
    YOU = "you", "you defend"
    THEY = "they", "your opponent defends"


class Thrown(enum.Enum):
    """What dice are thrown for."""

    ROLL = enum.auto()
    FATE = enum.auto()
    LUCK = enum.auto()
    TRAITORS = enum.auto()


@dataclass(frozen=True, slots=True)
class Cast:
    """Dice to be thrown: what for, how many, whether they join the throw before them as `extra` dice for its sixes.

    `by` says what has traitors thrown again.
    """

    what: Thrown
    dice: int
    extra: bool = False
    by: str = ""


Throw = Callable[[Cast], Sequence[int]]
"""The faces of dice, 1 to 6, as many as the cast has."""


@dataclass(frozen=True, slots=True)
class Course(State):
    """A test between two steps, and what may be said and done in it. Source: HUB-90."""

    # What may be said now

    @property
    def open(self) -> tuple[tuple[Actor, Move], ...]:
        """What may be said now, and by whom: at this step, in a fast test up to the next one that it has to stop at."""
        return tuple((self._actor(move), move) for move in self._offered if self._possible(move))

    def may(self, move: Move) -> bool:
        """Whether this may be said now."""
        return any(one is move for _, one in self.open)

    def _actor(self, move: Move) -> Actor:
        if move is Move.GO_ON:
            return Actor.PLAYER if self.at in PLAYER_PASSES or self.at is At.RESULT else Actor.GM
        return Actor.GM if move in GMS else Actor.PLAYER

    @property
    def _offered(self) -> list[Move]:
        """What the step allows, affordable or not."""
        if self.at is At.ROLL and self.chains is not None:
            return self._after_the_roll()
        if self.at is At.RESULT:
            return [*self.rescues, Move.GO_ON]
        if self.at > LAST:
            return []
        last = next((step for step in NEEDED if step >= self.at), self.at) if self.setup.fast else self.at
        found = [move for step in range(self.at, last + 1) for move in self._moves_of(At(step))]
        passes = self.at in MAY_PASS and (self.at is not At.CONSEQUENCE or self.failure is not None)
        return [*found, Move.GO_ON] if passes and not self.setup.fast else found

    def _moves_of(self, step: At) -> list[Move]:
        """The moves of one step that make a difference here."""
        found = [*STAYS.get(step, ()), *ENDS.get(step, ())]
        out: set[Move] = set()
        if not self.scraped or self.scrapes_ignored:
            out.add(Move.IGNORE_SCRAPES)
        if self.won_back >= self._most_won_back:
            out.add(Move.WIN_BACK)
        if self.aristeia is not Aristeia.NONE:
            out.add(Move.SUMMON)
        if step is At.CONSEQUENCE and self.failure is not None:
            found.append(Move.RETHINK)
        doubles = procedure.may_double(step, any_time=not self.house.doubled_early) and self.named and not self.doubled
        if doubles and (step is At.ROLL or not self.setup.fast):
            found.append(Move.DOUBLE)
        if step is At.ROLL:
            found.append(Move.ROLL)
        return [move for move in found if move not in out]

    @property
    def _most_won_back(self) -> int:
        if not self.wounded or self.aristeia is Aristeia.PENALTIES:
            return 0
        return procedure.won_back(self.setup.wounds, each=self.house.each_wound)

    def _after_the_roll(self) -> list[Move]:
        """What may still change the dice that lie there, and the result."""
        found = [Move.SETTLE]
        sixes = any(chain[-1] == SIDES for chain in self.chains or ())
        if not self.capped.fate and (self.again if self.naturally_open else sixes):
            found.append(Move.LUCK)
        if self.again:
            found += [Move.REROLL] if not self.graced else []
            spent = bool(self.called) and self.house.one_call_on
            passed = self.successes >= self.built.obstacle.total and self.house.call_on_failed
            found += [Move.CALL_ON] if not (spent or passed) else []
        return found

    @property
    def rescues(self) -> list[Move]:
        """What Persona may still save after a failure. Source: HUB-99."""
        found: list[Move] = []
        if self.result in (Result.FAILED, Result.LOST):
            found += [Move.WARD_OFF] if self.bonus.careful and not self.warded else []
            found += [Move.CHEAT_DEATH] if self.price is None and not self.house.no_complications else []
        return found

    def _possible(self, move: Move) -> bool:
        """Whether the wallet, a cap and the ability allow a move that is offered."""
        tried: dict[Move, Callable[[], Course]] = {
            Move.DOUBLE: self.double,
            Move.IGNORE_SCRAPES: self.ignore_scrapes,
            Move.HELP: lambda: self.help(Helper()),
            Move.FORK: lambda: self.fork(Fork()),
            Move.WIN_BACK: self.win_back,
            Move.SUMMON: lambda: self.summon(Aristeia.PENALTIES),
            Move.LUCK: lambda: self._pay(Purse(fate=1)),
            Move.REROLL: lambda: self._pay(Purse(deeds=1)),
            Move.WARD_OFF: self.ward_off,
            Move.CHEAT_DEATH: self.cheat_death,
        }
        try:
            tried.get(move, lambda: self)()
        except Refused:
            return False
        return True

    # Steps 1 to 5: what it is about

    def declare(self, intent: str, task: str) -> "Course":
        """What the player wants, and how. Source: HUB-11."""
        return self._said(Move.DECLARE, intent=intent, task=task)

    def choose(self, way: Way, linked: Before = Before.NONE) -> "Course":
        """The kind of test, and of a linked one how the link before it came out. Source: HUB-92."""
        return self._said(Move.WAY, way=way, linked=linked, base=None)

    def set_base(self, obstacle: int) -> "Course":
        """The base obstacle. Source: HUB-91."""
        return self._said(Move.BASE, base=obstacle)

    def takes(self, time: str) -> "Course":
        """How long it takes. Source: HUB-26."""
        return self._said(Move.LENGTH, time=time)

    def warn(self, failure: str) -> "Course":
        """What failure brings. Source: HUB-24."""
        return self._said(Move.CONSEQUENCE, failure=failure)

    def rethink(self) -> "Course":
        """Back to step 1. Source: HUB-24."""
        self._must(Move.RETHINK)
        return Course(self.setup, rounds=self.rounds + 1)

    # Steps 6 to 11: what is rolled, against what

    def test_planned(self, *, doubled: bool = False) -> "Course":
        """The ability that was expected is tested, `doubled` for 1 Deeds. Source: HUB-80."""
        return self._named(Move.PLANNED, self.setup.subject, planned=True, doubled=doubled)

    def test_another(self, subject: Subject, *, doubled: bool = False) -> "Course":
        """Another ability is tested, `doubled` for 1 Deeds. Source: HUB-80."""
        return self._named(Move.ANOTHER, subject, planned=False, doubled=doubled)

    def double(self) -> "Course":
        """1 Deeds doubles the ability, later than it was named. Source: HUB-80, HUB-90."""
        self._must(Move.DOUBLE)
        return replace(self, doubled=True, late=True)._pay(Purse(deeds=1))._after(self, Move.DOUBLE)

    def untrained(self) -> "Course":
        """Beginner's Luck: it is the root stat. Source: HUB-93."""
        return self._said(Move.UNTRAINED, beginner=True)

    def lack_tools(self) -> "Course":
        """Tools are missing. Source: HUB-94."""
        return self._said(Move.TOOLS_MISSING, lacks_tools=True)

    def use_tools(self, throw: Throw) -> "Course":
        """Tools were used before: the Die of Fate says whether they serve. Source: HUB-94."""
        self._must(Move.TOOLS_USED)
        (face,) = throw(Cast(Thrown.FATE, 1))
        used_up = procedure.wears_out(face, on_one=not self.house.tools_last_on_one)
        lacks = used_up and not self.house.tools_last_the_test
        return self._said(Move.TOOLS_USED, fate_face=face, lacks_tools=lacks)

    def raise_obstacle(self, increase: Increase) -> "Course":
        """One disadvantage. Source: HUB-95."""
        return self._said(Move.HARDER, harder=(*self.harder, increase))

    def ignore_scrapes(self) -> "Course":
        """1 Fate ignores the Superficial wounds. Source: HUB-74, HUB-95."""
        self._must(Move.IGNORE_SCRAPES)
        after = replace(self, scrapes_ignored=True)._pay(Purse(fate=1), wounds=True)
        return after._after(self, Move.IGNORE_SCRAPES)

    def add(self, bonus: Bonus) -> "Course":
        """Bonus dice of one's own, in place of those said before. Source: HUB-96."""
        self._must(Move.BONUS)
        less = self.spent.less(Purse(persona=self.bonus.persona))
        after = replace(self, bonus=bonus, spent=less)._pay(Purse(persona=bonus.persona))
        return after._after(self, Move.BONUS)

    def help(self, helper: Helper) -> "Course":
        """A helper joins. Source: HUB-31."""
        self._must(Move.HELP)
        return self._welcome(replace(self, helpers=(*self.helpers, helper)), Move.HELP)

    def fork(self, fork: Fork) -> "Course":
        """A FoRK joins. Source: HUB-32."""
        self._must(Move.FORK)
        return self._welcome(replace(self, forks=(*self.forks, fork)), Move.FORK)

    def win_back(self) -> "Course":
        """1 Persona wins a die back from wounds. Source: HUB-97."""
        self._must(Move.WIN_BACK)
        after = replace(self, won_back=self.won_back + 1)._pay(Purse(persona=1), wounds=True)
        return after._after(self, Move.WIN_BACK)

    def summon(self, effect: Aristeia) -> "Course":
        """Aristeia. Source: HUB-97."""
        self._must(Move.SUMMON)
        if effect is Aristeia.NONE:
            raise Refused(
                "Aristeia ignores every die penalty or makes the ability a shade lighter; choose one of them."
            )
        if effect is Aristeia.SHADE:
            procedure.lightened(self.subject.ability)
        return replace(self, aristeia=effect)._held()._after(self, Move.SUMMON)

    # Steps 12 and 13: the dice, and what they come to

    def roll(self, throw: Throw, theirs: int = 0) -> "Course":
        """The dice fall; in a versus test against so many successes of `theirs`. Source: HUB-98, HUB-99."""
        self._must(Move.ROLL)
        ready = replace(self, at=At.ROLL, theirs=theirs)
        if ready.built.impossible:
            raise Refused(ready.built.impossible)
        chains: Chains = tuple((face,) for face in throw(Cast(Thrown.ROLL, ready.built.rolled)))
        if ready.naturally_open:
            chains = ready._opened(chains, throw, Thrown.ROLL)
        return replace(ready, chains=chains, opened=ready.naturally_open)._after(self, Move.ROLL)

    def luck(self, throw: Throw) -> "Course":
        """1 Fate: every six brings a die; on an open-ended roll one traitor is thrown again. Source: HUB-73, HUB-98."""
        self._must(Move.LUCK)
        after, chains = self._pay(Purse(fate=1)), self.chains or ()
        if self.naturally_open:
            place = self.again[0]
            again = (*chains[place][:-1], *throw(Cast(Thrown.LUCK, 1)))
            if self.house.luck_opens:
                (again,) = self._opened((again,), throw, Thrown.LUCK)
            after = replace(after, chains=(*chains[:place], again, *chains[place + 1 :]))
        else:
            after = replace(after, chains=self._opened(chains, throw, Thrown.LUCK, extra=False), opened=True)
        return replace(after, changed=(*self.changed, "Luck"))._after(self, Move.LUCK)

    def reroll(self, throw: Throw) -> "Course":
        """1 Deeds throws every traitor once more. Source: HUB-81."""
        self._must(Move.REROLL)
        after = replace(self, graced=True)._pay(Purse(deeds=1))._rerolled(throw, "Deeds")
        return after._after(self, Move.REROLL)

    def call_on(self, trait: str, throw: Throw) -> "Course":
        """A call-on trait throws every traitor once more. Source: HUB-62."""
        self._must(Move.CALL_ON)
        if trait in self.called:
            raise Refused(f"Each call-on works once a session; {wording.quoted(trait)} has been used.")
        after = replace(self, called=(*self.called, trait))._rerolled(throw, trait)
        return after._after(self, Move.CALL_ON)

    def settle(self, defends: Defends = Defends.NOBODY, *, called: bool = False) -> "Course":
        """The dice stand: of a tie, who `defends` and whether a call-on was `called` decides. Source: HUB-99."""
        return self._said(Move.SETTLE, result=self._resulting(defends, called=called))

    def ward_off(self) -> "Course":
        """1 Persona wards off the trouble about time. Source: HUB-99."""
        self._must(Move.WARD_OFF)
        return replace(self, warded=True)._pay(Purse(persona=1), late=True)._after(self, Move.WARD_OFF)

    def cheat_death(self, price: str = "") -> "Course":
        """1 Persona cheats death, for a `price`. Source: HUB-99."""
        self._must(Move.CHEAT_DEATH)
        return replace(self, price=price)._pay(Purse(persona=1), late=True)._after(self, Move.CHEAT_DEATH)

    # Steps 14 to 17: what it leaves behind

    def note_artha(self, about: str = "") -> "Course":
        """The artha is noted, with the Belief or Instinct that it was about. Source: HUB-100."""
        return self._said(Move.NOTE_ARTHA, about=about)

    def check_epiphany(self) -> "Course":
        """Whether the ability becomes lighter, its `shifts`. Source: HUB-100."""
        return self._said(Move.CHECK_EPIPHANY)

    def mark(self, earlier: int = 0) -> "Course":
        """The test is marked, unless one of an `earlier`, no lower obstacle is for this conflict. Source: HUB-101."""
        return self._said(Move.MARK, earlier=earlier)

    def check_advancement(self) -> "Course":
        """Whether the ability rises. Source: HUB-102."""
        return self._said(Move.CHECK_ADVANCEMENT)

    def go_on(self) -> "Course":
        """Nothing more is said at this step."""
        return self._said(Move.GO_ON)

    # How a move is made

    def _must(self, move: Move) -> None:
        if move not in self._offered:
            where = "it is over" if self.at is At.DONE else f"it stands at step {self.at}, {STEPS[self.at - 1].name}"
            raise Refused(f"This is not the time for it in this test: {where}.")

    def _said(self, move: Move, **changes: object) -> "Course":
        """A move that only says something."""
        self._must(move)
        return replace(self, **changes)._after(self, move)  # type: ignore[arg-type]

    def _named(self, move: Move, subject: Subject, *, planned: bool, doubled: bool) -> "Course":
        self._must(move)
        after = replace(self, named=subject, planned=planned and self.planned)
        after = replace(after, doubled=True)._pay(Purse(deeds=1)) if doubled else after
        return after._after(self, move)

    def _welcome(self, helped: "Course", move: Move) -> "Course":
        """The test with the help, or `Refused` where that help adds nothing."""
        refused = helped.built.refused
        if len(refused) > len(self.built.refused):
            raise Refused(refused[-1])
        return helped._after(self, move)

    def _after(self, before: "Course", move: Move) -> "Course":
        """The test as a move leaves it, at the step that comes then. Raises `Refused` where it cannot be counted."""
        after = self._fits()
        ended = ENDED_BY.get(move)
        if move is Move.GO_ON:
            after = replace(after, at=At(before.at + 1))
        elif move is Move.SETTLE:
            after = replace(after, at=At.RESULT)
        elif ended is not None and (ended in LEADS_ON or not self.setup.fast):
            after = replace(after, at=At(ended + 1))
        return after._forward()

    def _fits(self) -> "Course":
        """The same, or `Refused` where its numbers leave what is counted here."""
        built = self.built
        if built.rolled > MOST_DICE:
            raise Refused(f"A pool has at most {MOST_DICE} dice; this comes to {built.rolled}.")
        if built.obstacle.total > MOST_OBSTACLE:
            raise Refused(f"An obstacle is at most {MOST_OBSTACLE} here; this comes to {built.obstacle.total}.")
        return self

    def _forward(self) -> "Course":
        """Past steps that ask for nothing: some tests have no base to set, and a fast one adds up the end by itself."""
        at = self.at
        if at is At.BASE and not self.way.has_base:
            at = At.LENGTH
        if at is At.RESULT and not self.rescues:
            at = At.ARTHA
        if self.setup.fast and at > At.RESULT:
            at = At.DONE
        return replace(self, at=at)

    def _pay(self, more: Purse, *, wounds: bool = False, late: bool = False) -> "Course":
        """The test with more artha spent, against `wounds` or `late`, after it has failed.

        Raises `Refused` where the cap or the wallet forbids it. Source: HUB-95.
        """
        apart = (wounds and self.house.wounds_apart) or (late and self.house.late_apart)
        if not apart and (sentence := procedure.refused(self.capped, more)):
            raise Refused(sentence)
        return replace(
            self,
            spent=self.spent + more,
            apart=self.apart + more if apart else self.apart,
            on_wounds=self.on_wounds + more if wounds else self.on_wounds,
        )._held()

    def _held(self) -> "Course":
        """The same, or `Refused` where the wallet does not hold what was spent."""
        for (what, amount), has in zip(self.paid.parts.items(), self.setup.wallet, strict=True):
            if has is not None and amount > has:
                raise Refused(f"You have {has} {what.capitalize()}; this test would take {amount}.")
        return self

    def _rerolled(self, throw: Throw, by: str) -> "Course":
        """Every traitor thrown once more; on an open-ended roll the sixes among them open."""
        chains, again = list(self.chains or ()), self.again
        for place, face in zip(again, throw(Cast(Thrown.TRAITORS, len(again), by=by)), strict=True):
            chains[place] = (*chains[place][:-1], face)
        if self.opened and not self.house.rerolls_closed:
            fresh = self._opened(tuple(chains[place] for place in again), throw, Thrown.TRAITORS)
            for place, chain in zip(again, fresh, strict=True):
                chains[place] = chain
        return replace(self, chains=tuple(chains), changed=(*self.changed, by))

    def _opened(self, chains: Chains, throw: Throw, what: Thrown, *, extra: bool = True) -> Chains:
        """The dice with one more for each six, round after round; they join the throw before them, or start one."""
        on_and_on = self.house.chain is Chain.CHAIN
        grown = list(chains)
        waiting = [place for place, chain in enumerate(grown) if chain[-1] == SIDES and (on_and_on or len(chain) == 1)]
        while waiting:
            for place, face in zip(waiting, throw(Cast(what, len(waiting), extra)), strict=True):
                grown[place] = (*grown[place], face)
            extra = True
            waiting = [place for place in waiting if grown[place][-1] == SIDES and on_and_on]
            if len(grown) + sum(len(chain) for chain in grown) > MOST_LYING:
                break
        return tuple(grown)

    def _resulting(self, defends: Defends, *, called: bool) -> Result:
        """How it ends. Raises `Refused` where a call-on is to break a tie that has a defender. Source: HUB-99."""
        margin = self.successes - self.built.obstacle.total
        if self.way is not Way.VERSUS:
            return Result.PASSED if margin >= 0 else Result.FAILED
        if margin == 0:
            if defends is Defends.NOBODY:
                return Result.WON if called else Result.TIED
            if called:
                raise Refused("A call-on breaks a tie only where nobody defends; here the defender wins.")
            return Result.WON if defends is Defends.YOU else Result.LOST
        return Result.WON if margin > 0 else Result.LOST


def begin(subject: Subject, *, fast: bool = False, house: House = House()) -> Course:
    """A test about to begin, of someone unhurt whose marks and artha nobody counts. Source: HUB-90."""
    return Course(Setup(subject, fast, house=house))
