"""Which ability covers what, and how each behaves in a test (HUB-09, HUB-105)."""

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Longest
from engine.games.burning_wheel.readings.elements import helpable
from engine.games.burning_wheel.rules import elements as rules
from engine.games.burning_wheel.rules.elements import ELEMENTS, FALLS_UNDER, NOBODY, Deed, Element, Forks, Nature
from engine.option import Option
from engine.rulings import Rulings


class Named(Option):
    """Everything on a sheet that behaves in a way of its own. The values are ids of `ELEMENTS`."""

    WILL = "will", "Will"
    PERCEPTION = "perception", "Perception"
    AGILITY = "agility", "Agility"
    SPEED = "speed", "Speed"
    POWER = "power", "Power"
    FORTE = "forte", "Forte"
    HEALTH = "health", "Health"
    REFLEXES = "reflexes", "Reflexes"
    STEEL = "steel", "Steel"
    FAITH = "faith", "Faith"
    EMOTION = "emotion", "Grief, Greed or Hatred"
    MORTAL_WOUND = "mortal-wound", "Mortal Wound"
    SKILL = "skill", "a skill"
    MAGIC = "magic", "a magical skill"
    RESOURCES = "resources", "Resources"
    CIRCLES = "circles", "Circles"

    @property
    def element(self) -> Element:
        return ELEMENTS[self.value]


@dataclass(frozen=True, slots=True)
class Picked:
    """What someone does, out of the list."""

    deed: Annotated[Deed, Asked("What you do")] = Deed.NOTICE

    words: ClassVar[str] = "what you do"


@dataclass(frozen=True, slots=True)
class InWords:
    """What someone does, in a reader's own words."""

    text: Annotated[str, Longest(160), Asked("What you do", "In your own words")] = ""

    words: ClassVar[str] = "in your own words"


@dataclass(frozen=True, slots=True)
class Covers:
    """One ability: everything that it covers."""

    ability: Annotated[Named, Asked("Ability")] = Named.WILL

    words: ClassVar[str] = "an ability"


@calculator("ability-lookup", rules="HUB-105")
def ability_lookup(
    look: Annotated[Picked | InWords | Covers, Asked("Look up")] = Picked(),
) -> Answer:
    """Which ability covers this?"""
    if isinstance(look, Covers):
        return _covers(look.ability.element)
    deeds = (look.deed,) if isinstance(look, Picked) else rules.deeds_in(look.text)
    under = [FALLS_UNDER[deed] for deed in deeds]
    found = list(dict.fromkeys(one.element for one in under))
    skills = [one.skills for one in under if one.skills]
    values = {
        "candidates": found,
        "skills": skills,
        "rolled": any(ELEMENTS[one].tested for one in found),
        "deeds": [deed.value for deed in deeds],
    }
    if not found:
        sentence = "Nothing in the list says that. Say what you do, with what, and how; then the GM decides."
        return Answer(
            values, (Verdict("How?", "ask until it is clear", sentence), Note("The test card:", rule="HUB-11"))
        )
    first, best = ELEMENTS[found[0]], under[0]
    figure = best.skills[:1].upper() + best.skills[1:] if best.skills else first.name
    if not first.tested:
        line, sentence = "never rolled", f"{first.name} is never rolled: it says {first.covers.split(';')[0]}."
    elif first.nature is Nature.SKILL:
        line = "a skill · the stat behind it if you lack it"
        sentence = f"{figure}: a skill. If you lack it, the stat behind it stands in."
    elif first.nature is Nature.STAT:
        line = "or a skill that fits better"
        sentence = f"{figure}, unless you have a skill that fits: the skill comes first."
    else:
        line, sentence = first.nature.words, f"{figure}: {first.covers}."
    blocks: list[Block] = [Verdict(figure, line, sentence)]
    blocks.append(
        Table(
            "What could cover it" if len(under) > 1 else "What covers it",
            ("You", "Ability", "Skills"),
            tuple(
                (deed.words, ELEMENTS[one.element].name, one.skills or "whichever fits")
                if ELEMENTS[one.element].nature in (Nature.STAT, Nature.SKILL)
                else (deed.words, ELEMENTS[one.element].name, "–")
                for deed, one in zip(deeds, under, strict=True)
            ),
        )
    )
    if any(ELEMENTS[one].nature in (Nature.STAT, Nature.SKILL) for one in found):
        blocks.append(Note("If you lack the skill, roll its root stat with Beginner’s Luck.", rule="HUB-33"))
    return Answer(values, tuple(blocks))


def _covers(element: Element) -> Answer:
    """What falls under one ability. Source: HUB-105."""
    deeds = [deed for deed, one in FALLS_UNDER.items() if one.element == element.id]
    covers, _, rest = element.covers.partition(";")
    feeds = f"feeds {element.feeds}" if element.feeds else "feeds nothing else"
    blocks: list[Block] = [
        Verdict(element.name, rest.strip() or element.nature.words, f"{element.name} covers {covers}; it {feeds}."),
    ]
    if deeds:
        rows = tuple((deed.words, FALLS_UNDER[deed].skills or "–") for deed in deeds)
        blocks.append(Table(f"Under {element.name}", ("You", "Skills"), rows))
    blocks.append(Note("How it behaves in a test:", rule="HUB-09"))
    return Answer(
        values={
            "covers": element.covers,
            "feeds": element.feeds,
            "rolled": element.tested,
            "deeds": [deed.value for deed in deeds],
        },
        blocks=tuple(blocks),
    )


