"""Counter-spells, opposites, the Eldritch Shield, and what meets what by script (SOR-46 to SOR-49)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable, branch
from engine.games.burning_wheel.dice import DiceCount, Obstacle, Pool
from engine.games.burning_wheel.forms.exchange import Early
from engine.games.burning_wheel.forms.rolled import COUNTED, QUICK_SUCCESSES, Ahead
from engine.games.burning_wheel.forms.spells import Element, Impetus
from engine.games.burning_wheel.forms.spells_in_conflict import (
    B8,
    CastAgainst,
    CastingDice,
    CastingRow,
    TheirCasting,
    TheyCastAgainst,
    Whose,
    known,
)
from engine.games.burning_wheel.forms.sustained import SustainedRow, YourWill
from engine.games.burning_wheel.readings import spells_in_conflict as read
from engine.games.burning_wheel.readings import sustaining as sustained
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.rules import counter_spells as rules
from engine.games.burning_wheel.rules import spells as spells_of
from engine.games.burning_wheel.rules import sustaining
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.casting import IN_A_VOLLEY
from engine.games.burning_wheel.rules.counter_spells import Casts, Finish, Meeting, Volley
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.exchange import Slot, slot
from engine.games.burning_wheel.rules.spells import SPELLS
from engine.games.burning_wheel.rules.sustaining import Mind
from engine.games.burning_wheel.words import Mean
from engine.option import Option
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Mark

B5 = Ability.parse("B5")
WILL = ELEMENTS["will"]
MOST_LEFT, MOST_SPELLS, MOST_POWER, MOST_SHIELD = 5, 6, 20, 20
MOST_SUSTAINED, MOST_CASTINGS = 6, 8


@branch("Both have rolled")
class Rolled:
    """Successes of both castings."""

    theirs: Annotated[int, COUNTED, Asked("Their successes", quick=QUICK_SUCCESSES)] = 5
    yours: Annotated[int, COUNTED, Asked("Your successes", quick=QUICK_SUCCESSES)] = 6


@calculator("counter-spell", rules="SOR-46")
def counter_spell(
    theirs: TheirCasting = B8,
    against: TheyCastAgainst = 4,
    yours: CastingDice = B8,
    obstacle: CastAgainst = 3,
    rolled: Annotated[Ahead | Rolled, Asked("The dice")] = Ahead(),
    *,
    ask: Rulings,
) -> Answer:
    """Does my spell stop theirs?"""
    if isinstance(rolled, Rolled):
        return _rolled(rolled, against, obstacle, ask)
    odds = Duel(Casts(theirs.opened(), against), Casts(yours.opened(), obstacle), ask)
    return Answer(odds.values, odds.blocks)


def _rolled(rolled: Rolled, against: int, obstacle: int, ask: Rulings) -> Answer:
    """Both castings lie on the table."""
    found = read.countered(rolled.theirs, against, rolled.yours, obstacle, ask)
    values = {"meeting": found.meeting.value, "left": found.left, "surplus": found.surplus}
    facts = [] if found.left is None else [Fact(found.left, "of theirs is over")]
    if found.surplus:
        facts.append(Fact(found.surplus, "for your effect and area"))
    said = {
        Meeting.BOTH_FAIL: "Neither spell comes off; each rolls the Die of Fate.",
        Meeting.ATTACK_FAILS: "Theirs fails by itself; yours has its whole effect.",
        Meeting.COUNTER_FAILS: "Yours fails, and theirs has its whole effect.",
        Meeting.WEAKENED: f"Theirs still comes off, with {found.left} over.",
        Meeting.STOPPED: "Theirs is undone. It has not failed: no Die of Fate.",
    }[found.meeting]
    words = found.meeting.words
    return Answer(values, (Verdict(f"{words[:1].upper()}{words[1:]}", tuple(facts), said), TAX))


TAX = Note("Both of you roll Tax, as for any casting.", rule="SOR-46")


@dataclass(frozen=True, slots=True)
class Duel:
    """A spell and the counter-spell to it, with the exact chances."""

    spell: Casts
    counter: Casts
    ask: Rulings

    @property
    def chances(self) -> dict[Meeting, Fraction]:
        """Of each end."""
        return dict(rules.duel(self.spell, self.counter, chain(self.ask)))

    @property
    def over(self) -> Fraction:
        """That the counter-spell has something left over for its own effect."""
        return rules.overwhelmed(self.spell, self.counter, chain(self.ask), by_total=read.by_total(self.ask))

    @property
    def values(self) -> dict[str, Any]:
        """The odds for programs."""
        found = {one.value.replace("-", "_"): chance for one, chance in self.chances.items()}
        idle = rules.untouched(self.spell, self.counter, chain(self.ask))
        return {**found, "overwhelmed": self.over, "untouched": idle, "lands": self.lands(0)}

    def lands(self, over: int) -> Fraction:
        """That the spell takes effect with so many over, or more."""
        return rules.lands_with(self.spell, self.counter, over, chain(self.ask))

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The chance to stop it, every end, and what is left of the spell."""
        found, sixes = self.chances, chain(self.ask)
        stopped, lands = found[Meeting.STOPPED], self.lands(0)
        facts = (Fact(lands, "theirs takes effect"), Fact(self.over, "and you have some over"))
        ends: tuple[tuple[Entry, ...], ...] = tuple(
            (f"{one.words[:1].upper()}{one.words[1:]}", chance) for one, chance in found.items()
        )
        left: tuple[tuple[Entry, ...], ...] = tuple(
            (f"{over} or more over", self.spell.at_least(self.spell.against + over, sixes), self.lands(over))
            for over in range(MOST_LEFT + 1)
        )
        return (
            Verdict(wording.percent(stopped), facts, f"You undo their spell {often(stopped)}.", Mark.DERIVED),
            Table("How it ends", ("", "Chance"), ends, list(Meeting).index(Meeting.STOPPED), Mark.DERIVED),
            Table("What is left of theirs", ("It takes effect with", "Alone", "Countered"), left, mark=Mark.DERIVED),
            TAX,
        )


