"""Figures in templates: gains and losses with their signs."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

NOTHING = "–"


@register.filter
def signed(number: int) -> SafeString:
    """A gain or a loss: colour and sign; a dash for nothing."""
    if not number:
        return SafeString(NOTHING)
    if number > 0:
        return format_html('<b class="up">+{}</b>', number)
    return format_html('<b class="down">−{}</b>', -number)
