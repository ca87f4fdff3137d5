"""A duel of wits played out: set up, script unseen, reveal and resolve volley by volley, to its end (DOW-26)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, ClassVar, TypeVar

from engine import sealed, wording
from engine.answer import Answer, Block, Note, Table, Told, Verdict
from engine.forms import Asked, Between, Longest, Unusable, sheet
from engine.games.burning_wheel.blocks.odds import drawn, too_many
from engine.games.burning_wheel.calculators.duel_of_wits.arguments import BODY, QUICK_BODY, grade_house, strength
from engine.games.burning_wheel.calculators.duel_of_wits.compromise import DuelRollRow, duel_tests
from engine.games.burning_wheel.calculators.duel_of_wits.duel_actions import Scripted, dice_for, joined
from engine.games.burning_wheel.calculators.duel_of_wits.duel_matrix import RULE, carried_words, house_of, told
from engine.games.burning_wheel.calculators.duel_of_wits.group_duels import CODE, NOT_THREE, actions_in
from engine.games.burning_wheel.dice import Chain, Pool, Shade
from engine.games.burning_wheel.dice import Roll as Fallen
from engine.games.burning_wheel.fall import fall
from engine.games.burning_wheel.forms.test import QUICK_POOLS
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger
from engine.games.burning_wheel.rules import arguments, duel
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.arguments import DuelingSkill, Ending, Grade, Mode, Opposed, Speaker
from engine.games.burning_wheel.rules.duel import (
    SCRIPTED,
    Action,
    Carried,
    Counted,
    House,
    Kind,
    Part,
    Roll,
    Split,
    Standing,
    State,
)
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.steel import hesitation
from engine.games.burning_wheel.rules.wounds import Felt
from engine.games.burning_wheel.sheet.effects import LogTest
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.session import Dice, Offer, session

NAME = Longest(30)
TEXT = Longest(80)
MORE = Between(0, 20)
HALF = Between(0, 40)
SIDES = ("side A", "side B")
NAMES = ("Side A", "Side B")
TABLE = "table"
FIELDS = ("a", "b")
B4 = Ability(Shade.BLACK, 4)
T = TypeVar("T")


class Phase(Option):
    """What comes next in a duel. Source: DOW-26."""

    SCRIPT = "script", "both sides script"
    REVEAL = "reveal", "the next volley is revealed"
    DIVIDE = "divide", "a Rebuttal is divided"
    ROLL = "roll", "the dice are rolled"
    STEEL = "steel", "the loser tests Steel"
    OVER = "over", "the duel is over"


class Elder(Option):
    """Who speaks, and so rolls, first where both may. Source: DOW-07."""

    A = "a", "side A"
    B = "b", "side B"


@dataclass(frozen=True, slots=True)
class VoiceRow:
    """A dueling skill with the dice that go with it, as a row of the form."""

    skill: Annotated[DuelingSkill, Asked("Skill")] = DuelingSkill.ORATORY
    ability: Annotated[Ability, Asked("It stands at", quick=QUICK_POOLS), sheet("skill")] = B4
    more: Annotated[int, MORE, Asked("FoRKs that always join it", more=True, quick=(0, 1, 2))] = 0
    open_ended: Annotated[bool, Asked("Its dice are open-ended", more=True)] = False

    singular: ClassVar[str] = "skill"

    @property
    def pool(self) -> Pool:
        return self.ability.pool(self.more, self.open_ended)


@dataclass(frozen=True, slots=True)
class Typed:
    """The body of argument as it stands on the table."""

    dice: Annotated[int, BODY, Asked("Body of argument", quick=QUICK_BODY)] = 7

    words: ClassVar[str] = "typed"


@dataclass(frozen=True, slots=True)
class Made:
    """The body of argument as the rules make it from Will and the main skill."""

    mode: Annotated[Mode, Asked("The argument is", gm=True)] = Mode.BIG
    successes: Annotated[int, Between(0, 60), Asked("Successes of the main skill, where it was rolled")] = 0
    other: Annotated[int, Between(-10, 20), Asked("What traits say", more=True)] = 0
    enemy: Annotated[bool, Asked("An enemy from a failed Circles test", more=True)] = False

    words: ClassVar[str] = "from Will and skill"


@dataclass(frozen=True, slots=True)
class SpeakerSetup:
    """One side of the duel, a group of fields."""

    name: Annotated[str, NAME, Asked("Who speaks"), sheet("name")] = ""
    skills: Annotated[tuple[VoiceRow, ...], Asked("Dueling skills")] = (VoiceRow(),)
    will: Annotated[Ability, Asked("Will", quick=QUICK_POOLS), sheet("will")] = B4
    body: Annotated[Typed | Made, Asked("Body of argument")] = Typed()
    steel: Annotated[Ability, Asked("Steel", quick=QUICK_POOLS), sheet("steel")] = B4
    nerve: Annotated[int, Between(-10, 10), Asked("Traits change hesitation by", more=True)] = 0
    statement: Annotated[str, TEXT, Asked("The case, in a sentence", more=True)] = ""
    stakes: Annotated[str, TEXT, Asked("If this side wins", more=True)] = ""
    wounds: Wounded = UNHURT
    forking: Annotated[
        bool, Asked("The skills FoRK into each other", "Where they bear on it; the GM says.", more=True)
    ] = False


@dataclass(frozen=True, slots=True)
class Script:
    """Three actions, unseen until both sides have written theirs."""

    first: Annotated[Scripted, Asked("Volley 1")] = Scripted.POINT
    second: Annotated[Scripted, Asked("Volley 2")] = Scripted.POINT
    third: Annotated[Scripted, Asked("Volley 3")] = Scripted.POINT

    words: ClassVar[str] = "Script the exchange"
    secret: ClassVar[tuple[str, ...]] = ("first", "second", "third")

    @property
    def actions(self) -> tuple[Action, Action, Action]:
        return self.first.action, self.second.action, self.third.action


@dataclass(frozen=True, slots=True)
class ScriptTwo:
    """Two actions: the first volley is lost."""

    second: Annotated[Scripted, Asked("Volley 2")] = Scripted.POINT
    third: Annotated[Scripted, Asked("Volley 3")] = Scripted.POINT

    words: ClassVar[str] = "Script volleys 2 and 3: you hesitate in volley 1"
    secret: ClassVar[tuple[str, ...]] = ("second", "third")

    @property
    def actions(self) -> tuple[Action, Action, Action]:
        return Action.HESITATE, self.second.action, self.third.action


@dataclass(frozen=True, slots=True)
class ScriptOne:
    """One action: two volleys are lost."""

    third: Annotated[Scripted, Asked("Volley 3")] = Scripted.POINT

    words: ClassVar[str] = "Script volley 3: you hesitate in volleys 1 and 2"
    secret: ClassVar[tuple[str, ...]] = ("third",)

    @property
    def actions(self) -> tuple[Action, Action, Action]:
        return Action.HESITATE, Action.HESITATE, self.third.action


SCRIPTS = (Script, ScriptTwo, ScriptOne)


@dataclass(frozen=True, slots=True)
class OpenSealed:
    """A script that came under seal from another device, now that it is opened."""

    seal: Annotated[str, CODE, Asked("The seal that came first")] = ""
    opened: Annotated[str, CODE, Asked("What it was opened with")] = ""
    called: Annotated[str, Longest(40), Asked("Name of the duel", "As it was sealed.")] = "duel"
    whose: Annotated[str, Longest(20), Asked("Whose script", "As it was sealed.")] = "first"

    words: ClassVar[str] = "Open a sealed script"
    secret: ClassVar[tuple[str, ...]] = ("opened",)


@dataclass(frozen=True, slots=True)
class WalkAway:
    """Leave the duel."""

    words: ClassVar[str] = "Walk away"
    gives_up: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Reveal:
    """Turn over what both sides do in this volley."""

    words: ClassVar[str] = "Reveal the volley"


@dataclass(frozen=True, slots=True)
class Divide:
    """Divide a Rebuttal before any dice are rolled."""

    defense: Annotated[int, HALF, Asked("Dice for defense", quick=(1, 2, 3, 4))] = 2
    riposte: Annotated[int, HALF, Asked("Dice for the riposte", quick=(1, 2, 3, 4))] = 2
    more: Annotated[int, MORE, Asked("Of them, help and other dice", more=True)] = 0
    artha: Annotated[int, MORE, Asked("Of them, dice of artha", more=True)] = 0
    riposte_bears: Annotated[bool, Asked("A penalty falls on the riposte", more=True)] = False

    words: ClassVar[str] = "Divide the Rebuttal"
    secret: ClassVar[tuple[str, ...]] = ("defense", "riposte", "more", "artha", "riposte_bears")


@dataclass(frozen=True, slots=True)
class RollDice:
    """Both speak, and the dice fall in the order of speaking."""

    more_a: Annotated[int, MORE, Asked("Side A: help and other dice", quick=(0, 1, 2))] = 0
    more_b: Annotated[int, MORE, Asked("Side B: help and other dice", quick=(0, 1, 2))] = 0
    artha_a: Annotated[int, MORE, Asked("Side A: dice of artha", more=True)] = 0
    artha_b: Annotated[int, MORE, Asked("Side B: dice of artha", more=True)] = 0

    words: ClassVar[str] = "Speak and roll"
    rolls: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class TestSteel:
    """The shock of defeat: the loser tests Steel."""

    more: Annotated[int, MORE, Asked("More dice", more=True)] = 0

    words: ClassVar[str] = "Test Steel"
    rolls: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Side:
    """One side as it stands through the whole duel: its dice by action, and where its abilities were typed in.

    `hurt` is what its Steel feels of wounds, `borne` what they take from all its dice.
    """

    name: str
    dice: tuple[tuple[Action, str, Ability, Pool], ...]
    will: Ability
    steel: Ability
    start: int
    statement: str
    stakes: str
    fields: tuple[tuple[str, str], ...]
    hurt: Felt
    borne: tuple[Block, ...]

    def best(self, action: Action) -> tuple[str, Ability, Pool]:
        """What an action is tested with. Raises `KeyError` where nothing tests it."""
        return {held: (words, ability, pool) for held, words, ability, pool in self.dice}[action]

    @property
    def counts(self) -> dict[Action, int]:
        """The dice of each action that can be tested."""
        return {action: pool.dice for action, _, _, pool in self.dice}


@dataclass(frozen=True, slots=True)
class Duel:
    """A duel between two steps: both sides, what was scripted and divided, and what the last step brought.

    `logged` are the rolls so far, each with its side; `shocked` the sides that still test Steel; `left` is the side
    that walked away, and `lost_by_it` whether that counts as losing.
    """

    sides: tuple[Side, Side]
    state: State
    elder: int
    ask: Rulings = field(compare=False)
    phase: Phase = Phase.SCRIPT
    exchange: int = 1
    volley: int = 1
    scripts: tuple[tuple[Action, ...], tuple[Action, ...]] = ((), ())
    divided: tuple[Divide | None, Divide | None] = (None, None)
    told: tuple[Told, ...] = ()
    thrown: tuple[tuple[str, Fallen], ...] = ()
    logged: tuple[tuple[int, DuelRollRow], ...] = ()
    shocked: tuple[int, ...] = ()
    left: int | None = None
    lost_by_it: bool = False

    @property
    def names(self) -> tuple[str, str]:
        return self.sides[0].name, self.sides[1].name

    @property
    def scripted(self) -> tuple[Action, Action]:
        """What both sides wrote for the volley that comes."""
        return self.scripts[0][self.volley - 1], self.scripts[1][self.volley - 1]

    @property
    def pair(self) -> tuple[Action, Action]:
        """What both sides really do in it."""
        return duel.effective(self.state, self.scripted)

    @property
    def house(self) -> House:
        """The readings that this volley rests on."""
        carried = any(side.carried != Carried() for side in self.state.sides)
        clash = set(self.pair) == {Action.DISMISS, Action.INCITE}
        one_die = any(
            action is Action.REBUTTAL and side.best(action)[2].dice < duel.LEAST_REBUTTAL
            for action, side in zip(self.pair, self.sides, strict=True)
        )
        return house_of(self.ask, self.pair, carried=carried or clash, scripts=one_die)

    @property
    def dividing(self) -> tuple[int, ...]:
        """The sides whose Rebuttal rolls dice in this volley."""
        pair = self.pair
        return tuple(
            side
            for side in (0, 1)
            if pair[side] is Action.REBUTTAL and duel.kind(Action.REBUTTAL, pair[1 - side], self.house).rolls
        )


def _side(setup: SpeakerSetup, place: int, ask: Rulings) -> tuple[Side, list[DuelRollRow]]:
    """A side from its form, and the roll that made its body of argument, if one did."""
    at = FIELDS[place]
    name = setup.name or NAMES[place]
    if len({row.skill for row in setup.skills}) < len(setup.skills):
        raise Unusable(f"{at}.skills", "A skill stands here twice; each skill once.")
    nerve = feels(setup.wounds, setup.will, ask, ELEMENTS["will"])
    if nerve.gone:
        raise Unusable(f"{at}.will", nerve.gone)
    hurts = {row.skill: feels(setup.wounds, row.ability, ask, ELEMENTS["skill"]) for row in setup.skills}
    leads = [row for row in setup.skills if row.skill.role.leads]
    main = max((row for row in leads if not hurts[row.skill].gone), key=lambda row: strength(row.ability), default=None)
    if main is None and leads:
        raise Unusable(f"{at}.skills", f"{leads[0].skill.words}: {hurts[leads[0].skill].gone}")
    if main is None:
        raise Unusable(f"{at}.skills", f"{name} needs a main dueling skill, such as Oratory or Persuasion.")
    able = [(row.skill, row.ability, row.pool) for row in setup.skills if not hurts[row.skill].gone]
    pools = dict(joined(able, ask)) if setup.forking else {skill: pool for skill, _, pool in able}
    speaks = pools[main.skill]
    if not speaks.dice:
        raise Unusable(
            f"{at}.skills", f"{main.skill.words} {main.ability} has no dice; a main skill takes at least one."
        )
    if not setup.will.exponent:
        raise Unusable(f"{at}.will", f"Will has an exponent of at least 1; this says {setup.will}.")
    abilities = {row.skill: row.ability for row in setup.skills}
    # A skill without a die left tests nothing.
    tested = [(skill, hurts[skill].leaves(pool)) for skill, pool in pools.items()]
    best = dice_for(tested, nerve.leaves(setup.will.pool()), ask)
    dice = tuple(
        (action, skill.words if skill else "Will", abilities[skill] if skill else setup.will, pool)
        for action, (skill, pool) in best.items()
    )
    rolled: list[DuelRollRow] = []
    if isinstance(setup.body, Typed):
        body = setup.body.dice
    else:
        made = setup.body
        speaker = Speaker(setup.will.exponent, main.ability.exponent, 0, made.other, made.enemy)
        body = arguments.body(speaker, made.mode, made.successes).total
        if body < 1:
            raise Unusable(f"{at}.body", f"A body of argument starts at 1 or more; this comes to {body}.")
        if made.mode is Mode.NORMAL:
            left = hurts[main.skill].leaves(speaks)
            if sentence := too_many(made.successes, left.dice):
                raise Unusable(f"{at}.body.successes", sentence)
            more = speaks.dice - main.ability.exponent - hurts[main.skill].lost
            rolled.append(DuelRollRow(main.skill.words, main.ability, more, Opposed.BODY, 0, made.successes))
    fields = [(row.skill.words, f"{at}.skills.{number}.ability") for number, row in enumerate(setup.skills)]
    fields += [("Will", f"{at}.will"), ("Steel", f"{at}.steel")]
    steel = feels(setup.wounds, setup.steel, ask, ELEMENTS["steel"])
    borne = [
        block
        for words, dice_before, hurt in (
            *((row.skill.words, pools.get(row.skill, row.pool).dice, hurts[row.skill]) for row in setup.skills),
            ("Will", setup.will.exponent, nerve),
            ("Steel", setup.steel.exponent, steel),
        )
        for block in ledger(hurt, dice_before, words=f"{name}, {words}: dice")
    ]
    borne += ledger(replace(nerve, lost=0), 0, 0, against=f"{name}: own +Ob")
    side = Side(
        name,
        dice,
        setup.will,
        setup.steel,
        body,
        setup.statement,
        setup.stakes,
        tuple(fields),
        steel,
        tuple(borne),
    )
    return side, rolled


def start(
    a: Annotated[SpeakerSetup, Asked("Side A")] = SpeakerSetup(),
    b: Annotated[SpeakerSetup, Asked("Side B")] = SpeakerSetup(),
    elder: Annotated[
        Elder, Asked("Where both may, first speaks", "Traits decide, else the elder.", more=True)
    ] = Elder.A,
    *,
    ask: Rulings,
) -> Duel:
    """How does this duel of wits go?"""
    sides, standings, logged = [], [], []
    for place, setup in enumerate((a, b)):
        side, rolled = _side(setup, place, ask)
        sides.append(side)
        nerve = hesitation(setup.will, setup.nerve).total
        harder = side.hurt.added
        standings.append(Standing(side.start, setup.will.exponent, nerve + harder, penalty=harder))
        logged += [(place, row) for row in rolled]
    first, second = sides
    if first.name.casefold() == second.name.casefold():
        raise Unusable("b.name", f"Both sides are called {wording.quoted(second.name)}; give them two names.")
    begins = tuple(
        Told(0, f"starts with {wording.count(side.start, 'die', 'dice')} of argument.", "DOW-04", side.name)
        for side in sides
    )
    return Duel(
        (first, second),
        State((standings[0], standings[1])),
        0 if elder is Elder.A else 1,
        ask,
        told=begins,
        logged=tuple(logged),
    )


def moves(state: Duel) -> dict[str, tuple[object, ...]]:
    """What each side, or the table, may do now."""
    names = state.names
    leaving = [Offer(WalkAway, f"{name} walks away") for name in names]
    match state.phase:
        case Phase.SCRIPT:
            opened = [Offer(OpenSealed, f"Open {name}’s sealed script") for name in names]
            return {
                SIDES[side]: (Offer(_blank(state, side), f"{names[side]} has scripted"), opened[side], leaving[side])
                for side in (0, 1)
                if not state.scripts[side]
            }
        case Phase.REVEAL:
            return {
                TABLE: (Offer(Reveal, f"Reveal volley {state.volley}"),),
                SIDES[0]: (leaving[0],),
                SIDES[1]: (leaving[1],),
            }
        case Phase.DIVIDE:
            return {
                SIDES[side]: (Offer(_halved(state, side), f"Divide {names[side]}’s Rebuttal"),)
                for side in state.dividing
                if state.divided[side] is None
            }
        case Phase.ROLL:
            return {TABLE: (RollDice,)}
        case Phase.STEEL:
            return {SIDES[side]: (Offer(TestSteel, f"Test {names[side]}’s Steel"),) for side in state.shocked}
    return {}


def _blank(state: Duel, place: int) -> Script | ScriptTwo | ScriptOne:
    """The script that a form starts from: Points, or what else this side has dice for."""
    dice = state.sides[place].counts
    first = next(one for one in Scripted if one is not Scripted.REBUTTAL and dice.get(one.action))
    hesitates = state.state.sides[place].carried.hesitates
    return SCRIPTS[hesitates](*[first] * (duel.VOLLEYS - hesitates))


def _halved(state: Duel, place: int) -> Divide:
    """The division that a form starts from: in halves."""
    own = state.sides[place].best(Action.REBUTTAL)[2]
    dice = duel.pool_for(Action.REBUTTAL, own, state.state.sides[place].carried).dice
    return Divide(dice // 2, dice - dice // 2)


def step(state: Duel, side: str, move: object, dice: Dice) -> Duel:
    """The duel after one move. Raises `Refused` with the sentence to show where the rules forbid it."""
    place = SIDES.index(side) if side in SIDES else 0
    match move:
        case Script() | ScriptTwo() | ScriptOne():
            return _script(state, place, move.actions)
        case OpenSealed(seal, opened, called, whose):
            actions = actions_in(sealed.check(seal, opened, called, state.exchange, whose))
            if actions is None:
                raise Refused(NOT_THREE)
            return _script(state, place, actions)
        case WalkAway():
            return _walk_away(state, place)
        case Reveal():
            return _reveal(state)
        case Divide():
            return _divide(state, place, move)
        case RollDice():
            return _roll(state, move, dice)
        case TestSteel(more):
            return _test_steel(state, place, more, dice)
    return state


def _put(pair: tuple[T, T], place: int, one: T) -> tuple[T, T]:
    return (one, pair[1]) if place == 0 else (pair[0], one)


def _script(state: Duel, place: int, actions: tuple[Action, ...]) -> Duel:
    """A script is in; once both are, the first volley can be revealed. Source: DOW-06."""
    house = _scripting(state, place, actions)
    hesitates = state.state.sides[place].carried.hesitates
    faults = duel.bad_script(actions, state.sides[place].counts, hesitates, house)
    if faults:
        raise Refused(faults[0][1])
    scripts = _put(state.scripts, place, actions)
    lines = [Told(0, f"has scripted exchange {state.exchange}.", "DOW-06", state.names[place])]
    both = all(scripts)
    return replace(
        state,
        scripts=scripts,
        phase=Phase.REVEAL if both else Phase.SCRIPT,
        told=tuple(lines),
        thrown=(),
    )


def _scripting(state: Duel, place: int, actions: Iterable[Action]) -> House:
    """The readings that scripting these actions rests on. Source: DOW-14."""
    one_die = any(action is Action.REBUTTAL and state.sides[place].counts.get(action) == 1 for action in actions)
    return House(one_die=one_die and state.ask["duel.one-die"] == "half")


def _walk_away(state: Duel, place: int) -> Duel:
    """One side leaves in the middle. Source: DOW-05."""
    result = arguments.breaking_off(as_walking=state.ask["argument.breaking-off"] == "walk")
    said = "walks away, which is conceding." if result.loses else "walks away and drops the topic."
    return replace(
        state,
        phase=Phase.STEEL if result.loses else Phase.OVER,
        shocked=(place,) if result.loses else (),
        left=place,
        lost_by_it=result.loses,
        told=(Told(0, said, "DOW-05", state.names[place]),),
        thrown=(),
    )


def _reveal(state: Duel) -> Duel:
    """The actions of the volley, turned over. Source: DOW-06, DOW-07."""
    pair = state.pair
    lines = []
    for side in duel.order(pair, state.elder):
        if pair[side] is Action.HESITATE:
            wrote = state.scripted[side]
            instead = f": {wrote.words} is crossed off" if wrote is not Action.HESITATE else ""
            lines.append(Told(0, f"hesitates{instead}.", "DOW-16", state.names[side]))
        else:
            lines.append(Told(0, f"{pair[side].words}.", RULE[pair[side]], state.names[side]))
    phase = Phase.DIVIDE if state.dividing else Phase.ROLL
    return replace(state, phase=phase, divided=(None, None), told=tuple(lines), thrown=())


def _divide(state: Duel, place: int, move: Divide) -> Duel:
    """A Rebuttal divided; unseen until every Rebuttal of the volley is. Source: DOW-14."""
    own = state.sides[place].best(Action.REBUTTAL)[2]
    carried = state.state.sides[place].carried
    pool = duel.pool_for(Action.REBUTTAL, own, carried, move.more + move.artha)
    split = Split(move.defense, move.riposte, move.riposte_bears)
    if sentence := duel.bad_split(split, pool.dice, state.house):
        raise Refused(sentence)
    divided = _put(state.divided, place, move)
    done = all(divided[side] is not None for side in state.dividing)
    lines = (Told(0, "has divided the Rebuttal.", "DOW-14", state.names[place]),)
    return replace(state, divided=divided, phase=Phase.ROLL if done else Phase.DIVIDE, told=lines, thrown=())


def _throw(words: str, pool: Pool, dice: Dice, ask: Rulings) -> tuple[str, Fallen]:
    """A pool thrown with the dice of a session, and what it is for."""
    return words, fall(dice, words, pool, chain(ask) if pool.open_ended else Chain.CHAIN)


def _roll(state: Duel, move: RollDice, dice: Dice) -> Duel:
    """The volley spoken, rolled and resolved. Source: DOW-07, DOW-15, DOW-26."""
    pair, house, ask = state.pair, state.house, state.ask
    extra = [(move.more_a, move.artha_a), (move.more_b, move.artha_b)]
    rolls: list[tuple[Roll, ...]] = []
    for side in (0, 1):
        kind = duel.kind(pair[side], pair[1 - side], house)
        split = state.divided[side]
        if any(extra[side]) and (split is not None or not kind.rolls):
            why = "divided its dice already, with all that join them" if split else "rolls nothing in this volley"
            raise Refused(f"{state.names[side]} {why}; no more can be added here.")
        if split is not None:
            extra[side] = (split.more, split.artha)
        if not kind.rolls:
            rolls.append(())
            continue
        halves = Split(split.defense, split.riposte, split.riposte_bears) if split else None
        own = state.sides[side].best(pair[side])[2]
        carried = state.state.sides[side].carried
        rolls.append(duel.rolls_of(side, pair, own, carried, sum(extra[side]), halves, house))
    fell: list[tuple[str, Fallen]] = []
    counted: list[Counted] = [Counted(), Counted()]
    for side in duel.order(pair, state.elder):
        numbers = []
        for roll in rolls[side]:
            part = "" if roll.part is Part.WHOLE else f", {roll.part.words}"
            fell.append(_throw(f"{state.names[side]}’s {pair[side].words}{part}", roll.pool, dice, ask))
            numbers.append(fell[-1][1].count.successes)
        split = state.divided[side]
        counted[side] = duel.counted_of(rolls[side], numbers, split.riposte_bears if split else False)
    effects = duel.effects_of(state.state, pair, (counted[0], counted[1]), house)
    logged = list(state.logged)
    for side in (0, 1):
        rows = _rolls_logged(state, side, rolls[side], (counted[side], counted[1 - side]), extra[side][1])
        logged += [(side, row) for row in rows]
    for side in (0, 1):
        if effects[side].incited:
            steel = state.sides[side].steel
            lost = state.sides[side].hurt.lost
            words, lying = _throw(f"{state.names[side]}’s Steel", steel.pool(-lost, open_ended=True), dice, ask)
            if steel.exponent > lost:
                fell.append((words, lying))
                against = state.state.sides[side].hesitation
                row = DuelRollRow("Steel", steel, -lost, Opposed.VERSUS, against, lying.count.successes)
                logged.append((side, row))
            counted[side] = replace(counted[side], steel=lying.count.successes)
    both = (counted[0], counted[1])
    volley = duel.resolve_volley(state.state, *state.scripted, *both, house)
    lines = told(state.state, volley, both, state.names, house, duel.order(pair, state.elder))
    after = replace(state, state=volley.state, thrown=tuple(fell), logged=tuple(logged), divided=(None, None))
    if volley.state.over:
        return _ended(after, lines)
    if state.volley < duel.VOLLEYS:
        return replace(after, volley=state.volley + 1, phase=Phase.REVEAL, told=tuple(lines))
    return replace(
        after,
        exchange=state.exchange + 1,
        volley=1,
        scripts=((), ()),
        phase=Phase.SCRIPT,
        told=tuple(lines),
    )


def _rolls_logged(
    state: Duel, side: int, rolls: Sequence[Roll], counted: tuple[Counted, Counted], artha: int
) -> Iterator[DuelRollRow]:
    """The rolls of one side in a volley as the log of tests takes them. Source: DOW-25."""
    pair, house = state.pair, state.house
    mine, other = pair[side], pair[1 - side]
    kind = duel.kind(mine, other, house)
    if not rolls:
        return
    words, ability, _ = state.sides[side].best(mine)
    own, its = counted
    against = its.defense if other is Action.REBUTTAL else its.successes + its.second
    if other is Action.REBUTTAL and mine is Action.OBFUSCATE:
        against = its.defense + (0 if house.obfuscate_defense else its.successes)

    penalty = state.state.sides[side].harder
    if penalty and state.ask["advancement.own-penalty"] == "no":
        penalty = 0

    def row(count: int, opposed: Opposed, obstacle: int, rolled: int, more: int = penalty) -> DuelRollRow:
        against = obstacle + more if opposed is Opposed.VERSUS else obstacle
        return DuelRollRow(words, ability, count - ability.exponent, opposed, against, rolled)

    total = max(1, sum(roll.pool.dice for roll in rolls) - artha)
    if kind in (Kind.WILL, Kind.OPPOSED_WILL):
        standing = state.state.sides[1 - side]
        obstacle = standing.will + state.state.sides[side].harder
        yield row(total, Opposed.WILL, obstacle, own.successes)
    elif kind in (Kind.HALVES, Kind.BOTH_HALVES, Kind.RIPOSTE):
        parts = {roll.part: roll.pool.dice for roll in rolls}
        riposte = max(0, parts[Part.RIPOSTE] - artha)
        defense = max(0, parts[Part.DEFENSE] - max(0, artha - parts[Part.RIPOSTE]))
        on_defense, on_riposte = duel.borne(penalty, own, house)
        back = its.defense + on_riposte if kind is Kind.BOTH_HALVES else None
        if kind is Kind.RIPOSTE or not defense:
            opposed = Opposed.ALONE if back is None else Opposed.VERSUS
            yield row(total, opposed, back or 0, own.successes, 0)
        elif not riposte:
            yield row(defense, Opposed.VERSUS, its.successes, own.defense, on_defense)
        else:
            both = row(defense + riposte, Opposed.VERSUS, its.successes, own.defense + own.successes, on_defense)
            yield replace(both, defense=defense, back=back)
    elif kind in (Kind.OPEN, Kind.FREE_POINT):
        yield row(total, Opposed.ALONE, 0, own.successes)
    elif kind is Kind.TWICE:
        yield row(max(1, rolls[0].pool.dice - artha), Opposed.VERSUS, against, own.successes + own.second)
    else:
        yield row(total, Opposed.VERSUS, against, own.successes + (own.defense if mine is Action.REBUTTAL else 0))


def _ended(state: Duel, lines: Sequence[Told]) -> Duel:
    """The duel as it stands once a body of argument is used up. Source: DOW-18, DOW-20, DOW-21."""
    ending = _ending(state)
    said = list(lines)
    if ending is Ending.TIE:
        said.append(Told(0, "Both arguments are used up in the same volley: a tie.", "DOW-21"))
        shocked: tuple[int, ...] = (0, 1) if state.ask["argument.tie-steel"] == "both" else ()
    else:
        winner = 0 if ending is Ending.WIN else 1
        said.append(Told(0, "wins the duel.", "DOW-18", state.names[winner]))
        shocked = (1 - winner,)
    return replace(state, phase=Phase.STEEL if shocked else Phase.OVER, shocked=shocked, told=tuple(said))


def _ending(state: Duel) -> Ending:
    """How the duel stands, seen from side A; whoever conceded has lost. Source: DOW-18."""
    if state.left is not None:
        if not state.lost_by_it:
            return Ending.OPEN
        return Ending.LOSE if state.left == 0 else Ending.WIN
    first, second = (side.argument for side in state.state.sides)
    return arguments.ending(first, second)


def _test_steel(state: Duel, place: int, more: int, dice: Dice) -> Duel:
    """The loser's Steel test. Source: DOW-20."""
    obstacle = shock(state, place)
    steel = state.sides[place].steel
    taken = state.sides[place].hurt.lost
    pool = steel.pool(more - taken, open_ended=True)
    words, lying = _throw(f"{state.names[place]}’s Steel", pool, dice, state.ask)
    rolled = lying.count.successes
    lost = max(0, obstacle - rolled)
    counted = wording.count(rolled, "success", "successes")
    came = f"hesitates {wording.count(lost, 'heartbeat')}" if lost else "stands firm"
    line = Told(
        0, f"tests Steel against {wording.obstacle(obstacle)}: {counted}, {came}.", "DOW-20", state.names[place]
    )
    shocked = tuple(side for side in state.shocked if side != place)
    logged = state.logged
    if steel.exponent + more > taken:
        logged = (*logged, (place, DuelRollRow("Steel", steel, more - taken, Opposed.VERSUS, obstacle, rolled)))
    return replace(
        state,
        shocked=shocked,
        phase=Phase.STEEL if shocked else Phase.OVER,
        told=(line,),
        thrown=((words, lying),) if lying.dice else (),
        logged=logged,
    )


