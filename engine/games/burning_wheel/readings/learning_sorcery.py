"""Learning sorcery as the table reads the rules; each reading is asked for only where it changes something."""

from engine.games.burning_wheel.readings.classes import classes_of
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.readings.sorcery import tax_due
from engine.games.burning_wheel.readings.spell_effects import shade_of
from engine.games.burning_wheel.rules import learning_sorcery as rules
from engine.games.burning_wheel.rules import spell_study, times
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.casting import Cast, Caster, Style
from engine.games.burning_wheel.rules.casting_procedure import House
from engine.games.burning_wheel.rules.learning_sorcery import Reader
from engine.games.burning_wheel.rules.test_class import Classes, TestClass
from engine.rulings import Rulings
from engine.working import Worked


def casting_log(ask: Rulings) -> str:
    """The field whose log a casting is marked in: "sorcery" or "will". Source: SOR-50."""
    return "will" if ask["sorcery.casting-log"] == "will" else "sorcery"


def doubled(cast: Cast, ask: Rulings, *, practical: bool = True) -> bool:
    """Whether the casting of a Practical is doubled; asked for only where it has a style. Source: SOR-52."""
    return practical and not (cast.style is not Style.NORMAL and ask["sorcery.practical-styles"] == "plain")


def taxed_twice(ask: Rulings, *, practical: bool = True) -> bool:
    """Whether the Tax of a Practical is doubled. Source: SOR-52."""
    return practical and ask["sorcery.practical-tax"] == "doubled"


def casting_house(caster: Caster, ask: Rulings, *, practical: bool = False) -> House:
    """How a casting is played, step by step; what concerns Practicals is asked for only where they are cast."""
    return House(
        failed_tax=tax_due(ask),
        pips_of_tax=ask["sorcery.overtax"] == "tax",
        broken_haste=ask["sorcery.broken-haste"] != "without",
        broken_up=ask["sorcery.broken-rounding"] == "up",
        over_own=ask["sorcery.over-what"] == "own",
        flat_duration=ask["sorcery.flat-duration"] == "yes",
        flat_fate=ask["sorcery.flat-fate"] == "yes",
        free_will=ask["sorcery.set-aside"] == "left",
        shade=shade_of(caster.sorcery, caster.will, ask),
        rolls_over=ask["damage.next-shade"] != "stay",
        chain=chain(ask),
        practical_tax=taxed_twice(ask, practical=practical),
        styled_plain=practical and ask["sorcery.practical-styles"] == "plain",
        side_by_side=ask["sorcery.sickness"] == "together",
        whole_forte=ask["sorcery.flow-forte"] == "whole",
        short_of_own=ask["sorcery.garbled-short"] == "own",
    )


def narrow(reader: Reader, obstacle: int, ask: Rulings) -> bool:
    """Whether care or artha is a must; asked for only above the exponent, and where neither is there. SOR-54."""
    return not reader.may(obstacle, narrow=True) and ask["sorcery.reading-dice"] == "careful"


def classes(reader: Reader, obstacle: int, against: int, ask: Rulings) -> Classes:
    """What a reading is for the log: `obstacle` is the spell's own, `against` the one with wounds. Source: SOR-54."""
    found = classes_of(reader.counted, against, ask)
    challenging = Classes((TestClass.CHALLENGING,))
    if not reader.above(obstacle) or found == challenging:
        return found
    return challenging if ask["sorcery.reading-class"] == "challenging" else found


def study_house(quick: int, ask: Rulings, *, careful: bool = False) -> spell_study.House:
    """How long readings take, as the table reads it, where at most `quick` successes make them faster. HUB-21, 22."""
    floor = quick <= times.MOST_STEPS or ask["times.quick-floor"] == "tenth"
    return spell_study.House(floor, careful and quick > 0 and ask["times.careful-quick"] == "stated")


def practicals_of(perception: Ability, ask: Rulings) -> Worked:
    """How many Practicals a set has; the least is asked for only where the aptitude falls below 1. HUB-54, SOR-52."""
    raw = rules.practicals(perception, least=None)
    if raw.total >= 1 or ask["learning.aptitude-minimum"] == "none":
        return raw
    return rules.practicals(perception)
