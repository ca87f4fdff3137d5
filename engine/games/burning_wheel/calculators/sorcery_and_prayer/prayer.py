"""Faith and prayers: who has it, a prayer and its odds, helpers, sorcery, fights, signs (FAI-01 to FAI-13)."""

from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import CHANCE, Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Longest, sheet
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import DiceCount, Obstacle, ob
from engine.games.burning_wheel.forms.spells_in_conflict import Prays
from engine.games.burning_wheel.forms.test import BONUS
from engine.games.burning_wheel.readings.elements import open_ended
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.readings.steel import boon_of
from engine.games.burning_wheel.rules import fight_script
from engine.games.burning_wheel.rules import prayers as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.building import MOST_PERSONA
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.prayers import PRAYERS, SIGNS, Stock
from engine.games.burning_wheel.sheet.effects import Spend
from engine.games.burning_wheel.words import logged
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked

B4, B5 = (Ability.parse(text) for text in ("B4", "B5"))
QUICK = ("B4", "B5", "B6", "B7")
FAITH = ELEMENTS["faith"]
MOST_HELPERS, MOST_WILL, MOST_FOES = 10, 400, 12
YourFaith = Annotated[Ability, Asked("Faith", quick=QUICK), sheet("faith")]


class Reached(Option):
    """Whom a prayer is about, as far as that matters. Source: FAI-06."""

    BELIEVER = "believer", "a believer"
    AGAINST = "against", "set against the faith"
    NEITHER = "neither", "neither"


@calculator("has-faith", rules="FAI-01 FAI-02 FAI-06")
def has_faith(
    stock: Annotated[Stock, Asked("You are one of the")] = Stock.MEN,
    faithful: Annotated[bool, Asked("You have the Faithful trait")] = True,
    belief: Annotated[bool, Asked("A Belief of yours states your faith")] = True,
    target: Annotated[Reached, Asked("The prayer is about someone who is", gm=True)] = Reached.NEITHER,
    *,
    ask: Rulings,
) -> Answer:
    """Do I have Faith, and does it reach them?"""
    emotion = rules.EMOTIONS[stock]
    active = stock is Stock.MEN and faithful and belief
    reaches = target is not Reached.NEITHER or (active and ask["faith.reaches"] == "all")
    if stock is not Stock.MEN:
        why = f"{stock.words} have no Faith. Their emotion is {emotion}, which another volume describes."
    elif not faithful:
        why = "Without the Faithful trait a Belief is a Belief, and works no miracle."
    elif not belief:
        why = "The Belief is gone, and Faith with it."
    else:
        why = "You have Faith. " + ("The prayer can reach them." if reaches else "The prayer does nothing to them.")
    facts = (
        Fact(emotion, "is the emotion here"),
        *((Fact("reaches them" if reaches else "does not reach them"),) if active else ()),
    )
    values = {"emotion": emotion, "active": active, "reaches": active and reaches}
    rows: tuple[tuple[Entry, ...], ...] = tuple((one.words, what) for one, what in rules.EMOTIONS.items())
    current = list(rules.EMOTIONS).index(stock)
    shown = Table("Emotions that are attributes", ("People", "Attribute"), rows, current)
    return Answer(values, (Verdict("Faith" if active else "No Faith", facts, why), shown))


