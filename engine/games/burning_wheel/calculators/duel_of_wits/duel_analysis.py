"""Practice for a duel of wits: what to expect of a volley, an exchange, a whole duel (DOW-10 to 19, DOW-26)."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from engine import progress, wording
from engine.answer import Answer, Block, Cell, Grid, Note, Table, Verdict
from engine.calculators import calculator
from engine.dice import likeliest
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.calculators.duel_of_wits.compromise import MEANS
from engine.games.burning_wheel.calculators.duel_of_wits.fields import BODY, QUICK_BODY
from engine.games.burning_wheel.dice import Pool, Shade
from engine.games.burning_wheel.forms.rolled import MOST_SEED
from engine.games.burning_wheel.forms.test import QUICK_POOLS
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.duel import house_of, whole_house
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, ledger
from engine.games.burning_wheel.rules import duel
from engine.games.burning_wheel.rules import duel_analysis as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.arguments import Grade
from engine.games.burning_wheel.rules.duel import SCRIPTED, Action, Carried
from engine.games.burning_wheel.rules.duel_analysis import (
    Aim,
    Choice,
    Debater,
    Forecast,
    Game,
    Laws,
    Plan,
    VolleyLaw,
    only,
)
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.steel import hesitation
from engine.games.burning_wheel.rules.wounds import Felt, felt
from engine.games.burning_wheel.words import often
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark

MOST_DICE = 12
"""Dice of an action in these exact tables, without those of Dismiss and what is carried."""
MOST_CARRIED = 10
CARRIED = Between(0, MOST_CARRIED)
DIVIDED = Between(1, MOST_DICE + 2 * MOST_CARRIED - 1)
B4 = Ability(Shade.BLACK, 4)
B5 = Ability(Shade.BLACK, 5)
SHOWN = 12
"""Rows and columns of a table of both arguments; what lies beyond shows in its totals."""
QUICK_LATE = (1, 2, 3, 4, 5, 6)
EMPTY = "Empty: the skill above. B0: you cannot."


@dataclass(frozen=True, slots=True)
class They:
    """A side with the dice at hand, a group of fields; helpers and FoRKs are in its dice."""

    argument: Annotated[int, BODY, Asked("Argument left", quick=QUICK_BODY)] = 6
    skill: Annotated[Ability, Asked("Skill", "With FoRKs and help, as B6.", quick=QUICK_POOLS)] = B4
    will: Annotated[Ability, Asked("Will", quick=QUICK_POOLS)] = B4
    steel: Annotated[Ability, Asked("Steel", more=True, quick=QUICK_POOLS)] = B4
    dismiss: Annotated[Ability | None, Asked("Dismiss with", EMPTY, more=True)] = None
    feint: Annotated[Ability | None, Asked("Feint with", EMPTY, more=True)] = None
    incite: Annotated[Ability | None, Asked("Incite with", EMPTY, more=True)] = None
    obfuscate: Annotated[Ability | None, Asked("Obfuscate with", EMPTY, more=True)] = None
    defense: Annotated[int | None, DIVIDED, Asked("A Rebuttal defends with", "Empty: half its dice.", more=True)] = None
    hesitates: Annotated[int, Between(0, 2), Asked("Volleys lost already", more=True)] = 0
    dice: Annotated[int, CARRIED, Asked("+D for the next action", more=True)] = 0
    obstacle: Annotated[int, CARRIED, Asked("+Ob on the next action", more=True)] = 0
    waiting: Annotated[int, CARRIED, Asked("+D for the next test, from an Incite", more=True)] = 0
    wounds: Wounded = UNHURT

    @property
    def carried(self) -> Carried:
        return Carried(self.hesitates, self.dice, self.obstacle, self.waiting)

    @property
    def abilities(self) -> dict[Action, Ability]:
        """What each action is tested with."""
        own = {
            Action.DISMISS: self.dismiss,
            Action.FEINT: self.feint,
            Action.INCITE: self.incite,
            Action.OBFUSCATE: self.obfuscate,
            Action.AVOID: self.will,
        }
        return {action: own.get(action) or self.skill for action in SCRIPTED}

    def felt(self, ability: Ability, element: str = "skill") -> Felt:
        """What a test of an ability feels of this side's wounds."""
        return felt(self.wounds.wounds, ability.exponent, ELEMENTS[element])

    @property
    def pools(self) -> dict[Action, Pool]:
        """The dice of each action that has any left."""
        hurts = {
            action: self.felt(ability, "will" if action is Action.AVOID else "skill")
            for action, ability in self.abilities.items()
        }
        return {
            action: hurts[action].leaves(ability.pool())
            for action, ability in self.abilities.items()
            if ability.exponent and not hurts[action].gone
        }

    def ledger(self, whose: str) -> list[Block]:
        """What wounds take from the dice above."""
        hurt = self.felt(self.skill)
        if hurt.gone:
            return [Note(f"{whose} skill: {hurt.gone}", rule="HUB-18")]
        return ledger(hurt, self.skill.exponent, 0, words=f"{whose} dice: skill", against=f"{whose} own +Ob")


@dataclass(frozen=True, slots=True)
class You(They):
    """Your own side, which a sheet can fill."""

    argument: Annotated[int, BODY, Asked("Argument left", quick=QUICK_BODY)] = 7
    skill: Annotated[Ability, Asked("Skill", "With FoRKs and help, as B6.", quick=QUICK_POOLS), sheet("skill")] = B5
    will: Annotated[Ability, Asked("Will", quick=QUICK_POOLS), sheet("will")] = B4
    steel: Annotated[Ability, Asked("Steel", more=True, quick=QUICK_POOLS), sheet("steel")] = B4


