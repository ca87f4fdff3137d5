"""Range and Cover between two steps: whose turn it is, both ladders, both sides, and the volleys as cards (RNC-41)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine import wording
from engine.answer import Bar, Block, Card, Column, Face, Fact, Shown, Stage
from engine.games.burning_wheel.blocks.odds import drawn
from engine.games.burning_wheel.dice import Roll as Fallen
from engine.games.burning_wheel.dice import ob
from engine.games.burning_wheel.forms.sealing import SIDES, Seals
from engine.games.burning_wheel.rules import range_charms
from engine.games.burning_wheel.rules.maneuvers import CARDS, VOLLEYS, Maneuver, Result, moves
from engine.games.burning_wheel.rules.range_charms import Spelled
from engine.games.burning_wheel.rules.range_dice import Category, Ending
from engine.games.burning_wheel.rules.range_procedure import Cast, Conflict, Phase, Shot, Won
from engine.games.burning_wheel.rules.range_track import Intent, Stop, landings, together
from engine.games.burning_wheel.views.blocks import Ghost, Ladder, Ladders

RUNGS = tuple(Category)
SHORT = 8
"""Letters of a name that a ghost has room for."""
NAMES = ("Out", "Extreme", "Optimal", "Too close")
ENDS = {
    Ending.ESCAPED: "Someone got away",
    Ending.MELEE: "On to Fight!",
    Ending.FLED: "Run out of range",
    Ending.LOST: "Not to be found",
    Ending.BEATEN: "It is over",
}
THEN = {
    Ending.ESCAPED: "Both are out of range of both weapons.",
    Ending.MELEE: "Hand weapons reach: roll for position in melee and script a Fight!.",
    Ending.FLED: "Whoever ran screaming is out of range; the fright is over, too.",
    Ending.LOST: "Nobody finds the one who swooned, who wakes hours later.",
    Ending.BEATEN: "One side is down or has given up.",
}


@dataclass(frozen=True, slots=True)
class Past:
    """A volley that was rolled: the maneuvers, how the test ended, the dice, where it ended, its shots and spells."""

    pair: tuple[Maneuver | None, Maneuver | None]
    won: Won
    thrown: tuple[tuple[Cast, Fallen], ...]
    stop: Stop
    shots: tuple[Shot, ...] = ()
    spelled: tuple[Spelled, ...] = ()


def name_of(state: Conflict, place: int) -> str:
    """What a side is called."""
    return state.sides[place].fighter.name


def ladders(state: Conflict) -> Ladders:
    """Where both stand; once maneuvers lie open, where a win, a tie or a loss would take them."""
    mine, theirs = (
        Ladder(
            name_of(state, place),
            held(state, place),
            NAMES,
            RUNGS.index(state.category(place)),
            _may(state, place),
        )
        for place in (0, 1)
    )
    said = wording.listed(f"{name_of(state, place)} has {state.category(place).words}" for place in (0, 1))
    return Ladders(f"{said}.", (mine, theirs), tuple(_ghosts(state)))


def held(state: Conflict, place: int) -> str:
    """What a side has in hand."""
    fighter = state.sides[place].fighter
    if fighter.charm:
        return fighter.charm.name
    return fighter.weapon.name if fighter.weapon else "nothing to shoot with"


def _may(state: Conflict, place: int) -> str:
    side = state.sides[place]
    if side.fighter.charm:
        left = range_charms.waits(side.fighter.charm, side.chanted, state.house.charms)
        return f"{wording.count(left, 'Maintain', 'Maintains')} first" if left else "may cast"
    if side.fighter.weapon is None:
        return "no weapon"
    if not side.loaded:
        return "must reload"
    return "in range" if state.category(place).shoots else "no shot"


def _ghosts(state: Conflict) -> Iterator[Ghost]:
    """Where each result would take the pair, the literal move."""
    if state.phase is not Phase.ROLL or state.stop is Stop.TOUCHING:
        return
    intents = [CARDS[one].intent if (one := state.maneuver(place)) else Intent.MAINTAIN for place in (0, 1)]
    reaches = state.reaches
    for result in Result:
        found = moves(intents[0], intents[1], result)
        stop: Stop = state.stop
        if len(found) > 1:
            stop = together(reaches.track, stop, intents[0], steps=state.house.like_steps)
        elif found:
            stop = landings(reaches.track, stop, reaches.mover(found[0].side), found[0].intent)[0]
        mine, theirs = reaches.categories(stop)
        winner = name_of(state, int(result is Result.LOSE))
        # A long name would not find room between the ladders.
        words = "tie" if result is Result.TIE else winner[:SHORT]
        yield Ghost(words, (RUNGS.index(mine), RUNGS.index(theirs)))


def choosing(state: Conflict, seals: Seals) -> tuple[int, ...]:
    """The sides that script or declare next, in turn; last whoever has to open a seal."""
    if state.phase is Phase.SCRIPT:
        return seals.last(place for place, side in enumerate(state.sides) if not side.script)
    return seals.last(state.acting) if state.phase is Phase.ACT else ()


def stage(state: Conflict, past: tuple[Past, ...], setup: str, seals: Seals) -> Stage:
    """The conflict between two steps; `past` are the volleys of this exchange that were rolled."""
    figure, line, sentence = _turn(state, seals)
    return Stage(
        figure,
        tuple(Fact(part) for part in line),
        sentence,
        None,
        tuple(_bar(state, place) for place in (0, 1)),
        tuple(_columns(state, past, seals)),
        (),
        setup,
    )


def _turn(state: Conflict, seals: Seals) -> tuple[str, tuple[str, ...], str]:
    """Whose turn it is: in a figure, in a few words, and in a sentence."""
    where = f"Exchange {state.exchange}, volley {state.volley} of {VOLLEYS}"
    if state.phase is Phase.OVER and state.ending:
        return ENDS[state.ending], (), f"{ENDS[state.ending]}."
    if state.phase is Phase.START:
        return "Starting range", ("roll for it",), "Both roll for the starting range."
    if state.phase is Phase.PICK:
        who = "The GM" if state.picks is None else name_of(state, state.picks)
        return f"{who} picks", ("the starting range",), f"{who} picks the starting range."
    places = choosing(state, seals)
    if places and seals.codes[places[0]]:
        scripts, name = state.phase is Phase.SCRIPT, name_of(state, places[0])
        where = f"Exchange {state.exchange}" if scripts else where
        return f"{name} opens", (where,), f"{where}. {name} opens the sealed {'script' if scripts else 'act'}."
    if state.phase is Phase.SCRIPT:
        names = wording.listed(name_of(state, place) for place in sorted(places) if not seals.codes[place])
        return f"{names} to script", (f"Exchange {state.exchange}",), f"Exchange {state.exchange}: {names} to script."
    now = {
        Phase.REVEAL: ("Face down", f"Reveal volley {state.volley}."),
        Phase.ROLL: ("Roll for position", "Both roll for position."),
        Phase.PLACE: ("Where to?", "The winner says where the move ends."),
        Phase.ACT: ("Declare", "Say in secret what you do; it is shown together."),
        Phase.SHOOT: ("Shoot", "The shots fly together."),
        Phase.HARM: ("Hit", "Work out the wound, then say here what it did."),
        Phase.SPOT: ("Look for them", "Someone swooned here: look for them."),
        Phase.REACT: ("Nerve lost", "Whoever hesitates says how."),
    }[state.phase]
    return now[0], (where,), f"{where}. {now[1]}"


def _bar(state: Conflict, place: int) -> Bar:
    """A side: its aim as cells, and what else it has or carries."""
    side = state.sides[place]
    most = side.most_aim
    parts = [f"{side.held.cover}D of cover"]
    weapon = side.fighter.weapon
    if weapon and weapon.kind.slow:
        parts.append("loaded" if side.loaded else "not loaded")
    if side.fighter.lost or side.fighter.harder:
        parts.append(f"wounds: −{side.fighter.lost}D" + (f", +{side.fighter.harder} Ob" if side.fighter.harder else ""))
    if side.lost:
        parts.append(f"hesitates {wording.count(side.lost.volleys, 'volley', 'volleys')}")
    words = f"aim: {min(side.held.aim, most)} of {wording.count(most, 'die', 'dice')}"
    return Bar(SIDES[place], side.fighter.name, words, min(side.held.aim, most), most, " · ".join(parts))


def _columns(state: Conflict, past: tuple[Past, ...], seals: Seals) -> Iterator[Column]:
    """The volleys of the exchange."""
    for number, one in enumerate(past, 1):
        yield _done(state, number, one)
    scripted = tuple(bool(side.script or seals.codes[place]) for place, side in enumerate(state.sides))
    if state.phase is Phase.OVER or not any(scripted):
        return
    for volley in range(len(past) + 1, VOLLEYS + 1):
        now = volley == state.volley and state.phase is Phase.ROLL
        if now:
            yield _open(state)
        else:
            cards = tuple(_unseen(state, place, volley, written=scripted[place]) for place in (0, 1))
            yield Column(f"Volley {volley}", "to come", cards)


def _unseen(state: Conflict, place: int, volley: int, *, written: bool) -> Card:
    side = state.sides[place]
    name = side.fighter.name
    if side.lost and volley - state.volley < side.lost.volleys:
        return Card(place, Shown.LOST, f"{name}: hesitating")
    if side.script and volley == VOLLEYS and side.script[volley - 1] is None:
        return Card(place, Shown.LOST, f"{name}: given up")
    return Card(place, Shown.BACK if written else Shown.BLANK, f"{name}: {'sealed' if written else 'not written'}")


def _open(state: Conflict) -> Column:
    """The volley that lies open: what each side is about to roll."""
    cards = []
    for place in (0, 1):
        own = state.maneuver(place)
        if own is None:
            cards.append(Card(place, Shown.LOST, f"{name_of(state, place)} hesitates"))
            continue
        way, dice = state.way(place), state.dice(place).total
        certain = "Stealthy is certain" if way.fixed else way.tests.words
        cards.append(Card(place, Shown.FACE, own.words, certain, figure=f"{dice}D"))
    return Column(f"Volley {state.volley}", "now", tuple(cards), "against", now=True)


def _done(state: Conflict, number: int, past: Past) -> Column:
    """A volley as it came out."""
    cards = []
    for place in (0, 1):
        own = past.pair[place]
        casts = [(cast, fell) for cast, fell in past.thrown if cast.side == place and cast.what != "fate"]
        faces = tuple(face for _, fell in casts for face in _faces(fell))
        total = past.won.totals[place]
        if own is None or total is None:
            cards.append(Card(place, Shown.LOST, f"{name_of(state, place)} hesitates"))
        else:
            dice = sum(cast.pool.dice for cast, _ in casts)
            cards.append(Card(place, Shown.FACE, own.words, f"{dice}D rolled", figure=str(total), faces=faces))
    return Column(f"Volley {number}", "done", tuple(cards), " · ".join(_came(state, past)))


def _faces(fell: Fallen) -> Iterator[Face]:
    return (replace(face, opened_by=None) for face in drawn(fell, len(fell.dice)).faces)


def _came(state: Conflict, past: Past) -> Iterator[str]:
    """What came of a volley, in a few words."""
    won = past.won
    if won.winner is not None:
        yield f"**{name_of(state, won.winner)} by {won.margin}**"
    else:
        yield "**a tie**" if won.tied else "**nobody**"
    for place, burst in enumerate(won.burst):
        if burst:
            yield f"{name_of(state, place)}’s bomb goes off"
    for one in past.spelled:
        yield f"{one.charm.name} {'comes off' if one.works else 'is undone' if one.stopped else 'fails'}"
    for shot in past.shots:
        yield f"{name_of(state, shot.side)} {'hits' if shot.hits else 'misses'} {ob(shot.obstacle.total)}"


def blocks_of(state: Conflict, past: tuple[Past, ...], setup: str, seals: Seals) -> list[Block]:
    """The stage with its ladders."""
    found: list[Block] = [stage(state, past, setup, seals)]
    if state.phase not in (Phase.START, Phase.PICK):
        found.append(ladders(state))
    return found
