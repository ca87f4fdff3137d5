"""What someone may type into the search: questions that a calculator answers, by the chapters that they belong to."""

from engine.games.burning_wheel.questions import (
    armor,
    duel_of_wits,
    fighting,
    getting_better,
    hurting,
    in_a_fight,
    lying_in_wait,
    money,
    people,
    ranges,
    rolling_dice,
    shooting,
    steel,
)

EXAMPLES = ("4d ob 4", "power 5 sword", "buy a horse", "advance B4 2 routine 1 difficult")

QUESTIONS = (
    *rolling_dice.QUESTIONS,
    *getting_better.QUESTIONS,
    *steel.QUESTIONS,
    *people.QUESTIONS,
    *hurting.QUESTIONS,
    *armor.QUESTIONS,
    *shooting.QUESTIONS,
    *ranges.QUESTIONS,
    *fighting.QUESTIONS,
    *in_a_fight.QUESTIONS,
    *lying_in_wait.QUESTIONS,
    *money.QUESTIONS,
    *duel_of_wits.QUESTIONS,
)