@dataclass(frozen=True, slots=True)
class YouLate(You):
    """Your own side, late in a duel."""

    argument: Annotated[int, BODY, Asked("Argument left", quick=QUICK_LATE)] = 4


@dataclass(frozen=True, slots=True)
class TheyLate(They):
    """The other side, late in a duel."""

    argument: Annotated[int, BODY, Asked("Argument left", quick=QUICK_LATE)] = 3
    skill: Annotated[Ability, Asked("Skill", "With FoRKs and help, as B6.", quick=QUICK_POOLS)] = B5


@dataclass(frozen=True, slots=True)
class Script:
    """Three volleys, a group of fields."""

    first: Annotated[Action, Asked("Volley 1")] = Action.POINT
    second: Annotated[Action, Asked("Volley 2")] = Action.REBUTTAL
    third: Annotated[Action, Asked("Volley 3")] = Action.DISMISS

    @property
    def actions(self) -> tuple[Action, Action, Action]:
        return self.first, self.second, self.third


@dataclass(frozen=True, slots=True)
class TheirScript(Script):
    """The other side's volleys."""

    first: Annotated[Action, Asked("Volley 1")] = Action.REBUTTAL
    second: Annotated[Action, Asked("Volley 2")] = Action.POINT
    third: Annotated[Action, Asked("Volley 3")] = Action.FEINT


@dataclass(frozen=True, slots=True)
class Guess(Script):
    """What is expected of the other side, late in a duel."""

    second: Annotated[Action, Asked("Volley 2")] = Action.POINT
    third: Annotated[Action, Asked("Volley 3")] = Action.REBUTTAL


Yours = Annotated[You, Asked("You")]
Theirs = Annotated[They, Asked("They")]
FIELDS = ("you", "they")
VOLLEYS = ("first", "second", "third")


def laws_of(you: They, they: They, pairs: Sequence[tuple[Action, Action]], ask: Rulings) -> Laws:
    """The laws between two sides, with the readings that these pairs of actions rest on.

    Raises `Unusable` for more dice than these tables hold.
    """
    sides = (you, they)
    for side, field in zip(sides, FIELDS, strict=True):
        if gone := side.felt(side.will, "will").gone:
            raise Unusable(f"{field}.will", gone)
        for action, ability in side.abilities.items():
            if ability.exponent > MOST_DICE:
                named = (
                    "will" if action is Action.AVOID else action.value if getattr(side, action.value, None) else "skill"
                )
                said = f"These tables take at most {MOST_DICE} dice for an action; this is {ability}."
                raise Unusable(f"{field}.{named}", said)
    carried = any(side.carried != Carried() for side in sides)
    lasting = {Action.DISMISS, Action.INCITE, Action.OBFUSCATE}
    carries = carried or any(lasting & set(pair) for pair in pairs)
    shaken = {Action.INCITE, Action.DISMISS}
    silent: list[tuple[Action, Action]] = []
    if any(shaken & set(pair) for pair in pairs) or any(side.hesitates for side in sides):
        silent = [(action, Action.HESITATE) for action in {action for pair in pairs for action in pair}]
    alone = any(side.pools[Action.REBUTTAL].dice == 1 for side in sides if Action.REBUTTAL in side.pools) and any(
        Action.REBUTTAL in pair for pair in pairs
    )
    house = house_of(ask, *pairs, *silent, carried=carries, scripts=alone)
    incited = [any(pair[1 - side] is Action.INCITE for pair in pairs) for side in (0, 1)]
    first, second = (
        Debater(
            side.argument,
            side.will.exponent,
            side.pools,
            _shaken(side, ask) if insulted else Fraction(0),
            side.carried,
            side.felt(side.skill).added,
        )
        for side, insulted in zip(sides, incited, strict=True)
    )
    return Laws((first, second), house)


def _hurt(you: They, they: They) -> list[Block]:
    """What wounds take from either side."""
    return [*you.ledger("Your"), *they.ledger("Their")]


def _shaken(side: They, ask: Rulings) -> Fraction:
    """The chance that an insult that strikes costs a side its next action."""
    hurt = side.felt(side.steel, "steel")
    return law_of(side.steel.pool(-hurt.lost, open_ended=True), ask).below(hesitation(side.will).total + hurt.added)


EVERY: Sequence[tuple[Action, Action]] = [(mine, theirs) for mine in SCRIPTED for theirs in SCRIPTED]


def all_laws(you: They, they: They, ask: Rulings) -> Laws:
    """The laws between two sides, whatever either does. Raises `Unusable` where a side can do nothing at all."""
    laws = laws_of(you, they, EVERY, ask)
    for side, field in enumerate(FIELDS):
        if not laws.choices(side):
            raise Unusable(f"{field}.skill", "Whoever argues needs dice for one action at least; here are none.")
    return laws


def choice_of(laws: Laws, side: int, action: Action, defense: int | None, field: str, *, now: bool = True) -> Choice:
    """An action as it is scripted. Raises `Unusable` where the side cannot.

    `now` says that a Rebuttal's `defense` is counted in the volley before both, where the pool holds what is carried;
    otherwise it is of the skill's own dice.
    """
    if action is Action.HESITATE:
        raise Unusable(field, "Nobody scripts hesitation: choose one of the seven actions.")
    if not laws.able(side, action):
        has = {one: pool.dice for one, pool in laws.sides[side].dice.items()}
        (_, sentence), *_ = duel.bad_script((action,), has, house=laws.house)
        raise Unusable(field, sentence.replace("Volley 1: ", ""))
    if action is not Action.REBUTTAL or defense is None:
        return Choice(action)
    pool = laws.rebuttal_dice(side) if now else laws.sides[side].dice[action].dice
    if sentence := duel.bad_split(duel.Split(defense, pool - defense), pool, laws.house):
        raise Unusable(f"{FIELDS[side]}.defense", sentence)
    return Choice(action, defense, pool)


