"""Three fighters or more: who wins position against whom, and who stands where (FGT-20)."""

from itertools import combinations
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Longest, Unusable, row
from engine.games.burning_wheel.calculators.fight.distance_fields import LENGTHS_HINT, Arm
from engine.games.burning_wheel.forms.rolled import COUNTED, QUICK_SUCCESSES
from engine.games.burning_wheel.readings.fight_positioning import allowed_to, landings, one_winner, track_of
from engine.games.burning_wheel.rules.fight_distance import Distance, Places, Positioning
from engine.games.burning_wheel.rules.fight_many import Stander, decided
from engine.games.burning_wheel.rules.fight_positioning import Outcome
from engine.games.burning_wheel.rules.fight_reach import Part, handy
from engine.option import Option
from engine.rulings import Rulings

LEAST, MOST = 3, 6
NAME = Longest(30)


class Faction(Option):
    """Whom someone fights for."""

    ONE = "one", "Side A"
    TWO = "two", "Side B"
    ALONE = "alone", "Nobody else"


@row("fighter")
class Fighter:
    """Someone in the fight, with the roll for position."""

    name: Annotated[str, NAME, Asked("Who")] = "Another"
    side: Annotated[Faction, Asked("Fights for")] = Faction.TWO
    weapon: Annotated[Arm, Asked("Weapon", LENGTHS_HINT)] = Arm.LONG
    scripted: Annotated[Positioning, Asked("Scripts")] = Positioning.MAINTAIN
    successes: Annotated[int, COUNTED, Asked("Successes", "Less the own +Ob", quick=QUICK_SUCCESSES)] = 2

    @property
    def stander(self) -> Stander:
        """The same for the rules."""
        side = "" if self.side is Faction.ALONE else self.side.value
        return Stander(self.name, self.scripted, self.successes, side)


@row("pair")
class Apart:
    """Two who stand elsewhere than the rest."""

    one: Annotated[str, NAME, Asked("Who")] = ""
    other: Annotated[str, NAME, Asked("From whom")] = ""
    at: Annotated[Distance, Asked("Distance of the first")] = Distance.OUT


USUAL = (
    Fighter("Wenna", Faction.ONE, Arm.LONG, Positioning.CLOSE, 3),
    Fighter("Grim", Faction.TWO, Arm.LONGEST, Positioning.WITHDRAW, 4),
    Fighter("Orm", Faction.TWO, Arm.SHORT, Positioning.CLOSE, 1),
)


@calculator("who-stands-where", rules="FGT-20")
def who_stands_where(
    fighters: Annotated[tuple[Fighter, ...], Asked("Who fights")] = USUAL,
    at: Annotated[Distance, Asked("So far the longer weapons stand at")] = Distance.LUNGING,
    apart: Annotated[tuple[Apart, ...], Asked("Who stands elsewhere", more=True)] = (),
    *,
    ask: Rulings,
) -> Answer:
    """Three of us or more: who stands where?"""
    if not LEAST <= len(fighters) <= MOST:
        raise Unusable("fighters", f"This is for {LEAST} to {MOST} fighters; here are {len(fighters)}.")
    names = [one.name for one in fighters]
    if len({name.casefold() for name in names}) < len(names):
        raise Unusable("fighters", "Two fighters have one name; call each by a name of their own.")
    pairs = [pair for pair in combinations(fighters, 2) if pair[0].stander.foe_of(pair[1].stander)]
    if not pairs:
        raise Unusable("fighters", "All are on one side; put someone on the other.")
    stood = _stood(pairs, at, apart, ask)
    everyone = [one.stander for one in fighters]
    rows: list[tuple[Entry, ...]] = []
    now: list[Places] = []
    reaches: dict[str, list[str]] = {name: [] for name in names}
    for one, other in pairs:
        both = one.stander, other.stander
        pairwise, single = decided(*both, everyone), decided(*both, everyone, single=True)
        outcome = single if pairwise is not single and one_winner(ask) else pairwise
        now.append(_lands(one, other, stood[one.name, other.name], outcome, ask))
        for mine, theirs, places in ((one, other, now[-1]), (other, one, now[-1][::-1])):
            if not _barred(mine, places, ask):
                reaches[mine.name].append(theirs.name)
        before = _said(stood[one.name, other.name])
        rows.append((f"{one.name} – {other.name}", before, _won(one, other, outcome), _said(now[-1])))
    strikes = tuple((name, wording.listed(found) or "nobody") for name, found in reaches.items())
    able = [name for name, found in reaches.items() if found]
    figure = f"{len(able)} of {len(names)} may Strike"
    facts = (Fact.count(len(pairs), "pair", "pairs"),)
    said = f"{wording.listed(able)} may Strike someone." if able else "Nobody is in reach of anybody."
    blocks: list[Block] = [
        Verdict(figure, facts, said),
        Table("Pair by pair", ("Pair", "So far", "Position", "Now"), tuple(rows)),
        Table("Who may Strike whom", ("Who", "May Strike"), strikes),
        Note("Where two steps are won, the winner may stop short; the farthest is shown.", rule="FGT-19"),
    ]
    values = {
        "at": [f"{one.value}/{other.value}" for one, other in now],
        "reaches": [wording.listed(reaches[name]) for name in names],
    }
    return Answer(values, tuple(blocks))


