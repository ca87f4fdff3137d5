"""Both sides of a duel with the dice at hand and their scripts, as groups of fields, and the laws between them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from engine.answer import Block, Note
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.calculators.duel_of_wits.fields import B4, B5, BODY, QUICK_BODY
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.forms.test import QUICK_POOLS
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.duel import house_between
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, ledger
from engine.games.burning_wheel.rules import duel
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.duel import SCRIPTED, Action, Carried
from engine.games.burning_wheel.rules.duel_analysis import Choice, Debater, Laws, Plan, only
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.steel import hesitation
from engine.games.burning_wheel.rules.wounds import Felt, felt
from engine.rulings import Rulings

MOST_DICE = 12
"""Dice of an action in these exact tables, without those of Dismiss and what is carried."""
MOST_CARRIED = 10
CARRIED = Between(0, MOST_CARRIED)
DIVIDED = Between(1, MOST_DICE + 2 * MOST_CARRIED - 1)
EMPTY = "Empty: the skill above. B0: you cannot."
FIELDS = ("you", "they")
VOLLEYS = ("first", "second", "third")

Argument = Annotated[int, BODY, Asked("Argument left", quick=QUICK_BODY)]
LateArgument = Annotated[int, BODY, Asked("Argument left", quick=(1, 2, 3, 4, 5, 6))]
Skill = Annotated[Ability, Asked("Skill", "With FoRKs and help, as B6.", quick=QUICK_POOLS)]
Will = Annotated[Ability, Asked("Will", quick=QUICK_POOLS)]
Steel = Annotated[Ability, Asked("Steel", more=True, quick=QUICK_POOLS)]
First = Annotated[Action, Asked("Volley 1")]
Second = Annotated[Action, Asked("Volley 2")]
Third = Annotated[Action, Asked("Volley 3")]


@dataclass(frozen=True, slots=True)
class They:
    """A side with the dice at hand, a group of fields; helpers and FoRKs are in its dice."""

    argument: Argument = 6
    skill: Skill = B4
    will: Will = B4
    steel: Steel = B4
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
        found = {}
        for action, ability in self.abilities.items():
            hurt = self.felt(ability, "will" if action is Action.AVOID else "skill")
            if ability.exponent and not hurt.gone:
                found[action] = hurt.leaves(ability.pool())
        return found

    def debater(self, shaken: Fraction = Fraction(0)) -> Debater:
        """This side as the rules take it; `shaken` is the chance that an insult that strikes costs it an action."""
        carried = Carried(self.hesitates, self.dice, self.obstacle, self.waiting)
        return Debater(
            self.argument, self.will.exponent, self.pools, shaken, carried, penalty=self.felt(self.skill).added
        )

    def shaken(self, ask: Rulings) -> Fraction:
        """The chance that an insult that strikes costs it its next action."""
        hurt = self.felt(self.steel, "steel")
        return law_of(self.steel.pool(-hurt.lost, open_ended=True), ask).below(hesitation(self.will).total + hurt.added)

    def check(self, field: str) -> None:
        """Raises `Unusable` for a side that collapses, or has more dice than these tables hold; `field` is its own."""
        if gone := self.felt(self.will, "will").gone:
            raise Unusable(f"{field}.will", gone)
        for action, ability in self.abilities.items():
            if ability.exponent > MOST_DICE:
                own = action.value if getattr(self, action.value, None) else "skill"
                said = f"These tables take at most {MOST_DICE} dice for an action; this is {ability}."
                raise Unusable(f"{field}.{'will' if action is Action.AVOID else own}", said)

    def ledger(self, whose: str) -> list[Block]:
        """What wounds take from the dice above."""
        hurt = self.felt(self.skill)
        if hurt.gone:
            return [Note(f"{whose} skill: {hurt.gone}", rule="HUB-18")]
        return ledger(hurt, self.skill.exponent, 0, words=f"{whose} dice: skill", against=f"{whose} own +Ob")


@dataclass(frozen=True, slots=True)
class You(They):
    """Your own side, which a sheet can fill."""

    argument: Argument = 7
    skill: Annotated[Skill, sheet("skill")] = B5
    will: Annotated[Will, sheet("will")] = B4
    steel: Annotated[Steel, sheet("steel")] = B4


@dataclass(frozen=True, slots=True)
class YouLate(You):
    """Your own side, late in a duel."""

    argument: LateArgument = 4


@dataclass(frozen=True, slots=True)
class TheyLate(They):
    """The other side, late in a duel."""

    argument: LateArgument = 3
    skill: Skill = B5


@dataclass(frozen=True, slots=True)
class Script:
    """Three volleys, a group of fields."""

    first: First = Action.POINT
    second: Second = Action.REBUTTAL
    third: Third = Action.DISMISS

    @property
    def actions(self) -> tuple[Action, Action, Action]:
        return self.first, self.second, self.third


@dataclass(frozen=True, slots=True)
class TheirScript(Script):
    """The other side's volleys."""

    first: First = Action.REBUTTAL
    second: Second = Action.POINT
    third: Third = Action.FEINT


