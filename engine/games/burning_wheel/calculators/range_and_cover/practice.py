"""A volley of Range and Cover ahead: every maneuver against every other with the dice at hand, and the mix (RNC-27)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Among, Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.bodies import bodies_of, shots_of
from engine.games.burning_wheel.blocks.mixes import balance, by_dice, dice, each, heat, leading, shares, together
from engine.games.burning_wheel.forms.ranges import BOW, QUICK, RangeWeapon
from engine.games.burning_wheel.forms.worn import Worn
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger
from engine.games.burning_wheel.readings.range_play import house_of
from engine.games.burning_wheel.readings.ranges import weapon_of
from engine.games.burning_wheel.rules import range_outlook as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.blow import WOUNDS, End
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.maneuvers import CARDS, Maneuver
from engine.games.burning_wheel.rules.margin import MOST_COVER, Held
from engine.games.burning_wheel.rules.missiles import Cover
from engine.games.burning_wheel.rules.range_dice import Kind
from engine.games.burning_wheel.rules.range_outlook import Goal, Outlook, Room
from engine.games.burning_wheel.rules.range_procedure import Fighter, Side, begin
from engine.games.burning_wheel.rules.range_track import Stop
from engine.games.burning_wheel.rules.wounds import suggestion
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Mark

B4 = Ability.parse("B4")
B5 = Ability.parse("B5")
QUICK_DICE = ("B3", "B4", "B5", "B6")
FEW = Between(0, 10)
FIELDS = ("you", "they")
NAMES = ("You", "They")
MOST_DICE = 10


@dataclass(frozen=True, slots=True)
class They:
    """A shooter with the dice at hand, a group of fields."""

    weapon: Annotated[Among[RangeWeapon], Asked("Weapon", quick=QUICK)] = BOW
    skill: Annotated[Ability, Asked("Skill with it", quick=QUICK_DICE)] = B4
    speed: Annotated[Ability, Asked("Speed", quick=QUICK_DICE)] = B4
    perception: Annotated[Ability, Asked("Perception", quick=QUICK_DICE)] = B4
    steel: Annotated[Ability, Asked("Steel", quick=QUICK_DICE)] = B4
    worn: Annotated[Worn, Asked("Armor, head to foot")] = Worn.NONE
    cover: Annotated[Cover, Asked("Around them", more=True, gm=True)] = Cover.OPEN
    will: Annotated[Ability, Asked("Will, for nerve", quick=QUICK_DICE, more=True)] = B4
    power: Annotated[Ability, Asked("Power", quick=QUICK_DICE, more=True)] = B4
    forte: Annotated[Ability, Asked("Forte", quick=QUICK_DICE, more=True)] = B4
    stealthy: Annotated[Ability | None, Asked("Stealthy", "Empty: lacking", quick=QUICK_DICE, more=True)] = None
    observation: Annotated[Ability | None, Asked("Observation", "Empty: lacking", quick=QUICK_DICE)] = B5
    shield: Annotated[
        int, Between(0, 5), Asked("Dice of a shield", more=True, quick=(0, 2, 3)), sheet("shield-dice")
    ] = 0
    aim: Annotated[int, Between(0, 5), Asked("Aim: dice held", more=True, quick=(0, 1, 2))] = 0
    taken: Annotated[int, Between(0, MOST_COVER), Asked("Cover: dice held", more=True, quick=(0, 1, 2))] = 0
    other: Annotated[int, FEW, Asked("Other dice for position", "Quickness, FoRKs", more=True, quick=(0, 1, 2))] = 0
    wounds: Wounded = UNHURT

    @property
    def tested(self) -> Mapping[str, Ability]:
        """What may be rolled, by its field."""
        found = {
            "skill": self.skill,
            "speed": self.speed,
            "perception": self.perception,
            "steel": self.steel,
            "stealthy": self.stealthy,
            "observation": self.observation,
        }
        return {name: ability for name, ability in found.items() if ability is not None}

    def side(self, place: int, ask: Rulings) -> tuple[Side, list[Block]]:
        """This side as the procedure takes it, and what wounds take. Raises `Unusable` for one that cannot shoot."""
        borne: list[Block] = []
        for name, ability in self.tested.items():
            at = f"{FIELDS[place]}.{name}"
            if ability.exponent > MOST_DICE:
                raise Unusable(at, f"These tables take at most {MOST_DICE} dice; this is {ability}.")
            element = ELEMENTS["skill" if name in ("skill", "stealthy", "observation") else name]
            hurt = feels(self.wounds, ability, ask, element)
            if hurt.gone:
                raise Unusable(at, hurt.gone)
            words = f"{NAMES[place]}, {name}"
            borne += ledger(hurt, ability.exponent, 0, words=f"{words}: dice", against=f"{words}: own +Ob")
        hurt = feels(self.wounds, self.speed, ask, ELEMENTS["speed"])
        fighter = Fighter(
            NAMES[place],
            weapon_of(self.weapon.row, ask),
            self.skill,
            self.speed,
            self.perception,
            self.steel,
            self.will,
            self.stealthy,
            self.observation,
            shield=self.shield,
            cover=self.cover,
            other=self.other,
            lost=hurt.lost,
            harder=hurt.added,
        )
        side = Side(fighter, Held(0, self.taken))
        return replace(side, held=Held(min(self.aim, side.most_aim), self.taken)), borne


@dataclass(frozen=True, slots=True)
class You(They):
    """Your own side, which a sheet can fill."""

    weapon: Annotated[Among[RangeWeapon], Asked("Weapon", quick=QUICK), sheet("weapons", at_once=True)] = BOW
    skill: Annotated[Ability, Asked("Skill with it", quick=QUICK_DICE), sheet("skill")] = B4
    speed: Annotated[Ability, Asked("Speed", quick=QUICK_DICE), sheet("speed")] = B5
    perception: Annotated[Ability, Asked("Perception", quick=QUICK_DICE), sheet("perception")] = B4
    steel: Annotated[Ability, Asked("Steel", quick=QUICK_DICE), sheet("steel")] = B4
    will: Annotated[Ability, Asked("Will, for nerve", quick=QUICK_DICE, more=True), sheet("will")] = B4
    power: Annotated[Ability, Asked("Power", quick=QUICK_DICE, more=True), sheet("power")] = B4
    forte: Annotated[Ability, Asked("Forte", quick=QUICK_DICE, more=True), sheet("forte")] = B4
    stealthy: Annotated[Ability | None, Asked("Stealthy", "Empty: lacking", quick=QUICK_DICE)] = B4
    observation: Annotated[Ability | None, Asked("Observation", "Empty: lacking", quick=QUICK_DICE, more=True)] = None


Yours = Annotated[You, Asked("You")]
Theirs = Annotated[They, Asked("They")]
At = Annotated[Stop, Asked("You stand", "With whichever weapon reaches farther")]
PlayedFor = Annotated[Goal, Asked("You want")]
Step = Annotated[
    int, FEW, Asked("A step of range is worth, in dice", "If you want to close or to get away", more=True, quick=(1, 2))
]


def _room(you: You, they: They, at: Stop, goal: Goal, step: int, ask: Rulings) -> tuple[Room, list[Block]]:
    """Both sides where they stand, as the rules look ahead. Raises `Unusable` for what cannot be."""
    if at is Stop.TOUCHING:
        raise Unusable("at", "Too close to shoot, nobody maneuvers at range: go on in Fight!.")
    found = [side.side(place, ask) for place, side in enumerate((you, they))]
    shots = []
    for field, side in zip(FIELDS, (you, they), strict=True):
        flies = shots_of(side.weapon.row, side.power, ask)
        if side.weapon.kind is Kind.BOMB or flies is None:
            raise Unusable(f"{field}.weapon", "What a bomb does to both is not weighed here; choose another weapon.")
        shots.append(flies)
    try:
        conflict = begin(found[0][0].fighter, found[1][0].fighter, house_of(ask), at=at)
    except Refused as error:
        raise Unusable("at", str(error)) from None
    conflict = replace(conflict, sides=(found[0][0], found[1][0]))
    placed = suggestion(you.power, you.forte), suggestion(they.power, they.forte)
    bodies = bodies_of((shots[0], shots[1]), placed, (you.worn.suit, they.worn.suit), ask)
    return Room(conflict, bodies, rules.worth(conflict, goal, Fraction(step))), [*found[0][1], *found[1][1]]


@calculator("range-mix", rules="RNC-28")
def range_mix(
    you: Yours = You(),
    they: Theirs = They(),
    at: At = Stop.NEAR,
    goal: PlayedFor = Goal.CLOSE,
    step: Step = int(rules.STEP),
    *,
    ask: Rulings,
) -> Answer:
    """Close, hold or shoot: which maneuver now, when I cannot guess theirs?"""
    room, borne = _room(you, they, at, goal, step, ask)
    played = room.game()
    mixes = [together((one.words, often) for one, often in played.mix(place) if one) for place in (0, 1)]
    brings = ((one.words, worth) for one, worth in zip(played.choices[0], played.worths, strict=True) if one)
    blocks: list[Block] = [
        leading(mixes[0], balance(played.mixed.value, dice(abs(played.mixed.value)))),
        *(shares(mix, caption, "Maneuver") for caption, mix in zip(("Your mix", "Theirs"), mixes, strict=True)),
        each(brings, "maneuver brings against their mix, in hundredths of a die"),
        *([by_dice(mixes[0])] if len(mixes[0]) > 1 else []),
        *_notes(goal, step),
        *borne,
    ]
    values = {"value": played.mixed.value, "mine": mixes[0], "theirs": mixes[1], "best": next(iter(mixes[0]))}
    return Answer(values, tuple(blocks), compared=False)


def _notes(goal: Goal, step: int) -> Iterator[Note]:
    """What is weighed, and by what prices."""
    said = f"One volley alone: dice lost to wounds, {rules.PRICES[End.MORTAL]} for a Mortal one. "
    said += "A die of aim or cover kept counts a quarter, a volley of hesitation 1."
    if goal is not Goal.SHOOT:
        far = "nearer" if goal is Goal.CLOSE else "farther off"
        said += f" A step {far} counts {step}, and they play against it."
    yield Note(said, Mark.DERIVED, "RNC-28")
    yield Note("Whoever wins spends the margin as it pays best, and then the shots fall.", rule="RNC-11")


@calculator("range-pairs", rules="RNC-27")
def range_pairs(
    mine: Annotated[Maneuver, Asked("Your maneuver")] = Maneuver.SPEED_CLOSE,
    theirs: Annotated[Maneuver, Asked("Their maneuver")] = Maneuver.PERCEPTION_MAINTAIN,
    you: Yours = You(),
    they: Theirs = They(),
    at: At = Stop.NEAR,
    goal: PlayedFor = Goal.CLOSE,
    step: Step = int(rules.STEP),
    *,
    ask: Rulings,
) -> Answer:
    """With the dice at hand, what does each maneuver bring against each?"""
    room, borne = _room(you, they, at, goal, step, ask)
    offered = tuple([one for one in room.choices(place) if one] for place in (0, 1))
    for field, pick, able in (("mine", mine, offered[0]), ("theirs", theirs, offered[1])):
        if pick not in able:
            raise Unusable(field, f"{pick.words} takes {CARDS[pick].tests.words}, which is lacking here.")
    margins = {(one, other): room.pays((one, other)) for one in offered[0] for other in offered[1]}
    here = room.outlook((mine, theirs))
    asked = offered[0].index(mine) * len(offered[1]) + offered[1].index(theirs)
    facts = (Fact(here.win, "you win the position"), Fact(here.tie, "a tie"), Fact(here.lose, "they win it"))
    said = f"{mine.words} against {theirs.words}: you win the position {wording.often(here.win)}. "
    said += f"They are wounded {wording.percent(here.wounded(1))}, you {wording.percent(here.wounded(0))}."
    sign = wording.MINUS if here.pays < 0 else "+" if here.pays else ""
    blocks: list[Block] = [
        Verdict(f"{sign}{dice(abs(here.pays))}", facts, said, Mark.DERIVED),
        heat("What each pair brings you, in hundredths of a die", margins, (offered[0], offered[1]), asked),
        _comes(here),
        _leads(here),
        _reached(room, here),
        *_notes(goal, step),
        *borne,
    ]
    return Answer(_told(here), tuple(blocks), compared=False)


_ENDS = {**{end: end.words for end in WOUNDS}, End.STOPPED: "Armor holds"}


def _comes(here: Outlook) -> Table:
    """What may come of it for either side; what cannot happen to anyone is left out."""
    zero = Fraction(0)
    rows: list[tuple[Entry, ...]] = [("They are shot at", here.shots[0] or None, None)]
    rows.append(("You are shot at", None, here.shots[1] or None))
    for end, words in _ENDS.items():
        theirs, yours = here.ends[1].get(end, zero), here.ends[0].get(end, zero)
        if theirs or yours:
            rows.append((words, theirs or None, yours or None))
    return Table("What may come of it", ("What", "To them", "To you"), tuple(rows), mark=Mark.DERIVED)


def _leads(here: Outlook) -> Table:
    """How far ahead each side comes out, with nerve held; the last row is that or more."""
    most = max((abs(lead) for lead in here.margins), default=0)
    rows: list[tuple[Entry, ...]] = []
    for lead in range(most + 1):
        mine, theirs = here.margins.get(lead), here.margins.get(-lead)
        if lead and (mine or theirs):
            rows.append((str(lead), mine, theirs))
    return Table(
        "Successes to spend", ("Ahead by", "You", "They"), tuple(rows) or (("none", None, None),), mark=Mark.DERIVED
    )


def _reached(room: Room, here: Outlook) -> Table:
    """How far each side is from the other afterwards, with its own weapon, the likeliest first."""
    rows = sorted(here.stops.items(), key=lambda one: -one[1])
    reaches = room.conflict.reaches
    cells = []
    for stop, chance in rows:
        mine, theirs = reaches.categories(stop)
        cells.append((mine.words, theirs.words, chance))
    return Table("Where you stand then", ("For you", "For them", "Chance"), tuple(cells), mark=Mark.DERIVED)


def _told(here: Outlook) -> dict[str, Any]:
    """An outlook for programs; ends of each side, yours first."""
    return {
        "win": here.win,
        "tie": here.tie,
        "lose": here.lose,
        "margins": [[lead, chance] for lead, chance in sorted(here.margins.items())],
        "shoots": here.shots[0],
        "they_shoot": here.shots[1],
        "dealt": {end.value: chance for end, chance in here.ends[1].items() if chance},
        "taken": {end.value: chance for end, chance in here.ends[0].items() if chance},
        "stops": [[stop.value, here.stops[stop]] for stop in Stop if stop in here.stops],
        "volleys_lost": here.lost[0],
        "they_lose": here.lost[1],
        "margin": here.pays,
    }
