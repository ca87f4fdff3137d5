"""What stands on a character sheet: what each element covers and how it behaves in a test (HUB-09, HUB-105)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine import tables
from engine.option import Option


class Nature(Option):
    """The kinds of elements. Source: HUB-09."""

    STAT = "stat", "a stat"
    ATTRIBUTE = "attribute", "an attribute"
    EMOTION = "emotional attribute", "an emotional attribute"
    SKILL = "skill", "a skill"
    ABILITY = "ability", "an ability"
    MARKER = "marker", "a marker, never rolled"


class Open(Option):
    """Whether an element's rolls are open-ended. Source: HUB-07, HUB-98."""

    YES = "yes", "open-ended"
    NO = "no", "not open-ended"
    REVISED = "revised", "open-ended in the revised edition only"
    IMPLIED = "implied", "open-ended, as magic is"


class Forks(Option):
    """Whether related skills add dice to it. Source: HUB-32."""

    SKILLS = "skills", "related skills"
    SOME = "some", "only where a chapter says so"
    NONE = "none", "none"


@dataclass(frozen=True, slots=True)
class Element:
    """One element and its behaviour.

    `built` says what it comes from, nothing for what is bought or chosen outright. `wounds` says whether wounds take
    dice from it, `helped` what may help it, `log` the table by which it advances ("later": only in the later edition),
    `success_only` whether only passed tests are marked. Source: HUB-09, HUB-105.
    """

    id: str
    name: str
    nature: Nature
    built: str
    open: Open
    wounds: bool
    forks: Forks
    helped: str
    log: str
    success_only: bool
    covers: str
    feeds: str

    @property
    def tested(self) -> bool:
        return self.nature is not Nature.MARKER

    def open_ended(self, *, later: bool = False, implied: bool = True) -> bool:
        """Whether its rolls are open-ended by nature. Perception no longer is in the later edition (HUB-98).

        `implied` lets the emotions open that the book calls magical and does not name as open-ended (HUB-09).
        """
        if self.open is Open.IMPLIED:
            return implied
        return self.open is Open.YES or (self.open is Open.REVISED and not later)


def _element(row: Mapping[str, Any]) -> Element:
    own = {"nature": Nature.of(row["kind"]), "open": Open.of(row["open"]), "forks": Forks.of(row["forks"])}
    return Element(**{**{name: value for name, value in row.items() if name != "kind"}, **own})


NOBODY, RARELY = "nobody", "skills, stats, rarely"
"""What `Element.helped` says where no help is possible, and where the GM has to allow it. Source: HUB-30, STE-03."""


COLUMNS = ("id", "name", "kind", "built", "open", "wounds", "forks", "helped", "log", "success_only", "covers", "feeds")
ELEMENTS: Mapping[str, Element] = {
    element.id: element for element in tables.rows(__file__, "elements.toml", "element", COLUMNS, _element)
}


class Deed(Option):
    """What someone may do, as far as the book says which ability that is. Source: HUB-105."""

    STAB = "stab", "stab or strike someone"
    PERSUADE = "persuade", "talk someone round, or lie"
    TRADE = "trade", "what you were trained for"
    CAST = "cast", "cast, sing, work magic"
    NOTICE = "notice", "notice someone, spot a pursuer"
    SEARCH = "search", "search, find a clue"
    CATCH = "catch", "catch, snatch or hold on to a thing"
    TOSS = "toss", "toss something"
    FLEE = "flee", "run, flee, leap"
    DUCK = "duck", "duck out of the way"
    TOPPLE = "topple", "push over, lift, break"
    GRAPPLE = "grapple", "wrestle, hold someone"
    ENDURE = "endure", "endure, last longer"
    MOOD = "mood", "sense a mood, feel with someone"
    MIND = "mind", "hold out by strength of mind"
    RECOVER = "recover", "get over a wound"
    PAIN = "pain", "bear pain or tiredness"
    NERVE = "nerve", "keep your nerve"
    BUY = "buy", "buy, pay for lodging, mend gear"
    KNOW = "know", "know someone, call on a contact"
    PRAY = "pray", "pray for a miracle"
    FEEL = "feel", "give in to grief, greed or hatred"
    ACTIONS = "actions", "count your actions in a fight"
    DEATH = "death", "see whether a wound kills"


@dataclass(frozen=True, slots=True)
class Covered:
    """What a deed falls under: the element's id, skills that fit, and how people say it (beginnings of words)."""

    element: str
    skills: str = ""
    said: tuple[str, ...] = ()


FALLS_UNDER: Mapping[Deed, Covered] = {
    Deed.STAB: Covered("skill", "Brawling or Knife", ("stab", "strik", "hit", "attack", "knife", "punch", "fight")),
    Deed.PERSUADE: Covered("skill", "Persuasion or Falsehood", ("persua", "convinc", "lie", "lying", "talk", "bluff")),
    Deed.TRADE: Covered(
        "skill", "the skill of that field", ("craft", "forge", "carv", "cook", "write", "trade", "ride")
    ),
    Deed.CAST: Covered("magic", "", ("cast", "spell", "sing", "magic", "enchant")),
    Deed.NOTICE: Covered("perception", "", ("notic", "spot", "see", "hear", "pursu", "watch", "shadow", "aware")),
    Deed.SEARCH: Covered("perception", "", ("search", "find", "clue", "look")),
    Deed.CATCH: Covered("agility", "", ("catch", "snatch", "hold", "grab", "keep")),
    Deed.TOSS: Covered("agility", "", ("toss", "throw", "fling")),
    Deed.FLEE: Covered("speed", "", ("flee", "run", "leap", "jump", "escap", "chase")),
    Deed.DUCK: Covered("speed", "", ("duck", "dodg", "avoid")),
    Deed.TOPPLE: Covered("power", "", ("topple", "push", "lift", "break", "shov", "move", "boulder")),
    Deed.GRAPPLE: Covered("power", "", ("grappl", "wrestl", "hold")),
    Deed.ENDURE: Covered("forte", "", ("endur", "outlast", "march", "drink", "tough")),
    Deed.MOOD: Covered("will", "", ("mood", "empath", "sense", "feel")),
    Deed.MIND: Covered("will", "", ("mind", "resist", "willpower", "concentrat")),
    Deed.RECOVER: Covered("health", "", ("recover", "heal", "wound", "injur")),
    Deed.PAIN: Covered("health", "", ("pain", "tired", "fatigue", "torture")),
    Deed.NERVE: Covered("steel", "", ("nerve", "fear", "flinch", "afraid", "scare", "hesitat", "brave")),
    Deed.BUY: Covered("resources", "", ("buy", "pay", "lodg", "repair", "mend", "money", "coin", "food")),
    Deed.KNOW: Covered("circles", "", ("know", "contact", "friend", "meet", "find")),
    Deed.PRAY: Covered("faith", "", ("pray", "miracle", "faith")),
    Deed.FEEL: Covered("emotion", "", ("grie", "greed", "hate", "hatr")),
    Deed.ACTIONS: Covered("reflexes", "", ("action", "reflex")),
    Deed.DEATH: Covered("mortal-wound", "", ("die", "dying", "dead", "kill", "mortal")),
}


def deeds_in(text: str) -> tuple[Deed, ...]:
    """The deeds that a text names by the beginnings of its words, those that most words point at first."""
    words = "".join(letter if letter.isalpha() else " " for letter in text.casefold()).split()
    found = {
        deed: sum(any(word.startswith(start) for start in covered.said) for word in words)
        for deed, covered in FALLS_UNDER.items()
    }
    return tuple(sorted((deed for deed, count in found.items() if count), key=lambda deed: -found[deed]))
