"""Range and Cover played out: starting range, hidden scripts, volley by volley, to its end (RNC-41, RNC-42)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Lead, Note, Steps, Table, Working
from engine.forms import Asked, Unusable
from engine.games.burning_wheel.calculators.range_and_cover import range_sparring
from engine.games.burning_wheel.calculators.range_and_cover.range_moves import (
    Declare,
    Deed,
    Forfeit,
    GiveUp,
    Look,
    Observe,
    PickRange,
    Place,
    React,
    Reveal,
    RollDice,
    RollStart,
    Script,
    SetRange,
    Shoot,
    TellHarm,
    moved,
)
from engine.games.burning_wheel.calculators.range_and_cover.range_played import Played, both_act, where_of
from engine.games.burning_wheel.calculators.range_and_cover.range_setup import FEW, Shooter, armed_with, fighter_of
from engine.games.burning_wheel.calculators.range_and_cover.range_stage import blocks_of, choosing, name_of
from engine.games.burning_wheel.dice import ob
from engine.games.burning_wheel.forms import handoff, partner, sealing
from engine.games.burning_wheel.forms.partner import PartnerPlays, Spar
from engine.games.burning_wheel.forms.sealing import SIDES, OpenSealed, SealCame
from engine.games.burning_wheel.readings.classes import classes_of, marks_of
from engine.games.burning_wheel.readings.range_play import house_of
from engine.games.burning_wheel.rules import range_procedure as rules
from engine.games.burning_wheel.rules.maneuvers import CARDS, VOLLEYS, Maneuver, Means, able
from engine.games.burning_wheel.rules.range_dice import Ending
from engine.games.burning_wheel.rules.range_endings import HANDOFF
from engine.games.burning_wheel.rules.range_procedure import Conflict, Phase
from engine.games.burning_wheel.sheet.effects import LogTest
from engine.refused import Refused
from engine.rulings import Rulings
from engine.session import Able, Dice, Offer, session
from engine.working import Line

TABLE = "table"


def start(
    a: Annotated[Shooter, Asked("Side A")] = Shooter(),
    b: Annotated[Shooter, Asked("Side B")] = Shooter(),
    harder: Annotated[int, FEW, Asked("Light and weather: obstacle of shots", more=True, gm=True, quick=(0, 1, 2))] = 0,
    *,
    ask: Rulings,
) -> Played:
    """How does this hunt with bow and blade go?"""
    (first, borne), (second, others) = fighter_of(a, 0, ask), fighter_of(b, 1, ask)
    if first.name.casefold() == second.name.casefold():
        raise Unusable("b.name", f"Both sides are called {wording.quoted(second.name)}; give them two names.")
    if not any(one.weapon or one.charm for one in (first, second)):
        raise Unusable("b.unarmed", "One side at least has something to shoot with.")
    lines = (Line(harder, "Light and weather", "RNC-38"),) if harder else ()
    setup = " · ".join(
        f"{one.name}: {armed_with(one)}, Speed {one.speed}, Perception {one.perception}"
        + (f", on {one.rider.mount.words}" if one.rider else "")
        for one in (first, second)
    )
    conflict = rules.begin(first, second, house_of(ask), lines)
    sides = [replace(side, shield=one.eldritch) for side, one in zip(conflict.sides, (a, b), strict=True)]
    return Played(replace(conflict, sides=(sides[0], sides[1])), (a, b), (*borne, *others), setup, ask)


def _coming(played: Played, place: int) -> handoff.Coming:
    """A side as it leaves for another conflict. Source: RNC-32."""
    side = played.conflict.sides[place]
    one = side.fighter
    return handoff.Coming(
        played.both[place],
        one.lost,
        one.harder,
        side.drained,
        one.shield,
        side.loaded,
        side.shield,
        one.rider is None,
        one.beast_lost,
    )


def moves(played: Played) -> dict[str, tuple[object, ...]]:
    """What each side, or the table, may do now."""
    state = played.conflict
    offered: dict[str, tuple[object, ...]] = {**range_sparring.turn(state, played.partner)}
    if offered:
        return offered
    for side, offer in (*_unseen(played), *_open(state)):
        offered[side] = (*offered.get(side, ()), offer)
    if state.phase is not Phase.OVER:
        for place, side in enumerate(SIDES):
            offered[side] = (*offered.get(side, ()), Offer(GiveUp, f"{name_of(state, place)} gives up", aside=True))
    return offered


def _unseen(played: Played) -> Iterator[tuple[str, Offer]]:
    """What both sides choose unseen, here or on another device."""
    state = played.conflict
    for turn, place in enumerate(choosing(state, played.seals)):
        acts = state.phase is Phase.ACT
        main = _declaring(state, place) if acts else _scripting(state, place)
        found: tuple[Offer, ...] = (main,)
        if played.partner is None and (not acts or both_act(state)):
            where, names = where_of(state, place), (name_of(state, place), name_of(state, 1 - place))
            found = sealing.offers(main, names, played.seals.codes[place], sealing.opening(where), where.thing)
        for offer in sealing.behind(found, turn=turn):
            yield SIDES[place], offer
        if played.partner is None and range_sparring.may_join(state, place, played.seals):
            yield SIDES[place], partner.offer(name_of(state, place))


def _open(state: Conflict) -> Iterator[tuple[str, Offer]]:
    """The moves that carry the conflict on once nothing is chosen unseen."""
    match state.phase:
        case Phase.START:
            yield TABLE, Offer(RollStart, "Roll for the starting range", "Starting range")
            yield TABLE, Offer(SetRange, "Start there", "The GM sets the range", aside=True)
        case Phase.PICK:
            who = TABLE if state.picks is None else SIDES[state.picks]
            yield who, Offer(PickRange, "Start there", "The starting range", "For your own weapon.")
        case Phase.REVEAL:
            yield TABLE, Offer(Reveal, f"Reveal volley {state.volley}", f"Volley {state.volley}")
            yield from _forfeiting(state)
        case Phase.ROLL:
            yield TABLE, Offer(RollDice, _rolling(state), "Position")
            yield from _observing(state)
        case Phase.PLACE:
            winner = state.won.winner if state.won and state.won.winner is not None else 0
            says = wording.listed((stop.words for stop in state.options), "or")
            yield SIDES[winner], Offer(Place(state.options[0]), "Stop there", "Where the move ends", f"{says}.")
        case Phase.SHOOT:
            yield TABLE, Offer(Shoot, "Roll the shots", "Shots")
        case Phase.HARM:
            for place, side in enumerate(state.sides):
                if side.hurt:
                    yield (
                        SIDES[place],
                        Offer(TellHarm, f"{name_of(state, place)} bears it", f"{name_of(state, place)} is hit"),
                    )
        case Phase.SPOT:
            place = 1 - (state.swooned or 0)
            yield SIDES[place], Offer(Look, "Look around", f"{name_of(state, place)} looks for them")
        case Phase.REACT:
            for place in state.reacting:
                yield SIDES[place], Offer(React, "Lose it like that", f"{name_of(state, place)} hesitates")


def _scripting(state: Conflict, place: int) -> Offer:
    """A side's script, unseen."""
    name, owned = name_of(state, place), state.sides[place].fighter.owned
    may = able(owned)
    lines = {
        one.value: Able(one.words, _line(one), barred="" if one in may else f"{name} lacks {CARDS[one].tests.words}.")
        for one in Maneuver
    }
    away = f"{name_of(state, 1 - place)}, look away."
    return Offer(Script, "Seal the script", f"{name} scripts exchange {state.exchange}", away, able=lines)


