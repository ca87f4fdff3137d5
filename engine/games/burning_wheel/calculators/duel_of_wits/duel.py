"""A duel of wits played out: set up, script unseen, reveal and resolve volley by volley, to its end (DOW-26)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Block
from engine.forms import Asked, Between, Longest, Unusable, branch, row, sheet
from engine.games.burning_wheel.blocks.odds import too_many
from engine.games.burning_wheel.calculators.duel_of_wits import duel_sparring
from engine.games.burning_wheel.calculators.duel_of_wits.duel_scripts import Scripted
from engine.games.burning_wheel.calculators.duel_of_wits.duel_shown import Played, cast_words, show
from engine.games.burning_wheel.calculators.duel_of_wits.duel_stage import Case, icon_of, waiting
from engine.games.burning_wheel.calculators.duel_of_wits.fields import B4, BODY, EXTRA, NAME, QUICK_BODY, TEXT
from engine.games.burning_wheel.calculators.duel_of_wits.group_duels import NOT_THREE, actions_in
from engine.games.burning_wheel.dice import Pool, ob
from engine.games.burning_wheel.dice import Roll as Fallen
from engine.games.burning_wheel.fall import fall
from engine.games.burning_wheel.forms import sealing
from engine.games.burning_wheel.forms.partner import PartnerPlays, Spar
from engine.games.burning_wheel.forms.sealing import CODE, SIDES, Nonce, SealCame, swapped
from engine.games.burning_wheel.forms.test import QUICK_POOLS
from engine.games.burning_wheel.readings.duel import AskedDuel, dice_for, joined
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger
from engine.games.burning_wheel.rules import arguments, duel
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.arguments import DuelingSkill, Mode, Opposed, Speaker, strength
from engine.games.burning_wheel.rules.duel import SCRIPTED, Action, Split, Standing
from engine.games.burning_wheel.rules.duel_marks import SpokenRoll
from engine.games.burning_wheel.rules.duel_procedure import Cast, Duel, Extra, Halves, Phase, Side, Voice, begin
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.sealed import Where
from engine.games.burning_wheel.rules.steel import hesitation
from engine.games.burning_wheel.rules.wounds import Felt
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.session import Able, Dice, Offer, Parts, session

LONGEST_CALLED, LONGEST_WHOSE = 40, 20
HALF = Between(0, 40)
NAMES = ("Side A", "Side B")
TABLE = "table"
FIELDS = ("a", "b")


class Elder(Option):
    """Who speaks, and so rolls, first where both may. Source: DOW-07."""

    A = "a", "side A"
    B = "b", "side B"


@row("skill")
class VoiceRow:
    """A dueling skill with the dice that go with it, as a row of the form."""

    skill: Annotated[DuelingSkill, Asked("Skill")] = DuelingSkill.ORATORY
    ability: Annotated[Ability, Asked("It stands at", quick=QUICK_POOLS), sheet("skill")] = B4
    more: Annotated[int, EXTRA, Asked("FoRKs that always join it", more=True, quick=(0, 1, 2))] = 0
    open_ended: Annotated[bool, Asked("Its dice are open-ended", more=True)] = False

    @property
    def pool(self) -> Pool:
        return self.ability.pool(self.more, self.open_ended)


@branch("typed")
class Typed:
    """The body of argument as it stands on the table."""

    dice: Annotated[int, BODY, Asked("Body of argument", quick=QUICK_BODY)] = 7


@branch("from Will and skill")
class Made:
    """The body of argument as the rules make it from Will and the main skill."""

    mode: Annotated[Mode, Asked("The argument is", gm=True)] = Mode.BIG
    successes: Annotated[int, Between(0, 60), Asked("Successes of the main skill, where it was rolled")] = 0
    other: Annotated[int, Between(-10, 20), Asked("What traits say", more=True)] = 0
    enemy: Annotated[bool, Asked("An enemy from a failed Circles test", more=True)] = False


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


SecondAction = Annotated[Scripted, Asked("Volley 2")]
ThirdAction = Annotated[Scripted, Asked("Volley 3")]


def _where(state: Duel, place: int) -> Where:
    """Where the codes of a side's script belong; what both devices call the duel is whose it is."""
    called = " and ".join(side.name for side in state.sides)
    return Where(called[:LONGEST_CALLED], state.exchange, state.sides[place].name[:LONGEST_WHOSE])


