"""How a prepared fight will go (BSR-112)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated

from engine import progress, wording
from engine.answer import Answer, Block, Entry, Fact, Note, Odds, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between
from engine.games.bastard_sword.calculators.combat.encounter import OTHERS, start
from engine.games.bastard_sword.calculators.combat.encounter_ahead import FORECAST
from engine.games.bastard_sword.forms.encounter import Hero, LineRow
from engine.games.bastard_sword.forms.pool import MOST_SEED
from engine.games.bastard_sword.readings import outlook as readings
from engine.games.bastard_sword.rules import forecast as rules
from engine.games.bastard_sword.rules.encounter import Ended
from engine.games.bastard_sword.rules.forecast import Forecast, Setting
from engine.games.bastard_sword.rules.outlook import How
from engine.rulings import Rulings
from engine.sampled import Span, interval, mean_interval
from engine.working import Mark

SIDES = {True: Ended.OURS.value, False: Ended.THEIRS.value}
MOST_BARS = 20
"""Rounds that have a bar of their own."""
WORDS = {True: "Our side", False: "Their side"}


BEHAVE = Note(
    "Everyone goes for the foe who is nearest to falling of those they are in melee with, keeps half of the dice for "
    "defence, and buys damage for all hits. A bow shoots until a foe is upon it. Nobody retaliates, manoeuvres or "
    "runs, and nobody strikes at the fallen. A side without spirit gives up. Players who do more will fare better.",
    Mark.DERIVED,
    "BSR-112",
)


@calculator(FORECAST, rules="BSR-112")
def forecast(
    you: Annotated[Hero, Asked("You")] = Hero(),
    lines: Annotated[tuple[LineRow, ...], Asked("Everyone else")] = OTHERS,
    metres: Annotated[int, Between(0, 5000), Asked("Metres that shots go over", quick=(5, 10, 20, 50), more=True)] = 10,
    bought: Annotated[
        int, Between(0, 3), Asked("Dice that everyone buys for a blow", "While spirit allows", quick=(0, 1), more=True)
    ] = 0,
    fights: Annotated[int, Between(10, 5000), Asked("Fights to play", quick=(300, 1000, 5000), more=True)] = 300,
    seed: Annotated[int, Between(0, MOST_SEED), Asked("Roll number", "One more plays others", more=True)] = 1,
    *,
    ask: Rulings,
) -> Answer:
    """How will this go?"""
    ones = start(you, lines, ask=ask).fight.ones
    house = readings.house(ones, ask, bought=bought > 0, wakes=True)
    setting = Setting(readings.shooting(ones, metres, house, ask), metres, bought)
    found = rules.forecast(ones, fights, seed, progress.report, setting)
    won = found.won(ours=True)
    low, high = interval(won, found.many)
    lasted, span = _mean(found.rounds()), mean_interval(found.rounds())
    yours = found.line(0)
    up = sum(yours[end].get(1, 0) for end in How if end.up)
    facts = (
        Fact(wording.decimal(lasted), "rounds on average"),
        Fact(_seen(Fraction(up, found.many)), "you are up at the end"),
        Fact(wording.count(found.many, "fight") + " played"),
    )
    share = Fraction(won, found.many)
    said = f"Your side wins {wording.often(share)}: {_between((low, high))}."
    names = [you.name or "You", *(line.name or f"Line {at}" for at, line in enumerate(lines, 1))]
    many = [1, *(line.many for line in lines)]
    blocks: list[Block] = [
        Verdict(f"Ours: {wording.shown(_seen(share))}", facts, said, Mark.DERIVED),
        _sides(found),
        _ends(found, names, many),
        _lasting(found, span),
        *(_left(found, ours=ours) for ours in WORDS),
        BEHAVE,
    ]
    values = {
        "won": {SIDES[ours]: found.won(ours=ours) for ours in WORDS},
        "undecided": found.won(ours=None),
        "interval": [low, high],
        "rounds": [[number, count] for number, count in found.rounds().items()],
        "mean_rounds": [lasted, *span],
        "up": {SIDES[ours]: [list(pair) for pair in found.up(ours=ours).items()] for ours in WORDS},
        "living": {SIDES[ours]: [list(pair) for pair in found.living(ours=ours).items()] for ours in WORDS},
        "lines": [
            {end.value: sum(number * count for number, count in counts.items()) for end, counts in ends.items()}
            for ends in map(found.line, range(len(names)))
        ],
        "fights": found.many,
    }
    return Answer(values, tuple(blocks), compared=False)


def _mean(counts: Mapping[int, int]) -> Fraction:
    return Fraction(sum(number * count for number, count in counts.items()), sum(counts.values()))


def _seen(share: Fraction) -> Entry:
    """A share of what was sampled: its ends are what was seen, not what is certain."""
    return share if 0 < share < 1 else "always" if share else "never"


def _between(span: Span) -> str:
    low, high = span
    least = wording.percent(low) if low > 0 else "0"
    return f"{least} to {wording.percent(high) if high < 1 else f'100{wording.NO_BREAK}%'}"


def _sides(found: Forecast) -> Table:
    """How often each side wins, with the interval of what was sampled."""
    rows: list[tuple[Entry, ...]] = []
    for ours, words in (*WORDS.items(), (None, "Neither")):
        won = found.won(ours=ours)
        rows.append((words, _seen(Fraction(won, found.many)), _between(interval(won, found.many))))
    return Table("Who wins", ("Side", "Chance", "95 % of such samples"), tuple(rows), mark=Mark.DERIVED)


def _ends(found: Forecast, names: Sequence[str], many: Sequence[int]) -> Table:
    """How those of each line come out of it: shares of them, and the interval of the dead."""
    rows: list[tuple[Entry, ...]] = []
    for line, (name, people) in enumerate(zip(names, many, strict=True)):
        ends = found.line(line)
        share = {end: _mean(counts) / people for end, counts in ends.items()}
        low, high = mean_interval(ends[How.DEAD])
        dead = interval(ends[How.DEAD].get(1, 0), found.many) if people == 1 else (low / people, high / people)
        rows.append(
            (
                name if people == 1 else f"{name}, each of {people}",
                _seen(share[How.UNHURT]),
                _seen(share[How.HURT]),
                _seen(share[How.WOUNDED]),
                _seen(share[How.OUT] + share[How.DOWN]),
                _seen(share[How.DEAD]),
                _between(dead),
            )
        )
    columns = ("Who", "Unhurt", "Hurt", "Wounded", "Out or down", "Dead", "95 % for the dead")
    return Table("How they come out of it", columns, tuple(rows), mark=Mark.DERIVED)


def _lasting(found: Forecast, span: Span) -> Odds:
    """How long it lasts."""
    rounds = found.rounds()
    last = max(rounds)
    shown = min(last, MOST_BARS)
    counts = [rounds.get(number, 0) for number in range(1, shown)]
    chances = tuple(Fraction(count, found.many) for count in (*counts, found.many - sum(counts)))
    low, high = map(wording.decimal, span)
    longest = wording.count(last, "round")
    said = f"Rounds until it is over: {low} to {high} on average; the longest of these took {longest}."
    return Odds(chances, 1, said, last > shown, first=1)


def _left(found: Forecast, *, ours: bool) -> Table:
    """How many of a side are up, and how many alive, at the end."""
    up, living = found.up(ours=ours), found.living(ours=ours)
    rows: list[tuple[Entry, ...]] = []
    for number in range(found.sides.count(ours), -1, -1):
        alive = living.get(number, 0)
        rows.append(
            (
                number,
                _seen(Fraction(up.get(number, 0), found.many)),
                _seen(Fraction(alive, found.many)),
                _between(interval(alive, found.many)),
            )
        )
    columns = ("How many", "Still up", "Alive", "95 % for the living")
    return Table(f"Left at the end: {WORDS[ours].lower()}", columns, tuple(rows), mark=Mark.DERIVED, folded=True)
