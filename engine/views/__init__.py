"""Blocks and forms as HTML and SVG, the same in the build and in the browser: the only place that writes markup."""

from engine.views.answer import Drawn, answer, pin, rolled
from engine.views.characters import characters
from engine.views.form import form, more_set
from engine.views.place import Place
from engine.views.rulings import all_rulings, rule_index, rulings_of_chapter
from engine.views.section import section
from engine.views.stage import Own
from engine.views.table import table
from engine.views.words import (
    as_text,
    inputs_in_words,
    move_in_words,
    named_in_words,
    rulings_in_words,
    setup,
    stands,
    whole_text,
)

__all__ = [
    "Drawn",
    "Own",
    "Place",
    "all_rulings",
    "answer",
    "as_text",
    "characters",
    "form",
    "inputs_in_words",
    "more_set",
    "move_in_words",
    "named_in_words",
    "pin",
    "rolled",
    "rule_index",
    "rulings_in_words",
    "rulings_of_chapter",
    "section",
    "setup",
    "stands",
    "table",
    "whole_text",
]
