"""The successes over the obstacle of a spell: every split of them, and the wound that damage leaves (SOR-19 to 21)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable
from engine.games.burning_wheel.blocks.blow import bars, ends_of
from engine.games.burning_wheel.blocks.hits import places
from engine.games.burning_wheel.blocks.test import Test, checked
from engine.games.burning_wheel.calculators.sorcery_and_prayer.fields import casting_for
from engine.games.burning_wheel.dice import Obstacle, Shade, ob
from engine.games.burning_wheel.forms.rolled import COUNTED, QUICK_SUCCESSES
from engine.games.burning_wheel.forms.spell_effects import (
    FIREBREATH,
    SHARDS,
    AddedArea,
    FateDie,
    IntoFate,
    KeptForTime,
    Over,
    Struck,
    Targets,
    TheirArmor,
    TheirTolerances,
    Wanted,
)
from engine.games.burning_wheel.forms.spells import Held, SaidOb, Sorcery, Spell, TheSpell, Will, obstacle_of
from engine.games.burning_wheel.forms.worn import Worn
from engine.games.burning_wheel.forms.wounds import Own, Preset
from engine.games.burning_wheel.readings import spell_effects as read
from engine.games.burning_wheel.readings.blow import foe_of
from engine.games.burning_wheel.readings.damage import staged
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, no_test
from engine.games.burning_wheel.readings.learning_sorcery import casting_log
from engine.games.burning_wheel.readings.sorcery import Casting
from engine.games.burning_wheel.readings.sustaining import will_of
from engine.games.burning_wheel.rules import casting as casting_rules
from engine.games.burning_wheel.rules import spell_damage as rules
from engine.games.burning_wheel.rules import spells
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.blow import End, Ended, Odds
from engine.games.burning_wheel.rules.damage import LANDED, Damage, Stage
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.natural_effect import lasts
from engine.games.burning_wheel.rules.spell_damage import Aim, Bolt, Put, Spellfire, Tried, Uses
from engine.refused import Refused
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Line, Mark, Worked

B5 = Ability(Shade.BLACK, 5)
AREAS = 4
CHANCE_OF = {Aim.HARD: "a wound"}


def _named(aim: Aim) -> str:
    """What a chance is the chance of: "a Midi wound or worse"."""
    return CHANCE_OF.get(aim, aim.words)


@dataclass(frozen=True, slots=True)
class Who:
    """Who casts at whom, from the fields of a form."""

    sorcery: Ability
    will: Ability
    held: int
    tolerances: Preset | Own
    armor: Worn
    spot: Target
    aim: Aim
    targets: int

    def fire(self, spell: Spell, ask: Rulings) -> Spellfire:
        """The spell with what may become of it. Raises `Unusable` at “spell” or “held” for what cannot be."""
        try:
            harm = rules.harm_of(spell.spell)
        except Refused as error:
            raise Unusable("spell", str(error)) from None
        try:
            will = will_of(self.will.exponent, self.held, ask)
        except Refused as error:
            raise Unusable("held", str(error)) from None
        shade = read.shade_of(self.sorcery, self.will, ask)

        def at(power: int) -> Damage:
            return staged(power, shade, ask)

        bolt = Bolt(at(harm.power(will)), shade=shade, spot=self.spot)
        suit = read.armor_against(self.armor.suit, ask)
        foe = foe_of(bolt, self.tolerances.placed, suit, (), ask)
        return Spellfire(harm, will, read.uses_of(spell.spell, ask), foe, at, shade, self.spot, self.aim, self.targets)


@calculator("spell-split", rules="SOR-19")
def spell_split(
    spell: TheSpell = FIREBREATH,
    over: Over = 3,
    will: Will = B5,
    tolerances: TheirTolerances = Preset(),
    armor: TheirArmor = Worn.NONE,
    targets: Targets = 1,
    aim: Wanted = Aim.MIDI,
    duration: KeptForTime = 0,
    second: Annotated[bool, Asked("Its effect is two effects", more=True)] = False,
    sorcery: Annotated[Sorcery, Asked("Sorcery, for the shade", quick=("B4", "G4"), more=True)] = B5,
    held: Annotated[Held, Asked("Spells you sustain", quick=(0, 1, 2, 3), more=True)] = 0,
    spot: Struck = Target.TORSO,
    *,
    ask: Rulings,
) -> Answer:
    """How do I split what is over?"""
    found = spell.spell
    may = read.uses_of(found, ask, second=second)
    if duration and not may.duration:
        raise Unusable(
            "duration", f"Nothing goes into the duration of {found.name}: no elapsed time that successes reach."
        )
    if found.harm is None:
        return _shared(found, over, may)
    who = Who(sorcery, will, held, tolerances, armor, spot, aim, targets)
    fire = who.fire(spell, ask)
    tried = fire.all_of(over, min(duration, over))
    return _split(found.name, over, fire, tried)


def _shared(spell: spells.Spell, over: int, may: Uses) -> Answer:
    """The splits of a spell that does no damage: what each brings is for the spell to say."""
    puts = rules.splits(over, may)
    values: dict[str, Any] = {"splits": len(puts), **_put(puts[0])}
    if not may or not over:
        said = "Nothing is over." if may else spell.beyond
        return Answer(values, (Verdict("Nothing to split", (Fact(over, "over"),), said),))
    rows: list[tuple[Entry, ...]] = [
        (
            put.effect,
            put.second if may.second else None,
            wording.count(lasts(put.duration), "unit") if may.duration else None,
        )
        for put in puts
    ]
    ways = wording.count(len(puts), "way")
    said = f"{wording.count(over, 'success', 'successes')} over {spell.name}: {ways} to put them."
    columns = ("Into the effect", "Into its other effect", "It lasts")
    return Answer(
        values,
        (
            Verdict(ways, (Fact(over, "over"),), said, Mark.DERIVED if len(puts) > 1 else None),
            Table("Every split", columns, tuple(rows), mark=Mark.DERIVED),
            Note("Write both numbers down: whoever dispels the spell asks for them.", rule="SOR-19"),
        ),
    )


def _time(put: Put) -> str:
    """How long it lasts with what is put into that."""
    return wording.count(lasts(put.duration), "unit")


def _put(put: Put) -> dict[str, Any]:
    """A split for programs."""
    return {"effect": put.effect, "second": put.second, "duration": put.duration, "fate": put.fate}


def _split(name: str, over: int, fire: Spellfire, tried: Sequence[Tried]) -> Answer:
    """Every split of a spell that does damage, best first."""
    best, aim = tried[0], fire.aim
    several = fire.targets > 1
    facts = [Fact(places(best.damage)), Fact(best.every if several else best.each, _named(aim))]
    if several:
        facts.append(Fact(best.any, "one of them or more"))
    figure = _figure(best.put)
    on = " on all of them" if several else ""
    said = f"Best for {aim.words}{on}: {figure}. It works {often(best.every if several else best.each)}."
    if aim is Aim.HARD:
        said = f"It falls hardest so: {figure}."
    columns = ["Effect", *(["Its other effect"] if fire.may.second else []), "Die of Fate", "Power"]
    columns += ["Incidental / Mark / Superb", "One of them"]
    columns += ["All of them", "One or more"] if several else []
    columns += ["Falls at, on average"]
    rows = tuple(_row(one, several=several, timed=fire.may.duration, second=fire.may.second) for one in tried)
    timed = ("Lasts",) if fire.may.duration else ()
    note = "All are struck alike: one Die of Fate for everyone, armor each for themselves."
    blocks: list[Block] = [
        Verdict(figure, tuple(facts), said, Mark.DERIVED),
        Table(f"Every split: {_named(aim)}", (*timed, *columns), rows, 0, Mark.DERIVED),
    ]
    if several:
        blocks.append(Note(note, rule="SOR-09"))
    worked = fire.harm.worked(fire.will, best.put.effect)
    blocks.append(Working(worked.lines, worked.total, "Power of the spell"))
    values = {
        "splits": len(tried),
        **_put(best.put),
        **_values(best),
        "each": best.each,
        "every": best.every,
        "any": best.any,
        "mean": best.place,
        "struck": best.struck,
        "tried": [{**_put(one.put), **_values(one), "each": one.each, "every": one.every} for one in tried],
    }
    return Answer(values, tuple(blocks))


def _die(put: Put) -> str | None:
    """What is added to the Die of Fate."""
    return f"+{put.fate}" if put.fate else None


def _row(one: Tried, *, several: bool, timed: bool, second: bool) -> tuple[Entry, ...]:
    """A split in a line."""
    put = one.put
    time = (_time(put),) if timed else ()
    more = (one.every, one.any) if several else ()
    mean = wording.decimal(one.place)
    other = (put.second,) if second else ()
    return (*time, put.effect, *other, _die(put), one.power, places(one.damage), one.each, *more, mean)


def _figure(put: Put) -> str:
    """A split in words: "2 into the effect, 1 into the die"."""
    parts = (
        (put.effect, "into the effect"),
        (put.second, "into its other effect"),
        (put.fate, "into the Die of Fate"),
        (put.duration, "into the duration"),
    )
    return ", ".join(f"{amount} {words}" for amount, words in parts if amount) or "Nothing to split"


def _values(one: Tried) -> dict[str, Any]:
    """Its damage for programs."""
    return {"power": one.power, **{stage.value: str(one.damage.at(stage)) for stage in LANDED}}


@calculator("spell-damage", rules="SOR-20 SOR-21")
def spell_damage(
    spell: TheSpell = SHARDS,
    sorcery: Sorcery = B5,
    will: Will = B5,
    held: Held = 0,
    successes: Annotated[
        Annotated[int, COUNTED] | None, Asked("Successes", "Empty: not rolled yet", quick=QUICK_SUCCESSES)
    ] = None,
    fate: IntoFate = None,
    die: FateDie = None,
    tolerances: TheirTolerances = Preset(),
    armor: TheirArmor = Worn.NONE,
    aim: Wanted = Aim.MIDI,
    area: AddedArea = 0,
    stat: SaidOb = None,
    other: Annotated[int, Between(0, 20), Asked("Other dice", "Careful casting, help, artha.", more=True)] = 0,
    spot: Struck = Target.TORSO,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How hard does the spell hit?"""
    base = obstacle_of(spell, stat)
    found = casting_for(sorcery, will, held, wounds, ask, other=other)
    if found.gone:
        return no_test(found.gone)
    fire = Who(sorcery, will, held, tolerances, armor, spot, aim, 1).fire(spell, ask)
    against = casting_rules.obstacle(base, area=area, wounds=found.felt.added)
    own = base if read.of_own(base, against.total, ask) else None
    checked(found.caster.pool().dice, against.total + AREAS, "area")
    test = Test(found.caster.pool(), against.total, ask)
    cast = Cast(spell.spell.name, found, fire, test, against, own, casting_log(ask))
    if successes is None:
        if die is not None or fate is not None:
            raise Unusable("successes", "Say first how many successes the casting has; then they are put somewhere.")
        return cast.ahead(area, ask)
    return cast.done(successes, fate, die)


