"""How a prepared melee will go (MEL-56)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated

from engine import links, progress, wording
from engine.answer import Answer, Block, Entry, Fact, Note, Odds, Table, Verdict
from engine.calculators import calculator, find
from engine.forms import Asked, Between
from engine.games.burning_wheel.forms.rolled import MOST_SEED
from engine.games.melee.forms.encounter import FOES, FRIENDS, Hero, LineRow, fighters
from engine.games.melee.forms.people import Side
from engine.games.melee.readings import encounter as readings
from engine.games.melee.rules import forecast as rules
from engine.games.melee.rules.forecast import Forecast
from engine.rulings import Rulings
from engine.sampled import interval
from engine.working import Mark


@calculator("mel-forecast", rules="MEL-56")
def forecast(
    you: Annotated[Hero, Asked("You")] = Hero(),
    lines: Annotated[tuple[LineRow, ...], Asked("Everyone else")] = (*FRIENDS, *FOES),
    surroundings: Annotated[
        int, Between(0, 5), Asked("Light, sight, room and ground: Ob for everyone", gm=True, quick=(0, 1, 2, 3))
    ] = 0,
    fights: Annotated[int, Between(10, 5000), Asked("Fights to play", quick=(300, 1000, 5000), more=True)] = 300,
    seed: Annotated[int, Between(0, MOST_SEED), Asked("Roll number", "One more plays others", more=True)] = 1,
    *,
    ask: Rulings,
) -> Answer:
    """Is this too much for us?"""
    people = fighters(you, lines)
    found = rules.forecast(
        people,
        fights,
        seed,
        progress.report,
        surroundings=surroundings,
        hurt=you.wounds.levels,
        house=readings.house(ask),
    )
    ours, standing = found.won(Side.OURS.value), sum(one.you for one in found.endings)
    low, high = interval(ours, found.many)
    mean = Fraction(sum(one.rounds for one in found.endings), found.many)
    share = Fraction(ours, found.many)
    facts = (
        Fact(wording.decimal(mean), "rounds on average"),
        Fact(Fraction(standing, found.many), "you are up at the end"),
        Fact(wording.count(found.many, "fight") + " played"),
    )
    said = f"Your side holds the field {_often(ours, found.many)}: {wording.percent(low)} to {wording.percent(high)}."
    blocks: list[Block] = [
        Verdict(f"Ours: {wording.percent(share)}", facts, said, Mark.DERIVED),
        _sides(found),
        _lasting(found),
        *(_left(found, side) for side in found.sides),
        Note(
            "Everyone attacks whoever is closest to falling, blocks where it helps, and never moves, dodges or tries "
            "anything special. Players who do will fare better.",
            Mark.DERIVED,
            "MEL-56",
        ),
    ]
    values = {
        "won": {side: found.won(side) for side in found.sides},
        "undecided": found.won(""),
        "interval": [low, high],
        "rounds": [[number, count] for number, count in found.rounds().items()],
        "up": {side: [[left, count] for left, count in found.up(side).items()] for side in found.sides},
        "you": standing,
        "fights": found.many,
    }
    return Answer(values, tuple(blocks), compared=False)


def _often(found: int, of: int) -> str:
    return wording.often(Fraction(found, of))


def _sides(found: Forecast) -> Table:
    """How often each side wins, with the interval of what was sampled."""
    rows: list[tuple[Entry, ...]] = []
    for side in (*found.sides, ""):
        won = found.won(side)
        low, high = interval(won, found.many)
        words = Side.of(side).words if side else "nobody, or undecided"
        rows.append((words, Fraction(won, found.many), f"{wording.percent(low)} to {wording.percent(high)}"))
    return Table("Who holds the field", ("Side", "Chance", "95 % of such samples"), tuple(rows), mark=Mark.DERIVED)


def _lasting(found: Forecast) -> Odds:
    """How long it lasts."""
    rounds = found.rounds()
    last = max(rounds)
    chances = tuple(Fraction(rounds.get(number, 0), found.many) for number in range(1, last + 1))
    longest = wording.count(last, "round")
    return Odds(chances, 1, f"Rounds until it is over; the longest of these took {longest}.", first=1)


def _left(found: Forecast, side: str) -> Table:
    """How many of a side are up at the end."""
    up = found.up(side)
    rows = tuple((number, Fraction(count, found.many)) for number, count in sorted(up.items(), reverse=True))
    words = Side.of(side).words
    return Table(f"Still up: {words}", ("How many", "Chance"), rows, mark=Mark.DERIVED, folded=True)


def ahead(you: Hero, lines: tuple[LineRow, ...], surroundings: int) -> Mapping[str, str]:
    """What a link to the forecast of this set-up says."""
    form = find("mel-forecast").form
    setup = {**form.read({}), "you": you, "lines": lines, "surroundings": surroundings}
    return links.write(form, form.write(setup))
