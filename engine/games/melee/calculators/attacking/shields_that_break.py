"""Shields: their cover, whether to block, their weight, and blows with them (MEL-48 to MEL-51)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.dice import Distribution
from engine.effects import Effect, SetValue
from engine.forms import Asked, Between, Longest, Unusable, sheet
from engine.games.burning_wheel.blocks.hits import next_stage, places
from engine.games.burning_wheel.blocks.odds import too_many
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import DiceCount, Obstacle, ob
from engine.games.burning_wheel.forms.rolled import FACES, faces_of
from engine.games.burning_wheel.forms.shields import MOST_LOST, QUICK_VA, VA, ShieldQuality
from engine.games.burning_wheel.forms.spells import Forte, ForteLost
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.rules import damage as blows
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind as Advances
from engine.games.burning_wheel.rules.armor import Quality
from engine.games.burning_wheel.rules.damage import LANDED, Stage
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.melee.forms.foe import MOST_COVER, Fell, Shield, ShieldLost, YourPower
from engine.games.melee.forms.people import B4, QUICK
from engine.games.melee.readings import hitting as hits
from engine.games.melee.readings import special as read
from engine.games.melee.rules import damage, hitting, shields, special
from engine.games.melee.rules.damage import Means
from engine.games.melee.rules.shields import ROWS, TRAINED, WEAPONS, Kind
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked

HEAVY = (Kind.TARGET, Kind.HEATER, Kind.TOWER)
"""The shields that weigh on whoever carries them. Source: MEL-50."""
MOST_OPENED = 20
Terrain = Annotated[
    int, Between(0, MOST_COVER), Asked("Cover of the ground", "Obstacle, 0 to 3.", gm=True, quick=(0, 1, 2, 3))
]
Trained = Annotated[bool, Asked("You have Shield Training"), sheet("shield-training")]


def _left(shield: Kind, lost: int) -> int:
    """The rating that is left of a shield; a sheet counts from Burning Wheel’s ratings, which have a die more."""
    return max(0, shield.rating - lost)


# --- Cover ---


class Comes(Option):
    """What comes at someone. Source: MEL-48."""

    ATTACK = "attack", "an attack, near or far"
    MAGIC = "magic", "magic"


@calculator("mel-cover", rules="MEL-48")
def cover(
    shield: Shield = Kind.TARGET,
    lost: ShieldLost = 0,
    terrain: Terrain = 0,
    comes: Annotated[Comes, Asked("What comes at you")] = Comes.ATTACK,
    magical: Annotated[bool, Asked("The shield is magical", more=True)] = False,
    second: Annotated[Kind, Asked("A second shield", more=True)] = Kind.NONE,
    second_lost: Annotated[int, MOST_LOST, Asked("Dice the second has lost", quick=(0, 1, 2), more=True)] = 0,
) -> Answer:
    """How much harder are you to hit?"""
    ratings = (_left(shield, lost), _left(second, second_lost))
    rating = max(ratings)
    helps = comes is Comes.ATTACK or magical
    ground = terrain if comes is Comes.ATTACK else 0
    own = shields.cover(rating) if helps else 0
    found = shields.cover(rating, ground) if helps else 0
    rows = tuple((f"{one.rating}D", _capital(one.kinds), _plus(one.cover), one.like or None) for one in ROWS)
    facts = (Fact(DiceCount(rating), "rating"), Fact(_plus(ground), "from the ground"))
    source = "nothing" if not found else "the shield" if own >= ground else "the ground"
    said = f"+{found} Ob for whoever attacks you, from {source}." if found else "Nothing makes you harder to hit."
    notes: list[Block] = []
    if not helps and rating:
        notes.append(Note("Against magic a shield does nothing, unless it is magical itself.", rule="MEL-48"))
    if terrain and not ground:
        notes.append(Note("A spell has an obstacle of its own: no ground covers you from it.", rule="MEL-38"))
    if own and ground:
        notes.append(Note("Shield and ground do not add up: the higher of the two counts.", rule="MEL-48"))
    if second is not Kind.NONE:
        notes.append(Note("Two shields take both trainings; the better rating counts.", rule="MEL-51"))
    return Answer(
        {"cover": found, "rating": rating, "shield": own},
        (
            Verdict(_plus(found), facts, said),
            Table("Shields", ("Rating", "Which", "Cover", "Like"), rows, rating),
            *notes,
        ),
    )


def _plus(cover: int) -> str:
    return f"+{cover}{wording.NO_BREAK}Ob" if cover else "none"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


# --- To block or not ---


class With(Option):
    """What someone attacks with, as far as damage goes. Source: MEL-18."""

    PROPER = Means.PROPER.value, Means.PROPER.words
    HEAVY = Means.HEAVY.value, Means.HEAVY.words
    IMPROVISED = Means.IMPROVISED.value, Means.IMPROVISED.words

    @property
    def means(self) -> Means:
        """The same among the rules."""
        return Means.of(self.value)


WAYS = ("You let it come", "You block or duck")


@dataclass(frozen=True, slots=True)
class _Ways:
    """An attack without your block and with it: each test, and what it takes off disposition; `forced` says that your
    cover counts in any case."""

    plain: Test
    blocked: Test
    plain_law: Distribution
    blocked_law: Distribution
    forced: bool

    @property
    def better(self) -> str:
        without, with_ = self.plain_law.mean, self.blocked_law.mean
        if self.forced or with_ < without:
            return "block"
        return "let it come" if without < with_ else "either"

    @property
    def values(self) -> dict[str, Any]:
        return {
            "better": self.better,
            "hit_without": self.plain.chance,
            "hit_with": self.blocked.chance,
            "mean_without": self.plain_law.mean,
            "mean_with": self.blocked_law.mean,
            "obstacle": self.blocked.obstacle,
            "dice": self.blocked.dice,
        }

    def verdict(self, breaks: Fraction) -> Verdict:
        """What to do, where the shield is harmed with this chance."""
        figure = {"block": "Block", "let it come": "Let it come", "either": "Either"}[self.better]
        facts = (
            Fact(self.blocked.chance, "to be hit if you block"),
            Fact(self.plain.chance, "if not"),
            Fact(breaks, "to harm the shield"),
        )
        costs = [wording.decimal(law.mean) for law in (self.blocked_law, self.plain_law)]
        said = f"Blocking costs you {costs[0]} disposition on average; letting it come costs {costs[1]}."
        return Verdict(figure, facts, said, Mark.DERIVED)

    @property
    def table(self) -> Table:
        both = ((self.plain, self.plain_law), (self.blocked, self.blocked_law))
        rows: list[tuple[Entry, ...]] = [
            (words, DiceCount(one.dice), Obstacle(one.obstacle), one.chance, wording.decimal(law.mean))
            for words, (one, law) in zip(WAYS, both, strict=True)
        ]
        columns = ("", "Dice", "Obstacle", "Hits", "Off disposition on average")
        return Table("With and without", columns, tuple(rows), int(self.better == "block"), Mark.DERIVED)


def _because(ways: _Ways, added: int) -> Iterator[Note]:
    """Why, where it is not for the numbers alone."""
    if ways.better == "let it come":
        why = (
            "Their VA brings more than your cover takes away."
            if added
            else "Nothing covers you, and they gain their VA."
        )
        yield Note(why, rule="MEL-49")
    if ways.forced:
        yield Note("Your cover counts whether you block or not.", Mark.RULING, "MEL-48")


def _wears(quality: Quality, va: int, skill: Ability, rating: int, ask: Rulings, *, opens: bool) -> Distribution:
    """The law of the dice that a shield with so many left loses to a hit on it."""
    if not rating:
        return Distribution.of({0: Fraction(1)})
    one_six = quality is Quality.RUN and read.one_six(va, ask)
    return shields.lost_law(quality, va, skill.shade, opens=opens, one_six=one_six).mapped(
        lambda dice: min(rating, dice)
    )


@calculator("mel-block-or-not", rules="MEL-49")
def block_or_not(
    skill: Annotated[Ability, Asked("Their skill", quick=QUICK)] = B4,
    va: Annotated[int, VA, Asked("VA of their weapon", quick=QUICK_VA)] = 1,
    shield: Shield = Kind.TARGET,
    quality: ShieldQuality = Quality.RUN,
    lost: ShieldLost = 0,
    terrain: Terrain = 0,
    faces: Annotated[
        str, Longest(40), Asked("What the VA dice showed", "Those alone. Empty: not rolled yet.", adds=FACES)
    ] = "",
    again: Annotated[
        int, Between(0, MOST_OPENED), Asked("Successes on dice that their sixes brought", quick=(0, 1), more=True)
    ] = 0,
    opens: Annotated[bool, Asked("Their sixes open: Fate, or a magic weapon", more=True)] = False,
    bonus: Annotated[int, Between(-10, 20), Asked("Their other dice", gm=True, quick=(0, 1, 2), more=True)] = 0,
    other: Annotated[int, Between(0, 20), Asked("What else makes you harder to hit", gm=True, more=True)] = 0,
    weapon: Annotated[With, Asked("They attack with", more=True)] = With.PROPER,
    disposition: Annotated[
        Annotated[int, Between(1, 60)] | None, Asked("Your disposition", "Empty: leave it out.", more=True)
    ] = None,
    *,
    ask: Rulings,
) -> Answer:
    """Block, or let it come?"""
    rating = _left(shield, lost)
    wear = _wears(quality, va, skill, rating, ask, opens=opens)
    if faces.strip():
        return _worn(shield, rating, lost, quality, faces, again, va, ask)
    added = shields.cover(rating, terrain)
    base = hitting.BASE + other
    dice = max(0, skill.exponent + bonus)
    plain = Test.of(skill.shade, dice, base, ask, opens=opens, at="bonus")
    blocked = Test.of(skill.shade, dice + va, base + added, ask, opens=opens, at="bonus")
    means = weapon.means
    alone = hits.alone(means, ask)
    plain_law, blocked_law = (damage.law(means, one.law, one.obstacle, alone=alone) for one in (plain, blocked))
    ways = _Ways(plain, blocked, plain_law, blocked_law, forced=hits.forced(added, ask))
    breaks = 1 - wear.exactly(0)
    values: dict[str, Any] = {**ways.values, "cover": added, "wears": breaks, "wear": wear.mean}
    blocks: list[Block] = [ways.verdict(breaks), ways.table, *_because(ways, added)]
    if disposition is not None:
        falls = [_at_least(law, disposition) for law in (plain_law, blocked_law)]
        values["falls_without"], values["falls_with"] = falls
        shown = tuple(zip(WAYS, falls, strict=True))
        blocks.append(Table(f"It takes all {disposition} disposition", ("", "Chance"), shown, mark=Mark.DERIVED))
    blocks += [
        _matrix(skill, bonus, base, va, means, alone, opens, ask),
        _wear(quality, va, skill, opens, ask),
        Note("Decide before they roll. Cover counts as it was at the start of the round.", rule="MEL-49"),
    ]
    return Answer(values, tuple(blocks))


def _at_least(law: Distribution, number: int) -> Fraction:
    """The chance of so much or more; none lies beyond what a complete law lists."""
    return law.at_least(number) if number <= law.last else Fraction(0)


def _matrix(
    skill: Ability, bonus: int, base: int, va: int, means: Means, alone: bool, opens: bool, ask: Rulings
) -> Table:
    """Every cover against VA around theirs: the chance to be hit, and what it costs."""
    shown = sorted({0, 1, 2, 3, va})
    rows: list[tuple[Entry, ...]] = []
    for added in range(MOST_COVER + 1):
        cells = []
        for more in shown:
            dice = max(0, skill.exponent + bonus) + more
            test = Test.of(skill.shade, dice, base + added, ask, opens=opens, at="bonus")
            mean = damage.law(means, test.law, test.obstacle, alone=alone).mean
            cells.append(f"{wording.percent(test.chance)}, {wording.decimal(mean)}")
        rows.append((_plus(added), *cells))
    columns = ("Cover", *(f"VA {one}" for one in shown))
    return Table("Hit if you block, and disposition lost", columns, tuple(rows), mark=Mark.DERIVED, folded=True)


def _wear(quality: Quality, va: int, skill: Ability, opens: bool, ask: Rulings) -> Table:
    """How likely a shield of each make suffers."""
    rows: list[tuple[Entry, ...]] = []
    for one in Quality:
        single = one is Quality.RUN and read.one_six(va, ask)
        law = shields.lost_law(one, va, skill.shade, opens=opens, one_six=single)
        rows.append((one.words, 1 - law.exactly(0), f"{wording.decimal(law.mean)}D"))
    columns = ("Made", "It suffers", "Lost on average")
    return Table(f"What VA {va} does to the shield", columns, tuple(rows), list(Quality).index(quality), Mark.DERIVED)


def _worn(
    shield: Kind, rating: int, lost: int, quality: Quality, faces: str, again: int, va: int, ask: Rulings
) -> Answer:
    """What the VA dice on the table do to the shield."""
    fell: Sequence[int] = faces_of(faces, "faces")
    if len(fell) != va:
        said = wording.count(len(fell), "face")
        raise Unusable("faces", f"VA {va} rolls {wording.count(va, 'die', 'dice')}; this has {said}.")
    sixes = fell.count(shields.SIX)
    if again and not sixes:
        raise Unusable("again", "No six fell, so no die was brought by one.")
    single = quality is Quality.RUN and sixes > 1 and read.one_six(va, ask)
    gone = min(rating, shields.lost(quality, fell, again=again, one_six=single))
    left = rating - gone
    destroyed = bool(gone) and not left
    values = {"lost": gone, "rating": left, "cover": shields.cover(left), "destroyed": destroyed}
    facts = (
        Fact(f"{wording.MINUS}{gone}D" if gone else "nothing", "lost"),
        Fact(_plus(shields.cover(left)), "cover") if shields.cover(left) else Fact("no cover"),
        Fact.count(sixes, "six", "sixes"),
    )
    said = f"It loses {wording.count(gone, 'die', 'dice')}: {left}D is left." if gone else "The shield holds."
    figure = "Destroyed" if destroyed else f"{left}D"
    notes: list[Block] = [Note("It suffers even where the attack misses.", rule="MEL-49")]
    if destroyed:
        off = "+1 Ob on all that you do in a fight until it is off your arm, which takes a simple action."
        notes.append(Note(off, rule="MEL-50"))
    worse: tuple[Effect, ...] = (SetValue("shield_lost", str(lost + gone)),) if gone else ()
    return Answer(values, (Verdict(figure, facts, said), *notes), worse)


# --- Weight ---


@calculator("mel-shield-weight", rules="MEL-50")
def weight(
    shield: Shield = Kind.HEATER,
    forte: Forte = B4,
    trained: Trained = False,
    successes: Fell = None,
    lost: ShieldLost = 0,
    positioning: Annotated[int, Between(0, 10), Asked("Advantage dice of positioning", quick=(0, 1, 2, 3))] = 2,
    forte_lost: ForteLost = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What does carrying it cost?"""
    rating = _left(shield, lost)
    whole = ROWS[shield.rating]
    hurt = feels(wounds, forte, ask, ELEMENTS["forte"])
    if hurt.gone:
        return no_test(hurt.gone)
    _carries(forte, forte_lost)
    now = forte.exponent - forte_lost
    left = shields.positioning(shield.rating, positioning)
    values: dict[str, Any] = {"positioning": left, "lock": shields.cover(rating)}
    notes: list[Block] = [
        Note("One hand for the weapon, and no die for two.", rule="MEL-50"),
        *(_destroyed(trained=trained) if shield.rating and not rating else ()),
    ]
    shown = _three(forte, now, trained, positioning, hurt.lost, hurt.added, ask)
    if not whole.tax:
        verdict = Verdict("No Tax", (Fact(left, "positioning dice"),), f"{_capital(shield.words)} asks for no Tax.")
        return Answer({**values, "obstacle": 0}, (verdict, shown, *notes))
    dice = Worked(
        (
            Line(now, f"Forte {forte}" if not forte_lost else "Forte that Tax has left", "MEL-50"),
            Line(TRAINED if trained else 0, "Shield Training", "MEL-50"),
            hurt.dice,
        )
    )
    against = Worked((Line(whole.tax, _capital(shield.words), "MEL-50"), hurt.obstacle))
    test = Test.of(forte.shade, dice.total, against.total, ask, at="forte")
    ledgers = (
        Working(dice.lines, dice.total, "Dice", "D"),
        Working(against.lines, against.total, "Obstacle of the Tax"),
    )
    if successes is None:
        return _before_carrying(values, test, forte, now, left, shown, (*notes, *ledgers))
    if sentence := too_many(successes, test.dice):
        raise Unusable("successes", sentence)
    after = shields.carried(now, test.obstacle, successes)
    gone = now - after
    values |= {**test.values, "lost": gone, "forte": after}
    effects: list[Effect] = [*test.marks("forte", Advances.STAT, passed=not test.obstacle > successes)]
    if gone:
        effects.append(SetValue("forte_lost", str(forte_lost + gone)))
    figure = f"{wording.MINUS}{gone}D" if gone else "No Tax"
    said = f"Forte is at {after} now." if gone else "It costs you nothing."
    shown_now = (Fact(f"{forte.shade.value}{after}", "Forte now"), Fact(left, "positioning dice"))
    return Answer(values, (Verdict(figure, shown_now, said), *notes, *ledgers, shown), tuple(effects))


