"""Relationships: people of your own whom you meet without a roll (CIR-01)."""

from engine.option import Option


class Who(Option):
    """Whom you want to see. Source: CIR-01, CIR-02."""

    RELATIONSHIP = "relationship", "a relationship of mine"
    STRANGER = "stranger", "somebody else"
    COMPANION = "companion", "another player’s character"


class Matter(Option):
    """What stands between you and what you want of a relationship. Source: CIR-01."""

    TALK = "talk", "nothing: company, news, a small favor"
    RELUCTANT = "reluctant", "they are reluctant, or hide something"
    ODDS = "odds", "we are seriously at odds"


class Roll(Option):
    """What is rolled. Source: CIR-01, CIR-02."""

    NONE = "none", "No roll"
    SOCIAL = "social", "A social skill"
    DUEL = "duel", "Duel of Wits"
    CIRCLES = "circles", "Circles"
    TALK = "talk", "Talk"
    AWAY = "away", "Not now"


def roll_needed(who: Who, reachable: bool, matter: Matter) -> Roll:
    """What you roll to see somebody and to get something out of them; `reachable` is whether the story allows it.

    Source: CIR-01 for relationships and players' characters, CIR-02 for everybody else.
    """
    if who is Who.COMPANION:
        return Roll.TALK
    if who is Who.STRANGER:
        return Roll.CIRCLES
    if not reachable:
        return Roll.AWAY
    return {Matter.TALK: Roll.NONE, Matter.RELUCTANT: Roll.SOCIAL, Matter.ODDS: Roll.DUEL}[matter]
