"""Noticing that someone asks around, and asking without being noticed (CIR-10, CIR-11)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import CHANCE, Answer, Block, Fact, Note, Steps, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable, branch, sheet
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.calculators.people.circles import B3, MOST_BONUS
from engine.games.burning_wheel.dice import MOST_OBSTACLE, DiceCount, Shade, ob, successes
from engine.games.burning_wheel.forms.circles import Circles
from engine.games.burning_wheel.forms.rolled import MOST_SEED, QUICK_SUCCESSES
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger
from engine.games.burning_wheel.readings.noticing import listening
from engine.games.burning_wheel.rules import circles as rules
from engine.games.burning_wheel.rules import noticing
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.noticing import Chances, Disadvantage, Heard, Inquiry
from engine.option import Option
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Line, Mark, Worked

QUIET = Between(0, rules.MOST_QUIET)
OTHER = Between(0, MOST_BONUS)
B4 = Ability(Shade.BLACK, 4)
B5 = Ability(Shade.BLACK, 5)


@branch("Someone was asking")
class Somebody:
    """Someone was asking: how hard their own Circles test was, and what they did to go unnoticed."""

    obstacle: Annotated[
        int,
        Between(1, MOST_OBSTACLE),
        Asked("Their Circles obstacle", "Without what they added to move quietly", quick=(1, 3, 5)),
    ] = 5
    quietly: Annotated[int, QUIET, Asked("Obstacle they added to move quietly")] = 0
    inconspicuous: Annotated[int, Between(0, 40), Asked("Their Inconspicuous successes over the obstacle")] = 0
    caught: Annotated[bool, Asked("They tried to be inconspicuous and failed")] = False
    reputation: Annotated[int, Between(0, 25), Asked("Reputation dice they used")] = 0
    contact: Annotated[bool, Asked("They used one certain contact")] = False


@branch("Nobody was asking")
class Nobody:
    """Nobody was asking: the GM asks for some obstacle anyway."""

    draw: Annotated[int, Between(0, MOST_SEED), Asked("Draw number", "Another number draws another obstacle")] = 1
    chosen: Annotated[int | None, Between(3, 6), Asked("Or the GM picks", quick=noticing.FAUX_OBSTACLES)] = None


Listener = Annotated[Ability, Asked("The listener’s Circles"), sheet("circles", at_once=False)]
ListenersDice = Annotated[int, OTHER, Asked("The listener’s reputation, affiliation and other dice")]
Covered = Annotated[
    bool, Asked("The player looks at this answer", "Shows what they roll and hear, and no obstacle.", gm=True)
]


@calculator("circles-detect", rules="CIR-10 CIR-11")
def circles_detect(
    asking: Annotated[Somebody | Nobody, Asked("Behind the screen", gm=True)] = Somebody(),
    listener: Listener = B4,
    bonus: ListenersDice = 0,
    successes: Annotated[int | None, Between(0, 100), Asked("Successes rolled", quick=QUICK_SUCCESSES)] = None,
    covered: Covered = False,
    *,
    ask: Rulings,
) -> Answer:
    """How hard is it to notice that someone asks around for you?"""
    hidden = _hidden(asking, ask)
    named = isinstance(asking, Somebody)
    asker = (asking.reputation, asking.caught) if isinstance(asking, Somebody) else ()
    dice = noticing.noticing_dice(listener.exponent, bonus, *asker)
    test = Test.of(listener.shade, dice.total, hidden.total, ask)
    values = test.values
    tells = ask["circles.detect-failed"] == "rumors" if named else True
    passed = noticing.heard(hidden.total, hidden.total, named)
    failed = noticing.heard(hidden.total - 1, hidden.total, named, rumors=tells)
    hears = None if successes is None else passed if successes >= hidden.total else failed
    same = isinstance(asking, Somebody) and asking.contact
    values |= {"hears": hears.value if hears else "", "same_contact": same and hears is Heard.SOMEBODY}
    if covered:
        # Which rulings an answer rests on would tell whether someone asked, so it rests on all of them.
        for name in ("circles.detect-failed", "circles.detect-base", "circles.detect-least"):
            ask[name]
        said = "Roll, and count your successes aloud." if hears is None else COVERED[hears]
        return Answer(values, (Verdict(f"{test.dice}D", (Fact("the obstacle is the GM’s"),), said),))
    facts = [Fact(DiceCount(test.dice), "dice"), Fact(test.chance, CHANCE)]
    said = "Keep this obstacle to yourself; the player rolls and learns only what is said below."
    if hears is not None:
        facts, said = [Fact(FIGURES[hears]), *facts], hears.words
    contact = " They also come upon the same contact when it fits, and do not know it." if same else ""
    need = wording.count(hidden.total, "success", "successes")
    steps = (
        f"On {need} or more, tell the player: {passed.words}{contact}",
        f"On fewer, tell the player: {failed.words}",
    )
    return Answer(
        values,
        (
            Verdict(ob(hidden.total), tuple(facts), said),
            test.odds(),
            Working(hidden.lines, hidden.total, "Obstacle, behind the screen"),
            Working(dice.lines, dice.total, "Dice", "D"),
            Steps(steps, "What to say"),
        ),
        test.marks("circles", Kind.CIRCLES),
    )


COVERED = {
    Heard.NOBODY: "You are sure of it: nobody has been asking for you.",
    Heard.SOMEBODY: "Someone has been asking for you.",
    Heard.RUMORS: "You hear rumors. The GM tells you which.",
    Heard.NOTHING: "You hear nothing.",
}
"""What the listener may see: rumors look like news."""


FIGURES = {
    Heard.NOBODY: "nobody asked",
    Heard.SOMEBODY: "someone asked",
    Heard.RUMORS: "false rumors",
    Heard.NOTHING: "nothing heard",
}


def _hidden(asking: Somebody | Nobody, ask: Rulings) -> Worked:
    """The obstacle that the GM keeps to themselves."""
    if isinstance(asking, Nobody):
        chosen = noticing.faux_obstacle(asking.draw) if asking.chosen is None else asking.chosen
        return Worked((Line(chosen, "Nobody asked: a number to keep them guessing", "CIR-10"),))
    if asking.caught and asking.inconspicuous:
        raise Unusable(
            "asking.caught", "Who failed to be inconspicuous has no successes over the obstacle; this has some."
        )
    return listening(asking.obstacle, asking.quietly, asking.inconspicuous, ask)


@table("circles-detection")
def detection_table() -> Table:
    """How hard it is to notice an inquiry, by the inquiry's own obstacle."""
    last = noticing.DETECTION
    rows = [(asked, noticing.detection(asked).total) for asked in range(1, last)]
    least = noticing.raised(noticing.detection(last), 1).total
    return Table(
        "Noticing an inquiry",
        ("The asker’s Ob", "The listener’s Ob"),
        (*rows, (f"{last} or more", f"{least}, by ruling")),
    )


