"""A fight between two steps: whose turn it is, both ladders, both sides, and the volley as cards (FGT-67)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine import wording
from engine.answer import Bar, Block, Card, Column, Face, Fact, Shown, Stage
from engine.games.burning_wheel.blocks.odds import drawn
from engine.games.burning_wheel.dice import Roll as Fallen
from engine.games.burning_wheel.forms.fight_script import ScriptedVolley
from engine.games.burning_wheel.forms.sealing import SIDES, Seals
from engine.games.burning_wheel.rules import fight_shots, saddle
from engine.games.burning_wheel.rules.exchange import VOLLEYS
from engine.games.burning_wheel.rules.fight_distance import LADDER, Positioning
from engine.games.burning_wheel.rules.fight_posture import Posture
from engine.games.burning_wheel.rules.fight_procedure import Cast, Event, Fight, Phase, Side, Standing
from engine.games.burning_wheel.rules.fight_state import Struck
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.missiles import Kind
from engine.games.burning_wheel.rules.stances import Stance
from engine.games.burning_wheel.views.blocks import Ladder, Ladders

NAMES = ("Out", "Lunging", "Optimal", "Inside")
BEFORE = (Phase.AMBUSH, Phase.START, Phase.PICK)
"""Phases in which nobody stands anywhere yet."""
NOW = {
    Phase.AMBUSH: ("Ambush", "One lies in wait, the other may notice."),
    Phase.START: ("First distance", "Both roll for the first distance."),
    Phase.ANNOUNCE: ("Face down", "Plans may change, then the volley is announced."),
    Phase.FIRST: ("One goes first", "The first action comes before all others."),
    Phase.POSITION: ("Roll for position", "Both roll for position."),
    Phase.HALT: ("Where to?", "The winner says where the move ends."),
    Phase.ACT: ("Actions meet", "The next actions meet."),
}


@dataclass(frozen=True, slots=True)
class Past:
    """What was rolled in one go: its name, what each side did, its dice, and what came of it."""

    title: str
    pair: tuple[str, str]
    thrown: tuple[tuple[Cast, Fallen], ...]
    came: tuple[Event, ...]


def name_of(fight: Fight, place: int) -> str:
    """What a side is called."""
    return fight.sides[place].fighter.name


def part_words(part: Struck) -> str:
    """A part of a body or of a beast: "the torso", "the beast’s body"."""
    return part.words if isinstance(part, saddle.Spot) else f"the {part.words.lower()}"


def choosing(fight: Fight) -> tuple[int, ...]:
    """The sides that script next."""
    return tuple(place for place, side in enumerate(fight.sides) if not side.state.plan)


def ladders(fight: Fight) -> Ladders:
    """Where both stand, each by the own weapon."""
    mine, theirs = (
        Ladder(side.fighter.name, side.weapon.name, NAMES, LADDER.index(side.state.at)) for side in fight.sides
    )
    said = ", ".join(f"{side.state.at.words} for {side.fighter.name}" for side in fight.sides)
    return Ladders(f"{said[0].upper()}{said[1:]}.", (mine, theirs))


def stage(fight: Fight, past: tuple[Past, ...], setup: str, seals: Seals) -> Stage:
    """The fight between two steps; `past` is what was rolled in this volley."""
    figure, sentence = _turn(fight, seals)
    where = f"Exchange {fight.exchange}, volley {fight.volley} of {VOLLEYS}"
    begun = fight.phase not in (*BEFORE, Phase.OVER)
    facts = (Fact(where),) if begun else (Fact(sentence),) if fight.phase is Phase.OVER else ()
    bars = tuple(_bar(fight, place) for place in (0, 1))
    aloud = f"{where}. {sentence}" if begun else sentence
    return Stage(figure, facts, aloud, None, bars, tuple(_columns(fight, past, seals)), (), setup)


def _turn(fight: Fight, seals: Seals) -> tuple[str, str]:
    """Whose turn it is, in a figure and in a sentence."""
    if fight.phase is Phase.PICK:
        name = name_of(fight, fight.picks or 0)
        return f"{name} picks", f"{name} picks the first distance."
    if fight.phase is Phase.SCRIPT:
        places = seals.last(choosing(fight))
        if seals.codes[places[0]]:
            name = name_of(fight, places[0])
            return f"{name} opens", f"{name} opens the sealed script."
        names = wording.listed(name_of(fight, place) for place in sorted(places) if not seals.codes[place])
        return f"{names} to script", f"{names} to script."
    if fight.phase is Phase.OVER:
        return _end(fight)
    return NOW[fight.phase]


def _end(fight: Fight) -> tuple[str, str]:
    """How the fight ended, in a figure and in a sentence. Source: FGT-67."""
    if fight.prevails is not None:
        name, loser = name_of(fight, fight.prevails), name_of(fight, 1 - fight.prevails)
        why = "gives up" if fight.yielded is not None else "is out of it"
        return f"{name} prevails", f"{loser} {why}."
    if all(side.state.out for side in fight.sides):
        return "Both are down", "Nobody has their way."
    apart = not any(side.state.lost for side in fight.sides)
    return "It breaks off", "Both are out of reach." if apart else "Neither has the nerve to go on."


def _bar(fight: Fight, place: int) -> Bar:
    """A side: its actions as cells, and how it stands."""
    side = fight.sides[place]
    state = side.state
    parts = [side.weapon.name]
    parts += [f"{state.stance.words} stance"] if state.stance is not Stance.NEUTRAL else []
    parts += [state.posture.words] if state.posture is not Posture.STANDING else []
    parts += [f"offers {part_words(state.choice.offers)}"] if state.choice.offers is not Target.TORSO else []
    parts += [f"aims at {part_words(state.choice.wants)}"] if state.choice.wants else []
    parts += _ridden(side)
    parts += [f"an Eldritch Shield of {state.shield}D"] if state.shield else []
    parts += [f"Locked by {state.lock}D"] if state.lock else []
    if state.levels:
        took = [f"−{state.taken}D"] if state.taken else []
        parts.append(f"wounds: {', '.join([*took, *([f'+{state.hurts} Ob'] if state.hurts else [])])}")
    if state.lost:
        lost = wording.count(state.lost, "action", "actions")
        parts.append(f"{_falters(state)} for {lost}")
    parts += [f"stays ready for {wording.count(state.waits, 'action')}"] if state.waits else []
    parts += [_spell(side)] if side.casts and (state.holds or state.incanted) else []
    parts += [_ready(side)] if state.shot.loaded and fight_shots.in_hand(side) else []
    parts += ["out of it"] if state.out else []
    if fight.bids.auction and (bid := fight.bids.auction.totals[place]):
        parts.append(f"has bid {bid}")
    whole = side.fighter.reflexes
    words = f"{side.actions} of {wording.count(whole, 'action', 'actions')}"
    return Bar(SIDES[place], side.fighter.name, words, side.actions, whole, " · ".join(parts))


def _falters(state: Standing) -> str:
    """What someone does who has lost the nerve. Source: FGT-61."""
    return "runs" if state.running else "hesitates"


def _ridden(side: Side) -> Iterator[str]:
    """How a mount stands, and its rider on it. Source: RID-14, RID-19, RID-24."""
    beast = side.state.beast
    if side.fighter.rider and side.rider is None:
        yield "on foot"
    if side.rider is None:
        return
    took = [f"−{beast.taken}D"] if beast.taken else []
    hurt = [*took, *([f"+{beast.hurts} Ob"] if beast.hurts else [])]
    yield f"on {side.rider.mount.words}" + (f", wounded {', '.join(hurt)}" if hurt else "")
    if beast.lost and beast.fright:
        yield f"{beast.fright.words} for {wording.count(beast.lost, 'action', 'actions')}"
    elif beast.order:
        yield f"the mount is to {beast.order.words}"
    if beast.loose:
        yield "half out of the saddle"


def _spell(side: Side) -> str:
    """How far a spell is that someone casts. Source: SOR-11, SOR-38."""
    charm, state = side.fighter.charm, side.state
    assert charm
    if state.holds or state.incanted >= charm.actions:
        return f"holds {charm.name} back"
    return f"casts {charm.name}, {state.incanted} of {wording.count(charm.actions, 'action')}"


def _ready(side: Side) -> str:
    """How far what a side shoots or throws is. Source: FGT-29."""
    shot, ranged = side.state.shot, side.fighter.ranged
    thrown, bow = ranged is None or ranged.kind is None, ranged is not None and ranged.kind is Kind.BOW
    words = "ready to throw" if thrown else "nocked" if bow else "loaded"
    if shot.acquired:
        words = "drawn" if bow else f"{words}, target acquired"
    return f"{words}, +{shot.aimed}D" if shot.aimed else words


def _columns(fight: Fight, past: tuple[Past, ...], seals: Seals) -> Iterator[Column]:
    """The volley as it was rolled, then what lies open, then the volleys to come."""
    for one in past:
        yield _done(fight, one)
    if fight.phase is Phase.OVER:
        return
    if fight.phase is Phase.POSITION:
        yield _announced(fight)
    if fight.phase in (Phase.ACT, Phase.FIRST):
        yield _open(fight)
    written = tuple(bool(side.state.plan or seals.codes[place]) for place, side in enumerate(fight.sides))
    if not any(written):
        return
    first = fight.volley if fight.phase in (Phase.SCRIPT, Phase.ANNOUNCE) else fight.volley + 1
    for volley in range(first, VOLLEYS + 1):
        cards = []
        for place, side in enumerate(fight.sides):
            shown = Shown.BACK if written[place] else Shown.BLANK
            cards.append(Card(place, shown, f"{side.fighter.name}: {'sealed' if written[place] else 'not written'}"))
        yield Column(f"Volley {volley}", "to come", tuple(cards))


def _announced(fight: Fight) -> Column:
    """The volley that both have announced, before position is tested."""
    cards = []
    for place, side in enumerate(fight.sides):
        volley, state = side.volley(fight.volley), side.state
        if side.rider and state.beast.lost and state.beast.fright:
            cards.append(Card(place, Shown.LOST, f"{side.fighter.name}'s mount: {state.beast.fright.words}"))
        elif state.lost:
            cards.append(Card(place, Shown.LOST, f"{side.fighter.name} {_falters(state)}"))
        else:
            acts = str(ScriptedVolley(replace(volley, positioning=Positioning.STAND)))
            cards.append(Card(place, Shown.FACE, volley.positioning.words, acts))
    return Column(f"Volley {fight.volley}", "now", tuple(cards), "against", now=True)


def _open(fight: Fight) -> Column:
    """The actions that are about to meet."""
    cards = []
    for place in (0, 1):
        deed = fight.doing(place)
        if deed is None:
            cards.append(Card(place, Shown.LOST, f"{name_of(fight, place)}: no action"))
        elif fight.sides[place].state.lost:
            cards.append(Card(place, Shown.LOST, f"{name_of(fight, place)} {_falters(fight.sides[place].state)}"))
        else:
            cards.append(Card(place, Shown.FACE, deed.words))
    title = "The first action" if fight.phase is Phase.FIRST else f"Action {fight.slot}"
    return Column(title, "now", tuple(cards), "against", now=True)


def _done(fight: Fight, past: Past) -> Column:
    """What was rolled, and what came of it."""
    cards = []
    for place in (0, 1):
        casts = [(cast, fell) for cast, fell in past.thrown if cast.side == place]
        faces = tuple(face for _, fell in casts for face in _faces(fell))
        line = " · ".join(f"{cast.part.words} {fell.count.successes}" for cast, fell in casts)
        cards.append(Card(place, Shown.FACE, past.pair[place], line, faces=faces))
    came = " · ".join(f"{name_of(fight, one.side)}: {one.words}" for one in past.came)
    return Column(past.title, "done", tuple(cards), came)


def _faces(fell: Fallen) -> Iterator[Face]:
    return (replace(face, opened_by=None) for face in drawn(fell, len(fell.dice)).faces)


def blocks_of(fight: Fight, past: tuple[Past, ...], setup: str, seals: Seals) -> list[Block]:
    """The stage with its ladders."""
    found: list[Block] = [stage(fight, past, setup, seals)]
    if fight.phase not in BEFORE:
        found.append(ladders(fight))
    return found