def shock(state: Duel, place: int) -> int:
    """The obstacle of a loser's Steel test. Source: DOW-20."""
    standing = state.state.sides[place]
    return arguments.defeat(standing.hesitation, min(0, standing.argument)).total


def _owed(state: Duel, ending: Ending) -> Grade | None:
    """What the winner owes, if anyone won. Source: DOW-19."""
    if ending not in (Ending.WIN, Ending.LOSE):
        return None
    winner = 0 if ending is Ending.WIN else 1
    left, began = state.state.sides[winner].argument, state.sides[winner].start
    return arguments.grade(began, left, grade_house(began, left, state.ask))


def _marks(state: Duel, place: int) -> tuple[dict[str, str], list[LogTest], Table | None]:
    """What a side marks for the duel, one test for each ability. Source: DOW-25."""
    rows = tuple(row for side, row in state.logged if side == place)
    if not rows:
        return {}, [], None
    answer = duel_tests(rows, ask=state.ask)
    side = state.sides[place]
    paths = dict(side.fields)
    marks = dict(answer.values["marks"])
    effects = [
        replace(effect, ability=paths[rows[int(effect.ability.split(".")[1])].name])
        for effect in answer.effects
        if isinstance(effect, LogTest)
    ]
    listed = next((block for block in answer.blocks if isinstance(block, Table)), None)
    return marks, effects, replace(listed, caption=f"{side.name} marks") if listed else None


