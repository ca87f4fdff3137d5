"""One blow: what a form says as the rules take it, and how its end is drawn (WPN-42)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine import wording
from engine.answer import Block, Entry, Table, Working
from engine.forms import Unusable
from engine.games.burning_wheel.blocks import hits
from engine.games.burning_wheel.blocks.test import checked
from engine.games.burning_wheel.blocks.wounds import flags
from engine.games.burning_wheel.dice import Chain, Pool
from engine.games.burning_wheel.forms.blows import Blown, Hurled, Shot, Swung
from engine.games.burning_wheel.forms.missiles import row_notes, tipped
from engine.games.burning_wheel.forms.shields import KeptShield
from engine.games.burning_wheel.forms.weapons import wielded
from engine.games.burning_wheel.readings import missiles as flying
from engine.games.burning_wheel.readings import shields as on_arm
from engine.games.burning_wheel.readings.blow import blast_of, foe_of
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.readings.striking import aims_of
from engine.games.burning_wheel.rules import armor, bombs, missiles, shields, striking, thrown
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.armor import Suit
from engine.games.burning_wheel.rules.blow import WOUNDS, Attack, End, Flight, Foe, Guard, Odds, Strike
from engine.games.burning_wheel.rules.damage import LANDED, Damage, GreatStrike
from engine.games.burning_wheel.rules.grayscale import IN_A_SHADE
from engine.games.burning_wheel.rules.missiles import Band, Kind
from engine.games.burning_wheel.rules.shields import Maneuver
from engine.games.burning_wheel.rules.wounds import Felt, Level, Tolerances
from engine.games.burning_wheel.views.blocks import Bar, Blow, ChanceTrack
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked


@dataclass(frozen=True, slots=True)
class SetUp:
    """A blow as it is set up: what strikes, with its ledgers, and whom it meets."""

    attack: Attack
    foe: Foe
    words: str
    obstacle: Worked | None
    va: Worked
    ledgers: tuple[Block, ...]

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The ledgers of the obstacle, where it has one, of what armor has to reach, and of the force."""
        tested = armor.obstacle(self.va)
        return (
            *((Working(self.obstacle.lines, self.obstacle.total, "Obstacle to hit"),) if self.obstacle else ()),
            *((Working(tested.lines, tested.total, "Obstacle of armor"),) if self.foe.suit.pieces else ()),
            *self.ledgers,
        )


def set_up(
    how: Swung | Shot | Hurled | Blown,
    skill: Ability,
    dice: int,
    obstacle: int | None,
    tolerances: Tolerances,
    suit: Suit,
    levels: Sequence[Level],
    ask: Rulings,
    hurt: Felt = Felt(),
) -> SetUp:
    """The blow under the table's readings; `hurt` is what the attacker feels of wounds.

    Raises `Unusable` at the field that cannot be.
    """
    if isinstance(how, Blown):
        return _blown(how, tolerances, suit, levels, ask)
    own = max(0, skill.exponent - hurt.lost) + dice
    checked(own, obstacle or 0, "dice")
    pool = Pool.of(own, skill.shade)
    match how:
        case Swung():
            attack, words, against, va, ledgers = _swung(how, pool, obstacle, ask)
        case Shot():
            attack, words, against, va, ledgers = _shot(how, pool, obstacle, ask)
        case Hurled():
            attack, words, against, va, ledgers = _hurled(how, pool, obstacle, ask)
    if hurt.added:
        attack = replace(attack, obstacle=attack.obstacle + hurt.added)
        against = Worked((*against.lines, hurt.obstacle))
    return SetUp(attack, foe_of(attack, tolerances, suit, levels, ask), words, against, va, ledgers)


def _blown(how: Blown, tolerances: Tolerances, suit: Suit, levels: Sequence[Level], ask: Rulings) -> SetUp:
    """A bomb: nobody's skill is tested, and there is no obstacle to hit."""
    attack = blast_of(how.near, how.clear.pool(), how.thrown_well, how.blast_at, ask)
    foe = foe_of(attack, tolerances, suit, levels, ask)
    return SetUp(attack, foe, bombs.NAME, None, armor.versus_armor(attack.va, weapon_words=bombs.NAME), ())


