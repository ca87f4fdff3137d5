"""A duel of wits around its exchanges: skills, body of argument, leaving, the end (DOW-02 to 05, DOW-18 to 25)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import open_tests
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Rolled
from engine.games.burning_wheel.rules.duel import CARDS, DISMISS_DICE, SCRIPTED, Action, pool_for
from engine.games.burning_wheel.rules.test_class import fork_dice, helping_dice
from engine.option import Option
from engine.refused import Refused
from engine.working import Line, Mark, Worked


class Role(Option):
    """What a skill may be in a duel. Source: DOW-02."""

    MAIN = "main", "main skill"
    APT = "apt", "main skill where it suits"
    SIDE = "side", "FoRK, or where an action lists it"
    LISTED = "listed", "only where an action lists it"

    @property
    def leads(self) -> bool:
        """Whether it can carry a whole argument."""
        return self in (Role.MAIN, Role.APT)


class DuelingSkill(Option):
    """The skills of a duel; Will, which Avoid tests, is a stat. Source: DOW-02."""

    ORATORY = "oratory", "Oratory"
    RHETORIC = "rhetoric", "Rhetoric"
    PERSUASION = "persuasion", "Persuasion"
    INTERROGATION = "interrogation", "Interrogation"
    DEBATE = "stentorious-debate", "Stentorious Debate"
    HAGGLING = "haggling", "Haggling"
    UGLY_TRUTH = "ugly-truth", "Ugly Truth"
    COMMAND = "command", "Command"
    INTIMIDATION = "intimidation", "Intimidation"
    FALSEHOOD = "falsehood", "Falsehood"
    PLATITUDES = "soothing-platitudes", "Soothing Platitudes"
    ETIQUETTE = "etiquette", "Etiquette"
    CONSPICUOUS = "conspicuous", "Conspicuous"
    SEDUCTION = "seduction", "Seduction"

    @property
    def role(self) -> Role:
        """What it may be. Source: DOW-02."""
        return ROLES.get(self, Role.SIDE)

    def forks(self, *, seduction: bool = False) -> bool:
        """Whether its dice may join another skill's; Seduction's only under that reading."""
        return seduction or self.role is not Role.LISTED


ROLES: Mapping[DuelingSkill, Role] = {
    DuelingSkill.ORATORY: Role.MAIN,
    DuelingSkill.RHETORIC: Role.MAIN,
    DuelingSkill.PERSUASION: Role.MAIN,
    DuelingSkill.INTERROGATION: Role.MAIN,
    DuelingSkill.DEBATE: Role.MAIN,
    DuelingSkill.HAGGLING: Role.APT,
    DuelingSkill.SEDUCTION: Role.LISTED,
}
"""The skills that are more, or less, than side skills."""

HAGGLES = {
    "attack": (Action.POINT, Action.REBUTTAL),
    "all": tuple(action for action in SCRIPTED if action is not Action.AVOID),
    "none": (),
}
"""The actions that Haggling tests, which no action lists, by reading."""


def actions_of(skill: DuelingSkill, *, haggling: str = "attack") -> tuple[Action, ...]:
    """The actions that may be tested with a skill. `haggling` is a key of `HAGGLES`. Source: DOW-02."""
    if skill is DuelingSkill.HAGGLING:
        return HAGGLES[haggling]
    return tuple(action for action in SCRIPTED if skill.words in CARDS[action].tests)


def best_for(
    skills: Sequence[tuple[DuelingSkill, Pool]], will: Pool, *, haggling: str = "attack"
) -> dict[Action, tuple[DuelingSkill | None, Pool]]:
    """For each action that can be tested the best of one's skills with its dice, Will for Avoid. Source: DOW-02.

    `haggling` is a key of `HAGGLES`.
    """
    best: dict[Action, tuple[DuelingSkill | None, Pool]] = {Action.AVOID: (None, will)}
    for skill, pool in skills:
        for action in actions_of(skill, haggling=haggling):
            if action not in best or _worth(action, best[action][1]) < _worth(action, pool):
                best[action] = (skill, pool)
    return best


def _worth(action: Action, own: Pool) -> int:
    """Six times the successes that an action brings on average with these dice of its own."""
    return sum(group.count * group.shade.hits for group in pool_for(action, own))


def speaking_dice(
    action: Action,
    skill: DuelingSkill,
    exponent: int,
    forked: Sequence[tuple[DuelingSkill, int]] = (),
    other: int = 0,
    *,
    seduction: bool = False,
) -> Worked:
    """The dice of an action tested with a skill; `forked` are other skills of one's own with their exponents.

    `other` are FoRKs that no list names, in dice. Source: DOW-02, DOW-10, HUB-32.
    """
    lines = [
        Line(exponent, skill.words, "DOW-02"),
        Line(DISMISS_DICE if action is Action.DISMISS else 0, "Dismiss", "DOW-10"),
        *joining(skill, forked, seduction=seduction).lines,
        Line(other, "Other FoRKs", "HUB-32"),
    ]
    return Worked(tuple(lines))


def joining(skill: DuelingSkill, forked: Sequence[tuple[DuelingSkill, int]], *, seduction: bool = False) -> Worked:
    """The dice that one's other dueling skills, with their exponents, bring to one of them. Source: DOW-02, HUB-32."""
    return Worked(
        tuple(
            Line(fork_dice(own), f"FoRK: {fork.words}", "HUB-32")
            for fork, own in forked
            if fork is not skill and fork.forks(seduction=seduction)
        )
    )


