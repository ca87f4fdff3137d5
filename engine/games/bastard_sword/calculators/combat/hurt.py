"""Damage, injuries, bleeding and death (BSR-51 to BSR-61)."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Odds, Table, Verdict
from engine.calculators import calculator, table
from engine.effects import SetValue
from engine.forms import Asked, Between, Unusable, branch, row, sheet
from engine.games.bastard_sword.dice import Pool, successes
from engine.games.bastard_sword.forms.pool import POOL_HINT, QUICK_SCORES, SCORE, Malus
from engine.games.bastard_sword.readings.damage import damage_die
from engine.games.bastard_sword.readings.size import more_strength
from engine.games.bastard_sword.rules import injuries
from engine.games.bastard_sword.rules.damage import Armour, Blow, DamageType, Modifiers, blows
from engine.games.bastard_sword.rules.injuries import BLEEDING_BOXES, Hurt, Marks, Track, Wound
from engine.games.bastard_sword.rules.spirit import MOST_SPIRIT
from engine.games.bastard_sword.views.blocks import InjuryRows
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Mark

MOST_DICE = 30
LATEST, LATER = 12, 6
"""Rounds that the clocks run, and rounds that help may come later."""
YourTrack = Annotated[Track, Asked("Injury track", "Rows, minor and major boxes: 3(3+1)", more=True), sheet("track")]
YourMarks = Annotated[Marks, Asked("Boxes marked on each row", "As in 3 1 0; empty for unhurt"), sheet("injuries")]
Bleeding = Annotated[int, Between(0, BLEEDING_BOXES), Asked("Bleeding boxes", quick=(0, 1, 2, 3)), sheet("bleeding")]
Stun = Annotated[int, Between(0, 60), Asked("Stun", quick=(0, 1, 3, 5)), sheet("stun")]


@branch("Strength and a bonus")
class ByStrength:
    """A weapon that is as strong as its wielder."""

    strength: Annotated[int, SCORE, Asked("Strength", quick=QUICK_SCORES), sheet("strength")] = 4
    bonus: Annotated[int, Between(-10, 20), Asked("Bonus of the weapon", quick=(1, 2, 3, 5))] = 5
    larger: Annotated[int, Between(0, 8), Asked("Categories you are larger", quick=(0, 1), more=True)] = 0

    def rated(self, ask: Rulings) -> int:
        """Strength with the weapon, and what a larger body adds. Source: BSR-29, BSR-51."""
        return self.strength + more_strength(self.larger, ask) + self.bonus


@branch("A rating of its own")
class Flat:
    """A gun or a crossbow."""

    rating: Annotated[int, Between(0, 60), Asked("Rating", quick=(6, 8, 10, 12))] = 10

    def rated(self, ask: Rulings) -> int:
        """The rating as it stands. Source: BSR-51."""
        return self.rating


@row("piece")
class PieceRow:
    """A piece of armour."""

    words: Annotated[str, Asked("Piece")] = ""
    protection: Annotated[Armour, Asked("Protection, B/P/S", "As in 2/1/2")] = Armour.parse("2/1/2")


@calculator("bs-damage", rules="BSR-51 BSR-52")
def damage(
    dice: Annotated[int, Between(0, MOST_DICE), Asked("Damage dice", quick=(1, 2, 3, 4, 6))] = 3,
    weapon: Annotated[ByStrength | Flat, Asked("The weapon’s damage is")] = ByStrength(),
    modifiers: Annotated[Modifiers, Asked("Its B/P/S", "As in 0/+1/X: X where it cannot")] = Modifiers.parse("0/+1/-1"),
    armour: Annotated[tuple[PieceRow, ...], Asked("Their armour")] = (PieceRow("Gambeson", Armour.parse("1/0/1")),),
    target_larger: Annotated[int, Between(0, 8), Asked("Categories they are larger", quick=(0, 1, 2), more=True)] = 0,
    bonus: Annotated[int, Between(0, 20), Asked("More bonus dice", "From a charge or a brace", more=True)] = 0,
    malus: Annotated[int, Between(0, 100), Asked("Malus on your rolls", quick=(0, 1, 3), more=True)] = 0,
    spirit: Annotated[int | None, Between(0, MOST_SPIRIT), Asked("Your spirit now", more=True), sheet("spirit")] = None,
    *,
    ask: Rulings,
) -> Answer:
    """How badly does it hurt, and with which edge?"""
    if target_larger and isinstance(weapon, ByStrength) and weapon.larger:
        said = f"One of you is the larger; this makes you larger by {weapon.larger} and them by {target_larger}."
        raise Unusable("target_larger", said)
    worn = Armour.worn((piece.protection for piece in armour), target_larger)
    die = damage_die(weapon.rated(ask), ask)
    less = malus if malus and ask["damage.malus"] == "yes" else 0
    found = blows(dice, die, modifiers, worn, bonus, less)
    if spirit is not None and any(one.pool and one.pool.dice > spirit for one in found.values()):
        cap = spirit if ask["damage.spirit"] == "capped" else None
        found = {kind: replace(one, most=cap) for kind, one in found.items()}
    if not found:
        raise Unusable("modifiers", "A weapon does at least one type of damage; this has X for all three.")
    best = max(found, key=lambda kind: (found[kind].law.mean, found[kind].law.at_least(1)))
    law = found[best].law
    facts = (Fact(best.words), Fact(law.at_least(1), "through the armour"), Fact(found[best].words))
    hits = wording.decimal(law.mean)
    said = f"{best.words.capitalize()} does most: {hits} hits on average past {worn.of(best)} of armour."
    return Answer(
        {
            "best": best.value,
            "worst": min(one.law.at_least(1) for one in found.values()),
            "pool": {kind.value: str(one.pool) if one.pool else None for kind, one in found.items()},
            "mean": {kind.value: one.law.mean for kind, one in found.items()},
            "through": {kind.value: one.law.at_least(1) for kind, one in found.items()},
            "hits": {kind.value: list(one.law) for kind, one in found.items()},
            "protection": {kind.value: worn.of(kind) for kind in DamageType},
        },
        (
            Verdict(f"{hits} hits", facts, said, Mark.DERIVED),
            Odds(tuple(chance for _, chance in law), 1, f"{best.words.capitalize()}: damage hits past the armour."),
            _compared(found, worn, best),
        ),
    )


def _compared(found: Mapping[DamageType, Blow], worn: Armour, best: DamageType) -> Table:
    """The types side by side."""
    rows: list[tuple[Entry, ...]] = []
    for kind in DamageType:
        blow = found.get(kind)
        if blow is None:
            rows.append((kind.words.capitalize(), "it cannot", worn.of(kind), None, None, None))
        else:
            law = blow.law
            chances = law.at_least(1), law.at_least(4)
            rows.append((kind.words.capitalize(), blow.words, worn.of(kind), *chances, wording.decimal(law.mean)))
    columns = ("Type", "You roll", "Armour", "1 or more", "4 or more", "Hits on average")
    return Table("Which edge?", columns, tuple(rows), list(DamageType).index(best), Mark.DERIVED)


def _unhurt(track: Track, before: tuple[int, ...]) -> Answer:
    said = "The armour holds: no hit, no injury."
    shown = InjuryRows(track.minor, track.major, before, said)
    return Answer({"marks": list(before), "outcome": "nothing"}, (Verdict("Unhurt", (), said), shown))


@calculator("bs-injury", rules="BSR-53 BSR-54 BSR-57 BSR-60")
def injury(
    hits: Annotated[int, Between(0, 99), Asked("Hits of the damage roll", quick=(1, 2, 3, 4, 5))] = 3,
    kind: Annotated[DamageType, Asked("It was")] = DamageType.SLASHING,
    marks: YourMarks = Marks(),
    bleeding: Bleeding = 0,
    stun: Stun = 0,
    down: Annotated[bool, Asked("They are incapacitated already")] = False,
    constitution: Annotated[
        int, SCORE, Asked("Constitution", quick=QUICK_SCORES, more=True), sheet("constitution")
    ] = 3,
    track: YourTrack = Track(),
    *,
    ask: Rulings,
) -> Answer:
    """Where does it go, and what does it do?"""
    try:
        before = marks.on(track)
    except Refused as error:
        raise Unusable("marks", str(error)) from None
    if not hits:
        return _unhurt(track, before)
    again = any(one > track.minor for one in before) and track.major > 1 and ask["injury.repeat"] == "every"
    found = list(injuries.choices(track, before, hits, down=down, again=again))
    chosen = injuries.best(found)
    wound = injuries.wound(kind, hits) if chosen.major else Wound()
    boxes, stunned = bleeding + wound.bleeding, stun + wound.stun
    dead = chosen.dead or (boxes > BLEEDING_BOXES and ask["injury.bleeding-over"] == "death")
    boxes = min(boxes, BLEEDING_BOXES)
    falls = injuries.falls_unconscious(stunned, constitution) and (wound.stun or ask["injury.recheck"] == "out")
    fallen = chosen.down or (boxes == BLEEDING_BOXES and not dead)
    out = not dead and bool(falls or (fallen and stunned))
    fallen = fallen or out
    bleeds = fallen and boxes > 0 and not dead
    figure = "Dead" if dead else "Down" if fallen else "A wound" if chosen.major else "An injury"
    facts = [Fact(chosen.row + 1, "row"), Fact(boxes, "bleeding"), Fact(stunned, "stun")]
    if out:
        facts.append(Fact("unconscious"))
    said = _said(chosen, hits, kind, wound, dead=dead, bleeds=bleeds, out=out)
    effects = [SetValue("injuries", " ".join(map(str, chosen.marks)))]
    effects += [SetValue("bleeding", str(boxes))] if boxes != bleeding else []
    effects += [SetValue("stun", str(stunned))] if stunned != stun else []
    blocks: list[Block] = [
        Verdict(figure, tuple(facts), said),
        InjuryRows(track.minor, track.major, before, said, chosen.marks),
        _others(found, chosen),
        Note(f"{track.sudden} hits of one roll kill outright.", rule="BSR-60"),
    ]
    values = {
        "marks": list(chosen.marks),
        "row": chosen.row + 1,
        "major": chosen.major,
        "incapacitated": fallen,
        "bleeds_out": bleeds,
        "dead": dead,
        "bleeding": boxes,
        "stun": stunned,
        "unconscious": out,
        "outcome": figure.lower(),
    }
    return Answer(values, tuple(blocks), effects=tuple(effects))


def _said(chosen: Hurt, hits: int, kind: DamageType, wound: Wound, *, dead: bool, bleeds: bool, out: bool) -> str:
    if dead:
        return f"{wording.count(hits, 'hit')}: they die."
    where = f"{wording.count(hits, 'hit')} of {kind.words} on row {chosen.row + 1}"
    parts = [where]
    if wound.bleeding:
        parts.append(f"a wound that checks {wording.count(wound.bleeding, 'box', 'boxes')} of bleeding")
    if wound.stun:
        parts.append(f"a wound that stuns by {wound.stun}")
    if chosen.down:
        parts.append("no row has room, so they are incapacitated")
    if out:
        parts.append("they are unconscious")
    if bleeds:
        parts.append("they bleed to death")
    return f"{wording.listed(parts)}."


def _others(found: list[Hurt], chosen: Hurt) -> Table:
    """Each row that the hits may go to."""
    rows = tuple(
        (
            one.row + 1,
            " ".join(map(str, one.marks)),
            "dead" if one.dead else "incapacitated" if one.down else "a wound" if one.major else "no wound",
        )
        for one in found
    )
    return Table("Your choice of row", ("Row", "Boxes after", "It brings"), rows, found.index(chosen))


class Tempo(Option):
    """How time is counted. Source: BSR-22."""

    ACTION = "action", "rounds"
    INTERACTION = "interaction", "scenes without rounds"


Timed = Annotated[Tempo, Asked("You play in", more=True)]
Healing = Annotated[Pool, Asked("Natural healing", POOL_HINT), sheet("natural-healing")]
SixD6 = Pool.parse("6d6")
FourD8 = Pool.parse("4d8")


@calculator("bs-bleeding", rules="BSR-55 BSR-58")
def bleeding_out(
    boxes: Annotated[
        int, Between(0, BLEEDING_BOXES), Asked("Bleeding boxes", quick=(1, 2, 3, 4)), sheet("bleeding")
    ] = 4,
    pool: Healing = SixD6,
    down: Annotated[bool, Asked("They are incapacitated")] = True,
    tempo: Timed = Tempo.ACTION,
    *,
    ask: Rulings,
) -> Answer:
    """How much does it bleed, and who lives?"""
    malus = injuries.bleeding_malus(boxes)
    scale = Table(
        "Bleeding",
        ("Boxes", "Malus on every roll"),
        tuple((number, injuries.bleeding_malus(number) or None) for number in range(BLEEDING_BOXES + 1)),
        boxes,
    )
    if not boxes or not (down or boxes == BLEEDING_BOXES):
        figure = f"{wording.MINUS}{malus}" if malus else "No malus"
        said = (
            f"{wording.count(boxes, 'box', 'boxes')} of bleeding: {f'{malus} off every roll' if malus else 'no malus'}."
        )
        note = Note("For one roll you may ignore the malus, and check one box more.", rule="BSR-55")
        return Answer(
            {"malus": malus}, (Verdict(figure, (Fact(boxes, "boxes"),), said), scale, *((note,) if malus else ()))
        )
    if tempo is Tempo.INTERACTION:
        return _minutes_left(pool, boxes)
    course = injuries.bleed(pool, boxes, LATEST, at_once=ask["injury.bleeds-out"] == "at-once")
    end = course[-1]
    rows = tuple(
        (number, one.stopped, 1 - one.stopped - one.dead, one.dead) for number, one in enumerate(course) if number
    )
    said = f"After {LATEST} rounds the bleeding has stopped {wording.often(end.stopped)}."
    columns = ("Round", "Stopped", "Still bleeding", "Dead")
    return Answer(
        {
            "malus": malus,
            "stopped": end.stopped,
            "dead": end.dead,
            "first_round": course[1].dead,
            "course": [[number, one.stopped, one.dead] for number, one in enumerate(course)],
        },
        (
            Verdict(
                wording.percent(end.stopped),
                (Fact(end.dead, "dead"), Fact(boxes, "boxes"), Fact(pool.words)),
                said,
                Mark.DERIVED,
            ),
            Table("Round by round", columns, rows, mark=Mark.DERIVED),
            scale,
            Note("Maluses of bleeding and stun do not count for these tests.", rule="BSR-58"),
        ),
    )


def _minutes_left(pool: Pool, boxes: int) -> Answer:
    """The one test of someone who bleeds to death outside of rounds."""
    law = injuries.minutes_left(pool, boxes)
    rows = tuple((f"{minutes} or more", law.at_least(minutes)) for minutes in range(1, law.last + 1))
    mean = wording.decimal(law.mean)
    said = f"{mean} minutes on average until they die, if nobody helps."
    facts = (Fact(boxes, "difficulty"), Fact(law.at_least(1), "a minute or more"))
    return Answer(
        {"mean_minutes": law.mean, "a_minute": law.at_least(1)},
        (
            Verdict(f"{mean} minutes", facts, said, Mark.DERIVED),
            Table("How long they last", ("Minutes", "Chance"), rows, mark=Mark.DERIVED),
        ),
    )


@calculator("bs-stun", rules="BSR-56 BSR-59")
def stunned(
    stun: Annotated[int, Between(0, 60), Asked("Stun", quick=(1, 3, 5, 8)), sheet("stun")] = 8,
    constitution: Annotated[int, SCORE, Asked("Constitution", quick=QUICK_SCORES), sheet("constitution")] = 2,
    pool: Annotated[Pool, Asked("Resist shock", POOL_HINT), sheet("resist-shock")] = FourD8,
    tempo: Timed = Tempo.ACTION,
    already: Annotated[
        bool, Asked("They are unconscious already", "Choked, asleep, or down while stunned", more=True)
    ] = False,
    *,
    ask: Rulings,
) -> Answer:
    """Are they still awake, and when do they come round?"""
    limit = injuries.UNCONSCIOUS * constitution
    above = injuries.falls_unconscious(stun, constitution)
    if not above and not already:
        kind = "a free reaction" if ask["injury.resist-shock"] == "free" else "an action"
        said = f"{stun} off every roll, and {limit - stun} more would knock them out."
        note = Note(
            f"It falls by 1 at the end of each round. Resist shock, {kind}, takes 1 off for each success.",
            rule="BSR-56",
        )
        facts = (Fact(limit, "knocks them out"), Fact(stun, "rounds to get over it"))
        law = injuries.shaken(pool, stun)
        after = tuple((left, chance) for left, chance in law if chance)
        values = {"unconscious": False, "malus": stun, "threshold": limit, "takes": kind, "after": list(after)}
        shown = Table(f"After resist shock, {pool.words}", ("Stun", "Chance"), after, mark=Mark.DERIVED)
        return Answer(values, (Verdict("Awake", facts, said), *((shown,) if stun else ()), note))
    if tempo is Tempo.INTERACTION:
        return _minutes_out(pool, stun, twice=ask["injury.minutes-out"] == "double")
    never = limit if above and ask["injury.recheck"] == "out" else None
    chances = injuries.wakes(pool, stun, LATEST, twice=ask["injury.waking"] == "twice", limit=never)
    even = next((number for number, chance in enumerate(chances, 1) if chance >= Fraction(1, 2)), None)
    when = f"round {even}" if even else f"after round {LATEST}"
    rows = tuple((number, max(0, stun - number + 1), chance) for number, chance in enumerate(chances, 1))
    facts = (Fact(chances[0], "this round"), Fact(when, "more likely awake than not"))
    said = f"Unconscious at {stun} of {limit}; the chance to wake this round: {wording.percent(chances[0])}."
    return Answer(
        {"unconscious": True, "threshold": limit, "wakes": chances, "this_round": chances[0]},
        (
            Verdict("Out cold", facts, said),
            Table("Awake by", ("Round", "Stun", "Chance"), rows, mark=Mark.DERIVED),
            Note("Awake again, they keep the stun.", rule="BSR-59"),
        ),
    )


def _minutes_out(pool: Pool, stun: int, *, twice: bool) -> Answer:
    """The one test of someone unconscious outside of rounds."""
    law = injuries.minutes_out(pool, stun, twice=twice)
    mean = sum((minutes * chance for minutes, chance in law.items()), Fraction(0))
    figure = f"{wording.decimal(mean)} minutes"
    facts = (Fact(law.get(1, Fraction(0)), "a single minute"), Fact(max(law), "minutes at most"))
    return Answer(
        {"mean_minutes": mean, "minutes": [[minutes, chance] for minutes, chance in law.items()]},
        (
            Verdict(figure, facts, f"They are out for {figure} on average.", Mark.DERIVED),
            Table("How long", ("Minutes", "Chance"), tuple(law.items()), mark=Mark.DERIVED),
        ),
    )


@branch("First aid, once")
class FirstAid:
    """One test of first aid."""


@branch("Medicine, over rolls")
class Medicine:
    """Rolls of medicine, one a round, until one has no success."""


@calculator("bs-resuscitation", rules="BSR-61")
def bring_back(
    hits: Annotated[int, Between(1, 60), Asked("Hits of the blow that killed", quick=(1, 2, 4))] = 2,
    rounds: Annotated[int, Between(0, 60), Asked("Rounds since", quick=(0, 1, 2, 5))] = 1,
    how: Annotated[FirstAid | Medicine, Asked("You use")] = FirstAid(),
    pool: Annotated[Pool, Asked("Your dice", POOL_HINT), sheet("skill")] = FourD8,
    malus: Malus = 0,
    bled_out: Annotated[bool, Asked("They bled to death")] = False,
    *,
    ask: Rulings,
) -> Answer:
    """Can you bring them back?"""
    if bled_out:
        said = "Whoever has bled to death stays dead."
        return Answer({"possible": False}, (Verdict("No", (Fact("bled out"),), said),))
    rolling = isinstance(how, Medicine)
    rising = rolling and ask["injury.resuscitation"] == "rising"
    needs = [injuries.resuscitation(hits, rounds + later) for later in range(LATER)]
    raw = rolling and bool(malus) and ask["rolling.blank"] == "raw"
    chances = [_brought(pool, need, malus, rolling=rolling, rising=rising, raw=raw) for need in needs]
    rows = tuple((rounds + later, need, chances[later]) for later, need in enumerate(needs))
    need, chance = needs[0], chances[0]
    facts = (Fact(need, "difficulty"), Fact(pool.words))
    said = f"Difficulty {need}: they live again {wording.often(chance)}."
    return Answer(
        {"possible": True, "difficulty": need, "probability": chance},
        (
            Verdict(wording.percent(chance), facts, said, Mark.DERIVED),
            Table("If you come later", ("Rounds since", "Difficulty", "Chance"), rows, 0, Mark.DERIVED),
            Note("They live again incapacitated, with all their wounds.", rule="BSR-61"),
        ),
    )


def _brought(pool: Pool, need: int, malus: int, *, rolling: bool, rising: bool, raw: bool) -> Fraction:
    if rolling:
        return injuries.by_medicine(pool, need, rising=rising, malus=malus, raw=raw)
    return successes(pool).at_least(need + malus)


@table("bs-wounds")
def wounds() -> Table:
    """What wounds bring."""
    rows = (
        ("Bludgeoning", "stun, by the hits of the roll"),
        ("Piercing", "1 box of bleeding"),
        ("Slashing", "2 boxes of bleeding"),
    )
    return Table("What a wound brings", ("Type", "It brings"), rows)