@dataclass(frozen=True, slots=True)
class Cast:
    """A casting of a spell that does damage; successes count over its `own` obstacle, if None the raised one.

    `log` is the field in whose log it is marked.
    """

    name: str
    found: Casting
    fire: Spellfire
    test: Test
    against: Worked
    own: int | None
    log: str

    def outlook(self, ask: Rulings, more: int = 0) -> Mapping[End, Fraction]:
        """Every end with its chance, with so much more obstacle."""
        obstacle = self.test.obstacle + more
        base = obstacle if self.own is None else self.own
        law = law_of(self.test.pool, ask, base + self.fire.settled())
        return rules.outlook(self.fire, law, obstacle, self.own)

    def ahead(self, area: int, ask: Rulings) -> Answer:
        """Before any die falls: from the casting to the wound."""
        fire, test = self.fire, self.test
        ends = self.outlook(ask)
        odds = Odds({Ended(end): chance for end, chance in ends.items()}, {})
        wanted = odds.at_least(fire.aim.level)
        plain = fire.best(0)
        shown = wording.percent(wanted)
        facts = (Fact(test.chance, "it comes off"), Fact(odds.wounded, "a wound"), Fact(ob(test.obstacle)))
        said = f"{self.name} leaves {_named(fire.aim)} {often(wanted)}."
        more: list[tuple[Entry, ...]] = []
        for extra in range(-area, max(AREAS, area + 1) + 1 - area):
            reached = Odds({Ended(end): chance for end, chance in self.outlook(ask, extra).items()}, {})
            chance = test.against(test.obstacle + extra).chance
            more.append((extra + area, Obstacle(test.obstacle + extra), chance, reached.at_least(fire.aim.level)))
        columns = ("Increments", "To cast", "It comes off", _cap(fire.aim))
        values = {
            **test.values,
            **_values(plain),
            "wanted": wanted,
            "wounded": odds.wounded,
            **{end.value: chance for end, chance in ends.items()},
        }
        blocks: tuple[Block, ...] = (
            Verdict(shown, facts, said, Mark.DERIVED),
            bars(fire.foe.tolerances, odds, plain.damage),
            ends_of(odds, fire.foe),
            self._over(),
            Table("Area against damage", columns, tuple(more), area, Mark.DERIVED),
            *self._ledgers(0),
        )
        return Answer(values, blocks, test.marks(self.log))

    def _over(self) -> Table:
        """The best split of each number over the obstacle."""
        rows: list[tuple[Entry, ...]] = []
        for over in range(8):
            best = self.fire.best(over)
            rows.append(
                (over, best.put.effect, f"+{best.put.fate}" if best.put.fate else None, places(best.damage), best.each)
            )
        columns = ("Over", "Effect", "Die of Fate", "Incidental / Mark / Superb", _cap(self.fire.aim))
        return Table("What is over, put where it serves best", columns, tuple(rows), mark=Mark.DERIVED)

    def _ledgers(self, effect: int) -> tuple[Block, ...]:
        """Power, obstacle and dice, line by line."""
        worked = self.fire.harm.worked(self.fire.will, effect)
        dice = self.found.caster.dice()
        return (
            Working(worked.lines, worked.total, "Power of the spell"),
            Working(self.against.lines, self.against.total, "Obstacle to cast"),
            Working(dice.lines, dice.total, "Dice, all open-ended", "D"),
        )

    def done(self, successes: int, fate: int | None, die: int | None) -> Answer:
        """What the dice on the table come to."""
        test, fire = self.test, self.fire
        if successes < test.obstacle:
            facts = (Fact(test.obstacle - successes, "short"),)
            said = f"{self.name} fails, and strikes nobody."
            marks = test.marks(self.log, passed=False)
            return Answer({**test.values, "passes": False}, (Verdict("It fails", facts, said),), marks)
        base = test.obstacle if self.own is None else self.own
        over = successes - base
        put = fire.best(over).put if fate is None else _chosen(over, fate, fire, self.name)
        tried = fire.tried(put)
        shares = rules.chances(put.fate)
        values: dict[str, Any] = {
            **test.values,
            "passes": True,
            "over": over,
            **_put(put),
            **_values(tried),
            "each": tried.each,
            **{f"chance_{stage.value}": chance for stage, chance in shares.items()},
        }
        verdict, more = _strikes(self.name, tried, fire, die)
        rows: tuple[tuple[Entry, ...], ...] = tuple(
            (stage, str(tried.damage.at(stage)), fire.foe.tolerances.level(tried.damage.at(stage)).wound, shares[stage])
            for stage in LANDED
        )
        columns = ("Stage", "Lands at", "Is, unless armor holds", "Chance")
        landed = None if die is None else LANDED.index(rules.stage(die, put.fate))
        blocks: list[Block] = [
            verdict,
            Table(
                "What the Die of Fate says",
                columns,
                rows,
                landed,
                Mark.DERIVED,
            ),
            *self._ledgers(put.effect),
        ]
        if die is not None:
            fell = Worked((Line(die, "The Die of Fate", "SOR-21"), Line(put.fate, "Successes in it", "SOR-21")))
            blocks.append(Working(fell.lines, fell.total, "On the die"))
        return Answer({**values, **more}, tuple(blocks), test.marks(self.log, passed=True))