def strength(ability: Ability) -> int:
    """Six times the successes that an ability brings on average, by which the main skill is found. Source: DOW-02."""
    return ability.exponent * ability.shade.hits


@dataclass(frozen=True, slots=True)
class Spoken:
    """A skill as it is tested for one action, with its dice. Source: DOW-02."""

    skill: DuelingSkill
    ability: Ability
    dice: Worked


def ways(
    skills: Sequence[tuple[DuelingSkill, Ability, Line]],
    forked: Sequence[tuple[DuelingSkill, int]] = (),
    other: int = 0,
    *,
    haggling: str = "attack",
    seduction: bool = False,
) -> dict[Action, list[Spoken]]:
    """For each action every skill that may be tested for it, the best first; Avoid, which tests Will, has none.

    Each skill comes with what wounds take from it; the rest is as in `speaking_dice`. `haggling` is a key of `HAGGLES`.
    Source: DOW-02, HUB-18, HUB-32.
    """
    found: dict[Action, list[Spoken]] = {action: [] for action in SCRIPTED}
    for skill, ability, wounds in skills:
        for action in actions_of(skill, haggling=haggling):
            dice = speaking_dice(action, skill, ability.exponent, forked, other, seduction=seduction)
            found[action].append(Spoken(skill, ability, Worked((*dice.lines, wounds))))
    for able in found.values():
        able.sort(key=lambda one: -one.dice.total * one.ability.shade.hits)
    return found


class Mode(Option):
    """How much an argument weighs, and with that how its body is made. Source: DOW-04."""

    NORMAL = "normal", "a normal argument: roll"
    BIG = "big", "a Big Deal: no roll"
    SMALL = "small", "Not a Big Deal: no roll"


