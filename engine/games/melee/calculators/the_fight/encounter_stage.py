"""How a melee stands, as a page shows it: who acts, what is stored, whose nerve is tested (MEL-54)."""

from collections.abc import Iterator, Mapping

from engine import links, tables, wording
from engine.answer import Answer, Bar, Block, Card, Column, Entry, Fact, Lead, Note, Shown, Stage, Table
from engine.calculators import find
from engine.effects import AddRow, Effect
from engine.games.burning_wheel.readings.classes import classes_of, marks_of
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.stats import Stat
from engine.games.burning_wheel.rules.wounds import Level
from engine.games.burning_wheel.sheet.effects import BatterShield
from engine.games.melee.calculators.the_fight.encounter_hunt import hunt
from engine.games.melee.calculators.the_fight.encounter_kept import Declared, Kept
from engine.games.melee.calculators.the_fight.players import MOST_POSTURE, SeenRow, pairs
from engine.games.melee.forms.people import MOST_DISPOSITION, Side
from engine.games.melee.rules import encounter_round
from engine.games.melee.rules.combatant import One
from engine.games.melee.rules.encounter import Encounter, Phase, Result
from engine.session import LOG_FORMAT

SHOWN = 8
"""How many of those who still act the rail shows."""


def show(state: Kept) -> Answer:
    """Whose turn it is, how each side stands, and everyone in a line."""
    fight = state.fight
    figure, sentence = _figure(fight)
    facts = (Fact(f"round {fight.round}"),) if fight.round else ()
    bars = tuple(_bar(fight, side) for side in fight.sides)
    stage = Stage(figure, facts, sentence, None, bars, tuple(_rail(fight)))
    blocks: list[Block] = [stage, *_pending(fight), _everyone(fight), *_notes(fight), *_leads(state)]
    values = {
        "phase": fight.phase.value,
        "round": fight.round,
        "now": fight.ones[fight.now].name if fight.now is not None and fight.phase is not Phase.BEGIN else "",
        "order": [fight.ones[at].name for at in fight.order.all],
        "disposition": [one.disposition for one in fight.ones],
        "fates": [one.fate.value for one in fight.ones],
        "shields": [one.rating for one in fight.ones],
        "wounds": [[level.value for level in one.pain.levels] for one in fight.ones],
        "hesitating": [one.name for one in fight.ones if one.hesitation is not None],
        "pending": len(fight.pending),
        "stored": [[fight.ones[one.at].name, one.loss] for one in fight.pending if one.at is not None and one.loss],
        "winner": fight.winner,
    }
    over = fight.phase in (Phase.OVER, Phase.CONVERTED)
    return Answer(values, tuple(blocks), effects=tuple(_effects(state)) if over else ())


def _figure(fight: Encounter) -> tuple[str, str]:
    """What stands above all, and the same as a sentence."""
    match fight.phase:
        case Phase.BEGIN:
            return "Before the fight", "Everyone rolls disposition and initiative."
        case Phase.OVER if fight.winner:
            side = Side.of(fight.winner).words
            return "It is over", f"The fight is over: {side} hold the field."
        case Phase.OVER:
            return "It is over", "The fight is over; nobody holds the field."
        case Phase.CONVERTED:
            return "They run", "The fight goes on as Range and Cover, with the same people."
        case Phase.RESOLVE:
            many = len([result for result in fight.pending if result.hit or result.moves or result.ready])
            return f"Round {fight.round} is done", f"{wording.count(many, 'result')} to apply."
        case Phase.WINDOW if isinstance(fight.declared, Declared):
            return fight.ones[fight.now or 0].name, "Does anyone act early?"
    at = fight.now
    name = fight.ones[at].name if at is not None else "Nobody"
    if at is not None and fight.ones[at].hesitation and fight.ones[at].form is not None:
        return name, f"{name} must hesitate."
    return name, f"It is {name}’s turn."


def _bar(fight: Encounter, side: str) -> Bar:
    people = [one for one in fight.ones if one.side == side]
    left, most = sum(one.disposition for one in people if one.there), sum(one.most for one in people)
    up = sum(one.there for one in people)
    return Bar(side, Side.of(side).words.capitalize(), "disposition", left, most, f"{up} of {len(people)}")