def _handed(move: "Script | ScriptTwo | ScriptOne", then: Played, now: Played, side: str) -> tuple[object, ...]:
    """The moves that make a script on another device until its first volley is rolled: its seal; and once the other
    side’s is in, what opens it."""
    state, place = now.duel, SIDES.index(side)
    if now.past or state.exchange != then.duel.exchange:
        return ()
    where, script = _where(state, place), [action.value for action in move.actions]
    both = bool(state.sides[1 - place].script or now.seals.codes[1 - place])
    return swapped(where, script, move.nonce, _opening(where), both=both)


def _opening(where: Where) -> "OpenSealed":
    """What opens a script of this duel."""
    return OpenSealed(called=where.conflict, whose=where.side)


@branch("Script the exchange")
class Script:
    """Three actions, unseen until both sides have written theirs."""

    first: Annotated[Scripted, Asked("Volley 1")] = Scripted.POINT
    second: SecondAction = Scripted.POINT
    third: ThirdAction = Scripted.POINT
    nonce: Nonce = ""

    secret: ClassVar[tuple[str, ...]] = ("first", "second", "third", "nonce")
    handed = _handed

    @property
    def actions(self) -> tuple[Action, Action, Action]:
        return self.first.action, self.second.action, self.third.action


@branch("Script volleys 2 and 3: you hesitate in volley 1")
class ScriptTwo:
    """Two actions: the first volley is lost."""

    second: SecondAction = Scripted.POINT
    third: ThirdAction = Scripted.POINT
    nonce: Nonce = ""

    secret: ClassVar[tuple[str, ...]] = ("second", "third", "nonce")
    handed = _handed

    @property
    def actions(self) -> tuple[Action, Action, Action]:
        return Action.HESITATE, self.second.action, self.third.action


@branch("Script volley 3: you hesitate in volleys 1 and 2")
class ScriptOne:
    """One action: two volleys are lost."""

    third: ThirdAction = Scripted.POINT
    nonce: Nonce = ""

    secret: ClassVar[tuple[str, ...]] = ("third", "nonce")
    handed = _handed

    @property
    def actions(self) -> tuple[Action, Action, Action]:
        return Action.HESITATE, Action.HESITATE, self.third.action


@branch("Open a sealed script")
class OpenSealed:
    """A script that came under seal from another device, now that it is opened."""

    seal: Annotated[str, CODE, Asked("The seal that came first")] = ""
    opened: Annotated[str, CODE, Asked("What it was opened with")] = ""
    called: Annotated[str, Longest(LONGEST_CALLED), Asked("Name of the duel", "As it was sealed.")] = "duel"
    whose: Annotated[str, Longest(LONGEST_WHOSE), Asked("Whose script", "As it was sealed.")] = "first"

    secret: ClassVar[tuple[str, ...]] = ("opened",)
    away: ClassVar[bool] = True


@branch("Walk away")
class WalkAway:
    """Leave the duel."""

    gives_up: ClassVar[bool] = True


@branch("Reveal the volley")
class Reveal:
    """Turn over what both sides do in this volley."""

    follows: ClassVar[bool] = True


@branch("Divide the Rebuttal")
class Divide:
    """Divide a Rebuttal before any dice are rolled."""

    defense: Annotated[int, HALF, Asked("Defense")] = 2
    riposte: Annotated[int, HALF, Asked("Riposte")] = 2
    more: Annotated[int, EXTRA, Asked("Of them, help and other dice", more=True)] = 0
    artha: Annotated[int, EXTRA, Asked("Of them, dice of artha", more=True)] = 0
    riposte_bears: Annotated[bool, Asked("A penalty falls on the riposte", more=True)] = False

    secret: ClassVar[tuple[str, ...]] = ("defense", "riposte", "more", "artha", "riposte_bears")

    @property
    def halves(self) -> Halves:
        """The Rebuttal as the rules take it."""
        return Halves(Split(self.defense, self.riposte, self.riposte_bears), Extra(self.more, self.artha))


