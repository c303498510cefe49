"""Refusals to whoever sent something: a sentence in their language, and the clause that leads to the rule."""

from __future__ import annotations

from django.http import HttpRequest

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table.law import law_of
from ferrovia.table.models import Table
from ferrovia.table.page.reasons import Why
from ferrovia.table.page.routes import hushed
from ferrovia.table.page.scene import table_voice
from ferrovia.table.people import visitor_of
from ferrovia.titles.registry import title


def why_refused(request: HttpRequest, found: Table, refusal: Refusal) -> Why:
    """A refusal as the table may say it to its sender, with the clause that leads to the rule."""
    said = hushed(law_of(found.law), refusal)
    return Why(table_voice(title(found.title), visitor_of(request).language)(said), said.rule)
