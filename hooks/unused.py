"""Material's style without what no page here can show: three quarters of it are for parts that this site does not have.

No hook itself; `hooks/assets.py` puts what is left before the site's own style. A rule goes where each of its selectors
asks for a class that neither a page nor a script knows; a property or an animation goes where nothing names it. That
what went was for nothing is seen on each page: `tests/browser/test_pages.py`.
"""

import functools
import re
from collections.abc import Iterable, Iterator, Set
from pathlib import Path
from typing import Any

import tinycss2

SHEET = "assets/stylesheets/main.*.min.css"
SCRIPTS = ("assets/*.js", "assets/javascripts/bundle.*.js")
# Parts that Material's script makes where the theme's features, tags, versions or a repository ask for them; and a
# state in which the script shows them.
OFF = ("annotation", "clipboard", "code__", "source", "status", "tag", "tooltip", "version")
MADE = {"js", "focus-visible"}
RIGHT_TO_LEFT = ("[dir=rtl]", '[dir="rtl"]')
CLASSES = re.compile(r"""class=(?<!\wclass=)(?:"([^"]*)"|([^\s">]+))""")
"""With what stands before it looked at last: a pattern that begins with letters is found in a fifth of the time."""
SAID = re.compile(r"\bmd-[\w-]+")
PROPERTY = re.compile(r"--[\w-]+")
GROUPS = ("media", "supports", "layer")


def sheet(site: Path) -> str:
    """Material's style as a built site has it."""
    (path,) = site.glob(SHEET)
    return path.read_text(encoding="utf-8")


def classes(site: Path) -> frozenset[str]:
    """The classes that the pages of a built site have, or that its scripts may give to something in them."""
    found = set(MADE)
    for page in site.rglob("*.html"):
        for quoted, bare in set(CLASSES.findall(page.read_text(encoding="utf-8"))):
            found.update((quoted or bare).split())
    made = {name for text in _scripts(site) for name in SAID.findall(text)}
    return frozenset(found | {name for name in made if not name.startswith(tuple(f"md-{part}" for part in OFF))})


def read(site: Path, style: str) -> frozenset[str]:
    """The properties that the site's own `style` or one of its scripts reads."""
    return frozenset(name for text in (style, *_scripts(site)) for name in PROPERTY.findall(text))


def _scripts(site: Path) -> Iterator[str]:
    for pattern in SCRIPTS:
        for path in sorted(site.glob(pattern)):
            yield path.read_text(encoding="utf-8")


def left_out(style: str, known: Set[str]) -> set[str]:
    """The selectors of a style that ask for a class that is not `known`, also inside of ``@media`` and the like."""
    return {_text(one) for one in _selectors(_rules(style)) if not _possible(one, known)}


@functools.lru_cache(maxsize=1)
def without(style: str, known: frozenset[str], elsewhere: frozenset[str]) -> str:
    """The style without rules for classes that are not `known`, and without what no other rule then needs.

    Properties that are read `elsewhere` stay.
    """
    text = "".join(_kept(_rules(style), known))
    while True:
        needed = set(PROPERTY.findall(re.sub(r"--[\w-]+\s*:", "", text))) | elsewhere
        less = "".join(_needed(_rules(text), needed, frozenset(re.findall(r"[\w-]+", _animations(text)))))
        if less == text:
            return text
        text = less


def _rules(style: str | list[Any]) -> list[Any]:
    return list(tinycss2.parse_stylesheet(style, skip_comments=True, skip_whitespace=True))


def _selectors(rules: Iterable[Any]) -> Iterator[list[Any]]:
    for rule in rules:
        if rule.type == "qualified-rule":
            yield from _listed(rule.prelude)
        elif rule.type == "at-rule" and rule.lower_at_keyword in GROUPS:
            yield from _selectors(_rules(rule.content))


def _kept(rules: Iterable[Any], known: Set[str]) -> Iterator[str]:
    for rule in rules:
        if rule.type == "qualified-rule":
            if possible := [_text(one) for one in _listed(rule.prelude) if _possible(one, known)]:
                yield f"{','.join(possible)}{{{tinycss2.serialize(rule.content)}}}"
        elif rule.type == "at-rule" and rule.lower_at_keyword in GROUPS:
            if inside := "".join(_kept(_rules(rule.content), known)):
                yield _group(rule, inside)
        else:
            yield str(rule.serialize())


def _needed(rules: Iterable[Any], properties: Set[str], animations: Set[str]) -> Iterator[str]:
    for rule in rules:
        if rule.type == "qualified-rule":
            said = tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
            kept = [one.serialize() for one in said if not one.name.startswith("--") or one.name in properties]
            if kept:
                yield f"{_text(rule.prelude)}{{{';'.join(kept)}}}"
        elif rule.lower_at_keyword in GROUPS:
            if inside := "".join(_needed(_rules(rule.content), properties, animations)):
                yield _group(rule, inside)
        elif rule.lower_at_keyword != "keyframes" or _text(rule.prelude) in animations:
            yield str(rule.serialize())


def _animations(text: str) -> str:
    return " ".join(re.findall(r"animation(?:-name)?:([^;}]*)", text))


def _group(rule: Any, inside: str) -> str:
    return f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}{{{inside}}}"


def _listed(tokens: Iterable[Any]) -> list[list[Any]]:
    """The selectors of a list, between its commas."""
    found: list[list[Any]] = [[]]
    for token in tokens:
        if token == ",":
            found.append([])
        else:
            found[-1].append(token)
    return found


def _possible(selector: list[Any], known: Set[str]) -> bool:
    """Whether something can have all the classes that a selector asks for; what it excludes does not count."""
    for before, token in zip([None, *selector], selector, strict=False):
        if before == "." and token.type == "ident" and token.value not in known:
            return False
        if token.type == "[] block" and tinycss2.serialize([token]) in RIGHT_TO_LEFT:
            return False
        if (
            token.type == "function"
            and token.lower_name in ("is", "where")
            and not any(_possible(one, known) for one in _listed(token.arguments))
        ):
            return False
    return True


def _text(tokens: Iterable[Any]) -> str:
    return str(tinycss2.serialize(list(tokens))).strip()
