"""Refusals for people: the sentence, and the clause that `ferrovia rules` explains."""

from __future__ import annotations

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.message import Message
from ferrovia.titles.registry import TITLES


def cited(refusal: Refusal) -> Message:
    """A refusal with the clause behind it, which `ferrovia rules` explains; some have only a word of the engine."""
    if refusal.rule.partition("-")[0] not in TITLES:
        return refusal.message
    return Message("{why} [{clause}]", why=refusal, clause=refusal.rule)
