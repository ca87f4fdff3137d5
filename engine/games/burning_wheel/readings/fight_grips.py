"""Disarm, Feint, Push, Throw, Lock and the matrix as the table reads the rules; asked for only where it counts."""

from collections.abc import Iterable

from engine.games.burning_wheel.rules import fight_disarm, fight_matrix, fight_push, fight_throw, stances
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_disarm import Retrieval
from engine.games.burning_wheel.rules.fight_push import Spent
from engine.games.burning_wheel.rules.fight_throw import Thrown
from engine.games.burning_wheel.rules.locks import Way
from engine.games.burning_wheel.rules.stances import Effect, Stance
from engine.rulings import Rulings
from engine.working import Worked


def disarming(skill: int | None, agility: int, other: int, ask: Rulings) -> Worked:
    """The obstacle of a Disarm; asked for only where half of an odd Agility counts. Source: FGT-40."""
    odd = skill is None and agility % 2 == 1 and agility > 1
    return fight_disarm.obstacle(skill, agility, round_down=odd and ask["fight.disarm-half"] == "down", other=other)


def retrieval(distance: int, ask: Rulings) -> Retrieval:
    """What it takes to have a weapon back. Source: FGT-41."""
    always = not distance and ask["fight.retrieve-in-reach"] == "yes"
    each = distance > 1 and ask["fight.retrieve-far"] == "each"
    return fight_disarm.retrieval(distance, always=always, each=each)


def free_strike(stance: Stance, ask: Rulings) -> Effect:
    """What a stance does to the free Strike of a Feint. Source: FGT-42."""
    found = stances.effect(stance, Act.STRIKE)
    return found if found != stances.NOTHING and ask["fight.feint-stance"] == "strike" else stances.NOTHING


def feint_drops(ask: Rulings) -> bool:
    """Whether a Feint ends the stance of whoever hesitates over it. Source: FGT-53."""
    return ask["fight.feint-ends-stance"] == "yes"


def mind_loses(ask: Rulings) -> bool:
    """Whether a skill of the mind loses dice to a Lock. Source: FGT-44."""
    return ask["fight.lock-skills"] == "all"


def wards_too(way: Way | None, ask: Rulings) -> bool:
    """Whether what wriggles out of a Lock keeps off an attack as well; asked for only of an Avoid. Source: FGT-45."""
    return way is Way.AVOID and ask["fight.avoid-escape"] == "both"


def pushed(net: int, ask: Rulings) -> tuple[Spent, ...]:
    """Every way to spend the net of a Push; asked for only where one is left over. Source: FGT-46."""
    ways = fight_push.ways(net)
    staggers = any(way.idle for way in ways) and ask["fight.push-stagger"] == "yes"
    return fight_push.ways(net, both=True) if staggers else ways


def thrown(net: int, walled: bool, ask: Rulings) -> tuple[Thrown, ...]:
    """Every way to spend the net of a throw; asked for only where a wall and a toss compete. Source: FGT-48."""
    competes = walled and fight_throw.farthest(net) > 0
    return fight_throw.ways(net, twice=competes and ask["fight.throw-twice"] == "twice")


def matrix(ask: Rulings) -> fight_matrix.House:
    """How actions meet: whether a Counterstrike strikes back at everything. Source: FGT-39, FGT-49."""
    return fight_matrix.House(riposte_always=ask["fight.riposte"] == "always")


def pairs_of(pairs: Iterable[tuple[Act, Act]], ask: Rulings) -> fight_matrix.House:
    """The same for some pairs of actions; asked for only where a riposte may be rolled at one of them. FGT-39."""
    always = fight_matrix.House(riposte_always=True)

    def differs(one: Act, other: Act) -> bool:
        mine, theirs = fight_matrix.met(one), fight_matrix.met(other)
        return fight_matrix.against(mine, theirs, house=always) != fight_matrix.against(mine, theirs)

    if any(differs(one, other) or differs(other, one) for one, other in pairs):
        return matrix(ask)
    return fight_matrix.DEFAULT
