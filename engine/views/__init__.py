"""Blocks and forms as HTML and SVG, the same in the build and in the browser: the only place that writes markup."""

from engine.views.answer import answer, as_text, pin
from engine.views.form import form, more_set
from engine.views.place import Place
from engine.views.rulings import rule_index, rulings_form
from engine.views.section import section
from engine.views.table import table

__all__ = ["Place", "answer", "as_text", "form", "more_set", "pin", "rule_index", "rulings_form", "section", "table"]
