"""Noticing that someone asks around, and asking without being noticed (CIR-10, CIR-11)."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Note, Steps, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.odds import odds_of
from engine.games.burning_wheel.calculators.people.circles import B3, MOST_BONUS
from engine.games.burning_wheel.dice import MOST_OBSTACLE, Pool, Shade, ob, successes
from engine.games.burning_wheel.forms.circles import Circles
from engine.games.burning_wheel.forms.rolled import MOST_SEED
from engine.games.burning_wheel.readings.classes import classes_of, marks_of
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger
from engine.games.burning_wheel.rules import circles as rules
from engine.games.burning_wheel.rules import noticing
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.circles import after_linked
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.noticing import Chances, Disadvantage, Heard
from engine.games.burning_wheel.words import often
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked

QUIET = Between(0, rules.MOST_QUIET)
B4 = Ability(Shade.BLACK, 4)
B5 = Ability(Shade.BLACK, 5)


@dataclass(frozen=True, slots=True)
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

    words: ClassVar[str] = "Someone was asking"


@dataclass(frozen=True, slots=True)
class Nobody:
    """Nobody was asking: the GM asks for some obstacle all the same."""

    draw: Annotated[int, Between(0, MOST_SEED), Asked("Draw number", "Another number draws another obstacle")] = 1
    chosen: Annotated[int | None, Between(3, 6), Asked("Or the GM picks", quick=noticing.FAUX_OBSTACLES)] = None

    words: ClassVar[str] = "Nobody was asking"


@calculator("circles-detect", rules="CIR-10 CIR-11")
def circles_detect(
    asking: Annotated[Somebody | Nobody, Asked("Behind the screen", gm=True)] = Somebody(),
    listener: Annotated[Ability, Asked("The listener’s Circles"), sheet("circles")] = B4,
    bonus: Annotated[int, Between(0, MOST_BONUS), Asked("The listener’s reputation, affiliation and other dice")] = 0,
    successes: Annotated[int | None, Between(0, 100), Asked("Successes rolled", quick=(0, 1, 2, 3, 4, 5))] = None,
    covered: Annotated[
        bool, Asked("The player looks at this answer", "Shows what they roll and hear, and no obstacle.", gm=True)
    ] = False,
    *,
    ask: Rulings,
) -> Answer:
    """How hard is it to notice that someone asks around for you?"""
    hidden = _hidden(asking, ask)
    if isinstance(asking, Somebody):
        dice = noticing.noticing_dice(listener.exponent, bonus, asking.reputation, asking.caught)
    else:
        dice = noticing.noticing_dice(listener.exponent, bonus)
    pool = Pool.of(dice.total, listener.shade)
    classed = classes_of(dice.total, hidden.total, ask)
    somebody = isinstance(asking, Somebody)
    tells = ask["circles.detect-failed"] == "rumors" if somebody else True
    passed = noticing.heard(hidden.total, hidden.total, somebody)
    failed = noticing.heard(hidden.total - 1, hidden.total, somebody, rumors=tells)
    hears = None if successes is None else passed if successes >= hidden.total else failed
    chance = law_of(pool, ask).at_least(hidden.total)
    same = isinstance(asking, Somebody) and asking.contact
    line = f"{pool.dice}D · {wording.percent(chance)}"
    blocks: list[Block] = [
        Verdict(
            ob(hidden.total),
            line if hears is None else f"{FIGURES[hears]} · {line}",
            "Keep this obstacle to yourself; the player rolls and learns only what is said below."
            if hears is None
            else hears.words,
        ),
        odds_of(pool, hidden.total, ask),
        Working(hidden.lines, hidden.total, "Obstacle, behind the screen"),
        Working(dice.lines, dice.total, "Dice", "D"),
        Steps(
            (
                f"On {wording.count(hidden.total, 'success', 'successes')} or more, tell the player: {passed.words}"
                + (" They also come upon the same contact when it fits, and do not know it." if same else ""),
                f"On fewer, tell the player: {failed.words}",
            ),
            "What to say",
        ),
    ]
    if covered:
        # Which rulings an answer rests on would tell whether someone asked, so it rests on all of them.
        for name in ("circles.detect-failed", "circles.detect-base", "circles.detect-least"):
            ask[name]
        said = "Roll, and count your successes aloud." if hears is None else COVERED[hears]
        blocks = [Verdict(f"{pool.dice}D", "the obstacle is the GM’s", said)]
    return Answer(
        values={
            "obstacle": hidden.total,
            "dice": dice.total,
            "probability": chance,
            "class": classed.value,
            "hears": hears.value if hears else "",
            "same_contact": same and hears is Heard.SOMEBODY,
        },
        blocks=tuple(blocks),
        effects=() if covered else marks_of("circles", classed, Kind.CIRCLES),
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


def listening(obstacle: int, quietly: int, inconspicuous: int, ask: Rulings) -> Worked:
    """The obstacle of noticing, under the table's rulings, each asked for only where it matters."""
    literal = ask["circles.detect-base"] == "total" if quietly else False
    found = noticing.detection(obstacle, quietly, inconspicuous, literal=literal)
    # What the asker added comes on top of the least.
    added = (0 if literal else quietly) + inconspicuous
    if found.total - added >= 1:
        return found
    return noticing.raised(found, (1 if ask["circles.detect-least"] == "one" else 0) + added)


