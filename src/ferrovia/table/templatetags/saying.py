"""Saying in templates: `{% say "Lay track for {corporation}" corporation=name %}` in the voice of the page."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from ferrovia.saying.voice import Voice

register = template.Library()


@register.simple_tag(takes_context=True)
def say(context: template.Context, text: Any, **values: Any) -> SafeString:
    """A text of our own with its fields, or a message; the words are escaped, whatever they hold."""
    voice: Voice = context["say"]
    return mark_safe(conditional_escape(voice(text, **values)))


@register.filter
def get(table: dict[str, Any], key: str) -> Any:
    return table.get(key, "")