def _stood(
    pairs: list[tuple[Fighter, Fighter]], at: Distance, apart: tuple[Apart, ...], ask: Rulings
) -> dict[tuple[str, str], Places]:
    """Where each pair stands before the test. Raises `Unusable` for a pair that is none. Source: FGT-20."""
    found: dict[tuple[str, str], Places] = {}
    for one, other in pairs:
        track = track_of(one.weapon.wields, other.weapon.wields, ask)
        turned = track_of(other.weapon.wields, one.weapon.wields, ask)
        found[one.name, other.name] = track.with_theirs(at) if track.longer else turned.with_theirs(at)[::-1]
        for row_ in apart:
            if (row_.one, row_.other) == (one.name, other.name):
                found[one.name, other.name] = track.with_theirs(row_.at)
            if (row_.other, row_.one) == (one.name, other.name):
                found[one.name, other.name] = turned.with_theirs(row_.at)[::-1]
    for place, row_ in enumerate(apart):
        if (row_.one, row_.other) not in found and (row_.other, row_.one) not in found:
            pair = f"{wording.quoted(row_.one)} and {wording.quoted(row_.other)}"
            raise Unusable(f"apart.{place}.one", f"Name two foes of this fight; {pair} are none.")
    return found


def _lands(one: Fighter, other: Fighter, at: Places, outcome: Outcome, ask: Rulings) -> Places:
    """Where a pair stands after the test: as far as the winner's intent takes them. Source: FGT-19, FGT-20."""
    if outcome.won is None:
        return at
    track = track_of(one.weapon.wields, other.weapon.wields, ask)
    scripted = one.scripted if outcome.won else other.scripted
    return landings(track, at, scripted, ask, mine=outcome.won, steps=outcome.steps)[0]


def _barred(mine: Fighter, places: Places, ask: Rulings) -> bool:
    length = mine.weapon.wields.length
    return allowed_to(Part.STRIKE, places[0], handy(length), places[1], ask).barred


def _said(places: Places) -> str:
    if places[0] is places[1]:
        return f"both {places[0].words}"
    return f"{places[0].words} – {places[1].words}"


def _won(one: Fighter, other: Fighter, outcome: Outcome) -> str:
    """Who has his way, in a cell."""
    if outcome.won is None:
        return "nobody"
    winner = one if outcome.won else other
    if not winner.scripted.moves:
        return f"{winner.name}: {winner.scripted.words}"
    return f"{winner.name}: {winner.scripted.words}, {wording.count(outcome.steps, 'step', 'steps')}"