def _line(maneuver: Maneuver) -> str:
    """What a maneuver tests, in a word or two."""
    card = CARDS[maneuver]
    return f"{card.tests.words} +{card.dice}D" if card.dice else card.tests.words


def _forfeiting(state: Conflict) -> Iterator[tuple[str, Offer]]:
    """Between the first volley and the second a script may be changed."""
    if state.volley != VOLLEYS - 1:
        return
    for place, side in enumerate(state.sides):
        if side.script and side.script[-1] is not None:
            words = f"{name_of(state, place)} gives up volley 3"
            yield SIDES[place], Offer(Forfeit, words, words, "You stand and drool in it.")


def _observing(state: Conflict) -> Iterator[tuple[str, Offer]]:
    """Perception may become Observation, once a sneak is seen."""
    for place in (0, 1):
        if not state.sides[place].fighter.observation:
            continue
        try:
            state.observe(place)
        except Refused:
            continue
        yield SIDES[place], Offer(Observe, f"{name_of(state, place)} rolls Observation", aside=True)


def _rolling(state: Conflict) -> str:
    """What falls, on the button."""
    if any(side.broken for side in state.sides):
        return "Pay for the spell that was broken off"
    dice = [f"{state.dice(place).total}D" for place in (0, 1) if state.maneuver(place) is not None]
    return f"Roll {wording.listed(dice)}" if dice else "Nobody rolls: go on"


def _declaring(state: Conflict, place: int) -> Offer:
    """What a side may do with its result: shoot, duck, or spend the margin."""
    best = max(state.acts(place), key=lambda one: (one.shoots or one.casts, one.aim, one.cover, one.ducks))
    deed = Deed.SHOOT if best.shoots else Deed.CAST if best.casts else Deed.DUCK if best.ducks else Deed.NOTHING
    won = state.won
    margin = won.margin if won and won.winner == place else 0
    says = f"Margin {margin}." if margin else "Shoot or duck." if won and won.tied else "A free shot."
    where = state.shot_from(place)
    if where:
        says += f" A shot from {where.words}, {state.shooting_dice(place).dice}D."
    if best.casts and (charm := state.sides[place].fighter.charm):
        says += f" {charm.name}, {charm.dice(state.sides[place].fighter.lost).dice}D against {ob(charm.against)}."
    words = f"{name_of(state, place)} declares"
    return Offer(Declare(deed, best.aim, best.cover), "Seal it", words, says)


