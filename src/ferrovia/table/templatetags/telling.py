"""Whoever a line is about, and what changes: as the pages of the past, the news and the sandbox show them."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from ferrovia.saying.voice import Voice
from ferrovia.table.page.actors import Actor
from ferrovia.table.page.control import Effect
from ferrovia.table.page.stage import edition
from ferrovia.table.templatetags.pictures import plate, shape

register = template.Library()

_ARROW = (
    '<svg class="to arrow" viewBox="0 0 18 9" aria-hidden="true">'
    '<path d="M1 4.500h15M12.500 1.200 16 4.500l-3.500 3.300"/></svg>'
)


@register.simple_tag(takes_context=True)
def actor(context: template.Context, who: Actor, size: str = "") -> SafeString:
    """The plate of a corporation, or the mark of a player with their name for those who cannot see it."""
    if who.corporation:
        return plate(edition(context["scene"]), who.corporation, size)
    if not who.player:
        return mark_safe('<span class="who"></span>')
    return format_html(
        '<span class="{} {}">{}<bdi class="vh">{}</bdi></span>',
        "bigwho" if size else "who",
        "you" if who.is_you else "",
        shape(who.place, who.player),
        who.player,
    )


@register.simple_tag(takes_context=True)
def arrow(context: template.Context) -> SafeString:
    """An arrow between two figures."""
    say: Voice = context["say"]
    return format_html('{}<span class="vh">{}</span>', mark_safe(_ARROW), say("becomes"))


@register.filter
def signed(amount: int) -> str:
    """A figure with its sign: +20, −7, ±0."""
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount < 0 else "±0"


@register.filter
def ways(effect: Effect) -> Any:
    """Which way a change goes, as a class."""
    return "up" if effect.change > 0 else "down" if effect.change < 0 else "soft"


@register.filter
def percent(share: float) -> str:
    return f"{100 * share:.2f}"
