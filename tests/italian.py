"""Italian for tests: its catalogue is built, not kept."""

from __future__ import annotations

from ferrovia.saying.catalogue import compiled
from ferrovia.saying.voice import Voice
from languages.catalogues import compile_all


def italian(currency: str = "{}") -> Voice:
    """Whoever speaks Italian; the catalogue is compiled if nobody did so yet."""
    if not compiled("it").exists():
        compile_all()
    return Voice("it", currency=currency)