TheirElement = Annotated[Element, Asked("Their element")]
TheirImpetus = Annotated[Impetus, Asked("Their impetus")]


@calculator("opposites", rules="SOR-47")
def opposites(
    element: TheirElement = Element.FIRE,
    impetus: TheirImpetus = Impetus.DESTROY,
    yours: Annotated[Element, Asked("Your element")] = Element.WATER,
    acts: Annotated[Impetus, Asked("Your impetus")] = Impetus.CREATE,
) -> Answer:
    """Can my spell counter theirs?"""
    spell, mine = known(element, impetus), known(yours, acts)
    found = rules.opposed(spell, mine)
    both = found.element and found.impetus
    words = "Both ways" if both else "By its element" if found.element else "By its impetus" if found.impetus else "No"
    against = [one.words for one in Element if rules.opposed((known(one, impetus)[0], None), (spell[0], None)).element]
    acting = [one.words for one in Impetus if rules.opposed((None, known(element, one)[1]), (None, spell[1])).impetus]
    facts = (
        Fact(wording.listed(against, "or") if against else "none listed", "undoes their element"),
        Fact(wording.listed(acting, "or") if acting else "none listed", "undoes their impetus"),
    )
    said = (
        f"{words}: the GM has the last word." if found.either else "Nothing opposes them: no counter-spell by the list."
    )
    able = [one for one in SPELLS.values() if rules.opposed((one.element, one.impetus), spell).either]
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (
            one.name,
            one.element.words if one.element else None,
            one.impetus.words if one.impetus else None,
        )
        for one in able
    )
    blocks: list[Block] = [Verdict(words, facts, said)]
    if rows:
        blocks.append(Table("Spells of this book that oppose it", ("Spell", "Element", "Impetus"), rows))
    blocks.append(Note("Other pairs are possible, and what comes of them is for the GM.", rule="SOR-47"))
    values = {
        "element": found.element,
        "impetus": found.impetus,
        "counters": found.either,
        "spells": [one.key for one in able],
        "elements": against,
        "impeti": acting,
    }
    return Answer(values, tuple(blocks))