ENMITY = 4
"""What an enemy made by a failed Circles test has on top. Source: CIR-08."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """One side's speaker as the body of argument needs them.

    Exponents of Will and of the main skill, 0 to 20; `traits` are character traits that apply, `other` what traits
    say outright, `enemy` whether the opponent's failed Circles test brought this character into play.
    """

    will: int
    skill: int
    traits: int = 0
    other: int = 0
    enemy: bool = False


@dataclass(frozen=True, slots=True)
class BodyHouse:
    """Readings for the body of argument; the first value of each is the default.

    `traits`: character traits count (an optional rule). `bonus_doubled`: traits and enmity are doubled too.
    Source: DOW-04, DOW-23.
    """

    traits: bool = False
    bonus_doubled: bool = False


def body(
    speaker: Speaker, mode: Mode, successes: int = 0, *, doubled: bool = False, house: BodyHouse = BodyHouse()
) -> Worked:
    """The body of argument. `successes` count in a normal argument alone; `doubled` is for big groups.

    Source: DOW-04, DOW-23, CIR-08.
    """
    lines = [Line(speaker.will, "Will", "DOW-04")]
    if mode is Mode.NORMAL:
        lines.append(Line(successes, "Successes of the main skill", "DOW-04"))
    elif mode is Mode.BIG:
        lines.append(Line(speaker.skill, "The main skill", "DOW-04"))
    bonus = [
        Line(speaker.traits if house.traits else 0, "Character traits", "DOW-04", Mark.RULING),
        Line(speaker.other, "What traits say", "DOW-04"),
        Line(ENMITY if speaker.enemy else 0, "An enemy", "CIR-08"),
    ]
    if doubled and house.bonus_doubled:
        lines += bonus
    if doubled:
        lines.append(Line(sum(line.amount for line in lines), "Doubled: a big group", "DOW-23"))
    if not (doubled and house.bonus_doubled):
        lines += bonus
    return Worked(tuple(lines))


@dataclass(frozen=True, slots=True)
class Making:
    """How a speaker makes a body of argument, whatever is rolled; `house`, `mode` and `doubled` are as in `body`.

    Of the successes of a `beginner`, who rolls a root stat, half count. `harder` is the obstacle that wounds add, which
    takes as many successes where `fewer` says so. Source: DOW-04, DOW-23, HUB-18, HUB-33, HUB-46.
    """

    speaker: Speaker
    mode: Mode
    doubled: bool = False
    house: BodyHouse = BodyHouse()
    beginner: bool = False
    harder: int = 0
    fewer: bool = False

    def body(self, successes: int) -> Worked:
        """The body of argument that so many successes bring."""
        heard = open_tests.counted(successes, self.harder, fewer=self.fewer)
        counts = heard // 2 if self.beginner else heard
        return body(self.speaker, self.mode, counts, doubled=self.doubled, house=self.house)

    def chances(self, rolled: Iterable[tuple[int, Fraction]]) -> dict[int, Fraction]:
        """How likely each body of argument is, from the chance of each number of successes."""
        found: dict[int, Fraction] = {}
        for successes, chance in rolled:
            total = self.body(successes).total
            found[total] = found.get(total, Fraction(0)) + chance
        return found


def at_even_odds(chances: Mapping[int, Fraction]) -> tuple[int, Fraction]:
    """The largest number that comes at even odds or better, and the chance of it or more."""
    reached = Fraction(0)
    for number in sorted(chances, reverse=True):
        reached += chances[number]
        if reached >= Fraction(1, 2):
            return number, reached
    return min(chances), Fraction(1)


LARGE_SIDE = 4
"""From so many on a side the body of argument may be doubled. Source: DOW-23."""


def group_mode(one: int, other: int, *, smaller: bool = False) -> tuple[Mode, bool]:
    """What two sides of so many characters suggest: the mode, and whether doubling is on offer. Source: DOW-23.

    The larger side decides, or the `smaller` one.
    """
    size = min(one, other) if smaller else max(one, other)
    return (Mode.NORMAL if size <= 1 else Mode.BIG), size >= LARGE_SIDE


def uneven(one: int, other: int) -> bool:
    """Whether it matters which of two sides decides. Source: DOW-23."""
    return group_mode(one, other) != group_mode(one, other, smaller=True)


@dataclass(frozen=True, slots=True)
class Ally:
    """Someone who may help a speaker in one volley: exponent, whether they spoke, and whether it fits the action.

    A `stat` helps only where Will is rolled, and `against` helps the other side. Source: DOW-23, HUB-30.
    """

    name: str = ""
    exponent: int = 3
    spoke: bool = True
    fits: bool = True
    stat: bool = False
    against: bool = False

    @property
    def words(self) -> str:
        """Who it is."""
        return self.name or "An ally"


def allied(allies: Sequence[Ally], *, of_will: bool = False) -> tuple[Worked, Worked, tuple[str, ...]]:
    """Dice for one's own roll, dice for the other side's, and why others add none.

    A stat helps where Will is rolled (`of_will`) and never a skill. Source: DOW-23, HUB-30, HUB-31.
    """
    own: list[Line] = []
    theirs: list[Line] = []
    refused: list[str] = []
    for ally in allies:
        if not ally.spoke:
            refused.append(f"{ally.words} said nothing in this volley: no dice for this roll.")
        elif not ally.fits:
            refused.append(f"{ally.words} said what does not go with this action: no dice.")
        elif ally.stat and not of_will:
            refused.append(f"{ally.words}: a stat cannot help a skill.")
        elif not helping_dice(ally.exponent):
            refused.append(f"{ally.words}: exponent 0 is no help.")
        else:
            line = Line(helping_dice(ally.exponent), f"{ally.words}, exponent {ally.exponent}", "DOW-23")
            (theirs if ally.against else own).append(line)
    return Worked(tuple(own)), Worked(tuple(theirs)), tuple(refused)


class Leaving(Option):
    """How someone is out of a duel without playing it to its end. Source: DOW-05."""

    WALK = "walk", "walks away"
    FIGHT = "fight", "draws steel"
    CONCEDE = "concede", "concedes"

    @property
    def silenced(self) -> bool:
        """Whether whoever leaves must drop the topic with that opponent."""
        return self is Leaving.WALK

    @property
    def loses(self) -> bool:
        """Whether it counts as losing the duel, with terms, Steel test and all."""
        return self is Leaving.CONCEDE


def breaking_off(*, as_walking: bool = False) -> Leaving:
    """What leaving a duel that has begun counts as: conceding, or walking away. The book is silent. Source: DOW-05."""
    return Leaving.WALK if as_walking else Leaving.CONCEDE


class Ending(Option):
    """How a duel stands after a volley, seen from the first of two sides. Source: DOW-18, DOW-21."""

    OPEN = "open", "the duel goes on"
    WIN = "win", "the first side wins"
    LOSE = "lose", "the second side wins"
    TIE = "tie", "a tie"


def ending(mine: int, theirs: int) -> Ending:
    """How two bodies of argument stand once both have taken a volley's losses. They may lie below zero. DOW-18."""
    if mine > 0 and theirs > 0:
        return Ending.OPEN
    if mine > 0 or theirs > 0:
        return Ending.WIN if mine > 0 else Ending.LOSE
    return Ending.TIE


