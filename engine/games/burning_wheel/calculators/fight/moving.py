"""Moving in a fight: where a won test leads, what moving costs, and standing still (FGT-19 to FGT-22)."""

from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked
from engine.games.burning_wheel.calculators.fight.distance_fields import (
    SPEEDS,
    Arm,
    Pair,
    TheirDistance,
    Theirs,
    TheirWeapon,
    TheyScript,
    YourDistance,
    YourWeapon,
    YouScript,
    capital,
    said,
)
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.readings.fight_positioning import landings, track_of
from engine.games.burning_wheel.rules import fight_distance
from engine.games.burning_wheel.rules import fight_positioning as rules
from engine.games.burning_wheel.rules.fight_distance import Distance, Places, Positioning, Track
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.games.burning_wheel.rules.fight_positioning import Outcome
from engine.games.burning_wheel.rules.fight_reach import Doing, moving
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark

FOUR = Pool.of(4)
KEYS = {
    Outcome.WIN_TWO: "two",
    Outcome.WIN: "one",
    Outcome.TIE: "tie",
    Outcome.LOSE: "lose",
    Outcome.LOSE_TWO: "lose_two",
}


@calculator("fight-move", rules="FGT-19 FGT-20")
def fight_move(
    mine: YourWeapon = Arm.SHORT,
    theirs: TheirWeapon = Arm.LONG,
    mine_at: YourDistance = Distance.LUNGING,
    scripted: YouScript = Positioning.CLOSE,
    their_script: Annotated[Positioning, Asked("They script", more=True)] = Positioning.WITHDRAW,
    theirs_at: TheirDistance = Theirs.WEAPONS,
    *,
    ask: Rulings,
) -> Answer:
    """Where does the winner take us?"""
    names = mine.words, theirs.words
    track = track_of(mine.wields, theirs.wields, ask)
    pair = Pair.of(track, mine_at, theirs_at, (scripted, their_script), names, ask)
    options = {outcome: pair.options(outcome) for outcome in Outcome}
    one, two = options[Outcome.WIN], options[Outcome.WIN_TWO]
    stays = one == (pair.at,)
    figure = "Nobody moves" if stays else capital(one[0][0].words)
    facts = (
        Fact(said(one[0]), "by one"),
        Fact(said(two[0]), "by two"),
        Fact(said(options[Outcome.LOSE][0]), "if you lose"),
    )
    sentence = f"Win by one: {said(one[0])}. By two: {said(two[0])}."
    values: dict[str, Any] = {
        **{KEYS[outcome]: said(found[0]) for outcome, found in options.items()},
        "places": len(one),
        "at": said(pair.at),
    }
    blocks: list[Block] = [
        Verdict(figure, facts, sentence, Mark.DERIVED),
        pair.ladders,
        pair.ends(),
        _states(track, pair.at),
        *pair.notes,
    ]
    return Answer(values, tuple(blocks))


def _states(track: Track, at: Places) -> Table:
    """All places where these two weapons can stand together."""
    rows = tuple((capital(one.words), capital(other.words)) for one, other in track.states)
    current = track.states.index(at) if at in track.states else None
    return Table("Where these weapons can stand, far to near", ("You", "They"), rows, current, folded=True)


class Moves(Option):
    """What someone does for positioning, a Charge apart from a Close. Source: FGT-21."""

    STAND = "stand", "nothing: stand still"
    MAINTAIN = "maintain", "Maintain"
    CLOSE = "close", "Close"
    WITHDRAW = "withdraw", "Withdraw"
    CHARGE = "charge", "Charge or Tackle"

    @property
    def scripted(self) -> Positioning:
        """The positioning that it is."""
        return Positioning.CLOSE if self is Moves.CHARGE else Positioning.of(self.value)


@calculator("moving-costs", rules="FGT-21")
def moving_costs(
    moves: Annotated[Moves, Asked("You script")] = Moves.CLOSE,
    theirs: TheyScript = Positioning.MAINTAIN,
    doing: Annotated[Doing, Asked("What you do then")] = Doing.MELEE,
    avoids: Annotated[bool, Asked("Your target Avoids in this volley", more=True)] = False,
    *,
    ask: Rulings,
) -> Answer:
    """What does moving cost?"""
    charged = moves is Moves.CHARGE
    free = charged and ask["fight.charge-actions"] == "free"

    def cost(one: Doing, mine: Moves) -> Any:
        also = mine is Moves.CHARGE
        return moving(mine.scripted, theirs, one, avoids=avoids, charged=also, charge_free=free and also)

    found = {one: cost(one, moves) for one in Doing if charged or one is not Doing.CHARGE}
    chosen = found.get(doing) or cost(doing, moves)
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (capital(one.words), f"+{worked.total} Ob" if worked.total else "nothing") for one, worked in found.items()
    )
    figure = f"+{chosen.total} Ob" if chosen.total else "Nothing"
    shot = found[Doing.SHOT].total
    facts = (Fact(doing.words), Fact(f"+{shot} Ob" if shot else "nothing", "on a shot"))
    sentence = f"{capital(doing.words)}: {figure[:1].lower()}{figure[1:]} for movement."
    values = {one.value: worked.total for one, worked in found.items()}
    current = list(found).index(doing) if doing in found else None
    table = Table("Movement in this volley", ("What you do", "Costs"), rows, current)
    eats = Note("What has no obstacle, such as an Avoid, loses as many successes.", rule="FGT-09")
    return Answer(
        {**values, "obstacle": chosen.total},
        (Verdict(figure, facts, sentence), table, Working(chosen.lines, chosen.total, "Ob for movement"), eats),
    )


