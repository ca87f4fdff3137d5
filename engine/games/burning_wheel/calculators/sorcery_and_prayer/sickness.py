"""Tax and the Sickness: what a casting costs, when it comes back, how many one can afford (SOR-13 to SOR-15)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Odds, Table, Verdict, Working
from engine.calculators import calculator
from engine.effects import AddRow, Effect, SetValue
from engine.forms import Asked, Between, Unusable, row, sheet
from engine.games.burning_wheel.blocks.odds import too_many
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.calculators.sorcery_and_prayer.fields import casting_for
from engine.games.burning_wheel.dice import DiceCount, Pool, ob
from engine.games.burning_wheel.forms.rolled import COUNTED, QUICK_SUCCESSES
from engine.games.burning_wheel.forms.spells import Forte, ForteLost, Held, Sorcery, Will, able
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.readings.sorcery import FORTE, overtax_obstacle, side_by_side, tax_due
from engine.games.burning_wheel.rules import castings as chain
from engine.games.burning_wheel.rules import sickness as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.castings import MOST_CASTINGS, Chain, Day
from engine.games.burning_wheel.rules.sickness import Taxed
from engine.option import Option
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Line, Mark, Worked

B4, B5 = Ability.parse("B4"), Ability.parse("B5")
Base = Annotated[int, Between(1, 20), Asked("Obstacle of the spell", quick=(2, 3, 4, 5))]
Patient = Annotated[int, Between(0, 12), Asked("Dice from patience", quick=(0, 1, 2))]
Hasty = Annotated[int, Between(0, 20), Asked("Obstacle that haste adds to the Tax", more=True, quick=(0, 1, 2))]
Health = Annotated[Ability, Asked("Health", quick=("B3", "B4", "B5", "B6")), sheet("health")]
Rolled = Annotated[
    Annotated[int, COUNTED] | None, Asked("Successes of Forte", hint="Empty: not rolled yet", quick=QUICK_SUCCESSES)
]


@dataclass(frozen=True, slots=True)
class Body:
    """The dice of Forte: whole, and what Tax and wounds have taken."""

    forte: Ability
    lost: int
    wounds: int

    @property
    def left(self) -> int:
        """What Tax has left of it, which is what a Tax takes from."""
        return self.forte.exponent - self.lost

    @property
    def dice(self) -> int:
        """What is rolled."""
        return max(0, self.left - self.wounds)


def _body(forte: Ability, lost: int, wounds: int) -> Body:
    able(forte, lost + wounds)
    return Body(forte, lost, wounds)


@calculator("spell-tax", rules="SOR-13 SOR-14")
def spell_tax(
    spell: Base = 3,
    forte: Forte = B5,
    lost: ForteLost = 0,
    patient: Patient = 0,
    successes: Rolled = None,
    hasty: Hasty = 0,
    health: Annotated[Health, Asked("Health", more=True)] = B4,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What does the spell take out of me?"""
    hurt = feels(wounds, forte, ask, FORTE)
    if hurt.gone:
        return no_test(hurt.gone)
    body = _body(forte, lost, hurt.lost)
    tax = spell + hasty
    dice = Worked(
        (
            Line(forte.exponent, f"Forte {forte}", "SOR-13"),
            Line(-lost, "Lost to Tax", "SOR-13"),
            Line(patient, "Cast patiently", "SOR-35"),
            hurt.dice,
        )
    )
    against = Worked((Line(spell, "The spell", "SOR-13"), Line(hasty, "Cast hastily", "SOR-37"), hurt.obstacle))
    test = Test.of(forte.shade, body.dice + patient, against.total, ask, at="patient")
    pips = overtax_obstacle(spell, tax, ask)
    ledgers = (Working(dice.lines, test.dice, "Dice", "D"), Working(against.lines, against.total, "Obstacle"))
    if successes is not None:
        return _taxed(body, test, successes, pips, health, ledgers)
    chances = rules.lost_chances(dict(test.law), test.obstacle)
    rows: list[tuple[Entry, ...]] = []
    for gone, chance in chances.items():
        found = Taxed(body.left, gone, pips)
        rows.append((gone or None, chance, f"{forte.shade.value}{found.after}", _state(found)))
    down = sum((chance for gone, chance in chances.items() if gone and gone >= body.left), Fraction(0))
    over = sum((chance for gone, chance in chances.items() if gone > body.left), Fraction(0))
    facts = (Fact(DiceCount(test.dice), "dice"), Fact(test.chance, "costs nothing"), Fact(down, "you drop"))
    values: dict[str, Any] = {
        **test.values,
        "down": down,
        "overtax": over,
        "losses": [chances.get(gone, Fraction(0)) for gone in range(max(chances) + 1)],
    }
    verdict = Verdict(ob(test.obstacle), facts, f"You lose nothing {often(test.chance)}, and drop {often(down)}.")
    table = Table("What you lose", ("Dice lost", "Chance", "Forte left", ""), tuple(rows), mark=Mark.DERIVED)
    return Answer(values, (verdict, table, *ledgers), test.marks("forte", Kind.STAT))


