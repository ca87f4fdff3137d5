"""The obstacle and the dice of an attack, line by line (MEL-16, MEL-17)."""

from dataclasses import dataclass

from engine.games.burning_wheel.rules.test_class import fork_dice
from engine.games.melee.rules import prone, turn
from engine.option import Option
from engine.working import Line, Worked

BASE = 1
"""The obstacle of any attack on someone who does not hesitate. Source: MEL-16."""
MOST_SURROUNDINGS = 5
"""What light, sight, room and ground add together, at most. Source: MEL-16."""
MOST_REACH = 2
"""Dice for a difference in length or Stride, at most. Source: MEL-17."""
MOST_AIM = 3
"""Dice of aiming, at most, those of a spotter among them. Source: MEL-17, MEL-31."""
FLANKED = 1
"""Dice more for every attack on someone who is flanked. Source: MEL-26."""


class Defense(Option):
    """What the target does about an attack. Source: MEL-16."""

    NONE = "none", "nothing"
    BLOCK = "block", "blocks or ducks"
    DODGE = "dodge", "dodges"


@dataclass(frozen=True, slots=True)
class Target:
    """What of the target and around it makes it harder to hit. Source: MEL-16.

    `cover` is that of its shield or of what it ducks behind, 0 to 3; `dodge` its successes of Speed. `base` is 1, or
    that of a hesitation form. `steady` is a base that nothing about target or surroundings changes: of whoever
    hesitates, and of both sides of a Lock from the next round on.
    """

    defense: Defense = Defense.NONE
    cover: int = 0
    dodge: int = 0
    base: int = BASE
    hesitates: bool = False
    locked: bool = False


def obstacle(
    target: Target,
    *,
    surroundings: int = 0,
    early: bool = False,
    lying: bool = False,
    staggered: bool = False,
    wounded: bool = False,
    splinters: bool = False,
    other: int = 0,
    special: bool = False,
) -> Worked:
    """The obstacle of an attack, line by line.

    `surroundings` are light, sight, room and ground, 0 to 5; `early` an opportunity attack on a mover. Of the attacker:
    `lying` on the ground, `staggered`, with Superficial wounds (`wounded`), with a destroyed shield still on the arm
    (`splinters`). A `special` attack ignores the surroundings, and so does any on whoever hesitates. Source: MEL-16.

    >>> obstacle(Target(Defense.BLOCK, cover=2), surroundings=2, early=True).total
    6
    >>> obstacle(Target(Defense.DODGE, dodge=3), surroundings=2, early=True).total
    7
    """
    lines = [Line(target.base, "To hit" if not target.hesitates else "To hit someone who hesitates", "MEL-16")]
    if not (target.hesitates or target.locked):
        if target.defense is Defense.BLOCK:
            lines.append(Line(target.cover, "Shield or cover", "MEL-48"))
        elif target.defense is Defense.DODGE:
            lines.append(Line(target.dodge, "Successes of the dodge", "MEL-12"))
        if not special:
            lines.append(Line(min(surroundings, MOST_SURROUNDINGS), "Light, sight, room and ground", "MEL-16"))
        lines.append(Line(turn.EARLY if early else 0, "On someone who moves past", "MEL-11"))
    lines += own_obstacle(lying=lying, staggered=staggered, wounded=wounded, splinters=splinters, other=other)
    return Worked(tuple(line for at, line in enumerate(lines) if line.amount or not at))


def own_obstacle(
    *, lying: bool = False, staggered: bool = False, wounded: bool = False, splinters: bool = False, other: int = 0
) -> list[Line]:
    """What an attacker's own state adds to the obstacle. Source: MEL-15, MEL-16, MEL-22, MEL-50."""
    return [
        Line(prone.HAMPERED if lying else 0, "You are on the ground", "MEL-15"),
        Line(int(staggered), "Staggered", "MEL-22"),
        Line(int(wounded), "Superficial wounds", "HUB-18"),
        Line(int(splinters), "A destroyed shield on your arm", "MEL-50"),
        Line(other, "Something else", "MEL-16"),
    ]


@dataclass(frozen=True, slots=True)
class Edge:
    """What gives an attack more dice. Source: MEL-17.

    `va` counts where the target blocks. `aim` are rounds of aiming with a missile, `help` dice of help. `charge` says
    that the attacker moved first; `stride` and `their_stride` tell who is faster, which a missile makes nothing of.
    `still` says that they did not move and the target has had its turn; `length` and `their_length` are those of the
    weapons, 0 to 4. `rival` is the exponent of one's own skill with the weapon that the target fights with, `brawling`
    that of Brawling, None without.
    """

    va: int = 0
    aim: int = 0
    help: int = 0
    charge: bool = False
    stride: int = 7
    their_stride: int = 7
    still: bool = False
    length: int = 2
    their_length: int = 2
    two_handed: bool = False
    two_weapons: bool = False
    rival: int | None = None
    brawling: int | None = None
    prone: bool = False
    flanked: bool = False
    beaten: bool = False


def dice(exponent: int, defense: Defense, edge: Edge, wounds: int = 0, *, far: bool = False, beyond: int = 0) -> Worked:
    """The dice of an attack with a skill of this exponent, line by line.

    `far` is an attack with a missile, on which aim and help share one cap of 3. `beyond` is by how much lengths and
    Strides have to differ for the first die, 0, or 2 as in Fight!, which then gives 2. Source: MEL-17.

    >>> dice(4, Defense.NONE, Edge(still=True, length=0, their_length=4)).total
    6
    """
    aimed = min(MOST_AIM, edge.aim + edge.help) if far else edge.help
    lines = [
        Line(exponent, "The skill", "MEL-17"),
        Line(-min(wounds, exponent), "Wounds", "HUB-18"),
        Line(edge.va if defense is Defense.BLOCK else 0, "VA of the weapon", "MEL-17"),
        Line(aimed if far else 0, "Aiming, and a spotter" if edge.help else "Aiming", "MEL-31"),
        Line(0 if far else aimed, "Help", "MEL-17"),
        Line(
            ahead(edge.stride - edge.their_stride, beyond) if edge.charge and not far else 0, "Longer Stride", "MEL-17"
        ),
        Line(
            0 if far or edge.charge or not edge.still else ahead(abs(edge.length - edge.their_length), beyond),
            "Lengths of the weapons",
            "MEL-17",
        ),
        Line(int(edge.two_handed and not far), "Both hands on the weapon", "MEL-17"),
        Line(int(edge.two_weapons and not far), "Two weapons, trained", "MEL-17"),
        Line(0 if edge.rival is None else fork_dice(edge.rival), "FoRK: your skill with their weapon", "MEL-17"),
        Line(0 if edge.brawling is None or far else fork_dice(edge.brawling), "FoRK: Brawling", "MEL-17"),
        Line(prone.EXPOSED if edge.prone else 0, "They are on the ground", "MEL-15"),
        Line(FLANKED if edge.flanked else 0, "They are flanked", "MEL-26"),
        Line(int(edge.beaten), "After a Beat Aside by 3", "MEL-22"),
    ]
    return Worked(tuple(line for at, line in enumerate(lines) if line.amount or not at))


def ahead(difference: int, beyond: int = 0) -> int:
    """The dice of so much more length or Stride, 0 to 2. Source: MEL-17.

    >>> ahead(1), ahead(4), ahead(2, beyond=2), ahead(3, beyond=2)
    (1, 2, 0, 2)
    """
    if beyond:
        return MOST_REACH if difference > beyond else 0
    return max(0, min(MOST_REACH, difference))
