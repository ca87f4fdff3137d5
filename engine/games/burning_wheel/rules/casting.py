"""Casting: the dice of Sorcery and Will, the styles, what is cast against, and how long it takes (SOR-02, SOR-10).

What a failed Tax costs is in `sickness`; the spell itself in `spells`. Styles: SOR-34 to SOR-37.
"""

from dataclasses import dataclass

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules.ability import Ability
from engine.option import Option
from engine.refused import Refused
from engine.working import Line, Mark, Worked


class Doubled(Option):
    """What a Deeds point doubles in a casting: one of the two, never both. Source: SOR-02."""

    NOTHING = "nothing", "nothing"
    SORCERY = "sorcery", "Sorcery"
    WILL = "will", "Will"


class Style(Option):
    """The five ways to cast, chosen before anything else. Source: SOR-10, SOR-34 to SOR-37."""

    NORMAL = "normal", "Normally"
    CAREFUL = "careful", "Carefully"
    PATIENT = "patient", "Patiently"
    BOTH = "both", "Patiently and carefully"
    HASTY = "hasty", "Hastily"


CAREFUL_TIMES, PATIENT_TIMES, BOTH_TIMES = 2, 3, 5
IN_A_VOLLEY = 20
"""The actions of a spell that one volley holds, at range and in a duel of wits. Source: SOR-11."""
MOST_MAINTAINS = 2
MOST_TRIED = 12
"""The “etc.” of the tables of styles ends here."""


def will_left(will: int, held: int) -> int:
    """The Will dice (exponent 1 or more) that are left beside `held` sustained spells, one for each.

    Raises `Refused` where fewer than one would be left: nobody sustains as many spells as Will has dice.
    Source: SOR-26.

    >>> will_left(5, 3)
    2
    """
    if will < 1:
        raise Refused("Whoever casts has a Will of 1 or more.")
    most = will - 1
    if held > most:
        raise Refused(f"Will {will} sustains {most} at most, for one die always stays; this says {held}.")
    return will - held


@dataclass(frozen=True, slots=True)
class Caster:
    """Who casts: both abilities, and what takes from their dice or adds to them. Source: SOR-02.

    `held` counts the spells being sustained, `lost` the dice that wounds take (0 or more) of the test, or with
    `lost_of_each` of either ability; `persona` are dice of artha, 0 to 3, `other` any others. `darker` rolls all dice
    in the darker of two shades.
    """

    sorcery: Ability
    will: Ability
    held: int = 0
    lost: int = 0
    lost_of_each: bool = False
    doubled: Doubled = Doubled.NOTHING
    persona: int = 0
    other: int = 0
    darker: bool = False

    @property
    def artha(self) -> int:
        """The dice that artha brings, which count for nothing in the log. Source: HUB-36."""
        return self._twice + self.persona

    @property
    def will_dice(self) -> int:
        """The dice of Will that are free to be rolled. Raises `Refused` as `will_left` does. Source: SOR-26."""
        return will_left(self.will.exponent, self.held)

    def dice(self, careful: int = 0) -> Worked:
        """The dice of the casting, line by line; `careful` are those that careful casting adds. Source: SOR-02.

        >>> Caster(Ability.parse("B5"), Ability.parse("B6")).dice(careful=2).total
        13
        """
        lines = [
            Line(self.sorcery.exponent, "Sorcery", "SOR-02"),
            Line(self.will.exponent, "Will", "SOR-02"),
            Line(self.will_dice - self.will.exponent, "Will dice that sustain spells", "SOR-26"),
            Line(-self.lost, "Wounds", "HUB-18"),
        ]
        if self.lost_of_each:
            lines.append(Line(-self.lost, "Wounds, of the other ability too", "HUB-18", Mark.RULING))
        if self.doubled is not Doubled.NOTHING:
            lines.append(Line(self._twice, f"Deeds double {self.doubled.words}", "SOR-02"))
        lines += [
            Line(careful, "Casting carefully", "SOR-34"),
            Line(self.persona, "Persona", "HUB-75"),
            Line(self.other, "Other dice", "SOR-02"),
        ]
        return Worked(tuple(lines))

    def pool(self, careful: int = 0) -> Pool:
        """The dice on the table, all open-ended: Sorcery and what is added in its shade, Will in its own.

        Wounds take of Sorcery first, then of Will. Never below no dice. Source: SOR-02.

        >>> str(Caster(Ability.parse("B4"), Ability.parse("B4")).pool())
        'B8*'
        """
        lost = self.lost * (2 if self.lost_of_each else 1)
        sorcery = self.sorcery.exponent + (self._twice if self.doubled is Doubled.SORCERY else 0)
        will = self.will_dice + (self._twice if self.doubled is Doubled.WILL else 0)
        of_will = min(will, max(self.lost if self.lost_of_each else 0, lost - sorcery))
        of_sorcery = min(sorcery, lost - of_will)
        added = careful + self.persona + self.other
        shade = self.sorcery.shade
        other = self.will.shade
        if self.darker:
            shade = other = min(shade, other, key=lambda one: one.hits)
        left = max(0, sorcery - of_sorcery)
        return Pool.of(left + added, shade, True) + Pool.of(max(0, will - of_will), other, True)

    @property
    def _twice(self) -> int:
        """The dice that Deeds add."""
        return {Doubled.NOTHING: 0, Doubled.SORCERY: self.sorcery.exponent, Doubled.WILL: self.will_dice}[self.doubled]


