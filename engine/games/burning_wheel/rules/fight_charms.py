"""Spells and prayers in a Fight! played out: what they cost, what they do, and what is broken off (SOR-11, SOR-33).

Nothing here knows a spell by name: all comes from the `Charm` that a fighter holds.
"""

from collections.abc import Callable, Sequence

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import charms, counter_spells, fight_shots
from engine.games.burning_wheel.rules.blow import Nerve
from engine.games.burning_wheel.rules.charms import Charm, Works
from engine.games.burning_wheel.rules.counter_spells import Meeting
from engine.games.burning_wheel.rules.failed_casting import Failure
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_blows import Effect, Hit
from engine.games.burning_wheel.rules.fight_distance import Distance
from engine.games.burning_wheel.rules.fight_positioning import House as Lengths
from engine.games.burning_wheel.rules.fight_positioning import Wields, length_dice, of_length
from engine.games.burning_wheel.rules.fight_state import Cast, House, Made, Part, Side, Standing, Table
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.saddle import Doing
from engine.games.burning_wheel.rules.spells_in_conflict import presence_dice
from engine.games.burning_wheel.rules.steel import lost
from engine.games.burning_wheel.rules.wounds import Level, together
from engine.records import changed

DIE = Pool.of(1)


def in_hand(side: Side, volley: int | None) -> Charm | None:
    """The spell or prayer that a side positions with: it is at it in this volley, or it is the first test. FGT-15."""
    charm = side.fighter.charm
    if charm is None or charm.wields is None or volley is None or side.state.plan is None:
        return charm if charm and charm.wields else None
    scripted = side.volley(volley)
    at_it = scripted.sings if charm.prayer else any(deed.act is Act.INCANT for deed in scripted.deeds)
    return charm if at_it and not side.state.lost else None


def _wields(side: Side, charm: Charm | None, volley: int | None) -> Wields:
    if charm and charm.wields:
        return charm.wields
    return fight_shots.wields(side, volley) or of_length(side.weapon.length)


def length(sides: tuple[Side, Side], place: int, at: Distance | None, volley: int | None, house: House) -> int:
    """The length dice of a side, and the die of the shorter of two spells. Source: FGT-13, SOR-40, SOR-41, SOR-44."""
    held = [in_hand(side, volley) for side in sides]
    mine, theirs = held[place], held[1 - place]
    one, other = _wields(sides[place], mine, volley), _wields(sides[1 - place], theirs, volley)
    rival = sides[1 - place].fighter.charm
    if house.sight_alone and mine and one is Wields.SIGHT and rival and not rival.prayer:
        dice = 0
    elif mine and theirs and one is other is Wields.PRESENCE and at is not Distance.INSIDE:
        dice = presence_dice(mine.presence, theirs.presence, twice=house.presence_twice).amount
    else:
        lengths = Lengths(magic_longer=house.magic_longer, long_prayers=house.long_prayers)
        dice = length_dice(one, other, at, lengths, beaten=sides[place].state.beaten and mine is None).amount
    return dice + charms.shorter(mine, theirs)


def cast(
    sides: Sequence[Side], table: Table, place: int, ward: int | None, *, waits: bool = False
) -> tuple[list[Effect], int | None]:
    """The last action of a spell, or the last words of a prayer: the roll, its price, and what it does. SOR-10, FAI-03.

    `ward` is what a counter-spell of the other side has over in this volley, None where there is none. What the other
    side has to fear from a counter-spell is handed back in the same way. What the spell does `waits` where such a one
    is still to come in this volley. Source: SOR-46.
    """
    side, charm = sides[place], sides[place].fighter.charm
    assert charm
    state = side.state
    pool = charm.dice(state.taken)
    fell = table.cast(Cast(place, Part.CASTING, pool, Act.INCANT))
    saddle = sum(line.amount for line in side.saddle(Doing.OTHER))
    against, over = charm.needs(state.hurts) + saddle, charm.over(fell - saddle, state.hurts)
    table.made.append(Made(place, charm.test, pool.dice, against, over is not None))
    found: list[Effect] = []
    if over is None:
        short = against - fell
        found.append(Effect(place, f"{charm.name} fails by {short}", "FAI-05" if charm.prayer else "SOR-30"))
        found += _failed(table, place, charm)
    elif waits and not charm.prayer and charm.works is not Works.COUNTER:
        words = f"{charm.name} comes off with {over} over, and a counter-spell is on its way"
        found.append(Effect(place, words, "SOR-46", state=lambda now: changed(now, pending=over)))
    else:
        found += _comes_off(sides, table, place, over, ward)
    if charm.tax and not (over is None and charm.free_if_failed):
        found += _tax(side, table, place, charm.tax)
    return found, over if charm.works is Works.COUNTER else None