def _state(found: Taxed) -> str | None:
    if found.wound:
        return f"unconscious, a wound of {found.wound}"
    return "unconscious" if found.unconscious else None


def _taxed(body: Body, test: Test, successes: int, pips: int, health: Ability, ledgers: tuple[Working, ...]) -> Answer:
    """What the dice on the table take."""
    if sentence := too_many(successes, test.dice):
        raise Unusable("successes", sentence)
    gone = max(0, test.obstacle - successes)
    found = Taxed(body.left, gone, pips)
    left = f"{body.forte.shade.value}{found.after}"
    values = {
        "lost": gone,
        "after": left,
        "unconscious": found.unconscious,
        "wound": str(found.wound) if found.wound else None,
        "hours": rules.hours(health.exponent) if gone else 0,
    }
    effects: list[Effect] = [*test.marks("forte", Kind.STAT, passed=not gone)]
    if gone:
        effects.append(SetValue("forte_lost", str(min(body.forte.exponent, body.lost + gone))))
    if found.wound:
        effects.append(AddRow("wounds", {"hit": str(found.wound)}))
    if not gone:
        verdict = Verdict("No Tax", (Fact(left, "Forte"),), "The Tax takes nothing from you.")
        return Answer(values, (verdict, *ledgers), tuple(effects))
    facts = [Fact(left, "Forte left")]
    if found.unconscious:
        facts.append(Fact("unconscious"))
    if found.wound:
        facts.append(Fact(str(found.wound), "wound"))
    said = f"Tax takes {wording.count(gone, 'die', 'dice')}: {_state(found) or f'Forte {left} is left'}."
    each = rules.hours(health.exponent)
    hours = wording.count(each, "hour")
    note = Note(f"Test Health for each lost die: it is back in {hours}, less one for each success.", rule="SOR-15")
    return Answer(values, (Verdict(f"{wording.MINUS}{gone}D", tuple(facts), said), note, *ledgers), tuple(effects))


@row("die")
class DieRow:
    """A die of Forte that is lost, with the Health test for it, as a row of the form."""

    successes: Annotated[
        Annotated[int, Between(0, 20)] | None, Asked("Successes of Health", "Empty: not rolled yet", quick=(0, 1, 2, 3))
    ] = None


@calculator("sickness", rules="SOR-15")
def sickness(
    health: Health = B5,
    dice: Annotated[tuple[DieRow, ...], Asked("Dice of Forte you have lost")] = (DieRow(),),
    *,
    ask: Rulings,
) -> Answer:
    """When is my Forte back?"""
    if not dice:
        raise Unusable("dice", "Nothing is lost, so nothing has to come back.")
    law = dict(law_of(Pool.of(health.exponent, health.shade), ask))
    base = rules.hours(health.exponent)
    single = chain.back_in(health.exponent, law)
    known = [None if one.successes is None else rules.hours(health.exponent, one.successes) for one in dice]
    for number, one in enumerate(dice):
        if one.successes and (sentence := too_many(one.successes, health.exponent)):
            raise Unusable(f"dice.{number}.successes", sentence)
    together = side_by_side(len(dice) > 1, ask)
    total = _total([single if one is None else {one: Fraction(1)} for one in known], together=together)
    least, most = min(total), max(total)
    mean = sum((took * chance for took, chance in total.items()), Fraction(0))
    figure = wording.count(least, "hour") if least == most else f"{least} to {most} hours"
    facts = (Fact.count(len(dice), "die", "dice"), Fact(wording.decimal(mean), "hours on average"), Fact(base, "a die"))
    ends = rules.back([one or 0 for one in known], together=together) if None not in known else ()
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (f"Die {number}", f"{took} h", f"after {end} h")
        for number, (took, end) in enumerate(zip(known, ends, strict=False), 1)
        if took is not None
    )
    values = {"base": base, "least": least, "most": most, "mean": mean, "ends": list(ends)}
    sentence = f"All is back after {figure}."
    blocks: list[Block] = [Verdict(figure, facts, sentence, None if least == most else Mark.DERIVED)]
    if rows:
        blocks.append(Table("Side by side" if together else "One after another", ("Which", "Takes", "Back"), rows))
    else:
        blocks.append(Table("Hours until all is back", ("Hours", "Chance"), tuple(total.items()), mark=Mark.DERIVED))
    lines = (
        Line(rules.STANDARD_HOURS, "Every die", "SOR-15"),
        Line(-health.exponent, f"Health {health}", "SOR-15"),
        Line(base - rules.STANDARD_HOURS + health.exponent, "Never below one hour", "SOR-15"),
    )
    blocks.append(Working(lines, base, "Hours for a die, before its roll"))
    effects = (SetValue("forte_lost", "0"),) if None not in known else ()
    return Answer(values, tuple(blocks), effects)


