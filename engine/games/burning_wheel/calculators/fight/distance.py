"""Distance in Fight!: what it allows, weapons on the inside, and where a fight begins (FGT-16 to FGT-18)."""

from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Among, Asked, Between, sheet
from engine.games.burning_wheel.blocks.hits import force, places
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.calculators.fight.distance_fields import (
    B4,
    Arm,
    Both,
    Multiplier,
    OtherDice,
    Outruns,
    Pair,
    Quicker,
    Reflexes,
    TheirDistance,
    TheirOtherDice,
    Theirs,
    TheirSpeed,
    TheirWeapon,
    YourDistance,
    YourSpeed,
    YourWeapon,
    capital,
    said,
)
from engine.games.burning_wheel.calculators.fight.positioning import TheirAids, YourAids, both, penalized
from engine.games.burning_wheel.dice import ob
from engine.games.burning_wheel.forms.rolled import Ahead
from engine.games.burning_wheel.forms.weapons import QUICK_WEAPONS, Weapon, YourPower, wielded
from engine.games.burning_wheel.readings.fight_positioning import allowed_to, dice_of_length, track_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.rules import fight_odds, fight_reach, striking
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.damage import LANDED, Stage
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.fight_distance import Distance, Positioning, Track
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.games.burning_wheel.rules.fight_positioning import Outcome, Wields, chances, of_length
from engine.games.burning_wheel.rules.fight_reach import Allowed, Handy, Part, handy
from engine.games.burning_wheel.rules.weapons import WEAPONS, Length
from engine.option import Option
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Mark, Worked

SWORD, KNIFE, SPEAR = (Weapon.of(WEAPONS[key]) for key in ("sword", "dirk", "spear"))
YourArm = Annotated[Among[Weapon], Asked("Your weapon", quick=QUICK_WEAPONS), sheet("weapons", at_once=True)]
TheirArm = Annotated[Among[Weapon], Asked("Their weapon", quick=QUICK_WEAPONS)]


def _length(weapon: Weapon, ask: Rulings) -> tuple[Wields, Handy]:
    """The length and the class on the inside of a weapon; a beak counts as that of a polearm."""
    found = wielded(weapon, ask)
    length = found.weapon.length
    return of_length(Length.LONGER if length is Length.AS_WEAPON else length), handy(length, found.row)


def _words(found: Allowed) -> str:
    """What someone may do, in a cell: "+1 Ob: lunging distance"."""
    if found.barred:
        return f"no: {found.why}"
    if found.obstacle:
        return f"+{found.obstacle} Ob: {found.why}" if found.why else f"+{found.obstacle} Ob"
    return "free"


def _short(found: Allowed) -> str:
    if found.barred:
        return "forbidden"
    return f"+{found.obstacle} Ob" if found.obstacle else "allowed"


@calculator("fight-reach", rules="FGT-16")
def fight_reach_of(
    distance: YourDistance = Distance.LUNGING,
    other: TheirDistance = Theirs.WEAPONS,
    weapon: YourArm = SWORD,
    their_weapon: TheirArm = KNIFE,
    *,
    ask: Rulings,
) -> Answer:
    """What may each of us do at this distance?"""
    (mine, my_class), (theirs, their_class) = _length(weapon, ask), _length(their_weapon, ask)
    stand = (Positioning.MAINTAIN, Positioning.MAINTAIN)
    names = wielded(weapon, ask).words, wielded(their_weapon, ask).words
    pair = Pair.of(track_of(mine, theirs, ask), distance, other, stand, names, ask)
    own, against = pair.at
    yours = {part: allowed_to(part, own, my_class, against, ask) for part in Part}
    others = {part: allowed_to(part, against, their_class, own, ask) for part in Part}
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (part.words, _words(yours[part]), _words(others[part])) for part in Part
    )
    strike, theirs_strike = yours[Part.STRIKE], others[Part.STRIKE]
    figure = "Fight over" if fight_reach.over(pair.at) else "No Strike" if strike.barred else f"Strike {_short(strike)}"
    if not strike.barred and not strike.obstacle:
        figure = "Strike freely"
    facts = (
        Fact(said(pair.at)),
        Fact(_short(theirs_strike), "their Strike"),
        Fact(_short(yours[Part.LOCK]), "your Lock"),
    )
    sentence = f"{capital(said(pair.at))}. Your Strike: {_words(strike)}. Theirs: {_words(theirs_strike)}."
    values: dict[str, Any] = {"at": said(pair.at)}
    for part in Part:
        key = part.value.replace("-", "_")
        values |= {f"you_{key}": _short(yours[part]), f"they_{key}": _short(others[part])}
    table = Table("At this distance", ("Action", "You", "They"), rows)
    return Answer(values, (Verdict(figure, facts, sentence), table, *pair.notes))


