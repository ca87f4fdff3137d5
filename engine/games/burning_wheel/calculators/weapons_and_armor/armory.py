"""The armory: every weapon by what it does to one opponent, every armor by what it makes of one blow (from WPN-42)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Table, Verdict
from engine.calculators import calculator
from engine.effects import Effect
from engine.forms import Asked, Between, sheet
from engine.games.burning_wheel.blocks.blow import bars, set_up
from engine.games.burning_wheel.dice import DiceCount, Pool, Shade
from engine.games.burning_wheel.forms.armor import CHAINMAIL, ArmorRow, suit_of
from engine.games.burning_wheel.forms.blows import (
    How,
    Hurled,
    Shot,
    Swung,
    TheirDice,
    TheirOb,
    TheirSkill,
    YourTolerances,
)
from engine.games.burning_wheel.forms.carried import WeaponRow, row_of
from engine.games.burning_wheel.forms.lists import Most, Shown, left_out
from engine.games.burning_wheel.forms.missiles import Missile, Thrown, Tip
from engine.games.burning_wheel.forms.weapons import Weapon, WeaponShade, YourPower, wielded
from engine.games.burning_wheel.forms.wounds import Own, Preset
from engine.games.burning_wheel.readings.blow import blast_of, foe_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.rules import armory as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.armor import ArmorType, Piece, Quality, Suit
from engine.games.burning_wheel.rules.armory import By, Dealt
from engine.games.burning_wheel.rules.blow import WOUNDS, Attack, Blast, End
from engine.games.burning_wheel.rules.bombs import Near
from engine.games.burning_wheel.rules.damage import LANDED, GreatStrike
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.missiles import Band
from engine.games.burning_wheel.rules.weapons import WEAPONS, Grade
from engine.games.burning_wheel.rules.wounds import Felt, Tolerances
from engine.games.burning_wheel.sheet.effects import HoldWeapon
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark

B4 = Ability.parse("B4")
BOMB = "bomb"
NOTHING = "nothing"
OWN = "own"


class Kind(Option):
    """What a weapon is, for the list."""

    MELEE = "melee", "melee"
    FOUND = "found", "found on the spot"
    SHOT = "shot", "bows, crossbows, guns"
    THROWN = "thrown", "thrown, and bombs"


TheirTolerances = Annotated[Preset | Own, Asked("Their tolerances"), sheet("tolerances", at_once=False)]
TheirArmor = Annotated[
    tuple[ArmorRow, ...],
    Asked("What they wear", "A location on each line: “Torso: chainmail, superior, −1D”. Nothing: bare.", lines=True),
    sheet("armor", at_once=False),
]
WornNow = Annotated[
    tuple[ArmorRow, ...],
    Asked("What you wear now, beside them", "A location on each line: “Torso: chainmail”.", lines=True, more=True),
    sheet("armor", at_once=True),
]
Carried = Annotated[
    tuple[WeaponRow, ...],
    Asked("What you carry, beside them", "A weapon on each line: “Sword, superior”.", lines=True, more=True),
    sheet("weapons", at_once=True),
]
SortedBy = Annotated[By, Asked("Sorted by")]


@dataclass(frozen=True, slots=True)
class _Arm:
    """A weapon of the list, with what it does to them."""

    words: str
    attack: Attack
    dealt: Dealt


@dataclass(frozen=True, slots=True)
class _Ground:
    """What all weapons of the list have in common: who strikes whom, where, and against what obstacle."""

    skill: Ability
    power: int
    tolerances: Tolerances
    suit: Suit
    aim: tuple[Target, Target]
    defense: Pool | None
    obstacle: int | None
    dice: int
    band: Band
    tip: Tip
    shade: Shade
    speed: Ability
    ask: Rulings
    hurt: Felt

    def _met(self, how: Swung | Shot | Hurled, words: str = "") -> _Arm:
        found = set_up(how, self.skill, self.dice, self.obstacle, self.tolerances, self.suit, (), self.ask, self.hurt)
        return _Arm(words or found.words, found.attack, rules.dealt(found.attack, found.foe))

    def swung(self, weapon: Weapon, words: str, great: GreatStrike) -> _Arm:
        """A blow in melee."""
        return self._met(Swung(weapon, self.power, *self.aim, self.defense, great, weapon_shade=self.shade), words)

    def shot(self, missile: Missile) -> _Arm:
        """A shot, with the head that was chosen where it fits."""
        fits = self.tip.head is not None and self.tip.head.kind is missile.kind
        return self._met(Shot(missile, self.band, self.aim[1], self.tip if fits else Tip.USUAL))

    def hurled(self, thrown: Thrown) -> _Arm:
        """A throw."""
        return self._met(Hurled(thrown, self.power, self.band, self.aim[1]))

    def carried(self, row: WeaponRow, great: GreatStrike) -> _Arm:
        """A weapon of one's own, whatever else is asked for; a Great Strike where it has one."""
        words, weapon = f"{row.called} (yours)", row.weapon
        if isinstance(weapon, Missile):
            return self._met(Shot(weapon, self.band, self.aim[1], row.tip), words)
        if isinstance(weapon, Thrown):
            return self._met(Hurled(weapon, self.power, self.band, self.aim[1]), words)
        may = wielded(weapon, self.ask).weapon.great_strike
        return self.swung(weapon, words, great if may else GreatStrike.NONE)

    def bombed(self) -> _Arm:
        """A bomb that goes off beside them: raw Speed against its dice. Source: WPN-30."""
        attack = blast_of(Near.OPTIMAL, self.speed.pool(), 0, Target.TORSO, self.ask)
        foe = foe_of(attack, self.tolerances, self.suit, (), self.ask)
        return _Arm("Bomb beside them", attack, rules.dealt(attack, foe))


