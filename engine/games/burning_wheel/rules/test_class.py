"""Routine, Difficult or Challenging: the class of a test, and what is counted for it (HUB-35, HUB-36, HUB-46 to 48)."""

from dataclasses import dataclass

from engine.option import Option
from engine.working import Line, Mark, Worked

LAST_PRINTED = 18
"""The book's table ends at 18 dice; the pattern goes on."""


class TestClass(Option):
    """How hard a test was for the dice that were rolled. Not the same as the words on the obstacle ladder (HUB-06)."""

    __test__ = False  # pytest would take the name for a test

    ROUTINE = "Routine", "Routine"
    DIFFICULT = "Difficult", "Difficult"
    CHALLENGING = "Challenging", "Challenging"

    @property
    def article(self) -> str:
        """The class inside a sentence: "a Difficult test"."""
        return f"a {self.value} test"


NONE = "none"


class Classes(tuple[TestClass, ...]):
    """The class of one test: none where nothing is earned, two where the player chooses, else one. Source: HUB-35.

    >>> Classes((TestClass.ROUTINE, TestClass.DIFFICULT)).words
    'Routine or Difficult, your choice'
    >>> Classes().words
    'no test'
    """

    __slots__ = ()

    @property
    def names(self) -> list[str]:
        """Each class by its name, for programs."""
        return [one.value for one in self]

    @property
    def value(self) -> str:
        """The class in one word for programs: its name, "choice" where the player has one, "none" without any."""
        return NONE if not self else self[0].value if len(self) == 1 else "choice"

    @property
    def words(self) -> str:
        """What a reader sees: "Difficult", "Routine or Difficult, your choice", or "no test"."""
        return f"{self.short}, your choice" if len(self) > 1 else self.short

    @property
    def short(self) -> str:
        """The same without saying who chooses: "Routine or Difficult"."""
        return " or ".join(self.names) or "no test"

    @property
    def article(self) -> str:
        """The same inside a sentence: "a Difficult test", or "no test to mark"."""
        if not self:
            return "no test to mark"
        return self[0].article if len(self) == 1 else self.words


OF_OPEN_TEST = Classes((TestClass.ROUTINE,))
"""An open test has no obstacle and is always Routine, on one die too (HUB-46)."""


def classes(
    dice: int,
    obstacle: int,
    *,
    choice: bool = True,
    of_obstacle_0: TestClass | None = TestClass.ROUTINE,
    of_no_dice: TestClass | None = TestClass.CHALLENGING,
) -> Classes:
    """The class of a test of `dice` against `obstacle`; two of them where the player chooses (1 die against Ob 1).

    Obstacle 0 and 0 dice are off the printed table: `of_obstacle_0` and `of_no_dice` say what they earn, None for
    nothing (an empty answer). Without `choice` 1 die against Ob 1 is Difficult, as in the later edition.
    Source: HUB-35.
    """
    if obstacle <= 0:
        return Classes((of_obstacle_0,) if of_obstacle_0 else ())
    if dice <= 0:
        return Classes((of_no_dice,) if of_no_dice else ())
    if obstacle > dice:
        return Classes((TestClass.CHALLENGING,))
    if dice == 1:
        return Classes((TestClass.ROUTINE, TestClass.DIFFICULT) if choice else (TestClass.DIFFICULT,))
    return Classes((TestClass.ROUTINE,) if obstacle <= most_routine(dice) else (TestClass.DIFFICULT,))


def most_routine(dice: int) -> int:
    """The highest obstacle that is still Routine: one below the dice up to 3, two up to 6, three from 7 on."""
    step = 1 if dice <= 3 else 2 if dice <= 6 else 3
    return max(0, dice - step)


BELOW = ("greater than the dice", "equal to the dice", "1 less", "2 less", "3 or more less")
"""The rows of the later edition's table: how far the obstacle lies below the dice."""

BANDS = {"1 to 3 dice": 3, "4 to 6 dice": 6, "7 dice and more": 9}
"""Its columns, each with a number of dice that stands for it."""


def below(dice: int, obstacle: int) -> int:
    """The row of the later edition's table that a test stands in. Source: HUB-101."""
    return min(max(dice - obstacle + 1, 0), len(BELOW) - 1)


