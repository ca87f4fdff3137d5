"""Weapon traits (BSR-93 to BSR-98, BSR-100 to BSR-102)."""

from dataclasses import replace
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.dice import Distribution
from engine.effects import SetValue
from engine.forms import Asked, Between, branch, sheet
from engine.games.bastard_sword.blocks.test import Test
from engine.games.bastard_sword.calculators.combat.hurt import Stun
from engine.games.bastard_sword.dice import Pool, successes
from engine.games.bastard_sword.forms.defence import Defence, Defends
from engine.games.bastard_sword.forms.pool import POOL_HINT, QUICK_SCORES, SCORE, FourD8, Malus, YourDice
from engine.games.bastard_sword.forms.tested import HasTested, ToTest
from engine.games.bastard_sword.readings import rolling
from engine.games.bastard_sword.rules import charge, exchange, injuries, weapon_traits
from engine.games.bastard_sword.rules.exchange import Side
from engine.games.bastard_sword.rules.hit_shop import WARES, Effect, Shop
from engine.games.bastard_sword.rules.long_tasks import Kind, course
from engine.games.bastard_sword.rules.shooting import cover_malus
from engine.games.bastard_sword.rules.weapon_traits import MOST_X, TRAITS
from engine.games.bastard_sword.words import average
from engine.games.bastard_sword.words import dice as of_dice
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Line, Mark

MOST_ROUNDS = 12
ThreeD6, FourD6 = Pool.parse("3d6"), Pool.parse("4d6")
NONE = "Empty where it has none"
Rounds = Annotated[int, Between(1, MOST_ROUNDS), Asked("Rounds there is time for", quick=(2, 4, 6))]


class Worth(Option):
    """Which traits to show."""

    GOOD = "good", "for the better"
    BAD = "bad", "for the worse"


@calculator("bs-weapon-traits", rules="BSR-93")
def traits(
    worth: Annotated[frozenset[Worth], Asked("Show those")] = frozenset(Worth),
    about: Annotated[str, Asked("About", "Part of a word", quick=("reload", "dice", "hear"))] = "",
) -> Answer:
    """What does this weapon’s trait mean?"""
    said = about.casefold()
    wanted = {one is Worth.GOOD for one in worth}
    found = [one for one in TRAITS if one.good in wanted and said in f"{one.words} {one.does}".casefold()]
    figure = wording.count(len(found), "trait") if found else "None"
    rows = tuple((f"{one.words} (X)" if one.number else one.words, one.does) for one in found)
    blocks: list[Block] = [Verdict(figure, (Fact(about or "all of them"),), f"{figure} about {about or 'weapons'}.")]
    if rows:
        blocks.append(Table("Traits of weapons", ("Trait", "It does"), rows))
    return Answer({"found": [one.key for one in found]}, tuple(blocks))


# --- Brace ---