@calculator("prayer", rules="FAI-03 FAI-04 FAI-05 FAI-07 FAI-11")
def prayer(
    faith: YourFaith = B5,
    prays: Annotated[Prays, Asked("You pray for")] = Prays.BLESSING,
    foes: Annotated[int, Between(1, MOST_FOES), Asked("Foes, for Hindrance", quick=(1, 2, 3))] = 1,
    lesser: Annotated[int, Between(0, MOST_HELPERS), Asked("Helpers of Faith 1 to 4", quick=(0, 1, 2))] = 0,
    greater: Annotated[int, Between(0, MOST_HELPERS), Asked("Helpers of Faith 5 and up", quick=(0, 1, 2))] = 0,
    wills: Annotated[int, Between(0, MOST_WILL), Asked("Will of all believers together", quick=(0, 20, 40, 60))] = 0,
    harder: Annotated[int, Between(0, 20), Asked("Outlandish: obstacle", more=True, gm=True, quick=(0, 1, 2))] = 0,
    advantage: Annotated[int, BONUS, Asked("Other dice", more=True)] = 0,
    boon: Annotated[int, Between(0, MOST_PERSONA), Asked("Persona for dice", more=True, quick=(0, 1, 2, 3))] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Is the prayer heard?"""
    chosen = PRAYERS[prays.value]
    if chosen.more and foes > rules.LISTED_FOES:
        listed = Note("For more than three foes the book gives no obstacle; each adds one more.", Mark.RULING, "FAI-07")
    else:
        listed = None
    hurt = feels(wounds, faith, ask, FAITH)
    base = Worked((*chosen.against(foes).lines, Line(harder, "Outlandish", "FAI-03")))
    obstacle = base.total + hurt.added
    helped = rules.helped((4,) * lesser + (5,) * greater, wills)
    dice = Worked(
        (
            Line(faith.exponent, f"Faith {faith}", "FAI-03"),
            Line(lesser, "Helpers of Faith 1 to 4", "FAI-11"),
            Line(2 * greater, "Helpers of Faith 5 and up", "FAI-11"),
            helped.lines[-1],
            Line(advantage, "Other dice", "FAI-03"),
        )
    )
    bought = boon_of(boon, ask)
    test = Test.of(faith.shade, dice.total, obstacle, ask, artha=bought, opens=True, at="advantage")
    blocks: list[Block] = [
        _verdict(test, chosen),
        Note(f"Heard: {chosen.effect}. Then the GM adds a mystery of like size.", rule="FAI-04"),
        *([listed] if listed else []),
        *_of_prayer(chosen, faith, test, ask),
        Working(dice.lines, dice.total, "Dice", "D"),
        Working((*base.lines, hurt.obstacle), obstacle, "Obstacle"),
        test.odds(test.closed, "without open-ended dice"),
        _all(test, foes, harder, hurt.added, list(PRAYERS).index(chosen.id)),
    ]
    if boon > bought:
        blocks.append(Note("Persona buys no dice for Faith here; it is left out.", Mark.RULING, "HUB-75"))
    values = {
        **test.values,
        "fails": 1 - test.chance,
        "helped": helped.total,
        "range_dice": chosen.range_dice,
        "sensed": rules.sensed(base.total),
        "actions": _stands(chosen, faith, ask),
        "bonus": list(_bonus(test)) if chosen.margin else [],
    }
    spent = (Spend("persona", bought, "faith"),) if bought else ()
    return Answer(values, tuple(blocks), (*test.marks("faith", Kind.FAITH), *spent))


def _verdict(test: Test, chosen: rules.Prayer) -> Verdict:
    shown = wording.percent(test.chance)
    facts = (Fact(DiceCount(test.dice), "dice"), Fact(Obstacle(test.obstacle), "obstacle"), logged(test.classes))
    said = f"{chosen.name}: {shown} against {ob(test.obstacle)}. If it fails, as a rule nothing happens."
    return Verdict(shown, facts, said, Mark.DERIVED)


def _stands(chosen: rules.Prayer, faith: Ability, ask: Rulings) -> int:
    """Actions for which foes stand still; 0 for another prayer. Asked for only where Faith is odd."""
    if not chosen.more:
        return 0
    odd = faith.exponent % 2 == 1
    return rules.stands_still(faith.exponent, up=odd and faith.exponent > 1 and ask["faith.half"] == "up")


MOST_BONUS = 6


def _bonus(test: Test) -> tuple[Fraction, ...]:
    """The chance of 0, 1, 2 … dice from an Aid; the last is that many or more, and a failure has none. FAI-07."""
    law = test.law
    some = [law.exactly(test.obstacle + over) for over in range(1, MOST_BONUS)]
    most = law.at_least(test.obstacle + MOST_BONUS)
    return (1 - sum(some, most), *some, most)


def _of_prayer(chosen: rules.Prayer, faith: Ability, test: Test, ask: Rulings) -> list[Block]:
    """What this prayer alone brings."""
    if chosen.more:
        count = wording.count(_stands(chosen, faith, ask), "action")
        return [Note(f"They stand still for {count}.", rule="FAI-07")]
    if not chosen.margin:
        return []
    found = _bonus(test)
    rows: list[tuple[Entry, ...]] = [
        (f"{number}D{' or more' if number == MOST_BONUS else ''}", chance) for number, chance in enumerate(found)
    ]
    return [Table("Dice from the Aid", ("Dice", "Chance"), tuple(rows), mark=Mark.DERIVED)]


def _all(test: Test, foes: int, harder: int, hurt: int, current: int) -> Table:
    """Every prayer with these dice, as many foes and as outlandish; wounds make it harder to pray, not to sense."""
    rows: list[tuple[Entry, ...]] = []
    for one in PRAYERS.values():
        base = one.against(foes).total + harder
        chance = test.against(base + hurt).chance
        shown = DiceCount(one.range_dice) if one.range_dice else None
        rows.append((one.name, Obstacle(base + hurt), chance, shown, rules.sensed(base)))
    columns = ("Prayer", "Obstacle", "Chance", "At range", "Ob to sense it")
    return Table("All prayers, with these dice", columns, tuple(rows), current, Mark.DERIVED)


@table("prayers")
def prayers_table() -> Table:
    """The prayers that the book lists (FAI-07)."""
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (one.name, "Ob 4, 5, 6" if one.more else Obstacle(one.obstacle), f"{one.effect[:1].upper()}{one.effect[1:]}")
        for one in PRAYERS.values()
    )
    return Table("Prayers", ("Prayer", "Obstacle", "If it is heard"), rows)


class Magic(Option):
    """What the sorcerer is at. Source: FAI-08."""

    SUSTAINED = "sustained", "a spell that is sustained"
    CASTING = "casting", "a casting in progress"


@calculator("break-spell", rules="FAI-08")
def break_spell(
    faith: YourFaith = B5,
    magic: Annotated[Magic, Asked("You pray against")] = Magic.SUSTAINED,
    more: Annotated[int, BONUS, Asked("Dice of help and others", quick=(0, 1, 2, 3))] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Does the prayer break the spell?"""
    hurt = feels(wounds, faith, ask, FAITH)
    minor = PRAYERS["minor-miracle"]
    test = Test.of(faith.shade, faith.exponent + more, minor.obstacle + hurt.added, ask, opens=True, at="more")
    allowed = ask["faith.against-sorcery"] == "yes"
    if not allowed:
        said = "At your table a Minor Miracle leaves spells alone."
        return Answer({"allowed": False, "chance": Fraction(0), "interrupts": False}, (Verdict("No", (), said),))
    interrupts = magic is Magic.CASTING and ask["faith.interrupts"] == "yes"
    shown = wording.percent(test.chance)
    then = {
        Magic.SUSTAINED: "One sustained spell falls; any others stand.",
        Magic.CASTING: "The casting is broken off, as by a blow."
        if interrupts
        else "The casting comes to nothing, and harms nobody.",
    }[magic]
    lines = (Line(faith.exponent, f"Faith {faith}", "FAI-08"), Line(more, "Help and others", "FAI-11"))
    return Answer(
        {"allowed": True, "chance": test.chance, "interrupts": interrupts, "obstacle": test.obstacle},
        (
            Verdict(
                shown, (*test.facts[:1], Fact(Obstacle(test.obstacle), "obstacle")), f"{shown}: {then}", Mark.DERIVED
            ),
            Working(lines, faith.exponent + more, "Dice", "D"),
            *ledger(hurt, faith.exponent + more, minor.obstacle),
            test.odds(),
        ),
        test.marks("faith", Kind.FAITH),
    )


@calculator("prayer-words", rules="FAI-09")
def prayer_words(
    says: Annotated[str, Longest(160), Asked("Your prayer")] = "Lord of the Dawn, stay the hands of the wicked!",
    hesitating: Annotated[bool, Asked("You hesitate")] = False,
) -> Answer:
    """How long do you pray in a fight?"""
    count = fight_script.syllables(says)
    volleys = -(-count // fight_script.SOME)
    slow = -(-count // fight_script.FEW)
    figure = wording.count(volleys, "volley")
    values = {"syllables": count, "volleys": 0 if hesitating else volleys, "slow": slow}
    if hesitating:
        return Answer(values, (Verdict("Not now", (), "Who hesitates says nothing, and prays nothing."),))
    if not count:
        return Answer(values, (Verdict("Nothing said", (), "A prayer has to be spoken aloud."),))
    spread = f"{volleys} to {slow} volleys" if slow > volleys else figure
    facts = (Fact.count(count, "syllable"), Fact("no action", "is what it costs"))
    said = f"{wording.count(count, 'syllable')} take {spread}, beside whatever you do: it costs no action."
    note = Note("Syllables are counted by their vowels and may be one off; it is advice, no law.", rule="FAI-09")
    return Answer(values, (Verdict(figure, facts, said), note))


@calculator("faith-signs", rules="FAI-12")
def faith_signs(faith: YourFaith = B5) -> Answer:
    """What does Faith do to you?"""
    found = rules.sign(faith.exponent)
    gone = faith.exponent >= rules.TRANSCENDS
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (f"{one.exponent}{' or lower' if one is SIGNS[0] else ''}", one.words) for one in SIGNS
    )
    blocks: list[Block] = [
        Verdict(str(faith), (Fact(found.words),), f"Faith {faith}: {found.words}."),
        Table("Signs of Faith", ("Exponent", "What shows"), rows, SIGNS.index(found)),
    ]
    if faith.exponent == rules.TRANSCENDS - 1:
        blocks.append(Note("One exponent more, and you leave this world and the game.", rule="FAI-12"))
    return Answer({"sign": found.words, "gone": gone}, tuple(blocks))


class Sensed(Option):
    """What someone with the sight looks for. Source: FAI-13."""

    SKILLED = "skilled", "Faith, with Aura Reading", 1
    BARE = "bare", "Faith, with the sight alone", 2
    EFFECT = "effect", "what a prayer or spell does"


@calculator("sense-faith", rules="FAI-13")
def sense_faith(
    looks: Annotated[Sensed, Asked("With Second Sight you look for")] = Sensed.EFFECT,
    ability: Annotated[
        Ability, Asked("Perception, or Aura Reading", quick=("B3", "B4", "B5")), sheet("perception")
    ] = B4,
    obstacle: Annotated[
        int, Between(0, 20), Asked("Obstacle of the prayer or spell", gm=True, quick=(3, 5, 8, 10))
    ] = 5,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Do you see that it is there?"""
    hurt = feels(wounds, ability, ask)
    if hurt.gone:
        return no_test(hurt.gone)
    against = rules.sensed(obstacle) if looks.amount is None else looks.amount
    opens = looks is not Sensed.SKILLED
    perceives = ELEMENTS["perception"]
    pool_opens = opens and open_ended(perceives, ask)
    total = against + hurt.added if against else 0
    test = Test.of(ability.shade, ability.exponent - hurt.lost, total, ask, opens=pool_opens)
    shown = wording.percent(test.chance)
    if not against:
        verdict = Verdict("Plain to see", (Fact(Obstacle(0), "obstacle"),), "So great a work shows itself: no roll.")
        return Answer({"obstacle": 0, "chance": Fraction(1)}, (verdict,))
    facts = (Fact(DiceCount(test.dice), "dice"), Fact(test.chance, CHANCE), logged(test.classes))
    verdict = Verdict(ob(total), facts, f"You sense it against {ob(total)}: {shown}.")
    marks = test.marks("ability", None if looks is Sensed.SKILLED else Kind.PERCEPTION)
    return Answer(
        {"obstacle": total, "chance": test.chance},
        (verdict, *ledger(hurt, ability.exponent, against), test.odds()),
        marks,
    )
