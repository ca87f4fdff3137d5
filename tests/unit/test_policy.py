"""The policy names exactly the inline scripts that run, by hash."""

import base64
import hashlib
from pathlib import Path
from types import SimpleNamespace

import pytest
from mkdocs.exceptions import PluginError

from hooks import policy, serving

PAGE = """<!doctype html><head><meta charset="utf-8"><title>x</title>
<script>one("</p>", a && b, "é")</script>
<script type="application/json">{"not": "run"}</script>
<script src="two.js"></script>
</head><body><p title='">'>a < b</p><!-- <script>out()</script> --><script type="module">
three();
</script><template title="<script>no</script>"></template></body>"""


def digest(script: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def test_scripts_that_run() -> None:
    assert policy.scripts(PAGE) == ['one("</p>", a && b, "é")', "\nthree();\n"]


def test_a_policy_holds_each_hash_once_and_nothing_unsafe() -> None:
    text = policy.policy(["b", "a", "b"])
    directives = dict(part.split(" ", 1) for part in text.split("; "))
    ours = sorted([digest("a"), digest("b")])
    assert directives["script-src"].split() == ["'self'", *ours, "'wasm-unsafe-eval'"]
    for name in ("object-src", "frame-src", "base-uri", "form-action"):
        assert directives[name] == "'none'", name
    assert directives["default-src"] == "'self'"
    assert directives["font-src"] == "'self' data:"
    assert not {"connect-src", "worker-src", "manifest-src"} & set(directives), "the default holds"
    assert "*" not in text
    assert policy.policy(["a", "b"]) == text


def test_one_policy_stands_first_in_every_page(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "404.html").write_text(PAGE, encoding="utf-8")
    (tmp_path / "deep" / "index.html").write_text(PAGE.replace("three", "four"), encoding="utf-8")
    expected = policy.policy(['one("</p>", a && b, "é")', "\nthree();\n", "\nfour();\n"])
    policy.on_post_build(SimpleNamespace(site_dir=str(tmp_path)))
    for name in ("404.html", "deep/index.html"):
        written = (tmp_path / name).read_text(encoding="utf-8")
        head, _, rest = written.partition('<meta http-equiv="Content-Security-Policy" content="')
        assert head == '<!doctype html><head><meta charset="utf-8">'
        assert rest.startswith(f'{expected}"><title>')
    assert policy.of_site(tmp_path) == expected


def test_a_page_without_a_place_for_it(tmp_path: Path) -> None:
    (tmp_path / "raw.html").write_text("<p>raw</p>", encoding="utf-8")
    with pytest.raises(PluginError, match=r"raw\.html needs <meta"):
        policy.on_post_build(SimpleNamespace(site_dir=str(tmp_path)))


def test_a_served_site_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "on", lambda: True)
    (tmp_path / "index.html").write_text(PAGE, encoding="utf-8")
    policy.on_post_build(SimpleNamespace(site_dir=str(tmp_path)))
    assert (tmp_path / "index.html").read_text(encoding="utf-8") == PAGE