def by_distance() -> tuple[tuple[TestClass, ...], ...]:
    """The later edition's table, row by row. It comes to the same as the printed one. Source: HUB-101."""
    return tuple(
        tuple(next(iter(classes(dice, dice + 1 - row, choice=False)), TestClass.ROUTINE) for dice in BANDS.values())
        for row in range(len(BELOW))
    )


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the dice of a test come from; every number is a count of dice, 0 or more. Source: HUB-36.

    `exponent` less `lost` is the ability as it is rolled (wounds, Tax, sustained spells). The next eight count.
    `restored` are dice of the ability that artha gave back; `artha`, `doubled` and `opened` were never the ability's.
    """

    exponent: int
    lost: int = 0
    advantage: int = 0
    careful: int = 0
    linked: int = 0
    instructions: int = 0
    help: int = 0
    forks: int = 0
    gear: int = 0
    standing: int = 0
    restored: int = 0
    artha: int = 0
    doubled: int = 0
    opened: int = 0


def counted(sources: Sources, *, restored: bool = True, opened: bool = False) -> Worked:
    """The dice that count for the class of a test. Sources: HUB-36, HUB-47, HUB-48.

    `restored` counts dice that artha gave back, `opened` counts the extra dice of open-ended sixes.
    """
    lines = [
        Line(sources.exponent, "The tested ability", "HUB-36"),
        Line(-sources.lost, "Lost to wounds, Tax or sustaining", "HUB-36"),
        Line(sources.advantage, "Advantage", "HUB-48"),
        Line(sources.careful, "Working carefully", "HUB-36"),
        Line(sources.linked, "A linked test before it", "HUB-36"),
        Line(sources.instructions, "Written instructions", "HUB-36"),
        Line(sources.help, "Help", "HUB-47"),
        Line(sources.forks, "FoRKs", "HUB-47"),
        Line(sources.gear, "Gear and traits", "HUB-48"),
        Line(sources.standing, "Reputation, affiliation, name", "HUB-36"),
    ]
    if restored:
        lines.append(Line(sources.restored, "Given back by artha", "HUB-36", Mark.RULING))
    if opened:
        lines.append(Line(sources.opened, "Opened by sixes", "HUB-36", Mark.RULING))
    return Worked(tuple(lines))


def uncounted(sources: Sources, *, restored: bool = True, opened: bool = False) -> Worked:
    """The dice that lie on the table as well and count for nothing in the log. Source: HUB-36."""
    lines = [
        Line(sources.artha, "Bought with artha", "HUB-36"),
        Line(sources.doubled, "Doubled by artha", "HUB-36"),
    ]
    if not restored:
        lines.append(Line(sources.restored, "Given back by artha", "HUB-36", Mark.RULING))
    if not opened:
        lines.append(Line(sources.opened, "Opened by sixes", "HUB-36", Mark.RULING))
    return Worked(tuple(lines))


def counted_obstacle(base: int, penalties: int = 0, opponent: int = 0, shrugged: int = 0) -> Worked:
    """The obstacle that counts: all of it, in a versus test with what the opponent rolled. Source: HUB-36, HUB-46.

    `shrugged` is how much of the penalties artha took away.
    """
    return Worked(
        (
            Line(base, "Base obstacle", "HUB-36"),
            Line(opponent, "The opponent’s successes", "HUB-46"),
            Line(penalties, "Disadvantages", "HUB-36"),
            Line(-min(shrugged, penalties), "Shrugged off", "HUB-36", Mark.RULING),
        )
    )


TWO_HELPING_DICE_FROM = 5
TWO_FORK_DICE_FROM = 7


def helping_dice(exponent: int) -> int:
    """Dice that a helping ability gives: none at 0, one up to 4, two from 5 on. Source: HUB-31."""
    return 0 if exponent <= 0 else 2 if exponent >= TWO_HELPING_DICE_FROM else 1


def fork_dice(exponent: int) -> int:
    """Dice that a FoRK gives: none at 0, one up to 6, two from 7 on. Source: HUB-32."""
    return 0 if exponent <= 0 else 2 if exponent >= TWO_FORK_DICE_FROM else 1
