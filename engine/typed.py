"""The words of what a reader types: small, without accents and plural, what games spell in two ways spelt in one."""

import re
import unicodedata
from collections.abc import Mapping

WORDS = re.compile(r"[^\W_]+")


def words(text: str, spellings: Mapping[str, str], pattern: re.Pattern[str] = WORDS) -> list[str]:
    """What a `pattern` finds in a text, folded. `spellings` are those of `engine.games.spellings`.

    hooks/client/lookup.js folds words in the same way.

    >>> words("Lamp-oils, 07", {})
    ['lamp', 'oil', '7']
    """
    whole = unicodedata.normalize("NFKD", text).lower()
    plain = "".join(letter for letter in whole if letter not in "’'" and unicodedata.category(letter) != "Mn")
    return [_folded(word, spellings) for word in pattern.findall(plain)]


def _folded(word: str, spellings: Mapping[str, str]) -> str:
    old, new = next((pair for pair in spellings.items() if word.startswith(pair[0])), ("", ""))
    spelt = re.sub(r"(?<![0-9])0+(?=[0-9])", "", new + word.removeprefix(old))
    return re.sub(r"(?<=..[^s])s$", "", spelt)


def slips(word: str, other: str) -> int:
    """How many slips of a finger make one word of the other, up to 2; 3 stands for more.

    A slip is a letter too many, one too few, a wrong one, or two that changed places.

    >>> slips("lanp", "lamp"), slips("ferrey", "ferry"), slips("oarsmen", "boats")
    (1, 1, 3)
    """
    if abs(len(word) - len(other)) > 2:
        return 3
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(word, 1):
        further = [at]
        for place, theirs in enumerate(other, 1):
            best = min(row[place] + 1, further[-1] + 1, row[place - 1] + (letter != theirs))
            if before and place > 1 and letter == other[place - 2] and word[at - 2] == theirs:
                best = min(best, before[place - 2] + 1)
            further.append(best)
        before, row = row, further
    return min(3, row[-1])


def forgiven(word: str, other: str) -> int:
    """The slips that turn a word into the other, where they are few enough for its length; else 0.

    From four letters one is forgiven, but a wrong letter in a word as long from six only: "share" is no slip of
    "shore". From eight letters two are. The first letter is right.
    """
    long = len(word)
    if long < 4 or word[0] != other[0] or abs(long - len(other)) > 2:
        return 0
    found = slips(word, other)
    if found == 2:
        return 2 if long >= 8 else 0
    swapped = sorted(word) == sorted(other)
    return found if found == 1 and (long >= 6 or swapped or long != len(other)) else 0
