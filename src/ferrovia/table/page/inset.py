"""Insets: places in the usual parts of the page that a title fills with a template of its own."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Inset:
    """What a title shows there: `parts/inset.html` calls the macro `inset(say, link, it)` of the template."""

    template: str  # in the title's folder: "t1883/concession.html"
    parts: object  # what the macro asks for