@table("circles-detection")
def detection_table() -> Table:
    """How hard it is to notice an inquiry, by the inquiry's own obstacle."""
    last = noticing.DETECTION
    rows = [(str(asked), str(noticing.detection(asked).total)) for asked in range(1, last)]
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


@calculator("circles-quiet", rules="CIR-10 CIR-11")
def circles_quiet(
    obstacle: Annotated[int, Between(1, MOST_OBSTACLE), Asked("Your Circles obstacle", quick=(1, 2, 3, 4, 5))] = 4,
    circles: Circles = B4,
    bonus: Annotated[int, Between(0, MOST_BONUS), Asked("Your reputation, affiliation and other dice")] = 2,
    quietly: Annotated[int, QUIET, Asked("Obstacle you add to move quietly", quick=(1, 2, 3, 4, 5))] = 1,
    inconspicuous: Annotated[Ability, Asked("Your Inconspicuous"), sheet("inconspicuous")] = B3,
    disadvantages: Annotated[frozenset[Disadvantage], Asked("You are")] = frozenset(),
    searcher: Annotated[Ability, Asked("The Circles of whoever listens")] = B5,
    searcher_bonus: Annotated[int, Between(0, MOST_BONUS), Asked("Their other dice")] = 2,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How do you ask around without being noticed?"""
    base = 2 if ask["circles.inconspicuous"] == "two" else 1
    hurt = feels(wounds, inconspicuous, ask, ELEMENTS["skill"])
    plain = noticing.inconspicuous_obstacle(base, [one for one in Disadvantage if one in disadvantages])
    going = Worked((*plain.lines, hurt.obstacle))
    mine = successes(Pool.of(circles.exponent + bonus, circles.shade))
    theirs = successes(Pool.of(searcher.exponent + searcher_bonus, searcher.shade))
    alarmed = successes(Pool.of(searcher.exponent + searcher_bonus + noticing.SEARCHERS_DIE, searcher.shade))

    def theirs_at(quiet: int, penalty: int = 0) -> int:
        return listening(obstacle, quiet, penalty, ask).total

    def by_asking(quiet: int) -> Chances:
        return noticing.by_asking(mine.at_least(obstacle + quiet), theirs.at_least(theirs_at(quiet)))

    def by_skill(quiet: int) -> Chances:
        after = after_linked(mine, obstacle + quiet, inconspicuous.exponent - hurt.lost, going.total)
        slips = [(branch, successes(Pool.of(branch.dice, inconspicuous.shade))) for branch in after]
        return noticing.by_skill(slips, theirs, alarmed, lambda penalty: theirs_at(quiet, penalty))

    ways = {Way.OPENLY: by_asking(0)}
    if quietly:
        ways[Way.QUIETLY] = by_asking(quietly)
    # A skill that wounds have brought to 0 is no way at all.
    if not hurt.gone:
        ways[Way.INCONSPICUOUSLY] = by_skill(0)
    if quietly and not hurt.gone and ask["circles.quiet-both"] == "yes":
        ways[Way.BOTH] = by_skill(quietly)
    best = max(ways, key=lambda way: ways[way].unnoticed)
    values: dict[str, object] = {
        "best": best.value,
        "ways": [way.value for way in ways],
        "inconspicuous_obstacle": going.total,
        "noticing_obstacle": theirs_at(0),
        "noticing_obstacle_quietly": theirs_at(quietly),
    }
    for way, chances in ways.items():
        values |= {f"{way.value}_find": chances.find, f"{way.value}_noticed": chances.noticed}
        values[f"{way.value}_unnoticed"] = chances.unnoticed
    return Answer(
        values=values,
        blocks=(
            Verdict(
                best.words,
                f"found and unnoticed {wording.percent(ways[best].unnoticed)}",
                f"{best.words} you find them {often(ways[best].find)}, and someone notices "
                f"{often(ways[best].noticed)}; no other way leaves you unnoticed more often.",
                Mark.DERIVED,
            ),
            Table(
                "The ways side by side",
                ("Way", "You find them", "They notice", "Found and unnoticed"),
                tuple((way.words, *_shares(chances)) for way, chances in ways.items()),
                list(ways).index(best),
                Mark.DERIVED,
            ),
            Table(
                "How quietly?",
                ("You add", "Your Ob", "Their Ob", "You find them", "They notice", "Found and unnoticed"),
                tuple(
                    (wording.signed(quiet), str(obstacle + quiet), str(theirs_at(quiet)), *_shares(by_asking(quiet)))
                    for quiet in range(rules.MOST_QUIET + 1)
                ),
                quietly,
                Mark.DERIVED,
                folded=True,
            ),
            *(
                (Note(f"Inconspicuous: {hurt.gone}", rule="HUB-18"),)
                if hurt.gone
                else (
                    Working(going.lines, going.total, "Obstacle of Inconspicuous"),
                    *ledger(hurt, inconspicuous.exponent, words="Dice of Inconspicuous"),
                )
            ),
        ),
    )


def _shares(chances: Chances) -> tuple[str, str, str]:
    return wording.percent(chances.find), wording.percent(chances.noticed), wording.percent(chances.unnoticed)
