"""Which rules a scene needs, and in what order to take them up (RIM-01, RIM-02)."""

from dataclasses import replace
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked
from engine.games.burning_wheel.rules import subsystems as rules
from engine.games.burning_wheel.rules.intent import Detail
from engine.games.burning_wheel.rules.subsystems import PATH, SUBSYSTEMS, Crowd, Kind, What
from engine.option import Option
from engine.rules import REGISTRY
from engine.working import Mark

MELEE = "MEL-01"
"""The rule that Melee! begins with."""
PLAIN = {
    "yes": ("Say yes", "no dice", "Nothing hangs on it: say yes and play on.", "HUB-05"),
    "test": ("One test", "against an obstacle", "Nobody stands against it: one test decides.", "HUB-18"),
    "versus": ("Versus test", "one roll each", "Both sides roll once, and more successes win.", "HUB-13"),
}


@calculator("which-rules", rules="RIM-01")
def which_rules(
    what: Annotated[What, Asked("What is happening?")] = What.OTHER,
    at_stake: Annotated[bool, Asked("Is something at stake, and could it go either way?")] = True,
    against: Annotated[bool, Asked("Does someone stand against it?")] = True,
    detail: Annotated[Detail, Asked("How much of the evening is it worth?")] = Detail.ROLL,
    crowd: Annotated[Crowd, Asked("How many take part?")] = Crowd.FEW,
) -> Answer:
    """Which rules do we need for this?"""
    found = rules.choose(what, at_stake, against, detail, crowd)
    system = SUBSYSTEMS.get(found.answer)
    here = system.here if system else found.answer in PLAIN or (found.answer == "melee" and MELEE in REGISTRY)
    blocks: list[Block]
    if system:
        line = f"{system.kind.words} · {_where(system.here)}"
        blocks = [Verdict(system.name, line, f"{system.name}: {system.purpose}.")]
        if system.here:
            blocks.append(Note(f"{system.name} begins here:", rule=system.rule))
        if what is What.CHASE:
            blocks.append(Note("With missiles in the air it is Range and Cover instead.", rule="RIM-01"))
        if system.kind is Kind.CONTEST:
            blocks.append(Note("One versus test settles it too, whenever you want it over.", rule="HUB-13"))
    elif found.answer == "melee":
        sentence = "Melee!: a fight of many with one action each a round; it bears three sides and more."
        blocks = [Verdict("Melee!", f"rules of their own · {_where(here)}", sentence)]
    elif found.answer == "battle":
        sentence = "A pitched battle has rules in another book; the sources of this site do not contain them."
        blocks = [Verdict("Pitched battle", "in another book", sentence, Mark.MISSING)]
    else:
        figure, line, sentence, rule = PLAIN[found.answer]
        blocks = [Verdict(figure, line, sentence), Note("How that goes:", rule=rule)]
        longer = rules.choose(what, at_stake, against, Detail.SCENE, crowd)
        if found.answer == "versus" and longer != found:
            name = SUBSYSTEMS[longer.answer].name if longer.answer in SUBSYSTEMS else LONGER[longer.answer]
            blocks.append(Note(f"Worth a scene? Then it is {name}.", rule="RIM-01"))
        if found.answer == "versus" and what is What.FIGHT:
            blocks.append(Note("When both want blood, each splits the skill into attack and defense first."))
    if found.then:
        after = wording.listed(SUBSYSTEMS[one].name for one in found.then)
        blocks.append(Note(f"It calls in its turn for {after}."))
    place = list(SUBSYSTEMS).index(system.id) if system else None
    blocks.append(replace(the_map(), current=place, folded=True))
    return Answer(
        values={
            "answer": found.answer,
            "then": list(found.then),
            "here": here,
        },
        blocks=tuple(blocks),
    )


def _where(here: bool) -> str:
    return "on this site" if here else "not on this site yet"


LONGER = {"melee": "Melee!", "battle": "a pitched battle"}


@table("subsystems")
def the_map() -> Table:
    """All sub-systems, and whether they stand on this site."""
    rows = tuple((one.name, one.purpose, "yes" if one.here else "to come") for one in SUBSYSTEMS.values())
    return Table("The Rim", ("Sub-system", "What for", "Here"), rows)


class Taught(Option):
    """The sub-systems of the path. The values are ids of `SUBSYSTEMS`. Source: RIM-02."""

    RESOURCES = "resources", "Resources"
    CIRCLES = "circles", "Circles"
    DUEL = "duel", "Duel of Wits"
    RANGE = "range", "Range and Cover"
    FIGHT = "fight", "Fight!"


class Pace(Option):
    """How much an evening introduces. Source: RIM-02."""

    BOOK = "book", "as the book has it, one or two"
    ONE = "one", "one only"


@calculator("learning-path", rules="RIM-02")
def learning_path(
    known: Annotated[frozenset[Taught], Asked("Your table plays these already")] = frozenset(),
    pace: Annotated[Pace, Asked("New in one evening")] = Pace.BOOK,
) -> Answer:
    """Which rules do we take up next?"""
    left = rules.remaining({one.value for one in known}, singly=pace is Pace.ONE)
    names = [wording.listed(SUBSYSTEMS[one].name for one in session.introduces) for session in left]
    taught = {one for session in PATH for one in session.introduces}
    rest = wording.listed(one.name for one in SUBSYSTEMS.values() if one.id not in taught)
    if left:
        after = wording.count(len(left) - 1, "more evening") if len(left) > 1 else "the last step"
        more = "" if known else " Before that, play with tests alone."
        verdict = Verdict(names[0], f"then {after}", f"Next, take up {names[0]}: {left[0].scene}.{more}")
        rows = tuple(
            (str(place), name, one.scene) for place, (name, one) in enumerate(zip(names, left, strict=True), 1)
        )
        shown: tuple[Block, ...] = (Table("The evenings to come", ("Evening", "New", "A scene for it"), rows, 0),)
    else:
        verdict = Verdict("All of them", "the path is behind you", "You play the whole path: nothing is left on it.")
        shown = ()
    return Answer(
        values={
            "next": list(left[0].introduces) if left else [],
            "evenings": len(left),
            "order": [one for session in left for one in session.introduces],
        },
        blocks=(verdict, *shown, Note(f"The rest is read when it comes up: {rest}.", rule="RIM-01")),
    )