class Comes(Option):
    """What the other does against someone who stands still. Source: FGT-22."""

    CLOSE = "close", "Close"
    MAINTAIN = "maintain", "Maintain"
    WITHDRAW = "withdraw", "Withdraw"
    STAND = "stand", "stand still too"
    CHARGE = "charge", "Charge or Tackle"

    @property
    def scripted(self) -> Positioning:
        """The positioning that it is."""
        return Positioning.CLOSE if self is Comes.CHARGE else Positioning.of(self.value)


@calculator("stand-still", rules="FGT-22")
def stand_still(
    scripted: Annotated[Comes, Asked("They script")] = Comes.CLOSE,
    mine: YourWeapon = Arm.LONG,
    theirs: TheirWeapon = Arm.SHORT,
    mine_at: YourDistance = Distance.OPTIMAL,
    theirs_at: TheirDistance = Theirs.WEAPONS,
    pool: Annotated[Pool, Asked("Their positioning dice", "Where your table rolls", quick=SPEEDS, more=True)] = FOUR,
    *,
    ask: Rulings,
) -> Answer:
    """I stand still. What do they get?"""
    names = mine.words, theirs.words
    track = track_of(mine.wields, theirs.wields, ask)
    pair = Pair.of(track, mine_at, theirs_at, (Positioning.STAND, scripted.scripted), names, ask)
    defends = ""
    if scripted is Comes.CHARGE:
        defends = "Avoid and Power" if ask["fight.stand-charge"] == "power" else "Avoid"
    rolls = scripted.scripted.moves and scripted is not Comes.CHARGE and ask["fight.stand-still"] == "roll"
    shares = rules.let_them_come(Roll(pool)) if rolls else {0: 0, 1: 1, 2: 0}
    if not scripted.scripted.moves:
        shares = {0: 1, 1: 0, 2: 0}
    places = {steps: _after(pair, steps, ask) for steps in shares}
    likeliest = max(shares, key=lambda steps: shares[steps])
    at = places[likeliest][0]
    facts = [Fact("no Ob for movement", "")]
    if rolls:
        facts.append(Fact(shares[2], "two distances"))
    if defends:
        facts.append(Fact(defends, "against the Charge"))
    rows: list[tuple[Entry, ...]] = []
    for steps, (first, *others) in places.items():
        if shares[steps]:
            stops = "; ".join(said(one) for one in others)
            rows.append((wording.count(steps, "distance"), shares[steps], capital(said(first)), stops or None))
    table = Table("Where they take you", ("They move", "Chance", "Then", "Or they stop at"), tuple(rows))
    moved = at != pair.at
    sentence = f"{'They have their way' if moved else 'Nobody moves'}: {said(at)}."
    return Answer(
        {"likeliest": said(at), "defends": defends or "nothing to defend against", "two": shares[2]},
        (Verdict(capital(said(at)), tuple(facts), sentence), pair.ladders, table, *pair.notes),
    )


def _after(pair: Pair, steps: int, ask: Rulings) -> tuple[Places, ...]:
    if not steps:
        return (pair.at,)
    return landings(pair.track, pair.at, pair.theirs, ask, mine=False, steps=steps)


WEAPONS = {0: "Alike", 1: "One step apart", 2: "More than one step"}
MOVERS = (
    (Positioning.CLOSE, True),
    (Positioning.CLOSE, False),
    (Positioning.WITHDRAW, True),
    (Positioning.WITHDRAW, False),
)


@table("fight-tracks")
def fight_tracks() -> Table:
    """Every place and where a win by one leads from it, longer weapon first (FGT-20)."""
    rows: list[tuple[Entry, ...]] = []
    for kind, words in WEAPONS.items():
        track = Track(kind)
        for at in track.states:
            ends = (fight_distance.landings(track, at, scripted, mine=longer)[0] for scripted, longer in MOVERS)
            rows.append((words, _both(at), *(None if end == at else _both(end) for end in ends)))
    columns = ("Weapons", "From", "Longer Closes", "Shorter Closes", "Longer Withdraws", "Shorter Withdraws")
    return Table("Won by one: longer weapon / shorter weapon", columns, tuple(rows), mark=Mark.DERIVED)


def _both(at: Places) -> str:
    return " / ".join(NAMES[one] for one in at)


NAMES = {Distance.OUT: "out", Distance.LUNGING: "lunge", Distance.OPTIMAL: "opt", Distance.INSIDE: "in"}


@table("fight-moving")
def fight_moving() -> Table:
    """What movement adds to an obstacle (FGT-21, FGT-22)."""
    still = Positioning.MAINTAIN
    rows: list[tuple[Entry, ...]] = []
    for one in (Positioning.STAND, Positioning.MAINTAIN, Positioning.CLOSE, Positioning.WITHDRAW):
        costs = (moving(one, still, doing).total for doing in (Doing.MELEE, Doing.SHOT))
        rows.append((capital(one.words), *(wording.signed(cost) if cost else "0" for cost in costs)))
    target = moving(Positioning.STAND, Positioning.CLOSE, Doing.SHOT).total
    avoids = moving(Positioning.STAND, still, Doing.SHOT, avoids=True).total
    rows.append(("Your target Closes or Withdraws", "0", wording.signed(target)))
    rows.append(("Your target Avoids", "0", wording.signed(avoids)))
    return Table("Ob for movement", ("You script", "In melee", "Shooting, throwing"), tuple(rows))
