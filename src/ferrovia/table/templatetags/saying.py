"""Saying in templates: `{% say "Lay track for {corporation}" corporation=name %}` in the voice of the page."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString, mark_safe

from ferrovia.saying.apart import apart
from ferrovia.saying.voice import Voice
from ferrovia.table.page.scene import Scene

register = template.Library()


@register.simple_tag(takes_context=True)
def say(context: template.Context, text: Any, **values: Any) -> SafeString:
    """A text of our own with its fields, or a message; the words are escaped, whatever they hold."""
    voice: Voice = context["say"]
    return mark_safe(conditional_escape(voice(text, **values)))


@register.simple_tag(takes_context=True)
def pick(context: template.Context, **changes: Any) -> SafeString:
    """The attributes of a link that picks something: an address of its own; live.js knows a quick way there."""
    scene: Scene = context["scene"]
    return _link(scene, scene.picked(**changes))


@register.simple_tag(takes_context=True)
def pick_to(context: template.Context, query: str) -> SafeString:
    """The same for an address that was worked out before."""
    return _link(context["scene"], query)


def _link(scene: Scene, query: str) -> SafeString:
    return mark_safe(f'href="{escape(scene.address)}{escape(query)}" data-pick')


@register.filter(name="apart")
def kept_apart(name: str) -> str:
    """A name that stands beside other words where no `bdi` can: in an attribute, or in a picture."""
    return apart(name)


@register.filter
def get(table: dict[str, Any], key: str) -> Any:
    return table.get(key, "")
