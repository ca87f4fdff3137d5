"""The command line: the same door as the page's.

python -m engine index [--json]                      what every page claims
python -m engine describe NAME                       a calculator's fields
python -m engine run NAME field=value … [--json]     an answer as JSON (in one line), or in words with --text;
                                                     --inputs FILE (or -) reads JSON, --ruling id=value chooses
"""

import argparse
import io
import json
import sys
from collections.abc import Sequence
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
    run = commands.add_parser("run", help="answer a calculator")
    run.add_argument("name")
    run.add_argument("fields", nargs="*", metavar="field=value")
    run.add_argument("--inputs", metavar="FILE", help="JSON inputs, or the JSON of an earlier run; - is standard input")
    run.add_argument("--ruling", action="append", default=[], metavar="id=value")
    run.add_argument("--json", action="store_true", help="in one line")
    run.add_argument("--text", action="store_true", help="in words instead of JSON")
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


def _inputs(options: argparse.Namespace) -> tuple[dict[str, Any], dict[str, str]]:
    chosen = _pairs(options.ruling)
    inputs: dict[str, Any] = {}
    if options.inputs:
        said = _object(_read(options.inputs))
        earlier = "calculator" in said
        inputs = _object(said.get("inputs", {})) if earlier else said
        chosen = {**_object(said.get("rulings", {})), **chosen} if earlier else chosen
    readings, complaints = rulings.read(chosen)
    if complaints:
        raise forms.Unusable("ruling", " ".join(complaints.values()))
    fields = _pairs(options.fields)
    return ({**dict(forms.flatten(inputs)), **fields} if fields else inputs), readings


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The options; fields may stand before and after them, which argparse alone does not allow."""
    parser = _parser()
    options, rest = parser.parse_known_args(arguments)
    if rest and (options.command != "run" or any(word.startswith("-") for word in rest)):
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
        else:
            done = app.run(options.name, *_inputs(options))
            shown = json.dumps(done.as_json(), indent=None if options.json else 1, ensure_ascii=False)
            print(views.as_text(done.answer) if options.text else shown)
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
