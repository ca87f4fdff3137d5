"""An exchange of Fight! ahead: two scripts, and how they leave both sides (FGT-67, FGT-72)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated

from engine import progress, wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.mixes import dice as dice_of
from engine.games.burning_wheel.calculators.fight.practice import (
    FIELDS,
    MOST_DICE,
    SWORD,
    Across,
    Armed,
    At,
    Covered,
    Stands,
    TheirsAt,
    places_of,
    track_of,
)
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.forms.fight_script import TEXT, asked, volley_of
from engine.games.burning_wheel.forms.fighting import QUICK_DICE
from engine.games.burning_wheel.forms.rolled import MOST_SEED
from engine.games.burning_wheel.forms.weapons import Weapon, wielded
from engine.games.burning_wheel.forms.worn import Worn
from engine.games.burning_wheel.readings.fight_play import exchange_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger
from engine.games.burning_wheel.rules import fight_exchange as rules
from engine.games.burning_wheel.rules import weapons as arms
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.fight_distance import LADDER, Distance
from engine.games.burning_wheel.rules.fight_exchange import Ahead, Balance, End, Exchange, Law, TooMany
from engine.games.burning_wheel.rules.fight_outlook import OUT
from engine.games.burning_wheel.rules.fight_procedure import Fight, Fighter, Phase, Side, Standing
from engine.games.burning_wheel.rules.fight_script import Script, check
from engine.games.burning_wheel.rules.stances import Stance
from engine.games.burning_wheel.rules.wounds import Level, suggestion
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Mark

NAMES = ("You", "They")
B3, B4, B5 = (Ability(Shade.BLACK, dice) for dice in (3, 4, 5))
NUMBERS = ("first", "second", "third")
Steel = Annotated[Ability, Asked("Steel", more=True, quick=QUICK_DICE)]
Hesitation = Annotated[int, Between(0, 10), Asked("Hesitation", more=True, quick=(3, 4, 5, 6))]
Actions = Annotated[
    int, Between(1, 10), Asked("Actions in this exchange", "Reflexes, less what wounds take", quick=(2, 3, 4, 5))
]


@dataclass(frozen=True, slots=True)
class Written:
    """Three volleys as they are typed, a group of fields."""

    first: Annotated[str, TEXT, asked("Volley 1", "Positioning and actions, in order")] = "Maintain, Strike"
    second: Annotated[str, TEXT, asked("Volley 2")] = "Maintain, Block"
    third: Annotated[str, TEXT, asked("Volley 3")] = "Maintain, Strike"

    def script(self, at: str) -> Script:
        """The script in the group `at`. Raises `Unusable` at the first volley that holds what is no action."""
        first, second, third = (volley_of(getattr(self, name), f"{at}.{name}") for name in NUMBERS)
        return Script((first, second, third))


@dataclass(frozen=True, slots=True)
class Expected(Written):
    """What they are expected to script."""

    first: Annotated[str, TEXT, asked("Volley 1")] = "Maintain, Block"
    second: Annotated[str, TEXT, asked("Volley 2")] = "Maintain, Strike"
    third: Annotated[str, TEXT, asked("Volley 3")] = "Maintain, Avoid"


@dataclass(frozen=True, slots=True)
class They:
    """A fighter at the beginning of an exchange, a group of fields."""

    skill: Annotated[Ability, Asked("Weapon skill", "With FoRKs, as B6", quick=QUICK_DICE)] = B4
    weapon: Armed = SWORD
    actions: Actions = 3
    worn: Covered = Worn.NONE
    stance: Stands = Stance.NEUTRAL
    power: Annotated[Ability, Asked("Power", more=True, quick=QUICK_DICE)] = B4
    speed: Annotated[Ability, Asked("Speed", more=True, quick=QUICK_DICE)] = B4
    forte: Annotated[Ability, Asked("Forte", more=True, quick=QUICK_DICE)] = B4
    agility: Annotated[Ability, Asked("Agility", more=True, quick=QUICK_DICE)] = B4
    hands: Annotated[Ability, Asked("Brawling or Boxing", more=True, quick=QUICK_DICE)] = B3
    steel: Steel = B5
    hesitation: Hesitation = 6
    wounds: Wounded = UNHURT

    def side(self, place: int, at: Distance, ask: Rulings) -> Side:
        """This side at its own distance. Raises `Unusable` for one that cannot fight, or has too many dice."""
        field = FIELDS[place]
        for name in ("skill", "power", "speed", "forte", "agility", "hands", "steel"):
            ability = getattr(self, name)
            if ability.exponent > MOST_DICE:
                raise Unusable(f"{field}.{name}", f"This takes at most {MOST_DICE} dice; this is {ability}.")
            element = ELEMENTS["skill" if name == "hands" else name]
            gone = feels(self.wounds, ability, ask, element).gone
            if gone and name not in ("hands", "steel"):
                raise Unusable(f"{field}.{name}", gone)
        fighter = Fighter(
            NAMES[place],
            skill=self.skill,
            hands=self.hands,
            speed=self.speed,
            power=self.power,
            steel=self.steel,
            hesitation=self.hesitation,
            reflexes=self.actions + self.wounds.dice,
            weapon=_held(self.weapon, ask),
            tolerances=suggestion(self.power, self.forte),
            suit=self.worn.suit,
            agility=self.agility,
            forte=self.forte,
        )
        levels = (Level.SUPERFICIAL,) * self.wounds.superficial + (Level.LIGHT,) * self.wounds.dice
        return Side(fighter, Standing(at=at, stance=self.stance, levels=levels))

    def ledgers(self, whose: str, ask: Rulings) -> list[Block]:
        """What wounds take from the dice above."""
        felt = feels(self.wounds, self.skill, ask, ELEMENTS["skill"])
        return ledger(felt, self.skill.exponent, 0, words=f"{whose} dice: skill", against=f"{whose} own +Ob")


@dataclass(frozen=True, slots=True)
class You(They):
    """Your own side, which a sheet can fill."""

    skill: Annotated[Ability, Asked("Weapon skill", "With FoRKs, as B6", quick=QUICK_DICE), sheet("skill")] = B5
    weapon: Annotated[Armed, sheet("weapons", at_once=True)] = SWORD
    power: Annotated[Ability, Asked("Power", more=True, quick=QUICK_DICE), sheet("power")] = B4
    speed: Annotated[Ability, Asked("Speed", more=True, quick=QUICK_DICE), sheet("speed")] = B4
    forte: Annotated[Ability, Asked("Forte", more=True, quick=QUICK_DICE), sheet("forte")] = B4
    agility: Annotated[Ability, Asked("Agility", more=True, quick=QUICK_DICE), sheet("agility")] = B4
    steel: Annotated[Steel, sheet("steel")] = B5


def _held(weapon: Weapon, ask: Rulings) -> arms.Weapon:
    """A weapon of the form as the procedure takes it, read as this table does."""
    held = wielded(weapon, ask)
    return replace(
        held.row or arms.WEAPONS["sword"],
        key=held.row.key if held.row else "",
        name=held.words,
        power=held.weapon.power,
        add=held.add,
        speed=held.weapon.speed,
        va=held.weapon.va,
        length=held.weapon.length,
        great_strike=held.weapon.great_strike,
    )


@calculator("fight-exchange", rules="FGT-72")
def fight_exchange(
    yours: Annotated[Written, Asked("Your script")] = Written(),
    theirs: Annotated[Expected, Asked("Their script")] = Expected(),
    you: Annotated[You, Asked("You")] = You(),
    they: Annotated[They, Asked("They")] = They(),
    at: At = Distance.OPTIMAL,
    theirs_at: TheirsAt = Across.FAR,
    exchanges: Annotated[
        int, Between(100, 4000), Asked("Exchanges to play", "Where it is sampled", more=True, quick=(1000, 4000))
    ] = 1000,
    seed: Annotated[int, Between(0, MOST_SEED), Asked("Roll number", "One more plays others", more=True)] = 1,
    *,
    ask: Rulings,
) -> Answer:
    """How will this exchange leave us?"""
    fight = _fight((you, they), (yours, theirs), at, theirs_at, ask)
    exchange = Exchange(fight)
    try:
        ahead = exchange.ahead()
    except TooMany:
        ahead = exchange.sampled(exchanges, seed, progress.report)
    start = (fight.sides[0].state, fight.sides[1].state)
    found = rules.balance(ahead.end, start)
    law = ahead.end
    over = law.chance(lambda end: end.over)
    blocks: list[Block] = [
        _verdict(law, found, over),
        _stands(law, found, over),
        _ends(law, start),
        _places(law),
        _volleys(ahead, start),
        *_notes(law, seed),
        *you.ledgers("Your", ask),
        *they.ledgers("Their", ask),
    ]
    values = {
        "better": found.better,
        "worse": found.worse,
        "even": found.even,
        "cost": list(found.cost),
        "over": over,
        "sampled": law.denominator if law.sampled else 0,
        "interval": list(law.span(found.better) or ()),
        "ends": len(law.weights),
    }
    return Answer(values, tuple(blocks), compared=False)


def _fight(
    sides: tuple[They, They], scripts: tuple[Written, Written], at: Distance, theirs_at: Across, ask: Rulings
) -> Fight:
    """Both sides with their scripts. Raises `Unusable` for what cannot be."""
    track = track_of((sides[0].weapon, sides[1].weapon), ask)
    places = places_of(track, at, theirs_at)
    mine, theirs = (side.side(place, places[place], ask) for place, side in enumerate(sides))
    written = [one.script(field) for one, field in zip(scripts, ("yours", "theirs"), strict=True)]
    acts = {deed.act for script in written for volley in script.volleys for deed in volley.deeds}
    fight = Fight((mine, theirs), exchange_of(ask, acts), phase=Phase.SCRIPT)
    for place, (script, field) in enumerate(zip(written, ("yours", "theirs"), strict=True)):
        faults = check(script, fight.sides[place].asks).faults
        if faults:
            name = NUMBERS[max(0, faults[0].volley - 1)]
            raise Unusable(f"{field}.{name}", faults[0].words)
        fight = fight.write(place, script)
    return fight


def _verdict(law: Law, found: Balance, over: Fraction) -> Verdict:
    how = f"{wording.count(law.denominator, 'exchange')} played" if law.sampled else "exact"
    span = law.span(found.better)
    between = f" ({_span_words(span)})" if span else ""
    return Verdict(
        f"Better: {wording.percent(found.better)}",
        (Fact(found.worse, "worse"), Fact(found.even, "alike"), Fact(how)),
        f"You come out better than they {often(found.better)}{between}, worse {often(found.worse)}. It costs you "
        f"{dice_of(found.cost[0])} on average, them {dice_of(found.cost[1])}."
        + (f" It ends the fight {often(over)}." if over else ""),
        Mark.DERIVED,
    )


def _span_words(span: tuple[Fraction, Fraction] | None) -> str | None:
    return f"{wording.percent(span[0])} to {wording.percent(span[1])}" if span else None


def _stands(law: Law, found: Balance, over: Fraction) -> Table:
    """Who stands better, with the range of what was sampled."""
    rows: list[tuple[Entry, ...]] = [
        ("You stand better", found.better),
        ("They stand better", found.worse),
        ("Alike", found.even),
        ("The fight is over for now", over),
    ]
    if not law.sampled:
        return Table("How it leaves you both", ("", "Chance"), tuple(rows))
    spans = [_span_words(law.span(chance)) for chance in (found.better, found.worse, found.even, over)]
    listed = tuple((*row, span) for row, span in zip(rows, spans, strict=True))
    return Table("How it leaves you both", ("", "Chance", "95\N{NO-BREAK SPACE}% sure"), listed)


LEVELS = (Level.SUPERFICIAL, Level.LIGHT, Level.MIDI, Level.SEVERE, Level.TRAUMATIC, Level.MORTAL)
STATES: tuple[tuple[str, Callable[[Standing], bool]], ...] = (
    ("Out of the fight", lambda state: state.out),
    ("Hesitating", lambda state: bool(state.lost)),
    ("In a Lock", lambda state: bool(state.lock)),
    ("The weapon is gone", lambda state: state.disarmed),
    ("Not on both feet", lambda state: bool(state.posture.actions)),
    ("No length dice", lambda state: state.beaten),
)


def _ends(law: Law, start: tuple[Standing, Standing]) -> Table:
    """What either side has by the end, what cannot happen to anyone left out; the wound is the worst of new ones."""

    def worst(place: int, level: Level) -> Fraction:
        before = len(start[place].levels)

        def holds(end: End) -> bool:
            fresh = rules.fresh(start[place].levels, end.sides[place].levels)
            return len(end.sides[place].levels) > before and max(fresh, key=LEVELS.index) is level

        return law.chance(holds)

    def state(place: int, holds: Callable[[Standing], bool]) -> Fraction:
        return law.chance(lambda end: holds(end.sides[place]))

    found = [(f"{level.words} at worst", worst(1, level), worst(0, level)) for level in LEVELS]
    found += [(name, state(1, holds), state(0, holds)) for name, holds in STATES]
    rows: list[tuple[Entry, ...]] = [(name, its or None, mine or None) for name, its, mine in found if its or mine]
    return Table("By the end", ("What", "They", "You"), tuple(rows or [("nothing", None, None)]), mark=Mark.DERIVED)


def _places(law: Law) -> Table:
    """Where both stand in the end, each by their own weapon."""
    rows: list[tuple[Entry, ...]] = []
    for at in LADDER:
        its, mine = (_chance_at(law, place, at) for place in (1, 0))
        if its or mine:
            rows.append((at.words, its or None, mine or None))
    return Table("Where you stand then", ("Distance", "They", "You"), tuple(rows), folded=True)


def _chance_at(law: Law, place: int, at: Distance) -> Fraction:
    return law.chance(lambda end: end.sides[place].at is at)


def _volleys(ahead: Ahead, start: tuple[Standing, Standing]) -> Table:
    """What each volley costs on average."""
    rows: list[tuple[Entry, ...]] = []
    before = (Fraction(0), Fraction(0))
    for number, law in enumerate(ahead.volleys, 1):
        found = rules.balance(law, start)
        mine, its = (cost - paid for cost, paid in zip(found.cost, before, strict=True))
        rows.append((number, _lost(its), _lost(mine), found.better))
        before = found.cost
    return Table(
        "What each volley costs on average",
        ("Volley", "Them", "You", "You stand better"),
        tuple(rows),
        mark=Mark.DERIVED,
    )


def _lost(cost: Fraction) -> str:
    """Dice lost; hesitation that runs out gives some back."""
    words = dice_of(abs(cost))
    return f"{wording.MINUS}{words}" if cost < 0 and words != dice_of(Fraction(0)) else words


PRICED = (
    "Better is whoever the exchange cost fewer dice: those that wounds take, one for each action of hesitation still "
    "to come and each die of a Lock, 2 for a lost weapon or lying down, ½ for being off balance. Out of the fight is "
    f"{OUT}."
)


def _notes(law: Law, seed: int) -> list[Block]:
    notes: list[Block] = [Note(PRICED, Mark.DERIVED, "FGT-72")]
    if law.sampled:
        notes.append(
            Note(
                f"The dice fall in too many ways to count: {wording.count(law.denominator, 'exchange')} were played "
                f"by roll number {seed}. 19 times out of 20 the true chance lies in the range shown."
            )
        )
    return notes