def _headline(state: Duel, ending: Ending, owed: Grade | None) -> Verdict:
    """Where the duel stands, in one figure."""
    left = [side.argument for side in state.state.sides]
    tally = " · ".join(f"{name} {wording.number(amount)}" for name, amount in zip(state.names, left, strict=True))
    if owed is not None:
        winner = state.names[0 if ending is Ending.WIN else 1]
        stakes = state.sides[0 if ending is Ending.WIN else 1].stakes
        terms = f" {stakes}." if stakes else ""
        return Verdict(f"{winner} wins", f"owes {owed.words} · {tally}", f"{winner} wins and owes {owed.words}.{terms}")
    if ending is Ending.TIE:
        return Verdict(
            "A tie", tally, "A tie: neither side gets its terms. Compromise, or part and resume another time."
        )
    if state.phase is Phase.OVER and state.left is not None:
        gone = state.names[state.left]
        return Verdict("No winner", f"{gone} walked away", f"{gone} walked away: no terms bind anyone.")
    figure = " : ".join(wording.number(amount) for amount in left)
    where = f"exchange {state.exchange}, volley {state.volley}"
    match state.phase:
        case Phase.SCRIPT:
            waiting = wording.listed(state.names[side] for side in (0, 1) if not state.scripts[side])
            return Verdict(
                figure,
                f"exchange {state.exchange} · to script: {waiting}",
                f"{tally}. Exchange {state.exchange}: {waiting} to script.",
            )
        case Phase.REVEAL:
            return Verdict(figure, f"{where} · reveal it", f"{tally}. Reveal volley {state.volley}.")
    both = f"{state.pair[0].words} against {state.pair[1].words}"
    if state.phase is Phase.DIVIDE:
        waiting = wording.listed(state.names[side] for side in state.dividing if state.divided[side] is None)
        return Verdict(both, f"{where} · to divide: {waiting}", f"{both}. {waiting} to divide the Rebuttal.")
    return Verdict(both, f"{where} · speak and roll", f"{both}. Speak your parts, then roll.")


