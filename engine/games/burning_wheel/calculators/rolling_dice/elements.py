"""Which ability covers what, and how each behaves in a test (HUB-09, HUB-105)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Longest, branch
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


@branch("what you do")
class Picked:
    """What someone does, out of the list."""

    deed: Annotated[Deed, Asked("What you do")] = Deed.NOTICE


@branch("in your own words")
class InWords:
    """What someone does, in a reader's own words."""

    text: Annotated[str, Longest(160), Asked("What you do", "In your own words")] = ""


@branch("an ability")
class Covers:
    """One ability: everything that it covers."""

    ability: Annotated[Named, Asked("Ability")] = Named.WILL


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
            values, (Verdict("How?", (Fact("ask until it is clear"),), sentence), Note("The test card:", rule="HUB-11"))
        )
    first, best = ELEMENTS[found[0]], under[0]
    figure = best.skills[:1].upper() + best.skills[1:] if best.skills else first.name
    if not first.tested:
        words, sentence = ["never rolled"], f"{first.name} is never rolled: it says {first.covers.split(';')[0]}."
    elif first.nature is Nature.SKILL:
        words = ["a skill", "if you lack it, the stat behind it"]
        sentence = f"{figure}: a skill. If you lack it, the stat behind it stands in."
    elif first.nature is Nature.STAT:
        words = ["or a skill that fits better"]
        sentence = f"{figure}, unless you have a skill that fits: the skill comes first."
    else:
        words, sentence = [first.nature.words], f"{figure}: {first.covers}."
    blocks: list[Block] = [Verdict(figure, tuple(map(Fact, words)), sentence)]
    blocks.append(
        Table(
            "What could cover it" if len(under) > 1 else "What covers it",
            ("You", "Ability", "Skills"),
            tuple(
                (deed, ELEMENTS[one.element].name, (one.skills or "whichever fits") if _trained(one.element) else None)
                for deed, one in zip(deeds, under, strict=True)
            ),
        )
    )
    if any(_trained(one) for one in found):
        blocks.append(Note("If you lack the skill, roll its root stat with Beginner’s Luck.", rule="HUB-33"))
    return Answer(values, tuple(blocks))


def _trained(element: str) -> bool:
    """Whether a skill may cover it, or stand in for it."""
    return ELEMENTS[element].nature in (Nature.STAT, Nature.SKILL)


def _covers(element: Element) -> Answer:
    """What falls under one ability. Source: HUB-105."""
    deeds = [deed for deed, one in FALLS_UNDER.items() if one.element == element.id]
    covers, _, rest = element.covers.partition(";")
    feeds = f"feeds {element.feeds}" if element.feeds else "feeds nothing else"
    blocks: list[Block] = [
        Verdict(
            element.name, (Fact(rest.strip() or element.nature.words),), f"{element.name} covers {covers}; it {feeds}."
        ),
    ]
    if deeds:
        rows = tuple((deed, FALLS_UNDER[deed].skills or None) for deed in deeds)
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


@branch("one ability")
class One:
    """One ability, in everything."""

    ability: Annotated[Named, Asked("Ability")] = Named.PERCEPTION


@branch("who is the exception?")
class Who:
    """All abilities of which the same things hold."""

    traits: Annotated[frozenset[Trait], Asked("Which one …")] = frozenset({Trait.OPEN})


