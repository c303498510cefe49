"""Numbers with decimals or thousands as the language of the command writes them: 1,234.5 or 1.234,5."""

from __future__ import annotations

from ferrovia.cli.voice import voice

_SWAPPED = str.maketrans(",.", ".,")


def number(value: float, form: str = ",") -> str:
    """A number in a form that Python knows; English swaps nothing."""
    written = format(value, form)
    return written.translate(_SWAPPED) if voice().language == "it" else written