def show(state: Duel) -> Answer:
    """Where the duel stands; what is scripted stays unseen until it is revealed."""
    ending = _ending(state)
    owed = _owed(state, ending)
    over = state.phase in (Phase.STEEL, Phase.OVER)
    rows = tuple(
        (
            side.name,
            f"{wording.number(standing.argument)} of {side.start}",
            carried_words(standing.carried) if not over else "–",
            "in" if state.scripts[place] else "to write",
        )
        for place, (side, standing) in enumerate(zip(state.sides, state.state.sides, strict=True))
    )
    blocks: list[Block] = [_headline(state, ending, owed)]
    columns = ("Side", "Argument", "Carries", "Script")
    blocks.append(
        Table("The duel", columns if not over else columns[:2], tuple(row[: 2 if over else 4] for row in rows))
    )
    open_now = state.phase in (Phase.DIVIDE, Phase.ROLL)
    if state.phase is Phase.SCRIPT:
        blocks.append(_able(state))
        blocks += [block for side in state.sides for block in side.borne]
    if open_now:
        blocks.append(_rolling(state))
    for words, lying in state.thrown:
        drawing = drawn(lying, len(lying.dice))
        blocks.append(replace(drawing, sentence=f"{words}: {drawing.sentence}"))
    if any(side.statement or side.stakes for side in state.sides):
        terms = tuple((side.name, side.statement or "–", side.stakes or "–") for side in state.sides)
        blocks.append(Table("What it is about", ("Side", "The case", "If this side wins"), terms, folded=not over))
    values: dict[str, object] = {
        "phase": state.phase.value,
        "exchange": state.exchange,
        "volley": state.volley,
        "left": [side.argument for side in state.state.sides],
        "hesitates": [side.carried.hesitates for side in state.state.sides],
        "obstacle": [side.carried.obstacle for side in state.state.sides],
        "dice": [side.carried.dice for side in state.state.sides],
        "test_dice": [side.carried.test_dice for side in state.state.sides],
        "scripted": [bool(script) for script in state.scripts],
        "actions": [action.value for action in state.pair] if open_now else [],
        "divided": [split is not None for split in state.divided],
        "successes": [lying.count.successes for _, lying in state.thrown],
        "rolls": len(state.logged),
        "names": list(state.names),
    }
    effects: list[LogTest] = []
    if over:
        values["ending"] = ending.value
        values["winner"] = {Ending.WIN: SIDES[0], Ending.LOSE: SIDES[1], Ending.TIE: "tie"}.get(ending, "nobody")
        values["owed"] = owed.value if owed else "none"
        values["steel"] = [shock(state, side) for side in state.shocked]
        blocks += _afterwards(state, ending, owed)
        marks = []
        for place in (0, 1):
            found, leaves, listed = _marks(state, place)
            marks.append(found)
            effects += leaves
            blocks += [listed] if listed else []
        values["marks"] = marks
    return Answer(values, tuple(blocks), tuple(effects))