@dataclass(frozen=True, slots=True)
class Behavior:
    """An element and how it behaves, in the `later` edition or not; see `Element.open_ended` for `implied`."""

    element: Element
    later: bool
    implied: bool

    def holds(self, trait: Trait) -> bool:
        return trait.of_element(self.element, later=self.later, implied=self.implied)

    @property
    def odd(self) -> list[str]:
        """In what it is the exception, in words."""
        return [trait.words for trait in Trait if trait is not Trait.FORKS and self.holds(trait)]

    @property
    def log(self) -> str:
        """The table that it advances by; nothing where it has none here. Source: HUB-09, HUB-40."""
        return LOGS["skill"] if self.element.log == "later" and self.later else LOGS[self.element.log]

    @property
    def row(self) -> tuple[Entry, ...]:
        """Its row in the table of exceptions; None is as usual."""
        element = self.element
        return (
            element.name,
            "open-ended" if self.holds(Trait.OPEN) else None,
            None if element.wounds else "untouched",
            {Forks.SKILLS: "skills", Forks.SOME: "at times", Forks.NONE: "none"}[element.forks],
            element.helped if element.tested else "never rolled",
            "passed only" if element.success_only else None,
            self.log.removeprefix("the ").removesuffix(" table") or "none",
        )

    @property
    def sentence(self) -> str:
        """How it behaves, how it advances and where it comes from."""
        element = self.element
        comes = f" It comes from {element.built}." if element.built else ""
        if not element.tested:
            hurt = "; wounds lower it directly" if element.wounds else ""
            marker = f"{element.name} is a marker and never rolled{hurt}."
            return f"{marker} It has no log: it follows what it comes from.{comes}"
        forks = f"takes FoRKs from {FORKS[element.forks]}" if element.forks is not Forks.NONE else "takes no FoRKs"
        named = element.name if element.nature is Nature.SKILL else f"{element.name}, {element.nature.words},"
        advances = f"It advances by {self.log}." if self.log else "How it advances stands in another book."
        return f"{named} {wording.listed([*self.odd, forks])}. {advances}{comes}"


@calculator("ability-behavior", rules="HUB-09")
def ability_behavior(look: Annotated[One | Who, Asked("Look up")] = One(), *, ask: Rulings) -> Answer:
    """How does this ability behave in a test?"""
    later, implied = ask["edition"] == "later", ask["elements.emotions-open"] == "yes"
    every = {one: Behavior(helpable(one.element, ask), later, implied) for one in Named}
    if isinstance(look, Who):
        return _exceptions([trait for trait in Trait if trait in look.traits], every)
    found = every[look.ability]
    element = found.element
    return Answer(
        values={
            "kind": element.nature.value,
            "built": element.built,
            "tested": element.tested,
            "open_ended": found.holds(Trait.OPEN),
            "wounds": element.wounds,
            "forks": element.forks.value,
            "helped": element.helped,
            "log": found.log,
            "success_only": element.success_only,
        },
        blocks=(
            Verdict(element.name, tuple(map(Fact, found.odd[:4] or ["as usual"])), found.sentence),
            _matrix(list(every.values()), list(Named).index(look.ability)),
            Note(USUAL),
        ),
    )


def _exceptions(asked: list[Trait], every: Mapping[Named, Behavior]) -> Answer:
    """All abilities of which the same things hold."""
    found = [one for one, behavior in every.items() if all(behavior.holds(trait) for trait in asked)]
    names = [one.words for one in found] or ["none"]
    what = wording.listed(trait.words for trait in asked) or "is on a sheet"
    verdict = Verdict(f"{len(found)} of {len(Named)}", (), f"What {what}: {'; '.join(names)}.")
    shown = (_matrix([every[one] for one in found]), Note(USUAL)) if found else ()
    return Answer({"matches": [one.value for one in found], "count": len(found)}, (verdict, *shown))


def _matrix(listed: list[Behavior], current: int | None = None) -> Table:
    """Who is the exception, and in what."""
    columns = ("Ability", "Dice", "Wounds", "FoRKs", "Help from", "Marks", "Table")
    return Table("Who is the exception", columns, tuple(one.row for one in listed), current)


USUAL = (
    "A dash is the usual: not open-ended, wounds take dice, and every test is marked, passed or failed. "
    "What stands there is the exception."
)
FORKS = {Forks.SKILLS: "related skills", Forks.SOME: "skills where a chapter says so", Forks.NONE: "nothing"}
LOGS = {"skill": "the skill table", "stat": "the stat table", "none": "", "later": ""}
