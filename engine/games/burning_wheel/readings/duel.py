"""The duel of wits as the table reads the rules."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.games.burning_wheel.dice import Chain, Pool
from engine.games.burning_wheel.readings.advancement import routes_of
from engine.games.burning_wheel.readings.classes import classes_of
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.rules import arguments
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind, Marks
from engine.games.burning_wheel.rules.arguments import BodyHouse, DuelingSkill, Grade, GradeHouse, Leaving
from engine.games.burning_wheel.rules.duel import Action, Carried, House
from engine.games.burning_wheel.rules.duel_analysis import Debater
from engine.games.burning_wheel.rules.test_class import Classes
from engine.rulings import Rulings

TALKED_OVER = (Action.DISMISS, Action.FEINT, Action.INCITE, Action.POINT, Action.REBUTTAL)
FEW = {"off": 0, "two": 2, "three": 3}
"""How many dice are “only a few”, by reading."""


def house_of(ask: Rulings, *pairs: tuple[Action, Action], carried: bool = False, scripts: bool = False) -> House:
    """The readings on which these pairs rest; each is asked for only where it changes what one of them does.

    `carried` asks for those about what runs on, `scripts` for those about what may be scripted.
    """
    held = [frozenset(pair) for pair in pairs]

    def meets(one: Action, *others: Action) -> bool:
        return any(frozenset((one, other)) in held for other in others)

    obfuscates, rebuts = Action.OBFUSCATE, Action.REBUTTAL
    strikes = meets(obfuscates, Action.FEINT) and ask["duel.feint-obfuscate"] == "point"
    blocks = meets(Action.POINT, Action.INCITE) and ask["duel.point-incite"] == "versus"
    alone = meets(rebuts, Action.INCITE, obfuscates, rebuts, Action.HESITATE) and ask["duel.riposte-alone"] == "nothing"
    attacked = meets(obfuscates, Action.DISMISS, Action.POINT, rebuts) or strikes
    return House(
        obfuscate_tie=ask["duel.obfuscate-tie"] if meets(obfuscates, *TALKED_OVER, Action.AVOID) else "obfuscator",
        obfuscate_margin=attacked and ask["duel.obfuscate-damage"] == "margin",
        obfuscate_defense=meets(obfuscates, rebuts) and ask["duel.obfuscate-rebuttal"] == "defense",
        avoid_reduces=meets(obfuscates, Action.AVOID) and ask["duel.avoid-obfuscate"] == "reduce",
        obfuscate_penalty=meets(obfuscates, obfuscates) and ask["duel.obfuscate-twice"] == "penalty",
        obfuscate_silence=meets(obfuscates, Action.HESITATE) and ask["duel.obfuscate-silence"] == "nothing",
        cancelled_free=meets(obfuscates, Action.DISMISS) and ask["duel.dismiss-lost"] == "free",
        feint_strikes=strikes,
        incite_gross=meets(Action.INCITE, Action.AVOID) and ask["duel.incite-margin"] == "gross",
        cancelled_gives=(meets(Action.INCITE, obfuscates) or blocks) and ask["duel.incite-lost"] == "gives",
        point_blocks=blocks,
        rebuttals_apart=meets(rebuts, rebuts) and not alone and ask["duel.rebuttals"] == "apart",
        needs_point=alone,
        one_die=scripts and ask["duel.one-die"] == "half",
        penalty_once=carried and any(rebuts in pair for pair in held) and ask["duel.rebuttal-penalty"] == "once",
        carry_on=carried and ask["duel.carry"] == "performed",
        add_up=carried and ask["duel.lost-volleys"] == "add",
    )


def house_between(ask: Rulings, pairs: Sequence[tuple[Action, Action]], sides: Sequence[Debater]) -> House:
    """The readings on which a duel between two sides rests that may come to any of these pairs."""
    scripted = {action for pair in pairs for action in pair}
    lasts = bool(scripted & {Action.DISMISS, Action.INCITE, Action.OBFUSCATE})
    silences = bool(scripted & {Action.DISMISS, Action.INCITE}) or any(side.carried.hesitates for side in sides)
    silent = [(action, Action.HESITATE) for action in scripted] if silences else []
    pools = [side.dice[Action.REBUTTAL].dice for side in sides if Action.REBUTTAL in side.dice]
    return house_of(
        ask,
        *pairs,
        *silent,
        carried=lasts or any(side.carried != Carried() for side in sides),
        scripts=Action.REBUTTAL in scripted and 1 in pools,
    )


def haggling(held: Sequence[DuelingSkill], ask: Rulings) -> str:
    """The key of `arguments.HAGGLES` that the table plays; asked for only by someone who haggles. Source: DOW-02."""
    return ask["argument.haggling-actions"] if DuelingSkill.HAGGLING in held else "attack"


def seduction_forks(held: Sequence[DuelingSkill], ask: Rulings) -> bool:
    """Whether Seduction FoRKs into the other skills that one has; asked for only where it is among them."""
    return DuelingSkill.SEDUCTION in held and len(held) > 1 and ask["argument.seduction-forks"] == "yes"


def joined(skills: Sequence[tuple[DuelingSkill, Ability, Pool]], ask: Rulings) -> list[tuple[DuelingSkill, Pool]]:
    """Skills with what the others FoRK into each; all of them can be tested. Source: DOW-02, HUB-32."""
    seduction = seduction_forks([skill for skill, _, _ in skills], ask)
    forked = [(skill, ability.exponent) for skill, ability, _ in skills]
    return [
        (skill, pool.plus(arguments.joining(skill, forked, seduction=seduction).total)) for skill, _, pool in skills
    ]


def dice_for(
    skills: Sequence[tuple[DuelingSkill, Pool]], will: Pool, ask: Rulings
) -> dict[Action, tuple[DuelingSkill | None, Pool]]:
    """For each action that can be tested the best of one's skills with its dice, Will for Avoid. Source: DOW-02."""
    return arguments.best_for(skills, will, haggling=haggling([skill for skill, _ in skills], ask))