@calculator("bs-brace", rules="BSR-94")
def brace(
    run: Annotated[int, Between(0, 60), Asked("Successes of the charger’s run", quick=(1, 2, 3, 4))] = 3,
    x: Annotated[int, Between(0, MOST_X), Asked("X of the weapon", quick=(1, 2, 3))] = 1,
    retaliating: Annotated[bool, Asked("You retaliate, as they pass")] = False,
    pool: Annotated[Pool, Asked("Your weapon skill", POOL_HINT), sheet("skill")] = FourD8,
    malus: Malus = 0,
    theirs: Annotated[Defence, Asked("The charger")] = Defends(),
    *,
    ask: Rulings,
) -> Answer:
    """Set the spear, or defend as usual?"""
    ladder = run > 1 and ask["charge.bonus"] == "ladder"
    price = Shop(0, not retaliating).damage_price
    set_, plain = (exchange.hits(Side(pool, malus + less), theirs.side) for less in (x, 0))
    braced = sum(
        (chance * charge.damage_dice(hits // price, run, ladder=ladder) for hits, chance in set_ if hits > 0),
        Fraction(0),
    )
    usual = sum((chance * (hits // price) for hits, chance in plain if hits > 0), Fraction(0))
    figure = "Brace" if braced > usual else "Do not brace"
    facts = (
        Fact(average(braced), "of damage braced"),
        Fact(average(usual), "as usual"),
        Fact(set_.at_least(1), "you win"),
    )
    wins = f"Braced you win {wording.often(set_.at_least(1))}"
    said = f"{wins}, with {average(braced)} of damage on average; as usual {average(usual)}."
    rows = tuple(
        (hits, hits // price, charge.damage_dice(hits // price, run, ladder=ladder), chance)
        for hits, chance in set_
        if hits > 0 and chance
    )
    blocks: list[Block] = [Verdict(figure, facts, said, Mark.DERIVED)]
    if rows:
        columns = ("Hits", "Dice bought", "Dice rolled", "Chance")
        blocks.append(Table("Braced", columns, rows[:12], mark=Mark.DERIVED))
    blocks.append(Note("A braced weapon buys damage alone, and no control.", rule="BSR-94"))
    return Answer({"braced": braced, "usual": usual, "win": set_.at_least(1)}, tuple(blocks))


# --- Reloading ---


@calculator("bs-reload", rules="BSR-95 BSR-96 BSR-100")
def reload(
    needed: Annotated[int, Between(1, MOST_X), Asked("Reload", quick=(3, 5, 10))] = 5,
    pool: Annotated[Pool, Asked("The weapon’s skill", POOL_HINT), sheet("skill")] = FourD8,
    brute: Annotated[int | None, Between(1, MOST_X), Asked("Brute Force Reload", NONE, quick=(2, 3, 4))] = 3,
    lifting: Annotated[Pool, Asked("Your lifting", POOL_HINT)] = ThreeD6,
    dexterous: Annotated[int | None, Between(1, MOST_X), Asked("Dexterous Reload", NONE, quick=(2, 3, 4))] = None,
    sleight: Annotated[Pool, Asked("Your sleight of hand", POOL_HINT)] = FourD6,
    malus: Malus = 0,
    rounds: Rounds = 4,
    *,
    ask: Rulings,
) -> Answer:
    """Which way is the weapon ready soonest?"""
    maluses = [malus] * rounds
    steady = course(rolling.read(Kind.SETBACK, needed, ask, malus=bool(malus)), successes(pool), maluses)
    ways = {"Reload": [one.done for one in steady]}
    if brute is not None:
        ways["Brute force"] = weapon_traits.each_time(Test(lifting, brute, malus).chance, rounds)
    if dexterous is not None:
        test = rolling.read(Kind.FIRST_FAIL, dexterous, ask, malus=bool(malus))
        ways["Deft hands"] = weapon_traits.again_and_again(course(test, successes(sleight), maluses))
    best = max(ways, key=lambda way: (ways[way][-1], sum(ways[way])))
    end = ways[best][-1]
    facts = (Fact(end, f"within {wording.count(rounds, 'round')}"), Fact(ways[best][1], "in one"))
    said = f"{best}: ready within {wording.count(rounds, 'round')} {wording.often(end)}."
    rows: list[tuple[Entry, ...]] = [(at, *(ways[way][at] for way in ways)) for at in range(1, rounds + 1)]
    return Answer(
        {"best": best, "ready": {way: chances[1:] for way, chances in ways.items()}},
        (
            Verdict(best, facts, said, Mark.DERIVED),
            Table("Ready within", ("Rounds", *ways), tuple(rows), mark=Mark.DERIVED),
            Note("Each of these draws a retaliation.", rule="BSR-62"),
        ),
    )


# --- Loud and noisy ---


@calculator("bs-loud", rules="BSR-97")
def loud(
    x: Annotated[int, Between(1, MOST_X), Asked("Loud", quick=(3, 5, 8))] = 5,
    stun: Stun = 0,
    constitution: Annotated[int, SCORE, Asked("Constitution", quick=QUICK_SCORES), sheet("constitution")] = 3,
    test: Annotated[ToTest | HasTested, Asked("Resist shock")] = ToTest(),
    *,
    ask: Rulings,
) -> Answer:
    """What does the blast do to everyone who hears it?"""
    if isinstance(test, HasTested):
        now = stun + max(0, x - max(0, test.result))
        out = now > stun and injuries.falls_unconscious(now, constitution)
        figure = "Unconscious" if out else f"Stun {now}"
        facts = (Fact(now - stun, "more"), Fact(injuries.UNCONSCIOUS * constitution, "knocks you out"))
        said = f"Stun rises by {now - stun} to {now}{', and you fall unconscious' if out else ''}."
        effects = (SetValue("stun", str(now)),) if now != stun else ()
        return Answer({"stun": now, "unconscious": out}, (Verdict(figure, facts, said),), effects=effects)
    literal = ask["loud.malus"] == "literal"
    law = successes(test.pool).plus(-test.malus - stun - (x if literal else 0))
    after = law.mapped(lambda result: stun + max(0, x - max(0, result)))
    limit = max(injuries.UNCONSCIOUS * constitution, stun + 1)
    knocked = after.at_least(limit) if limit <= after.last else Fraction(0)
    mean = wording.decimal(after.mean)
    shown = (Fact(knocked, "unconscious"), Fact(test.pool.words), Fact(limit, "knocks you out"))
    said = f"A stun of {mean} on average. Unconscious: {wording.often(knocked)}."
    rows = tuple((number, "unconscious" if number >= limit else None, chance) for number, chance in after if chance)
    return Answer(
        {"mean": after.mean, "unconscious": knocked, "stun": [[number, chance] for number, chance in after if chance]},
        (
            Verdict(f"Stun {mean}", shown, said, Mark.DERIVED),
            Table("Stun after the blast", ("Stun", "You are", "Chance"), rows, mark=Mark.DERIVED),
            Note("Or take all of it on the ears: be hard of hearing for good, and there is no stun.", rule="BSR-97"),
        ),
    )


@calculator("bs-noisy", rules="BSR-98")
def noisy(
    stealth: Annotated[int, Between(0, 60), Asked("Your stealth", quick=(1, 2, 3, 5))] = 3,
    x: Annotated[int, Between(1, MOST_X), Asked("Noisy", quick=(2, 3, 5))] = 2,
    theirs: Annotated[Pool, Asked("Their perception", POOL_HINT)] = ThreeD6,
    malus: Annotated[int, Between(0, 100), Asked("Their malus", quick=(0, 1, 3), more=True)] = 0,
    listeners: Annotated[int, Between(1, 20), Asked("So many listen", quick=(1, 2, 4))] = 1,
) -> Answer:
    """Does it give you away?"""
    left, bonus = weapon_traits.heard(stealth, x)
    pool = theirs.plus(min(bonus, theirs.dice))
    one, before = Test(pool, left, malus), Test(theirs, stealth, malus)
    found = 1 - (1 - one.chance) ** listeners
    facts = (
        Fact(left, "stealth left"),
        Fact(pool.words, "for each of them"),
        Fact(1 - (1 - before.chance) ** listeners, "without the noise"),
    )
    said = f"Noticed {wording.often(found)}; your stealth is {left}."
    more = (
        (Note(f"What the noise has left over, {of_dice(bonus)}, helps them listen.", rule="BSR-98"),) if bonus else ()
    )
    return Answer(
        {"stealth": left, "bonus": bonus, "noticed": found},
        (
            Verdict(wording.percent(found), facts, said, Mark.DERIVED),
            one.odds(),
            *more,
            Note(
                "We take the successes of a stealth test as this score; the source’s chapter on it is missing.",
                Mark.MISSING,
                "BSR-98",
            ),
        ),
    )


# --- Shield, straps ---


@branch("Before the roll")
class NotYet:
    """Dice against dice."""

    pool: YourDice = FourD8
    malus: Malus = 0
    defence: Annotated[Defence, Asked("The other side")] = Defends()


@branch("Hits to spend")
class Won:
    """The exchange is won."""

    hits: Annotated[int, Between(0, 60), Asked("Hits", quick=(1, 2, 3, 5, 8))] = 5


@calculator("bs-shield", rules="BSR-101")
def shield(
    x: Annotated[int, Between(1, MOST_X), Asked("Shield", quick=(1, 2, 3, 5))] = 2,
    defending: Annotated[bool, Asked("You are defending")] = True,
    fell: Annotated[NotYet | Won, Asked("The exchange")] = NotYet(),
    *,
    ask: Rulings,
) -> Answer:
    """Use the shield’s dice, or keep the damage cheap?"""
    partial = x != 2 or ask["shield.partial"] == "limited"
    grade = weapon_traits.cover(x, partial=partial)
    less = cover_malus(grade)
    covers = f"{grade.words.partition(':')[0]}, malus {less}"
    note = Note(f"It is cover against one archer a round, if you know of the shot: {covers}.", rule="BSR-101")
    if isinstance(fell, Won):
        return _hits_behind(x, fell.hits, less, note, defending=defending)
    bonus = min(x, fell.pool.dice)
    laws = [exchange.hits(Side(fell.pool.plus(more), fell.malus), fell.defence.side) for more in (bonus, 0)]
    damage = [_bought(law, Shop(0, defending, shield=more)) for law, more in zip(laws, (x, 0), strict=True)]
    wins, loses = [law.at_least(1) for law in laws], [law.below(0) for law in laws]
    hurts = [sum((-hits * chance for hits, chance in law if hits < 0), Fraction(0)) for law in laws]
    facts = (
        Fact(wins[1], "without it"),
        Fact(loses[0], "they win"),
        Fact(average(damage[0]), "of damage"),
        Fact(less, "malus as cover"),
    )
    said = f"With the shield you win {wording.often(wins[0])}, without {wording.often(wins[1])}."
    rows = tuple(
        (name, wins[at], loses[at], wording.decimal(hurts[at]), average(damage[at]))
        for at, name in enumerate(("With its dice", "Without"))
    )
    columns = ("Shield", "You win", "They win", "Their hits on average", "Damage you buy")
    table = Table("With the shield and without", columns, rows, 0, Mark.DERIVED)
    return Answer(
        {"win": wins[0], "without": wins[1], "damage": damage, "cover": less},
        (Verdict(wording.percent(wins[0]), facts, said, Mark.DERIVED), table, note),
    )


def _bought(law: Distribution, prices: Shop) -> Fraction:
    """The dice of damage that hits buy on average, all of them spent on it."""
    return sum(
        (chance * replace(prices, hits=hits).most_damage() for hits, chance in law if hits > 0),
        Fraction(0),
    )


def _hits_behind(x: int, hits: int, less: int, note: Note, *, defending: bool) -> Answer:
    """Hits that are won, with the shield's dice among those that were rolled."""
    dear, plain = Shop(hits, defending, shield=x), Shop(hits, defending)
    dice, usual = dear.most_damage(), plain.most_damage()
    figure = of_dice(dice) if dice else "No damage"
    facts = (Fact(of_dice(usual) if usual else "none", "without the shield’s dice"), Fact(less, "malus as cover"))
    said = f"{figure} for {wording.count(hits, 'hit')}; the first costs {dear.damage_cost(1)}."
    rows = tuple((number, dear.damage_cost(number), plain.damage_cost(number)) for number in range(1, 6))
    table = Table("Hits for damage", ("Dice", "With the shield", "Without"), rows)
    return Answer({"dice": dice, "without": usual, "cover": less}, (Verdict(figure, facts, said), table, note))


@calculator("bs-strapped", rules="BSR-102")
def strapped(
    x: Annotated[int, Between(1, MOST_X), Asked("Strapped", quick=(1, 2, 3))] = 3,
    pool: Annotated[Pool, Asked("Your sleight of hand", POOL_HINT), sheet("skill")] = FourD6,
    malus: Malus = 0,
    rounds: Rounds = 4,
    *,
    ask: Rulings,
) -> Answer:
    """How firmly does it sit, and how fast is it off?"""
    found = course(rolling.read(Kind.SETBACK, x, ask, malus=bool(malus)), successes(pool), [malus] * rounds)
    cost = Shop(0, strapped=x).price(Effect.DISARM)
    end = found[-1].done
    facts = (Fact(cost, "hits to disarm you"), Fact(found[1].done, "off in a round"))
    said = f"Off within {wording.count(rounds, 'round')}: {wording.often(end)}. A Disarm costs {cost}."
    rows = tuple((at, one.done) for at, one in enumerate(found) if at)
    lines = (Line(WARES[Effect.DISARM].cost, "a Disarm", "BSR-43"), Line(x, "its straps", "BSR-102"))
    return Answer(
        {"disarm": cost, "off": [one.done for one in found[1:]]},
        (
            Verdict(wording.percent(end), facts, said, Mark.DERIVED),
            Working(lines, cost, "Hits to disarm you"),
            Table("Off by then", ("Rounds", "Chance"), rows, mark=Mark.DERIVED),
            Note("Taking it off draws a retaliation.", rule="BSR-102"),
        ),
    )