@branch("Speak and roll")
class RollDice:
    """Both speak, and the dice fall in the order of speaking."""

    more_a: Annotated[int, EXTRA, Asked("Side A: help and other dice", more=True, quick=(0, 1, 2))] = 0
    more_b: Annotated[int, EXTRA, Asked("Side B: help and other dice", more=True, quick=(0, 1, 2))] = 0
    artha_a: Annotated[int, EXTRA, Asked("Side A: dice of artha", more=True)] = 0
    artha_b: Annotated[int, EXTRA, Asked("Side B: dice of artha", more=True)] = 0

    rolls: ClassVar[bool] = True


@branch("Test Steel")
class TestSteel:
    """The shock of defeat: the loser tests Steel."""

    more: Annotated[int, EXTRA, Asked("More dice", more=True)] = 0

    rolls: ClassVar[bool] = True


class _Form:
    """One side's form while it is read: what is wrong with it, and what the rules make of it."""

    def __init__(self, setup: SpeakerSetup, place: int, ask: Rulings) -> None:
        self.setup, self.at, self.ask = setup, FIELDS[place], ask
        self.name = setup.name or NAMES[place]
        if len({one.skill for one in setup.skills}) < len(setup.skills):
            raise Unusable(f"{self.at}.skills", "A skill stands here twice; each skill once.")
        self.nerve = feels(setup.wounds, setup.will, ask, ELEMENTS["will"])
        if self.nerve.gone:
            raise Unusable(f"{self.at}.will", self.nerve.gone)
        self.hurts = {one.skill: feels(setup.wounds, one.ability, ask, ELEMENTS["skill"]) for one in setup.skills}
        self.main = self._main()
        able = [(one.skill, one.ability, one.pool) for one in setup.skills if not self.hurts[one.skill].gone]
        self.pools = dict(joined(able, ask)) if setup.forking else {skill: pool for skill, _, pool in able}
        if not self.pools[self.main.skill].dice:
            said = f"{self.main.skill.words} {self.main.ability} has no dice; a main skill takes at least one."
            raise Unusable(f"{self.at}.skills", said)
        if not setup.will.exponent:
            raise Unusable(f"{self.at}.will", f"Will has an exponent of at least 1; this says {setup.will}.")

    def _main(self) -> VoiceRow:
        """The skill that carries the argument: of those that can, the strongest that wounds leave."""
        leads = [one for one in self.setup.skills if one.skill.role.leads]
        able = [one for one in leads if not self.hurts[one.skill].gone]
        if able:
            return max(able, key=lambda one: strength(one.ability))
        if leads:
            gone = self.hurts[leads[0].skill].gone
            raise Unusable(f"{self.at}.skills", f"{leads[0].skill.words}: {gone}")
        raise Unusable(f"{self.at}.skills", f"{self.name} needs a main dueling skill, such as Oratory or Persuasion.")

    def side(self) -> tuple[Side, Case]:
        """The side as the duel takes it, and as the page shows it."""
        setup = self.setup
        voices = self._voices()
        body, rolls = self._body()
        steel = feels(setup.wounds, setup.steel, self.ask, ELEMENTS["steel"])
        nerve = hesitation(setup.will, setup.nerve).total + steel.added
        standing = Standing(body, setup.will.exponent, nerve, penalty=steel.added)
        fields = [(one.skill.words, f"{self.at}.skills.{number}.ability") for number, one in enumerate(setup.skills)]
        fields += [("Will", f"{self.at}.will"), ("Steel", f"{self.at}.steel")]
        side = Side(self.name, voices, setup.steel, standing, body, steel.lost, rolls=rolls)
        return side, Case(setup.statement, setup.stakes, tuple(fields), tuple(self._borne(steel)), self._line())

    def _line(self) -> str:
        """All that the side brings, in a line."""
        skills = [f"{one.skill.words} {one.ability}" for one in self.setup.skills]
        return f"{self.name}: {', '.join([*skills, f'Will {self.setup.will}'])}"

    def _voices(self) -> tuple[tuple[Action, Voice], ...]:
        """The best that the side has for each action."""
        abilities = {one.skill: one.ability for one in self.setup.skills}
        # A skill without a die left tests nothing.
        tested = [(skill, self.hurts[skill].leaves(pool)) for skill, pool in self.pools.items()]
        best = dice_for(tested, self.nerve.leaves(self.setup.will.pool()), self.ask)
        return tuple(
            (action, Voice(skill.words, abilities[skill], pool) if skill else Voice("Will", self.setup.will, pool))
            for action, (skill, pool) in best.items()
        )

    def _body(self) -> tuple[int, tuple[SpokenRoll, ...]]:
        """The body of argument, and the roll that made it, if one did. Source: DOW-04."""
        made, main = self.setup.body, self.main
        if isinstance(made, Typed):
            return made.dice, ()
        speaker = Speaker(self.setup.will.exponent, main.ability.exponent, 0, made.other, made.enemy)
        body = arguments.body(speaker, made.mode, made.successes).total
        if body < 1:
            raise Unusable(f"{self.at}.body", f"A body of argument starts at 1 or more; this comes to {body}.")
        if made.mode is not Mode.NORMAL:
            return body, ()
        hurt, pool = self.hurts[main.skill], self.pools[main.skill]
        if sentence := too_many(made.successes, hurt.leaves(pool).dice):
            raise Unusable(f"{self.at}.body.successes", sentence)
        dice = max(0, pool.dice - hurt.lost)
        return body, (SpokenRoll(main.skill.words, main.ability, dice, Opposed.BODY, 0, made.successes),)

    def _borne(self, steel: Felt) -> Iterator[Block]:
        """What wounds take from all its dice."""
        setup = self.setup
        for one in setup.skills:
            dice = self.pools.get(one.skill, one.pool).dice
            yield from ledger(self.hurts[one.skill], dice, words=f"{self.name}, {one.skill.words}: dice")
        yield from ledger(self.nerve, setup.will.exponent, words=f"{self.name}, Will: dice")
        yield from ledger(steel, setup.steel.exponent, words=f"{self.name}, Steel: dice")
        yield from ledger(replace(self.nerve, lost=0), 0, 0, against=f"{self.name}: own +Ob")


