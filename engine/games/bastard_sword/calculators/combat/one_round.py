"""One round of a pair, exactly (BSR-31 to BSR-60)."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Odds, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.bastard_sword.dice import Pool
from engine.games.bastard_sword.forms.encounter import (
    BARE,
    EDGE,
    Constitution,
    ForBand,
    FourD8,
    InjuryTrack,
    Rating,
    Spirit,
    Weapon,
    WeaponModifiers,
    Worn,
)
from engine.games.bastard_sword.forms.pool import Malus
from engine.games.bastard_sword.readings import outlook as readings
from engine.games.bastard_sword.readings.damage import damage_die
from engine.games.bastard_sword.rules import one_round as rules
from engine.games.bastard_sword.rules.encounter import crowd
from engine.games.bastard_sword.rules.fighter import Fighter, One
from engine.games.bastard_sword.rules.injuries import BLEEDING_BOXES, Marks, Track
from engine.games.bastard_sword.rules.one_round import Buys, Does, Outcome, Plan
from engine.games.bastard_sword.rules.outlook import How
from engine.games.bastard_sword.rules.ranges import Band
from engine.games.bastard_sword.rules.spirit import MOST_BOUGHT, cost
from engine.games.bastard_sword.words import dice as of_dice
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Mark

MOST_BASE = 10
BaseDice = Between(0, MOST_BASE)
Turn = Annotated[int, BaseDice, Asked("Base dice for the turn", quick=(1, 2, 3, 4))]
Guard = Annotated[int, BaseDice, Asked("Base dice for the defence", quick=(0, 1, 2, 3))]
Doing = Annotated[Does, Asked("On the turn")]
Bought = Annotated[int, Between(0, MOST_BOUGHT), Asked("Dice bought with spirit", quick=(0, 1, 2))]
Buying = Annotated[Buys, Asked("Bought for", more=True)]
Before = Annotated[Marks, Asked("Boxes marked before", "As in 3 1 0; empty for unhurt", more=True), sheet("injuries")]
Bleeding = Annotated[
    int, Between(0, BLEEDING_BOXES - 1), Asked("Bleeding boxes", quick=(0, 1, 2), more=True), sheet("bleeding")
]
Stun = Annotated[int, Between(0, 60), Asked("Stun", quick=(0, 1, 3), more=True), sheet("stun")]
NAMES = ("you", "they")


@dataclass(frozen=True, slots=True)
class Duelist:
    """One of the two, and what they mean to do with their dice."""

    weapon: Weapon = FourD8
    does: Doing = Does.STRIKE
    turn: Turn = 2
    guard: Guard = 2
    bought: Bought = 0
    buys: Buying = Buys.TURN
    band: ForBand = Band.MEDIUM
    rating: Rating = 9
    modifiers: WeaponModifiers = EDGE
    armour: Worn = BARE
    spirit: Spirit = 24
    malus: Malus = 0
    constitution: Constitution = 3
    track: InjuryTrack = Track()
    marks: Before = Marks()
    bleeding: Bleeding = 0
    stun: Stun = 0

    @property
    def plan(self) -> Plan:
        """What they mean to do."""
        return Plan(self.does, self.turn, self.guard, self.bought, self.buys)


class First(Option):
    """Who acts first."""

    YOU = "you", "you"
    THEY = "they", "they"


@calculator("bs-round", rules="BSR-41")
def round_of_two(
    you: Annotated[Duelist, Asked("You")] = Duelist(),
    they: Annotated[Duelist, Asked("They")] = Duelist(),
    first: Annotated[First, Asked("First come")] = First.YOU,
    band: Annotated[Band, Asked("You stand at", more=True)] = Band.MEDIUM,
    *,
    ask: Rulings,
) -> Answer:
    """What does this round do to the two of you?"""
    both = (_one("you", you, ask, ours=True), _one("they", they, ask, ours=False))
    house = readings.house(both, ask, bought=bool(you.bought or they.bought))
    found = rules.played(
        both,
        (you.plan, they.plan),
        first=list(First).index(first),
        band=band,
        malus=(you.malus, they.malus),
        house=house,
    )
    mine, theirs = found.how(0), found.how(1)
    falls, fall = (sum((chance for how, chance in each.items() if not how.up), Fraction(0)) for each in (theirs, mine))
    hit, hurt = 1 - theirs[How.UNHURT], 1 - mine[How.UNHURT]
    facts = (Fact(falls, "they fall"), Fact(hurt, "you are hurt"), Fact(fall, "you fall"))
    said = f"You hurt them {wording.often(hit)}, and they you {wording.often(hurt)}."
    blocks: list[Block] = [
        Verdict(wording.percent(hit), facts, said, Mark.DERIVED),
        _together(found),
        _strip(found),
        _marks(found),
        _spirit(found),
        Note(
            "All hits buy damage, of the type that gets most through, and an injury goes to the row where it hurts "
            "least. Nobody retaliates or steps, and who is down tests nothing yet.",
            Mark.DERIVED,
            "BSR-44",
        ),
    ]
    values = {
        "hurt": {"you": hurt, "they": hit},
        "fall": {"you": fall, "they": falls},
        "how": {name: {how.value: chance for how, chance in found.how(at).items()} for at, name in enumerate(NAMES)},
        "together": [[one.value, other.value, chance] for (one, other), chance in found.together().items() if chance],
        "hits": {name: [list(pair) for pair in sorted(found.hits(at).items())] for at, name in enumerate(NAMES)},
        "marks": {
            name: [[list(rows), chance] for rows, chance in sorted(found.marks(at).items())]
            for at, name in enumerate(NAMES)
        },
        "spirit_lost": dict(zip(NAMES, found.spirit, strict=True)),
    }
    return Answer(values, tuple(blocks))


def _one(at: str, said: Duelist, ask: Rulings, *, ours: bool) -> One:
    """Someone as they come into the round. Raises `Unusable` for dice, marks or spirit that they do not have."""
    granted = said.weapon.dice
    turn = said.turn if said.does is not Does.NOTHING else 0
    if turn + said.guard > granted:
        most = of_dice(granted)
        raise Unusable(
            f"{at}.guard",
            f"The weapon skill grants {most} for the round; the turn and the defence take {turn + said.guard}.",
        )
    bought_on = turn if said.buys is Buys.TURN else said.guard
    if said.bought > bought_on:
        raise Unusable(
            f"{at}.bought", f"A test takes as many bonus dice as base dice, here {bought_on}; this buys {said.bought}."
        )
    price = cost(said.bought)
    if price > said.spirit:
        raise Unusable(f"{at}.bought", f"{of_dice(said.bought)} cost {price} spirit; there are {said.spirit}.")
    try:
        marks = said.marks.on(said.track)
    except Refused as error:
        raise Unusable(f"{at}.marks", str(error)) from None
    nothing = Pool.of(0, said.weapon.die)
    fighter = Fighter(
        0 if ours else 1,
        ours,
        nothing,
        said.weapon,
        said.band,
        damage_die(said.rating, ask),
        said.modifiers,
        said.armour,
        nothing,
        1,
        None,
        nothing,
        nothing,
        said.spirit,
        0,
        said.constitution,
        said.track,
    )
    (one,) = crowd(at, 1, fighter)
    return replace(one, marks=marks, bleeding=said.bleeding, stun=said.stun)


def _together(found: Outcome) -> Table:
    """How the two come out of it together: a row for each way that you do."""
    chances = found.together()
    mine, theirs = found.how(0), found.how(1)
    columns = [how for how in How if theirs[how]]
    rows: list[tuple[Entry, ...]] = [
        (f"You: {how.words}", *(chances[how, other] or None for other in columns), mine[how])
        for how in How
        if mine[how]
    ]
    rows.append(("In all", *(theirs[other] for other in columns), Fraction(1)))
    heads = tuple(f"They: {other.words}" for other in columns)
    return Table("You and they, together", ("", *heads, "In all"), tuple(rows), mark=Mark.DERIVED)


def _strip(found: Outcome) -> Odds:
    """The damage hits that they take, yours behind them."""
    theirs, mine = found.hits(1), found.hits(0)
    last = max(*theirs, *mine)
    chances, behind = (tuple(law.get(hits, Fraction(0)) for hits in range(last + 1)) for law in (theirs, mine))
    through = 1 - theirs.get(0, Fraction(0))
    said = f"Damage hits that they take: one or more {wording.often(through)}."
    return Odds(chances, 1, said, ghost=behind, ghost_words="those that you take", open_end=True)


def _marks(found: Outcome) -> Table:
    """How the rows stand after the round."""
    rows: list[tuple[Entry, ...]] = []
    laws = [found.marks(at) for at in (0, 1)]
    for marks in sorted({*laws[0], *laws[1]}):
        rows.append((" ".join(map(str, marks)), *(law.get(marks) for law in laws)))
    return Table("Boxes marked, row by row", ("Rows", "You", "They"), tuple(rows), mark=Mark.DERIVED, folded=True)


def _spirit(found: Outcome) -> Note:
    mine, theirs = map(wording.decimal, found.spirit)
    return Note(f"On average you lose or spend {mine} spirit, and they {theirs}.", Mark.DERIVED, "BSR-41")
