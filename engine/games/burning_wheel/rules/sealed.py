"""Scripts under seal: two devices without a server swap a commitment first and the script later.

Each side sends a *seal*: the SHA-256 of conflict, exchange, side, script and a nonce. Once both have come, each sends
what it *opens* with: script and nonce. `check` computes the hash anew, so that nobody can change a script after sealing
it, or read one before it is opened. The nonce keeps the few scripts that there are from being tried one by one. What
both sides choose unseen in a single volley, an *act*, is sealed in the same way.

A code is text for a message: a format digit, a kind letter, and base32 without the letters that look like digits.
Case, spaces, line breaks and hyphens do no harm. Inside: the length, a check of that, what it is about, and a check of
all: so a code that is cut, one that is mistyped, and one of another duel are told apart.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine import wording
from engine.refused import Refused

FORMAT = "1"
NONCE_BYTES = 16
MOST_EXCHANGE = 9999
MOST_VOLLEY = 5
LONGEST_SCRIPT = 1000
"""Bytes of a script as canonical JSON."""
LONGEST_CODE = 2000

_SEAL, _OPENED = "S", "R"
_KINDS = (_SEAL, _OPENED)
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_VALUES = {letter: value for value, letter in enumerate(_ALPHABET)} | {"O": 0, "I": 1, "L": 1}
_GROUP = 6
_BITS = 5
_LENGTH, _CHECK = 2, 4
_EXCHANGE, _DUEL, _SIDE = 2, 4, 2
_TAGS = _EXCHANGE + _DUEL + _SIDE
_VOLLEY = MOST_EXCHANGE + 1
"""What a volley adds to the number of the exchange, which leaves the codes of scripts as they always were."""


@dataclass(frozen=True, slots=True)
class Where:
    """Where a code belongs.

    `conflict` is the name that both devices have for it, and `kind` what a sentence calls it ("duel"); `exchange`
    counts from 1 to 9999, and `side` is the name of who sends the code. `volley` is that of an act, from 1 to 5; 0
    stands for the script of the exchange.
    """

    conflict: str
    exchange: int
    side: str
    volley: int = 0
    kind: str = "duel"

    @property
    def thing(self) -> str:
        """What is sealed, in a word."""
        return "act" if self.volley else "script"

    def named(self, kind: str) -> str:
        """What a code of a kind is called at the head of a sentence."""
        return "The seal" if kind == _SEAL else f"The opened {self.thing}"


def seal(where: Where, script: Any, nonce: bytes) -> str:
    """The code to send before the other side has sealed too.

    `script` is anything of JSON without fractions. `nonce` is 16 bytes that nobody could guess, drawn anew for each
    seal and kept for `reveal`. Raises `Refused` with one sentence for what cannot be sealed.
    """
    return _code(_SEAL, _tags(where) + _commitment(where, _json(script), nonce))


def reveal(where: Where, script: Any, nonce: bytes) -> str:
    """The code to send once both seals have come; takes what `seal` took. Raises `Refused` as that does."""
    written = _json(script)
    _commitment(where, written, nonce)
    return _code(_OPENED, _tags(where) + nonce + written)


def arrived(sealed: str, where: Where) -> None:
    """Whether a seal that has come is whole and meant for here, before anything is opened.

    Raises `Refused` with one sentence: cut short, mistyped, of another conflict, exchange, volley or side.
    """
    _meant(_SEAL, _read(_SEAL, sealed, where), where)


def check(sealed: str, revealed: str, where: Where) -> Any:
    """The script that a side sealed and has now opened.

    Raises `Refused` with one sentence: cut short, mistyped, of another conflict, another exchange or volley, the wrong
    side, or a script that is not the one sealed.
    """
    one = _meant(_SEAL, _read(_SEAL, sealed, where), where)
    two = _meant(_OPENED, _read(_OPENED, revealed, where), where)
    nonce, written = two.rest[:NONCE_BYTES], two.rest[NONCE_BYTES:]
    changed = f"{where.named(_OPENED)} is not the one that was sealed: it was changed, or belongs to another seal."
    try:
        if not hmac.compare_digest(one.rest, _commitment(where, written, nonce)):
            raise Refused(changed)
        script = json.loads(written)
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError):
        raise Refused(changed) from None
    if _json(script) != written:
        raise Refused(changed)
    return script


def nonce_of(text: str) -> bytes:
    """A nonce as 32 hexadecimal digits, as a browser draws it. Raises `Refused` with one sentence for all else."""
    said = text.strip()
    try:
        nonce = bytes.fromhex(said) if len(said) == 2 * NONCE_BYTES and said.isascii() else b""
    except ValueError:
        nonce = b""
    if len(nonce) != NONCE_BYTES:
        digits = 2 * NONCE_BYTES
        raise Refused(f"The secret number is {digits} digits from 0 to 9 and a to f; this says {wording.quoted(text)}.")
    return nonce


@dataclass(frozen=True, slots=True)
class _Inside:
    """What a code holds: where it belongs, and its hash or its nonce and script."""

    moment: int
    conflict: bytes
    side: bytes
    rest: bytes


def _json(script: Any) -> bytes:
    """The one JSON text of a script: sorted keys, no spaces, UTF-8."""
    _plain(script, 0)
    try:
        written = json.dumps(script, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Refused("A script is made of characters that can be written down; this has one that cannot.") from None
    if len(written) > LONGEST_SCRIPT:
        raise Refused(f"A sealed script has at most {LONGEST_SCRIPT} bytes; this has {len(written)}.")
    return written


def _plain(item: Any, depth: int) -> None:
    """Refuse what has more than one JSON text, or none."""
    if depth > 8:
        raise Refused("A script is nested at most 8 deep; this goes deeper.")
    if isinstance(item, (list, tuple)):
        for inner in item:
            _plain(inner, depth + 1)
    elif isinstance(item, Mapping):
        for key, inner in item.items():
            if not isinstance(key, str):
                raise Refused(f"The names in a script are texts; this has {wording.quoted(key)}.")
            _plain(inner, depth + 1)
    elif item is not None and not isinstance(item, (str, int)):
        raise Refused(f"A script is made of texts, whole numbers, lists and groups; this has a {type(item).__name__}.")


def _commitment(where: Where, script: bytes, nonce: bytes) -> bytes:
    if len(nonce) != NONCE_BYTES:
        raise Refused(f"A nonce has {NONCE_BYTES} bytes; this has {len(nonce)}.")
    said = {"nonce": nonce.hex(), "script": script.decode(), **({"volley": where.volley} if where.volley else {})}
    bound = {"duel": where.conflict, "exchange": where.exchange, "side": where.side, **said}
    text = json.dumps(bound, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).digest()


def _tags(where: Where) -> bytes:
    """Where a code belongs, short: enough to tell a mix-up; that nothing was swapped is for the hash to say."""
    if not 1 <= where.exchange <= MOST_EXCHANGE:
        raise Refused(f"Exchanges count from 1 to {MOST_EXCHANGE}; this says {wording.number(where.exchange)}.")
    if not 0 <= where.volley <= MOST_VOLLEY:
        raise Refused(f"Volleys count from 1 to {MOST_VOLLEY}; this says {wording.number(where.volley)}.")
    return _moment(where).to_bytes(_EXCHANGE) + _tag("duel", where.conflict, _DUEL) + _tag("side", where.side, _SIDE)


def _moment(where: Where) -> int:
    return where.exchange + _VOLLEY * where.volley


def _moment_words(moment: int) -> str:
    volley, exchange = divmod(moment, _VOLLEY)
    return f"exchange {exchange}, volley {volley}" if volley else f"exchange {exchange}"


def _tag(what: str, name: str, size: int) -> bytes:
    return hashlib.sha256(f"{what}:{name}".encode("utf-8", "surrogatepass")).digest()[:size]


def _sum(kind: str, data: bytes, size: int) -> bytes:
    return hashlib.sha256(f"{FORMAT}{kind}".encode() + data).digest()[:size]


def _code(kind: str, payload: bytes) -> str:
    length = len(payload).to_bytes(_LENGTH)
    head = length + _sum(kind, length, 1)
    data = head + payload + _sum(kind, head + payload, _CHECK)
    bits = "".join(f"{byte:08b}" for byte in data)
    bits += "0" * (-len(bits) % _BITS)
    letters = "".join(_ALPHABET[int(bits[at : at + _BITS], 2)] for at in range(0, len(bits), _BITS))
    whole = f"{FORMAT}{kind}{letters}"
    return "-".join(whole[at : at + _GROUP] for at in range(0, len(whole), _GROUP))


def _read(kind: str, said: str, where: Where) -> _Inside:
    """What a code of this kind holds; refuses one that is cut, mistyped, of the other kind or of another format."""
    name = where.named(kind)
    text = "".join(letter for letter in said[: LONGEST_CODE + 1].upper() if not letter.isspace() and letter != "-")
    if len(said) > LONGEST_CODE:
        raise Refused(f"{name} is too long for a code: it has more than {LONGEST_CODE} characters.")
    if not text:
        raise Refused(f"{name} is missing.")
    if text[0] != FORMAT and text[0].isdecimal() and text[1:2] in _KINDS:
        raise Refused(f"{name} has format {text[0]}; this version of Felloe reads format {FORMAT}.")
    if text[0] == FORMAT and text[1:2] in _KINDS and text[1] != kind:
        other = where.named(text[1]).lower()
        raise Refused(f"{name} belongs here; this is a code of the other kind, “{other}”.")
    mistyped = f"{name} is mistyped: one character or more differ from what was sent."
    if not f"{FORMAT}{kind}".startswith(text[:2]) or any(letter not in _VALUES for letter in text[2:]):
        raise Refused(mistyped)
    bits = "".join(f"{_VALUES[letter]:05b}" for letter in text[2:])
    data = bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits) - 7, 8))
    head = data[: _LENGTH + 1]
    cut = f"{name} is cut short: its end is missing."
    if len(head) <= _LENGTH:
        raise Refused(cut)
    if head[_LENGTH:] != _sum(kind, head[:_LENGTH], 1):
        raise Refused(mistyped)
    length = int.from_bytes(head[:_LENGTH])
    if len(data) < len(head) + length + _CHECK:
        raise Refused(cut)
    payload, rest = data[len(head) : len(head) + length], data[len(head) + length :]
    if len(data) > len(head) + length + _CHECK:
        raise Refused(f"{name} has something behind its end: paste the code alone.")
    least = _TAGS + (hashlib.sha256().digest_size if kind == _SEAL else NONCE_BYTES)
    if rest != _sum(kind, head + payload, _CHECK) or "1" in bits[8 * len(data) :] or length < least:
        raise Refused(mistyped)
    moment, which, side = payload[:_EXCHANGE], payload[_EXCHANGE : _EXCHANGE + _DUEL], payload[_TAGS - _SIDE : _TAGS]
    return _Inside(int.from_bytes(moment), which, side, payload[_TAGS:])


def _meant(kind: str, inside: _Inside, where: Where) -> _Inside:
    """The same, once it is known to belong to this conflict, exchange, volley and side."""
    name = where.named(kind)
    _tags(where)
    if inside.conflict != _tag("duel", where.conflict, _DUEL):
        raise Refused(f"{name} belongs to another {where.kind}.")
    if inside.moment != _moment(where):
        here = _moment_words(_moment(where))
        raise Refused(f"{name} belongs to {_moment_words(inside.moment)}; this is {here}.")
    if inside.side != _tag("side", where.side, _SIDE):
        raise Refused(f"{name} comes from another side than {wording.quoted(where.side)}.")
    return inside
