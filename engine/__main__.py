"""The command line: the same door as the page's.

python -m engine index [--json]                      what every page claims
python -m engine describe NAME                       a calculator's fields
python -m engine run NAME field=value … [--json]     an answer as JSON (in one line), or in words with --text;
                                                     --inputs FILE (or -) reads JSON, --ruling id=value chooses
python -m engine ask "2 oars depth 3"                 a question as someone types it into the search, answered
python -m engine step NAME is=MOVE field=value …     one move of a session, made after the log in --inputs, by --side
                                                     where several may; dice by --seed NUMBER or --faces "6 5 2"

What `run` and `step` say is what the next ``--inputs`` reads, and so is a session that a page has saved to a file.
"""

import argparse
import io
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine import app, forms, pages, rulings, views, wording

DOCS = Path(__file__).parent.parent / "docs"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description="Rules and calculators of Felloe.")
    parser.add_argument("--load", action="append", default=[], metavar="MODULE", help="import further calculators")
    commands = parser.add_subparsers(dest="command", required=True)
    index = commands.add_parser("index", help="which rule is claimed by which page and calculators")
    index.add_argument("--json", action="store_true")
    describe = commands.add_parser("describe", help="a calculator's question and fields, as JSON")
    describe.add_argument("name")
    ask = commands.add_parser("ask", help="what a question comes to, as someone types it into the search")
    ask.add_argument("typed", nargs="+", metavar="word")
    ask.add_argument("--text", action="store_true", help="in words instead of JSON")
    run = commands.add_parser("run", help="answer a calculator, or take up a session")
    step = commands.add_parser("step", help="make one move of a session")
    for command, fields in (
        (run, "the inputs, or a session's setup"),
        (step, "the move and its fields: is=run dice=2"),
    ):
        command.add_argument("name")
        command.add_argument("fields", nargs="*", metavar="field=value", help=fields)
        command.add_argument(
            "--inputs", metavar="FILE", help="JSON inputs, or the JSON of an earlier run; - is standard input"
        )
        command.add_argument("--ruling", action="append", default=[], metavar="id=value")
        command.add_argument("--json", action="store_true", help="in one line")
        command.add_argument("--text", action="store_true", help="in words instead of JSON")
    step.add_argument("--side", help="who moves, where more than one may")
    dice = step.add_mutually_exclusive_group()
    dice.add_argument("--faces", help="what the dice of the move show, such as “6 5 2”")
    dice.add_argument("--seed", type=int, help="a number from which they fall")
    return parser


def _pairs(said: Sequence[str]) -> dict[str, Any]:
    pairs: dict[str, Any] = {}
    for pair in said:
        name, equals, value = pair.partition("=")
        if not equals:
            raise forms.Unusable(name, f"A field is given as name=value; this says “{pair}”.")
        pairs[name] = value
    return pairs


def _load(modules: Sequence[str]) -> None:
    for module in modules:
        try:
            app.load([module])
        except ModuleNotFoundError as error:
            if not error.name or not f"{module}.".startswith(f"{error.name}."):
                raise  # the module is there; something that it imports is not
            raise forms.Unusable("load", f"There is no module {wording.quoted(module)} to load.") from None


