"""One action of a Fight! ahead: what each action does against each with the dice at hand, and the mix (FGT-72)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Grid, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Among, Asked, Unusable, sheet
from engine.games.burning_wheel.blocks.hits import force
from engine.games.burning_wheel.blocks.mixes import balance, by_dice, each, heat, leading, shares, together
from engine.games.burning_wheel.blocks.mixes import dice as dice_of
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.forms.fighting import QUICK_DICE
from engine.games.burning_wheel.forms.weapons import QUICK_WEAPONS, Weapon, Wielded, wielded
from engine.games.burning_wheel.forms.worn import Worn
from engine.games.burning_wheel.readings.blow import foe_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, ledger
from engine.games.burning_wheel.rules import armor, fight_distance, fight_matrix, fight_reach
from engine.games.burning_wheel.rules import fight_outlook as rules
from engine.games.burning_wheel.rules import weapons as arms
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.blow import WOUNDS, End, Strike
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_distance import LENGTHS, Distance, Places, Track
from engine.games.burning_wheel.rules.fight_outlook import Aim, Choice, Fighter, House, Outlook
from engine.games.burning_wheel.rules.locks import Body
from engine.games.burning_wheel.rules.stances import Stance
from engine.games.burning_wheel.rules.striking import obstacle
from engine.games.burning_wheel.rules.wounds import Felt, felt, suggestion
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark

B3 = Ability(Shade.BLACK, 3)
B4 = Ability(Shade.BLACK, 4)
B5 = Ability(Shade.BLACK, 5)
MOST_DICE = 10
SWORD = Weapon.of(arms.WEAPONS["sword"])
FIELDS = ("you", "they")


Skill = Annotated[Ability, Asked("Weapon skill", "With FoRKs, as B6", quick=QUICK_DICE)]
Armed = Annotated[Among[Weapon], Asked("Weapon", quick=QUICK_WEAPONS)]
Covered = Annotated[Worn, Asked("Armor, head to foot")]
Stands = Annotated[Stance, Asked("Stance")]


@dataclass(frozen=True, slots=True)
class They:
    """A fighter with the dice at hand, a group of fields."""

    skill: Skill = B4
    weapon: Armed = SWORD
    worn: Covered = Worn.LEATHER
    stance: Stands = Stance.AGGRESSIVE
    power: Annotated[Ability, Asked("Power", more=True, quick=QUICK_DICE)] = B4
    speed: Annotated[Ability, Asked("Speed", more=True, quick=QUICK_DICE)] = B4
    forte: Annotated[Ability, Asked("Forte", more=True, quick=QUICK_DICE)] = B4
    agility: Annotated[Ability, Asked("Agility", more=True, quick=QUICK_DICE)] = B4
    hands: Annotated[Ability, Asked("Brawling or Boxing", more=True, quick=("B0", *QUICK_DICE))] = B3
    prepared: Annotated[bool, Asked("The action before was a Set", more=True)] = False
    moved: Annotated[bool, Asked("Closed or Withdrew in this volley", more=True)] = False
    wounds: Wounded = UNHURT

    @property
    def rolled(self) -> Mapping[str, Ability]:
        """What may be rolled, by its field."""
        return {
            "skill": self.skill,
            "power": self.power,
            "speed": self.speed,
            "hands": self.hands,
            "agility": self.agility,
            "forte": self.forte,
        }

    def felt(self, name: str) -> Felt:
        """What a test of one of them feels of this side's wounds."""
        element = ELEMENTS["skill" if name in ("skill", "hands") else name]
        return felt(self.wounds.wounds, self.rolled[name].exponent, element)

    def check(self, field: str) -> None:
        """Raises `Unusable` for a side that cannot fight, or has more dice than these tables hold."""
        for name, ability in self.rolled.items():
            if ability.exponent > MOST_DICE:
                raise Unusable(f"{field}.{name}", f"These tables take at most {MOST_DICE} dice; this is {ability}.")
            if name != "hands" and (gone := self.felt(name).gone):
                raise Unusable(f"{field}.{name}", gone)

    def fighter(self, at: Distance, ask: Rulings) -> Fighter:
        """This side as the rules take it, at its own distance."""
        held = wielded(self.weapon, ask)
        found = {name: ability.pool(-self.felt(name).lost) for name, ability in self.rolled.items()}
        strike = _strike(held, self.power, ask)
        placed = suggestion(self.power, self.forte)
        dice = {name: pool.dice for name, pool in found.items()}
        great = _strike(held, self.power, ask, great=True) if self.prepared and held.weapon.great_strike else None
        return Fighter(
            found["skill"],
            found["hands"],
            found["power"],
            found["speed"],
            Body(dice["agility"], dice["speed"], dice["power"], dice["forte"]),
            strike,
            foe_of(strike, placed, self.worn.suit, (), ask),
            great=great,
            stance=self.stance,
            at=at,
            handy=fight_reach.handy(held.weapon.length, held.row),
            penalty=self.felt("skill").added,
            moving=int(self.moved),
            armed=held.row is None or held.row.key != arms.FIST,
            exponent=self.skill.exponent,
        )

    def ledgers(self, whose: str) -> list[Block]:
        """What wounds take from the dice above."""
        return ledger(
            self.felt("skill"), self.skill.exponent, 0, words=f"{whose} dice: skill", against=f"{whose} own +Ob"
        )