def _carries(forte: Ability, lost: int) -> None:
    """Raises `Unusable` where Tax leaves nothing that a shield could be carried with."""
    if not forte.exponent:
        raise Unusable("forte", f"Whoever carries a shield has a Forte of 1 or more; this says {forte}.")
    if lost >= forte.exponent:
        raise Unusable(
            "forte_lost", f"Carrying a shield leaves at least 1 of Forte {forte}; this says {lost} are lost."
        )


def _before_carrying(
    values: dict[str, Any], test: Test, forte: Ability, now: int, left: int, shown: Block, below: tuple[Block, ...]
) -> Answer:
    """What carrying it may cost, while its Tax is not rolled."""
    rows = tuple(
        (now - after, chance, f"{forte.shade.value}{after}")
        for after, chance in _after(test, now, test.obstacle).items()
        if chance
    )
    mean = sum((gone * chance for gone, chance, _ in rows), Fraction(0))
    values = {**values, **test.values, "losses": [[gone, chance] for gone, chance, _ in rows], "mean": mean}
    facts = (
        Fact(DiceCount(test.dice), "dice"),
        Fact(test.chance, "costs nothing"),
        Fact(left, "positioning dice"),
    )
    said = f"Forte against {ob(test.obstacle)}: it costs nothing {wording.often(test.chance)}."
    table = Table("What it costs", ("Forte lost", "Chance", "Forte then"), rows, mark=Mark.DERIVED)
    blocks = (Verdict(ob(test.obstacle), facts, said), table, shown, *below, test.odds())
    return Answer(values, blocks, test.marks("forte", Advances.STAT))


