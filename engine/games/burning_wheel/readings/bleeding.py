"""Bleeding as the table reads the rules; each reading is asked for only where it changes something."""

from collections.abc import Collection
from dataclasses import replace

from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.bleeding import BLEEDING, Blood
from engine.games.burning_wheel.rules.wounds import Level
from engine.rulings import Rulings

THROUGH_TRAUMATIC = {Level.SEVERE, Level.TRAUMATIC}
"""Wounds that bleed until they are Mortal."""


def blood_of(forte: Ability, health: Ability, levels: Collection[Level], ask: Rulings) -> Blood:
    """How someone bleeds who has wounds of these levels, or may come to have them. Source: INJ-16."""
    bleeding = [level for level in levels if level in BLEEDING]
    deeper = bool(THROUGH_TRAUMATIC & set(bleeding))
    mortal = deeper or Level.MORTAL in bleeding
    return Blood(
        forte,
        health.exponent,
        whole_hours=deeper and forte.exponent % 2 == 1 and ask["wounds.half-forte"] == "down",
        dying_too=mortal and forte.shade is not Shade.BLACK and ask["wounds.dying-shade"] == "longer",
        all_together=len(set(bleeding)) > 1 and ask["wounds.bleeding-together"] == "all",
    )


def staunched_of(blood: Blood, ask: Rulings, *, ran: bool, failed: bool, others: bool) -> Blood:
    """The same with what holds once blood is stopped by hand: where some `ran` before, an attempt `failed`, or `others`
    were stopped too. Source: INJ-32.
    """
    return replace(
        blood,
        goes_on=ran and ask["wounds.staunch-resumes"] == "on",
        attempts=failed and ask["wounds.staunch-counts"] == "attempts",
        in_all=others and ask["wounds.staunch-limit"] == "patient",
    )


def tracked(forte: Ability, health: Ability, ask: Rulings) -> Blood:
    """All readings of bleeding, for wounds of which nobody knows yet where they will lead. Source: INJ-35."""
    blood = blood_of(forte, health, BLEEDING, ask)
    return staunched_of(blood, ask, ran=True, failed=True, others=True)


def pain_again(worse: bool, ask: Rulings) -> bool:
    """Whether a wound that bleeding has made worse tests Steel; asked for only where one has. Source: INJ-14."""
    return worse and ask["wounds.steel-on-bleeding"] == "yes"