def start(
    a: Annotated[SpeakerSetup, Asked("Side A")] = SpeakerSetup(),
    b: Annotated[SpeakerSetup, Asked("Side B")] = SpeakerSetup(),
    elder: Annotated[
        Elder, Asked("Where both may, first speaks", "Traits decide, else the elder.", more=True)
    ] = Elder.A,
    *,
    ask: Rulings,
) -> Played:
    """How does this duel of wits go?"""
    first, case = _Form(a, 0, ask).side()
    second, other = _Form(b, 1, ask).side()
    if first.name.casefold() == second.name.casefold():
        raise Unusable("b.name", f"Both sides are called {wording.quoted(second.name)}; give them two names.")
    return Played(begin(first, second, AskedDuel(ask), 0 if elder is Elder.A else 1), (case, other))


def moves(played: Played) -> dict[str, tuple[object, ...]]:
    """What each side, or the table, may do now: first whoever is next, then the others."""
    state = played.duel
    names = [side.name for side in state.sides]
    offered: dict[str, tuple[object, ...]] = {**duel_sparring.turn(played)}
    if offered:
        return offered
    for turn, place in enumerate(waiting(state, played.seals)):
        offers = _scripting(played, place) if state.phase is Phase.SCRIPT else (_dividing(state, place),)
        offered[SIDES[place]] = (*sealing.behind(offers, turn=turn), *duel_sparring.offer(played, place))
    if state.phase is Phase.REVEAL:
        offered[TABLE] = (Offer(Reveal, f"Reveal volley {state.volley}", f"Volley {state.volley}", FACE_DOWN),)
    elif state.phase is Phase.ROLL:
        offered[TABLE] = (_rolling(state),)
    elif state.phase is Phase.STEEL:
        return {SIDES[place]: (_shaken(state, place),) for place in state.shocked}
    if state.phase is not Phase.OVER:
        for side, name in zip(SIDES, names, strict=True):
            offered[side] = (*offered.get(side, ()), Offer(WalkAway, f"{name} walks away", aside=True))
    return offered


HELP = "Help, advantage, artha"
FACE_DOWN = "Both scripts are in, face down."


def _scripting(played: Played, place: int) -> tuple[Offer, ...]:
    """The ways in which a side may script the exchange; after its seal has come, only what opens it."""
    state = played.duel
    side, other = state.sides[place], state.sides[1 - place]
    words = f"{side.name} scripts exchange {state.exchange}"
    hand = f"hand the screen to {side.name} and " if other.script else ""
    away = f"{other.name}, {hand}look away."
    script = Offer(_blank(side), "Seal the script", words, away, able=_able(state, place))
    opening = _opening(_where(state, place))
    return sealing.offers(script, (side.name, other.name), played.seals.codes[place], opening)