@dataclass(frozen=True, slots=True)
class You(They):
    """Your own side, which a sheet can fill."""

    skill: Annotated[Skill, sheet("skill")] = B5
    weapon: Annotated[Armed, sheet("weapons", at_once=True)] = SWORD
    stance: Stands = Stance.DEFENSIVE
    power: Annotated[Ability, Asked("Power", more=True, quick=QUICK_DICE), sheet("power")] = B4
    speed: Annotated[Ability, Asked("Speed", more=True, quick=QUICK_DICE), sheet("speed")] = B4
    forte: Annotated[Ability, Asked("Forte", more=True, quick=QUICK_DICE), sheet("forte")] = B4
    agility: Annotated[Ability, Asked("Agility", more=True, quick=QUICK_DICE), sheet("agility")] = B4


def _strike(held: Wielded, power: Ability, ask: Rulings, *, great: bool = False) -> Strike:
    """A Strike with this weapon; as a Great Strike with one Power more. Source: FGT-43, FGT-47, WPN-02."""
    behind = force(power.exponent, held.weapon.power, ask, power_shade=power.shade, great_strike=great)
    va = armor.versus_armor(held.weapon.va, power=power.exponent)
    return Strike(B4.pool(), obstacle().total, behind.damage, held.add, va.total)


Yours = Annotated[You, Asked("You")]
Theirs = Annotated[They, Asked("They")]
At = Annotated[Distance, Asked("You stand at", "Measured with your weapon")]


class Across(Option):
    """Where they stand, by their own weapon."""

    FAR = "far", "as far off as they can"
    OUT = Distance.OUT.value, Distance.OUT.words
    LUNGING = Distance.LUNGING.value, Distance.LUNGING.words
    OPTIMAL = Distance.OPTIMAL.value, Distance.OPTIMAL.words
    INSIDE = Distance.INSIDE.value, Distance.INSIDE.words


TheirsAt = Annotated[Across, Asked("They stand at", "Measured with their weapon", more=True)]
PlayedFor = Annotated[Aim, Asked("You play for")]


def _sides(you: You, they: They, at: Distance, theirs_at: Across, ask: Rulings) -> tuple[Fighter, Fighter, House]:
    """Both sides where they stand, and the table's readings. Raises `Unusable` for what cannot be."""
    for field, side in zip(FIELDS, (you, they), strict=True):
        side.check(field)
    track = track_of((you.weapon, they.weapon), ask)
    mine, theirs = places_of(track, at, theirs_at)
    me, it = you.fighter(mine, ask), they.fighter(theirs, ask)
    return me, it, _house(me, it, ask)


def track_of(weapons: tuple[Weapon, Weapon], ask: Rulings) -> Track:
    """The distances that both weapons give. Raises `Unusable` for one without a length. Source: FGT-20."""
    lengths = []
    for field, weapon in zip(FIELDS, weapons, strict=True):
        length = wielded(weapon, ask).weapon.length
        if length not in LENGTHS:
            raise Unusable(f"{field}.weapon", "This is as long as its weapon: choose one with a length of its own.")
        lengths.append(length)
    one, two = lengths
    shared = one is not two and ask["fight.shared-distance"] == "shared"
    return fight_distance.between(one, two, shared=shared)


def places_of(track: Track, at: Distance, theirs_at: Across) -> Places:
    """Where both stand, each by their own weapon. Raises `Unusable` where that is no fight. Source: FGT-16, FGT-20."""
    far = [places for places in track.states if places[0] is at]
    found = far if theirs_at is Across.FAR else [(at, Distance.of(theirs_at.value))]
    reached = [places for places in found if not fight_reach.over(places)]
    if not reached:
        raise Unusable("at", "You are both out of reach, and the fight is over for now. Choose a distance nearer.")
    if (at is Distance.INSIDE) != (reached[0][1] is Distance.INSIDE):
        raise Unusable("theirs_at", "On the inside you stand together: both of you are there, or neither is.")
    return reached[0]


