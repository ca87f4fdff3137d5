"""The command line: the same door as the page's, with the same bytes."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine import __main__ as command_line
from engine import app

ROOT = Path(__file__).parents[2]
SAMPLES = ("--load", "tests.sample")


def engine(
    *arguments: str, given: str = "", environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """``python -m engine`` in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "engine", *arguments],
        cwd=ROOT,
        input=given,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def said(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    """What the command says in this process."""
    assert command_line.main(arguments) == status
    return capsys.readouterr().out


def error(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[str, str]:
    found = json.loads(said(capsys, *arguments, status=2))
    assert list(found) == ["error"]
    return found["error"]["field"], found["error"]["message"]


EVERYTHING = (
    *(*SAMPLES, "run", "sample-everything", "number=−1", "way.is=ride", "way.hours=3", "sizes=large", "count=2"),
    *("hands.0.name=Ann <b>", "hands.1.skill=g5", "beast.is=own", "beast.name=ox", "perhaps=4", "--json"),
)


def test_run_in_a_process_and_fed_back() -> None:
    first = engine(*EVERYTHING, "--ruling", "dice.chain=once")
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout.count("\n") == 1
    done = json.loads(first.stdout)
    assert list(done) == ["calculator", "inputs", "values", "blocks", "effects", "rulings"]
    assert done["inputs"]["way"] == {"is": "ride", "beast": "mule", "hours": 3}
    assert done["rulings"] == {"burning-wheel.dice.chain": "once"}
    again = engine(*SAMPLES, "run", "sample-everything", "--inputs", "-", "--json", given=first.stdout)
    assert (again.returncode, again.stderr) == (0, "")
    assert again.stdout == first.stdout


@pytest.mark.parametrize("name", app.names())
def test_every_calculators_answer_fed_back(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = said(capsys, "run", name)
    monkeypatch.setattr(sys, "stdin", io.StringIO(first))
    assert said(capsys, "run", name, "--inputs", "-") == first


def test_inputs_from_a_file_and_fields_over_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "inputs.json"
    file.write_text('{"number": 5, "level": "7"}', encoding="utf-8")
    done = json.loads(said(capsys, *SAMPLES, "run", "sample-everything", "number=6", "--inputs", str(file)))
    assert done["values"]["total"] == 13


def test_a_session_is_run_too(capsys: pytest.CaptureFixture[str]) -> None:
    done = json.loads(said(capsys, *SAMPLES, "run", "sample-race", "goal=7"))
    assert done["log"]["setup"] == {"goal": 7}
    assert done["complaint"] == ""


def played(capsys: pytest.CaptureFixture[str], file: Path, *arguments: str) -> dict[str, Any]:
    """What a command says, kept in the file that the next one reads."""
    arguments = (*arguments, "--inputs", str(file)) if file.exists() else arguments
    text = said(capsys, *SAMPLES, *arguments)
    file.write_text(text, encoding="utf-8")
    return dict(json.loads(text))


def test_a_session_is_played_step_by_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "race.json"
    begun = played(capsys, file, "run", "sample-race", "goal=7", "--ruling", "dice.chain=once")
    assert list(begun["moves"]) == ["hare"]
    assert list(begun["moves"]["hare"]["is"]) == ["run", "rest"]
    typed = played(capsys, file, "step", "sample-race", "is=run", "dice=2", "--faces", "1, 2")
    assert (typed["values"]["hare"], typed["values"]["generous"]) == (3, False)
    waits = played(capsys, file, "step", "sample-race", "is=run", "--side", "tortoise")
    assert waits["waits"] == "The tortoise’s run: 1\N{NO-BREAK SPACE}die."
    assert waits["log"] == typed["log"]
    thrown = played(capsys, file, "step", "sample-race", "is=run", "--seed", "7")
    again = app.step("sample-race", typed["log"], {"move": {"is": "run"}, "seed": 7}, {"dice.chain": "once"})
    assert thrown["log"] == again.log
    assert thrown["log"]["steps"][1]["side"] == "tortoise"
    assert "waits" not in thrown
    before = file.read_text(encoding="utf-8")
    assert json.loads(before) == played(capsys, file, "run", "sample-race")
    longer = played(capsys, file, "run", "sample-race", "goal=9")
    assert longer["log"] == {**thrown["log"], "setup": {"goal": 9}, "steps": longer["log"]["steps"]}
    assert "comes out differently" in longer["complaint"]  # its fingerprints are of a shorter race


def test_a_session_that_a_page_has_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    steps = app.step("sample-race", {}, {"move": {"is": "rest"}}).log
    assert steps is not None
    file = tmp_path / "sample-race.json"
    saved = {"kind": "felloe session", "calculator": "sample-race", "at": 0, "log": steps}
    file.write_text(json.dumps(saved), encoding="utf-8")
    assert json.loads(said(capsys, *SAMPLES, "run", "sample-race", "--inputs", str(file)))["log"]["steps"] == []
    file.write_text(json.dumps({**saved, "at": 1}), encoding="utf-8")
    text = said(capsys, *SAMPLES, "step", "sample-race", "is=run", "--inputs", str(file), "--text")
    told = text.splitlines()
    assert told[:3] == ["0  0 hare · 0 tortoise", "The first is at 0 of 12.", "  1. hare: rests"]
    assert told[3:] == ["The tortoise’s run: 1\N{NO-BREAK SPACE}die."]


def test_moves_that_cannot_be_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    step = (*SAMPLES, "step", "sample-race")
    assert error(capsys, *step) == ("move.is", "This takes “run” or “rest”; this is empty.")
    assert error(capsys, *step, "is=ran")[1].endswith("The nearest is “run”.")
    assert error(capsys, *step, "is=run", "--faces", "x") == ("faces", "A face is a whole number; this is “x”.")
    assert error(capsys, *step, "is=run", "--faces", "1 2") == (
        "faces",
        "This move takes 1\N{NO-BREAK SPACE}die; 2 faces were given.",
    )
    assert error(capsys, *step, "is=run", "--side", "tortoise")[0] == "side"
    assert error(capsys, "step", "odds", "is=run") == ("", "“odds” answers at once; it has no steps.")
    cut = tmp_path / "cut.json"
    log = {"steps": [{"side": "hare", "move": {"is": "fly"}}]}
    cut.write_text(json.dumps({"calculator": "sample-race", "log": log}), encoding="utf-8")
    field, message = error(capsys, *step, "is=run", "--seed", "7", "--inputs", str(cut))
    assert field == "log"
    assert message.startswith("Step 1 could not be replayed, so the log ends before it: ")


def test_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, *SAMPLES, "run", "sample-everything", "--text").startswith("5  short\nTogether that is 5.\n")


def test_describe(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(said(capsys, "describe", "circles-obstacle"))
    assert list(found) == ["calculator", "kind", "question", "rules", "fields"]
    assert found["question"] == "How hard is it to find this person?"
    assert json.loads(said(capsys, *SAMPLES, "describe", "sample-race"))["kind"] == "session"


def test_index(capsys: pytest.CaptureFixture[str]) -> None:
    claims: list[dict[str, Any]] = json.loads(said(capsys, "index", "--json"))
    assert all(list(claim) == ["rule", "page", "calculators"] for claim in claims)
    lines = said(capsys, "index").splitlines()
    assert len(lines) == len(claims)
    assert "CIR-04  burning-wheel/people/find-someone  circles-obstacle" in lines


def test_the_circles_of_a_noble(capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads(said(capsys, "run", "circles-obstacle", "station=highest"))["values"]["obstacle"] == 4


def test_errors_have_status_2_and_one_line() -> None:
    refused = engine("run", "circles-obstacle", "station=higest")
    assert (refused.returncode, refused.stderr) == (2, "")
    assert refused.stdout.count("\n") == 1
    assert json.loads(refused.stdout) == {
        "error": {
            "field": "station",
            "message": "This takes “same”, “step”, “lowest” or “highest”; this says “higest”."
            " The nearest is “highest”.",
        }
    }


def test_errors(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert error(capsys, "run", "odd") == ("", "There is no calculator called “odd”. The nearest is “odds”.")
    assert error(capsys, "describe", "odd") == ("", "There is no calculator called “odd”. The nearest is “odds”.")
    assert error(capsys, "run", "odds", "pool") == ("pool", "A field is given as name=value; this says “pool”.")
    assert error(capsys, "run", "odds", "--ruling", "dice.chain=perhaps")[0] == "ruling"
    assert error(capsys, "--load", "tests.nowhere", "run", "odds") == (
        "load",
        "There is no module “tests.nowhere” to load.",
    )
    missing = tmp_path / "missing.json"
    field, message = error(capsys, "run", "odds", "--inputs", str(missing))
    assert field == "inputs"
    assert message.endswith("missing.json cannot be read: No such file or directory.")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1]", "Inputs are a JSON object; this says “[1]”."),
        ("{", "Inputs are JSON; this is not: "),
        ("[" * 200_000, "Inputs are JSON; this is not: "),
        ('{"calculator": "odds", "inputs": [1]}', "Inputs are a JSON object; this says “[1]”."),
        ('{"calculator": "odds", "inputs": {}, "rulings": 3}', "Inputs are a JSON object; this says “3”."),
    ],
    ids=["list", "cut", "deep", "inputs", "rulings"],
)
def test_inputs_that_are_none(
    text: str, message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    field, said_ = error(capsys, "run", "odds", "--inputs", "-")
    assert field == "inputs"
    assert said_.startswith(message)


def test_a_terminal_without_utf_8() -> None:
    refused = engine("run", "odds", "pool=−4", environment={"PYTHONIOENCODING": "ascii", "PATH": ""})
    assert (refused.returncode, refused.stderr) == (2, "")
    assert "“−4”" in refused.stdout


def test_a_page_that_asks_for_what_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.md"
    page.write_text('## Here { #cir-04 data-rules="CIR-04" }\n\n```calculator\nuse = "oods"\n```\n', encoding="utf-8")
    monkeypatch.setattr(command_line, "DOCS", tmp_path)
    field, message = error(capsys, "index")
    assert field == ""
    assert message.startswith("docs/page.md:3: ")
    assert "The nearest is “odds”." in message


def test_fields_go_over_inputs_wherever_they_stand() -> None:
    inputs = json.dumps({"hit": "B3", "wounds": [{"hit": "B7"}]})
    for order in (["--inputs", "-", "wounds.0.hit=9"], ["wounds.0.hit=9", "--inputs", "-"]):
        done = engine("run", "grayscale", *order, "--json", given=inputs)
        assert json.loads(done.stdout)["inputs"]["wounds"] == [{"hit": "B9", "back": 0}]