class Grade(Option):
    """What a winner owes. Source: DOW-19."""

    NONE = "none", "nothing"
    MINOR = "minor", "a very minor concession"
    LEGITIMATE = "legitimate", "a legitimate concession"
    MAJOR = "major", "a major concession"


@dataclass(frozen=True, slots=True)
class GradeHouse:
    """Readings for compromise: `exact_half` lets only an exact half count as half; up to `few` dice left is major.

    Source: DOW-19.
    """

    exact_half: bool = False
    few: int = 0


def grade(start: int, left: int, house: GradeHouse = GradeHouse()) -> Grade:
    """What a winner owes who started with `start` (1 or more) and has `left` (1 to `start`). Source: DOW-19.

    An odd start has no exact half: both its neighbors count as half. Raises `Refused` for anyone who did not win.
    """
    if not 0 < left <= start:
        raise Refused(f"A winner has 1 to {start} dice left of {start}; this says {left}.")
    if left == start:
        return Grade.NONE
    if left <= house.few:
        return Grade.MAJOR
    if abs(2 * left - start) <= (0 if house.exact_half else 1):
        return Grade.LEGITIMATE
    return Grade.MINOR if 2 * left > start else Grade.MAJOR


def grades(start: int, house: GradeHouse = GradeHouse()) -> dict[Grade, tuple[int, int] | None]:
    """For each grade the fewest and the most dice left that mean it, None where no number does. Source: DOW-19."""
    found: dict[Grade, tuple[int, int] | None] = dict.fromkeys(Grade)
    for left in range(start, 0, -1):
        one = grade(start, left, house)
        _, most = found[one] or (left, left)
        found[one] = (left, most)
    return found


