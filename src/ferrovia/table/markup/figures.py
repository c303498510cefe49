"""Figures: gains and losses with their signs, coordinates."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString

from ferrovia.table.page.control import Effect

NOTHING = "–"


def gain(number: int) -> SafeString:
    """A gain or a loss: colour and sign; a dash for nothing."""
    if not number:
        return SafeString(NOTHING)
    if number > 0:
        return format_html('<b class="up">+{}</b>', number)
    return format_html('<b class="down">−{}</b>', -number)


def signed(amount: int) -> str:
    """A figure with its sign: +20, −7, ±0."""
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount < 0 else "±0"


def direction(effect: Effect) -> str:
    """Which way a change goes, as a class."""
    return "up" if effect.change > 0 else "down" if effect.change < 0 else "soft"


def percent(share: float) -> str:
    return f"{100 * share:.2f}"


def coordinate(number: float) -> str:
    """A place in a picture, in as few digits as it needs."""
    return f"{number:g}"


def true_false(value: object) -> str:
    """What attributes of ARIA call a truth."""
    return "true" if value else "false"