def _total(each: list[Mapping[int, Fraction]], *, together: bool = False) -> dict[int, Fraction]:
    """The chance of each sum, or with `together` of each longest."""
    found = {0: Fraction(1)}
    for law in each:
        grown: dict[int, Fraction] = {}
        for so_far, chance in found.items():
            for took, share in law.items():
                whole = max(so_far, took) if together else so_far + took
                grown[whole] = grown.get(whole, Fraction(0)) + chance * share
        found = grown
    return dict(sorted(found.items()))


class Sure(Option):
    """How sure one wants to be to stay on one's feet."""

    HALF = "half", "one time in two"
    MOST = "most", "three times in four"
    NINE = "nine", "nine times in ten"
    NINETEEN = "nineteen", "nineteen times in twenty"

    @property
    def chance(self) -> Fraction:
        """The same as a chance."""
        return {
            Sure.HALF: Fraction(1, 2),
            Sure.MOST: Fraction(3, 4),
            Sure.NINE: Fraction(9, 10),
            Sure.NINETEEN: Fraction(19, 20),
        }[self]


@calculator("castings", rules="SOR-13 SOR-15")
def castings(
    spell: Base = 3,
    forte: Forte = B5,
    lost: ForteLost = 0,
    rest: Annotated[int, Between(0, 24), Asked("Hours between two castings", quick=(0, 1, 4, 8))] = 0,
    health: Health = B4,
    sure: Annotated[Sure, Asked("You want to stand")] = Sure.NINE,
    patient: Patient = 0,
    hasty: Hasty = 0,
    sorcery: Annotated[Sorcery, Asked("Sorcery", "It says how many come off.", more=True)] = B5,
    will: Annotated[Will, Asked("Will", more=True)] = B5,
    held: Annotated[Held, Asked("Spells you sustain", more=True)] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How many castings can I afford today?"""
    hurt = feels(wounds, forte, ask, FORTE)
    casting = casting_for(sorcery, will, held, wounds, ask)
    if gone := hurt.gone or casting.gone:
        return no_test(gone)
    body = _body(forte, lost, hurt.lost)
    comes = Test(casting.caster.pool(), spell + casting.felt.added, ask).chance
    tax = spell + hasty + hurt.added
    due = Fraction(1) if tax_due(ask) else comes

    @cache
    def taken(dice: int) -> Mapping[int, Fraction]:
        rolled = Test.of(forte.shade, dice - hurt.lost + patient, tax, ask, at="patient")
        return chain.when_due(rules.lost_chances(dict(rolled.law), tax), due)

    law = dict(law_of(Pool.of(health.exponent, health.shade), ask))
    found = Chain(forte.exponent, taken, chain.back_in(health.exponent, law), rest, side_by_side(rest > 0, ask))
    days = found.days(MOST_CASTINGS, body.lost)
    return _afforded(
        days,
        sure,
        comes,
        found.mean(body.lost) if not rest else None,
        forte,
        [
            *ledger(hurt, forte.exponent, spell + hasty, words="Forte", against="Obstacle of the Tax"),
        ],
    )


def _afforded(
    days: tuple[Day, ...], sure: Sure, comes: Fraction, mean: Fraction | None, forte: Ability, wounds: list[Block]
) -> Answer:
    """The castings of a day, as a figure, a chart and a table."""
    count = chain.afford(days, sure.chance)
    whole = count == len(days)
    figure = f"{count} or more" if whole else wording.count(count, "casting")
    stands = [Fraction(1), *(day.standing for day in days)]
    after = stands[count] if count else stands[1]
    facts = [Fact(after, f"standing after {count or 1}"), Fact(comes, "one comes off")]
    if mean is not None:
        facts.append(Fact(wording.decimal(mean), "until you drop"))
    ends = (*(before - now for before, now in pairwise(stands)), stands[-1])
    said = f"{wording.count(count, 'casting')} {'leaves' if count == 1 else 'leave'} you on your feet {often(after)}."
    if not count:
        said = f"Not one is that safe: the first leaves you on your feet {often(after)}."
    least = forte.exponent
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (number, day.standing, f"{forte.shade.value}{_likeliest(day, least)}", day.wounded or None)
        for number, day in enumerate(days, 1)
    )
    values = {
        "afford": count,
        "standing": stands[1:],
        "comes": comes,
        "mean": mean,
        "wounded": [day.wounded for day in days],
        "first": [days[0].lost.get(gone, Fraction(0)) for gone in range(least)],
    }
    blocks: tuple[Block, ...] = (
        Verdict(figure, tuple(facts), said, Mark.DERIVED),
        Odds(ends, count, f"How many castings leave you standing: {said}", open_end=True),
        Table(
            "Casting after casting",
            ("Castings", "You stand", "Forte, likeliest", "A wound by now"),
            rows,
            count - 1 if count else None,
            Mark.DERIVED,
        ),
        Note("The last bar is all castings from there on.", rule="SOR-13"),
        *wounds,
    )
    return Answer(values, blocks)


def _likeliest(day: Day, forte: int) -> int:
    """The Forte that is likeliest while one stands; 0 where nobody does."""
    if not any(day.lost.values()):
        return 0
    return forte - max(day.lost, key=lambda gone: (day.lost[gone], -gone))
