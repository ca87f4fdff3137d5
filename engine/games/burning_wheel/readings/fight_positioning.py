"""Positioning and distance in Fight! as the table reads them; each reading is asked for only where it matters."""

from engine.games.burning_wheel.rules import fight_distance, fight_positioning, fight_reach
from engine.games.burning_wheel.rules.fight_distance import Distance, Places, Positioning, Track
from engine.games.burning_wheel.rules.fight_positioning import FAR, Owed, Used, Wields, length_dice, owed
from engine.games.burning_wheel.rules.fight_reach import Handy, Part, allowed
from engine.rulings import Rulings
from engine.working import Line


def dice_of_length(mine: Wields, theirs: Wields, own: Distance | None, ask: Rulings, *, beaten: bool = False) -> Line:
    """The length dice that this table gives; `own` is None at the first positioning test. Source: FGT-13, SOR-41."""
    inside, steps = own is Distance.INSIDE, fight_distance.gap(mine.length, theirs.length)
    # What is loaded has its dice against anything; only a thrown weapon asks how long a prayer is.
    prayed = mine is Wields.THROWN and theirs is Wields.PRAYER
    house = fight_positioning.House(
        start_literal=own is None and steps >= FAR and ask["fight.start-length"] == "literal",
        shortest_any=inside and steps < 0 and ask["fight.inside-shortest"] == "any",
        both_shortest=inside and not steps and ask["fight.inside-equal"] == "both",
        magic_longer=not inside and mine.magic and theirs is Wields.LONGEST and ask["sorcery.longest"] == "longer",
        long_prayers=not inside and prayed and ask["faith.against-missiles"] == "equal",
    )
    return length_dice(mine, theirs, own, house, beaten=beaten)


def track_of(mine: Wields, theirs: Wields, ask: Rulings) -> Track:
    """Where two weapons can stand together at this table. Source: FGT-20."""
    apart = mine.length is not theirs.length
    shared = apart and ask["fight.shared-distance"] == "shared"
    return fight_distance.between(mine.length, theirs.length, shared=shared)


def landings(
    track: Track, at: Places, scripted: Positioning, ask: Rulings, *, mine: bool, steps: int
) -> tuple[Places, ...]:
    """Where the winner may take us at this table. Source: FGT-19, FGT-20."""
    free = fight_distance.landings(track, at, scripted, mine=mine, steps=steps)
    strict = fight_distance.landings(track, at, scripted, mine=mine, steps=steps, strict=True)
    return strict if free != strict and ask["fight.track-strict"] == "strict" else free


def allowed_to(part: Part, own: Distance, weapon: Handy, theirs: Distance, ask: Rulings) -> fight_reach.Allowed:
    """What someone may do at this table. Source: FGT-16, FGT-17."""
    out = own is Distance.OUT and theirs is not Distance.OUT
    guards = own is Distance.INSIDE and part in (Part.BLOCK, Part.COUNTER) and bool(weapon.amount)
    house = fight_reach.House(
        out_bars_weapon=out and part in (Part.DISARM, Part.BEAT) and ask["fight.out-disarm"] == "barred",
        out_riposte=out and part is Part.RIPOSTE and ask["fight.out-riposte"] == "yes",
        out_charge=out and part is Part.CHARGE and ask["fight.charge-from-out"] == "yes",
        inside_defense=guards and ask["fight.inside-defense"] == "yes",
    )
    return allowed(part, own, weapon, house, theirs=theirs)


def owes(actions: tuple[Used, ...], ask: Rulings) -> Owed:
    """Whether length dice stand by the actions of their volley at this table. Source: FGT-15."""
    mixed = any(one.same for one in actions) and any(one.attacks and not one.same for one in actions)
    return owed(actions, strict=not mixed or ask["fight.position-weapon"] == "strict")


def one_winner(ask: Rulings) -> bool:
    """Whether of three fighters or more only the highest roll has its way. Source: FGT-10, FGT-67."""
    return ask["fight.several"] == "single"
