"""Opponents in a minute: skills, stats and tolerances of someone made up on the spot (NPC-01 to NPC-05)."""

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from engine import wording
from engine.answer import Answer, Block, Fact, Keep, Note, Steps, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Longest, Unusable
from engine.games.burning_wheel.blocks import wounds as wounds_shown
from engine.games.burning_wheel.calculators.running_it import sheets
from engine.games.burning_wheel.forms.wounds import Stats
from engine.games.burning_wheel.rules import opponents as rules
from engine.games.burning_wheel.rules import wounds
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.opponents import Competence, Quick, Tier
from engine.games.burning_wheel.rules.stats import Stat
from engine.games.burning_wheel.rules.wounds import Level
from engine.games.burning_wheel.views.blocks import Deck, ManeuverCard
from engine.refused import Refused
from engine.working import Mark

T = TypeVar("T")
GROUP = 5
MOST_AGE = 999
MOST_SKILLS = 8
SAID, SHORT = Longest(160), Longest(40)


@calculator("opponent", rules="NPC-01 NPC-02 NPC-04 NPC-05")
def opponent(
    name: Annotated[str, SHORT, Asked("Who")] = "Guard",
    good: Annotated[Competence, Asked("How good")] = Competence.TRAINED,
    skills: Annotated[str, SAID, Asked("At what", "Best first, with commas")] = "Spear, Brawling, Observation",
    high: Annotated[frozenset[Stat], Asked("Stats at 5")] = frozenset(),
    low: Annotated[frozenset[Stat], Asked("Stats at 3", "The very young, the very old", more=True)] = frozenset(),
    age: Annotated[int | None, Between(0, MOST_AGE), Asked("Age", "Empty: not said", more=True)] = None,
    tier: Annotated[Tier, Asked("How long they matter")] = Tier.ONE_OFF,
    gear: Annotated[str, SAID, Asked("Gear", "With commas", more=True)] = "",
    belief: Annotated[str, SAID, Asked("Belief", "One, about this scene", more=True)] = "",
    instinct: Annotated[str, SAID, Asked("Instinct", more=True)] = "",
    traits: Annotated[str, SAID, Asked("Traits", "With commas", more=True)] = "",
) -> Answer:
    """Who is that, in numbers?"""
    names = _parts(skills)
    if len(names) > MOST_SKILLS:
        raise Unusable("skills", f"At most {MOST_SKILLS} skills do for someone like this; this says {len(names)}.")
    twice = [
        one for place, one in enumerate(names) if one.casefold() in map(str.casefold, (*names[:place], *NOT_SKILLS))
    ]
    if twice:
        raise Unusable("skills", f"{twice[0]} stands here twice, or is a stat.")
    found = Quick(_at("skills", lambda: rules.ranked(good, names)), _at("low", lambda: rules.stats(high, low, age)))
    called = name or "Someone"
    written = {"Belief": belief, "Instinct": instinct, "Traits": traits, "Gear": gear}
    line = _line(called, found)
    placed = found.tolerances
    best = found.skills[0][1] if found.skills else 0
    facts = (
        Fact(f"B{best}" if best else "–", "at best"),
        Fact(str(found.hesitation), "hesitation"),
        Fact(f"B{found.reflexes}", "Reflexes"),
        Fact(str(placed.mortal), "Mortal Wound"),
    )
    blocks: list[Block] = [
        Verdict(called, facts, f"{line}"),
        wounds_shown.strip(placed, ""),
        Keep("Ready to be hit, and to fill any form.", _sheet(called, found, written), (1, GROUP)),
        Deck(f"{called}, as a card.", (_card(called, found, written),)),
        _needs(tier, written),
    ]
    if found.stats[Stat.POWER] != found.stats[Stat.FORTE]:
        said = f"Power and Forte differ. These tolerances are the row of their mean, rounded down: {found.level}."
        blocks.append(Note(said, mark=Mark.DERIVED, rule="INJ-03"))
    values: dict[str, Any] = {
        "skills": [list(one) for one in found.skills],
        "stats": [[stat.value, exponent] for stat, exponent in found.stats.items()],
        "reflexes": found.reflexes,
        "hesitation": found.hesitation,
        "tolerances": [str(place) for place in placed.places.values()],
        "needs": [one.value for one in rules.TIERS[tier].needs],
        "may": [one.value for one in rules.TIERS[tier].may],
    }
    return Answer(values, tuple(blocks))


def _at(field: str, asked: Callable[[], T]) -> T:
    """What a rule gives. Raises `Unusable` at a field for what it cannot work with."""
    try:
        return asked()
    except Refused as error:
        raise Unusable(field, str(error)) from None