SKILL = Annotated[Ability, Asked("Your weapon skill", quick=("B3", "B4", "B5", "B6")), sheet("ability")]
POMMELS = ("hilt", "spiked-pommel", "weighted-pommel")


class Pommel(Option):
    """What the butt of the weapon has. Source: WPN-36."""

    HILT = "hilt", "hilt or plain pommel"
    SPIKED = "spiked-pommel", "spiked pommel"
    WEIGHTED = "weighted-pommel", "weighted pommel"


@calculator("inside-weapon", rules="FGT-17")
def inside_weapon(
    weapon: YourArm = SWORD,
    skill: SKILL = B4,
    power: YourPower = 4,
    pommel: Annotated[Pommel, Asked("Its butt", more=True)] = Pommel.HILT,
    staff: Annotated[bool, Asked("Used with both hands as a staff", more=True)] = False,
    penalty: Annotated[int, Between(0, 10), Asked("Other +Ob", quick=(0, 1, 2), more=True)] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Blade or hilt on the inside?"""
    hurt = feels(wounds, skill, ask)
    if hurt.gone:
        return no_test(hurt.gone)
    own = wielded(weapon, ask)
    kind = Handy.POLE if staff else handy(own.weapon.length, own.row)
    butt = wielded(Weapon.of(WEAPONS[pommel.value]), ask)
    roll = Roll(hurt.leaves(skill.pool()))
    rows: list[tuple[Entry, ...]] = []
    chance, found = {}, {}
    for name, arm, inside in (("weapon", own, kind), ("hilt", butt, Handy.HILT)):
        plain = striking.obstacle(inside=inside.inside, other=penalty)
        worked = Worked((*plain.lines, *((hurt.obstacle,) if hurt.added else ())))
        blow = force(power, arm.weapon.power, ask)
        shares = fight_odds.stages(roll, worked.total, arm.add)
        chance[name] = 1 - shares[Stage.MISS]
        found[name] = worked
        hits = [sum((shares[one] for one in LANDED[place:]), Fraction(0)) for place in range(len(LANDED))]
        rows.append((capital(arm.words), ob(worked.total), places(blow.damage), *hits))
    columns = ("With", "Obstacle", "Damage", "Hits", "Mark or more", "Superb")
    facts = (
        Fact(chance["weapon"], "hits"),
        Fact(ob(found["hilt"].total), "with the hilt"),
        Fact(chance["hilt"], "hits"),
    )
    obstacles = {name: worked.total for name, worked in found.items()}
    sentence = (
        f"{capital(own.words)}: {ob(obstacles['weapon'])}, a hit {often(chance['weapon'])}. "
        f"The hilt: {ob(obstacles['hilt'])}, {often(chance['hilt'])}."
    )
    test = Test.of(skill.shade, roll.pool.dice, obstacles["weapon"], ask)
    blocks: tuple[Block, ...] = (
        Verdict(ob(obstacles["weapon"]), facts, sentence, Mark.DERIVED),
        Table("A Strike on the inside", columns, tuple(rows), mark=Mark.DERIVED),
        Working(found["weapon"].lines, obstacles["weapon"], "Obstacle with the weapon"),
        *ledger(hurt, skill.exponent),
    )
    values: dict[str, Any] = {"added": kind.amount, "obstacle": obstacles["weapon"], "hilt": obstacles["hilt"]}
    values |= {"chance": chance["weapon"], "hilt_chance": chance["hilt"]}
    return Answer(values, blocks, test.marks("skill"))


class Attacks(Option):
    """Who begins the fight: a tie of the first test is the defender's. Source: FGT-18."""

    YOU = "you", "you"
    THEY = "they", "they"
    BOTH = "both", "both"


class Pick(Option):
    """Where the winner of the first test may begin, by his own weapon. Source: FGT-18."""

    OUT = "out", "out of reach"
    LUNGING = "lunging", "lunging"
    OPTIMAL = "optimal", "optimal"

    @property
    def distance(self) -> Distance:
        """The distance."""
        return Distance.of(self.value)


@calculator("starting-distance", rules="FGT-18")
def starting_distance(
    speed: YourSpeed = B4,
    their_speed: TheirSpeed = B4,
    weapon: YourWeapon = Arm.LONG,
    other: TheirWeapon = Arm.SHORT,
    pick: Annotated[Pick, Asked("The winner picks", more=True)] = Pick.OPTIMAL,
    attacks: Annotated[Attacks, Asked("Who attacks", "For a tie", more=True)] = Attacks.YOU,
    rolled: Annotated[Ahead | Both, Asked("The dice", more=True)] = Ahead(),
    quicker: Reflexes = Quicker.NOBODY,
    outruns: Multiplier = Outruns.NOBODY,
    aids: YourAids = frozenset(),
    their_aids: TheirAids = frozenset(),
    bonus: OtherDice = 0,
    their_bonus: TheirOtherDice = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Who decides where the fight begins?"""
    hurt = feels(wounds, speed, ask, ELEMENTS["speed"])
    if hurt.gone:
        return no_test(hurt.gone)
    one, two = weapon.wields, other.wields
    lengths = dice_of_length(one, two, None, ask), dice_of_length(two, one, None, ask)
    lost = hurt.dice if hurt.lost else None
    more, bonuses = (aids, their_aids), (bonus, their_bonus)
    sides = both((speed, their_speed), lengths, quicker, outruns, more, bonuses, lost, (hurt.added, 0))
    eats = penalized(((hurt.obstacle,) if hurt.added else (), ()))
    mine, theirs = sides.rolls
    found = chances(mine, theirs)
    won = found[Outcome.WIN] + found[Outcome.WIN_TWO]
    lost_it = found[Outcome.LOSE] + found[Outcome.LOSE_TWO]
    track = track_of(one, two, ask)
    table = _picks(track, pick)
    values: dict[str, Any] = {
        "chance": won,
        "tie": found[Outcome.TIE],
        "theirs": lost_it,
        "dice": mine.pool.dice,
        "their_dice": theirs.pool.dice,
        "length_dice": lengths[0].amount,
        "their_length_dice": lengths[1].amount,
        "you_pick": said(track.started(pick.distance)),
        "they_pick": said(track.started(pick.distance, mine=False)),
    }
    if isinstance(rolled, Both):
        own, against = sides.left(rolled)
        figure, where = _started(own - against, attacks, pick, track, ask)
        compared = f"{own} to {against}"
        verdict = Verdict(figure, (Fact(compared, "successes"), Fact(where)), f"{figure}, {compared}: {where}.")
        values |= {"where": where, "figure": figure}
        return Answer(values, (verdict, table, *sides.ledgers, *eats), sides.marks(rolled, ask))
    shown = wording.percent(won)
    facts = (Fact(f"{mine.pool.dice}D", "you"), Fact(f"{theirs.pool.dice}D", "they"), Fact(found[Outcome.TIE], "a tie"))
    sentence = f"You pick {often(won)}, they {often(lost_it)}."
    return Answer(values, (Verdict(shown, facts, sentence, Mark.DERIVED), table, *sides.ledgers, *eats))


def _picks(track: Track, pick: Pick) -> Table:
    """Where each pick leaves both, whoever wins."""
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (capital(one.words), *(capital(said(track.started(one.distance, mine=mine))) for mine in (True, False)))
        for one in Pick
    )
    columns = ("The winner picks", "If you win", "If they win")
    return Table("Where each pick leaves you", columns, rows, list(Pick).index(pick))


def _started(margin: int, attacks: Attacks, pick: Pick, track: Track, ask: Rulings) -> tuple[str, str]:
    """Who picks, and where both stand then. Source: FGT-18."""
    if margin:
        return ("You pick" if margin > 0 else "They pick"), said(track.started(pick.distance, mine=margin > 0))
    reading = ask["fight.start-tie"]
    if reading == "reroll":
        return "Roll again", "nobody has picked"
    if reading == "out":
        return "A tie", said(track.started(Distance.OUT))
    if attacks is Attacks.BOTH:
        return "A tie", said(track.started(Distance.LUNGING, mine=track.longer))
    mine = attacks is Attacks.THEY
    return ("You pick" if mine else "They pick"), said(track.started(pick.distance, mine=mine))


@table("fight-inside")
def fight_inside() -> Table:
    """What weapons cost on the inside (FGT-17)."""
    rows = tuple((capital(one.words), wording.signed(one.amount) if one.amount else "0") for one in Handy)
    return Table("Striking on the inside", ("With", "Obstacle"), rows)


@table("fight-distances")
def fight_distances() -> Table:
    """What a sword may do at each distance while the other is not out of reach (FGT-16)."""
    rows: list[tuple[Entry, ...]] = []
    for part in Part:
        cells = []
        for own in Distance:
            theirs = Distance.INSIDE if own is Distance.INSIDE else Distance.OPTIMAL
            found = fight_reach.allowed(part, own, Handy.BLADE, theirs=theirs)
            cells.append("no" if found.barred else wording.signed(found.obstacle) if found.obstacle else "free")
        rows.append((part.words, *cells))
    columns = ("With a sword", *(capital(own.words) for own in Distance))
    return Table("What a distance allows", columns, tuple(rows))
