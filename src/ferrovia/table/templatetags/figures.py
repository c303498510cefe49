"""Figures in templates: gains and losses with their signs, amounts that stay on one line."""

from __future__ import annotations

import re

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

NOTHING = "–"
AMOUNT = re.compile(r"(?<=\b[A-Z]\.) (?=\d)")  # between a currency and its figures


@register.filter
def unbroken(text: str) -> str:
    """A sentence in which no line ends between "L." and its figures."""
    return AMOUNT.sub("\N{NO-BREAK SPACE}", text)


@register.filter
def signed(number: int) -> SafeString:
    """A gain or a loss: colour and sign; a dash for nothing."""
    if not number:
        return SafeString(NOTHING)
    if number > 0:
        return format_html('<b class="up">+{}</b>', number)
    return format_html('<b class="down">−{}</b>', -number)
