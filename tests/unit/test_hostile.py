"""Hostile and damaged requests: 10,000 generated ones give an answer, or one sentence that a reader can use.

They come through the one door that links, what is stored, and typed or pasted text come through, and nothing that they
say comes back as markup. They are generated from a seed, so that one that fails fails again.
"""

import base64
import collections
import contextlib
import json
import random
import re
import time
import zlib
from collections.abc import Iterator, Sequence
from typing import Any

import html5lib

from engine import app, forms, links, rulings
from engine.session import Session

SEED = 7
REQUESTS = 10_000
COMPARED = 150
FROZEN_SECONDS = 5
LONGEST_SENTENCE = 300
LONGEST_QUOTE = 60
QUOTED = re.compile("“([^”]*)”")
TECHNICAL = re.compile(
    r"Traceback|Error\b|Exception|\bNone\b|NoneType|\b(dict|str|int|float|bool|tuple|frozenset)\b|<class|object at"
    r"|codec|literal|unpack|__|\\[ux]|positional"
)
REPEATED = re.compile(r"“(None|True|False|\{|\[[]'{\d])")

MARKUP = (
    "<img src=x onerror=canary=1>",
    '"><script>canary=1</script>',
    "'><svg/onload=canary=1>",
    "</textarea></select></fieldset><iframe srcdoc='<script>canary=1</script>'>",
    "<a href=javascript:canary=1>x</a>",
    '" autofocus onfocus="canary=1',
    "' style='position:fixed;inset:0' x='",
    "<style>*{display:none}</style>",
    "<base href=//felloe.test/>",
    "<meta http-equiv=refresh content=0>",
    "<math><mi><b></b>",
    *("<!--", "-->", "]]>", "<![CDATA[", "<?xml", "&lt;script&gt;", "&#60;b&#62;", "&amp;", "&", "<B4>", "<b>B4</b>"),
)
MARKDOWN = (
    "[a](javascript:canary=1)",
    '![x](x "onerror=canary=1")',
    "<javascript:canary=1>",
    "[x]: javascript:canary=1",
    *("**bold**", "`code`", "***", "```html", "\\", "# head", "| a | b |", "http://felloe.test/", "*a **b* c**"),
)
NUMBERS = (
    *("1e999", "٣", "３", "²", "½", "NaN", "Infinity", "-0", "0x10", "1_000", "9" * 5000, "1000000", "-1", "+5", "−5"),
    *("1.5", "1000000000", "2147483648", "00000000004", " 4 ", "4\n4", "--4", "4-", ""),
)
DICE = ("B1000000", "B60+B60", "B4*" * 30_000, "B4+" * 20_000, "B٣", "X4", "4B", "B", "b4", "G-1", "W20*+B40", "B3+G2*")
LETTERS = (
    *("\0", "B4\0", "\u202eB4", "\u2066abc", "\ud800", "\udfff\ud800", "\ufeffB4", "\u2028", "\r\n", "\x1b[31mred"),
    *("\x7f", "a" + "\u0300" * 500, "\U0010ffff", "\u200d", "𝔅4", "İ", "ß"),
)
WORDS = ("true", "false", "yes", "null", "own", "is", "nothing", "__class__", "constructor", "__proto__", "toString")
TEXTS = (MARKUP, MARKUP, MARKDOWN, NUMBERS, DICE, LETTERS, WORDS)
LONG = ("x" * 100_000, "<b>" * 33_000, " " * 100_000, "." * 100_000, "," * 100_000, "*a" * 50_000, "[" * 100_000)
DEEP: Any = 0
for level in range(300):
    DEEP = [DEEP] if level % 2 else {"is": DEEP}
VALUES = (
    *(None, True, False, 0, -1, 4, 2**31, 2**63, -(2**64), 10**4000, 1.5, 1e308, float("inf"), float("nan")),
    *([], {}, [[]], [None], [{}], [0, 0], {"is": None}, {"is": []}, {"is": {}}, {"is": "own"}, {"0": 1}, {"": ""}),
    *(DEEP, ["x"] * 100, [{}] * 1000, {str(index): {} for index in range(1, 999)}),
)
BOMB = zlib.compress(b" " * 50_000_000)
# Marks of HTML, and punctuation of the same kind that is none: an answer has the same shape with either.
HARMLESS = str.maketrans("<>&\"'", "«»+“’")


def text_fields(fields: Sequence[forms.Field], at: str = "") -> Iterator[dict[str, str]]:
    """For each field of a form that takes any text, the pairs that lead to it, the longest text that it takes last."""
    for field in fields:
        path = f"{at}{field.name}"
        match field.kind:
            case forms.Words(longest):
                yield {path: "x" * longest}
            case forms.Group(fields=inner):
                yield from text_fields(inner, f"{path}.")
            case forms.Rows(row):
                yield from text_fields(row.fields, f"{path}.0.")
            case forms.Branches(groups):
                for name, group in groups.items():
                    yield from ({f"{path}.is": name, **pairs} for pairs in text_fields(group.fields, f"{path}."))
            case forms.FromTable(own=own):
                yield from ({f"{path}.is": "own", **pairs} for pairs in text_fields(own.fields, f"{path}."))