def defeat(hesitation: int, left: int) -> Worked:
    """The obstacle of a loser's Steel test; `left` is 0 or below. Raises `Refused` above 0. Source: DOW-20."""
    if left > 0:
        raise Refused(f"A loser’s body of argument is at 0 or below; this says {left}.")
    return Worked((Line(hesitation, "Hesitation", "STE-02"), Line(-left, "Dice below zero", "DOW-20")))


def conceded(gap: int, owed: Grade) -> int:
    """By how many steps of a price the winner of a haggling duel gives way, as a rule of thumb. Source: DOW-24.

    `gap` is how far the two prices lie apart, 0 or more: one step, half the gap, or all but one step, and never so many
    that the loser's price stands.
    """
    steps = {Grade.NONE: 0, Grade.MINOR: 1, Grade.LEGITIMATE: max(1, gap // 2), Grade.MAJOR: max(1, gap - 1)}
    return min(max(0, gap - 1), steps[owed])


class Winner(Option):
    """Who won a duel about a price. Source: DOW-24."""

    BUYER = "buyer", "the buyer"
    SELLER = "seller", "the seller"
    NOBODY = "nobody", "nobody: a tie"


def settled(buyer: int, seller: int, winner: Winner, owed: Grade, *, thumb: bool = False) -> tuple[int, int]:
    """The lowest and the highest price that may be settled on, between the buyer's price and the seller's.

    A winner who owes anything gives way by less than the whole gap, or by the rule of thumb (see `conceded`). In a tie
    the price lies between the two: where no step does, the lowest is above the highest. Source: DOW-24.

    >>> settled(4, 8, Winner.SELLER, Grade.MINOR), settled(4, 5, Winner.NOBODY, Grade.NONE)
    ((5, 8), (5, 4))
    """
    gap = seller - buyer
    if winner is Winner.NOBODY:
        return buyer + 1, seller - 1
    least, most = (conceded(gap, owed),) * 2 if thumb or owed is Grade.NONE else (0, gap - 1)
    return (buyer + least, buyer + most) if winner is Winner.BUYER else (seller - most, seller - least)


def initiative(mine: int, theirs: int) -> int:
    """In a tie, by how many dice the first side was driven less far below zero; negative for the other. DOW-21."""
    return mine - theirs


class Opposed(Option):
    """What a roll of a duel was up against, as the log asks it. Source: DOW-25."""

    VERSUS = "versus", "their successes"
    WILL = "will", "their Will, in an Incite"
    BODY = "body", "nothing: it made the body of argument"
    ALONE = "alone", "nothing: nobody opposed it"


@dataclass(frozen=True, slots=True)
class DuelRoll:
    """One roll of a duel: the dice that count, what it was up against, how high that was, and what was rolled.

    `against` counts for `Opposed.VERSUS` and `Opposed.WILL`. Source: DOW-25.
    """

    dice: int
    opposed: Opposed
    against: int
    successes: int

    @property
    def open(self) -> bool:
        """Whether it is an open test, which is always Routine. Source: HUB-46."""
        return self.opposed in (Opposed.BODY, Opposed.ALONE)

    @property
    def obstacle(self) -> int:
        """What the log counts: an open test is Ob 1. Source: HUB-46."""
        return 1 if self.open else self.against

    @property
    def rolled(self) -> Rolled:
        """The roll as the log of a series takes it. Source: HUB-44."""
        # One die against Ob 1 leaves a choice of class; an open test leaves none.
        dice = max(2, self.dice) if self.open else self.dice
        return Rolled(dice, self.obstacle, self.successes >= self.obstacle)