_Parts = tuple[Strike | Flight, str, Worked, Worked, tuple[Block, ...]]


def _swung(how: Swung, pool: Pool, obstacle: int | None, ask: Rulings) -> _Parts:
    held = wielded(how.weapon, ask)
    great = how.great_strike
    if great is not GreatStrike.NONE and not held.weapon.great_strike:
        raise Unusable("how.great_strike", f"The table has no Great Strike for this weapon ({held.words}).")
    found = hits.force(
        how.power,
        held.weapon.power,
        ask,
        whose="their",
        weapon_words=held.words,
        power_shade=how.power_shade,
        weapon_shade=how.weapon_shade,
        great_strike=great is GreatStrike.POWER,
    )
    va = armor.versus_armor(
        held.weapon.va, power=how.power, great_strike=great is GreatStrike.VA, weapon_words=held.words
    )
    against = striking.obstacle() if obstacle is None else Worked((Line(obstacle, "To hit you", "WPN-04"),))
    shield, guard = _shield(how, va.total, ask)
    defense = how.defense + Pool.of(shield.total) if how.defense and shield.total > 0 else how.defense
    attack = Strike(
        pool,
        against.total,
        found.damage,
        held.add,
        va.total,
        aim_at(how, ask),
        defense,
        how.penalty,
        how.weapon_shade,
        _opens(defense, ask),
        guard,
    )
    added = (Working(shield.lines, shield.total, "The shield adds", "D"),) if shield.lines else ()
    notes = (*held.note, *hits.shade_notes(how.power_shade, how.weapon_shade, "their"))
    return attack, held.words, against, va, (found.ledger, *added, *notes)


def _shield(how: Swung, va: int, ask: Rulings) -> tuple[Worked, Guard | None]:
    """What a shield adds to the defense, and the shield where it adds some.

    Raises `Unusable` where a Great Strike is Blocked with none that stops it.
    """
    great = how.great_strike is not GreatStrike.NONE
    if how.defense is None:
        return Worked(()), None
    blow = shields.Attack(va, great)
    if how.on_arm is KeptShield.NONE:
        if great and how.maneuver is Maneuver.BLOCK:
            raise Unusable("how.maneuver", "Only a true shield Blocks a Great Strike: Avoid it, or Counterstrike.")
        return Worked(()), None
    carried = on_arm.carried(shields.Kind.of(how.on_arm.value), how.on_arm_lost, ask, "how.on_arm_lost")
    if how.maneuver is Maneuver.BLOCK and not on_arm.may_block(carried, blow, how.trained, ask):
        raise Unusable("how.maneuver", "This shield does not Block a Great Strike: Avoid it, or Counterstrike.")
    added = on_arm.added(carried, how.maneuver, blow, how.trained, ask)
    needed = great and how.maneuver is Maneuver.BLOCK
    return added, Guard(carried, how.on_arm_made, needed=needed) if added.total > 0 else None


def aim_at(how: Swung, ask: Rulings, instead: striking.Spot | None = None) -> striking.Aim:
    """The aim of a melee blow under the table's readings, at what is wanted or something else `instead`.

    It is the first of two, where the attacker may choose what a defense takes.
    """
    offered, wanted = how.spots
    return aims_of(offered, instead or wanted, ask, defended=how.defense is not None)[0]


def _opens(defense: Pool | None, ask: Rulings) -> Chain:
    """How the dice open; asked for only where they do."""
    return chain(ask) if defense is not None and defense.open_ended else Chain.CHAIN


def _shot(how: Shot, pool: Pool, obstacle: int | None, ask: Rulings) -> _Parts:
    row = how.missile.row
    head = tipped(how.tip, row, "how.tip")
    found = flying.shot_of(row, how.band, head, ask)
    aim = flying.aim(how.at, (), ask)
    against = _at(how.band, obstacle, found.obstacle)
    guard = _covered(how.shield, how.shield_made, found.va, how.band, "how.shield", ask)
    attack = Flight(
        pool,
        against.total,
        found,
        aim.start,
        aim.wanted,
        aim.cost or 0,
        guard.shield.dice if guard else 0,
        powder=row.kind is Kind.GUN,
        guard=guard,
    )
    return attack, found.name, against, armor.versus_armor(found.va, weapon_words=found.name), row_notes((row,))