def _rail(fight: Encounter) -> Iterator[Column]:
    """Who still acts in this round, the next one first."""
    if fight.phase in (Phase.BEGIN, Phase.OVER, Phase.CONVERTED, Phase.RESOLVE):
        return
    sides = fight.sides
    for place, at in enumerate(fight.waiting[:SHOWN]):
        one = fight.ones[at]
        line = "hesitates" if one.hesitates else f"{one.disposition} left"
        card = Card(sides.index(one.side), Shown.FACE, one.name, line)
        yield Column(str(place + 1), "now" if not place else "", (card,), now=not place)


def _pending(fight: Encounter) -> Iterator[Block]:
    """What is stored, and what it will come to. Source: MEL-40."""
    shown = [result for result in fight.pending if result.hit or result.moves or result.ready or result.leaves]
    if not shown:
        return
    rows = tuple((result.says, wording.listed(_brings(fight, result)) or None) for result in shown)
    yield Table("Stored until the round ends", ("What", "Brings"), rows, folded=fight.phase is not Phase.RESOLVE)
    if fight.phase is Phase.RESOLVE:
        after = encounter_round.resolved(fight, [Level.NONE] * len(encounter_round.blows(fight)))
        lines = tuple(_preview(fight, after))
        if lines:
            yield Table("What it comes to, before wounds", ("Who", "Disposition", "Then"), lines)


def _brings(fight: Encounter, result: Result) -> Iterator[str]:
    at = fight.ones[result.at].name if result.at is not None else ""
    if result.loss:
        yield f"{result.loss} off {at}"
    if result.strike is not None:
        yield f"a wound to {at}, if armor lets it"
    if result.shield:
        yield f"{at}’s shield {wording.MINUS}{result.shield}D"
    if result.stagger:
        yield f"{at} staggered"
    if result.disarmed:
        yield f"{at} disarmed"
    if result.slain:
        yield f"{at} dies"
    if result.threat is not None:
        yield f"{at} tests Steel"
    for down in result.prone:
        yield f"{fight.ones[down].name} on the ground"
    for who, way in result.moves:
        yield f"{fight.ones[who].name} {way.words}"
    if result.ready:
        yield "to the top, unless hit or stopped"
    if result.leaves:
        yield f"{fight.ones[result.by].name} leaves the fight"


def _preview(before: Encounter, after: Encounter) -> Iterator[tuple[Entry, ...]]:
    for at, (old, new) in enumerate(zip(before.ones, after.ones, strict=True)):
        said = [
            new.fate.words if new.fate is not old.fate else "",
            "a Superficial wound" if at in after.fallen and new.there else "",
            f"shield {new.rating}D" if new.rating != old.rating else "",
            "on the ground" if new.prone and not old.prone and new.there else "",
        ]
        if old.disposition != new.disposition or any(said):
            change = f"{old.disposition} → {new.disposition}"
            yield old.name, change, wording.listed(word for word in said if word) or None


def _everyone(fight: Encounter) -> Table:
    rows: list[tuple[Entry, ...]] = []
    places = [*fight.order.all, *(at for at in range(len(fight.ones)) if at not in fight.order.all)]
    for at in places:
        one = fight.ones[at]
        rows.append(
            (
                one.name,
                f"{one.disposition} of {one.most}",
                one.pain.together.takes if one.pain.levels else None,
                f"{one.rating}D" if one.strapped else None,
                wording.listed(_state(fight, at)) or None,
            )
        )
    current = places.index(fight.now) if fight.now is not None and fight.phase is not Phase.BEGIN else None
    return Table("Everyone, from the bottom", ("Who", "Disposition", "Wounds", "Shield", "State"), tuple(rows), current)


def _state(fight: Encounter, at: int) -> Iterator[str]:
    """All else that there is to know of someone."""
    one = fight.ones[at]
    if not one.there:
        yield one.fate.words
        return
    yield from _of_the_round(one)
    if one.swooned:
        yield "swooned"
    elif one.hesitation is not None:
        short = one.hesitation.failed_by
        yield f"hesitates (by {short})" if short else "hesitates"
    if one.prone:
        yield "on the ground"
    if not one.armed:
        yield "disarmed"
    if not one.loaded:
        yield "unloaded"
    if one.aim:
        yield f"aims, +{one.aim}D"
    if one.stagger:
        yield f"staggered, +{one.stagger} Ob"
    if one.next_die:
        yield "+1D next"
    if one.splinters:
        yield "shield in splinters"
    for flank in one.flanks:
        yield f"flanked by {Side.of(flank.side).words}"
    for grip in fight.grips:
        if grip.by == at:
            yield f"holds {fight.ones[grip.at].name} (pressure {grip.pressure})"
    if fight.out_cold(at):
        yield "unconscious in the Lock"