@table("opposites")
def opposites_table() -> Table:
    """Elements and impeti that undo each other (SOR-47)."""
    elements, impeti = (
        [" and ".join(sorted(one.words for one in pair) * (2 if len(pair) == 1 else 1)) for pair in pairs]
        for pairs in (rules.ELEMENTS, rules.IMPETI)
    )
    count = max(len(elements), len(impeti))
    filled = [[*column, *[None] * (count - len(column))] for column in (elements, impeti)]
    rows: tuple[tuple[Entry, ...], ...] = tuple(zip(*filled, strict=True))
    return Table("What undoes what", ("Elements", "Impeti"), rows)


ShieldDice = Annotated[int, Between(1, MOST_SHIELD), Asked("Dice of your shield", quick=(2, 3, 4, 5))]
Times = Annotated[int, Between(1, MOST_SPELLS), Asked("Spells like it", quick=(1, 2, 3))]
BasePower = Annotated[
    Annotated[int, Between(0, MOST_POWER)] | None,
    Asked("Its Power, with nothing over", "Their Will, as a rule. Empty: it has none.", more=True, quick=(4, 5, 6)),
]


@calculator("eldritch-shield", rules="SOR-48")
def eldritch_shield(
    shield: ShieldDice = 4,
    dice: TheirCasting = B8,
    obstacle: TheyCastAgainst = 3,
    spells: Times = 1,
    impetus: Annotated[Impetus, Asked("Their impetus", more=True)] = Impetus.DESTROY,
    power: BasePower = 5,
    *,
    ask: Rulings,
) -> Answer:
    """Does my shield hold?"""
    kind = known(Element.UNKNOWN, impetus)[1]
    if kind not in rules.SHIELDED:
        said = "The shield stops spells that Destroy or Tax, and no others."
        return Answer({"stopped": Fraction(0), "gone": Fraction(0)}, (Verdict("It does nothing", (), said),))
    spell = Casts(dice.opened(), obstacle)
    found = _barrage(spell, shield, spells, power if kind is spells_of.Impetus.DESTROY else None, ask)
    sixes = chain(ask)
    comes = spell.comes(sixes)
    stopped = comes - found[0].through
    mean = sum((left * chance for left, chance in found[-1].dice.items()), Fraction(0))
    facts = (
        Fact(found[0].through, "it gets through"),
        Fact(found[-1].gone, "the shield is gone"),
        Fact(f"{Mean(mean).words}D", "of shield left on average"),
    )
    said = f"The shield stops the spell {often(stopped)}; {often(1 - comes)} it fails by itself."
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (number, one.through, one.gone, Mean(sum((left * odds for left, odds in one.dice.items()), Fraction(0))).words)
        for number, one in enumerate(found, 1)
    )
    left: tuple[tuple[Entry, ...], ...] = tuple(
        (DiceCount(number) if number else "blasted away", chance) for number, chance in found[-1].dice.items()
    )
    values = {
        "stopped": stopped,
        "through": found[0].through,
        "gone": found[-1].gone,
        "mean": mean,
        "last": found[-1].through,
    }
    blocks = (
        Verdict(wording.percent(stopped), facts, said, Mark.DERIVED),
        *(
            (Table("Spell after spell", ("Spell", "Gets through", "Shield gone", "Dice left"), rows),)
            if spells > 1
            else ()
        ),
        Table("What is left of the shield", ("", "Chance"), left, mark=Mark.DERIVED),
        Note("Each die that stops something is gone.", rule="SOR-48"),
    )
    return Answer(values, blocks)


def _barrage(spell: Casts, shield: int, spells: int, power: int | None, ask: Rulings) -> tuple[Volley, ...]:
    base = power if read.of_power(power, ask) else None
    return rules.barrage(spell, shield, spells, chain(ask), base=base)