def _house(me: Fighter, it: Fighter, ask: Rulings) -> House:
    """The table's readings, each asked for only where either side may need it. Source: FGT-16, 17, 39, 42."""
    sides = ((me, it), (it, me))
    offered = {(choice.act, mine.stance) for mine, other in sides for choice in rules.choices(mine, other)}
    out = Distance.OUT in (me.at, it.at)
    inside = any(one.at is Distance.INSIDE and one.handy.amount for one in (me, it))
    counters = any(act is Act.COUNTERSTRIKE for act, _ in offered)
    feints = any(act is Act.FEINT and stance is not Stance.NEUTRAL for act, stance in offered)
    return House(
        fight_matrix.House(riposte_always=counters and ask["fight.riposte"] == "always"),
        fight_reach.House(
            out_bars_weapon=out and ask["fight.out-disarm"] == "barred",
            out_riposte=out and counters and ask["fight.out-riposte"] == "yes",
            inside_defense=inside and ask["fight.inside-defense"] == "yes",
        ),
        feint_stance=feints and ask["fight.feint-stance"] == "strike",
    )


@calculator("fight-mix", rules="FGT-72")
def fight_mix(
    you: Yours = You(),
    they: Theirs = They(),
    at: At = Distance.OPTIMAL,
    theirs_at: TheirsAt = Across.FAR,
    aim: PlayedFor = Aim.ALL,
    *,
    ask: Rulings,
) -> Answer:
    """Which action now, when I cannot guess what they do?"""
    me, it, house = _sides(you, they, at, theirs_at, ask)
    played = rules.game(me, it, aim, house)
    mixes = [
        together((choice.words(rules.dice(side)), often) for choice, often in played.mix(place))
        for place, side in enumerate((me, it))
    ]
    brings = ((one.words(rules.dice(me)), worth) for one, worth in zip(played.choices[0], played.worths, strict=True))
    even = balance(played.mixed.value, _amount(abs(played.mixed.value), aim))
    blocks: list[Block] = [
        leading(mixes[0], even),
        *(shares(mix, caption, "Action") for caption, mix in zip(("Your mix", "Theirs"), mixes, strict=True)),
        each(brings, f"action brings against their mix, in hundredths of {UNITS[aim]}"),
        *([by_dice(mixes[0])] if len(mixes[0]) > 1 else []),
        *_notes(me, it),
        *you.ledgers("Your"),
        *they.ledgers("Their"),
    ]
    values = {"value": played.mixed.value, "mine": mixes[0], "theirs": mixes[1], "best": next(iter(mixes[0]))}
    return Answer(values, tuple(blocks), compared=False)


UNITS = {Aim.ALL: "a die", Aim.WOUNDS: "a die lost to wounds", Aim.OUT: "the chance to end it"}
"""What a payoff is counted in."""


def _amount(value: Fraction, aim: Aim) -> str:
    """A chance, or dice to a hundredth."""
    if aim is Aim.OUT:
        return wording.percent(value)
    return dice_of(value)


FROM = {
    Distance.OUT: "out of reach",
    Distance.LUNGING: "at lunging distance",
    Distance.OPTIMAL: "at optimal distance",
    Distance.INSIDE: "on the inside",
}


def _notes(me: Fighter, it: Fighter) -> list[Note]:
    notes = [
        Note(
            "One action alone, as if it were the last. In dice, a lost weapon and a fall count 2 each, a die of a "
            f"Lock 1, being off balance ½, and whoever is out of the fight {rules.OUT}.",
            Mark.DERIVED,
            "FGT-72",
        )
    ]
    if me.at is not it.at:
        notes.append(Note(f"By their weapon you are {FROM[it.at]}.", rule="FGT-20"))
    return notes


