"""What is left of Material's style: all that a page can show, and nothing that it cannot."""

from pathlib import Path

import pytest

from hooks import unused

KNOWN = frozenset({"md-nav", "md-nav__link", "js"})


@pytest.mark.parametrize(
    ("style", "left"),
    [
        (".md-nav{color:red}.md-post{color:blue}", ".md-nav{color:red}"),
        (".md-post a,.md-nav>a:hover{color:red}", ".md-nav>a:hover{color:red}"),
        ('a,[data-x=".md-post, b"]{color:red}', 'a,[data-x=".md-post, b"]{color:red}'),
        (".md-nav:not(.md-post){color:red}", ".md-nav:not(.md-post){color:red}"),
        (".md-nav:is(.md-post,.md-tag){color:red}", ""),
        (".md-nav:is(.md-post,.js){color:red}", ".md-nav:is(.md-post,.js){color:red}"),
        ('[dir="rtl"] .md-nav{left:0}[dir=rtl] a{left:0}[dir=ltr] a{left:0}', "[dir=ltr] a{left:0}"),
        (r'.md-nav\:x{color:red}a{content:"}.b{"}', 'a{content:"}.b{"}'),
        ("@media print{.md-post{left:0}}@media print{a{left:0}}", "@media print{a{left:0}}"),
        ("@media screen{@supports (top:0){.md-post{top:0}a{top:0}}}", "@media screen{@supports (top:0){a{top:0}}}"),
        ("@page{margin:1cm}/* .md-nav */", "@page{margin:1cm}"),
        ('@charset "UTF-8";a{left:0}', '@charset "UTF-8";a{left:0}'),
    ],
)
def test_a_rule_stays_where_something_may_match_it(style: str, left: str) -> None:
    assert unused.without(style, KNOWN, frozenset()) == left


def test_what_nothing_names_goes_with_what_named_it() -> None:
    style = (
        ":root{--read:1;--for-read:2;--for-post:3;--ours:4;color:red}"
        "a{left:var(--read,var(--for-read));animation:turn 1s}"
        ".md-post{top:var(--for-post);animation:fade 1s}"
        ".md-nav{--also:var(--for-post)}"
        "@keyframes turn{to{left:0}}@keyframes fade{to{left:0}}"
    )
    left = unused.without(style, KNOWN, frozenset({"--ours"}))
    assert left == (
        ":root{--read:1;--for-read:2;--ours:4;color:red}"
        "a{left:var(--read,var(--for-read));animation:turn 1s}"
        "@keyframes turn{to{left:0}}"
    )


def test_what_is_left_out_is_listed() -> None:
    style = ".md-nav,.md-post a:hover{left:0}@media print{.md-tag{left:0}a{left:0}}"
    assert unused.left_out(style, KNOWN) == {".md-post a:hover", ".md-tag"}


def test_classes_are_those_of_pages_and_of_scripts(tmp_path: Path) -> None:
    for name, text in {
        "index.html": '<p class="a b--c"><i class=d>',
        "x/index.html": "<p class=e>",
        "assets/felloe.js": 'one.className="md-search-result__item other"',
        "assets/javascripts/bundle.1.min.js": 'x("div",{class:"md-tooltip2 md-dialog"});"--md-x"',
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    found = unused.classes(tmp_path)
    assert found >= {"a", "b--c", "d", "e", "md-search-result__item", "md-dialog", *unused.MADE}
    assert not found & {"md-tooltip2", "other", "div"}
    assert unused.read(tmp_path, "a{left:var(--own)}") == {"--own", "--md-x"}