NOT_SKILLS = tuple(stat.words for stat in Stat)


def _parts(said: str) -> list[str]:
    """What stands between the commas of a text."""
    return [" ".join(part.split()) for part in said.split(",") if part.strip()]


def _stats(found: Quick) -> str:
    """The six stats: "all B4", or those that differ first."""
    usual = rules.STATS.usual
    other = [f"{stat.words} B{exponent}" for stat, exponent in found.stats.items() if exponent != usual]
    if len(set(found.stats.values())) == 1:
        return f"all B{found.stats[Stat.WILL]}"
    return f"{', '.join(other)}, the others B{usual}"


def _skills(found: Quick) -> str:
    return ", ".join(f"{name} B{exponent}" for name, exponent in found.skills) or "none"


def _line(called: str, found: Quick) -> str:
    """All in one line, to copy into a chat."""
    places = " ".join(str(place) for place in found.tolerances.places.values())
    return f"{called}: {_skills(found)}; stats {_stats(found)}; wounds {places}."


def _card(called: str, found: Quick, written: dict[str, str]) -> ManeuverCard:
    places = found.tolerances.places
    lines = (
        ("Stats", _stats(found)),
        ("Skills", _skills(found)),
        ("Wounds", ", ".join(f"{level.words[:2]} {place}" for level, place in places.items())),
        ("Hesitates", str(found.hesitation)),
        *((title, said) for title, said in written.items() if said),
    )
    return ManeuverCard(called, f"Reflexes B{found.reflexes}", lines, "Hits: ○ ○ ○ ○ ○ ○", "")


def _needs(tier: Tier, written: dict[str, str]) -> Steps:
    """What is still to be written down of someone of this tier."""
    found = rules.TIERS[tier]
    done = {title.lower() for title, said in written.items() if said} | {"skills", "stats", "tolerances"}
    left = [one for one in found.needs if one.value not in done]
    may = [one.words for one in found.may if one.value not in done]
    steps = [f"Write down {one.words}." for one in left]
    steps += [f"If it helps, add {wording.listed(may, 'or')}."] if may else []
    steps += ["No rule of burning characters binds you here."] if tier is Tier.CRUCIAL else []
    return Steps(tuple(steps or ["Nothing more is needed."]), f"For {tier.words}")


def _sheet(called: str, found: Quick, written: dict[str, str]) -> dict[str, Any]:
    rows = [(stat.words, f"B{exponent}") for stat, exponent in found.stats.items()]
    rows += [(name, f"B{exponent}") for name, exponent in found.skills]
    return {
        "name": called,
        "concept": f"Reflexes B{found.reflexes}, hesitation {found.hesitation}",
        "opponent": True,
        "beliefs": written["Belief"],
        "instincts": written["Instinct"],
        "traits": "\n".join(_parts(written["Traits"])),
        "abilities": sheets.abilities(rows),
        "tolerances": {"is": "preset", "stat": found.level},
        "gear": [{"name": one} for one in _parts(written["Gear"])],
    }


@calculator("opponent-wound", rules="NPC-03")
def opponent_wound(
    stats: Annotated[Stats, Asked("Their stats")] = Stats.B4,
    hit: Annotated[Coordinate, Asked("The blow", quick=("B5", "B7", "B9", "B10"))] = Coordinate(7),
) -> Answer:
    """How badly is someone hit who has no sheet?"""
    placed = wounds.PRESETS[stats.value]
    level = placed.level(hit)
    takes = wounds.EFFECTS[level].takes
    further = [(one, place) for one, place in placed.places.items() if place > hit]
    facts = [Fact(str(hit), "the blow"), Fact(takes)]
    blocks: list[Block] = [
        Verdict(level.wound, tuple(facts), f"{hit} on stats of {stats.words}: {level.wound}, which takes {takes}."),
        wounds_shown.strip(placed, "", wounds=[(hit, level)] if level is not Level.NONE else ()),
    ]
    if further:
        one, place = further[0]
        blocks.append(Note(f"{one.words} would begin at {place}."))
    return Answer({"level": level.value, "takes": takes}, tuple(blocks))


@table("opponent-tolerances")
def rows() -> Table:
    """The four ready rows."""
    columns = ("Stats", *(level.words for level in next(iter(wounds.PRESETS.values())).places))
    listed = tuple((stat, *map(str, row.places.values())) for stat, row in wounds.PRESETS.items())
    return Table("Tolerances by their stats", columns, listed)