def _able(state: Duel, place: int) -> dict[str, Able]:
    """How it stands with each action that a side may script: with what it tests it, or why it cannot."""
    side, house = state.sides[place], state.scripting(place, SCRIPTED)
    found = {}
    for action in SCRIPTED:
        why = duel.barred(action, side.dice.get(action, 0), house)
        voice = None if why else side.voice(action)
        line = f"{voice.name} {duel.pool_for(action, voice.pool).dice}D" if voice else ""
        found[action.value] = Able(action.words, line, icon_of(action), why)
    return found


def _dividing(state: Duel, place: int) -> Offer:
    """The division of a Rebuttal, from halves on."""
    name, dice = state.sides[place].name, state.pool(place).dice
    least = 0 if dice == 1 and state.house.one_die else 1
    parts = Parts("defense", "riposte", dice, least, ("more", "artha"))
    says = f"{wording.count(dice, 'die', 'dice')}, at least one for each half. Then speak your parts, and roll."
    half = dice // 2
    return Offer(
        Divide(half, dice - half), "Divide: {} and {}", f"{name} divides the Rebuttal", says, parts=parts, more=HELP
    )


def _rolling(state: Duel) -> Offer:
    """Both speak, and the dice fall."""
    first = state.sides[state.order[0]].name
    dice = [f"{state.pool(place).dice}D" for place in state.order if state.kind(place).rolls]
    does = f"Roll {wording.listed(dice)}" if dice else "Nothing to roll: go on"
    return Offer(RollDice, does, "Speak your parts, then roll", f"{first} speaks first.", more=HELP)


def _shaken(state: Duel, place: int) -> Offer:
    """The shock of defeat."""
    name = state.sides[place].name
    words = f"{name} tests Steel against {ob(state.shock(place))}"
    return Offer(TestSteel, f"Test {name}’s Steel", words, "The shock of defeat.")


def _blank(side: Side) -> Script | ScriptTwo | ScriptOne:
    """The script that a form starts from: Points, or what else this side has dice for."""
    first = next(one for one in Scripted if one is not Scripted.REBUTTAL and side.dice.get(one.action))
    match side.standing.carried.hesitates:
        case 0:
            return Script(first, first, first)
        case 1:
            return ScriptTwo(first, first)
    return ScriptOne(first)


def step(played: Played, side: str, move: object, dice: Dice) -> Played:
    """The duel after one move. Raises `Refused` with the sentence to show where the rules forbid it."""
    place = SIDES.index(side) if side in SIDES else 0
    if isinstance(move, SealCame):
        return played.sealed(place, move.seal, _where(played.duel, place))
    if isinstance(move, Spar):
        return duel_sparring.joined(played, place, move)
    if isinstance(move, PartnerPlays) and played.partner:
        return played.after(duel_sparring.plays(played.duel, played.partner))
    return duel_sparring.spoken(played, played.after(_moved(played, place, move, dice)))


def _moved(played: Played, place: int, move: object, dice: Dice) -> Duel:
    """What a form says, as a step of the rules."""
    state = played.duel

    def throw(cast: Cast) -> Fallen:
        return fall(dice, cast_words(state, cast), cast.pool, cast.chain)

    match move:
        case Script() | ScriptTwo() | ScriptOne():
            sealing.readable(move.nonce)
            return state.script(place, move.actions)
        case OpenSealed(called=called, whose=whose):
            where = Where(called, state.exchange, whose)
            actions = actions_in(sealing.checked(move, where, played.seals.codes[place]))
            if actions is None:
                raise Refused(NOT_THREE)
            return state.script(place, actions)
        case WalkAway():
            return state.walk_away(place)
        case Reveal():
            return state.reveal()
        case Divide():
            return state.divide(place, move.halves)
        case RollDice():
            return state.roll(throw, (Extra(move.more_a, move.artha_a), Extra(move.more_b, move.artha_b)))
        case TestSteel(more):
            return state.test_steel(place, throw, more)
    return state


session("duel", rules="DOW-26", start=start, moves=moves, step=step, show=show)