@dataclass(frozen=True, slots=True)
class Cast:
    """How a spell is cast: its style, and how many dice or actions that is about. Source: SOR-34 to SOR-37.

    `dice` is 0 when cast normally; else the dice that are added, or when hasty the actions that are saved, 1 or more.
    `late` is the other reading of haste: its first step only makes it harder, and saves nothing.
    """

    style: Style = Style.NORMAL
    dice: int = 0
    late: bool = False

    @property
    def careful(self) -> int:
        """Dice added to the casting."""
        return self.dice if self.style in (Style.CAREFUL, Style.BOTH) else 0

    @property
    def patient(self) -> int:
        """Dice added to the Tax."""
        return self.dice if self.style in (Style.PATIENT, Style.BOTH) else 0

    @property
    def saved(self) -> int:
        """Actions that haste takes off."""
        return self.dice if self.style is Style.HASTY else 0

    @property
    def harder(self) -> int:
        """What haste adds to the obstacle of the casting, 0 or more: one for each of its steps. Source: SOR-37."""
        return self.saved + (self.late and self.saved > 0)

    @property
    def taxing(self) -> int:
        """What haste adds to the obstacle of the Tax: one for each of its steps after the first. Source: SOR-37."""
        return max(0, self.harder - 1)

    @property
    def times(self) -> int:
        """What the actions are multiplied by. Source: SOR-34 to SOR-36.

        >>> [Cast(Style.CAREFUL, 3).times, Cast(Style.PATIENT, 2).times, Cast(Style.BOTH, 4).times]
        [6, 6, 40]
        """
        if not self.dice or self.style is Style.HASTY:
            return 1
        return {
            Style.NORMAL: 1,
            Style.CAREFUL: CAREFUL_TIMES * self.dice,
            Style.PATIENT: PATIENT_TIMES * self.dice,
            Style.BOTH: BOTH_TIMES << (self.dice - 1),
        }[self.style]

    def actions(self, actions: int) -> int:
        """The actions of a spell that takes so many (1 or more) when cast like this."""
        return actions * self.times - self.saved


