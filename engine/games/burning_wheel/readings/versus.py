"""Versus tests, as the table reads the rules."""

from engine.games.burning_wheel.rules import versus
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.versus import CallOn, Contest, House, Result, Role, Side
from engine.rulings import Rulings


def house_of(mine: Side, other: Side, role: Role, call_on: CallOn, ask: Rulings) -> House:
    """The readings that this contest rests on; each is asked for only where it changes something."""
    penalties = bool(mine.penalty or other.penalty)
    both, one = mine.beginner and other.beginner, mine.beginner != other.beginner
    against_defender = call_on is not CallOn.NONE and role is not Role.BOTH
    any_tie = against_defender and ask["edition"] == "revised" and ask["versus.call-on"] == "any"
    return House(
        any_tie=any_tie,
        first_call=call_on is CallOn.BOTH and (role is Role.BOTH or any_tie) and ask["versus.two-call-ons"] == "first",
        beginner_meets=one and ask["versus.beginner-meets"] == "meets",
        both_double=both and ask["versus.both-beginners"] == "twice",
        floor=penalties and ask["versus.penalty"] == "off" and ask["versus.below-zero"] == "zero",
    )


def logged_against(side: Side, other: Side, against: int, ask: Rulings) -> int:
    """The obstacle that a side was up against as the log counts it, where the other rolled so many. Source: HUB-46."""
    counts = bool(side.penalty) and ask["advancement.own-penalty"] == "yes"
    if counts and side.beginner:
        counts = ask["tests.beginner-obstacle"] == "whole"
    return max(0, against - other.penalty) + (side.penalty if counts else 0)


def totals(contest: Contest, rolled: int, against: int, ask: Rulings) -> tuple[int, int]:
    """The two numbers as the table compares them: one's own +Ob taken off, or added to the other side's."""
    mine = contest.mine
    one, two = versus.totals(mine, contest.theirs, rolled, against, contest.house)
    if mine.penalty and not contest.doubles_mine and ask["versus.penalty"] == "on":
        return one + mine.penalty, two + mine.penalty
    return one, two


def counts_as_passed(contest: Contest, kind: Kind, result: Result, tied: bool, ask: Rulings) -> bool:
    """Whether the test is marked as a success: for what marks only those, a tie held in defense is asked for."""
    passed = result is Result.WIN
    if kind.success_only and passed and tied and contest.role is Role.DEFEND:
        return ask["advancement.tie"] == "yes"
    return passed