def _after(test: Test, forte: int, most: int) -> dict[int, Fraction]:
    """The chance of each Forte that a Tax test leaves."""
    found: dict[int, Fraction] = {shields.carried(forte, most, most): test.chance}
    for rolled in range(most - 1, -1, -1):
        left = shields.carried(forte, most, rolled)
        found[left] = found.get(left, Fraction(0)) + test.law.exactly(rolled)
    return found


def _destroyed(*, trained: bool) -> tuple[Note, ...]:
    """What the splinters of a shield do."""
    text = "Its splinters on your arm: +1 Ob on all that you do in a fight, until a simple action sheds them."
    if trained:
        text += " If it was strapless, let it fall: no penalty."
    return (Note(text, rule="MEL-50"),)


def _three(forte: Ability, now: int, trained: bool, dice: int, lost: int, added: int, ask: Rulings) -> Table:
    """The three heavy shields side by side."""
    rows: list[tuple[Entry, ...]] = []
    for one in HEAVY:
        row = ROWS[one.rating]
        test = Test.of(forte.shade, now + TRAINED * trained - lost, row.tax + added, ask, at="forte")
        rows.append(
            (
                _capital(one.words),
                test.obstacle,
                test.chance,
                _plus(row.cover),
                f"{shields.positioning(one.rating, dice)}D",
                f"{wording.MINUS}{row.reduction}, not below {row.floor}",
            )
        )
    columns = ("Shield", "Tax Ob", "Costs nothing", "On your Locks", f"Of {dice}D positioning", "Taken off")
    return Table("The three heavy shields", columns, tuple(rows), mark=Mark.DERIVED)