def _arms(
    ground: _Ground, kinds: frozenset[Kind], grades: frozenset[Grade], great: GreatStrike, *, with_shield: bool
) -> Iterator[tuple[str, _Arm]]:
    """Every weapon that is asked for, by its key in the tables."""
    for key, weapon in Weapon.table().items():
        held = wielded(weapon, ground.ask)
        grade = WEAPONS[key].grade
        kind = Kind.FOUND if grade is Grade.FOUND else Kind.MELEE
        takes = held.two_handed is not False and with_shield
        may = great is GreatStrike.NONE or held.weapon.great_strike
        if (not kinds or kind in kinds) and (not grades or grade in grades) and may and not takes:
            yield key, ground.swung(weapon, held.graded, great)
    if great is not GreatStrike.NONE or grades:
        return
    if (not kinds or Kind.SHOT in kinds) and not with_shield:
        for key, missile in Missile.table().items():
            yield key, ground.shot(missile)
    if not kinds or Kind.THROWN in kinds:
        for key, thrown in Thrown.table().items():
            yield key, ground.hurled(thrown)
        yield BOMB, ground.bombed()


@calculator("armory", rules="WPN-42")
def armory(
    skill: Annotated[Ability, Asked("Your skill", quick=("B3", "B4", "B5", "B6")), sheet("skill")] = B4,
    power: YourPower = 4,
    tolerances: TheirTolerances = Preset(),
    armor: TheirArmor = CHAINMAIL,
    offered: Annotated[Target, Asked("They offer")] = Target.TORSO,
    wanted: Annotated[Target, Asked("You want")] = Target.TORSO,
    by: SortedBy = By.AVERAGE,
    kinds: Annotated[frozenset[Kind], Asked("Only")] = frozenset(),
    with_shield: Annotated[bool, Asked("Leaves a hand for a shield")] = False,
    most: Shown = Most.TEN,
    great_strike: Annotated[GreatStrike, Asked("Great Strike", more=True)] = GreatStrike.NONE,
    grade: Annotated[frozenset[Grade], Asked("Grade of melee weapons", more=True)] = frozenset(),
    obstacle: Annotated[
        Annotated[int, Between(1, 30)] | None,
        Asked("Obstacle to hit", hint="Empty: nothing in the way", gm=True, quick=(1, 2, 3, 4), more=True),
    ] = None,
    dice: Annotated[int, Between(0, 20), Asked("Other dice: advantage, FoRKs, help", more=True)] = 0,
    defense: Annotated[
        Pool | None, Asked("In melee they defend with", hint="Empty: nothing", quick=("B3", "B4", "B5"), more=True)
    ] = None,
    band: Annotated[Band, Asked("Shots and throws", more=True)] = Band.CLOSE,
    tip: Annotated[Tip, Asked("Arrowhead or bolt head, where it fits", more=True)] = Tip.USUAL,
    weapon_shade: WeaponShade = Shade.BLACK,
    speed: Annotated[Ability, Asked("Their Speed, against a bomb", quick=("B3", "B4", "B5"), more=True)] = B4,
    carried: Carried = (),
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Which weapon hurts them most?"""
    hurt = feels(wounds, skill, ask, ELEMENTS["skill"])
    if hurt.gone:
        return no_test(hurt.gone)
    placed, against = tolerances.placed, (defense, obstacle, dice, band, tip, weapon_shade, speed)
    ground = _Ground(skill, power, placed, suit_of(armor), (offered, wanted), *against, ask, hurt)
    arms = dict(_arms(ground, kinds, grade, great_strike, with_shield=with_shield))
    own = {f"{OWN}-{place}": row for place, row in enumerate(carried)}
    arms |= {key: ground.carried(row, great_strike) for key, row in own.items()}
    order = rules.ranked({key: one.dealt for key, one in arms.items()}, by)
    weapons = {key: _said(arms[key].dealt) for key in order}
    values = {"best": order[0] if order else "", "count": len(order), "order": list(order), "weapons": weapons}
    if not order:
        return Answer(values, (Verdict("No weapon", (), "No weapon of the list fits all of that; ask for less."),))
    best = arms[order[0]]
    shown = most.first(order)
    listed = {arms[key].words: arms[key] for key in (*shown, *(key for key in order[len(shown) :] if key in own))}
    rows: tuple[tuple[Entry, ...], ...] = tuple((name, *_cells(one.dealt, by)) for name, one in listed.items())
    ends: tuple[tuple[Entry, ...], ...] = tuple(
        (name, _damage(one.attack), one.attack.va or None, *_ends(one.dealt)) for name, one in listed.items()
    )
    blocks: list[Block] = [
        _verdict(best.words, best.dealt, f"first of {wording.count(len(order), 'weapon')}", by),
        Table(f"Sorted by {by.words}", ("Weapon", *_columns(by)), rows, 0, Mark.DERIVED),
        bars(placed, best.dealt.odds, best.attack.damage),
        Table("Damage, and the chance of each end", ("Weapon", "I / M / S", "VA", *ENDS), ends, 0, Mark.DERIVED, True),
        *left_out(len(order) - len(listed)),
        *ledger(hurt, skill.exponent + dice, _before(best.attack, obstacle, hurt)),
    ]
    return Answer(values, tuple(blocks), tuple(_takes(order[0], carried, own)))


def _takes(best: str, carried: Sequence[WeaponRow], own: Mapping[str, WeaponRow]) -> Iterator[Effect]:
    """What it does to a sheet: the best weapon is in hand, and what was in hand is put away."""
    taken = own.get(best) or row_of(best)
    if taken is None:
        return
    in_hand = next((row for row in carried if not row.away), None)
    if in_hand != taken:
        yield HoldWeapon(taken.line)
    if in_hand is not None and in_hand != taken:
        yield HoldWeapon(in_hand.line, away=True)


ENDS = tuple(end.words for end in End)
DEEP = (By.MIDI, By.SEVERE, By.MORTAL)
"""Wounds of which a list has one column: what it is sorted by, or else the first."""


def _deep(by: By) -> By:
    return by if by in DEEP else By.MIDI


def _columns(by: By) -> tuple[str, ...]:
    """What a list says of each."""
    deep = _deep(by).words.removeprefix("a ")
    return "Mean wound", "Gets through", "A wound", deep, "Wear"


def _cells(dealt: Dealt, by: By) -> tuple[Entry, ...]:
    """The wound on average, chances, and the dice that armor loses; a dash where there is no chance."""
    chances = (dealt.through, dealt.odds.wounded, dealt.by(_deep(by)))
    return _hundredths(dealt.average), *(chance or None for chance in chances), f"{_hundredths(dealt.odds.wear)}D"


def _ends(dealt: Dealt) -> tuple[Entry, ...]:
    """The chance of each end, a dash where there is none."""
    return tuple(chance or None for chance in dealt.odds.ends.values())


def _hundredths(amount: Fraction) -> str:
    """A number that is not negative to a hundredth, rounded half up."""
    whole, rest = divmod(int(amount * 100 + Fraction(1, 2)), 100)
    return f"{whole}.{rest:02}"


def _damage(attack: Attack) -> str:
    return f"{wording.NO_BREAK}/{wording.NO_BREAK}".join(str(attack.damage.at(stage)) for stage in LANDED)


def _before(attack: Attack, obstacle: int | None, hurt: Felt) -> int:
    """The obstacle of the first weapon before wounds; a bomb beside them has none, and stands for a plain blow."""
    return obstacle or 1 if isinstance(attack, Blast) else attack.obstacle - hurt.added


def _said(dealt: Dealt) -> dict[str, Fraction]:
    """The whole distribution for programs, with what lists are sorted by."""
    ends = {end.value: chance for end, chance in dealt.odds.ends.items()}
    figures = {"average": dealt.average, "through": dealt.through, "wear": dealt.odds.wear}
    return {**ends, **figures, "wounded": dealt.odds.wounded}


def _verdict(figure: str, dealt: Dealt, among: str, by: By) -> Verdict:
    """The first of a list in one figure, with four of its numbers."""
    odds = dealt.odds
    if not odds.hit:
        return Verdict("No hit", (), "These dice cannot reach that obstacle.")
    worst = next((end for end in reversed(WOUNDS) if odds.ends[end]), None)
    facts = [
        Fact(_hundredths(dealt.average), "wound on average"),
        Fact(odds.wounded, "a wound"),
        Fact(odds.ends[End.STOPPED], "armor holds"),
    ]
    if worst is not None:
        facts.append(Fact(odds.ends[worst], f"{worst.words}, at worst"))
    shown = wording.percent(odds.wounded)
    said = f"{figure} comes {among} by {by.words}: a wound {shown} of the time."
    return Verdict(figure, tuple(facts), said, Mark.DERIVED)


@dataclass(frozen=True, slots=True)
class _Worn:
    """An armor of the list, with what one blow does to whoever wears it."""

    words: str
    piece: Piece | None
    dealt: Dealt

    @property
    def dice(self) -> DiceCount | None:
        """Its dice where the blow is meant to land; None where it has none, or none that may be tested."""
        return DiceCount(self.piece.dice) if self.piece else None


@calculator("best-armor", rules="WPN-42")
def best_armor(
    how: How = Swung(),
    skill: TheirSkill = B4,
    tolerances: YourTolerances = Preset(),
    by: SortedBy = By.AVERAGE,
    quality: Annotated[frozenset[Quality], Asked("Only armor that is")] = frozenset({Quality.RUN}),
    half: Annotated[bool, Asked("Half pieces on arms and legs")] = False,
    shade: Annotated[Shade, Asked("Shade of the armor", more=True)] = Shade.BLACK,
    obstacle: TheirOb = None,
    dice: TheirDice = 0,
    armor: WornNow = (),
    *,
    ask: Rulings,
) -> Answer:
    """Which armor holds best against it?"""
    placed = tolerances.placed
    found: dict[str, _Worn] = {}
    worn = [(OWN, "What you wear", suit_of(armor))] if armor else []
    for key, words, suit in (*worn, *_suits(quality, shade, half=half)):
        blow = set_up(how, skill, dice, obstacle, placed, suit, (), ask)
        piece = rules.struck(blow.attack, blow.foe)
        found[key] = _Worn(words, piece, rules.dealt(blow.attack, blow.foe))
    armored = {key: one.dealt for key, one in found.items() if key != NOTHING}
    order = (*rules.ranked(armored, by, least=True), NOTHING)
    best = found[order[0]]
    listed = [found[key] for key in order]
    rows: tuple[tuple[Entry, ...], ...] = tuple((one.words, one.dice, *_cells(one.dealt, by)) for one in listed)
    ends: tuple[tuple[Entry, ...], ...] = tuple((one.words, *_ends(one.dealt)) for one in listed)
    blow = set_up(how, skill, dice, obstacle, placed, Suit(), (), ask)
    values: dict[str, Any] = {"best": order[0], "order": list(order)}
    values["armor"] = {key: _said(found[key].dealt) for key in order}
    blocks = (
        _verdict(best.words, best.dealt, f"first against this {blow.words.lower()}", by),
        Table(f"Least first, by {by.words}", ("Armor", "Dice there", *_columns(by)), rows, 0, Mark.DERIVED),
        bars(placed, best.dealt.odds, blow.attack.damage),
        Table("The chance of each end", ("Armor", *ENDS), ends, 0, Mark.DERIVED, folded=True),
        *blow.ledgers,
    )
    return Answer(values, blocks)


def _suits(quality: frozenset[Quality], shade: Shade, *, half: bool) -> Iterator[tuple[str, str, Suit]]:
    """Nothing, and a suit of every type in each make that is asked for, with a key and its words."""
    yield NOTHING, "No armor", Suit()
    makes = [one for one in Quality if not quality or one in quality]
    for type in ArmorType:
        for make in makes:
            words = type.words if make is Quality.RUN else f"{type.words}, {make.words.lower()}"
            key = type.value if make is Quality.RUN else f"{make.value}-{type.value}"
            yield key, words, Suit.whole(type, make, shade, half_arms=half, half_legs=half)