def _of_the_round(one: One) -> Iterator[str]:
    if one.dodge is not None:
        yield f"dodges, +{one.dodge} Ob"
    if one.acted is not None:
        yield "acted early" if one.early else "has acted"


def _notes(fight: Encounter) -> Iterator[Note]:
    if fight.phase is Phase.OVER:
        yield Note(
            "Everyone’s player marks a passive Steel test, and one for the best attack they dodged.", rule="MEL-53"
        )
    if fight.phase is Phase.CONVERTED:
        yield Note("Take everyone to Range and Cover as they stand here.", rule="MEL-47")


def _leads(state: Kept) -> Iterator[Block]:
    """What the players may see, ready to be sent: order, postures and wounds of our side alone."""
    fight = state.fight
    if fight.phase is Phase.BEGIN:
        form = find("mel-encounter").form
        told = tables.read(__file__, "told.toml")
        pairs_of_it = links.write(form, form.write(form.read(told["setup"])), {**told, "format": LOG_FORMAT})
        said = "A fight to look through, undoing step by step:"
        place = "how-will-this-go"
        yield Lead("Is this too much for them?", "How it will go", "mel-forecast", "MEL-56", state.ahead, place)
        yield Lead(said, "Ana and Bo against two orcs", "mel-encounter", "MEL-57", pairs_of_it)
    if fight.phase is Phase.CONVERTED and (setup := hunt(fight)):
        yield Lead("The same people, as they stand:", "go on in Range and Cover", "range-play", "RNC-41", setup)
    if fight.phase in (Phase.OVER, Phase.CONVERTED):
        said = "What the fight was like decides how hard your Steel test was:"
        yield Lead(said, "mark your tests", "mel-marks", "MEL-53", learned(fight.ones[0]))
    if fight.phase in (Phase.BEGIN, Phase.OVER, Phase.CONVERTED):
        return
    seen = [_seen(fight, at) for at in fight.order.all]
    said = "For the players’ own screens, with nothing of the other side but names:"
    yield Lead(said, "what they may see", "mel-players", "MEL-54", pairs(fight.round, seen))


def learned(you: One) -> Mapping[str, str]:
    """What a link to the tests to mark says of you: Steel, Speed, and the best attack that you dodged."""
    form = find("mel-marks").form
    dodged = [{"name": "The best of those you dodged", "successes": you.dodged, "dodging": True}] if you.dodged else []
    speed = str(you.fighter.stats[Stat.SPEED])
    setup = {**form.write(form.read({})), "steel": str(you.fighter.steel), "speed": speed, "attacks": dodged}
    return links.write(form, form.write(form.read(setup)))


def _seen(fight: Encounter, at: int) -> SeenRow:
    one = fight.ones[at]
    if one.side != Side.OURS.value:
        return SeenRow(one.name, ours=False, acted=one.acted is not None)
    posture = wording.listed(word for word in _state(fight, at) if word not in ("has acted", "acted early"))
    worst = max(one.pain.levels, key=list(Level).index, default=Level.NONE)
    disposition = min(one.disposition, MOST_DISPOSITION)
    return SeenRow(one.name, True, one.acted is not None, disposition, posture[:MOST_POSTURE], worst)


def _effects(state: Kept) -> Iterator[Effect]:
    """What the fight has done to you, for the sheet: wounds, the shield, and the dodge to mark. Source: MEL-53."""
    you = state.fight.ones[0]
    for level in you.pain.levels[state.begun :]:
        yield AddRow("wounds", {"hit": str(you.fighter.tolerances.places[level]), "back": 0})
    if lost := you.fighter.shield.rating - you.rating:
        yield BatterShield(lost)
    if you.dodged:
        classes = classes_of(you.fighter.stats[Stat.SPEED].exponent, you.dodged, state.ask)
        yield from marks_of("you.stats.speed", classes, Kind.STAT)
