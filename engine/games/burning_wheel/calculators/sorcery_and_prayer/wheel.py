"""Garbled transmission: what the Wheel of Magic makes of a spell (SOR-31)."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Annotated, Any

from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable, branch, sheet
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.forms.rolled import FACES, Ahead, Seeded
from engine.games.burning_wheel.readings.damage import staged
from engine.games.burning_wheel.readings.failed_casting import short_of
from engine.games.burning_wheel.readings.spell_effects import shade_of
from engine.games.burning_wheel.readings.sustaining import will_of
from engine.games.burning_wheel.rules import wheel
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.damage import LANDED, Damage
from engine.games.burning_wheel.rules.spells import Area, Duration, Element, Harm, Impetus, Origin
from engine.games.burning_wheel.rules.wheel import RINGS, Slot, Turn
from engine.games.burning_wheel.views.blocks import Wheel, WheelRing, WheelSlot
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Mark

B4 = Ability(Shade.BLACK, 4)
DIE = Between(1, 6)


@branch("I have rolled")
class Spun:
    """Both dice as they fell, and those that the wheel may ask for besides."""

    dark: Annotated[int, DIE, Asked("Dark die: which way", quick=FACES)] = 2
    light: Annotated[int, DIE, Asked("Light die: how far", quick=FACES)] = 3
    unit: Annotated[int | None, DIE, Asked("Die for a measured area", quick=FACES)] = None
    time: Annotated[int | None, Between(2, 12), Asked("Two dice for an elapsed time")] = None

    @property
    def turn(self) -> Turn:
        """The turn of the wheel."""
        return Turn(self.dark, self.light)


def _fallen(fell: Ahead | Spun | Seeded) -> Spun | None:
    """The dice that lie there, those that fall here by their seed; none where nobody has rolled."""
    if isinstance(fell, Seeded):
        chance = Random(fell.seed)
        dark, light, unit, one, other = (chance.choice(FACES) for _ in range(5))
        return Spun(dark, light, unit, one + other)
    return fell if isinstance(fell, Spun) else None


def _power(will: Ability, held: int, short: int, shade: Shade, ask: Rulings) -> Damage:
    """What a Destroy on the wheel hits with: Will, and a point for each success that the spell fell short.

    Raises `Unusable` at “held” where Will sustains fewer spells. Source: SOR-20, SOR-31.
    """
    try:
        counted = will_of(will.exponent, held, ask)
    except Refused as error:
        raise Unusable("held", str(error)) from None
    return staged(Harm().power(counted, short), shade_of(Ability(shade, will.exponent), will, ask), ask)


@calculator("wheel-of-magic", rules="SOR-31")
def wheel_of_magic(
    element: Annotated[Element, Asked("The spell’s element")] = Element.ARCANA,
    impetus: Annotated[Impetus, Asked("Its impetus")] = Impetus.CONTROL,
    origin: Annotated[Origin, Asked("Its origin")] = Origin.PERSONAL,
    duration: Annotated[Duration, Asked("Its duration")] = Duration.SUSTAINED,
    area: Annotated[Area, Asked("Its area")] = Area.CASTER,
    fell: Annotated[Ahead | Spun | Seeded, Asked("The dice")] = Ahead(),
    will: Annotated[Ability, Asked("Will, for damage", more=True), sheet("will")] = B4,
    short: Annotated[int, Between(1, 40), Asked("Successes it fell short", quick=(1, 2, 3), more=True)] = 1,
    raised: Annotated[int, Between(0, 40), Asked("Of its obstacle: area and haste", quick=(0, 1, 2), more=True)] = 0,
    held: Annotated[int, Between(0, 9), Asked("Spells you sustain", quick=(0, 1, 2), more=True)] = 0,
    shade: Annotated[Shade, Asked("Shade of your Sorcery", more=True)] = Shade.BLACK,
    *,
    ask: Rulings,
) -> Answer:
    """What does the garbled spell become?"""
    start = tuple(one.value for one in (element, impetus, origin, duration, area))
    spun = _fallen(fell)
    if spun is None:
        return _ahead(start)
    after = wheel.turned(start, spun.turn.steps)
    destroys = after[1].key == wheel.DESTROY
    hits = _power(will, held, short_of(short, raised, ask), shade, ask) if destroys else None
    return _after(start, spun, after, hits)


def rings(start: Sequence[str], steps: int, *, chances: bool) -> tuple[WheelRing, ...]:
    """The wheel as it stands after so many steps, with the chances of each slot where it has not turned yet."""
    found = []
    for ring, key in zip(RINGS, start, strict=True):
        odds = ring.chances(key) if chances else (Fraction(0),) * len(ring.slots)
        slots = tuple(WheelSlot(slot.words, slot.short, chance) for slot, chance in zip(ring.slots, odds, strict=True))
        found.append(WheelRing(ring.words, slots, ring.at(key), ring.at(ring.turned(key, steps).key)))
    return tuple(found)


TWELVE = (
    "The wheel turns one to six steps either way: twelve turns, and each of them is as likely as any of the others."
)
ALWAYS = Note("Element, impetus and area never stay: no turn of one to six goes all the way round.", Mark.DERIVED)


def _ahead(start: Sequence[str]) -> Answer:
    """Before the dice fall: where each ring may stop, and all twelve turns."""
    values: dict[str, Any] = {}
    rows: list[tuple[Entry, ...]] = []
    for ring, key in zip(RINGS, start, strict=True):
        for slot, chance in zip(ring.slots, ring.chances(key), strict=True):
            values[f"{ring.key}_{slot.key}"] = chance
            if chance:
                rows.append((ring.words, slot.words, chance))
    destroys, stays = values["impetus_destroy"], values[f"origin_{start[2]}"]
    turns = tuple(
        (turn.words, ", ".join(slot.words for slot in wheel.turned(start, turn.steps))) for turn in wheel.TURNS
    )
    facts = (
        Fact(destroys, "to Destroy"),
        Fact(stays, "same origin"),
        Fact(values[f"duration_{start[3]}"], "same duration"),
    )
    blocks: tuple[Block, ...] = (
        Verdict(f"{len(wheel.TURNS)} turns", facts, TWELVE, Mark.REBUILT),
        Wheel(
            "Deeper slots are likelier.",
            rings(start, 0, chances=True),
        ),
        ALWAYS,
        Table("Where each ring may stop", ("Ring", "Stops at", "Chance"), tuple(rows), mark=Mark.REBUILT),
        Table("All twelve turns", ("Turn", "It becomes"), turns, mark=Mark.REBUILT, folded=True),
    )
    return Answer(values, blocks)


def _after(start: Sequence[str], spun: Spun, after: Sequence[Slot], hits: Damage | None) -> Answer:
    """What lies under the pointer once the wheel has turned."""
    element, impetus, origin, duration, area = after
    lasts, covers = _lasts(duration, spun.time), _covers(area, spun.unit)
    figure = f"{impetus.words} {element.words}"
    turn = spun.turn
    facts = (Fact(origin.words), Fact(lasts or duration.words), Fact(covers or area.words), Fact(turn.words))
    said = f"The wheel turns {turn.words}: {figure}, {origin.words}, {lasts or duration.words}, {covers or area.words}."
    before = (ring.slots[ring.at(key)].words for ring, key in zip(RINGS, start, strict=True))
    turned = tuple((ring.words, was, slot.words) for ring, was, slot in zip(RINGS, before, after, strict=True))
    values: dict[str, Any] = {ring.key: slot.key for ring, slot in zip(RINGS, after, strict=True)}
    values |= {"steps": turn.steps, "covers": covers, "lasts": lasts}
    blocks: list[Block] = [
        Verdict(figure, facts, said, Mark.REBUILT),
        Wheel(said, rings(start, turn.steps, chances=False)),
        Table("Before and after", ("Ring", "The spell", "What happens"), turned, mark=Mark.REBUILT),
        *_still(duration, lasts, area, covers),
    ]
    if hits is not None:
        places = [str(hits.at(stage)) for stage in LANDED]
        values |= dict(zip((stage.value for stage in LANDED), places, strict=True))
        rows = tuple((stage.words, place) for stage, place in zip(LANDED, places, strict=True))
        blocks.append(Table("It destroys: damage by the Die of Fate", ("Stage", "Wound"), rows))
        blocks.append(
            Note("Power is Will and what the spell fell short; the die says which: 1–2, 3–4, 5–6.", rule="SOR-31")
        )
    blocks.append(Note("The GM says what it means, or lets you.", rule="SOR-31"))
    return Answer(values, tuple(blocks))


def _lasts(duration: Slot, total: int | None) -> str | None:
    """The unit of an elapsed time, where the two dice for it lie there."""
    return wheel.elapsed(total) if duration.key == wheel.ELAPSED and total is not None else None


def _covers(area: Slot, face: int | None) -> str | None:
    """The unit of a measured area, where the die for it lies there."""
    return wheel.measured(area.key, face).words if area.key in wheel.SCALES and face is not None else None


def _still(duration: Slot, lasts: str | None, area: Slot, covers: str | None) -> list[Block]:
    """What is still to be rolled, as tables of what it may say."""
    found: list[Block] = []
    if area.key in wheel.SCALES and covers is None:
        units = tuple(wheel.measures(area.key).items())
        found.append(Table(f"Roll a die for the {area.words}", ("It covers", "Chance"), units, mark=Mark.REBUILT))
    if duration.key == wheel.ELAPSED and lasts is None:
        times = tuple(wheel.times().items())
        found.append(Table("Roll two dice for the unit of time", ("It lasts", "Chance"), times, mark=Mark.REBUILT))
    return found


@table("wheel-units")
def units() -> Table:
    """What a die says where the wheel gives a measured area."""
    columns = ("Die", "Measured Area", "Half", "Double")
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (face, *(wheel.measured(area, face).words for area in ("measured", "half-measured", "double-measured")))
        for face in FACES
    )
    return Table("The die for a measured area", columns, rows, mark=Mark.REBUILT)
