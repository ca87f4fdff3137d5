"""Manoeuvres that keep you alive (BSR-67, 68, 73 to 75, 77, 78)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Cell, Entry, Fact, Grid, Note, Table, Verdict
from engine.calculators import calculator
from engine.dice import Distribution
from engine.effects import SetValue
from engine.forms import Asked, Between, Longest, Unusable, branch, row, sheet
from engine.games.bastard_sword.blocks.test import Test
from engine.games.bastard_sword.calculators.combat.hurt import YourMarks, YourTrack
from engine.games.bastard_sword.dice import Pool, successes
from engine.games.bastard_sword.forms.pool import POOL_HINT, Malus
from engine.games.bastard_sword.forms.tested import HasTested, Result, ToTest
from engine.games.bastard_sword.rules import dodge_roll, exchange, injuries, luck, posture, shield_wall, stance
from engine.games.bastard_sword.rules.damage import Armour
from engine.games.bastard_sword.rules.exchange import Side
from engine.games.bastard_sword.rules.half_orders import rung
from engine.games.bastard_sword.rules.injuries import Marks, Track
from engine.games.bastard_sword.rules.luck import Instead
from engine.games.bastard_sword.rules.movement import Terrain
from engine.games.bastard_sword.rules.posture import Posture
from engine.games.bastard_sword.words import dice as of_dice
from engine.games.bastard_sword.words import successes as counted
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Mark

MOST_ATTACKS = 6
THREE, SIX = Pool.parse("3d8"), Pool.parse("6d8")


# --- Defensive stance ---


@row("attack")
class StruckRow:
    """An attack that was rolled."""

    result: Annotated[Result, Asked("Successes of the attack", quick=(1, 2, 3, 4, 5))] = 3


@calculator("bs-stance", rules="BSR-67")
def holding(
    kept: Annotated[int, Between(0, 120), Asked("Successes of your stance", quick=(3, 5, 7))] = 7,
    attacks: Annotated[tuple[StruckRow, ...], Asked("Attacks, as they come")] = (StruckRow(5), StruckRow(3)),
) -> Answer:
    """What gets through the stance?"""
    left, taken = kept, []
    rows: list[tuple[Entry, ...]] = []
    for at, one in enumerate(attacks, 1):
        hits, after = stance.meet(left, one.result)
        rows.append((at, wording.number(one.result), left - after or None, hits or None, after))
        taken.append(hits)
        left = after
    figure = wording.count(sum(taken), "hit") if any(taken) else "Nothing"
    facts = (Fact(left, "left"), Fact(kept, "at first"))
    said = f"Hits on you: {sum(taken)}. Left of the stance: {counted(left)}."
    blocks: list[Block] = [Verdict(figure, facts, said)]
    if rows:
        columns = ("Attack", "Successes", "Cancelled", "Hits on you", "Left")
        blocks.append(Table("Attack by attack", columns, tuple(rows)))
    return Answer({"left": left, "hits": taken}, tuple(blocks))


@row("attacker")
class AttackerRow:
    """An attack that is still to come."""

    pool: Annotated[Pool, Asked("Their weapon skill", POOL_HINT)] = THREE
    malus: Annotated[int, Between(0, 100), Asked("Their malus", quick=(0, 1, 3))] = 0


@calculator("bs-stance-odds", rules="BSR-67")
def stance_or_reactions(
    pool: Annotated[Pool, Asked("Your weapon skill, all dice of the round", POOL_HINT), sheet("skill")] = SIX,
    malus: Malus = 0,
    attackers: Annotated[tuple[AttackerRow, ...], Asked("Who attacks, in this order")] = (AttackerRow(), AttackerRow()),
) -> Answer:
    """Take the stance, or keep the dice for each of them?"""
    if not 1 <= len(attackers) <= MOST_ATTACKS:
        raise Unusable("attackers", f"One to {MOST_ATTACKS} attack here; this has {len(attackers)}.")
    laws = [Side(one.pool, one.malus).result for one in attackers]
    held = stance.through(successes(pool).plus(-malus).floored(0), laws)
    shares = _shares(pool.dice, len(attackers))
    met = [
        _mean(exchange.hits(Side(one.pool, one.malus), Side(pool.at_most(share), malus)))
        if share
        else _mean(law.floored(0))
        for one, law, share in zip(attackers, laws, shares, strict=True)
    ]
    stands, reacts = sum(held, Fraction(0)), sum(met, Fraction(0))
    figure = "Stance" if stands <= reacts else "Reactions"
    facts = (Fact(_hits(stands), "through the stance"), Fact(_hits(reacts), "past reactions"))
    said = f"{_hits(stands)} hits on average get through the stance, {_hits(reacts)} past reactions with equal dice."
    rows = tuple(
        (at, of_dice(share) if share else "none", _hits(first), _hits(second))
        for at, (share, first, second) in enumerate(zip(shares, held, met, strict=True), 1)
    )
    columns = ("Attack", "Dice of a reaction", "Through the stance", "Past the reaction")
    return Answer(
        {"stance": stands, "reactions": reacts, "each": held, "better": figure.lower()},
        (
            Verdict(figure, facts, said, Mark.DERIVED),
            Table("Hits on you, on average", columns, rows, mark=Mark.DERIVED),
            Note("A reaction may also win, and has hits to spend. A stance never has.", rule="BSR-67"),
        ),
    )


def _shares(dice: int, among: int) -> list[int]:
    """Dice as equal as they go, the first having those that are over."""
    each, over = divmod(dice, among)
    return [each + (at < over) for at in range(among)]


def _mean(law: Distribution) -> Fraction:
    return sum((chance * hits for hits, chance in law if hits > 0), Fraction(0))


def _hits(mean: Fraction) -> str:
    return wording.decimal(mean)


# --- Dodge roll ---


@calculator("bs-dodge-roll", rules="BSR-68")
def rolling_away(
    steps: Annotated[int, Between(1, 60), Asked("Steps away", quick=(1, 2, 4, 8))] = 2,
    terrain: Annotated[Terrain, Asked("The ground is", gm=True)] = Terrain.NORMAL,
    test: Annotated[ToTest | HasTested, Asked("Acrobatics")] = ToTest(),
    *,
    ask: Rulings,
) -> Answer:
    """Do you get there, and what does it take off their shots?"""
    need = steps * terrain.ground.cost
    best = test.result if isinstance(test, HasTested) else successes(test.pool).last - test.malus
    ladder = best - need > 1 and ask["dodge-roll.malus"] == "ladder"
    if isinstance(test, ToTest):
        return _roll_ahead(steps, need, terrain, test, ladder=ladder)
    end = dodge_roll.rolled(steps, test.result, terrain, ladder=ladder)
    first = 0 if end.hits and ask["dodge-roll.order"] == "announced" else end.hits
    figure = "Prone" if end.prone else f"{wording.MINUS}{end.malus}" if end.malus else "You arrive"
    facts = (
        Fact(wording.count(end.moved, "step")),
        Fact(end.malus, "malus on shots"),
        Fact(first, "on the first retaliation"),
    )
    lies = f"You roll {wording.count(end.moved, 'step')} and lie prone."
    said = lies if end.prone else f"You arrive; shots at you have a malus of {end.malus} this round."
    values = {"moved": end.moved, "prone": end.prone, "malus": end.malus, "announced": first}
    return Answer(values, (Verdict(figure, facts, said), _no_defence()))


def _no_defence() -> Note:
    return Note(
        "It draws a retaliation when you announce it, and one for each range you cross. Neither can be met.",
        rule="BSR-68",
    )


def _roll_ahead(steps: int, need: int, terrain: Terrain, test: ToTest, *, ladder: bool) -> Answer:
    """A dodge roll that is still to come."""
    law = successes(test.pool).plus(-test.malus)
    arrives = law.at_least(need)
    ends: dict[dodge_roll.Rolled, Fraction] = {}
    for result, chance in law:
        end = dodge_roll.rolled(steps, result, terrain, ladder=ladder)
        ends[end] = ends.get(end, Fraction(0)) + chance
    malus = sum((end.malus * chance for end, chance in ends.items()), Fraction(0))
    rows = tuple(
        (wording.count(end.moved, "step"), "prone" if end.prone else "on your feet", end.malus or None, chance)
        for end, chance in ends.items()
        if chance
    )
    facts = (Fact(test.pool.words), Fact(need, "needed"), Fact(wording.decimal(malus), "off their shots on average"))
    said = f"You arrive {wording.often(arrives)}."
    return Answer(
        {"arrives": arrives, "mean_malus": malus},
        (
            Verdict(wording.percent(arrives), facts, said, Mark.DERIVED),
            Test(test.pool, need, test.malus).odds(),
            Table("Where it ends", ("You get", "And are", "Malus on shots", "Chance"), rows, mark=Mark.DERIVED),
            _no_defence(),
        ),
    )


# --- Lucky break ---


@calculator("bs-lucky-break", rules="BSR-73")
def lucky_break(
    damage: Annotated[int, Between(1, 60), Asked("Damage hits on you", quick=(1, 2, 3, 4))] = 4,
    instead: Annotated[Instead, Asked("It goes to")] = Instead.ARMOUR,
    piece: Annotated[Armour, Asked("The piece, B/P/S", "As in 2/1/2")] = Armour.parse("2/2/4"),
    test: Annotated[ToTest | HasTested, Asked("Luck")] = HasTested(5),
    *,
    ask: Rulings,
) -> Answer:
    """What does luck save, and what does it break?"""
    if isinstance(test, ToTest):
        return _luck_ahead(damage, piece, test, breaks=ask["luck.weapon"] == "breaks")
    taken = luck.cancelled(damage, test.result, piece if instead is Instead.ARMOUR else None)
    left = damage - taken
    after = luck.worn_down(piece, taken)
    breaks = taken > 0 or (instead is Instead.WEAPON and ask["luck.weapon"] == "breaks")
    if instead is Instead.ARMOUR:
        gone = bool(taken) and not any(after.each)
        end = "destroyed" if gone else f"now {after}" if taken else "unharmed"
    else:
        gone, end = breaks, "broken" if breaks else "unharmed"
    figure = f"{left} left" if left else "Unhurt"
    facts = (Fact(taken, "cancelled"), Fact(end, "the armour" if instead is Instead.ARMOUR else "the weapon"))
    said = f"{wording.count(taken, 'hit')} of {damage} cancelled; {instead.words} is {end}."
    values = {"left": left, "cancelled": taken, "piece": str(after), "gone": gone}
    return Answer(values, (Verdict(figure, facts, said), _once()))


def _once() -> Note:
    return Note("Once a scene for each player, whether it helps or not.", rule="BSR-73")


def _luck_ahead(damage: int, piece: Armour, test: ToTest, *, breaks: bool) -> Answer:
    """A lucky break that is still to come: armour beside the weapon."""
    law = successes(test.pool).plus(-test.malus)
    rows: list[tuple[Entry, ...]] = []
    means = {}
    for one in Instead:
        worn = piece if one is Instead.ARMOUR else None
        saved = law.mapped(lambda result, worn=worn: luck.cancelled(damage, result, worn))  # type: ignore[misc]
        means[one] = saved.mean
        gone = saved.at_least(max(piece.each) or damage + 1) if worn else saved.at_least(0 if breaks else 1)
        rows.append((one.words.capitalize(), wording.decimal(saved.mean), saved.at_least(damage), gone))
    helps = law.at_least(damage + 1)
    facts = (
        Fact(test.pool.words),
        Fact(damage + 1, "needed"),
        Fact(wording.decimal(means[Instead.ARMOUR]), "saved by armour"),
        Fact(wording.decimal(means[Instead.WEAPON]), "by the weapon"),
    )
    said = f"It helps at all {wording.often(helps)}."
    columns = ("It goes to", "Hits saved on average", "All of them", "It is lost")
    return Answer(
        {"helps": helps, "saved": [means[one] for one in Instead], "lost": [row[3] for row in rows]},
        (
            Verdict(wording.percent(helps), facts, said, Mark.DERIVED),
            Table("Armour or weapon?", columns, tuple(rows), mark=Mark.DERIVED),
            _once(),
        ),
    )


# --- On the ground ---


@branch("No kick-up")
class NoKick:
    """They rise as they are."""


@calculator("bs-prone", rules="BSR-74 BSR-75")
def on_the_ground(
    act: Annotated[Posture, Asked("You")] = Posture.DROP,
    speed: Annotated[int, Between(0, 60), Asked("Movement in steps", quick=(9, 12, 14))] = 12,
    used: Annotated[int, Between(0, 60), Asked("Steps used already", quick=(0, 3, 6))] = 0,
    kick: Annotated[NoKick | ToTest | HasTested, Asked("Kick-up, as you rise")] = NoKick(),
) -> Answer:
    """How far do you still get?"""
    if used > speed:
        raise Unusable("used", f"A movement of {speed} has no more steps than that; this says {used}.")
    if isinstance(kick, ToTest) and act is Posture.RISE:
        return _kick_ahead(speed, used, kick)
    helped = kick.result if isinstance(kick, HasTested) else 0
    price = posture.cost(act, speed, helped)
    if price > speed - used:
        said = f"That takes {wording.count(price, 'step')}, and {speed - used} are left this round."
        return Answer(
            {"cost": price, "steps": 0, "possible": False}, (Verdict("Not now", (Fact(price, "steps needed"),), said),)
        )
    far = posture.steps(act, speed - used - price)
    figure = wording.count(far, "step")
    lies = act is not Posture.RISE
    facts = (Fact(price, "for it"), Fact("crawling" if lies else "on your feet"))
    said = f"It costs {wording.count(price, 'step')}; {figure} are left{', crawling' if lies else ''}."
    blocks: list[Block] = [Verdict(figure, facts, said)]
    if lies:
        blocks.append(_lying())
    return Answer({"cost": price, "steps": far, "possible": True}, tuple(blocks))


def _lying() -> Table:
    """What it means to lie there."""
    rows = (
        ("You strike or defend against those who stand", f"malus {posture.PRONE_MALUS}"),
        ("They shoot at you", "you are one size smaller"),
        ("They strike, and you lie face down", "3 bonus dice, as from behind"),
        ("Each step", "costs two"),
        ("Other things that take strength or agility", "as the GM says"),
    )
    return Table("Prone", ("When", "What"), rows)


def _kick_ahead(speed: int, used: int, kick: ToTest) -> Answer:
    """A kick-up that is still to come."""
    law = successes(kick.pool).plus(-kick.malus).floored(0)
    left = law.mapped(lambda result: speed - used - posture.cost(Posture.RISE, speed, result))
    up, plain = left.at_least(0), posture.cost(Posture.RISE, speed)
    mean = left.floored(0).mean
    facts = (
        Fact(max(0, speed - used - plain), "without"),
        Fact(up, "on your feet"),
        Fact(kick.pool.words),
    )
    said = f"You have {wording.decimal(mean)} steps left on average; on your feet: {wording.often(up)}."
    rows = tuple(
        (wording.count(max(0, steps), "step") if steps >= 0 else "still down", chance)
        for steps, chance in left
        if chance
    )
    return Answer(
        {"up": up, "mean_steps": mean, "without": speed - used - plain},
        (
            Verdict(f"{wording.decimal(mean)} steps", facts, said, Mark.DERIVED),
            Table("Steps left", ("You have", "Chance"), rows, mark=Mark.DERIVED),
            Note("Kicking up draws a retaliation.", rule="BSR-75"),
        ),
    )


# --- Shield wall ---

MOST_RANKS, MOST_FILES = 6, 10


@calculator("bs-shield-wall", rules="BSR-77")
def wall(
    formation: Annotated[
        str,
        Longest(70),
        Asked(
            "Who stands where",
            "X is a member, a dot a gap, a slash begins the next rank",
            quick=("XX", "XXXX", "XX/XX/XX", "XXX/XXX"),
        ),
    ] = "XX/XX/XX",
    shield: Annotated[int, Between(shield_wall.LEAST_SHIELD, 20), Asked("Each one’s shield", quick=(2, 3))] = 2,
) -> Answer:
    """How large does each shield become?"""
    places = _places(formation)
    found = shield_wall.ratings(places, shield)
    members = [one for rank in found for one in rank if one is not None]
    most, least = max(members), min(members)
    figure = f"Shield {most}" if most == least else f"{least} to {most}"
    facts = (Fact.count(len(members), "member"), Fact(most - shield, "more at best"))
    said = (
        f"{wording.count(len(members), 'member')}: shields of {least} to {most}."
        if most > least
        else f"Each has a shield of {most}."
    )
    files = len(places[0])
    cells = tuple(
        tuple(_cell(places, rank, file, found[rank][file]) for file in range(files)) for rank in range(len(places))
    )
    legend = ((".", "nobody"),)
    grid = Grid(
        "The wall, from above",
        "File",
        "Rank",
        tuple(str(file + 1) for file in range(files)),
        tuple(str(rank + 1) for rank in range(len(places))),
        cells,
        legend,
    )
    note = Note(
        "The larger shield counts for bonus dice, for what the first die of damage costs, and for cover.",
        rule="BSR-101",
    )
    return Answer({"shields": found, "members": len(members)}, (Verdict(figure, facts, said), grid, note))


def _places(formation: str) -> list[list[bool]]:
    """Who stands where, all ranks equally long. Raises `Unusable` at "formation"."""
    ranks = [rank.strip().upper() for rank in formation.split("/")]
    if not set("".join(ranks)) <= set("X."):
        raise Unusable(
            "formation", f"A wall is drawn with X, dots and slashes, as in XX/X.; this has {wording.quoted(formation)}."
        )
    files = max(map(len, ranks))
    if not "".join(ranks).count("X"):
        raise Unusable("formation", "A wall has at least one member, drawn as X; this has none.")
    if len(ranks) > MOST_RANKS or files > MOST_FILES:
        raise Unusable(
            "formation",
            f"A wall has at most {MOST_RANKS} ranks of {MOST_FILES} here; this has {len(ranks)} of {files}.",
        )
    return [[letter == "X" for letter in rank.ljust(files, ".")] for rank in ranks]


def _cell(places: Sequence[Sequence[bool]], rank: int, file: int, rating: int | None) -> Cell:
    """A place: a press puts a member there, or takes one away."""
    turned = [[here ^ ((row, at) == (rank, file)) for at, here in enumerate(line)] for row, line in enumerate(places)]
    drawn = "/".join("".join("X" if here else "." for here in line) for line in turned)
    return (
        Cell(".", "nobody", {"formation": drawn})
        if rating is None
        else Cell(str(rating), f"a shield of {rating}", {"formation": drawn})
    )


# --- Shrug it off ---


@calculator("bs-shrug", rules="BSR-78")
def shrug_off(
    marks: YourMarks = Marks((2,)),
    which: Annotated[int, Between(1, 9), Asked("The row you shrug off", quick=(1, 2, 3))] = 1,
    test: Annotated[ToTest | HasTested, Asked("Resist pain")] = ToTest(),
    track: YourTrack = Track(),
) -> Answer:
    """Was it really that bad?"""
    try:
        before = marks.on(track)
    except Refused as error:
        raise Unusable("marks", str(error)) from None
    if which > track.rows:
        raise Unusable("which", f"A track of {track} has {track.rows} rows; this says {which}.")
    boxes = before[which - 1]
    if not 1 <= boxes <= track.minor:
        said = f"Only a minor injury can be shrugged off, 1 to {track.minor} boxes; row {which} has {boxes}."
        raise Unusable("which", said)
    need = rung(boxes)
    if isinstance(test, ToTest):
        one = Test(test.pool, need, test.malus)
        law = one.result.mapped(lambda result: injuries.shrugged(boxes, result))
        helps, healed = law.below(boxes), law.exactly(0)
        rows = tuple((left or "none", chance) for left, chance in law if chance)
        facts = (Fact(test.pool.words), Fact(need, "difficulty"), Fact(healed, "the whole injury"))
        said = f"It helps {wording.often(helps)}."
        values = {"difficulty": need, "helps": helps, "healed": healed}
        table = Table("Boxes left", ("Boxes", "Chance"), rows, mark=Mark.DERIVED)
        return Answer(values, (Verdict(wording.percent(helps), facts, said, Mark.DERIVED), one.odds(), table))
    left = injuries.shrugged(boxes, test.result)
    after = Marks(tuple(left if at == which - 1 else one for at, one in enumerate(before)))
    figure = wording.count(left, "box", "boxes") if left else "Gone"
    said = f"{wording.count(boxes - left, 'box', 'boxes')} unmarked, {left} left on row {which}."
    effects = (SetValue("injuries", str(after)),) if left < boxes else ()
    return Answer(
        {"difficulty": need, "left": left, "marks": list(after.rows)},
        (Verdict(figure, (Fact(boxes - left, "unmarked"), Fact(need, "difficulty")), said),),
        effects=effects,
    )
