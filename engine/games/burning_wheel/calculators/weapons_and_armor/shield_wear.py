"""What a shield goes through and weighs, and a blow with it (ARM-28, ARM-29, ARM-33)."""

from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict
from engine.calculators import calculator
from engine.effects import SetValue
from engine.forms import Asked, Between, Longest, Unusable
from engine.games.burning_wheel.blocks import hits
from engine.games.burning_wheel.calculators.weapons_and_armor.shields import hangs
from engine.games.burning_wheel.dice import Obstacle, Shade
from engine.games.burning_wheel.forms.rolled import FACES, faces_of
from engine.games.burning_wheel.forms.shields import ShieldLost, ShieldQuality, TheirVa, YourShield
from engine.games.burning_wheel.forms.weapons import Weapon, YourPower, wielded
from engine.games.burning_wheel.readings import shields as read
from engine.games.burning_wheel.rules import damage, striking
from engine.games.burning_wheel.rules import shields as rules
from engine.games.burning_wheel.rules.armor import Quality
from engine.games.burning_wheel.rules.armor_wear import asks_again, can_wear, losses
from engine.games.burning_wheel.rules.damage import Stage
from engine.games.burning_wheel.rules.shields import BASH, Carried, Kind
from engine.games.burning_wheel.rules.striking import Inside
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Mark

FELL = Asked("What the shield dice showed", "Theirs alone, not those of the skill. Empty: not rolled yet", adds=FACES)


@calculator("shield-wear", rules="ARM-28 ARM-29")
def shield_wear(
    shield: YourShield = Kind.TARGET,
    quality: ShieldQuality = Quality.RUN,
    faces: Annotated[str, Longest(40), FELL] = "",
    again: Annotated[
        Annotated[int, Between(1, 6)] | None, Asked("A superior shield: the 1, rolled once more", quick=FACES)
    ] = None,
    va: TheirVa = 0,
    lost: ShieldLost = 0,
    shade: Annotated[Shade, Asked("Shade of the shield", more=True)] = Shade.BLACK,
    attack: Annotated[Shade, Asked("Shade of the blow", more=True)] = Shade.BLACK,
    *,
    ask: Rulings,
) -> Answer:
    """Does the shield hold?"""
    held = read.carried(shield, lost, ask)
    wears = can_wear(shade, attack)
    dice = rules.rolled(held.dice, va)
    fell = _fell(faces, dice, va)
    after = _after(held, fell, quality, again) if wears else held
    drop = read.drop_of(shield, ask)
    next_dice = rules.rolled(after.dice, va)
    chance = 1 - losses(next_dice, quality).get(0, Fraction(0)) if wears and next_dice else Fraction(0)
    values = {
        "dice": after.dice,
        "lost": after.lost,
        "destroyed": after.destroyed,
        "rolls": next_dice,
        "chance": chance,
        "lasts": rules.lasts(after.dice, quality, va) if wears else None,
        "drop": drop,
        "burden": after.burden,
    }
    blocks: list[Block] = [_verdict(held, after, chance, drop, rolled=bool(fell))]
    if wears and not after.destroyed:
        blocks.append(_lasting(after, quality, va))
    if not wears:
        blocks.append(Note(f"A {shade.words} shield takes no harm from a {attack.words} blow.", rule="ARM-11"))
    blocks += hangs(after, shield, ask)
    worse = (SetValue("shield_lost", str(after.lost)),) if after.lost > lost else ()
    return Answer(values, tuple(blocks), worse)


def _fell(faces: str, dice: int, va: int) -> list[int]:
    """The faces of the shield dice. Raises `Unusable` where they are not as many as were rolled."""
    if not faces.strip():
        return []
    fell = faces_of(faces, "faces")
    if len(fell) != dice:
        against = f" against VA {va}" if va else ""
        said = wording.count(len(fell), "face")
        raise Unusable(
            "faces", f"This shield rolls {dice}D{against}; this has {said}. Leave the dice of the skill out."
        )
    return fell


def _after(held: Carried, fell: list[int], quality: Quality, again: int | None) -> Carried:
    """The shield after that roll. Raises `Unusable` where a superior one lacks the face that settles it."""
    if asks_again(fell, quality) and again is None:
        raise Unusable("again", "On a superior shield a 1 is rolled once more; put that face here.")
    try:
        return rules.worn(held, fell, quality, again)
    except Refused as error:
        raise Unusable("faces", str(error)) from None


def _verdict(held: Carried, after: Carried, chance: Fraction, drop: int, *, rolled: bool) -> Verdict:
    if after.destroyed:
        facts = (Fact("+1 Ob", "until you drop it"), Fact.count(drop, "action")) if drop else (Fact("let it fall"),)
        sentence = f"{held.name}: no dice are left. It is destroyed and useless."
        return Verdict("Destroyed", facts, sentence)
    left = f"{after.dice}D"
    taken = after.lost - held.lost
    facts = (
        *((Fact(f"{wording.MINUS}{taken}D" if taken else "nothing", "lost"),) if rolled else ()),
        Fact(chance, "loses a die next"),
        Fact.count(drop, "action to drop it", "actions to drop it"),
    )
    if rolled:
        said = f"It loses {wording.count(taken, 'die', 'dice')}" if taken else "It holds"
        return Verdict(left, facts, f"{said}: {left} from the next roll on.")
    return Verdict(left, facts, f"{held.name}: {left}. The next roll wears it {wording.often(chance)}.")


def _lasting(held: Carried, quality: Quality, va: int) -> Table:
    """How often it can be rolled, made well or badly."""
    dice = rules.rolled(held.dice, va)
    rows = tuple(
        (one, 1 - losses(dice, one).get(0, Fraction(0)), wording.decimal(rules.lasts(held.dice, one, va)))
        for one in Quality
    )
    against = f" against VA {va}" if va else ""
    caption = f"How long {held.dice}D last{against}"
    columns = ("Made", "Next roll wears it", "Rolls until destroyed")
    return Table(caption, columns, rows, list(Quality).index(quality), Mark.DERIVED)


@calculator("shield-bash", rules="ARM-33")
def shield_bash(
    power: YourPower = 4,
    inside: Annotated[bool, Asked("You fight on the inside")] = False,
    over: Annotated[
        Annotated[int, Between(-20, 40)] | None,
        Asked("Successes over the obstacle", "Empty: not rolled yet", quick=(0, 1, 2, 3, 4)),
    ] = None,
    *,
    ask: Rulings,
) -> Answer:
    """How hard does a shield hit?"""
    held = wielded(Weapon.of(BASH), ask)
    found = hits.force(power, held.weapon.power, ask, weapon_words="Shield")
    worked = striking.obstacle(inside=Inside.HILT if inside else Inside.NO)
    landed = None if over is None else damage.stage(over, held.add)
    values = {**found.values, "add": held.add, "va": BASH.va, "obstacle": worked.total}
    figure = found.words
    sentence = f"Roll against {Obstacle(worked.total).words}; the three stages of the hit are {found.words}."
    if landed is not None and over is not None:
        hit = found.damage.at(landed)
        values |= {"stage": landed.value, "hit": str(hit)}
        figure = landed.words if landed is Stage.MISS else f"{landed.words} {hit}"
        sentence = f"{figure}: {hits.next_stage(landed, damage.to_next(over, held.add))}."
    facts = (Fact(Obstacle(worked.total), "obstacle"), Fact(BASH.speed), Fact(BASH.length))
    return Answer(
        values,
        (
            Verdict(figure, facts, sentence),
            hits.stages(found, held.add, 0, landed, worked.total),
            found.ledger,
            *held.note,
        ),
    )