def let_go(sides: Sequence[Side], table: Table, place: int, ward: int | None) -> list[Effect]:
    """What a spell does that waited for a counter-spell, which has so many over, or did not come. Source: SOR-46."""
    over = sides[place].state.pending
    assert over is not None
    done = Effect(place, "lets it go", "SOR-46", state=lambda now: changed(now, pending=None))
    return [done, *_comes_off(sides, table, place, over, ward)]


def _failed(table: Table, place: int, charm: Charm) -> list[Effect]:
    """The Die of Fate of a spell that failed. Source: SOR-30."""
    if charm.prayer:
        return []
    failure = Failure.by(table.cast(Cast(place, Part.FATE, DIE, Act.INCANT)))
    return [Effect(place, failure.words, "SOR-30")]


def _comes_off(sides: Sequence[Side], table: Table, place: int, over: int, ward: int | None) -> list[Effect]:
    """What a spell or prayer does, less what a counter-spell takes. Source: SOR-46."""
    charm = sides[place].fighter.charm
    assert charm
    told = Effect(place, f"{charm.name} comes off with {over} over", "FAI-04" if charm.prayer else "SOR-10")
    if ward is None or charm.works is Works.COUNTER or charm.prayer:
        return [told, *_reaches(sides, table, place, charm, over)]
    met = counter_spells.met(over, 0, ward, 0)
    if met.meeting is Meeting.STOPPED or met.left is None:
        return [told, Effect(1 - place, "undoes it with the counter-spell", "SOR-46")]
    taken = Effect(1 - place, f"takes {ward} from it with the counter-spell", "SOR-46")
    return [told, *([taken] if ward else []), *_reaches(sides, table, place, charm, met.left)]


def _added(side: Side, charm: Charm) -> int:
    """What wounds and a saddle add to its obstacle. Source: HUB-18, RID-12."""
    hurts = charm.needs(side.state.hurts) - charm.against
    return hurts + sum(line.amount for line in side.saddle(Doing.OTHER))


def _reaches(sides: Sequence[Side], table: Table, place: int, charm: Charm, over: int) -> list[Effect]:
    """What it does, less what an Eldritch Shield stops. Source: SOR-48, SOR-49."""
    shield = sides[1 - place].state.shield
    left, met = charm.meets(over, shield, _added(sides[place], charm))
    if met.shield == shield:
        return _does(sides, table, place, charm, over)
    words = "the Eldritch Shield is blasted away" if met.gone else f"the Eldritch Shield is down to {met.shield}D"
    found = [Effect(1 - place, words, "SOR-49" if met.gone else "SOR-48", state=_shielded_by(met.shield))]
    held = sides[1 - place].fighter.charm
    if met.gone and held and held.sustains:
        found.append(Effect(1 - place, "has to test Will for each spell that is sustained", "SOR-49"))
    if met.left is None:
        return [*found, Effect(1 - place, f"nothing is left of {charm.name}", "SOR-48")]
    return [*found, *_does(sides, table, place, left, met.left)]


def _shielded_by(dice: int) -> Callable[[Standing], Standing]:
    """What is left of a shield; with its last die a spell that is being cast breaks off. Source: SOR-49."""

    def change(now: Standing) -> Standing:
        after = changed(now, shield=dice)
        return after if dice else after.broken_off()

    return change


def _does(sides: Sequence[Side], table: Table, place: int, charm: Charm, over: int) -> list[Effect]:
    """What it does to the other side, by its record. Source: SOR-20, SOR-33, FAI-07, FAI-08."""
    other = 1 - place
    foe = sides[other]
    match charm.works:
        case Works.HARM if charm.power is not None:
            own = sides[place]
            counted = charm.counted(over, _added(own, charm))
            bolt = charm.bolt(counted, table.cast(Cast(place, Part.FATE, DIE, Act.INCANT)))
            assert bolt.landed
            at = bolt.damage.at(bolt.landed)
            words = f"is struck by {charm.name}: {bolt.landed.words} at {at}"
            hit = Hit(at, foe.fighter.tolerances.level(at), bolt, Target.TORSO, charm.bare)
            return [Effect(other, words, "SOR-20", wound=hit)]
        case Works.STEEL:
            return [_frightened(foe, table, other)]
        case Works.STILL:
            words = f"stands still: {charm.still} actions lost"
            return [Effect(other, words, "FAI-07", state=lambda now: now.shaken(charm.still))]
        case Works.BREAK:
            if not foe.state.incanted:
                return [Effect(other, "casts nothing; one spell that is sustained falls", "FAI-08")]
            words = "loses the spell that was being cast"
            change = Standing.broken_off if charm.hard else _forgets
            return [Effect(other, words, "FAI-08", state=change)]
        case Works.COUNTER:
            return [Effect(place, f"{over} stand against a spell of this volley", "SOR-46", state=_wards(over))]
        case Works.SHIELD:
            dice = charm.shields(over)
            words = f"an Eldritch Shield of {dice}D stands"
            return [Effect(place, words, "SOR-48", state=lambda now: changed(now, shield=dice))]
    return []


