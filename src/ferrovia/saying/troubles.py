"""Troubles that several rooms tell."""

from __future__ import annotations

from ferrovia.saying.message import Trouble


class UnknownTrouble(Trouble, LookupError):
    """A name or a number that nothing here has, in one sentence."""