class Trait(Option):
    """In what an ability can be the exception."""

    OPEN = "open-ended", "rolls open-ended"
    SUCCESS = "success-only", "marks successes only"
    UNHURT = "unhurt", "loses nothing to wounds"
    FORKS = "forks", "takes FoRKs"
    HELPLESS = "helpless", "cannot be helped"
    MARKER = "marker", "is never rolled"

    def of_element(self, element: Element, *, later: bool, implied: bool = True) -> bool:
        """Whether it holds of an element, in the `later` edition or not; see `Element.open_ended` for `implied`."""
        return {
            Trait.OPEN: element.open_ended(later=later, implied=implied),
            Trait.SUCCESS: element.success_only,
            Trait.UNHURT: not element.wounds and element.tested,
            Trait.FORKS: element.forks is not Forks.NONE,
            Trait.HELPLESS: element.helped == NOBODY and element.tested,
            Trait.MARKER: not element.tested,
        }[self]


@dataclass(frozen=True, slots=True)
class One:
    """One ability, in everything."""

    ability: Annotated[Named, Asked("Ability")] = Named.PERCEPTION

    words: ClassVar[str] = "one ability"


@dataclass(frozen=True, slots=True)
class Who:
    """All abilities of which the same things hold."""

    traits: Annotated[frozenset[Trait], Asked("Which one …")] = frozenset({Trait.OPEN})

    words: ClassVar[str] = "who is the exception?"


@calculator("ability-behavior", rules="HUB-09")
def ability_behavior(look: Annotated[One | Who, Asked("Look up")] = One(), *, ask: Rulings) -> Answer:
    """How does this ability behave in a test?"""
    later, implied = ask["edition"] == "later", ask["elements.emotions-open"] == "yes"
    elements = {one: helpable(one.element, ask) for one in Named}
    if isinstance(look, Who):
        asked = [trait for trait in Trait if trait in look.traits]
        found = [
            one
            for one in Named
            if all(trait.of_element(elements[one], later=later, implied=implied) for trait in asked)
        ]
        names = [one.words for one in found] or ["none"]
        what = wording.listed(trait.words for trait in asked) or "is on a sheet"
        shown = (_matrix([elements[one] for one in found], later, implied), Note(USUAL)) if found else ()
        return Answer(
            values={"matches": [one.value for one in found], "count": len(found)},
            blocks=(
                Verdict(f"{len(found)} of {len(Named)}", " · ".join(names), f"What {what}: {'; '.join(names)}."),
                *shown,
            ),
        )
    element = elements[look.ability]
    odd = [
        trait.words
        for trait in Trait
        if trait is not Trait.FORKS and trait.of_element(element, later=later, implied=implied)
    ]
    log = _log(element, later)
    current = list(Named).index(look.ability)
    comes = f" It comes from {element.built}." if element.built else ""
    if element.tested:
        forks = f"takes FoRKs from {FORKS[element.forks]}" if element.forks is not Forks.NONE else "takes no FoRKs"
        named = element.name if element.nature is Nature.SKILL else f"{element.name}, {element.nature.words},"
        behaves = f"{named} {wording.listed([*odd, forks])}."
        advances = f" It advances by {log}." if log else " How it advances stands in another book."
    else:
        hurt = "; wounds lower it directly" if element.wounds else ""
        behaves = f"{element.name} is a marker and never rolled{hurt}."
        advances = " It has no log: it follows what it comes from."
    return Answer(
        values={
            "kind": element.nature.value,
            "built": element.built,
            "tested": element.tested,
            "open_ended": element.open_ended(later=later, implied=implied),
            "wounds": element.wounds,
            "forks": element.forks.value,
            "helped": element.helped,
            "log": log,
            "success_only": element.success_only,
        },
        blocks=(
            Verdict(
                element.name,
                " · ".join(odd) if odd else "as usual",
                f"{behaves}{advances}{comes}",
            ),
            replace(_matrix(list(elements.values()), later, implied), current=current),
            Note(USUAL),
        ),
    )


USUAL = (
    "A dash is the usual: not open-ended, wounds take dice, and every test is marked, passed or failed. "
    "What stands there is the exception."
)
FORKS = {Forks.SKILLS: "related skills", Forks.SOME: "skills where a chapter says so", Forks.NONE: "nothing"}
LOGS = {"skill": "the skill table", "stat": "the stat table", "none": "", "later": ""}


def _log(element: Element, later: bool) -> str:
    """The table that it advances by; nothing where it has none here. Source: HUB-09, HUB-40."""
    return LOGS["skill"] if element.log == "later" and later else LOGS[element.log]


def _matrix(elements: list[Element], later: bool, implied: bool) -> Table:
    """Who is the exception, and in what."""
    rows = tuple(
        (
            element.name,
            "open-ended" if element.open_ended(later=later, implied=implied) else "–",
            "–" if element.wounds else "untouched",
            {Forks.SKILLS: "skills", Forks.SOME: "at times", Forks.NONE: "none"}[element.forks],
            element.helped if element.tested else "never rolled",
            "passed only" if element.success_only else "–",
            _log(element, later).removeprefix("the ").removesuffix(" table") or "none",
        )
        for element in elements
    )
    columns = ("Ability", "Dice", "Wounds", "FoRKs", "Help from", "Marks", "Table")
    return Table("Who is the exception", columns, rows)
