"""How Resources, their tests and their Tax are told in this chapter."""

from fractions import Fraction

from engine.answer import Fact, Note, Table
from engine.effects import Effect, SetValue
from engine.forms import Unusable
from engine.games.burning_wheel.blocks.odds import by_artha, too_many
from engine.games.burning_wheel.dice import DiceCount, Obstacle, Shade, ob
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.purchase import Assessed
from engine.games.burning_wheel.rules.tax import Ending, Loss, Stakes
from engine.games.burning_wheel.sheet.effects import SetAbility, Spend
from engine.wording import often
from engine.working import Mark


def does(who: str, verb: str, chance: Fraction) -> str:
    """How often someone does something: "you pay 50 % of the time", "you never pay"."""
    return f"{who} {verb} {often(chance)}" if 0 < chance < 1 else f"{who} {often(chance)} {verb}"


def mean(number: Fraction) -> str:
    """An average as a reader sees it: "1.25"."""
    return f"{float(number):.2f}"


def rolls(found: Assessed) -> str:
    """What is rolled against what: "3D · Ob 4"."""
    return f"{found.pool.dice}D · {ob(found.total)}"


def rolled_at(found: Assessed) -> tuple[Fact, Fact]:
    """The same, beside a figure."""
    return Fact(DiceCount(found.pool.dice), "dice"), Fact(Obstacle(found.total), "obstacle")


def resources_words(shade: Shade, stakes: Stakes) -> str:
    """Resources as they roll now, and what they are when nothing is taxed: "B1 (of B3)"."""
    now = f"{shade.value}{stakes.current}"
    return f"{now} (of {shade.value}{stakes.exponent})" if stakes.taxed else now


def left_words(shade: Shade, loss: Loss) -> str:
    """What Resources are after a Tax: "B1 (of B3)", "B0 (of B2), one die for good"."""
    return resources_words(shade, loss.after) + (", one die for good" if loss.depleted else "")


def change(shade: Shade, loss: Loss) -> str:
    """What a Tax does to Resources: "B3 → B1 (of B3)"."""
    return f"{resources_words(shade, loss.before)} → {resources_words(shade, loss.after)}"


def moved(shade: Shade, loss: Loss) -> str:
    """The same where a Tax may leave them alone: "Resources B3 → B1 (of B3)", "Resources stay B3"."""
    now = resources_words(shade, loss.before)
    return f"Resources stay {now}" if now == resources_words(shade, loss.after) else f"Resources {change(shade, loss)}"


def for_good(loss: Loss) -> str:
    """The sentence about a die that is lost for good, where one is. Source: RES-12."""
    return " One die is lost for good." if loss.depleted else ""


def spent_cash(cash: int) -> tuple[Effect, ...]:
    """Cash is gone with the roll, won or lost. Source: RES-20."""
    return (Spend("cash", cash),) if cash else ()


def after_tax(shade: Shade, loss: Loss, ability: str = "resources") -> tuple[Effect, ...]:
    """What a Tax changes on a sheet: the exponent too, where it falls (RES-21)."""
    effects: list[Effect] = []
    if loss.depleted:
        effects.append(SetAbility(ability, {"ability": str(Ability(shade, loss.after.exponent))}))
    if loss.after.taxed != loss.before.taxed:
        effects.append(SetValue("taxed", str(loss.after.taxed)))
    if loss.funds:
        effects.append(Spend("funds", loss.funds))
    return tuple(effects)


def check_rolled(found: Assessed, rolled: int) -> tuple[Note, ...]:
    """What is to be said of so many successes of a purchase's dice, if anything.

    Raises `Unusable` for the field "rolled" where nothing can bring them.
    """
    if sentence := too_many(rolled, found.pool.dice):
        raise Unusable("rolled", sentence)
    return by_artha(rolled, found.pool.dice)


def endings_table(found: Assessed, bought: str = "You buy it") -> Table:
    """Every way in which the test can come out, with what it takes. Source: RES-08, RES-12."""
    endings = found.forecast.endings
    rows = [
        (_missed(ending, ending is endings[-1]), ending.chance, ending.loss.words, left_words(found.shade, ending.loss))
        for ending in endings
    ]
    columns = ("It comes out", "Chance", "Tax takes", "Resources then")
    passed = (bought, found.chance, "nothing", None)
    return Table("What the roll can bring", columns, (passed, *rows), mark=Mark.DERIVED)


def _missed(ending: Ending, last: bool) -> str:
    first, *more = ending.margins
    if not more:
        return f"You miss by {first}"
    return f"You miss by {first} or more" if last else f"You miss by {first} to {more[-1]}"


def ruin(found: Assessed) -> Fact:
    """The chance of ruin."""
    if not found.purchase.stakes.current:
        return Fact("nothing left to ruin")
    return Fact(found.forecast.ruin, "ruin") if found.forecast.ruin else Fact("no ruin")


def at_a_glance(found: Assessed) -> tuple[Fact, ...]:
    """What stands beside the chance to buy: dice, obstacle, likely Tax, chance of ruin."""
    return *rolled_at(found), Fact(found.forecast.words, "Tax if not"), ruin(found)


def became(shade: Shade, loss: Loss) -> Fact:
    """What a Tax leaves of Resources."""
    before, after = resources_words(shade, loss.before), resources_words(shade, loss.after)
    return Fact(before, "Resources stay") if before == after else Fact(change(shade, loss), "Resources")