def script_of(laws: Laws, side: int, script: Script, defense: int | None, field: str) -> list[Choice]:
    """Three volleys as they are scripted; what is carried counts for a Rebuttal in the first. Raises `Unusable`."""
    now = script.first is Action.REBUTTAL
    return [
        choice_of(laws, side, action, defense, f"{field}.{volley}", now=now)
        for action, volley in zip(script.actions, VOLLEYS, strict=True)
    ]


def signed(number: Fraction) -> str:
    """A mean to a tenth with its sign: "+1.5", "−0.3", "0"."""
    tenths = int(abs(number) * 10 + Fraction(1, 2))
    sign = wording.MINUS if number < 0 else "+"
    return f"{sign}{mean(Fraction(tenths, 10))}" if tenths else "0"


def mean(number: Fraction) -> str:
    """A mean to a tenth: "2.5", "3", "−0.3"."""
    tenths = int(abs(number) * 10 + Fraction(1, 2))
    text = f"{tenths // 10}.{tenths % 10}" if tenths % 10 else str(tenths // 10)
    return f"{wording.MINUS}{text}" if number < 0 and tenths else text


def dice_of(number: Fraction) -> str:
    """A mean number of dice: "2.5 dice", "1 die"."""
    text = mean(number)
    return f"{text} {'die' if text == '1' else 'dice'}"


def named(choice: Choice, dice: Mapping[Action, Pool]) -> str:
    """A choice in words; a Rebuttal that was divided says how: "Rebuttal 2/4"."""
    if choice.defense is None:
        return choice.action.words
    pool = choice.of or dice[choice.action].dice
    bears = ", +Ob on the riposte" if choice.riposte_bears else ""
    return f"{choice.action.words} {choice.defense}/{pool - choice.defense}{bears}"


class Shows(Option):
    """What a map of all pairs shows."""

    MARGIN = "margin", "dice off theirs, less dice off yours"
    DEALT = "dealt", "dice off their argument"
    TAKEN = "taken", "dice off yours"
    ENDS = "ends", "the chance that it ends"


@dataclass(frozen=True, slots=True)
class Expected:
    """What a volley brings on average."""

    taken: Fraction
    dealt: Fraction
    wins: Fraction
    loses: Fraction
    ties: Fraction

    @property
    def ends(self) -> Fraction:
        return self.wins + self.loses + self.ties

    def value(self, shows: Shows) -> Fraction:
        return {
            Shows.MARGIN: self.dealt - self.taken,
            Shows.DEALT: self.dealt,
            Shows.TAKEN: self.taken,
            Shows.ENDS: self.ends,
        }[shows]


def expected(law: VolleyLaw, sides: tuple[Debater, Debater]) -> Expected:
    """What a volley comes to, and how likely it ends the duel."""
    mine, theirs = (side.argument for side in sides)
    return Expected(
        law.mean(lambda lost, _: lost),
        law.mean(lambda _, struck: struck),
        law.chance(lambda lost, struck: struck >= theirs and lost < mine),
        law.chance(lambda lost, struck: lost >= mine and struck < theirs),
        law.chance(lambda lost, struck: lost >= mine and struck >= theirs),
    )


@calculator("duel-pairs", rules="DOW-15 DOW-16")
def duel_pairs(
    mine: Annotated[Action, Asked("Your action")] = Action.POINT,
    theirs: Annotated[Action, Asked("Theirs")] = Action.REBUTTAL,
    you: Yours = You(),
    they: Theirs = They(),
    shows: Annotated[Shows, Asked("The map shows")] = Shows.MARGIN,
    *,
    ask: Rulings,
) -> Answer:
    """With the dice at hand, what does each action do against each?"""
    laws = all_laws(you, they, ask)
    asked = (
        choice_of(laws, 0, mine, you.defense, "mine"),
        choice_of(laws, 1, theirs, they.defense, "theirs"),
    )
    carries = (you.carried, they.carried)
    rows, columns = (
        [choice_of(laws, number, one.action, side.defense, FIELDS[number]) for one in laws.choices(number)]
        for number, side in enumerate((you, they))
    )
    found = {pair: expected(laws.volley(pair, carries), laws.sides) for pair in itertools.product(rows, columns)}
    here = found[asked]
    most = max((abs(one.value(shows)) for one in found.values()), default=Fraction(0)) or Fraction(1)
    cells = tuple(
        tuple(_cell(found[row, column], row.action, column.action, shows, most) for column in columns) for row in rows
    )
    current = (rows.index(asked[0]), columns.index(asked[1]))
    lost = [side.hesitates for side in (you, they)]
    after = laws.volley(asked, carries)
    blocks: list[Block] = [
        Verdict(
            signed(here.dealt - here.taken),
            f"they lose {mean(here.dealt)}, you lose {mean(here.taken)} · {_ended(here.ends)}",
            f"{mine.words} against {theirs.words} takes {dice_of(here.dealt)} off their argument on average and "
            f"{dice_of(here.taken)} off yours; {_ended(here.ends)}.",
            Mark.DERIVED,
        ),
        Grid(
            f"{shows.words[:1].upper()}{shows.words[1:]}",
            "They",
            "You",
            tuple(one.action.words for one in columns),
            tuple(one.action.words for one in rows),
            cells,
            tuple((f"heat-{tone}", words) for tone, words in enumerate(_tones(shows, most))),
            current,
            Mark.DERIVED,
        ),
        Table(
            f"{mine.words} against each",
            ("They", "They lose", "You lose", "You win", "They win", "A tie"),
            tuple(
                (
                    column.action.words,
                    mean(one.dealt),
                    mean(one.taken),
                    wording.percent(one.wins),
                    wording.percent(one.loses),
                    wording.percent(one.ties),
                )
                for column in columns
                for one in [found[asked[0], column]]
            ),
            current[1],
            Mark.DERIVED,
        ),
        *_afterwards(after, laws.sides),
        *_hurt(you, they),
    ]
    if any(lost):
        who = wording.listed(word for word, silent in zip(("you", "they"), lost, strict=True) if silent)
        blocks.append(Note(f"In this volley {who} hesitate, whatever was scripted.", rule="DOW-16"))
    return Answer(
        {
            "taken": here.taken,
            "dealt": here.dealt,
            "margin": here.dealt - here.taken,
            "wins": here.wins,
            "loses": here.loses,
            "ties": here.ties,
            "ends": here.ends,
        },
        tuple(blocks),
        compared=False,
    )


def _ended(chance: Fraction) -> str:
    if not chance:
        return "it cannot end here"
    return "it ends here" if chance == 1 else f"it ends here {often(chance)}"


def _afterwards(law: VolleyLaw, sides: tuple[Debater, Debater]) -> list[Note]:
    """How likely the next volley is lost already."""
    silent = [
        Fraction(
            sum(
                weight
                for held, ways in law.ways.items()
                for lost, struck, weight in ways
                if held[side].hesitates and lost < sides[0].argument and struck < sides[1].argument
            ),
            law.denominator,
        )
        for side in (0, 1)
    ]
    if not any(silent):
        return []
    yours, theirs = (often(chance) for chance in silent)
    return [Note(f"The volley after it you lose {yours}, and they {theirs}.", Mark.DERIVED, "DOW-16")]


def _cell(one: Expected, row: Action, column: Action, shows: Shows, most: Fraction) -> Cell:
    value = one.value(shows)
    letter = signed(value) if shows is Shows.MARGIN else mean(value * 100 if shows is Shows.ENDS else value)
    # A margin runs from −most to +most, all else from 0.
    share = (value + most) / (2 * most) if shows is Shows.MARGIN else value if shows is Shows.ENDS else value / most
    words = (
        f"{row.words} against {column.words}: they lose {mean(one.dealt)}, you lose {mean(one.taken)}, "
        f"it ends: {wording.percent(one.ends)}"
    )
    return Cell(letter, words, {"mine": row.value, "theirs": column.value}, f"heat-{min(4, int(share * 5))}")


def _tones(shows: Shows, most: Fraction) -> list[str]:
    """What the five tones of a map stand for."""
    if shows is Shows.ENDS:
        return ["below a fifth", "from a fifth", "from two fifths", "from three fifths", "from four fifths"]
    low, span = (-most, 2 * most) if shows is Shows.MARGIN else (Fraction(0), most)
    say: Callable[[Fraction], str] = signed if shows is Shows.MARGIN else mean
    ends = [say(low + span * tone / 5) for tone in range(6)]
    return [f"{ends[tone]} to {ends[tone + 1]}" for tone in range(5)]


@calculator("duel-mix", rules="DOW-15 DOW-16")
def duel_mix(
    you: Annotated[YouLate, Asked("You")] = YouLate(),
    they: Annotated[TheyLate, Asked("They")] = TheyLate(),
    aim: Annotated[Aim, Asked("You play for")] = Aim.DICE,
    *,
    ask: Rulings,
) -> Answer:
    """What should I do when I cannot guess what they do?"""
    laws = all_laws(you, they, ask)
    costs = rules.prices(laws)
    played = rules.game(laws, aim, costs)
    mine, theirs = (_shares(laws, played, side) for side in (0, 1))
    value = played.mixed.value
    # A mix of one half and one half is drawn with a coin; of all else the likeliest leads.
    leads = max(mine, key=lambda row: row[1])
    balance = _balance(value, aim)
    mix = wording.listed(f"{name} {_share(share)}" for name, share in mine)
    blocks: list[Block] = [
        Verdict(
            "You hesitate" if you.hesitates else f"{leads[0]} {_share(leads[1])}",
            f"{mix} · {balance}" if len(mine) > 1 else balance,
            f"{_said(mine, mix)} Whatever they do, on average you are {balance}.",
            Mark.DERIVED,
        ),
        Table("Your mix", ("Action", "How often"), tuple((name, _share(share)) for name, share in mine)),
        Table("Theirs", ("Action", "How often"), tuple((name, _share(share)) for name, share in theirs)),
        _guaranteed(laws, played, aim),
        _payoffs(laws, played, aim),
        *_hurt(you, they),
    ]
    if len(mine) > 1:
        low, faces = 1, []
        for choice, share in played.plan(0):
            faces.append(f"{low} to {low + share - 1} {named(choice, laws.sides[0].dice)}")
            low += share
        blocks.append(Note(f"Let two ten-sided dice choose: {wording.listed(faces)} (00 is 100)."))
    if aim is Aim.DICE:
        blocks.append(
            Note(
                f"What is carried on has its price. A volley that you lose costs {dice_of(costs.volley[0])}, one that "
                f"they lose {dice_of(costs.volley[1])}: what the other’s Point takes off meanwhile. A die is worth its "
                "mean, and +1 Ob costs a success.",
                Mark.DERIVED,
                "DOW-16",
            )
        )
    return Answer(
        {
            "value": value,
            "mine": dict(mine),
            "theirs": dict(theirs),
            "volley_costs": list(costs.volley),
        },
        tuple(blocks),
        compared=False,
    )


def _said(mine: Sequence[tuple[str, Fraction]], mix: str) -> str:
    """The mix as a sentence."""
    if len(mine) > 1:
        return f"Your safest mix is {mix}."
    name = mine[0][0]
    return "You hesitate and have nothing to choose." if name == Action.HESITATE.words else f"{name} is safest."


def _balance(value: Fraction, aim: Aim) -> str:
    """What the value of a game means to whoever plays the rows."""
    if not value:
        return "at least even"
    amount = f"{wording.percent(abs(value))} of a win" if aim is Aim.END else dice_of(abs(value))
    return f"at least {amount} ahead" if value > 0 else f"at most {amount} behind"


def _share(share: Fraction) -> str:
    return "always" if share == 1 else wording.percent(share)


def _shares(laws: Laws, played: Game, side: int) -> list[tuple[str, Fraction]]:
    """What a side plays, with how often."""
    weights = played.mixed.columns if side else played.mixed.rows
    dice = laws.sides[side].dice
    return [(named(choice, dice), share) for choice, share in zip(played.choices[side], weights, strict=True) if share]


def _guaranteed(laws: Laws, played: Game, aim: Aim) -> Table:
    """The certificate: what my mix brings against each of their choices, none less than the value."""
    rows = []
    for at, choice in enumerate(played.choices[1]):
        brings = sum(
            (share * row[at] for share, row in zip(played.mixed.rows, played.payoffs, strict=True)), Fraction(0)
        )
        rows.append((named(choice, laws.sides[1].dice), _gain(brings, aim)))
    return Table("What your mix brings against each of theirs", ("They", "You"), tuple(rows), mark=Mark.DERIVED)


def _payoffs(laws: Laws, played: Game, aim: Aim) -> Table:
    """The game as a table: what each of my choices brings against each of theirs."""
    rows, columns = played.choices
    unit = "in points of a hundred" if aim is Aim.END else "in dice"
    return Table(
        f"What each choice brings you against each of theirs, {unit}",
        ("You", *(named(one, laws.sides[1].dice) for one in columns)),
        tuple(
            (named(one, laws.sides[0].dice), *(_gain(value, aim) for value in values))
            for one, values in zip(rows, played.payoffs, strict=True)
        ),
        mark=Mark.DERIVED,
        folded=True,
    )


def _gain(value: Fraction, aim: Aim) -> str:
    """A payoff: dice, or points of a hundred."""
    return signed(value * 100 if aim is Aim.END else value)


def scripts_of(
    laws: Laws, yours: Script, theirs: Script, defenses: tuple[int | None, int | None]
) -> list[tuple[Plan, Plan]]:
    """Both scripts, volley by volley. Raises `Unusable` for what a side cannot do."""
    mine = script_of(laws, 0, yours, defenses[0], "yours")
    its = script_of(laws, 1, theirs, defenses[1], "theirs")
    return [(only(one), only(other)) for one, other in zip(mine, its, strict=True)]


def pairs_of(yours: Script, theirs: Script) -> list[tuple[Action, Action]]:
    """Every pair of actions that two scripts bring together."""
    return list(zip(yours.actions, theirs.actions, strict=True))


Law = Mapping[tuple[int, int], Fraction]


@calculator("duel-exchange", rules="DOW-15 DOW-16 DOW-26")
def duel_exchange(
    yours: Annotated[Script, Asked("Your script")] = Script(),
    theirs: Annotated[TheirScript, Asked("Theirs")] = TheirScript(),
    you: Yours = You(),
    they: Theirs = They(),
    *,
    ask: Rulings,
) -> Answer:
    """How will this exchange leave us?"""
    laws = laws_of(you, they, pairs_of(yours, theirs), ask)
    scripts = scripts_of(laws, yours, theirs, (you.defense, they.defense))
    law = laws.exchange(rules.start_of(laws.sides), scripts, keep=False).law()
    found = rules.forecast(law.items(), (you.argument, they.argument))
    left = [sum((chance * max(0, both[side]) for both, chance in law.items()), Fraction(0)) for side in (0, 1)]
    likeliest = sorted(law.items(), key=lambda item: (-item[1], item[0]))[:5]
    return Answer(
        {
            "win": found.win,
            "lose": found.lose,
            "tie": found.tie,
            "goes_on": found.open,
            "left": left,
            "likeliest": [[*both, chance] for both, chance in likeliest],
            "outcomes": len(law),
        },
        (
            Verdict(
                f"{mean(left[0])} to {mean(left[1])} left",
                f"you win {wording.percent(found.win)}, they {wording.percent(found.lose)}",
                f"After this exchange you have {mean(left[0])} dice of argument left on average, they {mean(left[1])}. "
                f"{_came_to(found).capitalize()}; it goes on {often(found.open)}.",
                Mark.DERIVED,
            ),
            _ends(found),
            _marginals(law, (you.argument, they.argument)),
            _both(law),
            *_hurt(you, they),
        ),
    )


def _ends(found: Forecast) -> Table:
    rows = [("You win", found.win), ("They win", found.lose), ("A tie", found.tie), ("It goes on", found.open)]
    return Table(
        "How it stands then", ("", "Chance"), tuple((words, wording.percent(chance)) for words, chance in rows)
    )


def _marginals(law: Law, starts: tuple[int, int]) -> Table:
    """How likely each number of dice left is, for each side by itself."""
    rows = []
    for left in range(max(starts), 0, -1):
        chances = [sum((chance for both, chance in law.items() if both[side] == left), Fraction(0)) for side in (0, 1)]
        if any(chances):
            rows.append((str(left), *(wording.percent(chance) if chance else "–" for chance in chances)))
    beaten = [sum((chance for both, chance in law.items() if both[side] <= 0), Fraction(0)) for side in (0, 1)]
    rows.append(("0 or below", *(wording.percent(chance) if chance else "–" for chance in beaten)))
    return Table("Dice of argument left", ("Left", "You", "They"), tuple(rows), mark=Mark.DERIVED)


def _both(law: Law) -> Table:
    """Both arguments together: yours down, theirs across, all that is beaten in one row and one column."""
    cells: dict[tuple[int, int], Fraction] = {}
    for (mine, theirs), chance in law.items():
        key = (max(mine, 0), max(theirs, 0))
        cells[key] = cells.get(key, Fraction(0)) + chance
    down, across = (sorted({both[side] for both in cells}, reverse=True) for side in (0, 1))
    if len(down) > SHOWN or len(across) > SHOWN:
        down, across = (
            sorted(
                sorted(places, key=lambda place: -sum(chance for both, chance in cells.items() if both[side] == place))[
                    :SHOWN
                ],
                reverse=True,
            )
            for side, places in enumerate((down, across))
        )
    head = ("Yours, theirs →", *(str(place) if place else "0 or below" for place in across))
    rows = tuple(
        (
            str(mine) if mine else "0 or below",
            *(wording.percent(cells[mine, other]) if (mine, other) in cells else "–" for other in across),
        )
        for mine in down
    )
    return Table("Both together", head, rows, mark=Mark.DERIVED, folded=True)


class Then(Option):
    """How far a forecast looks."""

    EXCHANGE = "exchange", "to the end of this exchange"
    AGAIN = "again", "to the end, the same scripts again and again"
    MIX = "mix", "to the end, the later exchanges drawn from the mix"


@calculator("duel-outlook", rules="DOW-18 DOW-19 DOW-26")
def duel_outlook(
    yours: Annotated[Script, Asked("Your script")] = Script(),
    theirs: Annotated[TheirScript, Asked("Theirs")] = TheirScript(),
    you: Yours = You(),
    they: Theirs = They(),
    then: Annotated[Then, Asked("Look ahead")] = Then.EXCHANGE,
    your_start: Annotated[int | None, BODY, Asked("You started with", "Empty: what is left.", quick=QUICK_BODY)] = None,
    their_start: Annotated[int | None, BODY, Asked("They started with", "Empty: the same.", quick=QUICK_BODY)] = None,
    duels: Annotated[
        int, Between(100, 10_000), Asked("Duels to play", "Where it is sampled.", more=True, quick=(1000, 4000, 10_000))
    ] = 4000,
    seed: Annotated[int, Between(0, MOST_SEED), Asked("Roll number", "One more plays others.", more=True)] = 1,
    *,
    ask: Rulings,
) -> Answer:
    """Shall I win, and what will it cost me?"""
    starts = (your_start or you.argument, their_start or they.argument)
    for field, start, side in zip(("your_start", "their_start"), starts, (you, they), strict=True):
        if start < side.argument:
            raise Unusable(field, f"Nobody starts with less than is left, here {side.argument}; this says {start}.")
    mixes = then is Then.MIX
    laws = all_laws(you, they, ask) if mixes else laws_of(you, they, pairs_of(yours, theirs), ask)
    scripts = scripts_of(laws, yours, theirs, (you.defense, they.defense))
    houses = (whole_house(starts[0], ask), whole_house(starts[1], ask))
    played = 0
    if then is Then.EXCHANGE:
        law = laws.exchange(rules.start_of(laws.sides), scripts, keep=False).law()
    elif then is Then.AGAIN and rules.within_reach(laws.sides):
        law = rules.whole(laws, scripts, progress.report).law()
    else:
        played = duels
        later = scripts
        if mixes:
            fresh = rules.unburdened(laws)
            later = [(fresh.plan(0), fresh.plan(1))] * duel.VOLLEYS
        ends = rules.sampled(laws, scripts, later, duels, seed, progress.report)
        law = {both: Fraction(number, duels) for both, number in ends.items()}
    found = rules.forecast(law.items(), starts, houses)
    spans = {
        name: rules.interval(int(chance * played), played)
        for name, chance in (("win", found.win), ("lose", found.lose))
        if played
    }
    expect = likeliest(found.owes)
    owed = wording.listed((grade.words for grade in expect), "or")
    owes = f"then you most likely owe {owed}" if found.win else "there is nothing to owe"
    between = f" ({_between(spans['win'])})" if played else ""
    how = f"{wording.count(played, 'duel')} played" if played else "exact"
    blocks: list[Block] = [
        Verdict(
            f"Win: {wording.percent(found.win)}",
            f"lose {wording.percent(found.lose)} · goes on {wording.percent(found.open)} · {how}",
            f"You win {often(found.win)}{between}; {owes}. "
            + (f"You lose {often(found.lose)}." if found.lose else "You cannot lose here.")
            + (f" It is a tie {often(found.tie)}." if found.tie else ""),
            Mark.DERIVED,
        ),
        _outcomes(found, spans),
        _grades(found),
        *_hurt(you, they),
    ]
    if played:
        blocks.append(
            Note(
                f"{played:,} duels were played here by roll number {seed}; 19 times out of 20 the true chance lies in "
                "the range shown. "
                + (
                    "Later exchanges are drawn from the mix of this moment, which changes as arguments shrink."
                    if mixes
                    else f"Up to {rules.EXACT_DICE}D and {rules.EXACT_ARGUMENT} dice of argument it is counted exactly."
                )
            )
        )
    if then is not Then.EXCHANGE and found.open:
        blocks.append(Note(f"After {rules.MOST_EXCHANGES} exchanges at most the rest counts as going on."))
    return Answer(
        {
            "win": short(found.win),
            "lose": short(found.lose),
            "tie": short(found.tie),
            "goes_on": short(found.open),
            "owes": {grade.value: short(chance) for grade, chance in found.owes.items()},
            "owed": {grade.value: short(chance) for grade, chance in found.owed.items()},
            "expect": [grade.value for grade in expect],
            "sampled": played,
            "interval": list(spans.get("win", ())),
        },
        tuple(blocks),
        compared=then is Then.EXCHANGE,
    )


LONGEST_FRACTION = 512
"""Bits of a denominator that still go out as they are; a whole duel's can have thousands."""


def short(chance: Fraction) -> Fraction:
    """A chance as it is, or to twelve places where its fraction would fill pages."""
    if chance.denominator.bit_length() <= LONGEST_FRACTION:
        return chance
    return Fraction(round(chance * 10**12), 10**12)


def _between(span: tuple[Fraction, Fraction]) -> str:
    return f"{wording.percent(span[0])} to {wording.percent(span[1])}"


def _outcomes(found: Forecast, spans: Mapping[str, tuple[Fraction, Fraction]]) -> Table:
    """How it ends, with the range of what was sampled."""
    rows = [
        ("You win", found.win, spans.get("win")),
        ("They win", found.lose, spans.get("lose")),
        ("A tie", found.tie, None),
        ("It goes on", found.open, None),
    ]
    if not spans:
        return Table("How it ends", ("", "Chance"), tuple((words, wording.percent(one)) for words, one, _ in rows))
    listed = tuple((words, wording.percent(one), _between(span) if span else "–") for words, one, span in rows)
    return Table("How it ends", ("", "Chance", "95\N{NO-BREAK SPACE}% sure"), listed)


def _grades(found: Forecast) -> Table:
    """What the winner will owe, of all that can happen."""
    rows = tuple(
        (
            grade.words,
            wording.percent(found.owes[grade]) if found.owes[grade] else "–",
            wording.percent(found.owed[grade]) if found.owed[grade] else "–",
            MEANS[grade],
        )
        for grade in Grade
    )
    return Table(
        "What the winner owes", ("", "You win, and owe", "They win, and owe", "That is"), rows, mark=Mark.DERIVED
    )


NOW = (
    (Action.DISMISS, Action.HESITATE, Action.POINT),
    (Action.POINT, Action.DISMISS, Action.HESITATE),
    (Action.REBUTTAL, Action.DISMISS, Action.HESITATE),
    (Action.POINT, Action.POINT, Action.DISMISS),
    (Action.POINT, Action.POINT, Action.POINT),
)
"""Ways to dismiss now, later or never; where a Dismiss has not won, the next volley is lost."""


@calculator("dismiss-now", rules="DOW-10 DOW-16")
def dismiss_now(
    you: Annotated[YouLate, Asked("You")] = YouLate(),
    they: Annotated[TheyLate, Asked("They")] = TheyLate(),
    theirs: Annotated[Guess, Asked("You expect of them")] = Guess(),
    drawn: Annotated[bool, Asked("No idea: they draw from their mix")] = False,
    *,
    ask: Rulings,
) -> Answer:
    """Dismiss now?"""
    _must_speak(you)
    own = dict.fromkeys(action for script in NOW for action in script if action is not Action.HESITATE)
    known = [(mine, other) for mine in own for other in dict.fromkeys(theirs.actions)]
    laws = all_laws(you, they, ask) if drawn else laws_of(you, they, known, ask)
    choice_of(laws, 0, Action.POINT, None, "you.skill")
    choice_of(laws, 0, Action.DISMISS, None, "you.dismiss")
    if drawn:
        against: list[Plan] = [rules.unburdened(laws).plan(1)] * duel.VOLLEYS
    else:
        against = [only(one) for one in script_of(laws, 1, theirs, they.defense, "theirs")]
    rows = []
    for script in NOW:
        if not all(action is Action.HESITATE or laws.able(0, action) for action in script):
            continue
        # Something is scripted for a volley that will be lost; where it is not lost after all, it is a Point.
        meant = [
            choice_of(laws, 0, Action.POINT if action is Action.HESITATE else action, you.defense, "you.skill")
            for action in script
        ]
        plans = [(only(choice), plan) for choice, plan in zip(meant, against, strict=True)]
        start = rules.start_of(laws.sides)
        first = laws.after(start, plans[0], keep=False).law()
        law = laws.exchange(start, plans, keep=False).law()
        starts = (you.argument, they.argument)
        rows.append((script, rules.forecast(first.items(), starts), rules.forecast(law.items(), starts)))
    best = max(rows, key=lambda row: row[2].win - row[2].lose)
    now = rows[0]
    yes = best is now
    instead = _plan_words(best[0])
    wins = f"within three volleys {_came_to(now[2])}"
    return Answer(
        {
            "dismiss": yes,
            "best": [action.value for action in best[0]],
            "wins_now": now[1].win,
            "ties_now": now[1].tie,
            "wins": now[2].win,
            "loses": now[2].lose,
            "ties": now[2].tie,
            "goes_on": now[2].open,
            "best_wins": best[2].win,
            "best_loses": best[2].lose,
            "best_ties": best[2].tie,
        },
        (
            Verdict(
                "Dismiss now" if yes else "Not yet",
                f"at once {wording.percent(now[1].win)} · "
                + (f"within three volleys {wording.percent(now[2].win)}" if yes else f"better: {instead}"),
                f"If you dismiss now, you win at once {often(now[1].win)}; {wins}."
                + ("" if yes else f" With {instead} {_came_to(best[2])}."),
                Mark.DERIVED,
            ),
            Table(
                "Now, later, never",
                ("Your volleys", "Win at once", "A tie at once", "Won after three", "Lost", "A tie", "Goes on"),
                tuple(
                    (
                        _plan_words(script),
                        wording.percent(at_once.win),
                        wording.percent(at_once.tie),
                        wording.percent(later.win),
                        wording.percent(later.lose),
                        wording.percent(later.tie),
                        wording.percent(later.open),
                    )
                    for script, at_once, later in rows
                ),
                rows.index(best),
                Mark.DERIVED,
            ),
            *_hurt(you, they),
            Note(
                "Marked is what wins most often, less what loses, within three volleys; a tie counts for neither side."
            ),
            Note(
                "Unless the Dismiss wins, the volley after it is lost; after volley 3, that of the next exchange.",
                rule="DOW-10",
            ),
        ),
        compared=not drawn,
    )


def _came_to(found: Forecast) -> str:
    """Every way in which a duel may have ended, in words."""
    ways = (("won", found.win), ("lost", found.lose), ("tied", found.tie))
    ended = [f"{way} {often(chance)}" for way, chance in ways if chance]
    return f"you have {wording.listed(ended)}" if ended else "it never ends"


def _must_speak(you: They) -> None:
    """Raises `Unusable` where there is nothing to decide, because the volley is lost."""
    if you.hesitates:
        raise Unusable("you.hesitates", "You hesitate in this volley: there is nothing to choose.")


def _plan_words(script: Sequence[Action]) -> str:
    return ", ".join("(lost)" if action is Action.HESITATE else action.words for action in script)


@calculator("best-split", rules="DOW-14")
def best_split(
    you: Yours = You(),
    they: Theirs = They(),
    theirs: Annotated[Action, Asked("You expect")] = Action.POINT,
    aim: Annotated[Aim, Asked("You play for")] = Aim.DICE,
    drawn: Annotated[bool, Asked("No idea: they draw from their mix")] = False,
    *,
    ask: Rulings,
) -> Answer:
    """How do I best divide my Rebuttal?"""
    _must_speak(you)
    laws = all_laws(you, they, ask) if drawn else laws_of(you, they, [(Action.REBUTTAL, theirs)], ask)
    choice_of(laws, 0, Action.REBUTTAL, None, "you.skill")
    pool = laws.rebuttal_dice(0)
    if pool < duel.LEAST_REBUTTAL:
        raise Unusable("you.skill", "One die goes into one half: there is nothing to divide.")
    costs = rules.prices(laws)
    if drawn:
        played = rules.game(laws, aim, costs)
        against = [(one, share) for one, share in zip(played.choices[1], played.mixed.columns, strict=True) if share]
    else:
        against = [(choice_of(laws, 1, theirs, they.defense, "theirs"), Fraction(1))]
    carries = (you.carried, they.carried)
    found = []
    for mine in laws.divisions(0):
        seen = [(share, expected(laws.volley((mine, other), carries), laws.sides)) for other, share in against]
        gains = sum((share * rules.payoff(laws, (mine, other), aim, costs) for other, share in against), Fraction(0))
        taken, dealt, beaten = (
            sum((share * measure(one) for share, one in seen), Fraction(0)) for measure in (_taken, _dealt, _beaten)
        )
        found.append((gains, mine, taken, dealt, beaten))
    # Of two that bring as much, the one that defends more loses less of what a compromise is counted from.
    best = max(found, key=lambda row: (row[0], row[1].defense or 0))
    gains, chosen, taken, dealt, _ = best
    defense = chosen.defense or 0
    where = f"; the +Ob goes on the {'riposte' if chosen.riposte_bears else 'defense'}"
    bears = where if len(found) > pool - 1 else ""
    return Answer(
        {
            "defense": defense,
            "riposte": pool - defense,
            "riposte_bears": chosen.riposte_bears,
            "margin": gains,
            "taken": taken,
            "dealt": dealt,
            "margins": [row[0] for row in found],
        },
        (
            Verdict(
                f"{defense} for defense, {pool - defense} for the riposte",
                f"they lose {mean(dealt)}, you lose {mean(taken)} on average",
                f"Put {wording.count(defense, 'die', 'dice')} into the defense and {pool - defense} into the riposte"
                f"{bears}: they lose {dice_of(dealt)} on average, you {dice_of(taken)}.",
                Mark.DERIVED,
            ),
            Table(
                "Every way to divide it",
                ("Defense", "Riposte", "They lose", "You lose", "Balance", "You are beaten"),
                tuple(
                    (*_halves(one, pool, bool(bears)), mean(off), mean(lost), _gain(gain, aim), wording.percent(falls))
                    for gain, one, lost, off, falls in found
                ),
                found.index(best),
                Mark.DERIVED,
            ),
            *_hurt(you, they),
            Note(
                "The balance is your chance to win now less theirs, in points of a hundred."
                if aim is Aim.END
                else "No dice count beyond the end of an argument; what is carried on has its price in dice."
            ),
        ),
        compared=not drawn,
    )


def _halves(choice: Choice, pool: int, bears: bool) -> tuple[str, str]:
    """Both halves of a division, and which of them `bears` a +Ob where one does."""
    defense = choice.defense or 0
    halves = (str(defense), str(pool - defense))
    if not bears:
        return halves
    return (halves[0], f"{halves[1]}, +Ob") if choice.riposte_bears else (f"{halves[0]}, +Ob", halves[1])


def _taken(one: Expected) -> Fraction:
    return one.taken


def _dealt(one: Expected) -> Fraction:
    return one.dealt


def _beaten(one: Expected) -> Fraction:
    return one.loses + one.ties