def most(style: Style, *, obstacle: int, sorcery: int, forte: int, actions: int | None) -> int:
    """The most dice that a style may add, or the most actions that haste may save.

    `obstacle` is the spell's own; `sorcery` and `forte` are exponents; a spell of unknown `actions` is not hurried.
    Source: SOR-34 to SOR-37.

    >>> most(Style.HASTY, obstacle=4, sorcery=5, forte=4, actions=9), most(
    ...     Style.BOTH, obstacle=3, sorcery=5, forte=2, actions=12
    ... )
    (4, 2)
    """
    return {
        Style.NORMAL: 0,
        Style.CAREFUL: min(obstacle, sorcery),
        Style.PATIENT: min(obstacle, forte),
        Style.BOTH: min(obstacle, sorcery, forte),
        Style.HASTY: (actions or 0) // 2,
    }[style]


def check(cast: Cast, *, obstacle: int, sorcery: int, forte: int, actions: int | None) -> None:
    """Raises `Refused` where the style goes further than it may; the arguments are those of `most`."""
    if cast.style is Style.HASTY and actions is None:
        raise Refused("To hurry a spell one must know its actions.")
    limit = most(cast.style, obstacle=obstacle, sorcery=sorcery, forte=forte, actions=actions)
    if cast.dice > limit:
        raise Refused(_limits(cast, limit))
    if cast.style is not Style.NORMAL and not cast.dice:
        what = "an action saved" if cast.style is Style.HASTY else "a die"
        raise Refused(f"{cast.style.words} means at least {what}.")


def _limits(cast: Cast, limit: int) -> str:
    how = {
        Style.NORMAL: "A spell cast normally gets no dice for it",
        Style.CAREFUL: "Casting carefully adds no more dice than the spell’s obstacle or Sorcery",
        Style.PATIENT: "Casting patiently adds no more dice than the spell’s obstacle or Forte",
        Style.BOTH: "Patiently and carefully adds no more dice than the spell’s obstacle, Sorcery or Forte",
        Style.HASTY: "Haste takes no more than half of a spell’s actions",
    }[cast.style]
    return f"{how}, here {limit}; this says {cast.dice}."


def obstacle(spell: int, *, area: int = 0, cast: Cast = Cast(), wounds: int = 0, doubled: bool = False) -> Worked:
    """What the casting must reach: the spell's own, area bought at +1 Ob each, haste, and Superficial wounds.

    `doubled` is for a spell that is still being learned: only its own obstacle doubles. Source: SOR-10, SOR-16, SOR-52.

    >>> obstacle(4, area=3).total, obstacle(4, doubled=True).total
    (7, 8)
    """
    return Worked(
        (
            Line(spell, "The spell", "SOR-04"),
            Line(spell if doubled else 0, "Not mastered yet: doubled", "SOR-52"),
            Line(area, "More area", "SOR-16"),
            Line(cast.harder, "Cast hastily", "SOR-37"),
            Line(wounds, "Superficial wounds", "HUB-18"),
        )
    )


def tax_obstacle(spell: int, *, cast: Cast = Cast(), wounds: int = 0, doubled: bool = False) -> Worked:
    """What Forte must reach afterwards; more area never counts. Source: SOR-10, SOR-13, SOR-37.

    `doubled` is for a table that taxes Practicals at twice the spell's obstacle. Source: SOR-52.

    >>> tax_obstacle(4, cast=Cast(Style.HASTY, 3)).total
    6
    """
    return Worked(
        (
            Line(spell, "The spell", "SOR-13"),
            Line(spell if doubled else 0, "Not mastered yet: doubled", "SOR-52", Mark.RULING),
            Line(cast.taxing, "Cast hastily", "SOR-37"),
            Line(wounds, "Superficial wounds", "HUB-18"),
        )
    )


def maintains(actions: int) -> int:
    """The volleys of Maintain before a spell of so many actions (1 or more) is out, at range. Source: SOR-11, SOR-39.

    >>> [maintains(actions) for actions in (20, 21, 41, 90)]
    [0, 1, 2, 2]
    """
    return min(MOST_MAINTAINS, volleys_of(actions) - 1)


def volleys_of(actions: int) -> int:
    """The volleys that a spell of so many actions (1 or more) takes in a duel of wits. Source: SOR-11."""
    return -(-actions // IN_A_VOLLEY)