@dataclass(frozen=True, slots=True)
class Guess(Script):
    """What is expected of the other side, late in a duel."""

    second: Second = Action.POINT
    third: Third = Action.REBUTTAL


YourSide = Annotated[You, Asked("Your side")]
TheirSide = Annotated[They, Asked("Their side")]
YourLateSide = Annotated[YouLate, Asked("Your side")]
TheirLateSide = Annotated[TheyLate, Asked("Their side")]
YourScript = Annotated[Script, Asked("Your script")]
Theirs = Annotated[TheirScript, Asked("Their script")]


def hurt(you: They, they: They) -> list[Block]:
    """What wounds take from either side."""
    return [*you.ledger("Your"), *they.ledger("Their")]


def laws_of(you: They, they: They, pairs: Sequence[tuple[Action, Action]], ask: Rulings) -> Laws:
    """The laws between two sides, with the readings that these pairs of actions rest on.

    Raises `Unusable` for more dice than these tables hold.
    """
    sides = (you, they)
    for side, field in zip(sides, FIELDS, strict=True):
        side.check(field)
    house = house_between(ask, pairs, [side.debater() for side in sides])
    insulted = [any(pair[1 - place] is Action.INCITE for pair in pairs) for place in (0, 1)]
    first, second = (
        side.debater(side.shaken(ask)) if shakes else side.debater()
        for side, shakes in zip(sides, insulted, strict=True)
    )
    return Laws((first, second), house)


EVERY: Sequence[tuple[Action, Action]] = [(mine, theirs) for mine in SCRIPTED for theirs in SCRIPTED]


def all_laws(you: They, they: They, ask: Rulings) -> Laws:
    """The laws between two sides, whatever either does. Raises `Unusable` where a side can do nothing at all."""
    laws = laws_of(you, they, EVERY, ask)
    for side, field in enumerate(FIELDS):
        if not laws.choices(side):
            raise Unusable(f"{field}.skill", "A speaker needs dice for one action at least; here are none.")
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


def pairs_of(yours: Script, theirs: Script) -> list[tuple[Action, Action]]:
    """Every pair of actions that two scripts bring together."""
    return list(zip(yours.actions, theirs.actions, strict=True))


def scripts_of(
    laws: Laws, yours: Script, theirs: Script, defenses: tuple[int | None, int | None]
) -> list[tuple[Plan, Plan]]:
    """Both scripts, volley by volley. Raises `Unusable` for what a side cannot do."""
    mine = script_of(laws, 0, yours, defenses[0], "yours")
    its = script_of(laws, 1, theirs, defenses[1], "theirs")
    return [(only(one), only(other)) for one, other in zip(mine, its, strict=True)]


def must_speak(you: They) -> None:
    """Raises `Unusable` where there is nothing to decide, because the volley is lost."""
    if you.hesitates:
        raise Unusable("you.hesitates", "You hesitate in this volley: there is nothing to choose.")


def named(choice: Choice, dice: Mapping[Action, Pool]) -> str:
    """A choice in words; a Rebuttal that was divided says how: "Rebuttal 2/4"."""
    if choice.defense is None:
        return choice.action.words
    pool = choice.of or dice[choice.action].dice
    bears = ", +Ob on the riposte" if choice.riposte_bears else ""
    return f"{choice.action.words} {choice.defense}/{pool - choice.defense}{bears}"