def _hurled(how: Hurled, pool: Pool, obstacle: int | None, ask: Rulings) -> _Parts:
    row = how.thrown.row
    force = hits.force(how.arm, row.power, ask, whose="their", weapon_words=row.name)
    va = armor.versus_armor(row.va, power=how.arm, weapon_words=row.name)
    found = thrown.shot(row.name, force.damage, flying.bands_of(row, ask), va.total, how.far)
    aim = flying.aim(how.part, (), ask)
    against = _at(how.far, obstacle, 0)
    guard = _covered(how.cover, how.cover_made, found.va, how.far, "how.cover", ask)
    cover = guard.shield.dice if guard else 0
    attack = Flight(pool, against.total, found, aim.start, aim.wanted, aim.cost or 0, cover, guard=guard)
    return attack, row.name, against, va, (force.ledger, *row_notes((row,)))


def _at(band: Band, obstacle: int | None, head: int) -> Worked:
    """The obstacle that was said, or that of the range in the open, with what a head adds."""
    if obstacle is None:
        return missiles.obstacle(band, head=head)
    lines = (Line(obstacle, "To hit you", "WPN-12"), Line(head, "Head of the shot", "WPN-39"))
    return Worked(lines if head else lines[:1])


def _covered(dice: int, made: armor.Quality, va: int, band: Band, at: str, ask: Rulings) -> Guard | None:
    """The shield whose dice rise against a shot; None where VA goes through. Source: ARM-30, ARM-31."""
    if dice and band is not Band.CLOSE:
        raise Unusable(at, "A shield’s dice rise against a shot in Fight!; at range it makes the cover better.")
    if not shields.stops_missile(dice, va):
        return None
    return Guard(shields.Carried("Your shield", dice), made, wears=ask["shields.cover-wears"] == "yes")


def bars(tolerances: Tolerances, found: Odds, damage: Damage) -> ChanceTrack:
    """The strip of wounds, with the chance of each as a bar over the places where it is dealt."""
    ends = found.ends
    places = list(tolerances.places.items())
    nexts = [place.place for _, place in places[1:]]
    drawn = []
    for (level, place), after in zip(places, [*nexts, None], strict=True):
        chance = ends[End.of(level.value)]
        last = -(-place.place // IN_A_SHADE) * IN_A_SHADE if after is None else after - 1
        drawn.append(Bar(place.place, last, chance, level.words))
    said = wording.listed([f"{end.words} {wording.percent(ends[end])}" for end in WOUNDS if ends[end]])
    falls = tuple(
        Blow(place.place, stage.value[0].upper(), f"{stage.words} at {place}", landed=False)
        for stage in LANDED
        if (place := damage.at(stage)).place
    )
    return ChanceTrack(f"The chance of each wound: {said or 'none'}.", flags(tolerances), falls, bars=tuple(drawn))


def ends_of(found: Odds, foe: Foe) -> Table:
    """Every end with its chance, and what the wound takes; last, the chance that it tests Steel."""
    rows: list[tuple[Entry, ...]] = []
    ends = found.ends
    for end in End:
        level = end.level
        worse = found.at_least(level) if end in WOUNDS else None
        takes = foe.wound(level).taken.takes if end in WOUNDS else None
        rows.append((end, ends[end] or None, worse or None, takes))
    rows.append(("Tests Steel", found.steel(foe) or None, None, None))
    return Table("How it ends", ("End", "Chance", "This or worse", "Takes"), tuple(rows), mark=Mark.DERIVED)


def landed_on(attack: Attack, found: Odds, foe: Foe) -> Table:
    """Every stage with where it lands, the wound that it is without armor, and its chance before armor."""
    rows: list[tuple[Entry, ...]] = []
    for stage, chance in found.stages.items():
        at = attack.damage.at(stage) if stage in LANDED else None
        wound = None if at is None else foe.tolerances.level(at).wound
        rows.append((stage, None if at is None else str(at), wound, chance or None))
    return Table(
        "Before armor", ("Stage", "Lands at", "Is, unless armor holds", "Chance"), tuple(rows), mark=Mark.DERIVED
    )
