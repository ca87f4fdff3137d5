"""Which rules a scene needs, and in what order to take them up (RIM-01, RIM-02)."""

from dataclasses import replace
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked
from engine.games.burning_wheel.rules import subsystems as rules
from engine.games.burning_wheel.rules.intent import Detail
from engine.games.burning_wheel.rules.subsystems import PATH, SUBSYSTEMS, Crowd, Kind, Plain, Subsystem, What
from engine.option import Option
from engine.rules import REGISTRY
from engine.working import Mark

MELEE = "MEL-01"
"""The rule that Melee! begins with."""
PLAIN = {
    Plain.YES: ("no dice", "Nothing hangs on it: say yes and play on.", "HUB-05"),
    Plain.TEST: ("against an obstacle", "Nobody stands against it: one test decides.", "HUB-18"),
    Plain.VERSUS: ("one roll each", "Both sides roll once, and more successes win.", "HUB-13"),
}
LONGER = {Plain.MELEE: "Melee!", Plain.BATTLE: "a pitched battle"}


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
    used = found.used
    if isinstance(used, Subsystem):
        here, place, blocks = used.here, list(SUBSYSTEMS).index(used.id), _of_subsystem(used, what)
    else:
        here, place = used in PLAIN or (used is Plain.MELEE and MELEE in REGISTRY), None
        blocks = _plain(used, here)
    if used is Plain.VERSUS:
        blocks += _beyond_versus(rules.choose(what, at_stake, against, Detail.SCENE, crowd).used, what)
    if found.then:
        after = wording.listed(SUBSYSTEMS[one].name for one in found.then)
        blocks.append(Note(f"It calls in its turn for {after}."))
    blocks.append(replace(the_map(), current=place, folded=True))
    return Answer({"answer": found.answer, "then": list(found.then), "here": here}, tuple(blocks))


def _of_subsystem(system: Subsystem, what: What) -> list[Block]:
    """What leads into a sub-system."""
    facts = (Fact(system.kind.words), _where(system.here))
    blocks: list[Block] = [Verdict(system.name, facts, f"{system.name}: {system.purpose}.")]
    if system.here:
        blocks.append(Note(f"{system.name} begins here:", rule=system.rule))
    if what is What.CHASE:
        blocks.append(Note("With missiles in the air it is Range and Cover instead.", rule="RIM-01"))
    if system.kind is Kind.CONTEST:
        blocks.append(Note("One versus test settles it too, whenever you want it over.", rule="HUB-13"))
    return blocks


def _plain(used: Plain, here: bool) -> list[Block]:
    """What leads to one test or none, or to rules that stand elsewhere."""
    if used is Plain.MELEE:
        sentence = "Melee!: a fight of many, one action each a round, with three sides or more."
        return [Verdict(used.words, (Fact("its own rules"), _where(here)), sentence)]
    if used is Plain.BATTLE:
        sentence = "A pitched battle has rules in another book; the sources of this site do not contain them."
        return [Verdict(used.words, (Fact("in another book"),), sentence, Mark.MISSING)]
    line, sentence, rule = PLAIN[used]
    return [Verdict(used.words, (Fact(line),), sentence), Note("How that goes:", rule=rule)]


def _beyond_versus(longer: Subsystem | Plain, what: What) -> list[Block]:
    """What one versus test could become if it is worth a scene."""
    notes: list[Block] = []
    if longer is not Plain.VERSUS:
        name = longer.name if isinstance(longer, Subsystem) else LONGER[longer]
        notes.append(Note(f"Worth a scene? Then it is {name}.", rule="RIM-01"))
    if what is What.FIGHT:
        notes.append(Note("When both want blood, each splits the skill into attack and defense first."))
    return notes


def _where(here: bool) -> Fact:
    return Fact("on this site" if here else "not on this site yet")


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
        after = Fact.count(len(left) - 1, "more evening") if len(left) > 1 else Fact("the last step")
        more = "" if known else " Before that, play with tests alone."
        verdict = Verdict(names[0], (after,), f"Next, take up {names[0]}: {left[0].scene}.{more}")
        rows = tuple((place, name, one.scene) for place, (name, one) in enumerate(zip(names, left, strict=True), 1))
        shown: tuple[Block, ...] = (Table("The evenings to come", ("Evening", "New", "A scene for it"), rows, 0),)
    else:
        verdict = Verdict(
            "All of them", (Fact("the path is behind you"),), "You play the whole path: nothing is left on it."
        )
        shown = ()
    return Answer(
        values={
            "next": list(left[0].introduces) if left else [],
            "evenings": len(left),
            "order": [one for session in left for one in session.introduces],
        },
        blocks=(verdict, *shown, Note(f"The rest is read when it comes up: {rest}.", rule="RIM-01")),
    )