class Pick(Option):
    """An action to look at; a Counterstrike is divided in halves, the larger one defending."""

    STRIKE = Act.STRIKE.value, Act.STRIKE.words
    GREAT_STRIKE = Act.GREAT_STRIKE.value, Act.GREAT_STRIKE.words
    AVOID = Act.AVOID.value, Act.AVOID.words
    BLOCK = Act.BLOCK.value, Act.BLOCK.words
    COUNTERSTRIKE = Act.COUNTERSTRIKE.value, Act.COUNTERSTRIKE.words
    FEINT = Act.FEINT.value, Act.FEINT.words
    BEAT = Act.BEAT.value, Act.BEAT.words
    DISARM = Act.DISARM.value, Act.DISARM.words
    LOCK = Act.LOCK.value, Act.LOCK.words
    PUSH = Act.PUSH.value, Act.PUSH.words
    THROW = Act.THROW.value, Act.THROW.words

    def choice(self, fighter: Fighter) -> Choice:
        """The same among the rules' choices."""
        act = Act.of(self.value)
        return Choice(act, (rules.dice(fighter) + 1) // 2 if act is Act.COUNTERSTRIKE else 0)


@calculator("fight-pairs", rules="FGT-72")
def fight_pairs(
    mine: Annotated[Pick, Asked("Your action")] = Pick.STRIKE,
    theirs: Annotated[Pick, Asked("Their action")] = Pick.COUNTERSTRIKE,
    you: Yours = You(),
    they: Theirs = They(),
    at: At = Distance.OPTIMAL,
    theirs_at: TheirsAt = Across.FAR,
    aim: Annotated[Aim, Asked("The map shows", more=True)] = Aim.ALL,
    *,
    ask: Rulings,
) -> Answer:
    """With the dice at hand, what does each action do against each?"""
    me, it, house = _sides(you, they, at, theirs_at, ask)
    for field, pick, both in (("mine", mine, (me, it)), ("theirs", theirs, (it, me))):
        if why := rules.barred(Act.of(pick.value), *both, house):
            raise Unusable(field, f"{pick.words} is not to be had: {why}. Choose another action.")
    offered = [
        [pick for pick in Pick if not rules.barred(Act.of(pick.value), *both, house)] for both in ((me, it), (it, me))
    ]
    found = {
        (row, column): rules.pair(row.choice(me), column.choice(it), me, it, house)
        for row in offered[0]
        for column in offered[1]
    }
    here = found[mine, theirs]
    dealt, taken = rules.harm(here.dealt, aim), rules.harm(here.taken, aim)
    facts = (Fact(_amount(dealt, aim), "they suffer"), Fact(_amount(taken, aim), "you suffer"))
    said = (
        f"{mine.words} against {theirs.words}: they suffer {_amount(dealt, aim)} on average, you {_amount(taken, aim)}."
    )
    blocks: list[Block] = [
        Verdict(_ahead(dealt - taken, aim), facts, said, Mark.DERIVED),
        _map(found, offered, (mine, theirs), aim),
        _comes(here.dealt, here.taken),
        *_notes(me, it),
        *you.ledgers("Your"),
        *they.ledgers("Their"),
    ]
    return Answer(
        {"dealt": _told(here.dealt), "taken": _told(here.taken), "margin": dealt - taken}, tuple(blocks), compared=False
    )


def _ahead(margin: Fraction, aim: Aim) -> str:
    """What I gain over them as a figure with its sign."""
    sign = wording.MINUS if margin < 0 else "+" if margin else ""
    return f"{sign}{_amount(abs(margin), aim)}"


def _comes(dealt: Outlook, taken: Outlook) -> Table:
    """What may come of it for either side; what cannot happen to anyone is left out."""
    rows: list[tuple[Entry, ...]] = []
    for name, theirs, yours in zip(_ENDS, _chances(dealt), _chances(taken), strict=True):
        if theirs or yours:
            rows.append((name, theirs or None, yours or None))
    if not rows:
        rows.append(("nothing", None, None))
    return Table("What may come of it", ("What", "To them", "To you"), tuple(rows), mark=Mark.DERIVED)


_ENDS = (
    *(end.words for end in WOUNDS),
    "Armor holds",
    "A Lock",
    "Held without a struggle",
    "The weapon is gone",
    "Down",
    "Off balance, +1 Ob",
    "No length dice",
    "+1 Ob with the weapon",
    "Feinted past: hesitates",
    "The Feint is wasted",
)


def _chances(found: Outlook) -> tuple[Fraction, ...]:
    """The chance of each of them, in the same order; a wasted Feint is told of whom it leaves alone."""
    zero = Fraction(0)
    return (
        *(found.ends.get(end, zero) for end in WOUNDS),
        found.ends.get(End.STOPPED, zero),
        found.locked,
        found.immobile,
        found.disarmed,
        found.down,
        found.staggered,
        found.beaten,
        found.beaten_twice,
        Fraction(found.fooled),
        Fraction(found.wasted),
    )


def _told(found: Outlook) -> dict[str, Any]:
    """An outlook for programs."""
    return {
        **{end.value: chance for end, chance in found.ends.items()},
        "lock": {str(dice): chance for dice, chance in found.lock.items()},
        "immobile": found.immobile,
        "disarmed": found.disarmed,
        "down": found.down,
        "staggered": found.staggered,
    }


def _map(
    found: Mapping[tuple[Pick, Pick], rules.Pair], offered: Sequence[Sequence[Pick]], asked: tuple[Pick, Pick], aim: Aim
) -> Grid:
    """All pairs as a heat map of what they suffer less what I do, with that asked for ringed."""
    margins = {key: rules.harm(one.dealt, aim) - rules.harm(one.taken, aim) for key, one in found.items()}
    rows, columns = offered
    caption = f"What they suffer, less what you do, in hundredths of {UNITS[aim]}"
    return heat(caption, margins, (rows, columns), rows.index(asked[0]) * len(columns) + columns.index(asked[1]))