def _wards(over: int) -> Callable[[Standing], Standing]:
    return lambda now: changed(now, ward=over)


def _forgets(state: Standing) -> Standing:
    return changed(state, task=None)


def _frightened(foe: Side, table: Table, place: int) -> Effect:
    """A Steel test without a wound. Source: STE-03."""
    nerve, hurt = Nerve(foe.fighter.steel, foe.fighter.hesitation), together(foe.state.levels)
    pool, obstacle = nerve.pool(hurt), nerve.obstacle(hurt)
    gone = lost(obstacle, table.cast(Cast(place, Part.STEEL, pool)))
    if pool.dice:
        table.made.append(Made(place, "steel", pool.dice, obstacle, not gone))
    words = f"Steel: {gone} lost" if gone else "Steel holds"
    return Effect(place, words, "STE-03", state=lambda now: now.shaken(gone))


def _tax(side: Side, table: Table, place: int, obstacle: int) -> list[Effect]:
    """Forte against the Tax, and what it takes. Source: SOR-13, SOR-14."""
    charm, state = side.fighter.charm, side.state
    assert charm
    pool, against = charm.body(state.drained, state.taken), obstacle + state.hurts
    fell = table.cast(Cast(place, Part.TAX, pool, Act.INCANT))
    table.made.append(Made(place, "forte", pool.dice, against, fell >= against))
    taxed = charm.taxed(state.drained, against, fell)
    if not taxed.lost:
        return [Effect(place, "Tax holds", "SOR-13")]
    words = f"Tax takes {taxed.lost} of Forte" + (", and the caster drops" if taxed.unconscious else "")
    at = charms.overtaxed(taxed)
    level = side.fighter.tolerances.level(at) if at else Level.NONE

    def drained(now: Standing) -> Standing:
        hurt = () if at is None or level is Level.NONE else (level,)
        hits = (at,) if at and hurt else ()
        return changed(
            now,
            drained=now.drained + taxed.lost,
            out=now.out or taxed.unconscious,
            levels=(*now.levels, *hurt),
            hits=(*now.hits, *hits),
        )

    return [Effect(place, words, "SOR-13", state=drained)]


def held_back(side: Side, table: Table, place: int, done: int) -> list[Effect]:
    """A spell that is held back in the `done`-th action of its caster: the Will test, where one is due. SOR-38."""
    charm, state = side.fighter.charm, side.state
    assert charm
    told = Effect(place, f"holds {charm.name} back", "SOR-38")
    if not (obstacle := charm.held_against(done)):
        return [told]
    pool, against = charm.mind(state.taken), obstacle + state.hurts
    fell = table.cast(Cast(place, Part.HOLDING, pool, Act.INCANT))
    table.made.append(Made(place, "holding", pool.dice, against, fell >= against))
    if fell >= against:
        return [told]
    return [Effect(place, f"cannot hold {charm.name} any longer: it is lost, without Tax", "SOR-38", state=_forgets)]


def broken_off(side: Side, table: Table, place: int) -> list[Effect]:
    """What is due for a spell that was broken off: the part of its Tax, and the Die of Fate. Source: SOR-33."""
    charm, done = side.fighter.charm, side.state.broken
    if not done or charm is None:
        return []
    found = [Effect(place, f"{charm.name} is broken off", "SOR-33", state=lambda now: changed(now, broken=0))]
    part, fails = charm.broken(done), done < charm.actions or charm.held_fails
    return [*found, *(_failed(table, place, charm) if fails else []), *(_tax(side, table, place, part) if part else [])]


def praying(side: Side, volley: int) -> Standing:
    """How a side stands with this volley of prayer, or without one. Source: FAI-09, FGT-33."""
    charm, state = side.fighter.charm, side.state
    if charm is None or not charm.prayer:
        return state
    prays = side.volley(volley).sings and not state.lost and not state.out
    return changed(state, prayed=state.prayed % charm.volleys + 1 if prays else 0)