def _able(state: Duel) -> Table:
    """What each side can script, with the dice and the skill that test it."""
    rows = []
    houses = [_scripting(state, place, SCRIPTED) for place in (0, 1)]
    for action in SCRIPTED:
        cells = []
        for side, house in zip(state.sides, houses, strict=True):
            if duel.barred(action, side.counts.get(action, 0), house):
                cells.append("–")
            else:
                words, _, own = side.best(action)
                cells.append(f"{words} {duel.pool_for(action, own).dice}D")
        rows.append((action.words, *cells))
    return Table("What each side can script", ("Action", *state.names), tuple(rows), folded=True)


def _rolling(state: Duel) -> Table:
    """What each side is about to roll."""
    rows = []
    for side in (0, 1):
        mine, other = state.pair[side], state.pair[1 - side]
        kind = duel.kind(mine, other, state.house)
        carried = state.state.sides[side].carried
        if kind.rolls:
            words, _, own = state.sides[side].best(mine)
            pool = duel.pool_for(mine, own, carried)
            split = state.divided[side]
            hidden = state.phase is Phase.DIVIDE
            halves = f", {split.defense} and {split.riposte}" if split and not hidden else ""
            rows.append((state.names[side], mine.words, words, f"{pool.dice}D{halves}", kind.words))
        else:
            rows.append((state.names[side], mine.words, "–", "–", kind.words))
    return Table("This volley", ("Side", "Action", "Tests", "Dice", "How"), tuple(rows))


def _afterwards(state: Duel, ending: Ending, owed: Grade | None) -> list[Block]:
    """What is left to do once the duel has ended."""
    notes: list[Block] = []
    if owed is not None:
        winner = 0 if ending is Ending.WIN else 1
        had = f"{state.state.sides[winner].argument} of {state.sides[winner].start} dice left"
        owes = f"{state.names[winner]} has {had} and owes {owed.words}." if owed is not Grade.NONE else ""
        if owes:
            notes.append(Note(owes, rule="DOW-19"))
        notes.append(Note(f"{state.names[1 - winner]} abides by the terms for now, and need not agree.", rule="DOW-18"))
    if ending is Ending.TIE and state.ask["argument.tie-initiative"] == "shown":
        ahead = arguments.initiative(*(side.argument for side in state.state.sides))
        if ahead:
            name = state.names[0 if ahead > 0 else 1]
            notes.append(
                Note(f"{name} was driven less far below zero and may set the terms of a compromise.", rule="DOW-21")
            )
    for side in state.shocked:
        words = f"{state.names[side]} tests Steel against {wording.obstacle(shock(state, side))}."
        notes.append(Note(words, rule="DOW-20"))
    return notes


session("duel", rules="DOW-26", start=start, moves=moves, step=step, show=show)