def _cap(aim: Aim) -> str:
    said = _named(aim)
    return said[:1].upper() + said[1:]


def _chosen(over: int, fate: int, fire: Spellfire, name: str) -> Put:
    """The split that was chosen: the rest goes into the effect. Raises `Unusable` at “fate” for what cannot be."""
    put = Put(max(0, over - fate) if fire.may.effect else 0, 0, fate)
    try:
        rules.check(put, over, fire.may, name)
    except Refused as error:
        raise Unusable("fate", str(error)) from None
    return put


def _strikes(name: str, tried: Tried, fire: Spellfire, die: int | None) -> tuple[Verdict, dict[str, Any]]:
    """The damage, and once the die lies there the hit and its wound."""
    put = tried.put
    if die is None:
        facts = (Fact(tried.each, _named(fire.aim)), Fact(_figure(put)))
        at = f"{places(tried.damage)}, with +{put.fate} on the die"
        said = f"{name} strikes at {at}: {_named(fire.aim)} {often(tried.each)}."
        return Verdict(places(tried.damage), facts, said, Mark.DERIVED), {}
    landed: Stage = rules.stage(die, put.fate)
    hit = tried.damage.at(landed)
    level = fire.foe.tolerances.level(hit)
    holds = tried.by_stage[landed].odds.ends[End.STOPPED]
    facts = (Fact(level.wound), *((Fact(holds, "armor holds"),) if holds else ()))
    verdict = Verdict(f"{landed.words} {hit}", facts, f"{name}: {landed.words} at {hit}, {level.wound}.")
    return verdict, {"stage": landed.value, "hit": str(hit), "level": level.value, "holds": holds}


@table("spell-die-of-fate")
def spell_die_of_fate() -> Table:
    """What successes make of a spell’s Die of Fate (SOR-21)."""
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (f"+{fate}" if fate else None, *rules.chances(fate).values()) for fate in range(rules.FATE_AT_MOST + 1)
    )
    return Table("The Die of Fate of a spell", ("On the die", *(stage.words for stage in LANDED)), rows)