class Way(Option):
    """How you ask around. Source: CIR-11."""

    OPENLY = "openly", "Openly"
    QUIETLY = "quietly", "Quietly"
    INCONSPICUOUSLY = "inconspicuously", "Inconspicuously"
    BOTH = "both", "Both at once"


YourOb = Annotated[int, Between(1, MOST_OBSTACLE), Asked("Your Circles obstacle", quick=(1, 2, 3, 4, 5))]
AddedQuietly = Annotated[int, QUIET, Asked("Obstacle you add to move quietly", quick=(1, 2, 3, 4, 5))]


@calculator("circles-quiet", rules="CIR-10 CIR-11")
def circles_quiet(
    obstacle: YourOb = 4,
    circles: Circles = B4,
    bonus: Annotated[int, OTHER, Asked("Your reputation, affiliation and other dice")] = 2,
    quietly: AddedQuietly = 1,
    inconspicuous: Annotated[Ability, Asked("Your Inconspicuous"), sheet("inconspicuous")] = B3,
    disadvantages: Annotated[frozenset[Disadvantage], Asked("You are")] = frozenset(),
    searcher: Annotated[Ability, Asked("The listener’s Circles")] = B5,
    searcher_bonus: Annotated[int, OTHER, Asked("Their other dice")] = 2,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How do you ask around without being noticed?"""
    base = 2 if ask["circles.inconspicuous"] == "two" else 1
    hurt = feels(wounds, inconspicuous, ask, ELEMENTS["skill"])
    plain = noticing.inconspicuous_obstacle(base, [one for one in Disadvantage if one in disadvantages])
    going = Worked((*plain.lines, hurt.obstacle))
    inquiry = Inquiry(
        obstacle,
        successes(circles.pool(bonus)),
        Ability(inconspicuous.shade, max(0, inconspicuous.exponent - hurt.lost)),
        going.total,
        searcher.pool(searcher_bonus),
    )

    def theirs(quiet: int, penalty: int = 0) -> int:
        return listening(obstacle, quiet, penalty, ask).total

    ways = {Way.OPENLY: inquiry.by_asking(0, theirs)}
    if quietly:
        ways[Way.QUIETLY] = inquiry.by_asking(quietly, theirs)
    # A skill that wounds have brought to 0 is no way at all.
    if not hurt.gone:
        ways[Way.INCONSPICUOUSLY] = inquiry.by_skill(0, theirs)
    if quietly and not hurt.gone and ask["circles.quiet-both"] == "yes":
        ways[Way.BOTH] = inquiry.by_skill(quietly, theirs)
    ladder = tuple(
        (wording.signed(quiet), obstacle + quiet, theirs(quiet), *_shares(inquiry.by_asking(quiet, theirs)))
        for quiet in range(rules.MOST_QUIET + 1)
    )
    columns = ("You add", "Your Ob", "Their Ob", "You find them", "They notice", "Found and unnoticed")
    skill: tuple[Block, ...] = (Note(f"Inconspicuous: {hurt.gone}", rule="HUB-18"),)
    if not hurt.gone:
        lost = ledger(hurt, inconspicuous.exponent, words="Dice of Inconspicuous")
        skill = (Working(going.lines, going.total, "Obstacle of Inconspicuous"), *lost)
    values = {
        "inconspicuous_obstacle": going.total,
        "noticing_obstacle": theirs(0),
        "noticing_obstacle_quietly": theirs(quietly),
    }
    how_quietly = Table("How quietly?", columns, ladder, quietly, Mark.DERIVED, folded=True)
    return Answer({**_values(ways), **values}, (*_compared(ways), how_quietly, *skill))


def _values(ways: Mapping[Way, Chances]) -> dict[str, Any]:
    values: dict[str, Any] = {"best": _best(ways).value, "ways": [way.value for way in ways]}
    for way, chances in ways.items():
        values |= {f"{way.value}_find": chances.find, f"{way.value}_noticed": chances.noticed}
        values[f"{way.value}_unnoticed"] = chances.unnoticed
    return values


def _best(ways: Mapping[Way, Chances]) -> Way:
    return max(ways, key=lambda way: ways[way].unnoticed)


def _compared(ways: Mapping[Way, Chances]) -> tuple[Block, ...]:
    """The ways side by side, and the best of them."""
    best = _best(ways)
    chances = ways[best]
    return (
        Verdict(
            best.words,
            (Fact(chances.unnoticed, "found and unnoticed"),),
            f"{best.words} you find them {often(chances.find)}, and someone notices {often(chances.noticed)}; "
            "no other way leaves you unnoticed more often.",
            Mark.DERIVED,
        ),
        Table(
            "The ways side by side",
            ("Way", "You find them", "They notice", "Found and unnoticed"),
            tuple((way, *_shares(chances)) for way, chances in ways.items()),
            list(ways).index(best),
            Mark.DERIVED,
        ),
    )


def _shares(chances: Chances) -> tuple[Fraction, Fraction, Fraction]:
    return chances.find, chances.noticed, chances.unnoticed