def body_house(traits: int, *, doubled: bool, bonus: bool, ask: Rulings) -> BodyHouse:
    """The readings that a body of argument rests on: of character traits, and of what has a `bonus` and is doubled."""
    return BodyHouse(
        traits=bool(traits) and ask["argument.character-traits"] == "on",
        bonus_doubled=doubled and bonus and ask["argument.doubled-bonus"] == "before",
    )


def grade_house(start: int, left: int, ask: Rulings) -> GradeHouse:
    """The readings that a grade rests on; each is asked for only where it changes something."""
    near_half = abs(2 * left - start) == 1 and left < start
    house = GradeHouse(exact_half=near_half and ask["argument.odd-half"] == "exact")
    if left <= max(FEW.values()) and arguments.grade(start, left, house) in (Grade.MINOR, Grade.LEGITIMATE):
        return replace(house, few=FEW[ask["argument.few-dice"]])
    return house


def whole_house(start: int, ask: Rulings) -> GradeHouse:
    """The readings that a whole table of grades rests on; each is asked for only where it changes something."""
    exact = start > 1 and start % 2 == 1 and ask["argument.odd-half"] == "exact"
    few = FEW[ask["argument.few-dice"]] if start > 1 else 0
    return GradeHouse(exact, few)


@dataclass(frozen=True, slots=True)
class AskedMarks:
    """What a duel marks, by the table's rulings."""

    ask: Rulings

    def own_penalty(self) -> bool:
        return self.ask["advancement.own-penalty"] == "yes"

    def halves_apart(self) -> bool:
        return self.ask["duel.rebuttal-test"] == "halves"

    def penalty_once(self) -> bool:
        return self.ask["duel.rebuttal-penalty"] == "once"

    def unopposed_counts(self) -> bool:
        return self.ask["argument.unopposed"] != "none"

    def by_class(self) -> bool:
        return self.ask["advancement.series"] == "class"

    def routes(self, kind: Kind, exponent: int) -> tuple[Marks, ...]:
        return routes_of(kind, exponent, self.ask)

    def classes(self, dice: int, obstacle: int) -> Classes:
        return classes_of(dice, obstacle, self.ask)


@dataclass(frozen=True, slots=True)
class AskedDuel(AskedMarks):
    """A duel from its first script to its end, by the table's rulings."""

    def house(self, pair: tuple[Action, Action], *, carried: bool, one_die: bool) -> House:
        return house_of(self.ask, pair, carried=carried, scripts=one_die)

    def half_of_one_die(self) -> bool:
        return self.ask["duel.one-die"] == "half"

    def chain(self) -> Chain:
        return chain(self.ask)

    def leaving(self) -> Leaving:
        return arguments.breaking_off(as_walking=self.ask["argument.breaking-off"] == "walk")

    def tie_tests_steel(self) -> bool:
        return self.ask["argument.tie-steel"] == "both"

    def initiative(self) -> bool:
        return self.ask["argument.tie-initiative"] == "shown"

    def grades(self, start: int, left: int) -> GradeHouse:
        return grade_house(start, left, self.ask)