def _read(name: str) -> Any:
    try:
        return json.loads(sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8"))
    except OSError as error:
        raise forms.Unusable("inputs", f"Inputs come from a file; {name} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError) as error:
        raise forms.Unusable("inputs", f"Inputs are JSON; this is not: {error}.") from None


def _object(said: Any) -> dict[str, Any]:
    if not isinstance(said, dict):
        raise forms.Unusable("inputs", f"Inputs are a JSON object; this says {wording.quoted(json.dumps(said))}.")
    return said


def _run(options: argparse.Namespace) -> app.Run:
    """What `run` or `step` was asked for, with what the file of ``--inputs`` says beside it."""
    said = _object(_read(options.inputs)) if options.inputs else {}
    earlier = said if "calculator" in said else {"inputs": said}
    readings, complaints = rulings.read({**_object(earlier.get("rulings", {})), **_pairs(options.ruling)})
    if complaints:
        raise forms.Unusable("ruling", " ".join(complaints.values()))
    fields, inputs = _pairs(options.fields), _object(earlier.get("inputs", {}))
    log = _log(earlier) if "log" in earlier else {"setup": inputs}
    if options.command == "step":
        return app.step(options.name, log, _move(options, fields), readings)
    if "log" in earlier:
        return app.step(options.name, {**log, "setup": _over(_object(log.get("setup", {})), fields)}, None, readings)
    return app.run(options.name, _over(inputs, fields), readings)


def _log(said: Mapping[str, Any]) -> dict[str, Any]:
    """The log of a session; a page saves with it how many of its steps are done."""
    log, at = _object(said["log"]), said.get("at")
    return {**log, "steps": log["steps"][:at]} if isinstance(at, int) and isinstance(log.get("steps"), list) else log


def _over(inputs: dict[str, Any], fields: Mapping[str, Any]) -> dict[str, Any]:
    """Inputs with single fields of them said anew."""
    return {**dict(forms.flatten(inputs)), **fields} if fields else inputs


def _move(options: argparse.Namespace, fields: Mapping[str, Any]) -> dict[str, Any]:
    """A step as `engine.session.play` reads it."""
    faces = (options.faces or "").replace(",", " ").split()
    return {
        **({"side": options.side} if options.side is not None else {}),
        "move": fields,
        "faces": [int(face) if face.isdecimal() else face for face in faces],
        "seed": options.seed,
    }


def _understood(typed: str, *, text: bool) -> str:
    """What a question comes to, as JSON or in words. Raises `forms.Unusable` where it is not understood."""
    found = app.understand(typed)
    if found is None:
        raise forms.Unusable("typed", f"This question is not understood: {wording.quoted(typed)}.")
    if not text:
        return json.dumps(found, indent=1, ensure_ascii=False)
    said = [f"{words}: {value}" for words, value in found["said"]]
    lacks = f"To say as well: {wording.listed(found['missing'])}." if found["missing"] else ""
    assumed = f"Taken for granted: {', '.join(found['assumed'])}." if found["assumed"] else ""
    first = f"{found['figure']}  {found['line']}" if found["figure"] else found["question"]
    return "\n".join(filter(None, [first, *said, assumed, lacks, found["link"]]))


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The options; fields may stand before and after them, which argparse alone does not allow."""
    parser = _parser()
    options, rest = parser.parse_known_args(arguments)
    if rest and (options.command not in ("run", "step") or any(word.startswith("-") for word in rest)):
        parser.error(f"there is no argument {rest[0]}")
    if rest:
        options.fields += rest
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 when it worked, 2 for an input that cannot be used (said as JSON on standard output)."""
    options = _options(arguments)
    try:
        _load(options.load)
        if options.command == "index":
            claims = pages.claims(DOCS)
            if options.json:
                print(json.dumps(claims, indent=1, ensure_ascii=False))
            else:
                for claim in claims:
                    print(f"{claim['rule']}  {claim['page']}  {' '.join(claim['calculators'])}")
        elif options.command == "describe":
            print(json.dumps(app.describe(options.name), indent=1, ensure_ascii=False))
        elif options.command == "ask":
            print(_understood(" ".join(options.typed), text=options.text))
        else:
            done = _run(options)
            shown = json.dumps(done.as_json(), indent=None if options.json else 1, ensure_ascii=False)
            told = [views.as_text(done.answer), done.complaint, done.waits.sentence if done.waits else ""]
            print("\n".join(filter(None, told)) if options.text else shown)
    except forms.Unusable as error:
        return _refused(error.field, error.message)
    except pages.BadPage as error:
        return _refused("", str(error))
    return 0


def _refused(field: str, message: str) -> int:
    print(json.dumps({"error": {"field": field, "message": message}}, ensure_ascii=False))
    return 2


if __name__ == "__main__":
    for stream in (sys.stdin, sys.stdout):  # true minus and quotation marks need UTF-8, whatever the terminal's own
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.exit(main())