@calculator("shield-gone", rules="SOR-49")
def shield_gone(
    shield: ShieldDice = 3,
    dice: TheirCasting = B8,
    obstacle: TheyCastAgainst = 3,
    will: YourWill = B5,
    spells: Annotated[tuple[SustainedRow, ...], Asked("Spells you sustain besides it, oldest first")] = (
        SustainedRow("Second sight", 3),
    ),
    dropped: Annotated[bool, Asked("You drop it before it is hit")] = False,
    power: BasePower = 5,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What falls with my shield?"""
    most = min(sustaining.most(will.exponent) - 1, MOST_SUSTAINED)
    if len(spells) > most:
        said = f"Beside a shield Will {will} sustains {wording.count(max(0, most), 'spell')} here"
        raise Unusable("spells", f"{said}; this has {len(spells)}.")
    hurt = feels(wounds, will, ask, WILL)
    if hurt.gone:
        return no_test(hurt.gone)
    gone = Fraction(0) if dropped else _barrage(Casts(dice.opened(), obstacle), shield, 1, power, ask)[0].gone
    obstacles = tuple(row.obstacle for row in spells)
    frozen = bool(spells) and sustained.frozen(len(spells) + 1, ask)
    mind = Mind(will, hurt.lost, hurt.added, -1 if frozen else 0, frozen)
    law = sustaining.after(mind, obstacles, 1)[1]
    stand = [1 - gone * (1 - sustaining.stands(law, place)) for place in range(len(spells))]
    every = 1 - gone * (1 - law.get((True,) * len(spells), Fraction(0)))
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (row.name or f"Spell {place}", Obstacle(row.obstacle + hurt.added), chance)
        for place, (row, chance) in enumerate(zip(spells, stand, strict=True), 1)
    )
    facts = (Fact(gone, "the shield is gone"), Fact(gone, "a casting is broken off"))
    said = f"It is blasted away {often(gone)}. Your other spells all stand {often(every)}."
    if dropped:
        said = "You drop it yourself: nothing else is in danger."
    values = {"gone": gone, "all": every, "stand": stand}
    blocks: list[Block] = [Verdict(wording.percent(every), facts, said, Mark.DERIVED)]
    if rows:
        blocks.append(
            Table("What you sustain besides it", ("Spell", "Will against", "Stands"), rows, mark=Mark.DERIVED)
        )
    blocks.append(Note("What you are casting when the shield goes is broken off.", rule="SOR-49"))
    return Answer(values, (*blocks, *ledger(hurt, will.exponent, obstacles[0] if obstacles else None, words="Will")))


class Field(Option):
    """Where the castings meet."""

    FIGHT = "fight", "in Fight!"
    RANGE = "range", "in Range and Cover"


@dataclass(frozen=True, slots=True)
class Timed:
    """A casting with the time at which it is out."""

    row: CastingRow
    finish: Finish
    slot: Slot | None

    @property
    def casts(self) -> Casts:
        """Its dice, against what it must reach."""
        return Casts(self.row.dice.opened(), self.row.obstacle)

    @property
    def done(self) -> str:
        """When it is out."""
        return f"volley {self.finish.done + 1}" if self.slot is None else self.slot.words

    @property
    def until(self) -> str | None:
        """Until when it may be held back, where that is a later volley."""
        if self.finish.held == self.finish.done:
            return None
        exchange, volley = divmod(self.finish.held, 3)
        return (
            f"volley {self.finish.held + 1}" if self.slot is None else f"exchange {exchange + 1}, volley {volley + 1}"
        )


OURS = CastingRow(Whose.MINE, "Rain", B8, 3, 5, 5, 1, 5, Element.WATER, Impetus.CREATE)
THEIRS = CastingRow(Whose.THEIRS, "Fire", Pool.parse("B9"), 4, 6, 4, 1, 0, Element.FIRE, Impetus.DESTROY)


@calculator("counter-script", rules="SOR-46")
def counter_script(
    castings: Annotated[tuple[CastingRow, ...], Asked("Castings of both sides")] = (OURS, THEIRS),
    field: Annotated[Field, Asked("They meet")] = Field.FIGHT,
    volleys: Annotated[Early, Asked("Second and third actions go into", more=True)] = Early.EARLY,
    *,
    ask: Rulings,
) -> Answer:
    """What meets what?"""
    if len(castings) > MOST_CASTINGS:
        raise Unusable("castings", f"This times {MOST_CASTINGS} castings, no more; it has {len(castings)}.")
    timed = [_timed(row, field, volleys, place, ask) for place, row in enumerate(castings)]
    ours, theirs = ([one for one in timed if one.row.whose is whose] for whose in Whose)
    if not ours or not theirs:
        raise Unusable("castings", "A counter-spell meets a spell: give a casting of each side.")
    pairs = [(one, other) for one in ours for other in theirs if one.finish.meets(other.finish)]
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (one.row.words, one.done, one.until, one.casts.comes(chain(ask)))
        for one in sorted(timed, key=lambda one: (one.finish.done, one.slot or Slot(1, 1, 1)))
    )
    when = Table("When each is out", ("Spell", "Done", "Held as far as", "Comes off"), rows, mark=Mark.DERIVED)
    values: dict[str, Any] = {
        "done": [one.finish.done + 1 for one in timed],
        "held": [one.finish.held + 1 for one in timed],
        "meets": [[castings.index(one.row), castings.index(other.row)] for one, other in pairs],
    }
    if not pairs:
        said = "No two spells of both sides are out in the same volley, so nothing is countered."
        return Answer({**values, "best": None}, (Verdict("Nothing meets", (), said), when))
    return _meetings(pairs, values, when, ask)


def _timed(row: CastingRow, field: Field, volleys: Early, place: int, ask: Rulings) -> Timed:
    """When a casting is out. At range nothing is said of holding beyond its volley but by its actions."""
    if field is Field.RANGE:
        done = row.begins - 1 + read.maintains(row.actions, ask)
        return Timed(row, Finish(done, done + row.held // IN_A_VOLLEY), None)
    layout = volleys.layout(row.reflexes)
    last = row.begins + row.actions - 1
    ends = slot(last, layout)
    return Timed(row, rules.finish(ends, slot(last + row.held, layout)), ends)


def _meetings(pairs: Sequence[tuple[Timed, Timed]], values: dict[str, Any], when: Table, ask: Rulings) -> Answer:
    """The pairs that end in one volley, and what either makes of the other."""
    found = []
    for one, other in pairs:
        mine, spell = one.casts, other.casts
        stops = rules.duel(spell, mine, chain(ask))[Meeting.STOPPED]
        stopped = rules.duel(mine, spell, chain(ask))[Meeting.STOPPED]
        way = rules.opposed(known(one.row.element, one.row.impetus), known(other.row.element, other.row.impetus))
        found.append((one, other, way.either, stops, stopped))
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (f"{one.row.words} and {other.row.words}", "yes" if able else "ask the GM", stops, stopped)
        for one, other, able, stops, stopped in found
    )
    best = max(found, key=lambda row: (row[2], row[3]))
    count = wording.count(len(found), "pair")
    facts = (Fact(count, "in one volley"), Fact(best[4], "theirs would stop yours"))
    said = f"{best[0].row.words} undoes {best[1].row.words} {often(best[3])}, if it is the counter-spell."
    columns = ("In one volley", "Opposites", "Ours stops theirs", "Theirs stops ours")
    return Answer(
        {**values, "best": best[3], "opposed": best[2], "turned": best[4]},
        (
            Verdict(wording.percent(best[3]), facts, said, Mark.DERIVED),
            Table("What meets what", columns, rows, found.index(best), Mark.DERIVED),
            when,
            Note(
                "A spell that is held back waits for its moment: as many actions as Will without a test.", rule="SOR-38"
            ),
        ),
    )