def step(played: Played, side: str, move: object, dice: Dice) -> Played:
    """The conflict after one move. Raises `Refused` with the sentence to show where the rules forbid it."""
    place = SIDES.index(side) if side in SIDES else None
    if isinstance(move, SealCame):
        return played.sealed(place or 0, move.seal)
    if isinstance(move, Spar):
        return played.sparring(place or 0, move)
    if isinstance(move, PartnerPlays) and played.partner:
        return played.after(range_sparring.plays(played.conflict, played.partner, played.ask), place)
    if isinstance(move, OpenSealed):
        made = Declare if played.conflict.phase is Phase.ACT else Script
        move = sealing.opened(move, where_of(played.conflict, place or 0), played.seals.codes[place or 0], made)
    return played.after(moved(played.conflict, place or 0, move, dice), place)


def show(played: Played) -> Answer:
    """Where the conflict stands; what is scripted or declared stays unseen until it is revealed."""
    state = played.conflict
    blocks: list[Block] = blocks_of(state, played.past, played.setup, played.seals)
    if state.phase is Phase.ROLL:
        for place in (0, 1):
            if state.maneuver(place) is not None:
                found = state.dice(place)
                blocks.append(Working(found.lines, found.total, f"{name_of(state, place)}: dice for position", "D"))
    if state.phase is Phase.SHOOT:
        for place, side in enumerate(state.sides):
            if side.act and side.act.shoots:
                against = state.obstacle(place)
                blocks.append(Working(against.lines, against.total, f"Obstacle of {side.fighter.name}’s shot"))
    if state.phase in (Phase.START, Phase.SCRIPT):
        blocks += played.borne
    if state.ending is Ending.MELEE:
        blocks.append(Steps(tuple(one.words for one in HANDOFF), "Go on like this", tuple(one.rule for one in HANDOFF)))
        said = "The same two, as they stand; their armor and hand weapons are still to be said:"
        pairs = handoff.to_fight([_coming(played, place) for place in (0, 1)])
        blocks.append(Lead(said, "go on in Fight!", "fight-play", "FGT-67", pairs))
    if state.phase is Phase.HARM:
        blocks.append(Note("Roll the Die of Fate and take the wound from the weapon’s table.", rule="WPN-14"))
    if state.phase is not Phase.OVER:
        return Answer(_values(state), tuple(blocks))
    rows = []
    effects: list[LogTest] = []
    for one in played.tests:
        classes = classes_of(one.dice, one.obstacle, played.ask)
        rows.append((name_of(state, one.side), one.words, f"{one.dice}D", ob(one.obstacle), classes.short))
        if one.means not in (Means.STEALTHY, Means.OBSERVATION):
            effects += marks_of(one.field, classes, one.kind, passed=one.passed)
    if rows:
        columns = ("Who", "Tested", "Dice", "Against", "In the log")
        blocks.append(Table("Tests that were made", columns, tuple(rows)))
    values = {**_values(state), "tests": [one.field for one in played.tests]}
    return Answer(values, tuple(blocks), tuple(dict.fromkeys(effects)))


def _values(state: Conflict) -> Mapping[str, object]:
    """Where the conflict stands, for programs; each list has an entry for each side."""
    sides = state.sides
    rolled = state.phase is Phase.ROLL
    return {
        "phase": state.phase.value,
        "exchange": state.exchange,
        "volley": state.volley,
        "stop": state.stop.value,
        "track": state.reaches.track.value,
        "ranges": [state.category(place).value for place in (0, 1)],
        "cover": [side.held.cover for side in sides],
        "aim": [side.held.aim for side in sides],
        "loaded": [side.loaded for side in sides],
        "hesitates": [side.lost.volleys if side.lost else 0 for side in sides],
        "scripted": [bool(side.script) for side in sides],
        "dice": [state.dice(place).total if rolled and state.maneuver(place) else None for place in (0, 1)],
        "totals": list(state.won.totals) if state.won else None,
        "margin": state.won.margin if state.won else None,
        "winner": state.won.winner if state.won else None,
        "successes": [fell.count.successes for _, fell in state.thrown],
        "chanted": [side.chanted for side in sides],
        "drained": [side.drained for side in sides],
        "shields": [side.shield for side in sides],
        "ending": state.ending.value if state.ending else None,
        "names": [side.fighter.name for side in sides],
    }


session("range-play", rules="RNC-41 RNC-42", start=start, moves=moves, step=step, show=show)