class Generator:
    """Requests from a seed: mostly almost right, because what is wrong altogether is refused at the first look."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        app.load(["tests.sample"])
        entries = [app.entry(name) for name in app.names()]
        modules = {entry.name: (entry.start if isinstance(entry, Session) else entry.function) for entry in entries}
        # Other tests register calculators of their own.
        self.names = [name for name in modules if modules[name].__module__.startswith(("engine.", "tests.sample"))]
        self.sessions = [entry.name for entry in entries if isinstance(entry, Session) and entry.name in self.names]
        self.defaults = {name: dict(app.run(name, {}).inputs) for name in self.names}
        self.texts = {name: list(text_fields(app.entry(name).form.fields)) for name in self.names}
        self.logs = {name: self.played(name) for name in self.sessions}

    def played(self, name: str) -> dict[str, Any]:
        """The log of some steps of a session: each time the first move that can be made as its form stands."""
        done = app.run(name, {})
        for seed in range(4):
            done = next(self.steps(name, done, seed), done)
        log = json.loads(json.dumps(done.log))
        assert isinstance(log, dict)
        return log

    def steps(self, name: str, done: app.Run, seed: int) -> Iterator[app.Run]:
        """The session after each move that can be made now."""
        for side, branches in (done.moves or {}).items():
            for choice in branches.groups:
                move = {"side": side, "move": {"is": choice}, "seed": seed}
                with contextlib.suppress(forms.Unusable):
                    yield app.step(name, done.log or {}, move)

    def text(self) -> str:
        chance = self.chance
        kind = chance.random()
        if kind < 0.01:
            return chance.choice(LONG)
        text = chance.choice(chance.choice(TEXTS))
        if kind < 0.1:
            text += chance.choice(chance.choice(TEXTS))
        if kind > 0.97:
            text = text[: chance.randrange(len(text) + 1)]
        return text

    def value(self) -> Any:
        return self.text() if self.chance.random() < 0.7 else self.chance.choice(VALUES)

    def path(self, name: str) -> str:
        chance = self.chance
        path = chance.choice([path for path, _ in forms.flatten(self.defaults[name])])
        kind = chance.random()
        if kind < 0.6:
            return path
        if kind < 0.7:
            return f"{path}.{chance.choice(['0', '1', 'is', 'name', '1000000000', '-1', '٣', '00', '999', path])}"
        if kind < 0.75:
            return path.rpartition(".")[0] or f"{path}.0.{chance.choice(['name', 'dice', 'words', 'skill'])}"
        if kind < 0.8:
            return ".".join([path] * chance.choice([2, 3, 50, 5000]))
        if kind < 0.85:
            return chance.choice(["", ".", "..", "a..b", ".a", "a.", "log", "log.steps", "is", "own", "v", "ruling"])
        return self.text()

    def inputs(self, name: str) -> Any:
        chance = self.chance
        if chance.random() < 0.05:
            return self.value()
        said: dict[str, Any] = {}
        if self.texts[name] and chance.random() < 0.5:
            *before, (path, longest) = chance.choice(self.texts[name]).items()
            return {**dict(before), path: chance.choice(MARKUP + MARKDOWN)[: len(longest)]}
        if chance.random() < 0.3:
            said |= dict(forms.flatten(self.defaults[name]))
        elif chance.random() < 0.2:
            said |= self.defaults[name]
        for _ in range(chance.choice([1, 1, 1, 2, 3, 8])):
            said[self.path(name)] = self.value()
        if chance.random() < 0.15:
            said[links.LOG] = self.code(name)
        return said

    def log(self, name: str) -> Any:
        """A log that was damaged in one place."""
        chance = self.chance
        log = json.loads(json.dumps(self.logs.get(name) or self.logs[chance.choice(self.sessions)]))
        steps = log["steps"]
        match chance.randrange(10):
            case 0:
                return self.value()
            case 1:
                log[chance.choice(["format", "version", "setup", "steps", self.text()[:50]])] = self.value()
            case 2:
                log["format"] = chance.choice([0, 2, 99, "1", 1.0, True])
            case 3:
                log["steps"] = steps * chance.choice([2, 300])
            case 4:
                log["steps"] = [self.value(), *steps]
            case 5:
                log["steps"] = steps[1:]
            case 6 if isinstance(log["setup"], dict):
                log["setup"][self.path(name)] = self.value()
            case _:
                if steps:
                    step = chance.choice(steps)
                    step[chance.choice(["side", "move", "faces", "shows", "seed"])] = self.value()
        return log

    def code(self, name: str) -> str:
        """A log as a link carries it, damaged."""
        chance = self.chance
        text = json.dumps(self.log(name)).encode()
        match chance.randrange(8):
            case 0:
                return self.text()
            case 1:
                packed = zlib.compress(text[: chance.randrange(len(text) + 1)])
            case 2:
                packed = text
            case 3:
                packed = BOMB if chance.random() < 0.1 else zlib.compress(b"[" * 500_000)
            case 4:
                packed = zlib.compress(text)
                packed = packed[: chance.randrange(len(packed))]
            case 5:
                packed = bytearray(zlib.compress(text))
                packed[chance.randrange(len(packed))] ^= 1 << chance.randrange(8)
            case _:
                packed = zlib.compress(text)
        return base64.urlsafe_b64encode(packed).decode().rstrip("=")

    def rulings(self) -> Any:
        chance = self.chance
        if chance.random() < 0.2:
            return self.value()
        if chance.random() < 0.005:
            return {f"ruling-{number}": "once" for number in range(20_000)}
        known = list(rulings.REGISTRY)
        return {
            (chance.choice(known) if chance.random() < 0.6 else self.text()): (
                self.value() if chance.random() < 0.6 else rulings.REGISTRY[chance.choice(known)].readings[-1].value
            )
            for _ in range(chance.choice([1, 2, 5]))
        }

    def request(self) -> str:
        """One request, as the text that reaches the door."""
        chance = self.chance
        do = chance.choice(["answer"] * 4 + ["form"] * 4 + ["run", "step", "step", "step", "roll", "text"])
        name = chance.choice(self.sessions if do == "step" else self.names)
        asked: dict[str, Any] = {"do": do, "calculator": name, "inputs": self.inputs(name)}
        if do == "step" or (do == "text" and chance.random() < 0.3):
            asked["log"] = self.log(name)
            if chance.random() < 0.6:
                asked["move"] = {**chance.choice(self.logs[chance.choice(self.sessions)]["steps"])}
                asked["move"][chance.choice(["side", "move", "faces", "seed", "shows"])] = self.value()
        if do == "roll" or chance.random() < 0.05:
            asked["roll"] = {
                "roller": "roll",
                "pool": chance.choice([*DICE, "B4", "B10*"]),
                "obstacle": chance.choice([2, self.value()]),
            }
            asked |= chance.choice([{"seed": 5}, {"faces": "6 5 2 1"}, {"faces": self.value()}, {"seed": self.value()}])
        if chance.random() < 0.3:
            asked["rulings"] = self.rulings()
        if do == "form" and chance.random() < 0.3:
            asked[chance.choice(["add", "drop"])] = self.path(name) if chance.random() < 0.8 else self.value()
        if chance.random() < 0.1:
            asked[chance.choice(["do", "calculator", "instance", "base", "log", "move", "link"])] = self.value()
        text = json.dumps(asked)
        if chance.random() < 0.02:
            text = text[: chance.randrange(len(text))]
        return text


def asked(requests: int, seed: int = SEED) -> Iterator[str]:
    made = Generator(seed)
    return (made.request() for _ in range(requests))


def assert_one_sentence(message: str) -> None:
    """One sentence, with the nearest name perhaps, that says nothing of Python and repeats little of what was said."""
    assert message.endswith((".", "?"))
    assert len(message) <= LONGEST_SENTENCE
    assert all(character.isprintable() or character == "\N{NO-BREAK SPACE}" for character in message)
    assert all(len(said) <= LONGEST_QUOTE for said in QUOTED.findall(message))
    assert not TECHNICAL.search(QUOTED.sub("“”", message))
    assert not REPEATED.search(message)


def shape(markup: str) -> list[tuple[str, list[str]]]:
    """Every element, in order, with the names of its attributes."""
    tree = html5lib.parseFragment(markup, treebuilder="etree", namespaceHTMLElements=False)
    return [(str(element.tag), sorted(element.attrib)) for element in tree.iter()]


def harmless(value: Any) -> Any:
    """JSON whose texts hold punctuation where they held marks of HTML."""
    if isinstance(value, str):
        return value.translate(HARMLESS)
    if isinstance(value, list):
        return [harmless(item) for item in value]
    return {key: harmless(item) for key, item in value.items()} if isinstance(value, dict) else value


DRAWN = ("html", "form", "pin")


def test_each_is_answered_or_refused_in_one_sentence() -> None:
    became: collections.Counter[str] = collections.Counter()
    for request in asked(REQUESTS):
        began = time.perf_counter()
        try:
            answered = json.loads(app.call(request))
            assert time.perf_counter() - began < FROZEN_SECONDS
            if "error" in answered:
                assert len(answered["error"]["field"]) <= forms.LONGEST_PATH
                assert_one_sentence(answered["error"]["message"])
                became["refused"] += 1
                continue
            became["answered"] += 1
            for complaint in answered.get("complaints", {}).values():
                assert_one_sentence(complaint)
            said = json.loads(request)
            if "html" in answered and harmless(said) != said and became["compared"] < COMPARED:
                became["compared"] += 1
                twin = json.loads(app.call(json.dumps(harmless(said))))
                for part in DRAWN:
                    assert shape(answered.get(part, "")) == shape(twin.get(part, ""))
        except Exception as fault:
            raise AssertionError(f"{fault!r:.500} for {request[:1000]!r}") from fault
    assert became["compared"] == COMPARED
    assert became["answered"] > REQUESTS / 10
