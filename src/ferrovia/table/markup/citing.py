"""Clauses in pages: `{{ cite(refusal.rule) }}` names a clause and links to it."""

from __future__ import annotations

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from ferrovia.formats.rulebook import rulebooks


def address(clause: str) -> str:
    """Where a clause such as `1849-10.3.13` can be read; empty for what is no clause."""
    title, found, name = clause.partition("-")
    return reverse("clause", args=[title, name]) if found and title in rulebooks() else ""


def cite(clause: str) -> SafeString:
    """A clause with a link; nothing for a rule of the engine that no clause stands for."""
    where = address(clause or "")
    return format_html('<cite><a href="{}">{}</a></cite>', where, clause) if where else SafeString("")
