"""The later edition's test, step by step, as the table reads the rules."""

from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.rules import building
from engine.games.burning_wheel.rules.course_state import House
from engine.games.burning_wheel.rules.test_class import TestClass
from engine.rulings import Rulings


def house_of(ask: Rulings, *, wounded: bool, emotion: bool) -> House:
    """All readings that such a test can come to rest on, those of wounds and of emotions only where there are any."""
    return House(
        task=building.House(
            later=True,
            fork_stats=ask["tests.forks-into-stats"],
            doubled_after_wounds=ask["tests.doubled-wounded"] == "wounded",
            tools_add=ask["tests.no-tools"] == "three",
            wounded_obstacle_everywhere=wounded and ask["wounds.obstacle-scope"] == "all",
            beginner_bare=ask["tests.beginner-dice"] == "stat",
            beginner_whole=ask["tests.beginner-obstacle"] == "whole",
            one_advantage=ask["linked.advantage"] == "same",
            helper_doubled=ask["advancement.helper-beginner"] == "doubled",
        ),
        chain=chain(ask),
        emotions_closed=emotion and ask["elements.emotions-open"] == "no",
        doubled_early=ask["later.doubling"] == "ability",
        tools_last_on_one=ask["later.tools-wear"] == "rest",
        tools_last_the_test=ask["later.tools-when"] == "after",
        each_wound=wounded and ask["later.one-die"] == "each",
        wounds_apart=wounded and ask["artha.reaction-cap"] == "other",
        late_apart=ask["artha.persona-cap"] == "boons",
        no_complications=ask["artha.complications"] == "no",
        both_credited=wounded and ask["later.health-credit"] == "both",
        any_shifts=ask["artha.epiphany-scope"] == "any",
        extras_stand=ask["rolls.extra-traitors"] == "no",
        rerolls_closed=ask["rolls.reroll-opens"] == "no",
        luck_opens=ask["rolls.luck-later"] == "opens",
        one_call_on=ask["rolls.call-on-session"] == "character",
        call_on_failed=ask["rolls.call-on-passed"] == "failed",
        printed_tables=ask["later.tables"] == "printed",
        of_obstacle_0=TestClass.ROUTINE if ask["advancement.obstacle-0"] == "routine" else None,
        of_no_dice=TestClass.CHALLENGING if ask["advancement.no-dice"] == "challenging" else None,
    )
