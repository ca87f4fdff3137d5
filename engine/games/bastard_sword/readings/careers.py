"""Which occupations and levels are open, as the table reads the source."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.games.bastard_sword.readings.making import attribute_rank
from engine.games.bastard_sword.rules import occupations
from engine.games.bastard_sword.rules.occupations import LEVELS, WAYS, Level, Occupation, Standing, Way
from engine.rulings import Rulings


@dataclass(frozen=True, slots=True)
class Step:
    """A level that was asked for: the standing after it, or why it is not open; `paid` is what its way in cost."""

    level: Level
    standing: Standing
    fault: str = ""
    paid: int = 0


def exceeded(have: int, than: int, ask: Rulings) -> bool:
    """Whether experience is more than is printed; asked where it is as much. Source: BSC-15."""
    return have > than or (have == than and ask["making.more-than"] == "reached")


def short(needs: Mapping[str, int], exp: Mapping[str, int], ask: Rulings) -> list[str]:
    """What of these needs is not met, as in "more than 12 of physics (you have 10)". Source: BSC-15, BSC-16."""
    return [
        f"more than {than} of {what} (you have {exp[what]})"
        for what, than in needs.items()
        if not exceeded(exp[what], than, ask)
    ]


def shut(way: Way, standing: Standing, *, scholar: bool, ask: Rulings) -> str:
    """What keeps a way into the occupation of an engineer shut; nothing where it is open. Source: BSC-15."""
    been = {"scholar": scholar, "academic": any(one.occupation is not Occupation.ENGINEER for one in standing.taken)}
    faults = [way.asks] if not been.get(way.key, True) else []
    return "; ".join([*faults, *short(way.needs, standing.exp, ask)])


def ways(standing: Standing, *, scholar: bool, ask: Rulings) -> list[Way]:
    """The ways that are open, the cheapest first. Source: BSC-15."""
    return sorted((way for way in WAYS if not shut(way, standing, scholar=scholar, ask=ask)), key=lambda way: way.cost)


def lacking(level: Level, standing: Standing, ask: Rulings) -> list[str]:
    """What keeps a level from being taken now. Source: BSC-16."""
    needs = LEVELS[level].needs
    if level is Level.HISTORIAN_STUDENT:
        faults = _unlettered(standing.exp["erudition"], needs["erudition"], ask)
    else:
        faults = short(needs, standing.exp, ask)
    if level in standing.taken and ask["making.repeat"] == "once":
        faults.append("to be taken once only")
    lower = level.lower
    if lower and lower not in standing.taken and ask["making.lower-level"] == "needed":
        faults.append(f"{lower.words} before it")
    return faults


def _unlettered(exp: int, than: int, ask: Rulings) -> list[str]:
    """The need of the first Historian, whose unit is not printed; asked where rank and experience differ."""
    rank = attribute_rank(exp, ask).rank
    if (rank > than) == (exp > than):
        return [] if exp > than else [f"more than {than} of erudition (you have {exp})"]
    return [f"erudition of rank {than + 1}"] if ask["making.historian"] == "rank" else []


def career(levels: Iterable[Level], standing: Standing, *, scholar: bool, ask: Rulings) -> list[Step]:
    """The levels one after the other, up to the first that is not open. Source: BSC-15, BSC-16."""
    steps: list[Step] = []
    for level in levels:
        lacks, paid = lacking(level, standing, ask), 0
        fault = f"{level.words} wants {'; '.join(lacks)}." if lacks else ""
        enters = level.occupation is Occupation.ENGINEER and not any(
            one.occupation is Occupation.ENGINEER for one in standing.taken
        )
        if enters and not fault:
            open_ = ways(standing, scholar=scholar, ask=ask)
            fault = "" if open_ else "No way into the occupation of an engineer is open."
            paid = open_[0].cost if open_ else 0
        if not fault:
            standing = occupations.after(standing, level)
        steps.append(Step(level, standing, fault, paid))
        if fault:
            break
    return steps