# --- As weapons ---


class Training(Option):
    """What training one of the uses of a shield takes. Source: MEL-51."""

    SHIELD = "shield", "Shield Training"
    TWO_FISTED = "two-fisted", "Two-Fisted Fighting Training"
    BOTH = "both", "both trainings"


USES = (
    ("Strike with the shield", "both", Training.SHIELD),
    ("Spend the margin of a Push", "Melee!", Training.SHIELD),
    ("+1D on the Tax of carrying it", "both", Training.SHIELD),
    ("A shield without straps, dropped for free", "both", Training.SHIELD),
    ("Two shields, of which the better counts", "both", Training.BOTH),
    ("Block against a Great Strike", "Fight!", Training.SHIELD),
    ("Block and Strike, with its dice on either half", "Fight!", Training.SHIELD),
    ("Its dice on the defending half of a Counterstrike", "Fight!", Training.SHIELD),
    ("Charge and Push at Short length, where that is better", "Fight!", Training.SHIELD),
    ("Block and Strike with a basket hilt or gauntlets", "Fight!", Training.TWO_FISTED),
)


@calculator("mel-shield-strike", rules="MEL-51")
def strike(
    shield: Shield = Kind.HEATER,
    power: YourPower = B4,
    trained: Trained = True,
    two_fisted: Annotated[bool, Asked("You have Two-Fisted Fighting Training")] = False,
    over: Annotated[
        Annotated[int, Between(-20, 40)] | None,
        Asked("Successes over the obstacle", "Empty: not rolled yet.", quick=(0, 1, 2, 3, 4)),
    ] = None,
    lost: ShieldLost = 0,
) -> Answer:
    """How hard does your shield hit, and what does training allow?"""
    left = _left(shield, lost)
    has = {Training.SHIELD: trained, Training.TWO_FISTED: two_fisted, Training.BOTH: trained and two_fisted}
    rows = tuple((words, where, "yes" if has[needs] else f"takes {needs.words}") for words, where, needs in USES)
    uses = Table("What training allows", ("Use", "Where", "You"), rows)
    all_ = Table(
        "Shields as weapons",
        ("Shield", "Power", "VA", "WS", "Length"),
        tuple((_capital(one.kind.words), f"+{one.power}", one.va, one.ws, one.length) for one in WEAPONS.values()),
        list(WEAPONS).index(shield) if shield in WEAPONS else None,
    )
    values: dict[str, Any] = {"allowed": [words for words, _, needs in USES if has[needs]]}
    reason = _no_weapon(shield, left, trained=trained)
    if reason:
        return Answer(
            {**values, "possible": False},
            (Verdict("No weapon", (Fact(DiceCount(left), "rating"),), reason), all_, uses),
        )
    weapon = WEAPONS[shield]
    force = weapon.force(power.exponent, power.shade)
    hits = weapon.damage(power.exponent, power.shade)
    va = special.va(power.exponent, weapon.va)
    values |= {"power": force.total, "hits": [str(hits.at(stage)) for stage in LANDED], "va": va, "add": special.ADD}
    figure, said = places(hits), f"Incidental, Mark and Superb lie at {places(hits)}."
    if over is not None:
        landed = blows.stage(over, special.ADD)
        values |= {"stage": landed.value, "hit": "" if landed is Stage.MISS else str(hits.at(landed))}
        figure = landed.words if landed is Stage.MISS else f"{landed.words} {hits.at(landed)}"
        said = f"{figure}: {next_stage(landed, blows.to_next(over, special.ADD))}."
    facts = (Fact(f"VA {va}"), Fact(f"WS {weapon.ws}"), Fact(weapon.length))
    add = Note("No Add is given; it is read as 2, like that of other shields.", Mark.RULING, "MEL-51")
    return Answer(
        values,
        (
            Verdict(figure, facts, said),
            all_,
            Working(force.lines, force.total, "Power behind it"),
            uses,
            add,
        ),
    )


def _no_weapon(shield: Kind, left: int, *, trained: bool) -> str:
    """Why a shield cannot strike, or nothing. Source: MEL-51."""
    if shield not in WEAPONS:
        return "There is no shield here to strike with."
    if not left:
        return "A destroyed shield is no weapon."
    return "" if trained else "Striking with a shield takes Shield Training."
